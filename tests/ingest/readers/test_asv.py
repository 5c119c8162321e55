import json

from ingest.cases import each
from ingest.damage import caveats, numbers, reading_of, refusal

from ahp.ingest.naming import Names
from ahp.ingest.readers.asv import AsvReader

READER = AsvReader()
NEW = {
    "commit_hash": "05d283b9694ed6db6e3f2df3f21d832e78bded7f",
    "env_name": "virtualenv-py3.12",
    "result_columns": ["result", "params", "version", "started_at", "duration", "stats_ci_99_a", "samples"],
    "results": {
        "suite.time_sort": [[1.5e-3, None, 2.5e-3], [["1", "2", "3"]], "v", 0, 1.2],
        "suite.peakmem_sort": [[4096.0], []],
        "suite.Time.time_copy": [[2.0], [], "v", 0, 1.2, [1.0], [[1.0, 2.0, 2.5]]],
        "suite.time_broken": [None, [["a"], ["b", "c"]]],
        "suite.track_size": [[7], []],
    },
    "durations": {},
    "version": 2,
}


def test_the_second_version_has_lists_samples_and_failures():
    reading = reading_of(READER, json.dumps(NEW, indent=1).encode())
    name = "05d283b9-virtualenv-py3.12"
    assert numbers(reading) == {
        ("suite.time_sort(1)", name, "", "", "duration"): (1.5e-3, "s"),
        ("suite.time_sort(3)", name, "", "", "duration"): (2.5e-3, "s"),
        ("suite.peakmem_sort", name, "", "", "peak_memory_bytes"): (4096.0, "B"),
        ("suite.Time.time_copy", name, "", "", "duration"): (2.0, "s"),
    }
    missing = [row.scenario for row in reading.rows if row.value is None]
    assert missing == ["suite.time_sort(2)", "suite.time_broken(a, b)", "suite.time_broken(a, c)"]
    assert reading.ignored == ("suite.track_size",)


def test_results_and_parameters_agree():
    document = NEW | {"results": {"suite.time_sort": [[1.0], [["1", "2"]]]}}
    assert "suite.time_sort needs 2 results" in refusal(READER, json.dumps(document))


@each("entry", [7, "x", [[1.0], 5], [[1.0], [5]], [5, []]])
def test_what_is_no_result_is_refused(entry):
    document = NEW | {"results": {"suite.time_sort": entry}, "result_columns": ["result", "params"]}
    if entry == 7:
        assert numbers(reading_of(READER, json.dumps(document).encode()))
    else:
        refusal(READER, json.dumps(document))


def test_samples_are_one_run_and_the_result_their_median():
    assert "counts as one run" in caveats(READER, json.dumps(NEW))
    document = json.loads(json.dumps(NEW))
    document["results"]["suite.Time.time_copy"][6] = [[1.0, 2.0, 2.5, 2.5]]
    assert "the result of suite.Time.time_copy does not agree" in refusal(READER, json.dumps(document))


def test_memory_alone_needs_no_caveat():
    document = NEW | {"results": {"suite.mem_sort": [[4096.0], []]}}
    assert caveats(READER, json.dumps(document)) == ""


def test_called_from_outside_the_commit_has_that_name():
    rows = Names(alternative="new").fill(reading_of(READER, json.dumps(NEW).encode())).rows
    assert {row.alternative for row in rows} == {"new"}
    assert rows[0].scenario == "suite.time_sort(1)"


def test_results_without_a_time_or_headings_are_refused():
    assert "no benchmark of time or memory has a result" in refusal(
        READER, json.dumps(NEW | {"results": {"suite.track_size": [[7], []]}})
    )
    assert "'result_columns' is not a list of names" in refusal(
        READER, json.dumps(NEW | {"result_columns": "result"})
    )
