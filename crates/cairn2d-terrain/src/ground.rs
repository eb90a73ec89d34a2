//! The shapes of a world that stand for the outline of a field.
//!
//! Each chunk has a static body, made when it first has a segment. When the outline of a chunk changes,
//! segments with the same ends and material keep their shape, and with it their contacts. A segment whose
//! neighbour moved is changed, and the others are replaced, in one call per body.
//!
//! Invariant: `segments` are the shapes of the chunk's body, with the geometry that the world has.

use cairn2d::geometry::{ChainSegment, LINEAR_SLOP};
use cairn2d::{Body, Error, IntoShape, Replace, Shape, ShapeId, Vec2, World};

use crate::contour::{Contour, Piece};
use crate::field::{BLOCK, Field};

/// A segment in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Segment {
    /// The point before, both ends, and the point after `[m]`.
    pub(crate) points: [Vec2; 4],
    pub(crate) shape: ShapeId,
    pub(crate) material: u8,
}

/// A chunk in the world.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Chunk {
    pub(crate) body: Option<cairn2d::BodyId>,
    pub(crate) segments: Vec<Segment>,
}

/// A new outline point beyond the end of a segment of a chunk that is not made anew.
struct Relink {
    chunk: u32,
    segment: u32,
    /// 0 for the point before, 3 for the one after.
    end: usize,
    point: Vec2,
}

/// The end of a line at the border of its chunk.
struct OpenEnd {
    border: Vec2,
    /// The other end of the segment.
    far: Vec2,
    /// 0 if the line begins at the border, 1 if it ends there.
    side: usize,
}

/// All chunks, and memory that is used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ground {
    pub(crate) chunks: Vec<Chunk>,
    contour: Contour,
    pieces: Vec<Piece>,
    /// The end of each chunk's pieces.
    ends: Vec<u32>,
    kept: Vec<bool>,
}

/// Numbers of shapes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Swapped {
    pub(crate) removed: u32,
    pub(crate) changed: u32,
    pub(crate) added: u32,
}

impl Ground {
    pub(crate) fn new(field: &Field) -> Ground {
        let count = (field.blocks[0] + 1) * (field.blocks[1] + 1);
        Ground { chunks: vec![Chunk::default(); count], ..Ground::default() }
    }

    /// Makes the shapes of chunks follow the field. The chunks are in ascending order.
    ///
    /// # Errors
    /// Errors of the world, such as a shape of a chunk that the caller removed.
    pub(crate) fn follow(
        &mut self,
        field: &Field,
        chunks: &[u32],
        world: &mut World,
    ) -> Result<Swapped, Error> {
        self.pieces.clear();
        self.ends.clear();
        for &chunk in chunks {
            // The shapes of a body that another call removed are gone with it.
            let state = &mut self.chunks[chunk as usize];
            if state.body.is_some_and(|body| world.body(body).is_none()) {
                *state = Chunk::default();
            }
        }
        for &chunk in chunks {
            self.contour.find(field, chunk as usize, &mut self.pieces);
            self.ends.push(self.pieces.len() as u32);
        }
        let mut relinks = self.link(field, chunks);
        relinks.sort_by_key(|relink| (relink.chunk, relink.segment, relink.end));
        let mut swapped = Swapped::default();
        let mut start = 0;
        for (k, &chunk) in chunks.iter().enumerate() {
            let end = self.ends[k] as usize;
            self.swap(field, chunk as usize, start..end, world, &mut swapped)?;
            start = end;
        }
        for group in relinks.chunk_by(|a, b| a.chunk == b.chunk) {
            self.relink(group, world)?;
            swapped.changed += group.len() as u32;
        }
        Ok(swapped)
    }

    /// The pieces of a chunk that is made anew.
    fn fresh(&self, chunks: &[u32], chunk: u32) -> Option<core::ops::Range<usize>> {
        let at = chunks.binary_search(&chunk).ok()?;
        let start = if at == 0 { 0 } else { self.ends[at - 1] as usize };
        Some(start..self.ends[at] as usize)
    }

    /// Connects lines across the borders of chunks. Returns what that changes in other chunks.
    fn link(&mut self, field: &Field, chunks: &[u32]) -> Vec<Relink> {
        let mut relinks = Vec::new();
        let mut start = 0;
        for (k, &chunk) in chunks.iter().enumerate() {
            let end = self.ends[k] as usize;
            for at in start..end {
                let piece = self.pieces[at];
                for side in 0..2 {
                    if !piece.is_open[side] {
                        continue;
                    }
                    let end = OpenEnd { border: piece.points[1 + side], far: piece.points[2 - side], side };
                    for other in beyond(field, chunk as usize, end.border).into_iter().flatten() {
                        if let Some(point) = self.beyond(chunks, other, &end, &mut relinks) {
                            self.pieces[at].points[3 * side] = point;
                            break;
                        }
                    }
                }
            }
            start = end;
        }
        relinks
    }

