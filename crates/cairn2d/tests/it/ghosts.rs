//! Seams between pieces of ground: nothing trips over them, and what is no seam is still felt.

use cairn2d::ShapeDef;
use cairn2d::prelude::*;

use crate::harness::{DT, run, sleepless};

/// Width of a tile \[m\].
pub(crate) const TILE: f32 = 0.5;

/// Seams that every slider crosses.
pub(crate) const SEAMS: u32 = 1000;

/// What the ground of a run is made of. Its surface is y = 0 everywhere.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ground {
    /// One box per tile, each on a body of its own.
    Bodies,
    /// All boxes on one body.
    Compound,
    /// Boxes that overlap by a tenth.
    Overlapping,
    /// Two-sided segments end to end.
    Segments,
    /// One-sided segments of one chain.
    Chain,
    /// Rounded boxes of this radius whose flat parts overlap by a share of a tile, less than nothing for
    /// those that just meet.
    Rounded(f32, f32),
    /// Rounded polygons of six corners with a flat top.
    RoundedPolygons(f32),
    /// Capsules whose straight parts overlap by a share of a tile.
    Capsules(f32),
    /// Boxes with circles in between whose tops reach the surface.
    CirclesAndBoxes,
    /// Boxes, polygons, segments and short chains in turn, on bodies of their own.
    Mixed,
    /// Boxes on a kinematic body at rest.
    Kinematic,
    /// One long segment, for comparison.
    Line,
    /// One long capsule, for comparison.
    Tube,
}

/// Puts down tiles from x = -5 on.
pub(crate) fn lay(world: &mut World, ground: Ground, count: u32) {
    let at = |index: u32| -5.0 + TILE * index as f32;
    let tile = |index: u32| Rect::half(0.5 * TILE, 0.5).at([at(index) + 0.5 * TILE, -0.5]);
    let ends = |index: u32| ([at(index), 0.0], [at(index + 1), 0.0]);
    match ground {
        Ground::Bodies => {
            for index in 0..count {
                let center = [at(index) + 0.5 * TILE, -0.5];
                world.spawn(Body::fixed().at(center).with(Rect::half(0.5 * TILE, 0.5))).unwrap();
            }
        }
        Ground::Compound => {
            world.spawn((0..count).fold(Body::fixed(), |body, index| body.with(tile(index)))).unwrap();
        }
        Ground::Kinematic => {
            world.spawn((0..count).fold(Body::kinematic(), |body, index| body.with(tile(index)))).unwrap();
        }
        Ground::Overlapping => {
            for index in 0..count {
                let wide = Rect::half(0.55 * TILE, 0.5).at([at(index) + 0.5 * TILE, -0.5]);
                world.spawn(Body::fixed().with(wide)).unwrap();
            }
        }
        Ground::Rounded(radius, overlap) => {
            for index in 0..count {
                let half = (0.5 + 0.5 * overlap) * TILE;
                let tile = Rect::half(half, 0.5 - radius).rounded(radius);
                let center = [at(index) + 0.5 * TILE, -0.5];
                world.spawn(Body::fixed().at(center).with(tile)).unwrap();
            }
        }
        Ground::RoundedPolygons(radius) => {
            for index in 0..count {
                let (half, top) = (0.55 * TILE, 0.5 - radius);
                let corners = [
                    [-half, top],
                    [-half - 0.05, 0.0],
                    [-half, -top],
                    [half, -top],
                    [half + 0.05, 0.0],
                    [half, top],
                ];
                let tile = Polygon::new(&corners).unwrap().rounded(radius);
                let center = [at(index) + 0.5 * TILE, -0.5];
                world.spawn(Body::fixed().at(center).with(tile)).unwrap();
            }
        }
        Ground::Capsules(overlap) => {
            for index in 0..count {
                let half = (0.5 + 0.5 * overlap) * TILE;
                let center = [at(index) + 0.5 * TILE, -0.3];
                world
                    .spawn(Body::fixed().at(center).with(Capsule::new([-half, 0.0], [half, 0.0], 0.3)))
                    .unwrap();
            }
        }
        Ground::CirclesAndBoxes => {
            for index in 0..count {
                let center = [at(index) + 0.5 * TILE, -0.5];
                world.spawn(Body::fixed().at(center).with(Rect::half(0.5 * TILE, 0.5))).unwrap();
                world.spawn(Body::fixed().at([at(index), -0.4]).with(Circle::new(0.4))).unwrap();
            }
        }
        Ground::Line => {
            world.spawn(Body::fixed().with(Segment::new([-6.0, 0.0], [at(count), 0.0]))).unwrap();
        }
        Ground::Tube => {
            world.spawn(Body::fixed().with(Capsule::new([-6.0, -0.5], [at(count), -0.5], 0.5))).unwrap();
        }
        Ground::Segments => {
            for index in 0..count {
                let (a, b) = ends(index);
                world.spawn(Body::fixed().with(Segment::new(a, b))).unwrap();
            }
        }
        Ground::Chain => {
            let points: Vec<[f32; 2]> = (0..=count + 2).rev().map(|index| [at(index) - TILE, 0.0]).collect();
            world.spawn(Body::fixed().with_chain(ChainDef::new(Chain::open(&points).unwrap()))).unwrap();
        }
        Ground::Mixed => {
            for index in 0..count {
                let (a, b) = ends(index);
                let body = Body::fixed();
                let body = match index % 4 {
                    0 => body.with(tile(index)),
                    1 => body.with(Segment::new(a, b)),
                    2 => body.with(Polygon::new(&[a, b, [b[0], -0.3], [a[0], -0.7]]).unwrap()),
                    _ => {
                        let points = [[b[0] + TILE, 0.0], b, a, [a[0] - TILE, 0.0]];
                        body.with_chain(ChainDef::new(Chain::open(&points).unwrap()))
                    }
                };
                world.spawn(body).unwrap();
            }
        }
    }
}

