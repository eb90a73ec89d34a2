//! Draws a world with a custom renderer: a [`Canvas`] that writes SVG.
//! `cargo run -p cairn2d --example svg_debug_draw > world.svg`
//!
//! A game does the same with its own lines and triangles. All coordinates are world coordinates, and an ink
//! names the kind of thing that is drawn.

use std::fmt::Write;

use cairn2d::Area;
use cairn2d::debug_draw::{Canvas, DebugDraw, DrawOptions, Ink, Look, Mark, Theme};
use cairn2d::prelude::*;

/// Metres are units of the picture; y is inverted.
struct Svg(String);

impl Svg {
    fn add(&mut self, element: &str, ink: Ink) {
        let [red, green, blue] = ink.color(Theme::Light);
        writeln!(self.0, "<{element} stroke='rgb({red},{green},{blue})'/>").expect("a string takes all");
    }
}

impl Canvas for Svg {
    fn shape(&mut self, shape: &Shape, pose: Pose, look: &Look) {
        // Every shape is the hull of a few points, grown by a radius: a thick line with round corners.
        let core = shape.core();
        let points = core.points().iter().map(|&point| pose.transform_point(point));
        let points: Vec<String> = points.map(|point| format!("{},{}", point.x, -point.y)).collect();
        let [red, green, blue] = look.ink.color(Theme::Light);
        let path = format!("path d='M{}Z' fill='rgb({red},{green},{blue})'", points.join("L"));
        let width = 2.0 * shape.radius() + 0.02;
        let round = "stroke-linejoin='round' stroke-linecap='round' opacity='0.6'";
        self.add(&format!("{path} stroke-width='{width}' {round}"), look.ink);
    }

    fn line(&mut self, a: Vec2, b: Vec2, ink: Ink) {
        self.add(&format!("line x1='{}' y1='{}' x2='{}' y2='{}'", a.x, -a.y, b.x, -b.y), ink);
    }

    fn circle(&mut self, center: Vec2, radius: f32, ink: Ink) {
        self.add(&format!("circle cx='{}' cy='{}' r='{radius}' fill='none'", center.x, -center.y), ink);
    }

    fn mark(&mut self, at: Vec2, _mark: Mark, size: f32, _direction: Vec2, ink: Ink) {
        // Marks have sizes in pixels, at a hundred pixels per metre.
        self.circle(at, 0.005 * size, ink);
    }

    fn area(&mut self, _area: &Area, _ink: Ink) {}
}

fn main() -> Result<(), cairn2d::Error> {
    let mut world = World::new(WorldConfig::default())?;
    let ground = world.spawn(Body::fixed().with(Rect::half(5.0, 0.5).at([0.0, -0.5])))?;
    for row in 0..4 {
        world.spawn(Body::dynamic().at([1.0, 0.5 + row as f32]).with(Rect::square(0.9).rounded(0.05)))?;
    }
    let ball = world.spawn(Body::dynamic().at([-3.0, 4.0]).with(Circle::new(0.5).density(4.0)))?;
    world.join(Distance::new(ground, ball).at_local([0.0, 5.0], [0.0, 0.0]))?;
    for _ in 0..70 {
        world.step(1.0 / 60.0)?;
    }
    let mut options = DrawOptions::default();
    (options.contacts, options.velocities) = (true, true);
    let mut svg = Svg(String::new());
    DebugDraw::default().draw(&world, &options, &mut svg);
    let size = "viewBox='-5 -5.5 10 6.5' width='1000' stroke-width='0.02' fill='none'";
    println!("<svg xmlns='http://www.w3.org/2000/svg' {size}>\n{}</svg>", svg.0);
    Ok(())
}
