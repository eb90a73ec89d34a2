//! Reading and writing scenes: exactness, and errors with their place.

use super::{
    AreaDesc, AttractorDesc, BlastDesc, ConveyorDesc, DragDesc, EffectDesc, FalloffDesc, FieldDesc,
    FloorDesc, LoadLimitDesc, PolygonAreaDesc, WaterDesc, WindDesc,
};
use super::{
    BodyDesc, BodyKind, BodyRef, BoxDesc, CameraDesc, ChainDesc, FilterDesc, Geometry, Locks, MassDesc,
    MaterialDesc, MaterialRef, MixRule, Scene, SceneErrorKind, ShapeDesc, SleepDesc, WorldSettings, schema,
};
use super::{ContactSoftnessDesc, MaterialPairDesc, OneWayDesc, OpeningDesc, PortalDesc};
use super::{
    JointAnchor, JointDesc, JointParts, LocalFrames, MotorDesc, RangeDesc, RatchetDesc, ServoDesc,
    SoftnessDesc, SpringDesc, VelocityDesc,
};

/// A scene in which every field differs from its default.
fn unusual() -> Scene {
    let mut scene = Scene::new("unusual", "Every field differs from its default");
    scene.steps = 7;
    scene.hertz = 120.0;
    scene.script = Some("rain".to_owned());
    scene.camera = Some(CameraDesc { center: [1.0, -0.0], height: 3.5 });
    scene.world = WorldSettings {
        gravity: [0.1, -9.81],
        sub_steps: 8,
        sleeping: false,
        continuous: false,
        restitution_threshold: 0.3,
        origin: None,
        exact_restitution: 0.7,
        max_linear_speed: 1.0e-2,
        max_angular_speed: 30.0,
        contact_hertz: 31.0,
        contact_damping_ratio: 9.0,
        push_speed: 2.0,
        joint_hertz: 61.0,
        joint_damping_ratio: 1.5,
    };
    let ice = MaterialDesc {
        friction: 1.0e-7,
        restitution: 0.1,
        rolling_resistance: 0.2,
        tangent_speed: -3.0,
        static_friction: Some(0.25),
        softness: Some(ContactSoftnessDesc { hertz: 3.5, damping_ratio: 0.15 }),
        id: u64::MAX - 1,
        friction_mix: MixRule::Minimum,
        restitution_mix: MixRule::Average,
    };
    scene.materials.insert("ice".to_owned(), ice);
    scene.material_pairs.push(MaterialPairDesc {
        a: 1 << 63,
        b: 7,
        friction: Some(0.3),
        static_friction: Some(0.4),
        restitution: Some(0.5),
        rolling_resistance: Some(0.6),
        softness: Some(ContactSoftnessDesc { hertz: 4.5, damping_ratio: 0.25 }),
    });
    scene.add(unusual_body(ice));
    scene.add(BodyDesc::fixed([-0.0, 1.677_721_7e-2]));
    scene.joints = unusual_joints();
    scene.fields.extend(unusual_fields());
    scene.portals.push(PortalDesc {
        a: OpeningDesc { body: Some(BodyRef::Index(1)), at: [0.25, -0.0], out: [0.3, 1.0] },
        b: OpeningDesc::fixed([4.0, 5.5], [-0.0, -2.0]),
        width: 1.25,
        rims: false,
    });
    scene.blasts.push(BlastDesc {
        step: 7,
        center: [1.0, 2.0],
        radius: 3.0,
        falloff: 4.0,
        impulse_per_length: -5.0,
    });
    scene
}

