//! From the world to instances: visible things with the colors of the style, in reused lists.
//!
//! Invariant: building a frame allocates nothing once the lists have grown.

use cairn2d::debug_draw::{Canvas, DebugDraw, DrawOptions, Ink, Label, Look, Mark};
use cairn2d::geometry::ShapeVariant;
use cairn2d::{Aabb, Area, BodyId, Polygon, Pose, Rect, Shape, Vec2, World};

use cairn2d_scenes::{OverlayGrid, Tone};

use crate::camera::Camera;

use super::grid;
use super::instances::{Disc, Layer, Line, Patch, Pill, RoundBox, Sign, Tile, sign_number};
use super::style::{Color, Style};

/// Largest number of drawn corners of a polygon; beyond it, some are omitted invisibly.
const MOST_CORNERS: usize = 128;

/// Largest number of labels of a frame; more would be unreadable.
const MOST_LABELS: usize = 400;

/// How many times shapes may cover the whole picture. Beyond it, shapes of a crowd would only be painted over
/// others, which stops a slow card for seconds.
const MOST_COVER: f32 = 100.0;

/// Share of the picture below which a shape is always painted.
const SMALL_COVER: f32 = 1.0e-4;

/// Smallest size of a drawn cell of a grid in points of the screen; of smaller ones some are omitted.
const LEAST_CELL: f32 = 1.5;

/// Length of a dash in points of the screen.
const DASH: f32 = 5.0;

/// Half length of a box above which it is clipped to the view, in points of the screen.
const LARGE: f32 = 16_384.0;

/// The pose at which a body is drawn, between two steps.
pub type PoseAt<'a> = &'a dyn Fn(BodyId, Pose) -> Pose;

/// Interpolates two poses with `alpha` from 0 to 1. Cheaper than exact interpolation of the angle; the
/// difference is invisible.
pub fn between(before: Pose, now: Pose, alpha: f32) -> Pose {
    if before == now {
        return now;
    }
    Pose { p: before.p.lerp(now.p, alpha), q: before.q.nlerp(now.q, alpha) }
}

/// The camera and the time of a frame.
#[derive(Clone, Copy)]
pub struct Shot<'a> {
    /// The visible part of the world.
    pub camera: Camera,
    /// The poses at which bodies are drawn; `None` for their current poses.
    pub pose_at: Option<PoseAt<'a>>,
}

/// Depth of a layer, back to front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Depth {
    /// Grid, fields, sensors.
    Back,
    /// Bodies.
    Middle,
    /// Joints, contacts and annotations.
    Front,
}

/// The instances of a world.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    layers: [Layer; 3],
    corners: Vec<[f32; 2]>,
    labels: Vec<(Vec2, Label, Color)>,
    /// How many times shapes cover the picture so far.
    cover: f32,
    camera: Camera,
    style: Style,
    walk: DebugDraw,
}

impl Frame {
    /// An empty frame.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes the instances of all visible things. Replaces the view and the pixel size in the options by
    /// those of the camera.
    pub fn build(&mut self, world: &World, shot: &Shot<'_>, options: &DrawOptions, style: &Style) {
        self.clear(&shot.camera, style);
        let mut options = *options;
        options.view = Some(shot.camera.bounds());
        options.pixel = 1.0 / shot.camera.scale;
        // Moved out, because it borrows the rest of the frame while drawing.
        let mut walk = core::mem::take(&mut self.walk);
        walk.draw(world, &options, &mut Pen { frame: self, pose_at: shot.pose_at, last: None });
        self.walk = walk;
    }

    /// Starts an empty picture with only the background.
    pub fn clear(&mut self, camera: &Camera, style: &Style) {
        self.layers.iter_mut().for_each(Layer::clear);
        self.corners.clear();
        self.labels.clear();
        (self.camera, self.style, self.cover) = (*camera, *style, 0.0);
    }

    /// Adds the grid and the axes.
    pub fn add_grid(&mut self) {
        let (camera, style) = (self.camera, self.style);
        let lines = &mut self.layers[Depth::Back as usize].lines;
        grid::lines(&camera, &style, |line| lines.push(line));
    }

    /// The layers, back to front.
    pub fn layers(&self) -> &[Layer; 3] {
        &self.layers
    }

    /// Corners of all polygons `[m]`, each in its own frame.
    pub fn corners(&self) -> &[[f32; 2]] {
        &self.corners
    }

    /// Texts and their positions `[m]`.
    pub fn labels(&self) -> &[(Vec2, Label, Color)] {
        &self.labels
    }

