//! A script from a scene: the same world through the calls of the table.

use std::fmt::Write;

use cairn2d_scenes::Scene;
use cairn2d_scenes::format::{
    AreaDesc, BodyDesc, BodyKind, BodyNames, BodyRef, ChainDesc, EffectDesc, FalloffDesc, FieldDesc,
    FilterDesc, Geometry, JointAnchor, JointDesc, MaterialDesc, MaterialPairDesc, MaterialRef, MixRule,
    OneWayDesc, PortalDesc, ShapeDesc, SpringDesc, UNLIMITED, joint_frames, rest_length,
};

/// Returns a script that makes a scene and takes `steps` steps. Scripts and drivers of the scene do not act.
/// `None` if the scene counts from an origin far out, which changes the positions of bodies.
pub fn from_scene(scene: &Scene, steps: u32) -> Option<String> {
    if scene.world.origin.is_some() {
        return None;
    }
    let mut out = format!("# {}: {}\n", scene.name, scene.description);
    world(&mut out, scene);
    out.push_str("World.record_calls true\n");
    for pair in &scene.material_pairs {
        material_pair(&mut out, pair);
    }
    for (index, desc) in scene.bodies.iter().enumerate() {
        body(&mut out, scene, index, desc);
    }
    let names = BodyNames::new(&scene.bodies);
    for (index, desc) in scene.joints.iter().enumerate() {
        let (a, b) = desc.bodies();
        let find = |of: &BodyRef| names.index(of);
        joint(&mut out, index, desc, (find(a)?, find(b)?), &scene.bodies);
    }
    for desc in &scene.fields {
        field(&mut out, desc);
    }
    for desc in &scene.portals {
        portals(&mut out, desc, &names)?;
    }
    let dt = 1.0 / scene.hertz;
    let _ = writeln!(
        out,
        "World.hash\nrepeat {steps}\nWorld.step {dt:?}\nend\nWorld.take_calls\nWorld.counts\nWorld.read_poses"
    );
    Some(out)
}

fn pair([x, y]: [f32; 2]) -> String {
    format!("{x:?},{y:?}")
}

fn list(points: &[[f32; 2]]) -> String {
    points.iter().map(|point| pair(*point)).collect::<Vec<_>>().join(",")
}

fn portals(out: &mut String, desc: &PortalDesc, names: &BodyNames) -> Option<()> {
    out.push_str("World.add_portals {");
    for (side, opening) in [("a", &desc.a), ("b", &desc.b)] {
        if let Some(body) = &opening.body {
            let _ = write!(out, " body_{side}=b{}", names.index(body)?);
        }
        let _ = write!(out, " at_{side}={} out_{side}={}", pair(opening.at), pair(opening.out));
    }
    let _ = writeln!(out, " width={:?} rims={} }}", desc.width, desc.rims);
    Some(())
}

fn world(out: &mut String, scene: &Scene) {
    let it = &scene.world;
    let _ = writeln!(
        out,
        "World.new {{ gravity={} sub_steps={} sleeping={} continuous={} restitution_threshold={:?} \
         exact_restitution={:?} max_linear_speed={:?} max_angular_speed={:?} contact_hertz={:?} \
         contact_damping_ratio={:?} contact_push_speed={:?} joint_hertz={:?} joint_damping_ratio={:?} }}",
        pair(it.gravity),
        it.sub_steps,
        it.sleeping,
        it.continuous,
        it.restitution_threshold,
        it.exact_restitution,
        it.max_linear_speed,
        it.max_angular_speed,
        it.contact_hertz,
        it.contact_damping_ratio,
        it.push_speed,
        it.joint_hertz,
        it.joint_damping_ratio,
    );
}

fn optional(name: &str, value: Option<f32>) -> String {
    value.map_or_else(String::new, |value| format!(" has_{name}=true {name}={value:?}"))
}

fn material_pair(out: &mut String, it: &MaterialPairDesc) {
    let softness = it.softness.map_or_else(String::new, |soft| {
        format!(
            " has_softness=true softness_hertz={:?} softness_damping_ratio={:?}",
            soft.hertz, soft.damping_ratio
        )
    });
    let _ = writeln!(
        out,
        "World.set_material_pair {} {} {{{}{}{}{}{softness} }}",
        it.a,
        it.b,
        optional("friction", it.friction),
        optional("static_friction", it.static_friction),
        optional("restitution", it.restitution),
        optional("rolling_resistance", it.rolling_resistance),
    );
}

