import io
import sys

from ahp.cli.display import described, display
from ahp.harness.plan import Trial
from ahp.harness.run import Step

STEP = Step(2, 9, Trial(1, "stress-test", "none", twin=True), "running")


def test_a_step_in_words():
    assert described(STEP) == "block 1: stress-test, none again"


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
        assert "none again" in described(STEP)
    assert "\x1b" in sys.stderr.getvalue()


def test_without_standard_error_nothing_is_said(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stderr", None)  # as of a process that was started without one
    with display() as progress:
        progress(STEP)
    assert capsys.readouterr().out == ""
