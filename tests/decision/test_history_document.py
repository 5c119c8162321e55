"""The document of a history, `ahp.history/1`."""

import json
from datetime import UTC, datetime

import jsonschema
from decision.nights import decided, written

import ahp
from ahp.decision.history import history
from ahp.report.history_documents import history_schema


def test_the_schema_accepts_it_and_json_keeps_it():
    nights = [decided(a=(200.0 if n < 5 else 100.0, 11.0), b=(150.0, 11.0)) for n in range(10)]
    nights.append(ahp.rank(ahp.read({"alternative": ["none", "a", "b"], "tps": [1, 2, 3]}), resamples=100))
    found = history(written(*nights))
    document = json.loads(found.report("json"))
    jsonschema.validate(document, history_schema())
    assert document == found.to_dict()
    assert document["version"] == ahp.__version__
    assert document["order"] == "name"
    assert [entry["entry"] for entry in document["entries"]] == list(range(1, 12))
    assert document["entries"][10]["scenarios"][0]["cost"] is None
    assert document["choices"][0] == {
        "scenario": "default",
        "entry": 6,
        "name": "6.json",
        "previous": ["a"],
        "present": ["b"],
    }
    point = document["change_points"][0]
    assert (point["entry"], point["name"]) == (6, "6.json")
    assert point["change"] == point["now"] / point["before"] - 1.0


def test_times_are_written_as_iso_8601():
    night = decided(a=(2.0, 1.0), b=(1.0, 1.0))
    found = history(written(night, times=[datetime(2026, 1, 31, 3, tzinfo=UTC)])).to_dict()
    assert (found["order"], found["entries"][0]["time"]) == ("time", "2026-01-31T03:00:00+00:00")
