import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    equal,
    expected,
    numbers,
    reading_of,
)
from ingest.readers.micro import caveats, refusal

from ahp.ingest.readers.base import Options
from ahp.ingest.readers.dstat import DstatReader
from ahp.ingest.window import Window

READER = DstatReader()
EXPECTED = expected("dstat")
EPOCH = (INPUTS / "dstat" / "dool_epoch.csv").read_text()
ADVANCED = (INPUTS / "dstat" / "dool_cpu_adv.csv").read_text()


def test_the_first_row_is_since_the_machine_started():
    assert "The first row of dstat" in caveats(READER, EPOCH)
    assert "its only row is the average since" in refusal(READER, "".join(EPOCH.splitlines(True)[:7]))


def test_interrupts_may_stand_under_user_time():
    assert "Without --cpu-adv dstat counts interrupts as user time" in caveats(READER, EPOCH)
    assert "interrupts" not in caveats(READER, ADVANCED)


def test_whole_numbers_have_three_decimals_too():
    rows = reading_of(READER, EPOCH.encode()).rows
    assert rows[0].resolution == 0.0005
    assert "whole per cents" not in caveats(READER, EPOCH)


def test_a_recording_without_all_processors_is_refused():
    assert "no columns of total cpu usage" in refusal(READER, EPOCH.replace("total cpu usage", "cpu0 usage"))


def test_a_recording_that_was_continued_is_two():
    again = "\n\n" + "".join(EPOCH.splitlines(True)[2:])
    assert 'line 14: found \'"Host:","vm"' in refusal(READER, EPOCH + again)
    assert "a second recording begins here" in refusal(READER, EPOCH + again)


def test_missed_ticks_are_no_column():
    missed = EPOCH.replace("3322118144\n", '3322118144,"missed 2 ticks"\n')
    equal(numbers(reading_of(READER, missed.encode())), EXPECTED["dool_epoch.csv"])


def test_a_window_by_the_clock_or_by_seconds():
    window = Window.of("06:20:57", "06:20:59")
    found = reading_of(READER, ADVANCED.encode(), Options(window=window)).rows
    assert found[0].value == pytest.approx((61.458 + 50) / 2)
    window = Window.of(1795242057.162, 1795242059.162)
    found = reading_of(READER, EPOCH.encode(), Options(window=window)).rows
    assert found[0].value == pytest.approx((61.257 + 50.251) / 2)


@each(
    ("was", "now", "said"),
    [
        ("61.257", "71.257", "are 110 % together"),
        (",3322118144", "", "found 7 columns, the heading has 8"),
        ("1795242058.162", "now", "this is no time"),
        ("1795242058.162", "1795242050.162", "the time goes back"),
    ],
)
def test_damage_is_named(was, now, said):
    assert said in refusal(READER, EPOCH.replace(was, now))


def test_a_heading_alone_is_no_recording():
    assert "no sample of all processors" in refusal(READER, "".join(EPOCH.splitlines(True)[:6]))
