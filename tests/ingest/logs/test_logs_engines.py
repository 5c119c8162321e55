"""The engines by name."""

import pytest

from ahp.ingest.logs.engines import ENGINES, engine_for, lazy


def test_duckdb_is_the_default_and_every_engine_is_an_extra(root):
    import tomllib

    extras = tomllib.loads((root / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert set(ENGINES) <= set(extras)
    assert engine_for(None).name == "duckdb"
    assert all(engine_for(name).missing is None for name in ENGINES)


def test_what_is_no_frame_is_not_taken():
    with pytest.raises(TypeError):
        lazy(7)