fn unusual_body(ice: MaterialDesc) -> BodyDesc {
    let filter = FilterDesc { category: 1 << 63, mask: (1 << 53) + 1, group: -4 };
    let shapes = [
        Geometry::Circle(super::CircleDesc { center: [0.5, 0.25], radius: 0.1 }),
        Geometry::Capsule(super::CapsuleDesc { a: [0.0, 1.0], b: [1.0, 0.0], radius: 0.2 }),
        Geometry::Segment(super::SegmentDesc { a: [0.0, 1.0], b: [1.0, 0.0] }),
        Geometry::Box(BoxDesc { half: [0.1, 0.2], center: [0.3, 0.4], angle: 0.7, radius: 0.01 }),
        Geometry::Polygon(super::PolygonDesc {
            points: vec![[0.0, 0.0], [1.0, 0.0], [0.3, 0.9]],
            radius: 0.1,
            exact: true,
        }),
    ];
    let shape = |geometry| ShapeDesc {
        geometry,
        density: 3.3,
        material: MaterialRef::Name("ice".to_owned()),
        filter,
        one_way: Some(OneWayDesc { direction: [0.1, -2.0], half_angle: 0.7 }),
        report_hits_above: Some(0.0),
        sensor: true,
        sensor_events: Some(true),
        user_data: u64::MAX,
    };
    BodyDesc {
        name: Some("strange \"body\"\n".to_owned()),
        kind: BodyKind::Kinematic,
        position: [1.0e-3, 3.402_823e5],
        angle: 0.1,
        velocity: [1.1, 2.2],
        angular_velocity: -0.7,
        linear_damping: 0.01,
        angular_damping: 0.02,
        gravity_scale: -1.0,
        locks: Locks { x: true, y: true, rotation: true },
        sleep: SleepDesc { enabled: false, threshold: 0.06 },
        bullet: true,
        joined: true,
        sweep_threshold: 0.25,
        time_scale: 1.5,
        dominance: -3,
        awake: false,
        mass: Some(MassDesc { mass: 2.0, center: [0.1, 0.2], inertia: 0.3 }),
        enabled: false,
        user_data: (1 << 53) + 1,
        shapes: shapes.map(shape).to_vec(),
        chains: vec![ChainDesc {
            points: vec![[0.0, 0.0], [1.0, 0.0], [0.3, 0.9]],
            closed: true,
            material: MaterialRef::Inline(ice),
            filter,
            materials: vec![
                MaterialRef::Inline(MaterialDesc { friction: 0.25, ..MaterialDesc::default() }),
                MaterialRef::Name("ice".to_owned()),
            ],
            one_way: Some(OneWayDesc::default()),
        }],
    }
}

fn unusual_fields() -> Vec<FieldDesc> {
    let polygon = PolygonAreaDesc { points: vec![[0.0, 0.0], [1.0, 0.0], [0.3, 0.9]] };
    let circle = || AreaDesc::Circle(super::CircleAreaDesc { center: [1.0, 2.0], radius: 0.5 });
    let pull = AttractorDesc {
        center: [1.0, 2.0],
        strength: -3.0,
        falloff: FalloffDesc::Inverse,
        min_distance: 0.2,
    };
    let water = WaterDesc { density: 2.0, drag: 0.5, velocity: [1.0, -1.0] };
    let wind = WindDesc { velocity: [3.0, 4.0], density: 2.0, drag: 0.5, lift: 0.25 };
    let drag = DragDesc { linear: 1.0, angular: 2.0, velocity: [0.5, 0.25] };
    let belt = ConveyorDesc { velocity: [1.0, 0.0], max_acceleration: 9.0 };
    let floor = FloorDesc { deceleration: 3.0, velocity: [0.0, 2.0] };
    vec![
        FieldDesc {
            priority: -4,
            exclusive: Some(false),
            mask: 6,
            enabled: false,
            user_data: u64::MAX,
            ..FieldDesc::new(circle(), EffectDesc::Gravity(super::GravityDesc { acceleration: [1.0, 2.0] }))
        },
        FieldDesc::new(AreaDesc::Everywhere, EffectDesc::Attractor(pull)),
        FieldDesc::new(AreaDesc::Polygon(polygon), EffectDesc::Water(water)),
        FieldDesc::new(AreaDesc::rect([-1.0, -2.0], [3.0, 4.0]), EffectDesc::Wind(wind)),
        FieldDesc::new(circle(), EffectDesc::Drag(drag)),
        FieldDesc::new(circle(), EffectDesc::Conveyor(belt)),
        FieldDesc::new(circle(), EffectDesc::Floor(floor)),
    ]
}

