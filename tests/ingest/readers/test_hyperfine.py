"""What is special to the readers of hyperfine; `test_inputs.py` has what is common to all."""

from __future__ import annotations

from ingest.damage import INPUTS, numbers, reading_of, refusal

from ahp.ingest.catalogue import READERS
from ahp.ingest.naming import Names
from ahp.ingest.readers.hyperfine import HyperfineReader

# --- hyperfine ----------------------------------------------------------------------------------------------


HYPERFINE = HyperfineReader()
CSV = (INPUTS / "hyperfine" / "param_scan.csv").read_text()


def test_called_from_outside_several_commands_are_scenarios():
    reading = Names(alternative="new").fill(reading_of(HYPERFINE, CSV.encode()))
    assert {(row.scenario, row.alternative) for row in reading.rows} == {
        ("lvl=1", "new"),
        ("lvl=2", "new"),
        ("lvl=3", "new"),
    }


def test_called_from_outside_a_single_command_is_what_the_name_stands_for():
    text = "\n".join(CSV.splitlines()[:2]) + "\n"
    (row,) = Names(alternative="new").fill(reading_of(HYPERFINE, text.encode())).rows
    assert (row.scenario, row.alternative) == (None, "new")


# --- hyperfine_console --------------------------------------------------------------------------------------


HYPERFINE_CONSOLE = HyperfineReader()
HYPERFINE_CONSOLE_TEXT = (INPUTS / "hyperfine" / "param_stdout.txt").read_text()


def test_a_block_without_its_time_is_refused():
    without = "\n".join(line for line in HYPERFINE_CONSOLE_TEXT.splitlines() if "138.4 ms ±" not in line)
    assert "no time of gzip -2" in refusal(HYPERFINE_CONSOLE, without)


# --- hyperfine_table ----------------------------------------------------------------------------------------


HYPERFINE_TABLE = HyperfineReader()
HYPERFINE_TABLE_TEXT = (INPUTS / "hyperfine" / "named_ms.md").read_text()
FOUND = {
    ("", "baseline", "", "", "duration"): (1.9, "ms"),
    ("", 'gzip, level 1 ("fast")', "", "", "duration"): (138.6, "ms"),
}


def test_among_other_text_it_is_found_by_its_heading():
    text = f"# Results\n\nOn my machine:\n\n{HYPERFINE_TABLE_TEXT}\nSo be it.\n"
    assert [name for name, r in READERS.items() if name != "table" and r.matches(text)] == ["hyperfine"]
    assert numbers(reading_of(HYPERFINE_TABLE, text.encode())) == FOUND
