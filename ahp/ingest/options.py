"""What the caller says of the sources: how they are to be read, by whichever door they come in."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, TypedDict

from ahp.errors import InputError, MeasureError, listed, quoted
from ahp.evidence.measures import MEASURES, Measure
from ahp.ingest.files.inputs import Input, Inputs, find_inputs
from ahp.ingest.files.open import Readable, Source
from ahp.ingest.readers.base import Options
from ahp.ingest.tables.columns import LAYOUTS
from ahp.ingest.tables.headings import ROLES, parse_heading
from ahp.ingest.tables.matrices import CAPTION
from ahp.ingest.tables.numbers import MARKS, PER_CELL
from ahp.ingest.tables.ratios import FORMS

if TYPE_CHECKING:
    from ahp.evidence.study import Study
    from ahp.ingest.join import FileReading
    from ahp.ingest.times import Time, Window


class Windows(NamedTuple):
    """The windows of several files.

    Attributes
    ----------
    everywhere : Window or None
        That of every monitor that has no own.
    named : mapping of str to Window
        By the name of an alternative or a file.
    """

    everywhere: Window | None
    named: Mapping[str, Window]

    @classmethod
    def of(
        cls, given: tuple[Time | None, Time | None] | Mapping[str, tuple[Time | None, Time | None]] | None
    ) -> Windows:
        """Return the windows that a caller gives: one for all, or one by name; `""` is all others.

        Raises
        ------
        InputError
            If one is no start and end, or no window.
        """
        if given is None:
            return cls(None, {})
        from ahp.ingest.times import Window

        if not isinstance(given, Mapping):
            given = {"": given}
        for name, edges in given.items():
            if not (isinstance(name, str) and isinstance(edges, tuple | list) and len(edges) == 2):
                raise InputError(
                    f"window = {quoted(edges if name == '' else {name: edges})}; write a start and an end: "
                    "window=('21:34:00', '21:44:00'), or these by the name of an alternative or a file"
                )
        windows = {name: Window.of(*edges) for name, edges in given.items()}
        return cls(windows.pop("", None), windows)

    def name_for(self, file: str, alternative: str | None) -> str | None:
        """Return the name by which a file has a window of its own, None if it has none."""
        return next((name for name in (file, alternative or "") if name in self.named), None)

    def of_file(self, file: str, alternative: str | None) -> Window | None:
        """Return the window of a file: its own, its alternative's, or that of all."""
        name = self.name_for(file, alternative)
        return self.everywhere if name is None else self.named[name]

    def refuse_unused(self, used: Sequence[str | None]) -> None:
        """Refuse a window that no monitor took.

        Parameters
        ----------
        used : sequence of (str or None)
            For each file whose reader took a window, the name that it had it by.

        Raises
        ------
        InputError
            If there is such a window.
        """
        for name in self.named:
            if name not in used:
                raise InputError(
                    f"no monitor's file is called {quoted(name)}, for which a window is given",
                    advice="give the alternative or the file as it is called here",
                )
        if self.everywhere is not None and None not in used:
            raise InputError(
                f"no file has times that the window {self.everywhere} could choose by",
                advice="give a monitor's output: sar, sadf, mpstat, vmstat -t, iostat -t, pidstat, dstat",
            )


When: TypeAlias = "tuple[Time | None, Time | None] | Mapping[str, tuple[Time | None, Time | None]] | None"
"""The window of all files, or of an alternative or a file each."""


_MAY_BE_FOUND = ("decimal", "ratio_form", "alternatives_as")
"""What the content may say itself, where the caller does not."""


class Keywords(TypedDict, total=False):
    """The keywords of :func:`ahp.read`, for functions that hand them on."""

    reader: str | None
    baseline: str | None
    columns: Mapping[str, str] | None
    decimal: str | None
    study: Study | None
    path: str | None
    window: When
    idle: Readable | None
    processors: int | None
    failed: Literal["refuse", "drop"]
    heading: Sequence[str]
    ignore: Sequence[str]
    alternatives_as: Literal["rows", "columns"] | None
    ratio_form: str | None
    repeats: Literal["refuse", "runs"]
    cells: str | None


def _refuse_other_kinds(asked: ReadOptions) -> None:
    """Refuse what is not of the kind that its keyword takes: it would fail far from here."""
    for keyword, text, what in (
        ("reader", asked.reader, "the name of a reader, such as 'pgbench'"),
        ("baseline", asked.baseline, "the name of an alternative, such as 'none'"),
        ("cells", asked.cells, "the measure of all cells, such as 'throughput'"),
        ("path", asked.path, "where the names stand in the paths: '{alternative}/run{run}.log'"),
    ):
        if not isinstance(text, str | None):
            raise InputError(f"{keyword} = {quoted(text)}; write {what}")
    # The letters of one text would pass for headings, and a set has no order.
    for keyword, names, unlike in (
        ("heading", asked.heading, (str, bytes, Mapping, set, frozenset)),
        ("ignore", asked.ignore, (str, bytes, Mapping)),
    ):
        if isinstance(names, unlike) or not _are_texts(names):
            raise InputError(f"{keyword} = {quoted(names)}; write headings: {keyword}=['alternative', 'tps']")
    columns: object = {} if asked.columns is None else asked.columns
    if not (isinstance(columns, Mapping) and _are_texts([*columns, *columns.values()])):
        raise InputError(
            f"columns = {quoted(columns)}; write for a measure or a role the heading of its column: "
            "columns={'throughput': 'Durchsatz'}"
        )
    if asked.study is not None:
        from ahp.evidence.study import study_given

        study_given(asked.study)


