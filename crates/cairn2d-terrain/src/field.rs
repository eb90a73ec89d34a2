//! The field of signed distances, its materials, and what changed in it.
//!
//! A sample is a byte: the distance to the surface in 1/64 of the spacing, from -2 to 2 spacings, positive in
//! the ground. The stored number `u` stands for `(u - 127.5) / 64` spacings, so no sample lies on the
//! surface. A carve is the smaller of two distances and a fill the larger one, as is usual for implicit
//! solids.
//!
//! Invariant: `bits` has a bit per sample that is solid. Rows are padded to whole blocks with empty samples.

use cairn2d::{Aabb, StandardFloats, ValueError, Vec2};

use crate::brush::{Brush, Raster};
use crate::def::{FARTHEST, TerrainDef, check};

/// Samples along the side of a block.
pub(crate) const BLOCK: usize = 16;

/// The first byte that is solid.
pub(crate) const SOLID: u8 = 128;

/// Steps of a byte per spacing.
const STEPS: f32 = 64.0;

/// Farthest distance that a sample tells `[spacings]`.
pub(crate) const REACH: f32 = 2.0;

/// Largest finite hardness that an area resists with `[spacings]`; beyond, it is not carved at all.
const LARGEST_HARDNESS: f32 = 64.0;

/// Most boxes of edits that are kept apart.
pub(crate) const MOST_EDITS: usize = 64;

/// Rows of 16 bits: the samples of a block.
pub(crate) type Bits = [u16; BLOCK];

/// Numbers of a list, each once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    is_marked: Vec<bool>,
    list: Vec<u32>,
}

impl Marks {
    pub(crate) fn new(count: usize) -> Marks {
        Marks { is_marked: vec![false; count], list: Vec::new() }
    }

    pub(crate) fn mark(&mut self, index: usize) {
        if !self.is_marked[index] {
            self.is_marked[index] = true;
            self.list.push(index as u32);
        }
    }

    /// How many numbers there are.
    pub(crate) fn len(&self) -> usize {
        self.is_marked.len()
    }

    /// Whether no number is marked.
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The marked numbers in ascending order.
    pub(crate) fn sorted(&self) -> Vec<u32> {
        let mut list = self.list.clone();
        list.sort_unstable();
        list
    }

    /// Moves the marked numbers into a list in ascending order, and unmarks them.
    pub(crate) fn take(&mut self, out: &mut Vec<u32>) {
        out.clear();
        out.append(&mut self.list);
        out.sort_unstable();
        for &index in out.iter() {
            self.is_marked[index as usize] = false;
        }
    }
}

/// What a carve or a fill changed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edited {
    /// Samples of each material that are no longer ground.
    pub removed: Vec<u32>,
    /// Samples that became ground.
    pub added: u32,
}

/// Signed distances and materials on a lattice.
///
/// ```
/// use cairn2d_terrain::{Brush, Field, TerrainDef};
/// let mut field = Field::new(TerrainDef { size: [64, 64], ..TerrainDef::default() })?;
/// field.fill(&Brush::disc([3.0, 3.0], 2.0), 0)?;
/// field.carve(&Brush::disc([3.0, 5.0], 1.0))?;
/// assert!(field.is_solid([3.0, 3.5]) && !field.is_solid([3.0, 4.5]));
/// assert!((field.sample([3.0, 4.1]) + 0.1).abs() < 0.01);
/// # Ok::<(), cairn2d::ValueError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Field {
    pub(crate) def: TerrainDef,
    /// Samples in a row and in a column.
    pub(crate) size: [usize; 2],
    /// Bytes of a row.
    pub(crate) stride: usize,
    pub(crate) values: Vec<u8>,
    pub(crate) materials: Vec<u8>,
    /// Blocks in a row and in a column.
    pub(crate) blocks: [usize; 2],
    pub(crate) bits: Vec<Bits>,
    /// Chunks whose outline is out of date. There is one column and one row of chunks more than of blocks.
    pub(crate) dirty: Marks,
    /// Blocks whose solid samples changed since islands were searched.
    pub(crate) touched: Marks,
    /// Boxes of edits that the world has not followed yet.
    pub(crate) edits: Vec<Aabb>,
    row: Vec<f32>,
}

