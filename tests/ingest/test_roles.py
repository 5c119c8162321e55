"""What each column of a table is."""

import io

import pytest
from ingest.cases import each

from ahp.errors import InputError
from ahp.ingest.fields import upright
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.table import TableReader
from ahp.ingest.roles import fields_left, headings_of, is_ratio, roles_of, unneeded
from ahp.ingest.sources import open_source
from ahp.ingest.tables import parse_table


def understood(header, **options):
    cells = ",".join("1" for _ in header.split(","))
    fields = fields_left(
        upright(parse_table(open_source(io.StringIO(f"{header}\n{cells}\n")))), Options(**options)
    )
    return headings_of(fields, Options(**options))


def reading(text):
    return TableReader().read(open_source(io.StringIO(text)), Options())


def refusal(text, **options):
    with pytest.raises(InputError) as raised:
        TableReader().read(open_source(io.StringIO(text)), Options(**options))
    return str(raised.value)


def test_a_column_left_out_is_gone_whatever_its_case():
    assert [h.text for h in understood("alternative,Size,tps", ignore=(" size ",))] == ["alternative", "tps"]


def test_a_column_left_out_has_no_role_either():
    headings = understood("codec,engine,tps", ignore=("engine",))
    fields = upright(parse_table(open_source(io.StringIO("codec,tps\na,1\n"))))
    assert roles_of(fields, headings) == {"alternative": 0}


def test_the_words_of_a_ratio_are_its_own_even_if_it_is_mapped():
    (_, heading) = understood("alternative,Verhältnis", columns={"compression_ratio": "Verhältnis"})
    assert (heading.measure, heading.words) == ("compression_ratio", "verhältnis")


@each(
    ("header", "needless"),
    [
        ("alternative,original_bytes,stored_bytes,Size", {3}),
        ("alternative,stored_bytes,Size", set()),  # it could be the other
        ("alternative,compression_ratio,Ratio", set()),
        ("alternative,compression_ratio,space_saving,Ratio", {3}),
        ("alternative,tps", set()),
    ],
)
def test_what_can_only_repeat_other_columns_is_not_needed(header, needless):
    assert unneeded(understood(header)) == needless


def test_what_is_not_needed_is_passed_over():
    found = TableReader().read(
        open_source(io.StringIO("alternative,original_bytes,stored_bytes,Size\na,4,2,odd\n")), Options()
    )
    assert found.ignored == ("Size",)
    assert [row.measure for row in found.rows] == ["original_bytes", "stored_bytes"]


def test_a_ratio_that_does_not_say_which():
    assert [is_ratio(h) for h in understood("Ratio,ratio %,compression_ratio,Size")] == [
        True,
        True,
        False,
        False,
    ]


@each(
    ("text", "known", "others"),
    [
        ("metric,none,lz4\ntps,1,2\ncpu,3,4\n", "'tps', 'cpu'", "'none', 'lz4'"),
        ("what,none\nLatency,1\ntps,2\n", "'Latency', 'tps'", "'none'"),
        ("what,none\nSystem,1\n", None, None),
        ("codec,none,lz4\ntps,1,2\nnote,3,4\ncpu,5,6\n", "'tps', 'cpu'", "'none', 'lz4'"),
    ],
)
def test_alternatives_that_stand_as_columns_are_seen(text, known, others):
    if known is None:  # many a word could be a measure
        assert "--transpose" not in str(reading(text))
        return
    assert refusal(text) == (
        f"<file>, line 1: the first column holds names of measures, {known}, so that the alternatives may be the "
        f"columns {others}; if so, say --transpose"
    )


def test_a_table_that_is_turned_for_nothing_is_seen():
    said = Options(alternatives_as="columns")
    with pytest.raises(InputError) as caught:
        TableReader().read(open_source(io.StringIO("codec,tps,cpu\nnone,1,2\nlz4,3,4\n")), said)
    assert str(caught.value) == (
        "<file>, line 1: the heading holds names of measures, 'tps', 'cpu', so that the alternatives may be the "
        "rows 'none', 'lz4'; if so, leave --transpose out"
    )


def test_a_long_table_is_no_turned_one():
    rows = TableReader().read(open_source(io.StringIO("measure,value\ntps,1\ncpu,2\n")), Options()).rows
    assert [row.measure for row in rows] == ["throughput", "cpu"]


def test_rows_that_nothing_tells_apart_need_a_column():
    wanted = (
        "<file>, line 1: no column names the alternatives; found 'x', 'tps'; call it 'alternative', or say which "
        "with --map alternative=COLUMN; runs of one alternative need a column 'run'"
    )
    assert refusal("x,tps\na,1\nb,2\n") == wanted
    assert refusal("measure,value\ntps,1\ntps,2\n").startswith(
        "<file>, line 1: no column names the alternatives"
    )


def test_every_column_may_not_be_left_out():
    assert refusal("a,b\n1,2\n", ignore=("a", "b")) == "<file>, line 1: every column is left out; keep some"


def test_a_table_of_which_one_column_is_left_measures_nothing():
    source = open_source(io.StringIO("alternative,tps\nlz4,1\n"))
    assert TableReader().read(source, Options(ignore=("tps",))).rows == ()
