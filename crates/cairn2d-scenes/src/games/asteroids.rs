//! Asteroids: turn, thrust, shoot; rocks split in two until they are dust.
//!
//! The field has no edges: bodies that leave it on one side return on the other. The game does this, not the
//! engine. A rock that is hit splits into two, which together have its momentum.

use core::f32::consts::TAU;

use cairn2d::math::{aim, turn_toward};
use cairn2d::{
    Body, BodyId, Circle, CollisionFilter, Error, IntoShape, Polygon, Pose, Rot, Vec2, World, vec2,
};

use super::{Missile, Piece, angle_of, bodies_of, guide, met, named, nearest_of, number, remove, spawn};
use crate::controls::Controls;
use crate::format::{CameraDesc, Scene};
use crate::library::Random;
use crate::overlay::Tone;
use crate::play::{Play, Turn};

/// Half of the field \[m\].
const FIELD: Vec2 = vec2(16.0, 9.0);
/// Radius of a rock of each size \[m\]; the smallest is removed when it is hit.
const RADII: [f32; 3] = [0.45, 0.9, 1.6];
/// Points for a rock of each size.
const WORTH: [u32; 3] = [100, 50, 20];
/// Points for a saucer.
const SAUCER: u32 = 200;
/// Speed of shots relative to the shooter \[m/s\].
const SHOT_SPEED: f32 = 22.0;
/// Steps for which a new ship is invulnerable.
const SHIELD: u32 = 150;
/// Filter of the ship and its shots, and of the saucers and theirs: they do not collide with their own side.
const OWN: CollisionFilter = CollisionFilter { category: 2, mask: u64::MAX, group: -1 };
const THEIRS: CollisionFilter = CollisionFilter { category: 4, mask: u64::MAX, group: -2 };

/// The scene: an empty field without gravity. The game makes all bodies.
pub(super) fn scene(scene: &mut Scene) {
    named(scene);
    scene.world.gravity = [0.0, 0.0];
    scene.world.sleeping = false;
    scene.world.exact_restitution = 2.0;
    scene.camera = Some(CameraDesc { center: [0.0, 0.0], height: 2.0 * FIELD.y + 2.0 });
}

/// The game: left and right turn, up thrusts, fire shoots, special sends a homing torpedo.
#[derive(Clone, Debug)]
pub struct Asteroids {
    score: u32,
    lives: u32,
    wave: u32,
    ship: Option<BodyId>,
    missiles: Vec<Missile>,
    random: Random,
    shield: u32,
    reload: u32,
    torpedoes: u32,
    /// Steps until the next ship, wave or game.
    pause: u32,
    held: Controls,
}

impl Default for Asteroids {
    fn default() -> Self {
        Self {
            score: 0,
            lives: 3,
            wave: 0,
            ship: None,
            missiles: Vec::new(),
            random: Random(20_261_120),
            shield: 0,
            reload: 0,
            torpedoes: 0,
            pause: 0,
            held: Controls::NONE,
        }
    }
}

impl Asteroids {
    /// Returns the points so far.
    pub fn score(&self) -> u32 {
        self.score
    }

    /// Returns the number of ships left, including the current one.
    pub fn lives(&self) -> u32 {
        self.lives
    }

    /// Returns the number of the wave, counted from 1; 0 before the first step.
    pub fn wave(&self) -> u32 {
        self.wave
    }

    /// Returns the ship; `None` while there is none.
    pub fn ship(&self) -> Option<BodyId> {
        self.ship
    }

    /// Starts the next game, wave or ship if it is due.
    fn begin_what_is_due(&mut self, world: &mut World) -> Result<(), Error> {
        self.pause = self.pause.saturating_sub(1);
        if self.pause > 0 {
            return Ok(());
        }
        if self.lives == 0 {
            let all: Vec<BodyId> = world.bodies().collect();
            for body in all {
                world.despawn(body)?;
            }
            *self = Self { random: self.random, ..Self::default() };
        }
        if bodies_of(world, Piece::Rock).next().is_none() {
            self.wave += 1;
            self.torpedoes = 3;
            for n in 0..3 + self.wave {
                // On the rim, away from the likely position of the ship.
                let along = 2.0 * self.random.next() - 1.0;
                let at =
                    if n % 2 == 0 { vec2(FIELD.x, along * FIELD.y) } else { vec2(along * FIELD.x, FIELD.y) };
                let velocity = Vec2::from_angle(TAU * self.random.next()) * (1.0 + 2.0 * self.random.next());
                self.rock(world, 2, at, velocity)?;
            }
        }
        if self.ship.is_none() {
            let hull = Polygon::new(&[[0.7, 0.0], [-0.5, 0.45], [-0.3, 0.0], [-0.5, -0.45]])?;
            let ship = Body::dynamic().rotated(1.571).linear_damping(0.3).bullet();
            self.ship = Some(spawn(world, Piece::Player, 0, ship.with(hull.density(1.0).filter(OWN)))?);
            self.shield = SHIELD;
        }
        Ok(())
    }