/// A joint of every type with all its parts, each field different from its default.
pub(crate) fn unusual_joints() -> Vec<JointDesc> {
    unusual_joint_makers().into_iter().map(|(of, parts)| of(parts)).collect()
}

/// Makes a joint of a type from its parts.
pub(crate) type Make = fn(JointParts) -> JointDesc;

/// The type of each of them, and its parts.
pub(crate) fn unusual_joint_makers() -> Vec<(Make, JointParts)> {
    let types: [Make; 12] = [
        JointDesc::Revolute,
        JointDesc::Distance,
        JointDesc::Prismatic,
        JointDesc::Wheel,
        JointDesc::Slot,
        JointDesc::Weld,
        JointDesc::Drive,
        JointDesc::Filter,
        JointDesc::Rotary,
        JointDesc::Gear,
        JointDesc::Rack,
        JointDesc::Pulley,
    ];
    types.map(|of| (of, unusual_parts(of))).to_vec()
}

fn unusual_parts(of: Make) -> JointParts {
    let frames = LocalFrames { a: [0.1, 0.2], b: [0.3, 0.4], angle_a: 0.5, angle_b: 0.6 };
    let empty = JointParts::new(0, 1);
    let joint_type = of(empty.clone()).joint_type();
    let held = if joint_type.name == "filter" { &[][..] } else { &super::joint::HELD };
    let has =
        |part: &str| [joint_type.required, joint_type.optional, held].iter().any(|list| list.contains(&part));
    fn when<T>(there: bool, part: T) -> Option<T> {
        there.then_some(part)
    }
    // A distance joint has no target other than its length.
    let target = if joint_type.name == "distance" { 0.0 } else { 0.1 };
    JointParts {
        body_a: BodyRef::Name("strange \"body\"\n".to_owned()),
        at: when(has("at"), JointAnchor::Local(frames)),
        along: when(has("along"), [0.6, -0.8]),
        collide_connected: when(has("collide_connected"), !of(empty.clone()).collides()),
        length: when(has("length"), 2.0),
        limits: when(has("limits"), RangeDesc { lower: Some(0.1), upper: None }),
        motor: when(has("motor"), MotorDesc { speed: 1.0, strength: 2.0 }),
        spring: when(
            has("spring"),
            SpringDesc { hertz: 1.0, damping_ratio: 0.7, target, strength: 30.0, pull: Some(20.0) },
        ),
        servo: when(has("servo"), ServoDesc { target: 0.3, max_speed: 0.5, strength: 40.0 }),
        linear_motor: when(has("linear_motor"), VelocityDesc { velocity: [1.0, 2.0], max_force: 3.0 }),
        linear_spring: when(has("linear_spring"), SpringDesc { strength: 50.0, ..SpringDesc::new(2.0, 0.1) }),
        ratchet: when(has("ratchet"), RatchetDesc { pitch: -0.2, phase: 0.1 }),
        ratio: when(has("ratio"), 2.5),
        radius: when(has("radius"), -0.5),
        over_a: when(has("over_a"), [1.0, 9.0]),
        over_b: when(has("over_b"), [2.0, 8.0]),
        slack: has("slack"),
        softness: when(has("softness"), SoftnessDesc { hertz: 30.0, damping_ratio: 1.0 }),
        break_at: when(has("break_at"), LoadLimitDesc { force: Some(100.0), torque: None }),
        report_above: when(has("report_above"), LoadLimitDesc { force: None, torque: Some(0.5) }),
        enabled: false,
        user_data: u64::MAX,
        ..empty
    }
}

#[test]
fn every_field_survives_a_round_trip() {
    let scene = unusual();
    let text = scene.to_json().unwrap();
    let back = Scene::from_json(&text).unwrap();
    assert_eq!(back, scene);
    assert_eq!(back.to_json().unwrap(), text);
    assert!(text.contains("\"0x8000000000000000\"") && text.contains("\"0x20000000000001\""));
    assert!(back.bodies[1].position[0].is_sign_negative());
}

