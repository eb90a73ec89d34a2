-- Calls every method of every class with arguments that make sense, are odd, or are wrong. The process lives,
-- every error is one of the module, and a world that no call touches keeps its bits.
-- usage: luajit hostile.lua [SEED]
-- The tests of the module for programs that embed Lua 5.4 run this file too. There, `given` has the names of
-- the methods, because objects are not tables.

local here = arg[0]:match("^(.*[/\\])") or "./"
package.path = here .. "../?.lua;" .. package.path
local cairn = require "cairn2d"

local state = tonumber(arg[1] or 1)
local function random(count)
  state = (state * 16807) % 2147483647
  return state % count + 1
end

local function stack(world)
  world:spawn{kind = "static", shapes = {cairn.box(20, 0.5)}}
  local last
  for n = 1, 6 do
    local body = world:spawn{position = {n % 2, n}, shapes = {cairn.box(0.4, 0.4), cairn.circle(0.3, {sensor = true})}}
    if last then world:join{kind = "distance", bodyA = last, bodyB = body, length = 1} end
    last = body
  end
  world:addField{effect = "wind", vector = {1, 0}}
  world:addPortals{atA = {-5, 5}, atB = {5, 5}}
  for _ = 1, 20 do world:step() end
end

local witness, world, other = cairn.world(), cairn.world(), cairn.world()
stack(witness)
stack(world)
stack(other)
local bits = witness:hash()

-- Every method by class. Those that free or read memory of the caller at great length are called elsewhere.
local methods = {}
for _, entry in ipairs(given or {}) do
  table.insert(methods, {class = entry.class, name = entry.name, work = function(it, ...)
    return it[entry.name](it, ...)
  end})
end
for _, name in ipairs(given and {} or {"World", "Body", "Shape", "Joint", "Contact", "Field", "Portal", "Group", "Drawing"}) do
  for method, work in pairs(cairn[name]) do
    if type(work) == "function" and not method:match("^__") and method ~= "free" and method ~= "reserve" then
      table.insert(methods, {class = name, name = method, work = work})
    end
  end
end
table.sort(methods, function(a, b)
  return a.class .. a.name < b.class .. b.name
end)
assert(#methods >= 240, #methods)

local numbers = {
  0, 1, -1, 0.5, 2, 3, 60, 1 / 60, 1e9, -1e9, 1e300, -1e300, 1e-300, 2 ^ 31, 2 ^ 32, 2 ^ 53, 2 ^ 64, 0 / 0, math.huge,
  -math.huge,
}
local words = {"dynamic", "static", "circle", "", "gravity", "\0", ("x"):rep(1000), "wind", "revolute", "fastest"}

-- Numbers of 64 bits, which LuaJIT has types for.
local largest, negative = -1, -5
if jit then largest, negative = loadstring("return 0xffffffffffffffffULL, -5LL")() end

local function any(depth)
  local kind = random(12)
  if kind <= 5 then return numbers[random(#numbers)] end
  if kind == 6 then return words[random(#words)] end
  if kind == 7 then return random(2) == 1 end
  if kind == 8 then return nil end
  if kind == 9 then return largest end
  if kind == 10 then return negative end
  if kind == 11 then
    local home = random(8) == 1 and other or world
    local class = ({"bodies", "shapes", "joints", "contacts", "fields"})[random(5)]
    local list = home[class](home)
    return list[random(math.max(1, #list))]
  end
  local value = {}
  if depth < 3 then
    local keys = {1, 2, 3, "x", "y", "shapes", "position", "geometry", "material", "kind", "bodyA", "bodyB", "points", "radius", "a", "b", "density"}
    for _ = 1, random(4) do value[keys[random(#keys)]] = any(depth + 1) end
  end
  return value
end

local function target(class)
  if class == "World" then return world end
  if class == "Drawing" then return world:debugDraw() end
  if class == "Group" then return world:group() end
  -- Any id, also of another class and of no object.
  local list = world[({Body = "bodies", Shape = "shapes", Joint = "joints", Contact = "contacts", Field = "fields"})[class] or "bodies"](world)
  local found = list[random(math.max(1, #list))]
  if found and random(10) > 1 then return found end
  return world[class:lower()](world, random(1000))
end

local good, refused = 0, 0
for n = 1, 60000 do
  if n % 500 == 0 then
    world:free()
    world = cairn.world()
    stack(world)
  end
  local method = methods[random(#methods)]
  local it = target(method.class)
  local ok, fault = pcall(method.work, it, any(0), any(0), any(0), any(0), any(0))
  if ok then
    good = good + 1
  else
    refused = refused + 1
    assert(getmetatable(fault) == cairn.Error, method.class .. ":" .. method.name .. ": " .. tostring(fault))
    assert(fault.kind ~= "panic" and fault.kind ~= "poisoned", method.name .. ": " .. fault.message)
  end
end
world:step()
assert(witness:hash() == bits)
assert(good > 5000 and refused > 5000, good .. " good, " .. refused .. " refused")
print(#methods .. " methods, " .. good .. " calls, " .. refused .. " refused: all hold")
