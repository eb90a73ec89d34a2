//! A naval battle seen from above: sail between islands, fire broadsides and torpedoes.
//!
//! A ship moves easily along its keel and hardly across it, and its rudder works by the speed of the water.
//! Cannonballs are small and fast, and last for a second and a half. Enemies aim with a lead and hold their
//! fire if land is in the way.

use core::f32::consts::TAU;

use cairn2d::math::{aim, steer};
use cairn2d::{
    Body, BodyId, BodyKind, Circle, CollisionFilter, Error, IntoShape, Polygon, QueryFilter, Ray, Vec2,
    World, vec2,
};

use super::{Missile, Piece, angle_of, bodies_of, guide, met, named, nearest_of, remove, spawn};
use crate::controls::Controls;
use crate::format::{BodyDesc, CameraDesc, MaterialDesc, Scene, ShapeDesc};
use crate::library::Random;
use crate::overlay::Tone;
use crate::play::{Play, Turn};

/// Half of the sea \[m\].
const SEA: Vec2 = vec2(24.0, 14.0);
/// Speed of cannonballs \[m/s\].
const BALL_SPEED: f32 = 26.0;
/// Number of hits that sink the player's ship, and that of an enemy.
const HULLS: [u32; 2] = [12, 6];
/// Filter of ships and shots: they do not collide with their own side.
const OWN: CollisionFilter = CollisionFilter { category: 2, mask: u64::MAX, group: -1 };
const THEIRS: CollisionFilter = CollisionFilter { category: 4, mask: u64::MAX, group: -2 };
/// The deck of a ship, convex, bow to the right \[m\].
const DECK: [[f32; 2]; 7] =
    [[1.5, 0.0], [1.0, 0.35], [0.0, 0.5], [-1.2, 0.4], [-1.2, -0.4], [0.0, -0.5], [1.0, -0.35]];

/// The scene: coasts around the sea, and islands in it.
pub(super) fn scene(scene: &mut Scene) {
    named(scene);
    scene.world.gravity = [0.0, 0.0];
    scene.world.sleeping = false;
    scene.camera = Some(CameraDesc { center: [0.0, 0.0], height: 2.0 * SEA.y + 3.0 });
    scene.add(crate::library::room([SEA.x, SEA.y], MaterialDesc::default()));
    let islands: [(&[[f32; 2]], [f32; 2]); 4] = [
        (&[[-3.0, -1.0], [0.0, -2.0], [2.5, -0.5], [1.5, 1.5], [-1.5, 1.8]], [-2.0, 4.5]),
        (&[[-2.0, -1.5], [1.0, -1.8], [2.2, 0.5], [0.0, 2.0], [-2.2, 0.8]], [7.0, -4.5]),
        (&[[-1.5, -1.0], [1.5, -1.2], [1.0, 1.2], [-1.0, 1.0]], [-10.0, -6.0]),
        (&[[-1.2, -0.8], [1.4, -0.6], [0.6, 1.0], [-0.9, 0.8]], [13.0, 6.5]),
    ];
    for (points, at) in islands {
        scene.add(BodyDesc::fixed(at).with(ShapeDesc::polygon(points.to_vec(), 0.3).friction(0.1)));
    }
}

/// A ship and its state.
#[derive(Clone, Copy, Debug)]
struct Ship {
    body: BodyId,
    /// Number of hits left.
    hull: u32,
    /// Steps until its guns and its torpedo are loaded.
    reload: u32,
    torpedo: u32,
}

/// The game: left and right turn the rudder, up and down set the sails, fire shoots broadsides to both sides,
/// special sends a homing torpedo.
#[derive(Clone, Debug)]
pub struct NavalBattle {
    score: u32,
    sunk: u32,
    wave: u32,
    player: Option<Ship>,
    foes: Vec<Ship>,
    missiles: Vec<Missile>,
    random: Random,
    pause: u32,
}

impl Default for NavalBattle {
    fn default() -> Self {
        Self {
            score: 0,
            sunk: 0,
            wave: 0,
            player: None,
            foes: Vec::new(),
            missiles: Vec::new(),
            random: Random(18_051_021),
            pause: 0,
        }
    }
}

impl NavalBattle {
    /// Returns the points so far: 10 for a hit, 100 for a ship that sinks.
    pub fn score(&self) -> u32 {
        self.score
    }

    /// Returns the number of sunk enemies.
    pub fn sunk(&self) -> u32 {
        self.sunk
    }

    /// Returns the number of hits left for the player's ship; 0 if it sank.
    pub fn hull(&self) -> u32 {
        self.player.map_or(0, |ship| ship.hull)
    }

    /// Returns the player's ship; `None` while there is none.
    pub fn ship(&self) -> Option<BodyId> {
        self.player.map(|ship| ship.body)
    }

