//! Portals in recordings: pairs that are added, removed and replaced between steps, with bodies in them.

use cairn2d::prelude::*;
use cairn2d::{PortalFrame, PortalId, PortalPair};
use cairn2d_record::{Player, RecordOptions, Recorder, Recording};

/// Adds a pair between the floor and a place above it, turned by an angle \[rad\].
fn connect(world: &mut World, floor: BodyId, angle: f32) -> PortalId {
    let below = PortalFrame::on(floor, [0.0, 0.0], [0.0, 1.0]);
    let above = PortalFrame::fixed([1.0, 6.0], Rot::from_angle(angle).rotate(Vec2::new(0.0, -1.0)));
    world.add_portals(PortalPair::new(below, above).width(2.5)).expect("valid")
}

#[test]
fn pairs_that_come_and_go_replay_to_the_bit() {
    let mut world = World::new(WorldConfig::default()).expect("valid");
    let options = RecordOptions::default().keyframe_every(20);
    let mut recorder = Recorder::start(&mut world, options).expect("it has no functions");
    let floor = world.spawn(Body::fixed().with(Rect::half(8.0, 0.5).at([0.0, -0.5]))).expect("valid");
    let balls = [0, 1, 2].map(|n| {
        let ball = Body::dynamic().at([0.3 * n as f32 - 0.3, 2.0 + 1.2 * n as f32]);
        world.spawn(ball.with(Circle::new(0.4).restitution(0.3))).expect("valid")
    });
    let mut pair = connect(&mut world, floor, 0.0);
    let (mut passes, mut cut, mut in_order) = (0, 0, Vec::new());
    for step in 0..240 {
        if step % 40 == 39 {
            // Some pairs go while a body is in them.
            cut += usize::from(balls.iter().any(|&ball| world.images(ball).next().is_some()));
            world.remove_portals(pair).expect("alive");
            assert!(world.remove_portals(pair).is_err());
        }
        if step % 40 == 5 && step > 40 {
            pair = connect(&mut world, floor, 0.01 * step as f32);
        }
        world.step(1.0 / 60.0).expect("a step");
        passes += world.events().teleports().len();
        recorder.update(&mut world).expect("recorded");
        in_order.push(world.hash());
    }
    assert!(passes > 3 && cut > 0, "{passes} passes, {cut} pairs removed with a body in them");
    let file = recorder.finish(&mut world).expect("recorded");
    let mut player = Player::new(Recording::read(file).expect("its own file")).expect("valid");
    assert_eq!(player.verify().expect("the same bits").hash, world.hash());
    for step in [240u64, 37, 38, 39, 40, 121, 119, 1, 200] {
        player.seek(step).expect("within the recording");
        assert_eq!(player.world().hash(), in_order[step as usize - 1], "step {step}");
    }
}
