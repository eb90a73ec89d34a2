//! Scripts that try to run forever, to take all memory, to leave the sandbox or to break the engine. Each
//! ends with a typed error, or does nothing, in bounded time and memory. The world of the program stays
//! consistent.

use std::time::{Duration, Instant};

use cairn2d::prelude::*;
use cairn2d_lua::{Limits, Sandbox, ScriptError, WorldRef};

/// Generous for a debug build on a busy machine; the point is that it is not minutes.
const LONGEST: Duration = Duration::from_secs(20);

fn limits() -> Limits {
    Limits::default()
        .instructions(500_000)
        .memory(8 << 20)
        .objects(2000)
        .contacts(4000)
        .worlds(4)
        .string(256 << 10)
}

/// A ball above the ground.
fn world() -> World {
    let mut world = World::new(WorldConfig::default()).unwrap();
    world.spawn(Body::fixed().with(Rect::half(20.0, 0.5))).unwrap();
    world.spawn(Body::dynamic().at([0.0, 4.0]).with(Circle::new(0.5))).unwrap();
    world
}

/// Runs the function `attack` of a script; returns its error.
fn attack(script: &str) -> (Sandbox, WorldRef, Option<ScriptError>) {
    let start = Instant::now();
    let mut sandbox = Sandbox::new(limits()).unwrap();
    let shared = sandbox.add_world(world());
    let text = format!("local cairn = require 'cairn2d'\nfunction attack(world)\n{script}\nend");
    let error = match sandbox.load("attack.lua", &text) {
        Ok(()) => sandbox.call::<()>("attack", &shared).err(),
        Err(error) => Some(error),
    };
    let passed = start.elapsed();
    assert!(passed < LONGEST, "{passed:?}: {script}");
    assert!(sandbox.memory() < 9 << 20, "{} bytes: {script}", sandbox.memory());
    (sandbox, shared, error)
}

/// Checks that a script fails with one of the kinds, and leaves the world as it was.
#[track_caller]
fn fails(kinds: &[&str], script: &str) -> ScriptError {
    let (sandbox, shared, error) = attack(script);
    let error = error.unwrap_or_else(|| panic!("no error: {script}"));
    assert!(kinds.contains(&error.kind.as_str()), "{error:?}: {script}");
    let before = world().hash();
    assert_eq!(shared.change(|world| world.hash()), Some(before), "{script}");
    usable(&sandbox, &shared);
    error
}

/// The world steps on, its tables are consistent, and the sandbox runs the next script.
#[track_caller]
fn usable(sandbox: &Sandbox, shared: &WorldRef) {
    shared.change(|world| {
        for _ in 0..10 {
            world.step(1.0 / 60.0).unwrap();
        }
        world.validate().unwrap();
    });
    drop(sandbox.call::<()>("print", "still here"));
}

/// Scripts that only burn time end with the limit of instructions.
#[test]
fn loops_end() {
    for script in [
        "while true do end",
        "repeat until false",
        "for n = 1, math.huge do end",
        "::again:: goto again",
        "local function f() return f() end f()",
        "while true do pcall(function() while true do end end) end",
        "while true do xpcall(function() while true do end end, function() while true do end end) end",
        "xpcall(function() error('x') end, function() while true do end end)",
        "local function f() pcall(f) pcall(f) end while true do f() end",
        "while true do local ok = pcall(error, 'x') end",
        "local t = setmetatable({}, {__index = function(t, k) while true do end end}) return t.x",
        "local t = setmetatable({}, {__eq = function() while true do end end}) return t == setmetatable({}, getmetatable(t))",
        "error(setmetatable({}, {__tostring = function() while true do end end}))",
        "tostring(setmetatable({}, {__tostring = function() while true do end end}))",
        "local x <close> = setmetatable({}, {__close = function() while true do end end})",
        "local x <close> = setmetatable({}, {__close = function() while true do end end}) while true do end",
        "for _ in next, {}, nil, setmetatable({}, {__close = function() while true do end end}) do end",
    ] {
        let (sandbox, shared, error) = attack(script);
        let error = error.unwrap_or_else(|| panic!("no error: {script}"));
        let raised = script.starts_with("error(");
        assert_eq!(error.kind, if raised { "script" } else { "instructions" }, "{script}");
        usable(&sandbox, &shared);
    }
}

