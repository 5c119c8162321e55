import pytest

from ahp.errors import InputError
from ahp.ingest.readers.client_tables import Heading, find_heading, rows_below

PSQL = """         Sizes
  name  | bytes
--------+-------
 a      |     1
 b      |    22
(2 rows)

"""
BOX = """+------+-------+
| name | bytes |
+------+-------+
| a    |     1 |
| b    |    22 |
+------+-------+
"""
FORMS = {
    "aligned": PSQL,
    "aligned in a box": BOX + "(2 rows)\n\n",
    "boxed": BOX,
    "boxed with a message": BOX + "2 rows in set (0.001 sec)\n\n",
    "unaligned": "name|bytes\na|1\nb|22\n(2 rows)\n",
    "unaligned without footer": "name|bytes\na|1\nb|22\n",
    "csv": 'NAME,Bytes\n"a",1\nb,22\n',
    "csv with carriage returns": "name,bytes\r\na,1\r\nb,22\r\n",
    "semicolons": "name;bytes\na;1\nb;22\n",
    "batch": "name\tbytes\na\t1\nb\t22",
}


def known(names: frozenset[str]) -> bool:
    return {"name", "bytes"} <= names


def table(text: str) -> list[dict[str, str]]:
    heading = find_heading(text, known)
    assert heading is not None
    return [dict(cells) for _, cells in rows_below(text, heading)]


def refused(text: str, words: str) -> InputError:
    with pytest.raises(InputError, match=words) as caught:
        table(text)
    return caught.value


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_every_form_is_the_same_table(text):
    assert table(text) == [{"name": "a", "bytes": "1"}, {"name": "b", "bytes": "22"}]


def test_a_heading_has_its_line_and_what_separates_it():
    assert find_heading(PSQL, known) == Heading(2, ("name", "bytes"), "|")
    assert find_heading(FORMS["csv"], known) == Heading(1, ("name", "bytes"), ",")


def test_a_heading_is_looked_for_in_the_first_lines_alone():
    assert find_heading("\n" * 5 + "name,bytes\n", known) is not None
    assert find_heading("\n" * 6 + "name,bytes\n", known) is None
    assert find_heading("names,bytes\n", known) is None
    assert find_heading("x" * 200_000 + ",y", known) is None


def test_rows_have_their_lines():
    heading = find_heading(PSQL, known)
    assert [line for line, _ in rows_below(PSQL, heading)] == [4, 5]


@pytest.mark.parametrize(
    ("text", "words", "line"),
    [
        (PSQL[: PSQL.index("(2")], "footer with the number of rows is missing", 5),
        (PSQL.replace(" b      |    22\n", ""), "says 2 rows and there are 1", 5),
        (BOX[: BOX.rindex("+------+")], "its box is not closed", 5),
        (BOX + BOX, "the table has ended before", 7),
        (PSQL + PSQL, "the table has ended before", 8),
        (FORMS["csv"].replace("b,22", "b,2,2"), "found 3 cells below 2 headings", 3),
        (FORMS["batch"] + "\nc", "found 1 cells", 4),
    ],
)
def test_what_is_not_whole_is_refused(text, words, line):
    assert refused(text, words).line == line
