"""Labels as a page shows them: nothing that redraws the page, and none that fills it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from ahp.printing import printable
from ahp.report.documents.decision import DecisionDocument

LONGEST = 80
"""Characters of a label beyond which a page shows its beginning, and once the whole."""

Shown: TypeAlias = Callable[[str], str]


def shown_by(labels: Iterable[str]) -> tuple[Shown, dict[str, str]]:
    r"""Return what makes a text fit to be shown, and the labels that it shortens, each with its short form.

    Control and direction characters become visible. A label of more than `LONGEST` characters is shortened
    wherever it stands in a text; a number tells two of the same beginning apart.

    Examples
    --------
    >>> show, shortened = shown_by(["lz4", "x" * 100])
    >>> show("lz4\u202e beats " + "x" * 100) == "lz4\\u202e beats " + "x" * 72 + "… (1)"
    True
    """
    seen = {printable(label) for label in labels}
    long = sorted((label for label in seen if len(label) > LONGEST), key=lambda label: (-len(label), label))
    short = {label: f"{label[: LONGEST - 8]}… ({number})" for number, label in enumerate(long, 1)}

    def show(text: str) -> str:
        found = printable(text)
        if len(found) > LONGEST:
            for whole, beginning in short.items():
                found = found.replace(whole, beginning)
        return found

    return show, short


def labels_of(document: DecisionDocument) -> Iterator[str]:
    """Yield every label of a decision that came from a file or a study."""
    for criterion in document["study"]["criteria"]:
        yield criterion["name"]
        yield criterion["measure"]
    yield from (source["file"] for source in document["inputs"])
    yield from document["study"]["absent"]
    for scenario in document["scenarios"]:
        yield scenario["scenario"]
        yield from scenario["runs"]
        yield from scenario["alternatives"]
        for measured in scenario["measurements"]:
            yield measured["measure"]
            yield measured["unit"]
            yield str(measured["run"])
        for screened in scenario["screened"]:
            yield screened["alternative"]
            yield screened["screen"]
