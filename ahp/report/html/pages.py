"""What a page and a fragment are made of: a template, a style, a script, a policy for these, figures."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from ahp.errors import FigureError

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


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


def as_page(context: Mapping[str, Any]) -> str:
    """Return one self-contained page, under a policy that forbids all but its own style and script."""
    style = f"{asset('page.css')}\n{asset('style.css')}"
    return _rendered("page.html", context, style, asset("move.js"))


def as_fragment(context: Mapping[str, Any]) -> str:
    """Return a part of another page: its styles touch nothing else, its headings begin at level 2.

    In its style the class is named twice, so that rules such as `div.body td` of that page do not win.
    """
    return _rendered(
        "fragment.html", context, asset("style.css").replace(".ahp", ".ahp.ahp"), asset("move.js")
    )


def _rendered(template: str, context: Mapping[str, Any], style: str, script: str) -> str:
    own = {"style": style, "script": script, "policy": policy(style, script)}
    return environment().get_template(template).render({**context, **own})


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
