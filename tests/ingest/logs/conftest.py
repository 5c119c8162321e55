"""What several test modules of logs need."""

import sys

import pytest

from ahp.ingest.logs import on_spark


@pytest.fixture(scope="module")
def spark():
    """One session for all tests of a module; it binds to the loopback interface alone."""
    pytest.importorskip("pyspark")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        environment.setenv("PYSPARK_PYTHON", sys.executable)  # another Python would start its workers
        with on_spark.session() as session:
            yield session
