//! Systems that only some programs have a use for, and that only those pay for with the size of their code.
//!
//! The step does not name such a system. Whoever brings the first thing that needs it into a world hands it over, as a pointer to its function.
//! A program in which nobody does so (the engine for the browser has no function that makes a sensor) then does not hold its code. Calls are
//! the same, one step calls one function, and a world without such things calls none.
//!
//! Invariant: a table with something in it has the system that looks after it, which the stages assert. Marks in descriptions carry theirs, so that a mark without its
//! system cannot be made.

use core::fmt;

use cairn2d_geometry::Impact;
use cairn2d_math::{Rot, Vec2};

use crate::calls::{CallError, CallReader, Put, Read, Writer};
use crate::narrow_phase::Changes;
use crate::solver::RowPasses;
use crate::world::{StepContext, World};

/// A stage, or a part of one.
pub(crate) type Stage = fn(&mut World, &mut StepContext);

/// A system as it is handed over.
pub(crate) trait System: Copy + 'static {
    /// The one there is.
    const LINK: Self;
}

/// Yes or no in a description, with the system that a yes asks for.
#[derive(Clone, Copy)]
pub(crate) struct Mark<S>(Option<S>);

impl<S: System> Mark<S> {
    pub(crate) const NO: Mark<S> = Mark(None);
    pub(crate) const YES: Mark<S> = Mark(Some(S::LINK));

    pub(crate) fn is_set(&self) -> bool {
        self.0.is_some()
    }

    /// Hands the system over, if it is asked for.
    pub(crate) fn hand_to(&self, system: &mut Option<S>) {
        if self.is_set() {
            *system = self.0;
        }
    }
}

impl<S: System> PartialEq for Mark<S> {
    fn eq(&self, other: &Mark<S>) -> bool {
        self.is_set() == other.is_set()
    }
}

impl<S: System> fmt::Debug for Mark<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.is_set().fmt(f)
    }
}

impl<S: System> Put for Mark<S> {
    fn put(&self, to: &mut Writer) {
        self.is_set().put(to);
    }
}

impl<S: System> Read for Mark<S> {
    fn read(from: &mut CallReader<'_>) -> Result<Mark<S>, CallError> {
        Ok(if bool::read(from)? { Mark::YES } else { Mark::NO })
    }
}

/// A system that comes with a description and is no part of what is written of it.
#[derive(Clone, Copy)]
pub(crate) struct Needs<S>(pub(crate) Option<S>);

impl<S: System> Needs<S> {
    pub(crate) const NOTHING: Needs<S> = Needs(None);
    pub(crate) const IT: Needs<S> = Needs(Some(S::LINK));
}

impl<S> PartialEq for Needs<S> {
    fn eq(&self, _: &Needs<S>) -> bool {
        true
    }
}

impl<S> fmt::Debug for Needs<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.is_some().fmt(f)
    }
}

impl<S> Put for Needs<S> {
    fn put(&self, _: &mut Writer) {}
}

/// Whoever reads descriptions has all systems.
impl<S: System> Read for Needs<S> {
    fn read(_: &mut CallReader<'_>) -> Result<Needs<S>, CallError> {
        Ok(Needs::IT)
    }
}

/// Relations: what is done for their joints before, in and after the solve, and when one is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RelationWork {
    pub(crate) prepare: fn(&mut World, f32),
    pub(crate) finish: fn(&mut World, f32),
    pub(crate) begin: fn(&mut World, u32),
    pub(crate) passes: RowPasses,
}

impl System for RelationWork {
    const LINK: RelationWork = RelationWork {
        prepare: World::prepare_relations,
        finish: World::finish_relations,
        begin: World::begin_track,
        passes: RowPasses::LINK,
    };
}

/// Sensors: the stage that finds out who is in them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sensing {
    pub(crate) update: Stage,
}

impl System for Sensing {
    const LINK: Sensing = Sensing { update: World::follow_visitors };
}

/// Fields: the stage that applies them, and what it then does to bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldWork {
    pub(crate) apply: Stage,
}

impl System for FieldWork {
    const LINK: FieldWork = FieldWork { apply: World::push_by_fields };
}

/// One-way shapes: the part of the narrow phase that lets contacts pass, and what impacts ask of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passing {
    pub(crate) pass: fn(&mut World, &[Changes], f32),
    pub(crate) holds: fn(&World, [u32; 2], Vec2, [Rot; 2]) -> bool,
}

impl System for Passing {
    const LINK: Passing = Passing { pass: World::pass_one_way, holds: World::one_way_holds };
}

/// Hooks: where they are asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asking {
    pub(crate) pre_solve: fn(&mut World),
    pub(crate) lets_collide: fn(&World, [u32; 2]) -> bool,
    pub(crate) lets_stop: fn(&World, [u32; 2], &Impact) -> bool,
}

impl System for Asking {
    const LINK: Asking = Asking {
        pre_solve: World::ask_pre_solve,
        lets_collide: World::ask_pair_filter,
        lets_stop: World::ask_about_impact,
    };
}

/// Bodies with shapes: how many static ones are made known to the broad phase at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShapePlacing {
    pub(crate) insert: fn(&mut World, &[u32]),
}

impl System for ShapePlacing {
    const LINK: ShapePlacing = ShapePlacing { insert: World::insert_static_proxies };
}

/// Bodies that begin disabled: how one is taken out of the simulation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disabling {
    pub(crate) disable: fn(&mut World, u32),
}

impl System for Disabling {
    const LINK: Disabling = Disabling { disable: World::disable_body };
}

/// Bullets: the part of continuous collision that keeps them from other dynamic bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BulletWatch {
    pub(crate) stop: fn(&mut World, &mut crate::world::BulletRun<'_>),
}

impl System for BulletWatch {
    const LINK: BulletWatch = BulletWatch { stop: World::stop_bullets };
}
