//! Bodies that break at bonds which were computed beforehand.
//!
//! A breakable body is one body whose shapes are the fragments of its pieces. Pieces with a common border
//! have a bond. A hit breaks bonds near it, and what is no longer connected becomes a body of its own: its
//! shapes move there, with their ids. There is no geometry at that time.
//!
//! Invariant: bonds connect pieces of one body, and every piece has a shape.

use cairn2d::{BodyId, BodyKind, Error, Replace, ShapeId, StandardFloats, ValueError, Vec2, World};

use crate::error::{FARTHEST, FractureError, check, check_point, stale};
use crate::pattern::Fracture;
use crate::pieces::Roots;
use crate::plane::narrow;
use crate::shatter::break_up;

/// How strong the bonds of a body are.
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub struct Strength {
    /// Impulse that a metre of a bond withstands \[N·s/m\], 0 to 1e12.
    pub toughness: f32,
    /// Distance from a hit at which it has no effect \[m\], 0.001 to 1e6. A hit of impulse `J` at a distance
    /// `d` from the middle of a bond loads it by `J (1 - d / reach)`.
    pub reach: f32,
    /// Approach speed of the slowest hit that counts \[m/s\], 0 to 1e6. Slower hits cost nothing.
    pub min_speed: f32,
}

impl Strength {
    /// Returns bonds that break within a reach \[m\] of a hit above a toughness \[N·s/m\]. Hits count from
    /// 1 m/s.
    pub fn new(toughness: f32, reach: f32) -> Strength {
        Strength { toughness, reach, min_speed: 1.0 }
    }

    /// Sets the approach speed of the slowest hit that counts \[m/s\].
    pub fn min_speed(self, min_speed: f32) -> Strength {
        Strength { min_speed, ..self }
    }

    pub(crate) fn check(&self) -> Result<(), ValueError> {
        check("toughness", self.toughness, 0.0, 1.0e12)?;
        check("reach", self.reach, 1.0e-3, FARTHEST)?;
        check("min_speed", self.min_speed, 0.0, FARTHEST)
    }
}

/// A bond of two pieces of a breakable body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bond {
    /// The pieces.
    pub pieces: [u32; 2],
    /// Middle of the common border, in coordinates of the body \[m\].
    pub at: Vec2,
    /// Length of the common border \[m\].
    pub length: f32,
}

/// A piece of a breakable body.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Piece {
    pub(crate) shapes: Vec<ShapeId>,
    /// Area \[m²\].
    pub(crate) area: f32,
    /// Whether it holds a static body.
    pub(crate) anchored: bool,
}

/// A breakable body.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Solid {
    pub(crate) body: BodyId,
    pub(crate) strength: Strength,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) bonds: Vec<Bond>,
}

/// A body that broke, and the bodies that came off it.
#[derive(Clone, Debug, PartialEq)]
pub struct Break {
    /// The body, which has the largest part, or the anchored ones.
    pub body: BodyId,
    /// New bodies.
    pub pieces: Vec<BodyId>,
}

/// Breakable bodies of a world, as a [`WorldSystem`](cairn2d::system::WorldSystem).
///
/// ```
/// use cairn2d::prelude::*;
/// use cairn2d::system::Systems;
/// use cairn2d_fracture::{Breakables, Fracture, Strength};
///
/// let mut world = World::new(WorldConfig::default())?;
/// world.spawn(Body::half_plane([0.0, 0.0], [0.0, 1.0]))?;
/// let wall = world.spawn(Body::dynamic().at([0.0, 1.0]).with(Rect::half(0.2, 1.0)))?;
/// let mut breakables = Breakables::new();
/// let bricks = Fracture::bricks(0.2, 0.1);
/// breakables.add(&mut world, wall, &bricks, Strength::new(2.0, 0.6), |_| false)?;
/// let ball = Circle::new(0.2).density(20.0);
/// world.spawn(Body::dynamic().at([-2.0, 1.5]).velocity([30.0, 0.0]).with(ball))?;
/// let mut systems = Systems::new().with(breakables);
/// for _ in 0..30 {
///     systems.step(&mut world, 1.0 / 60.0)?;
/// }
/// assert!(world.counts().bodies > 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Breakables {
    /// In ascending order of their bodies.
    pub(crate) solids: Vec<Solid>,
    /// Of the last step; not part of the state.
    breaks: Vec<Break>,
}

