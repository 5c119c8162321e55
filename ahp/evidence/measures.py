"""The catalogue of measures: their names, units, and which way each is better."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ahp.errors import MeasureError, UnitError, listed, quoted
from ahp.notebook import NotebookFace
from ahp.terms import Better, Index
from ahp.units import NONE, UNITS, Unit, convert, parse


@dataclass(frozen=True)
class Measure(NotebookFace):
    """Something that can be measured, and what is known of it before any file is read.

    Attributes
    ----------
    name : str
        Its name in studies, tables and results.
    better : Better
        Which way it is better; given as `"higher"` or `"lower"` too.
    unit : Unit
        The unit of its values inside the library; given as text such as `"ms"` too.
    storage : bool
        Whether it speaks of space: its index is then the saving.
    published : Index or None
        Set where the values are already an index against a baseline (a saving, an improvement, an
        overhead, a relative value). They are kept as their relative, which is positive and needs no
        baseline any more.
    static : bool
        Whether it belongs to the data rather than to a run, so that one value may serve all runs.
    free_unit : bool
        Whether any rate is accepted as its own (of transactions, queries or new orders), and a bare number.
    unit_needed : bool
        Whether a value without a unit is refused; a factor of a thousand would go unseen otherwise.

    Raises
    ------
    StudyError, UnitError
        If it is better neither higher nor lower, or the unit is no text that spells one.

    Examples
    --------
    >>> Measure("build_time", "lower", "s").unit.symbol
    's'
    """

    name: str
    better: Better
    unit: Unit
    storage: bool = False
    published: Index | None = None
    static: bool = False
    free_unit: bool = False
    unit_needed: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "better", Better.of(self.better))
        if self.published is not None:
            object.__setattr__(self, "published", Index.of(self.published))
        object.__setattr__(self, "unit", _unit_of(self.unit))

    @property
    def needs_baseline(self) -> bool:
        """Whether a relative value of it has to be computed against a baseline."""
        return self.published is None and self.name != "compression_ratio"

    def standard(self, value: float, unit: Unit | None) -> tuple[float, Unit]:
        """Return a value in the unit that the library keeps it in, and that unit.

        Raises
        ------
        UnitError
            If the unit measures something else, or is needed and missing.
        """
        if unit is None or unit.dimension == NONE.dimension:
            if self.unit_needed:
                raise UnitError(
                    f"{self.name} has no unit",
                    advice=f"add one to the heading, such as ({self.unit.symbol})",
                )
            self._refuse_bare(value)
            return value, NONE if self.free_unit else self.unit
        if self.unit.dimension == NONE.dimension:
            return value, unit
        if self.published is Index.RELATIVE and unit.dimension == "multiple":
            return value, self.unit
        if unit.dimension == self.unit.dimension:
            return convert(value, unit, self.unit), self.unit
        if unit.dimension in _ALSO.get(self.name, ()):
            kept = UNITS["s"] if unit.dimension == "time" else unit
            return convert(value, unit, kept), kept
        if self.free_unit and unit.dimension.endswith(" per time"):
            return convert(value, unit, _base_rate(unit)), _base_rate(unit)
        own = "a fraction or a percentage" if self.published else f"measured in {self.unit.symbol}"
        raise UnitError(
            f"{self.name} is {own}, not in {unit.symbol}",
            advice="correct the unit, or name another measure with --map",
        )

    def _refuse_bare(self, value: float) -> None:
        """Refuse a printed index that may be per cent or a plain number: 10 is 10 % or 1000 %."""
        limit = 10.0 if self.published is Index.RELATIVE else 1.0
        if self.published is not None and abs(value) >= limit:
            raise UnitError(
                f"without a unit {value:g} may be {value:g} % or {100 * value:g} %",
                advice=f"write {value:g}% in the cell, or (%) in the heading",
            )

    def inside(self, value: float) -> float:
        """Return the number kept for a value as printed: an index becomes its relative.

        Raises
        ------
        MeasureError
            If an improvement or overhead is -1 or less, a saving 1 or more, or a relative not positive.
        """
        if self.published in (Index.IMPROVEMENT, Index.OVERHEAD):
            kept, limit = 1.0 + value, "must be greater than -100 %"
        elif self.published is Index.SAVING:
            kept, limit = (1.0 / (1.0 - value) if value < 1 else -1.0), "must be less than 100 %"
        elif self.published is Index.RELATIVE:
            kept, limit = value, "must be greater than 0"
        else:
            kept, limit = value, "must not be negative"
            if value >= 0:
                return kept
        if kept <= 0:
            raise MeasureError(f"{self.name} {limit}", advice="correct the cell")
        return kept

    def outside(self, kept: float) -> float:
        """Return the value as it was printed, from the number kept for it."""
        if self.published in (Index.IMPROVEMENT, Index.OVERHEAD):
            return kept - 1.0
        return 1.0 - 1.0 / kept if self.published is Index.SAVING else kept


def _unit_of(given: object) -> Unit:
    """Return a unit, or the one that a text spells."""
    return given if isinstance(given, Unit) else parse(given if isinstance(given, str) else "")


def _base_rate(unit: Unit) -> Unit:
    base = {"transactions per time": UNITS["1/s"]}
    for known in UNITS.values():
        if known.dimension == unit.dimension and known.factor == 1:
            base.setdefault(known.dimension, known)
    return base.get(unit.dimension, unit)


_SAID = {
    Better.HIGHER: r"\b(?:higher|more|bigger|larger)(?: is|=|'s)? better\b|[↑⬆▲]+",
    Better.LOWER: r"\b(?:lower|less|fewer|smaller)(?: is|=|'s)? better\b|[↓⬇▼]+",
}
_WAY = "|".join(_SAID.values())
_ASIDE = re.compile(rf"\s*(?:([(\[])|[,;:–-])?\s*(?:{_WAY})(?(1)\s*[)\]])", re.IGNORECASE)


def better_said(heading: str) -> Better | None:
    """Return which way a heading says that its numbers are better, None where it does not, or says both.

    Examples
    --------
    >>> better_said("RPS, higher is better"), better_said("FID ↓"), better_said("p99 (ms)")
    (<Better.HIGHER: 'higher'>, <Better.LOWER: 'lower'>, None)
    """
    said = [way for way, mark in _SAID.items() if re.search(mark, heading, re.IGNORECASE)]
    return said[0] if len(said) == 1 else None


def without_way(heading: str) -> str:
    """Return a heading without what it says of which way is better.

    Examples
    --------
    >>> without_way("p99 (ms, lower is better)"), without_way("Accuracy (↑)"), without_way("↓ Size")
    ('p99 (ms)', 'Accuracy', 'Size')
    """
    return _ASIDE.sub("", heading).strip()


RESPONSE_STATISTICS = ("p99", "p95", "p90", "mean", "max")
"""Response-time statistics in the order of preference of the default study."""

_BYTES = tuple(f"{prefix}B of unstated base" for prefix in "KMGT")
_ALSO: Mapping[str, tuple[str, ...]] = {
    "original_bytes": _BYTES,
    "stored_bytes": _BYTES,
    "wal_bytes": _BYTES,
    "memory": _BYTES,
    **dict.fromkeys(("cpu", "cpu_system", "cpu_user"), ("share of a core", "time")),
}
"""Further dimensions that a measure may have, each comparable only with itself; a CPU's time is what it
spent."""


def _catalogue() -> dict[str, Measure]:
    low, high = Better.LOWER, Better.HIGHER
    ms, s, pct, x, size = (UNITS[symbol] for symbol in ("ms", "s", "%", "x", "B"))
    share = UNITS["fraction"]  # an index is kept as a plain number; its percentages convert into it
    found = [
        Measure("compression_ratio", high, x, storage=True, static=True),
        Measure("original_bytes", low, size, static=True),
        Measure("stored_bytes", low, size, storage=True, static=True),
        Measure("wal_bytes", low, size, storage=True),
        Measure("throughput", high, UNITS["1/s"], free_unit=True),
        *(
            Measure(f"response_time_{statistic}", low, ms, unit_needed=True)
            for statistic in ("mean", "p50", "p90", "p95", "p99", "p999", "max")
        ),
        Measure("cpu", low, pct),
        Measure("cpu_system", low, pct),
        Measure("cpu_user", low, pct),
        Measure("cpu_per_transaction", low, ms, unit_needed=True),
        Measure("cpu_frequency", low, UNITS["MHz"]),
        Measure("duration", low, s, unit_needed=True),
        Measure("compression_speed", high, UNITS["B/s"], free_unit=True),
        Measure("decompression_speed", high, UNITS["B/s"], free_unit=True),
        Measure("compression_time", low, s, free_unit=True),
        Measure("decompression_time", low, s, free_unit=True),
        Measure("memory", low, size),
        Measure("space_saving", high, share, storage=True, published=Index.SAVING, static=True),
        Measure("throughput_improvement", high, share, published=Index.IMPROVEMENT),
        Measure("throughput_relative", high, share, published=Index.RELATIVE),
        Measure("response_time_improvement", high, share, published=Index.IMPROVEMENT),
        Measure("response_time_relative", high, share, published=Index.RELATIVE),
        Measure("cpu_overhead", low, share, published=Index.OVERHEAD),
        Measure("cpu_relative", low, share, published=Index.RELATIVE),
    ]
    return {measure.name: measure for measure in found}


MEASURES: Mapping[str, Measure] = _catalogue()
"""The measures known without a study, by name."""

LATER = frozenset(
    {"compression_speed", "decompression_speed", "compression_time", "decompression_time", "memory"}
)
"""Those that studies may describe as their own, as some did before they were known."""


def user_measure(name: str, *, unit: str = "", better: str) -> Measure:
    """Return a measure of the user's own, from a study.

    Raises
    ------
    StudyError
        If `better` is not a known direction.
    UnitError
        If `unit` is not a unit.
    """
    chosen = parse(unit) if unit else NONE
    direction = Better.of(better)
    storage = chosen.dimension in ("bytes", *_BYTES) and direction is Better.LOWER
    return Measure(name, direction, chosen, storage=storage)


def judged_measure(name: str) -> Measure:
    """Return the measure that stands in for people's judgments of the alternatives: their priorities."""
    return Measure(name, Better.HIGHER, NONE, static=True)


def find(name: str, own: Mapping[str, Measure]) -> Measure:
    """Return the measure of that name, the user's own first.

    Raises
    ------
    MeasureError
        If nobody knows it; the message lists what is known.
    """
    measure = own.get(name) or MEASURES.get(name)
    if measure is None:
        raise MeasureError(
            f"{quoted(name)} is not a known measure",
            advice=f"use one of {listed([*own, *MEASURES], 40)}, or describe it under [measures]",
        )
    return measure
