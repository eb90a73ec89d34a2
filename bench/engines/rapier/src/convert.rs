//! Turns descriptions of the scene format into Rapier's builders.

use cairn2d_scenes::Scene;
use cairn2d_scenes::format::{
    BodyDesc, BodyKind, ChainDesc, Geometry, JointDesc, MaterialDesc, MixRule, ShapeDesc, joint_frames,
};
use rapier2d::prelude::*;

pub(crate) fn vector([x, y]: [f32; 2]) -> Vector {
    Vector::new(x, y)
}

pub(crate) fn body(scene: &Scene, desc: &BodyDesc) -> RigidBodyBuilder {
    let kind = match desc.kind {
        BodyKind::Static => RigidBodyType::Fixed,
        BodyKind::Kinematic => RigidBodyType::KinematicVelocityBased,
        BodyKind::Dynamic => RigidBodyType::Dynamic,
    };
    let mut builder = RigidBodyBuilder::new(kind)
        .translation(vector(desc.position))
        .rotation(desc.angle)
        .linvel(vector(desc.velocity))
        .angvel(desc.angular_velocity)
        .linear_damping(desc.linear_damping)
        .angular_damping(desc.angular_damping)
        .gravity_scale(desc.gravity_scale)
        .enabled_translations(!desc.locks.x, !desc.locks.y)
        .can_sleep(scene.world.sleeping && desc.sleep.enabled)
        .sleeping(!desc.awake)
        .enabled(desc.enabled);
    if desc.locks.rotation {
        builder = builder.lock_rotations();
    }
    if let Some(mass) = &desc.mass {
        let properties = MassProperties::new(vector(mass.center), mass.mass, mass.inertia);
        builder = builder.additional_mass_properties(properties);
    }
    builder
}

/// Returns a shape's collider; `massless` if the body's mass is given by hand.
///
/// # Errors
/// A polygon without area.
pub(crate) fn shape(scene: &Scene, desc: &ShapeDesc, massless: bool) -> Result<ColliderBuilder, String> {
    let builder = match &desc.geometry {
        Geometry::Circle(circle) => ColliderBuilder::ball(circle.radius).translation(vector(circle.center)),
        Geometry::Capsule(capsule) => {
            ColliderBuilder::capsule_from_endpoints(vector(capsule.a), vector(capsule.b), capsule.radius)
        }
        Geometry::Segment(segment) => ColliderBuilder::segment(vector(segment.a), vector(segment.b)),
        Geometry::Box(rect) => {
            let [x, y] = rect.half;
            let builder = if rect.radius > 0.0 {
                ColliderBuilder::round_cuboid(x, y, rect.radius)
            } else {
                ColliderBuilder::cuboid(x, y)
            };
            builder.translation(vector(rect.center)).rotation(rect.angle)
        }
        Geometry::Polygon(polygon) => {
            let points: Vec<Vector> = polygon.points.iter().copied().map(vector).collect();
            let builder = if polygon.radius > 0.0 {
                ColliderBuilder::round_convex_hull(&points, polygon.radius)
            } else {
                ColliderBuilder::convex_hull(&points)
            };
            builder.ok_or_else(|| format!("Rapier finds no hull of {:?}", polygon.points))?
        }
    };
    let density = if massless || desc.sensor { 0.0 } else { desc.density };
    let builder = builder.density(density).sensor(desc.sensor);
    Ok(surface(builder, scene.material(&desc.material).unwrap_or_default()))
}

/// Returns a chain's collider: a one-sided polyline.
pub(crate) fn chain(scene: &Scene, desc: &ChainDesc) -> ColliderBuilder {
    let mut points: Vec<Vector> = desc.points.iter().copied().map(vector).collect();
    let count = points.len() as u32;
    let indices = if desc.closed {
        (0..count).map(|index| [index, (index + 1) % count]).collect()
    } else {
        // The outer points of an open chain carry no segment.
        points = points[1..points.len() - 1].to_vec();
        (0..count - 3).map(|index| [index, index + 1]).collect()
    };
    let builder = ColliderBuilder::oriented_polyline(points, Some(indices));
    surface(builder, scene.material(&desc.material).unwrap_or_default())
}

fn surface(builder: ColliderBuilder, material: MaterialDesc) -> ColliderBuilder {
    builder
        .friction(material.friction)
        .friction_combine_rule(rule(material.friction_mix))
        .restitution(material.restitution)
        .restitution_combine_rule(rule(material.restitution_mix))
}

fn rule(rule: MixRule) -> CoefficientCombineRule {
    match rule {
        MixRule::GeometricMean => CoefficientCombineRule::GeometricMean,
        MixRule::Average => CoefficientCombineRule::Average,
        MixRule::Minimum => CoefficientCombineRule::Min,
        MixRule::Multiply => CoefficientCombineRule::Multiply,
        MixRule::Maximum => CoefficientCombineRule::Max,
    }
}

/// Returns a hinge.
pub(crate) fn revolute(hinge: &JointDesc, a: &BodyDesc, b: &BodyDesc) -> GenericJoint {
    let desc = hinge.parts();
    let frames = joint_frames(&desc.anchor(), a, b);
    let mut joint: GenericJoint =
        RevoluteJointBuilder::new().contacts_enabled(hinge.collides()).build().into();
    joint.set_local_frame1(Pose::new(vector(frames.a), frames.angle_a));
    joint.set_local_frame2(Pose::new(vector(frames.b), frames.angle_b));
    if let Some((lower, upper)) = hinge.limits() {
        joint.set_limits(JointAxis::AngX, [lower, upper]);
    }
    if let Some(spring) = &desc.spring {
        let pulsation = core::f32::consts::TAU * spring.hertz;
        let damping = 2.0 * spring.damping_ratio * pulsation;
        joint.set_motor_model(JointAxis::AngX, MotorModel::AccelerationBased);
        joint.set_motor_position(JointAxis::AngX, spring.target, pulsation * pulsation, damping);
    } else if let Some(motor) = &desc.motor {
        joint.set_motor_velocity(JointAxis::AngX, motor.speed, MOTOR_STIFFNESS);
        joint.set_motor_max_force(JointAxis::AngX, motor.strength);
    }
    joint
}

/// How hard a motor holds its speed, as in Rapier's own ports of these scenes.
const MOTOR_STIFFNESS: f32 = 1.0e5;
