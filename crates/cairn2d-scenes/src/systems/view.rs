//! The marks of systems in an overlay, so that every renderer shows a gas, a terrain or a liquid.
//!
//! A system of another type is not shown; its play may publish marks of its own.

use core::any::Any;

use cairn2d::system::Systems;
use cairn2d::{Aabb, Vec2};
use cairn2d_gas::{Gas, Quantity};
use cairn2d_particles::Particles;
use cairn2d_terrain::Terrain;

use super::CellWind;
use crate::overlay::{Overlay, OverlayGrid, Ramp, Tone};

/// Overpressure of a gas with the strongest color, as a share of the ambient pressure \[-\].
const GAS_RANGE: f32 = 2.5;

/// Speeds of a wind with the weakest and the strongest color \[m/s\].
const WIND_RANGE: [f32; 2] = [0.5, 12.0];

/// Strength of the first of several materials of a terrain \[-\].
const FIRST_MATERIAL: f32 = 0.6;

/// Reach of a particle of a liquid \[spacings\].
const BLOB: f32 = 1.6;

/// Sums of blobs at which a liquid is transparent and opaque \[-\]. A lone particle has 1 in its middle, and
/// a full liquid 2.7.
const BLOB_RANGE: [f32; 2] = [0.5, 1.1];

/// Most cells of the picture of a liquid.
const MOST_CELLS: f32 = 262_144.0;

/// Draws systems; keeps its memory from step to step.
#[derive(Debug, Default)]
pub(crate) struct SystemsView {
    values: Vec<f32>,
    distances: Vec<f32>,
    materials: Vec<u8>,
}

impl SystemsView {
    /// Adds the marks of all systems of a known type in their order, and what they did to the headline.
    pub(crate) fn show(&mut self, systems: &Systems, overlay: &mut Overlay) {
        for system in systems.iter() {
            let system: &dyn Any = system;
            if let Some(gas) = system.downcast_ref() {
                self.gas(gas, overlay);
            } else if let Some(terrain) = system.downcast_ref() {
                self.terrain(terrain, overlay);
            } else if let Some(water) = system.downcast_ref() {
                self.water(water, overlay);
            } else if let Some(wind) = system.downcast_ref() {
                self.wind(wind, overlay);
            }
        }
    }

    /// The pressure of a gas against that around it.
    fn gas(&mut self, gas: &Gas, overlay: &mut Overlay) {
        let def = gas.def();
        gas.copy(Quantity::Overpressure, &mut self.values);
        let most = GAS_RANGE * def.pressure();
        overlay.grid(OverlayGrid {
            origin: def.origin,
            cell: def.cell,
            columns: def.cells[0] as usize,
            range: [-most, most],
            ramp: Ramp::Between(Tone::Friend, Tone::Foe),
            values: &self.values,
        });
        let step = gas.last_step();
        overlay.add_headline(&format!("{} active cells, {} sub-steps", step.active_cells, step.sub_steps));
    }

    /// The share of ground in the square around each sample; materials have different strengths.
    fn terrain(&mut self, terrain: &Terrain, overlay: &mut Overlay) {
        let field = terrain.field();
        let def = field.def();
        field.copy_distances(&mut self.distances);
        field.copy_materials(&mut self.materials);
        let [columns, rows] = def.size.map(|count| count as usize);
        let last = (def.materials.len() - 1).max(1) as f32;
        let (scale, step) = (1.0 / def.spacing, (1.0 - FIRST_MATERIAL) / last);
        self.values.clear();
        for (at, &distance) in self.distances.iter().enumerate() {
            let (column, row, is_ground) = (at % columns, at / columns, distance > 0.0);
            let is_border = |is_inside: bool, other: usize| {
                let other = is_inside && self.distances.get(other).is_some_and(|&other| other > 0.0);
                other != is_ground
            };
            let is_edge = is_border(column > 0, at.wrapping_sub(1))
                || is_border(column + 1 < columns, at + 1)
                || is_border(row > 0, at.wrapping_sub(columns))
                || is_border(row + 1 < rows, at + columns);
            // A distance within the ground may be that to a seam of two fills.
            let inside = if is_ground { 1.0 } else { 0.0 };
            let share = if is_edge { (0.5 + scale * distance).clamp(0.0, 1.0) } else { inside };
            self.values.push(share * (FIRST_MATERIAL + step * f32::from(self.materials[at])));
        }
        let half = Vec2::new(0.5, 0.5) * def.spacing;
        overlay.grid(OverlayGrid {
            origin: def.origin - half,
            cell: def.spacing,
            columns: def.size[0] as usize,
            range: [0.0, 1.0],
            ramp: Ramp::Fade(Tone::Ground),
            values: &self.values,
        });
    }

