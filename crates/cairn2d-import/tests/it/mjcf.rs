//! Planar models of MuJoCo.

use cairn2d_import::{Format, ImportErrorKind, Imported};
use cairn2d_scenes::Overrides;
use cairn2d_scenes::format::{BodyDesc, BodyKind, Geometry};

use crate::support::{bad, good, near};

/// A one-legged robot with the measures of Gymnasium's hopper.
const HOPPER: &str = r#"<mujoco model="one leg">
 <compiler angle="degree" autolimits="true"/>
 <option timestep="0.002"/>
 <default>
  <joint damping="1" armature="1"/>
  <geom contype="1" conaffinity="1"/>
  <default class="sole"><geom friction="2 0.1 0.1"/></default>
 </default>
 <worldbody>
  <geom name="floor" type="plane" size="20 20 1"/>
  <body name="torso" pos="0 0 1.25">
   <joint name="rootx" type="slide" axis="1 0 0" damping="0"/>
   <joint name="rootz" type="slide" axis="0 0 1" damping="0"/>
   <joint name="rooty" type="hinge" axis="0 1 0" damping="0"/>
   <geom type="capsule" size="0.05 0.2"/>
   <body name="thigh" pos="0 0 -0.2">
    <joint name="hip" axis="0 -1 0" range="-150 0"/>
    <geom type="capsule" fromto="0 0 0 0 0 -0.45" size="0.05"/>
    <body name="leg" pos="0 0 -0.7">
     <joint name="knee" axis="0 -1 0" pos="0 0 0.25" range="-150 0"/>
     <geom type="capsule" size="0.04 0.25"/>
     <body name="foot" pos="0.065 0 -0.25" childclass="sole">
      <joint name="ankle" axis="0 -1 0" pos="-0.065 0 0" range="-45 45"/>
      <geom type="capsule" size="0.06 0.195" quat="0.7071067811865476 0 -0.7071067811865476 0"/>
     </body>
    </body>
   </body>
  </body>
 </worldbody>
 <actuator>
  <motor joint="hip" gear="200" ctrlrange="-1 1"/>
  <motor name="knee motor" joint="knee" gear="200 0 0 0 0 0" ctrlrange="-1 1"/>
  <motor joint="ankle" gear="200"/>
 </actuator>
</mujoco>"#;

fn body<'a>(imported: &'a Imported, name: &str) -> &'a BodyDesc {
    imported.scene.bodies.iter().find(|body| body.name.as_deref() == Some(name)).unwrap()
}

#[test]
fn hopper_has_the_masses_of_mujoco() {
    let imported = good(Format::Mjcf, HOPPER);
    // As `mujoco.MjModel` of MuJoCo 4.0.0 prints them for `hopper.xml` of Gymnasium 1.4.0.
    for (name, mass, inertia) in HOPPER_OF_MUJOCO {
        let found = body(&imported, name).mass.unwrap();
        assert!(near(f64::from(found.mass), mass, 1.0e-6 * mass), "{name} {} {mass}", found.mass);
        assert!(
            near(f64::from(found.inertia), inertia, 1.0e-5 * inertia),
            "{name} {} {inertia}",
            found.inertia
        );
    }
    // The thigh is drawn from end to end, so its centre is halfway.
    assert!(near(f64::from(body(&imported, "thigh").mass.unwrap().center[1]), -0.225, 1.0e-6));
    let positions = ["torso", "thigh", "leg", "foot"].map(|name| body(&imported, name).position);
    for (found, exact) in positions.into_iter().zip([[0.0, 1.25], [0.0, 1.05], [0.0, 0.35], [0.065, 0.1]]) {
        assert!((0..2).all(|axis| (found[axis] - exact[axis]).abs() < 1.0e-6), "{found:?} {exact:?}");
    }
    let Geometry::Capsule(foot) = &body(&imported, "foot").shapes[0].geometry else { panic!() };
    assert!(near(f64::from((foot.b[0] - foot.a[0]).abs()), 0.39, 1.0e-6));
    assert!(near(f64::from(foot.a[1]), 0.0, 1.0e-6) && foot.radius == 0.06);
    let scene = &imported.scene;
    assert_eq!((scene.world.gravity, scene.hertz), ([0.0, -9.81], 500.0));
    let kinds: Vec<&str> = scene.joints.iter().map(|joint| joint.kind()).collect();
    assert_eq!(kinds, ["revolute"; 3]);
    let limits = scene.joints[0].parts().limits.unwrap();
    assert!(
        near(f64::from(limits.lower.unwrap()), -150_f64.to_radians(), 1.0e-6) && limits.upper == Some(0.0)
    );
    assert_eq!(body(&imported, "world").kind, BodyKind::Static);
    let gears: Vec<(u32, f32)> = imported.actuators.iter().map(|one| (one.joint, one.gear)).collect();
    assert_eq!(gears, [(0, 200.0), (1, 200.0), (2, 200.0)]);
    assert_eq!(
        (imported.actuators[1].name.as_str(), imported.actuators[1].control),
        ("knee motor", [-1.0, 1.0])
    );
    assert_eq!(imported.actuators[0].name, "hip");
    assert_eq!(imported.warnings.len(), 1, "{:?}", imported.warnings);
}

