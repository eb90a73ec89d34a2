//! Turns a picture and a camera into layers: a few large paths in pixels with one color each, from back to
//! front.
//!
//! One layer holds all shapes of one role and tone. This makes ten thousand shapes cheap: the rasteriser sets
//! up once per layer, and an SVG has tens of elements instead of thousands.

use super::camera::{Bounds, Camera};
use super::path::Path;
use super::style::{Color, MARK_TONES, Style, TONE_COUNT, length_label, round_length};
use super::{LEVELS, MarkKind, Outline, Picture, PictureShape, Point, Role, clip};

/// Shapes with the same look.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// The name used as class in SVG.
    pub name: &'static str,
    /// Its geometry.
    pub path: Path,
    /// Color of the inside.
    pub fill: Option<Color>,
    /// Color and width `[px]` of the line.
    pub stroke: Option<(Color, f32)>,
}

/// A line of text; it starts at the base line's left end.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The text.
    pub text: String,
    /// Left end of the base line `[px]`.
    pub origin: Point,
    /// Height of capitals `[px]`.
    pub size: f32,
    /// Its color.
    pub color: Color,
}

/// All drawn elements, from back to front; labels come last.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// Size of the picture `[px]`.
    pub size: (u32, u32),
    /// Background color, also around the labels.
    pub background: Color,
    /// From back to front.
    pub layers: Vec<Layer>,
    /// On top of all layers.
    pub labels: Vec<Label>,
    /// Scene name, for the SVG's title element.
    pub title: String,
}

/// Paints a picture as seen by a camera.
#[must_use]
pub fn draw(picture: &Picture, camera: &Camera, style: &Style) -> Drawing {
    let mut painter = Painter::new(picture, camera, style);
    painter.tiles();
    painter.grid();
    painter.shapes();
    painter.joints();
    painter.contacts();
    painter.marks();
    painter.labels();
    painter.drawing
}

/// Share of a tone in the color of the strongest shade, so that shapes stand out.
const TILE_STRENGTH: f32 = 0.6;

struct Painter<'a> {
    picture: &'a Picture,
    camera: &'a Camera,
    style: &'a Style,
    /// The picture's area with a margin, in pixels; lines are clipped to it.
    sheet: Bounds,
    /// Width of outlines `[px]`.
    line: f32,
    drawing: Drawing,
}

impl<'a> Painter<'a> {
    fn new(picture: &'a Picture, camera: &'a Camera, style: &'a Style) -> Self {
        let (width, height) = (camera.canvas.width, camera.canvas.height);
        let sheet = Bounds { lower: [0.0, 0.0], upper: [width as f32, height as f32] }.grown(16.0);
        let drawing = Drawing {
            size: (width, height),
            background: style.background,
            layers: Vec::new(),
            labels: Vec::new(),
            title: picture.title.clone(),
        };
        Self { picture, camera, style, sheet, line: outline_width(picture, camera), drawing }
    }

    fn push(&mut self, layer: Layer) {
        if !layer.path.is_empty() {
            self.drawing.layers.push(layer);
        }
    }

    /// Shaded cells, one layer per tone and level. Corners are at whole pixels, so that neighbours leave no
    /// seam between them.
    fn tiles(&mut self) {
        let mut paths: [[Path; LEVELS as usize]; MARK_TONES] = Default::default();
        for tile in &self.picture.tiles {
            let [a, b] = tile.corners.map(|corner| self.camera.project(corner));
            let whole =
                |at: f32, axis: usize| at.clamp(self.sheet.lower[axis], self.sheet.upper[axis]).round();
            let ([left, right], [top, bottom]) =
                ([whole(a[0], 0), whole(b[0], 0)], [whole(b[1], 1), whole(a[1], 1)]);
            if left < right && top < bottom {
                let path = &mut paths[tile.tone as usize % MARK_TONES][tile.level as usize - 1];
                path.polygon(&[[left, top], [right, top], [right, bottom], [left, bottom]]);
            }
        }
        for (tone, levels) in paths.into_iter().enumerate() {
            for (level, path) in (1..).zip(levels) {
                let strength = TILE_STRENGTH * level as f32 / LEVELS as f32;
                let fill = self.style.background.mixed(self.style.marks[tone], strength);
                self.push(Layer { name: "tile", path, fill: Some(fill), stroke: None });
            }
        }
    }

