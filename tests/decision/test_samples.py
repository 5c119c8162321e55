import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from decision.frames import framed_at

import ahp
from ahp.decision.samples import samples_of


def samples(runs, **columns):
    """The samples of none, a and b, each with so many runs."""
    names = [name for name, count in runs.items() for _ in range(count)]
    order = [run for count in runs.values() for run in range(1, count + 1)]
    measurements = ahp.read({"alternative": names, "run": order, **columns})
    return samples_of(measurements, framed_at(measurements, "default", "none")[2])


def test_runs_stand_in_their_columns_the_baseline_last():
    found = samples({"none": 2, "a": 2, "b": 2}, block=["x", "y"] * 3, tps=[100, 101, 150, 153, 120, 119])
    assert found.columns == ("a", "b", "none")
    np.testing.assert_array_equal(found.values, [[[150, 153]], [[120, 119]], [[100, 101]]])
    assert found.blocks == (("x", "y"),) * 3
    assert found.repeated


def test_one_run_of_the_baseline_is_not_repeated():
    found = samples({"none": 1, "a": 2, "b": 2}, tps=[100, 150, 153, 120, 119])
    assert not found.repeated
    assert found.blocks == (("", ""), ("", ""), ("",))


def test_a_ratio_measured_once_serves_every_run():
    found = samples({"none": 2, "a": 2}, tps=[100, 101, 150, 153], compression_ratio=[1.0, 1.0, 2.5, 2.5])
    np.testing.assert_array_equal(found.values[0], [[2.5, 2.5], [150, 153]])


@pytest.mark.slow
def test_a_hundred_thousand_rows_fit_in_a_gigabyte(tmp_path):
    """They were drawn as runs times draws, 2.2 GB."""
    if not Path("/proc/self/status").exists():
        pytest.skip("this machine cannot: say how much memory a process took")
    rng = np.random.default_rng(0)
    rows = [
        f"{name},{run},{tps:.1f}"
        for name, speed in {"none": 980, "zle": 1010, "lz4": 1234, "zstd": 1105}.items()
        for run, tps in enumerate(speed * rng.normal(1, 0.03, 25_000))
    ]
    path = tmp_path / "runs.csv"
    path.write_text("\n".join(["alternative,run,tps", *rows]))
    code = (
        "import sys; from ahp.cli.rank import main; main(sys.argv[1:])\n"
        "print(next(line for line in open('/proc/self/status') if line.startswith('VmHWM')), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    assert "25000 runs each" in done.stdout
    assert int(done.stderr.split()[-2]) < 1_000_000  # KiB
