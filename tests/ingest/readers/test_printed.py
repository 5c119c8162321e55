import re

import pytest

from ahp.errors import InputError
from ahp.ingest.readers.printed import Printed, as_runs, finite, naming, percentile
from ahp.ingest.sources import Source

NUMBER = re.compile(r"^n = (.*)$")
TEXT = Printed.of("a\r\nn = 1.50\rb\n\nn = 2\n\n")


def test_lines_are_counted_as_an_editor_does():
    assert [(hit.line, hit.text(), hit.value()) for hit in TEXT.all(NUMBER)] == [
        (2, "1.50", 1.5),
        (5, "2", 2.0),
    ]
    assert TEXT.last == 5
    assert Printed.of("x\u2028y\x0cz").lines == [(1, "x\u2028y\x0cz")]


def test_one_is_one():
    assert Printed(TEXT.lines[:3]).one(NUMBER, "n").value() == 1.5
    assert Printed(TEXT.lines[:1]).maybe(NUMBER, "n") is None
    with pytest.raises(
        InputError, match=r"line 5: found 'n = 2': n stands here for the second time, first on line 2"
    ):
        TEXT.one(NUMBER, "n")
    with pytest.raises(InputError, match="line 3: the report has no n: it is damaged or cut off"):
        Printed(TEXT.lines[2:4]).one(NUMBER, "n")


def test_a_row_has_the_digits_and_the_line():
    row = TEXT.all(NUMBER)[0].row("response_time_p99", "ms", run="2", transaction="pay")
    assert (row.value, row.resolution, row.found, row.line) == (1.5, 0.005, "1.50", 2)
    assert (row.run, row.transaction, row.alternative, row.scenario) == ("2", "pay", None, None)


def test_no_throughput_is_no_run():
    with pytest.raises(InputError, match=r"line 1: found 'n = 0\.0': throughput must be greater than 0"):
        Printed.of("n = 0.0").one(NUMBER, "n").row("throughput", "1/s")


@pytest.mark.parametrize("text", ["", "1,5", "nan", "inf", "9" * 400])
def test_what_is_no_finite_number_is_refused(text):
    with pytest.raises(InputError, match="line 7"):
        finite(text, 7)


def test_damaged_lines_among_others_of_their_kind_are_refused():
    like = re.compile("^n ")
    assert len(TEXT.every(NUMBER, like)) == 2
    with pytest.raises(InputError, match="line 2: found 'n : 3': this line is damaged"):
        Printed.of("n = 2\nn : 3").every(NUMBER, like)


def test_refuse_names_the_first_place():
    with pytest.raises(InputError, match=r"line 2: found 'n = 1\.50': no; do this"):
        TEXT.refuse(NUMBER, "no", "do this")
    TEXT.refuse(re.compile("absent"), "no", "do this")


def test_parts_begin_with_the_pattern_and_are_runs():
    parts = TEXT.parts(NUMBER)
    assert [part.lines[0][0] for part in parts] == [2, 5]
    assert [name for name, _ in as_runs(parts)] == ["1", "2"]
    assert [name for name, _ in as_runs(parts[:1])] == [None]
    assert as_runs(TEXT.parts(re.compile("absent"))) == []
    assert [line for line, _ in TEXT.only(NUMBER).lines] == [2, 5]
    assert [line for line, _ in TEXT.without(NUMBER).lines] == [1, 3, 4, 6, 7]


def test_the_same_report_twice_is_refused():
    with pytest.raises(InputError, match=r"line 3: found 'n = 1': this is the report of line 1 again"):
        as_runs(Printed.of("n = 1\nx\nn = 1\nx\n").parts(NUMBER))


def test_what_is_refused_names_the_file():
    with pytest.raises(InputError, match=r"^f\.log, line 1: no$"), naming(Source("f.log")):
        raise InputError("no", line=1)


def test_percentiles_have_names():
    assert percentile("95") == "response_time_p95"
    assert percentile("99.9") == "response_time_p999"
    assert percentile("99.99") is None
