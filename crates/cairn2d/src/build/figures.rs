//! Rag dolls and cars.

use core::f32::consts::PI;

use cairn2d_dynamics::{Body, CollisionFilter, Error, IntoShape, Revolute, Rotary, Wheel, World};
use cairn2d_geometry::{Capsule, Circle, Polygon};
use cairn2d_math::{StandardFloats, Vec2};

use super::{Assembly, check_length};
use crate::check::{check, check_vector};

/// A ragdoll of 11 bones, 1.7 m tall at scale 1. It stands and faces right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ragdoll {
    /// Position of the soles \[m\].
    pub at: Vec2,
    /// Size relative to an adult \[-\], 0.05 to 100. Default 1.
    pub scale: f32,
    /// Density of the bones [kg/m²]. Default 1.
    pub density: f32,
    /// Stiffness of the springs that keep the posture \[Hz\], 0 to 1e6; 0 for none. Default 2.
    pub hertz: f32,
    /// Filter group of the shapes. With a negative group the bones do not collide with each other, nor with
    /// dolls of the same group. Default -1.
    pub group: i32,
}

/// A bone: its parent, the heights of its ends and of its joint above the soles \[m\], its thickness, and the
/// limits of its joint \[rad\].
struct Bone {
    parent: Option<usize>,
    span: [f32; 2],
    pivot: f32,
    radius: f32,
    limits: [f32; 2],
}

const fn bone(parent: usize, span: [f32; 2], pivot: f32, radius: f32, limits: [f32; 2]) -> Bone {
    Bone { parent: Some(parent), span, pivot, radius, limits }
}

/// Hip, torso, head, then thigh and shin, upper and lower arm, of each side.
const BONES: [Bone; 11] = [
    Bone { parent: None, span: [0.93, 0.97], pivot: 0.95, radius: 0.095, limits: [0.0, 0.0] },
    bone(0, [1.065, 1.335], 1.0, 0.09, [-0.25 * PI, 0.1]),
    bone(1, [1.45, 1.55], 1.4, 0.08, [-0.3 * PI, 0.1 * PI]),
    bone(0, [0.57, 0.85], 0.9, 0.07, [-0.05 * PI, 0.4 * PI]),
    bone(3, [0.06, 0.46], 0.52, 0.055, [-0.5 * PI, -0.02 * PI]),
    bone(0, [0.57, 0.85], 0.9, 0.07, [-0.05 * PI, 0.4 * PI]),
    bone(5, [0.06, 0.46], 0.52, 0.055, [-0.5 * PI, -0.02 * PI]),
    bone(1, [1.1, 1.3], 1.34, 0.045, [-0.1 * PI, 0.8 * PI]),
    bone(7, [0.86, 1.02], 1.06, 0.04, [0.01 * PI, 0.5 * PI]),
    bone(1, [1.1, 1.3], 1.34, 0.045, [-0.1 * PI, 0.8 * PI]),
    bone(9, [0.86, 1.02], 1.06, 0.04, [0.01 * PI, 0.5 * PI]),
];

impl Ragdoll {
    /// An adult whose soles are at this position \[m\].
    pub fn new(at: impl Into<Vec2>) -> Ragdoll {
        Ragdoll { at: at.into(), scale: 1.0, density: 1.0, hertz: 2.0, group: -1 }
    }

