//! Turns descriptions of the scene format into Rapier's builders.

use cairn2d_scenes::Scene;
use cairn2d_scenes::format::{
    BodyDesc, BodyKind, ChainDesc, Geometry, JointDesc, MaterialDesc, MixRule, ShapeDesc, SpringDesc,
    joint_frames, rest_length,
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
        .ccd_enabled(desc.bullet)
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

/// Stiffness and damping of a spring of a mass of 1.
fn unit_spring(spring: &SpringDesc) -> (f32, f32) {
    let pulsation = core::f32::consts::TAU * spring.hertz;
    (pulsation * pulsation, 2.0 * spring.damping_ratio * pulsation)
}

/// Returns a spring between two points.
///
/// # Errors
/// A rod, a rope, limits or a motor.
pub(crate) fn spring(joint: &JointDesc, a: &BodyDesc, b: &BodyDesc) -> Result<GenericJoint, String> {
    let desc = joint.parts();
    let (Some(spring), None, None) = (&desc.spring, joint.limits(), &desc.motor) else {
        return Err("Rapier has springs, but no distance joint with limits or a motor".to_owned());
    };
    let points = joint_frames(&desc.anchor(), a, b);
    let (stiffness, damping) = unit_spring(spring);
    let builder = SpringJointBuilder::new(rest_length(desc, a, b), stiffness, damping)
        .spring_model(MotorModel::AccelerationBased)
        .local_anchor1(vector(points.a))
        .local_anchor2(vector(points.b))
        .contacts_enabled(joint.collides());
    Ok(builder.build().into())
}

/// Returns a slider.
pub(crate) fn prismatic(slider: &JointDesc, a: &BodyDesc, b: &BodyDesc) -> GenericJoint {
    let desc = slider.parts();
    let frames = joint_frames(&desc.anchor(), a, b);
    let along = desc.along.map_or(0.0, |[x, y]| y.atan2(x));
    let mut joint: GenericJoint =
        PrismaticJointBuilder::new(Vector::new(1.0, 0.0)).contacts_enabled(slider.collides()).build().into();
    joint.set_local_frame1(Pose::new(vector(frames.a), frames.angle_a + along));
    joint.set_local_frame2(Pose::new(vector(frames.b), frames.angle_b + along));
    if let Some((lower, upper)) = slider.limits() {
        joint.set_limits(JointAxis::LinX, [lower, upper]);
    }
    if let Some(spring) = &desc.spring {
        let (stiffness, damping) = unit_spring(spring);
        joint.set_motor_model(JointAxis::LinX, MotorModel::AccelerationBased);
        joint.set_motor_position(JointAxis::LinX, spring.target, stiffness, damping);
    } else if let Some(motor) = &desc.motor {
        joint.set_motor_velocity(JointAxis::LinX, motor.speed, MOTOR_STIFFNESS);
        joint.set_motor_max_force(JointAxis::LinX, motor.strength);
    }
    joint
}

/// Returns a weld, used for a soft hinge with an angular spring.
///
/// # Errors
/// A weld with linear softness.
pub(crate) fn weld(weld: &JointDesc, a: &BodyDesc, b: &BodyDesc) -> Result<GenericJoint, String> {
    if weld.parts().linear_spring.is_some() {
        return Err("Rapier has no weld with a linear spring".to_owned());
    }
    let mut joint = revolute(weld, a, b);
    if weld.parts().spring.is_none() {
        joint.lock_axes(JointAxesMask::ANG_X);
    }
    Ok(joint)
}

/// Stiffness of a motor's velocity target, as in Rapier's own ports of these scenes.
const MOTOR_STIFFNESS: f32 = 1.0e5;
