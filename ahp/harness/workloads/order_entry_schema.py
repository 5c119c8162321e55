"""The schema of Order Entry and of the Stress Test: customers, their orders, products, and rows to be hit.

The published study ran both on the same schema and data (Suharjito and Kurnadi, 2017, section 2.2). Tables
and proportions follow the Order Entry schema of Swingbench in small; scale 1 is about 1 GB of rows.
"""

from __future__ import annotations

from ahp.harness.filling import (
    child,
    constant,
    digits,
    one_of,
    parent,
    sentence,
    serial,
    street,
    text,
    uniform,
    whole,
)
from ahp.harness.word_lists import COUNTRIES, TOWNS
from ahp.harness.workloads.base import Schema, Sizes, Table
from ahp.harness.workloads.sources import EMAIL, EPOCH, NOW, PERSON, PLACE, SOURCE_SIZES, SOURCES

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
