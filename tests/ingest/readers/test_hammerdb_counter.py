from ingest.damage import (
    equal,
    expected,
    located,
    numbers,
    reading_of,
    refuses,
)

from ahp.ingest.readers.hammerdb_counter import HammerdbCounterReader

READER = HammerdbCounterReader()
EXPECTED = expected("hammerdb_counter")
refused = refuses(READER)


def sample() -> bytes:
    return located("hammerdb_counter", next(iter(EXPECTED))).read_bytes()


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
