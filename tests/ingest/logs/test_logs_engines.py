"""The engines by name, and what DuckDB may take."""

import pytest

from ahp.ingest.logs.engines import _FRAMES, FILES, connection


def test_every_engine_whose_frames_are_summed_up_is_an_extra(root):
    import tomllib

    extras = tomllib.loads((root / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert {FILES, *_FRAMES} <= set(extras)


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
