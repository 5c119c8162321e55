import json

import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    equal,
    expected,
    located,
    numbers,
    reading_of,
)
from ingest.readers.micro import caveats, refusal

from ahp.ingest.readers.base import Options
from ahp.ingest.readers.iostat import IostatReader
from ahp.ingest.window import Window

READER = IostatReader()
EXPECTED = expected("iostat")
REFUSED = {"iostat_x.json": "its only report is the average since the machine started, unless iostat -y left"}
TEXT = (INPUTS / "iostat" / "iostat_x_t.txt").read_text()
WITHOUT_FIRST = (INPUTS / "iostat" / "iostat_c_y.txt").read_text()
JSON = (INPUTS / "iostat" / "iostat_c_t.json").read_text()


@each("file", REFUSED)
def test_what_holds_no_measurement_is_refused_for_its_reason(file):
    assert REFUSED[file] in refusal(READER, located("iostat", file))


def test_the_first_report_is_since_the_machine_started():
    assert "The first report of iostat" in caveats(READER, TEXT)
    first = TEXT[: TEXT.index("11/21/26 06:20:57")]
    assert refusal(READER, first).startswith(
        "<file>, line 5: its only report is the average since the machine"
    )


def test_after_y_it_is_not_there():
    reading = reading_of(READER, WITHOUT_FIRST.encode())
    assert reading.count == 2
    assert reading.caveats == ()
    assert "only after iostat -y" in reading.notes[0]
    assert reading_of(READER, WITHOUT_FIRST.replace("\n", "\r\n").encode()).rows == reading.rows


def test_a_window_needs_the_times_of_t():
    window = Window.of("06:20:57", "06:20:59")
    for text in (TEXT, JSON):
        reading = reading_of(READER, text.encode(), Options(window=window))
        assert reading.rows[0].value == pytest.approx(50.0)
    assert numbers(reading_of(READER, JSON.encode(), Options(window=Window.of(1795242057, 1795242058)))) == {
        ("", "", "", "", "cpu_user"): (50.25, "%"),
        ("", "", "", "", "cpu_system"): (0.5, "%"),
    }


def test_per_cent_signs_of_h_are_read():
    text = WITHOUT_FIRST.replace(
        "23.00    0.00   43.50    9.50    0.00   24.00", "23.0% 0.0% 43.5% 9.5% 0.0% 24.0%"
    )
    equal(numbers(reading_of(READER, text.encode())), EXPECTED["iostat_c_y.txt"])


@each(
    ("was", "now", "said"),
    [
        ("67.71", "77.71", "are 110.01 % together, not 100 %"),
        ("   0.52", "", "found 5 columns, the heading has 6"),
        ("11/21/26 06:20:57\n", "nonsense\n", "this is no line of iostat"),
        ("11/21/26 06:20:57\n", "11/21/26 06:20:58\n11/21/26 06:20:55\n", "the time goes back"),
    ],
)
def test_damage_is_named(was, now, said):
    assert said in refusal(READER, TEXT.replace(was, now, 1))


def test_a_report_without_the_processors_is_refused():
    assert "'avg-cpu' is not an object" in refusal(
        READER, JSON.replace('{"user": 67.36', '5, "x": {"user": 67.36', 1)
    )


def test_an_interval_without_the_processors_is_refused():
    document = json.loads(JSON)
    document["sysstat"]["hosts"][0]["statistics"][1]["avg-cpu"] = {}
    assert "an interval without the processors" in refusal(READER, json.dumps(document))


def test_a_report_that_is_cut_off_behind_a_heading_is_refused():
    cut = TEXT[: TEXT.index("\n", TEXT.rindex("avg-cpu"))]
    assert "the report ends behind a heading: it is cut off" in refusal(READER, cut)
