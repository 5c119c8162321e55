"""Order Entry and the Stress Test, on one schema with its data; 60 % of Order Entry's transactions only read.

The published study ran both on the same schema and data (Suharjito and Kurnadi, 2017, section 2.2); types
and weights are its Tables 2 and 4, the disabled ones included. Tables, proportions and what each type does
follow Swingbench's Order Entry in outline and in small, in SQL that every engine takes; scale 1 is about 1
GB of rows.

The Stress Test has the lightest transactions, each one statement on one row. The loaded rows stay: what is
deleted was inserted before.
"""

from __future__ import annotations

from ahp.harness.filling import (
    child,
    constant,
    digits,
    email,
    one_of,
    parent,
    sentence,
    serial,
    street,
    text,
    uniform,
    whole,
)
from ahp.harness.scripts import parsed
from ahp.harness.word_lists import COUNTRIES, FIRST_NAMES, LAST_NAMES, TOWNS
from ahp.harness.workloads.base import Schema, Sizes, Table, Transaction, Workload

PERSON = (text("first_name", 20, one_of(FIRST_NAMES)), text("last_name", 20, one_of(LAST_NAMES)))
"""Two columns."""
PLACE = (text("street", 40, street), text("town", 30, one_of(TOWNS)))
"""Two columns."""
EMAIL = text("email", 60, email)

NAMES = Table("names", (whole("id", serial), *PERSON, EMAIL, *PLACE), ("id",), (), "names")
PHRASES = Table("phrases", (whole("id", serial), text("body", 200, sentence(8, 16))), ("id",), (), "phrases")
SOURCES = (NAMES, PHRASES)
"""Tables that stand for what an application has in its memory: names, and sentences."""
SOURCE_SIZES = {"names": 2000, "phrases": 2000}
"""Their numbers of rows, at every scale."""

EPOCH = 1_500_000_000
"""The earliest moment in the data, in seconds since 1970."""
NOW = EPOCH + 5 * 365 * 86_400
"""The moment at which the benchmark takes place."""


ITEMS = 4
"""Lines of an order."""
WAREHOUSES = 20
_LARGEST = 2**53 - 1  # the largest whole number that every driver and engine holds exactly


