//! Areas of bodies, and worlds of imports.

use std::collections::BTreeMap;

use cairn2d_import::{Format, ImportError, ImportOptions, Imported, NoFiles, read};
use cairn2d_scenes::format::{BodyDesc, Geometry};
use cairn2d_scenes::{Overrides, Runner, Scene};

/// Imports a text that must be right.
pub(crate) fn good(format: Format, text: &str) -> Imported {
    good_with(format, text, &ImportOptions::default())
}

pub(crate) fn good_with(format: Format, text: &str, options: &ImportOptions) -> Imported {
    let imported = read("level.x", text.as_bytes(), format, &NoFiles, options);
    let imported = imported.unwrap_or_else(|error| panic!("{error}"));
    round_trip(&imported.scene);
    imported
}

pub(crate) fn bad(format: Format, text: &str) -> ImportError {
    read("level.x", text.as_bytes(), format, &NoFiles, &ImportOptions::default()).unwrap_err()
}

/// Files in memory.
pub(crate) fn folder(files: &[(&str, &str)]) -> BTreeMap<String, Vec<u8>> {
    files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect()
}

/// The scene, written and read again, is the same and runs to the same hash.
pub(crate) fn round_trip(scene: &Scene) {
    let text = scene.to_json().unwrap();
    let again = Scene::from_json(&text).unwrap();
    assert_eq!(&again, scene);
    let hash = |scene: &Scene| {
        let mut runner = Runner::from_scene(scene.clone(), Overrides::default()).unwrap();
        for _ in 0..30 {
            runner.step().unwrap();
        }
        runner.world.hash()
    };
    assert_eq!(hash(scene), hash(&again));
}

/// The area within the closed chains of a body `[m^2]`.
pub(crate) fn chain_area(body: &BodyDesc) -> f64 {
    body.chains.iter().filter(|chain| chain.closed).map(|chain| signed_area(&chain.points)).sum()
}

/// The area of the shapes of a body `[m^2]`.
pub(crate) fn shape_area(body: &BodyDesc) -> f64 {
    let area = |geometry: &Geometry| match geometry {
        Geometry::Circle(circle) => std::f64::consts::PI * f64::from(circle.radius).powi(2),
        Geometry::Box(rect) => 4.0 * f64::from(rect.half[0]) * f64::from(rect.half[1]),
        Geometry::Polygon(polygon) => signed_area(&polygon.points).abs(),
        Geometry::Capsule(capsule) => {
            let [x, y] = [0, 1].map(|axis| f64::from(capsule.b[axis] - capsule.a[axis]));
            let radius = f64::from(capsule.radius);
            std::f64::consts::PI * radius * radius + 2.0 * radius * x.hypot(y)
        }
        Geometry::Segment(_) => 0.0,
    };
    body.shapes.iter().map(|shape| area(&shape.geometry)).sum()
}

fn signed_area(points: &[[f32; 2]]) -> f64 {
    let wide = |point: &[f32; 2]| point.map(f64::from);
    let next = points.iter().cycle().skip(1);
    points
        .iter()
        .zip(next)
        .map(|(a, b)| (wide(a), wide(b)))
        .map(|(a, b)| 0.5 * (a[0] * b[1] - a[1] * b[0]))
        .sum()
}

pub(crate) fn near(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance
}