/// Body, mass \[kg\] and inertia about y \[kg m^2\].
const HOPPER_OF_MUJOCO: [(&str, f64, f64); 4] = [
    ("torso", 3.665_191_43, 0.069_245_938),
    ("thigh", 4.057_890_51, 0.093_298_757),
    ("leg", 2.781_356_70, 0.072_302_540),
    ("foot", 5.315_574_77, 0.103_523_081),
];

/// The hopper falls by free fall, and its foot lands on the floor instead of passing it.
#[test]
fn hopper_falls_and_lands() {
    let imported = good(Format::Mjcf, &HOPPER.replace("pos=\"0 0 1.25\"", "pos=\"0 0 1.75\""));
    let (mut world, handles) = imported.world(Overrides::default()).unwrap();
    let center = |world: &cairn2d::World| {
        let all = handles.bodies[1..].iter().map(|&id| world.body(id).unwrap());
        let (sum, mass) = all.fold((0.0, 0.0), |(sum, mass), body| {
            (sum + body.mass().mass * body.center().y, mass + body.mass().mass)
        });
        sum / mass
    };
    let start = center(&world);
    for _ in 0..100 {
        world.step(0.002).unwrap();
    }
    // 0.2 s without contact.
    assert!((start - center(&world) - 0.5 * 9.81 * 0.04).abs() < 0.003, "{}", start - center(&world));
    for _ in 0..1000 {
        world.step(0.002).unwrap();
    }
    for &id in &handles.bodies[1..] {
        assert!(world.body(id).unwrap().center().y > 0.0, "{id} is below the floor");
    }
}

/// A rod on a hinge with the damping of MuJoCo, without gravity: its rate decays as exp(-d t / I).
#[test]
fn damping_is_that_of_mujoco() {
    for (damping, stiffness) in [(0.5, 0.0), (0.1, 0.0), (0.0, 20.0)] {
        let text = format!(
            r#"<mujoco><option gravity="0 0 0" timestep="0.001"/><worldbody>
            <body pos="0 0 0"><joint axis="0 -1 0" damping="{damping}" stiffness="{stiffness}"/>
            <geom type="box" size="0.5 0.05 0.05" mass="2"/></body></worldbody></mujoco>"#
        );
        let mut imported = good(Format::Mjcf, &text);
        let inertia = 2.0 * (0.25 + 0.0025) / 3.0;
        assert!(near(f64::from(imported.scene.bodies[1].mass.unwrap().inertia), inertia, 1.0e-6));
        imported.scene.bodies[1].angular_velocity = 1.0;
        let (mut world, handles) = imported.world(Overrides::default()).unwrap();
        for _ in 0..200 {
            world.step(0.001).unwrap();
        }
        let rate = f64::from(world.body(handles.bodies[1]).unwrap().angular_velocity());
        let exact = if stiffness > 0.0 {
            ((stiffness / inertia).sqrt() * 0.2).cos()
        } else {
            (-damping * 0.2 / inertia).exp()
        };
        assert!(near(rate, exact, 0.02), "damping {damping}, stiffness {stiffness}: {rate} {exact}");
    }
}

