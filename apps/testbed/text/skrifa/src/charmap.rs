//! The glyphs of characters.

use font_types::GlyphId;

/// The glyph of each character that a font has.
#[derive(Clone)]
pub struct Charmap<'a> {
    pub(crate) face: ttf_parser::Face<'a>,
}

impl Charmap<'_> {
    /// The glyph of a character.
    pub fn map(&self, character: char) -> Option<GlyphId> {
        self.face.glyph_index(character).map(|glyph| GlyphId::new(u32::from(glyph.0)))
    }

    /// All characters with a glyph.
    pub fn mappings(&self) -> impl Iterator<Item = (u32, GlyphId)> + '_ {
        let mut characters = Vec::new();
        for table in self.face.tables().cmap.iter().flat_map(|cmap| cmap.subtables) {
            if table.is_unicode() {
                table.codepoints(|character| characters.push(character));
            }
        }
        characters.sort_unstable();
        characters.dedup();
        characters
            .into_iter()
            .filter_map(|character| Some((character, self.map(char::from_u32(character)?)?)))
    }
}
