"""An interrupt at any moment: a status and no traceback, and a file that is whole or as it was.

The moment is a count of calls, of Python's functions and of C's, so that every run is interrupted at the same
places; `AHP_INTERRUPTS` says at how many.
"""

import contextlib
import gc
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ahp.cli import start
from ahp.cli.start import staying
from ahp.cli.streams import INTERRUPTED

ROOT = Path(__file__).resolve().parents[2]
MOMENTS = int(os.environ.get("AHP_INTERRUPTS", "3"))
JUDGMENTS = "under,first,second,judgment\n,price,safety,3\nprice,a,b,2\nsafety,a,b,1/4\n"
ROWS = [f"none,{run},{90 + run},20\nlz4,{run},{99 + run},22\n" for run in range(4)]
RUNS = "".join(["alternative,run,tps,cpu\n", *ROWS])
RANK = "runs.csv --baseline none --include-baseline --resamples 500 --output report --history h.jsonl"
COMMANDS = {"rank": RANK, "judge": "judgments.csv --output report", "bench": "list"}
FORK = """
import os, signal, sys
import ahp.cli.start as start
signal.signal(signal.SIGINT, signal.default_int_handler)  # what a shell starts in the background ignores it
command, moments, arguments = sys.argv[1], [int(m) for m in sys.argv[2].split(",")], sys.argv[3:]
sys.argv = [f"ahp-{command}", *arguments]

def dropped(told, again=start._interrupt_again):
    with open("dropped", "w"):
        again(told)

start._interrupt_again = dropped

def interrupted(moment):
    calls = 0
    def count(frame, event, what):
        nonlocal calls
        # Between a block and the release of its lock no signal comes; here it would, and Python's imports
        # would wait for ever for the lock of a module.
        calls += event == "call" or (event == "c_call" and what.__name__ != "__exit__")
        if calls == moment:
            sys.setprofile(None)
            os.kill(os.getpid(), signal.SIGINT)
    sys.setprofile(count)
    status = getattr(start, command)()
    sys.setprofile(None)
    if calls < moment or moment == 0:  # it ended before; what a machine offers takes it now more calls, now fewer
        with open("calls", "w") as file:
            file.write(str(calls))
    return status

if moments == [0]:
    sys.exit(interrupted(0))
for moment in moments:
    os.mkdir(str(moment))
    child = os.fork()
    if child == 0:
        os.chdir(str(moment))
        for name in ("runs.csv", "judgments.csv"):
            os.symlink(f"../{name}", name)
        for name in ("report", "h.jsonl"):
            with open(f"../{name}", "rb") as old, open(name, "wb") as new:
                new.write(old.read())
        os.dup2(os.open("out", os.O_CREAT | os.O_WRONLY), 1)
        os.dup2(os.open("err", os.O_CREAT | os.O_WRONLY), 2)
        sys.exit(interrupted(moment))
    print(moment, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


def run(where, command, moments):
    """Interrupt a command at some counts of calls; return for each how it ended, or how many calls there are."""
    done = subprocess.run(
        [sys.executable, "-c", FORK, command, ",".join(map(str, moments)), *COMMANDS[command].split()],
        cwd=where,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=120 + 20 * len(moments),
    )
    assert done.returncode == 0, done.stderr
    if moments == [0]:
        return int((where / "calls").read_text())
    return {int(moment): int(status) for moment, status in map(str.split, done.stdout.splitlines())}


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this machine cannot: fork")
@pytest.mark.parametrize("command", COMMANDS)
def test_an_interrupt_leaves_one_line_or_none_and_nothing_half_written(command, tmp_path):
    (tmp_path / "runs.csv").write_text(RUNS)
    (tmp_path / "judgments.csv").write_text(JUDGMENTS)
    calls = run(tmp_path, command, [0])
    assert calls > 1000
    finished = (tmp_path / "report").read_bytes() if command != "bench" else b"old"
    history = (tmp_path / "h.jsonl").read_text() if command == "rank" else ""
    (tmp_path / "report").write_text("old")
    (tmp_path / "h.jsonl").write_text(history)
    draw = random.Random(4)
    # In its last part it writes; what comes before is loading and computing.
    early, late = (draw.sample(range(first, calls - 5), MOMENTS) for first in (5, calls - 400))
    moments = sorted({*early, *late})
    ended = run(tmp_path, command, moments)
    assert list(ended) == moments
    for moment, status in ended.items():
        place = tmp_path / str(moment)
        told = (place / "err").read_text()
        if (place / "calls").exists():
            late = int((place / "calls").read_text())
            assert (status, late < moment) == (0, True), (moment, status, late, told)
            (place / "calls").unlink()
        elif (place / "dropped").exists() and status == 0:  # until it came again all was done
            assert (told, (place / "report").read_bytes()) == ("", finished), moment
        else:
            assert status in (INTERRUPTED, -signal.SIGINT), (moment, status, told)
        assert told.count("\n") <= 1, (moment, told)
        assert "Traceback" not in told
        assert (place / "report").read_bytes() in (b"old", finished), moment
        kept = (place / "h.jsonl").read_text()
        assert kept.startswith(history)
        assert kept.endswith("\n") or not kept
        (place / "dropped").unlink(missing_ok=True)
        names = {"runs.csv", "judgments.csv", "report", "h.jsonl", "out", "err"}
        assert {path.name for path in place.iterdir()} == names


@pytest.mark.parametrize("name", ["rank", "bench", "judge"])
def test_each_command_is_started(name, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", [f"ahp-{name}", "--version"])
    before = signal.getsignal(signal.SIGINT)
    assert getattr(start, name)() == 0
    assert capsys.readouterr().out.startswith(f"ahp-{name} ")
    assert signal.getsignal(signal.SIGINT) is before


def test_an_ignored_interrupt_stays_ignored():
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN); sys.argv = ['ahp-rank', '--version'];"
        "from ahp.cli.start import rank; s = rank(); print(s, signal.getsignal(signal.SIGINT) is signal.SIG_IGN)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("0 True\n")


class Dropped:
    """Raises where Python has nobody to tell: when it is deleted."""

    def __init__(self, problem):
        self.problem = problem

    def __del__(self):
        raise self.problem


def test_an_interrupt_that_python_drops_comes_again(capsys):
    def main():
        Dropped(ValueError("no interrupt"))
        Dropped(KeyboardInterrupt())
        for _ in range(1000):  # nothing wakes who sleeps for long
            time.sleep(0.01)

    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            start._heeded(main)
    finally:
        signal.signal(signal.SIGINT, usual)
    said = capsys.readouterr().err
    assert "ValueError: no interrupt" in said
    assert "KeyboardInterrupt" not in said


@pytest.mark.parametrize("was_on", [True, False])
def test_the_collector_is_then_as_it_was(was_on):
    before = gc.isenabled()
    (gc.enable if was_on else gc.disable)()
    try:
        with contextlib.suppress(ImportError), staying():
            assert not gc.isenabled()
            raise ImportError
        assert gc.isenabled() is was_on
    finally:
        (gc.enable if before else gc.disable)()
