//! The world: its state, scratch memory and the caller's services. This file has `new`, `config`, `spawn` and
//! `step`, which runs the stages in order.

use cairn2d_math::StandardFloats;
use cairn2d_tasks::Threads;

use crate::kernels::solver::{KEPT_SHARE, LoadMemory, Softness, StepConstants};
use crate::persist::calls::{Calls, Op};
use crate::persist::codec::Encode;
use crate::persist::snapshot::Spare;
use crate::stages::apply_fields::apply_fields;
use crate::stages::break_joints::break_joints;
use crate::stages::finalize_bodies::finalize_bodies;
use crate::stages::finish_step::finish_step;
use crate::stages::refit_broad_phase::refit_broad_phase;
use crate::stages::scratch::{OwnScratch, Scratch, WorkingMemory};
use crate::stages::sleep_islands::sleep_islands;
use crate::stages::solve_constraints::solve_constraints;
use crate::stages::solve_continuous::solve_continuous;
use crate::stages::solve_impacts::solve_impacts;
use crate::stages::update_contacts::update_contacts;
use crate::stages::update_pairs::update_pairs;
use crate::stages::update_sensors::update_sensors;
use crate::stages::{StageFn, StepContext};
use crate::state::State;
use crate::store::id::BodyId;
use crate::tables::body::Body;
use crate::tables::check::{Bound, check};
use crate::tables::config::WorldConfig;
use crate::tables::error::{BodyError, StepError, ValueError};
use crate::tables::hooks::Hooks;
use crate::tables::report::{NanosecondClock, StepReport};
use crate::tables::stage::Stage;

/// A world of bodies, shapes, joints and contacts.
///
/// One value owns all objects. It can be sent to another thread, and a clone is a snapshot in memory.
/// [`World::save_into`] is the fastest way to save a world and restore it later. All arguments are checked; a
/// call that returns an error leaves the world unchanged.
///
/// # Determinism
/// The same calls give the same bits on every machine, for every lane width and thread count.
///
/// # Examples
/// ```
/// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::Rect; }
/// use cairn2d::{Body, Rect, World, WorldConfig};
/// let mut world = World::new(WorldConfig::default())?;
/// world.spawn(Body::fixed().with(Rect::half(10.0, 0.5).at([0.0, -0.5])))?;
/// let crate_id = world.spawn(Body::dynamic().at([0.0, 2.0]).with(Rect::half(0.5, 0.5)))?;
/// for _ in 0..120 {
///     world.step(1.0 / 60.0)?;
/// }
/// assert!((world.body(crate_id).unwrap().position().y - 0.5).abs() < 0.01);
/// # Ok::<(), cairn2d_dynamics::Error>(())
/// ```
///
/// Any number of threads may read a world at the same time, but not during a step or a change. The compiler
/// enforces this. Views and events cannot be kept across a step:
/// ```compile_fail,E0502
/// # use cairn2d_dynamics::{Body, World, WorldConfig};
/// # let mut world = World::new(WorldConfig::default())?;
/// # let id = world.spawn(Body::dynamic())?;
/// let (body, hits) = (world.body(id), world.events().hits());
/// world.step(1.0 / 60.0)?;
/// println!("{:?} {:?}", body, hits);
/// # Ok::<(), cairn2d_dynamics::Error>(())
/// ```
/// No query can run while another thread steps the world:
/// ```compile_fail,E0502
/// # use cairn2d_dynamics::{QueryFilter, World, WorldConfig};
/// # let mut world = World::new(WorldConfig::default())?;
/// std::thread::scope(|scope| {
///     scope.spawn(|| world.nearest([0.0, 0.0], 1.0, QueryFilter::all()));
///     scope.spawn(|| world.step(1.0 / 60.0));
/// });
/// # Ok::<(), cairn2d_dynamics::Error>(())
/// ```
/// A callback cannot borrow a world:
/// ```compile_fail,E0597
/// # use cairn2d_dynamics::{World, WorldConfig};
/// # let world = World::new(WorldConfig::default())?;
/// # let mut other = World::new(WorldConfig::default())?;
/// let seen = &world;
/// other.set_pair_filter(move |pair| seen.body(pair.a.body).is_some());
/// # Ok::<(), cairn2d_dynamics::Error>(())
/// ```
#[derive(Debug)]
pub struct World {
    pub(crate) state: State,
    pub(crate) scratch: OwnScratch,
    pub(crate) services: Services,
    pub(crate) spare: Spare,
}

