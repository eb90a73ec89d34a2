//! Turns descriptions of the scene format into Box2D's definitions.
//!
//! Every definition starts from Box2D's default, so settings that a scene omits have Box2D's values.

use boxdd_sys::ffi;
use cairn2d_scenes::Scene;
use cairn2d_scenes::format::{
    BodyDesc, BodyKind, ChainDesc, FilterDesc, Geometry, JointDesc, MaterialDesc, MaterialRef, MixRule,
    ShapeDesc, joint_frames, rest_length,
};

/// The default softness of joints.
#[derive(Clone, Copy)]
pub(crate) struct JointSoftness {
    /// The frequency \[Hz\].
    pub(crate) hertz: f32,
    /// The damping ratio \[-\].
    pub(crate) damping_ratio: f32,
}

pub(crate) fn vec2([x, y]: [f32; 2]) -> ffi::b2Vec2 {
    ffi::b2Vec2 { x, y }
}

fn rot(angle: f32) -> ffi::b2Rot {
    let (s, c) = angle.sin_cos();
    ffi::b2Rot { c, s }
}

pub(crate) fn transform(position: [f32; 2], angle: f32) -> ffi::b2Transform {
    ffi::b2Transform { p: vec2(position), q: rot(angle) }
}

pub(crate) fn world_def(scene: &Scene, threads: usize) -> ffi::b2WorldDef {
    let settings = &scene.world;
    // SAFETY: the function only returns a value.
    let mut def = unsafe { ffi::b2DefaultWorldDef() };
    def.gravity = vec2(settings.gravity);
    def.restitutionThreshold = settings.restitution_threshold;
    def.contactHertz = settings.contact_hertz;
    def.contactDampingRatio = settings.contact_damping_ratio;
    def.contactSpeed = settings.push_speed;
    def.maximumLinearSpeed = settings.max_linear_speed;
    def.enableSleep = settings.sleeping;
    def.enableContinuous = settings.continuous;
    def.workerCount = threads as i32;
    // Box2D has one threshold per world; the scenes with hit events use the same one.
    let hits = scene.bodies.iter().flat_map(|body| &body.shapes).find_map(|shape| shape.report_hits_above);
    def.hitEventThreshold = hits.unwrap_or(def.hitEventThreshold);
    if scene_materials(scene).any(|material| rules(&material) != rules(&MaterialDesc::default())) {
        def.frictionCallback = Some(mix_friction);
        def.restitutionCallback = Some(mix_restitution);
    }
    def
}

fn scene_materials(scene: &Scene) -> impl Iterator<Item = MaterialDesc> {
    let shapes = scene.bodies.iter().flat_map(|body| &body.shapes).map(|shape| &shape.material);
    let chains = scene.bodies.iter().flat_map(|body| &body.chains).map(|chain| &chain.material);
    shapes.chain(chains).filter_map(|material| scene.material(material))
}

pub(crate) fn body_def(desc: &BodyDesc) -> ffi::b2BodyDef {
    // SAFETY: the function only returns a value.
    let mut def = unsafe { ffi::b2DefaultBodyDef() };
    def.type_ = match desc.kind {
        BodyKind::Static => ffi::b2BodyType_b2_staticBody,
        BodyKind::Kinematic => ffi::b2BodyType_b2_kinematicBody,
        BodyKind::Dynamic => ffi::b2BodyType_b2_dynamicBody,
    };
    def.position = vec2(desc.position);
    def.rotation = rot(desc.angle);
    def.linearVelocity = vec2(desc.velocity);
    def.angularVelocity = desc.angular_velocity;
    def.linearDamping = desc.linear_damping;
    def.angularDamping = desc.angular_damping;
    def.gravityScale = desc.gravity_scale;
    def.sleepThreshold = desc.sleep.threshold;
    def.enableSleep = desc.sleep.enabled;
    def.isAwake = desc.awake;
    def.isBullet = desc.bullet;
    def.isEnabled = desc.enabled;
    def.motionLocks =
        ffi::b2MotionLocks { linearX: desc.locks.x, linearY: desc.locks.y, angularZ: desc.locks.rotation };
    def
}

