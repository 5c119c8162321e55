"""What is told while a log is read: an engine's own errors in one line, and on a terminal how far it is."""

import io
import os
import signal
import sys
import threading
import time
from traceback import walk_stack

import duckdb
import pandas as pd  # noqa: TID253 - its errors are told, too
import pyarrow as pa
import pytest
from ingest.cases import each

from ahp import read_log
from ahp.errors import InputError
from ahp.ingest.logs import engines as module
from ahp.ingest.logs.engines import batches_of, progress, telling


@each(
    ("engine", "error"),
    [
        ("duckdb", duckdb.IOException("IO Error\nat line 7\n\nHint")),
        ("dask", pd.errors.ParserError("IO Error\nat line 7\n\nHint")),
        ("pandas", ValueError("IO Error\nat line 7\n\nHint")),
        ("duckdb", pa.ArrowInvalid("IO Error\nat line 7\n\nHint")),
        ("polars", OSError("IO Error\nat line 7\n\nHint")),
    ],
)
def test_an_error_of_the_engine_is_one_line(engine, error):
    with pytest.raises(InputError) as raised, telling(engine):
        raise error
    assert str(raised.value) == (
        f"{engine} cannot read the log: IO Error; at line 7; correct that line, give a longer window, or a frame of another engine"
    )


def test_what_java_was_given_is_told_and_not_what_called_it():
    spark = type("Py4JJavaError", (Exception,), {"__module__": "py4j.protocol"})
    said = (
        "An error occurred while calling o36.getResult.\n: org.apache.spark.SparkException: thrown\n\tat x\n"
        "Caused by: a.b.Outer: [FAILED_READ_FILE] while reading\n\tat y\n"
        "Caused by: a.In$ner: 1,2,3 is short\n\tat z"
    )
    told = pytest.raises(InputError, match=r"pyspark cannot read the log: 1,2,3 is short; correct")
    with told, telling("pyspark"):
        raise spark(said)


@each(("engine", "error"), [("dask", MemoryError()), ("duckdb", pa.lib.ArrowMemoryError("no room"))])
def test_memory_that_is_not_there_is_no_fault_of_the_log(engine, error):
    with pytest.raises(type(error)) as raised, telling(engine):
        raise error
    assert raised.value is error


@pytest.mark.parametrize("error", [duckdb.InterruptException("stop"), RuntimeError("Query interrupted")])
def test_an_interrupted_query_is_an_interrupt(error):
    with pytest.raises(KeyboardInterrupt), telling("duckdb"):
        raise error


def test_an_interrupt_while_duckdb_counts_is_an_interrupt(write):
    """DuckDB itself makes a `RuntimeError` of what the handler of the signal raised."""
    path = write("log.csv", "time_s,latency_ms\n" + "1,2\n2,3\n3,4\n" * 700_000)
    main = threading.main_thread().ident

    def interrupt():
        while not any(f.f_code is batches_of.__code__ for f, _ in walk_stack(sys._current_frames()[main])):
            time.sleep(0.001)
        time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt, daemon=True)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background it is ignored
    try:
        thread.start()
        with pytest.raises(KeyboardInterrupt):
            read_log(path)
        thread.join()
    finally:
        signal.signal(signal.SIGINT, before)


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
