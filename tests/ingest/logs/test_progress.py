"""A bar on a terminal, and nothing anywhere else."""

import io
import time

from ahp.ingest.logs import progress as module
from ahp.ingest.logs.progress import progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_shows_how_far_it_is(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(module, "_PATIENCE", 0.0)
    monkeypatch.setattr(module, "_EVERY", 0.01)
    monkeypatch.setenv("TERM", "xterm")
    shares = iter([-1.0, 10.0])
    with progress("lz4[1].csv", lambda: next(shares, 42.0)):
        end = time.monotonic() + 20
        while "42%" not in terminal.getvalue() and time.monotonic() < end:
            time.sleep(0.02)
    assert "lz4[1].csv" in terminal.getvalue()
    assert "42%" in terminal.getvalue()


def test_a_moment_shows_nothing(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    with progress("lz4.csv", lambda: 1.0):
        pass
    assert terminal.getvalue() == ""


def test_a_pipe_shows_nothing(monkeypatch):
    pipe = io.StringIO()
    monkeypatch.setattr("sys.stderr", pipe)
    monkeypatch.setattr(module, "_PATIENCE", 0.0)
    with progress("lz4.csv", lambda: 1.0):
        time.sleep(0.05)
    assert pipe.getvalue() == ""
    monkeypatch.setattr("sys.stderr", None)
    with progress("lz4.csv", lambda: 1.0):
        pass
