"""Tables of the kinds that people publish: what each is ranked by, at once or by the first command proposed."""

import io
import json
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
    "a system whose name is also a word for a cost": (
        "workload,ram,ssd,hdd\nread,12,9,1\nwrite,8,7,1\n",
        ["--cells", "number", "--benefit", "number"],
        {"number"},
        {"read": "ram", "write": "ram"},
    ),
    "a list-table": (
        ".. list-table:: Speed\n   :header-rows: 1\n\n   * - Engine\n     - Writes/s\n     - p99 (ms)\n"
        "   * - **LMDB**\n     - 23\n     - 1.4\n   * - RocksDB\n     - 41\n     - 1.2\n",
        [],
        {"throughput", "response_time_p99"},
        {"default": "RocksDB"},
    ),
}


TABLES |= {
    "a chart whose thousands are in doubt": (
        'CPU,TDP (W),Cinebench,Price (USD)\nA,170,"38,291",$589\nB,253,"39,012",$569\n',
        ["--decimal", ".", "--cost", "TDP (W)", "--benefit", "Cinebench", "--cost", "Price (USD)"],
        {"TDP (W)", "Cinebench", "Price (USD)"},
        {"default": "A"},
    ),
    "ratios beside what is stored": (
        "| Archiver | Size | Ratio | Compression time |\n|---|---|---|---|\n| gzip | 68.2 MB | 32.2 % | 6.1 s |\n"
        "| zstd | 66.7 MB | 31.5 % | 0.9 s |\n| xz | 48.8 MB | 23.0 % | 91.4 s |\n",
        [],
        {"compression_ratio", "compression_time"},
        {"default": "zstd"},
    ),
    "names of what was done": (
        "Duration in milliseconds ± 95% interval\n\n| Name | vanillajs | solid |\n|---|---|---|\n"
        "| create rows | 35.9 ± 0.2 (1.00) | 36.6 ± 0.2 (1.02) |\n| swap rows | 20.4 ± 0.5 (1.02) | 20.0 ± 0.4 (1.00) |\n",
        ["--cells", "duration (ms)"],
        {"duration"},
        {"create rows": "vanillajs", "swap rows": "solid"},
    ),
    "bounds of times": (
        "| Linter | CPython | cold | memory |\n|---|---|---|---|\n| Ruff | 0.29s | 0.42s | 88 MB |\n"
        "| Flake8 | 12.26s | 12.9s | 210 MB |\n| Pylint | > 60s | > 60s | 190 MB |\n",
        ["--ignore", "Pylint"],
        {"CPython", "cold"},
        {"default": "Ruff"},
    ),
    "rates of a minute": (
        "Benchmark\tOpenJDK 17\tGraalVM\tUnit\nfft\t1201.2\t1344.1\tops/min\nh2\t2810\t2844\tms\n",
        [],
        {"throughput", "duration"},
        {"fft": "GraalVM", "h2": "OpenJDK 17"},
    ),
    "a rate of one device": (
        "model,top1,img_per_sec_A100\nresnet,80.4,2711\nconvnext,82.1,1820\n",
        [],
        {"img_per_sec_A100"},
        {"default": "resnet"},
    ),
    "multiples of which less is better": (
        "Relative to JSON (lower is better for all columns)\n\nFormat        Encode   Decode   Payload\n"
        "JSON          1.00x    1.00x    1.00x\nFlatBuffers   0.52x    0.02x    0.66x\n",
        ["--cells", "number", "--cost", "number"],
        {"number"},
        {"Encode": "FlatBuffers", "Decode": "FlatBuffers", "Payload": "FlatBuffers"},
    ),
    "what was run is no measure": (
        "# TSBS cpu-only\n,InfluxDB,QuestDB\nunit,,\nIngest (rows/s),620000,1430000\ngroup by (ms),11200,880\n",
        ["--transpose"],
        {"ingest", "group_by"},
        {"default": "QuestDB"},
    ),
    "deviations behind the unit": (
        "runtime,start_ms_mean,start_ms_stddev,stop_ms_mean,stop_ms_stddev,image_mb\n"
        "runc,412.3,21.8,101.2,4.4,2\ncrun,298.1,15.5,62.9,3.0,3\n",
        [],
        {"start_ms_mean", "stop_ms_mean"},
        {"default": "crun"},
    ),
    "a timeout among times of no known measure": (
        "engine,m1: email,m2: backtrack\nPCRE2,240 ms,timeout\nRE2,71 ms,12 ms\nRust,33 ms,8 ms\nHS,12 ms,n/a\n",
        ["--drop-failed"],
        {"m1: email"},
        {"default": "HS"},
    ),
    "who is best": (
        "| Operation | Elastic 8 | OpenSearch 2 | Better |\n|---|---|---|---|\n"
        "| Index (docs/s) | 61,200 | 54,300 | Elastic |\n| term p90 (ms) | 3.1 | 3.9 | **Elastic** |\n"
        "| sort p90 (ms) | 12.8 | 11.9 | OpenSearch |\n",
        ["--transpose"],
        {"index", "term_p90", "sort_p90"},
        {"default": "Elastic 8"},
    ),
    "a per cent within the words of a time": (
        "| | restic | borg |\n|---|---|---|\n| Initial | 14m 22s | 18m 05s |\n"
        "| Incremental (5 % changed) | 1m 12s | 58s |\n| Repository size | 61.2 GB | 58.8 GB |\n",
        ["--transpose"],
        {"initial", "incremental_5_changed", "stored_bytes"},
        {"default": "borg"},
    ),
    "rows of loads and metrics": (
        "| Load (conn) | Metric | HAProxy | NGINX |\n|---|---|---|---|\n| 100 | RPS | 42,300 | 40,100 |\n"
        "| 100 | p99 (ms) | 4.1 | 4.9 |\n| 1000 | RPS | 36,200 | 39,800 |\n| 1000 | p99 (ms) | 48.8 | 31.0 |\n",
        [],
        {"throughput", "response_time_p99"},
        {"100": "HAProxy", "1000": "NGINX"},
    ),
    "a long name one space before its number": (
        "Compressor      Ratio   Compression   Decompress.\nlz4 1.9.4       2.101    675 MB/s     3850 MB/s\n"
        "zstd 1.5.5 -1   2.887    510 MB/s     1580 MB/s\nbrotli 1.0.9 -4 2.946    125 MB/s      430 MB/s\n",
        ["--ratio-form", "r1"],
        {"compression_ratio", "compression_speed", "decompression_speed"},
        {"default": "lz4 1.9.4"},
    ),
    "ways beside units": (
        "Test                Unit    Better   A      B\n---------------------------------------\n"
        "Higher load score   points  less     1200   1300\nScore               points  more     1200   1300\n"
        "Read                IOPS    more     900    950\nIdle power          W       less     24.1   22.7\n",
        [],
        {"points (lower is better)", "points (higher is better)", "throughput", "W (lower is better)"},
        {"Higher load score": "A", "Score": "B", "Read": "B", "Idle power": "B"},
    ),
    "ways in a column of yes and no": (
        "| Benchmark | HIB | A | B |\n|---|---|---|---|\n| Wear | no | 9 | 12 |\n| Read (MB/s) | yes | 900 | 950 |\n"
        "| Compile (s) | no | 90 | 95 |\n",
        [],
        {"number (lower is better)", "throughput", "duration"},
        {"Wear": "A", "Read (MB/s)": "B", "Compile (s)": "A"},
    ),
    "thousands and millions of anything in a second": (
        "| Broker | Publish | Idle RAM |\n|---|---|---|\n| Kafka | 1.05M msg/s | 1.1 GiB |\n| NATS | 410k msg/s | 18 MiB |\n"
        "| Rabbit | 980 msg/s | 122 MiB |\n",
        [],
        {"Publish"},
        {"default": "Kafka"},
    ),
    "arrows beside names of measures": (
        "Metric,Unit,↑/↓,A,B\nthroughput,ops/s,↑,900,950\np99,ms,↓,12,9\nscore,points,↑,70,71\npower,W,↓,24,22\n",
        [],
        {"throughput", "response_time_p99", "score (higher is better)", "power (lower is better)"},
        {"default": "B"},
    ),
    "units that nobody knows": (
        "Router,Time,Heap,Stars\ngin,27364 ns/op,12 B/op,4.5 stars\nbear,216179 ns/op,864 B/op,4 stars\n",
        [],
        {"duration"},
        {"default": "gin"},
    ),
}


