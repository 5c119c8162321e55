"""What suites of benchmarks share: times of an operation, repetitions, numbers under their own names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Unpack

from ahp.errors import InputError, listed
from ahp.ingest.readers.base import Options, Reading, Row, RowNames
from ahp.ingest.readers.json import JsonNumber
from ahp.ingest.tables.headings import parse_heading
from ahp.ingest.tables.matrices import CASES, tells_case
from ahp.ingest.tables.ratios import ambiguous_ratio_error, to_original_over_stored

ONE_PROCESS = "Its repetitions ran in one process: another start of it may differ by more than they do."
"""What to know of runs that a suite made one after the other."""


_NUMBER_OR_WORD = (
    r"(?:\w+[:=])?(?:[0-9][0-9_.]*(?:[kKMGT]i?)?(?:[Bb]| bytes)?|tiny|small|medium|large|huge|short|long)"
)
_SIZE = re.compile(_NUMBER_OR_WORD)
_SIZES = re.compile(rf"(?P<name>.+?)/(?P<size>{_NUMBER_OR_WORD}(?:/{_NUMBER_OR_WORD})*)")
"""A benchmark with its sizes behind strokes: `BM_Sort/1024`, `Encode/json/size=large`."""
_TEMPLATE = re.compile(r"(?P<done>[^<>]+)<(?P<type>.+)>(?P<rest>(?:/[^<>]*)?)")
_OF_NUMBERS = re.compile(
    r"(?:std::)?(?:u?int\w*|unsigned.*|long.*|short|char\w*|float\w*|double|half|bfloat\w*|bool|size_t)"
)
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_ALMOST = 0.9  # of all that could have been measured with each
_TURNED = "--transpose compares these instead"


def as_suite(reading: Reading) -> Reading:
    """Return a reading whose alternatives are benchmarks, scenarios where its file has a name.

    What is measured with several sizes, `Sort/1024` and `Sort/65536`, has these for scenarios; of names in
    two levels, `Get/lru` and `Set/lru`, or `find<map>` and `erase<map>`, those that tell what was done are.
    """
    names = list(dict.fromkeys(row.alternative or "" for row in reading.rows if row.scenario is None))
    parted = _parted(names)
    if not parted and (shared := _shared_level(names)):
        bare = _parted([name.removeprefix(shared) for name in names])
        done = any(tells_case(case) for _, case in bare.values())
        if tells_case(shared) and not done:  # `parse/simdjson/twitter`
            bare = {whole: (case, name) for whole, (name, case) in bare.items()}
        parted = {f"{shared}{name}": levels for name, levels in bare.items()}
    if any(row.scenario is not None for row in reading.rows) or not parted:
        called = {
            (row.scenario, row.alternative): ", ".join(filter(None, (row.alternative, row.scenario)))
            for row in reading.rows
        }
        return replace(reading, benchmarks=called, assumed=(*reading.assumed, *_either_way(called)))
    return replace(
        _with_parted_names(reading, parted, f"are what was measured with; {_TURNED}"),
        benchmarks={(size, name): whole for whole, (name, size) in parted.items()},
    )


def with_cases_in_names(reading: Reading, heading: str) -> Reading:
    """Return the reading of a table with what was done as scenarios, where its names cross: `std decode`."""
    names = list(dict.fromkeys(row.alternative or "" for row in reading.rows))
    parted = _in_words(names)
    if not parted or any(row.scenario is not None for row in reading.rows):
        return reading
    told = f"are what was done (--map 'alternative={heading}' keeps them whole)"
    return _with_parted_names(reading, parted, told)


def _with_parted_names(reading: Reading, parted: Mapping[str, tuple[str, str]], told: str) -> Reading:
    """Return a reading whose names are parted in alternative and scenario, and what is told of the latter."""
    rows = []
    for row in reading.rows:
        name, case = parted[row.alternative or ""]
        rows.append(row._replace(scenario=case, alternative=name))
    cases = listed(dict.fromkeys(case for _, case in parted.values()), 4)
    return replace(reading, rows=tuple(rows), assumed=(*reading.assumed, f"{cases} in the names {told}"))


def _parted(names: Sequence[str]) -> Mapping[str, tuple[str, str]]:
    return (
        _of_templates(names)
        or _with_what_was_done(_benchmarks_and_sizes(names))
        or _in_two_levels(names)
        or _in_words(names)
        or _in_words_of_cases(names)
        or _in_unknown_words(names)
        or _in_three_levels(names)
    )


def _shared_level(names: Sequence[str]) -> str:
    """Return what stands before the first stroke where it is the same in all names of three levels.

    Examples
    --------
    >>> _shared_level(["map/find/fx", "map/find/std"]), _shared_level(["find/fx", "find/std"])
    ('map/', '')
    """
    first = {name.partition("/")[0] for name in names}
    return f"{first.pop()}/" if len(first) == 1 and all(name.count("/") > 1 for name in names) else ""


def _either_way(called: Collection[tuple[str | None, str | None]]) -> Iterator[str]:
    """Yield that benchmarks might be the scenarios, where they have parameters that are no sizes."""
    scenarios = dict.fromkeys(scenario for scenario, _ in called if scenario is not None)
    benchmarks = {benchmark for _, benchmark in called}
    if min(len(scenarios), len(benchmarks)) > 1 and not all(map(is_size, scenarios)):
        yield f"the benchmarks are compared, each with {listed(scenarios, 2)}; {_TURNED}"


def transpose(reading: Reading) -> Reading:
    """Return a reading in which what was measured with is compared.

    Raises
    ------
    InputError
        If the file names no scenarios, or alternatives without.
    """
    if (
        any(row.scenario is None for row in reading.rows)
        or len({row.alternative is None for row in reading.rows}) > 1
    ):
        raise InputError(
            "there is nothing to turn round: it does not name both alternatives and scenarios",
            advice="leave out --transpose",
        )
    rows = tuple(row._replace(scenario=row.alternative, alternative=row.scenario) for row in reading.rows)
    return replace(reading, rows=rows, assumed=(), benchmarks={})


def _benchmarks_and_sizes(names: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Return the names in what is measured and its size, where each of the one stands with each of the other.

    Examples
    --------
    >>> _benchmarks_and_sizes(["pack/1KB", "pack/1MB", "unpack/1KB", "unpack/1MB"])["pack/1MB"]
    ('pack', '1MB')
    >>> _benchmarks_and_sizes(["pack/1KB", "pack/1MB", "unpack/1KB"])
    {}
    """
    parted = {}
    for whole in names:
        found = _SIZES.fullmatch(whole)
        if found is None:
            return {}
        parted[whole] = found["name"], found["size"]
    return parted if is_crossed(parted.values()) else {}


