"""Figures as files: each whole or as it was, and none where the folder cannot take them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ahp.cli.streams import reason_of, unwritable, write_file
from ahp.errors import FigureError, OutputError, quoted

if TYPE_CHECKING:
    from ahp.decision.history import History
    from ahp.decision.results import Decision


def add_figures(parser: argparse.ArgumentParser) -> None:
    """Add the option that asks for figures."""
    parser.add_argument(
        "--figures",
        metavar="DIR",
        help="write every figure that there is data for into that folder, as PNG, SVG and PDF",
    )


def save_figures(
    document: Decision | History | Mapping[str, Any],
    folder: str | Path,
    formats: Sequence[str] = ("png", "svg", "pdf"),
    kinds: Sequence[str] | None = None,
) -> list[Path]:
    """Write figures of a decision, or of another document, into a folder.

    All are drawn before the first is written; each takes the place of an older one only when it is whole.

    Parameters
    ----------
    document : Decision, History or mapping
        Or the document of one, or of a hierarchy of judgments (:func:`ahp.judge`).
    folder : str or Path
        Made if it is not there.
    formats : sequence of {"png", "svg", "pdf"}
    kinds : sequence of str, optional
        Keys of :data:`ahp.report.figures.KINDS`; unless given all that the document has the data of.

    Returns
    -------
    list of Path
        The files, in the order of the kinds.

    Raises
    ------
    FigureError
        If a format is unknown, or a kind that was asked for cannot be drawn.
    InputError
        If the document is damaged; the message names the key.
    OutputError
        If a file cannot be written; what stood there is untouched.
    """
    from ahp.report.figures import files

    of = document if isinstance(document, Mapping) else _document_of(document)
    with _folder(folder) as target:
        found = list(files(of, formats, kinds))
        paths = [target / name for name, _ in found]
        for path, (_, content) in zip(paths, found, strict=True):
            try:
                write_file(path, content)
            except (OSError, ValueError) as error:
                raise unwritable(path, error) from None
    return paths


def save_asked(options: argparse.Namespace, document: Mapping[str, Any]) -> None:
    """Write the figures of a document if the options ask for them."""
    if options.figures is not None:
        save_figures(document, options.figures)


def _document_of(decision: object) -> Mapping[str, Any]:
    to_dict = getattr(decision, "to_dict", None)
    if to_dict is None or isinstance(decision, type):
        raise FigureError(
            f"figures are drawn of a decision, a history or a document; found {quoted(decision)}"
        )
    document: Mapping[str, Any] = to_dict()
    return document


@contextmanager
def _folder(folder: str | Path) -> Iterator[Path]:
    """Yield a folder that is there; whether it takes files is known before minutes are spent on drawing.

    What was made of it goes again if nothing was written into it.
    """
    import tempfile

    if not isinstance(folder, str | PathLike):
        raise OutputError(f"figures are written into a folder; found {quoted(folder)}; give its path")
    if not str(folder):
        raise OutputError("the name of the folder for the figures is empty; give a path")
    target = Path(folder)
    made: list[Path] = []
    try:
        try:
            if target.exists() and not target.is_dir():
                raise NotADirectoryError(0, "it is no folder")
            made = [path for path in (target, *target.parents) if not path.exists()]
            target.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=target):
                pass
        except (OSError, ValueError) as error:
            raise OutputError(f"{folder}: cannot write figures there: {reason_of(error)}") from None
        yield target
    except BaseException:
        for path in made:
            with suppress(OSError, ValueError):  # such as of a name that nothing can have
                path.rmdir()
        raise
