//! Characters with a body: the body follows the character, other objects collide with it, and the character
//! ignores it.

use super::*;

/// End of the floor `[m]`.
const LEVEL_LENGTH: f32 = 60.0;

/// Steps, slopes, a gap to jump over, a lift and a moving platform. Returns the moving bodies.
fn level(world: &mut World) -> Vec<BodyId> {
    world.spawn(Body::fixed().with(Rect::half(60.0, 1.0).at([0.0, -1.0]))).unwrap();
    for step in 0..6 {
        let height = 0.2 * (step + 1) as f32;
        world
            .spawn(Body::fixed().with(Rect::half(0.5, 0.5 * height).at([4.0 + step as f32, 0.5 * height])))
            .unwrap();
    }
    let ramp = Polygon::new(&[[14.0, 0.0], [20.0, 2.0], [20.0, 0.0]]).unwrap();
    world.spawn(Body::fixed().with(ramp)).unwrap();
    let lift = Body::kinematic().at([-3.0, 0.05]).velocity([0.0, 0.4]).with(Rect::half(1.0, 0.05));
    let ferry = Body::kinematic().at([26.0, 0.1]).velocity([0.8, 0.0]).with(Rect::half(1.5, 0.1));
    [lift, ferry].map(|body| world.spawn(body).unwrap()).to_vec()
}

fn input(step: u32) -> CharacterInput {
    // There and back, with jumps.
    let speed = if step % 700 < 420 { 4.0 } else { -5.5 };
    CharacterInput::walk(speed).jump(if step % 90 < 2 { 5.0 } else { 0.0 })
}

#[test]
fn character_walks_the_same_path_with_and_without_a_body() {
    for shape in shapes() {
        let mut worlds = [0, 1].map(|_| World::new(WorldConfig::default()).unwrap());
        let movers = worlds.each_mut().map(level);
        let mut heroes = [0, 1].map(|_| character(&shape, [0.0, 0.82]));
        let body = heroes[1].embody(&mut worlds[1]).unwrap();
        let mut farthest = 0.0_f32;
        for step in 0..2100 {
            for (world, movers) in worlds.iter_mut().zip(&movers) {
                if step % 120 == 0 {
                    for &mover in movers {
                        let velocity = world.body(mover).unwrap().velocity();
                        world.body_mut(mover).unwrap().set_velocity(-velocity).unwrap();
                    }
                }
                world.step(DT).unwrap();
            }
            let at = worlds[1].body(body).unwrap().position();
            let off = (at - heroes[1].position()).length();
            assert!(off < 1.0e-3, "step {step}: the body is {off} m away from where it was to go");
            for (hero, world) in heroes.iter_mut().zip(&mut worlds) {
                hero.update(&Surroundings::of(world), input(step), DT).unwrap();
                hero.move_body(world, DT).unwrap();
            }
            let [plain, own] = heroes.each_ref().map(Character::position);
            assert_eq!(plain, own, "step {step}");
            assert_eq!(heroes[0].velocity(), heroes[1].velocity(), "step {step}");
            farthest = farthest.max(own.x);
        }
        assert!(
            farthest > 15.0 && farthest < LEVEL_LENGTH,
            "{farthest}: it goes over the stairs and the ramp and stays on the level"
        );
    }
}

#[test]
fn sensors_detect_a_character_with_a_body() {
    let mut world = world_with_floor();
    let zones = [2.0, 5.0, 8.0]
        .map(|x| world.spawn(Body::fixed().at([x, 1.0]).with(Rect::half(0.5, 1.0).sensor())).unwrap());
    let mut hero = character(&shapes()[0], [0.0, 0.82]);
    let body = hero.embody(&mut world).unwrap();
    assert_eq!(hero.embody(&mut world).unwrap(), body, "it keeps its body");
    let mut story = Vec::new();
    for _ in 0..240 {
        world.step(DT).unwrap();
        for event in world.events().sensors().iter().filter(|event| event.visitor.body == body) {
            let zone = zones.iter().position(|&zone| zone == event.sensor.body).unwrap();
            story.push((zone, format!("{:?}", event.kind)));
            let at = hero.position().x - [2.0, 5.0, 8.0][zone];
            assert!((at.abs() - 0.8).abs() < 0.15, "told {at} m from the middle of zone {zone}");
        }
        hero.update(&Surroundings::of(&world), CharacterInput::walk(3.0), DT).unwrap();
        hero.move_body(&mut world, DT).unwrap();
    }
    let told: Vec<(usize, &str)> = story.iter().map(|(zone, kind)| (*zone, kind.as_str())).collect();
    assert_eq!(told, [(0, "Begin"), (0, "End"), (1, "Begin"), (1, "End"), (2, "Begin"), (2, "End")]);
}