/// Things that slide or roll, with the height of their centre above the ground.
pub(crate) fn sliders() -> Vec<(&'static str, ShapeDef, f32)> {
    vec![
        ("box", Rect::half(0.4, 0.4).shape(), 0.4),
        ("small box", Rect::half(0.1, 0.1).shape(), 0.1),
        ("plank", Rect::half(1.3, 0.1).shape(), 0.1),
        ("rounded box", Rect::half(0.3, 0.2).rounded(0.1).shape(), 0.3),
        ("ball", Circle::new(0.3).shape(), 0.3),
        ("small ball", Circle::new(0.05).shape(), 0.05),
        ("capsule", Capsule::new([-0.3, 0.0], [0.3, 0.0], 0.2).shape(), 0.2),
        (
            "hexagon",
            Polygon::new(&[[-0.5, 0.0], [-0.3, -0.3], [0.3, -0.3], [0.5, 0.0], [0.3, 0.3], [-0.3, 0.3]])
                .unwrap()
                .shape(),
            0.3,
        ),
    ]
}

/// Moves every slider over the internal edges at a speed \[m/s\] without friction and tells the largest
/// deviations of height \[m\], speed \[m/s\] and angle \[rad\] of each. The slider may be older than the
/// ground.
fn slide(ground: Ground, older: bool, speed: f32, seams: u32) -> Vec<(&'static str, [f32; 3])> {
    sliders()
        .into_iter()
        .map(|(name, shape, height)| {
            let mut world = sleepless();
            let length = TILE * seams as f32;
            let tiles = seams + (20.0 / TILE) as u32 + (0.1 * speed / TILE) as u32;
            if !older {
                lay(&mut world, ground, tiles);
            }
            // Nothing turns faster than the world's limit.
            let rolls = name.contains("ball") && speed < 10.0;
            let body = Body::dynamic().at([-3.0, height]).velocity([speed, 0.0]);
            let body = if rolls { body.angular_velocity(-speed / height) } else { body };
            let friction = if rolls { 0.6 } else { 0.0 };
            let id = world.spawn(body.with(shape.friction(friction))).unwrap();
            if older {
                lay(&mut world, ground, tiles);
            }
            let steps = (length / (speed * DT)) as u32;
            let (mut settled, mut worst) = (0.0, [0.0_f32; 3]);
            for step in 0..steps {
                world.step(DT).unwrap();
                let body = world.body(id).unwrap();
                if step < 10 {
                    settled = body.position().y;
                    continue;
                }
                worst[0] = worst[0].max((body.position().y - settled).abs());
                worst[1] = worst[1].max((body.velocity().x - speed).abs());
                let turn = if rolls { 0.0 } else { body.angle().abs() };
                worst[2] = worst[2].max(turn);
            }
            let x = world.body(id).unwrap().position().x + 3.0;
            assert!(
                (x - length).abs() < 5.0e-4 * length + speed * DT,
                "{name} on {ground:?} came to {x} of {length}"
            );
            (name, worst)
        })
        .collect()
}

fn check(ground: Ground, older: bool) {
    check_slide(ground, older, SEAMS);
}

/// The same over fewer internal edges, for ground of many kinds.
fn check_some(ground: Ground) {
    check_slide(ground, false, SEAMS / 5);
}

fn check_slide(ground: Ground, older: bool, seams: u32) {
    for (name, [height, speed, angle]) in slide(ground, older, 2.0, seams) {
        assert!(height < 1.0e-3, "{name} on {ground:?} leaves its height by {height}");
        assert!(speed < 1.0e-3, "{name} on {ground:?} changes its speed by {speed}");
        assert!(angle < 5.0e-3, "{name} on {ground:?} turns by {angle}");
    }
}

