//! The picture of one instant: a small display list in world coordinates, and the writers of files.
//!
//! Flow: an adapter fills a [`Picture`] from a world, and [`camera`] selects the view. [`paint`] turns both
//! into a short list of batched layers in pixels, and [`raster`], [`svg`] and [`gif`] write those layers. The
//! writers share the layers, so a PNG and an SVG of a picture show the same.
//!
//! Invariant: a `Picture` holds only finite numbers. The `add_*` methods drop other items, so that a broken
//! world can still be drawn.

pub mod camera;
mod clip;
pub mod gif;
pub mod paint;
pub mod path;
pub mod raster;
pub mod style;
pub mod svg;
pub mod text;

/// A point or displacement in the world `[m]`, or in the picture `[px]`.
pub type Point = [f32; 2];

/// Role of a shape; determines its color and drawing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// A sensor without overlaps.
    Sensor,
    /// A sensor with overlaps.
    Visited,
    /// Part of a static body.
    Static,
    /// Part of a disabled body.
    Disabled,
    /// Part of a kinematic body.
    Kinematic,
    /// Part of a sleeping dynamic body.
    Asleep,
    /// Part of an awake dynamic body.
    Awake,
    /// Part of a dynamic body that moves a large part of its own size in one step.
    Fast,
}

impl Role {
    /// Every role, in drawing order.
    pub const ALL: [Self; 8] = [
        Self::Sensor,
        Self::Visited,
        Self::Static,
        Self::Disabled,
        Self::Kinematic,
        Self::Asleep,
        Self::Awake,
        Self::Fast,
    ];

    /// Whether the camera must show shapes of this role.
    #[must_use]
    pub fn is_moving(self) -> bool {
        !matches!(self, Self::Sensor | Self::Visited | Self::Static | Self::Disabled)
    }

    /// The lower-case name used in SVG classes.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sensor => "sensor",
            Self::Visited => "visited",
            Self::Static => "static",
            Self::Disabled => "disabled",
            Self::Kinematic => "kinematic",
            Self::Asleep => "asleep",
            Self::Awake => "awake",
            Self::Fast => "fast",
        }
    }
}

/// Pose of a body: a position `[m]` and a rotation as cosine and sine `[-]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Position of the body's origin `[m]`.
    pub position: Point,
    /// Cosine of the body's angle `[-]`.
    pub cos: f32,
    /// Sine of the body's angle `[-]`.
    pub sin: f32,
}

impl Placement {
    /// The identity.
    pub const IDENTITY: Self = Self { position: [0.0, 0.0], cos: 1.0, sin: 0.0 };

    /// A placement from a position `[m]` and an angle `[rad]`.
    #[must_use]
    pub fn new(position: Point, angle: f32) -> Self {
        Self { position, cos: angle.cos(), sin: angle.sin() }
    }

    /// The world position of a point given in body coordinates `[m]`.
    #[must_use]
    pub fn place(&self, p: Point) -> Point {
        let [x, y] = p;
        [self.position[0] + self.cos * x - self.sin * y, self.position[1] + self.sin * x + self.cos * y]
    }
}

/// The outline of a shape in world coordinates `[m]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outline {
    /// A disc; `rim` is a point of the rim that shows its rotation.
    Circle {
        /// Center `[m]`.
        center: Point,
        /// Point on the rim in the body's x direction `[m]`.
        rim: Point,
        /// Radius `[m]`, at least 0.
        radius: f32,
    },
    /// All points within `radius` of the segment from `a` to `b`.
    Capsule {
        /// First end of the core `[m]`.
        a: Point,
        /// Second end of the core `[m]`.
        b: Point,
        /// Radius `[m]`, at least 0.
        radius: f32,
    },
    /// A line without thickness.
    Segment {
        /// First end `[m]`.
        a: Point,
        /// Second end `[m]`.
        b: Point,
    },
    /// A convex polygon, grown by `radius`; its corners are `picture.points[first..first + count]`.
    Polygon {
        /// Index of the first corner.
        first: u32,
        /// Number of corners, at least 3.
        count: u32,
        /// Rounding radius `[m]`, at least 0.
        radius: f32,
    },
}

/// One shape of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureShape {
    /// Geometry of the shape.
    pub outline: Outline,
    /// Its role.
    pub role: Role,
    /// A small number that is equal for all shapes of a body and differs between neighbours; selects a tone.
    pub tone: u32,
    /// Whether it is a part of a joined body, whose border is drawn by [`Picture::sides`].
    pub is_part: bool,
}

/// A side of the border of a joined body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureSide {
    /// Its ends `[m]`.
    pub ends: [Point; 2],
    /// Role of the body.
    pub role: Role,
}

