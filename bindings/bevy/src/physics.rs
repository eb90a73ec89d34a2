//! The resource that owns the world of the engine.

use bevy_ecs::change_detection::Tick;
use bevy_ecs::prelude::*;
use cairn2d::{BodyId, JointId, SavedWorld, ShapeId, World, WorldConfig};

/// The engine's world. Systems reach everything that has no component through it: forces, portals, fields,
/// events, settings.
///
/// The user data of a body, a shape and a joint are the bits of its entity, see
/// [`entity_of`](Self::entity_of). Objects added by calls have user data below 2^31, and stay as they are.
/// A resource that replaces this one gets the bodies, shapes and joints of all entities.
#[derive(Resource, Debug)]
pub struct Physics {
    pub(crate) world: World,
    /// Objects of removed components, in the order of removal.
    pub(crate) removals: Vec<Removal>,
    pub(crate) own: OwnTicks,
    /// Whether links may be those of another world, because this one is new or was restored.
    pub(crate) has_old_links: bool,
    /// Whether components follow the world in the next run, because it was restored.
    pub(crate) is_restored: bool,
    /// Whether the last run made a step, so that its events are new.
    pub(crate) is_stepped: bool,
    /// Bodies that the game moved by an ancestor.
    pub(crate) displaced: Vec<Entity>,
    /// Colliders that have another place in their body, or another body.
    pub(crate) replaced: Vec<Entity>,
}

/// Objects of a removed component.
#[derive(Debug)]
pub(crate) enum Removal {
    Body(BodyId),
    Shapes(Vec<ShapeId>),
    Joint(JointId),
}

/// Change ticks of what the plugin itself wrote last. Changes with other ticks are those of the game.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OwnTicks {
    pub(crate) written: Option<Tick>,
    pub(crate) eased: Option<Tick>,
    pub(crate) reset: Option<Tick>,
}

impl OwnTicks {
    /// Returns whether a component that changed at this tick was changed by the plugin.
    pub(crate) fn has(self, tick: Tick) -> bool {
        [self.written, self.eased, self.reset].contains(&Some(tick))
    }
}

impl Physics {
    /// Returns a world without bodies.
    ///
    /// # Errors
    /// The first invalid setting.
    pub fn new(config: WorldConfig) -> Result<Physics, cairn2d::Error> {
        Ok(Physics::from_world(World::new(config)?))
    }

    pub(crate) fn from_world(world: World) -> Physics {
        Physics {
            world,
            removals: Vec::new(),
            own: OwnTicks::default(),
            has_old_links: true,
            is_restored: false,
            is_stepped: false,
            displaced: Vec::new(),
            replaced: Vec::new(),
        }
    }

    /// Returns the world, for queries and events.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Returns the world, for changes. Components of bodies that it moves follow after the next step.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// Returns the hash of the state: equal for equal worlds on every machine. A checksum for `bevy_ggrs`.
    pub fn hash(&self) -> u64 {
        self.world.hash()
    }

    /// Saves the state into `saved`. Costs a copy of what changed since `saved` was written last.
    pub fn save_into(&self, saved: &mut SavedWorld) {
        self.world.save_into(saved);
    }

    /// Restores a saved state and returns whether there was one. Components follow in the next
    /// [`CairnSystems::Read`](crate::CairnSystems): transforms and velocities become those of the world,
    /// bodies whose entity is gone are removed, and entities whose body is gone get a new one.
    pub fn restore_saved(&mut self, saved: &SavedWorld) -> bool {
        let is_restored = self.world.restore_saved(saved);
        self.is_restored |= is_restored;
        self.has_old_links |= is_restored;
        is_restored
    }

    /// Returns the entity of a body, if it has one.
    pub fn entity_of(&self, body: BodyId) -> Option<Entity> {
        entity_from(self.world.body(body)?.user_data())
    }

    /// Returns the entity of the collider of a shape, if it has one.
    pub fn collider_of(&self, shape: ShapeId) -> Option<Entity> {
        entity_from(self.world.shape(shape)?.user_data())
    }
}

/// Returns the entity whose bits are the user data of an object. Small numbers are data of a caller: their
/// entities would have an index beyond any that Bevy gives.
pub(crate) fn entity_from(user_data: u64) -> Option<Entity> {
    Entity::try_from_bits(user_data).filter(|entity| entity.index_u32() < 1 << 31)
}
