//! Pictures.

use std::f64::consts::PI;

use cairn2d_import::{Format, ImportErrorKind, ImportOptions};
use cairn2d_scenes::format::{BodyKind, Geometry};

use crate::support::{bad, chain_area, good, good_with, near, shape_area};

fn svg(content: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
         viewBox=\"0 0 1000 1000\">\n{content}\n</svg>"
    )
}

/// The area of the only body `[m^2]`.
fn area(content: &str) -> f64 {
    let scene = good(Format::Svg, &svg(content)).scene;
    let [body] = &scene.bodies[..] else { panic!("{content}: {} bodies", scene.bodies.len()) };
    chain_area(body) + shape_area(body)
}

#[test]
fn figures_have_their_areas() {
    for (content, exact) in [
        (r#"<rect x="100" y="50" width="200" height="300"/>"#, 6.0),
        (r#"<rect width="200" height="300" rx="50"/>"#, 6.0 - (1.0 - PI / 4.0)),
        (r#"<circle cx="5" cy="5" r="100"/>"#, PI),
        (r#"<ellipse cx="5" cy="5" rx="200" ry="50"/>"#, PI),
        (r#"<polygon points="0,0 400,0 400,100 100,100 100,400 0,400"/>"#, 7.0),
        (r#"<path d="M0 0h300v300h-300z M100 100v100h100v-100z"/>"#, 8.0),
        (r#"<path fill-rule="evenodd" d="M0 0h300v300h-300z M100 100h100v100h-100z"/>"#, 8.0),
        // A half disc by an arc, and the same parabola as a quadratic and a cubic: 2/3 of its box.
        (r#"<path d="M-100 0 A100 100 0 0 1 100 0 z"/>"#, PI / 2.0),
        (r#"<path d="M0 0 Q100 300 200 0 z"/>"#, 2.0 / 3.0 * 2.0 * 1.5),
        (r#"<path d="M0,0 C66.6666667,200 133.3333333,200 200,0"/>"#, 2.0 / 3.0 * 2.0 * 1.5),
        (
            r#"<g transform="scale(2) rotate(30)"><g transform="skewX(45)"><rect width="100" height="100"/></g></g>"#,
            4.0,
        ),
        (r#"<g transform="matrix(-1 0 0 1 50 50)"><rect width="1in" height="1cm"/></g>"#, 0.96 * 0.96 / 2.54),
        (
            r##"<defs><rect id="r" width="100" height="100"/></defs><use href="#r" x="5" transform="scale(3)"/>"##,
            9.0,
        ),
        (r##"<symbol id="r"><rect width="100" height="100"/></symbol><use xlink:href="#r"/>"##, 1.0),
    ] {
        let found = area(content);
        assert!(near(found, exact, 0.005 * exact.max(1.0) * 2.0), "{found} {exact}: {content}");
        let kinetic = content.replacen("/>", " data-kind=\"dynamic\"/>", 1);
        let found = area(&kinetic.replace("<use ", "<use data-kind=\"dynamic\" "));
        assert!(near(found, exact, 0.02 * exact.max(1.0)), "{found} {exact}: {kinetic}");
    }
}

#[test]
fn attributes_and_groups_make_bodies() {
    let imported = good(
        Format::Svg,
        &svg(r#"<g data-kind="dynamic" data-friction="0.1" style="stroke: black">
  <circle id="ball" cx="200" cy="-300" r="50" data-restitution="0.5" data-gravity-scale="2"/>
  <g id="cart" data-body="" transform="translate(100 0)">
   <rect width="200" height="50"/><circle cx="0" cy="50" r="25"/></g></g>
 <polyline id="floor" points="-500,100 0,100 500,50" fill="none" stroke="red"/>
 <path id="loop" d="M0 0 h100 v100 z" style="fill:none;stroke:#000" data-sensor="true"/>
 <rect width="10" height="10" display="none"/><rect width="10" height="10" fill="none"/>
 <text>no</text><style>rect {}</style><rect id="clear" width="10" height="10" data-ignore="true"/>"#),
    );
    let scene = &imported.scene;
    let find = |name: &str| scene.bodies.iter().find(|body| body.name.as_deref() == Some(name)).unwrap();
    assert_eq!(scene.bodies.len(), 4);
    let ball = find("ball");
    assert_eq!((ball.kind, ball.position, ball.gravity_scale), (BodyKind::Dynamic, [2.0, 3.0], 2.0));
    let Geometry::Circle(circle) = &ball.shapes[0].geometry else { panic!("{ball:?}") };
    assert_eq!((circle.center, circle.radius), ([0.0, 0.0], 0.5));
    let cart = find("cart");
    assert_eq!((cart.shapes.len(), cart.kind), (2, BodyKind::Dynamic));
    assert!(near(shape_area(cart), 1.0 + PI / 16.0, 1.0e-4));
    assert_eq!(find("floor").shapes.len(), 2);
    assert_eq!(find("floor").kind, BodyKind::Static);
    assert_eq!(find("loop").shapes.len(), 3);
    assert!(find("loop").shapes.iter().all(|shape| shape.sensor));
    assert_eq!(imported.warnings.len(), 3, "{:?}", imported.warnings);
}

#[test]
fn tolerance_sets_the_number_of_corners() {
    let content = svg(r#"<ellipse rx="100" ry="60"/>"#);
    let corners = |tolerance: f32| {
        let mut options = ImportOptions::default();
        options.tolerance = tolerance;
        good_with(Format::Svg, &content, &options).scene.to_json().unwrap().len()
    };
    assert!(corners(0.001) > 2 * corners(0.05));
}

#[test]
fn broken_pictures_say_where() {
    for (content, kind) in [
        (r#"<path d="M0 0 L"/>"#, ImportErrorKind::Structure),
        (r#"<rect width="-1" height="2"/>"#, ImportErrorKind::Range),
        (r#"<rect width="5%" height="2"/>"#, ImportErrorKind::Unsupported),
        (r#"<rect width="1e300" height="1e300"/>"#, ImportErrorKind::Range),
        (r#"<circle r="1e300"/>"#, ImportErrorKind::Range),
        (r#"<path d="M0 0 A1e60 1e60 0 1 1 9 9 Z"/>"#, ImportErrorKind::Range),
        (r#"<path d="M0 0 H1e60 A1 1 0 0 0 9 9 Z"/>"#, ImportErrorKind::Range),
        (r#"<path d="M0 0 V-1e60 a1 1 0 0 0 9 9 Z"/>"#, ImportErrorKind::Range),
        (r#"<path d="M0 0 C0 0 0 0 1e60 0 a1 1 0 0 0 9 9 Z"/>"#, ImportErrorKind::Range),
        (r#"<g transform="turn(3)"/>"#, ImportErrorKind::Structure),
        (r##"<use href="#none"/>"##, ImportErrorKind::Reference),
        (r##"<g id="a"><use href="#a"/></g>"##, ImportErrorKind::Size),
        (r#"<rect width="9" height="9" data-density="x"/>"#, ImportErrorKind::Range),
    ] {
        let error = bad(Format::Svg, &svg(content));
        assert_eq!((error.kind(), error.place().map(|place| place.line)), (kind, Some(2)), "{error}");
    }
    // Each group shows the one before it ten times.
    let mut bomb = String::from(r#"<g id="g0"><rect width="100" height="100"/></g>"#);
    for level in 1..30 {
        let uses = format!("<use href=\"#g{}\"/>", level - 1).repeat(10);
        bomb.push_str(&format!("<g id=\"g{level}\">{uses}</g>"));
    }
    let start = std::time::Instant::now();
    assert_eq!(bad(Format::Svg, &svg(&bomb)).kind(), ImportErrorKind::Size);
    // The largest arcs, each farther away than the one before.
    let arcs = " a1e7 1e7 0 1 1 1e7 1e7".repeat(20_000);
    bad(Format::Svg, &svg(&format!("<path d=\"M0 0{arcs} Z\"/>")));
    assert!(start.elapsed().as_secs() < 60);
}
