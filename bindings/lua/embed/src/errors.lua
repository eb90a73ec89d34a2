-- Functions that catch errors: they turn errors of Rust into tables, and do not catch an exceeded limit.
-- Arguments: `translate` makes the table of an error, `check` raises an exceeded limit.

local translate, check = ...
local rawpcall, rawxpcall, error = pcall, xpcall, error
local create, resume, status = coroutine.create, coroutine.resume, coroutine.status

local function seal(ok, ...)
  if ok then return true, ... end
  check()
  return false, translate((...))
end

function pcall(f, ...)
  return seal(rawpcall(f, ...))
end

function xpcall(f, handler, ...)
  return seal(rawxpcall(f, function(fault) return handler(translate(fault)) end, ...))
end

function coroutine.resume(thread, ...)
  return seal(resume(thread, ...))
end

local function unwrap(ok, ...)
  if ok then return ... end
  check()
  error((...), 0)
end

function coroutine.wrap(f)
  local thread = create(f)
  return function(...) return unwrap(resume(thread, ...)) end
end

local function run(f, ...)
  return rawpcall(f, ...)
end

return run
