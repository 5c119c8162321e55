"""What a study says of its scenarios, and what an alternative must pass before it competes."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from numbers import Real

from ahp.errors import StudyError, UnitError, listed, quoted
from ahp.evidence.measures import Measure
from ahp.notebook import NotebookFace
from ahp.units import parse

_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}
_REQUIREMENT = (
    r"\s*(?P<measure>\w+)\s*(?P<compare><=|>=|<|>)\s*(?P<limit>[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)"
    r"\s*(?P<unit>\S*)\s*"
)
_ROUNDING = 1e-12
SAVING = "saving"
"""The share of space saved, 1 - 1/ratio: what a screen may name beside the measures."""


@dataclass(frozen=True)
class ScenarioNote(NotebookFace):
    """What a study says of one scenario.

    Attributes
    ----------
    name : str
    weight : float
        How likely or how important it is, beside the others.
    attributes : tuple of (str, float)
        Numbers that describe it, such as the share of reads; measures are followed along them.
    """

    name: str
    weight: float = 1.0
    attributes: tuple[tuple[str, float], ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise StudyError(f"the name of a scenario is text; found {quoted(self.name)}")
        if not (_finite(self.weight) and self.weight >= 0):
            raise StudyError(
                f"scenario {quoted(self.name)}: its weight is {quoted(self.weight)}; "
                "a weight is finite and 0 or more"
            )
        pairs: object = self.attributes
        if not isinstance(pairs, tuple | list) or not all(
            isinstance(entry, tuple) and len(entry) == 2 and isinstance(entry[0], str) for entry in pairs
        ):
            raise StudyError(f"scenario {quoted(self.name)}: attributes are pairs of a name and a number")
        names = [attribute for attribute, _ in self.attributes]
        twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
        if twice:
            raise StudyError(f"scenario {quoted(self.name)}: {listed(twice)} is said more than once")
        for attribute, number in self.attributes:
            if not _finite(number):
                raise StudyError(
                    f"scenario {quoted(self.name)}: {quoted(attribute)} is {quoted(number)}, no number"
                )


def _finite(given: object) -> bool:
    if isinstance(given, bool) or not isinstance(given, Real):
        return False
    try:
        return math.isfinite(given)
    except OverflowError:  # an integer beyond every float
        return False


def check_notes(notes: Sequence[ScenarioNote]) -> None:
    """Raise :class:`~ahp.errors.StudyError` if two notes are of one scenario; case does not matter.

    Examples
    --------
    >>> check_notes([ScenarioNote("night"), ScenarioNote("Night")])
    Traceback (most recent call last):
    ahp.errors.StudyError: scenarios are described once, whatever the case; found 'night', 'Night'
    """
    names = [note.name for note in notes]
    alike = [name.casefold() for name in names]
    twice = [name for name, same in zip(names, alike, strict=True) if alike.count(same) > 1]
    if twice:
        raise StudyError(f"scenarios are described once, whatever the case; found {listed(twice)}")


@dataclass(frozen=True)
class Screen(NotebookFace):
    """A requirement that an alternative must meet before it competes.

    Attributes
    ----------
    text : str
        As the study writes it.
    measure : str
        A measure, or `saving`.
    compare : str
        `<=`, `>=`, `<` or `>`.
    limit : float
        In `unit`.
    unit : str
    """

    text: str
    measure: str
    compare: str
    limit: float
    unit: str

    @classmethod
    def of(cls, text: str) -> Screen:
        """Return the screen that a text describes.

        Raises
        ------
        StudyError
            If it is not a measure, a comparison and a finite number.

        Examples
        --------
        >>> Screen.of("response_time_p99 <= 50 ms").limit
        50.0
        """
        found = re.fullmatch(_REQUIREMENT, text) if isinstance(text, str) else None
        if found is None:
            raise StudyError(
                f"the screen {quoted(text)} is not understood; write a measure, <=, >=, < or >, and a number "
                "with its unit: 'response_time_p99 <= 50 ms'"
            )
        limit = _limit(float(found["limit"]), text)
        return cls(text.strip(), found["measure"], found["compare"], limit, found["unit"].strip())

    def limit_in(self, measure: Measure) -> float:
        """Return the limit in the unit that the measure's numbers are kept in.

        Raises
        ------
        StudyError
            If the unit measures something else, or the limit is no finite number in the measure's own.
        """
        try:
            value, _ = measure.standard(self.limit, parse(self.unit) if self.unit else None)
            return _limit(measure.inside(value), self.text)
        except UnitError as error:
            raise StudyError(f"the screen {quoted(self.text)}: {error.problem}") from None

    @property
    def share(self) -> float:
        """The limit of a saving, as a plain share.

        Raises
        ------
        StudyError
            If it is neither a percentage nor a plain share.
        """
        if self.unit not in ("", "%") or (self.unit == "" and self.limit > 1):
            raise StudyError(f"the screen {quoted(self.text)}: write a saving as 30 % or as 0.3")
        return self.limit / 100.0 if self.unit == "%" else self.limit

    def passes(self, value: float, limit: float) -> bool:
        """Say whether a value meets the requirement; what differs by rounding alone is equal."""
        if abs(value - limit) <= _ROUNDING * max(abs(value), abs(limit)):
            return self.compare in ("<=", ">=")
        return _COMPARE[self.compare](value, limit)


def _limit(limit: float, text: str) -> float:
    # What differs by rounding alone is equal: from what is infinite everything would.
    if not math.isfinite(limit):
        raise StudyError(f"the screen {quoted(text)}: its limit is larger than any number; lower it")
    return limit
