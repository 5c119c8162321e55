"""What the words over a column mean."""

from hypothesis import given
from hypothesis import strategies as st
from ingest.cases import each
from ingest.table_strategies import ours_or_fine

from ahp.evidence.measures import MEASURES
from ahp.ingest.headings import ROLES, settle, understand


def meaning(text, own=()):
    heading = understand(text, own)
    return heading.measure, heading.unit.symbol if heading.unit else None


@each("name", MEASURES)
def test_a_measure_is_its_own_heading_in_any_dress(name):
    for text in (name, name.upper(), name.replace("_", " ").title(), f" **{name}** ", f"`{name}`"):
        assert understand(text).measure == name


@each("role", ROLES)
def test_a_role_is_its_own_heading(role):
    assert (understand(role.title()).role, understand(role).strength) == (role, 0)


@each(
    ("text", "measure", "unit"),
    [
        # the contract (DESIGN 5.4)
        ("compression_ratio", "compression_ratio", None),
        ("original_bytes", "original_bytes", None),
        ("stored_bytes", "stored_bytes", None),
        ("wal_bytes", "wal_bytes", None),
        ("throughput_tps", "throughput", "1/s"),
        ("response_time_mean_ms", "response_time_mean", "ms"),
        ("response_time_p90_ms", "response_time_p90", "ms"),
        ("response_time_p95_ms", "response_time_p95", "ms"),
        ("response_time_p99_ms", "response_time_p99", "ms"),
        ("response_time_max_ms", "response_time_max", "ms"),
        ("cpu_pct", "cpu", "%"),
        ("cpu_system_pct", "cpu_system", "%"),
        ("cpu_user_pct", "cpu_user", "%"),
        ("cpu_per_transaction_ms", "cpu_per_transaction", "ms"),
        ("duration_s", "duration", "s"),
        ("tps", "throughput", "1/s"),
        ("cpu", "cpu", None),
        ("cpu_system", "cpu_system", None),
        # the published study
        ("Average Transaction per second", "throughput", "1/s"),
        ("Maximum Response Time (ms)", "response_time_max", "ms"),
        ("System CPU", "cpu_system", None),
        ("User CPU", "cpu_user", None),
        ("Storage Saving", "space_saving", None),
        ("Performance improvement", "throughput_improvement", None),
        ("Relative Performance to Baseline", "throughput_relative", None),
        ("Speed Improvement", "response_time_improvement", None),
        ("Relative Response Speed", "response_time_relative", None),
        ("CPU overhead", "cpu_overhead", None),
        ("Relative CPU utilization", "cpu_relative", None),
        # other people's headings (FORMATS A.3)
        ("Throughput (requests/second)", "throughput", "req/s"),
        ("transactions/s", "throughput", "1/s"),
        ("averagetransactionspersecond", "throughput", "1/s"),
        ("transactions_per_sec", "throughput", "1/s"),
        ("ops_sec", "throughput", "ops/s"),  # a rate, not a time
        ("throughput(ops/sec)", "throughput", "ops/s"),
        ("QPS", "throughput", "query/s"),
        ("ips (inserts/s)", "throughput", "insert/s"),
        ("NOPM", "throughput", "NOPM"),
        ("tpmC", "throughput", "NOPM"),
        ("throughput_tpm", "throughput", "1/min"),
        ("avg-throughput", "throughput", None),
        ("max latency", "response_time_max", None),
        ("latency_max", "response_time_max", None),
        ("Max. Response Time [ms]", "response_time_max", "ms"),
        ("Maximum Latency (millisecond)", "response_time_max", "ms"),
        ("slowest-latency", "response_time_max", None),
        ("response time (maximum)", "response_time_max", None),
        ("Response Time max, ms", "response_time_max", "ms"),
        ("response time max in µs", "response_time_max", "us"),
        ("Maximum Response\nTime (ms)", "response_time_max", "ms"),
        ("95th percentile", "response_time_p95", None),
        ("latency_p99_us", "response_time_p99", "us"),
        ("p99_ms", "response_time_p99", "ms"),
        ("p99 (s)", "response_time_p99", "s"),
        ("median", "response_time_p50", None),
        ("latency average", "response_time_mean", None),
        ("avg_rt", "response_time_mean", None),
        ("compressratio", "compression_ratio", None),
        ("spacesave(%)", "space_saving", "%"),
        ("% saved", "space_saving", "%"),
        ("Orig. size", "original_bytes", None),
        ("stored_size_kib", "stored_bytes", "KiB"),
        ("Compressed Size (MB)", "stored_bytes", "MB"),
        ("disk usage", "stored_bytes", None),
        ("cpu %", "cpu", "%"),
        ("cpu%", "cpu", "%"),
        ("%cpu", "cpu", "%"),
        ("%user", "cpu_user", "%"),
        ("%sys", "cpu_system", "%"),
        ("usr_cpu", "cpu_user", None),
        ("load duration (min)", "duration", "min"),
        ("Mean MHz", "cpu_frequency", None),
    ],
)
def test_headings_as_they_stand(text, measure, unit):
    assert meaning(text) == (measure, unit)


