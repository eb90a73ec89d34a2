//! Maps from one side of a portal to the other, in 64 bits.
//!
//! A body may pass a thousand times. A rotation with the rounding of 32 bits would then change its speed by
//! a share of 1e-4.

use cairn2d_math::{Pose, Rot, Vec2};

use crate::state::State;

/// Largest sine or cosine that counts as zero, so that aligned openings are exactly so \[-\].
const ALIGNED: f64 = 1.0e-6;

/// A rotation and a translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Passage {
    c: f64,
    s: f64,
    x: f64,
    y: f64,
}

impl Passage {
    /// The map that changes nothing.
    pub(crate) const IDENTITY: Passage = Passage { c: 1.0, s: 0.0, x: 0.0, y: 0.0 };

    pub(crate) fn of_pose(pose: Pose) -> Passage {
        let (c, s) = unit(f64::from(pose.q.c), f64::from(pose.q.s));
        Passage { c, s, x: f64::from(pose.p.x), y: f64::from(pose.p.y) }
    }

    /// Returns the map that applies first `other`, then this one.
    pub(crate) fn after(self, other: Passage) -> Passage {
        let (c, s) = (self.c * other.c - self.s * other.s, self.s * other.c + self.c * other.s);
        let (x, y) = self.apply(other.x, other.y);
        Passage { c, s, x, y }
    }

    pub(crate) fn inverse(self) -> Passage {
        let (x, y) = (self.c * self.x + self.s * self.y, self.c * self.y - self.s * self.x);
        Passage { c: self.c, s: -self.s, x: -x, y: -y }
    }

    /// Returns the map between two openings: what enters `from` leaves `to`.
    fn between(from: Passage, to: Passage) -> Passage {
        let (c, s) = (-(to.c * from.c + to.s * from.s), -(to.s * from.c - to.c * from.s));
        let snap =
            |value: f64, other: f64| if value.abs() < ALIGNED { (0.0, sign(other)) } else { (value, other) };
        let (c, s) = snap(c, s);
        let (s, c) = snap(s, c);
        let (c, s) = unit(c, s);
        let turn = Passage { c, s, x: 0.0, y: 0.0 };
        let (x, y) = turn.apply(from.x, from.y);
        Passage { x: to.x - x, y: to.y - y, ..turn }
    }

    fn apply(self, x: f64, y: f64) -> (f64, f64) {
        (self.c * x - self.s * y + self.x, self.s * x + self.c * y + self.y)
    }

    /// Whether the map is a translation.
    pub(crate) fn is_aligned(self) -> bool {
        self.c == 1.0 && self.s == 0.0
    }

    /// Returns its rotation.
    pub(crate) fn turn(self) -> Rot {
        Rot { c: self.c as f32, s: self.s as f32 }
    }

    pub(crate) fn point(self, point: Vec2) -> Vec2 {
        let (x, y) = self.apply(f64::from(point.x), f64::from(point.y));
        Vec2::new(x as f32, y as f32)
    }

    pub(crate) fn vector(self, way: Vec2) -> Vec2 {
        Passage { x: 0.0, y: 0.0, ..self }.point(way)
    }

    pub(crate) fn rotation(self, q: Rot) -> Rot {
        if self.is_aligned() {
            return q;
        }
        let (c, s) = (f64::from(q.c), f64::from(q.s));
        let (c, s) = unit(self.c * c - self.s * s, self.s * c + self.c * s);
        Rot { c: c as f32, s: s as f32 }
    }

    pub(crate) fn pose(self, pose: Pose) -> Pose {
        Pose { p: self.point(pose.p), q: self.rotation(pose.q) }
    }
}

fn sign(value: f64) -> f64 {
    if value < 0.0 { -1.0 } else { 1.0 }
}

/// Returns the direction with unit length; one of length zero becomes that of the first axis.
fn unit(c: f64, s: f64) -> (f64, f64) {
    let length = (c * c + s * s).sqrt();
    if length > 0.0 { (c / length, s / length) } else { (1.0, 0.0) }
}

/// Velocity of a body: of its centre of mass \[m/s\], and its angular velocity \[rad/s\].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Velocity {
    pub(crate) linear: Vec2,
    pub(crate) angular: f32,
}

