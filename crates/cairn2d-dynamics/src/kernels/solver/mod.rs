//! Constraint solver: runs sub-steps over the constraint graph, with the stages as data.
//!
//! [`SUB_STEP`] and its neighbours alone define the order of stages. A stage over bodies is cut into blocks
//! of bodies. A stage over constraints runs color by color, the overflow color first, and each color is cut
//! into blocks of constraints.
//!
//! Blocks of one stage and color run in any order on any lanes and threads. The overflow color runs in
//! order with one constraint per block, on the narrowest lanes, with the same kernels.

mod contact_block;
mod contact_exchange;
mod contact_kernels;
mod contact_rows;
mod context;
mod distance_kernels;
mod dominance;
mod each;
mod fields;
mod finalize;
mod friction;
mod images;
mod integrate;
mod joint_axis;
mod joint_crowd;
mod joint_exchange;
mod joint_kernels;
mod joint_rows;
mod joint_store;
#[cfg(test)]
mod joint_tests;
mod line_kernels;
mod load_memory;
mod pose_kernels;
mod revolute_kernels;
mod row_kernels;
mod softness;
mod split_push;
mod tree_exchange;
mod tree_forest;
mod tree_kernels;
mod tree_rows;
mod wide_angle;
mod workers;

pub(crate) use contact_exchange::{CLOSED_GAP, Hit};
pub(crate) use contact_kernels::LEAST_CORRECTED_MOTION;
pub(crate) use context::{RelativePoses, StepConstants};
pub(crate) use finalize::{FastBody, FinalizeClaims, FinalizeLists, FinalizeScope, VEERING, finalize_rows};
pub(crate) use images::ImageLink;
pub(crate) use load_memory::{LoadMemory, MOST_LOAD};
pub(crate) use softness::Softness;
pub(crate) use split_push::KEPT_SHARE;
pub(crate) use tree_forest::Forest;

use core::ops::Range;

use cairn2d_math::LaneLevel;
use cairn2d_math::lanes::MAX_LANES;
use cairn2d_math::with_lanes;
use cairn2d_tasks::TaskSystem;

use crate::kernels::disjoint::{Claimant, Sharing};
use crate::kernels::sync::{AtomicBool, AtomicU32, Ordering};
use crate::store::capacity::reserve_total;
use crate::tables::body::Bodies;
use crate::tables::constraint_graph::{COLOR_COUNT, ConstraintGraph, OVERFLOW};
use crate::tables::contact::Contacts;
use crate::tables::joint::{JointForm, Joints, ROWS};
use crate::tables::parts::GENERIC_JOINTS;

use contact_rows::{ContactRows, extra, field};
use context::{BlockNumber, BlockRange, ContactPlan, SolverClaims, SolverContext};
use joint_rows::{JointColumns, JointPlan, JointRows, field_count};
use tree_rows::{TreeColumns, TreeRows};
use workers::{Counters, Task, TaskCounts, run_tasks};

/// Whether small code matters more than speed (WebAssembly); similar passes then share their code.
const SMALL: bool = cfg!(target_family = "wasm");

/// A stage of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SolverStage {
    Prepare,
    PrepareTrees,
    IntegrateVelocitiesFirst,
    IntegrateVelocities,
    WarmStart,
    WarmStartTrees,
    SolveJoints,
    SolveTrees,
    SolveContacts,
    IntegratePositions,
    RelaxJoints,
    RelaxTrees,
    RelaxContacts,
    Restitution,
    StoreTrees,
    Store,
}

/// Stages before the sub-steps.
const PREPARE: [SolverStage; 2] = [SolverStage::Prepare, SolverStage::PrepareTrees];

/// Stages of the first sub-step, which applies the impulses of the last step.
const FIRST_SUB_STEP: [SolverStage; 10] = [
    SolverStage::IntegrateVelocitiesFirst,
    SolverStage::WarmStart,
    SolverStage::WarmStartTrees,
    SolverStage::SolveJoints,
    SolverStage::SolveTrees,
    SolverStage::SolveContacts,
    SolverStage::IntegratePositions,
    SolverStage::RelaxJoints,
    SolverStage::RelaxTrees,
    SolverStage::RelaxContacts,
];

