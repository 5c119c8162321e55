"""Which reader a source belongs to, what is refused because it can be no table, and what is left to the table's own refusals."""

import io
import re
import subprocess
import sys

import pytest
from ingest.cases import each

import ahp
from ahp.errors import InputError, ReaderError
from ahp.ingest import sniff
from ahp.ingest.files.open import open_source
from ahp.ingest.readers import READERS
from ahp.ingest.readers.table import TableReader
from ahp.ingest.sniff import detect_format
from ahp.ingest.tables.not_a_table import refuse_no_table
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


def refused(text: str) -> str:
    with pytest.raises(InputError) as raised:
        refuse_no_table(open_source(io.StringIO(text)))
    assert raised.value.file is not None
    return str(raised.value)


@each(
    ("text", "words"),
    [
        ('<?xml version="1.0"?>\n<report><a>1</a></report>', "XML that no reader knows (<report>)"),
        ("<!DOCTYPE html>\n<html><body>1</body></html>", "XML that no reader knows (<html>)"),
        ('{"settings": {"a": 1}, "b": 2}', "JSON that no reader knows; its keys are 'settings', 'b'"),
        ('[{"codec": "lz4", "x": 1}]', "its keys are 'codec', 'x'"),
        (
            '<?xml version="1.0"?>\n<parameters>\n<works>\n<work></work></works></parameters>',
            "the configuration of a BenchBase run; it holds no result; give the run's summary.json",
        ),
        ('{\n "pg_stat_database": [\n {"xact_commit": "0"}]}', "not of the run alone; give the run's summary.json"),
        ("[1, 2, 3]", "JSON that no reader knows"),
        ('{"a":\n 1', "JSON that no reader knows, and it is not whole (line 2)"),
        ("Results of the runs that were made in May on the old machine.\n", "these are sentences"),
        ("a.log | repo: x/y | licence: MIT\nb.log | first 60 + last 50 lines | none\n", "these are sentences"),
        (
            "Notes:\nwe measured it twice, on 4 May, with the settings of last year and more memory\n",
            "these are sentences",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_a_table_is_called_what_it_is(text, words):
    assert words in refused(text)


@each(
    "text",
    [
        "codec,ratio\nlz4,2.1\n",
        "codec;Durchsatz (1/s)\nlz4;1.234,5\n",
        "a rather long heading of one column, the other\nwords, 1.69x\n",
        "codec\tnote\tratio\nlz4\ta note with a great many words in it\t40.83%\n",
        "codec,note\nlz4,fast\n",
        "codec|size\nlz4|~12 MiB\n",
        "[sep],x\n1,2\n",
    ],
)
def test_what_may_be_a_table_is_left_to_its_own_refusals(text):
    refuse_no_table(open_source(io.StringIO(text)))


def test_a_table_that_was_none_is_left_alone():
    refuse_no_table(open_source({"codec": ["a sentence of more than six words here"]}))


def test_it_is_said_at_the_door_unless_a_reader_was_asked_for(write):
    path = write("notes.txt", "These are notes about a benchmark and nothing else.\n")
    with pytest.raises(InputError, match="these are sentences"):
        ahp.read(f"lz4={path}")
    with pytest.raises(InputError, match=r"only a heading|one column|it is no table"):
        ahp.read(path, reader="table")


def test_json_that_is_nested_too_deep_to_be_read_is_still_called_json():
    assert "this is JSON that no reader knows;" in refused('{"a":' * 100_000 + "1" + "}" * 100_000)
