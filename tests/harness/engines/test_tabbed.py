from hypothesis import given
from hypothesis import strategies as st

from ahp.harness.engines.tabbed import fields, line


@given(st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])), min_size=1))
def test_any_text_goes_in_and_comes_out(texts):
    told = line((1, *texts))
    assert told.endswith(b"\n")
    assert told.count(b"\n") == 1
    assert fields(told[:-1], ["int", *("text" for _ in texts)]) == (1, *texts)
