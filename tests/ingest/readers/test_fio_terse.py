import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    equal,
    numbers,
    reading_of,
)

from ahp.errors import InputError
from ahp.ingest.readers.fio_terse import FioTerseReader

READER = FioTerseReader()
V3 = (INPUTS / "fio_terse" / "randrw_terse_v3.txt").read_bytes()
V5 = (INPUTS / "fio_terse" / "randread_terse_v5.txt").read_bytes()


def field(content: bytes, position: int, value: bytes) -> bytes:
    fields = content.split(b";")
    fields[position] = value
    return b";".join(fields)


@each("end", [3, 40, 90, 200, 400, 700, 900, 1070, 1077])
def test_a_line_that_is_cut_short_is_refused(end):
    with pytest.raises(InputError, match=r"fields|no line|starts with"):
        reading_of(READER, V3[:end])


def test_a_description_may_stand_last():
    wanted = numbers(reading_of(READER, V3))
    equal(numbers(reading_of(READER, V3.rstrip(b"\n") + b";as on the old machine\n")), wanted)


def test_notes_around_the_lines_are_passed_over():
    equal(numbers(reading_of(READER, b"fio: a note\n\n" + V3 + b"\n")), numbers(reading_of(READER, V3)))


def test_jobs_of_one_group_are_merged():
    second = V3.replace(b";randrw70;", b";other;").replace(b";24;5093;", b";24;6093;")
    reading = reading_of(READER, V3 + second)
    values = numbers(reading)
    assert values["", "", "", "read", "throughput"] == (2 * 20957, "io/s")
    assert not any("_p" in key[4] for key in values)
    assert any("--group_reporting" in caveat for caveat in reading.caveats)


@each(
    ("content", "words"),
    [
        (field(V3, 4, b"5"), "job 'randrw70' failed"),
        (field(V3, 7, b"many"), "field 8'.*a number is needed"),
        (field(V3, 87, b"1.3"), "field 88'.*a percentage is needed"),
        (field(V3, 0, b"6"), "starts with its version"),
        (field(V3, 1, b"randrw70"), "starts with its version"),
        (field(V3, 0, b"4"), "found 130 fields; terse version 4 has 162"),
        (V3.rstrip(b"\n") + b";1;2;3\n", "found 133 fields"),
        (V5 + V5, "stands in line 1 already"),
        (b"randrw70: (g=0): rw=randrw\n", "no line of terse output"),
    ],
)
def test_what_cannot_be_understood_is_refused(content, words):
    with pytest.raises(InputError, match=words) as caught:
        reading_of(READER, content)
    assert caught.value.line is not None
