//! Targets of the crates beside the bodies: outlines, maps of grids, and files of other programs.

use std::collections::BTreeMap;

use cairn2d::Rot;
use cairn2d::prelude::*;
use cairn2d_geometry::HalfPlane;
use cairn2d_import::{Format, ImportOptions, read};
use cairn2d_path::{Cell, Corners, FlowField, Grid, Method, Path, Search};
use cairn2d_polygon::{
    Boolean, Certificate, Decompose, FillRule, Mode, MultiPolygon, decompose, scatter, triangulate, voronoi,
};

use crate::Random;

/// Largest map that is searched `[cells]`.
const LARGEST_MAP: usize = 1 << 14;

/// Largest relative error of the distances of a flow field, whose diagonal is 41/29 `[-]`.
const FLOW_ERROR: f32 = 3.1e-4;

/// Share of the largest coordinate within which results of booleans and areas agree `[-]`.
const ROUNDING: f64 = 1.0e-6;

/// Rings of points: a first byte with settings, then for each ring the number of its points and two numbers
/// for each. What is made of the area is compared with the area.
pub fn outline(bytes: &[u8]) -> bool {
    let Some((&settings, mut rest)) = bytes.split_first() else { return false };
    let mut rings: Vec<Vec<Vec2>> = Vec::new();
    while let Some((&count, tail)) = rest.split_first() {
        let (points, tail) = tail.split_at(tail.len().min(8 * usize::from(count)));
        let numbers: Vec<f32> = points.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        rings.push(numbers.as_chunks().0.iter().map(|&[x, y]| Vec2::new(x, y)).collect());
        rest = tail;
    }
    let rule = [FillRule::NonZero, FillRule::EvenOdd, FillRule::Positive][usize::from(settings) % 3];
    let Ok(area) = MultiPolygon::from_rings(rings.iter().map(|ring| &ring[..]), rule) else {
        return false;
    };
    let size =
        area.points().iter().map(|point| f64::from(point.x.abs().max(point.y.abs()))).fold(0.0, f64::max);
    // Rounding moves each side by a part of the grid.
    let room = ROUNDING * size * (f64::from(area.perimeter()) + size);
    let whole = shoelace(&area);
    assert!(
        whole >= 0.0 && (whole - f64::from(area.area())).abs() <= room,
        "{whole} is not the area of {area:?}"
    );
    let pieces: f64 = area.pieces().map(|piece| shoelace(&piece)).sum();
    assert!((pieces - whole).abs() <= room, "pieces of {pieces} in {whole}: {area:?}");
    let triangles = triangulate(&area);
    let corners = triangles.triangles.iter().map(|three| three.map(|at| triangles.points[at as usize]));
    let covered: f64 = corners.map(|corners| twice_area(&corners) / 2.0).sum();
    assert!((covered - whole).abs() <= room, "triangles of {covered} in {whole}: {area:?}");
    divide(&area, settings, size as f32);
    combine(&area, whole, room);
    true
}

/// Decomposes, cuts and shatters an area.
fn divide(area: &MultiPolygon, settings: u8, size: f32) {
    let mode = if settings & 4 == 0 { Mode::Partition } else { Mode::Cover };
    let tolerance = [0.0, 1.0e-6, 0.01, 0.2][usize::from(settings >> 3) % 4] * size;
    let max_corners = [3, 8, 1000][usize::from(settings >> 5) % 3];
    let how = Decompose { tolerance, mode, max_corners, ..Decompose::default() };
    let result = decompose(area, &how).expect("the settings are in range");
    let proof = Certificate::measure(area, &result.parts).expect("the parts are finite");
    let most = 1.02 * tolerance + 1.0e-6 * size;
    assert!(
        proof.is_convex && proof.outside <= most && proof.uncovered <= most,
        "{proof:?} for {how:?} of {area:?}"
    );
    let whole = shoelace(area);
    let Some(&through) = area.points().first() else { return };
    let normal = Vec2::new(0.6, 0.8);
    let halves = area.slice(HalfPlane { normal, offset: normal.dot(through) + 0.1 * size });
    let halves: f64 = halves.expect("the line is finite").iter().map(shoelace).sum();
    let room = 1.0e-5 * f64::from(size) * (f64::from(area.perimeter()) + f64::from(size));
    assert!((halves - whole).abs() <= room, "halves of {halves} in {whole}: {area:?}");
    let cells = voronoi(&scatter(area, 7, u64::from(settings)), area).expect("the sites are inside");
    let cells: f64 = cells.iter().map(|cell| shoelace(&cell.area)).sum();
    assert!(cells <= whole + room, "cells of {cells} in {whole}: {area:?}");
}