/// Makes a shape on a body.
///
/// # Errors
/// A polygon that has no hull in Box2D.
pub(crate) fn add_shape(body: ffi::b2BodyId, scene: &Scene, desc: &ShapeDesc) -> Result<(), String> {
    // SAFETY: the function only returns a value.
    let mut def = unsafe { ffi::b2DefaultShapeDef() };
    def.material = surface(scene, &desc.material);
    def.density = desc.density;
    def.filter = filter(&desc.filter);
    def.enableHitEvents = desc.report_hits_above.is_some();
    def.isSensor = desc.sensor;
    def.enableSensorEvents = desc.sensor || desc.sensor_events.unwrap_or(false);
    // SAFETY: the body is alive, and definitions and geometries are complete values that are only read.
    unsafe {
        match &desc.geometry {
            Geometry::Circle(circle) => {
                let circle = ffi::b2Circle { center: vec2(circle.center), radius: circle.radius };
                ffi::b2CreateCircleShape(body, &def, &circle);
            }
            Geometry::Capsule(capsule) => {
                let capsule = ffi::b2Capsule {
                    center1: vec2(capsule.a),
                    center2: vec2(capsule.b),
                    radius: capsule.radius,
                };
                ffi::b2CreateCapsuleShape(body, &def, &capsule);
            }
            Geometry::Segment(segment) => {
                let segment = ffi::b2Segment { point1: vec2(segment.a), point2: vec2(segment.b) };
                ffi::b2CreateSegmentShape(body, &def, &segment);
            }
            Geometry::Box(rect) => {
                let [x, y] = rect.half;
                let polygon =
                    ffi::b2MakeOffsetRoundedBox(x, y, vec2(rect.center), rot(rect.angle), rect.radius);
                ffi::b2CreatePolygonShape(body, &def, &polygon);
            }
            Geometry::Polygon(polygon) => {
                let points: Vec<ffi::b2Vec2> = polygon.points.iter().copied().map(vec2).collect();
                let hull = ffi::b2ComputeHull(points.as_ptr(), points.len() as i32);
                if hull.count < 3 {
                    return Err(format!("Box2D finds no hull of {:?}", polygon.points));
                }
                let polygon = ffi::b2MakePolygon(&hull, polygon.radius);
                ffi::b2CreatePolygonShape(body, &def, &polygon);
            }
        }
    }
    Ok(())
}

pub(crate) fn add_chain(body: ffi::b2BodyId, scene: &Scene, desc: &ChainDesc) {
    let points: Vec<ffi::b2Vec2> = desc.points.iter().copied().map(vec2).collect();
    let material = surface(scene, &desc.material);
    // SAFETY: Box2D copies the points and the material, which live until the end of this function.
    unsafe {
        let mut def = ffi::b2DefaultChainDef();
        def.points = points.as_ptr();
        def.count = points.len() as i32;
        def.materials = &material;
        def.materialCount = 1;
        def.filter = filter(&desc.filter);
        def.isLoop = desc.closed;
        ffi::b2CreateChain(body, &def);
    }
}

fn filter(desc: &FilterDesc) -> ffi::b2Filter {
    ffi::b2Filter { categoryBits: desc.category, maskBits: desc.mask, groupIndex: desc.group }
}

fn surface(scene: &Scene, reference: &MaterialRef) -> ffi::b2SurfaceMaterial {
    let desc = scene.material(reference).unwrap_or_default();
    // SAFETY: the function only returns a value.
    let mut material = unsafe { ffi::b2DefaultSurfaceMaterial() };
    material.friction = desc.friction;
    material.restitution = desc.restitution;
    material.rollingResistance = desc.rolling_resistance;
    material.tangentSpeed = desc.tangent_speed;
    material.userMaterialId = rules(&desc);
    material
}

