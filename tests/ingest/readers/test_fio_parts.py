from ahp.ingest.jsontext import Digits
from ahp.ingest.readers.fio_parts import PERCENTILES, Direction, Job, kinds_of


def test_the_directions_of_all_jobs_stand_one_after_the_other():
    zero = Digits("0", 1)
    read, write = (Direction(name, 1.0, 1.0, None, None, None) for name in ("read", "write"))
    jobs = [Job("a", "0", zero, zero, zero, (read,)), Job("b", "0", zero, zero, zero, (write, read))]
    assert kinds_of(jobs) == [read, write, read]


def test_every_percentile_is_the_end_of_a_measure():
    from ahp.evidence.measures import MEASURES

    assert all(f"response_time_{end}" in MEASURES for end in PERCENTILES.values())
