import pytest

from ahp.cli.parsing import Parser


def test_a_complaint_is_one_line_and_status_2(capsys):
    parser = Parser(prog="ahp-x do")
    parser.add_argument("--n", type=int)
    with pytest.raises(SystemExit) as end:
        parser.parse_args(["--n", "x"])
    assert end.value.code == 2
    seen = capsys.readouterr()
    assert seen.out == ""
    assert seen.err == "ahp-x: argument --n: invalid int value: 'x'; see ahp-x do --help\n"


def test_help_goes_where_reports_go(capsys):
    with pytest.raises(SystemExit) as end:
        Parser(prog="ahp-x").parse_args(["--help"])
    assert end.value.code == 0
    assert capsys.readouterr().out.startswith("usage: ahp-x")