    /// The far end of the segment of a chunk that continues a line at a border point.
    fn beyond(
        &self,
        chunks: &[u32],
        other: usize,
        &OpenEnd { border, far, side }: &OpenEnd,
        relinks: &mut Vec<Relink>,
    ) -> Option<Vec2> {
        // A line that begins at the border is continued by one that ends there.
        let near = 2 - side;
        if let Some(range) = self.fresh(chunks, other as u32) {
            let found = self.pieces[range].iter().find(|piece| is_same(piece.points[near], border))?;
            return Some(found.points[3 - near]);
        }
        let segments = &self.chunks[other].segments;
        let index = segments.iter().position(|segment| is_same(segment.points[near], border))?;
        let end = 3 - 3 * side;
        if !is_same(segments[index].points[end], far) {
            relinks.push(Relink { chunk: other as u32, segment: index as u32, end, point: far });
        }
        Some(segments[index].points[3 - near])
    }

    /// Makes the shapes of a chunk equal to its new pieces.
    fn swap(
        &mut self,
        field: &Field,
        chunk: usize,
        range: core::ops::Range<usize>,
        world: &mut World,
        swapped: &mut Swapped,
    ) -> Result<(), Error> {
        let state = &mut self.chunks[chunk];
        let pieces = &self.pieces[range];
        let (mut change, mut add, mut added) = (Vec::new(), Vec::new(), Vec::new());
        self.kept.clear();
        self.kept.resize(state.segments.len(), false);
        // Outlines are in the order of rows, so equal segments are near each other in both lists.
        let mut hint = 0;
        for piece in pieces {
            let [_, a, b, _] = piece.points;
            if a.distance(b) < LINEAR_SLOP {
                continue;
            }
            let count = state.segments.len();
            let found =
                (0..count).map(|k| if hint + k < count { hint + k } else { hint + k - count }).find(|&k| {
                    let old = &state.segments[k];
                    !self.kept[k]
                        && is_same(old.points[1], a)
                        && is_same(old.points[2], b)
                        && old.material == piece.material
                });
            let Some(index) = found else {
                add.push(field.def.materials[usize::from(piece.material)].surface(chain(&piece.points)));
                added.push((piece.points, piece.material));
                continue;
            };
            hint = index + 1;
            self.kept[index] = true;
            let old = &mut state.segments[index];
            if !(is_same(old.points[0], piece.points[0]) && is_same(old.points[3], piece.points[3])) {
                old.points = piece.points;
                change.push((old.shape, Shape::from(chain(&piece.points))));
            }
        }
        let gone = |k: &usize| !self.kept[*k];
        let remove: Vec<ShapeId> =
            (0..state.segments.len()).filter(gone).map(|k| state.segments[k].shape).collect();
        if remove.is_empty() && change.is_empty() && add.is_empty() {
            return Ok(());
        }
        swapped.removed += remove.len() as u32;
        swapped.changed += change.len() as u32;
        swapped.added += add.len() as u32;
        let body = match state.body {
            Some(body) => body,
            None => world.spawn(Body::fixed())?,
        };
        state.body = Some(body);
        let add = add.into_iter().map(|shape| shape.filter(field.def.filter)).collect();
        let ids = world.replace_shapes(body, Replace { remove: &remove, change: &change, add })?;
        let mut kept = self.kept.iter();
        state.segments.retain(|_| *kept.next().expect("there is a mark per segment"));
        state.segments.reserve_exact(added.len());
        let new = added.into_iter().zip(ids);
        state.segments.extend(new.map(|((points, material), shape)| Segment { points, shape, material }));
        Ok(())
    }

    /// Changes points beyond the ends of segments of one chunk.
    fn relink(&mut self, group: &[Relink], world: &mut World) -> Result<(), Error> {
        let state = &mut self.chunks[group[0].chunk as usize];
        let Some(body) = state.body.filter(|&body| world.body(body).is_some()) else { return Ok(()) };
        for relink in group {
            state.segments[relink.segment as usize].points[relink.end] = relink.point;
        }
        let mut change = Vec::with_capacity(group.len());
        for relinks in group.chunk_by(|a, b| a.segment == b.segment) {
            let segment = &state.segments[relinks[0].segment as usize];
            change.push((segment.shape, Shape::from(chain(&segment.points))));
        }
        world.replace_shapes(body, Replace { change: &change, ..Replace::default() })?;
        Ok(())
    }
}

/// Chains collide on their right, and ground is on the left.
fn chain(&[before, a, b, after]: &[Vec2; 4]) -> ChainSegment {
    ChainSegment::new(before, a, b, after)
}

/// Whether two points have the same bits.
fn is_same(a: Vec2, b: Vec2) -> bool {
    a.x.to_bits() == b.x.to_bits() && a.y.to_bits() == b.y.to_bits()
}

/// The chunks beyond the borders of a chunk on which a point lies.
fn beyond(field: &Field, chunk: usize, point: Vec2) -> [Option<usize>; 4] {
    let wide = field.blocks[0] + 1;
    let high = field.blocks[1] + 1;
    let (column, row) = (chunk % wide, chunk / wide);
    // As marching squares computes points on a row or column of the lattice.
    let along = |origin: f32, index: usize| {
        let at = (index * BLOCK) as f64 - 1.0;
        (f64::from(origin) + at * f64::from(field.def.spacing)) as f32
    };
    let origin = field.def.origin;
    [
        (column > 0 && point.x == along(origin.x, column)).then(|| chunk - 1),
        (column + 1 < wide && point.x == along(origin.x, column + 1)).then(|| chunk + 1),
        (row > 0 && point.y == along(origin.y, row)).then(|| chunk - wide),
        (row + 1 < high && point.y == along(origin.y, row + 1)).then(|| chunk + wide),
    ]
}
