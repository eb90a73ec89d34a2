//! Pieces of a body at rest stay at rest, and pieces on the ground fall asleep.

use super::*;

/// In zero gravity nothing may move, to the bit.
#[test]
fn pieces_of_a_body_at_rest_stay_at_rest_to_the_bit() {
    for (name, body, _) in bodies() {
        for (pattern, how) in patterns() {
            for (at, turn) in [([0.0, 0.0], 0.0), ([13.7, -41.3], 0.7), ([-900.1, 2.3], 2.9)] {
                for seed in 0..2 {
                    let mut config = WorldConfig::with_gravity([0.0, 0.0]);
                    config.sleeping = false;
                    let mut world = World::new(config).unwrap();
                    let id = world.spawn(body.clone().at(at).rotated(turn)).unwrap();
                    let pieces = shatter(&mut world, id, &how.clone().seed(seed)).unwrap();
                    let poses: Vec<Pose> = pieces.iter().map(|&id| world.body(id).unwrap().pose()).collect();
                    for _ in 0..120 {
                        world.step(1.0 / 60.0).unwrap();
                    }
                    for (&id, &pose) in pieces.iter().zip(&poses) {
                        let body = world.body(id).unwrap();
                        assert_eq!(body.pose(), pose, "{name} by {pattern} at {at:?}, seed {seed}");
                        assert_eq!((body.velocity(), body.angular_velocity()), (Vec2::ZERO, 0.0));
                    }
                }
            }
        }
    }
}

/// A slab between two walls, where no piece can roll away.
#[test]
fn pieces_on_the_ground_fall_asleep_within_three_seconds() {
    for (pattern, how) in patterns() {
        for half in [[1.5, 0.5], [0.8, 1.0], [2.5, 0.25]] {
            let mut world = World::new(WorldConfig::default()).unwrap();
            world.spawn(Body::half_plane([0.0, 0.0], [0.0, 1.0])).unwrap();
            for side in [-1.0, 1.0] {
                let wall = Rect::half(0.5, 3.0).at([side * (half[0] + 0.505), 3.0]);
                world.spawn(Body::fixed().with(wall)).unwrap();
            }
            let id =
                world.spawn(Body::dynamic().at([0.0, half[1]]).with(Rect::half(half[0], half[1]))).unwrap();
            for _ in 0..120 {
                world.step(1.0 / 60.0).unwrap();
            }
            assert!(world.body(id).unwrap().is_asleep());
            let how = how.clone().min_width(0.05);
            let pieces = shatter(&mut world, id, &how).unwrap();
            assert!(pieces.iter().all(|&id| world.body(id).unwrap().is_awake()));
            let starts: Vec<Vec2> = pieces.iter().map(|&id| world.body(id).unwrap().center()).collect();
            let mut fastest = 0.0_f32;
            for _ in 0..180 {
                world.step(1.0 / 60.0).unwrap();
                let speeds = pieces.iter().map(|&id| world.body(id).unwrap().velocity().length());
                fastest = speeds.fold(fastest, f32::max);
            }
            let moved = pieces
                .iter()
                .zip(&starts)
                .map(|(&id, start)| world.body(id).unwrap().center().distance(*start));
            let moved = moved.fold(0.0, f32::max);
            let awake = pieces.iter().filter(|&&id| !world.body(id).unwrap().is_asleep()).count();
            let what = format!("{pattern} of {half:?}: {awake} of {} awake", pieces.len());
            assert!(awake == 0, "{what}, moved by {moved} m, up to {fastest} m/s");
            assert!(moved < 0.03 && fastest < 0.4, "{what}, moved by {moved} m, up to {fastest} m/s");
        }
    }
}
