//! Collision shapes of tiles, and layers of tiles merged to ground.

use std::collections::BTreeMap;
use std::rc::Rc;

use cairn2d::Vec2;
use cairn2d_polygon::{FillRule, MultiPolygon};
use cairn2d_scenes::format::{BodyDesc, BodyKind};

use super::cells::{Flips, decode};
use super::model::{Layer, Property, Tile, Tileset};
use super::objects::Figure;
use super::{MapReader, apply};
use crate::build::Surfaces;
use crate::error::ImportError;
use crate::grid::{Owners, cell_rings};
use crate::outline::turned;
use crate::traits::Traits;

/// A collision shape of a tile, in its pixels with y down.
#[derive(Debug)]
pub(super) struct Piece {
    /// Clean outlines, counter-clockwise if seen with y up; or one line.
    pub(super) rings: Vec<Vec<[f64; 2]>>,
    pub(super) is_line: bool,
    /// Whether it is the whole tile.
    is_whole: bool,
    properties: Vec<Property>,
}

/// A tile with collision shapes or properties.
#[derive(Debug)]
pub(super) struct Definition {
    /// Size of the tile in pixels.
    pub(super) size: [f64; 2],
    pub(super) properties: Vec<Property>,
    pub(super) pieces: Vec<Piece>,
}

#[derive(Debug)]
pub(super) struct Set {
    first: u32,
    size: [f64; 2],
    offset: [f64; 2],
    pub(super) alignment: String,
    properties: Vec<Property>,
    definitions: BTreeMap<u32, Definition>,
}

/// All tilesets.
#[derive(Debug, Default)]
pub(super) struct Tiles {
    sets: Vec<Set>,
}

impl Tiles {
    /// Adds a set whose first tile has a number; `cell` is the size of a cell of the map.
    pub(super) fn add(
        &mut self,
        first: u32,
        set: Tileset,
        cell: [f64; 2],
        tolerance: f64,
    ) -> Result<(), ImportError> {
        let own = [set.tile_width, set.tile_height];
        for (name, size) in [("tilewidth", own[0]), ("tileheight", own[1])] {
            if !(1.0..=1.0e5).contains(&size) {
                let reason = format!("must be from 1 to 100000, but is {size}");
                return Err(ImportError::range(reason).field(name));
            }
        }
        let is_scaled = set.render_size == "grid";
        let size = if is_scaled { cell } else { own };
        let mut definitions = BTreeMap::new();
        for (index, tile) in set.tiles.into_iter().enumerate() {
            let (id, at) = (tile.id, tile.at);
            let size = if is_scaled {
                size
            } else {
                [tile.width.unwrap_or(size[0]), tile.height.unwrap_or(size[1])]
            };
            let scale = if is_scaled { [size[0] / own[0], size[1] / own[1]] } else { [1.0; 2] };
            let definition = define(tile, size, scale, tolerance)
                .map_err(|error| error.index(index).field("tiles").offset(at))?;
            definitions.insert(id, definition);
        }
        let offset = [set.tile_offset.x, set.tile_offset.y];
        let alignment = set.alignment;
        self.sets.push(Set { first, size, offset, alignment, properties: set.properties, definitions });
        Ok(())
    }

    pub(super) fn sort(&mut self) {
        self.sets.sort_by_key(|set| set.first);
    }

    /// The set of a tile, its definition and its size.
    pub(super) fn find(&self, number: u32) -> Option<(&Set, Option<&Definition>, [f64; 2])> {
        let index = self.sets.partition_point(|set| set.first <= number).checked_sub(1)?;
        let set = &self.sets[index];
        let definition = set.definitions.get(&(number - set.first));
        Some((set, definition, definition.map_or(set.size, |tile| tile.size)))
    }
}

/// Properties of a tile over those of what is around it.
pub(super) fn tile_traits(
    base: &Traits,
    set: &Set,
    definition: Option<&Definition>,
) -> Result<Traits, ImportError> {
    let mut traits = base.clone();
    apply(&mut traits, &set.properties)?;
    if let Some(definition) = definition {
        apply(&mut traits, &definition.properties)?;
    }
    Ok(traits)
}

/// Properties of a collision shape over those of its tile.
pub(super) fn piece_traits(base: &Traits, piece: &Piece) -> Result<Traits, ImportError> {
    let mut traits = base.clone();
    apply(&mut traits, &piece.properties)?;
    Ok(traits)
}

