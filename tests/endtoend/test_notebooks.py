"""The notebooks run from scratch, without an error, and say what is stored in them."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


# In an interpreter of its own: what the machinery leaves open is not the notebook's.
_RUN = """
import sys, nbformat
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
path, folder = sys.argv[1:]
notebook = nbformat.read(path, as_version=4)
kernel = AsyncKernelManager(transport="ipc", ip=folder + "/socket", connection_file=folder + "/kernel.json")
resources = {"metadata": {"path": folder}}
NotebookClient(notebook, km=kernel, timeout=300, resources=resources).execute()
nbformat.write(notebook, path)
"""


def executed(notebook, folder):
    """The notebook after every cell has run in a new kernel, which speaks through sockets of the folder."""
    import nbformat

    path = folder / "notebook.ipynb"
    nbformat.write(notebook, path)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", _RUN, str(path), str(folder)], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return nbformat.read(path, as_version=4)


def said(cell):
    """What a cell prints and shows, as text."""
    parts = []
    for output in cell.get("outputs", []):
        assert output.output_type != "error"
        assert output.get("name") != "stderr", f"a warning: {output.get('text')}"
        parts.append(output.get("text") or output["data"]["text/plain"])
    return re.sub(r"[ \t]+\n", "\n", "\n".join(parts))


def test_there_is_one():
    assert [path.name for path in NOTEBOOKS] == ["judgments.ipynb"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_runs_and_says_what_is_stored(path):
    import nbformat

    stored = nbformat.read(path, as_version=4)
    code = [cell for cell in stored.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    expected = [said(cell) for cell in code]
    assert any(expected)
    for cell in code:
        cell.outputs, cell.execution_count = [], None
    with tempfile.TemporaryDirectory() as folder:  # a short name: that of a socket may not be long
        found = executed(stored, Path(folder))
    assert [said(cell) for cell in found.cells if cell.cell_type == "code"] == expected
