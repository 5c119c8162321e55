"""What BenchBase writes beside its results: its configuration, and the statistics of the server."""

from __future__ import annotations

import re
from typing import NoReturn

from ahp.errors import InputError
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.readers.lines import naming

_SETTINGS = {"scalefactor": "scale factor", "terminals": "terminals", "time": "seconds"}
_CONFIGURATION, _WORKS = re.compile("<(?:parameters|configuration)>"), re.compile(r"<works>\s*<work>")
_STATISTICS = re.compile(r'\A\s*\{\s*"pg_stat(?:io)?_\w+": *\[')
_RESULTS = "give the run's summary.json, results.csv, samples.csv or raw.csv"


class BenchbaseSetupReader:
    """What BenchBase writes beside its results; each is refused with what it is.

    Gives: nothing. `config.xml` is the configuration, and `metrics.json` has the server's own counters,
    which run on from before the benchmark and hold no size.
    Elsewhere: everything; the results stand in `summary.json`, `results.csv`, `samples.csv` and `raw.csv`.
    Caveats: none.
    """

    def matches(self, head: str) -> bool:
        """Say yes to the configuration, and to the statistics of a PostgreSQL server."""
        begun = _CONFIGURATION.search(head)
        if begun is not None and _WORKS.search(head, begun.end()):
            return True
        return _STATISTICS.match(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Refuse the file, and say what it is and which files hold results.

        Raises
        ------
        InputError
            Always.
        """
        with naming(source):
            refuse = _refuse_statistics if _STATISTICS.match(source.text) else _refuse_configuration
            refuse(source.text)


def _refuse_configuration(text: str) -> NoReturn:
    bare = re.sub(r"<!--.*?(?:-->|\Z)", "", text, flags=re.DOTALL)
    told = []
    for name, words in _SETTINGS.items():
        value = re.search(rf"<{name}>([^<]*)</{name}>", bare)
        if value is not None:
            told.append(f"{words} {value[1].strip()}")
    what = f" ({', '.join(told)})" if told else ""
    raise InputError(
        f"this is the configuration of a BenchBase run{what}; it holds no result", advice=_RESULTS
    )


def _refuse_statistics(text: str) -> NoReturn:
    reset = re.search(r'"stats_reset": *"([^"]+)"', text)
    since = f" ({reset[1]})" if reset is not None else ""
    raise InputError(
        "these are the PostgreSQL server's statistics after a BenchBase run, counted since they were last "
        f"reset{since}: they are not of the run, and hold neither a rate, a response time nor a size",
        advice=_RESULTS,
    )
