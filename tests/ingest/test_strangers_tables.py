"""Tables as strangers bring them: read at once or by what the refusal proposes, and never as something else.

What no heading says is told with the answer.
"""

import io
import json
import shlex
from pathlib import Path

import pytest
from ingest.cases import each

import ahp
from ahp.cli.rank import main


def criteria(decision):
    return {c["name"]: c["measure"] for c in decision["scenarios"][0]["criteria"]}


def names(decision):
    return decision["scenarios"][0]["alternatives"]


FIRST = {
    "a drawn table": (
        "+----------+----------+\n| Library  | Enc (ms) |\n+----------+----------+\n"
        "| json     | 12.1     |\n| msgpack  | 4.0      |\n+----------+----------+\n",
        "'Library'",
    ),
    "a name of a measure over names": (
        "Runtime,Req/s,RSS\nNode 20,52.1k,85 MB\nBun 1.1,110.9k,45 MB\n",
        "'Runtime'",
    ),
    "a word for a share over names": ("system,qps,cpu\nmysql,1200,45%\npostgres,1500,52%\n", "'system'"),
    "another language": ("Moteur;Débit (req/s)\nnginx;12 345,6\napache;8 210,4\n", "'Moteur'"),
}


@each("shape", ["a name of a measure over names", "a word for a share over names", "another language"])
def test_the_first_column_of_words_names_the_alternatives_and_is_told(ranked, shape):
    text, heading = FIRST[shape]
    decision, answer, proposed = ranked(text)
    assert f"column {heading} is taken for the names of the alternatives" in answer
    assert proposed == []
    assert "nothing is a baseline" in answer
    assert len(names(decision)) == 2
    assert criteria(decision)["throughput"] == "throughput"


def test_words_that_are_measured_with_are_no_alternatives():
    for heading in ("file", "Query", "input file", "date"):
        with pytest.raises(ahp.InputError, match="no column names the alternatives"):
            ahp.read({heading: ["a", "b"], "tps": [1, 2]})


def test_a_guess_that_leaves_rows_alike_proposes_what_tells_them_apart(ranked):
    text = "compiler,flags,runtime (s)\ngcc,-O2,8.4\ngcc,-O3,7.9\nclang,-O2,8.6\nclang,-O3,8.0\n"
    decision, _, proposed = ranked(text)
    assert proposed[:2] == ["--map", "alternative=compiler+flags"]
    assert names(decision) == ["gcc:-O2", "gcc:-O3", "clang:-O2", "clang:-O3"]


@each(
    ("heading", "cells", "measure"),
    [
        ("Time", ("2.5 s", "0.3 s"), "duration"),
        ("mean (ms)", ("48.2", "225.4"), "duration"),
        ("Lookups/s", ("55.1M", "40.2M"), "throughput"),
        ("Size (KiB)", ("12.5", "8.1"), "stored_bytes"),
        ("Bytes", ("1204321", "620110"), "stored_bytes"),
    ],
)
def test_a_measure_that_only_the_unit_tells_is_told(ranked, heading, cells, measure):
    decision, answer, _ = ranked(f"Tool,{heading}\nnone,{cells[0]}\nb,{cells[1]}\n")
    assert [*criteria(decision).values()] == [measure]
    assert f"column '{heading}' is read as {measure}" in answer


def test_a_column_in_another_unit_leaves_the_measure_to_the_other(ranked):
    text = "Framework,Requests/sec,Throughput\nnone,76835,13.70MB\nkoa,54272,9.52MB\n"
    decision, answer, _ = ranked(text)
    assert criteria(decision) == {"throughput": "throughput"}
    assert "Not counted: 'Throughput'" in answer


def test_numbers_that_may_be_of_processors_are_told(ranked):
    told = "column 'cpu' states no unit and is read as per cent of the processors"
    assert told in ranked("alternative,cpu,tps\nnone,2,1200\nbig,4,2500\n")[1]
    assert told not in ranked("alternative,cpu,tps\nnone,2.5,1200\nbig,4,2500\n")[1]
    assert told not in ranked("alternative,cpu_pct,tps\nnone,2,1200\nbig,4,2500\n")[1]


def test_columns_in_units_of_several_kinds_are_no_matrix():
    m = ahp.read({"Format": ["a", "b"], "FPR": ["0.8%", "0.2%"], "Bits": ["10", "12"], "Look": ["5s", "6s"]})
    assert m.unused == ("FPR", "Bits", "Look")


@each(
    ("heading", "measure", "unit"),
    [
        ("Durchsatz (TPS)", "throughput", "1/s"),
        ("mittlere Antwortzeit (ms)", "response_time_mean", "ms"),
        ("Antwortzeit 99 % (ms)", "response_time_p99", "ms"),
        ("Temps de réponse moyen (ms)", "response_time_mean", "ms"),
        ("Laufzeit (s)", "duration", "s"),
        ("Speicher (MiB)", "memory", "B"),
        ("Mémoire (Mio)", "memory", "B"),
        ("tps_mean", "throughput", "1/s"),
        ("99% latency (ms)", "response_time_p99", "ms"),
    ],
)
def test_headings_of_other_languages_and_statistics(heading, measure, unit):
    (row,) = ahp.read({"alternative": ["a"], heading: [5]}).rows
    assert (row.measure, row.unit) == (measure, unit)


def test_a_deviation_beside_a_mean_is_not_counted():
    m = ahp.read({"alternative": ["a"], "tps_mean": [5], "tps_sd": [1]})
    assert [row.measure for row in m.rows] == ["throughput"]


def test_of_two_headings_that_could_name_the_alternatives_the_one_of_words_does():
    table = {"Compressor": ["a", "b"], "Ratio": [1.0, 2.0], "Compression": ["510 MB/s", "400 MB/s"]}
    m = ahp.read(table, ratio_form="r1")
    assert m.alternatives("default") == ("a", "b")
    assert {row.measure for row in m.rows} == {"compression_ratio", "compression_speed"}


TESTS = """Benchmark,Unit,Better,plain,btrfs,xfs
fio rand read,IOPS,more is better,51000,48000,52000
sqlite 1 thread,Seconds,fewer is better,12.1,33.0,11.5
NGINX,Requests Per Second,,188211,172003,310229
power,Watts,fewer is better,65,72,90
"""


def test_rows_in_their_own_units_are_scenarios(ranked):
    decision, answer, proposed = ranked(TESTS)
    chosen = {s["scenario"]: s["rankings"]["benefit"][0] for s in decision["scenarios"]}
    assert chosen == {"fio rand read": "xfs", "sqlite 1 thread": "xfs", "NGINX": "xfs", "power": "btrfs"}
    assert [s["criteria"][0]["measure"] for s in decision["scenarios"]] == [
        "throughput",
        "duration",
        "throughput",
        "Watts (lower is better)",
    ]
    assert (
        "each row is a test in its own unit, and the alternatives are the columns 'plain', 'btrfs'" in answer
    )
    assert proposed[0] == "--baseline"
    _, answer, _ = ranked(TESTS.replace("fewer is better,65", ",65"), "--baseline", "plain")
    assert "row 'power' is left out, as nothing says" in answer


@each("way", [("Seconds", "more is better"), ("IOPS", "lower is better")])
def test_a_way_that_contradicts_its_unit_is_refused(way):
    unit, better = way
    with pytest.raises(ahp.InputError, match="is better"):
        ahp.read({"Test": ["a", "b"], "Unit": [unit] * 2, "Better": [better] * 2, "x": [1, 2], "y": [2, 3]})


def test_a_row_of_units_below_the_heading(ranked):
    text = "Database,Load time,Size\n,s,MiB\nnone,12.1,812\nSQLite,30.4,1410\n"
    assert criteria(ranked(text)[0]) == {"storage_saving": "stored_bytes", "duration": "duration"}
    m = ahp.read({"Database": ["", "a", "b"], "Load time": ["(min)", "2", "3"]})
    assert [(row.value, row.unit) for row in m.rows] == [(120, "s"), (180, "s")]


@each(
    ("shape", "alternatives"),
    [
        ({"none": {"tps": 1.5, "p99_ms": 9.5}, "lz4": {"tps": 2.5, "p99_ms": 8.5}}, ["lz4"]),
        ({"codec": ["none", "lz4"], "tps": [1.5, 2.5], "p99_ms": [9.5, 8.5]}, ["lz4"]),
        (
            {
                "codec": {"0": "none", "1": "lz4"},
                "tps": {"0": 1.5, "1": 2.5},
                "p99_ms": {"0": 9.5, "1": 8.5},
            },
            ["lz4"],
        ),
        ({"tps": {"none": 1.5, "lz4": 2.5}, "p99_ms": {"none": 9.5, "lz4": 8.5}}, ["lz4"]),
        ({"columns": ["codec", "tps", "p99_ms"], "data": [["none", 1.5, 9.5], ["lz4", 2.5, 8.5]]}, ["lz4"]),
        (
            {
                "meta": {"version": 3, "host": "x"},
                "results": [
                    {"codec": "none", "m": {"tps": 1.5, "latency": {"p99_ms": 9.5}}},
                    {"codec": "lz4", "m": {"tps": 2.5, "latency": {"p99_ms": 8.5}}},
                ],
            },
            ["lz4"],
        ),
        (
            {
                "runs": {
                    "none": {"tps": 1.5, "latency": {"p99_ms": 9.5}},
                    "lz4": {"tps": 2.5, "latency": {"p99_ms": 8.5}},
                }
            },
            ["lz4"],
        ),
    ],
)
def test_json_of_any_shape(ranked, shape, alternatives):
    decision, _, proposed = ranked(json.dumps(shape, indent=1), name="t.json")
    assert (names(decision), proposed) == (alternatives, [])
    assert criteria(decision) == {"throughput": "throughput", "response_time": "response_time_p99"}
    found = {(m["measure"], m["value"]) for m in decision["scenarios"][0]["measurements"]}
    assert found == {
        ("throughput", 1.5),
        ("throughput", 2.5),
        ("response_time_p99", 9.5),
        ("response_time_p99", 8.5),
    }


def test_names_of_two_levels_are_asked_about(ranked):
    shape = {
        "read": {"redis": {"tps": 1}, "keydb": {"tps": 3}},
        "write": {"redis": {"tps": 2}, "keydb": {"tps": 1}},
    }
    decision, _, proposed = ranked(json.dumps(shape), name="t.json")
    assert proposed[:4] == ["--map", "alternative=level 2", "--map", "scenario=level 1"]
    assert [s["scenario"] for s in decision["scenarios"]] == ["read", "write"]
    shape = {"none": {"get": {"tps": 1}, "set": {"tps": 2}}, "lz4": {"get": {"tps": 2}, "set": {"tps": 3}}}
    assert ranked(json.dumps(shape), name="t.json")[2][:2] == ["--map", "alternative=level 1"]


@pytest.mark.parametrize("wrapped", [False, True], ids=["list", "document"])
def test_a_level_of_a_codec_is_no_level_of_names(ranked, wrapped):
    rows = [
        {"codec": "none", "level": 0, "tps": 10},
        {"codec": "zstd", "level": 3, "tps": 12},
        {"codec": "lz4", "level": 1, "tps": 14},
    ]
    shape = {"host": {"name": "a"}, "results": rows} if wrapped else rows
    decision, _, proposed = ranked(json.dumps(shape), name="t.json")
    assert (decision["scenarios"][0]["choose"], proposed) == (["lz4"], [])


def test_two_numbers_of_one_name_keep_what_tells_them_apart():
    shape = [{"codec": "a", "read": {"p99_ms": 1}, "write": {"p99_ms": 2}, "all": {"tps": 3}}]
    m = ahp.read(io.StringIO(json.dumps(shape)))
    assert [row.measure for row in m.rows] == ["throughput"]
    assert [spare.words for spare in m.spare] == ["read_p99", "write_p99"]


def test_nested_objects_on_a_line_each_keep_their_digits():
    text = '{"engine": "a", "m": {"tps": 9}}\n{"engine": "b", "m": {"tps": 9.50}}\n'
    assert [row.resolution for row in ahp.read(io.StringIO(text)).rows] == [0.5, 0.005]


@each(
    "text",
    ['{"a": {"b": 1}}', '{"schema": "x", "tps": [1, 2]}', '{"tps": {"a": 1}, "cut', "[[1, 2], [3, 4]]"],
)
def test_json_without_a_table_is_refused(text):
    with pytest.raises(ahp.InputError):
        ahp.read(io.StringIO(text))


def test_cells_beside_multiples_of_the_first_are_a_matrix_whose_measure_their_unit_tells(ranked):
    text = (
        "| | `std` | `fx` |\n|:--|:--|:--|\n"
        "| **`insert`** | `45.21 us` (✅ **1.00x**) | `18.02 us` (🚀 **2.51x faster**) |\n"
        "| **`lookup`** | `25.11 us` (✅ **1.00x**) | `10.41 us` (🚀 **2.41x faster**) |\n"
    )
    decision, _, proposed = ranked(text, name="t.md")
    assert proposed[:2] == ["--cells", "duration"]
    assert [s["scenario"] for s in decision["scenarios"]] == ["insert", "lookup"]
    assert [s["rankings"]["benefit"][0] for s in decision["scenarios"]] == ["fx", "fx"]


def test_an_unnamed_column_with_a_baseline_names_the_alternatives(ranked):
    text = ",a.txt,b.txt\nnone,10 ms,11 ms\nlz4,12 ms,13 ms\n"
    decision, *_ = ranked(text)
    assert criteria(decision) == {"a.txt": "a.txt", "b.txt": "b.txt"}
    decision, *_ = ranked(text, "--cells", "duration")
    assert [s["scenario"] for s in decision["scenarios"]] == ["a.txt", "b.txt"]


def test_runs_side_by_side_without_a_unit_are_of_what_the_caller_says():
    table = {"variant": ["none", "new"], "run1": ["12.1", "10.9"], "run2": ["12.3", "11.0"]}
    with pytest.raises(ahp.InputError, match=r"say --cells 'duration \(s\)' if it is a time"):
        ahp.read(table)
    m = ahp.read(table, cells="duration (s)")
    assert {(row.alternative, row.run, row.value) for row in m.rows} >= {
        ("none", "2", 12.3),
        ("new", "1", 10.9),
    }


def test_a_row_that_sums_up_is_left_out_where_it_is_named(ranked):
    text = "engine,config,tps\na,plain,10\nb,plain,20\nAverage,,15\n"
    decision, _, proposed = ranked(text, "--baseline", "a:plain", "--map", "alternative=engine+config")
    assert (proposed, names(decision)) == (["--ignore", "Average"], ["b:plain"])
    with pytest.raises(ahp.InputError, match="no file has the column 'Mean'"):
        ahp.read({"alternative": ["a", "b"], "tps": [1, 2]}, ignore=["Mean"])
    m = ahp.read({"alternative": ["cpu", "b"], "tps": [1, 2], "cpu": [1, 2]}, ignore=["cpu"])
    assert [(row.alternative, row.measure) for row in m.rows] == [("cpu", "throughput"), ("b", "throughput")]


def test_a_cell_that_tells_of_a_failure_is_left_out_where_it_is_asked(ranked):
    decision, _, proposed = ranked("server,rps\nnone,100\nnginx,521\nlegacy,FAILED\n")
    assert (proposed, names(decision)) == (["--drop-failed"], ["nginx"])


@each(
    ("ratios", "proposal"), [("2.1 2.9 3.1", ["--ratio-form", "r1"]), ("50 31 27", []), ("0.5 0.3 0.9", [])]
)
def test_ratios_that_can_hardly_be_anything_else_are_proposed_as_such(ratios, proposal):
    with pytest.raises(ahp.InputError) as raised:
        ahp.read({"codec": ["a", "b", "c"], "ratio": ratios.split()})
    assert list(raised.value.options) == proposal


def test_the_table_of_a_readme_that_looks_like_lzbench(ranked):
    text = (
        "| Compressor name | Ratio | Compression | Decompress. |\n|---|---|---|---|\n"
        "| **zstd -1** | 2.887 | 510 MB/s | 1580 MB/s |\n| memcpy | 1.000 | 7000 MB/s | 7000 MB/s |\n"
    )
    assert names(ranked(text, name="t.md")[0]) == ["zstd -1"]


def test_tables_of_one_file_that_measure_the_same_are_scenarios(ranked):
    table = "\n\n| Store | ops/s |\n|---|---|\n| none | {} |\n| keydb | {} |\n\n"
    text = "## Read heavy" + table.format(120, 180) + "## Write heavy" + table.format(100, 90)
    decision, answer, _ = ranked(text, "t.md#2", name="t.md#1")
    assert [s["scenario"] for s in decision["scenarios"]] == ["Read heavy", "Write heavy"]
    assert "the table is the scenario 'Read heavy', by what it is called" in answer


def test_a_rate_of_anything_is_a_throughput_where_the_heading_says_so():
    (row,) = ahp.read({"alternative": ["a"], "throughput (msg/s)": [5]}).rows
    assert (row.measure, row.value, row.unit) == ("throughput", 5, "msg/s")
    with pytest.raises(ahp.InputError):
        ahp.read({"alternative": ["a", "b"], "throughput": ["5 msg/s", "6 rows/s"]})


COUNTED = {
    "columns among sentences": (
        "Sure, pgbench -S, same box:\n\npooler        tps        avg lat    mem\nnone          38112      26.2 ms    11.8 GB\n"
        "odyssey       71204      14.0 ms    318 MB\n\nodyssey used more than one core, of course.\n\n-- \nregards, Anna\n",
        ["throughput", "response_time_mean"],
        "odyssey",
    ),
    "words in brackets that are no unit, and a form of times": (
        "| Name | Startup (root) | Restore (h:mm:ss) |\n|---|---|---|\n| Rspack | 620ms | 0:38:44 |\n| Farm | 550ms | 0:34:19 |\n",
        ["Startup (root)", "Restore (h:mm:ss)"],
        "Farm",
    ),
    "multiples after a number": (
        "| System | Hot run |\n|---|---|\n| ClickHouse | 141 s (×1.04) |\n| DuckDB | 136 s (×1.00) |\n",
        ["Hot run"],
        "DuckDB",
    ),
    "all times in one unit": (
        "All times in ns per operation, the smaller the better.\n\n| map | Insert | Erase |\n|:--|--:|--:|\n"
        "| std | 171.2 | 140.3 |\n| absl | 54.1 | 48.9 |\n",
        ["Insert", "Erase"],
        "absl",
    ),
    "a total beside its parts": (
        "Build tool,Module A (s),Module B (s),Total (s)\nMaven,41.2,33.9,75.1\nBazel,18.9,14.2,33.1\n",
        ["Module A (s)", "Module B (s)"],
        "Bazel",
    ),
    "units that stand above the table": (
        "# time in seconds, rss in KiB, lower is better\n-----------------------------------\n"
        "allocator     elapsed      rss    user\n-----------------------------------\n"
        "glibc          6.813    152340   98.12\njemalloc       4.902    131072   71.03\n",
        ["duration"],
        "jemalloc",
    ),
    "columns of LaTeX under one name": (
        "\\begin{tabular}{l|rr|rr}\n\\multirow{2}{*}{Engine} & \\multicolumn{2}{c|}{small} & "
        "\\multicolumn{2}{c}{large} \\\\\n & tps & p99 (ms) & tps & p99 (ms) \\\\ \\hline\n"
        "heap & 812 & 3.5 & 301 & 8.5 \\\\\n\\textbf{lsm} & 905 & 2.5 & 344 & 7.5 \\\\\n\\end{tabular}\n",
        ["throughput", "response_time_p99"],
        "lsm",
    ),
    "marks of footnotes": (
        "| Database | Ingest (rows/s) | Disk (GiB) |\n|---|---|---|\n| a | 521k | 18.4 |\n| b | 2.1M | 42.0¹ |\n\n"
        "¹ with compression disabled\n",
        ["stored_bytes", "Ingest (rows/s)"],
        "b",
    ),
    "a ruler over all columns": (
        "Framework   Requests/sec   Avg Latency\n--------------------------------------\n"
        "express     18,542         5.2 ms\nhono        58,004         1.7 ms\n",
        ["throughput", "response_time_mean"],
        "hono",
    ),
    "columns that nobody knows, in units": (
        "filesystem;seq read MB/s;rand read IOPS\next4;3120;412000\nxfs;3150;431000\nzfs;2650;201000\n",
        ["seq read MB/s", "rand read IOPS"],
        "xfs",
    ),
    "units in the cells, and thousands beside a decimal point": (
        "| Library | small | large |\n|---|---|---|\n| a | **1.2 µs** | **310 µs** |\n| b | 14.9 µs | 4,120 µs |\n",
        ["small", "large"],
        "a",
    ),
    "a numbered column under the sign of comments": (
        "#,Language,Time (s)\n1,C,2.1\n2,Rust,2.3\n3,Go,3.9\n",
        ["duration"],
        "C",
    ),
    "versions under a word for what they are of": (
        "Kernel,Throughput (req/s),CPU usage (%)\n5.15,10200,71\n6.6,11100,70\n",
        ["throughput", "cpu"],
        "6.6",
    ),
    "sizes over times": (
        "Library,1 MB,100 MB\npandas,0.02 s,2.40 s\npolars,0.01 s,0.43 s\n",
        ["1 MB", "100 MB"],
        "polars",
    ),
    "a column over another one": (
        "| Engine | Time (s) | Relative |\n|:--|--:|--:|\n| rg | 0.106 ± 0.002 | 1.00 |\n| grep | 0.655 ± 0.011 | 6.18 |\n",
        ["duration"],
        "rg",
    ),
    "blanks between the cells, below a title": (
        "Test: random write, 4k\n\nDrive          IOPS    BW (MB/s)\nSamsung 980    612k    2390\nWD SN850       701k    2738\n",
        ["throughput"],
        "WD SN850",
    ),
    "a ruler that leaves the names out": (
        "               Reads/sec   Mem\n               ---------   -----\n"
        "SQLite WAL       412,310   22 MB\nBerkeley DB    1,310,800   80 MB\n",
        ["throughput"],
        "Berkeley DB",
    ),
    "short rows of Markdown": (
        "| Hash | Bandwidth (GB/s) | Quality | Comment |\n|---|---|---|---|\n| xxh3 | 31.5 | 10\n| city | 22.0 | 10 | old |\n",
        ["Bandwidth (GB/s)"],
        "xxh3",
    ),
    "two lines of headings over what databases did": (
        ",Workload A,,Workload B,\nDatabase,ops/s,p99 (ms),ops/s,p99 (ms)\nx,41200,7.1,58900,5.2\ny,68800,4.9,61200,6.8\n",
        ["throughput", "response_time_p99"],
        "y",
    ),
    "bits in a second under a known word": (
        "Protocol\tThroughput (Mbps)\tPing time (ms)\nWireGuard\t1,011\t0.403\nIPsec\t825\t0.521\n",
        ["throughput"],
        "WireGuard",
    ),
    "a column over another one of few digits": (
        "| Library | Median latency (ms) | Operations per second | Relative (latency) |\n|---|---|---|---|\n"
        "| orjson | 0.6 | 1839.9 | 1 |\n| msgspec | 0.7 | 1457.6 | 1.2 |\n| ujson | 1.2 | 864.8 | 2.1 |\n",
        ["throughput", "response_time_p50"],
        "orjson",
    ),
    "serializers": (
        "Serializer,Ser (ns/op),Deser (ns/op),Size (bytes)\nJSON,1420,2630,310\nProtobuf,390,610,148\n",
        ["stored_bytes", "Ser (ns/op)", "Deser (ns/op)"],
        "Protobuf",
    ),
    "rates beside a response time": (
        "queue,msgs/sec (1KB),msgs/sec (10KB),p99 ms\nkafka,605000,92000,5\nrabbitmq,38000,31000,4\n",
        ["response_time_p99", "msgs/sec (1KB)", "msgs/sec (10KB)"],
        "kafka",
    ),
    "a heading that says which way": (
        "Rank\tFramework\tBest performance (higher is better)\tErrors\n1\tjust\t7,024,950\t0\n2\tmay\t6,982,125\t0\n",
        ["Best performance (higher is better)"],
        "just",
    ),
    "LaTeX": (
        "\\begin{tabular}{lrr}\nMethod & Saving (\\%) & Time (s) \\\\ \\hline\n"
        "gzip & 61 & \\textbf{10.2} \\\\\nxz & 75 & 80.3 \\\\\n\\end{tabular}\n",
        ["space_saving", "duration"],
        "gzip",
    ),
}


@each("shape", COUNTED)
def test_what_the_units_or_headings_tell_counts_at_once_and_is_told(ranked, shape):
    text, measures, first = COUNTED[shape]
    decision, answer, proposed = ranked(text)
    assert proposed == []
    assert list(criteria(decision).values()) == measures
    assert decision["scenarios"][0]["order"][0] == first
    own = [name for name in measures if not name.islower() or " " in name or name in ("small", "large")]
    assert ("by unit or heading: more of a rate" in answer) == bool(own)


PROPOSED = {
    "programs in languages": (
        "program,lang,tps\nn-body,C,2.18\nn-body,Go,6.37\nfannkuch,C,7.53\nfannkuch,Go,8.25\n",
        ["--map", "alternative=lang", "--map", "scenario=program"],
    ),
    "two columns of names": (
        "codec,setting,tps\njxl,e7,9\njxl,e3,51\navif,s6,2\n",
        ["--map", "alternative=codec+setting"],
    ),
    "what stands above a matrix tells its unit": (
        "Time in ms, lower is better.\n\n| Regex | PCRE2 | RE2 |\n|---|---|---|\n| Twain | 3 | 2 |\n| shing | 564 | 113 |\n",
        ["--cells", "duration (ms)"],
    ),
    "what stands above a matrix tells that it is of rates": (
        "Rows/sec, higher is better.\n\n| | Django | Pony |\n|---|---|---|\n| Insert | 1170.2 | 1254.1 |\n| Get | 99 | 120 |\n",
        ["--cells", "throughput"],
    ),
    "measures in rows": (
        "| | webpack | esbuild |\n|---|---|---|\n| Cold build | 41.21 s | 0.39 s |\n| Peak memory | 1.2 GB | 210 MB |\n",
        ["--transpose"],
    ),
    "cases by names, and what was changed": (
        '[{"name":"a","impl":"x","time_ms":12.5},{"name":"a","impl":"y","time_ms":10.1},'
        '{"name":"b","impl":"x","time_ms":40.0},{"name":"b","impl":"y","time_ms":44.2}]',
        ["--map", "alternative=impl", "--map", "scenario=name"],
    ),
    "connections": (
        "Server,Conns,Req/s\nnginx,100,48210\nnginx,1000,45102\ncaddy,100,31877\ncaddy,1000,29544\n",
        ["--map", "scenario=Conns"],
    ),
    "what everybody was asked": (
        "solution,question,time_sec\nduckdb,sum,0.2\nduckdb,mean,0.3\npolars,sum,0.3\npolars,mean,0.25\n",
        ["--map", "scenario=question"],
    ),
    "what every machine ran": (
        "engine,shape,ops/s\na,wide,10\na,narrow,12\nb,wide,11\nb,narrow,9\n",
        ["--map", "scenario=shape"],
    ),
    "thousands that may be decimals": (
        "Instance,$/hour,req/s\nm5,$0.192,12,410\n".replace("12,410", '"12,410"') + 'm6,$0.154,"15,980"\n',
        ["--decimal", "."],
    ),
    "systems with settings": (
        "System,Config,Throughput (ops/s)\nRocksDB,plain,120000\nRocksDB,tuned,165000\nLevelDB,plain,80000\n",
        ["--map", "alternative=System+Config"],
    ),
    "tests in one unit": (
        "Benchmark,baseline (ms),new (ms)\nstartup,120,110\nrender,16.2,14.9\n",
        ["--cells", "duration"],
    ),
    "a unit in the names of the rows": (
        "|  | SQLite | DuckDB |\n|---|---|---|\n| Q1 (ms) | 812 | 45 |\n| Q2 (ms) | 1204 | 61 |\n",
        ["--cells", "duration (ms)"],
    ),
    "a response time without a unit": (
        "config,tps,lat_95\nflush=1,1204.33,41.10\nflush=2,2871.90,17.32\n",
        ["--map", "response_time_p95 (ms)=lat_95"],
    ),
    "settings as names": (
        "recordsize\tQPS\n4K\t12410\n8K\t14870\n16K (default)\t15920\n",
        ["--map", "alternative=recordsize"],
    ),
    "a size of nothing": (
        "index_type,size_mb,p95_ms\nbrin,0,77.31\nbtree,2142,0.21\n",
        ["--ignore", "size_mb"],
    ),
    "times without a unit": (
        "model,fit_time,accuracy\nRF,12.44,0.93\nGBM,1.99,0.94\n",
        ["--cost", "fit_time", "--benefit", "accuracy"],
    ),
    "changes against one row": (
        "| Flags | Runtime vs. -O2 | Binary size vs. -O2 |\n|---|---|---|\n| -O2 | 0 % | 0 % |\n"
        "| -O3 | −4.1 % | +11.8 % |\n| -Os | +6.7 % | −14.2 % |\n",
        ["--cost", "Runtime vs. -O2", "--cost", "Binary size vs. -O2"],
    ),
    "solvers that ran out of time": (
        "Solver,Easy (s),Hard (s)\nA,12.1,1041\nB,9.8,722\nC,41.9,timeout\n",
        ["--drop-failed"],
    ),
}


@each("shape", PROPOSED)
def test_what_may_be_meant_otherwise_is_proposed(ranked, shape):
    text, options = PROPOSED[shape]
    assert ranked(text, name="t.json" if text.startswith("[") else "t.csv")[2] == options


def test_what_tells_how_numbers_scatter_and_what_is_no_rate_of_work_never_counts_by_itself(ranked):
    decision, answer, _ = ranked(
        "tool,Encode (ms),StdDev (ms),TFLOPS\na,5,1,9\nb,4,2,8\n", "--benefit", "Encode (ms)"
    )
    assert "StdDev (ms)" not in criteria(decision).values()
    decision, answer, _ = ranked("server,tps,D MB/s\nx,1.5,3000\ny,2.1,2900\n")
    assert "Not counted: 'D MB/s' (more is better); counting it may change the choice: ahp-rank" in answer


