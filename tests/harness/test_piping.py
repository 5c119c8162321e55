import pytest

from ahp.errors import TrialError
from ahp.harness.piping import read_from, written_to


def test_lines_go_in_and_come_out(tmp_path):
    path = tmp_path / "told"
    written_to(["sh", "-c", 'cat > "$PLACE"'], {"PLACE": str(path)}, [b"one\n", b"two\n"])
    assert path.read_text() == "one\ntwo\n"
    assert list(read_from(["cat", str(path)], {})) == [b"one", b"two"]


@pytest.mark.parametrize(
    ("script", "said"), [("echo wrong >&2; echo more >&2; exit 3", "wrong"), ("exit 3", "silent")]
)
def test_why_one_fails_is_told_in_one_line(script, said):
    with pytest.raises(TrialError, match=f"^sh ended with 3: {said}$"):
        written_to(["sh", "-c", script], {}, [b"x" * 2**20])
    with pytest.raises(TrialError, match=f"^sh ended with 3: {said}$"):
        list(read_from(["sh", "-c", script], {}))


def test_one_that_is_read_no_further_is_ended():
    some = read_from(["yes"], {})
    assert next(some) == b"y"
    some.close()
