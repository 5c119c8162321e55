"""The pages of the documentation, and the fenced blocks in them."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(p for p in DOCS.rglob("*.md") if "_build" not in p.parts)
if (ROOT / "README.md").exists():
    PAGES.append(ROOT / "README.md")
PAGES += sorted((ROOT / "examples" / "studies").glob("*/README.md"))
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]

_FENCE = re.compile(
    r"^(?P<indent> *)(?P<ticks>`{3,}|:{3,})(?P<info>.*)\n(?P<body>(?:.*\n)*?)(?P=indent)(?P=ticks)[ ]*$",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Block:
    """A fenced block: what it is, what it holds, and where its body lies in the page."""

    info: str
    body: str
    start: int
    line: int

    @property
    def language(self):
        """The first word after the fence; of `{code-block} toml`, `toml`."""
        words = self.info.replace("{code-block}", "").split()
        return words[0] if words else ""

    @property
    def caption(self):
        """The file that the block is, or None."""
        found = re.match(r" *:caption: (\S+)\n", self.body)
        return found.group(1) if found else None

    @property
    def content(self):
        """The body without directive options, and without the indentation of a block in a list."""
        return re.sub(r"\A(?::\w+:.*\n)+\n?", "", textwrap.dedent(self.body))


_TABLE = re.compile(r"<!-- table: [\w-]+ -->\n.*?<!-- end of table -->\n", re.DOTALL)


def without_tables(text):
    """A page without its tables, in which the library quotes what tools print."""
    return _TABLE.sub("", text)


def blocks_of(text):
    """The fenced blocks of a page, in order; those in its tables, which the library writes, are no examples."""
    tables = [range(*found.span()) for found in _TABLE.finditer(text)]
    return [
        Block(m["info"].strip(), m["body"], m.start("body"), text.count("\n", 0, m.start("body")) + 1)
        for m in _FENCE.finditer(text)
        if not any(m.start() in table for table in tables)
    ]


def commands_of(body):
    """The commands of a console block, each with what it shows: (command, output)."""
    found = []
    for line in body.splitlines(keepends=True):
        if line.startswith("$ "):
            found.append([line[2:].rstrip("\n"), ""])
        elif found and found[-1][0].endswith("\\"):
            found[-1][0] += "\n" + line.removeprefix("> ").rstrip("\n")
        elif found:
            found[-1][1] += line
        else:
            raise AssertionError(f"a console block starts with a command after '$ '; found {line!r}")
    return found
