r"""A decision, or a hierarchy of judgments, as LaTeX: the answers in words, then every table.

It compiles by itself, and another document takes it in with ``\input``; that needs the packages array,
booktabs and longtable, which breaks tables over pages.

Columns wrap, and are as wide as a line has room. Where a table has more of them than a line of a bare article
holds (345 pt), the others go on below in a table of their own, with the first column again. Every column has
its width, so that one run of LaTeX is enough.

Text is ASCII alone, so that every engine and every encoding compiles it: accents become LaTeX's own commands
and Greek letters and signs their symbols. What pdfLaTeX's fonts have not, such as a Chinese or a Cyrillic
letter, becomes ``\ahpcharacter{4E2D}``, which prints its number, U+4E2D, and which a document for XeLaTeX or
LuaLaTeX can define to print the letter.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from ahp.printing import printable
from ahp.report.names import fitting_columns, shown_by
from ahp.report.page import Block, Heading, Opening, Paragraph, Table, fit, flat
from ahp.report.phrases.answer import runs_elsewhere
from ahp.report.sections.models import told_of

LONG = 70.0
"""Points of a word from which on it may be broken: a column of words is no narrower."""

_UNBROKEN = 8  # letters of such a word between two places to break it

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': "{''}",
    "`": r"{\`{}}",
    # After a line of a table these would be its argument.
    "[": "{[}",
    "]": "{]}",
    "*": "{*}",
}
_MATHS = {
    "−": "-", "±": r"\pm", "×": r"\times", "÷": r"\div", "·": r"\cdot", "≤": r"\le", "≥": r"\ge",
    "≠": r"\ne", "≈": r"\approx", "≡": r"\equiv", "∼": r"\sim", "∝": r"\propto", "∞": r"\infty",
    "√": r"\surd", "∑": r"\sum", "∏": r"\prod", "∂": r"\partial", "∆": r"\Delta", "∈": r"\in",
    "→": r"\to", "←": r"\leftarrow", "↑": r"\uparrow", "↓": r"\downarrow", "↔": r"\leftrightarrow",
    "⇒": r"\Rightarrow", "✓": r"\surd", "✗": r"\times", "°": r"^{\circ}", "¬": r"\neg", "µ": r"\mu",
    "¹": "^{1}", "²": "^{2}", "³": "^{3}", "½": r"\frac12", "¼": r"\frac14", "¾": r"\frac34",
    "●": r"\bullet", "•": r"\bullet", "‖": r"\Vert", "′": "'", "‰": r"\%_{0}",
    "§": r"\mathsection", "¶": r"\mathparagraph", "£": r"\mathsterling",
}  # fmt: skip
_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "ζ": "zeta", "η": "eta",
    "θ": "theta", "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi",
    "ρ": "rho", "σ": "sigma", "ς": "varsigma", "τ": "tau", "υ": "upsilon", "φ": "varphi", "χ": "chi",
    "ψ": "psi", "ω": "omega", "Γ": "Gamma", "Δ": "Delta", "Θ": "Theta", "Λ": "Lambda", "Ξ": "Xi", "Π": "Pi",
    "Σ": "Sigma", "Υ": "Upsilon", "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega",
}  # fmt: skip
_LETTERS = {
    "ß": r"\ss{}", "æ": r"\ae{}", "Æ": r"\AE{}", "œ": r"\oe{}", "Œ": r"\OE{}", "ø": r"\o{}", "Ø": r"\O{}",
    "å": r"\aa{}", "Å": r"\AA{}", "ł": r"\l{}", "Ł": r"\L{}", "ı": r"\i{}", "…": r"\ldots{}", "–": "{--}",
    "—": "{---}", "‐": "{-}", "‑": "{-}", "‘": "{`}", "’": "{'}", "“": "{``}", "”": "{''}", "¡": "{!`}",
    "¿": "{?`}",
    "\u00a0": "~", "\u202f": r"\,", "\u2009": r"\,",
}  # fmt: skip
_ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u", "\u0307": ".",
    "\u0308": '"', "\u030a": "r", "\u030b": "H", "\u030c": "v", "\u0327": "c", "\u0323": "d", "\u0331": "b",
}  # fmt: skip
_KNOWN = (
    _SPECIAL
    | {sign: rf"\ensuremath{{{command}}}" for sign, command in _MATHS.items()}
    | {letter: rf"\ensuremath{{\{name}}}" for letter, name in _GREEK.items()}
    | _LETTERS
)

# How wide text is in Computer Modern at the size of footnotes, from the metrics of that font (cmr8).
_SIZE = 8.0  # points
_WIDTHS = {
    0.295: " !',.:;[]`il",
    0.354: "-fj",
    0.420: "I()trs",
    0.5315: "cez?$*/0123456789ago\\^{}~_",
    0.590: "JkqvxySbdhnpu",
    0.700: "ZLFEP",
    0.800: "BCTwRAHNUVXY",
    0.885: "DK&+=@OQG#%m<>",
    1.063: "M|W",
}
"""Widths in units of the size, each rounded up to the widest of its group."""
_WIDTH = {letter: width for width, letters in _WIDTHS.items() for letter in letters}
_NUMBERED = 3.6  # what stands for a character that the font lacks: U+4E2D in typewriter letters
_OTHER = 0.95
_SIGNS = frozenset("–—−≥≤≠≈×÷±·…→←↑↓∞√✓✗●•°²³¹½¼¾′§¶£‘’“”‐‑αβγδεζηθικλμνξπρσςτυφχψωΓΔΘΛΞΠΣΥΦΨΩµ")


@lru_cache(maxsize=10_000)
def escaped(text: str) -> str:
    r"""Return text as LaTeX prints it, long words with places to break them.

    Examples
    --------
    >>> print(escaped("50 % of a_b & naïve, λ ≥ 1"))
    50\,\% of a\_b \& na\"{\i}ve, \ensuremath{\lambda} \ensuremath{\ge} 1
    >>> print(escaped("中"))
    \ahpcharacter{4E2D}
    """
    shown = printable(unicodedata.normalize("NFC", text))
    words = " ".join(map(_word, shown.split()))
    words = re.sub(r"(\d) \\%", r"\1\\,\\%", words)
    return re.sub(r"(?<!\S)-([\d.]+\\,\\%)", r"\\ensuremath{-}\1", words)


@lru_cache(maxsize=10_000)
def _word(word: str) -> str:
    """Return a word; a long one with places to break it: after signs that join, else after some letters."""
    if points(word) <= LONG:
        return _unbroken(word)
    parts = re.split(r"(?<=[_/\-])(?=[^_/\-])", word)
    if len(parts) > 1:
        return r"\allowbreak{}".join(map(_word, parts))
    step = _UNBROKEN if word.isascii() else 1
    pieces = (_unbroken(word[start : start + step]) for start in range(0, len(word), step))
    return r"\allowbreak{}".join(pieces)


def _unbroken(letters: str) -> str:
    """Return letters that stay together; the only symbol with an index among them, λ_max, as one."""
    return r"\ensuremath{\lambda_{\max}}".join(map(_letters, letters.split("λ_max")))


def _letters(letters: str) -> str:
    """Return letters, none of them a part of a dash or a quotation mark that is not there."""
    apart = re.sub(r"([-'])(?=\1)", "\\1\0", letters)  # no label holds a null by now
    return "".join("{}" if letter == "\0" else character(letter) for letter in apart)


def character(letter: str) -> str:
    r"""Return one character as LaTeX prints it.

    Examples
    --------
    >>> print(character("&"), character("é"), character("Ж"))
    \& \'{e} \ahpcharacter{0416}
    """
    known = _KNOWN.get(letter)
    if known is not None:
        return known
    if letter.isascii():
        return letter
    base, *marks = list(unicodedata.normalize("NFD", letter))
    plain = base.isascii() and base.isalpha() and all(mark in _ACCENTS for mark in marks)
    if not plain or not marks:
        return rf"\ahpcharacter{{{ord(letter):04X}}}"
    found = {"i": r"\i", "j": r"\j"}.get(base, base)
    for mark in marks:
        found = rf"\{_ACCENTS[mark]}{{{found}}}"
    return found


def points(text: str) -> float:
    """Return at least how much room text takes in a line, in points.

    Examples
    --------
    >>> round(points("1.5"), 1), points("W") > points("i")
    (10.9, True)
    """
    return _SIZE * sum(map(_letter, text))


@lru_cache(maxsize=10_000)
def _letter(letter: str) -> float:
    if letter.isascii():
        return _WIDTH.get(letter, 1.1)
    if letter in _SIGNS:
        return 1.1
    base = unicodedata.normalize("NFD", letter)[0]
    return _WIDTH.get(base, _OTHER) if base.isascii() else _NUMBERED


LINE = 345.0
"""Points of a line in a bare article."""
_GAP = 8.0  # points between two columns: two times \tabcolsep
_FIRST = 85.0  # points that the first column is given at least, where others stand beside it
_MOST = 700  # characters of a cell: LaTeX breaks a table between rows, and none of them may fill a page


@dataclass(frozen=True)
class _Column:
    """Which column of the table it is, how wide it is and would be, and whether it holds words."""

    at: int
    width: float
    wish: float
    words: bool


def table_lines(table: Table) -> list[str]:
    """Return a table as a `longtable`, or as several where it is too wide; the first has the caption."""
    columns = [_column(table, at) for at in range(len(table.heads))]
    fitting = fitting_columns([column.width for column in columns], 1, LINE, _GAP)
    blocks = [_widened([columns[at] for at in block]) for block in fitting]
    caption = rf"\ahpcaption{{{escaped(table.caption)}}}{{{len(blocks[0])}}}"
    return [
        line
        for number, block in enumerate(blocks)
        for line in _part(table, block, [] if number else [caption])
    ]


def _column(table: Table, at: int) -> _Column:
    head = points(table.heads[at])
    widest = max((points(_cut(row[at])) for row in table.rows), default=0.0)
    if at == 0 or at in table.words or widest > 1.5 * LONG:
        wish = max(widest, min(head, 1.5 * _FIRST)) + 2
        return _Column(at, min(wish, LONG if at else _FIRST), wish, True)
    longest = max((min(points(word), LONG) for word in table.heads[at].split()), default=0.0)
    # A heading goes on in a second line rather than send a column to another table.
    width = max(widest, longest, min(head / 2, LONG)) + 1
    return _Column(at, width, max(width, head + 1), False)


def _cut(text: str) -> str:
    return text if len(text) <= _MOST else f"{text[: _MOST - 1]}…"


def _widened(block: Sequence[_Column]) -> list[_Column]:
    """Return columns of words as wide as they wish, as far as the line has room left."""
    left = LINE - sum(column.width for column in block) - _GAP * (len(block) - 1)
    lacking = sum(column.wish - column.width for column in block)
    part = min(1.0, left / lacking) if lacking > 0 else 0.0
    return [replace(column, width=column.width + part * (column.wish - column.width)) for column in block]


def _part(table: Table, block: Sequence[_Column], caption: Sequence[str]) -> list[str]:
    kinds = ["words" if column.words else "number" for column in block]
    widths = [int(10 * column.width) / 10 for column in block]
    form = "".join(rf">{{\ahp{kind}}}p{{{width}pt}}" for kind, width in zip(kinds, widths, strict=True))
    return [
        rf"\begin{{ahptable}}{{@{{}}{form}@{{}}}}",
        *caption,
        r"\toprule",
        _row(table.heads, block),
        r"\midrule",
        r"\endhead",
        r"\bottomrule",
        r"\endfoot",
        *(_row(row, block) for row in table.rows),
        r"\end{ahptable}",
    ]


def _row(texts: Sequence[str], block: Sequence[_Column]) -> str:
    return rf"{' & '.join(_cell(texts[column.at], column) for column in block)} \tabularnewline"


def _cell(text: str, column: _Column) -> str:
    """Return a cell; a number below zero has a minus, not a hyphen."""
    shown = escaped(_cut(text))
    negative = not column.words and shown[:1] == "-" and shown[1:2].isdigit()
    return rf"\ensuremath{{-}}{shown[1:]}" if negative else shown


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


def render_latex(document: Mapping[str, Any]) -> str:
    r"""Return a decision, or what people judged, as a LaTeX file that compiles by itself.

    A document that takes it in needs ``\usepackage{array,booktabs,longtable}`` in its preamble.
    """
    told = told_of(document)
    show, _ = shown_by(told.labels(document))
    lines = [*_opening(told.opening(document, show)), *_blocks(fit(told.page(document), show))]
    return "\n".join([_PREAMBLE.strip(), *lines, r"\par\endgroup", r"\ahpend", ""])


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
            lines += _said([runs_elsewhere(len(block.rows))])
        elif isinstance(block, Table):
            lines += table_lines(block)
    return lines


def _said(sentences: Iterable[str]) -> list[str]:
    """Return sentences, each a paragraph."""
    return [rf"{escaped(sentence)}\par" for sentence in sentences if sentence.strip()]


def _opening(opening: Opening) -> list[str]:
    """Return the answers: what to choose, how sure it is, what would change it."""
    lines = [rf"\section*{{{escaped(opening.title)}}}", *_said([opening.lead])]
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
