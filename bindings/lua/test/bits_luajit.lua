-- Numbers of 64 bits and bytes of numbers in LuaJIT, for runner.lua.

local ffi = require "ffi"

local SCALARS = {f32 = "float", f64 = "double", u32 = "uint32_t", i32 = "int32_t", u64 = "uint64_t", bool = "uint8_t"}
local memory = {}
for kind, c in pairs(SCALARS) do memory[kind] = ffi.new(c .. "[1]") end

local machine = {zero = 0ULL, seed = 0xcbf29ce484222325ULL}

function machine.single(number)
  return tonumber(ffi.new("float", number))
end

function machine.wide(text)
  return loadstring("return " .. text .. "ULL")()
end

--- The lower 32 bits as a plain number.
function machine.low(number)
  return tonumber(ffi.cast("uint32_t", number))
end

function machine.hex(number)
  return bit.tohex(number, 16)
end

local function write(log, bytes, count)
  for n = 0, count - 1 do log = bit.bxor(log, ffi.cast("uint64_t", bytes[n])) * 0x100000001b3ULL end
  return log
end

--- Adds the bytes of a text to a log, which is a hash.
function machine.add(log, text)
  return write(log, ffi.cast("const uint8_t*", text), #text)
end

--- Adds the bytes of a number.
function machine.scalar(log, kind, value)
  local at = memory[kind]
  at[0] = value
  -- LuaJIT gives every NaN the same bits, with another sign than those of the engine.
  if value ~= value then ffi.cast("uint8_t*", at)[ffi.sizeof(at) - 1] = 0x7f end
  return write(log, ffi.cast("const uint8_t*", at), ffi.sizeof(at))
end

return machine
