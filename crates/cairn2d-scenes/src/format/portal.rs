//! Portals as data: pairs of connected openings.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::BodyRef;
use super::fields::{is_one, is_true, one};

fn yes() -> bool {
    true
}

/// Two connected openings: a body that enters one leaves the other.
///
/// A scene of a large world has no portals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PortalDesc {
    /// One opening.
    pub a: OpeningDesc,
    /// The other opening.
    pub b: OpeningDesc,
    /// The width of both openings, from 0.02 to 10000 \[m\]. Default: 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub width: f32,
    /// Whether the ends of the openings hold bodies that are too wide. Default: true.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub rims: bool,
}

impl PortalDesc {
    /// Returns two openings of a width \[m\] with rims.
    pub fn new(a: OpeningDesc, b: OpeningDesc, width: f32) -> Self {
        Self { a, b, width, rims: true }
    }

    /// Returns the same openings without rims.
    #[must_use]
    pub fn without_rims(self) -> Self {
        Self { rims: false, ..self }
    }
}

/// The place of an opening.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpeningDesc {
    /// An enabled body that it moves with. Default: none, it is fixed in the world.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<BodyRef>,
    /// The middle, in the coordinates of the body or of the world \[m\].
    pub at: [f32; 2],
    /// The direction out of it, from which bodies enter, with any length from 0.000001.
    pub out: [f32; 2],
}

/// A body, a middle and a direction, as bits.
pub(crate) type OpeningKey = (Option<usize>, [u32; 4]);

impl OpeningDesc {
    /// Returns a key that two descriptions of one opening share; `body` is the index of the body. The length
    /// of the direction does not matter.
    pub(crate) fn key(&self, body: Option<usize>) -> OpeningKey {
        let ([x, y], [out_x, out_y]) = (self.at, self.out);
        let length = (out_x * out_x + out_y * out_y).sqrt();
        // The sum with 0 removes the sign of zeros.
        (body, [x, y, out_x / length, out_y / length].map(|value| (value + 0.0).to_bits()))
    }

    /// Returns an opening that is fixed in the world.
    pub fn fixed(at: [f32; 2], out: [f32; 2]) -> Self {
        Self { body: None, at, out }
    }

    /// Returns an opening on a body, in body coordinates.
    pub fn on(body: u32, at: [f32; 2], out: [f32; 2]) -> Self {
        Self { body: Some(BodyRef::Index(body)), at, out }
    }
}