impl Field {
    /// A field without ground.
    ///
    /// # Errors
    /// The first option that is out of its range.
    pub fn new(def: TerrainDef) -> Result<Field, ValueError> {
        def.check()?;
        let size = def.size.map(|count| count as usize);
        let blocks = size.map(|count| count.div_ceil(BLOCK));
        let stride = blocks[0] * BLOCK;
        Ok(Field {
            size,
            stride,
            values: vec![0; stride * size[1]],
            materials: vec![0; if def.materials.len() > 1 { stride * size[1] } else { 0 }],
            blocks,
            bits: vec![[0; BLOCK]; blocks[0] * blocks[1]],
            dirty: Marks::new((blocks[0] + 1) * (blocks[1] + 1)),
            touched: Marks::new(blocks[0] * blocks[1]),
            edits: Vec::new(),
            row: Vec::new(),
            def,
        })
    }

    /// The options.
    pub fn def(&self) -> &TerrainDef {
        &self.def
    }

    /// Removes ground. Ground of a hard material recedes less.
    ///
    /// # Errors
    /// A brush with a number that is not finite, or beyond [`FARTHEST`] spacings.
    ///
    /// # Cost
    /// O(samples in the box of the brush), for an area times the sides that cross a row.
    pub fn carve(&mut self, brush: &Brush) -> Result<Edited, ValueError> {
        self.edit(brush, None, &[])
    }

    /// Adds ground of a material.
    ///
    /// # Errors
    /// As for [`carve`](Field::carve), and a material that does not exist.
    pub fn fill(&mut self, brush: &Brush, material: u8) -> Result<Edited, ValueError> {
        self.fill_sparing(brush, material, &[])
    }

    /// Adds ground of a material, but not within one spacing of other brushes.
    ///
    /// # Errors
    /// As for [`fill`](Field::fill).
    pub fn fill_sparing(
        &mut self,
        brush: &Brush,
        material: u8,
        spared: &[Brush],
    ) -> Result<Edited, ValueError> {
        check("material", f32::from(material), 0.0, (self.def.materials.len() - 1) as f32)?;
        self.edit(brush, Some(material), spared)
    }

    /// Signed distance to the surface at a point `[m]`, positive in the ground, interpolated between samples
    /// and at most two spacings in magnitude. Beyond the field there is no ground.
    pub fn sample(&self, point: impl Into<Vec2>) -> f32 {
        StandardFloats::within(|| {
            let (corners, [x, y]) = self.cell(point.into());
            let low = corners[0] + (corners[1] - corners[0]) * x;
            let high = corners[2] + (corners[3] - corners[2]) * x;
            (low + (high - low) * y) * self.def.spacing
        })
    }

    /// Gradient of [`sample`](Field::sample) at a point `[-]`: points into the ground, about 1 long near the
    /// surface, and 0 where no surface is near.
    pub fn gradient(&self, point: impl Into<Vec2>) -> Vec2 {
        StandardFloats::within(|| {
            let (corners, [x, y]) = self.cell(point.into());
            let along = |from: f32, to: f32, share: f32| from + (to - from) * share;
            Vec2::new(
                along(corners[1] - corners[0], corners[3] - corners[2], y),
                along(corners[2] - corners[0], corners[3] - corners[1], x),
            )
        })
    }

    /// Whether a point `[m]` is in the ground.
    pub fn is_solid(&self, point: impl Into<Vec2>) -> bool {
        self.sample(point) > 0.0
    }

