"""The packages that clients in Python need to talk to a server, and the extras that bring them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec

_PACKAGES: Mapping[str, tuple[str, str]] = {
    "postgresql": ("psycopg", "postgres"),
    "mariadb": ("pymysql", "mariadb"),
}


def missing_package(engine: str) -> str | None:
    """Return why clients in Python cannot talk to an engine, None if they can.

    Examples
    --------
    >>> print(missing_package("sqlite"))
    None
    """
    package, extra = _PACKAGES.get(engine, ("", ""))
    if not package or find_spec(package) is not None:
        return None
    return f"the package {package} is not installed; pip install 'ahp-rank[{extra}]'"
