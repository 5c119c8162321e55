"""What the commands share: where text and figures go, a file that is whole or untouched; their parsers."""

from __future__ import annotations

import argparse
import atexit
import contextlib
import errno
import gc
import os
import re
import select
import signal
import stat
import sys
import time
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

from ahp.errors import AHPError, FigureError, OutputError, one_line, quoted

if TYPE_CHECKING:
    from ahp.decision.history import History
    from ahp.decision.results import Decision


_PASSWORD = re.compile(
    # Of an address: up to the last @, or to where it was cut short, though not beyond what was quoted.
    r"""((?<=:/)/?[^\s/:@]*:)(?=[^@…\n]{0,200}+[@…])(?:[^\n'"]|['"](?!\s)){1,200}(?=[@…])"""
    # Called one: in quotes, in which \ keeps a quote from being the last, or up to the next blank.
    r"""|((?<![a-z])(?:pg|ssl)?(?:password|passwd|pwd|pass)\s*=\s*)"""
    r"""(?:\\*(['"])(?:(?!\3)[^\\…]|\\+[^…]?)*(?:\3|…)?|\S+?(?=['"](?:[\s,;:.)]|$)|[\s…]|$))""",
    re.IGNORECASE,
)
"""In an address or called one, which may have been given for another argument than the one that takes it."""

_LONGEST = 1000
"""Characters of a complaint, without the commands at its end."""
_PATIENCE = 2.0  # seconds until somebody begins to read from a named pipe

DONE, DIFFERS, WRONG, INTERNAL, INTERRUPTED, CLOSED_PIPE = 0, 1, 2, 3, 130, 141


def run(command: str, work: Callable[[], int]) -> int:
    """Return the exit status of a command: one line on stderr for whatever goes wrong, never a traceback."""
    atexit.register(gc.freeze)  # at the end the interpreter need not look through all that it is to forget
    try:
        with _interrupts_noted() as came:
            return _status(command, lambda: _heeding(came, work))
    except KeyboardInterrupt:  # at any moment, also while another failure is told
        return INTERRUPTED


@contextlib.contextmanager
def _interrupts_noted() -> Iterator[list[int]]:
    """Give a list that has an entry as soon as there was an interrupt, whatever becomes of its exception."""
    came: list[int] = []

    def noted(number: int, frame: object) -> None:
        del frame
        came.append(number)
        raise KeyboardInterrupt

    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:  # a shell may have it ignored
        yield came
        return
    with contextlib.suppress(ValueError):  # in another thread than the main one, where no signal is handled
        signal.signal(signal.SIGINT, noted)
    try:
        yield came
    finally:
        with contextlib.suppress(ValueError):
            signal.signal(signal.SIGINT, signal.default_int_handler)


def _heeding(came: Sequence[int], work: Callable[[], int]) -> int:
    """Do the work; what fails after an interrupt failed by it: C code makes other errors of one."""
    try:
        return work()
    except Exception:
        if came:
            raise KeyboardInterrupt from None
        raise


def _status(command: str, work: Callable[[], int]) -> int:
    try:
        return work()
    except AHPError as error:
        complain(command, str(error))
        return WRONG
    except SystemExit as end:  # the parser has said what there was to say
        return end.code if isinstance(end.code, int) else DONE
    except BrokenPipeError:
        _abandon(sys.stdout)
        return CLOSED_PIPE
    except MemoryError:
        complain(command, "out of memory; give less data at once")
        return WRONG
    except Exception as error:  # the last resort: a fault of ours, told in one line
        if os.environ.get("AHP_TRACEBACK"):
            raise
        complain(command, f"internal error, please report it: {type(error).__name__}: {error}")
        return INTERNAL


def complain(command: str, message: str) -> None:
    """Print one line on standard error, without the passwords of addresses in it.

    Where that is closed or full, the exit status has to do.
    """
    if sys.stderr is None:
        return
    try:
        said, run, commands = _PASSWORD.sub(r"\1\2…", message).partition("run: ")
        # What is to be pasted is whole, however long what goes before it is.
        told = f"{one_line(said, _LONGEST)}{run}{one_line(commands, 8 * _LONGEST)}"
        print(f"{command}: {told}", file=sys.stderr, flush=True)
    except OSError:
        _abandon(sys.stderr)


def write(text: str | bytes, path: str | None) -> None:
    """Write a report to standard output, or to a file atomically.

    The text goes to a temporary file in the same folder, which then takes the place of the old file; if
    anything fails the old file stays as it was.

    Raises
    ------
    OutputError
        If it cannot be written, a full disk included.
    """
    content = text if isinstance(text, bytes) else text.encode("utf-8", errors="backslashreplace")
    if path is None or path == "-":
        _write_output(content)
        return
    if not path:
        raise OutputError("the name of the output file is empty; give a path, or - for standard output")
    try:
        write_file(Path(path), content)
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from None


