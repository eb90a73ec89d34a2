//! Tests of joints without a world: a few bodies, greedy coloring, and the sub-steps of the driver repeated
//! here.

use core::cell::Cell;

use cairn2d_math::lanes::LaneLevel;
use cairn2d_math::{Pose, Rot, Vec2, vec2, with_lanes};

use crate::kernels::disjoint::{Claimant, Sharing};
use crate::kernels::solver::context::{BlockRange, SolverClaims, SolverContext, StepConstants};
use crate::kernels::solver::integrate::{integrate_positions, integrate_velocities};
use crate::kernels::solver::joint_exchange::prepare;
use crate::kernels::solver::joint_rows::{JointColumns, JointPlan, JointRows, field_count};
use crate::kernels::solver::joint_store::store;
use crate::kernels::solver::load_memory::LoadMemory;
use crate::kernels::solver::softness::Softness;
use crate::kernels::solver::tree_rows::TreeColumns;
use crate::kernels::sync::AtomicBool;
use crate::store::edge_list::Edge;
use crate::store::slot::NONE;
use crate::tables::body::{BodyDelta, BodyPose, BodyState};
use crate::tables::joint::{
    Joint, JointForm, JointKind, JointParts, Joints, LinearMotor, LinearSpring, Motor, Servo, Spring,
};

use super::joint_kernels::{solve, warm_start};

const DT: f32 = 1.0 / 60.0;
const SUB_STEPS: u32 = 4;

/// A world of bodies and joints only. Body 0 is the null body.
#[derive(Clone)]
struct Toy {
    gravity: Vec2,
    states: Vec<BodyState>,
    poses: Vec<BodyPose>,
    joints: Joints,
    rows: JointRows,
    /// Whether all joints of a form are in one color, each in a block of its own, like the overflow color.
    crowded: bool,
}

impl Toy {
    fn new(gravity: Vec2) -> Toy {
        let (states, poses) = (vec![BodyState::default()], vec![BodyPose::default()]);
        Toy { gravity, states, poses, joints: Joints::new(0), rows: JointRows::default(), crowded: false }
    }

    /// Adds a body with its centre of mass at its origin; mass 0 is static.
    fn body(&mut self, at: Vec2, mass: f32, inertia: f32) -> u32 {
        let inverse = |value: f32| if value > 0.0 { 1.0 / value } else { 0.0 };
        self.states.push(BodyState {
            inv_mass: inverse(mass),
            inv_inertia: inverse(inertia),
            ..Default::default()
        });
        let mut pose = BodyPose::default();
        pose.pose.p = at;
        pose.center = at;
        self.poses.push(pose);
        self.poses.len() as u32 - 1
    }

    /// Joins two bodies at one point of the world, or at their origins for a distance joint.
    fn join(&mut self, kind: JointKind, a: u32, b: u32, at: Vec2) -> u32 {
        let local = |body: u32| {
            let p =
                if kind == JointKind::Distance { Vec2::ZERO } else { at - self.poses[body as usize].center };
            Pose { p, q: Rot::IDENTITY }
        };
        let frames = [local(a), local(b)];
        let length = self.poses[a as usize].center.distance(self.poses[b as usize].center);
        let joint = Joint {
            kind,
            bodies: [a, b],
            edges: [Edge::UNLINKED; 2],
            frames,
            collide_connected: false,
            enabled: true,
            softness: None,
            length,
            parts: NONE,
            watch_index: NONE,
            user_data: 0,
            color: 0,
            color_index: 0,
        };
        self.joints.insert(joint, JointParts::default())
    }

    /// Returns the joints by color and form, as the constraint graph has them: no dynamic body is twice in
    /// one color.
    fn colors(&self) -> Vec<(JointForm, Vec<u32>)> {
        let mut colors: Vec<(JointForm, Vec<u32>)> = Vec::new();
        let mut marks: Vec<Vec<bool>> = Vec::new();
        for (index, joint) in self.joints.records.iter().enumerate() {
            let moving = joint.bodies.map(|body| body as usize).into_iter();
            let moving = moving.filter(|&body| self.states[body].inv_mass > 0.0);
            let free = (0..colors.len()).find(|&color| {
                let shares = !self.crowded && moving.clone().any(|body| marks[color][body]);
                colors[color].0 == joint.kind.form() && !shares
            });
            let color = free.unwrap_or_else(|| {
                colors.push((joint.kind.form(), Vec::new()));
                marks.push(vec![false; self.states.len()]);
                colors.len() - 1
            });
            colors[color].1.push(index as u32);
            moving.for_each(|body| marks[color][body] = true);
        }
        colors
    }

