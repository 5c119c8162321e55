"""What is to be read: arguments, folders and the files of a study, each once, and each refusal in its place."""

import pytest
from ingest.cases import each

import ahp
from ahp.ingest.files.inputs import Input, apply_labels, find_inputs, inputs_of, split_argument
from ahp.ingest.files.paths import Labels
from ahp.ingest.readers.base import Reading, number


@each(
    ("argument", "expected"),
    [
        ("lz4=a.log", ("lz4", "a.log")),
        ("a.log", (None, "a.log")),
        ("runs/x=1.log", (None, "runs/x=1.log")),
        ("=a.log", (None, "=a.log")),
        ("lz4=", (None, "lz4=")),
        ("lz4 fast = a=b.log", ("lz4 fast", " a=b.log")),
    ],
)
def test_an_argument(argument, expected):
    assert split_argument(argument) == expected


def given(found):
    return [entry.given for entry in found.entries]


def test_a_folder_stands_for_the_files_that_fit_and_the_others_are_known(tmp_path):
    for name in ("zstd-run10.csv", "zstd-run9.csv", "lz4-run1.csv", "notes.txt"):
        (tmp_path / name).write_text("x")
    found = inputs_of(tmp_path, "{alternative}-run{run}.csv")
    assert [(entry.labels.alternative, entry.labels.run) for entry in found.entries] == [
        ("lz4", "1"),
        ("zstd", "9"),
        ("zstd", "10"),
    ]
    assert found.unmatched == (str(tmp_path / "notes.txt"),)
    assert len(inputs_of(tmp_path, None).entries) == 4


PATTERN = "{alternative}-run{run}.csv"


def test_a_folder_where_nothing_fits_is_refused_by_itself(tmp_path):
    with pytest.raises(ahp.InputError, match="there is no file in this folder"):
        inputs_of(tmp_path, PATTERN)
    (tmp_path / "a.txt").write_text("x")
    for given in (tmp_path, tmp_path / "*.txt"):
        with pytest.raises(ahp.InputError, match=r"/a\.txt: the path does not fit the pattern"):
            find_inputs([given], pattern=PATTERN)


