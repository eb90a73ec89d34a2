//! The world in dots.
//!
//! Shapes are outlines, or a single dot if they are smaller. Every frame visits every body, so the path from
//! body to dots is short: one access per body and per shape, without intermediate lists.

use super::camera::DotCamera;
use super::canvas::DotCanvas;
use super::ink::Ink;
use crate::picture::Point;
use crate::view::{moving_centers, tone_of_opening};
use cairn2d::debug_draw::{Appearance, Opening, Sides, VisiblePart, appearances};
use cairn2d::{Area, BodyRef, DVec2, JointId, Pose, Rot, Shape, Vec2, World};
use cairn2d_scenes::{Overlay, OverlayGrid};

/// Radius in dots from which a line in a circle shows its rotation.
const SPOKE_FROM: f32 = 3.5;

/// Things to draw besides shapes and joints.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extras {
    /// World position from which the coordinates of the scene count `[m]`.
    pub origin: DVec2,
    /// Contact points.
    pub contacts: bool,
    /// The mouse joint.
    pub hand: Option<JointId>,
}

/// Draws worlds; keeps its memory from frame to frame.
#[derive(Clone, Debug, Default)]
pub struct DotPainter {
    /// The dots.
    pub canvas: DotCanvas,
    corners: Vec<Point>,
    sides: Sides,
}

impl DotPainter {
    /// Draws a world onto a canvas of a size in cells.
    pub fn draw(&mut self, world: &World, camera: &DotCamera, cells: [u16; 2], extras: Extras) {
        self.canvas.reset(cells[0], cells[1]);
        for field in world.fields().filter_map(|id| world.field(id)).filter(|field| field.is_enabled()) {
            self.area(field.area(), camera);
        }
        for body in world.bodies().filter_map(|id| world.body(id)) {
            let pose = body.pose_from(extras.origin);
            for seen in appearances(world, &body, pose, extras.origin) {
                self.body(world, &body, camera, &seen);
            }
        }
        for opening in Opening::all(world) {
            for line in opening.lines() {
                let [a, b] = line.map(|end| camera.project([end.x, end.y]));
                self.line(a, b, Ink::of_tone(tone_of_opening(&opening)));
            }
        }
        self.joints(world, camera, extras);
        if extras.contacts {
            self.contacts(world, camera, extras.origin);
        }
    }

    /// Draws the overlay of a play, without its texts, which are not dots.
    pub fn overlay(&mut self, overlay: &Overlay, camera: &DotCamera) {
        for grid in overlay.grids() {
            self.grid(&grid, camera);
        }
        for drop in overlay.points() {
            let (center, radius) =
                (camera.project([drop.center.x, drop.center.y]), drop.radius * camera.scale);
            let ink = Ink::of_tone(drop.tone);
            if radius < 0.75 {
                self.canvas.dot(center, ink);
            } else if self.is_seen(center, center, radius) {
                self.arc(center, [radius, 0.0], std::f32::consts::TAU, ink);
            }
        }
        for line in overlay.lines() {
            let [a, b] = line.ends.map(|p| camera.project([p.x, p.y]));
            self.line(a, b, Ink::of_tone(line.tone));
        }
        for ring in overlay.rings() {
            let (center, radius) =
                (camera.project([ring.center.x, ring.center.y]), ring.radius * camera.scale);
            if self.is_seen(center, center, radius) {
                self.arc(center, [radius, 0.0], std::f32::consts::TAU, Ink::of_tone(ring.tone));
            }
        }
    }

    /// Shades the dots of a grid; each has the strength of the cell at its middle.
    fn grid(&mut self, grid: &OverlayGrid<'_>, camera: &DotCamera) {
        let [width, height] = self.canvas.size();
        let far = grid.corner(grid.columns, grid.rows());
        let (low, high) = (camera.project([grid.origin.x, far.y]), camera.project([far.x, grid.origin.y]));
        // A conversion to an integer stops at the ends of its range.
        let dots =
            |low: f32, high: f32, most: f32| low.max(0.0) as usize..high.min(most).ceil().max(0.0) as usize;
        for y in dots(low[1], high[1], height) {
            for x in dots(low[0], high[0], width) {
                let at = camera.unproject([x as f32 + 0.5, y as f32 + 0.5]);
                let cell = [(at[0] - grid.origin.x) / grid.cell, (at[1] - grid.origin.y) / grid.cell];
                if cell.iter().all(|&at| at >= 0.0)
                    && let Some((tone, strength)) = grid.shade(cell[0] as usize, cell[1] as usize)
                {
                    self.canvas.shade(x, y, strength, Ink::of_tone(tone));
                }
            }
        }
    }