#[test]
fn limit_has_the_line_of_the_script() {
    let error = fails(&["instructions"], "\n\nlocal n = 0\nwhile true do n = n + 1 end");
    assert_eq!((error.name.as_deref(), error.line), (Some("attack.lua"), Some(6)));
    assert_eq!(error.to_string(), "attack.lua:6: the script ran more than 500000 instructions");
}

#[test]
fn coroutines_end() {
    for script in [
        "coroutine.wrap(function() while true do end end)()",
        "while true do coroutine.resume(coroutine.create(function() while true do end end)) end",
        "while true do coroutine.wrap(function() end)() end",
        "while true do local co = coroutine.create(function() for n = 1, 900 do end end) coroutine.resume(co) end",
        "local co = coroutine.create(function() while true do pcall(coroutine.yield) end end) while true do coroutine.resume(co) end",
        "local co = coroutine.create(function() local x <close> = setmetatable({}, {__close = function() while true do end end}) while true do end end) coroutine.resume(co) coroutine.close(co)",
        "local co = coroutine.wrap(function() local x <close> = setmetatable({}, {__close = function() while true do end end}) error('x') end) pcall(co) while true do end",
        "local co = coroutine.create(function() local x <close> = setmetatable({}, {__close = function() while true do end end}) coroutine.yield() end) coroutine.resume(co) coroutine.close(co)",
        "local function f() return coroutine.wrap(f)() end f()",
        "local all = {} while true do all[#all + 1] = coroutine.create(function() end) end",
    ] {
        fails(&["instructions", "memory", "script"], script);
    }
}

#[test]
fn memory_is_bounded() {
    for script in [
        "local s = 'x' while true do s = s .. s end",
        "return ('x'):rep(1e9)",
        "return ('x'):rep(1e9, ('y'):rep(1e5))",
        "while true do pcall(string.rep, 'x', 1e9) end",
        "local t = {} while true do t[#t + 1] = ('x'):rep(1000) .. #t end",
        "local t = {} for n = 1, 1e9 do t[n] = n end",
        "local t = {} while true do t = {t} end",
        "local t = {} for n = 1, 1000 do t[n] = ('x'):rep(1e5) end return table.concat(t)",
        "local function f(...) return f(1, ...) end f()",
        "local function f(n) return 1 + f(n) end f(1)",
        "return table.unpack({}, 1, 1e8)",
        "local s = ('x'):rep(2e5) while true do s:upper() end",
        "local s = ('x'):rep(2e5) while true do local t = s .. 'y' end",
        "while true do ('%99d'):rep(2000):format(1) end",
        "return ('x'):rep(1e5):gsub('x', ('y'):rep(1e5))",
        "return ('x'):rep(1e5):gsub('', ('y'):rep(1e5))",
        "return string.format('%s', ('x'):rep(3e5))",
    ] {
        fails(&["instructions", "memory", "script", "value"], script);
    }
}

