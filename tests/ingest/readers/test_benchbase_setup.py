import pytest
from ingest.cases import each
from ingest.damage import located
from ingest.readers.micro import refusal

import ahp
from ahp.errors import InputError
from ahp.ingest.readers.benchbase_setup import BenchbaseSetupReader

READER = BenchbaseSetupReader()
CONFIGURATION = [
    "own/benchbase/tpcc_config_used.xml",
    "own/benchbase/tpcc_lz4.config.xml",
    "own/benchbase/tpcc_off.config.xml",
]
STATISTICS = ["own/benchbase/tpcc_lz4.metrics.json", "own/benchbase/tpcc_off.metrics.json"]


@each("file", CONFIGURATION)
def test_a_configuration_is_called_one(file):
    message = refusal(READER, located("benchbase", file))
    assert "the configuration of a BenchBase run (scale factor 1, terminals 4, seconds 10)" in message
    assert "summary.json" in message


@each("file", STATISTICS)
def test_the_statistics_of_the_server_are_not_of_the_run(file):
    message = refusal(READER, located("benchbase", file))
    assert "since they were last reset (2026-11-20 21:02:12.93048+00)" in message
    assert "neither a rate, a response time nor a size" in message


def test_what_a_comment_says_is_not_the_setting():
    text = "<parameters><!-- <terminals>9</terminals> --><terminals>2</terminals><works><work></work></works>"
    assert "(terminals 2)" in refusal(READER, text)


def test_it_is_refused_through_the_door_as_well():
    with pytest.raises(InputError, match="holds no result"):
        ahp.read(f"lz4={located('benchbase', CONFIGURATION[1])}")
