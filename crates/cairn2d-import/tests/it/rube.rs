//! Worlds of R.U.B.E.

use cairn2d_import::{Format, ImportErrorKind};
use cairn2d_scenes::Overrides;
use cairn2d_scenes::format::{BodyKind, Geometry};

use crate::support::{bad, good, near, shape_area};

const WORLD: &str = r#"{
 "allowSleep": true, "gravity": { "x": 0, "y": "C1200000" }, "stepsPerSecond": 50,
 "image": [{ "name": "picture" }],
 "body": [
  { "name": "ground", "type": 0, "position": 0, "fixture": [
    { "chain": { "vertices": { "x": [-5, 0, 5], "y": [0, 0, "3F800000"] } }, "friction": 0.5 },
    { "edge": { "vertex1": { "x": 5, "y": 1 }, "vertex2": { "x": 6, "y": 1 } } }] },
  { "name": "arm", "type": 2, "position": { "x": 1, "y": "40000000" }, "angle": 0.5, "linearVelocity": { "x": 2, "y": 0 },
    "massData-mass": 3, "massData-center": { "x": 0.5, "y": 0 }, "massData-I": 1.75, "bullet": true,
    "linearDamping": 0.1, "fixture": [{ "density": 2, "friction": 0.3, "restitution": 0.25,
      "filter-categoryBits": 2, "filter-maskBits": 5, "filter-groupIndex": -3,
      "polygon": { "vertices": { "x": [0, 1, 1, 0], "y": [0, 0, 0.5, 0.5] } } }] },
  { "name": "wheel", "type": 2, "position": { "x": -2, "y": 2 }, "fixture": [
    { "density": 1, "circle": { "center": 0, "radius": 0.5 } },
    { "sensor": true, "circle": { "center": { "x": 1, "y": 0 }, "radius": 0.25 } }] },
  { "name": "lift", "type": 1, "position": { "x": 9, "y": 9 }, "linearVelocity": { "x": 0, "y": 1 } }],
 "joint": [JOINTS] }"#;

fn world(joints: &str) -> String {
    WORLD.replace("JOINTS", joints)
}

#[test]
fn bodies_and_fixtures_are_taken_over() {
    let imported = good(Format::Rube, &world(""));
    let scene = &imported.scene;
    assert_eq!((scene.world.gravity, scene.hertz), ([0.0, -10.0], 50.0));
    let [ground, arm, wheel, lift] = &scene.bodies[..] else { panic!("{:?}", scene.bodies) };
    assert_eq!((ground.kind, ground.shapes.len()), (BodyKind::Static, 3));
    let Geometry::Segment(segment) = &ground.shapes[1].geometry else { panic!() };
    assert_eq!((segment.a, segment.b), ([0.0, 0.0], [5.0, 1.0]));
    assert_eq!((arm.position, arm.angle, arm.velocity), ([1.0, 2.0], 0.5, [2.0, 0.0]));
    assert!(arm.bullet);
    // 1.75 about the origin is 1 about the centre half a metre away.
    let mass = arm.mass.unwrap();
    assert_eq!((mass.mass, mass.center, mass.inertia), (3.0, [0.5, 0.0], 1.0));
    let filter = arm.shapes[0].filter;
    assert_eq!((filter.category, filter.mask, filter.group), (2, 5, -3));
    assert!(near(shape_area(arm), 0.5, 1.0e-6));
    assert!(wheel.shapes[1].sensor);
    assert_eq!(lift.kind, BodyKind::Kinematic);
    assert_eq!(imported.warnings.len(), 1);
}

