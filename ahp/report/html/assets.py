"""The style and the script of a page, and the content security policy that allows these two and no more."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files


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
