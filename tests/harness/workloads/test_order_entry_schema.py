import pytest

from ahp.harness.filling import rows
from ahp.harness.workloads.order_entry_schema import SCHEMA


def test_scale_one_is_about_a_gigabyte_of_rows():
    sizes = SCHEMA.sizes(0.001)
    total = sum(
        sum(len(value) if isinstance(value, str) else 8 for value in row)
        for table in SCHEMA.tables
        if sizes[table.rows] != SCHEMA.sizes(0.002)[table.rows]  # those that grow
        for row in rows(table, sizes, 1)
    )
    assert 1000 * total == pytest.approx(1e9, rel=0.1)