#[test]
fn bodies_bounce_off_the_character_and_are_pushed_by_it() {
    // A ball is thrown at a standing character.
    let mut world = world_with_floor();
    let mut hero = character(&shapes()[1], [0.0, 0.82]);
    hero.embody(&mut world).unwrap();
    let ball = Circle::new(0.2).restitution(0.8);
    let ball = world.spawn(Body::dynamic().at([3.0, 1.0]).velocity([-10.0, 2.0]).with(ball)).unwrap();
    let mut back = false;
    for _ in 0..60 {
        world.step(DT).unwrap();
        hero.update(&Surroundings::of(&world), CharacterInput::default(), DT).unwrap();
        hero.move_body(&mut world, DT).unwrap();
        back |= world.body(ball).unwrap().velocity().x > 3.0;
        assert!(hero.position().x.abs() < 0.3, "{:?}", hero.position());
    }
    assert!(back, "the ball comes back");
    // The body pushes a crate that the character ignores.
    let mut world = world_with_floor();
    let crate_id =
        world.spawn(Body::dynamic().at([2.0, 0.5]).with(Rect::half(0.5, 0.5).density(5.0))).unwrap();
    let mut hero = character(&shapes()[1], [0.0, 0.82]);
    let own = hero.embody(&mut world).unwrap();
    for _ in 0..180 {
        world.step(DT).unwrap();
        let pushed: Vec<ShapeId> = world.body(crate_id).unwrap().shapes().collect();
        let response = |shape| if pushed.contains(&shape) { Response::Pass } else { Response::Solid };
        hero.update(&Surroundings::of(&world).response(&response), CharacterInput::walk(2.0), DT).unwrap();
        hero.move_body(&mut world, DT).unwrap();
        assert!((0.75..0.9).contains(&hero.position().y), "{:?}", hero.position());
    }
    let [hero, moved] = [own, crate_id].map(|id| world.body(id).unwrap().position().x);
    assert!(moved > 5.0 && moved - hero > 0.7, "the crate is at {moved}, the body at {hero}");
}

#[test]
fn teleported_character_moves_its_body_at_once() {
    let mut world = world_with_floor();
    world.spawn(Body::fixed().at([5.0, 1.0]).with(Rect::half(0.5, 1.0).sensor())).unwrap();
    let mut hero = character(&shapes()[0], [0.0, 0.82]);
    let body = hero.embody(&mut world).unwrap();
    world.step(DT).unwrap();
    hero.teleport([10.0, 3.0]).unwrap();
    hero.move_body(&mut world, DT).unwrap();
    assert_eq!(world.body(body).unwrap().position(), vec2(10.0, 3.0));
    world.step(DT).unwrap();
    assert_eq!(world.events().sensors().len(), 0, "it passes nothing on the way");
    assert_eq!(world.body(body).unwrap().position(), vec2(10.0, 3.0));
    for bad in [0.0, -1.0, 2.0, f32::NAN, f32::INFINITY] {
        let before = world.hash();
        assert!(hero.move_body(&mut world, bad).is_err() && world.hash() == before, "{bad}");
    }
    // A removed body gives an error with its id, and a new one can be made.
    world.despawn(body).unwrap();
    let error = hero.move_body(&mut world, DT).unwrap_err().to_string();
    assert!(error.contains(&body.to_string()), "{error}");
    assert_ne!(hero.embody(&mut world).unwrap(), body);
    hero.move_body(&mut world, DT).unwrap();
}
