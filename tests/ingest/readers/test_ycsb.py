"""What is special to the readers of ycsb; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import pytest
from ingest.cases import each
from ingest.damage import CHANGED, caveats, equal, expected, located, numbers, reading_of, refusal

import ahp
from ahp.ingest.readers.ycsb_json import YcsbJsonReader

# --- ycsb ---------------------------------------------------------------------------------------------------


MIXED = (CHANGED / "ycsb/mixed.txt").read_bytes()


SERIES = (CHANGED / "ycsb/series.txt").read_bytes()


# --- ycsb_json ----------------------------------------------------------------------------------------------


YCSB_JSON = YcsbJsonReader()
TEXT_EXPECTED = expected("ycsb")


def pretty(entry: tuple[str, str, str]) -> str:
    """One object as Jackson's pretty printer writes it."""
    name, what, value = entry
    return f'{{\n  "metric" : "{name}",\n  "measurement" : "{what}",\n  "value" : {value}\n}}'


def entries(text: str) -> list[tuple[str, str, str]]:
    cells = [line.split(", ") for line in text.splitlines() if line.startswith("[")]
    return [(name[1:-1], what, value) for name, what, value in (c for c in cells if len(c) == 3)]


def one_after_another(text: str) -> str:
    return " ".join(pretty(entry) for entry in entries(text))


def as_list(text: str) -> str:
    return "[ " + ", ".join(pretty(entry) for entry in entries(text)) + " ]"


@each("form", [one_after_another, as_list])
@each("file", TEXT_EXPECTED)
def test_the_numbers_are_those_of_the_text(file, form):
    text = located("ycsb", file).read_text()
    equal(numbers(reading_of(YCSB_JSON, form(text).encode())), TEXT_EXPECTED[file])


def test_what_is_wrong_is_refused_in_ycsb_json():
    assert "the run did not finish" in refusal(YCSB_JSON, as_list("[READ], Operations, 5"))
    assert "no measurement" in refusal(YCSB_JSON, '[{"metric": "READ", "measurement": 5, "value": 5}]')
    assert "not whole JSON" in refusal(YCSB_JSON, as_list(MIXED.decode())[:-2])
    assert "is missing" in refusal(YCSB_JSON, '[{"metric": "READ", "measurement": "x"}]')


def test_caveats_are_those_of_the_text_where_they_apply():
    told = caveats(YCSB_JSON, as_list(SERIES.decode()))
    assert "begin when an operation is sent" in told
    assert "-target" not in told


def test_it_is_read_without_being_told_how_and_operations_add_up(tmp_path):
    files = {}
    for name, factor in (("a", "50.0"), ("b", "100.0")):
        files[name] = tmp_path / f"{name}.json"
        text = SERIES.decode().replace(
            "[READ], Throughput(ops/s), 50.0", f"[READ], Throughput(ops/s), {factor}"
        )
        files[name].write_text(as_list(text))
    measured = ahp.read(*(f"{name}={file}" for name, file in files.items()))
    added = ahp.Criterion("all", "benefit", ("throughput",), index="value", combine="sum")
    reads = ahp.Criterion("reads", "benefit", ("throughput",), index="value", transactions="READ")
    assert ahp.rank(measured, ahp.Study((added,)))["default"].benefit["a"] == pytest.approx(75 / 200)
    assert ahp.rank(measured, ahp.Study((reads,)))["default"].benefit["a"] == pytest.approx(50 / 150)
