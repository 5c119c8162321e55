"""Tables of LaTeX: cells between ampersands, rows that end with two backslashes."""

from __future__ import annotations

import re

_TABLE = re.compile(r"\\begin\{(tabular[x*]?|longtable|tabu|array)\}")
_ROW = re.compile(r"(?P<cells>(?:[^&\\]|\\.)*+&.*?)\\\\(?:\[[^\]]*\])?\s*(?P<rest>.*)")
_RULES = re.compile(r"\\(?:hline|toprule|midrule|bottomrule|cline\{[^}]*\}|cmidrule(?:\([^)]*\))?\{[^}]*\})")
_DRESSED = re.compile(r"\\(?:text\w*|emph|mathbf|mathrm|bf|it|underline|uline|num|SI)\s*\{([^{}]*)\}")
_SPAN = re.compile(
    r"\\multicolumn\s*\{(?P<width>\d{1,2})\}\s*\{[^{}]*\}\s*\{(?P<cell>(?:[^{}]|\{[^{}]*\})*)\}"
)
_TALL = re.compile(r"\\multirow\s*\{[^{}]*\}\s*\{[^{}]*\}\s*\{(?P<cell>(?:[^{}]|\{[^{}]*\})*)\}")
_CAPTION = re.compile(r"\s*\\caption(?:\[[^\]]*\])?\{(.*?)\}?\s*$")
_CITED = re.compile(
    r"[~ ]*\\(?:cite\w*|footnote(?:mark)?|tnote|textsuperscript)\*?(?:\[[^\]]*\])*(?:\{[^{}]*\})?"
)
_SPELLED = {
    r"\%": "%", r"\_": "_", r"\&": "&", r"\#": "#", r"\$": "$", r"\,": "", r"\pm": "±", r"\times": "x",
    r"\mu": "µ", r"\micro": "µ", "~": " ", "$": "", r"\bf": "", r"\it": "",
    r"\uparrow": "↑", r"\downarrow": "↓",
}  # fmt: skip


def is_latex(text: str) -> bool:
    r"""Say whether a text has a table of LaTeX.

    Examples
    --------
    >>> is_latex("\\begin{tabular}{lr}"), is_latex("codec & tps")
    (True, False)
    """
    return _TABLE.search(text) is not None


def delimited_of(text: str) -> str:
    r"""Return the rows of LaTeX's tables as cells between bars; other lines are left empty.

    Examples
    --------
    >>> delimited_of("\\begin{tabular}{lr}\nCodec & \\textbf{Ratio} \\\\ \\hline\nlz4 & 2.1\\,x \\\\\n")
    '\nCodec | Ratio\nlz4 | 2.1x\n'
    """
    return "\n".join(map(_cells_of, text.splitlines())) + "\n"


def _cells_of(line: str) -> str:
    if (caption := _CAPTION.match(line)) is not None:
        return f"# {_plain(caption[1])}"
    line = _SPAN.sub(lambda span: span["cell"] + "&" * (int(span["width"]) - 1), line)
    line = _TALL.sub(r"\g<cell>", line)
    found = _ROW.match(_RULES.sub("", line.partition(r"\begin")[0] or line))
    if found is None or _TABLE.search(line) is not None:
        return ""
    cells = re.split(r"(?<!\\)&", found["cells"])
    return " | ".join(map(_plain, cells))


def _plain(cell: str) -> str:
    cell = _CITED.sub("", cell)
    while (bare := _DRESSED.sub(r"\1", cell)) != cell:
        cell = bare
    for spelled, meant in _SPELLED.items():
        cell = cell.replace(spelled, meant)
    return cell.replace("|", "/").strip("{} \t")