    /// Makes the doll. Bodies: hip, torso, head, then thigh and shin of each leg, upper and lower arm of each
    /// arm. Joints: one for each bone but the hip, in the same order. Angles are 0 when the doll stands with
    /// hanging arms, and positive counter-clockwise: thighs and arms forwards are positive, shins backwards
    /// negative.
    ///
    /// # Errors
    /// A value out of range; nothing is added to the world then.
    pub fn build(&self, world: &mut World) -> Result<Assembly, Error> {
        StandardFloats::within(|| {
            check_vector("doll at", self.at, 1.0e6)?;
            check("doll scale", self.scale, (0.05, 100.0))?;
            check("doll hertz", self.hertz, (0.0, 1.0e6))?;
            let filter = CollisionFilter { group: self.group, ..CollisionFilter::default() };
            Assembly::make(world, |doll, world| {
                for bone in &BONES {
                    let middle = 0.5 * (bone.span[0] + bone.span[1]);
                    let half = self.scale * 0.5 * (bone.span[1] - bone.span[0]);
                    let shape = Capsule::new([0.0, -half], [0.0, half], self.scale * bone.radius);
                    let shape = shape.density(self.density).friction(0.4).filter(filter);
                    let height = |y: f32| self.at + Vec2::new(0.0, self.scale * y);
                    let body = doll.spawn(world, Body::dynamic().at(height(middle)).with(shape))?;
                    let Some(parent) = bone.parent else { continue };
                    let [lower, upper] = bone.limits;
                    let joint =
                        Revolute::new(doll.bodies[parent], body).at(height(bone.pivot)).limits(lower, upper);
                    doll.join(world, joint.spring(self.hertz, 0.7, 0.0))?;
                }
                Ok(())
            })
        })
    }
}

/// A car seen from the side: a chassis on two sprung wheels, driven by motors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Car {
    /// Position of the middle of the chassis \[m\]; the wheels touch the ground 1.1 wheel radii below it.
    pub at: Vec2,
    /// Length of the chassis \[m\], 1e-3 to 1e4. Default 3.
    pub length: f32,
    /// Radius of the wheels \[m\], 1e-3 to 1e4. Default 0.4.
    pub wheel_radius: f32,
    /// Stiffness of the springs \[Hz\], 0 to 1e6. Default 4.
    pub hertz: f32,
    /// Damping ratio of the springs \[-\], 0 to 1e4. Default 0.7.
    pub damping_ratio: f32,
    /// Largest torques of the motors of the rear and the front wheel \[N m\], at least 0. Default 20 and 10.
    pub torques: [f32; 2],
}

impl Car {
    /// A small car at a position \[m\], facing right.
    pub fn new(at: impl Into<Vec2>) -> Car {
        Car {
            at: at.into(),
            length: 3.0,
            wheel_radius: 0.4,
            hertz: 4.0,
            damping_ratio: 0.7,
            torques: [20.0, 10.0],
        }
    }

    /// Makes the car. Bodies: chassis, rear wheel, front wheel. Joints: the motors of the two wheels;
    /// supports: their springs. The motors start with speed 0. Set their speed \[rad/s\] to drive; a positive
    /// speed drives to the right.
    ///
    /// # Errors
    /// A value out of range; nothing is added to the world then.
    pub fn build(&self, world: &mut World) -> Result<Assembly, Error> {
        StandardFloats::within(|| {
            check_vector("car at", self.at, 1.0e6)?;
            check_length("car length", self.length)?;
            check_length("car wheel radius", self.wheel_radius)?;
            let (half, r) = (0.5 * self.length, self.wheel_radius);
            let hull = [
                [-half, -0.3 * r],
                [half, -0.3 * r],
                [half, 0.4 * r],
                [0.0, 1.6 * r],
                [-0.8 * half, 1.4 * r],
                [-half, 0.5 * r],
            ];
            let hull = Polygon::new(&hull)?;
            Assembly::make(world, |car, world| {
                let chassis = car.spawn(world, Body::dynamic().at(self.at).with(hull))?;
                for (side, torque) in [-0.7, 0.7].into_iter().zip(self.torques) {
                    let at = self.at + Vec2::new(side * half, -0.1 * r - 0.3 * r);
                    let wheel = Circle::new(r).friction(1.5);
                    let wheel = car.spawn(world, Body::dynamic().at(at).with(wheel))?;
                    let joint = Wheel::new(chassis, wheel).at(at).along(Vec2::Y).limits(-0.5 * r, 0.5 * r);
                    car.support(world, joint.spring(self.hertz, self.damping_ratio))?;
                    // Relative to the wheel, the chassis turns counter-clockwise while the wheel rolls to the
                    // right.
                    car.join(world, Rotary::new(wheel, chassis).motor(0.0, torque))?;
                }
                Ok(())
            })
        })
    }
}
