//! Scenes of portals: falls without end, and rows and stacks that go through openings.

use super::parts::{block, hinge, kind, look_at, surface};
use super::{BuiltIn, Category, entry};
use crate::format::{BodyDesc, OpeningDesc, PortalDesc, Scene, ShapeDesc};

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[
    entry(
        "infinite_fall",
        Category::Portals,
        900,
        infinite_fall,
        "Bodies fall through the floor and out of the ceiling for ever",
    ),
    entry(
        "portal_dominoes",
        Category::Portals,
        600,
        portal_dominoes,
        "A row of dominoes falls on three shelves, from one to the next through openings",
    ),
    entry(
        "portal_stack",
        Category::Portals,
        900,
        portal_stack,
        "A wall of bricks stands through a ceiling and out of a floor, and sleeps",
    ),
    entry(
        "portal_rope",
        Category::Portals,
        900,
        portal_rope,
        "A rope swings into a floor and hangs out of the ceiling of another room",
    ),
    entry(
        "portal_torus",
        Category::Portals,
        900,
        portal_torus,
        "A room without walls: what leaves it on one side returns on the other",
    ),
];

/// A shaft whose floor and ceiling are one pair. Air drag bounds the speed.
fn infinite_fall(scene: &mut Scene) {
    const HALF: f32 = 4.0;
    const HEIGHT: f32 = 12.0;
    let shaft = scene.add(
        BodyDesc::fixed([0.0, 0.0])
            .with(ShapeDesc::box_at([HALF + 1.0, 0.5], [0.0, -0.5]))
            .with(ShapeDesc::box_at([HALF + 1.0, 0.5], [0.0, HEIGHT + 0.5]))
            .with(ShapeDesc::box_at([0.5, 0.5 * HEIGHT], [-HALF - 0.5, 0.5 * HEIGHT]))
            .with(ShapeDesc::box_at([0.5, 0.5 * HEIGHT], [HALF + 0.5, 0.5 * HEIGHT])),
    );
    for n in 0..16u32 {
        let at = [-3.0 + 2.0 * (n % 4) as f32, 2.0 + 2.6 * (n / 4) as f32];
        let size = 0.35 + 0.05 * (n % 5) as f32;
        let shape = kind(n, size).material(surface(0.4, 0.2));
        let damping = 0.8 + 0.1 * (n % 3) as f32;
        scene.add(BodyDesc { linear_damping: damping, ..BodyDesc::dynamic(at).with(shape) });
    }
    let below = OpeningDesc::on(shaft, [0.0, 0.0], [0.0, 1.0]);
    let above = OpeningDesc::on(shaft, [0.0, HEIGHT], [0.0, -1.0]);
    scene.portals.push(PortalDesc::new(below, above, 2.0 * HALF).without_rims());
    look_at(scene, [0.0, 0.5 * HEIGHT], HEIGHT + 3.0);
}

/// Three shelves with dominoes. The right wall of each shelf leads to the left wall of the next one below.
fn portal_dominoes(scene: &mut Scene) {
    const HALF: f32 = 7.0;
    const APART: f32 = 4.0;
    const OPENING: f32 = 2.4;
    let mut house = BodyDesc::fixed([0.0, 0.0]);
    for level in 0..4 {
        house = house.with(ShapeDesc::box_at([HALF + 0.5, 0.25], [0.0, APART * level as f32 - 0.25]));
    }
    for side in [-1.0, 1.0] {
        let wall = ShapeDesc::box_at([0.25, 1.5 * APART + 0.25], [side * (HALF + 0.25), 1.5 * APART - 0.25]);
        house = house.with(wall);
    }
    let house = scene.add(house);
    for level in (0..3).rev() {
        let floor = APART * level as f32;
        // The last one of the lowest shelf needs room before the wall.
        for n in 0..if level == 0 { 12 } else { 14 } {
            // The last gap of a shelf goes through the openings.
            let at = [-HALF + 0.5 + 1.0 * n as f32, floor + 0.75];
            let first = level == 2 && n == 0;
            let body = BodyDesc::dynamic(at).with(ShapeDesc::half_box(0.1, 0.75).material(surface(0.4, 0.0)));
            scene.add(BodyDesc { angular_velocity: if first { -2.5 } else { 0.0 }, ..body });
        }
        if level > 0 {
            let right = OpeningDesc::on(house, [HALF, floor + 0.5 * OPENING], [-1.0, 0.0]);
            let left = OpeningDesc::on(house, [-HALF, floor - APART + 0.5 * OPENING], [1.0, 0.0]);
            scene.portals.push(PortalDesc::new(right, left, OPENING));
        }
    }
    look_at(scene, [0.0, 1.5 * APART - 0.5], 3.0 * APART + 2.5);
}

