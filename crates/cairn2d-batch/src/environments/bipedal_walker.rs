//! Gymnasium's `BipedalWalker-v3`: the same bodies, motors, ground, lidar, observation, reward and ends.
//!
//! Source of all numbers: `gymnasium/envs/box2d/bipedal_walker.py` of Gymnasium 1.4, in which lengths are
//! pixels; 30 pixels are a metre.

use cairn2d::prelude::*;

use crate::definition::{Definition, Effect};
use crate::expr::Expr;

/// Pixels of a metre \[1/m\].
pub(super) const SCALE: f32 = 30.0;
/// Steps in a second \[Hz\].
pub(super) const FPS: f32 = 50.0;
/// Width and height of the view \[m\].
const WIDTH: f32 = 600.0 / SCALE;
const HEIGHT: f32 = 400.0 / SCALE;
/// Largest torque of a motor \[N m\].
const TORQUE: f32 = 80.0;
/// Largest speed of hips and knees \[rad/s\].
const SPEEDS: [f32; 2] = [4.0, 6.0];
/// Limits of hips and knees \[rad\].
const LIMITS: [[f32; 2]; 2] = [[-0.8, 1.1], [-1.6, -0.1]];
/// Length and number of the rays.
const LIDAR: f32 = 160.0 / SCALE;
const RAYS: usize = 10;
/// Largest force of the first push \[N\].
pub(super) const FIRST_PUSH: f32 = 5.0;
/// Outline of the hull \[pixels\].
const HULL: [[f32; 2]; 5] = [[-30.0, 9.0], [6.0, 9.0], [34.0, 1.0], [34.0, -8.0], [-30.0, -8.0]];
/// Height of the hips in the hull, width and height of half a leg \[m\].
const HIP: f32 = -8.0 / SCALE;
pub(super) const LEG: [f32; 2] = [8.0 / SCALE, 34.0 / SCALE];
/// Density of the hull and of legs \[kg/m^2\].
const DENSITIES: [f32; 2] = [5.0, 1.0];
/// Category of the walker, which collides with the ground only.
const WALKER: u64 = 0x20;
const GROUND: u64 = 1;
/// Ground: step along x \[m\], number of steps, first height \[m\], largest number of flat steps, steps of
/// the start, friction \[-\].
pub(super) const STEP: f32 = 14.0 / SCALE;
pub(super) const LENGTH: usize = 200;
pub(super) const LEVEL: f32 = HEIGHT / 4.0;
pub(super) const GRASS: usize = 10;
pub(super) const START: usize = 20;
const FRICTION: f32 = 2.5;

/// Pose of the hull \[m, rad\] and angles of hip and knee of each leg \[rad\] at the beginning. The original
/// makes legs apart from the hull, and Box2D moves them together within two steps, to this pose.
pub(super) const HULL_AT: [f32; 3] = [4.649, 5.733, -0.005];
const LEGS_AT: [[f32; 2]; 2] = [[0.435, -0.885], [0.338, -0.883]];

/// Obstacles, as in the original.
const STUMP: f32 = 1.0;
const STAIRS: f32 = 2.0;
const PIT: f32 = 3.0;
/// An obstacle begins at least this many steps of the ground after another one.
const OBSTACLE_STEPS: usize = 6;
/// Largest number of rectangles of an obstacle.
const RECTANGLES: usize = 4;
/// Steps of a stair.
const STAIR: f32 = 4.0;
/// Height of unused rectangles \[m\].
const PARKED: f32 = -100.0;
/// Sub-steps of a step. With fewer than 8 the legs give way more than those of Box2D.
pub(super) const SUB_STEPS: u32 = 16;

/// The settings of Gymnasium's `BipedalWalker-v3`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BipedalWalker {
    /// Whether the ground has stumps, stairs and pits.
    pub hardcore: bool,
    /// Number of steps after which an episode is cut. Gymnasium has 1600, and 2000 with obstacles.
    pub limit: u32,
}

impl Default for BipedalWalker {
    fn default() -> BipedalWalker {
        BipedalWalker { hardcore: false, limit: 1600 }
    }
}

/// Bodies and joints of a walker: legs are upper and lower half of the first, then of the second leg.
pub(super) struct Walker {
    pub(super) hull: BodyId,
    pub(super) legs: Vec<BodyId>,
    pub(super) joints: Vec<JointId>,
}

