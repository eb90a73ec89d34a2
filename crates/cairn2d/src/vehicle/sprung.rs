//! A side-view car: each wheel is a disc cast along its strut. The strut is a spring, and the tyre has
//! friction.
//!
//! The spring force is that at the end of the step, `k (x + h u) + c u` with the compression `x` now and its
//! speed `u` then (backward Euler). This is stable at any stiffness and exact at rest. The spin of a wheel is
//! a number that the engine, the brakes and the tyre change.

use core::f32::consts::TAU;

use cairn2d_dynamics::{BodyId, BodyKind, Error, QueryFilter, World};
use cairn2d_geometry::Ray;
use cairn2d_math::{StandardFloats, Vec2, wrap_angle};

use crate::check::{check, check_vector};
use crate::setters::setters;

use super::{CarInput, Chassis, SWEEPS, check_force, find, within};

/// Least cosine of the angle between a strut and a ground normal at which the strut bears the car \[-\].
const LEAST_UPRIGHT: f32 = 0.3;

/// A wheel of a [`SprungCar`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SprungWheel {
    /// Upper end of the strut in the frame of the chassis \[m\].
    pub mount: Vec2,
    /// Direction of the strut in the frame of the chassis: a unit vector. Default straight down.
    pub direction: Vec2,
    /// Length of the unloaded strut down to the hub \[m\].
    pub length: f32,
    /// Radius of the wheel \[m\].
    pub radius: f32,
    /// Mass of the wheel for its spin only \[kg\]; its weight is part of the chassis. Default 0.1.
    pub mass: f32,
    /// Frequency of the spring with its share of the chassis \[Hz\]. Default 2.
    pub hertz: f32,
    /// Damping ratio of the spring \[-\]. Default 0.7.
    pub damping_ratio: f32,
    /// Friction of the tyre \[-\]. Default 1.
    pub friction: f32,
    /// Torque of the engine at full throttle \[N m\]; 0 if the wheel is not driven. Default 0.
    pub torque: f32,
    /// Torque of the brake when fully pressed \[N m\]. Default 0.
    pub brake: f32,
}

setters!(SprungWheel {
    length: f32,
    radius: f32,
    mass: f32,
    hertz: f32,
    damping_ratio: f32,
    torque: f32,
    brake: f32,
} into { mount: Vec2, direction: Vec2 });

impl SprungWheel {
    /// A wheel of `radius` \[m\] under a strut of `length` \[m\] whose upper end is at `mount` \[m\] in the
    /// frame of the chassis.
    pub fn new(mount: impl Into<Vec2>, length: f32, radius: f32) -> SprungWheel {
        SprungWheel {
            mount: mount.into(),
            direction: -Vec2::Y,
            length,
            radius,
            mass: 0.1,
            hertz: 2.0,
            damping_ratio: 0.7,
            friction: 1.0,
            torque: 0.0,
            brake: 0.0,
        }
    }

    /// Sets the spring: frequency \[Hz\] and damping ratio \[-\].
    #[must_use]
    pub fn spring(self, hertz: f32, damping_ratio: f32) -> SprungWheel {
        SprungWheel { hertz, damping_ratio, ..self }
    }

    /// Sets the torques of engine and brake \[N m\].
    #[must_use]
    pub fn driven(self, torque: f32, brake: f32) -> SprungWheel {
        SprungWheel { torque, brake, ..self }
    }

    /// Sets the friction of the tyre \[-\].
    #[must_use]
    pub fn friction(self, friction: f32) -> SprungWheel {
        SprungWheel { friction, ..self }
    }

    fn validate(&self) -> Result<(), Error> {
        check_vector("mount", self.mount, 1.0e4)?;
        check("direction length", self.direction.length(), (0.999, 1.001))?;
        check("length", self.length, (1.0e-3, 1.0e3))?;
        check("radius", self.radius, (1.0e-3, 1.0e3))?;
        check("wheel mass", self.mass, (1.0e-6, 1.0e6))?;
        check("hertz", self.hertz, (1.0e-3, 1.0e3))?;
        check("damping_ratio", self.damping_ratio, (0.0, 1.0e2))?;
        check("friction", self.friction, (0.0, 1.0e3))?;
        check("torque", self.torque, (0.0, 1.0e9))?;
        check("brake", self.brake, (0.0, 1.0e9))?;
        Ok(())
    }
}

