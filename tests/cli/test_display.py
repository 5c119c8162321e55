import io
import sys
from pathlib import Path

from ahp.cli.bench_text import doubts_text, listed_text, summary_text
from ahp.cli.display import described, display
from ahp.harness.plan import Trial
from ahp.harness.run import Step, Summary

STEP = Step(2, 9, Trial(1, "stress-test", "none", twin=True), "running")


def test_away_from_a_terminal_each_step_is_a_line(capsys):
    with display() as progress:
        progress(Step(0, 0, None, "looking at the machine"))
        progress(STEP)
    assert capsys.readouterr().err == "looking at the machine\n[2/9] block 1: stress-test, none again\n"


def test_on_a_terminal_it_is_a_bar_that_goes_away(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    with display() as progress:
        progress(STEP)
        assert described(STEP) == "block 1: stress-test, none again"
    assert "\x1b" in sys.stderr.getvalue()


def test_without_standard_error_nothing_is_said(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stderr", None)  # as of a process that was started without one
    with display() as progress:
        progress(STEP)
    assert capsys.readouterr().out == ""


def test_lists_doubts_and_the_end_of_a_run_in_words():
    text = listed_text({"engines": [{"name": "x", "title": "X", "unavailable": "needs root"}]})
    assert text == "engines\n  x               cannot run here: needs root\n"
    good = Summary(Path("d"), 4, 0, (), {"not steady": 2})
    assert doubts_text(good) == "In 2 of 4 runs: not steady.\n\n"
    assert summary_text(good) == "\n4 runs finished; everything is in d\n"
    again = doubts_text(Summary(Path("d"), 4, 0, (), {}, 2))
    assert again.startswith("2 runs were repeated, for other processes were busy")
    bad = Summary(Path("d"), 3, 1, ("x",), {})
    assert doubts_text(bad) == ""
    assert "3 runs finished, 1 failed (ahp-bench resume repeats them)" in summary_text(bad)
