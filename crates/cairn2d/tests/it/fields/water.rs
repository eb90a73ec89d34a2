//! Water: what floats, how deep, and how it is slowed down.

use super::*;

/// Area of a body's shape below a height, by counting the cells of a fine grid.
fn area_below(world: &World, body: BodyId, height: f32) -> f64 {
    const CELLS: usize = 2000;
    let body = world.body(body).unwrap();
    let (geometry, pose) =
        (world.shape(body.shapes().next().unwrap()).unwrap().geometry().clone(), body.pose());
    let bounds = geometry.aabb(pose);
    let size = (bounds.max - bounds.min) / CELLS as f32;
    let mut count = 0_u64;
    for row in 0..CELLS {
        let y = bounds.min.y + (row as f32 + 0.5) * size.y;
        if y > height {
            break;
        }
        for column in 0..CELLS {
            let at = vec2(bounds.min.x + (column as f32 + 0.5) * size.x, y);
            count += u64::from(geometry.test_point(pose.inv_transform_point(at)));
        }
    }
    count as f64 * f64::from(size.x * size.y)
}

#[test]
fn floating_body_displaces_its_own_mass() {
    let triangle = Polygon::new(&[[-0.8, -0.5], [0.9, -0.4], [0.1, 0.9]]).unwrap();
    let shapes: [Shape; 6] = [
        Circle::new(0.6).into(),
        Capsule::new([-0.8, 0.1], [0.5, -0.2], 0.3).into(),
        Rect::half(1.2, 0.4).into(),
        Rect::half(0.6, 0.5).rounded(0.2).into(),
        triangle.clone().into(),
        triangle.rounded(0.2).into(),
    ];
    for (index, shape) in shapes.into_iter().enumerate() {
        for density in [0.3_f32, 0.6, 0.9] {
            let mut world = sleepless();
            let pool = Area::rect([-50.0, -20.0], [50.0, 1.5]);
            world.add_field(Field::new(pool, Water::new(1.2).drag(4.0))).unwrap();
            let body = Body::dynamic()
                .at([0.0, 2.0])
                .rotated(0.4)
                .with(ShapeDef::new(shape.clone()).density(density));
            let body = world.spawn(body).unwrap();
            run(&mut world, 1800);
            assert!(
                velocity(&world, body).length() < 2.0e-3,
                "shape {index} of {density}: {:?}",
                velocity(&world, body)
            );
            let (mass, displaced) =
                (f64::from(world.body(body).unwrap().mass().mass), 1.2 * area_below(&world, body, 1.5));
            assert!(
                (displaced / mass - 1.0).abs() < 0.005,
                "shape {index} of {density}: {displaced} kg for {mass} kg"
            );
        }
    }
}

#[test]
fn heavier_body_sinks_by_the_weight_difference() {
    let mut world = sleepless();
    world.add_field(Field::new(Area::rect([-50.0, -900.0], [50.0, 100.0]), Water::new(1.0))).unwrap();
    let stone = world.spawn(Body::dynamic().with(Rect::half(0.5, 0.3).density(4.0))).unwrap();
    let bubble = world.spawn(Body::dynamic().at([5.0, 0.0]).with(Circle::new(0.4).density(0.5))).unwrap();
    run(&mut world, 60);
    assert!((velocity(&world, stone).y + 0.75 * GRAVITY).abs() < 1.0e-2, "{:?}", velocity(&world, stone));
    assert!((velocity(&world, bubble).y - GRAVITY).abs() < 1.0e-2, "{:?}", velocity(&world, bubble));
}

#[test]
fn buoyancy_follows_the_local_gravity() {
    let mut world = sleepless();
    world.add_field(Field::new(Area::rect([-50.0, -50.0], [0.0, 50.0]), Water::new(1.0).drag(3.0))).unwrap();
    world.add_field(Field::new(Area::Everywhere, Gravity::new([-5.0, 0.0]))).unwrap();
    // Down is to the left here, so the surface is the right side of the pool.
    let raft = world.spawn(Body::dynamic().at([2.0, 0.0]).with(Rect::half(0.5, 0.5).density(0.25))).unwrap();
    run(&mut world, 1200);
    let (x, velocity) = (position(&world, raft).x, velocity(&world, raft));
    assert!(velocity.length() < 2.0e-3 && position(&world, raft).y.abs() < 0.01, "{velocity:?}");
    assert!((x - 0.25).abs() < 0.1, "it floats at {x}");
}

