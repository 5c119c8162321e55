"""Bytes and text; what a user sees of it is tested with the sources."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.errors import InputError
from ahp.ingest.encodings import beginning, encoding_of, line_ends, text_of


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"a,b\n", ("utf-8", 0)),
        (codecs.BOM_UTF8 + b"a", ("utf-8", 3)),
        (codecs.BOM_UTF32_LE + b"a\0\0\0", ("utf-32-le", 4)),
        ("a,b,c,d\n".encode("utf-16-be"), ("utf-16-be", 0)),
        ("a,b,c,d\n".encode("utf-16-le") + b"\n", ("utf-8", 0)),
    ],
)
def test_the_encoding_is_told_by_mark_or_zeros(content, found):
    assert encoding_of(content) == found


@pytest.mark.parametrize(
    ("content", "line"), [(b"x\xff", 7), (b"a\nb\r\nc\rd\xff", 10), (b"\0", 7), (b"a\nb\r\nc\rd\0", 10)]
)
def test_the_line_is_counted_from_where_the_bytes_stand(content, line):
    with pytest.raises(InputError) as refused:
        text_of(content, "utf-8", name="f.log", line=7)
    assert (refused.value.file, refused.value.line) == ("f.log", line)


@given(st.text(max_size=30), st.sampled_from(["utf-8", "utf-16-le", "utf-32-be"]), st.data())
def test_a_beginning_has_no_half_character(text, encoding, data):
    text = text.replace("\0", "")
    content = text.encode(encoding)
    found = beginning(content[: data.draw(st.integers(0, len(content)))], encoding, name="f")
    assert text.startswith(found)
    assert beginning(content, encoding, name="f") == text


def test_a_beginning_may_still_be_no_text():
    with pytest.raises(InputError, match="line 2: byte 0xff is not UTF-8"):
        beginning(b"a\n\xffbc", "utf-8", name="f")


def test_line_ends_of_every_kind_are_counted():
    assert line_ends("a\nb\r\nc\rd") == 3
