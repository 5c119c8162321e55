"""Monitors beside a benchmark: windows, the idle machine, and shares that mean the same."""

import pytest
from ingest.cases import each
from ingest.damage import INPUTS

from ahp.errors import AHPError, InputError, UnitError
from ahp.ingest.read import read

SAR = INPUTS / "sar" / "sar_u.txt"
VMSTAT = INPUTS / "vmstat" / "vmstat.txt"
PIDSTAT = INPUTS / "pidstat" / "pidstat_h_C.txt"


def user(measurements) -> dict[str, float]:
    return {row.alternative: row.value for row in measurements.rows if row.measure == "cpu_user"}


def test_one_window_for_all():
    found = read(f"a={SAR}", window=("21:34:42", "21:34:44"))
    assert user(found) == pytest.approx({"a": (0.00 + 3.12) / 2})
    assert found.caveats == (
        (
            str(SAR),
            "Averaged over the 2 of its 3 intervals that lie whole in the window from 21:34:42 to 21:34:44, both "
            "ends included.",
        ),
    )


def test_each_alternative_has_its_window_in_one_recording():
    windows = {"a": ("21:34:41", "21:34:42"), "b": ("21:34:43", "21:34:44")}
    assert user(read(f"a={SAR}", f"b={SAR}", window=windows)) == {"a": 2.51, "b": 3.12}


def test_each_file_has_its_window():
    sadf = INPUTS / "sadf" / "sadf_d_u.csv"
    windows = {str(SAR): ("21:34:41", "21:34:42"), "": ("2026-11-20 21:34:43", "2026-11-20 21:34:44")}
    assert user(read(f"a={SAR}", f"b={sadf}", window=windows)) == {"a": 2.51, "b": 3.12}


def test_a_window_is_for_monitors_and_not_for_what_has_no_time():
    table = {"alternative": ["a"], "tps": ["100"]}
    assert user(read(f"a={SAR}", table, window=("+2", None))) == {"a": 3.12}
    with pytest.raises(InputError, match=r"no file has times that the window from \+2 on could choose by"):
        read(table, window=("+2", None))
    with pytest.raises(InputError, match="no monitor's file is called 'c'"):
        read(f"a={SAR}", window={"c": ("+2", None)})


@each("file", [VMSTAT, INPUTS / "iostat" / "iostat_c.txt", INPUTS / "proc_stat" / "before_after.txt"])
def test_a_monitor_without_times_cannot_be_windowed(file):
    with pytest.raises(InputError) as raised:
        read(f"a={file}", window=("21:34:42", "21:34:44"))
    assert f"{file}: its intervals have no times that a window could choose by" in str(raised.value)


def test_all_forms_of_one_recording_agree_in_every_window():
    forms = [SAR, INPUTS / "sar" / "sar_u_ALL_P_ALL.txt"]
    forms += [INPUTS / "sadf" / f"sadf_{form}" for form in ("d_u.csv", "p_u.tsv", "x_u.xml", "j_u.json")]
    for start, end in (("21:34:41", "21:34:43"), ("+1", "+3"), ("21:34:42", "21:34:43")):
        values = [user(read(f"a={form}", window=(start, end)))["a"] for form in forms]
        assert values == pytest.approx([values[0]] * len(forms))
    epoch = read(f"a={INPUTS / 'sadf' / 'sadf_d_U_uALL.csv'}", window=(1795210481, 1795210483))
    assert user(epoch) == pytest.approx({"a": 2.51 / 2})
    counters = read(f"a={INPUTS / 'sadf' / 'sadf_r_u.txt'}", window=("21:34:41", "21:34:42"))
    assert user(counters) == {"a": 2.02}


def test_processes_have_a_window_too():
    found = read(f"a={PIDSTAT}", window=("21:35:29", "21:35:30"))
    assert user(found) == {"a": 57.0}


def test_a_share_of_a_core_and_of_the_host_are_not_compared():
    with pytest.raises(UnitError, match="cpu_user is in %core here and in % in"):
        read(f"a={SAR}", f"b={PIDSTAT}")


def test_two_monitors_of_one_run_are_refused():
    with pytest.raises(AHPError, match="cpu_user of 'default', 'a' is given again"):
        read(f"a={SAR}", f"a={VMSTAT}")
