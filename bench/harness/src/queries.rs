//! Scenes of queries: a level that stands still, and lists of queries that are timed in place of steps.

use cairn2d_scenes::Scene;
use cairn2d_scenes::format::{BodyDesc, ShapeDesc};

use crate::games::Parameters;
use crate::random::Random;

/// Queries in each timed list.
const COUNT: usize = 500;

/// Cells in a row of the level. Each cell has one box about its middle.
const CELLS: u32 = 110;

/// Side of a cell \[m\].
const CELL: f32 = 3.6;

/// One query. Every engine answers it with the same number, apart from its tolerance: casts of Box2D end 5 mm
/// early or late.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Query {
    /// The fraction of the closest hit of a ray, 1 without a hit.
    Ray {
        /// Start \[m\].
        from: [f32; 2],
        /// Translation \[m\].
        translation: [f32; 2],
    },
    /// The fraction of the closest hit of a moving disc, 1 without a hit.
    CircleCast {
        /// Centre at the start \[m\].
        from: [f32; 2],
        /// Translation \[m\].
        translation: [f32; 2],
        /// Radius \[m\].
        radius: f32,
    },
    /// The fraction of the closest hit of a moving upright box, 1 without a hit.
    BoxCast {
        /// Centre at the start \[m\].
        from: [f32; 2],
        /// Translation \[m\].
        translation: [f32; 2],
        /// Half extents \[m\].
        half: [f32; 2],
    },
    /// The distance to the nearest shape \[m\], 0 inside; the radius without a shape within it.
    Nearest {
        /// The point \[m\].
        point: [f32; 2],
        /// The radius \[m\].
        radius: f32,
    },
    /// The number of shapes that overlap a box.
    BoxOverlap {
        /// Centre \[m\].
        center: [f32; 2],
        /// Half extents \[m\].
        half: [f32; 2],
    },
}

/// Appends the queries of a step.
type Make = Box<dyn FnMut(&mut Vec<Query>)>;

/// Makes the queries of a scene, a new list for each step.
pub(crate) struct Queries {
    make: Make,
    list: Vec<Query>,
    /// Whether an engine gets the rays as one list.
    pub(crate) as_list: bool,
}

/// The level of the scenes of queries: a square of cells about the origin.
#[derive(Clone, Copy)]
struct Level {
    cells: u32,
    cell: f32,
}

impl Queries {
    /// Returns queries that a function appends for each step.
    pub(crate) fn from_fn(make: impl FnMut(&mut Vec<Query>) + 'static) -> Queries {
        Queries { make: Box::new(make), list: Vec::new(), as_list: false }
    }

    /// Returns the level of all scenes of queries, and the queries of one of them.
    pub(crate) fn in_level(name: &str, parameters: &Parameters) -> (Scene, Queries) {
        let cells = ((CELLS as f32 * parameters.counts.sqrt()).round() as u32).max(2);
        let level = Level { cells, cell: CELL * parameters.size };
        let scene = level.scene(name, parameters.seed);
        let random = Random::new(6 + parameters.seed);
        let mut queries = level.queries(name, random);
        queries.as_list = name == "ray_lists";
        (scene, queries)
    }

    /// Returns the queries of the next step.
    pub(crate) fn next_list(&mut self) -> &[Query] {
        self.list.clear();
        (self.make)(&mut self.list);
        &self.list
    }
}

impl Level {
    fn queries(self, name: &str, mut random: Random) -> Queries {
        // Lengths of the usual level in units of this one.
        let unit = self.cell / CELL;
        let far = 60.0 * unit;
        let make: fn(&mut Random, Level, f32, f32) -> Query = match name {
            "circle_casts" => |random, level, unit, far| Query::CircleCast {
                from: level.free_point(random),
                translation: random.point(far),
                radius: unit * random.between(0.05, 0.25),
            },
            "shape_casts" => |random, level, unit, far| Query::BoxCast {
                from: level.free_point(random),
                translation: random.point(far),
                half: [0, 1].map(|_| unit * random.between(0.05, 0.18)),
            },
            "box_overlaps" => |random, level, unit, _| Query::BoxOverlap {
                center: random.point(level.side()),
                half: [0, 1].map(|_| unit * random.between(0.5, 12.0)),
            },
            "nearest" => |random, level, unit, _| Query::Nearest {
                point: random.point(level.side()),
                radius: unit * 6.0,
            },
            _ => |random, level, _, far| Query::Ray {
                from: level.free_point(random),
                translation: random.point(far),
            },
        };
        Queries::from_fn(move |list| {
            list.extend(core::iter::repeat_with(|| make(&mut random, self, unit, far)).take(COUNT));
        })
    }

    fn side(self) -> f32 {
        self.cell * self.cells as f32
    }

    /// Five static boxes for each dynamic one, without gravity, which do not touch.
    fn scene(self, name: &str, seed: u64) -> Scene {
        let mut scene = Scene::new(name, "Queries in a level that stands still");
        scene.steps = 200;
        scene.world.gravity = [0.0, 0.0];
        scene.world.sleeping = false;
        let mut random = Random::new(seed);
        let unit = self.cell / CELL;
        let middle = |cell: u32| (cell as f32 + 0.5) * self.cell - 0.5 * self.side();
        for index in 0..self.cells * self.cells {
            let [dx, dy] = random.point(0.6 * unit);
            let at = [middle(index % self.cells) + dx, middle(index / self.cells) + dy];
            let half = [0, 1].map(|_| unit * random.between(0.3, 1.2));
            let body = if index % 6 == 5 { BodyDesc::dynamic(at) } else { BodyDesc::fixed(at) };
            scene.add(body.with(ShapeDesc::half_box(half[0], half[1])));
        }
        scene
    }

    /// Returns a point near the corner of a cell, at least 0.27 m from all boxes. Box2D's rays ignore shapes
    /// in which they begin; others stop there.
    fn free_point(self, random: &mut Random) -> [f32; 2] {
        let unit = self.cell / CELL;
        [0, 1].map(|_| {
            let cell = random.below(self.cells - 1) + 1;
            cell as f32 * self.cell - 0.5 * self.side() + unit * random.between(-0.02, 0.02)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Queries;
    use crate::games::Parameters;

    #[test]
    fn level_is_valid_and_lists_differ() {
        let (scene, mut queries) = Queries::in_level("rays", &Parameters::default());
        assert_eq!(scene.bodies.len(), 12_100);
        assert!(scene.validate().is_ok());
        let first = queries.next_list().to_vec();
        assert_ne!(first, queries.next_list());
    }
}
