import pytest

from ahp.cli.parsing import Parser


def test_help_goes_where_reports_go(capsys):
    with pytest.raises(SystemExit) as end:
        Parser(prog="ahp-x").parse_args(["--help"])
    assert end.value.code == 0
    assert capsys.readouterr().out.startswith("usage: ahp-x")
