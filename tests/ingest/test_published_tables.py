"""Tables of the kinds that people publish: what each is ranked by, at once or by the first command proposed."""

import io
import shlex

import pytest
from ingest.cases import each

import ahp
from ahp.cli.rank import main

TABLES = {
    "rates of bytes in several units, and a gap": (
        "| benchmark | re2 | pcre2/jit |\n|---|---|---|\n| sherlock | 2.5 GB/s | 900.2 MB/s |\n| date | - | 1.1 MB/s |\n",
        ["--cells", "throughput", "--drop-incomplete"],
        {"throughput"},
        {"sherlock": "re2", "date": "pcre2/jit"},
    ),
    "versions beside units and ways": (
        "Test,Unit,Direction,5.15,6.9\nHackbench,s,Lower is better,42.1,38.2\n"
        "nginx,req/s,Higher is better,182110,196044\n",
        [],
        {"throughput", "duration"},
        {"Hackbench": "6.9", "nginx": "6.9"},
    ),
    "sizes beside a word": (
        "Setup,64B,1518B,Power\nkernel,1.92 Mpps,1.20 Mpps,28 W\nVPP,14.88 Mpps,1.62 Mpps,31 W\n",
        [],
        {"64B", "1518B"},
        {"default": "VPP"},
    ),
    "sizes that grow from row to row": (
        "ns per element\n\nn         std::sort  ska_sort\n1000      21.3       9.9\n100000    38.0       8.7\n",
        ["--cells", "duration (ns)"],
        {"duration"},
        {"1000": "ska_sort", "100000": "ska_sort"},
    ),
    "times of what is unwelcome are times": (
        "map,find_hit_ns,find_miss_ns,timeout_ms\nstd,43.0,39.2,5\nflat,14.2,9.8,9\n",
        [],
        {"find_hit_ns", "find_miss_ns"},
        {"default": "flat"},
    ),
    "thousands in cells with units": (
        'Filesystem,Read,CPU\next4,"3,412 MB/s",12%\nzfs,"2,710 MB/s",31%\n',
        ["--decimal", "."],
        {"Read", "cpu"},
        {"default": "ext4"},
    ),
    "columns that tell the rows of a matrix apart": (
        "| action | cache | lockfile | npm | Bun |\n|---|---|---|---|---|\n| install | | | 31.4s | 5.9s |\n"
        "| install | ✔ | ✔ | 7.3s | 0.6s |\n| install | n/a | ✔ | 1.1s | 2.8s |\n",
        ["--map", "scenario=action+cache+lockfile", "--cells", "duration"],
        {"duration"},
        {"install": "Bun", "install:cache:lockfile": "Bun", "install:lockfile": "npm"},
    ),
    "timeouts of a suite": (
        "solver,solved,timeouts,par2\nkissat,312,88,2711.4\nminisat,198,202,5102.5\n",
        ["--benefit", "solved", "--cost", "timeouts", "--cost", "par2"],
        {"solved", "timeouts", "par2"},
        {"default": "kissat"},
    ),
    "HTML in Markdown": (
        "| Language | Time, s |\n|---|---|\n| Java | 1.640<sub>±0.04</sub> |\n| Rust<br> | <b>1.018</b> |\n",
        [],
        {"duration"},
        {"default": "Rust"},
    ),
    "titles, and units of a spreadsheet below": (
        "Messung vom 12.03.2024;;;\n;;;\nDatenbank;Durchsatz;Latenz;Preis\n;Anfragen/s;ms;€\n"
        "MariaDB;12.450,5;3,21;90\nPostgreSQL;14.871,2;2,88;120\n",
        [],
        {"throughput", "response_time_mean"},
        {"default": "PostgreSQL"},
    ),
    "a list-table": (
        ".. list-table:: Speed\n   :header-rows: 1\n\n   * - Engine\n     - Writes/s\n     - p99 (ms)\n"
        "   * - **LMDB**\n     - 23\n     - 1.4\n   * - RocksDB\n     - 41\n     - 1.2\n",
        [],
        {"throughput", "response_time_p99"},
        {"default": "RocksDB"},
    ),
}


@each("shape", TABLES)
def test_a_published_table_ranks_at_once_or_by_what_is_proposed(ranked, shape):
    text, options, measures, first = TABLES[shape]
    decision, _, proposed = ranked(text)
    assert proposed == options
    assert {c["measure"] for s in decision["scenarios"] for c in s["criteria"]} == measures
    assert {s["scenario"]: s["order"][0] for s in decision["scenarios"]} == first


@each("heading", ["Speed,MD5,164.1 GH/s", "hashes/s,MD5,164", "Guesses/s,MD5,3", "Hash rate (MH/s),MD5,3"])
def test_guesses_of_passwords_are_no_benefit_unasked(ranked, heading):
    name, first, number = heading.split(",")
    text = f"Hash,{name}\n{first},{number}\nbcrypt,{number.replace('GH', 'kH')}1\n".replace("H/s1", "H/s")
    _, _, proposed = ranked(text)
    assert proposed == ["--benefit", name]
    with pytest.raises(ahp.MeasureError, match=f"--benefit .?{name[:5]}.* or --cost "):
        ahp.rank(ahp.read(io.StringIO(text)))


def test_a_matrix_that_may_lie_either_way_is_proposed_both_ways(ranked, capsys, tmp_path, monkeypatch):
    text = "| Program | lld | mold |\n|---|---|---|\n| Clang | 5.20s | 1.35s |\n| MySQL | n/a | 0.46s |\n"
    decision, _, proposed = ranked(text, "--drop-incomplete")
    assert proposed == ["--cells", "duration"]
    assert [s["order"][0] for s in decision["scenarios"]] == ["mold", "mold"]
    monkeypatch.chdir(tmp_path)
    assert main(["t.csv", "--drop-incomplete"]) == 2
    either = capsys.readouterr().err.strip().partition("; if 'lld' is an alternative, run: ")[2]
    _, _, other = either.partition("; if 'Clang' is, run: ")
    assert main([*shlex.split(other)[1:], "--no-confidence", "--format", "csv"]) == 0
    assert "MySQL" in capsys.readouterr().out
    (tmp_path / "t.csv").write_text(text.replace("Program", "Mode"), encoding="utf-8")
    capsys.readouterr()
    assert main(["t.csv"]) == 2
    assert "; if " not in capsys.readouterr().err.partition("run: ")[2]


def test_a_first_row_of_data_is_no_heading():
    for text in ("lz4,OOM,2.1,675\nzstd,1,2.9,510\n", "lz4,x,12 ms,3 MB\nzstd,y,9 ms,4 MB\n"):
        with pytest.raises(ahp.InputError, match="the first line looks like data"):
            ahp.read(io.StringIO(text))
