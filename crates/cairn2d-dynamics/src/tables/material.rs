//! Materials, rules that combine the materials of two shapes, and material pairs.

use cairn2d_math::Vec2;

use crate::tables::check::{Bound, check};
use crate::tables::error::ValueError;
use crate::tables::setters::setters;

/// Rule that combines two coefficients. If the rules of two shapes differ, the later one in this list
/// applies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Combine {
    /// sqrt(a b).
    #[default]
    GeometricMean,
    /// (a + b) / 2.
    Average,
    /// The smaller one.
    Min,
    /// a b.
    Multiply,
    /// The larger one.
    Max,
}

impl Combine {
    pub(crate) fn mix(self, other: Combine, a: f32, b: f32) -> f32 {
        match if self > other { self } else { other } {
            Combine::GeometricMean => (a * b).sqrt(),
            Combine::Average => 0.5 * (a + b),
            Combine::Min => {
                if a < b {
                    a
                } else {
                    b
                }
            }
            Combine::Multiply => a * b,
            Combine::Max => {
                if a > b {
                    a
                } else {
                    b
                }
            }
        }
    }
}

/// Material of a shape: friction, restitution and the like. Start from [`Material::default`] and change
/// fields or call methods.
///
/// ```
/// # mod cairn2d { pub use cairn2d_dynamics::*; }
/// use cairn2d::{Combine, Material};
/// let ice = Material::default().friction(0.02).friction_combine(Combine::Min);
/// assert_eq!((ice.friction, ice.restitution), (0.02, 0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Material {
    /// Coulomb friction \[-\], at least 0. Default 0.6.
    pub friction: f32,
    /// Restitution \[-\], 0 to 1. Default 0.
    pub restitution: f32,
    /// Rolling resistance as a fraction of the radius \[-\], at least 0. Default 0.
    pub rolling_resistance: f32,
    /// Tangent speed of the surface, as of a conveyor belt \[m/s\]. Default 0.
    pub tangent_speed: f32,
    /// Static friction \[-\], at least 0: friction that must be overcome before sliding begins. No effect up
    /// to `friction`. Default `None`, which means `friction`.
    ///
    /// Combines as friction does. A contact sticks while its tangent force is at most this share of its
    /// normal force. It slides under `friction` once the force has accelerated it above 1 cm/s.
    pub static_friction: Option<f32>,
    /// Softness of contacts with this material. Default `None`, that of the world.
    pub softness: Option<ContactSoftness>,
    /// Material id, for hooks and [`World::set_material_pair`](crate::World::set_material_pair). Default 0.
    pub id: u64,
    /// Rule that combines friction. Default the geometric mean.
    pub friction_combine: Combine,
    /// Rule that combines restitution. Default the larger value.
    pub restitution_combine: Combine,
}

impl Default for Material {
    fn default() -> Material {
        Material {
            friction: 0.6,
            restitution: 0.0,
            rolling_resistance: 0.0,
            tangent_speed: 0.0,
            static_friction: None,
            softness: None,
            id: 0,
            friction_combine: Combine::GeometricMean,
            restitution_combine: Combine::Max,
        }
    }
}

setters!(Material {
    friction: f32,
    restitution: f32,
    rolling_resistance: f32,
    tangent_speed: f32,
    id: u64,
    friction_combine: Combine,
    restitution_combine: Combine,
} into { static_friction: Option<f32>, softness: Option<ContactSoftness> });

impl Material {
    /// Checks that every value is in its range.
    ///
    /// # Errors
    /// The first value out of range.
    pub fn validate(&self) -> Result<(), ValueError> {
        check("friction", self.friction, Bound::Range(0.0, 1.0e6))?;
        check("restitution", self.restitution, Bound::Range(0.0, 1.0))?;
        check("rolling_resistance", self.rolling_resistance, Bound::Range(0.0, 1.0e6))?;
        check("tangent_speed", self.tangent_speed, Bound::Range(-1.0e6, 1.0e6))?;
        check("static_friction", self.static_friction.unwrap_or(0.0), Bound::Range(0.0, 1.0e6))?;
        self.softness.map_or(Ok(()), |softness| softness.validate())
    }

    /// Returns the combined material of two shapes; `radii` \[m\] scale the rolling resistance.
    pub(crate) fn mix(a: &Material, b: &Material, radii: Vec2) -> MixedMaterial {
        let radius = if radii.x > radii.y { radii.x } else { radii.y };
        let rolling = if a.rolling_resistance > b.rolling_resistance {
            a.rolling_resistance
        } else {
            b.rolling_resistance
        };
        let sticks = |material: &Material| material.static_friction.unwrap_or(material.friction);
        let either = a.static_friction.is_some() || b.static_friction.is_some();
        MixedMaterial {
            friction: a.friction_combine.mix(b.friction_combine, a.friction, b.friction),
            restitution: a.restitution_combine.mix(b.restitution_combine, a.restitution, b.restitution),
            rolling_resistance: rolling * radius,
            tangent_speed: a.tangent_speed + b.tangent_speed,
            static_friction: either.then(|| a.friction_combine.mix(b.friction_combine, sticks(a), sticks(b))),
            softness: ContactSoftness::softer(a.softness, b.softness),
        }
    }
}