/// Stages of the other sub-steps. They warm start per body while they integrate velocities.
const SUB_STEP: [SolverStage; 8] = [
    SolverStage::IntegrateVelocities,
    SolverStage::SolveJoints,
    SolverStage::SolveTrees,
    SolverStage::SolveContacts,
    SolverStage::IntegratePositions,
    SolverStage::RelaxJoints,
    SolverStage::RelaxTrees,
    SolverStage::RelaxContacts,
];

/// Stages after the sub-steps.
const FINISH: [SolverStage; 3] = [SolverStage::Restitution, SolverStage::Store, SolverStage::StoreTrees];

/// Number of tasks that claims tell apart. Tasks of one stage and color in different sub-steps count as one,
/// because their blocks are the same.
const TASKS: u32 = (SolverStage::Store as usize + 1) as u32 * COLOR_COUNT as u32;

/// Returns the blocks of a task that belong to a plan. `first` is the number of the plan's block 0 in the
/// task.
#[inline(always)]
fn blocks_of(task: Task, numbers: Range<u32>, first: u32) -> BlockRange {
    let number = task.stage as u32 * COLOR_COUNT as u32 + u32::from(task.color);
    // Constraints of the overflow color may share bodies, because one thread runs them in order.
    let whole = task.color as usize == OVERFLOW;
    BlockRange::new(numbers, if whole { Claimant::of_task(number) } else { Claimant::new(number, first) })
}

impl SolverStage {
    /// Whether the stage iterates over trees of joints.
    fn over_trees(self) -> bool {
        use SolverStage::{PrepareTrees, RelaxTrees, SolveTrees, StoreTrees, WarmStartTrees};
        matches!(self, PrepareTrees | WarmStartTrees | SolveTrees | RelaxTrees | StoreTrees)
    }

    /// Whether the stage iterates over bodies instead of constraints.
    fn over_bodies(self) -> bool {
        use SolverStage::{IntegratePositions, IntegrateVelocities, IntegrateVelocitiesFirst};
        matches!(self, IntegratePositions | IntegrateVelocities | IntegrateVelocitiesFirst)
    }
}

/// Constraints of one color and the layout of their blocks.
#[derive(Clone, Copy, Debug)]
struct ColorPlan {
    color: u8,
    joints: [JointPlan; JointForm::COUNT],
    contacts: ContactPlan,
    /// Lane level for this color.
    level: LaneLevel,
    /// Blocks of each form of joints, of all joints, and of the contacts, which follow them.
    form_blocks: [u32; JointForm::COUNT],
    joint_blocks: u32,
    contact_blocks: u32,
}

impl ColorPlan {
    /// A plan without constraints.
    const EMPTY: ColorPlan = {
        let joints = JointPlan {
            form: JointForm::Point,
            joints: core::ptr::null(),
            count: 0,
            per_block: 1,
            offset: 0,
        };
        let mut joints = [joints; JointForm::COUNT];
        let mut form = 0;
        while form < JointForm::COUNT {
            joints[form].form = JointForm::ALL[form];
            form += 1;
        }
        let contacts = core::ptr::null();
        ColorPlan {
            color: 0,
            joints,
            contacts: ContactPlan {
                contacts,
                count: 0,
                per_block: 1,
                offset: 0,
                extra_offset: 0,
                first_block: 0,
                spare_row: 0,
                spare_stride: 0,
            },
            level: LaneLevel::NARROWEST,
            form_blocks: [0; JointForm::COUNT],
            joint_blocks: 0,
            contact_blocks: 0,
        }
    };
}

// SAFETY: the pointers are used only in the solve for which the plan was made; `Solve` shares them.
unsafe impl Send for ColorPlan {}
// SAFETY: as above.
unsafe impl Sync for ColorPlan {}

