//! Writes layers as SVG: one path element per layer, so that browsers can open the file of a large scene.

use super::paint::{Drawing, Label, Layer};
use super::path::{Path, Verb};
use super::{Point, text};
use std::fmt::Write as _;

/// A drawing as the text of an SVG file.
#[must_use]
pub fn svg(drawing: &Drawing) -> String {
    let (width, height) = drawing.size;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n\
         <title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n",
        escaped(&drawing.title),
        drawing.background.css()
    );
    for layer in &drawing.layers {
        write_layer(&mut out, layer);
    }
    for label in &drawing.labels {
        write_label(&mut out, label, &drawing.background.css());
    }
    out.push_str("</svg>\n");
    out
}

fn write_layer(out: &mut String, layer: &Layer) {
    let fill = layer.fill.map_or_else(|| "none".to_owned(), |color| color.css());
    // Writing to a string cannot fail, so the results are dropped here and below.
    let _ = write!(out, "<path class=\"{}\" fill=\"{fill}\"", layer.name);
    if let Some((color, width)) = layer.stroke {
        let _ = write!(out, " stroke=\"{}\" stroke-width=\"{}\"", color.css(), rounded(width));
    }
    out.push_str(" d=\"");
    write_path(out, &layer.path);
    out.push_str("\"/>\n");
}

fn write_path(out: &mut String, path: &Path) {
    for verb in &path.verbs {
        match *verb {
            Verb::Move(p) => write_points(out, 'M', &[p]),
            Verb::Line(p) => write_points(out, 'L', &[p]),
            Verb::Cubic(a, b, p) => write_points(out, 'C', &[a, b, p]),
            Verb::Close => out.push('Z'),
        }
    }
}

fn write_points(out: &mut String, command: char, points: &[Point]) {
    let mut separator = command;
    for value in points.iter().flatten() {
        out.push(separator);
        let _ = write!(out, "{}", rounded(*value));
        separator = ' ';
    }
}

fn write_label(out: &mut String, label: &Label, background: &str) {
    if label.text.is_empty() {
        return;
    }
    // Capitals are about 0.7 of the nominal size in common sans-serif fonts. The length is fixed to that of
    // the built-in font, so the layout does not depend on the viewer's fonts.
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" font-family=\"system-ui, sans-serif\" font-size=\"{}\" textLength=\"{}\" \
         lengthAdjust=\"spacingAndGlyphs\" fill=\"{}\" stroke=\"{background}\" stroke-width=\"{}\" \
         paint-order=\"stroke\">{}</text>",
        rounded(label.origin[0]),
        rounded(label.origin[1]),
        rounded(label.size / 0.72),
        rounded(text::width(&label.text, label.size)),
        label.color.css(),
        rounded(label.size * 0.3),
        escaped(&label.text)
    );
}

/// Two decimals: a hundredth of a pixel is invisible, and files are a third of the size.
fn rounded(value: f32) -> f32 {
    let rounded = (value * 100.0).round() / 100.0;
    // Avoids "-0".
    if rounded == 0.0 { 0.0 } else { rounded }
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            // XML has no way to write most control characters.
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::camera::{Camera, Canvas};
    use super::super::paint::draw;
    use super::super::style::{Style, Theme};
    use super::super::{Picture, Placement, Role};
    use super::*;

    #[test]
    fn titles_are_escaped() {
        let picture = Picture { title: "<a & \"b\">\u{1}".into(), ..Picture::default() };
        let camera = Camera::framing(std::slice::from_ref(&picture), Canvas { width: 100, height: 80 });
        let text = svg(&draw(&picture, &camera, &Style::of(Theme::Light)));
        assert!(text.contains("<title>&lt;a &amp; &quot;b&quot;&gt;\u{fffd}</title>"), "{text}");
    }

    #[test]
    fn a_triangle_is_one_closed_contour() {
        let mut picture = Picture::default();
        let corners = [[0.0, 0.0], [2.0, 0.0], [1.0, 2.0]];
        picture.add_polygon(&Placement::IDENTITY, &corners, 0.0, Role::Awake, 0);
        let camera = Camera::framing(std::slice::from_ref(&picture), Canvas { width: 300, height: 200 });
        let text = svg(&draw(&picture, &camera, &Style::of(Theme::Light)));
        let line = text.lines().find(|l| l.contains("class=\"awake\"")).unwrap();
        let data = line.split(" d=\"").nth(1).unwrap().trim_end_matches("\"/>");
        assert_eq!(data.matches('M').count(), 1);
        assert_eq!(data.matches('L').count(), 2);
        assert!(data.ends_with('Z'));
        let place = camera.project([0.0, 0.0]);
        assert!(data.contains(&format!("{} {}", rounded(place[0]), rounded(place[1]))), "{data} {place:?}");
    }
}
