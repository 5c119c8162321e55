"""PySpark: `test_read_log.py` runs it; a session of its own is open to nobody else."""

import pytest

from ahp.errors import InputError
from ahp.ingest.logs.formats import format_of
from ahp.ingest.logs.on_spark import LOCAL, files


def test_a_session_of_its_own_binds_to_the_loopback_interface():
    assert LOCAL["spark.driver.bindAddress"] == LOCAL["spark.driver.host"] == "127.0.0.1"
    assert LOCAL["spark.ui.enabled"] == "false"


def test_a_heading_with_a_dot_is_refused_before_a_session_begins(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text("time_s,response_time_ms,by.client\n1,2,3\n")
    form = format_of(str(path), {"alternative": "by.client"})
    with pytest.raises(InputError, match="Spark takes a dot"), files([str(path)], form):
        pass
