"""Tables of HTML as lines of cells between bars."""

from __future__ import annotations

from html.parser import HTMLParser

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
