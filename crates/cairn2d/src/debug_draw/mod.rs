//! Draws a world for debugging: shapes, joints, contacts and the rest, as a few primitives that any renderer
//! can draw.
//!
//! A [`DebugDraw`] walks the world and calls the caller's [`Canvas`], which maps the kind of a thing (its
//! [`Ink`]) to a color and draws it. Primitives come in world coordinates. Marks have sizes in pixels, so
//! [`DrawOptions::pixel`] gives the size of one. Drawing changes nothing in the world, and allocates nothing
//! once its memory has grown, except for bodies in openings of portals. The testbed uses this module; the
//! example `svg_debug_draw` is the shortest renderer.
//!
//! Order: fields, shapes body by body, openings of portals, joints, contacts. Within each kind the order is
//! that of the world, which is the same in every frame.

mod bodies;
mod contacts;
mod fields;
mod ink;
mod joints;
mod marks;
mod openings;
mod sides;

pub use ink::{Ink, Theme};
pub use openings::{Appearance, Opening, VisiblePart, appearances, joint_poses};
pub use sides::Sides;

use crate::setters::setters;
use cairn2d_dynamics::{Area, BodyId, Islands, JointId, World};
use cairn2d_geometry::Shape;
use cairn2d_math::{Aabb, DVec2, Pose, Vec2};

/// Selects what is drawn, and sets sizes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct DrawOptions {
    /// Non-sensor shapes.
    pub shapes: bool,
    /// Sensor shapes.
    pub sensors: bool,
    /// Determines the color of a body.
    pub coloring: Coloring,
    /// Whether sleeping bodies are marked as such.
    pub sleep: bool,
    /// Solid sides of one-way shapes and chains.
    pub one_way: bool,
    /// Joints with marks, limits and targets.
    pub joints: bool,
    /// Contact points.
    pub contacts: bool,
    /// Contact normals.
    pub normals: bool,
    /// Normal and friction impulses of contacts.
    pub impulses: bool,
    /// Whether contacts and joints have their color of the constraint graph.
    pub graph_colors: bool,
    /// AABBs of shapes.
    pub boxes: bool,
    /// Velocities of bodies.
    pub velocities: bool,
    /// Centres of mass, and the axes of the bodies' frames.
    pub centers: bool,
    /// Ids of bodies.
    pub body_ids: bool,
    /// Ids of joints.
    pub joint_ids: bool,
    /// Masses of dynamic bodies.
    pub masses: bool,
    /// Ids of the touching features at contact points; impulses are kept while they stay the same.
    pub features: bool,
    /// AABBs of islands.
    pub island_boxes: bool,
    /// Fields: areas and effects.
    pub fields: bool,
    /// Openings of portals.
    pub portals: bool,
    /// Length of the line of a velocity of 1 m/s, as a time \[s\].
    pub velocity_scale: f32,
    /// Length of the line of an impulse that changes the velocity of the lighter body by 1 m/s, as a time
    /// \[s\].
    pub impulse_scale: f32,
    /// World position from which all coordinates of the picture count \[m\], those of the view too. In a
    /// large world, choose a point near the view.
    pub origin: DVec2,
    /// The visible box \[m\]; drawing outside of it may be skipped.
    pub view: Option<Aabb>,
    /// Size of a pixel \[m\], 1e-9 to 1e9.
    pub pixel: f32,
}

setters!(DrawOptions {
    shapes: bool,
    sensors: bool,
    coloring: Coloring,
    sleep: bool,
    one_way: bool,
    joints: bool,
    contacts: bool,
    normals: bool,
    impulses: bool,
    graph_colors: bool,
    boxes: bool,
    velocities: bool,
    centers: bool,
    body_ids: bool,
    joint_ids: bool,
    masses: bool,
    features: bool,
    island_boxes: bool,
    fields: bool,
    portals: bool,
    velocity_scale: f32,
    impulse_scale: f32,
    pixel: f32,
} into { origin: DVec2, view: Option<Aabb> });

impl Default for DrawOptions {
    /// Shapes, sensors, joints, fields, portals, one-way sides and sleep; a hundred pixels per metre, and no
    /// view.
    fn default() -> DrawOptions {
        DrawOptions {
            shapes: true,
            sensors: true,
            coloring: Coloring::Kind,
            sleep: true,
            one_way: true,
            joints: true,
            contacts: false,
            normals: false,
            impulses: false,
            graph_colors: false,
            boxes: false,
            velocities: false,
            centers: false,
            body_ids: false,
            joint_ids: false,
            masses: false,
            features: false,
            island_boxes: false,
            fields: true,
            portals: true,
            velocity_scale: 0.1,
            impulse_scale: 10.0,
            origin: DVec2::ZERO,
            view: None,
            pixel: 0.01,
        }
    }
}

