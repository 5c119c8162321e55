import pytest

from ahp.errors import InputError
from ahp.ingest.jsontext import Digits
from ahp.ingest.readers.pytest_names import Named, duration_row, names_of, of_one_process, refuse_twice


def names(*tests, groups=None):
    whole = [f"t.py::{test}" for test in tests]
    return [(n.scenario, n.alternative) for n in names_of(tests, whole, groups or [None] * len(tests))]


def test_parameters_are_alternatives_of_their_function():
    assert names("test_a[x]", "test_a[y-1]", "test_none") == [
        ("test_a", "x"),
        ("test_a", "y-1"),
        (None, "test_none"),
    ]
    assert names("test_a[x]", "test_b[x]") == [("test_a", "x"), ("test_b", "x")]


def test_a_test_without_parameters_joins_no_one_of_several_functions():
    assert names("test_a[x]", "test_b[x]", "test_c") == [
        (None, "t.py::test_a[x]"),
        (None, "t.py::test_b[x]"),
        (None, "t.py::test_c"),
    ]


def test_a_group_is_the_scenario():
    assert names("test_a[x]", "test_b", groups=["g", "g"]) == [("g", "x"), ("g", "test_b")]


def test_what_that_would_not_tell_apart_has_its_whole_name():
    assert names("test_a[x]", "test_b[x]", groups=["g", "g"]) == [
        (None, "t.py::test_a[x]"),
        (None, "t.py::test_b[x]"),
    ]


def test_brackets_may_stand_in_brackets_or_be_empty():
    assert names("test_a[x[0]]", "test_a[]") == [("test_a", "x[0]"), (None, "test_a[]")]


def test_a_name_stands_once():
    name = Named(None, "test_a", "test_a")
    with pytest.raises(InputError, match="line 4: found 'test_a': two benchmarks have this name; rename"):
        refuse_twice([name, name], [2, 4], "rename")


@pytest.mark.parametrize("mean", ["0.0", "nan", "inf"])
def test_a_mean_is_greater_than_0(mean):
    with pytest.raises(InputError, match=f"line 4, column 'mean': found '{mean}': it must be greater than 0"):
        duration_row(Named(None, "test_a", "test_a"), Digits(mean, 4))


def test_a_process_is_one_run_of_each_test():
    name = Named("test_a", "x", "t.py::test_a[x]")
    reading = of_one_process([duration_row(name, Digits("0.5", 4), "ms")], [name])
    assert reading.rows[0].run is None
    assert reading.benchmarks == {("test_a", "x"): "t.py::test_a[x]"}
    assert "count as one run" in reading.caveats[0]
