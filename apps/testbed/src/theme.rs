//! Style of the window: one font, calm colors, a dark and a light version.

use std::sync::Arc;

use egui::{Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Stroke, TextStyle, Theme};

/// Color of selected or active elements.
pub const ACCENT: Color32 = Color32::from_rgb(0x4a, 0x9d, 0xc9);

/// The font; the web page has a subset with Latin, Greek and some signs, a seventh of the size.
#[cfg(not(target_arch = "wasm32"))]
const FONT: &[u8] = epaint_default_fonts::UBUNTU_LIGHT;
#[cfg(target_arch = "wasm32")]
const FONT: &[u8] = include_bytes!("../fonts/ubuntu-light-latin.ttf");

/// Sets the fonts and colors of the window.
pub fn install(context: &egui::Context) {
    context.set_fonts(fonts(FONT));
    for theme in [Theme::Dark, Theme::Light] {
        context.style_mut_of(theme, |style| {
            let font = |size| FontId::new(size, FontFamily::Proportional);
            style.text_styles = [
                (TextStyle::Small, font(11.5)),
                (TextStyle::Body, font(14.0)),
                (TextStyle::Button, font(14.0)),
                (TextStyle::Monospace, font(13.0)),
                (TextStyle::Heading, font(17.0)),
            ]
            .into();
            style.spacing.item_spacing = egui::vec2(7.0, 5.0);
            style.spacing.button_padding = egui::vec2(8.0, 3.0);
            style.spacing.slider_width = 110.0;
            colors(&mut style.visuals, theme);
        });
    }
}

/// One font for all text, to keep the page small.
fn fonts(font: &'static [u8]) -> FontDefinitions {
    let mut fonts = FontDefinitions::empty();
    fonts.font_data.insert("ubuntu".to_owned(), Arc::new(FontData::from_static(font)));
    for family in [FontFamily::Proportional, FontFamily::Monospace] {
        fonts.families.insert(family, vec!["ubuntu".to_owned()]);
    }
    fonts
}

fn colors(visuals: &mut egui::Visuals, theme: Theme) {
    let gray = |level: u8| Color32::from_gray(level);
    let dark = theme == Theme::Dark;
    let pick = |in_dark: Color32, in_light: Color32| if dark { in_dark } else { in_light };
    visuals.panel_fill = pick(Color32::from_rgb(0x1e, 0x22, 0x27), Color32::from_rgb(0xf4, 0xf5, 0xf6));
    visuals.window_fill = pick(Color32::from_rgb(0x24, 0x29, 0x2f), Color32::from_rgb(0xfb, 0xfb, 0xfc));
    visuals.extreme_bg_color = pick(Color32::from_rgb(0x16, 0x19, 0x1d), gray(255));
    visuals.faint_bg_color = pick(Color32::from_rgb(0x24, 0x29, 0x2f), Color32::from_rgb(0xeb, 0xed, 0xef));
    visuals.widgets.noninteractive.fg_stroke.color = pick(gray(0xc8), gray(0x2c));
    visuals.widgets.inactive.fg_stroke.color = pick(gray(0xd6), gray(0x28));
    visuals.widgets.noninteractive.bg_stroke.color = pick(gray(0x34), gray(0xd4));
    visuals.widgets.inactive.weak_bg_fill = pick(Color32::from_rgb(0x2c, 0x32, 0x39), gray(0xe4));
    visuals.widgets.inactive.bg_fill = pick(Color32::from_rgb(0x2c, 0x32, 0x39), gray(0xdd));
    visuals.selection.bg_fill =
        pick(Color32::from_rgb(0x25, 0x5a, 0x7a), Color32::from_rgb(0xb4, 0xd9, 0xec));
    visuals.selection.stroke = Stroke::new(1.0, pick(gray(0xff), gray(0x10)));
    visuals.slider_trailing_fill = true;
    let corner = CornerRadius::same(4);
    for widget in [
        &mut visuals.widgets.noninteractive,
        &mut visuals.widgets.inactive,
        &mut visuals.widgets.hovered,
        &mut visuals.widgets.active,
        &mut visuals.widgets.open,
    ] {
        widget.corner_radius = corner;
        widget.expansion = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn texts(folder: &Path, all: &mut String) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                texts(&path, all);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                all.push_str(&std::fs::read_to_string(path).unwrap());
            }
        }
    }

    #[test]
    fn page_font_covers_all_characters_of_window_and_scenes() {
        let mut all = String::new();
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        texts(&here.join("src"), &mut all);
        texts(&here.join("../../crates/cairn2d-scenes/src"), &mut all);
        let context = egui::Context::default();
        context.set_fonts(fonts(include_bytes!("../fonts/ubuntu-light-latin.ttf")));
        context.run_ui(egui::RawInput::default(), |_| {}).textures_delta.clear();
        let has = |letter| context.fonts_mut(|fonts| fonts.has_glyph(&FontId::proportional(14.0), letter));
        assert!(!has('\u{6f22}'), "any letter would do");
        let missing: Vec<char> = all.chars().filter(|letter| !letter.is_control() && !has(*letter)).collect();
        assert!(all.contains('²') && missing.is_empty(), "{missing:?}");
    }
}