    /// The material at the sample nearest to a point `[m]`, `None` if that is not ground.
    pub fn material(&self, point: impl Into<Vec2>) -> Option<u8> {
        let point = point.into();
        let place = StandardFloats::within(|| self.place(point).map(|value| value + 0.5));
        if !place.iter().zip(self.size).all(|(&value, count)| value >= 0.0 && value < count as f32) {
            return None;
        }
        let [x, y] = place.map(|value| value as usize);
        self.is_solid_at(x, y).then(|| self.material_at(x, y))
    }

    /// Replaces a list by the signed distances of all samples `[m]`, positive in the ground: row by row from
    /// below, each from left to right. They are at most two spacings in magnitude.
    pub fn copy_distances(&self, out: &mut Vec<f32>) {
        StandardFloats::within(|| {
            out.clear();
            let spacing = self.def.spacing;
            for row in self.values.chunks_exact(self.stride) {
                out.extend(row[..self.size[0]].iter().map(|&byte| distance(byte) * spacing));
            }
        });
    }

    /// Replaces a list by the materials of all samples, in the order of
    /// [`copy_distances`](Field::copy_distances). Those of empty samples have no meaning.
    pub fn copy_materials(&self, out: &mut Vec<u8>) {
        out.clear();
        if self.materials.is_empty() {
            out.resize(self.size[0] * self.size[1], 0);
        }
        for row in self.materials.chunks_exact(self.stride) {
            out.extend_from_slice(&row[..self.size[0]]);
        }
    }

    /// Area of the solid samples, one square of the spacing each `[m^2]`.
    pub fn solid_area(&self) -> f64 {
        let count: u64 = self.bits.iter().flatten().map(|row| u64::from(row.count_ones())).sum();
        count as f64 * f64::from(self.def.spacing) * f64::from(self.def.spacing)
    }

    /// Memory of the samples and of what is derived from them `[bytes]`.
    pub fn memory(&self) -> usize {
        self.values.len()
            + self.materials.len()
            + size_of_val(&*self.bits)
            + self.dirty.is_marked.len()
            + self.touched.is_marked.len()
    }

    pub(crate) fn is_solid_at(&self, x: usize, y: usize) -> bool {
        self.values[y * self.stride + x] >= SOLID
    }

    pub(crate) fn material_at(&self, x: usize, y: usize) -> u8 {
        self.materials.get(y * self.stride + x).copied().unwrap_or(0)
    }

    /// The byte at a sample of any place, empty beyond the field.
    pub(crate) fn byte(&self, x: i64, y: i64) -> u8 {
        if x < 0 || y < 0 || x >= self.size[0] as i64 || y >= self.size[1] as i64 {
            return 0;
        }
        self.values[y as usize * self.stride + x as usize]
    }

    /// A point in spacings.
    pub(crate) fn place(&self, point: Vec2) -> [f32; 2] {
        let along = |value: f32, origin: f32| {
            ((f64::from(value) - f64::from(origin)) / f64::from(self.def.spacing)) as f32
        };
        [along(point.x, self.def.origin.x), along(point.y, self.def.origin.y)]
    }

    /// Distances at the corners of a cell `[spacings]`, lower ones first, and the place of a point in it.
    fn cell(&self, point: Vec2) -> ([f32; 4], [f32; 2]) {
        let place = self.place(point);
        let mut base = [0; 2];
        let mut share = [0.0; 2];
        for axis in 0..2 {
            let most = self.size[axis] as f32 + 1.0;
            // Written so that NaN is far out.
            let value = if place[axis] > -2.0 { place[axis] } else { -2.0 };
            let value = (if value < most { value } else { most }) + 2.0;
            base[axis] = value as i64 - 2;
            share[axis] = value - (value as i64) as f32;
        }
        let [x, y] = base;
        let corners = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
        (corners.map(|(x, y)| distance(self.byte(x, y))), share)
    }

