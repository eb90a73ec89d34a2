//! The built-in scenes, each once, by name.
//!
//! `benchmark` holds the ten worlds of the Box2D benchmark program, rebuilt from an engine-independent description of
//! their numbers; `founding` the worlds this engine was first measured with; `piles`, `machines` and `fast` scenes to look at.
//! Positions are computed in `f32` in the order the description gives.

mod benchmark;
mod fast;
mod figures;
mod founding;
mod ground;
mod joints;
mod machines;
mod piles;
mod rain;
mod sensors;
mod wheels_and_feet;
mod world_content;

use core::fmt;

pub(crate) use benchmark::Junkyard;
pub(crate) use rain::Rain;
pub(crate) use wheels_and_feet::Platformer;

use crate::format::Scene;
use crate::script::{self, Script};

/// What a built-in scene is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    /// A world of the usual head-to-head comparison of engines.
    Benchmark,
    /// A world this engine was first measured with.
    Founding,
    /// A world to look at.
    Showcase,
}

impl fmt::Display for Category {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Category::Benchmark => "benchmark",
            Category::Founding => "founding",
            Category::Showcase => "showcase",
        })
    }
}

/// A built-in scene.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// The name it is found by.
    pub name: &'static str,
    /// What it is for.
    pub category: Category,
    /// What it shows, in a sentence.
    pub description: &'static str,
    /// How many steps it is meant to run; a benchmark times all but the first.
    pub steps: u32,
    bodies: fn(&mut Scene),
}

impl BuiltIn {
    /// Returns the scene and its script, if it has one.
    pub fn build(&self) -> (Scene, Option<Box<dyn Script>>) {
        let scene = self.scene();
        // Every built-in scene has what its script needs; a test builds them all.
        let script = script::of_scene(&scene).ok().flatten();
        (scene, script)
    }

    /// Returns the scene; it names its script if it has one.
    pub fn scene(&self) -> Scene {
        let mut scene = Scene::new(self.name, self.description);
        scene.steps = self.steps;
        (self.bodies)(&mut scene);
        scene
    }
}

