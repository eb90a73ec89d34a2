//! Builders of shapes: [`ShapeDef`] and the trait that lets every geometry start one.

use cairn2d_geometry::{Capsule, ChainSegment, Circle, Polygon, Rect, Segment, Shape, ShapeVariant};
use cairn2d_math::Vec2;

use crate::tables::check::{Bound, check};
use crate::tables::error::BodyError;
use crate::tables::filter::CollisionFilter;
use crate::tables::material::{Combine, Material};

use super::OneWay;

/// The description of a shape (`b2ShapeDef` in Box2D, `ColliderBuilder` in Rapier): geometry in body coordinates, density, surface and filter.
///
/// Every geometry turns into one: `Circle::new(0.5).density(2.0).friction(0.3)`.
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
    /// Whether sensors see the shape; `None` for what is usual.
    pub(crate) sensor_events: Option<bool>,
}

impl ShapeDef {
    /// A shape with default surface and filter and density 1 kg/m².
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

    /// Whether the shape adds to the mass of a body.
    pub(crate) fn has_mass(&self) -> bool {
        let has_area = match self.geometry.variant() {
            ShapeVariant::Circle(_) | ShapeVariant::Capsule(_) | ShapeVariant::Polygon(_) => true,
            ShapeVariant::Segment(_) | ShapeVariant::ChainSegment(_) => false,
        };
        has_area && self.density > 0.0 && !self.is_sensor
    }

    /// Whether every value is usable.
    ///
    /// # Errors
    /// The first value that is not.
    pub fn validate(&self) -> Result<(), BodyError> {
        self.geometry.validate()?;
        check("density", self.density, Bound::Range(0.0, 1.0e9))?;
        check("report_hits_above", self.report_hits_above, Bound::Range(0.0, f32::MAX))?;
        self.material.validate()?;
        if let Some(one_way) = &self.one_way {
            one_way.validate()?;
        }
        Ok(())
    }
}

/// What every geometry can be told before it goes onto a body.
pub trait IntoShape: Sized {
    /// The builder of this shape.
    fn shape(self) -> ShapeDef;

    /// Density \[kg/m²\], at least 0. Default 1.
    fn density(self, density: f32) -> ShapeDef {
        ShapeDef { density, ..self.shape() }
    }

    /// Whole surface at once.
    fn material(self, material: Material) -> ShapeDef {
        ShapeDef { material, ..self.shape() }
    }

    /// Coulomb friction \[-\], at least 0. Default 0.6.
    fn friction(self, friction: f32) -> ShapeDef {
        let mut def = self.shape();
        def.material.friction = friction;
        def
    }

    /// Bounce \[-\], 0 to 1. Default 0.
    fn restitution(self, restitution: f32) -> ShapeDef {
        let mut def = self.shape();
        def.material.restitution = restitution;
        def
    }

    /// Resistance to rolling as a fraction of the radius \[-\]. Default 0.
    fn rolling_resistance(self, rolling_resistance: f32) -> ShapeDef {
        let mut def = self.shape();
        def.material.rolling_resistance = rolling_resistance;
        def
    }

    /// Speed of the surface along its tangent \[m/s\], as of a conveyor belt. Default 0.
    fn tangent_speed(self, tangent_speed: f32) -> ShapeDef {
        let mut def = self.shape();
        def.material.tangent_speed = tangent_speed;
        def
    }

    /// How friction and restitution combine with those of the other shape.
    fn combine(self, friction: Combine, restitution: Combine) -> ShapeDef {
        let mut def = self.shape();
        def.material.friction_combine = friction;
        def.material.restitution_combine = restitution;
        def
    }

    /// What the shape collides with.
    fn filter(self, filter: CollisionFilter) -> ShapeDef {
        ShapeDef { filter, ..self.shape() }
    }

    /// Makes the shape solid from one side only, as a platform that is jumped through from below.
    fn one_way(self, one_way: OneWay) -> ShapeDef {
        ShapeDef { one_way: Some(one_way), ..self.shape() }
    }

