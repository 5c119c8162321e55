import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    reading_of,
)
from ingest.readers.micro import caveats, refusal

from ahp.errors import InputError
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.proc_stat import ProcStatReader
from ahp.ingest.window import Window

READER = ProcStatReader()
BOTH = (INPUTS / "proc_stat" / "before_after.txt").read_text()
DATED = (INPUTS / "proc_stat" / "three_dated.txt").read_text()
BEFORE = "cpu  100 10 50 800 20 5 10 5 40 2\n"
AFTER = "cpu  130 20 70 900 25 7 13 5 60 4\n"


def test_a_guest_is_in_user_time_already_and_interrupts_are_system_time():
    # 30 + 10 user and nice, 20 + 2 + 3 system and interrupts, of 170 ticks; the guest's 22 are among the 40.
    rows = reading_of(READER, (BEFORE + AFTER).encode()).rows
    assert [row.value for row in rows] == pytest.approx([100 * 40 / 170, 100 * 25 / 170, 0.65])


def test_a_counter_may_be_a_tick_off():
    user, system, seconds = reading_of(READER, (BEFORE + AFTER).encode()).rows
    assert (user.resolution, system.resolution) == pytest.approx((100 * 2 / 170, 100 * 3 / 170))
    assert seconds.resolution == 0.08


def test_older_kernels_have_fewer_counters():
    four = "cpu  100 10 50 800\ncpu  130 20 70 900\n"
    assert reading_of(READER, four.encode()).rows[0].value == pytest.approx(100 * 40 / 160)


def test_one_snapshot_is_refused():
    single = BOTH[: BOTH.index("cpu ", 5)]
    said = refusal(READER, single)
    assert said == (
        "<file>, line 1: one snapshot of the counters is the time since the machine started; take a second "
        "one after the run, and give both: cat before after > cpu.txt"
    )


def test_snapshots_stand_in_their_order():
    assert "its counters did not grow, user went back" in refusal(READER, AFTER + BEFORE)
    assert "its counters did not grow" in refusal(READER, BEFORE + BEFORE)


def test_idle_time_may_go_back_as_the_kernel_says():
    assert reading_of(READER, (BEFORE + AFTER.replace(" 25 7 ", " 19 7 ")).encode()).rows[0].value > 0


@each(
    ("was", "now", "said"),
    [
        ("btime 1795228740", "btime 1795242000", "the machine restarted between the snapshots"),
        ("cpu1 498390", "cpu2 498390", "has other lines or columns than the one before"),
        ("cpu0 354925", "cpu0 364925", "user grew by 384 ticks, by those of the single processors by 10384"),
        ("cpu0 354925", "cpu1 354925", "cpu1 stands twice"),
        ("ctxt ", "ctxt; ", "this is no line of /proc/stat"),
        ("cpu  853315", "cpu  853315 1 1 1 1", "has 14 counters, not 4 to 10"),
    ],
)
def test_what_contradicts_itself_is_refused(was, now, said):
    head, _, tail = DATED.rpartition("2026-11-21 06:21:02")
    assert said in refusal(READER, f"{head}2026-11-21 06:21:02{tail.replace(was, now, 1)}")


def test_a_line_before_its_snapshot_is_refused():
    assert "a snapshot begins with the line cpu" in refusal(
        READER, DATED.replace("+0000\ncpu ", "+0000\nctxt 1\ncpu ", 1)
    )


def test_the_window_is_between_snapshots():
    options = Options(window=Window.of("06:20:59", "06:21:02"))
    reading = reading_of(READER, DATED.encode(), options)
    assert reading.rows[2].value == pytest.approx((384 + 27 + 1) / 100)
    assert reading.windowed
    assert reading.notes[0] == "From the snapshot on line 13 to that on line 24."
    with pytest.raises(InputError, match="have no times that a window could choose by"):
        reading_of(READER, BOTH.encode(), options)


def test_stolen_time_is_told():
    assert "was stolen" in caveats(READER, BEFORE + AFTER.replace(" 13 5 ", " 13 55 "))
