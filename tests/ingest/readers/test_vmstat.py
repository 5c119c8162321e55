from datetime import datetime
from itertools import pairwise

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
from ingest.readers.micro import beside, caveats, mean, refusal, samples

from ahp.ingest.readers.vmstat import VmstatReader

READER = VmstatReader()
EXPECTED = expected("vmstat")
TEXT = (INPUTS / "vmstat" / "vmstat.txt").read_text()


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("vmstat", file))), EXPECTED[file])


def test_only_its_own_samples_are_recognised():
    assert recognised(READER) == samples("own/sysstat", [*EXPECTED])


def independent(text: str) -> Numbers:
    """Column by column, the first row left out."""
    lines = [line.split() for line in text.splitlines() if not line.lstrip().startswith(("procs", "--procs"))]
    heading, *rows = [words for words in lines if words]
    at = [[heading.index(name) for name in kind if name in heading] for kind in (("us", "gu"), ("sy",))]
    ends = [
        datetime.fromisoformat(" ".join(words[len(heading) - 1 :])) if "-" in words[-2] else None
        for words in rows
    ]
    spans = [b and (b - a).total_seconds() for a, b in pairwise(ends)]
    sums = [[sum(float(words[i]) for i in kind) for kind in at] for words in rows[1:]]
    return mean([(span, *both) for span, both in zip(spans, sums, strict=True)])


@pytest.mark.parametrize("file", beside("vmstat"))
def test_damage_is_refused_or_read_as_it_stands(file):
    read = survivors(READER, (INPUTS / "vmstat" / file).read_bytes(), independent)
    assert not {"empty", "doubled"} & read


def test_the_first_row_is_since_the_machine_started():
    assert "left out" in caveats(READER, TEXT)
    assert "its only row is, without -y, the average since the machine started" in refusal(
        READER, "".join(TEXT.splitlines(keepends=True)[:3])
    )


def test_headings_come_again_on_every_screen():
    title, heading, first, *rest = TEXT.splitlines()
    text = "\n".join([title, heading, first, rest[0], title, heading, *rest[1:]])
    assert numbers(reading_of(READER, text.encode())) == numbers(reading_of(READER, TEXT.encode()))


def test_a_row_cut_short_is_refused_with_its_line():
    assert "line 6" in refusal(READER, TEXT.rstrip()[:-6])
