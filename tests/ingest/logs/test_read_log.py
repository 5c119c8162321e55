"""Logs of transactions: the frames of every engine give the same, which is what one transaction after the other gives."""

import hashlib
import json
import os
import subprocess
import sys

import numpy as np
import pandas as pd  # noqa: TID253 - most tests here make frames
import pytest
from ingest.cases import each
from ingest.logs.conftest import SPARK_WARNS, available
from ingest.logs.made import nearest_rank, sums, transactions, write_csv

import ahp
from ahp import rank, read, read_log
from ahp.errors import AHPError, BaselineError, InputError, MeasureError, UnitError
from ahp.ingest.logs import engines
from ahp.ingest.logs.aggregate import RELATIVE_ERROR
from ahp.ingest.logs.results import PERCENTILES

pytestmark = SPARK_WARNS
SECOND = 1_000_000


@pytest.fixture(scope="module")
def made():
    return transactions()


@pytest.fixture(scope="module")
def log(made, tmp_path_factory):
    return write_csv(tmp_path_factory.mktemp("logs") / "log.csv", made)


def checked(found, made, width, warmup=0):
    """Compare with the other route: counts, sums, maxima exactly, percentiles within the stated error."""
    windows, totals, (first, last) = sums(*made, width, warmup)
    whole = range(-(-first // width), (last + 1) // width)
    assert {total.transaction for total in found.totals} == set(totals)
    for total, series in zip(found.totals, found.windows, strict=True):
        name, values = total.transaction, totals[total.transaction]
        assert (total.count, total.sum_ns, total.max_ns) == (
            len(values),
            sum(values) * 1000,
            max(values) * 1000,
        )
        assert total.seconds == (last - first) / SECOND
        for percentile, share in PERCENTILES.items():
            expected = nearest_rank(values, share)
            assert (expected is None) == (getattr(total, f"{percentile}_ms") is None)
            if expected is not None:
                assert getattr(total, f"{percentile}_ms") == pytest.approx(
                    expected / 1000, rel=RELATIVE_ERROR
                )
        assert series.start.tolist() == [window * (width / SECOND) for window in whole]
        for i, window in enumerate(whole):
            inside = windows.get((name, window), [])
            assert series.count[i] == len(inside)
            assert series.sum_ns[i] == sum(inside) * 1000
            assert series.max_ns[i] == max(inside, default=0) * 1000
            for place, share in enumerate(PERCENTILES.values()):
                expected = nearest_rank(inside, share) if inside else None
                if expected is None:
                    assert np.isnan(series.percentiles_ms[i, place])
                else:
                    assert series.percentiles_ms[i, place] == pytest.approx(
                        expected / 1000, rel=RELATIVE_ERROR
                    )


def test_it_finds_what_one_transaction_after_the_other_gives(log, made):
    found = read_log(f"lz4={log}", window=1, warmup=1.5)
    checked(found, made, SECOND, 1_500_000)


def test_headings_of_columns_that_are_not_used_are_passed_over(made, tmp_path):
    """As pandas writes its index; and a path is no URL."""
    time, response, kind = (part[:500] for part in made)
    table = pd.DataFrame({"time_us": time, "response_time_us": response, "transaction": kind})
    table.to_csv(tmp_path / "plain.csv", index=False)
    table = table.assign(**{"a": 1, "A": 2, 'a "b", c': 3, "`": 4})
    table.to_csv(tmp_path / "é %41 log.csv")
    odd, plain = (read_log(f"lz4={tmp_path / name}", window=0.25) for name in ("é %41 log.csv", "plain.csv"))
    assert odd.totals == plain.totals
    checked(odd, (time, response, kind), SECOND // 4)


def test_a_log_is_as_compressed_as_it_begins_whatever_it_is_called(log, tmp_path):
    named = tmp_path / "log.csv.gz"
    named.write_bytes(log.read_bytes())
    assert read_log(named).totals == read_log(log).totals


def test_parquet_and_times_with_decimals_are_read(made, tmp_path):
    time, response, kind = made
    frame = pd.DataFrame({"time_s": time / 1e6, "response_time_ms": response / 1000, "transaction": kind})
    frame.to_parquet(tmp_path / "log.parquet")
    found = read_log(f"lz4={tmp_path / 'log.parquet'}", window=0.5)
    checked(found, made, SECOND // 2)


def test_pgbench_logs_of_several_threads_are_read(root):
    path = root / "tests" / "inputs" / "pgbench_log"
    found = read_log(f"lz4={path / 'pgbench_ser.22266'}", window=0.1)
    (old,) = [row for row in read(f"lz4={path / 'pgbench_ser.22266'}").rows if row.measure == "throughput"]
    assert found.totals[0].throughput == pytest.approx(old.value, rel=1e-12)
    assert found.totals[0].failed > 0
    threads = [path / "pgbench_multi.21979", path / "pgbench_multi.21979.1"]
    both = read_log({"lz4": threads}, window=0.1)
    assert both.totals[0].count == sum(len(file.read_bytes().splitlines()) for file in threads)
    assert [total.transaction for total in both.totals[1:]] == [
        "script 0",
        "script 2",
        "script 1",
    ]  # as they came
    digests = [hashlib.sha256(file.read_bytes()).hexdigest() for file in threads]
    assert [(source.sha256, source.rows) for source in both.measurements().sources] == [
        (digests[0], both.totals[0].count),  # all rows stand with the first file
        (digests[1], 0),
    ]


def test_a_frame_is_summed_up_where_it_lies(made, native):
    time, response, kind = (part[:500] for part in made)
    frame = pd.DataFrame(
        {"when": time, "took": response, "kind": kind, "codec": np.where(time % 2, "a", "b")}
    )
    columns = {"time_us": "when", "response_time_us": "took", "transaction": "kind", "alternative": "codec"}
    found = read_log(native(frame), columns=columns, window=0.25)
    assert found == read_log(frame, columns=columns, window=0.25)
    assert {total.alternative for total in found.totals} == {"a", "b"}


WRONG = {
    "missing": ("time_us,latency_us\n1,2\n3,\n4,5\n", "latency_us"),
    "negative": ("time_us,latency_us\n1000000,2\n3000000,-2\n4000000,5\n", "negative"),
    "no number": ("time_us,latency_us\n1000000,2\n3000000,NaN\n4000000,5\n", "NaN"),
}


@each("what", WRONG)
def test_a_response_time_that_is_none_is_refused(what, write):
    text, said = WRONG[what]
    path = write("log.csv", text)
    with pytest.raises(InputError, match=said) as raised:
        read_log(path)
    assert raised.value.file == str(path)
    assert "\n" not in str(raised.value)


NOT_THERE = "whose response time is missing, negative or too large: 1"


def test_a_null_and_a_nan_in_a_frame_are_refused():
    import duckdb

    with duckdb.connect() as con:
        for frame in (
            pd.DataFrame({"time_s": [1.0, 2.0, 3.0], "response_time_ms": [1.0, float("nan"), 2.0]}),
            con.sql("select unnest([1, 2, 3]) as time_s, unnest([1, null, 2]) as response_time_ms"),
            con.sql(
                "select unnest([1, 2, 3]) as time_s, unnest([1.0::double, 'nan', 2]) as response_time_ms"
            ),
        ):
            with pytest.raises(InputError, match=NOT_THERE):
                read_log(frame)
    dated = pd.DataFrame({"time": pd.to_datetime([1, None, 3], unit="s"), "response_time_ms": [1, 2, 3]})
    with pytest.raises(InputError, match="whose time is missing, negative or too large: 1"):
        read_log(dated)


@pytest.mark.slow
def test_other_engines_refuse_a_null_and_a_nan_in_a_frame_too(spark):
    dd = pytest.importorskip(
        "dask.dataframe", reason="dask is not installed; it is in the extra ahp-rank[dask]"
    )
    pl = pytest.importorskip("polars", reason="polars is not installed; it is in the extra ahp-rank[polars]")
    for frame in (
        pl.LazyFrame({"time_s": [1.0, 2.0, 3.0], "response_time_ms": [1.0, None, 2.0]}),
        pl.LazyFrame({"time_s": [1.0, 2.0, 3.0], "response_time_ms": [1.0, float("nan"), 2.0]}),
        pl.LazyFrame({"time_s": [1, 2, 3], "response_time_ms": [1, None, 2]}),
        spark.createDataFrame([(1, 1.0), (2, float("nan")), (3, 2.0)], "time_s int, response_time_ms double"),
        spark.createDataFrame([(1, 1), (2, None), (3, 2)], "time_s int, response_time_ms int"),
    ):
        with pytest.raises(InputError, match=NOT_THERE):
            read_log(frame)
    dated = pd.DataFrame({"time": pd.to_datetime([1, None, 3], unit="s"), "response_time_ms": [1, 2, 3]})
    for frame in (
        pl.LazyFrame({"time_s": [1, None, 3], "response_time_ms": [1, 2, 3]}),
        pl.LazyFrame({"start_time_s": [1.0, -4.0, 3.0], "response_time_ms": [1, 9000, 3]}),
        pl.from_pandas(dated),
        dd.from_pandas(dated, npartitions=1),
    ):
        with pytest.raises(InputError, match="whose time is missing, negative or too large: 1"):
            read_log(frame)
    with pytest.raises(InputError, match="a transaction has no transaction"):
        read_log(pl.LazyFrame({"time_s": [1, 3], "response_time_ms": [1, 2], "transaction": ["a", None]}))


def test_a_connection_is_free_again_once_its_relation_was_refused():
    import duckdb

    with duckdb.connect() as con:
        con.sql("create table log as select range as time_s, -1 as response_time_ms from range(9)")
        with pytest.raises(InputError, match="negative or too large: 9") as held:
            read_log(con.table("log"))
        assert con.sql("select count(*) from log").fetchall() == [(9,)]
        assert held.value.file == "<DuckDBPyRelation>"


def frame(**columns):
    return pd.DataFrame(columns)


@each(
    ("headings", "named", "per_second", "per_ms"),
    [
        (("time_s", "response_time_ms"), {}, 1, 1),
        (("ts (ms)", "Latency (microseconds)"), {}, 1000, 1000),
        (("a", "b"), {"time_ns": "a", "response_time_ns": "b"}, 10**9, 10**6),
        (("a_us", "b"), {"time": "a_us", "latency_s": "b"}, 10**6, 1e-3),
    ],
)
def test_times_are_found_with_their_units(headings, named, per_second, per_ms):
    times, took = (per_second * np.array([1, 9]), per_ms * np.array([1000, 2000]))
    (total,) = read_log(frame(**dict(zip(headings, (times, took), strict=True))), columns=named).totals
    assert (total.mean_ms, total.seconds) == (1500, 9)  # from the first begin, at 0 s


def test_an_end_is_used_rather_than_a_begin_and_a_column_may_be_two_labels():
    log = frame(start_time_s=[1.0, 4.0], response_time_ms=[1000, 2000], codec=["a", "a"])
    assert read_log(log).totals[0].seconds == 5
    (total,) = read_log(
        log.assign(time_s=[2.0, 5.0]), columns={"alternative": "codec", "run": "codec"}
    ).totals
    assert (total.seconds, total.alternative, total.run) == (4, "a", "a")


DATES = [*pd.to_datetime([1, 9], unit="s")]


FINE = {"time_s": [1.0, 9.0], "latency_ms": [1, 2]}


@each(
    ("given", "options", "error", "said"),
    [
        ({"time_s": [1.0, 9.0]}, {}, InputError, "no column is the response time; there are 'time_s'"),
        ({"latency_ms": [1.0, 9.0]}, {}, InputError, "no column says when a transaction ended"),
        ({"time_s": [1.0, 9.0], "latency": [1, 2]}, {}, UnitError, "the response_time has no unit"),
        ({"time": [1.0, 9.0], "latency_ms": [1, 2]}, {}, UnitError, "the time has no unit"),
        ({"time_s": [1.0, 9.0], "latency_pct": [1, 2]}, {}, UnitError, "% is no unit of time"),
        ({"time_s": [1.0, 9.0], "latency_ms": ["a", "b"]}, {}, InputError, "holds string, not numbers"),
        (
            {"time_s": DATES, "latency_ms": DATES},
            {},
            InputError,
            "'latency_ms': it holds dates, not how long",
        ),
        ({"time_s": [1.0, 1e9], "latency_ms": [1, 2]}, {}, InputError, "spans .* windows, .* check the unit"),
        ({"time_s": [], "latency_ms": []}, {}, InputError, "the log holds no transaction"),
        ({"time_s": [1.0, 9.0], "rt_ms": [1, 2], "lat_ms": [1, 2]}, {}, InputError, "could be any of"),
        (FINE, {"warmup": 20}, InputError, "warm-up of 20 s is longer"),
        (FINE, {"warmup": float("nan")}, InputError, "warmup is a number"),
        (FINE, {"window": 20}, InputError, "no whole window of 20 s lies"),
        (FINE, {"window": 0}, InputError, "longer than 0"),
        (FINE, {"window": -1}, InputError, "window is a number of seconds"),
        (FINE, {"engine": "duckdb"}, InputError, "by its own engine"),
        (FINE, {"engine": "polars"}, InputError, "by its own engine"),
        (FINE, {"columns": {"latency_ms": "b"}}, InputError, "no such column"),
        (FINE, {"columns": {"tps": "time_s"}}, MeasureError, "'tps' is no column"),
        (
            FINE,
            {"columns": {"start_time_s": "time_s", "time_s": "time_s"}},
            InputError,
            "cannot be several times",
        ),
        (
            FINE,
            {"columns": {"time_us": "latency_ms", "time_s": "time_s"}},
            InputError,
            "two columns are named for",
        ),
    ],
)
def test_what_is_wrong_is_told_in_one_line(given, options, error, said):
    if not given["time_s" if "time_s" in given else "latency_ms"]:
        given = {name: np.array([], float) for name in given}
    with pytest.raises(error, match=said) as raised:
        read_log(frame(**given), **options)
    assert isinstance(raised.value, AHPError)
    assert "\n" not in str(raised.value)


@each(
    ("sources", "options", "said"),
    [
        (({},), {}, "no source was given; give a file or a frame"),
        (([],), {}, "no source was given; give a file or a frame"),
        (({"lz4": [], "none": 7},), {}, "no source was given for 'lz4'"),
        ((frame(**FINE),), {"columns": ["time_s"]}, "columns says by a name of ours"),
        ((frame(**FINE),), {"columns": {3: "time_s"}}, "columns says by a name of ours"),
        ((frame(**FINE),), {"columns": {"run": []}}, "columns says by a name of ours"),
        ((frame(**FINE),), {"path": 3}, "found '3': path is text"),
        ((frame(**FINE),), {"window": 10**400}, "window .* hundreds of digits"),
        ((frame(**FINE),), {"window": True}, "found 'True': the window is a number"),
        ((frame(**FINE),), {"warmup": "1"}, "found '1': the warmup is a number"),
        ((pd.DataFrame([[1, 2, 3]], columns=["time_s", "a_ms", "a_ms"]),), {}, "unique column names"),
        ((pd.DataFrame([[1, 2]]),), {}, "found '0': a heading is no text"),
        ((__file__,), {"engine": ["duckdb"]}, "opened by DuckDB alone; leave it out"),
        ((__file__,), {"engine": "oracle"}, "engine = 'oracle': files are opened by DuckDB alone; leave it out"),
    ],
)  # fmt: skip
def test_what_is_no_argument_is_told_in_one_line(sources, options, said):
    with pytest.raises(InputError, match=said) as raised:
        read_log(*sources, **options)
    assert "\n" not in str(raised.value)


@each("window", [np.int64(1), np.float32(1), 1])
def test_a_window_is_any_number(window):
    found = read_log({"lz4": frame(time_s=[1, 2, 4], latency_ms=[1, 2, 3])}, window=window)
    assert found.totals[0].count == 3
    assert type(found.window) is float


@each(
    ("content", "said"),
    [
        (b"", "empty"),
        (b"time_s,latency_ms\n", "holds no transaction"),
        (b"time_s,latency_ms\n1,2\n2,x\n", "line 3, column 'latency_ms': found 'x': this is no number"),
        (
            b"time_s,latency_ms\n2026-01-01 10:00:00,2\n",
            "line 2, column 'time_s': found '2026-01-01 10:00:00'",
        ),
        (b"time_s,latency_ms\n1,2,3\n", "line 2: the line has 3 cells, the heading 2"),
        (b"time_s,time_s\n1,2\n", "stands twice"),
        (b"\x1f\x8b\x08\x00", "a compressed log is not streamed"),
        (b"PAR1 and nothing more", "the Parquet file is damaged"),
        (b"time_s,latency_ms\n\xff\xfe\n", "no UTF-8 text"),
        (b"0 1 5 0 1760000000 1\n0 2 6 0 1760000001 1\n0 9 5 0 1760000002 1\n", "this is a sample"),
    ],
)
def test_a_file_that_is_no_log_is_told(content, said, tmp_path):
    path = tmp_path / "log"
    path.write_bytes(content)
    with pytest.raises(InputError, match=said) as raised:
        read_log(path)
    assert raised.value.file == str(path)


def test_what_duckdb_cannot_read_further_down_is_told_in_one_line(write):
    path = write("log.csv", "time_s,latency_ms\n" + "1,2\n" * 200_000 + "1,two\n")
    with pytest.raises(InputError, match="duckdb cannot read the log: ") as raised:
        read_log(path)
    assert "\n" not in str(raised.value)


def test_where_duckdb_is_not_installed_the_extra_is_named(monkeypatch, log):
    monkeypatch.setattr(engines, "find_spec", lambda name: None)
    for given in ({}, {"engine": "duckdb"}):
        with pytest.raises(InputError, match=r"needs narwhals; pip install 'ahp-rank\[duckdb\]'"):
            read_log(log, **given)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["polars", "dask", "spark"])
def test_what_is_said_to_who_names_another_engine_works(engine, log, request):
    package = available(engine, request)
    if engine == "dask":
        pytest.importorskip("dask.dataframe")
    with pytest.raises(
        InputError, match="files are opened by DuckDB alone; give a frame of its own: "
    ) as told:
        read_log(log, engine=engine)
    call = str(told.value).partition("of its own: ")[2].replace("lz4.csv", str(log))
    assert eval(call, {"ahp": ahp, engine: package}) == read_log({"lz4": pd.read_csv(log)})


def test_logs_are_named_and_ranked_and_joined_with_other_files(made, tmp_path):
    time, response, kind = made
    (tmp_path / "none").mkdir()
    (tmp_path / "lz4").mkdir()
    for run in (1, 2, 3):
        write_csv(tmp_path / "none" / f"run{run}.csv", (time, response * 2 + run, kind))
        write_csv(tmp_path / "lz4" / f"run{run}.csv", (time, response + run, kind))
    found = read_log(tmp_path, path="{alternative}/run{run}.csv", warmup=1)
    measured = found.measurements(baseline="none")
    assert measured.runs("default", "lz4") == ("1", "2", "3")
    assert len(measured.sources) == 6
    assert all(len(source.sha256) == 64 and source.rows == len(time) for source in measured.sources)
    sizes = {"alternative": ["none", "lz4"], "compression_ratio": ["1.00", "1.70"]}
    joined = read(measured.to_frame(), sizes, baseline="none")
    decision = rank(joined, confidence=None)
    assert decision["default"].ranking("benefit") == ["lz4"]
    assert json.dumps(decision.to_dict())


def test_a_name_comes_from_one_place_and_a_run_from_one_log(made, log, tmp_path):
    other = write_csv(tmp_path / "other.csv", made)
    with pytest.raises(InputError, match="nothing says which alternative the log is about"):
        read_log(log).measurements()
    with pytest.raises(InputError, match="two logs are of the same run"):
        read_log(f"a={log}", {"a": frame(time_s=[1.0, 4.0], latency_ms=[1, 2])})
    with pytest.raises(InputError, match="names its alternatives itself"):
        read_log({"a": frame(time_s=[1.0, 4.0], latency_ms=[1, 2], alternative=["b", "b"])})
    with pytest.raises(BaselineError, match="'zstd' is not among"):
        read_log(f"a={log}").measurements(baseline="zstd")
    both = read_log({"a": [log, other]})  # the files of two threads
    assert both.totals[0].count == 2 * len(made[0])
    (tmp_path / "b.csv").write_text("time_us,transaction,response_time_us\n1,a,2\n")
    with pytest.raises(InputError, match="its columns are not those of"):
        read_log({"a": [log, tmp_path / "b.csv"]})
    (tmp_path / "b[1].csv").write_bytes(log.read_bytes())
    with pytest.raises(InputError, match="rename the file"):
        read_log(tmp_path / "b[1].csv")
    with pytest.raises(InputError, match="no source was given"):
        read_log()
    with pytest.raises(InputError, match="cannot read a int"):
        read_log(7)


def test_a_log_that_changed_since_has_no_digest(made, tmp_path):
    path = write_csv(tmp_path / "log.csv", made)
    found = read_log(f"a={path}")
    write_csv(path, made, ("time_us", "response_time_us", "kind"))
    os.utime(path, ns=(1, 1))
    with pytest.raises(InputError, match="the log has changed since it was read"):
        found.measurements()
    path.unlink()
    with pytest.raises(InputError, match="no longer there"):
        found.measurements()


def test_benchbase_stamps_begins_and_refuses_several_phases(root, tmp_path):
    path = root / "tests" / "inputs" / "benchbase_raw" / "tpcc_off.raw.csv.head300.csv"
    found = read_log(f"a={path}", window=0.01)
    expected = {(r.transaction, r.measure): r.value for r in read(f"a={path}").rows}
    for row in found.measurements().rows:
        limit = row.resolution or expected[row.transaction, row.measure] * 1e-4
        assert row.value == pytest.approx(expected[row.transaction, row.measure], abs=limit)
    lines = path.read_text().splitlines()
    lines[-1] = lines[-1].rpartition(",")[0] + ",2"
    (tmp_path / "raw.csv").write_text("\n".join(lines) + "\n")
    with pytest.raises(InputError, match="several phases"):
        read_log(tmp_path / "raw.csv", window=0.01)


def test_the_digest_and_the_frame_read_back(log):
    found = read_log(f"lz4={log}", window=1)
    frame = found.to_frame()
    assert set(frame["transaction"]) == {"", "new_order", "payment", "delivery"}
    whole = frame[frame["transaction"] == ""]
    parts = frame[frame["transaction"] != ""].groupby("start")["count"].sum()
    assert whole["count"].tolist() == parts.tolist()
    assert found.windows[0] != found.windows[1]
    assert hash(found.windows[0]) == hash(read_log(f"lz4={log}", window=1).windows[0])
    assert "LogTotal" in found.totals[0]._repr_html_()


def test_nothing_heavy_is_loaded_before_a_log_is_read():
    code = "import sys, ahp; ahp.read_log; print([n for n in ('narwhals', 'duckdb', 'polars', 'pyspark', 'dask', 'pandas', 'rich') if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_dates_are_read_where_the_engine_has_them(made, tmp_path):
    import duckdb

    time, response, kind = (part[:300] for part in made)
    table = {"time": time.astype("datetime64[us]"), "response_time_us": response, "transaction": kind}
    path = str(tmp_path / "log.parquet")
    pd.DataFrame(table).to_parquet(path)
    for one in (pd.DataFrame(table), path):
        checked(read_log(one, window=0.1), (time, response, kind), SECOND // 10)
    con = duckdb.connect()
    with pytest.raises(InputError, match="column 'time': dates in a frame of this engine cannot be read"):
        read_log(con.read_parquet(path))
    con.close()


@pytest.mark.parametrize("zone", [None, "UTC"])
def test_dates_in_nanoseconds_are_cut_off_at_microseconds(zone, tmp_path):
    nanoseconds = [1_760_000_000_000_000_999, 1_760_000_000_500_000_999, 1_760_000_003_000_000_999]
    time = pd.to_datetime(nanoseconds, unit="ns", utc=zone == "UTC")
    pd.DataFrame({"time": time, "response_time_us": 1}).to_parquet(tmp_path / "log.parquet")
    log = read_log(tmp_path / "log.parquet")
    assert log.totals[0].seconds == 3.000001
    assert log.windows[0].count.tolist() == [2, 0, 0]


@pytest.mark.parametrize("label", [["a"], {"a": 1}])
def test_labels_that_are_lists_or_structures_are_refused(label, tmp_path):
    table = {"time_s": [1, 2, 3], "response_time_ms": [1, 2, 3], "transaction": [label] * 3}
    pd.DataFrame(table).to_parquet(tmp_path / "log")
    with pytest.raises(InputError, match="column 'transaction': the column holds lists or structures, not"):
        read_log(tmp_path / "log")


@pytest.mark.slow
def test_labels_of_bytes_that_are_no_text_are_refused(tmp_path):
    dd = pytest.importorskip(
        "dask.dataframe", reason="dask is not installed; it is in the extra ahp-rank[dask]"
    )
    table = {"time_s": [1, 2, 3], "response_time_ms": [1, 2, 3], "transaction": [b"\xff", b"a", b"a"]}
    pd.DataFrame(table).to_parquet(tmp_path / "log")
    with pytest.raises(InputError, match="column 'transaction': a transaction is no text"):
        read_log(dd.read_parquet(tmp_path / "log"))


@pytest.mark.parametrize("column", ["time_s", "response_time_ms"])
def test_durations_in_parquet_are_refused(column, tmp_path):
    import pyarrow as pa
    from pyarrow import parquet

    table = {"time_s": pa.array([1, 2, 3]), "response_time_ms": pa.array([1, 2, 3])}
    parquet.write_table(pa.table(table | {column: pa.array([1, 2, 3], pa.duration("ms"))}), tmp_path / "log")
    with pytest.raises(InputError, match=f"column '{column}': the column holds durations, not numbers; turn"):
        read_log(tmp_path / "log")


def test_a_name_that_is_a_number_is_text_in_the_result(tmp_path):
    frame = pd.DataFrame({"time_s": [1.0, 2.5], "response_time_ms": [5, 5]})
    frame.to_csv(tmp_path / "1.csv", index=False)
    for one in (frame, tmp_path / "1.csv"):
        assert read_log({1: one}).totals[0].alternative == "1"


def test_a_frame_without_narwhals_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "narwhals", None)
    frame = pd.DataFrame({"time_s": [1.0, 2.0], "response_time_ms": [5, 5]})
    with pytest.raises(InputError, match="narwhals; pip install"):
        read_log(frame)
