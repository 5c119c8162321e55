import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    located,
    numbers,
    reading_of,
)

from ahp.errors import InputError
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.fio_normal import FioNormalReader

READER = FioNormalReader()
ONE = (INPUTS / "fio_normal" / "logs_normal.txt").read_bytes()
STONE = (INPUTS / "fio_normal" / "stonewall_3.33.txt").read_bytes()


def test_a_group_of_fio_2_is_one_job():
    found = numbers(reading_of(READER, located("fio_normal", "group_2.21.txt")))
    assert found["", "", "", "read", "throughput"][0] == pytest.approx(442532 / 1.001, rel=1e-9)
    assert found["", "", "", "write", "response_time_p999"] == (31_000, "ns")
    assert found["", "", "", "", "cpu_system"] == (70.3, "%core")


def test_a_report_cut_before_its_last_line_of_the_group_is_noticed():
    group = ONE.decode().split("\n").index("Run status group 0 (all jobs):") + 1
    for kept in range(5, group):
        with pytest.raises(InputError):
            reading_of(READER, b"\n".join(ONE.split(b"\n")[: kept - 1]))


def test_a_job_that_is_lost_takes_its_group_with_it():
    lines = STONE.split(b"\n")
    second = next(i for i, line in enumerate(lines) if line.startswith(b"b: (groupid=1"))
    with pytest.raises(InputError, match="cut off"):
        reading_of(READER, b"\n".join(lines[:second]))


def test_the_same_job_twice_is_several_reports_of_one_run():
    with pytest.raises(InputError, match="--status-interval") as caught:
        reading_of(READER, ONE + ONE)
    assert caught.value.line == 6 + len(ONE.split(b"\n")) - 1


def test_times_keep_the_digits_that_were_printed():
    rows = {row.measure: row for row in reading_of(READER, ONE).rows if row.transaction == "read"}
    assert rows["response_time_mean"].resolution == pytest.approx(5)
    assert rows["response_time_p50"].resolution == pytest.approx(500)
    (slow,) = (
        row
        for row in reading_of(READER, STONE).rows
        if (row.transaction, row.measure) == ("read", "response_time_max")
    )
    assert (slow.value, slow.resolution) == (6_988_400, pytest.approx(50))


def test_what_was_computed_is_told():
    assert "number of I/Os and the run time" in reading_of(READER, ONE).notes[0]


def test_a_failed_job_is_refused_or_left_out_with_its_group():
    failed = STONE.replace(
        b"b: (groupid=1, jobs=1): err= 0:", b"b: (groupid=1, jobs=1): err= 5 (file:io_u.c, error=I/O error):"
    )
    with pytest.raises(InputError, match=r"job 'b' failed.*--drop-failed"):
        reading_of(READER, failed)
    left = reading_of(READER, failed, Options(failed="drop"))
    assert {row.scenario for row in left.rows} == {"a"}
    assert left.left_out == ("line 29: job 'b' failed; 'error' must be 0 (found 5)",)


@each(
    ("content", "words"),
    [
        (ONE.replace(b"IOPS=14.9k", b"IOPS=14.8k"), "the rate does not agree"),
        (ONE.replace(b"total=29793", b"total=29000"), "the rate does not agree"),
        (ONE.replace(b"total=29793,0", b"total=29793,7"), "no line of their rate"),
        (ONE.replace(b"lat (usec): min=37, max=4200", b"lat (usec): min=37 max=4200"), "damaged"),
        (ONE.replace(b"95.00th=[   83]", b"95.00th=[   8x]"), "damaged"),
        (ONE.replace(b"clat percentiles (usec)", b"clat percentiles (week)"), "damaged"),
        (ONE.replace(b"  cpu  ", b"  cpv  "), "no line 'cpu'"),
        (ONE.replace(b"issued rwts", b"issues rwts"), "no line 'issued'"),
        (ONE.replace(b"(groupid=0, jobs=1): err= 0", b"(groupid=0, jobs=1): err= x"), "damaged"),
        (b"nothing\n", "no job did any I/O"),
    ],
)
def test_what_cannot_be_understood_is_refused(content, words):
    with pytest.raises(InputError, match=words) as caught:
        reading_of(READER, content)
    assert caught.value.line is not None