/// State of a wheel after the last update.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WheelState {
    /// Position of its hub \[m\].
    pub hub: Vec2,
    /// Angle of rotation \[rad\], counter-clockwise.
    pub angle: f32,
    /// Angular velocity \[rad/s\], counter-clockwise.
    pub spin: f32,
    /// Compression of its spring \[m\].
    pub compression: f32,
    /// The body on which it stands.
    pub ground: Option<BodyId>,
    /// Contact point \[m\].
    pub contact: Vec2,
    /// Force on the ground along its normal \[N\].
    pub load: f32,
    /// Force of the ground on the car along the ground \[N\]; positive forwards, which is clockwise around
    /// the hub.
    pub traction: f32,
}

/// A side-view car on sprung wheels without bodies.
///
/// # Examples
/// ```
/// use cairn2d::prelude::*;
/// use cairn2d::vehicle::{CarInput, SprungCar, SprungWheel};
///
/// let mut world = World::new(WorldConfig::default())?;
/// world.spawn(Body::fixed().with(Rect::half(100.0, 1.0).at([0.0, -1.0])))?;
/// let chassis = world.spawn(Body::dynamic().at([0.0, 1.0]).with(Rect::half(1.2, 0.3).density(20.0)))?;
/// let wheel = |x: f32| SprungWheel::new([x, 0.0], 0.6, 0.35).driven(60.0, 90.0);
/// let mut car = SprungCar::new(chassis, 20.0).wheel(wheel(-0.9)).wheel(wheel(0.9));
/// for _ in 0..120 {
///     car.update(&mut world, CarInput::throttle(1.0), 1.0 / 60.0)?;
///     world.step(1.0 / 60.0)?;
/// }
/// assert!(world.body(chassis).is_some_and(|body| body.velocity().x > 5.0));
/// # Ok::<(), cairn2d::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct SprungCar {
    chassis: BodyId,
    top_speed: f32,
    wheels: Vec<SprungWheel>,
    states: Vec<WheelState>,
    ignored: Vec<BodyId>,
    feet: Vec<Foot>,
}

/// A wheel on the ground while it is solved.
#[derive(Clone, Copy, Debug)]
struct Foot {
    /// Normal of the ground, towards the car.
    normal: Vec2,
    /// Cosine of the angle between strut and normal \[-\]: the share of the normal force that the strut
    /// bears.
    upright: f32,
    /// Forward direction of the car.
    forward: Vec2,
    /// Velocity of the ground \[m/s\].
    ground: Vec2,
    /// `1 / (h (c + h k))` and `k x / (c + h k)` of the spring.
    softness: f32,
    rebound: f32,
    /// Impulses of spring and tyre \[N s\].
    pressed: f32,
    gripped: f32,
    /// Spin at the end of the step \[rad/s\].
    spin: f32,
}

impl SprungCar {
    /// A car without wheels on this body; the engine drives wheels up to a rim speed of `top_speed` \[m/s\].
    pub fn new(chassis: BodyId, top_speed: f32) -> SprungCar {
        SprungCar {
            chassis,
            top_speed,
            wheels: Vec::new(),
            states: Vec::new(),
            ignored: vec![chassis],
            feet: Vec::new(),
        }
    }

    /// Adds a wheel.
    pub fn wheel(mut self, wheel: SprungWheel) -> SprungCar {
        self.wheels.push(wheel);
        self.states.push(WheelState::default());
        self
    }

    /// Makes the wheels ignore a body, such as a driver or a trailer.
    pub fn ignore(mut self, body: BodyId) -> SprungCar {
        self.ignored.push(body);
        self
    }

    /// The chassis body.
    pub fn chassis(&self) -> BodyId {
        self.chassis
    }

    /// State of each wheel after the last update, in the order of their addition.
    pub fn states(&self) -> &[WheelState] {
        &self.states
    }

