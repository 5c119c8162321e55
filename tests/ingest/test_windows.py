"""Which window is whose, and those that are nobody's."""

import pytest

from ahp.errors import InputError
from ahp.ingest.windows import Windows


def test_a_file_has_its_own_window_or_its_alternatives_or_that_of_all():
    windows = Windows.of({"lz4": ("10:00", "11:00"), "zstd.txt": ("11:00", "12:00"), "": ("12:00", "13:00")})
    assert str(windows.of_file("lz4.txt", "lz4")) == "from 10:00 to 11:00"
    assert str(windows.of_file("zstd.txt", "lz4")) == "from 11:00 to 12:00"
    assert str(windows.of_file("none.txt", None)) == "from 12:00 to 13:00"
    assert Windows.of(None).of_file("none.txt", None) is None
    assert str(Windows.of(("+10", None)).of_file("none.txt", None)) == "from +10 on"
    assert str(Windows.of((None, "+10")).everywhere) == "to +10"


def test_a_window_that_no_monitor_took_is_refused():
    windows = Windows.of({"lz4": ("10:00", "11:00"), "": ("12:00", "13:00")})
    windows.refuse_unused(["lz4", None])
    with pytest.raises(InputError, match="no monitor's file is called 'lz4'"):
        windows.refuse_unused([None])
    with pytest.raises(InputError, match="no file has times that the window from 12:00 to 13:00"):
        windows.refuse_unused(["lz4"])
