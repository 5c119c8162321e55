import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ingest.cases import each

from ahp.errors import InputError
from ahp.ingest.readers.json import JsonNumber, item, line_of, number_at, object_at, parse_json

PLAIN = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


def bare(value):
    if isinstance(value, JsonNumber):
        return value.text
    if isinstance(value, list):
        return [bare(one) for one in value]
    return {key: bare(one) for key, one in value.items()} if isinstance(value, dict) else value


def leaves(value):
    if isinstance(value, JsonNumber):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from leaves(one)


@given(PLAIN, st.sampled_from([None, 1]))
def test_any_json_is_read_as_the_standard_library_reads_it(value, indent):
    text = json.dumps(value, indent=indent)
    parsed = parse_json(text)
    assert bare(parsed) == json.loads(text, parse_float=str, parse_int=str, parse_constant=str)
    lines = text.split("\n")
    for digits in leaves(parsed):
        assert digits.text in lines[digits.line - 1]


def test_a_number_keeps_its_digits_and_its_line():
    parsed = parse_json('{"1": "2",\n "a\\"3": [4.50,\n -1e-3, NaN, -Infinity]}')
    assert parsed['a"3'][0] == JsonNumber("4.50", 2)
    assert [one.line for one in parsed['a"3'][1:]] == [3, 3, 3]
    assert parsed['a"3'][1].value == -0.001
    assert line_of(parsed) == 2


@each(
    ("text", "line", "words"),
    [
        ('{"a": 1,\n "b": }', 2, "not whole JSON: expecting value"),
        ('{"a": 1}\n{"a": 1}', 2, "not whole JSON: extra data"),
        ("", 1, "not whole JSON"),
        ('{"a":\n', 2, "not whole JSON"),
        ('{"a":' * 100_000, 1, "nested too deeply"),
    ],
)
def test_what_is_not_one_whole_json_value_is_refused_with_its_line(text, line, words):
    with pytest.raises(InputError, match=words) as caught:
        parse_json(text)
    assert caught.value.line == line


@each(
    ("text", "path", "words"),
    [
        ('{"a": {"b": 1}}', ("a", "c"), "'a.c' is missing"),
        ('{"a": [1]}', ("a", 1), "'a.1' is missing"),
        ('{"a": null}', ("a", "b"), "'a.b' is missing"),
        ('{"a": "1"}', ("a",), "'a' is not a number"),
        ('{"a": true}', ("a",), "'a' is not a number"),
        ('{"a": NaN}', ("a",), "'a' is not finite"),
        ('{"a": 1e999}', ("a",), "'a' is not finite"),
        ("[]", (), "the document is not a number"),
    ],
)
def test_a_number_that_is_not_there_is_told_with_its_path(text, path, words):
    with pytest.raises(InputError, match=words) as caught:
        number_at(parse_json(text), *path)
    assert caught.value.line == 1


def test_an_object_that_is_not_there_is_told_with_its_path():
    document = parse_json('{"a": {"b": [1]}}')
    assert object_at(document, "a") == item(document, "a")
    with pytest.raises(InputError, match=r"'a\.b' is not an object"):
        object_at(document, "a", "b")


@each(
    ("text", "line", "key"),
    [
        ('{"a": 1, "a": 1}', 1, "a"),
        ('[{"a": 1},\n {"a": {"b": "}", "c":\n 2,\n "b": 3}}]', 4, "b"),
        ('{"a": "b", "b":\n {}, "\\u0061": null}', 2, "a"),
        ('{"options": {"a": 1, "a": 2},\n "other": {"a": 1, "a": 2}}', 2, "a"),
    ],
)
def test_a_key_that_stands_twice_in_an_object_is_refused_by_its_name(text, line, key):
    with pytest.raises(InputError, match="stands twice in an object") as caught:
        parse_json(text, again=frozenset({"options"}))
    assert (caught.value.line, caught.value.found) == (line, key)


def test_a_key_may_stand_again_where_the_program_writes_it_so():
    parsed = parse_json('{"options": {"a": 1, "a": 2}, "more": {"a": 3}}', again=frozenset({"options"}))
    assert bare(parsed) == {"options": {"a": "2"}, "more": {"a": "3"}}


def test_a_number_of_many_digits_is_read():
    assert number_at(parse_json(f"[0.{'1' * 5000}]"), 0).value == pytest.approx(1 / 9)
