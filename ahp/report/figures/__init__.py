"""Figures of a document, each by its kind; the only room that draws with Matplotlib, and only when asked."""

from __future__ import annotations

from ahp.report.figures.drawing import draw, files, svg
from ahp.report.figures.kinds import KINDS

__all__ = ["KINDS", "draw", "files", "svg"]
