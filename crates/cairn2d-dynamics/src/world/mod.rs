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
pub(crate) use continuous::Continuous;
pub use explosions::Explosion;
pub(crate) use finalize::PART;
pub use joint_views::{JointMut, JointRef};
pub(crate) use masses::inverses;
pub(crate) use moves::Moves;
pub use queries::{CastResult, ImpactResult, NearestResult, PairResult, QueryFilter, Seen, SeparationResult};
pub use reserve::Capacity;
pub(crate) use seams::Seams;
pub use shape_views::{ShapeMut, ShapeRef};
pub(crate) use step::StepContext;

use std::sync::Arc;

use cairn2d_math::{LaneLevel, Vec2};
use cairn2d_tasks::{TaskSystem, Threads};

use crate::persist::calls::{Calls, Op};
use crate::persist::snapshot::Spare;
use crate::stages::report::NanosecondClock;
use crate::stages::scratch::Scratch;
use crate::state::State;
use crate::tables::check::{Bound, check, check_vector};
use crate::tables::error::ValueError;

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
    pub(crate) state: State,
    pub(crate) scratch: Scratch,
    pub(crate) services: Services,
    pub(crate) spare: Spare,
}

/// A clone begins with empty working memory; `clone_from` keeps that of the target.
impl Clone for World {
    fn clone(&self) -> World {
        let (state, services) = (self.state.clone(), self.services.clone());
        World { state, services, scratch: Scratch::default(), spare: Spare::default() }
    }

    fn clone_from(&mut self, source: &World) {
        self.state.clone_from(&source.state);
        self.services.clone_from(&source.services);
    }
}

/// What the caller lends a world, and the log of its calls. No result depends on it.
#[derive(Clone, Debug)]
pub(crate) struct Services {
    pub(crate) threads: Threads,
    pub(crate) clock: Option<NanosecondClock>,
    pub(crate) calls: Calls,
}

impl World {
    /// Changes gravity \[m/s²\]. Sleeping bodies stay asleep.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn set_gravity(&mut self, gravity: impl Into<Vec2>) -> Result<(), ValueError> {
        let gravity = check_vector("gravity", gravity.into())?;
        self.state.config.gravity = gravity;
        self.note(Op::SetGravity, &gravity);
        Ok(())
    }

    /// Changes the number of threads, 1 to 64. Results do not depend on it.
    ///
    /// # Errors
    /// A count out of range.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), ValueError> {
        check("threads", threads as f32, Bound::Range(1.0, 64.0))?;
        self.state.config.threads = threads;
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
        self.services.threads.lend(tasks);
    }

    /// Changes the lanes of the wide kernels. Results do not depend on them.
    ///
    /// # Errors
    /// Lanes this machine does not have.
    pub fn set_lanes(&mut self, lanes: LaneLevel) -> Result<(), ValueError> {
        if !lanes.is_available() {
            return Err(ValueError::lanes(lanes));
        }
        self.state.config.lanes = lanes;
        Ok(())
    }

    /// Lends the world a clock, so that the report of a step tells the time of every stage. Changes no result.
    ///
    /// # Panics
    /// As [`set_pair_filter`](Self::set_pair_filter); no time is taken then.
    pub fn set_clock(&mut self, clock: Option<NanosecondClock>) {
        self.services.clock = clock;
    }
}
