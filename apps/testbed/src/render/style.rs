//! Colors and widths of a picture, for dark and light.
//!
//! Bodies are filled with an opaque mix of their color and the background, and outlined with the color
//! itself. Sensors and fields are almost transparent. Sleeping bodies are gray and dim.

use cairn2d::debug_draw::{Ink, Look, Theme};

/// Red, green, blue and opacity in sRGB, not premultiplied.
pub type Color = [u8; 4];

/// Share of the color in the fill and in the outline of a sleeping body; the rest is background.
const SLEEPING: [f32; 2] = [0.2, 0.45];

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

    /// The same with thinner lines, for a small picture.
    #[must_use]
    pub fn small(self) -> Self {
        Self { outline: 1.0, line: 1.0, ground: 1.3, ..self }
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
            _ => 0.58,
        };
        if look.asleep {
            let gray = self.toned_down(ink);
            return [mix(self.background, gray, SLEEPING[0]), mix(self.background, gray, SLEEPING[1])];
        }
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
        mix([gray, gray, gray.saturating_add(10), 255], color, 0.35)
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
    fn sleeping_bodies_are_clearly_dimmer_in_every_color() {
        let mut world = cairn2d::World::new(cairn2d::WorldConfig::default()).unwrap();
        let body = world.spawn(cairn2d::Body::dynamic()).unwrap();
        let far = |a: Color, b: Color| (0..3).map(|i| u32::from(a[i].abs_diff(b[i]))).sum::<u32>();
        for theme in [Theme::Dark, Theme::Light] {
            let style = Style::of(theme);
            let numbers = (0..200).map(Ink::Body).chain((0..4).map(Ink::Team));
            for ink in numbers.chain([Ink::Dynamic, Ink::Kinematic, Ink::Bullet]) {
                let look = |asleep| Look { body, ink, sensor: false, asleep, turns: true };
                let ([fill, edge], [dim_fill, dim_edge]) =
                    (style.shape(&look(false)), style.shape(&look(true)));
                assert!(far(fill, dim_fill) > 90, "{theme:?} {ink:?}: {fill:?} {dim_fill:?}");
                assert!(far(edge, dim_edge) > 120, "{theme:?} {ink:?}: {edge:?} {dim_edge:?}");
                assert!(far(dim_edge, style.background) > 40, "{theme:?} {ink:?} is seen");
            }
        }
    }

    #[test]
    fn a_mix_lies_between() {
        assert_eq!(mix([0, 100, 200, 255], [100, 0, 200, 255], 0.5), [50, 50, 200, 255]);
        assert_eq!(mix([9, 9, 9, 255], [7, 7, 7, 255], 0.0), [9, 9, 9, 255]);
    }
}