#[test]
fn library_functions_end() {
    for script in [
        "return ('a'):rep(40):find(('a*'):rep(30) .. 'b')",
        "return ('a'):rep(1e5):find('.-.-.-.-b')",
        "return ('a'):rep(2e5):match('(.-)(.-)(.-)%1%2%3b')",
        "for _ in ('a'):rep(1e5):gmatch('a-b') do end",
        "return ('a'):rep(1e5):gsub('.-.-b', '')",
        "return ('a'):rep(1e5):gsub('.-.-.-b', function() end)",
        "while true do ('a'):rep(2e5):find(('a'):rep(1e5) .. 'b', 1, true) end",
        "local t = {} for n = 1, 5e4 do t[n] = n end while true do table.sort(t) end",
        "local t = {} for n = 1, 1e4 do t[n] = n end table.sort(t, function() return true end)",
        "local t = {} for n = 1, 1e4 do t[n] = n end table.sort(t, function() while true do end end)",
        "table.insert(setmetatable({}, {__len = function() return 2^53 end}), 1, 0)",
        "table.remove(setmetatable({}, {__len = function() return 2^53 end}), 1)",
        "table.move({}, 1, 2^53, 2)",
        "table.concat(setmetatable({}, {__index = function() return '' end}), '', 1, 2^53)",
        "table.sort(setmetatable({}, {__len = function() return 2^30 end}))",
        "while true do utf8.len(('x'):rep(2e5)) end",
        "while true do tonumber(('1'):rep(2e5), 10) end",
        "local s = ('1'):rep(2e5) while true do local x = s + 1 end",
        "local s = ('1'):rep(5e4) while true do math.floor(s) end",
        "local s, t = ('1'):rep(2e5) .. 'a', ('1'):rep(2e5) .. 'b' while true do local x = s < t end",
        "local s = ('x'):rep(2e5) while true do s:byte(1, 1e5) end",
        "return ('%'):rep(1e5):find('%')",
        "return ('('):rep(500), ('x'):find(('('):rep(500))",
        "local t = {} for n = 1, 2e4 do t[n] = n end for n = 1, 2e4 do t[n] = nil end while true do next(t) end",
        "local t = {} for n = 1, 2e4 do t['k' .. n] = n end while true do for _ in pairs(t) do end end",
    ] {
        fails(&["instructions", "memory", "script", "value"], script);
    }
}

/// What the sandbox does not have is nil.
#[test]
fn there_is_no_way_out() {
    for name in [
        "os",
        "io",
        "debug",
        "package",
        "dofile",
        "loadfile",
        "load",
        "loadstring",
        "ffi",
        "jit",
        "string.dump",
        "string.pack",
        "warn",
        "getfenv",
        "setfenv",
        "newproxy",
        "module",
    ] {
        let script = format!("assert({name} == nil)");
        assert_eq!(attack(&script).2, None, "{name}");
    }
    for (kind, script) in [
        ("script", "require 'os'"),
        ("script", "setmetatable({}, {__gc = function() while true do end end})"),
        ("script", "getmetatable('').__index = nil"),
        ("script", "getmetatable(world).__index = nil"),
        ("script", "setmetatable(world, {})"),
        ("script", "world.x = 1"),
        ("script", "math.randomseed()"),
        ("script", "error()"),
        ("script", "error({})"),
        ("script", "error(world)"),
        ("script", "error(error)"),
        ("script", "local e = setmetatable({}, cairn.Error) e.message = 1 error(e) end function f(x) x()"),
        ("limit", "cairn.world{threads = 4}"),
        ("limit", "world:setThreads(4)"),
        ("limit", "world:reserve(4000000000, 1, 1, 1)"),
        ("limit", "world:recordCalls(true)"),
        ("limit", "cairn.recorder(world)"),
        ("limit", "cairn.player('')"),
        ("limit", "local all = {} while true do all[#all + 1] = cairn.world() end"),
        ("limit", "local all = {} while true do all[#all + 1] = world:clone() end"),
        ("limit", "local all = {} while true do all[#all + 1] = cairn.saved() end"),
        ("snapshot", "cairn.fromSnapshot(('x'):rep(1e5))"),
        ("value", "world.spawn()"),
        ("value", "world.spawn({}, {})"),
        ("value", "world:spawn(world)"),
        ("value", "world:spawn{position = {0 / 0, 0}, shapes = {cairn.circle(1)}}"),
        ("value", "world:spawn{shapes = {cairn.circle(1), 3}}"),
        ("stale", "local b = cairn.world():spawn{} world:despawn(b)"),
        ("stale", "local b = cairn.world() local c = b:spawn{} b:despawn(c) c:position()"),
        ("null", "local b = cairn.world() local c = b:spawn{} b:free() c:position()"),
    ] {
        let error = fails(&[kind], script);
        assert!(!error.message.is_empty() || script.contains("cairn.Error"), "{error:?}: {script}");
    }
}

