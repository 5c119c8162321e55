"""The catalogue: every reader once, each sample of ours fits at most one of them, and a plain table loads none."""

import subprocess
import sys

import pytest

from ahp.errors import AHPError
from ahp.ingest.catalogue import READERS
from ahp.ingest.reader_names import READER_NAMES
from ahp.ingest.sources import open_source


def test_every_reader_module_is_in_it(root):
    import re

    folder = root / "ahp" / "ingest" / "readers"
    classes = {
        found
        for path in folder.glob("*.py")
        if path.stem != "base"
        for found in re.findall(r"^class (\w+Reader)\b", path.read_text(encoding="utf-8"), re.M)
    }
    assert {type(reader).__name__ for reader in READERS.values()} == classes
    assert tuple(READERS) == READER_NAMES


def test_each_input_of_the_tests_fits_at_most_one_reader(root):
    for path in sorted((root / "tests" / "inputs").rglob("*")):
        if not path.is_file() or path.name in ("expected.csv", "README.md"):
            continue
        try:
            head = open_source(path).head
        except AHPError:
            continue
        fitting = [name for name, reader in READERS.items() if name != "table" and reader.matches(head)]
        assert len(fitting) <= 1, (path, fitting)


@pytest.mark.parametrize("table", ["zfs_oltp", "pg_wal_runs"])
def test_a_plain_table_loads_no_other_reader(root, table):
    code = (
        "import sys, ahp; ahp.read(sys.argv[1]);"
        "print([m for m in sys.modules if m.startswith('ahp.ingest.readers.') and m[19:] not in ('base', 'table')])"
    )
    command = [sys.executable, "-c", code, str(root / "examples" / f"{table}.csv")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
