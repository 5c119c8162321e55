from ingest.damage import (
    INPUTS,
    numbers,
    reading_of,
)
from ingest.readers.micro import caveats, refusal

from ahp.ingest.readers.vmstat import VmstatReader

READER = VmstatReader()
TEXT = (INPUTS / "vmstat" / "vmstat.txt").read_text()


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
