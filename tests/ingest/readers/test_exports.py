import pytest

from ahp.errors import InputError
from ahp.ingest.readers.exports import export_table, records_of
from ahp.ingest.sources import Source

COLUMNS = ("name", "mean")


def test_rows_are_records_with_their_lines():
    table = export_table(Source("f", "name,mean,param:a\nx,1,2\n\ny,3,4\n"), COLUMNS, "param:.*")
    assert list(records_of(table)) == [
        (2, {"name": "x", "mean": "1", "param:a": "2"}),
        (4, {"name": "y", "mean": "3", "param:a": "4"}),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nome,mean\nx,1\n", "line 1: found 'nome': this is no column of the export"),
        ("name,mean,more\nx,1,2\n", "line 1: found 'more': this is no column of the export"),
        ("name,mean\n#x,1\ny,2\n", "line 2: found '#': an export has no comments"),
        ("name,mean\nx,1,2\n", "found 3 cells, the heading in line 1 has 2"),
    ],
)
def test_what_no_harness_writes_is_refused(text, said):
    with pytest.raises(InputError) as raised:
        export_table(Source("f", text), COLUMNS, "param:.*")
    assert said in str(raised.value)


def test_a_column_too_few_is_refused():
    with pytest.raises(InputError, match="found only the columns"):
        export_table(Source("f", "name,mean\nx,1\n"), ("name", "mean", "max"))