    /// Applies the forces for the next step of `dt` \[s\]: call it right before `World::step`.
    ///
    /// # Errors
    /// A chassis that was removed, or a number out of range, in the settings of a wheel too.
    pub fn update(&mut self, world: &mut World, input: CarInput, dt: f32) -> Result<(), Error> {
        StandardFloats::within(|| {
            input.validate()?;
            check("dt", dt, (1.0e-4, 1.0))?;
            check("top_speed", self.top_speed, (0.0, 1.0e4))?;
            self.wheels.iter().try_for_each(SprungWheel::validate)?;
            let body = find(world, self.chassis)?;
            let asleep = body.is_asleep() && input.throttle == 0.0;
            if body.kind() != BodyKind::Dynamic || !body.is_enabled() || asleep {
                return Ok(());
            }
            let mut chassis = Chassis::of(&body);
            chassis.velocity += world.config().gravity * (body.gravity_scale() * dt);
            self.feel(world, &chassis, dt)?;
            for _ in 0..SWEEPS {
                self.sweep(&mut chassis, input, dt);
            }
            self.apply(world, dt)
        })
    }

    /// Finds the ground under each wheel.
    fn feel(&mut self, world: &World, chassis: &Chassis, dt: f32) -> Result<(), Error> {
        let pose = find(world, self.chassis)?.pose();
        let share = 1.0 / (chassis.inv_mass * self.wheels.len() as f32);
        let filter = QueryFilter::all().ignore_bodies(&self.ignored);
        self.feet.clear();
        for (wheel, state) in self.wheels.iter().zip(&mut self.states) {
            let (top, down) = (pose.transform_point(wheel.mount), pose.transform_vector(wheel.direction));
            let hit = world.cast_circle(Ray::new(top, down * wheel.length), wheel.radius, filter)?;
            let length = hit.map_or(wheel.length, |hit| hit.fraction * wheel.length);
            state.hub = top + down * length;
            state.compression = wheel.length - length;
            state.ground = hit.map(|hit| hit.body);
            let normal = hit.map_or(Vec2::ZERO, |hit| hit.normal);
            let normal = if normal == Vec2::ZERO { -down } else { normal };
            let upright = -normal.dot(down);
            state.contact = hit.map_or(state.hub + down * wheel.radius, |hit| hit.point);
            let stiffness = share * (TAU * wheel.hertz) * (TAU * wheel.hertz);
            let damping = 2.0 * wheel.damping_ratio * share * TAU * wheel.hertz;
            let give = damping + dt * stiffness;
            self.feet.push(Foot {
                normal,
                upright: if upright > LEAST_UPRIGHT { upright } else { LEAST_UPRIGHT },
                forward: -normal.perp(),
                ground: hit
                    .and_then(|hit| world.body(hit.body))
                    .map_or(Vec2::ZERO, |b| b.velocity_at(state.contact)),
                softness: 1.0 / (dt * give),
                rebound: stiffness * state.compression / give,
                pressed: 0.0,
                gripped: 0.0,
                spin: state.spin,
            });
        }
        Ok(())
    }

    /// One iteration over all wheels: spring, then tyre and brake.
    fn sweep(&mut self, chassis: &mut Chassis, input: CarInput, dt: f32) {
        let rim_speed = if input.throttle < 0.0 { -self.top_speed } else { self.top_speed };
        for ((wheel, state), foot) in self.wheels.iter().zip(&mut self.states).zip(&mut self.feet) {
            if state.ground.is_some() {
                let axis = foot.normal / foot.upright;
                let closing = (foot.ground - chassis.velocity_at(state.contact)).dot(axis);
                let own = chassis.yielding(state.contact, foot.normal) / (foot.upright * foot.upright);
                let wanted = closing + foot.rebound - foot.softness * foot.pressed;
                let pressed = foot.pressed + wanted / (own + foot.softness);
                let pressed = if pressed > 0.0 { pressed } else { 0.0 };
                chassis.push(state.contact, axis * (pressed - foot.pressed));
                foot.pressed = pressed;
            }
            let tyre = Tyre::of(wheel, state, foot, chassis);
            // Forwards is clockwise.
            let engine = -wheel.torque * input.throttle * dt;
            let (gripped, spin) =
                tyre.solve(engine, -rim_speed / wheel.radius, wheel.brake * input.brake * dt);
            chassis.push(state.contact, foot.forward * (gripped - foot.gripped));
            (foot.gripped, foot.spin) = (gripped, spin);
        }
    }

