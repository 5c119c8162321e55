"""Names from arguments and paths: what fits, what is refused, and how they fill what a file leaves open."""

import pytest
from ingest.cases import each

import ahp
from ahp.ingest.files.inputs import inputs_of
from ahp.ingest.files.paths import Labels, labels_in_path
from ahp.ingest.readers.base import Reading, number


@each(
    ("pattern", "path", "expected"),
    [
        ("{alternative}.log", "x/lz4.log", Labels(alternative="lz4")),
        ("{alternative}/{scenario}-run{run}.log", "/r/lz4/oltp-run12.log", Labels("oltp", "lz4", "12")),
        ("{alternative}_*.txt", "zstd_anything.txt", Labels(alternative="zstd")),
        ("{scenario}/*/{alternative}", "a/b/c", Labels("a", "c")),
        ("{alternative}.log", "dir\\lz4.log", Labels(alternative="lz4")),
    ],
)
def test_a_path(pattern, path, expected):
    assert labels_in_path(path, pattern) == expected


@each("pattern", ["plain.log", "{codec}.log", "{alternative}-{alternative}.log", "{}.log"])
def test_a_pattern_that_names_nothing_known_is_refused(pattern):
    with pytest.raises(ahp.InputError, match=r"it may name each of 'scenario', 'alternative', 'run' once"):
        labels_in_path("a.log", pattern)


@each("pattern", ["{alternative", "{alternative}/run{run.log", "alternative}.log", "{{run}}"])
def test_a_brace_without_its_other_half_is_told(pattern):
    with pytest.raises(ahp.InputError, match="has a brace without its other half"):
        labels_in_path("lz4.log", pattern)


def test_several_stars_are_one_and_are_not_tried_in_every_way():
    path = "runs/none/" + "a" * 200 + ".csv"
    assert labels_in_path(path, "{alternative}/" + "*" * 60 + ".csv").alternative == "none"
    assert labels_in_path(path, "{alternative}/" + "*" * 60 + ".json") is None


def test_a_name_said_twice_alike_is_fine_and_otherwise_both_are_named(tmp_path):
    (tmp_path / "lz4-run1.log").write_text("x")
    pattern = "{alternative}-run{run}.log"
    (entry,) = inputs_of(f"lz4={tmp_path}/lz4-run1.log", pattern).entries
    assert entry.labels == Labels(alternative="lz4", run="1")
    assert entry.labels.said == {"alternative": "the argument", "run": "the path"}
    with pytest.raises(ahp.InputError) as raised:
        inputs_of(f"zle={tmp_path}/lz4-run1.log", pattern)
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


def test_the_names_fill_what_a_table_leaves_open(tmp_path):
    for name, tps in (("none", 100), ("lz4", 150), ("zle", 120)):
        for run in (1, 2):
            (tmp_path / f"{name}-run{run}.csv").write_text(f"alternative,tps\n{name},{tps + run}\n")
    decision = ahp.rank(ahp.read(tmp_path, path="{alternative}-run{run}.csv"))
    assert dict(decision["default"].runs) == {"none": 2, "lz4": 2, "zle": 2}
    assert decision["default"].ranking("benefit") == ["lz4", "zle"]


def test_a_file_that_names_its_alternatives_itself_takes_no_other_name(write):
    table = write("t.csv", "alternative,tps\nnone,1\nlz4,2\n")
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
    assert named(Labels().apply(SUITE)) == [("level=1", "lz4"), (None, "zlib")]
    filled = Labels(alternative="new").apply(SUITE)
    assert named(filled) == [("lz4, level=1", "new"), ("zlib", "new")]
    assert filled.notes == ("Its benchmarks are the scenarios, because it is called 'new' from outside.",)


def test_a_scenario_from_the_path_stands_before_the_benchmark():
    assert named(Labels("laptop", "new").apply(SUITE)) == [
        ("laptop, lz4, level=1", "new"),
        ("laptop, zlib", "new"),
    ]


def test_a_benchmark_that_is_what_the_name_stands_for_is_no_scenario():
    single = Reading((row(None, "./old"),), benchmarks={(None, "./old"): None})
    assert named(Labels(alternative="old").apply(single)) == [(None, "old")]
    assert named(Labels("laptop", "old").apply(single)) == [("laptop", "old")]


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
        Labels.by("the path", run="7").apply(repeated)
    assert Labels(run="1").apply(Reading((row(None, "a", "1"),))).rows[0].run == "1"
