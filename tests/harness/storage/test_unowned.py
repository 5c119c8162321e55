from harness.storage.made import nothing_left

from ahp.harness.storage.unowned import Unowned


def test_nothing_is_known_of_it_and_nothing_done_to_it(ledger, tmp_path):
    layer = Unowned()
    assert (layer.available(), layer.alternatives()) == (None, ("none",))
    with layer.mounted("none", tmp_path, ledger, 10**18) as volume:
        assert volume.folder.is_dir()
        assert (volume.device, volume.processes, volume.usage().stored_bytes) == (None, (), 0)
        assert "not emptied" in volume.empty_caches()
    assert nothing_left(ledger)