/// Data that the workers of one solve share.
#[derive(Debug)]
pub(super) struct Solve<'a> {
    context: SolverContext,
    plans: &'a [ColorPlan],
    level: LaneLevel,
}

// SAFETY: `Solver::solve` borrows the graph, so the lists that the plans point to stay unchanged; for the
// context see `SolverContext`.
unsafe impl Sync for Solve<'_> {}

/// Memory of the solver, kept between steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solver {
    contact_rows: ContactRows,
    joint_rows: JointRows,
    tree_rows: TreeRows,
    /// Plans of the colors that have constraints, in order of colors.
    plans: Vec<ColorPlan>,
    tasks: Vec<Task>,
    task_counts: TaskCounts,
    /// Push velocity of each body: x, y, angular, unused. Zero between steps.
    pushes: Vec<[f32; 4]>,
    counters: Counters,
    /// Whether the last solve had a contact that is marked as embedded.
    pub(crate) any_embedded: bool,
    claims: SolverClaims,
    /// Contacts above their hit threshold in the last solve, in ascending slot order.
    pub(crate) hits: Vec<Hit>,
}

impl Solver {
    /// Solves bodies, contacts and joints through all sub-steps of a step.
    pub(crate) fn solve(&mut self, constants: StepConstants, scope: SolveScope<'_>) {
        let SolveScope { bodies, contacts, joints, graph, forest, awake, level, tasks, .. } = scope;
        let SolveScope { sub_steps, joints_changed, has_sleepers, images, .. } = scope;
        self.hits.clear();
        self.any_embedded = false;
        // A world without awake bodies has no joints in its graph.
        if awake.is_empty() {
            forest.clear();
            return;
        }
        forest.update(&constants, (graph, joints, bodies), joints_changed);
        self.tree_rows.plan(forest, level);
        let body_count = bodies.states.len();
        let spare_rows = self.plan(graph, level, body_count as u32) as usize;
        let states = (bodies.states.unmarked_with_spare(spare_rows), body_count);
        let body_level = level_for_bodies(level, awake.len());
        self.list_tasks((awake.len() as u32).div_ceil(body_level.lane_count() as u32), sub_steps);
        if self.pushes.len() < bodies.states.len() {
            self.pushes.resize(bodies.states.len(), [0.0; 4]);
        }
        let cells = bodies.cell_column();
        let dominances = bodies.dominance_column();
        let (claims, sharing) = (&mut self.claims, Sharing { tasks: TASKS, threads: tasks.is_some() });
        let [pushed, any_embedded] = [false; 2].map(AtomicBool::new);
        let moved_sub_steps = AtomicU32::new(0);
        let context = SolverContext {
            constants,
            states: claims.states.share_raw("states", states, sharing),
            deltas: bodies.deltas.as_ptr(),
            free_velocities: claims.free_velocities.share(
                "free_velocities",
                &mut bodies.free_velocities,
                sharing,
            ),
            pushes: claims.pushes.share("pushes", &mut self.pushes, sharing),
            pushed: &raw const pushed,
            any_embedded: &raw const any_embedded,
            awake: awake.as_ptr(),
            awake_count: awake.len() as u32,
            poses: bodies.poses.as_ptr(),
            cells,
            manifolds: contacts.manifolds.as_ptr(),
            references: claims.references.share("references", contacts.references.unmarked(), sharing),
            surfaces: contacts.surfaces.as_ptr(),
            impulses: claims.impulses.share("impulses", contacts.impulses.unmarked(), sharing),
            rares: contacts.rares.as_ptr(),
            pairs: contacts.pairs.as_ptr(),
            dominances,
            holds_bodies: has_sleepers || !dominances.is_null(),
            images: images.as_ptr(),
            image_count: images.len() as u32,
            moved_sub_steps: &raw const moved_sub_steps,
            rows: claims.rows.share("contact blocks", self.contact_rows.lines(), sharing),
            extras: claims.extras.share("extra blocks", self.contact_rows.extra_lines(), sharing),
            flags: claims.flags.share("block flags", &mut self.contact_rows.flags, sharing),
            joints: JointColumns {
                rows: claims.joint_rows.share("joint blocks", self.joint_rows.lines(), sharing),
                joints: claims.joints.share("joints", &mut joints.rows, sharing),
                axes: claims.axes.share("axes", &mut joints.axes, sharing),
                loads: claims.loads.share("loads", &mut joints.loads, sharing),
                pose_rows: claims.pose_rows.share("pose rows", &mut joints.poses, sharing),
                lines: joints.lines.as_ptr(),
                line_axes: claims.line_axes.share("line axes", &mut joints.line_axes, sharing),
                poses: bodies.poses.as_ptr(),
            },
            trees: TreeColumns {
                rows: claims.trees.share("tree blocks", &mut self.tree_rows.lines, sharing),
                blocks: self.tree_rows.blocks.as_ptr(),
                trees: forest.trees.as_ptr(),
                joints: forest.joints.as_ptr(),
                bodies: forest.bodies.as_ptr(),
                order: forest.order.as_ptr(),
                marks: forest.marks_column(),
            },
        };
        let solve = Solve { context, plans: &self.plans, level: body_level };
        run_tasks(&solve, &self.tasks, tasks, &mut self.counters, &mut self.hits);
        self.any_embedded = any_embedded.load(Ordering::Relaxed);
        self.hits.sort_unstable_by_key(|hit| hit.contact);
    }