fn define(tile: Tile, size: [f64; 2], scale: [f64; 2], tolerance: f64) -> Result<Definition, ImportError> {
    let mut pieces = Vec::new();
    let objects = tile.shapes.map(|shapes| shapes.objects).unwrap_or_default();
    for (index, object) in objects.into_iter().enumerate() {
        let within = |error: ImportError| error.index(index).field("objects").field("objectgroup");
        let figure = Figure::of(&object).map_err(within)?;
        let Some((points, is_line)) = figure.outline(tolerance) else { continue };
        let rotation = object.rotation.unwrap_or(0.0);
        let place = |point: [f64; 2]| {
            let [x, y] = turned(point, rotation);
            [(object.x + x) * scale[0], (object.y + y) * scale[1]]
        };
        let points: Vec<[f64; 2]> = points.into_iter().map(place).collect();
        let rings = if is_line { vec![points] } else { clean(&points).map_err(within)? };
        let is_whole = !is_line && is_whole_tile(&rings, size);
        pieces.push(Piece { rings, is_line, is_whole, properties: object.properties });
    }
    Ok(Definition { size, properties: tile.properties, pieces })
}

/// The area within an outline with y down, as rings that run counter-clockwise if seen with y up.
fn clean(points: &[[f64; 2]]) -> Result<Vec<Vec<[f64; 2]>>, ImportError> {
    let ring: Vec<Vec2> = points.iter().map(|point| Vec2::new(point[0] as f32, -point[1] as f32)).collect();
    let area = MultiPolygon::from_ring(&ring)?;
    let back = |point: &Vec2| [f64::from(point.x), -f64::from(point.y)];
    Ok(area.rings().map(|ring| ring.iter().map(back).collect()).collect())
}

/// Whether outlines are those of a whole tile.
fn is_whole_tile(rings: &[Vec<[f64; 2]>], size: [f64; 2]) -> bool {
    let [ring] = rings else { return false };
    let is_corner = |point: &[f64; 2]| (0..2).all(|axis| point[axis] == 0.0 || point[axis] == size[axis]);
    ring.len() == 4 && ring.iter().all(is_corner)
}

/// LayerGround of equal properties.
#[derive(Debug, Default)]
struct Group {
    traits: Traits,
    /// Cells that are solid as a whole, as row and column.
    cells: Vec<[i32; 2]>,
    /// Other outlines in pixels of the layer, with y up.
    rings: Vec<Vec<Vec2>>,
    lines: Vec<Vec<Vec2>>,
    /// Whether a tile of it covers so many cells that these have no owner.
    is_large: bool,
}

impl Group {
    fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.rings.is_empty()
    }

    /// Whether the outlines of both may be one line with two surfaces.
    fn joins(&self, other: &Group) -> bool {
        let plain = |group: &Group| !group.is_large && !group.traits.sensor;
        plain(self)
            && plain(other)
            && self.traits.filter == other.traits.filter
            && self.traits.one_way == other.traits.one_way
    }
}

/// What a tile of a layer is made of: for each piece the index of its group.
#[derive(Clone, Debug)]
struct TileKind {
    traits: Traits,
    groups: Vec<usize>,
}

impl MapReader<'_, '_> {
    /// Merges the tiles of a layer to the ground of one body. A tile whose own properties make it dynamic or
    /// kinematic becomes a body of its own.
    pub(super) fn tile_layer(
        &mut self,
        layer: Layer,
        offset: [f64; 2],
        base: &Traits,
    ) -> Result<(), ImportError> {
        let mut grids = Vec::new();
        let Layer { data, chunks, encoding, compression, width, height, name, .. } = layer;
        let left = self.builder.tiles_left();
        let list = decode(data, [width, height], &encoding, &compression, left)
            .map_err(|error| error.field("data"))?;
        self.builder.spend_tiles(list.len())?;
        grids.push(([0, 0], width, list));
        for (index, chunk) in chunks.into_iter().enumerate() {
            let left = self.builder.tiles_left();
            let list = decode(chunk.data, [chunk.width, chunk.height], &encoding, &compression, left)
                .map_err(|error| error.field("data").index(index).field("chunks"))?;
            self.builder.spend_tiles(list.len())?;
            grids.push(([chunk.x, chunk.y], chunk.width, list));
        }
        let mut ground = LayerGround {
            groups: Vec::new(),
            kinds: BTreeMap::new(),
            owners: Owners::new([self.map.tile_width, self.map.tile_height], self.frame.y_down),
        };
        for (corner, width, list) in grids {
            for (index, &gid) in list.iter().enumerate().filter(|(_, gid)| **gid != 0) {
                // The list has at least one cell, so its width is not 0.
                let (column, row) = (index as u32 % width, index as u32 / width);
                let cell = [corner[0].checked_add_unsigned(column), corner[1].checked_add_unsigned(row)];
                let [Some(column), Some(row)] = cell else {
                    return Err(ImportError::range("a chunk is too far out").field("chunks"));
                };
                self.place_tile(&mut ground, gid, [column, row], offset, base)?;
            }
        }
        let mut body = base.body(self.frame.point(offset), 0.0);
        self.add_groups(&mut body, ground, &name)?;
        if !(body.shapes.is_empty() && body.chains.is_empty()) {
            self.builder.add(body, &name)?;
        }
        Ok(())
    }

