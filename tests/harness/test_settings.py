"""What a plan sets of an engine and of the storage below it."""

from functools import partial

import pytest
from harness.served import SCHEMA, SIZES

from ahp.errors import HarnessError
from ahp.harness.catalogue import ENGINES, LAYERS
from ahp.harness.settings import configured, size
from ahp.harness.storage import zfs
from ahp.harness.workloads.filling import rows


class Server:
    """A server that knows all common names."""

    name, title = "server", "A server"
    settable = ("buffer_pool", "checkpoint_every", "max_clients")
    common, own = None, None

    def configured(self, common, own):
        made = Server()
        made.common, made.own = dict(common), dict(own)
        return made


def asked(settings, clients=4, engine=None, layer="plain"):
    return configured(engine or Server(), LAYERS[layer], settings, clients)


def test_a_size_has_a_unit_of_a_million_or_of_two_to_the_twentieth():
    for text, number in [
        ("512 MB", 512 * 10**6), ("512MiB", 512 << 20), ("512M", 512 << 20), ("16k", 16384), ("8192", 8192),
        ("1.5 GB", 1_500_000_000), ("2tib", 2 << 40), ("", None), ("-1 MB", None), ("MB", None), (512, None),
        ("1 XB", None), (None, None),
    ]:  # fmt: skip
        assert size(text) == number


@pytest.mark.parametrize(
    ("settings", "clients", "common"),
    [
        ({"buffer_pool": "64 MB"}, 4, {"buffer_pool": 64e6}),
        ({"checkpoint_every": 300}, 180, {"checkpoint_every": 300}),
        ({"max_clients": 9}, 9, {"max_clients": 9}),
        ({"buffer_pool": "64 MB"}, 181, {"buffer_pool": 64e6, "max_clients": 181}),
        (None, 500, {"max_clients": 500}),  # what 180 clients were at most
        ({"max_clients": 1000}, 500, {"max_clients": 1000}),
        (None, 180, None),
    ],
)
def test_common_names_are_numbers_and_a_server_admits_all_clients(settings, clients, common):
    assert asked(settings, clients)[0].common == common


def test_a_table_is_passed_on_as_it_is_to_whom_it_names():
    engine, layer = asked(
        {"server": {"a.b": 8, "c-d": "x y", "e": True}, "zfs": {"sync": "always"}}, layer="zfs"
    )
    assert engine.own == {"a.b": "8", "c-d": "x y", "e": "on"}
    assert layer.properties == {"sync": "always"}
    assert LAYERS["zfs"].properties == {}
    assert asked({"recordsize": "128k"}, layer="zfs")[1].recordsize == "131072"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"speed": 3}, r"'speed' is not known; use 'buffer_pool', .*or a table of the engine's own names"),
        ({"buffer_pool": 512}, 'buffer_pool must be a size from 64 kB to 10 TB, such as "512 MB"; found 512'),
        ({"buffer_pool": "1 kB"}, "buffer_pool must be a size"),
        ({"checkpoint_every": 0}, "checkpoint_every must be a number of seconds from 1 to 86400; found 0"),
        ({"max_clients": 3.5}, "max_clients must be a whole number from 1 to 10000; found 3.5"),
        ({"max_clients": 3}, "max_clients must be at least clients, 4; found 3"),
        (
            {"recordsize": "16k"},
            "A server on plain folder has no recordsize; it has 'buffer_pool', 'checkpoint",
        ),
        (
            {"postgresql": {"work_mem": "8MB"}},
            "the engine is server and the storage plain; leave the table 'postgr",
        ),
        ({"plain": {"a": 1}}, "nothing can be set of plain folder; leave its table out"),
        ({"server": {"a b": 1}}, "'a b' is no name of a setting"),
    ],
)
def test_what_cannot_be_set_is_told(settings, message):
    with pytest.raises(HarnessError, match=f"^settings: {message}"):
        asked(settings)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"recordsize": "16 kB"}, "recordsize must be a power of two from 512 B to 1 MiB"),
        ({"recordsize": "1 MiB"}, "zfs-fuse refuses recordsize = '1048576': 131072 is its largest"),
        ({"zfs": {"compression": "lz4"}}, "ZFS's compression is set by the harness or its alternatives"),
        (
            {"recordsize": "16k", "zfs": {"recordsize": "8k"}},
            "ZFS's recordsize is given by a common name too",
        ),
    ],
)
def test_what_cannot_be_set_of_zfs_is_told(settings, message, monkeypatch, tmp_path):
    monkeypatch.setattr(zfs, "DEVICE", tmp_path / "absent")
    with pytest.raises(HarnessError, match=f"^settings: {message}"):
        asked(settings, layer="zfs")


EMBEDDED = [
    ("sqlite", {"sqlite": {"synchronous": "FULL"}}, {"cache_size": "-62500", "synchronous": "2"}),
    (
        "rocksdb",
        {"rocksdb": {"write_buffer_size": 262144}},
        {"block_cache": "64000000", "write_buffer_size": "262144"},
    ),
]


@pytest.mark.parametrize(("name", "own", "told"), EMBEDDED)
def test_what_is_set_of_an_embedded_engine_is_what_its_clients_have(
    name, own, told, tmp_path, ledger, request
):
    if name == "rocksdb":
        request.getfixturevalue("rocksdb")
    engine, _ = asked({"buffer_pool": "64 MB", **own}, 1, ENGINES[name])
    engine.load(tmp_path, "none", SCHEMA, partial(rows, sizes=SIZES, seed=1), ledger)
    with engine.serve(tmp_path, "none", ledger) as service:
        engine.connect(service.address, SCHEMA).close()
        assert {key: service.details[key] for key in told} == told


@pytest.mark.parametrize(
    ("name", "own", "message"),
    [
        ("sqlite", {"no_such": 1}, "SQLite refuses no_such = '1': it has no such pragma"),
        ("sqlite", {"synchronous": "a;b"}, "SQLite refuses synchronous = 'a;b': it is no number and no word"),
        ("sqlite", {"journal_mode": "off"}, "SQLite's journal_mode is set by the harness"),
        ("sqlite", {"max_page_count": 0}, "SQLite refuses max_page_count = '0': it has [1-9]\\d+ instead"),
        ("rocksdb", {"no_such": 1}, "RocksDB refuses no_such = '1': it has no such option"),
        ("rocksdb", {"num_levels": "many"}, "RocksDB refuses num_levels = 'many': .*; correct it"),
    ],
)
def test_what_an_embedded_engine_refuses_is_told(name, own, message, request):
    if name == "rocksdb":
        request.getfixturevalue("rocksdb")
    with pytest.raises(HarnessError, match=f"^settings: {message}"):
        asked({name: own}, 1, ENGINES[name])
