//! Outlines of glyphs, without hinting.

use core::convert::Infallible;
use core::fmt;

use font_types::GlyphId;

use crate::instance::{LocationRef, Size};

/// The outlines of a font.
#[derive(Clone)]
pub struct OutlineGlyphCollection<'a> {
    pub(crate) face: ttf_parser::Face<'a>,
}

impl<'a> OutlineGlyphCollection<'a> {
    /// The outline of a glyph, if the font has the glyph.
    pub fn get(&self, glyph: GlyphId) -> Option<OutlineGlyph<'_, 'a>> {
        let glyph = crate::small(glyph).filter(|glyph| glyph.0 < self.face.number_of_glyphs())?;
        Some(OutlineGlyph { face: &self.face, glyph })
    }
}

/// The outline of a glyph.
#[derive(Clone, Copy)]
pub struct OutlineGlyph<'b, 'a> {
    face: &'b ttf_parser::Face<'a>,
    glyph: ttf_parser::GlyphId,
}

impl OutlineGlyph<'_, '_> {
    /// Draws the outline; a space has none.
    ///
    /// # Errors
    /// None; the original has some.
    pub fn draw(&self, settings: DrawSettings, pen: &mut impl OutlinePen) -> Result<(), DrawError> {
        let scale = settings.size.pixels().map_or(1.0, |pixels| pixels / f32::from(self.face.units_per_em()));
        let mut scaled = Scaled { pen, scale };
        let _bounds = self.face.outline_glyph(self.glyph, &mut scaled);
        Ok(())
    }
}

/// Draws the outlines of a face at a size.
struct Scaled<'p, P> {
    pen: &'p mut P,
    scale: f32,
}

impl<P: OutlinePen> OutlinePen for Scaled<'_, P> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.pen.move_to(x * self.scale, y * self.scale);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.pen.line_to(x * self.scale, y * self.scale);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let s = self.scale;
        self.pen.quad_to(x1 * s, y1 * s, x * s, y * s);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let s = self.scale;
        self.pen.curve_to(x1 * s, y1 * s, x2 * s, y2 * s, x * s, y * s);
    }

    fn close(&mut self) {
        self.pen.close();
    }
}

/// Takes the lines of an outline; y points up.
pub use ttf_parser::OutlineBuilder as OutlinePen;

/// How to draw an outline.
#[derive(Clone, Copy, Debug)]
pub struct DrawSettings {
    size: Size,
}

impl DrawSettings {
    /// Without hinting.
    pub fn unhinted<'a>(size: Size, _location: impl Into<LocationRef<'a>>) -> Self {
        Self { size }
    }

    /// With hinting, which does not exist here.
    pub fn hinted(instance: &HintingInstance, _is_pedantic: bool) -> Self {
        match instance.never {}
    }
}

/// An outline that cannot be drawn.
#[derive(Clone, Copy, Debug)]
pub struct DrawError;

impl fmt::Display for DrawError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the outline cannot be drawn")
    }
}

impl core::error::Error for DrawError {}

/// Hinting at a size, which does not exist here.
#[derive(Clone, Debug)]
pub struct HintingInstance {
    never: Infallible,
}

impl HintingInstance {
    /// No hinting.
    ///
    /// # Errors
    /// Always.
    pub fn new<'a>(
        _glyphs: &OutlineGlyphCollection<'_>,
        _size: Size,
        _location: impl Into<LocationRef<'a>>,
        _target: Target,
    ) -> Result<Self, DrawError> {
        Err(DrawError)
    }

    /// Its size.
    pub fn size(&self) -> Size {
        match self.never {}
    }

    /// Its place on the axes.
    pub fn location(&self) -> LocationRef<'_> {
        match self.never {}
    }

    /// Its target.
    pub fn target(&self) -> Target {
        match self.never {}
    }

    /// Sets its size, place and target.
    ///
    /// # Errors
    /// None.
    pub fn reconfigure<'a>(
        &mut self,
        _glyphs: &OutlineGlyphCollection<'_>,
        _size: Size,
        _location: impl Into<LocationRef<'a>>,
        _target: Target,
    ) -> Result<(), DrawError> {
        match self.never {}
    }
}

/// What hinting is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// Black and white.
    #[default]
    Mono,
    /// Shades of gray.
    Smooth {
        /// How strongly.
        mode: SmoothMode,
        /// The same at each part of a pixel.
        symmetric_rendering: bool,
        /// With the advances of the font.
        preserve_linear_metrics: bool,
    },
}

/// How strongly to hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmoothMode {
    /// In both directions.
    Normal,
    /// Vertically.
    Light,
}
