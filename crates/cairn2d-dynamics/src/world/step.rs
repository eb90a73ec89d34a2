//! The step: one stage per line, in order. Every stage reads what the ones before it wrote; nothing reaches back.

use std::sync::Arc;

use cairn2d_math::StandardFloats;
use cairn2d_tasks::TaskSystem;

use crate::kernels::narrow_phase::{NarrowScope, PosePrediction};
use crate::kernels::solver::{Hit, Softness, SolveScope, StepConstants};
use crate::stages::report::StepReport;
use crate::stages::scratch::Scratch;
use crate::stages::solve_impacts::Impacts;
use crate::stages::stage::Stage;
use crate::state::State;
use crate::store::room::share_room;
use crate::tables::body::{BodyKick, NONE, flag};
use crate::tables::broad_phase::{KnownContacts, NewPair, ShapeFacts};
use crate::tables::check::{Bound, check};
use crate::tables::error::StepError;
use crate::tables::event::HitEvent;
use crate::tables::hooks::Hooks;

use super::World;

/// Longest step \[s\].
const MAX_STEP: f32 = 1.0;

/// Shortest step \[s\]: what is shorter counts as 0, as its inverse leaves the range of floats.
const MIN_STEP: f32 = 1.0e-9;

/// Largest turn of a body in one sub-step \[rad\]: keeps the small-angle arithmetic of the solver honest.
const MAX_TURN: f32 = 0.25 * core::f32::consts::PI;

/// Share of the impulse that a soft contact gives back \[-\]. A stack at rest sinks in proportion to it, because the bias must make up for
/// what is given back. Less is stiffer: at 0.45 a pyramid of 100 rows still comes to rest with as little energy as at 1, at 0.35 with a
/// hundred times more, at 0.25 it trembles.
const CONTACT_COMPLIANCE: f32 = 0.5;

/// A stage of the step.
type StageFn = fn(&mut State, &mut Scratch, &mut StepContext);

/// What the stages of one step hand on to each other.
pub(crate) struct StepContext {
    /// The threads of this step, `None` for the caller alone.
    pub(crate) tasks: Option<Arc<dyn TaskSystem>>,
    pub(crate) constants: StepConstants,
    pub(crate) report: StepReport,
    /// Whether rows that are written must be marked, because somebody keeps a copy of the world.
    pub(crate) kept: bool,
    /// When the last stage ended, by the clock that the caller lent.
    pub(crate) time: u64,
}

impl World {
    /// Advances the world by `dt` \[s\], 0 to 1; 1/60 is usual. A step of 0, or below a nanosecond, refreshes contacts
    /// and moves nothing.
    ///
    /// # Errors
    /// A length out of range, or a world in which a step stopped halfway; the world is as it was.
    ///
    /// # Panics
    /// When a function of the caller's did: a hook, a custom joint, the clock or the task system. The step is done by then, as if there were
    /// no such function, and the world can be used on.
    pub fn step(&mut self, dt: f32) -> Result<StepReport, StepError> {
        StandardFloats::within(|| {
            check("dt", dt, Bound::Range(0.0, MAX_STEP))?;
            if self.state.mid_step {
                return Err(StepError::Poisoned);
            }
            let again = dt.to_bits() == self.state.last_dt.to_bits();
            let mut step = self.begin_step(dt);
            self.stage(Stage::UpdatePairs, &mut step, State::update_pairs);
            self.stage(Stage::UpdateContacts, &mut step, State::update_contacts);
            self.stage(Stage::SolveImpacts, &mut step, State::solve_impacts);
            self.stage(Stage::ApplyFields, &mut step, State::apply_fields);
            self.stage(Stage::SolveConstraints, &mut step, State::solve_constraints);
            self.stage(Stage::FinalizeBodies, &mut step, State::finalize_bodies);
            self.stage(Stage::SolveContinuous, &mut step, State::solve_continuous);
            self.stage(Stage::RefitBroadPhase, &mut step, State::refit_broad_phase);
            self.stage(Stage::UpdateSensors, &mut step, State::update_sensors);
            self.stage(Stage::BreakJoints, &mut step, State::break_joints);
            self.stage(Stage::SleepIslands, &mut step, State::sleep_islands);
            self.stage(Stage::FinishStep, &mut step, State::finish_step);
            self.note_step(dt, again);
            self.state.mid_step = false;
            // All are taken, so that none is left for the next step.
            let Hooks { guard, clock_guard, .. } = &mut self.state.hooks;
            let panics = [guard.take(), clock_guard.take(), self.services.threads.take_panic()];
            if let Some(panic) = panics.into_iter().flatten().next() {
                std::panic::resume_unwind(panic);
            }
            Ok(step.report)
        })
    }