    /// The camera.
    pub fn camera(&self) -> &Camera {
        &self.camera
    }

    /// The style.
    pub fn style(&self) -> &Style {
        &self.style
    }

    /// Number of instances.
    pub fn len(&self) -> usize {
        self.layers.iter().map(Layer::len).sum()
    }

    /// Whether it has no instances.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a line in front of everything, with a width in points of the screen.
    pub fn add_line(&mut self, a: Vec2, b: Vec2, width: f32, color: Color) {
        self.line(Depth::Front, [a, b], [width, 0.0], color);
    }

    /// Adds a dashed line in front of everything.
    pub fn add_dashes(&mut self, a: Vec2, b: Vec2, width: f32, color: Color) {
        self.line(Depth::Front, [a, b], [width, DASH], color);
    }

    /// Adds a sign of a size in points of the screen in front of everything.
    pub fn add_mark(&mut self, at: Vec2, mark: Mark, size: f32, color: Color) {
        self.sign(at, mark, size, Vec2::X, color);
    }

    /// Adds a shape in front of everything, filled and outlined with these colors: a highlight or a preview.
    pub fn add_shape(&mut self, shape: &Shape, pose: Pose, fill: Color, edge: Color) {
        self.shape(Depth::Front, shape, pose, [fill, edge], false);
    }

    /// Adds a shape among the bodies that is not a body, such as a character.
    pub fn add_solid(&mut self, shape: &Shape, pose: Pose, fill: Color, edge: Color) {
        self.shape(Depth::Middle, shape, pose, [fill, edge], true);
    }

    /// Adds the cells of a grid of values that are in view, behind the bodies. `color` returns the color of a
    /// tone with a strength, 0 to 1.
    pub fn add_cells(&mut self, grid: &OverlayGrid<'_>, color: impl Fn(Tone, f32) -> Color) {
        let view = self.camera.bounds();
        // Cells smaller than a pixel are drawn by one of them for its neighbours, so the screen bounds the
        // cost.
        let stride = (LEAST_CELL / (grid.cell * self.camera.scale)).ceil().clamp(1.0, 1.0e6) as usize;
        let range = |low: f32, high: f32, count: usize| {
            // A conversion to an integer stops at the ends of its range.
            let first = (low / grid.cell) as usize / stride * stride;
            (first..count.min((high / grid.cell).ceil().max(0.0) as usize)).step_by(stride)
        };
        let (low, high) = (view.min - grid.origin, view.max - grid.origin);
        let tiles = &mut self.layers[Depth::Back as usize].tiles;
        for row in range(low.y, high.y, grid.rows()) {
            for column in range(low.x, high.x, grid.columns) {
                if let Some((tone, strength)) = grid.shade(column, row) {
                    let end =
                        grid.corner((column + stride).min(grid.columns), (row + stride).min(grid.rows()));
                    let begin = grid.corner(column, row);
                    let corners = [begin.x, begin.y, end.x, end.y];
                    tiles.push(Tile { corners, color: color(tone, strength) });
                }
            }
        }
    }

    /// Counts the part of the picture that a shape in this box covers; returns whether it may still be
    /// painted.
    fn covers(&mut self, bounds: Aabb) -> bool {
        let view = self.camera.bounds();
        let (extent, whole) = (bounds.max.min(view.max) - bounds.min.max(view.min), view.max - view.min);
        let part = (extent.x.max(0.0) / whole.x) * (extent.y.max(0.0) / whole.y);
        if part > SMALL_COVER && self.cover + part > MOST_COVER {
            return false;
        }
        // Only a picture without size gives NaN.
        self.cover += if part.is_finite() { part } else { 0.0 };
        true
    }

    fn layer(&mut self, depth: Depth) -> &mut Layer {
        &mut self.layers[depth as usize]
    }

    fn line(&mut self, depth: Depth, [a, b]: [Vec2; 2], width: [f32; 2], color: Color) {
        self.layer(depth).lines.push(Line { ends: [a.x, a.y, b.x, b.y], width, color });
    }

    fn sign(&mut self, at: Vec2, mark: Mark, size: f32, direction: Vec2, color: Color) {
        let kind = [size, sign_number(mark)];
        self.layer(Depth::Front).signs.push(Sign { at: at.into(), turn: direction.into(), kind, color });
    }

