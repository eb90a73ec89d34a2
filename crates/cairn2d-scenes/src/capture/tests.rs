//! Every scene of the library, captured and instantiated again: the public state of both worlds must be
//! equal.

use cairn2d::{Body, Circle, IntoShape, Polygon, Vec2, WorldConfig};

use super::*;
use crate::format::tests::unusual_joint_makers;
use crate::format::{BodyRef as Reference, Geometry, JointAnchor, JointDesc, JointParts, ShapeDesc};
use crate::format::{OpeningDesc, PortalDesc};
use crate::{Overrides, Runner, instantiate};

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() <= 1.0e-5 * (1.0 + a.abs())
}

/// A scene with the numbers of another one where they differ only by rounding: angles, and velocities
/// computed with them.
fn aligned(mut scene: Scene, other: &Scene) -> Scene {
    let align = |value: &mut f32, other: f32| *value = if near(*value, other) { other } else { *value };
    for (body, other) in scene.bodies.iter_mut().zip(&other.bodies) {
        align(&mut body.angle, other.angle);
        align(&mut body.velocity[0], other.velocity[0]);
        align(&mut body.velocity[1], other.velocity[1]);
        for (shape, other) in body.shapes.iter_mut().zip(&other.shapes) {
            if let (Geometry::Box(rect), Geometry::Box(other)) = (&mut shape.geometry, &other.geometry) {
                align(&mut rect.angle, other.angle);
            }
        }
    }
    for (joint, other) in scene.joints.iter_mut().zip(&other.joints) {
        let other = other.parts().at;
        let parts = match joint {
            JointDesc::Revolute(parts) | JointDesc::Distance(parts) | JointDesc::Prismatic(parts) => parts,
            JointDesc::Wheel(parts) | JointDesc::Slot(parts) | JointDesc::Weld(parts) => parts,
            JointDesc::Drive(parts) | JointDesc::Filter(parts) | JointDesc::Rotary(parts) => parts,
            JointDesc::Gear(parts) | JointDesc::Rack(parts) | JointDesc::Pulley(parts) => parts,
        };
        if let (Some(JointAnchor::Local(frames)), Some(JointAnchor::Local(other))) = (&mut parts.at, other) {
            align(&mut frames.angle_a, other.angle_a);
            align(&mut frames.angle_b, other.angle_b);
        }
    }
    scene
}

fn same_bodies_and_joints(a: &Scene, b: &Scene) {
    let a = aligned(a.clone(), b);
    assert_eq!((a.bodies.len(), a.joints.len()), (b.bodies.len(), b.joints.len()), "{}", a.name);
    for (index, (x, y)) in a.bodies.iter().zip(&b.bodies).enumerate() {
        assert!(x == y, "{}, body {index}: {x:?}\n{y:?}", a.name);
    }
    for (index, (x, y)) in a.joints.iter().zip(&b.joints).enumerate() {
        assert!(x == y, "{}, joint {index}: {x:?}\n{y:?}", a.name);
    }
}

/// Writes a world as text and makes it again.
fn again(scene: &Scene) -> World {
    let text = scene.to_json().unwrap_or_else(|error| panic!("{}: {error}", scene.name));
    let read = Scene::from_json(&text).unwrap_or_else(|error| panic!("{}: {error}", scene.name));
    instantiate(&read, Overrides::default()).unwrap_or_else(|error| panic!("{}: {error}", scene.name)).0
}

#[test]
fn captured_library_scenes_equal_their_worlds() {
    for built_in in crate::all().iter().filter(|scene| scene.category != crate::library::Category::Benchmark)
    {
        let mut runner = Runner::new(built_in, Overrides::default()).expect(built_in.name);
        for steps in [0, 20] {
            for _ in 0..steps {
                runner.step().expect(built_in.name);
            }
            let first = runner.capture();
            let world = again(&first.scene);
            let second = Scene::from_world(built_in.name, &world);
            let names = |scene: &Scene| scene.bodies.iter().map(|body| body.name.clone()).collect::<Vec<_>>();
            let mut expected = first.scene.clone();
            expected.bodies.iter_mut().for_each(|body| body.name = None);
            same_bodies_and_joints(&expected, &second.scene);
            assert_eq!(first.scene.fields, second.scene.fields, "{}", built_in.name);
            assert_eq!(first.scene.world, second.scene.world, "{}", built_in.name);
            assert_eq!(first.scene.material_pairs, second.scene.material_pairs, "{}", built_in.name);
            if steps == 0 {
                assert_eq!(names(&first.scene), names(runner.scene()), "{}", built_in.name);
                assert_eq!(first.scene.drivers, runner.scene().drivers, "{}", built_in.name);
                assert_eq!(first.scene.script, runner.scene().script, "{}", built_in.name);
            }
            same_world(&runner.world, &world, built_in.name);
        }
    }
}

