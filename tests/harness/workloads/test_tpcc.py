"""Types and weights are the study's; the database stays consistent as clause 3.3.2 of TPC-C asks."""

import contextlib
import sqlite3
from random import Random

import pytest

from ahp.errors import UnavailableError
from ahp.harness.catalogue import ENGINES
from ahp.harness.compiled import compiled
from ahp.harness.filling import rows
from ahp.harness.plan import plan
from ahp.harness.workloads.tpcc import TPCC, TPCC_READ


def test_weights_are_those_of_table_1():
    # Lee (2015), Table 1, in per cent.
    standard = {"New-Order": 45, "Payment": 43, "Delivery": 4, "Stock-Level": 4, "Order-Status": 4}
    reading = {"New-Order": 1, "Payment": 1, "Delivery": 1, "Stock-Level": 48.5, "Order-Status": 48.5}
    for mix, expected in ((TPCC, standard), (TPCC_READ, reading)):
        total = sum(kind.weight for kind in mix.mix)
        assert {kind.name: 100 * kind.weight / total for kind in mix.mix} == expected


def test_two_types_only_read():
    assert {kind.name for kind in TPCC.mix if kind.script.reads} == {"Stock-Level", "Order-Status"}


def test_it_says_that_it_is_no_official_result():
    assert all("not an official TPC result" in mix.source for mix in (TPCC, TPCC_READ))


def test_an_embedded_engine_without_sql_is_refused():
    with pytest.raises(UnavailableError, match="tpcc on RocksDB cannot run here: it needs an SQL engine"):
        plan({"workload": "tpcc"})


@pytest.fixture
def used(tmp_path, ledger):
    """A database after a thousand transactions of the standard mix."""
    engine, sizes = ENGINES["sqlite"], TPCC.schema.sizes(0.0005)
    data = tmp_path / "data"
    data.mkdir()
    engine.load(data, "none", TPCC.schema, lambda table: rows(table, sizes, 1), ledger)
    with engine.serve(data, "none", ledger) as service:
        session = engine.connect(service.address, TPCC.schema)
        given = {**sizes, "phase": 0, "client_id": 0, "clients": 1}
        scripts = [kind.script for kind in TPCC.mix]
        transactions = compiled(scripts, session, given, Random(1).random)
        for transaction in Random(2).choices(transactions, [kind.weight for kind in TPCC.mix], k=1000):
            transaction()
        session.close()
        with contextlib.closing(sqlite3.connect(service.address["file"])) as db:
            yield db


def test_the_database_stays_consistent(used):
    def one(sql):
        return used.execute(sql).fetchall()

    # Clauses 3.3.2.1 to 3.3.2.4 of the standard, as far as the schema has them.
    assert one("SELECT w_id FROM warehouse WHERE w_ytd - 30000000 <> "
               "(SELECT SUM(d_ytd - 3000000) FROM district WHERE d_w_id = w_id)") == []  # fmt: skip
    assert one("SELECT d_id FROM district WHERE d_next_o_id - 1 <> "
               "(SELECT MAX(o_id) FROM orders WHERE o_w_id = d_w_id AND o_d_id = d_id)") == []  # fmt: skip
    assert one("SELECT no_d_id FROM new_order GROUP BY no_w_id, no_d_id "
               "HAVING MAX(no_o_id) - MIN(no_o_id) + 1 <> COUNT(*)") == []  # fmt: skip
    assert one("SELECT o_id FROM orders WHERE o_lines <> (SELECT COUNT(*) FROM order_line "
               "WHERE ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id)") == []  # fmt: skip
    assert one("SELECT COUNT(*) FROM history")[0][0] > 600  # payments were made
    assert one("SELECT COUNT(*) FROM orders WHERE o_carrier = 0")[0][0] > 0
