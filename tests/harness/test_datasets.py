from dataclasses import replace

import pytest

from ahp.errors import TrialError
from ahp.harness.catalogue import ENGINES, WORKLOADS
from ahp.harness.datasets import Datasets, raw_bytes, rows_checksum
from ahp.harness.filling import rows
from ahp.harness.storage.copying import contents
from ahp.harness.storage.plain import Plain

MIX = WORKLOADS["stress-test"]
SCALE = 0.0002


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "data").mkdir()
    return tmp_path / "data"


def test_a_data_set_is_made_once_and_holds_the_same_for_every_alternative(folder, ledger, rocksdb):
    datasets = Datasets(folder, rocksdb, Plain(), SCALE, 1, ledger)
    packed = datasets.get(MIX.schema, "zstd")
    plain = datasets.get(MIX.schema, "none")
    assert packed.checksum == plain.checksum
    assert packed.taken.tables < 0.7 * plain.taken.tables
    assert datasets.get(MIX.schema, "zstd") is packed
    assert contents(packed.folder) == packed.digest
    assert len(list(folder.iterdir())) == 2


def test_the_checksum_over_rows_is_that_of_what_the_loader_made(folder, ledger):
    found = Datasets(folder, ENGINES["sqlite"], Plain(), SCALE, 7, ledger).get(MIX.schema, "none")
    sizes = MIX.schema.sizes(SCALE)
    assert found.checksum == rows_checksum(MIX.schema, lambda table: rows(table, sizes, 7))
    assert found.checksum != rows_checksum(MIX.schema, lambda table: rows(table, sizes, 8))


def test_an_alternative_that_holds_something_else_is_refused(folder, ledger, rocksdb):
    class Careless(type(rocksdb)):
        def convert(self, folder, alternative, schema, ledger):
            session = self.connect({"folder": str(folder), "alternative": alternative}, schema)
            from ahp.harness.scripts import Statement

            session.statement(Statement("DELETE FROM stress WHERE id = 1"))(())
            session.close()

    with pytest.raises(TrialError, match="the rows loaded with lz4 are not those loaded plain"):
        Datasets(folder, Careless(), Plain(), SCALE, 1, ledger).get(MIX.schema, "lz4")


def test_the_room_that_rows_need_is_about_what_they_take():
    sizes = MIX.schema.sizes(SCALE)
    true = sum(
        sum(len(value) if isinstance(value, str) else 8 for value in row)
        for table in MIX.schema.tables
        for row in rows(table, sizes, 1)
    )
    assert 0.8 * true < raw_bytes(MIX.schema, sizes) < 2 * true


def test_a_schema_called_like_a_file_has_its_data_where_all_others_have_theirs(tmp_path, ledger):
    """One of a workload in a file is called like the file: joined to a folder, that would be the file's place."""
    beside = tmp_path / "somewhere"
    schema = replace(MIX.schema, name=str(beside / "mine.toml"))
    (tmp_path / "data").mkdir()
    made = Datasets(tmp_path / "data", ENGINES["sqlite"], Plain(), 0.0002, 1, ledger).get(schema, "none")
    assert made.folder.parent == tmp_path / "data"
    assert not beside.exists()
