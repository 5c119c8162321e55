"""An explanation is a value: it compares, renders, and leaves as plain data."""

import dataclasses
import json
import typing

import pytest

from ahp.errors import StudyError
from ahp.ingest.explanations import ColumnExplanation, Explanation, FileExplanation, NamesExplanation
from ahp.report.explanation import ColumnDocument, ExplanationDocument, FileDocument, NameDocument

COLUMN = ColumnExplanation("tps", 2, "throughput", None, (), ("",), "1/s", "5", 5.0, "1/s", 0.5, 2, 1)
FILE = FileExplanation("a.csv", "ab", 3, "table", "why", (COLUMN,), run=NamesExplanation(("1",), "the path"))
WHOLE = Explanation(
    (FILE,), ("b.txt",), (("cpu", (("cpu",), ("cpu_system", "cpu_user"))),), True, "no", ("w",)
)


@pytest.mark.parametrize(
    ("value", "shape"),
    [
        (COLUMN, ColumnDocument),
        (FILE, FileDocument),
        (FILE.run, NameDocument),
        (WHOLE, ExplanationDocument),
    ],
)
def test_every_key_of_a_document_is_there_and_no_other(value, shape):
    assert set(value.to_dict()) == set(typing.get_type_hints(shape))


def test_the_document_is_plain_data_that_json_keeps():
    document = WHOLE.to_dict()
    assert json.loads(WHOLE.report("json")) == document
    assert document["schema"] == "ahp.explanation/1"
    assert document["lacking"] == [{"criterion": "cpu", "measures": [["cpu"], ["cpu_system", "cpu_user"]]}]
    assert document["files"][0]["columns"][0]["first"] == {"found": "5", "value": 5.0, "unit": "1/s"}
    assert ColumnExplanation("x").to_dict()["first"] is None


def test_it_is_a_value():
    same = dataclasses.replace(WHOLE)
    assert (same, hash(same)) == (WHOLE, hash(WHOLE))
    with pytest.raises(dataclasses.FrozenInstanceError):
        WHOLE.refusal = None


def test_the_problem_is_that_of_the_first_file_that_has_one():
    assert WHOLE.problem is None
    bad = [dataclasses.replace(FILE, problem=problem) for problem in ("one", "two")]
    assert Explanation((FILE, *bad)).problem == "one"


def test_it_shows_itself_and_knows_its_formats():
    assert str(WHOLE).startswith("a.csv\n")
    assert not str(WHOLE).endswith("\n")
    with pytest.raises(
        StudyError, match="'csv' is not a known format of an explanation; use one of: text, json"
    ):
        WHOLE.report("csv")
