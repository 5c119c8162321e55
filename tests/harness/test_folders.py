import os

import pytest

from ahp.errors import HarnessError
from ahp.harness import folders
from ahp.harness.folders import (
    Mount,
    let_through,
    mount_of,
    mounted_at,
    mounts,
    remove_folder,
    temporary_folder,
)
from ahp.harness.processes import Account, unprivileged


def test_a_folder_is_gone_at_the_end_with_all_in_it(ledger, tmp_path):
    with temporary_folder(ledger, parent=tmp_path) as folder:
        (folder / "deep" / "er").mkdir(parents=True)
        (folder / "deep" / "file").write_text("x")
        assert folder.stat().st_mode & 0o777 == 0o700
    assert not folder.exists()


def test_it_belongs_to_the_account_that_the_server_has(ledger, tmp_path):
    account = unprivileged()
    with temporary_folder(ledger, account, parent=tmp_path) as folder:
        assert folder.stat().st_uid == (account.uid if account else os.getuid())


def test_a_link_is_not_followed(tmp_path):
    kept = tmp_path / "kept"
    kept.mkdir()
    (tmp_path / "link").symlink_to(kept)
    remove_folder({"path": str(tmp_path / "link")})
    assert kept.is_dir()
    remove_folder({"path": str(tmp_path / "absent")})


def test_nothing_is_removed_through_a_mount(tmp_path, monkeypatch):
    inside = tmp_path / "mine" / "mnt"
    inside.mkdir(parents=True)
    (inside / "data").write_text("x")
    monkeypatch.setattr(folders, "mounts", lambda: (Mount("/dev/x", inside, "btrfs", "rw"),))
    with pytest.raises(HarnessError, match=f"{inside} is mounted"):
        remove_folder({"path": str(tmp_path / "mine")})
    assert (inside / "data").exists()


def test_the_mount_of_a_path_is_the_innermost(tmp_path, monkeypatch):
    outer, inner = tmp_path, tmp_path / "a"
    inner.mkdir()
    listed = (Mount("x", outer, "ext4", "rw"), Mount("y", inner, "btrfs", "rw"))
    monkeypatch.setattr(folders, "mounts", lambda: listed)
    assert mount_of(inner / "b").kind == "btrfs"
    assert mount_of(outer / "c").kind == "ext4"
    assert mounted_at(inner).source == "y"
    assert mounted_at(outer / "c") is None


def test_the_kernels_list_is_read_as_it_stands():
    if not mounts():
        pytest.skip("this machine cannot: list its mounts in /proc")
    assert mount_of(folders.Path("/")).folder == folders.Path("/")
    assert folders._plain(r"/a\040b") == "/a b"


def test_another_account_is_let_through_but_sees_nothing(tmp_path):
    tmp_path.chmod(0o700)
    let_through(tmp_path, None)
    assert tmp_path.stat().st_mode & 0o777 == 0o700
    let_through(tmp_path, Account("nobody", 65534, 65534))
    assert tmp_path.stat().st_mode & 0o777 == 0o711