    /// Number of colors with constraints in the last solve.
    pub(crate) fn color_count(&self) -> u32 {
        self.plans.len() as u32
    }

    /// Whether the last solve wrote reference rotations of contacts that are not recycled.
    pub(crate) fn any_spin_corrected(&self) -> bool {
        self.contact_rows.any_spin_corrected()
    }

    /// Reserves memory for these counts, the null body among the bodies, whatever the distribution of the
    /// constraints over the colors.
    pub(crate) fn reserve(&mut self, bodies: usize, contacts: usize, joints: usize, sub_steps: u32) {
        let stages =
            PREPARE.len() + FIRST_SUB_STEP.len() + SUB_STEP.len() * sub_steps as usize + FINISH.len();
        reserve_total(&mut self.tasks, stages * COLOR_COUNT);
        self.task_counts.reserve();
        // Every color may end in a partly filled block of each kind.
        let padding = COLOR_COUNT * MAX_LANES;
        let slots = contacts + padding;
        let lines = |fields: usize| (slots * fields).div_ceil(16) + COLOR_COUNT;
        self.contact_rows.reserve(lines(field::COUNT), lines(extra::COUNT), slots);
        let fields = JointForm::ALL.map(field_count);
        let most = fields.iter().fold(0, |most, &count| most.max(count));
        let padding: usize = fields.iter().map(|count| padding * count).sum();
        let joint_lines = (joints * most + padding).div_ceil(16) + COLOR_COUNT * JointForm::COUNT;
        self.joint_rows.reserve(joint_lines);
        let tree_lines = self.tree_rows.reserve(joints);
        let claims = &mut self.claims;
        claims.trees.reserve(tree_lines);
        claims.states.reserve(bodies);
        claims.free_velocities.reserve(bodies);
        claims.pushes.reserve(bodies);
        reserve_total(&mut self.pushes, bodies);
        claims.references.reserve(contacts);
        claims.impulses.reserve(contacts);
        claims.rows.reserve(lines(field::COUNT));
        claims.extras.reserve(lines(extra::COUNT));
        claims.flags.reserve(slots);
        claims.joint_rows.reserve(joint_lines);
        for column in [&mut claims.joints, &mut claims.axes, &mut claims.loads, &mut claims.pose_rows] {
            column.reserve(joints);
        }
        claims.line_axes.reserve(joints * ROWS);
    }

