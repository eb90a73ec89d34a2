//! Joints: each type has its own mark, and limits and targets are drawn where they act.

use cairn2d_dynamics::{BodyKind, JointKind, JointRef};
use cairn2d_math::{Pose, Rot, Vec2};

use super::marks::TURN;
use super::{Ink, Label, Mark, Walk, joint_poses};

/// Radius of the arc that shows the limits of an angle, in pixels.
const ARC: f32 = 22.0;

/// Half of the length of a line without limits, in pixels.
const OPEN: f32 = 60.0;

/// A joint with its frames as drawn.
struct Drawn<'a> {
    joint: JointRef<'a>,
    ink: Ink,
    /// Ink of limits and targets.
    limit: Ink,
    frames: [Pose; 2],
    /// Poses of the bodies.
    bodies: [Pose; 2],
    /// Scale of the marks \[-\], at most 1: smaller if the bodies are small on the screen.
    size: f32,
}

/// Scale below which marks are omitted; of a dense group of joints only the lines are drawn.
const LEAST_SIZE: f32 = 0.16;

/// Scale from which limits and motors are drawn.
const ARC_SIZE: f32 = 0.3;

/// Half of the length of a body whose joints have marks of full size, in pixels.
const FULL: f32 = 26.0;

/// Returns the colors of a type of joint, for dark and for light backgrounds.
pub(super) fn color_of(kind: JointKind) -> (u32, u32) {
    match kind {
        JointKind::Revolute | JointKind::Rotary => (0x6db5f5, 0x1f6fb8),
        JointKind::Distance | JointKind::Pulley => (0x72d0d8, 0x1a7f88),
        JointKind::Prismatic | JointKind::Wheel | JointKind::Slot => (0xa4d67e, 0x4c8a24),
        JointKind::Weld => (0xd6b38a, 0x8a6230),
        JointKind::Drive | JointKind::Grab => (0xf0bd70, 0xa86e10),
        JointKind::Gear | JointKind::Rack => (0xe0a58c, 0xa05838),
        JointKind::Custom => (0xd79ae6, 0x8e45a3),
        _ => (0x8a93a0, 0x737d8a),
    }
}