    /// Has the hooks of the world asked about this shape: [`World::set_pair_filter`](crate::World::set_pair_filter) and
    /// [`World::set_pre_solve`](crate::World::set_pre_solve).
    fn hooked(self) -> ShapeDef {
        ShapeDef { hooked: true, ..self.shape() }
    }

    /// Reports a hit event whenever something meets this shape faster than this \[m/s\]. Default never.
    fn report_hits_above(self, speed: f32) -> ShapeDef {
        ShapeDef { report_hits_above: speed, ..self.shape() }
    }

    /// A number of yours that events and queries hand back. Default 0.
    fn user_data(self, user_data: u64) -> ShapeDef {
        ShapeDef { user_data, ..self.shape() }
    }

    /// Makes the shape a sensor: nothing collides with it and it weighs nothing, but it tells which shapes overlap it.
    ///
    /// A sensor sees the shapes of dynamic and kinematic bodies, sleeping ones too, as far as the filters of both let them meet. It does
    /// not see those of its own body, nor static shapes unless these ask for it with [`sensor_events`](IntoShape::sensor_events), which
    /// also hides a shape. Rays and other queries pass through sensors.
    ///
    /// The overlap is that of the shapes after the step. What passes a sensor within a step, because one of the two is fast, is told
    /// by a begin and an end event of the same step.
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

    /// Whether sensors see this shape. Default yes as long as its body is not static, but no for a shape that is a sensor itself.
    ///
    /// Ground that a foot sensor is to find needs `sensor_events(true)`.
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

/// A chain of one-sided segments to be put on a body: nothing trips over its seams.
#[derive(Clone, Debug)]
#[must_use]
pub struct ChainDef {
    pub(crate) chain: cairn2d_geometry::Chain,
    pub(crate) template: ShapeDef,
    pub(crate) materials: Vec<Material>,
}

impl ChainDef {
    /// A chain whose segments share default surface and filter.
    pub fn new(chain: cairn2d_geometry::Chain) -> ChainDef {
        let template = ShapeDef::new(Segment { a: Vec2::ZERO, b: Vec2::X });
        ChainDef { chain, template, materials: Vec::new() }
    }

    /// Coulomb friction of every segment \[-\]. Default 0.6.
    pub fn friction(mut self, friction: f32) -> ChainDef {
        self.template.material.friction = friction;
        self
    }

    /// Bounce of every segment \[-\]. Default 0.
    pub fn restitution(mut self, restitution: f32) -> ChainDef {
        self.template.material.restitution = restitution;
        self
    }

    /// Whole surface of every segment.
    pub fn material(mut self, material: Material) -> ChainDef {
        self.template.material = material;
        self
    }

    /// Surfaces of the segments one by one, in their order: ice here, a belt there. Segments beyond the list have that of the chain.
    ///
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::Chain; }
    /// use cairn2d::{Body, Chain, ChainDef, Material, World, WorldConfig};
    /// let mut world = World::new(WorldConfig::default())?;
    /// let ground = Chain::open(&[[9.0, 0.0], [6.0, 0.0], [3.0, 0.0], [0.0, 0.0], [-3.0, 0.0], [-6.0, 0.0]])?;
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

    /// Makes every segment solid from one side only, beyond being one-sided. Default none.
    pub fn one_way(mut self, one_way: OneWay) -> ChainDef {
        self.template.one_way = Some(one_way);
        self
    }

    /// Has the hooks of the world asked about the segments.
    pub fn hooked(mut self) -> ChainDef {
        self.template.hooked = true;
        self
    }

    /// What the segments collide with.
    pub fn filter(mut self, filter: CollisionFilter) -> ChainDef {
        self.template.filter = filter;
        self
    }

    /// Whether sensors see the segments. Default yes as long as the body is not static.
    pub fn sensor_events(mut self, seen: bool) -> ChainDef {
        self.template.sensor_events = Some(seen);
        self
    }
}