    fn body(&mut self, world: &World, body: &BodyRef<'_>, camera: &DotCamera, seen: &Appearance) {
        let pose = seen.pose;
        let solid = Ink::of_body(body);
        let joined = self.sides.find(world, body);
        for side in 0..self.sides.all().len() {
            let [a, b] = self.sides.all()[side].map(|end| {
                let end = pose.transform_point(end);
                camera.project([end.x, end.y])
            });
            self.line(a, b, solid);
        }
        for shape in body.shapes().filter_map(|id| world.shape(id)) {
            let ink = match shape.is_sensor() && body.is_enabled() {
                false => solid,
                true if shape.visitors().next().is_some() => Ink::Visited,
                true => Ink::Sensor,
            };
            if joined && !shape.is_sensor() {
                continue;
            }
            match seen.visible(shape.geometry()) {
                VisiblePart::Whole => self.shape(shape.geometry(), pose, camera, ink),
                VisiblePart::Part(part) => self.shape(&part, Pose::IDENTITY, camera, ink),
                VisiblePart::Nothing => {}
            }
        }
    }

    fn shape(&mut self, shape: &Shape, pose: Pose, camera: &DotCamera, ink: Ink) {
        let core = shape.core();
        let radius = core.radius() * camera.scale;
        // The rotation in dots, so that a corner costs four products; y points down there.
        let [x, y] = camera.project([pose.p.x, pose.p.y]);
        let (cos, sin) = (pose.q.c * camera.scale, pose.q.s * camera.scale);
        let place = |p: Vec2| [x + cos * p.x - sin * p.y, y - sin * p.x - cos * p.y];
        match *core.points() {
            [center] => self.circle(place(center), radius, pose.q, ink),
            [a, b] => {
                let [a, b] = [place(a), place(b)];
                if radius < 0.75 { self.line(a, b, ink) } else { self.capsule(a, b, radius, ink) }
            }
            ref corners => {
                self.corners.clear();
                self.corners.extend(corners.iter().map(|&p| place(p)));
                self.polygon(radius, ink);
            }
        }
    }

    /// The outline of `self.corners`, moved outwards by a radius in dots.
    fn polygon(&mut self, radius: f32, ink: Ink) {
        let (mut lower, mut upper) = ([f32::INFINITY; 2], [f32::NEG_INFINITY; 2]);
        for p in &self.corners {
            lower = [lower[0].min(p[0]), lower[1].min(p[1])];
            upper = [upper[0].max(p[0]), upper[1].max(p[1])];
        }
        if !self.is_seen(lower, upper, radius) {
            return;
        }
        if (upper[0] - lower[0]).max(upper[1] - lower[1]) + 2.0 * radius < 1.5 {
            return self.canvas.dot(middle(lower, upper), ink);
        }
        let [.., before, last] = *self.corners.as_slice() else { return };
        let (mut from, mut last_out) = (last, outward(before, last, radius));
        for index in 0..self.corners.len() {
            let corner = self.corners[index];
            if radius < 0.5 {
                self.canvas.line(from, corner, ink);
            } else {
                let out = outward(from, corner, radius);
                self.rounding(from, last_out, out, ink);
                self.canvas.line(moved(from, out), moved(corner, out), ink);
                last_out = out;
            }
            from = corner;
        }
    }

    /// A corner of a rounded polygon: from one edge's distance to the next one's, by a point between.
    fn rounding(&mut self, corner: Point, out_a: Point, out_b: Point, ink: Ink) {
        let between = moved(out_a, out_b);
        let factor = out_a[0].hypot(out_a[1]) / between[0].hypot(between[1]).max(1e-3);
        let between = moved(corner, between.map(|v| v * factor));
        self.canvas.line(moved(corner, out_a), between, ink);
        self.canvas.line(between, moved(corner, out_b), ink);
    }

