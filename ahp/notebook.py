"""Results show themselves in a notebook as small tables; how is loaded when the first is shown."""

from __future__ import annotations

from typing import ClassVar


class NotebookFace:
    """What a dataclass shows of itself in a notebook: its fields, those that say something.

    A square array has the names of its items (the field `labels`, or `alternatives`). A tuple or a mapping of
    dataclasses is a table with a row for each, and so are together the fields that `_each` names, which have
    an entry for each item.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Ratio(NotebookFace):
    ...     ratio: float
    ...     table: str = ""
    >>> Ratio(0.1)._repr_html_()
    '<table><caption>Ratio</caption><tbody><tr><th scope="row">ratio</th><td>0.1</td></tr></tbody></table>'
    """

    _each: ClassVar[tuple[str, ...]] = ()
    """The fields that have an entry for each label."""

    def _repr_html_(self) -> str:
        from ahp.notebook_html import face_html

        return face_html(self, self._each)
