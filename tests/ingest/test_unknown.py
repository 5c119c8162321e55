"""What is refused because it cannot be a table, and what is left to the table's own refusals."""

import io

import pytest
from ingest.cases import each

import ahp
from ahp.errors import InputError
from ahp.ingest.files.open import open_source
from ahp.ingest.tables.not_a_table import refuse_no_table


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