    /// A faint grid with the spacing of the scale bar.
    fn grid(&mut self) {
        let step = self.bar_length();
        let visible = self.camera.visible();
        let mut path = Path::default();
        for axis in 0..2 {
            let first = (visible.lower[axis] / step).ceil();
            let count = (((visible.upper[axis] - visible.lower[axis]) / step) as u32).min(200);
            for i in 0..=count {
                let at = (first + i as f32) * step;
                let (mut a, mut b) = (visible.lower, visible.upper);
                (a[axis], b[axis]) = (at, at);
                let (a, b) = (self.camera.project(a), self.camera.project(b));
                if let Some((a, b)) = clip::line(a, b, self.sheet) {
                    path.line(a, b);
                }
            }
        }
        self.push(Layer { name: "grid", path, fill: None, stroke: Some((self.style.grid, 1.0)) });
    }

    fn shapes(&mut self) {
        for role in Role::ALL {
            let mut fills: [Path; TONE_COUNT as usize] = Default::default();
            let mut parts: [Path; TONE_COUNT as usize] = Default::default();
            let mut sides = Path::default();
            let mut lines = Path::default();
            let mut spokes = Path::default();
            for shape in self.picture.shapes.iter().filter(|s| s.role == role) {
                match shape.outline {
                    Outline::Segment { a, b } => {
                        let (a, b) = (self.camera.project(a), self.camera.project(b));
                        if let Some((a, b)) = clip::line(a, b, self.sheet) {
                            lines.line(a, b);
                        }
                    }
                    _ => {
                        let paths = if shape.is_part { &mut parts } else { &mut fills };
                        self.area(shape, &mut paths[(shape.tone % TONE_COUNT) as usize], &mut spokes);
                    }
                }
            }
            for side in self.picture.sides.iter().filter(|side| side.role == role) {
                let [a, b] = side.ends.map(|end| self.camera.project(end));
                if let Some((a, b)) = clip::line(a, b, self.sheet) {
                    sides.line(a, b);
                }
            }
            let outline = self.style.outline(role);
            for (tone, path) in (0..).zip(parts) {
                let fill = self.style.fill(role, tone);
                // A thin line of the same color closes the seams between parts.
                self.push(Layer { name: role.name(), path, fill: Some(fill), stroke: Some((fill, 0.6)) });
            }
            self.push(Layer { name: "side", path: sides, fill: None, stroke: Some((outline, self.line)) });
            for (tone, path) in (0..).zip(fills) {
                let fill = Some(self.style.fill(role, tone));
                self.push(Layer { name: role.name(), path, fill, stroke: Some((outline, self.line)) });
            }
            let stroke = Some((outline, (self.line * 0.8).max(0.4)));
            self.push(Layer { name: "spoke", path: spokes, fill: None, stroke });
            // A segment consists of its line only, so the line has a minimum width.
            let stroke = Some((outline, (self.line * 1.5).max(1.2)));
            self.push(Layer { name: role.name(), path: lines, fill: None, stroke });
        }
    }

    fn area(&self, shape: &PictureShape, path: &mut Path, spokes: &mut Path) {
        let project = |p| self.camera.project(p);
        let bounds = self.picture.bounds(shape);
        let (corner_a, corner_b) = (project(bounds.lower), project(bounds.upper));
        let on_sheet = Bounds::around(&[corner_a, corner_b]);
        let outside = |axis: usize| {
            on_sheet.upper[axis] < self.sheet.lower[axis] || on_sheet.lower[axis] > self.sheet.upper[axis]
        };
        if outside(0) || outside(1) {
            return;
        }
        let scale = self.camera.scale;
        match shape.outline {
            Outline::Circle { center, rim, radius } => {
                path.circle(project(center), radius * scale);
                if radius * scale >= 4.0 {
                    let (c, r) = (project(center), project(rim));
                    spokes.line([c[0] + 0.35 * (r[0] - c[0]), c[1] + 0.35 * (r[1] - c[1])], r);
                }
            }
            Outline::Capsule { a, b, radius } => path.capsule(project(a), project(b), radius * scale),
            Outline::Segment { .. } => {}
            Outline::Polygon { radius, .. } => {
                let corners: Vec<Point> =
                    self.picture.corners(&shape.outline).iter().map(|&p| project(p)).collect();
                if radius * scale > 0.25 {
                    path.rounded(&corners, radius * scale);
                } else if self.sheet.contains(on_sheet) {
                    path.polygon(&corners);
                } else {
                    path.polygon(&clip::polygon(&corners, self.sheet));
                }
            }
        }
    }

