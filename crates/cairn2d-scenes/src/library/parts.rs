//! What many scenes are made of: floors, rooms, rows of shapes, surfaces.

use crate::format::{
    BodyDesc, CameraDesc, ChainDesc, FilterDesc, MaterialDesc, MaterialRef, Scene, ShapeDesc,
};
use crate::trig::cos_sin_f64;

/// Sets what a picture shows: its centre and its height \[m\].
pub(super) fn look_at(scene: &mut Scene, center: [f32; 2], height: f32) {
    scene.camera = Some(CameraDesc { center, height });
}

/// Returns a bin, open at the top, with its floor at height 0, half as wide and as high as given \[m\].
pub(super) fn bin(half: f32, height: f32) -> BodyDesc {
    let side = [0.5, 0.5 * height + 0.5];
    BodyDesc::fixed([0.0, 0.0])
        .with(ShapeDesc::box_at([half + 1.0, 0.5], [0.0, -0.5]))
        .with(ShapeDesc::box_at(side, [-half - 0.5, 0.5 * height - 0.5]))
        .with(ShapeDesc::box_at(side, [half + 0.5, 0.5 * height - 0.5]))
}

/// Returns a closed room about the origin, half as wide and as high as given \[m\], with walls of one material.
pub(super) fn room(half: [f32; 2], surface: MaterialDesc) -> BodyDesc {
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

/// Returns a static body that is a line of ground, solid below, through points from left to right \[m\].
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

/// Returns a surface that gives back this part of the approach speed \[-\], with this friction \[-\].
pub(super) fn surface(friction: f32, restitution: f32) -> MaterialDesc {
    MaterialDesc { friction, restitution, ..MaterialDesc::default() }
}
