"""How the document of a hierarchy of judgments shows itself in a notebook."""

from __future__ import annotations

from itertools import chain, islice

from ahp.notebook import lines_html, table_html
from ahp.report.hierarchy_documents import HierarchyDocument
from ahp.report.hierarchy_wording import acceptances, changes, first_place, manner, of_weights, ranked
from ahp.report.numbers import share
from ahp.report.wording import sentence

_MOST = 5
"""Sentences about what would change the choice."""


def judged_html(document: HierarchyDocument) -> str:
    """Return the ranking, how consistent the judgments are, and what would change it."""
    head = "priority" if document["mode"] == "distributive" else "score"
    if of_weights(document):
        head = "weight"
    tied = {name: group for group in document["ties"] for name in group}
    ranking = document["ranking"]
    rows = [
        [
            name,
            str(min(ranking.index(other) for other in tied.get(name, [name])) + 1),
            share(document["scores"][name]),
        ]
        for name in ranking
    ]
    caption = f"{document['goal']}: {first_place(document)}"
    sentences = chain(
        map(sentence, [manner(document), *document["warnings"]]),
        islice(changes(document), _MOST),
        acceptances(document),
    )
    return table_html(caption, [ranked(document), "place", head], rows) + lines_html(sentences)
