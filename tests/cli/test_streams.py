"""Files are whole or untouched, also on a full disk and through links; every failure is one line and an exit status."""

import os
import resource
import signal
import stat
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from endtoend.tools import tmpfs

from ahp.cli.streams import CLOSED_PIPE, INTERNAL, INTERRUPTED, WRONG, check_output, complain, run, write
from ahp.errors import InputError, OutputError


def test_a_new_file_has_the_mode_that_any_program_would_give_it(tmp_path, monkeypatch):
    old = os.umask(0o027)
    try:
        with monkeypatch.context() as patched:
            patched.setattr(os, "umask", lambda _: pytest.fail("changed for all threads"))
            write("text", str(tmp_path / "new"))
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


def test_an_old_file_keeps_its_mode_and_a_link_its_target(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    target.chmod(0o600)
    link.symlink_to(target)
    write("new", str(link))
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    target = tmp_path / "report"
    target.write_text("old")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutputError, match=r"report: cannot write: No space left on device; what stood there"):
        write("new", str(target))
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_where_nothing_can_be_written_is_told(tmp_path):
    for where in (str(tmp_path / "missing" / "report"), str(tmp_path), ""):
        with pytest.raises(OutputError, match=r"cannot write|the name of the output file is empty"):
            write("text", where)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OutputError, match="pipe: cannot write: nobody reads from this pipe"):
        write("text", str(tmp_path / "pipe"))
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


def _raising(error):
    def work():
        raise error

    return work


@pytest.mark.parametrize(
    ("error", "status", "line"),
    [
        (InputError("no", file="f\ng"), WRONG, "ahp-rank: f\\ng: no\n"),
        (MemoryError(), WRONG, "ahp-rank: out of memory; give less data at once\n"),
        (KeyboardInterrupt(), INTERRUPTED, ""),
        (KeyError("x"), INTERNAL, "ahp-rank: internal error, please report it: KeyError: 'x'\n"),
    ],
)
def test_every_failure_has_its_status_and_at_most_one_line(error, status, line, capsys, monkeypatch):
    monkeypatch.delenv("AHP_TRACEBACK", raising=False)
    assert run("ahp-rank", _raising(error)) == status
    assert capsys.readouterr().err == line


def test_a_traceback_is_to_be_had_by_who_asks_for_it(monkeypatch):
    monkeypatch.setenv("AHP_TRACEBACK", "1")
    with pytest.raises(KeyError):
        run("ahp-rank", _raising(KeyError("x")))


def test_a_complaint_is_one_line_whatever_is_in_it(capsys):
    complain("ahp-rank", "a\nb\x1b[31m" + "x" * 5000)
    text = capsys.readouterr().err
    assert text.count("\n") == 1
    assert "\x1b" not in text
    assert len(text) < 1100


def test_a_password_is_masked_however_it_is_written(capsys):
    engine = " is not a known engine; see https://host:80/page"
    for told, shown in [
        (f"'postgresql://me:hunter2@h/db'{engine}", f"'postgresql://me:…@h/db'{engine}"),
        (f"'mysql://:hunter2@h'{engine}", f"'mysql://:…@h'{engine}"),
        (f"'tcp:/me:hun@ter2@h:1'{engine}", f"'tcp:/me:…@h:1'{engine}"),
        (f"'mariadb://u:hunter2x…''{engine}", f"'mariadb://u:……''{engine}"),
        ("'host=h password='s3cret'' is no plan", "'host=h password=…' is no plan"),
        ("'password='s3 cret' user=me' is no plan", "'password=… user=me' is no plan"),
        (r"'password='s3\'cret'' is no plan", "'password=…' is no plan"),
        ("'password='s3cr… is no plan", "'password=… is no plan"),
        ("'password = s3cret' is no plan", "'password = …' is no plan"),
        ('"password = s3\'cret" is no plan', '"password = …" is no plan'),
        ("'h?pass=s3cret' and 'MYSQL_PWD=s3cret'", "'h?pass=…' and 'MYSQL_PWD=…'"),
        ("'host=h PWD=s3cret user=me' is no plan", "'host=h PWD=… user=me' is no plan"),
        ("'postgresql://h/db?passwd=s3cret&a=b' is no plan", "'postgresql://h/db?passwd=…' is no plan"),
        ("PGPASSWORD=s3cret is no plan", "PGPASSWORD=… is no plan"),
        ("postgresql:/u:s3 cret@h/x: no such file", "postgresql:/u:…@h/x: no such file"),
        ("'postgresql://u:s3 cr…' is no plan", "'postgresql://u:……' is no plan"),
        ("bypass=3, and 'https://h:80/p' is not 'a@b'", "bypass=3, and 'https://h:80/p' is not 'a@b'"),
    ]:
        complain("ahp-rank", told)
        assert capsys.readouterr().err == f"ahp-rank: {shown}\n"


