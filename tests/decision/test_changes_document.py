"""The document of changes holds everything and no other kind of thing."""

import json

from decision.nights import CALM, decided

import ahp
from ahp.decision.changes_document import changes_document


def test_every_field_is_there():
    now, before = decided(CALM, a=(100.0, 11.0), b=(150.0, 9.0)), decided(CALM, a=(200.0, 11.0), b=(9.0, 9.0))
    changes = ahp.compare(now, before, file="p.json", sha256="f" * 64).changes
    found = changes_document(changes)
    assert changes_document(None) is None
    assert (found["file"], found["sha256"], found["changed"]) == ("p.json", "f" * 64, changes.changed)
    (scenario,) = found["scenarios"]
    (original,) = changes.scenarios
    assert (scenario["previous"], scenario["present"]) == (["a"], ["b"])
    assert scenario["reason"] == original.reason
    for shown, measure in zip(scenario["measures"], original.measures, strict=True):
        assert shown == {
            "alternative": measure.alternative,
            "criterion": measure.criterion,
            "measure": measure.measure,
            "unit": measure.unit,
            "before": measure.before,
            "now": measure.now,
            "change": measure.change,
            "interval": list(measure.interval),
            "better": measure.better,
            "beyond_noise": measure.beyond_noise,
        }
    assert json.loads(json.dumps(found, allow_nan=False)) == found


def test_what_is_not_known_is_null():
    one, other = decided(a=(2.0, 1.0), b=(1.0, 1.0)), decided(a=(2.0, 1.0), b=(1.0, 1.0))
    found = changes_document(ahp.compare(one, other).changes)
    assert all(measure["interval"] is None for measure in found["scenarios"][0]["measures"])
    times = ahp.rank(ahp.read({"alternative": ["none", "a"], "response_time_mean_ms": [5.0, 4.0]}))
    assert changes_document(ahp.compare(times, other).changes)["scenarios"][0]["worse"] is None
