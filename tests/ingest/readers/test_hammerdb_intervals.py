"""The profile by intervals, against the log itself: its lines are taken apart again by other means."""

import pytest
from ingest.cases import each
from ingest.damage import located, reading_of
from ingest.readers.micro import caveats, refusal

import ahp
from ahp.ingest.readers import hammerdb_intervals
from ahp.ingest.readers.hammerdb import HammerdbReader
from ahp.ingest.readers.printed import Printed

READER = HammerdbReader()
SAMPLE = "public/hammerdb/hammerdbcli_tpcc_timeprofile.log"


def sample() -> str:
    return located("hammerdb", SAMPLE).read_text()


@each(
    ("before", "after", "words"),
    [
        ("|neword | 94996164|38.93%| 6877|", "|neword | 94996164|38.93%| 6977|", "the mean of neword"),
        ("| 6877| 13813| 95569025|", "| 6877| 13813| 85569025|", "the total of neword"),
        ("|32.25%|", "|33.25%|", "the share of payment"),
        ("|ostat |", "|ostaf |", "cut off"),
        ("MAX-62187|", "MAX-6218|", "a percentile does not agree"),
        ("MAX-62187|SAMPLES-", "MAX-62187|SAMPLES-9", "number of calls of neword"),
        ("MAX-62187|", "MAX62187|", "this line is damaged"),
    ],
)
def test_what_is_wrong_is_refused(before, after, words):
    text = sample()
    assert before in text
    assert words in refusal(READER, text.replace(before, after))


def test_a_profile_without_its_table_is_cut_off():
    lines = [line for line in sample().splitlines() if "PROCNAME" not in line]
    assert "no table at the end of the time profile" in refusal(READER, "\n".join(lines))


def test_what_only_serves_the_client_is_no_transaction():
    names = {row.transaction for row in reading_of(READER, sample().encode()).rows}
    assert names == {"", "NEWORD", "PAYMENT", "DELIVERY", "SLEV", "OSTAT"}


def test_profiles_of_several_runs_are_not_guessed_apart():
    another = "Vuser 1:TEST RESULT : System achieved 5000 NOPM from 15000 MySQL TPM\n"
    reading = reading_of(READER, (sample() + another).encode())
    assert {row.measure for row in reading.rows} == {"throughput"}
    assert hammerdb_intervals.SEVERAL in reading.caveats
    assert hammerdb_intervals.CAVEAT in caveats(READER, sample())


def test_a_log_without_a_profile_has_none():
    assert not hammerdb_intervals.present(Printed.of("Vuser 2:RUNNING"))


def test_it_is_compared_with_a_profile_of_the_other_kind_by_a_chosen_type():
    # xtprof names the same procedures; the same response time of one type is comparable.
    other = located("hammerdb", "public/hammerdb/hammerdbcli_tpcc_timeprofile_4_3.log")
    measured = ahp.read(f"4.2={located('hammerdb', SAMPLE)}", f"4.3={other}")
    slow = ahp.Criterion("new orders", "cost", ("response_time_mean",), index="value", transactions="NEWORD")
    cost = ahp.rank(measured, ahp.Study((slow,)))["default"].cost
    assert cost["4.2"] / cost["4.3"] == pytest.approx((95569025 / 6877 / 1000) / 9.236)
