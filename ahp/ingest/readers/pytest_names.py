"""What the tests of pytest-benchmark are called, and the rows of their means."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ahp.errors import InputError
from ahp.ingest.jsontext import Digits
from ahp.ingest.readers.base import Reading, Row, number

_PARAMETRISED = re.compile(r"(.[^\[]*)\[(.*)\]", re.DOTALL)
_ONE_RUN = (
    "The rounds of a test ran in one process, as many as fitted into a time, and count as one run: another "
    "start of pytest may differ by more than they do."
)


class Named(NamedTuple):
    """What a test is called: its scenario and its alternative, and its whole name."""

    scenario: str | None
    alternative: str
    whole: str


def names_of(names: Sequence[str], whole: Sequence[str], groups: Sequence[object]) -> list[Named]:
    """Return scenario and alternative of each test from its name, its whole name and its group.

    Examples
    --------
    >>> names_of(["test_pack[lz4]", "test_pack[zstd]"], ["t.py::test_pack[lz4]", "t.py::test_pack[zstd]"],
    ...          [None, None])[0]
    Named(scenario='test_pack', alternative='lz4', whole='t.py::test_pack[lz4]')
    """
    parts = [_parts(*test) for test in zip(names, whole, groups, strict=True)]
    scenarios = {name.scenario for name in parts}
    if (len(scenarios) > 2 and None in scenarios) or len({name[:2] for name in parts}) < len(parts):
        return [Named(None, name, name) for name in whole]
    return parts


def _parts(name: str, whole: str, group: object) -> Named:
    match = _PARAMETRISED.fullmatch(name)
    function, alternative = (match[1], match[2]) if match and match[2] else (None, name)
    return Named(str(group) if group is not None else function, alternative, whole)


def refuse_twice(named: Sequence[Named], lines: Sequence[int | None], advice: str) -> None:
    """Refuse two tests of one name.

    Raises
    ------
    InputError
        If there are two.
    """
    for position, name in enumerate(named):
        if name in named[:position]:
            raise InputError(
                "two benchmarks have this name", line=lines[position], found=name.alternative, advice=advice
            )


def duration_row(name: Named, mean: Digits, unit: str = "s") -> Row:
    """Return the row of a test's mean time.

    Raises
    ------
    InputError
        If it took no time.
    """
    if not 0 < mean.value < float("inf"):
        raise InputError("it must be greater than 0", line=mean.line, column="mean", found=mean.text)
    return number(
        "duration",
        mean.value,
        unit,
        printed=mean.text,
        line=mean.line,
        column="mean",
        alternative=name.alternative,
        scenario=name.scenario,
    )


def of_one_process(
    rows: Iterable[Row], named: Sequence[Named], *, headings: frozenset[str] = frozenset()
) -> Reading:
    """Return the reading of tests that ran in one process, which is one run of each."""
    whole: dict[tuple[str | None, str | None], str | None] = {name[:2]: name.whole for name in named}
    return Reading(tuple(rows), count=len(named), headings=headings, caveats=(_ONE_RUN,), benchmarks=whole)
