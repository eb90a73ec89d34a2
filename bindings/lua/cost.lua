-- Prints what calls cost [ns]: the least of many windows, after LuaJIT has compiled them.
-- usage: luajit cost.lua
-- `cargo run --release -p cairn2d-lua --example cost` runs this file in Lua 5.4, and gives it a clock.

local here = arg and arg[0]:match("^(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. package.path
local cairn = require "cairn2d"

--- Nanoseconds of the monotonic clock.
local now = clock
if not now then
  local ffi = require "ffi"
  ffi.cdef "typedef struct { long seconds, nanoseconds; } cost_time; int clock_gettime(int clock, cost_time* now);"
  local time = ffi.new("cost_time")
  now = function()
    ffi.C.clock_gettime(1, time)
    return tonumber(time.seconds) * 1e9 + tonumber(time.nanoseconds)
  end
end

local function cost(name, windows, calls, work)
  local least = math.huge
  for _ = 1, windows do
    local start = now()
    work(calls)
    least = math.min(least, (now() - start) / calls)
  end
  print(("%-24s %8.1f"):format(name, least))
end

local world = cairn.world()
world:spawn{kind = "static", shapes = {cairn.box(100, 1)}}
local bodies = {}
for n = 1, 100 do bodies[n] = world:spawn{position = {2 * n, 10}, shapes = {cairn.circle(0.5)}} end
local body, group = bodies[50], world:group(bodies)
local sum = 0

cost("body:angle()", 300, 10000, function(calls)
  for _ = 1, calls do sum = sum + body:angle() end
end)
cost("body:position()", 300, 10000, function(calls)
  for _ = 1, calls do
    local x, y = body:position()
    sum = sum + x + y
  end
end)
cost("body:pose()", 300, 10000, function(calls)
  for _ = 1, calls do
    local x, y, cos, sin = body:pose()
    sum = sum + x + y + cos + sin
  end
end)
cost("body:setVelocity(x, y)", 300, 10000, function(calls)
  for n = 1, calls do body:setVelocity(n, 0) end
end)
cost("body:applyForce(x, y)", 300, 10000, function(calls)
  for _ = 1, calls do body:applyForce(0, 1) end
end)
cost("group:readPoses(), a body", 300, 10000, function(calls)
  for _ = 1, calls / 100 do group:readPoses() end
end)
cost("world:castRay()", 100, 1000, function(calls)
  for _ = 1, calls do
    if world:castRay(0, 100, 200, -200) then sum = sum + 1 end
  end
end)
assert(sum == sum)
