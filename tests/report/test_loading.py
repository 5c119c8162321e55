"""A document that comes back, or is given to a report: what is needed is there, what is wrong is named by its key."""

import copy
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from decision.nights import Written
from hypothesis import given
from hypothesis import strategies as st
from judged_models import RESERVOIR, SERVICE
from model.test_reversal import mixed

import ahp
from ahp.decision.history import history
from ahp.errors import AHPError
from ahp.report import FORMATS, HIERARCHY_FORMATS, HISTORY_FORMATS, render, render_hierarchy, render_history
from ahp.report.documents.loading import checked
from ahp.report.figures import draw, svg
from ahp.report.figures.kinds import KINDS, planned, scenarios_in


@pytest.fixture(scope="module")
def decision():
    return ahp.rank(ahp.read({"alternative": ["none", "a", "b"], "tps": [1, 2, 3], "cpu": [1, 2, 4]}))


@pytest.fixture(scope="module")
def saved(decision):
    return json.loads(decision.report("json"))


def changed(saved, path, do):
    """A copy in which something is done with the part and the key at the end of a path."""
    found = copy.deepcopy(saved)
    *above, last = path
    part = found
    for key in above:
        part = part[key]
    do(part, last)
    return found


def without(saved, *path):
    return changed(saved, path, lambda part, key: part.__delitem__(key))


def with_(saved, value, *path):
    return changed(saved, path, lambda part, key: part.__setitem__(key, value))


def refusal(saved):
    with pytest.raises(AHPError) as caught:
        checked(saved)
    return str(caught.value)


def test_other_versions_wrote_fewer_keys_and_more(saved):
    for key in ("margin", "confidence", "weights", "audit", "offset", "benefit", "standing"):
        checked(without(saved, "scenarios", 0, key))
    checked(without(saved, "changes"))
    checked(without(saved, "study", "baseline"))
    checked({**saved, "new": {"a": 1}, "across_scenarios": {"anything": []}})


def test_a_missing_key_is_named(saved):
    for path, key in [
        (("version",), "version"),
        (("study",), "study"),
        (("study", "criteria"), "study.criteria"),
        (("study", "criteria", 1, "better"), "study.criteria[1].better"),
        (("scenarios",), "scenarios"),
        (("scenarios", 0, "choose"), "scenarios[0].choose"),
        (("scenarios", 0, "measurements", 2, "value"), "scenarios[0].measurements[2].value"),
    ]:
        advice = "give a report that ahp-rank --format json wrote"
        assert refusal(without(saved, *path)) == f"key '{key}' is missing; {advice}"


def test_a_wrong_value_is_named(saved):
    measured = ("scenarios", 0, "measurements", 0)
    for value, path, complaint in [
        ([], ("scenarios",), "found []: key 'scenarios' must be a list that is not empty"),
        ({}, ("scenarios",), "found {}: key 'scenarios' must be a list that is not empty"),
        (None, ("scenarios", 0), "found 'null': key 'scenarios[0]' must be an object"),
        (3, ("scenarios", 0, "scenario"), "found 3: key 'scenarios[0].scenario' must be text"),
        ("a", ("scenarios", 0, "choose"), "found 'a': key 'scenarios[0].choose' must be a list that is not"),
        (True, (*measured, "value"), "key 'scenarios[0].measurements[0].value' must be a finite number"),
        (
            float("inf"),
            ("scenarios", 0, "benefit", "a"),
            "key 'scenarios[0].benefit.a' must be a finite number",
        ),
        ("", ("study", "criteria", 0, "weight"), "must be a finite number"),
        (10**400, (*measured, "value"), "found 1000"),
        (1.5, (*measured, "run"), "must be a whole number or text"),
        ("luck", ("scenarios", 0, "by"), "found 'luck': key 'scenarios[0].by' must be one of"),
        (7, ("scenarios", 0, "standing"), "found 7: key 'scenarios[0].standing' must be an object"),
        (
            [],
            ("scenarios", 0, "standing", "names"),
            "key 'scenarios[0].standing.names' must be a list that is",
        ),
        ([1], ("scenarios", 0, "cost"), "found [1]: key 'scenarios[0].cost' must be an object"),
        (["z"], ("scenarios", 0, "choose"), "key 'scenarios[0].choose' names 'z', no alternative there"),
        (saved["scenarios"] * 2, ("scenarios",), "scenario 'default' is there twice"),
    ]:
        assert complaint in refusal(with_(saved, value, *path))


def test_what_is_no_decision_is_refused():
    newer = "found 'ahp.decision/2': key 'schema' must be 'ahp.decision/1'; update ahp-rank"
    for given_, complaint in [
        (None, "this is no decision; give a report that ahp-rank --format json wrote"),
        ([], "this is no decision;"),
        ({}, "this is no decision: key 'schema' is not 'ahp.decision/1';"),
        ({"schema": "ahp.hierarchy/1"}, "this is no decision: key 'schema' is not"),
        ({"schema": "ahp.decision/2"}, newer),
    ]:
        assert refusal(given_).startswith(complaint)


