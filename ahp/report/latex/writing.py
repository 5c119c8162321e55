r"""A LaTeX file that compiles by itself, and that another one can take in with ``\input``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ahp.report.content.opening import Opening
from ahp.report.content.tables import ShownTable
from ahp.report.latex.escaping import escaped
from ahp.report.latex.tables import table_lines

_OPENING = r"""
% Compile this file by itself with pdflatex, or put \usepackage{booktabs} into the preamble of a document and
% \input this file into it. No other package is needed; without booktabs the rules are plain lines.
%
% It is plain ASCII. A character that pdfLaTeX has no letter for is printed as its number, such as U+4E2D; to
% print the letter itself, compile with XeLaTeX or LuaLaTeX, load a font that has it, and before this file say
%   \newcommand{\ahpcharacter}[1]{\symbol{"#1}}
\expandafter\ifx\csname @twoclasseserror\endcsname\documentclass
\def\ahpend{}% inside another document
\else
\documentclass{article}
\usepackage{booktabs}
\begin{document}
\def\ahpend{\end{document}}
\fi
\begingroup
\providecommand{\toprule}{\hline}
\providecommand{\midrule}{\hline}
\providecommand{\bottomrule}{\hline}
\providecommand{\ahpcharacter}[1]{\texttt{\footnotesize U+#1}}
\newcommand{\ahptext}{\raggedright\hspace{0pt}}
\newcommand{\ahphead}[1]{\begin{tabular}[b]{@{}r@{}}#1\end{tabular}}
\newcommand{\ahpcaption}[1]{\par\medskip{\interlinepenalty10000\footnotesize\bfseries#1\par}%
\nopagebreak\smallskip}
\newenvironment{ahptable}[1]{\par\noindent\footnotesize\setlength{\tabcolsep}{4pt}%
\begin{tabular}{#1}}{\end{tabular}\par\smallskip}
\setlength{\parindent}{0pt}
\setlength{\parskip}{3pt plus 1pt}
\raggedright
"""


def article(lines: Iterable[str]) -> str:
    """Return a whole file."""
    return "\n".join([_OPENING.strip(), *lines, r"\par\endgroup", r"\ahpend", ""])


def heading(level: str, text: str) -> str:
    r"""Return a heading without a number.

    Examples
    --------
    >>> print(heading("section", "a & b"))
    \section*{a \& b}
    """
    return rf"\{level}*{{{escaped(text)}}}"


def said(sentences: Iterable[str]) -> list[str]:
    """Return sentences, each a paragraph."""
    return [rf"{escaped(sentence)}\par" for sentence in sentences if sentence.strip()]


def tables(found: Iterable[ShownTable]) -> list[str]:
    """Return tables one below the other."""
    return [line for table in found for line in table_lines(table)]


def opening_lines(opening: Opening) -> list[str]:
    """Return the answers: what to choose, how sure it is, what would change it."""
    lines = [heading("section", opening.title), *said([opening.lead])]
    for card in opening.cards:
        lines.append(rf"\textbf{{{escaped(card.question)}: {escaped(card.answer)}.}}\par")
        lines += said(card.gained)
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
