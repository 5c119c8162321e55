from ingest.cases import each
from ingest.damage import (
    located,
    numbers,
    reading_of,
    refuses,
)

from ahp.ingest.readers.hammerdb import HammerdbReader

READER = HammerdbReader()
refused = refuses(READER)


def sample(name: str) -> bytes:
    return located("hammerdb", f"public/hammerdb/{name}").read_bytes()


def test_several_results_are_runs_and_the_same_one_twice_is_not():
    content = sample("oracle_tprocc_log.txt")
    assert {row.run for row in reading_of(READER, content).rows} == {"1", "2"}
    assert refused(content + content, "the result of line 7 again").line == 19


def test_the_older_wording_is_read():
    old = b"Vuser 1:TEST RESULT : System achieved 24772 MySQL TPM at 8153 NOPM\n"
    assert numbers(reading_of(READER, old)) == {("", "", "", "", "throughput"): (8153.0, "NOPM")}


@each(
    ("before", "after", "words"),
    [
        ("achieved 8153 NOPM", "achieved 98153 NOPM", "NOPM above TPM does not agree"),
        ("achieved 8153 NOPM", "achieved 81x3 NOPM", "this result is damaged"),
        ("TEST RESULT", "TEST", "a run has no line 'TEST RESULT'"),
        ("Vuser 4:FINISHED SUCCESS", "Vuser 4:FINISHED FAILED", "a virtual user failed"),
        ("Vuser 3:RUNNING", "Error in Virtual User 3: lost connection", "a virtual user failed"),
    ],
)
def test_what_is_wrong_is_refused(before, after, words):
    text = sample("hammerdbcli_tpcc.log").decode()
    assert before in text
    refused(text.replace(before, after).encode(), words)


@each(
    ("before", "after", "words"),
    [
        ("CALLS: 322104MIN", "CALLS: 322105MIN", "the number of calls"),
        ("SUMMARY OF 8", "SUMMARY OF 9", "the number of virtual users"),
        ("AVG: 9.236ms", "AVG: 9.336ms", "the mean does not agree"),
        ("P95: 12.399ms", "P95: 52.399ms", "a percentile does not agree"),
        ("P95: 12.399ms", "P95: 12.399", "no percentiles of NEWORD"),
    ],
)
def test_a_profile_that_contradicts_itself_is_refused(before, after, words):
    text = sample("hammerdbcli_tpcc_timeprofile_4_3.log").decode()
    assert before in text
    refused(text.replace(before, after).encode(), words)


def test_results_and_profiles_belong_together():
    profile = sample("hammerdbcli_tpcc_timeprofile_4_3.log")
    both = reading_of(READER, sample("hammerdbcli_tpcc.log") + profile)
    assert len(both.rows) == 26
    assert len(both.caveats) == 2
    refused(sample("oracle_tprocc_log.txt") + profile, "2 results and 1 time profiles")


def test_caveats_stand_only_where_they_apply():
    assert len(reading_of(READER, sample("hammerdbcli_tpcc.log")).caveats) == 1
    assert "etprof" in reading_of(READER, sample("hammerdbcli_tpcc_timeprofile.log")).caveats[1]
