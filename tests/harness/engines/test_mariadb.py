import pytest
from harness.engines.servers import assert_failed_load, assert_odd_texts, assert_same_rows
from harness.storage.made import nothing_left

from ahp.errors import UnavailableError
from ahp.harness.engines import mariadb as engines
from ahp.harness.engines.mariadb import MariaDB, options, selective, settings
from ahp.harness.workloads.base import Column, Table

ENGINE = MariaDB()


@pytest.mark.slow
def test_the_rows_are_the_same_with_every_alternative(place, ledger):
    def look(service, alternative):
        made = service.query("SELECT row_format FROM information_schema.tables WHERE table_name = 'orders'")
        assert made.upper() == ("COMPRESSED" if alternative == "row-8" else "DYNAMIC")
        assert service.details["tx_isolation"] == "READ-COMMITTED"

    assert_same_rows(ENGINE, place, ledger, ("none", "row-8", "page-zlib"), look)


@pytest.mark.slow
@pytest.mark.parametrize("alternative", ["row-8", "page-lz4", "myrocks-zstd"])
def test_an_alternative_does_what_it_says(alternative, place, ledger):
    if alternative not in ENGINE.alternatives():
        pytest.skip(f"{alternative}: its plug-in is not installed; .ci/packages installs it")
    place.chmod(0o700)  # as the run makes it
    assert ENGINE.verify(alternative, place, ledger) > 1.2
    assert ENGINE.verify("none", place, ledger) == 1.0
    assert nothing_left(ledger)


@pytest.mark.slow
def test_one_that_stores_plain_is_refused(place, ledger, monkeypatch):
    monkeypatch.setattr(engines, "options", lambda alternative, table: "ENGINE=InnoDB")
    with pytest.raises(
        UnavailableError, match="row-8 in MariaDB cannot run here: it is accepted but compresses"
    ):
        ENGINE.verify("row-8", place, ledger)


def test_the_selective_are_those_of_text():
    def table(*columns):
        return Table(
            "t",
            tuple(Column(f"c{n}", kind, lambda *_: 0, width) for n, (kind, width) in enumerate(columns)),
            ("c0",),
            (),
            "n",
        )

    notes, numbers = table(("int", 0), ("text", 200)), table(("int", 0), ("int", 0), ("text", 10))
    assert selective(notes)
    assert not selective(numbers)
    assert options("row-4-selective", notes) == options("row-4", notes) == options("row-4", numbers)
    assert options("row-4-selective", numbers) == options("none", numbers) == "ENGINE=InnoDB"
    assert options("row-4", notes).endswith("KEY_BLOCK_SIZE=4")
    assert options("myrocks-lz4", notes) == "ENGINE=ROCKSDB"
    assert settings("none") == settings("row-8") == {}


@pytest.mark.slow
def test_odd_texts_go_through_the_server(place, ledger):
    assert_odd_texts(ENGINE, place, ledger)


@pytest.mark.slow
def test_a_load_that_fails_is_told_and_leaves_no_server(place, ledger):
    assert_failed_load(ENGINE, place, ledger, r"ended with 1: .*ERROR")


def test_why_there_is_none_is_said(monkeypatch):
    monkeypatch.setattr(engines, "missing", lambda *names: "mariadbd: command not found")
    assert ENGINE.available() == "mariadbd: command not found"


def test_without_an_account_for_the_server_it_is_said(monkeypatch):
    def nobody():
        raise UnavailableError("a server", "there is no account 'nobody'")

    monkeypatch.setattr(engines, "missing", lambda *names: None)
    monkeypatch.setattr(engines, "unprivileged", nobody)
    assert ENGINE.available() == "there is no account 'nobody'"