    /// Computes the layout of every color with constraints. Loops are used because maps of arrays are not
    /// inlined, and other colors have no plan because 24 of them take as long to write as a small world takes
    /// to solve.
    ///
    /// Returns the number of spare rows that the plans use behind the rows of the bodies.
    fn plan(&mut self, graph: &ConstraintGraph, level: LaneLevel, body_count: u32) -> u32 {
        let (mut lines, mut extra_lines, mut joint_lines, mut first_block) = (0, 0, 0, 0);
        let mut spares = 0;
        self.plans.clear();
        reserve_total(&mut self.plans, COLOR_COUNT);
        for (index, color) in graph.colors.iter().enumerate() {
            let longest = graph.longest(color);
            if longest == 0 {
                continue;
            }
            let mut plan = ColorPlan { color: index as u8, ..ColorPlan::EMPTY };
            plan.level = if index == OVERFLOW { LaneLevel::NARROWEST } else { suitable(level, longest) };
            let width = plan.level.lane_count() as u32;
            // Constraints of the overflow color may share bodies, so each has its own block at any lane
            // count.
            let per_block = if index == OVERFLOW { 1 } else { width };
            let joints = if graph.joint_count > 0 { color.joints.lists() } else { &[] };
            for (form, list) in joints.iter().enumerate() {
                let joints = &mut plan.joints[form];
                joints.joints = list.as_ptr();
                joints.count = list.len() as u32;
                joints.per_block = per_block;
                joints.offset = joint_lines * 16;
                let blocks = joints.count.div_ceil(per_block);
                plan.form_blocks[form] = blocks;
                plan.joint_blocks += blocks;
                joint_lines += ((blocks * width) as usize * field_count(joints.form)).div_ceil(16);
            }
            let count = color.contacts.len() as u32;
            let blocks = count.div_ceil(per_block);
            plan.contacts = ContactPlan {
                contacts: color.contacts.as_ptr(),
                count,
                per_block,
                offset: lines * 16,
                extra_offset: extra_lines * 16,
                first_block,
                spare_row: body_count + spares,
                // One thread solves the overflow color in order, so one row is enough.
                spare_stride: u32::from(index != OVERFLOW),
            };
            spares += if index == OVERFLOW { 1 } else { blocks };
            plan.contact_blocks = blocks;
            let slots = (blocks * width) as usize;
            lines += (slots * field::COUNT).div_ceil(16);
            extra_lines += (slots * extra::COUNT).div_ceil(16);
            first_block += blocks;
            self.plans.push(plan);
        }
        self.contact_rows.reserve(lines, extra_lines, first_block as usize);
        self.joint_rows.reserve(joint_lines);
        spares
    }

    /// Returns an upper bound of the spare rows for this many contacts, whatever their distribution over the
    /// colors.
    pub(crate) fn spare_rows(contacts: usize, level: LaneLevel) -> usize {
        contacts / level.lane_count() + COLOR_COUNT
    }

    /// Lists the tasks of the solve in order. The bodies have this many blocks.
    fn list_tasks(&mut self, body_blocks: u32, sub_steps: u32) {
        let Solver { plans, tasks, task_counts, tree_rows, .. } = self;
        let tree_blocks = tree_rows.blocks.len() as u32;
        let colors = plans.iter().map(|plan| [plan.color.into(), plan.joint_blocks, plan.contact_blocks]);
        if !task_counts.replace([body_blocks, tree_blocks, sub_steps], colors) {
            return;
        }
        tasks.clear();
        // The overflow color is the last plan, and solved first.
        let (overflow, others) = match plans.split_last() {
            Some((last, others)) if last.color as usize == OVERFLOW => (Some((others.len(), last)), others),
            _ => (None, plans.as_slice()),
        };
        let mut list = |stages: &[SolverStage]| {
            for &stage in stages {
                if stage.over_trees() {
                    if tree_blocks > 0 {
                        tasks.push(Task { stage, color: 0, plan: 0, first: 0, blocks: tree_blocks });
                    }
                    continue;
                }
                if stage.over_bodies() {
                    tasks.push(Task { stage, color: 0, plan: 0, first: 0, blocks: body_blocks });
                    continue;
                }
                let task = |(index, plan): (usize, &ColorPlan)| {
                    // Joints of a color come before its contacts.
                    let (first, blocks) = match stage {
                        SolverStage::SolveJoints | SolverStage::RelaxJoints => (0, plan.joint_blocks),
                        SolverStage::SolveContacts | SolverStage::RelaxContacts => {
                            (plan.joint_blocks, plan.contact_blocks)
                        }
                        _ => (0, plan.joint_blocks + plan.contact_blocks),
                    };
                    let task = Task { stage, color: plan.color, plan: index as u8, first, blocks };
                    (blocks > 0).then_some(task)
                };
                tasks.extend(overflow.and_then(task));
                tasks.extend(others.iter().enumerate().filter_map(task));
            }
        };
        list(&PREPARE);
        list(&FIRST_SUB_STEP);
        (1..sub_steps).for_each(|_| list(&SUB_STEP));
        list(&FINISH);
    }
}

