import pytest
from ingest.damage import (
    INPUTS,
    equal,
    located,
    numbers,
    reading_of,
)
from ingest.readers.micro import caveats, refusal

from ahp.ingest.readers.sar import SarReader

READER = SarReader()
SAR = (INPUTS / "sar" / "sar_u.txt").read_text()


def test_a_report_without_its_average_says_so():
    for lines in (4, 5, 6):
        assert "cut off" in caveats(READER, "".join(SAR.splitlines(keepends=True)[:lines]))
    assert caveats(READER, SAR) == ""


def test_an_average_that_the_samples_contradict_is_told():
    told = caveats(READER, located("sar", "public/cpu/sar_output.txt"))
    assert "cpu_user on line 14 is 81.96 %, that of its samples 99.74 %" in told


def test_the_clock_may_have_twelve_hours_and_pass_midnight():
    rows = ("11:59:58 PM     CPU", "11:59:59 PM     all", "12:00:00 AM     all", "12:00:31 AM     all")
    shares = ("%user %nice %system %iowait %steal %idle", "10 0 5 0 0 85", "20 0 5 0 0 75", "40 0 5 0 0 55")
    text = "\n".join(f"{a} {b}" for a, b in zip(rows, shares, strict=True))
    reading = reading_of(READER, text.encode())
    assert reading.rows[0].value == pytest.approx((10 + 20 + 31 * 40) / 33)
    assert "Its intervals are 1 to 31 s long; each counts by its length." in reading.caveats


def test_a_restart_begins_a_new_table():
    first, rest = SAR.split("21:34:44")[0], SAR.split("21:34:44")[1].splitlines()[0]
    heading = SAR.splitlines()[2][8:]
    text = f"{first}\n22:00:00  LINUX RESTART\t(2 CPU)\n\n22:00:01{heading}\n22:00:02{rest}\n"
    assert numbers(reading_of(READER, text.encode())) == numbers(reading_of(READER, SAR.encode()))
    assert "The machine restarted on line 7." in caveats(READER, text)


def test_time_that_goes_back_is_refused():
    assert "the time goes back" in refusal(READER, SAR.replace("21:34:43", "21:33:43"))


def test_a_decimal_comma_is_one():
    with_commas = SAR.replace(".", ",").replace("6,18,44", "6.18.44")
    assert numbers(reading_of(READER, with_commas.encode())) == numbers(reading_of(READER, SAR.encode()))


def test_single_processors_are_not_the_host():
    assert "no sample of all processors" in refusal(READER, SAR.replace(" all ", "   0 "))


def test_shares_that_are_not_the_whole_are_refused():
    said = refusal(READER, SAR.replace("26.63", "36.63"))
    assert said == "<file>, line 4: the shares of this interval are 109.99 % together, not 100 %; " + (
        "the file is damaged, or this sample of it is; take the sample out"
    )


def test_two_reports_in_one_file_are_refused():
    assert "second time" in refusal(READER, SAR + SAR)


def test_other_tables_of_sar_are_passed_over():
    other = "\n21:34:41        CPU      MHz\n21:34:42        all  2596.15\n"
    banner, _, table = SAR.partition("\n\n")
    text = f"{banner}\n{other}\n{table}"
    assert numbers(reading_of(READER, text.encode())) == numbers(reading_of(READER, SAR.encode()))


def test_signs_of_per_cent_behind_the_numbers_are_passed_over():
    human = """Linux 6.18.44-fc-v445 (vm) \t11/21/26 \t_x86_64_\t(2 CPU)

09:14:03        CPU     %user     %nice   %system   %iowait    %steal     %idle
09:14:04        all      0.0%     97.5%      2.5%      0.0%      0.0%      0.0%
09:14:05        all      0.5%     99.0%      0.5%      0.0%      0.0%      0.0%
Average:        all      0.3%     98.2%      1.5%      0.0%      0.0%      0.0%
"""
    equal(
        numbers(reading_of(READER, human.encode())),
        {("", "", "", "", "cpu_user"): (98.5, "%"), ("", "", "", "", "cpu_system"): (1.5, "%")},
    )
