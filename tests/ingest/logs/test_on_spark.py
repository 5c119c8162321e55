"""PySpark: `test_read_log.py` runs it; a session of its own is open to nobody else."""

from ahp.ingest.logs.on_spark import LOCAL


def test_a_session_of_its_own_binds_to_the_loopback_interface():
    assert LOCAL["spark.driver.bindAddress"] == LOCAL["spark.driver.host"] == "127.0.0.1"
    assert LOCAL["spark.ui.enabled"] == "false"
