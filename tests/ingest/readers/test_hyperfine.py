import json

import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    located,
    numbers,
    reading_of,
)
from ingest.readers.micro import caveats, refusal

from ahp.ingest.naming import Names
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.hyperfine import HyperfineReader

READER = HyperfineReader()
REFUSED = {
    "failing.json": "line 18: false failed in run 1: exit code 1",
    "own/hyperfine/stderr.txt": "hyperfine's version, or its warnings, and holds no times",
    "own/hyperfine/VERSION.txt": "hyperfine's version, or its warnings, and holds no times",
}
JSON = (INPUTS / "hyperfine" / "compress.json").read_text()
CSV = (INPUTS / "hyperfine" / "param_scan.csv").read_text()


@each("file", REFUSED)
def test_what_holds_no_measurement_is_refused_for_its_reason(file):
    assert REFUSED[file] in refusal(READER, located("hyperfine", file))


def test_csv_does_not_say_whether_commands_succeeded():
    assert "does not say whether the commands succeeded" in caveats(READER, CSV)
    assert caveats(READER, JSON) == ""


def test_an_old_export_without_exit_codes_says_so():
    document = json.loads(JSON)
    for result in document["results"]:
        del result["exit_codes"]
    assert "did not record" in caveats(READER, json.dumps(document))


def changed(**values: object) -> str:
    document = json.loads(JSON)
    document["results"][0].update(values)
    return json.dumps(document, indent=1)


def test_a_command_that_a_signal_ended_is_refused():
    assert "a signal ended it" in refusal(READER, changed(exit_codes=[0, None, 0, 0, 0]))


def test_a_run_without_an_exit_code_is_refused():
    assert "one exit code for each of its 5 times" in refusal(READER, changed(exit_codes=[0, 0]))


def test_times_and_their_mean_agree():
    assert "does not agree with the rest of the report" in refusal(READER, changed(mean=0.15))


def test_where_a_run_took_no_time_the_means_are_read_and_told_of():
    said = caveats(READER, (INPUTS / "hyperfine" / "failing.csv").read_text())
    assert "A run of 'false', 'true' took no time" in said
    assert "hyperfine -N" in said
    assert "took no time" not in caveats(READER, CSV)


def test_a_run_that_took_no_time_is_in_the_mean_of_those_that_did_not_fail():
    content = (INPUTS / "hyperfine" / "failing.json").read_bytes()
    reading = reading_of(READER, content, Options(failed="drop"))
    assert numbers(reading) == {("", "true", "", "", "duration"): (0.00008318012000000014, "s")}
    assert len(reading.left_out) == 3
    assert "A run of 'true' took no time" in reading.caveats[0]
    some = json.loads(content)
    some["results"][1]["exit_codes"][1] = 2
    found = numbers(reading_of(READER, json.dumps(some).encode(), Options(failed="drop")))
    assert found["", "true", "", "", "duration"][0] == pytest.approx(0.00012964268 / 2)


def test_a_mean_of_0_is_refused():
    row = "true,0,,0,0.001,0.0002,0,0"
    said = refusal(READER, f"command,mean,stddev,median,user,system,min,max\n{row}\n")
    assert "true took no time" in said
    assert "hyperfine -N" in said


def test_a_single_run_has_no_deviation():
    row = "sleep 1,1.004,,1.004,0.001,0.0002,1.004,1.004"
    reading = reading_of(READER, f"command,mean,stddev,median,user,system,min,max\n{row}\n".encode())
    assert reading.rows[0][6] == 1.004


def test_several_parameters_are_named():
    document = json.loads(JSON)
    for level, result in enumerate(document["results"]):
        result["parameters"] = {"codec": "gzip", "level": level}
    reading = reading_of(READER, json.dumps(document).encode())
    assert {row.alternative for row in reading.rows} == {f"codec=gzip, level={level}" for level in range(4)}


def test_parameters_that_two_commands_share_do_not_name_them():
    document = json.loads(JSON)
    for level, result in enumerate(document["results"]):
        result["parameters"] = {"level": str(level // 2)}
    names = {row.alternative for row in reading_of(READER, json.dumps(document).encode()).rows}
    assert names == {result["command"] for result in document["results"]}


def test_a_command_stands_once():
    document = json.loads(JSON)
    document["results"][1]["command"] = document["results"][0]["command"]
    assert "a name of its own" in refusal(READER, json.dumps(document))


def test_a_run_that_failed_is_left_out_where_the_caller_wishes_it():
    content = changed(exit_codes=[0, 1, 0, 0, 0]).encode()
    whole = reading_of(READER, changed().encode())
    left = reading_of(READER, content, Options(failed="drop"))
    assert set(numbers(left)) < set(numbers(whole))
    assert len(whole.rows) - len(left.rows) == 1
    assert len(left.left_out) == 1
    assert "failed in run 2: exit code 1" in left.left_out[0]


def test_called_from_outside_several_commands_are_scenarios():
    reading = Names(alternative="new").fill(reading_of(READER, CSV.encode()))
    assert {(row.scenario, row.alternative) for row in reading.rows} == {
        ("lvl=1", "new"),
        ("lvl=2", "new"),
        ("lvl=3", "new"),
    }


def test_called_from_outside_a_single_command_is_what_the_name_stands_for():
    text = "\n".join(CSV.splitlines()[:2]) + "\n"
    (row,) = Names(alternative="new").fill(reading_of(READER, text.encode())).rows
    assert (row.scenario, row.alternative) == (None, "new")
