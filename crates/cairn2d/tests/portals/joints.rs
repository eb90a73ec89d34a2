//! Bodies with joints at openings: ropes and dolls go through and hang as in free space. Kinds of joints with
//! a place in the world or with counted angles keep openings closed. Joints that are added, removed or broken
//! there lose no body.

use cairn2d::JointError;
use cairn2d::SavedWorld;

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

/// A doll of a trunk, a head and four limbs, thrown to the right.
fn doll(world: &mut World) -> Vec<BodyId> {
    let throw = |body: Body| body.velocity([9.0, 1.0]).angular_velocity(2.0);
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

/// A rope of capsules under a hook that moves down. With a pair, it comes to an opening in a floor, and out
/// of one in a ceiling that is turned by an angle \[rad\].
fn lowered_rope(turn: Option<f32>, lanes: LaneLevel, threads: usize) -> (World, BodyId, Vec<BodyId>) {
    let config = WorldConfig::with_gravity([0.0, -10.0]).lanes(lanes).threads(threads);
    let mut world = World::new(config).expect("it is valid");
    if let Some(turn) = turn {
        let ground = Body::fixed().with(Rect::half(3.0, 0.5).at([0.0, -0.5]));
        let ground = world.spawn(ground).expect("it is valid");
        let ceiling = Body::fixed().at([10.0, 12.0]).rotated(turn).with(Rect::half(3.0, 0.5).at([0.0, 0.5]));
        let ceiling = world.spawn(ceiling).expect("it is valid");
        let below = PortalFrame::on(ground, [0.0, 0.0], [0.0, 1.0]);
        let above = PortalFrame::on(ceiling, [0.0, 0.0], [0.0, -1.0]);
        world.add_portals(PortalPair::new(below, above).width(1.5)).expect("it is valid");
    }
    let hook = world.spawn(Body::kinematic().at([0.0, 7.0]).velocity([0.0, -1.0])).expect("it is valid");
    let (mut links, mut last) = (Vec::new(), hook);
    for n in 0..12 {
        let at = Vec2::new(0.0, 6.75 - 0.5 * n as f32);
        let link = Body::dynamic().at(at).with(Capsule::new([0.0, -0.2], [0.0, 0.2], 0.08));
        let link = world.spawn(link).expect("it is valid");
        world.join(Revolute::new(last, link).at(at + Vec2::new(0.0, 0.25))).expect("it is valid");
        links.push(link);
        last = link;
    }
    (world, hook, links)
}

fn aligned_rope() -> (World, BodyId, Vec<BodyId>) {
    lowered_rope(Some(0.0), LaneLevel::best(), 1)
}

/// Largest distance of the two points of a hinge, each seen on the side where the joint acts.
fn worst_gap(world: &World) -> f32 {
    let joints = world.joints().filter_map(|id| world.joint(id));
    joints.map(|joint| joint.world_frames()[0].p.distance(joint.world_frames()[1].p)).fold(0.0, f32::max)
}

fn stop(world: &mut World, hook: BodyId) {
    world.body_mut(hook).expect("alive").set_velocity([0.0, 0.0]).expect("valid");
}

#[test]
fn a_rope_hangs_through_an_opening_as_without_it() {
    let (mut through, hook_a, links) = aligned_rope();
    let (mut free, hook_b, free_links) = lowered_rope(None, LaneLevel::best(), 1);
    let mut passes = 0;
    for number in 0..900 {
        if number == 240 {
            stop(&mut through, hook_a);
            stop(&mut free, hook_b);
        }
        step(&mut through, 1);
        step(&mut free, 1);
        passes += through.events().teleports().len();
        for (&link, &other) in links.iter().zip(&free_links) {
            let (at, expected) = (position(&through, link), position(&free, other));
            // The way through adds (10, 12).
            let at = if at.x > 5.0 { at - Vec2::new(10.0, 12.0) } else { at };
            assert!(at.distance(expected) < 0.02, "step {number}: {at:?} {expected:?}");
        }
        // When the hook stops, each of the six links behind the opening pulls at the one hinge in it.
        let most = if (240..300).contains(&number) { 0.008 } else { 0.005 };
        assert!(worst_gap(&through) < most, "step {number}: {}", worst_gap(&through));
    }
    assert!((6..=7).contains(&passes), "{passes} links passed");
    assert_eq!(through.counts().joints, 12);
    // It sleeps as one, through the opening, and wakes as one.
    let asleep = free.counts().sleeping_bodies;
    assert!(asleep >= 12 && through.counts().sleeping_bodies == asleep, "{asleep}");
    through.body_mut(links[11]).expect("alive").apply_impulse([0.05, 0.0]).expect("valid");
    step(&mut through, 1);
    assert!(links.iter().all(|&link| through.body(link).is_some_and(|link| !link.is_asleep())));
    // Pulled up again, it comes back through the opening.
    through.body_mut(hook_a).expect("alive").set_velocity([0.0, 1.5]).expect("valid");
    for _ in 0..240 {
        step(&mut through, 1);
        passes += through.events().teleports().len();
        assert!(worst_gap(&through) < 0.02, "{}", worst_gap(&through));
    }
    assert!(links.iter().all(|&link| position(&through, link).x.abs() < 4.0));
    assert!(links.iter().all(|&link| through.images(link).count() == 0));
    assert!(passes % 2 == 0, "{passes}");
}

/// Behind a turned opening the weight of the rope pulls it over an edge. It stays whole and comes to rest.
#[test]
fn a_rope_hangs_over_the_edge_of_a_turned_opening() {
    for turn in [0.6, -1.2, 1.570_796_4, 2.5] {
        let (mut world, hook, links) = lowered_rope(Some(turn), LaneLevel::best(), 1);
        let mut passes = 0;
        for number in 0..900 {
            if number == 240 {
                stop(&mut world, hook);
            }
            step(&mut world, 1);
            passes += world.events().teleports().len();
            assert!(worst_gap(&world) < 0.1, "{turn}, step {number}: {}", worst_gap(&world));
            let fastest = links.iter().map(|&link| velocity(&world, link).length()).fold(0.0, f32::max);
            let most = if number < 600 { 12.0 } else { 3.0 };
            assert!(fastest < most, "{turn}, step {number}: {fastest} m/s");
        }
        assert!(passes >= 5 && world.counts().joints == 12, "{turn}: {passes}");
    }
}

/// Without gravity a rope that is pulled through a turned opening follows its first link in a line.
#[test]
fn a_rope_that_is_pulled_through_turned_openings_stays_straight() {
    for turn in [0.6f32, -1.2, 2.5] {
        let mut world = world([0.0, 0.0]);
        let q = Rot::from_angle(turn);
        let [a, b] = [
            PortalFrame::fixed([0.0, 0.0], [0.0, 1.0]),
            PortalFrame::fixed([10.0, 12.0], q.rotate(Vec2::new(0.0, -1.0))),
        ];
        world.add_portals(PortalPair::new(a, b).width(2.0)).expect("it is valid");
        let links: Vec<BodyId> = (0..8)
            .map(|n| {
                let link = Body::dynamic().at([0.0, 1.0 + 0.5 * n as f32]).velocity([0.0, -2.0]);
                world.spawn(link.with(Capsule::new([0.0, -0.2], [0.0, 0.2], 0.08))).expect("it is valid")
            })
            .collect();
        for (number, pair) in links.windows(2).enumerate() {
            let at = [0.0, 1.25 + 0.5 * number as f32];
            world.join(Revolute::new(pair[0], pair[1]).at(at)).expect("it is valid");
        }
        let mut passes = 0;
        for _ in 0..240 {
            step(&mut world, 1);
            passes += world.events().teleports().len();
            assert!(worst_gap(&world) < 0.001, "{turn}: {}", worst_gap(&world));
        }
        assert_eq!(passes, 8, "{turn}");
        // 4 s at 2 m/s: the first link is 7 m behind the opening, each next one 0.5 m less.
        for (number, &link) in links.iter().enumerate() {
            let expected = Vec2::new(10.0, 12.0) + q.rotate(Vec2::new(0.0, 0.5 * number as f32 - 7.0));
            assert!(position(&world, link).distance(expected) < 0.005, "{turn}, link {number}");
            assert!(velocity(&world, link).distance(q.rotate(Vec2::new(0.0, -2.0))) < 0.005);
        }
    }
}

/// A doll that is thrown through a pair has the motion of one in free flight.
#[test]
fn a_doll_flies_through_as_in_free_space() {
    let mut through = world([0.0, -10.0]);
    for x in [4.25, 19.75] {
        through.spawn(Body::fixed().at([x, 2.0]).with(Rect::half(0.25, 4.0))).expect("it is valid");
    }
    let [a, b] = [(4.0, -1.0), (20.0, 1.0)].map(|(x, out)| PortalFrame::fixed([x, 2.0], [out, 0.0]));
    through.add_portals(PortalPair::new(a, b).width(6.0)).expect("it is valid");
    let mut free = world([0.0, -10.0]);
    let [doll_a, doll_b] = [&mut through, &mut free].map(doll);
    let mut passes = 0;
    for number in 0..45 {
        step(&mut through, 1);
        step(&mut free, 1);
        passes += through.events().teleports().len();
        for (&part, &other) in doll_a.iter().zip(&doll_b) {
            let (at, expected) = (position(&through, part), position(&free, other));
            let at = if at.x > 10.0 { at - Vec2::new(16.0, 0.0) } else { at };
            assert!(at.distance(expected) < 0.02, "step {number}: {at:?} {expected:?}");
        }
    }
    assert_eq!((passes, through.counts().joints), (6, 5));
    assert!(doll_a.iter().all(|&part| position(&through, part).x > 20.0));
    assert!(doll_a.iter().all(|&part| through.body(part).is_some_and(|part| part.joints().count() > 0)));
}

/// Removal of the pair breaks the one joint that goes through it, with an event. Nothing else is lost.
#[test]
fn a_removed_pair_breaks_the_joints_through_it() {
    let (mut world, hook, links) = aligned_rope();
    step(&mut world, 200);
    stop(&mut world, hook);
    step(&mut world, 100);
    let far = links.iter().filter(|&&link| position(&world, link).x > 5.0).count();
    assert!((3..9).contains(&far), "{far}");
    let pair = world.portals().next().expect("it is there").id;
    world.remove_portals(pair).expect("it is there");
    step(&mut world, 1);
    let breaks = world.events().breaks();
    let upper = links[11 - far];
    assert!(breaks.len() == 1 && breaks[0].bodies == [upper, links[12 - far]], "{breaks:?}");
    assert_eq!((world.counts().joints, world.counts().bodies), (11, 15));
    step(&mut world, 300);
    for (number, &link) in links.iter().enumerate() {
        let (at, speed) = (position(&world, link), velocity(&world, link).length());
        let is_upper = number < 12 - far;
        assert!(is_upper == (at.x < 5.0) && speed < 60.0, "{number}: {at:?}, {speed} m/s");
    }
}

/// Bodies and joints of a rope in an opening can be removed and grabbed. Every call leaves a sound world.
#[test]
fn a_rope_in_an_opening_can_be_changed() {
    let (mut world, _, links) = aligned_rope();
    step(&mut world, 220);
    let joints: Vec<JointId> = world.joints().collect();
    let last = links[11];
    let at = position(&world, last);
    assert!(at.x > 5.0 && world.images(last).count() == 0);
    // A grab holds a link that hangs behind the opening.
    let grab = world.join(cairn2d::Grab::new(last, at)).expect("it has left the opening");
    step(&mut world, 30);
    assert!(position(&world, last).distance(at) < 1.0);
    world.unjoin(grab).expect("it is there");
    world.body_mut(links[9]).expect("alive").set_enabled(false);
    step(&mut world, 10);
    world.body_mut(links[9]).expect("alive").set_enabled(true);
    step(&mut world, 10);
    world.unjoin(joints[7]).expect("it is there");
    step(&mut world, 10);
    let in_opening = links.iter().copied().find(|&link| world.images(link).count() > 0);
    for link in in_opening.into_iter().chain([links[6], links[10]]) {
        if world.body(link).is_some() {
            world.despawn(link).expect("it is there");
        }
        step(&mut world, 10);
    }
    step(&mut world, 60);
}

#[test]
fn bits_of_a_rope_are_equal_over_lanes_threads_and_snapshots() {
    let mut worlds: Vec<World> = vec![lowered_rope(Some(0.7), LaneLevel::Scalar, 1).0];
    worlds.extend(LaneLevel::available().map(|lanes| lowered_rope(Some(0.7), lanes, 1).0));
    worlds.push(lowered_rope(Some(0.7), LaneLevel::best(), 3).0);
    let mut kept = SavedWorld::default();
    for number in 0..400 {
        let hash = worlds[0].hash();
        assert!(worlds.iter().all(|world| world.hash() == hash), "step {number}");
        if number % 50 == 20 {
            let bytes = worlds[0].snapshot();
            worlds[1] = World::from_snapshot(&bytes).expect("it is whole");
            worlds[1].validate().unwrap_or_else(|what| panic!("step {number}: {what}"));
            worlds[0].save_into(&mut kept);
            step(&mut worlds[0], 7);
            let other = worlds[0].hash();
            assert!(worlds[0].restore_saved(&kept) && worlds[0].hash() == hash);
            worlds[2] = worlds[0].clone();
            let mut copy = worlds[0].clone();
            step(&mut copy, 7);
            assert_eq!(copy.hash(), other);
        }
        worlds.iter_mut().for_each(|world| step(world, 1));
    }
}

/// Joints with a place in the world or with counted angles close openings: the bodies move as without them.
#[test]
fn grabs_and_gears_close_openings() {
    let mut worlds = [true, false].map(place);
    let bodies = worlds.each_mut().map(|world| {
        let held = world.spawn(Body::dynamic().at([0.0, 3.0]).with(Circle::new(0.3))).expect("it is valid");
        world.join(cairn2d::Grab::new(held, [0.5, 1.0])).expect("it is valid");
        let [a, b] = [-0.8, 0.8]
            .map(|x| world.spawn(Body::dynamic().at([x, 5.0]).with(Circle::new(0.3))).expect("it is valid"));
        world.join(cairn2d::Gear::new(a, b, -1.0)).expect("it is valid");
        vec![held, a, b]
    });
    for number in 0..120 {
        worlds.iter_mut().for_each(|world| step(world, 1));
        let [with, without] = [0, 1].map(|which| {
            bodies[which]
                .iter()
                .map(|&body| worlds[which].body(body).expect("alive").pose())
                .collect::<Vec<_>>()
        });
        assert_eq!(with, without, "step {number}");
    }
}
