//! Games played by scripted controls: hits split, score or sink, and damaged worlds do not break the rules.

use cairn2d::{BodyId, Pose, Rot, Vec2, vec2};

use super::{Asteroids, NavalBattle, PathSearch, Piece, PortalPuzzle, ShiftingMaze, bodies_of, number};
use crate::controls::Controls;
use crate::instantiate::{Handles, Overrides, instantiate};
use crate::library::find;
use crate::overlay::Overlay;
use crate::play::{Play, Turn};
use crate::runner::Runner;

/// A game with access to its state.
struct Table<G> {
    game: G,
    world: cairn2d::World,
    handles: Handles,
    scene: crate::format::Scene,
    overlay: Overlay,
    step: u32,
}

impl<G: Play + Default> Table<G> {
    fn new(name: &str) -> Self {
        let scene = find(name).unwrap().scene();
        let (world, handles) = instantiate(&scene, Overrides::default()).unwrap();
        Table { game: G::default(), world, handles, scene, overlay: Overlay::default(), step: 0 }
    }

    /// Plays some steps with these keys held.
    fn hold(&mut self, keys: &str, steps: u32) {
        for _ in 0..steps {
            self.turn(Some(Controls::held(keys)));
        }
    }

    fn turn(&mut self, controls: Option<Controls>) {
        self.overlay.clear();
        let mut turn = Turn {
            world: &mut self.world,
            systems: &mut cairn2d::system::Systems::new(),
            handles: &self.handles,
            scene: &self.scene,
            step: self.step,
            dt: 1.0 / 60.0,
            controls,
            overlay: &mut self.overlay,
        };
        self.game.before(&mut turn).unwrap();
        let report = turn.world.step(turn.dt).unwrap();
        assert_eq!(report.capped_bodies, 0);
        self.game.after(&mut turn).unwrap();
        self.step += 1;
    }

    fn count(&self, piece: Piece) -> usize {
        bodies_of(&self.world, piece).count()
    }

    fn put(&mut self, body: BodyId, at: Vec2, angle: f32, velocity: Vec2) {
        let mut body = self.world.body_mut(body).unwrap();
        body.set_pose(Pose { p: at, q: Rot::from_angle(angle) }).unwrap();
        body.set_velocity(velocity).unwrap();
        body.set_angular_velocity(0.0).unwrap();
    }

    fn at(&self, body: BodyId) -> Vec2 {
        self.world.body(body).unwrap().position()
    }
}

/// An asteroids game with one rock at rest, four metres to the right of the ship, which faces it.
fn one_rock() -> Table<Asteroids> {
    let mut table = Table::<Asteroids>::new("asteroids");
    table.hold("", 1);
    let rocks: Vec<BodyId> = bodies_of(&table.world, Piece::Rock).collect();
    assert_eq!(rocks.len(), 4);
    for &rock in &rocks[1..] {
        table.world.despawn(rock).unwrap();
    }
    table.put(rocks[0], vec2(5.0, 0.0), 0.0, Vec2::ZERO);
    let ship = table.game.ship().unwrap();
    table.put(ship, Vec2::ZERO, 0.0, Vec2::ZERO);
    table
}

#[test]
fn hit_rock_splits_and_scores() {
    let mut table = one_rock();
    table.hold("f", 1);
    table.hold("", 25);
    // 20 points for the large rock, which left two of the next size that move apart.
    assert_eq!((table.game.score(), table.count(Piece::Rock), table.count(Piece::Shot)), (20, 2, 0));
    let rocks: Vec<BodyId> = bodies_of(&table.world, Piece::Rock).collect();
    let body = |id: BodyId| table.world.body(id).unwrap();
    assert!(rocks.iter().all(|&rock| number(body(rock).user_data()) == 1));
    let momentum = rocks.iter().fold(Vec2::ZERO, |sum, &rock| sum + body(rock).velocity());
    assert!(momentum.length() < 1.0, "{momentum:?}");
    assert!(
        table.overlay.headline().starts_with("score 20 · ships 3 · wave 1"),
        "{}",
        table.overlay.headline()
    );
}

#[test]
fn torpedo_reaches_a_rock_behind_the_ship() {
    let mut table = one_rock();
    let rock = bodies_of(&table.world, Piece::Rock).next().unwrap();
    table.put(rock, vec2(-9.0, 6.0), 0.0, Vec2::ZERO);
    table.hold("s", 1);
    assert_eq!(table.count(Piece::Shot), 1);
    for _ in 0..240 {
        table.hold("", 1);
        // A rock that is put back does not drift, so only the torpedo can have reached it.
        if table.game.score() > 0 {
            assert_eq!(table.game.score(), 20);
            return;
        }
    }
    panic!("the torpedo did not find the rock");
}

