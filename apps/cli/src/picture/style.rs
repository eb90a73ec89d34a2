//! Colors, widths and lengths of a picture.
//!
//! The palette is small on purpose: paper, ink, three tones for each kind of moving shape, and one accent for
//! contacts. State differs in color and in lightness, so it survives printing and color blindness: sleeping
//! shapes are pale, awake ones saturated, fast ones have the opposite, warm hue.

use super::Role;

/// An opaque color, sRGB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color {
    /// Red 0..=255.
    pub red: u8,
    /// Green 0..=255.
    pub green: u8,
    /// Blue 0..=255.
    pub blue: u8,
}

impl Color {
    /// A color from `0xRRGGBB`.
    #[must_use]
    pub const fn hex(value: u32) -> Self {
        Self { red: (value >> 16) as u8, green: (value >> 8) as u8, blue: value as u8 }
    }

    /// The notation of SVG and CSS: `#rrggbb`.
    #[must_use]
    pub fn css(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }

    /// The color between this one (`amount` 0) and another (`amount` 1).
    #[must_use]
    pub fn mixed(self, other: Self, amount: f32) -> Self {
        let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * amount).round() as u8;
        Self {
            red: mix(self.red, other.red),
            green: mix(self.green, other.green),
            blue: mix(self.blue, other.blue),
        }
    }
}

/// Light paper or dark slate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Theme {
    /// Dark shapes on light paper.
    #[default]
    Light,
    /// Light shapes on dark slate.
    Dark,
}

/// Number of tones of a role's fill.
pub const TONE_COUNT: u32 = 3;

/// Number of tones of marks.
pub const MARK_TONES: usize = 7;

/// All colors of a theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Behind everything.
    pub background: Color,
    /// Lines of the metre grid.
    pub grid: Color,
    /// Title, scale bar.
    pub ink: Color,
    /// Second line of text.
    pub faint_ink: Color,
    /// Lines and anchors of joints.
    pub joint: Color,
    /// Contact points and normals.
    pub contact: Color,
    /// Marks by tone: notes, hits, misses, friends, foes, ground, water.
    pub marks: [Color; MARK_TONES],
    fills: [[Color; TONE_COUNT as usize]; 8],
    outlines: [Color; 8],
}

impl Style {
    /// The style of a theme.
    #[must_use]
    pub fn of(theme: Theme) -> Self {
        match theme {
            Theme::Light => LIGHT,
            Theme::Dark => DARK,
        }
    }

    /// The fill of a shape; `tone` may be any number.
    #[must_use]
    pub fn fill(&self, role: Role, tone: u32) -> Color {
        self.fills[role as usize][(tone % TONE_COUNT) as usize]
    }

    /// The outline of a shape.
    #[must_use]
    pub fn outline(&self, role: Role) -> Color {
        self.outlines[role as usize]
    }
}

/// In the order of [`Role::ALL`]: sensor, visited, static, disabled, kinematic, asleep, awake, fast.
const LIGHT: Style = Style {
    background: Color::hex(0xF8_F6F1),
    grid: Color::hex(0xEC_E8DF),
    ink: Color::hex(0x26_2B33),
    faint_ink: Color::hex(0x79_7F88),
    joint: Color::hex(0x2F_3A4A),
    contact: Color::hex(0xC8_1E4A),
    marks: [
        Color::hex(0x79_7F88),
        Color::hex(0x12_8A3A),
        Color::hex(0xB0_4A4A),
        Color::hex(0x1F_5FBF),
        Color::hex(0xC8_1E4A),
        Color::hex(0x9C_7B55),
        Color::hex(0x2F_72B8),
    ],
    fills: [
        [Color::hex(0xF8_F1D8); 3],
        [Color::hex(0xF5_E19B); 3],
        [Color::hex(0xCF_CDC7); 3],
        [Color::hex(0xE6_E0F2); 3],
        [Color::hex(0xA9_9CC9), Color::hex(0xB1_A5CE), Color::hex(0xA1_94C3)],
        [Color::hex(0xC3_D3D6), Color::hex(0xCC_DADC), Color::hex(0xBA_CCD0)],
        [Color::hex(0x4F_9DA6), Color::hex(0x5F_A9B0), Color::hex(0x42_9099)],
        [Color::hex(0xF0_9A56), Color::hex(0xF3_A668), Color::hex(0xEC_8D45)],
    ],
    outlines: [
        Color::hex(0xCF_B65C),
        Color::hex(0xB8_8A00),
        Color::hex(0x8B_8880),
        Color::hex(0x9A_86C8),
        Color::hex(0x5D_4E86),
        Color::hex(0x86_9CA1),
        Color::hex(0x1F_5962),
        Color::hex(0x9A_4A12),
    ],
};