/// A hit on a breakable body.
#[derive(Clone, Copy, Debug)]
struct Blow {
    body: BodyId,
    /// In world coordinates \[m\].
    point: Vec2,
    impulse: f32,
}

impl Breakables {
    /// Returns a list without bodies.
    pub fn new() -> Breakables {
        Breakables::default()
    }

    /// Makes a body breakable: replaces its shapes with the fragments of a pattern, and computes the bonds of
    /// the pieces. Mass and materials stay; a mass of its own is spread over the shapes.
    ///
    /// A dynamic body keeps its largest part when it breaks. A static body keeps the pieces for whose centre
    /// \[m\], in its coordinates, `anchored` holds, and all that is connected with them. The rest becomes
    /// dynamic. `anchored` has no effect on other bodies.
    ///
    /// # Errors
    /// A stale id, a setting out of range, a body without area, or one that is breakable already. Nothing has
    /// changed then.
    pub fn add(
        &mut self,
        world: &mut World,
        body: BodyId,
        how: &Fracture,
        strength: Strength,
        anchored: impl Fn(Vec2) -> bool,
    ) -> Result<(), FractureError> {
        strength.check()?;
        let place = match self.find(body) {
            Ok(_) => return Err(FractureError::Twice(body)),
            Err(place) => place,
        };
        StandardFloats::within(|| {
            let (source, fragments) = break_up(world, body, how)?;
            let view = world.body(body).ok_or_else(|| stale(body))?;
            let is_static = view.kind() == BodyKind::Static;
            let has_mass = view.given_mass().is_some();
            let remove: Vec<ShapeId> =
                view.shapes().filter(|&id| world.shape(id).is_some_and(|shape| is_solid(&shape))).collect();
            let (mut add, mut pieces) = (Vec::new(), Vec::new());
            for piece in 0..fragments.len() {
                let shapes = source.shapes_of(&fragments, piece, [0.0; 2])?;
                let moments = fragments.moments(piece, &source.parts);
                let area = fragments
                    .fragments(piece)
                    .map(|fragment| crate::plane::Moments::of(fragments.corners_of(fragment)).area)
                    .sum::<f64>();
                pieces.push((
                    shapes.len(),
                    Piece {
                        shapes: Vec::new(),
                        area: area as f32,
                        anchored: is_static && anchored(narrow(moments.center)),
                    },
                ));
                let speed = strength.min_speed;
                add.extend(shapes.into_iter().map(|shape| {
                    use cairn2d::IntoShape;
                    shape.report_hits_above(speed)
                }));
            }
            let ids = world.replace_shapes(body, Replace { remove: &remove, change: &[], add })?;
            if has_mass && let Some(mut body) = world.body_mut(body) {
                body.set_mass(None)?;
            }
            let mut ids = ids.into_iter();
            let pieces = pieces
                .into_iter()
                .map(|(count, piece)| Piece { shapes: ids.by_ref().take(count).collect(), ..piece })
                .collect();
            let bonds = fragments.bonds().into_iter().map(|border| Bond {
                pieces: border.ends,
                at: narrow(border.middle),
                length: border.length as f32,
            });
            self.solids.insert(place, Solid { body, strength, pieces, bonds: bonds.collect() });
            Ok(())
        })
    }

    /// Returns whether a body is in the list. Bodies that came off are, if they have bonds.
    pub fn contains(&self, body: BodyId) -> bool {
        self.find(body).is_ok()
    }

