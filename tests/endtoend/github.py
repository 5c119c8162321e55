"""Markdown as GitHub shows it, by its own renderer."""

import subprocess
from collections import Counter
from html.parser import HTMLParser

from endtoend.tools import program


class Page(HTMLParser):
    """The elements of a page, the cells of its tables, and its text outside of them."""

    def __init__(self, html):
        super().__init__()
        self.elements, self.tables, self.outside, self.open = Counter(), [], [], []
        self.feed(html)
        assert self.open == [], "an element is not closed"

    def handle_starttag(self, tag, attrs):
        self.elements[tag] += 1
        self.open.append(tag)
        assert {name for name, _ in attrs} <= {"align"}
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if {"td", "th"} & set(self.open):
            self.tables[-1][-1][-1] += data
        else:
            self.outside.append(data)

    @property
    def text(self):
        """All of it, without the blanks of no width that keep GitHub from linking."""
        cells = (cell for table in self.tables for row in table for cell in row)
        return "\n".join([*self.outside, *cells]).replace("\u200b", "")


def rendered(markdown):
    """The page that GitHub's renderer makes, raw HTML shown as it is."""
    extensions = ("table", "strikethrough", "autolink", "tasklist", "tagfilter")
    command = [program("cmark-gfm"), "--unsafe", *(word for name in extensions for word in ("-e", name))]
    done = subprocess.run(command, input=markdown, capture_output=True, encoding="utf-8", check=True)
    return Page(done.stdout)
