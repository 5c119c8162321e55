"""Names from arguments and paths: what fits, what is refused, and in which order folders are walked."""

import pytest

import ahp
from ahp.ingest.naming import Names, expand, find_entries, path_names, split_argument
from ahp.ingest.readers.base import Reading, number


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("{alternative}.log", "x/lz4.log", Names(alternative="lz4")),
        ("{alternative}/{scenario}-run{run}.log", "/r/lz4/oltp-run12.log", Names("oltp", "lz4", "12")),
        ("{alternative}_*.txt", "zstd_anything.txt", Names(alternative="zstd")),
        ("{scenario}/*/{alternative}", "a/b/c", Names("a", "c")),
        ("{alternative}.log", "dir\\lz4.log", Names(alternative="lz4")),
    ],
)
def test_a_path(pattern, path, expected):
    assert path_names(pattern, path) == expected


@pytest.mark.parametrize("pattern", ["plain.log", "{codec}.log", "{alternative}-{alternative}.log", "{}.log"])
def test_a_pattern_that_names_nothing_known_is_refused(pattern):
    with pytest.raises(ahp.InputError, match=r"it may name each of 'scenario', 'alternative', 'run' once"):
        path_names(pattern, "a.log")


def test_a_path_that_does_not_fit_is_refused():
    with pytest.raises(ahp.InputError, match=r"x\.csv: the path does not fit the pattern"):
        path_names("{alternative}.log", "x.csv")


def given(found):
    return [entry.given for entry in found.entries]


def test_a_folder_stands_for_the_files_that_fit_and_the_others_are_known(tmp_path):
    for name in ("zstd-run10.csv", "zstd-run9.csv", "lz4-run1.csv", "notes.txt"):
        (tmp_path / name).write_text("x")
    found = expand(tmp_path, "{alternative}-run{run}.csv")
    assert [(entry.names.alternative, entry.names.run) for entry in found.entries] == [
        ("lz4", "1"),
        ("zstd", "9"),
        ("zstd", "10"),
    ]
    assert found.passed_over == (str(tmp_path / "notes.txt"),)
    assert len(expand(tmp_path, None).entries) == 4


def test_a_folder_where_nothing_fits_is_refused(tmp_path):
    with pytest.raises(ahp.InputError, match="there is no file in this folder"):
        expand(tmp_path, "{alternative}.log")
    (tmp_path / "a.txt").write_text("x")
    with pytest.raises(ahp.InputError, match="no file in this folder fits the pattern"):
        expand(tmp_path, "{alternative}.log")


def test_a_glob_that_matches_nothing_is_refused(tmp_path):
    with pytest.raises(ahp.InputError, match="no file matches"):
        expand(str(tmp_path / "*.log"), "{alternative}.log")


def test_a_file_that_is_called_like_an_argument_is_that_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a=b.csv").write_text("x")
    (entry,) = expand("a=b.csv", None).entries
    assert (entry.given, entry.names) == ("a=b.csv", Names())


