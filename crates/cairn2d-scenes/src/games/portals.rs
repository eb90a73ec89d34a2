//! A puzzle with portals: balls that fall into the floor leave a carriage that the player drives and tilts.
//!
//! A ball has the same speed at both openings, so the height of its fall and the tilt of the carriage give
//! its path. All switches of a level must be hit. Without controls an autopilot computes the tilt.

use core::f32::consts::FRAC_PI_2;

use cairn2d::math::aim_lobbed;
use cairn2d::{Body, BodyId, Circle, Error, IntoShape, Pose, Rot, Vec2, World, vec2};

use super::{Piece, angle_of, named, number, spawn};
use crate::controls::Controls;
use crate::format::{BodyDesc, CameraDesc, MaterialDesc, OpeningDesc, PortalDesc, Scene, ShapeDesc};
use crate::overlay::Tone;
use crate::play::{Play, Turn};

/// Half of the width, and the height of the room \[m\].
const ROOM: Vec2 = vec2(9.0, 10.0);
/// Middle of the opening in the floor \[m\].
const ENTRY: Vec2 = vec2(-7.0, 0.0);
/// Heights from which a ball falls \[m\].
const HEIGHTS: [f32; 2] = [7.5, 4.5];
/// Height of the carriage, and its smallest and largest position \[m\].
const RAIL: (f32, [f32; 2]) = (0.9, [-5.0, -0.5]);
/// Smallest and largest tilt; 0 faces up, below 0 to the right \[rad\].
const TILT: [f32; 2] = [-1.3, 0.3];
/// Width of both openings, radius of a ball and of a switch \[m\].
const SIZES: [f32; 3] = [1.2, 0.25, 0.55];
/// Speed \[m/s\] and turn rate \[rad/s\] of the carriage.
const DRIVE: [f32; 2] = [3.0, 1.2];
/// Steps that a ball lasts, and steps between two balls.
const LIFE: u32 = 260;
const RELOAD: u32 = 45;
/// Positions of the switches of each level \[m\].
const LEVELS: [[Vec2; 3]; 3] = [
    [vec2(4.0, 1.0), vec2(7.5, 1.5), vec2(6.0, 4.0)],
    [vec2(3.0, 5.5), vec2(8.0, 4.5), vec2(5.0, 1.0)],
    [vec2(2.5, 1.0), vec2(8.0, 0.8), vec2(4.5, 6.5)],
];

/// The scene: a room with a wall, an opening in the floor, and one on the carriage.
pub(super) fn scene(scene: &mut Scene) {
    named(scene);
    let wall = |half, center| {
        let surface = MaterialDesc { friction: 0.5, restitution: 0.2, ..MaterialDesc::default() };
        ShapeDesc::box_at(half, center).material(surface)
    };
    let room = scene.add(
        BodyDesc::fixed([0.0, 0.0])
            .with(wall([ROOM.x + 1.0, 0.5], [0.0, -0.5]))
            .with(wall([ROOM.x + 1.0, 0.5], [0.0, ROOM.y + 0.5]))
            .with(wall([0.5, 0.5 * ROOM.y], [-ROOM.x - 0.5, 0.5 * ROOM.y]))
            .with(wall([0.5, 0.5 * ROOM.y], [ROOM.x + 0.5, 0.5 * ROOM.y]))
            .with(wall([0.2, 1.75], [1.0, 1.75])),
    );
    let slab = ShapeDesc::box_at([0.5 * SIZES[0] + 0.1, 0.1], [0.0, -0.1]);
    let carriage = BodyDesc { angle: -0.3, ..BodyDesc::kinematic([-3.0, RAIL.0]) };
    let carriage = scene.add(carriage.named("carriage").with(slab));
    let entry = OpeningDesc::on(room, ENTRY.into(), [0.0, 1.0]);
    let exit = OpeningDesc::on(carriage, [0.0, 0.0], [0.0, 1.0]);
    scene.portals.push(PortalDesc::new(entry, exit, SIZES[0]));
    scene.camera = Some(CameraDesc { center: [0.0, 0.5 * ROOM.y], height: ROOM.y + 2.0 });
}

/// The game: left and right drive the carriage, up and down tilt it, fire drops a ball, special changes the
/// height of the fall.
#[derive(Clone, Debug, Default)]
pub struct PortalPuzzle {
    level: u32,
    /// Which switches of the level were hit.
    hit: [bool; 3],
    balls: u32,
    solved: u32,
    height: usize,
    reload: u32,
    /// Steps until the next level.
    pause: u32,
    held: Controls,
    /// Balls that hit no switch since the last one that did.
    misses: u32,
}

impl PortalPuzzle {
    /// Returns the number of levels solved.
    pub fn solved(&self) -> u32 {
        self.solved
    }

    /// Returns the number of balls dropped.
    pub fn balls(&self) -> u32 {
        self.balls
    }

    /// Returns the positions of the switches \[m\], and which were hit.
    pub fn switches(&self) -> [(Vec2, bool); 3] {
        let places = LEVELS[self.level as usize % LEVELS.len()];
        [0, 1, 2].map(|index| (places[index], self.hit[index]))
    }

    fn drive(&mut self, turn: &mut Turn<'_>, carriage: BodyId) -> Result<(), Error> {
        let dt = turn.dt;
        let Some(mut body) = turn.world.body_mut(carriage) else { return Ok(()) };
        let pose = body.pose();
        let [low, high] = RAIL.1;
        let x = (pose.p.x + self.held.sideways() * DRIVE[0] * dt).clamp(low, high);
        let tilt = (pose.q.angle() + self.held.ahead() * DRIVE[1] * dt).clamp(TILT[0], TILT[1]);
        body.set_target(Pose { p: vec2(x, RAIL.0), q: Rot::from_angle(tilt) }, dt)?;
        Ok(())
    }