    /// Returns the bodies, in ascending order.
    pub fn bodies(&self) -> impl Iterator<Item = BodyId> + '_ {
        self.solids.iter().map(|solid| solid.body)
    }

    /// Returns the bonds of a body that hold, none for a body that is not in the list.
    pub fn bonds(&self, body: BodyId) -> &[Bond] {
        self.find(body).map_or(&[], |place| &self.solids[place].bonds)
    }

    /// Returns the number of pieces of a body, 0 for a body that is not in the list.
    pub fn piece_count(&self, body: BodyId) -> usize {
        self.find(body).map_or(0, |place| self.solids[place].pieces.len())
    }

    /// Returns what broke in the last step.
    pub fn breaks(&self) -> &[Break] {
        &self.breaks
    }

    /// Removes a body from the list. It stays in the world as it is.
    pub fn forget(&mut self, body: BodyId) {
        if let Ok(place) = self.find(body) {
            self.solids.remove(place);
        }
    }

    /// Hits a body at a point of the world \[m\] with an impulse \[N·s\], 0 to 1e15, which loads its bonds
    /// but does not push it. For explosions and weapons without a body. Returns what broke, if anything.
    ///
    /// # Errors
    /// A stale id, or a number out of range. Nothing has changed then.
    pub fn strike(
        &mut self,
        world: &mut World,
        body: BodyId,
        point: impl Into<Vec2>,
        impulse: f32,
    ) -> Result<Option<Break>, FractureError> {
        let point = point.into();
        check_point("point", point)?;
        check("impulse", impulse, 0.0, 1.0e15)?;
        if world.body(body).is_none() {
            return Err(stale(body));
        }
        StandardFloats::within(|| self.apply(world, &[Blow { body, point, impulse }]))
    }

    fn find(&self, body: BodyId) -> Result<usize, usize> {
        self.solids.binary_search_by_key(&body.to_bits(), |solid| solid.body.to_bits())
    }

    /// Breaks bodies by the hits of a step.
    pub(crate) fn apply_hits(&mut self, world: &mut World) -> Result<(), Error> {
        self.breaks.clear();
        if self.solids.is_empty() {
            return Ok(());
        }
        let mut blows: Vec<Blow> = Vec::new();
        for hit in world.events().hits() {
            for party in [&hit.a, &hit.b] {
                if self.contains(party.body) {
                    blows.push(Blow { body: party.body, point: hit.point, impulse: hit.impulse });
                }
            }
        }
        // Stable, so that the hits of a body keep their order.
        blows.sort_by_key(|blow| blow.body.to_bits());
        for blows in blows.chunk_by(|a, b| a.body == b.body) {
            let broken = self.apply(world, blows).map_err(|error| match error {
                FractureError::Body(error) => Error::Body(error),
                FractureError::Value(error) => Error::from(error),
                // Bodies of the list have pieces, and are in it once.
                FractureError::NoArea(body) | FractureError::TooThin(body) | FractureError::Twice(body) => {
                    Error::Body(cairn2d::BodyError::Stale(body.to_string()))
                }
            })?;
            self.breaks.extend(broken);
        }
        Ok(())
    }

    /// Loads the bonds of a body with hits.
    fn apply(&mut self, world: &mut World, blows: &[Blow]) -> Result<Option<Break>, FractureError> {
        let Some(body) = blows.first().map(|blow| blow.body) else { return Ok(None) };
        let Ok(place) = self.find(body) else { return Ok(None) };
        let Some(view) = world.body(body) else {
            self.solids.remove(place);
            return Ok(None);
        };
        let pose = view.pose();
        let solid = &mut self.solids[place];
        let Strength { toughness, reach, .. } = solid.strength;
        let count = solid.bonds.len();
        for blow in blows {
            let point = pose.inv_transform_point(blow.point);
            solid.bonds.retain(|bond| {
                let share = 1.0 - bond.at.distance(point) / reach;
                // A hit that reaches a bond of any strength must be an impulse at all.
                !(share > 0.0 && blow.impulse * share > toughness * bond.length)
            });
        }
        if solid.bonds.len() == count {
            return Ok(None);
        }
        self.split(world, place)
    }

    /// Makes bodies of what is no longer connected.
    fn split(&mut self, world: &mut World, place: usize) -> Result<Option<Break>, FractureError> {
        let solid = &mut self.solids[place];
        drop_lost_shapes(solid, world);
        let body = solid.body;
        let Some(view) = world.body(body) else { return Ok(None) };
        let is_static = view.kind() == BodyKind::Static;
        let mut roots = Roots::new(solid.pieces.len());
        for bond in &solid.bonds {
            roots.join(bond.pieces[0] as usize, bond.pieces[1] as usize);
        }
        // Parts by their first piece.
        let mut parts: Vec<(usize, Vec<u32>)> = Vec::new();
        for piece in 0..solid.pieces.len() {
            let root = roots.find(piece);
            match parts.binary_search_by_key(&root, |part| part.0) {
                Ok(known) => parts[known].1.push(piece as u32),
                Err(at) => parts.insert(at, (root, vec![piece as u32])),
            }
        }
        let area =
            |part: &[u32]| part.iter().map(|&piece| f64::from(solid.pieces[piece as usize].area)).sum();
        let stays: Vec<bool> = if is_static {
            let anchored =
                |part: &(usize, Vec<u32>)| part.1.iter().any(|&piece| solid.pieces[piece as usize].anchored);
            parts.iter().map(anchored).collect()
        } else {
            let areas: Vec<f64> = parts.iter().map(|part| area(&part.1)).collect();
            let largest = areas.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(&a.0)));
            let largest = largest.map_or(0, |(part, _)| part);
            (0..parts.len()).map(|part| part == largest).collect()
        };
        let Solid { strength, pieces, bonds, .. } = self.solids.remove(place);
        let mut new = Vec::new();
        let mut kept = Vec::new();
        for ((_, members), stays) in parts.into_iter().zip(stays) {
            if stays {
                kept.extend(members);
                continue;
            }
            let id = spawn_part(world, body, is_static)?;
            for &shape in members.iter().flat_map(|&piece| &pieces[piece as usize].shapes) {
                world.reattach(shape, id)?;
            }
            new.push(id);
            self.insert(part_of(id, strength, &pieces, &bonds, &members));
        }
        kept.sort_unstable();
        if kept.is_empty() {
            // All of a static body came loose; what else is on it stays.
            let is_bare = world.body(body).is_some_and(|body| body.shapes().next().is_none());
            if is_bare {
                world.despawn(body)?;
            }
        } else {
            self.insert(part_of(body, strength, &pieces, &bonds, &kept));
        }
        Ok((!new.is_empty()).then_some(Break { body, pieces: new }))
    }

    /// Adds a body, unless it cannot break.
    fn insert(&mut self, solid: Solid) {
        if solid.bonds.is_empty() && !solid.pieces.iter().any(|piece| piece.anchored) {
            return;
        }
        if let Err(place) = self.find(solid.body) {
            self.solids.insert(place, solid);
        }
    }
}

