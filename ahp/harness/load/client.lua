-- A client of sysbench. Before this stand SEED, RATE, COUNT, thinks, PREFIX and SESSION; the transactions, and
-- what they share, stand at the mark below. See lua.py, which puts it all together.
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
-- TRANSACTIONS
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
