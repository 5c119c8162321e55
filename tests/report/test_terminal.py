"""Lines of at most 80 columns, without padding, a number and its per cent sign together."""

import io

from ahp.report.terminal import WIDTH, console_on, finished, indented, table_of


def printed(*things, colour=False):
    out = io.StringIO()
    console = console_on(out, colour=colour)
    for thing in things:
        console.print(thing)
    return finished(out)


def test_lines_end_where_their_text_ends_and_fit():
    table = table_of()
    table.add_column("a", min_width=20)
    table.add_column("b", min_width=20)
    table.add_row("x", "y")
    assert printed(table) == f"a{20 * ' '} b\nx{20 * ' '} y\n"
    long = printed(indented("word " * 60))
    assert max(map(len, long.splitlines())) <= WIDTH
    assert all(line.startswith("  word") for line in long.splitlines())


def test_a_number_keeps_its_sign():
    for length in range(60, 82):
        assert "\n%" not in printed(indented("x" * length + " 5 %")).replace("  %", "%")
        assert "5 %" in printed(indented("x" * length + " 5 %"))


def test_colour_is_asked_for():
    from rich.text import Text

    assert printed(Text("a", style="bold")) == "a\n"
    assert "\x1b[" in printed(Text("a", style="bold"), colour=True)
