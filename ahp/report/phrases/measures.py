"""Measures and criteria as one would say them: `CPU`, `p99 response time`."""

from __future__ import annotations

_STATISTICS = {"mean": "mean", "max": "maximum"} | {p: p for p in ("p50", "p90", "p95", "p99")}
_STATISTICS |= {"p999": "p99.9"}
_SAID = {"cpu_overhead": "CPU", "cpu_system + cpu_user": "CPU", "cpu_per_transaction": "CPU per transaction"}
_RESPONSE = "response_time_"


def in_words(name: str) -> str:
    """Return what a measure or a criterion is called in a sentence, of a transaction type too.

    Examples
    --------
    >>> in_words("response_time_p99"), in_words("cpu_system + cpu_user"), in_words("storage_saving")
    ('p99 response time', 'CPU', 'storage saving')
    >>> in_words("CPU-hours"), in_words("response_time_max (Payment)")
    ('CPU-hours', 'maximum response time (Payment)')
    """
    name, bracket, kind = name.partition(" (")
    return f"{_in_words(name)}{bracket}{kind}"


def _in_words(name: str) -> str:
    statistic = name.removeprefix(_RESPONSE)
    if statistic != name and statistic in _STATISTICS:
        return f"{_STATISTICS[statistic]} response time"
    if name in _SAID:
        return _SAID[name]
    said = name.replace("_", " ")
    return f"CPU{said[3:]}" if said == "cpu" or said.startswith("cpu ") else said