#[test]
fn floats_survive_a_round_trip_bit_for_bit() {
    let mut state = 0x9E37_79B9u32;
    let mut scene = Scene::new("floats", "");
    for _ in 0..50_000 {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        // Any exponent within the range of a velocity, any mantissa.
        let value = f32::from_bits(state);
        if value.abs() <= 1.0e15 {
            scene.add(BodyDesc { velocity: [value, -value], ..BodyDesc::default() });
        }
    }
    let back = Scene::from_json(&scene.to_json().unwrap()).unwrap();
    for (before, after) in scene.bodies.iter().zip(&back.bodies) {
        assert_eq!(before.velocity.map(f32::to_bits), after.velocity.map(f32::to_bits));
    }
    assert!(scene.bodies.len() > 20_000);
}

#[test]
fn defaults_are_not_written() {
    let mut scene = Scene::new("plain", "");
    scene.add(BodyDesc::dynamic([0.0, 0.0]).with(ShapeDesc::circle(0.5)));
    let wanted = "{ \"version\": 1, \"name\": \"plain\", \"bodies\": \
                  [{ \"kind\": \"dynamic\", \"shapes\": [{ \"geometry\": { \"circle\": { \"radius\": 0.5 } } }] }] }\n";
    assert_eq!(scene.to_json().unwrap(), wanted);
}

/// Reads a scene with the given text of one body and returns the error as (kind, message).
fn refused(body: &str) -> (SceneErrorKind, String) {
    let text =
        format!("{{\"version\": 1, \"name\": \"x\", \"bodies\": [\n{{\"kind\": \"static\"}},\n{body}]}}");
    let error = Scene::from_json(&text).unwrap_err();
    (error.kind(), error.to_string())
}

