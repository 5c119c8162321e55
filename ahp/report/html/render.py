"""The doors: a decision as a page, and as a fragment of one."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from ahp.report.html.assets import asset, policy
from ahp.report.html.labels import labels_of, shown_by
from ahp.report.html.method import method_of
from ahp.report.html.opening import opening_of
from ahp.report.html.scenarios import scenario_of
from ahp.report.html.together import across_of, changes_of
from ahp.report.wording import left_out

if TYPE_CHECKING:
    from jinja2 import Environment

    from ahp.report.documents import DecisionDocument


def render_page(document: DecisionDocument) -> str:
    """Return a decision as one self-contained HTML page, under a policy that forbids everything else."""
    style, script = f"{asset('page.css')}\n{asset('style.css')}", asset("move.js")
    return _rendered("page.html", document, style, script)


def render_fragment(document: DecisionDocument) -> str:
    """Return a decision as a part of another page: styles that touch nothing else, headings from 2 on."""
    return _rendered("fragment.html", document, asset("style.css"), asset("move.js"))


def _rendered(template: str, document: DecisionDocument, style: str, script: str) -> str:
    show, shortened = shown_by(labels_of(document))
    prefix = prefix_of(document)
    absent = left_out(document)
    return environment().get_template(template).render(
        prefix=prefix,
        style=style,
        script=script,
        policy=policy(style, script),
        opening=opening_of(document, show, prefix),
        scenarios=[
            scenario_of(document, scenario, show, f"{prefix}-s{number}")
            for number, scenario in enumerate(document["scenarios"], start=1)
        ],
        across=across_of(document, show),
        changes=changes_of(document, show),
        absent=None if absent is None else show(absent),
        warnings=list(map(show, document["warnings"])),
        method=method_of(document, show, shortened),
    )


def prefix_of(document: object) -> str:
    """Return how the names of a page's parts begin: the same for the same document, another for another.

    Examples
    --------
    >>> prefix_of({"schema": "ahp.decision/1"})
    'ahp-1e0ee7d2'
    """
    text = json.dumps(document, sort_keys=True)
    return f"ahp-{sha256(text.encode('utf-8')).hexdigest()[:8]}"


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
