"""What sentences are put together from: names in a row, capitals, places, sizes, measures."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from ahp.printing import in_a_row, printable
from ahp.report.numbers import floored, probability

_TENFOLD = 2.3

MOST_NAMES = 8
"""Names in one sentence; of more only the number is told."""


def joined(names: Sequence[str]) -> str:
    """Return names as `a, b and c`.

    Examples
    --------
    >>> joined(["a", "b", "c"])
    'a, b and c'
    """
    return in_a_row(map(printable, names))


def are_first(names: Sequence[str]) -> str:
    """Return that somebody is first, or several are.

    Examples
    --------
    >>> are_first(["lz4"]), are_first(["lz4", "zle"])
    ('lz4 is first', 'lz4 and zle are first')
    """
    return f"{in_a_row(names)} {'is' if len(names) == 1 else 'are'} first"


def capital(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Return a text as a sentence.

    Examples
    --------
    >>> sentence("one run each"), sentence("Done.")
    ('One run each.', 'Done.')
    """
    said = capital(text)
    return said if said.endswith(".") else f"{said}."


def share_of_draws(share: float) -> str:
    """Return a probability; one that draws did not contradict is not certainty."""
    return probability(share).replace(">", "over ").replace("<", "under ")


def counted(number: int, thing: str) -> str:
    """Return so many things in words.

    Examples
    --------
    >>> counted(1, "run"), counted(3, "run")
    ('1 run', '3 runs')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def noise_size(noise: float) -> str:
    """Return how much every number may be off, in words, rounded towards none.

    Examples
    --------
    >>> noise_size(0.0613), noise_size(1.0), noise_size(2.302)
    ('±6.1 %', 'a factor of 2.7', 'a factor of ten')
    """
    if noise < 1:
        return f"±{floored(100 * noise)} %"
    return f"a factor of {floored(math.exp(noise))}" if noise < _TENFOLD else "a factor of ten"


def error_of(noise: float) -> str:
    """Return an error of every number that a choice bears."""
    return f"{noise_size(noise)} error" if noise < 1 else f"errors of {noise_size(noise)}"


def shared_places(order: Sequence[str], ties: Iterable[Sequence[str]]) -> dict[str, int]:
    """Return the place of each name in an order; tied ones share the better place."""
    place = {name: position for position, name in enumerate(order, 1)}
    for group in ties:
        place |= dict.fromkeys(group, min(place[name] for name in group))
    return dict(sorted(place.items(), key=lambda item: item[1]))


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


def said_apart(said: Mapping[str, str]) -> dict[str, str]:
    """Return how names are said; those that would be said alike keep their own.

    Examples
    --------
    >>> said_apart({"cpu_overhead": "CPU", "tps": "tps"}), said_apart({"cpu_overhead": "CPU", "cpu": "CPU"})
    ({'cpu_overhead': 'CPU', 'tps': 'tps'}, {'cpu_overhead': 'cpu_overhead', 'cpu': 'cpu'})
    """
    times = Counter(said.values())
    return {name: words if times[words] == 1 else printable(name) for name, words in said.items()}


def _in_words(name: str) -> str:
    statistic = name.removeprefix(_RESPONSE)
    if statistic != name and statistic in _STATISTICS:
        return f"{_STATISTICS[statistic]} response time"
    if name in _SAID:
        return _SAID[name]
    said = name.replace("_", " ")
    return f"CPU{said[3:]}" if said == "cpu" or said.startswith("cpu ") else said
