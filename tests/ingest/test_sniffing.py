"""Which reader a source belongs to: every one has a name, and a plain table loads no other."""

import io
import re
import subprocess
import sys

import pytest

from ahp.errors import ReaderError
from ahp.ingest import sniff
from ahp.ingest.files.open import open_source
from ahp.ingest.readers import READERS
from ahp.ingest.readers.table import TableReader
from ahp.ingest.sniff import detect_format
from ahp.registry import Registry


def test_every_reader_has_a_name(root):
    classes = set()
    for path in (root / "ahp" / "ingest" / "readers").glob("*.py"):
        if path.stem not in ("base", "lines"):  # of which readers are made
            classes.update(re.findall(r"^class (\w+Reader)\b", path.read_text(encoding="utf-8"), re.M))
    assert {type(reader).__name__ for reader in READERS.values()} == classes
    assert [*READERS][-1] == "table"


@pytest.mark.parametrize("table", ["zfs_oltp", "pg_wal_runs"])
def test_a_plain_table_loads_no_other_reader(root, table):
    code = (
        "import sys, ahp; ahp.read(sys.argv[1]);"
        "of_readers = {m for m in sys.modules if m.startswith('ahp.ingest.readers.')};"
        "print(sorted(of_readers - {'ahp.ingest.readers.base', 'ahp.ingest.readers.table'}))"
    )
    command = [sys.executable, "-c", code, str(root / "examples" / f"{table}.csv")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


class Starting:
    """A reader of files that start with a word."""

    def __init__(self, word):
        self.word = word

    def matches(self, head):
        return head.startswith(self.word)


def test_several_readers_that_fit_are_refused_by_name_unless_the_caller_chooses(monkeypatch):
    readers = {"one": Starting("first"), "other": Starting("fir"), "table": TableReader()}
    monkeypatch.setattr(sniff, "READERS", Registry("reader", readers, error=ReaderError))
    text = open_source(io.StringIO("first line\n"))
    with pytest.raises(ReaderError) as raised:
        detect_format(text)
    assert str(raised.value) == "<file>: the content fits the readers 'one', 'other'; say which with --reader"
    assert [detect_format(text, name).name for name in ("other", "table")] == ["other", "table"]
    assert detect_format(open_source({"alternative": ["first"], "tps": [1]})).name == "table"