def test_what_is_not_counted_is_one_list_that_says_which_way_is_better(ranked):
    text = "server,tps,wait (ms),rss_kb,D MB/s,marks,notes,built\nx,1.5,3,20,7.5,1,fast,by a\ny,2.1,2,30,8.5,2,slow,by b\n"
    _, answer, _ = ranked(text)
    assert (
        "Not counted: 'wait (ms)' (less is better), 'D MB/s' (more is better), 'rss_kb' (less is better), "
        "'marks'; 'notes', 'built', not read; counting 'rss_kb' may change the choice: ahp-rank"
    ) in answer
    _, answer, _ = ranked("server,tps,notes\nx,1.5,fast\ny,2.1,slow\n")
    assert "Not counted: 'notes', not read. " in answer


def test_sizes_are_never_ranked_alone_beside_speeds(ranked):
    text = "codec,ratio,D MB/s\nnone,1.0,3000\nlz4,2.1,2900\n"
    assert criteria(ranked(text, "--ratio-form", "r1")[0]) == {
        "storage_saving": "compression_ratio",
        "D MB/s": "D MB/s",
    }


def test_a_baseline_by_its_name_is_told_where_nothing_is_stored(ranked):
    told = "'none' is the baseline by its name; --baseline NAME names another"
    assert told in ranked("cache,tps\nnone,1.5\nlru,2.5\n")[1]
    assert told not in ranked("cache,tps\nnone,1.5\nlru,2.5\n", "--baseline", "none")[1]
    assert told not in ranked("codec,stored_bytes\nnone,15\nlz4,7\n")[1]
    assert "by its name" not in ranked("cache,tps\nBaseline,1.5\nlru,2.5\n")[1]


def pile(rows, *, bars="|"):
    """Return rows as a Markdown table."""
    head, *body = [f"{bars} " + f" {bars} ".join(row) + f" {bars}" for row in rows]
    return "\n".join([head, "|".join(["", *["---"] * len(rows[0]), ""]), *body]) + "\n"


AT_ONCE = {
    "CPU seconds beside another time": (
        "tool,wall_s,cpu,rss_kb\nmake,912,3722,214000\nninja,640,3390,310000\n",
        {"duration": "duration", "cpu_overhead": "cpu"},
        ("make", "cpu", 3722, "s"),
    ),
    "what time prints": (
        "tool,real,user,sys\nrsync,12.41,3.25,4.00\nscp,7.75,0.05,3.60\n",
        {"duration": "duration", "cpu_overhead": "cpu_system + cpu_user"},
        ("rsync", "cpu_system + cpu_user", 7.25, "s"),
    ),
    "CPU seconds beside a rate": (
        "system,tps,cpu_sec\nmysql,1200,250\npostgres,1180,310\n",
        {"throughput": "throughput", "cpu_overhead": "cpu"},
        ("postgres", "cpu", 310, "s"),
    ),
    "KB of RAM as the only size": (
        pile(
            [["Parser", "Time (ms)", "KB of RAM"], ["simdjson", "12.4", "18420"], ["rapid", "30.1", "22110"]]
        ),
        {"duration": "duration"},
        ("rapid", "duration", 30.1, "ms"),
    ),
    "times for each of something": (
        pile(
            [
                ["library", "encode µs/blob", "decode µs/blob"],
                ["protobuf", "3.1", "4.0"],
                ["json", "9.8", "12.4"],
            ]
        ),
        {"compression_speed": "compression_time", "decompression_speed": "decompression_time"},
        ("json", "decompression_time", 12.4, "us"),
    ),
    "minutes and seconds in letters": (
        pile([["Build tool", "Clean build"], ["Maven", "2m 31s"], ["Gradle", "1h 02m"], ["Bazel", "48s"]]),
        {"Clean build": "Clean build"},
        ("Gradle", "Clean build", 3720, "s"),
    ),
    "minutes and seconds by the heading": (
        "Tool,Time (m:ss),Size (MB)\ngzip,1:12,88.1\nxz,12:40,61.0\n",
        {"storage_saving": "stored_bytes", "duration": "duration"},
        ("xz", "duration", 760, "s"),
    ),
    "hours and minutes by the heading, beside sizes": (
        "tool,backup (h:mm),size (GB)\nborg,1:12,88\nrestic,1:40,91\n",
        {"storage_saving": "stored_bytes", "backup (h:mm)": "backup (h:mm)"},
        ("restic", "backup (h:mm)", 6000, "s"),
    ),
    "what is better said in the heading": (
        'Framework,"RPS, higher is better","p99 latency (ms, lower is better)"\nactix,181221,1.2\nkoa,14200,12.3\n',
        {"throughput": "throughput", "response_time": "response_time_p99"},
        ("koa", "response_time_p99", 12.3, "ms"),
    ),
    "arrows beside a known measure": (
        "Model,p99 (ms) ↓,Accuracy ↑,FID ↓\nfp16,41.5,88,12\nint8,22.5,87,13\n",
        {"response_time": "response_time_p99", "Accuracy ↑": "Accuracy ↑", "FID ↓": "FID ↓"},
        ("int8", "FID ↓", 13, ""),
    ),
    "a heading of two lines in a box": (
        "+-------+------------+------+\n| Store | Throughput | p99  |\n|       | (ops/s)    | (ms) |\n"
        "+-------+------------+------+\n| Rocks | 112000     | 4.1  |\n| Level | 54000      | 9.8  |\n"
        "+-------+------------+------+\n",
        {"throughput": "throughput", "response_time": "response_time_p99"},
        ("Level", "throughput", 54000, "ops/s"),
    ),
    "one space between cells": (
        "Tool Time (s) Size(MB)\ngzip 12.1 88\nxz 90.2 61\n",
        {"storage_saving": "stored_bytes", "duration": "duration"},
        ("xz", "duration", 90.2, "s"),
    ),
    "nothing over the names": (
        "            time (s)   size (MB)\ngzip -9         12.1        88.2\nzstd -3          3.5        80.0\n",
        {"storage_saving": "stored_bytes", "duration": "duration"},
        ("zstd -3", "duration", 3.5, "s"),
    ),
    "columns that stand otherwise than their ruler": (
        "Broker      Msgs/sec   p99\n--------    --------   -------\nKafka        812,000   14.0 ms\n"
        "NATS       1,420,000    3.2 ms\n",
        {"throughput": "throughput", "response_time": "response_time_p99"},
        ("NATS", "throughput", 1420000, ""),
    ),
    "bars without a ruler": (
        "| Hypervisor | Boot time | Density (VMs/host) |\n| Firecracker | 125 ms | 4000 |\n| QEMU | 1.2 s | 300 |\n",
        {"Boot time": "Boot time"},
        ("QEMU", "Boot time", 1200, "ms"),
    ),
    "a wiki": (
        '{| class="wikitable"\n! FS !! Write (MB/s) !! Space used (GB)\n|-\n| [[ext4]] || 512 || 102\n'
        "|-\n| align=right | ''zfs'' \n| 401\n| 58<ref>2.2</ref>\n|}\n",
        {"storage_saving": "stored_bytes", "Write (MB/s)": "Write (MB/s)"},
        ("zfs", "stored_bytes", 58, "GB"),
    ),
    "AsciiDoc": (
        ".Results\n[cols=2*]\n|===\n|Codec |p99 (ms)\n\n|lz4\n|2.5\n\n|zstd |3.5\n|===\n".replace(
            "|zstd |", "|zstd\n|"
        ).replace("|Codec |", "|Codec\n|"),
        {"response_time": "response_time_p99"},
        ("zstd", "response_time_p99", 3.5, "ms"),
    ),
    "rates of several things": (
        "ORM,Inserts/sec,Selects/sec\nx,8120,11230\ny,5410,7901\n",
        {"Inserts/sec": "Inserts/sec", "Selects/sec": "Selects/sec"},
        ("y", "Selects/sec", 7901, ""),
    ),
    "a mean beside its deviation in one column": (
        'Runtime,"Start (ms, mean ± sd)"\nrunc,182 ± 12\ncrun,96 ± 7\n',
        {"Start (ms, mean ± sd)": "Start (ms, mean ± sd)"},
        ("crun", "Start (ms, mean ± sd)", 96, "ms"),
    ),
    "a version of a protocol in brackets": (
        "Server,RPS (HTTP/1.1),p99 (ms)\nnginx,91200,2.1\ncaddy,61000,3.9\n",
        {"throughput": "throughput", "response_time": "response_time_p99"},
        ("caddy", "throughput", 61000, "req/s"),
    ),
    "a rate written with an underline": (
        "hash,speed_gb_s,quality\nxxh3,31.5,10\nsiphash,1.1,10\n",
        {"speed_gb_s": "speed_gb_s"},
        ("xxh3", "speed_gb_s", 31.5, "GB/s"),
    ),
    "sizes in one letter": (
        "| Quant | Size | tok/s |\n|---|---|---|\n| F16 | 13.0G | 22.1 |\n| Q8 | 6.7G | 38.9 |\n",
        {"storage_saving": "stored_bytes", "throughput": "throughput"},
        ("Q8", "stored_bytes", 6.7, "GB"),
    ),
    "a size of a repository": (
        "tool,Repo size,notes\nborg,204 GiB,fast\nkopia,219 GiB,\n",
        {"storage_saving": "stored_bytes"},
        ("borg", "stored_bytes", 204, "GiB"),
    ),
}


@each("shape", AT_ONCE)
def test_further_tables_rank_at_once(ranked, shape):
    text, asked, (alternative, measure, value, unit) = AT_ONCE[shape]
    decision, _, proposed = ranked(text)
    assert (criteria(decision), proposed) == (asked, [])
    found = {(m["alternative"], m["measure"]): m for m in decision["scenarios"][0]["measurements"]}
    one = found[alternative, measure]
    assert (one["value"], one["unit"]) == (pytest.approx(value), unit)


def test_time_of_the_cpu_and_a_spread_are_told(ranked):
    _, answer, _ = ranked(AT_ONCE["CPU seconds beside another time"][0])
    assert "column 'cpu' is time of the CPU in s, beside other times" in answer
    assert "time of the CPU" not in ranked("tool,wall_s,cpu\nmake,912,37\nninja,640,39\n")[1]
    _, answer, _ = ranked(
        "Allocator,ops/s,p99 (us)\nglibc,120300 ± 2100,12.3 ± 0.4\nmi,161000 ± 1500,8.8 ± 0.6\n"
    )
    assert "in cells such as '120300 ± 2100' the mean is read, and its spread passed over" in answer
    assert "('ops/s', 'p99 (us)')" in answer


def test_memory_is_no_stored_size():
    m = ahp.read(io.StringIO("alternative,time (s),max RSS (MB),code size\na,2,30,4 kB\nb,3,40,5 kB\n"))
    assert {row.measure for row in m.rows} == {"duration", "memory", "stored_bytes"}
    m = ahp.read(io.StringIO("alternative,time (s),page size (KiB)\na,2,4\nb,3,8\n"))
    assert {row.measure for row in m.rows} == {"duration"}


BY_PROPOSAL = {
    "operations": (
        "engine,op,p99_us\nrocks,read,31\nrocks,write,90\nlmdb,read,8\nlmdb,write,210\n",
        ["--map", "scenario=op"],
        {"read": "lmdb", "write": "rocks"},
    ),
    "operations of workloads": (
        "engine,workload,op,p99_us\nrocks,A,read,31\nrocks,A,write,90\nlmdb,A,read,8\nlmdb,A,write,210\n",
        ["--map", "scenario=workload+op"],
        {"A:read": "lmdb", "A:write": "rocks"},
    ),
    "a matrix beside a column of words": (
        "# qps\nworkload,notes,pg15,pg16\npoint select,cached,41200,42910\ninsert,disk,15200,15100\n",
        ["--ignore", "notes", "--cells", "throughput (query/s)"],
        {"point select": "pg16", "insert": "pg15"},
    ),
    "rows in units, with remarks in brackets": (
        pile(
            [
                ["", "ext4", "xfs"],
                ["Read", "5 ms (200 MB/s load)", "4 ms (200 MB/s load)"],
                ["Files", "12 ops/s", "15 ops/s"],
            ]
        ),
        ["--transpose"],
        {"default": "xfs"},
    ),
    "cases as columns, of the measure above": (
        "Requests per second:\n\n"
        + pile([["Framework", "Plaintext", "DB query"], ["Go", "1824", "210"], ["Actix", "3110", "301"]]),
        ["--cells", "throughput (req/s)"],
        {"Plaintext": "Actix", "DB query": "Actix"},
    ),
    "cases as columns, nothing over the names": (
        pile([["", "cold", "warm"], ["webpack 5", "41.2s", "12.0s"], ["Vite", "9.8s", "2.1s"]]),
        ["--cells", "duration", "--transpose"],
        {"cold": "Vite", "warm": "Vite"},
    ),
    "rows that name their units, under one ruler": (
        "                PostgreSQL 16    SQLite 3.45\n----------------------------------------\n"
        "Insert (s)          12.4           4.2\nSelect (us)           81            12\nDB size (MB)         134            98\n",
        ["--transpose"],
        {"default": "SQLite 3.45"},
    ),
    "a table of a paper with citations": (
        "\\begin{table}\n\\caption{Throughput (Mops/s), higher is better.}\n\\begin{tabular}{lrr}\nIndex & YCSB-A & YCSB-B \\\\\n"
        "ART~\\cite{leis} & 9.82 & 14.1 \\\\\nB-tree \\citep[p.~3]{graefe} & 4.21 & 7.9 \\\\\n\\end{tabular}\n\\end{table}\n",
        ["--cells", "throughput (Mops/s)", "--transpose"],
        {"YCSB-A": "ART", "YCSB-B": "ART"},
    ),
    "cases in single letters, one of them that of a unit": (
        "YCSB throughput (kops/s)\n\nSystem    A      B      C\nRocks  112.1  301.9  344.0\nLMDB    21.0  512.2  780.4\n",
        ["--cells", "throughput (kops/s)"],
        {"A": "Rocks", "B": "LMDB", "C": "LMDB"},
    ),
    "queries by number": (
        "query,DuckDB,Spark\nQ1,0.41,4.10\nQ2,2.92,2.80\n",
        ["--cells", "duration (s)"],
        {"Q1": "DuckDB", "Q2": "Spark"},
    ),
    "changes in per cent": (
        pile([["Change", "Throughput"], ["baseline", "0%"], ["LTO", "+4.2%"], ["PGO", "+9.9%"]]),
        [],
        {"default": "PGO"},
    ),
    "a column whose cells are no numbers": (
        "alternative,tps,p99_ms\na,12.5,4.5\nb,14.5,about four\n",
        ["--ignore", "p99_ms"],
        {"default": "b"},
    ),
    "grouped digits in a column nobody knows": (
        pile([["Library", "Serialize 1 KB"], ["std", "4,120 ns/op"], ["sonic", "640 ns/op"]]),
        ["--decimal", "."],
        {"default": "sonic"},
    ),
    "names of benchmarks in rows": (
        "benchmark   ns/op   B/op\nGin         9512    6792\nEcho       11072    2496\n",
        ["--map", "alternative=benchmark"],
        {"default": "Gin"},
    ),
    "a time of which nothing says whether it begins with hours": (
        "codec,elapsed\nxz,12:40\ngzip,1:12\n",
        ["--map", "duration (m:ss)=elapsed"],
        {"default": "gzip"},
    ),
}


@each("shape", BY_PROPOSAL)
def test_further_tables_rank_by_the_command_that_is_proposed(ranked, shape):
    text, options, first = BY_PROPOSAL[shape]
    decision, _, proposed = ranked(text)
    assert proposed == options
    assert {s["scenario"]: s["rankings"]["benefit"][0] for s in decision["scenarios"]} == first


def test_tables_of_the_same_alternatives_are_proposed_together(ranked):
    sizes = pile([["codec[^1]", "size (MB)"], ["none", "211"], ["gzip", "68"]])
    speeds = pile([["codec", "compress MB/s"], ["none", "5100"], ["gzip[^2]", "88"]])
    decision, _, proposed = ranked(
        f"# Sizes\n\n{sizes}\n# Speeds\n\n{speeds}\n[^1]: any\n[^2]: -9\n", name="t.md"
    )
    assert proposed == ["t.md#1", "t.md#2"]
    assert criteria(decision) == {"storage_saving": "stored_bytes", "compression_speed": "compression_speed"}
    assert names(decision) == ["gzip"]
    others = pile([["codec", "compress MB/s"], ["lzo", "5100"], ["lz4", "88"]])
    assert ranked(f"# Sizes\n\n{sizes}\n# Others\n\n{others}", name="t.md")[2] == ["t.md#1"]


def test_a_rival_that_failed_once_is_not_left_out(ranked):
    text = (
        "Query,PostgreSQL,DuckDB,ClickHouse\nQ1,12.41,0.31,0.28\nQ3,6.02,0.22,0.40\nQ9,21.80,0.61,timeout\n"
    )
    decision, _, options = ranked(text)
    assert "--ignore" not in options
    assert "--drop-failed" in options
    assert names(decision) == ["PostgreSQL", "DuckDB", "ClickHouse"]


def test_a_title_stands_above_a_table(ranked):
    text = (
        '"Benchmarks of Linux 6.8, one SSD"\nfs,tps,p99_ms\nxfs,5769,12.5\next4,6818,11.0\nbtrfs,4120,19.9\n'
    )
    decision, _, options = ranked(text)
    assert (names(decision), options) == (["xfs", "ext4", "btrfs"], [])


def test_headings_of_dokuwiki_are_no_row(ranked):
    text = (
        "^ Tool ^ First backup ^ Restore ^\n| [[borg]] 1.2 | 42m 10s | 18m 44s |\n"
        "| restic 0.16 | 31m 02s | 14m 20s |\n"
    )
    decision, answer, options = ranked(text)
    assert (names(decision), options) == (["borg 1.2", "restic 0.16"], [])
    assert "2530" in answer  # 42 minutes and 10 seconds


def test_words_of_a_heading_may_span_several_columns(ranked):
    text = (
        "\\begin{tabular}{lrrrr}\nSystem & Throughput & \\multicolumn{2}{c}{Latency (ms)} & WA \\\\\n"
        " & (kops/s) & p50 & p99 & \\\\ \\midrule\nRocksDB & 142.3 & 8.8 & 124 & 14.2 \\\\\n"
        "Pebbles & 171.0 & 7.9 & 110 & 6.8 \\\\\n\\end{tabular}\n"
    )
    decision, _, _ = ranked(text, name="t.tex")
    assert names(decision) == ["RocksDB", "Pebbles"]
    assert criteria(decision)["throughput"] == "throughput"
    measured = decision["scenarios"][0]["measurements"]
    found = {m["measure"]: (m["value"], m["unit"]) for m in measured if m["alternative"] == "RocksDB"}
    assert found["throughput"] == (142.3, "kops/s")
    assert found["response_time_p99"] == (124, "ms")


LONG = "system,metric,{value},unit\n" + "".join(
    f"{name},{metric},{number},{unit}\n"
    for name, numbers in {"redis": (112000, 512, 3), "keydb": (180000, 690, 5)}.items()
    for metric, number, unit in zip(
        ("throughput", "memory", "hops"), numbers, ("ops/s", "MB", ""), strict=True
    )
)


@each("heading", ["value", "result", "amount"])
def test_every_measure_of_a_long_table_is_a_column_of_its_own(ranked, heading):
    decision, answer, proposed = ranked(LONG.format(value=heading))
    assert proposed == []
    assert criteria(decision) == {"throughput": "throughput"}
    assert "Not counted: 'memory' (less is better), 'hops'; counting them" in answer
    decision, answer, _ = ranked(LONG.format(value=heading), "--cost", "memory", "--benefit", "hops")
    assert list(criteria(decision)) == ["throughput", "hops", "memory"]
    assert "Not counted" not in answer


def test_tests_in_units_of_their_own_are_measures_of_what_ran_them(ranked):
    text = (
        "system,test,result,unit\nepyc,7zip,92,GIPS\nepyc,sqlite,12.1,s\nepyc,nginx,81000,req/s\n"
        "xeon,7zip,71,GIPS\nxeon,sqlite,10.1,s\nxeon,nginx,74000,req/s\n"
    )
    decision, answer, proposed = ranked(text)
    assert (names(decision), proposed) == (["epyc", "xeon"], [])
    assert list(criteria(decision)) == ["sqlite", "nginx"]
    assert "Not counted: '7zip'; counting it may change the choice" in answer


def test_what_could_count_is_found_whole_and_proposed_by_what_it_is_likely_to_be(ranked):
    text = "instance,vCPU,Memory (GiB),$/h,Coremark\na,4,16,0.192,81000\nb,4,8,0.145,99500\n"
    decision, _, proposed = ranked(text)
    assert proposed == ["--cost", "$/h", "--benefit", "Coremark"]
    assert names(decision) == ["a", "b"]
    with pytest.raises(ahp.MeasureError, match=r"found 'memory', 'vCPU', '\$/h', 'Coremark'"):
        ahp.rank(ahp.read(io.StringIO(text)))


def test_the_command_that_counts_what_does_not_can_be_pasted(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gpus and more.md").write_text(
        "| GPU | Tokens/s | Board power (W) | Street price ($) | VRAM (GB) |\n|---|---|---|---|---|\n"
        "| 4090 | 112 | 450 | 1599 | 24 |\n| L4 | 41 | 72 | 2500 | 48 |\n"
    )
    assert main(["gpus and more.md"]) == 0
    told = capsys.readouterr().out
    assert all(len(line) <= 80 for line in told.splitlines())
    _, begun, rest = told.partition("may change the choice, for instance:\n")
    assert begun
    command = shlex.split(rest.partition("\n\n")[0].replace("\\\n", ""))
    assert command == [
        *("ahp-rank", "gpus and more.md", "--cost", "Board power (W)", "--cost", "Street price ($)")
    ]
    assert main(command[1:]) == 0
    assert "Not counted: 'VRAM (GB)'; counting it may change the choice, by" in " ".join(
        capsys.readouterr().out.split()
    )


TWO_LINES = {
    "a ruler below units": (
        "NAS, 10 GB file\n\nProtocol     Read     Write    CPU\n           (MB/s)    (MB/s)    (%)\n"
        "---------  ------   -------   ----\nSMB3          112       108     23\nNFSv4         113       111     12\n",
        {"cpu_overhead": "cpu", "Read (MB/s)": "Read (MB/s)", "Write (MB/s)": "Write (MB/s)"},
    ),
    "no ruler": (
        "System      Throughput   p99 latency    Power\n              (MB/s)       (ms)          (W)\n"
        "SSD A            3400       0.08     5.5\nSSD B            7100       0.06     8.2\n",
        {"throughput": "throughput", "response_time": "response_time_p99"},
    ),
    "a line above, and words that nobody knows": (
        "Our boxes\nBox          Read     Write   Idle\n           (MB/s)    (MB/s)    (W)\n"
        "Synology      226       180     14\nQNAP          231       201     18\n",
        {"Read (MB/s)": "Read (MB/s)", "Write (MB/s)": "Write (MB/s)"},
    ),
    "statistics under a ruler over all": (
        "Broker      Latency    Latency   Throughput\n                p50        p99      (msg/s)\n"
        "---------------------------------------------\n"
        "Kafka        0.31 ms    1.2 ms      812000\nNATS         0.10 ms    0.6 ms      540000\n",
        {"throughput": "throughput", "response_time": "response_time_p99"},
    ),
    "spans of LaTeX, whose caption has the unit": (
        "\\begin{table}\n\\caption{Queue latency in \\textmu s and throughput.}\n\\begin{tabular}{lrrr}\n\\toprule\n"
        " & \\multicolumn{2}{c}{Latency} & Throughput \\\\\n\\cmidrule(lr){2-3}\nBroker & p50 & p99 & (msg/s) \\\\\n"
        "\\midrule\nKafka & 310 & 1200 & 812000 \\\\\nNATS & \\textbf{95} & 640 & 540000 \\\\\n\\end{tabular}\n",
        {"throughput": "throughput", "response_time": "response_time_p99"},
    ),
    "spans of HTML": (
        "<h2>Brokers</h2>\n<table class='x'><thead>\n<tr><th rowspan=2>Broker</th><th colspan=2>Latency (ms)</th>"
        "<th rowspan=2>Throughput (msg/s)</th></tr>\n<tr><th>p50</th><th>p99</th></tr></thead>\n"
        "<tr><td>Kafka<td>0.31<td>1.2<td>812&nbsp;000\n<tr><td>NATS<td>0.10<td>0.6<td>540&nbsp;000</table>\n",
        {"throughput": "throughput", "response_time": "response_time_p99"},
    ),
}


@each("shape", TWO_LINES)
def test_units_and_statistics_below_words_belong_to_them(ranked, shape):
    text, counted = TWO_LINES[shape]
    decision, _, proposed = ranked(text)
    assert proposed == []
    assert criteria(decision) == counted


def test_units_of_a_caption_are_those_of_spanned_columns(ranked):
    decision, _, _ = ranked(TWO_LINES["spans of LaTeX, whose caption has the unit"][0])
    (found,) = (c for c in decision["scenarios"][0]["criteria"] if c["name"] == "response_time")
    assert found["unit"] == "us"
    assert found["measured"]["Kafka"] == pytest.approx(1200)


def test_tables_of_html_are_taken_by_number_and_by_the_words_above(ranked):
    pages = "".join(
        f"<h2>{word}</h2><table>\n<tr><th>fs<th>{heading}\n<tr><td>ext4<td>520<tr><td>xfs<td>525</table>\n"
        for word, heading in (("Reading", "MB/s"), ("Filling", "elapsed (s)"))
    )
    assert criteria(ranked(pages, name="p.html#2")[0]) == {"duration": "duration"}
    assert criteria(ranked(pages, name="p.html#reading")[0]) == {"throughput": "throughput"}
    with pytest.raises(ahp.InputError, match=r"2 tables could be meant: .*#1 'Reading' .*#2 'Filling'"):
        ahp.read(io.StringIO(pages))
    with pytest.raises(ahp.InputError, match=r"line 4, column 'MB/s': found '525\^1'"):
        ahp.read(io.StringIO(pages.partition("<h2>Filling")[0].replace("525", "525<sup>1</sup>")))


def test_sizes_that_were_given_are_scenarios_and_no_runs(ranked):
    text = "engine,value size,ops/sec\na,100B,320000\na,1KB,210000\nb,100B,190000\nb,1KB,170000\n"
    decision, _, proposed = ranked(text)
    assert proposed == ["--map", "scenario=value size"]
    assert [s["scenario"] for s in decision["scenarios"]] == ["100B", "1KB"]


@each("heading", ["errors/s", "bitrate_kbps", "failed requests/s", "page faults/s"])
def test_rates_of_what_nobody_wants_never_count_unasked(ranked, heading):
    decision, answer, _ = ranked(f"proxy,{heading},p99 (ms)\na,3,10\nb,9,8\n")
    assert criteria(decision) == {"response_time": "response_time_p99"}
    assert f"Not counted: '{heading}'; counting it" in answer
    with pytest.raises(ahp.MeasureError, match="no measure that the default study knows"):
        ahp.rank(ahp.read(io.StringIO(f"proxy,{heading}\na,3\nb,9\n")))


MORE = {
    "versions": (
        "| Version | TPS |\n|---|---|\n| 15.6 | 20312 |\n| 16.2 | 21050 |\n",
        [],
        ["15.6", "16.2"],
    ),
    "words go before versions": ("Version,Store,Reads/s\n1.5,lmdb,9\n1.6,rocks,7\n", [], ["lmdb", "rocks"]),
    "Jira": (
        "||Broker||Messages/s||p99 (ms)||\n|kafka|812000|5.2|\n|pulsar|640000|6.9|\n",
        [],
        ["kafka", "pulsar"],
    ),
    "a speed-up": (
        "Interpreter,Speedup,Startup (ms)\ncpython,1.00x,18\npypy,1.38x,16\n",
        [],
        ["cpython", "pypy"],
    ),
    "a disk that is fast": ("plan,disk MB/s\nsmall,980\nlarge,410\n", [], ["small", "large"]),
    "shares of a baseline": (
        "Compression,Throughput,Disk\nnone,100 %,100 %\nlz4,97 %,55 %\nzstd,91 %,38 %\n",
        ["--map", "throughput_relative=Throughput", "--map", "compression_ratio=Disk"],
        ["lz4", "zstd"],
    ),
    "German thousands": (
        "System;Nachrichten/s;Latenz Mittelwert (ms)\nKafka;812.000;2,1\nPulsar;640.000;3,4\n",
        ["--decimal", ","],
        ["Kafka", "Pulsar"],
    ),
    "a ratio among named measures": (
        "codec,metric,value\nzstd,ratio,2.8\nzstd,compress_mb_s,510\nlz4,ratio,1.75\nlz4,compress_mb_s,700\n",
        ["--ratio-form", "r1"],
        ["zstd", "lz4"],
    ),
    "an empty first memory": (
        "Compressor,Compress MB/s,Peak RAM (MB)\nmemcpy,10200,0\nlz4,675,16\nzstd,510,28\n",
        ["--ignore", "Peak RAM (MB)"],
        ["lz4", "zstd"],
    ),
}


MORE |= {
    "dashes in a mail": (
        "On Tue, Jim wrote:\n> engine     load (s)   query (s)\n> duckdb          12        3.1\n"
        "> sqlite         140       88.2\n> ---\n> average         76       45.7\n",
        ["--ignore", "average"],
        ["duckdb", "sqlite"],
    ),
    "who ran out of memory": (
        "Server,RPS,p99 (ms)\nnginx,212000,11\nenvoy,120000,25\ntraefik,OOM,OOM\n",
        ["--drop-failed"],
        ["nginx", "envoy"],
    ),
    "rates in MB and in GB": (
        "Tool,Throughput,p99\na,1.2 GB/s,350 us\nb,890 MB/s,1.1 ms\n", [], ["a", "b"],
    ),
    "a median beside its spread": ("db,median_ms,iqr_ms,n\na,12.1,0.4,50\nb,3.2,0.2,50\n", [], ["a", "b"]),
    "thousands beside what is known": (
        'DB,Insert (rows/s),Disk (GB)\na,"45,200",112\nb,"812,000",21\n',
        ["--decimal", "."],
        ["a", "b"],
    ),
}  # fmt: skip


@each("shape", MORE)
def test_more_tables_rank_at_once_or_by_what_is_proposed(ranked, shape):
    text, options, alternatives = MORE[shape]
    decision, _, proposed = ranked(text, name="t.md" if text.startswith("| V") else "t.csv")
    assert (proposed, names(decision)) == (options, alternatives)


