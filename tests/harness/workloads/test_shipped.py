"""The shipped workloads are those of the studies, and a database stays consistent as clause 3.3.2 of TPC-C asks."""

import contextlib
import sqlite3
from random import Random

import numpy as np
import pytest

from ahp.errors import UnavailableError
from ahp.harness.catalogue import DRIVERS, ENGINES, WORKLOADS
from ahp.harness.load.base import Load, Task
from ahp.harness.plan import plan
from ahp.harness.scripts.compiler import compiled, gotten
from ahp.harness.system.meters import Meter
from ahp.harness.workloads.filling import rows

ORDER_ENTRY = WORKLOADS["order-entry"]
STRESS_TEST = WORKLOADS["stress-test"]
CALLING_CIRCLE = WORKLOADS["calling-circle"]
IIBENCH = WORKLOADS["iibench"]
TPCC_READ = WORKLOADS["tpcc-read"]
TPCC = WORKLOADS["tpcc"]


class Anything:
    """A connection that answers every question with ones."""

    def statement(self, statement):
        return lambda values: (1,) * len(gotten(statement)) if statement.gets else None

    def begin(self):
        pass

    commit = begin


def test_every_variable_of_every_script_has_a_value():
    for mix in WORKLOADS.values():
        given = {**mix.schema.sizes(0.0005), "client_id": 0, "clients": 1, "phase": 0}
        scripts = [kind.script for kind in mix.transactions]
        for transaction in compiled(scripts, Anything(), given, Random(1).random):
            transaction()


def test_keys_and_indexes_are_numbers_and_sizes_cover_the_tables():
    for mix in WORKLOADS.values():
        sizes = mix.schema.sizes(0.0005)
        for table in mix.schema.tables:
            kinds = {column.name: column.kind for column in table.columns}
            for columns in (table.key, *table.indexes):
                assert {kinds[name] for name in columns} == {"int"}
            assert sizes[table.rows] > 0


def test_types_and_weights_are_those_of_the_study():
    # Suharjito and Kurnadi (2017), Tables 3 and 4.
    weights = {"New Customer": 25, "Update Customer Details": 100, "Retrieve Customer Details": 50}
    assert {kind.name: kind.weight for kind in CALLING_CIRCLE.mix} == weights
    assert {kind.name: kind.weight for kind in STRESS_TEST.mix} == {
        "Insert Transaction": 15,
        "Simple Select": 40,
        "Update Transaction": 30,
        "Delete Transaction": 10,
    }
    # Table 2.
    assert [(kind.name, kind.weight, kind.enabled) for kind in ORDER_ENTRY.transactions] == [
        ("Customer Registration", 15, True),
        ("Update Customer Details", 10, True),
        ("Browse Products", 40, True),
        ("Process Orders", 5, True),
        ("Browse Orders", 5, True),
        ("Sales Rep Query", 2, False),
        ("Warehouse Query", 2, False),
        ("Warehouse Activity Query", 2, False),
    ]
    assert ORDER_ENTRY.read_share == 0.6  # Table 1: 60/40
    assert all(kind.script.reads for kind in ORDER_ENTRY.transactions if not kind.enabled)
    assert {CALLING_CIRCLE.schema.sizes(scale)["prepared"] for scale in (0.01, 1)} == {8000}
    (kind,) = IIBENCH.mix
    assert [statement.verb for statement in kind.script.statements] == ["INSERT"] * 50
    assert len(IIBENCH.schema.table("purchases").indexes) == 3


def test_the_stress_test_keeps_what_it_asks_for(tmp_path):
    engine, schema, sizes = ENGINES["sqlite"], STRESS_TEST.schema, STRESS_TEST.schema.sizes(0.0002)
    engine.load(tmp_path, "none", schema, lambda table: rows(table, sizes, 1), None)
    with engine.serve(tmp_path, "none", None) as service:
        session = engine.connect(service.address, schema)
        given = {**sizes, "client_id": 3, "clients": 1, "phase": 0}
        draws = Random(1)
        kinds = compiled([kind.script for kind in STRESS_TEST.mix], session, given, draws.random)
        drawn = draws.choices(range(4), [kind.weight for kind in STRESS_TEST.mix], k=3000)
        for number in [3, *drawn, *[3] * 1000]:  # it begins with a deletion, of nothing, and ends with many
            kinds[number]()
        loaded, more = session._db.execute(
            "SELECT sum(id <= ?), sum(id > ?) FROM stress", [sizes["stress_rows"]] * 2
        ).fetchone()
        session.close()
    assert (loaded, more) == (sizes["stress_rows"], 0)  # all that were inserted are gone, and no other