/// Whether a shape is one that fracture replaces.
fn is_solid(shape: &cairn2d::ShapeRef<'_>) -> bool {
    !shape.is_sensor() && !shape.geometry().is_line()
}

/// Adds a body without shapes at the place of another one, with its motion.
fn spawn_part(world: &mut World, body: BodyId, is_static: bool) -> Result<BodyId, FractureError> {
    let def = world.body(body).ok_or_else(|| stale(body))?.def();
    let id = world.spawn(def)?;
    if let Some(mut part) = world.body_mut(id) {
        if is_static {
            part.set_kind(BodyKind::Dynamic);
        }
        part.wake();
    }
    Ok(id)
}

/// The breakable body of some pieces, given in ascending order.
fn part_of(body: BodyId, strength: Strength, pieces: &[Piece], bonds: &[Bond], members: &[u32]) -> Solid {
    let new = |piece: u32| members.binary_search(&piece).map(|place| place as u32);
    let bonds = bonds.iter().filter_map(|bond| {
        let [Ok(a), Ok(b)] = bond.pieces.map(new) else { return None };
        Some(Bond { pieces: [a, b], ..*bond })
    });
    Solid {
        body,
        strength,
        bonds: bonds.collect(),
        pieces: members.iter().map(|&piece| pieces[piece as usize].clone()).collect(),
    }
}

/// Drops shapes that the caller has removed or moved, and pieces without any.
fn drop_lost_shapes(solid: &mut Solid, world: &World) {
    let body = solid.body;
    let mut number = vec![None; solid.pieces.len()];
    let mut count = 0;
    for (piece, number) in solid.pieces.iter_mut().zip(&mut number) {
        piece.shapes.retain(|&id| world.shape(id).is_some_and(|shape| shape.body() == body));
        if !piece.shapes.is_empty() {
            *number = Some(count);
            count += 1;
        }
    }
    if count as usize == solid.pieces.len() {
        return;
    }
    solid.pieces.retain(|piece| !piece.shapes.is_empty());
    solid.bonds.retain_mut(|bond| {
        let [Some(a), Some(b)] = bond.pieces.map(|piece| number[piece as usize]) else { return false };
        bond.pieces = [a, b];
        true
    });
}
