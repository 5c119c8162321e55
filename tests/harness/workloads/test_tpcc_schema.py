import pytest

from ahp.harness.filling import rows
from ahp.harness.workloads.tpcc_schema import SCHEMA, sizes


def test_a_whole_warehouse_has_the_sizes_of_the_standard():
    found = sizes(1)
    assert found["warehouses"] == 10
    assert (found["districts"], found["per_district"], found["items"]) == (100, 3000, 100_000)
    assert found["stocks"] == 10 * 100_000
    assert found["undelivered"] == 100 * 900
    assert sizes(0.01)["warehouses"] == 1
    assert sizes(0.01)["per_district"] == 300


def test_rows_refer_to_rows_that_are_there():
    small = sizes(0.0005)
    found = {table.name: list(rows(table, small, 1)) for table in SCHEMA.tables}
    orders = {row[:3] for row in found["orders"]}
    assert {row[:3] for row in found["new_order"]} <= orders
    assert {row[:3] for row in found["order_line"]} == orders
    assert {row[:3] for row in found["customer"]} == orders  # as many of each, numbered alike
    assert max(row[2] for row in found["new_order"]) == small["per_district"]


def test_scale_one_is_about_a_gigabyte_of_rows():
    small = sizes(0.01)
    total = sum(
        sum(len(value) if isinstance(value, str) else 8 for value in row)
        for table in SCHEMA.tables
        for row in rows(table, small, 1)
    )
    assert 100 * total == pytest.approx(1e9, rel=0.3)
