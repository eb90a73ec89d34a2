//! The axes of a font: none.

use font_types::Tag;

use crate::instance::Location;

/// No axes.
#[derive(Clone, Copy, Debug)]
pub struct AxisCollection;

impl AxisCollection {
    /// No axes.
    pub fn iter(&self) -> impl Iterator<Item = Axis> {
        core::iter::empty()
    }

    /// The only place.
    pub fn location<'b>(&self, _settings: impl IntoIterator<Item = &'b (Tag, f32)>) -> Location {
        Location
    }
}

/// An axis, which no font has.
#[derive(Clone, Copy, Debug)]
pub enum Axis {}

impl Axis {
    /// Its tag.
    pub fn tag(&self) -> Tag {
        match *self {}
    }

    /// The number of its name.
    pub fn name_id(&self) -> NameId {
        match *self {}
    }

    /// Its smallest value.
    pub fn min_value(&self) -> f32 {
        match *self {}
    }

    /// Its largest value.
    pub fn max_value(&self) -> f32 {
        match *self {}
    }

    /// Its value unless a text chooses another.
    pub fn default_value(&self) -> f32 {
        match *self {}
    }

    /// Whether programs should not show it.
    pub fn is_hidden(&self) -> bool {
        match *self {}
    }
}

/// The number of a text, which no font has.
#[derive(Clone, Copy, Debug)]
pub enum NameId {}

/// No texts.
#[derive(Clone, Copy, Debug)]
pub struct LocalizedStrings;

impl LocalizedStrings {
    /// No text.
    pub fn english_or_first(self) -> Option<String> {
        None
    }
}
