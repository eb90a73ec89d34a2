//! Generic constraints of two bodies: before the solve they are written as rows, after it the angles are
//! updated.
//!
//! This is serial and scalar: generic constraints are few, and custom constraints are called from here.
//! Angles have double precision. Row values are stored relative to the current coordinate, so a limit a
//! thousand turns away is as precise as a near one.
//!
//! A row is linear for a step. Its Jacobian is that of the middle of the step, and velocities are rotated
//! from the Jacobian of the previous step (`turn_velocities`). So motion on a curve keeps its energy.
//!
//! Invariant: the turns of a track differ from the angles of its bodies by whole turns.

use cairn2d_math::{Pose, Rot, Vec2};

use crate::state::State;
use crate::store::each::Each;
use crate::tables::joint::{AngleTrack, GenericConstraint, Joint, ROWS, RowLine};

const TURN: f64 = core::f64::consts::TAU;

/// Shortest rope with a defined direction \[m\].
const MIN_LENGTH: f32 = 1.0e-6;

/// A coordinate and its Jacobian.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coordinate {
    pub(crate) value: f64,
    pub(crate) jacobian: [f32; 6],
}

/// One end of a joint at some time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConstraintEnd {
    /// Frame of the joint, in the frame of the first body.
    pub(crate) frame: Pose,
    /// Centre of mass \[m\].
    pub(crate) center: Vec2,
    /// Angle of the body \[rad\], over all turns.
    pub(crate) turn: f64,
    /// Motion of the body until then: x, y \[m\], angle \[rad\].
    pub(crate) motion: [f32; 3],
}

/// Returns the last tooth that an angle has passed in the direction of the pitch.
pub(crate) fn tooth(angle: f64, pitch: f64, phase: f64) -> f64 {
    // The small tolerance keeps a ratchet at rest on its tooth from slipping back by one through rounding.
    ((angle - phase) / pitch + 1.0e-4).floor() * pitch + phase
}

/// Returns the coordinate of a pulley \[m\]: the second rope counts `ratio` times.
fn total_length([length_a, length_b]: [f32; 2], ratio: f32) -> f64 {
    f64::from(length_a) + f64::from(ratio) * f64::from(length_b)
}

/// Returns length and direction of a rope from a point of the world to an anchor.
fn pull(anchor: Vec2, ground: Vec2) -> (f32, Vec2) {
    let rope = anchor - ground;
    let length = rope.length();
    (length, if length > MIN_LENGTH { rope * (1.0 / length) } else { Vec2::ZERO })
}

impl State {
    /// Returns the angles of the bodies of a joint \[rad\], by whole turns nearest to the tracked ones.
    pub(crate) fn turns(&self, slot: u32) -> [f64; 2] {
        let (bodies, track) = (self.joints.records[slot as usize].bodies, self.joints.tracks[slot as usize]);
        [0, 1].each(|side| {
            let angle = f64::from(self.bodies.poses[bodies[side] as usize].pose.q.angle());
            angle + TURN * ((track.turns[side] - angle) / TURN + 0.5).floor()
        })
    }

    /// Starts angle tracking of a new or changed constraint, from the current poses of its bodies.
    pub(crate) fn begin_track(&mut self, slot: u32) {
        let Joint { bodies, frames, .. } = self.joints.records[slot as usize];
        let generic = self.joints.parts(slot).generic.clone();
        let turns = bodies.each(|body| f64::from(self.bodies.poses[body as usize].pose.q.angle()));
        self.joints.tracks[slot as usize] = AngleTrack { turns, ..AngleTrack::default() };
        // The rows of the former constraint are meaningless now.
        self.joints.lines[slot as usize * ROWS..][..ROWS].fill(RowLine::default());
        let value = self.coordinate(slot).map_or(turns[1] - turns[0], |coordinate| coordinate.value);
        let reference = match generic {
            GenericConstraint::Angle { .. } => {
                // The angle of the frames, within half a turn.
                let [a, b] =
                    [0, 1].each(|side| self.bodies.poses[bodies[side] as usize].pose.q.mul(frames[side].q));
                value - f64::from(a.inv_mul(b).angle())
            }
            GenericConstraint::Gear { .. }
            | GenericConstraint::Rack { .. }
            | GenericConstraint::Custom(_) => value,
            GenericConstraint::None | GenericConstraint::Pulley { .. } => 0.0,
        };
        self.joints.tracks[slot as usize].reference = reference;
        self.begin_ratchet(slot);
    }

