//! Scenes of queries: a level that stands still, and lists of queries that are timed in place of steps.

use cairn2d_scenes::Scene;
use cairn2d_scenes::format::{BodyDesc, ShapeDesc};

/// Queries in each timed list.
const COUNT: usize = 500;

/// Cells in a row of the level. Each cell has one box about its middle.
const CELLS: u16 = 110;

/// Side of a cell \[m\].
const CELL: f32 = 3.6;

/// Side of the level \[m\].
const SIDE: f32 = CELL * CELLS as f32;

/// One query. Every engine answers it with a number that does not depend on the engine.
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
    /// The number of shapes that overlap a box.
    BoxOverlap {
        /// Centre \[m\].
        center: [f32; 2],
        /// Half extents \[m\].
        half: [f32; 2],
    },
}

/// Makes the queries of a scene, a new list for each step.
pub(crate) struct Queries {
    make: fn(&mut Random) -> Query,
    random: Random,
    list: Vec<Query>,
}

impl Queries {
    /// Returns the queries of a scene, if it is a scene of queries.
    pub(crate) fn of(scene: &str) -> Option<Queries> {
        let make: fn(&mut Random) -> Query = match scene {
            "rays" => |random| Query::Ray { from: random.free_point(), translation: random.point(60.0) },
            "circle_casts" => |random| Query::CircleCast {
                from: random.free_point(),
                translation: random.point(60.0),
                radius: random.between(0.05, 0.25),
            },
            "box_overlaps" => |random| Query::BoxOverlap {
                center: random.point(SIDE),
                half: [random.between(0.5, 12.0), random.between(0.5, 12.0)],
            },
            _ => return None,
        };
        Some(Queries { make, random: Random(7), list: Vec::with_capacity(COUNT) })
    }

    /// Returns the queries of the next step.
    pub(crate) fn next_list(&mut self) -> &[Query] {
        self.list.clear();
        let Queries { make, random, list } = self;
        list.extend(core::iter::repeat_with(|| make(random)).take(COUNT));
        list
    }
}

/// Returns the level of all scenes of queries: 10,084 static and 2,016 dynamic boxes without gravity,
/// which do not touch.
pub(crate) fn level(name: &str) -> Scene {
    let mut scene = Scene::new(name, "Queries in a level that stands still");
    scene.steps = 200;
    scene.world.gravity = [0.0, 0.0];
    scene.world.sleeping = false;
    let mut random = Random(1);
    let middle = |cell: u16| (f32::from(cell) + 0.5) * CELL - 0.5 * SIDE;
    for index in 0..CELLS * CELLS {
        let [dx, dy] = random.point(0.6);
        let at = [middle(index % CELLS) + dx, middle(index / CELLS) + dy];
        let shape = ShapeDesc::half_box(random.between(0.3, 1.2), random.between(0.3, 1.2));
        let body = if index % 6 == 5 { BodyDesc::dynamic(at) } else { BodyDesc::fixed(at) };
        scene.add(body.with(shape));
    }
    scene
}

/// A linear congruential generator; Knuth, "The Art of Computer Programming", volume 2, MMIX.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1_u32 << 24) as f32
    }

    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// Returns a point of a square about the origin.
    fn point(&mut self, side: f32) -> [f32; 2] {
        [self.between(-0.5 * side, 0.5 * side), self.between(-0.5 * side, 0.5 * side)]
    }

    /// Returns a point near the corner of a cell, at least 0.27 m from all boxes. Box2D's rays ignore shapes
    /// in which they begin; others stop there.
    fn free_point(&mut self) -> [f32; 2] {
        [0, 1].map(|_| {
            let cell = (self.unit() * f32::from(CELLS - 1)) as u16 + 1;
            f32::from(cell) * CELL - 0.5 * SIDE + self.between(-0.02, 0.02)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Queries, level};

    #[test]
    fn level_is_valid_and_lists_differ() {
        let scene = level("rays");
        assert_eq!(scene.bodies.len(), 12_100);
        assert!(scene.validate().is_ok());
        let mut queries = Queries::of("rays").unwrap();
        let first = queries.next_list().to_vec();
        assert_ne!(first, queries.next_list());
        assert!(Queries::of("tumbler").is_none());
    }
}