    fn step(&mut self, level: LaneLevel) {
        let h = DT / SUB_STEPS as f32;
        // Tests change the records directly.
        for slot in 0..self.joints.records.len() as u32 {
            self.joints.refresh(slot, self.joints.impulses(slot));
        }
        let soft = Softness::new(60.0, 2.0, h);
        let constants = StepConstants {
            dt: DT,
            h,
            inv_h: 1.0 / h,
            contact: soft,
            static_contact: soft,
            load_memory: LoadMemory::new([soft; 2], DT, h),
            joint: soft,
            joint_spring: (60.0, 2.0),
            push_speed: 3.0,
            kept_push: 3.0,
            restitution_threshold: 1.0,
            max_linear_speed: 400.0,
            max_angular_speed: 188.0,
            max_contact_hertz: 1.0e3,
            max_joint_hertz: 60.0,
        };
        let count = self.states.len();
        let deltas: Vec<BodyDelta> = self.states.iter().map(|state| self.delta(state, h)).collect();
        let mut free_velocities = vec![[0.0; 4]; count];
        let awake: Vec<u32> =
            (1..count as u32).filter(|&body| self.states[body as usize].inv_mass > 0.0).collect();
        let colors = self.colors();
        let lanes = level.lane_count();
        let (mut plans, mut offset) = (Vec::new(), 0);
        for (form, list) in &colors {
            let (joints, count) = (list.as_ptr(), list.len() as u32);
            let per_block = if self.crowded { 1 } else { lanes };
            plans.push(JointPlan { form: *form, joints, count, per_block: per_block as u32, offset });
            offset += (list.len().div_ceil(per_block) * lanes * field_count(*form)).next_multiple_of(16);
        }
        self.rows.reserve(offset / 16);
        // Blocks of all stages and plans have numbers of their own, so each has a task of its own.
        let (claims, sharing) = (&mut SolverClaims::default(), Sharing { tasks: 1000, threads: false });
        let pushed = AtomicBool::new(false);
        let context = SolverContext {
            constants,
            states: claims.states.share("states", &mut self.states, sharing),
            deltas: deltas.as_ptr(),
            free_velocities: claims.free_velocities.share("free_velocities", &mut free_velocities, sharing),
            pushes: claims.pushes.share("pushes", &mut [], sharing),
            pushed: &raw const pushed,
            any_embedded: core::ptr::null(),
            awake: awake.as_ptr(),
            awake_count: awake.len() as u32,
            poses: core::ptr::null(),
            cells: core::ptr::null(),
            manifolds: core::ptr::null(),
            references: claims.references.share("references", &mut [], sharing),
            surfaces: core::ptr::null(),
            impulses: claims.impulses.share("impulses", &mut [], sharing),
            rares: core::ptr::null(),
            pairs: core::ptr::null(),
            dominances: core::ptr::null(),
            holds_bodies: false,
            images: core::ptr::null(),
            image_count: 0,
            moved_sub_steps: core::ptr::null(),
            rows: claims.rows.share("rows", &mut [], sharing),
            extras: claims.extras.share("extras", &mut [], sharing),
            flags: claims.flags.share("flags", &mut [], sharing),
            joints: JointColumns {
                rows: claims.joint_rows.share("joint blocks", self.rows.lines(), sharing),
                joints: claims.joints.share("joints", &mut self.joints.rows, sharing),
                axes: claims.axes.share("axes", &mut self.joints.axes, sharing),
                loads: claims.loads.share("loads", &mut self.joints.loads, sharing),
                pose_rows: claims.pose_rows.share("pose rows", &mut self.joints.poses, sharing),
                lines: self.joints.lines.as_ptr(),
                line_axes: claims.line_axes.share("line axes", &mut self.joints.line_axes, sharing),
                poses: self.poses.as_ptr(),
            },
            trees: TreeColumns {
                rows: claims.trees.share("tree blocks", &mut [], sharing),
                blocks: core::ptr::null(),
                trees: core::ptr::null(),
                joints: core::ptr::null(),
                bodies: core::ptr::null(),
                order: core::ptr::null(),
                marks: core::ptr::null(),
            },
        };
        with_lanes!(level, l => run(l, &context, &plans));
        for (state, pose) in self.states.iter_mut().zip(&mut self.poses) {
            let local_center = pose.local_center;
            let center = pose.center + state.delta_position;
            let q = pose.pose.q.integrate(state.delta_angle);
            pose.place(center - q.rotate(local_center), q);
            (state.delta_position, state.delta_angle) = (Vec2::ZERO, 0.0);
        }
    }

