//! Components of shapes.

use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_math::{Rot2, Vec2};
use bevy_reflect::prelude::*;
use bevy_transform::prelude::Transform;
use cairn2d::{
    BodyId, Capsule, Chain, ChainError, Circle, Combine, HullError, Polygon, Pose, Rect, Segment, Shape,
    ShapeId,
};

use crate::convert::{to_engine, to_points, to_rot};
use crate::physics::{Physics, Removal};

/// Shapes of an entity `[m]`. They belong to the body of the entity, or to that of the nearest ancestor with
/// a [`RigidBody`](crate::RigidBody); without any, the entity becomes a static body.
///
/// The scale of the [`Transform`] applies to the shapes. Circles, capsules and rounded polygons need the same
/// scale in x and y.
#[derive(Component, Clone, Debug, PartialEq)]
#[require(Transform, ShapeLink)]
#[component(on_remove = ShapeLink::on_remove, summary_tick)]
pub struct Collider(pub(crate) Vec<Shape>);

impl<S: Into<Shape>> From<S> for Collider {
    fn from(shape: S) -> Collider {
        Collider(vec![shape.into()])
    }
}

impl Collider {
    /// Returns a disc \[m\] about the origin of the entity.
    pub fn circle(radius: f32) -> Collider {
        Circle::new(radius).into()
    }

    /// Returns a rectangle of this width and height \[m\] about the origin of the entity.
    pub fn rectangle(width: f32, height: f32) -> Collider {
        Rect::half(0.5 * width, 0.5 * height).into()
    }

    /// Returns a capsule along y, about the origin of the entity. `length` is the distance between the
    /// centres of its ends \[m\].
    pub fn capsule(radius: f32, length: f32) -> Collider {
        Capsule::new([0.0, -0.5 * length], [0.0, 0.5 * length], radius).into()
    }

    /// Returns a line segment \[m\], which collides from both sides.
    pub fn segment(a: Vec2, b: Vec2) -> Collider {
        Segment::new(to_engine(a), to_engine(b)).into()
    }

    /// Returns the convex hull of points \[m\].
    ///
    /// # Errors
    /// Fewer than 3 corners, too many, points on one line, or a coordinate that is not valid.
    pub fn convex_hull(points: &[Vec2]) -> Result<Collider, HullError> {
        Ok(Polygon::new(&to_points(points))?.into())
    }

    /// Returns a regular polygon, `radius` is the distance of its corners from the origin \[m\].
    ///
    /// # Errors
    /// Fewer than 3 corners, or too many.
    pub fn regular_polygon(radius: f32, sides: usize) -> Result<Collider, HullError> {
        Ok(Polygon::regular(sides, radius)?.into())
    }

    /// Returns the ground along points \[m\], solid on its right side as seen in their order. Bodies slide
    /// over its corners without catching.
    ///
    /// # Errors
    /// Fewer than 4 points, equal neighbours, or a coordinate that is not valid. The first and the last
    /// point only fix the directions of the ends.
    pub fn chain(points: &[Vec2]) -> Result<Collider, ChainError> {
        Ok(Collider::of_chain(&Chain::open(&to_points(points))?))
    }

    /// Returns the ground along a closed outline \[m\], see [`chain`](Self::chain).
    ///
    /// # Errors
    /// Fewer than 3 points, equal neighbours, or a coordinate that is not valid.
    pub fn closed_chain(points: &[Vec2]) -> Result<Collider, ChainError> {
        Ok(Collider::of_chain(&Chain::closed(&to_points(points))?))
    }

    /// Returns the segments of a chain of the engine.
    pub fn of_chain(chain: &Chain) -> Collider {
        Collider(chain.segments().map(Shape::ChainSegment).collect())
    }

    /// Returns all shapes of several colliders, each at its position \[m\] and rotation.
    pub fn compound(parts: impl IntoIterator<Item = (Vec2, Rot2, Collider)>) -> Collider {
        let shapes = parts.into_iter().flat_map(|(position, rotation, collider)| {
            let pose = Pose { p: to_engine(position), q: to_rot(rotation) };
            collider.0.into_iter().map(move |shape| shape.transformed(pose))
        });
        Collider(shapes.collect())
    }

    /// Returns the shapes in the frame of the entity, without its scale.
    pub fn shapes(&self) -> &[Shape] {
        &self.0
    }
}

/// The shapes of an entity in the engine, empty until the next [`CairnSystems::Read`](crate::CairnSystems).
/// Clones of the entity get shapes of their own.
#[derive(Component, Clone, Debug, Default, PartialEq)]
#[component(on_remove = ShapeLink::on_remove, clone_behavior = Ignore)]
pub struct ShapeLink {
    pub(crate) body: Option<BodyId>,
    pub(crate) shapes: Vec<ShapeId>,
}

impl ShapeLink {
    /// Returns the body of the shapes.
    pub fn body(&self) -> Option<BodyId> {
        self.body
    }

    /// Returns the ids of the shapes, for calls of [`Physics::world_mut`].
    pub fn shapes(&self) -> &[ShapeId] {
        &self.shapes
    }

    /// Removes the shapes when the link or the [`Collider`] is removed.
    fn on_remove(mut world: DeferredWorld<'_>, context: HookContext) {
        let Some(mut link) = world.get_mut::<ShapeLink>(context.entity) else { return };
        let link = std::mem::take(&mut *link);
        if let Some(mut physics) = world.get_resource_mut::<Physics>() {
            physics.removals.push(Removal::Shapes(link.shapes));
        }
    }
}

