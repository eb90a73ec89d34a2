//! The terrain: a field, its shapes in a world, and ground that comes loose.

use cairn2d::geometry::{Mass, Polygon};
use cairn2d::{
    Body, BodyId, BodyKind, Error, IntoShape, QueryFilter, StandardFloats, ValueError, Vec2, World,
};
use cairn2d_polygon::march::{Field as Samples, Lines, soft};
use cairn2d_polygon::{Decompose, MultiPolygon, decompose};

use crate::brush::Brush;
use crate::def::{Loose, TerrainDef};
use crate::field::{BLOCK, Edited, Field, SOLID};
use crate::ground::Ground;
use crate::islands::{Island, Search};
use crate::rescue::Watch;

/// Corners of a part of a body that came loose, at most.
const MAX_CORNERS: usize = 8;

/// Share of the spacing by which the parts of a body that came loose may differ from its outline [-].
const LOOSE_TOLERANCE: f32 = 0.1;

/// What a terrain changed in its world before the last step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes {
    /// Chunks whose outline was computed anew.
    pub chunks: u32,
    /// Shapes that were removed.
    pub removed: u32,
    /// Shapes whose geometry was changed.
    pub changed: u32,
    /// Shapes that were added.
    pub added: u32,
    /// Bodies of ground that came loose.
    pub bodies: Vec<BodyId>,
    /// Samples of loose ground that were removed without a body.
    pub crumbs: u32,
    /// Bodies inside fresh ground that were moved after the step.
    pub rescued: u32,
}

/// Ground of a world that can be carved and filled.
#[derive(Clone, Debug)]
pub struct Terrain {
    pub(crate) field: Field,
    pub(crate) ground: Ground,
    pub(crate) search: Search,
    pub(crate) watch: Vec<Watch>,
    pub(crate) changes: Changes,
    list: Vec<u32>,
}

impl Terrain {
    /// A terrain without ground.
    ///
    /// # Errors
    /// The first option that is out of its range.
    pub fn new(def: TerrainDef) -> Result<Terrain, ValueError> {
        Ok(Terrain::with_field(Field::new(def)?))
    }

    /// A terrain with the ground of a field.
    pub fn with_field(field: Field) -> Terrain {
        Terrain {
            ground: Ground::new(&field),
            field,
            search: Search::default(),
            watch: Vec::new(),
            changes: Changes::default(),
            list: Vec::new(),
        }
    }

    /// The field.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// The field, to carve and to fill. The world follows before the next step.
    pub fn field_mut(&mut self) -> &mut Field {
        &mut self.field
    }

    /// What the last call of [`apply`](Terrain::apply) and the last step changed in the world.
    pub fn changes(&self) -> &Changes {
        &self.changes
    }

    /// Adds ground of a material around the bodies of a world: no ground comes within one spacing of a
    /// shape of a dynamic or kinematic body. A plain [`Field::fill`] buries bodies, which are then moved out.
    ///
    /// # Errors
    /// As for [`Field::fill`].
    pub fn fill_around(&mut self, world: &World, brush: &Brush, material: u8) -> Result<Edited, ValueError> {
        let mut spared = Vec::new();
        if let Some(bounds) = brush.bounds() {
            let mut found = Vec::new();
            let reach = 3.0 * self.field.def.spacing;
            world.shapes_in_box(bounds.expand(reach), QueryFilter::all(), &mut found)?;
            for entry in &found {
                let is_free = world.body(entry.body).is_some_and(|body| body.kind() != BodyKind::Static);
                let Some(shape) = world.shape(entry.shape) else { continue };
                if is_free && !shape.is_sensor() {
                    spared.extend(Brush::shape(shape.geometry(), entry.pose));
                }
            }
        }
        self.field.fill_sparing(brush, material, &spared)
    }

    /// Turns a body into ground of a material, and removes it from the world.
    ///
    /// # Errors
    /// As for [`Field::fill`], and a body that does not exist.
    pub fn bake(&mut self, world: &mut World, body: BodyId, material: u8) -> Result<Edited, Error> {
        let mut edited = Edited::default();
        let Some(view) = world.body(body) else {
            // The error of the id.
            world.despawn(body)?;
            return Ok(edited);
        };
        let pose = view.pose();
        let shapes: Vec<_> = view.shapes().collect();
        for id in shapes {
            let Some(brush) = world.shape(id).and_then(|shape| Brush::shape(shape.geometry(), pose)) else {
                continue;
            };
            edited.added += self.field.fill(&brush, material)?.added;
        }
        world.despawn(body)?;
        Ok(edited)
    }

    /// Makes the world follow the field at once; a step does so by itself. Returns what changed.
    ///
    /// # Errors
    /// Errors of the world, such as a shape of the terrain that was removed by another call. A body of the
    /// terrain that was removed is made again with the next edit near it.
    ///
    /// # Cost
    /// Nothing without an edit. Else the chunks beside edits, and a search for ground that came loose.
    pub fn apply(&mut self, world: &mut World) -> Result<&Changes, Error> {
        self.changes = Changes::default();
        if !self.field.dirty.is_empty() || !self.field.touched.is_empty() {
            StandardFloats::within(|| self.apply_edits(world))?;
        }
        Ok(&self.changes)
    }

