"""The schema of TPC-C, scaled down: warehouses, their districts, customers, orders, items and stock.

Scale 1 is about 1 GB of rows, ten warehouses; below a tenth there is one warehouse, with fewer customers and
items. Money is in cents, rates in hundredths of a per cent, surnames are numbers. The secondary index on the
new orders is the one that the SELECTIVE study added.
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
from ahp.harness.word_lists import FIRST_NAMES, TOWNS
from ahp.harness.workloads.base import Schema, Sizes, Table

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