/// Lane level for this many constraints. Lanes are no wider than the constraints fill, because empty lanes
/// cost gathers and scatters too.
fn suitable(level: LaneLevel, count: usize) -> LaneLevel {
    match (level, count) {
        (LaneLevel::Avx512 | LaneLevel::Avx2, ..=4) => LaneLevel::Sse2,
        (LaneLevel::Avx512, ..=8) => LaneLevel::Avx2,
        _ => level,
    }
}

/// Lane level for passes over this many bodies. A few bodies do not fill wide lanes; selections make four
/// lanes as slow as eight.
pub(crate) fn level_for_bodies(level: LaneLevel, count: usize) -> LaneLevel {
    match (level, count) {
        (LaneLevel::Avx512, ..=8) => LaneLevel::Avx2,
        _ => level,
    }
}

/// Runs some blocks of generic rows.
///
/// # Safety
/// As for [`Solve::run`].
unsafe fn run_rows(
    context: &SolverContext,
    stage: SolverStage,
    (plan, level): (&JointPlan, LaneLevel),
    blocks: BlockRange,
) {
    // SAFETY: `Solve::run_joints` passes blocks on under the contract of [`Solve::run`].
    unsafe {
        match stage {
            SolverStage::WarmStart => {
                with_lanes!(level, l => joint_kernels::warm_start_rows(l, context, plan, blocks));
            }
            SolverStage::SolveJoints | SolverStage::RelaxJoints => {
                let biased = stage == SolverStage::SolveJoints;
                with_lanes!(level, l => joint_kernels::solve_rows(l, context, plan, blocks, biased));
            }
            SolverStage::Store => {
                with_lanes!(level, l => joint_store::store_rows(l, context, plan, blocks));
            }
            _ => {}
        }
    }
}

/// Inputs and outputs of a solve.
pub(crate) struct SolveScope<'a> {
    pub(crate) bodies: &'a mut Bodies,
    pub(crate) contacts: &'a mut Contacts,
    pub(crate) joints: &'a mut Joints,
    pub(crate) graph: &'a ConstraintGraph,
    pub(crate) forest: &'a mut Forest,
    pub(crate) awake: &'a [u32],
    pub(crate) level: LaneLevel,
    pub(crate) tasks: Option<&'a dyn TaskSystem>,
    pub(crate) sub_steps: u32,
    /// Whether joints entered, left or changed since the last solve.
    pub(crate) joints_changed: bool,
    /// Whether contacts may connect awake and sleeping bodies.
    pub(crate) has_sleepers: bool,
    /// Images in portals, sorted by slot.
    pub(crate) images: &'a [ImageLink],
}

