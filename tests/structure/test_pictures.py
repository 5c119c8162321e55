"""The figures of the README are those that the library draws now."""

import re

import pytest
from structure.pictures import PICTURES, ROOT, alike, drawn, parts


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_current(name):
    assert alike((ROOT / name).read_bytes(), drawn(name)), "python tests/structure/test_docs.py draws it anew"


def test_another_picture_is_found():
    (name,) = PICTURES
    kept = (ROOT / name).read_bytes()
    for old, new in [
        (rb'(<use x=")(\d+)', lambda found: found[1] + str(int(found[2]) + 5).encode()),
        (rb">0\.2</text>", b">0.3</text>"),
        (rb"LZJB: benefit 0\.421", b"LZJB: benefit 0.431"),
        (rb"(<rect [^>]*/>)", rb"<g>\1<rect x='0' y='0'/></g>"),
        (rb'x="[\d.]+" (y="[\d.]+" font-size="8\.5")', rb'x="9" \1'),
    ]:
        changed, times = re.subn(old, new, kept, count=1)
        assert times == 1, old
        assert not alike(kept, changed), old
    near = re.sub(
        rb'(<use x=")(\d+)', lambda found: found[1] + str(int(found[2]) + 1).encode(), kept, count=1
    )
    assert alike(kept, near)


def test_pictures_are_small_on_white_and_have_words(root):
    readme = (root / "README.md").read_text(encoding="utf-8")
    for name in PICTURES:
        content = (root / name).read_bytes()
        assert len(content) < 20_000
        assert b'<rect width="100%" height="100%" fill="#ffffff"' in content  # readable on a dark page too
        (words,) = re.findall(rf"!\[([^\]]+)\]\({re.escape(name)}\)", readme)
        said = " ".join(parts(content)[0])
        assert len(words) > 60
        for number in re.findall(r"\d\.\d+", words):
            assert number in said, number
        for alternative in ("LZJB", "ZLE", "LZ4"):
            assert alternative in words
