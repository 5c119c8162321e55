from ingest.damage import (
    INPUTS,
    numbers,
    reading_of,
)
from ingest.readers.micro import caveats, refusal

from ahp.ingest.readers.mpstat import MpstatReader

READER = MpstatReader()
JSON = (INPUTS / "mpstat" / "mpstat.json").read_text()


def test_interrupts_are_system_time_and_nice_and_guests_user_time():
    assert reading_of(READER, JSON.encode()).notes == (
        "cpu_user is usr + nice + guest + gnice; cpu_system is sys + irq + soft, in per cent of all processors.",
    )
    assert caveats(READER, JSON) == ""
    moved = JSON.replace('"usr": 21.72, "nice": 0.00', '"usr": 20.72, "nice": 1.00')
    assert numbers(reading_of(READER, moved.encode())) == numbers(reading_of(READER, JSON.encode()))


def test_tables_of_nodes_and_interrupts_are_passed_over():
    text = (INPUTS / "mpstat" / "mpstat.txt").read_text()
    banner, _, table = text.partition("\n\n")
    heading, first, *_ = table.splitlines()
    nodes = f"{heading.replace(' CPU ', 'NODE ')}\n{first}"
    interrupts = "21:34:21     CPU    intr/s\n21:34:22     all    892.08"
    whole = "\n\n".join([banner, table.rstrip(), nodes, interrupts]) + "\n"
    assert numbers(reading_of(READER, whole.encode())) == numbers(reading_of(READER, text.encode()))


def test_every_interval_needs_all_processors():
    assert "0 entries for all processors" in refusal(READER, JSON.replace('"all"', '"0"', 1))


def test_two_hosts_are_two_files():
    host = JSON[JSON.index("[") + 1 : JSON.rindex("]")]
    assert "several hosts" in refusal(READER, JSON.replace(host, f"{host},{host}"))


def test_what_is_no_number_is_refused():
    assert "'usr' is not a number" in refusal(READER, JSON.replace("21.72", '"x"'))


ONCE = """Linux 6.18.44-fc-v445 (vm) \t11/21/26 \t_x86_64_\t(2 CPU)

09:14:03     CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice   %idle
09:14:03     all   50.53    1.06    5.95    0.18    0.00    0.07    0.12    0.00    0.00   42.09
"""


def test_the_average_since_the_machine_started_is_refused():
    assert "line 4: without an interval this is the average since" in refusal(READER, ONCE)
    assert "without an interval" not in caveats(READER, ONCE.replace("09:14:03     all", "09:14:04     all"))


def test_a_single_report_in_json_may_be_that_average():
    start, end = JSON.index("\t\t\t\t{"), JSON.index("\t\t\t\t}")
    single = f"{JSON[: end + 5]}\n\t\t\t]\n\t\t}}\n\t]\n}}}}\n"
    assert start < end
    assert "without an interval" in caveats(READER, single)
    assert "without an interval" not in caveats(READER, JSON)
