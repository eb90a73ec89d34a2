//! Relations of two bodies that are no point, length or line: before the solve they are written down as rows, after it the angles follow.
//!
//! This is serial and scalar: relations are few, and a constraint of the caller's is called from here. Angles are kept in double precision, and
//! all numbers of a row are told less its coordinate, so that a limit a thousand turns away is as sharp as one close by.
//!
//! Invariant: the turns of a track differ from the angles of its bodies by whole turns.

use cairn2d_math::Vec2;

use crate::constraint_graph::COLOR_COUNT;
use crate::joint::{
    AxisRow, ConstraintRow, FAR, Joint, JointEnds, JointForm, ROWS, Relation, RowLine, Track, axis_row,
    feature,
};

use super::World;

const TURN: f64 = core::f64::consts::TAU;

/// Shortest rope that has a direction \[m\].
const MIN_LENGTH: f32 = 1.0e-6;

/// A coordinate and how it changes with the motion of both bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coordinate {
    pub(crate) value: f64,
    pub(crate) jacobian: [f32; 6],
}

impl World {
    /// Writes down the rows of all relations that are active.
    pub(crate) fn prepare_relations(&mut self, dt: f32) {
        if self.joints.tracks.is_empty() {
            return;
        }
        for color in 0..COLOR_COUNT {
            for form in [JointForm::Row, JointForm::Rows] {
                for index in 0..self.graph.colors[color].joints[form as usize].len() {
                    let slot = self.graph.colors[color].joints[form as usize][index];
                    self.joints.tracks[slot as usize].turns = self.turns(slot);
                    match form {
                        JointForm::Rows => self.prepare_custom(slot, dt),
                        _ => self.prepare_relation(slot),
                    }
                }
            }
        }
    }

    /// Lets the angles follow the step, however far a body turned in it.
    pub(crate) fn finish_relations(&mut self) {
        if self.joints.tracks.is_empty() {
            return;
        }
        for color in &self.graph.colors {
            for form in [JointForm::Row, JointForm::Rows] {
                for &slot in &color.joints[form as usize] {
                    let bodies = self.joints.records[slot as usize].bodies;
                    for (turns, body) in self.joints.tracks[slot as usize].turns.iter_mut().zip(bodies) {
                        *turns += f64::from(self.bodies.states[body as usize].delta_angle);
                    }
                }
            }
        }
    }

    /// Angles of the bodies of a joint \[rad\], by whole turns the nearest to those it knows.
    pub(crate) fn turns(&self, slot: u32) -> [f64; 2] {
        let (bodies, track) = (self.joints.records[slot as usize].bodies, self.joints.tracks[slot as usize]);
        [0, 1].map(|side| {
            let angle = f64::from(self.bodies.poses[bodies[side] as usize].pose.q.angle());
            angle + TURN * ((track.turns[side] - angle) / TURN + 0.5).floor()
        })
    }

    /// Begins to count the angles of a new or changed relation, from where its bodies stand.
    pub(crate) fn begin_track(&mut self, slot: u32) {
        let Joint { bodies, frames, length, .. } = self.joints.records[slot as usize];
        let relation = self.joints.parts(slot).relation.clone();
        let turns = bodies.map(|body| f64::from(self.bodies.poses[body as usize].pose.q.angle()));
        self.joints.tracks[slot as usize] = Track { turns, reference: 0.0, tooth: 0.0 };
        let value = self.coordinate(slot).map_or(turns[1] - turns[0], |coordinate| coordinate.value);
        let reference = match relation {
            Relation::Angle { .. } => {
                // The angle of the frames, within half a turn.
                let [a, b] =
                    [0, 1].map(|side| self.bodies.poses[bodies[side] as usize].pose.q.mul(frames[side].q));
                value - f64::from(a.inv_mul(b).angle())
            }
            Relation::Gear { .. } | Relation::Rack { .. } | Relation::Custom(_) => value,
            Relation::None | Relation::Pulley { .. } => 0.0,
        };
        self.joints.tracks[slot as usize].reference = reference;
        if matches!(relation, Relation::Pulley { .. }) && length == 0.0 {
            self.joints.records[slot as usize].length = if value > 1.0e-4 { value as f32 } else { 1.0e-4 };
        }
        self.begin_ratchet(slot);
    }

