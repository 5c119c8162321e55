"""Write the whole reports that the tests compare; look at them before you commit."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from golden import comparisons

import ahp

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
REPORTS = {"zfs_oltp": None, "oracle_tablespace": "oracle_tablespace", "pg_wal_runs": "pg_wal_runs"}
ENDINGS = {"text": "txt", "markdown": "md", "csv": "csv"}


def write(name, format, text):
    """Write a report, or a part of one."""
    text = text.replace(ahp.__version__, "VERSION").replace(f"{EXAMPLES}/", "examples/")
    (ROOT / "tests" / "golden" / f"{name}.{ENDINGS[format]}").write_text(text, encoding="utf-8")


def main():
    """Write them all."""
    for name, study_name in REPORTS.items():
        study = ahp.Study.from_toml(EXAMPLES / f"{study_name}.toml") if study_name else None
        decision = ahp.rank(ahp.read(EXAMPLES / f"{name}.csv"), study)
        for format in ENDINGS:
            write(name, format, decision.report(format))
    history = comparisons.history(EXAMPLES)
    compared = comparisons.compared(EXAMPLES)
    for format in ("text", "markdown"):
        write("history", format, history.report(format))
        for name, decision in compared.items():
            write(name, format, comparisons.about_changes(decision, format))


if __name__ == "__main__":
    main()
