"""fio, run for a second: its report, its JSON, its terse line and its logs speak of the same run."""

import json
import subprocess
from pathlib import Path

import pytest
from endtoend.tools import output, printed, program, unable, values

import ahp


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """The outputs of one run of reads and writes, 200 of each per second, in all formats and logged."""
    folder = tmp_path_factory.mktemp("fio")
    formats = {}
    command = (
        "fio --name=t --size=4m --rw=randrw --bs=4k --ioengine=psync --rate_iops=200 --runtime=2 --time_based "
        f"--directory={folder} --write_lat_log={folder}/t --write_iops_log={folder}/t --group_reporting"
    ).split()
    for name in ("normal", "json", "terse"):
        formats[name] = printed(*command, f"--output-format={name}", into=folder / name)
        formats[f"{name}_lat"] = (folder / "t_lat.1.log").read_text()
        formats[f"{name}_iops"] = (folder / "t_iops.1.log").read_text()
    formats["all"] = printed(*command, "--output-format=normal,terse,json", into=folder / "all")
    formats["folder"] = folder
    return formats


def test_json_is_read_key_by_key(run):
    job = json.loads(run["json"].read_text())["jobs"][0]
    found = values(f"x={run['json']}")
    for name in ("read", "write"):
        assert found[name, "throughput"] == job[name]["iops"]
        for statistic in ("mean", "max"):
            exact = job[name]["lat_ns"][statistic] / 1e6
            assert found[name, f"response_time_{statistic}"] == pytest.approx(exact, rel=1e-12)
        percentiles = job[name]["clat_ns"]["percentile"]
        assert found[name, "response_time_p99"] == pytest.approx(percentiles["99.000000"] / 1e6, rel=1e-12)
    assert found["", "throughput"] == pytest.approx(job["read"]["iops"] + job["write"]["iops"], rel=1e-9)
    assert found["", "cpu_user"] == job["usr_cpu"]


def test_each_format_agrees_with_the_log_of_its_run(run):
    for name in ["normal", "json", "terse"]:
        found = values(f"x={run[name]}")
        assert 0 < found["read", "throughput"] <= 204, name  # as was asked for, or what a busy machine gave
        lines = [[int(cell) for cell in line.split(",")] for line in run[f"{name}_lat"].splitlines()]
        for code, direction in enumerate(("read", "write")):
            times = [line[1] / 1e6 for line in lines if line[2] == code]
            mean = sum(times) / len(times)
            # The report has two decimals of a microsecond, the log whole nanoseconds.
            assert found[direction, "response_time_mean"] == pytest.approx(mean, rel=1e-3, abs=6e-6)
            assert found[direction, "response_time_max"] == pytest.approx(max(times), rel=1e-3, abs=1.1e-3)
            assert found[direction, "throughput"] == pytest.approx(len(times) / 2, rel=0.01)


def test_the_log_of_every_io_is_read(run):
    folder = run["folder"]
    (folder / "again_lat.1.log").write_text(run["json_lat"])
    (folder / "again_iops.1.log").write_text(run["json_iops"])
    from_json = values(f"x={run['json']}")
    from_log = values(f"x={folder}/again_lat.1.log", f"x={folder}/again_iops.1.log")
    for direction in ("read", "write"):
        for measure in ("response_time_mean", "response_time_max"):
            assert from_log[direction, measure] == pytest.approx(from_json[direction, measure], rel=1e-6)
        rate = from_json[direction, "throughput"]
        assert from_log[direction, "throughput"] == pytest.approx(rate, rel=0.02)


def test_formats_among_each_other_are_read_once(run):
    text = run["all"].read_text()
    job = json.loads(text[text.index("\n{") : text.rindex("\n}") + 2])["jobs"][0]
    assert values(f"x={run['all']}")["read", "throughput"] == job["read"]["iops"]


def test_windows_are_read_from_their_logs(tmp_path):
    output(
        *f"fio --name=w --size=4m --rw=read --bs=4k --ioengine=psync --rate_iops=500 --runtime=2 --time_based "
        f"--directory={tmp_path} --write_iops_log={tmp_path}/w --log_avg_msec=250".split()
    )
    log = tmp_path / "w_iops.1.log"
    rates = [int(line.split(",")[1]) for line in log.read_text().splitlines()]
    assert values(f"x={log}")["read", "throughput"] == pytest.approx(sum(rates) / len(rates))
    assert values(f"x={log}")["", "throughput"] == pytest.approx(500, rel=0.05)


def test_a_job_that_fails_is_refused(tmp_path):
    target = Path("/dev/full")
    if not target.exists():
        unable("refuse to write; there is no /dev/full")
    command = f"fio --name=f --filename={target} --rw=write --bs=4k --size=64k --output-format=json"
    command = [program("fio"), *command.split()[1:]]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    (tmp_path / "failed.json").write_text(done.stdout)
    with pytest.raises(ahp.FailedRunError, match="job 'f' failed"):
        ahp.read(f"x={tmp_path}/failed.json")
