"""Whatever a keyword of `read`, `explain`, `rank` or a study is given: an answer, or one line that says what is wrong."""

from __future__ import annotations

import inspect
from datetime import date

import pytest
from wrong_values import ALWAYS_WRONG, OFTEN_WRONG, answered

import ahp
from ahp.evidence.defaults import default_study
from ahp.evidence.study import Screen
from ahp.ingest.options import Keywords

TABLE = {"alternative": ["none", "lz4", "zstd"], "tps": [100, 150, 120], "cpu": [10, 12, 11]}
MEASURED = ahp.read(TABLE)
SPEED = ahp.Criterion("speed", ahp.Merit.BENEFIT, ("throughput",))
STUDY = ahp.Study((SPEED, ahp.Criterion("cpu", ahp.Merit.COST, ("cpu",))))
NEARLY = {
    "a huge integer": 10**400,
    "an integer that Python does not print": 10**5000,
    "a path that cannot be": "x\0y",
    "half a character": "x\ud800y",
    "a text of two lines": "a\nb",
    "a list of None": [None],
    "numbers": [1, 2],
    "names as numbers": {1: "a"},
    "numbers as names": {"throughput": 1},
    "nothing by name": {"throughput": None},
    "three": (1, 2, 3),
    "two": (1, 2),
    "two that are no times": (None, True),
    "a pair of huge integers": (10**400, 10**5000),
    "an empty mapping": {},
    "an empty tuple": (),
    "a day": date(2026, 11, 20),
    "a function": len,
    "measurements": MEASURED,
    "a study": STUDY,
    "criteria": [SPEED],
}
WRONG = ALWAYS_WRONG | OFTEN_WRONG | NEARLY


def of(function, *given, **fixed):
    return lambda **keyword: function(*given, **fixed | keyword)


def keywords_of(function):
    return list(inspect.signature(function).parameters)


DOORS = {
    "read": (of(ahp.read, TABLE), list(Keywords.__annotations__)),
    "explain": (of(ahp.explain, TABLE), [*Keywords.__annotations__, "attempt"]),
    "rank": (of(ahp.rank, measurements=MEASURED, resamples=100), keywords_of(ahp.rank)),
    "Study": (of(ahp.Study, criteria=STUDY.criteria), keywords_of(ahp.Study)),
    "Study.from_toml": (ahp.Study.from_toml, ["path"]),
    "Study.with_weights": (STUDY.with_weights, ["weights"]),
    "Criterion": (
        of(ahp.Criterion, name="speed", merit="benefit", measures=("throughput",)),
        keywords_of(ahp.Criterion),
    ),
    "Measure": (of(ahp.Measure, name="speed", better="higher", unit="1/s"), keywords_of(ahp.Measure)),
    "ScenarioNote": (of(ahp.ScenarioNote, name="night"), keywords_of(ahp.ScenarioNote)),
    "Screen.of": (Screen.of, ["text"]),
    "default_study": (of(default_study, measurements=MEASURED), keywords_of(default_study)),
    "Measurements.with_baseline": (MEASURED.with_baseline, ["name"]),
    "Measurements.of": (of(ahp.Measurements.of, rows=MEASURED.rows), ["rows", "baseline"]),
    "Measurements.also": (MEASURED.also, ["rows"]),
}


@pytest.mark.parametrize("door", DOORS)
def test_whatever_a_keyword_is_given_is_answered_or_refused_in_one_line(door):
    function, keywords = DOORS[door]
    for keyword in keywords:
        for label, given in WRONG.items():
            if keyword == "attempt" and callable(given):
                continue  # what it raises itself is its own
            answered(function, {keyword: given}, f"{door}: {keyword} as {label}")


def test_whatever_a_source_is_it_is_answered_or_refused_in_one_line():
    for door in (ahp.read, ahp.explain):
        for label, wrong in WRONG.items():
            for sources in ([wrong], [wrong, wrong]):
                what = f"{door.__name__}: {len(sources)} sources as {label}"
                answered(lambda one, door=door, all_=sources: door(*all_), {"one": None}, what)


def test_a_refusal_names_the_keyword_and_what_was_found():
    for keywords, said in [
        ({"failed": None}, "failed = None; it is 'refuse' or 'drop'"),
        ({"heading": "tps"}, "heading = 'tps'; write headings"),
        ({"heading": {"alternative", "tps"}}, "heading = {.*}; write headings"),
        ({"ignore": "cpu"}, "ignore = 'cpu'; write headings"),
        ({"columns": {1: "a"}}, r"columns = {1: 'a'}; write for a measure or a role the heading"),
        ({"window": (1, 2, 3)}, r"window = \(1, 2, 3\); write a start and an end"),
        ({"processors": 10**400}, "processors = 1000.*; give how many the machine has"),
        ({"study": True}, "the study is an ahp.Study; found True"),
        ({"idle": True}, "idle: cannot read a bool"),
    ]:
        with pytest.raises(ahp.AHPError, match=said):
            ahp.read(TABLE, **keywords)
