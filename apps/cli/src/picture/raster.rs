//! Draws layers into pixels, and writes PNG.

use super::paint::{Drawing, Label, Layer};
use super::path::{Path, Verb};
use super::style::Color;
use super::text;
use anyhow::{Context as _, Result};
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Stroke, Transform};

/// The pixels of a drawing; its size must be 1 to 16384 each way.
pub fn render(drawing: &Drawing) -> Result<Pixmap> {
    let (width, height) = drawing.size;
    let mut pixmap = Pixmap::new(width, height)
        .with_context(|| format!("a picture of {width} x {height} pixels cannot be made"))?;
    pixmap.fill(color(drawing.background));
    for layer in &drawing.layers {
        paint_layer(&mut pixmap, layer);
    }
    for label in &drawing.labels {
        paint_label(&mut pixmap, label, drawing.background);
    }
    Ok(pixmap)
}

/// A drawing as the bytes of a PNG file.
pub fn png(drawing: &Drawing) -> Result<Vec<u8>> {
    render(drawing)?.encode_png().context("the picture cannot be encoded as PNG")
}

fn paint_layer(pixmap: &mut Pixmap, layer: &Layer) {
    let Some(path) = build(&layer.path) else { return };
    let identity = Transform::identity();
    if let Some(fill) = layer.fill {
        pixmap.fill_path(&path, &paint(fill), FillRule::Winding, identity, None);
    }
    if let Some((line, width)) = layer.stroke {
        let stroke =
            Stroke { width, line_join: LineJoin::Round, line_cap: LineCap::Round, ..Stroke::default() };
        pixmap.stroke_path(&path, &paint(line), &stroke, identity, None);
    }
}

fn paint_label(pixmap: &mut Pixmap, label: &Label, background: Color) {
    let pen = text::pen_width(label.size);
    let path = text::lines(&label.text, label.origin, label.size);
    // A halo in the background's color keeps the text readable on top of shapes.
    for (line, width) in [(background, pen * 4.0), (label.color, pen)] {
        let layer = Layer { name: "text", path: path.clone(), fill: None, stroke: Some((line, width)) };
        paint_layer(pixmap, &layer);
    }
}

fn build(path: &Path) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::with_capacity(path.verbs.len(), path.verbs.len() * 2);
    for verb in &path.verbs {
        match *verb {
            Verb::Move([x, y]) => builder.move_to(x, y),
            Verb::Line([x, y]) => builder.line_to(x, y),
            Verb::Cubic(a, b, p) => builder.cubic_to(a[0], a[1], b[0], b[1], p[0], p[1]),
            Verb::Close => builder.close(),
        }
    }
    builder.finish()
}

fn paint(value: Color) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(color(value));
    paint
}

fn color(value: Color) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(value.red, value.green, value.blue, 255)
}

#[cfg(test)]
mod tests {
    use super::super::camera::{Bounds, Camera, Canvas};
    use super::super::paint::draw;
    use super::super::style::{Style, Theme};
    use super::super::{Picture, Placement, Role};
    use super::*;

    #[test]
    fn a_square_covers_the_pixels_it_should() {
        let canvas = Canvas { width: 400, height: 300 };
        let mut picture = Picture::default();
        let square = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        picture.add_polygon(&Placement::IDENTITY, &square, 0.0, Role::Awake, 0);
        let camera = Camera::showing(Bounds { lower: [-2.0, -2.0], upper: [2.0, 2.0] }, canvas);
        let style = Style::of(Theme::Light);
        let pixmap = render(&draw(&picture, &camera, &style)).unwrap();
        let at = |p| {
            let [x, y] = camera.project(p);
            let pixel = pixmap.pixel(x as u32, y as u32).unwrap();
            Color { red: pixel.red(), green: pixel.green(), blue: pixel.blue() }
        };
        let fill = style.fill(Role::Awake, 0);
        for inside in [[0.0, 0.0], [0.9, 0.9], [-0.9, 0.9], [-0.9, -0.9], [0.9, -0.9]] {
            assert_eq!(at(inside), fill, "{inside:?}");
        }
        for outside in [[1.15, 0.1], [0.1, 1.15], [-1.15, 0.1], [0.1, -1.15]] {
            assert_eq!(at(outside), style.background, "{outside:?}");
        }
    }

    #[test]
    fn png_reads_back_as_the_same_pixels() {
        let mut picture = Picture { title: "Aa".into(), ..Picture::default() };
        picture.add_circle(&Placement::IDENTITY, [0.0, 0.0], 1.0, Role::Fast, 1);
        let canvas = Canvas { width: 160, height: 90 };
        let camera = Camera::framing(std::slice::from_ref(&picture), canvas);
        let drawing = draw(&picture, &camera, &Style::of(Theme::Dark));
        let pixels = render(&drawing).unwrap();
        assert_eq!(Pixmap::decode_png(&png(&drawing).unwrap()).unwrap(), pixels);
    }
}
