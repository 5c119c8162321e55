import os

import pytest
from harness.storage.made import nothing_left

from ahp.errors import HarnessError
from ahp.harness.processes import unprivileged
from ahp.harness.storage.plain import Plain


@pytest.fixture
def place(tmp_path):
    """A folder that everybody may enter, as one under /var/tmp."""
    import tempfile

    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        os.chmod(name, 0o711)
        yield type(tmp_path)(name)


def test_a_plain_folder_is_the_servers_own_and_gone_afterwards(place, ledger):
    account = unprivileged()
    with Plain().mounted("none", place, ledger, 10**6) as volume:
        assert list(volume.folder.iterdir()) == []
        assert volume.folder.stat().st_uid == (account.uid if account else os.getuid())
        (volume.folder / "data").write_bytes(b"x" * 100_000)
        usage = volume.usage()
        assert usage.logical_bytes == 100_000
        assert usage.stored_bytes == (volume.folder / "data").stat().st_blocks * 512
        assert set(volume.details) == {"file_system", "mount_options", "mount_source"}
        assert volume.device is None
    assert list(place.iterdir()) == []
    assert nothing_left(ledger)


def test_too_little_room_is_told_before_anything_is_made(place, ledger):
    with pytest.raises(HarnessError, match="MB are needed"), Plain().mounted("none", place, ledger, 2**70):
        pass
    assert list(place.iterdir()) == []


def test_it_shares_its_device():
    assert "others use too" in Plain().shared()
