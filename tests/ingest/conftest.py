"""What tables are ranked with here: the command, and what its refusals propose."""

import json
import shlex

import pytest

from ahp.cli.rank import main


@pytest.fixture
def ranked(capsys, tmp_path, monkeypatch):
    """Return what ranks a text: the decision, what it answers, and the options that refusals proposed."""
    monkeypatch.chdir(tmp_path)

    def rank(text, *options, name="t.csv"):
        (tmp_path / name.partition("#")[0]).write_text(text, encoding="utf-8")
        arguments, given = [name, *options, "--no-confidence"], 0
        while main(arguments) == 2:
            refusal = capsys.readouterr().err.strip()
            given += 1
            command = shlex.split(refusal.partition("run: ")[2].partition("; if ")[0])
            assert command[:1] == ["ahp-rank"], refusal
            assert given < 4, refusal
            arguments = command[1:]
        answer = " ".join(capsys.readouterr().out.split())
        assert main([*arguments, "--format", "json"]) == 0
        decision = json.loads(capsys.readouterr().out)
        return decision, answer, [a for a in arguments if a not in (name, *options, "--no-confidence")]

    return rank
