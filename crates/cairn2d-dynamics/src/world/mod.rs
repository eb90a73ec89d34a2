//! The world: one value that owns everything. Its methods live in files by concern; this one holds the fields, the constructor and
//! what can be asked of the world as a whole.

// In the order of the page of `World`: making one, what goes in, stepping, what there is, looking, changing, settings, and the rest.
mod make;

mod bodies;

mod step;

mod overview;

mod body_setters;
mod body_views;
mod bulk;
mod shape_views;
mod shapes;

mod joint_views;
mod joints;

mod queries;

mod contact_views;
mod sensors;

mod explosions;
mod fields;

mod materials;
mod settings;

mod changes;
mod contacts;
mod continuous;
mod crowds;
mod finalize;
mod hash;
mod hooks;
mod joint_loads;
mod masses;
mod moves;
mod one_way;
mod origin;
mod relations;
mod reserve;
mod seams;
mod sets;
mod time_scales;
mod validate;

pub use body_views::{BodyMut, BodyRef};
pub use contact_views::{ContactPoint, ContactRef};
pub use explosions::Explosion;
pub use joint_views::{JointMut, JointRef};
pub(crate) use masses::inverses;
pub use queries::{CastResult, ImpactResult, NearestResult, PairResult, QueryFilter, Seen, SeparationResult};
pub use reserve::Capacity;
pub use shape_views::{ShapeMut, ShapeRef};
pub(crate) use step::StepContext;

use continuous::Continuous;
use std::sync::Arc;

use cairn2d_math::{LaneLevel, Vec2};
use cairn2d_tasks::{TaskSystem, Threads};

use crate::body::Bodies;
use crate::broad_phase::BroadPhase;
use crate::calls::{Calls, Op};
use crate::check::{Bound, check, check_vector};
use crate::column::Origin;
use crate::config::WorldConfig;
use crate::constraint_graph::ConstraintGraph;
use crate::contact::Contacts;
use crate::error::ValueError;
use crate::event::Events;
use crate::field::Fields;
use crate::hooks::Hooks;
use crate::impact::Impacts;
use crate::island::IslandFinder;
use crate::joint::Joints;
use crate::material::MaterialPairs;
use crate::narrow_phase::NarrowPhase;
use crate::report::NanosecondClock;
use crate::room::clone_into_room;
use crate::sensor::Sensors;
use crate::shape::Shapes;
use crate::snapshot::Spare;
use crate::solver::{FinalizeLists, Solver};
use crate::solver_set::SolverSets;

use moves::Moves;

use seams::Seams;

