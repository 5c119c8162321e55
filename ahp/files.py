"""The bytes of a file: of a small one at once, of a large one a part at a time, and of none that changes.

And TOML that somebody else may have written: what would take its parser too long is refused before.
"""

from __future__ import annotations

import errno
import io
import os
import re
import select
import stat
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from ahp.errors import InputError

_LARGE = 1 << 20
_SETTINGS = 1 << 20
_AT_ONCE = 1 << 24
SMALL = 1 << 14
"""So many bytes are looked for at once."""

_PATIENCE = 2.0  # seconds until somebody begins to write to a named pipe
_READ = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_AT_HAND = r"/dev/stdin|/(?:dev|proc/(?:self|thread-self|[0-9]+))/fd/[0-9]+"
# so that nobody waits for who may never write; to a file it makes no difference
_READ |= getattr(os, "O_NONBLOCK", 0)
_State = tuple[int, int, int]


class Content(NamedTuple):
    """What stands in a file.

    Attributes
    ----------
    first : bytes
        The beginning of a large file, all of a small one.
    everything : callable or None
        Gives all the bytes of a large file in parts, those first ones included. A file that has no name
        gives them once.
    """

    first: bytes
    everything: Callable[[], Iterator[bytes]] | None = None


def content_of_path(path: str) -> Content:
    """Return what stands in the file there.

    Raises
    ------
    InputError
        If it cannot be read, or changes meanwhile.
    """
    try:
        file = os.open(path, _READ)
        try:
            content = _small(file)
            return _content_of(file, path) if content is None else Content(content)
        finally:
            os.close(file)
    except (OSError, ValueError) as error:
        raise _refusal(error, path) from None


def settings_at(path: str) -> str:
    """Return the text of a file that people write and a program takes whole: a study, a plan, a script.

    Its lines end as on Unix, and a byte order mark is passed over.

    Raises
    ------
    InputError
        If it is a device, a pipe to which nobody writes, or larger than any such file.
    OSError
        If it cannot be read.
    UnicodeDecodeError
        If it is not UTF-8.
    """
    try:
        file = os.open(path, _READ)
    except ValueError:  # a NUL character in it, or half of a surrogate pair
        raise OSError(errno.EINVAL, "no file can have this name", path) from None
    try:
        content = _begun(file, path, os.fstat(file).st_mode)
        while len(content) <= _SETTINGS and (piece := os.read(file, _LARGE)):
            content += piece
    except OSError as error:
        error.filename = path
        raise
    finally:
        os.close(file)
    if len(content) > _SETTINGS:
        raise InputError(f"it is larger than {_SETTINGS >> 20} MB; what is set in it is far less", file=path)
    return content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")


def _small(file: int) -> bytes | None:
    """Return all of a small file, None of any other; of thousands this is to take no time."""
    try:
        content = os.pread(file, SMALL, 0)
        return content if len(content) == os.lseek(file, 0, os.SEEK_END) else None
    except (AttributeError, OSError):  # on Windows; what is not in a file system
        return None


def _content_of(file: int, path: str) -> Content:
    found = os.fstat(file)
    regular = stat.S_ISREG(found.st_mode)
    content = _begun(file, path, found.st_mode)
    if regular:
        os.lseek(file, 0, os.SEEK_SET)
    if regular and found.st_size > _LARGE:
        return Content(os.read(file, _LARGE), lambda: _again(path, _state(found)))
    while piece := os.read(file, _LARGE):
        content += piece
    if len(content) != found.st_size:
        _refuse_change(file, path, _state(found))
    return Content(content)


def _begun(file: int, path: str, mode: int) -> bytes:
    """Return how something begins that is no file, once its reads wait for what another program writes.

    Raises
    ------
    InputError
        If it may never end: a device, or a named pipe to which nobody writes.
    """
    if stat.S_ISREG(mode):
        return b""
    # Standard input, and the open pipe that `<(…)` of a shell is. Links to them are not followed.
    at_hand = re.fullmatch(_AT_HAND, os.path.abspath(path)) is not None  # noqa: PTH100 - as it is written
    if stat.S_ISBLK(mode) or (stat.S_ISCHR(mode) and not (at_hand and os.isatty(file))):
        raise InputError("this is a device, not a file", file=path)
    first = b""
    if stat.S_ISFIFO(mode) and not at_hand and not select.select([file], [], [], _PATIENCE)[0]:
        try:
            first = os.read(file, _LARGE)
        except BlockingIOError:  # somebody is about to write
            pass
        else:
            if not first:
                raise InputError("nobody writes to this pipe", file=path, advice="start what does before")
    os.set_blocking(file, True)
    return first


