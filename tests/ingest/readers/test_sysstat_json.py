import json

import pytest
from ingest.damage import INPUTS

from ahp.errors import InputError
from ahp.ingest.jsontext import parse_json
from ahp.ingest.readers.sysstat_json import host_in, samples_in

SADF = json.loads((INPUTS / "sadf" / "sadf_j_u.json").read_text())


def read(document: object) -> list:
    return list(samples_in(host_in(parse_json(json.dumps(document, indent=1)))))


def test_samples_have_their_length():
    samples = read(SADF)
    assert [sample.seconds for sample in samples] == [1.0, 1.0, 1.0]
    assert samples[1].of("cpu_system").text == "0.5"


def test_an_interval_without_processor_time_is_refused():
    document = json.loads(json.dumps(SADF))
    del document["sysstat"]["hosts"][0]["statistics"][1]["cpu-load"]
    with pytest.raises(InputError, match="'cpu-load' is missing"):
        read(document)


def test_all_fields_have_a_name_of_their_own():
    document = json.loads(json.dumps(SADF).replace('"cpu-load"', '"cpu-load-all"'))
    assert len(read(document)) == 3
