//! Traps for new users: calls without effect, errors without names, and code that should compile.

use cairn2d::build::Car;
use cairn2d::prelude::*;
use cairn2d::{BodyError, ContactResponse, Error, JointError, MaterialPair, Owner, WorldConfig};

use crate::harness::{DT, add_floor, run, sleepless, weightless};

/// A static, a kinematic and a dynamic body with a disc each, far apart.
fn three_kinds(world: &mut World) -> [BodyId; 3] {
    let kinds = [Body::fixed(), Body::kinematic(), Body::dynamic()];
    let mut x = 0.0;
    kinds.map(|body| {
        x += 10.0;
        world.spawn(body.at([x, 0.0]).with(Circle::new(0.5))).unwrap()
    })
}

/// Expects an error that names the body and the reason, and an unchanged world.
fn refuses(
    world: &mut World,
    body: BodyId,
    why: &str,
    call: impl FnOnce(&mut cairn2d::BodyMut<'_>) -> Result<(), BodyError>,
) {
    let before = world.snapshot();
    let error = call(&mut world.body_mut(body).unwrap()).expect_err(why);
    assert!(matches!(&error, BodyError::Kind(error) if error.owner() == Some(Owner::Body(body))), "{error}");
    assert_eq!(error.to_string(), format!("{body}: {why}"));
    assert_eq!(world.snapshot(), before, "{why}");
}

#[test]
fn forces_and_impulses_on_non_dynamic_bodies_are_rejected() {
    let mut world = weightless();
    let [fixed, kinematic, dynamic] = three_kinds(&mut world);
    let bare = world.spawn(Body::dynamic().at([50.0, 0.0])).unwrap();
    let reasons = [
        (fixed, "forces do not move a static body"),
        (kinematic, "forces do not move a kinematic body; set its velocity instead"),
        (bare, "forces do not move a body without mass; give a shape a density or the body a mass"),
    ];
    for (id, why) in reasons {
        refuses(&mut world, id, why, |body| body.apply_force([1.0, 0.0]));
        refuses(&mut world, id, why, |body| body.apply_force_at([1.0, 0.0], [0.0, 0.0]));
        refuses(&mut world, id, why, |body| body.apply_force_at64([1.0, 0.0], [0.0, 0.0]));
        refuses(&mut world, id, why, |body| body.apply_torque(1.0));
        refuses(&mut world, id, why, |body| body.apply_impulse([1.0, 0.0]));
        refuses(&mut world, id, why, |body| body.apply_impulse_at([1.0, 0.0], [0.0, 0.0]));
        refuses(&mut world, id, why, |body| body.apply_impulse_at64([1.0, 0.0], [0.0, 0.0]));
        refuses(&mut world, id, why, |body| body.apply_angular_impulse(1.0));
    }
    let mut body = world.body_mut(dynamic).unwrap();
    body.apply_impulse([1.0, 0.0]).unwrap();
    assert!(body.velocity().x > 0.0);
}

#[test]
fn static_body_accepts_only_zero_velocity() {
    let mut world = weightless();
    let [fixed, kinematic, _] = three_kinds(&mut world);
    let why = "a static body has no velocity, make it kinematic to move it";
    refuses(&mut world, fixed, why, |body| body.set_velocity([0.0, 1.0]));
    refuses(&mut world, fixed, why, |body| body.set_angular_velocity(-1.0));
    let mut body = world.body_mut(fixed).unwrap();
    body.set_velocity([0.0, 0.0]).unwrap();
    body.set_angular_velocity(0.0).unwrap();
    world.body_mut(kinematic).unwrap().set_velocity([1.0, 0.0]).unwrap();
    for body in [Body::fixed().velocity([1.0, 0.0]), Body::fixed().angular_velocity(1.0)] {
        let count = world.bodies().count();
        let error = world.spawn(body).unwrap_err().to_string();
        assert_eq!((error, world.bodies().count()), (format!("the new body: {why}"), count));
    }
}

#[test]
fn dynamic_body_of_massless_shapes_is_rejected() {
    let mut world = sleepless();
    let weightless = [
        Body::dynamic().with(Segment::new([0.0, 0.0], [1.0, 0.0])),
        Body::dynamic().with(Circle::new(0.5).density(0.0)),
        Body::dynamic().with(Circle::new(0.5).sensor()),
        Body::dynamic().with_chain(ChainDef::new(
            Chain::open(&[[3.0, 0.0], [2.0, 0.0], [1.0, 0.0], [0.0, 0.0]]).unwrap(),
        )),
    ];
    for body in weightless {
        let error = world.spawn(body.clone()).unwrap_err();
        assert!(error.to_string().starts_with("the new body: a dynamic body needs mass"), "{error}");
        let error = world.spawn_many([Body::dynamic(), body.clone()]).unwrap_err();
        assert!(error.to_string().starts_with("new body 1: "), "{error}");
        assert_eq!(world.bodies().count(), 0);
        // With an explicit mass it falls.
        let mass = Mass { mass: 1.0, center: Vec2::ZERO, inertia: 1.0 };
        let id = world.spawn(body.mass(mass)).unwrap();
        run(&mut world, 30);
        assert!(world.body(id).unwrap().position().y < -0.5);
        world.despawn(id).unwrap();
    }
}

#[test]
fn a_dynamic_body_without_shapes_waits_for_them_and_keeps_its_velocity() {
    let mut world = sleepless();
    let id = world.spawn(Body::dynamic().velocity([1.0, 0.0])).unwrap();
    run(&mut world, 60);
    let body = world.body(id).unwrap();
    assert_eq!((body.velocity(), body.mass().mass), (vec2(1.0, 0.0), 0.0));
    world.attach(id, Circle::new(0.5)).unwrap();
    run(&mut world, 60);
    assert!(world.body(id).unwrap().velocity().y < -9.0);
}

#[test]
fn locked_axes_absorb_impulses_and_free_axes_get_them_whole() {
    let mut world = weightless();
    let locks = Locks { x: true, rotation: true, ..Locks::default() };
    let id = world.spawn(Body::dynamic().locks(locks).with(Rect::half(0.5, 0.5))).unwrap();
    let mut body = world.body_mut(id).unwrap();
    body.set_angular_velocity(3.0).unwrap();
    body.apply_torque(5.0).unwrap();
    body.apply_force([100.0, 100.0]).unwrap();
    body.apply_impulse([1.0, 1.0]).unwrap();
    run(&mut world, 10);
    let body = world.body(id).unwrap();
    assert_eq!((body.position().x, body.angle(), body.angular_velocity()), (0.0, 0.0, 0.0));
    assert!(body.position().y > 0.1);
}

#[test]
fn a_distance_joint_with_limits_alone_is_a_rope() {
    let mut world = sleepless();
    let ground = world.spawn(Body::fixed().at([0.0, 10.0])).unwrap();
    let load = world.spawn(Body::dynamic().at([0.0, 9.0]).with(Circle::new(0.1))).unwrap();
    let rope = world.join(Distance::new(ground, load).limits(0.0, 3.0)).unwrap();
    run(&mut world, 20);
    // A rod of one metre would be taut at once; the rope lets it fall freely.
    let fallen = 9.0 - world.body(load).unwrap().position().y;
    assert!((fallen - 0.5 * 10.0 * (20.0_f32 / 60.0).powi(2)).abs() < 0.05, "{fallen}");
    assert_eq!(world.joint(rope).unwrap().separation(), 0.0);
    run(&mut world, 240);
    let depth = 10.0 - world.body(load).unwrap().position().y;
    assert!((depth - 3.0).abs() < 0.02, "{depth}");
    // Without limits it is a rod of its length again.
    world.joint_mut(rope).unwrap().set_limits(None).unwrap();
    world.body_mut(load).unwrap().set_velocity([0.0, 5.0]).unwrap();
    run(&mut world, 120);
    let length = world.joint(rope).unwrap().distance();
    assert!((length - 1.0).abs() < 0.02, "a rod as long as when it was made: {length}");
}

#[test]
fn a_distance_joint_with_a_motor_alone_is_driven() {
    let mut world = weightless();
    let ground = world.spawn(Body::fixed()).unwrap();
    let load = world.spawn(Body::dynamic().at([1.0, 0.0]).with(Circle::new(0.1))).unwrap();
    let joint = world.join(Distance::new(ground, load).motor(0.5, 100.0)).unwrap();
    run(&mut world, 120);
    assert!((world.joint(joint).unwrap().distance() - 2.0).abs() < 0.02);
}

#[test]
fn positive_motor_speed_drives_a_car_to_the_right() {
    for sign in [1.0_f32, -1.0] {
        let mut world = sleepless();
        add_floor(&mut world);
        let car = Car::new([0.0, 0.8]).build(&mut world).unwrap();
        run(&mut world, 120);
        for &motor in &car.joints {
            let had = world.joint(motor).unwrap().motor().unwrap();
            world.joint_mut(motor).unwrap().set_motor(Motor { speed: sign * 10.0, ..had }).unwrap();
        }
        run(&mut world, 300);
        let speed = world.body(car.bodies[0]).unwrap().velocity().x;
        assert!((speed - sign * 4.0).abs() < 0.2, "10 rad/s on wheels of 0.4 m: {speed} m/s");
    }
}

#[test]
fn sensors_ignore_static_shapes_without_sensor_events() {
    let sensors: [fn() -> Body; 3] = [Body::fixed, Body::kinematic, || Body::dynamic().gravity_scale(0.0)];
    for sensor in sensors {
        let mut world = sleepless();
        let wall = Rect::half(1.0, 0.2);
        let ground = world.spawn(Body::fixed().with(wall).with(wall.sensor_events(true))).unwrap();
        let zone = sensor().at([0.0, 0.5]).with(Circle::new(0.1)).with(Circle::new(1.0).sensor());
        world.spawn(zone).unwrap();
        world.step(DT).unwrap();
        let shapes: Vec<ShapeId> = world.body(ground).unwrap().shapes().collect();
        let seen = |world: &World| world.sensor_overlaps().map(|(_, visitor)| visitor).collect::<Vec<_>>();
        assert_eq!(seen(&world), [shapes[1]]);
        assert_eq!(world.events().sensor_begins().count(), 1);
        // A moving wall is detected; as static ground it no longer is.
        world.body_mut(ground).unwrap().set_kind(BodyKind::Kinematic);
        world.step(DT).unwrap();
        assert_eq!(seen(&world), shapes);
        world.body_mut(ground).unwrap().set_kind(BodyKind::Static);
        world.step(DT).unwrap();
        assert_eq!(seen(&world), [shapes[1]]);
        let again = World::from_snapshot(&world.snapshot()).unwrap();
        let sees = |world: &World| {
            shapes.iter().map(|&id| world.shape(id).unwrap().sensor_events()).collect::<Vec<_>>()
        };
        assert_eq!(sees(&again), [false, true]);
    }
}

#[test]
fn shapes_of_a_body_are_listed_in_order_of_addition() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let body = Body::dynamic().with(Circle::new(0.1).user_data(1)).with(Rect::half(0.1, 0.1).user_data(2));
    let id = world.spawn(body).unwrap();
    let third = world.attach(id, Circle::new(0.2).user_data(3)).unwrap();
    let shapes: Vec<ShapeId> = world.body(id).unwrap().shapes().collect();
    let numbers: Vec<u64> = shapes.iter().map(|&id| world.shape(id).unwrap().user_data()).collect();
    assert_eq!((numbers, shapes[2]), (vec![1, 2, 3], third));
    world.detach(shapes[0]).unwrap();
    assert!(world.body(id).unwrap().shapes().eq([shapes[1], third]));
    assert!(world.body_mut(id).unwrap().shapes().eq([shapes[1], third]));
    let empty = world.spawn(Body::fixed()).unwrap();
    assert_eq!(world.body(empty).unwrap().shapes().count(), 0);
}

