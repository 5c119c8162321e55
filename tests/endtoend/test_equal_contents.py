"""After the load, and after the same transactions, every engine holds the same rows with every alternative.

Each table is read back in the order of its key and compared with what SQLite holds, row by row, as text: a
number is its digits, a text stands in quotation marks, so that neither a type nor a blank at the end goes by.
1,000 transactions of each mix on each engine (fewer of those that take long), and 200 with a few further
alternatives of each kind. Where
AHP_TRANSACTIONS says another number, as `.ci/deep` does with 10,000, it is that many with every one of them.
"""

import contextlib
import os
from functools import cache, partial
from pathlib import Path
from random import Random

import pytest
from harness.served import reachable, require
from harness.storage.made import alone
from harness.storage.made import require as require_layer

from ahp.harness.catalogue import ENGINES, LAYERS, WORKLOADS
from ahp.harness.datasets import contents, restored
from ahp.harness.engines.postgresql_server import USER
from ahp.harness.ledger import TOKEN, Ledger
from ahp.harness.scripts.compiler import compiled
from ahp.harness.workloads.filling import rows

MIXES = {"order-entry": 1.0, "calling-circle": 1.0, "stress-test": 1.0}
FIRST = {"tpcc": 0.2, "tpcc-read": 0.1, "iibench": 0.02}
"""Mixes that are run with an engine's first alternative alone, each with a share of the transactions."""
NUMBER = int(os.environ.get("AHP_TRANSACTIONS", "1000"))
FEWER = int(os.environ.get("AHP_TRANSACTIONS", "200"))
SCALE = 0.0002
SEED = 11
ROOM = 2**28
KINDS = {
    "postgresql": ("none", "wal-lz4", "toast-lz4"),
    "mariadb": ("none", "row-8", "page-zlib", "myrocks-lz4"),
    "rocksdb": ("none", "snappy", "lz4", "lz4hc", "zstd"),
}
"""Of an engine's many alternatives, one of each kind: a server is set up, filled and started for each."""
FEW = {"btrfs": ("none", "lzo", "zlib:3", "zstd:3"), "zfs": ("off", "zle", "lzjb", "gzip-6")}
"""Of a layer's many alternatives, those of the study."""
UNSYNCED = {
    "postgresql": f"ALTER DATABASE {USER} SET synchronous_commit = off",
    "mariadb": "SET GLOBAL innodb_flush_log_at_trx_commit = 0",
    "myrocks": "SET GLOBAL rocksdb_flush_log_at_trx_commit = 0",
}
"""What keeps each commit from waiting for the disk, which takes nearly all of the time and changes no row."""


@pytest.fixture
def ledger(tmp_path, monkeypatch):
    monkeypatch.setenv(TOKEN, "")
    return Ledger(tmp_path)


def text(row):
    """A row as text: the same for no two rows that differ."""
    return "\t".join(map(repr, row))


def held(engine, service, schema):
    """All rows of a database, by table."""
    return {table.name: [text(row) for row in engine.rows(service, schema, table)] for table in schema.tables}


def load(engine, folder, alternative, schema, ledger):
    """Fill an empty folder, and say what is in it."""
    sizes = schema.sizes(SCALE)
    engine.load(folder, alternative, schema, partial(rows, sizes=sizes, seed=SEED), ledger)
    with engine.serve(folder, alternative, ledger) as service:
        return held(engine, service, schema)


def after(engine, folder, alternative, mix, number, ledger):
    """What a database holds after one client's transactions, all types of them, drawn from a seed."""
    with engine.serve(folder, alternative, ledger) as service:
        kind = "myrocks" if alternative.startswith("myrocks") else engine.name
        if kind in UNSYNCED:
            service.query(UNSYNCED[kind])
        session = engine.connect(service.address, mix.schema)
        given = {**mix.schema.sizes(SCALE), "phase": 0, "client_id": 0, "clients": 1}
        scripts = [kind.script for kind in mix.transactions]
        transactions = compiled(scripts, session, given, Random(f"{SEED} values").random)
        weights = [kind.weight for kind in mix.transactions]
        for transaction in Random(f"{SEED} order").choices(transactions, weights, k=number):
            transaction()
        session.close()
        return held(engine, service, mix.schema)


