//! Characters: climbing, standing, following platforms, and that no shape ever enters the skin.

#[path = "../../examples/dynamic_character.rs"]
mod dynamic_character;
mod own_body;
mod random_levels;

use cairn2d::OneWay;
use cairn2d::mover::{Character, CharacterConfig, CharacterInput, Response, Surroundings};
use cairn2d::prelude::*;
use core::ops::ControlFlow;

use crate::harness::DT;

/// The shapes of all tests; each is 1.6 m high and stands with its origin at 0.8 m plus the skin.
fn shapes() -> [Shape; 3] {
    [
        Capsule::vertical(0.5, 0.3).into(),
        Rect::half(0.3, 0.8).into(),
        Polygon::from(Rect::half(0.2, 0.7)).rounded(0.1).into(),
    ]
}

fn character(shape: &Shape, position: [f32; 2]) -> Character {
    Character::new(shape.clone(), position, CharacterConfig::default()).unwrap()
}

fn floor(world: &mut World) {
    world.spawn(Body::fixed().with(Rect::half(50.0, 1.0).at([0.0, -1.0]))).unwrap();
}

fn world_with_floor() -> World {
    let mut world = World::new(WorldConfig::default()).unwrap();
    floor(&mut world);
    world
}

/// Makes a character walk for a time.
fn walk(world: &World, hero: &mut Character, speed: f32, seconds: f32) {
    for _ in 0..(seconds / DT).round() as u32 {
        hero.update(&Surroundings::of(world), CharacterInput::walk(speed), DT).unwrap();
    }
}

/// Gap between a character and the nearest shape; negative for overlap.
fn gap(world: &World, hero: &Character) -> f32 {
    let mut least = f32::MAX;
    world
        .separations(hero.shape(), hero.pose(), 1.0, QueryFilter::all(), |near| {
            least = least.min(near.distance);
            ControlFlow::Continue(())
        })
        .unwrap();
    least
}

#[test]
fn falls_by_the_formula_and_lands_at_its_skin_distance() {
    let world = world_with_floor();
    for shape in shapes() {
        let mut hero = character(&shape, [0.0, 6.0]);
        for step in 1..=30 {
            hero.update(&Surroundings::of(&world), CharacterInput::default(), DT).unwrap();
            let time = step as f32 * DT;
            assert!((hero.position().y - (6.0 - 5.0 * time * time)).abs() < 1e-4);
            assert!((hero.time_in_air() - time).abs() < 1e-4);
        }
        walk(&world, &mut hero, 0.0, 1.5);
        assert!(hero.ground().is_some());
        assert!((hero.position().y - 0.81).abs() < 1e-4, "{}", hero.position().y);
        assert_eq!((hero.velocity(), hero.time_in_air()), (Vec2::ZERO, 0.0));
    }
}

#[test]
fn walks_at_the_requested_speed() {
    let world = world_with_floor();
    for shape in shapes() {
        let mut hero = character(&shape, [0.0, 0.81]);
        walk(&world, &mut hero, 0.0, 0.1);
        walk(&world, &mut hero, 4.0, 2.0);
        // 4 m/s after 4/60 s of 60 m/s².
        let expected = 4.0 * (2.0 - 0.5 * 4.0 / 60.0);
        assert!((hero.position().x - expected).abs() < 1e-3, "{} {expected}", hero.position().x);
        assert!((hero.velocity() - vec2(4.0, 0.0)).length() < 1e-4);
        walk(&world, &mut hero, -4.0, 1.0);
        assert!((hero.velocity() - vec2(-4.0, 0.0)).length() < 1e-4);
        assert!((hero.position().y - 0.81).abs() < 1e-4);
    }
}

