-- Replaces what a script could use to run without end or to leave the sandbox.
-- Arguments: `host` has functions of Rust.

local host = ...
local pcall, error, type, select = pcall, error, type, select
local create, close, status = coroutine.create, coroutine.close, coroutine.status
local charge, order = host.charge, host.order
local rawget, tostring = rawget, tostring
local getmetatable = getmetatable
local insert, remove, move, sort = table.insert, table.remove, table.move, table.sort
local concat, unpack, byte = table.concat, table.unpack, string.byte

-- Files, code from text, and the collector.
dofile, loadfile, load, warn, _VERSION = nil, nil, nil, nil, nil

--- Does nothing: when memory is freed must not be visible.
function collectgarbage()
  return 0
end

function require(name)
  if name == "cairn2d" then return host.cairn end
  error("there is only the module cairn2d", 2)
end

--- `print` writes for the program.
function print(...)
  local words = {}
  for n = 1, select("#", ...) do words[n] = tostring((select(n, ...))) end
  host.print(concat(words, "\t"))
end

--- Keys in an order that is the same in every run: numbers, then strings, then others.
function pairs(of)
  local meta = getmetatable(of)
  if type(meta) == "table" and rawget(meta, "__pairs") then
    local f, state, key = rawget(meta, "__pairs")(of)
    return f, state, key
  end
  local keys, n = order(of), 0
  return function()
    while true do
      n = n + 1
      local key = keys[n]
      if key == nil then return nil end
      local value = rawget(of, key)
      if value ~= nil then return key, value end
    end
  end, of, nil
end

--- Finalizers run without limits, so there are none.
local attach = setmetatable
function setmetatable(of, meta)
  if type(meta) == "table" and rawget(meta, "__gc") ~= nil then
    error("__gc is not available in a sandbox", 2)
  end
  return attach(of, meta)
end

--- The handler runs after the error: within it, instructions would not be counted.
local function handled(handler, ok, ...)
  if ok then return true, ... end
  return false, handler(...)
end

function xpcall(f, handler, ...)
  return handled(handler, pcall(f, ...))
end

-- ---- Coroutines ----

local resume, wrap = coroutine.resume, coroutine.wrap

--- A coroutine counts its instructions in portions, and pays for one when it is made.
function coroutine.create(f)
  charge(host.period)
  return create(f)
end

function coroutine.wrap(f)
  charge(host.period)
  return wrap(f)
end

--- The open variables of a coroutine that failed are not closed: there, instructions would not be counted.
function coroutine.close(thread)
  if status(thread) ~= "suspended" then return true end
  return pcall(function()
    local ok, fault = close(thread)
    if not ok then error(fault, 0) end
  end)
end

-- ---- Loops of the library ----

function table.insert(list, ...)
  if select("#", ...) ~= 1 then
    local place = (...)
    if type(place) == "number" then charge(#list - place) end
  end
  return insert(list, ...)
end

function table.remove(list, place)
  if place == nil then return remove(list) end
  if type(place) == "number" then charge(#list - place) end
  return remove(list, place)
end

function table.move(from, first, last, to, into)
  if type(first) == "number" and type(last) == "number" then charge(last - first + 1) end
  return move(from, first, last, to, into)
end

function table.unpack(list, first, last)
  local a, b = first or 1, last or #list
  if type(a) == "number" and type(b) == "number" then charge(b - a + 1) end
  return unpack(list, a, b)
end
unpack = table.unpack

function table.concat(list, between, first, last)
  local a, b = first or 1, last or #list
  if type(a) == "number" and type(b) == "number" then charge(b - a + 1) end
  return concat(list, between, a, b)
end

function table.sort(list, before)
  local count = #list
  if type(count) == "number" then
    local rounds = 1
    while 2 ^ rounds < count do rounds = rounds + 1 end
    charge(2 * count * rounds)
  end
  return sort(list, before)
end

function string.byte(text, first, last)
  local a = first or 1
  if last and type(text) == "string" then charge(#text / 4) end
  return byte(text, a, last)
end

for _, name in ipairs {"len", "codepoint", "offset", "codes"} do
  local whole = utf8[name]
  utf8[name] = function(text, ...)
    if type(text) == "string" then charge(#text / 4) end
    return whole(text, ...)
  end
end

string.dump, string.pack, string.unpack, string.packsize = nil, nil, nil, nil

local number = tonumber
function tonumber(value, base)
  if type(value) == "string" then charge(#value / 4) end
  if base == nil then return number(value) end
  return number(value, base)
end

-- ---- Patterns, by a matcher that pays for its steps ----

local find, scan = host.find, host.scan

function string.find(text, pattern, init, plain)
  return find(text, pattern, init, plain, true)
end

function string.match(text, pattern, init)
  return find(text, pattern, init, false, false)
end

function string.gmatch(text, pattern)
  local at, last = 1, 0
  local function take(first, after, ...)
    if first == nil then
      at = #text + 2
      return nil
    end
    at, last = after, after
    return ...
  end
  return function() return take(scan(text, pattern, at, last, true)) end
end

local function applied(with, whole, ...)
  local value
  if type(with) == "function" then value = with(...) else value = with[(...)] end
  if not value then return whole end
  if type(value) ~= "string" and type(value) ~= "number" then
    error("invalid replacement value (a " .. type(value) .. ")", 3)
  end
  return value
end

function string.gsub(text, pattern, with, most)
  text = host.text(text, "text")
  if type(with) == "string" or type(with) == "number" then
    return host.replace(text, pattern, host.text(with, "replacement"), most)
  end
  if type(with) ~= "table" and type(with) ~= "function" then
    error("bad argument #3 to 'gsub' (string/function/table expected, got " .. type(with) .. ")", 2)
  end
  local out, count, at, last = {}, 0, 1, 0
  local copied = 1
  local function take(first, after, ...)
    if first == nil then return false end
    out[#out + 1] = text:sub(copied, first - 1)
    out[#out + 1] = applied(with, text:sub(first, after - 1), ...)
    copied, at, last = after, after, after
    return true
  end
  while count < (most or #text + 1) and take(scan(text, pattern, at, last, false)) do
    count = count + 1
    if type(pattern) == "string" and byte(pattern) == 94 then break end
  end
  out[#out + 1] = text:sub(copied)
  return concat(out), count
end

-- ---- Numbers ----

local seed = math.randomseed
function math.randomseed(a, b)
  if type(a) ~= "number" then error("randomseed needs a number", 2) end
  seed(a, b or 0)
end

-- Arithmetic reads a whole string as a number.
local meta = getmetatable("")
for _, name in ipairs {"__add", "__sub", "__mul", "__mod", "__pow", "__div", "__idiv", "__unm"} do
  local whole = meta[name]
  meta[name] = function(a, b)
    if type(a) == "string" then charge(#a / 4) end
    if type(b) == "string" then charge(#b / 4) end
    return whole(a, b)
  end
end

-- A script cannot replace the methods of strings.
meta.__metatable = false
