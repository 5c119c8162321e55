"""What sentences are put together from: names in a row, capitals, places, sizes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ahp.printing import in_a_row, printable
from ahp.report.numbers import floored, probability

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


def noise_size(noise: float) -> str:
    """Return how much noise in words."""
    return f"{floored(100 * min(noise, 1.0))} %" if noise < 2.3 else "a factor of ten"


def shared_places(order: Sequence[str], ties: Iterable[Sequence[str]]) -> dict[str, int]:
    """Return the place of each name in an order; tied ones share the better place."""
    place = {name: position for position, name in enumerate(order, 1)}
    for group in ties:
        place |= dict.fromkeys(group, min(place[name] for name in group))
    return dict(sorted(place.items(), key=lambda item: item[1]))
