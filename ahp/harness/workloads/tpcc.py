"""TPC-C's tables and five transactions, scaled down and simplified, and the building of its schema.

This is not a TPC benchmark, and no figure of it is an official TPC result. The weights, of the standard mix
and of the read-intensive one, are Table 1 of Lee (2015); the secondary index on the new orders is that
study's too. What differs from the standard: clients have no home warehouse, no keying and no thinking times
unless asked for; of the customers of one surname the first by first name is taken, not the middle one; no
New-Order is rolled back on purpose, and its stock is always its own warehouse's. Scale 1 is about 1 GB of
rows, ten warehouses; below a tenth there is one warehouse, with fewer customers and items. Money is in
cents, rates in hundredths of a per cent, surnames are numbers.

A schema build measures the loading of these tables, at two scales, after the study of tablespace against
storage compression (10 GB and 200 GB there): its duration and that of its two phases, the rows going in and
all that follows (indexes, statistics, compaction, writing out). There are no transactions; throughput is
rows per second, and the CPU per transaction is that per row.
"""

from __future__ import annotations

from ahp.harness.filling import (
    constant,
    counted,
    digits,
    one_of,
    sentence,
    serial,
    street,
    text,
    uniform,
    whole,
)
from ahp.harness.scripts import Script, parsed
from ahp.harness.word_lists import FIRST_NAMES, TOWNS
from ahp.harness.workloads.base import Schema, Sizes, Table, Transaction, Workload
from ahp.harness.workloads.order_entry import NEW_KEY

DISTRICTS = 10
LINES = 10
"""Of an order as it is loaded; a new one has 5 to 15."""
_NOW = 1_700_000_000


