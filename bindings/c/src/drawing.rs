//! Debug drawing as plain lists of primitives and points.

use cairn2d::debug_draw::{Canvas, DebugDraw, DrawOptions, Ink, Look, Mark, Theme};
use cairn2d::{Area, Pose, Shape, Vec2, World};

use crate::convert::{Give, cairn_vec2};
use crate::generated::structs::{PRIMITIVE_LINE, PRIMITIVE_OUTLINE, PRIMITIVE_POINT, cairn_primitive};
use crate::handle::{Handle, Out, Owned, code};

/// Primitives and their points; holds the memory for the next drawing.
#[derive(Debug, Default)]
pub struct Drawing {
    /// Primitives in the order in which they are drawn.
    pub primitives: Vec<cairn_primitive>,
    /// Points of all primitives \[m\].
    pub points: Vec<cairn_vec2>,
    drawer: DebugDraw,
}

/// Draws a world with the default options.
pub fn draw(world: &World, drawing: &mut Drawing) {
    drawing.primitives.clear();
    drawing.points.clear();
    let mut drawer = std::mem::take(&mut drawing.drawer);
    drawer.draw(world, &DrawOptions::default(), drawing);
    drawing.drawer = drawer;
}

impl Drawing {
    fn add(&mut self, kind: u32, points: &[Vec2], radius: f32, ink: Ink) {
        let [red, green, blue] = ink.color(Theme::Dark).map(u32::from);
        let (first, count) = (self.points.len() as u32, points.len() as u32);
        self.points.extend(points.iter().map(|point| point.give()));
        let color = red << 16 | green << 8 | blue;
        self.primitives.push(cairn_primitive { kind, color, first, count, radius });
    }
}

impl Canvas for Drawing {
    fn shape(&mut self, shape: &Shape, pose: Pose, look: &Look) {
        let at = |points: &[Vec2]| points.iter().map(|&point| pose * point).collect::<Vec<_>>();
        match shape {
            Shape::Circle(circle) => {
                self.add(PRIMITIVE_OUTLINE, &at(&[circle.center]), circle.radius, look.ink);
            }
            Shape::Capsule(capsule) => {
                self.add(PRIMITIVE_OUTLINE, &at(&[capsule.a, capsule.b]), capsule.radius, look.ink);
            }
            Shape::Segment(segment) => {
                self.add(PRIMITIVE_LINE, &at(&[segment.a, segment.b]), 0.0, look.ink);
            }
            Shape::Polygon(polygon) => {
                self.add(PRIMITIVE_OUTLINE, &at(polygon.vertices()), polygon.radius(), look.ink);
            }
            Shape::ChainSegment(chain) => {
                self.add(PRIMITIVE_LINE, &at(&[chain.a, chain.b]), 0.0, look.ink);
            }
            _ => {}
        }
    }

    fn part(&mut self, _shape: &Shape, _pose: Pose, look: &Look, sides: &[[Vec2; 2]]) {
        for &[a, b] in sides {
            self.line(a, b, look.ink);
        }
    }

    fn line(&mut self, a: Vec2, b: Vec2, ink: Ink) {
        self.add(PRIMITIVE_LINE, &[a, b], 0.0, ink);
    }

    fn circle(&mut self, center: Vec2, radius: f32, ink: Ink) {
        self.add(PRIMITIVE_OUTLINE, &[center], radius, ink);
    }

    fn mark(&mut self, at: Vec2, _mark: Mark, size: f32, _direction: Vec2, ink: Ink) {
        self.add(PRIMITIVE_POINT, &[at], size, ink);
    }

    fn area(&mut self, area: &Area, ink: Ink) {
        match area {
            Area::Box(bounds) => {
                let (min, max) = (bounds.min, bounds.max);
                let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
                self.add(PRIMITIVE_OUTLINE, &corners, 0.0, ink);
            }
            Area::Circle { center, radius } => self.add(PRIMITIVE_OUTLINE, &[*center], *radius, ink),
            Area::Polygon(polygon) => self.add(PRIMITIVE_OUTLINE, polygon.vertices(), 0.0, ink),
            _ => {}
        }
    }
}

#[unsafe(no_mangle)]
extern "C" fn cairn_drawing_new() -> Owned<Drawing> {
    Owned::of(Drawing::default())
}

#[unsafe(no_mangle)]
extern "C" fn cairn_drawing_free(drawing: Owned<Drawing>) {
    drawing.free();
}

/// Draws a world into a drawing, whose lists are valid until its next use.
#[unsafe(no_mangle)]
extern "C" fn cairn_world_debug_draw(world: Handle, drawing: Owned<Drawing>) -> i32 {
    code(world.look(|world| {
        draw(world, drawing.get_mut("drawing")?);
        Ok(())
    }))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_drawing_primitives(drawing: Owned<Drawing>, count: Out<u32>) -> *const cairn_primitive {
    drawing.list("drawing", count, |drawing| &drawing.primitives)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_drawing_points(drawing: Owned<Drawing>, count: Out<u32>) -> *const cairn_vec2 {
    drawing.list("drawing", count, |drawing| &drawing.points)
}