#[test]
fn no_ghost_collisions_between_bodies() {
    check(Ground::Bodies, false);
}

#[test]
fn no_ghost_collisions_between_shapes_of_a_body() {
    check(Ground::Compound, false);
}

#[test]
fn no_ghost_collisions_on_overlapping_boxes() {
    check(Ground::Overlapping, false);
}

#[test]
fn no_ghost_collisions_on_overlapping_rounded_boxes() {
    for radius in [0.02, 0.1, 0.3] {
        for overlap in [0.0, 0.1, 0.5] {
            check_some(Ground::Rounded(radius, overlap));
        }
    }
}

#[test]
fn no_ghost_collisions_on_rounded_polygons() {
    for radius in [0.02, 0.1, 0.3] {
        check_some(Ground::RoundedPolygons(radius));
    }
}

#[test]
fn no_ghost_collisions_on_overlapping_capsules() {
    for overlap in [0.0, 0.1, 0.5] {
        check_some(Ground::Capsules(overlap));
    }
}

#[test]
fn no_ghost_collisions_on_rotated_tiles_of_different_radii() {
    for degrees in [-120.0_f32, -35.0, 10.0, 90.0] {
        let q = Rot::from_angle(degrees.to_radians());
        for (name, shape, height) in sliders() {
            let mut world = sleepless();
            world.set_gravity(q.rotate(vec2(0.0, -10.0))).unwrap();
            for index in 0..240_u32 {
                let radius = [0.02, 0.1, 0.3][index as usize % 3];
                let overlap = [0.0, 0.02, 0.2, 0.7][index as usize % 4];
                let tile = Rect::half((0.5 + overlap) * TILE, 0.5 - radius).rounded(radius);
                let center = q.rotate(vec2(-5.0 + TILE * index as f32, -0.5));
                let body = Body::fixed().at(center).rotated(degrees.to_radians());
                world.spawn(body.with(tile)).unwrap();
            }
            let body = Body::dynamic().at(q.rotate(vec2(-3.0, height))).rotated(degrees.to_radians());
            let body = body.velocity(q.rotate(vec2(4.0, 0.0)));
            let id = world.spawn(body.with(shape.friction(0.0))).unwrap();
            for step in 0..1200 {
                world.step(DT).unwrap();
                let body = world.body(id).unwrap();
                let (at, velocity) = (q.inv_rotate(body.position()), q.inv_rotate(body.velocity()));
                let what = format!("{name} at {degrees} degrees, step {step}: {at:?}, {velocity:?}");
                assert!(step < 10 || (at.y - height).abs() < 4.0e-3, "{what}");
                assert!((velocity.x - 4.0).abs() < 2.0e-3, "{what}");
            }
        }
    }
}

#[test]
fn dips_between_round_tiles_still_collide() {
    // Circles side by side are a washboard, and a small ball stays in a dip.
    let mut world = sleepless();
    for index in 0..20 {
        world.spawn(Body::fixed().at([index as f32 * 0.8, -0.5]).with(Circle::new(0.5))).unwrap();
    }
    let id = world.spawn(Body::dynamic().at([4.1, 0.3]).with(Circle::new(0.1).friction(0.0))).unwrap();
    run(&mut world, 600);
    let at = world.body(id).unwrap().position();
    assert!(at.x > 4.0 && at.x < 4.8, "{at:?}");
    // The surface is lowest between two circles: a ball of 0.1 touches both where its centre is 0.6 from
    // theirs.
    let lowest = -0.5 + (0.6_f32 * 0.6 - 0.4 * 0.4).sqrt();
    assert!((at.y - lowest).abs() < 0.02, "{at:?}, not {lowest}");
}

#[test]
fn no_ghost_collisions_on_circles_in_a_row_of_boxes() {
    check_some(Ground::CirclesAndBoxes);
}

#[test]
fn no_ghost_collisions_between_segments() {
    check(Ground::Segments, false);
}

#[test]
fn no_ghost_collisions_on_a_chain() {
    check(Ground::Chain, false);
}

#[test]
fn no_ghost_collisions_between_shapes_of_all_kinds() {
    check(Ground::Mixed, false);
}

#[test]
fn no_ghost_collisions_on_a_kinematic_body() {
    check(Ground::Kinematic, false);
}

#[test]
fn sliding_on_one_long_segment_as_reference() {
    check(Ground::Line, false);
}

#[test]
fn sliding_on_one_long_capsule_as_reference() {
    check(Ground::Tube, false);
}

#[test]
fn no_ghost_collisions_if_the_ground_is_newer_than_the_slider() {
    for ground in [Ground::Bodies, Ground::Segments, Ground::Mixed, Ground::Tube] {
        check(ground, true);
    }
}