/// Compares the public state of two worlds, body by body in the order of the captured scene.
fn same_world(a: &World, b: &World, name: &str) {
    assert_eq!(a.counts().bodies, b.counts().bodies, "{name}");
    assert_eq!(a.counts().shapes, b.counts().shapes, "{name}");
    let sums = |world: &World| {
        let mut sums = [0.0f64; 4];
        for body in world.bodies().filter_map(|id| world.body(id)) {
            for (sum, value) in sums.iter_mut().zip([
                body.center().x + body.center().y,
                body.mass().mass,
                body.mass().inertia,
                body.kinetic_energy(),
            ]) {
                *sum += f64::from(value);
            }
        }
        sums
    };
    for (x, y) in sums(a).into_iter().zip(sums(b)) {
        assert!((x - y).abs() <= 1.0e-4 * (1.0 + x.abs()), "{name}: {x} and {y}");
    }
}

#[test]
fn captured_scene_without_angles_continues_with_the_same_bits() {
    let built_in = crate::find("large_pyramid").expect("it exists");
    let runner = Runner::new(built_in, Overrides::default()).expect("it opens");
    let (mut ours, mut theirs) = (again(&runner.capture().scene), runner.world);
    for _ in 0..3 {
        ours.step(1.0 / 60.0).expect("a step");
        theirs.step(1.0 / 60.0).expect("a step");
    }
    assert_eq!(ours.hash(), theirs.hash());
}

#[test]
fn polygons_that_are_not_their_own_hull_are_captured() {
    // The hull of the first drops a corner; the points of the second have none.
    let outlines: [&[[f32; 2]]; 3] = [
        &[[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.000_05], [0.0, 1.0]],
        &[
            [0.0073242188, -0.1465652],
            [0.011170864, -0.1479652],
            [0.011408806, -0.1480515],
            [0.0077519417, -0.14672065],
        ],
        &[[0.0, 0.0], [1.0, 0.0], [0.3, 0.9]],
    ];
    let mut world = World::new(WorldConfig::default()).expect("valid settings");
    for (index, outline) in outlines.iter().enumerate() {
        let corners: Vec<Vec2> = outline.iter().map(|&corner| corner.into()).collect();
        let polygon = Polygon::from_vertices(&corners).expect("convex").rounded(0.01);
        world.spawn(Body::dynamic().at([3.0 * index as f32, 0.0]).with(polygon)).expect("a valid body");
    }
    let captured = Scene::from_world("thin", &world).scene;
    let mut back = again(&captured);
    let is_exact = captured.bodies.iter().map(|body| match &body.shapes[0].geometry {
        Geometry::Polygon(polygon) => polygon.exact,
        other => panic!("{other:?}"),
    });
    assert_eq!(is_exact.collect::<Vec<bool>>(), [true, true, false]);
    for _ in 0..3 {
        back.step(1.0 / 60.0).expect("a step");
        world.step(1.0 / 60.0).expect("a step");
    }
    assert_eq!(back.hash(), world.hash());
}

#[test]
fn captured_joints_keep_every_part() {
    let mut scene = Scene::new("all joints", "");
    for (index, (of, parts)) in unusual_joint_makers().into_iter().enumerate() {
        let x = 6.0 * index as f32;
        let ball = || ShapeDesc::circle(0.3);
        let first = scene.add(BodyDesc::fixed([x, 0.0]).with(ball()));
        let body = BodyDesc { angle: 0.7, ..BodyDesc::dynamic([x + 1.5, 0.0]).with(ball()) };
        let [body_a, body_b] = [first, scene.add(body)].map(Reference::Index);
        scene.join(of(JointParts { body_a, body_b, ..parts }));
    }
    let (world, _) = instantiate(&scene, Overrides::default()).expect("joints of the engine");
    let first = Scene::from_world("all joints", &world);
    assert_eq!(first.left_out, Vec::<String>::new());
    assert_eq!(first.scene.joints.len(), scene.joints.len());
    let back = again(&first.scene);
    same_bodies_and_joints(&Scene::from_world("all joints", &back).scene, &first.scene);
    for (a, b) in world.joints().zip(back.joints()).map(|(a, b)| (world.joint(a), back.joint(b))) {
        let (a, b) = (a.expect("alive"), b.expect("alive"));
        assert_eq!(
            (a.kind(), a.limits(), a.motor(), a.servo()),
            (b.kind(), b.limits(), b.motor(), b.servo())
        );
        assert_eq!((a.linear_spring(), a.spring_range()), (b.linear_spring(), b.spring_range()));
        assert!(near(a.angle(), b.angle()) && near(a.distance(), b.distance()), "{:?}", a.kind());
        assert_eq!((a.break_at(), a.is_enabled(), a.ratio()), (b.break_at(), b.is_enabled(), b.ratio()));
    }
}