    fn shape(&mut self, depth: Depth, shape: &Shape, pose: Pose, colors: [Color; 2], marked: bool) {
        let [fill, edge] = colors;
        match shape.variant() {
            ShapeVariant::Circle(circle) => {
                let turn = if marked { [pose.q.c, pose.q.s] } else { [0.0; 2] };
                let center = pose.transform_point(circle.center).into();
                self.layer(depth).discs.push(Disc { center, radius: circle.radius, turn, fill, edge });
            }
            ShapeVariant::Capsule(capsule) => {
                let [a, b] = [capsule.a, capsule.b].map(|end| pose.transform_point(end));
                let ends = [a.x, a.y, b.x, b.y];
                self.layer(depth).pills.push(Pill { ends, radius: capsule.radius, fill, edge });
            }
            ShapeVariant::Polygon(polygon) => match polygon.as_rect() {
                Some(rect) => self.rect(depth, rect, pose, colors),
                None => self.polygon(depth, polygon, pose, colors),
            },
            ShapeVariant::Segment(segment) => self.ground(depth, [segment.a, segment.b], pose, edge),
            ShapeVariant::ChainSegment(segment) => self.ground(depth, [segment.a, segment.b], pose, edge),
        }
    }

    /// A line of a segment or chain.
    fn ground(&mut self, depth: Depth, ends: [Vec2; 2], pose: Pose, color: Color) {
        let width = self.style.ground;
        self.line(depth, ends.map(|end| pose.transform_point(end)), [width, 0.0], color);
    }

    fn rect(&mut self, depth: Depth, rect: &Rect, pose: Pose, [fill, edge]: [Color; 2]) {
        let at = pose.mul(rect.pose());
        let half = [rect.half.x, rect.half.y, rect.radius];
        let (center, turn) = (at.p.into(), [at.q.c, at.q.s]);
        let mut whole = RoundBox { center, turn, half, fill, edge };
        if half[0].max(half[1]) * self.camera.scale > LARGE {
            cut(&mut whole, rect, pose.p, &self.camera);
        }
        self.layer(depth).boxes.push(whole);
    }

    fn polygon(&mut self, depth: Depth, polygon: &Polygon, pose: Pose, [fill, edge]: [Color; 2]) {
        let vertices = polygon.vertices();
        let (first, stride) = (self.corners.len(), vertices.len().div_ceil(MOST_CORNERS));
        let (mut min, mut max) = (Vec2::splat(f32::INFINITY), Vec2::splat(f32::NEG_INFINITY));
        for &vertex in vertices.iter().step_by(stride) {
            (min, max) = (min.min(vertex), max.max(vertex));
            self.corners.push(vertex.into());
        }
        let count = self.corners.len() - first;
        let (radius, extent) = (polygon.radius(), max - min);
        let bounds = [min.x - radius, min.y - radius, max.x + radius, max.y + radius];
        // The shader needs at most half of the least width of the polygon.
        let thick = 0.5 * extent.x.min(extent.y) + radius;
        self.layer(depth).patches.push(Patch {
            origin: pose.p.into(),
            turn: [pose.q.c, pose.q.s],
            bounds,
            corners: [first as f32, count as f32, radius, thick],
            fill,
            edge,
        });
    }
}

/// Clips a box that is so large that single precision would lose pixels; the clipped borders are outside of
/// the view.
///
/// All coordinates are relative to the origin of the body, because its centre may be kilometres away from the
/// visible surface.
fn cut(whole: &mut RoundBox, rect: &Rect, origin: Vec2, camera: &Camera) {
    let [width, height] = camera.size.map(f64::from);
    let scale = f64::from(camera.scale);
    let reach = 0.5 * width.hypot(height) / scale + f64::from(rect.radius) + 32.0 / scale;
    let seen = unturned(whole.turn, [0, 1].map(|axis| wide(camera.center)[axis] - wide(origin)[axis]));
    let center = unturned([rect.rotation.c, rect.rotation.s], wide(rect.center));
    let mut middle = center;
    for axis in 0..2 {
        let half = f64::from(whole.half[axis]);
        let low = (center[axis] - half).max(seen[axis] - reach);
        let high = (center[axis] + half).min(seen[axis] + reach);
        if low < high {
            middle[axis] = 0.5 * (low + high);
            whole.half[axis] = (0.5 * (high - low)) as f32;
        }
    }
    let ([c, s], [along, up], [x, y]) = (whole.turn.map(f64::from), middle, wide(origin));
    whole.center = [(x + c * along - s * up) as f32, (y + s * along + c * up) as f32];
}

fn wide(v: Vec2) -> [f64; 2] {
    [f64::from(v.x), f64::from(v.y)]
}

