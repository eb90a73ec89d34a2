//! Scenes in the engine: their content, the effect of their scripts, and the end states of the showcase.

use cairn2d::LaneLevel;

use super::{Controls, Runner};
use crate::format::{BodyDesc, BodyKind, Scene, SceneErrorKind, ShapeDesc, shape_count};
use crate::instantiate::{Overrides, instantiate, spawn_all};
use crate::library::{all, find};

fn runner(name: &str) -> Runner {
    Runner::new(find(name).unwrap(), Overrides::default()).unwrap()
}

fn run(name: &str, steps: u32) -> Runner {
    let mut runner = runner(name);
    for _ in 0..steps {
        runner.step().unwrap();
    }
    runner
}

/// Returns the position of the body with an index in the scene.
fn position(runner: &Runner, index: usize) -> [f32; 2] {
    let position = runner.world.body(runner.handles.bodies[index]).unwrap().position();
    [position.x, position.y]
}

#[test]
fn worlds_hold_what_scenes_describe() {
    for built_in in all() {
        let scene = built_in.scene();
        let (world, handles) = instantiate(&scene, Overrides::default()).unwrap();
        let counts = world.counts();
        // A rim is a shape, and the rims of an opening without a body have one.
        let rims: Vec<_> =
            scene.portals.iter().filter(|pair| pair.rims).flat_map(|pair| [&pair.a, &pair.b]).collect();
        let holders = rims.iter().filter(|opening| opening.body.is_none()).count();
        assert_eq!(counts.bodies as usize, scene.bodies.len() + holders, "{}", built_in.name);
        assert_eq!(counts.shapes as usize, shape_count(&scene.bodies) + 2 * rims.len(), "{}", built_in.name);
        assert_eq!(counts.joints as usize, scene.joints.len(), "{}", built_in.name);
        assert_eq!((handles.bodies.len(), handles.joints.len()), (scene.bodies.len(), scene.joints.len()));
        let awake = scene.bodies.iter().filter(|body| body.kind != BodyKind::Static && body.awake).count();
        assert_eq!(counts.awake_bodies as usize, awake, "{}", built_in.name);
    }
}

#[test]
fn an_exported_scene_runs_as_the_built_in_one() {
    for name in ["seesaw", "ragdoll_pile", "hills", "newtons_cradle"] {
        let built_in = run(name, 60);
        let text = built_in.scene().to_json().unwrap();
        let mut loaded = Runner::from_scene(Scene::from_json(&text).unwrap(), Overrides::default()).unwrap();
        for _ in 0..60 {
            loaded.step().unwrap();
        }
        assert_eq!(loaded.world.hash(), built_in.world.hash(), "{name}");
        assert_ne!(loaded.world.hash(), runner(name).world.hash(), "{name}");
    }
}

#[test]
fn threads_and_lanes_change_no_bit() {
    let plain = run("mixed_bin", 90);
    let overrides = Overrides { threads: Some(2), lanes: Some(LaneLevel::Scalar) };
    let mut other = Runner::new(find("mixed_bin").unwrap(), overrides).unwrap();
    for _ in 0..90 {
        other.step().unwrap();
    }
    assert_eq!(other.world.config().threads, 2);
    assert_eq!(other.world.hash(), plain.world.hash());
}

#[test]
fn rain_fills_its_world_and_keeps_it_full() {
    let mut runner = runner("rain");
    for step in 0..=400 {
        // The script alone: the dolls need not fall for this test.
        runner.step_index = step;
        runner.act().unwrap();
        let columns = (step / 8 + 1).min(40);
        let counts = runner.world.counts();
        assert_eq!((counts.bodies, counts.joints), (1 + columns * 275, columns * 250), "{step}");
    }
    assert_eq!(runner.world.counts().shapes, 15505);
}

#[test]
fn the_pusher_arrives_where_its_script_says() {
    let mut scene = Scene::new("push", "");
    scene.script = Some("junkyard".to_owned());
    scene.add(BodyDesc::fixed([0.0, -5.0]));
    scene
        .add(BodyDesc::kinematic([0.0, 0.0]).with(ShapeDesc::box_at([2.0, 4.0], [0.0, 4.0])).named("pusher"));
    let mut runner = Runner::from_scene(scene, Overrides::default()).unwrap();
    for step in 0..600u32 {
        runner.step().unwrap();
        let wanted = 60.0 * (0.2 * f64::from(step) / 60.0).sin();
        let [x, y] = position(&runner, 1);
        assert!(
            (f64::from(x) - wanted).abs() < 1e-4 && y.abs() < 1e-5,
            "step {step}: {x} instead of {wanted}"
        );
    }
}

