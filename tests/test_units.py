"""Units: which spelling is which, what converts, and what never does."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.errors import UnitError
from ahp.units import NONE, UNITS, Unit, convert, find, parse


def test_spellings():
    for symbol, spelled in {
        "ms": ["ms", "msec", " Milliseconds "],
        "us": ["µs", "μs", "usec"],  # the micro sign and the Greek letter
        "s": ["s", "Sec"],
        "h": ["hours"],
        "1/s": ["TPS", "transactions per second", "tx / sec", "1/s", "/s"],
        "1/min": ["TPM"],
        "NOPM": ["NOPM", "tpmC"],
        "%": ["%", "pct", "Per  cent"],
        "x": ["x", "×", ":1", "fold"],
        "B": ["bytes"],
        "KB": ["kB", "KB"],
        "KiB": ["KiB"],
        "MB": ["mb"],
        "bit": ["b"],
        "Kbit": ["kb"],
        "Mbit": ["Mb"],
        "Mibit": ["Mib"],
        "GHz": ["GHz"],
    }.items():
        assert {find(text).symbol for text in spelled} == {symbol}


def test_what_spells_no_unit():
    # "Ms" may be megaseconds, "mS" millisiemens: a letter is a factor of a billion, and its case is not guessed
    for text in ["", " ", "m", "M", "k", "furlongs", "ms ms", "%%", "-", "Ms", "mS", "MS", "S"]:
        assert find(text) is None
    assert all(find(unit.symbol) == unit for unit in UNITS.values())
    assert parse(" joule ") == Unit(
        "joule", "joule", Fraction(1)
    )  # a word that nobody knows is one of its own


def test_conversions():
    for value, unit, to, expected in [
        (1500.0, "ms", "s", 1.5),
        (1.5, "s", "us", 1_500_000.0),
        (2.0, "h", "min", 120.0),
        (3.0, "KiB", "B", 3072.0),
        (1.0, "TiB", "GiB", 1024.0),
        (600.0, "tpm", "tps", 10.0),
        (2.5, "GHz", "MHz", 2500.0),
        (40.83, "%", "%", 40.83),
    ]:
        assert convert(value, find(unit), find(to)) == expected


def test_what_measures_different_things_never_converts():
    for unit, to, message in [
        ("MB", "B", "MB (MB of unstated base) cannot be converted to B (bytes)"),
        ("MB", "MiB", "MB (MB of unstated base) cannot be converted to MiB (bytes)"),
        ("GB", "MB", "GB (GB of unstated base) cannot be converted to MB (MB of unstated base)"),
        ("tps", "qps", "1/s (transactions per time) cannot be converted to query/s (queries per time)"),
        ("NOPM", "tpm", "NOPM (new orders per time) cannot be converted to 1/min (transactions per time)"),
        ("%", "%core", "% (share) cannot be converted to %core (share of a core)"),
    ]:
        with pytest.raises(UnitError) as raised:
            convert(1.0, find(unit), find(to))
        assert str(raised.value) == message
    assert convert(2.0, NONE, NONE) == 2.0
    with pytest.raises(UnitError, match=r"no unit \(unstated\) cannot be converted to s \(time\)"):
        convert(1.0, NONE, UNITS["s"])


dimensions = st.sampled_from(sorted({unit.dimension for unit in UNITS.values()}))


@given(st.data(), dimensions, st.floats(1e-12, 1e12))
def test_there_and_back_is_the_same_number(data, dimension, value):
    alike = [unit for unit in UNITS.values() if unit.dimension == dimension]
    one, other = data.draw(st.sampled_from(alike)), data.draw(st.sampled_from(alike))
    assert convert(convert(value, one, other), other, one) == pytest.approx(value, rel=1e-15)


@given(st.integers(1, 10**9))
def test_whole_numbers_convert_without_rounding(number):
    assert convert(float(number), UNITS["s"], UNITS["ms"]) == float(1000 * number)
    assert convert(float(1000 * number), UNITS["ms"], UNITS["s"]) == float(number)


def test_what_is_no_word_is_no_unit():
    for text in ["", "  ", "12", "-", "(", "_"]:
        with pytest.raises(UnitError) as raised:
            parse(text)
        assert str(raised.value) == f"'{text}' is not a unit; write one such as ms, s, 1/s, B, % or x"


def test_a_count_has_a_unit_and_is_no_rate_and_no_share():
    assert parse("1") == parse("count")
    for other in ("1/s", "fraction", "x", "%"):
        assert parse("1").dimension != parse(other).dimension
