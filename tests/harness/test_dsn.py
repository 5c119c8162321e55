import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.errors import HarnessError
from ahp.harness.engines.existing import Target, target


@pytest.fixture(autouse=True)
def no_password(monkeypatch):
    for name in ("PGPASSWORD", "MYSQL_PWD"):
        monkeypatch.setenv(name, "")


def test_it_is_read_and_written_again_without_a_password():
    for text, expected, clean in [
        (
            "postgres://u:p%40%2F@db.example:5433/mine?sslmode=verify-full",
            Target("postgresql", "db.example", 5433, "u", "mine", {"sslmode": "verify-full"}),
            "postgresql://u@db.example:5433/mine?sslmode=verify-full",
        ),
        (
            "postgresql:///?host=/run/pg&password=x",
            Target("postgresql", "", None, "", "", {"host": "/run/pg"}),
            "postgresql:///?host=%2Frun%2Fpg",
        ),
        (
            "mysql://root@[::1]:3307",
            Target("mariadb", "::1", 3307, "root", "", {}),
            "mariadb://root@[::1]:3307/",
        ),
    ]:
        assert target(text) == expected
        assert target(text).text == clean
        assert target(clean) == expected


def test_a_password_goes_to_the_environment_and_one_that_is_not_given_leaves_it(monkeypatch):
    target("postgresql://u:p%40%2F@h/")
    assert os.environ["PGPASSWORD"] == "p@/"
    target("postgresql://u@h/")
    assert os.environ["PGPASSWORD"] == "p@/"
    target("mariadb://u:other@h/")
    assert (os.environ["PGPASSWORD"], os.environ["MYSQL_PWD"]) == ("p@/", "other")


def test_what_cannot_be_read_is_not_repeated():
    for text in [
        "hush",
        "host=h password=hush",
        "postgresql:hush",
        "postgresql://u:hush@h:hush/",
        "oracle://u:hush@h/",
        "postgresql://u@h/?hush=1",
        "postgresql://u@h/?sslmode=a&sslmode=hush",
        "postgresql://u@h/?hush",
        "postgresql://u:p#hush@h/",
        "postgresql://u:hush[@h/",
        17,
    ]:
        with pytest.raises(HarnessError, match=r"^the dsn") as problem:
            target(text)
        assert "hush" not in str(problem.value)
        assert problem.value.__cause__ is None


_TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1)


@given(_TEXT, _TEXT)
def test_any_user_and_database_come_through(user, database):
    found = Target("postgresql", "h", None, user, database, {})
    assert target(found.text) == found