    fn circle(&mut self, center: Point, radius: f32, rotation: Rot, ink: Ink) {
        if !self.is_seen(center, center, radius) {
            return;
        }
        if radius < 0.75 {
            return self.canvas.dot(center, ink);
        }
        self.arc(center, [radius, 0.0], std::f32::consts::TAU, ink);
        if radius >= SPOKE_FROM {
            let rim = [center[0] + radius * rotation.c, center[1] - radius * rotation.s];
            self.canvas.line(center, rim, ink);
        }
    }

    fn capsule(&mut self, a: Point, b: Point, radius: f32, ink: Ink) {
        let (lower, upper) = ([a[0].min(b[0]), a[1].min(b[1])], [a[0].max(b[0]), a[1].max(b[1])]);
        if !self.is_seen(lower, upper, radius) {
            return;
        }
        let out = outward(a, b, radius);
        let back = [-out[0], -out[1]];
        self.canvas.line(moved(a, out), moved(b, out), ink);
        self.canvas.line(moved(a, back), moved(b, back), ink);
        self.arc(a, out, std::f32::consts::PI, ink);
        self.arc(b, back, std::f32::consts::PI, ink);
    }

    /// Part of a circle in straight pieces, from a point relative to the center on, over an angle `[rad]`.
    fn arc(&mut self, center: Point, from: Point, angle: f32, ink: Ink) {
        let radius = from[0].hypot(from[1]);
        // A piece may be half a dot off; its length is then proportional to the root of the radius.
        let count = (angle * radius.min(1e4).sqrt() * 0.9).ceil().clamp(4.0, 200.0);
        let turn = Rot::from_angle(angle / count);
        let mut arm = from;
        for _ in 0..count as u32 {
            let next = [arm[0] * turn.c - arm[1] * turn.s, arm[0] * turn.s + arm[1] * turn.c];
            self.canvas.line(
                [center[0] + arm[0], center[1] + arm[1]],
                [center[0] + next[0], center[1] + next[1]],
                ink,
            );
            arm = next;
        }
    }

    fn line(&mut self, a: Point, b: Point, ink: Ink) {
        self.canvas.line(a, b, ink);
    }

    /// Whether a part of a box in dots, grown by a margin, is on the screen.
    fn is_seen(&self, lower: Point, upper: Point, margin: f32) -> bool {
        let size = self.canvas.size();
        (0..2).all(|axis| upper[axis] + margin >= 0.0 && lower[axis] - margin < size[axis])
    }

    /// The area of a field, if it is bounded.
    fn area(&mut self, area: &Area, camera: &DotCamera) {
        match area {
            Area::Circle { center, radius } => {
                let center = camera.project([center.x, center.y]);
                self.arc(center, [radius * camera.scale, 0.0], std::f32::consts::TAU, Ink::Field);
            }
            Area::Box(b) => {
                let corners =
                    [[b.min.x, b.min.y], [b.max.x, b.min.y], [b.max.x, b.max.y], [b.min.x, b.max.y]];
                self.corners.clear();
                self.corners.extend(corners.map(|p| camera.project(p)));
                self.polygon(0.0, Ink::Field);
            }
            Area::Polygon(polygon) => {
                self.corners.clear();
                self.corners.extend(polygon.vertices().iter().map(|p| camera.project([p.x, p.y])));
                self.polygon(0.0, Ink::Field);
            }
            _ => {}
        }
    }

    fn joints(&mut self, world: &World, camera: &DotCamera, Extras { hand, origin, .. }: Extras) {
        for joint in world.joints().filter_map(|id| world.joint(id)) {
            let ink = if Some(joint.id()) == hand { Ink::Held } else { Ink::Joint };
            let [a, b] = joint.frames_from(origin).map(|frame| camera.project([frame.p.x, frame.p.y]));
            let [body_a, body_b] = moving_centers(world, &joint, joint.bodies(), origin);
            if let Some(center) = body_a {
                self.line(camera.project(center), a, ink);
            }
            self.line(a, b, ink);
            if let Some(center) = body_b {
                self.line(b, camera.project(center), ink);
            }
            if ink == Ink::Held
                && let Some(target) = joint.target()
            {
                self.line(a, camera.project([target.x, target.y]), ink);
            }
        }
    }

