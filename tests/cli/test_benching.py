"""What a session does is tested through the command: see test_bench.py. Here is what it seldom comes to."""

import pytest

from ahp.cli import benching
from ahp.cli.bench import main
from ahp.errors import HarnessError
from ahp.harness.ledger import TOKEN, Ledger
from ahp.harness.plan import plan
from ahp.harness.run import Summary

CLEAR = {"none": (100, 20), "lz4": (150, 20), "zstd": (60, 30)}


def _table(folder, figures, blocks=3):
    rows = [
        f"{name},{run},{rate + run if rate else ''},{cpu}"
        for name, (rate, cpu) in figures.items()
        for run in range(1, blocks + 1)
    ]
    (folder / "results.csv").write_text(
        "\n".join(["alternative,run,throughput_tps,cpu_per_transaction_ms", *rows, ""])
    )


def test_until_decisive_it_goes_on_until_the_order_is_sure(tmp_path, embedded):
    asked = {"alternatives": "none,lz4,zstd", "runs": 3}
    assert benching._stop(plan(asked)) is None
    stop = benching._stop(plan(asked | {"until_decisive": True, "budget": 60}))
    _table(tmp_path, CLEAR)
    assert not stop(tmp_path, 2)  # too few runs for any look
    assert stop(tmp_path, 3)
    _table(tmp_path, CLEAR | {"lz4": (61, 30)})
    assert not stop(tmp_path, 3)
    _table(tmp_path, CLEAR | {"none": (None, 20)})  # its trials failed
    assert not stop(tmp_path, 3)


def test_why_trials_failed_is_said_and_that_there_is_nothing_to_rank(tmp_path, capsys):
    ended = Summary(tmp_path, 0, 2, ("a client was killed",), {})
    assert benching._session(tmp_path, lambda progress: ended) == benching.FAILED
    assert capsys.readouterr().err == "ahp-bench: failed: a client was killed\n"
    assert list(tmp_path.iterdir()) == []


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


def test_what_others_brought_and_cannot_be_used_is_told_with_the_list(monkeypatch, capsys):
    monkeypatch.setattr(benching, "problems", lambda: ["the engine 'odd' of ahp-odd 1.0 cannot be used"])
    assert main(["list"]) == 0
    said = capsys.readouterr()
    assert said.err == "ahp-bench: warning: the engine 'odd' of ahp-odd 1.0 cannot be used\n"
    assert "rocksdb" in said.out
