"""Order Entry: a shop's customers register, browse and order; 60 % of the transactions only read.

Types and weights are Table 2 of Suharjito and Kurnadi (2017), the disabled ones included; what each type does
follows Swingbench's Order Entry benchmark in outline, in SQL that every engine takes.
"""

from __future__ import annotations

from ahp.harness.scripts import parsed
from ahp.harness.workloads.base import Transaction, Workload
from ahp.harness.workloads.order_entry_schema import SCHEMA

NEW_KEY = r"""
\set next :next + 1
\set id 1000000000000 * (:phase + 1) + 1000000000 * :client_id + :next
"""
"""A key that no other client and no loaded row has."""

REGISTRATION = parsed(
    NEW_KEY
    + r"""
\set surname random(1, :surnames)
\set name random(1, :names)
\set other random(1, :names)
\set phrase random(1, :phrases)
\set credit random(100, 500000)
\set representative random(1, :representatives)
\set product random(1, :products)
\set card random(4000000000000000, 4999999999999999)
BEGIN;
INSERT INTO customers (id, surname, credit_limit, representative, since, suggestion, first_name, last_name,
        email, phone, country, note)
    VALUES (:id, :surname, :credit, :representative, :now, :product,
        (SELECT first_name FROM names WHERE id = :name), (SELECT last_name FROM names WHERE id = :name),
        (SELECT email FROM names WHERE id = :other), '01234 567890', 'Norway',
        (SELECT body FROM phrases WHERE id = :phrase));
INSERT INTO addresses (id, customer_id, street, town, country, postcode)
    VALUES (:id, :id, (SELECT street FROM names WHERE id = :name), (SELECT town FROM names WHERE id = :other),
        'Norway', 'AB12 3CD');
INSERT INTO cards (id, customer_id, card, expires, valid) VALUES (:id, :id, :card, 203012, 1);
INSERT INTO logons (id, customer_id, moment) VALUES (:id, :id, :now);
COMMIT;
SELECT id, first_name, last_name, email, credit_limit FROM customers WHERE id = :id;
"""
)

UPDATE_DETAILS = parsed(
    NEW_KEY
    + r"""
\set surname random(1, :surnames)
\set customer random(1, :customers)
\set name random(1, :names)
\set phrase random(1, :phrases)
\set credit random(100, 500000)
SELECT id, first_name, last_name, country FROM customers WHERE surname = :surname ORDER BY id LIMIT 5;
SELECT id, street, town FROM addresses WHERE customer_id = :customer ORDER BY id LIMIT 5;
BEGIN;
INSERT INTO addresses (id, customer_id, street, town, country, postcode)
    VALUES (:id, :customer, (SELECT street FROM names WHERE id = :name),
        (SELECT town FROM names WHERE id = :name), 'Norway', 'AB12 3CD');
UPDATE customers SET credit_limit = :credit, note = (SELECT body FROM phrases WHERE id = :phrase)
    WHERE id = :customer;
COMMIT;
"""
)

BROWSE_PRODUCTS = parsed(
    r"""
\set customer random(1, :customers)
\set category random(1, :categories)
\set product random(1, :products)
SELECT first_name, last_name, suggestion FROM customers WHERE id = :customer;
SELECT id, name, list_price, least_price FROM products WHERE category = :category ORDER BY id LIMIT 10;
SELECT name, description, list_price FROM products WHERE id = :product;
SELECT warehouse_id, quantity FROM inventories WHERE product_id = :product ORDER BY warehouse_id;
"""
)

PROCESS_ORDERS = parsed(
    r"""
\set warehouse random(1, :warehouses)
\set status random(0, :statuses - 1)
\set order random(1, :orders)
\set product random(1, :products)
SELECT id, customer_id, placed, total FROM orders WHERE warehouse_id = :warehouse AND status = :status
    ORDER BY id LIMIT 10;
BEGIN;
SELECT line, product_id, quantity, price FROM order_items WHERE order_id = :order ORDER BY line;
UPDATE orders SET status = :status, warehouse_id = :warehouse WHERE id = :order;
UPDATE inventories SET quantity = quantity - 1 WHERE product_id = :product AND warehouse_id = :warehouse;
COMMIT;
"""
)

BROWSE_ORDERS = parsed(
    r"""
\set customer random(1, :customers)
\set order random(1, :orders)
SELECT first_name, last_name, credit_limit FROM customers WHERE id = :customer;
SELECT id, status, placed, total FROM orders WHERE customer_id = :customer ORDER BY id LIMIT 10;
SELECT status, total, carrier, note FROM orders WHERE id = :order;
SELECT line, product_id, quantity, price FROM order_items WHERE order_id = :order ORDER BY line;
"""
)

SALES_REP_QUERY = parsed(
    r"""
\set representative random(1, :representatives)
SELECT id, customer_id, status, total FROM orders WHERE representative = :representative ORDER BY id LIMIT 50;
"""
)

WAREHOUSE_QUERY = parsed(
    r"""
\set warehouse random(1, :warehouses)
\set status random(0, :statuses)
SELECT id, customer_id, placed, total, note FROM orders WHERE warehouse_id = :warehouse AND status = :status
    ORDER BY id LIMIT 50;
"""
)

WAREHOUSE_ACTIVITY = parsed(
    r"""
\set warehouse random(1, :warehouses)
\set status random(0, :statuses)
SELECT COUNT(*) FROM orders WHERE warehouse_id = :warehouse AND status = :status;
SELECT SUM(total) FROM orders WHERE warehouse_id = :warehouse AND status = :status;
"""
)

ORDER_ENTRY = Workload(
    "order-entry",
    "Order Entry",
    SCHEMA,
    (
        Transaction("Customer Registration", 15, REGISTRATION),
        Transaction("Update Customer Details", 10, UPDATE_DETAILS),
        Transaction("Browse Products", 40, BROWSE_PRODUCTS),
        Transaction("Process Orders", 5, PROCESS_ORDERS),
        Transaction("Browse Orders", 5, BROWSE_ORDERS),
        Transaction("Sales Rep Query", 2, SALES_REP_QUERY, enabled=False),
        Transaction("Warehouse Query", 2, WAREHOUSE_QUERY, enabled=False),
        Transaction("Warehouse Activity Query", 2, WAREHOUSE_ACTIVITY, enabled=False),
    ),
    "Suharjito and Kurnadi (2017), Table 2",
)
