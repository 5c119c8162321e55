"""Logs of single transactions as strangers may give them, and what else :func:`ahp.read_log` is told."""

import contextlib
from unittest import mock

import ahp
from ahp.cli import rank
from ahp.errors import AHPError
from ahp.ingest.logs import histogram

WINDOWS = 10_000
"""So many may be made: what ten million take is another question."""


def summed_up(path, **options):
    """Sum up a log, and write out what came of it."""
    with mock.patch.object(histogram, "MOST_WINDOWS", WINDOWS):
        found = ahp.read_log(path, **options)
    found.to_frame()
    with contextlib.suppress(AHPError):  # nothing may say which alternative it is
        found.measurements()


def option_of(text):
    """A number where it is one: what calls may give something else."""
    for kind in (int, float):
        with contextlib.suppress(ValueError):
            return kind(text)
    return text


def options_of(text):
    """The lines of a text as the options: the window, the warm-up, the engine, and names of columns."""
    window, warmup, engine, *columns = [*text.split("\n")[:8], "", "", ""]
    return {
        "window": option_of(window),
        "warmup": option_of(warmup),
        "engine": engine or None,
        "columns": rank.pairs("columns", [line for line in columns if line]),
    }


TABLE = b"end_s,took,kind\n" + b"".join(b"%d.5,%d,%s\n" % (i, i % 7, b"ab"[i % 2 :]) for i in range(12))
"""What the options are tried on."""

TEXTS = [
    b"time_s,latency_ms,alternative,run,transaction\n"
    + b"".join(
        b"%d.25,%d.5,%s,%d,%s\n"
        % (1_760_000_000 + i, i % 9, (b"none", b"lz4")[i % 2], i % 4 // 2, b"pay" * (1 + i % 3))
        for i in range(24)
    ),
    b'start_time_us\tresponse_time_ns\ttransaction\n1000000\t5000\tpay\n2500000\t700\t"new order"\n4000000\t1\tpay\n',
    b"timestamp_ms;rt_us\r\n1000;5\r\n2500;70000\r\n4000;1e3\r\n",
    b"0 1 1500 0 1760000000 5\n1 1 2500 1 1760000001 7\n0 2 failed 0 1760000002 9\n0 3 1400 0 1760000003 11\n",
    b"0 1 1500 0 1760000000 5 120 0\n0 2 skipped 0 1760000001 7 99 1\n0 3 1400 0 1760000003 11 0 0\n",
    b"Transaction Type Index,Transaction Name,Start Time (microseconds),Latency (microseconds),Worker Id (start number),"
    b"Phase Id (index in config file)\n1,NewOrder,1760000000.25,1500,0,0\n2,Payment,1760000003.5,2500,1,0\n",
]
OPTIONS = [
    b"1\n0\nduckdb\ntime_s=end_s\nresponse_time_ms=took\ntransaction=kind",
    b"0.000001\n0.000002\npolars\nstart_time_us=end_s\nresponse_time_ns=took",
    b"2.0\n1\n\ntime_s=end_s\nresponse_time_us=took\nrun=kind\nalternative=kind",
]
