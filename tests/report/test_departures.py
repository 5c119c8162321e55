"""A document of which no report can be made: the key that is missing or wrong is named."""

import copy
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from model.test_reversal import mixed

import ahp
from ahp.report import (
    FORMATS,
    HIERARCHY_FORMATS,
    HISTORY_FORMATS,
    history_schema,
    render,
    render_hierarchy,
    render_history,
)
from ahp.report.departures import departures_told
from ahp.report.figures import draw, svg
from ahp.report.figures.kinds import KINDS, planned, scenarios_in

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
    found = copy.deepcopy(document)
    *path, last = random.choice([p for p in places(found) if p != ("schema",)])
    part = found
    for key in path:
        part = part[key]
    if random.random() < 0.4:
        del part[last]
    else:
        part[last] = random.choice([None, 7, -1.5, "word", [], {}, [None], {"a": None}, True])
    return found, (*path, last)


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
    assert told > 20


@pytest.mark.parametrize("kind", REPORTS)
def test_each_top_key_that_is_missing_is_named(documents, kind):
    report, _ = REPORTS[kind]
    with pytest.raises(ahp.InputError, match=rf"^key 'version' is missing; .* schema ahp\.{kind}/1"):
        report({"schema": f"ahp.{kind}/1"})


@pytest.mark.parametrize("given", [None, 3, "text", [], ahp.AHPError])
@pytest.mark.parametrize("kind", REPORTS)
def test_what_is_no_document_is_told(kind, given):
    with pytest.raises(ahp.InputError, match=r"^the document must be an object; give a document of the"):
        REPORTS[kind][0](given)


def test_figures_of_a_document_without_its_parts_are_told(tmp_path):
    with pytest.raises(ahp.InputError, match="key 'version' is missing"):
        ahp.save_figures({"schema": "ahp.decision/1"}, tmp_path / "figures")
    assert not (tmp_path / "figures").exists()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda d: d["entries"].clear(), "key 'entries' is a list of 0, which is too short"),
        (lambda d: d["entries"][1].pop("scenarios"), r"key 'entries\[1\]\.scenarios' is missing"),
        (lambda d: d.update(order="size"), "key 'order' must be 'time' or 'name'"),
        (lambda d: d.update(schema="ahp.history/9"), "key 'schema' must be 'ahp.history/1'"),
        (lambda d: d["entries"][0].update(entry=True), r"key 'entries\[0\]\.entry' must be a whole number"),
        (lambda d: d["entries"][0].update(time=3), r"key 'entries\[0\]\.time' must be text or null"),
    ],
)
def test_the_first_departure_is_told(documents, change, told):
    document = copy.deepcopy(documents["history"])
    change(document)
    with pytest.raises(ahp.InputError, match=told), departures_told(document, history_schema):
        raise KeyError("something")


def test_a_name_that_another_part_lacks_is_told(documents):
    document = copy.deepcopy(documents["decision"])
    document["scenarios"][0]["alternatives"].append("stranger")
    with pytest.raises(ahp.InputError, match="the parts of this document do not fit: KeyError"):
        render(document, "markdown")


def test_what_is_seen_only_while_a_figure_is_drawn_is_told(documents, tmp_path):
    document = copy.deepcopy(documents["history"])
    document["entries"][1]["entry"] = {}
    with pytest.raises(ahp.InputError, match=r"^key 'entries\[1\]\.entry' must be a whole number"):
        draw(document, "history")
    document = copy.deepcopy(documents["decision"])
    del document["inputs"][0]["sha256"]
    for do in (
        lambda: svg(document, "priorities", document["scenarios"][0]["scenario"]),
        lambda: ahp.save_figures(document, tmp_path, "svg", "priorities"),
    ):
        with pytest.raises(ahp.InputError, match=r"^key 'inputs\[0\]\.sha256' is missing"):
            do()


@pytest.mark.parametrize("format", ["json", "html"])
def test_a_document_that_is_nested_too_deeply_is_told(documents, format):
    deep: dict = {}
    for _ in range(50_000):
        deep = {"further": deep}
    with pytest.raises(ahp.InputError, match="nested too deeply"):
        render({**documents["decision"], "extra": deep}, format)


@pytest.mark.parametrize("ax", [3, "axes", ()])
def test_what_is_no_axes_is_told(documents, ax):
    with pytest.raises(ahp.FigureError, match="ax is one Axes of Matplotlib; found"):
        draw(documents["history"], "history", ax)