#[test]
fn playing_field_wraps_around_and_thrust_acts_ahead() {
    let mut table = one_rock();
    let ship = table.game.ship().unwrap();
    table.put(ship, vec2(0.0, -6.0), 0.0, Vec2::ZERO);
    table.hold("u", 60);
    let body = table.world.body(ship).unwrap();
    assert!(body.velocity().x > 9.0 && body.velocity().y.abs() < 0.01, "{:?}", body.velocity());
    let speed = body.velocity().x;
    table.put(ship, vec2(16.9, -6.0), 0.0, vec2(12.0, 0.0));
    table.hold("", 10);
    assert!(table.at(ship).x < -14.0, "{:?}", table.at(ship));
    assert!(speed > 0.0 && table.world.body(ship).unwrap().velocity().x > 11.0);
    // Turning is at a fixed rate, left counter-clockwise.
    table.put(ship, Vec2::ZERO, 0.0, Vec2::ZERO);
    table.hold("l", 20);
    let angle = table.world.body(ship).unwrap().angle();
    assert!((angle - 4.5 * 20.0 / 60.0).abs() < 0.02, "{angle}");
}

#[test]
fn rock_destroys_a_ship_without_shield() {
    let mut table = one_rock();
    let rock = bodies_of(&table.world, Piece::Rock).next().unwrap();
    table.put(rock, vec2(4.0, 0.0), 0.0, vec2(-6.0, 0.0));
    table.hold("", 60);
    assert_eq!(table.game.lives(), 3, "the shield holds");
    table.hold("", 100);
    for _ in 0..3 {
        let before = table.game.lives();
        while table.game.ship().is_none() {
            table.hold("", 1);
        }
        // Until the shield ends, the rock is kept away.
        for _ in 0..160 {
            let Some(rock) = bodies_of(&table.world, Piece::Rock).next() else { break };
            table.put(rock, vec2(9.0, 7.0), 0.0, Vec2::ZERO);
            // Keeps saucers from coming.
            table.step = 1;
            table.hold("", 1);
        }
        let (ship, rock) = (table.game.ship().unwrap(), bodies_of(&table.world, Piece::Rock).next().unwrap());
        let at = table.at(ship);
        table.put(rock, at + vec2(4.0, 0.0), 0.0, vec2(-8.0, 0.0));
        table.hold("", 40);
        assert_eq!(table.game.lives(), before - 1);
    }
    assert_eq!(table.game.lives(), 0);
    assert!(table.overlay.texts().iter().any(|text| text.text == "game over"));
    // After a while a new game starts.
    table.hold("", 240);
    assert_eq!((table.game.lives(), table.game.score(), table.game.wave()), (3, 0, 1));
}

#[test]
fn saucers_aim_ahead_of_the_ship() {
    let mut table = one_rock();
    let (ship, rock) = (table.game.ship().unwrap(), bodies_of(&table.world, Piece::Rock).next().unwrap());
    table.step = 600;
    let mut nearest = f32::INFINITY;
    for _ in 0..300 {
        table.put(rock, vec2(15.0, 8.5), 0.0, Vec2::ZERO);
        let at = table.at(ship);
        // The ship keeps its velocity, whatever hits it.
        table.put(ship, vec2(at.x, -4.0), 0.0, vec2(2.0, 0.0));
        table.hold("", 1);
        if table.game.ship().is_none() {
            return;
        }
        for shot in bodies_of(&table.world, Piece::FoeShot) {
            nearest = nearest.min(table.at(shot).distance(table.at(ship)));
        }
    }
    assert!(nearest < 2.0, "the nearest shot missed by {nearest}");
}