#[test]
fn all_joints_of_the_engine_are_taken_over() {
    let kinds = [
        (
            "revolute",
            r#""refAngle": 0.1, "enableLimit": true, "lowerLimit": -0.5, "upperLimit": 0.75, "enableMotor": true, "motorSpeed": 2, "maxMotorTorque": 9"#,
        ),
        (
            "prismatic",
            r#""localAxisA": { "x": 0, "y": 1 }, "enableLimit": true, "lowerLimit": -1, "upperLimit": 2, "enableMotor": true, "motorSpeed": 3, "maxMotorForce": 8"#,
        ),
        (
            "wheel",
            r#""localAxisA": { "x": 0, "y": 1 }, "enableMotor": true, "motorSpeed": -5, "maxMotorTorque": 7, "springFrequency": 4, "springDampingRatio": 0.7"#,
        ),
        ("distance", r#""length": 2, "frequency": 3, "dampingRatio": 0.5"#),
        ("rope", r#""maxLength": 6"#),
        ("weld", r#""refAngle": 0, "frequency": 2, "dampingRatio": 1"#),
        ("friction", r#""maxForce": 4, "maxTorque": 2"#),
        ("motor", r#""maxForce": 4, "maxTorque": 2, "correctionFactor": 0.3"#),
        (
            "pulley",
            r#""groundAnchorA": { "x": -1, "y": 9 }, "groundAnchorB": { "x": 1, "y": 9 }, "lengthA": 3, "lengthB": 4, "ratio": 2"#,
        ),
    ];
    for (kind, more) in kinds {
        let joint = format!(
            r#"{{ "type": "{kind}", "name": "j", "bodyA": 1, "bodyB": 2, "anchorA": {{ "x": 1, "y": 0 }}, "anchorB": 0, {more} }}"#
        );
        let scene = good(Format::Rube, &world(&joint)).scene;
        let expected = match kind {
            "rope" => "distance",
            "friction" | "motor" => "drive",
            kind => kind,
        };
        assert_eq!(scene.joints[0].kind(), expected);
        let parts = scene.joints[0].parts();
        let motor = parts.motor.map(|motor| (motor.speed, motor.strength));
        let spring = parts.spring.map(|spring| (spring.hertz, spring.damping_ratio));
        let limits = parts.limits.map(|limits| (limits.lower, limits.upper));
        match kind {
            "revolute" => assert_eq!((motor, limits), (Some((2.0, 9.0)), Some((Some(-0.5), Some(0.75))))),
            "prismatic" => assert_eq!((motor, limits), (Some((3.0, 8.0)), Some((Some(-1.0), Some(2.0))))),
            "wheel" => assert_eq!((motor, spring), (Some((-5.0, 7.0)), Some((4.0, 0.7)))),
            "distance" => assert_eq!((parts.length, spring), (Some(2.0), Some((3.0, 0.5)))),
            "rope" => assert_eq!((limits, spring), (Some((None, Some(6.0))), Some((0.0, 0.0)))),
            "weld" => assert_eq!(spring, Some((2.0, 1.0))),
            "friction" => assert_eq!((motor, parts.linear_motor.unwrap().max_force), (Some((0.0, 2.0)), 4.0)),
            "pulley" => assert_eq!((parts.ratio, parts.length), (Some(2.0), Some(11.0))),
            _ => {}
        }
    }
    let gear = r#"{ "type": "revolute", "bodyA": 0, "bodyB": 1 }, { "type": "revolute", "bodyA": 0, "bodyB": 2 },
        { "type": "gear", "bodyA": 1, "bodyB": 2, "joint1": 0, "joint2": 1, "ratio": 2 }"#;
    let scene = good(Format::Rube, &world(gear)).scene;
    assert_eq!((scene.joints[2].kind(), scene.joints[2].parts().ratio), ("gear", Some(-0.5)));
    let imported = good(Format::Rube, &world(r#"{ "type": "mouse", "bodyA": 0, "bodyB": 1 }"#));
    assert_eq!((imported.scene.joints.len(), imported.warnings.len()), (0, 2));
}

/// A hinge with a reference angle has the angle that Box2D defines: of the bodies less the reference.
#[test]
fn reference_angles_are_those_of_box2d() {
    let joint =
        r#"{ "type": "revolute", "bodyA": 0, "bodyB": 1, "anchorA": { "x": 1, "y": 2 }, "refAngle": 0.2 }"#;
    let (world, handles) = good(Format::Rube, &world(joint)).world(Overrides::default()).unwrap();
    let angle = world.joint(handles.joints[0]).unwrap().angle();
    assert!((angle - 0.3).abs() < 1.0e-5, "{angle}");
}

#[test]
fn broken_worlds_say_where() {
    for (from, to, kind, path) in [
        ("\"type\": 1", "\"type\": 7", ImportErrorKind::Range, "body[3].type"),
        ("\"C1200000\"", "\"C12\"", ImportErrorKind::Structure, "gravity.y"),
        ("\"C1200000\"", "\"7fc00000\"", ImportErrorKind::Structure, "gravity.y"),
        (
            "\"y\": [0, 0, \"3F800000\"]",
            "\"y\": [0, 0]",
            ImportErrorKind::Range,
            "body[0].fixture[0].chain.vertices",
        ),
        ("\"radius\": 0.5", "\"radius\": -1", ImportErrorKind::Engine, ""),
    ] {
        let error = bad(Format::Rube, &world("").replacen(from, to, 1));
        assert_eq!((error.kind(), error.path().as_str()), (kind, path), "{error}");
    }
    let text = world(r#"{ "type": "weld", "bodyA": 0, "bodyB": 9 }"#);
    let error = bad(Format::Rube, &text);
    assert_eq!((error.kind(), error.path().as_str()), (ImportErrorKind::Reference, "joint[0].bodyB"));
    let line = 1 + text.lines().position(|line| line.contains("bodyB")).unwrap();
    assert_eq!(error.place().map(|place| place.line), Some(line));
}
