import pytest
from ingest.cases import each
from ingest.damage import INPUTS

from ahp.errors import InputError
from ahp.ingest.readers.base import Reading
from ahp.ingest.readers.pgbench_progress import PROGRESS, of_progress
from ahp.ingest.readers.printed import Printed

LINES = (INPUTS / "pgbench" / "progress_r.stderr.txt").read_text()


def read(text: str) -> Reading:
    return of_progress(Printed.of(text))


@each(
    "line",
    [
        "progress: 1.0 s, 7.0 tps, lat 435.396 ms stddev 120.347",  # 9.4
        "progress: 2.0 s, 102.0 tps, lat 1.032 ms stddev 0.362, lag 0.092 ms",  # 9.4, -R
        "progress: 2.0 s, 102.0 tps, lat 1.032 ms stddev 0.362, lag 0.092 ms, 3 skipped",  # 9.5, -R -L
        "progress: 1455870182.3 s, 102.0 tps, lat 1.032 ms stddev 0.362",  # 9.6, --progress-timestamp
        "progress: 1.0 s, 0.0 tps, lat -nan ms stddev -nan",  # 10
        "progress: 1.0 s, 2099.0 tps, lat 1.894 ms stddev 0.959, 0 failed",  # 15
        "progress: 1.0 s, 2099.0 tps, lat 1.894 ms stddev 0.959, 4 failed, 7 retried, 9 retries",  # 15, --max-tries
        "progress: 1.0 s, 99.0 tps, lat 1.894 ms stddev 0.959, 4 failed, lag 0.100 ms, 0 skipped",  # 15
    ],
)
def test_the_lines_of_all_versions_are_known(line):
    assert PROGRESS.fullmatch(line)


def test_each_line_counts_for_the_transactions_it_stands_for():
    rows = read("progress: 1.0 s, 100.0 tps, lat 1.000 ms\nprogress: 3.0 s, 400.0 tps, lat 2.500 ms\n").rows
    assert [row.value for row in rows] == [300, (100 * 1 + 800 * 2.5) / 900]


def test_seconds_since_1970_begin_an_interval_before_the_first():
    text = "progress: 1763675000.0 s, 10.0 tps, lat 1.0 ms\nprogress: 1763675002.0 s, 20.0 tps, lat 1.0 ms\n"
    assert read(text).rows[0].value == 15


def test_a_second_without_a_transaction_has_no_response_time():
    text = (
        "progress: 1.0 s, 0.0 tps, lat -nan ms stddev -nan\nprogress: 2.0 s, 10.0 tps, lat 4.0 ms stddev 1\n"
    )
    assert [row.value for row in read(text).rows] == [5, 4]


@each(
    ("text", "words"),
    [
        (LINES + LINES, "time goes back"),
        ("progress: 1.0 s, 0.0 tps, lat -nan ms stddev -nan\n", "greater than 0"),
        ("starting vacuum...end.\n", "messages without a result"),
        (LINES.replace(" tps, lat", " tqs, lat", 1), "this line is damaged"),
    ],
)
def test_what_cannot_be_a_run_is_refused(text, words):
    with pytest.raises(InputError, match=words):
        read(text)