/// A wall of bricks that begins on a floor, passes a ceiling, and continues out of another floor.
fn portal_stack(scene: &mut Scene) {
    const CEILING: f32 = 5.0;
    const BRICK: [f32; 2] = [0.5, 0.25];
    let ground = scene.add(
        BodyDesc::fixed([0.0, 0.0])
            .with(ShapeDesc::box_at([9.0, 0.5], [0.0, -0.5]))
            .with(ShapeDesc::box_at([4.0, 0.25], [-4.5, CEILING + 0.25])),
    );
    let ceiling = OpeningDesc::on(ground, [-4.5, CEILING], [0.0, -1.0]);
    let floor = OpeningDesc::on(ground, [4.5, 0.0], [0.0, 1.0]);
    scene.portals.push(PortalDesc::new(ceiling, floor, 5.0));
    for row in 0..16 {
        let height = BRICK[1] * (1.0 + 2.0 * row as f32);
        let shift = if row % 2 == 0 { 0.0 } else { 0.5 * BRICK[0] };
        for column in 0..3 {
            let x = 2.0 * BRICK[0] * (column as f32 - 1.0) + shift;
            // The centre of a brick decides on which side it is.
            let at = if height < CEILING { [x - 4.5, height] } else { [x + 4.5, height - CEILING] };
            block(scene, at, BRICK);
        }
    }
    look_at(scene, [0.0, 2.75], 8.0);
}

/// A rope that is longer than its hook is high. The end below the floor hangs out of the ceiling beside.
fn portal_rope(scene: &mut Scene) {
    const HOOK: f32 = 4.0;
    const CEILING: [f32; 2] = [14.0, 7.0];
    let ground = scene.add(
        BodyDesc::fixed([0.0, 0.0])
            .with(ShapeDesc::box_at([6.5, 0.25], [0.0, -0.25]))
            .with(ShapeDesc::box_at([6.5, 0.25], [CEILING[0], CEILING[1] + 0.25]))
            .with(ShapeDesc::box_at([0.5, 0.25], [0.0, HOOK + 0.25])),
    );
    let floor = OpeningDesc::on(ground, [0.0, 0.0], [0.0, 1.0]);
    let ceiling = OpeningDesc::on(ground, CEILING, [0.0, -1.0]);
    scene.portals.push(PortalDesc::new(floor, ceiling, 12.0));
    let mut last = ground;
    for n in 0..14 {
        let at = [0.25 + 0.5 * n as f32, HOOK];
        let link = match n {
            13 => ShapeDesc::circle(0.3),
            _ => ShapeDesc::capsule([-0.2, 0.0], [0.2, 0.0], 0.08),
        };
        let body = BodyDesc { linear_damping: 0.3, angular_damping: 0.3, ..BodyDesc::dynamic(at).with(link) };
        let body = scene.add(body);
        hinge(scene, last, body, [0.5 * n as f32, HOOK]);
        last = body;
    }
    look_at(scene, [0.5 * CEILING[0], 3.0], 12.0);
}

/// Elastic bodies in a room whose opposite sides are connected.
fn portal_torus(scene: &mut Scene) {
    const HALF: [f32; 2] = [8.0, 5.0];
    scene.world.gravity = [0.0, 0.0];
    scene.world.sleeping = false;
    scene.world.restitution_threshold = 0.0;
    for axis in 0..2 {
        let [low, high] = [-1.0, 1.0].map(|side: f32| {
            let (mut at, mut out) = ([0.0; 2], [0.0; 2]);
            (at[axis], out[axis]) = (side * HALF[axis], -side);
            OpeningDesc::fixed(at, out)
        });
        scene.portals.push(PortalDesc::new(low, high, 2.0 * HALF[1 - axis]).without_rims());
    }
    for n in 0..32u32 {
        let at = [-7.0 + 2.0 * (n % 8) as f32, -3.75 + 2.5 * (n / 8) as f32];
        let shape = match n % 4 {
            3 => ShapeDesc::half_box(0.45, 0.3),
            size => ShapeDesc::circle(0.3 + 0.1 * size as f32),
        };
        // Opposite velocities of neighbours, so that the sum of the momenta is small.
        let turn = if n % 2 == 0 { 1.0 } else { -1.0 };
        let velocity = [turn * (1.5 + 0.25 * (n % 5) as f32), turn * (2.5 - 0.4 * (n % 7) as f32)];
        scene.add(BodyDesc { velocity, ..BodyDesc::dynamic(at).with(shape.material(surface(0.0, 1.0))) });
    }
    look_at(scene, [0.0, 0.0], 2.0 * HALF[1] + 2.0);
}

#[cfg(test)]
mod tests {
    use cairn2d::{BodyId, BodyKind, Vec2, World};

    use crate::{Overrides, Runner};

    fn runner(name: &str) -> Runner {
        Runner::new(crate::find(name).expect(name), Overrides::default()).expect(name)
    }

    fn moving(world: &World) -> Vec<BodyId> {
        let is_dynamic = |id: &BodyId| world.body(*id).is_some_and(|body| body.kind() == BodyKind::Dynamic);
        world.bodies().filter(is_dynamic).collect()
    }

