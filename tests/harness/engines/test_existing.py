import pytest

from ahp.harness.dsn import target
from ahp.harness.engines.existing import Made, listening, mark, marked, unseen
from ahp.harness.ledger import standing
from ahp.harness.meters import Reading


def test_what_is_lent_is_dropped_at_once_and_what_is_kept_at_the_end(ledger):
    dropped = []
    made = Made(target("postgresql://me@h/"), dropped.append)
    with made.opened():
        kept = made.kept(ledger)
        with made.lent(ledger) as lent:
            assert lent != kept
            assert {entry.facts["name"] for entry in standing(ledger.path.parent)} == {kept, lent}
        assert [facts["name"] for facts in dropped] == [lent]
    assert [facts["name"] for facts in dropped] == [lent, kept]
    assert dropped[0]["dsn"] == "postgresql://me@h/"
    assert standing(ledger.path.parent) == ()


def test_a_failure_drops_what_was_kept(ledger):
    dropped = []
    made = Made(target("mariadb://me@h/"), dropped.append)

    def failing():
        with made.opened():
            made.kept(ledger)
            raise KeyError

    with pytest.raises(KeyError):
        failing()
    assert len(dropped) == 1


def test_a_folder_stands_for_a_database(tmp_path):
    mark(tmp_path, "ahp_bench_1", 17)
    assert marked(tmp_path) == ("ahp_bench_1", 17)


def test_nobody_listens_where_nothing_is(tmp_path):
    assert listening(None) == listening(tmp_path / "socket") == ()


def test_what_others_used_of_this_machine_stays_known():
    seen = unseen(Reading(1.0, 2, 0.5, 0.5, 0.0, 0.0, 0.3, 0.3, 0.1, 0.1, 1, 2, 3))
    assert (seen.user_s, seen.server_cpu_s, seen.read_bytes) == (None, None, None)
    assert (seen.client_cpu_s, seen.foreign_cpu_s) == (0.3, 0.1)
