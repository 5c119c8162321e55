"""A disk that is full, or takes no more of a file, and links in the place of what is to be written."""

import os
import resource
import subprocess
import sys

import pytest
from endtoend.tools import tmpfs

from ahp.cli.streams import WRONG

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
