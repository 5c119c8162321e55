"""ahp-bench: what a session seldom comes to (the whole is in test_bench.py), and how its progress is shown."""

import io
import os
import sys
from dataclasses import replace

import pytest

from ahp.cli import benching
from ahp.cli.bench import main, parser
from ahp.cli.benching import described, display
from ahp.errors import HarnessError
from ahp.harness.ledger import TOKEN, Ledger
from ahp.harness.plan import NAME as PLAN
from ahp.harness.plan import Trial, plan, toml
from ahp.harness.run import Step, Summary
from ahp.harness.system.meters import OtherLoad

CLEAR = {"none": (100, 20), "lz4": (150, 20), "zstd": (60, 30)}


def _table(folder, figures, blocks=3, twin=None):
    rows = [
        f"{name},{run},{rate + run if rate else ''},{cpu},"
        for name, (rate, cpu) in figures.items()
        for run in range(1, blocks + 1)
    ]
    rows += [f"none,{run},{twin + run},20,true" for run in range(1, blocks + 1) if twin is not None]
    (folder / "results.csv").write_text(
        "\n".join(["alternative,run,throughput_tps,cpu_per_transaction_ms,twin", *rows, ""])
    )


def test_until_decisive_it_goes_on_until_the_order_is_sure(tmp_path, embedded):
    asked = {"alternatives": "none,lz4,zstd", "runs": 3}
    assert benching._stop(plan(asked)) is None
    stop = benching._stop(plan(asked | {"until_decisive": True, "budget": 60}))
    _table(tmp_path, CLEAR)
    assert not stop(tmp_path, 2)  # too few runs for any look
    assert stop(tmp_path, 3)
    _table(tmp_path, CLEAR, twin=101)
    assert stop(tmp_path, 3)
    _table(tmp_path, CLEAR, twin=500)  # the baseline differs from itself by more than they do
    assert not stop(tmp_path, 3)
    _table(tmp_path, CLEAR | {"lz4": (61, 30)})
    assert not stop(tmp_path, 3)
    _table(tmp_path, CLEAR | {"none": (None, 20)})  # its trials failed
    assert not stop(tmp_path, 3)


def test_until_decisive_asks_the_plans_study(tmp_path, embedded):
    speed = '[[criteria]]\nname = "speed"\nmerit = "benefit"\nmeasure = "throughput"\n'
    (tmp_path / "speed.toml").write_text(speed)
    _table(tmp_path, CLEAR | {"lz4": (61, 10)})  # all but as fast as zstd, and cheaper
    asked = {"alternatives": "none,lz4,zstd", "runs": 3, "until_decisive": True, "budget": 60}
    assert benching._stop(plan(asked))(tmp_path, 3)
    assert not benching._stop(plan(asked | {"study": str(tmp_path / "speed.toml")}))(tmp_path, 3)


def test_why_trials_failed_is_said_and_that_there_is_nothing_to_rank(tmp_path, capsys):
    ended = Summary(tmp_path, 0, 2, ("a client was killed",), {})
    assert benching._session(tmp_path, lambda progress: ended) == benching.FAILED
    assert capsys.readouterr().err == "ahp-bench: failed: a client was killed\n"
    assert list(tmp_path.iterdir()) == []


def test_doubts_stand_above_the_choice(tmp_path, capsys, embedded, monkeypatch):
    monkeypatch.delenv("AHP_BENCH_TOKEN", raising=False)
    Ledger(tmp_path)
    (tmp_path / PLAN).write_text(toml(plan({"alternatives": "none,lz4,zstd"})))
    _table(tmp_path, CLEAR)
    ended = Summary(tmp_path, 9, 0, (), {"not steady": 2, "other processes were busy": 1})
    assert benching._session(tmp_path, lambda progress: ended) == 0
    first = (
        "In 2 of 9 runs: not steady.\nIn 1 of 9 runs: other processes were busy.\n\n"
        "2 alternatives against none, 3 runs of each\n\n         choose  ahead of\ndefault  lz4     zstd\n"
    )
    assert capsys.readouterr().out.startswith(first)
    assert (tmp_path / "report.txt").read_text().startswith(first)


def test_what_the_runs_do_not_tell_is_said_with_the_command_that_goes_on(
    tmp_path, capsys, embedded, monkeypatch
):
    monkeypatch.delenv("AHP_BENCH_TOKEN", raising=False)
    Ledger(tmp_path)
    _table(tmp_path, CLEAR, twin=500)  # the baseline differs from itself by more than they do
    ended = Summary(tmp_path, 12, 0, (), {})
    for more, said in (({}, True), ({"until_decisive": True, "budget": 60}, False)):
        (tmp_path / PLAN).write_text(toml(plan({"alternatives": "none,lz4,zstd", "twin": True, **more})))
        assert benching._session(tmp_path, lambda progress: ended) == 0
        out = capsys.readouterr().out
        assert ("who is first under 'default'" in out) == said
        assert (f"\n  ahp-bench run {tmp_path / PLAN} --until-decisive --budget 3600\n" in out) == said
    assert (
        parser()
        .parse_args(["run", str(tmp_path / PLAN), "--until-decisive", "--budget", "3600"])
        .until_decisive
    )


