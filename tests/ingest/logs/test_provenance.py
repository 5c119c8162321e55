"""The files of a log and their digests."""

from hashlib import sha256

from ahp.ingest.logs.provenance import log_files, sources_of


def test_all_rows_stand_with_the_first_file(tmp_path):
    contents = {"small": b"1,2\n", "large": b"1,2\n" * 600_000}
    paths = []
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
        paths.append(str(tmp_path / name))
    found = sources_of(log_files(paths, "csv"), 7)
    assert [source.sha256 for source in found] == [
        sha256(content).hexdigest() for content in contents.values()
    ]
    assert [source.rows for source in found] == [7, 0]
