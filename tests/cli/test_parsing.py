"""A wrong command line is told in one line, whatever the command."""

from __future__ import annotations

import pytest

from ahp.cli.judge import main as judge
from ahp.cli.rank import main as rank


@pytest.mark.parametrize(("main", "name"), [(judge, "ahp-judge"), (rank, "ahp-rank")])
@pytest.mark.parametrize("arguments", [["x.toml", "--format", "nonsense"], ["--nonsense"]])
def test_a_wrong_argument_is_one_line_and_status_2(main, name, arguments, capsys):
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"{name}: ")
    assert err.endswith(f"; see {name} --help\n")
    assert err.count("\n") == 1


@pytest.mark.parametrize("main", [judge, rank])
def test_help_is_written_to_standard_output(main, capsys):
    assert main(["--help"]) == 0
    assert capsys.readouterr().out.startswith("usage: ")