/// Combines an area with itself moved, and checks the sums of the results.
fn combine(area: &MultiPolygon, whole: f64, room: f64) {
    let Some(bounds) = area.bounds() else { return };
    let offset = 0.3 * (bounds.max - bounds.min);
    let moved: Vec<Vec<Vec2>> =
        area.rings().map(|ring| ring.iter().map(|&point| point + offset).collect()).collect();
    let Ok(other) = MultiPolygon::from_rings(moved.iter().map(|ring| &ring[..]), FillRule::EvenOdd) else {
        return;
    };
    let of = |operation| shoelace(&area.boolean(&other, operation).expect("few crossings"));
    let [union, common, rest, xor] =
        [Boolean::Union, Boolean::Intersection, Boolean::Difference, Boolean::Xor].map(of);
    let (room, second) = (8.0 * room, shoelace(&other));
    let sums = [union + common - whole - second, rest + common - whole, xor + common - union];
    assert!(
        sums.iter().all(|sum| sum.abs() <= room),
        "areas {whole} and {second}: union {union}, common {common}, rest {rest}, xor {xor}: {area:?}"
    );
}

/// Signed area of all rings.
fn shoelace(area: &MultiPolygon) -> f64 {
    area.rings().map(|ring| twice_area(ring) / 2.0).sum()
}

fn twice_area(ring: &[Vec2]) -> f64 {
    let wide = |point: Vec2| (f64::from(point.x), f64::from(point.y));
    let origin = wide(ring[0]);
    ring.iter()
        .zip(ring.iter().cycle().skip(1))
        .map(|(&a, &b)| {
            let (a, b) = (wide(a), wide(b));
            (a.0 - origin.0) * (b.1 - origin.1) - (a.1 - origin.1) * (b.0 - origin.0)
        })
        .sum()
}

/// A map of a grid. On an accepted one, all methods of search and a flow field agree.
pub fn map(bytes: &[u8]) -> bool {
    let Ok(text) = core::str::from_utf8(bytes) else { return false };
    let Ok(grid) = Grid::from_map(text) else { return false };
    if grid.cell_count() > LARGEST_MAP {
        return true;
    }
    let (width, height) = (grid.width(), grid.height());
    for corners in [Corners::Avoid, Corners::Cut] {
        let (start, goal) = (Cell::new(0, 0), Cell::new(width - 1, height - 1));
        let (Some(start), Some(goal)) = (grid.nearest_open(start), grid.nearest_open(goal)) else {
            return true;
        };
        let costs = [Method::Auto, Method::AStar].map(|method| {
            let (mut search, mut path) = (Search::new(), Path::new());
            search.set_method(method);
            search.set_corners(corners);
            search.find(&grid, start, goal, &mut path).expect("both cells are on the grid")
        });
        assert_eq!(costs[0], costs[1], "from {start:?} to {goal:?}, {corners:?}: {text}");
        let mut flow = FlowField::new();
        flow.update(&grid, &[goal], corners).expect("the goal is on the grid");
        let (distance, cost) = (flow.distance(start), costs[0].map(|cost| cost.length() as f32));
        let is_near = match (distance, cost) {
            (Some(distance), Some(cost)) => (distance - cost).abs() <= FLOW_ERROR * cost + 1.0e-5,
            (None, None) => true,
            _ => false,
        };
        assert!(is_near, "the flow is {distance:?} long, the path {cost:?}: {text}");
    }
    true
}