#[test]
fn added_objects_follow_those_of_the_scene() {
    let mut runner =
        Runner::new(crate::find("seesaw").expect("it exists"), Overrides::default()).expect("it opens");
    let gone = runner.handles.bodies[1];
    let polygon = Polygon::regular(5, 0.5).expect("a pentagon");
    let added =
        runner.world.spawn(Body::dynamic().at([3.0, 9.0]).with(polygon.density(2.0))).expect("a body");
    let count = runner.scene().bodies.len();
    let capture = runner.capture();
    assert_eq!(capture.scene.bodies.len(), count + 1);
    assert_eq!(capture.scene.bodies[count].position, [3.0, 9.0]);
    runner.world.despawn(gone).expect("it is there");
    runner.world.despawn(added).expect("it is there");
    assert_eq!(runner.capture().scene.bodies.len(), count - 1);
}

/// The rims and the bodies that only hold rims are no parts of the scene. Both worlds continue alike, with a
/// body in an opening too.
#[test]
fn portals_are_captured_without_the_bodies_of_their_rims() {
    let mut scene = Scene::new("portals", "");
    let wall = scene.add(BodyDesc::fixed([0.0, -0.5]).with(ShapeDesc::half_box(4.0, 0.5)));
    let tray = BodyDesc { velocity: [0.25, 0.0], ..BodyDesc::kinematic([0.0, 6.0]) };
    let tray = scene.add(tray.with(ShapeDesc::half_box(2.0, 0.25)));
    scene.add(BodyDesc::dynamic([0.5, 1.5]).with(ShapeDesc::circle(0.25)));
    let [below, above] =
        [OpeningDesc::on(wall, [0.0, 0.5], [0.0, 1.0]), OpeningDesc::on(tray, [0.0, -0.25], [0.0, -1.0])];
    scene.portals.push(PortalDesc::new(below, above, 2.0));
    let [left, right] = [-3.0, 3.0].map(|x: f32| OpeningDesc::fixed([x, 2.0], [-x, 0.0]));
    scene.portals.push(PortalDesc::new(left, right, 1.5));
    let [left, right] = [-3.5, 3.5].map(|x: f32| OpeningDesc::fixed([x, 4.0], [-x, 0.0]));
    scene.portals.push(PortalDesc::new(left, right, 0.5).without_rims());
    let (mut world, handles) = instantiate(&scene, Overrides::default()).expect("valid");
    assert_eq!(handles.portals, world.portals().map(|pair| pair.id).collect::<Vec<_>>());
    let first = Scene::from_world("portals", &world);
    assert_eq!(first.left_out, Vec::<String>::new());
    assert_eq!((first.scene.bodies.len(), first.scene.portals.len()), (3, 3));
    assert!(first.scene.bodies.iter().all(|body| body.shapes.len() == 1), "no rim is a shape of the scene");
    let mut back = again(&first.scene);
    assert_eq!(world.hash(), back.hash());
    let mut in_opening = false;
    for _ in 0..90 {
        world.step(1.0 / 60.0).expect("a step");
        back.step(1.0 / 60.0).expect("a step");
        assert_eq!(world.hash(), back.hash());
        let ball = handles.bodies[2];
        if !in_opening && world.images(ball).next().is_some() {
            in_opening = true;
            // The capture has the ball once, and the world made of it has its image after a step.
            let capture = Scene::from_world("in an opening", &world).scene;
            assert_eq!((capture.bodies.len(), capture.portals.len()), (3, 3));
            let mut back = again(&capture);
            back.step(1.0 / 60.0).expect("a step");
            let ball = back.bodies().nth(2).expect("the ball");
            assert_eq!(back.images(ball).count(), 1);
        }
    }
    assert!(in_opening);

    // A caller may use the body of a rim, remove one, or share an opening between pairs.
    let fixed = world.portals().nth(1).expect("alive");
    let [Some(rim), _] = fixed.rims[0] else { panic!("it has rims") };
    let holder = world.shape(rim).expect("alive").body();
    world.attach(holder, Circle::new(0.5)).expect("valid");
    world.add_portals(fixed.pair().width(1.0)).expect("the engine takes it");
    let capture = Scene::from_world("used", &world);
    assert_eq!((capture.scene.bodies.len(), capture.scene.portals.len()), (4, 3));
    assert_eq!(capture.scene.bodies[3].shapes.len(), 1);
    assert_eq!(capture.left_out.len(), 1, "{:?}", capture.left_out);
    assert_eq!(capture.scene.validate(), Ok(()));
}

