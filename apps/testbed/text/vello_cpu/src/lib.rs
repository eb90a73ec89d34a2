//! The part of the renderer `vello_cpu` that egui uses: fills the outlines of glyphs with white. The whole
//! renderer also draws gradients, images, clips and layers, twice for two kinds of numbers, and is half as
//! large as the engine.
//!
//! `[patch.crates-io]` of the window's `Cargo.toml` replaces the original by this crate. It only has the
//! names that epaint 0.37 uses.
//!
//! Method: exact signed areas. Every piece of an outline adds to each pixel of its rows the part of the pixel
//! to its right, positive upwards and negative downwards. The sum along a row is the winding number of each
//! pixel.

pub use kurbo;

use kurbo::{Affine, BezPath, PathEl, Point};

/// Colors.
pub mod color {
    use core::marker::PhantomData;

    /// The color space of screens.
    #[derive(Clone, Copy, Debug)]
    pub struct Srgb;

    /// A color without transparency; there is only white.
    #[derive(Clone, Copy, Debug)]
    pub struct OpaqueColor<Space>(PhantomData<Space>);

    impl OpaqueColor<Srgb> {
        /// White.
        pub const WHITE: Self = Self(PhantomData);
    }
}

/// Largest distance of a straight piece from its curve, in pixels.
const TOLERANCE: f64 = 0.02;

/// Most straight pieces of a curve.
const MOST_PIECES: f64 = 64.0;

/// Memory that a renderer may keep; this one needs none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Resources;

impl Resources {
    /// None.
    pub fn new() -> Self {
        Self
    }
}

/// A picture: red, green, blue and opacity, multiplied.
#[derive(Clone, Debug)]
pub struct Pixmap {
    bytes: Vec<u8>,
}

impl Pixmap {
    /// A clear picture of a size in pixels.
    pub fn new(width: u16, height: u16) -> Self {
        Self { bytes: vec![0; 4 * usize::from(width) * usize::from(height)] }
    }

    /// Row by row from the top, four bytes for each pixel.
    pub fn data_as_u8_slice(&self) -> &[u8] {
        &self.bytes
    }
}

/// Fills outlines.
#[derive(Clone, Debug)]
pub struct RenderContext {
    width: usize,
    height: usize,
    transform: Affine,
    /// Changes of the winding along each row, one more than there are pixels.
    changes: Vec<f64>,
}

impl RenderContext {
    /// For a picture of a size in pixels.
    pub fn new(width: u16, height: u16) -> Self {
        let (width, height) = (usize::from(width), usize::from(height));
        Self { width, height, transform: Affine::IDENTITY, changes: vec![0.0; (width + 1) * height] }
    }

    /// Sets the transform of later fills.
    pub fn set_transform(&mut self, transform: Affine) {
        self.transform = transform;
    }

    /// Chooses the color, which is white.
    pub fn set_paint(&mut self, _color: color::OpaqueColor<color::Srgb>) {}

    /// Fills an outline by the non-zero winding rule.
    pub fn fill_path(&mut self, path: &BezPath) {
        let (mut start, mut last) = (Point::ZERO, Point::ZERO);
        for &element in path.elements() {
            match self.transform * element {
                PathEl::MoveTo(to) => {
                    self.line(last, start);
                    (start, last) = (to, to);
                }
                PathEl::LineTo(to) => {
                    self.line(last, to);
                    last = to;
                }
                PathEl::QuadTo(mid, to) => {
                    self.curve([last, mid.lerp(last, 1.0 / 3.0), mid.lerp(to, 1.0 / 3.0), to]);
                    last = to;
                }
                PathEl::CurveTo(a, b, to) => {
                    self.curve([last, a, b, to]);
                    last = to;
                }
                PathEl::ClosePath => {
                    self.line(last, start);
                    last = start;
                }
            }
        }
        self.line(last, start);
    }

    /// A cubic curve as straight pieces.
    fn curve(&mut self, [from, a, b, to]: [Point; 4]) {
        // The second differences bound the distance from curve to chord. It falls with the square of the
        // number of pieces.
        let bend = |p: Point, q: Point, r: Point| (p.to_vec2() + r.to_vec2() - 2.0 * q.to_vec2()).hypot();
        let deviation = 0.75 * bend(from, a, b).max(bend(a, b, to));
        let count = (deviation / TOLERANCE).sqrt().ceil().clamp(1.0, MOST_PIECES);
        let mut last = from;
        for piece in 1..=count as u32 {
            let t = f64::from(piece) / count;
            let s = 1.0 - t;
            let p = from.to_vec2() * (s * s * s)
                + a.to_vec2() * (3.0 * s * s * t)
                + b.to_vec2() * (3.0 * s * t * t)
                + to.to_vec2() * (t * t * t);
            self.line(last, p.to_point());
            last = p.to_point();
        }
    }

    /// Adds a straight piece of an outline, cut into rows.
    fn line(&mut self, a: Point, b: Point) {
        let (low, high, sign) = if a.y < b.y { (a, b, 1.0) } else { (b, a, -1.0) };
        if low.y >= high.y {
            return;
        }
        let slope = (high.x - low.x) / (high.y - low.y);
        let (top, bottom) = (low.y.max(0.0), high.y.min(self.height as f64));
        let mut row = top as usize;
        while (row as f64) < bottom {
            let (from, to) = (top.max(row as f64), bottom.min((row + 1) as f64));
            let [x0, x1] = [from, to].map(|y| low.x + (y - low.y) * slope);
            self.row(row, [x0.min(x1), x0.max(x1)], sign * (to - from));
            row += 1;
        }
    }

