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
from ahp.ingest.readers.bonnie import BonnieReader

READER = BonnieReader()
EXPECTED = expected("bonnie")
TWICE = (INPUTS / "bonnie" / "bonnie_x2.csv").read_bytes()
REPORT = (INPUTS / "bonnie" / "bonnie_text.txt").read_bytes()
BYTES = ["putc", "put_block", "rewrite", "getc", "get_block"]
FILES = ["seq_create", "seq_stat", "seq_del", "ran_create", "ran_stat", "ran_del"]


def by_heading(text: str) -> Numbers:
    """By the names of bonnie++'s own heading, with the two that it forgets."""
    names = ["version", "program", "name", "concurrency", "seed", "size", "chunk", "seek_count", "seekers"]
    for test in [*BYTES, "seeks", None, *FILES]:
        names += [test, f"{test}_cpu"] if test else ["num", "max", "min", "dirs", "file_chunk"]
    names += [f"{test}_latency" for test in [*BYTES, "seeks", *FILES]]
    lines = [line.split(",") for line in text.split("\n") if line.startswith("1.98,")]
    labels = [line[2] for line in lines]
    found: Numbers = {}
    for number, line in enumerate(lines):
        of = dict(zip(names, line, strict=True))
        run = str(labels[: number + 1].count(of["name"])) if len(set(labels)) < len(labels) else ""
        label = of["name"] if len(set(labels)) > 1 else ""
        for test in [*BYTES, "seeks", *FILES]:
            value, share, latency = of[test], of[f"{test}_cpu"], of[f"{test}_latency"]
            measure, unit = ("bandwidth", "KiB/s") if test in BYTES else ("throughput", "ops/s")
            if value.strip("+"):
                found["", label, run, test, measure] = (float(value), unit)
            if share.strip("+"):
                found["", label, run, test, "cpu"] = (float(share), "%core")
            if latency:
                digits = latency.rstrip("ums")
                found["", label, run, test, "response_time_max"] = (float(digits), latency[len(digits) :])
    return found


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("bonnie", file))), EXPECTED[file])


def test_only_bonnie_is_taken():
    assert recognised(READER) == {"public/bonnie/bonnie-plus-plus-sample.txt"}


@pytest.mark.parametrize("content", [TWICE, REPORT], ids=["twice", "report"])
def test_damage_is_refused_or_read_as_it_stands(content):
    assert not survivors(READER, content, by_heading) & {"empty", "doubled"}


def test_a_line_of_1_03_that_is_damaged_is_refused_or_read_as_it_stands():
    def by_position(text: str) -> Numbers:
        """Speeds stand at 2, 4, …, seeks at 12, files from 15 on; each before its CPU."""
        cells = text.strip().split(",")
        found: Numbers = {}
        places = {**{test: 2 + 2 * i for i, test in enumerate([*BYTES, "seeks"])}}
        places |= {test: 15 + 2 * i for i, test in enumerate(FILES)}
        for test, at in places.items():
            measure, unit = ("bandwidth", "KiB/s") if test in BYTES else ("throughput", "ops/s")
            for name, cell, of in ((measure, cells[at], unit), ("cpu", cells[at + 1], "%core")):
                if cell.strip("+"):
                    found["", "", "", test, name] = (float(cell), of)
        return found

    old = (INPUTS / "bonnie" / "old_1_03.csv").read_bytes()
    assert not survivors(READER, old, by_position) & {"empty", "doubled"}


def test_what_was_too_fast_is_missing_and_told():
    reading = reading_of(READER, TWICE)
    row = next(row for row in reading.rows if row.transaction == "rewrite" and row.measure == "bandwidth")
    assert (row.value, row.found) == (None, "+++++")
    assert any("half a second" in caveat for caveat in reading.caveats)


def test_names_are_alternatives_where_there_are_several():
    first, second = TWICE.decode().splitlines()[1:]
    both = f"{first}\n{second.replace(',lz4,', ',zstd,')}\n"
    rows = reading_of(READER, both.encode()).rows
    assert {(row.alternative, row.run) for row in rows} == {("lz4", None), ("zstd", None)}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (TWICE.replace(b"1.98,2.00a", b"2.98,2.00a"), "a line of format"),
        (TWICE.replace(b",1862,", b",many,"), "a number is needed"),
        (TWICE.replace(b",4091us", b",4091"), "a time such as"),
        (TWICE.replace(b",660us", b""), "a line of format"),
        (TWICE + TWICE, "stands in line 2 already"),
        (TWICE.split(b"\n")[0], "no CSV line"),
    ],
)
def test_what_cannot_be_understood_is_refused(content, words):
    with pytest.raises(InputError, match=words) as caught:
        reading_of(READER, content)
    assert caught.value.line is not None
