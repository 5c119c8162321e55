"""Tables in markup as lines of cells between bars: LaTeX, HTML, wikis, AsciiDoc and reStructuredText."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise

from ahp.ingest.tables.markup_signs import HTML, LATEX, OPENED, RECORD

_CELLS, _TITLES = ("td", "th"), ("caption", "h1", "h2", "h3", "h4")
_WIDEST, _TALLEST = 99, 9999


def rows_of_html(text: str) -> str:
    r"""Return the rows of its tables, each on the line where it begins or later, and titles as comments.

    Examples
    --------
    >>> rows_of_html("<h2>Codecs</h2>\n<table><tr><th>codec<th>tps<tr><td>lz4<td>2|1</table>")
    '# Codecs\ncodec | tps\nlz4 | 2/1\n\n'
    """
    rows = _Rows()
    rows.feed(text)
    rows.close()
    return "\n".join(rows.lines) + "\n"


class _Rows(HTMLParser):
    """What stands in the tables; ends of cells and rows may be left out, as in HTML."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self._cells: list[str] = []
        self._line = 1
        self._open, self._text = "", ""  # the cell or title that is being read
        self._wide, self._tall = 1, 1
        self._heading = True  # of its table, a first row
        self._below: dict[int, tuple[int, str]] = {}  # how many rows cells reach down, what they say

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a table, a row, a cell or a title."""
        if tag in ("table", "tr", *_CELLS):
            self._end_cell()
        if tag in ("table", "tr"):
            self._end_row()
            self._reach_down()
            self._line = self.getpos()[0]
        if tag in _CELLS or tag in _TITLES:
            spans = {name: int(value) for name, value in attrs if value and value.isdecimal()}
            self._wide = min(spans.get("colspan", 1), _WIDEST)
            self._tall = min(spans.get("rowspan", 1), _TALLEST)
            self._open, self._text = tag, ""
        elif tag in ("br", "sup"):  # a mark of a footnote is no digit of the number before it
            self._text += "^" if tag == "sup" else " "

    def handle_endtag(self, tag: str) -> None:
        """End a table, a row, a cell or a title."""
        if tag == self._open or tag in ("tr", "table"):
            self._end_cell()
        if tag in ("tr", "table"):
            self._end_row()
        if tag == "table":
            self._heading, self._below = True, {}
            self.lines.append("")

    def handle_data(self, data: str) -> None:
        """Add to what is being read."""
        self._text += data

    def _end_cell(self) -> None:
        said, heading = " ".join(self._text.replace("|", "/").split()), self._heading
        if self._open in _TITLES:
            self._put(f"# {said}")
        elif self._open:
            for number in range(self._wide):
                if self._tall > 1:
                    self._below[len(self._cells)] = self._tall, "" if heading else said
                self._cells.append("" if number and heading else said)
            self._reach_down()
        self._open, self._text = "", ""

    def _end_row(self) -> None:
        if self._cells:
            self._put(" | ".join(self._cells))
            self._heading = False
            self._below = {at: (rows - 1, cell) for at, (rows, cell) in self._below.items() if rows > 1}
        self._cells = []

    def _reach_down(self) -> None:
        """Add the cells of rows above that reach down to where this row has come."""
        while (held := self._below.get(len(self._cells))) is not None:
            self._cells.append(held[1])

    def _put(self, line: str) -> None:
        self.lines += [""] * (self._line - 1 - len(self.lines))
        self.lines.append(line)


_ROW = re.compile(r"(?P<cells>(?:[^&\\]|\\.)*+&.*?)\\\\(?:\[[^\]]*\])?\s*(?P<rest>.*)")
_ROW_END = re.compile(r"(?<=\\\\)(?:\[[^\]]*\])?[ \t]*(?=[^&]*&)")
_RULES = re.compile(r"\\(?:hline|toprule|midrule|bottomrule|cline\{[^}]*\}|cmidrule(?:\([^)]*\))?\{[^}]*\})")
_DRESSED = re.compile(r"\\(?:text\w*|emph|mathbf|mathrm|bf|it|underline|uline|num|SI)\s*\{([^{}]*)\}")
_SPAN = re.compile(
    r"\\multicolumn\s*\{(?P<width>\d{1,2})\}\s*\{[^{}]*\}\s*\{(?P<cell>(?:[^{}]|\{[^{}]*\})*)\}"
)
_TALL = re.compile(r"\\multirow\s*\{[^{}]*\}\s*\{[^{}]*\}\s*\{(?P<cell>(?:[^{}]|\{[^{}]*\})*)\}")
_CAPTION = re.compile(r"\s*\\caption(?:\[[^\]]*\])?\{(.*?)\}?\s*$")
_SI_UNIT = re.compile(r"\\(?:si|unit|SIUnit)\s*\{([^{}]*)\}")
_SI = {
    "nano": "n", "micro": "µ", "milli": "m", "kilo": "k", "mega": "M", "giga": "G", "tera": "T", "kibi": "Ki",
    "mebi": "Mi", "gibi": "Gi", "second": "s", "minute": "min", "hour": "h", "byte": "B", "bit": "bit",
    "percent": "%", "hertz": "Hz", "watt": "W", "joule": "J", "per": "/", "celsius": "°C",
}  # fmt: skip
"""How the macros of siunitx spell units; `\\mega\\byte\\per\\second` is MB/s."""
_CITED = re.compile(
    r"[~ ]*\\(?:cite\w*|footnote(?:mark)?|tnote|textsuperscript)\*?(?:\[[^\]]*\])*(?:\{[^{}]*\})?"
)
_SPELLED = {
    r"\%": "%", r"\_": "_", r"\&": "&", r"\#": "#", r"\$": "$", r"\,": "", r"\pm": "±", r"\times": "x",
    r"\textmu ": "µ", r"\textmu": "µ", r"\mu": "µ", r"\micro": "µ", "~": " ", "$": "", r"\bf": "", r"\it": "",
    r"\uparrow": "↑", r"\downarrow": "↓",
}  # fmt: skip


_PAIR = re.compile(r"\s*(?P<name>[^|:]*[^|:\s])\s*[|:] ?(?P<value>.*?)\s*")
_WIKI = re.compile(r"^\{\|[^\n]*\n(?P<rows>.*?)^\|\}", re.MULTILINE | re.DOTALL)
_ASCIIDOC = re.compile(r"^\|===+[ \t]*\n(?P<rows>.*?)^\|===+", re.MULTILINE | re.DOTALL)
_LIST = re.compile(
    r"^(?P<lead>[ \t]*)\.\. list-table::.*\n(?P<rows>(?:(?P=lead)[ \t]+\S.*(?:\n|\Z)|[ \t]*\n)+)",
    re.MULTILINE,
)
_CSV = re.compile(
    r"^(?P<lead>[ \t]*)\.\. csv-table::(?P<title>.*)\n(?P<rows>(?:(?P=lead)[ \t]+\S.*(?:\n|\Z)|[ \t]*\n)+)",
    re.MULTILINE,
)
_CELL = re.compile(
    r"(?:^|(?<=\s))(?:(?P<wide>\d*)(?:\.(?P<tall>\d+))?[+*])?[<^>]?(?:\.[<^>])?[adehlms]?\|", re.MULTILINE
)  # AsciiDoc's, `2+^|` and `.4+|` too
_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]|<ref[^>]*/>|<ref.*?</ref>|''+")


def delimited_of(text: str) -> str:
    r"""Return the rows of such tables as cells between bars, each on the line where it ends.

    What stands around them becomes comments, of LaTeX its captions alone.

    Examples
    --------
    >>> delimited_of("\\begin{tabular}{lr}\nCodec & \\textbf{Ratio} \\\\ \\hline\nlz4 & 2.1\\,x \\\\\n")
    '\nCodec | Ratio\nlz4 | 2.1x\n'
    >>> delimited_of("{|\n! Codec !! Ratio\n|-\n| [[LZ4]] || 2.1\n|}")
    '# {|\nCodec | Ratio\n\nLZ4 | 2.1\n'
    """
    if RECORD.search(text) is not None:
        return _rows_of_records(text)
    if LATEX.search(text) is not None:
        return "\n".join(map(_cells_of, _whole_rows(text))) + "\n"
    if HTML.search(text) is not None:
        return rows_of_html(text)
    if OPENED.search(text) is None:
        return "\n".join(map(_row_of_bars, text.splitlines())) + "\n"
    made, end = [], 0
    ways = {_WIKI: _rows_of_wiki, _ASCIIDOC: _rows_of_asciidoc, _LIST: _rows_of_list, _CSV: _rows_of_csv}
    pattern = next((pattern for pattern in ways if pattern.search(text) is not None), _WIKI)
    for table in pattern.finditer(text):
        made += [_commented(text[end : table.start("rows")]), ways[pattern](table["rows"])]
        end = table.end()
    return "".join([*made, _commented(text[end:])])


def _commented(text: str) -> str:
    return re.sub(r"^(?=.)", "# ", text, flags=re.MULTILINE)


def _rows_of_wiki(rows: str) -> str:
    """Return rows that lines `|-` part, of cells behind `|` and `!`, doubled within a line."""
    made = []
    for row in re.split(r"^\|-.*\n", _LINK.sub(r"\1", rows), flags=re.MULTILINE):
        cells = [
            cell.rpartition("|")[2].strip()  # behind what a cell is to look like
            for line in row.splitlines()
            if line[:1] in ("|", "!") and not line.startswith("|+")
            for cell in re.split(r"\|\||!!", line[1:])
        ]
        made.append(" | ".join(cells) + "\n" * max(1, row.count("\n")))
    return "\n".join(made)


def _row_of_bars(line: str) -> str:
    """Return the cells of a line between bars, or between `^` or `||` of headings; else a comment."""
    if line[:1] not in ("^", "|"):
        return _commented(line)
    line = line.replace("||", "^") if line.startswith("||") else line
    cells = re.split(r"[|^]", _LINK.sub(r"\1", line).strip()[1:-1])
    return " | ".join(cell.strip(" *") for cell in cells)


def _rows_of_records(text: str) -> str:
    """Return a row for each record of lines `name | value`, where it ends; their heading stands above."""
    lines = text.splitlines()
    starts = [at for at, line in enumerate(lines) if RECORD.fullmatch(line.strip())]
    made = [""] * len(lines)
    records: dict[int, dict[str, str]] = {}
    for start, end in pairwise([*starts, len(lines)]):
        pairs = [(at, pair) for at in range(start + 1, end) if (pair := _PAIR.fullmatch(lines[at]))]
        if pairs:
            records[pairs[-1][0]] = {pair["name"]: pair["value"].replace("|", "/") for _, pair in pairs}
    heading = dict.fromkeys(name for record in records.values() for name in record)
    made[starts[0]] = " | ".join(heading)
    for at, record in records.items():
        made[at] = " | ".join(record.get(name, "") for name in heading)
    return "\n".join(made) + "\n"


def _rows_of_asciidoc(rows: str) -> str:
    """Return rows of as many cells as the first has, each on the line where its last cell stands."""
    lines = [_cells_in(line) for line in rows.splitlines()]
    first = next((len(cells) for _, cells in lines if cells), 0)
    width = first if first > 1 else len(_CELL.findall(rows.strip().partition("\n\n")[0]))
    made, held, below = list[str](), list[str](), dict[int, tuple[int, str]]()
    for beyond, cells in lines:
        if beyond and held:  # a cell that goes on in another line
            held[-1] = f"{held[-1]} {beyond}"
        for text, tall in cells:
            while len(held) in below:
                held.append(below[len(held)][1])
            if tall > 1:
                below[len(held)] = tall, text
            held.append(text)
        while held and len(held) in below:
            held.append(below[len(held)][1])
        whole = bool(held) and len(held) >= width
        made.append(" | ".join(held) if whole else "")
        if whole:
            held = []
            below = {at: (tall - 1, text) for at, (tall, text) in below.items() if tall > 1}
    return "\n".join(made) + "\n"


def _cells_in(line: str) -> tuple[str, list[tuple[str, int]]]:
    """Return what stands before the first cell of a line, and its cells with the rows that each is in."""
    marks = list(_CELL.finditer(line))
    if not marks:
        return line.strip(), []
    ends = [mark.start() for mark in marks[1:]] + [len(line)]
    cells = []
    for mark, end in zip(marks, ends, strict=True):
        cells.append((line[mark.end() : end].strip(), int(mark["tall"] or 1)))
        cells += [("", 1)] * (int(mark["wide"] or 1) - 1)
    return line[: marks[0].start()].strip(), cells


def _rows_of_list(rows: str) -> str:
    """Return rows of reStructuredText, each of which begins with `* -`, and each further cell with `-`."""
    options, *made = re.split(r"^[ \t]*\*(?=[ \t]+-)", rows, flags=re.MULTILINE)
    cells = (re.split(r"(?:^[ \t]*|(?<=\A)[ \t]*)-(?:[ \t]+|$)", row, flags=re.MULTILINE)[1:] for row in made)
    lines = (" | ".join(" ".join(cell.split()).strip("*`") for cell in row) for row in cells)
    return _commented(options) + "".join(
        line + "\n" * max(1, row.count("\n")) for line, row in zip(lines, made, strict=True)
    )


def _whole_rows(text: str) -> Iterator[str]:
    """Yield the lines of LaTeX, each row on the line where it ends, and nothing on those before that."""
    held, within = "", False
    for line in text.replace(r"\tabularnewline", r"\\").splitlines():
        line = re.sub(r"(?<!\\)%.*", "", line)
        ends = "\\end{" in line or not _RULES.sub("", line).strip()
        rows = _ROW_END.split(f"{held}{line} ")
        if ends and "&" in held:  # the last row needs no mark of its end
            rows = [held + r"\\"]
        held = rows.pop() if within and not ends and r"\\" not in rows[-1] else ""
        yield from rows or [""]
        within = (within or LATEX.search(line) is not None) and "\\end{tab" not in line


def _rows_of_csv(rows: str) -> str:
    """Return rows of cells between commas, below options of which `:header:` is the heading."""
    made = []
    for line in rows.splitlines():
        option = re.fullmatch(r"\s+:(?P<name>[\w-]+):\s*(?P<value>.*)", line)
        if option is not None and option["name"] != "header":
            made.append("")
            continue
        text = option["value"] if option is not None else line.strip()
        cells = next(csv.reader([text], skipinitialspace=True), [])
        made.append(" | ".join(cell.strip().replace("|", "/") for cell in cells))
    return "\n".join(made) + "\n"


def _cells_of(line: str) -> str:
    line = line.replace("{,}", ",")  # groups digits
    if (caption := _CAPTION.match(line)) is not None:
        return f"# {_plain(caption[1])}"
    line = _SPAN.sub(lambda span: span["cell"] + "&" * (int(span["width"]) - 1), line)
    line = _TALL.sub(r"\g<cell>", line)
    found = _ROW.match(_RULES.sub("", line.partition(r"\begin")[0] or line))
    if found is None or LATEX.search(line) is not None:
        return ""
    cells = re.split(r"(?<!\\)&", found["cells"])
    return " | ".join(map(_plain, cells))


def _plain(cell: str) -> str:
    cell = _SI_UNIT.sub(lambda unit: re.sub(r"\\([a-z]+)", lambda m: _SI.get(m[1], m[1]), unit[1]), cell)
    cell = _CITED.sub("", cell)
    while (bare := _DRESSED.sub(r"\1", cell)) != cell:
        cell = bare
    for spelled, meant in _SPELLED.items():
        cell = cell.replace(spelled, meant)
    return cell.replace("|", "/").strip("{} \t")
