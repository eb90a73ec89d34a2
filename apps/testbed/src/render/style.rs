//! Colors and widths of a picture, for dark and light.
//!
//! Bodies are filled with an opaque mix of their color and the background, and outlined with the color
//! itself. Sensors and fields are almost transparent. Sleeping bodies are faded.

use cairn2d::debug_draw::{Ink, Look, Theme};

/// Red, green, blue and opacity in sRGB, not premultiplied.
pub type Color = [u8; 4];

/// The style of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Dark or light.
    pub theme: Theme,
    /// Background color.
    pub background: Color,
    /// Lines of the grid.
    pub grid: Color,
    /// The two axes.
    pub axis: Color,
    /// Texts and the scale bar.
    pub text: Color,
    /// Width of outlines in points of the screen.
    pub outline: f32,
    /// Width of thin lines in points of the screen.
    pub line: f32,
    /// Width of the lines of segments and chains in points of the screen.
    pub ground: f32,
}

impl Style {
    /// The style of a theme.
    pub fn of(theme: Theme) -> Self {
        let widths = (1.5, 1.4, 2.0);
        let (background, grid, axis, text) = match theme {
            Theme::Dark => {
                ([22, 25, 31, 255], [150, 170, 200, 42], [160, 180, 210, 96], [190, 200, 214, 255])
            }
            Theme::Light => ([248, 249, 251, 255], [70, 90, 120, 42], [60, 80, 110, 110], [70, 80, 94, 255]),
        };
        let (outline, line, ground) = widths;
        Self { theme, background, grid, axis, text, outline, line, ground }
    }

    /// The color of an ink, opaque.
    pub fn ink(&self, ink: Ink) -> Color {
        let [red, green, blue] = ink.color(self.theme);
        [red, green, blue, 255]
    }

    /// Fill and outline colors of a shape.
    pub fn shape(&self, look: &Look) -> [Color; 2] {
        let ink = self.ink(look.ink);
        if look.sensor {
            return [with_opacity(ink, 26), with_opacity(ink, 190)];
        }
        let share = match look.ink {
            Ink::Static => 0.28,
            Ink::Disabled => 0.12,
            _ => 0.46,
        };
        let ink = if look.asleep { mix(self.background, self.toned_down(ink), 0.7) } else { ink };
        [mix(self.background, ink, share), ink]
    }

    /// Fill and outline colors of the area of a field.
    pub fn area(&self, ink: Ink) -> [Color; 2] {
        let ink = self.ink(ink);
        [with_opacity(ink, 30), with_opacity(ink, 110)]
    }

    /// A less saturated color.
    fn toned_down(&self, color: Color) -> Color {
        let [red, green, blue, _] = color.map(u32::from);
        let gray = ((red * 2 + green * 5 + blue) / 8) as u8;
        mix([gray, gray, gray.saturating_add(10), 255], color, 0.45)
    }
}

impl Default for Style {
    fn default() -> Self {
        Self::of(Theme::Dark)
    }
}

/// Interpolates two colors, opaque.
pub fn mix(from: Color, to: Color, share: f32) -> Color {
    let [red, green, blue, _] = [0, 1, 2, 3].map(|channel| {
        let (from, to) = (f32::from(from[channel]), f32::from(to[channel]));
        (from + (to - from) * share).round().clamp(0.0, 255.0) as u8
    });
    [red, green, blue, 255]
}

/// The same color with another opacity.
pub fn with_opacity(color: Color, opacity: u8) -> Color {
    [color[0], color[1], color[2], opacity]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mix_lies_between() {
        assert_eq!(mix([0, 100, 200, 255], [100, 0, 200, 255], 0.5), [50, 50, 200, 255]);
        assert_eq!(mix([9, 9, 9, 255], [7, 7, 7, 255], 0.0), [9, 9, 9, 255]);
    }
}
