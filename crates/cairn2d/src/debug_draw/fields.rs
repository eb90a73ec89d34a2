//! Fields: their areas, and arrows for their effects.

use cairn2d_dynamics::{Area, Effect, Field};
use cairn2d_math::{Aabb, DVec2, Vec2};

use super::{Ink, Mark, Walk};

/// Least distance between two arrows, in pixels.
const SPACING: f32 = 52.0;

/// Largest number of arrows in a row \[-\].
const MOST: f32 = 80.0;

impl Walk<'_> {
    pub(super) fn fields(&mut self) {
        let world = self.world;
        let by = -self.options.origin;
        for field in world.fields().filter_map(|id| world.field(id)).filter(|field| field.is_enabled()) {
            if by != DVec2::ZERO && !matches!(field.area(), Area::Everywhere) {
                // Areas have 32-bit coordinates, so they are drawn only if the origin is zero.
                continue;
            }
            let bounds = bounds_of(field.area());
            if bounds.is_some_and(|bounds| !self.sees(bounds)) {
                continue;
            }
            let (ink, direction) = match field.effect() {
                Effect::Gravity(gravity) => (Ink::Gravity, gravity.acceleration),
                Effect::Attractor(attractor) => {
                    self.attractor(attractor.center, attractor.strength);
                    (Ink::Gravity, Vec2::ZERO)
                }
                Effect::Wind(wind) => (Ink::Flow, wind.velocity),
                Effect::Drag(drag) => (Ink::Flow, drag.velocity),
                Effect::Conveyor(conveyor) => (Ink::Flow, conveyor.velocity),
                Effect::Floor(floor) => (Ink::Flow, floor.velocity),
                Effect::Water(water) => (Ink::Water, water.velocity),
                Effect::TimeFlow(_) => (Ink::Time, Vec2::ZERO),
                _ => (Ink::Idle, Vec2::ZERO),
            };
            if !matches!(field.area(), Area::Everywhere) {
                self.canvas.area(field.area(), ink);
            }
            if direction.length_squared() > 0.0 {
                self.arrows(field, bounds, direction.normalize_or(Vec2::X), ink);
            }
        }
    }

    fn attractor(&mut self, center: Vec2, strength: f32) {
        if !self.sees_any(&[center], self.pixels(60.0)) {
            return;
        }
        let (inner, outer) = (self.pixels(16.0), self.pixels(40.0));
        for way in [Vec2::X, Vec2::Y, -Vec2::X, -Vec2::Y] {
            let [near, far] = [center + way * inner, center + way * outer];
            let [from, to] = if strength < 0.0 { [near, far] } else { [far, near] };
            self.arrow(from, to, Ink::Gravity);
        }
        self.canvas.mark(center, Mark::Ring, 18.0, Vec2::X, Ink::Gravity);
        self.canvas.mark(center, Mark::Dot, 6.0, Vec2::X, Ink::Gravity);
    }

    /// Arrows on a grid that is fixed in the world while the view moves.
    fn arrows(&mut self, field: &Field, bounds: Option<Aabb>, direction: Vec2, ink: Ink) {
        let Some(seen) = common(self.view, bounds) else { return };
        // The spacing is a power of two, so while the view zooms, arrows appear between the existing ones.
        let mut step = 1.0;
        let least = self.pixels(SPACING);
        while step < least && step < 1.0e6 {
            step *= 2.0;
        }
        while step * 0.5 >= least && step > 1.0e-6 {
            step *= 0.5;
        }
        let count = |from: f32, to: f32| ((to - from) / step + 1.0).clamp(0.0, MOST) as u32;
        let first = Vec2::new((seen.min.x / step).floor(), (seen.min.y / step).floor());
        let [columns, rows] = [count(seen.min.x, seen.max.x), count(seen.min.y, seen.max.y)];
        let half = direction * (0.3 * step);
        for index in 0..columns * rows {
            let cell = Vec2::new((index % columns) as f32 + 0.5, (index / columns) as f32 + 0.5);
            let at = (first + cell) * step;
            if field.area().contains(at) {
                self.arrow(at - half, at + half, ink);
            }
        }
    }
}

fn bounds_of(area: &Area) -> Option<Aabb> {
    match area {
        Area::Box(bounds) => Some(*bounds),
        Area::Circle { center, radius } => Some(Aabb::from_center_half(*center, Vec2::splat(*radius))),
        Area::Polygon(polygon) => Some(Aabb::from_points(polygon.vertices())),
        _ => None,
    }
}

/// Intersection of two boxes; a missing one is unbounded. `None` if it is empty.
fn common(a: Option<Aabb>, b: Option<Aabb>) -> Option<Aabb> {
    match (a, b) {
        (Some(a), Some(b)) => {
            let both = Aabb { min: a.min.max(b.min), max: a.max.min(b.max) };
            both.is_valid().then_some(both)
        }
        (a, b) => a.or(b),
    }
}
