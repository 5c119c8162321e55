"""The machine and what is installed on it, as far as it bears on the results."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any

from ahp._version import __version__


def environment(folder: Path) -> dict[str, Any]:
    """Return the environment of a results folder, as plain data without secrets."""
    return {
        "ahp": __version__,
        "python": platform.python_version(),
        "system": platform.platform(),
        "processors": os.cpu_count(),
    }