#[test]
fn ship_sinks_under_broadsides_and_leaves_a_wreck() {
    let mut table = Table::<NavalBattle>::new("naval_battle");
    table.hold("", 1);
    let (ship, foe) = (table.game.ship().unwrap(), table.game.foes().next().unwrap());
    for other in table.game.foes().skip(1).collect::<Vec<_>>() {
        table.put(other, vec2(22.0, 12.0), 0.0, Vec2::ZERO);
    }
    let (mut volleys, mut fired) = (0, false);
    while table.game.sunk() == 0 {
        assert!(volleys < 8, "eight broadsides did not sink it; the score is {}", table.game.score());
        table.put(ship, vec2(-16.0, 10.0), 0.0, Vec2::ZERO);
        table.put(foe, vec2(-16.0, 5.0), 0.0, Vec2::ZERO);
        let before = table.count(Piece::Shot);
        table.hold("f", 1);
        let after = table.count(Piece::Shot);
        volleys += u32::from(after > before);
        fired |= after >= before + 6;
    }
    assert!(fired, "a broadside is six balls");
    // Six hits sink it, of 10 points each; the last two may coincide with others. The ship counts 100.
    assert_eq!(table.game.sunk(), 1);
    assert!([160, 170, 180].contains(&table.game.score()), "{}", table.game.score());
    assert!(table.world.body(foe).is_none());
    assert_eq!(table.count(Piece::Rock), 6, "planks");
}

#[test]
fn land_stops_balls_and_the_keel_limits_drift() {
    let mut table = Table::<NavalBattle>::new("naval_battle");
    table.hold("", 1);
    let ship = table.game.ship().unwrap();
    let foes: Vec<BodyId> = table.game.foes().collect();
    for &foe in &foes {
        table.put(foe, vec2(22.0, -12.0), 0.0, Vec2::ZERO);
    }
    // The coast is two metres to port: those balls are removed at once, the others fly on.
    table.put(ship, vec2(-10.0, 11.5), 0.0, Vec2::ZERO);
    table.hold("f", 1);
    while table.count(Piece::Shot) == 0 {
        table.hold("f", 1);
    }
    table.hold("", 15);
    assert_eq!(table.count(Piece::Shot), 3);
    // A ship that is pushed sideways soon stops; pushed ahead it continues.
    table.put(ship, vec2(-18.0, 0.0), 0.0, vec2(2.0, 2.0));
    table.hold("", 45);
    let velocity = table.world.body(ship).unwrap().velocity();
    assert!(velocity.x > 1.0 && velocity.y.abs() < 0.3, "{velocity:?}");
    // Sails and rudder.
    table.put(ship, vec2(-18.0, 0.0), 0.0, Vec2::ZERO);
    table.hold("ul", 60);
    let body = table.world.body(ship).unwrap();
    assert!(body.velocity().length() > 1.0 && body.angle() > 0.1, "{:?} {}", body.velocity(), body.angle());
}

#[test]
fn enemies_hit_a_ship_on_a_straight_course() {
    let mut table = Table::<NavalBattle>::new("naval_battle");
    table.hold("", 1);
    let start = table.game.hull();
    let ship = table.game.ship().unwrap();
    for step in 0..900 {
        let at = table.at(ship);
        table.put(ship, vec2(at.x, -10.0), 0.0, vec2(1.5, 0.0));
        table.hold("", 1);
        if table.game.hull() < start {
            assert!(step > 0);
            return;
        }
    }
    panic!("fifteen seconds, and not one hit");
}

