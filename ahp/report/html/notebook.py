"""How a result shows itself in a notebook: a small table, without styles and without a script."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from enum import Enum
from html import escape
from typing import TYPE_CHECKING

from ahp.report.numbers import shortened

if TYPE_CHECKING:
    from ahp.report.documents import DecisionDocument, ScenarioDocument

_LONGEST = 300
_MOST = 30
"""Entries of a tuple, and rows and columns of a matrix, that are shown."""


class NotebookFace:
    """What a dataclass shows of itself in a notebook: its fields, and matrices with the names of their items.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Ratio(NotebookFace):
    ...     ratio: float
    >>> Ratio(0.1)._repr_html_()
    '<table><caption>Ratio</caption><tbody><tr><th scope="row">ratio</th><td>0.1</td></tr></tbody></table>'
    """

    def _repr_html_(self) -> str:
        labels = getattr(self, "labels", ())
        parts, rows = [], []
        for field in fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            if field.name.startswith("_"):
                continue
            if getattr(value, "ndim", 0) == 2 and value.shape == (len(labels), len(labels)):
                parts.append(_matrix(f"{type(self).__name__}: {field.name}", labels, value.tolist()))
            elif not (parts and field.name == "labels"):
                rows.append((field.name, said(value)))
        facts = table_html(type(self).__name__, (), rows) if rows else ""
        return "".join([*parts, facts])


def said(value: object) -> str:
    """Return a value in a few words: a number with six digits, a long list with its beginning.

    Examples
    --------
    >>> said(1 / 3), said(None), said(("a", 2)), said({"a": 0.5})
    ('0.333333', '–', 'a, 2', 'a: 0.5')
    """
    if value is None:
        return "–"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, Mapping):
        return _several(f"{said(key)}: {said(entry)}" for key, entry in value.items())
    if isinstance(value, tuple | list | frozenset):
        nested = any(isinstance(entry, tuple | list) for entry in value)
        return _several((f"({said(entry)})" if nested else said(entry)) for entry in value)
    return shortened(str(value), _LONGEST)


def _several(entries: Iterable[str]) -> str:
    found = list(entries)
    more = f", and {len(found) - _MOST} more" if len(found) > _MOST else ""
    return shortened(", ".join(found[:_MOST]), _LONGEST) + more if found else "none"


def table_html(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of texts; the first cell of each row is its heading.

    Examples
    --------
    >>> table_html("<b>", (), [("a", "1")])
    '<table><caption>&lt;b&gt;</caption><tbody><tr><th scope="row">a</th><td>1</td></tr></tbody></table>'
    """
    head = "".join(f'<th scope="col">{_text(cell)}</th>' for cell in heads)
    lines = [
        f'<tr><th scope="row">{_text(row[0])}</th>{"".join(f"<td>{_text(c)}</td>" for c in row[1:])}</tr>'
        for row in rows
    ]
    top = f"<thead><tr>{head}</tr></thead>" if heads else ""
    return f"<table><caption>{_text(caption)}</caption>{top}<tbody>{''.join(lines)}</tbody></table>"


def lines_html(sentences: Iterable[str]) -> str:
    """Return sentences below a table, a line each.

    Examples
    --------
    >>> lines_html(["a < b.", "c."]), lines_html([])
    ('<p>a &lt; b.<br>c.</p>', '')
    """
    lines = "<br>".join(map(_text, sentences))
    return f"<p>{lines}</p>" if lines else ""


def _text(text: str) -> str:
    return escape(shortened(text, _LONGEST))


def _matrix(caption: str, labels: Sequence[str], lines: Sequence[Sequence[float]]) -> str:
    """Return a matrix of judgments; what is missing is a question mark."""
    shown = labels[:_MOST]
    rows = [
        [label, *("?" if cell != cell else f"{cell:.4g}" for cell in line[:_MOST])]
        for label, line in zip(shown, lines, strict=False)
    ]
    more = f", the first {_MOST} of {len(labels)}" if len(labels) > _MOST else ""
    return table_html(f"{caption}{more}", ["item", *shown], rows)


def scenario_html(scenario: ScenarioDocument) -> str:
    """Return the ranking of a scenario, how sure it is, and what would change it."""
    from ahp.report.numbers import quotient, share
    from ahp.report.wording import MERITS, certainty, choice, hinges, noise_borne, places

    merits = {
        "benefit": ("benefit", share),
        "cost": ("cost", share),
        "benefit_to_cost": ("benefit/cost", quotient),
    }
    present = {key: shown for key, shown in merits.items() if scenario[key] is not None}  # type: ignore[literal-required]
    rows = [
        [name, str(place), *(show(scenario[key][name]) for key, (_, show) in present.items())]  # type: ignore[literal-required]
        for name, place in places(scenario).items()
    ]
    caption = f"{shortened(scenario['scenario'], 80)}: {choice(scenario)}"
    heads = ["alternative", "place", *(head for head, _ in present.values())]
    noise = noise_borne(scenario)
    sentences = [f"Ranked by {MERITS[scenario['by']]}; {certainty(scenario)}.", *hinges(scenario)]
    sentences += [] if noise is None else [noise]
    return table_html(caption, heads, rows) + lines_html(sentences)


def decision_html(document: DecisionDocument) -> str:
    """Return the rankings of every scenario, and what is said over all of them."""
    from ahp.report.wording import across

    return "".join(map(scenario_html, document["scenarios"])) + lines_html(across(document))
