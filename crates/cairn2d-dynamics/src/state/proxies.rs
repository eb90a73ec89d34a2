//! Proxies: AABBs of shapes in the broad phase, and their margins.

use cairn2d_geometry::SPECULATIVE_MARGIN;
use cairn2d_math::{Aabb, Vec2};

use crate::state::State;
use crate::store::slot::NONE;
use crate::tables::body::{BodyKind, flag};
use crate::tables::parts::SENSORS;
use crate::tables::shape::Proxy;
use crate::tables::solver_set::AWAKE_SET;

/// Part of the margin that is not for motion \[m\]. AABBs of shapes within the speculative margin must
/// overlap.
pub(super) const REACH: f32 = 0.5 * SPECULATIVE_MARGIN;

/// Smallest margin of the AABB of a moving shape \[m\].
const MIN_MARGIN: f32 = 0.01;

/// Margin of an AABB as a share of the extent of the body \[-\].
const EXTENT_MARGIN: f32 = 0.125;

/// Largest margin \[m\].
const MAX_MARGIN: f32 = 0.1;

/// Number of steps of motion added to a bouncy body's AABB \[-\]. One is needed; while another is left, the
/// AABB is not rebuilt.
const STEPS_AHEAD: f32 = 2.0;

/// Assumed length of the first step \[s\], for the range of AABBs.
const USUAL_STEP: f32 = 1.0 / 60.0;

/// Margin of new AABBs on all sides, and their extension along the motion \[m\].
#[inline]
fn reach(margin: f32, ahead: Option<(f32, Vec2)>) -> (f32, Vec2) {
    let (spin, way) = ahead.unwrap_or((0.0, Vec2::ZERO));
    (margin + REACH + spin, way * STEPS_AHEAD)
}

/// Returns an AABB enlarged on all sides and extended along the motion.
#[inline(always)]
fn reaching(exact: Aabb, (grow, way): (f32, Vec2)) -> Aabb {
    let aabb = exact.expand(grow);
    Aabb::new(aabb.min + way.min(Vec2::ZERO), aabb.max + way.max(Vec2::ZERO))
}

/// Returns the AABB with which the broad phase stores a static shape, from the exact one.
fn static_box(exact: Aabb) -> Aabb {
    exact.expand(REACH)
}

impl State {
    /// Adds the AABBs of a body to the structure of its set, with unknown pairs.
    pub(crate) fn insert_proxies(&mut self, body: u32) {
        let mut at = self.bodies.records[body as usize].head_shape;
        while at != NONE {
            self.insert_proxy(at, false);
            at = self.shapes.records[at as usize].next;
        }
    }

    /// Removes the AABBs of a body from the broad phase.
    pub(crate) fn remove_proxies(&mut self, body: u32) {
        let mut at = self.bodies.records[body as usize].head_shape;
        while at != NONE {
            self.remove_proxy(at);
            at = self.shapes.records[at as usize].next;
        }
    }

    /// Moves the AABBs of a body that fell asleep or woke to the structure of its new set.
    pub(crate) fn move_proxies(&mut self, body: u32) {
        let mut at = self.bodies.records[body as usize].head_shape;
        while at != NONE {
            self.move_proxy(at);
            at = self.shapes.records[at as usize].next;
        }
    }

    /// Rebuilds the AABBs of a body whose margin is used up, unless they already reach far enough ahead.
    #[inline]
    pub(crate) fn renew_boxes(&mut self, body: u32) {
        let ahead = self.motion_ahead(body);
        match ahead {
            Some((spin, way)) if self.boxes_hold(body, (REACH + spin, way)) => self.set_margin(body, 0.0),
            _ => self.make_boxes(body, ahead),
        }
    }

    /// Returns whether the AABBs of a body contain its shapes with this range.
    #[inline]
    fn boxes_hold(&self, body: u32, reach: (f32, Vec2)) -> bool {
        let pose = self.bodies.poses[body as usize].pose;
        self.shapes_of(body).all(|shape| {
            let exact = self.shapes.records[shape as usize].geometry.aabb(pose);
            self.shapes.boxes[shape as usize].contains(self.bodies.world_box(body, reaching(exact, reach)))
        })
    }

    #[inline]
    fn set_margin(&mut self, body: u32, margin: f32) {
        self.bodies.motions.unmarked()[body as usize].margin_left = margin;
        if self.origin.is_followed() {
            self.bodies.motions.mark(body as usize);
        }
    }

    /// Rebuilds the AABBs of a body that was repositioned or whose motion changed.
    pub(crate) fn refresh_boxes(&mut self, body: u32) {
        self.make_boxes(body, self.motion_ahead(body));
    }

