//! Sizes, and places on the axes of a font, of which there are none.

use font_types::F2Dot14;

/// Pixels per em.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size(Option<f32>);

impl Size {
    /// A size in pixels per em.
    pub fn new(pixels: f32) -> Self {
        Self(Some(pixels))
    }

    /// The units of the font.
    pub fn unscaled() -> Self {
        Self(None)
    }

    /// Pixels per em; `None` for the units of the font.
    pub(crate) fn pixels(self) -> Option<f32> {
        self.0
    }
}

/// A place on the axes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Location;

impl Location {
    /// The coordinates: none.
    pub fn coords(&self) -> &[F2Dot14] {
        &[]
    }
}

/// A borrowed place on the axes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LocationRef<'a>(core::marker::PhantomData<&'a Location>);

impl<'a> LocationRef<'a> {
    /// The coordinates: none.
    pub fn coords(&self) -> &'a [F2Dot14] {
        &[]
    }
}

impl<'a> From<&'a Location> for LocationRef<'a> {
    fn from(_location: &'a Location) -> Self {
        Self::default()
    }
}
