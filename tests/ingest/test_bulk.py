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


def test_a_thread_that_ends_while_another_begins_leaves_the_collector_on(monkeypatch):
    """What another thread may do between the question whether the collector is on and its switching off."""
    is_on, other = gc.isenabled, many_rows()
    inside = [other]

    def asked():
        found = is_on()
        while inside:
            inside.pop().__exit__(None, None, None)
        return found

    before = is_on()
    try:
        gc.enable()
        other.__enter__()
        with monkeypatch.context() as patched:
            patched.setattr(gc, "isenabled", asked)
            with many_rows():
                pass
        while inside:
            inside.pop().__exit__(None, None, None)
        assert is_on()
    finally:
        (gc.enable if before else gc.disable)()