@each(
    ("text", "role", "strength"),
    [
        ("Compression Algorithm", "alternative", 1),
        ("codec", "alternative", 1),
        ("File System", "alternative", 1),
        ("name", "alternative", 2),
        ("workload", "scenario", 1),
        ("dataset", "scenario", 2),
        ("run_id", "run", 1),
        ("iteration", "run", 2),
        ("Transaction Type", "transaction", 1),
        ("metric", "measure", 1),
        ("units", "unit", 1),
    ],
)
def test_roles(text, role, strength):
    heading = understand(text)
    assert (heading.role, heading.strength, heading.measure) == (role, strength, None)


@each(
    ("text", "candidates"),
    [
        ("Ratio", ("compression_ratio", "space_saving")),
        ("ratio%", ("compression_ratio", "space_saving")),
        ("Size (MB)", ("original_bytes", "stored_bytes")),
        ("Time (s)", ("duration", "response_time_mean", "response_time_max")),
        ("Overhead", ("cpu_overhead",)),
        ("user", ("cpu_user",)),  # seconds in one program, per cent in another
        (
            "Response Time (ms)",
            tuple(f"response_time_{s}" for s in ("mean", "p50", "p90", "p95", "p99", "p999", "max")),
        ),
        ("Latency", tuple(f"response_time_{s}" for s in ("mean", "p50", "p90", "p95", "p99", "p999", "max"))),
    ],
)
def test_headings_that_could_mean_several_things(text, candidates):
    heading = understand(text)
    assert (heading.candidates, heading.measure, heading.role) == (candidates, None, None)


@each(
    "text",
    [
        "Ratio SD",
        "max",
        "mean",
        "Nstall",
        "speed index",
        "throughput of disk",
        "cpu throughput tps x",
        "99%",
        "(ms)",
        "_",
        "%",
        "(",
    ],
)
def test_the_whole_heading_is_matched_never_a_part(text):
    heading = understand(text)
    assert (heading.measure, heading.role, heading.candidates) == (None, None, ())


@each(
    ("text", "words", "unit"),
    [
        ("wal_bytes_per_transaction (B)", "wal_bytes_per_transaction", "B"),
        ("CPU, first phase (MHz)", "cpu_first_phase", "MHz"),
        ("energy (joule)", "energy", "joule"),
        ("lock wait_ms", "lock_wait", "ms"),
        ("note", "note", None),
        ("odd (_)", "odd", None),
    ],
)
def test_what_nobody_knows_keeps_its_own_words(text, words, unit):
    heading = understand(text)
    assert (heading.words, heading.unit.symbol if heading.unit else None, heading.text) == (words, unit, text)


def test_the_users_own_measures_win_over_every_alias():
    own = ("ratio", "wal_bytes_per_tx", "alternative")
    assert meaning("Ratio (x)", own) == ("ratio", "x")
    assert meaning("WAL bytes per transaction", ("wal_bytes_per_transaction",)) == (
        "wal_bytes_per_transaction",
        None,
    )
    assert meaning("WAL-bytes per tx [KiB]", own) == ("wal_bytes_per_tx", "KiB")
    assert understand("alternative", own).measure == "alternative"


@each(
    ("texts", "position", "measure"),
    [
        (["tps", "Improvement"], 1, "throughput_improvement"),
        (["Improvement", "max response time (ms)"], 0, "response_time_improvement"),
        (["cpu", "Relative"], 1, "cpu_relative"),
        (["cpu", "Overhead"], 1, "cpu_overhead"),
        (["tps", "max response time (ms)", "Improvement"], 2, None),
        (["note", "Improvement"], 1, None),
        (["compression_ratio", "Ratio"], 1, None),  # a ratio's direction is not to be guessed
        (["max response time (ms)", "Response Time (ms)"], 1, None),
        (["cpu_user", "system"], 1, None),
    ],
)
def test_the_rest_of_the_table_may_settle_an_index_and_nothing_else(texts, position, measure):
    settled = settle(understand(text) for text in texts)
    assert settled[position].measure == measure
    assert bool(settled[position].candidates) == (measure is None)


def test_a_very_long_heading_is_understood_in_no_time():
    for text in ("a" + " " * 50_000 + "b", "a_" * 25_000, "(" * 50_000, "a (" * 10_000):
        assert understand(text).measure is None


@given(st.text(max_size=30))
def test_any_heading_is_understood_or_is_nothing(text):
    heading = ours_or_fine(lambda: understand(text))
    assert heading is not None
    assert heading.text == text
