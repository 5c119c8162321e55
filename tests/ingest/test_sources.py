"""Bytes become text: encodings, marks, and everything that is no text."""

import codecs
import hashlib
import io
import os
import sys
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd  # noqa: TID253 - frames are sources
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ingest.cases import each
from ingest.table_strategies import ours_or_fine

from ahp import files
from ahp.errors import InputError
from ahp.ingest.files import open as sources
from ahp.ingest.files.open import open_source

TEXT = "alternative,tps\nGrößer,1\nµ–lz4,2\n"


def refusal(given_source):
    with pytest.raises(InputError) as raised:
        open_source(given_source)
    return str(raised.value)


@each(
    ("mark", "encoding"),
    [
        *(
            (b"", encoding)
            for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32")
        ),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_every_unicode_encoding_is_recognised(mark, encoding):
    assert open_source(io.BytesIO(mark + TEXT.encode(encoding))).text == TEXT


@each("cell", [["none"], {}, {1}])
@each("framed", [False, True])
def test_several_values_in_a_cell_are_refused(cell, framed):
    table = {"alternative": ["none", cell], "tps": [1, 2]}
    with pytest.raises(InputError, match=r"line 2, column 'alternative': found .*: a cell is one value"):
        open_source(pd.DataFrame(table) if framed else table)


def test_a_file_is_the_same_by_its_path_and_opened(write):
    path = write("a.csv", TEXT)
    source = open_source(path)
    assert (source.name, source.sha256) == (str(path), hashlib.sha256(path.read_bytes()).hexdigest())
    with path.open(encoding="utf-8") as text, path.open("rb") as binary:
        assert open_source(text) == open_source(binary) == open_source(str(path)) == source
    assert open_source(io.StringIO(TEXT)).name == "<file>"


def test_the_digest_is_that_of_the_bytes_and_not_of_the_text():
    content = b"\xef\xbb\xbf" + TEXT.encode()
    assert open_source(io.BytesIO(content)).sha256 == hashlib.sha256(content).hexdigest()


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEXT.encode("utf-16"))))
    source = open_source("-")
    assert (source.name, source.text) == ("<stdin>", TEXT)