#[test]
fn errors_name_field_position_and_reason() {
    let cases = [
        (
            r#"{"shapes": [{"geometry": {"circle": {"radius": -1}}}]}"#,
            SceneErrorKind::Range,
            "bodies[1].shapes[0].geometry.circle.radius (line 3, column 48): must be from 0.0001 to 1000000.0, but is -1.0",
        ),
        (
            r#"{"shapes": [{"geometry": {"circle": {"radius": "big"}}}]}"#,
            SceneErrorKind::Structure,
            "bodies[1].shapes[0].geometry.circle.radius (line 3, column 52): invalid type: string \"big\", expected f32",
        ),
        (
            r#"{"shapes": [{"geometry": {"circle": {}}}]}"#,
            SceneErrorKind::Structure,
            "bodies[1].shapes[0].geometry.circle (line 3, column 38): missing field `radius`",
        ),
        (
            r#"{"position": [0, 2e6]}"#,
            SceneErrorKind::Range,
            "bodies[1].position[1] (line 3, column 18): must be from -1000000.0 to 1000000.0, but is 2000000.0",
        ),
        (
            r#"{"position": [0, 1e39]}"#,
            SceneErrorKind::Syntax,
            "bodies[1].position[1] (line 3, column 21): number out of range",
        ),
        (
            r#"{"shapes": [{"geometry": {"polygon": {"points": [[0,0],[1,1]]}}}]}"#,
            SceneErrorKind::Range,
            "bodies[1].shapes[0].geometry.polygon.points (line 3, column 49): must have at least 3 points, but has 2",
        ),
        (
            r#"{"shapes": [{"geometry": {"circle": {"radius": 1}}, "material": "gold"}]}"#,
            SceneErrorKind::Reference,
            "bodies[1].shapes[0].material (line 3, column 65): there is no material \"gold\"",
        ),
        (
            r#"{"shapes": [{"geometry": {"circle": {"radius": 1}}, "material": {"friction": -2}}]}"#,
            SceneErrorKind::Range,
            "bodies[1].shapes[0].material.friction (line 3, column 78): must be from 0.0 to 1000000.0, but is -2.0",
        ),
        (
            r#"{"shapes": [{"geometry": {"circle": {"radius": 1}}, "filter": {"mask": "0xzz"}}]}"#,
            SceneErrorKind::Structure,
            "bodies[1].shapes[0].filter.mask (line 3, column 77): invalid value: string \"0xzz\", expected a whole \
             number from 0, or a hexadecimal string like \"0xff\"",
        ),
    ];
    for (body, kind, message) in cases {
        assert_eq!(refused(body), (kind, message.to_owned()));
    }
    assert_eq!(
        refused(r#"{"spin": 1}"#).1.split(", expected").next().unwrap(),
        "bodies[1].spin (line 3, column 7): unknown field `spin`"
    );
}

#[test]
fn invalid_json_is_rejected_with_its_position() {
    let error = Scene::from_json("{\"version\": 1,\n \"name\": }").unwrap_err();
    assert_eq!((error.kind(), error.place().unwrap().line), (SceneErrorKind::Syntax, 2));
    let error = Scene::from_json("{\"version\": 1, \"name\": \"x\"} more").unwrap_err();
    assert_eq!(error.to_string(), "line 1, column 29: trailing characters");
    for text in ["", "null", "[1]", "{\"version\": 1", "\u{feff}{}"] {
        assert!(Scene::from_json(text).is_err(), "{text}");
    }
    let deep = "[".repeat(100_000);
    assert!(Scene::from_json(&deep).is_err());
}

fn with_joint(joint: &str) -> String {
    let text = format!(
        "{{\"version\": 1, \"name\": \"x\", \"bodies\": [{{\"name\": \"a\"}}, {{\"name\": \"b\"}}], \"joints\": [\n{joint}]}}"
    );
    Scene::from_json(&text).unwrap_err().to_string()
}

#[test]
fn joints_require_two_existing_bodies() {
    let hinge = |a: &str, b: &str| {
        format!("{{\"revolute\": {{\"body_a\": {a}, \"body_b\": {b}, \"at\": {{\"world\": [0, 0]}}}}}}")
    };
    let message = "joints[0].revolute.body_b (line 2, column 38): there is no body 2; the scene has 2";
    assert_eq!(with_joint(&hinge("0", "2")), message);
    let message = "joints[0].revolute.body_a (line 2, column 25): there is no body \"c\"";
    assert_eq!(with_joint(&hinge("\"c\"", "1")), message);
    assert!(with_joint(&hinge("\"b\"", "1")).contains("is the same body as body_a: bodies[1]"));
    assert!(with_joint(&hinge("-1", "1")).contains("invalid type: integer `-1`, expected a body's index"));
    let limits = r#"{"revolute": {"body_a": 0, "body_b": 1, "at": {"world": [0, 0]}, "limits": {"lower": 1, "upper": 0.5}}}"#;
    assert!(
        with_joint(limits)
            .starts_with("joints[0].revolute.limits.upper (line 2, column 98): must not be below lower = 1")
    );
}

#[test]
fn versions_names_scripts_and_bad_values_in_code_are_checked() {
    let error = Scene::from_json("{\"version\": 2, \"name\": \"x\"}").unwrap_err();
    assert_eq!(
        error.to_string(),
        "version (line 1, column 13): is version 2, but this program reads version 1"
    );
    let error = Scene::from_json("{\"version\": 1, \"name\": \"x\", \"script\": \"dance\"}").unwrap_err();
    assert_eq!((error.kind(), error.path()), (SceneErrorKind::Reference, "script"));
    let error = Scene::from_json("{\"version\": 1, \"name\": \"x\", \"script\": \"junkyard\"}").unwrap_err();
    assert!(error.reason().contains("needs a kinematic body named \"pusher\""), "{error}");

    let mut scene = Scene::new("twins", "");
    scene.add(BodyDesc::default().named("a"));
    scene.add(BodyDesc::default().named("a"));
    let error = scene.validate().unwrap_err();
    assert_eq!(error.to_string(), "bodies[1].name: bodies[0] already has the name \"a\"");

    let mut scene = Scene::new("not a number", "");
    scene.add(BodyDesc::dynamic([0.0, f32::NAN]));
    assert_eq!(scene.to_json().unwrap_err().path(), "bodies[0].position[1]");
}

#[test]
fn committed_schema_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/scene.schema.json");
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::write(path, schema()).unwrap();
    }
    let committed = std::fs::read_to_string(path).unwrap();
    assert!(
        committed == schema(),
        "write docs/scene.schema.json anew with UPDATE_SCHEMA=1 cargo test -p cairn2d-scenes"
    );
}

