import os

import pytest

import ahp
from ahp.cli.rank import main
from ahp.cli.streams import save_figures
from ahp.errors import FigureError, OutputError

TABLE = "alternative,tps,cpu\nnone,100,10\nlz4,150,12\nzle,110,11\n"


@pytest.fixture
def table(write):
    path = write("table.csv", TABLE)
    return path


@pytest.mark.slow
def test_the_command_writes_what_it_can_draw_and_the_report(table, tmp_path, capsys):
    folder = tmp_path / "new" / "figures"
    assert main([str(table), "--figures", str(folder)]) == 0
    names = sorted(path.name for path in folder.iterdir())
    assert "benefit_cost-1-default.png" in names
    assert "benefit_cost-1-default.svg" in names
    assert "benefit_cost-1-default.pdf" in names
    assert not [name for name in names if name.startswith(("wins", "ranks", "regions", "."))]
    assert "lz4 ?   zle" in capsys.readouterr().out


def test_a_folder_that_takes_no_files_is_one_line_and_nothing_is_written(table, tmp_path, capsys):
    (tmp_path / "file").write_text("in the way")
    out = tmp_path / "report.txt"
    assert main([str(table), "--figures", str(tmp_path / "file"), "--output", str(out)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "cannot write figures there: it is no folder" in said.err
    assert not out.exists()
    new = str(tmp_path / "figures")
    for more, told in [
        (["--figures", ""], "the name of the folder for the figures is empty"),
        (
            ["--figures", new, "--output", str(tmp_path / "no" / "x")],
            "cannot write: No such file or directory",
        ),
        (["--figures", new, "--explain-input"], "leave --figures out"),
    ]:
        assert main([str(table), *more]) == 2
        assert told in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "table.csv"]


def test_a_folder_that_is_not_ours_is_one_line(table, tmp_path, capsys, unprivileged):
    folder = tmp_path / "theirs"
    folder.mkdir(mode=0o555)
    os.chmod(tmp_path, 0o755)
    denied = pytest.raises(OutputError, match="cannot write figures there: Permission denied")
    with unprivileged(), denied:
        save_figures({"schema": "ahp.decision/1", "scenarios": []}, folder)


def test_an_older_figure_stays_until_the_new_one_is_whole(table, tmp_path, monkeypatch):
    document = ahp.rank(ahp.read(table)).to_dict()
    paths = save_figures(document, tmp_path / "figures", ("svg",), ("benefit_cost",))
    before = {path: path.read_bytes() for path in paths}

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OutputError, match="No space left on device; what stood there is untouched"):
        save_figures(document, tmp_path / "figures", ("svg",), ("benefit_cost",))
    assert {path: path.read_bytes() for path in (tmp_path / "figures").iterdir()} == before


def test_what_cannot_be_drawn_is_told_and_leaves_no_folder(table, tmp_path):
    for document, options, said in [
        ("x", {}, "drawn of a decision, a history or a document; found 'x'"),
        ({}, {}, "no figures of a document of the schema None; of 'ahp.decision/1', "),
        (None, {"formats": 3}, "formats are a list of names; found 3"),
        (None, {"kinds": 3}, "kinds of figures are a list of names; found 3"),
        (None, {"formats": ("bmp",)}, "not as bmp"),
    ]:
        given = ahp.rank(ahp.read(table)) if document is None else document
        with pytest.raises(FigureError, match=said):
            save_figures(given, tmp_path / "figures", **options)
        assert not (tmp_path / "figures").exists()
    for folder in ["\0x", "\ud800"]:
        with pytest.raises(OutputError, match="cannot write figures there: "):
            save_figures(given, folder)


def test_a_history_is_drawn_too(table, tmp_path):
    kept, folder = tmp_path / "nights.jsonl", tmp_path / "figures"
    for _ in range(2):
        assert main([str(table), "--history", str(kept)]) == 0
    assert main(["--history", str(kept), "--figures", str(folder)]) == 0
    assert {path.name for path in folder.iterdir()} == {
        f"history-1-default.{e}" for e in ("pdf", "png", "svg")
    }
    assert len(ahp.read_history(kept).plot().lines) == 2
