"""Ends a run of pytest-benchmark with the decision over this run and those saved before it."""

from __future__ import annotations

from pathlib import Path

import pytest

import ahp

STUDY = Path(__file__).with_name("study.toml")


@pytest.hookimpl(trylast=True)  # after the tables of pytest-benchmark
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Rank what stands in the folder that `--benchmark-json` writes to: each file there is a run."""
    asked = config.getoption("benchmark_json", None)
    if asked is None:
        return
    saved = asked if isinstance(asked, Path) else Path(asked.name)  # an open file in older versions
    if not saved.exists() or not saved.stat().st_size:
        return  # no benchmark was run
    terminalreporter.section("decision")
    try:
        measured = ahp.read(saved.parent, path="{run}.json")
        decision = ahp.rank(measured, ahp.Study.from_toml(STUDY))
    except ahp.AHPError as error:
        terminalreporter.write_line(str(error), red=True)
        return
    terminalreporter.write_line(decision.report("text"))
