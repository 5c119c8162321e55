"""What is special to the readers of hyperfine; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import json

import pytest
from ingest.cases import each
from ingest.damage import INPUTS, caveats, located, numbers, reading_of, refusal

from ahp.errors import FailedRunError
from ahp.ingest.catalogue import READERS
from ahp.ingest.naming import Names
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.hyperfine import HyperfineReader

# --- hyperfine ----------------------------------------------------------------------------------------------


HYPERFINE = HyperfineReader()
REFUSED = {
    "failing.json": "line 18: false failed in run 1: exit code 1",
    "own/hyperfine/stderr.txt": "hyperfine's version, or its warnings, and holds no times",
    "own/hyperfine/VERSION.txt": "hyperfine's version, or its warnings, and holds no times",
}
JSON = (INPUTS / "hyperfine" / "compress.json").read_text()
CSV = (INPUTS / "hyperfine" / "param_scan.csv").read_text()


@each("file", REFUSED)
def test_what_holds_no_measurement_is_refused_for_its_reason(file):
    assert REFUSED[file] in refusal(HYPERFINE, located("hyperfine", file))


def test_csv_does_not_say_whether_commands_succeeded():
    assert "does not say whether the commands succeeded" in caveats(HYPERFINE, CSV)
    assert caveats(HYPERFINE, JSON) == ""


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


def test_where_a_run_took_no_time_the_means_are_read_and_told_of():
    said = caveats(HYPERFINE, (INPUTS / "hyperfine" / "failing.csv").read_text())
    assert "A run of 'false', 'true' took no time" in said
    assert "hyperfine -N" in said
    assert "took no time" not in caveats(HYPERFINE, CSV)


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


def test_a_mean_of_0_is_refused():
    row = "true,0,,0,0.001,0.0002,0,0"
    said = refusal(HYPERFINE, f"command,mean,stddev,median,user,system,min,max\n{row}\n")
    assert "true took no time" in said
    assert "hyperfine -N" in said


def test_a_single_run_has_no_deviation():
    row = "sleep 1,1.004,,1.004,0.001,0.0002,1.004,1.004"
    reading = reading_of(HYPERFINE, f"command,mean,stddev,median,user,system,min,max\n{row}\n".encode())
    assert reading.rows[0][6] == 1.004


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
SINGLE = """Benchmark 1: sleep 1
  Time (abs ≡):        1.004 s               [User: 0.001 s, System: 0.000 s]

"""
WARNINGS = {
    "Command took less than 5 ms to complete. Note that": "less than 5 ms",
    "The first benchmarking run for this command was significantly slower": "first run",
    "Statistical outliers were detected. Consider re-running": "outliers",
}
NEWER = """Benchmark 1: old | wc
  Time (mean ± σ):     200.0 µs ±   1.2 µs    [User: 129.9 µs, System: 1.3 µs]
  Range (min … max):   199.0 µs … 202.0 µs    3 runs

Benchmark 2: new | wc
  Time (mean ± σ):     100.0 µs ±   0.7 µs    [User: 135.2 µs, System: 3.0 µs]
  Range (min … max):    99.0 µs … 101.0 µs    3 runs

Summary
  old | wc ran
    2.00 ± 0.01 times slower than new | wc
"""


def test_a_single_run_has_neither_range_nor_comparison():
    assert numbers(reading_of(HYPERFINE_CONSOLE, SINGLE.encode())) == {
        ("", "sleep 1", "", "", "duration"): (1.004, "s")
    }


def test_a_newer_version_quotes_no_command_and_has_a_reference():
    rows = reading_of(HYPERFINE_CONSOLE, NEWER.encode()).rows
    assert [(row.alternative, row.value, row.unit.symbol) for row in rows] == [
        ("old | wc", 200.0, "us"),
        ("new | wc", 100.0, "us"),
    ]
    assert "the quotient of the means" in refusal(HYPERFINE_CONSOLE, NEWER.replace("2.00 ±", "3.00 ±"))


@pytest.mark.parametrize("blank", ["new | wc ", "new | wc  "])
def test_blanks_behind_a_command_are_no_part_of_it(blank):
    text = NEWER.replace("new | wc", blank)
    assert numbers(reading_of(HYPERFINE_CONSOLE, text.encode())) == numbers(
        reading_of(HYPERFINE_CONSOLE, NEWER.encode())
    )
    quoted = text.replace("old | wc ran", "'old | wc' ran").replace(f"than {blank}", f"than '{blank}'")
    assert numbers(reading_of(HYPERFINE_CONSOLE, quoted.encode())) == numbers(
        reading_of(HYPERFINE_CONSOLE, NEWER.encode())
    )
    assert "the quotient of the means" in refusal(HYPERFINE_CONSOLE, quoted.replace("2.00 ±", "3.00 ±"))


@each("warning", WARNINGS)
def test_what_hyperfine_warns_of_is_told(warning):
    assert WARNINGS[warning] in caveats(HYPERFINE_CONSOLE, f"{SINGLE}  Warning: {warning}\n")
    assert WARNINGS[warning] not in caveats(HYPERFINE_CONSOLE, SINGLE)


@pytest.mark.parametrize(
    "said",
    ["  Warning: Ignoring non-zero exit code.", "Error: Command terminated with non-zero exit code: 1. Use"],
)
def test_a_command_that_failed_is_refused(said):
    assert "line 4" in refusal(HYPERFINE_CONSOLE, SINGLE + said)
    assert "a failed run is no measurement" in refusal(HYPERFINE_CONSOLE, SINGLE + said)
    with pytest.raises(FailedRunError):
        reading_of(HYPERFINE_CONSOLE, (SINGLE + said).encode())


def test_several_commands_end_with_a_comparison_of_all():
    assert "no summary" in refusal(
        HYPERFINE_CONSOLE, HYPERFINE_CONSOLE_TEXT[: HYPERFINE_CONSOLE_TEXT.index("Summary")]
    )
    assert "the comparison does not name gzip -3" in refusal(
        HYPERFINE_CONSOLE, "\n".join(HYPERFINE_CONSOLE_TEXT.splitlines()[:-1])
    )
    assert "second time" in refusal(HYPERFINE_CONSOLE, HYPERFINE_CONSOLE_TEXT + HYPERFINE_CONSOLE_TEXT)


def test_a_comparison_that_could_not_be_made_ends_them_too():
    note = "Note: The benchmark comparison could not be computed as some benchmark times are zero."
    assert (
        len(
            reading_of(
                HYPERFINE_CONSOLE,
                (HYPERFINE_CONSOLE_TEXT[: HYPERFINE_CONSOLE_TEXT.index("Summary")] + note).encode(),
            ).rows
        )
        == 3
    )


def test_means_and_comparison_agree():
    assert "the quotient of the means" in refusal(
        HYPERFINE_CONSOLE, HYPERFINE_CONSOLE_TEXT.replace("1.23 ± 0.01", "1.33 ± 0.01")
    )


def test_mean_and_range_have_one_unit():
    assert "the mean is in ms" in refusal(
        HYPERFINE_CONSOLE, HYPERFINE_CONSOLE_TEXT.replace("130.5 ms … 132.8 ms", "130.5 s … 132.8 s")
    )


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
ORG = """| Command  |  Mean [ms] |  Min [ms] |  Max [ms] |  Relative |
|--+--+--+--+--|
| =baseline=  |  1.9 ± 0.1 |  1.8 |  2.0 |  1.00 |
| =gzip, level 1 ("fast")=  |  138.6 ± 0.2 |  138.4 |  138.8 |  73.28 ± 4.77 |
"""
ASCIIDOC = """[cols="<,>,>,>,>"]
|===
| Command
| Mean [ms]
| Min [ms]
| Max [ms]
| Relative