/// The text of any error.
fn said<T: core::fmt::Debug>(result: Result<T, impl core::fmt::Display>) -> String {
    result.expect_err("it is refused").to_string()
}

#[test]
fn errors_name_object_field_and_value() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let [ground, _, ball] = three_kinds(&mut world);
    let shape = world.body(ball).unwrap().shapes().next().unwrap();
    let hinge = world.join(Revolute::new(ground, ball)).unwrap();
    let two = Body::dynamic().with(Circle::new(0.5)).with(Circle::new(-1.0));
    let cases = [
        (said(world.spawn(two.clone())), "shape 1 of the new body: circle radius is -1, ".to_owned()),
        (
            said(world.spawn_many([Body::fixed(), two])),
            "shape 1 of new body 1: circle radius is -1, ".to_owned(),
        ),
        (said(world.spawn(Body::fixed().at([f32::NAN, 0.0]))), "the new body: position is NaN, ".to_owned()),
        (
            said(world.spawn(Body::dynamic().linear_damping(-2.0))),
            "the new body: linear_damping is -2, ".to_owned(),
        ),
        (
            said(world.spawn(Body::fixed().with(Circle::new(1.0).density(-1.0)))),
            "shape 0 of the new body: density is -1, ".to_owned(),
        ),
        (
            said(world.spawn(Body::fixed().with(Circle::new(1.0).friction(-1.0)))),
            "shape 0 of the new body: friction is -1, ".to_owned(),
        ),
        (
            said(world.attach(ball, Rect::half(-1.0, 1.0))),
            format!("the new shape of {ball}: box half extent x is -1, "),
        ),
        (
            said(world.attach_many(ball, [Circle::new(1.0), Circle::new(0.0)])),
            format!("new shape 1 of {ball}: circle radius is 0, "),
        ),
        (
            said(world.body_mut(ball).unwrap().set_velocity([f32::INFINITY, 0.0])),
            format!("{ball}: velocity is inf, "),
        ),
        (
            said(world.body_mut(ball).unwrap().set_position([2.0e6, 0.0])),
            format!("{ball}: position is 2000000, "),
        ),
        (said(world.body_mut(ball).unwrap().set_angle(f32::NAN)), format!("{ball}: angle is NaN, ")),
        (
            said(world.shape_mut(shape).unwrap().set_density(-3.0)),
            format!("{shape} of {ball}: density is -3, "),
        ),
        (
            said(world.shape_mut(shape).unwrap().set_material(Material::default().restitution(2.0))),
            format!("{shape} of {ball}: restitution is 2, "),
        ),
        (
            said(world.shape_mut(shape).unwrap().set_geometry(Capsule::new([0.0, 0.0], [1.0, 0.0], -1.0))),
            format!("{shape} of {ball}: capsule radius is -1, "),
        ),
        (
            said(world.join(Distance::new(ground, ball).limits(3.0, 1.0))),
            "the new distance joint: upper limit is 1, it must be at least the lower limit, 3".to_owned(),
        ),
        (
            said(world.join(Distance::new(ground, ball).limits(-1.0, 1.0))),
            "the new distance joint: lower limit is -1, it must be from 0 to 1000000".to_owned(),
        ),
        (
            said(world.join(Distance::new(ground, ball).limits(1.0, f32::NAN))),
            "the new distance joint: upper limit is NaN, it must be from 0 to 1000000".to_owned(),
        ),
        (
            said(world.joint_mut(hinge).unwrap().set_limits((1.0, 0.5))),
            format!("{hinge}: upper limit is 0.5, it must be at least the lower limit, 1"),
        ),
        (
            said(world.joint_mut(hinge).unwrap().set_break_at(-1.0, None)),
            format!("{hinge}: force limit is -1, "),
        ),
        (said(world.joint_mut(hinge).unwrap().set_length(1.0)), format!("{hinge}: only distance joints")),
        (
            said(world.add_field(cairn2d::Field::new(
                cairn2d::Area::Everywhere,
                cairn2d::Gravity::new([f32::NAN, 0.0]),
            ))),
            "the new field: ".to_owned(),
        ),
    ];
    for (said, begins) in cases {
        assert!(said.starts_with(&begins), "{said:?} should begin with {begins:?}");
    }
}

