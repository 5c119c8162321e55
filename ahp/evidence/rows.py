"""Measurements that are kept in columns, and made one by one when somebody first looks at one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import overload

from ahp.evidence.records import Measurement


class Rows(Sequence[Measurement]):
    """A sequence of measurements; to whoever looks at it, a tuple of them.

    Parameters
    ----------
    make : callable
        Gives the measurements; it is called once at the most.

    Examples
    --------
    >>> rows = Rows(lambda: [Measurement("s", "lz4", "1", "", "throughput", 342.98, "1/s")])
    >>> len(rows), rows[0].value, rows == Rows(lambda: rows)
    (1, 342.98, True)
    """

    def __init__(self, make: Callable[[], Iterable[Measurement]]) -> None:
        self._make: Callable[[], Iterable[Measurement]] | None = make
        self._made: tuple[Measurement, ...] = ()

    def _all(self) -> tuple[Measurement, ...]:
        if self._make is not None:
            self._made = tuple(self._make())
            self._make = None  # which lets go of the columns
        return self._made

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[Measurement]:
        return iter(self._all())

    @overload
    def __getitem__(self, at: int) -> Measurement: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Measurement, ...]: ...
    def __getitem__(self, at: int | slice) -> Measurement | tuple[Measurement, ...]:
        return self._all()[at]

    def __eq__(self, other: object) -> bool:
        return self._all() == (other._all() if isinstance(other, Rows) else other)

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return repr(self._all())

    def __reduce__(self) -> tuple[type, tuple[tuple[Measurement, ...]]]:
        return tuple, (self._all(),)
