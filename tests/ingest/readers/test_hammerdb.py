"""What is special to the readers of hammerdb; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import pytest
from ingest.damage import located, numbers, reading_of, refusal, refuses

import ahp
from ahp.ingest.readers import hammerdb_intervals
from ahp.ingest.readers.hammerdb import HammerdbReader
from ahp.ingest.readers.hammerdb_queries import HammerdbQueriesReader
from ahp.ingest.readers.printed import Printed

# --- hammerdb -----------------------------------------------------------------------------------------------


HAMMERDB = HammerdbReader()
refused_of_hammerdb = refuses(HAMMERDB)


def sample_of_hammerdb(name: str) -> bytes:
    return located("hammerdb", f"public/hammerdb/{name}").read_bytes()


def test_results_and_profiles_belong_together():
    profile = sample_of_hammerdb("hammerdbcli_tpcc_timeprofile_4_3.log")
    both = reading_of(HAMMERDB, sample_of_hammerdb("hammerdbcli_tpcc.log") + profile)
    assert len(both.rows) == 26
    assert len(both.caveats) == 2
    refused_of_hammerdb(
        sample_of_hammerdb("oracle_tprocc_log.txt") + profile, "2 results and 1 time profiles"
    )


# --- hammerdb_intervals -------------------------------------------------------------------------------------


HAMMERDB_INTERVALS = HammerdbReader()
SAMPLE = "public/hammerdb/hammerdbcli_tpcc_timeprofile.log"


def sample_of_hammerdb_intervals() -> str:
    return located("hammerdb", SAMPLE).read_text()


def test_a_profile_without_its_table_is_cut_off():
    lines = [line for line in sample_of_hammerdb_intervals().splitlines() if "PROCNAME" not in line]
    assert "no table at the end of the time profile" in refusal(HAMMERDB_INTERVALS, "\n".join(lines))


def test_what_only_serves_the_client_is_no_transaction():
    names = {
        row.transaction
        for row in reading_of(HAMMERDB_INTERVALS, sample_of_hammerdb_intervals().encode()).rows
    }
    assert names == {"", "NEWORD", "PAYMENT", "DELIVERY", "SLEV", "OSTAT"}


def test_a_log_without_a_profile_has_none():
    assert not hammerdb_intervals.present(Printed.of("Vuser 2:RUNNING"))


def test_it_is_compared_with_a_profile_of_the_other_kind_by_a_chosen_type():
    # xtprof names the same procedures; the same response time of one type is comparable.
    other = located("hammerdb", "public/hammerdb/hammerdbcli_tpcc_timeprofile_4_3.log")
    measured = ahp.read(f"4.2={located('hammerdb', SAMPLE)}", f"4.3={other}")
    slow = ahp.Criterion("new orders", "cost", ("response_time_mean",), index="value", transactions="NEWORD")
    cost = ahp.rank(measured, ahp.Study((slow,)))["default"].cost
    assert cost["4.2"] / cost["4.3"] == pytest.approx((95569025 / 6877 / 1000) / 9.236)


# --- hammerdb_queries ---------------------------------------------------------------------------------------


HAMMERDB_QUERIES = HammerdbQueriesReader()


def sample_of_hammerdb_queries(name: str) -> bytes:
    return located("hammerdb_queries", f"public/hammerdb/{name}").read_bytes()


def test_several_sets_are_averaged_and_said():
    text = sample_of_hammerdb_queries("oracle_tproch_log.txt")
    other = text.replace(b"Query 1: 12.5", b"Query 1: 13.5").replace(b"Vuser 1", b"Vuser 2")
    reading = reading_of(HAMMERDB_QUERIES, text + other)
    assert numbers(reading)["", "", "", "query 1", "response_time_mean"] == (13.0, "s")
    assert reading.caveats == ("A query's time includes what ran beside it.",)
    assert reading_of(HAMMERDB_QUERIES, text).caveats == ()
