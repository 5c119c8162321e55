"""The engines by name, and what is of one of them alone."""

import pytest

from ahp.errors import InputError
from ahp.ingest.logs import on_dask, on_polars
from ahp.ingest.logs.engines import ENGINES, engine_for
from ahp.ingest.logs.formats import format_of
from ahp.ingest.logs.on_duckdb import connection
from ahp.ingest.logs.on_spark import LOCAL, files


def test_duckdb_is_the_default_and_every_engine_is_an_extra(root):
    import tomllib

    extras = tomllib.loads((root / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert set(ENGINES) <= set(extras)
    assert engine_for(None).name == "duckdb"


# --- DuckDB stays within a gigabyte, writes what does not fit where it is told, and fetches nothing ---------------------


@pytest.mark.parametrize(("threads", "limit"), [(2, "381.4 MiB"), (64, "953.6 MiB"), (None, "333.7 MiB")])
def test_the_limits_are_set(tmp_path, monkeypatch, threads, limit):
    monkeypatch.setattr("os.cpu_count", lambda: threads)
    with connection(str(tmp_path)) as con:
        names = (
            "memory_limit",
            "temp_directory",
            "autoinstall_known_extensions",
            "enable_progress_bar_print",
        )
        found = [con.execute(f"SELECT current_setting('{name}')").fetchone()[0] for name in names]
    assert found == [limit, str(tmp_path), False, False]


def test_what_does_not_fit_goes_to_the_disk(tmp_path):
    with connection(str(tmp_path)) as con:
        con.execute("SET memory_limit = '150MB'")
        query = "SELECT count(*) FROM (SELECT range AS k, count(*) FROM range(6000000) GROUP BY k)"
        assert con.execute(query).fetchone() == (6_000_000,)


# --- the others -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_file_is_a_frame_of_its_used_columns(tmp_path):
    pytest.importorskip("polars", reason="polars is not installed; it is in the extra ahp-rank[polars]")
    pytest.importorskip("dask", reason="dask is not installed; it is in the extra ahp-rank[dask]")
    path = tmp_path / "log.csv"
    path.write_text("time_s,other,latency_us\n1.5,x,7\n")
    with on_dask.files([str(path)], format_of(str(path), {})) as (frame, share):
        assert frame.compute().to_dict("records") == [{"time_s": 1.5, "latency_us": 7}]
        assert share() is None
    with on_polars.files([str(path)], format_of(str(path), {})) as (frame, share):
        assert frame.collect().select("time_s", "latency_us").rows() == [(1.5, 7)]
        assert share() is None


def test_a_session_of_its_own_binds_to_the_loopback_interface():
    assert LOCAL["spark.driver.bindAddress"] == LOCAL["spark.driver.host"] == "127.0.0.1"
    assert LOCAL["spark.ui.enabled"] == "false"


def test_a_heading_with_a_dot_is_refused_before_a_session_begins(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text("time_s,response_time_ms,by.client\n1,2,3\n")
    form = format_of(str(path), {"alternative": "by.client"})
    with pytest.raises(InputError, match="Spark takes a dot"), files([str(path)], form):
        pass