#[test]
fn errors_of_the_engine_name_the_shape() {
    let mut scene = Scene::new("flat", "");
    scene.add(BodyDesc::dynamic([0.0, 0.0]));
    let line = ShapeDesc::polygon([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]], 0.0);
    scene.add(BodyDesc::dynamic([0.0, 0.0]).with(ShapeDesc::circle(1.0)).with(line));
    let error = instantiate(&scene, Overrides::default()).unwrap_err();
    assert_eq!((error.kind(), error.path()), (SceneErrorKind::Engine, "bodies[1].shapes[1]"));
    let (mut world, _) = instantiate(&Scene::new("x", ""), Overrides::default()).unwrap();
    let path = |index: usize| format!("group[{index}]");
    let error = spawn_all(&mut world, &scene, &scene.bodies, path).unwrap_err();
    assert_eq!((error.kind(), error.path()), (SceneErrorKind::Engine, "group[1].shapes[1]"));
    scene.bodies[1].shapes.pop();
    scene.bodies[1].time_scale = -1.0;
    let error = spawn_all(&mut world, &scene, &scene.bodies, path).unwrap_err();
    assert_eq!((error.kind(), error.path()), (SceneErrorKind::Engine, "group[1]"));
    assert_eq!(world.counts().bodies, 0);
    let error = instantiate(&Scene::new("x", ""), Overrides { threads: Some(0), lanes: None }).unwrap_err();
    assert_eq!((error.kind(), error.path()), (SceneErrorKind::Engine, "world"));
}

#[test]
fn showcase_scenes_stay_sound() {
    for built_in in all().iter().filter(|scene| !scene.category.is_measured()) {
        let mut runner = Runner::new(built_in, Overrides::default()).unwrap();
        for _ in 0..100 {
            runner.step().unwrap();
        }
        runner.world.validate().unwrap_or_else(|reason| panic!("{}: {reason}", built_in.name));
        for (&id, desc) in runner.handles.bodies.iter().zip(&runner.scene().bodies) {
            // A play may have removed the body.
            let Some(body) = runner.world.body(id) else { continue };
            let way = body.pose_from(runner.scene().origin()).p - cairn2d::Vec2::from(desc.position);
            assert!(way.x.abs() < 120.0 && way.y.abs() < 120.0, "{}: {id} went {way:?}", built_in.name);
        }
    }
}

#[test]
fn the_card_house_stands_and_its_top_hardly_sinks() {
    let start = runner("card_house");
    let end = run("card_house", 300);
    let height = |runner: &Runner| (0..41).map(|index| position(runner, index)[1]).fold(0.0, f32::max);
    let (before, after) = (height(&start), height(&end));
    assert!(before - after < 0.02, "sank from {before} to {after}");
    assert_eq!(end.world.counts().awake_bodies, 0, "asleep within 5 s");
}

#[test]
fn all_dominoes_fall_in_about_eight_seconds() {
    let mut runner = runner("domino");
    let lies = |runner: &Runner, index: usize| position(runner, index)[1] < 0.3;
    while !lies(&runner, 15) {
        assert!(runner.step_index() < 600, "the last domino still stands after 10 s");
        runner.step().unwrap();
    }
    assert!((1..15).all(|index| lies(&runner, index)));
    let seconds = runner.step_index() as f32 / 60.0;
    // 7.82 s was measured with another engine; there is no exact answer, so this is a band of 10 %.
    assert!((seconds - 7.8).abs() < 0.78, "the last domino lay after {seconds} s");
}

#[test]
fn the_arch_carries_its_load() {
    let end = run("arch", 300);
    // The keystone is body 8, the top of the load body 19.
    for (index, height) in [(8, 7.0), (19, 11.456)] {
        let [x, y] = position(&end, index);
        assert!(x.abs() < 0.02 && (y - height).abs() < 0.06, "body {index} at {x}, {y}");
    }
}

#[test]
fn the_cradle_passes_the_blow_to_the_last_ball_alone() {
    let mut runner = runner("newtons_cradle");
    let mut highest = 0.0f32;
    // The fall and the rise take half a period of a swing of 0.8 rad on 4 m: about 2.1 s of 480 steps.
    for _ in 0..1000 {
        runner.step().unwrap();
        highest = highest.max(position(&runner, 5)[1]);
        for middle in 2..=4 {
            assert!((position(&runner, middle)[1] - 1.0).abs() < 0.02, "ball {middle} left its place");
        }
    }
    let start = 5.0 - 4.0 * 0.8f32.cos();
    assert!((highest - start).abs() < 0.15 * (start - 1.0), "rose to {highest} from {start}");
}

