//! Portals: pairs of openings that connect two places of a world. This is the definition, the table, and the
//! list of images. `state/portals` has the operations.
//!
//! An *image* is a hidden body that stands for another body on the far side of an opening. It has slots,
//! shapes and contacts like any body, so the broad and the narrow phase need no change. The solver gives it
//! the velocity of its owner before each of its contacts and returns the change afterwards.

use cairn2d_math::{Pose, Rot, Vec2};

use crate::store::column::Column;
use crate::store::id::{BodyId, PortalId, ShapeId};
use crate::store::saved::{Words, part};
use crate::store::slot::NONE;
use crate::store::table::table;
use crate::tables::check::{Bound, check, check_position};
use crate::tables::error::ValueError;
use crate::tables::parts::{PORTALS, check_part};

/// Smallest and largest width of an opening \[m\].
const WIDTHS: (f32, f32) = (0.02, 1.0e4);

/// Place of an opening: its middle, and the direction out of it, from which bodies enter.
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub struct PortalFrame {
    pub(crate) body: Option<BodyId>,
    pub(crate) at: Vec2,
    pub(crate) out: Vec2,
}

impl PortalFrame {
    /// Returns a frame that is fixed in the world: middle of the opening \[m\], and the direction out of it
    /// with any length.
    pub fn fixed(at: impl Into<Vec2>, out: impl Into<Vec2>) -> PortalFrame {
        PortalFrame { body: None, at: at.into(), out: out.into() }
    }

    /// Returns a frame on a body, in body coordinates. It moves with the body.
    pub fn on(body: BodyId, at: impl Into<Vec2>, out: impl Into<Vec2>) -> PortalFrame {
        PortalFrame { body: Some(body), ..PortalFrame::fixed(at, out) }
    }

    /// Returns the pose of the opening in its body, with the second axis pointing out.
    ///
    /// # Errors
    /// A point out of range or a direction without a length.
    pub(crate) fn pose(&self) -> Result<Pose, ValueError> {
        let p = check_position("opening", self.at)?;
        for value in [self.out.x, self.out.y] {
            check("opening direction", value, Bound::Range(-1.0e9, 1.0e9))?;
        }
        let length = self.out.length();
        check("length of the opening direction", length, Bound::Range(1.0e-6, f32::MAX))?;
        // The second axis is (-s, c).
        let q = Rot::from_cos_sin(self.out.y, -self.out.x).unwrap_or(Rot::IDENTITY);
        Ok(Pose { p, q })
    }
}

/// Definition of two connected openings: a body that enters one leaves the other.
///
/// A body that passes the plane of an opening with its centre of mass is moved to the other one. Before and
/// after that it acts on both sides, with one mass. The map from one side to the other is a rotation and a
/// translation. Ground behind an opening does not collide with bodies in it; the rims hold bodies that are
/// too wide.
///
/// # Examples
/// ```
/// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::Circle; }
/// use cairn2d::{Body, Circle, PortalFrame, PortalPair, World, WorldConfig};
/// let mut world = World::new(WorldConfig::default())?;
/// // What falls into the opening below leaves the one above.
/// let below = PortalFrame::fixed([0.0, 0.0], [0.0, 1.0]);
/// let above = PortalFrame::fixed([0.0, 8.0], [0.0, -1.0]);
/// world.add_portals(PortalPair::new(below, above).width(2.0))?;
/// let ball = world.spawn(Body::dynamic().at([0.0, 1.0]).with(Circle::new(0.25)))?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0)?;
/// }
/// assert!(world.body(ball).unwrap().position().y > 3.0);
/// # Ok::<(), cairn2d_dynamics::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub struct PortalPair {
    pub(crate) frames: [PortalFrame; 2],
    pub(crate) width: f32,
    pub(crate) rims: bool,
}

impl PortalPair {
    /// Returns two openings of width 1 m with rims.
    pub fn new(a: PortalFrame, b: PortalFrame) -> PortalPair {
        PortalPair { frames: [a, b], width: 1.0, rims: true }
    }

    /// Sets the width of both openings \[m\], 0.02 to 10,000. Default 1.
    pub fn width(mut self, width: f32) -> PortalPair {
        self.width = width;
        self
    }

    /// Sets whether the ends of the openings hold bodies that are too wide. Default true.
    ///
    /// A rim is a small circle behind the plane of the opening, on its body. An opening without a body gets
    /// a static body for its rims. Without rims, a body that is too wide passes over the edge of the opening.
    pub fn rims(mut self, rims: bool) -> PortalPair {
        self.rims = rims;
        self
    }

    pub(crate) fn validate(&self) -> Result<[Pose; 2], ValueError> {
        check_part("portals", PORTALS, true)?;
        check("portal width", self.width, Bound::Range(WIDTHS.0, WIDTHS.1))?;
        Ok([self.frames[0].pose()?, self.frames[1].pose()?])
    }
}

/// A pair of openings of a world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Portals {
    /// The pair.
    pub id: PortalId,
    /// Pose of each opening in the world: its middle \[m\], and a rotation whose second axis points out.
    pub openings: [Pose; 2],
    /// Bodies of the openings; `None` for one that is fixed in the world.
    pub bodies: [Option<BodyId>; 2],
    /// Poses of the openings in their bodies, or in the world.
    pub frames: [Pose; 2],
    /// Width of both openings \[m\].
    pub width: f32,
    /// Shapes of the rims at both ends of each opening; `None` for those that do not exist.
    pub rims: [[Option<ShapeId>; 2]; 2],
}