def sizes(scale: float) -> Sizes:
    """Return the numbers of rows and the other constants that scripts name."""
    customers = max(200, round(1_000_000 * scale))
    orders = round(1.4 * customers)
    products = 1000
    return {
        "customers": customers,
        "addresses": round(1.5 * customers),
        "cards": round(1.5 * customers),
        "logons": round(2.4 * customers),
        "products": products,
        "categories": 50,
        "warehouses": WAREHOUSES,
        "inventories": products * WAREHOUSES,
        "orders": orders,
        "order_items": orders * ITEMS,
        "statuses": 10,
        "representatives": max(20, customers // 500),
        "surnames": max(50, customers // 20),
        **SOURCE_SIZES,
        "stress_rows": 2 * customers,
        "largest": _LARGEST,
        "now": NOW,
        "next": 0,
        "gone": 0,
    }


SCHEMA = Schema(
    "order-entry",
    (
        *SOURCES,
        Table(
            "customers",
            (
                whole("id", serial),
                whole("surname", uniform(1, "surnames")),
                whole("credit_limit", uniform(100, 500_000)),
                whole("representative", uniform(1, "representatives")),
                whole("since", uniform(EPOCH, NOW)),
                whole("suggestion", uniform(1, "products")),
                *PERSON,
                EMAIL,
                text("phone", 20, digits("0#### ######")),
                text("country", 20, one_of(COUNTRIES)),
                text("note", 200, sentence(4, 12)),
            ),
            ("id",),
            (("surname",),),
            "customers",
        ),
        Table(
            "addresses",
            (
                whole("id", serial),
                whole("customer_id", uniform(1, "customers")),
                *PLACE,
                text("country", 20, one_of(COUNTRIES)),
                text("postcode", 10, digits("AB## #CD")),
            ),
            ("id",),
            (("customer_id",),),
            "addresses",
        ),
        Table(
            "cards",
            (
                whole("id", serial),
                whole("customer_id", uniform(1, "customers")),
                whole("card", uniform(4_000_000_000_000_000, 4_999_999_999_999_999)),
                whole("expires", uniform(202_601, 203_012)),
                whole("valid", constant(1)),
            ),
            ("id",),
            (("customer_id",),),
            "cards",
        ),
        Table(
            "logons",
            (
                whole("id", serial),
                whole("customer_id", uniform(1, "customers")),
                whole("moment", uniform(EPOCH, NOW)),
            ),
            ("id",),
            (),
            "logons",
            selective=True,
        ),
        Table(
            "products",
            (
                whole("id", serial),
                whole("category", uniform(1, "categories")),
                whole("list_price", uniform(100, 100_000)),
                whole("least_price", uniform(50, 90_000)),
                whole("supplier", uniform(1, 100)),
                text("name", 60, sentence(2, 4)),
                text("description", 450, sentence(20, 40)),
            ),
            ("id",),
            (("category",),),
            "products",
        ),
        Table(
            "warehouses",
            (whole("id", serial), text("town", 30, one_of(TOWNS)), text("street", 40, street)),
            ("id",),
            (),
            "warehouses",
        ),
        Table(
            "inventories",
            (
                whole("product_id", parent(WAREHOUSES)),
                whole("warehouse_id", child(WAREHOUSES)),
                whole("quantity", uniform(0, 1000)),
            ),
            ("product_id", "warehouse_id"),
            (),
            "inventories",
        ),
        Table(
            "orders",
            (
                whole("id", serial),
                whole("customer_id", uniform(1, "customers")),
                whole("status", uniform(0, "statuses")),
                whole("placed", uniform(EPOCH, NOW)),
                whole("warehouse_id", uniform(1, "warehouses")),
                whole("representative", uniform(1, "representatives")),
                whole("total", uniform(500, 1_000_000)),
                text("carrier", 20, one_of(("post", "courier", "collected", "freight"))),
                text("note", 200, sentence(6, 14)),
            ),
            ("id",),
            (("customer_id",), ("warehouse_id", "status"), ("representative",)),
            "orders",
            selective=True,
        ),
        Table(
            "order_items",
            (
                whole("order_id", parent(ITEMS)),
                whole("line", child(ITEMS)),
                whole("product_id", uniform(1, "products")),
                whole("price", uniform(100, 100_000)),
                whole("quantity", uniform(1, 20)),
                whole("returned", constant(0)),
                text("wrapping", 20, one_of(("none", "none", "none", "plain", "festive"))),
            ),
            ("order_id", "line"),
            (),
            "order_items",
            selective=True,
        ),
        Table(
            "stress",
            (
                whole("id", serial),
                whole(
                    "a", uniform(0, "largest")
                ),  # three numbers that do not compress, about 20 random bytes
                whole("b", uniform(0, "largest")),
                whole("c", uniform(0, "largest")),
                whole("changes", constant(0)),
                text("note", 200, sentence(8, 16)),
            ),
            ("id",),
            (),
            "stress_rows",
        ),
    ),
    sizes,
)


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


_NUMBERS = r"""
\set a random(0, :largest)
\set b random(0, :largest)
\set c random(0, :largest)
\set phrase random(1, :phrases)
"""

INSERT = parsed(
    NEW_KEY
    + _NUMBERS
    + r"""
INSERT INTO stress (id, a, b, c, changes, note)
    VALUES (:id, :a, :b, :c, 0, (SELECT body FROM phrases WHERE id = :phrase));
"""
)

SELECT = parsed(
    r"""
\set row random(1, :stress_rows)
SELECT a, b, c, changes, note FROM stress WHERE id = :row;
"""
)

UPDATE = parsed(
    _NUMBERS
    + r"""
\set row random(1, :stress_rows)
UPDATE stress SET a = :a, b = :b, c = :c, changes = changes + 1,
    note = (SELECT body FROM phrases WHERE id = :phrase) WHERE id = :row;
"""
)

# The oldest of the rows that this client has inserted and not yet deleted: of those that were loaded, which
# all other types ask for, none goes, or the load would be lighter by the minute.
DELETE = parsed(
    r"""
\if :gone < :next
\set gone :gone + 1
\endif
\set id 1000000000000 * (:phase + 1) + 1000000000 * :client_id + :gone
DELETE FROM stress WHERE id = :id;
"""
)

STRESS_TEST = Workload(
    "stress-test",
    "Stress Test",
    SCHEMA,
    (
        Transaction("Insert Transaction", 15, INSERT),
        Transaction("Simple Select", 40, SELECT),
        Transaction("Update Transaction", 30, UPDATE),
        Transaction("Delete Transaction", 10, DELETE),
    ),
    "Suharjito and Kurnadi (2017), Table 4",
)
