-- What docs/lua.md says about the module. Raises at the first thing that does not hold.
-- usage: luajit module.lua
-- The tests of the module for programs that embed Lua 5.4 run this file too.

local here = arg[0]:match("^(.*[/\\])") or "./"
package.path = here .. "../?.lua;" .. package.path
local cairn = require "cairn2d"

local function near(a, b, tolerance)
  assert(math.abs(a - b) <= (tolerance or 1e-6), ("%s is not %s"):format(a, b))
end

--- Checks that a call raises an error of the module with a kind and a text.
local function refuses(kind, text, call, ...)
  local ok, fault = pcall(call, ...)
  assert(not ok, "no error: " .. text)
  assert(getmetatable(fault) == cairn.Error, tostring(fault))
  assert(fault.kind == kind and tostring(fault) == text, fault.kind .. ": " .. tostring(fault))
end

local world = cairn.world{gravity = {0, -10}}
local ground = world:spawn{kind = "static", shapes = {cairn.box(20, 0.5)}}
local ball = world:spawn{position = {x = 0, y = 10}, shapes = {cairn.circle(0.5, {density = 2, userData = 7})}}

-- Several results, and setters that take them.
local x, y = ball:position()
assert(x == 0 and y == 10)
ball:setPosition(ball:position())
ball:setVelocity(3, 4)
assert(select("#", ball:pose()) == 4 and select(2, ball:velocity()) == 4)
near(ball:mass().mass, 2 * math.pi * 0.25)
assert(ball:shapes()[1]:userData() == 7 and ball:kind() == "dynamic")
ball:setUserData(2 ^ 53 - 1)
assert(tonumber(ball:userData()) == 2 ^ 53 - 1)
-- The largest number of 64 bits, which LuaJIT has a type for. In Lua 5.4 it is the integer with its bits.
local largest = loadstring and loadstring("return 0xffffffffffffffffULL")() or -1
ball:setUserData(largest)
assert(ball:userData() == largest)
ball:setVelocity(0, 0)

-- Free fall: g t^2 / 2, to the first order of the step.
local start = select(2, ball:position())
for _ = 1, 30 do world:step(1 / 60) end
near(start - select(2, ball:position()), 10 * 0.5 * 0.5 / 2, 10 * 0.5 / 60)
near(select(2, ball:velocity()), -5, 1e-4)

-- The report of a step is one table per world.
local twin = world:clone()
local report = twin:step()
assert(report.awakeBodies == 1 and twin:step() == report and world:clone():step() ~= report)

-- Handles compare by world and id, and id and copy agree.
assert(world:body(ball:id()) == ball and ball ~= ground and tostring(ball) == tostring(world:body(ball:id())))
local copy = world:clone()
assert(copy:hash() == world:hash() and copy:body(ball:id()) ~= ball)

