import os

import pytest

import ahp
from ahp.cli.figures import save_figures
from ahp.cli.rank import main
from ahp.errors import FigureError, OutputError

TABLE = "alternative,tps,cpu\nnone,100,10\nlz4,150,12\nzle,110,11\n"


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text(TABLE)
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
    assert "choose lz4" in capsys.readouterr().out


def test_a_folder_that_takes_no_files_is_one_line_and_nothing_is_written(table, tmp_path, capsys):
    (tmp_path / "file").write_text("in the way")
    out = tmp_path / "report.txt"
    assert main([str(table), "--figures", str(tmp_path / "file"), "--output", str(out)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "cannot write figures there: it is no folder" in said.err
    assert not out.exists()
    assert main([str(table), "--figures", ""]) == 2
    assert "the name of the folder for the figures is empty" in capsys.readouterr().err


def test_no_figure_is_left_where_the_report_cannot_be_written(table, tmp_path, capsys):
    assert (
        main([str(table), "--figures", str(tmp_path / "figures"), "--output", str(tmp_path / "no" / "x")])
        == 2
    )
    assert "cannot write: No such file or directory" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["table.csv"]


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


def test_explaining_ranks_nothing(table, tmp_path, capsys):
    assert main([str(table), "--explain-input", "--figures", str(tmp_path / "f")]) == 2
    assert "leave --figures out" in capsys.readouterr().err
    assert not (tmp_path / "f").exists()


@pytest.mark.parametrize("there", [True, False])
def test_an_unknown_format_leaves_everything_as_it_was(table, tmp_path, there):
    if there:
        (tmp_path / "new").mkdir()
    with pytest.raises(FigureError, match="not as bmp"):
        save_figures(ahp.rank(ahp.read(table)).to_dict(), tmp_path / "new" / "figures", ("bmp",))
    assert sorted(path.name for path in tmp_path.rglob("*")) == (["new"] if there else []) + ["table.csv"]


def test_a_folder_that_nothing_can_be_called_is_told(table):
    for folder in ["\0x", "\ud800"]:
        with pytest.raises(OutputError, match="cannot write figures there: "):
            save_figures(ahp.rank(ahp.read(table)), folder)


def test_what_cannot_be_drawn_is_told_and_leaves_no_folder(table, tmp_path):
    for document, options, said in [
        ("x", {}, "drawn of a decision, a history or a document; found 'x'"),
        ({}, {}, "no figures of a document of the schema None; of 'ahp.decision/1', "),
        (None, {"formats": 3}, "formats are a list of names; found 3"),
        (None, {"kinds": 3}, "kinds of figures are a list of names; found 3"),
    ]:
        given = ahp.rank(ahp.read(table)) if document is None else document
        with pytest.raises(FigureError, match=said):
            save_figures(given, tmp_path / "figures", **options)
        assert not (tmp_path / "figures").exists()


def test_one_format_and_one_kind_may_stand_alone(table, tmp_path):
    found = save_figures(ahp.rank(ahp.read(table)), tmp_path, "svg", "benefit_cost")
    assert [path.name for path in found] == ["benefit_cost-1-default.svg"]


def test_a_history_is_drawn_too(table, tmp_path, capsys):
    kept = tmp_path / "nights.jsonl"
    for _ in range(2):
        assert main([str(table), "--history", str(kept)]) == 0
    folder = tmp_path / "figures"
    assert main(["--history", str(kept), "--figures", str(folder)]) == 0
    assert sorted(path.name for path in folder.iterdir()) == [
        "history-1-default.pdf",
        "history-1-default.png",
        "history-1-default.svg",
    ]
    axes = ahp.read_history(kept).plot()
    assert len(axes.lines) == 2


def test_a_decision_is_taken_as_its_document_is(table, tmp_path):
    decision = ahp.rank(ahp.read(table))
    first = save_figures(decision, tmp_path / "one", ("svg",), ("benefit_cost",))
    second = save_figures(decision.to_dict(), tmp_path / "other", ("svg",), ("benefit_cost",))
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second] != []
