import math
import re
from xml.etree import ElementTree

import pytest
from ingest.damage import (
    INPUTS,
    Numbers,
    cuts,
    equal,
    expected,
    located,
    numbers,
    reading_of,
    recognised,
    survivors,
)
from ingest.readers.micro import SYSTEM, USER, beside, caveats, mean, of_json, refusal, samples

from ahp.ingest.readers.sadf import SadfReader

READER = SadfReader()
EXPECTED = expected("sadf")
NO_SAMPLES = {"sadf_dh_u_P_ALL.csv"}  # of the tests alone
WIDE = (INPUTS / "sadf" / "sadf_d_u.csv").read_text()


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("sadf", file))), EXPECTED[file])


def test_only_its_own_samples_are_recognised():
    assert recognised(READER) == samples("own/sysstat", EXPECTED.keys() - NO_SAMPLES)


def of_counters(text: str) -> Numbers:
    """Read `sadf -r`: after the processor's number a name, the counter before and the counter after."""
    rows = []
    for line in text.splitlines():
        if not line.strip():
            continue
        cells = line.rstrip(";").split("; ")[3:]
        grown = {cells[i]: int(cells[i + 2]) - int(cells[i + 1]) for i in range(0, len(cells), 3)}
        whole = sum(grown.values())
        rows.append(
            (None, *(round(100 * sum(grown.get(n, 0) for n in k) / whole, 2) for k in (USER, SYSTEM)))
        )
    return mean(rows)


def independent(text: str) -> Numbers:
    """Read each of the four formats in the plainest way."""
    if text.lstrip().startswith("{"):
        return of_json(text)
    if text.lstrip().startswith("<"):
        rows = []
        for stamp in ElementTree.fromstring(text).iter():
            if stamp.tag.endswith("timestamp"):
                cpu = next(cpu for cpu in stamp.iter() if cpu.get("number") == "all")
                sums = [math.fsum(float(cpu.get(n[1:], 0)) for n in kind) for kind in (USER, SYSTEM)]
                rows.append((float(stamp.get("interval")), *sums))
        return mean(rows)
    if text.startswith("#"):
        heading, *lines = [line.split(";") for line in text.splitlines()]
        at = [[i for i, name in enumerate(heading) if name in kind] for kind in (USER, SYSTEM)]
        whole = [cells for cells in lines if cells[3] == "-1"]
        return mean([(float(c[1]), *(math.fsum(float(c[i]) for i in kind) for kind in at)) for c in whole])
    if "; CPU; " in text:
        return of_counters(text)
    found: dict[str, dict[str, str]] = {}
    for line in text.splitlines():
        _, seconds, time, cpu, name, share = line.split("\t")
        if cpu in ("all", "-1"):
            found.setdefault(time, {"s": seconds})[name] = share
    return mean([(float(row["s"]), float(row["%user"]), float(row["%system"])) for row in found.values()])


@pytest.mark.parametrize("file", beside("sadf"))
def test_damage_is_refused_or_read_as_it_stands(file):
    read = survivors(READER, (INPUTS / "sadf" / file).read_bytes(), independent)
    assert not {"empty", "doubled"} & read
    assert not (file.endswith(("json", "xml")) and cuts(read))


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


def test_an_interval_of_negative_length_is_refused():
    row = re.search(r"^[^;#]+;([0-9]+);[^;]+;-1;", WIDE, re.MULTILINE)
    damaged = f"{WIDE[: row.start(1)]}-1{WIDE[row.end(1) :]}"
    assert "line 2: found '-1': an interval has no length below 0 s" in refusal(READER, damaged)