    /// Adds a piece that lies within a row, from `left` to `right`, cut into pixels; `rise` is signed.
    fn row(&mut self, row: usize, [left, right]: [f64; 2], rise: f64) {
        let width = self.width as f64;
        let changes = &mut self.changes[row * (self.width + 1)..][..self.width + 1];
        let part = |from: f64, to: f64| if right > left { rise * (to - from) / (right - left) } else { rise };
        // Parts left of the picture count for the whole row; parts right of it for no visible pixel.
        if left < 0.0 {
            changes[0] += part(left, right.min(0.0));
        }
        let mut column = left.max(0.0) as usize;
        while column < self.width {
            let (from, to) = (left.max(column as f64), right.min((column + 1) as f64));
            if from > to || (from == to && right > left) {
                return;
            }
            let (share, inside) = (part(from, to), 0.5 * (from + to) - column as f64);
            changes[column] += share * (1.0 - inside);
            changes[column + 1] += share * inside;
            if left == right {
                return;
            }
            column += 1;
        }
        if right > width {
            changes[self.width] += part(left.max(width), right);
        }
    }

    /// Writes the filled outlines to the picture.
    pub fn render(&mut self, picture: &mut Pixmap, _resources: &mut Resources) {
        let rows = self.changes.chunks_exact(self.width + 1);
        for (row, pixels) in rows.zip(picture.bytes.chunks_exact_mut(4 * self.width)) {
            let mut winding = 0.0;
            for (change, pixel) in row.iter().zip(pixels.chunks_exact_mut(4)) {
                winding += change;
                pixel.fill((winding.abs().min(1.0) * 255.0).round() as u8);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::{Circle, Rect, Shape as _};

    const SIZE: u16 = 40;

    fn filled(path: &BezPath) -> Vec<f64> {
        let mut context = RenderContext::new(SIZE, SIZE);
        context.set_paint(color::OpaqueColor::<color::Srgb>::WHITE);
        context.fill_path(path);
        let mut picture = Pixmap::new(SIZE, SIZE);
        context.render(&mut picture, &mut Resources::new());
        picture.data_as_u8_slice().chunks_exact(4).map(|pixel| f64::from(pixel[3]) / 255.0).collect()
    }

    #[test]
    fn coverage_equals_the_area_of_the_outline() {
        for shift in [0.0, 0.3, 0.71] {
            let circle = Circle::new((19.0 + shift, 20.0 - shift), 12.4).to_path(0.001);
            let sum: f64 = filled(&circle).iter().sum();
            // Chords of a curve leave out a sliver.
            let sliver = TOLERANCE * circle.perimeter(0.01);
            assert!((sum - circle.area().abs()).abs() < sliver, "{sum} and {}", circle.area());
            let rect = Rect::new(3.0 + shift, 5.25, 30.5, 31.0 + shift);
            let sum: f64 = filled(&rect.to_path(0.1)).iter().sum();
            assert!((sum - rect.area()).abs() < 0.3, "{sum} and {}", rect.area());
        }
    }

    #[test]
    fn pixel_opacity_is_its_covered_share() {
        let picture = filled(&Rect::new(2.25, 3.5, 5.0, 6.0).to_path(0.1));
        let at = |x: usize, y: usize| picture[y * usize::from(SIZE) + x];
        let near =
            |value: f64, expected: f64| assert!((value - expected).abs() < 0.005, "{value} and {expected}");
        near(at(2, 3), 0.375);
        near(at(3, 3), 0.5);
        near(at(2, 4), 0.75);
        near(at(4, 5), 1.0);
        near(at(5, 5), 0.0);
        near(at(1, 4), 0.0);
    }

    #[test]
    fn overlaps_are_filled_once_and_holes_stay_empty() {
        let mut path = Rect::new(1.0, 1.0, 9.0, 9.0).to_path(0.1);
        path.extend(Rect::new(5.0, 1.0, 12.0, 9.0).to_path(0.1));
        let sum: f64 = filled(&path).iter().sum();
        assert!((sum - 88.0).abs() < 0.01, "{sum}");
        let mut hole = Rect::new(1.0, 1.0, 9.0, 9.0).to_path(0.1);
        hole.extend(Rect::new(3.0, 3.0, 5.0, 5.0).to_path(0.1).reverse_subpaths());
        let sum: f64 = filled(&hole).iter().sum();
        assert!((sum - 60.0).abs() < 0.01, "{sum}");
    }

    #[test]
    fn outlines_are_clipped_to_the_picture() {
        let sum: f64 = filled(&Rect::new(-10.0, -10.0, 60.0, 60.0).to_path(0.1)).iter().sum();
        assert!((sum - f64::from(SIZE) * f64::from(SIZE)).abs() < 1e-6, "{sum}");
        let sum: f64 = filled(&Rect::new(-30.0, 4.0, 10.0, 6.0).to_path(0.1)).iter().sum();
        assert!((sum - 20.0).abs() < 1e-6, "{sum}");
        // Two thirds of the slope of this triangle are outside of the picture.
        let mut slope = BezPath::new();
        slope.move_to((-20.0, 10.0));
        slope.line_to((10.0, 10.0));
        slope.line_to((10.0, 13.0));
        slope.close_path();
        let sum: f64 = filled(&slope).iter().sum();
        assert!((sum - 25.0).abs() < 0.1, "{sum}");
    }
}
