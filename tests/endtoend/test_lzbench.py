"""lzbench, run on this project's own text: sizes are those of the file, ratios those of the sizes."""

import pytest
from endtoend.frames import kept
from endtoend.tools import printed

import ahp


@pytest.fixture(scope="module")
def table(tmp_path_factory, root):
    folder = tmp_path_factory.mktemp("lzbench")
    (folder / "text").write_bytes(
        b"".join(path.read_bytes() for path in sorted(root.glob("docs/*/*.md"))) * 4
    )
    printed("lzbench", "-t0,0", "-i1,1", "-o4", "-ememcpy/zstd,1/nosuch", folder / "text", into=folder / "o4")
    return folder


def test_the_sizes_are_those_of_the_file(table):
    size = (table / "text").stat().st_size
    frame = kept(ahp.read(table / "o4", failed="drop"))
    original = frame[frame.measure == "original_bytes"]
    assert set(original.value) == {size}
    stored = frame[frame.measure == "stored_bytes"].set_index("alternative").value
    assert stored["memcpy"] == size
    assert any(name.startswith("zstd") and value < size / 2 for name, value in stored.items())