/// A world of bodies, shapes, joints and contacts.
///
/// One value owns everything: it can be moved to another thread, and cloning it is a snapshot in memory. The fastest way to keep a world and to go
/// back to it is [`World::save_into`]. All that is passed to it is
/// checked; a refused call leaves it exactly as it was.
///
/// # Determinism
/// The same calls give the same bits on every machine, with any lanes and any number of threads.
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
/// Any number of threads may look at a world at the same time, but not while it is stepped or changed. That is a matter of types: what is seen
/// or told in one step cannot be kept into the next,
/// ```compile_fail,E0502
/// # use cairn2d_dynamics::{Body, World, WorldConfig};
/// # let mut world = World::new(WorldConfig::default())?;
/// # let id = world.spawn(Body::dynamic())?;
/// let (body, hits) = (world.body(id), world.events().hits());
/// world.step(1.0 / 60.0)?;
/// println!("{:?} {:?}", body, hits);
/// # Ok::<(), cairn2d_dynamics::Error>(())
/// ```
/// nobody can ask while another thread steps,
/// ```compile_fail,E0502
/// # use cairn2d_dynamics::{QueryFilter, World, WorldConfig};
/// # let mut world = World::new(WorldConfig::default())?;
/// std::thread::scope(|scope| {
///     scope.spawn(|| world.nearest([0.0, 0.0], 1.0, QueryFilter::all()));
///     scope.spawn(|| world.step(1.0 / 60.0));
/// });
/// # Ok::<(), cairn2d_dynamics::Error>(())
/// ```
/// and a function of yours that a step asks cannot keep the world that asks it.
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
    pub(crate) config: WorldConfig,
    pub(crate) bodies: Bodies,
    pub(crate) shapes: Shapes,
    pub(crate) joints: Joints,
    pub(crate) fields: Fields,
    pub(crate) contacts: Contacts,
    pub(crate) sets: SolverSets,
    pub(crate) graph: ConstraintGraph,
    pub(crate) broad_phase: BroadPhase,
    pub(crate) narrow_phase: NarrowPhase,
    pub(crate) hooks: Hooks,
    pub(crate) material_pairs: MaterialPairs,
    pub(crate) seams: Seams,
    pub(crate) sensors: Sensors,
    pub(crate) solver: Solver,
    pub(crate) impacts: Impacts,
    pub(crate) islands: IslandFinder,
    pub(crate) finalized: Vec<FinalizeLists>,
    pub(crate) continuous: Continuous,
    pub(crate) events: Events,
    pub(crate) moves: Moves,
    pub(crate) threads: Threads,
    pub(crate) step_count: u64,
    /// Length of the last step \[s\].
    pub(crate) last_dt: f32,
    /// Whether a step is under way; between steps, that one stopped halfway.
    pub(crate) mid_step: bool,
    pub(crate) clock: Option<NanosecondClock>,
    pub(crate) calls: Calls,
    pub(crate) spare: Spare,
    /// What the marks of its columns are of.
    pub(crate) origin: Origin,
}

clone_into_room!(World: config, bodies, shapes, joints, fields, contacts, sets, graph, broad_phase, hooks, material_pairs, seams, sensors, impacts, events, moves, threads, step_count, last_dt, mid_step, clock, calls, origin; narrow_phase, solver, islands, finalized, continuous, spare);

impl World {
    /// Changes gravity \[m/s²\]. Sleeping bodies stay asleep.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn set_gravity(&mut self, gravity: impl Into<Vec2>) -> Result<(), ValueError> {
        let gravity = check_vector("gravity", gravity.into())?;
        self.config.gravity = gravity;
        self.note(Op::SetGravity, &gravity);
        Ok(())
    }

    /// Changes the number of threads, 1 to 64. Results do not depend on it.
    ///
    /// # Errors
    /// A count out of range.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), ValueError> {
        check("threads", threads as f32, Bound::Range(1.0, 64.0))?;
        self.config.threads = threads;
        Ok(())
    }

    /// Lends the world the caller's threads; the setting of its own is ignored until they are taken back. Results do not depend on it.
    ///
    /// # Panics
    /// A panic of the task system, not of the work it runs, is held back until the step is done on the caller's thread alone; then it reaches
    /// the caller of `step`. The world can be used on. Work that a task system never calls is done by the caller, too.
    pub fn set_task_system(&mut self, tasks: impl TaskSystem + 'static) {
        self.share_task_system(Some(Arc::new(tasks)));
    }

    /// Takes the caller's threads back.
    pub fn clear_task_system(&mut self) {
        self.share_task_system(None);
    }

    /// As [`set_task_system`](Self::set_task_system), with threads that other worlds have, too; `None` takes them back.
    pub fn share_task_system(&mut self, tasks: Option<Arc<dyn TaskSystem>>) {
        self.threads.lend(tasks);
    }

    /// Changes the lanes of the wide kernels. Results do not depend on them.
    ///
    /// # Errors
    /// Lanes this machine does not have.
    pub fn set_lanes(&mut self, lanes: LaneLevel) -> Result<(), ValueError> {
        if !lanes.is_available() {
            return Err(ValueError::lanes(lanes));
        }
        self.config.lanes = lanes;
        Ok(())
    }

    /// Lends the world a clock, so that the report of a step tells the time of every stage. Changes no result.
    ///
    /// # Panics
    /// As [`set_pair_filter`](Self::set_pair_filter); no time is taken then.
    pub fn set_clock(&mut self, clock: Option<NanosecondClock>) {
        self.clock = clock;
    }
}