/// Scripts may fill the world up to its limit, and the world goes on.
#[test]
fn worlds_stay_within_their_limits() {
    for (kinds, script) in [
        (["limit", "instructions"], "while true do world:spawn{shapes = {cairn.circle(1)}} end"),
        (
            ["limit", "instructions"],
            "for n = 1, 1e9 do world:spawn{position = {n, 9}, shapes = {cairn.circle(1)}} end",
        ),
        (
            ["limit", "instructions"],
            "for n = 1, 1900 do world:spawn{shapes = {cairn.circle(1)}} end while true do world:step() end",
        ),
        (
            ["limit", "memory"],
            "local points = {} for n = 1, 3000 do points[n] = {n, 0} end world:spawn{chains = {{points = points}}}",
        ),
        (
            ["limit", "instructions"],
            "while true do for _, b in ipairs(world:bodies()) do b:userData() b:wake() end end",
        ),
        (["instructions", "limit"], "while true do world:step() end"),
        (["instructions", "limit"], "while true do world:snapshot() end"),
        (["instructions", "limit"], "while true do world:castRay(0, 9, 0, -20) end"),
        (["instructions", "limit"], "while true do world:debugDraw() end"),
        (["instructions", "limit"], "while true do world:clone():free() end"),
        (["instructions", "limit"], "while true do world:counts() end"),
        (["instructions", "limit"], "while true do world:hash() end"),
        (["instructions", "limit"], "while true do world:setGravity(0, -9) end"),
        (["instructions", "limit"], "while true do world:addField{effect = 'gravity', vector = {0, 1}} end"),
        (
            ["instructions", "limit"],
            "local n = 0 while true do n = n + 1 world:setMaterialPair(n, n, {friction = 1}) end",
        ),
        (
            ["instructions", "memory"],
            "for n = 1, 900 do world:spawn{} end local all = {} while true do all[#all + 1] = world:group() end",
        ),
        (["instructions", "memory"], "local all = {} while true do all[#all + 1] = world:debugDraw() end"),
        (
            ["instructions", "memory"],
            "local rays = {} for n = 1, 5000 do rays[n] = {origin = {0, 9}, translation = {0, -9}} end while true do world:castRays(rays) end",
        ),
        (
            ["instructions", "limit"],
            "world:step() for e in world:moveEvents() do while true do world:step() end end",
        ),
        (["null", "limit"], "for e in world:moveEvents() do end world:free() world:step()"),
    ] {
        let (sandbox, shared, error) = attack(script);
        let error = error.unwrap_or_else(|| panic!("no error: {script}"));
        assert!(kinds.contains(&error.kind.as_str()), "{error:?}: {script}");
        usable(&sandbox, &shared);
    }
}

/// A world that the program uses while the script runs is an error, and a world that it took is freed.
#[test]
fn borrowed_and_taken_worlds_are_errors() {
    let mut sandbox = Sandbox::new(limits()).unwrap();
    let shared = sandbox.add_world(world());
    sandbox.load("a.lua", "function read(world) return world:counts().bodies end").unwrap();
    let error = shared.change(|_| sandbox.call::<i64>("read", &shared).unwrap_err()).unwrap();
    assert_eq!((error.kind.as_str(), error.line), ("other", Some(1)));
    assert_eq!(sandbox.call::<i64>("read", &shared), Ok(2));
    let taken = shared.take().unwrap();
    assert_eq!(sandbox.call::<i64>("read", &shared).unwrap_err().kind, "null");
    shared.put(taken);
    assert_eq!(sandbox.call::<i64>("read", &shared), Ok(2));
}

/// The same script uses the same number of instructions, and gets the same random numbers and order of keys.
#[test]
fn runs_are_the_same() {
    let script = "
        function draw(world)
            local keys, sum = {}, 0
            for n = 1, 50 do keys['key' .. math.random(1000)] = math.random() end
            local words = {}
            for key, value in pairs(keys) do words[#words + 1] = key .. value end
            world:spawn{position = {math.random(), math.random()}, shapes = {require 'cairn2d'.circle(1)}}
            return table.concat(words, ' ')
        end";
    let once = |seed: i64| {
        let mut sandbox = Sandbox::new(limits()).unwrap();
        sandbox.seed(seed).unwrap();
        sandbox.load("draw.lua", script).unwrap();
        let shared = sandbox.add_world(world());
        let words: String = sandbox.call("draw", &shared).unwrap();
        (words, shared.change(|world| world.hash()), sandbox.instructions())
    };
    let first = once(7);
    assert_eq!(first, once(7));
    assert_ne!(first.1, once(8).1);
}
