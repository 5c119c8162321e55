"""How long the codecs of the standard library take, and how small they make two kinds of data."""

from __future__ import annotations

import bz2
import lzma
import random
import zlib
from collections.abc import Callable
from functools import cache, partial

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

CODECS: dict[str, Callable[[bytes], bytes]] = {
    "zlib-1": partial(zlib.compress, level=1),
    "zlib-6": partial(zlib.compress, level=6),
    "bz2": bz2.compress,
    "xz-0": partial(lzma.compress, preset=0),
}


@cache
def log_lines() -> bytes:
    """Return lines of a web server's log."""
    draw = random.Random(1)
    paths = [f"/shop/{draw.choice(['item', 'cart', 'search'])}/{draw.randrange(500)}" for _ in range(200)]
    lines = (
        f"10.0.{draw.randrange(8)}.{draw.randrange(256)} GET {draw.choice(paths)} "
        f"{draw.choice([200, 200, 200, 304, 404])} {draw.randrange(20_000)}\n"
        for _ in range(4_000)
    )
    return "".join(lines).encode()


@cache
def sensor_values() -> bytes:
    """Return a random walk of 16-bit samples."""
    draw = random.Random(2)
    values, level = [], 0
    for _ in range(60_000):
        level += draw.randrange(-9, 10)
        values.append((level & 0xFFFF).to_bytes(2, "little"))
    return b"".join(values)


@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.benchmark(group="log lines")
def test_log_lines(benchmark: BenchmarkFixture, codec: str) -> None:
    """The scenario is the group, the alternative is the parameter."""
    measure(benchmark, CODECS[codec], log_lines())


@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.benchmark(group="sensor values")
def test_sensor_values(benchmark: BenchmarkFixture, codec: str) -> None:
    """The same on data that is harder to compress."""
    measure(benchmark, CODECS[codec], sensor_values())


def measure(benchmark: BenchmarkFixture, compress: Callable[[bytes], bytes], data: bytes) -> None:
    """Time a codec, and note its compression ratio: numbers in `extra_info` are measures too."""
    packed = benchmark(compress, data)
    benchmark.extra_info["compression_ratio"] = len(data) / len(packed)
