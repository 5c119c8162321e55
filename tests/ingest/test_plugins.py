"""Readers of other distributions: found, named, and never in the way of those that work."""

import io
import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
import wheels

import ahp
import ahp.registry
from ahp.errors import InputError, ReaderError
from ahp.ingest import plugins
from ahp.ingest.files.open import open_source
from ahp.ingest.plugins import PluginReader, installed, named, usable
from ahp.ingest.readers import READERS
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.sniff import detect_format
from ahp.registry import Plugin

HERE = Path(__file__).resolve().parent
REPORT = "loadgen 2.1\nthroughput: {} tx/s\np95: {} ms\nfinished after 60 s, {} errors\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder into which pip has installed the distribution of `plugin/`."""
    folder = tmp_path_factory.mktemp("site")
    wheels.install(HERE / "plugin", folder)
    return folder


@pytest.fixture
def outputs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("none.log").write_text(REPORT.format("269.48", "5.25", 0))
    Path("lz4.log").write_text(REPORT.format("342.98", "4.25", 2))


def python(root, site, *arguments):
    path = os.pathsep.join([str(root), *map(str, site)])
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path, "NO_COLOR": "1"},
        check=False,
    )


def rank(root, site, *arguments):
    return python(root, site, "-m", "ahp.cli.rank", *arguments)