    fn delta(&self, state: &BodyState, h: f32) -> BodyDelta {
        let pull = if state.inv_mass > 0.0 { self.gravity * h } else { Vec2::ZERO };
        BodyDelta {
            velocity: pull,
            linear_decay: 1.0,
            angular_decay: 1.0,
            free: vec2(1.0, 1.0),
            constraints: 1.0,
            ..BodyDelta::default()
        }
    }

    fn velocity_of(&self, body: u32) -> Vec2 {
        self.states[body as usize].velocity
    }

    fn center(&self, body: u32) -> Vec2 {
        self.poses[body as usize].center
    }

    fn angle(&self, body: u32) -> f32 {
        self.poses[body as usize].pose.q.angle()
    }

    /// Returns every bit that a step changes.
    fn bits(&self) -> Vec<u32> {
        let states = self.states.iter().flat_map(|s| [s.velocity.x, s.velocity.y, s.angular_velocity]);
        let poses = self.poses.iter().flat_map(|p| [p.center.x, p.center.y, p.pose.q.c, p.pose.q.s]);
        let impulses = self.joints.pool.slots().flat_map(|slot| {
            let i = self.joints.impulses(slot);
            [i.linear.x, i.linear.y, i.linear_motor.x, i.linear_motor.y, i.spring, i.motor, i.lower, i.upper]
        });
        states.chain(poses).chain(impulses).map(f32::to_bits).collect()
    }
}

/// Runs all sub-steps of a step.
#[inline(always)]
fn run<L: cairn2d_math::lanes::Lanes>(l: L, context: &SolverContext, plans: &[JointPlan]) {
    let task = Cell::new(0);
    let next_blocks = |count: u32, in_order: bool| {
        task.set(task.get() + 1);
        let first = if in_order { Claimant::of_task(task.get()) } else { Claimant::new(task.get(), 0) };
        BlockRange::new(0..count, first)
    };
    let bodies = || next_blocks(context.awake_count.div_ceil(L::COUNT as u32), false);
    let blocks = |plan: &JointPlan| next_blocks(plan.count.div_ceil(plan.per_block), plan.per_block == 1);
    // SAFETY: `Toy` owns the columns that the context views, and nothing else works on them.
    unsafe {
        for plan in plans {
            prepare(l, context, plan, blocks(plan));
        }
        for sub_step in 0..SUB_STEPS {
            integrate_velocities(l, context, bodies(), sub_step == 0);
            if sub_step == 0 {
                for plan in plans {
                    warm_start(l, context, plan, blocks(plan));
                }
            }
            for plan in plans {
                solve(l, context, plan, blocks(plan), true);
            }
            integrate_positions(l, context, bodies());
            for plan in plans {
                solve(l, context, plan, blocks(plan), false);
            }
        }
        for plan in plans {
            store(l, context, plan, blocks(plan));
        }
    }
}

/// Pseudo-random number from -1 to 1.
fn noise(seed: &mut u32) -> f32 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    (*seed >> 8) as f32 / (1 << 23) as f32 - 1.0
}

