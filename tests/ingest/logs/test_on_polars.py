"""Polars reads files lazily, and no pattern in a name."""

from ahp.ingest.logs import on_polars
from ahp.ingest.logs.formats import format_of


def test_a_file_is_a_lazy_frame(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text("time_s,latency_us\n1.5,7\n")
    with on_polars.files([str(path)], format_of(str(path), {})) as (frame, share):
        assert frame.collect().rows() == [(1.5, 7)]
        assert share() is None
