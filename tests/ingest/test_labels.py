"""What the rows of a table are about."""

import io

import pytest

from ahp.errors import InputError
from ahp.ingest.fields import upright
from ahp.ingest.headings import understand
from ahp.ingest.labels import labels_of
from ahp.ingest.roles import roles_of
from ahp.ingest.sources import open_source
from ahp.ingest.tables import parse_table


def labels(text):
    fields = upright(parse_table(open_source(io.StringIO(text))))
    return labels_of(fields, roles_of(fields, [understand(field.heading) for field in fields]))


def test_what_the_table_does_not_say_is_none():
    found = labels("tps,cpu\n1,2\n3,4\n")
    assert (found.scenario, found.alternative, found.run) == ([None] * 2, [None] * 2, [None] * 2)
    assert (found.transaction, found.block) == (["", ""], ["", ""])


def test_an_empty_run_is_none_and_an_empty_block_is_empty():
    found = labels("scenario,alternative,run,block\ns, a ,,\ns,a,2,b1\n")
    assert (found.alternative, found.run, found.block) == (["a", "a"], [None, "2"], ["", "b1"])


@pytest.mark.parametrize(("cell", "kind"), [("all", ""), ("*", ""), ("ALL", ""), ("pay", "pay")])
def test_all_types_are_no_type(cell, kind):
    assert labels(f"alternative,tx\na,{cell}\n").transaction == [kind]


@pytest.mark.parametrize(("cell", "role"), [("n/a", "alternative"), ("-", "alternative"), ("", "scenario")])
def test_the_first_row_without_a_name_is_told(cell, role):
    with pytest.raises(InputError) as raised:
        labels(f"note,{role}\nx,a\nx,{cell}\nx,{cell}\n")
    assert str(raised.value) == f"line 3: the {role} has no name; name it, or remove the row"
