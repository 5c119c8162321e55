"""The same data set, byte for byte, onto every storage layer."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path

from ahp.errors import HarnessError, TrialError
from ahp.harness.storage.base import require_space
from ahp.harness.system.programs import output


def restored(source: Path, target: Path, digest: str) -> None:
    """Copy a data set into an empty folder: contents, owners, times and holes.

    Parameters
    ----------
    source : Path
        The data set at rest.
    target : Path
        The folder that is to hold it; no earlier content may be in the way.
    digest : str
        What :func:`contents` says of the source; the copy is compared with it.

    Raises
    ------
    HarnessError
        If there is no room, the folder is not empty, or copying fails.
    TrialError
        If the copy differs.
    """
    if any(target.iterdir()):
        raise HarnessError(f"{target}: not empty; a data set is restored into an empty folder only")
    require_space(target, allocated(source))
    # Shared extents would be no copy. Zeros become holes: room that a database has only set aside would
    # otherwise be written out, and take room on a layer that does not compress.
    output(["cp", "-a", "--reflink=never", "--sparse=always", f"{source}/.", str(target)], timeout_s=3600)
    found = contents(target)
    if found != digest:
        raise TrialError(f"{target}: the restored data set differs from {source}")


def contents(folder: Path) -> str:
    """Return a SHA-256 over the names, kinds and bytes of everything in a folder.

    Examples
    --------
    >>> import tempfile
    >>> contents(Path(tempfile.mkdtemp())) == hashlib.sha256().hexdigest()
    True
    """
    total = hashlib.sha256()
    for path in sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).parts):
        mode = path.lstat().st_mode
        if stat.S_ISSOCK(mode):
            continue
        if stat.S_ISLNK(mode):
            body = os.readlink(path).encode()  # noqa: PTH115 - the text as it stands
        elif stat.S_ISREG(mode):
            with path.open("rb") as file:
                body = hashlib.file_digest(file, "sha256").digest()
        else:
            body = b""
        name = "/".join(path.relative_to(folder).parts).encode("utf-8", "surrogateescape")
        total.update(b"%d %d %b %b\n" % (stat.S_IFMT(mode), len(name), name, body))
    return total.hexdigest()


def allocated(folder: Path) -> int:
    """Return how many bytes a folder's files were given on the disk; a hard link takes its blocks once."""
    files = [path.lstat() for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    unique = {(found.st_dev, found.st_ino): found for found in files}.values()
    return sum(found.st_blocks * 512 if hasattr(found, "st_blocks") else found.st_size for found in unique)
