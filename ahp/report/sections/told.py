"""What each kind of document of judgments makes a report of, by its key `schema`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ahp.printing import printable
from ahp.report.documents.hierarchy import hierarchy_schema
from ahp.report.documents.models import merits_schema, network_schema
from ahp.report.page import Block
from ahp.report.phrases.hierarchy import first_place, manner
from ahp.report.sections.hierarchy import (
    hierarchy_labels,
    hierarchy_opening,
    hierarchy_page,
    hierarchy_rows,
)
from ahp.report.sections.labels import Shown
from ahp.report.sections.merits import (
    chosen,
    merits_first,
    merits_labels,
    merits_manner,
    merits_opening,
    merits_page,
    merits_rows,
)
from ahp.report.sections.network import (
    network_labels,
    network_manner,
    network_opening,
    network_page,
    network_rows,
)
from ahp.report.sections.opening import Opening


@dataclass(frozen=True)
class Told:
    """What the reports of one kind of document are made of.

    Attributes
    ----------
    schema : callable
        To the JSON Schema of the document.
    first, manner : callable
        From a document to who is first, and to how that was found, in a few words.
    labels : callable
        To every label that came from a file.
    opening, page : callable
        To the first screen, and to the blocks below it.
    rows : callable
        To the rows of a CSV at full precision, the heading first.
    """

    schema: Callable[[], dict[str, Any]]
    first: Callable[[Any], str]
    manner: Callable[[Any], str]
    labels: Callable[[Any], Iterable[str]]
    opening: Callable[[Any, Shown], Opening]
    page: Callable[[Any], list[Block]]
    rows: Callable[[Any], list[list[object]]]


TOLD = {
    "ahp.hierarchy/1": Told(
        hierarchy_schema,
        first_place,
        manner,
        hierarchy_labels,
        hierarchy_opening,
        hierarchy_page,
        hierarchy_rows,
    ),
    "ahp.merits/1": Told(
        merits_schema, merits_first, merits_manner, merits_labels, merits_opening, merits_page, merits_rows
    ),
    "ahp.network/1": Told(
        network_schema,
        lambda document: chosen(document["ranking"], document["ties"]),
        network_manner,
        network_labels,
        network_opening,
        network_page,
        network_rows,
    ),
}
"""By the key `schema` of a document."""


def told_of(document: object) -> Told:
    """Return what reports of a document are made of; of one that says nothing of its kind, a hierarchy's."""
    said = document.get("schema") if isinstance(document, Mapping) else None
    return TOLD.get(str(said), TOLD["ahp.hierarchy/1"])


def title_of(document: Mapping[str, Any]) -> str:
    """Return what a document decides, and who is first."""
    return f"{printable(document['goal'])}: {told_of(document).first(document)}"
