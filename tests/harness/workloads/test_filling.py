"""The same rows from the same seed, everywhere; text that compresses as stated."""

import hashlib
from itertools import islice

import numpy as np
import pytest

from ahp.errors import HarnessError
from ahp.harness.catalogue import WORKLOADS
from ahp.harness.workloads.base import Column, Schema, Table
from ahp.harness.workloads.filling import (
    CHUNK,
    check_fillings,
    compressibility,
    digits,
    rows,
    sentence,
    serial,
    uniform,
)  # fmt: skip

ORDER_ENTRY = WORKLOADS["order-entry"]
CALLING_CIRCLE = WORKLOADS["calling-circle"]


@pytest.mark.parametrize("mix", WORKLOADS.values(), ids=lambda mix: mix.name)
def test_rows_fit_their_columns(mix):
    sizes = mix.schema.sizes(0.0003)
    for table in mix.schema.tables:
        found = list(rows(table, sizes, 1))
        assert len(found) == sizes[table.rows]
        key = [table.names.index(name) for name in table.key]
        assert len({tuple(row[place] for place in key) for row in found}) == len(found)
        for row in islice(found, 3000):
            for column, value in zip(table.columns, row, strict=True):
                if column.kind == "int":
                    assert type(value) is int
                    assert abs(value) < 2**53
                else:
                    assert isinstance(value, str)
                    assert len(value) <= column.width
                    assert value.isascii()
                    assert value.isprintable()


def test_a_seed_gives_the_same_rows_on_every_machine():
    table = ORDER_ENTRY.schema.table("customers")
    text_of = "\n".join(map(str, rows(table, ORDER_ENTRY.schema.sizes(0.0003), 1)))
    assert hashlib.sha256(text_of.encode()).hexdigest()[:16] == "2a6d9eed1bf55465"
    assert next(iter(rows(table, ORDER_ENTRY.schema.sizes(0.0003), 2))) != text_of.splitlines()[0]


def test_a_larger_table_begins_alike():
    table = Table("t", (Column("id", "int", serial), Column("x", "int", uniform(1, 10**9))), ("id",), (), "n")
    larger, smaller = (list(rows(table, {"n": n}, 3)) for n in (2 * CHUNK + 5, 2 * CHUNK))
    assert larger[: 2 * CHUNK] == smaller
    assert [x for _, x in smaller[:CHUNK]] != [x for _, x in smaller[CHUNK:]]


def test_frequent_words_come_often_and_lengths_are_kept():
    rng = np.random.Generator(np.random.PCG64(1))
    found = sentence(3, 5)(rng, np.arange(20_000), {})
    assert {len(one.split()) for one in found} == {3, 4, 5}
    words = " ".join(found).split()
    assert words.count("the") > 20 * words.count("juice")


def test_compressibility_tells_noise_from_text():
    def of(column):
        table = Table("t", (Column("id", "int", serial), column), ("id",), (), "n")
        return compressibility(Schema("s", (table,), lambda scale: {}), {"n": 2000}, 1)

    assert of(Column("x", "text", sentence(20, 30), 300)) > 1.8
    assert of(Column("x", "int", uniform(0, 2**53 - 1))) < 2.5
    assert of(Column("x", "text", lambda rng, numbers, sizes: ["same"] * numbers.size, 10)) > 3


@pytest.mark.parametrize(("mix", "low", "high"), [(ORDER_ENTRY, 2.0, 2.5), (CALLING_CIRCLE, 1.9, 2.5)])
def test_the_studys_data_compresses_as_the_documentation_says(mix, low, high):
    assert low < compressibility(mix.schema, mix.schema.sizes(0.01), 1) < high


def test_a_form_may_hold_any_character():
    table = Table(
        "t", (Column("id", "int", serial), Column("x", "text", digits("50% #"), 9)), ("id",), (), "n"
    )
    assert all(row[1][:4] == "50% " and row[1][4].isdigit() for row in rows(table, {"n": 20}, 1))


def test_what_cannot_be_filled_is_told_by_its_column():
    for high, problem in ((1, "low > high"), ("absent", "'absent'")):
        table = Table(
            "t", (Column("id", "int", serial), Column("x", "int", uniform(2, high))), ("id",), (), "n"
        )
        told = f"s: table 't', column 'x': cannot be filled at this scale: {problem}"
        with pytest.raises(HarnessError, match=told):
            check_fillings(Schema("s", (table,), lambda scale: {"n": 1}), {"n": 1})