/// A clone begins with empty scratch memory; `clone_from` keeps the scratch memory of the target.
impl Clone for World {
    fn clone(&self) -> World {
        let (state, services) = (self.state.clone(), self.services.clone());
        World { state, services, scratch: OwnScratch::default(), spare: Spare::default() }
    }

    fn clone_from(&mut self, source: &World) {
        self.state.clone_from(&source.state);
        self.services.clone_from(&source.services);
    }
}

/// Services that the caller lends to a world, and the log of its calls. They never affect results.
#[derive(Clone, Debug)]
pub(crate) struct Services {
    pub(crate) threads: Threads,
    pub(crate) clock: Option<NanosecondClock>,
    pub(crate) calls: Calls,
    /// Whether all tables are checked after every stage.
    pub(crate) checks_stages: bool,
}

/// Longest step \[s\].
const MAX_STEP: f32 = 1.0;

/// Shortest step \[s\]. A shorter step counts as 0, because its inverse would overflow.
const MIN_STEP: f32 = 1.0e-9;

/// Largest rotation of a body in one sub-step \[rad\]. The solver's small-angle approximation needs this
/// limit.
const MAX_TURN: f32 = 0.25 * core::f32::consts::PI;

/// Contact compliance: share of the impulse that a soft contact gives back \[-\]. A stack at rest sinks in
/// proportion to it, because the bias must make up for the returned impulse. A lower value is stiffer. A
/// pyramid of 100 rows comes to rest at 0.45 with as little energy as at 1. At 0.35 it keeps a hundred times
/// more energy, and at 0.25 it trembles.
const CONTACT_COMPLIANCE: f32 = 0.5;

impl World {
    /// Returns an empty world.
    ///
    /// # Errors
    /// The first setting that is out of range.
    pub fn new(config: WorldConfig) -> Result<World, ValueError> {
        StandardFloats::within(|| config.validate())?;
        let threads = Threads::new(|share| StandardFloats::within(share));
        Ok(World {
            state: State::new(config),
            scratch: OwnScratch::default(),
            services: Services {
                threads,
                clock: None,
                calls: Calls::default(),
                checks_stages: cfg!(feature = "validate"),
            },
            spare: Spare::default(),
        })
    }

    /// Returns the current settings.
    pub fn config(&self) -> &WorldConfig {
        &self.state.config
    }

    /// Adds a body with all its shapes (`b2CreateBody`) and returns its id.
    /// [`BodyRef::shapes`](crate::BodyRef::shapes) lists the ids of the shapes in the order of
    /// [`Body::with`].
    ///
    /// # Errors
    /// The first invalid value of the body or of one of its shapes.
    pub fn spawn(&mut self, def: Body) -> Result<BodyId, BodyError> {
        StandardFloats::within(|| {
            self.state.check_new(&def)?;
            self.note(Op::Spawn, &def);
            let statics = &mut self.scratch.get().statics;
            statics.clear();
            let id = self.state.spawn_valid(&def, statics);
            self.state.insert_static_proxies(statics);
            Ok(id)
        })
    }

    /// Advances the world by `dt` \[s\], 0 to 1; 1/60 is usual. A step of 0, or of less than a nanosecond,
    /// updates contacts and moves nothing.
    ///
    /// # Errors
    /// A length out of range, or a world whose last step stopped halfway. The world is unchanged.
    ///
    /// # Panics
    /// If a callback panicked: a hook, a custom joint, the clock or the task system. The step is complete by
    /// then, computed as if that callback were not set. The world remains usable.
    pub fn step(&mut self, dt: f32) -> Result<StepReport, StepError> {
        StandardFloats::within(|| self.running().advance(dt))
    }