/// A vector in a rotated frame.
fn unturned(turn: [f32; 2], [x, y]: [f64; 2]) -> [f64; 2] {
    let [c, s] = turn.map(f64::from);
    [c * x + s * y, c * y - s * x]
}

/// Adds the primitives of the walk through the world to a frame.
struct Pen<'a> {
    frame: &'a mut Frame,
    pose_at: Option<PoseAt<'a>>,
    /// The colors of the last shape, which the next one usually shares.
    last: Option<(Look, [Color; 2])>,
}

impl Pen<'_> {
    fn colors(&mut self, look: &Look) -> [Color; 2] {
        if let Some((last, colors)) = self.last
            && (last.ink, last.sensor, last.asleep) == (look.ink, look.sensor, look.asleep)
        {
            return colors;
        }
        let colors = self.frame.style.shape(look);
        self.last = Some((*look, colors));
        colors
    }
}

impl Canvas for Pen<'_> {
    fn shape(&mut self, shape: &Shape, pose: Pose, look: &Look) {
        if !self.frame.covers(shape.aabb(pose)) {
            return;
        }
        let depth = if look.sensor { Depth::Back } else { Depth::Middle };
        let colors = self.colors(look);
        self.frame.shape(depth, shape, pose, colors, look.turns);
    }

    fn part(&mut self, shape: &Shape, pose: Pose, look: &Look, sides: &[[Vec2; 2]]) {
        if !self.frame.covers(shape.aabb(pose)) {
            return;
        }
        let [fill, edge] = self.colors(look);
        self.frame.shape(Depth::Middle, shape, pose, [fill, fill], look.turns);
        let width = self.frame.style.line;
        for &side in sides {
            self.frame.line(Depth::Middle, side, [width, 0.0], edge);
        }
    }

    fn line(&mut self, a: Vec2, b: Vec2, ink: Ink) {
        let (width, color) = (self.frame.style.line, self.frame.style.ink(ink));
        self.frame.line(Depth::Front, [a, b], [width, 0.0], color);
    }

    fn dashes(&mut self, a: Vec2, b: Vec2, ink: Ink) {
        let (width, color) = (self.frame.style.line, self.frame.style.ink(ink));
        self.frame.line(Depth::Front, [a, b], [width, DASH], color);
    }

    fn circle(&mut self, center: Vec2, radius: f32, ink: Ink) {
        let edge = self.frame.style.ink(ink);
        let (center, turn, fill) = (center.into(), [0.0; 2], [0; 4]);
        self.frame.layer(Depth::Front).discs.push(Disc { center, radius, turn, fill, edge });
    }

    fn mark(&mut self, at: Vec2, mark: Mark, size: f32, direction: Vec2, ink: Ink) {
        let color = self.frame.style.ink(ink);
        self.frame.sign(at, mark, size, direction, color);
    }

    fn area(&mut self, area: &Area, ink: Ink) {
        let bounds = match area {
            Area::Box(bounds) => *bounds,
            Area::Circle { center, radius } => Aabb::from_center_half(*center, Vec2::splat(*radius)),
            Area::Polygon(polygon) => {
                let corners = polygon.vertices().iter().map(|&at| Aabb::from_center_half(at, Vec2::ZERO));
                corners.reduce(Aabb::union).unwrap_or(Aabb::from_center_half(Vec2::ZERO, Vec2::ZERO))
            }
            _ => return,
        };
        if !self.frame.covers(bounds) {
            return;
        }
        let colors = self.frame.style.area(ink);
        let [fill, edge] = colors;
        match area {
            Area::Box(bounds) => {
                let half = bounds.half_extents();
                let rect = Rect::half(half.x, half.y).at(bounds.center());
                self.frame.rect(Depth::Back, &rect, Pose::IDENTITY, colors);
            }
            Area::Circle { center, radius } => {
                let disc = Disc { center: (*center).into(), radius: *radius, turn: [0.0; 2], fill, edge };
                self.frame.layer(Depth::Back).discs.push(disc);
            }
            Area::Polygon(polygon) => self.frame.polygon(Depth::Back, polygon, Pose::IDENTITY, colors),
            _ => {}
        }
    }

    fn label(&mut self, at: Vec2, label: Label, ink: Ink) {
        if self.frame.labels.len() < MOST_LABELS {
            let color = self.frame.style.ink(ink);
            self.frame.labels.push((at, label, color));
        }
    }

    fn pose(&self, body: BodyId, pose: Pose) -> Pose {
        self.pose_at.map_or(pose, |pose_at| pose_at(body, pose))
    }
}