    /// Returns the ships of the enemies.
    pub fn foes(&self) -> impl Iterator<Item = BodyId> + '_ {
        self.foes.iter().map(|ship| ship.body)
    }

    fn begin_what_is_due(&mut self, world: &mut World) -> Result<(), Error> {
        self.pause = self.pause.saturating_sub(1);
        if self.pause > 0 {
            return Ok(());
        }
        if self.player.is_none() {
            // Removes all bodies except the land.
            let all: Vec<BodyId> = world
                .bodies()
                .filter(|&id| world.body(id).is_some_and(|b| b.kind() == BodyKind::Dynamic))
                .collect();
            for body in all {
                world.despawn(body)?;
            }
            *self = Self { random: self.random, ..Self::default() };
            self.player = Some(launch(world, Piece::Player, vec2(-18.0, 0.0), 0.0)?);
        }
        if self.foes.is_empty() {
            self.wave += 1;
            for n in 0..1 + self.wave.min(5) {
                let at =
                    vec2(17.0, -10.0 + 20.0 * (n as f32 + self.random.next()) / (2.0 + self.wave as f32));
                self.foes.push(launch(world, Piece::Foe, at, core::f32::consts::PI)?);
            }
        }
        Ok(())
    }

    /// Steers an enemy: to the range of its guns, along the shore and not onto it.
    fn helm(&self, world: &World, foe: Ship) -> Result<Controls, Error> {
        let mut held = Controls { up: true, ..Controls::NONE };
        let (Some(body), Some(player)) = (world.body(foe.body), self.player.and_then(|p| world.body(p.body)))
        else {
            return Ok(held);
        };
        let (pose, way) = (body.pose(), player.position() - body.position());
        // Far away it approaches; near, it sails across, so that its guns point at the player.
        let across = vec2(-way.y, way.x) * if pose.q.x_axis().cross(way) > 0.0 { -1.0 } else { 1.0 };
        let mut course = if way.length() > 11.0 { way } else { across };
        for (feeler, turned) in [(0.0, 1.2), (0.5, -0.9), (-0.5, 0.9)] {
            let along = cairn2d::Rot::from_angle(feeler).rotate(pose.q.x_axis());
            let land = |shape| {
                let body = world.shape(shape).and_then(|shape| world.body(shape.body()));
                body.is_some_and(|body| body.kind() == BodyKind::Static)
            };
            if world
                .cast_circle(Ray::new(pose.p, along * 5.0), 0.6, QueryFilter::all().only(&land))?
                .is_some()
            {
                course = cairn2d::Rot::from_angle(turned).rotate(pose.q.x_axis());
            }
        }
        let off = cairn2d::math::wrap_angle(angle_of(course) - pose.q.angle());
        (held.left, held.right) = (off > 0.1, off < -0.1);
        Ok(held)
    }

    /// Controls without a player: as an enemy, with broadsides.
    fn autopilot(&self, world: &World) -> Controls {
        let mut held = Controls { up: true, ..Controls::NONE };
        let Some(ship) = self.player.and_then(|ship| world.body(ship.body)) else { return held };
        let pose = ship.pose();
        let Some(foe) = nearest_of(world, Piece::Foe, pose.p).and_then(|foe| world.body(foe)) else {
            return held;
        };
        let way = foe.position() - pose.p;
        let Some(shot) = aim(way, foe.velocity() - ship.velocity(), BALL_SPEED) else { return held };
        // The guns point to the sides: it turns the nearer side to the direction of the shot.
        let side = if pose.q.x_axis().cross(shot.velocity) > 0.0 { -1.0 } else { 1.0 };
        let near = way.length() < 14.0;
        let course = if near { vec2(-shot.velocity.y, shot.velocity.x) * side } else { way };
        let off = cairn2d::math::wrap_angle(angle_of(course) - pose.q.angle());
        (held.left, held.right) = (off > 0.05, off < -0.05);
        held.fire = near && off.abs() < 0.15;
        held.special = way.length() < 18.0 && pose.q.x_axis().dot(way) > 0.0;
        let free = Ray::new(pose.p, pose.q.x_axis() * 4.0);
        let ahead = world.cast_ray(free, QueryFilter::all().ignore(ship.id())).ok().flatten();
        if ahead.and_then(|hit| world.body(hit.body)).is_some_and(|body| body.kind() == BodyKind::Static) {
            // Land ahead: hard over.
            (held.left, held.right) = (true, false);
        }
        held
    }

    fn fight(&mut self, turn: &mut Turn<'_>, held: Controls) -> Result<(), Error> {
        let Some(mut ship) = self.player else { return Ok(()) };
        (ship.reload, ship.torpedo) = (ship.reload.saturating_sub(1), ship.torpedo.saturating_sub(1));
        if let Some(body) = turn.world.body(ship.body) {
            let (pose, velocity) = (body.pose(), body.velocity());
            if held.fire && ship.reload == 0 {
                for side in [-1.0, 1.0] {
                    for gun in [-0.7, 0.0, 0.7] {
                        let out = pose.q.rotate(vec2(0.0, side));
                        let muzzle = pose.transform_point(vec2(gun, 0.75 * side));
                        self.ball(turn.world, Piece::Shot, muzzle, velocity + out * BALL_SPEED)?;
                    }
                }
                ship.reload = 55;
            }
            if held.special && ship.torpedo == 0 {
                let ahead = pose.q.x_axis();
                let bow = pose.transform_point(vec2(1.9, 0.0));
                let torpedo = Body::dynamic().at(bow).rotated(pose.q.angle()).velocity(ahead * 7.0).bullet();
                let hull = Polygon::new(&[[0.4, 0.0], [-0.4, 0.12], [-0.4, -0.12]])?.density(1.0).filter(OWN);
                let body = spawn(turn.world, Piece::Shot, TORPEDO, torpedo.with(hull))?;
                self.missiles.push(Missile { body, life: 300, homing: 1.4 });
                ship.torpedo = 300;
            }
        }
        self.player = Some(ship);
        Ok(())
    }

    fn ball(&mut self, world: &mut World, piece: Piece, at: Vec2, velocity: Vec2) -> Result<(), Error> {
        let filter = if piece == Piece::Shot { OWN } else { THEIRS };
        let ball = Body::dynamic().at(at).velocity(velocity).bullet();
        let body = spawn(world, piece, 1, ball.with(Circle::new(0.1).density(3.0).filter(filter)))?;
        self.missiles.push(Missile { body, life: 90, homing: 0.0 });
        Ok(())
    }

    /// Every loaded enemy shoots at the predicted position of the player, unless land is in the way.
    fn foes_shoot(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let Some(player) = self.player.and_then(|ship| turn.world.body(ship.body)) else { return Ok(()) };
        let (target, motion) = (player.position(), player.velocity());
        for index in 0..self.foes.len() {
            let foe = &mut self.foes[index];
            foe.reload = foe.reload.saturating_sub(1);
            let Some(body) = turn.world.body(foe.body) else { continue };
            let (at, way) = (body.position(), target - body.position());
            if foe.reload > 0 || way.length() > 16.0 {
                continue;
            }
            let Some(shot) = aim(way, motion, BALL_SPEED) else { continue };
            let along = shot.velocity * (1.0 / BALL_SPEED);
            let muzzle = at + along * 1.8;
            let clear =
                turn.world.cast_ray(Ray::new(muzzle, along * (way.length() - 1.8)), QueryFilter::all())?;
            let land = clear
                .and_then(|hit| turn.world.body(hit.body))
                .is_some_and(|body| body.kind() == BodyKind::Static);
            if !land {
                foe.reload = 110;
                let spread = cairn2d::Rot::from_angle(0.12 * (self.random.next() - 0.5));
                self.ball(turn.world, Piece::FoeShot, muzzle, spread.rotate(shot.velocity))?;
            }
        }
        Ok(())
    }

    fn judge(&mut self, world: &mut World) -> Result<(), Error> {
        let begins = world.events().begins().to_vec();
        for [shot, foe] in met(&begins, Piece::Shot, Piece::Foe) {
            let damage = world.body(shot).map_or(0, |shot| super::number(shot.user_data()));
            if !remove(world, shot) {
                continue;
            }
            self.score += 10;
            if let Some(ship) = self.foes.iter_mut().find(|ship| ship.body == foe) {
                ship.hull = ship.hull.saturating_sub(damage);
            }
        }
        for [shot, _] in met(&begins, Piece::FoeShot, Piece::Player) {
            if remove(world, shot)
                && let Some(ship) = &mut self.player
            {
                ship.hull = ship.hull.saturating_sub(1);
            }
        }
        // Shots that hit land or another shot are removed.
        for piece in [Piece::Shot, Piece::FoeShot] {
            for [shot, _] in met(&begins, piece, Piece::Other) {
                remove(world, shot);
            }
        }
        for index in
            (0..self.foes.len()).rev().filter(|&index| self.foes[index].hull == 0).collect::<Vec<_>>()
        {
            let foe = self.foes.swap_remove(index);
            self.wreck(world, foe.body)?;
            (self.score, self.sunk) = (self.score + 100, self.sunk + 1);
            self.pause = 120;
        }
        if let Some(ship) = self.player.filter(|ship| ship.hull == 0) {
            self.player = None;
            self.wreck(world, ship.body)?;
            self.pause = 240;
        }
        Ok(())
    }

    /// Leaves planks at the position of a ship.
    fn wreck(&mut self, world: &mut World, ship: BodyId) -> Result<(), Error> {
        let Some(body) = world.body(ship) else { return Ok(()) };
        let (pose, velocity) = (body.pose(), body.velocity());
        world.despawn(ship)?;
        for n in 0..6 {
            let at = pose.transform_point(vec2(-1.0 + 0.4 * n as f32, 0.0));
            let drift = velocity + Vec2::from_angle(TAU * self.random.next()) * 2.0;
            let plank = Body::dynamic().at(at).rotated(n as f32).velocity(drift).linear_damping(0.8);
            let plank = plank.angular_velocity(3.0).angular_damping(0.5);
            let body =
                spawn(world, Piece::Rock, 0, plank.with(cairn2d::Rect::half(0.25, 0.08).density(0.2)))?;
            self.missiles.push(Missile { body, life: 400, homing: 0.0 });
        }
        Ok(())
    }
}