def check_output(path: str | None, inputs: Iterable[str | Path] = ()) -> None:
    """See that a text can be written before anything is made, and that it takes the place of no input.

    Raises
    ------
    OutputError
        If it would fail, or an input would be lost.
    """
    if path in (None, "-", ""):
        return
    import tempfile

    target = Path(path)
    if any(_is_same(target, given) for given in inputs):
        raise OutputError(f"{path}: is read here, and would be overwritten; give another name")
    try:
        if target.is_dir() or path.endswith(os.sep):
            raise IsADirectoryError(0, "it is a directory")
        if target.exists() and not target.is_file():
            return  # a device or a pipe
        with tempfile.TemporaryFile(dir=Path(os.path.realpath(target)).parent):
            pass
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from None


def unwritable(path: str | Path, error: OSError | ValueError) -> OutputError:
    """Return the error for a file that `write_file` could not write."""
    return OutputError(f"{path}: cannot write: {reason_of(error)}; what stood there is untouched")


def reason_of(error: OSError | ValueError) -> str:
    """Return why the system refused, without the name of the file."""
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)


def _is_same(target: Path, given: str | Path) -> bool:
    with contextlib.suppress(OSError, ValueError):
        return target.samefile(given)
    with contextlib.suppress(OSError, ValueError):  # a history is named before it is there
        return os.path.realpath(target) == os.path.realpath(given)
    return False


def _write_output(content: bytes) -> None:
    if sys.stdout is None:
        raise OutputError("standard output: cannot write: it is closed")
    try:
        _flush(sys.stdout)
        # Past the buffer, if there is one: what is below tells how much of the content it took.
        below = getattr(sys.stdout.buffer, "raw", sys.stdout.buffer)
        rest = memoryview(content)
        while rest:
            taken = below.write(rest)
            if taken is None:
                _wait_for_room(sys.stdout)
            rest = rest[taken or 0 :]
        _flush(sys.stdout)
    except BrokenPipeError:
        raise
    except OSError as error:
        _abandon(sys.stdout)
        raise OutputError(f"standard output: cannot write: {error.strerror}") from None


def _flush(stream: TextIO) -> None:
    while True:
        try:
            return stream.flush()
        except BlockingIOError:
            _wait_for_room(stream)


def _wait_for_room(stream: TextIO) -> None:
    """Wait until a pipe whose writers do not block, as its reader may have asked, takes more."""
    select.select([], [stream], [])


def _abandon(stream: TextIO) -> None:
    """Send what is still buffered nowhere: at exit Python would fail on it again, with its own status."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def write_file(path: Path, content: bytes) -> None:
    """Write a file that is whole or, whatever fails, as it was; through a link, where that points."""
    old_mode = None
    with contextlib.suppress(FileNotFoundError):
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            if stat.S_ISDIR(found.st_mode):
                raise IsADirectoryError(0, "it is a directory")
            with open(path, "wb", opener=_heard if stat.S_ISFIFO(found.st_mode) else None) as file:
                file.write(content)  # a device or a pipe cannot be replaced
            return
        old_mode = stat.S_IMODE(found.st_mode)
    target = Path(os.path.realpath(path))  # a link keeps pointing where it points
    with _written_beside(target, content, old_mode) as temporary:
        temporary.replace(target)


def write_new_file(paths: Iterable[Path], content: bytes) -> None:
    """Write a file, whole or not at all, under the first free name, however many do so at once."""
    for path in paths:
        if path.exists():
            continue
        with _written_beside(path, content) as temporary, contextlib.suppress(FileExistsError):
            _take(path, temporary)
            return


def _take(path: Path, temporary: Path) -> None:
    """Give a file a name that none has."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links: the name is taken first, and what it stands for put there
        path.touch(exist_ok=False)
        temporary.replace(path)


@contextlib.contextmanager
def _written_beside(target: Path, content: bytes, mode: int | None = None) -> Iterator[Path]:
    """Yield a temporary file in the folder of another, on the disk already; afterwards it is gone."""
    temporary = target.with_name(f".{target.name[:40]}.{os.urandom(6).hex()}")
    try:  # from before there is a file: an interrupt may come at any moment
        with open(temporary, "xb", opener=None if mode is None else _private) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            temporary.chmod(mode)
        yield temporary
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _heard(path: str, flags: int) -> int:
    """Open a named pipe that somebody reads, or will within seconds; nobody waits for who never does."""
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            pipe = os.open(path, flags | os.O_NONBLOCK)
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
            if time.monotonic() > until:
                raise OSError(error.errno, "nobody reads from this pipe") from None
            time.sleep(0.02)
        else:
            os.set_blocking(pipe, True)
            return pipe


