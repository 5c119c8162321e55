"""What a session does is tested through the command: see test_bench.py."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize("command", ["rank", "bench", "judge"])
@pytest.mark.parametrize("option", ["--version", "--help"])
def test_who_asks_what_a_command_is_waits_for_nothing_that_it_needs(command, option):
    code = (
        "import sys\n"
        f"from ahp.cli.{command} import main\n"
        f"status = main([{option!r}])\n"
        "print(status, *sorted({'numpy', 'rich'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith((f"ahp-{command} ", f"usage: ahp-{command} "))
    assert done.stderr == "0\n"
