"""Write the whole reports that the tests compare; look at them before you commit."""

from pathlib import Path

import ahp

ROOT = Path(__file__).resolve().parents[2]
REPORTS = {"zfs_oltp": None, "oracle_tablespace": "oracle_tablespace", "pg_wal_runs": "pg_wal_runs"}

for name, study_name in REPORTS.items():
    examples = ROOT / "examples"
    study = ahp.Study.from_toml(examples / f"{study_name}.toml") if study_name else None
    decision = ahp.rank(ahp.read(examples / f"{name}.csv"), study)
    for format, ending in (("text", "txt"), ("markdown", "md"), ("csv", "csv")):
        text = (
            decision.report(format).replace(ahp.__version__, "VERSION").replace(f"{examples}/", "examples/")
        )
        (ROOT / "tests" / "golden" / f"{name}.{ending}").write_text(text, encoding="utf-8")
