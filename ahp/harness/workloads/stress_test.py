"""Stress Test: the lightest transactions, each one statement on one row, half of them or more writing.

Types and weights are Table 4 of Suharjito and Kurnadi (2017); the schema and the data are Order Entry's. The
loaded rows stay: what is deleted was inserted before.
"""

from __future__ import annotations

from ahp.harness.scripts import parsed
from ahp.harness.workloads.base import Transaction, Workload
from ahp.harness.workloads.order_entry import NEW_KEY
from ahp.harness.workloads.order_entry_schema import SCHEMA

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
