"""Text that is plainly no table is said to be none; a damaged table stays a damaged table."""

import io

import pytest
from ingest.cases import each

from ahp.errors import InputError
from ahp.ingest.prose import instead
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.table import TableReader
from ahp.ingest.sources import open_source

BEGINNING = "no reader knows this format, and it is no table: "


def refusal(text):
    with pytest.raises(InputError) as raised:
        TableReader().read(open_source(io.StringIO(text)), Options())
    return str(raised.value)


@each(
    ("text", "line", "why"),
    [
        ("\\set aid random(1, 100)\nUPDATE t SET a = 1;\n", 1, "it is a script"),
        ("SELECT a, b FROM t\nWHERE c = 1;\n", 1, "it is a script"),
        ("#!/bin/sh\npgbench -c 4, -j 2\nsysbench\nfio\n", 1, None),  # comments are no part of a table
        ("pgbench -c 4 -j 2 -T 8\n", 1, "nothing parts its words into cells"),
        (
            "Filesystem 1B-blocks Used Available\n/dev/loop0 1073741824 22765568 3%\n",
            1,
            "nothing parts its words into cells",
        ),
        (
            "This was measured on a machine of ours, a slow one, by the way.\nIt shows nothing of interest, or\n"
            "hardly anything that one would like to know.\n",
            2,
            "its lines are sentences or commands",
        ),
        ("one: 1,2,3\n two: 4\n three, four: 5\nfive\n", 1, "its lines do not have the same number of cells"),
    ],
)
def test_what_is_plainly_no_table_is_said_with_its_line(text, line, why):
    if why is None:
        assert BEGINNING in refusal(text)
        return
    assert refusal(text) == f"<file>, line {line}: {BEGINNING}{why}; see docs/reference/inputs.md"


@each(
    "text",
    [
        "alternative\nlz4\n",
        "just some words\n",
        "alternative,tps\n",
        "alternative,tps,cpu\nlz4,1,2\nzle,1\nlzjb,3,4\n",
        'alternative,tps,note\nlz4,1,"what one would like to know of it\nzle,1,nothing that one would like to know\n',
        "alternative,tps,note\nlz4,1,what one would like to know of it\nzle,what one would like to know of it\n"
        "lzjb,1,what one would like to know of it\n",
        "none,1\nlz4,2\n",
    ],
)
def test_a_damaged_table_keeps_its_own_complaint(text):
    assert BEGINNING not in refusal(text)


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n"])
def test_an_error_of_what_may_be_a_table_is_left_alone(text):
    error = InputError("wrong", line=3)
    assert instead(error, text) is error