impl Walk<'_> {
    pub(super) fn joints(&mut self) {
        let world = self.world;
        for joint in world.joints().filter_map(|id| world.joint(id)) {
            let bodies = joint.bodies().map(|id| self.pose(id));
            let bodies = joint_poses(world, &joint, bodies, self.options.origin);
            let frames = joint.frames();
            let mut frames = [0, 1].map(|side| bodies[side].mul(frames[side]));
            if let Some(target) = joint.target() {
                frames[0] = Pose::from_position((-self.options.origin).plus(target));
            }
            let [a, b] = frames.map(|frame| frame.p);
            let [over_a, over_b] = self.pulley_points(&joint).unwrap_or([a, b]);
            let points = [a, b, bodies[0].p, bodies[1].p, over_a, over_b];
            // Marks along a line lie within half the distance of the anchors from the box around them.
            if !self.sees_any(&points, self.reach(&joint) + 0.5 * (b - a).length()) {
                continue;
            }
            let ink = self.ink(&joint);
            let limit = if ink == Ink::Idle { ink } else { Ink::Limit };
            let size = self.size_of(&joint);
            let drawn = Drawn { joint, ink, limit, frames, bodies, size };
            if self.options.joints {
                self.joint(&drawn);
            }
            if self.options.joint_ids {
                let middle = frames[0].p.lerp(frames[1].p, 0.5);
                self.canvas.label(middle, Label::Joint(joint.id()), drawn.ink);
            }
        }
    }

    /// Distance from the anchors within which a joint draws.
    fn reach(&self, joint: &JointRef<'_>) -> f32 {
        let (low, high) = joint.limits().unwrap_or((0.0, 0.0));
        let way = if low.abs() > high.abs() { low.abs() } else { high.abs() };
        let radius = joint.ratio().map_or(0.0, f32::abs);
        let target = joint.servo().map_or(0.0, |servo| servo.target.abs());
        // Angles are drawn on an arc of a few pixels, displacements at their true place.
        self.pixels(OPEN + ARC) + way + radius + target
    }

    /// Scale of the marks: by the smaller moving body, or the smaller body if none moves.
    fn size_of(&self, joint: &JointRef<'_>) -> f32 {
        let mut least = [f32::INFINITY; 2];
        for body in joint.bodies().into_iter().filter_map(|id| self.world.body(id)) {
            let center = body.mass().center;
            let shapes = body.shapes().filter_map(|id| self.world.shape(id));
            let mut extent = 0.0;
            for reach in shapes.map(|shape| shape.geometry().max_extent_from(center)) {
                extent = if reach > extent { reach } else { extent };
            }
            let least = &mut least[usize::from(body.kind() == BodyKind::Static)];
            // A body without shapes does not limit the scale.
            *least = if extent > 0.0 && extent < *least { extent } else { *least };
        }
        let [moving, still] = least;
        let extent = if moving < f32::INFINITY { moving } else { still };
        (extent / self.pixels(FULL)).clamp(0.0, 1.0)
    }

    fn ink(&self, joint: &JointRef<'_>) -> Ink {
        if !joint.is_enabled() {
            return Ink::Idle;
        }
        if joint.is_overloaded() {
            return Ink::Overloaded;
        }
        let color = joint.color().filter(|_| self.options.graph_colors);
        color.map_or(Ink::Joint(joint.kind()), Ink::Graph)
    }

    fn joint(&mut self, drawn: &Drawn<'_>) {
        match drawn.joint.kind() {
            JointKind::Revolute => self.hinge(drawn),
            JointKind::Distance => self.distance(drawn),
            JointKind::Prismatic => self.slider(drawn, Mark::Square),
            JointKind::Wheel => self.suspension(drawn),
            JointKind::Slot => self.slot(drawn),
            JointKind::Weld => self.weld(drawn),
            JointKind::Drive => self.drive(drawn),
            JointKind::Grab => self.grab(drawn),
            JointKind::Filter => self.link(drawn, Mark::Cross),
            JointKind::Rotary => self.rotary(drawn),
            JointKind::Gear => self.gear(drawn),
            JointKind::Rack => self.rack(drawn),
            JointKind::Pulley => self.pulley(drawn),
            _ => self.custom(drawn),
        }
    }

    /// Thin lines from the bodies to their anchors.
    fn arms(&mut self, drawn: &Drawn<'_>) {
        for (side, id) in drawn.joint.bodies().into_iter().enumerate() {
            let moves = self.world.body(id).is_some_and(|body| body.kind() != BodyKind::Static);
            let (from, to) = (drawn.bodies[side].p, drawn.frames[side].p);
            if moves && (to - from).length() > self.pixels(6.0) {
                self.canvas.line(from, to, drawn.ink);
            }
        }
    }

    /// A mark at the scale of the joint.
    fn sign(&mut self, drawn: &Drawn<'_>, at: Vec2, (mark, pixels): (Mark, f32), direction: Vec2, ink: Ink) {
        if drawn.size > LEAST_SIZE {
            self.canvas.mark(at, mark, pixels * drawn.size, direction, ink);
        }
    }

    fn hinge(&mut self, drawn: &Drawn<'_>) {
        self.arms(drawn);
        let [a, b] = drawn.frames;
        self.angles(drawn);
        self.sign(drawn, a.p, (Mark::Ring, 11.0), Vec2::X, drawn.ink);
        self.sign(drawn, b.p, (Mark::Dot, 5.0), Vec2::X, drawn.ink);
    }

    /// Limits, motor and target of a hinge.
    fn angles(&mut self, drawn: &Drawn<'_>) {
        if drawn.size < ARC_SIZE {
            return;
        }
        let [a, b] = drawn.frames;
        let radius = self.pixels(ARC * drawn.size);
        if let Some((low, high)) = drawn.joint.limits() {
            self.arc(a.p, radius, a.q, [low, high], drawn.limit);
            for angle in [low, high] {
                let way = a.q.mul(Rot::from_angle(angle)).x_axis();
                self.canvas.line(a.p, a.p + way * radius, drawn.limit);
            }
            self.canvas.line(b.p, b.p + b.q.x_axis() * radius, drawn.ink);
        }
        if let Some(motor) = drawn.joint.motor() {
            self.turning(drawn, a.p, a.q, motor.speed);
        }
        if drawn.joint.spring().is_some() || drawn.joint.servo().is_some() {
            let target = drawn.joint.spring().map(|spring| spring.target);
            let target = target.or(drawn.joint.servo().map(|servo| servo.target)).unwrap_or(0.0);
            let way = a.q.mul(Rot::from_angle(target)).x_axis();
            self.canvas.dashes(a.p, a.p + way * radius, drawn.limit);
        }
    }

    /// A curved arrow in the direction of a motor.
    fn turning(&mut self, drawn: &Drawn<'_>, center: Vec2, from: Rot, speed: f32) {
        // A motor with speed 0 is friction.
        if drawn.size < ARC_SIZE || speed == 0.0 {
            return;
        }
        let radius = self.pixels(0.75 * ARC * drawn.size);
        let turn = if speed < 0.0 { -0.6 * TURN } else { 0.6 * TURN };
        self.arc(center, radius, from, [0.0, turn], drawn.ink);
        let end = from.mul(Rot::from_angle(turn)).rotate(Vec2::new(radius, 0.0));
        let along = if turn < 0.0 { -end.perp() } else { end.perp() };
        self.sign(drawn, center + end, (Mark::Triangle, 8.0), along.normalize_or(Vec2::X), drawn.ink);
    }

    fn distance(&mut self, drawn: &Drawn<'_>) {
        let [a, b] = drawn.frames.map(|frame| frame.p);
        let (length, limits) = (drawn.joint.distance(), drawn.joint.limits());
        if drawn.joint.spring().is_some() {
            self.zigzag(a, b, drawn.ink);
        } else if limits.is_some_and(|(low, high)| length > low && length < high - 0.01 * high) {
            // A slack rope.
            self.canvas.dashes(a, b, drawn.ink);
        } else {
            self.canvas.line(a, b, drawn.ink);
        }
        if let Some((low, high)) = limits.filter(|(low, high)| low < high) {
            let along = (b - a).normalize_or(Vec2::X);
            for limit in [low, high] {
                if limit > 0.0 && limit < 1.0e5 {
                    self.tick(a + along * limit, along, 9.0 * drawn.size, drawn.limit);
                }
            }
        }
        for end in [a, b] {
            self.sign(drawn, end, (Mark::Dot, 5.0), Vec2::X, drawn.ink);
        }
    }

    /// The line of a slider, between its limits if it has any.
    fn line_of(&mut self, drawn: &Drawn<'_>) {
        let [a, b] = drawn.frames;
        let axis = a.q.x_axis();
        let open = self.pixels(OPEN * drawn.size);
        match drawn.joint.limits() {
            Some((low, high)) => {
                let [from, to] = [a.p + axis * low, a.p + axis * high];
                self.canvas.line(from, to, drawn.ink);
                self.tick(from, axis, 13.0 * drawn.size, drawn.limit);
                self.tick(to, axis, 13.0 * drawn.size, drawn.limit);
            }
            None => {
                let slide = axis.dot(b.p - a.p);
                let (low, high) = if slide < 0.0 { (slide, 0.0) } else { (0.0, slide) };
                let [from, to] = [a.p + axis * (low - open), a.p + axis * (high + open)];
                self.canvas.dashes(from, to, drawn.ink);
            }
        }
        if let Some(servo) = drawn.joint.servo() {
            self.sign(drawn, a.p + axis * servo.target, (Mark::Diamond, 8.0), axis, drawn.limit);
        }
    }

    fn slider(&mut self, drawn: &Drawn<'_>, mark: Mark) {
        let [a, b] = drawn.frames;
        self.line_of(drawn);
        self.sign(drawn, b.p, (mark, 11.0), a.q.x_axis(), drawn.ink);
        self.sign(drawn, a.p, (Mark::Dot, 5.0), Vec2::X, drawn.ink);
    }

    fn suspension(&mut self, drawn: &Drawn<'_>) {
        let [a, b] = drawn.frames;
        self.line_of(drawn);
        if drawn.joint.spring().is_some() {
            // From a point on the first body, along the axis of the wheel joint.
            let mount = a.p + a.q.x_axis() * self.pixels(1.6 * ARC * drawn.size);
            self.zigzag(mount, b.p, drawn.ink);
        }
        if let Some(motor) = drawn.joint.motor() {
            self.turning(drawn, b.p, a.q, motor.speed);
        }
        self.sign(drawn, b.p, (Mark::Ring, 11.0), Vec2::X, drawn.ink);
    }

    /// A pin in a slot: the slot as two lines.
    fn slot(&mut self, drawn: &Drawn<'_>) {
        let [a, b] = drawn.frames;
        let axis = a.q.x_axis();
        let (side, open) = (a.q.y_axis() * self.pixels(5.0 * drawn.size), self.pixels(OPEN * drawn.size));
        let slide = axis.dot(b.p - a.p);
        let (low, high) = drawn.joint.limits().unwrap_or((slide - open, slide + open));
        let [from, to] = [a.p + axis * low, a.p + axis * high];
        self.canvas.line(from + side, to + side, drawn.ink);
        self.canvas.line(from - side, to - side, drawn.ink);
        if drawn.joint.limits().is_some() {
            self.tick(from, axis, 10.0 * drawn.size, drawn.limit);
            self.tick(to, axis, 10.0 * drawn.size, drawn.limit);
        }
        self.sign(drawn, b.p, (Mark::Dot, 7.0), Vec2::X, drawn.ink);
    }

    fn weld(&mut self, drawn: &Drawn<'_>) {
        let [a, b] = drawn.frames;
        self.arms(drawn);
        if drawn.joint.spring().is_some() || drawn.joint.linear_spring().is_some() {
            self.zigzag(a.p, b.p, drawn.ink);
        }
        self.sign(drawn, a.p, (Mark::Diamond, 11.0), a.q.x_axis(), drawn.ink);
    }

    fn drive(&mut self, drawn: &Drawn<'_>) {
        let [a, b] = drawn.frames;
        self.canvas.dashes(a.p, b.p, drawn.ink);
        if let Some(motor) = drawn.joint.linear_motor().filter(|motor| motor.velocity != Vec2::ZERO) {
            let way = a.q.rotate(motor.velocity).normalize_or(Vec2::X);
            self.arrow(b.p, b.p + way * self.pixels(28.0 * drawn.size), drawn.limit);
        }
        if let Some(motor) = drawn.joint.motor().filter(|motor| motor.speed != 0.0) {
            self.turning(drawn, b.p, b.q, motor.speed);
        }
        self.sign(drawn, b.p, (Mark::Triangle, 11.0), b.q.x_axis(), drawn.ink);
    }

    fn grab(&mut self, drawn: &Drawn<'_>) {
        let [target, held] = drawn.frames.map(|frame| frame.p);
        self.canvas.line(held, target, drawn.ink);
        self.sign(drawn, target, (Mark::Ring, 13.0), Vec2::X, drawn.ink);
        self.sign(drawn, held, (Mark::Dot, 6.0), Vec2::X, drawn.ink);
    }

    /// A broken line from body to body with a mark in the middle.
    fn link(&mut self, drawn: &Drawn<'_>, mark: Mark) {
        let [a, b] = drawn.bodies.map(|body| body.p);
        self.canvas.dashes(a, b, drawn.ink);
        self.sign(drawn, a.lerp(b, 0.5), (mark, 9.0), Vec2::X, drawn.ink);
    }

    fn rotary(&mut self, drawn: &Drawn<'_>) {
        let [a, b] = drawn.frames;
        self.canvas.dashes(drawn.bodies[0].p, drawn.bodies[1].p, drawn.ink);
        let radius = self.pixels(ARC * drawn.size);
        self.canvas.circle(b.p, radius, drawn.ink);
        self.canvas.line(b.p, b.p + b.q.x_axis() * radius, drawn.ink);
        self.tick(b.p + a.q.x_axis() * radius, a.q.y_axis(), 8.0 * drawn.size, drawn.limit);
        if let Some(motor) = drawn.joint.motor() {
            self.turning(drawn, b.p, b.q, motor.speed);
        }
    }

    /// A toothed wheel of a few pixels.
    fn cog(&mut self, center: Vec2, rotation: Rot, radius: f32, ink: Ink) {
        self.canvas.circle(center, radius, ink);
        let (step, tooth) = (Rot::from_angle(TURN / 8.0), self.pixels(4.0));
        let mut way = rotation.x_axis();
        for _ in 0..8 {
            self.canvas.line(center + way * radius, center + way * (radius + tooth), ink);
            way = step.rotate(way);
        }
    }

    fn gear(&mut self, drawn: &Drawn<'_>) {
        let radius = self.pixels(10.0 * drawn.size);
        self.canvas.dashes(drawn.bodies[0].p, drawn.bodies[1].p, drawn.ink);
        for body in drawn.bodies {
            self.cog(body.p, body.q, radius, drawn.ink);
        }
    }

    fn rack(&mut self, drawn: &Drawn<'_>) {
        let [pinion, rack] = drawn.frames;
        let radius = drawn.joint.ratio().map_or(0.0, f32::abs);
        self.cog(pinion.p, pinion.q, radius, drawn.ink);
        let axis = rack.q.x_axis();
        let slide = axis.dot(pinion.p - rack.p);
        let (low, high) = if slide < 0.0 { (slide, 0.0) } else { (0.0, slide) };
        let open = self.pixels(OPEN * drawn.size);
        self.canvas.line(rack.p + axis * (low - open), rack.p + axis * (high + open), drawn.ink);
        self.sign(drawn, rack.p, (Mark::Square, 9.0), axis, drawn.ink);
    }

    fn pulley_points(&self, joint: &JointRef<'_>) -> Option<[Vec2; 2]> {
        joint.pulley_points().map(|points| points.map(|point| (-self.options.origin).plus(point)))
    }

    fn pulley(&mut self, drawn: &Drawn<'_>) {
        let [a, b] = drawn.frames.map(|frame| frame.p);
        if let Some([over_a, over_b]) = self.pulley_points(&drawn.joint) {
            for [from, to] in [[a, over_a], [over_a, over_b], [over_b, b]] {
                self.canvas.line(from, to, drawn.ink);
            }
            for over in [over_a, over_b] {
                self.sign(drawn, over, (Mark::Ring, 13.0), Vec2::X, drawn.ink);
                self.sign(drawn, over, (Mark::Dot, 4.0), Vec2::X, drawn.ink);
            }
        }
        for end in [a, b] {
            self.sign(drawn, end, (Mark::Dot, 5.0), Vec2::X, drawn.ink);
        }
    }

    fn custom(&mut self, drawn: &Drawn<'_>) {
        let [a, b] = drawn.frames.map(|frame| frame.p);
        self.canvas.dashes(a, b, drawn.ink);
        for end in [a, b] {
            self.sign(drawn, end, (Mark::Plus, 10.0), Vec2::X, drawn.ink);
            self.sign(drawn, end, (Mark::Cross, 10.0), Vec2::X, drawn.ink);
        }
    }
}
