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
from ahp.ingest.readers.ab_exports import AbExportsReader

READER = AbExportsReader()
EXPECTED = expected("ab_exports")
FOLDER = INPUTS / "ab_exports"
SERVED = (FOLDER / "ab_percentiles.csv").read_bytes()
REQUESTS = (FOLDER / "ab_gnuplot.tsv").read_bytes()
ENDS = {50: "p50", 90: "p90", 95: "p95", 99: "p99", 100: "max"}


def by_comma(text: str) -> Numbers:
    pairs = dict(line.split(",") for line in text.splitlines()[1:] if line)
    return {("", "", "", "", f"response_time_{end}"): (float(pairs[str(n)]), "ms") for n, end in ENDS.items()}


def by_tab(text: str) -> Numbers:
    times = sorted(float(line.split("\t")[4]) for line in text.splitlines()[1:] if line)
    found = {"mean": sum(times) / len(times), "max": times[-1]}
    for share, end in ((50, "p50"), (90, "p90"), (95, "p95"), (99, "p99"), (99.9, "p999")):
        rank = -(-len(times) * share // 100)
        if rank < len(times):
            found[end] = times[int(rank) - 1]
    return {("", "", "", "", f"response_time_{end}"): (value, "ms") for end, value in found.items() if value}


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("ab_exports", file))), EXPECTED[file])


def test_only_the_exports_of_ab_are_taken():
    assert recognised(READER) == {"own/wrk/ab_gnuplot.tsv", "own/wrk/ab_percentiles.csv"}


def test_damaged_percentiles_are_refused_or_read_as_they_stand():
    read = survivors(READER, SERVED, by_comma)
    assert not {what for what in read if not what.startswith("flip")}


def test_damaged_requests_are_refused_or_read_as_they_stand():
    read = survivors(READER, REQUESTS, by_tab)
    assert not read & {"empty", "doubled", "cut 1"}
    assert any("the slowest are missing" in caveat for caveat in reading_of(READER, REQUESTS).caveats)


def test_percentiles_agree_with_the_report_of_the_same_run():
    report = located("ab", "ab.txt").read_text()
    for (*_, measure), (value, _) in numbers(reading_of(READER, SERVED)).items():
        share = {"response_time_max": "100"}.get(measure, measure[-2:])
        (printed,) = (line.split()[1] for line in report.split("\n") if line.startswith(f" {share:>3}%"))
        assert round(value) == int(printed), measure


def test_failures_are_not_said():
    assert "does not say whether requests failed" in reading_of(READER, SERVED).caveats[0]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (SERVED.replace(b"50,0.683", b"51,0.683"), "from 0 to 100 are needed"),
        (SERVED[: SERVED.index(b"100,")], "from 0 to 100 are needed"),
        (SERVED.replace(b"50,0.683", b"50,0.083"), "must not fall"),
        (SERVED.replace(b"50,0.683", b"50,fast"), "damaged"),
        (REQUESTS.split(b"\n")[0] + b"\n", "only a heading"),
        (REQUESTS.split(b"\n")[0] + b"\nnow\t1\t2\t3\t9\t1\n", "ttime must be ctime . dtime"),
        (REQUESTS.split(b"\n")[0] + b"\nnow\t1\t0\t0\t0\t0\n", "half a millisecond"),
        (b"nothing\n", "neither heading"),
    ],
)
def test_what_cannot_be_understood_is_refused(content, words):
    with pytest.raises(InputError, match=words) as caught:
        reading_of(READER, content)
    assert caught.value.line is not None
