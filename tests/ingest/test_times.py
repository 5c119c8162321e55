from ingest.cases import each

from ahp.ingest.times import Stamp, stamp_of

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