#[test]
fn every_error_converts_into_the_common_error_type() {
    fn chain() -> Result<(), Error> {
        Chain::open(&[[0.0, 0.0]])?;
        Ok(())
    }
    fn hull() -> Result<(), Error> {
        Polygon::new(&[[0.0, 0.0]])?;
        Ok(())
    }
    fn lanes() -> Result<(), Error> {
        "wide".parse::<cairn2d::LaneLevel>()?;
        Ok(())
    }
    fn space() -> Result<(), Error> {
        Err(cairn2d::geometry::space::SpaceError::UnknownItem(3))?;
        Ok(())
    }
    fn tree() -> Result<(), Error> {
        let bad = Aabb::new([1.0, 0.0], [0.0, 0.0]);
        cairn2d::geometry::tree::DynamicTree::new().insert(bad, u64::MAX, 0)?;
        Ok(())
    }
    fn calls() -> Result<(), Error> {
        Err(cairn2d::CallError::Truncated)?;
        Ok(())
    }
    fn shape() -> Result<(), Error> {
        Shape::from(Circle::new(0.0)).validate()?;
        Ok(())
    }
    fn kind() -> Result<(), Error> {
        Err(cairn2d::KindError::new("it has none"))?;
        Ok(())
    }
    fn snapshot() -> Result<(), Error> {
        World::from_snapshot(b"no")?;
        Ok(())
    }
    fn joint() -> Result<(), Error> {
        Err(JointError::Stale("joint:1v1".to_owned()))?;
        Ok(())
    }
    let all: [fn() -> Result<(), Error>; 10] =
        [chain, hull, lanes, space, tree, calls, shape, kind, snapshot, joint];
    for fails in all {
        assert!(!said(fails()).is_empty());
    }
}