@pytest.mark.parametrize("given", ["sizes", "sizes/*.csv", "none=sizes"])
def test_a_folder_where_nothing_fits_is_as_its_files_given_singly(tmp_path, monkeypatch, given):
    monkeypatch.chdir(tmp_path)
    for name in ("out/lz4-run1.csv", "out/note.csv", "sizes/a.csv", "sizes/b.csv"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    found = find_inputs(["out", given], pattern=PATTERN)
    named = "none" if "=" in given else None
    assert [(entry.given, entry.labels.alternative, entry.mismatch) for entry in found.entries] == [
        ("out/lz4-run1.csv", "lz4", None),
        ("sizes/a.csv", named, PATTERN),
        ("sizes/b.csv", named, PATTERN),
    ]
    assert found.unmatched == ("out/note.csv",)
    assert find_inputs(["out", "./out/note.csv"], pattern=PATTERN).unmatched == ()


def test_a_file_of_its_own_need_not_fit_beside_those_that_do(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "out").mkdir()
    for name in ("out/lz4-run1.csv", "out/notes.txt", "sizes.csv", "zstd-run1.csv"):
        (tmp_path / name).write_text("x")
    found = find_inputs(["out", "sizes.csv", "none=sizes.csv#x", "zstd-run1.csv"], pattern=PATTERN)
    assert [(entry.given, entry.labels.alternative, entry.mismatch) for entry in found.entries] == [
        ("out/lz4-run1.csv", "lz4", None),
        ("sizes.csv", None, PATTERN),
        ("sizes.csv#x", "none", PATTERN),
        ("zstd-run1.csv", "zstd", None),
    ]
    assert found.unmatched == ("out/notes.txt",)


@each("sources", [["a.csv"], ["lz4=a.csv", "b.csv"], [{"alternative": ["x"]}, "a.csv"], ["-", "a.csv"]])
def test_a_pattern_that_no_path_fits_is_refused(sources):
    with pytest.raises(
        ahp.InputError, match=r"^a\.csv: the path does not fit the pattern '\{alternative\}-run"
    ):
        find_inputs(sources, pattern=PATTERN)


def test_what_neither_fits_nor_says_what_it_is_about_is_refused():
    named, nameless = (
        Reading((number("throughput", 1.0, "1/s", printed="1", line=1, alternative=name),))
        for name in ("a", None)
    )
    entry = Input("x.log", Labels(), mismatch=PATTERN)
    assert apply_labels(named, entry) == named
    assert apply_labels(nameless, entry._replace(mismatch=None)) == nameless
    assert apply_labels(nameless, entry._replace(labels=Labels(alternative="a"))) == named
    with pytest.raises(ahp.InputError) as raised:
        apply_labels(nameless, entry)
    assert str(raised.value) == (
        "the path does not fit the pattern '{alternative}-run{run}.csv', and the file does not say which alternative "
        "it measured; write NAME=FILE, add a column 'alternative', or correct the pattern"
    )


def test_a_glob_that_matches_nothing_is_refused(tmp_path):
    with pytest.raises(ahp.InputError, match="no file matches"):
        inputs_of(str(tmp_path / "*.log"), "{alternative}.log")


def test_a_file_that_is_called_like_an_argument_is_that_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a=b.csv").write_text("x")
    (entry,) = inputs_of("a=b.csv", None).entries
    assert (entry.given, entry.labels) == ("a=b.csv", Labels())


def test_an_argument_names_every_file_of_a_folder(tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()
    for name in ("b.log", "a.log"):
        (folder / name).write_text("x")
    found = inputs_of(f"lz4={folder}", None)
    assert given(found) == [str(folder / "a.log"), str(folder / "b.log")]
    assert {entry.labels for entry in found.entries} == {Labels(alternative="lz4")}


@pytest.mark.parametrize("empty", ["", b"x"])
def test_what_is_no_path_is_left_to_whoever_opens_it(empty):
    assert given(inputs_of(empty, None)) == [empty]


def test_a_file_given_twice_is_named_with_both_ways(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "a.csv").write_text("x")
    (tmp_path / "link.csv").symlink_to(tmp_path / "out" / "a.csv")
    (tmp_path / "hard.csv").hardlink_to(tmp_path / "out" / "a.csv")
    for other in ("out/a.csv", "./out/a.csv", "out/*.csv", "link.csv", str(tmp_path / "out" / "a.csv")):
        with pytest.raises(ahp.InputError) as raised:
            find_inputs(["out", other])
        assert f"this file is given twice, by 'out' and by '{other}'; give it once" in str(raised.value)
    assert given(find_inputs(["out", "hard.csv"])) == ["out/a.csv", "hard.csv"]
    with pytest.raises(ahp.InputError, match="given twice"):
        find_inputs(["-", "-"])


def test_files_that_cannot_be_looked_at_are_left_to_whoever_opens_them():
    assert given(find_inputs(["nowhere.csv", "a\0b", {"a": [1]}])) == ["nowhere.csv", "a\0b", {"a": [1]}]


STUDY = """
[[files]]
path = "logs/lz4-*.csv"
pattern = "{alternative}-run{run}.csv"
scenario = "TPC-C"

[[files]]
path = "off.csv"
alternative = "none"
scenario = "TPC-C"
run = 1
reader = "table"

[[criteria]]
name = "speed"
merit = "benefit"
measure = "throughput"
"""


@pytest.fixture
def study(tmp_path):
    folder = tmp_path / "work"
    (folder / "logs").mkdir(parents=True)
    (folder / "logs" / "lz4-run1.csv").write_text("alternative,tps\nLZ4,150\n")
    (folder / "logs" / "lz4-run2.csv").write_text("alternative,tps\nLZ4,151\n")
    (folder / "off.csv").write_text("alternative,tps\nnone,100\n")
    path = folder / "study.toml"

    def written(text=STUDY):
        path.write_text(text)
        return ahp.Study.from_toml(path)

    return written


def test_a_study_names_its_files_from_its_own_folder(study, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    m = ahp.read(study=study())
    assert [(r.scenario, r.alternative, r.run, r.value) for r in m.rows] == [
        ("TPC-C", "LZ4", "1", 150.0),
        ("TPC-C", "LZ4", "2", 151.0),
        ("TPC-C", "none", "1", 100.0),
    ]


def test_the_callers_files_come_after_those_of_the_study(study, tmp_path):
    (tmp_path / "more.csv").write_text("alternative,scenario,run,tps\nzle,TPC-C,1,120\n")
    m = ahp.read(tmp_path / "more.csv", study=study())
    assert m.alternatives("TPC-C") == ("LZ4", "none", "zle")


def test_a_file_of_the_study_is_not_given_again(study, tmp_path):
    again = str(tmp_path / "work" / "off.csv")
    with pytest.raises(ahp.InputError) as raised:
        ahp.read(again, study=study())
    place = tmp_path / "work" / "study.toml"
    assert f"given twice, by {place}, [[files]] number 2 and by '{again}'" in str(raised.value)


def test_a_study_and_a_path_that_disagree_are_both_named(study, tmp_path):
    place = tmp_path / "work" / "study.toml"
    text = STUDY.replace('scenario = "TPC-C"', 'alternative = "zstd"', 1)
    with pytest.raises(ahp.InputError) as raised:
        ahp.read(study=study(text))
    assert str(raised.value) == (
        f"{tmp_path}/work/logs/lz4-run1.csv: its alternative is 'zstd' by {place}, [[files]] number 1 and "
        "'lz4' by the path; make them agree, or leave one of them out"
    )


def test_the_reader_of_an_entry_is_for_its_files_only(study):
    m = ahp.read({"alternative": ["x"], "scenario": ["TPC-C"], "run": [1], "tps": [1]}, study=study())
    assert [source.reader for source in m.sources] == ["table"] * 4


def test_a_link_beside_its_file_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "b.csv").write_text("x")
    (tmp_path / "out" / "a.csv").symlink_to("b.csv")
    with pytest.raises(ahp.InputError) as raised:
        find_inputs(["out"])
    assert str(raised.value) == (
        "out/b.csv: this file is given twice, as 'out/a.csv' and as 'out/b.csv'; give it once"
    )


def test_a_folder_that_holds_one_file_by_a_pattern_twice_names_both_paths(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "a.csv").write_text("x")
    (tmp_path / "link").symlink_to("out", target_is_directory=True)
    with pytest.raises(
        ahp.InputError, match=r"twice, as '.*/link/a\.csv' and as '.*/out/a\.csv'; give it once"
    ):
        find_inputs([str(tmp_path / "*" / "a.csv")])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("{alternative}-run{run}", "{codec}", r"the pattern '\{codec\}\.csv' names 'codec'"),
        ("{alternative}-run{run}.csv", "{alternative}.log", "the path does not fit the pattern"),
    ],
)
def test_a_wrong_pattern_is_told_with_its_place_in_the_study(study, old, new, message):
    with pytest.raises(ahp.InputError, match=message) as raised:
        ahp.read(study=study(STUDY.replace(old, new)))
    assert "study.toml, [[files]] number 1" in str(raised.value) or "lz4-run1.csv: " in str(raised.value)


