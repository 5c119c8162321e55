from pathlib import Path

import pytest

from ahp.errors import HarnessError
from ahp.harness.plan import plan
from ahp.harness.plan_file import read_plan, toml


def test_a_plan_written_is_the_plan_read(tmp_path):
    chosen = plan({"alternatives": "none,zstd", "rate": 100, "scale": 0.001, "log": True, "budget": 60.5})
    path = tmp_path / "plan.toml"
    path.write_text(toml(chosen))
    assert plan(read_plan(path)) == chosen


def test_a_file_that_is_none_is_told(tmp_path):
    (tmp_path / "bad.toml").write_text("runs = = 3")
    with pytest.raises(HarnessError, match=r"bad\.toml: not a TOML file"):
        read_plan(tmp_path / "bad.toml")
    with pytest.raises(HarnessError, match="cannot be read"):
        read_plan(tmp_path / "missing.toml")
    with pytest.raises(HarnessError, match=r"^/dev/zero: this is a device, not a file$"):
        read_plan(Path("/dev/zero"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('engine = ["sqlite"]', r"bad\.toml: engine must be a name, as text; found \['sqlite'\]"),
        ("storage = {}", r"bad\.toml: storage must be a name, as text; found {}"),
        ("run = 3", r"bad\.toml: 'run' is not a key of a plan; the keys are 'engine', "),
        ("duration = 1e300", r"bad\.toml: duration must be a number of seconds from .*; found 1e\+300"),
        (f"seed = {'9' * 5000}", r"bad\.toml: not a TOML file: Exceeds the limit"),
        (f"seed = {'[' * 5000}", r"bad\.toml: not a TOML file: lists or tables are nested"),
        (f"a{'.a' * 5000} = 1", r"bad\.toml: not a TOML file: a key has more than 250 parts"),
        ('"\\ud800" = 3', r"bad\.toml: not a TOML file"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_the_file(tmp_path, text, message):
    (tmp_path / "bad.toml").write_text(text)
    with pytest.raises(HarnessError, match=message):
        read_plan(tmp_path / "bad.toml")
