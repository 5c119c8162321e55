import os

import pytest
from harness.served import SCHEMA, reachable, require

from ahp.errors import HarnessError
from ahp.harness.catalogue import ENGINES
from ahp.harness.system import folders
from ahp.harness.system.folders import (
    Mount,
    mount_of,
    mounted_at,
    open_passage,
    remove_folder,
    temporary_folder,
)
from ahp.harness.system.processes import Account, unprivileged


def test_a_folder_is_gone_at_the_end_with_all_in_it(ledger, tmp_path):
    account = unprivileged()
    with temporary_folder(ledger, account, parent=tmp_path) as folder:
        (folder / "deep" / "er").mkdir(parents=True)
        (folder / "deep" / "file").write_text("x")
        assert folder.stat().st_mode & 0o777 == 0o700
        assert folder.stat().st_uid == (account.uid if account else os.getuid())  # the server's
    assert not folder.exists()


OURS = "ahp-bench-0123456789ab"


def test_a_link_is_not_followed(tmp_path):
    kept = tmp_path / "kept"
    kept.mkdir()
    (tmp_path / OURS).symlink_to(kept)
    remove_folder({"path": str(tmp_path / OURS)})
    assert kept.is_dir()
    remove_folder({"path": str(tmp_path / OURS.replace("0", "a"))})


def test_nothing_is_removed_through_a_mount(tmp_path, monkeypatch):
    inside = tmp_path / OURS / "mnt"
    inside.mkdir(parents=True)
    (inside / "data").write_text("x")
    monkeypatch.setattr(folders, "mounts", lambda: (Mount("/dev/x", inside, "btrfs", "rw"),))
    with pytest.raises(HarnessError, match=f"{inside} is mounted"):
        remove_folder({"path": str(tmp_path / OURS)})
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


NOBODY = Account("nobody", 65534, 65534)


def test_a_folder_further_up_that_is_closed_to_the_account_is_told(monkeypatch):
    with reachable() as place:
        inside = place / "closed" / "own"
        inside.mkdir(parents=True)
        place.joinpath("closed").chmod(0o700)
        monkeypatch.setattr(folders, "_enters", lambda *_: False)
        with pytest.raises(HarnessError, match=r"/closed: closed to nobody, whom servers run as.*/var/tmp"):
            open_passage(inside, NOBODY)
        open_passage(inside, None)
        monkeypatch.setattr(folders, "_enters", lambda *_: True)  # as where a list of rights lets it in
        open_passage(inside, NOBODY)
        inside.chmod(0o700)
        open_passage(inside, None)
        assert inside.stat().st_mode & 0o777 == 0o700
        open_passage(inside, NOBODY)
        assert inside.stat().st_mode & 0o777 == 0o711  # let through, but it sees nothing
        monkeypatch.undo()
        if (account := unprivileged()) is not None:  # the account itself is asked
            assert [folders._enters(one, account) for one in (place, place / "closed")] == [True, False]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["postgresql", "mariadb"])
def test_no_server_is_made_where_its_account_cannot_go(name, tmp_path, ledger):
    require(ENGINES[name])
    if unprivileged() is None:
        pytest.skip("this machine cannot: run servers as another account, for that needs root")
    own = tmp_path / "own"
    own.mkdir()
    tmp_path.chmod(0o700)
    with pytest.raises(HarnessError, match="closed to nobody, whom servers run as"):
        ENGINES[name].load(own, "none", SCHEMA, lambda table: iter(()), ledger)
    assert list(own.iterdir()) == []
