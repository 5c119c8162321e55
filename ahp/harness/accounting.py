"""From what was seen in a window to the measures of the plain table, and to what makes them doubtful."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from ahp.harness.datasets import Original
from ahp.harness.engines.base import Taken
from ahp.harness.load.base import Histogram, Recording, merged
from ahp.harness.system.meters import INTERFERENCE, Reading

MEASURES = {
    "throughput": "throughput_tps",
    "response_time_mean": "response_time_mean_ms",
    "response_time_p50": "response_time_p50_ms",
    "response_time_p90": "response_time_p90_ms",
    "response_time_p95": "response_time_p95_ms",
    "response_time_p99": "response_time_p99_ms",
    "response_time_max": "response_time_max_ms",
    "cpu": "cpu_pct",
    "cpu_system": "cpu_system_pct",
    "cpu_user": "cpu_user_pct",
    "cpu_client": "cpu_client_pct",
    "cpu_foreign": "cpu_foreign_pct",
    "cpu_per_transaction": "cpu_per_transaction_ms",
    "own_share": "own_share_pct",
    "compression_ratio": "compression_ratio",
    "original_bytes": "original_bytes",
    "stored_bytes": "stored_bytes",
    "stored_bytes_after": "stored_bytes_after",
    "log_bytes": "log_bytes",
    "catalogue_bytes": "catalogue_bytes",
    "wal_bytes": "wal_bytes",
    "wal_bytes_per_transaction": "wal_bytes_per_transaction",
    "duration": "duration_s",
}
"""The measures by name, and the columns of the plain table that hold them."""
NEAR_CEILING = 0.5
"""The share of the driver's own ceiling above which the driver may be what was measured."""
KEPT_UP = 0.98
"""The share of the arrivals asked for below which the database was overloaded, beyond the chance of few."""
UNSTEADY = 0.25
"""How much the throughput of the window's halves may differ."""
OWN = 1 / 3
"""The clients' own share of their processor time above which they are what was measured."""
UNCOMPRESSED = 0.95
"""The share of the original above which data counts as stored plain."""
UNREAD = 0.001
"""The share of the tables below which so little was read in the window that nothing was."""
INCREDIBLE = 1.5
"""How many times better than zlib an alternative may be before what was measured is doubted."""


def measures(
    recording: Recording, reading: Reading, taken: Taken, original: Original, counted: Mapping[str, float]
) -> dict[str, float]:
    """Return the measures over all transactions, by name, in the units of the plain table.

    `cpu` is of the whole machine; `cpu_client` and `cpu_foreign` tell what of it were the clients and other
    processes, and `cpu_per_transaction` is less both. The throughput is that of the window's last part where
    the workload asks for it. The bytes are those of the initial data. What could not be measured is left out.

    Parameters
    ----------
    recording : Recording
        What the driver saw.
    reading : Reading
        What the machine did meanwhile.
    taken : Taken
        What the initial data takes.
    original : Original
        What it takes that nothing compresses.
    counted : mapping of str to float
        How far the database's own counters moved.
    """
    every = merged(recording.response_times.values())
    found = _timed(every, recording.seconds)
    if recording.exit_throughput is not None:
        found["throughput"] = recording.exit_throughput
    found |= {**sizes(taken, original), "duration": recording.seconds}
    if "wal_bytes" in counted:
        found["wal_bytes"] = counted["wal_bytes"]
        if every.number:  # a run that does more work writes more of it
            found["wal_bytes_per_transaction"] = counted["wal_bytes"] / every.number
    if reading.user_s is not None and reading.system_s is not None and reading.seconds > 0:
        # Counted in ticks, a full window may come out a tick longer than it was.
        capacity = max(reading.seconds * reading.processors, reading.user_s + reading.system_s)
        found["cpu_user"] = 100 * reading.user_s / capacity
        found["cpu_system"] = 100 * reading.system_s / capacity
        found["cpu"] = found["cpu_user"] + found["cpu_system"]
        found["cpu_client"] = 100 * recording.client_cpu_s / capacity
        foreign = reading.foreign_s or 0.0
        found["cpu_foreign"] = 100 * foreign / capacity
        used = reading.user_s + reading.system_s - recording.client_cpu_s - foreign
        if every.number and used > 0:
            found["cpu_per_transaction"] = 1000 * used / every.number
    if recording.own_share is not None:
        found["own_share"] = 100 * recording.own_share
    return found


def processor(reading: Reading, recording: Recording) -> dict[str, float | int | None]:
    """Return what the machine did in a window as the journal keeps it; the clients tell their own part."""
    return asdict(reading) | {"client_s": recording.client_cpu_s}


