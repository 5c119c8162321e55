"""The notebooks run from scratch, without an error, say what is stored in them, and tell no number they lack.

A notebook runs as its reader runs it: in a folder `notebooks` beside `examples`. After a wanted change
`python tests/endtoend/test_notebooks.py [NAME ...]` stores what they say now; read the difference before you
keep it.
"""

import os
import re
import subprocess
import sys
import tempfile
from decimal import Decimal
from html import unescape
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
NAMES = [path.name for path in NOTEBOOKS]

# In an interpreter of its own: what the machinery leaves open is not the notebook's.
_RUN = """
import sys, nbformat
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
path, folder, sockets = sys.argv[1:]
notebook = nbformat.read(path, as_version=4)
kernel = AsyncKernelManager(transport="ipc", ip=sockets + "/socket", connection_file=sockets + "/kernel.json")
resources = {"metadata": {"path": folder}}
client = NotebookClient(notebook, km=kernel, timeout=300, resources=resources, record_timing=False)
client.execute()
nbformat.write(notebook, path)
"""

_YEAR = r"\b(?:19|20)\d\d\b"
_PLACE = r"\b(?:[Ff]igures?|[Tt]ables?|[Ee]quations?|[Ss]ections?)\s+[\d.()]+(?:(?:\s*[–,]\s*|\s+(?:to|and)\s+)[\d.()]+)*"
# No part of a name, such as LZ4, row-8, zstd:3 or 1st.
_NUMERAL = re.compile(r"(?<![\w.,])(?<![A-Za-z0-9][-:])\d+(?:[.,]\d+)*(?![\w])")
_LAST_DIGITS = re.compile(r"\d+\.\d{10,}(?:e[-+]\d+)?")  # they are the processor's: its way of summing
_ENDS = {Decimal(0), Decimal(1), Decimal(100)}  # of a share, which are nobody's result


def executed(notebook):
    """The notebook after every cell has run in a new kernel, in a folder where nothing is but `../examples`."""
    import nbformat

    with tempfile.TemporaryDirectory() as place:  # a short name: that of a socket may not be long
        folder = Path(place, "notebooks")
        folder.mkdir()
        Path(place, "examples").symlink_to(ROOT / "examples")
        path = Path(place, "run.ipynb")
        nbformat.write(notebook, path)
        command = [sys.executable, "-c", _RUN, str(path), str(folder), place]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return nbformat.read(path, as_version=4)


def said(cell):
    """What a cell prints and shows, as text: a table by its cells, a picture by its text alternative."""
    parts = []
    for output in cell.get("outputs", []):
        assert output.output_type != "error"
        assert output.get("name") != "stderr", f"a warning: {output.get('text')}"
        data = output.get("data", {})
        parts.append(output.get("text") or data["text/plain"])
        parts.append(visible(data.get("text/html", "")))
        parts.append(output.get("metadata", {}).get("image/png", {}).get("alt", ""))
    return re.sub(r"[ \t]+\n", "\n", "\n".join(filter(None, parts)))


def compared(cell):
    """What a cell says as far as every machine says it; of a cell that measures, whether it says anything."""
    if varies(cell):
        return bool(said(cell))
    return _LAST_DIGITS.sub(lambda found: f"{float(found[0]):.8g}", said(cell))


def visible(html):
    """The text of a table, a cell beside the other."""
    bare = re.sub(r"<style.*?</style>", "", html, flags=re.DOTALL)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", bare))).strip()


def numerals(text):
    """The numbers that stand in a text by themselves."""
    return {Decimal(found.replace(",", "")) for found in _NUMERAL.findall(text)}


def told(markdown):
    """The numbers that prose tells: none of those in code, in links, in years and in places of a source."""
    bare = re.sub(r"`[^`]*`|\]\([^)]*\)", " ", markdown)
    return numerals(re.sub(f"{_PLACE}|{_YEAR}", " ", bare)) - _ENDS


def read(path):
    nbformat = pytest.importorskip(
        "nbformat", reason="nbformat is not installed; it is in the extra test-all"
    )
    return nbformat.read(path, as_version=4)


def varies(cell):
    """Whether a cell measures, and so says something else in each run; its tag tells."""
    return "varies" in cell.metadata.get("tags", ())


def code_of(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_a_number_in_prose_is_found_wherever_it_stands():
    prose = "In 2017 (Table 5, section 3.4) LZ4, row-8 and zstd:3 took `42` ms: 1,234.5 to −13.1 %, 60/40."
    assert told(prose) == {Decimal("1234.5"), Decimal("13.1"), Decimal(60), Decimal(40)}
    assert told("Figures 3 to 5, equations (1)–(3), from 0 to 1.") == set()


def test_those_that_are_here_are_those_of_the_documentation_each_with_a_title_and_what_it_tells():
    page = (ROOT / "docs" / "tutorials" / "notebooks.md").read_text(encoding="utf-8")
    assert NAMES
    assert sorted(re.findall(r"\(../../notebooks/(.*?)\)", page)) == NAMES
    for path in NOTEBOOKS:
        first = read(path).cells[0]
        title, _, lead = first.source.partition("\n\n")
        assert first.cell_type == "markdown"
        assert re.fullmatch(r"# .+", title)
        assert len(lead.split()) > 20


def test_prose_tells_no_number_that_no_cell_has():
    for path in NOTEBOOKS:
        notebook = read(path)
        known = set()
        for cell in code_of(notebook):
            known |= numerals(f"{cell.source}\n{'' if varies(cell) else said(cell)}")
        prose = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
        assert {text: told(text) - known for text in prose if told(text) - known} == {}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_a_notebook_runs_and_says_what_is_stored(path):
    stored = read(path)
    code = code_of(stored)
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    expected = [compared(cell) for cell in code]
    assert any(expected)
    for cell in code:
        cell.outputs, cell.execution_count = [], None
    found = code_of(executed(stored))
    assert [compared(cell) for cell in found] == expected


if __name__ == "__main__":
    import nbformat

    for path in NOTEBOOKS:
        if not sys.argv[1:] or path.name in sys.argv[1:]:
            nbformat.write(executed(read(path)), path)
