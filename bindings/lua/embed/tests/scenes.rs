//! Scenes as scripts: they run in a runner as other scenes, and the same every time.
#![cfg(feature = "scenes")]

use cairn2d_lua::{Limits, SceneScript, ScriptError};
use cairn2d_scenes::{Overrides, Runner, Scene};

const SCRIPT: &str = "
local cairn = require 'cairn2d'
scene = {
  name = 'drops', steps = 90, world = {gravity = {0, -10}},
  bodies = {{name = 'ground', kind = 'static', shapes = {{geometry = {box = {half = {10, 0.5}}}}}}},
}
local made = {}
function setup(world, bodies)
  assert(bodies.ground:kind() == 'static')
end
function update(world, step)
  if step % 10 == 0 then
    made[#made + 1] = world:spawn{position = {math.random(-5, 5), 8}, shapes = {cairn.circle(0.4)}}
    print(#made .. ' balls')
  end
  if step == 60 then made[1]:setVelocity(0, 5) end
end
";

fn read(text: &str) -> Result<(Scene, SceneScript), ScriptError> {
    SceneScript::read("drops.lua", text, Limits::default())
}

fn runner() -> Runner {
    let (scene, script) = read(SCRIPT).unwrap();
    script.runner(scene, Overrides::default()).unwrap()
}

#[test]
fn script_makes_and_moves_bodies() {
    let mut runner = runner();
    assert_eq!((runner.scene().name.as_str(), runner.scene().steps), ("drops", 90));
    for _ in 0..90 {
        runner.step().unwrap();
    }
    assert_eq!(runner.world.counts().bodies, 1 + 9);
    assert_eq!(runner.overlay().headline(), "9 balls");
}

#[test]
fn runs_copies_threads_and_lanes_have_the_same_bits() {
    let mut once = runner();
    for _ in 0..45 {
        once.step().unwrap();
    }
    let mut copy = once.clone();
    for _ in 45..90 {
        once.step().unwrap();
        copy.step().unwrap();
    }
    assert_eq!(once.world.hash(), copy.world.hash());
    let (scene, script) = read(SCRIPT).unwrap();
    let overrides = Overrides { threads: Some(2), lanes: Some(cairn2d::LaneLevel::Scalar) };
    let mut again = script.runner(scene, overrides).unwrap();
    for _ in 0..90 {
        again.step().unwrap();
    }
    assert_eq!(once.world.hash(), again.world.hash());
}

#[test]
fn errors_have_name_line_and_reason() {
    let error = |text: &str| {
        let (scene, script) = match read(text) {
            Ok(read) => read,
            Err(error) => return error.to_string(),
        };
        let stepped = script.runner(scene, Overrides::default()).and_then(|mut runner| runner.step());
        let reason = stepped.unwrap_err().reason().to_owned();
        assert_eq!(reason, script.error().unwrap().to_string());
        reason
    };
    for (text, expected) in [
        ("x =", "drops.lua:1: unexpected symbol near <eof>"),
        ("x = 1", "drops.lua: the script has neither a function setup nor a function update"),
        ("scene = 1", "drops.lua: scene must be a table"),
        ("\nscene = {steps = ({}).x.y}", "drops.lua:2: attempt to index a nil value (field 'x')"),
        ("scene = {bodies = {{kind = 'soft'}}}", "unknown variant `soft`"),
        ("scene = {hertz = 0 / 0} function setup() end", "drops.lua: scene.hertz: "),
        ("scene = {} scene.bodies = scene function setup() end", "drops.lua: scene.bodies: bodies: "),
        ("scene = {script = 'rain'} function setup() end", "cannot name another script"),
        ("function setup(world)\nworld:spawn{mass = 1}\nend", "drops.lua:2: mass is 1, it must be a table"),
        (
            "function update(world)\nwhile true do end end",
            "drops.lua:2: the script ran more than 2000000 instructions",
        ),
        ("function update(world) world:free() end", "the script has freed the world of the scene"),
    ] {
        let found = error(text);
        assert!(found.contains(expected), "{found}: {text}");
    }
}