def sizes(taken: Taken, original: Original) -> dict[str, float]:
    """Return the measures of what a database takes: its tables and the original, its log, its catalogue."""
    found = {"original_bytes": float(original.stored_bytes), "stored_bytes": float(taken.tables)}
    if taken.tables:
        found["compression_ratio"] = original.stored_bytes / taken.tables
    if taken.log is not None:
        found["log_bytes"] = float(taken.log)
    if taken.catalogue is not None:
        found["catalogue_bytes"] = float(taken.catalogue)
    return found


def transaction_measures(recording: Recording) -> dict[str, dict[str, float]]:
    """Return throughput and response times of each transaction type that ran."""
    return {
        name: _timed(times, recording.seconds)
        for name, times in recording.response_times.items()
        if times.number
    }


def flags(recording: Recording, not_emptied: str | None, rate: float | None = None) -> tuple[str, ...]:
    """Return why the figures may mislead, a sentence for each reason.

    Parameters
    ----------
    recording : Recording
        What was seen.
    not_emptied : str or None
        Why caches were not emptied before the run.
    rate : float, optional
        The arrivals per second that were asked for.
    """
    found = []
    number = sum(times.number for times in recording.response_times.values())
    tps = number / recording.seconds if recording.seconds else 0.0
    if recording.retries:
        found.append(
            f"transactions were retried: {recording.retries} times, after a deadlock or another conflict; "
            "the maximum response time may contain the wait for it (deadlock_timeout, 1 s, on PostgreSQL)"
        )
    if not_emptied is not None:
        found.append(not_emptied)
    if rate is not None and tps < KEPT_UP * rate - 3 * (rate / recording.seconds) ** 0.5:
        found.append(f"the rate was not kept up: {tps:.0f} transactions per second of {rate:g}")
    if number >= 100 and abs(recording.steady - 1) > UNSTEADY:
        found.append(
            f"not steady: the window's second half had {recording.steady:.2f} times the first's throughput"
        )
    if recording.ceiling is not None and tps > NEAR_CEILING * recording.ceiling:
        found.append(
            f"the client was the bottleneck: {tps:.0f} transactions per second, where it manages "
            f"{recording.ceiling:.0f} without a database"
        )
    if recording.own_share is not None and recording.own_share > OWN:
        found.append(
            f"the record layer used {recording.own_share:.0%} of the client's processor time: take no "
            "verdict on throughput or response time from it"
        )
    return tuple(found)


def uncompacted(counted: Mapping[str, float]) -> tuple[str, ...]:
    """Return what of compression in the engine the window did not exercise, where the engine counts it."""
    if counted.get("compactions", counted.get("compaction_bytes_written", 1.0)):  # MyRocks: bytes alone
        return ()
    return (
        "nothing was compacted in the window: what compression costs in writing was not measured; "
        "give a longer --duration",
    )


def incredible(taken: Taken, original: Original) -> tuple[str, ...]:
    """Return whether the data is stored smaller than can be believed."""
    ratio = original.stored_bytes / taken.tables if taken.tables else float("inf")
    if original.packed_ratio is None or ratio <= INCREDIBLE * max(1.0, original.packed_ratio):
        return ()
    return (
        f"incredible ratio: the data is said to be stored {ratio:.2f} times smaller, and zlib makes the same "
        f"bytes {original.packed_ratio:.2f} times smaller",
    )


def unexercised(taken: Taken, original: Original, reading: Reading) -> tuple[str, ...]:
    """Return whether data that is compressed was never asked of the storage: then reading it cost nothing."""
    if reading.read_bytes is None or taken.tables >= UNCOMPRESSED * original.stored_bytes:
        return ()
    if reading.read_bytes >= UNREAD * taken.tables:
        return ()
    return (
        f"nothing was read from storage: {reading.read_bytes / 1e6:.2f} MB in the window, of tables that "
        f"take {taken.tables / 1e6:.1f} MB, so that what compression does to reading was not measured",
    )


def interference(reading: Reading) -> tuple[str, ...]:
    """Return whether others used too much of the processors meanwhile, by what the load itself used."""
    share = reading.foreign_share
    if share is None or share <= INTERFERENCE:
        return ()
    return (f"other processes were busy: they used {share:.0%} of what the load itself used",)


def _timed(times: Histogram, seconds: float) -> dict[str, float]:
    if not times.number:
        return {}
    found = {"throughput": times.number / seconds, "response_time_mean": times.mean / 1e6}
    for name, percent in (("p50", 50.0), ("p90", 90.0), ("p95", 95.0), ("p99", 99.0), ("max", 100.0)):
        found[f"response_time_{name}"] = times.percentile(percent) / 1e6
    return found
