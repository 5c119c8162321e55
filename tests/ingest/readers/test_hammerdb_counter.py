import itertools

import pytest
from ingest.damage import (
    Numbers,
    equal,
    expected,
    located,
    numbers,
    reading_of,
    recognised,
    refuses,
    survivors,
)

from ahp.ingest.readers.hammerdb_counter import HammerdbCounterReader

READER = HammerdbCounterReader()
EXPECTED = expected("hammerdb_counter")
refused = refuses(READER)


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("hammerdb_counter", file))), EXPECTED[file])


def sample() -> bytes:
    return located("hammerdb_counter", next(iter(EXPECTED))).read_bytes()


def independent(text: str) -> Numbers:
    """Rates with their clock, of a log that begins with a rate of 0 and has no shutdown."""
    rates = []
    for line in text.splitlines():
        if " tpm @ " in line:
            hours, minutes, seconds = line.split(" @ ")[1].split()[3].split(":")
            rates.append((int(line.split()[0]), int(hours) * 3600 + int(minutes) * 60 + int(seconds)))
    middle = sorted(rate for rate, _ in rates)[len(rates) // 2]
    steps = [(rate, now - before) for (_, before), (rate, now) in itertools.pairwise(rates)]
    if rates[0][0] > 0.1 * middle:
        steps.insert(0, (rates[0][0], steps[0][1] if steps else 1))
    busy = [i for i, (rate, _) in enumerate(steps) if rate > 0.1 * middle]
    steps = steps[busy[0] : busy[-1] + 1]
    rate = sum(rate * step for rate, step in steps) / sum(step for _, step in steps)
    return {("", "", "", "", "throughput"): (rate, "1/min")}


def test_only_counters_are_recognised():
    assert recognised(READER) == set(EXPECTED)


def test_a_damaged_log_is_refused_or_read_as_it_stands():
    assert "doubled" not in survivors(READER, sample(), independent)


def test_what_is_wrong_is_named():
    lines = sample().splitlines(keepends=True)
    assert refused(b"".join([*lines[:9], *lines[4:]]), "time goes back").line == 10
    assert refused(b"".join(lines[:3]), "greater than 0").line == 3
    assert refused(lines[0], "no rate was counted").line == 1
    assert refused(sample().replace(b"324540 PostgreSQL tpm", b"32x540 PostgreSQL tpm"), "damaged").line == 4


def test_the_shutdown_is_left_out():
    tail = b"78 PostgreSQL tpm @ Thu Jun 30 22:45:20 UTC 2022\n"
    equal(numbers(reading_of(READER, sample() + tail)), numbers(reading_of(READER, sample())))
    assert "one database only" in reading_of(READER, sample()).caveats[0]