    /// Starts a ratchet at the current poses of its bodies.
    pub(crate) fn begin_ratchet(&mut self, slot: u32) {
        let Some(Coordinate { value, .. }) = self.coordinate(slot) else { return };
        if let Some((pitch, phase)) = self.joints.parts(slot).generic.ratchet() {
            self.joints.tracks[slot as usize].tooth = tooth(value, f64::from(pitch), f64::from(phase));
        }
    }

    /// Returns the current coordinate of a generic constraint; `None` for other joints and for custom ones.
    pub(crate) fn coordinate(&self, slot: u32) -> Option<Coordinate> {
        self.coordinate_ahead(slot, 0.0)
    }

    /// Returns the coordinate with its Jacobian after a time \[s\], and the current value that leads to the
    /// value then.
    pub(crate) fn coordinate_ahead(&self, slot: u32, ahead: f32) -> Option<Coordinate> {
        let ends = self.ends_ahead(slot, ahead);
        let [a, b] = &ends;
        let (arm_a, arm_b) = (a.frame.p - a.center, b.frame.p - b.center);
        let coordinate = match self.joints.parts(slot).generic {
            GenericConstraint::Angle { .. } => {
                Coordinate { value: b.turn - a.turn, jacobian: [0.0, 0.0, -1.0, 0.0, 0.0, 1.0] }
            }
            GenericConstraint::Gear { ratio } => Coordinate {
                value: b.turn - f64::from(ratio) * a.turn,
                jacobian: [0.0, 0.0, -ratio, 0.0, 0.0, 1.0],
            },
            GenericConstraint::Rack { radius } => {
                let line = b.frame.q.x_axis();
                let way = line.dot(a.frame.p - b.frame.p);
                // The line rotates with the rack: its lever there reaches to the pinion.
                let reach = a.frame.p - b.center;
                let (turn_a, turn_b) = (arm_a.cross(line) + radius, -reach.cross(line) - radius);
                Coordinate {
                    value: f64::from(way) + f64::from(radius) * (a.turn - b.turn),
                    jacobian: [line.x, line.y, turn_a, -line.x, -line.y, turn_b],
                }
            }
            GenericConstraint::Pulley { grounds, ratio, .. } => {
                let body_a = self.joints.records[slot as usize].bodies[0];
                let [(length_a, n_a), (length_b, n_b)] = self.ropes(body_a, [a.frame.p, b.frame.p], grounds);
                let n_b = n_b * ratio;
                Coordinate {
                    value: total_length([length_a, length_b], ratio),
                    jacobian: [n_a.x, n_a.y, arm_a.cross(n_a), n_b.x, n_b.y, arm_b.cross(n_b)],
                }
            }
            GenericConstraint::None | GenericConstraint::Custom(_) => return None,
        };
        Some(Coordinate {
            value: coordinate.value - self.joints.tracks[slot as usize].reference,
            ..coordinate
        })
    }

    /// Returns the total rope length of a pulley \[m\]. The anchors are in the frame of `body`.
    pub(crate) fn rope_length(&self, body: u32, anchors: [Vec2; 2], grounds: [Vec2; 2], ratio: f32) -> f32 {
        total_length(self.ropes(body, anchors, grounds).map(|(length, _)| length), ratio) as f32
    }

    /// Returns lengths and directions of both ropes of a pulley.
    fn ropes(&self, body: u32, anchors: [Vec2; 2], grounds: [Vec2; 2]) -> [(f32, Vec2); 2] {
        let frame = self.bodies.frame(body);
        [0, 1].each(|side| pull(anchors[side], (-frame).plus(grounds[side])))
    }

    /// Returns both ends of a joint after a time \[s\] of undisturbed motion, in the frame of the first body.
    pub(crate) fn ends_ahead(&self, slot: u32, ahead: f32) -> [ConstraintEnd; 2] {
        let joint = &self.joints.records[slot as usize];
        let turns = self.turns(slot);
        [0, 1].each(|side| {
            let body = joint.bodies[side];
            let (pose, state) =
                (self.bodies.relative_pose(body, joint.bodies[0]), &self.bodies.states[body as usize]);
            let (way, turn) = (state.velocity * ahead, state.angular_velocity * ahead);
            let (center, turned) = (pose.center + way, Rot::from_angle(turn));
            let arm = pose.pose.transform_point(joint.frames[side].p) - pose.center;
            let q = pose.pose.q.mul(joint.frames[side].q);
            let frame = Pose { p: center + turned.rotate(arm), q: turned.mul(q) };
            ConstraintEnd { frame, center, turn: turns[side] + f64::from(turn), motion: [way.x, way.y, turn] }
        })
    }
}