@each("shape", TABLES)
def test_a_published_table_ranks_at_once_or_by_what_is_proposed(ranked, shape):
    text, options, measures, first = TABLES[shape]
    decision, _, proposed = ranked(text)
    assert proposed == options
    assert {c["measure"] for s in decision["scenarios"] for c in s["criteria"]} == measures
    assert {s["scenario"]: s["order"][0] for s in decision["scenarios"]} == first


@each(
    "heading",
    [
        "Speed,MD5,164.1 GH/s",
        "hashes/s,MD5,164",
        "Guesses/s,MD5,3",
        "Hash rate (MH/s),MD5,3",
        "Speed,MD5,9 guesses/s",
    ],
)
def test_guesses_of_passwords_are_no_benefit_unasked(ranked, heading):
    name, first, number = heading.split(",")
    text = f"Hash,{name}\n{first},{number}\nbcrypt,{number.replace('GH', 'kH')}1\n".replace("/s1", "/s")
    _, _, proposed = ranked(text)
    assert proposed == ["--benefit", name]
    with pytest.raises(ahp.MeasureError, match=f"--benefit .?{name[:5]}.* or --cost "):
        ahp.rank(ahp.read(io.StringIO(text)))


def test_guesses_beside_what_is_known_are_asked_about_with_it(ranked):
    text = "KDF,Hashes/s (RTX 4090),Memory (MiB)\nbcrypt,184000,4\nArgon2id,1400,64\n"
    decision, _, proposed = ranked(text)
    assert proposed == ["--cost", "Memory (MiB)", "--benefit", "Hashes/s (RTX 4090)"]
    assert criteria_of(decision) == {"memory", "Hashes/s (RTX 4090)"}


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