impl Solve<'_> {
    /// Runs some blocks of a task.
    ///
    /// # Safety
    /// Each block of the task runs once, and all tasks before it are done.
    unsafe fn run(&self, task: Task, numbers: Range<u32>, hits: &mut Vec<Hit>) {
        let context = &self.context;
        let blocks = blocks_of(task, numbers.clone(), 0);
        // SAFETY: `run_tasks` runs each block once and in order of tasks; `context` says why blocks of a
        // task write disjoint rows.
        unsafe {
            match task.stage {
                SolverStage::IntegrateVelocitiesFirst | SolverStage::IntegrateVelocities if SMALL => {
                    let first = task.stage == SolverStage::IntegrateVelocitiesFirst;
                    with_lanes!(self.level, l => integrate::integrate_velocities(l, context, blocks, first));
                }
                SolverStage::IntegrateVelocitiesFirst => {
                    with_lanes!(self.level, l => integrate::integrate_velocities(l, context, blocks, true));
                }
                SolverStage::IntegrateVelocities => {
                    with_lanes!(self.level, l => integrate::integrate_velocities(l, context, blocks, false));
                }
                SolverStage::IntegratePositions => {
                    with_lanes!(self.level, l => integrate::integrate_positions(l, context, blocks));
                }
                stage if stage.over_trees() => self.run_trees(task, numbers),
                _ => self.run_color(task, numbers, hits),
            }
        }
    }

    /// Runs one stage over some blocks of trees.
    unsafe fn run_trees(&self, task: Task, numbers: Range<u32>) {
        let context = &self.context;
        for BlockNumber { number, claimant } in blocks_of(task, numbers, 0) {
            // SAFETY: the blocks come from `run` under its contract; trees share no body that is written.
            unsafe {
                let block = &*context.trees.blocks.add(number as usize);
                macro_rules! run {
                    ($kernel:path) => {
                        with_lanes!(block.level, l => $kernel(l, context, block, claimant))
                    };
                }
                match task.stage {
                    SolverStage::PrepareTrees => run!(tree_exchange::prepare),
                    SolverStage::WarmStartTrees => run!(tree_kernels::warm_start),
                    SolverStage::SolveTrees => run!(tree_kernels::solve),
                    SolverStage::RelaxTrees => run!(tree_kernels::relax),
                    _ => run!(tree_exchange::store),
                }
            }
        }
    }

    /// Runs some blocks of a color: first its joints, form by form, then its contacts.
    unsafe fn run_color(&self, task: Task, blocks: Range<u32>, hits: &mut Vec<Hit>) {
        let plan = &self.plans[task.plan as usize];
        // SAFETY: the blocks come from `run` under its contract.
        unsafe {
            let has_images = self.context.has_images() && task.color as usize == OVERFLOW;
            if blocks.start < plan.joint_blocks {
                if has_images {
                    self.run_joints_of_images(task, plan, blocks.clone());
                } else {
                    self.run_forms(task, plan, blocks.clone());
                }
            }
            if blocks.end > plan.joint_blocks {
                let start = blocks.start.max(plan.joint_blocks) - plan.joint_blocks;
                let blocks = blocks_of(task, start..blocks.end - plan.joint_blocks, plan.joint_blocks);
                if has_images {
                    return self.run_contacts_of_images(task.stage, plan, blocks, hits);
                }
                self.run_contacts(task.stage, (&plan.contacts, plan.level), blocks, hits);
            }
        }
    }

    /// Runs one stage over contacts of the overflow color, with the states of images before each.
    #[cold]
    unsafe fn run_contacts_of_images(
        &self,
        stage: SolverStage,
        plan: &ColorPlan,
        blocks: BlockRange,
        hits: &mut Vec<Hit>,
    ) {
        if plan.joint_blocks == 0 {
            self.context.count_sub_step(stage);
        }
        for (BlockNumber { number, claimant }, block) in blocks.singly() {
            // SAFETY: the blocks come from `run` under its contract; one thread has all of this color.
            unsafe {
                let bodies = self.context.bodies_of_contact(&plan.contacts, number);
                self.context.with_images(bodies, claimant, || {
                    self.run_contacts(stage, (&plan.contacts, plan.level), block, hits);
                });
            }
        }
    }

    /// Runs the joints among some blocks of the overflow color, with the states of images before each.
    #[cold]
    unsafe fn run_joints_of_images(&self, task: Task, plan: &ColorPlan, blocks: Range<u32>) {
        self.context.count_sub_step(task.stage);
        let mut first = 0;
        for (joints, &count) in plan.joints.iter().zip(&plan.form_blocks) {
            let start = blocks.start.clamp(first, first + count) - first;
            let end = blocks.end.clamp(first, first + count) - first;
            for (BlockNumber { number, claimant }, block) in blocks_of(task, start..end, first).singly() {
                // SAFETY: the blocks come from `run` under its contract; one thread has all of this color.
                unsafe {
                    let bodies = self.context.bodies_of_joint(joints, (number, claimant));
                    self.context.with_images(bodies, claimant, || {
                        self.run_joints(task.stage, joints, plan.level, block);
                    });
                }
            }
            first += count;
        }
    }

    /// Runs the joints among some blocks of a color.
    unsafe fn run_forms(&self, task: Task, plan: &ColorPlan, blocks: Range<u32>) {
        let mut first = 0;
        for (joints, &count) in plan.joints.iter().zip(&plan.form_blocks) {
            let start = blocks.start.clamp(first, first + count) - first;
            let end = blocks.end.clamp(first, first + count) - first;
            if start < end {
                let blocks = blocks_of(task, start..end, first);
                // SAFETY: the blocks come from `run` under its contract.
                unsafe { self.run_joints(task.stage, joints, plan.level, blocks) };
            }
            first += count;
        }
    }

    /// Runs one stage over some blocks of joints of one form.
    unsafe fn run_joints(&self, stage: SolverStage, plan: &JointPlan, level: LaneLevel, blocks: BlockRange) {
        let context = &self.context;
        // SAFETY: the blocks come from `run` under its contract.
        unsafe {
            let is_generic = GENERIC_JOINTS && matches!(plan.form, JointForm::Row | JointForm::Rows);
            if stage != SolverStage::Prepare && is_generic {
                return run_rows(context, stage, (plan, level), blocks);
            }
            match stage {
                SolverStage::Prepare => {
                    with_lanes!(level, l => joint_exchange::prepare(l, context, plan, blocks));
                }
                SolverStage::WarmStart => {
                    with_lanes!(level, l => joint_kernels::warm_start(l, context, plan, blocks));
                }
                SolverStage::SolveJoints => {
                    with_lanes!(level, l => joint_kernels::solve(l, context, plan, blocks, true));
                }
                SolverStage::RelaxJoints => {
                    with_lanes!(level, l => joint_kernels::solve(l, context, plan, blocks, false));
                }
                SolverStage::Store => {
                    with_lanes!(level, l => joint_store::store(l, context, plan, blocks));
                }
                _ => {}
            }
        }
    }

    /// Runs one stage over some blocks of contacts.
    unsafe fn run_contacts(
        &self,
        stage: SolverStage,
        (plan, level): (&ContactPlan, LaneLevel),
        blocks: BlockRange,
        hits: &mut Vec<Hit>,
    ) {
        let context = &self.context;
        // SAFETY: the blocks come from `run` under its contract.
        unsafe {
            match stage {
                SolverStage::Prepare => {
                    with_lanes!(level, l => contact_exchange::prepare(l, context, plan, blocks));
                }
                SolverStage::WarmStart => {
                    with_lanes!(level, l => contact_kernels::warm_start(l, context, plan, blocks));
                }
                SolverStage::SolveContacts | SolverStage::RelaxContacts if SMALL => {
                    let biased = stage == SolverStage::SolveContacts;
                    with_lanes!(level, l => contact_kernels::solve(l, context, plan, blocks, biased));
                }
                SolverStage::SolveContacts => {
                    with_lanes!(level, l => contact_kernels::solve(l, context, plan, blocks, true));
                }
                SolverStage::RelaxContacts => {
                    with_lanes!(level, l => contact_kernels::solve(l, context, plan, blocks, false));
                }
                SolverStage::Restitution => {
                    with_lanes!(level, l => contact_kernels::restitution(l, context, plan, blocks));
                }
                SolverStage::Store => {
                    with_lanes!(level, l => contact_exchange::store(l, context, plan, blocks, hits));
                }
                _ => {}
            }
        }
    }
}