/// A file of another program, behind a byte with its format. The scene of an accepted one must be a
/// good scene file.
pub fn import(bytes: &[u8]) -> bool {
    let Some((&format, text)) = bytes.split_first() else { return false };
    let format = Format::ALL[usize::from(format) % Format::ALL.len()];
    let mut options = ImportOptions::default();
    (options.budget.tiles, options.budget.vertices) = (20_000, 20_000);
    let files =
        BTreeMap::from([("set.tsx".to_owned(), SET.to_vec()), ("level.ldtkl".to_owned(), LEVEL.to_vec())]);
    let Ok(imported) = read("file", text, format, &files, &options) else { return false };
    let written = imported.scene.to_json().expect("an imported scene can be written");
    assert!(crate::scene(written.as_bytes()), "an imported scene is refused: {written}");
    true
}

const SET: &[u8] = include_bytes!("../../crates/cairn2d-import/tests/files/set.tsx");
const LEVEL: &[u8] = include_bytes!("../../crates/cairn2d-import/tests/files/level.ldtkl");

/// A file of each format, in the form of [`import`].
pub(crate) fn imports() -> Vec<Vec<u8>> {
    let files: [&[u8]; 6] = [
        include_bytes!("../../crates/cairn2d-import/tests/files/level.tmj"),
        include_bytes!("../../crates/cairn2d-import/tests/files/level.tmx"),
        include_bytes!("../../crates/cairn2d-import/tests/files/world.ldtk"),
        include_bytes!("../../crates/cairn2d-import/tests/files/picture.svg"),
        include_bytes!("../../crates/cairn2d-import/tests/files/machine.rube"),
        include_bytes!("../../crates/cairn2d-import/tests/files/walker.mjcf"),
    ];
    files.iter().enumerate().map(|(format, file)| [&[format as u8], *file].concat()).collect()
}

/// Maps of three sizes.
pub(crate) fn maps() -> Vec<Vec<u8>> {
    let map = |size: usize| {
        let mut text = format!("type octile\nheight {size}\nwidth {size}\nmap\n");
        for row in 0..size {
            text.extend(
                (0..size).map(|column| if (7 * row + 3 * column * column) % 5 == 1 { '@' } else { '.' }),
            );
            text.push('\n');
        }
        text.into_bytes()
    };
    [3, 9, 40].map(map).to_vec()
}

/// Rings in the form of [`outline`]: wild, on a small grid, thin, or far from the origin.
pub(crate) fn rings(random: &mut Random) -> Vec<u8> {
    let mut bytes = vec![random.next() as u8];
    let (center, figure) = (random.vector(-100.0, 100.0), random.below(5));
    let size = 10.0_f32.powi(random.below(8) as i32 - 4);
    for ring in 0..1 + random.below(3) {
        let count = 3 + random.below(if figure == 0 { 60 } else { 12 });
        bytes.push(count as u8);
        let radius = size / (1 + ring) as f32;
        for index in 0..count {
            let angle = Rot::from_angle(core::f32::consts::TAU * index as f32 / count as f32);
            let star = Vec2::new(angle.c, angle.s) * random.range(0.3, 1.0);
            let point = match figure {
                0 => star,
                1 => Vec2::new(random.range(-1.0, 1.0), random.range(-1.0, 1.0)),
                2 => Vec2::new(random.below(4) as f32, random.below(4) as f32),
                3 => Vec2::new(star.x, 1.0e-4 * star.y),
                _ => Vec2::new(random.number(-1.0, 1.0), random.number(-1.0, 1.0)),
            };
            bytes.extend((center.x + radius * point.x).to_le_bytes());
            bytes.extend((center.y + radius * point.y).to_le_bytes());
        }
    }
    bytes
}