#[test]
fn jump_height_matches_the_formula() {
    let world = world_with_floor();
    for shape in shapes() {
        let mut hero = character(&shape, [0.0, 0.81]);
        walk(&world, &mut hero, 0.0, 0.1);
        let mut top = 0.0_f32;
        for step in 0..90 {
            let input =
                if step == 0 { CharacterInput::default().jump(6.0) } else { CharacterInput::default() };
            hero.update(&Surroundings::of(&world), input, DT).unwrap();
            top = top.max(hero.position().y - 0.81);
        }
        // 6² / (2 · 10) = 1.8 m, seen at whole steps.
        assert!((top - 1.8).abs() < 2e-3, "{top}");
        assert!(hero.ground().is_some());
    }
}

#[test]
fn climbs_steps_up_to_the_step_height_only() {
    for shape in shapes() {
        for (height, climbs) in
            [(0.05, true), (0.15, true), (0.3, true), (0.31, false), (0.45, false), (0.7, false)]
        {
            for (hertz, speed) in [(30.0, 3.0), (60.0, 3.0), (60.0, 0.4), (240.0, 1.0)] {
                let mut world = world_with_floor();
                let step = Rect::half(2.0, 0.5 * height).at([3.0, 0.5 * height]);
                world.spawn(Body::fixed().with(step)).unwrap();
                let mut hero = character(&shape, [0.0, 0.81]);
                for _ in 0..(3.0 / speed * hertz) as u32 {
                    hero.update(&Surroundings::of(&world), CharacterInput::walk(speed), 1.0 / hertz).unwrap();
                }
                let what =
                    format!("{height} m at {speed} m/s and {hertz} Hz: {:?} {shape:?}", hero.position());
                if climbs {
                    assert!(
                        (hero.position().y - 0.81 - height).abs() < 2e-3 && hero.position().x > 2.0,
                        "{what}"
                    );
                } else {
                    assert!((hero.position().y - 0.81).abs() < 2e-3 && hero.position().x < 0.71, "{what}");
                    assert!(hero.hits().iter().all(|hit| hit.normal.x < -0.5), "{what}");
                }
                assert!(gap(&world, &hero) > 0.005, "{what}");
            }
        }
    }
}

#[test]
fn climbs_a_flight_of_stairs_and_comes_down_again_without_flying() {
    for shape in shapes() {
        let mut world = world_with_floor();
        for step in 0..10 {
            let height = 0.25 * (step + 1) as f32;
            let stone = Rect::half(0.25, 0.5 * height).at([2.0 + 0.5 * step as f32, 0.5 * height]);
            world.spawn(Body::fixed().with(stone)).unwrap();
        }
        world.spawn(Body::fixed().with(Rect::half(2.0, 1.25).at([8.75, 1.25]))).unwrap();
        let mut hero = character(&shape, [0.0, 0.81]);
        walk(&world, &mut hero, 3.0, 3.0);
        assert!((hero.position().y - 3.31).abs() < 2e-3, "{:?} {shape:?}", hero.position());
        for _ in 0..180 {
            hero.update(&Surroundings::of(&world), CharacterInput::walk(-3.0), DT).unwrap();
            assert!(hero.ground().is_some(), "it lost the stairs at {:?}", hero.position());
        }
        assert!((hero.position().y - 0.81).abs() < 2e-3, "{:?}", hero.position());
    }
}

/// A slope that rises to the right from the origin.
fn add_slope(world: &mut World, degrees: f32) {
    let angle = degrees.to_radians();
    let (s, c) = angle.sin_cos();
    let slope = Polygon::new(&[[0.0, 0.0], [8.0 * c, 8.0 * s], [8.0 * c, -1.0], [0.0, -1.0]]).unwrap();
    world.spawn(Body::fixed().with(slope)).unwrap();
}

#[test]
fn climbs_slopes_up_to_the_limit_at_its_own_speed() {
    for shape in shapes() {
        for degrees in [10.0, 30.0, 49.0] {
            let mut world = world_with_floor();
            add_slope(&mut world, degrees);
            let mut hero = character(&shape, [-1.5, 0.81]);
            walk(&world, &mut hero, 3.0, 1.5);
            let from = hero.position();
            walk(&world, &mut hero, 3.0, 0.5);
            let way = hero.position() - from;
            assert!((way.length() - 1.5).abs() < 0.01, "{degrees} degrees: {way:?} {shape:?}");
            assert!((way.y / way.x - degrees.to_radians().tan()).abs() < 0.01, "{degrees} degrees: {way:?}");
        }
    }
}

