"""What several test modules of logs need: frames of every engine, and a session of Spark."""

import shutil
import sys

import pytest

SLOW = ("polars", "polars lazy", "dask", "spark")
"""Engines with packages of their own: only the slow tier tries them."""

SPARK_WARNS = [
    pytest.mark.filterwarnings("ignore:PySpark does not yet fully support:FutureWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # sockets to the JVM
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
"""The marks of a module with tests on Spark."""


@pytest.fixture(scope="module")
def spark():
    """One session for all tests of a module; it binds to the loopback interface alone."""
    sql = pytest.importorskip(
        "pyspark.sql", reason="pyspark is not installed; it is in the extra ahp-rank[spark]"
    )
    if shutil.which("java") is None:
        pytest.skip("java is not installed, which Spark runs on")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        environment.setenv("PYSPARK_PYTHON", sys.executable)  # another Python would start its workers
        builder = sql.SparkSession.builder.master("local[2]").appName("ahp")
        for key, value in (
            ("spark.driver.bindAddress", "127.0.0.1"),
            ("spark.driver.host", "127.0.0.1"),
            ("spark.ui.enabled", "false"),
            ("spark.ui.showConsoleProgress", "false"),
            ("spark.sql.shuffle.partitions", "2"),
        ):
            builder = builder.config(key, value)
        session = builder.getOrCreate()
        yield session
        session.stop()


def available(engine, request):
    """Skip the test if an engine is not here; return the session if it is Spark."""
    if engine == "spark":
        return request.getfixturevalue("spark")
    return pytest.importorskip(
        engine, reason=f"{engine} is not installed; it is in the extra ahp-rank[{engine}]"
    )


@pytest.fixture(
    params=["pandas", "pyarrow", "duckdb", *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW)]
)
def native(request):
    """What makes of a frame of pandas that of every engine."""
    package, _, lazy = request.param.partition(" ")
    found = available(package, request)

    def made(frame):
        columns = frame.to_dict("list")
        if package == "spark":
            return found.createDataFrame(frame.to_dict("records"))
        if package == "polars":
            return found.LazyFrame(columns) if lazy else found.DataFrame(columns)
        if package == "dask":
            return pytest.importorskip("dask.dataframe").from_pandas(frame, npartitions=3)
        if package == "pandas":
            return frame
        table = pytest.importorskip("pyarrow").table(columns)
        return connection.from_arrow(table) if package == "duckdb" else table

    connection = found.connect() if package == "duckdb" else None
    yield made
    if connection is not None:
        connection.close()