impl Walker {
    /// Adds a walker whose hull is at this position \[m\].
    pub(super) fn spawn(
        world: &mut World,
        at: Vec2,
        filter: CollisionFilter,
    ) -> Result<Walker, cairn2d::Error> {
        let hull = Polygon::new(&HULL.map(|[x, y]| vec2(x / SCALE, y / SCALE)))?;
        let hull = hull.density(DENSITIES[0]).friction(0.1).filter(filter);
        let turn = Rot::from_angle(HULL_AT[2]);
        let hull = world.spawn(Body::dynamic().at(at).rotated(HULL_AT[2]).with(hull))?;
        let mut walker = Walker { hull, legs: Vec::new(), joints: Vec::new() };
        for [hip, knee] in LEGS_AT {
            let (mut parent, mut anchor, mut joint_at) = (hull, vec2(0.0, HIP), at + turn * vec2(0.0, HIP));
            let mut angle = HULL_AT[2];
            for (half, bend) in [hip, knee].into_iter().enumerate() {
                angle += bend;
                let width = if half == 0 { LEG[0] } else { 0.8 * LEG[0] };
                let shape = Rect::new(width, LEG[1]).density(DENSITIES[1]).friction(0.2).filter(filter);
                let top = vec2(0.0, 0.5 * LEG[1]);
                let center = joint_at - Rot::from_angle(angle) * top;
                let body = world.spawn(Body::dynamic().at(center).rotated(angle).with(shape))?;
                let [low, high] = LIMITS[half];
                let hinge = Revolute::new(parent, body).at_local(anchor, top).limits(low, high);
                walker.joints.push(world.join(hinge.motor(0.0, 0.0))?);
                walker.legs.push(body);
                (parent, anchor, joint_at) = (body, -top, center - Rot::from_angle(angle) * top);
            }
        }
        Ok(walker)
    }

    /// Adds the four actions and what they do.
    pub(super) fn drive(&self, def: &mut Definition) -> [Expr; 4] {
        let actions = [(); 4].map(|()| def.action(-1.0, 1.0));
        for (index, (joint, action)) in self.joints.iter().zip(&actions).enumerate() {
            let motor = [action.clone().sign() * SPEEDS[index % 2], action.clone().abs() * TORQUE];
            def.act.push(Effect::Motor(*joint, motor));
        }
        actions
    }

    /// The first 14 numbers of the observation.
    pub(super) fn observe(&self) -> Vec<Expr> {
        let hull = self.hull;
        let mut observe = vec![
            Expr::angle(hull),
            Expr::angular_velocity(hull) * (2.0 / FPS),
            Expr::velocity_x(hull) * (0.3 * WIDTH / FPS),
            Expr::velocity_y(hull) * (0.3 * HEIGHT / FPS),
        ];
        for leg in 0..2 {
            let [hip, knee] = [self.joints[2 * leg], self.joints[2 * leg + 1]];
            observe.push(Expr::joint_angle(hip));
            observe.push(Expr::joint_angular_speed(hip) / SPEEDS[0]);
            observe.push(Expr::joint_angle(knee) + 1.0);
            observe.push(Expr::joint_angular_speed(knee) / SPEEDS[1]);
            observe.push(Expr::touching(self.legs[2 * leg + 1]));
        }
        observe
    }

    /// The rays to shapes of category 1, such as the ground: fractions of their length.
    pub(super) fn look(&self) -> Vec<Expr> {
        let hull = self.hull;
        let ray = |index: usize| {
            let angle = 1.5 * index as f32 / RAYS as f32;
            let along =
                [cairn2d::math::sin(angle) * LIDAR, -cairn2d::math::cos(angle) * LIDAR].map(Expr::from);
            Expr::ray_of([Expr::x(hull), Expr::y(hull)], along, hull, GROUND)
        };
        (0..RAYS).map(ray).collect()
    }
}

impl BipedalWalker {
    /// The definition of the environment.
    ///
    /// # Errors
    /// Settings that a world rejects.
    pub fn definition(&self) -> Result<Definition, cairn2d::Error> {
        let mut config = WorldConfig::with_gravity([0.0, -10.0]);
        config.sub_steps = SUB_STEPS;
        let mut world = World::new(config)?;
        let ground = ground(&mut world, LENGTH)?;
        let rectangles = if self.hardcore { rectangles(&mut world)? } else { Vec::new() };
        let filter = CollisionFilter { category: WALKER, mask: GROUND, group: 0 };
        let walker = Walker::spawn(&mut world, vec2(HULL_AT[0], HULL_AT[1]), filter)?;

        let mut def = Definition::new(world, 1.0 / FPS);
        def.limit = Some(self.limit);
        def.first_steps = 1;
        Ground::new(&mut def).randomize(&mut def, &ground, &rectangles);
        let push = [Expr::uniform(-FIRST_PUSH / FPS, FIRST_PUSH / FPS), 0.0.into()];
        def.reset.push(Effect::Impulse(walker.hull, push));
        let actions = walker.drive(&mut def);

        let [crashed, shaping, last] = [(); 3].map(|()| def.variable(0.0));
        let fell = Expr::variable(crashed).max(Expr::touched(walker.hull));
        def.after.push(Effect::Set(crashed, fell));
        let x = Expr::x(walker.hull);
        let now = x.clone() * (130.0 / SCALE) - Expr::angle(walker.hull).abs() * 5.0;
        def.after.push(Effect::Set(last, Expr::variable(shaping)));
        def.after.push(Effect::Set(shaping, now));
        let gained = Expr::variable(shaping) - Expr::variable(last);
        let effort = actions.into_iter().map(Expr::abs).fold(Expr::from(0.0), |sum, effort| sum + effort);
        let lost = Expr::variable(crashed).or(x.clone().below(0.0));
        def.reward = lost.clone().select(-100.0, gained - effort * (0.000_35 * TORQUE));
        def.terminated = lost.or(x.above((LENGTH - GRASS) as f32 * STEP));
        def.observe = walker.observe();
        def.observe.extend(walker.look());
        Ok(def)
    }
}