/// Joint kinds of all forms.
const KINDS: [JointKind; 6] = [
    JointKind::Revolute,
    JointKind::Wheel,
    JointKind::Distance,
    JointKind::Prismatic,
    JointKind::Slot,
    JointKind::Weld,
];

/// Gives a joint limits and a motor.
fn drive(toy: &mut Toy, joint: u32, limits: (f32, f32), motor: Motor) {
    let parts = JointParts { limits: Some(limits), motor: Some(motor), ..JointParts::default() };
    toy.joints.set_parts(joint, parts);
}

/// Ropes of bodies with every feature, so that every block has lanes that differ.
fn ropes() -> Toy {
    let mut toy = Toy::new(vec2(0.0, -10.0));
    let mut seed = 77;
    for rope in 0..11 {
        let mut last = toy.body(vec2(rope as f32 * 4.0, 0.0), 0.0, 0.0);
        for link in 0..9 {
            let at = vec2(rope as f32 * 4.0 + 0.7 * (link + 1) as f32, 0.3 * noise(&mut seed));
            let body = toy.body(at, 1.0 + 0.5 * noise(&mut seed), 0.2 + 0.1 * noise(&mut seed));
            toy.states[body as usize].angular_velocity = 3.0 * noise(&mut seed);
            let kind = KINDS[rope % KINDS.len()];
            let joint = toy.join(kind, last, body, at - vec2(0.35, 0.0));
            let mut parts = JointParts::default();
            let mut chance = || noise(&mut seed) > 0.2;
            if chance() {
                parts.limits = Some((-0.2, 0.9));
            }
            if chance() {
                parts.motor = Some(Motor { speed: 1.0, strength: 2.0 });
            }
            if chance() {
                parts.spring = Some(Spring { hertz: 3.0, damping_ratio: 0.4, target: 0.5 });
            }
            if chance() && kind.has_servo() {
                parts.servo = Some(Servo { target: 0.3, max_speed: 2.0, strength: 3.0 });
            }
            if chance() {
                parts.linear_spring = Some(LinearSpring { hertz: 4.0, damping_ratio: 0.1, max_force: 90.0 });
            }
            if chance() {
                parts.linear_motor = Some(LinearMotor { velocity: vec2(0.4, 0.2), max_force: 2.0 });
            }
            toy.joints.set_parts(joint, parts);
            last = body;
        }
    }
    toy
}

#[test]
fn lanes_change_no_bit() {
    let mut scalar = ropes();
    let levels: Vec<LaneLevel> = LaneLevel::ALL.into_iter().filter(|level| level.is_available()).collect();
    let mut wide: Vec<Toy> = levels.iter().map(|_| ropes()).collect();
    for step in 0..60 {
        scalar.step(LaneLevel::Scalar);
        for (toy, level) in wide.iter_mut().zip(&levels) {
            toy.step(*level);
            assert!(toy.bits() == scalar.bits(), "{level} differs from scalar at step {step}");
        }
    }
    assert!(scalar.states.iter().all(|state| state.velocity.is_finite()));
    assert!(scalar.center(9).y < -1.0, "the first rope did not fall: {:?}", scalar.center(9));
}

/// WebAssembly has no kernels of one lane and runs the overflow color in partly filled blocks.
#[test]
fn joints_that_share_bodies_are_solved_one_by_one_on_any_lanes() {
    let crowd = || Toy { crowded: true, ..ropes() };
    let mut scalar = crowd();
    assert!(scalar.colors().len() < ropes().colors().len());
    let levels: Vec<LaneLevel> = LaneLevel::available().collect();
    let mut wide: Vec<Toy> = levels.iter().map(|_| crowd()).collect();
    for step in 0..60 {
        scalar.step(LaneLevel::Scalar);
        for (toy, level) in wide.iter_mut().zip(&levels) {
            toy.step(*level);
            assert!(toy.bits() == scalar.bits(), "{level} differs from scalar at step {step}");
        }
    }
}

