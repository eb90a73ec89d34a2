//! The part of the world that a picture shows.
//!
//! Invariant: the scale is finite and positive for any picture, an empty one too.
//!
//! The view follows the moving shapes. A plain bounding box would be distorted by one body that fell off the
//! world, or by a ground of a kilometre. Therefore the middle 80 % of the moving shapes' edges, per axis,
//! form a core, and shapes within two and a half core sizes of it belong to the view. Static shapes, and
//! static bodies as a whole, are added only if they nearly fit already, as the walls of a bin do. The view is
//! padded, so it shows part of a long ground anyway.

use super::{Picture, Point};

/// An axis-aligned box in the world `[m]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Smallest x and y `[m]`.
    pub lower: Point,
    /// Largest x and y `[m]`.
    pub upper: Point,
}

impl Bounds {
    /// The smallest box around some points; lower is above upper when there are none.
    #[must_use]
    pub fn around(points: &[Point]) -> Self {
        let mut bounds = Self { lower: [f32::INFINITY; 2], upper: [f32::NEG_INFINITY; 2] };
        for p in points {
            // A NaN must reach the box so that the caller detects it; `f32::min` would drop it.
            if p.iter().any(|v| v.is_nan()) {
                return Self { lower: [f32::NAN; 2], upper: [f32::NAN; 2] };
            }
            bounds = bounds.union(Self { lower: *p, upper: *p });
        }
        bounds
    }

    /// The box grown on all sides by `margin` `[m]`.
    #[must_use]
    pub fn grown(self, margin: f32) -> Self {
        Self {
            lower: [self.lower[0] - margin, self.lower[1] - margin],
            upper: [self.upper[0] + margin, self.upper[1] + margin],
        }
    }

    /// The smallest box around this one and another.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self {
            lower: [self.lower[0].min(other.lower[0]), self.lower[1].min(other.lower[1])],
            upper: [self.upper[0].max(other.upper[0]), self.upper[1].max(other.upper[1])],
        }
    }

    /// Whether another box lies wholly inside this one.
    #[must_use]
    pub fn contains(self, other: Self) -> bool {
        (0..2).all(|axis| self.lower[axis] <= other.lower[axis] && other.upper[axis] <= self.upper[axis])
    }

    /// Whether another box has a point in common with this one.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        (0..2).all(|axis| self.lower[axis] <= other.upper[axis] && other.lower[axis] <= self.upper[axis])
    }

    /// Width and height `[m]`.
    #[must_use]
    pub fn size(self) -> Point {
        [self.upper[0] - self.lower[0], self.upper[1] - self.lower[1]]
    }

    fn center(self) -> Point {
        [0.5 * self.lower[0] + 0.5 * self.upper[0], 0.5 * self.lower[1] + 0.5 * self.upper[1]]
    }
}

/// The size of a picture and the part of it that belongs to the scene, `[px]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Canvas {
    /// Width `[px]`.
    pub width: u32,
    /// Height `[px]`.
    pub height: u32,
}

impl Canvas {
    /// The space kept free at top and bottom for the title and the scale bar `[px]`.
    #[must_use]
    pub fn margins(self) -> (f32, f32) {
        let unit = self.text_size();
        (unit * 4.6, unit * 3.2)
    }

    /// Height of a capital letter of the caption `[px]`; follows the size of the picture.
    #[must_use]
    pub fn text_size(self) -> f32 {
        (self.width.min(self.height) as f32 * 0.0145).clamp(5.0, 40.0)
    }
}

/// Maps the world to pixels: y up `[m]` to y down `[px]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The size of the picture.
    pub canvas: Canvas,
    /// The point of the world that is drawn at `focus` `[m]`.
    pub center: Point,
    /// Where the center appears `[px]`.
    pub focus: Point,
    /// Size of a metre `[px/m]`, positive.
    pub scale: f32,
}

impl Camera {
    /// The camera that shows all of `view` and a little more.
    #[must_use]
    pub fn showing(view: Bounds, canvas: Canvas) -> Self {
        const PADDING: f32 = 0.06;
        let (top, bottom) = canvas.margins();
        let (width, height) = (canvas.width as f32, canvas.height as f32);
        let room = [width * (1.0 - 2.0 * PADDING), (height - top - bottom) * (1.0 - PADDING)];
        let size = view.size();
        let fit = (room[0].max(1.0) / size[0].max(1e-3)).min(room[1].max(1.0) / size[1].max(1e-3));
        Self {
            canvas,
            center: view.center(),
            focus: [0.5 * width, top + 0.5 * (height - top - bottom)],
            scale: fit.clamp(1e-6, 1e5),
        }
    }

