"""Times as monitors print them, and which intervals of a recording lie in a window."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from ingest.cases import each

from ahp.errors import InputError
from ahp.ingest.times import Span, Stamp, Window, stamp_of

# --- times --------------------------------------------------------------------------------------------------

AT = 77_682.0  # 21:34:42
DAY = 1_795_132_800.0  # 2026-11-20 00:00:00 UTC, as `date -u -d 2026-11-20 +%s` says


@each(
    ("text", "stamp"),
    [
        ("21:34:42", Stamp(AT)),
        ("09:34:42 PM", Stamp(AT)),
        ("9:34:42 PM", Stamp(AT)),
        ("12:00:01 AM", Stamp(1.0)),
        ("12:00:01 PM", Stamp(43_201.0)),
        ("21:34", Stamp(AT - 42)),
        ("21:34:42.250", Stamp(AT + 0.25)),
        ("2026-11-20 21:34:42", Stamp(AT, DAY + AT)),
        ("2026-11-20 21:34:42 CET", Stamp(AT, DAY + AT)),
        ("2026-11-20 21:34:42 UTC", Stamp(AT, DAY + AT, DAY + AT)),
        ("2026-11-20T21:34:42Z", Stamp(AT, DAY + AT, DAY + AT)),
        ("2026-11-20T21:34:42+0100", Stamp(AT, DAY + AT, DAY + AT - 3600)),
        ("2026-11-20T21:34:42-05:30", Stamp(AT, DAY + AT, DAY + AT + 19_800)),
        ("2026-11-20 21:34:42 +03", Stamp(AT, DAY + AT, DAY + AT - 10_800)),
        ("1795210482", Stamp(epoch=1_795_210_482.0)),
        ("1475708693.291", Stamp(epoch=1_475_708_693.291)),
        # Which of these numbers is the day differs by country; the clock does not.
        ("11/20/26 21:34:42", Stamp(AT)),
        ("20-11 21:34:42", Stamp(AT)),
        ("Nov-20 21:34:42", Stamp(AT)),
        ("Fri Nov 20 21:34:42 UTC 2026", Stamp(AT)),
        ("Fri Nov 20 09:34:42 PM UTC 2026", Stamp(AT)),
    ],
)
def test_a_time_is_read_as_far_as_it_says(text, stamp):
    assert stamp_of(text) == stamp


@each(
    "text",
    ["", "24:00:00", "21:60:00", "2026-13-20 21:34:42", "now", "12", "21;34;42", "cpu  1 2 3", "٢١:٣٤:٤٢"],
)
def test_what_is_no_time_is_none(text):
    assert stamp_of(text) is None


def test_the_way_that_both_times_know_counts():
    early, late = stamp_of("2026-11-20 23:59:50"), stamp_of("2026-11-22 00:00:20 UTC")
    assert late.since(early) == 86_430.0
    assert stamp_of("00:00:20").since(early) == 30.0
    assert stamp_of("23:59:49").since(early) == -1.0
    assert stamp_of("1795210482").since(early) is None
    assert late.since(None) is None


# --- windows ------------------------------------------------------------------------------------------------


def spans(*ends: str, seconds: float | None = None) -> list[Span]:
    return [Span(stamp_of(end), seconds) for end in ends]


CLOCKS = spans("10:00:00", "10:00:10", "10:00:20", "10:00:30", seconds=10.0)
DATED = spans("2026-11-20 23:59:50 UTC", "2026-11-21 00:00:00 UTC", "2026-11-21 00:00:10 UTC", seconds=10.0)


@each(
    ("start", "end", "chosen"),
    [
        ("09:59:50", "10:00:30", [0, 1, 2, 3]),
        ("10:00:00", "10:00:20", [1, 2]),  # both ends included
        ("10:00:01", "10:00:20", [2]),  # what began before the window is partly outside
        ("10:00:00", "10:00:19", [1]),
        ("09:00", "11:00", [0, 1, 2, 3]),
        ("10:00:10 AM", "10:00:30 AM", [2, 3]),
        ("+10", "+30", [1, 2]),
        ("+10s", None, [1, 2, 3]),
        (None, "+20", [0, 1]),
    ],
)
def test_an_interval_counts_if_it_lies_in_the_window_whole(start, end, chosen):
    assert Window.of(start, end).chosen(CLOCKS) == chosen


@each(
    ("start", "end", "chosen"),
    [
        ("23:59:50", "00:00:10", [1, 2]),
        ("2026-11-20 23:59:50", "2026-11-21 00:00:00", [1]),
        ("2026-11-21T00:59:50+01:00", "2026-11-21T01:00:10+01:00", [1, 2]),
        (1_795_219_190, 1_795_219_200.0, [1]),
        (datetime(2026, 11, 20, 23, 59, 50), None, [1, 2]),
        (None, datetime(2026, 11, 20, 23, 59, 50, tzinfo=UTC), [0]),
        (datetime(2026, 11, 21, 0, 59, 50, tzinfo=timezone(timedelta(hours=1))), None, [1, 2]),
    ],
)
def test_a_date_may_be_given_in_every_way_that_the_file_knows(start, end, chosen):
    assert Window.of(start, end).chosen(DATED) == chosen


def test_clocks_pass_midnight():
    night = spans("23:59:50", "00:00:00", "00:00:10", seconds=10.0)
    assert Window.of("23:59:50", "00:00:10").chosen(night) == [1, 2]
    assert Window.of("00:00:00", "00:00:10").chosen(night) == [2]


def test_what_an_interval_does_not_say_the_others_do():
    assert Window.of("10:00:00", "10:00:20").chosen(spans("10:00:10", "10:00:20", "10:00:30")) == [0, 1]
    with pytest.raises(InputError, match="its only interval does not say when it began"):
        Window.of("10:00:00", "10:00:20").chosen(spans("10:00:10"))


@each(
    ("start", "end", "said"),
    [
        ("half past nine", None, "'half past nine' is no time; write 21:34:00"),
        ("11/20/26 21:34:00", None, "is no time"),
        ("21:34:00", None, "21:34:00 comes once every day; the window needs a start and an end"),
        ("21:34:00", "+30", "mixes two ways of writing a time"),
        ("2026-11-20 21:34:00", "2026-11-20 21:34:00", "is empty"),
        ("+30", "+10", "from +30 to +10 is empty"),
        ("2026-11-20 21:34:00 CET", None, "the time zone of '2026-11-20 21:34:00 CET' could be several"),
        (None, None, "a window needs a start or an end"),
    ],
)
def test_a_window_that_cannot_be_understood_is_refused(start, end, said):
    with pytest.raises(InputError) as raised:
        Window.of(start, end)
    assert said in str(raised.value)


EPOCH = spans("1795210482", seconds=10.0)


@each(
    ("window", "given", "said"),
    [
        (
            ("11:00:00", "12:00:00"),
            CLOCKS,
            "no interval lies whole in the window from 11:00:00 to 12:00:00; ",
        ),
        (("11:00:00", "12:00:00"), CLOCKS, "the file has 09:59:50 to 10:00:30"),
        (("2030-01-01 00:00:00", None), DATED, "the file has 2026-11-20 23:59:40 to 2026-11-21 00:00:10"),
        ((1_900_000_000, None), EPOCH, "the file has 1795210472 to 1795210482"),
        (("10:00:01", "10:00:09"), CLOCKS, "no interval lies whole"),
        ((1_795_219_190, None), CLOCKS, "is given in seconds since 1970, and this file has times of day"),
        (("10:00:00", "11:00:00"), EPOCH, "in times of day, and this file has seconds since 1970"),
        (("10:00:00", "11:00:00"), [Span(None, 1.0)], "have no times that a window could choose by"),
        (("+10", None), [Span(None, None)] * 3, "have no times that a window could choose by"),
        (("2026-11-20 10:00", None), spans("2026-11-20 10:00:10", "2026-11-20 10:00:05"), "go back"),
    ],
)
def test_a_window_that_the_file_cannot_answer_is_refused(window, given, said):
    with pytest.raises(InputError) as raised:
        Window.of(*window).chosen(given)
    assert said in str(raised.value)


def test_a_time_of_day_that_comes_twice_is_refused():
    days = spans(*(f"{hour:02d}:00:00" for hour in [*range(24), *range(24)]), seconds=3600.0)
    with pytest.raises(InputError, match="the window from 10:00 to 12:00 comes 2 times in this file"):
        Window.of("10:00", "12:00").chosen(days)
