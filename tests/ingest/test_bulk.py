"""The collector of cycles rests while rows are built, and is left as it was found."""

import gc

import pytest

from ahp.ingest.bulk import many_rows


@pytest.mark.parametrize("was_on", [True, False])
def test_the_collector_rests_and_is_left_as_it_was(was_on):
    before = gc.isenabled()
    try:
        (gc.enable if was_on else gc.disable)()
        with many_rows():
            assert not gc.isenabled()
        assert gc.isenabled() is was_on
        with pytest.raises(ZeroDivisionError), many_rows():
            raise ZeroDivisionError
        assert gc.isenabled() is was_on
    finally:
        (gc.enable if before else gc.disable)()
