"""The words over columns: no alias means two things, and each is understood as what it stands under."""

from ahp.evidence.measures import MEASURES
from ahp.ingest.aliases import AMBIGUOUS, MEASURE_ALIASES, ROLE_ALIASES, ROLES
from ahp.ingest.headings import understand


def test_every_alias_is_understood_as_what_it_stands_under():
    for measure, aliases in MEASURE_ALIASES.items():
        assert {understand(alias).measure for alias in aliases} == {measure}
    for role, aliases in ROLE_ALIASES.items():
        for alias in aliases:
            found = understand(alias.lstrip("?"))
            assert (found.role, found.strength) == (role, 2 if alias.startswith("?") else 1)
    for words, candidates in AMBIGUOUS.items():
        assert understand(words).candidates == candidates


def test_the_tables_speak_of_known_roles_and_measures():
    assert set(ROLE_ALIASES) | {"scenario"} == set(ROLES)
    assert set(MEASURE_ALIASES) <= set(MEASURES)
    assert {name for names in AMBIGUOUS.values() for name in names} <= set(MEASURES)