/// One joint: the positions of two bodies and of two anchors `[m]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureJoint {
    /// Center of the first body, if a line leads to it (not for a static body).
    pub body_a: Option<Point>,
    /// Anchor on the first body.
    pub anchor_a: Point,
    /// Anchor on the second body.
    pub anchor_b: Point,
    /// Center of the second body, if a line leads to it.
    pub body_b: Option<Point>,
}

/// A contact point and its normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureContact {
    /// Position `[m]`.
    pub point: Point,
    /// Unit direction from the first to the second shape `[-]`.
    pub normal: Point,
}

/// A rectangle of one shade behind everything but the background.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureTile {
    /// Lower left and upper right corner `[m]`.
    pub corners: [Point; 2],
    /// Index of its color, below 5.
    pub tone: u32,
    /// Strength of its color, 1 to [`LEVELS`].
    pub level: u32,
}

/// Number of shades of a tone. Each is one layer of a drawing.
pub const LEVELS: u32 = 12;

/// A line, a ring or a point (`ends` are its centre and a point of its rim) or a text (centred at the first
/// end), with its own color.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureMark {
    /// Two points `[m]`.
    pub ends: [Point; 2],
    /// Its kind.
    pub kind: MarkKind,
    /// Index of its color, below 5.
    pub tone: u32,
}

/// Kind of a mark.
#[derive(Clone, Debug, PartialEq)]
pub enum MarkKind {
    /// A straight line.
    Line,
    /// A ring.
    Ring,
    /// A filled disc.
    Point,
    /// A text.
    Text(String),
}

/// A display list of one instant in world coordinates.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// First line, normally the scene's name.
    pub title: String,
    /// Second line, normally step and counts.
    pub caption: String,
    /// Corners of all polygons `[m]`.
    pub points: Vec<Point>,
    /// All shapes, in any order.
    pub shapes: Vec<PictureShape>,
    /// Sides of joined bodies.
    pub sides: Vec<PictureSide>,
    /// All joints.
    pub joints: Vec<PictureJoint>,
    /// Contact points; empty when they are not to be drawn.
    pub contacts: Vec<PictureContact>,
    /// Shaded cells behind the shapes.
    pub tiles: Vec<PictureTile>,
    /// Marks on top of everything else.
    pub marks: Vec<PictureMark>,
}

impl Picture {
    /// Adds a disc given in body coordinates `[m]`.
    pub fn add_circle(&mut self, at: &Placement, center: Point, radius: f32, role: Role, tone: u32) {
        let rim = at.place([center[0] + radius, center[1]]);
        self.add(Outline::Circle { center: at.place(center), rim, radius }, role, tone);
    }

    /// Adds a capsule given in body coordinates `[m]`; `ends` are the ends of its core.
    pub fn add_capsule(&mut self, at: &Placement, ends: [Point; 2], radius: f32, role: Role, tone: u32) {
        self.add(Outline::Capsule { a: at.place(ends[0]), b: at.place(ends[1]), radius }, role, tone);
    }

    /// Adds a line given in body coordinates `[m]`.
    pub fn add_segment(&mut self, at: &Placement, ends: [Point; 2], role: Role, tone: u32) {
        self.add(Outline::Segment { a: at.place(ends[0]), b: at.place(ends[1]) }, role, tone);
    }

    /// Adds a convex polygon of at least 3 corners given in body coordinates `[m]`, rounded by `radius`
    /// `[m]`.
    pub fn add_polygon(&mut self, at: &Placement, corners: &[Point], radius: f32, role: Role, tone: u32) {
        let first = self.points.len();
        self.points.extend(corners.iter().map(|&p| at.place(p)));
        let outline = Outline::Polygon { first: first as u32, count: corners.len() as u32, radius };
        if corners.len() < 3 || !self.add(outline, role, tone) {
            self.points.truncate(first);
        }
    }

    /// Adds a convex part of a joined body as [`Picture::add_polygon`] does, without a border.
    pub fn add_part(&mut self, at: &Placement, corners: &[Point], role: Role, tone: u32) {
        let count = self.shapes.len();
        self.add_polygon(at, corners, 0.0, role, tone);
        for shape in &mut self.shapes[count..] {
            shape.is_part = true;
        }
    }

    /// Adds a side of a joined body unless it is not finite.
    pub fn add_side(&mut self, at: &Placement, ends: [Point; 2], role: Role) {
        let ends = ends.map(|end| at.place(end));
        if ends.iter().all(|&end| is_finite(end)) {
            self.sides.push(PictureSide { ends, role });
        }
    }