#[test]
fn does_not_climb_slopes_over_the_limit() {
    for shape in shapes() {
        for degrees in [51.0, 60.0, 75.0] {
            let mut world = world_with_floor();
            add_slope(&mut world, degrees);
            let mut hero = character(&shape, [-1.5, 0.81]);
            let mut top = 0.0_f32;
            for step in 0..300 {
                // It also jumps against the slope.
                let input = CharacterInput::walk(5.0).jump(if step == 200 { 4.0 } else { 0.0 });
                hero.update(&Surroundings::of(&world), input, DT).unwrap();
                if step < 200 {
                    top = top.max(hero.position().y);
                }
            }
            assert!(top < 0.83, "{degrees} degrees: {top} {shape:?}");
            walk(&world, &mut hero, 5.0, 3.0);
            assert!(hero.position().y < 0.9, "{degrees} degrees: {:?} {shape:?}", hero.position());
            assert!(gap(&world, &hero) > 0.004);
        }
    }
}

#[test]
fn slides_down_slopes_above_the_limit() {
    for shape in shapes() {
        let mut world = world_with_floor();
        add_slope(&mut world, 60.0);
        let mut hero = character(&shape, [2.0, 6.0]);
        walk(&world, &mut hero, 0.0, 0.6);
        assert!(hero.ground().is_none());
        walk(&world, &mut hero, 0.0, 3.0);
        assert!((hero.position().y - 0.81).abs() < 0.01 && hero.position().x < 0.0, "{:?}", hero.position());
    }
}

#[test]
fn stands_still_on_a_slope() {
    for shape in shapes() {
        for degrees in [5.0, 25.0, 45.0, 49.5] {
            let mut world = world_with_floor();
            add_slope(&mut world, degrees);
            let mut hero = character(&shape, [2.0, 2.0 * degrees.to_radians().tan() + 2.0]);
            walk(&world, &mut hero, 0.0, 2.0);
            let stood = hero.position();
            assert!(hero.ground().is_some());
            walk(&world, &mut hero, 0.0, 10.0);
            assert!(
                hero.position().distance(stood) < 1e-5,
                "{degrees} degrees: {:?} {stood:?}",
                hero.position()
            );
        }
    }
}

#[test]
fn is_stopped_by_walls_and_ceilings() {
    for shape in shapes() {
        let mut world = world_with_floor();
        world.spawn(Body::fixed().with(Rect::half(0.5, 5.0).at([2.5, 5.0]))).unwrap();
        world.spawn(Body::fixed().with(Rect::half(5.0, 0.5).at([-6.0, 2.5]))).unwrap();
        let mut hero = character(&shape, [0.0, 0.81]);
        walk(&world, &mut hero, 5.0, 1.0);
        assert!((hero.position().x - 1.69).abs() < 2e-3, "{:?}", hero.position());
        assert_eq!(hero.velocity(), Vec2::ZERO);
        walk(&world, &mut hero, -5.0, 1.2);
        let mut top = 0.0_f32;
        for step in 0..60 {
            let input = CharacterInput::walk(0.0).jump(if step == 0 { 8.0 } else { 0.0 });
            hero.update(&Surroundings::of(&world), input, DT).unwrap();
            top = top.max(hero.position().y);
        }
        // 2 m under the ceiling, 1.6 m of it the character, with the skin above and below.
        assert!((top - 1.19).abs() < 3e-3, "{top} {shape:?}");
        assert!(hero.ground().is_some());
    }
}

