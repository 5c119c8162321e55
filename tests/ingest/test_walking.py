"""Folders and patterns: the same files in the same order, hidden ones and loops left alone."""

import os
import random

import pytest

from ahp.errors import InputError
from ahp.ingest.files.open import open_source
from ahp.ingest.files.paths import expand_path, natural_sort

TREE = ("b/run2.log", "b/run10.log", "a/x.log", "a b/x.log", "B/y.log", "z.log", "10.log", "9.log")
IN_ORDER = ["9.log", "10.log", "B/y.log", "a/x.log", "a b/x.log", "b/run2.log", "b/run10.log", "z.log"]


@pytest.fixture
def closed(tmp_path, monkeypatch):
    """A folder beside a file, into which nobody but root may look; both lie in the current folder."""
    monkeypatch.chdir(tmp_path)
    tmp_path.chmod(0o755)
    folder = tmp_path / "secret"
    folder.mkdir()
    (folder / "a.log").write_text("x")
    (tmp_path / "b.log").write_text("x")
    folder.chmod(0)
    yield folder
    folder.chmod(0o755)


@pytest.fixture
def folder(tmp_path):
    names = list(TREE)
    random.Random(7).shuffle(names)
    for name in names:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("x")
    return tmp_path


def found(folder, pattern=""):
    return [os.path.relpath(path, folder) for path in expand_path(os.path.join(folder, pattern))]


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("", IN_ORDER),
        ("*.log", ["9.log", "10.log", "z.log"]),
        ("b/run?.log", ["b/run2.log"]),
        ("[aB]/*.log", ["B/y.log", "a/x.log"]),
        ("**/*.log", IN_ORDER),
        ("**", IN_ORDER),
        ("[ab]*", ["a/x.log", "a b/x.log", "b/run2.log", "b/run10.log"]),
        ("*/x.log", ["a/x.log", "a b/x.log"]),
    ],
)
def test_a_folder_or_a_pattern_stands_for_what_is_in_it(folder, pattern, names):
    assert found(folder, pattern) == names


def test_a_file_that_is_called_like_a_pattern_is_that_file(tmp_path):
    for name in ("a[1].log", "a1.log"):
        (tmp_path / name).write_text("x")
    assert found(tmp_path, "a[1].log") == ["a[1].log"]


def test_hidden_names_are_passed_over_unless_the_pattern_says_so(folder):
    (folder / ".git").mkdir()
    (folder / ".git" / "x.log").write_text("x")
    (folder / ".DS_Store").write_text("x")
    assert found(folder) == IN_ORDER
    assert found(folder, "**/*.log") == IN_ORDER
    assert found(folder, ".git/*.log") == [".git/x.log"]
    assert found(folder, ".g*/x.log") == [".git/x.log"]


def test_links_to_folders_are_not_entered_so_that_no_loop_is_walked(folder):
    for name in ("loop1", "loop2", "b/up"):
        (folder / name).symlink_to(folder, target_is_directory=True)
    assert found(folder) == IN_ORDER
    assert found(folder, "**/*.log") == IN_ORDER
    assert len(expand_path(str(folder / "loop1"))) == len(TREE)


def test_links_to_files_are_files_even_broken_ones(tmp_path):
    (tmp_path / "a.log").write_text("x")
    (tmp_path / "b.log").symlink_to("a.log")
    (tmp_path / "c.log").symlink_to("nowhere")
    assert found(tmp_path) == ["a.log", "b.log", "c.log"]


def test_pipes_are_passed_over_where_they_are_not_named(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "a.log").write_text("x")
    assert found(tmp_path) == found(tmp_path, "*") == found(tmp_path, "**") == ["a.log"]
    assert expand_path(str(tmp_path / "pipe")) == [str(tmp_path / "pipe")]


@pytest.mark.parametrize(
    ("pattern", "message"),
    [("", "there is no file in this folder"), ("*.log", "no file matches; check the path"), ("a**", "no ")],
)
def test_nothing_found_is_an_error(tmp_path, pattern, message):
    with pytest.raises(InputError, match=message):
        expand_path(os.path.join(tmp_path, pattern))


def test_a_folder_that_may_not_be_looked_into_is_named(closed, unprivileged):
    with unprivileged(), pytest.raises(InputError, match=r"^\./secret: the folder cannot be read: Perm"):
        expand_path(".")


@pytest.mark.parametrize(
    "pattern",
    ["**/*.log", "*/*.log", "secret/*.log", "secret/**", "*", "**", "s*/**/*.log", "[s]ecret/a.log"],
)
def test_a_pattern_refuses_a_folder_that_may_not_be_looked_into(closed, unprivileged, pattern):
    with unprivileged(), pytest.raises(InputError, match=r"secret.* cannot be read: Permission denied$"):
        expand_path(pattern)


def test_links_to_where_nobody_may_look_are_told_when_they_are_opened(closed, unprivileged):
    (closed.parent / "out").mkdir()
    (closed.parent / "out" / "link.log").symlink_to("../secret/a.log")
    with unprivileged():
        for given_path in ("out", "out/*", "o*/link.log", "out/**"):
            assert expand_path(given_path) == ["out/link.log"]
        with pytest.raises(InputError, match=r"^out/link\.log: the file cannot be read: Permission denied"):
            open_source("out/link.log")


def test_a_folder_with_very_long_numbers_is_in_order_too(tmp_path):
    names = [f"run{digits}.log" for digits in ("9" * 80, "1" + "0" * 80, "2")]
    for name in names:
        (tmp_path / name).touch()
    assert found(tmp_path) == [names[2], names[0], names[1]]


def test_the_order_is_total_and_knows_numbers():
    names = ["a10", "a9", "a09", "a/1", "a/b", "a", "A", "é", "a-1"]
    first = natural_sort(names)
    for seed in range(20):
        random.Random(seed).shuffle(names)
        assert natural_sort(names) == first
    assert first.index("a9") < first.index("a10")
    assert first.index("a09") < first.index("a9")


def test_links_that_lead_to_themselves_are_told_when_they_are_opened(tmp_path):
    (tmp_path / "a.log").write_text("x")
    (tmp_path / "loop.log").symlink_to("loop.log")
    assert found(tmp_path) == found(tmp_path, "*.log") == found(tmp_path, "**") == ["a.log", "loop.log"]
    assert found(tmp_path, "[l]oop.log") == ["loop.log"]
    with pytest.raises(InputError, match=r"loop\.log: the file cannot be read: Too many levels"):
        open_source(str(tmp_path / "loop.log"))


def test_patterns_go_through_linked_folders_only_where_they_name_them(folder):
    (folder / "loop").symlink_to(folder, target_is_directory=True)
    assert found(folder, "l*/z.log") == ["loop/z.log"]
    assert found(folder, "loo[p]/b/*") == ["loop/b/run2.log", "loop/b/run10.log"]
    assert found(folder, "**/z.log") == ["z.log"]
    assert found(folder, "b/../?.log") == ["9.log", "z.log"]
    assert expand_path(f"{folder}/[b]/../z.log") == [f"{folder}/b/../z.log"]


@pytest.mark.parametrize("pattern", ["nowhere/*.log", "a.log/*", "*/nothing", "a\0*"])
def test_a_pattern_below_nothing_matches_nothing(tmp_path, pattern):
    (tmp_path / "a.log").write_text("x")
    (tmp_path / "b").mkdir()
    with pytest.raises(InputError, match=r"no file matches|no such pattern"):
        found(tmp_path, pattern)
