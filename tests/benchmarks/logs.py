"""Logs of transactions of any length: a real one again and again, its counts and its times moved on."""

from __future__ import annotations

from pathlib import Path

INPUTS = Path(__file__).resolve().parents[1] / "inputs" / "pgbench_log"


def write_log(path: Path, size: int) -> Path:
    """Write a log of about `size` bytes, as one long run of pgbench would."""
    lines = [line.split(b" ") for line in (INPUTS / "pgbench_multi.21979").read_bytes().splitlines()]
    done: dict[bytes, int] = {}
    for client, transaction, *_ in lines:
        done[client] = max(done.get(client, 0), int(transaction))
    seconds = int(lines[-1][4]) - int(lines[0][4]) + 1
    with path.open("wb") as file:
        turn = 0
        while file.tell() < size:
            file.writelines(
                b"%s %d %s %s %d %s\n"
                % (
                    client,
                    int(number) + turn * done[client],
                    time,
                    script,
                    int(second) + turn * seconds,
                    rest,
                )
                for client, number, time, script, second, rest in lines
            )
            turn += 1
    return path
