import pytest

from ahp.harness.filling import rows
from ahp.harness.workloads.calling_circle import CALLING_CIRCLE, PREPARED, SCHEMA


def test_types_and_weights_are_those_of_table_3():
    # Suharjito and Kurnadi (2017), Table 3.
    assert {kind.name: kind.weight for kind in CALLING_CIRCLE.mix} == {
        "New Customer": 25,
        "Update Customer Details": 100,
        "Retrieve Customer Details": 50,
    }


def test_as_many_transactions_are_prepared_as_in_the_study():
    assert SCHEMA.sizes(0.01)["prepared"] == SCHEMA.sizes(1)["prepared"] == PREPARED == 8000


def test_scale_one_is_about_a_gigabyte_of_rows():
    sizes = SCHEMA.sizes(0.001)
    total = sum(
        sum(len(value) if isinstance(value, str) else 8 for value in row)
        for table in SCHEMA.tables
        if sizes[table.rows] != SCHEMA.sizes(0.002)[table.rows]
        for row in rows(table, sizes, 1)
    )
    assert 1000 * total == pytest.approx(1e9, rel=0.15)
