"""A workload as a script for sysbench, in Lua.

The statements' texts hold their values, and results are not freed by hand: bound parameters and `free` crash
sysbench 1.0.20. Each response time is kept in memory and written when the client ends, since sysbench itself
tells no transaction type from another.

Lua's numbers are all double, and what a division gives depends in pgbench on whether both of its numbers are
whole. So scripts for sysbench reckon in whole numbers: a decimal one is refused, and so is the division of
what a query brought, which may be one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import partial

from ahp.errors import InputError
from ahp.harness.load.base import Load
from ahp.harness.scripts.compiler import gotten
from ahp.harness.scripts.expressions import Dialect, written
from ahp.harness.scripts.script import Begin, Commit, Else, EndIf, If, Script, Set, Statement
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
  if thinks[kind] > 0 then sleep_until(ended + thinks[kind] * 1e9) end
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
    unsure = brought([transaction.script for transaction in workload.mix])
    thinks = ", ".join(repr(load.think_s + transaction.think) for transaction in workload.mix)
    rate = "nil" if load.rate is None else repr(load.rate / load.clients)
    count = "nil" if load.transactions is None or phase == 0 else str(load.transactions)
    lines = [
        f"local SEED, RATE, COUNT = {load.seed % 2**32 + phase}, {rate}, {count}",
        f"local thinks = {{{thinks}}}",
        f"local PREFIX, SESSION = {quoted(prefix)}, {quoted(session) if session else 'nil'}",
        _OPENING,
        "local v = setmetatable({}, {__index = function() return 0 end})",
        *(f"v[{quoted(name)}] = {value}" for name, value in given.items()),
        f"local weights = {{{', '.join(str(transaction.weight) for transaction in workload.mix)}}}",
        "local transactions = {}",
    ]
    for number, transaction in enumerate(workload.mix, start=1):
        lines += _function(number, transaction.script, unsure)
    return "\n".join([*lines, _CLOSING])


def _function(number: int, script: Script, brought: Collection[str]) -> list[str]:
    lines = [f"transactions[{number}] = function()"]
    for step in script.steps:
        match step:
            case Set(name, text):
                lines.append(f"  v[{quoted(name)}] = number({expression(text, brought)})")
            case Begin():
                lines.append('  run("BEGIN")')
            case Commit():
                lines.append('  run("COMMIT")')
            case If(text):
                lines.append(f"  if truth({expression(text, brought)}) then")
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


_NAMES: Mapping[str, str] = {
    "random": "between", "greatest": "math.max", "least": "math.min", "abs": "math.abs",
}  # fmt: skip
_MOST = 2**53  # whole numbers beyond are not all doubles
_DECIMAL = re.compile(r"\(?-?\d*[.e][\d.e+-]*\)?")


def brought(scripts: Sequence[Script]) -> set[str]:
    r"""Return the variables that hold what a query brought, or are set by such.

    Examples
    --------
    >>> from ahp.harness.scripts.script import parsed
    >>> sorted(brought([parsed("SELECT a FROM t \\gset\n\\set b 2 * :a\n\\set c 1\nSELECT :b, :c;")]))
    ['a', 'b']
    """
    steps = [step for script in scripts for step in script.steps]
    found = {name for step in steps if isinstance(step, Statement) and step.gets for name in gotten(step)}
    before: set[str] = set()
    while found != before:
        before = set(found)
        found |= {
            step.name
            for step in steps
            if isinstance(step, Set) and found & set(re.findall(r":(\w+)", step.expression))
        }
    return found


def expression(text: str, brought: Collection[str]) -> str:
    """Return an expression in Lua.

    Raises
    ------
    InputError
        If it is not understood, or cannot be written so that it has the value that it has in pgbench.
    """
    found = _whole(written(text, Dialect(_variable, _call, partial(_binary, brought), _WORDS, _truth)))
    if any(int(number) > _MOST for number in re.findall(r"\b\d{16,}\b(?!\.)", found)):
        raise InputError("a whole number too large for sysbench", found=text, advice="use --driver python")
    return found


_WORDS = {"and": "and", "or": "or", "not": "not", "!=": "~="}


def _variable(name: str) -> str:
    return f"v[{quoted(name)}]"


def _call(name: str, arguments: list[str]) -> str:
    for argument in arguments[:2] if name.startswith("random") else arguments:  # its third may be a decimal
        _whole(argument)
    return f"{_NAMES.get(name, name)}({', '.join(arguments)})"


def _binary(brought: Collection[str], sign: str, left: str, right: str) -> str:
    for part in (left, right):
        _whole(part)
        if sign == "/" and any(_variable(name) in part for name in brought):
            raise InputError(
                "whether what a query brought is a whole number is not known beforehand, so that sysbench "
                "cannot divide it",
                found=f"{left} / {right}",
                advice="use --driver python",
            )
    functions = {"/": "divided", "%": "remainder", "|": "either"}
    return f"{functions[sign]}({left}, {right})" if sign in functions else f"({left} {sign} {right})"


def _whole(text: str) -> str:
    if _DECIMAL.fullmatch(text):
        raise InputError(
            "a decimal number, and scripts for sysbench reckon in whole ones",
            found=text,
            advice="use --driver python",
        )
    return text


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