type BodyOf<'a> = (&'a BodyDesc, ffi::b2BodyId);

pub(crate) fn revolute_def(
    joint: &JointDesc,
    a: BodyOf<'_>,
    b: BodyOf<'_>,
    softness: JointSoftness,
) -> ffi::b2RevoluteJointDef {
    let desc = joint.parts();
    let frames = joint_frames(&desc.anchor(), a.0, b.0);
    // SAFETY: the function only returns a value.
    let mut def = unsafe { ffi::b2DefaultRevoluteJointDef() };
    def.base.bodyIdA = a.1;
    def.base.bodyIdB = b.1;
    def.base.localFrameA = transform(frames.a, frames.angle_a);
    def.base.localFrameB = transform(frames.b, frames.angle_b);
    def.base.collideConnected = joint.collides();
    def.base.constraintHertz = desc.softness.map_or(softness.hertz, |own| own.hertz);
    def.base.constraintDampingRatio = desc.softness.map_or(softness.damping_ratio, |own| own.damping_ratio);
    if let Some((lower, upper)) = joint.limits() {
        (def.enableLimit, def.lowerAngle, def.upperAngle) = (true, lower, upper);
    }
    if let Some(motor) = &desc.motor {
        (def.enableMotor, def.motorSpeed, def.maxMotorTorque) = (true, motor.speed, motor.strength);
    }
    if let Some(spring) = &desc.spring {
        (def.enableSpring, def.hertz, def.dampingRatio) = (true, spring.hertz, spring.damping_ratio);
        def.targetAngle = spring.target;
    }
    def
}

/// Returns the bodies, frames and softness of a joint; the frames' x axis is the joint's line, if it has one.
fn base(
    mut base: ffi::b2JointDef,
    joint: &JointDesc,
    a: BodyOf<'_>,
    b: BodyOf<'_>,
    softness: JointSoftness,
) -> ffi::b2JointDef {
    let desc = joint.parts();
    let frames = joint_frames(&desc.anchor(), a.0, b.0);
    let along = desc.along.map_or(0.0, |[x, y]| y.atan2(x));
    base.bodyIdA = a.1;
    base.bodyIdB = b.1;
    base.localFrameA = transform(frames.a, frames.angle_a + along);
    base.localFrameB = transform(frames.b, frames.angle_b + along);
    base.collideConnected = joint.collides();
    base.constraintHertz = desc.softness.map_or(softness.hertz, |own| own.hertz);
    base.constraintDampingRatio = desc.softness.map_or(softness.damping_ratio, |own| own.damping_ratio);
    base
}

pub(crate) fn prismatic_def(
    joint: &JointDesc,
    a: BodyOf<'_>,
    b: BodyOf<'_>,
    softness: JointSoftness,
) -> ffi::b2PrismaticJointDef {
    let desc = joint.parts();
    // SAFETY: the function only returns a value.
    let mut def = unsafe { ffi::b2DefaultPrismaticJointDef() };
    def.base = base(def.base, joint, a, b, softness);
    if let Some((lower, upper)) = joint.limits() {
        (def.enableLimit, def.lowerTranslation, def.upperTranslation) = (true, lower, upper);
    }
    if let Some(motor) = &desc.motor {
        (def.enableMotor, def.motorSpeed, def.maxMotorForce) = (true, motor.speed, motor.strength);
    }
    if let Some(spring) = &desc.spring {
        (def.enableSpring, def.hertz, def.dampingRatio) = (true, spring.hertz, spring.damping_ratio);
        def.targetTranslation = spring.target;
    }
    def
}

