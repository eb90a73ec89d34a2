//! The built-in scenes by name.
//!
//! `benchmark` holds the ten worlds of the Box2D benchmark program, rebuilt from an engine-independent
//! description of their numbers. `founding` holds the first benchmark worlds of this engine; `piles`,
//! `machines` and `fast` are showcase scenes. Positions are computed in `f32` in the order of the
//! description.

mod benchmark;
mod blasts;
mod breaking;
mod contacts;
mod cuts;
mod digging;
mod extremes;
mod fast;
mod figures;
mod founding;
mod ground;
mod happenings;
mod joint_rows;
mod joints;
mod lively;
mod machines;
mod mediums;
mod motions;
mod parts;
mod piles;
mod portals;
mod pouring;
mod pushing;
mod queries;
mod rain;
mod sensors;
mod shapes;
mod speeds;
mod stacks;
mod wheels_and_feet;
mod works;
mod world_content;

use core::fmt;
use std::sync::LazyLock;

pub(crate) use benchmark::Junkyard;
pub(crate) use founding::Random;
pub(crate) use parts::room;
pub(crate) use rain::Rain;
pub(crate) use wheels_and_feet::Platformer;

use cairn2d::StandardFloats;

use crate::format::Scene;
use crate::parameters::{Parameter, ParameterError, Parameters, Setting, apply_general};
use crate::play::Maker;
use crate::script::{self, Script};

/// Subject of a built-in scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// A world of the usual comparison of engines.
    Benchmark,
    /// One of the first benchmark worlds of this engine.
    Founding,
    /// Piles, towers and heaps.
    Stacks,
    /// Kinds of shapes and masses.
    Shapes,
    /// Surfaces: friction, restitution, one-way ground.
    Surfaces,
    /// Joints and their breaking.
    Joints,
    /// Many joints at work.
    Machines,
    /// Characters, cars and dolls.
    Actors,
    /// Very fast bodies.
    Fast,
    /// Events, and worlds that respond to them.
    Events,
    /// Queries.
    Queries,
    /// Fields, explosions, water, and time scales.
    Forces,
    /// Pairs of connected openings.
    Portals,
    /// Numbers that break engines.
    Extremes,
    /// Worlds to play in.
    Games,
}

impl Category {
    /// All categories, in the order of the library.
    pub const ALL: [Category; 15] = [
        Category::Benchmark,
        Category::Founding,
        Category::Stacks,
        Category::Shapes,
        Category::Surfaces,
        Category::Joints,
        Category::Machines,
        Category::Actors,
        Category::Fast,
        Category::Events,
        Category::Queries,
        Category::Forces,
        Category::Portals,
        Category::Extremes,
        Category::Games,
    ];

    /// Returns its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Category::Benchmark => "benchmark",
            Category::Founding => "founding",
            Category::Stacks => "stacks",
            Category::Shapes => "shapes",
            Category::Surfaces => "surfaces",
            Category::Joints => "joints",
            Category::Machines => "machines",
            Category::Actors => "actors",
            Category::Fast => "fast",
            Category::Events => "events",
            Category::Queries => "queries",
            Category::Forces => "forces",
            Category::Portals => "portals",
            Category::Extremes => "extremes",
            Category::Games => "games",
        }
    }

    /// Returns whether its scenes are benchmarks, not showcases.
    pub fn is_measured(self) -> bool {
        matches!(self, Category::Benchmark | Category::Founding)
    }
}

impl fmt::Display for Category {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.name())
    }
}

/// A built-in scene.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// Its name.
    pub name: &'static str,
    /// Its subject.
    pub category: Category,
    /// A description in one sentence.
    pub description: &'static str,
    /// Suggested number of steps; a benchmark times all but the first.
    pub steps: u32,
    builder: Builder,
}

/// Fills a scene with its content.
#[derive(Clone, Copy, Debug)]
enum Builder {
    /// A scene without parameters of its own.
    Plain(fn(&mut Scene)),
    /// A scene with parameters, which the function declares.
    Tunable(fn(&mut Scene, &mut Parameters<'_>)),
}

impl BuiltIn {
    /// Returns the scene and its script, if it has one; a play comes with a [`Runner`](crate::Runner) only.
    pub fn build(&self) -> (Scene, Option<Box<dyn Script>>) {
        let scene = self.scene();
        // Every built-in scene satisfies its script; a test builds them all.
        let script = script::of_scene(&scene).ok().flatten();
        (scene, script)
    }

    /// Returns the scene; it names its script if it has one.
    pub fn scene(&self) -> Scene {
        self.make(&mut Parameters::new(&[]))
    }

    /// Returns its parameters with their default values.
    pub fn parameters(&self) -> Vec<Parameter> {
        let mut parameters = Parameters::new(&[]);
        self.make(&mut parameters);
        parameters.declared()
    }

    /// Returns the scene with other values of its parameters, and the parameters.
    ///
    /// # Errors
    /// An unknown name and an invalid value.
    pub fn scene_with(&self, settings: &[Setting]) -> Result<(Scene, Vec<Parameter>), ParameterError> {
        let mut parameters = Parameters::new(settings);
        let scene = self.make(&mut parameters);
        Ok((scene, parameters.finish()?))
    }

    fn make(&self, parameters: &mut Parameters<'_>) -> Scene {
        StandardFloats::within(|| {
            let mut scene = Scene::new(self.name, self.description);
            scene.steps = self.steps;
            match self.builder {
                Builder::Plain(build) => build(&mut scene),
                Builder::Tunable(build) => build(&mut scene, parameters),
            }
            apply_general(&mut scene, parameters);
            scene
        })
    }
}

/// Returns all built-in scenes, by category.
pub fn all() -> &'static [BuiltIn] {
    &BUILT_IN
}

/// The plays of scenes, by name.
pub(crate) fn plays() -> impl Iterator<Item = &'static (&'static str, Maker)> {
    PLAYS.iter().copied().flatten()
}