def test_an_unknown_reader_is_told_with_its_place_in_the_study(study):
    said = r"study\.toml, \[\[files\]\] number 2: 'tabel' is not a known reader"
    with pytest.raises(ahp.ReaderError, match=said):
        ahp.read(study=study(STUDY.replace('"table"', '"tabel"')))


@each("path", ["x\0y.csv", "x\ud800y.csv"])
@each("door", [ahp.read, ahp.explain, ahp.read_log])
def test_what_no_file_can_be_called_is_refused_twice_as_it_is_once(door, path):
    with pytest.raises(ahp.InputError, match="this file is given twice"):
        door(path, path)
    with pytest.raises(ahp.InputError, match="the path does not fit the pattern"):
        door(path, path, path="{alternative}/{run}.csv")


def test_what_no_file_can_be_called_may_stand_beside_what_was_passed_over(tmp_path):
    for name in ("lz4-run1.csv", "notes.txt"):
        (tmp_path / name).write_text("x")
    found = find_inputs([tmp_path, "x\0y.csv"], pattern=PATTERN)
    assert found.unmatched == (str(tmp_path / "notes.txt"),)


def test_a_study_that_names_twice_what_no_file_can_be_called(tmp_path):
    study = tmp_path / "study.toml"
    entry = '[[files]]\npath = "x\\u0000y.csv"\n'
    study.write_text(f'[[criteria]]\nname = "t"\nmerit = "benefit"\nmeasure = "throughput"\n{entry}{entry}')
    with pytest.raises(
        ahp.InputError, match=r"x\\x00y\.csv: this file is given twice, by .*number 1 and by .*number 2"
    ):
        ahp.read(study=ahp.Study.from_toml(study))
