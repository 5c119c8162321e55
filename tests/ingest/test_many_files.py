"""Many files give what each gives by itself, and a long line takes a time that grows as it does."""

import io
import re
from pathlib import Path

import pytest
from benchmarks import small_files
from fuzz.trying import limited

import ahp
from ahp.errors import InputError
from ahp.ingest.readers import du_df, google_benchmark, lzbench
from ahp.ingest.readers.asv import AsvReader
from ahp.ingest.readers.jmh import _ROW
from ahp.ingest.readers.pytest_benchmark import _JSON, _PARAMETRISED
from ahp.ingest.readers.rocksdb import _HEAD
from ahp.ingest.readers.sysbench import _LIKE_CSV
from ahp.ingest.readers.zfs import ZfsReader
from ahp.ingest.tables.cells import resolution_of
from ahp.ingest.tables.drawn import RULER
from ahp.ingest.tables.headings import _BRACKETED
from ahp.units import find

WRITERS = {
    "pgbench": small_files.write_pgbench,
    "sysbench": small_files.write_sysbench,
    "hyperfine": small_files.write_hyperfine,
    "table": small_files.write_tables,
}
HYPERFINE = "| Command | Mean [ms] | Min [ms] | Max [ms] | Relative |\n|:---|---:|---:|---:|---:|\n"


@pytest.mark.parametrize("reader", WRITERS)
def test_files_alike_give_what_each_gives_by_itself(reader, tmp_path):
    pattern = WRITERS[reader](tmp_path, 40)
    together = ahp.read(tmp_path, path=pattern)
    files = [source.file for source in together.sources]
    assert sorted(files) == sorted(map(str, tmp_path.iterdir()))
    alone = [ahp.read(file, path=pattern) for file in files]
    assert list(together.rows) == [row for one in alone for row in one.rows]
    assert together.sources == tuple(source for one in alone for source in one.sources)
    assert together.caveats == tuple(caveat for one in alone for caveat in one.caveats)
    assert {source.reader for source in together.sources} == {reader}


def test_tables_of_hyperfine_each_have_their_own_means(tmp_path):
    for i in range(20):
        row = f"| `gzip x` | 14{i % 7}.{i % 10} ± 11.5 | 139.{i % 10} | 166.0 | 1.00 |\n"
        (tmp_path / f"lz4-{i}.md").write_text(HYPERFINE + row, encoding="utf-8")
    found = ahp.read(tmp_path, path="{alternative}-{scenario}.md")
    means = {row.scenario: row.value for row in found.rows}
    assert means == {str(i): pytest.approx((140 + i % 7 + i % 10 / 10) / 1000) for i in range(20)}


def test_runs_that_failed_are_refused_or_left_out_among_many(tmp_path):
    pattern = small_files.write_pgbench(tmp_path, 40)
    for i in (7, 33):
        broken = next(tmp_path.glob(f"*-{i}.txt"))
        text = broken.read_text(encoding="utf-8")
        broken.write_text(f"pgbench: error: Run was aborted due to an error.\n{text}", encoding="utf-8")
    with pytest.raises(InputError, match=r"-7\.txt.*the run failed|-33\.txt.*the run failed"):
        ahp.read(tmp_path, path=pattern)
    found = ahp.read(tmp_path, path=pattern, failed="drop")
    assert {row.run for row in found.rows} == {str(i) for i in range(40)} - {"7", "33"}
    assert len([warning for warning in found.warnings if warning.startswith("left out: ")]) == 2


def test_of_several_wrong_files_the_first_is_told(tmp_path):
    pattern = small_files.write_pgbench(tmp_path, 40)
    files = sorted(tmp_path.glob("*.txt"), key=lambda path: int(path.stem.split("-")[1]))
    text = files[21].read_text(encoding="utf-8")
    files[21].write_text(re.sub("average = [0-9.]+", "average = 9x99.000", text), encoding="utf-8")
    files[30].write_text("pgbench (15.18)\ntransaction type: x\n", encoding="utf-8")
    files[35].unlink()
    with pytest.raises(InputError, match=r"-21\.txt, line .*no latency average"):
        ahp.read(*files, path=pattern)
    with pytest.raises(InputError, match=r"-30\.txt"):
        ahp.read(*files[:21], *files[22:], path=pattern)
    with pytest.raises(InputError, match=r"-35\.txt"):
        ahp.read(*files[31:], path=pattern)