PIECES = [
    ":/a:",
    "://",
    "://a:b ",
    "://a:'",
    "://u:",
    "password=",
    "password='",
    "pass ",
    "pass='\\",
    " ",
    "\\",
]


@pytest.mark.parametrize("piece", PIECES)
def test_a_long_complaint_is_told_at_once(piece, capsys):
    """In a time that grows with its length, not with the square of it: then it would be minutes."""
    began = time.process_time()
    complain("ahp-rank", (piece * 100_000)[:100_000])
    complain("ahp-rank", piece + " " * 100_000)
    complain("ahp-rank", piece + "a" * 100_000)
    assert time.process_time() - began < 3
    assert len(capsys.readouterr().err) < 3300


def test_the_name_of_standard_output_is_no_file_to_replace():
    code = "from ahp.cli.streams import write; write('text', '/dev/stdout')"
    if not os.path.exists("/dev/stdout"):
        pytest.skip("no /dev/stdout here")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("text", "")


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_to_a_full_disk_or_a_closed_pipe_ends_like_a_report_there(option):
    command = [sys.executable, "-m", "ahp.cli.rank", option]
    if os.path.exists("/dev/full"):
        with open("/dev/full", "w") as full:
            done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
        assert done.returncode == WRONG
        assert done.stderr == "ahp-rank: standard output: cannot write: No space left on device\n"
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    error = process.stderr.read()
    process.stderr.close()
    assert (process.wait(), error) == (CLOSED_PIPE, b"")


def test_an_output_takes_the_place_of_no_input(tmp_path):
    given, link = tmp_path / "in.csv", tmp_path / "link"
    given.write_text("old")
    link.symlink_to(given)
    with pytest.raises(OutputError, match="link: is read here, and would be overwritten; give another name"):
        check_output(str(link), ["not there", "a\0b", given])
    check_output(str(tmp_path / "out.csv"), [given])
    check_output(None, [given])
    check_output(os.devnull)
    with pytest.raises(OutputError, match="cannot write: it is a directory"):
        check_output(str(tmp_path))
    assert {path.name for path in tmp_path.iterdir()} == {"in.csv", "link"}


