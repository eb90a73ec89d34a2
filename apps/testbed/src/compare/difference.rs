//! The difference of two runs at the same step.

use cairn2d::{BodyId, BodyKind, BodyRef, Vec2};

use crate::session::Session;

/// The difference of two runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Difference {
    /// Bodies of both runs.
    pub paired: usize,
    /// Bodies of only the first, and only the second run.
    pub single: [usize; 2],
    /// Bodies of both runs whose poses differ.
    pub moved: usize,
    /// The body whose centers of mass are the farthest apart, and their distance `[m]`.
    pub largest: Option<(BodyId, f32)>,
    /// Mean distance of the centers of mass of a pair `[m]`.
    pub mean: f32,
    /// Kinetic energy of each run `[J]`.
    pub kinetic: [f64; 2],
    /// Kinetic energy and potential energy in the gravity of the world, of each run `[J]`. The potential
    /// energy is 0 at the origin of the scene.
    pub total: [f64; 2],
}

impl Difference {
    /// The difference of two runs of a scene.
    pub fn of(first: &Session, second: &Session) -> Self {
        let mut found = Self::default();
        let [a, b] = [first, second].map(|session| (session.world(), session.scene().origin()));
        let mut sum = 0.0;
        for id in a.0.bodies() {
            let (Some(one), Some(two)) = (a.0.body(id), b.0.body(id)) else {
                found.single[0] += 1;
                continue;
            };
            found.paired += 1;
            let distance = (one.center64() - two.center64()).to_vec2().length();
            found.moved += usize::from(one.pose_from(a.1) != two.pose_from(b.1));
            sum += f64::from(distance);
            // In a world with bodies that have flown off, the distance may be infinite.
            if found.largest.is_none_or(|(_, largest)| distance > largest) {
                found.largest = Some((id, distance));
            }
        }
        found.largest = found.largest.filter(|(_, distance)| *distance > 0.0);
        found.single[1] = b.0.bodies().count() - found.paired;
        found.mean = (sum / found.paired.max(1) as f64) as f32;
        for (index, session) in [first, second].into_iter().enumerate() {
            (found.kinetic[index], found.total[index]) = energies(session);
        }
        found
    }

    /// Whether the runs differ.
    pub fn is_some(&self) -> bool {
        self.moved > 0 || self.single != [0; 2]
    }
}

/// Kinetic energy, and the sum of kinetic and potential energy `[J]`.
fn energies(session: &Session) -> (f64, f64) {
    let (world, origin) = (session.world(), session.scene().origin());
    let gravity = world.config().gravity;
    let (mut kinetic, mut potential) = (0.0, 0.0);
    let dynamic = |body: &BodyRef<'_>| body.kind() == BodyKind::Dynamic && body.is_enabled();
    for body in world.bodies().filter_map(|id| world.body(id)).filter(dynamic) {
        kinetic += f64::from(body.kinetic_energy());
        let at: Vec2 = (body.center64() - origin).to_vec2();
        potential -= f64::from(body.mass().mass * body.gravity_scale()) * f64::from(gravity.dot(at));
    }
    (kinetic, kinetic + potential)
}
