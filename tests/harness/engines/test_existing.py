from types import SimpleNamespace

import pytest

from ahp.errors import HarnessError, UnavailableError
from ahp.harness.dsn import target
from ahp.harness.engines.existing import ExistingEngine, listening, mark, marked, own_name, unseen
from ahp.harness.ledger import standing
from ahp.harness.meters import Reading


class Engine(ExistingEngine):
    """A server of which every database takes as much as its alternative's name is long."""

    title = "X"

    def __init__(self, drop):
        super().__init__(target("postgresql://me@h/"), drop)
        self.made = []

    def refused(self):
        return {"b": "it is the whole server's"}

    def _known(self):
        return ("none", "a", "b")

    def _probed(self, name, alternative, measured):
        return len(alternative)

    def _filled(self, name, alternative, schema, rows):
        self.made.append(name)
        return 17

    def _copied(self, loaded, name, alternative):
        assert loaded == self.made[0]
        return SimpleNamespace(address={"dbname": name})

    def _size(self, where):
        return 18


def test_a_loaded_database_stays_for_the_session_and_a_copy_for_the_run(ledger, tmp_path):
    dropped = []
    engine = Engine(dropped.append)
    with engine.opened():
        engine.load(tmp_path, "none", None, None, ledger)
        assert engine.stored_bytes(tmp_path) == 17
        with engine.serve(tmp_path, "none", ledger) as service:
            names = {entry.facts["name"] for entry in standing(ledger.path.parent)}
            assert names == {engine.made[0], service.address["dbname"]}
        assert [facts["name"] for facts in dropped] == [service.address["dbname"]]
        assert engine.stored_bytes(tmp_path) == 18
    assert [facts["name"] for facts in dropped][1:] == engine.made
    assert dropped[0]["dsn"] == "postgresql://me@h/"
    assert standing(ledger.path.parent) == ()


def test_a_failure_drops_what_was_loaded(ledger, tmp_path):
    dropped = []
    engine = Engine(dropped.append)

    def failing():
        with engine.opened():
            engine.load(tmp_path, "none", None, None, ledger)
            raise KeyError

    with pytest.raises(KeyError):
        failing()
    assert len(dropped) == 1


def test_what_is_offered_is_what_is_not_refused_and_does_what_it_says(ledger, tmp_path):
    dropped = []
    engine = Engine(dropped.append)
    assert engine.alternatives() == ("none", "a")
    assert engine.verify("none", tmp_path, ledger) == 1.0
    assert engine.verify("a", tmp_path, ledger) == 4.0
    assert len(dropped) == 2
    with pytest.raises(UnavailableError, match="long as it is in X cannot run here: it is accepted but"):
        engine.verify("long as it is", tmp_path, ledger)


def test_only_our_own_may_be_dropped():
    assert own_name("ahp_bench_0123456789abcdef") == "ahp_bench_0123456789abcdef"
    with pytest.raises(HarnessError, match="'customers': no database of ahp-bench; nothing was touched"):
        own_name("customers")


def test_a_folder_stands_for_a_database(tmp_path):
    mark(tmp_path, "ahp_bench_1", 17)
    assert marked(tmp_path) == ("ahp_bench_1", 17)


def test_nobody_listens_where_nothing_is(tmp_path):
    assert listening(None) == listening(tmp_path / "socket") == ()


def test_what_others_used_of_this_machine_stays_known():
    seen = unseen(Reading(1.0, 2, 0.5, 0.5, 0.0, 0.0, 0.3, 0.3, 0.1, 0.1, 1, 2, 3))
    assert (seen.user_s, seen.server_cpu_s, seen.read_bytes) == (None, None, None)
    assert (seen.client_cpu_s, seen.foreign_cpu_s) == (0.3, 0.1)