/// The score in the headline of a game.
fn score(runner: &Runner) -> u32 {
    runner.overlay().headline().split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn games_play_automatically_and_deterministically() {
    for name in ["asteroids", "naval_battle"] {
        let mut a = Runner::new(find(name).unwrap(), Overrides::default()).unwrap();
        let mut b = Runner::new(
            find(name).unwrap(),
            Overrides { threads: Some(2), lanes: Some(cairn2d::LaneLevel::Scalar) },
        )
        .unwrap();
        let mut best = 0;
        for _ in 0..900 {
            a.step().unwrap();
            b.step().unwrap();
            assert_eq!(a.world.hash(), b.world.hash(), "{name} at step {}", a.step_index());
            best = best.max(score(&a));
        }
        assert_eq!(a.overlay(), b.overlay());
        // Without controls held the game differs and scores less.
        let mut idle = Runner::new(find(name).unwrap(), Overrides::default()).unwrap();
        idle.set_controls(Some(Controls::NONE));
        let mut least = 0;
        for _ in 0..900 {
            idle.step().unwrap();
            least = least.max(score(&idle));
        }
        println!("{name}: the autopilot scored {best}, no keys {least}");
        assert!(best >= 50 && best > least, "{name}: the autopilot scored {best}, no keys {least}");
        assert_ne!(idle.world.hash(), a.world.hash());
    }
}

#[test]
fn units_walk_through_a_maze_that_changes() {
    let mut table = Table::<ShiftingMaze>::new("shifting_maze");
    let mut nearest = f32::INFINITY;
    for _ in 0..1800 {
        table.turn(None);
        let world = &table.world;
        for unit in bodies_of(world, Piece::Player) {
            let at = world.body(unit).unwrap().position();
            // Walls are at x = -16, -8, 0, 8 and 16 and half a metre thick; gates are 2.4 m high.
            let in_wall = (at.x.abs() - 8.0).abs() < 0.4 || at.x.abs() < 0.4 || at.x.abs() > 15.6;
            let in_gate = [-6.0, 0.0, 6.0].iter().any(|gate| (at.y - gate).abs() < 1.2);
            assert!(!in_wall || in_gate, "a unit is in a wall at {at}");
            for roller in bodies_of(world, Piece::Foe) {
                nearest = nearest.min(at.distance(world.body(roller).unwrap().position()));
            }
        }
    }
    // A unit at 3 m/s and a roller at 2 m/s approach by 0.083 m in a step, so a hit may show some overlap.
    assert!(nearest > 0.9 + 0.28 - 0.03, "a unit is in a roller, {nearest} m from its center");
    assert!(table.game.trips() > 40, "only {} arrivals", table.game.trips());
    assert!(table.game.changes() >= 5, "only {} changes", table.game.changes());
}

#[test]
fn all_searches_of_a_round_show_one_length() {
    let mut table = Table::<PathSearch>::new("path_search");
    for _ in 0..3 {
        let mut shown = Vec::new();
        for _ in 0..3 {
            table.hold("", 120);
            shown.push((table.game.path().cost(), table.game.expanded_count()));
            assert!(!table.game.path().is_empty());
            assert!(table.overlay.lines().len() >= table.game.path().waypoints().len() - 1);
        }
        assert_eq!(shown[0].0, shown[1].0);
        assert_eq!(shown[1], shown[2]);
        assert!(shown[0].1 > shown[1].1, "A* expands fewer cells than jump point search: {shown:?}");
    }
}

#[test]
fn autopilot_solves_the_portal_puzzle() {
    let mut table = Table::<PortalPuzzle>::new("portal_puzzle");
    let mut steps = 0;
    while table.game.solved() < 3 {
        table.turn(None);
        steps += 1;
        assert!(steps < 9000, "{} levels, {} balls", table.game.solved(), table.game.balls());
    }
    // Three switches a level need three balls; the autopilot misses few.
    assert!((9..=30).contains(&table.game.balls()), "{} balls", table.game.balls());
}

/// A ball that falls from a height leaves the carriage along its axis, with the speed of the fall.
#[test]
fn ball_leaves_the_carriage_with_the_speed_of_its_fall() {
    let mut table = Table::<PortalPuzzle>::new("portal_puzzle");
    table.hold("d", 20);
    table.hold("r", 10);
    table.hold("s", 1);
    table.hold("f", 1);
    assert_eq!((table.game.balls(), table.count(Piece::Shot)), (1, 1));
    let carriage = table.world.bodies().nth(1).unwrap();
    let axis = table.world.body(carriage).unwrap().pose().q.y_axis();
    assert!((axis.x - (0.3f32 + 20.0 * 1.2 / 60.0).sin()).abs() < 1e-3, "{axis:?}");
    for _ in 0..70 {
        table.hold("", 1);
        let Some(event) = table.world.events().teleports().first().copied() else { continue };
        let (a, b) = (event.from.q, event.to.q);
        // The map of the event turns a fall into the axis of the carriage.
        let turned = b.mul(a.inverse()).rotate(vec2(0.0, -1.0));
        assert!(turned.distance(axis) < 1e-4, "{turned:?} {axis:?}");
        let velocity = table.world.body(event.body).unwrap().velocity();
        assert!((velocity.length() - (2.0f32 * 10.0 * 4.5).sqrt()).abs() < 0.15, "{velocity:?}");
        assert!(velocity.normalize_or(Vec2::X).distance(axis) < 0.03, "{velocity:?}");
        return;
    }
    panic!("no ball passed");
}

#[test]
fn portal_puzzle_survives_removed_bodies() {
    let mut table = Table::<PortalPuzzle>::new("portal_puzzle");
    table.hold("f", 10);
    let all: Vec<BodyId> = table.world.bodies().collect();
    for body in all {
        table.world.despawn(body).unwrap();
        table.hold("lfu", 30);
        table.turn(None);
    }
    assert_eq!(table.world.portals().count(), 0);
}
