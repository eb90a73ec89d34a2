//! Resolves references of joints: the body of a name, and the position of a world anchor on each body.

use std::collections::BTreeMap;

use super::{BodyDesc, BodyRef, JointAnchor, JointParts, LocalFrames, WorldAnchor};
use crate::trig::rotate;

/// The names of a list of bodies.
#[derive(Clone, Debug, Default)]
pub struct BodyNames {
    indices: BTreeMap<String, usize>,
    body_count: usize,
}

impl BodyNames {
    /// Collects the names of some bodies; of equal names the first one counts.
    pub fn new(bodies: &[BodyDesc]) -> Self {
        let mut indices = BTreeMap::new();
        for (index, body) in bodies.iter().enumerate() {
            if let Some(name) = &body.name {
                indices.entry(name.clone()).or_insert(index);
            }
        }
        Self { indices, body_count: bodies.len() }
    }

    /// Returns the index of a body; `None` if there is no such body.
    pub fn index(&self, body: &BodyRef) -> Option<usize> {
        match body {
            BodyRef::Index(index) => Some(*index as usize).filter(|&index| index < self.body_count),
            BodyRef::Name(name) => self.indices.get(name).copied(),
        }
    }
}

/// Returns a joint's frame on each body; a world anchor is converted with the poses of the scene.
pub fn joint_frames(at: &JointAnchor, body_a: &BodyDesc, body_b: &BodyDesc) -> LocalFrames {
    match at {
        JointAnchor::Local(frames) => *frames,
        // The frames point along the world's x axis, so that the joint's angle is 0 in the poses of the
        // scene.
        JointAnchor::World(WorldAnchor::Point(point)) => LocalFrames {
            a: local_point(body_a, *point),
            b: local_point(body_b, *point),
            angle_a: 0.0 - body_a.angle,
            angle_b: 0.0 - body_b.angle,
        },
        JointAnchor::World(WorldAnchor::Pair(points)) => LocalFrames {
            a: local_point(body_a, points.a),
            b: local_point(body_b, points.b),
            angle_a: 0.0,
            angle_b: 0.0,
        },
    }
}

/// Returns a distance joint's rest length \[m\]: the given one, or the distance of its points in the scene.
pub fn rest_length(joint: &JointParts, body_a: &BodyDesc, body_b: &BodyDesc) -> f32 {
    joint.length.unwrap_or_else(|| {
        let (a, b) = match joint.at {
            Some(JointAnchor::World(WorldAnchor::Pair(points))) => (points.a, points.b),
            Some(JointAnchor::Local(at)) => (world_point(body_a, at.a), world_point(body_b, at.b)),
            // The points coincide, which the check of the scene excludes.
            _ => ([0.0; 2], [0.0; 2]),
        };
        let (x, y) = (b[0] - a[0], b[1] - a[1]);
        (x * x + y * y).sqrt()
    })
}

fn local_point(body: &BodyDesc, point: [f32; 2]) -> [f32; 2] {
    rotate([point[0] - body.position[0], point[1] - body.position[1]], -body.angle)
}

fn world_point(body: &BodyDesc, point: [f32; 2]) -> [f32; 2] {
    let turned = rotate(point, body.angle);
    [body.position[0] + turned[0], body.position[1] + turned[1]]
}

#[cfg(test)]
mod tests {
    use super::{BodyNames, joint_frames, rest_length};
    use crate::format::{BodyDesc, BodyRef, JointAnchor, JointParts};

    fn near(a: [f32; 2], b: [f32; 2]) -> bool {
        (a[0] - b[0]).abs() < 1e-6 && (a[1] - b[1]).abs() < 1e-6
    }

    #[test]
    fn names_and_indices_resolve() {
        let names = BodyNames::new(&[BodyDesc::default(), BodyDesc::default().named("b")]);
        assert_eq!(names.index(&BodyRef::Name("b".to_owned())), Some(1));
        assert_eq!(names.index(&BodyRef::Name("c".to_owned())), None);
        assert_eq!(names.index(&BodyRef::Index(1)), Some(1));
        assert_eq!(names.index(&BodyRef::Index(2)), None);
    }

    #[test]
    fn world_anchors_become_local_frames() {
        let a = BodyDesc::fixed([1.0, 2.0]);
        let b = BodyDesc { angle: core::f32::consts::FRAC_PI_2, ..BodyDesc::dynamic([4.0, 2.0]) };
        let frames = joint_frames(&JointAnchor::world([3.0, 3.0]), &a, &b);
        assert!(near(frames.a, [2.0, 1.0]));
        // The point is one to the left of b and one above. In the frame of b, which faces up, that is ahead
        // and to its left.
        assert!(near(frames.b, [1.0, 1.0]));
        assert_eq!((frames.angle_a, frames.angle_b), (0.0, -core::f32::consts::FRAC_PI_2));
    }

    #[test]
    fn default_length_is_the_distance_in_the_scene() {
        let a = BodyDesc::fixed([0.0, 0.0]);
        let b = BodyDesc { angle: core::f32::consts::PI, ..BodyDesc::dynamic([5.0, 4.0]) };
        let at = JointAnchor::between([1.0, 0.0], [4.0, 4.0]);
        let world = JointParts::at(0, 1, at);
        let points = joint_frames(&at, &a, &b);
        assert!(near(points.a, [1.0, 0.0]) && near(points.b, [1.0, 0.0]));
        let local = JointParts { at: Some(JointAnchor::Local(points)), ..world.clone() };
        assert_eq!(rest_length(&world, &a, &b), 5.0);
        assert!((rest_length(&local, &a, &b) - 5.0).abs() < 1e-5);
        assert_eq!(rest_length(&JointParts { length: Some(2.0), ..world }, &a, &b), 2.0);
    }
}