    #[inline]
    fn make_boxes(&mut self, body: u32, ahead: Option<(f32, Vec2)>) {
        let margin = self.box_margin(body);
        let reach = reach(margin, ahead);
        let pose = self.bodies.poses[body as usize].pose;
        let tracked = self.origin.is_followed();
        let mut at = self.bodies.records[body as usize].head_shape;
        while at != NONE {
            let record = &self.shapes.records[at as usize];
            let aabb = self.bodies.world_box(body, reaching(record.geometry.aabb(pose), reach));
            self.shapes.boxes.put(at as usize, aabb, tracked);
            match record.proxy {
                Proxy::Moving(item) => self.broad_phase.moving.update(item, aabb, tracked),
                Proxy::None => {}
                Proxy::Sensor(proxy) => self.sensors.update(at, proxy, aabb),
                Proxy::Static(_) | Proxy::Sleeping(_) => {
                    self.remove_proxy(at);
                    self.insert_proxy(at, false);
                }
            }
            at = self.shapes.records[at as usize].next;
        }
        self.set_margin(body, margin);
    }

    /// Rebuilds the AABBs of a bouncy body after the caller changed its velocity.
    pub(crate) fn follow_velocity(&mut self, body: u32) {
        let bouncy = self.bodies.motions[body as usize].flags & flag::BOUNCY != 0;
        if bouncy && self.bodies.records[body as usize].set == AWAKE_SET {
            self.refresh_boxes(body);
        }
    }

    /// Returns the motion and rotation of a bouncy body's shapes in the next step \[m\], if that is as long
    /// as the last one. Exact impacts need all pairs in advance.
    #[inline(always)]
    fn motion_ahead(&self, body: u32) -> Option<(f32, Vec2)> {
        let motion = &self.bodies.motions[body as usize];
        if motion.flags & flag::BOUNCY == 0 || !self.bounces_exactly(body) {
            return None;
        }
        let state = &self.bodies.states[body as usize];
        let dt = if self.last_dt > 0.0 { self.last_dt } else { USUAL_STEP };
        let velocity = if self.pulls_evenly() {
            state.velocity + self.config.gravity * (motion.gravity_scale * dt)
        } else {
            self.pulled_velocity(body, dt)
        };
        let way = velocity * dt;
        Some((motion.spin_extent * (state.angular_velocity.abs() * dt), way))
    }

    /// Velocity of a body after a time \[s\] under any acceleration, limited to the maximum speed.
    #[cold]
    fn pulled_velocity(&self, body: u32, time: f32) -> Vec2 {
        let velocity = self.bodies.states[body as usize].velocity + self.pull_on(body) * time;
        let (speed, limit) = (velocity.length(), self.config.max_linear_speed);
        if speed > limit { velocity * (limit / speed) } else { velocity }
    }

    /// Returns the distance that a body may move before its AABBs are rebuilt \[m\].
    ///
    /// Small margins are faster. A rebuilt AABB costs little, because pairs are found without a look-up, but
    /// every near pair costs a manifold in every step. Margins of 1 to 3 steps of motion made moving scenes
    /// 20 to 80 % slower.
    pub(crate) fn box_margin(&self, body: u32) -> f32 {
        if self.bodies.records[body as usize].kind == BodyKind::Static {
            return 0.0;
        }
        (EXTENT_MARGIN * self.bodies.motions[body as usize].extent).clamp(MIN_MARGIN, MAX_MARGIN)
    }

    /// Rebuilds the proxy of a shape after its geometry or its type changed; its pairs are unknown.
    pub(crate) fn replace_proxy(&mut self, shape: u32) {
        if self.shapes.records[shape as usize].proxy != Proxy::None {
            self.remove_proxy(shape);
            self.insert_proxy(shape, false);
        }
    }

    pub(crate) fn insert_proxy(&mut self, shape: u32, known: bool) {
        let record = &self.shapes.records[shape as usize];
        let body = record.body;
        let margin = self.box_margin(body);
        let exact = record.geometry.aabb(self.bodies.poses[body as usize].pose);
        let aabb = self.bodies.world_box(body, reaching(exact, reach(margin, self.motion_ahead(body))));
        self.shapes.boxes[shape as usize] = aabb;
        self.bodies.motions[body as usize].margin_left = margin.min(self.margin_left_or(body, margin));
        self.place_proxy(shape, aabb, known);
    }

