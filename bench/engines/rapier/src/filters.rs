//! Collision filters in Rapier's terms.
//!
//! Rapier has 32 bits of membership and no negative groups. Every distinct filter of a scene therefore
//! becomes one bit, and its mask has the bits of the filters that it collides with. This covers all rules of
//! the scene format for up to 32 distinct filters.

use cairn2d_scenes::format::FilterDesc;
use rapier2d::prelude::{ColliderSet, Group, InteractionGroups, InteractionTestMode};

/// The filters seen so far, each at its bit.
#[derive(Default)]
pub(crate) struct Filters {
    seen: Vec<FilterDesc>,
}

impl Filters {
    /// Returns the groups of a filter; those of colliders made earlier are changed if the filter is a new
    /// one.
    ///
    /// # Errors
    /// More than 32 distinct filters.
    pub(crate) fn groups(
        &mut self,
        filter: &FilterDesc,
        colliders: &mut ColliderSet,
    ) -> Result<InteractionGroups, String> {
        if let Some(index) = self.seen.iter().position(|seen| seen == filter) {
            return Ok(self.groups_of(index));
        }
        if self.seen.len() == 32 {
            return Err("the scene has more than 32 distinct filters".to_owned());
        }
        self.seen.push(*filter);
        for (_, collider) in colliders.iter_mut() {
            let bit = collider.collision_groups().memberships.bits();
            collider.set_collision_groups(self.groups_of(bit.trailing_zeros() as usize));
        }
        Ok(self.groups_of(self.seen.len() - 1))
    }

    fn groups_of(&self, index: usize) -> InteractionGroups {
        let collides = |other: &usize| collide(&self.seen[index], &self.seen[*other]);
        let mask = (0..self.seen.len()).filter(collides).fold(0, |mask, other| mask | 1 << other);
        let membership = Group::from_bits_retain(1 << index);
        InteractionGroups::new(membership, Group::from_bits_retain(mask), InteractionTestMode::And)
    }
}

fn collide(a: &FilterDesc, b: &FilterDesc) -> bool {
    if a.group != 0 && a.group == b.group {
        return a.group > 0;
    }
    a.category & b.mask != 0 && b.category & a.mask != 0
}

#[cfg(test)]
mod tests {
    use super::Filters;
    use cairn2d_scenes::format::FilterDesc;
    use rapier2d::prelude::{ColliderBuilder, ColliderSet};

    #[test]
    fn later_filters_update_earlier_colliders() {
        let mut colliders = ColliderSet::new();
        let mut filters = Filters::default();
        let doll = |group| FilterDesc { category: 2, mask: 3, group };
        let made =
            [FilterDesc::default(), doll(-1), doll(-2), FilterDesc { category: 2, mask: 1, group: -2 }].map(
                |filter| {
                    let groups = filters.groups(&filter, &mut colliders).unwrap();
                    colliders.insert(ColliderBuilder::ball(1.0).collision_groups(groups))
                },
            );
        let test = |a: usize, b: usize| {
            colliders[made[a]].collision_groups().test(colliders[made[b]].collision_groups())
        };
        assert!(test(0, 0) && test(0, 1) && test(0, 2) && test(0, 3));
        assert!(!test(1, 1) && test(1, 2) && !test(2, 3) && !test(1, 3));
    }
}