#[test]
fn schema_has_every_written_field() {
    let schema = schema();
    let scene: serde_json::Value = serde_json::from_str(&unusual().to_json().unwrap()).unwrap();
    let mut fields = Vec::new();
    collect_keys(&scene, &mut fields);
    assert!(fields.len() > 80);
    for field in fields.iter().filter(|field| *field != "ice") {
        assert!(
            schema.contains(&format!("\"{field}\":")) || schema.contains(&format!("\"{field}\"")),
            "{field}"
        );
    }
    assert!(schema.contains("0.6") && !schema.contains("0.60000002"));
    assert!(
        schema.contains("[rad/s]") && !schema.contains("\\\\["),
        "rustdoc's escapes are not for a schema"
    );
}

fn collect_keys(value: &serde_json::Value, keys: &mut Vec<String>) {
    match value {
        serde_json::Value::Array(items) => items.iter().for_each(|item| collect_keys(item, keys)),
        serde_json::Value::Object(fields) => {
            for (key, item) in fields {
                keys.push(key.clone());
                collect_keys(item, keys);
            }
        }
        _ => {}
    }
}

#[test]
fn documentation_example_is_a_valid_scene() {
    let document =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/scene-format.md")).unwrap();
    let example = document.split("```json").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let scene = Scene::from_json(example).unwrap();
    assert_eq!((scene.name.as_str(), scene.bodies.len(), scene.joints.len()), ("swing", 3, 1));
}

