r"""Text as LaTeX prints it: ASCII alone, so that every engine and every encoding compiles it.

Accents become LaTeX's own commands and Greek letters and signs their symbols. What pdfLaTeX's fonts have not,
such as a Chinese or a Cyrillic letter, becomes ``\ahpcharacter{4E2D}``, which prints its number, U+4E2D, and
which a document for XeLaTeX or LuaLaTeX can define to print the letter.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from ahp.printing import printable

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