    fn joints(&mut self) {
        let (mut links, mut anchors) = (Path::default(), Path::default());
        let radius = (self.line * 1.6).clamp(0.4, 3.0);
        for joint in &self.picture.joints {
            let corners = [joint.body_a, Some(joint.anchor_a), Some(joint.anchor_b), joint.body_b];
            let corners: Vec<Point> = corners.into_iter().flatten().map(|p| self.camera.project(p)).collect();
            for pair in corners.windows(2) {
                if let Some((a, b)) = clip::line(pair[0], pair[1], self.sheet) {
                    links.line(a, b);
                }
            }
            for anchor in [joint.anchor_a, joint.anchor_b] {
                let p = self.camera.project(anchor);
                if self.sheet.contains(Bounds::around(&[p])) {
                    anchors.circle(p, radius);
                }
            }
        }
        let color = self.style.joint;
        let stroke = Some((color.mixed(self.style.background, 0.35), (self.line * 0.9).clamp(0.25, 1.4)));
        self.push(Layer { name: "joint", path: links, fill: None, stroke });
        self.push(Layer { name: "anchor", path: anchors, fill: Some(color), stroke: None });
    }

    fn contacts(&mut self) {
        let (mut dots, mut normals) = (Path::default(), Path::default());
        let radius = (self.line * 1.5).clamp(0.6, 2.6);
        for contact in &self.picture.contacts {
            let p = self.camera.project(contact.point);
            if !self.sheet.contains(Bounds::around(&[p])) {
                continue;
            }
            let length = radius * 4.5;
            normals.line(p, [p[0] + contact.normal[0] * length, p[1] - contact.normal[1] * length]);
            dots.circle(p, radius);
        }
        let color = self.style.contact;
        let stroke = Some((color, (self.line * 0.8).clamp(0.4, 1.2)));
        self.push(Layer { name: "normal", path: normals, fill: None, stroke });
        self.push(Layer { name: "contact", path: dots, fill: Some(color), stroke: None });
    }

    fn marks(&mut self) {
        let (mut paths, mut discs): ([Path; MARK_TONES], [Path; MARK_TONES]) = Default::default();
        let size = self.camera.canvas.text_size();
        for mark in &self.picture.marks {
            let [a, b] = mark.ends.map(|end| self.camera.project(end));
            let tone = mark.tone as usize % paths.len();
            match &mark.kind {
                MarkKind::Line => {
                    if let Some((a, b)) = clip::line(a, b, self.sheet) {
                        paths[tone].line(a, b);
                    }
                }
                MarkKind::Ring => {
                    let radius = (b[0] - a[0]).hypot(b[1] - a[1]);
                    if self.sheet.contains(Bounds::around(&[a]).grown(radius)) {
                        paths[tone].circle(a, radius);
                    }
                }
                MarkKind::Point => {
                    let radius = (b[0] - a[0]).hypot(b[1] - a[1]).max(0.5);
                    if self.sheet.contains(Bounds::around(&[a]).grown(radius)) {
                        discs[tone].circle(a, radius);
                    }
                }
                MarkKind::Text(text) => {
                    // Letters are about six tenths as wide as they are high.
                    let left = a[0] - 0.3 * size * text.chars().count() as f32;
                    let color = self.style.marks[tone];
                    let label = Label { text: text.clone(), origin: [left, a[1] + 0.4 * size], size, color };
                    self.drawing.labels.push(label);
                }
            }
        }
        for (path, color) in discs.into_iter().zip(self.style.marks) {
            self.push(Layer { name: "point", path, fill: Some(color), stroke: None });
        }
        for (path, color) in paths.into_iter().zip(self.style.marks) {
            let stroke = Some((color, (self.line * 1.2).max(1.0)));
            self.push(Layer { name: "mark", path, fill: None, stroke });
        }
    }

    fn labels(&mut self) {
        let size = self.camera.canvas.text_size();
        let left = size * 1.8;
        let (ink, faint) = (self.style.ink, self.style.faint_ink);
        let title = Label {
            text: self.picture.title.clone(),
            origin: [left, size * 2.6],
            size: size * 1.35,
            color: ink,
        };
        let caption =
            Label { text: self.picture.caption.clone(), origin: [left, size * 4.5], size, color: faint };
        self.drawing.labels.extend([title, caption]);
        self.scale_bar(size, left);
    }

