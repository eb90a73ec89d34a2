-- Numbers of 64 bits and bytes of numbers in Lua 5.4, for runner.lua.

local FORMATS = {f32 = "<f", f64 = "<d", u32 = "<I4", i32 = "<i4", u64 = "<i8", bool = "<I1"}

local machine = {zero = 0, seed = 0xcbf29ce484222325}

function machine.single(number)
  return (string.unpack("<f", string.pack("<f", number)))
end

function machine.wide(text)
  if text:match("^0x") then return tonumber(text) end
  local number = 0
  for digit in text:gmatch("%d") do number = number * 10 + math.tointeger(tonumber(digit)) end
  return number
end

--- The lower 32 bits as a plain number.
function machine.low(number)
  return number & 0xffffffff
end

function machine.hex(number)
  return ("%016x"):format(number)
end

--- Adds the bytes of a text to a log, which is a hash. The program has a fast one.
machine.add = fnv or function(log, text)
  for n = 1, #text do log = (log ~ text:byte(n)) * 0x100000001b3 end
  return log
end

--- Adds the bytes of a number.
function machine.scalar(log, kind, value)
  local text = string.pack(FORMATS[kind], value)
  -- The sign of a NaN differs between processors.
  if value ~= value then text = text:sub(1, -2) .. "\x7f" end
  return machine.add(log, text)
end

return machine