/// Adds level ground with this many corners and returns its segments.
pub(super) fn ground(world: &mut World, corners: usize) -> Result<Vec<ShapeId>, cairn2d::Error> {
    let mut ground = Vec::with_capacity(corners - 1);
    for index in 0..corners - 1 {
        let [a, b] = [index, index + 1].map(|index| [index as f32 * STEP, LEVEL]);
        let body = world.spawn(Body::fixed().with(Segment::new(a, b).friction(FRICTION)))?;
        ground.extend(shapes_of(world, body));
    }
    Ok(ground)
}

fn shapes_of(world: &World, body: BodyId) -> Vec<ShapeId> {
    world.body(body).map(|body| body.shapes().collect()).unwrap_or_default()
}

/// Adds the rectangles of all obstacles, far below.
fn rectangles(world: &mut World) -> Result<Vec<ShapeId>, cairn2d::Error> {
    let mut shapes = Vec::new();
    for index in 0..(LENGTH - START).div_ceil(OBSTACLE_STEPS) * RECTANGLES {
        let rect = Rect::square(STEP).at([index as f32, PARKED]).friction(FRICTION);
        let body = world.spawn(Body::fixed().with(rect))?;
        shapes.extend(shapes_of(world, body));
    }
    Ok(shapes)
}

/// Variables of the ground while it is made, from left to right.
pub(super) struct Ground {
    y: u32,
    velocity: u32,
    /// Steps until the state changes.
    counter: u32,
    /// Whether the state changed.
    is_new: u32,
    /// 0 for grass, or the obstacle.
    state: u32,
    /// Height before an obstacle, steps of a stair, and its direction.
    first_y: u32,
    stair_count: u32,
    rise: u32,
    /// The last obstacle: kind, x, y, and a count.
    last: [u32; 4],
}

impl Ground {
    pub(super) fn new(def: &mut Definition) -> Ground {
        let [velocity, is_new, state, first_y, stair_count, rise] = [(); 6].map(|()| def.variable(0.0));
        let (y, counter) = (def.variable(LEVEL), def.variable(START as f32));
        let last = [(); 4].map(|()| def.variable(0.0));
        Ground { y, velocity, counter, is_new, state, first_y, stair_count, rise, last }
    }

    /// Adds the effects that make the ground of an episode, with obstacles if there are rectangles.
    pub(super) fn randomize(&self, def: &mut Definition, ground: &[ShapeId], rectangles: &[ShapeId]) {
        let hardcore = !rectangles.is_empty();
        let x = |index: usize| Expr::from(index as f32 * STEP);
        let before = def.variable(LEVEL);
        for index in 0..=ground.len() {
            let start = index.saturating_sub(START);
            if hardcore && start.is_multiple_of(OBSTACLE_STEPS) {
                def.reset.push(Effect::Set(self.last[0], 0.0.into()));
            }
            if hardcore {
                self.obstacle(def, index);
            }
            self.grass(def, index);
            self.count(def, hardcore);
            if index > 0 {
                let line = [x(index - 1), Expr::variable(before), x(index), Expr::variable(self.y)];
                def.reset.push(Effect::Segment(ground[index - 1], line));
            }
            def.reset.push(Effect::Set(before, Expr::variable(self.y)));
            if hardcore && index >= START && (start + 1).is_multiple_of(OBSTACLE_STEPS) {
                self.place(def, &rectangles[start / OBSTACLE_STEPS * RECTANGLES..][..RECTANGLES]);
            }
        }
    }

    /// Moves the height on grass.
    fn grass(&self, def: &mut Definition, index: usize) {
        let [y, velocity] = [self.y, self.velocity].map(Expr::variable);
        let on_grass = 1.0 - Expr::variable(self.state).or(Expr::variable(self.is_new));
        let pull = (LEVEL - y.clone()).sign() * 0.01;
        let mut faster = velocity * 0.8 + pull;
        if index > START {
            faster = faster + Expr::uniform(-1.0 / SCALE, 1.0 / SCALE);
        }
        def.reset.push(Effect::Set(self.velocity, faster).when(on_grass.clone()));
        def.reset.push(Effect::Set(self.y, y + Expr::variable(self.velocity)).when(on_grass));
        def.reset.push(Effect::Set(self.is_new, 0.0.into()));
    }

