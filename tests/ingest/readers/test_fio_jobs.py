import pytest

from ahp.errors import InputError
from ahp.ingest.jsontext import Digits
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.fio_jobs import reading_of as jobs_reading
from ahp.ingest.readers.fio_parts import Direction, Job


def reading_of(jobs, unit, failed="refuse"):
    return jobs_reading(jobs, unit, Options(failed=failed))


def digits(text):
    return Digits(text, 1)


def job(name="a", group="0", error="0", **kinds):
    parts = tuple(
        Direction(
            kind, count, 1000.0, digits(str(count)), digits(mean), digits(highest), {"p99": digits("9")}
        )
        for kind, (count, mean, highest) in kinds.items()
    )
    return Job(name, group, digits(error), digits("1.5"), digits("2.50"), parts)


def values(*jobs):
    rows = reading_of(jobs, "us").rows
    return {(row.scenario, row.transaction, row.measure): (row.value, row.found) for row in rows}


def test_iops_add_means_are_weighed_and_the_largest_maximum_stands():
    found = values(job(read=(300, "1.00", "7")), job(read=(100, "2.0", "5")))
    assert found[None, "read", "throughput"] == (400, "400")
    assert found[None, "read", "response_time_mean"] == (1.25, "1.25")
    assert found[None, "read", "response_time_max"] == (7, "7")
    assert (None, "read", "response_time_p99") not in found


def test_a_single_kind_is_also_the_whole():
    found = values(job(write=(300, "1.00", "7")))
    assert found[None, "", "response_time_p99"] == found[None, "write", "response_time_p99"] == (9, "9")


def test_cpu_is_of_one_job_however_many_there_are():
    found = values(job(read=(1, "1", "1")), job(read=(1, "1", "1")))
    assert found[None, "", "cpu_user"][0] == 1.5
    assert found[None, "", "cpu_system"][0] == 2.5


def test_a_failed_job_is_refused_with_its_line():
    with pytest.raises(InputError, match="job 'a' failed") as caught:
        reading_of([job(error="5", read=(1, "1", "1"))], "us")
    assert (caught.value.line, caught.value.found) == (1, "5")


def test_jobs_without_io_are_refused():
    with pytest.raises(InputError, match="no job did any I/O"):
        reading_of([job()], "us")
    with pytest.raises(InputError, match="no job did any I/O"):
        reading_of([], "us")