@pytest.mark.parametrize(
    ("schema", "scale", "within"),
    [(ORDER_ENTRY.schema, 0.001, 0.1), (CALLING_CIRCLE.schema, 0.001, 0.15), (TPCC.schema, 0.01, 0.3)],
    ids=["order-entry", "calling-circle", "tpcc"],
)
def test_scale_one_is_about_a_gigabyte_of_rows(schema, scale, within):
    sizes, twice = schema.sizes(scale), schema.sizes(2 * scale)
    grows = [
        table for table in schema.tables if schema is TPCC.schema or sizes[table.rows] != twice[table.rows]
    ]
    total = sum(
        len(value) if isinstance(value, str) else 8
        for table in grows
        for row in rows(table, sizes, 1)
        for value in row
    )
    assert total / scale == pytest.approx(1e9, rel=within)


def test_weights_are_those_of_table_1():
    # Lee (2015), Table 1, in per cent.
    standard = {"New-Order": 45, "Payment": 43, "Delivery": 4, "Stock-Level": 4, "Order-Status": 4}
    reading = {"New-Order": 1, "Payment": 1, "Delivery": 1, "Stock-Level": 48.5, "Order-Status": 48.5}
    for mix, expected in ((TPCC, standard), (TPCC_READ, reading)):
        total = sum(kind.weight for kind in mix.mix)
        assert {kind.name: 100 * kind.weight / total for kind in mix.mix} == expected
        assert "not an official TPC result" in mix.source
    # R. Syed (2014): 13.3, 13.3, 1.3, 1.3 and 1.3 transactions per second, sleep times in ms.
    paced = {kind.name: (kind.weight, 1000 * kind.think) for kind in WORKLOADS["tpcc-paced"].mix}
    assert paced == {
        "New-Order": (10, 600), "Payment": (10, 350),
        "Order-Status": (1, 300), "Delivery": (1, 250), "Stock-Level": (1, 250),
    }  # fmt: skip
    assert {kind.name for kind in TPCC.mix if kind.script.reads} == {"Stock-Level", "Order-Status"}


def test_an_embedded_engine_without_sql_is_refused(embedded):
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


@pytest.mark.slow
def test_what_counts_is_the_speed_at_the_end(tmp_path, ledger, rocksdb):
    engine, sizes = rocksdb, IIBENCH.schema.sizes(0.0002)
    data, notes = tmp_path / "data", tmp_path / "notes"
    data.mkdir()
    notes.mkdir()
    engine.load(data, "lz4", IIBENCH.schema, lambda table: rows(table, sizes, 1), ledger)
    load = Load(1, 0.1, 1.0, seed=1, log=True)
    with engine.serve(data, "lz4", ledger) as service:
        recording = DRIVERS["python"].drive(Task(engine, service, IIBENCH, sizes, load), notes, Meter())
    ended = np.load(notes / "client-0.result.npz")["ended"]
    stop = ended[ended < ended.max()].max()  # the last within the window, or just behind it
    last_quarter = ((ended > stop - 250_000_000) & (ended <= stop)).sum() / 0.25
    assert recording.exit_throughput is not None
    assert recording.exit_throughput == pytest.approx(last_quarter, rel=0.3)


def test_a_whole_warehouse_has_the_sizes_of_the_standard():
    found = TPCC.schema.sizes(1)
    assert found["warehouses"] == 10
    assert (found["districts"], found["per_district"], found["items"]) == (100, 3000, 100_000)
    assert found["stocks"] == 10 * 100_000
    assert found["undelivered"] == 100 * 900
    assert TPCC.schema.sizes(0.01)["warehouses"] == 1
    assert TPCC.schema.sizes(0.01)["per_district"] == 300


def test_rows_refer_to_rows_that_are_there():
    small = TPCC.schema.sizes(0.0005)
    found = {table.name: list(rows(table, small, 1)) for table in TPCC.schema.tables}
    orders = {row[:3] for row in found["orders"]}
    assert {row[:3] for row in found["new_order"]} <= orders
    assert {row[:3] for row in found["order_line"]} == orders
    assert {row[:3] for row in found["customer"]} == orders  # as many of each, numbered alike
    assert max(row[2] for row in found["new_order"]) == small["per_district"]


def test_names_are_people_somewhere_and_phrases_are_sentences():
    for mix in (ORDER_ENTRY, CALLING_CIRCLE):
        sizes = mix.schema.sizes(0.01)
        number, first, last, email, street, town = next(rows(mix.schema.table("names"), sizes, 1))
        assert number == 1
        assert all((first, last, street, town))
        assert "@" in email
        phrases = list(rows(mix.schema.table("phrases"), sizes, 1))
        assert len(phrases) == 2000
        assert all(8 <= len(body.split()) <= 16 for _, body in phrases)
