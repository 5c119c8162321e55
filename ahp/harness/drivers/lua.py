"""A workload as a script for sysbench, in Lua.

The statements' texts hold their values, and results are not freed by hand: bound parameters and `free` crash
sysbench 1.0.20. Each response time is kept in memory and written when the client ends, since sysbench itself
tells no transaction type from another.

Lua's numbers are all double: which are whole is found out beforehand, for what a division gives depends in
pgbench on whether both of its numbers are. A variable is followed through all that sets it; where it stays
open, as of what a query brought, the expression is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from ahp.errors import InputError
from ahp.harness.compiled import gotten
from ahp.harness.drivers.base import Load
from ahp.harness.expressions import Dialect, written
from ahp.harness.scripts import Begin, Commit, Else, EndIf, If, Script, Set, Statement
from ahp.harness.workloads.base import Sizes, Workload

_MARK = "\0"

_OPENING = """
local ffi, bit = require("ffi"), require("bit")
ffi.cdef[[
struct ahp_time { long sec; long nsec; };
int clock_gettime(int clock, struct ahp_time *time);
int usleep(unsigned int microseconds);
]]
local moment = ffi.new("struct ahp_time")
local function now()
  ffi.C.clock_gettime(1, moment)
  return tonumber(moment.sec) * 1e9 + tonumber(moment.nsec)
end
local function sleep_until(due)
  local left = due - now()
  while left > 0 do
    ffi.C.usleep(math.min(left / 1e3, 5e5))
    left = due - now()
  end
end
local floor, uniform = math.floor, math.random
local function divided(a, b)
  if b == 0 then error("division by zero", 0) end
  local x = a / b
  return x < 0 and math.ceil(x) or floor(x)
end
local function remainder(a, b)
  if b == 0 then error("division by zero", 0) end
  return math.fmod(a, b)
end
local function between(a, b) return a + floor(uniform() * (b - a + 1)) end
-- Its bits are 32 and signed; a number's are 53.
local function either(a, b)
  local upper = bit.bor(floor(a / 2 ^ 31), floor(b / 2 ^ 31))
  return upper * 2 ^ 31 + bit.bor(a % 2 ^ 31, b % 2 ^ 31)
end
local function truth(x) return x ~= 0 and x ~= false end
local function number(x) if x == true then return 1 elseif x == false then return 0 else return x end end
local function random_exponential(a, b, rate)
  local cut = math.exp(-rate)
  local share = -math.log(cut + (1 - cut) * (1 - uniform())) / rate
  return a + math.min(floor((b - a + 1) * share), b - a)
end
local function random_gaussian(a, b, width)
  while true do
    local d = math.sqrt(-2 * math.log(1 - uniform())) * math.sin(2 * math.pi * uniform())
    if -width <= d and d < width then return a + floor((b - a + 1) * (d + width) / (2 * width)) end
  end
end
local function random_zipfian(a, b, s)
  local n, base = b - a + 1, 2 ^ (s - 1)
  while true do
    local u, w = 1 - uniform(), uniform()
    local x = floor(u ^ (-1 / (s - 1)))
    if x <= n then
      local t = (1 + 1 / x) ^ (s - 1)
      if w * x * (t - 1) / (base - 1) <= t / base then return a + x - 1 end
    end
  end
end
local function literal(x)
  if type(x) == "number" then
    return x == floor(x) and string.format("%.0f", x) or string.format("%.17g", x)
  end
  return "'" .. string.gsub(x, "'", "''") .. "'"
end
local con
local function run(text) con:query(text) end
local function first(text)
  local result = con:query(text)
  local row = result and result:fetch_row()
  if not row then error("no row came of: " .. text, 0) end
  if result:fetch_row() then error("several rows came of: " .. text, 0) end
  for place = 1, #row do row[place] = tonumber(row[place]) or row[place] end
  return row
end
"""

_CLOSING = """
local total = 0
for _, weight in ipairs(weights) do total = total + weight end
local capacity, count, retries = 65536, 0, 0
local seen = ffi.new("double[?]", 3 * capacity)
local next_due
local function record(kind, due, ended)
  if count == capacity then
    local larger = ffi.new("double[?]", 6 * capacity)
    ffi.copy(larger, seen, 24 * capacity)
    seen, capacity = larger, 2 * capacity
  end
  seen[3 * count], seen[3 * count + 1], seen[3 * count + 2] = kind, due, ended
  count = count + 1
