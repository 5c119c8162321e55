from dataclasses import replace

from ahp.ingest.jsontext import Digits
from ahp.ingest.readers.fio_caveats import caveats_of
from ahp.ingest.readers.fio_parts import Direction, Job

ZERO = Digits("0", 1)


def job(*kinds, runtime=1000.0):
    parts = tuple(Direction(kind, 1.0, runtime, ZERO, ZERO, ZERO, {"p99": ZERO}) for kind in kinds)
    return Job("a", "0", ZERO, ZERO, ZERO, parts)


def said(*groups):
    return "\n".join(caveats_of(groups))


def test_one_job_in_one_direction_has_what_always_holds():
    assert [line.split()[0] for line in said([job("read")]).split("\n")] == ["CPU", "Percentiles"]


def test_jobs_at_once_cannot_merge_percentiles():
    assert "percentiles cannot be merged" in said([job("read"), job("read")])
    assert "upper bound" not in said([job("read"), job("read")])
    assert "upper bound" in said([job("read"), job("read", runtime=900.0)])


def test_directions_fsync_and_groups_are_told_where_they_are():
    assert "weighs each by its number" in said([job("read", "write")])
    assert "'sync'" in said([job("write", "sync")])
    assert "Each group of jobs is a scenario" in said([job("read")], [job("write")])


def test_a_rate_that_was_set_is_told():
    assert "limit's" in said([replace(job("read"), limited=True)], [job("write")])
    assert "limit's" not in said([job("read")])