@pytest.fixture
def interruptible():
    """Handle interrupts as Python does: what a shell starts in the background ignores them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("error", [ImportError("something in C"), InputError("no such file")])
def test_what_fails_by_an_interrupt_is_an_interrupt(error, capsys):
    def work():
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        raise error

    assert run("ahp-rank", work) == INTERRUPTED
    assert capsys.readouterr().err == ""
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("interruptible")
def test_what_fails_after_another_command_was_interrupted_is_told(capsys):
    def fails():
        raise ImportError("ours")

    assert run("ahp-rank", lambda: signal.raise_signal(signal.SIGINT)) == INTERRUPTED
    assert run("ahp-rank", fails) == INTERNAL
    assert capsys.readouterr().err == "ahp-rank: internal error, please report it: ImportError: ours\n"


def test_a_command_may_run_in_another_thread():
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(run, "ahp-rank", lambda: 0).result() == 0


REPORTING = "import sys; from ahp.cli.streams import run, write; sys.exit(run('c', lambda: write('x' * {size}, None) or 0))"


@pytest.fixture(params=["", "1"], ids=["buffered", "unbuffered"])
def reporting(request):
    """Start what writes a report of a size to standard output."""

    def start(size, stdout=subprocess.PIPE, **settings):
        command = [sys.executable, "-c", REPORTING.format(size=size)]
        environment = {**os.environ, "PYTHONUNBUFFERED": request.param}
        return subprocess.Popen(command, stdout=stdout, stderr=subprocess.PIPE, env=environment, **settings)

    return start


def test_a_pipe_that_does_not_block_gets_everything_however_slow_its_reader(reporting):
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    with reporting(1_000_000, writing) as process:
        os.close(writing)
        time.sleep(0.5)
        with open(reading, "rb") as pipe:
            received = pipe.read()
        assert (process.wait(), process.stderr.read()) == (0, b"")
    assert received == b"x" * 1_000_000


def test_a_reader_that_leaves_early_ends_a_command(reporting):
    for taken in (10, 0):
        with reporting(1_000_000) as process:
            assert process.stdout.read(taken) == b"x" * taken
            process.stdout.close()
            assert (process.wait(), process.stderr.read()) == (CLOSED_PIPE, b"")


def test_a_disk_that_fills_up_on_the_way_is_told(reporting, tmp_path):
    resource = pytest.importorskip("resource")

    def limited():
        resource.setrlimit(resource.RLIMIT_FSIZE, (32_768, 32_768))

    with (tmp_path / "report").open("wb") as file, reporting(100_000, file, preexec_fn=limited) as process:
        assert process.wait() == WRONG
        assert process.stderr.read() == b"c: standard output: cannot write: File too large\n"


def test_a_named_pipe_gives_its_reader_everything(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as thread:
        writing = thread.submit(write, "x" * 1_000_000, str(pipe))
        time.sleep(0.5)  # the reader comes after the writer
        with pipe.open("rb") as file:
            time.sleep(0.5)
            assert file.read() == b"x" * 1_000_000
        writing.result()


pytestmark = pytest.mark.slow

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}

JUDGMENTS = "under,first,second,judgment\n,price,safety,3\nprice,a,b,2\nsafety,a,b,1/4\n"
TABLE = "alternative,tps,cpu\nnone,90,20\nlz4,99,22\nzle,97,21\n"
RANK = ("rank", "table.csv", "--baseline", "none")
JUDGE = ("judge", "judgments.csv")
WRITING = {
    "text": (*RANK, "--output", "out"),
    "html": (*RANK, "--format", "html", "--output", "out"),
    "explained": (*RANK, "--explain-input", "--output", "out"),
    "figures": (*RANK, "--output", os.devnull, "--figures", "folder"),
    "history": (*RANK, "--output", os.devnull, "--history", "out"),
    "history folder": (*RANK, "--output", os.devnull, "--history", "folder/"),
    "judged": (*JUDGE, "--format", "json", "--output", "out"),
    "questionnaire": ("judge", "structure.toml", "--questionnaire", "--output", "out"),
}


@pytest.fixture
def inputs(tmp_path):
    """A folder with what is read, apart from where is written."""
    (tmp_path / "table.csv").write_text(TABLE)
    (tmp_path / "judgments.csv").write_text(JUDGMENTS)
    (tmp_path / "structure.toml").write_text('alternatives = ["a", "b"]\n[children.x]\n[children.y]\n')
    return tmp_path


def command(where, name, *arguments, inputs=None, limit=None):
    """Run a command in a folder, with a largest size of a file."""
    if inputs is not None:
        arguments = [str(inputs / a) if (inputs / a).is_file() else a for a in arguments]

    def limited():
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return subprocess.run(
        [sys.executable, "-m", f"ahp.cli.{name}", *arguments],
        cwd=where, env=ENVIRONMENT, preexec_fn=limited, capture_output=True, text=True, timeout=600,
    )  # fmt: skip


def kept(place):
    return {str(path.relative_to(place)): path.read_bytes() for path in place.rglob("*") if path.is_file()}


def refused(done):
    """The one line of a command that could not write."""
    assert done.returncode == WRONG, done.stderr
    (line,) = [line for line in done.stderr.splitlines() if "warning: " not in line]
    assert "cannot" in line
    return line


@pytest.mark.parametrize(
    ("name", "limit"), [*((name, 0) for name in WRITING), ("text", 100), ("judged", 100)]
)
def test_a_file_that_may_not_grow_leaves_the_old_one_and_nothing_else(name, limit, inputs):
    place = inputs / "place"
    place.mkdir()
    (place / "folder").mkdir()
    first, *rest = WRITING[name]
    if name == "history":
        assert command(place, first, *rest, inputs=inputs).returncode == 0
    elif name != "history folder":
        (place / "out").write_text("old")
    before = kept(place)
    assert "File too large" in refused(command(place, first, *rest, inputs=inputs, limit=limit))
    assert kept(place) == before
    if name == "history":
        limit = len(before["out"]) + 5000  # some of the line would fit
        assert "No space left" in refused(command(place, first, *rest, inputs=inputs, limit=limit))
        assert kept(place) == before


@pytest.fixture
def disk(tmp_path):
    """A file system of 64 KB."""
    with tmpfs(tmp_path / "disk", "64k") as place:
        (place / "folder").mkdir()
        yield place


@pytest.mark.parametrize("name", ["html", "history", "judged"])
def test_a_disk_that_is_full_leaves_the_old_file_and_nothing_else(name, disk, inputs):
    first, *rest = WRITING[name]
    if name == "history":
        assert command(disk, first, *rest, inputs=inputs).returncode == 0
    else:
        (disk / "out").write_text("old")
    free = os.statvfs(disk)
    (disk / "filler").write_bytes(b"x" * ((free.f_bavail - 1) * free.f_bsize))  # one block is left
    before = kept(disk)
    done = command(disk, first, *rest, inputs=inputs)
    assert "No space left on device" in refused(done)
    assert kept(disk) == before


@pytest.mark.parametrize("given", [RANK, JUDGE])
def test_an_output_that_is_a_link_goes_where_the_link_points(given, inputs):
    """As a shell's > does it: the link stays, what it points to is made or replaced whole, and a loop is refused."""
    good = {"dangling": "made", "file": "old"}
    for name, target in (good | {"folder": ".", "nowhere": "no/where", "loop": "loop"}).items():
        (inputs / name).symlink_to(target)
    (inputs / "old").write_text("old")
    for name, target in good.items():
        assert command(inputs, *given, "--output", name).returncode == 0
        assert (inputs / name).is_symlink()
        assert len((inputs / target).read_text()) > 100
    before = set(os.listdir(inputs))
    reasons = {
        "folder": "it is a directory",
        "nowhere": "No such file",
        "loop": "Too many levels of symbolic",
    }
    for name, reason in reasons.items():
        assert reason in refused(command(inputs, *given, "--output", name))
    assert set(os.listdir(inputs)) == before


def test_a_results_folder_may_be_a_link_to_a_folder_and_nothing_else(inputs):
    pytest.importorskip("rocksdict", reason="rocksdict is not installed; it is in the extra bench")
    (inputs / "real").mkdir()
    (inputs / "file").write_text("old")
    for name, target in {
        "folder": "real",
        "dangling": "missing",
        "to a file": "file",
        "loop": "loop",
    }.items():
        (inputs / name).symlink_to(target)
    small = "--scale 0.0002 --runs 1 --warmup 0 --duration 0.1 --clients 1 --interference flag --output"
    asked = "bench run --engine rocksdb --workload stress-test --alternatives none"
    given = [*asked.split(), *small.split()]
    for name in ("dangling", "to a file", "loop"):
        done = command(inputs, *given, name)
        assert done.returncode in (1, 2)
        assert done.stderr.startswith(f"ahp-bench: {name}: ")
        assert done.stderr.count("\n") == 1
        assert (inputs / name).is_symlink()
    assert (inputs / "file").read_text() == "old"
    assert not (inputs / "missing").exists()
    done = command(inputs, *given, "folder")
    assert done.returncode == 0, done.stderr
    assert (inputs / "real" / "results.csv").exists()