end
local function drawn()
  local left = uniform() * total
  for kind, weight in ipairs(weights) do
    left = left - weight
    if left < 0 then return kind end
  end
  return #weights
end
function thread_init(thread)
  math.randomseed(SEED * 1000 + thread)
  v.client_id = thread
  con = sysbench.sql.driver():connect()
  if SESSION then run(SESSION) end
  next_due = now()
end
function event()
  local due
  if RATE then
    next_due = next_due - math.log(1 - uniform()) / RATE * 1e9
    due = next_due
    sleep_until(due)
  else
    due = now()
  end
  local kind = drawn()
  while true do
    local done, problem = pcall(transactions[kind])
    if done then break end
    if type(problem) ~= "table" or problem.errcode ~= sysbench.error.RESTART_EVENT then error(problem, 0) end
    retries = retries + 1
    pcall(run, "ROLLBACK")
  end
  local ended = now()
  record(kind - 1, due, ended)
  if THINK > 0 then sleep_until(ended + THINK * 1e9) end
  if COUNT and count >= COUNT then return true end
end
function thread_done(thread)
  local file = assert(io.open(string.format("%s.%d", PREFIX, thread), "wb"))
  seen[3 * count] = 0
  file:write(ffi.string(seen, 24 * count), string.format("%d", retries))
  file:close()
  con:disconnect()