/// Returns the built-in scene of a name.
///
/// # Errors
/// An unknown name, with the nearest known names.
pub fn find(name: &str) -> Result<&'static BuiltIn, UnknownScene> {
    all().iter().find(|scene| scene.name == name).ok_or_else(|| UnknownScene::new(name))
}

/// An unknown name of a built-in scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownScene {
    name: String,
    near: Vec<&'static str>,
}

impl UnknownScene {
    /// Letters of a name that are compared and stored; no scene has a longer name.
    const LONGEST: usize = 64;

    fn new(name: &str) -> Self {
        let kept: String = name.chars().take(Self::LONGEST).collect();
        if kept.len() < name.len() {
            return Self { name: kept + "…", near: Vec::new() };
        }
        Self { near: near_names(&kept), name: kept }
    }

    /// Returns the unknown name; a long one is cut.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns up to five similar names, the nearest first.
    pub fn near(&self) -> &[&'static str] {
        &self.near
    }
}

impl fmt::Display for UnknownScene {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "there is no built-in scene {:?}", self.name)?;
        if !self.near.is_empty() {
            write!(out, "; did you mean {}?", self.near.join(", "))?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownScene {}

/// Returns up to five names of scenes that are similar to a name: those with the fewest wrong letters, else
/// those that contain it.
fn near_names(name: &str) -> Vec<&'static str> {
    let name = name.to_lowercase().replace(['-', ' '], "_");
    // A quarter of the letters may be wrong, at least one.
    let allowed = (name.chars().count() / 4).max(1);
    let mut near: Vec<(usize, &'static str)> =
        all().iter().map(|scene| (edit_distance(&name, scene.name), scene.name)).collect();
    near.retain(|&(distance, _)| distance <= allowed);
    near.sort_unstable();
    // With a name at distance one, names at distance three are not shown.
    let least = near.first().map_or(0, |&(distance, _)| distance);
    near.retain(|&(distance, _)| distance <= least + 1);
    if near.is_empty() {
        let contains = |known: &str| name.len() >= 3 && (known.contains(&name) || name.contains(known));
        let containing = all().iter().filter(|scene| contains(scene.name));
        near = containing.map(|scene| (scene.name.len().abs_diff(name.len()), scene.name)).collect();
        near.sort_unstable();
    }
    near.into_iter().take(5).map(|(_, known)| known).collect()
}

/// Returns the number of letters that must be added, removed, changed or swapped with the next one to turn
/// one word into the other.
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    // Rows of the table of distances between prefixes of the words, the last one at the end.
    let mut rows = [vec![0; b.len() + 1], vec![0; b.len() + 1], (0..=b.len()).collect()];
    for i in 0..a.len() {
        rows.rotate_left(1);
        rows[2][0] = i + 1;
        for k in 0..b.len() {
            let changed = rows[1][k] + usize::from(a[i] != b[k]);
            let one_more = 1 + rows[1][k + 1].min(rows[2][k]);
            let swapped = i > 0 && k > 0 && a[i] == b[k - 1] && a[i - 1] == b[k];
            let swapped = if swapped { rows[0][k - 1] + 1 } else { usize::MAX };
            rows[2][k + 1] = changed.min(one_more).min(swapped);
        }
    }
    rows[2][b.len()]
}

pub(crate) const fn entry(
    name: &'static str,
    category: Category,
    steps: u32,
    build: fn(&mut Scene),
    description: &'static str,
) -> BuiltIn {
    BuiltIn { name, category, description, steps, builder: Builder::Plain(build) }
}

/// As [`entry`], for a scene with parameters.
const fn tunable(
    name: &'static str,
    category: Category,
    steps: u32,
    build: fn(&mut Scene, &mut Parameters<'_>),
    description: &'static str,
) -> BuiltIn {
    BuiltIn { name, category, description, steps, builder: Builder::Tunable(build) }
}

/// The scenes of each file; [`all`] puts them in order.
const FILES: &[&[BuiltIn]] = &[
    benchmark::SCENES,
    rain::SCENES,
    founding::SCENES,
    piles::SCENES,
    stacks::SCENES,
    shapes::SCENES,
    contacts::SCENES,
    machines::SCENES,
    joints::SCENES,
    joint_rows::SCENES,
    motions::SCENES,
    works::SCENES,
    ground::SCENES,
    wheels_and_feet::SCENES,
    figures::SCENES,
    fast::SCENES,
    speeds::SCENES,
    sensors::SCENES,
    happenings::SCENES,
    lively::SCENES,
    cuts::SCENES,
    queries::SCENES,
    pushing::SCENES,
    world_content::SCENES,
    mediums::SCENES,
    blasts::SCENES,
    breaking::SCENES,
    digging::SCENES,
    pouring::SCENES,
    portals::SCENES,
    extremes::SCENES,
    crate::games::SCENES,
];

/// The plays of each file.
const PLAYS: &[&[(&str, Maker)]] = &[
    stacks::PLAYS,
    motions::PLAYS,
    works::PLAYS,
    speeds::PLAYS,
    happenings::PLAYS,
    lively::PLAYS,
    cuts::PLAYS,
    queries::PLAYS,
    mediums::PLAYS,
    blasts::PLAYS,
    breaking::PLAYS,
    digging::PLAYS,
    pouring::PLAYS,
    crate::games::PLAYS,
];

static BUILT_IN: LazyLock<Vec<BuiltIn>> = LazyLock::new(|| {
    let mut scenes: Vec<BuiltIn> = FILES.concat();
    scenes.sort_by_key(|scene| scene.category);
    scenes
});

#[cfg(test)]
mod tests;
