import pytest
from ingest.damage import INPUTS

from ahp.errors import InputError
from ahp.ingest.readers.printed import Printed
from ahp.ingest.readers.sysbench_report import Report

FOLDER = INPUTS / "sysbench"


def report(name: str) -> Report:
    return Report(Printed.of((FOLDER / name).read_text()))


@pytest.mark.parametrize(
    ("name", "unit", "rates"),
    [
        ("oltp_baseline_r1.stdout.txt", "1/s", 1),
        ("memory.stdout.txt", "op/s", 1),
        ("v0.5_memory.txt", "op/s", 1),
        ("cpu.stdout.txt", "events/s", 1),
        ("v1.1_cpu.txt", "events/s", 1),
        ("v1.0_threads.txt", "events/s", 0),
        ("v0.5_fileio.txt", "io/s", 1),
        ("fileio.stdout.txt", "io/s", 3),
        ("v1.1_fileio.txt", "io/s", 3),
        ("v1.1_checkpoints.txt", "events/s", 2),
    ],
)
def test_each_test_has_its_kind_of_rate(name, unit, rates):
    found = report(name)
    assert (found.unit, len(found.rates)) == (unit, rates)


def test_only_the_coming_version_has_a_report_without_a_time():
    assert report("v1.1_fileio.txt").times == []
    text = (FOLDER / "fileio.stdout.txt").read_text()
    with pytest.raises(InputError, match="no final report"):
        Report(Printed.of(text.replace("total time", "total tine")))


def test_rows_of_a_run_carry_its_name():
    rows = list(report("v1.1_fileio.txt").rows("2"))
    assert {row.run for row in rows} == {"2"}
    assert [row.transaction for row in rows[:3]] == ["read", "write", "fsync"]


def test_a_mean_outside_of_its_bounds_is_refused():
    text = (FOLDER / "v1.1_fileio.txt").read_text()
    with pytest.raises(InputError, match="the mean does not agree"):
        Report(
            Printed.of(
                text.replace(
                    "avg:                                  0.08", "avg:                                 10.08"
                )
            )
        )