/// Damage of a torpedo; a ball has 1. It is the number in the user data of a shot.
const TORPEDO: u32 = 3;

fn launch(world: &mut World, piece: Piece, at: Vec2, angle: f32) -> Result<Ship, Error> {
    let filter = if piece == Piece::Player { OWN } else { THEIRS };
    // Enemies may ram each other: only their balls pass through their own side.
    let filter = CollisionFilter { group: if piece == Piece::Player { filter.group } else { 0 }, ..filter };
    let ship = Body::dynamic().at(at).rotated(angle).angular_damping(1.5);
    let body =
        spawn(world, piece, 0, ship.with(Polygon::new(&DECK)?.density(2.0).friction(0.1).filter(filter)))?;
    let hull = HULLS[usize::from(piece != Piece::Player)];
    Ok(Ship { body, hull, reload: 60, torpedo: 0 })
}

/// Forces of a ship: driven along the keel, damped across it, turned by the flow at the rudder.
fn sail(world: &mut World, ship: BodyId, held: Controls) -> Result<(), Error> {
    let Some(mut body) = world.body_mut(ship) else { return Ok(()) };
    let (q, mass) = (body.rotation(), body.mass());
    let along = q.inv_rotate(body.velocity());
    let force = vec2(2.6 * held.ahead() - 0.6 * along.x, -4.0 * along.y) * mass.mass;
    body.apply_force(q.rotate(force))?;
    // A rudder needs speed; a small constant part keeps ships off the rocks.
    let way = 0.35 + 0.25 * along.x.abs();
    body.apply_torque(-2.4 * held.sideways() * way * mass.inertia)?;
    Ok(())
}