    fn scale_bar(&mut self, size: f32, left: f32) {
        let length = self.bar_length();
        let bottom = self.camera.canvas.height as f32 - size * 1.6;
        let right = left + length * self.camera.scale;
        let tick = size * 0.4;
        let mut path = Path::default();
        path.line([left, bottom], [right, bottom]);
        path.line([left, bottom - tick], [left, bottom + tick]);
        path.line([right, bottom - tick], [right, bottom + tick]);
        let width = (size * 0.12).max(1.0);
        let halo = Some((self.style.background, width * 4.0));
        self.push(Layer { name: "halo", path: path.clone(), fill: None, stroke: halo });
        self.push(Layer { name: "scale", path, fill: None, stroke: Some((self.style.ink, width)) });
        let origin = [right + size * 0.9, bottom + size * 0.45];
        let text = length_label(length);
        self.drawing.labels.push(Label { text, origin, size: size * 0.9, color: self.style.ink });
    }

    /// Length of the scale bar `[m]`.
    fn bar_length(&self) -> f32 {
        round_length(self.camera.canvas.width as f32 * 0.16 / self.camera.scale)
    }
}

/// Width of outlines `[px]`: thin for small shapes, so that their fill stays visible.
fn outline_width(picture: &Picture, camera: &Camera) -> f32 {
    let moving = picture.shapes.iter().filter(|s| s.role.is_moving());
    let mut sizes: Vec<f32> = moving
        .map(|s| {
            let size = picture.bounds(s).size();
            size[0].min(size[1]) * camera.scale
        })
        .collect();
    sizes.sort_by(f32::total_cmp);
    let median = sizes.get(sizes.len() / 2).copied().unwrap_or(20.0);
    (median * 0.09).clamp(0.3, 1.5) * (camera.canvas.text_size() / 10.0).clamp(0.7, 3.0)
}

#[cfg(test)]
mod tests {
    use super::super::camera::Canvas;
    use super::super::style::Theme;
    use super::super::{PictureJoint, Placement};
    use super::*;

    const CANVAS: Canvas = Canvas { width: 640, height: 360 };

    fn painted(picture: &Picture) -> Drawing {
        let camera = Camera::framing(std::slice::from_ref(picture), CANVAS);
        draw(picture, &camera, &Style::of(Theme::Light))
    }

    #[test]
    fn many_shapes_make_few_layers() {
        let mut picture = Picture::default();
        for i in 0..500u32 {
            let at = Placement::new([(i % 25) as f32, (i / 25) as f32], i as f32);
            let role = Role::ALL[i as usize % 6];
            picture.add_polygon(&at, &[[-0.4, -0.4], [0.4, -0.4], [0.0, 0.5]], 0.0, role, i);
        }
        let drawing = painted(&picture);
        assert!(drawing.layers.len() < 30, "{}", drawing.layers.len());
        let moves = |l: &Layer| {
            l.path.verbs.iter().filter(|v| matches!(v, super::super::path::Verb::Move(_))).count()
        };
        let shapes: usize = drawing.layers.iter().filter(|l| l.fill.is_some()).map(moves).sum();
        assert_eq!(shapes, 500);
    }

    #[test]
    fn a_ground_of_a_kilometre_is_cut_to_the_sheet() {
        let mut picture = Picture::default();
        picture.add_circle(&Placement::IDENTITY, [0.0, 1.0], 1.0, Role::Awake, 0);
        let ground = [[-800.0, -2.0], [800.0, -2.0], [800.0, 0.0], [-800.0, 0.0]];
        picture.add_polygon(&Placement::IDENTITY, &ground, 0.0, Role::Static, 0);
        picture.add_segment(&Placement::IDENTITY, [[-800.0, 0.0], [800.0, 0.0]], Role::Static, 0);
        for layer in painted(&picture).layers {
            for verb in layer.path.verbs {
                use super::super::path::Verb;
                if let Verb::Move(p) | Verb::Line(p) | Verb::Cubic(_, _, p) = verb {
                    assert!((-20.0..=660.0).contains(&p[0]) && (-20.0..=380.0).contains(&p[1]), "{p:?}");
                }
            }
        }
    }

