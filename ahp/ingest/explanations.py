"""What is known of inputs before they are ranked: plain values that render themselves."""

from __future__ import annotations

from dataclasses import dataclass

from ahp._version import __version__
from ahp.notebook import NotebookFace
from ahp.report.explanation import (
    ColumnDocument,
    ExplanationDocument,
    FileDocument,
    NameDocument,
    render_explanation,
)
from ahp.report.html.notebook import explanation_html, file_html


@dataclass(frozen=True)
class ColumnExplanation(NotebookFace):
    """How a column of a table, or a number in a harness' output, was understood.

    Attributes
    ----------
    label : str
        Its heading, or the line as it stands.
    line : int or None
        Where its first value stands.
    measure : str or None
        None where no known measure is meant.
    role : str or None
        What it names (`alternative`, `run`, …), for a column that holds no measure.
    candidates : tuple of str
        The measures it could mean, where it does not say which.
    transactions : tuple of str
        The transaction types that it has numbers of; an empty one stands for all of them together.
    unit : str or None
        As it was read; None where there is none.
    found : str or None
        The first value as it stands; None if there is none.
    value : float or None
        The same in `kept`, the unit of the library; None where it cannot be converted.
    kept : str
    resolution : float or None
        Half a unit of its last digit, in the unit that it was read in.
    values, missing : int
        How many numbers and how many empty cells.
    """

    label: str
    line: int | None = None
    measure: str | None = None
    role: str | None = None
    candidates: tuple[str, ...] = ()
    transactions: tuple[str, ...] = ()
    unit: str | None = None
    found: str | None = None
    value: float | None = None
    kept: str = ""
    resolution: float | None = None
    values: int = 0
    missing: int = 0

    def to_dict(self) -> ColumnDocument:
        """Return the column as plain data."""
        first = None
        if self.found is not None:
            first = {"found": self.found, "value": self.value, "unit": self.kept}
        return {
            "label": self.label,
            "line": self.line,
            "measure": self.measure,
            "role": self.role,
            "candidates": list(self.candidates),
            "transactions": list(self.transactions),
            "unit": self.unit,
            "first": first,  # type: ignore[typeddict-item]
            "resolution": self.resolution,
            "values": self.values,
            "missing": self.missing,
        }


@dataclass(frozen=True)
class NamesExplanation(NotebookFace):
    """The scenarios, alternatives or runs of a file.

    Attributes
    ----------
    names : tuple of str
    by : str or None
        What names them: a column, the path, the argument, the study; None where nothing does.
    """

    names: tuple[str, ...] = ()
    by: str | None = None

    def to_dict(self) -> NameDocument:
        """Return the names as plain data."""
        return {"names": list(self.names), "by": self.by}


@dataclass(frozen=True)
class FileExplanation(NotebookFace):
    """How one file was understood, as far as it could be.

    Attributes
    ----------
    file : str
    sha256 : str
    rows : int or None
    reader : str or None
        None where none was found.
    why : str
        How the reader was found.
    columns : tuple of ColumnExplanation
    scenario, alternative, run : NamesExplanation
    ignored : tuple of str
        Headings of columns that hold no numbers.
    caveats, notes : tuple of str
        As in :class:`~ahp.ingest.readers.base.Reading`.
    problem : str or None
        Why it could not be read, or not under the names that it was given.
    """

    file: str
    sha256: str = ""
    rows: int | None = None
    reader: str | None = None
    why: str = ""
    columns: tuple[ColumnExplanation, ...] = ()
    scenario: NamesExplanation = NamesExplanation()
    alternative: NamesExplanation = NamesExplanation()
    run: NamesExplanation = NamesExplanation()
    ignored: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    problem: str | None = None

    def _repr_html_(self) -> str:
        return file_html(self.to_dict())

    def to_dict(self) -> FileDocument:
        """Return the file as plain data."""
        return {
            "file": self.file,
            "sha256": self.sha256,
            "rows": self.rows,
            "reader": self.reader,
            "why": self.why,
            "columns": [column.to_dict() for column in self.columns],
            "scenario": self.scenario.to_dict(),
            "alternative": self.alternative.to_dict(),
            "run": self.run.to_dict(),
            "ignored": list(self.ignored),
            "caveats": list(self.caveats),
            "notes": list(self.notes),
            "problem": self.problem,
        }


@dataclass(frozen=True)
class Explanation(NotebookFace):
    """How inputs were understood; see :func:`ahp.explain`.

    Attributes
    ----------
    files : tuple of FileExplanation
        In the order in which they are read.
    passed_over : tuple of str
        Files of a folder whose path does not fit the pattern.
    lacking : tuple of (str, tuple of tuple of str)
        Criteria that nothing in the files serves, with the measures that could.
    assumed : bool
        Whether they are those of the default study.
    refusal : str or None
        What a ranking would be refused with; None where nothing is known to stand in its way.
    warnings : tuple of str
    """

    files: tuple[FileExplanation, ...]
    passed_over: tuple[str, ...] = ()
    lacking: tuple[tuple[str, tuple[tuple[str, ...], ...]], ...] = ()
    assumed: bool = True
    refusal: str | None = None
    warnings: tuple[str, ...] = ()

    @property
    def problem(self) -> str | None:
        """What is wrong with the first file that could not be read; None if all could."""
        return next((file.problem for file in self.files if file.problem is not None), None)

    def __str__(self) -> str:
        """Return the explanation for a terminal."""
        return self.report().removesuffix("\n")

    def _repr_html_(self) -> str:
        return explanation_html(self.to_dict())

    def to_dict(self) -> ExplanationDocument:
        """Return the `ahp.explanation/1` document."""
        return {
            "schema": "ahp.explanation/1",
            "version": __version__,
            "files": [file.to_dict() for file in self.files],
            "passed_over": list(self.passed_over),
            "lacking": [
                {"criterion": name, "measures": [list(measures) for measures in choices]}
                for name, choices in self.lacking
            ],
            "assumed": self.assumed,
            "refusal": self.refusal,
            "warnings": list(self.warnings),
        }

    def report(self, format: str = "text") -> str:
        """Return the explanation as `text` or `json`.

        Raises
        ------
        StudyError
            If the format is another.
        """
        return render_explanation(self.to_dict(), format)