    fn contacts(&mut self, world: &World, camera: &DotCamera, origin: DVec2) {
        for contact in world.contacts().filter_map(|id| world.contact(id)).filter(|c| c.is_touching()) {
            let points = contact.points_from(origin);
            for p in points.filter(|p| p.normal_impulse > 0.0 || p.separation <= 0.0) {
                self.canvas.dot(camera.project([p.point.x, p.point.y]), Ink::Contact);
            }
        }
    }
}

/// The displacement by a radius to the right of the way from `a` to `b`, in dots, where y points down.
fn outward(a: Point, b: Point, radius: f32) -> Point {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let length = dx.hypot(dy);
    if length > 0.0 { [-dy / length * radius, dx / length * radius] } else { [0.0, radius] }
}

fn moved(p: Point, by: Point) -> Point {
    [p[0] + by[0], p[1] + by[1]]
}

fn middle(a: Point, b: Point) -> Point {
    [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::camera::Bounds;
    use cairn2d::prelude::*;
    use cairn2d::separation_between;

    const CELLS: [u16; 2] = [60, 30];

    fn painted(world: &World, camera: &DotCamera) -> DotPainter {
        let mut painter = DotPainter::default();
        painter.draw(world, camera, CELLS, Extras::default());
        painter
    }

    fn is_set(painter: &DotPainter, x: usize, y: usize) -> bool {
        let bits = painter.canvas.cell(x / 2, y / 4).0 as u32;
        // In the order of Unicode, which numbers the last row separately.
        let bit = [[0, 1, 2, 6], [3, 4, 5, 7]][x % 2][y % 4];
        bits >= 0x2800 && bits >> bit & 1 == 1
    }

    fn shapes() -> Vec<Shape> {
        let triangle = [[-2.0, -1.0], [2.5, -0.5], [0.0, 2.0]];
        let square = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        vec![
            Circle::new(2.0).at([0.5, 0.0]).into(),
            Capsule::new([-2.0, 0.3], [1.5, -0.5], 0.7).into(),
            Segment::new([-3.0, 0.0], [3.0, 1.0]).into(),
            Polygon::new(&triangle).unwrap().into(),
            Polygon::new(&square).unwrap().rounded(0.6).into(),
        ]
    }

    #[test]
    fn every_dot_is_on_the_outline_and_every_part_of_the_outline_has_dots() {
        let camera = DotCamera::showing(Bounds { lower: [-4.0; 2], upper: [4.0; 2] }, [120.0, 120.0]);
        let dot = 1.0 / camera.scale;
        for shape in shapes() {
            for turn in [0.0, 0.7, 2.5, -1.2] {
                let mut world = World::new(WorldConfig::default()).unwrap();
                let body = Body::fixed().at([0.3, -0.2]).rotated(turn).with(shape.clone());
                let body = world.spawn(body).unwrap();
                let pose = world.body(body).unwrap().pose();
                let painter = painted(&world, &camera);
                let is_circle = matches!(shape, Shape::Circle(_));
                let mut points: Vec<Point> = Vec::new();
                for (x, y) in (0..120).flat_map(|y| (0..120).map(move |x| (x, y))) {
                    if is_set(&painter, x, y) {
                        let p = camera.unproject([x as f32 + 0.5, y as f32 + 0.5]);
                        let speck = Shape::from(Circle::new(1e-4));
                        let there = Pose { p: p.into(), q: Rot::from_angle(0.0) };
                        let distance = separation_between(&shape, pose, &speck, there).distance;
                        // The spoke of a circle is inside.
                        assert!(distance.abs() < 1.3 * dot || is_circle && distance < dot, "{shape:?} {p:?}");
                        points.push(p);
                    }
                }
                for degree in 0..360 {
                    let way = Rot::from_angle((degree as f32).to_radians()).rotate(vec2(9.0, 0.0));
                    let middle = pose.p;
                    let ray = Ray::new(middle + way, -way);
                    let Some(hit) = world.cast_ray(ray, QueryFilter::all()).unwrap() else { continue };
                    let near = |p: &Point| (p[0] - hit.point.x).hypot(p[1] - hit.point.y) < 2.0 * dot;
                    assert!(points.iter().any(near), "{shape:?} has a gap at {:?}", hit.point);
                }
            }
        }
    }

    #[test]
    fn bodies_too_small_to_see_are_a_dot_and_those_off_the_screen_none() {
        let mut world = World::new(WorldConfig::default()).unwrap();
        let here = [Circle::new(0.05).into(), Shape::from(Rect::half(0.05, 0.05))];
        for (index, shape) in here.into_iter().enumerate() {
            world.spawn(Body::dynamic().at([index as f32 * 4.0, 0.0]).with(shape)).unwrap();
        }
        world.spawn(Body::dynamic().at([500.0, 0.0]).with(Rect::half(3.0, 3.0))).unwrap();
        world
            .spawn(Body::dynamic().at([0.0, -500.0]).with(Capsule::new([0.0, 0.0], [1.0, 0.0], 2.0)))
            .unwrap();
        let camera = DotCamera { center: [0.0; 2], scale: 5.0, size: [120.0, 120.0] };
        let painter = painted(&world, &camera);
        let set: Vec<[usize; 2]> = (0..120)
            .flat_map(|y| (0..120).map(move |x| [x, y]))
            .filter(|&[x, y]| is_set(&painter, x, y))
            .collect();
        assert_eq!(set, [[60, 60], [80, 60]]);
    }

    #[test]
    fn inks_show_the_state_of_bodies() {
        let mut world = World::new(WorldConfig::default()).unwrap();
        let ball = || Circle::new(1.0);
        world.spawn(Body::fixed().at([-10.0, 0.0]).with(ball())).unwrap();
        world.spawn(Body::kinematic().at([-5.0, 0.0]).with(ball())).unwrap();
        world.spawn(Body::dynamic().at([0.0, 0.0]).with(ball())).unwrap();
        world.spawn(Body::dynamic().at([5.0, 0.0]).disabled().with(ball())).unwrap();
        world.spawn(Body::fixed().at([10.0, 0.0]).with(ball().sensor())).unwrap();
        let camera = DotCamera { center: [0.0; 2], scale: 4.0, size: [120.0, 120.0] };
        let painter = painted(&world, &camera);
        let ink = |x: f32| painter.canvas.cell(camera.project([x + 0.9, 0.0])[0] as usize / 2, 15).1;
        assert_eq!(ink(-10.0), Ink::Static);
        assert_eq!(ink(-5.0), Ink::Kinematic);
        assert!([Ink::Awake0, Ink::Awake1, Ink::Awake2].contains(&ink(0.0)));
        assert_eq!(ink(5.0), Ink::Disabled);
        assert_eq!(ink(10.0), Ink::Sensor);
    }
    #[test]
    fn a_grid_shades_its_cells_and_nothing_else() {
        use cairn2d_scenes::{Ramp, Tone};
        let camera = DotCamera::showing(Bounds { lower: [-4.0; 2], upper: [4.0; 2] }, [120.0, 120.0]);
        let values = [1.0, 0.0, 0.5, f32::NAN];
        let (range, ramp) = ([0.0, 1.0], Ramp::Fade(Tone::Foe));
        let grid =
            OverlayGrid { origin: vec2(-1.0, -3.0), cell: 2.0, columns: 2, range, ramp, values: &values };
        let mut overlay = Overlay::default();
        overlay.grid(grid);
        overlay.point([3.5, 3.5], 0.01, Tone::Hit);
        let mut painter = painted(&World::new(WorldConfig::default()).unwrap(), &camera);
        painter.overlay(&overlay, &camera);
        let mut set = [0.0f32; 4];
        let mut points = 0;
        for (x, y) in (0..120).flat_map(|y| (0..120).map(move |x| (x, y))) {
            if !is_set(&painter, x, y) {
                continue;
            }
            if painter.canvas.cell(x / 2, y / 4).1 == Ink::Hit {
                points += 1;
                continue;
            }
            let [px, py] = camera.unproject([x as f32 + 0.5, y as f32 + 0.5]);
            let [column, row] = [(px + 1.0) / 2.0, (py + 3.0) / 2.0].map(f32::floor);
            assert!((0.0..2.0).contains(&column) && (0.0..2.0).contains(&row), "{px} {py}");
            set[(2.0 * row + column) as usize] += 1.0;
        }
        let area = (2.0 * camera.scale).powi(2);
        assert!((set[0] / area - 1.0).abs() < 0.1 && (set[2] / area - 0.5).abs() < 0.1, "{set:?} of {area}");
        assert_eq!((set[1], set[3], points), (0.0, 0.0, 1));
    }
}