def sizes(scale: float) -> Sizes:
    """Return the numbers of rows and the other constants that scripts name."""
    warehouses = max(1, round(10 * scale))
    share = min(1.0, 10 * scale / warehouses)
    customers, items = max(60, round(3000 * share)), max(200, round(100_000 * share))
    districts = warehouses * DISTRICTS
    undelivered = customers * 3 // 10
    return {
        "warehouses": warehouses,
        "districts": districts,
        "per_district": customers,
        "surnames": max(10, customers // 3),
        "customers": districts * customers,
        "orders": districts * customers,
        "order_lines": districts * customers * LINES,
        "undelivered_each": undelivered,
        "undelivered": districts * undelivered,
        "first_undelivered": customers - undelivered + 1,
        "items": items,
        "stocks": warehouses * items,
        "now": _NOW,
        "next": 0,
    }


_WAREHOUSE = counted(0, "warehouses", DISTRICTS, "per_district")
_DISTRICT = counted(1, "warehouses", DISTRICTS, "per_district")
_NUMBER = counted(2, "warehouses", DISTRICTS, "per_district")
_LINE = ("warehouses", DISTRICTS, "per_district", LINES)
_OPEN = ("warehouses", DISTRICTS, "undelivered_each")

SCHEMA = Schema(
    "tpcc",
    (
        Table(
            "warehouse",
            (
                whole("w_id", serial),
                whole("w_tax", uniform(0, 2000)),
                whole("w_ytd", constant(30_000_000)),
                text("w_name", 12, one_of(TOWNS)),
                text("w_street", 40, street),
            ),
            ("w_id",),
            (),
            "warehouses",
        ),
        Table(
            "district",
            (
                whole("d_w_id", counted(0, "warehouses", DISTRICTS)),
                whole("d_id", counted(1, "warehouses", DISTRICTS)),
                whole("d_tax", uniform(0, 2000)),
                whole("d_ytd", constant(3_000_000)),
                whole("d_next_o_id", lambda rng, numbers, sizes: 0 * numbers + sizes["per_district"] + 1),
                text("d_name", 12, one_of(TOWNS)),
                text("d_street", 40, street),
            ),
            ("d_w_id", "d_id"),
            (),
            "districts",
        ),
        Table(
            "customer",
            (
                whole("c_w_id", _WAREHOUSE),
                whole("c_d_id", _DISTRICT),
                whole("c_id", _NUMBER),
                whole("c_surname", lambda rng, numbers, sizes: numbers % sizes["surnames"] + 1),
                whole("c_since", uniform(_NOW - 10**8, _NOW)),
                whole("c_credit_limit", constant(5_000_000)),
                whole("c_discount", uniform(0, 5000)),
                whole("c_balance", constant(-1000)),
                whole("c_ytd_payment", constant(1000)),
                whole("c_payments", constant(1)),
                whole("c_deliveries", constant(0)),
                text("c_first", 20, one_of(FIRST_NAMES)),
                text("c_street", 40, street),
                text("c_town", 30, one_of(TOWNS)),
                text("c_zip", 10, digits("####11111")),
                text("c_phone", 20, digits("################")),
                text("c_credit", 2, one_of(("GC",) * 9 + ("BC",))),
                text("c_data", 800, sentence(50, 70)),
            ),
            ("c_w_id", "c_d_id", "c_id"),
            (("c_w_id", "c_d_id", "c_surname"),),
            "customers",
        ),
        Table(
            "history",
            (
                whole("h_id", serial),
                whole("h_c_id", _NUMBER),
                whole("h_c_d_id", _DISTRICT),
                whole("h_c_w_id", _WAREHOUSE),
                whole("h_d_id", _DISTRICT),
                whole("h_w_id", _WAREHOUSE),
                whole("h_date", constant(_NOW)),
                whole("h_amount", constant(1000)),
                text("h_data", 60, sentence(2, 4)),
            ),
            ("h_id",),
            (),
            "customers",
            selective=True,
        ),
        Table(
            "new_order",
            (
                whole("no_w_id", counted(0, *_OPEN)),
                whole("no_d_id", counted(1, *_OPEN)),
                whole("no_o_id", counted(2, *_OPEN, start="first_undelivered")),
            ),
            ("no_w_id", "no_d_id", "no_o_id"),
            (("no_w_id", "no_d_id"),),
            "undelivered",
        ),
        Table(
            "orders",
            (
                whole("o_w_id", _WAREHOUSE),
                whole("o_d_id", _DISTRICT),
                whole("o_id", _NUMBER),
                whole("o_c_id", uniform(1, "per_district")),
                whole("o_entered", constant(_NOW)),
                whole("o_carrier", uniform(1, 10)),
                whole("o_lines", constant(LINES)),
            ),
            ("o_w_id", "o_d_id", "o_id"),
            (("o_w_id", "o_d_id", "o_c_id", "o_id"),),
            "orders",
            selective=True,
        ),
        Table(
            "order_line",
            (
                whole("ol_w_id", counted(0, *_LINE)),
                whole("ol_d_id", counted(1, *_LINE)),
                whole("ol_o_id", counted(2, *_LINE)),
                whole("ol_number", counted(3, *_LINE)),
                whole("ol_i_id", uniform(1, "items")),
                whole("ol_supply_w_id", counted(0, *_LINE)),
                whole("ol_delivered", constant(_NOW)),
                whole("ol_quantity", constant(5)),
                whole("ol_amount", uniform(1, 999_999)),
                text("ol_dist", 24, digits("########################")),
            ),
            ("ol_w_id", "ol_d_id", "ol_o_id", "ol_number"),
            (),
            "order_lines",
            selective=True,
        ),
        Table(
            "item",
            (
                whole("i_id", serial),
                whole("i_image", uniform(1, 10_000)),
                whole("i_price", uniform(100, 10_000)),
                text("i_name", 60, sentence(2, 4)),
                text("i_data", 100, sentence(5, 9)),
            ),
            ("i_id",),
            (),
            "items",
        ),
        Table(
            "stock",
            (
                whole("s_w_id", counted(0, "warehouses", "items")),
                whole("s_i_id", counted(1, "warehouses", "items")),
                whole("s_quantity", uniform(10, 100)),
                whole("s_ytd", constant(0)),
                whole("s_orders", constant(0)),
                whole("s_remote", constant(0)),
                text("s_dist", 240, digits("#" * 200)),
                text("s_data", 100, sentence(5, 9)),
            ),
            ("s_w_id", "s_i_id"),
            (),
            "stocks",
        ),
    ),
    sizes,
)


MOST_LINES = 15
_HOME = rf"""
\set w random(1, :warehouses)
\set d random(1, {DISTRICTS})
"""
# NURand(A, 1, x) of the standard (clause 2.1.6), with the constant C left at 0.
_CUSTOMER = r"""
\set c 1 + (random(0, 1023) | random(1, :per_district)) % :per_district
"""


def _new_order() -> Script:
    parts = [
        _HOME,
        _CUSTOMER,
        rf"""
\set lines random(5, {MOST_LINES})
SELECT w_tax FROM warehouse WHERE w_id = :w;
SELECT c_discount, c_surname, c_credit FROM customer WHERE c_w_id = :w AND c_d_id = :d AND c_id = :c;
BEGIN;
UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = :w AND d_id = :d;
SELECT d_next_o_id, d_tax FROM district WHERE d_w_id = :w AND d_id = :d \gset
\set o :d_next_o_id - 1
INSERT INTO orders (o_w_id, o_d_id, o_id, o_c_id, o_entered, o_carrier, o_lines)
    VALUES (:w, :d, :o, :c, :now, 0, :lines);
INSERT INTO new_order (no_w_id, no_d_id, no_o_id) VALUES (:w, :d, :o);
""",
    ]
    parts += [
        rf"""
\if :lines >= {line}
\set item 1 + (random(0, 8191) | random(1, :items)) % :items
\set quantity random(1, 10)
SELECT i_price, i_name, i_data FROM item WHERE i_id = :item;
SELECT s_quantity, s_dist, s_data FROM stock WHERE s_w_id = :w AND s_i_id = :item;
UPDATE stock SET s_ytd = s_ytd + :quantity, s_orders = s_orders + 1,
    s_quantity = CASE WHEN s_quantity >= :quantity + 10 THEN s_quantity - :quantity
        ELSE s_quantity - :quantity + 91 END
    WHERE s_w_id = :w AND s_i_id = :item;
INSERT INTO order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivered,
        ol_quantity, ol_amount, ol_dist)
    VALUES (:w, :d, :o, {line}, :item, :w, 0, :quantity,
        :quantity * (SELECT i_price FROM item WHERE i_id = :item), 'abcdefghijklmnopqrstuvwx');
\endif
"""
        for line in range(1, MOST_LINES + 1)
    ]
    return parsed("".join([*parts, "COMMIT;\n"]))


PAYMENT = parsed(
    NEW_KEY
    + _HOME
    + _CUSTOMER
    + r"""
\set amount random(100, 500000)
\set by_name random(1, 100)
\set surname random(1, :surnames)
BEGIN;
UPDATE warehouse SET w_ytd = w_ytd + :amount WHERE w_id = :w;
SELECT w_name, w_street FROM warehouse WHERE w_id = :w;
UPDATE district SET d_ytd = d_ytd + :amount WHERE d_w_id = :w AND d_id = :d;
SELECT d_name, d_street FROM district WHERE d_w_id = :w AND d_id = :d;
\if :by_name <= 60
SELECT c_id AS c FROM customer WHERE c_w_id = :w AND c_d_id = :d AND c_surname = :surname
    ORDER BY c_first, c_id LIMIT 1 \gset
\endif
SELECT c_first, c_street, c_town, c_phone, c_credit, c_balance FROM customer
    WHERE c_w_id = :w AND c_d_id = :d AND c_id = :c;
UPDATE customer SET c_balance = c_balance - :amount, c_ytd_payment = c_ytd_payment + :amount,
    c_payments = c_payments + 1 WHERE c_w_id = :w AND c_d_id = :d AND c_id = :c;
INSERT INTO history (h_id, h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
    VALUES (:id, :c, :d, :w, :d, :w, :now, :amount, 'paid at the counter');
COMMIT;
"""
)

ORDER_STATUS = parsed(
    _HOME
    + _CUSTOMER
    + r"""
\set by_name random(1, 100)
\set surname random(1, :surnames)
\if :by_name <= 60
SELECT c_id AS c FROM customer WHERE c_w_id = :w AND c_d_id = :d AND c_surname = :surname
    ORDER BY c_first, c_id LIMIT 1 \gset
\endif
SELECT c_first, c_balance FROM customer WHERE c_w_id = :w AND c_d_id = :d AND c_id = :c;
SELECT COALESCE(MAX(o_id), 0) AS last FROM orders WHERE o_w_id = :w AND o_d_id = :d AND o_c_id = :c \gset
SELECT o_entered, o_carrier FROM orders WHERE o_w_id = :w AND o_d_id = :d AND o_id = :last;
SELECT ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivered FROM order_line
    WHERE ol_w_id = :w AND ol_d_id = :d AND ol_o_id = :last ORDER BY ol_number;
"""
)


def _delivery() -> Script:
    parts = ["\\set w random(1, :warehouses)\n\\set carrier random(1, 10)\nBEGIN;\n"]
    parts += [
        rf"""
SELECT COALESCE(MIN(no_o_id), 0) AS oldest FROM new_order WHERE no_w_id = :w AND no_d_id = {district} \gset
\if :oldest > 0
DELETE FROM new_order WHERE no_w_id = :w AND no_d_id = {district} AND no_o_id = :oldest;
UPDATE orders SET o_carrier = :carrier WHERE o_w_id = :w AND o_d_id = {district} AND o_id = :oldest;
SELECT o_c_id AS buyer FROM orders WHERE o_w_id = :w AND o_d_id = {district} AND o_id = :oldest \gset
UPDATE order_line SET ol_delivered = :now
    WHERE ol_w_id = :w AND ol_d_id = {district} AND ol_o_id = :oldest;
SELECT COALESCE(SUM(ol_amount), 0) AS worth FROM order_line
    WHERE ol_w_id = :w AND ol_d_id = {district} AND ol_o_id = :oldest \gset
UPDATE customer SET c_balance = c_balance + :worth, c_deliveries = c_deliveries + 1
    WHERE c_w_id = :w AND c_d_id = {district} AND c_id = :buyer;
\endif
"""
        for district in range(1, DISTRICTS + 1)
    ]
    return parsed("".join([*parts, "COMMIT;\n"]))


STOCK_LEVEL = parsed(
    _HOME
    + r"""
\set threshold random(10, 20)
SELECT d_next_o_id FROM district WHERE d_w_id = :w AND d_id = :d \gset
\set from_order :d_next_o_id - 20
SELECT COUNT(DISTINCT s_i_id) FROM order_line, stock
    WHERE ol_w_id = :w AND ol_d_id = :d AND ol_o_id >= :from_order AND ol_o_id < :d_next_o_id
        AND s_w_id = ol_w_id AND s_i_id = ol_i_id AND s_quantity < :threshold;
"""
)

_SCRIPTS = (
    ("New-Order", _new_order()),
    ("Payment", PAYMENT),
    ("Delivery", _delivery()),
    ("Stock-Level", STOCK_LEVEL),
    ("Order-Status", ORDER_STATUS),
)


def _mix(weights: tuple[int, ...]) -> tuple[Transaction, ...]:
    return tuple(
        Transaction(name, weight, script) for (name, script), weight in zip(_SCRIPTS, weights, strict=True)
    )


TPCC = Workload(
    "tpcc",
    "TPC-C transactions",
    SCHEMA,
    _mix((45, 43, 4, 4, 4)),
    "Lee (2015), Table 1, standard mix; scaled down, not an official TPC result",
    needs_sql=True,
)
TPCC_READ = Workload(
    "tpcc-read",
    "TPC-C transactions, read-intensive",
    SCHEMA,
    _mix((2, 2, 2, 97, 97)),  # 1, 1, 1, 48.5 and 48.5 per cent
    "Lee (2015), Table 1, read-intensive mix; scaled down, not an official TPC result",
    needs_sql=True,
)


FACTOR = 5
"""How much larger the large build is than the small one."""


def _large(scale: float) -> Sizes:
    return sizes(FACTOR * scale)


SCHEMA_BUILD = Workload(
    "schema-build",
    "Schema build",
    SCHEMA,
    (),
    "bulk load of TPC-C's tables; duration, phases, CPU less the idle machine's",
)
SCHEMA_BUILD_LARGE = Workload(
    "schema-build-large",
    f"Schema build, {FACTOR} times larger",
    Schema("tpcc-large", SCHEMA.tables, _large),
    (),
    f"the same with {FACTOR} times the rows",
)
