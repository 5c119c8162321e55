from ingest.cases import each
from ingest.damage import (
    INPUTS,
    numbers,
    reading_of,
)

from ahp.ingest.readers.base import Options
from ahp.ingest.readers.records import RecordsReader

READER = RecordsReader()
LIST = (INPUTS / "records" / "list.json").read_bytes()
LINES = (INPUTS / "records" / "lines.jsonl").read_bytes()


@each("head", ["[", "{}", "[{}]", '{"alternative": ["a"]}', '[{"tps": 1}]', "alternative,tps\n"])
def test_what_are_no_records_is_not_taken(head):
    assert not READER.matches(head)


def test_a_record_stands_on_the_line_on_which_it_starts():
    assert {row.line for row in reading_of(READER, LIST).rows} == {1, 2}
    assert {row.line for row in reading_of(READER, LINES).rows} == {1, 2}


def test_a_lacking_key_is_a_missing_value_and_keys_may_be_mapped():
    content = b'[{"name": "a", "speed": 3}, {"name": "b", "speed": 4, "p99_ms": 2}]'
    reading = reading_of(READER, content, Options({"throughput_tps": "speed"}))
    assert numbers(reading)["", "b", "", "", "throughput"] == (4, "1/s")
    assert [row.found for row in reading.rows if row.value is None] == [""]