    fn apply_edits(&mut self, world: &mut World) -> Result<(), Error> {
        self.watch.extend(self.field.edits.drain(..).map(Watch::new));
        let bodies = self.loosen();
        let mut list = core::mem::take(&mut self.list);
        self.field.dirty.take(&mut list);
        self.changes.chunks = list.len() as u32;
        let swapped = self.ground.follow(&self.field, &list, world);
        self.list = list;
        let swapped = swapped?;
        self.changes.removed = swapped.removed;
        self.changes.changed = swapped.changed;
        self.changes.added = swapped.added;
        for body in bodies {
            self.changes.bodies.push(world.spawn(body)?);
        }
        Ok(())
    }

    /// Takes ground that came loose out of the field. Returns its bodies.
    fn loosen(&mut self) -> Vec<Body> {
        let mut bodies = Vec::new();
        let mut list = core::mem::take(&mut self.list);
        self.field.touched.take(&mut list);
        if self.field.def.loose != Loose::Stay && !list.is_empty() {
            let mut budget = self.field.def.max_loose;
            let mut waiting = Vec::new();
            for (number, island) in self.search.find(&self.field, &list).into_iter().enumerate() {
                let count = island.len();
                if number > 0 && count > budget {
                    // Found again before the next step.
                    waiting.push(island.blocks[0].0 as usize);
                    continue;
                }
                budget = budget.saturating_sub(count);
                let body = self.loose_body(&island, count);
                for (block, bits) in &island.blocks {
                    self.field.clear(*block as usize, bits);
                }
                match body {
                    Some(body) => bodies.push(body),
                    None => self.changes.crumbs += count,
                }
            }
            // Clearing marked the blocks of islands, but all ground beside them has been looked at.
            self.field.touched.take(&mut list);
            for block in waiting {
                self.field.touched.mark(block);
            }
        }
        self.list = list;
        bodies
    }

    /// The body of an island, `None` if it is too small.
    fn loose_body(&self, island: &Island, count: u32) -> Option<Body> {
        let def = &self.field.def;
        if def.loose == Loose::Vanish || (count as f32) * def.spacing * def.spacing < def.min_area {
            return None;
        }
        let (area, counts) = self.outline_of(island)?;
        let region = area.region();
        if region.area <= 0.0 {
            return None;
        }
        let tolerance = LOOSE_TOLERANCE * def.spacing;
        let how = Decompose { tolerance, max_corners: MAX_CORNERS, ..Decompose::default() };
        let parts = decompose(&area, &how).ok()?.parts;
        let (mut most, mut density) = (0, 0.0);
        for (material, &samples) in counts.iter().enumerate() {
            density += f64::from(samples) * f64::from(def.materials[material].density);
            most = if samples > counts[most] { material } else { most };
        }
        let density = (density / f64::from(count)) as f32;
        let mass =
            Mass { mass: region.area * density, center: Vec2::ZERO, inertia: region.second_moment * density };
        let mut body = Body::dynamic().at(region.centroid).mass(mass);
        let mut has_shape = false;
        for part in parts.iter() {
            let corners: Vec<Vec2> = part.iter().map(|&corner| corner - region.centroid).collect();
            if let Ok(polygon) = Polygon::new(&corners) {
                let shape = def.materials[most].surface(polygon).density(density).filter(def.filter);
                body = body.with(shape);
                has_shape = true;
            }
        }
        (has_shape && body.validate().is_ok()).then_some(body)
    }

    /// The outline of an island, and how many of its samples each material has.
    fn outline_of(&self, island: &Island) -> Option<(MultiPolygon, Vec<u32>)> {
        let field = &self.field;
        let (mut low, mut high) = ([usize::MAX; 2], [0; 2]);
        for &(block, bits) in &island.blocks {
            let corner = [block as usize % field.blocks[0] * BLOCK, block as usize / field.blocks[0] * BLOCK];
            for (row, &bits) in bits.iter().enumerate().filter(|&(_, &bits)| bits != 0) {
                let ends = [bits.trailing_zeros() as usize, 15 - bits.leading_zeros() as usize];
                low = [low[0].min(corner[0] + ends[0]), low[1].min(corner[1] + row)];
                high = [high[0].max(corner[0] + ends[1]), high[1].max(corner[1] + row)];
            }
        }
        let first = low.map(|value| value as i64 - 1);
        let (wide, tall) = (high[0] - low[0] + 3, high[1] - low[1] + 3);
        let mut samples = Vec::with_capacity(wide * tall);
        for y in 0..tall as i64 {
            for x in 0..wide as i64 {
                // Other ground is as empty here as it is solid.
                let byte = field.byte(first[0] + x, first[1] + y);
                samples.push(-(f32::from(byte) - 127.5).abs());
            }
        }
        let mut counts = vec![0; field.def.materials.len()];
        for &(block, bits) in &island.blocks {
            let corner = [block as usize % field.blocks[0] * BLOCK, block as usize / field.blocks[0] * BLOCK];
            for (row, &bits) in bits.iter().enumerate() {
                for column in (0..BLOCK).filter(|column| bits >> column & 1 != 0) {
                    let (x, y) = (corner[0] + column, corner[1] + row);
                    let at = (y + 1 - low[1]) * wide + x + 1 - low[0];
                    debug_assert!(field.values[y * field.stride + x] >= SOLID);
                    samples[at] = -samples[at];
                    counts[usize::from(field.material_at(x, y))] += 1;
                }
            }
        }
        let mut lines = Lines::default();
        let mut lattice = Samples::new(&samples, wide, tall).ok()?;
        lattice.origin = field.def.origin;
        lattice.spacing = field.def.spacing;
        lattice.first = first.map(|value| value as i32);
        soft(&lattice, 0.0, &mut lines);
        Some((lines.area().ok()?, counts))
    }
}