/// Period of a pendulum that starts at rest at this angle `[rad]`, in `[s]`.
fn period(start: f32, mass: f32, inertia: f32) -> f32 {
    let mut toy = Toy::new(vec2(0.0, -10.0));
    let pivot = toy.body(Vec2::ZERO, 0.0, 0.0);
    let bob = toy.body(Vec2::from_angle(start - core::f32::consts::FRAC_PI_2), mass, inertia);
    toy.join(JointKind::Revolute, pivot, bob, Vec2::ZERO);
    // The time between two passes through the lowest point in the same direction, by linear interpolation
    // between steps.
    let (mut passes, mut before) = (Vec::new(), toy.center(bob).x);
    for step in 1..2000 {
        toy.step(LaneLevel::best());
        let now = toy.center(bob).x;
        if before > 0.0 && now <= 0.0 {
            passes.push((step as f32 - now / (now - before)) * DT);
        }
        before = now;
    }
    (passes[3] - passes[0]) / 3.0
}

/// Complete elliptic integral of the first kind by the arithmetic-geometric mean.
fn elliptic_k(k: f32) -> f32 {
    let (mut a, mut g) = (1.0, (1.0 - k * k).sqrt());
    for _ in 0..10 {
        (a, g) = (0.5 * (a + g), (a * g).sqrt());
    }
    core::f32::consts::FRAC_PI_2 / a
}

#[test]
fn a_pendulum_keeps_time() {
    for (start, mass, inertia) in
        [(0.05, 1.0, 0.1), (1.0, 3.0, 0.5), (core::f32::consts::FRAC_PI_2, 1.0, 0.02)]
    {
        let omega: f32 = (mass * 10.0_f32 / (mass + inertia)).sqrt();
        let exact = 4.0 / omega * elliptic_k(cairn2d_math::sin(0.5 * start));
        let measured = period(start, mass, inertia);
        assert!((measured / exact - 1.0).abs() < 0.01, "from {start}: {measured} s, exact {exact} s");
    }
}

#[test]
fn a_swinging_pendulum_keeps_its_energy() {
    let mut toy = Toy::new(vec2(0.0, -10.0));
    let pivot = toy.body(Vec2::ZERO, 0.0, 0.0);
    let bob = toy.body(vec2(1.0, 0.0), 1.0, 0.1);
    toy.join(JointKind::Revolute, pivot, bob, Vec2::ZERO);
    let mut highest = -1.0_f32;
    for step in 0..600 {
        toy.step(LaneLevel::best());
        assert!((toy.center(bob).length() - 1.0).abs() < 2.0e-3, "step {step}: {}", toy.center(bob).length());
        if step > 480 {
            highest = highest.max(toy.center(bob).y);
        }
    }
    assert!(highest > -0.02 && highest < 0.02, "after ten seconds it still rises to {highest}");
}

#[test]
fn a_free_chain_keeps_its_momentum() {
    let mut toy = Toy::new(Vec2::ZERO);
    let mut seed = 5;
    let mut last = toy.body(Vec2::ZERO, 2.0, 0.3);
    for link in 1..8 {
        let body = toy.body(vec2(link as f32, 0.2 * noise(&mut seed)), 1.0 + 0.4 * noise(&mut seed), 0.2);
        toy.states[body as usize].velocity = vec2(noise(&mut seed), noise(&mut seed));
        toy.states[body as usize].angular_velocity = 4.0 * noise(&mut seed);
        let kind = KINDS[link % KINDS.len()];
        let joint = toy.join(kind, last, body, vec2(link as f32 - 0.5, 0.0));
        drive(&mut toy, joint, (-0.3, 0.3), Motor { speed: 2.0, strength: 0.3 });
        last = body;
    }
    let momentum = |toy: &Toy| {
        let bodies = toy.states.iter().zip(&toy.poses).skip(1);
        bodies.fold((Vec2::ZERO, 0.0), |(linear, angular), (state, pose)| {
            let p = state.velocity * (1.0 / state.inv_mass);
            (linear + p, angular + pose.center.cross(p) + state.angular_velocity / state.inv_inertia)
        })
    };
    let (linear, angular) = momentum(&toy);
    for _ in 0..300 {
        toy.step(LaneLevel::best());
    }
    let (linear_after, angular_after) = momentum(&toy);
    assert!(linear.distance(linear_after) < 1.0e-4, "{linear:?} became {linear_after:?}");
    assert!((angular - angular_after).abs() < 1.0e-3 * angular.abs(), "{angular} became {angular_after}");
}