impl Portals {
    /// Returns the definition of this pair: bodies, places, width, and whether it has rims.
    pub fn pair(&self) -> PortalPair {
        let frames = [0, 1].map(|side| {
            let Pose { p, q } = self.frames[side];
            PortalFrame { body: self.bodies[side], at: p, out: Vec2::new(-q.s, q.c) }
        });
        PortalPair { frames, width: self.width, rims: self.rims.iter().flatten().any(Option::is_some) }
    }
}

/// A pair of openings as it is stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PortalRow {
    /// Bodies of the openings; 0 for none, which is the null body at the origin.
    pub(crate) bodies: [u32; 2],
    /// Poses of the openings in their bodies.
    pub(crate) frames: [Pose; 2],
    pub(crate) width: f32,
    /// Shapes of the rims, two for each opening; `NONE` for those that do not exist.
    pub(crate) rims: [u32; 4],
}

impl PortalRow {
    pub(crate) const VACANT: PortalRow =
        PortalRow { bodies: [0; 2], frames: [Pose::IDENTITY; 2], width: 1.0, rims: [NONE; 4] };

    /// Returns whether a shape is a rim of this pair.
    pub(crate) fn has_rim(&self, shape: u32) -> bool {
        self.rims.contains(&shape)
    }
}

impl Words for PortalRow {
    type Words = [u32; 15];
    const COUNT: usize = 15;

    fn words(&self) -> [u32; 15] {
        let [a, b] = self.frames.map(|pose| [pose.p.x, pose.p.y, pose.q.c, pose.q.s].map(f32::to_bits));
        let [rim_a, rim_b, rim_c, rim_d] = self.rims;
        let (bodies, width) = (self.bodies, self.width.to_bits());
        [
            bodies[0], bodies[1], a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3], width, rim_a, rim_b, rim_c,
            rim_d,
        ]
    }

    fn from_words(words: &[u32]) -> Option<PortalRow> {
        let words: &[u32; 15] = words.first_chunk()?;
        let [a, b] = [2, 6].map(|first| {
            let [x, y, c, s] = [0, 1, 2, 3].map(|index| f32::from_bits(words[first + index]));
            Pose { p: Vec2::new(x, y), q: Rot { c, s } }
        });
        let width = f32::from_bits(words[10]);
        let is_valid = a.is_valid() && b.is_valid() && width >= WIDTHS.0 && width <= WIDTHS.1;
        let rims = [words[11], words[12], words[13], words[14]];
        is_valid.then_some(PortalRow { bodies: [words[0], words[1]], frames: [a, b], width, rims })
    }
}

/// A body and its image through an opening. The rows of an owner form a tree from it, except for rows whose
/// image another row has already: those of two ways to one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ImageRow {
    /// The body that enters the opening: the owner or another image of it.
    pub(crate) parent: u32,
    /// The body that stands for it behind the other opening.
    pub(crate) image: u32,
    /// The body of the world that both stand for.
    pub(crate) owner: u32,
    pub(crate) portal: u32,
    /// The opening that the parent enters, 0 or 1.
    pub(crate) side: u32,
}

impl Words for ImageRow {
    type Words = [u32; 5];
    const COUNT: usize = 5;

    fn words(&self) -> [u32; 5] {
        [self.parent, self.image, self.owner, self.portal, self.side]
    }

    fn from_words(words: &[u32]) -> Option<ImageRow> {
        let &[parent, image, owner, portal, side] = words.first_chunk()?;
        Some(ImageRow { parent, image, owner, portal, side })
    }
}

table! {
    /// All pairs of openings.
    PortalTable of NewPortal {
        saved {
            rows: Column<PortalRow> = PortalRow::VACANT;
        }
    }
}

impl PortalTable {
    pub(crate) fn new(tag: u8) -> PortalTable {
        PortalTable::empty(tag)
    }

    /// Reserves memory for this many pairs.
    pub(crate) fn reserve(&mut self, count: usize) {
        self.reserve_rows(count);
    }

    pub(crate) fn is_empty(&self) -> bool {
        !PORTALS || self.pool.count() == 0
    }

    pub(crate) fn insert(&mut self, row: PortalRow) -> PortalId {
        let slot = self.insert_row(NewPortal { rows: row });
        self.id(slot)
    }

    pub(crate) fn find(&self, id: PortalId) -> Option<u32> {
        self.pool.find(id.raw())
    }

    pub(crate) fn id(&self, slot: u32) -> PortalId {
        PortalId::from_raw(self.pool.id(slot))
    }
}

part! {
    /// Images of bodies in openings.
    Images {
        unhashed {
            /// A parent comes before its images.
            rows: ImageRow;
        }
    }
}

impl Images {
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        !PORTALS || self.rows.is_empty()
    }

    /// Returns whether two bodies are images of one body, or a body and its image.
    #[inline]
    pub(crate) fn are_of_one(&self, a: u32, b: u32) -> bool {
        !self.is_empty() && self.owner(a) == self.owner(b)
    }

    /// Returns the owner of an image; any other body is its own.
    pub(crate) fn owner(&self, body: u32) -> u32 {
        self.rows.iter().find(|row| row.image == body).map_or(body, |row| row.owner)
    }
}

/// What passed an opening in the current step. Empty between steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Passing {
    /// Bodies that passed, with the pair and the side of the opening that they left.
    pub(crate) planes: Vec<(u32, u32, u32)>,
    /// Images that exchanged their place with their owner.
    pub(crate) images: Vec<u32>,
}

impl Passing {
    pub(crate) fn clear(&mut self) {
        self.planes.clear();
        self.images.clear();
    }
}
