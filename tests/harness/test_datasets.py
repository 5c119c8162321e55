import pytest

from ahp.errors import TrialError
from ahp.harness.catalogue import ENGINES, WORKLOADS
from ahp.harness.datasets import Datasets, raw_bytes, rows_checksum
from ahp.harness.filling import rows
from ahp.harness.storage.copying import contents

MIX = WORKLOADS["stress-test"]
SCALE = 0.0002


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "data").mkdir()
    return tmp_path / "data"


def test_a_data_set_is_made_once_and_holds_the_same_for_every_alternative(folder, ledger):
    datasets = Datasets(folder, ENGINES["rocksdb"], SCALE, 1, ledger)
    packed = datasets.get(MIX.schema, "zstd")
    plain = datasets.get(MIX.schema, "none")
    assert packed.checksum == plain.checksum
    assert packed.stored_bytes < 0.7 * plain.stored_bytes
    assert datasets.get(MIX.schema, "zstd") is packed
    assert contents(packed.folder) == packed.digest
    assert len(list(folder.iterdir())) == 2


def test_the_checksum_over_rows_is_that_of_what_the_loader_made(folder, ledger):
    found = Datasets(folder, ENGINES["sqlite"], SCALE, 7, ledger).get(MIX.schema, "none")
    sizes = MIX.schema.sizes(SCALE)
    assert found.checksum == rows_checksum(MIX.schema, lambda table: rows(table, sizes, 7))
    assert found.checksum != rows_checksum(MIX.schema, lambda table: rows(table, sizes, 8))


def test_an_alternative_that_holds_something_else_is_refused(folder, ledger):
    class Careless(type(ENGINES["rocksdb"])):
        def convert(self, folder, alternative, schema, ledger):
            session = self.connect({"folder": str(folder), "alternative": alternative}, schema)
            from ahp.harness.scripts import Statement

            session.statement(Statement("DELETE FROM stress WHERE id = 1"))(())
            session.close()

    with pytest.raises(TrialError, match="the rows loaded with lz4 are not those loaded plain"):
        Datasets(folder, Careless(), SCALE, 1, ledger).get(MIX.schema, "lz4")


@pytest.mark.parametrize("name", [name for name, mix in WORKLOADS.items() if mix.transactions])
def test_every_engine_holds_the_same_rows_after_ten_thousand_transactions(name, tmp_path, ledger):
    """The record layer, which parses and plans for itself, against SQLite: all types, the disabled ones too."""
    from random import Random

    from ahp.harness.compiled import compiled

    mix = WORKLOADS[name]
    sizes = mix.schema.sizes(SCALE)
    sums = {}
    for engine in ENGINES.values():
        if engine.available() is not None or (mix.needs_sql and not engine.sql):
            continue
        data = tmp_path / engine.name
        data.mkdir()
        first = engine.alternatives()[0]
        engine.load(data, first, mix.schema, lambda table: rows(table, sizes, 1), ledger)
        with engine.serve(data, first, ledger) as service:
            session = engine.connect(service.address, mix.schema)
            given = {**sizes, "phase": 0, "client_id": 0, "clients": 1}
            scripts = [kind.script for kind in mix.transactions]
            transactions = compiled(scripts, session, given, Random(5).random)
            weights = [kind.weight for kind in mix.transactions]
            for transaction in Random(6).choices(transactions, weights, k=10_000):
                transaction()
            session.close()
            sums[engine.name] = rows_checksum(
                mix.schema, lambda table, e=engine, s=service: e.rows(s, mix.schema, table)
            )
    assert len(sums) >= (1 if mix.needs_sql else 2)
    assert len(set(sums.values())) == 1, sums
    assert sums["sqlite"] != rows_checksum(mix.schema, lambda table: rows(table, sizes, 1))


def test_the_room_that_rows_need_is_about_what_they_take():
    sizes = MIX.schema.sizes(SCALE)
    true = sum(
        sum(len(value) if isinstance(value, str) else 8 for value in row)
        for table in MIX.schema.tables
        for row in rows(table, sizes, 1)
    )
    assert 0.8 * true < raw_bytes(MIX.schema, sizes) < 2 * true