/// Determines the color of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Coloring {
    /// The type of the body: static, kinematic, dynamic, bullet.
    #[default]
    Kind,
    /// Moving bodies in many colors, which makes neighbours distinct.
    Body,
    /// One color for all bodies of an island.
    Island,
    /// One color for all bodies whose first shape has the same lowest category of its filter.
    Team,
}

/// How a shape is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// The body of the shape.
    pub body: BodyId,
    /// The kind of the shape.
    pub ink: Ink,
    /// Whether it is a sensor, which is drawn as an outline.
    pub sensor: bool,
    /// Whether its body sleeps and is to be drawn so.
    pub asleep: bool,
    /// Whether its body moves, so that a circle needs a mark that shows rotation.
    pub turns: bool,
}

/// A mark of constant size on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mark {
    /// A disc.
    Dot,
    /// A circle.
    Ring,
    /// A square.
    Square,
    /// A square turned by 45 degrees.
    Diamond,
    /// Two crossed lines, axis-aligned.
    Plus,
    /// Two crossed lines, diagonal.
    Cross,
    /// A triangle that points along the x axis.
    Triangle,
}

/// Content of a label.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Label {
    /// The id of a body.
    Body(BodyId),
    /// The id of a joint.
    Joint(JointId),
    /// The mass of a body \[kg\].
    Mass(f32),
    /// The id of the features that touch at a contact point.
    Feature(u32),
}

/// Draws primitives. All coordinates are world coordinates relative to [`DrawOptions::origin`] \[m\].
pub trait Canvas {
    /// A shape at a pose.
    fn shape(&mut self, shape: &Shape, pose: Pose, look: &Look);

    /// A part of a joined body at a pose, and the sides of it that belong to the border of the body, in world
    /// coordinates. The default draws a shape with its whole border.
    fn part(&mut self, shape: &Shape, pose: Pose, look: &Look, sides: &[[Vec2; 2]]) {
        let _ = sides;
        self.shape(shape, pose, look);
    }

    /// A thin line.
    fn line(&mut self, a: Vec2, b: Vec2, ink: Ink);

    /// A thin circle.
    fn circle(&mut self, center: Vec2, radius: f32, ink: Ink);

    /// A mark of this size in pixels, turned by an angle whose cosine and sine is `direction`.
    fn mark(&mut self, at: Vec2, mark: Mark, size: f32, direction: Vec2, ink: Ink);

    /// The area of a field.
    fn area(&mut self, area: &Area, ink: Ink);

    /// A thin dashed line. The default draws a solid line.
    fn dashes(&mut self, a: Vec2, b: Vec2, ink: Ink) {
        self.line(a, b, ink);
    }

    /// A text. The default draws nothing.
    fn label(&mut self, _at: Vec2, _label: Label, _ink: Ink) {}

    /// The pose at which a body is drawn, for example between two steps. The default returns `pose`.
    fn pose(&self, _body: BodyId, pose: Pose) -> Pose {
        pose
    }
}

/// Draws worlds. Holds only reusable memory.
///
/// # Examples
/// ```
/// use cairn2d::debug_draw::{Canvas, DebugDraw, DrawOptions, Ink, Look, Mark};
/// use cairn2d::prelude::*;
/// use cairn2d::Area;
///
/// /// Counts shapes instead of drawing them.
/// struct Counter(usize);
///
/// impl Canvas for Counter {
///     fn shape(&mut self, _shape: &Shape, _pose: Pose, _look: &Look) {
///         self.0 += 1;
///     }
///     fn line(&mut self, _a: Vec2, _b: Vec2, _ink: Ink) {}
///     fn circle(&mut self, _center: Vec2, _radius: f32, _ink: Ink) {}
///     fn mark(&mut self, _at: Vec2, _mark: Mark, _size: f32, _direction: Vec2, _ink: Ink) {}
///     fn area(&mut self, _area: &Area, _ink: Ink) {}
/// }
///
/// let mut world = World::new(WorldConfig::default())?;
/// world.spawn(Body::dynamic().with(Circle::new(0.5)).with(Rect::square(1.0)))?;
/// let mut counter = Counter(0);
/// DebugDraw::default().draw(&world, &DrawOptions::default(), &mut counter);
/// assert_eq!(counter.0, 2);
/// # Ok::<(), cairn2d::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct DebugDraw {
    islands: Islands,
    sides: Sides,
    /// Sides of a part in world coordinates.
    placed: Vec<[Vec2; 2]>,
    /// AABB of each body that is part of an island.
    members: Vec<(BodyId, Aabb)>,
}