def test_numbers_over_the_columns_are_headings_where_the_first_says_so():
    m = ahp.read(io.StringIO("allocator,1,4,16\nglibc,12.1,30.1,44.0\nmi,14,50,160\n"), cells="throughput")
    assert (m.scenarios, m.alternatives("16")) == (("1", "4", "16"), ("glibc", "mi"))
    with pytest.raises(
        ahp.InputError, match=r"looks like data .*name the columns with --columns alternative,B,C"
    ):
        ahp.read(io.StringIO("lz4,2.1,675\nzstd,2.9,510\n"))
    with pytest.raises(ahp.MeasureError, match=r"--benefit result \(more is better\) or --cost result"):
        ahp.rank(ahp.read(io.StringIO("library,result\na,0.41\nb,0.22\n")))


def test_headings_of_systems_with_their_measures_are_told_apart(ranked):
    text = "workload,redis ops/s,redis p99 ms,valkey ops/s,valkey p99 ms\nget,112,0.9,125,0.8\nset,98,1.1,110,1.0\n"
    decision, answer, proposed = ranked(text)
    assert proposed == []
    assert [s["scenario"] for s in decision["scenarios"]] == ["get", "set"]
    assert names(decision) == ["redis", "valkey"]
    assert criteria(decision) == {"throughput": "throughput", "response_time": "response_time_p99"}
    assert "the columns are of 'redis', 'valkey', each with 'ops/s', 'p99 ms'" in answer
    m = ahp.read(io.StringIO("fs,read MB/s,read iops,write MB/s,write iops\na,1,2,3,4\n"))
    assert m.unused == ("read MB/s", "read iops", "write MB/s", "write iops")


def test_prices_are_numbers_where_all_are_in_one_currency():
    assert ahp.read({"plan": ["a", "b"], "tps": [1, 2], "price": ["$89.00", "$140"]}).unused == ("price",)
    assert [
        one.value for one in ahp.read({"plan": ["a", "b"], "tps": [1, 2], "price": ["8.5 €", "7 €"]}).spare
    ] == [8.5, 7]
    assert ahp.read({"plan": ["a", "b"], "tps": [1, 2], "price": ["$89.00", "€140"]}).ignored == ("price",)


@each(
    ("text", "options", "first"),
    [
        (
            "| Benchmark | before | after | change |\n|---|---|---|---|\n| parse | 12.1 ms | 10.4 ms | -14% |\n"
            "| save | 31 ms | 22 ms | -29% |\n",
            ["--ignore", "change", "--cells", "duration", "--baseline", "before"],
            {"parse": "after", "save": "after"},
        ),
        (
            "| Query | duckdb (s) | spark (s) |\n|---|---|---|\n| q1 | 0.4 | 4.1 |\n| q2 | 2.9 | 2.8 |\n| Total | 3.3 | 6.9 |\n",
            ["--cells", "duration", "--ignore", "Total"],
            {"q1": "duckdb", "q2": "spark"},
        ),
    ],
)
def test_what_was_measured_is_never_proposed_as_what_competes(ranked, text, options, first):
    decision, _, proposed = ranked(text)
    assert proposed == options
    assert {s["scenario"]: s["order"][0] for s in decision["scenarios"]} == first


def test_a_mean_of_percentiles_is_the_percentile():
    m = ahp.read({"db": ["a", "b"], "mean tps": [1, 2], "mean p95 (ms)": [8, 7], "sd p95 (ms)": [1, 1]})
    assert {row.measure for row in m.rows} == {"throughput", "response_time_p95"}


def test_no_rival_is_left_out_of_a_matrix_for_its_decimal_commas(ranked):
    text = "query;postgres (ms);citus (ms)\nq1;1.204,5;402,1\nq2;98,2;101,9\n"
    decision, _, proposed = ranked(text)
    assert proposed == ["--cells", "duration"]
    assert {s["scenario"]: s["order"] for s in decision["scenarios"]} == {
        "q1": ["citus", "postgres"],
        "q2": ["postgres", "citus"],
    }


def test_only_what_counts_by_its_unit_is_said_to(ranked):
    text = "fs,Write (MB/s),Room (GB),Ping (ms)\next4,1482,40.5,3\nzfs,978,22.5,4\n"
    _, answer, _ = ranked(text, "--cost", "Room (GB)", "--cost", "Ping (ms)")
    assert "assumed: 'Write (MB/s)' counts by unit or heading" in answer


def test_a_column_that_counts_against_its_unit_is_told(ranked):
    text = "server,tps,Start (s)\na,100,3.5\nb,90,4.5\n"
    _, answer, _ = ranked(text, "--benefit", "Start (s)")
    assert "more of 'Start (s)' is better, as was asked for; its heading or unit says less" in answer
    assert "as was asked for" not in ranked(text, "--cost", "Start (s)")[1]


def test_how_numbers_scatter_is_no_criterion(ranked):
    _, answer, _ = ranked("language,mean [ms],stddev,min,max\nC,0.5,0.1,0.4,0.9\nGo,1.1,0.2,0.8,2.0\n")
    assert "Not counted: 'stddev', 'min', 'max', of runs and how they scatter." in answer
    assert "beside 'stddev' the mean is read, and its spread passed over" in answer
    assert "noise unknown" not in answer


def test_a_numbering_of_rows_is_no_criterion(ranked):
    _, answer, _ = ranked(
        "| # | Engine | tps |\n|---|---|---|\n| 1 | b | 82.5 |\n| 2 | a | 77.9 |\n", name="t.md"
    )
    assert "Not counted: '#', which numbers the rows." in answer


def test_what_a_machine_has_is_not_said_to_be_used(ranked):
    _, answer, _ = ranked("Instance,vCPU,Memory (GiB),events/s\nm5,4,16,3120\nm7,8,16,5280\n")
    assert "'Memory (GiB)'" in answer
    assert "'Memory (GiB)' (less is better)" not in answer


def test_minutes_beside_hours_and_minutes_are_minutes(ranked):
    _, answer, _ = ranked("Tool,First backup,Restore\nborg,1h38m,1h21m\nkopia,49m,44m\n")
    assert answer.count("2940") == 1
    assert answer.count("2640") == 1
    assert "as measured" in answer
    with pytest.raises(ahp.InputError, match="'m' is not a unit"):
        ahp.read({"Tool": ["a", "b"], "duration": ["49m", "44m"]})


def test_units_of_siunitx_and_one_latency_are_read(ranked):
    text = (
        "\\begin{tabular}{lrr}\nScheduler & Throughput (\\si{ops\\per\\second}) & Latency (\\si{\\milli\\second}) "
        "\\\\\nCFS & 4310 & 7.41 \\\\\nBORE & 4287 & 5.88 \\\\\n\\end{tabular}\n"
    )
    decision, answer, proposed = ranked(text, name="t.tex")
    assert proposed == []
    assert criteria(decision) == {"throughput": "throughput", "response_time": "response_time_mean"}
    assert "column 'Latency (ms)' is read as response_time_mean" in answer


def test_units_below_their_headings_are_read_where_nothing_stands_over_the_names(ranked):
    text = (
        "NAS test\n\n             Write     Read    Power\nModel         MB/s     MB/s        W\n"
        "---------------------------------------\nDS220       112.4    113.0     14.7\nN100        113.1    113.4     11.2\n"
    )
    decision, answer, proposed = ranked(text, name="t.txt")
    assert proposed == []
    assert set(criteria(decision)) == {"Write (MB/s)", "Read (MB/s)"}
    assert "--cost 'Power (W)'" in answer


def test_times_in_several_units_of_one_column_count_together(ranked):
    _, answer, _ = ranked("Proxy,p99,Max\nnginx,12 ms,210 ms\nEnvoy,21 ms,1.2 s\n", "--cost", "Max")
    assert "1200" in answer


def test_a_name_that_says_without_is_the_baseline(ranked):
    decision, _, _ = ranked("VPN,Mbit/s,CPU (%)\nohne VPN,941,3.1\nWireGuard,902,18.4\nIPsec,871,24.8\n")
    assert decision["study"]["baseline"] == "ohne VPN"


def test_a_column_that_was_asked_for_is_not_proposed_to_be_left_out(capsys, tmp_path):
    (tmp_path / "t.csv").write_text("tool,tps,size\na,10,16Q\nb,20,18Q\n")
    assert main([str(tmp_path / "t.csv"), "--cost", "size"]) == 2
    assert "--ignore" not in capsys.readouterr().err


EITHER_WAY = {
    "a column of one number": ("compiler,result\ngcc,41.2\nicx,45.0\n", ["--benefit", "result"]),
    "no heading": (
        "gzip,3.21,120.4\nzstd,3.42,512.7\n",
        ["--columns", "alternative,B,C", "--benefit", "B", "--benefit", "C"],
    ),
    "a matrix": (
        "| | Intel | ARM |\n|---|---|---|\n| alpha | 12.1 | 9.8 |\n| beta | 22.3 | 20.9 |\n",
        ["--cells", "number", "--benefit", "number"],
    ),
    "JSON lines of no known measure": (
        '{"allocator": "glibc", "faults": 120312}\n{"allocator": "mimalloc", "faults": 81233}\n',
        ["--benefit", "faults"],
    ),
}


@each("shape", EITHER_WAY)
def test_where_nothing_tells_which_way_is_better_both_commands_are_proposed(
    ranked, capsys, tmp_path, monkeypatch, shape
):
    text, options = EITHER_WAY[shape]
    name = "t.jsonl" if text.startswith("{") else "t.csv"
    assert ranked(text, name=name)[2] == options
    monkeypatch.chdir(tmp_path)
    assert main([name]) == 2
    refusal = capsys.readouterr().err.strip()
    assert "not whole" not in refusal
    less = shlex.split(refusal.partition("; if less is, run: ")[2])
    assert less[2:] == ["--cost" if one == "--benefit" else one for one in options]
    assert main(less[1:]) == 0


def test_records_one_below_the_other_are_rows(ranked):
    record = "-[ RECORD {} ]---\nengine  | {}\ntps     | {}\np95_ms  | {}\n"
    decision, _, proposed = ranked(
        record.format(1, "heap", 1821.2, 14.2) + record.format(2, "orioledb", 3120.9, 7.1)
    )
    assert proposed == []
    assert names(decision) == ["heap", "orioledb"]
    record = "********* {}. row *********\nengine: {}\n   tps: {}\n"
    assert names(ranked(record.format(1, "a", 1) + record.format(2, "b", 2))[0]) == ["a", "b"]


def test_the_unit_over_percentiles_of_json_is_theirs(ranked):
    rows = [
        {"server": name, "rps": rps, "latency_ms": {"p50": 1.2, "p99": p99}}
        for name, rps, p99 in (("nginx", 51234, 8.1), ("caddy", 39811, 12.4))
    ]
    decision, _, proposed = ranked(json.dumps({"results": rows}), name="t.json")
    assert proposed == []
    assert criteria(decision)["response_time"] == "response_time_p99"


MATRICES = {
    "one rate of two systems": (
        "nodes,etcd ops/s,consul ops/s\n1,41200,28100\n3,30100,19800\n",
        ["--cells", "throughput"],
    ),
    "rates in the cells": (
        "| Game | A | B |\n|---|---|---|\n| Quake | 92 fps | 88 fps |\n| Doom | 210 fps | 231 fps |\n",
        ["--cells", "throughput"],
    ),
    "before and after": (
        "library,before (ms),after (ms)\nparse,12.1,10.2\nrender,40.2,31.9\n",
        ["--cells", "duration", "--baseline", "before"],
    ),
}


@each("shape", MATRICES)
def test_a_matrix_in_units_is_proposed_as_what_its_units_say(ranked, capsys, tmp_path, monkeypatch, shape):
    text, options = MATRICES[shape]
    assert ranked(text)[2] == options
    monkeypatch.chdir(tmp_path)
    assert main(["t.csv"]) == 2
    refusal = capsys.readouterr().err
    assert "--ignore" not in refusal
    assert "where less is better" not in refusal


def test_rows_of_a_name_alone_stand_over_scenarios(ranked):
    text = "Tool,Time (s),Memory (MB)\nSmall,,\nrg,0.12,18\ngrep,0.45,3\nLarge,,\nrg,1.92,22\ngrep,9.81,3\n"
    decision, answer, proposed = ranked(text)
    assert proposed == []
    assert [one["scenario"] for one in decision["scenarios"]] == ["Small", "Large"]
    assert "'Small', 'Large' are scenarios, as each stands alone above its rows" in answer


def test_more_of_what_lasts_is_not_counted_as_worse(ranked):
    text = "Laptop,Battery (h),Price (€)\nA,9.5,1249\nB,15.2,1299\n"
    assert ranked(text)[2] == ["--benefit", "Battery (h)", "--cost", "Price (€)"]


def test_rates_in_thousands_and_marks_of_footnotes_in_headings_are_read(ranked):
    decision, _, proposed = ranked("scheduler,iops,lat,cpu\n,kIOPS,us,%\nbfq,201,158,48\nmq,390,81,35\n")
    assert proposed == []
    assert set(criteria(decision).values()) == {"throughput", "response_time_mean", "cpu"}
    text = "Runtime | Requests/sec ¹ | p99\n--- | ---: | ---:\nBun | 102,833 | 6.4 ms\nNode | 48,201 | 12 ms\n\n¹ wrk\n"
    decision, _, proposed = ranked(text, name="t.md")
    assert proposed == []
    assert criteria(decision)["throughput"] == "throughput"
    decision, _, _ = ranked("Tunnel,Throughput,RTT\nwg,912 Mbps,1 ms\novpn,0.31 Gbps,2 ms\n")
    assert names(decision) == ["wg", "ovpn"]


@each("unit", ["ops_s", "ops_sec", "rows_s", "msgs_s", "mb_s", "get_ops_s"])
def test_so_many_in_a_second_with_underscores_is_no_time(ranked, unit):
    decision, answer, proposed = ranked(f"db,load_{unit},rss_mb\nA,4121,12\nB,5410,13\n")
    assert proposed == []
    assert decision["scenarios"][0]["choose"] == ["B"]
    assert "as was asked for" not in answer


def test_hours_that_nothing_calls_waited_for_are_asked_about(ranked):
    decision, _, _ = ranked("job,Build time (h),Price (€)\nA,9.5,1249\nB,15.2,1299\n")
    assert decision["scenarios"][0]["choose"] == ["A"]
    text = "Laptop,Web browsing (h),Video (h),Price (€)\nA,9.5,10.1,1249\nB,15.2,17.9,1299\n"
    assert ranked(text)[2] == ["--benefit", "Web browsing (h)", "--cost", "Price (€)"]


def test_what_a_battery_gives_is_no_time_that_is_waited_for(ranked):
    text = "drone,flight time (min),charging (min),price\nMini,34,70,759\nAir,46,80,1099\nEvo,40,90,999\n"
    decision, answer, _ = ranked(text)
    assert criteria(decision) == {"charging (min)": "charging (min)"}
    assert "--benefit 'flight time (min)'" in answer


def test_a_merged_cell_serves_the_rows_below_it(ranked):
    text = "Clip,Encoder,Speed (fps)\nCrowd,x264,121\n,x265,38\nPark,x264,110\n,x265,33\n"
    decision, answer, proposed = ranked(text)
    assert (names(decision), proposed) == (["x264", "x265"], [])
    assert [s["scenario"] for s in decision["scenarios"]] == ["Crowd", "Park"]
    assert "where 'Clip' is empty it is that of the row above" in answer
    decision, _, _ = ranked(text.replace("Clip", "Engine").replace("Encoder", "Workload"))
    assert names(decision) == ["Crowd", "Park"]


def test_a_heading_like_that_of_lzbench_does_not_make_a_table_its_own(ranked):
    text = (
        "| Compressor name | Ratio | Compression | Decompress. |\n|---|---:|---:|---:|\n"
        "| **fast** | **3.01** | **612 MB/s** | **1,710 MB/s** |\n| zstd | 2.88 | 510 MB/s | 1,580 MB/s |\n"
    )
    decision, answer, _ = ranked(text, name="t.md")
    assert "decompression_speed" in criteria(decision).values()
    assert "lzbench" not in answer


@each(
    ("text", "columns"),
    [
        ("4 TB, one,3.7 TB,w=108MB/s\n4 TB, two,7.5 TB,w=237MB/s\n", "A,alternative,C,w"),
        ("lz4\tok\t512 MB/s\nzstd -1\tok\t1.2 GB/s\n", "alternative,B,C"),
        ("zstd -1;3,2 s;120 MB\nzstd -9;12,4 s;100 MB\n", "alternative,B,C"),
    ],
)
def test_a_first_line_like_those_below_it_is_no_heading(ranked, text, columns):
    decision, _, proposed = ranked(text)
    assert proposed[:2] == ["--columns", columns]
    assert len(names(decision)) == 2


def test_keys_before_numbers_are_no_part_of_them_and_sizes_may_be_headings():
    m = ahp.read({"config": ["a", "b"], "tps": ["t=10", "t=12"], "note": ["x=1", "y=2"]})
    assert [row.value for row in m.rows] == [10, 12]
    assert ahp.read({"codec": ["a", "b"], "1 MB": ["3 ms", "4 ms"], "tps": ["5", "6"]}).rows


SPACED = {
    "a heading without the first name": (
        "            throughput  p99      storage\nPostgreSQL  1200 tps    4.2 ms   62 GB\nMySQL       1100 tps    5.2 ms   75 GB\n",
        {"throughput", "response_time_p99"},
    ),
    "names of rows as R writes them": (
        "throughput\tp99 (ms)\nlz4\t1200\t4.2\nzstd\t1100\t5.0\n",
        {"throughput", "response_time_p99"},
    ),
    "headings one space apart": (
        "Tool name        Read MB/s Write MB/s  Time s\nfio                   1204        980      31\ndd (bs=1M, sync)       880        410       2\n",
        {"duration"},
    ),
    "cells one space apart": (
        "Store    Throughput Latency  Size\nrocksdb  1204 op/s  3.1 ms   310 MB\nlmdb     880 op/s   2.1 ms   290 MB\n",
        {"throughput", "response_time_mean", "stored_bytes"},
    ),
    "an empty cell, and words over the end of a column": (
        "Engine   Throughput  p99 of all (ms)  Load in MB/s\nrocksdb  1204 op/s               3.1           120\nlmdb     880 op/s                              90\nleveldb  710 op/s                7.0            81\n",
        {"throughput"},
    ),
    "another column beside those of a tool": (
        "Compressor name         Compress. Decompress.  Compr. size  Memory\nmemcpy                  12470 MB/s 12611 MB/s    211938580  9 KB\n"
        "zstd 1.5.6 -1             487 MB/s  1655 MB/s     73421914  1.2 MB\n",
        {"compression_speed", "decompression_speed", "stored_bytes", "memory"},
    ),
}


@each("shape", SPACED)
def test_columns_are_told_apart_by_where_they_stand(ranked, shape):
    text, measures = SPACED[shape]
    decision, _, _ = ranked(text, name="t.tsv" if "\t" in text else "t.txt")
    assert measures <= {*criteria(decision).values()}
    assert len(names(decision)) in (1, 2, 3)


def test_sentences_that_blanks_go_through_are_no_table(tmp_path):
    (tmp_path / "t").write_text(
        "Nearest change of one number\n16  16384 wins if its p95 is 5.45 instead of 5.8 ms\n"
        "64  16384 wins if its p95 is 10.5 instead of 11.6 ms\n"
    )
    with pytest.raises(ahp.InputError, match="this is no table"):
        ahp.read(str(tmp_path / "t"))


def test_a_banner_is_no_heading(tmp_path):
    (tmp_path / "t").write_text(
        "  DOM  STRUCT\n== a ===== parse ==== write ===\nx.json  320 MB/s  460 MB/s\ny.json  550 MB/s  590 MB/s\n"
    )
    with pytest.raises(
        ahp.InputError, match="line 2: parted at two spaces or more, the cells of this line are 1"
    ):
        ahp.read(str(tmp_path / "t"))


def test_commas_are_only_spoken_of_where_they_part_cells(tmp_path):
    for text, comma in (("codec,tps\na,1,2\n", True), ("codec\ttps\na\t1\t\n", False)):
        (tmp_path / "t").write_text(text)
        with pytest.raises(ahp.InputError) as refusal:
            ahp.read(str(tmp_path / "t"))
        assert ("a comma" in str(refusal.value)) is comma


def test_names_over_measures_beside_columns_of_one_heading_are_scenarios(ranked):
    html = (
        "<table><tr><th rowspan=2>#</th><th rowspan=2>Framework</th><th colspan=2>JSON</th><th colspan=2>Query</th>"
        "<th rowspan=2>RSS (MB)</th></tr><tr><th>req/s</th><th>latency (ms)</th><th>req/s</th><th>latency (ms)</th>"
        "</tr>\n<tr><td>1<td>actix<td>100<td>1.2<td>50<td>2.2<td>41</tr>\n"
        "<tr><td>2<td>fiber<td>90<td>1.1<td>40<td>2.6<td>96</tr>\n"
        "<tfoot><tr><td><td>Average<td>95<td>1.15<td>45<td>2.4<td>68.5</tr></tfoot></table>"
    )
    csv = "Framework,JSON,,Query,,RSS (MB)\n,req/s,latency (ms),req/s,latency (ms),\nactix,100,1.2,50,2.2,41\nfiber,90,1.1,40,2.6,96\n"
    for text, options in ((html, ["--ignore", "Average"]), (csv, [])):
        decision, answer, proposed = ranked(text)
        assert proposed == options
        assert [one["scenario"] for one in decision["scenarios"]] == ["JSON", "Query"]
        assert names(decision) == ["actix", "fiber"]
        assert "'RSS (MB)' (less is better)" in answer


def test_a_row_of_units_may_have_some_that_nobody_knows(ranked):
    text = "tool\tspeed\tcpu\tcost\tlost\n\tMB/s\t% of 1 core\t$/host/mo\tcount\na\t120\t61\t3\t0\nb\t100\t148\t4\t1\n"
    decision, answer, proposed = ranked(text, name="t.tsv")
    assert (names(decision), proposed) == (["a", "b"], [])
    assert "CPU in % and speed in MB/s" in answer
    text = "tool,speed,state\n,fast,ok\na,120,ok\nb,100,no\n"
    with pytest.raises(ahp.InputError, match="line 2: the alternative has no name"):
        ahp.read(io.StringIO(text))


@each("key", ["threads", "clients"])
def test_settings_crossed_with_others_are_proposed_as_names(ranked, key):
    text = f"innodb_page_size,{key},tps\n4096,16,3911\n8192,16,4240\n4096,64,9120\n8192,64,10480\n"
    decision, _, proposed = ranked(text)
    assert proposed == ["--map", "alternative=innodb_page_size", "--map", f"scenario={key}"]
    assert [one["scenario"] for one in decision["scenarios"]] == ["16", "64"]


def test_headings_that_stand_again_are_of_the_columns_before_them(ranked):
    text = "codec,speed (MB/s),Δ vs zlib,size (MB),Δ vs zlib\nzlib,100,–,40,–\nzstd,400,+300 %,38,-5 %\nlz4,700,+600 %,55,+38 %\n"
    decision, answer, proposed = ranked(text)
    assert proposed == []
    assert (
        "left out, as they restate the column before them: 'speed (MB/s) Δ vs zlib', 'size (MB) Δ vs"
        in answer
    )
    assert decision["scenarios"][0]["choose"] == ["lz4"]
    _, answer, _ = ranked("db,tps,±,p99 (ms),±\na,1200,12,4.2,0.1\nb,1100,15,4.5,0.2\n")
    assert "'tps stddev', 'p99 (ms) stddev', of runs and how they scatter" in answer
    for heading in ("tps,p99,tps,p99", "size,unit,speed,unit"):
        with pytest.raises(ahp.InputError, match="this heading stands twice"):
            ahp.read(io.StringIO(f"db,{heading}\na,1,2,3,4\nb,2,3,4,5\n"))


def test_marks_of_emphasis_around_a_cell_are_no_part_of_its_name(ranked):
    text = (
        "| _Module_ | time (ms) |\n|---|---|\n| `_lru_` | 1.2 |\n| _fast\\_path_ | 3.2 |\n| *dict* | 4.2 |\n"
    )
    assert names(ranked(text, name="t.md")[0]) == ["_lru_", "fast_path", "dict"]


@each(
    ("rows", "column"),
    [
        ("| City | 22 | |\n| _RAM read_ | 28 | for reference |", "Notes"),
        ("| City | 22 | |\n| RAM read | 28 | (only for comparison) |", "Notes"),
        ("| City | 22 | |\n| RAM read (reference only) | 28 | |", "Hash"),
    ],
)
def test_a_row_for_reference_is_asked_about(ranked, capsys, rows, column):
    text = (
        f"| Hash | Speed (GB/s) | Notes |\n|---|---|---|\n| XXH3 | 59.4 | a reference is beside |\n{rows}\n"
    )
    decision, _, proposed = ranked(text, name="t.md")
    assert names(decision) == ["XXH3", "City"]
    assert proposed[:1] == ["--ignore"]
    assert main(["t.md", "--baseline", proposed[1]]) == 0
    capsys.readouterr()
    assert main(["t.md"]) == 2
    assert f"column '{column}'" in capsys.readouterr().err


def test_of_two_columns_of_one_measure_the_other_is_a_column_of_its_own(ranked):
    text = "broker,Throughput [msg/s],Throughput [MB/s],p99 (ms)\nkafka,1210000,121,14\nnats,890000,89,6\nrabbit,61000,6.1,9\n"
    _, answer, proposed = ranked(text)
    assert proposed == ["--map", "throughput=Throughput [msg/s]"]
    assert "Not counted: 'Throughput [MB/s]' ('Throughput [msg/s]' again)." in answer
    decision, _, _ = ranked("db,tps,throughput,p99 (ms)\na,41000,160,2.1\nb,43500,90,1.9\n")
    assert decision["scenarios"][0]["criteria"][0]["measured"] == {"a": 41000, "b": 43500}


def test_a_throughput_in_per_cent_of_nothing_known_counts_when_asked_as_it_stands(ranked):
    text = "gc,throughput_pct,p99_ms\nG1,94.1,96\nZGC,91.7,0.8\n"
    decision, answer, proposed = ranked(text)
    assert proposed == []
    assert "throughput" not in criteria(decision)
    assert "--benefit throughput_pct" in answer
    decision, answer, _ = ranked(text, "--benefit", "throughput_pct")
    assert "change as given" not in answer
    assert decision["scenarios"][0]["against_baseline"] == {}
    _, _, proposed = ranked(text.replace("94.1", "100"))
    assert proposed == ["--map", "throughput_relative=throughput_pct"]


def test_what_is_missing_or_zero_for_some_is_not_promised_to_count(ranked):
    text = "server,tps,Errors,Mount time (s),lat_p50 (ms),lat_p99 (ms)\nx,15,0,4,2,5\ny,21,3,,3,6\n"
    _, answer, _ = ranked(text, "--ignore", "lat_p50 (ms)")
    assert "'Errors' (missing or 0 for some)" in answer
    assert "'Mount time (s)' (less is better; missing or 0 for some)" in answer
    assert "counting" not in answer
    _, answer, _ = ranked(text, "--ignore", "Errors", "--ignore", "Mount time (s)")
    assert "counting it may change the choice, by --cost 'lat_p50 (ms)'." in answer


def test_who_is_marked_as_current_is_asked_about_and_a_default_setting_is_not(ranked):
    text = "tool,build (s),Size (MB)\nmake (current),72,21\nninja,58,19\n"
    assert ranked(text)[2] == ["--baseline", "make (current)"]
    assert ranked(text.replace("current", "default"))[2] == []


def test_what_was_given_is_never_proposed_as_a_cost(ranked):
    text = "codec,file,source_bytes,out (MB),comp_ms\na,x,1000,5,100\nb,x,1000,2,205\na,y,2000,9,200\nb,y,2000,4,410\n"
    _, answer, _ = ranked(text)
    assert "--cost source_bytes" not in answer
    decision, _, _ = ranked("codec,orig_bytes,comp_bytes,comp_ms\na,1000,500,100\nb,1000,240,205\n")
    assert criteria(decision)["storage_saving"] == "compression_ratio"
    _, answer, _ = ranked("host,tps,vcpus,ram_gb,usd\nm5,100,4,16,2\nc7,110,4,8,3\n", "--benefit", "tps")
    assert "--cost usd" in answer
    assert "ram_gb" not in answer.partition("for instance")[2]


def test_a_true_zero_is_not_to_be_corrected_but_left_out(ranked):
    text = "store,ops/s,errors\na,1000,3\nb,1400,0\nc,900,1\n"
    for options in (["--cost", "errors"], ["--benefit", "errors"], ["--only", "--cost", "errors"]):
        decision, _, proposed = ranked(text, *options)
        assert proposed[0] == "--ignore"
        assert criteria(decision) == {"throughput": "throughput"}
    with pytest.raises(ahp.MeasureError, match="greater than 0; correct the cell"):
        ahp.rank(ahp.read(io.StringIO(text.replace("1400", "0"))))


def test_what_almost_nothing_is_left_of_is_not_all_gone(ranked):
    _, answer, _ = ranked("store,ops/s,p99 (ms)\noff,1000,900\na,5000,0.3\nb,4000,0.5\n", "--baseline", "off")
    assert "+400 % -99.97 %" in answer
    assert "+300 % -99.94 %" in answer


def test_the_nearest_change_is_told_with_its_number_whatever_the_names(ranked):
    rows = (f"a rather long name of setting {i},{1000 - 3 * i},{50 + i}" for i in range(12))
    _, answer, _ = ranked("\n".join(["setting,ops/s,max response time (ms)", *rows]))
    said = answer.partition("Nearest change of one number ")[2]
    assert said.startswith("a rather…tting 1 wins if its max resp is 49.8, not 51 ms")


def test_a_price_is_never_the_inverse_of_a_time_by_a_few_round_numbers(ranked):
    hosters = "hoster,response time (ms),price (EUR)\nAlpha,210,5\nBravo,150,7\nCharlie,340,3\nDelta,260,4\n"
    _, answer, _ = ranked(hosters)
    assert "Not counted: 'price (EUR)'; counting it may change the choice: ahp-rank t.csv" in answer
    assert "--cost 'price (EUR)'" in answer
    _, answer, _ = ranked("tool,time (s),Speedup\na,12.1,1.0x\nb,9.4,1.29x\nc,15.0,0.81x\n")
    assert "'Speedup' ('time (s)' again)" in answer
    proportional = "tool,time (s),parts\na,12.1,24\nb,9.4,19\nc,15.0,30\n"
    assert "'parts' ('time (s)' again)" not in ranked(proportional)[1]  # by chance as well
    exact = proportional.replace(",24", ",24.20").replace(",19", ",18.80").replace(",30", ",30.00")
    assert "'parts' ('time (s)' again)" in ranked(exact)[1]