#[test]
fn poses_aabbs_and_rotations_accept_arrays_and_tuples() {
    let quarter = core::f32::consts::FRAC_PI_2;
    let pose = Pose::new([1.0, 2.0], quarter);
    assert_eq!(pose, Pose::new(vec2(1.0, 2.0), Rot::from_angle(quarter)));
    assert_eq!(pose, Pose::from(((1.0, 2.0), quarter)));
    assert_eq!(Pose::from_position((1.0, 2.0)), Pose::from([1.0, 2.0]));
    let unit = Aabb::new([0.0, 0.0], (1.0, 1.0));
    assert_eq!(unit, Aabb::from_center_half([0.5, 0.5], vec2(0.5, 0.5)));
    assert_eq!(unit, Aabb::from_points(&[[0.0, 1.0], [1.0, 0.0]]));
    assert!(unit.contains_point([0.5, 0.5]) && unit.translate([2.0, 0.0]).min.x == 2.0);
    assert!(unit.ray_cast([-1.0, 0.5], [2.0, 0.0], 1.0).is_some());
    assert!((Rot::from_angle(quarter) * vec2(1.0, 0.0)).distance(vec2(0.0, 1.0)) < 1.0e-6);
    assert!((pose * vec2(1.0, 0.0)).distance(vec2(1.0, 3.0)) < 1.0e-6);
    assert!(Shape::from(Circle::new(1.0)).test_point([0.5, 0.0]));
    assert!(cairn2d::math::aim([1.0, 0.0], [0.0, 0.0], 2.0).is_some());
    let sweep = cairn2d::Sweep::between(([0.0, 0.0], 0.0), ([1.0, 0.0], 0.0), [0.0, 0.0]);
    assert_eq!(sweep.c2, vec2(1.0, 0.0));
    let mut world = weightless();
    let id = world.spawn(Body::dynamic().pose(([1.0, 2.0], quarter)).with(Circle::new(0.5))).unwrap();
    assert_eq!(world.body(id).unwrap().pose(), pose);
    assert_eq!(world.body(id).unwrap().velocity_at([0.0, 0.0]), Vec2::ZERO);
}

