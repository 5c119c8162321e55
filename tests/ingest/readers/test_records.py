import json

import pytest
from ingest.damage import (
    INPUTS,
    Numbers,
    cuts,
    equal,
    expected,
    located,
    numbers,
    reading_of,
    recognised,
    survivors,
)

from ahp.errors import InputError
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.records import RecordsReader
from ahp.ingest.readers.table import TableReader
from ahp.ingest.sources import Source

READER = RecordsReader()
EXPECTED = expected("records")
LIST = (INPUTS / "records" / "list.json").read_bytes()
LINES = (INPUTS / "records" / "lines.jsonl").read_bytes()


def by_key(text: str) -> Numbers:
    records = (
        json.loads(text)
        if text.lstrip()[0] == "["
        else [json.loads(line) for line in text.split("\n") if line.strip()]
    )
    keys = dict.fromkeys(key for record in records for key in record)
    table = {key: [record.get(key) for record in records] for key in keys}
    return numbers(TableReader().read(Source("independent", table=table), Options()))


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("records", file))), EXPECTED[file])


def test_no_sample_of_a_harness_is_taken():
    assert recognised(READER) == set()
    assert READER.matches(LIST.decode())
    assert READER.matches(LINES.decode())


@pytest.mark.parametrize(
    "head", ["[", "{}", "[{}]", '{"alternative": ["a"]}', '[{"tps": 1}]', "alternative,tps\n"]
)
def test_what_are_no_records_is_not_taken(head):
    assert not READER.matches(head)


def test_a_record_stands_on_the_line_on_which_it_starts():
    assert {row.line for row in reading_of(READER, LIST).rows} == {1, 2}
    assert {row.line for row in reading_of(READER, LINES).rows} == {1, 2}


@pytest.mark.parametrize("content", [LIST, LINES], ids=["list", "lines"])
def test_damage_is_refused_or_read_as_it_stands(content):
    assert "empty" not in survivors(READER, content, by_key)


def test_a_list_that_is_cut_or_doubled_is_refused():
    read = survivors(READER, LIST, by_key, flips=1)
    assert cuts(read) == []
    assert not read & {"empty", "doubled"}


def test_a_lacking_key_is_a_missing_value_and_keys_may_be_mapped():
    content = b'[{"name": "a", "speed": 3}, {"name": "b", "speed": 4, "p99_ms": 2}]'
    reading = reading_of(READER, content, Options({"throughput_tps": "speed"}))
    assert numbers(reading)["", "b", "", "", "throughput"] == (4, "1/s")
    assert [row.found for row in reading.rows if row.value is None] == [""]


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        (b'[{"alternative": "a", "tps": 1},\n {"alternative": "b", "tps": "much"}]', 2, "a number is needed"),
        (b'[{"alternative": "a", "tps": 1},\n {"alternative": "", "tps": 1}]', 2, "has no name"),
        (b'[{"alternative": "a", "tps": 1, "tps": 2}]', 1, "stands twice"),
        (b'[{"alternative": "a"},\n {"alternative": "b", "tps": {"mean": 1}}]', 2, "plain values"),
        (b'[{"alternative": "a"},\n 3]', 2, "plain values"),
        (b'{"alternative": "a"} {"alternative": "b"}', 1, "its own line"),
        (b'{"alternative": "a"}\n{"alternative": "a"}', 2, "stands in line 1 already"),
        (b'[{"alternative": "a"}, {"alternative": "a"}]', 1, "stands in line 1 already"),
        (b'[{"alternative": "a", "tps": 1}]\n[]', 1, "something follows it"),
        (b'[{"alternative": "a", "tps": 1},\n]', 2, "a record is needed"),
        (b'[{"alternative": "a", "tps": 1e999}]', 1, "finite"),
        (b"3", 1, "start with"),
    ],
)
def test_what_cannot_be_understood_is_refused(content, line, words):
    with pytest.raises(InputError, match=words) as caught:
        reading_of(READER, content)
    assert caught.value.line == line
