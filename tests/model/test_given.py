"""What people hand over, and what is said where it is something else."""

from __future__ import annotations

import pytest

from ahp.errors import JudgmentError, StudyError
from ahp.model.given import items_given, name_given, pairs_given, table_given


def test_a_series_is_a_table_by_its_index():
    import pandas as pd

    assert table_given(pd.Series({"a": 1.0}), "weights") == {"a": 1.0}
    table = {"a": 2}
    assert table_given(table, "weights") is table


def test_a_series_has_every_name_once():
    import pandas as pd

    with pytest.raises(JudgmentError, match="labels name each item once; found 'a' more than once"):
        table_given(pd.Series([1.0, 2.0], index=["a", "a"]), "weights")


def test_what_is_no_table_is_named():
    for given in [3, "text", [("a", 1)], None, {1, 2}]:
        with pytest.raises(JudgmentError, match=r"^weights are a table with one entry for each name; found"):
            table_given(given, "weights")


def test_a_frame_is_no_table_with_one_entry_for_each_name():
    import pandas as pd

    with pytest.raises(JudgmentError, match=r"^weights are a table with one entry for each name"):
        table_given(pd.DataFrame({"a": [1]}), "weights")


def test_judgments_are_by_pair():
    for given, message in [
        ({}, "no judgments were given"),
        ({"ab": 3}, "by a pair of items; found 'ab'"),
        (3, "judgments by pair"),
    ]:
        with pytest.raises(JudgmentError, match=message):
            pairs_given(given)


def test_what_can_be_gone_through_is_a_list():
    assert items_given((name for name in "ab"), "names") == ["a", "b"]
    with pytest.raises(JudgmentError, match=r"^names are a list; found 3"):
        items_given(3, "names")


def test_a_name_is_one_of_those_that_are_known():
    for given in ["neither", 3, None, ["ideal"]]:
        with pytest.raises(StudyError, match="is not a known mode; use one of: distributive, ideal"):
            name_given(given, "a known mode", ("distributive", "ideal"))
