-- Runs conformance scripts through the classes of the module; prints one line per script.
--
-- The format is that of bindings/conformance/README.md. Types of arguments and results come from the table of
-- the API, `bindings/api/cairn2d.api`.
-- usage: luajit runner.lua SCRIPT...
-- The tests of the module for programs that embed Lua 5.4 run this file too.

local here = arg[0]:match("^(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. here .. "../?.lua;" .. package.path
local cairn = require "cairn2d"
-- Numbers of 64 bits and bytes of numbers.
local machine = require(jit and "bits_luajit" or "bits_lua54")
local unpack = unpack or table.unpack

local SCALARS = {f32 = true, f64 = true, u32 = true, i32 = true, u64 = true, bool = true}
local CODES = {null = -1, value = -2, stale = -3, shape = -4, kind = -5, definition = -6, snapshot = -7, poisoned = -8, record = -10}

local function readAll(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

local function camel(name)
  return (name:gsub("_(.)", string.upper))
end

-- Enums, structs and calls of the API. The fields of a struct have an order.
local enums, structs, calls = {}, {}, {}

local function readTable(text)
  local fields
  for line in text:gmatch("[^\n]*") do
    local name, rest = line:match("^enum (%S+) .-: (.*)$")
    if name then
      enums[name] = {}
      for word in rest:gmatch("%S+") do
        table.insert(enums[name], (word:match("^[^=]+")))
      end
    elseif line:match("^struct ") then
      fields = {}
      structs[line:match("^struct (%S+)")] = fields
    elseif line:match("^  ") and fields then
      local field, type = line:match("^  ([%w_]+): (%S+)")
      table.insert(fields, {name = field, type = type})
      fields[field] = type
    elseif line ~= "" then
      fields = nil
      local kind, call, list, result = line:match("^(%l+) (%u%w*%.[%w_]+)%((.-)%)(.*)$")
      if kind == "get" or kind == "query" or kind == "change" then
        local types = {}
        for argument in list:gmatch("[%w_]+: (%S+)") do
          table.insert(types, (argument:gsub(",$", "")))
        end
        calls[call] = {types = types, result = result:match("^ %-> (%S+)") or ""}
      end
    end
  end
end

readTable(readAll(here .. "../../api/cairn2d.api"))

-- Structs that a call returns as several results.
local SEVERAL = {
  box = true, range = true, motor = true, spring = true, servo = true, linear_motor = true, linear_spring = true,
  load_limit = true, one_way = true, locks = true, pair_of_bodies = true, pair_of_shapes = true,
  pair_of_poses = true, pair_of_points = true,
}

local function words(line)
  local found = {}
  for word in line:gmatch("%S+") do
    if word:sub(1, 1) == "#" then break end
    table.insert(found, word)
  end
  return found
end

local function float(text)
  local low = text:lower()
  if low:match("^-?nan$") then return 0 / 0 end
  if low:match("^[-+]?inf") then return low:sub(1, 1) == "-" and -math.huge or math.huge end
  return (assert(tonumber(text), text))
end

local function single(text)
  return machine.single(float(text))
end

local function wide(text)
  if not text:match("^0x%x+$") and not text:match("^%d+$") then error("no number: " .. text) end
  return machine.wide(text)
end

local Runner = {}
Runner.__index = Runner

local function newRunner()
  return setmetatable({
    world = cairn.world(),
    saved = cairn.saved(),
    snapshot = "",
    delta = "",
    log = machine.seed,
    calls = 0,
    kept = machine.zero,
    names = {},
    pending = {},
  }, Runner)
end

function Runner:text(text)
  self.log = machine.add(self.log, text)
end

function Runner:scalar(kind, value)
  if kind == "bool" then value = value and 1 or 0 end
  self.log = machine.scalar(self.log, kind, value)
end

-- ---- Values of tokens ----

function Runner:id(text)
  if text == "null" then return machine.zero end
  if text:match("^0x") then return wide(text) end
  return (assert(self.names[text], text))
end

local function parts(text, read)
  local found = {}
  for part in text:gmatch("[^,]+") do table.insert(found, read(part)) end
  return found
end

--- Values of an argument or a field. A point is a table.
function Runner:value(kind, text)
  if kind == "f32" then return single(text) end
  if kind == "f64" then return float(text) end
  if kind == "bool" then return text == "true" end
  if kind == "u32" then return machine.low(wide(text)) end
  if kind == "i32" then return tonumber(text) end
  if kind == "u64" then return wide(text) end
  if kind == "vec2" or kind == "pose" or kind == "[vec2]" then return parts(text, single) end
  if kind == "dvec2" then return parts(text, float) end
  if kind:match("_id$") then
    local bits = self:id(text)
    if bits == 0 then return nil end
    return self.world[kind:sub(1, -4)](self.world, bits)
  end
  if enums[kind] then
    for _, word in ipairs(enums[kind]) do
      if word == text then return text end
    end
    return tonumber(text)
  end
  error("no values of " .. kind)
end

function Runner:take(kind)
  local list = self.pending[kind] or {}
  self.pending[kind] = nil
  return list
end

function Runner:structure(kind, tokens)
  local first = table.remove(tokens, 1)
  if first == "null" then return nil end
  assert(first == "{", first)
  local value = {}
  while true do
    local token = table.remove(tokens, 1)
    if token == "}" then break end
    local key, text = token:match("^(.-)=(.*)$")
    local inner, fields = value, structs[kind]
    local path, last = key:match("^(.*)%.(.-)$")
    for part in (path or ""):gmatch("[^.]+") do
      inner[camel(part)] = inner[camel(part)] or {}
      inner, fields = inner[camel(part)], structs[fields[part]]
    end
    last = last or key
    inner[camel(last)] = self:value(fields[last], text)
  end
  for _, field in ipairs(structs[kind]) do
    if field.type:match("^%[") and field.type ~= "[vec2]" then
      value[camel(field.name)] = self:take(field.type:sub(2, -2))
    end
  end
  self:plainFlags(kind, value)
  return value
end

--- A field sets its flag in this module, and not in scripts, so every flag is given.
function Runner:plainFlags(kind, value)
  for _, field in ipairs(structs[kind]) do
    local key = camel(field.name)
    local flag = field.name:match("^has_") or field.name:match("^enable_") or field.name:match("^reports_")
    if flag and value[key] == nil then value[key] = false end
    if structs[field.type] and value[key] then self:plainFlags(field.type, value[key]) end
  end
end

-- ---- The log of results ----

--- Whether the flag `has_x` of a struct is set, which has `x` or `xY` as nil without it.
local function flagged(kind, value, flag)
  local stem = assert(flag:match("^has_(.*)$"), flag)
  for _, field in ipairs(structs[kind]) do
    if field.name == stem or field.name:sub(1, #stem + 1) == stem .. "_" then
      return value[camel(field.name)] ~= nil
    end
  end
  error("no field of " .. flag)
end

--- Logs a value, a table if it has several numbers.
function Runner:note(kind, value)
  if SCALARS[kind] then
    if value == nil then value = 0 end
    self:scalar(kind, value)
  elseif kind == "vec2" or kind == "dvec2" then
    local part = kind == "vec2" and "f32" or "f64"
    self:scalar(part, value.x)
    self:scalar(part, value.y)
  elseif kind == "pose" then
    for _, name in ipairs {"x", "y", "cos", "sin"} do self:scalar("f32", value[name]) end
  elseif kind:match("_id$") then
    self:scalar("u64", value == nil and machine.zero or value:id())
  elseif enums[kind] then
    for n, word in ipairs(enums[kind]) do
      if word == value then return self:scalar("u32", n - 1) end
    end
    error("no value " .. tostring(value))
  else
    for _, field in ipairs(structs[kind]) do
      local found = value[camel(field.name)]
      if field.type:match("^%[") then
        -- Lists are not logged.
      elseif field.type == "bool" and found == nil then
        self:scalar("bool", flagged(kind, value, field.name))
      else
        self:note(field.type, found)
      end
    end
  end
end

--- Logs a value of several results from `at`; returns the place after it.
function Runner:noteSeveral(kind, values, at)
  local counts = {vec2 = 2, dvec2 = 2, rot = 2, pose = 4}
  if counts[kind] then
    for n = at, at + counts[kind] - 1 do self:scalar(kind == "dvec2" and "f64" or "f32", values[n]) end
    return at + counts[kind]
  end
  if SEVERAL[kind] then
    for _, field in ipairs(structs[kind]) do
      if field.type == "bool" and field.name:match("^has_") then
        self:scalar("bool", values[at] ~= nil)
      else
        at = self:noteSeveral(field.type, values, at)
      end
    end
    return at
  end
  self:note(kind, values[at])
  return at + 1
end

--- Whether a call succeeds, with its results in a table; an error is logged.
function Runner:attempt(work)
  local function pack(ok, ...)
    return ok, {...}
  end
  local ok, values = pack(pcall(work))
  if ok then return values end
  local fault = values[1]
  if getmetatable(fault) ~= cairn.Error then error(fault, 0) end
  if os.getenv("CAIRN_TRACE") then io.stderr:write(("line %d: %s\n"):format(self.lineNumber, fault.message)) end
  self:scalar("i32", CODES[fault.kind] or -11)
  self:text(fault.message)
  return nil
end

function Runner:result(kind, work)
  local values = self:attempt(work)
  if not values then return nil end
  local inner = kind:match("^&?%[(.*)%]$")
  if inner then
    local list = values[1]
    if kind:sub(1, 1) == "&" then
      list = {}
      for event in values[1] do table.insert(list, event) end
    end
    self:scalar("i32", 0)
    self:scalar("u32", #list)
    for _, item in ipairs(list) do self:note(inner, item) end
    if inner:match("_id$") and list[1] then self.kept = list[1]:id() end
  elseif kind:sub(1, 1) == "?" then
    self:scalar("i32", values[1] == nil and 1 or 0)
    if values[1] ~= nil then self:noteSeveral(kind:sub(2), values, 1) end
  else
    self:scalar("i32", 0)
    if kind ~= "" then self:noteSeveral(kind, values, 1) end
    if kind:match("_id$") then self.kept = values[1] and values[1]:id() or machine.zero end
  end
  return values
end

-- ---- Calls ----

function Runner:tableCall(name, tokens)
  local call = assert(calls[name], name)
  local owner, method = name:match("^(.-)%.(.*)$")
  local target = self.world
  if owner == "Events" then
    method = method:gsub("s$", "") .. "_events"
  elseif owner ~= "World" then
    target = self.world[owner:lower()](self.world, self:id(table.remove(tokens, 1)))
  end
  local values, count = {}, 0
  local function add(value)
    count = count + 1
    values[count] = value
  end
  for _, kind in ipairs(call.types) do
    if structs[kind] then
      add(self:structure(kind, tokens))
    elseif kind:match("^%[") then
      add(self:take(kind:sub(2, -2)))
    else
      local value = self:value(kind, table.remove(tokens, 1))
      if kind == "vec2" or kind == "dvec2" or kind == "pose" then
        for _, part in ipairs(value) do add(part) end
      else
        add(value)
      end
    end
  end
  self:result(call.result, function()
    return target[camel(method)](target, unpack(values, 1, count))
  end)
end

function Runner:data(data)
  self:scalar("i32", 0)
  self:scalar("u64", #data)
  self:text(data)
end

function Runner:replace(work)
  local values = self:attempt(work)
  if not values then return end
  self:scalar("i32", 0)
  self.world:free()
  self.world = values[1]
end

function Runner:bulk(write)
  local group = self.world:group()
  group:readPoses()
  self:scalar("i32", 0)
  for n = 1, group:length() do self:noteSeveral("pose", {group:pose(n)}, 1) end
  group:readVelocities()
  self:scalar("i32", 0)
  for n = 1, group:length() do
    local x, y, angular = group:velocity(n)
    self:noteSeveral("vec2", {x, y}, 1)
    self:scalar("f32", angular)
    group:setVelocity(n, x, y, angular)
  end
  if write then
    self:result("", function()
      group:writeVelocities()
    end)
  end
end

function Runner:drawing()
  local drawing = self.world:debugDraw()
  self:scalar("i32", 0)
  self:scalar("u32", drawing:count())
  self:scalar("u32", drawing:pointCount())
  for n = 1, drawing:count() do
    local kind, color, first, count, radius = drawing:primitive(n)
    self:note("primitive_type", kind)
    self:scalar("u32", color)
    self:scalar("u32", first - 1)
    self:scalar("u32", count)
    self:scalar("f32", radius)
  end
  for n = 1, drawing:pointCount() do self:noteSeveral("vec2", {drawing:point(n)}, 1) end
  drawing:free()
end

function Runner:missing()
  self:scalar("i32", -1)
  self:text("recorder is a null pointer")
end

--- Ends the recording and plays it: to the middle, then to its end.
function Runner:finish()
  local recorder = self.recorder
  if not recorder then return self:missing() end
  self.recorder = nil
  local file = self:attempt(function()
    return recorder:finish(self.world)
  end)
  if not file then return end
  self:data(file[1])
  local made = self:attempt(function()
    return cairn.player(file[1])
  end)
  if not made then return end
  self:scalar("i32", 0)
  local player = made[1]
  self:result("", function()
    player:seek(math.floor(player:steps() / 2))
  end)
  self:scalar("u64", player:world():hash())
  local going
  repeat
    going = self:attempt(function()
      return player:step()
    end)
  until not going or not going[1]
  if going then self:scalar("i32", 1) end
  self:scalar("u64", player:stepIndex())
  self:scalar("u64", player:world():hash())
  player:free()
end

local own = {
  ["World.new"] = function(run, tokens)
    local config = run:structure("world_config", tokens)
    run:replace(function() return cairn.world(config) end)
  end,
  ["World.clone"] = function(run)
    run:replace(function() return run.world:clone() end)
  end,
  ["World.snapshot"] = function(run)
    run.snapshot = run.world:snapshot()
    run:data(run.snapshot)
  end,
  ["World.restore"] = function(run)
    run:result("", function() run.world:restore(run.snapshot) end)
  end,
  ["World.from_snapshot"] = function(run)
    run:replace(function() return cairn.fromSnapshot(run.snapshot) end)
  end,
  ["World.snapshot_since"] = function(run)
    run.delta = run.world:snapshotSince(run.snapshot)
    run:data(run.delta)
  end,
  ["World.restore_since"] = function(run)
    run:result("", function() run.world:restoreSince(run.snapshot, run.delta) end)
  end,
  ["World.save_into"] = function(run)
    run:result("", function() run.world:saveInto(run.saved) end)
  end,
  ["World.restore_saved"] = function(run)
    run:result("", function() run.world:restoreSaved(run.saved) end)
  end,
  ["World.record_calls"] = function(run, tokens)
    run.world:recordCalls(table.remove(tokens, 1) == "true")
    run:scalar("i32", 0)
  end,
  ["World.take_calls"] = function(run)
    run:data(run.world:takeCalls())
  end,
  ["World.read_poses"] = function(run) run:bulk(false) end,
  ["World.read_velocities"] = function(run) run:bulk(false) end,
  ["World.write_velocities"] = function(run) run:bulk(true) end,
  ["World.debug_draw"] = function(run) run:drawing() end,
  ["Recorder.start"] = function(run)
    local made = run:attempt(function() return cairn.recorder(run.world, "script", 20) end)
    run.recorder = made and made[1]
    if made then run:scalar("i32", 0) end
  end,
  ["Recorder.update"] = function(run)
    if not run.recorder then return run:missing() end
    run:result("", function() run.recorder:update(run.world) end)
  end,
  ["Recorder.finish"] = function(run) run:finish() end,
}

function Runner:line(line)
  local tokens = words(line)
  if #tokens == 0 then return end
  if tokens[1] == "push" then
    table.remove(tokens, 1)
    local kind = table.remove(tokens, 1)
    local value = self:structure(kind, tokens)
    self.pending[kind] = self.pending[kind] or {}
    table.insert(self.pending[kind], value)
    return
  end
  local target
  if tokens[2] == "=" then
    target = table.remove(tokens, 1)
    table.remove(tokens, 1)
  end
  self.kept = machine.zero
  self.calls = self.calls + 1
  local name = table.remove(tokens, 1)
  if own[name] then own[name](self, tokens) else self:tableCall(name, tokens) end
  if #tokens > 0 then error(line .. ": " .. tokens[1] .. " is left") end
  self.pending = {}
  if target then self.names[target] = self.kept end
end

--- Runs a range of lines; `repeat N` repeats those up to the next `end`.
function Runner:lines(lines, first, last)
  local n = first
  while n <= last do
    self.lineNumber = n
    local times = lines[n]:match("^%s*repeat (%d+)")
    if times then
      local stop = n + 1
      while stop <= last and lines[stop]:sub(1, 3) ~= "end" do stop = stop + 1 end
      for _ = 1, tonumber(times) do self:lines(lines, n + 1, stop - 1) end
      n = stop
    else
      self:line(lines[n])
    end
    n = n + 1
  end
end

for _, path in ipairs(arg) do
  local lines = {}
  for line in (readAll(path) .. "\n"):gmatch("(.-)\r?\n") do table.insert(lines, line) end
  local run = newRunner()
  local ok, fault = xpcall(function() run:lines(lines, 1, #lines) end, function(fault)
    return ("%s:%d: %s\n%s"):format(path, run.lineNumber or 0, tostring(fault), debug.traceback())
  end)
  if not ok then
    io.stderr:write(fault, "\n")
    os.exit(1)
  end
  local name = path:match("([^/\\]+)$"):match("^[^.]+")
  print(("%s %s %s %d"):format(name, machine.hex(run.world:hash()), machine.hex(run.log), run.calls))
  run.world:free()
end
