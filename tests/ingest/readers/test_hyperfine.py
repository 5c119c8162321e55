"""What is special to the readers of hyperfine; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import json

import pytest
from ingest.damage import INPUTS, caveats, numbers, reading_of, refusal

from ahp.ingest.catalogue import READERS
from ahp.ingest.naming import Names
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.hyperfine import HyperfineReader

# --- hyperfine ----------------------------------------------------------------------------------------------


HYPERFINE = HyperfineReader()
JSON = (INPUTS / "hyperfine" / "compress.json").read_text()
CSV = (INPUTS / "hyperfine" / "param_scan.csv").read_text()


def test_an_old_export_without_exit_codes_says_so():
    document = json.loads(JSON)
    for result in document["results"]:
        del result["exit_codes"]
    assert "did not record" in caveats(HYPERFINE, json.dumps(document))


def changed(**values: object) -> str:
    document = json.loads(JSON)
    document["results"][0].update(values)
    return json.dumps(document, indent=1)


def test_a_command_that_a_signal_ended_is_refused():
    assert "a signal ended it" in refusal(HYPERFINE, changed(exit_codes=[0, None, 0, 0, 0]))


def test_a_run_without_an_exit_code_is_refused():
    assert "one exit code for each of its 5 times" in refusal(HYPERFINE, changed(exit_codes=[0, 0]))


def test_times_and_their_mean_agree():
    assert "does not agree with the rest of the report" in refusal(HYPERFINE, changed(mean=0.15))


def test_a_run_that_took_no_time_is_in_the_mean_of_those_that_did_not_fail():
    content = (INPUTS / "hyperfine" / "failing.json").read_bytes()
    reading = reading_of(HYPERFINE, content, Options(failed="drop"))
    assert numbers(reading) == {("", "true", "", "", "duration"): (0.00008318012000000014, "s")}
    assert len(reading.left_out) == 3
    assert "A run of 'true' took no time" in reading.caveats[0]
    some = json.loads(content)
    some["results"][1]["exit_codes"][1] = 2
    found = numbers(reading_of(HYPERFINE, json.dumps(some).encode(), Options(failed="drop")))
    assert found["", "true", "", "", "duration"][0] == pytest.approx(0.00012964268 / 2)


def test_several_parameters_are_named():
    document = json.loads(JSON)
    for level, result in enumerate(document["results"]):
        result["parameters"] = {"codec": "gzip", "level": level}
    reading = reading_of(HYPERFINE, json.dumps(document).encode())
    assert {row.alternative for row in reading.rows} == {f"codec=gzip, level={level}" for level in range(4)}


def test_parameters_that_two_commands_share_do_not_name_them():
    document = json.loads(JSON)
    for level, result in enumerate(document["results"]):
        result["parameters"] = {"level": str(level // 2)}
    names = {row.alternative for row in reading_of(HYPERFINE, json.dumps(document).encode()).rows}
    assert names == {result["command"] for result in document["results"]}


def test_a_command_stands_once():
    document = json.loads(JSON)
    document["results"][1]["command"] = document["results"][0]["command"]
    assert "a name of its own" in refusal(HYPERFINE, json.dumps(document))


def test_a_run_that_failed_is_left_out_where_the_caller_wishes_it():
    content = changed(exit_codes=[0, 1, 0, 0, 0]).encode()
    whole = reading_of(HYPERFINE, changed().encode())
    left = reading_of(HYPERFINE, content, Options(failed="drop"))
    assert set(numbers(left)) < set(numbers(whole))
    assert len(whole.rows) - len(left.rows) == 1
    assert len(left.left_out) == 1
    assert "failed in run 2: exit code 1" in left.left_out[0]


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
