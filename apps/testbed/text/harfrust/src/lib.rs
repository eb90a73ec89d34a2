//! The part of the text shaper `harfrust` that egui uses, for left-to-right text with one glyph per
//! character: glyphs by the character map, advances, and pair kerning. The original shapes all scripts and is
//! larger than the engine. The font of the window has Latin, Greek and Cyrillic, which need no more.
//!
//! `[patch.crates-io]` of the window's `Cargo.toml` replaces the original by this crate. It only has the
//! names that epaint 0.37 uses.
//!
//! Source: the tables `cmap`, `hmtx` and `GPOS` (lookup type 2) of the OpenType specification.

use core::ops::BitOrAssign;

use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, GlyphId, MetadataProvider as _, Tag};
use ttf_parser::gpos::{PairAdjustment, PositioningSubtable};

/// Data derived from a font before shaping; empty here.
#[derive(Clone, Copy, Debug)]
pub struct ShaperData;

impl ShaperData {
    /// The data of a font.
    pub fn new(_font: &FontRef<'_>) -> Self {
        Self
    }

    /// A shaper for a font.
    pub fn shaper<'a>(&self, font: &FontRef<'a>) -> Shaper<'a> {
        Shaper { font: font.clone() }
    }
}

/// An axis of a variable font and its value.
#[derive(Clone, Copy, Debug)]
pub struct Variation {
    /// The axis.
    pub tag: Tag,
    /// Its value.
    pub value: f32,
}

/// An instance of a variable font; the window has none, so its advances are those of the default.
#[derive(Clone, Copy, Debug)]
pub struct ShaperInstance;

impl ShaperInstance {
    /// The instance at some variations.
    pub fn from_variations(_font: &FontRef<'_>, _variations: impl IntoIterator<Item = Variation>) -> Self {
        Self
    }
}

/// Position of a text in its paragraph; ignored here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BufferFlags(u8);

impl BufferFlags {
    /// The text begins a paragraph.
    pub const BEGINNING_OF_TEXT: Self = Self(1);
    /// The text ends a paragraph.
    pub const END_OF_TEXT: Self = Self(2);

    /// In the middle of a paragraph.
    pub const fn empty() -> Self {
        Self(0)
    }
}

impl BitOrAssign for BufferFlags {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// Shaping options; there is one set.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShapeOptions;

impl ShapeOptions {
    /// The default options.
    pub fn new() -> Self {
        Self
    }
}

/// A text to be shaped, and memory for its glyphs.
#[derive(Clone, Debug, Default)]
pub struct UnicodeBuffer {
    text: String,
    shaped: GlyphBuffer,
}

impl UnicodeBuffer {
    /// No text.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds text.
    pub fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Sets the position of the text in its paragraph.
    pub fn set_flags(&mut self, _flags: BufferFlags) {}

    /// Does nothing: script and direction are fixed.
    pub fn guess_segment_properties(&mut self) {}
}

/// A glyph of a shaped text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GlyphInfo {
    /// Number of the glyph in the font; 0 for a character that it lacks.
    pub glyph_id: u32,
    /// First byte of the character in the text.
    pub cluster: u32,
}

/// Advance and offset of a glyph, in font units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GlyphPosition {
    /// Distance to the next glyph.
    pub x_advance: i32,
    /// From the line to this glyph.
    pub x_offset: i32,
    /// From the line to this glyph.
    pub y_offset: i32,
}

/// A shaped text.
#[derive(Clone, Debug, Default)]
pub struct GlyphBuffer {
    text: String,
    infos: Vec<GlyphInfo>,
    positions: Vec<GlyphPosition>,
}

impl GlyphBuffer {
    /// The glyphs, from left to right.
    pub fn glyph_infos(&self) -> &[GlyphInfo] {
        &self.infos
    }

    /// Advances and offsets of the glyphs.
    pub fn glyph_positions(&self) -> &[GlyphPosition] {
        &self.positions
    }

    /// Returns the memory for the next text.
    pub fn clear(mut self) -> UnicodeBuffer {
        let mut text = core::mem::take(&mut self.text);
        text.clear();
        self.infos.clear();
        self.positions.clear();
        UnicodeBuffer { text, shaped: self }
    }
}