    /// Like [`World::step`], but works in `memory` instead of memory of this world. The results have the same
    /// bits. Many small worlds can share one memory, which then stays in the cache of the processor.
    ///
    /// # Errors
    /// As for [`World::step`].
    ///
    /// # Panics
    /// As for [`World::step`]. The memory then begins anew with the next step.
    ///
    /// # Examples
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::Rect; }
    /// use cairn2d::{Body, Rect, World, WorkingMemory, WorldConfig};
    /// let mut world = World::new(WorldConfig::default())?;
    /// world.spawn(Body::dynamic().with(Rect::square(1.0)))?;
    /// let mut worlds = vec![world; 100];
    /// let mut memory = WorkingMemory::default();
    /// for world in &mut worlds {
    ///     world.step_with(&mut memory, 1.0 / 60.0)?;
    /// }
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    pub fn step_with(&mut self, memory: &mut WorkingMemory, dt: f32) -> Result<StepReport, StepError> {
        StandardFloats::within(|| {
            let World { state, services, .. } = self;
            let report = Running { state, services, scratch: memory.lend() }.advance(dt);
            memory.lent = false;
            report
        })
    }

    fn running(&mut self) -> Running<'_> {
        let World { state, scratch, services, .. } = self;
        Running { state, scratch: scratch.get(), services }
    }

    /// Appends a call to the log, if the world is recorded.
    #[inline]
    pub(crate) fn note(&mut self, op: Op, arguments: &dyn Encode) {
        self.services.calls.note(op, arguments);
    }
}

/// A world and the memory that its step works in.
struct Running<'a> {
    state: &'a mut State,
    scratch: &'a mut Scratch,
    services: &'a mut Services,
}

