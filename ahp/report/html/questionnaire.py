"""The questionnaire as a page: one file to fill in, in any browser, which saves the answers to send back."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from typing import Any

import numpy as np

from ahp.errors import StudyError, listed, quoted
from ahp.report.html.render import asset, environment, policy


@dataclass(frozen=True)
class AskedNode:
    """A node of the hierarchy, as a page asks about it.

    Attributes
    ----------
    under : str
        The way to it; empty for the goal.
    items : tuple of str
        What is compared.
    criteria : bool
        Whether these are criteria; alternatives otherwise.
    random_indices : tuple of (float or None)
        What a consistency index is divided by with 0, 1, … judgments missing; None where nothing is known.
    pairs : tuple of (int, int)
        The pairs that are asked, by the places of their items.
    """

    under: str
    items: tuple[str, ...]
    criteria: bool
    random_indices: tuple[float | None, ...]
    pairs: tuple[tuple[int, int], ...]


def questionnaire_page(
    goal: str,
    nodes: Sequence[AskedNode],
    *,
    participant: str = "",
    people: Sequence[str] = (),
    language: str = "en",
    seed: Sequence[int] = (0,),
) -> str:
    """Return the page: a slider for each pair, the consistency ratio of each node as it is filled in.

    It reaches for nothing outside itself. Answers stay in the browser until they are saved as the CSV that
    :func:`ahp.read_judgments` takes.

    Parameters
    ----------
    goal : str
        What is to be decided.
    nodes : sequence of AskedNode
    participant : str
        Whose page it is; unless given, whoever fills it in writes the name.
    people : sequence of str
        Names that are offered for that.
    language : str
        One of :func:`languages`.
    seed : sequence of int
        The order of the pairs of each node is drawn from it, and it is kept with the answers.

    Raises
    ------
    StudyError
        If the language is unknown.

    Examples
    --------
    >>> node = AskedNode("", ("price", "quality"), True, (0.0,), ((0, 1),))
    >>> page = questionnaire_page("choose a laptop", [node], participant="Ann")
    >>> page.startswith("<!doctype html>"), "https:" in page
    (True, False)
    """
    if language not in languages():
        raise StudyError(f"no questionnaire is in {quoted(language)}; use one of: {listed(languages())}")
    words = _words()[language]
    rng = np.random.default_rng(list(seed))
    shown = [_node(node, words, rng) for node in nodes]
    asked = {"goal": goal, "nodes": [asdict(node) for node in nodes]}
    # What is kept in the browser belongs to these questions, whoever made the page of them and when.
    identity = sha256(json.dumps(asked).encode()).hexdigest()[:12]
    data = {
        **asked,
        "id": identity,
        "participant": participant,
        "seed": " ".join(map(str, seed)),
        "words": words,
    }
    style = "\n".join(map(asset, ("page.css", "style.css", "questionnaire.css")))
    script = asset("questionnaire.js")
    return (
        environment()
        .get_template("questionnaire.html")
        .render(
            goal=goal,
            nodes=shown,
            participant=participant,
            people=people,
            language=language,
            words=words,
            data=json.dumps(data).replace("<", "\\u003c"),  # nothing in it ends the element that holds it
            style=style,
            script=script,
            policy=policy(style, script),
        )
    )


def languages() -> tuple[str, ...]:
    """Return the languages that a questionnaire can be in.

    Examples
    --------
    >>> languages()
    ('en', 'de')
    """
    return tuple(_words())


@cache
def _words() -> dict[str, Any]:
    return tomllib.loads(asset("questionnaire.toml"))


def _node(node: AskedNode, words: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    """Return what the page shows of a node: its pairs in an order of their own."""
    pairs = [{"i": i, "j": j} for i, j in node.pairs]
    return {
        "title": words["under"].format(under=node.under) if node.under else words["goal"],
        "names": node.items,
        "criteria": node.criteria,
        "pairs": [pairs[k] for k in rng.permutation(len(pairs))],
    }
