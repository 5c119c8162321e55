"""Calling Circle: subscribers of a telephone company look after the numbers that they call for less.

Types and weights are Table 3 of Suharjito and Kurnadi (2017). As there, transactions are prepared when the
data is loaded: each update takes the next prepared one, which names its customer, and marks it as done; when
all are used up they come round again. (Table 1 there says that 70 % of it reads; by the weights of Table 3,
which are taken, 50 of 175 transactions only read.) What each type does follows Swingbench's Calling Circle in
outline. Scale 1 is about 1 GB of rows; the study had 10 GB.
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
    text,
    uniform,
    whole,
)
from ahp.harness.scripts import parsed
from ahp.harness.word_lists import FIRST_NAMES
from ahp.harness.workloads.base import Schema, Sizes, Table, Transaction, Workload
from ahp.harness.workloads.order_entry import EMAIL, EPOCH, NEW_KEY, NOW, PERSON, PLACE, SOURCE_SIZES, SOURCES

MEMBERS = 5
"""Numbers in a circle."""
PREPARED = 8000
"""Prepared transactions, as many as in the study."""


def sizes(scale: float) -> Sizes:
    """Return the numbers of rows and the other constants that scripts name."""
    customers = max(200, round(1_100_000 * scale))
    return {
        "customers": customers,
        "members": customers * MEMBERS,
        "calls": customers * 6,
        "prepared": PREPARED,
        "plans": 40,
        "regions": 25,
        "numbers": 9_999_999_999,
        **SOURCE_SIZES,
        "now": NOW,
        "next": 0,
        "taken": 0,
    }


SCHEMA = Schema(
    "calling-circle",
    (
        *SOURCES,
        Table(
            "subscribers",
            (
                whole("id", serial),
                whole("plan", uniform(1, "plans")),
                whole("region", uniform(1, "regions")),
                whole("since", uniform(EPOCH, NOW)),
                whole("balance", uniform(-10_000, 100_000)),
                whole("changed", constant(0)),
                *PERSON,
                EMAIL,
                text("phone", 20, digits("07### ######")),
                *PLACE,
                text("note", 350, sentence(10, 30)),
            ),
            ("id",),
            (("region", "plan"),),
            "customers",
        ),
        Table(
            "circles",
            (
                whole("subscriber_id", parent(MEMBERS)),
                whole("place", child(MEMBERS)),
                whole("number", uniform(1_000_000_000, "numbers")),
                whole("since", uniform(EPOCH, NOW)),
                text("nickname", 20, one_of(FIRST_NAMES)),
                text("remark", 120, sentence(3, 8)),
            ),
            ("subscriber_id", "place"),
            (),
            "members",
        ),
        Table(
            "calls",
            (
                whole("id", serial),
                whole("subscriber_id", uniform(1, "customers")),
                whole("number", uniform(1_000_000_000, "numbers")),
                whole("moment", uniform(EPOCH, NOW)),
                whole("seconds", uniform(1, 3600)),
                whole("cost", uniform(1, 500)),
                text("kind", 20, one_of(("local", "local", "national", "mobile", "international"))),
            ),
            ("id",),
            (("subscriber_id",),),
            "calls",
            selective=True,
        ),
        Table(
            "prepared",
            (
                whole("id", serial),
                whole("subscriber_id", uniform(1, "customers")),
                whole("place", uniform(1, MEMBERS)),
                whole("number", uniform(1_000_000_000, "numbers")),
                whole("done", constant(0)),
            ),
            ("id",),
            (),
            "prepared",
        ),
    ),
    sizes,
)

NEW_CUSTOMER = parsed(
    NEW_KEY
    + r"""
\set name random(1, :names)
\set other random(1, :names)
\set phrase random(1, :phrases)
\set plan random(1, :plans)
\set region random(1, :regions)
\set n1 random(1000000000, :numbers)
\set n2 random(1000000000, :numbers)
\set n3 random(1000000000, :numbers)
BEGIN;
INSERT INTO subscribers (id, plan, region, since, balance, changed, first_name, last_name, email, phone,
        street, town, note)
    VALUES (:id, :plan, :region, :now, 0, 0, (SELECT first_name FROM names WHERE id = :name),
        (SELECT last_name FROM names WHERE id = :name), (SELECT email FROM names WHERE id = :other),
        '07123 456789', (SELECT street FROM names WHERE id = :other),
        (SELECT town FROM names WHERE id = :name), (SELECT body FROM phrases WHERE id = :phrase));
INSERT INTO circles (subscriber_id, place, number, since, nickname, remark) VALUES (:id, 1, :n1, :now,
    (SELECT first_name FROM names WHERE id = :other), (SELECT last_name FROM names WHERE id = :other));
INSERT INTO circles (subscriber_id, place, number, since, nickname, remark) VALUES (:id, 2, :n2, :now,
    (SELECT first_name FROM names WHERE id = :name), (SELECT last_name FROM names WHERE id = :other));
INSERT INTO circles (subscriber_id, place, number, since, nickname, remark) VALUES (:id, 3, :n3, :now,
    (SELECT first_name FROM names WHERE id = :other), (SELECT last_name FROM names WHERE id = :name));
COMMIT;
SELECT id, plan, first_name, last_name FROM subscribers WHERE id = :id;
"""
)

UPDATE_DETAILS = parsed(
    r"""
\set taken :taken + 1
\set ticket 1 + (1000003 * :client_id + :taken) % :prepared
\set phrase random(1, :phrases)
\set name random(1, :names)
SELECT subscriber_id, place, number FROM prepared WHERE id = :ticket \gset
SELECT first_name, last_name, plan, balance, note FROM subscribers WHERE id = :subscriber_id;
SELECT place, number, nickname, remark FROM circles WHERE subscriber_id = :subscriber_id ORDER BY place;
BEGIN;
UPDATE circles SET number = :number, since = :now, nickname = (SELECT first_name FROM names WHERE id = :name)
    WHERE subscriber_id = :subscriber_id AND place = :place;
UPDATE subscribers SET changed = changed + 1, note = (SELECT body FROM phrases WHERE id = :phrase)
    WHERE id = :subscriber_id;
UPDATE prepared SET done = done + 1 WHERE id = :ticket;
COMMIT;
"""
)

RETRIEVE_DETAILS = parsed(
    r"""
\set subscriber random(1, :customers)
\set region random(1, :regions)
\set plan random(1, :plans)
SELECT first_name, last_name, email, phone, street, town, balance, note FROM subscribers
    WHERE id = :subscriber;
SELECT place, number, nickname, remark FROM circles WHERE subscriber_id = :subscriber ORDER BY place;
SELECT number, moment, seconds, cost, kind FROM calls WHERE subscriber_id = :subscriber ORDER BY id LIMIT 20;
SELECT id, first_name, last_name, town FROM subscribers WHERE region = :region AND plan = :plan
    ORDER BY id LIMIT 10;
"""
)

CALLING_CIRCLE = Workload(
    "calling-circle",
    "Calling Circle",
    SCHEMA,
    (
        Transaction("New Customer", 25, NEW_CUSTOMER),
        Transaction("Update Customer Details", 100, UPDATE_DETAILS),
        Transaction("Retrieve Customer Details", 50, RETRIEVE_DETAILS),
    ),
    "Suharjito and Kurnadi (2017), Table 3",
)
