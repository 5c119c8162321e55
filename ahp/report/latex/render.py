r"""A decision, or a hierarchy of judgments, as a LaTeX file: the answers in words, then every table.

It compiles by itself, and another document takes it in with ``\input``; that needs the packages array,
booktabs and longtable.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ahp.report.latex.escaping import escaped
from ahp.report.latex.tables import table_lines
from ahp.report.page import Block, Heading, Paragraph, Table, fit, flat
from ahp.report.sections.decision import decision_page
from ahp.report.sections.labels import labels_of, shown_by
from ahp.report.sections.opening import Opening, opening_of
from ahp.report.sections.told import told_of

if TYPE_CHECKING:
    from ahp.report.documents.decision import DecisionDocument

_PREAMBLE = r"""
% Compile this file by itself with pdflatex, or put \usepackage{array,booktabs,longtable} into the preamble of
% a document and \input this file into it. In a document of two columns it takes pages of one.
%
% It is plain ASCII. A character that pdfLaTeX has no letter for is printed as its number, such as U+4E2D; to
% print the letter itself, compile with XeLaTeX or LuaLaTeX, load a font that has it, and before this file say
%   \newcommand{\ahpcharacter}[1]{\symbol{"#1}}
\expandafter\ifx\csname @twoclasseserror\endcsname\documentclass
\def\ahpend{}% inside another document
\else
\documentclass{article}
\usepackage{array,booktabs,longtable}
\begin{document}
\def\ahpend{\end{document}}
\fi
\ifx\longtable\undefined
\errmessage{ahp: put \string\usepackage{array,booktabs,longtable} into the preamble}\fi
\csname if@twocolumn\endcsname\onecolumn\def\ahpend{\twocolumn}\fi
\begingroup
\providecommand{\ahpcharacter}[1]{\texttt{\footnotesize U+#1}}
\newcommand{\ahpwords}{\raggedright\hspace{0pt}}
\newcommand{\ahpnumber}{\raggedleft\hspace{0pt}}
\newcommand{\ahpcaption}[2]{\multicolumn{#2}{@{}l@{}}{\makebox[0pt][l]{\parbox[b]{\linewidth}{\raggedright\bfseries#1}}}%
\tabularnewline[3pt]}
\newenvironment{ahptable}[1]{\footnotesize\setlength{\tabcolsep}{4pt}\longtable[l]{#1}}{\endlongtable}
\setlength{\LTpre}{6pt plus 2pt minus 3pt}
\setlength{\LTpost}{3pt plus 2pt}
\setlength{\parindent}{0pt}
\setlength{\parskip}{3pt plus 1pt}
\raggedright
"""

_MOST_RUNS = 60
"""Rows of single runs beyond which they are left to the JSON report."""


def render_latex(document: DecisionDocument) -> str:
    r"""Return a decision as a LaTeX file that compiles by itself.

    A document that takes it in needs ``\usepackage{array,booktabs,longtable}`` in its preamble.
    """
    show, _ = shown_by(labels_of(document))
    return _article([*_opening(opening_of(document, show)), *_blocks(fit(decision_page(document), show))])


def render_judged_latex(document: Mapping[str, Any]) -> str:
    r"""Return what people judged as a LaTeX file that compiles by itself.

    A document that takes it in needs ``\usepackage{array,booktabs,longtable}`` in its preamble.
    """
    told = told_of(document)
    show, _ = shown_by(told.labels(document))
    return _article([*_opening(told.opening(document, show)), *_blocks(fit(told.page(document), show))])


def _article(lines: Iterable[str]) -> str:
    """Return a whole file."""
    return "\n".join([_PREAMBLE.strip(), *lines, r"\par\endgroup", r"\ahpend", ""])


def _heading(text: str) -> str:
    r"""Return a heading without a number.

    Examples
    --------
    >>> print(_heading("a & b"))
    \section*{a \& b}
    """
    return rf"\section*{{{escaped(text)}}}"


def _blocks(blocks: Iterable[Block]) -> list[str]:
    """Return blocks as lines."""
    lines = []
    for block in flat(blocks):
        if isinstance(block, Heading):
            kind = "section" if block.level == 2 else "subsection"
            said = f": {block.said}" if block.said else ""
            lines.append(rf"\{kind}*{{{escaped(f'{block.text}{said}')}}}")
        elif isinstance(block, Paragraph):
            lines += _said([block.text])
        elif isinstance(block, Table) and block.id == "runs" and len(block.rows) > _MOST_RUNS:
            lines += _said([f"Every run, {len(block.rows)} of them, stands in the JSON report."])
        elif isinstance(block, Table):
            lines += table_lines(block)
    return lines


def _said(sentences: Iterable[str]) -> list[str]:
    """Return sentences, each a paragraph."""
    return [rf"{escaped(sentence)}\par" for sentence in sentences if sentence.strip()]


def _opening(opening: Opening) -> list[str]:
    """Return the answers: what to choose, how sure it is, what would change it."""
    lines = [_heading(opening.title), *_said([opening.lead])]
    for card in opening.cards:
        lines.append(rf"\textbf{{{escaped(card.question)}: {escaped(card.answer)}.}}\par")
        lines += _said(card.gained)
        lines += _labelled("How sure", [*([f"{card.verdict}."] if card.verdict else []), *card.sure])
        lines += _labelled(
            "What would change it", [*card.change, *([f"{card.audits}."] if card.audits else [])]
        )
        lines += _labelled("What would not", card.unmoved)
    return lines


def _labelled(label: str, sentences: Sequence[str]) -> list[str]:
    if not sentences:
        return []
    return [rf"\emph{{{label}:}} {' '.join(map(escaped, sentences))}\par"]