#[test]
fn slides_over_internal_edges_without_ghost_collisions() {
    for shape in shapes() {
        let mut world = World::new(WorldConfig::default()).unwrap();
        for tile in 0..200 {
            world.spawn(Body::fixed().with(Rect::half(0.25, 0.5).at([0.5 * tile as f32, -0.5]))).unwrap();
        }
        let mut hero = character(&shape, [1.0, 0.81]);
        walk(&world, &mut hero, 0.0, 0.1);
        let from = hero.position();
        for _ in 0..1200 {
            hero.update(&Surroundings::of(&world), CharacterInput::walk(4.0), DT).unwrap();
            assert!((hero.position().y - 0.81).abs() < 1e-4, "{:?} {shape:?}", hero.position());
            assert!(hero.hits().is_empty());
        }
        let expected = 4.0 * (20.0 - 0.5 * 4.0 / 60.0);
        assert!((hero.position().x - from.x - expected).abs() < 1e-2, "{}", hero.position().x);
    }
}

#[test]
fn walks_over_internal_edges_of_any_ground_at_constant_speed_and_height() {
    use crate::ghosts::{Ground, lay};
    let grounds = [Ground::Bodies, Ground::Compound, Ground::Overlapping, Ground::Segments];
    for ground in grounds.into_iter().chain([Ground::Chain, Ground::Mixed, Ground::Kinematic]) {
        for shape in shapes() {
            let mut world = World::new(WorldConfig::default()).unwrap();
            lay(&mut world, ground, 200);
            let mut hero = character(&shape, [1.0, 0.81]);
            walk(&world, &mut hero, 0.0, 0.1);
            let from = hero.position();
            for _ in 0..900 {
                hero.update(&Surroundings::of(&world), CharacterInput::walk(5.0), DT).unwrap();
                assert!(
                    (hero.position().y - 0.81).abs() < 1e-4,
                    "{:?} on {ground:?} {shape:?}",
                    hero.position()
                );
                assert!(hero.hits().is_empty(), "{ground:?} {shape:?}");
            }
            let expected = 5.0 * (15.0 - 0.5 * 5.0 / 60.0);
            let way = hero.position().x - from.x;
            assert!((way - expected).abs() < 1e-2, "{way} m on {ground:?} {shape:?}");
        }
    }
}

#[test]
fn follows_platforms_and_inherits_their_velocity() {
    let circle = |time: f32| vec2(3.0 * time.cos(), 1.5 + (2.0 * time).sin());
    for shape in shapes() {
        let mut world = World::new(WorldConfig::default()).unwrap();
        let platform = world.spawn(Body::kinematic().at(circle(0.0)).with(Rect::half(1.5, 0.2))).unwrap();
        let start = circle(0.0) + vec2(0.4, 1.02);
        let mut hero = character(&shape, [start.x, start.y]);
        let mut offset = None;
        for step in 0..600 {
            let target = Pose::from_position(circle((step + 1) as f32 * DT));
            world.body_mut(platform).unwrap().set_target(target, DT).unwrap();
            world.step(DT).unwrap();
            hero.update(&Surroundings::of(&world), CharacterInput::default(), DT).unwrap();
            let now = hero.position() - world.body(platform).unwrap().position();
            if step == 10 {
                offset = Some(now);
            }
            if let Some(offset) = offset {
                assert!(now.distance(offset) < 1e-3, "step {step}: {now:?}, not {offset:?}");
                assert!(hero.ground().is_some_and(|ground| ground.body == platform));
                let velocity = world.body(platform).unwrap().velocity();
                assert!(hero.velocity().distance(velocity) < 1e-3);
            }
        }
        let velocity = world.body(platform).unwrap().velocity();
        hero.update(&Surroundings::of(&world), CharacterInput::default().jump(5.0), DT).unwrap();
        let expected = velocity + vec2(0.0, 5.0 - 10.0 * DT);
        assert!(hero.velocity().distance(expected) < 1e-3, "{:?}, not {expected:?}", hero.velocity());
    }
}