#[test]
fn geoms_joints_and_filters_are_taken_over() {
    let text = r#"<mujoco><compiler angle="radian" settotalmass="10"/><worldbody>
 <geom type="plane" size="0 0 1" contype="0" conaffinity="1"/>
 <body name="cart" pos="1 0 2" euler="0 -0.5 0">
  <joint name="slider" type="slide" axis="1 0 0" range="-1 2"/>
  <geom type="box" size="0.5 0.1 0.2" contype="1" conaffinity="0"/>
  <body name="pole" pos="0 0 0.2">
   <joint name="hinge" axis="0 1 0" range="-0.5 1" stiffness="8"/>
   <geom type="cylinder" size="0.05 0.5" pos="0 0 0.5" contype="1" conaffinity="0"/>
   <geom type="sphere" size="0.1" pos="0 0 1" contype="1" conaffinity="0"/>
   <geom type="mesh" mesh="x"/>
   <body name="hat" pos="0 0 1.1"><geom type="cylinder" size="0.1 0.05" euler="1.5707963267948966 0 0"/></body>
  </body>
 </body></worldbody></mujoco>"#;
    let imported = good(Format::Mjcf, text);
    let scene = &imported.scene;
    let total: f32 = scene.bodies.iter().filter_map(|body| body.mass).map(|mass| mass.mass).sum();
    assert!((total - 10.0).abs() < 1.0e-5);
    let kinds: Vec<&str> = scene.joints.iter().map(|joint| joint.kind()).collect();
    assert_eq!(kinds, ["prismatic", "revolute", "weld"]);
    // A turn about -y is one from x to z.
    assert!((body(&imported, "cart").angle - 0.5).abs() < 1.0e-6);
    let along = scene.joints[0].parts().along.unwrap();
    assert!((along[0] - 0.5_f32.cos()).abs() < 1.0e-6 && (along[1] - 0.5_f32.sin()).abs() < 1.0e-6);
    // An axis along y turns the other way, so its limits change places.
    let limits = scene.joints[1].parts().limits.unwrap();
    assert_eq!((limits.lower, limits.upper), (Some(-1.0), Some(0.5)));
    let pole = body(&imported, "pole");
    assert!((pole.position[0] - (1.0 - 0.2 * 0.5_f32.sin())).abs() < 1.0e-5);
    let filter = |name: &str| body(&imported, name).shapes[0].filter;
    let collide = |a: &str, b: &str| {
        let (a, b) = (filter(a), filter(b));
        a.category & b.mask != 0 && b.category & a.mask != 0
    };
    assert!(collide("world", "cart") && collide("world", "pole") && !collide("cart", "pole"));
    // The hat has type and affinity 1, as a geom without attributes.
    assert!(collide("hat", "cart") && collide("hat", "hat") && collide("world", "hat"));
    let Geometry::Circle(circle) = &body(&imported, "hat").shapes[0].geometry else { panic!() };
    assert_eq!(circle.radius, 0.1);
    assert_eq!(imported.warnings.len(), 1);
}

#[test]
fn broken_models_say_where() {
    let model = |body: &str| format!("<mujoco><worldbody>\n<body>{body}</body></worldbody></mujoco>");
    let geom = r#"<geom size="0.1"/>"#;
    for (content, kind) in [
        (String::new(), ImportErrorKind::Range),
        (format!("{geom}<freejoint/>"), ImportErrorKind::Unsupported),
        (format!("{geom}<joint axis=\"1 0 0\"/>"), ImportErrorKind::Unsupported),
        (format!("{geom}<joint axis=\"0 0 0\"/>"), ImportErrorKind::Range),
        (format!("{geom}<joint axis=\"0 1\"/>"), ImportErrorKind::Structure),
        (format!("{geom}<joint axis=\"0 1 0\" damping=\"-1\"/>"), ImportErrorKind::Range),
        (format!("{geom}<joint axis=\"0 1 0\" range=\"2 1\"/>"), ImportErrorKind::Range),
        ("<geom size=\"-1\"/>".to_owned(), ImportErrorKind::Range),
        ("<geom size=\"0.1 1\" type=\"capsule\" euler=\"30 0 0\"/>".to_owned(), ImportErrorKind::Unsupported),
        (format!("{geom}<body euler=\"0 0 9\">{geom}</body>"), ImportErrorKind::Unsupported),
    ] {
        let content = if content.is_empty() { "<joint axis=\"0 1 0\"/>".to_owned() } else { content };
        let error = bad(Format::Mjcf, &model(&content));
        assert_eq!(error.kind(), kind, "{error}: {content}");
        let line = error.place().map(|place| place.line);
        assert!(line == Some(2) || error.reason().contains("no mass"), "{error}");
    }
    let error = bad(Format::Mjcf, "<mujoco>\n<actuator><motor joint=\"x\"/></actuator></mujoco>");
    assert_eq!((error.kind(), error.place().map(|place| place.line)), (ImportErrorKind::Reference, Some(2)));
    let deep =
        format!("<mujoco><worldbody>{}{}</worldbody></mujoco>", "<body>".repeat(300), "</body>".repeat(300));
    assert_eq!(bad(Format::Mjcf, &deep).kind(), ImportErrorKind::Size);
}
