//! Lengths of fonts and glyphs, in units of the font.

use font_types::GlyphId;

/// Lengths of a font.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Metrics {
    /// Units of the font per em.
    pub units_per_em: u16,
    /// From the line up to the top of the letters.
    pub ascent: f32,
    /// From the line up to the bottom of the letters, thus negative.
    pub descent: f32,
    /// Between two lines.
    pub leading: f32,
}

/// Lengths of the glyphs of a font.
#[derive(Clone)]
pub struct GlyphMetrics<'a> {
    pub(crate) face: ttf_parser::Face<'a>,
}

impl GlyphMetrics<'_> {
    /// The distance to the next glyph.
    pub fn advance_width(&self, glyph: GlyphId) -> Option<f32> {
        self.face.glyph_hor_advance(crate::small(glyph)?).map(f32::from)
    }
}