#[test]
fn rotates_with_a_rotating_platform() {
    for shape in shapes() {
        let mut world = World::new(WorldConfig::default()).unwrap();
        let wheel = world
            .spawn(Body::kinematic().angular_velocity(0.2).with(Rect::half(4.0, 0.2).at([0.0, 0.0])))
            .unwrap();
        let mut hero = character(&shape, [3.0, 1.01]);
        hero.update(&Surroundings::of(&world), CharacterInput::default(), DT).unwrap();
        let stood = world.body(wheel).unwrap().pose().inv_transform_point(hero.ground().unwrap().point);
        for _ in 0..120 {
            world.step(DT).unwrap();
            hero.update(&Surroundings::of(&world), CharacterInput::default(), DT).unwrap();
            assert!(hero.ground().is_some());
        }
        let stands = world.body(wheel).unwrap().pose().inv_transform_point(hero.ground().unwrap().point);
        // The contact point moves under a foot that does not rotate with the ground, at most from one end to
        // the other.
        assert!(stands.distance(stood) < 0.62 && hero.position().y > 1.5, "{stands:?} {stood:?} {shape:?}");
    }
}

#[test]
fn is_pushed_by_bodies_that_move_into_it() {
    for shape in shapes() {
        let mut world = world_with_floor();
        let wall = world
            .spawn(Body::kinematic().at([-3.0, 1.0]).velocity([2.0, 0.0]).with(Rect::half(0.5, 1.0)))
            .unwrap();
        let mut hero = character(&shape, [0.0, 0.81]);
        for _ in 0..180 {
            world.step(DT).unwrap();
            hero.update(&Surroundings::of(&world), CharacterInput::default(), DT).unwrap();
            assert!(gap(&world, &hero) > 0.005);
        }
        let wall = world.body(wall).unwrap().position().x;
        assert!((hero.position().x - (wall + 0.81)).abs() < 5e-3, "{:?} {wall}", hero.position());
    }
}

#[test]
fn pushes_with_the_momentum_of_its_mass() {
    let mut world = World::new(WorldConfig::with_gravity([0.0, 0.0])).unwrap();
    let ball = world.spawn(Body::dynamic().at([2.0, 0.0]).with(Circle::new(0.5))).unwrap();
    let mass = world.body(ball).unwrap().mass().mass;
    let mut hero = character(&Circle::new(0.5).into(), [0.0, 0.0]);
    hero.launch([5.0, 0.0]).unwrap();
    while hero.hits().is_empty() {
        hero.update(&Surroundings::of(&world), CharacterInput::default(), DT).unwrap();
    }
    hero.push(&mut world, 3.0, DT).unwrap();
    // Inelastic: 3 kg at 5 m/s against a ball at rest.
    let expected = 3.0 * 5.0 / (3.0 + mass);
    let velocity = world.body(ball).unwrap().velocity();
    assert!((velocity.x - expected).abs() < 1e-3 && velocity.y.abs() < 1e-3, "{velocity:?}, not {expected}");
}

#[test]
fn soft_shapes_push_gently_and_ignored_ones_not_at_all() {
    let mut world = world_with_floor();
    let friend = world.spawn(Body::fixed().at([1.0, 0.8]).with(Circle::new(0.5))).unwrap();
    let ghost = world.spawn(Body::fixed().at([-2.0, 0.8]).with(Circle::new(0.5))).unwrap();
    let body_of = |shape: ShapeId| world.shape(shape).unwrap().body();
    let response = move |shape: ShapeId| match body_of(shape) {
        body if body == friend => Response::Soft(0.5),
        body if body == ghost => Response::Pass,
        _ => Response::Solid,
    };
    for shape in shapes() {
        let mut hero = character(&shape, [0.9, 0.81]);
        let around = Surroundings::of(&world).response(&response);
        for _ in 0..60 {
            let before = hero.position();
            hero.update(&around, CharacterInput::default(), DT).unwrap();
            assert!(before.distance(hero.position()) < 0.5 * DT + 5e-3, "{before:?} {:?}", hero.position());
        }
        assert!(hero.position().x < 0.5, "{:?}", hero.position());
        for _ in 0..120 {
            hero.update(&around, CharacterInput::walk(-3.0), DT).unwrap();
        }
        assert!(hero.position().x < -4.0, "it walks through: {:?}", hero.position());
        // Above its pushing speed, it also passes through an ignored body.
        for _ in 0..240 {
            hero.update(&around, CharacterInput::walk(3.0), DT).unwrap();
        }
        assert!(hero.position().x > 2.0, "{:?}", hero.position());
    }
}

