import bz2
import contextlib
import lzma
import os
import zlib
from pathlib import Path

import pytest
from harness.storage.made import require

from ahp.errors import HarnessError, UnavailableError
from ahp.harness.storage import base
from ahp.harness.storage.base import Usage, chosen, drop_caches, require_space, sample, verified
from ahp.harness.storage.plain import Plain


def test_the_sample_is_the_same_every_time_and_compresses():
    assert sample(2**20) == sample(2**20)
    for compress in (zlib.compress, bz2.compress, lzma.compress):
        assert len(compress(sample(2**20))) * base.COMPRESSES < 2**20
    zeros = sum(page.count(0) for page in (sample(2**20),))
    assert zeros >= 2**18  # for what only encodes runs of zeros


class Lying(Plain):
    """Says that it compresses."""

    def alternatives(self):
        return ("none", "magic")


def test_what_stores_plain_in_silence_is_refused(tmp_path, ledger):
    tmp_path.chmod(0o711)
    lying = Lying()
    with pytest.raises(
        UnavailableError, match=r"plain folder with magic .*does not compress.*ratio of 1\.00"
    ):
        verified(_free(lying), "magic", tmp_path, ledger)
    assert verified(_free(lying), "none", tmp_path, ledger) == pytest.approx(1.0)


def test_a_baseline_that_compresses_is_refused(tmp_path, ledger):
    class Shrunk:
        folder = tmp_path

        def usage(self):
            return Usage(2 * 10**6, 10**6)

    layer = _free(Lying(), Shrunk())
    with pytest.raises(UnavailableError, match=r"with none cannot run here: it compresses"):
        verified(layer, "none", tmp_path, ledger)


def _free(layer, volume=None):
    """Return a layer that needs no passage for another account."""

    class Free(type(layer)):
        @contextlib.contextmanager
        def mounted(self, alternative, folder, ledger, size):
            inside = folder / f"free-{alternative}"
            inside.mkdir(exist_ok=True)
            from ahp.harness.storage.plain import PlainVolume

            yield volume or PlainVolume(inside)

    return Free()


def test_an_unknown_alternative_is_told_with_the_known():
    with pytest.raises(UnavailableError, match="plain folder with zstd cannot run here: it offers none"):
        chosen(Plain(), "zstd")


def test_room_is_looked_for_first(tmp_path):
    require_space(tmp_path, 10)
    with pytest.raises(HarnessError, match=r"MB are free; .* MB are needed; free some"):
        require_space(tmp_path, 2**70)


def test_caches_are_emptied_or_it_is_said_why_not(monkeypatch):
    if os.geteuid() == 0 and Path("/proc/sys/vm/drop_caches").exists():
        assert drop_caches() is None

    def refused(*args, **how):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "write_text", refused)
    assert "needs root: Permission denied" in drop_caches()


def test_a_usage_says_its_ratio():
    assert Usage(300, 100).ratio == 3.0
    assert Usage(0, 0).ratio != Usage(0, 0).ratio
    require(Plain())
