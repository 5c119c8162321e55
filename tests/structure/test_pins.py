"""What users may rely on stays: names, options, keys, and what was written by versions before."""

import json
import math

import pytest
from structure import documents, pins

import ahp
from ahp.harness.catalogue import ENGINES
from ahp.harness.plan import plan as plan_of
from ahp.harness.plan import read_plan
from ahp.harness.results import Journal
from ahp.report import FORMATS, HIERARCHY_FORMATS, HISTORY_FORMATS, render, render_hierarchy, render_history

HOW = "python tests/structure/pins.py"
KINDS = ("names", "options", "keys", "words")


def broken(pinned, present):
    """What was promised and is gone or another, as lines."""
    gone = [f"{name} is gone; it was {told}" for name, told in pinned.items() if name not in present]
    other = [
        f"{name} was {told}, and is {present[name]}"
        for name, told in pinned.items()
        if present.get(name, told) != told
    ]
    return gone + other


def unpinned(pinned, present):
    """What is new and not promised yet."""
    return [f"{name}: {told}" for name, told in present.items() if name not in pinned]


@pytest.fixture(scope="module")
def both():
    return json.loads(pins.PINNED.read_text(encoding="utf-8")), pins.present()


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_promised_is_the_same_and_what_is_new_is_promised_on_purpose(kind, both):
    pinned, present = both
    lines = broken(pinned[kind], present[kind]) + unpinned(pinned[kind], present[kind])
    assert not lines, (
        f"users rely on these {kind}: keep what is gone or another, or say so in CHANGELOG.md; what is new has to "
        f"stay once released: make it private, or run `{HOW}` and commit the difference:\n" + "\n".join(lines)
    )


def test_a_removal_a_change_and_an_addition_are_each_found():
    pinned = {"ahp.rank": "(one)", "ahp.read": "(all)"}
    assert broken(pinned, {"ahp.rank": "(one)"}) == ["ahp.read is gone; it was (all)"]
    assert broken(pinned, pinned | {"ahp.read": "?"}) == ["ahp.read was (all), and is ?"]
    assert unpinned({"ahp.rank": "(one)"}, pinned) == ["ahp.read: (all)"]


def test_the_pins_reach_into_functions_classes_options_and_documents(both):
    _, present = both
    assert "resamples: int = 10000" in present["names"]["ahp.rank"]
    assert present["names"]["ahp.Consistency.ratio"] in ("field", "property")
    assert present["names"]["ahp.Index.RELATIVE"] == "'relative'"
    assert present["options"]["ahp-rank --format"] == "Store, default 'text'"
    assert "ahp-rank --format latex" in present["options"]
    assert "ahp-bench run --until-decisive" in present["options"]
    assert present["keys"]["ahp.decision/1 scenarios[].scenario"] == "string, required"
    assert len(present["keys"]) > 300


VERSIONS = sorted(path for path in documents.KEPT.iterdir() if path.is_dir())


def of_every_version():
    return pytest.mark.parametrize("kept", VERSIONS, ids=lambda path: path.name)


def test_every_kind_of_document_of_the_present_version_is_kept(tmp_path):
    kept = documents.KEPT / ahp.__version__
    found = sorted(str(path.relative_to(kept)) for path in kept.rglob("*") if path.is_file())
    known = sorted([*documents.written(tmp_path), *(f"bench/{name}" for name in documents.BENCH)])
    assert found == known, "python tests/structure/documents.py writes them"


@of_every_version()
@pytest.mark.parametrize("name", ["decision.json", "decision_of_runs.json", "bench/report.json"])
def test_a_decision_of_every_version_is_shown(kept, name):
    document = json.loads((kept / name).read_text(encoding="utf-8"))
    for form in FORMATS:
        if form != "json":
            assert render(document, form)
    assert len(ahp.read_history(kept / name)) == 1


@of_every_version()
def test_a_decision_of_every_version_is_compared_with_the_present_one(kept):
    document = json.loads((kept / "decision.json").read_text(encoding="utf-8"))
    changes = ahp.compare(ahp.rank(ahp.read(documents.EXAMPLES / "zfs_oltp.csv")), document).changes
    assert changes is not None
    assert changes.only_before == ()
    assert [scenario.scenario for scenario in changes.scenarios if scenario.beyond_noise] == []


@of_every_version()
def test_a_history_of_every_version_is_read(kept):
    found = ahp.read_history(kept / "history.jsonl")
    assert len(found) == len(documents.NIGHTS)
    document = json.loads((kept / "history.json").read_text(encoding="utf-8"))
    assert len(document["entries"]) == len(found)
    for form in HISTORY_FORMATS:
        assert render_history(document, form)


@of_every_version()
def test_judgments_of_every_version_give_the_same_priorities(kept):
    document = json.loads((kept / "hierarchy.json").read_text(encoding="utf-8"))
    for form in HIERARCHY_FORMATS:
        assert render_hierarchy(document, form)
    for name in ("judgments.json", "hierarchy.json"):  # a report holds the hierarchy that it was made from
        hierarchy = ahp.read_hierarchy(kept / name).hierarchy
        now = hierarchy.global_priorities().to_dict()
        assert math.isclose(sum(now.values()), 1.0)
        assert now == pytest.approx(document["priorities"])


@of_every_version()
def test_results_of_a_harness_of_every_version_are_taken_up(kept, monkeypatch):
    monkeypatch.setattr(type(ENGINES["rocksdb"]), "available", lambda self: None)  # nothing is run
    folder = kept / "bench"
    plan = plan_of(read_plan(folder / "plan.toml"))
    finished = Journal(folder).finished()
    assert len(finished) == plan.runs * len(plan.alternatives)
    assert ahp.rank(ahp.read(folder / "results.csv", baseline=plan.baseline), index=plan.index).scenarios