#[test]
fn result_hardly_depends_on_the_step_length() {
    // Up a slope and down, over stairs, and a jump: compared at the same times with 30, 60, 120 and 240 steps
    // a second.
    let mut world = world_with_floor();
    world.spawn(Body::fixed().with(Polygon::new(&[[2.0, 0.0], [4.0, 1.0], [6.0, 0.0]]).unwrap())).unwrap();
    for step in 0..4 {
        let height = 0.2 * (step + 1) as f32;
        let stone = Rect::half(0.3, 0.5 * height).at([8.0 + 0.6 * step as f32, 0.5 * height]);
        world.spawn(Body::fixed().with(stone)).unwrap();
    }
    let course = |shape: &Shape, hertz: u32| {
        let mut hero = character(shape, [0.0, 0.81]);
        let mut places = Vec::new();
        for step in 0..5 * hertz {
            let jumps = step == 9 * hertz / 2;
            let input = CharacterInput::walk(3.0).jump(if jumps { 5.0 } else { 0.0 });
            hero.update(&Surroundings::of(&world), input, 1.0 / hertz as f32).unwrap();
            if (step + 1) % (hertz / 10) == 0 {
                places.push(hero.position());
            }
        }
        places
    };
    for shape in shapes() {
        let fine = course(&shape, 240);
        for hertz in [30, 60, 120] {
            let coarse = course(&shape, hertz);
            let worst = fine.iter().zip(&coarse).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
            assert!(worst < 0.1, "{hertz} Hz: {worst} {shape:?}");
        }
    }
}

#[test]
fn bad_numbers_are_rejected_without_a_change() {
    let world = world_with_floor();
    let shape = Shape::from(Capsule::vertical(0.5, 0.3));
    let mut hero = character(&shape, [0.0, 0.81]);
    walk(&world, &mut hero, 1.0, 0.2);
    let before = format!("{hero:?}");
    let around = Surroundings::of(&world);
    for bad in [f32::NAN, f32::INFINITY, -1.0e9] {
        assert!(hero.update(&around, CharacterInput::walk(bad), DT).is_err());
        assert!(hero.update(&around, CharacterInput::default().jump(bad), DT).is_err());
        assert!(hero.update(&around, CharacterInput::default(), bad).is_err());
        assert!(hero.teleport([bad, 0.0]).is_err() && hero.launch([0.0, bad]).is_err());
        assert!(hero.push(&mut world.clone(), bad, DT).is_err());
        assert!(hero.push(&mut world.clone(), 1.0, bad).is_err());
        assert_eq!(format!("{hero:?}"), before);
        assert!(Character::new(shape.clone(), [bad, 0.0], CharacterConfig::default()).is_err());
        let settings: [fn(&mut CharacterConfig) -> &mut f32; 9] = [
            |config| &mut config.up.x,
            |config| &mut config.skin,
            |config| &mut config.max_slope,
            |config| &mut config.step_height,
            |config| &mut config.snap_distance,
            |config| &mut config.ground_acceleration,
            |config| &mut config.air_acceleration,
            |config| &mut config.gravity_scale,
            |config| &mut config.max_fall_speed,
        ];
        for setting in settings {
            let mut config = CharacterConfig::default();
            *setting(&mut config) = bad;
            assert!(Character::new(shape.clone(), [0.0, 0.0], config).is_err());
        }
    }
    assert!(Character::new(Circle::new(-1.0), [0.0, 0.0], CharacterConfig::default()).is_err());
    assert!(
        Character::new(Segment::new([0.0, 0.0], [1.0, 0.0]), [0.0, 0.0], CharacterConfig::default()).is_err()
    );
}

