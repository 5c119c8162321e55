import contextlib
import gc

import pytest

from ahp.cli.loading import staying


def test_what_is_loaded_is_at_once_among_what_was_there_longest():
    with staying():
        loaded = [[] for _ in range(3)]
        young = {id(found) for found in gc.get_objects(generation=0)}
        assert all(id(each) in young for each in loaded)
    young = {id(found) for generation in (0, 1) for found in gc.get_objects(generation=generation)}
    assert not any(id(each) in young for each in loaded)
    assert gc.get_freeze_count() == 0


@pytest.mark.parametrize("was_on", [True, False])
def test_the_collector_is_then_as_it_was(was_on):
    before = gc.isenabled()
    (gc.enable if was_on else gc.disable)()
    try:
        with contextlib.suppress(ImportError), staying():
            assert not gc.isenabled()
            raise ImportError
        assert gc.isenabled() is was_on
    finally:
        (gc.enable if before else gc.disable)()
