"""Each reader says of itself what the reference tells of it, and every measure that it names exists."""

import csv
import re
import sys
from pathlib import Path

import pytest

from ahp.evidence.measures import MEASURES
from ahp.ingest.files.open import open_source
from ahp.ingest.readers import READERS
from ahp.ingest.readers.base import Options
from ahp.ingest.tables.headings import ROLES

ROOT = Path(__file__).resolve().parents[2]
INPUTS = ROOT / "tests" / "inputs"
FOLDERS = {"fio_json": "fio"}
"""Readers whose expected values stand in a folder of another name."""

_CODE = re.compile(r"`([^`]+)`")
_NAME = re.compile(r"[a-z][a-z0-9_]*[a-z0-9]")
_SUMMED_UP = {"percentile": "response_time_p", "by their": "", "every measure": ""}
"""Words in what a reader gives that stand for measures by the beginning of their names."""


@pytest.fixture
def inputs(monkeypatch):
    """The documentation's module about the readers."""
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "_ext"))
    import inputs

    yield inputs
    del sys.modules["inputs"]


def typed(name):
    """The measures that stand in a reader's expected values."""
    path = INPUTS / FOLDERS.get(name, name) / "expected.csv"
    if not path.exists():
        return set()
    with path.open(encoding="utf-8", newline="") as lines:
        return {row["measure"] for row in csv.DictReader(lines)}


def stated(gives):
    """The names that a text states as measures: `throughput`, and `…_p99` after a response time."""
    for word in _CODE.findall(gives):
        if word.startswith("…"):
            yield f"response_time{word[1:]}"
        elif _NAME.fullmatch(word):
            yield word


def test_a_reader_says_what_it_gives_what_is_elsewhere_and_what_to_know_and_is_in_one_group(inputs):
    texts = {name: inputs.parts_of(name).values() for name in READERS}
    assert [name for name, parts in texts.items() if not all(text.endswith(".") for text in parts)] == []
    assert sorted(name for group in inputs.GROUPS.values() for name in group) == sorted(READERS)


def test_each_measure_that_a_reader_states_exists(inputs):
    unknown = {
        name: set(stated(inputs.parts_of(name)["gives"])) - set(MEASURES) - set(ROLES) - typed(name)
        for name in READERS
    }
    assert {name: words for name, words in unknown.items() if words} == {}


def test_each_measure_that_a_reader_was_seen_to_give_is_stated(inputs):
    unstated = []
    for name in READERS:
        gives = inputs.parts_of(name)["gives"]
        summed_up = tuple(start for words, start in _SUMMED_UP.items() if words in gives.casefold())
        unstated += [(name, m) for m in typed(name) - set(stated(gives)) if not m.startswith(summed_up)]
    assert unstated == []


def test_what_is_shown_of_a_file_is_read_by_the_reader(inputs):
    for name, reader in READERS.items():
        (excerpt,) = [group[name] for group in inputs.GROUPS.values() if name in group]
        source = open_source(INPUTS / excerpt.file)
        fitting = {other for other, its in READERS.items() if other != "table" and its.matches(source.head)}
        assert fitting == {name} - {"table"}
        assert any(row.value is not None for row in reader.read(source, Options()).rows), name
        lines = inputs.shown(excerpt).splitlines()
        assert len(lines) <= 10, name
        assert max(map(len, lines)) <= 90, name
        assert re.search(r"[0-9]", "".join(lines)), name


def test_every_refused_sample_is_listed(inputs):
    import tomllib

    entries = tomllib.loads((ROOT / "tests" / "ingest" / "samples.toml").read_text(encoding="utf-8"))
    page = inputs.refused()
    for entry in entries["refused"]:
        assert all(f"`{file}`" in page for file in entry["files"])
        assert entry["reason"] in page


def test_a_docstring_without_its_parts_is_found(inputs, monkeypatch):
    monkeypatch.setattr(type(READERS["wrk"]), "__doc__", "What wrk prints.\n\nGives: `throughput`.\n")
    with pytest.raises(ValueError, match="'wrk' is not in the form"):
        inputs.parts_of("wrk")
