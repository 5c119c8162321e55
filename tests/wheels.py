"""Install a small distribution for a test, by pip, without a network and without a build backend.

A backend such as setuptools need not be there, so the copy that is installed builds itself with the few lines
below: this very module is its backend (PEP 517). Names, version and entry points are those of its
`pyproject.toml`; its modules are the `.py` files beside it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path

_BACKEND = '[build-system]\nrequires = []\nbuild-backend = "wheels"\nbackend-path = ["."]\n'


def install(project: Path, target: Path) -> None:
    """Install the distribution in the folder `project` into the folder `target`."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for module in Path(project).glob("*.py"):
            (copy / module.name).write_bytes(module.read_bytes())
        text = (Path(project) / "pyproject.toml").read_text(encoding="utf-8")
        own = re.sub(r"(?ms)^\[build-system\]$.*?(?=^\[|\Z)", _BACKEND + "\n", text)
        (copy / "pyproject.toml").write_text(own, encoding="utf-8")
        (copy / "wheels.py").write_bytes(Path(__file__).read_bytes())
        options = [
            "--quiet",
            "--no-deps",
            "--no-build-isolation",
            "--no-index",
            "--disable-pip-version-check",
        ]
        command = [sys.executable, "-m", "pip", "install", *options, "--target", str(target), str(copy)]
        environment = {key: value for key, value in os.environ.items() if not key.startswith("PIP_")}
        done = subprocess.run(
            command, capture_output=True, text=True, env={**environment, "PYTHONPATH": ""}, check=False
        )
        assert done.returncode == 0, done.stderr


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Build the wheel of the distribution in the working directory; pip calls this."""
    data = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    stem = f"{data['name'].replace('-', '_')}-{data['version']}"
    files = {p.name: p.read_text(encoding="utf-8") for p in Path().glob("*.py") if p.name != "wheels.py"}
    info = f"{stem}.dist-info"
    files[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: {data['name']}\nVersion: {data['version']}\n"
    files[f"{info}/WHEEL"] = (
        "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    files[f"{info}/entry_points.txt"] = "".join(
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items())
        for group, entries in data.get("entry-points", {}).items()
    )
    files[f"{info}/RECORD"] = "".join(f"{name},,\n" for name in [*files, f"{info}/RECORD"])
    wheel = f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / wheel, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return wheel


if __name__ == "__main__":  # as `pip install .` of a documentation page: install here, into there
    install(Path.cwd(), Path(sys.argv[1]))
