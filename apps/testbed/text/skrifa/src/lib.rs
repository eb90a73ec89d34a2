//! The part of the font reader `skrifa` that egui uses, for fonts without axes and colors, and outlines
//! without hinting. The original executes the hinting programs of fonts and hints without them, which took a
//! fifteenth of the page. `ttf-parser` reads the file.
//!
//! `[patch.crates-io]` of the window's `Cargo.toml` replaces the original by this crate. It only has the
//! names that epaint 0.37 uses.

pub mod charmap;
pub mod instance;
pub mod metrics;
pub mod outline;
pub mod variation;

use core::fmt;

pub use font_types::{GlyphId, Tag};

/// A font, parsed.
#[derive(Clone)]
pub struct FontRef<'a> {
    face: ttf_parser::Face<'a>,
}

impl<'a> FontRef<'a> {
    /// The font in a file with one font.
    pub fn new(data: &'a [u8]) -> Result<Self, ReadError> {
        Self::from_index(data, 0)
    }

    /// A font of a file with several.
    pub fn from_index(data: &'a [u8], index: u32) -> Result<Self, ReadError> {
        Ok(Self { face: ttf_parser::Face::parse(data, index).map_err(ReadError)? })
    }

    /// The parsed tables.
    pub fn face(&self) -> &ttf_parser::Face<'a> {
        &self.face
    }
}

/// The file is not a font.
#[derive(Clone, Copy, Debug)]
pub struct ReadError(ttf_parser::FaceParsingError);

impl fmt::Display for ReadError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl core::error::Error for ReadError {}

/// What a font tells.
pub trait MetadataProvider<'a> {
    /// The glyphs of characters.
    fn charmap(&self) -> charmap::Charmap<'a>;
    /// The outlines of glyphs.
    fn outline_glyphs(&self) -> outline::OutlineGlyphCollection<'a>;
    /// Lengths of the whole font. Only unscaled ones exist here.
    fn metrics<'b>(
        &self,
        size: instance::Size,
        location: impl Into<instance::LocationRef<'b>>,
    ) -> metrics::Metrics;
    /// Lengths of each glyph. Only unscaled ones exist here.
    fn glyph_metrics<'b>(
        &self,
        size: instance::Size,
        location: impl Into<instance::LocationRef<'b>>,
    ) -> metrics::GlyphMetrics<'a>;
    /// The axes of the font: none.
    fn axes(&self) -> variation::AxisCollection;
    /// Texts of the font: none.
    fn localized_strings(&self, id: variation::NameId) -> variation::LocalizedStrings;
}

impl<'a> MetadataProvider<'a> for FontRef<'a> {
    fn charmap(&self) -> charmap::Charmap<'a> {
        charmap::Charmap { face: self.face.clone() }
    }

    fn outline_glyphs(&self) -> outline::OutlineGlyphCollection<'a> {
        outline::OutlineGlyphCollection { face: self.face.clone() }
    }

    fn metrics<'b>(
        &self,
        _size: instance::Size,
        _location: impl Into<instance::LocationRef<'b>>,
    ) -> metrics::Metrics {
        metrics::Metrics {
            units_per_em: self.face.units_per_em(),
            ascent: f32::from(self.face.ascender()),
            descent: f32::from(self.face.descender()),
            leading: f32::from(self.face.line_gap()),
        }
    }

    fn glyph_metrics<'b>(
        &self,
        _size: instance::Size,
        _location: impl Into<instance::LocationRef<'b>>,
    ) -> metrics::GlyphMetrics<'a> {
        metrics::GlyphMetrics { face: self.face.clone() }
    }

    fn axes(&self) -> variation::AxisCollection {
        variation::AxisCollection
    }

    fn localized_strings(&self, _id: variation::NameId) -> variation::LocalizedStrings {
        variation::LocalizedStrings
    }
}

/// The number of a glyph in the tables of the file, which have 16 bits for it.
fn small(glyph: GlyphId) -> Option<ttf_parser::GlyphId> {
    glyph.to_u32().try_into().ok().map(ttf_parser::GlyphId)
}

#[cfg(test)]
mod tests;