    fn place_tile(
        &mut self,
        ground: &mut LayerGround,
        gid: u32,
        cell: [i32; 2],
        offset: [f64; 2],
        base: &Traits,
    ) -> Result<(), ImportError> {
        let (number, flips) = Flips::of(gid);
        let Some((set, definition, size)) = self.tiles.find(number) else {
            self.builder.warnings.add("tiles without a tileset are left out", format_args!("tile {number}"));
            return Ok(());
        };
        let kind = ground.kind(number, base, set, definition)?;
        if kind.traits.ignore || (kind.groups.is_empty() && !kind.traits.solid) {
            return Ok(());
        }
        let map = [self.map.tile_width, self.map.tile_height];
        // A tile larger than a cell grows to the right and upwards.
        let flipped = flips.size(size);
        let corner = [
            f64::from(cell[0]) * map[0] + set.offset[0],
            (f64::from(cell[1]) + 1.0) * map[1] - flipped[1] + set.offset[1],
        ];
        let fills_cell = flipped == map && set.offset == [0.0; 2];
        let pieces = definition.map_or(&[][..], |definition| &definition.pieces);
        let own_body = kind.traits.kind() != base.kind() && kind.traits.kind() != BodyKind::Static;
        let whole = if pieces.is_empty() { whole_tile(size) } else { Vec::new() };
        let frame = self.frame;
        let mut groups: Vec<Group> = Vec::new();
        let count = pieces.len().max(usize::from(kind.traits.solid && pieces.is_empty()));
        for index in 0..count {
            let (rings, is_line, is_whole) = match pieces.get(index) {
                Some(piece) => (&piece.rings, piece.is_line, piece.is_whole),
                None => (&whole, false, true),
            };
            let group = kind.groups[index];
            if !own_body && fills_cell && is_whole {
                ground.groups[group].cells.push([cell[1], cell[0]]);
                ground.owners.own([cell[1], cell[0]], group);
                continue;
            }
            // The centre of the tile is the origin of a body of its own.
            let origin =
                if own_body { [0.5 * flipped[0], 0.5 * flipped[1]] } else { [-corner[0], -corner[1]] };
            let to_scene = |&point: &[f64; 2]| {
                let [x, y] = flips.point(point, size);
                Vec2::new((x - origin[0]) as f32, (frame.sign() * (y - origin[1])) as f32)
            };
            for ring in rings {
                let mut points: Vec<Vec2> = ring.iter().map(to_scene).collect();
                self.builder.spend_vertices(points.len())?;
                if flips.mirrors() == frame.y_down {
                    points.reverse();
                }
                if !own_body && !is_line && !ground.owners.own_around(&points, group) {
                    ground.groups[group].is_large = true;
                }
                let target = match own_body {
                    true => {
                        let traits = ground.groups[group].traits.clone();
                        groups.push(Group { traits, ..Group::default() });
                        groups.last_mut()
                    }
                    false => ground.groups.get_mut(group),
                };
                let Some(target) = target else { continue };
                if is_line { target.lines.push(points) } else { target.rings.push(points) }
            }
        }
        if own_body {
            let centre = [offset[0] + corner[0] + 0.5 * flipped[0], offset[1] + corner[1] + 0.5 * flipped[1]];
            let mut body = kind.traits.body(frame.point(centre), 0.0);
            for group in groups {
                self.add_group(&mut body, group, "")?;
            }
            self.builder.add(body, "")?;
        }
        Ok(())
    }