    /// Every body falls for ever, at the speed at which drag and gravity balance: 10 / 0.8 to 10 / 1.0.
    #[test]
    fn falls_do_not_end_and_reach_terminal_speed() {
        let mut runner = runner("infinite_fall");
        let bodies = moving(&runner.world);
        assert_eq!(bodies.len(), 16);
        let mut passes = std::collections::BTreeMap::new();
        for _ in 0..900 {
            runner.step().expect("a step");
            for event in runner.world.events().teleports() {
                *passes.entry(event.body).or_insert(0u32) += 1;
            }
            for body in bodies.iter().filter_map(|&id| runner.world.body(id)) {
                let at = body.center();
                assert!((-0.01..=12.01).contains(&at.y) && at.x.abs() < 4.0, "{at:?}");
            }
        }
        // 15 s at 10 to 12.5 m/s are 12.5 to 15.6 heights of 12 m, less the time to reach that speed.
        assert!(passes.len() == 16 && passes.values().all(|count| (10..=16).contains(count)), "{passes:?}");
        for body in bodies.iter().filter_map(|&id| runner.world.body(id)) {
            assert!((-13.0..-9.5).contains(&body.velocity().y), "{:?}", body.velocity());
        }
    }

    #[test]
    fn every_domino_falls_on_every_shelf_and_rests() {
        let mut runner = runner("portal_dominoes");
        let dominoes = moving(&runner.world);
        let leaning = |world: &World, shelf: usize| {
            let shelf = dominoes.chunks(14).nth(shelf).expect("three shelves").iter();
            shelf.filter_map(|&id| world.body(id)).filter(|body| body.rotation().s.abs() > 0.5).count()
        };
        let mut order = Vec::new();
        for _ in 0..1200 {
            runner.step().expect("a step");
            if order.len() < 3 && leaning(&runner.world, order.len()) == [14, 14, 12][order.len()] {
                order.push(runner.step_index());
            }
        }
        assert!(order.len() == 3 && order.is_sorted(), "{order:?}");
        assert_eq!(runner.world.counts().sleeping_bodies, 40);
    }

    #[test]
    fn wall_through_a_ceiling_stands_and_sleeps() {
        let mut runner = runner("portal_stack");
        let bricks = moving(&runner.world);
        let place = |world: &World| -> Vec<Vec2> {
            bricks.iter().filter_map(|&id| world.body(id)).map(|body| body.center()).collect()
        };
        let before = place(&runner.world);
        let mut asleep = None;
        for step in 0..3600 {
            runner.step().expect("a step");
            if runner.world.counts().sleeping_bodies == 48 {
                asleep = asleep.or(Some(step));
            }
        }
        assert!(asleep.is_some_and(|step| step < 900), "{asleep:?}");
        assert_eq!(runner.world.counts().sleeping_bodies, 48);
        for (at, before) in place(&runner.world).into_iter().zip(before) {
            assert!(at.distance(before) < 0.05, "{at:?} {before:?}");
        }
    }

    /// The rope comes to rest as a nearly straight line through both rooms, at its full length.
    #[test]
    fn rope_hangs_through_two_rooms() {
        let mut runner = runner("portal_rope");
        let links = moving(&runner.world);
        for _ in 0..3000 {
            runner.step().expect("a step");
            assert_eq!(runner.world.counts().joints, 14);
        }
        for (n, body) in links.iter().filter_map(|&id| runner.world.body(id)).enumerate() {
            // Below the floor the other room begins, 7 m higher and 14 m to the right.
            let height = 4.0 - 0.25 - 0.5 * n as f32;
            let expected = if height < 0.0 { Vec2::new(14.0, height + 7.0) } else { Vec2::new(0.0, height) };
            assert!(body.center().distance(expected) < 0.15, "{n}: {:?} {expected:?}", body.center());
        }
    }

    /// A torus has no walls, so momentum and energy are constant.
    #[test]
    fn torus_keeps_momentum_and_energy() {
        let mut runner = runner("portal_torus");
        let bodies = moving(&runner.world);
        let sums = |world: &World| {
            let bodies = bodies.iter().filter_map(|&id| world.body(id));
            bodies.fold(([0.0f64; 2], 0.0), |(momentum, energy), body| {
                let mass = f64::from(body.mass().mass);
                let velocity = [body.velocity().x, body.velocity().y].map(f64::from);
                (
                    [momentum[0] + mass * velocity[0], momentum[1] + mass * velocity[1]],
                    energy + f64::from(body.kinetic_energy()),
                )
            })
        };
        let (momentum, energy) = sums(&runner.world);
        let mut passes = 0;
        for _ in 0..900 {
            runner.step().expect("a step");
            passes += runner.world.events().teleports().len();
            for body in bodies.iter().filter_map(|&id| runner.world.body(id)) {
                let at = body.center();
                assert!(at.x.abs() <= 8.01 && at.y.abs() <= 5.01, "{at:?}");
            }
        }
        assert!(passes > 100, "{passes}");
        let (momentum_after, energy_after) = sums(&runner.world);
        let scale = (2.0 * energy * 32.0).sqrt();
        for (a, b) in momentum.into_iter().zip(momentum_after) {
            assert!((a - b).abs() < 1.0e-4 * scale, "{momentum:?} {momentum_after:?}");
        }
        assert!((energy_after / energy - 1.0).abs() < 1.0e-5, "{energy} {energy_after}");
    }
}