def by_hand(folder, name, entries, modules=()):
    """A distribution as an installer leaves it, for what no installer would be asked to make."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[ahp.readers]\n" + "".join(f"{e}\n" for e in entries))
    for module, text in modules:
        (folder / f"{module}.py").write_text(text)
    return folder


# --- a real distribution, installed ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_installed_reader_is_found_by_content(root, site, outputs):
    done = rank(root, [site], "none=none.log", "lz4=lz4.log", "--format", "json", "--include-baseline")
    assert done.returncode == 0, done.stderr
    import json

    document = json.loads(done.stdout)
    assert [entry["reader"] for entry in document["inputs"]] == ["loadgen", "loadgen"]
    used = {
        (m["alternative"], m["measure"]): (m["value"], m["unit"])
        for m in document["scenarios"][0]["measurements"]
    }
    assert used["lz4", "throughput"] == (342.98, "1/s")
    assert used["none", "response_time_p95"] == (5.25, "ms")
    (finding,) = [f for f in document["scenarios"][0]["audit"] if f["check"] == "harness"]
    assert finding["detail"] == "failed transactions are counted in the throughput (lz4.log)"


@pytest.mark.slow
def test_it_is_asked_for_by_name_and_stands_in_the_help(root, site, outputs):
    done = rank(root, [site], "none=none.log", "lz4=lz4.log", "--reader", "loadgen")
    assert done.returncode == 0, done.stderr
    shown = " ".join(rank(root, [site], "--help").stdout.split())
    assert "loadgen (ahp-loadgen 1.0)." in shown
    assert "Readers: ab, " in shown
    wrong = rank(root, [site], "none=none.log", "--reader", "loadgem")
    assert wrong.stderr.startswith("ahp-rank: 'loadgem' is not a known reader; use one of: ab, ")
    assert wrong.stderr.endswith(", loadgen\n")


@pytest.mark.slow
def test_what_it_refuses_is_refused_with_file_and_line(root, site, tmp_path):
    (tmp_path / "cut.log").write_text("loadgen 2.1\nthroughput: 1 tx/s\n")
    done = rank(root, [site], f"a={tmp_path / 'cut.log'}")
    assert (done.returncode, done.stderr) == (
        2,
        f"ahp-rank: {tmp_path / 'cut.log'}, line 2: this is not the whole report of one run; give the output "
        "of a run that finished, one run in each file\n",
    )


@pytest.mark.slow
def test_without_it_the_same_file_is_nobodys(root, outputs):
    done = rank(root, [], "none=none.log")
    assert done.returncode == 2
    assert "none.log" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "looked"),
    [("examples/zfs_oltp.csv", False), ("tests/inputs/hyperfine/compress.json", False), (None, True)],
)
def test_only_what_nobody_recognises_is_worth_looking_for_others(root, tmp_path, file, looked):
    if file is None:
        path = tmp_path / "t.csv"
        path.write_text("codec,tps\nnone,1\nlz4,2\n")
    else:
        path = root / file
    code = (
        "import sys\nfrom ahp.ingest.files.open import open_source\n"
        "from ahp.ingest.sniff import detect_format\n"
        "before = 'importlib.metadata' in sys.modules\n"
        "detect_format(open_source(sys.argv[1]))\n"
        "print('ahp.ingest.plugins' in sys.modules, before or 'importlib.metadata' in sys.modules)"
    )
    done = python(root, [], "-c", code, str(path))
    assert done.stdout == f"{looked} {looked}\n", done.stderr


def test_the_how_to_shows_this_distribution(root):
    page = (root / "docs" / "howto" / "write-a-reader.md").read_text(encoding="utf-8")
    for name in ("ahp_loadgen.py", "pyproject.toml"):
        text = (HERE / "plugin" / name).read_text(encoding="utf-8")
        assert f":caption: {name}\n{text}```" in page


# --- what is wrong with one, from the outside -------------------------------------------------------------------------


BROKEN = [
    ("x = ahp_missing:Reader", "cannot be loaded: ModuleNotFoundError: No module named 'ahp_missing'"),
    (
        "x = ahp_broken:Absent",
        "cannot be loaded: AttributeError: module 'ahp_broken' has no attribute 'Absent'",
    ),
    ("x = ahp_raising:Reader", r"cannot be loaded: RuntimeError: two\nlines"),
    ("x = ahp_broken:Empty", "cannot be used: it has no 'matches', 'read'"),
    ("x = ahp_broken:Needy", "cannot be loaded: TypeError: "),
    ("x = ahp_broken:Failing", "cannot say whether it fits: ZeroDivisionError: division by zero"),
    ("ycsb = ahp_broken:Empty", "takes a name of ahp's own"),
]
MODULES = [
    (
        "ahp_broken",
        "class Empty: pass\n"
        "class Needy:\n    def __init__(self, must): pass\n"
        "class Failing:\n    def matches(self, head): 1 / 0\n    def read(self, source, options): 1 / 0\n",
    ),
    ("ahp_raising", "raise RuntimeError('two\\nlines')\n"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("entry", "problem"), BROKEN)
def test_a_broken_reader_is_a_warning_and_nothing_else_changes(root, site, outputs, tmp_path, entry, problem):
    broken = by_hand(tmp_path / "broken", "ahp-broken", [entry], MODULES)
    done = rank(root, [site, broken], "none=none.log", "lz4=lz4.log", "--format", "csv")
    assert done.returncode == 0, done.stderr
    told = [line for line in done.stderr.splitlines() if "ahp-broken" in line]
    name = entry.partition(" ")[0]
    assert len(told) == 1, done.stderr
    assert told[0].startswith(f"ahp-rank: warning: the reader '{name}' of ahp-broken 1.0 {problem}")
    assert told[0].endswith("; it is not used")
    plain = rank(root, [site, broken], str(root / "examples" / "zfs_oltp.csv"))
    assert "ahp-broken" not in plain.stderr


@pytest.mark.slow
@pytest.mark.parametrize(("entry", "problem"), BROKEN[:5])
def test_a_broken_reader_that_is_asked_for_is_an_error(root, outputs, tmp_path, entry, problem):
    broken = by_hand(tmp_path / "broken", "ahp-broken", [entry], MODULES)
    done = rank(root, [broken], "none=none.log", "--reader", "x")
    assert done.returncode == 2
    assert done.stderr.startswith(f"ahp-rank: the reader 'x' of ahp-broken 1.0 {problem}")
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
def test_a_name_of_ours_stays_ours(root, tmp_path):
    taken = by_hand(tmp_path / "taken", "ahp-taken", ["table = ahp_broken:Empty"], MODULES)
    done = rank(root, [taken], str(root / "examples" / "zfs_oltp.csv"), "--reader", "table")
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_one_name_of_two_distributions_is_neither(root, site, outputs, tmp_path):
    other = by_hand(tmp_path / "other", "ahp-other", ["loadgen = ahp_broken:Failing"], MODULES)
    done = rank(root, [site, other], "none=none.log", "--reader", "loadgen")
    assert done.stderr == (
        "ahp-rank: the reader 'loadgen' is installed twice, by 'ahp-loadgen 1.0', 'ahp-other 1.0'\n"
    )


@pytest.mark.slow
def test_one_distribution_found_twice_is_one(root, site, outputs, tmp_path):
    again = tmp_path / "again"
    wheels.install(HERE / "plugin", again)
    done = rank(root, [site, again], "none=none.log", "lz4=lz4.log")
    assert (done.returncode, "installed twice" in done.stderr) == (0, False)


@pytest.mark.slow
def test_two_readers_that_fit_are_both_named(root, site, outputs, tmp_path):
    text = (
        "class Eager:\n    def matches(self, head): return True\n    def read(self, source, options): pass\n"
    )
    eager = by_hand(tmp_path / "eager", "ahp-eager", ["eager = ahp_eager:Eager"], [("ahp_eager", text)])
    done = rank(root, [site, eager], "none=none.log")
    assert done.stderr == (
        "ahp-rank: none.log: the content fits the readers 'eager', 'loadgen'; say which with --reader\n"
    )
    gave = rank(root, [site, eager], "none=none.log", "--reader", "eager")
    assert gave.stderr == (
        "ahp-rank: none.log: the reader 'eager' of ahp-eager 1.0 gave a NoneType, not a Reading\n"
    )


# --- the same, one by one ---------------------------------------------------------------------------------------------


class Word:
    """A reader of files that start with a word."""

    def matches(self, head):
        return head.startswith("word")

    def read(self, source, options):
        if "fail" in source.text:
            raise KeyError("what")
        if "refuse" in source.text:
            raise InputError("no", file=source.name)
        return Reading(())


@pytest.fixture
def word(monkeypatch):
    plugin = Plugin("reader", "word", "ahp-word 2", EntryPoint("word", "nowhere:Word", plugins.GROUP))
    monkeypatch.setattr(plugins, "installed", lambda: (plugin,))
    monkeypatch.setattr(ahp.registry, "_object", lambda _: Word())
    return plugin


def test_an_installed_reader_goes_before_the_plain_table_and_after_ours(word):
    chosen = detect_format(open_source(io.StringIO("word of mine\n")))
    assert (chosen.name, chosen.why) == (
        "word",
        "recognised by its content; the reader comes from ahp-word 2",
    )
    assert detect_format(open_source(io.StringIO("word,alternative\n1,2\n"))).name == "table"


def test_its_faults_name_it_and_its_refusals_are_its_own(word):
    reader = named("word", READERS)
    assert isinstance(reader, PluginReader)
    with pytest.raises(ReaderError) as raised:
        reader.read(open_source(io.StringIO("word fail")), Options())
    assert str(raised.value) == "<file>: the reader 'word' of ahp-word 2 failed: KeyError: 'what'"
    with pytest.raises(InputError, match=r"^<file>: no$"):
        reader.read(open_source(io.StringIO("word refuse")), Options())


def test_nobody_elses_name_is_found(word):
    assert named("other", READERS) is None
    assert list(usable(READERS)[0]) == ["word"]
    assert usable([*READERS, "word"]) == (
        {},
        ["the reader 'word' of ahp-word 2 takes a name of ahp's own; it is not used"],
    )


def test_warnings_of_several_files_are_told_once(monkeypatch):
    plugin = Plugin("reader", "gone", "ahp-gone 3", EntryPoint("gone", "ahp_nowhere:Reader", plugins.GROUP))
    monkeypatch.setattr(plugins, "installed", lambda: (plugin,))
    tables = (io.StringIO(f"codec,tps\n{name},1\n") for name in ("none", "lz4"))
    m = ahp.read(*tables)
    assert m.warnings == (
        "the reader 'gone' of ahp-gone 3 cannot be loaded: ModuleNotFoundError: "
        "No module named 'ahp_nowhere'; it is not used",
    )


def test_the_installed_ones_are_looked_up_once():
    assert installed() is installed()