def wants_colour(path: str | None) -> bool:
    """Say whether the report goes to a terminal that has not asked for plain text."""
    if path not in (None, "-") or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout is not None and sys.stdout.isatty()


def given_beside(
    used: Container[str], options: argparse.Namespace, parser: argparse.ArgumentParser
) -> list[str]:
    """Return the options that were given beside those that are used, by their destinations.

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> _ = parser.add_argument("--from", dest="start"), parser.add_argument("--to", dest="end")
    >>> given_beside(["end"], parser.parse_args(["--from", "1", "--to", "2"]), parser)
    ['--from']
    """
    return [
        action.option_strings[0]
        for action in parser._actions
        if action.option_strings
        and action.dest not in used
        and getattr(options, action.dest, action.default) != action.default
    ]


class Parser(argparse.ArgumentParser):
    """A parser of a command's arguments."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 - those of argparse
        # Adding an argument makes a formatter, which looks for the terminal's width: only help needs that.
        super().__init__(
            allow_abbrev=False, formatter_class=partial(argparse.HelpFormatter, width=80), **settings
        )

    def format_help(self) -> str:
        """Return the help, as wide as the terminal."""
        self.formatter_class = argparse.HelpFormatter
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line, and end with status 2."""
        complain(self.prog.partition(" ")[0], f"{message}; see {self.prog} --help")
        raise SystemExit(2)

    def _print_message(self, message: str, file: object = None) -> None:
        # Help to a full disk or a closed pipe must end like a report there, not with Python's own status.
        write(message, None)


def add_figures(parser: argparse.ArgumentParser) -> None:
    """Add the option that asks for figures."""
    parser.add_argument(
        "--figures",
        metavar="DIR",
        help="write every figure that there is data for into that folder, as PNG, SVG and PDF",
    )


def save_figures(
    document: Decision | History | Mapping[str, Any],
    folder: str | Path,
    formats: Sequence[str] = ("png", "svg", "pdf"),
    kinds: Sequence[str] | None = None,
) -> list[Path]:
    """Write figures of a decision, or of another document, into a folder.

    All are drawn before the first is written; each takes the place of an older one only when it is whole.

    Parameters
    ----------
    document : Decision, History or mapping
        Or the document of one, or of a hierarchy of judgments (:func:`ahp.judge`).
    folder : str or Path
        Made if it is not there.
    formats : sequence of {"png", "svg", "pdf"}
    kinds : sequence of str, optional
        Keys of :data:`ahp.report.figures.KINDS`; unless given all that the document has the data of.

    Returns
    -------
    list of Path
        The files, in the order of the kinds.

    Raises
    ------
    FigureError
        If a format is unknown, or a kind that was asked for cannot be drawn.
    InputError
        If the document is damaged; the message names the key.
    OutputError
        If a file cannot be written; what stood there is untouched.
    """
    from ahp.report.figures import files

    of = document if isinstance(document, Mapping) else _document_of(document)
    with _folder(folder) as target:
        found = list(files(of, formats, kinds))
        paths = [target / name for name, _ in found]
        for path, (_, content) in zip(paths, found, strict=True):
            write(content, str(path))
    return paths


def save_asked(options: argparse.Namespace, document: Mapping[str, Any]) -> None:
    """Write the figures of a document if the options ask for them."""
    if options.figures is not None:
        save_figures(document, options.figures)


def _document_of(decision: object) -> Mapping[str, Any]:
    to_dict = getattr(decision, "to_dict", None)
    if to_dict is None or isinstance(decision, type):
        raise FigureError(
            f"figures are drawn of a decision, a history or a document; found {quoted(decision)}"
        )
    document: Mapping[str, Any] = to_dict()
    return document


@contextlib.contextmanager
def _folder(folder: str | Path) -> Iterator[Path]:
    """Yield a folder that is there; whether it takes files is known before minutes are spent on drawing.

    What was made of it goes again if nothing was written into it.
    """
    import tempfile

    if not isinstance(folder, str | PathLike):
        raise OutputError(f"figures are written into a folder; found {quoted(folder)}; give its path")
    if not str(folder):
        raise OutputError("the name of the folder for the figures is empty; give a path")
    target = Path(folder)
    made: list[Path] = []
    try:
        try:
            if target.exists() and not target.is_dir():
                raise NotADirectoryError(0, "it is no folder")
            made = [path for path in (target, *target.parents) if not path.exists()]
            target.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=target):
                pass
        except (OSError, ValueError) as error:
            raise OutputError(f"{folder}: cannot write figures there: {reason_of(error)}") from None
        yield target
    except BaseException:
        for path in made:
            with contextlib.suppress(OSError, ValueError):  # such as of a name that nothing can have
                path.rmdir()
        raise