impl Running<'_> {
    /// Checks the length and runs all stages, unless the world is at rest.
    fn advance(&mut self, dt: f32) -> Result<StepReport, StepError> {
        check("dt", dt, Bound::Range(0.0, MAX_STEP))?;
        if self.state.mid_step {
            return Err(StepError::Poisoned);
        }
        let again = dt.to_bits() == self.state.last_dt.to_bits();
        // A clock measures every stage.
        let may_rest = dt >= MIN_STEP && self.services.clock.is_none();
        let report = if may_rest && self.state.is_at_rest(self.scratch) {
            self.state.step_at_rest(dt);
            StepReport::default()
        } else {
            self.step(dt, may_rest)
        };
        self.services.calls.note_step(self.state, dt, again);
        self.state.mid_step = false;
        // Take all three, so that no panic remains for the next step.
        let Hooks { guard, clock_guard, .. } = &mut self.state.hooks;
        let panics = [guard.take(), clock_guard.take(), self.services.threads.take_panic()];
        if let Some(panic) = panics.into_iter().flatten().next() {
            std::panic::resume_unwind(panic);
        }
        Ok(report)
    }

    /// Runs all stages, or only those that a world at rest needs, if it `may_rest`.
    fn step(&mut self, dt: f32, may_rest: bool) -> StepReport {
        let mut step = self.begin_step(dt);
        self.stage(Stage::UpdatePairs, &mut step, update_pairs);
        if may_rest && self.scratch.embedded.is_empty() && self.state.is_at_rest(self.scratch) {
            // Only static shapes were new, and all bodies beside them sleep.
            self.state.step_at_rest(dt);
            return step.report;
        }
        self.stage(Stage::UpdateContacts, &mut step, update_contacts);
        self.stage(Stage::SolveImpacts, &mut step, solve_impacts);
        self.stage(Stage::ApplyFields, &mut step, apply_fields);
        self.stage(Stage::SolveConstraints, &mut step, solve_constraints);
        self.stage(Stage::FinalizeBodies, &mut step, finalize_bodies);
        self.stage(Stage::SolveContinuous, &mut step, solve_continuous);
        self.stage(Stage::RefitBroadPhase, &mut step, refit_broad_phase);
        self.stage(Stage::UpdateSensors, &mut step, update_sensors);
        self.stage(Stage::BreakJoints, &mut step, break_joints);
        self.stage(Stage::SleepIslands, &mut step, sleep_islands);
        self.stage(Stage::FinishStep, &mut step, finish_step);
        step.report
    }

    /// Runs a stage and adds its time to the profile, if a clock is set.
    fn stage(&mut self, stage: Stage, step: &mut StepContext, run: StageFn) {
        run(self.state, self.scratch, step);
        if let Some(clock) = self.services.clock {
            // A stage begins when the previous one ends. In a small world, reading the clock would dominate
            // the time.
            let now = self.state.hooks.clock_guard.call(clock).unwrap_or(step.time);
            step.report.profile.add(stage, now.saturating_sub(step.time));
            step.time = now;
        }
        #[cfg(any(debug_assertions, feature = "validate"))]
        if self.services.checks_stages {
            self.check_tables(stage);
        }
    }

    /// Panics if a table is inconsistent after this stage.
    #[cfg(any(debug_assertions, feature = "validate"))]
    fn check_tables(&self, stage: Stage) {
        if let Err(what) = self.state.validate_tables() {
            panic!("after {}: {what}", stage.name());
        }
    }

    /// Clears the events of the last step and fixes the constants of this step.
    fn begin_step(&mut self, dt: f32) -> StepContext {
        self.state.mid_step = true;
        let now = |world: &Running<'_>| {
            world.services.clock.and_then(|clock| world.state.hooks.clock_guard.call(clock)).unwrap_or(0)
        };
        let start = now(self);
        self.state.events.begin_step();
        self.state.note_sensor_poses();
        let config = &self.state.config;
        let dt = if dt < MIN_STEP { 0.0 } else { dt };
        self.state.last_dt = dt;
        let h = dt / config.sub_steps as f32;
        let inv_h = if h > 0.0 { 1.0 / h } else { 0.0 };
        // Above an eighth of the sub-step rate a soft contact overshoots; a joint does so above a quarter.
        let contact_hertz =
            if config.contact_hertz < 0.125 * inv_h { config.contact_hertz } else { 0.125 * inv_h };
        let joint_hertz = if config.joint_hertz < 0.25 * inv_h { config.joint_hertz } else { 0.25 * inv_h };
        let [contact, static_contact] = [contact_hertz, 2.0 * contact_hertz]
            .map(|hertz| Softness::new(hertz, config.contact_damping_ratio, h).stiffened(CONTACT_COMPLIANCE));
        let constants = StepConstants {
            dt,
            h,
            inv_h,
            contact,
            static_contact,
            load_memory: LoadMemory::new([contact, static_contact], dt, h),
            joint: Softness::new(joint_hertz, config.joint_damping_ratio, h),
            joint_spring: (joint_hertz, config.joint_damping_ratio),
            push_speed: config.contact_push_speed,
            kept_push: (KEPT_SHARE * config.contact_push_speed).max(f32::MIN_POSITIVE),
            restitution_threshold: config.restitution_threshold,
            max_linear_speed: config.max_linear_speed,
            max_angular_speed: if config.max_angular_speed < MAX_TURN * inv_h {
                config.max_angular_speed
            } else {
                MAX_TURN * inv_h
            },
            max_contact_hertz: 0.125 * inv_h,
            max_joint_hertz: 0.25 * inv_h,
        };
        let tasks = self.services.threads.system(self.state.config.threads);
        let mut report = StepReport::default();
        let time = now(self);
        report.profile.add(Stage::BeginStep, time.saturating_sub(start));
        StepContext { tasks, constants, report, tracked: self.state.origin.is_followed(), time }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;
    use crate::{Body, WorldConfig};
    use cairn2d_geometry::{Circle, Rect};

    const DT: f32 = 1.0 / 60.0;

    fn small() -> World {
        let mut world = World::new(WorldConfig::default()).expect("it is valid");
        world.spawn(Body::fixed().with(Rect::half(9.0, 0.5))).expect("it is valid");
        world.spawn(Body::dynamic().at([0.0, 1.0]).with(Circle::new(0.6))).expect("it is valid");
        world.step(DT).expect("it is valid");
        world
    }

    /// A world in which the engine itself failed in the middle of a step.
    fn broken() -> World {
        let mut world = small();
        let step = AssertUnwindSafe(|| {
            let mut running = world.running();
            let mut step = running.begin_step(DT);
            running.stage(Stage::UpdatePairs, &mut step, update_pairs);
            running.stage(Stage::UpdateContacts, &mut step, |_, _, _| panic!("as planned"));
        });
        assert!(catch_unwind(step).is_err());
        world
    }

    #[cfg(any(debug_assertions, feature = "validate"))]
    #[test]
    fn tables_that_disagree_after_a_stage_panic() {
        let mut world = small();
        world.set_stage_checks(true);
        world.step(DT).expect("it is sound");
        world.clone().step(DT).expect("so is its copy, which is checked too");
        world.state.bodies.records[1].set_link += 1;
        let step = AssertUnwindSafe(|| world.step(DT));
        let panic = catch_unwind(step).expect_err("a body is not where its set has it");
        let text = panic.downcast_ref::<String>().expect("it has a text");
        assert!(text.starts_with("after update_pairs: "), "{text}");
    }

    #[test]
    fn steps_at_rest_are_those_of_all_stages() {
        let mut world = small();
        let mut other = world.clone();
        let [mut at_rest, mut both_at_rest] = [0, 0];
        for step in 0..900 {
            if step % 150 == 100 {
                for world in [&mut world, &mut other] {
                    match step / 150 {
                        0 => drop(world.spawn(Body::dynamic().at([3.0, 2.0]).with(Circle::new(0.4)))),
                        1 => drop(world.spawn(Body::fixed().at([0.5, 1.0]).with(Rect::half(0.2, 0.2)))),
                        2 => world.state.wake_body(2),
                        3 => drop(world.despawn(BodyId::from_raw(world.state.bodies.pool.id(2)))),
                        _ => drop(world.spawn(Body::dynamic().asleep().with(Circle::new(0.4)))),
                    }
                }
            }
            let running = world.running();
            at_rest += u32::from(running.state.is_at_rest(running.scratch));
            let report = world.step(DT).expect("it is sound");
            let mut running = other.running();
            both_at_rest += u32::from(running.state.is_at_rest(running.scratch));
            assert_eq!(running.step(DT, false), report, "step {step}");
            running.state.mid_step = false;
            assert_eq!(world.snapshot(), other.snapshot(), "step {step}");
            assert_eq!(format!("{:?}", world.events()), format!("{:?}", other.events()), "step {step}");
        }
        assert!(at_rest > 300, "{at_rest} steps at rest");
        assert_eq!(at_rest, both_at_rest);
    }

    #[test]
    fn a_world_that_stopped_halfway_says_so_and_does_not_go_on() {
        let mut world = broken();
        let before = world.hash();
        for _ in 0..2 {
            assert_eq!(world.step(DT), Err(StepError::Poisoned));
        }
        assert_eq!(world.hash(), before);
        assert_eq!(world.clone().step(DT), Err(StepError::Poisoned), "so does its copy");
        assert!(world.step(-1.0) != Err(StepError::Poisoned), "a bad length is told first");
    }

    #[test]
    fn a_world_that_stopped_halfway_goes_on_when_it_is_put_back() {
        let mut good = small();
        let (bytes, copy) = (good.snapshot(), good.clone());
        good.step(DT).expect("it is sound");
        let mut world = broken();
        world.restore(&bytes).expect("it is whole");
        world.step(DT).expect("it is as it was");
        assert_eq!(world.hash(), good.hash());
        let mut saved = crate::SavedWorld::default();
        copy.save_into(&mut saved);
        let mut world = broken();
        assert!(world.restore_saved(&saved));
        world.step(DT).expect("it is as it was");
        assert_eq!(world.hash(), good.hash());
        broken().save_into(&mut saved);
        assert!(world.restore_saved(&saved));
        assert_eq!(world.step(DT), Err(StepError::Poisoned), "what was kept halfway is no better");
        let mut world = broken();
        world.clone_from(&copy);
        world.step(DT).expect("it is as it was");
        assert_eq!(world.hash(), good.hash());
    }
}