fn mix(rule: MixRule) -> &'static str {
    match rule {
        MixRule::GeometricMean => "geometric_mean",
        MixRule::Average => "average",
        MixRule::Minimum => "min",
        MixRule::Multiply => "multiply",
        MixRule::Maximum => "max",
    }
}

/// Fields of a material, each with a prefix.
fn material(scene: &Scene, reference: &MaterialRef, prefix: &str) -> String {
    let it: MaterialDesc = scene.material(reference).unwrap_or_default();
    let mut out = format!(
        " {prefix}friction={:?} {prefix}restitution={:?} {prefix}rolling_resistance={:?} \
         {prefix}tangent_speed={:?} {prefix}id={} {prefix}friction_combine={} {prefix}restitution_combine={}",
        it.friction,
        it.restitution,
        it.rolling_resistance,
        it.tangent_speed,
        it.id,
        mix(it.friction_mix),
        mix(it.restitution_mix),
    );
    if let Some(friction) = it.static_friction {
        let _ = write!(out, " {prefix}has_static_friction=true {prefix}static_friction={friction:?}");
    }
    if let Some(soft) = it.softness {
        let _ = write!(
            out,
            " {prefix}has_softness=true {prefix}softness_hertz={:?} {prefix}softness_damping_ratio={:?}",
            soft.hertz, soft.damping_ratio
        );
    }
    out
}

fn filter(it: &FilterDesc) -> String {
    format!(" filter.category={} filter.mask={} filter.group={}", it.category, it.mask, it.group)
}

fn one_way(it: Option<&OneWayDesc>) -> String {
    it.map_or_else(String::new, |it| {
        let direction = pair(it.direction);
        format!(" has_one_way=true one_way_direction={direction} one_way_half_angle={:?}", it.half_angle)
    })
}

fn geometry(it: &Geometry) -> String {
    match it {
        Geometry::Circle(it) => {
            format!("geometry.kind=circle geometry.a={} geometry.radius={:?}", pair(it.center), it.radius)
        }
        Geometry::Capsule(it) => format!(
            "geometry.kind=capsule geometry.a={} geometry.b={} geometry.radius={:?}",
            pair(it.a),
            pair(it.b),
            it.radius
        ),
        Geometry::Segment(it) => {
            format!("geometry.kind=segment geometry.a={} geometry.b={}", pair(it.a), pair(it.b))
        }
        Geometry::Box(it) => format!(
            "geometry.kind=box geometry.a={} geometry.b={} geometry.angle={:?} geometry.radius={:?}",
            pair(it.center),
            pair(it.half),
            it.angle,
            it.radius
        ),
        Geometry::Polygon(it) => {
            format!(
                "geometry.kind=polygon geometry.points={} geometry.radius={:?}",
                list(&it.points),
                it.radius
            )
        }
    }
}

fn shape(out: &mut String, scene: &Scene, it: &ShapeDesc) {
    let _ = write!(
        out,
        "push shape_def {{ {} density={:?} user_data={}{}{}{}",
        geometry(&it.geometry),
        it.density,
        it.user_data,
        material(scene, &it.material, "material."),
        filter(&it.filter),
        one_way(it.one_way.as_ref()),
    );
    if let Some(speed) = it.report_hits_above {
        let _ = write!(out, " reports_hits=true report_hits_above={speed:?}");
    }
    if it.sensor {
        out.push_str(" sensor=true");
    }
    if let Some(seen) = it.sensor_events {
        let _ = write!(out, " has_sensor_events=true sensor_events={seen}");
    }
    out.push_str(" }\n");
}

fn chain(out: &mut String, scene: &Scene, it: &ChainDesc) {
    for reference in &it.materials {
        let _ = writeln!(out, "push material {{{} }}", material(scene, reference, ""));
    }
    let _ = writeln!(
        out,
        "push chain_def {{ points={} closed={}{}{}{} }}",
        list(&it.points),
        it.closed,
        material(scene, &it.material, "material."),
        filter(&it.filter),
        one_way(it.one_way.as_ref()),
    );
}

