"""Names as they may be printed."""

from ahp.printing import printable, shortened


def test_a_name_neither_redraws_a_page_nor_fills_it():
    assert printable("a\tb\u200bc") == "a\\tb\\u200bc"
    assert shortened("abcdef", 4) == "abc…"
    assert shortened("abcd", 4) == "abcd"
