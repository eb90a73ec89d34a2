//! Gymnasium's `LunarLander-v3`: the same bodies, engines, observation, reward and ends.
//!
//! Source of all numbers: `gymnasium/envs/box2d/lunar_lander.py` of Gymnasium 1.4, in which lengths are
//! pixels; 30 pixels are a metre.

use cairn2d::prelude::*;

use crate::definition::{Definition, Effect};
use crate::expr::Expr;

/// Pixels of a metre \[1/m\].
const SCALE: f32 = 30.0;
/// Steps in a second \[Hz\].
const FPS: f32 = 50.0;
/// Width and height of the view \[m\].
const WIDTH: f32 = 600.0 / SCALE;
const HEIGHT: f32 = 400.0 / SCALE;
/// Corners of the ground but for the outermost.
const CHUNKS: usize = 11;
/// Height of the pad \[m\].
const PAD: f32 = HEIGHT / 4.0;
/// Height of the ground between smoothed corners of the pad's height, as [`randomize`] computes it \[m\]. A
/// reset need not change this ground.
const LEVEL: f32 = (PAD + PAD + PAD) * SMOOTHING;
/// Factor of the sum of three heights.
const SMOOTHING: f32 = 0.33;
/// Outline of the lander \[pixels\].
const HULL: [[f32; 2]; 6] =
    [[-14.0, 17.0], [-17.0, 0.0], [-17.0, -10.0], [17.0, -10.0], [17.0, 0.0], [14.0, 17.0]];
/// Leg: distance from the middle, depth, half width, half height \[m\].
const LEG_AWAY: f32 = 20.0 / SCALE;
const LEG_DOWN: f32 = 18.0 / SCALE;
const LEG_HALF: [f32; 2] = [2.0 / SCALE, 8.0 / SCALE];
/// Largest torque of the motor of a leg \[N m\].
const LEG_TORQUE: f32 = 40.0;
/// Power of the engines: impulse per metre of offset \[N s/m\].
const MAIN_POWER: f32 = 13.0;
const SIDE_POWER: f32 = 0.6;
/// Largest impulse of the first push on each axis \[N s\]: a force of 1000 N for a step.
const FIRST_PUSH: f32 = 1000.0 / FPS;
/// Sub-steps of a step in flight, and near the ground.
const FLIGHT_SUB_STEPS: f32 = 1.0;
const NEAR_SUB_STEPS: f32 = 8.0;
/// Speed below which the lander falls asleep \[m/s\].
const SLEEP_SPEED: f32 = 0.02;

/// The settings of Gymnasium's `LunarLander-v3`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct LunarLander {
    /// Whether there are two actions within ±1 (main engine, side engines) instead of one number: 0 nothing,
    /// 1 left engine, 2 main engine, 3 right engine.
    pub continuous: bool,
    /// Gravity \[m/s^2\], -12 to 0.
    pub gravity: f32,
    /// Whether there is wind.
    pub wind: bool,
    /// Largest force of the wind \[N\].
    pub wind_power: f32,
    /// Largest torque of the wind \[N m\].
    pub turbulence_power: f32,
    /// Number of steps after which an episode is cut.
    pub limit: u32,
}

impl Default for LunarLander {
    fn default() -> LunarLander {
        LunarLander {
            continuous: false,
            gravity: -10.0,
            wind: false,
            wind_power: 15.0,
            turbulence_power: 1.5,
            limit: 1000,
        }
    }
}

/// Bodies, joints and ground of the world.
struct Parts {
    lander: BodyId,
    legs: [BodyId; 2],
    ground: Vec<ShapeId>,
}

/// Variables that several sections use.
struct Variables {
    shaping: u32,
    last_shaping: u32,
    crashed: u32,
    angle: u32,
    main: u32,
    side: u32,
}

impl LunarLander {
    /// The definition of the environment.
    ///
    /// # Errors
    /// Settings that a world rejects, such as a gravity that is not finite.
    pub fn definition(&self) -> Result<Definition, cairn2d::Error> {
        let (world, parts) = self.world()?;
        let mut def = Definition::new(world, 1.0 / FPS);
        let variables = Variables {
            shaping: def.variable(0.0),
            last_shaping: def.variable(0.0),
            crashed: def.variable(0.0),
            angle: def.variable(0.0),
            main: def.variable(0.0),
            side: def.variable(0.0),
        };
        def.reset = randomize(&parts);
        def.first_steps = 1;
        def.limit = Some(self.limit);
        if self.wind {
            self.blow(&mut def, &parts);
        }
        let (main, side) = self.engines(&mut def);
        fire(&mut def, &parts, &variables, [main, side]);
        judge(&mut def, &parts, &variables);
        Ok(def)
    }