@cache
def loaded(schema):
    """What the loader makes, by table, as text."""
    sizes = schema.sizes(SCALE)
    return {table.name: [text(row) for row in rows(table, sizes, SEED)] for table in schema.tables}


@cache
def expected(name, number):
    """What SQLite holds after a mix's transactions."""
    sqlite, mix = ENGINES["sqlite"], WORKLOADS[name]
    with reachable() as folder:
        (folder / "results").mkdir()
        ledger = Ledger(folder / "results")
        (folder / "data").mkdir()
        assert load(sqlite, folder / "data", "none", mix.schema, ledger) == loaded(mix.schema)
        found = after(sqlite, folder / "data", "none", mix, number, ledger)
    assert found != loaded(mix.schema)
    return found


def compare(found, wanted, where):
    """Fail with the first row that differs, not with all of them."""
    assert found.keys() == wanted.keys()
    for table, lines in wanted.items():
        differing = [pair for pair in zip(found[table], lines, strict=False) if pair[0] != pair[1]]
        assert not differing, f"{where}, {table}: {differing[0][0]!r} instead of {differing[0][1]!r}"
        assert len(found[table]) == len(lines), (
            f"{where}, {table}: {len(found[table])} rows, not {len(lines)}"
        )


@pytest.mark.parametrize("name", ["postgresql", "mariadb", "rocksdb"])
def test_every_alternative_of_an_engine_holds_the_same_rows(name, ledger):
    engine = ENGINES[name]
    require(engine)
    first = engine.alternatives()[0]
    for alternative in engine.alternatives() if "AHP_TRANSACTIONS" in os.environ else KINDS[name]:
        shares = MIXES | FIRST if alternative == first else MIXES
        mixes = [WORKLOADS[mix] for mix in shares if engine.sql or not WORKLOADS[mix].needs_sql]
        for schema in {mix.schema.name: mix.schema for mix in mixes}.values():
            with reachable() as folder:
                kept = folder / "kept"
                kept.mkdir(mode=0o755)
                found = load(engine, kept, alternative, schema, ledger)
                compare(found, loaded(schema), f"{name} with {alternative} after the load")
                digest = contents(kept)
                for mix in (mix for mix in mixes if mix.schema is schema):
                    number = round(shares[mix.name] * (NUMBER if alternative == first else FEWER))
                    data = folder / mix.name
                    data.mkdir(mode=0o755)
                    restored(kept, data, digest)
                    found = after(engine, data, alternative, mix, number, ledger)
                    wanted = expected(mix.name, number)
                    compare(found, wanted, f"{name} with {alternative} after {number} of {mix.title}")


@pytest.mark.parametrize("name", ["ext4", "xfs", "btrfs", "zfs"])
def test_every_alternative_of_a_storage_layer_holds_the_same_rows(name, ledger):
    layer, sqlite, mix = LAYERS[name], ENGINES["sqlite"], WORKLOADS["order-entry"]
    require_layer(layer)
    wanted = expected(mix.name, FEWER)
    with alone() if name == "zfs" else contextlib.nullcontext(), reachable() as folder:
        kept = Path(folder / "kept")
        kept.mkdir()
        assert load(sqlite, kept, "none", mix.schema, ledger) == loaded(mix.schema)
        digest = contents(kept)
        for alternative in FEW.get(name, layer.alternatives()):
            with layer.mounted(alternative, folder, ledger, ROOM) as volume:
                restored(kept, volume.folder, digest)
                with sqlite.serve(volume.folder, "none", ledger) as service:
                    found = held(sqlite, service, mix.schema)
                compare(found, loaded(mix.schema), f"SQLite on {name} {alternative} after the load")
                found = after(sqlite, volume.folder, "none", mix, FEWER, ledger)
                compare(found, wanted, f"SQLite on {name} {alternative} after {mix.title}")
