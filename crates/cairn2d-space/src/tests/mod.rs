//! Every method against plain loops over a list, on many distributions of boxes.
//!
//! The list below is the oracle: it has no slots, cells or lanes, and computes every call of the interface
//! from its definition.

mod contract;
mod distributions;
mod random_calls;

use core::ops::ControlFlow;

use cairn2d_math::lanes::LaneLevel;
use cairn2d_math::{Aabb, Vec2, vec2};

use super::{Auto, BruteForce, Grid, Index, SpaceError, SpatialHash, SpatialIndex, Sweep, Tree};

/// One empty index of every kind; the grid with its default cell size and with a given one.
fn all_methods(level: LaneLevel) -> Vec<Box<dyn SpatialIndex>> {
    vec![
        Box::new(Index::<BruteForce>::with_level(level)),
        Box::new(Index::<Sweep>::with_level(level)),
        Box::new(Index::<Grid>::with_level(level)),
        Box::new(Index::<Grid>::with_cell_size(3.0).expect("the cell size is fine")),
        Box::new(Index::<SpatialHash>::with_level(level)),
        Box::new(Index::<Tree>::with_level(level)),
        Box::new(Index::<Auto>::with_level(level)),
    ]
}

/// The narrowest and the widest lanes of this machine.
fn two_levels() -> [LaneLevel; 2] {
    [LaneLevel::Scalar, LaneLevel::best()]
}

/// Whether an index accepts a box.
fn acceptable(aabb: Aabb) -> bool {
    let near = |v: f32| (-1.0e37..=1.0e37).contains(&v);
    let all_near = near(aabb.min.x) && near(aabb.min.y) && near(aabb.max.x) && near(aabb.max.y);
    all_near && aabb.min.x <= aabb.max.x && aabb.min.y <= aabb.max.y
}

/// The oracle: a plain list.
#[derive(Clone, Default)]
struct List(Vec<(u32, Aabb)>);

impl List {
    fn place(&self, item: u32) -> Option<usize> {
        self.0.iter().position(|entry| entry.0 == item)
    }

    fn insert(&mut self, item: u32, aabb: Aabb) -> Result<(), SpaceError> {
        if !acceptable(aabb) {
            return Err(SpaceError::InvalidBox { item, aabb });
        }
        if self.place(item).is_some() {
            return Err(SpaceError::DuplicateItem(item));
        }
        self.0.push((item, aabb));
        Ok(())
    }

    fn remove(&mut self, item: u32) -> Result<Aabb, SpaceError> {
        let place = self.place(item).ok_or(SpaceError::UnknownItem(item))?;
        Ok(self.0.swap_remove(place).1)
    }

    fn update(&mut self, item: u32, aabb: Aabb) -> Result<(), SpaceError> {
        let place = self.place(item).ok_or(SpaceError::UnknownItem(item))?;
        if !acceptable(aabb) {
            return Err(SpaceError::InvalidBox { item, aabb });
        }
        self.0[place].1 = aabb;
        Ok(())
    }

    fn pairs(&self) -> Vec<(u32, u32)> {
        let mut pairs = Vec::new();
        for (i, &(a, box_a)) in self.0.iter().enumerate() {
            for &(b, box_b) in &self.0[i + 1..] {
                let apart = box_a.max.x < box_b.min.x
                    || box_b.max.x < box_a.min.x
                    || box_a.max.y < box_b.min.y
                    || box_b.max.y < box_a.min.y;
                if !apart {
                    pairs.push(if a < b { (a, b) } else { (b, a) });
                }
            }
        }
        pairs.sort_unstable();
        pairs
    }

    fn query(&self, aabb: Aabb) -> Vec<u32> {
        let inside = |entry: &&(u32, Aabb)| aabb.is_valid() && entry.1.overlaps(aabb);
        sorted(self.0.iter().filter(inside).map(|entry| entry.0))
    }

    fn on_ray(&self, origin: Vec2, translation: Vec2, max_fraction: f32) -> Vec<u32> {
        let valid = acceptable(Aabb::new(origin, origin)) && translation.is_finite();
        let met =
            |entry: &&(u32, Aabb)| valid && entry.1.ray_cast(origin, translation, max_fraction).is_some();
        sorted(self.0.iter().filter(met).map(|entry| entry.0))
    }
}

fn sorted(items: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut items: Vec<u32> = items.collect();
    items.sort_unstable();
    items
}

fn queried(index: &dyn SpatialIndex, aabb: Aabb) -> Vec<u32> {
    let mut items = Vec::new();
    let end = index.query_box(aabb, &mut |item| {
        items.push(item);
        ControlFlow::Continue(())
    });
    assert!(end.is_continue());
    sorted(items.into_iter())
}

fn on_ray(index: &dyn SpatialIndex, origin: Vec2, translation: Vec2, max_fraction: f32) -> Vec<u32> {
    let mut items = Vec::new();
    index.ray_cast(origin, translation, max_fraction, &mut |item, limit| {
        assert_eq!(limit, max_fraction);
        items.push(item);
        -1.0
    });
    sorted(items.into_iter())
}

/// The least fraction at which a ray enters any box, by shortening it.
fn first_on_ray(index: &dyn SpatialIndex, origin: Vec2, translation: Vec2, max_fraction: f32) -> Option<f32> {
    let mut first = None;
    let mut before = max_fraction;
    index.ray_cast(origin, translation, max_fraction, &mut |item, limit| {
        assert!(limit <= before, "the limit went from {before} to {limit}");
        before = limit;
        let aabb = index.aabb(item).expect("only what is there is reported");
        let fraction = aabb.ray_cast(origin, translation, limit).expect("only what is met is reported");
        first = Some(fraction);
        fraction
    });
    first
}

/// Compares all results of an index with those of the oracle.
fn compare(index: &mut dyn SpatialIndex, list: &List, regions: &[Aabb], context: &str) {
    let name = index.method_name();
    assert_eq!(index.len(), list.0.len(), "{name}, {context}");
    for &region in regions {
        assert_eq!(queried(index, region), list.query(region), "{name}, {context}: {region:?}");
        let corner = Aabb::new(region.min, region.min);
        let mut at = Vec::new();
        let _ = index.query_point(region.min, &mut |item| {
            at.push(item);
            ControlFlow::Continue(())
        });
        assert_eq!(sorted(at.into_iter()), list.query(corner), "{name}, {context}: at {:?}", region.min);
        let (origin, translation) = (region.min, region.max - region.min);
        for translation in [translation, -translation, vec2(translation.x, 0.0), vec2(0.0, -translation.y)] {
            for max_fraction in [1.0, 3.5] {
                let expected = list.on_ray(origin, translation, max_fraction);
                let found = on_ray(index, origin, translation, max_fraction);
                assert_eq!(
                    found, expected,
                    "{name}, {context}: ray {origin:?} {translation:?} {max_fraction}"
                );
                let boxes = list.0.iter().filter(|(item, _)| expected.contains(item));
                let first = boxes
                    .filter_map(|(_, aabb)| aabb.ray_cast(origin, translation, max_fraction))
                    .reduce(f32::min);
                assert_eq!(
                    first_on_ray(index, origin, translation, max_fraction),
                    first,
                    "{name}, {context}: first on the ray {origin:?} {translation:?} {max_fraction}"
                );
            }
        }
    }
    let mut pairs = vec![(7, 7)];
    index.pairs(&mut pairs);
    assert_eq!(pairs, list.pairs(), "{name}, {context}");
    for &region in regions {
        assert_eq!(queried(index, region), list.query(region), "{name}, {context}, indexed: {region:?}");
    }
}
