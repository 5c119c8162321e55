import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    equal,
    expected,
    numbers,
    reading_of,
    refuses,
)

from ahp.ingest.readers.pgbench import PgbenchReader

READER = PgbenchReader()
EXPECTED = expected("pgbench")
MULTI = (INPUTS / "pgbench" / "multi.stdout.txt").read_bytes()
PLAIN = (INPUTS / "pgbench" / "plain.stdout.txt").read_bytes()
PROGRESS = (INPUTS / "pgbench" / "progress_r.stderr.txt").read_bytes()
refused = refuses(READER)


def test_every_number_names_its_line_and_its_last_digit():
    lines = MULTI.decode().splitlines()
    for row in reading_of(READER, MULTI).rows:
        assert row.found in lines[row.line - 1]
    rows = {row.measure: row for row in reading_of(READER, PLAIN).rows}
    assert rows["throughput"].resolution == 5e-7
    assert rows["response_time_mean"].resolution == 0.0005


@pytest.mark.parametrize("file", ["agg.stderr.txt", "init_s10.stderr.txt"])
def test_messages_without_a_result_are_refused(file):
    refused((INPUTS / "pgbench" / file).read_bytes(), "messages without a result")


def test_a_cut_summary_is_not_read_from_the_progress_lines_before_it():
    refused(PROGRESS + PLAIN[:40], "cut off")
    refused(PROGRESS + PLAIN[: PLAIN.index(b"tps")], "no tps")


def test_progress_lines_before_a_summary_do_not_count():
    equal(numbers(reading_of(READER, PROGRESS + PLAIN)), EXPECTED["plain.stdout.txt"])


def test_several_summaries_are_runs_and_the_same_one_twice_is_not():
    found = numbers(reading_of(READER, PLAIN + (INPUTS / "pgbench" / "log.stdout.txt").read_bytes()))
    assert found["", "", "1", "", "throughput"] == (2083.121704, "1/s")
    assert found["", "", "2", "", "throughput"] == (2133.194610, "1/s")
    error = refused(PLAIN + PLAIN, "of line 2 again")
    assert error.line == 15


@each(
    ("before", "after", "words"),
    [
        ("tps = 2083", "tps = 9083", "tps does not agree"),
        ("tps = 2083", "tps = 1083", "tps does not agree"),
        ("average = 1.920", "average = 7.920", "tps does not agree"),
        ("processed: 16672", "processed: 0", "greater than 0"),
        ("processed: 16672", "processed: 16672/20000", "gave up"),
        ("processed: 16672", "processed: 166672", "tps does not agree"),
        ("duration: 8 s", "duration: 80 s", "tps does not agree"),
        ("TPC-B (sort of)", "multiple scripts", "cut off"),
        ("scaling", "pgbench: fatal: server closed\nscaling", "the run failed"),
        ("number of clients", "numbef of clients", "no number of clients"),
    ],
)
def test_a_contradiction_is_refused(before, after, words):
    text = PLAIN.decode()
    assert before in text
    refused(text.replace(before, after).encode(), words)


def test_scripts_must_be_all_there():
    refused(
        MULTI.replace(b"7470 transactions", b"7400 transactions"), "number of transactions does not agree"
    )
    refused(MULTI.replace(b"SQL script 2", b"SQL script 4"), "should be script 2")
    twice = numbers(reading_of(READER, MULTI.replace(b"simple update", b"select only")))
    assert twice["", "", "", "select only (script 3)", "throughput"] == (643.610566, "1/s")


def test_progress_that_goes_back_or_does_nothing_is_refused():
    refused(PROGRESS + PROGRESS, "time goes back")
    refused(b"progress: 1.0 s, 0.0 tps, lat -nan ms stddev -nan\n", "greater than 0")


def caveats(file: str) -> str:
    return " ".join(reading_of(READER, INPUTS / "pgbench" / file).caveats)


