--- A shape with the other fields of `more` beside its geometry.
local function shape(geometry, more, taken)
  local made = {}
  for key, value in pairs(more or {}) do made[key] = value end
  for _, key in ipairs(taken) do made[key] = nil end
  made.geometry = geometry
  return made
end

function cairn.circle(radius, more)
  return shape({kind = "circle", radius = radius, a = more and more.at or {0, 0}}, more, {"at"})
end

function cairn.box(halfWidth, halfHeight, more)
  local given = more or {}
  return shape({
    kind = "box",
    b = {halfWidth, halfHeight},
    a = given.at or {0, 0},
    angle = given.angle or 0,
    radius = given.radius or 0,
  }, more, {"at", "angle", "radius"})
end

function cairn.capsule(a, b, radius, more)
  return shape({kind = "capsule", a = a, b = b, radius = radius}, more, {})
end

function cairn.segment(a, b, more)
  return shape({kind = "segment", a = a, b = b}, more, {})
end

function cairn.polygon(corners, more)
  return shape({kind = "polygon", points = corners, radius = more and more.radius or 0}, more, {"radius"})
end