-- Queries: a table or nil.
local hit = world:castRay(0, 100, 0, -200)
assert(hit.body == ball and hit.normal.y == 1 and world:castRay(0, 100, 0, 200) == nil)
assert(world:castRay(0, 100, 0, -200, {ignoreBody = ball}).body == ground)
assert(#world:overlapBox(-1, -1, 1, 1) == 1 and #world:overlapBox(50, 50, 51, 51) == 0)

-- Events by iterator; what the loop does with the world changes nothing about it.
local begins = 0
for _ = 1, 120 do
  world:step(1 / 60)
  for event in world:beginEvents() do
    begins = begins + 1
    assert(event.a.body == ground or event.b.body == ground)
    world:step(1 / 60)
  end
end
assert(begins == 1)

-- Snapshots are strings; saved states and copies go on with the same bits.
local bytes, saved = world:snapshot(), cairn.saved()
world:saveInto(saved)
local delta, far = nil, cairn.fromSnapshot(bytes)
for _ = 1, 10 do world:step() far:step() end
assert(far:hash() == world:hash())
delta = world:snapshotSince(bytes)
world:restoreSaved(saved)
assert(world:snapshot() == bytes)
world:restoreSince(bytes, delta)
assert(far:hash() == world:hash())
refuses("snapshot", select(2, pcall(cairn.fromSnapshot, "")).message, world.restore, world, "")

-- Groups cross the interface once, and stay within their length.
local group = world:group()
group:readPoses()
assert(select("#", group:pose(2)) == 4 and select(2, group:pose(2)) == select(2, ball:position()))
refuses("value", "n is 3, it must be from 1 to 2", group.pose, group, 3)
refuses("value", "n is 0, it must be from 1 to 2", group.velocity, group, 0)

-- A flagged field sets its flag, and `false` clears it.
local joint = world:join{kind = "revolute", bodyA = ground, bodyB = ball, lower = -1, upper = 1}
local lower, upper = joint:limits()
assert(lower == -1 and upper == 1 and joint:motor() == nil)
joint:setMotor(2, 30)
assert(select(2, joint:motor()) == 30)
world:unjoin(joint)
local free = world:join{kind = "revolute", bodyA = ground, bodyB = ball, lower = -1, upper = 1, enableLimits = false}
assert(free:limits() == nil)
local rope = world:join{kind = "distance", bodyA = ground, bodyB = ball, length = 4, breakForce = 10}
local force, torque = rope:breakAt()
assert(force == 10 and torque == nil)
assert(rope:bodies() == ground)

-- Errors: the text of the engine, and nothing has changed.
local before = world:hash()
refuses("value", "the new body: mass is -1, it must be from 0 to 1000000000000000000000000000000", world.spawn, world, {mass = {mass = -1}})
refuses("value", "def has no field colour", world.spawn, world, {colour = 3})
refuses("value", "velocityY is nil, it must be a number", ball.setVelocity, ball, 1)
refuses("value", 'kind is "soft", it must be one of static, kinematic, dynamic', ball.setKind, ball, "soft")
refuses("value", 'position is "here", it must be a point: {x, y} or {x = x, y = y}', world.spawn, world, {position = "here"})
refuses("value", "subSteps is 2.5, it must be a whole number from 0 to 4294967295", cairn.world, {subSteps = 2.5})
refuses("value", "body is a table, it must be a Body", world.despawn, world, free)
refuses("stale", "body " .. tostring(ball) .. " belongs to another world", copy.despawn, copy, ball)
assert(world:hash() == before)
world:despawn(ball)
refuses("stale", "body:2v1 does not exist", ball.position, ball)
refuses("stale", "body:2v1 does not exist", ball.setVelocity, ball, 1, 1)
assert(not ball:exists())

-- Hostile definitions: metamethods that remove the world in the middle of a call, endless numbers.
local victim = cairn.world()
local traitor = setmetatable({}, {__index = function(_, key)
  victim:free()
  collectgarbage()
  return key == 1 and 0 or key == 2 and 0 or nil
end})
if jit then
  refuses("null", "world is a null pointer", victim.spawn, victim, {position = traitor})
else
  -- Tables are read without metamethods.
  local text = "position is a table, it must be a point: {x, y} or {x = x, y = y}"
  refuses("value", text, victim.spawn, victim, {position = traitor})
end
for _, number in ipairs {0 / 0, math.huge, -math.huge, 1e300, -1e300} do
  before = world:hash()
  assert(not pcall(world.spawn, world, {position = {number, 0}}))
  assert(not pcall(ground.setPosition, ground, number, number))
  assert(not pcall(world.step, world, number))
  assert(world:hash() == before)
end

-- A freed world raises; so do its objects. Freeing twice does nothing.
world:free()
world:free()
refuses("null", "world is a null pointer", world.step, world)
refuses("null", "world is a null pointer", ground.position, ground)
refuses("null", "saved is a null pointer", function()
  saved:free()
  copy:saveInto(saved)
end)

-- Definitions live until the call returns, whatever the collector does.
collectgarbage("setpause", 1)
collectgarbage("setstepmul", 1000)
local busy = cairn.world{gravity = {0, 0}}
for n = 1, 3000 do
  busy:spawn{position = {3 * n, 0}, shapes = {cairn.polygon({0, 0, 1, 0, 1, 1, 0, 1}), cairn.circle(0.25)}}
end
assert(#busy:bodies() == 3000 and busy:counts().shapes == 6000)
collectgarbage("setpause", 200)

-- No garbage: scalar getters, setters and steps, compiled.
local body = busy:bodies()[1]
local function work(times)
  local sum = 0
  for _ = 1, times do
    local px, py = body:position()
    body:setVelocity(px - px, py - py)
    sum = sum + px + body:angle() + body:gravityScale()
  end
  return sum
end
work(1000)
collectgarbage()
collectgarbage("stop")
local kilobytes = collectgarbage("count")
work(1e5)
assert(collectgarbage("count") - kilobytes < 8, collectgarbage("count") - kilobytes)
collectgarbage("restart")

print("all hold")
