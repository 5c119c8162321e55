import pytest

from ahp.errors import HarnessError
from ahp.harness.storage.layers import LAYERS


def test_every_layer_answers_whether_it_can_run_and_what_it_offers():
    assert list(LAYERS) == ["plain", "btrfs", "zfs", "ext4", "xfs"]
    for name, layer in LAYERS.items():
        assert layer.name == name
        assert layer.available() is None or isinstance(layer.available(), str)
        assert layer.alternatives()[0] in ("none", "off")


def test_an_unknown_layer_is_told():
    with pytest.raises(HarnessError, match="'tape' is not a known storage layer; use one of: plain, btrfs"):
        LAYERS["tape"]
