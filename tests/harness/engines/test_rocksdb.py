import pytest

from ahp.errors import UnavailableError
from ahp.harness.engines.rocksdb import RocksDB
from ahp.harness.probe import PROBE, probe_rows
from ahp.harness.storage.base import written

ROCKSDB = RocksDB()
TABLE = PROBE.tables[0]


@pytest.fixture(autouse=True)
def _there(rocksdb):
    pass


@pytest.mark.slow
@pytest.mark.parametrize("codec", ROCKSDB.alternatives())
def test_every_codec_does_what_it_says(codec, tmp_path, ledger):
    ratio = ROCKSDB.verify(codec, tmp_path, ledger)
    assert (ratio == 1) if codec == "none" else (1.3 < ratio < 3)


@pytest.mark.slow
@pytest.mark.parametrize("codec", ["zlib", "bz2"])
def test_a_codec_that_a_build_may_accept_and_store_plain_is_found_out(codec, tmp_path, ledger):
    # Which of these two rocksdict brings has changed with its versions; it takes both names in all of them.
    for name in ("none", codec):
        (tmp_path / f"own-{name}").mkdir()
        ROCKSDB.load(tmp_path / f"own-{name}", name, PROBE, probe_rows, ledger)
    plain, packed = (ROCKSDB.taken(tmp_path / f"own-{name}", written).tables for name in ("none", codec))
    if packed < 0.9 * plain:
        assert ROCKSDB.verify(codec, tmp_path, ledger) == pytest.approx(plain / packed)
    else:
        with pytest.raises(UnavailableError, match="compresses nothing"):
            ROCKSDB.verify(codec, tmp_path, ledger)
