import pytest

from ahp.ingest.jsontext import Digits
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.counters import counter


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