/// Softness of a contact: a spring and a damper at each contact point.
///
/// One point under a body of mass m is a spring of stiffness m (2 pi hertz)². A contact without its own
/// softness resolves overlap with the softness of the world, but is rigid in impacts and under load. A
/// contact with its own softness oscillates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactSoftness {
    /// Frequency of the body on the contact \[Hz\], above 0; limited to an eighth of the sub-step rate.
    pub hertz: f32,
    /// Damping ratio \[-\], at least 0; 1 is critical.
    pub damping_ratio: f32,
}

impl ContactSoftness {
    /// Returns a spring with this frequency \[Hz\] and damping ratio \[-\].
    pub fn new(hertz: f32, damping_ratio: f32) -> ContactSoftness {
        ContactSoftness { hertz, damping_ratio }
    }

    fn validate(self) -> Result<(), ValueError> {
        check("softness hertz", self.hertz, Bound::Range(1.0e-3, 1.0e6))?;
        check("softness damping_ratio", self.damping_ratio, Bound::Range(0.0, 1.0e4))?;
        Ok(())
    }

    /// Returns the softer of two softnesses; `None` is that of the world.
    fn softer(a: Option<ContactSoftness>, b: Option<ContactSoftness>) -> Option<ContactSoftness> {
        match (a, b) {
            (Some(a), Some(b)) => Some(if b.hertz < a.hertz { b } else { a }),
            (a, b) => a.or(b),
        }
    }
}

/// Values that replace the combined ones for two materials; `None` keeps the combined value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MaterialPair {
    /// Coulomb friction \[-\], at least 0.
    pub friction: Option<f32>,
    /// Static friction \[-\], at least 0.
    pub static_friction: Option<f32>,
    /// Restitution \[-\], 0 to 1.
    pub restitution: Option<f32>,
    /// Rolling resistance as a fraction of the larger radius \[-\], at least 0.
    pub rolling_resistance: Option<f32>,
    /// Softness of the contact.
    pub softness: Option<ContactSoftness>,
}

setters!(MaterialPair {} into {
    friction: Option<f32>,
    static_friction: Option<f32>,
    restitution: Option<f32>,
    rolling_resistance: Option<f32>,
    softness: Option<ContactSoftness>,
});

impl MaterialPair {
    fn validate(&self) -> Result<(), ValueError> {
        for (name, value) in [("friction", self.friction), ("static_friction", self.static_friction)] {
            check(name, value.unwrap_or(0.0), Bound::Range(0.0, 1.0e6))?;
        }
        check("restitution", self.restitution.unwrap_or(0.0), Bound::Range(0.0, 1.0))?;
        check("rolling_resistance", self.rolling_resistance.unwrap_or(0.0), Bound::Range(0.0, 1.0e6))?;
        self.softness.map_or(Ok(()), |softness| softness.validate())
    }
}

/// All material pairs, sorted by their ids.
#[derive(Clone, Debug, Default)]
pub(crate) struct MaterialPairs {
    pub(crate) pairs: Vec<([u64; 2], MaterialPair)>,
}

impl MaterialPairs {
    pub(crate) fn all(&self) -> impl Iterator<Item = ([u64; 2], &MaterialPair)> + '_ {
        self.pairs.iter().map(|(ids, pair)| (*ids, pair))
    }

    pub(crate) fn get(&self, a: u64, b: u64) -> Option<&MaterialPair> {
        if self.pairs.is_empty() {
            return None;
        }
        let at = self.pairs.binary_search_by_key(&key(a, b), |(ids, _)| *ids).ok()?;
        Some(&self.pairs[at].1)
    }

    pub(crate) fn set(&mut self, a: u64, b: u64, pair: Option<MaterialPair>) -> Result<(), ValueError> {
        if let Some(pair) = &pair {
            pair.validate()?;
        }
        let found = self.pairs.binary_search_by_key(&key(a, b), |(ids, _)| *ids);
        match (found, pair) {
            (Ok(at), Some(pair)) => self.pairs[at].1 = pair,
            (Ok(at), None) => drop(self.pairs.remove(at)),
            (Err(at), Some(pair)) => self.pairs.insert(at, (key(a, b), pair)),
            (Err(_), None) => {}
        }
        Ok(())
    }
}

/// Returns the ids of a pair in ascending order.
fn key(a: u64, b: u64) -> [u64; 2] {
    if a <= b { [a, b] } else { [b, a] }
}

impl MixedMaterial {
    /// Returns this material with the values of a pair; `radius` \[m\] scales the rolling resistance.
    pub(crate) fn with(self, pair: &MaterialPair, radius: f32) -> MixedMaterial {
        let rolling_resistance = pair.rolling_resistance.map(|rolling| rolling * radius);
        MixedMaterial {
            friction: pair.friction.unwrap_or(self.friction),
            restitution: pair.restitution.unwrap_or(self.restitution),
            rolling_resistance: rolling_resistance.unwrap_or(self.rolling_resistance),
            tangent_speed: self.tangent_speed,
            static_friction: pair.static_friction.or(self.static_friction),
            softness: pair.softness.or(self.softness),
        }
    }
}

/// Combined material of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MixedMaterial {
    pub(crate) friction: f32,
    pub(crate) restitution: f32,
    pub(crate) rolling_resistance: f32,
    pub(crate) tangent_speed: f32,
    pub(crate) static_friction: Option<f32>,
    pub(crate) softness: Option<ContactSoftness>,
}