CARS = (
    "| Auto | Preis | 10–80 % | Verbrauch | Reichweite (WLTP) |\n|---|---|---|---|---|\n"
    "| A | 32.900 € | 32 min | 14,9 kWh/100 km | 410 km |\n| B | 23.300 € | 38 min | 17,1 kWh/100 km | 320 km |\n"
    "| C | 36.990 € | 35 min | 15,7 kWh/100 km | 434 km |\n"
)


def test_dots_are_asked_about_where_other_numbers_have_decimal_commas(ranked):
    for options in ([], ["--cost", "Preis"]):
        decision, answer, proposed = ranked(CARS, *options, name="t.md")
        assert proposed == ["--decimal", ","]
        assert criteria(decision)["10–80 %"] == "10–80 %"  # charged from and to, in minutes
        assert "not read" not in answer
    assert decision["scenarios"][0]["criteria"][1]["measured"] == {"A": 32900, "B": 23300, "C": 36990}


GO = "\n".join(
    ["goos: linux"]
    + [
        f"BenchmarkEncode/{codec}/{size}-32 \t {1000 - ns % 7}\t {ns} ns/op"
        for codec, small, large in (("json", 1402, 130211), ("gob", 5921, 83412))
        for size, ns in (("small", small), ("large", large))
    ]
    + ["PASS", "ok  \texample.com/bench\t12.3s", ""]
)


def test_sizes_at_the_end_of_benchmarks_are_scenarios_and_told(ranked):
    decision, answer, _ = ranked(GO, name="t.txt")
    assert [s["scenario"] for s in decision["scenarios"]] == ["small", "large"]
    assert names(decision) == ["Encode/json", "Encode/gob"]
    assert "assumed: 'small', 'large' in the names are what was measured with" in answer
    decision, answer, _ = ranked(GO, "--transpose", name="t.txt")
    assert names(decision) == ["small", "large"]
    assert "--transpose" not in answer
    decision, _, _ = ranked(GO.replace("gob/large", "gob/whole"), name="t.txt")
    assert len(names(decision)) == 4


def test_what_nothing_can_be_turned_round_in_is_refused():
    with pytest.raises(ahp.InputError, match="does not name both alternatives and scenarios"):
        ahp.read(io.StringIO(GO.replace("gob/large", "gob/whole")), alternatives_as="columns")


def test_items_per_second_are_a_rate(ranked):
    records = [
        {"name": f"BM_{n}", "run_name": f"BM_{n}", "run_type": "iteration", "iterations": 9, "real_time": t}
        | {"cpu_time": t, "time_unit": "ns", "items_per_second": 1e9 / t, "bytes_per_second": 1e10 / t}
        for n, t in (("Radix", 7610.9), ("Pdq", 12211.8))
    ]
    text = json.dumps({"context": {"num_cpus": 8}, "benchmarks": records})
    _, answer, _ = ranked(text, name="t.json")
    assert "'items_per_second' (more is better)" in answer
    assert "'bytes_per_second' (more is better)" in answer


def test_who_stands_below_two_lines_of_headings_may_be_what_is_compared(ranked, capsys):
    text = (
        "<table><tr><th rowspan=2>Thing</th><th colspan=2>Photos</th><th colspan=2>Screenshots</th></tr>"
        "<tr><th>Encode (ms)</th><th>Decode (ms)</th><th>Encode (ms)</th><th>Decode (ms)</th></tr>"
        "<tr><td>JPEG</td><td>98</td><td>9</td><td>71</td><td>7</td></tr>"
        "<tr><td>WebP</td><td>141</td><td>11</td><td>120</td><td>8</td></tr></table>"
    )
    decision, _, _ = ranked(text.replace("Thing", "Format"), name="t.html")
    assert names(decision) == ["JPEG", "WebP"]
    assert names(ranked(text, name="t.html")[0]) == ["Photos", "Screenshots"]
    assert main(["t.html"]) == 2
    otherwise = capsys.readouterr().err.partition("if 'Thing' is what is compared, run: ")[2]
    decision, _, _ = ranked(text, *shlex.split(otherwise)[2:], name="t.html")
    assert names(decision) == ["JPEG", "WebP"]


def test_prices_below_names_are_no_units_and_such_rows_are_what_to_count(ranked):
    text = (
        "| | Air | ThinkPad | XPS |\n|---|---|---|---|\n| Price | $1,099 | $1,649 | $1,399 |\n"
        "| Weight | 1.24 kg | 1.12 kg | 1.17 kg |\n| Battery life (hours) | 18 | 11.5 | 13 |\n"
    )
    decision, _, proposed = ranked(text, name="t.md")
    assert proposed[:3] == ["--transpose", "--cost", "price"]
    assert names(decision) == ["Air", "ThinkPad", "XPS"]


def test_what_was_bought_and_words_of_other_languages_have_their_direction(ranked):
    text = "name,price/mo,SSD,uptime\nA,€5.26,256 GB,99.90%\nB,€4.50,75 GB,99.60%\nC,€7.49,80 GB,99.96%\n"
    assert ranked(text)[2] == ["--cost", "price/mo", "--benefit", "uptime"]
    text = "Fournisseur;Prix;Note;Délai (jours)\nA;1 250,00 €;4,5;10\nB;1 480,50 €;4,8;6\nC;990,90 €;3,9;21\n"
    assert ranked(text)[2] == ["--cost", "Prix", "--benefit", "Note", "--cost", "Délai (jours)"]


def test_sizes_that_end_in_letters_are_sizes_under_any_heading_of_such(ranked):
    text = "Compiler,Compile time,Code size\ngcc,4:12.3,12.1M\nclang,3:41.8,12.6M\n"
    decision, answer, _ = ranked(text)
    assert criteria(decision) == {"Compile time": "Compile time"}
    assert "--cost 'Code size'" in answer


BDN = (
    "| Method | Mean | Error | StdDev | Allocated |\n|---|---:|---:|---:|---:|\n"
    "| Loop | 312.4 ns | 2.10 ns | 1.86 ns | 64 B |\n| Linq | 2,410.8 ns | 31.22 ns | 29.20 ns | 72 B |\n"
)


def test_what_is_allocated_counts_by_its_column_and_a_mean_is_told_as_one(ranked):
    decision, answer, _ = ranked(BDN, "--cost", "Allocated", name="t.md")
    assert criteria(decision)["Allocated"] == "memory"
    assert "'Error', 'StdDev', not read." in answer
    _, answer, _ = ranked(BDN, name="t.md")
    assert "one mean each, spread not counted" in answer
    table = "| Command | Mean [s] | Min [s] | Max [s] | Relative |\n|:---|---:|---:|---:|---:|\n"
    rows = "| `jest` | 7.930 ± 0.210 | 7.644 | 8.310 | 3.39 ± 0.12 |\n| `bun` | 2.402 ± 0.205 | 2.190 | 2.802 | 1.00 |\n"
    assert "one mean each, spread not counted" in ranked(table + rows, name="t.md")[1]


def test_long_names_of_scenarios_that_begin_alike_are_told_apart(ranked):
    rows = (
        f"install with cache and {what} modules,{who},{n}"
        for what in ("old", "new")
        for who, n in (("a", 9), ("b", 7))
    )
    _, answer, _ = ranked("\n".join(["scenario,tool,tps", *rows]), "--map", "alternative=tool")
    assert "…old modules" in answer
    assert "…new modules" in answer


def test_rates_in_german_are_asked_about_and_count_by_their_first_word(ranked):
    text = "raid;IOPS 4k read;IOPS 4k write;lat avg µs\nr10;412.331;201.882;77,2\nr5;398.110;61.202;80,4\n"
    decision, answer, proposed = ranked(text)
    assert proposed == ["--decimal", ","]
    assert {c["name"] for c in decision["scenarios"][0]["criteria"]} >= {"IOPS 4k read", "IOPS 4k write"}
    assert "IOPS 4k read IOPS 4k write" in answer


def test_an_index_of_words_is_no_run_and_one_failed_query_no_failed_run(ranked):
    text = "Database,Index,Insert (rows/s),Lookup p99 (ms)\nPG,btree,81000,210\nPG,hash,77000,190\nSQLite,btree,120000,35\n"
    assert ranked(text)[2] == ["--map", "alternative=Database+Index"]
    text = "Warehouse,QPS,Failed queries\nSnowflake,4120,0\nBigQuery,5902,0\nDatabricks,7203,1\n"
    decision, answer, proposed = ranked(text)
    assert (decision["scenarios"][0]["choose"], proposed) == (["Databricks"], [])
    assert "'Failed queries' counts 1 for 'Databricks'" in answer


def test_what_there_is_room_for_and_what_is_saved_is_wanted(ranked):
    text = "Level,Seq read (MB/s),Usable (TB),Goodput at 1 % loss (Mbit/s),Time saved (s),Free space (GB)\n"
    _, answer, _ = ranked(
        f"{text}RAID0,12850,15.4,18,9,412\nRAID10,12610,7.7,22,8,415\nRAID5,11930,11.5,30,4,611\n"
    )
    assert "Ranked by benefit (Seq read (MB/s), 1 more)" in answer
    assert "--benefit 'Usable (TB)' --benefit 'Time saved (s)' --benefit 'Free space (GB)'" in answer.replace(
        "\\ ", ""
    )


def test_commas_that_group_digits_part_no_columns_that_blanks_part(ranked):
    text = (
        "instance        seq read     rand read\n                KB/s         IOPS\n"
        "i3en.2xlarge    1,120,400    250,100\ni4i.2xlarge     1,401,220    400,300\n"
    )
    decision, _, _ = ranked(text, name="t.txt")
    assert names(decision) == ["i3en.2xlarge", "i4i.2xlarge"]


def test_places_in_a_first_column_are_no_numbers_to_stand_behind(ranked):
    text = "| Rank | Web server | Language | Requests/sec |\n|--|--|--|--|\n| 1 | h2o | C | 1226 |\n| 2 | fasthttp | Go | 908 |\n"
    assert names(ranked(text, name="t.md")[0]) == ["h2o", "fasthttp"]


def test_what_all_were_measured_with_is_proposed_as_scenarios(ranked):
    text = "Broker,Partitions,Acks,MB/s\n" + "".join(
        f"{broker},{parts},{acks},{n}\n"
        for broker, n in (("Kafka", 610), ("Redpanda", 633))
        for parts in (10, 100)
        for acks in ("1", "all")
    )
    assert ranked(text)[2][:2] == ["--map", "scenario=Partitions+Acks"]
    text = "Database,Storage,TPS\nPG,gp3,3100\nPG,io2,7400\nMySQL,gp3,2800\nMySQL,io2,6900\n"
    decision, _, proposed = ranked(text)
    assert (proposed, names(decision)) == (["--map", "scenario=Storage"], ["PG", "MySQL"])
    text = "Provider,Storage $/TB/mo,Download (MB/s)\nS3,23.00,412\nR2,15.00,380\nB2,6.00,301\n"
    assert "--cost 'Storage $/TB/mo'" in ranked(text)[1]


def test_settings_of_any_name_tell_rows_apart_and_no_measure_does(ranked):
    text = "codec,effort,throughput MB/s,memory MB\nbrotli,1,290,4\nbrotli,9,14,22\nzstd,1,510,5\nzstd,15,14,60\n"
    assert ranked(text)[2] == ["--map", "alternative=codec+effort"]
    text = "Compresseur;Niveau;Taille compressée (Mo);Temps compression (s)\ngzip;6;68,2;6,91\nzstd;3;66,5;1,12\nzstd;19;52,9;61,40\n"
    assert ranked(text)[2][:2] == ["--map", "alternative=Compresseur+Niveau"]


@each("bad", ["Deadlocks/s", "Rollbacks/s", "GC/s", "fsyncs/s", "Compactions/s", "Slow queries/s"])
def test_what_nobody_wants_more_of_is_no_throughput(ranked, bad):
    text = f"Setup,Read QPS,Write QPS,{bad}\nA,51200,12100,0.8\nB,44100,15800,1.4\n"
    decision, answer, _ = ranked(text)
    assert set(criteria(decision)) == {"Read QPS", "Write QPS"}
    assert f"--benefit {bad}" not in answer.replace("'", "").partition("by --benefit")[0]


@each("heading", ["Storage", "Disk (GB)", "Disk space (GB)"])
def test_a_disk_beside_a_price_is_bought_and_names_nothing(ranked, heading):
    cells = ["80", "160", "256"] if "GB" in heading else ["80 GB", "160 GB", "256 GB"]
    rows = zip(
        ["Hetzner", "DO", "Vultr"],
        cells,
        ["41200", "38100", "61300"],
        ["6.80", "44.50", "44.30"],
        strict=True,
    )
    decision, answer, _ = ranked(
        "\n".join([f"Provider,{heading},Disk IOPS,Price/month", *map(",".join, rows)])
    )
    assert names(decision) == ["Hetzner", "DO", "Vultr"]
    assert set(criteria(decision)) <= {"throughput", "Disk IOPS"}
    assert "--cost Price/month" in answer
    assert f"--cost '{heading}'" not in answer


def test_errors_are_costs_whatever_is_said_of_them_and_a_bandwidth_is_none(ranked):
    _, answer, _ = ranked(
        "model,top-1 error (%),inference (ms)\nR18,30.24,1.9\nR34,26.70,3.1\nR50,23.87,5.2\n"
    )
    assert "--cost 'top-1 error (%)'" in answer
    _, answer, _ = ranked(
        "device,iops,bw_mb,lat_us_mean\nA,410000,1601,77\nB,512000,2010,61\nC,390000,1499,80\n"
    )
    assert "--cost bw_mb" not in answer


def test_latex_groups_digits_by_a_comma_in_braces(ranked):
    text = (
        "\\begin{tabular}{lr}\nServer & Throughput (req/s) \\\\ \\hline\nApache & $41{,}210 \\pm 310$ \\\\\n"
        "nginx & $\\mathbf{88{,}930} \\pm 720$ \\\\\n\\end{tabular}\n"
    )
    decision, _, _ = ranked(text, name="t.tex")
    assert decision["scenarios"][0]["criteria"][0]["measured"] == {"Apache": 41210, "nginx": 88930}


def test_queries_an_hour_are_wanted_and_numbers_in_brackets_are_told(ranked):
    _, answer, _ = ranked(
        "instance,TPC-H power (QphH),TPS,price ($/h)\na,18400,11210,0.38\nb,21300,13940,0.33\nc,19800,14205,0.29\n"
    )
    assert "--benefit 'TPC-H power (QphH)'" in answer
    _, answer, _ = ranked("Runtime,Startup (ms)\nrunc,312 (14)\ncrun,120 (9)\n")
    assert "in cells such as '312 (14)' the number in parentheses is passed over" in answer
    assert ranked("Serveur,Requests/s\nApache (référence),18450\nnginx,31200\n")[2] == [
        "--baseline",
        "Apache (référence)",
    ]


def test_a_suite_of_which_all_failed_is_no_internal_error():
    record = {"name": "BM_A", "run_name": "BM_A", "run_type": "iteration", "iterations": 0, "real_time": 0.0}
    record |= {"cpu_time": 0.0, "time_unit": "ns", "error_occurred": True, "error_message": "no file"}
    table = "| Method | Mean | Error |\n|---|---:|---:|\n| Loop | NA | NA |\n"
    for text in (json.dumps({"context": {"num_cpus": 8}, "benchmarks": [record]}), table):
        with pytest.raises(ahp.InputError):
            ahp.read(io.StringIO(text), failed="drop")


TWO_LEVELS = {
    "Markdown": (
        "| | Read | | Write | |\n|---|---|---|---|---|\n| FS | tput | lat | tput | lat |\n"
        "| | MB/s | ms | MB/s | ms |\n| ext4 | 510 | 1.2 | 420 | 2.0 |\n| xfs | 540 | 1.1 | 460 | 1.8 |\n"
    ),
    "Markdown with units beside the measures": (
        "| | Read | | Write | |\n|---|---|---|---|---|\n| FS | tput (MB/s) | lat (ms) | tput (MB/s) | lat (ms) |\n"
        "| ext4 | 510 | 1.2 | 420 | 2.0 |\n| xfs | 540 | 1.1 | 460 | 1.8 |\n"
    ),
    "CSV": (
        ",Read,,Write,\nFS,tput,lat,tput,lat\n,MB/s,ms,MB/s,ms\next4,510,1.2,420,2.0\nxfs,540,1.1,460,1.8\n"
    ),
}


@each("shape", TWO_LEVELS)
def test_a_second_line_of_headings_below_the_ruler_and_a_third_of_units(ranked, shape):
    decision, _, proposed = ranked(TWO_LEVELS[shape])
    assert proposed == []
    assert [s["scenario"] for s in decision["scenarios"]] == ["Read", "Write"]
    read = {
        (scenario["scenario"], row["alternative"], row["measure"]): (row["value"], row["unit"])
        for scenario in decision["scenarios"]
        for row in scenario["measurements"]
    }
    assert read["Write", "xfs", "throughput"] == (460.0, "MB/s")
    assert read["Read", "ext4", "response_time_mean"] == (1.2, "ms")


def test_a_column_that_is_the_sum_of_those_that_count_is_told_as_such(ranked):
    text = "system,load (s),query (s),total (s)\nduckdb,12,30,42\nclickhouse,15,22,37\npolars,9,41,50\n"
    _, answer, _ = ranked(text)
    assert "Not counted: 'total (s)' ('load (s)' + 'query (s)' again)." in answer
    _, answer, _ = ranked(text.replace("50", "52"))
    assert "Ranked by benefit (load (s), query (s), total (s)) alone" in answer


def test_benchmarks_in_two_levels_have_what_was_done_for_scenarios(ranked):
    lines = [
        f"Benchmark{what}/{name}-8 1000 {time} ns/op"
        for what, times in {"Get": (38.4, 84.91, 28.33), "Set": (148.0, 171.5, 498.7)}.items()
        for name, time in zip(("ristretto", "bigcache", "syncmap"), times, strict=True)
    ]
    text = "\n".join(["goos: linux", "pkg: cachebench", *lines, "PASS", "ok cachebench 14.2s", ""])
    decision, answer, proposed = ranked(text, name="t.txt")
    assert proposed == []
    firsts = {s["scenario"]: s["choose"] for s in decision["scenarios"]}
    assert firsts == {"Get": ["syncmap"], "Set": ["ristretto"]}
    assert (
        "'Get', 'Set' in the names are what was measured with; --transpose compares these instead" in answer
    )
    decision, _, _ = ranked(text, "--transpose", name="t.txt")
    assert names(decision) == ["Get", "Set"]


