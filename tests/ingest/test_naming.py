"""Names from arguments and paths: what fits, what is refused, and in which order folders are walked."""

import pytest

import ahp
from ahp.ingest.naming import Names, expand, path_names, split_argument
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


def test_a_folder_is_walked_in_a_stable_order(tmp_path):
    for name in ("zstd-run2.csv", "zstd-run1.csv", "lz4-run1.csv", "notes.txt"):
        (tmp_path / name).write_text("x")
    found = expand(tmp_path, "{alternative}-run{run}.csv")
    assert [(names.alternative, names.run) for _, names in found] == [
        ("lz4", "1"),
        ("zstd", "1"),
        ("zstd", "2"),
    ]


def test_a_folder_where_nothing_fits_is_refused(tmp_path):
    with pytest.raises(ahp.InputError, match="no file in this folder fits"):
        expand(tmp_path, "{alternative}.log")


def test_a_glob_that_matches_nothing_is_refused(tmp_path):
    with pytest.raises(ahp.InputError, match="no file matches"):
        expand(str(tmp_path / "*.log"), "{alternative}.log")


def test_a_file_that_is_called_like_an_argument_is_that_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a=b.csv").write_text("x")
    assert expand("a=b.csv", None) == [("a=b.csv", Names())]


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
        ahp.InputError, match="the file names its runs itself, '1', '2', and its path names run '7'"
    ):
        Names(run="7").fill(repeated)
    assert Names(run="1").fill(Reading((row(None, "a", "1"),))).rows[0].run == "1"