    /// Applies the impulses to the chassis and the ground.
    fn apply(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        for foot in &self.feet {
            check_force(foot.force(dt))?;
            check("wheel spin", foot.spin, (-1.0e12, 1.0e12))?;
        }
        for (state, foot) in self.states.iter_mut().zip(&self.feet) {
            state.spin = foot.spin;
            state.angle = wrap_angle(state.angle + state.spin * dt);
            state.load = foot.pressed / foot.upright / dt;
            state.traction = foot.gripped / dt;
            if state.ground.is_none() {
                continue;
            }
            // With other forces of the caller the sum may exceed the limit; then the wheel's force is
            // rejected.
            if let Some(mut body) = world.body_mut(self.chassis) {
                let _ = body.apply_force_at(foot.force(dt), state.contact);
            }
            let ground = state.ground.and_then(|ground| world.body_mut(ground));
            if let Some(mut body) = ground.filter(|body| body.kind() == BodyKind::Dynamic) {
                let _ = body.apply_force_at(-foot.force(dt), state.contact);
            }
        }
        Ok(())
    }
}

impl Foot {
    /// Force of the ground on the car \[N\].
    fn force(&self, dt: f32) -> Vec2 {
        (self.normal * (self.pressed / self.upright) + self.forward * self.gripped) / dt
    }
}

/// A wheel and its tyre during one iteration.
struct Tyre {
    radius: f32,
    inertia: f32,
    /// Spin at the start of the step \[rad/s\].
    spin: f32,
    /// Speed along the ground without the tyre's impulse \[m/s\], and its change per impulse \[1/kg\].
    sliding: f32,
    yielding: f32,
    /// Largest impulse of friction \[N s\].
    most: f32,
}

impl Tyre {
    fn of(wheel: &SprungWheel, state: &WheelState, foot: &Foot, chassis: &Chassis) -> Tyre {
        let (sliding, yielding) = if state.ground.is_some() {
            let own = chassis.yielding(state.contact, foot.forward);
            let now = (chassis.velocity_at(state.contact) - foot.ground).dot(foot.forward);
            (now - foot.gripped * own, own)
        } else {
            (0.0, 1.0)
        };
        Tyre {
            radius: wheel.radius,
            inertia: 0.5 * wheel.mass * wheel.radius * wheel.radius,
            spin: state.spin,
            sliding,
            yielding,
            most: wheel.friction * foot.pressed / foot.upright,
        }
    }

    /// Impulse along the ground and the resulting spin. The engine gives up to `engine` \[N m s\] while the
    /// wheel turns slower than `fastest` \[rad/s\]. The brake holds with up to `brake` \[N m s\].
    fn solve(&self, engine: f32, fastest: f32, brake: f32) -> (f32, f32) {
        let (gripped, spin) = self.roll(self.spin + engine / self.inertia, brake);
        let too_fast = engine != 0.0 && (spin - fastest) * engine > 0.0;
        if !too_fast {
            return (gripped, spin);
        }
        // The engine gives the impulse that reaches its speed, or none if the wheel is already faster.
        let gripped = self.grip_at(fastest);
        let needed = self.inertia * (fastest - self.spin) - self.radius * gripped;
        if needed * engine >= 0.0 { (gripped, fastest) } else { self.roll(self.spin, brake) }
    }

    /// Either the brake stops the wheel, or it acts fully and the tyre rolls, or slips if rolling needs more
    /// than friction.
    fn roll(&self, driven: f32, brake: f32) -> (f32, f32) {
        let locked = self.grip_at(0.0);
        let needed = -self.inertia * driven - self.radius * locked;
        if needed.abs() <= brake && brake > 0.0 {
            return (locked, 0.0);
        }
        let free = driven + within(needed, brake) / self.inertia;
        let stiff = self.yielding + self.radius * self.radius / self.inertia;
        let gripped = within(-(self.sliding + self.radius * free) / stiff, self.most);
        (gripped, free + self.radius * gripped / self.inertia)
    }

    /// Impulse along the ground of a wheel with a fixed spin.
    fn grip_at(&self, spin: f32) -> f32 {
        within(-(self.sliding + self.radius * spin) / self.yielding, self.most)
    }
}
