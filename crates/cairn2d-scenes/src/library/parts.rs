//! Common parts of scenes: floors, rooms, rows of shapes, surfaces.

use crate::format::{
    BodyDesc, CameraDesc, ChainDesc, FilterDesc, JointAnchor, JointDesc, JointParts, MaterialDesc,
    MaterialRef, Scene, ShapeDesc,
};
use crate::trig::cos_sin_f64;
use cairn2d::{BodyId, ShapeId, World};

/// Collides with the scenery only, not with shapes of the same filter.
pub(super) const APART: FilterDesc = FilterDesc { category: 2, mask: 1, group: 0 };

/// Collides with nothing.
pub(super) const NOWHERE: FilterDesc = FilterDesc { category: 2, mask: 0, group: 0 };

/// Sets the view: its centre and its height \[m\].
pub(super) fn look_at(scene: &mut Scene, center: [f32; 2], height: f32) {
    scene.camera = Some(CameraDesc { center, height });
}

/// Adds a floor at height 0 with this half width \[m\], and returns its index.
pub(super) fn floor(scene: &mut Scene, half: f32) -> u32 {
    scene.add(BodyDesc::fixed([0.0, 0.0]).with(ShapeDesc::box_at([half, 0.5], [0.0, -0.5])))
}

/// Returns a bin, open at the top, with its floor at height 0, with a half width and a height \[m\].
pub(super) fn bin(half: f32, height: f32) -> BodyDesc {
    let side = [0.5, 0.5 * height + 0.5];
    BodyDesc::fixed([0.0, 0.0])
        .with(ShapeDesc::box_at([half + 1.0, 0.5], [0.0, -0.5]))
        .with(ShapeDesc::box_at(side, [-half - 0.5, 0.5 * height - 0.5]))
        .with(ShapeDesc::box_at(side, [half + 0.5, 0.5 * height - 0.5]))
}

/// Returns a closed room about the origin with these half extents \[m\], with walls of one material.
pub(crate) fn room(half: [f32; 2], surface: MaterialDesc) -> BodyDesc {
    let [x, y] = half;
    let wall = |half, center| ShapeDesc::box_at(half, center).material(surface);
    BodyDesc::fixed([0.0, 0.0])
        .with(wall([x + 1.0, 0.5], [0.0, -y - 0.5]))
        .with(wall([x + 1.0, 0.5], [0.0, y + 0.5]))
        .with(wall([0.5, y], [-x - 0.5, 0.0]))
        .with(wall([0.5, y], [x + 0.5, 0.0]))
}

/// Returns the corners of a regular polygon \[m\].
pub(super) fn regular(corners: u32, radius: f32) -> Vec<[f32; 2]> {
    let corner = |n| cos_sin_f64(core::f64::consts::TAU * f64::from(n) / f64::from(corners));
    (0..corners).map(|n| corner(n).map(|part| radius * part)).collect()
}

/// Returns one of eight kinds of convex shapes, about as large as a disc of this radius \[m\].
pub(super) fn kind(n: u32, size: f32) -> ShapeDesc {
    match n % 8 {
        0 => ShapeDesc::circle(size),
        1 => ShapeDesc::half_box(size, 0.6 * size),
        2 => ShapeDesc::capsule([-0.6 * size, 0.0], [0.6 * size, 0.0], 0.5 * size),
        3 => ShapeDesc::polygon(regular(3, size), 0.0),
        4 => ShapeDesc::polygon(regular(5, size), 0.0),
        5 => ShapeDesc::polygon(regular(4, 0.7 * size), 0.3 * size),
        6 => ShapeDesc::polygon(regular(8, size), 0.0),
        _ => ShapeDesc::polygon(
            [[-size, -0.5 * size], [size, -0.5 * size], [0.4 * size, 0.5 * size], [-0.4 * size, 0.5 * size]],
            0.0,
        ),
    }
}

/// Returns a chain through points \[m\] with the default surface.
pub(super) fn chain(points: Vec<[f32; 2]>, closed: bool) -> ChainDesc {
    ChainDesc {
        points,
        closed,
        material: MaterialRef::default(),
        materials: Vec::new(),
        one_way: None,
        filter: FilterDesc::default(),
    }
}

/// Returns a static body with a line of ground, solid below, through points from left to right \[m\].
pub(super) fn terrain(points: &[[f32; 2]]) -> BodyDesc {
    let mut line: Vec<[f32; 2]> = points.to_vec();
    if let (Some(&[left, low]), Some(&[right, high])) = (points.first(), points.last()) {
        line.insert(0, [left - 1.0, low]);
        line.push([right + 1.0, high]);
    }
    line.reverse();
    let mut body = BodyDesc::fixed([0.0, 0.0]);
    body.chains.push(chain(line, false));
    body
}

/// Returns a surface with this friction and restitution \[-\].
pub(super) fn surface(friction: f32, restitution: f32) -> MaterialDesc {
    MaterialDesc { friction, restitution, ..MaterialDesc::default() }
}

/// Adds a dynamic box of density 1 with these half extents \[m\], and returns its index.
pub(super) fn block(scene: &mut Scene, at: [f32; 2], half: [f32; 2]) -> u32 {
    scene.add(BodyDesc::dynamic(at).with(ShapeDesc::half_box(half[0], half[1])))
}

/// Adds a dynamic disc of density 1 with a radius \[m\], and returns its index.
pub(super) fn disc(scene: &mut Scene, at: [f32; 2], radius: f32) -> u32 {
    scene.add(BodyDesc::dynamic(at).with(ShapeDesc::circle(radius)))
}

/// Returns a joint of two bodies at a world point \[m\], without further parts.
pub(super) fn held(a: u32, b: u32, at: [f32; 2]) -> JointParts {
    JointParts::at(a, b, JointAnchor::world(at))
}

/// Joins two bodies by a plain hinge at a point of the world \[m\].
pub(super) fn hinge(scene: &mut Scene, a: u32, b: u32, at: [f32; 2]) -> u32 {
    scene.join(JointDesc::Revolute(held(a, b, at)))
}

/// Joins two points of two bodies, in world coordinates \[m\], by a rigid rod.
pub(super) fn rod(scene: &mut Scene, a: u32, b: u32, ends: [[f32; 2]; 2]) -> u32 {
    scene.join(JointDesc::Distance(JointParts::at(a, b, JointAnchor::between(ends[0], ends[1]))))
}

/// Returns the sensor of a body.
pub(super) fn sensor_of(world: &World, body: BodyId) -> Option<ShapeId> {
    world.body(body)?.shapes().find(|&shape| world.shape(shape).is_some_and(|shape| shape.is_sensor()))
}