    /// Begins or goes on with an obstacle.
    fn obstacle(&self, def: &mut Definition, index: usize) {
        let integer = |low: f32, high: f32| Expr::uniform(low, high).floor();
        let (state, is_new) = (Expr::variable(self.state), Expr::variable(self.is_new));
        let is = |kind: f32| state.clone().equals(kind);
        let begins = |kind: f32| is(kind).and(is_new.clone());
        let goes_on = |kind: f32| is(kind).and(1.0 - is_new.clone());
        let y = Expr::variable(self.y);
        let begun = state.clone().above(0.0).and(is_new.clone());
        let mut set = |index: u32, value: Expr, when: Expr| {
            def.reset.push(Effect::Set(index, value).when(when));
        };
        set(self.first_y, y.clone(), begun.clone());
        set(self.stair_count, integer(3.0, 5.0), begins(STAIRS));
        set(self.rise, Expr::uniform(0.0, 1.0).above(0.5) * 2.0 - 1.0, begins(STAIRS));
        set(self.last[3], integer(1.0, 3.0), begins(STUMP));
        set(self.last[3], integer(3.0, 5.0), begins(PIT));
        let size = Expr::variable(self.last[3]);
        set(self.counter, size.clone(), begins(STUMP));
        set(self.counter, size + 2.0, begins(PIT));
        set(self.counter, Expr::variable(self.stair_count) * STAIR, begins(STAIRS));
        set(self.last[0], state.clone(), begun.clone());
        set(self.last[1], (index as f32 * STEP).into(), begun.clone());
        set(self.last[2], y, begun);
        let (first_y, counter) = (Expr::variable(self.first_y), Expr::variable(self.counter));
        let depth = counter.clone().above(1.0) * (4.0 * STEP);
        set(self.y, first_y.clone() - depth, goes_on(PIT));
        let rise = Expr::variable(self.rise);
        let count = Expr::variable(self.stair_count) * STAIR - counter - rise.clone();
        set(self.y, first_y + count * rise * (STEP / STAIR), goes_on(STAIRS));
    }

    /// Counts a step and begins the next state at the end of this one.
    fn count(&self, def: &mut Definition, hardcore: bool) {
        let left = Expr::variable(self.counter) - 1.0;
        let ends = left.clone().equals(0.0);
        let grass = Expr::uniform((GRASS / 2) as f32, GRASS as f32).floor();
        def.reset.push(Effect::Set(self.counter, ends.clone().select(grass, left)));
        def.reset.push(Effect::Set(self.is_new, ends.clone()));
        if hardcore {
            let state = Expr::variable(self.state);
            let next = state.equals(0.0).select(Expr::uniform(STUMP, PIT + 1.0).floor(), 0.0);
            def.reset.push(Effect::Set(self.state, next).when(ends));
        }
    }

    /// Places the rectangles of the last obstacle.
    fn place(&self, def: &mut Definition, rectangles: &[ShapeId]) {
        let [kind, x, y, size] = self.last.map(Expr::variable);
        let (rise, count) = (Expr::variable(self.rise), Expr::variable(self.stair_count));
        for (index, shape) in rectangles.iter().enumerate() {
            let n = index as f32;
            let stair_x = x.clone() + n * STAIR * STEP;
            let stair_y = y.clone() + rise.clone() * (n * STEP);
            let pit_x = x.clone() + size.clone() * (n * STEP);
            let stump =
                [x.clone(), y.clone(), x.clone() + size.clone() * STEP, y.clone() + size.clone() * STEP];
            let stair = [stair_x.clone(), stair_y.clone() - STEP, stair_x + STAIR * STEP, stair_y];
            let pit = [pit_x.clone(), y.clone() - 4.0 * STEP, pit_x + STEP, y.clone()];
            let parked = [x.clone(), PARKED.into(), x.clone() + STEP, (PARKED + STEP).into()];
            let is_stump = kind.clone().equals(STUMP).and(if index < 1 { 1.0 } else { 0.0 });
            let is_stair = kind.clone().equals(STAIRS).and(count.clone().above(n));
            let is_pit = kind.clone().equals(PIT).and(if index < 2 { 1.0 } else { 0.0 });
            let mut corners = parked;
            for (condition, place) in [(is_stump, stump), (is_stair, stair), (is_pit, pit)] {
                for (corner, other) in corners.iter_mut().zip(place) {
                    *corner = condition.clone().select(other, corner.clone());
                }
            }
            def.reset.push(Effect::Rectangle(*shape, corners));
        }
    }
}
