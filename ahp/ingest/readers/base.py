"""What a reader is, and what it returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, TypedDict

from ahp.errors import FailedRunError, InputError
from ahp.ingest.files.open import Source
from ahp.ingest.tables.cells import resolution_of as resolution_of
from ahp.notebook import NotebookFace
from ahp.units import Unit, parse

if TYPE_CHECKING:
    from ahp.ingest.times import Window


class Row(NamedTuple):
    """One cell as a reader understood it; `value` is None where the cell holds no number.

    `scenario`, `alternative` and `run` are None where the file does not say; the path or the argument then
    does. `measure` is a catalogued name, or the heading's own words where nobody knows it. A `twin` is
    of an alternative measured a second time, `disturbed` of a run during which others used the machine.
    """

    scenario: str | None
    alternative: str | None
    run: str | None
    transaction: str
    block: str
    measure: str
    value: float | None
    unit: Unit | None
    resolution: float
    found: str
    line: int | None
    column: str
    twin: bool = False
    disturbed: bool = False


class RowNames(TypedDict, total=False):
    """What is known of a number beside its measure and its unit."""

    column: str
    alternative: str | None
    scenario: str | None
    run: str | None
    transaction: str


@dataclass(frozen=True)
class Reading(NotebookFace):
    """What one file gave.

    Attributes
    ----------
    rows : tuple of Row
        Every cell of a column that names a measure.
    ignored : tuple of str
        Headings of columns that hold no measure.
    count : int
        Number of data rows in the file.
    headings : frozenset of str
        What the caller may name a column by, in lower case.
    caveats : tuple of str
        What a reader of the numbers should know about how this harness makes them.
    notes : tuple of str
        How something was understood that could have been read otherwise: the decimal mark, the form of a
        ratio. Told by `--explain-input`, where a caveat stands in every report.
    windowed : bool
        Whether the window that the options name was applied to it.
    left_out : tuple of str
        Runs and alternatives that failed and were left out because the caller wished it, each with its
        line; the result warns of them.
    roles : tuple of (str, str)
        For a role, such as `alternative` or `run`, the heading of the column that has it.
    benchmarks : mapping of (scenario, alternative) to str or None
        Where the alternatives are the benchmarks of a suite, which may as well be what several versions
        were measured with: what the harness calls each of them, by the scenario and the alternative of its
        rows. An alternative that is given from outside takes their place, and they become scenarios.
    machines : tuple of str
        On which machines it was measured, where it says so.
    header : tuple of str
        The headings as they stand, told where nothing names the alternatives.
    header_line : int or None
        Their line.
    title : str
        What stands above the one of several tables in a file that was asked for.
    obstacle : InputError or None
        Why the rows cannot be ranked, though each could be read: a cell of a table that is given twice.
    assumed : tuple of str
        What was taken for something that no heading and no option says, to be told before all caveats.
    means : tuple of str
        Which numbers are means of several runs of which the spread is not read.
    errors : tuple of str
        How many errors stand beside the numbers, to be told before all else.
    """

    rows: tuple[Row, ...]
    ignored: tuple[str, ...] = ()
    count: int = 0
    headings: frozenset[str] = frozenset()
    caveats: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    windowed: bool = False
    left_out: tuple[str, ...] = ()
    roles: tuple[tuple[str, str], ...] = ()
    benchmarks: Mapping[tuple[str | None, str | None], str | None] = field(default_factory=dict)
    machines: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    header_line: int | None = None
    title: str = ""
    obstacle: InputError | None = field(default=None, compare=False)  # no two errors are equal
    assumed: tuple[str, ...] = ()
    means: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()


@dataclass(frozen=True)
class Options(NotebookFace):
    """What the caller says about a file.

    Attributes
    ----------
    columns : mapping of str to str
        For a measure or a role (`alternative`, `scenario`, `run`, …) the heading of its column.
    decimal : str or None
        The decimal mark, `"."` or `","`, or `"per-cell"`; found from the cells unless given.
    own : tuple of str
        Names of the user's own measures, which win over every alias.
    window : Window or None
        When the benchmark ran, for a monitor that ran longer.
    failed : {"refuse", "drop"}
        What becomes of a run that the harness marked as failed: the file is refused, or that run is left out.
    heading : tuple of str
        Names of the columns of a table that has no heading; `-` leaves one out.
    ignore : tuple of str
        Columns that are left out.
    alternatives_as : {"rows", "columns"} or None
        How the alternatives stand in a table, if the caller says it.
    ratio_form, baseline : str or None
        How ratios are printed, `"r1"` to `"r4"`, and the baseline's name, if the caller says them.
    repeats : {"refuse", "runs"}
        What rows are that no column of a table tells apart.
    cells : str or None
        The one measure of all cells of a table whose rows and columns are scenarios and alternatives.
    alternative : str or None
        What the file is called from outside, where it is.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    decimal: str | None = None
    own: tuple[str, ...] = ()
    window: Window | None = None
    failed: Literal["refuse", "drop"] = "refuse"
    heading: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    alternatives_as: Literal["rows", "columns"] | None = None
    ratio_form: str | None = None
    baseline: str | None = None
    repeats: Literal["refuse", "runs"] = "refuse"
    cells: str | None = None
    alternative: str | None = None


def number(
    measure: str,
    value: float,
    unit: str,
    *,
    printed: str,
    line: int | None,
    column: str = "",
    alternative: str | None = None,
    scenario: str | None = None,
    run: str | None = None,
    transaction: str = "",
) -> Row:
    """Return the row of one number that a harness printed.

    Parameters
    ----------
    measure : str
        A catalogued measure: `throughput`, `response_time_p99`, `cpu_user`, …
    value : float
        In `unit`.
    unit : str
        As a heading may state it: `ms`, `us`, `1/s`, `query/s`, `NOPM`, `%`, `B`.
    printed : str
        The digits as they stand in the file; half a unit of the last one is the resolution.
    line : int or None
        Where they stand.
    """
    return Row(
        scenario=scenario,
        alternative=alternative,
        run=run,
        transaction=transaction,
        block="",
        measure=measure,
        value=value,
        unit=parse(unit),
        resolution=resolution_of(printed),
        found=printed,
        line=line,
        column=column,
    )


def nothing_done(line: int | None, found: str) -> FailedRunError:
    """Return the refusal of a run without a single success."""
    return FailedRunError(
        "throughput must be greater than 0",
        line=line,
        found=found,
        advice="the run did nothing; repeat it",
    )


def holds(head: str, *words: str) -> bool:
    """Say whether one of the words stands in the beginning of a file.

    A search for words takes a fiftieth of the time of one for a pattern, and every reader is asked of every
    file: so a reader first looks for words of which each of its files holds one.
    """
    return any(word in head for word in words)


class Reader(Protocol):
    """A format that can be recognised and read."""

    def matches(self, head: str) -> bool:
        """Say whether the first characters of a file are in this format."""
        ...

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of a source.

        Raises
        ------
        FailedRunError
            If a run failed, unless such runs are left out.
        InputError
            If it is cut off, damaged or given twice, or its numbers contradict each other.
        """
        ...
