"""Several files become one set of measurements, and monitors go beside a benchmark."""

import pytest
from ingest.cases import each
from ingest.damage import INPUTS

import ahp
from ahp.errors import AHPError, FailedRunError, InputError, MeasureError, UnitError
from ahp.ingest.read import read


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Return a function that writes tables and reads them together, by names without a folder."""
    monkeypatch.chdir(tmp_path)

    def together(*texts, **options):
        names = []
        for name, text in zip("abc", texts, strict=False):
            (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
            names.append(f"{name}.csv")
        return ahp.read(*names, **options)

    return together


def refusal(work):
    with pytest.raises(InputError) as raised:
        work()
    return str(raised.value)


RESULTS = "scenario,alternative,run,tps\nOLTP,none,1,10\nOLTP,none,2,11\nOLTP,lz4,1,12\nOLTP,lz4,2,13\n"
CPU = "scenario,alternative,run,cpu_pct\nOLTP,none,1,4\nOLTP,none,2,5\nOLTP,lz4,1,6\nOLTP,lz4,2,7\n"


def cell(m, alternative, measure, scenario="OLTP"):
    return {run: row.value for (run, _), row in m.cells(scenario, alternative, measure).items()}


def test_files_meet_on_scenario_alternative_and_run(files):
    reordered = "\n".join([CPU.splitlines()[0], *reversed(CPU.splitlines()[1:])])
    m = files(RESULTS, reordered)
    assert cell(m, "lz4", "throughput") == {"1": 12.0, "2": 13.0}
    assert cell(m, "lz4", "cpu") == {"1": 6.0, "2": 7.0}
    assert m.runs("OLTP", "lz4") == ("1", "2")
    assert m.warnings == ()


def test_every_file_is_told_with_its_digest(files):
    m = files(RESULTS, CPU)
    assert [(s.file, s.rows, s.reader, len(s.sha256)) for s in m.sources] == [
        ("a.csv", 4, "table", 64),
        ("b.csv", 4, "table", 64),
    ]
    assert m.sources[0].sha256 != m.sources[1].sha256


def test_labels_in_another_case_are_the_first_spelling(files):
    m = files(RESULTS, CPU.replace("OLTP", "oltp").replace("lz4", "LZ4").replace("none", " NONE "))
    assert m.scenarios == ("OLTP",)
    assert m.alternatives("OLTP") == ("none", "lz4")
    assert cell(m, "lz4", "cpu") == {"1": 6.0, "2": 7.0}


def test_labels_that_are_only_alike_are_different(files):
    m = files(RESULTS, CPU.replace("lz4", "lz4 1.10"))
    assert m.alternatives("OLTP") == ("none", "lz4", "lz4 1.10")


def test_a_ratio_without_a_run_serves_every_run_and_says_so(files):
    m = files(RESULTS, "alternative,compression_ratio\nnone,1\nlz4,3.76\n")
    assert cell(m, "lz4", "compression_ratio") == {"": 3.76}
    assert m.warnings == ("compression_ratio in b.csv names no run; it serves every run",)
    decision = ahp.rank(m)
    assert decision["OLTP"].criteria["storage_saving"].measured == (3.76,)


def test_sizes_without_a_run_serve_every_run_too(files):
    m = files(RESULTS, "alternative,original_bytes,stored_bytes\nnone,8,8\nlz4,8,2\n")
    assert ahp.rank(m)["OLTP"].criteria["storage_saving"].measured == (4.0,)
    assert len(m.warnings) == 2


def test_where_there_is_one_run_there_is_no_question(files):
    results = "alternative,run,tps\nnone,7,10\nlz4,7,12\n"
    m = files(results, "alternative,cpu_pct\nnone,4\nlz4,5\n")
    assert cell(m, "lz4", "cpu", "default") == {"7": 5.0}
    assert m.warnings == ()


def test_the_order_of_the_files_does_not_matter(files):
    ratio = "alternative,compression_ratio\nnone,1\nlz4,3.76\n"
    assert files(ratio, RESULTS).runs("OLTP", "lz4") == ("1", "2")
    assert "names no run" in refusal(lambda: files("alternative,cpu_pct\nnone,4\nlz4,5\n", RESULTS))


def test_an_empty_cell_asks_for_no_run(files):
    m = files(RESULTS, "alternative,compression_ratio,cpu_pct\nnone,1,\nlz4,3.76,\n")
    assert cell(m, "lz4", "cpu") == {}
    assert m.gap("OLTP", "lz4", "cpu").place.line == 3


def test_a_file_without_scenarios_takes_the_one_there_is(files):
    assert files(RESULTS, "alternative,compression_ratio\nlz4,2\n").scenarios == ("OLTP",)


TWO = RESULTS + "DW,none,1,5\nDW,lz4,1,6\n"


def test_a_ratio_without_a_scenario_serves_every_one_and_says_so(files):
    m = files(TWO, "alternative,compression_ratio\nNONE,1\nLZ4,2\n")
    assert cell(m, "lz4", "compression_ratio") == {"": 2.0}
    assert cell(m, "lz4", "compression_ratio", "DW") == {"1": 2.0}
    assert m.warnings == (
        "compression_ratio in b.csv names no scenario; it serves every scenario",
        "compression_ratio in b.csv names no run; it serves every run",
    )
    places = {row.place for row in m.rows if row.measure == "compression_ratio" and row.alternative == "lz4"}
    assert [(place.file, place.line) for place in places] == [("b.csv", 3)]
    assert set(ahp.rank(m)["DW"].criteria) == {"storage_saving", "throughput"}


def test_a_ratio_without_a_scenario_serves_only_those_that_measured_its_alternative(files):
    m = files(TWO + "DW,zstd,1,7\n", "alternative,compression_ratio\nnone,1\nlz4,2\nzstd,3\n")
    assert m.alternatives("OLTP") == ("none", "lz4")
    assert cell(m, "zstd", "compression_ratio", "DW") == {"1": 3.0}


def test_a_ratio_that_one_scenario_has_already_is_given_again(files):
    has = TWO.replace("tps\n", "tps,compression_ratio\n").replace("\nDW,none,1,5", "\nDW,none,1,5,1")
    has = "\n".join(line if line.count(",") == 4 else f"{line}," for line in has.splitlines())
    message = refusal(lambda: files(has, "alternative,compression_ratio\nnone,1\nlz4,2\n"))
    assert "compression_ratio of 'DW', 'none', run '1' is given again" in message


def test_what_belongs_to_a_run_beside_several_scenarios_is_refused(files):
    assert refusal(lambda: files(TWO, "alternative,cpu_pct\nnone,1\nlz4,2\n")) == (
        "b.csv: no column 'scenario', and the other files have 2: 'OLTP', 'DW'; "
        "add the column, so that each row says where it belongs"
    )
    sized = "alternative,run,compression_ratio\nnone,1,1\nlz4,1,2\n"
    assert "no column 'scenario'" in refusal(lambda: files(TWO, sized))
    both = "alternative,compression_ratio,cpu_pct\nnone,1,5\nlz4,2,6\n"
    assert "no column 'scenario'" in refusal(lambda: files(TWO, both))


def test_files_that_all_lack_scenarios_have_one(files):
    assert files("alternative,tps\nlz4,1\n", "alternative,cpu\nlz4,1\n").scenarios == ("default",)


def test_a_cell_given_in_two_files_is_refused_naming_both(files):
    assert refusal(lambda: files(RESULTS, "scenario,alternative,run,tps\nOLTP,LZ4,2,13\n")) == (
        "b.csv, line 2, column 'tps': throughput of 'OLTP', 'lz4', run '2' is given again; it stands in "
        "a.csv, line 5 already; keep one, or tell repeated runs apart in a column 'run'"
    )


def test_a_ratio_given_for_all_runs_and_for_one_is_refused_naming_both(files):
    per_run = "scenario,alternative,run,tps,compression_ratio\nOLTP,lz4,1,5,2\nOLTP,lz4,2,5,2\n"
    message = refusal(lambda: files(per_run, "alternative,compression_ratio\nlz4,2\n"))
    assert message.startswith(
        "a.csv, line 2, column 'compression_ratio': compression_ratio of 'OLTP', 'lz4', run '1' is given "
        "again; it stands in b.csv, line 2 already;"
    )


def test_units_of_two_files_must_be_comparable(files):
    nopm = "scenario,alternative,nopm\nOLTP,lz4,600\n"
    assert refusal(lambda: files("scenario,alternative,tps\nOLTP,none,10\n", nopm)) == (
        "b.csv, line 2, column 'nopm': throughput is in NOPM here and in 1/s in a.csv, line 2; "
        "they cannot be compared; give both in one unit"
    )
    trades = "scenario,alternative,throughput (trtps)\nOLTP,lz4,5\n"
    assert "throughput is in trtps here and in 1/s" in refusal(
        lambda: files("scenario,alternative,tps\nOLTP,none,10\n", trades)
    )
    megabytes = "alternative,stored_size (MB)\nlz4,5\n"
    assert "stored_bytes is in MB here and in B in a.csv, line 2" in refusal(
        lambda: files("alternative,stored_bytes\nnone,5000000\n", megabytes)
    )


def test_units_of_two_files_that_convert_are_converted(files):
    m = files("alternative,p99_ms\nnone,1500\n", "alternative,p99 (s)\nlz4,1.25\n")
    assert cell(m, "lz4", "response_time_p99", "default") == {"": 1250.0}
    m = files("alternative,tpm\nnone,600\n", "alternative,Average Transactions per Second\nlz4,9\n")
    assert [row.value for row in m.rows] == [10.0, 9.0]
    assert {row.unit for row in m.rows} == {"1/s"}


def test_two_statistics_in_two_files_never_become_one(files):
    m = files("alternative,p95_ms\nnone,5\n", "alternative,max latency (ms)\nlz4,9\n")
    with pytest.raises(MeasureError, match="two statistics are never mixed"):
        ahp.rank(m)


def test_a_table_that_names_no_alternatives_is_refused_with_its_headings(files):
    assert refusal(lambda: files("script_no,max_latency_us\n0,49993\n")) == (
        "a.csv, line 1: no column names the alternatives; found 'script_no', 'max_latency_us'; call it "
        "'alternative', say which with --map alternative=COLUMN, or write NAME=FILE"
    )


def test_columns_that_were_passed_over_are_listed_once(files):
    m = files("alternative,note,tps\nlz4,x,1\n", "alternative,note,cpu,odd\nlz4,y,1,5\n")
    assert m.unused == ("note", "odd")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "alternative,note\nlz4,fine\n",
            "a.csv: no column holds a known measure; found 'note'; name one with --map MEASURE=COLUMN, "
            "such as --map throughput_tps=COLUMN",
        ),
        (
            "alternative,tps\nlz4,\n",
            "a.csv: no column holds a known measure; found only empty cells; name one with "
            "--map MEASURE=COLUMN, such as --map throughput_tps=COLUMN",
        ),
    ],
)
def test_a_table_without_a_number_is_refused(files, text, message):
    assert refusal(lambda: files(text)) == message


# --- what failed is refused, or left out and told -----------------------------------------------------------


LZBENCH = (
    "Compressor name,Compression speed,Decompression speed,Original size,Compressed size,Ratio,Filename\n"
    "memcpy,100.00,100.00,1000,1000,100.00,a\nlz4,50.00,80.00,1000,500,50.00,a\nNOT FOUND: nosuch (null)\n"
)
SYSBENCH = "sysbench 1.0.20 (using bundled LuaJIT 2.1.0-beta2)\n\nFATAL: connection refused\n"


def test_what_failed_in_a_file_is_left_out_with_a_warning(write):
    path = write("table.csv", LZBENCH)
    with pytest.raises(InputError, match=r"line 4.*could not run this codec.*--drop-failed"):
        ahp.read(path)
    kept = ahp.read(path, failed="drop")
    assert kept.alternatives("a") == ("memcpy", "lz4")
    (warning,) = kept.warnings
    assert warning == (
        f"left out: {path}, line 4: lzbench could not run this codec (found NOT FOUND: nosuch (null))"
    )


def test_a_file_that_failed_whole_is_left_out_among_others(tmp_path):
    good, bad = tmp_path / "good.csv", tmp_path / "bad.txt"
    good.write_text("alternative,run,tps\nnone,1,100\nlz4,1,120\n")
    bad.write_text(SYSBENCH)
    with pytest.raises(FailedRunError, match="the run failed"):
        ahp.read(good, f"zstd={bad}")
    kept = ahp.read(good, f"zstd={bad}", failed="drop")
    assert kept.alternatives("default") == ("none", "lz4")
    assert any("bad.txt, line 3: the run failed" in warning for warning in kept.warnings)


def test_nothing_left_is_an_error_that_names_what_was_left_out(write):
    bad = write("bad.txt", SYSBENCH)
    with pytest.raises(InputError, match=r"nothing is left; left out: .*bad.txt, line 3: the run failed"):
        ahp.read(f"zstd={bad}", failed="drop")


SAR = INPUTS / "sar" / "sar_u.txt"
VMSTAT = INPUTS / "vmstat" / "vmstat.txt"
PIDSTAT = INPUTS / "pidstat" / "pidstat_h_C.txt"


def user(measurements) -> dict[str, float]:
    return {row.alternative: row.value for row in measurements.rows if row.measure == "cpu_user"}


def test_one_window_for_all():
    found = read(f"a={SAR}", window=("21:34:42", "21:34:44"))
    assert user(found) == pytest.approx({"a": (0.00 + 3.12) / 2})
    assert found.caveats == (
        (
            str(SAR),
            "Averaged over the 2 of its 3 intervals that lie whole in the window from 21:34:42 to 21:34:44, both "
            "ends included.",
        ),
    )


def test_each_alternative_has_its_window_in_one_recording():
    windows = {"a": ("21:34:41", "21:34:42"), "b": ("21:34:43", "21:34:44")}
    assert user(read(f"a={SAR}", f"b={SAR}", window=windows)) == {"a": 2.51, "b": 3.12}


def test_each_file_has_its_window():
    sadf = INPUTS / "sadf" / "sadf_d_u.csv"
    windows = {str(SAR): ("21:34:41", "21:34:42"), "": ("2026-11-20 21:34:43", "2026-11-20 21:34:44")}
    assert user(read(f"a={SAR}", f"b={sadf}", window=windows)) == {"a": 2.51, "b": 3.12}


def test_a_window_is_for_monitors_and_not_for_what_has_no_time():
    table = {"alternative": ["a"], "tps": ["100"]}
    assert user(read(f"a={SAR}", table, window=("+2", None))) == {"a": 3.12}
    with pytest.raises(InputError, match=r"no file has times that the window from \+2 on could choose by"):
        read(table, window=("+2", None))
    with pytest.raises(InputError, match="no monitor's file is called 'c'"):
        read(f"a={SAR}", window={"c": ("+2", None)})


@each("file", [VMSTAT, INPUTS / "iostat" / "iostat_c.txt", INPUTS / "proc_stat" / "before_after.txt"])
def test_a_monitor_without_times_cannot_be_windowed(file):
    with pytest.raises(InputError) as raised:
        read(f"a={file}", window=("21:34:42", "21:34:44"))
    assert f"{file}: its intervals have no times that a window could choose by" in str(raised.value)


def test_all_forms_of_one_recording_agree_in_every_window():
    forms = [SAR, INPUTS / "sar" / "sar_u_ALL_P_ALL.txt"]
    forms += [INPUTS / "sadf" / f"sadf_{form}" for form in ("d_u.csv", "p_u.tsv", "x_u.xml", "j_u.json")]
    for start, end in (("21:34:41", "21:34:43"), ("+1", "+3"), ("21:34:42", "21:34:43")):
        values = [user(read(f"a={form}", window=(start, end)))["a"] for form in forms]
        assert values == pytest.approx([values[0]] * len(forms))
    epoch = read(f"a={INPUTS / 'sadf' / 'sadf_d_U_uALL.csv'}", window=(1795210481, 1795210483))
    assert user(epoch) == pytest.approx({"a": 2.51 / 2})
    counters = read(f"a={INPUTS / 'sadf' / 'sadf_r_u.txt'}", window=("21:34:41", "21:34:42"))
    assert user(counters) == {"a": 2.02}


def test_processes_have_a_window_too():
    found = read(f"a={PIDSTAT}", window=("21:35:29", "21:35:30"))
    assert user(found) == {"a": 57.0}


def test_a_share_of_a_core_and_of_the_host_are_not_compared():
    with pytest.raises(UnitError, match="cpu_user is in %core here and in % in"):
        read(f"a={SAR}", f"b={PIDSTAT}")


def test_two_monitors_of_one_run_are_refused():
    with pytest.raises(AHPError, match="cpu_user of 'default', 'a' is given again"):
        read(f"a={SAR}", f"a={VMSTAT}")