def test_standard_input_may_be_closed(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    assert refusal("-") == "<stdin>: standard input is closed"


# --- what is no text -----------------------------------------------------------------------------------------


@each(
    "content",
    [
        b"",
        b" \n\t\r\n",
        b"\xef\xbb\xbf",
        b"\xef\xbb\xbf \n",
        b"\xff\xfe",
        " \n".encode("utf-16"),
        "\u00a0\u2028".encode(),
    ],
)
def test_nothing_but_space_is_empty(content):
    assert refusal(io.BytesIO(content)) == "<file>: the file is empty: there is nothing to read"


@each(
    ("content", "message"),
    [
        (b"\x89PNG\r\n\x1a\n", "line 1: byte 0x89 is not UTF-8 text; save the file as UTF-8 text"),
        (b"a,b\nx,1\ngr\xfc,2\n", "line 3: byte 0xfc is not UTF-8 text; save the file as UTF-8 text"),
        (b"a,b\r\nx,1\r\ngr\xfc,2\r\n", "line 3: byte 0xfc is not UTF-8 text; save the file as UTF-8 text"),
        (b"a,b\rx,1\rgr\xfc,2\r", "line 3: byte 0xfc is not UTF-8 text; save the file as UTF-8 text"),
        (b"\xef\xbb\xbfa,b\nx\xff", "line 2: byte 0xff is not UTF-8 text; save the file as UTF-8 text"),
        ("ab\ncd".encode("utf-16") + b"\x00\xd8", "line 2: byte 0x00 is not UTF-16-LE text; save the file as UTF-8 text"),
        ("ਊ\nx".encode("utf-16-le").join([codecs.BOM_UTF16_LE, b"\x00"]), "line 2: byte 0x00 is not UTF-16-LE text; save the file as UTF-8 text"),
        (b"a,b\nx,\x001\n", "line 2: a NUL byte: this is a binary file; give a text table"),
        (b"a,b\rx,\x001\r", "line 2: a NUL byte: this is a binary file; give a text table"),
        (b"\x7fELF\x02\x01\x01\x00", "line 1: a NUL byte: this is a binary file; give a text table"),
    ],
)  # fmt: skip
def test_what_is_no_text_is_refused_with_its_line(content, message):
    assert refusal(io.BytesIO(content)) == f"<file>, {message}"


def test_a_lone_surrogate_in_text_is_refused_with_its_line():
    assert refusal(io.StringIO("a,b\nx,\udc80\n")).startswith("<file>, line 2: byte 0xed is not UTF-8 text")


# --- what cannot be read ---------------------------------------------------------------------------------------


def test_a_missing_file_a_directory_and_no_path_at_all(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert refusal("missing.csv") == "missing.csv: there is no such file; check the path"
    assert refusal(".") == ".: this is a directory; give the files in it"
    assert refusal("") == "the name of the file is empty; give a path"
    # Python's own words, which became others in 3.13.
    assert refusal("a\0b").startswith(r"a\x00b: the file cannot be read: ")
    assert "embedded null " in refusal("a\0b")
    assert refusal("x" * 5000).endswith("…: the file cannot be read: File name too long")


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no /proc here")
def test_a_file_whose_reading_fails():
    assert refusal("/proc/self/mem") == "/proc/self/mem: the file cannot be read: Input/output error"


def test_a_file_that_may_not_be_read(unprivileged, write):
    path = write("a.csv", TEXT)
    path.chmod(0)
    with unprivileged():
        assert refusal(path) == f"{path}: the file cannot be read: Permission denied"


def test_a_file_that_was_closed_or_opened_in_another_encoding(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(TEXT.encode("latin-1", "replace"))
    with path.open(encoding="utf-8") as file:
        assert refusal(file).startswith(
            f"{path}: the file cannot be read: 'utf-8' codec can't decode byte 0xf6"
        )
    assert refusal(file) == f"{path}: the file cannot be read: I/O operation on closed file."


def test_something_that_reads_as_neither_text_nor_bytes():
    class Odd:
        def read(self):
            return 5

    assert refusal(Odd()) == "<file>: reading it gave a int, not text or bytes"


@each("given_source", [5, None, b"a.csv", ["a.csv"]])
def test_what_is_no_source_at_all(given_source):
    assert refusal(given_source) == (
        f"cannot read a {type(given_source).__name__}; give a path, an open file, a DataFrame or a mapping"
    )


# --- tables that are tables already ------------------------------------------------------------------------------


def test_a_mapping_is_a_table():
    source = open_source({"alternative": ("a", "b"), 7: np.array([1.5, 2.5])})
    assert source.name == "<mapping>"
    assert source.table == {"alternative": ["a", "b"], "7": [1.5, 2.5]}


def test_a_frame_is_a_table_with_plain_cells():
    source = open_source(pd.DataFrame({"alternative": ["a", "b"], "tps": np.array([1, 2], dtype="int32")}))
    assert source.name == "<DataFrame>"
    assert source.table == {"alternative": ["a", "b"], "tps": [1, 2]}
    assert type(source.table["tps"][0]) is int


@pytest.mark.parametrize(
    ("given_source", "message"),
    [
        ({"a": [1, 2], "b": [1]}, "<mapping>: the columns differ in length"),
        ({"a": [1], "b": {1}}, "<mapping>, column 'b': a set has no order"),
        ({"a": 5}, "<mapping>: every column is a sequence of cells: 'int' object is not iterable"),
    ],
)
def test_tables_that_are_none(given_source, message):
    assert refusal(given_source).startswith(message)


def test_a_frame_with_two_columns_of_one_name_is_refused():
    frame = pd.DataFrame([[1, 2]], columns=["tps", "tps"])
    assert refusal(frame) == "<DataFrame>, column 'tps': a DataFrame's columns are named once"


def test_the_head_is_what_a_format_is_recognised_by():
    assert open_source(io.StringIO(TEXT)).head == TEXT
    assert len(open_source(io.StringIO("x" * 100_000)).head) == 65_536


@given(st.binary(max_size=200))
def test_any_bytes_are_text_or_an_input_error(content):
    source = ours_or_fine(lambda: open_source(io.BytesIO(content)))
    if source is not None:
        assert source.text.strip()
        assert "\0" not in source.text


@given(st.text(max_size=200), st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-32"]))
def test_any_text_comes_back_from_any_marked_encoding(text, encoding):
    if not text.strip() or "\0" in text or text[0] == "\ufeff":
        return
    assert open_source(io.BytesIO(text.encode(encoding))).text == text


# --- what is large is read when it is asked for ------------------------------------------------------------------

LOG = "".join(f"{i} größer\n" for i in range(1000))


@pytest.fixture
def large(monkeypatch):
    monkeypatch.setattr(files, "_LARGE", 100)
    monkeypatch.setattr(files, "SMALL", 100)
    monkeypatch.setattr(files, "_AT_ONCE", 1000)
    monkeypatch.setattr(sources, "_BLOCK", 50)


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "a.log"
    path.write_bytes(LOG.encode())
    return path


def ways(path, monkeypatch):
    """Every way in, each opened anew."""
    yield open_source(path)
    yield open_source(io.BytesIO(path.read_bytes()))
    with path.open("rb") as binary, path.open(encoding="utf-8") as text, path.open("rb", buffering=0) as raw:
        yield from (open_source(file) for file in (binary, text, raw))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    yield open_source("-")


@pytest.mark.parametrize("first", ["text", "sha256", "blocks"])
def test_a_large_file_is_the_same_text_in_parts_that_are_whole_lines(large, path, monkeypatch, first):
    """Whichever of them is asked for first."""
    for source in ways(path, monkeypatch):
        assert source.large is not None
        assert source.name in (str(path), "<file>", "<stdin>")
        assert LOG.startswith(source.head)
        assert len(source.head) > 80
        if first == "text":
            assert source.text == LOG
        if first != "sha256":
            blocks = list(source.blocks())
            assert b"".join(blocks) == LOG.encode()
            assert all(bytes(block).endswith(b"\n") and len(block) <= 60 for block in blocks)
        assert source.sha256 == hashlib.sha256(LOG.encode()).hexdigest()


def test_a_small_file_has_parts_too(monkeypatch):
    monkeypatch.setattr(sources, "_BLOCK", 8)
    assert list(open_source(io.StringIO("a\nbc\ndef\n" + "g" * 20 + "\nh")).blocks()) == [
        b"a\nbc\n", b"def\n", b"g" * 20 + b"\n", b"h",
    ]  # fmt: skip
    assert list(open_source({"alternative": ["a"], "tps": [1]}).blocks()) == []


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_a_large_file_in_any_encoding_with_any_line_ends(large, encoding, ends):
    log = LOG.replace("\n", ends)
    content = log.encode(encoding)
    assert b"".join(open_source(io.BytesIO(content)).blocks()) == log.encode()
    source = open_source(io.BytesIO(content))
    assert (source.text, source.sha256) == (log, hashlib.sha256(content).hexdigest())
    assert LOG.startswith(source.head.replace("\r", "\n"))


def test_a_bad_byte_far_into_a_file_is_refused_with_its_line(large, path):
    path.write_bytes(LOG.encode() + b"x\xffy\n" + LOG.encode())
    source = open_source(path)
    with pytest.raises(InputError, match=r"a\.log, line 1001: byte 0xff is not UTF-8 text"):
        _ = source.text
    with pytest.raises(InputError, match="line 1: byte 0xff is not UTF-8 text"):
        open_source(io.BytesIO(b"\xff" + LOG.encode()))


@pytest.mark.parametrize("asked", ["text", "sha256", "blocks"])
@pytest.mark.parametrize("change", ["append", "shrink", "rewrite", "replace"])
def test_a_file_that_changes_is_refused(large, path, asked, change):
    source = open_source(path)
    content = path.read_bytes()
    if change == "replace":
        path.rename(path.with_suffix(".old"))
    path.write_bytes({"append": content + b"1\n", "shrink": content[:-900]}.get(change, content[::-1]))
    os.utime(path, ns=(1, path.stat().st_mtime_ns + 1))
    with pytest.raises(InputError, match=r"a\.log: the file changed while it was read; read it again when"):
        list(source.blocks()) if asked == "blocks" else getattr(source, asked)


def test_a_file_that_changes_between_two_parts_is_refused(large, path):
    blocks = open_source(path).blocks()
    next(blocks)
    with path.open("r+b") as file:
        file.truncate(2000)
    with pytest.raises(InputError, match="the file changed while it was read"):
        list(blocks)


def test_an_open_file_that_changes_is_refused(large, path):
    with path.open("rb") as file:
        source = open_source(file)
        with path.open("ab") as other:
            other.write(b"more\n")
        with pytest.raises(InputError, match="the file changed while it was read"):
            _ = source.text


def test_a_file_that_went_away_is_refused(large, path):
    source = open_source(path)
    path.unlink()
    with pytest.raises(InputError, match=r"a\.log: there is no such file; check the path"):
        list(source.blocks())


def test_what_has_no_name_is_read_once(large):
    source = open_source(io.BytesIO(LOG.encode()))
    list(source.blocks())
    with pytest.raises(InputError, match="<file>: this can be read only once; give a file by its path"):
        _ = source.text


def test_a_large_source_with_another_text(large, path):
    other = replace(open_source(path), content="new")
    assert (other.text, list(other.blocks())) == ("new", [b"new"])


def test_a_pipe_has_no_size(large, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_bytes, args=[LOG.encode()])
    writer.start()
    source = open_source(tmp_path / "pipe")
    writer.join()
    assert source.text == LOG
