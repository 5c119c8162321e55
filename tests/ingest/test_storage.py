"""A saving is a ratio where the other alternatives have one."""

import pytest
from ingest.cases import each

import ahp


def ratios(measurements):
    return {r.alternative: r.value for r in measurements.rows if r.measure == "compression_ratio"}


def test_a_saving_becomes_a_ratio_beside_ratios():
    m = ahp.read(
        {"alternative": ["a"], "space_saving": ["75%"]},
        {"alternative": ["b"], "compression_ratio": ["2"]},
        {"alternative": ["c"], "original_bytes": ["900"], "stored_bytes": ["300"]},
    )
    assert ratios(m) == {"b": 2.0, "a": 4.0}
    added = m.rows[-1]
    # a saving of 0.745 to 0.755 is a ratio of 3.92 to 4.08
    assert (added.unit, added.resolution) == ("x", pytest.approx(0.005 * 16))
    assert m.warnings == (
        "space_saving of 'a' in <mapping> is read as a compression ratio, which others have",
    )
    found = ahp.rank(m)["default"].criteria["storage_saving"]
    assert found.values.to_dict() == {"a": 0.75, "b": 0.5, "c": pytest.approx(2 / 3)}


@each(
    "tables",
    [
        [{"alternative": ["a", "b"], "space_saving": ["75%", "50%"]}],
        [
            {"alternative": ["a", "b"], "space_saving": ["75%", "50%"]},
            {"alternative": ["b"], "compression_ratio": ["2"]},  # savings compare them all
        ],
        [{"alternative": ["a", "b"], "space_saving": ["75%", ""], "compression_ratio": ["4", "2"]}],
        [{"alternative": ["a", "b"], "space_saving": ["75%", ""], "stored_bytes": ["4", "2"]}],
    ],
)
def test_savings_stay_savings_where_nothing_needs_a_ratio(tables):
    m = ahp.read(*tables)
    assert m.warnings == ()
    assert sum(row.measure == "compression_ratio" for row in m.rows) == sum(
        cell != "" for table in tables for cell in table.get("compression_ratio", ())
    )


def test_each_scenario_is_looked_at_by_itself():
    m = ahp.read(
        {"scenario": ["s", "t"], "alternative": ["a", "a"], "space_saving": ["75%", "75%"]},
        {"scenario": ["s"], "alternative": ["b"], "compression_ratio": ["2"]},
    )
    assert [(r.scenario, r.alternative) for r in m.rows if r.measure == "compression_ratio"] == [
        ("s", "b"),
        ("s", "a"),
    ]