/// Rule that combines the coefficients of two colliders: [`Combine`] with Bevy's reflection.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CombineRule {
    /// The square root of the product.
    #[default]
    GeometricMean,
    /// The mean.
    Average,
    /// The smaller one.
    Min,
    /// The product.
    Multiply,
    /// The larger one.
    Max,
}

impl From<CombineRule> for Combine {
    fn from(rule: CombineRule) -> Combine {
        match rule {
            CombineRule::GeometricMean => Combine::GeometricMean,
            CombineRule::Average => Combine::Average,
            CombineRule::Min => Combine::Min,
            CombineRule::Multiply => Combine::Multiply,
            CombineRule::Max => Combine::Max,
        }
    }
}

/// Coulomb friction of a collider, or of all colliders of a body that have none of their own.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Component, Default, Debug, PartialEq)]
pub struct Friction {
    /// Coefficient `[-]`, at least 0. Default 0.6.
    pub coefficient: f32,
    /// Rule for the coefficients of both colliders.
    pub combine: CombineRule,
}

impl Default for Friction {
    fn default() -> Friction {
        Friction { coefficient: 0.6, combine: CombineRule::default() }
    }
}

impl Friction {
    /// Returns friction with the default rule.
    pub fn new(coefficient: f32) -> Friction {
        Friction { coefficient, ..Friction::default() }
    }
}

/// Restitution of a collider, or of all colliders of a body that have none of their own.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Component, Default, Debug, PartialEq)]
pub struct Restitution {
    /// Coefficient `[-]`, in \[0, 1\]. Default 0.
    pub coefficient: f32,
    /// Rule for the coefficients of both colliders.
    pub combine: CombineRule,
}

impl Default for Restitution {
    fn default() -> Restitution {
        Restitution { coefficient: 0.0, combine: CombineRule::Max }
    }
}

impl Restitution {
    /// Returns restitution with the default rule: the larger of both.
    pub fn new(coefficient: f32) -> Restitution {
        Restitution { coefficient, ..Restitution::default() }
    }
}

/// Density of a collider, or of all colliders of a body without their own \[kg/m²\], at least 0. Default 1.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Component, Default, Debug, PartialEq)]
pub struct ColliderDensity(pub f32);

impl Default for ColliderDensity {
    fn default() -> ColliderDensity {
        ColliderDensity(1.0)
    }
}

/// Layers of a collider, or of all colliders of a body without their own. Two colliders meet if each has a
/// layer in the mask of the other.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component, Default, Debug, PartialEq, Hash)]
pub struct CollisionLayers {
    /// Layers of the collider, one bit each. Default the first.
    pub memberships: u64,
    /// Layers that it collides with. Default all.
    pub filters: u64,
    /// Colliders with the same group other than 0 always collide if it is positive, never if negative.
    pub group: i32,
}

impl Default for CollisionLayers {
    fn default() -> CollisionLayers {
        CollisionLayers { memberships: 1, filters: u64::MAX, group: 0 }
    }
}

impl CollisionLayers {
    /// Returns layers without a group.
    pub fn new(memberships: u64, filters: u64) -> CollisionLayers {
        CollisionLayers { memberships, filters, group: 0 }
    }
}

/// Tangent speed of the surface of a collider, or of all colliders of a body without their own, as of a
/// conveyor belt \[m/s\].
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Component, Default, Debug, PartialEq)]
pub struct SurfaceSpeed(pub f32);

/// The collider reports overlaps and collides with nothing.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[reflect(Component, Default, Debug, PartialEq, Hash)]
pub struct Sensor;

/// Approach speed above which contacts of the collider send a [`CollisionHit`](crate::CollisionHit)
/// \[m/s\], at least 0.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Component, Default, Debug, PartialEq)]
pub struct HitThreshold(pub f32);

/// Returns a shape with all coordinates scaled, or `None` if it would not be one of the engine's.
pub(crate) fn scaled(shape: &Shape, scale: Vec2) -> Option<Shape> {
    if scale == Vec2::ONE {
        return Some(shape.clone());
    }
    let at = |v: cairn2d::Vec2| cairn2d::Vec2::new(v.x * scale.x, v.y * scale.y);
    let factor = scale.x.abs();
    let is_uniform = (factor - scale.y.abs()).abs() <= 1e-6 * factor;
    Some(match shape {
        Shape::Circle(circle) if is_uniform => {
            Circle::new(circle.radius * factor).at(at(circle.center)).into()
        }
        Shape::Capsule(capsule) if is_uniform => {
            Capsule::new(at(capsule.a), at(capsule.b), capsule.radius * factor).into()
        }
        Shape::Segment(segment) => Segment::new(at(segment.a), at(segment.b)).into(),
        Shape::Polygon(polygon) if is_uniform || polygon.radius() == 0.0 => {
            let corners: Vec<cairn2d::Vec2> = polygon.vertices().iter().copied().map(at).collect();
            Polygon::new(&corners).ok()?.rounded(polygon.radius() * factor).into()
        }
        Shape::ChainSegment(segment) => {
            let [before, a, b, after] = [segment.ghost_a, segment.a, segment.b, segment.ghost_b].map(at);
            // A mirrored chain is solid on its other side.
            let is_mirrored = scale.x * scale.y < 0.0;
            let [before, a, b, after] =
                if is_mirrored { [after, b, a, before] } else { [before, a, b, after] };
            Shape::ChainSegment(cairn2d::ChainSegment::new(before, a, b, after))
        }
        _ => return None,
    })
}