    /// Inserts the AABB of a solid shape of a static body into its tree.
    pub(crate) fn insert_static_proxy(&mut self, shape: u32) {
        let record = &self.shapes.records[shape as usize];
        let body = record.body;
        let motion = &self.bodies.motions[body as usize];
        if motion.flags & flag::BOUNCY != 0 || motion.margin_left.to_bits() != 0 {
            self.insert_proxy(shape, false);
            return;
        }
        // A static body has no margin and no motion.
        let aabb = self.static_shape_box(shape);
        self.shapes.boxes[shape as usize] = aabb;
        let proxy = self.broad_phase.insert_static(shape, aabb, self.last_static_proxy());
        self.shapes.records[shape as usize].proxy = proxy;
    }

    /// Returns the box in which the broad phase keeps a shape of a static body.
    pub(super) fn static_shape_box(&self, shape: u32) -> Aabb {
        let record = &self.shapes.records[shape as usize];
        let exact = record.geometry.aabb(self.bodies.poses[record.body as usize].pose);
        self.bodies.world_box(record.body, static_box(exact))
    }

    /// Returns the proxy of the static shape that was inserted last, if it was since the last step.
    fn last_static_proxy(&self) -> Proxy {
        let last = self.broad_phase.new_statics.last();
        last.map_or(Proxy::None, |&shape| self.shapes.records[shape as usize].proxy)
    }

    /// Returns the remaining margin of the other AABBs of a body, or this margin if it has no other.
    fn margin_left_or(&self, body: u32, margin: f32) -> f32 {
        if self.bodies.records[body as usize].shape_count > 1 {
            self.bodies.motions[body as usize].margin_left
        } else {
            margin
        }
    }

    fn move_proxy(&mut self, shape: u32) {
        let record = &self.shapes.records[shape as usize];
        let known = match record.proxy {
            Proxy::Moving(item) => {
                self.broad_phase.moving.pairs_known(item) && !self.broad_phase.moving.is_moved(item)
            }
            Proxy::Sleeping(_) => !self.broad_phase.is_unknown(shape),
            Proxy::Static(_) => true,
            Proxy::None | Proxy::Sensor(_) => return,
        };
        self.remove_proxy(shape);
        self.place_proxy(shape, self.shapes.boxes[shape as usize], known);
    }

    fn place_proxy(&mut self, shape: u32, aabb: Aabb, known: bool) {
        let record = &self.bodies.records[self.shapes.records[shape as usize].body as usize];
        let is_sensor = self.shapes.records[shape as usize].is_sensor;
        let proxy = match (record.kind, record.set) {
            _ if SENSORS && is_sensor => self.sensors.insert(shape, aabb),
            (BodyKind::Static, _) => self.broad_phase.insert_static(shape, aabb, self.last_static_proxy()),
            (_, AWAKE_SET) => Proxy::Moving(self.broad_phase.moving.insert(shape, aabb, known)),
            _ => self.broad_phase.insert_sleeping(shape, aabb, known),
        };
        self.shapes.records[shape as usize].proxy = proxy;
    }

    pub(crate) fn remove_proxy(&mut self, shape: u32) {
        let proxy = core::mem::replace(&mut self.shapes.records[shape as usize].proxy, Proxy::None);
        if let Proxy::Sensor(id) = proxy {
            self.sensors.remove(shape, id);
        }
        if let (Some(moved), Proxy::Moving(item)) = (self.broad_phase.remove(shape, proxy), proxy) {
            self.shapes.records[moved as usize].proxy = Proxy::Moving(item);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::shape::IntoShape;
    use crate::world::World;
    use crate::{Body, CollisionFilter, Revolute, WorldConfig};
    use cairn2d_geometry::{Circle, Rect};
    use cairn2d_math::{Rot, vec2};

    const DT: f32 = 1.0 / 60.0;
    const STEPS: usize = 300;

    /// Random numbers from -1 to 1, from a linear congruential generator.
    struct Random(u64);

    impl Random {
        fn next(&mut self) -> f32 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 40) as f32 / (1 << 23) as f32 - 1.0
        }
    }

