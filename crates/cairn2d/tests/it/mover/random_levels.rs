//! Random walks through random levels: no shape enters the skin by more than its thickness, so nothing
//! overlaps.

use super::*;
use crate::random::Random;

/// A closed room full of boxes, rocks, ramps, thin walls and a chain.
fn level(random: &mut Random) -> World {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let walls = Chain::closed(&[[-12.0, -1.0], [-12.0, 9.0], [12.0, 9.0], [12.0, -1.0]]).unwrap();
    let mut ground: Vec<Vec2> = (0..27).map(|i| vec2(13.0 - i as f32, random.range(0.0, 0.8))).collect();
    (ground[0].y, ground[26].y) = (0.5, 0.5);
    world.spawn(Body::fixed().with_chain(ChainDef::new(walls))).unwrap();
    world.spawn(Body::fixed().with_chain(ChainDef::new(Chain::open(&ground).unwrap()))).unwrap();
    for _ in 0..40 {
        let size = random.range(0.5, 2.0);
        let (shape, mut pose) = (random.shape(size), random.pose(11.0));
        pose.p.y = 0.35 * (pose.p.y + 11.0);
        if random.below(2) == 0 {
            pose.q = Rot::IDENTITY;
        }
        world.spawn(Body::fixed().pose(pose).with(shape)).unwrap();
    }
    for _ in 0..5 {
        let from = vec2(random.range(-11.0, 11.0), random.range(1.0, 7.0));
        world.spawn(Body::fixed().with(Segment::new(from, from + random.point(2.0)))).unwrap();
    }
    world
}

/// A position at which a shape fits.
fn free_place(world: &World, shape: &Shape, random: &mut Random) -> Vec2 {
    loop {
        let place = vec2(random.range(-11.0, 11.0), random.range(1.5, 8.0));
        let mut free = true;
        world
            .separations(shape, Pose::from_position(place), 0.02, QueryFilter::all(), |_| {
                free = false;
                ControlFlow::Break(())
            })
            .unwrap();
        // Positions behind the chain count as outside: a position in the room has ground below.
        let below = world.cast_ray(Ray::new(place, [0.0, -12.0]), QueryFilter::all()).unwrap();
        if free && below.is_some() {
            return place;
        }
    }
}

#[test]
fn character_never_overlaps_in_ten_thousand_steps() {
    let mut random = Random::new(2024);
    let (mut grounded, mut airborne, mut steps) = (0, 0, 0);
    let mut thinnest = f32::MAX;
    for round in 0..24 {
        let world = level(&mut random);
        let shape = if round % 4 == 3 { Shape::from(Circle::new(0.3)) } else { shapes()[round % 4].clone() };
        let place = free_place(&world, &shape, &mut random);
        let mut hero = character(&shape, [place.x, place.y]);
        let mut walk = 0.0;
        for step in 0..450 {
            if step % 20 == 0 {
                walk = random.range(-8.0, 8.0);
            }
            let jump = if random.below(15) == 0 { random.range(1.0, 9.0) } else { 0.0 };
            let dt = if random.below(10) == 0 { 1.0 / 15.0 } else { DT };
            hero.update(&Surroundings::of(&world), CharacterInput::walk(walk).jump(jump), dt).unwrap();
            let gap = gap(&world, &hero);
            assert!(
                gap > 0.0,
                "round {round}, step {step}: overlap of {gap} at {:?} {shape:?}",
                hero.position()
            );
            assert!(hero.position().x.abs() < 12.0 && hero.position().y.abs() < 9.5, "it left the level");
            assert!(hero.velocity().is_finite());
            thinnest = thinnest.min(gap);
            steps += 1;
            if hero.ground().is_some() { grounded += 1 } else { airborne += 1 }
        }
    }
    assert!(steps >= 10_000);
    assert!(grounded > 2000 && airborne > 2000, "{grounded} on the ground, {airborne} in the air");
    assert!(thinnest < 0.01, "the skin was never tried: {thinnest}");
}

#[test]
fn surrounding_platforms_do_not_overlap_the_character() {
    let mut random = Random::new(77);
    for round in 0..8 {
        let mut world = world_with_floor();
        let platforms: Vec<BodyId> = (0..6)
            .map(|i| {
                let at = vec2(-6.0 + 2.4 * i as f32, random.range(1.2, 4.0));
                world.spawn(Body::kinematic().at(at).with(Rect::half(0.9, 0.15))).unwrap()
            })
            .collect();
        let shape = shapes()[round % 3].clone();
        let mut hero = character(&shape, [0.0, 6.5]);
        let mut crushed = 0;
        for step in 0..600 {
            for (index, &id) in platforms.iter().enumerate() {
                let phase = (step as f32 * DT + index as f32 * 1.7) * (0.6 + 0.2 * index as f32);
                let velocity = vec2(1.5 * phase.cos(), if index % 2 == 0 { 0.8 * phase.sin() } else { 0.0 });
                world.body_mut(id).unwrap().set_velocity(velocity).unwrap();
            }
            world.step(DT).unwrap();
            let jump = if random.below(20) == 0 { 7.0 } else { 0.0 };
            let input = CharacterInput::walk(random.range(-4.0, 4.0)).jump(jump);
            hero.update(&Surroundings::of(&world), input, DT).unwrap();
            // The gap between a platform and the floor may be too small.
            crushed += u32::from(gap(&world, &hero) <= 0.0);
        }
        assert!(crushed < 30, "round {round}: {crushed} steps of 600 in an overlap");
    }
}
