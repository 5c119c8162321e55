import json

import pytest

import ahp
from ahp.errors import InputError
from ahp.ingest.jsontext import Digits
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.counters import counter, with_ratios


@pytest.mark.parametrize(
    ("name", "columns", "own", "measure", "unit"),
    [
        ("compression_ratio", {}, (), "compression_ratio", None),
        ("ratio", {}, (), "ratio", None),
        ("Ratio", {"compression_ratio": "ratio"}, (), "compression_ratio", None),
        ("rate", {"throughput_tps": "rate"}, (), "throughput", "1/s"),
        ("wait (ms)", {}, (), "wait", "ms"),
        ("joules", {}, ("joules",), "joules", None),
    ],
)
def test_a_counter_is_what_the_caller_or_its_name_says(name, columns, own, measure, unit):
    row = counter(name, Digits("2.50", 7), Options(columns, own=own), alternative="a", scenario="s", run="1")
    assert (row.measure, row.unit.symbol if row.unit else None) == (measure, unit)
    assert (row.value, row.resolution, row.line, row.column) == (2.5, 0.005, 7, name)
    assert (row.scenario, row.alternative, row.run) == ("s", "a", "1")


def counted(column, *cells, options):
    names = ["none", "a", "b", "c"]
    rows = [
        counter(column, Digits(cell, i), options, alternative=name, scenario=None, run=None)
        for i, (name, cell) in enumerate(zip(names, cells, strict=False), 2)
    ]
    return [row.value for row in with_ratios(rows, options)]


@pytest.mark.parametrize(
    ("cells", "options", "expected"),
    [
        (("1", "2", "4"), {}, [1.0, 2.0, 4.0]),
        (("1", "2", "4", "0.9"), {}, [1.0, 2.0, 4.0, 0.9]),
        (("0.5", "2"), {"ratio_form": "r2"}, [2.0, 0.5]),
    ],
)
def test_a_counter_that_is_a_ratio_follows_the_rule_of_a_column(cells, options, expected):
    assert counted("compression_ratio", *cells, options=Options(**options)) == expected
    mapped = Options({"compression_ratio": "Ratio"}, **options)
    assert counted("ratio", *cells, options=mapped) == expected


@pytest.mark.parametrize("column", ["compression_ratio", "ratio"])
def test_a_counter_below_one_needs_evidence_too(column):
    options = Options({"compression_ratio": column})
    with pytest.raises(InputError) as raised:
        counted(column, "2", "0.4", options=options)
    assert str(raised.value).startswith(
        f"line 3, column '{column}': found '0.4': the ratios stand on both sides of 1, so this may be original/stored "
    )


def test_a_counter_called_a_ratio_may_be_a_fraction_by_its_baseline():
    options = Options({"compression_ratio": "ratio"})
    assert counted("ratio", "1", "0.5", "0.25", options=options) == [1.0, 2.0, 4.0]
    assert counted("ratio", "1", "0.5", "0.25", options=Options()) == [1.0, 0.5, 0.25]  # no measure


def test_the_extra_info_of_a_test_is_held_against_it(tmp_path):
    file = tmp_path / "benchmark.json"
    benchmarks = [
        {
            "name": f"test_pack[{name}]",
            "fullname": f"t.py::test_pack[{name}]",
            "group": None,
            "stats": {"mean": 0.5},
            "extra_info": {"compression_ratio": ratio},
        }
        for name, ratio in (("lz4", 2.1), ("zstd", 0.3))
    ]
    file.write_text(json.dumps({"machine_info": {"node": "x"}, "benchmarks": benchmarks}, indent=1))
    with pytest.raises(
        InputError, match=r"benchmark\.json, line 25, column 'compression_ratio': found '0\.3'"
    ):
        ahp.read(file)
    found = {row.alternative: row.value for row in ahp.read(file, ratio_form="r1").rows if row.unit == "x"}
    assert found == {"lz4": 2.1, "zstd": 0.3}