pub(crate) fn weld_def(
    joint: &JointDesc,
    a: BodyOf<'_>,
    b: BodyOf<'_>,
    softness: JointSoftness,
) -> ffi::b2WeldJointDef {
    let desc = joint.parts();
    // SAFETY: the function only returns a value.
    let mut def = unsafe { ffi::b2DefaultWeldJointDef() };
    def.base = base(def.base, joint, a, b, softness);
    if let Some(spring) = &desc.linear_spring {
        (def.linearHertz, def.linearDampingRatio) = (spring.hertz, spring.damping_ratio);
    }
    if let Some(spring) = &desc.spring {
        (def.angularHertz, def.angularDampingRatio) = (spring.hertz, spring.damping_ratio);
    }
    def
}

pub(crate) fn distance_def(
    joint: &JointDesc,
    a: BodyOf<'_>,
    b: BodyOf<'_>,
    softness: JointSoftness,
) -> ffi::b2DistanceJointDef {
    let desc = joint.parts();
    let points = joint_frames(&desc.anchor(), a.0, b.0);
    // SAFETY: the function only returns a value.
    let mut def = unsafe { ffi::b2DefaultDistanceJointDef() };
    def.base.bodyIdA = a.1;
    def.base.bodyIdB = b.1;
    def.base.localFrameA = transform(points.a, 0.0);
    def.base.localFrameB = transform(points.b, 0.0);
    def.base.collideConnected = joint.collides();
    def.base.constraintHertz = desc.softness.map_or(softness.hertz, |own| own.hertz);
    def.base.constraintDampingRatio = desc.softness.map_or(softness.damping_ratio, |own| own.damping_ratio);
    def.length = rest_length(desc, a.0, b.0);
    if let Some((shortest, longest)) = joint.limits() {
        (def.enableLimit, def.minLength, def.maxLength) = (true, shortest, longest);
    }
    if let Some(motor) = &desc.motor {
        (def.enableMotor, def.motorSpeed, def.maxMotorForce) = (true, motor.speed, motor.strength);
    }
    if let Some(spring) = &desc.spring {
        (def.enableSpring, def.hertz, def.dampingRatio) = (true, spring.hertz, spring.damping_ratio);
    }
    def
}

/// The mixing rules of a material as one number, which Box2D hands to the callbacks; the larger rule wins.
fn rules(material: &MaterialDesc) -> u64 {
    rule_number(material.friction_mix) << 8 | rule_number(material.restitution_mix)
}

fn rule_number(rule: MixRule) -> u64 {
    match rule {
        MixRule::GeometricMean => 0,
        MixRule::Average => 1,
        MixRule::Minimum => 2,
        MixRule::Multiply => 3,
        MixRule::Maximum => 4,
    }
}

fn mix(rule: u64, a: f32, b: f32) -> f32 {
    match rule {
        0 => (a * b).sqrt(),
        1 => 0.5 * (a + b),
        2 => a.min(b),
        3 => a * b,
        _ => a.max(b),
    }
}

unsafe extern "C" fn mix_friction(a: f32, rules_a: u64, b: f32, rules_b: u64) -> f32 {
    mix((rules_a >> 8).max(rules_b >> 8), a, b)
}

unsafe extern "C" fn mix_restitution(a: f32, rules_a: u64, b: f32, rules_b: u64) -> f32 {
    mix((rules_a & 0xff).max(rules_b & 0xff), a, b)
}

#[cfg(test)]
mod tests {
    use super::{mix_friction, mix_restitution, rules};
    use cairn2d_scenes::format::{MaterialDesc, MixRule};

    #[test]
    fn larger_of_two_combine_rules_applies() {
        let usual = rules(&MaterialDesc::default());
        let other = rules(&MaterialDesc { friction_mix: MixRule::Minimum, ..MaterialDesc::default() });
        // SAFETY: the functions only compute.
        unsafe {
            assert_eq!(mix_friction(0.25, usual, 1.0, usual), 0.5);
            assert_eq!(mix_friction(0.25, usual, 1.0, other), 0.25);
            assert_eq!(mix_restitution(0.25, usual, 1.0, other), 1.0);
        }
    }
}