#[test]
fn a_rod_keeps_its_length_and_swings() {
    let mut toy = Toy::new(vec2(0.0, -10.0));
    let pivot = toy.body(Vec2::ZERO, 0.0, 0.0);
    let bob = toy.body(vec2(2.0, 0.0), 1.0, 0.1);
    toy.join(JointKind::Distance, pivot, bob, Vec2::ZERO);
    let mut lowest = 0.0_f32;
    for step in 0..300 {
        toy.step(LaneLevel::best());
        let length = toy.center(bob).length();
        assert!((length - 2.0).abs() < 4.0e-3, "step {step}: {length}");
        lowest = lowest.min(toy.center(bob).y);
    }
    assert!((lowest + 2.0).abs() < 0.01, "{lowest}");
}

#[test]
fn the_load_of_a_joint_at_rest_is_the_weight() {
    let mut toy = Toy::new(vec2(0.0, -10.0));
    let pivot = toy.body(Vec2::ZERO, 0.0, 0.0);
    let a = toy.body(vec2(0.0, -1.0), 2.0, 0.1);
    let b = toy.body(vec2(0.0, -2.0), 3.0, 0.1);
    toy.join(JointKind::Revolute, pivot, a, vec2(0.0, -0.5));
    toy.join(JointKind::Distance, a, b, Vec2::ZERO);
    (0..240).for_each(|_| toy.step(LaneLevel::best()));
    let hinge = toy.joints.loads[0][1];
    let rod = toy.joints.loads[1][1];
    assert!((hinge - 50.0).abs() < 0.05, "the hinge holds {hinge} N");
    assert!((rod - 30.0).abs() < 0.03, "the rod holds {rod} N");
    assert!(toy.velocity_of(b).length() < 1.0e-3);
}

#[test]
fn limits_hold_a_load_at_rest() {
    for (low, high, expected) in [(-0.4, 0.7, -0.4), (-3.6, 0.0, -core::f32::consts::FRAC_PI_2)] {
        let mut toy = Toy::new(vec2(0.0, -10.0));
        let pivot = toy.body(Vec2::ZERO, 0.0, 0.0);
        let arm = toy.body(vec2(1.0, 0.0), 1.0, 0.1);
        let joint = toy.join(JointKind::Revolute, pivot, arm, Vec2::ZERO);
        drive(&mut toy, joint, (low, high), Motor { speed: 0.0, strength: 0.5 });
        (0..900).for_each(|_| toy.step(LaneLevel::best()));
        let angle = toy.angle(arm);
        let tolerance = if expected == low { 1.0e-3 } else { 0.06 };
        assert!((angle - expected).abs() < tolerance, "limits {low} to {high}: {angle}, expected {expected}");
    }
}

#[test]
fn a_hinge_beyond_half_a_turn_stays_in_its_limits() {
    // From 2.9 to 4 rad, a range that includes the jump of the angle at half a turn.
    let mut toy = Toy::new(Vec2::ZERO);
    let pivot = toy.body(Vec2::ZERO, 0.0, 0.0);
    let arm = toy.body(Vec2::ZERO, 1.0, 0.1);
    toy.poses[arm as usize].pose.q = Rot::from_angle(3.0);
    let joint = toy.join(JointKind::Revolute, pivot, arm, Vec2::ZERO);
    drive(&mut toy, joint, (2.9, 4.0), Motor { speed: 3.0, strength: 1.0 });
    (0..200).for_each(|_| toy.step(LaneLevel::best()));
    let angle = toy.angle(arm) + core::f32::consts::TAU;
    assert!((angle - 4.0).abs() < 1.0e-3, "{angle}");
    drive(&mut toy, joint, (2.9, 4.0), Motor { speed: -3.0, strength: 1.0 });
    (0..200).for_each(|_| toy.step(LaneLevel::best()));
    assert!((toy.angle(arm) - 2.9).abs() < 1.0e-3, "{}", toy.angle(arm));
}
