"""What is special to the readers of disk usage; `test_inputs.py` has what is common to all."""

from __future__ import annotations

from ingest.damage import INPUTS, reading_of

import ahp
from ahp.ingest.readers.btrfs_space import BtrfsSpaceReader

# --- du -----------------------------------------------------------------------------------------------------


def test_one_word_serves_all_files(tmp_path):
    for name, size in (("none", 400), ("zstd", 100)):
        (tmp_path / f"{name}.txt").write_text(f"{size}\tmnt\n")
    sources = [f"{name}={tmp_path / name}.txt" for name in ("none", "zstd")]
    measured = ahp.read(*sources, columns={"stored_bytes": "1K-blocks"}, baseline="none")
    assert measured.to_frame().value.tolist() == [409600, 102400]


# --- btrfs_space --------------------------------------------------------------------------------------------


BTRFS_SPACE = BtrfsSpaceReader()
BTRFS_SPACE_FOLDER = INPUTS / "btrfs_space"
DF = (BTRFS_SPACE_FOLDER / "btrfs_fi_df_b_zstd.txt").read_bytes()


def test_it_stores_what_compsize_says_is_stored():
    compsize = (INPUTS / "compsize" / "compsize_b_zstd.txt").read_text()
    (row,) = reading_of(BTRFS_SPACE, DF).rows
    assert f" {row.found} " in next(line for line in compsize.split("\n") if line.startswith("TOTAL"))