impl Play for NavalBattle {
    fn keys(&self) -> &'static str {
        "Left and right turn the rudder, up and down set the sails, Space fires, Enter sends a torpedo"
    }

    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        self.begin_what_is_due(turn.world)?;
        let held = turn.controls.unwrap_or_else(|| self.autopilot(turn.world));
        if let Some(ship) = self.player {
            sail(turn.world, ship.body, held)?;
        }
        for foe in self.foes.clone() {
            let held = self.helm(turn.world, foe)?;
            sail(turn.world, foe.body, held)?;
        }
        self.fight(turn, held)?;
        self.foes_shoot(turn)?;
        guide(turn.world, &mut self.missiles, turn.dt, |world, at| {
            Some(world.body(nearest_of(world, Piece::Foe, at)?)?.position())
        })
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        self.judge(turn.world)?;
        let [own, theirs] = HULLS;
        let bars = self.foes.iter().map(|&ship| (ship, theirs, Tone::Foe));
        for (ship, whole, tone) in bars.chain(self.player.map(|ship| (ship, own, Tone::Friend))) {
            let Some(at) = turn.world.body(ship.body).map(|body| body.position()) else { continue };
            let left = at + vec2(-0.9, 1.3);
            turn.overlay.line(left, left + vec2(1.8 * ship.hull as f32 / whole as f32, 0.0), tone);
        }
        for torpedo in self.missiles.iter().filter(|missile| missile.homing > 0.0) {
            if let Some(body) = turn.world.body(torpedo.body) {
                // The position after turning as fast as possible.
                let to =
                    nearest_of(turn.world, Piece::Foe, body.position()).and_then(|foe| turn.world.body(foe));
                let wish = to.map_or(body.velocity(), |to| to.position() - body.position());
                turn.overlay.line(
                    body.position(),
                    body.position() + steer(body.velocity(), wish, 0.5) * 0.3,
                    Tone::Hit,
                );
            }
        }
        if self.player.is_none() {
            turn.overlay.text(Vec2::ZERO, "your ship sank", Tone::Foe);
        }
        let (score, sunk, hull) = (self.score, self.sunk, self.hull());
        let left = bodies_of(turn.world, Piece::Foe).count();
        turn.overlay.set_headline(format!("score {score} · sunk {sunk} · foes {left} · hull {hull}"));
        Ok(())
    }
}