const DARK: Style = Style {
    background: Color::hex(0x16_1A20),
    grid: Color::hex(0x1E_242C),
    ink: Color::hex(0xE8_EAED),
    faint_ink: Color::hex(0x8C_95A1),
    joint: Color::hex(0xD5_DCE6),
    contact: Color::hex(0xFF_5C7F),
    marks: [
        Color::hex(0x8C_95A1),
        Color::hex(0x5F_D98A),
        Color::hex(0xD8_7A7A),
        Color::hex(0x7F_B4FF),
        Color::hex(0xFF_5C7F),
        Color::hex(0xA8_8A66),
        Color::hex(0x4F_9AE0),
    ],
    fills: [
        [Color::hex(0x25_2720); 3],
        [Color::hex(0x4D_4722); 3],
        [Color::hex(0x3A_4049); 3],
        [Color::hex(0x2B_2A40); 3],
        [Color::hex(0x6C_5F94), Color::hex(0x75_689C), Color::hex(0x63_568B)],
        [Color::hex(0x34_4A51), Color::hex(0x3A_5158), Color::hex(0x2F_444B)],
        [Color::hex(0x3F_9CA7), Color::hex(0x4A_A8B2), Color::hex(0x36_8F9A)],
        [Color::hex(0xF0_9A56), Color::hex(0xF3_A668), Color::hex(0xEC_8D45)],
    ],
    outlines: [
        Color::hex(0x77_6C34),
        Color::hex(0xE3_C54E),
        Color::hex(0x5C_6470),
        Color::hex(0x6F_63A6),
        Color::hex(0xB3_A5DD),
        Color::hex(0x5A_767E),
        Color::hex(0x9F_DDE3),
        Color::hex(0xFF_D9B8),
    ],
};

/// The largest of 1, 2, 5 times a power of ten that is at most `limit`; `limit` is positive and finite.
#[must_use]
pub fn round_length(limit: f32) -> f32 {
    let power = 10f32.powf(limit.log10().floor());
    let factor = [5.0, 2.0, 1.0].into_iter().find(|f| f * power <= limit * 1.000_01).unwrap_or(1.0);
    factor * power
}

/// A length in words: `5 m`, `20 cm`, `2 km`; `length` is one of [`round_length`]'s `[m]`.
#[must_use]
pub fn length_label(length: f32) -> String {
    let (value, unit) = match length {
        l if l >= 999.0 => (l / 1000.0, "km"),
        l if l >= 0.999 => (l, "m"),
        l if l >= 0.009_99 => (l * 100.0, "cm"),
        l => (l * 1000.0, "mm"),
    };
    // Two digits are enough for 1, 2, 5 times a power of ten, and hide the rounding of the division.
    let text = if value >= 0.95 { format!("{value:.0}") } else { format!("{value:.2}") };
    format!("{text} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scale_bars_have_round_lengths() {
        for (limit, length, label) in [
            (7.3, 5.0, "5 m"),
            (2.0, 2.0, "2 m"),
            (1.99, 1.0, "1 m"),
            (0.34, 0.2, "20 cm"),
            (0.0061, 0.005, "5 mm"),
            (1234.0, 1000.0, "1 km"),
            (6.0e4, 5.0e4, "50 km"),
        ] {
            let found = round_length(limit);
            assert!((found / length - 1.0).abs() < 1e-5, "{limit}: {found}");
            assert_eq!(length_label(found), label);
        }
    }

    #[test]
    fn colors_read_back_as_written() {
        let color = Color::hex(0x12_AB0F);
        assert_eq!((color.red, color.green, color.blue), (0x12, 0xAB, 0x0F));
        assert_eq!(color.css(), "#12ab0f");
        assert_eq!(color.mixed(Color::hex(0), 0.0), color);
        assert_eq!(Color::hex(0).mixed(Color::hex(0xFF_FFFF), 0.5), Color::hex(0x80_8080));
    }

    #[test]
    fn roles_can_be_told_apart_in_both_themes() {
        for theme in [Theme::Light, Theme::Dark] {
            let style = Style::of(theme);
            for (i, a) in Role::ALL.into_iter().enumerate() {
                assert_ne!(style.fill(a, 0), style.background);
                for b in Role::ALL.into_iter().skip(i + 1) {
                    assert_ne!(style.fill(a, 0), style.fill(b, 0), "{a:?} {b:?}");
                }
            }
        }
    }
}
