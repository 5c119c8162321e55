"""What the data takes, for each engine on each storage layer, against a count by another way."""

import subprocess
from dataclasses import replace

import pytest
from harness.served import SCHEMA, SIZES, reachable, require
from harness.storage.made import nothing_left
from harness.storage.made import require as require_layer

from ahp.errors import TrialError
from ahp.harness.catalogue import ENGINES, LAYERS, WORKLOADS
from ahp.harness.datasets import Datasets, contents, restored, rows_checksum
from ahp.harness.engines.mariadb_server import DATABASE
from ahp.harness.storage.base import Plain
from ahp.harness.workloads.filling import raw_bytes, rows

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
            from ahp.harness.scripts.script import Statement

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


ROOM = 600 * 2**20
SIZE = (
    "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
    "WHERE nspname = 'public' AND relkind = 'r'"
)
LENGTH = (
    f"SELECT sum(data_length + index_length) FROM information_schema.tables WHERE table_schema = '{DATABASE}'"
)
TABLES = {"postgresql": "base/16*/16*", "mariadb": "bench/*.ibd", "rocksdb": "*.sst", "sqlite": "data.sqlite"}


def blocks(folder, engine):
    """Return the blocks of the tables' files, as `du` counts them, where zeros are holes."""
    files = [path for path in folder.rglob("*") if path.match(TABLES[engine])]
    told = subprocess.run(["du", "-cB1", *files], capture_output=True, text=True, check=True).stdout
    return int(told.splitlines()[-1].split()[0])


def compsize(folder, engine):
    """Return what `compsize` says of the tables' files."""
    files = [path for path in folder.rglob("*") if path.match(TABLES[engine])]
    told = subprocess.run(["compsize", "-b", *files], capture_output=True, text=True, check=True).stdout
    lines = {line.split()[0]: line.split() for line in told.splitlines() if line}
    return int(lines["TOTAL"][2]) - int(lines.get("prealloc", [0, 0, 0])[2])


COUNTS = {"plain": blocks, "btrfs": compsize, "zfs": blocks}


@pytest.fixture
def place():
    with reachable() as folder:
        (folder / "data").mkdir(mode=0o755)
        yield folder


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["postgresql", "mariadb", "rocksdb", "sqlite"])
@pytest.mark.parametrize(("layer", "alternative"), [("plain", "none"), ("btrfs", "lzo"), ("zfs", "lzjb")])
def test_the_tables_take_what_the_storage_says(engine, layer, alternative, place, ledger):
    engine, layer = ENGINES[engine], LAYERS[layer]
    require(engine)
    require_layer(layer)
    sets = Datasets(place / "data", engine, layer, 0.002, 1, ledger)
    data = sets.get(SCHEMA, "none")
    with layer.mounted(alternative, place, ledger, ROOM) as volume:
        restored(data.folder, volume.folder, data.digest)
        taken = engine.taken(volume.folder, volume.stored_bytes)
        assert taken.tables == pytest.approx(COUNTS[layer.name](volume.folder, engine.name), rel=0.1)
    original = sets.original(SCHEMA)
    ratio = original.stored_bytes / taken.tables
    assert 0.98 < ratio < 1.02 if layer.name == "plain" else 1.05 < ratio < 1.5 * original.packed_ratio
    # No more than the rows need, catalogues and what is set aside left out, and no less.
    assert 0.6 < original.stored_bytes / raw_bytes(SCHEMA, SIZES) < 4
    assert nothing_left(ledger)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("engine", "asked", "database"), [("postgresql", SIZE, "bench"), ("mariadb", LENGTH, None)]
)
def test_the_tables_take_what_the_server_says(engine, asked, database, place, ledger):
    engine = ENGINES[engine]
    require(engine)
    data = Datasets(place / "data", engine, LAYERS["plain"], 0.002, 1, ledger).get(SCHEMA, "none")
    with engine.serve(data.folder, "none", ledger) as service:
        told = int(service.query(asked, database) if database else service.query(asked))
    # Of its pages some hold zeros for one half or more, and InnoDB's extents some that nothing was put into.
    assert 0.75 * told < data.taken.tables <= 1.05 * told
    assert data.taken.log > 0
    assert data.taken.catalogue > 0
    assert nothing_left(ledger)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("engine", "alternative", "least", "most"),
    [("mariadb", "page-zlib", 1.5, 2.6), ("mariadb", "row-8", 1.5, 2.1), ("rocksdb", "zstd", 1.5, 3)],
)
def test_no_ratio_is_that_of_room_set_aside(engine, alternative, least, most, place, ledger):
    engine = ENGINES[engine]
    require(engine)
    sets = Datasets(place / "data", engine, LAYERS["plain"], 0.02, 1, ledger)
    original, packed = sets.original(SCHEMA), sets.get(SCHEMA, alternative)
    assert least < original.stored_bytes / packed.taken.tables < most
    assert nothing_left(ledger)
