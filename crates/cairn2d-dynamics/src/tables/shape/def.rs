//! Builders of shapes and chains: [`ShapeDef`], [`ChainDef`], and the trait that every geometry implements.

use cairn2d_geometry::{Capsule, ChainSegment, Circle, Polygon, Rect, Segment, Shape};
use cairn2d_math::Vec2;

use crate::tables::check::{Bound, check};
use crate::tables::error::BodyError;
use crate::tables::filter::CollisionFilter;
use crate::tables::material::{Combine, Material};
use crate::tables::parts::{SENSORS, check_part};

use super::OneWay;

/// Definition of a shape: geometry in body coordinates, density, material and filter. `b2ShapeDef` in Box2D,
/// `ColliderBuilder` in Rapier.
///
/// Every geometry converts to one: `Circle::new(0.5).density(2.0).friction(0.3)`.
#[derive(Clone, Debug)]
#[must_use]
pub struct ShapeDef {
    pub(crate) geometry: Shape,
    pub(crate) density: f32,
    pub(crate) material: Material,
    pub(crate) filter: CollisionFilter,
    pub(crate) report_hits_above: f32,
    pub(crate) user_data: u64,
    pub(crate) one_way: Option<OneWay>,
    pub(crate) hooked: bool,
    pub(crate) is_sensor: bool,
    /// Whether sensors detect the shape; `None` for the default.
    pub(crate) sensor_events: Option<bool>,
}

impl ShapeDef {
    /// Returns a shape with default material and filter and a density of 1 kg/m².
    pub fn new(geometry: impl Into<Shape>) -> ShapeDef {
        ShapeDef {
            geometry: geometry.into(),
            density: 1.0,
            material: Material::default(),
            filter: CollisionFilter::default(),
            report_hits_above: f32::MAX,
            user_data: 0,
            one_way: None,
            hooked: false,
            is_sensor: false,
            sensor_events: None,
        }
    }

    /// Returns the definition with another geometry.
    pub fn reshaped(self, geometry: impl Into<Shape>) -> ShapeDef {
        ShapeDef { geometry: geometry.into(), ..self }
    }

    /// Returns the density \[kg/m²\].
    pub fn given_density(&self) -> f32 {
        self.density
    }

    /// Returns whether the shape adds to the mass of a body.
    pub(crate) fn has_mass(&self) -> bool {
        !self.geometry.is_line() && self.density > 0.0 && !self.is_sensor
    }

    /// Checks every value.
    ///
    /// # Errors
    /// The first invalid value.
    pub fn validate(&self) -> Result<(), BodyError> {
        self.geometry.validate()?;
        check_part("sensors", SENSORS, self.is_sensor)?;
        check("density", self.density, Bound::Range(0.0, 1.0e9))?;
        check("report_hits_above", self.report_hits_above, Bound::Range(0.0, f32::MAX))?;
        self.material.validate()?;
        if let Some(one_way) = &self.one_way {
            one_way.validate()?;
        }
        Ok(())
    }
}

/// Setters of a shape definition, for every geometry.
pub trait IntoShape: Sized {
    /// Returns the definition of this shape.
    fn shape(self) -> ShapeDef;

    /// Sets the density \[kg/m²\], at least 0. Default 1.
    fn density(self, density: f32) -> ShapeDef {
        ShapeDef { density, ..self.shape() }
    }

    /// Sets the whole material.
    fn material(self, material: Material) -> ShapeDef {
        ShapeDef { material, ..self.shape() }
    }

    /// Sets the Coulomb friction \[-\], at least 0. Default 0.6.
    fn friction(self, friction: f32) -> ShapeDef {
        let mut def = self.shape();
        def.material.friction = friction;
        def
    }

    /// Sets the restitution \[-\], 0 to 1. Default 0.
    fn restitution(self, restitution: f32) -> ShapeDef {
        let mut def = self.shape();
        def.material.restitution = restitution;
        def
    }

    /// Sets the rolling resistance as a fraction of the radius \[-\]. Default 0.
    fn rolling_resistance(self, rolling_resistance: f32) -> ShapeDef {
        let mut def = self.shape();
        def.material.rolling_resistance = rolling_resistance;
        def
    }

    /// Sets the tangent speed of the surface \[m/s\], as of a conveyor belt. Default 0.
    fn tangent_speed(self, tangent_speed: f32) -> ShapeDef {
        let mut def = self.shape();
        def.material.tangent_speed = tangent_speed;
        def
    }

    /// Sets the rules that combine friction and restitution with those of the other shape.
    fn combine(self, friction: Combine, restitution: Combine) -> ShapeDef {
        let mut def = self.shape();
        def.material.friction_combine = friction;
        def.material.restitution_combine = restitution;
        def
    }

    /// Sets the collision filter.
    fn filter(self, filter: CollisionFilter) -> ShapeDef {
        ShapeDef { filter, ..self.shape() }
    }

    /// Makes the shape solid from one side only, such as a platform that can be jumped through from below.
    fn one_way(self, one_way: OneWay) -> ShapeDef {
        ShapeDef { one_way: Some(one_way), ..self.shape() }
    }

    /// Makes the hooks of the world run for this shape:
    /// [`World::set_pair_filter`](crate::World::set_pair_filter) and
    /// [`World::set_pre_solve`](crate::World::set_pre_solve).
    fn hooked(self) -> ShapeDef {
        ShapeDef { hooked: true, ..self.shape() }
    }

