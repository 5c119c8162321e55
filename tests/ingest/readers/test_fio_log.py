from pathlib import Path

import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    located,
    numbers,
    reading_of,
)

import ahp
from ahp.errors import InputError
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.fio_log import FioLogReader

READER = FioLogReader()
FOLDER = INPUTS / "fio_log"
IOPS = (FOLDER / "iops_iops.1.log").read_bytes()
EACH = (FOLDER / "each_3.33_lat.1.log").read_bytes()
AS_IOPS, AS_LAT = Options(columns={"throughput": "iops"}), Options(columns={"response_time_mean": "lat"})


def test_windows_give_what_fio_says_of_its_own_samples():
    report = located("fio_normal", "logs_normal.txt").read_text()
    found = numbers(reading_of(READER, FOLDER / "iops_iops.1.log"))
    assert f"avg={found['', '', '', '', 'throughput'][0]:.2f}," in report


def test_what_the_values_are_stands_in_the_name_only(tmp_path):
    renamed = tmp_path / "second.log"
    renamed.write_bytes(IOPS)
    with pytest.raises(
        InputError, match=r"do not say whether they are bandwidth \(KiB/s\), I/Os per second or lat"
    ):
        reading_of(READER, renamed)
    given = ahp.read(f"x={renamed}", columns={"throughput": "iops"})
    assert given.to_frame().value.tolist() == [pytest.approx(14758.571428571)] * 2
    assert "by --map" in reading_of(READER, renamed, AS_IOPS).notes[0]
    assert "by its name" in reading_of(READER, FOLDER / "iops_iops.1.log").notes[0]


def test_submission_latency_is_no_response_time(tmp_path):
    path = tmp_path / "x_slat.1.log"
    path.write_bytes(EACH)
    with pytest.raises(InputError, match="a part of the response time only"):
        reading_of(READER, path)


def test_four_columns_of_latency_have_no_certain_unit():
    with pytest.raises(InputError, match=r"microseconds \(fio 2\) or nanoseconds"):
        reading_of(READER, FOLDER / "log_3.5_lat.1.log")


def test_offsets_without_priorities_have_none_either(tmp_path):
    path = Path(tmp_path / "x_clat.1.log")
    six = (FOLDER / "offe_3.33_clat.1.log").read_text()
    path.write_text("".join(line.rpartition(",")[0] + "\n" for line in six.splitlines()))
    with pytest.raises(InputError, match="offsets"):
        reading_of(READER, path)
    assert reading_of(READER, FOLDER / "offe_3.33_clat.1.log").count == 50


def test_what_windows_cannot_tell_is_told():
    windows = reading_of(READER, FOLDER / "lat_clat.1.log")
    assert {row.measure for row in windows.rows} == {"response_time_mean"}
    told = "\n".join(windows.caveats)
    assert "each window counts alike" in told
    assert "without the submission" in told
    assert "log_max_value" in told
    assert "nearest-rank" in "\n".join(reading_of(READER, FOLDER / "each_3.33_lat.1.log").caveats)
    assert "nothing of one direction" not in told


def test_times_of_a_clock_count_from_the_first(tmp_path):
    lines = [f"{1_795_240_000_000 + 10 * i}, 1, 0, 4096, 0" for i in range(101)]
    path = tmp_path / "x_iops.1.log"
    path.write_text("\n".join(lines))
    assert numbers(reading_of(READER, path))["", "", "", "", "throughput"] == (pytest.approx(100), "io/s")


@each(
    ("content", "words"),
    [
        (IOPS.replace(b"14704", b"147o4"), "four to seven numbers"),
        (IOPS.replace(b"500, 14704, 0, 0, 0", b"500, 14704, 0, 0"), "not like those before it"),
        (IOPS.replace(b"500, 14704, 0, 0, 0", b"500, 14704, 0, 8192, 0"), "not like those before it"),
        (IOPS.replace(b"500, 14704, 0", b"500, 14704, 3"), "four to seven numbers"),
        (IOPS + IOPS, "the time begins again"),
        (b"0, 1, 0, 8192, 0\n", "no duration"),
    ],
)
def test_what_cannot_be_understood_is_refused(content, words):
    with pytest.raises(InputError, match=words) as caught:
        reading_of(READER, content, AS_IOPS)
    assert caught.value.line is not None