    /// A surface around the particles of a liquid: sums of smooth blobs, as in metaballs.
    fn water(&mut self, water: &Particles, overlay: &mut Overlay) {
        overlay.add_headline(&format!("{} particles", water.len()));
        let Some((&first, rest)) = water.positions().split_first() else { return };
        let bounds = rest
            .iter()
            .fold(Aabb::from_points(&[first]), |bounds, &point| bounds.union(Aabb::from_points(&[point])));
        let reach = BLOB * water.def().spacing;
        let bounds = bounds.expand(reach);
        let (mut cell, size) = (0.5 * water.def().spacing, bounds.max - bounds.min);
        while (size.x / cell + 1.0) * (size.y / cell + 1.0) > MOST_CELLS {
            cell *= 2.0;
        }
        let [columns, rows] = [size.x, size.y].map(|length| (length / cell) as usize + 1);
        self.values.clear();
        self.values.resize(columns * rows, 0.0);
        let (inverse, cells) = (1.0 / (reach * reach), reach / cell);
        for &point in water.positions() {
            // In cells, whose middles have whole coordinates.
            let place = (point - bounds.min) / cell - Vec2::new(0.5, 0.5);
            let range = |at: f32, count: usize| {
                (at - cells).ceil().max(0.0) as usize..count.min((at + cells).max(0.0) as usize + 1)
            };
            for row in range(place.y, rows) {
                let y = (row as f32 - place.y) * cell;
                for column in range(place.x, columns) {
                    let x = (column as f32 - place.x) * cell;
                    let share = (1.0 - (x * x + y * y) * inverse).max(0.0);
                    self.values[row * columns + column] += share * share;
                }
            }
        }
        overlay.grid(OverlayGrid {
            origin: bounds.min,
            cell,
            columns,
            range: BLOB_RANGE,
            ramp: Ramp::Fade(Tone::Water),
            values: &self.values,
        });
    }

    /// The speed of a wind.
    fn wind(&mut self, wind: &CellWind, overlay: &mut Overlay) {
        let def = wind.def();
        self.values.clear();
        self.values.extend(wind.air().iter().map(|air| air.length()));
        overlay.grid(OverlayGrid {
            origin: def.origin,
            cell: def.cell,
            columns: def.cells[0] as usize,
            range: WIND_RANGE,
            ramp: Ramp::Fade(Tone::Friend),
            values: &self.values,
        });
        overlay.add_headline(&format!("the wind pushes {} bodies", wind.last_push().bodies));
    }
}

#[cfg(test)]
mod tests {
    use super::SystemsView;
    use crate::overlay::{Overlay, Tone};
    use cairn2d::system::Systems;
    use cairn2d::{Aabb, Vec2};
    use cairn2d_particles::{Particles, ParticlesDef};
    use cairn2d_terrain::{Brush, GroundMaterial, Terrain, TerrainDef};

    /// Area that an overlay covers: the sum of strengths times that of a cell, for the only grid.
    fn covered(overlay: &Overlay, tone: Tone) -> f32 {
        let grid = overlay.grids().next().unwrap();
        let mut sum = 0.0;
        for row in 0..grid.rows() {
            for (found, strength) in (0..grid.columns).filter_map(|column| grid.shade(column, row)) {
                assert_eq!(found, tone);
                sum += strength;
            }
        }
        sum * grid.cell * grid.cell
    }

    #[test]
    fn ground_is_drawn_where_it_is() {
        let materials = vec![GroundMaterial::default(); 3];
        let def = TerrainDef { size: [60, 50], materials, ..TerrainDef::default() };
        for (material, strength) in [(0, 0.6), (1, 0.8), (2, 1.0)] {
            let mut terrain = Terrain::new(def.clone()).unwrap();
            terrain.field_mut().fill(&Brush::disc([3.0, 2.0], 1.5), material).unwrap();
            let mut overlay = Overlay::default();
            SystemsView::default().show(&Systems::new().with(terrain), &mut overlay);
            let area = core::f32::consts::PI * 1.5 * 1.5;
            let found = covered(&overlay, Tone::Ground) / strength;
            assert!((found / area - 1.0).abs() < 0.02, "{found} of {area}");
            let grid = overlay.grids().next().unwrap();
            // The sample at (3, 2) is the 30th of the 20th row, in the middle of its cell.
            let middle = grid.corner(30, 20) + Vec2::new(0.05, 0.05);
            assert!(middle.distance(Vec2::new(3.0, 2.0)) < 1.0e-5, "{middle:?}");
            assert_eq!(grid.shade(30, 20).unwrap().1, strength);
            assert_eq!(grid.shade(30, 40), None);
            // Ground to the edges of the field, with a seam inside.
            let mut terrain = Terrain::new(def.clone()).unwrap();
            for x in [0.0, 6.0] {
                terrain.field_mut().fill(&Brush::capsule([x, -9.0], [x, 9.0], 3.03), material).unwrap();
            }
            overlay.clear();
            SystemsView::default().show(&Systems::new().with(terrain), &mut overlay);
            let grid = overlay.grids().next().unwrap();
            for (column, row) in (1..59).flat_map(|column| (1..49).map(move |row| (column, row))) {
                assert_eq!(grid.shade(column, row).unwrap().1, strength, "{column} {row}");
            }
        }
    }

    #[test]
    fn water_is_drawn_where_its_particles_are() {
        for spacing in [0.02, 0.1, 1.0] {
            let bounds = Aabb::new([-40.0 * spacing, 0.0], [40.0 * spacing, 60.0 * spacing]);
            let mut water =
                Particles::new(ParticlesDef { bounds, spacing, ..ParticlesDef::default() }).unwrap();
            let mut overlay = Overlay::default();
            SystemsView::default().show(&Systems::new().with(water.clone()), &mut overlay);
            assert_eq!((overlay.grids().len(), overlay.headline()), (0, "0 particles"));
            let pool = Aabb::new([-20.0 * spacing, 0.0], [10.0 * spacing, 20.0 * spacing]);
            let count = water.fill_box(pool, [0.0, 0.0]).unwrap();
            overlay.clear();
            SystemsView::default().show(&Systems::new().with(water), &mut overlay);
            let (found, area) = (covered(&overlay, Tone::Water), count as f32 * spacing * spacing);
            // The surface is a part of a spacing outside.
            assert!((1.0..1.1).contains(&(found / area)), "{found} of {area}");
            assert_eq!(overlay.headline(), "600 particles");
        }
    }
}
