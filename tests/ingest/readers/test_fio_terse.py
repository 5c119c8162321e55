import pytest
from ingest.damage import (
    INPUTS,
    Numbers,
    equal,
    expected,
    located,
    numbers,
    reading_of,
    recognised,
    survivors,
)

from ahp.errors import InputError
from ahp.ingest.readers.fio_terse import FioTerseReader

READER = FioTerseReader()
EXPECTED = expected("fio_terse")
V3 = (INPUTS / "fio_terse" / "randrw_terse_v3.txt").read_bytes()
V5 = (INPUTS / "fio_terse" / "randread_terse_v5.txt").read_bytes()


def field(content: bytes, position: int, value: bytes) -> bytes:
    fields = content.split(b";")
    fields[position] = value
    return b";".join(fields)


def by_position(text: str) -> Numbers:
    """One line of version 3, by the positions of fio's manual."""
    fields = next(line for line in text.split("\n") if line.count(";") > 30).split(";")
    found: Numbers = {}
    whole = []
    for name, at in (("read", 5), ("write", 46)):
        iops, runtime = float(fields[at + 2]), float(fields[at + 3])
        if not float(fields[at]) and not iops:
            continue
        mean, highest = float(fields[at + 34]), float(fields[at + 33])
        found["", "", "", name, "throughput"] = (iops, "io/s")
        found["", "", "", name, "response_time_mean"] = (mean, "us")
        found["", "", "", name, "response_time_max"] = (highest, "us")
        shares = dict(each.split("=") for each in fields[at + 12 : at + 32])
        shares = {float(percent[:-1]): float(value) for percent, value in shares.items()}
        for percent, end in ((50, "p50"), (90, "p90"), (95, "p95"), (99, "p99"), (99.9, "p999")):
            if percent in shares:
                found["", "", "", name, f"response_time_{end}"] = (shares[percent], "us")
        whole.append((iops, iops * runtime, mean, highest))
    count = sum(each[1] for each in whole) or 1
    found["", "", "", "", "throughput"] = (sum(each[0] for each in whole), "io/s")
    mean = sum(each[1] * each[2] for each in whole) / count
    found["", "", "", "", "response_time_mean"] = (round(mean, 6), "us")
    found["", "", "", "", "response_time_max"] = (max(each[3] for each in whole), "us")
    found["", "", "", "", "cpu_user"] = (float(fields[87].rstrip("%")), "%core")
    found["", "", "", "", "cpu_system"] = (float(fields[88].rstrip("%")), "%core")
    return found


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("fio_terse", file))), EXPECTED[file])


def test_only_terse_samples_are_taken():
    assert recognised(READER) == {
        f"own/fio/{file}" for file in EXPECTED if not file.startswith(("own/", "public/"))
    }


def test_damage_is_refused_or_read_as_it_stands():
    read = survivors(READER, V3, by_position)
    assert not read & {"empty", "doubled"}


@pytest.mark.parametrize("end", [3, 40, 90, 200, 400, 700, 900, 1070, 1077])
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


@pytest.mark.parametrize(
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