    fn rock(&mut self, world: &mut World, size: u32, at: Vec2, velocity: Vec2) -> Result<(), Error> {
        let radius = RADII[size as usize];
        let corners: Vec<Vec2> = (0..8)
            .map(|n| Vec2::from_angle(0.785 * n as f32) * (radius * (0.75 + 0.25 * self.random.next())))
            .collect();
        let rock = Body::dynamic().at(at).velocity(velocity).angular_velocity(2.0 * self.random.next() - 1.0);
        spawn(world, Piece::Rock, size, rock.with(Polygon::new(&corners)?.friction(0.0).restitution(0.9)))?;
        Ok(())
    }

    fn fly(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        (self.shield, self.reload) = (self.shield.saturating_sub(1), self.reload.saturating_sub(1));
        let Some(mut ship) = self.ship.and_then(|ship| turn.world.body_mut(ship)) else { return Ok(()) };
        let (pose, velocity, mass) = (ship.pose(), ship.velocity(), ship.mass().mass);
        let ahead = pose.q.x_axis();
        ship.set_angular_velocity(-4.5 * self.held.sideways())?;
        if self.held.up {
            ship.apply_force(ahead * (12.0 * mass))?;
        }
        let nose = pose.transform_point(vec2(0.9, 0.0));
        if self.held.fire && self.reload == 0 {
            let shot = Body::dynamic().at(nose).velocity(velocity + ahead * SHOT_SPEED).bullet();
            let body =
                spawn(turn.world, Piece::Shot, 0, shot.with(Circle::new(0.08).density(0.2).filter(OWN)))?;
            self.missiles.push(Missile { body, life: 55, homing: 0.0 });
            self.reload = 12;
        }
        if self.held.special && self.reload == 0 && self.torpedoes > 0 {
            let torpedo = Body::dynamic().at(nose).rotated(pose.q.angle()).velocity(ahead * 10.0).bullet();
            let hull = Polygon::new(&[[0.3, 0.0], [-0.3, 0.1], [-0.3, -0.1]])?.density(0.5).filter(OWN);
            let body = spawn(turn.world, Piece::Shot, 1, torpedo.with(hull))?;
            self.missiles.push(Missile { body, life: 240, homing: 2.5 });
            (self.torpedoes, self.reload) = (self.torpedoes - 1, 30);
        }
        Ok(())
    }

    /// A saucer crosses the field at times and shoots at the predicted position of the ship.
    fn send_saucers(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let saucer = bodies_of(turn.world, Piece::Foe).next();
        if turn.step % 900 == 600 && saucer.is_none() {
            let side = if self.random.next() < 0.5 { -1.0 } else { 1.0 };
            let at = vec2(side * FIELD.x, FIELD.y * (1.2 * self.random.next() - 0.6));
            let hull =
                Polygon::new(&[[-0.8, 0.0], [0.8, 0.0], [0.4, 0.3], [-0.4, 0.3], [0.4, -0.3], [-0.4, -0.3]])?;
            let body = Body::kinematic().at(at).velocity([-3.0 * side, 0.0]);
            spawn(turn.world, Piece::Foe, 0, body.with(hull.filter(THEIRS)))?;
        }
        let (Some(saucer), Some(ship)) = (saucer, self.ship) else { return Ok(()) };
        let (Some(from), Some(ship)) = (turn.world.body(saucer), turn.world.body(ship)) else {
            return Ok(());
        };
        if !turn.step.is_multiple_of(75) {
            return Ok(());
        }
        const SPEED: f32 = 11.0;
        // It shoots with a random error.
        let Some(shot) = aim(ship.position() - from.position(), ship.velocity(), SPEED) else {
            return Ok(());
        };
        let spread = Rot::from_angle(0.2 * (self.random.next() - 0.5));
        let at = from.position() + shot.velocity * (1.2 / SPEED);
        let body = Body::dynamic().at(at).velocity(spread.rotate(shot.velocity)).bullet();
        let body =
            spawn(turn.world, Piece::FoeShot, 0, body.with(Circle::new(0.1).density(0.2).filter(THEIRS)))?;
        self.missiles.push(Missile { body, life: 120, homing: 0.0 });
        Ok(())
    }

    /// Splits a rock that was hit, or removes it.
    fn hit_rock(&mut self, world: &mut World, rock: BodyId) -> Result<(), Error> {
        let Some(body) = world.body(rock) else { return Ok(()) };
        // A body of another script may have any user data.
        let size = number(body.user_data()).min(2);
        let (at, velocity) = (body.position(), body.velocity());
        self.score += WORTH[size as usize];
        world.despawn(rock)?;
        if size > 0 {
            let apart = Vec2::from_angle(TAU * self.random.next());
            for side in [-1.0, 1.0] {
                let way = apart * side;
                self.rock(world, size - 1, at + way * RADII[size as usize - 1], velocity + way * 2.0)?;
            }
        }
        Ok(())
    }

