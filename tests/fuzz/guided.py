"""The same targets, guided by coverage: atheris, which is libFuzzer for Python.

`python tests/fuzz/guided.py [TARGET…] [-runs=100000] [-max_total_time=60]`, each target in a process of its own, with
libFuzzer's options; what fails is left in the working folder as `TARGET-crash-…`. The limits are those of
`trying.py`, but that what is instrumented takes about three times as long.
"""

import contextlib
import os
import sys
import tempfile
import time
import warnings
from pathlib import Path

import atheris

sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parents[2])]

with atheris.instrument_imports(include=["ahp", "json", "tomllib", "csv", "ast"]):
    from fuzz.changing import changed
    from fuzz.targets import LARGEST, TARGETS, seeds

    from ahp.errors import AHPError


SECONDS = 3.0
"""What an input may take of the processor's time, instrumented."""


def guided(name, options):
    """Fuzz one target; this process ends with it."""
    target, corpus = TARGETS[name], seeds(name)
    for seed in corpus[:5]:  # what is loaded late is loaded before the time counts
        with contextlib.suppress(AHPError):
            target(seed)

    def one(data):
        start = time.process_time()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                target(data)
            except AHPError as error:
                if "\n" in str(error):
                    raise RuntimeError("a message of several lines") from error
        # Not libFuzzer's clock on the wall, which tells how busy the machine is; that one ends what hangs.
        if (took := time.process_time() - start) > SECONDS:
            raise RuntimeError(f"took {took:.1f} s")

    def mutate(data, largest, seed):
        if seed % 2:
            return atheris.Mutate(data, largest)
        steps = [(seed >> 3, seed >> 7, seed >> 11), (seed >> 5, seed >> 13, seed >> 17)][: 1 + seed // 2 % 2]
        return changed(data, steps, corpus[seed % len(corpus)], min(largest, LARGEST))

    with tempfile.TemporaryDirectory() as folder:
        for number, seed in enumerate(corpus):
            (Path(folder) / str(number)).write_bytes(seed)
        defaults = [
            f"-max_len={LARGEST}", "-timeout=60", "-rss_limit_mb=1400", "-print_final_stats=1", "-verbosity=0",
            f"-artifact_prefix={name.replace(' ', '_')}-",
        ]  # fmt: skip
        given = [
            option for option in defaults if not any(o.startswith(option.split("=")[0]) for o in options)
        ]
        atheris.Setup([sys.argv[0], *given, *options, folder], one, custom_mutator=mutate)
        atheris.Fuzz()


def main():
    options = [told for told in sys.argv[1:] if told.startswith("-")]
    failed = []
    for name in [told for told in sys.argv[1:] if not told.startswith("-")] or TARGETS:
        print(f"== {name}", flush=True)
        child = os.fork()
        if child == 0:
            os.dup2(1, 2)
            guided(name, options)
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
            failed.append(name)
    print(f"failed: {', '.join(failed) or 'none'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
