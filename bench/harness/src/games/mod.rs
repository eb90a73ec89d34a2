//! The suite of games: worlds and events that games have, beside the scenes of benchmarks.
//!
//! Every game is described once, for every engine. Its parameters come from the command line, so that a
//! check need not use the values the engines were tuned with: a factor on all counts, a factor on all
//! lengths, and the seed of everything random.

mod levels;
mod live;
mod machines;
mod queries;

use cairn2d_scenes::format::{BodyDesc, ShapeDesc};
use cairn2d_scenes::{Command, Scene};

use crate::queries::Queries;
use crate::random::Random;

/// The parameters of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Factor on the counts of bodies, shapes and queries \[-\].
    pub counts: f32,
    /// Factor on all lengths \[-\].
    pub size: f32,
    /// The seed of everything random.
    pub seed: u64,
}

impl Default for Parameters {
    fn default() -> Self {
        Parameters { counts: 1.0, size: 1.0, seed: 1 }
    }
}

impl Parameters {
    /// Returns a count, at least 1.
    fn count(&self, usual: u32) -> u32 {
        ((usual as f32 * self.counts).round() as u32).max(1)
    }

    /// Returns a length \[m\].
    fn length(&self, usual: f32) -> f32 {
        usual * self.size
    }

    /// Returns the columns and rows of a grid of about `usual` cells.
    fn grid(&self, usual: u32) -> (u32, u32) {
        let count = self.count(usual);
        let columns = ((count as f32).sqrt().round() as u32).max(1);
        (columns, count.div_ceil(columns))
    }

    fn random(&self, stream: u64) -> Random {
        Random::new(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ stream)
    }
}

/// What happens to a world before a step.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// A command of a scene's script.
    Command(Command),
    /// Wakes a body of the scene and gives it a velocity.
    Launch { body: u32, velocity: [f32; 2], angular_velocity: f32 },
    /// Moves a body of the scene to a pose at once.
    Teleport { body: u32, position: [f32; 2], angle: f32 },
}

/// Appends the actions before a step.
pub(crate) type Act = Box<dyn FnMut(u32, &mut Vec<Action>)>;

/// One game.
pub(crate) struct Game {
    /// The world before the first step.
    pub(crate) scene: Scene,
    /// Its events.
    pub(crate) act: Option<Act>,
    /// Its queries after each step.
    pub(crate) queries: Option<Queries>,
    /// Whether the world is stepped at all.
    pub(crate) steps: bool,
    /// The number of such worlds, which are stepped in turn.
    pub(crate) worlds: u32,
}

impl Game {
    fn new(scene: Scene) -> Self {
        Game { scene, act: None, queries: None, steps: true, worlds: 1 }
    }

    fn with(scene: Scene, act: impl FnMut(u32, &mut Vec<Action>) + 'static) -> Self {
        Game { act: Some(Box::new(act)), ..Game::new(scene) }
    }
}

type Build = fn(&str, &Parameters) -> Game;

/// The games, in the order they run.
const GAMES: [(&str, Build); 29] = [
    ("rays", queries::build),
    ("ray_lists", queries::build),
    ("circle_casts", queries::build),
    ("shape_casts", queries::build),
    ("box_overlaps", queries::build),
    ("nearest", queries::build),
    ("live10", live::build),
    ("live50", live::build),
    ("live200", live::build),
    ("live10_sleep", live::build),
    ("live50_sleep", live::build),
    ("live200_sleep", live::build),
    ("all_asleep", live::all_asleep),
    ("sleeping_city", live::sleeping_city),
    ("many_worlds", live::many_worlds),
    ("mixed_rest", live::mixed_rest),
    ("unequal", live::unequal),
    ("bullets", levels::bullets),
    ("spawn_despawn", levels::spawn_despawn),
    ("streaming", levels::streaming),
    ("sensors_still", levels::sensors_still),
    ("sensors_moving", levels::sensors_moving),
    ("teleports", levels::teleports),
    ("characters", levels::characters),
    ("platforms", machines::platforms),
    ("ragdolls", machines::ragdolls),
    ("chains", machines::chains),
    ("cars", machines::cars),
    ("bridges", machines::bridges),
];

/// Returns a game; `None` for a name no game has.
pub(crate) fn find(name: &str, parameters: &Parameters) -> Option<Game> {
    let (name, build) = GAMES.iter().find(|(own, _)| *own == name)?;
    Some(build(name, parameters))
}

/// Returns an empty scene with a floor of this half width \[m\] whose top is at 0, and walls.
fn yard(name: &str, half_width: f32, parameters: &Parameters) -> Scene {
    let mut scene = Scene::new(name, "A game");
    scene.steps = 300;
    let (half, thick) = (parameters.length(half_width), parameters.length(1.0));
    let wall = |x: f32| ShapeDesc::box_at([thick, 20.0 * thick], [x, 19.0 * thick]);
    let floor = BodyDesc::fixed([0.0, 0.0]).with(ShapeDesc::box_at([half + thick, thick], [0.0, -thick]));
    scene.add(floor.with(wall(-half - thick)).with(wall(half + thick)));
    scene
}

/// Returns a convex shape of 3 to 8 corners, a capsule, a box or a circle about the origin, of about this
/// radius \[m\].
fn mixed_shape(random: &mut Random, radius: f32) -> ShapeDesc {
    match random.below(5) {
        0 => ShapeDesc::circle(0.9 * radius),
        1 => ShapeDesc::half_box(random.between(0.5, 0.9) * radius, random.between(0.5, 0.9) * radius),
        2 => ShapeDesc::capsule([-0.6 * radius, 0.0], [0.6 * radius, 0.0], 0.4 * radius),
        _ => {
            let corners = 3 + random.below(6);
            let point = |corner: u32| {
                let angle = core::f32::consts::TAU * corner as f32 / corners as f32;
                [angle.cos() * radius, angle.sin() * radius]
            };
            ShapeDesc::polygon((0..corners).map(point).collect::<Vec<_>>(), 0.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Action, GAMES, Parameters, find};
    use crate::GAME_NAMES;

    #[test]
    fn games_are_valid_with_any_parameters_and_repeat() {
        for parameters in [
            Parameters::default(),
            Parameters { counts: 0.2, size: 3.0, seed: 9 },
            Parameters { counts: 1.7, size: 0.5, seed: 2 },
        ] {
            for name in GAME_NAMES {
                let [mut one, mut two] = [0, 1].map(|_| find(name, &parameters).unwrap());
                one.scene.validate().unwrap_or_else(|error| panic!("{name}: {error}"));
                assert_eq!(one.scene, two.scene, "{name}");
                let [mut first, mut second] = [Vec::<Action>::new(), Vec::new()];
                for step in 0..5 {
                    one.act.iter_mut().for_each(|act| act(step, &mut first));
                    two.act.iter_mut().for_each(|act| act(step, &mut second));
                }
                assert_eq!(format!("{first:?}"), format!("{second:?}"), "{name}");
            }
        }
        assert!(find("tumbler", &Parameters::default()).is_none());
        assert_eq!(GAMES.map(|(name, _)| name), GAME_NAMES);
    }

    #[test]
    fn seeds_and_counts_change_a_game() {
        let usual = Parameters::default();
        let scene = |parameters: &Parameters| find("mixed_rest", parameters).unwrap().scene;
        assert_ne!(scene(&usual), scene(&Parameters { seed: 2, ..usual }));
        let more = scene(&Parameters { counts: 2.0, ..usual }).bodies.len();
        assert!(more > scene(&usual).bodies.len() * 19 / 10);
    }
}