@each(
    ("file", "said", "unsaid"),
    [
        ("plain.stdout.txt", "computed as clients", "schedule lag"),
        ("progress_r.stdout.txt", "no warm-up", "computed as clients"),
        ("rate.stdout.txt", "include the schedule lag", "failed"),
        ("connect_each.stdout.txt", "its own connection", "failed"),
        ("serializable.stdout.txt", "72.2% of the transactions failed", "schedule lag"),
        ("rate.stderr.txt", "include the schedule lag", "failed"),
        ("serializable.stderr.txt", "Some transactions failed", "schedule lag"),
        ("progress_r.stderr.txt", "last ones are missing cannot be seen", "failed"),
    ],
)
def test_caveats_stand_only_where_they_apply(file, said, unsaid):
    assert said in caveats(file)
    assert unsaid not in caveats(file)


HEAD = """transaction type: TPC-B (sort of)
scaling factor: 10
query mode: simple
number of clients: 4
number of threads: 2
"""
TIMED = "duration: 10 s\nnumber of transactions actually processed: 20000\n"
COUNTED = "number of transactions per client: 5000\nnumber of transactions actually processed: 20000/20000\n"
OLD = "tps = 1999.000000 (including connections establishing)\ntps = 2000.500000 (excluding connections establishing)\n"
NEW = "initial connection time = 5.230 ms\ntps = 2000.500000 (without initial connection time)\n"


@each(
    ("text", "mean", "computed"),
    [
        (HEAD + TIMED + OLD, None, False),  # 9.0 to 9.3
        (HEAD + TIMED + "latency average: 2.000 ms\n" + OLD, 2.0, True),  # 9.4, 9.5
        (HEAD + TIMED + "latency average: 1.900 ms\nlatency stddev: 0.400 ms\n" + OLD, 1.9, False),  # and -P
        (HEAD + COUNTED + "latency average: 0.000 ms\n" + OLD, None, False),  # and -t: computed from no duration
        (HEAD + TIMED + "latency average = 2.000 ms\n" + OLD, 2.0, True),  # 9.6 to 13
        (HEAD + COUNTED + "latency average = 2.000 ms\n" + NEW, 2.0, True),  # 14
        (
            HEAD.replace("query", "partition method: hash\npartitions: 4\nquery")
            + "maximum number of tries: 1\n" + TIMED
            + "number of failed transactions: 0 (0.000%)\nlatency average = 2.000 ms\n" + NEW,
            2.0,
            True,
        ),  # 15 to 18
        (
            HEAD + TIMED + "number of transactions skipped: 5 (0.025%)\n"
            "number of transactions above the 20.0 ms latency limit: 7/20000 (0.035%)\n"
            "latency average = 2.300 ms\nlatency stddev = 0.200 ms\n"
            "rate limit schedule lag: avg 0.300 (max 9.000) ms\n" + NEW,
            2.3,
            False,
        ),  # -R -L
    ],
)  # fmt: skip
def test_the_wording_of_each_version_is_read(text, mean, computed):
    reading = reading_of(READER, text.encode())
    wanted = {("", "", "", "", "throughput"): (2000.5, "1/s")}
    if mean is not None:
        wanted["", "", "", "", "response_time_mean"] = (mean, "ms")
    equal(numbers(reading), wanted)
    assert ("computed as clients" in " ".join(reading.caveats)) is computed


def test_a_mean_of_nothing_is_left_out_and_said():
    text = HEAD + COUNTED + "latency average: 0.000 ms\n" + OLD
    assert "printed as 0.000 ms" in " ".join(reading_of(READER, text.encode()).caveats)


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (b"\nlatency average = 1.920", b"\nlatenby average = 1.920", "this line is damaged"),
        (b"(0.000%)\n", b"(0.000%)\x0b", "this line is damaged"),
    ],
)
def test_a_mean_is_not_lost_by_damage(before, after, words):
    assert before in PLAIN
    refused(PLAIN.replace(before, after), words)


def test_the_mean_of_a_script_is_not_lost_by_damage():
    refused(
        MULTI.replace(b" - latency average = 0.172", b" - latency averagf = 0.172"),
        "no latency average of script 3",
    )
