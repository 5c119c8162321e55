import contextlib
import time

import pytest

from ahp.errors import UnavailableError
from ahp.harness.engines.probe import PROBE, probe_rows
from ahp.harness.engines.rocksdb import RocksDB
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


@pytest.mark.slow
def test_what_was_flushed_and_compacted_before_a_window_and_in_it_is_told(tmp_path, ledger):
    data = tmp_path / "data"
    data.mkdir()
    ROCKSDB.load(data, "lz4", PROBE, probe_rows, ledger)
    rows = list(probe_rows(TABLE))
    stored = ROCKSDB.taken(data, written).tables
    moments = []
    with contextlib.closing(ROCKSDB.connect({"folder": str(data), "alternative": "lz4"}, PROBE)) as session:
        codec = session.records.codec(TABLE.name)
        for times in (1, 2, 1):  # what is done before the window, in it, and after it
            for _ in range(times):
                for row in rows:
                    session.records.write(codec.changes(codec.stored_row(row)))
                session._db.flush()
                session._db.compact_range(None, None)
            moments.append(time.monotonic_ns())
    for counts, times in zip(session.counted(*moments[:2]), (1, 2), strict=True):
        assert counts["flushes"] >= times
        assert counts["flush_bytes"] == pytest.approx(times * stored, rel=0.3)
        assert counts["compactions"] >= times  # all was read and written at least once more each time
        assert counts["compaction_bytes_read"] > 1.4 * times * stored
        assert counts["compaction_bytes_written"] > 0.7 * times * stored