#[test]
fn explicit_mass_is_captured() {
    let mut world = World::new(WorldConfig::default()).expect("the settings are valid");
    let mass = cairn2d::Mass { mass: 0.0, center: [0.5, 0.0].into(), inertia: 0.0 };
    world.spawn(Body::dynamic().at([0.0, 3.0]).with(Circle::new(0.3)).mass(mass)).expect("it is valid");
    let mut back = again(&Scene::from_world("light", &world).scene);
    let given = |world: &World| {
        world.bodies().next().and_then(|id| world.body(id)).and_then(|body| body.given_mass())
    };
    assert_eq!(given(&back), Some(mass));
    for _ in 0..3 {
        world.step(1.0 / 60.0).expect("a step");
        back.step(1.0 / 60.0).expect("a step");
    }
    assert_eq!(world.hash(), back.hash());
}

#[test]
fn grabs_and_running_scripts_are_listed_as_left_out() {
    let mut runner =
        Runner::new(crate::find("rain").expect("it exists"), Overrides::default()).expect("it opens");
    assert_eq!(runner.capture().scene.script.as_deref(), Some("rain"));
    runner.step().expect("a step");
    let ball = runner.world.spawn(Body::dynamic().at([0.0, 90.0]).with(Circle::new(0.5))).expect("a ball");
    let grab = cairn2d::Grab::new(ball, [0.0, 90.0]);
    runner.world.join(grab).expect("a grip");
    let capture = runner.capture();
    assert_eq!(capture.scene.script, None);
    assert_eq!(capture.left_out.len(), 2, "{:?}", capture.left_out);
    assert!(
        Scene::from_world("empty", &World::new(WorldConfig::default()).expect("valid")).left_out.is_empty()
    );
}

/// A scene far from the origin has no absolute positions. Objects with such positions, and bodies too far
/// from the origin of the scene, are left out and listed; the rest is a valid scene.
#[test]
fn absolute_positions_of_far_scenes_are_listed_as_left_out() {
    let mut config = WorldConfig::default();
    config.large_world = true;
    let mut world = World::new(config).expect("valid");
    let mut ball =
        |at: [f64; 2]| world.spawn(Body::dynamic().at64(at).with(Circle::new(0.5))).expect("a ball");
    let [a, b, far] = [[0.0, -2.0], [3.0, -2.0], [-1.5e6, 5.0]].map(&mut ball);
    world.join(cairn2d::Pulley::new(a, b, [0.0, 5.0], [3.0, 5.0])).expect("a pulley");
    world.join(cairn2d::Filter::new(a, far)).expect("a joint");
    world.join(cairn2d::Filter::new(a, b)).expect("a joint");
    let pull = cairn2d::Attractor::new([0.0, 1.0], 2.0);
    world.add_field(Field::new(Area::Everywhere, pull)).expect("a field");
    world.add_field(Field::new(Area::circle([4.0, 5.0], 6.0), cairn2d::Drag::new(1.0))).expect("a field");
    world.add_field(Field::new(Area::Everywhere, cairn2d::Drag::new(1.0))).expect("a field");
    let Capture { scene, left_out } = Scene::from_world("far out", &world);
    assert_eq!(scene.validate(), Ok(()));
    assert_eq!((scene.bodies.len(), scene.joints.len(), scene.fields.len()), (2, 1, 1));
    assert_eq!(left_out.len(), 3, "{left_out:?}");
    let back = again(&scene);
    let places = |world: &World| -> Vec<cairn2d::DVec2> {
        world.bodies().filter_map(|id| world.body(id)).map(|body| body.position64()).collect()
    };
    assert_eq!(places(&back), places(&world)[..2]);
}