#[test]
fn floating_body_oscillates_at_the_frequency_of_its_waterline() {
    // A box that cannot turn: the restoring force per metre is density * gravity * width.
    let mut world = sleepless();
    world.add_field(Field::new(Area::rect([-50.0, -50.0], [50.0, 0.0]), Water::new(1.0))).unwrap();
    let locks = Locks { rotation: true, ..Locks::default() };
    let raft = world
        .spawn(Body::dynamic().at([0.0, 0.2]).locks(locks).with(Rect::half(1.0, 1.0).density(0.5)))
        .unwrap();
    let (mut crossings, mut before) = (Vec::new(), 0.2_f32);
    let mut highest = 0.0_f32;
    for step in 1..1200 {
        run(&mut world, 1);
        let now = position(&world, raft).y;
        if before > 0.0 && now <= 0.0 {
            crossings.push(f64::from(step as f32 - now / (now - before)) * f64::from(DT));
        }
        highest = if step > 900 && now > highest { now } else { highest };
        before = now;
    }
    let measured = (crossings[5] - crossings[0]) / 5.0;
    let exact = core::f64::consts::TAU * (0.5_f64 * 4.0 / (10.0 * 2.0)).sqrt();
    assert!((measured / exact - 1.0).abs() < 2.0e-3, "{measured} s, exact {exact} s");
    assert!((highest - 0.2).abs() < 2.0e-3, "undamped water takes nothing and gives nothing: {highest}");
}

#[test]
fn water_drag_of_any_strength_removes_energy() {
    for drag in [0.5_f32, 20.0, 1.0e3, 1.0e6] {
        let mut world = weightless();
        world.add_field(Field::new(Area::Everywhere, Water::new(3.0).drag(drag))).unwrap();
        let plank = Body::dynamic().velocity([8.0, -3.0]).angular_velocity(12.0);
        let plank =
            plank.with(Rect::half(2.0, 0.1).at([1.5, 0.0]).density(0.2)).with(Circle::new(0.3).density(9.0));
        let plank = world.spawn(plank).unwrap();
        let first = world.body(plank).unwrap().kinetic_energy();
        let mut before = first;
        for step in 0..240 {
            run(&mut world, 1);
            let now = world.body(plank).unwrap().kinetic_energy();
            assert!(now <= before * 1.0001 + 1.0e-9, "drag {drag}, step {step}: {before} J, then {now} J");
            before = now;
        }
        assert!(before < 0.05 * first, "drag {drag} leaves {before} J of {first} J");
    }
    // A disc in still water: its speed and its spin decay at the rate that the displaced mass gives.
    let mut world = weightless();
    world.add_field(Field::new(Area::Everywhere, Water::new(3.0).drag(0.5))).unwrap();
    let disc = world.spawn(
        Body::dynamic().velocity([4.0, 0.0]).angular_velocity(3.0).with(Circle::new(0.5).density(2.0)),
    );
    let disc = disc.unwrap();
    run(&mut world, 120);
    let left = (-0.5_f32 * 3.0 / 2.0 * 2.0).exp();
    assert!((velocity(&world, disc).x - 4.0 * left).abs() < 1.0e-3, "{:?}", velocity(&world, disc));
    assert!((world.body(disc).unwrap().angular_velocity() - 3.0 * left).abs() < 1.0e-3);
}

#[test]
fn current_carries_floating_bodies() {
    let mut world = sleepless();
    let river = Water::new(1.0).drag(2.0).flow([1.5, 0.0]);
    world.add_field(Field::new(Area::rect([-100.0, -10.0], [100.0, 0.0]), river)).unwrap();
    let raft = world.spawn(Body::dynamic().with(Rect::half(1.0, 0.3).density(0.5))).unwrap();
    run(&mut world, 900);
    assert!((velocity(&world, raft).x - 1.5).abs() < 0.01, "{:?}", velocity(&world, raft));
    assert!(position(&world, raft).y.abs() < 0.02);
}
