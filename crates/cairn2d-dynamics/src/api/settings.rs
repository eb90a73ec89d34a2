//! Settings that can change while a world runs: gravity, threads, task system, lanes, clock, sub-steps,
//! sleeping and continuous collision.

use std::sync::Arc;

use cairn2d_math::{LaneLevel, StandardFloats, Vec2};
use cairn2d_tasks::TaskSystem;

use crate::persist::calls::Op;
use crate::tables::check::{Bound, check, check_vector};
use crate::tables::error::ValueError;
use crate::tables::report::NanosecondClock;
use crate::tables::solver_set::FIRST_SLEEPING_SET;
use crate::world::World;

impl World {
    /// Sets gravity \[m/s²\]. Sleeping bodies stay asleep, unless bodies sleep in layers and gravity changes.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn set_gravity(&mut self, gravity: impl Into<Vec2>) -> Result<(), ValueError> {
        let gravity = check_vector("gravity", gravity.into())?;
        let changed = gravity != self.state.config.gravity;
        self.state.config.gravity = gravity;
        if changed && self.state.config.is_layered() {
            self.wake_all();
        }
        self.note(Op::SetGravity, &gravity);
        Ok(())
    }

    /// Sets the number of threads, 1 to 64. Results do not depend on it.
    ///
    /// # Errors
    /// A count out of range.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), ValueError> {
        check("threads", threads as f32, Bound::Range(1.0, 64.0))?;
        self.state.config.threads = threads;
        Ok(())
    }

    /// Lends the caller's threads to the world. The world's own thread setting is ignored until they are
    /// returned. Results do not depend on it.
    ///
    /// # Panics
    /// A panic of the task system itself, not of the work that it runs, does not stop the step. The calling
    /// thread completes the step alone, and then the panic resumes in the caller of `step`. The world remains
    /// usable. The calling thread also does all work that the task system never runs.
    pub fn set_task_system(&mut self, tasks: impl TaskSystem + 'static) {
        self.share_task_system(Some(Arc::new(tasks)));
    }

    /// Returns the caller's threads; the world uses its own thread setting again.
    pub fn clear_task_system(&mut self) {
        self.share_task_system(None);
    }

    /// Like [`set_task_system`](Self::set_task_system), with a task system that other worlds may share;
    /// `None` returns it.
    pub fn share_task_system(&mut self, tasks: Option<Arc<dyn TaskSystem>>) {
        self.services.threads.lend(tasks);
    }

    /// The threads of the world, for work of your own between its steps: those lent by
    /// [`set_task_system`](Self::set_task_system), or the pool of the world, which starts here if the world
    /// has not stepped yet. `None` if the world has one thread.
    ///
    /// Each share of the work runs with standard floating-point arithmetic. Results of the world do not
    /// depend on it.
    ///
    /// # Panics
    /// A panic of the work reaches the caller of `run`. A panic of a lent task system itself is held back
    /// until the next step of the world.
    ///
    /// # Examples
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; }
    /// use cairn2d::{World, WorldConfig};
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    /// let mut world = World::new(WorldConfig::default())?;
    /// world.set_threads(2)?;
    /// let (cells, next, sum) = (1000, AtomicUsize::new(0), AtomicUsize::new(0));
    /// let work = || loop {
    ///     let cell = next.fetch_add(1, Ordering::Relaxed);
    ///     if cell >= cells {
    ///         break;
    ///     }
    ///     sum.fetch_add(cell, Ordering::Relaxed);
    /// };
    /// match world.tasks() {
    ///     Some(tasks) => tasks.run(&work),
    ///     None => work(),
    /// }
    /// assert_eq!(sum.into_inner(), 999 * 500);
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    pub fn tasks(&mut self) -> Option<Arc<dyn TaskSystem>> {
        self.services.threads.system(self.state.config.threads)
    }

    /// Sets the lane width of the wide kernels. Results do not depend on it.
    ///
    /// # Errors
    /// Lanes that this machine does not support.
    pub fn set_lanes(&mut self, lanes: LaneLevel) -> Result<(), ValueError> {
        if !lanes.is_available() {
            return Err(ValueError::lanes(lanes));
        }
        self.state.config.lanes = lanes;
        Ok(())
    }

    /// Lends a clock to the world, so that the step report contains the time of every stage. Changes no
    /// result.
    ///
    /// # Panics
    /// As [`set_pair_filter`](Self::set_pair_filter); the times are then not measured.
    pub fn set_clock(&mut self, clock: Option<NanosecondClock>) {
        self.services.clock = clock;
    }

    /// Sets the number of sub-steps of a step, 1 to 64. Sleeping bodies stay asleep.
    ///
    /// # Errors
    /// A count out of range.
    pub fn set_sub_steps(&mut self, sub_steps: u32) -> Result<(), ValueError> {
        StandardFloats::within(|| {
            check("sub_steps", sub_steps as f32, Bound::Range(1.0, 64.0))?;
            self.state.config.sub_steps = sub_steps;
            self.note(Op::SetSubSteps, &sub_steps);
            Ok(())
        })
    }

    /// Enables or disables sleeping. Disabling it wakes all sleeping bodies.
    pub fn set_sleeping(&mut self, sleeping: bool) {
        StandardFloats::within(|| {
            self.state.config.sleeping = sleeping;
            self.note(Op::SetSleeping, &sleeping);
            if !sleeping {
                self.wake_all();
            }
        });
    }

    /// Wakes all sleeping bodies.
    fn wake_all(&mut self) {
        for slot in 0..self.state.bodies.records.len() as u32 {
            if self.state.bodies.pool.is_alive(slot)
                && self.state.bodies.records[slot as usize].set >= FIRST_SLEEPING_SET
            {
                self.state.wake_body(slot);
            }
        }
    }

    /// Enables or disables continuous collision of fast bodies with static and kinematic shapes.
    pub fn set_continuous(&mut self, continuous: bool) {
        StandardFloats::within(|| {
            self.state.config.continuous = continuous;
            self.note(Op::SetContinuous, &continuous);
        });
    }
}