    /// The camera that shows `height` `[m]`, above 0, of the world around a center `[m]`.
    #[must_use]
    pub fn at(center: Point, height: f32, canvas: Canvas) -> Self {
        // No wider than high in the world means that the height alone decides.
        let half = 0.5 * height;
        let lower = [center[0], center[1] - half];
        Self::showing(Bounds { lower, upper: [center[0], center[1] + half] }, canvas)
    }

    /// The camera for a series of pictures, the same for all so that the view does not jump.
    #[must_use]
    pub fn framing(pictures: &[Picture], canvas: Canvas) -> Self {
        Self::showing(view_of(pictures), canvas)
    }

    /// Where a point of the world appears `[px]`.
    #[must_use]
    pub fn project(&self, p: Point) -> Point {
        [
            self.focus[0] + (p[0] - self.center[0]) * self.scale,
            self.focus[1] - (p[1] - self.center[1]) * self.scale,
        ]
    }

    /// The part of the world that is in the picture `[m]`.
    #[must_use]
    pub fn visible(&self) -> Bounds {
        let (width, height) = (self.canvas.width as f32, self.canvas.height as f32);
        let left = self.center[0] - self.focus[0] / self.scale;
        let top = self.center[1] + self.focus[1] / self.scale;
        Bounds { lower: [left, top - height / self.scale], upper: [left + width / self.scale, top] }
    }
}

/// The part of the world `[m]` that some pictures show.
#[must_use]
pub fn view_of(pictures: &[Picture]) -> Bounds {
    let views = pictures.iter().filter_map(view_of_one);
    views.reduce(Bounds::union).unwrap_or(Bounds { lower: [-10.0, -5.0], upper: [10.0, 5.0] })
}

fn view_of_one(picture: &Picture) -> Option<Bounds> {
    let moving = picture.shapes.iter().filter(|s| s.role.is_moving()).map(|s| picture.bounds(s));
    let still: Vec<(u32, Bounds)> =
        picture.shapes.iter().filter(|s| !s.role.is_moving()).map(|s| (s.tone, picture.bounds(s))).collect();
    let moving: Vec<Bounds> = moving.collect();
    let Some(view) = robust_union(&moving) else {
        return robust_union(&still.iter().map(|(_, bounds)| *bounds).collect::<Vec<_>>());
    };
    let size = view.size();
    let size = size[0].max(size[1]);
    let near = view.grown(0.3 * size);
    let mut walls: Vec<Bounds> = still.iter().map(|(_, b)| *b).filter(|b| near.contains(*b)).collect();
    // A container with distant parts, such as a drum with a heap at the bottom, is one body.
    let bodies = still.chunk_by(|a, b| a.0 == b.0);
    let bodies = bodies.filter_map(|shapes| shapes.iter().map(|s| s.1).reduce(Bounds::union));
    walls.extend(bodies.filter(|b| near.overlaps(*b) && view.grown(1.2 * size).contains(*b)));
    Some(walls.into_iter().fold(view, Bounds::union))
}

/// The union of all boxes except outliers.
fn robust_union(boxes: &[Bounds]) -> Option<Bounds> {
    if boxes.is_empty() {
        return None;
    }
    let lower = [0, 1].map(|axis| ranked(boxes.iter().map(|b| b.lower[axis]), false));
    let upper = [0, 1].map(|axis| ranked(boxes.iter().map(|b| b.upper[axis]), true));
    let core = Bounds { lower, upper };
    let size = core.size();
    // One size for both axes: a row of dominoes is flat, and bodies above it still belong to it.
    let near = core.grown(2.5 * size[0].max(size[1]).max(1e-3));
    let kept = boxes.iter().copied().filter(|b| near.contains(*b));
    Some(kept.reduce(Bounds::union).unwrap_or(core))
}

/// The value that a tenth of all values exceed (or fall below), and at least one if there are enough.
fn ranked(values: impl Iterator<Item = f32>, from_top: bool) -> f32 {
    let mut values: Vec<f32> = values.collect();
    values.sort_by(f32::total_cmp);
    let trimmed = if values.len() >= 5 { (values.len() / 10).max(1) } else { 0 };
    if from_top { values[values.len() - 1 - trimmed] } else { values[trimmed] }
}

#[cfg(test)]
mod tests {
    use super::super::{Placement, Role};
    use super::*;

    const CANVAS: Canvas = Canvas { width: 1280, height: 720 };