    /// Carves, or fills with a material.
    fn edit(&mut self, brush: &Brush, fill: Option<u8>, spared: &[Brush]) -> Result<Edited, ValueError> {
        let far = 2.0 * FARTHEST * self.def.spacing;
        for brush in core::iter::once(brush).chain(spared) {
            if !brush.is_valid(far) {
                return Err(ValueError::new("brush", f32::NAN, -far, far));
            }
        }
        Ok(StandardFloats::within(|| self.edit_checked(brush, fill, spared)))
    }

    fn edit_checked(&mut self, brush: &Brush, fill: Option<u8>, spared: &[Brush]) -> Edited {
        let mut edited = Edited { removed: vec![0; self.def.materials.len()], added: 0 };
        let recede = self.recede();
        let deepest = recede
            .iter()
            .filter(|depth| depth.is_finite())
            .fold(0.0, |most: f32, &depth| if depth > most { depth } else { most });
        let reach = REACH + if fill.is_none() { deepest } else { 0.0 };
        let (origin, spacing) = (self.def.origin, self.def.spacing);
        let mut raster = Raster::new(brush, origin, spacing, reach);
        let mut others: Vec<Raster<'_>> =
            spared.iter().map(|brush| Raster::new(brush, origin, spacing, REACH + 1.0)).collect();
        let Some(window) = raster.window(self.size) else { return edited };
        let width = window.end[0] - window.first[0];
        let mut depths = core::mem::take(&mut self.row);
        let mut apart = Vec::new();
        let mut is_changed = false;
        for y in window.first[1]..window.end[1] {
            depths.clear();
            depths.resize(width, 0.0);
            raster.row(y, window.first[0], &mut depths);
            for other in &mut others {
                apart.clear();
                apart.resize(width, 0.0);
                other.row(y, window.first[0], &mut apart);
                for (depth, &inside) in depths.iter_mut().zip(&apart) {
                    let outside = -inside - 1.0;
                    *depth = if outside < *depth { outside } else { *depth };
                }
            }
            let changed = match fill {
                None => self.carve_row(y, window.first[0], &depths, &recede, &mut edited),
                Some(material) => self.fill_row(y, window.first[0], &depths, material, &mut edited),
            };
            if let Some([first, last]) = changed {
                self.note_row(y, first, last);
                is_changed = true;
            }
        }
        self.row = depths;
        if let Some(bounds) = brush.bounds().filter(|_| is_changed) {
            self.note_edit(bounds);
        }
        edited
    }

    /// How far a carve recedes in each material `[spacings]`.
    fn recede(&self) -> Vec<f32> {
        let recede = |hardness: f32| {
            let depth = hardness / self.def.spacing;
            if depth <= LARGEST_HARDNESS { depth } else { f32::INFINITY }
        };
        self.def.materials.iter().map(|material| recede(material.hardness)).collect()
    }

    fn carve_row(
        &mut self,
        y: usize,
        first: usize,
        depths: &[f32],
        recede: &[f32],
        edited: &mut Edited,
    ) -> Option<[usize; 2]> {
        let start = y * self.stride + first;
        let mut changed: Option<[usize; 2]> = None;
        for (k, (value, &depth)) in
            self.values[start..start + depths.len()].iter_mut().zip(depths).enumerate()
        {
            let material = self.materials.get(start + k).copied().unwrap_or(0);
            let cut = byte(recede[usize::from(material)] - depth);
            if cut < *value {
                if *value >= SOLID && cut < SOLID {
                    edited.removed[usize::from(material)] += 1;
                }
                *value = cut;
                changed = Some(changed.map_or([first + k; 2], |[low, _]| [low, first + k]));
            }
        }
        changed
    }