#[test]
fn the_pendulums_are_back_in_step_after_half_a_minute() {
    let start = runner("pendulum_wave");
    let end = run("pendulum_wave", 1800);
    for index in 1..=15 {
        let ([x, y], [from_x, from_y]) = (position(&end, index), position(&start, index));
        assert!((x - from_x).abs() < 0.15 && (y - from_y).abs() < 0.05, "bob {index} at {x}, {y}");
    }
    // In between they are out of step: after 7.5 s neighbours are a quarter of a swing apart.
    let between = run("pendulum_wave", 450);
    assert!((1..=15).any(|index| (position(&between, index)[0] - position(&start, index)[0]).abs() > 0.3));
}

#[test]
fn a_copy_of_a_runner_goes_on_as_the_original() {
    // A script with state, drivers with state, and explosions at given steps.
    for name in ["rain", "platformer", "puppets", "blasts"] {
        let mut original = run(name, 20);
        let mut copy = original.clone();
        for _ in 0..30 {
            original.step().unwrap();
            copy.step().unwrap();
            assert_eq!(copy.world.hash(), original.world.hash(), "{name}");
        }
        assert_eq!(copy.step_index(), 50);
    }
}

/// Returns the headline of the scene's play after its last step.
fn headline(name: &str) -> String {
    let built_in = find(name).unwrap();
    run(name, built_in.steps).overlay().headline().to_owned()
}

/// The numbers in a text, in order.
fn numbers(text: &str) -> Vec<f32> {
    text.split(|c: char| !c.is_ascii_digit() && c != '.').filter_map(|word| word.parse().ok()).collect()
}

#[test]
fn plays_do_what_they_are_there_for() {
    // The crane delivers a load per round, the craft collects, and every begin of a sensor overlap has its
    // end or is still active.
    assert_eq!(numbers(&headline("crane"))[0], 2.0);
    assert!(numbers(&headline("collector"))[0] >= 12.0, "{}", headline("collector"));
    let [begins, ends, inside] = numbers(&headline("sensor_bookends"))[..] else { panic!() };
    assert!(begins >= 9.0 && begins == ends + inside, "{begins} {ends} {inside}");
    assert!(numbers(&headline("sensor_funnel"))[1] >= 20.0);
    assert!(numbers(&headline("shells"))[0] >= 8.0);
    assert!(numbers(&headline("sliced"))[1] >= 25.0, "{}", headline("sliced"));
    assert!(numbers(&headline("shattered"))[0] >= 4.0);
    assert!(numbers(&headline("jump_sensor"))[0] >= 5.0);
    // Speeds of up to 28 m/s into the ground in every step, which is half a metre per step. The contacts
    // yield only in part.
    assert!(numbers(&headline("pressed_by_speed"))[0] < 250.0, "{}", headline("pressed_by_speed"));
    let rollback = run("rollback", 400);
    assert_eq!(rollback.overlay().texts()[0].text, "19 equal, 0 not");
}

#[test]
fn scales_show_what_lies_on_them() {
    let end = run("scales", 400);
    let weights: Vec<f32> = end
        .overlay()
        .texts()
        .iter()
        .filter(|text| text.text.ends_with("kg"))
        .map(|text| numbers(&text.text)[0])
        .collect();
    for (n, weight) in weights.into_iter().enumerate() {
        // A body above a scale and within its width lies on it, directly or on other bodies.
        let x = -6.0 + 4.0 * n as f32;
        let on = end.world.bodies().filter_map(|id| end.world.body(id)).filter(|body| {
            let at = body.position();
            body.kind() == cairn2d::BodyKind::Dynamic && (at.x - x).abs() < 1.6 && at.y > 0.6
        });
        let mass: f32 = on.map(|body| body.mass().mass).sum();
        assert!((weight - mass).abs() < 0.05 * mass, "scale {n} shows {weight} kg under {mass} kg");
    }
}

#[test]
fn rows_of_surfaces_come_in_their_order() {
    // Rebound heights rise with restitution; with 1 a ball returns to its start height.
    let mut runner = runner("restitution_row");
    let mut highest = [0.0f32; 11];
    for step in 0..200 {
        runner.step().unwrap();
        for (n, highest) in highest.iter_mut().enumerate() {
            // They fall 7.7 m, which takes 75 steps.
            let y = position(&runner, 1 + 2 * n)[1] - 0.3;
            if step > 76 {
                *highest = highest.max(y);
            }
        }
    }
    for (n, highest) in highest.into_iter().enumerate() {
        let expected = 7.7 * (0.1 * n as f32) * (0.1 * n as f32);
        assert!(
            (highest - expected).abs() < 0.12,
            "restitution {}: {highest}, not {expected}",
            0.1 * n as f32
        );
    }
    // With more friction, the displacement is smaller; the first box does not move at all.
    let end = run("friction_row", 400);
    let ways: Vec<f32> = (0..5).map(|lane| position(&end, 3 + 3 * lane)[0]).collect();
    assert!(ways.windows(2).all(|pair| pair[0] < pair[1] + 0.01), "{ways:?}");
    assert!((ways[0] + 8.9).abs() < 0.1, "{ways:?}");
    // A slider at speed v under friction 0.6 and n-fold gravity stops after v² / (2 mu n g).
    let end = run("pressed_down", 300);
    for (lane, scale) in [1.0, 2.0, 4.0].into_iter().enumerate() {
        let way = position(&end, 1 + 2 * lane)[0] + 9.0;
        let expected = 100.0 / (2.0 * 0.6 * 10.0 * scale);
        assert!((way - expected).abs() < 0.05 * expected + 0.1, "{way}, not {expected}");
    }
}