| `baseline`
| 1.9 ± 0.1
| 1.8
| 2.0
| 1.00

| `gzip, level 1 ("fast")`
| 138.6 ± 0.2
| 138.4
| 138.8
| 73.28 ± 4.77
|===
"""
OLD = """| Command | Mean [s] | Min…Max [s] |
|:---|---:|---:|
| `a \\| b` | 1.005 ± 0.001 | 1.004…1.006 |
"""


def test_the_other_tables_say_the_same():
    for text in (ORG, ASCIIDOC):
        assert numbers(reading_of(HYPERFINE_TABLE, text.encode())) == FOUND


def test_a_bar_in_a_command_is_part_of_it():
    found = numbers(reading_of(HYPERFINE_TABLE, OLD.replace("\\\\", "\\").encode()))
    assert found == {("", "a | b", "", "", "duration"): (1.005, "s")}


def test_among_other_text_it_is_found_by_its_heading():
    text = f"# Results\n\nOn my machine:\n\n{HYPERFINE_TABLE_TEXT}\nSo be it.\n"
    assert [name for name, r in READERS.items() if name != "table" and r.matches(text)] == ["hyperfine"]
    assert numbers(reading_of(HYPERFINE_TABLE, text.encode())) == FOUND


def test_of_two_tables_none_is_chosen():
    assert "line 6: a second table of hyperfine" in refusal(
        HYPERFINE_TABLE, f"{HYPERFINE_TABLE_TEXT}\n{HYPERFINE_TABLE_TEXT}"
    )


def test_means_and_multiples_agree():
    assert "the quotient of the means" in refusal(
        HYPERFINE_TABLE, HYPERFINE_TABLE_TEXT.replace("73.28", "63.28")
    )
    assert "the quotient of the means" in refusal(
        HYPERFINE_TABLE, HYPERFINE_TABLE_TEXT.replace("138.6 ±", "138.4 ±").replace("73.28", "7.28")
    )


def test_without_its_fastest_command_a_table_contradicts_itself():
    cut = "\n".join(line for line in HYPERFINE_TABLE_TEXT.splitlines() if "baseline" not in line)
    assert "the quotient of the means" in refusal(HYPERFINE_TABLE, cut)


def test_a_table_that_is_not_whole_is_refused():
    assert "this row is cut off" in refusal(HYPERFINE_TABLE, HYPERFINE_TABLE_TEXT[:-4])
    assert "found 4 cells, the heading has 5" in refusal(
        HYPERFINE_TABLE, HYPERFINE_TABLE_TEXT.replace("| 138.4 |", "|")
    )
    assert "has no rows" in refusal(HYPERFINE_TABLE, "\n".join(HYPERFINE_TABLE_TEXT.splitlines()[:2]))
    assert "this is no time of hyperfine" in refusal(
        HYPERFINE_TABLE, HYPERFINE_TABLE_TEXT.replace("138.4", "fast")
    )
    assert "these are not hyperfine's columns" in refusal(
        HYPERFINE_TABLE, HYPERFINE_TABLE_TEXT.replace("Min [ms]", "Least [ms]")
    )
    assert "the table does not end" in refusal(HYPERFINE_TABLE, ASCIIDOC.removesuffix("|===\n"))
    assert "this is no cell" in refusal(HYPERFINE_TABLE, ASCIIDOC.replace("| 138.4", "138.4"))


def test_whether_the_commands_succeeded_is_not_known():
    assert "does not say whether the commands succeeded" in caveats(HYPERFINE_TABLE, HYPERFINE_TABLE_TEXT)
