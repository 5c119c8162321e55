"""Markdown that shows what was meant."""

from ahp.report.marking import escaped, table_lines


def test_what_markdown_would_take_for_its_own_is_escaped():
    assert escaped("*a* [b](c) <d> | `e` ~f~ $g$") == r"\*a\* \[b\](c) \<d\> \| \`e\` \~f\~ \$g\$"
    assert escaped("snake_case _word_") == r"snake_case \_word\_"
    assert escaped("a\x1bb\nc") == r"a\\x1bb\\nc"


def test_a_table_turns_numbers_to_the_right():
    assert table_lines(["a", "b", "c"], [["x", "1", "y"]], numbers_from=1, numbers_to=2) == [
        "| a | b | c |",
        "| --- | ---: | --- |",
        "| x | 1 | y |",
        "",
    ]
