"""What readers of printed reports have in common: by which words and patterns a report is known."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import ClassVar

from ahp.errors import FailedRunError, InputError
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, holds
from ahp.ingest.readers.lines import Lines

WHOLE = "give the whole output of a run that finished, and each run once"
"""What to do about a report that is cut off, damaged or given twice, where nothing better is known."""


class PrintedReader(ABC):
    """A reader of what a program prints.

    Attributes
    ----------
    words : tuple of str
        Words of which each of its files holds one: they are found in a fiftieth of the time of a pattern.
    forms : tuple of re.Pattern
        Patterns of which one is found in the beginning of each of its files, and of no other file.
    """

    words: ClassVar[tuple[str, ...]]
    forms: ClassVar[tuple[re.Pattern[str], ...]]

    def matches(self, head: str) -> bool:
        """Say whether one of the words and one of the patterns stand in the beginning of a file."""
        return holds(head, *self.words) and any(form.search(head) for form in self.forms)

    def read(self, source: Source, options: Options) -> Reading:
        """Return what the report says.

        Raises
        ------
        InputError
            If it is damaged, cut off, given twice or contradicts itself, or is of a run that failed.
        """
        try:
            return self._reading(Lines.of(source.text), options)
        except FailedRunError:
            raise
        except InputError as error:
            raise error if error.advice else error.advising(WHOLE) from None

    @abstractmethod
    def _reading(self, text: Lines, options: Options) -> Reading:
        """Return what the lines of the report say."""