    fn world(&self) -> Result<(World, Parts), cairn2d::Error> {
        let mut config = WorldConfig::with_gravity([0.0, self.gravity]);
        // A leg carries 33 times its mass, which needs more sub-steps and damping to stand still as in Box2D.
        config.joint_damping_ratio = 5.0;
        let mut world = World::new(config)?;
        let mut moon = Body::fixed().with(Segment::new([0.0, 0.0], [WIDTH, 0.0]).friction(0.2));
        for index in 0..CHUNKS - 1 {
            let [a, b] = [index, index + 1].map(|index| [chunk(index), LEVEL]);
            moon = moon.with(Segment::new(a, b).friction(0.1));
        }
        let moon = world.spawn(moon)?;
        let ground = world.body(moon).map(|body| body.shapes().skip(1).collect()).unwrap_or_default();
        let hull = Polygon::new(&HULL.map(|[x, y]| vec2(x / SCALE, y / SCALE)))?;
        let only_ground = |category| CollisionFilter { category, mask: 1, group: 0 };
        let at = vec2(0.5 * WIDTH, HEIGHT);
        let lander = Body::dynamic()
            .at(at)
            .sleep_threshold(SLEEP_SPEED)
            .with(hull.density(5.0).friction(0.1).filter(only_ground(0x10)));
        let lander = world.spawn(lander)?;
        let mut legs = [lander; 2];
        for (leg, side) in legs.iter_mut().zip([-1.0, 1.0]) {
            let shape = Rect::half(LEG_HALF[0], LEG_HALF[1]).density(1.0).friction(0.2);
            // At its limit: Box2D moves the legs there in the first step.
            let angle = -0.4 * side;
            let anchor = vec2(side * LEG_AWAY, LEG_DOWN);
            let body = Body::dynamic()
                .at(at - Rot::from_angle(angle) * anchor)
                .rotated(angle)
                .sleep_threshold(SLEEP_SPEED)
                .with(shape.filter(only_ground(0x20)));
            *leg = world.spawn(body)?;
            let limits = if side < 0.0 { (0.4, 0.9) } else { (-0.9, -0.4) };
            let hinge = Revolute::new(lander, *leg).at_local(Vec2::ZERO, anchor);
            world.join(hinge.limits(limits.0, limits.1).motor(0.3 * side, LEG_TORQUE))?;
        }
        Ok((world, Parts { lander, legs, ground }))
    }

    /// The power of the main engine, and of the side engines with their direction.
    fn engines(&self, def: &mut Definition) -> (Expr, Expr) {
        if self.continuous {
            let main = def.action(-1.0, 1.0);
            let side = def.action(-1.0, 1.0);
            let on = main.clone().above(0.0);
            let strong = side.clone().abs().above(0.5);
            return (on.select((main + 1.0) * 0.5, 0.0), strong.select(side, 0.0));
        }
        let action = def.action(0.0, 3.0);
        let is = |number: f32| action.clone().equals(number);
        (is(2.0), is(3.0) - is(1.0))
    }

    /// Wind that never repeats, while no leg touches the ground.
    fn blow(&self, def: &mut Definition, parts: &Parts) {
        let [wind, torque] = [(); 2].map(|()| def.variable(0.0));
        let flies = 1.0 - Expr::touching(parts.legs[0]).or(Expr::touching(parts.legs[1]));
        let strength = |index: u32| {
            let at = Expr::variable(index);
            ((at.clone() * 0.02).sin() + (at * (0.01 * core::f32::consts::PI)).sin()).tanh()
        };
        for index in [wind, torque] {
            def.reset.push(Effect::Set(index, Expr::uniform(-9999.0, 9999.0).floor()));
            let next = Expr::variable(index) + 1.0;
            def.after.push(Effect::Set(index, next).when(flies.clone()));
        }
        let force = [strength(wind) * self.wind_power, 0.0.into()];
        let twist = strength(torque) * self.turbulence_power;
        def.act.push(Effect::Force(parts.lander, force).when(flies.clone()));
        def.act.push(Effect::Torque(parts.lander, twist).when(flies));
    }
}

/// Position of a corner of the ground, x \[m\].
fn chunk(index: usize) -> f32 {
    WIDTH / (CHUNKS - 1) as f32 * index as f32
}

/// Ground of random heights with a flat pad, and a first push.
fn randomize(parts: &Parts) -> Vec<Effect> {
    let pad = CHUNKS / 2 - 2..=CHUNKS / 2 + 2;
    let heights: Vec<Expr> = (0..=CHUNKS)
        .map(|index| if pad.contains(&index) { Expr::from(PAD) } else { Expr::uniform(0.0, 0.5 * HEIGHT) })
        .collect();
    let smooth = |index: usize| {
        let before = if index == 0 { CHUNKS } else { index - 1 };
        (heights[before].clone() + heights[index].clone() + heights[index + 1].clone()) * SMOOTHING
    };
    let corner = |index: usize| [Expr::from(chunk(index)), smooth(index)];
    let mut effects: Vec<Effect> = parts
        .ground
        .iter()
        .enumerate()
        .map(|(index, shape)| {
            let ([ax, ay], [bx, by]) = (corner(index), corner(index + 1));
            Effect::Segment(*shape, [ax, ay, bx, by])
        })
        .collect();
    let push = [(); 2].map(|()| Expr::uniform(-FIRST_PUSH, FIRST_PUSH));
    effects.push(Effect::Impulse(parts.lander, push));
    effects
}