def test_a_busy_machine_is_told_before_anything_is_run(tmp_path, capsys, embedded, monkeypatch):
    monkeypatch.chdir(tmp_path)
    busy = "other processes use 40 % of the machine: make (process 7, 40 %)"
    monkeypatch.setattr(benching, "looked", lambda: OtherLoad(0.4, ((7, "make", 0.4),)))
    assert main(["run", "--workload", "stress-test", "--scale", "0.001", "--output", "a/b"]) == 2
    told = f"ahp-bench: {busy}; wait for them, or measure all the same with --anyway"
    assert capsys.readouterr().err.splitlines()[-1] == told
    assert os.listdir(tmp_path) == []
    monkeypatch.setattr(
        benching, "run_plan", lambda plan, folder, *, look, **others: look() or Summary(folder, 0, 0, (), {})
    )
    for arguments in (["--anyway"], ["--interference", "flag"]):
        assert main(["run", *arguments]) == 0
        assert capsys.readouterr().err == f"ahp-bench: warning: {busy}\n"
    monkeypatch.setattr(benching, "looked", lambda: OtherLoad(0.04, ((7, "make", 0.04),)))
    assert main(["run"]) == 0
    assert capsys.readouterr().err == ""


def test_an_interrupt_before_anything_began_and_a_server_that_is_gone(tmp_path, capsys):
    def interrupted(progress):
        raise KeyboardInterrupt

    assert benching._session(tmp_path, interrupted) == 130
    assert capsys.readouterr().err == "ahp-bench: interrupted; nothing had begun\n"
    gone = Summary(
        tmp_path / "my results", 3, 1, ("no server answers",), {}, left=("ahp_bench_1", "ahp_bench_2")
    )
    assert benching._session(tmp_path / "my results", lambda progress: gone) == benching.FAILED
    said = capsys.readouterr()
    assert "3 runs finished, 1 failed (ahp-bench resume repeats them); everything is in" in said.out
    last = said.err.splitlines()[-1]
    assert "left on the server, which is gone: ahp_bench_1, ahp_bench_2;" in last
    assert f"ahp-bench clean '{tmp_path}/my results' (resume" in last


def test_what_is_left_of_a_run_that_never_began_is_told_of_ones_own_folder_only(
    tmp_path, capsys, monkeypatch
):
    def refused(progress):
        raise HarnessError("no server answers")

    monkeypatch.setenv(TOKEN, "")  # restored afterwards
    facts = {"name": "ahp_bench_3"}
    Ledger(tmp_path)._write({"entry": 1, "kind": "mariadb database", "facts": facts})
    for told in (True, False):
        with pytest.raises(HarnessError):
            benching._session(tmp_path, refused)
        assert ("left on the server, which is gone: ahp_bench_3;" in capsys.readouterr().err) == told
        monkeypatch.setenv(TOKEN, "another's")


def test_what_others_brought_and_cannot_be_used_is_told_with_the_list(monkeypatch, told):
    monkeypatch.setattr(benching, "problems", lambda: ["the engine 'odd' of ahp-odd 1.0 cannot be used"])
    said = told(0, main, ["list"])
    assert said.err == "ahp-bench: warning: the engine 'odd' of ahp-odd 1.0 cannot be used\n"
    assert "rocksdb" in said.out


STEP = Step(2, 9, Trial(1, "stress-test", "none", twin=True), "running")


def test_away_from_a_terminal_each_step_is_a_line(capsys):
    with display() as progress:
        progress(Step(0, 0, None, "looking at the machine"))
        progress(STEP)
        progress(replace(STEP, doing="repeated, for other processes were busy", left_s=7_500.0))
    assert capsys.readouterr().err.splitlines() == [
        "looking at the machine",
        "[2/9] block 1: stress-test, none again",
        "[2/9] block 1: stress-test, none again (repeated, for other processes were busy), about 2 h 5 min left",
    ]


def test_on_a_terminal_it_is_a_bar_that_goes_away(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    with display() as progress:
        progress(Step(0, 0, None, "note: [as root]"))
        progress(STEP)
        assert described(STEP) == "block 1: stress-test, none again"
    assert "\x1b" in sys.stderr.getvalue()
    assert "note: [as root]" in sys.stderr.getvalue()


def test_without_standard_error_nothing_is_said(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stderr", None)  # as of a process that was started without one
    with display() as progress:
        progress(STEP)
    assert capsys.readouterr().out == ""