    /// Adds a joint unless one of its points is not finite.
    pub fn add_joint(&mut self, joint: PictureJoint) {
        let ends = [joint.body_a.unwrap_or([0.0; 2]), joint.body_b.unwrap_or([0.0; 2])];
        if [joint.anchor_a, joint.anchor_b, ends[0], ends[1]].iter().all(|&p| is_finite(p)) {
            self.joints.push(joint);
        }
    }

    /// Adds a contact point unless it is not finite.
    pub fn add_contact(&mut self, point: Point, normal: Point) {
        if is_finite(point) && is_finite(normal) {
            self.contacts.push(PictureContact { point, normal });
        }
    }

    /// Adds a shaded rectangle unless it is not finite or its level is not 1 to [`LEVELS`].
    pub fn add_tile(&mut self, corners: [Point; 2], tone: u32, level: u32) {
        if corners.iter().all(|&corner| is_finite(corner)) && (1..=LEVELS).contains(&level) {
            self.tiles.push(PictureTile { corners, tone, level });
        }
    }

    /// Adds a mark unless it is not finite.
    pub fn add_mark(&mut self, ends: [Point; 2], kind: MarkKind, tone: u32) {
        if ends.iter().all(|&end| is_finite(end)) {
            self.marks.push(PictureMark { ends, kind, tone });
        }
    }

    /// The smallest box around a shape, its rounding included `[m]`.
    #[must_use]
    pub fn bounds(&self, shape: &PictureShape) -> camera::Bounds {
        match shape.outline {
            Outline::Circle { center, radius, .. } => camera::Bounds::around(&[center]).grown(radius),
            Outline::Capsule { a, b, radius } => camera::Bounds::around(&[a, b]).grown(radius),
            Outline::Segment { a, b } => camera::Bounds::around(&[a, b]),
            Outline::Polygon { radius, .. } => {
                camera::Bounds::around(self.corners(&shape.outline)).grown(radius)
            }
        }
    }

    /// The corners of a polygon outline `[m]`; empty for every other outline.
    #[must_use]
    pub fn corners(&self, outline: &Outline) -> &[Point] {
        match *outline {
            Outline::Polygon { first, count, .. } => &self.points[first as usize..(first + count) as usize],
            _ => &[],
        }
    }

    fn add(&mut self, outline: Outline, role: Role, tone: u32) -> bool {
        let shape = PictureShape { outline, role, tone, is_part: false };
        let bounds = self.bounds(&shape);
        let usable = is_finite(bounds.lower) && is_finite(bounds.upper);
        if usable {
            self.shapes.push(shape);
        }
        usable
    }
}

fn is_finite(p: Point) -> bool {
    // A quarter of the range, so that sums and differences of two coordinates are finite too.
    p.iter().all(|v| v.abs() <= f32::MAX * 0.25)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placement_turns_then_moves() {
        let at = Placement::new([1.0, 2.0], std::f32::consts::FRAC_PI_2);
        let p = at.place([3.0, 0.0]);
        assert!((p[0] - 1.0).abs() < 1e-6 && (p[1] - 5.0).abs() < 1e-6, "{p:?}");
    }

    #[test]
    fn items_that_are_not_finite_are_dropped() {
        let mut picture = Picture::default();
        let bad = Placement { position: [f32::NAN, 0.0], ..Placement::IDENTITY };
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        picture.add_circle(&bad, [0.0, 0.0], 1.0, Role::Awake, 0);
        picture.add_polygon(&bad, &square, 0.0, Role::Awake, 0);
        picture.add_segment(&bad, [[0.0, 0.0], [1.0, 0.0]], Role::Static, 0);
        picture.add_contact([f32::INFINITY, 0.0], [0.0, 1.0]);
        picture.add_tile([[0.0, f32::NAN], [1.0, 1.0]], 0, 1);
        picture.add_tile([[0.0, 0.0], [1.0, 1.0]], 0, LEVELS + 1);
        assert!(picture.tiles.is_empty());
        assert!(picture.shapes.is_empty() && picture.points.is_empty() && picture.contacts.is_empty());
        picture.add_polygon(&Placement::IDENTITY, &square, 0.0, Role::Awake, 0);
        assert_eq!((picture.shapes.len(), picture.points.len()), (1, 4));
    }

    #[test]
    fn bounds_include_the_radius() {
        let mut picture = Picture::default();
        picture.add_capsule(&Placement::IDENTITY, [[-1.0, 0.0], [2.0, 0.0]], 0.5, Role::Awake, 0);
        let bounds = picture.bounds(&picture.shapes[0]);
        assert_eq!((bounds.lower, bounds.upper), ([-1.5, -0.5], [2.5, 0.5]));
    }
}