/// Returns all built-in scenes, by category.
pub fn all() -> &'static [BuiltIn] {
    BUILT_IN
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
    fn new(name: &str) -> Self {
        // A third of the letters may be wrong; a name that contains the other counts as near, however long.
        let allowed = 1 + name.chars().count() / 3;
        let mut near: Vec<(usize, &'static str)> = all()
            .iter()
            .map(|scene| (edit_distance(name, scene.name), scene.name))
            .filter(|&(distance, known)| {
                distance <= allowed || name.len() >= 3 && (known.contains(name) || name.contains(known))
            })
            .collect();
        near.sort_unstable();
        Self { name: name.to_owned(), near: near.into_iter().take(5).map(|(_, known)| known).collect() }
    }

    /// Returns the name that was asked for.
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

/// Returns how many letters must be added, removed or changed to make one word the other.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (above, letter_a) in a.chars().enumerate() {
        let mut diagonal = above;
        row[0] = above + 1;
        for (column, letter_b) in b.iter().enumerate() {
            let changed = diagonal + usize::from(letter_a != *letter_b);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[b.len()]
}

const fn entry(
    name: &'static str,
    category: Category,
    steps: u32,
    bodies: fn(&mut Scene),
    description: &'static str,
) -> BuiltIn {
    BuiltIn { name, category, description, steps, bodies }
}

use Category::{Benchmark, Founding, Showcase};

const BUILT_IN: &[BuiltIn] = &[
    entry("compounds", Benchmark, 500, benchmark::compounds, "3000 bodies of two triangles fall into a bin"),
    entry(
        "joint_grid",
        Benchmark,
        500,
        benchmark::joint_grid,
        "A net of 10000 discs and 19800 hinges hangs and swings",
    ),
    entry("junkyard", Benchmark, 800, benchmark::junkyard, "8000 pieces of rubble are pushed to and fro"),
    entry("large_pyramid", Benchmark, 500, benchmark::large_pyramid, "One pyramid of 5050 boxes stands"),
    entry("many_pyramids", Benchmark, 200, benchmark::many_pyramids, "400 pyramids of 55 boxes stand"),
    entry("rain", Benchmark, 1000, rain::rain, "1000 rag dolls rain down, are removed and made again"),
    entry("smash", Benchmark, 300, benchmark::smash, "A heavy box flies into a sleeping block of 9600"),
    entry(
        "spinner",
        Benchmark,
        500,
        benchmark::spinner,
        "A blade stirs 6076 small bodies in a round container",
    ),
    entry("tumbler", Benchmark, 750, benchmark::tumbler, "2025 boxes tumble in a motor-driven drum"),
    entry("washer", Benchmark, 500, benchmark::washer, "8100 boxes tumble in a turning ring with paddles"),
    entry("pyramid990", Founding, 500, founding::pyramid990, "A pyramid of 990 boxes stands"),
    entry("wall1000", Founding, 500, founding::wall1000, "A brick wall of 1000 boxes stands"),
    entry("moving10k", Founding, 500, founding::moving10k, "10000 elastic discs fly about in a room"),
    entry("moving20k", Founding, 500, founding::moving20k, "20000 elastic discs fly about in a room"),
    entry(
        "moving20k_filtered",
        Founding,
        500,
        founding::moving20k_filtered,
        "20000 discs fly through one another in a room",
    ),
    entry("card_house", Showcase, 600, piles::card_house, "A house of 40 cards, 2 mm thick, stands"),
    entry("domino", Showcase, 600, piles::domino, "15 dominoes, a meter apart, fall one after the other"),
    entry("arch", Showcase, 600, piles::arch, "15 stones hold one another up and carry a load"),
    entry("mixed_bin", Showcase, 600, piles::mixed_bin, "600 bodies of six shapes fill a bin"),
    entry("ragdoll_pile", Showcase, 600, piles::ragdoll_pile, "30 rag dolls fall on a heap"),
    entry("newtons_cradle", Showcase, 4800, machines::newtons_cradle, "Five steel balls pass on a blow"),
    entry(
        "pendulum_wave",
        Showcase,
        1800,
        machines::pendulum_wave,
        "15 pendulums of different lengths fall out of step and back",
    ),
    entry("bridge", Showcase, 600, machines::bridge, "A hanging bridge of 30 planks catches a load"),
    entry("seesaw", Showcase, 400, machines::seesaw, "A heavy box falls and throws a small one up high"),
    entry(
        "wrecking_ball",
        Showcase,
        500,
        machines::wrecking_ball,
        "A ball on a chain knocks down a brick wall",
    ),
    entry("pegboard", Showcase, 1800, machines::pegboard, "120 balls fall through pegs into nine bins"),
    entry("conveyor", Showcase, 1500, machines::conveyor, "Belts carry boxes down from one to the next"),
    entry("tripwires", Showcase, 600, sensors::tripwires, "Sensors tell what falls, flies and rests in them"),
    entry(
        "platformer",
        Showcase,
        1000,
        wheels_and_feet::platformer,
        "A character climbs stairs, rides a lift, walks down a ramp, jumps and pushes crates",
    ),
    entry(
        "sprung_car",
        Showcase,
        600,
        wheels_and_feet::sprung_car,
        "A car on sprung wheels that are only cast drives over hills into a pile of boxes",
    ),
    entry(
        "top_down_car",
        Showcase,
        600,
        wheels_and_feet::top_down_car,
        "A car seen from above takes a slalom, slides through a turn and brakes",
    ),
    entry(
        "puppets",
        Showcase,
        600,
        figures::puppets,
        "Four dolls, strong, slow, weak and idle, march and wave while balls are thrown at them",
    ),
    entry(
        "shooting_range",
        Showcase,
        300,
        fast::shooting_range,
        "Bullets, spinning planks and a chain, fast enough to pass through one another",
    ),
    entry(
        "breaking_bridge",
        Showcase,
        600,
        world_content::breaking_bridge,
        "A bridge bears one load after the other, and gives way",
    ),
    entry("pool", Showcase, 900, world_content::pool, "Rafts, logs, balls and stones fall into water"),
    entry(
        "orbits",
        Showcase,
        1800,
        world_content::orbits,
        "16 moons run about a star on circles and ellipses",
    ),
    entry(
        "zones",
        Showcase,
        900,
        world_content::zones,
        "Bodies go through turned gravity, a conveyor, syrup, wind and a magnet",
    ),
    entry(
        "blasts",
        Showcase,
        480,
        world_content::blasts,
        "Two explosions and an implosion in a town of boxes",
    ),
    entry(
        "slow_motion",
        Showcase,
        600,
        world_content::slow_motion,
        "Balls cross ice, a belt and an area of slow time; a tower falls twice, once in slow motion",
    ),
    entry("hills", Showcase, 900, machines::hills, "Wheels of different grip roll over smooth terrain"),
    entry(
        "gear_train",
        Showcase,
        600,
        joints::gear_train,
        "A motor with a ratchet turns gears that move a rack and lift a load",
    ),
    entry("wheel_car", Showcase, 600, joints::wheel_car, "A car with suspension pulls a trailer over bumps"),
    entry(
        "joint_gallery",
        Showcase,
        600,
        joints::joint_gallery,
        "Welded shelf, slot, lift, drive, springs and a motor side by side",
    ),
    entry(
        "seams",
        Showcase,
        600,
        ground::seams,
        "Boxes and balls slide over tiles, chains and a mix of both",
    ),
    entry(
        "platforms",
        Showcase,
        600,
        ground::platforms,
        "Platforms hold what stands on them, not what flies up",
    ),
    entry(
        "surfaces",
        Showcase,
        600,
        ground::surfaces,
        "Boxes stick and slip, balls swing on mattresses, a belt carries",
    ),
];

#[cfg(test)]
mod tests;
