"""How Sphinx builds these pages; the decisions that they show are made first, from the measurements."""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx

import ahp
from ahp.report import figures

project = "Storage"
html_theme = "alabaster"
exclude_patterns = ["_build"]

EXAMPLES = Path(__file__).resolve().parents[2]
DECISIONS = {"zfs": "zfs_oltp.csv", "iibench": "tokudb_iibench.csv"}


def setup(app: Sphinx) -> None:
    """Have the decisions made before any page is read."""
    app.connect("builder-inited", decide)


def decide(app: Sphinx) -> None:
    """Write each decision where the pages take it from: as HTML, as text, and its figure."""
    for name, table in DECISIONS.items():
        document = ahp.rank(ahp.read(EXAMPLES / table)).to_dict()
        folder = Path(app.srcdir) / "_decisions" / name
        keep(folder / "decision.html", ahp.report.render(document, "html-fragment").encode())
        keep(folder / "decision.txt", ahp.report.render(document, "text").encode())
        for file, drawn in figures.files(document, ["svg"], ["contributions"]):
            keep(folder / file, drawn)


def keep(path: Path, content: bytes) -> None:
    """Write a file if it changed: a page whose decision is the same is not read anew."""
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