    fn fill_row(
        &mut self,
        y: usize,
        first: usize,
        depths: &[f32],
        material: u8,
        edited: &mut Edited,
    ) -> Option<[usize; 2]> {
        let start = y * self.stride + first;
        let mut changed: Option<[usize; 2]> = None;
        for (k, (value, &depth)) in
            self.values[start..start + depths.len()].iter_mut().zip(depths).enumerate()
        {
            let filled = byte(depth);
            if filled > *value {
                if *value < SOLID && filled >= SOLID {
                    edited.added += 1;
                    if let Some(at) = self.materials.get_mut(start + k) {
                        *at = material;
                    }
                }
                *value = filled;
                changed = Some(changed.map_or([first + k; 2], |[low, _]| [low, first + k]));
            }
        }
        changed
    }

    /// Remembers the box of an edit.
    fn note_edit(&mut self, bounds: Aabb) {
        let bounds = bounds.expand(self.def.spacing);
        if self.edits.len() < MOST_EDITS {
            self.edits.push(bounds);
        } else if let Some(last) = self.edits.last_mut() {
            *last = last.union(bounds);
        }
    }

    /// Makes bits and marks follow the samples of a row from `first` to `last`.
    pub(crate) fn note_row(&mut self, y: usize, first: usize, last: usize) {
        let wide = self.blocks[0] + 1;
        // A sample is a corner of cells of its own block, and of the next one if it is the last.
        for row in [y / BLOCK, (y + 1) / BLOCK] {
            for column in first / BLOCK..=(last + 1) / BLOCK {
                self.dirty.mark(row * wide + column);
            }
        }
        for column in first / BLOCK..=last / BLOCK {
            let block = y / BLOCK * self.blocks[0] + column;
            let bits = self.pack(column, y);
            let old = &mut self.bits[block][y % BLOCK];
            if *old != bits {
                *old = bits;
                self.touched.mark(block);
            }
        }
    }

    /// The solid samples of a row of a block: the highest bits of its bytes.
    fn pack(&self, column: usize, y: usize) -> u16 {
        let start = y * self.stride + column * BLOCK;
        let mut halves = [0_u8; 2];
        for (half, bytes) in halves.iter_mut().zip(self.values[start..start + BLOCK].as_chunks::<8>().0) {
            let high = (u64::from_le_bytes(*bytes) & 0x8080_8080_8080_8080) >> 7;
            // The product gathers the lowest bit of each byte in the highest byte.
            *half = (high.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8;
        }
        u16::from_le_bytes(halves)
    }

    /// Removes solid samples of a block.
    pub(crate) fn clear(&mut self, block: usize, bits: &Bits) {
        let [column, row] = [block % self.blocks[0] * BLOCK, block / self.blocks[0] * BLOCK];
        for (k, &bits) in bits.iter().enumerate() {
            if bits == 0 {
                continue;
            }
            let start = (row + k) * self.stride + column;
            for x in 0..BLOCK {
                if bits >> x & 1 != 0 {
                    self.values[start + x] = 0;
                }
            }
            let (first, last) = (bits.trailing_zeros() as usize, 15 - bits.leading_zeros() as usize);
            self.note_row(row + k, column + first, column + last);
        }
    }
}

/// The byte of a distance `[spacings]`.
#[inline]
fn byte(distance: f32) -> u8 {
    // The cast rounds down and saturates.
    (distance * STEPS + 128.0) as u8
}

/// The distance of a byte `[spacings]`.
#[inline]
pub(crate) fn distance(byte: u8) -> f32 {
    (f32::from(byte) - 127.5) * (1.0 / STEPS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_packed_in_order() {
        let mut field = Field::new(TerrainDef { size: [16, 1], ..TerrainDef::default() }).unwrap();
        for x in 0..16 {
            field.values.fill(0);
            field.values[x] = 200;
            assert_eq!(field.pack(0, 0), 1 << x);
        }
    }

    #[test]
    fn bytes_keep_distances() {
        for k in 0..=255 {
            assert_eq!(byte(distance(k)), k);
        }
        assert_eq!((byte(-9.0), byte(9.0), byte(f32::NEG_INFINITY), byte(f32::INFINITY)), (0, 255, 0, 255));
    }
}