def _with_what_was_done(parted: Mapping[str, tuple[str, str]]) -> Mapping[str, tuple[str, str]]:
    """Return names and sizes; of `map/find/8` and `map/insert/8` what was done stands with the sizes.

    Examples
    --------
    >>> names = [f"{of}/{done}/{n}" for of in ("map", "set") for done in ("find", "erase") for n in (8, 64)]
    >>> _with_what_was_done(_benchmarks_and_sizes(names))["set/erase/8"]
    ('set', 'erase/8')
    """
    levels = _in_two_levels(list(dict.fromkeys(name for name, _ in parted.values())))
    if not levels or not all(tells_case(done) for _, done in levels.values()):
        return parted
    return {whole: (levels[name][0], f"{levels[name][1]}/{size}") for whole, (name, size) in parted.items()}


def _of_templates(names: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Return the names in the type that was measured and what was done with it, `find<map>/1000`.

    Of types of numbers it is told what was measured with them.

    Examples
    --------
    >>> _of_templates(["find<map>/8", "find<set>/8", "erase<map>/8", "erase<set>/8"])["erase<set>/8"]
    ('set', 'erase/8')
    >>> _of_templates(["sort<int>", "sort<float>", "merge<int>", "merge<float>"])["merge<int>"]
    ('merge', 'int')
    """
    found = [_TEMPLATE.fullmatch(name) for name in names]
    pairs = [(one["type"], one["done"] + one["rest"]) for one in found if one is not None]
    if len(pairs) < len(names) or not is_crossed(pairs):
        return {}
    if all(_OF_NUMBERS.fullmatch(kind) for kind, _ in pairs):
        pairs = [(done, kind) for kind, done in pairs]
    return dict(zip(names, pairs, strict=True))


def _in_two_levels(names: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Return the names, each with what was done, where each of either level stands with each of the other.

    Words such as Get and Set tell which level is what was done; without any it is the first.

    Examples
    --------
    >>> _in_two_levels(["Get/lru", "Get/arc", "Set/lru", "Set/arc"])["Set/arc"]
    ('arc', 'Set')
    >>> _in_two_levels(["JSON/Marshal", "JSON/Unmarshal", "Gob/Marshal", "Gob/Unmarshal"])["Gob/Marshal"]
    ('Gob', 'Marshal')
    """
    pairs = [(first, rest) for first, stroke, rest in (name.partition("/") for name in names) if stroke]
    if len(pairs) < len(names) or not is_crossed(pairs):
        return {}
    done, compared = (set(level) for level in zip(*pairs, strict=True))
    if all(map(tells_case, compared)) and not all(map(tells_case, done)):
        return dict(zip(names, pairs, strict=True))
    return {name: (rest, first) for name, (first, rest) in zip(names, pairs, strict=True)}


def _in_words(names: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Return the names, each with what was done, where words without a stroke between them cross.

    Only words that say what was done are parted from the rest.

    Examples
    --------
    >>> _in_words(["MsgpMarshal", "MsgpUnmarshal", "JsonMarshal", "JsonUnmarshal"])["JsonMarshal"]
    ('Json', 'Marshal')
    >>> _in_words(["encode_json", "decode_json", "encode_cbor", "decode_cbor"])["decode_cbor"]
    ('cbor', 'decode')
    >>> _in_words(["FastHash", "FastTree", "SlowHash", "SlowTree"])
    {}
    """
    for pairs in _pairs_of_words(names):
        if all(tells_case(done) for _, done in pairs):
            return dict(zip(names, pairs, strict=True))
    return {}


def _in_words_of_cases(names: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Return the names, each with all words at its end that say what was done, even if not all do all of it.

    Examples
    --------
    >>> names = ["MapSet", "MapGet", "TreeSet", "TreeGet", "TreeGetParallel", "TrieGet", "TrieGetParallel"]
    >>> _in_words_of_cases(names)["TrieGetParallel"], _in_words_of_cases(names[:3])
    (('Trie', 'GetParallel'), {})
    """
    if not names:
        return {}
    parted = {}
    for name in names:
        words = list(_WORD.finditer(name))
        first = len(words)
        while first and words[first - 1][0].casefold() in CASES:
            first -= 1
        if not 0 < first < len(words):
            return {}
        at = words[first].start()
        parted[name] = name[:at].strip("_-. "), name[at:]
    compared, done = (Counter(level) for level in zip(*parted.values(), strict=True))
    several = {name for name, count in compared.items() if count > 1}
    filled = 2 * len(parted) > len(compared) * len(done)
    return parted if filled and len(several) > 2 and min(done.values()) > 1 else {}


def _in_three_levels(names: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Return the names of three levels, of which the first stands with all others and is no name of a rival.

    Of the other two that is compared of which there are more: `log/serde/read` is `serde` with log/read.

    Examples
    --------
    >>> rest = ["serde/write", "bincode/write", "rkyv/write", "rkyv/read", "bincode/read"]
    >>> _in_three_levels([f"{data}/{one}" for data in ("log", "mesh") for one in rest])["mesh/rkyv/read"]
    ('rkyv', 'mesh/read')
    """
    levels = [name.split("/") for name in names]
    if any(len(own) != 3 for own in levels):
        return {}
    first, rest = {own[0] for own in levels}, {(own[1], own[2]) for own in levels}
    if len(first) < 2 or len(names) < _ALMOST * len(first) * len(rest):
        return {}
    second, third = ({own[at] for own in levels} for at in (1, 2))
    if len(second) == len(third):
        return {}
    compared, other = (1, 2) if len(second) > len(third) else (2, 1)
    return {name: (own[compared], f"{own[0]}/{own[other]}") for name, own in zip(names, levels, strict=True)}


def _in_unknown_words(names: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Return the names, parted where their first or last word crosses with the rest of three or more.

    Nothing tells which is compared: it is what there is more of.

    Examples
    --------
    >>> _in_unknown_words(["ZapHit", "ZapMiss", "LogHit", "LogMiss", "NilHit", "NilMiss"])["LogMiss"]
    ('Log', 'Miss')
    >>> _in_unknown_words(["FastHash", "FastTree", "SlowHash", "SlowTree"])
    {}
    """
    for pairs in _pairs_of_words(names):
        compared, done = (len(set(level)) for level in zip(*pairs, strict=True))
        if compared > 2 and compared > done:
            return dict(zip(names, pairs, strict=True))
        if done > 2 and done > compared:
            return {name: (done, rest) for name, (rest, done) in zip(names, pairs, strict=True)}
    return {}


def _pairs_of_words(names: Sequence[str]) -> Iterator[list[tuple[str, str]]]:
    """Yield the names without their first word and that word, and without their last, where these cross."""
    words = [list(_WORD.finditer(name)) for name in names]
    if any(len(found) < 2 for found in words):
        return
    for first in (True, False):
        pairs = []
        for name, found in zip(names, words, strict=True):
            at = found[1].start() if first else found[-1].start()
            done, rest = (name[:at], name[at:]) if first else (name[at:], name[:at])
            pairs.append((rest.strip("_-. "), done.strip("_-. ")))
        if is_crossed(pairs):
            yield pairs


def is_size(value: str) -> bool:
    """Say whether a parameter is how much was measured with: a number, or a word such as `small`."""
    return _SIZE.fullmatch(value) is not None


def is_crossed(pairs: Collection[tuple[str, str]]) -> bool:
    """Say whether several of the one stand with several of the other, each with each."""
    first, second = ({pair[level] for pair in pairs} for level in (0, 1))
    return len(first) * len(second) == len(set(pairs)) == len(pairs) and min(len(first), len(second)) > 1


def caveats_of_runs(rows: Iterable[Row]) -> tuple[str, ...]:
    """Return what to know of runs that a suite made one after the other, where there are any."""
    return (ONE_PROCESS,) if any(row.run not in (None, "1") for row in rows) else ()


def repetitions(names: Sequence[str]) -> list[str | None]:
    """Return the run of each result by the name of its benchmark; None where a name stands once.

    Examples
    --------
    >>> repetitions(["pack", "unpack", "pack"])
    ['1', None, '2']
    """
    counts, seen, runs = Counter(names), Counter[str](), list[str | None]()
    for name in names:
        seen[name] += 1
        runs.append(str(seen[name]) if counts[name] > 1 else None)
    return runs


def time_row(cell: JsonNumber, unit: str, measure: str = "duration", **known: Unpack[RowNames]) -> Row:
    """Return the row of what an operation takes.

    Raises
    ------
    InputError
        If it took no time.
    """
    if not 0 < cell.value < float("inf"):
        column = known.get("column") or None
        raise InputError("it must be greater than 0", line=cell.line, column=column, found=cell.text)
    return cell.row(measure, unit, **known)


def counter(name: str, cell: JsonNumber, options: Options, **known: Unpack[RowNames]) -> Row:
    """Return the row of a counter: of the measure that the caller or its name says, else of its own name.

    Examples
    --------
    >>> row = counter("ratio", JsonNumber("2.78", 5), Options({"compression_ratio": "ratio"}),
    ...               alternative="zlib")
    >>> row.measure, row.value, row.line
    ('compression_ratio', 2.78, 5)
    """
    heading = parse_heading(_counter_name(name, options), options.own)
    measure = heading.measure or heading.words
    known["column"] = name
    return cell.row(measure, "x", **known)._replace(unit=heading.unit)


def with_ratios(rows: Iterable[Row], options: Options) -> tuple[Row, ...]:
    """Return the rows with every compression ratio among their counters as original/stored.

    Raises
    ------
    InputError
        If a ratio is below 1 and nothing tells what that means.
    """
    found = list(rows)
    places: dict[str, list[int]] = {}
    for i, row in enumerate(found):
        if row.measure == "compression_ratio":
            places.setdefault(row.column, []).append(i)
    for column, at in places.items():
        given, heading = [found[i] for i in at], parse_heading(_counter_name(column, options), options.own)
        # Of a counter called `ratio` the caller has said that it is one, not which way it goes.
        heading = replace(heading, words=parse_heading(column, options.own).words)
        ratios = to_original_over_stored(given, (), heading, options)
        if ratios is None:
            raise ambiguous_ratio_error(given)
        for i, row in zip(at, ratios.rows, strict=True):
            found[i] = row
    return tuple(found)


def _counter_name(name: str, options: Options) -> str:
    """Return what the caller calls a counter, else its name."""
    return next((m for m, column in options.columns.items() if column.casefold() == name.casefold()), name)
