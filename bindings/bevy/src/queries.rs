//! Queries of systems: rays, casts, overlaps, the nearest collider.

use std::ops::ControlFlow;

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::{Rot2, Vec2};
use cairn2d::{BodyId, CastResult, Pose, QueryFilter, Ray, Shape, ShapeId};

use crate::collider::ShapeLink;
use crate::components::BodyLink;
use crate::convert::{to_bevy, to_engine, to_rot};
use crate::physics::Physics;

/// Queries of the world as it is now. Entities that were spawned since the last step are not in it yet.
///
/// ```
/// # use bevy_cairn2d::prelude::*;
/// # use bevy_ecs::prelude::*;
/// # use bevy_math::Vec2;
/// #[derive(Component)]
/// struct Player;
///
/// fn is_on_ground(space: SpatialQuery, player: Single<(Entity, &Transform), With<Player>>) {
///     let (player, transform) = *player;
///     let filter = space.ignoring(player);
///     let hit = space.cast_ray(transform.translation.truncate(), Vec2::new(0.0, -1.0), filter);
///     if let Ok(Some(hit)) = hit {
///         println!("{} is {} m below", hit.collider, hit.fraction);
///     }
/// }
/// ```
#[derive(SystemParam, Debug)]
pub struct SpatialQuery<'w, 's> {
    physics: Res<'w, Physics>,
    links: Query<'w, 's, &'static BodyLink>,
    shapes: Query<'w, 's, &'static ShapeLink>,
}

/// First contact of a ray or a cast collider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastHit {
    /// Entity of the collider.
    pub collider: Entity,
    /// Entity of its body.
    pub body: Entity,
    /// Fraction of the way at the hit `[-]`.
    pub fraction: f32,
    /// Hit point \[m\].
    pub point: Vec2,
    /// Outward unit normal of the collider at the hit; zero if the cast began inside.
    pub normal: Vec2,
}

/// Point of a collider that is nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestHit {
    /// Entity of the collider.
    pub collider: Entity,
    /// Entity of its body.
    pub body: Entity,
    /// Nearest point of its surface \[m\].
    pub point: Vec2,
    /// Distance \[m\], negative inside.
    pub distance: f32,
}

impl SpatialQuery<'_, '_> {
    /// Returns the id of the body of an entity, for a [`QueryFilter`] or a call of [`Physics::world`].
    pub fn body_id(&self, entity: Entity) -> Option<BodyId> {
        let shapes = || self.shapes.get(entity).ok()?.body();
        self.links.get(entity).ok().and_then(|link| link.id).or_else(shapes)
    }

    /// Returns a filter that excludes the body of an entity.
    pub fn ignoring(&self, entity: Entity) -> QueryFilter<'static> {
        match self.body_id(entity) {
            Some(body) => QueryFilter::all().ignore(body),
            None => QueryFilter::all(),
        }
    }

    /// Returns the world of the engine, for everything else.
    pub fn physics(&self) -> &Physics {
        &self.physics
    }

    /// Returns the first collider on the way from `origin` along `translation` \[m\].
    ///
    /// # Errors
    /// A coordinate that is not finite.
    pub fn cast_ray(
        &self,
        origin: Vec2,
        translation: Vec2,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
    ) -> Result<Option<CastHit>, cairn2d::Error> {
        let hit = self.physics.world.cast_ray(Ray::new(to_engine(origin), to_engine(translation)), filter)?;
        Ok(hit.and_then(|hit| self.cast_hit(&hit)))
    }

    /// Returns the first collider that a shape hits on its way along `translation` \[m\]. Colliders that it
    /// overlaps at the start are hit at fraction 0.
    ///
    /// # Errors
    /// An invalid shape, or a coordinate that is not finite.
    pub fn cast_shape(
        &self,
        shape: &Shape,
        position: Vec2,
        rotation: Rot2,
        translation: Vec2,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
    ) -> Result<Option<CastHit>, cairn2d::Error> {
        let pose = Pose { p: to_engine(position), q: to_rot(rotation) };
        let hit = self.physics.world.cast_shape(shape, pose, to_engine(translation), filter)?;
        Ok(hit.and_then(|hit| self.cast_hit(&hit)))
    }

    /// Returns the collider whose surface is nearest to a point, at most `radius` \[m\] away.
    ///
    /// # Errors
    /// A point outside the usable world, or a radius that is negative or not finite.
    pub fn nearest(
        &self,
        point: Vec2,
        radius: f32,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
    ) -> Result<Option<NearestHit>, cairn2d::Error> {
        let nearest = self.physics.world.nearest(to_engine(point), radius, filter)?;
        Ok(nearest.and_then(|nearest| {
            Some(NearestHit {
                collider: self.physics.collider_of(nearest.shape)?,
                body: self.physics.entity_of(nearest.body)?,
                point: to_bevy(nearest.point),
                distance: nearest.distance,
            })
        }))
    }

    /// Returns the colliders that contain a point \[m\].
    ///
    /// # Errors
    /// A point outside the usable world.
    pub fn overlap_point(
        &self,
        point: Vec2,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
    ) -> Result<Vec<Entity>, cairn2d::Error> {
        let mut found = Vec::new();
        self.physics.world.overlap_point(to_engine(point), filter, |shape| self.list(&mut found, shape))?;
        Ok(found)
    }

    /// Returns the colliders that a shape at this position \[m\] and rotation overlaps or touches.
    ///
    /// # Errors
    /// An invalid shape, or a coordinate that is not finite.
    pub fn overlap_shape(
        &self,
        shape: &Shape,
        position: Vec2,
        rotation: Rot2,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
    ) -> Result<Vec<Entity>, cairn2d::Error> {
        let pose = Pose { p: to_engine(position), q: to_rot(rotation) };
        let mut found = Vec::new();
        self.physics.world.overlap_shape(shape, pose, filter, |shape| self.list(&mut found, shape))?;
        Ok(found)
    }

    /// Adds the collider of a shape, once.
    fn list(&self, found: &mut Vec<Entity>, shape: ShapeId) -> ControlFlow<()> {
        found.extend(self.physics.collider_of(shape).filter(|collider| !found.contains(collider)));
        ControlFlow::Continue(())
    }

    fn cast_hit(&self, hit: &CastResult) -> Option<CastHit> {
        Some(CastHit {
            collider: self.physics.collider_of(hit.shape)?,
            body: self.physics.entity_of(hit.body)?,
            fraction: hit.fraction,
            point: to_bevy(hit.point),
            normal: to_bevy(hit.normal),
        })
    }
}