fn body(out: &mut String, scene: &Scene, index: usize, it: &BodyDesc) {
    it.shapes.iter().for_each(|desc| shape(out, scene, desc));
    it.chains.iter().for_each(|desc| chain(out, scene, desc));
    let kind = match it.kind {
        BodyKind::Static => "static",
        BodyKind::Kinematic => "kinematic",
        BodyKind::Dynamic => "dynamic",
    };
    let [x, y] = it.position.map(f64::from);
    let _ = write!(
        out,
        "b{index} = World.spawn {{ kind={kind} position={x:?},{y:?} angle={:?} velocity={} \
         angular_velocity={:?} linear_damping={:?} angular_damping={:?} gravity_scale={:?} \
         sleep_threshold={:?} can_sleep={} asleep={} disabled={} locks.x={} locks.y={} locks.rotation={} \
         bullet={} joined={} sweep_threshold={:?} time_scale={:?} dominance={} user_data={}",
        it.angle,
        pair(it.velocity),
        it.angular_velocity,
        it.linear_damping,
        it.angular_damping,
        it.gravity_scale,
        it.sleep.threshold,
        it.sleep.enabled,
        !it.awake,
        !it.enabled,
        it.locks.x,
        it.locks.y,
        it.locks.rotation,
        it.bullet,
        it.joined,
        it.sweep_threshold,
        it.time_scale,
        it.dominance,
        it.user_data,
    );
    let weighs = |desc: &ShapeDesc| {
        desc.density > 0.0 && !desc.sensor && !matches!(desc.geometry, Geometry::Segment(_))
    };
    let has_shapes = !(it.shapes.is_empty() && it.chains.is_empty());
    if let Some(mass) = &it.mass {
        let center = pair(mass.center);
        let (mass, inertia) = (mass.mass, mass.inertia);
        let _ =
            write!(out, " has_mass=true mass.mass={mass:?} mass.center={center} mass.inertia={inertia:?}");
    } else if it.kind == BodyKind::Dynamic && has_shapes && !it.shapes.iter().any(weighs) {
        out.push_str(" has_mass=true");
    }
    out.push_str(" }\n");
}

fn joint(out: &mut String, index: usize, it: &JointDesc, (a, b): (usize, usize), bodies: &[BodyDesc]) {
    let parts = it.parts();
    let _ = write!(
        out,
        "j{index} = World.join {{ kind={} body_a=b{a} body_b=b{b} has_collide_connected=true \
         collide_connected={} user_data={}",
        it.kind(),
        it.collides(),
        parts.user_data,
    );
    let anywhere = matches!(it, JointDesc::Rotary(_)).then(|| JointAnchor::world(bodies[a].position));
    if let Some(at) = parts.at.or(anywhere) {
        let frames = joint_frames(&at, &bodies[a], &bodies[b]);
        let (at_a, at_b) = (pair(frames.a), pair(frames.b));
        let _ = write!(
            out,
            " anchor_a={at_a} anchor_b={at_b} angle_a={:?} angle_b={:?}",
            frames.angle_a, frames.angle_b
        );
    }
    if let Some(along) = parts.along {
        let _ = write!(out, " has_along=true along={}", pair(along));
    }
    let distance = matches!(it, JointDesc::Distance(_)).then(|| rest_length(parts, &bodies[a], &bodies[b]));
    if let Some(length) = parts.length.or(distance) {
        let _ = write!(out, " has_length=true length={length:?}");
    }
    if let Some((lower, upper)) = it.limits() {
        let _ = write!(out, " enable_limits=true lower={lower:?} upper={upper:?}");
    }
    drives(out, it);
    related(out, it);
    if let Some(soft) = &parts.softness {
        let (hertz, ratio) = (soft.hertz, soft.damping_ratio);
        let _ = write!(out, " has_softness=true softness_hertz={hertz:?} softness_damping_ratio={ratio:?}");
    }
    for (name, limit) in [("break", &parts.break_at), ("report", &parts.report_above)] {
        let Some(limit) = limit else { continue };
        out.push_str(&optional(&format!("{name}_force"), limit.force));
        out.push_str(&optional(&format!("{name}_torque"), limit.torque));
    }
    if !parts.enabled {
        out.push_str(" disabled=true");
    }
    out.push_str(" }\n");
}