    /// Adds the groups of a layer to its body. Unlike surfaces of one outline share their corners, so that
    /// nothing bumps where they meet.
    fn add_groups(
        &mut self,
        body: &mut BodyDesc,
        ground: LayerGround,
        layer: &str,
    ) -> Result<(), ImportError> {
        let LayerGround { mut groups, owners, .. } = ground;
        let materials: Vec<_> = groups.iter().map(|group| group.traits.material).collect();
        for at in 0..groups.len() {
            let alike: Vec<usize> = (at..groups.len())
                .filter(|&other| !groups[other].is_empty() && groups[at].joins(&groups[other]))
                .collect();
            if alike.len() < 2 || !self.builder.has_outlines(body, &groups[at].traits) {
                let group = core::mem::take(&mut groups[at]);
                self.add_group(body, group, layer)?;
                continue;
            }
            let mut rings = Vec::new();
            let traits = groups[at].traits.clone();
            for other in alike {
                rings.append(&mut self.rings_of(&mut groups[other])?);
            }
            let area = MultiPolygon::from_rings(rings.iter().map(Vec::as_slice), FillRule::NonZero)?;
            let surfaces = Surfaces { owners: &owners, materials: &materials, scale: self.frame.scale };
            self.builder.add_surfaces(body, &area, &surfaces, &traits, format_args!("{layer}"));
            // The lines of the group are left.
            let group = core::mem::take(&mut groups[at]);
            self.add_group(body, Group { traits, ..group }, layer)?;
        }
        Ok(())
    }

    /// Takes all outlines of a group.
    fn rings_of(&mut self, group: &mut Group) -> Result<Vec<Vec<Vec2>>, ImportError> {
        let mut rings = core::mem::take(&mut group.rings);
        let map = [self.map.tile_width, self.map.tile_height];
        for ring in cell_rings(core::mem::take(&mut group.cells), map, self.frame.y_down) {
            self.builder.spend_vertices(ring.len())?;
            rings.push(ring);
        }
        Ok(rings)
    }

    /// Adds the union of a group to a body.
    fn add_group(&mut self, body: &mut BodyDesc, group: Group, layer: &str) -> Result<(), ImportError> {
        let mut group = group;
        let rings = self.rings_of(&mut group)?;
        let Group { traits, lines, .. } = group;
        let area = MultiPolygon::from_rings(rings.iter().map(Vec::as_slice), FillRule::NonZero)?;
        let scale = self.frame.scale;
        if !rings.is_empty() {
            self.builder.add_area(body, &area, scale, &traits, format_args!("{layer}"))?;
        }
        for line in lines {
            let points: Vec<Vec2> = line.iter().map(|&point| point * scale as f32).collect();
            self.builder.add_line(body, &points, false, &traits, format_args!("{layer}"));
        }
        Ok(())
    }
}

/// Groups of a layer, and its kinds of tiles.
struct LayerGround {
    groups: Vec<Group>,
    kinds: BTreeMap<u32, Rc<TileKind>>,
    /// The group of each cell.
    owners: Owners,
}

impl LayerGround {
    /// The kind of a tile, made when the tile occurs for the first time.
    fn kind(
        &mut self,
        number: u32,
        base: &Traits,
        set: &Set,
        definition: Option<&Definition>,
    ) -> Result<Rc<TileKind>, ImportError> {
        if let Some(kind) = self.kinds.get(&number) {
            return Ok(Rc::clone(kind));
        }
        let traits = tile_traits(base, set, definition)?;
        let pieces = definition.map_or(&[][..], |definition| &definition.pieces);
        let mut groups = Vec::new();
        for piece in pieces {
            groups.push(self.group(piece_traits(&traits, piece)?));
        }
        if groups.is_empty() && traits.solid {
            groups.push(self.group(traits.clone()));
        }
        let kind = Rc::new(TileKind { traits, groups });
        self.kinds.insert(number, Rc::clone(&kind));
        Ok(kind)
    }

    /// The group with the surface and the filter of `traits`; the rest of them is that of the body.
    fn group(&mut self, traits: Traits) -> usize {
        let plain = Traits::default();
        let traits = Traits { kind: None, solid: false, motion: plain.motion, ..traits };
        let known = self.groups.iter().position(|group| group.traits == traits);
        known.unwrap_or_else(|| {
            self.groups.push(Group { traits, ..Group::default() });
            self.groups.len() - 1
        })
    }
}

/// The outline of a whole tile, counter-clockwise if seen with y up.
pub(super) fn whole_tile([width, height]: [f64; 2]) -> Vec<Vec<[f64; 2]>> {
    vec![vec![[0.0, 0.0], [0.0, height], [width, height], [width, 0.0]]]
}
