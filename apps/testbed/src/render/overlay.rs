//! Parts of the picture that egui's painter draws: texts, and the scale bar.

use cairn2d::debug_draw::Label;

use super::frame::Frame;
use super::grid;
use super::style::Color;

/// Distance of the scale bar from the corner in points of the screen.
const MARGIN: f32 = 16.0;

/// Paints the labels of a frame that is shown in `rect`.
pub fn labels(painter: &egui::Painter, rect: egui::Rect, frame: &Frame) {
    let font = egui::FontId::monospace(10.0);
    for (at, label, color) in frame.labels() {
        let [x, y] = frame.camera().to_screen(*at);
        let at = rect.min + egui::vec2(x + 5.0, y - 5.0);
        painter.text(at, egui::Align2::LEFT_BOTTOM, text(*label), font.clone(), color32(*color));
    }
}

/// Paints a scale bar into the lower left corner of `rect`.
pub fn scale_bar(painter: &egui::Painter, rect: egui::Rect, frame: &Frame) {
    let length = grid::bar_length(frame.camera());
    let points = (length * f64::from(frame.camera().scale)) as f32;
    let from = rect.left_bottom() + egui::vec2(MARGIN, -MARGIN);
    let to = from + egui::vec2(points, 0.0);
    let color = color32(frame.style().text).gamma_multiply(0.8);
    let stroke = egui::Stroke::new(1.5, color);
    painter.line_segment([from, to], stroke);
    for end in [from, to] {
        painter.line_segment([end, end - egui::vec2(0.0, 5.0)], stroke);
    }
    let middle = from + egui::vec2(0.5 * points, -4.0);
    let font = egui::FontId::proportional(12.0);
    painter.text(middle, egui::Align2::CENTER_BOTTOM, grid::length_text(length), font, color);
}

/// Converts a color for egui.
pub fn color32([red, green, blue, opacity]: Color) -> egui::Color32 {
    egui::Color32::from_rgba_unmultiplied(red, green, blue, opacity)
}

/// Bodies by their number, joints with a letter before it, masses with a unit, features as hexadecimal
/// digits.
fn text(label: Label) -> String {
    let number = |bits: u64| (bits & 0xffff_ffff) - 1;
    match label {
        Label::Body(id) => number(id.to_bits()).to_string(),
        Label::Joint(id) => format!("j{}", number(id.to_bits())),
        Label::Mass(mass) => format!("{} kg", digits(mass)),
        Label::Feature(feature) => format!("{feature:x}"),
        _ => String::new(),
    }
}

/// Three digits of a positive number.
fn digits(value: f32) -> String {
    let places = (2.0 - value.abs().log10().floor()).clamp(0.0, 6.0) as usize;
    format!("{value:.places$}")
}
