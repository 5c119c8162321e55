"""Messages have one shape and one line; strangers can catch them by the built-in parent."""

import pickle

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import ahp
from ahp import errors
from ahp.errors import InputError, JudgmentError, listed, one_line, quoted

TREE = {
    "InputError": ("AHPError", ValueError),
    "UnitError": ("InputError", ValueError),
    "FailedRunError": ("InputError", ValueError),
    "ReaderError": ("InputError", ValueError),
    "MeasureError": ("InputError", ValueError),
    "BaselineError": ("InputError", ValueError),
    "JudgmentError": ("AHPError", ValueError),
    "StudyError": ("AHPError", ValueError),
    "ConvergenceError": ("AHPError", RuntimeError),
    "OutputError": ("AHPError", OSError),
    "FigureError": ("AHPError", ValueError),
    "HarnessError": ("AHPError", RuntimeError),
    "UnavailableError": ("HarnessError", RuntimeError),
    "TrialError": ("HarnessError", RuntimeError),
}


def test_every_error_has_its_parent_and_a_built_in_one_and_stands_in_the_drawing_of_the_tree():
    for name, (parent, built_in) in TREE.items():
        assert issubclass(getattr(errors, name), getattr(errors, parent))
        assert issubclass(getattr(errors, name), built_in)
    classes = {n for n, c in vars(errors).items() if isinstance(c, type) and issubclass(c, errors.AHPError)}
    assert classes == {*TREE, "AHPError"}
    assert all(name in errors.__doc__ for name in classes)
    assert ahp.InputError is InputError


def test_a_message_says_where_what_and_what_to_do():
    for place, expected in [
        ({}, "it is wrong"),
        ({"file": "a.csv"}, "a.csv: it is wrong"),
        ({"line": 7}, "line 7: it is wrong"),
        ({"column": "tps"}, "column 'tps': it is wrong"),
        ({"line": 7, "column": ""}, "line 7: it is wrong"),
        ({"file": "a.csv", "line": 7, "column": "tps"}, "a.csv, line 7, column 'tps': it is wrong"),
        ({"found": "-12"}, "found '-12': it is wrong"),
        ({"found": 5}, "found 5: it is wrong"),
        ({"file": "a.csv", "found": ""}, "a.csv: found an empty cell: it is wrong"),
        ({"advice": "mend it"}, "it is wrong; mend it"),
    ]:
        assert str(InputError("it is wrong", **place)) == expected


def test_the_place_is_filled_in_on_the_way_out_and_never_overwritten():
    inner = errors.UnitError("no unit", line=3, column="rt", found="5", advice="add one")
    outer = inner.at(file="a.csv", line=99, column="other")
    assert str(outer) == "a.csv, line 3, column 'rt': found '5': no unit; add one"
    assert type(outer) is errors.UnitError
    assert inner.file is None


def test_errors_survive_pickling():
    for kind in [InputError, errors.BaselineError]:
        error = kind("wrong", file="a.csv", line=2, column="c", found="x", advice="mend")
        copy = pickle.loads(pickle.dumps(error))
        assert (type(copy), str(copy)) == (kind, str(error))
    copy = pickle.loads(pickle.dumps(errors.UnavailableError("btrfs", "no loop device")))
    assert (copy.what, copy.reason) == ("btrfs", "no loop device")
    assert str(copy) == "btrfs cannot run here: no loop device"


def test_an_error_knows_its_cell_or_its_estimate():
    error = JudgmentError("contradiction", row="a", column="b", found=3)
    assert (str(error), error.row, error.column, error.found) == ("contradiction", "a", "b", 3)
    assert errors.ConvergenceError("not settled", [0.5, 0.5]).estimate == [0.5, 0.5]
    assert str(InputError("a number is needed", found=np.ones(2))) == "found [1. 1.]: a number is needed"


@given(st.text())
def test_a_message_is_one_printable_line_whatever_the_names(text):
    message = str(InputError("it is wrong", file=text, column=text, found=text))
    assert message.isprintable()
    assert len(message) < 500


def test_texts_in_a_message():
    assert one_line("a\nb\x1b[31m") == r"a\nb\x1b[31m"
    assert one_line("\udcff") == r"\udcff"  # a byte of a file name that is no UTF-8
    assert one_line("x" * 300, 10) == "xxxxxxxxx…"
    assert one_line("x" * 10, 10) == "x" * 10
    assert (quoted("a"), quoted(1.5), quoted(None)) == ("'a'", "1.5", "None")
    assert (listed("abc"), listed([]), listed("abcde", 2)) == ("'a', 'b', 'c'", "", "'a', 'b' and 3 more")