ALIKE = (
    "|   | Zen 3 | Apple M1 |\n|---|---|---|\n| simdjson | 3.91 | 4.12 |\n| yyjson | 2.11 | 2.55 |\n"
    "| nlohmann/json | 0.13 | 0.16 |\n"
)


@pytest.mark.parametrize(
    ("way", "counted"), [("higher", ["throughput (GB/s)"]), ("lower", ["number", "--cost", "number"])]
)
def test_a_caption_tells_the_measure_of_a_matrix_and_not_which_way_it_lies(
    capsys, tmp_path, monkeypatch, way, counted
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.md").write_text(f"Parsing, {way} is better, GB/s\n\n{ALIKE}", encoding="utf-8")
    assert main(["t.md"]) == 2
    _, _, either = capsys.readouterr().err.strip().partition("; if 'Zen 3' is an alternative, run: ")
    columns, _, rows = either.partition("; if 'simdjson' is, run: ")
    assert shlex.split(columns) == ["ahp-rank", "t.md", "--cells", *counted]
    assert shlex.split(rows) == ["ahp-rank", "t.md", "--cells", *counted, "--transpose"]
    assert main([*shlex.split(rows)[1:], "--no-confidence", "--format", "json"]) == 0
    orders = [s["order"] for s in json.loads(capsys.readouterr().out)["scenarios"]]
    fastest = ["simdjson", "yyjson", "nlohmann/json"]
    assert orders == [fastest if way == "higher" else fastest[::-1]] * 2


def pasted(arguments, capsys, most=3):
    """Return who is first in each scenario by every command that is proposed, pasted until it ranks."""
    if main([*arguments, "--no-confidence", "--format", "json"]) == 0:
        return [{s["scenario"]: s["order"][0] for s in json.loads(capsys.readouterr().out)["scenarios"]}]
    refusal = capsys.readouterr().err.strip()
    assert most, refusal
    commands = [shlex.split(one.partition("; if ")[0])[1:] for one in refusal.split("run: ")[1:]]
    assert commands, refusal
    kept = [
        [one for one in command if one not in ("--no-confidence", "--format", "json")] for command in commands
    ]
    return [first for command in kept for first in pasted(command, capsys, most - 1)]


TWO = "| Image | jxl | avif |\n|---|---|---|\n| a | 12 | 3 |\n| b | 14 | 4 |\n"
PASTED = {
    "measures in rows": (
        "| Benchmark (16 B keys) | RocksDB | LMDB |\n|---|---|---|\n| fill (ops/s) | 212,400 | 9,870 |\n"
        "| read p99 (µs) | 148 | 29 |\n| DB size (GB) | 22.8 | 47.9 |\n| Write amplification | 11.4 | 31.0 |\n",
        [{"default": "RocksDB"}],
    ),
    "measures in rows, one with a unit": (
        "| | RocksDB | LMDB |\n|---|---|---|\n| fill | 2124 | 987 |\n| DB size (GB) | 22.8 | 47.9 |\n",
        [{"default": "RocksDB"}],
    ),
    "rows better either way": ("what,x,y\nscore,12,13\npower,80,75\n", [{"default": "y"}]),
    "three captions": (
        "GPU codecs, chunk size 64 KiB\n\nCompression ratio\nDataset   LZ4    ANS\nsilesia   1.98   1.48\nlineitem  2.02   1.62\n"
        "geomean   2.00   1.55\n\nCompression throughput (GB/s)\nDataset   LZ4    ANS\nsilesia   14.4   125.0\nlineitem  18.0   131.7\n"
        "geomean   16.1   128.3\n\nDecompression throughput (GB/s)\nDataset   LZ4    ANS\nsilesia   89.9   179.9\nlineitem  98.6   188.8\n"
        "geomean   94.1   184.3\n",
        [{"silesia": "ANS", "lineitem": "ANS"}],
    ),
    "captions of a rate and a time, either way round": (
        f"## Encode throughput in MB/s\n\n{TWO}\n## Decode time (ms)\n\n{TWO.replace('12 | 3', '9 | 30').replace('14', '40')}",
        [{"a": "jxl", "b": "avif"}, {"jxl": "a", "avif": "b"}],
    ),
    "two captions of one measure": (
        "Host A, ops/s\n\n| load | a | b |\n|---|---|---|\n| read | 1 | 2 |\n| write | 2 | 1 |\n\n"
        "Host B, ops/s\n\n| load | a | b |\n|---|---|---|\n| read | 2 | 1 |\n| write | 1 | 2 |\n",
        [{"Host A, read": "b", "Host A, write": "a", "Host B, read": "a", "Host B, write": "b"}],
    ),
    "runs of a time, below its caption": (
        '"Sorting, wall time in ms, lower is better"\ninput,sort,run1,run2,mean\nrandom,std,641.2,639.8,640.5\n'
        "random,ska,118.3,117.2,117.75\nsorted,std,1.5,1.7,1.6\nsorted,ska,104.6,103.9,104.25\n",
        [{"random": "ska", "sorted": "std"}],
    ),
    "two captions, of which one names no measure": (
        "Latency (us), lower is better\nOp       boost   std\ninsert   12.1    14.2\nfind     3.2     2.9\n\n"
        "Blobs per node, lower is better\nOp       boost   std\ninsert   48      56\nfind     48      56\n",
        [{"insert": "boost", "find": "std"}],
    ),
    "runs of benchmarks alone": (
        "benchmark,rep1,rep2,mean\na,60,62,61\nb,50,55,52.5\n",
        [{"default": "b"}, {"default": "a"}],
    ),
    "runs of what less is better": (
        "Cache misses, fewer is better\n\n| tool | rep 1 | rep 2 |\n|---|---|---|\n| a | 10 | 11 |\n| b | 12 | 13 |\n",
        [{"default": "a"}],
    ),
    "runs of nobody knows what": (
        "tool,run1,run2,median\na,10,11,10.5\nb,12,13,12.5\n",
        [{"default": "a"}, {"default": "b"}],
    ),
    "a rate of millions": (
        "**Throughput, million ops per second. Higher is better.** Mean ± 99 % CI\n\n| Queue | 1P | 4P |\n|---|---|---|\n"
        "| Blocking | 11.8 ± 0.4 | 6.2 ± 0.3 |\n| MPMC | 98.4 ± 2.7 | 33.5 ± 1.2 |\n| SPSC | 301.6 ± 5.8 | – |\n",
        [{"1P": "SPSC", "4P": "MPMC"}],
    ),
    "a time without a unit": (
        "Build time, lower is better\n\n| load | lld | mold |\n|---|---|---|\n| clang | 5.2 | 1.3 |\n| mysql | 4.2 | 0.4 |\n",
        [{"clang": "mold", "mysql": "mold"}, {"lld": "mysql", "mold": "mysql"}],
    ),
    "a latency over numbers of clients": (
        "p99 latency\n\n| clients | nginx | caddy |\n|---|---|---|\n| 10 | 5.2 | 1.3 |\n| 100 | 4.2 | 0.4 |\n",
        [{"10": "caddy", "100": "caddy"}],
    ),
    "memory, beside a machine": (
        "**Peak memory (MB), AMD EPYC, 1 CPU**\n\n| test | go | rust |\n|---|---|---|\n| json | 52 | 13 |\n| http | 42 | 4 |\n",
        [{"json": "rust", "http": "rust"}],
    ),
}


@each("shape", PASTED)
def test_every_command_that_is_proposed_goes_through(capsys, tmp_path, monkeypatch, shape):
    text, firsts = PASTED[shape]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.txt").write_text(text, encoding="utf-8")
    assert pasted(["t.txt"], capsys) == firsts


def test_a_command_that_nothing_answers_is_not_proposed(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("tool,run1,run2\na,oops,11\nb,12,13\n", encoding="utf-8")
    assert main(["t.csv"]) == 2
    assert "run: " not in capsys.readouterr().err


def test_a_caption_is_asked_for_where_it_names_a_measure():
    with pytest.raises(ahp.InputError, match="nothing above this table says what its cells are"):
        ahp.read(io.StringIO("Results\n\n| load | a |\n|---|---|\n| x | 1 |\n"), cells="caption")
    m = ahp.read(io.StringIO("Memory used (MiB)\n\n| load | a |\n|---|---|\n| x | 1 |\n"), cells="caption")
    assert [(row.measure, row.value, row.unit) for row in m.rows] == [("memory", 1 << 20, "B")]


def test_alternatives_in_columns_are_left_out_by_name(ranked):
    text = "| what | a | b | c |\n|---|---|---|---|\n| Index (docs/s) | 9 | 5 | 7 |\n| sort (ms) | 3.1 | 3.9 | 2.0 |\n"
    for options in (("--transpose", "--ignore", "a"), ("--ignore", "a", "--transpose")):
        decision, _, proposed = ranked(text, *options)
        assert proposed == []
        assert [s["order"] for s in decision["scenarios"]] == [["c", "b"]]


def test_numbers_in_several_units_have_no_median(ranked):
    _, answer, _ = ranked("Test,Unit,x,y\na,IOPS,5,9\nb,TPS,7,9\nc,IOPS,99,9\nd,TPS,7,9\ne,IOPS,5,9\n")
    assert "a, b, d, e y x – c x y 99 (as measured: tput in io/s or 1/s; medians)" in answer


def test_what_is_a_change_is_told_by_its_name(ranked):
    _, answer, _ = ranked("fs,cpu overhead,p99 (ms)\na,0 %,9\nb,4 %,7\nc,9 %,3\n")
    assert "(CPU: change as given, minus is less; all else as measured; ? not sure)" in answer
    _, answer, _ = ranked("fs,cpu overhead\na,0 %\nb,4 %\n")
    assert "(CPU: change as given, minus is less; ? not sure)" in answer


def test_lines_of_other_cells_than_the_heading_are_named():
    text = "Codec  Ratio  Speed (MB/s)\nlz4 at its very fast level 2.1  675\nzstd at the level of nine  2.9  510\n"
    with pytest.raises(
        ahp.InputError, match="the cells of this line are 2, those of the heading in line 1 are 3"
    ):
        ahp.read(io.StringIO(text))


def test_a_first_row_of_data_is_no_heading():
    for text in ("lz4,OOM,2.1,675\nzstd,1,2.9,510\n", "lz4,x,12 ms,3 MB\nzstd,y,9 ms,4 MB\n"):
        with pytest.raises(ahp.InputError, match="the first line looks like data"):
            ahp.read(io.StringIO(text))


def test_changes_of_known_measures_are_shares_of_the_row_without_any(ranked):
    text = "Config,TPS,Latency,Size\nbase,0%,0%,0%\na,+12.1%,-4.2%,+1%\nb,-3.0%,+1.0%,-9%\n"
    decision, answer, proposed = ranked(text)
    assert proposed == ["--baseline", "base"] or proposed == []
    assert criteria_of(decision) == {"throughput_relative", "response_time_relative", "space_saving"}
    assert "the changes of 'TPS', 'Latency', 'Size' are read as shares of 'base', which is 100 %" in answer
    found = {row.measure: row.value for row in ahp.read(io.StringIO(text)).rows if row.alternative == "a"}
    assert found["throughput_relative"] == pytest.approx(1.121)
    assert found["response_time_relative"] == pytest.approx(1 / 0.958, abs=0.0005)
    assert found["space_saving"] == pytest.approx(1 / 1.01)  # original/stored


def criteria_of(decision):
    return {c["measure"] for s in decision["scenarios"] for c in s["criteria"]}


def test_a_rate_below_a_heading_is_a_row_of_data():
    m = ahp.read({"tool": ["a", "b"], "Speed": ["164 ops/s", "16 ops/s"]})
    assert m.alternatives("default") == ("a", "b")


def test_a_row_is_left_out_before_its_cells_are_read():
    text = "tool,p99 (ms)\na,> 60\nb,3\nc,4\n"
    with pytest.raises(ahp.InputError, match=r"line 2, column 'p99 .ms.': found '> 60': .* only bounds it"):
        ahp.read(io.StringIO(text))
    assert ahp.read(io.StringIO(text), ignore=["a"]).alternatives("default") == ("b", "c")
    with pytest.raises(ahp.InputError, match="every row is left out"):
        ahp.read(io.StringIO(text), ignore=["a", "b", "c"])


def test_a_load_at_which_was_measured_is_no_rate(ranked):
    decision, _, proposed = ranked("proxy,latency at 1000 req/s\na,12\nb,9\n")
    assert proposed == ["--cost", "latency at 1000 req/s"]
    assert decision["scenarios"][0]["order"][0] == "b"


def test_ratios_beside_sizes_that_were_not_of_one_size_are_asked_about():
    text = "Archiver,Size,Ratio\na,68.2 MB,32.2\nb,66.7 MB,40.5\nc,48.8 MB,23.0\n"
    with pytest.raises(ahp.InputError, match="column 'Ratio': this heading is not clear"):
        ahp.read(io.StringIO(text))
    m = ahp.read(io.StringIO(text.replace("40.5", "31.5")))
    assert m.cells("default", "a", "compression_ratio")["", ""].value == pytest.approx(100 / 32.2)
    m = ahp.read(io.StringIO("Archiver,Size,Ratio\na,50 MB,2.0\nb,40 MB,2.5\nc,25 MB,4.0\n"))
    assert [row.value for row in m.rows if row.measure == "compression_ratio"] == [2.0, 2.5, 4.0]


QUEUES = "queue,msgs/s,MB/s,p99 ms,price $,msgs/s per $\nkafka,100000,97.7,12,10.0,10000\nrabbit,30000,29.3,5,5.0,6000\nnats,120000,117.2,3,8.0,15000\n"


@pytest.mark.parametrize(
    ("text", "counted", "told"),
    [
        (QUEUES, {"response_time_p99", "msgs/s"}, "'MB/s' ('msgs/s' again)"),
        (QUEUES, {"response_time_p99", "msgs/s"}, "'msgs/s per $' ('msgs/s' / 'price $' again)"),
        (
            "tls,handshakes/s,us/handshake\na,6120,163.4\nb,5330,187.6\nc,4410,226.8\n",
            {"throughput"},
            "'us/handshake' ('handshakes/s' again)",
        ),
        (
            "cc,time s,speed-up\na,10.0,1.00\nb,8.0,1.25\nc,5.0,2.00\n",
            {"duration"},
            "'speed-up' ('time s' again)",
        ),
    ],
)
def test_what_a_column_repeats_counts_once(ranked, text, counted, told):
    decision, answer, _ = ranked(text)
    assert criteria_of(decision) == counted
    assert told in " ".join(answer.split())


def test_columns_that_only_resemble_each_other_count(ranked):
    alike = QUEUES.replace("117.2", "121.0")
    assert "MB/s" in criteria_of(ranked(alike)[0])
    two = "\n".join(
        QUEUES.splitlines()[:3]
    )  # of two any column is another one times a factor, or its inverse
    assert "MB/s" in criteria_of(ranked(two)[0])


def test_a_percentile_of_something_is_a_response_time_where_no_other_is(ranked):
    for heading in ("p95_query_ms", "Query p95 (ms)"):
        decision, _, _ = ranked(f"db,rows/s,{heading}\na,900,31.4\nb,700,18.2\n")
        assert criteria_of(decision) == {"throughput", "response_time_p95"}
    decision, answer, _ = ranked("db,rows/s,read p99 (ms),write p99 (ms)\na,900,3.4,9\nb,700,1.8,8\n")
    assert criteria_of(decision) == {"throughput"}
    assert "--cost 'read p99 (ms)' --cost 'write p99 (ms)'" in answer


def test_of_percentiles_of_which_the_caller_names_one_no_other_is_the_response_time(ranked):
    text = "db,rows/s,read p99 (ms),write p99 (ms)\na,900,3.4,9\nb,700,1.8,8\n"
    decision, answer, _ = ranked(text, "--cost", "read p99 (ms)")
    assert criteria_of(decision) == {"throughput", "read p99 (ms)"}
    assert "is read as response_time_p99" not in answer
    assert "Not counted: 'write p99 (ms)' (less is better)" in answer


@pytest.mark.parametrize("heading", ["Mémoire (Mo)", "KiB/conn", "Bits per pixel", "Data read (GB)", "Churn"])
def test_what_is_taken_up_is_proposed_as_a_cost(ranked, heading):
    decision, answer, _ = ranked(f"pooler,tps,{heading}\na,900,31.4\nb,700,18.2\nc,600,11.7\n")
    answer, column = " ".join(answer.split()), shlex.quote(heading)
    assert criteria_of(decision) == {"throughput"}
    assert f"Not counted: '{heading}'" in answer
    either = f"by --benefit {column} (more is better) or --cost {column} (less is better)"
    likely = heading not in ("Data read (GB)", "Churn")
    assert (f"--cost {column}" in answer, either in answer) == (True, not likely)


def test_nothing_is_said_to_lack_that_a_column_may_be_of(ranked):
    _, answer, _ = ranked("fs,tps,system CPU (%),read p99 (ms),write p99 (ms)\na,9,31.4,5,6\nb,7,18.2,9,7\n")
    assert "as far as is known: storage saving." in answer


def test_what_no_unit_is_tells_no_kinds_of_rows(ranked):
    text = "fs,clone,make\nBtrfs (zstd:1),12.1,40.2\n[xfs](https://xfs.org/),11.0,41.9\ntmpfs (memory),9.5,39.0\n"
    _, _, proposed = ranked(text)
    assert proposed
    assert "--transpose" not in proposed


def test_a_size_in_other_units_than_bytes_stores_nothing(ranked):
    decision, answer, _ = ranked("model,size (pixels),mAP,speed (ms)\nn,640,39.5,56.1\ns,640,47.0,90.0\n")
    assert criteria_of(decision) == {"speed (ms)"}
    assert "'size (pixels)' (the same for all), 'mAP'" in answer


def test_the_mark_of_a_footnote_is_no_part_of_a_unit(ranked):
    text = "| | Kafka | RabbitMQ |\n|---|---|---|\n| Peak throughput | 605 MB/s | 38 MB/s |\n"
    text += "| p99 latency | 5 ms (at load) | 1 ms* (reduced) |\n"
    assert criteria_of(ranked(text)[0]) == {"response_time_p99", "peak_throughput"}
    assert criteria_of(ranked("s,p99 ms,PUT throughput (MiB/s),Disk MB/s\na,3,210,9\nb,5,190,7\n")[0]) == {
        "response_time_p99",
        "PUT throughput (MiB/s)",
    }


def test_runs_of_several_workloads_are_read_together(ranked):
    rows = "| Store | Run 1 | Run 2 |\n|---|---|---|\n| a | {} | {} |\n| b | {} | {} |\n\n"
    text = (
        "All in ops/s\n\n## Write\n\n"
        + rows.format(12, 13, 22, 21)
        + "## Read\n\n"
        + rows.format(32, 33, 22, 21)
    )
    _, _, proposed = ranked(text)
    assert [word.partition("#")[2] for word in proposed[:2]] == ["1", "2"]
    assert proposed[2] == "--cells"


def test_a_percentile_by_its_number_alone_is_a_response_time(ranked):
    for heading in ("99%", "99th %"):
        decision, _, _ = ranked(
            f"| server | Requests/sec | {heading} |\n|---|---|---|\n| a | 9000 | 4.02ms |\n| b | 8000 | 1.02s |\n"
        )
        assert criteria_of(decision) == {"throughput", "response_time_p99"}


def test_what_is_proposed_to_be_ignored_is_proposed_to_count_no_more(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("server,tps,fill\na,9,0\nb,8,2\n", encoding="utf-8")
    assert main(["t.csv", "--cost", "fill"]) == 2
    refusal = capsys.readouterr().err.strip()
    assert refusal.endswith("run: ahp-rank t.csv --ignore fill")
    assert main(["t.csv", "--ignore", "fill"]) == 0