fn one_joint(joint: &str) -> String {
    format!(r#"{{"version": 1, "name": "x", "bodies": [{{}}, {{}}], "joints": [{joint}]}}"#)
}

#[test]
fn joints_reject_parts_of_other_types() {
    let all = unusual_joints();
    let mut refused = 0;
    for joint in &all {
        let joint_type = joint.joint_type();
        // Every part of every other joint, added to this one.
        for (other, part) in all.iter().flat_map(|other| other.parts().given().map(move |part| (other, part)))
        {
            let mut value = serde_json::to_value(joint).unwrap();
            let given = serde_json::to_value(other).unwrap();
            value[joint.kind()]["body_a"] = serde_json::Value::from(0);
            let had = value[joint.kind()].get(part).is_some();
            value[joint.kind()][part] = given[other.kind()][part].clone();
            if had {
                continue;
            }
            let error = Scene::from_json(&one_joint(&value.to_string())).unwrap_err();
            assert_eq!(error.path(), format!("joints[0].{}.{part}", joint_type.name), "{error}");
            assert!(error.reason().contains("not a part of this type of joint"), "{error}");
            refused += 1;
        }
        // Without a required part.
        for part in joint_type.required {
            let mut value = serde_json::to_value(joint).unwrap();
            value[joint.kind()]["body_a"] = serde_json::Value::from(0);
            value[joint.kind()].as_object_mut().unwrap().remove(*part);
            let error = Scene::from_json(&one_joint(&value.to_string())).unwrap_err();
            assert_eq!(error.kind(), SceneErrorKind::Structure);
            assert_eq!(error.path(), format!("joints[0].{}", joint_type.name));
            assert_eq!(error.reason(), format!("missing field `{part}`"));
        }
    }
    assert!(refused > 300, "{refused}");
}

#[test]
fn bad_joint_numbers_are_rejected_with_their_path() {
    let at = r#""body_a": 0, "body_b": 1, "at": {"world": [0, 0]}"#;
    for (joint, path) in [
        (format!(r#"{{"prismatic": {{{at}, "along": [0, 0]}}}}"#), "prismatic.along"),
        (
            format!(r#"{{"prismatic": {{{at}, "limits": {{"lower": 1, "upper": 0}}}}}}"#),
            "prismatic.limits.upper",
        ),
        (format!(r#"{{"revolute": {{{at}, "limits": {{"upper": 5}}}}}}"#), "revolute.limits.upper"),
        (format!(r#"{{"distance": {{{at}}}}}"#), "distance.at.world"),
        (
            format!(r#"{{"weld": {{{at}, "linear_spring": {{"hertz": 1, "target": 1}}}}}}"#),
            "weld.linear_spring.target",
        ),
        (format!(r#"{{"slot": {{{at}, "break_at": {{"force": -1}}}}}}"#), "slot.break_at.force"),
        (r#"{"gear": {"body_a": 0, "body_b": 1, "ratio": 0}}"#.to_owned(), "gear.ratio"),
        (
            r#"{"rotary": {"body_a": 0, "body_b": 1, "ratchet": {"pitch": 0}}}"#.to_owned(),
            "rotary.ratchet.pitch",
        ),
    ] {
        let error = Scene::from_json(&one_joint(&joint)).expect_err(&joint);
        assert_eq!(error.path(), format!("joints[0].{path}"), "{error}");
    }
}

#[test]
fn former_names_of_parts_are_accepted() {
    let at = r#""body_a": 0, "body_b": 1, "at": {"world": [0, 0]}"#;
    for (old, new) in [
        (
            format!(
                r#"{{"drive": {{{at}, "velocity": {{"max_force": 3}}, "spin": {{"speed": 0, "strength": 1}}}}}}"#
            ),
            format!(
                r#"{{"drive": {{{at}, "linear_motor": {{"max_force": 3}}, "motor": {{"speed": 0, "strength": 1}}}}}}"#
            ),
        ),
        (
            format!(r#"{{"revolute": {{{at}, "motor": {{"speed": 1, "max_torque": 2}}}}}}"#),
            format!(r#"{{"revolute": {{{at}, "motor": {{"speed": 1, "strength": 2}}}}}}"#),
        ),
    ] {
        let [old, new] = [old, new].map(|joint| Scene::from_json(&one_joint(&joint)).unwrap());
        assert_eq!(old, new);
    }
}

#[test]
fn scene_may_be_far_from_the_origin() {
    let text = r#"{"version": 1, "name": "far", "world": {"origin": [1e7, -3000064.5]}, "bodies": [{"position": [2, 3]}]}"#;
    let scene = Scene::from_json(text).expect("a scene of a large world");
    assert_eq!(Scene::from_json(&scene.to_json().expect("valid")).expect("its own text"), scene);
    let (world, handles) = crate::instantiate(&scene, crate::Overrides::default()).expect("a world");
    let body = world.body(handles.bodies[0]).expect("alive");
    assert!(world.config().large_world);
    assert_eq!(body.position64(), cairn2d::DVec2::new(1.0e7 + 2.0, -3_000_061.5));
    let capture = Scene::from_world("again", &world).scene;
    let (again, handles) = crate::instantiate(&capture, crate::Overrides::default()).expect("a world");
    assert_eq!(again.body(handles.bodies[0]).expect("alive").position64(), body.position64());
    for origin in ["[1.1e8, 0]", "[0, -2e9]"] {
        let text = text.replace("[1e7, -3000064.5]", origin);
        let error = Scene::from_json(&text).expect_err("out of the world");
        assert!(error.path().starts_with("world.origin["), "{error}");
    }
    let field = r#""fields": [{"area": {"circle": {"center": [0, 0], "radius": 2}}, "effect": {"gravity": {"acceleration": [0, 1]}}}], "bodies""#;
    assert!(Scene::from_json(&text.replace("\"bodies\"", field)).is_err());
}

#[test]
fn bad_portals_are_rejected_with_their_path() {
    let error = |portals: &str| {
        let bodies = r#"[{"name": "wall"}, {"enabled": false}]"#;
        let text = format!(r#"{{"version": 1, "name": "x", "bodies": {bodies}, "portals": [{portals}]}}"#);
        let error = Scene::from_json(&text).expect_err(portals);
        assert!(error.place().is_some(), "{error}");
        (error.path().to_owned(), error.reason().to_owned())
    };
    let good = r#"{"a": {"at": [0, 0], "out": [0, 1]}, "b": {"body": "wall", "at": [0, 9], "out": [1, 0]}}"#;
    let with = |old: &str, new: &str| error(&good.replace(old, new));
    for (old, new, path, reason) in [
        (r#""wall""#, r#""door""#, "portals[0].b.body", "there is no body \"door\""),
        (r#""wall""#, "7", "portals[0].b.body", "there is no body 7; the scene has 2"),
        (r#""wall""#, "1", "portals[0]", "is disabled, an opening needs an enabled body"),
        (
            "[0, 9]",
            "[0, 2e6]",
            "portals[0].b.at[1]",
            "must be from -1000000.0 to 1000000.0, but is 2000000.0",
        ),
        ("[0, 9]", "[0, 1e6]", "portals[0]", "opening"),
        ("[1, 0]", "[0, 0]", "portals[0].b.out", "must have a direction"),
        ("[1, 0]", "[0, 1e10]", "portals[0].b.out[1]", "but is 10000000000.0"),
        ("{\"a\"", "{\"width\": 0, \"a\"", "portals[0].width", "must be from 0.02 to 10000.0, but is 0.0"),
        ("{\"a\"", "{\"length\": 2, \"a\"", "portals[0].length", "unknown field"),
        (r#", "out": [1, 0]"#, "", "portals[0].b", "missing field `out`"),
    ] {
        let (found, text) = with(old, new);
        assert!(found == path && text.contains(reason), "{found}: {text}");
    }
    // The length of the direction does not make another opening.
    let same = with(r#""body": "wall", "at": [0, 9], "out": [1, 0]"#, r#""at": [-0.0, 0], "out": [0, 3]"#);
    assert_eq!(same, ("portals[0].b".to_owned(), "is the same opening as portals[0].a".to_owned()));
    let other = good.replace("[0, 0]", "[5, 0]").replace("[0, 9]", "[0, 9.0]").replace("\"wall\"", "0");
    let same = error(&format!("{good}, {other}"));
    assert_eq!(same, ("portals[1].b".to_owned(), "is the same opening as portals[0].b".to_owned()));

    let mut scene = Scene::new("not a number", "");
    let opening = |y| OpeningDesc::fixed([0.0, y], [0.0, 1.0]);
    scene.portals.push(PortalDesc::new(opening(0.0), opening(f32::NAN), 1.0));
    assert_eq!(scene.validate().unwrap_err().path(), "portals[0].b.at[1]");
    scene.portals[0] = PortalDesc::new(opening(0.0), opening(2.0), f32::NAN);
    assert_eq!(scene.to_json().unwrap_err().path(), "portals[0].width");
    scene.portals[0] = PortalDesc::new(opening(0.0), opening(2.0), 1.0);
    assert_eq!(scene.validate(), Ok(()));
    scene.world.origin = Some([1.0e7, 0.0]);
    assert_eq!(scene.validate().unwrap_err().path(), "world.origin");
}

/// A box of valid numbers whose corner is out of range was accepted, but no world could be made of it.
#[test]
fn valid_scene_makes_a_world() {
    let text = |geometry: &str| {
        format!(
            "{{\"version\": 1, \"name\": \"far\", \"bodies\": [{{}}, {{\"shapes\": [{{\"geometry\": {geometry}}}]}}]}}"
        )
    };
    let refused = [
        r#"{"box": {"half": [10, 10], "center": [1e6, 0]}}"#,
        r#"{"box": {"half": [1e6, 1], "angle": 0.7, "center": [5e5, 0]}}"#,
        r#"{"polygon": {"points": [[0, 0], [1, 1], [2, 2]]}}"#,
        r#"{"segment": {"a": [1, 1], "b": [1, 1]}}"#,
    ];
    for geometry in refused {
        let error = Scene::from_json(&text(geometry)).expect_err(geometry);
        assert_eq!(error.kind(), SceneErrorKind::Engine, "{error}");
        assert!(error.path().starts_with("bodies[1]") && error.place().is_some(), "{error}");
    }
    for geometry in [
        r#"{"box": {"half": [10, 10], "center": [999990, 0]}}"#,
        r#"{"circle": {"center": [1e6, 0], "radius": 1}}"#,
    ] {
        let scene = Scene::from_json(&text(geometry)).unwrap_or_else(|error| panic!("{geometry}: {error}"));
        crate::instantiate(&scene, crate::Overrides::default()).expect("a valid scene makes a world");
        scene.validate().expect("it is valid");
    }
}
