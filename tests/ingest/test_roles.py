"""What each column of a table is."""

import io

from ingest.cases import each

from ahp.ingest.fields import upright
from ahp.ingest.readers.base import Options
from ahp.ingest.roles import fields_left, headings_of, is_ratio, roles_of, unneeded
from ahp.ingest.sources import open_source
from ahp.ingest.tables import parse_table


def understood(header, **options):
    cells = ",".join("1" for _ in header.split(","))
    fields = fields_left(
        upright(parse_table(open_source(io.StringIO(f"{header}\n{cells}\n")))), Options(**options)
    )
    return headings_of(fields, Options(**options))


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


def test_a_ratio_that_does_not_say_which():
    assert [is_ratio(h) for h in understood("Ratio,ratio %,compression_ratio,Size")] == [
        True,
        True,
        False,
        False,
    ]