    fn drop_balls(&mut self, turn: &mut Turn<'_>, pressed: Controls) -> Result<(), Error> {
        self.reload = self.reload.saturating_sub(1);
        if pressed.special && !self.held.special {
            self.height = 1 - self.height.min(1);
        }
        if pressed.fire && self.reload == 0 {
            let ball = Circle::new(SIZES[1]).restitution(0.2).friction(0.5);
            let at = vec2(ENTRY.x, HEIGHTS[self.height]);
            // The number of a ball is the step of its end.
            spawn(turn.world, Piece::Shot, turn.step + LIFE, Body::dynamic().at(at).with(ball))?;
            (self.reload, self.balls) = (RELOAD, self.balls + 1);
        }
        Ok(())
    }

    /// Controls without a player: tilts the carriage for a lob to the next switch, and drops one ball. It
    /// drives on after a miss.
    fn autopilot(&self, world: &World, carriage: BodyId, step: u32) -> Controls {
        let mut held = Controls::NONE;
        let Some(body) = world.body(carriage) else { return held };
        let Some((target, _)) = self.switches().into_iter().find(|(_, hit)| !hit) else { return held };
        if self.pause > 0 || balls(world).next().is_some() {
            return held;
        }
        let (pose, gravity) = (body.pose(), world.config().gravity);
        // A lob needs the full height.
        held.special = self.height != 0 && step.is_multiple_of(2);
        let speed = (2.0 * gravity.length() * HEIGHTS[0]).sqrt();
        let wanted = RAIL.1[1] - 0.5 * (self.misses % 8) as f32 - 1.5;
        let off = wanted - pose.p.x;
        if off.abs() > 0.05 {
            (held.left, held.right) = (off < 0.0, off > 0.0);
            return held;
        }
        let Some(shot) = aim_lobbed(target - pose.p, Vec2::ZERO, speed, gravity, 5.0) else { return held };
        let turn = angle_of(shot.velocity) - FRAC_PI_2 - pose.q.angle();
        (held.up, held.down) = (turn > 0.012, turn < -0.012);
        held.fire = !held.up && !held.down && !held.special;
        held
    }

    /// Removes old balls, lights the switches that balls touch, and begins the next level.
    fn judge(&mut self, world: &mut World, step: u32) -> Result<(), Error> {
        let all: Vec<BodyId> = balls(world).collect();
        for id in all {
            let Some(body) = world.body(id) else { continue };
            let (at, end) = (body.position(), number(body.user_data()));
            let switches = self.switches();
            let touched =
                switches.iter().position(|(place, hit)| !hit && place.distance(at) < SIZES[1] + SIZES[2]);
            if let Some(index) = touched {
                self.hit[index] = true;
                self.misses = 0;
                world.despawn(id)?;
            } else if step >= end {
                self.misses = self.misses.wrapping_add(1);
                world.despawn(id)?;
            }
        }
        if self.hit == [true; 3] {
            if self.pause == 0 {
                self.pause = 90;
                self.solved += 1;
            }
            self.pause -= 1;
            if self.pause == 0 {
                (self.hit, self.level) = ([false; 3], self.level.wrapping_add(1));
            }
        }
        Ok(())
    }
}

fn balls(world: &World) -> impl Iterator<Item = BodyId> + '_ {
    super::bodies_of(world, Piece::Shot)
}

impl Play for PortalPuzzle {
    fn keys(&self) -> &'static str {
        "Left and right drive, up and down tilt, Space drops a ball, Enter changes its height"
    }

    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let Some(carriage) = turn.body("carriage") else { return Ok(()) };
        let autopilot = |world: &World| self.autopilot(world, carriage, turn.step);
        let pressed = turn.controls.unwrap_or_else(|| autopilot(turn.world));
        self.drop_balls(turn, pressed)?;
        self.held = pressed;
        self.drive(turn, carriage)
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        self.judge(turn.world, turn.step)?;
        let (overlay, carriage) = (
            &mut *turn.overlay,
            turn.scene.bodies.iter().position(|body| body.name.as_deref() == Some("carriage")),
        );
        overlay.ring(vec2(ENTRY.x, HEIGHTS[self.height]), SIZES[1], Tone::Note);
        for (place, hit) in self.switches() {
            let tone = if hit { Tone::Friend } else { Tone::Foe };
            overlay.ring(place, SIZES[2], tone);
            overlay.ring(place, 0.5 * SIZES[2], tone);
        }
        let carriage = carriage.and_then(|index| turn.handles.bodies.get(index)).copied();
        if let Some(body) = carriage.and_then(|id| turn.world.body(id)) {
            // The first part of the path of a ball.
            let (speed, gravity) = ((2.0 * 10.0 * HEIGHTS[self.height]).sqrt(), turn.world.config().gravity);
            let way = body.pose().q.y_axis() * speed;
            for n in 1..=8 {
                let time = 0.05 * n as f32;
                overlay.point(body.pose().p + way * time + gravity * (0.5 * time * time), 0.05, Tone::Note);
            }
        }
        let Self { level, balls, hit, .. } = *self;
        if self.pause > 0 {
            overlay.text(vec2(0.0, 0.6 * ROOM.y), "solved", Tone::Friend);
        }
        let lit = hit.iter().filter(|hit| **hit).count();
        overlay
            .set_headline(format!("level {} · switches {lit} of 3 · balls {balls}", level.saturating_add(1)));
        Ok(())
    }
}
