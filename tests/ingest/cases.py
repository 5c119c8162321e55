"""Many cases of one kind as one test, which names all of them that fail."""

import functools
import inspect
from collections.abc import Callable, Iterable

import pytest


def each(names: str | tuple[str, ...], cases: Iterable[object]) -> Callable[[Callable], Callable]:
    """Return what makes of a test of one case one test of them all; the parameters are those of `parametrize`.

    All cases share what fixtures made, a folder too. One that is skipped leaves those before and after it.
    """
    names = (names,) if isinstance(names, str) else names
    cases = [(case,) if len(names) == 1 else case for case in cases]

    def of_all(test: Callable) -> Callable:
        signature = inspect.signature(test)

        @functools.wraps(test)
        def tried(**fixtures: object) -> None:
            failed, skipped = [], []
            for case in cases:
                try:
                    test(**fixtures, **dict(zip(names, case, strict=True)))
                except pytest.skip.Exception as missing:
                    skipped.append(missing)
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(f"in the case {repr(case)[:300]}")
                    failed.append(error)
            if failed:
                raise BaseExceptionGroup(f"{len(failed)} of {len(cases)} cases", failed)
            if skipped:
                raise skipped[0]

        left = [parameter for name, parameter in signature.parameters.items() if name not in names]
        tried.__signature__ = signature.replace(parameters=left)
        return tried

    return of_all