/// Shapes text with a font.
#[derive(Clone)]
pub struct Shaper<'a> {
    font: FontRef<'a>,
}

impl Shaper<'_> {
    /// Chooses an instance of a variable font.
    #[must_use]
    pub fn instance(self, _instance: Option<&ShaperInstance>) -> Self {
        self
    }

    /// Does nothing more.
    #[must_use]
    pub fn build(self) -> Self {
        self
    }

    /// Shapes a text.
    pub fn shape(&self, buffer: UnicodeBuffer, _options: ShapeOptions) -> GlyphBuffer {
        let UnicodeBuffer { text, mut shaped } = buffer;
        let map = self.font.charmap();
        let metrics = self.font.glyph_metrics(Size::unscaled(), LocationRef::default());
        for (at, letter) in text.char_indices() {
            let glyph = map.map(letter).unwrap_or(GlyphId::NOTDEF);
            let x_advance = metrics.advance_width(glyph).unwrap_or(0.0) as i32;
            shaped.infos.push(GlyphInfo { glyph_id: glyph.to_u32(), cluster: at as u32 });
            shaped.positions.push(GlyphPosition { x_advance, x_offset: 0, y_offset: 0 });
        }
        self.kern(&mut shaped);
        shaped.text = text;
        shaped
    }

    /// Applies the pair kerning of the font.
    fn kern(&self, shaped: &mut GlyphBuffer) -> Option<()> {
        let gpos = self.font.face().tables().gpos?;
        let kern = gpos.features.find(ttf_parser::Tag::from_bytes(b"kern"))?;
        for lookup in kern.lookup_indices.into_iter().filter_map(|index| gpos.lookups.get(index)) {
            for (at, pair) in shaped.infos.windows(2).enumerate() {
                let [a, b] = [pair[0].glyph_id, pair[1].glyph_id].map(|glyph| glyph as u16);
                let [a, b] = [a, b].map(ttf_parser::GlyphId);
                // The first table with the pair decides.
                let way = lookup.subtables.into_iter().find_map(|table| match table {
                    PositioningSubtable::Pair(table) => kern_of(&table, a, b),
                    _ => None,
                });
                shaped.positions[at].x_advance += i32::from(way.unwrap_or(0));
            }
        }
        Some(())
    }
}

/// The kerning of two glyphs in a table; `None` if the table lacks the pair.
fn kern_of(table: &PairAdjustment<'_>, a: ttf_parser::GlyphId, b: ttf_parser::GlyphId) -> Option<i16> {
    let (first, _) = match table {
        PairAdjustment::Format1 { coverage, sets } => sets.get(coverage.get(a)?)?.get(b)?,
        PairAdjustment::Format2 { coverage, classes, matrix } => {
            coverage.get(a)?;
            matrix.get((classes.0.get(a), classes.1.get(b)))?
        }
    };
    Some(first.x_advance)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shaped(text: &str) -> GlyphBuffer {
        let font = FontRef::new(include_bytes!("../../../fonts/ubuntu-light-latin.ttf")).unwrap();
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        ShaperData::new(&font).shaper(&font).instance(None).build().shape(buffer, ShapeOptions::new())
    }

    fn width(text: &str) -> i32 {
        shaped(text).glyph_positions().iter().map(|position| position.x_advance).sum()
    }

    #[test]
    fn letters_have_glyphs_and_kerning_reduces_some_advances() {
        let buffer = shaped("aé漢");
        let clusters: Vec<u32> = buffer.glyph_infos().iter().map(|info| info.cluster).collect();
        assert_eq!(clusters, [0, 1, 3]);
        assert!(buffer.glyph_infos()[..2].iter().all(|info| info.glyph_id != 0));
        assert_eq!(buffer.glyph_infos()[2].glyph_id, 0, "the font has no Chinese");
        assert!(width("AV") < width("A") + width("V"));
        assert!(width("To") < width("T") + width("o"));
        assert_eq!(width("HH"), 2 * width("H"));
        assert!(buffer.clear().text.is_empty());
    }
}
