"""iiBench: inserts into a table with three secondary indexes; what counts is the speed at the end.

Columns, indexes and the idea of the exit velocity are iiBench's, as the compression benchmark of TokuDB used
it: an index that no longer fits into memory slows the inserts down, so the mean over the whole would flatter.
There it was the mean of the last million of 25 million; here it is the mean over the last quarter of the
window. A transaction commits 50 rows (there 1000), so the rate of rows is fifty times the throughput.
"""

from __future__ import annotations

from ahp.harness.filling import sentence, serial, text, uniform, whole
from ahp.harness.scripts import Script, parsed
from ahp.harness.workloads.base import Schema, Sizes, Table, Transaction, Workload

ROWS = 50
"""Rows that one transaction commits."""


def sizes(scale: float) -> Sizes:
    """Return the numbers of rows and the other constants that scripts name."""
    return {
        "purchases": max(1000, round(5_000_000 * scale)),
        "cash_registers": 1000,
        "customers": 100_000,
        "products": 10_000,
        "highest_price": 50_000,
        "phrases": 2000,
        "now": 1_700_000_000,
        "next": 0,
    }


SCHEMA = Schema(
    "iibench",
    (
        Table("phrases", (whole("id", serial), text("body", 200, sentence(8, 16))), ("id",), (), "phrases"),
        Table(
            "purchases",
            (
                whole("id", serial),
                whole("moment", uniform(1_600_000_000, 1_700_000_000)),
                whole("cash_register", uniform(1, "cash_registers")),
                whole("customer", uniform(1, "customers")),
                whole("product", uniform(1, "products")),
                whole("price", uniform(1, "highest_price")),
                text("note", 200, sentence(8, 16)),
            ),
            ("id",),
            (("price", "customer"), ("cash_register", "price", "customer"), ("price", "moment", "customer")),
            "purchases",
            selective=True,
        ),
    ),
    sizes,
)


def _inserts() -> Script:
    one = r"""
\set next :next + 1
\set id 1000000000000 * (:phase + 1) + 1000000000 * :client_id + :next
\set cash_register random(1, :cash_registers)
\set customer random(1, :customers)
\set product random(1, :products)
\set price random(1, :highest_price)
\set phrase random(1, :phrases)
\set moment :now + :next
INSERT INTO purchases (id, moment, cash_register, customer, product, price, note)
    VALUES (:id, :moment, :cash_register, :customer, :product, :price,
        (SELECT body FROM phrases WHERE id = :phrase));
"""
    return parsed("BEGIN;\n" + one * ROWS + "COMMIT;\n")


IIBENCH = Workload(
    "iibench",
    "iiBench",
    SCHEMA,
    (Transaction(f"Insert {ROWS} rows", 1, _inserts()),),
    "iiBench, as in the compression benchmark of TokuDB; exit velocity",
    exit_share=0.25,
)