end
"""


def lua(
    workload: Workload, sizes: Sizes, load: Load, phase: int, prefix: str, session: str | None = None
) -> str:
    """Return the script.

    Parameters
    ----------
    workload : Workload
        The mix.
    sizes : mapping of str to int
        The constants of its data set.
    load : Load
        How the transactions come.
    phase : int
        0 to warm up, 1 for the window: keys that clients make differ.
    prefix : str
        The path to which each client adds a point and its number for the file it leaves: records of three
        doubles (type, when it was due, when it ended, in nanoseconds), then its retries in digits.
    session : str, optional
        The statement that each client begins with.

    Raises
    ------
    InputError
        If a script has what cannot be written in Lua.
    """
    given: dict[str, int] = {**sizes, "clients": load.clients, "phase": phase}
    kinds = kinds_of([transaction.script for transaction in workload.mix], [*given, "client_id"])
    rate = "nil" if load.rate is None else repr(load.rate / load.clients)
    count = "nil" if load.transactions is None or phase == 0 else str(load.transactions)
    lines = [
        f"local SEED, RATE, THINK, COUNT = {load.seed % 2**32 + phase}, {rate}, {load.think_s!r}, {count}",
        f"local PREFIX, SESSION = {quoted(prefix)}, {quoted(session) if session else 'nil'}",
        _OPENING,
        "local v = setmetatable({}, {__index = function() return 0 end})",
        *(f"v[{quoted(name)}] = {value}" for name, value in given.items()),
        f"local weights = {{{', '.join(str(transaction.weight) for transaction in workload.mix)}}}",
        "local transactions = {}",
    ]
    for number, transaction in enumerate(workload.mix, start=1):
        lines += _function(number, transaction.script, kinds)
    return "\n".join([*lines, _CLOSING])


def _function(number: int, script: Script, kinds: Mapping[str, Kind]) -> list[str]:
    lines = [f"transactions[{number}] = function()"]
    for step in script.steps:
        match step:
            case Set(name, text):
                lines.append(f"  v[{quoted(name)}] = number({expression(text, kinds)})")
            case Begin():
                lines.append('  run("BEGIN")')
            case Commit():
                lines.append('  run("COMMIT")')
            case If(text):
                lines.append(f"  if truth({expression(text, kinds)}) then")
            case Else():
                lines.append("  else")
            case EndIf():
                lines.append("  end")
            case Statement():
                lines += _statement(step)
    return [*lines, "end"]


def _statement(statement: Statement) -> list[str]:
    opening, *rest = statement.rendered(lambda place, name: _MARK).split(_MARK)
    parts = [quoted(opening)]
    for name, text in zip(statement.names, rest, strict=True):
        parts += [f"literal(v[{quoted(name)}])", quoted(text)]
    told = " .. ".join(parts)
    if not statement.gets:
        return [f"  run({told})"]
    targets = ", ".join(f"v[{quoted(name)}]" for name in gotten(statement))
    return ["  do", f"    local row = first({told})", f"    {targets} = unpack(row)", "  end"]


Kind: TypeAlias = Literal["not set", "whole", "double", "open"]

_NAMES: Mapping[str, str] = {
    "random": "between", "greatest": "math.max", "least": "math.min", "abs": "math.abs",
}  # fmt: skip
_OPEN = "either_division"
_MOST = 2**53  # whole numbers beyond are not all doubles


def kinds_of(scripts: Sequence[Script], given: Iterable[str]) -> dict[str, Kind]:
    r"""Return what is known of the variables of a workload's scripts; of the given ones, that they are whole.

    Examples
    --------
    >>> from ahp.harness.scripts import parsed
    >>> kinds_of([parsed("\\set a 7 / :n\n\\set b :a * 1.5\nSELECT :b;")], ["n"])
    {'n': 'whole', 'a': 'whole', 'b': 'double'}
    """
    kinds: dict[str, Kind] = dict.fromkeys(given, "whole")
    steps = [step for script in scripts for step in script.steps]
    for step in steps:
        if isinstance(step, Statement) and step.gets:
            kinds.update(dict.fromkeys(gotten(step), "open"))
    before = None
    while kinds != before:  # each turn a variable comes to be known better, or none does
        before = dict(kinds)
        for step in steps:
            if isinstance(step, Set):
                found = _kind_of(step.expression, kinds)
                kinds[step.name] = _either(kinds.get(step.name, "not set"), found)
    return kinds


def expression(text: str, kinds: Mapping[str, Kind]) -> str:
    """Return an expression in Lua.

    Raises
    ------
    InputError
        If it is not understood, or cannot be written so that it has the value that it has in pgbench.
    """
    found = written(text, _dialect(kinds, {}))
    if _OPEN in found:
        raise InputError(
            "whether these are whole numbers is not known beforehand, so that sysbench cannot divide them",
            found=text,
            advice="write 1.0 * for a division of doubles, or use --driver python",
        )
    if any(int(number) > _MOST for number in re.findall(r"\b\d{16,}\b(?!\.)", found)):
        raise InputError("a whole number too large for sysbench", found=text, advice="use --driver python")
    return found


def _kind_of(text: str, kinds: Mapping[str, Kind]) -> Kind:
    seen: dict[str, Kind] = {}
    return _kind(written(text, _dialect(kinds, seen)), seen)


def _dialect(kinds: Mapping[str, Kind], seen: dict[str, Kind]) -> Dialect:
    """Return the dialect; what is known of each text that it makes is noted in `seen`."""

    def variable(name: str) -> str:
        text = f"v[{quoted(name)}]"
        seen[text] = kinds.get(name, "not set")
        return text

    def call(name: str, arguments: list[str]) -> str:
        text = f"{_NAMES.get(name, name)}({', '.join(arguments)})"
        random = name.startswith("random")
        seen[text] = "whole" if random else _together([_kind(one, seen) for one in arguments])
        return text

    def binary(sign: str, left: str, right: str) -> str:
        kind = _together([_kind(left, seen), _kind(right, seen)])
        if sign in "%|":
            text, kind = f"{'remainder' if sign == '%' else 'either'}({left}, {right})", "whole"
        elif sign == "/" and kind != "double":
            text = f"{'divided' if kind == 'whole' else _OPEN}({left}, {right})"
        else:
            text = f"({left} {sign} {right})"
        seen[text] = kind
        return text

    return Dialect(variable, call, binary, {"and": "and", "or": "or", "not": "not", "!=": "~="}, _truth)


def _kind(text: str, seen: Mapping[str, Kind]) -> Kind:
    """Return what is known of a text; one that the dialect did not make is a number."""
    return seen.get(text) or ("double" if re.search(r"[.en]", text) else "whole")


def _together(kinds: Sequence[Kind]) -> Kind:
    """Return what an operation on such numbers gives: one that is double makes it double."""
    order: tuple[Kind, ...] = ("not set", "double", "open")
    return next((kind for kind in order if kind in kinds), "whole")


def _either(before: Kind, found: Kind) -> Kind:
    """Return what a variable is that is set twice."""
    if before == "not set":
        return found
    return before if found in (before, "not set") else "open"


def _truth(text: str) -> str:
    # In Lua 0 is true, so that only what is a truth already can be combined.
    raise InputError(
        "and, or, not of a number cannot be written for sysbench", found=text, advice="compare it: (x <> 0)"
    )


def quoted(text: str) -> str:
    """Return a text as Lua writes it."""
    for character, code in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\r", "\\r")):
        text = text.replace(character, code)
    return f'"{text}"'