/// A hall with a platform whose top is at 2 m, one-way or solid in the world.
fn hall(one_way: bool) -> (World, ShapeId) {
    let mut world = world_with_floor();
    let platform = Rect::half(2.0, 0.1).shape();
    let platform = if one_way { platform.one_way(OneWay::UP) } else { platform };
    let platform = world.spawn(Body::fixed().at([0.0, 1.9]).with(platform)).unwrap();
    let shape = world.body(platform).unwrap().shapes().next().unwrap();
    (world, shape)
}

#[test]
fn one_way_platforms_hold_from_above_only() {
    for (shape, one_way) in shapes().iter().flat_map(|shape| [(shape, false), (shape, true)]) {
        let (world, platform) = hall(one_way);
        let response = move |id: ShapeId| {
            if id == platform && !one_way {
                Response::OneWay { direction: Vec2::Y, half_angle: 1.0 }
            } else {
                Response::Solid
            }
        };
        let around = Surroundings::of(&world).response(&response);
        let mut hero = character(shape, [-4.0, 0.81]);
        let act = |hero: &mut Character, input: CharacterInput, steps: u32| {
            let mut top = f32::MIN;
            for step in 0..steps {
                let input = if step == 0 { input } else { CharacterInput::walk(input.walk) };
                hero.update(&around, input, DT).unwrap();
                top = top.max(hero.position().y);
            }
            top
        };
        // The way below the platform is free.
        let walked = act(&mut hero, CharacterInput::walk(4.0), 60);
        assert!(hero.position().x.abs() < 0.3 && (walked - 0.81).abs() < 1e-3, "{:?}", hero.position());
        act(&mut hero, CharacterInput::default(), 20);
        // A jump passes from below and ends on top.
        act(&mut hero, CharacterInput::default().jump(7.5), 120);
        assert!((hero.position().y - 2.81).abs() < 1e-3, "{:?} {shape:?}", hero.position());
        assert!(hero.ground().is_some_and(|ground| ground.shape == platform));
        act(&mut hero, CharacterInput::default().drop(), 90);
        assert!((hero.position().y - 0.81).abs() < 1e-3, "it dropped: {:?}", hero.position());
        // A jump below the platform's height falls back.
        let low = act(&mut hero, CharacterInput::default().jump(5.5), 120);
        assert!(low > 2.0 && (hero.position().y - 0.81).abs() < 1e-3, "{low} {:?}", hero.position());
        // It also passes from the side, and lands once it is above.
        act(&mut hero, CharacterInput::walk(-4.0), 60);
        act(&mut hero, CharacterInput::default(), 20);
        act(&mut hero, CharacterInput::walk(4.0).jump(7.5), 75);
        assert!((hero.position().y - 2.81).abs() < 1e-3, "{:?} {shape:?}", hero.position());
        // Repeated drops never get stuck.
        act(&mut hero, CharacterInput::default(), 20);
        for _ in 0..5 {
            act(&mut hero, CharacterInput::default().drop(), 90);
            assert!((hero.position().y - 0.81).abs() < 1e-3, "{:?}", hero.position());
            act(&mut hero, CharacterInput::default().jump(7.5), 120);
            assert!((hero.position().y - 2.81).abs() < 1e-3, "{:?}", hero.position());
        }
        act(&mut hero, CharacterInput::walk(6.0), 90);
        // The floor cannot be dropped through.
        act(&mut hero, CharacterInput::default().drop(), 10);
        assert!((hero.position().y - 0.81).abs() < 1e-3);
    }
}

/// The assertions of the example: it walks over a step, pushes a crate and jumps.
#[test]
fn character_with_a_body_walks_pushes_and_jumps() {
    dynamic_character::main().unwrap();
}
