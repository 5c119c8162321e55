import pytest

from ahp.harness.catalogue import WORKLOADS
from ahp.harness.filling import rows
from ahp.harness.workloads.sources import EPOCH, NAMES, NOW, PHRASES, SOURCE_SIZES


@pytest.mark.parametrize("name", ["order-entry", "calling-circle"])
def test_schemas_that_copy_from_them_hold_them_and_their_sizes(name):
    schema = WORKLOADS[name].schema
    assert schema.tables[:2] == (NAMES, PHRASES)
    assert {key: schema.sizes(0.01)[key] for key in SOURCE_SIZES} == SOURCE_SIZES
    assert schema.sizes(0.01)["now"] == NOW > EPOCH


def test_names_are_people_somewhere_and_phrases_are_sentences():
    number, first, last, email, street, town = next(iter(rows(NAMES, SOURCE_SIZES, 1)))
    assert number == 1
    assert all((first, last, street, town))
    assert "@" in email
    phrases = list(rows(PHRASES, SOURCE_SIZES, 1))
    assert len(phrases) == SOURCE_SIZES["phrases"]
    assert all(8 <= len(body.split()) <= 16 for _, body in phrases)
