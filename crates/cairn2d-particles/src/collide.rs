//! Motion of particles with solids in the way.
//!
//! A particle keeps half a spacing from every solid. It moves in parts shorter than that, so it cannot cross
//! a wall, however thin. Static solids have the last word.

use cairn2d::math::lanes::{Lanes, small_rotation};
use cairn2d::math::with_lanes;
use cairn2d::{Pose, Vec2};

use crate::blocks::WIDTH;
use crate::coupling::Hit;
use crate::def::clamped;
use crate::flow::SubStep;
use crate::grid::NONE;
use crate::particles::Particles;
use crate::runs::for_each_run;
use crate::walls::{Solid, Touch};

/// Distance from solids, in spacings. A little less than half, so that rows of particles fit between walls.
const RADIUS: f32 = 0.49;

/// Longest part of a motion, in that distance.
const PART: f32 = 0.8;

/// Farthest way of a particle in a part, pushed by bodies, in that distance: shorter than it, or a wall may
/// be crossed.
const FARTHEST: f32 = 0.95;

/// Most parts of a motion.
const PARTS: f32 = 64.0;

/// A particle in motion.
struct Motion {
    position: Vec2,
    velocity: Vec2,
    /// Displacement of each part.
    part: Vec2,
    /// Position before the part.
    before: Vec2,
    /// Normal of the last static solid in the way, or zero.
    wall: Vec2,
    particle: u32,
}

impl Particles {
    /// Moves the particles by their velocities, or by the displacements in the scratch memory.
    pub(crate) fn move_particles(&mut self, sub: &SubStep<'_>, by_velocity: bool) {
        let radius = RADIUS * self.def.spacing;
        let mut positions = core::mem::take(&mut self.positions);
        let mut velocities = core::mem::take(&mut self.velocities);
        let mut hits = core::mem::take(&mut self.scratch.hits);
        hits.iter_mut().for_each(Vec::clear);
        let start = sub.index as f32 * sub.length;
        let times = if by_velocity { [start, start + sub.length] } else { [start + sub.length; 2] };
        let lists = (&mut positions[..], &mut velocities[..]);
        for_each_run(sub.means.tasks, lists, &mut hits, &|first, (positions, velocities, hits)| {
            let batches = positions.chunks_mut(WIDTH).zip(velocities.chunks_mut(WIDTH));
            for (batch, (positions, velocities)) in batches.enumerate() {
                let first = first + batch * WIDTH;
                let mut parts = [Vec2::ZERO; WIDTH];
                for (lane, (part, velocity)) in parts.iter_mut().zip(&*velocities).enumerate() {
                    *part =
                        if by_velocity { *velocity * sub.length } else { self.scratch.vectors[first + lane] };
                }
                let mut done = [false; WIDTH];
                if positions.len() == WIDTH {
                    done = with_lanes!(sub.means.up_to_eight(), lanes => self.move_batch(lanes, positions, &parts));
                }
                for (lane, (position, velocity)) in positions.iter_mut().zip(velocities).enumerate() {
                    if done[lane] {
                        continue;
                    }
                    let (part, before, particle) = (parts[lane], *position, (first + lane) as u32);
                    let (wall, own_hits) = (Vec2::ZERO, hits.len());
                    let moving =
                        Motion { position: before, velocity: *velocity, part, before, wall, particle };
                    let moved = self.move_one(moving, radius, times, hits);
                    hits[own_hits..].iter_mut().for_each(|hit| hit.wall = moved.wall);
                    (*position, *velocity) = (self.layout.held(moved.position), moved.velocity);
                }
            }
        });
        (self.positions, self.velocities, self.scratch.hits) = (positions, velocities, hits);
        self.settle_hits();
    }

    /// Moves those particles of a batch that stay away from solids. Returns which.
    ///
    /// The middle of a plain cell is more than two cells from solids, so motions up to a cell reach none.
    #[inline(always)]
    fn move_batch<L: Lanes>(&self, l: L, positions: &mut [Vec2], parts: &[Vec2; WIDTH]) -> [bool; WIDTH] {
        let layout = &self.layout;
        let mut ends = *parts;
        for (end, position) in ends.iter_mut().zip(&*positions) {
            *end += *position;
        }
        let places = layout.batch_places(l, positions);
        let mut done = self.walls.batch_plain(&layout.batch_cells(l, &places));
        let places = layout.batch_places(l, &ends);
        let cells = layout.batch_cells(l, &places);
        for lane in 0..WIDTH {
            done[lane] = done[lane]
                && parts[lane].length_squared() <= layout.cell * layout.cell
                && !layout.is_outside(Vec2::new(places[0][lane], places[1][lane]))
                && !self.walls.is_near(cells[lane] as usize);
            if done[lane] {
                positions[lane] = ends[lane];
            }
        }
        done
    }

