"""A document that comes back: what is needed is there, what is wrong is named by its key."""

import copy
import json

import pytest
from decision.nights import Written
from hypothesis import given
from hypothesis import strategies as st

import ahp
from ahp.decision.history import history
from ahp.errors import AHPError
from ahp.report.history import HISTORY_FORMATS
from ahp.report.loading import checked


@pytest.fixture(scope="module")
def decision():
    return ahp.rank(ahp.read({"alternative": ["none", "a", "b"], "tps": [1, 2, 3], "cpu": [1, 2, 4]}))


@pytest.fixture(scope="module")
def document(decision):
    return json.loads(decision.report("json"))


def without(document, *path):
    found = copy.deepcopy(document)
    part = found
    for key in path[:-1]:
        part = part[key]
    del part[path[-1]]
    return found


def with_(document, value, *path):
    found = copy.deepcopy(document)
    part = found
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return found


def refusal(document):
    with pytest.raises(AHPError) as caught:
        checked(document)
    return str(caught.value)


def test_every_example_passes(examples):
    for path in ("zfs_oltp.csv", "tokudb_iibench.csv", "oracle_tablespace.csv"):
        study = examples / path.replace(".csv", ".toml")
        chosen = ahp.Study.from_toml(study) if study.exists() else None
        document = json.loads(ahp.rank(ahp.read(examples / path), chosen).report("json"))
        assert checked(document) is document


def test_other_versions_wrote_fewer_keys_and_more(document):
    for key in ("margin", "confidence", "weights", "audit", "offset", "benefit"):
        checked(without(document, "scenarios", 0, key))
    checked(without(document, "changes"))
    checked(without(document, "study", "baseline"))
    checked({**document, "new": {"a": 1}, "across_scenarios": {"anything": []}})


@pytest.mark.parametrize(
    ("path", "key"),
    [
        (("version",), "version"),
        (("study",), "study"),
        (("study", "criteria"), "study.criteria"),
        (("study", "criteria", 1, "better"), "study.criteria[1].better"),
        (("scenarios",), "scenarios"),
        (("scenarios", 0, "choose"), "scenarios[0].choose"),
        (("scenarios", 0, "measurements", 2, "value"), "scenarios[0].measurements[2].value"),
    ],
)
def test_a_missing_key_is_named(document, path, key):
    advice = "give a report that ahp-rank --format json wrote"
    assert refusal(without(document, *path)) == f"key '{key}' is missing; {advice}"


@pytest.mark.parametrize(
    ("value", "path", "complaint"),
    [
        ([], ("scenarios",), "found []: key 'scenarios' must be a list that is not empty"),
        ({}, ("scenarios",), "found {}: key 'scenarios' must be a list that is not empty"),
        (None, ("scenarios", 0), "found 'null': key 'scenarios[0]' must be an object"),
        (3, ("scenarios", 0, "scenario"), "found 3: key 'scenarios[0].scenario' must be text"),
        ("a", ("scenarios", 0, "choose"), "found 'a': key 'scenarios[0].choose' must be a list that is not"),
        (
            True,
            ("scenarios", 0, "measurements", 0, "value"),
            "found True: key 'scenarios[0].measurements[0].value' must be a finite number",
        ),
        (
            float("inf"),
            ("scenarios", 0, "benefit", "a"),
            "found inf: key 'scenarios[0].benefit.a' must be a finite number",
        ),
        ("", ("study", "criteria", 0, "weight"), "must be a finite number"),
        (1.5, ("scenarios", 0, "measurements", 0, "run"), "must be a number or text"),
        ([1], ("scenarios", 0, "cost"), "found [1]: key 'scenarios[0].cost' must be an object"),
        (
            ["z"],
            ("scenarios", 0, "choose"),
            "key 'scenarios[0].choose' names 'z', no alternative there",
        ),
    ],
)
def test_a_wrong_value_is_named(document, value, path, complaint):
    assert complaint in refusal(with_(document, value, *path))


def test_a_scenario_stands_there_once(document):
    twice = with_(document, document["scenarios"] * 2, "scenarios")
    assert refusal(twice).startswith("scenario 'default' is there twice")


@pytest.mark.parametrize(
    ("given_", "complaint"),
    [
        (None, "this is no decision; give a report that ahp-rank --format json wrote"),
        ([], "this is no decision;"),
        ({}, "this is no decision: key 'schema' is not 'ahp.decision/1';"),
        ({"schema": "ahp.hierarchy/1"}, "this is no decision: key 'schema' is not"),
        (
            {"schema": "ahp.decision/2"},
            "found 'ahp.decision/2': key 'schema' must be 'ahp.decision/1'; update ahp-rank",
        ),
    ],
)
def test_what_is_no_decision_is_refused(given_, complaint):
    assert refusal(given_).startswith(complaint)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(st.data())
def test_any_damage_is_one_clear_error_or_none(decision, document, data):
    """Whatever stands at any place: the gate refuses with our own error, or the document can be compared."""
    found = copy.deepcopy(document)
    part = found
    for _ in range(data.draw(st.integers(0, 5))):
        keys = list(part) if isinstance(part, dict) else list(range(len(part)))
        if not keys:
            break
        key = data.draw(st.sampled_from(keys))
        if not isinstance(part[key], dict | list) or data.draw(st.booleans()):
            part[key] = data.draw(JSON)
            break
        part = part[key]
    told = ""
    try:
        compared = ahp.compare(decision, found)
        kept = history([Written("1.json", checked(found)), Written("2.json", decision.to_dict())])
    except AHPError as error:
        told = str(error)
    else:
        for format in ("text", "json", "markdown"):
            assert compared.report(format)
        for format in HISTORY_FORMATS:
            assert kept.report(format)
    assert "\n" not in told
