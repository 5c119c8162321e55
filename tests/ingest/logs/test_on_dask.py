"""Dask reads only the columns that are used, in parts."""

from ahp.ingest.logs import on_dask
from ahp.ingest.logs.formats import format_of


def test_a_file_is_a_frame_of_the_used_columns(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text("time_s,other,latency_us\n1.5,x,7\n")
    with on_dask.files([str(path)], format_of(str(path), {})) as (frame, share):
        assert frame.compute().to_dict("records") == [{"time_s": 1.5, "latency_us": 7}]
        assert share() is None