    /// Lets a ratchet hold from where its bodies stand.
    pub(crate) fn begin_ratchet(&mut self, slot: u32) {
        let Some(Coordinate { value, .. }) = self.coordinate(slot) else { return };
        if let Some((pitch, phase)) = self.joints.parts(slot).relation.ratchet() {
            self.joints.tracks[slot as usize].tooth = tooth(value, f64::from(pitch), f64::from(phase));
        }
    }

    /// The coordinate of a relation as its bodies stand; `None` for joints that are none, and for those of the caller's.
    pub(crate) fn coordinate(&self, slot: u32) -> Option<Coordinate> {
        let joint = &self.joints.records[slot as usize];
        let turns = self.turns(slot);
        let [a, b] = [0, 1].map(|side| {
            let pose = &self.bodies.poses[joint.bodies[side] as usize];
            let anchor = pose.pose.transform_point(joint.frames[side].p);
            (anchor, anchor - pose.center, pose)
        });
        let coordinate = match self.joints.parts(slot).relation {
            Relation::Angle { .. } => {
                Coordinate { value: turns[1] - turns[0], jacobian: [0.0, 0.0, -1.0, 0.0, 0.0, 1.0] }
            }
            Relation::Gear { ratio } => Coordinate {
                value: turns[1] - f64::from(ratio) * turns[0],
                jacobian: [0.0, 0.0, -ratio, 0.0, 0.0, 1.0],
            },
            Relation::Rack { radius } => {
                let line = b.2.pose.q.mul(joint.frames[1].q).x_axis();
                let way = line.dot(a.0 - b.0);
                // The line turns with the rack: its lever there reaches to the pinion.
                let reach = a.0 - b.2.center;
                let (turn_a, turn_b) = (a.1.cross(line) + radius, -reach.cross(line) - radius);
                Coordinate {
                    value: f64::from(way) + f64::from(radius) * (turns[0] - turns[1]),
                    jacobian: [line.x, line.y, turn_a, -line.x, -line.y, turn_b],
                }
            }
            Relation::Pulley { grounds, ratio, .. } => {
                let [(length_a, n_a), (length_b, n_b)] = [pull(a.0, grounds[0]), pull(b.0, grounds[1])];
                let n_b = n_b * ratio;
                Coordinate {
                    value: f64::from(length_a) + f64::from(ratio) * f64::from(length_b),
                    jacobian: [n_a.x, n_a.y, a.1.cross(n_a), n_b.x, n_b.y, b.1.cross(n_b)],
                }
            }
            Relation::None | Relation::Custom(_) => return None,
        };
        Some(Coordinate {
            value: coordinate.value - self.joints.tracks[slot as usize].reference,
            ..coordinate
        })
    }

    /// Writes down the row of a relation and what acts along it.
    fn prepare_relation(&mut self, slot: u32) {
        let Some(Coordinate { value, jacobian }) = self.coordinate(slot) else { return };
        let impulses = self.joints.impulses(slot);
        let index = slot as usize;
        let features = self.joints.rows[index].features;
        let (joint, parts) = (&self.joints.records[index], self.joints.parts(slot));
        let mut axis = axis_row(joint, parts, features, impulses);
        let mut track = self.joints.tracks[index];
        let less = |limit: f32| (f64::from(limit) - value) as f32;
        match parts.relation {
            Relation::Angle { ratchet } => {
                axis.spring_target = less(axis.spring_target);
                (axis.lower, axis.upper) = (less(axis.lower), less(axis.upper));
                if let Some((pitch, phase)) = ratchet {
                    let (pitch, reached) =
                        (f64::from(pitch), tooth(value, f64::from(pitch), f64::from(phase)));
                    let further = (reached - track.tooth) * pitch > 0.0;
                    track.tooth = if further { reached } else { track.tooth };
                    let stop = (track.tooth - value) as f32;
                    if pitch > 0.0 && stop > axis.lower {
                        axis.lower = stop;
                    }
                    if pitch < 0.0 && stop < axis.upper {
                        axis.upper = stop;
                    }
                }
            }
            Relation::Pulley { .. } => {
                let end = (f64::from(joint.length) - value) as f32;
                (axis.spring_target, axis.lower, axis.upper) = (end, -FAR, end);
            }
            _ => axis.spring_target = -value as f32,
        }
        self.joints.tracks[index] = track;
        self.joints.axes[index] = axis;
        self.joints.lines[index * ROWS] = RowLine { jacobian, coordinate: 0.0, features };
    }

