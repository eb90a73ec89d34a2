//! Bodies with joints at openings: an opening is closed for them, so they move as without it. Joints that are
//! added, removed or broken there lose no body.

use cairn2d::JointError;

use super::*;

/// A floor with a wall at x = 6, and a pair between them. The wall has its opening at its foot.
fn place(with_portals: bool) -> World {
    let mut world = world([0.0, -10.0]);
    let ground = Body::fixed()
        .with(Rect::half(20.0, 0.5).at([0.0, -0.5]))
        .with(Rect::half(0.5, 6.0).at([6.5, 6.0]))
        .with(Rect::half(0.5, 6.0).at([-12.5, 6.0]));
    let ground = world.spawn(ground).expect("it is valid");
    if with_portals {
        let floor = PortalFrame::on(ground, [0.0, 0.0], [0.0, 1.0]);
        let side = PortalFrame::on(ground, [6.0, 2.0], [-1.0, 0.0]);
        world.add_portals(PortalPair::new(floor, side).width(3.0).rims(false)).expect("it is valid");
    }
    world
}

/// A rope of capsules that a kinematic body lowers onto the middle of the floor.
fn rope(world: &mut World) -> (BodyId, Vec<BodyId>, Vec<JointId>) {
    let hand = world.spawn(Body::kinematic().at([0.0, 6.0]).velocity([0.0, -1.0])).expect("it is valid");
    let (mut links, mut joints, mut last) = (Vec::new(), Vec::new(), hand);
    for n in 0..10 {
        let at = Vec2::new(0.0, 5.75 - 0.5 * n as f32);
        let link = Body::dynamic().at(at).with(Capsule::new([0.0, -0.2], [0.0, 0.2], 0.08));
        let link = world.spawn(link).expect("it is valid");
        let hinge = Revolute::new(last, link).at(at + Vec2::new(0.0, 0.25));
        joints.push(world.join(hinge).expect("it is valid"));
        (links, last) = ([links, vec![link]].concat(), link);
    }
    (hand, links, joints)
}

/// A doll of a trunk, a head and four limbs, thrown at the opening in the wall.
fn doll(world: &mut World) -> Vec<BodyId> {
    let throw = |body: Body| body.velocity([14.0, 3.0]).angular_velocity(2.0);
    let trunk = Body::dynamic().at([1.0, 2.5]).with(Rect::half(0.2, 0.4));
    let trunk = world.spawn(throw(trunk)).expect("it is valid");
    let mut bodies = vec![trunk];
    for (at, pin) in [
        ([1.0, 3.15], [1.0, 2.9]),
        ([0.6, 2.8], [0.8, 2.8]),
        ([1.4, 2.8], [1.2, 2.8]),
        ([0.85, 1.8], [0.85, 2.1]),
        ([1.15, 1.8], [1.15, 2.1]),
    ] {
        let part = world.spawn(throw(Body::dynamic().at(at).with(Circle::new(0.18)))).expect("it is valid");
        world.join(Revolute::new(trunk, part).at(pin).limits(-0.8, 0.8)).expect("it is valid");
        bodies.push(part);
    }
    bodies
}

fn poses(world: &World, bodies: &[BodyId]) -> Vec<Pose> {
    bodies.iter().map(|&body| world.body(body).expect("it is there").pose()).collect()
}

#[test]
fn a_rope_and_a_doll_move_as_without_the_openings() {
    let mut worlds = [true, false].map(place);
    let bodies = worlds.each_mut().map(|world| {
        let (_, links, _) = rope(world);
        [links, doll(world)].concat()
    });
    for number in 0..240 {
        for world in &mut worlds {
            step(world, 1);
            assert!(world.events().teleports().is_empty());
        }
        let [with, without] = [0, 1].map(|which| poses(&worlds[which], &bodies[which]));
        assert_eq!(with, without, "step {number}");
        assert!(bodies[0].iter().all(|&body| worlds[0].images(body).count() == 0));
    }
    // The rope lies on the closed opening, and the wall has stopped the doll.
    assert!(poses(&worlds[0], &bodies[0]).iter().all(|pose| pose.p.y > 0.0 && pose.p.x < 6.0));
}

/// A rope that is cut lies on the opening, and its links fall in one by one. None is lost or gains energy.
#[test]
fn links_of_a_cut_rope_fall_in() {
    let mut world = place(true);
    let (hand, links, joints) = rope(&mut world);
    step(&mut world, 90);
    for joint in joints {
        world.unjoin(joint).expect("it is there");
    }
    world.despawn(hand).expect("it is there");
    let mut passed = std::collections::BTreeSet::new();
    for _ in 0..300 {
        step(&mut world, 1);
        passed.extend(world.events().teleports().iter().map(|event| event.body));
        for &link in &links {
            let (at, speed) = (position(&world, link), velocity(&world, link).length());
            assert!(at.x.abs() < 12.0 && at.y > -0.3 && at.y < 12.0, "{at:?}");
            // The highest point is 6 m above the floor, and each of two passes may add the height of an
            // opening, at most 3.5 m.
            assert!(speed < (2.0f32 * 10.0 * 13.0).sqrt(), "{speed}");
        }
    }
    assert!(passed.len() >= 8, "{} of 10 links passed", passed.len());
}

/// A joint that breaks in front of an opening frees its bodies, which then pass.
#[test]
fn a_joint_that_breaks_opens_the_way() {
    let mut world = place(true);
    let hook = world.spawn(Body::fixed().at([0.0, 4.0])).expect("it is valid");
    let ball = world.spawn(Body::dynamic().at([0.0, 1.0]).with(Circle::new(0.3))).expect("it is valid");
    let tie = Distance::new(hook, ball).length(3.0).break_at(20.0, None);
    world.join(tie).expect("it is valid");
    let mut passes = 0;
    for _ in 0..90 {
        step(&mut world, 1);
        passes += world.events().teleports().len();
    }
    // Its weight, 2.8 N, is below the limit.
    assert_eq!((passes, world.joints().count()), (0, 1));
    world.body_mut(ball).expect("it is there").set_velocity([0.0, -8.0]).expect("it is valid");
    for _ in 0..60 {
        step(&mut world, 1);
        passes += world.events().teleports().len();
    }
    assert!(passes > 0 && world.joints().count() == 0, "{passes}");
}

/// A body in an opening takes no joint, not even a grab; beyond the opening it does.
#[test]
fn a_joint_waits_until_the_body_has_left_the_opening() {
    let mut world = place(true);
    let ball = world.spawn(Body::dynamic().at([0.0, 1.5]).with(Circle::new(0.3))).expect("it is valid");
    let other = world.spawn(Body::dynamic().at([-4.0, 0.5]).with(Circle::new(0.5))).expect("it is valid");
    while world.images(ball).next().is_none() {
        step(&mut world, 1);
    }
    let refused = |result: Result<JointId, JointError>| matches!(result, Err(JointError::InPortal(_)));
    let (at, before) = (position(&world, ball), world.hash());
    assert!(refused(world.join(cairn2d::Grab::new(ball, at))));
    assert!(refused(world.join(Distance::new(other, ball).length(3.0))));
    assert_eq!(world.hash(), before, "a rejected joint changes nothing");
    while world.images(ball).next().is_some() {
        step(&mut world, 1);
    }
    let at = position(&world, ball);
    assert!(at.x < 6.0 && at.x > 4.0, "{at:?}");
    world.join(cairn2d::Grab::new(ball, at)).expect("it has left the opening");
    step(&mut world, 60);
}