impl State {
    /// Returns the pose of an opening in the world.
    pub(crate) fn opening(&self, portal: u32, side: u32) -> Pose {
        let row = &self.portals.rows[portal as usize];
        let body = self.bodies.poses[row.bodies[side as usize] as usize].pose;
        let pose = body.mul(row.frames[side as usize]);
        Pose { p: pose.p, q: pose.q.normalize() }
    }

    /// Returns the map of points that enter an opening.
    pub(crate) fn passage(&self, portal: u32, side: u32) -> Passage {
        let row = &self.portals.rows[portal as usize];
        let [from, to] = [side as usize, 1 - side as usize].map(|side| {
            let body = Passage::of_pose(self.bodies.poses[row.bodies[side] as usize].pose);
            body.after(Passage::of_pose(row.frames[side]))
        });
        Passage::between(from, to)
    }

    /// Returns the velocity behind an opening of a body at these centres before and behind it.
    pub(crate) fn velocity_through(
        &self,
        (portal, side): (u32, u32),
        velocity: Velocity,
        [before, behind]: [Vec2; 2],
    ) -> Velocity {
        let bodies = self.portals.rows[portal as usize].bodies;
        let way = self.passage(portal, side);
        let [from, to] = [bodies[side as usize], bodies[1 - side as usize]];
        let moves = |body: u32| {
            let state = &self.bodies.states[body as usize];
            state.velocity != Vec2::ZERO || state.angular_velocity != 0.0
        };
        if !moves(from) && !moves(to) {
            return Velocity { linear: way.vector(velocity.linear), ..velocity };
        }
        let at = |body: u32, point: Vec2| {
            let (state, pose) = (&self.bodies.states[body as usize], &self.bodies.poses[body as usize]);
            state.velocity + Vec2::cross_sv(state.angular_velocity, point - pose.center)
        };
        let linear = way.vector(velocity.linear - at(from, before)) + at(to, behind);
        let spin = |body: u32| self.bodies.states[body as usize].angular_velocity;
        Velocity { linear, angular: velocity.angular - spin(from) + spin(to) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(x: f32, y: f32, out: Vec2) -> Passage {
        let q = Rot::from_cos_sin(out.y, -out.x).expect("it has a length");
        Passage::of_pose(Pose { p: Vec2::new(x, y), q })
    }

    #[test]
    fn a_point_before_one_opening_is_as_far_behind_the_other() {
        let (a, b) = (frame(1.0, 2.0, Vec2::new(0.0, 1.0)), frame(-3.0, 5.0, Vec2::new(0.6, 0.8)));
        let way = Passage::between(a, b);
        for (x, y) in [(0.0, 0.0), (0.5, 0.25), (-0.75, -1.0)] {
            let from = a.point(Vec2::new(x, y));
            let to = way.point(from);
            // Behind the plane by as much as it was before it, on the other side of the middle.
            let back = b.inverse().point(to);
            assert!((back.x + x).abs() < 1.0e-6 && (back.y + y).abs() < 1.0e-6, "{back:?}");
            assert!(way.inverse().point(to).distance(from) < 1.0e-6);
        }
    }

    #[test]
    fn openings_that_face_each_other_are_exactly_aligned() {
        for angle in [0.0_f32, 0.3, 1.0, 2.0, 3.0] {
            let out = Vec2::from_angle(angle);
            let way = Passage::between(frame(1.0, 0.0, out), frame(-7.0, 3.0, -out));
            assert!(way.is_aligned(), "{way:?}");
        }
        let way =
            Passage::between(frame(0.0, 0.0, Vec2::new(0.0, 1.0)), frame(9.0, 0.0, Vec2::new(1.0, 0.0)));
        assert_eq!([way.c, way.s].map(f64::abs), [0.0, 1.0]);
    }

    #[test]
    fn a_thousand_rotations_keep_the_speed() {
        let way =
            Passage::between(frame(0.0, 0.0, Vec2::new(0.0, 1.0)), frame(0.0, 9.0, Vec2::from_angle(0.7)));
        let mut velocity = Vec2::new(3.0, -4.0);
        for _ in 0..1000 {
            velocity = way.vector(velocity);
        }
        assert!((velocity.length() - 5.0).abs() < 5.0e-5, "{velocity:?}");
    }
}