/// The impulses of both engines, with random offsets.
fn fire(def: &mut Definition, parts: &Parts, variables: &Variables, [main, side]: [Expr; 2]) {
    let lander = parts.lander;
    let near = parts.legs.map(Expr::near);
    let near = near[0].clone().or(near[1].clone()).or(Expr::near(lander));
    def.act.push(Effect::SubSteps(near.select(NEAR_SUB_STEPS, FLIGHT_SUB_STEPS)));
    let (tip_x, tip_y) = (Expr::sin_angle(lander), Expr::cos_angle(lander));
    let (side_x, side_y) = (-tip_y.clone(), tip_x.clone());
    let [first, second] = [(); 2].map(|()| Expr::uniform(-1.0 / SCALE, 1.0 / SCALE));
    let (x, y) = (Expr::x(lander), Expr::y(lander));

    let down = first.clone() * 2.0 + 4.0 / SCALE;
    let ox = tip_x.clone() * down.clone() + side_x.clone() * second.clone();
    let oy = -(tip_y.clone() * down) - side_y.clone() * second.clone();
    let power = main.clone() * MAIN_POWER;
    let impulse = [-ox.clone() * power.clone(), -oy.clone() * power];
    let at = [x.clone() + ox, y.clone() + oy];
    def.act.push(Effect::ImpulseAt(lander, impulse, at).when(main.clone()));

    // The direction and the share of the power are one number.
    let away = second * 3.0 + side.clone().sign() * (12.0 / SCALE);
    let ox = tip_x.clone() * first.clone() + side_x * away.clone();
    let oy = -(tip_y.clone() * first) - side_y * away;
    let power = side.clone().abs() * SIDE_POWER;
    let impulse = [-ox.clone() * power.clone(), -oy.clone() * power];
    // 17 in one and 14 in the other is as in the original.
    let at = [x + ox - tip_x * (17.0 / SCALE), y + oy + tip_y * (14.0 / SCALE)];
    def.act.push(Effect::ImpulseAt(lander, impulse, at).when(side.clone()));
    def.act.push(Effect::Set(variables.main, main));
    def.act.push(Effect::Set(variables.side, side.abs()));
}

/// Observation, reward and ends.
fn judge(def: &mut Definition, parts: &Parts, variables: &Variables) {
    let lander = parts.lander;
    let full = core::f32::consts::TAU;
    // Angles of the engine are within half a turn, those of Box2D count turns.
    let last = Expr::variable(variables.angle);
    let turn = Expr::angle(lander) - last.clone();
    let turn = turn.clone() - ((turn + 0.5 * full) * (1.0 / full)).floor() * full;
    def.after.push(Effect::Set(variables.angle, last + turn));
    let crashed = Expr::variable(variables.crashed).max(Expr::touched(lander));
    def.after.push(Effect::Set(variables.crashed, crashed));

    let x = (Expr::x(lander) - 0.5 * WIDTH) * (2.0 / WIDTH);
    let y = (Expr::y(lander) - (PAD + LEG_DOWN)) * (2.0 / HEIGHT);
    let vx = Expr::velocity_x(lander) * (0.5 * WIDTH / FPS);
    let vy = Expr::velocity_y(lander) * (0.5 * HEIGHT / FPS);
    let angle = Expr::variable(variables.angle);
    let legs = parts.legs.map(Expr::touching);
    let length = |x: &Expr, y: &Expr| (x.clone() * x.clone() + y.clone() * y.clone()).sqrt();
    let shaping = -100.0 * length(&x, &y) - 100.0 * length(&vx, &vy) - 100.0 * angle.clone().abs()
        + 10.0 * legs[0].clone()
        + 10.0 * legs[1].clone();
    def.after.push(Effect::Set(variables.last_shaping, Expr::variable(variables.shaping)));
    def.after.push(Effect::Set(variables.shaping, shaping));

    let gained = Expr::variable(variables.shaping) - Expr::variable(variables.last_shaping);
    let fuel = Expr::variable(variables.main) * 0.3 + Expr::variable(variables.side) * 0.03;
    let lost = Expr::variable(variables.crashed).or(x.clone().abs().at_least(1.0));
    let landed = Expr::asleep(lander);
    def.reward = landed.clone().select(100.0, lost.clone().select(-100.0, gained - fuel));
    def.terminated = lost.or(landed);
    let spin = Expr::angular_velocity(lander) * (20.0 / FPS);
    def.observe = vec![x, y, vx, vy, angle, spin];
    def.observe.extend(legs);
}