#[test]
fn vectors_and_poses_implement_display() {
    assert_eq!(format!("{} {:.2}", vec2(1.5, -2.0), vec2(1.0, 0.333)), "(1.5, -2) (1.00, 0.33)");
    assert_eq!(format!("{:.1}", DVec2::new(1.0, 2.25)), "(1.0, 2.2)");
    assert_eq!(format!("{:.1}", Pose::new([1.0, 2.0], 0.5)), "(1.0, 2.0) turned by 0.5 rad");
    assert_eq!(format!("{}", Aabb::new([0.0, 1.0], [2.0, 3.0])), "(0, 1) to (2, 3)");
}

#[test]
fn position_and_angle_can_be_set_separately() {
    let mut large = WorldConfig::default().gravity([0.0, 0.0]);
    for far in [0.0, 5.0e6] {
        large.large_world = far > 0.0;
        let mut world = World::new(large.clone()).unwrap();
        let start = DVec2::new(far + 0.125, 3.0);
        let id = world.spawn(Body::dynamic().at64(start).rotated(0.3).with(Rect::half(0.5, 0.5))).unwrap();
        let mut body = world.body_mut(id).unwrap();
        body.set_angle(-1.0).unwrap();
        assert_eq!((body.position64(), body.angle()), (start, -1.0));
        body.set_position64(DVec2::new(far + 7.25, 1.0)).unwrap();
        assert_eq!((body.position64(), body.angle()), (DVec2::new(far + 7.25, 1.0), -1.0));
        body.set_position([4.0, 5.0]).unwrap();
        assert_eq!((body.position(), body.angle()), (vec2(4.0, 5.0), -1.0));
        run(&mut world, 5);
        assert_eq!(world.body(id).unwrap().position(), vec2(4.0, 5.0));
    }
}