    #[test]
    fn bouncing_bodies_stay_within_the_boxes_of_the_search_for_pairs() {
        // Bodies that hit only walls, under gravity, forces and calls; some swing. Their speeds differ by a
        // factor of a hundred.
        let mut world =
            World::new(WorldConfig { sleeping: false, gravity: vec2(0.0, -0.5), ..WorldConfig::default() })
                .expect("it is valid");
        let mut random = Random(7);
        let no_collision = CollisionFilter { mask: 2, ..CollisionFilter::default() };
        let pivot = world.spawn(Body::fixed()).expect("it is valid");
        let wall = CollisionFilter { category: 2, ..CollisionFilter::default() };
        for x in -20..20 {
            let pillar = Rect::half(0.1, 100.0).at([5.0 * x as f32, 0.0]).filter(wall);
            world.spawn(Body::fixed().with(pillar)).expect("it is valid");
        }
        let ids: Vec<_> = (0..120)
            .map(|index| {
                let (speed, size) = (10.0_f32.powf(random.next()), 0.3 + 0.25 * random.next());
                let at = vec2(100.0 * random.next(), 100.0 * random.next());
                let velocity = vec2(0.5 * speed * random.next(), 0.5 * speed * random.next());
                let (spin, swings) = (speed * random.next(), index % 8 == 0);
                let body = Body::dynamic().at(at).angular_damping(0.5 + 0.5 * random.next());
                // No prediction covers how a hinge corrects a wrong velocity at once.
                let body = if swings { body } else { body.velocity(velocity).angular_velocity(spin) };
                let id = match index % 3 {
                    0 => world.spawn(body.with(Circle::new(size).restitution(1.0).filter(no_collision))),
                    _ => world.spawn(body.with(Rect::half(size, 0.2).restitution(1.0).filter(no_collision))),
                };
                let id = id.expect("it is valid");
                if swings {
                    let turn = Rot::from_angle(3.0 * random.next());
                    let hinge = Revolute::new(pivot, id).at(at + turn.rotate(vec2(1.0, 0.0)));
                    world.join(hinge).expect("it is valid");
                }
                id
            })
            .collect();
        let (mut made, mut hits) = (0, 0);
        for step in 0..STEPS {
            for (index, &id) in ids.iter().enumerate() {
                let mut body = world.body_mut(id).expect("it is there");
                let mass = body.mass().mass;
                match index % 4 {
                    1 => body.apply_force([0.01 * mass * index as f32, 0.2 * mass]).expect("it is finite"),
                    2 if step % 10 == 0 => {
                        body.apply_impulse([3.0 * mass * random.next(), mass]).expect("it is finite");
                    }
                    3 if step % 10 == 5 => {
                        body.set_velocity([2.0 * random.next(), 0.5 * random.next()]).expect("it is finite");
                    }
                    _ => {}
                }
            }
            let slots: Vec<u32> =
                ids.iter().map(|&id| world.state.find_body(id).expect("it is there")).collect();
            let boxes: Vec<Aabb> = slots
                .iter()
                .map(|&slot| {
                    world.state.shapes.boxes[world.state.bodies.records[slot as usize].head_shape as usize]
                })
                .collect();
            let state = |world: &World, slot: u32| {
                (
                    world.state.bodies.poses[slot as usize].center,
                    world.state.bodies.states[slot as usize].velocity,
                )
            };
            let before: Vec<_> = slots.iter().map(|&slot| state(&world, slot)).collect();
            world.step(DT).expect("it is sound");
            for ((&slot, &known), (at, velocity)) in slots.iter().zip(&boxes).zip(before) {
                // A body that hit a wall need not be at its predicted position.
                let (center, after) = state(&world, slot);
                let hit = (after - velocity).length() > 0.4 || center.distance(at + velocity * DT) > 0.005;
                hits += usize::from(hit);
                if hit {
                    continue;
                }
                let record = &world.state.shapes.records
                    [world.state.bodies.records[slot as usize].head_shape as usize];
                let now = record.geometry.aabb(world.state.bodies.poses[slot as usize].pose);
                assert!(known.contains(now), "step {step}, body {slot}: {now:?} left {known:?}");
                let shape = world.state.bodies.records[slot as usize].head_shape;
                made += usize::from(world.state.shapes.boxes[shape as usize] != known);
            }
        }
        // Rebuilding them in every step would be easy.
        assert!(made < ids.len() * STEPS * 3 / 4, "boxes were made {made} times");
        assert!(hits > 100 && hits < ids.len() * STEPS / 10, "{hits} hits");
    }

    #[test]
    fn bodies_stay_in_their_boxes_when_short_steps_follow_a_long_one() {
        // The long step ends before the top of the throw. One more would end at the same height, but its path
        // is an arc.
        let mut world = World::new(WorldConfig::default()).expect("it is valid");
        let ball = Circle::new(0.25).restitution(1.0);
        let id = world.spawn(Body::dynamic().velocity([30.0, 4.0]).with(ball)).expect("it is valid");
        let slot = world.state.find_body(id).expect("it is there");
        let shape = world.state.bodies.records[slot as usize].head_shape;
        for step in 0..200 {
            world.step(if step == 0 { 0.2 } else { 0.002 }).expect("it is sound");
            let now = world.state.shapes.records[shape as usize]
                .geometry
                .aabb(world.state.bodies.poses[slot as usize].pose);
            let known = world.state.shapes.boxes[shape as usize];
            assert!(known.contains(now), "step {step}: {now:?} left {known:?}");
        }
    }
}