def content_of_file(file: Any, name: str) -> Content:  # noqa: ANN401 - anything that can be read
    """Return what stands in an open file.

    Raises
    ------
    InputError
        If it cannot be read, or gives neither text nor bytes.
    """
    if not isinstance(file, io.IOBase):  # it may know no other way than all at once
        return Content(_piece(file, name))
    state = _state_of(file)
    first = b""
    while len(first) <= _LARGE and (piece := _piece(file, name, _AT_ONCE)):
        first += piece
    if len(first) <= _LARGE:
        return Content(first)
    chunks = [chain([first], _rest(file, name, state))]

    def once() -> Iterator[bytes]:
        if not chunks:
            raise InputError("this can be read only once", file=name, advice="give a file by its path")
        return chunks.pop()

    return Content(first, once)


def _again(path: str, state: _State | None) -> Iterator[bytes]:
    """Yield the bytes of a file that was looked at before."""
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - as above
            yield from _rest(file, path, state)
    except OSError as error:
        raise _refusal(error, path) from None


def _rest(file: Any, name: str, state: _State | None) -> Iterator[bytes]:  # noqa: ANN401 - as above
    """Yield the bytes that are left of a file, and refuse it if it is not what it was."""
    while piece := _piece(file, name, _AT_ONCE):
        yield piece
    _refuse_change(file, name, state)


def _refuse_change(file: Any, name: str, state: _State | None) -> None:  # noqa: ANN401 - as above
    if state is not None and _state_of(file) != state:
        raise InputError(
            "the file changed while it was read",
            file=name,
            advice="read it again when nothing writes to it any more",
        )


def _piece(file: Any, name: str, *size: int) -> bytes:  # noqa: ANN401 - as above
    try:
        content = file.read(*size)
    except (OSError, ValueError) as error:
        raise _refusal(error, name) from None
    if isinstance(content, str):  # a lone surrogate is refused with its line when it is decoded again
        return content.encode("utf-8", "surrogatepass")
    if isinstance(content, bytes | bytearray):
        return bytes(content)
    raise InputError(f"reading it gave a {type(content).__name__}, not text or bytes", file=name)


def _state_of(file: Any) -> _State | None:  # noqa: ANN401 - as above
    try:
        return _state(os.fstat(file if isinstance(file, int) else file.fileno()))
    except (AttributeError, OSError, ValueError):  # it is in memory
        return None


def _state(found: os.stat_result) -> _State | None:
    """Return what changes when a file does; None of what is no regular file."""
    return (found.st_ino, found.st_size, found.st_mtime_ns) if stat.S_ISREG(found.st_mode) else None


def _refusal(error: Exception, name: str) -> InputError:
    """Return what went wrong in opening and reading a file as an error of that file's."""
    if isinstance(error, InputError):
        return error
    if isinstance(error, IsADirectoryError):
        return InputError("this is a directory; give the files in it", file=name)
    if isinstance(error, FileNotFoundError):
        return InputError("there is no such file; check the path", file=name)
    # A ValueError is a NUL byte in the path, a closed file, or another encoding.
    reason = getattr(error, "strerror", None) or str(error)
    return InputError(f"the file cannot be read: {reason}", file=name)


_LARGEST = 1 << 20
# A header of a hierarchy of 100 levels has over 200 parts. 1 MB of keys of 250 parts take 0.7 GB and 7 s.
_PARTS = 250
_ESCAPED = re.compile(r'\\[\\"]')
_PART = r"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')"""
# The key begins where a word does, or one long word would be looked at anew from each of its letters.
_DEEP = re.compile(rf"(?<![A-Za-z0-9_-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{_PARTS}}}")


def toml_in(text: str) -> dict[str, Any]:
    r"""Return what a TOML text holds.

    Python's parser needs time and memory that grow with the square of the parts of a dotted key: 10 GB for a
    key of 50,000.

    Raises
    ------
    ValueError
        If it is not TOML, has more than 1 MB, a key of more than 250 parts, or lists within lists too deep.

    Examples
    --------
    >>> toml_in("[speed]\nweight = 2")
    {'speed': {'weight': 2}}
    >>> toml_in("a" + ".a" * 250 + " = 1")
    Traceback (most recent call last):
    ...
    ValueError: a key has more than 250 parts (at line 1)
    """
    import tomllib

    if len(text) > _LARGEST:
        raise ValueError(f"it is larger than {_LARGEST >> 20} MB")
    if found := _DEEP.search(plain := _ESCAPED.sub("", text)):
        line = plain.count("\n", 0, found.start()) + 1
        raise ValueError(f"a key has more than {_PARTS} parts (at line {line})")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("lists or tables are nested too deeply") from None