    fn judge(&mut self, world: &mut World) -> Result<(), Error> {
        let begins = world.events().begins().to_vec();
        for [shot, rock] in met(&begins, Piece::Shot, Piece::Rock) {
            // A shot that hit two rocks at once counts for the first.
            if remove(world, shot) {
                self.hit_rock(world, rock)?;
            }
        }
        for [shot, saucer] in met(&begins, Piece::Shot, Piece::Foe) {
            if remove(world, shot) && remove(world, saucer) {
                self.score += SAUCER;
            }
        }
        for [shot, _] in met(&begins, Piece::FoeShot, Piece::Rock) {
            remove(world, shot);
        }
        let mut hurt = !met(&begins, Piece::Player, Piece::Rock).is_empty();
        for [_, shot] in met(&begins, Piece::Player, Piece::FoeShot) {
            hurt |= remove(world, shot);
        }
        hurt |= !met(&begins, Piece::Player, Piece::Foe).is_empty();
        if hurt
            && self.shield == 0
            && let Some(ship) = self.ship.take()
        {
            remove(world, ship);
            self.lives -= 1;
            self.pause = if self.lives == 0 { 240 } else { 90 };
        }
        Ok(())
    }

    /// Controls without a player: shoots at the nearest rock, with a lead, and flees from one that is too
    /// near.
    fn autopilot(&self, world: &World) -> Controls {
        let mut held = Controls::NONE;
        let Some(ship) = self.ship.and_then(|ship| world.body(ship)) else { return held };
        let at = ship.position();
        let target = nearest_of(world, Piece::Foe, at).or_else(|| nearest_of(world, Piece::Rock, at));
        let Some(target) = target.and_then(|target| world.body(target)) else { return held };
        let way = target.position() - at;
        let Some(shot) = aim(way, target.velocity() - ship.velocity(), SHOT_SPEED) else { return held };
        let wanted = turn_toward(ship.angle(), angle_of(shot.velocity), 0.5);
        let off = cairn2d::math::wrap_angle(wanted - ship.angle());
        (held.left, held.right) = (off > 0.06, off < -0.06);
        held.fire = off.abs() < 0.08 && way.length() < 14.0;
        held.special = way.length() > 9.0 && self.torpedoes > 1;
        held.up = way.length() > 9.0 && off.abs() < 0.3 && ship.velocity().length() < 5.0;
        held
    }
}

/// Returns bodies that left the field on its other side.
fn wrap(world: &mut World) -> Result<(), Error> {
    let limit = FIELD + vec2(1.0, 1.0);
    let all: Vec<BodyId> = world.bodies().collect();
    for id in all {
        let Some(mut body) = world.body_mut(id) else { continue };
        let p = body.position();
        let over = |x: f32, limit: f32| {
            if x > limit {
                x - 2.0 * limit
            } else if x < -limit {
                x + 2.0 * limit
            } else {
                x
            }
        };
        let to = vec2(over(p.x, limit.x), over(p.y, limit.y));
        if to != p {
            let pose = Pose { p: to, ..body.pose() };
            body.set_pose(pose)?;
        }
    }
    Ok(())
}

impl Play for Asteroids {
    fn keys(&self) -> &'static str {
        "Left and right turn, up thrusts, Space shoots, Enter sends a homing torpedo"
    }

    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        self.begin_what_is_due(turn.world)?;
        self.held = turn.controls.unwrap_or_else(|| self.autopilot(turn.world));
        self.fly(turn)?;
        self.send_saucers(turn)?;
        guide(turn.world, &mut self.missiles, turn.dt, |world, at| {
            let rock = nearest_of(world, Piece::Foe, at).or_else(|| nearest_of(world, Piece::Rock, at))?;
            Some(world.body(rock)?.position())
        })
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        self.judge(turn.world)?;
        wrap(turn.world)?;
        let overlay = &mut *turn.overlay;
        overlay.rect(Vec2::ZERO - FIELD, FIELD, Tone::Note);
        if let Some(ship) = self.ship.and_then(|ship| turn.world.body(ship)) {
            let pose = ship.pose();
            if self.shield > 0 {
                overlay.ring(pose.p, 1.0, Tone::Friend);
            }
            if self.held.up {
                overlay.line(
                    pose.transform_point(vec2(-0.4, 0.0)),
                    pose.transform_point(vec2(-1.0, 0.0)),
                    Tone::Hit,
                );
            }
        }
        if self.lives == 0 {
            overlay.text(Vec2::ZERO, "game over", Tone::Foe);
        }
        let Self { score, lives, wave, torpedoes, .. } = *self;
        overlay.set_headline(format!("score {score} · ships {lives} · wave {wave} · torpedoes {torpedoes}"));
        Ok(())
    }
}