#[test]
fn machines_work() {
    // The walker walks, the lift lifts, the unicycle stays up, the drum stays full.
    let walker = run("walker", 600);
    assert!(position(&walker, 1)[0].abs() > 4.0, "{:?}", position(&walker, 1));
    let unicycle = run("unicycle", 900);
    assert!(position(&unicycle, 2)[1] > 1.4, "the rider fell: {:?}", position(&unicycle, 2));
    let start = runner("scissor_lift");
    let end = run("scissor_lift", 600);
    let top = start.scene().bodies.len() - 7;
    assert!(position(&end, top)[1] > position(&start, top)[1] + 3.0, "{:?}", position(&end, top));
    let gears = run("toothed_gears", 600);
    assert!(position(&gears, 3)[1] > 5.5, "the door did not rise: {:?}", position(&gears, 3));
    // The pump has moved a ball at least to the height of the end of the upper slope.
    let mut pump = runner("pump");
    let mut highest = 0.0f32;
    for _ in 0..1200 {
        pump.step().unwrap();
        let balls = pump.scene().bodies.len() - 8;
        highest = (balls..balls + 8).map(|ball| position(&pump, ball)[1]).fold(highest, f32::max);
    }
    assert!(highest > 4.2, "{highest}");
}

#[test]
fn extremes_stand() {
    for (name, top) in
        [("tiny_pyramid", 0.22), ("far_pyramid", 9.5), ("heavy_tops", 6.0), ("thousand_to_one", 4.5)]
    {
        let end = run(name, find(name).unwrap().steps);
        let highest = (1..end.handles.bodies.len())
            .filter(|&index| end.scene().bodies[index].kind == BodyKind::Dynamic)
            .map(|index| (end.scene().bodies[index].position[1], position(&end, index)[1]))
            .fold((0.0f32, 0.0f32), |a, b| if b.0 > a.0 { b } else { a });
        let sunk = highest.0 - highest.1;
        assert!(
            highest.0 >= top && sunk.abs() < 0.05 * highest.0,
            "{name}: from {} to {}",
            highest.0,
            highest.1
        );
    }
}

#[test]
fn plays_bear_scenes_that_are_not_theirs() {
    // A file may name any play. Missing objects are ignored; errors of the engine are returned, and nothing
    // panics.
    let names: Vec<&str> = crate::library::plays().map(|&(name, _)| name).collect();
    assert!(names.len() > 40);
    for (index, &name) in names.iter().enumerate() {
        for other in ["", "seesaw", names[(index + 1) % names.len()]] {
            let mut scene = find(other).map_or(Scene::new("empty", ""), |built_in| built_in.scene());
            scene.script = Some(name.to_owned());
            let mut runner = Runner::from_scene(scene, Overrides::default()).unwrap();
            for _ in 0..130 {
                if let Err(error) = runner.step() {
                    assert_eq!(error.kind(), SceneErrorKind::Engine, "{name} in {other}: {error}");
                    break;
                }
            }
            runner.world.validate().unwrap_or_else(|what| panic!("{name} in {other}: {what}"));
        }
    }
}

#[test]
fn scenes_that_read_controls_name_their_keys() {
    let mut playable = Vec::new();
    for built_in in crate::all() {
        let mut idle = Runner::new(built_in, Overrides::default()).unwrap();
        if !idle.has_play() {
            assert_eq!(idle.keys(), "", "{}", built_in.name);
            continue;
        }
        let mut held = idle.clone();
        held.set_controls(Some(Controls::held("lu")));
        for _ in 0..30 {
            idle.step().unwrap();
            held.step().unwrap();
        }
        assert_eq!(idle.hash() != held.hash(), !idle.keys().is_empty(), "{}", built_in.name);
        playable.extend((!idle.keys().is_empty()).then_some(built_in.name));
    }
    assert_eq!(playable.len(), 8, "{playable:?}");
}