    /// Reports a hit event for each contact with this shape above an approach speed \[m/s\]. Default never.
    fn report_hits_above(self, speed: f32) -> ShapeDef {
        ShapeDef { report_hits_above: speed, ..self.shape() }
    }

    /// Sets the user data, which events and queries return. Default 0.
    fn user_data(self, user_data: u64) -> ShapeDef {
        ShapeDef { user_data, ..self.shape() }
    }

    /// Makes the shape a sensor: it detects overlapping shapes, but has no collision response and no mass.
    ///
    /// A sensor detects shapes of dynamic and kinematic bodies, also sleeping ones, if both collision filters
    /// accept the pair. It ignores the shapes of its own body. It detects static shapes only if they enable
    /// [`sensor_events`](IntoShape::sensor_events), which can also hide a shape. Rays and other queries pass
    /// through sensors.
    ///
    /// Overlaps are those of the shapes after the step. If a fast shape passes a sensor within a step, both
    /// the begin and the end event belong to that step.
    ///
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::{Circle, Rect}; }
    /// use cairn2d::{Body, Circle, IntoShape, Rect, World, WorldConfig};
    /// let mut world = World::new(WorldConfig::default())?;
    /// world.spawn(Body::fixed().with(Rect::half(2.0, 1.0).sensor().user_data(7)))?;
    /// let ball = world.spawn(Body::dynamic().at([0.0, 0.5]).with(Circle::new(0.5)))?;
    /// world.step(1.0 / 60.0)?;
    /// let event = world.events().sensors()[0];
    /// assert_eq!((event.sensor.shape_data, event.visitor.body), (7, ball));
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    fn sensor(self) -> ShapeDef {
        ShapeDef { is_sensor: true, ..self.shape() }
    }

    /// Sets whether sensors detect this shape. By default they detect it unless its body is static or the
    /// shape is a sensor itself.
    ///
    /// Ground needs `sensor_events(true)` for a foot sensor to detect it.
    fn sensor_events(self, seen: bool) -> ShapeDef {
        ShapeDef { sensor_events: Some(seen), ..self.shape() }
    }
}

impl IntoShape for ShapeDef {
    fn shape(self) -> ShapeDef {
        self
    }
}

macro_rules! into_shape {
    ($($geometry:ty),*) => {
        $(
            impl IntoShape for $geometry {
                fn shape(self) -> ShapeDef {
                    ShapeDef::new(self)
                }
            }
        )*
    };
}

into_shape!(Circle, Capsule, Segment, Rect, Polygon, ChainSegment, Shape);

/// Definition of a chain of one-sided segments on a body. Its internal edges cause no ghost collisions.
#[derive(Clone, Debug)]
#[must_use]
pub struct ChainDef {
    pub(crate) chain: cairn2d_geometry::Chain,
    pub(crate) template: ShapeDef,
    pub(crate) materials: Vec<Material>,
}

impl ChainDef {
    /// Returns a chain whose segments share default material and filter.
    pub fn new(chain: cairn2d_geometry::Chain) -> ChainDef {
        let template = ShapeDef::new(Segment { a: Vec2::ZERO, b: Vec2::X });
        ChainDef { chain, template, materials: Vec::new() }
    }

    /// Sets the Coulomb friction of every segment \[-\]. Default 0.6.
    pub fn friction(mut self, friction: f32) -> ChainDef {
        self.template.material.friction = friction;
        self
    }

    /// Sets the restitution of every segment \[-\]. Default 0.
    pub fn restitution(mut self, restitution: f32) -> ChainDef {
        self.template.material.restitution = restitution;
        self
    }

    /// Sets the material of every segment.
    pub fn material(mut self, material: Material) -> ChainDef {
        self.template.material = material;
        self
    }

    /// Sets the materials of single segments, in their order. Segments beyond the list have the material of
    /// the chain.
    ///
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::Chain; }
    /// use cairn2d::{Body, Chain, ChainDef, Material, World, WorldConfig};
    /// let mut world = World::new(WorldConfig::default())?;
    /// let points = [[9.0, 0.0], [6.0, 0.0], [3.0, 0.0], [0.0, 0.0], [-3.0, 0.0], [-6.0, 0.0]];
    /// let ground = Chain::open(&points)?;
    /// let mut ice = Material::default();
    /// ice.friction = 0.0;
    /// let id = world.spawn(Body::fixed().with_chain(ChainDef::new(ground).materials([ice])))?;
    /// let segments: Vec<_> = world.body(id).unwrap().shapes().collect();
    /// let friction = |index: usize| world.shape(segments[index]).unwrap().material().friction;
    /// assert_eq!([friction(0), friction(1), friction(2)], [0.0, 0.6, 0.6]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn materials(mut self, materials: impl IntoIterator<Item = Material>) -> ChainDef {
        self.materials = materials.into_iter().collect();
        self
    }

    /// Makes every segment one-way, in addition to being one-sided. Default none.
    pub fn one_way(mut self, one_way: OneWay) -> ChainDef {
        self.template.one_way = Some(one_way);
        self
    }

    /// Makes the hooks of the world run for the segments.
    pub fn hooked(mut self) -> ChainDef {
        self.template.hooked = true;
        self
    }

    /// Sets the collision filter of the segments.
    pub fn filter(mut self, filter: CollisionFilter) -> ChainDef {
        self.template.filter = filter;
        self
    }

    /// Sets whether sensors detect the segments. By default they do unless the body is static.
    pub fn sensor_events(mut self, seen: bool) -> ChainDef {
        self.template.sensor_events = Some(seen);
        self
    }
}
