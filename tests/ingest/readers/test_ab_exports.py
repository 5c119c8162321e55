import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    located,
    numbers,
    reading_of,
)

from ahp.errors import InputError
from ahp.ingest.readers.ab_exports import AbExportsReader

READER = AbExportsReader()
FOLDER = INPUTS / "ab_exports"
SERVED = (FOLDER / "ab_percentiles.csv").read_bytes()
REQUESTS = (FOLDER / "ab_gnuplot.tsv").read_bytes()


def test_percentiles_agree_with_the_report_of_the_same_run():
    report = located("ab", "ab.txt").read_text()
    for (*_, measure), (value, _) in numbers(reading_of(READER, SERVED)).items():
        share = {"response_time_max": "100"}.get(measure, measure[-2:])
        (printed,) = (line.split()[1] for line in report.split("\n") if line.startswith(f" {share:>3}%"))
        assert round(value) == int(printed), measure


def test_failures_are_not_said():
    assert "does not say whether requests failed" in reading_of(READER, SERVED).caveats[0]


@each(
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