    #[test]
    fn joints_and_contacts_have_their_layers() {
        let mut picture = Picture::default();
        picture.add_circle(&Placement::IDENTITY, [0.0, 1.0], 1.0, Role::Awake, 0);
        picture.add_contact([0.0, 0.0], [0.0, 1.0]);
        let (anchor_a, anchor_b) = ([0.0, 1.0], [0.1, 1.0]);
        picture.add_joint(PictureJoint { body_a: None, anchor_a, anchor_b, body_b: Some([0.5, 1.0]) });
        let names: Vec<&str> = painted(&picture).layers.iter().map(|l| l.name).collect();
        for name in ["joint", "anchor", "normal", "contact"] {
            assert!(names.contains(&name), "{name} in {names:?}");
        }
    }

    #[test]
    fn marks_are_drawn_over_everything_in_their_tone() {
        use super::super::MarkKind;
        let mut picture = Picture::default();
        picture.add_circle(&Placement::IDENTITY, [0.0, 1.0], 1.0, Role::Awake, 0);
        picture.add_mark([[-1.0, 0.0], [1.0, 2.0]], MarkKind::Line, 1);
        picture.add_mark([[0.0, 1.0], [0.5, 1.0]], MarkKind::Ring, 4);
        picture.add_mark([[0.0, 1.0]; 2], MarkKind::Text("3 hits".to_owned()), 1);
        picture.add_mark([[f32::NAN, 1.0], [0.0, 0.0]], MarkKind::Line, 0);
        assert_eq!(picture.marks.len(), 3);
        let (drawing, style) = (painted(&picture), Style::of(Theme::Light));
        let marks: Vec<&Layer> = drawing.layers.iter().filter(|layer| layer.name == "mark").collect();
        let colors: Vec<Color> =
            marks.iter().filter_map(|layer| layer.stroke.map(|(color, _)| color)).collect();
        assert_eq!(colors, [style.marks[1], style.marks[4]]);
        let shape = drawing.layers.iter().position(|layer| layer.name == "awake");
        let mark = drawing.layers.iter().position(|layer| layer.name == "mark");
        assert!(shape < mark);
        assert!(drawing.labels.iter().any(|label| label.text == "3 hits" && label.color == style.marks[1]));
    }
    #[test]
    fn tiles_are_behind_shapes_at_whole_pixels_and_points_in_front() {
        use super::super::MarkKind;
        let mut picture = Picture::default();
        picture.add_circle(&Placement::IDENTITY, [0.0, 1.0], 1.0, Role::Awake, 0);
        picture.add_tile([[-1.0, 0.0], [-0.37, 0.61]], 3, LEVELS);
        picture.add_tile([[-0.37, 0.0], [0.0, 0.61]], 3, 1);
        picture.add_tile([[500.0, 0.0], [501.0, 1.0]], 3, 1);
        picture.add_mark([[0.0, 1.0], [0.25, 1.0]], MarkKind::Point, 3);
        let (drawing, style) = (painted(&picture), Style::of(Theme::Light));
        let at = |name: &str| drawing.layers.iter().position(|layer| layer.name == name).unwrap();
        assert!(at("tile") < at("awake") && at("awake") < at("point"));
        assert_eq!(drawing.layers[at("point")].fill, Some(style.marks[3]));
        let tiles: Vec<&Layer> = drawing.layers.iter().filter(|layer| layer.name == "tile").collect();
        assert_eq!(tiles.len(), 2, "the tile that is out of sight is not drawn");
        let corners = |layer: &Layer| {
            let place = |verb: &super::super::path::Verb| match *verb {
                super::super::path::Verb::Move(p) | super::super::path::Verb::Line(p) => Some(p),
                _ => None,
            };
            layer.path.verbs.iter().filter_map(place).collect::<Vec<_>>()
        };
        // The weak tile is the first layer, and its left side is the right one of the strong tile.
        let [weak, strong] = [corners(tiles[0]), corners(tiles[1])];
        assert!(weak.iter().chain(&strong).flatten().all(|value| value.fract() == 0.0));
        assert_eq!(weak[0][0], strong[1][0]);
        let share = style.background.mixed(style.marks[3], TILE_STRENGTH);
        assert_eq!(tiles[1].fill, Some(share));
    }
}
