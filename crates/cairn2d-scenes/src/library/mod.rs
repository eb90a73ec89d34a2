//! The built-in scenes, each once, by name.
//!
//! `benchmark` holds the ten worlds of the Box2D benchmark program, rebuilt from an engine-independent
//! description of their numbers; `founding` the worlds this engine was first measured with; `piles`,
//! `machines` and `fast` scenes to look at. Positions are computed in `f32` in the order the description
//! gives.

mod benchmark;
mod contacts;
mod cuts;
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
use crate::play::Maker;
use crate::script::{self, Script};

/// What a built-in scene is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// A world of the usual head-to-head comparison of engines.
    Benchmark,
    /// A world this engine was first measured with.
    Founding,
    /// Things that stand, lean and heap up.
    Stacks,
    /// What bodies can be made of.
    Shapes,
    /// What bodies slide over, stick to, bounce off and pass through.
    Surfaces,
    /// What holds bodies together, and what tears it.
    Joints,
    /// Many joints at work.
    Machines,
    /// Characters, cars and dolls.
    Actors,
    /// What is too fast to be seen twice.
    Fast,
    /// What the engine tells of, and worlds that change by it.
    Events,
    /// What can be asked of a world.
    Queries,
    /// Fields, blasts, water, and the flow of time.
    Forces,
    /// Numbers that break engines.
    Extremes,
    /// Worlds to play in.
    Games,
}

impl Category {
    /// All categories, in the order of the library.
    pub const ALL: [Category; 14] = [
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
            Category::Extremes => "extremes",
            Category::Games => "games",
        }
    }

    /// Returns whether its scenes are there to be measured and not to be looked at.
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
    /// The name it is found by.
    pub name: &'static str,
    /// What it is about.
    pub category: Category,
    /// What it shows, in a sentence.
    pub description: &'static str,
    /// How many steps it is meant to run; a benchmark times all but the first.
    pub steps: u32,
    bodies: fn(&mut Scene),
}

impl BuiltIn {
    /// Returns the scene and its script, if it has one; a play comes with a [`Runner`](crate::Runner) only.
    pub fn build(&self) -> (Scene, Option<Box<dyn Script>>) {
        let scene = self.scene();
        // Every built-in scene has what its script needs; a test builds them all.
        let script = script::of_scene(&scene).ok().flatten();
        (scene, script)
    }

    /// Returns the scene; it names its script if it has one.
    pub fn scene(&self) -> Scene {
        StandardFloats::within(|| {
            let mut scene = Scene::new(self.name, self.description);
            scene.steps = self.steps;
            (self.bodies)(&mut scene);
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
/// A name that no scene has, with the names that are nearest to it.
pub fn find(name: &str) -> Result<&'static BuiltIn, UnknownScene> {
    all().iter().find(|scene| scene.name == name).ok_or_else(|| UnknownScene::new(name))
}

/// A name that no built-in scene has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownScene {
    name: String,
    near: Vec<&'static str>,
}

impl UnknownScene {
    /// The letters of a name that are compared and kept; no scene has a name as long.
    const LONGEST: usize = 64;

    fn new(name: &str) -> Self {
        let kept: String = name.chars().take(Self::LONGEST).collect();
        if kept.len() < name.len() {
            return Self { name: kept + "…", near: Vec::new() };
        }
        Self { near: near_names(&kept), name: kept }
    }

    /// Returns the name that was asked for; a long one is cut.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns up to five names that are near, the nearest first.
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

/// Returns up to five names of scenes that are like a name: those with the fewest wrong letters, else those
/// that contain it.
fn near_names(name: &str) -> Vec<&'static str> {
    let name = name.to_lowercase().replace(['-', ' '], "_");
    // A quarter of the letters may be wrong, at least one.
    let allowed = (name.chars().count() / 4).max(1);
    let mut near: Vec<(usize, &'static str)> =
        all().iter().map(|scene| (edit_distance(&name, scene.name), scene.name)).collect();
    near.retain(|&(distance, _)| distance <= allowed);
    near.sort_unstable();
    // A name that is one letter off leaves no room for one that is three off.
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

/// Returns how many letters must be added, removed, changed or swapped with the next one to make one word the
/// other.
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    // Rows of the table of distances between beginnings of the words, the last one at the end.
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
    bodies: fn(&mut Scene),
    description: &'static str,
) -> BuiltIn {
    BuiltIn { name, category, description, steps, bodies }
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
    crate::games::PLAYS,
];

static BUILT_IN: LazyLock<Vec<BuiltIn>> = LazyLock::new(|| {
    let mut scenes: Vec<BuiltIn> = FILES.concat();
    scenes.sort_by_key(|scene| scene.category);
    scenes
});

#[cfg(test)]
mod tests;