def test_an_argument_names_every_file_of_a_folder(tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()
    for name in ("b.log", "a.log"):
        (folder / name).write_text("x")
    found = expand(f"lz4={folder}", None)
    assert given(found) == [str(folder / "a.log"), str(folder / "b.log")]
    assert {entry.names for entry in found.entries} == {Names(alternative="lz4")}


@pytest.mark.parametrize("empty", ["", b"x"])
def test_what_is_no_path_is_left_to_whoever_opens_it(empty):
    assert given(expand(empty, None)) == [empty]


def test_a_name_said_twice_alike_is_fine_and_otherwise_both_are_named(tmp_path):
    (tmp_path / "lz4-run1.log").write_text("x")
    pattern = "{alternative}-run{run}.log"
    (entry,) = expand(f"lz4={tmp_path}/lz4-run1.log", pattern).entries
    assert entry.names == Names(alternative="lz4", run="1")
    assert entry.names.said == {"alternative": "the argument", "run": "the path"}
    with pytest.raises(ahp.InputError) as raised:
        expand(f"zle={tmp_path}/lz4-run1.log", pattern)
    assert str(raised.value) == (
        f"{tmp_path}/lz4-run1.log: its alternative is 'zle' by the argument and 'lz4' by the path; "
        "make them agree, or leave one of them out"
    )


@pytest.mark.parametrize("name", ["scenario", "run"])
def test_a_scenario_or_run_that_the_file_contradicts_is_refused(tmp_path, name):
    folder = tmp_path / "b"
    folder.mkdir()
    (folder / "t.csv").write_text(f"alternative,{name},tps\nnone,a,1\nlz4,a,2\n")
    with pytest.raises(ahp.InputError) as raised:
        ahp.read(folder, path=f"{{{name}}}/*.csv")
    assert str(raised.value) == (
        f"{folder}/t.csv: the file names its {name}s itself, 'a', and is called 'b' by the path; "
        "leave the name out; in a pattern * stands for what does not matter"
    )
    folder.rename(tmp_path / "A")
    assert ahp.read(tmp_path / "A", path=f"{{{name}}}/*.csv").rows[0].value == 1


def test_a_file_given_twice_is_named_with_both_ways(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "a.csv").write_text("x")
    (tmp_path / "link.csv").symlink_to(tmp_path / "out" / "a.csv")
    (tmp_path / "hard.csv").hardlink_to(tmp_path / "out" / "a.csv")
    for other in ("out/a.csv", "./out/a.csv", "out/*.csv", "link.csv", str(tmp_path / "out" / "a.csv")):
        with pytest.raises(ahp.InputError) as raised:
            find_entries(["out", other])
        assert f"this file is given twice, by 'out' and by '{other}'; give it once" in str(raised.value)
    assert given(find_entries(["out", "hard.csv"])) == ["out/a.csv", "hard.csv"]
    with pytest.raises(ahp.InputError, match="given twice"):
        find_entries(["-", "-"])


def test_files_that_cannot_be_looked_at_are_left_to_whoever_opens_them():
    assert given(find_entries(["nowhere.csv", "a\0b", {"a": [1]}])) == ["nowhere.csv", "a\0b", {"a": [1]}]


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
    with pytest.raises(ahp.ReaderError, match="'tabel' is not a known reader"):
        ahp.read(study=study(STUDY.replace('"table"', '"tabel"')))
    m = ahp.read({"alternative": ["x"], "scenario": ["TPC-C"], "run": [1], "tps": [1]}, study=study())
    assert [source.reader for source in m.sources] == ["table"] * 4


def test_the_names_fill_what_a_table_leaves_open(tmp_path):
    for name, tps in (("none", 100), ("lz4", 150), ("zle", 120)):
        for run in (1, 2):
            (tmp_path / f"{name}-run{run}.csv").write_text(f"alternative,tps\n{name},{tps + run}\n")
    decision = ahp.rank(ahp.read(tmp_path, path="{alternative}-run{run}.csv"))
    assert dict(decision["default"].runs) == {"none": 2, "lz4": 2, "zle": 2}
    assert decision["default"].ranking("benefit") == ["lz4", "zle"]


def test_a_file_that_names_its_alternatives_itself_takes_no_other_name(tmp_path):
    table = tmp_path / "t.csv"
    table.write_text("alternative,tps\nnone,1\nlz4,2\n")
    with pytest.raises(
        ahp.InputError, match=r"t\.csv: the file names its alternatives itself, 'none', 'lz4'"
    ):
        ahp.read(f"zstd={table}")


def row(scenario, alternative, run=None):
    made = number("duration", 2.5, "ms", printed="2.5", line=1, scenario=scenario, alternative=alternative)
    return made._replace(run=run)


SUITE = Reading(
    (row("level=1", "lz4"), row(None, "zlib")),
    benchmarks={("level=1", "lz4"): "lz4, level=1", (None, "zlib"): "zlib"},
)


def named(reading):
    return [(row.scenario, row.alternative) for row in reading.rows]


def test_benchmarks_are_alternatives_until_one_is_named():
    assert named(Names().fill(SUITE)) == [("level=1", "lz4"), (None, "zlib")]
    filled = Names(alternative="new").fill(SUITE)
    assert named(filled) == [("lz4, level=1", "new"), ("zlib", "new")]
    assert filled.notes == ("Its benchmarks are the scenarios, because it is called 'new' from outside.",)


def test_a_scenario_from_the_path_stands_before_the_benchmark():
    assert named(Names("laptop", "new").fill(SUITE)) == [
        ("laptop, lz4, level=1", "new"),
        ("laptop, zlib", "new"),
    ]


def test_a_benchmark_that_is_what_the_name_stands_for_is_no_scenario():
    single = Reading((row(None, "./old"),), benchmarks={(None, "./old"): None})
    assert named(Names(alternative="old").fill(single)) == [(None, "old")]
    assert named(Names("laptop", "old").fill(single)) == [("laptop", "old")]


def test_two_versions_of_a_suite_are_compared_benchmark_by_benchmark(tmp_path):
    heading = "name,iterations,real_time,cpu_time,time_unit,bytes_per_second,items_per_second,label,error_occurred,error_message"
    for name, factor in (("before", 2), ("after", 1)):
        rows = [f'"BM_{b}",9,{factor * t},{t},ns,,,,,' for b, t in (("pack", 5), ("unpack", 7))]
        (tmp_path / f"{name}.csv").write_text("\n".join([heading, *rows, ""]))
    measured = ahp.read(*(f"{name}={tmp_path}/{name}.csv" for name in ("before", "after")))
    assert measured.scenarios == ("BM_pack", "BM_unpack")
    assert measured.alternatives("BM_pack") == ("before", "after")


def test_runs_of_the_file_and_a_run_of_its_path_are_refused_together():
    repeated = Reading((row(None, "a", "1"), row(None, "a", "2")))
    with pytest.raises(
        ahp.InputError, match="the file names its runs itself, '1', '2', and is called '7' by the path"
    ):
        Names.by("the path", run="7").fill(repeated)
    assert Names(run="1").fill(Reading((row(None, "a", "1"),))).rows[0].run == "1"