    fn pyramid(rows: i32) -> Picture {
        let mut picture = Picture::default();
        for row in 0..rows {
            for column in 0..rows - row {
                let x = column as f32 - 0.5 * (rows - row) as f32;
                let at = Placement { position: [x, row as f32 + 0.5], ..Placement::IDENTITY };
                picture.add_circle(&at, [0.0, 0.0], 0.5, Role::Awake, 0);
            }
        }
        picture
    }

    fn add_ball(picture: &mut Picture, position: Point) {
        let at = Placement { position, ..Placement::IDENTITY };
        picture.add_circle(&at, [0.0, 0.0], 0.5, Role::Awake, 0);
    }

    #[test]
    fn all_of_a_pyramid_is_in_view() {
        let picture = pyramid(30);
        let visible = Camera::framing(std::slice::from_ref(&picture), CANVAS).visible();
        assert!(picture.shapes.iter().all(|s| visible.contains(picture.bounds(s))));
        assert!(visible.size()[1] < 45.0, "the pyramid fills the picture: {visible:?}");
    }

    #[test]
    fn one_escaped_body_and_a_long_ground_change_little() {
        for rows in [3, 30] {
            let mut picture = pyramid(rows);
            let calm = Camera::framing(std::slice::from_ref(&picture), CANVAS);
            add_ball(&mut picture, [3.0e7, -1.0e9]);
            picture.add_segment(&Placement::IDENTITY, [[-800.0, 0.0], [800.0, 0.0]], Role::Static, 0);
            let ruined = Camera::framing(std::slice::from_ref(&picture), CANVAS);
            assert!((ruined.scale / calm.scale - 1.0).abs() < 0.1, "{rows}: {} {}", calm.scale, ruined.scale);
        }
    }

    #[test]
    fn the_walls_of_a_bin_are_in_view() {
        let mut picture = pyramid(10);
        let wall = [[-6.0, 0.0], [-5.5, 0.0], [-5.5, 11.0], [-6.0, 11.0]];
        picture.add_polygon(&Placement::IDENTITY, &wall, 0.0, Role::Static, 0);
        let visible = Camera::framing(std::slice::from_ref(&picture), CANVAS).visible();
        assert!(visible.contains(picture.bounds(picture.shapes.last().unwrap())));
    }

    #[test]
    fn a_drum_around_a_heap_is_in_view_but_a_distant_one_is_not() {
        for (center, wanted) in [([0.0, 10.0], true), ([60.0, 10.0], false)] {
            let mut picture = pyramid(10);
            let rim = |i: i32| {
                let angle = i as f32 * std::f32::consts::TAU / 24.0;
                [center[0] + 10.0 * angle.cos(), center[1] + 10.0 * angle.sin()]
            };
            for i in 0..24 {
                picture.add_segment(&Placement::IDENTITY, [rim(i), rim(i + 1)], Role::Static, 7);
            }
            let visible = Camera::framing(std::slice::from_ref(&picture), CANVAS).visible();
            assert_eq!(visible.upper[1] >= 20.0, wanted, "{visible:?}");
        }
    }

    #[test]
    fn pictures_of_nothing_have_a_usable_camera() {
        for pictures in [vec![], vec![Picture::default()]] {
            let camera = Camera::framing(&pictures, CANVAS);
            assert!(camera.scale > 1.0 && camera.scale.is_finite());
        }
        let mut single = Picture::default();
        add_ball(&mut single, [1e30, -1e30]);
        let camera = Camera::framing(&[single], Canvas { width: 1, height: 1 });
        assert!(camera.scale > 0.0 && camera.project([1e30, -1e30]).iter().all(|v| v.is_finite()));
    }

    #[test]
    fn a_given_height_is_in_view_and_fills_it() {
        let visible = Camera::at([3.0, 5.0], 10.0, CANVAS).visible();
        assert!(visible.contains(Bounds { lower: [3.0, 0.0], upper: [3.0, 10.0] }), "{visible:?}");
        assert!(visible.size()[1] < 14.0, "{visible:?}");
    }

    #[test]
    fn project_keeps_proportions_and_turns_y_over() {
        let camera = Camera::showing(Bounds { lower: [-5.0, 0.0], upper: [5.0, 4.0] }, CANVAS);
        let (p, q) = (camera.project([0.0, 1.0]), camera.project([2.0, 3.0]));
        assert!((q[0] - p[0] - 2.0 * camera.scale).abs() < 1e-2);
        assert!((p[1] - q[1] - 2.0 * camera.scale).abs() < 1e-2);
    }
}
