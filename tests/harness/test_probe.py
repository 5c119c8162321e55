import zlib

import pytest

from ahp.errors import UnavailableError
from ahp.harness.probe import LEAST, PROBE, judged, probe_rows


def test_the_probe_compresses():
    text = "".join(str(row) for row in probe_rows(PROBE.tables[0])).encode()
    assert len(text) > 500_000
    assert len(text) / len(zlib.compress(text, 1)) > 1.5


def test_who_compresses_nothing_is_refused():
    assert judged("X", "lz4", 1.4) == 1.4
    with pytest.raises(
        UnavailableError, match=r"lz4 in X cannot run here: it is accepted but compresses nothing"
    ):
        judged("X", "lz4", LEAST - 0.01)