/// Motors, springs and servos.
fn drives(out: &mut String, it: &JointDesc) {
    let parts = it.parts();
    if let Some(motor) = &parts.motor {
        let (speed, strength) = (motor.speed, motor.strength);
        let _ = write!(out, " enable_motor=true motor_speed={speed:?} motor_strength={strength:?}");
    }
    if let Some(spring) = &parts.spring {
        let _ = write!(
            out,
            " enable_spring=true spring_hertz={:?} spring_damping_ratio={:?} spring_target={:?}",
            spring.hertz, spring.damping_ratio, spring.target
        );
        spring_range(out, spring);
    }
    if let Some(servo) = &parts.servo {
        let _ = write!(
            out,
            " enable_servo=true servo_target={:?} servo_max_speed={:?} servo_strength={:?}",
            servo.target, servo.max_speed, servo.strength
        );
    }
    if let Some(motor) = &parts.linear_motor {
        let (velocity, force) = (pair(motor.velocity), motor.max_force);
        let _ = write!(
            out,
            " enable_linear_motor=true linear_motor_velocity={velocity} linear_motor_max_force={force:?}"
        );
    }
    if let Some(spring) = &parts.linear_spring {
        let _ = write!(
            out,
            " enable_linear_spring=true linear_spring_hertz={:?} linear_spring_damping_ratio={:?} \
             linear_spring_max_force={:?}",
            spring.hertz, spring.damping_ratio, spring.strength
        );
    }
}

fn spring_range(out: &mut String, spring: &SpringDesc) {
    if spring.strength < UNLIMITED || spring.pull.is_some() {
        let lower = -spring.pull.unwrap_or(spring.strength);
        let upper = spring.strength;
        let _ = write!(out, " has_spring_range=true spring_lower={lower:?} spring_upper={upper:?}");
    }
}

/// What relates the motion of two bodies.
fn related(out: &mut String, it: &JointDesc) {
    let parts = it.parts();
    if let Some(ratchet) = &parts.ratchet {
        let (pitch, phase) = (ratchet.pitch, ratchet.phase);
        let _ = write!(out, " has_ratchet=true ratchet_pitch={pitch:?} ratchet_phase={phase:?}");
    }
    if let Some(ratio) = parts.ratio.or(parts.radius) {
        let _ = write!(out, " ratio={ratio:?}");
    }
    for (name, point) in [("over_a", parts.over_a), ("over_b", parts.over_b)] {
        if let Some(point) = point {
            let _ = write!(out, " {name}={}", pair(point));
        }
    }
    if parts.slack {
        out.push_str(" slack=true");
    }
}

fn field(out: &mut String, it: &FieldDesc) {
    let area = match &it.area {
        AreaDesc::Everywhere => "area=everywhere".to_owned(),
        AreaDesc::Box(area) => format!("area=box area_a={} area_b={}", pair(area.min), pair(area.max)),
        AreaDesc::Circle(area) => {
            format!("area=circle area_a={} area_radius={:?}", pair(area.center), area.radius)
        }
        AreaDesc::Polygon(area) => format!("area=polygon area_points={}", list(&area.points)),
    };
    let effect = match &it.effect {
        EffectDesc::Gravity(of) => format!("effect=gravity vector={}", pair(of.acceleration)),
        EffectDesc::Attractor(of) => {
            let falloff = match of.falloff {
                FalloffDesc::Constant => "constant",
                FalloffDesc::Inverse => "inverse",
                FalloffDesc::InverseSquare => "inverse_square",
            };
            format!(
                "effect=attractor vector={} strength={:?} falloff={falloff} min_distance={:?}",
                pair(of.center),
                of.strength,
                of.min_distance
            )
        }
        EffectDesc::Wind(of) => format!(
            "effect=wind vector={} density={:?} drag={:?} lift={:?}",
            pair(of.velocity),
            of.density,
            of.drag,
            of.lift
        ),
        EffectDesc::Drag(of) => {
            format!(
                "effect=drag strength={:?} angular={:?} vector={}",
                of.linear,
                of.angular,
                pair(of.velocity)
            )
        }
        EffectDesc::Conveyor(of) => {
            format!("effect=conveyor vector={} strength={:?}", pair(of.velocity), of.max_acceleration)
        }
        EffectDesc::Floor(of) => {
            format!("effect=floor strength={:?} vector={}", of.deceleration, pair(of.velocity))
        }
        EffectDesc::Water(of) => {
            format!("effect=water strength={:?} drag={:?} vector={}", of.density, of.drag, pair(of.velocity))
        }
        EffectDesc::TimeFlow(of) => format!("effect=time_flow strength={:?}", of.scale),
    };
    let exclusive = it.exclusive.map_or_else(String::new, |on| format!(" has_exclusive=true exclusive={on}"));
    let _ = writeln!(
        out,
        "World.add_field {{ {area} {effect} priority={} mask={} disabled={} user_data={}{exclusive} }}",
        it.priority, it.mask, !it.enabled, it.user_data,
    );
}
