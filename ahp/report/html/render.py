"""A decision, or what people judged, as a page whose weights move, and as a fragment of one."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import count
from typing import TYPE_CHECKING, Any, cast

from ahp.errors import FigureError
from ahp.report.documents.decision import DecisionDocument
from ahp.report.documents.hierarchy import HierarchyDocument
from ahp.report.figures.plan import look, looks_of
from ahp.report.names import Shown, shown_by
from ahp.report.numbers import share
from ahp.report.page import Block, Figure, Heading, fit, table
from ahp.report.phrases.hierarchy import places, weights_under
from ahp.report.phrases.scenario import weights_of
from ahp.report.phrases.scrutiny import titles_of
from ahp.report.sections.models import told_of

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

_MERITS = ("benefit", "cost")


@dataclass(frozen=True)
class Weight:
    """A criterion whose weight can be moved; `position` is that among the criteria of its merit."""

    position: int
    name: str
    exact: str
    shown: str


@dataclass(frozen=True)
class Sliders:
    """The criteria by merit, each merit with a heading, and the data of the script as JSON."""

    groups: tuple[tuple[str, str, tuple[Weight, ...]], ...]
    data: str


def sliders_of(document: DecisionDocument, name: str | None, show: Shown) -> Sliders | None:
    """Return the weights of a scenario that can be moved; None where none can be, or there is no rival.

    Each alternative has the colour that it has in the figures.
    """
    scenario = next(entry for entry in document["scenarios"] if entry["scenario"] == name)
    looks = looks_of(document["scenarios"])
    by_merit = {key: [c for c in scenario["criteria"] if c["merit"] == key] for key in _MERITS}
    if len(scenario["alternatives"]) < 2 or all(len(criteria) < 2 for criteria in by_merit.values()):
        return None
    names, titles = scenario["alternatives"], titles_of(scenario["criteria"])
    first = [names.index(name) for name in scenario["choose"]]
    merits: dict[str, tuple[list[float], Sequence[list[float]]]] = {
        key: (
            [criterion["weight"] for criterion in criteria],
            [[criterion["priorities"][name] for name in names] for criterion in criteria],
        )
        for key, criteria in by_merit.items()
        if criteria
    }
    groups = tuple(
        (
            key,
            weights_of(key),
            _movable(((titles[criterion["name"]], criterion["weight"]) for criterion in criteria), show),
        )
        for key, criteria in by_merit.items()
        if len(criteria) > 1
    )
    return Sliders(groups, slider_data(scenario["by"], first, merits, [looks[name].colour for name in names]))


def _movable(weights: Iterable[tuple[str, float]], show: Shown) -> tuple[Weight, ...]:
    return tuple(
        Weight(position, show(name), repr(weight), share(weight))
        for position, (name, weight) in enumerate(weights)
    )


def hierarchy_sliders(document: HierarchyDocument, show: Shown) -> Sliders | None:
    """Return the weights under the goal, and those under each criterion that has criteria of its own.

    The score under each of them is the sum of those below it, by local weights.
    """
    inner = {tuple(node["path"]): node for node in document["nodes"] if not node["leaf"]}
    under = {tuple(one["path"]): one["scores"] for one in document["sensitivity"]["performance"]}
    names = document["alternatives"]
    below = {path: [(*path, name) for name in node["priorities"]] for path, node in inner.items()}
    if document["mode"] == "product":  # the page adds, and does not multiply
        return None
    if len(names) < 2 or all(len(ways) < 2 for ways in below.values()):
        return None
    if any(path not in under for paths in below.values() for path in paths):
        return None
    keys = {path: f"inside{number}" if path else "benefit" for number, path in enumerate(inner)}
    groups, merits = [], {}
    for path, node in inner.items():
        local = node["priorities"]
        scores = [keys.get(one) or [under[one][name] for name in names] for one in below[path]]
        merits[keys[path]] = (list(local.values()), scores)
        weights = _movable(local.items(), show)
        legend = show(weights_under(path))
        if len(weights) > 1:
            groups.append((keys[path], legend, weights))
    first = [names.index(name) for name, place in places(document).items() if place == 1]
    colours = [look(position).colour for position in range(len(names))]
    return Sliders(tuple(groups), slider_data("benefit", sorted(first), merits, colours))


def slider_data(
    by: str,
    first: list[int],
    merits: Mapping[str, tuple[list[float], Sequence[list[float] | str]]],
    colours: Sequence[str],
) -> str:
    """Return what the script reads: by what to rank, who is first, weights and priorities, colours.

    In the place of the priorities under a criterion there may stand the key of what it is made of, with
    weights and priorities of its own. There are numbers in it and no names, so that nothing in it can end the
    element that holds it.

    Examples
    --------
    >>> slider_data("benefit", [0], {"benefit": ([1.0], [[0.75]])}, ["#0072b2"])
    '{"by":"benefit","first":[0],"colours":["#0072b2"],"merits":{"benefit":{"weights":[1.0],"priorities":[[0.75]]}}}'
    """
    data = {
        "by": by,
        "first": first,
        "colours": colours,
        "merits": {key: {"weights": w, "priorities": p} for key, (w, p) in merits.items()},
    }
    return json.dumps(data, separators=(",", ":"))


@dataclass(frozen=True)
class Part:
    """A part of a page: its heading, and the blocks below it."""

    heading: Heading
    blocks: tuple[Block, ...]


def render_page(document: Mapping[str, Any]) -> str:
    """Return a decision, or what people judged, as one page that reaches for nothing outside itself."""
    style = f"{asset('page.css')}\n{asset('style.css')}"
    return _rendered("page.html", document, style)


def render_fragment(document: Mapping[str, Any]) -> str:
    """Return a decision, or what people judged, as a part of another page: its styles touch nothing else.

    In its style the class is named twice, so that rules such as `div.body td` of that page do not win.
    """
    return _rendered("fragment.html", document, asset("style.css").replace(".ahp", ".ahp.ahp"))


def _rendered(template: str, document: Mapping[str, Any], style: str) -> str:
    script = asset("move.js")
    own = {"style": style, "script": script, "policy": policy(style, script)}
    return environment().get_template(template).render({**_context(document), **own})


def _context(document: Mapping[str, Any]) -> dict[str, Any]:
    told, prefix, numbers = told_of(document), prefix_of(document), count()
    show, shortened = shown_by(told.labels(document))
    blocks = [*fit(told.page(document), show), *_whole(shortened)]

    def plots(figure: Figure) -> tuple[Plot, ...]:
        return plots_of(document, figure.kinds, f"{prefix}-f{next(numbers)}", figure.scenario)

    def sliders(scenario: str | None) -> Sliders | None:
        if "scenarios" in document:
            return sliders_of(cast("DecisionDocument", document), scenario, show)
        if document.get("schema") != "ahp.hierarchy/1":
            return None
        return hierarchy_sliders(cast("HierarchyDocument", document), show)

    return {
        "prefix": prefix,
        "opening": told.opening(document, show),
        "parts": _parts(blocks),
        "plots": plots,
        "sliders": sliders,
    }


def _parts(blocks: Iterable[Block]) -> list[Part]:
    parts: list[Part] = []
    for block in blocks:
        if isinstance(block, Heading) and block.level == 2:
            parts.append(Part(block, ()))
        else:
            parts[-1] = Part(parts[-1].heading, (*parts[-1].blocks, block))
    return parts


def _whole(shortened: dict[str, str]) -> list[Block]:
    """Return the labels that are shortened in a page, each once as it is."""
    rows = [(short, label) for label, short in shortened.items()]
    heads = ["shortened", "the whole label"]
    return [table("labels", "Labels that are shortened above", heads, rows, (1,))] if rows else []


@dataclass(frozen=True)
class Plot:
    """A figure as the template draws it: an `svg` element, and what it shows."""

    svg: Markup
    shows: str


def plots_of(
    document: Mapping[str, Any], kinds: tuple[str, ...], prefix: str, scenario: str | None = None
) -> tuple[Plot, ...]:
    """Return figures of a document, a few, without those for which it lacks the numbers."""
    from markupsafe import Markup

    from ahp.report.figures.drawing import svg
    from ahp.report.figures.kinds import KINDS

    found = []
    for letter, kind in zip("abcdefgh", kinds, strict=False):
        try:
            drawn = svg(document, kind, scenario)
        except FigureError:
            continue
        found.append(Plot(Markup(renamed(drawn, f"{prefix}{letter}")), KINDS[kind].shows))
    return tuple(found)


def renamed(svg: str, prefix: str) -> str:
    """Return an SVG whose ids, and whatever refers to them, begin with a prefix: a page has several.

    Examples
    --------
    >>> renamed('<svg><path id="a"/><use href="#a" fill="url(#b)"/></svg>', "p-")
    '<svg><path id="p-a" /><use href="#p-a" fill="url(#p-b)" /></svg>'
    """
    from xml.etree import ElementTree as ET

    root = ET.fromstring(svg)
    for element in root.iter():
        element.tag = element.tag.removeprefix("{http://www.w3.org/2000/svg}")
        for key, value in element.attrib.items():
            if key == "id":
                element.set(key, f"{prefix}{value}")
            elif key == "aria-labelledby":
                element.set(key, " ".join(f"{prefix}{name}" for name in value.split()))
            elif key == "href" and value.startswith("#"):
                element.set(key, f"#{prefix}{value[1:]}")
            elif value.startswith("url(#"):
                element.set(key, f"url(#{prefix}{value[5:]}")
    return ET.tostring(root, encoding="unicode")


def prefix_of(document: object) -> str:
    """Return how the names of a page's parts begin: the same for the same document, another for another.

    Examples
    --------
    >>> prefix_of({"schema": "ahp.decision/1"})
    'ahp-a94af076'
    """
    text = json.dumps(document, sort_keys=True)
    return f"ahp-{sha256(text.encode('utf-8')).hexdigest()[:8]}"


@cache
def asset(name: str) -> str:
    """Return a file that ships beside the templates.

    Examples
    --------
    >>> asset("move.js").startswith("(function")
    True
    """
    return files("ahp.report.html").joinpath("templates", name).read_text(encoding="utf-8").strip()


def policy(style: str, script: str) -> str:
    """Return a policy under which a page runs this script, has this style, and reaches for nothing.

    Examples
    --------
    >>> policy("", "").split("; ")[0]
    "default-src 'none'"
    """
    return (
        f"default-src 'none'; script-src {_source(script)}; style-src {_source(style)}; "
        "base-uri 'none'; form-action 'none'"
    )


def _source(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode('utf-8')).digest()).decode('ascii')}'"


@cache
def environment() -> Environment:
    """Return the templates, which escape whatever is put into them."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("ahp.report.html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
