import pytest
from ingest.damage import (
    INPUTS,
    numbers,
    reading_of,
)
from ingest.readers.micro import caveats, refusal

from ahp.ingest.readers.sadf import SadfReader

READER = SadfReader()
WIDE = (INPUTS / "sadf" / "sadf_d_u.csv").read_text()


def test_restarts_comments_and_other_tables_are_passed_over():
    heading, first, *rest = WIDE.splitlines()
    text = "\n".join(
        [
            "# hostname;interval;timestamp;proc/s;cswch/s",
            "vm;1;2026-11-20 21:34:42 UTC;9.00;1511.00",
            heading,
            first,
            "vm;-1;2026-11-20 21:34:42 UTC;LINUX-RESTART\t(2 CPU)",
            "vm;-1;2026-11-20 21:34:42 UTC;COM a; comment",
            *rest,
        ]
    )
    assert numbers(reading_of(READER, text.encode())) == numbers(reading_of(READER, WIDE.encode()))
    assert "The machine restarted on line 5." in caveats(READER, text)


def test_other_activities_are_passed_over():
    folder = INPUTS / "sadf"
    other = {
        "sadf_p_u.tsv": "vm\t1\t2026-11-20 21:34:42 UTC\t-\tproc/s\t9.00\nvm\t1\t2026-11-20 21:34:42 UTC\tall\ttotal/s\t9.00\n",
        "sadf_r_u.txt": "21:34:42 UTC; proc/s; 121543; 121552; cswch/s; 17621039; 17622039;\n",
        "sadf_x_u.xml": '<softnet><cpu number="all" total="9.00"/></softnet>',
    }
    for file, more in other.items():
        text = (folder / file).read_text()
        whole = text.replace("</cpu-load>", f"</cpu-load>{more}") if file.endswith("xml") else text + more
        assert whole != text
        assert numbers(reading_of(READER, whole.encode())) == numbers(reading_of(READER, text.encode()))


def test_counters_go_on_where_they_ended():
    raw = (INPUTS / "sadf" / "sadf_r_u.txt").read_text()
    assert "it does not begin where the interval before it ended" in refusal(
        READER, raw.replace("307705; 307705;", "307704; 307705;")
    )
    first, _, last = raw.splitlines()  # the middle one is lost
    assert "it does not begin" in refusal(READER, f"{first}\n{last}\n")
    restarted = reading_of(READER, f"{first}\n21:34:43 UTC; LINUX-RESTART (4 CPU)\n{last}\n".encode())
    assert (restarted.count, restarted.caveats) == (2, ("The machine restarted on line 2.",))
    assert "its counters do not grow" in refusal(READER, raw.replace("59686; 59701;", "59686; 59601;"))
    # The kernel says of the time spent waiting that it may go back a little.
    back = raw.replace("5928; 5936;", "5928; 5927;")
    assert reading_of(READER, back.encode()).rows[0].value > reading_of(READER, raw.encode()).rows[0].value


def test_intervals_count_by_their_length():
    text = WIDE.replace("vm;1;2026-11-20 21:34:44", "vm;600;2026-11-20 21:44:44")
    assert reading_of(READER, text.encode()).rows[0].value == pytest.approx((2.51 + 0 + 600 * 3.12) / 602)
    assert "Its intervals are 1 to 600 s long" in caveats(READER, text)


def test_a_time_stands_once():
    assert "this time stands twice" in refusal(READER, WIDE + WIDE.splitlines()[1] + "\n")


def test_a_row_of_other_length_is_refused():
    assert "found 6 columns, the heading has 7" in refusal(READER, WIDE.replace(";64.32", ""))
