"""Numbers of logs are read exactly, or refused; labels stay as they are written."""

from collections import Counter

import pandas as pd  # noqa: TID253 - frames are what some tests here are about
import pytest
from ingest.cases import each
from ingest.logs.conftest import SPARK_WARNS

from ahp import read_log
from ahp.errors import InputError
from ahp.ingest.logs.layout import format_of

pytestmark = SPARK_WARNS
MICROSECONDS, NANOSECONDS = 1_760_000_000_000_000, 1_760_000_000_000_000_000


def written(path, heading, rows):
    path.write_text("\n".join([heading, *rows]) + "\n")
    return f"x={path}"


def test_decimals_that_begin_far_below_whole_numbers_are_kept(tmp_path):
    whole = [f"{i // 100},0" for i in range(60_000)]  # longer than what is looked at
    rows = [*whole, *(f"{600 + i // 100}.25,0.4" for i in range(60_000))]
    assert len("\n".join(whole)) > 1 << 18
    total = read_log(written(tmp_path / "log", "time_s,response_time_s", rows)).totals[0]
    assert (total.count, total.mean_ms, total.max_ms) == (120_000, 200, 400)
    assert total.seconds == 1199.25


@pytest.mark.parametrize(("unit", "limit"), [("ns", 2**53), ("us", 2**53 // 1000)])
def test_whole_numbers_are_exact_as_far_as_a_double_holds_them(unit, limit, tmp_path):
    took = [limit - 1, limit - 2, 2**52 // 1000 + 1, 5]
    rows = [f"{2**53 - 1 - i},{one}" for i, one in enumerate(took)]
    log = read_log(written(tmp_path / "log", f"time_us,response_time_{unit}", rows), window=10_000)
    total, nanoseconds = log.totals[0], 1 if unit == "ns" else 1000
    assert (total.sum_ns, total.max_ns) == (sum(took) * nanoseconds, (limit - 1) * nanoseconds)
    first = min(2**53 - 1 - i - one * nanoseconds // 1000 for i, one in enumerate(took))
    assert total.seconds == (2**53 - 1 - first) / 1e6


def test_decimals_are_the_nearest_whole_microsecond_and_nanosecond(tmp_path):
    times = [MICROSECONDS + i * 7919 for i in range(4000)]
    took = [(i * 7_654_321) % 10**9 for i in range(4000)]
    rows = [
        f"{t // 10**6}.{t % 10**6:06d},{r // 10**6}.{r % 10**6:06d}" for t, r in zip(times, took, strict=True)
    ]
    path = written(tmp_path / "log", "time_s,response_time_ms", rows)
    log = read_log(path, window=0.01)
    assert (log.totals[0].sum_ns, log.totals[0].max_ns) == (sum(took), max(took))
    expected = Counter(time // 10_000 for time in times)
    starts = [round(start * 100) for start in log.windows[0].start]
    assert log.windows[0].count.tolist() == [expected[start] for start in starts]


def test_nanoseconds_since_1970_are_exact(tmp_path):
    times = [NANOSECONDS + i * 1_000_000 - i % 2 for i in range(4000)]  # one before a whole microsecond
    rows = [f"{time},5" for time in times]
    log = read_log(written(tmp_path / "log", "time_ns,response_time_us", rows), window=0.001)
    expected = Counter(time // 1_000_000 for time in times)
    starts = [round(start * 1000) for start in log.windows[0].start]
    assert log.windows[0].count.tolist() == [expected[start] for start in starts]
    assert set(expected.values()) == {2}
    assert set(log.windows[0].count.tolist()) == {0, 2}
    assert log.totals[0].seconds == (times[-1] // 1000 - (times[0] // 1000 - 5)) / 1e6


@pytest.mark.parametrize("late", ["1760000000030000000.4", "1760000000030e6"])
def test_a_nanosecond_with_decimals_below_whole_ones_is_refused(late, tmp_path):
    rows = [*(f"{NANOSECONDS + i * 1000},5" for i in range(15_000)), f"{late},5"]
    path = written(tmp_path / "log", "time_ns,response_time_us", rows)
    with pytest.raises(InputError, match="duckdb cannot read the log: "):
        read_log(path, window=0.001)


def test_a_decimal_far_down_in_a_log_of_pgbench_is_kept(tmp_path):
    rows = [f"0 {i} {10 if i < 14_999 else '0.4'} 0 1760000000 {i}" for i in range(15_000)]
    path = written(tmp_path / "log", rows[0], rows[1:])
    assert format_of(str(tmp_path / "log"), {}).name == "pgbench_log"
    total = read_log(path, window=0.001).totals[0]
    assert total.sum_ns == 14_999 * 10_000 + 400


def test_labels_that_look_like_numbers_stay_as_they_are_written(tmp_path):
    rows = [f"{i},5,{('1.1', '1.10')[i % 2]},{('1', '01', '1e0')[i % 3]}" for i in range(600)]
    heading = "time_s,response_time_ms,alternative,transaction"
    log = read_log(written(tmp_path / "log", heading, rows).removeprefix("x="))
    found = {(total.alternative, total.transaction): total.count for total in log.totals}
    assert found == {
        (alternative, transaction): 100 if transaction else 300
        for alternative in ("1.1", "1.10")
        for transaction in ("", "1", "01", "1e0")
    }


TOO_MUCH = {
    "wraps around": ("response_time_s", 18_446_744_074),  # times 10⁹ it is 2⁶⁴ + 290,448,384
    "just too long": ("response_time_us", -(-(2**53) // 1000)),
    "the longest there is": ("response_time_ns", 2**63 - 1),
    "negative": ("response_time_ms", -1),
    "a late second": ("time_s", 18_446_744_074_000),
    "a late microsecond": ("time_us", 2**53),
    "a late nanosecond": ("time_ns", 2**53 * 1000),
    "a negative nanosecond": ("time_ns", -1),
}


def with_one(column, value):
    time, took = (column, "response_time_ms") if column.startswith("time") else ("time_s", column)
    table = {time: [*range(100)], took: [1] * 100}
    table[column][50] = value
    return table


def too_large(what):
    column, _ = TOO_MUCH[what]
    return f"'{column}': transactions whose {'' if column.startswith('time') else 'response '}time is missing, neg"


@each("what", TOO_MUCH)
def test_whole_numbers_that_are_too_large_are_refused_in_frames(what, native):
    with pytest.raises(InputError, match=too_large(what)):
        read_log(native(pd.DataFrame(with_one(*TOO_MUCH[what]))))


@each("what", TOO_MUCH)
def test_whole_numbers_that_are_too_large_are_refused_in_parquet(what, tmp_path):
    pd.DataFrame(with_one(*TOO_MUCH[what])).to_parquet(tmp_path / "log.parquet")
    with pytest.raises(InputError, match=too_large(what)):
        read_log(tmp_path / "log.parquet")


@each("what", ["wraps around", "a late second", "a late nanosecond"])
def test_numbers_that_are_too_large_are_refused_in_text(what, tmp_path):
    column, value = TOO_MUCH[what]
    table = with_one(column, value)
    path = written(
        tmp_path / "log", ",".join(table), [f"{a},{b}" for a, b in zip(*table.values(), strict=True)]
    )
    with pytest.raises(InputError, match="time is missing, negative or too large: 1"):
        read_log(path)


@each("place", [2, 4, 5])
@each("value", ["-1", "18446744074000000"])
def test_numbers_far_down_that_cannot_be_are_refused(place, value, tmp_path):
    rows = [["0", str(i), "10", "0", "1760000000", str(i)] for i in range(15_000)]
    rows[-1][place] = value
    lines = [" ".join(row) for row in rows]
    path = written(tmp_path / "log", lines[0], lines[1:])
    with pytest.raises(InputError, match="time is missing, negative or too large: 1"):
        read_log(path, window=0.00001)


def test_the_largest_whole_numbers_of_frames_are_exact(native):
    took, times = [2**53 - 1, 2**52 + 1, 5], [2**53 - 1, 2**53 - 2, 2**53 - 3]
    columns = {"response_time_ns": "r", "time_us": "t"}
    log = native(pd.DataFrame({"t": times, "r": took}))
    total = read_log(log, columns=columns, window=10_000).totals[0]
    assert (total.sum_ns, total.max_ns) == (sum(took), max(took))
    assert total.seconds == (times[0] - (times[0] - took[0] // 1000)) / 1e6
    nanoseconds = [NANOSECONDS + 999, NANOSECONDS + 1_999_999_999]
    log = native(pd.DataFrame({"time_ns": nanoseconds, "response_time_us": [9, 9]}))
    assert read_log(log, window=0.5).totals[0].seconds == (1_999_999 + 9) / 1e6


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_blank_lines_are_left_out(end, tmp_path):
    rows = ["", *(f"{i},5" for i in range(50)), "", "", *(f"{i},5" for i in range(50, 100)), "", ""]
    path = tmp_path / "log"
    path.write_bytes(end.join(["time_s,response_time_ms", *rows]).encode())
    assert read_log(path).totals[0].count == 100


def test_lines_that_end_in_carriage_returns_alone_are_read(tmp_path):
    (tmp_path / "log").write_bytes(b"time_s,response_time_ms\r1,5\r2,5\r3,7\r")
    total = read_log(tmp_path / "log").totals[0]
    assert (total.count, total.max_ms) == (3, 7.0)


FAR = [f"{i / 1000:.3f},3,t{i % 3},x" for i in range(20_000)]  # longer than what is looked at


@each(
    ("line", "what"),
    [("9,21,3,t1,x", "one cell more moves the others"), ("21,3,t1,x,y", "one more"), ("21,3", "too few")],
)
def test_a_line_far_down_that_does_not_fit_the_heading_is_refused(line, what, tmp_path):
    assert len("\n".join(FAR)) > 1 << 18
    path = written(tmp_path / "log", "time_s,response_time_ms,transaction,host", [*FAR, line, "22,3,t1,x"])
    with pytest.raises(InputError) as refused:
        read_log(path)
    assert refused.value.file == path.partition("=")[2], what
    assert "\n" not in str(refused.value), what


def test_response_times_that_add_up_to_more_than_64_bits_hold_are_refused():
    def log(windows, many):
        times = [float(second) for second in range(windows) for _ in range(many)]
        return {"start_time_s": times, "response_time_s": [1e6] * len(times)}

    total = read_log(pd.DataFrame(log(3, 1000)), window=1).totals[0]
    assert (total.sum_ns, total.mean_ms) == (3_000 * 10**15, 1e9)
    with pytest.raises(InputError, match="add up to more than 146 years; check the unit of"):
        read_log(pd.DataFrame(log(3, 2000)), window=1)


def test_an_empty_cell_far_down_among_nanoseconds_is_refused(tmp_path):
    rows = [*(f"{NANOSECONDS + i * 1000},5" for i in range(15_000)), ",5"]
    path = written(tmp_path / "log", "time_ns,response_time_us", rows)
    with pytest.raises(InputError, match="column 'time_ns': transactions whose time is missing, negative or"):
        read_log(path, window=0.001)


def far_down(path, line):
    """A log with one odd line below what is looked at."""
    rows = [f"{i / 1000:.3f},{5 + i % 7},{'ab'[i % 2]}" for i in range(30_000)]
    assert len("\n".join(rows[:25_000])) > 1 << 18
    rows[25_000] = line
    return written(path, "time_s,response_time_ms,transaction", rows)


@each("cells", ["25.0,90d", "25.0,90F", "25.0,0x1.8p6", "25.0d,9"])
def test_what_is_a_number_elsewhere_is_refused_far_down(cells, tmp_path):
    with pytest.raises(InputError, match="duckdb cannot read the log: "):
        read_log(far_down(tmp_path / "log", f"{cells},a"))


def test_what_is_a_number_elsewhere_is_refused_far_down_in_a_log_of_pgbench(tmp_path):
    rows = [f"0 {i} {10 if i < 14_999 else '90d'} 0 1760000000 {i}" for i in range(15_000)]
    with pytest.raises(InputError, match="duckdb cannot read the log: "):
        read_log(written(tmp_path / "log", rows[0], rows[1:]), window=0.001)


@each("more", [",", ",,", ",9"])
def test_a_line_with_a_cell_too_many_is_refused_far_down(more, tmp_path):
    with pytest.raises(InputError, match="duckdb cannot read the log: "):
        read_log(far_down(tmp_path / "log", f"25.0,9,a{more}"))
