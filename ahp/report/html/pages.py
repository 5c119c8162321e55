"""What a page and a fragment are made of: a template, one style, one script, and a policy for them."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment


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