    /// Asks a constraint of the caller's for its rows and writes them down.
    fn prepare_custom(&mut self, slot: u32, dt: f32) {
        let Relation::Custom(constraint) = &self.joints.parts(slot).relation else { return };
        let rows = constraint.0.rows(&self.joint_ends(slot, dt));
        for (index, row) in rows.into_iter().enumerate() {
            let place = slot as usize * ROWS + index;
            let former = self.joints.line_axes[place];
            let usable = row.filter(ConstraintRow::is_usable);
            let (line, axis) = usable.map_or_else(Default::default, |row| written(&row, &former));
            (self.joints.lines[place], self.joints.line_axes[place]) = (line, axis);
        }
        let own = &self.joints.lines[slot as usize * ROWS..][..ROWS];
        let features = own.iter().fold(0, |all, line| all | line.features);
        self.joints.rows[slot as usize].features = features;
    }

    /// What a constraint of the caller's is told.
    fn joint_ends(&self, slot: u32, dt: f32) -> JointEnds {
        let (joint, track) = (&self.joints.records[slot as usize], &self.joints.tracks[slot as usize]);
        let poses = joint.bodies.map(|body| &self.bodies.poses[body as usize]);
        let states = joint.bodies.map(|body| &self.bodies.states[body as usize]);
        JointEnds {
            frames: [0, 1].map(|side| poses[side].pose.mul(joint.frames[side])),
            centers: poses.map(|pose| pose.center),
            velocities: states.map(|state| state.velocity),
            angular_velocities: states.map(|state| state.angular_velocity),
            turns: track.turns,
            angle: track.turns[1] - track.turns[0] - track.reference,
            dt,
        }
    }
}

/// The last tooth that an angle has passed in the direction of the pitch.
fn tooth(angle: f64, pitch: f64, phase: f64) -> f64 {
    // A hair is given, or a ratchet that rests on its tooth would slip back by one for a rounding.
    ((angle - phase) / pitch + 1.0e-4).floor() * pitch + phase
}

/// Length of a rope from a point of the world to an anchor, and its direction.
fn pull(anchor: Vec2, ground: Vec2) -> (f32, Vec2) {
    let rope = anchor - ground;
    let length = rope.length();
    (length, if length > MIN_LENGTH { rope * (1.0 / length) } else { Vec2::ZERO })
}

/// A row of the caller's as the solver wants it, with the impulses that the row of this number had.
fn written(row: &ConstraintRow, former: &AxisRow) -> (RowLine, AxisRow) {
    let ConstraintRow { linear_a, angular_a, linear_b, angular_b, .. } = *row;
    let bit = |on: bool, bit: u32| if on { bit } else { 0 };
    let spring = row.spring.filter(|spring| spring.hertz > 0.0 && !row.rigid);
    let features = bit(row.rigid, feature::ROD)
        | bit(spring.is_some(), feature::SPRING)
        | bit(row.motor.is_some(), feature::MOTOR)
        | bit(row.limits.is_some(), feature::LIMITS);
    let jacobian = [linear_a.x, linear_a.y, angular_a, linear_b.x, linear_b.y, angular_b];
    let kept = |on: bool, impulse: f32| if on { impulse } else { 0.0 };
    let mut axis = AxisRow {
        spring_range: [-FAR, FAR],
        spring: kept(row.rigid || spring.is_some(), former.spring),
        motor: kept(row.motor.is_some(), former.motor),
        lower_impulse: kept(row.limits.is_some(), former.lower_impulse),
        upper_impulse: kept(row.limits.is_some(), former.upper_impulse),
        ..AxisRow::default()
    };
    if let Some((lower, upper)) = row.limits {
        (axis.lower, axis.upper) = (lower, upper);
    }
    if let Some(spring) = spring {
        (axis.spring_hertz, axis.spring_damping_ratio) = (spring.hertz, spring.damping_ratio);
        axis.spring_target = spring.target;
    }
    if let Some(motor) = row.motor {
        (axis.motor_speed, axis.motor_strength) = (motor.speed, motor.strength);
    }
    (RowLine { jacobian, coordinate: row.value, features }, axis)
}