    fn move_one(&self, mut moving: Motion, radius: f32, times: [f32; 2], hits: &mut Vec<Hit>) -> Motion {
        let length = moving.part.length();
        // No solid is within reach of a short motion of most particles.
        if length <= 0.25 * self.layout.cell {
            let cell = self.layout.find(moving.position);
            if cell.is_none_or(|cell| !self.walls.is_near(cell)) {
                moving.position += moving.part;
                return moving;
            }
        }
        let parts = clamped((length / (PART * radius)).ceil(), 1.0, PARTS);
        moving.part /= parts;
        for part in 1..=parts as u32 {
            moving.before = moving.position;
            moving.position += moving.part;
            let Some(cell) = self.layout.find(moving.position) else {
                moving.position += moving.part * (parts - part as f32);
                break;
            };
            if !self.walls.is_near(cell) {
                continue;
            }
            let time = times[0] + (times[1] - times[0]) * (part as f32 / parts);
            let hit = self.push_out(cell, &mut moving, radius, time, hits);
            if hit
                && self.push_out(cell, &mut moving, radius, time, hits)
                && self.is_in_fixed(moving.position, 0.5 * radius)
            {
                moving.position = moving.before;
                break;
            }
        }
        moving
    }

    /// Pushes a particle out of the solids near a cell. Returns whether there was one.
    fn push_out(
        &self,
        cell: usize,
        moving: &mut Motion,
        radius: f32,
        time: f32,
        hits: &mut Vec<Hit>,
    ) -> bool {
        let (mut hit, before) = (false, moving.before);
        let mut movers_done = false;
        self.walls.near(cell, |solid| {
            if solid.body == NONE && !movers_done {
                movers_done = true;
                // A body does not push a particle across a wall.
                let way = moving.position - before;
                let length = way.length();
                if length > FARTHEST * radius {
                    moving.position = before + way * (FARTHEST * radius / length);
                }
            }
            let touch = solid.nearest(pose_at(solid, time), moving.position);
            if touch.distance >= radius {
                return;
            }
            hit = true;
            moving.position += touch.normal * (radius - touch.distance);
            if solid.body == NONE {
                moving.wall = touch.normal;
            }
            self.meet(solid, &touch, moving, hits);
            let along = moving.part.dot(touch.normal);
            if along < 0.0 {
                moving.part -= touch.normal * along;
            }
        });
        hit
    }

    /// Stops a particle at a solid that does not give way, and notes a hit of a moving body.
    fn meet(&self, solid: &Solid, touch: &Touch, moving: &mut Motion, hits: &mut Vec<Hit>) {
        let speed = (moving.velocity - solid.velocity_at(touch.point)).dot(touch.normal);
        if speed >= 0.0 {
            return;
        }
        let mut hit = Hit {
            particle: moving.particle,
            body: solid.body,
            normal: touch.normal,
            at: touch.point,
            wall: Vec2::ZERO,
            change: -speed,
            share: 0.0,
        };
        if solid.body == NONE || !self.movers[solid.body as usize].gives_way() {
            moving.velocity -= touch.normal * speed;
        } else {
            // A particle between two bodies meets each of them many times, but stops with each once.
            hit.share = 1.0;
            let mut own = hits.iter_mut().rev().take_while(|known| known.particle == hit.particle);
            if let Some(known) = own.find(|known| known.body == hit.body && known.share > 0.0) {
                *known = hit;
                return;
            }
        }
        if solid.body != NONE {
            hits.push(hit);
        }
    }

    /// Whether a point is nearer to a static solid than a distance.
    fn is_in_fixed(&self, position: Vec2, radius: f32) -> bool {
        let mut inside = false;
        if let Some(cell) = self.layout.find(position) {
            self.walls.near(cell, |solid| {
                if solid.body == NONE && solid.nearest(solid.pose, position).distance < radius {
                    inside = true;
                }
            });
        }
        inside
    }
}

/// The pose of a solid some time after the beginning of the step.
fn pose_at(solid: &Solid, time: f32) -> Pose {
    if solid.body == NONE {
        return solid.pose;
    }
    let turn = small_rotation(solid.spin * time);
    let center = solid.center + solid.velocity * time;
    Pose { p: center + turn * (solid.pose.p - solid.center), q: turn * solid.pose.q }
}