#[test]
fn internal_edges_do_not_stop_fast_bodies() {
    // Up to six tiles in a step: continuous collision looks at every one of them.
    for (ground, speed) in [
        (Ground::Bodies, 60.0),
        (Ground::Bodies, 190.0),
        (Ground::Overlapping, 190.0),
        (Ground::Mixed, 60.0),
        (Ground::Rounded(0.1, 0.1), 60.0),
        (Ground::Rounded(0.3, 0.0), 190.0),
        (Ground::Capsules(0.1), 60.0),
        (Ground::CirclesAndBoxes, 60.0),
    ] {
        for (name, [height, slip, _]) in slide(ground, false, speed, SEAMS) {
            assert!(height < 1.0e-3, "{name} on {ground:?} at {speed} m/s leaves its height by {height}");
            assert!(slip < 0.01, "{name} on {ground:?} at {speed} m/s changes its speed by {slip}");
        }
    }
}

/// A floor of four tiles from x = -2 to 2 with its top at y = 0.
fn four_tiles(world: &mut World) -> Vec<BodyId> {
    (0..4)
        .map(|index| {
            let center = [-1.5 + index as f32, -0.5];
            world.spawn(Body::fixed().at(center).with(Rect::half(0.5, 0.5).friction(0.0))).unwrap()
        })
        .collect()
}

#[test]
fn wall_at_the_end_of_a_row_of_tiles_stops_sliding_bodies() {
    // The wall is a column of tiles, so that its side has internal edges too, one of them at the height of
    // the floor.
    for shape in [
        Rect::half(0.3, 0.3).shape(),
        Circle::new(0.3).shape(),
        Capsule::new([0.0, -0.1], [0.0, 0.1], 0.2).shape(),
    ] {
        let mut world = sleepless();
        four_tiles(&mut world);
        for index in 0..4 {
            let center = [2.5, -0.5 + index as f32];
            world.spawn(Body::fixed().at(center).with(Rect::half(0.5, 0.5).friction(0.0))).unwrap();
        }
        let mut body = Body::dynamic().at([0.0, 0.3]).velocity([3.0, 0.0]);
        body = body.locks(Locks { rotation: true, ..Locks::default() });
        let id = world.spawn(body.with(shape.friction(0.0))).unwrap();
        run(&mut world, 120);
        let body = world.body(id).unwrap();
        assert!(body.position().x < 1.81 && body.velocity().x.abs() < 0.01, "{:?}", body.position());
        assert!((body.position().y - 0.3).abs() < 0.01, "{:?}", body.position());
    }
}

#[test]
fn tile_corner_collides_again_after_its_neighbor_is_removed() {
    let mut world = sleepless();
    let tiles = four_tiles(&mut world);
    // The tile on which the box stands is replaced by one that is half a metre lower.
    let id = world.spawn(Body::dynamic().at([-1.0, 0.3]).with(Rect::half(0.3, 0.3).friction(0.0))).unwrap();
    run(&mut world, 30);
    for &tile in &tiles[..2] {
        world.despawn(tile).unwrap();
    }
    world.spawn(Body::fixed().at([-1.0, -1.0]).with(Rect::half(1.0, 0.5).friction(0.0))).unwrap();
    run(&mut world, 60);
    world.body_mut(id).unwrap().set_velocity([2.0, 0.0]).unwrap();
    run(&mut world, 60);
    let body = world.body(id).unwrap();
    assert!(body.position().x < -0.29 && body.velocity().x.abs() < 0.01, "{:?}", body.position());
    assert!((body.position().y + 0.2).abs() < 0.01, "{:?}", body.position());
}

#[test]
fn bodies_stay_above_valleys_and_ridges_of_slabs() {
    // Two slabs that meet at an angle, from a sharp ridge to a narrow valley: whatever is dropped on them
    // never comes out below.
    for degrees in (-60..=80).step_by(5) {
        for (name, shape, _) in sliders() {
            let mut world = sleepless();
            let angle = (degrees as f32).to_radians();
            for side in [-1.0, 1.0] {
                let slab = Rect::half(4.0, 0.5).at([side * 4.0, -0.5]);
                world.spawn(Body::fixed().rotated(side * angle).with(slab)).unwrap();
            }
            let id = world.spawn(Body::dynamic().at([0.01, 4.0]).with(shape)).unwrap();
            for _ in 0..240 {
                world.step(DT).unwrap();
                let at = world.body(id).unwrap().position();
                let surface = at.x.abs() * angle.sin() / angle.cos();
                let beyond = at.x.abs() > 4.0 * angle.cos() - 1.5;
                assert!(
                    beyond || at.y > surface - 0.01,
                    "{name} at {at:?} came through at {degrees} degrees"
                );
            }
        }
    }
}