def test_large_files_other_encodings_and_small_files_stand_side_by_side(tmp_path):
    for i, encoding in enumerate(["utf-16", "utf-8-sig", "utf-8"] * 3):
        rows = [f"a{j},r{i},{j + 1}\n" for j in range(3000 if i == 3 else 5)]
        (tmp_path / f"{i}.csv").write_text("alternative,run,tps\n" + "".join(rows), encoding=encoding)
    found = ahp.read(tmp_path)
    assert len(found.rows) == 3000 + 5 * 8
    assert [row.run for row in found.rows if row.alternative == "a0"] == [f"r{i}" for i in range(9)]


def test_what_marks_or_names_a_file_is_its_own(tmp_path):
    files = []
    for i in range(20):
        files.append(tmp_path / f"{i}.csv")
        files[-1].write_text(f"alternative,run,tps,disturbed,twin\na,{i},1{i},{i % 2},0\n", encoding="utf-8")
    found = ahp.read(*files)
    assert {int(run) for _, _, run in found.disturbed} == set(range(1, 20, 2))
    assert found.twins is None


def test_a_name_that_is_a_number_is_that_of_its_own_file(tmp_path):
    for i in range(20):
        times = ", ".join([f"{0.5 + i / 100}"] * 3)
        (tmp_path / f"{i}.json").write_text(
            f'{{"results": [{{"command": "gzip", "mean": {0.5 + i / 100}, "times": [{times}], '
            f'"parameters": {{"level": {i % 3}}}}}]}}',
            encoding="utf-8",
        )
    found = ahp.read(tmp_path, path="{scenario}.json")
    assert {(row.scenario, row.alternative) for row in found.rows} == {
        (str(i), str(i % 3)) for i in range(20)
    }


MANY = 200_000


@pytest.mark.parametrize(
    "work",
    [
        lambda: resolution_of("9" * MANY + "x"),
        lambda: find("MB" + " " * MANY + "b"),
        lambda: _ROW.fullmatch(":" * MANY),
        lambda: _ROW.fullmatch("a:" * MANY),
        lambda: _HEAD.search("ops_sec\tmb_sec\t" + "y\t" * MANY),
        lambda: _LIKE_CSV.search("6,[,8,of," * MANY + " "),
        lambda: RULER.fullmatch(" " * MANY + "x"),
        lambda: RULER.fullmatch("--|--" + " " * MANY + "x"),
        lambda: re.match(_BRACKETED, "x" + " " * MANY + "y"),
        lambda: du_df._ROW.search("x" + " " * MANY + "y"),
        lambda: google_benchmark._ROW.fullmatch("x" + " " * MANY + "y"),
        lambda: google_benchmark._FAILED_LINE.fullmatch("x" + " " * MANY + "y"),
        lambda: google_benchmark._FAILED_LINE.fullmatch("y  ERROR OCCURRED: '" * (MANY // 10) + "x"),
        lambda: lzbench._NAME_FIRST.fullmatch("x" + " " * MANY + "y"),
        lambda: _PARAMETRISED.fullmatch("x" + "[" * MANY),
        lambda: _JSON.search('"fullname":"' + ":" * MANY),
        lambda: AsvReader().matches('"commit_hash":' * (MANY // 10)),
        lambda: AsvReader().matches(' {"arch":' + '"machine":"h",' * (MANY // 10)),
        lambda: ZfsReader().matches("NAME" + " REFER" * (MANY // 5) + " x"),
    ],
    ids=[
        *("resolution", "unit", "JMH", "JMH's second", "RocksDB", "hooks", "indented", "ruled", "heading"),
        *("df", "Google Benchmark", "its failures", "its failures of one line", "lzbench"),
        *("pytest-benchmark", "its JSON", "asv", "asv's machine", "zfs list"),
    ],
)
def test_a_long_line_is_no_hang(work):
    with limited(seconds=2) as begin:
        begin()
        work()


REPORT = (Path(__file__).parents[1] / "inputs" / "fio_normal" / "stonewall_3.33.txt").read_text()
TABLE = (Path(__file__).parents[1] / "inputs" / "pytest_benchmark" / "stdout.txt").read_text()


@pytest.mark.parametrize(
    "text",
    [
        REPORT.replace(" issued", " issued" + " " * 90_000 + "x"),
        TABLE.replace("(109.31) ", "(109.31) " + " " * 90_000 + "x"),
        "<parameters>" + "<works>" * 20_000,
    ],
    ids=["fio", "pytest-benchmark", "BenchBase"],
)
def test_a_file_made_to_be_slow_is_refused_at_once(text):
    with limited(seconds=1) as begin:
        begin()
        with pytest.raises(ahp.InputError):
            ahp.read(io.StringIO(text))
