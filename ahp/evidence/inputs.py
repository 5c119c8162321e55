"""A file that a study names, with what the study says of it."""

from __future__ import annotations

from dataclasses import dataclass

from ahp.notebook import NotebookFace


@dataclass(frozen=True)
class InputFile(NotebookFace):
    """One entry of `[[files]]`. The evidence only holds it; the file is opened where files are read.

    Attributes
    ----------
    path : str
        A file, a folder or a pattern with `*`, `?` and `[`, the study's folder included.
    scenario, alternative, run : str or None
        What the file is about, as far as the study says it.
    pattern : str or None
        Where names stand in the path: `"{alternative}/{scenario}-run{run}.log"`.
    reader : str or None
        The reader; found by content unless given.
    place : str
        Where the entry stands, for messages: `study.toml, [[files]] number 2`.
    """

    path: str
    scenario: str | None = None
    alternative: str | None = None
    run: str | None = None
    pattern: str | None = None
    reader: str | None = None
    place: str = "the study"