#[test]
fn settings_are_built_field_by_field() {
    let config = WorldConfig::default().gravity([0.0, -9.8]).sub_steps(8).sleeping(false).threads(2);
    assert_eq!((config.gravity.y, config.sub_steps, config.sleeping, config.threads), (-9.8, 8, false, 2));
    assert_eq!(config.contact_hertz(60.0).contact_hertz, 60.0);
    let ice = Material::default().friction(0.02).static_friction(0.05).id(3).friction_combine(Combine::Min);
    assert_eq!((ice.friction, ice.static_friction, ice.id), (0.02, Some(0.05), 3));
    assert_eq!(MaterialPair::default().friction(0.1).friction, Some(0.1));
    let config = CharacterConfig::default().max_slope(1.0).step_height(0.5).up([0.0, 1.0]);
    assert_eq!((config.max_slope, config.step_height), (1.0, 0.5));
    let options = cairn2d::debug_draw::DrawOptions::default().contacts(true).pixel(0.01).view(Aabb::EMPTY);
    assert!(options.contacts && options.view.is_some());
    let wheel = cairn2d::vehicle::SprungWheel::new([0.0, 0.0], 0.3, 0.4).mass(2.0).direction([0.0, -1.0]);
    assert_eq!(wheel.mass, 2.0);
    let blast = Explosion::new([0.0, 0.0], 1.0, 2.0).center([1.0, 1.0]).radius(3.0);
    assert_eq!((blast.center, blast.radius), (vec2(1.0, 1.0), 3.0));
}

#[test]
fn hooks_accept_closures() {
    let mut world = sleepless();
    world.spawn(Body::fixed().with(Rect::half(5.0, 0.5).hooked())).unwrap();
    let ball = world.spawn(Body::dynamic().at([0.0, 1.0]).with(Circle::new(0.5))).unwrap();
    world.set_pair_filter(|pair| pair.a.shape_data == pair.b.shape_data);
    world.set_pre_solve(|contact| ContactResponse { enabled: false, ..contact.response });
    run(&mut world, 30);
    assert!(world.body(ball).unwrap().position().y < 0.5, "nothing holds it");
    world.body_mut(ball).unwrap().set_position([0.0, 2.0]).unwrap();
    world.clear_pre_solve();
    world.clear_pair_filter();
    world.body_mut(ball).unwrap().set_velocity([0.0, 0.0]).unwrap();
    run(&mut world, 120);
    assert!(world.body(ball).unwrap().position().y > 0.9, "it is held");
}

#[test]
fn a_filter_with_a_predicate_can_be_kept_in_a_variable() {
    let mut world = weightless();
    let near = world.spawn(Body::fixed().at([2.0, 0.0]).with(Circle::new(0.5))).unwrap();
    let far = world.spawn(Body::fixed().at([5.0, 0.0]).with(Circle::new(0.5))).unwrap();
    let body_of = |shape: ShapeId| world.shape(shape).map(|shape| shape.body());
    let filter = QueryFilter::all().only(|shape| body_of(shape) != Some(near));
    let ray = Ray::new([0.0, 0.0], [10.0, 0.0]);
    assert_eq!(world.cast_ray(ray, filter).unwrap().unwrap().body, far);
    // A filter can be copied and reused for every kind of query.
    assert_eq!(world.cast_ray_any(ray, filter).unwrap().unwrap().body, far);
    assert_eq!(world.cast_rays(&[ray], filter, &mut Vec::new()), Ok(()));
    let mut found = Vec::new();
    world
        .overlap_box(Aabb::new([0.0, -1.0], [9.0, 1.0]), filter, |shape| {
            found.push(body_of(shape));
            core::ops::ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(found, [Some(far)]);
    assert_eq!(world.nearest([2.0, 0.0], 9.0, filter).unwrap().unwrap().body, far);
    let by_name: QueryFilter<'_> = filter.erased();
    assert_eq!(world.cast_ray(ray, by_name).unwrap().unwrap().body, far);
}

/// Users of the facade have no other crate of the engine, so no visible line of an example may import one.
#[test]
fn examples_import_the_facade_alone() {
    let manifest = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<_> =
        ["cairn2d-math", "cairn2d-tasks", "cairn2d-geometry", "cairn2d-space", "cairn2d-dynamics", "cairn2d"]
            .map(|name| manifest.join("..").join(name).join("src"))
            .into();
    let (mut examples, mut wrong) = (0, Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of sources can be read") {
            let path = entry.expect("an entry can be read").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a source can be read");
            for line in text.lines().map(str::trim_start) {
                let Some(code) = line.strip_prefix("///").or_else(|| line.strip_prefix("//!")) else {
                    continue;
                };
                examples += usize::from(code.trim() == "```");
                let import = code.trim_start().starts_with("use cairn2d_");
                if import {
                    wrong.push(format!("{}: {code}", path.display()));
                }
            }
        }
    }
    assert!(examples > 100 && wrong.is_empty(), "{examples} fences, {wrong:#?}");
}
