"""The storage layers by name."""

from __future__ import annotations

from ahp.errors import HarnessError
from ahp.harness.storage.base import Layer
from ahp.harness.storage.imaged import BTRFS, EXT4, XFS
from ahp.harness.storage.plain import Plain
from ahp.harness.storage.zfs import Zfs
from ahp.registry import Registry

_KNOWN: tuple[Layer, ...] = (Plain(), BTRFS, Zfs(), EXT4, XFS)
LAYERS: Registry[Layer] = Registry(
    "storage layer", {layer.name: layer for layer in _KNOWN}, error=HarnessError
)
"""All layers by the names of the command line."""
