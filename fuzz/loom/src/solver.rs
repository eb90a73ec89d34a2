//! The solver types that the scheduler uses, without kernels.

#[path = "../../../crates/cairn2d-dynamics/src/kernels/solver/workers.rs"]
pub(crate) mod workers;

/// A stage; there is one here.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SolverStage {
    Solve,
}

/// A hit; there is none here.
#[derive(Debug)]
pub(crate) struct Hit;

/// A solve without kernels. That of the solver borrows its plans.
pub(crate) struct Solve<'a>(core::marker::PhantomData<&'a ()>);

impl Solve<'_> {
    /// Does nothing: the models bring their own work.
    ///
    /// # Safety
    /// None; the solver's has conditions.
    pub(crate) unsafe fn run(&self, _: workers::Task, _: core::ops::Range<u32>, _: &mut Vec<Hit>) {}
}