def _are_texts(given: object) -> bool:
    try:
        return isinstance(given, Collection) and all(isinstance(one, str) for one in given)
    except TypeError:  # an array of one number looks like a list
        return False


@dataclass(frozen=True)
class ReadOptions:
    """The keywords of :func:`ahp.read`, which describes them.

    Raises
    ------
    InputError
        If one of them cannot be meant.
    """

    reader: str | None = None
    baseline: str | None = None
    columns: Mapping[str, str] | None = None
    decimal: str | None = None
    study: Study | None = None
    path: str | None = None
    window: When = None
    idle: Readable | None = None
    processors: int | None = None
    failed: Literal["refuse", "drop"] = "refuse"
    heading: Sequence[str] = ()
    ignore: Sequence[str] = ()
    alternatives_as: Literal["rows", "columns"] | None = None
    ratio_form: str | None = None
    repeats: Literal["refuse", "runs"] = "refuse"
    cells: str | None = None

    def __post_init__(self) -> None:
        _refuse_other_kinds(self)
        for keyword, given, (*known, last), what in (
            ("decimal", self.decimal, (*MARKS, PER_CELL), "the decimal mark"),
            ("failed", self.failed, ("refuse", "drop"), "it"),
            ("alternatives_as", self.alternatives_as, tuple(LAYOUTS), "it"),
            ("ratio_form", self.ratio_form, tuple(FORMS), "it"),
            ("repeats", self.repeats, ("refuse", "runs"), "it"),
        ):
            if given is None and keyword in _MAY_BE_FOUND:
                continue
            if not isinstance(given, str) or given not in (*known, last):
                one_of = f"{listed(known)} or {quoted(last)}"
                raise InputError(f"{keyword} = {quoted(given)}; {what} is {one_of}")
        own = tuple(measure.name for measure in self.own)
        if self.cells not in (None, CAPTION) and parse_heading(self.cells, own).measure is None:
            raise MeasureError(
                f"cells = {quoted(self.cells)}, which is not a known measure",
                advice=f"name {CAPTION}, which stands above the table, or one of "
                f"{listed([*own, *MEASURES], 40)}",
            )
        for name in self.columns or {}:
            # A column named for what is neither a role nor a measure would be passed over.
            if name.strip().casefold() not in ROLES and parse_heading(name, own).measure is None:
                raise MeasureError(
                    f"{quoted(name)} is not a known measure",
                    advice=f"name a column for one of {listed([*ROLES, *own, *MEASURES], 40)}",
                )

    @property
    def own(self) -> tuple[Measure, ...]:
        """The user's own measures."""
        return self.study.measures if self.study is not None else ()

    @cached_property
    def windows(self) -> Windows:
        """When the benchmark ran."""
        return Windows.of(self.window)

    def entries(self, sources: Sequence[Readable]) -> Inputs:
        """Return what is to be read: the files that the study names, then the sources.

        Raises
        ------
        InputError
            If there is nothing, or it cannot be found.
        """
        files = self.study.files if self.study is not None else ()
        if not sources and not files:
            raise InputError("no source was given", advice="give a file, a DataFrame or a mapping")
        return find_inputs(
            sources, pattern=self.path, reader=self.reader, files=files, windowed=self.windows.named
        )

    def options(self, source: Source | None = None, entry: Input | None = None) -> Options:
        """Return what a reader is told of a source."""
        window, alternative = None, None
        if source is not None and entry is not None:
            alternative = entry.labels.alternative
            window = self.windows.of_file(source.name, alternative)
        own = tuple(measure.name for measure in self.own)
        return Options(
            columns=dict(self.columns or {}),
            decimal=self.decimal,
            own=own,
            window=window,
            failed=self.failed,
            heading=tuple(name.strip() for name in self.heading),
            ignore=tuple(self.ignore),
            alternatives_as=self.alternatives_as,
            ratio_form=self.ratio_form,
            baseline=self.baseline or (self.study.baseline if self.study is not None else None),
            repeats=self.repeats,
            cells=self.cells,
            alternative=alternative,
        )

    def refuse_unused(self, parts: Sequence[FileReading]) -> None:
        """Refuse a column name that no file has, or the form of ratios where there are none.

        A typing error would otherwise go unseen.

        Raises
        ------
        InputError
            If there is one.
        """
        named = [(column, f"named for {quoted(name)}") for name, column in (self.columns or {}).items()]
        named += [(column, "named where there is no heading") for column in self.heading if column != "-"]
        for column, why in (*named, *((column, "to be left out") for column in self.ignore)):
            if not any(column.strip().casefold() in part.reading.headings for part in parts):
                raise InputError(
                    f"no file has the column {quoted(column)} that was {why}",
                    advice="check the heading's spelling",
                )
        if self.ratio_form is not None and not any(
            row.measure == "compression_ratio" for part in parts for row in part.reading.rows
        ):
            raise InputError(
                "no file has a compression ratio, whose form was given", advice="leave --ratio-form out"
            )