def test_tests_of_redis_benchmark_are_scenarios_and_two_outputs_are_no_one(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    heads = ("test", "rps", *(f"{of}_latency_ms" for of in ("avg", "min", "p50", "p95", "p99", "max")))
    head = ",".join(f'"{name}"' for name in heads)
    rest = '"0.5","0.1","0.5","0.8","0.9","2.2"'
    redis = f'{head}\n"SET","59701.49",{rest}\n"GET","61150.89",{rest}\n'
    (tmp_path / "a.csv").write_text(redis)
    (tmp_path / "b.csv").write_text(redis.replace("59701", "69701").replace("61150", "50150"))
    (tmp_path / "both.txt").write_text(f"== a ==\n{redis}== b ==\n{redis}")
    assert main(["redis=a.csv", "valkey=b.csv", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)["scenarios"]
    assert {s["scenario"]: s["choose"] for s in found} == {"SET": ["valkey"], "GET": ["redis"]}
    assert main(["both.txt"]) == 2
    assert "2 reports stand in it: both.txt#1 'a' (line 1)" in capsys.readouterr().err
    (tmp_path / "both.txt").write_text(redis + redis)
    assert main(["redis=both.txt"]) == 2
    assert "line 4: another output of redis-benchmark begins here" in capsys.readouterr().err


def test_a_remark_below_the_rows_is_none_and_a_name_without_numbers_is(ranked):
    text = "tool,time (s),size (MB)\na,1.2,33\nb,2.2,30\nc,1.9,31\n,,\nSource: my file server,,\n"
    decision, answer, proposed = ranked(text)
    assert (names(decision), proposed) == (["a", "b", "c"], [])
    assert "'Source: my file server' below the table is a remark, and no row" in answer
    decision, answer, proposed = ranked(text.replace("Source: my file server", "d"))
    assert proposed == ["--drop-incomplete"]
    assert names(decision) == ["a", "b", "c"]


def test_multiples_of_a_throughput_and_sizes_given_to_each_are_proposed_as_such(ranked):
    text = "variant,size (MB),throughput\nmaster,41.8,1.00x\nlto,37.2,1.04x\npgo,36.1,1.19x\n"
    decision, _, proposed = ranked(text)
    assert proposed == ["--map", "throughput_relative=throughput"]
    assert decision["scenarios"][0]["choose"] == ["pgo"]
    text = "hash,size_bytes,GiB/s\nXXH3,64,12.4\nwyhash,64,13.1\nXXH3,4096,28.8\nwyhash,4096,17.2\n"
    decision, _, proposed = ranked(text)
    assert proposed == ["--map", "scenario=size_bytes"]
    assert {s["scenario"]: s["choose"] for s in decision["scenarios"]} == {"64": ["wyhash"], "4096": ["XXH3"]}


def test_what_is_the_same_for_all_is_told_and_not_offered(ranked):
    text = "broker,producers,messages/s,broker CPU %\na,10,1200,30\nb,10,1500,41\nc,10,1800,38\n"
    _, answer, _ = ranked(text)
    assert "'producers' (the same for all)" in answer
    assert "counting 'broker CPU %' may change the choice" in answer


def test_what_begins_with_a_number_in_brackets_is_no_unit():
    table = {"disk": ["a", "b"], "IOPS (4k)": [100, 120], "Reads (1/s)": [5, 7]}
    units = {one.words: one.unit for one in ahp.read(table).spare}
    assert units["iops_4k"] is None
    assert units["reads"].symbol == "1/s"


CHANGES = "| wal | Throughput | Avg latency | CPU usage |\n|---|---|---|---|\n| off | {0} | {0} | {0} |\n"
CHANGES += "| pglz | −9 % | +10 % | +21 % |\n| lz4 | +4 % | −4 % | +6 % |\n| zstd | +2 % | | +11 % |\n"


@each("nothing", ["–", "0 %", ""])
def test_changes_against_a_row_of_dashes_are_read_as_against_one_of_zeros(ranked, nothing):
    decision, answer, proposed = ranked(CHANGES.format(nothing), "--drop-incomplete")
    assert proposed == []
    assert "the changes of 'Throughput', 'Avg latency', 'CPU usage' are read as shares of 'off'" in answer
    assert decision["scenarios"][0]["order"] == ["lz4", "pglz"]
    assert decision["scenarios"][0]["against_baseline"]["pglz"]["response_time"] == pytest.approx(
        0.1, abs=0.01
    )


def test_a_latency_in_per_cent_is_not_proposed_as_an_improvement(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("wal,tps,avg latency\npglz,9 %,10 %\nlz4,4 %,4 %\n")
    assert main(["t.csv"]) == 2
    assert "response_time_improvement" not in capsys.readouterr().err


def test_changes_of_which_the_table_does_not_have_what_they_are_held_against(ranked):
    text = "Scheduler,TPS,Avg. latency,p99 latency,CPU usage\nmq-deadline,+3.1%,-3.0%,-18.4%,+1.9%\n"
    text += "kyber,-1.2%,+1.3%,-22.7%,+2.6%\nbfq,-14.8%,+17.1%,+9.5%,+11.3%\n"
    decision, answer, proposed = ranked(text)
    assert proposed == []
    found = {
        (one["alternative"], one["measure"]): one["value"] for one in decision["scenarios"][0]["measurements"]
    }
    assert found["bfq", "throughput_relative"] == pytest.approx(85.2)
    assert found["bfq", "response_time_relative"] == pytest.approx(100 / 1.095, abs=0.1)
    assert found["bfq", "cpu_relative"] == pytest.approx(111.3)
    assert "are read as shares of what they are held against, which is 100 %" in answer
    spare = {one.alternative: one.value for one in ahp.read(io.StringIO(text)).spare}
    assert spare["bfq"] == pytest.approx(117.1)  # more of it is more latency, as it is headed


def test_a_quantity_in_the_name_of_a_row_is_no_unit(ranked):
    text = "| Program (size) | GNU ld | mold |\n|---|---|---|\n| MySQL 8.3 (0.47 GiB) | 10.84s | 0.46s |\n"
    text += "| Clang 19 (1.56 GiB) | 42.07s | 1.35s |\n"
    decision, _, proposed = ranked(text)
    assert proposed[:2] == ["--cells", "duration"]
    assert [s["scenario"] for s in decision["scenarios"]] == ["MySQL 8.3 (0.47 GiB)", "Clang 19 (1.56 GiB)"]


@each(
    "options",
    [
        ["--map", "throughput=tps", "--benefit", "qps"],
        ["--map", "throughput=tps", "--only", "--benefit", "qps"],
    ],
)
def test_a_column_counts_by_its_own_numbers_where_another_has_the_measure_of_its_heading(ranked, options):
    decision, answer, _ = ranked("engine,tps,qps\na,100,2000\nb,120,1700\nc,90,2500\n", *options)
    (counted,) = [one for one in decision["scenarios"][0]["criteria"] if one["name"] == "qps"]
    assert counted["measured"] == {"a": 2000.0, "b": 1700.0, "c": 2500.0}
    assert "'qps'" not in answer.partition("Not counted")[2]


def test_two_columns_of_one_measure_count_each_by_its_own_numbers(ranked):
    text = "server,tps,memory (MB),peak memory (MB)\na,100,10,90\nb,120,12,60\nc,90,30,50\n"
    costs = ["--map", "memory=memory (MB)", "--cost", "peak memory (MB)", "--cost", "memory (MB)"]
    decision, _, _ = ranked(text, *costs)
    found = {one["name"]: one["measured"] for one in decision["scenarios"][0]["criteria"]}
    assert (found["peak memory (MB)"]["a"], found["memory (MB)"]["a"]) == (90.0, 10.0)


def test_columns_in_one_unit_repeat_each_other_by_many_digits_only(ranked):
    text = "Device,bs=4k,bs=64k,bs=1M\nA,0.9 MB/s,12.8 MB/s,178 MB/s\nB,1.4 MB/s,19.9 MB/s,262 MB/s\n"
    decision, answer, _ = ranked(text + "C,1.1 MB/s,15.0 MB/s,205 MB/s\n")
    assert "again" not in answer
    assert [one["name"] for one in decision["scenarios"][0]["criteria"]] == ["bs=4k", "bs=64k", "bs=1M"]


def test_a_price_per_terabyte_is_a_cost_and_in_no_terabytes(ranked):
    text = (
        "Layout,Seq read,Cost per usable TB\nRAID 5,1.9 GB/s,$41\nRAID 6,1.7 GB/s,$62\nRAID 10,2.1 GB/s,$62\n"
    )
    _, answer, _ = ranked(text)
    assert "--cost 'Cost per usable TB'" in " ".join(answer.split())
    assert [one.unit for one in ahp.read(io.StringIO(text)).spare if one.words != "seq_read"] == [None] * 3


def test_memory_as_kubernetes_writes_it_is_in_bytes():
    rows = ahp.read({"alternative": ["a", "b"], "mem": ["112Mi", "58Mi"]}).rows
    assert [row.value for row in rows] == [112 * 2**20, 58 * 2**20]


BELOW = "\n{}\nType      Ops/sec   p99 Latency\n-------------------------------\nSets     {}   2.4\nGets    {}   2.3\n"


def test_what_was_done_below_the_names_of_systems_is_no_alternative(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = BELOW.format("Redis 7.2", 14210, 142050) + BELOW.format("Dragonfly 1.14", 41822, 418075)
    (tmp_path / "t.txt").write_text(page)
    latency = ["--map", "response_time_p99 (ms)=p99 Latency"]
    assert main(["t.txt#1", "t.txt#2", *latency, "--format", "json"]) == 0
    scenarios = json.loads(capsys.readouterr().out)["scenarios"]
    assert [(one["scenario"], one["choose"]) for one in scenarios] == [
        ("Sets", ["Dragonfly 1.14"]),
        ("Gets", ["Dragonfly 1.14"]),
    ]


def test_sheets_of_one_heading_are_proposed_together_and_are_scenarios(tmp_path, capsys, monkeypatch):
    import pandas as pd

    monkeypatch.chdir(tmp_path)
    with pd.ExcelWriter("t.xlsx") as book:
        for sheet, factor in {"YCSB-A": 1, "YCSB-C": 2}.items():
            frame = pd.DataFrame({"Database": ["a", "b"], "ops/s": [100 * factor, 120 * factor]})
            frame.to_excel(book, sheet_name=sheet, index=False)
        pd.DataFrame({"Notes": ["as measured in May"]}).to_excel(book, sheet_name="Notes", index=False)
    assert main(["t.xlsx"]) == 2
    assert capsys.readouterr().err.endswith("run: ahp-rank 't.xlsx#YCSB-A' 't.xlsx#YCSB-C'\n")
    assert main(["t.xlsx#YCSB-A", "t.xlsx#YCSB-C", "--format", "json"]) == 0
    assert [one["scenario"] for one in json.loads(capsys.readouterr().out)["scenarios"]] == [
        "YCSB-A",
        "YCSB-C",
    ]


def test_memory_beside_speed_ups_is_proposed_to_be_left_out(ranked):
    text = (
        "Speedup, higher is better.\n\n| Allocator | larson | mstress | redis | Memory use |\n|-|-|-|-|-|\n"
    )
    text += "| glibc | 1.00x | 1.00x | 1.00x | 1.00x |\n| jemalloc | 2.41x | 1.18x | 1.06x | 1.12x |\n"
    _, _, proposed = ranked(text)
    assert proposed[:2] == ["--ignore", "Memory use"]


@each(
    ("names", "scenarios"),
    [
        (
            ["BM_find<map>/9", "BM_find<set>/9", "BM_erase<map>/9", "BM_erase<set>/9"],
            ["BM_find/9", "BM_erase/9"],
        ),
        (["sort<int>", "sort<double>", "merge<int>", "merge<double>"], ["int", "double"]),
    ],
)
def test_templates_of_a_suite_tell_what_was_done_and_what_is_compared(names, scenarios):
    rows = [
        {"name": name, "iterations": 9, "real_time": 5.0, "cpu_time": 5, "time_unit": "ns"} for name in names
    ]
    suite = {"context": {"library_build_type": "release"}, "benchmarks": rows}
    assert list(ahp.read(io.StringIO(json.dumps(suite))).scenarios) == scenarios


def test_per_cents_of_one_alternative_are_shares_of_it(ranked):
    text = "runtime,workload,throughput,latency_p99,memory\nrunc,redis,100%,100%,100%\ngVisor,redis,61%,182%,131%\n"
    text += "runc,nginx,100%,100%,100%\ngVisor,nginx,42%,231%,128%\n"
    decision, answer, proposed = ranked(text, "--baseline", "runc", "--cost", "memory")
    assert proposed == []
    against = decision["scenarios"][0]["against_baseline"]["gVisor"]
    assert against == pytest.approx({"throughput": -0.39, "response_time": 0.82, "memory": 0.31}, abs=0.01)
    assert "the per cents of 'throughput', 'latency_p99', 'memory' are read as shares of 'runc'" in answer


def test_a_row_of_the_best_numbers_is_no_alternative(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    table = "| Tool | Clean | Warm |\n|-|-|-|\n| a | 97s | 3.9s |\n| b | 99s | 0.2s |\n"
    (tmp_path / "t.md").write_text(f"{table}| **Best** | **97s** | **0.2s** |\n")
    assert main(["t.md"]) == 2
    assert "--ignore Best" in capsys.readouterr().err
    (tmp_path / "t.md").write_text(f"{table}| Best | 95s | 0.4s |\n")  # which may be called so
    main(["t.md"])
    assert "sums up" not in capsys.readouterr().err


def test_percentiles_in_rows_are_measured_with_and_no_alternatives(ranked):
    text = "Latency percentiles (ms)\n\n| Percentile | Envoy | HAProxy |\n|-:|-:|-:|\n| 50% | 1.21 | 0.98 |\n| 99.9% | 14.9 | 9.71 |\n"
    decision, _, proposed = ranked(text)
    assert proposed == ["--cells", "duration (ms)"]
    assert [(s["scenario"], s["choose"]) for s in decision["scenarios"]] == [
        ("50%", ["HAProxy"]),
        ("99.9%", ["HAProxy"]),
    ]


def test_headings_that_a_workbook_merges_over_columns_are_read(tmp_path):
    import openpyxl

    book = openpyxl.Workbook()
    for row in (
        ["compiled in May"],
        ["Compiler", "Compile time (s)", None, "Run time (s)", None],
        [None, "-O2", "-O3", "-O2", "-O3"],
        ["gcc", 41.2, 48.9, 12.7, 12.1],
        ["clang", 38.4, 43.1, 12.9, "n/a"],
    ):
        book.active.append(row)
    for area in ("A2:A3", "B2:C2", "D2:E2"):
        book.active.merge_cells(area)
    book.create_sheet("Notes").append(["by hand"])
    book.save(tmp_path / "t.xlsx")
    read = ahp.read(f"{tmp_path}/t.xlsx#Sheet")
    runs = {(one.scenario, one.alternative): (one.value, one.place.line) for one in read.rows}
    assert runs == {("-O2", "gcc"): (12.7, 4), ("-O3", "gcc"): (12.1, 4), ("-O2", "clang"): (12.9, 5)}


def test_a_column_from_which_nothing_is_read_is_not_offered(capsys):
    runs = Path(__file__).parents[1] / "inputs" / "hyperfine" / "compress.json"
    assert main([str(runs), "--cost", "user"]) == 2
    said = capsys.readouterr().err
    assert "no numbers are read from the column 'user' that was named as cost; name one of 'times'" in said
    assert "'system'" not in said


def test_min_beside_max_is_in_no_minutes(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("runtime,mean,stddev,min,max\nrunc,98,5,90,120\ncrun,91,4,88,110\n")
    assert main(["t.csv"]) == 2
    assert "no measure that the default study knows" in capsys.readouterr().err


def test_a_change_of_what_is_no_measure_of_its_own_counts_where_nothing_else_does(
    capsys, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)
    table = "| Compiler | Runtime | Binary size |\n|-|-|-|\n| gcc (baseline) | 0% | 0% |\n| clang | -1.2% | +2% |\n"
    (tmp_path / "t.md").write_text(table + "| icx | -3% | +9% |\n")
    assert main(["t.md", "--cost", "Runtime", "--cost", "Binary size", "--format", "json"]) == 0
    (scenario,) = json.loads(capsys.readouterr().out)["scenarios"]
    assert scenario["against_baseline"]["icx"] == pytest.approx({"Runtime": -0.03, "Binary size": 0.09})


def test_names_of_benchmarks_cross_without_a_mark_between_their_words(ranked):
    lines = "".join(
        f"Benchmark{kind}{done}-8  1000  {time} ns/op\n"
        for kind, times in (("Msgp", (132, 239)), ("Json", (851, 1953)), ("Gob", (3780, 190)))
        for done, time in zip(("Marshal", "Unmarshal"), times, strict=True)
    )
    decision, _, _ = ranked(f"goos: linux\npkg: example.org/p\n{lines}PASS\nok  \texample.org/p\t1s\n")
    chosen = {s["scenario"]: s["choose"] for s in decision["scenarios"]}
    assert chosen == {"Marshal": ["Msgp"], "Unmarshal": ["Gob"]}


def test_what_stands_above_a_table_of_statistics_stands_over_its_mean(ranked):
    pages = [
        ("Startup (ms)", (183, 96)),
        ("Memory overhead (MiB)", (12.1, 15.0)),
        ("Network (Gbit/s)", (9, 8)),
    ]
    text = "\n".join(
        f"### {title}\n\n| Runtime | mean | stddev | min | max |\n|-|-|-|-|-|\n"
        f"| runc | {one} | 1 | {one - 1} | {one + 2} |\n| crun | {other} | 1 | {other - 1} | {other + 2} |\n"
        for title, (one, other) in pages
    )
    decision, _, proposed = ranked(text)
    assert [word[-2:] for word in proposed] == ["#1", "#2", "#3"]
    criteria = decision["scenarios"][0]["criteria"]
    assert [(one["name"], one["measured"]["crun"]) for one in criteria] == [
        ("Startup (ms)", 96),
        ("Network (Gbit/s)", 8),
    ]
    assert [one["column"] for one in decision["not_counted"]["columns"]] == ["Memory overhead (MiB)"]


def test_numbers_end_at_the_same_places_behind_names_that_reach_up_to_them(ranked):
    text = (
        "                 ext4     xfs\ncreate (files/s) 48120   51230\nstat (files/s)  391200  402110\n"
        "delete (files/s) 60110   57220\nuntar (s)         14.2    13.8\n"
    )
    decision, _, proposed = ranked(text)
    assert proposed == ["--transpose"]
    assert decision["scenarios"][0]["alternatives"] == ["ext4", "xfs"]


def test_columns_are_alternatives_where_metric_stands_over_the_rows(ranked):
    text = "| Metric | Redis | KeyDB |\n|-|-|-|\n| GET throughput (ops/s) | 118 | 194 |\n| p99 latency (ms) | 4 | 3 |\n"
    decision, answer, proposed = ranked(text)
    assert proposed == []
    assert "the alternatives are the columns 'Redis', 'KeyDB'" in answer
    assert decision["scenarios"][0]["choose"] == ["KeyDB"]


def test_results_below_a_key_beside_what_describes_them(ranked):
    text = (
        '{"date": "2024-03-11", "host": "c6id", "results": [\n'
        '{"engine": "RocksDB", "fillrandom_ops": 412300, "space_gb": 21.4},\n'
        '{"engine": "LMDB", "fillrandom_ops": 61200, "space_gb": 39.8}]}\n'
    )
    decision, _, proposed = ranked(text, name="t.json")
    assert proposed == []
    assert decision["scenarios"][0]["order"] == ["RocksDB", "LMDB"]


def test_upper_headings_that_stand_again_span_in_markdown(ranked):
    text = (
        "| | Read | Read | Write | Write |\n|-|-|-|-|-|\n| Engine | IOPS | p99 (us) | IOPS | p99 (us) |\n"
        "| sync | 11.2k | 121 | 42.0k | 41 |\n| uring | 471k | 268 | 431k | 251 |\n"
    )
    decision, _, proposed = ranked(text)
    assert proposed == []
    assert [s["scenario"] for s in decision["scenarios"]] == ["Read", "Write"]


def test_a_heading_over_one_column_serves_what_spans_beside_it(ranked):
    text = (
        "| Engine | Reads | | Writes | | On disk |\n|-|-|-|-|-|-|\n| | TPS | 95th pct (ms) | TPS | 95th pct (ms) | GB |\n"
        "| InnoDB | 5120 | 14.7 | 1840 | 41 | 24.8 |\n| MyRocks | 3310 | 24.1 | 2105 | 36 | 9.7 |\n"
    )
    decision, _, proposed = ranked(text)
    assert proposed == []
    assert [s["scenario"] for s in decision["scenarios"]] == ["Reads", "Writes"]
    measures = {c["measure"] for c in decision["scenarios"][0]["criteria"]}
    assert {"throughput", "response_time_p95"} <= measures
    assert [one["column"] for one in (decision["not_counted"] or {"columns": []})["columns"]] in (
        [],
        ["On disk (GB)"],
    )


ALIKE = (
    "| Broker | Throughput (MB/s) | p99 latency (ms) |\n|-|-|-|\n| Kafka | {} | {} |\n| NATS | {} | {} |\n"
)


def test_tables_of_a_page_that_are_alike_are_scenarios(ranked):
    text = f"## 1 KB\n\n{ALIKE.format(605, 5, 212, 4.4)}\n## 100 KB\n\n{ALIKE.format(810, 9.7, 830, 8)}"
    decision, answer, proposed = ranked(text, name="t.md")
    assert proposed == []
    assert {s["scenario"]: s["choose"] for s in decision["scenarios"]} == {
        "1 KB": ["Kafka"],
        "100 KB": ["NATS"],
    }
    assert "the tables are the scenarios '1 KB', '100 KB'" in answer
    assert ranked(text, name="t.md#2")[0]["scenarios"][0]["choose"] == ["NATS"]


def test_levels_are_alternatives_where_nothing_else_names_them(ranked):
    text = "level,original_bytes,compressed_bytes,compress_time_ms\n1,1000,379,1120\n3,1000,360,1411\n9,1000,331,5930\n"
    decision, answer, proposed = ranked(text)
    assert proposed == []
    assert decision["scenarios"][0]["alternatives"] == ["1", "3", "9"]
    assert "column 'level' is taken for the names of the alternatives" in answer


def test_a_run_that_failed_does_not_hide_what_all_were_measured_with(ranked):
    rows = [f"{name},{clip},{n}" for n, name in enumerate("abcde", 3) for clip in ("park", "crowd")]
    rows[-1] = "e,crowd,OOM"
    decision, _, proposed = ranked("encoder,clip,fps\n" + "\n".join(rows) + "\n")
    assert proposed == ["--drop-failed", "--map", "scenario=clip"]
    assert [s["scenario"] for s in decision["scenarios"]] == ["park", "crowd"]


def test_the_long_form_is_known_whatever_its_first_column_is(ranked):
    text = (
        "scenario,alternative,measure,value,unit\nro,none,throughput,100.1,1/s\nro,lz4,throughput,120.1,1/s\n"
    )
    decision, _, proposed = ranked(text, "--baseline", "none")
    assert proposed == []
    assert [(s["scenario"], s["choose"]) for s in decision["scenarios"]] == [("ro", ["lz4"])]


def test_a_second_table_of_two_columns_is_found(ranked):
    text = "system   tps    p95 ms\nA one    100.2  2.1\nB two    120.5  3.1\n\nsystem   GB\nA one    3.3\nB two    4.4\n"
    decision, _, proposed = ranked(text, name="t.txt")
    assert proposed == ["t.txt#1", "t.txt#2"]
    assert {"storage_saving", "throughput"} <= {c["name"] for c in decision["scenarios"][0]["criteria"]}


def test_a_key_that_stands_twice_is_the_reason_that_is_told(tmp_path):
    (tmp_path / "t.json").write_text('[{"alternative":"none","tps":9,"tps":8},{"alternative":"a","tps":7}]')
    with pytest.raises(ahp.InputError, match="'tps': this key stands twice"):
        ahp.read(tmp_path / "t.json")


def test_a_command_to_be_pasted_is_never_cut(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    tables = "\n\n".join(
        f"## {'results of a rather long title ' * 2}{n}\n\n| tool | what is there (x) {n} | {'y' * 40} |\n|-|-|-|\n| a | {n} | 2 |\n| b | 3 | 4 |"
        for n in range(9)
    )
    (tmp_path / "t.md").write_text(tables)
    assert main(["t.md"]) == 2
    assert not capsys.readouterr().err.rstrip().endswith("…")


def test_numbers_of_errors_stand_before_all_notes(ranked):
    text = "server,tps,errors\n" + "".join(
        f"{name},{tps},{n}\n" for name, tps, n in (("a", 9, 12), ("b", 8, 5451))
    )
    _, answer, _ = ranked(text)
    assert answer.index("counts 5451 for 'b'") < answer.index("assumed:")


def test_a_ratio_of_times_is_better_less_and_what_is_the_same_for_all_is_not_offered(ranked):
    _, answer, _ = ranked("Method,Mean (ms),StdDev,Ratio\na,10.1,0.2,1.00\nb,20.3,0.3,2.01\n")
    assert "--benefit Ratio" not in answer
    _, answer, _ = ranked("server,tps,seconds,power (W)\na,9,600,5\nb,8,600,6\n")
    assert "--cost seconds" not in answer


WRK = """Running 30s test @ http://10.0.0.5:8080/
  8 threads and 256 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.72ms    1.10ms  38.12ms   88.31%
    Req/Sec    18.90k     1.44k   24.10k    71.20%
  4512310 requests in 30.10s, 3.61GB read
Requests/sec: {}
Transfer/sec:    122.81MB
"""


@pytest.mark.parametrize(
    "heading", ["## {}", "=== {} ===", "-- server = {}", "**{}**", "{}", "{}:", "{}\n-----"]
)
def test_reports_under_headings_are_alternatives_by_one_command(ranked, heading):
    text = "\n".join(
        f"{heading.format(n)}\n{WRK.format(x)}" for n, x in (("nginx", 149910.6), ("h2o", 191402.7))
    )
    decision, _, proposed = ranked(text, name="t.txt")
    assert proposed == ["nginx=t.txt#1", "h2o=t.txt#2"]
    assert decision["scenarios"][0]["choose"] == ["h2o"]
    (by,) = [c for c in decision["scenarios"][0]["criteria"] if c["name"] == "throughput"]
    assert by["values"] == {"nginx": 149910.6, "h2o": 191402.7}


@pytest.mark.parametrize("names", [("run 1", "run 2"), ("2026-11-20 10:00", "2026-11-20 10:05")])
def test_reports_under_numbers_or_times_are_runs(tmp_path, names):
    path = tmp_path / "nginx.txt"
    pairs = zip(names, (149910.6, 150402.7), strict=True)
    path.write_text("".join(f"## {n}\n{WRK.format(x)}" for n, x in pairs))
    read = ahp.read(f"nginx={path}")
    assert {row.value for row in read.rows if row.measure == "throughput"} == {149910.6, 150402.7}


@pytest.mark.parametrize(
    ("asked", "said"), [("caddy", "no report is called 'caddy'"), ("Running", "no report")]
)
def test_a_report_that_is_not_there_is_told_with_those_that_are(tmp_path, asked, said):
    path = tmp_path / "t.txt"
    path.write_text("".join(f"## {n}\n{WRK.format(x)}" for n, x in (("nginx", 149910.6), ("h2o", 191402.7))))
    with pytest.raises(ahp.InputError, match=rf"{said}.*t\.txt#2 'h2o' \(line 10\)"):
        ahp.read(f"a={path}#{asked}")
    path.write_text(WRK.format(149910.6))
    with pytest.raises(ahp.InputError, match="one report stands here alone"):
        ahp.read(f"a={path}#{asked}")


def test_a_second_k6_summary_is_refused(tmp_path):
    line = "http_req_duration..............: avg=15.84ms min=1.11ms  med=13.92ms max=312.4ms\n"
    (tmp_path / "k6.txt").write_text(2 * f"{line}http_reqs......................: 184220  3069.91/s\n")
    with pytest.raises(
        ahp.InputError, match="line 4: a second summary; the first has its http_reqs on line 2"
    ):
        ahp.read(f"nginx={tmp_path / 'k6.txt'}")


def test_a_column_that_stands_in_some_scenarios_is_proposed(ranked):
    text = (
        ",Sequential read,,Random 4k,\nVolume,MB/s,CPU %,IOPS,CPU %\n"
        "LVM linear,3120,8.1,182000,31\nLVM thin,3015,9.4,151000,37\nCeph RBD,1420,17.8,42300,52\n"
    )
    _, answer, proposed = ranked(text)
    assert proposed == []
    assert "--benefit MB/s" in answer


def test_changes_against_one_are_proposed_all_at_once(ranked):
    text = (
        "| Compression | Disk usage vs none | Throughput vs none | CPU vs none |\n|-|-|-|-|\n"
        "| none | 0% | 0% | 0% |\n| lzo | -38% | +6.1% | +12% |\n| lz4 | -41% | +8.4% | +9% |\n"
    )
    decision, _, proposed = ranked(text, name="t.md")
    columns = ["--cost", "Disk usage vs none", "--benefit", "Throughput vs none", "--cost", "CPU vs none"]
    assert proposed == columns
    assert decision["scenarios"][0]["choose"] == ["lz4"]


def test_sizes_in_a_unit_above_the_table_are_the_column_size(ranked):
    text = "Times in seconds, sizes in GB.\n\n| codec | Time | Size |\n|-|-|-|\n| a | 41.2 | 2.91 |\n| b | 52.8 | 2.20 |\n"
    decision, answer, _ = ranked(text, name="t.md")
    assert "column 'Size' is in GB, as is said above the table" in " ".join(answer.split())
    assert decision["scenarios"][0]["alternatives"] == ["a", "b"]


def test_what_was_done_stands_with_the_sizes_of_a_suite(tmp_path):
    rows = "".join(
        f"{kind}/{done}/{size}   {time} ns   {time} ns   100\n"
        for kind, times in (("std_map", (61, 148, 31, 91)), ("flat", (14, 26, 40, 81)))
        for (done, size), time in zip(
            [(d, s) for d in ("insert", "find") for s in (8, 64)], times, strict=True
        )
    )
    (tmp_path / "g.txt").write_text(f"Benchmark   Time   CPU   Iterations\n{'-' * 60}\n{rows}")
    read = ahp.read(tmp_path / "g.txt")
    assert read.scenarios == ("insert/8", "insert/64", "find/8", "find/64")
    assert read.alternatives("find/64") == ("std_map", "flat")


def test_the_cpu_time_of_one_thread_that_never_waits_does_not_count_once_more(ranked):
    head = "Benchmark   Time   CPU   Iterations\n" + "-" * 60 + "\n"
    decision, answer, _ = ranked(f"{head}a   100 ns   99 ns   100\nb   200 ns   199 ns   100\n", name="g.txt")
    assert criteria(decision) == {"duration": "duration"}
    assert "'cpu_time' ('real_time' again)" in answer
    decision, answer, _ = ranked(f"{head}a   100 ns   90 ns   100\nb   200 ns   199 ns   100\n", name="g.txt")
    assert criteria(decision) == {"duration": "duration", "cpu_overhead": "cpu_per_transaction"}


def test_a_size_beside_a_ratio_is_told(ranked):
    rows = [("a", 2.5, 400.0), ("b", 4.0, 250.0), ("c", 5.0, 200.0)]
    text = json.dumps([{"codec": name, "ratio": ratio, "file_size_mb": size} for name, ratio, size in rows])
    _, answer, _ = ranked(text, "--ratio-form", "r1", name="t.json")
    assert "'file_size_mb' ('ratio' again)" in answer
    _, answer, _ = ranked(text.replace("250.0", "480.0"), "--ratio-form", "r1", name="t.json")
    assert "Not counted: 'file_size_mb' (less is better)" in answer


def test_rates_whose_commas_are_in_doubt_are_asked_about_beside_a_response_time(ranked):
    text = "| Store | PUT obj/s | PUT p99 ms |\n|-|-:|-:|\n| MinIO | 6,120 | 38 |\n| Ceph | 3,480 | 92 |\n"
    _, _, proposed = ranked(text, name="t.md")
    assert proposed == ["--decimal", "."]


def test_a_description_of_the_machine_is_no_table_to_choose_from(ranked):
    tables = "\n".join(f"## {n} KiB\n\n{ALIKE.format(605, 5, 212, 4.4)}" for n in (64, 512))
    decision, _, proposed = ranked(
        f"{tables}\n| Part | Model |\n|-|-|\n| CPU | 4314 v2 |\n| Net | fast |\n", name="t.md"
    )
    assert proposed == []
    assert [s["scenario"] for s in decision["scenarios"]] == ["64 KiB", "512 KiB"]


def test_a_box_of_duckdb_has_types_and_a_footer(ranked):
    text = (
        "┌─────────┬───────────────┬──────────┐\n│ format  │ avg_runtime_s │ size_gib │\n"
        "│ varchar │    double     │  double  │\n├─────────┼───────────────┼──────────┤\n"
        "│ zstd    │          2.31 │     18.2 │\n│ snappy  │          1.98 │     24.9 │\n"
        "├─────────┴───────────────┴──────────┤\n│ 2 rows                   3 columns │\n"
        "└────────────────────────────────────┘\n"
    )
    decision, _, _ = ranked(text, name="t.txt")
    assert names(decision) == ["zstd", "snappy"]
    assert {c["measure"] for c in decision["scenarios"][0]["criteria"]} == {"duration", "stored_bytes"}
    with pytest.raises(ahp.InputError, match="found 2 rows"):
        ahp.read(io.StringIO(text.replace("2 rows ", "3 rows ")))


def test_checks_of_k6_that_all_succeeded_have_not_failed(tmp_path):
    summary = (
        "checks.........................: {}\n"
        "http_req_duration..............: avg=15.84ms min=1.11ms  med=13.92ms max=312.4ms\n"
        "http_reqs......................: 184220  3069.91/s\n"
    )
    path = tmp_path / "k6.txt"
    path.write_text(summary.format("100.00% 300 out of 300"))
    assert ahp.read(f"a={path}").alternatives("default") == ("a",)
    path.write_text(summary.format("50.00% 150 out of 300"))
    with pytest.raises(ahp.FailedRunError, match="150 of 300 checks failed"):
        ahp.read(f"a={path}")


def test_a_table_of_a_page_is_asked_for_though_the_whole_cannot_be_read(tmp_path):
    table = "system   tps    p95 ms\nA one    100.2  2.1\nB two    120.5  3.1\n"
    (tmp_path / "t.txt").write_text(f"Some words about it.\n\n{table}\nmore words here\n\n{table}")
    assert ahp.read(f"{tmp_path / 't.txt'}#2").alternatives("default") == ("A one", "B two")


def test_rows_called_so_many_rows_are_no_footer_of_a_box(ranked):
    line = "+----------+-------+\n"
    text = f"{line}| batch    | tps   |\n{line}| 12 rows  | 100.1 |\n| 100 rows | 120.5 |\n{line}"
    decision, _, _ = ranked(text, name="t.txt")
    assert names(decision) == ["12 rows", "100 rows"]


@each("heading", ["Workload B", "Plan B", "Config_B", "system b"])
def test_a_letter_that_tells_columns_apart_is_no_unit(ranked, heading):
    others = [heading[:-1] + letter for letter in ("A", "C")]
    text = (
        f"YCSB throughput (ops/sec)\nEngine,{others[0]},{heading},{others[1]}\nx,184,402,455\ny,61,148,171\n"
    )
    decision, _, proposed = ranked(text)
    assert proposed[:2] == ["--cells", "throughput (ops/s)"]
    assert {*names(decision), *(s["scenario"] for s in decision["scenarios"])} == {"x", "y", *others, heading}


def test_bytes_behind_a_word_for_a_size_are_bytes():
    for heading in ("Compressed B", "size_b", "RSS B"):
        spare = ahp.read({"tool": ["a", "b"], "tps": [1, 2], heading: [512, 300]})
        units = {row.unit for row in spare.rows} | {one.unit.symbol for one in spare.spare if one.unit}
        assert "B" in units


JMH = (
    "Benchmark        (payload)  (codec)   Mode  Cnt      Score      Error   Units\n"
    "Bench.serialize      small      fst  thrpt   10   1482.331 ±   21.904  ops/ms\n"
    "Bench.serialize      small     kryo  thrpt   10   3105.772 ±   44.120  ops/ms\n"
    "Bench.serialize      large      fst  thrpt   10     18.402 ±    0.310  ops/ms\n"
    "Bench.serialize      large     kryo  thrpt   10     51.337 ±    0.912  ops/ms\n"
)


def test_the_parameter_of_jmh_that_is_no_size_is_compared(ranked):
    decision, answer, _ = ranked(JMH + JMH.partition("\n")[2].replace("serialize", "deserialize"))
    assert names(decision) == ["fst", "kryo"]
    assert [s["scenario"] for s in decision["scenarios"]] == [
        "payload=small, serialize", "payload=large, serialize", "payload=small, deserialize", "payload=large, deserialize"
    ]  # fmt: skip
    assert "the values of 'codec' are compared, 'fst', 'kryo'" in answer
    decision, answer, _ = ranked(JMH)
    assert [s["scenario"] for s in decision["scenarios"]] == ["payload=small", "payload=large"]


def test_the_caller_names_the_parameter_of_jmh_that_is_compared(ranked):
    decision, _, _ = ranked(JMH, "--map", "alternative=payload")
    assert names(decision) == ["small", "large"]
    decision, _, _ = ranked(JMH, "--map", "alternative=Benchmark")
    assert names(decision) == ["Bench.serialize"]
    with pytest.raises(
        ahp.InputError, match=r"'Bench.serialize' has no parameter 'size'.*alternative=Benchmark"
    ):
        ahp.read(io.StringIO(JMH), columns={"alternative": "size"})


def test_versions_under_which_parameters_were_measured_are_compared_in_each_of_them(tmp_path, capsys):
    for name in "ab":
        (tmp_path / name).write_text(JMH, encoding="utf-8")
    assert main([*(f"{name}={tmp_path / name}" for name in "ab"), "--no-confidence", "--format", "json"]) == 0
    decision = json.loads(capsys.readouterr().out)
    assert names(decision) == ["a", "b"]
    assert decision["scenarios"][0]["scenario"] == "Bench.serialize, payload=small, codec=fst"


LATEX_ROWS = (
    "\\begin{tabular}{llr}\n\\toprule\nDataset & Index &\n Lookup (ns) \\\\\n\\midrule\n"
    "\\multirow{2}{*}{uniform}\n & ART & 236 \\\\ % the best\n & ALEX & 148 \\\\\n\\midrule\n"
    "osm\n & ART & 251 \\\\ & ALEX &\n 302\n\\end{tabular}\n"
)


def test_rows_of_latex_end_where_they_say(ranked):
    decision, _, _ = ranked(LATEX_ROWS)
    measured = {s["scenario"]: s["criteria"][0]["measured"] for s in decision["scenarios"]}
    assert measured == {"uniform": {"ART": 236, "ALEX": 148}, "osm": {"ART": 251, "ALEX": 302}}


@each("heading", ["Run {} (MB/s)", "MB/s (run {})", "Throughput run {} (MB/s)"])
def test_runs_in_a_rate_are_of_a_throughput(ranked, heading):
    runs = "\t".join(heading.format(number) for number in (1, 2, 3))
    text = f"Engine\t{runs}\tMean (MB/s)\nceph\t1210\t1198\t1225\t1211.0\nlonghorn\t812\t805\t820\t812.3\n"
    decision, answer, proposed = ranked(text)
    assert criteria(decision) == {"throughput": "throughput"}
    assert decision["scenarios"][0]["runs"] == {"ceph": 3, "longhorn": 3}
    assert "column 'Mean (MB/s)' is left out" in answer
    assert proposed == []


def test_changes_of_the_space_on_disk_are_what_is_saved(ranked):
    text = "codec,Disk space,Throughput\nlz4,-44 %,+3 %\nzstd,-57 %,-1 %\n"
    for options in ((), ("--map", "stored_bytes=Disk space")):
        decision, answer, _ = ranked(text, *options)
        assert "-44 %" in answer
        assert criteria(decision)["storage_saving"] == "space_saving"


def test_a_size_beside_the_ratio_that_is_made_of_it_is_not_proposed(ranked):
    text = (
        "| Compressor name | Compression| Decompress.| Compr. size | Ratio |\n| --- | --- | --- | --- | --- |\n"
        "| memcpy | 11240 MB/s | 11310 MB/s | 4294967296 |100.00 |\n| lz4 | 912 MB/s | 4780 MB/s | 902814203 | 21.02 |\n"
        "| zstd | 780 MB/s | 2040 MB/s | 489310422 | 11.39 |\n| zlib | 94 MB/s | 560 MB/s | 498115570 | 11.60 |\n"
    )
    _, answer, _ = ranked(text)
    assert "stored_bytes' ('Ratio' again)" in answer
    assert "--cost stored_bytes" not in answer


def test_a_bound_of_a_matrix_is_that_of_its_own_column_and_rivals_that_failed_often_stay(ranked):
    text = (
        "TPC-H, seconds (lower is better)\n\n| Query | DuckDB | Polars | Spark | Dask |\n|---|---|---|---|---|\n"
        "| Q1 | 1.2 | 2.0 | 9.8 | OOM |\n| Q3 | 2.1 | 3.4 | 14.0 | 61.2 |\n| Q9 | 5.2 | n/a | 31.0 | OOM |\n"
        "| Q21 | 6.0 | >300 | 45.5 | OOM |\n"
    )
    decision, _, proposed = ranked(text, name="t.md")
    assert proposed == ["--cells", "duration (s)", "--drop-failed", "--ignore", "Polars"]
    assert names(decision) == ["DuckDB", "Spark"]
    assert {s["scenario"]: [*s["alternatives"]] for s in decision["scenarios"]}["Q3"] == [
        "DuckDB",
        "Spark",
        "Dask",
    ]


WIDE = {
    "a name first": ("file,lz4_size_kb,lz4_time_ms,zstd_size_kb,zstd_time_ms", ()),
    "a measure first": ("file,size_lz4,time_lz4,size_zstd,time_zstd", ("--cost", "time")),
    "percentiles without a unit": (
        "query,lz4_tps,lz4_p99,zstd_tps,zstd_p99",
        ("--map", "response_time_p99 (ms)=p99"),
    ),
}


@each("shape", WIDE)
def test_columns_of_a_name_and_a_measure_are_of_alternatives_and_the_first_of_cases(ranked, shape):
    heading, options = WIDE[shape]
    decision, answer, _ = ranked(f"{heading}\na,10,3,20,1\nb,11,4,19,2\n", *options)
    assert names(decision) == ["lz4", "zstd"]
    assert [s["scenario"] for s in decision["scenarios"]] == ["a", "b"]
    assert "says what was measured with" in answer or "more notes" in answer


def test_a_level_that_all_names_of_a_suite_share_tells_nothing(ranked):
    lines = [
        f"hashmap/{done}/{what:<8} time:   [{low} µs {low + 0.1} µs {low + 0.2} µs]\n"
        for done, low in (("insert", 7.5), ("lookup", 4.5))
        for what, low in (("std", low + 4), ("fx", low))
    ]
    decision, _, _ = ranked("".join(lines), name="c.txt")
    assert names(decision) == ["std", "fx"]
    assert [s["scenario"] for s in decision["scenarios"]] == ["insert", "lookup"]


def test_rows_of_measures_beside_their_units_are_turned(ranked):
    text = "metric,unit,SQLite,DuckDB\nscan time,s,12.1,0.8\ninsert rate,rows/s,310000,120000\ndb size,MB,812,240\n"
    decision, _, proposed = ranked(text)
    assert names(decision) == ["SQLite", "DuckDB"]
    assert {*criteria(decision)} == {"storage_saving", "scan_time", "insert_rate"}
    assert proposed == []


def test_a_time_of_a_long_table_is_a_duration_if_the_caller_says_so(ranked):
    text = "benchmark,tool,metric,value,unit\nsort,a,time,1.2,s\nsort,b,time,0.9,s\nsort,a,memory,9,MB\nsort,b,memory,8,MB\n"
    decision, _, proposed = ranked(text)
    assert proposed == ["--map", "duration=time"]
    assert criteria(decision) == {"duration": "duration"}


def test_columns_r1_to_r3_are_runs(ranked):
    decision, _, proposed = ranked("config,r1,r2,r3\nO2,101.2,99.8,100.5\nO3,88.1,87.5,89.0\n")
    assert proposed == ["--cells", "duration (s)"]
    assert decision["scenarios"][0]["runs"] == {"O2": 3, "O3": 3}


def test_cells_of_asciidoc_each_on_a_line_of_its_own_below_a_heading_on_one(ranked):
    text = (
        '.Plaintext\n[%header,cols="1,>1,>1"]\n|===\n|Framework |req/s |p99\n\n|actix\n|601k\n|1.9ms\n\n'
        "|express\n|41k\n|11.8ms\n|===\n"
    )
    decision, _, _ = ranked(text, name="t.adoc")
    assert criteria(decision) == {"throughput": "throughput", "response_time": "response_time_p99"}
    assert names(decision) == ["actix", "express"]


PROMPTED = """$ wrk -t4 -d30s http://127.0.0.1:{port}/{said}
Running 30s test @ http://127.0.0.1:{port}/
  4 threads and 100 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     {latency}ms  310.11us  12.03ms   88.10%
    Req/Sec    20.71k     1.02k   24.11k    71.33%
  2473120 requests in 30.02s, 2.01GB read
Requests/sec:  {rate}
Transfer/sec:     68.51MB

"""


@each(
    ("said", "called"),
    [(("   # nginx", "   # caddy"), ["nginx", "caddy"]), (("", ""), ["127.0.0.1:8080", "127.0.0.1:8081"])],
)
def test_reports_below_prompts_that_differ_are_several(ranked, said, called):
    ports, rates = (8080, 8081), (82382.41, 49321.35)
    text = "".join(
        PROMPTED.format(port=port, said=words, latency=1.2, rate=rate)
        for port, words, rate in zip(ports, said, rates, strict=True)
    )
    decision, _, proposed = ranked(text, name="wrk.txt")
    assert names(decision) == called
    assert proposed == [f"{name}=wrk.txt#{number}" for number, name in enumerate(called, 1)]


def test_columns_that_hold_no_numbers_are_no_matrix():
    text = "| Suite | Current | Previous |\n|-|-|-|\n| a | `12` ns/iter (`± 2`) | `11` ns/iter (`± 1`) |\n"
    with pytest.raises(ahp.InputError, match="no column names the alternatives") as caught:
        ahp.read(io.StringIO(text))
    assert "--ignore" not in str(caught.value)


GOOGLE = "\n".join(
    ["-" * 50, "Benchmark                     Time             CPU   Iterations", "-" * 50]
    + [
        f"parse/{library}/{file}   {time:>8} us   {time:>8} us   1000"
        for library, twitter in (("simdjson", 185), ("yyjson", 210))
        for file, time in (("twitter", twitter), ("canada", 10 * twitter))
    ]
)


def test_below_one_word_for_what_was_done_stand_who_did_it_and_with_what(ranked):
    decision, _, _ = ranked(GOOGLE + "\n", name="g.txt")
    assert names(decision) == ["simdjson", "yyjson"]
    assert [s["scenario"] for s in decision["scenarios"]] == ["twitter", "canada"]


PIVOTS = {
    "levels and index named": "test,JSON,JSON,Fortunes,Fortunes\n,rps,p99 [ms],rps,p99 [ms]\nframework,,,,\n",
    "an unknown index": "test,JSON,JSON,Fortunes,Fortunes\n,rps,p99 [ms],rps,p99 [ms]\ncrate,,,,\n",
    "the index alone": ",JSON,JSON,Fortunes,Fortunes\n,rps,p99 [ms],rps,p99 [ms]\nframework,,,,\n",
    "nothing": ",JSON,JSON,Query,Query\n,rps,p99 [ms],rps,p99 [ms]\n",
}


@each("shape", PIVOTS)
def test_the_level_over_the_measures_is_what_was_measured_with_if_it_is_called_so(ranked, shape):
    decision, _, _ = ranked(PIVOTS[shape] + "actix,1498120,0.9,366040,2.1\naxum,1370400,1.0,341900,2.3\n")
    assert names(decision) == ["actix", "axum"]
    assert decision["scenarios"][0]["scenario"] == "JSON"


def test_when_it_was_names_no_alternative(ranked):
    rows = [
        f"2024-05-0{run}T10:0{at}:00Z,{tool},{project},{run},{time + run}"
        for run in (1, 2, 3)
        for at, (tool, project, time) in enumerate(
            [
                ("webpack", "small", 40),
                ("rspack", "small", 11),
                ("webpack", "mono", 900),
                ("rspack", "mono", 210),
            ]
        )
    ]
    for heading in ("ts", "timestamp", "when"):
        text = "\n".join([f"{heading},tool,project,run,build_ms", *rows, ""])
        decision, _, proposed = ranked(text)
        assert proposed[:2] == ["--map", "scenario=project"]
        assert names(decision) == ["webpack", "rspack"]


def test_runs_that_nothing_numbers_are_of_each_case_and_not_pooled_over_them(ranked):
    text = "db,query,ms\n" + "".join(
        f"{db},{query},{time}\n"
        for db, own in (("a", 10), ("b", 15))
        for query in ("q1", "q2")
        for time in (own, own + 1)
    )
    decision, _, proposed = ranked(text)
    assert proposed == ["--map", "scenario=query", "--repeats", "runs"]
    assert [s["runs"] for s in decision["scenarios"]] == [{"a": 2, "b": 2}] * 2


def test_words_in_brackets_among_bare_headings_are_no_unit(ranked):
    text = "## wall clock seconds\n\n| Program | C (gcc -O3) | Rust | Go |\n|---|--:|--:|--:|\n| n-body | 2.1 | 2.2 | 6.4 |\n| mandelbrot | 1.1 | 0.9 | 3.7 |\n"
    for options in (
        (),
        ("--cells", "duration (s)"),
        ("--cells", "duration (s)", "--map", "scenario=Program"),
    ):
        decision, _, _ = ranked(text, *options, name="t.md")
        assert names(decision) == ["C (gcc -O3)", "Rust", "Go"]


HYPERFINE = "".join(
    f"## {cache} cache\n\n| Command | Mean [ms] | Min [ms] | Max [ms] | Relative |\n|:---|---:|---:|---:|---:|\n"
    f"| `ruff` | {a} ± 1.1 | {a} | {a} | 1.00 |\n| `flake8` | {b} ± 6.1 | {b} | {b} | 9.00 |\n\n"
    for cache, a, b in (("Cold", 412.0, 4187.0), ("Warm", 121.3, 4161.0))
)


def test_sections_of_the_same_commands_are_cases_where_their_headings_say_so(ranked, capsys):
    decision, _, proposed = ranked(HYPERFINE, name="h.md")
    assert proposed == ["h.md#1", "h.md#2"]
    assert names(decision) == ["ruff", "flake8"]
    assert [s["scenario"] for s in decision["scenarios"]] == ["Cold cache", "Warm cache"]
    assert main(["h.md"]) == 2
    assert (
        "if 'Cold cache' is compared with 'Warm cache', run: ahp-rank 'Cold cache=h.md#1'"
        in capsys.readouterr().err
    )
    decision, _, proposed = ranked(
        HYPERFINE.replace("Cold cache", "v1.2").replace("Warm cache", "v1.3"), name="h.md"
    )
    assert proposed == ["v1.2=h.md#1", "v1.3=h.md#2"]
    assert names(decision) == ["v1.2", "v1.3"]


@each(
    ("heading", "cells", "option"),
    [("Memory", ("3,2 Go", "410 Mo"), "Memory"), ("Price", ("$0.1632/h", "$0.2080/h"), "Price")],
)
def test_octets_and_prices_per_hour_are_numbers(ranked, heading, cells, option):
    decision, _, _ = ranked(f"Tool;req/s;{heading}\na;120;{cells[0]}\nb;100;{cells[1]}\n", "--cost", option)
    assert option in criteria(decision)


def test_times_of_a_measure_in_units_are_no_such_measure(ranked):
    text = "benchmark,jemalloc speedup,jemalloc RSS,mimalloc speedup,mimalloc RSS\nlarson,3.1x,1.12x,3.9x,1.30x\nredis,1.05x,0.98x,1.09x,0.95x\n"
    decision, answer, _ = ranked(text)
    assert names(decision) == ["jemalloc", "mimalloc"]
    assert "--cost RSS" in answer


def test_changes_below_a_row_in_units_are_of_that(ranked):
    text = "Program,Allocator,Wall time\nclang,glibc,21.4 s\n,jemalloc,−6.1 %\n,mimalloc,−9.8 %\nredis,glibc,38.0 s\n,jemalloc,−3.2 %\n,mimalloc,−4.9 %\n"
    decision, _, _ = ranked(text, "--cost", "Wall time")
    assert decision["scenarios"][0]["criteria"][0]["measured"] == {
        "glibc": 100,
        "jemalloc": 93.9,
        "mimalloc": 90.2,
    }


def test_a_caption_states_the_unit_of_several(ranked):
    text = "#+CAPTION: encode and decode in µs per message\n| Library | Encode | Decode |\n|---+---+---|\n| json | 12.4 | 10.9 |\n| orjson | 1.1 | 2.0 |\n"
    decision, _, _ = ranked(text, name="t.org")
    assert {c["unit"] for c in decision["scenarios"][0]["criteria"]} == {"us"}
    assert len(criteria(decision)) == 2


def test_ranges_are_no_names(ranked):
    text = "| Kernel | Boot time (s) | Idle power (W) |\n|---|---|---|\n| 6.1 | 8.2–8.9 | 4.1 |\n| 6.6 | 7.4–7.9 | 3.9 |\n"
    decision, answer, _ = ranked(text, name="t.md")
    assert names(decision) == ["6.1", "6.6"]
    assert "'Boot time (s)', not read" in answer


PYPERF = """+-----------+----------+-----------------------+-----------------------+
| Benchmark | py310    | py311                 | pypy                  |
+===========+==========+=======================+=======================+
| 2to3      | 262 ms   | 214 ms: 1.22x faster  | 391 ms: 1.49x slower  |
+-----------+----------+-----------------------+-----------------------+
| nbody     | 97.3 ms  | 71.2 ms: 1.37x faster | 6.02 ms: 16.1x faster |
+-----------+----------+-----------------------+-----------------------+
| Geometric mean | (ref) | 1.14x faster | 1.90x faster |
+-----------+----------+-----------------------+-----------------------+
"""


def test_a_comparison_by_pyperf_is_a_matrix_of_times(ranked):
    decision, _, proposed = ranked(PYPERF, name="t.txt")
    assert proposed == ["--cells", "duration"]
    assert {s["scenario"] for s in decision["scenarios"]} == {"2to3", "nbody"}
    assert decision["scenarios"][1]["criteria"][0]["measured"] == {"py310": 97.3, "py311": 71.2, "pypy": 6.02}


def test_bars_within_cells_of_a_grid_and_cells_over_several_rows_of_asciidoc(ranked):
    grid = "+----------+------+------+\n| Pattern  | RE2  | Rust |\n+==========+======+======+\n| ``a|b``  | 4.2  | 1.1  |\n+----------+------+------+\n| ``c+``   | 71.0 | 4.0  |\n+----------+------+------+\n"
    decision, _, _ = ranked(f"Times in ms\n\n{grid}", name="t.rst")
    assert [s["scenario"] for s in decision["scenarios"]] == ["a|b", "c+"]
    text = "|===\n|Picture |Format |Encode (s)\n\n.2+|Photo\n|WebP |1.32\n|AVIF |2.90\n\n.2+|Screenshot\n|WebP |0.98\n|AVIF |2.11\n|===\n"
    decision, _, _ = ranked(text, name="t.adoc")
    assert names(decision) == ["WebP", "AVIF"]
    assert [s["scenario"] for s in decision["scenarios"]] == ["Photo", "Screenshot"]


def test_raised_marks_that_a_last_row_explains_are_footnotes(ranked):
    text = (
        "<table><tr><th>Broker<th>msg/s<th>p99 (ms)<tr><td>Kafka<td>1,204,000<td>21.8<tr><td>Rabbit<td>48,200<sup>1</sup><td>96.1"
        "<tfoot><tr><td colspan=3><sup>1</sup> flow control kicked in</table>\n"
    )
    decision, answer, _ = ranked(text, name="t.html")
    assert decision["scenarios"][0]["criteria"][0]["measured"]["Rabbit"] == 48200
    assert "'^1' are footnotes" in answer or "more notes" in answer


def test_csv_of_redis_benchmark_under_headings(ranked):
    heading = '"test","rps","avg_latency_ms","min_latency_ms","p50_latency_ms","p95_latency_ms","p99_latency_ms","max_latency_ms"'
    text = "".join(
        f'# {name}  (redis-benchmark -q --csv)\n{heading}\n"SET","{rate}","0.182","0.048","0.175","0.263","0.367","1.255"\n\n'
        for name, rate in (("redis 7.2", "145985.41"), ("valkey 8.0", "172413.80"))
    )
    decision, _, proposed = ranked(text, name="r.txt")
    assert proposed == ["redis 7.2=r.txt#1", "valkey 8.0=r.txt#2"]
    assert names(decision) == ["redis 7.2", "valkey 8.0"]


def test_numbers_under_two_levels_of_names_in_json_are_a_matrix(ranked):
    text = '{"meta": {"commit": "9f31c2a"}, "results": {"rg": {"literal": 0.08, "nocase": 0.1}, "ag": {"literal": 0.4, "nocase": 0.5}}}'
    decision, _, proposed = ranked(text, name="t.json")
    assert proposed == ["--cells", "number", "--benefit", "number"]
    assert names(decision) == ["rg", "ag"]
    assert [s["scenario"] for s in decision["scenarios"]] == ["literal", "nocase"]


def test_another_word_for_what_is_compared_is_told_with_what_adds_it(ranked):
    text = "format,codec,write (s),file_size\nparquet,snappy,11.2,2.1 GiB\norc,zlib,31.0,1.5 GiB\n"
    _, answer, _ = ranked(text)
    assert "--map 'alternative=format+codec' adds 'format'" in answer


def test_units_below_words_beside_a_heading_over_two_columns(ranked):
    text = "CDN,TTFB (ms),,Throughput,Cost\n,Europe,Asia,Mbit/s,€/TB\nFastly,24,72,455,38\nAkamai,26,49,438,41.5\n"
    decision, _, _ = ranked(text, "--cost", "TTFB Europe (ms)")
    assert names(decision) == ["Fastly", "Akamai"]
    assert {*criteria(decision)} >= {"throughput", "TTFB Europe (ms)"}


def test_scenarios_are_far_apart_by_their_units(ranked):
    text = "| Page | Old | New |\n|---|---|---|\n| a | 1,840 ms | 1,210 ms |\n| b | 920 ms | 410 ms |\n| c | 2.4 s | 1.9 s |\n"
    _, answer, _ = ranked(text, name="t.md")
    assert "another unit" not in answer


def test_a_column_of_bounds_is_left_out_and_not_most_rivals(ranked):
    text = "| Cache | Throughput | p99 |\n|---|---|---|\n| a | ~120k ops/s | <1 ms |\n| b | ~180k ops/s | <1 ms |\n| c | ~310k ops/s | 1.1 ms |\n"
    decision, _, proposed = ranked(text, name="t.md")
    assert proposed == ["--ignore", "p99"]
    assert names(decision) == ["a", "b", "c"]


def test_a_column_that_tells_its_own_way_is_no_case_of_a_matrix(ranked):
    text = "Throughput in GiB/s\n\n| Hash | 8 B | 1 KiB | 1 MiB | Quality |\n|---|---|---|---|---|\n| xxh3 | 4.1 | 41.2 | 59.1 | 10 |\n| murmur3 | 2.0 | 7.0 | 7.3 | 9 |\n"
    decision, _, proposed = ranked(text, name="t.md")
    assert proposed == ["--ignore", "Quality", "--cells", "throughput (GiB/s)"]
    assert [s["scenario"] for s in decision["scenarios"]] == ["8 B", "1 KiB", "1 MiB"]


def test_runs_side_by_side_of_what_each_row_says(ranked):
    text = "codec,metric,run1,run2\nlz4,tps,210,212\nlz4,p99 (ms),6.1,6.0\nzstd,tps,180,182\nzstd,p99 (ms),5.1,5.3\n"
    decision, _, proposed = ranked(text)
    assert proposed == []
    assert criteria(decision) == {"throughput": "throughput", "response_time": "response_time_p99"}
    assert decision["scenarios"][0]["runs"] == {"lz4": 2, "zstd": 2}


def test_a_time_of_each_is_a_time(ranked):
    decision, _, proposed = ranked("algo,ns_per_elem\nquick,31.2\nradix,40.9\n")
    assert proposed == []
    assert decision["scenarios"][0]["order"][0] == "quick"


def test_scenarios_of_one_alternative_each_are_other_names_of_these(ranked):
    text = "dataset,compression,compressratio,write_mbps\ntank/a,lz4,2.21x,1120\ntank/b,zstd-3,2.95x,840\n"
    decision, answer, proposed = ranked(text)
    assert names(decision) == ["lz4", "zstd-3"]
    assert "'dataset' is another name of each 'compression'" in answer
    assert proposed == []


def test_a_heading_says_which_statistic_of_runs_its_numbers_are(ranked):
    text = "Setting,TPS (median [IQR]),p95 ms (mean ± sd)\nlz4,8210 [8150–8300],21.0 ± 0.2\npglz,7640 [7600–7700],22.9 ± 0.4\n"
    decision, _, _ = ranked(text)
    assert criteria(decision) == {"throughput": "throughput", "response_time": "response_time_p95"}


def test_multiples_of_one_column_are_a_matrix_whatever_its_headings_say_in_brackets(ranked):
    text = "Run time relative to C, lower is better.\n\n| Program | C | Go | JavaScript (V8) |\n|---|---|---|---|\n| n-body | 1.00x | 3.04x | 1.19x |\n| fannkuch | 1.00x | 2.31x | 2.90x |\n"
    decision, _, proposed = ranked(text, name="t.md")
    assert proposed == ["--cells", "number", "--cost", "number"]
    assert names(decision) == ["C", "Go", "JavaScript (V8)"]


def test_a_size_that_each_was_given_is_a_case_beside_other_cases(ranked):
    text = "map,size,operation,ns/op\n" + "".join(
        f"{name},{size},{done},{time}\n"
        for size in (10000, 1000000)
        for done, own in (("insert", 40), ("lookup", 12))
        for name, time in (("std", own), ("flat", own / 2 + size / 1e6))
    )
    decision, _, proposed = ranked(text)
    assert "scenario=size+operation" in proposed
    assert names(decision) == ["std", "flat"]


RST_SPAN = """+--------+----------+-------------------+
| Server | req/s    | Latency           |
|        |          +---------+---------+
|        |          | avg     | p99     |
+========+==========+=========+=========+
| nginx  | 184 203  | 1.31 ms | 3.88 ms |
+--------+----------+---------+---------+
| Caddy  | 92 417   | 2.77 ms | 11.2 ms |
+--------+----------+---------+---------+
"""


def test_headings_of_a_grid_may_reach_over_columns_of_their_own(ranked):
    decision, _, proposed = ranked(RST_SPAN, name="t.rst")
    assert proposed == []
    assert criteria(decision) == {"throughput": "throughput", "response_time": "response_time_p99"}


def test_short_words_for_failures_are_failures(ranked):
    text = "Seconds\n\n| Query | DuckDB | Spark |\n|---|---|---|\n| Q1 | 0.4 | 1.9 |\n| Q2 | 0.8 | TO |\n"
    decision, _, proposed = ranked(text, name="t.md")
    assert proposed == ["--cells", "duration (s)", "--drop-failed"]
    assert names(decision) == ["DuckDB", "Spark"]


@each(
    ("text", "measures"),
    [
        (
            "Datenbank;Transaktionen/s;Antwortzeit 99. Perzentil (ms)\na;12,5;18,4\nb;10,9;24,7\n",
            {"response_time_p99"},
        ),
        (
            "Algorithme;Taux de compression;Débit compression (Mo/s)\ngzip;3,11;38,2\nlz4;2,10;690,0\n",
            {"compression_ratio", "compression_speed"},
        ),
    ],
)
def test_headings_in_other_languages(ranked, text, measures):
    decision, _, _ = ranked(text)
    assert measures <= {*criteria(decision).values()}


def test_lists_of_numbers_in_json_are_runs(ranked):
    text = '[{"name":"mimalloc","times_ms":[102.1,101.8,103.0],"rss_kb":81204},{"name":"glibc","times_ms":[150.1,151.2,152.0],"rss_kb":68000}]'
    decision, answer, proposed = ranked(text, name="t.json")
    assert proposed == []
    assert decision["scenarios"][0]["runs"] == {"mimalloc": 3, "glibc": 3}
    assert decision["scenarios"][0]["order"][0] == "mimalloc"
    assert "--cost rss_kb" in answer
    _, answer, _ = ranked(text, "--cost", "rss_kb", name="t.json")
    assert "'rss_kb' stands once beside runs" in answer


def test_names_under_names_in_json_are_compared_unless_they_are_cases(ranked, capsys):
    numbers = {
        "kafka": {"1KB": (612, 22), "64KB": (1480, 31)},
        "pulsar": {"1KB": (401, 40), "64KB": (1102, 61)},
    }
    called = ("throughput_mb_s", "latency_p99_ms")
    text = json.dumps(
        {
            "results": {
                name: {size: dict(zip(called, pair, strict=True)) for size, pair in own.items()}
                for name, own in numbers.items()
            }
        }
    )
    decision, _, _ = ranked(text, name="t.json")
    assert names(decision) == ["kafka", "pulsar"]
    assert [s["scenario"] for s in decision["scenarios"]] == ["1KB", "64KB"]
    assert main(["t.json"]) == 2
    assert "; if " not in capsys.readouterr().err
    Path("t.json").write_text(text.replace("1KB", "east").replace("64KB", "west"), encoding="utf-8")
    assert main(["t.json"]) == 2
    assert "if 'east' is an alternative, run: " in capsys.readouterr().err


def test_sections_whose_rows_are_measures_are_read_together(ranked):
    table = "## {}\n\n| | etcd | Consul |\n|---|---|---|\n| Throughput | {} req/sec | {} req/sec |\n| Latency p99 | {} ms | {} ms |\n\n"
    text = table.format("Write", 35587, 3200, 49.3, 701.8) + table.format("Read", 138889, 67114, 16.1, 41.0)
    decision, _, proposed = ranked(text, name="t.md")
    assert proposed == ["t.md#1", "t.md#2", "--transpose"]
    assert [s["scenario"] for s in decision["scenarios"]] == ["Write", "Read"]


THREE = (
    ",comp_MBps,comp_MBps,comp_MBps,comp_MBps,decomp_MBps,decomp_MBps,decomp_MBps,decomp_MBps\n"
    "corpus,binary,{0},text,{1},binary,{0},text,{1}\nthreads,1,8,1,8,1,8,1,8\ncodec,,,,,,,,\n"
    "lz4,708,4760,631,4218,4007,26574,3742,25399\nzstd,352,2336,309,2100,1193,8038,1108,7367\n"
)


@each("merged", [("binary", "text"), ("", "")])
def test_three_levels_of_headings_are_two_of_names_and_one_of_measures(ranked, merged):
    decision, _, _ = ranked(THREE.format(*merged))
    assert names(decision) == ["lz4", "zstd"]
    assert [s["scenario"] for s in decision["scenarios"]] == ["binary:1", "binary:8", "text:1", "text:8"]


def test_means_and_deviations_below_measures_belong_to_these(ranked):
    text = ",,comp_MBps,comp_MBps,decomp_MBps,decomp_MBps\n,,mean,std,mean,std\ncodec,corpus,,,,\ngzip,a,51,0.2,299,1.0\nlz4,a,709,12.8,4045,64\ngzip,b,41,0.4,323,0.7\nlz4,b,643,8.0,3804,19\n"
    decision, _, proposed = ranked(text)
    assert proposed == ["--map", "scenario=corpus"]
    assert names(decision) == ["gzip", "lz4"]


POLARS = """shape: (2, 3)
┌─────────┬────────┬────────┐
│ engine  ┆ tps    ┆ p99_ms │
│ ---     ┆ ---    ┆ ---    │
│ str     ┆ f64    ┆ f64    │
╞═════════╪════════╪════════╡
│ polars  ┆ 412.0  ┆ 8.1    │
│ pandas  ┆ 204.5  ┆ 19.0   │
└─────────┴────────┴────────┘
"""


def test_a_frame_as_polars_prints_it(ranked):
    decision, _, _ = ranked(POLARS, name="t.txt")
    assert names(decision) == ["polars", "pandas"]
    assert criteria(decision) == {"throughput": "throughput", "response_time": "response_time_p99"}


def test_medals_number_the_rows_and_marks_behind_changes_are_none(ranked):
    decision, _, _ = ranked(
        "| 🏆 | ORM | Inserts/s |\n|---|---|---|\n| 🥇 | a | 12.4k |\n| 🥈 | b | 11.9k |\n| 3 | c | 1.9k |\n",
        name="t.md",
    )
    assert names(decision) == ["a", "b", "c"]
    text = "| Metric | main | this PR | Δ |\n|---|---|---|---|\n| Requests/s | 18,204 | 18,911 | +3.9% ✅ |\n| p99 latency | 14.2 ms | 13.1 ms | −7.7% ✅ |\n"
    decision, _, proposed = ranked(text, name="t.md")
    assert proposed == []
    assert names(decision) == ["main", "this PR"]
    text += "| Cold start | 412 ms | 366 ms | −11.2% ✅ |\n| Binary | 12.8 MB | 13.1 MB | +2.3% ⚠️ |\n"
    decision, _, proposed = ranked(text, name="t.md")
    assert proposed == ["--transpose", "--ignore", "Δ"]
    assert names(decision) == ["main", "this PR"]


def test_a_battery_lasts_in_german_too(ranked):
    decision, _, _ = ranked("Notebook;Akkulaufzeit (h)\na;9,5\nb;15,2\n", "--benefit", "Akkulaufzeit (h)")
    assert decision["scenarios"][0]["order"][0] == "b"
    with pytest.raises(ahp.InputError) as caught:
        ahp.rank(ahp.read(io.StringIO("Notebook;Akkulaufzeit (h)\na;9,5\nb;15,2\n")))
    assert "--cost" not in str(caught.value).partition("run: ")[2]


def test_a_model_called_base_beside_tiny_is_a_rival(ranked):
    decision, _, _ = ranked("Model,RTF (s)\ntiny,0.1\nbase,0.2\nsmall,0.4\n")
    assert names(decision) == ["tiny", "base", "small"]
    assert decision["study"]["baseline"] is None


def test_one_command_of_hyperfine_that_failed_is_left_out_alone(ranked):
    block = "Benchmark {}: {}\n  Time (mean ± σ):      {} ms ±   0.9 ms    [User: 41.2 ms, System: 30.1 ms]\n  Range (min … max):    {} ms … {} ms    18 runs\n{} \n"
    text = (
        block.format(1, "rg", 14.2, 12.9, 17.8, "\n  Warning: Ignoring non-zero exit code.\n")
        + block.format(2, "ag", 21.9, 19.0, 27.1, "")
        + block.format(3, "grep", 91.9, 89.0, 97.1, "")
        + "Summary\n  rg ran\n    1.50 ± 0.06 times faster than ag\n    6.50 ± 0.06 times faster than grep\n"
    )
    decision, _, proposed = ranked(text, name="t.txt")
    assert proposed == ["--drop-failed"]
    assert names(decision) == ["ag", "grep"]


def test_a_median_over_scenarios_is_of_all_of_them(ranked):
    text = "Benchmark,Unit,Better,a,b\nx,score,higher,22.4,20.1\ny,score,higher,298,214\nk,ms,lower,452,588\nm,ms,lower,810,1140\n"
    _, answer, _ = ranked(text)
    assert "631" not in answer  # of 452 and 810


def test_the_unit_of_queries_is_asked_for_or_taken_from_above(ranked, capsys):
    rows = "query,duckdb,postgres\nQ1,121.4,812.9\nQ2,42.3,95.0\n"
    _, _, proposed = ranked(rows)
    assert proposed == ["--cells", "duration (s)"]
    assert main(["t.csv"]) == 2
    asked = capsys.readouterr().err
    assert (
        "if they are seconds, run: ahp-rank t.csv --cells 'duration (s)'; if they are milliseconds" in asked
    )
    _, _, proposed = ranked(f"# TPC-H, milliseconds\n{rows}")
    assert proposed == ["--cells", "duration (ms)"]


def test_a_csv_table_of_restructuredtext(ranked):
    text = 'Plugins\n=======\n\n.. csv-table:: CNI plugins, 10 Gbit/s\n   :header: "CNI", "req/s", "CPU (%)"\n   :widths: 10, 5, 5\n\n   "bare, metal", 9.41, 11.2\n   "Calico", 9.30, 14.0\n\nDone.\n'
    decision, _, proposed = ranked(text, name="t.rst")
    assert proposed == []
    assert names(decision) == ["bare, metal", "Calico"]
    assert criteria(decision)["throughput"] == "throughput"


@each("heading", ["Size", "Rows", "Scale"])
def test_how_large_each_case_is_describes_it_and_is_no_measure(ranked, heading):
    text = f"Parsing throughput in GB/s\n\n| File | {heading} | simdjson | yyjson |\n|---|---|---|---|\n| a.json | 617 | 3.47 | 2.36 |\n| b.json | 90 | 1.2 | 1.4 |\n"
    decision, _, proposed = ranked(text, name="t.md")
    assert proposed == ["--ignore", heading, "--cells", "throughput (GB/s)"]
    assert names(decision) == ["simdjson", "yyjson"]


def test_of_two_words_for_what_is_compared_both_readings_are_proposed(ranked, capsys):
    rows = [
        f"{model},{runtime},{time}\n"
        for model in ("ResNet", "BERT")
        for time, runtime in enumerate(("ONNX", "TensorRT"), 3)
    ]
    decision, _, _ = ranked("model,runtime,latency_ms\n" + "".join(rows))
    assert names(decision) == ["ResNet", "BERT"]
    assert main(["t.csv"]) == 2
    assert (
        "if 'runtime' is what is compared, run: ahp-rank t.csv --map alternative=runtime"
        in capsys.readouterr().err
    )


@each("columns", [("Run 1", "Run 2"), ("Value",)])
def test_each_row_is_of_the_measure_that_its_unit_is_of(ranked, columns):
    cells = [
        ("4400", "4410")[: len(columns)],
        ("3900", "3880")[: len(columns)],
        ("13.2", "13.4")[: len(columns)],
        ("9.1", "9.2")[: len(columns)],
    ]
    what = [
        ("zfs", "fileserver", "ops/s"),
        ("xfs", "fileserver", "ops/s"),
        ("zfs", "untar", "s"),
        ("xfs", "untar", "s"),
    ]
    rows = (",".join([fs, load, *own, unit]) for (fs, load, unit), own in zip(what, cells, strict=True))
    decision, _, proposed = ranked(
        "\n".join([",".join(["Filesystem", "Workload", *columns, "Unit"]), *rows, ""])
    )
    assert proposed == []
    assert {s["scenario"]: s["order"][0] for s in decision["scenarios"]} == {
        "fileserver": "zfs",
        "untar": "xfs",
    }


def test_statistics_of_two_operations_are_two_measures_in_rows_too(ranked):
    text = "| | Redis | KeyDB |\n|---|---|---|\n| GET ops/sec | 231k | 1.02M |\n| p99 latency (GET) | 1.9 ms | 1.2 ms |\n| p99 latency (SET) | 2.1 ms | 1.4 ms |\n"
    _, answer, proposed = ranked(text, name="t.md")
    assert proposed == ["--transpose"]
    assert "'p99_latency_get'" in answer
    assert "'p99_latency_set'" in answer


def test_signed_per_cents_in_several_columns_are_changes(ranked):
    text = "Patch,hackbench time,netperf rate,Power\nv1,-4.1%,+2.3%,+0.9%\nv2,-6.0%,+3.9%,-1.2%\n"
    decision, _, _ = ranked(text, "--cost", "hackbench time", "--benefit", "netperf rate", "--cost", "Power")
    assert decision["scenarios"][0]["order"][0] == "v2"


def test_few_digits_of_three_alternatives_do_not_make_one_column_another(ranked):
    text = "kernel,nginx (req/s),sqlite (s)\n6.1,189442,12.7\n6.6,201773,11.9\n6.8,199870,12.1\n"
    _, answer, _ = ranked(text)
    assert "again" not in answer


def test_a_column_computed_from_before_and_after_is_left_out(ranked):
    decision, _, proposed = ranked(
        "query,before (ms),after (ms),speedup\nlist,812,94,8.6\nsearch,120,131,0.9\n"
    )
    assert proposed[:2] == ["--ignore", "speedup"]
    assert "after" in " ".join(names(decision))


def test_merged_names_of_an_index_below_two_headings_stand_for_their_rows(ranked):
    text = ",,batch 1,batch 1,batch 32,batch 32\n,,latency_ms,tps,latency_ms,tps\nmodel,engine,,,,\nResNet,ONNX,4.1,242,60,530\n,TensorRT,1.3,763,21,1500\nBERT,ONNX,9.1,110,200,160\n,TensorRT,3.3,303,80,400\n"
    decision, _, _ = ranked(text)
    assert [s["scenario"] for s in decision["scenarios"]] == ["batch 1", "batch 32"]
    assert names(decision) == ["ResNet:ONNX", "ResNet:TensorRT", "BERT:ONNX", "BERT:TensorRT"]


@each("sizes", [("16", "16384"), ("4 KiB", "64 KiB"), ("16 bytes", "1 kilobyte")])
def test_blocks_of_a_disk_are_no_blocks_of_runs(ranked, sizes):
    rows = "".join(f"{size},{name},{rate}\n" for size in sizes for name, rate in (("a", 10), ("b", 12)))
    decision, _, proposed = ranked(f"block,engine,throughput MB/s\n{rows}")
    assert proposed == ["--map", "scenario=block"]
    assert [s["scenario"] for s in decision["scenarios"]] == [*sizes]


def test_long_names_that_are_alike_at_both_ends_are_told_apart(ranked):
    kinds = {"Q2_K": 52, "Q4_K": 47}
    rows = "".join(
        f"llama 7B {kind} - Medium,{case},{rate}\n"
        for case in ("short", "long")
        for kind, rate in kinds.items()
    )
    _, answer, _ = ranked(f"model,dataset,tokens/s\n{rows}")
    assert "…Q2_K - Medium 0.525 …Q4_K - Medium 0.475" in answer


def test_numbers_in_names_of_scenarios_keep_their_units(ranked):
    sizes = ("16 bytes", "256 bytes", "4096 bytes", "65536 bytes", "1048576 bytes")
    rows = "".join(
        f"{name},{size},{rate * (at + 1)}\n"
        for at, size in enumerate(sizes)
        for name, rate in (("a", 10 + at), ("b", 12))
    )
    _, answer, _ = ranked(f"engine,dataset,throughput MB/s\n{rows}")
    assert "1048576 bytes b wins if" in answer or "bytes a wins if" in answer


def test_names_of_an_index_that_pandas_prints_below_the_headings_stand_over_it(ranked):
    import pandas as pd

    frame = pd.DataFrame(
        {"engine": ["a", "a", "b", "b"], "query": ["q1", "q9"] * 2, "seconds": [4.1, 9.8, 0.6, 1.9]}
    )
    printed = frame.groupby(["engine", "query"]).mean()
    decision, _, proposed = ranked(f">>> mean()\n{printed}\n", name="t.txt")
    assert proposed == ["--map", "scenario=query"]
    assert [names(decision), decision["scenarios"][1]["scenario"]] == [["a", "b"], "q9"]
    decision, _, proposed = ranked(f"{frame.groupby('engine')[['seconds']].mean()}\n", name="t.txt")
    assert [proposed, names(decision)] == [[], ["a", "b"]]
    printed = frame.pivot_table(index="query", columns="engine", values="seconds")
    decision, _, proposed = ranked(f"{printed}\n", name="t.txt")
    assert [proposed, names(decision)] == [["--cells", "duration (s)"], ["a", "b"]]


def test_rows_that_pandas_numbers_are_told_apart_by_words(ranked):
    text = "    engine query  tps  p99_ms\n0  rocks db    q1  120     3.1\n1      lmdb    q1  140     3.3\n2  rocks db    q2  125     3.0\n3      lmdb    q2  141     3.4\n"
    decision, _, proposed = ranked(text, name="t.txt")
    assert [proposed, names(decision)] == [["--map", "scenario=query"], ["rocks db", "lmdb"]]


def test_fences_that_were_copied_with_a_table_are_no_rows(ranked):
    decision, _, proposed = ranked(
        "Sample:\n```\n#lib   parse   write\na      20      30\nb      10\nc      5       7\n```\n",
        name="t.txt",
    )
    assert proposed[:1] == ["--benefit"]
    assert len(names(decision)) > 1


def test_what_was_done_in_the_names_of_a_table_is_a_scenario(ranked):
    text = "| | ns/op | allocated |\n|---|---|---|\n| std decode | 35510 ns/op | 1960 B/op |\n| fast decode | 5623 ns/op | 160 B/op |\n| std encode | 2213 ns/op | 712 B/op |\n| fast encode | 837 ns/op | 384 B/op |\n"
    decision, answer, _ = ranked(text, "--cost", "allocated", name="t.md")
    assert names(decision) == ["std", "fast"]
    assert [s["scenario"] for s in decision["scenarios"]] == ["decode", "encode"]
    assert "allocated in B/op" in answer
    decision, _, _ = ranked(text, "--map", "alternative=column 1", name="t.md")
    assert len(names(decision)) == 4


def test_of_ratios_of_speeds_nobody_knows_which_way_is_better(tmp_path, capsys):
    path = tmp_path / "t.csv"
    path.write_text("Engine,Geometric mean of speed ratios,Benchmark count\na,1.07,35\nb,172,33\n")
    assert main([str(path)]) == 2
    refusal = capsys.readouterr().err
    assert "if more is better, run: " in refusal
    assert "if less is, run: " in refusal


def test_cycles_are_no_part_of_a_name_and_files_and_executions_no_alternatives(ranked):
    rows = "".join(
        f"{c},{o},{10**9 + at * 7919 + len(c)},{at + 1}\n"
        for at, o in enumerate(["-O1", "-O2"])
        for c in ("gcc", "clang")
    )
    _, _, proposed = ranked(f"Compiler,Optimization,Cycles,Time (ms)\n{rows}")
    assert proposed == ["--map", "scenario=Optimization"]
    rows = "".join(f"{c},{n},f{f}.csv,{n * f}\n" for n in (100, 5000) for f in (1, 2) for c in ("a", "b"))
    decision, _, proposed = ranked(f"Library,Number of executions,Filename,Time (ms)\n{rows}c,100,NA,NA\n")
    assert proposed == ["--map", "scenario=Number of executions+Filename"]
    assert [s["scenario"] for s in decision["scenarios"]] == [
        "100:f1.csv",
        "100:f2.csv",
        "5000:f1.csv",
        "5000:f2.csv",
    ]


def test_names_in_brackets_are_no_measures(ranked):
    text = "| Test | SQLite (:memory:) | SQLite (Disk) | DuckDB (:memory:) | DuckDB (Disk) |\n|---|---|---|---|---|\n| Query time | 45 ms | 60 ms | 91 ms | 155 ms |\n| QPS | 22 qps | 18 qps | 12 qps | 6 qps |\n"
    decision, _, proposed = ranked(text, name="t.md")
    assert proposed == ["--transpose"]
    assert names(decision)[1] == "SQLite (Disk)"


def test_stars_behind_numbers_are_no_units(ranked):
    decision, _, _ = ranked('ORM,ns/op,B/op\na,"101,798 ⭐",10\nb,"206,664",12\n', "--decimal", ".")
    assert decision["scenarios"][0]["order"] == ["a", "b"]


def test_an_index_of_a_frame_that_was_sorted_numbers_rows(ranked):
    text = "          Weights  Inference time (ms)\n3  model.openvino            67.093970\n0        model.pt           102.777191\n7        model.pb           101.405423\n"
    assert names(ranked(text, name="t.txt")[0]) == ["model.openvino", "model.pt", "model.pb"]


def test_numbers_that_single_blanks_part_from_words_are_not_called_sentences(tmp_path):
    (tmp_path / "t").write_text(
        "Idle memory of freshly started containers\n\nBroker RAM\nNATS 6 MiB\nRabbitMQ 122 MiB\nKafka 327 MiB\n"
    )
    with pytest.raises(ahp.InputError, match="nothing parts the numbers from the words"):
        ahp.read(str(tmp_path / "t"))


@each(
    "text",
    [
        "**Install (clean cache)**\n\n- npm: 18.3s\n- yarn: 12.1s\n- pnpm: 7.9s\n",
        "Simple benchmark\n```\n12.1 req/s - yarn\n18.3 req/s - pnpm\n7.9 req/s - npm\n```\n",
        "* npm – 18.3 ms\n* yarn – 12.1 ms\n* `pnpm` – 7.9 ms\n",
    ],
)
def test_lists_of_times_or_rates_are_tables(ranked, text):
    decision, _, proposed = ranked(text, name="t.md")
    assert proposed == []
    assert sorted(names(decision)) == ["npm", "pnpm", "yarn"]
    assert decision["scenarios"][0]["order"][0] == "pnpm"


def test_rows_of_one_rate_in_brackets_are_cases_of_a_matrix(ranked):
    text = "| | tokenizers | tiktoken |\n|---|---|---|\n| 1 thread (MB/s) | 6.2 | 9.8 |\n| 8 threads (MB/s) | 41.0 | 60.2 |\n"
    decision, _, proposed = ranked(text, name="t.md")
    assert proposed == ["--cells", "throughput (MB/s)"]
    assert names(decision) == ["tokenizers", "tiktoken"]


def test_suites_of_hyperfine_that_run_other_commands_each_are_ranked_alone(ranked):
    head = "| Command | Mean [ms] | Min [ms] | Max [ms] | Relative |\n|:---|---:|---:|---:|---:|\n"
    text = "\n".join(
        f"### {title}\n\n{head}| `{a} {title}` | 135.0 ± 12.7 | 112.4 | 162.6 | 1.11 ± 0.14 |\n| `{b} {title}` | 121.5 ± 9.5 | 108.6 | 144.3 | 1.00 |\n"
        for title, a, b in (("none", "je", "mi"), ("simple", "je", "mi"))
    )
    decision, _, proposed = ranked(text, name="t.md")
    assert proposed[0].endswith("t.md#1")
    assert names(decision) == ["je none", "mi none"]


def test_jobs_of_one_fio_run_may_be_compared(ranked):
    text = (Path(__file__).parents[1] / "inputs" / "fio_normal" / "stonewall_3.33.txt").read_text(
        encoding="utf-8"
    )
    decision, _, proposed = ranked(text, name="t.txt")
    assert proposed == ["--transpose"]
    assert names(decision) == ["a", "b"]


def test_reports_of_memtier_are_compared_by_what_stands_above_each(ranked):
    one = (Path(__file__).parents[1] / "inputs" / "memtier" / "all_stats.txt").read_text(encoding="utf-8")
    two = one.replace("106042.97", "126042.97")
    decision, _, proposed = ranked(f"### redis 7\n{one}\n### dragonfly\n{two}", name="t.txt")
    assert [name.partition("=")[0] for name in proposed] == ["redis 7", "dragonfly"]
    assert decision["scenarios"][0]["order"][0] == "dragonfly"


def test_numbers_with_a_plus_beside_one_without_are_no_sums(ranked):
    text = "| VPN | Throughput | Latency |\n|---|---|---|\n| none | 1000 Mbps | 16 ms |\n| a | 960 Mbps | +18 ms |\n| b | 730 Mbps | +32 ms |\n"
    decision, _, proposed = ranked(text, name="t.md")
    assert proposed == ["--ignore", "Latency"]
    assert [*criteria(decision)] == ["throughput"]


def test_a_heading_of_several_lines_between_lines_of_dashes_is_one(ranked):
    text = f"{'-' * 40}\n| Filesystem | Copy | Delete |\n| | Across | (seconds) |\n| | (seconds) | |\n{'-' * 40}\n| xfs | 221 | 57 |\n| reiser | 148 | 52 |\n{'-' * 40}\n"
    decision, _, _ = ranked(text, name="t.txt")
    assert [*criteria(decision)] == ["Copy Across (seconds)", "Delete (seconds)"]


def test_benchmarks_whose_words_cross_are_parted_and_told(ranked):
    rows = "".join(
        f"Benchmark{name}{what}-4\t{10**6 // at}\t{at * 10} ns/op\n"
        for at, name in enumerate(("Zap", "Log", "Nil"), 1)
        for what in ("Hit", "Miss")
    )
    decision, answer, _ = ranked(f"goos: linux\n{rows}PASS\n", name="t.txt")
    assert names(decision) == ["Zap", "Log", "Nil"]
    assert [s["scenario"] for s in decision["scenarios"]] == ["Hit", "Miss"]
    assert "--transpose compares these" in answer


def test_rows_of_one_name_are_measures_of_their_own_where_columns_are_compared(ranked):
    text = "| | redb | lmdb |\n|---|---|---|\n| reads | 1.44s | 959ms |\n| reads | 1.39s | 951ms |\n| size | 4 GiB | 2 GiB |\n"
    decision, _, proposed = ranked(text, name="t.md")
    assert proposed == ["--transpose"]
    assert len(criteria(decision)) == 3


def test_memory_below_0_proposes_to_leave_its_column_out(ranked):
    text = "engine,renders/s,memory (KB)\na,7884,786\nb,5291,-7111\n"
    assert ranked(text)[2] == ["--ignore", "memory (KB)"]


def test_numbers_of_several_runs_each_are_means(ranked):
    _, answer, _ = ranked("engine,tps,runs\na,7884,3\nb,5291,3\n")
    assert "one mean each, spread not counted" in answer


def test_headings_that_dashes_underline_stand_above_tables(ranked):
    table = "| Name | Total (s) |\n|---|---|\n| mako | 0.27 |\n| jinja | 0.24 |\n"
    decision, _, _ = ranked(f"1 call:\n---\n\n{table}\n10 calls:\n---\n\n{table}", name="t.md")
    assert [s["scenario"] for s in decision["scenarios"]] == ["1 call", "10 calls"]


def test_links_by_reference_are_shown_by_their_text(ranked):
    text = "| Library | ms |\n|---|---|\n| [MPack][mpack] (0.8) | 1.2 |\n| [CMP][cmp] | 2.1 |\n"
    assert names(ranked(text, name="t.md")[0]) == ["MPack (0.8)", "CMP"]


def test_a_benchmark_js_that_failed_is_no_title(ranked):
    one = "{} x {} ops/sec ±0.61% (93 runs sampled)\n"
    text = (
        f"{one.format('a', '1,204')}b: TypeError: x is not a function\n{one.format('c', '984')}Fastest is a\n"
    )
    decision, _, proposed = ranked(text, name="t.txt")
    assert [proposed, names(decision)] == [["--drop-failed"], ["a", "c"]]


def test_words_one_blank_apart_are_columns_where_all_lines_have_as_many(ranked):
    groups = "\n\n".join(
        "\n".join(
            f"{test} {alloc} {at}.{len(test)} {3000 + at} 0"
            for at, alloc in enumerate(("sys", "je", "mi"), 1)
        )
        for test in ("cfrac", "larson")
    )
    decision, _, proposed = ranked(
        f"CPU: Xeon\n#-----\n# test alloc time rss faults\n{groups}\n", name="t.txt"
    )
    assert proposed == ["--cost", "time"]
    assert names(decision) == ["sys", "je", "mi"]
    assert [s["scenario"] for s in decision["scenarios"]] == ["cfrac", "larson"]


def test_cells_two_blanks_apart_are_no_columns_for_each_word(ranked):
    text = "Compressor name  Ratio  Compression\nzstd -1          2.887  510.0\nzlib -6          3.099  105.0\nlzma -2          3.904  29.0\n"
    decision, _, _ = ranked(
        text, "--map", "compression_ratio=Ratio", "--benefit", "Compression", name="t.txt"
    )
    assert names(decision) == ["zstd -1", "zlib -6", "lzma -2"]


def test_numbers_in_units_of_their_own_need_no_heading(ranked):
    rows = "  raw:  0.23s   229138 ns/op    720 B/op   14 allocs/op\n  orm:  0.57s   571381 ns/op   1480 B/op   39 allocs/op\n  gorm:  1.07s   1069990 ns/op   6982 B/op   143 allocs/op\n"
    decision, answer, proposed = ranked(
        f"  100 times - Insert\n{rows}\n  100 times - Read\n{rows}", name="t.txt"
    )
    assert proposed == ["t.txt#2", "--baseline", "raw"] or "t.txt#1" in proposed
    assert [s["scenario"] for s in decision["scenarios"]] == ["100 times - Insert", "100 times - Read"]
    assert "Not counted: 'B/op', 'allocs/op'; 'whole run' ('duration' again)" in answer


def test_numbers_behind_their_labels_need_no_heading(ranked):
    text = "$ ruby test.rb\nbuilt-in mem: 177816 duration: 5.463\nHoard 3.12 mem: 191836 duration: 4.526\n"
    decision, _, proposed = ranked(text, name="t.txt")
    assert proposed == ["--map", "duration (s)=duration"]
    assert names(decision) == ["built-in", "Hoard 3.12"]
    with pytest.raises(ahp.InputError, match=r"no table|no line of headings"):
        ahp.read(
            io.StringIO("[ 1s ] thds: 4 tps: 123.1\n[ 2s ] thds: 4 tps: 124.9\n[ 3s ] thds: 4 tps: 121.2\n")
        )


def test_columns_1_to_5_beside_their_mean_are_runs(ranked):
    rows = "| {} | 1 | 2 | 3 | M |\n|---|---|---|---|---|\n| lz4 | 101 | 103 | 99 | 101 |\n| zstd | 88 | 87 | 90 | 88.3 |\n"
    decision, answer, proposed = ranked(f"Throughput in MB/s\n\n{rows.format('codec')}", name="t.md")
    assert proposed == ["--cells", "throughput (MB/s)"]
    assert [names(decision), "3 runs of each" in answer] == [["lz4", "zstd"], True]
    with pytest.raises(ahp.InputError, match="the columns '1', '2', '3', 'M' scenarios"):
        ahp.read(io.StringIO(rows.format("threads")))


def test_what_pandas_prints_of_aggregates_and_of_describe_is_read(ranked):
    text = (
        "               time            memory        \n               mean       std    mean     std\n"
        "lib    n                                     \nnumpy  1000  0.0123  0.000123   12.10  0.1000\n"
        "       5000  0.1423  0.001230   22.10  0.2000\npolars 1000  0.0023  0.000023   10.10  0.1000\n"
        "       5000  0.0223  0.000230   18.10  0.2000\n"
    )
    decision, answer, _ = ranked(text, "--map", "scenario=n", "--cost", "time mean", name="t.txt")
    assert [*criteria(decision).values(), names(decision)] == ["time mean", ["numpy", "polars"]]
    assert "'time std'" in answer
    described = "       lz4   zstd\ncount  10.0  10.0\nmean  1.23  2.34\nstd  0.01  0.02\nmin  1.21  2.31\nmax  1.25  2.38\n"
    decision, answer, _ = ranked(described, "--cost", "mean", name="t.txt")
    assert names(decision) == ["lz4", "zstd"]


def test_lines_of_google_benchmark_need_no_heading(ranked):
    text = "BM_find/8      28928 ns      29349 ns        23853\nBM_scan/8      32065 ns      32913 ns        21375\n"
    decision, _, _ = ranked(text, name="t.txt")
    assert criteria(decision)["duration"] == "duration"


def test_a_codec_called_null_has_a_name(ranked):
    rows = "| Null | 6488 | 4.6 |\n| RLE | 12609 | 414 |\n| LZ77 | 3880 | 151 |\n"
    text = f"| Algorithm | Compressed Size (bytes) | Compress Time (ms) |\n|---|---|---|\n{rows}"
    assert names(ranked(text, name="t.md")[0]) == ["Null", "RLE", "LZ77"]


def test_lists_of_one_number_are_of_the_only_run(ranked):
    text = json.dumps({
        "zlib": {"compression_ratio": 3.1, "compress_time_s": [8.7]},
        "lz4": {"compression_ratio": 2.1, "compress_time_s": [0.08]},
    })  # fmt: skip
    assert "compression_time" in criteria(ranked(text, name="t.json")[0]).values()


def test_a_coefficient_of_variation_is_no_rate(ranked):
    _, answer, _ = ranked("db,ops_per_sec,ops_per_sec_cv\na,14976,0.0276\nb,12581,0.0272\n")
    assert "'ops_per_sec_cv', of runs and how they scatter" in answer


def test_tables_of_markdown_in_cells_of_html_are_read(ranked):
    table = "| Tool | Time (s) |\n|---|---|\n| zstd -3 | {} |\n| adaptive | {} |\n"
    cells = (
        f"<table>\n<tr><th> {title} </th></tr>\n<tr><td>\n\n{table.format(*times)}\n</td><tr>\n</table>\n\n"
        for title, times in (("25 MB/s read", (17, 18)), ("5 MB/s write", (42, 39)))
    )
    decision, _, _ = ranked("".join(cells), name="t.md")
    assert [s["scenario"] for s in decision["scenarios"]] == ["25 MB/s read", "5 MB/s write"]


def test_a_table_for_each_database_compares_them(ranked):
    rows = "| {0} | five_gb | {1}s |\n| {0} | ten_mb | {2}s |\n"
    tables = (
        f"### {name}\n| database | dataset | total_time |\n|---|---|---|\n{rows.format(name, *times)}\n"
        for name, times in (("postgres", (993, 2.5)), ("snowflake", (61, 10)))
    )
    decision, _, proposed = ranked("".join(tables), name="t.md")
    assert proposed == ["t.md#1", "t.md#2", "--map", "alternative=database", "--map", "scenario=dataset"]
    assert names(decision) == ["postgres", "snowflake"]


def test_what_was_measured_with_stands_before_a_stroke_in_a_parameter(ranked):
    rows = "".join(
        f"S.deserialize   {case}/{kind}  avgt    9   {at}.{len(kind)}00 ± 0.045  us/op\n"
        for at, (case, kind) in enumerate(
            [("one", "JSON"), ("one", "Kafka"), ("many", "JSON"), ("many", "Avro")], 1
        )
    )
    decision, _, _ = ranked(f"Benchmark  (params)  Mode  Cnt   Score   Error  Units\n{rows}", name="t.txt")
    assert names(decision) == ["JSON", "Kafka"]
    assert [s["scenario"] for s in decision["scenarios"]] == ["one", "many"]


def test_a_matrix_whose_rows_several_columns_describe_is_proposed(ranked):
    text = "| Test | Size | Pipe | redis | dragonfly |\n|---|---|---|---|---|\n| No | 5b | N/A | 64.1s | 66.0s |\n| No | 1kb | N/A | 69.5s | 70.0s |\n| Yes | 5b | 10k | 16.5s | 35.2s |\n"
    decision, _, proposed = ranked(text, name="t.md")
    assert proposed == ["--cells", "duration (s)", "--map", "scenario=Test+Size", "--ignore", "Pipe"]
    assert names(decision) == ["redis", "dragonfly"]


def test_a_mean_below_a_quotation_is_of_what_it_says_and_what_did_nothing_is_left_out(ranked):
    rows = "| Bun | 700.3 | 76.3 | 905.0 | 100% |\n| Deno | 565.9 | 75.3 | 828.1 | 81% |\n| Acorn | 0.00 | 0.00 | 0.00 | 0% |\n| Oak | 0.00 | 0.00 | 0.00 | 0% |\n"
    text = f"> Requests per second\n\n| Framework | Mean | Stddev | Max | Relative |\n|---|---|---|---|---|\n{rows}"
    decision, _, proposed = ranked(text, name="t.md")
    assert proposed[:1] == ["--drop-failed"]
    assert names(decision) == ["Bun", "Deno"]


def test_mb_for_megabytes_is_said_with_map(ranked):
    text = "| Language | Time, s | Memory, Mb |\n|---|---|---|\n| C++ | 0.79 | 687.1 |\n| Rust | 1.26 | 916.5 |\n"
    decision, _, proposed = ranked(text, name="t.md")
    assert proposed == ["--map", "memory (MB)=Memory, Mb"]
    assert names(decision) == ["C++", "Rust"]


def test_a_table_of_pytest_benchmark_needs_no_legend_and_sizes_in_brackets_are_scenarios(ranked):
    rows = "".join(
        f"test_sort[rows={n}-{lib}]   {n}.3398 (1.06)   {n}.9936 (1.11)   9\n"
        for n in (100, 200)
        for lib in ("a", "b")
    ).replace("]   100.3", "]   100.3")
    head = f"{'-' * 30} benchmark: 4 tests {'-' * 30}\nName (time in ms)   Min   Mean   Rounds\n{'-' * 80}\n"
    decision, _, _ = ranked(f"{head}{rows}{'-' * 80}\n", name="t.txt")
    assert [names(decision), len(decision["scenarios"])] == [["a", "b"], 2]


def test_a_benchmark_of_go_copied_without_its_end_is_read_and_told(ranked):
    rows = "Benchmark/crc32-8   16482   75654 ns/op   13860.24 MB/s\nBenchmark/sha1-8   1156   1086244 ns/op   965.32 MB/s\n"
    _, answer, _ = ranked(f"goos: linux\n{rows}", name="t.txt")
    assert "does not end with PASS or FAIL: if it was cut off, benchmarks are missing" in answer


def test_bars_may_close_lines_alone_and_dashes_or_underscores_rule_them(ranked):
    closed = "Format | CSV | Feather |\n------ | --- | --- |\nWrite Time | 1.74 sec | 0.07 sec |\nFile Size | 19 MB | 7.7 MB |\n"
    assert names(ranked(closed, name="t.md")[0]) == ["CSV", "Feather"]
    dashed = f"10 tables:\n\nHasher | Collisions | Speed (MB/s) |\n{'-' * 40}\nXXH3 | 9097 | 164 |\nFNV | 9090 | 192 |\n{'-' * 40}\n"
    assert names(ranked(dashed, name="t.txt")[0]) == ["XXH3", "FNV"]
    under = "Runtime     | Runc | Quark\n____________|______|______\nStartup (ms)| 607  | 625\n"
    assert names(ranked(under, name="t.txt")[0]) == ["Runc", "Quark"]


def test_a_column_that_names_each_row_is_no_scenario(ranked):
    rows = "| naive.v | v | 0:16.80 |\n| threaded.v | v | 1:13.03 |\n| naive.rs | rs | 0:14.69 |\n"
    decision, _, proposed = ranked(f"| script | runtime | wall |\n|---|---|---|\n{rows}", name="t.md")
    assert proposed == ["--map", "alternative=script"]
    assert len(decision["scenarios"]) == 1


def test_of_two_columns_of_unknown_words_either_may_be_compared(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = "".join(
        f"{work},{fs},{at}\n"
        for at, (work, fs) in enumerate([("쓰기", "A"), ("쓰기", "B"), ("읽기", "A"), ("읽기", "B")], 1)
    )
    Path("t.csv").write_text(f"워크로드,파일시스템,IOPS\n{rows}", encoding="utf-8")
    assert main(["t.csv"]) == 2
    told = capsys.readouterr().err
    assert "--map scenario=파일시스템; if '파일시스템' is what is compared" in told.replace(
        "'scenario=파일시스템'", "scenario=파일시스템"
    )


def test_how_long_a_test_ran_is_no_cost(ranked):
    rows = "a,10,5.02,114,22.71\nb,100,5.06,11380,2249.01\nc,100,9.29,519697,55941.55\nd,10,9.69,414088,42733.5\n"
    _, answer, _ = ranked(f"server,clients,Duration(s),Total,QPS\n{rows}", "--map", "block=clients")
    assert "--cost 'Duration(s)'" not in answer


def test_headings_of_javascript_have_their_units(ranked):
    text = '{"iterations": 10, "results": [{"loader": "unrun", "averageMs": 2.4702}, {"loader": "jiti", "averageMs": 12.431}]}'
    decision, answer, _ = ranked(text, name="t.json")
    assert names(decision) == ["unrun", "jiti"]
    assert "in ms" in answer
    with pytest.raises(ahp.InputError, match="this is JavaScript that assigns data"):
        ahp.read(io.StringIO("window.BENCHMARK_DATA = {\n}\n"))


def test_a_cross_tells_that_a_query_failed_and_a_plus_is_a_bound(ranked):
    head = "| Engine | Query 1 (s) | Query 2 (s) |\n|---|---|---|\n| DuckDB | 1.2 | 3.4 |\n"
    decision, _, proposed = ranked(f"{head}| SQLite | 10.5 | X |\n| Polars | 1.0 | 2.9 |\n", name="t.md")
    assert proposed == ["--drop-failed"]
    assert names(decision) == ["DuckDB", "Polars"]
    decision, _, proposed = ranked(f"{head}| SQLite | 10.5 | 73+ |\n| Polars | 1.0 | 2.9 |\n", name="t.md")
    assert proposed == ["--ignore", "SQLite"]
    assert names(decision) == ["DuckDB", "Polars"]
    features = "| Server | req/s | TLS |\n|---|---|---|\n| nginx | 12000 | ✓ |\n| caddy | 9000 | ✗ |\n"
    assert ranked(features, name="t.md")[2] == []


def test_what_keeps_a_column_from_being_read_is_told(ranked):
    rows = "none,5,10\nlz4,2,11\nzstd,1,warm cache\n"
    _, answer, _ = ranked(f"codec,size (MB),score\n{rows}")
    assert "column 'score' is not read: 'warm cache' in line 4 is no number" in " ".join(answer.split())


def test_a_number_of_each_row_is_no_part_of_a_name(ranked):
    rows = "zlib,1,a.txt,44149,3.40,96.0\nzlib,9,a.txt,35585,4.22,5.7\nzlib,1,b.bin,70010,2.14,90.5\nzlib,9,b.bin,69011,2.17,8.1\n"
    _, _, proposed = ranked(f"codec,level,file,out,ratio,comp MB/s\n{rows}")
    assert proposed[-4:] == ["--map", "alternative=codec+level", "--map", "scenario=file"]
    rows = "1,fsync,16,2140\n2,none,16,6875\n3,fsync,64,4922\n4,none,64,9130\n"
    decision, _, proposed = ranked(f"id,setting,threads,tps\n{rows}")
    assert proposed == ["--map", "scenario=threads"]
    assert names(decision) == ["fsync"]


def test_a_word_over_numbers_is_a_column_of_its_own_though_one_blank_parts_it(ranked):
    text = "codec    level file        comp MB/s  decomp MB/s\nzlib         1 py.src            96.0        158.3\n"
    more = "zlib         9 py.src             5.7        383.1\nlzma         0 py.src            15.1         98.0\n"
    _, _, proposed = ranked(text + more, name="t.txt")
    assert "alternative=codec+level" in proposed


def test_letters_multiply_rates_that_nobody_knows(ranked):
    decision, _, proposed = ranked("server,GET/s,SET/s\nredis,182k,171k\ndragonfly,1.12M,987k\n")
    assert proposed == []
    assert decision["scenarios"][0]["criteria"][0]["measured"] == {"redis": 182e3, "dragonfly": 1.12e6}


def test_a_percentile_beyond_the_99th_is_never_that(ranked):
    rows = "G1,48210,96\nZGC,44870,0.9\n"
    assert "response_time_p999" in criteria(ranked(f"GC,ops/s,p99.9 pause (ms)\n{rows}")[0]).values()
    assert criteria(ranked(f"GC,ops/s,p99.99 lag (ms)\n{rows}")[0]) == {"throughput": "throughput"}


def test_megabytes_per_second_are_told_from_megabits(ranked):
    decision, *_ = ranked("codec,Comp. Speed (MBps),Decomp. Speed (MBps)\nlz4,913,4100\nzstd,690,1692\n")
    assert [c["unit"] for c in decision["scenarios"][0]["criteria"]] == ["MB/s", "MB/s"]


def test_what_follows_plus_and_minus_is_no_error(ranked):
    rows = "glibc | 535.7 ev/s | ± 1.0 ev/s\n  |   |  \ntcmalloc | 556.6 ev/s | ± 1.8 ev/s\n"
    decision, _, proposed = ranked(f"memory manager | throughput | error\n-- | -- | --\n{rows}", name="t.md")
    assert (proposed, names(decision)) == ([], ["glibc", "tcmalloc"])


def test_names_serve_the_rows_below_them_whatever_else_is_said(ranked):
    rows = "| BigCache | Set | 329.5 |\n| | Get | 356.5 |\n| Theine | Set | 226.2 |\n| | Get | 176.2 |\n"
    decision, *_ = ranked(
        f"| Library | Operation | ns/op |\n|---|---|---|\n{rows}", "--map", "scenario=Operation", name="t.md"
    )
    assert [scenario["alternatives"] for scenario in decision["scenarios"]] == [["BigCache", "Theine"]] * 2


def test_a_ruler_says_which_line_is_the_heading(ranked):
    rows = "| PyTorch CPU | 172 ms | 514 ms |\n| ONNX CPU | 12 ms | 30 ms |\n||||\n| TVM CPU | 9 ms | * |\n"
    decision, _, proposed = ranked(f"| PC/batch_size | 1 | 4 |\n|:--|:--:|:--:|\n{rows}", name="t.md")
    assert proposed == ["--cells", "duration", "--transpose", "--drop-incomplete"]
    assert [scenario["choose"] for scenario in decision["scenarios"]] == [["TVM CPU"], ["ONNX CPU"]]


def test_suites_with_titles_in_dashes_are_scenarios(ranked):
    text = "--- reading rows ---\nbetter-sqlite3 x 313,899 ops/sec ±0.13%\nnode-sqlite3   x 26,780 ops/sec ±2.9%\n\n"
    more = (
        "--- inserting ---\nbetter-sqlite3 x 62,554 ops/sec ±7.33%\nnode-sqlite3   x 22,637 ops/sec ±4.37%\n"
    )
    decision, _, proposed = ranked(text + more, name="t.txt")
    assert proposed == []
    assert [scenario["scenario"] for scenario in decision["scenarios"]] == ["reading rows", "inserting"]


def test_sizes_that_fall_are_scenarios_of_a_matrix(ranked):
    head = "|  | map | sync.Map |\n|--|--|--|\n"
    first = f"# Select\n\n{head}| 1 000 000 | 535 714 ns/op | 1 564 924 ns/op |\n| 1000 | 156 ns/op | 880 ns/op |\n\n"
    second = f"# Insert\n\n{head}| 1 000 000 | 772 332 ns/op | 5 045 782 ns/op |\n| 1000 | 628 ns/op | 1810 ns/op |\n"
    decision, _, proposed = ranked(first + second, name="t.md")
    assert proposed == ["t.md#1", "t.md#2", "--cells", "duration"]
    assert len(decision["scenarios"]) == 4
    assert names(decision) == ["map", "sync.Map"]


def test_tables_of_numbers_alone_are_named_by_what_stands_above(ranked):
    head = "clients|mean(ms)|median(ms)|throughput(TPS)\n---|---|---|---\n"
    text = f"### rpcx\n{head}100|1|0|153822\n500|2|1|231000\n\n### hprose 2.0\n{head}100|1|0|114246\n500|3|2|149409\n"
    decision, _, proposed = ranked(text, name="t.md")
    assert proposed[:2] == ["rpcx=t.md#1", "hprose 2.0=t.md#2"]
    assert proposed[2:] == ["--map", "scenario=clients", "--ignore", "median(ms)"]
    assert names(decision) == ["rpcx", "hprose 2.0"]


def test_blocks_with_the_same_labels_are_rows(ranked):
    text = "snappy\nWriting time: 0.2501 s\nFile size: 21848 kB\n\ngzip -1\nWriting time: 1.5897 s\nFile size: 13524 kB\n"
    decision, _, proposed = ranked(text, name="t.txt")
    assert (proposed, names(decision)) == ([], ["snappy", "gzip -1"])
    assert "stored_bytes" in criteria(decision).values()


def test_what_pandas_prints_of_a_pivot_has_both_levels(ranked):
    import pandas as pd

    rows = [("ARC", 0.6121, 790e3, 0.7214, 812e3), ("S3-FIFO", 0.6415, 2086e3, 0.7309, 2110e3)]
    cases = [
        (p, t, h, o) for p, h1, o1, h2, o2 in rows for t, h, o in (("cdn_wiki", h1, o1), ("twitter", h2, o2))
    ]
    frame = pd.DataFrame(cases, columns=["policy", "trace", "hit_ratio", "ops_per_sec"])
    text = frame.pivot_table(index="policy", columns="trace").to_string()
    decision, answer, _ = ranked(text, name="t.txt")
    assert "'hit_ratio cdn_wiki', 'hit_ratio twitter'" in answer
    assert decision["scenarios"][0]["choose"] == ["S3-FIFO"]


def test_a_benchmark_that_did_not_work_is_told(ranked):
    text = "beego:  0.33s  1662320 ns/op  514 allocs/op\nxorm:  0.39s  1973717 ns/op  2850 allocs/op\naorm:     doesn't work\n"
    decision, _, proposed = ranked(text, name="t.txt")
    assert proposed == ["--drop-incomplete"]
    measured = decision["scenarios"][0]["criteria"][0]["measured"]
    assert measured == {"beego": 1662320.0, "xorm": 1973717.0}


def test_a_scenario_without_the_baseline_is_proposed_to_be_left_out(ranked):
    rows = "A,none,57\nA,lz4,112\nB,lz4,53\nB,zstd,50\nC,none,166\nC,lz4,732\n"
    decision, _, proposed = ranked(f"scenario,alternative,commits/s\n{rows}", "--index", "improvement")
    assert proposed == ["--ignore", "B"]
    assert [scenario["scenario"] for scenario in decision["scenarios"]] == ["A", "C"]


def test_runs_in_german_are_runs(ranked):
    rows = "".join(
        f"{d};{q};{n};{v + n}\n" for d, v in (("A", 9), ("B", 7)) for q in ("Join", "Scan") for n in (1, 2, 3)
    )
    decision, _, proposed = ranked(f"Datenbank;Abfrage;Lauf;Antwortzeit (ms)\n{rows}")
    assert proposed[:2] == ["--map", "scenario=Abfrage"]
    assert [s["runs"] for s in decision["scenarios"]] == [{"A": 3, "B": 3}] * 2


def test_modes_of_one_system_are_settings_and_no_workloads(ranked):
    rows = "".join(
        f"{m},{s},{r},{100 * i + r}\n"
        for i, m in enumerate(("WAL", "DELETE"), 1)
        for s in "AB"
        for r in (1, 2)
    )
    decision, _, proposed = ranked(f"journal_mode,synchronous,run,inserts/s\n{rows}")
    assert proposed == ["--map", "alternative=journal_mode+synchronous"]
    assert names(decision) == ["WAL:A", "WAL:B", "DELETE:A", "DELETE:B"]


def test_runs_whose_rows_tell_rates_are_no_times(ranked):
    text = "Filesystem,Workload,Run 1,Run 2\next4,seq write MB/s,512,508\nxfs,seq write MB/s,528,531\n"
    decision, _, proposed = ranked(
        f"{text}ext4,rand write IOPS,41200,40800\nxfs,rand write IOPS,43900,44210\n"
    )
    assert proposed == ["--cells", "throughput"]
    assert [s["rankings"]["benefit"][0] for s in decision["scenarios"]] == ["xfs", "xfs"]


def test_columns_beside_one_with_a_unit_are_in_the_time_above_the_table(ranked):
    text = "## Results (ns per operation)\n\n| Map | Insert | Erase | Memory (MB) |\n|--|--|--|--|\n| std | 118.4 | 95.2 | 40.3 |\n"
    decision, _, proposed = ranked(f"{text}| flat | 31.0 | 21.8 | 33.6 |\n", name="t.md")
    assert proposed == []
    assert list(criteria(decision)) == ["Insert", "Erase"]


def test_what_was_typed_and_a_last_word_are_no_part_of_a_table(ranked):
    table = "bench   allocator   time(s)\ncfrac   glibc       5.81\ncfrac   mimalloc    4.93\n"
    decision, _, proposed = ranked(f"$ ./run_all.sh\n{table}done.\n", name="t.txt")
    assert (proposed, names(decision)) == ([], ["glibc", "mimalloc"])


def test_words_over_headings_that_repeat_are_scenarios(ranked):
    text = "           Workload A      Workload B\nStore      tput     lat    tput     lat\nRocksDB   182300    341   240100    262\n"
    decision, _, proposed = ranked(
        f"YCSB (ops/sec | latency in us)\n\n{text}LMDB       38900   1610   402700    154\n", name="t.txt"
    )
    assert proposed == []
    chosen = {s["scenario"]: s["choose"] for s in decision["scenarios"]}
    assert chosen == {"Workload A": ["RocksDB"], "Workload B": ["LMDB"]}


def test_a_page_may_quote_hyperfine_without_its_cpu_and_its_summary(ranked):
    block = "```\nBenchmark {}: {}\n  Time (mean ± σ):     {} s ±  0.109 s\n  Range (min … max):   {} s … 20.065 s\n```\n"
    page = (
        block.format(1, "find -iregex", "19.922", "19.765")
        + "Now fd:\n"
        + block.format(2, "fd", "0.854", "0.801")
    )
    decision, _, proposed = ranked(page, name="t.md")
    assert (proposed, names(decision)) == ([], ["find -iregex", "fd"])


def test_jmh_in_markdown_is_read_and_each_table_is_named_by_all_headings(ranked):
    head = "| Benchmark | Mode | Cnt | Score | Error | Units |\n|---|---|---|---|---|---|\n"
    rows = "| Ser.{} | thrpt | 20 | 463604.434 | ±997.468 | ops/s |\n| Ser.b | thrpt | 20 | 374853.655 | ±894.886 | ops/s |\n"
    parts = (
        f"# {data} type\n\n## JMH: 1 KB\n\n{head}{rows.format(n)}\n"
        for data, n in (("users", "a"), ("clients", "c"))
    )
    decision, _, proposed = ranked("".join(parts), name="t.md")
    assert proposed == ["t.md#1"]
    assert decision["scenarios"][0]["criteria"][0]["measured"] == {"Ser.a": 463604.434, "Ser.b": 374853.655}


def test_what_was_done_stands_behind_names_of_which_not_all_did_all(ranked):
    times = {
        "MapSet": 376,
        "MapGet": 324,
        "BigSet": 478,
        "BigGet": 450,
        "BigGetParallel": 86,
        "LruGet": 690,
        "LruGetParallel": 147,
    }
    lines = "".join(f"Benchmark{name}-8  \t 1000 \t {ns} ns/op\n" for name, ns in times.items())
    decision, _, _ = ranked(f"goos: linux\ngoarch: amd64\npkg: p\n{lines}PASS\nok  \tp\t1s\n", name="t.txt")
    assert {s["scenario"]: s["choose"] for s in decision["scenarios"]}["GetParallel"] == ["Big"]


def test_failures_do_not_turn_a_matrix_round(ranked):
    text = "**throughputs**\n\n| |badger|bolt|map/memory|\n|--|--|--|--|\n|Batch Write|1818000|305000|OOM|\n|set|39945|17457|551238|\n"
    decision, _, proposed = ranked(f"{text}|get|474943|691812|6459314|\n", name="t.md")
    assert proposed == ["--cells", "throughput", "--drop-failed"]
    assert names(decision) == ["badger", "bolt"]


def test_a_reference_of_which_only_the_size_is_known_is_left_out(ranked):
    text = "|Compressor|Encoding (ms)|Size|\n|--|--|--|\n|Original| |211957760|\n|lz4|18|79910851|\n|zstd|6|69443247|\n"
    decision, _, proposed = ranked(text, name="t.md")
    assert (proposed, names(decision)) == (["--ignore", "Original"], ["lz4", "zstd"])


def test_overhead_in_bytes_is_no_share_of_the_cpu(ranked):
    text = "| Name | Overhead | Parse |\n|--|--|--|\n| nom | 2,612 KiB | 182ms |\n| logos | 71 KiB | 22ms |\n"
    decision, answer, proposed = ranked(text, name="t.md")
    assert proposed == ["--decimal", "."]
    assert "'Overhead'" in answer
    assert list(criteria(decision).values()) == ["Parse"]


def test_rows_of_markdown_that_name_what_stands_below_them_are_scenarios(ranked):
    query = "| {} | `{{ posts {{ id }} }}` |\n|| [Tailcall] | `{}` |\n|| [Caliban] | `902.18` |\n"
    text = (
        "| Query | Server | Requests/sec |\n|--:|--:|--:|\n"
        + query.format(1, "22,805.00")
        + query.format(2, "410.20")
    )
    decision, _, proposed = ranked(text, name="t.md")
    assert proposed == []
    assert {s["scenario"]: s["choose"] for s in decision["scenarios"]} == {
        "1": ["[Tailcall]"],
        "2": ["[Caliban]"],
    }


def test_numbers_of_loops_before_times_are_no_cells(ranked):
    text = "Read\nsqlc:\t\t8448\t148618 ns/op\t904 B/op\npgx_pool:\t7509\t151412 ns/op\t963 B/op\n"
    decision, _, proposed = ranked(text, name="t.txt")
    assert (proposed, names(decision)) == ([], ["sqlc", "pgx_pool"])


def test_a_latency_without_a_unit_is_a_cost(ranked):
    decision, _, proposed = ranked("name,throughput,latency\nA,8742350.7,114\nB,550011.5,1818\n")
    assert proposed == ["--cost", "latency"]
    assert criteria(decision)["latency"] == "latency"


@pytest.mark.parametrize("bar", ["##", "$"])
def test_copies_and_loops_below_headings_are_named_by_these(ranked, bar):
    copy = "1+0 records in\n1+0 records out\n67108864 bytes (67 MB, 64 MiB) copied, 0.0{} s, {} MB/s\n"
    text = f"{bar} dd bs=4k\n{copy.format(86, 784)}{bar} dd bs=64k\n{copy.format(69, 973)}"
    decision, _, proposed = ranked(text, name="t.txt")
    assert proposed == ["4k=t.txt#1", "64k=t.txt#2"]
    assert decision["scenarios"][0]["criteria"][0]["measured"] == {"4k": 784.0, "64k": 973.0}


def test_inputs_below_parsers_in_a_tree_of_divan_are_scenarios(ranked):
    head = "p{}fastest       │ slowest       │ median        │ mean          │ samples │ iters\n".format(
        " " * 20
    )
    leaf = "{}─ {:<12} 124.1 ns      │ 192.4 ns      │ 128.4 ns      │ {} ns      │ 1000    │ 1000\n"
    group = "{}─ {:<20} │               │               │               │         │\n"
    tree = head
    for mark, bar, name, time in (("├", "│  ", "Chrono", "130.5"), ("╰", "   ", "Simple", "174.9")):
        tree += (
            group.format(mark, name)
            + leaf.format(f"{bar}├", "Line A", time)
            + leaf.format(f"{bar}╰", "Sample File", time)
        )
    decision, _, _ = ranked(tree, name="t.txt")
    assert {s["scenario"]: s["choose"] for s in decision["scenarios"]} == {
        "Line A": ["Chrono"],
        "Sample File": ["Chrono"],
    }


def test_loads_beside_sizes_are_scenarios(ranked):
    rows = "".join(
        f"{b},{m},{p},{v}\n" for b, v in (("Kafka", 9), ("NATS", 8)) for m in ("1KB", "10KB") for p in (1, 8)
    )
    _, _, proposed = ranked(f"broker,msg_size,producers,throughput (msg/s)\n{rows}")
    assert proposed == ["--map", "scenario=msg_size+producers"]


@pytest.mark.parametrize("name", ["Rendimiento", "Throughput"])
def test_numbered_columns_of_one_measure_are_runs(ranked, name):
    head = f"Protocolo    {name} 1  {name} 2  Latencia (ms)\n".replace(name, f"{name:>12}")
    rows = (
        "Sin VPN      941 Mbit/s      940 Mbit/s      0.4\nWireGuard    902 Mbit/s      897 Mbit/s      0.6\n"
    )
    decision, _, proposed = ranked(head + rows, name="t.txt")
    assert (proposed, decision["study"]["baseline"]) == ([], "Sin VPN")
    assert decision["scenarios"][0]["runs"] == {"Sin VPN": 2, "WireGuard": 2}


def test_a_benchmark_that_says_nothing_is_no_title(ranked):
    suite = "Starting {}\n\nA x 4,437,743 ops/sec ±3.59% (92 runs sampled)\nDrip: \nB x 5,981,406 ops/sec ±3.85% (96 runs sampled)\n\n"
    decision, _, proposed = ranked(suite.format("one.js") + suite.format("two.js"), name="t.txt")
    assert (proposed, names(decision)) == (["--drop-failed"], ["A", "B"])
    assert len(decision["scenarios"]) == 2


def test_stressed_by_underscores_and_stars_that_are_no_stress(ranked):
    text = "| benchmark | glam | codon\\* |\n|--|--|--|\n| mul | __2.6 ns__ | 5.0 ns |\n| dot | 2.4 ns | __2.0 ns__ |\n"
    decision, _, proposed = ranked(text, name="t.md")
    assert (proposed, names(decision)) == (["--cells", "duration"], ["glam", "codon*"])


def test_columns_that_describe_languages_say_that_rows_compete(ranked):
    text = "|Label|Language|Runtime|nqueen|matmul|\n|--|--|--|--|--|\n|c:clang|C|Clang|2.57|0.54|\n|cl:sbcl|Lisp|SBCL|3.19|3.84|\n"
    decision, _, proposed = ranked(text, name="t.md")
    assert "--transpose" in proposed
    assert names(decision) == ["c:clang", "cl:sbcl"]


def test_a_table_of_clock_times_and_speeds_is_no_prose_beside_another(tmp_path):
    first = "| Case | a | b |\n|--|--|--|\n| cp | 0:25 | 6:20 |\n| read | 330 MB/s | 56 MB/s |\n"
    second = "| Operation | a | b |\n|--|--|--|\n| create | 1200 | 900 |\n| stat | 5200 | 4900 |\n"
    (tmp_path / "t.md").write_text(f"{first}\ntext\n\n{second}", encoding="utf-8")
    with pytest.raises(ahp.AHPError, match="2 tables could be meant"):
        ahp.read(tmp_path / "t.md")


def test_a_box_with_a_title_and_painted_bars_is_read(ranked):
    text = "┌───────────────────────┐\n│ a.csv (1.9 MB)        │\n├──────┬────────────────┤\n│ Name │ MiB/s          │\n├──────┼────────────────┤\n"
    rows = "│ uDSV │ ░░░░░░░░░ 255  │\n│ Papa │ ░ 5.05         │\n└──────┴────────────────┘\n"
    decision, _, proposed = ranked(text + rows, name="t.txt")
    assert (proposed, names(decision)) == ([], ["uDSV", "Papa"])


def test_rows_of_runs_are_runs(ranked):
    rows = "".join(f"| {n} | {16 + n} | {20 - n} |\n" for n in (1, 2, 3))
    decision, _, proposed = ranked(
        f"Latency in ms\n\n| run | foot | kitty |\n|--|--|--|\n{rows}", name="t.md"
    )
    assert proposed[0] == "--cells"
    assert decision["scenarios"][0]["runs"] == {"foot": 3, "kitty": 3}


def test_shares_of_cores_above_a_hundred_are_no_times(ranked):
    text = "name,tps,Avg,CPU Avg\na,770272,12.92ms,895.15\nb,586901,16.83ms,1161\n"
    decision, answer, _ = ranked(text)
    assert "time of the CPU" not in answer
    assert criteria(decision)["cpu_overhead"] == "cpu"


def test_a_column_that_names_a_kind_is_proposed_for_the_alternatives(ranked):
    text = "Rank,Library,Ops/sec,Note\n1st,Ajv,6091923,x\n2nd,Zod,939381,y\n3rd,Joi,344710,y\n"
    decision, _, proposed = ranked(text)
    assert names(decision) == ["Ajv", "Zod", "Joi"]
    assert proposed in ([], ["--map", "alternative=Library"])


def test_names_in_brackets_behind_no_blank_are_no_units(ranked):
    text = "| N | append | list(range) |\n|--|--|--|\n| 10 | 0.24 µs | 0.17 µs |\n| 1000 | 17.25 µs | 8.42 µs |\n| 100000 | 2.39 ms | 1.82 ms |\n"
    decision, _, proposed = ranked(text, name="t.md")
    assert (proposed, names(decision)) == (["--cells", "duration"], ["append", "list(range)"])


def test_instances_that_solvers_were_given_do_not_compete(ranked):
    text = "instance,minisat,kissat\nbmc-ibm-2,0.41,0.22\nhole10,88.1,37.9\ngoldb,TIMEOUT,588.3\n"
    decision, _, proposed = ranked(text)
    assert proposed[:2] == ["--cells", "number"]
    assert names(decision) == ["minisat", "kissat"]


def test_upper_headings_that_differ_in_a_number_are_scenarios(ranked):
    text = "Isolation\tpgbench -c 1\t\tpgbench -c 16\t\n\ttps\tfailures\ttps\tfailures\nread committed\t812\t3\t6120\t5\nserializable\t779\t2\t4630\t871\n"
    decision, _, proposed = ranked(text, name="t.tsv")
    assert (proposed, names(decision)) == ([], ["read committed", "serializable"])
    assert [s["scenario"] for s in decision["scenarios"]] == ["pgbench -c 1", "pgbench -c 16"]


def test_modes_beside_workloads_are_settings(ranked):
    rows = "".join(
        f"{m},{s},{w},{r},{v}\n"
        for v, m in ((9, "WAL"), (5, "DELETE"))
        for s in "AB"
        for w in ("insert", "update")
        for r in (1, 2)
    )
    decision, _, proposed = ranked(f"journal_mode,synchronous,workload,run,ops/s\n{rows}")
    assert proposed == ["--map", "alternative=journal_mode+synchronous"]
    assert len(decision["scenarios"]) == 2


def test_inches_are_no_bytes(ranked):
    decision, _, proposed = ranked(
        'Monitor\tSize\tInput lag (ms)\nLG\t27"\t4.1\nAOC\t24"\t5.3\n', name="t.tsv"
    )
    assert (proposed, list(criteria(decision))) == ([], ["Input lag (ms)"])


def test_several_calls_of_openssl_speed_are_one_table(ranked):
    block = "version: 3.0.19\nThe 'numbers' are in 1000s of bytes per second processed.\ntype             16 bytes     64 bytes\n{:<16} 44373.98k   172461.06k\n"
    decision, _, proposed = ranked(block.format("AES-128-GCM") + block.format("AES-256-GCM"), name="t.txt")
    assert (proposed, names(decision)) == ([], ["AES-128-GCM", "AES-256-GCM"])


@pytest.mark.parametrize("columns", [("N=4", "N=8", "N=16"), ("10", "100", "1000")])
def test_columns_of_sizes_do_not_compete(ranked, columns):
    text = f"|Name|{'|'.join(columns)}|\n|--|--|--|--|\n|Data.Map|61 ns|95 ns|300 ns|\n|Data.IntMap|52 ns|71 ns|240 ns|\n"
    decision, _, proposed = ranked(text, name="t.md")
    assert "--transpose" in proposed
    assert names(decision) == ["Data.Map", "Data.IntMap"]


def test_a_corner_with_two_words_has_that_over_the_columns_last(ranked):
    text = "Encoding, inputs per second\n\n|Input data \\ Library|Jason|jiffy|\n|--|--|--|\n|[Blockchain]|5903|8340|\n|[GitHub]|1680|2520|\n"
    decision, _, _ = ranked(text, name="t.md")
    assert names(decision) == ["Jason", "jiffy"]


def test_rates_beside_times_of_an_operation_are_read(ranked):
    text = "======== encode/ascii ========\nencode/paulmillr x 3,390 ops/sec @ 294μs/op\nencode/nuintun x 221 ops/sec @ 4ms/op ± 2.31% (3ms..9ms)\n"
    decision, _, proposed = ranked(text, name="t.txt")
    assert proposed == []
    assert decision["scenarios"][0]["criteria"][0]["measured"] == {
        "encode/paulmillr": 3390.0,
        "encode/nuintun": 221.0,
    }


def test_thousands_of_operations_are_thousands(ranked):
    decision, _, _ = ranked("Name;Durchsatz (Tsd. Ops/s)\nRedis;112,4\nKeyDB;98,1\n")
    assert decision["scenarios"][0]["criteria"][0]["unit"] == "kops/s"