    /// Runs a stage and takes its time if a clock was lent.
    fn stage(&mut self, stage: Stage, step: &mut StepContext, run: StageFn) {
        run(&mut self.state, &mut self.scratch, step);
        if let Some(clock) = self.services.clock {
            // A stage begins when the one before it ends: in a small world, asking for the time is what takes time.
            let now = self.state.hooks.clock_guard.call(clock).unwrap_or(step.time);
            step.report.profile.add(stage, now.saturating_sub(step.time));
            step.time = now;
        }
        #[cfg(feature = "validate")]
        if let Err(what) = self.state.validate_tables() {
            panic!("after {}: {what}", stage.name());
        }
    }

    /// Drops the events that were told and fixes the constants of this step.
    fn begin_step(&mut self, dt: f32) -> StepContext {
        self.state.mid_step = true;
        let now = |world: &World| {
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
        // Above an eighth of the sub-step rate a soft contact would overshoot; joints bear a quarter.
        let contact_hertz =
            if config.contact_hertz < 0.125 * inv_h { config.contact_hertz } else { 0.125 * inv_h };
        let joint_hertz = if config.joint_hertz < 0.25 * inv_h { config.joint_hertz } else { 0.25 * inv_h };
        let constants = StepConstants {
            dt,
            h,
            inv_h,
            contact: Softness::new(contact_hertz, config.contact_damping_ratio, h)
                .stiffened(CONTACT_COMPLIANCE),
            static_contact: Softness::new(2.0 * contact_hertz, config.contact_damping_ratio, h)
                .stiffened(CONTACT_COMPLIANCE),
            joint: Softness::new(joint_hertz, config.joint_damping_ratio, h),
            joint_spring: (joint_hertz, config.joint_damping_ratio),
            push_speed: config.contact_push_speed,
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
        StepContext { tasks, constants, report, kept: self.state.origin.is_followed(), time }
    }
}

impl State {
    /// Broad phase: boxes that grew are searched for new pairs, which become contacts.
    fn update_pairs(&mut self, _scratch: &mut Scratch, step: &mut StepContext) {
        let mut broad_phase = core::mem::take(&mut self.broad_phase);
        // Boxes of a large world are rounded by where it is, and what happens in it must not know.
        let boxes = (self.shapes.boxes.as_slice(), self.bodies.is_large());
        let mut known = core::mem::take(&mut broad_phase.known);
        let facts =
            ShapeFacts { bulk: &|shape| self.bulk_of(shape), may_collide: &|a, b| self.may_collide(a, b) };
        let pairs = broad_phase.find_new_pairs(self.config.lanes, step.tasks.as_deref(), boxes, &facts);
        let (mut asker, mut looked_up) = (NONE, false);
        for (index, &pair) in pairs.iter().enumerate() {
            let [shape, other] = pair.shapes;
            if pair.certain {
                // Its contact is not among those that were looked up: the next pair looks them up again.
                asker = NONE;
            } else if shape != asker {
                // The pairs of a shape stand together: where they are many, its contacts are looked up once.
                let same = |pair: &&NewPair| !pair.certain && pair.shapes[0] == shape;
                asker = shape;
                looked_up = pairs[index..].iter().take_while(same).count() >= KnownContacts::MANY;
                if looked_up {
                    self.list_known_contacts(shape, &mut known);
                }
            }
            let looked_up = looked_up && !pair.certain;
            if looked_up && known.contains(other) {
                continue;
            }
            if self.create_contact(NewPair { certain: pair.certain || looked_up, ..pair }) {
                step.report.new_contacts += 1;
                // Shapes that knew their pairs came here step by step.
                if !pair.certain {
                    self.part_coincident(pair.shapes);
                }
                if looked_up {
                    known.insert(other);
                }
            }
        }
        broad_phase.known = known;
        self.broad_phase = broad_phase;
    }

    /// Narrow phase: manifolds of all awake contacts; contacts that parted or began to touch.
    fn update_contacts(&mut self, scratch: &mut Scratch, step: &mut StepContext) {
        let scope = NarrowScope {
            bodies: &self.bodies,
            boxes: &self.shapes.boxes,
            rows: &self.shapes.rows,
            shapes: &self.shapes.records,
            level: self.config.lanes,
            tasks: step.tasks.as_deref(),
            kept: step.kept,
            prediction: PosePrediction::new(step.constants.dt, self.config.sub_steps),
        };
        scratch.narrow_phase.update(&mut self.contacts, scope);
        if self.bodies.is_large() {
            scratch.narrow_phase.sort_toggled(&self.contacts.pairs);
        }
        let changes = &scratch.narrow_phase.changes;
        self.pass_one_way(changes, step.constants.dt);
        self.hide_at_seams(changes);
        self.ask_pre_solve();
        for &contact in changes.iter().flat_map(|part| &part.toggled) {
            // What is hidden has lost its points again.
            let touches = self.contacts.manifolds[contact as usize].point_count > 0;
            if touches != self.contacts.records[contact as usize].touching {
                self.toggle_contact(contact);
            }
        }
        for index in 0..self.seams.hidden.len() {
            self.toggle_contact(self.seams.hidden[index]);
        }
        for &contact in changes.iter().flat_map(|part| &part.parted) {
            self.destroy_contact(contact);
        }
        share_room(|each| self.contacts.awake.iter_mut().flatten().for_each(each));
        self.graph.share_room();
    }

    /// Solver: sub-steps over the constraint graph.
    fn solve_constraints(&mut self, scratch: &mut Scratch, step: &mut StepContext) {
        step.report.awake_bodies = self.sets.awake().len() as u32;
        step.report.awake_contacts = self.contacts.awake_count() as u32;
        step.report.solved_contacts = self.graph.contact_count() as u32;
        step.report.solved_joints = self.graph.joint_count as u32;
        step.report.colors = self.graph.color_count();
        step.report.overflow_constraints = self.graph.overflow_count();
        if step.constants.h == 0.0 {
            scratch.solver.hits.clear();
            return;
        }
        self.prepare_bodies(&mut scratch.impacts, &step.constants);
        self.scale_kicks(&step.constants);
        self.push_bodies(&step.constants);
        self.prepare_relations(step.constants.dt);
        let scope = SolveScope {
            bodies: &mut self.bodies,
            contacts: &mut self.contacts,
            joints: &mut self.joints,
            graph: &self.graph,
            awake: self.sets.awake(),
            level: self.config.lanes,
            tasks: step.tasks.as_deref(),
            sub_steps: self.config.sub_steps,
        };
        scratch.solver.solve(step.constants, scope);
        if step.kept {
            self.contacts.mark_solved(scratch.solver.any_twisted());
        }
        self.finish_relations(step.constants.dt);
    }

    /// The tree of moving shapes follows the new boxes.
    fn refit_broad_phase(&mut self, _scratch: &mut Scratch, step: &mut StepContext) {
        self.broad_phase.moving.refit(self.config.lanes, step.tasks.as_deref());
    }

    /// Islands at rest fall asleep.
    fn sleep_islands(&mut self, scratch: &mut Scratch, step: &mut StepContext) {
        // While all that moved is still awake.
        self.settle_cells(step);
        self.sleep_ready_islands(&mut scratch.islands);
    }

    /// Events and counters.
    fn finish_step(&mut self, scratch: &mut Scratch, _step: &mut StepContext) {
        self.report_moves(scratch);
        self.report_hits(scratch);
        self.fields.pushes.clear();
        self.events.end_step();
        self.step_count += 1;
    }

    /// Begins or ends the touching of a contact.
    pub(crate) fn toggle_contact(&mut self, slot: u32) {
        let touching = self.contacts.toggle(slot);
        self.count_ground(slot, if touching { 1 } else { -1 });
        let event = self.touch_event(slot);
        if touching {
            self.events.begins.push(event);
            for body in self.contacts.records[slot as usize].bodies {
                self.wake_if_asleep(body);
            }
            self.add_contact_to_graph(slot);
        } else {
            self.events.ends.push(event);
            self.remove_contact_from_graph(slot);
        }
    }

    /// Tells which contacts were hit hard, in ascending order of their slots.
    fn report_hits(&mut self, scratch: &mut Scratch) {
        scratch.impacts.hits.drain(..).for_each(|hit| self.events.hits.push(hit));
        for &hit in &scratch.solver.hits {
            let event = self.hit_event(hit);
            self.events.hits.push(event);
        }
        self.events.hits.as_mut_slice().sort_unstable_by_key(|hit| hit.contact.raw().slot());
    }

    fn hit_event(&self, hit: Hit) -> HitEvent {
        let touch = self.touch_event(hit.contact);
        let index = hit.contact as usize;
        let (point, _) = self.contact_point(hit.contact, 0);
        let frame = self.bodies.frame(self.contacts.records[index].bodies[0]);
        HitEvent {
            contact: touch.contact,
            a: touch.a,
            b: touch.b,
            point: frame.plus(point),
            normal: cairn2d_math::Vec2::from(self.contacts.manifolds[index].normal),
            approach_speed: hit.approach_speed,
            impulse: hit.impulse,
        }
    }

    /// Fixes what gravity, forces and damping do to every awake body in each sub-step.
    fn prepare_bodies(&mut self, impacts: &mut Impacts, constants: &StepConstants) {
        let (gravity, h) = (self.config.gravity, constants.h);
        for &slot in self.sets.awake() {
            let index = slot as usize;
            let (motion, state) = (&self.bodies.motions[index], &self.bodies.states[index]);
            let kick = &mut self.bodies.kicks[index];
            let ballistic = if motion.constraint_count == 0 { 1.0 } else { 0.0 };
            if motion.is_free() {
                let pull = if state.inv_mass > 0.0 { h * motion.gravity_scale } else { 0.0 };
                *kick = BodyKick { velocity: gravity * pull, ballistic, ..BodyKick::NONE };
                continue;
            }
            let (decay, time) = damped(motion.linear_damping, h);
            let (angular_decay, angular_time) = damped(motion.angular_damping, h);
            let free = |bit: u32| if motion.flags & bit == 0 { 1.0 } else { 0.0 };
            let pull = if state.inv_mass > 0.0 { time * motion.gravity_scale } else { 0.0 };
            kick.velocity = gravity * pull + motion.force * (time * state.inv_mass);
            kick.angular_velocity = angular_time * state.inv_inertia * motion.torque;
            kick.linear_decay = decay;
            kick.angular_decay = angular_decay;
            kick.free.x = free(flag::LOCK_X);
            kick.free.y = free(flag::LOCK_Y);
            kick.ballistic = ballistic;
        }
        self.let_released_fly(impacts);
    }
}

/// What damping \[1/s\] leaves of a velocity after `h` \[s\], and for how long an acceleration acts in effect \[s\]: both as the
/// differential equation v' = a - damping v says.
pub(super) fn damped(damping: f32, h: f32) -> (f32, f32) {
    let x = damping * h;
    if x == 0.0 {
        return (1.0, h);
    }
    let decay = cairn2d_math::exp(-x);
    // (1 - decay) / damping loses its digits where little is damped.
    let time = if x < 0.1 {
        h * (1.0 - x * (0.5 - x * (1.0 / 6.0 - x * (1.0 / 24.0))))
    } else {
        (1.0 - decay) / damping
    };
    (decay, time)
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
            let mut step = world.begin_step(DT);
            world.stage(Stage::UpdatePairs, &mut step, State::update_pairs);
            world.stage(Stage::UpdateContacts, &mut step, |_, _, _| panic!("as planned"));
        });
        assert!(catch_unwind(step).is_err());
        world
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
