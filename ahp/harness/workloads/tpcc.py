"""The five transactions of TPC-C, in the standard mix and in the read-intensive one of the SELECTIVE study.

Scaled down and simplified: this is not a TPC benchmark, and no figure of it is an official TPC result. The
weights are Table 1 of Lee (2015). What differs from the standard: clients have no home warehouse, no keying
and no thinking times unless asked for; of the customers of one surname the first by first name is taken, not
the middle one; no New-Order is rolled back on purpose, and its stock is always its own warehouse's.
"""

from __future__ import annotations

from ahp.harness.scripts import Script, parsed
from ahp.harness.workloads.base import Transaction, Workload
from ahp.harness.workloads.order_entry import NEW_KEY
from ahp.harness.workloads.tpcc_schema import DISTRICTS, SCHEMA

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