impl DebugDraw {
    /// Draws a world. Options that are out of range or not finite are clamped.
    ///
    /// # Cost
    /// Visits all bodies, and all joints and contacts if they are drawn; calls the canvas only for those in
    /// view.
    pub fn draw(&mut self, world: &World, options: &DrawOptions, canvas: &mut dyn Canvas) {
        if options.coloring == Coloring::Island || options.island_boxes {
            world.find_islands(&mut self.islands);
        }
        let options = &usable(options);
        // A margin for outlines and marks, whose size is in pixels.
        let margin = MARGIN * options.pixel;
        let view = options.view.map(|view| view.expand(margin));
        let DebugDraw { islands, sides, placed, members } = self;
        members.clear();
        let mut walk = Walk { world, options, islands, sides, placed, members, canvas, view };
        if options.fields {
            walk.fields();
        }
        walk.bodies();
        walk.island_boxes();
        if options.portals {
            walk.openings();
        }
        if options.joints || options.joint_ids {
            walk.joints();
        }
        if options.contacts || options.normals || options.impulses || options.features {
            walk.contacts();
        }
    }
}

/// The options with numbers clamped to usable ranges.
fn usable(options: &DrawOptions) -> DrawOptions {
    let within = |value: f32, low: f32, high: f32, else_: f32| {
        if value.is_nan() { else_ } else { value.clamp(low, high) }
    };
    // No coordinate of a world is beyond this bound.
    let end = |point: Vec2| {
        let [x, y] = [point.x, point.y].map(|x| within(x, -FAR, FAR, 0.0));
        Vec2::new(x, y)
    };
    DrawOptions {
        view: options.view.map(|view| Aabb { min: end(view.min), max: end(view.max) }),
        origin: if options.origin.is_finite() { options.origin } else { DVec2::ZERO },
        pixel: within(options.pixel, 1.0e-9, 1.0e9, 0.01),
        velocity_scale: within(options.velocity_scale, -1.0e9, 1.0e9, 0.0),
        impulse_scale: within(options.impulse_scale, -1.0e9, 1.0e9, 0.0),
        ..*options
    }
}

/// A bound beyond every coordinate of a world \[m\].
const FAR: f32 = 4.0 * cairn2d_dynamics::MAX_COORDINATE;

/// Extent of marks and outlines, in pixels.
const MARGIN: f32 = 24.0;

/// The state of one call of [`DebugDraw::draw`].
struct Walk<'a> {
    world: &'a World,
    options: &'a DrawOptions,
    islands: &'a Islands,
    sides: &'a mut Sides,
    placed: &'a mut Vec<[Vec2; 2]>,
    members: &'a mut Vec<(BodyId, Aabb)>,
    canvas: &'a mut dyn Canvas,
    /// The view with a margin.
    view: Option<Aabb>,
}

impl Walk<'_> {
    fn openings(&mut self) {
        let origin = self.options.origin.to_vec2();
        for opening in Opening::all(self.world) {
            let lines = opening.lines().map(|line| line.map(|end| end - origin));
            if self.sees_any(lines.as_flattened(), 0.0) {
                lines.iter().for_each(|&[a, b]| self.canvas.line(a, b, opening.ink()));
            }
        }
    }

    fn sees(&self, bounds: Aabb) -> bool {
        self.view.is_none_or(|view| view.overlaps(bounds))
    }

    fn sees_any(&self, points: &[Vec2], margin: f32) -> bool {
        self.view.is_none_or(|view| view.overlaps(Aabb::from_points(points).expand(margin)))
    }

    /// The pose at which a body is drawn.
    fn pose(&self, id: BodyId) -> Pose {
        let pose = self.world.body(id).map_or(Pose::IDENTITY, |body| body.pose_from(self.options.origin));
        self.canvas.pose(id, pose)
    }
}
