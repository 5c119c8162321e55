import pytest

from ahp.errors import InputError
from ahp.ingest.jsontext import parse_json
from ahp.ingest.readers.json_lists import list_at, numbers_at, objects_at


def test_lists_of_objects_and_numbers():
    document = parse_json('{"a": [{"b": [1, 2.5]}]}')
    (first,) = objects_at(document, "a")
    assert [cell.text for cell in numbers_at(first, "b")] == ["1", "2.5"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": []}', "'a' is empty"),
        ('{"a":\n 5}', "'a' is not a list"),
        ('{"b": 5}', "'a' is missing"),
        ('{"a": null}', "'a' is not a list"),
    ],
)
def test_what_is_no_list_is_refused(text, said):
    with pytest.raises(InputError, match=said):
        list_at(parse_json(text), "a")


def test_what_is_in_a_list_is_refused_too():
    with pytest.raises(InputError, match="not an object"):
        objects_at(parse_json("[1]"))
    with pytest.raises(InputError, match="not finite"):
        numbers_at(parse_json("[NaN]"))
