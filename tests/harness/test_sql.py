import sqlite3

from ahp.harness.sql import create_indexes, create_table, insert, ordered
from ahp.harness.workloads.order_entry_schema import SCHEMA


def test_the_statements_make_and_fill_tables():
    db = sqlite3.connect(":memory:")
    for table in SCHEMA.tables:
        db.execute(create_table(table))
        for statement in create_indexes(table):
            db.execute(statement)
        row = tuple(1 if column.kind == "int" else "x" for column in table.columns)
        db.execute(insert(table, lambda place: f"?{place}"), row)
        assert db.execute(ordered(table)).fetchall() == [row]
    db.close()


def test_options_stand_after_the_columns():
    assert create_table(SCHEMA.tables[0], "ROW_FORMAT=COMPRESSED").endswith(") ROW_FORMAT=COMPRESSED")