EXAMPLES = Path(__file__).parents[2] / "examples"


def planned_all(document, format):
    """Plan every figure that can be drawn of a document."""
    del format
    for kind, entry in KINDS.items():
        if entry.schema == document.get("schema"):
            for scenario in [None] if entry.each == "document" else scenarios_in(document):
                with suppress(ahp.FigureError):
                    planned(document, kind, scenario)


REPORTS = {
    "decision": (render, [name for name in FORMATS if name != "json"]),
    "hierarchy": (render_hierarchy, [name for name in HIERARCHY_FORMATS if name != "json"]),
    "merits": (render_hierarchy, [name for name in HIERARCHY_FORMATS if name != "json"]),
    "network": (render_hierarchy, [name for name in HIERARCHY_FORMATS if name != "json"]),
    "history": (render_history, [name for name in HISTORY_FORMATS if name != "json"]),
}


@pytest.fixture(scope="module")
def documents(tmp_path_factory):
    measured = ahp.read(EXAMPLES / "pg_wal_runs.csv")
    decision = ahp.rank(measured, confidence=0.95, resamples=200)
    nights = tmp_path_factory.mktemp("nights")
    for night in "123":
        (nights / f"{night}.json").write_text(decision.report("json"))
    found = {
        "decision": decision.to_dict(),
        "hierarchy": ahp.judge(mixed()),
        "merits": ahp.judge(ahp.Merits.from_dict(SERVICE), synthesis="subtractive"),
        "network": ahp.judge(ahp.Network.from_dict(RESERVOIR)),
        "history": ahp.read_history(nights).to_dict(),
    }
    return {name: json.loads(json.dumps(document)) for name, document in found.items()}


def places(part: object, path: tuple = ()) -> Iterator[tuple]:
    """Yield the path of everything in a document."""
    if path:
        yield path
    entries = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for key, entry in entries:
        yield from places(entry, (*path, key))


def damaged(document, random: Random):
    """Return a copy in which one thing is missing or is something else, and what that is."""
    path = random.choice([p for p in places(document) if p != ("schema",)])
    if random.random() < 0.4:
        return without(document, *path), path
    other = random.choice([None, 7, -1.5, float("nan"), "word", [], {}, [None], {"a": None}, True])
    return with_(document, other, *path), path


@given(st.randoms(use_true_random=False))
def test_any_damage_of_a_previous_decision_is_one_clear_error_or_none(decision, saved, random):
    document, _ = damaged(saved, random)
    told = ""
    try:
        compared = ahp.compare(decision, document)
        kept = history([Written("1.json", checked(document)), Written("2.json", decision.to_dict())])
    except AHPError as error:
        told = str(error)
    else:
        assert all(compared.report(format) for format in ("text", "json", "markdown"))
        assert all(kept.report(format) for format in HISTORY_FORMATS)
    assert "\n" not in told


@pytest.mark.slow
@pytest.mark.parametrize("kind", REPORTS)
def test_a_damaged_document_is_told_or_reported(documents, kind):
    report, formats = REPORTS[kind]
    random, told = Random(3), 0
    for _ in range(150):
        document, place = damaged(documents[kind], random)
        for do, format in ((report, random.choice(formats)), (planned_all, None)):
            try:
                do(document, format)
            except ahp.AHPError as error:
                told += "key '" in str(error)
            except Exception as error:
                pytest.fail(f"{do.__name__} as {format} without {place}: {error!r}")
    assert told > (
        8 if kind == "merits" else 20
    )  # most of merits is hierarchies, of which the key is not told


def test_what_is_seen_only_while_a_figure_is_drawn_is_told(documents, tmp_path):
    document = with_(documents["history"], {}, "entries", 1, "entry")
    with pytest.raises(ahp.InputError, match=r"^found {}: key 'entries\[1\]\.entry' must be a whole number"):
        draw(document, "history")
    document = without(documents["decision"], "inputs", 0, "sha256")
    with pytest.raises(ahp.InputError, match=r"^key 'inputs\[0\]\.sha256' is missing"):
        svg(document, "priorities", document["scenarios"][0]["scenario"])
    with pytest.raises(ahp.InputError, match=r"^key 'inputs\[0\]\.sha256' is missing"):
        ahp.save_figures(document, tmp_path, "svg", "priorities")


def test_a_document_that_is_nested_too_deeply_or_whose_parts_do_not_fit_is_told(documents):
    deep: dict = {}
    for _ in range(50_000):
        deep = {"further": deep}
    for format in ("json", "html"):
        with pytest.raises(ahp.InputError, match="nested too deeply"):
            render({**documents["decision"], "extra": deep}, format)
    document = copy.deepcopy(documents["decision"])
    document["scenarios"][0]["alternatives"].append("stranger")
    with pytest.raises(ahp.InputError, match="the parts of this document do not fit: KeyError"):
        render(document, "markdown")
