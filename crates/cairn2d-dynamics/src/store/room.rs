//! Room for lists that take turns at being the longest.
//!
//! The items of a busy world wander between lists (colors, kinds of contacts, parts of a search), so each list would now and then reach a length
//! it never had and allocate, however long the world has been running. Lists that share their room allocate only when the longest of all does.

pub(crate) use cairn2d_geometry::clone_into_room;

/// Gives every list that was ever used the room of the roomiest. Lists are visited twice, so they come from a function.
pub(crate) fn share_room<T>(mut for_each: impl FnMut(&mut dyn FnMut(&mut Vec<T>))) {
    let mut room = 0;
    for_each(&mut |list| room = room.max(list.capacity()));
    for_each(&mut |list| {
        if list.capacity() > 0 {
            // Exactly: room for growth on top would be shared in turn, and grow without end.
            list.reserve_exact(room - list.len());
        }
    });
}

/// Gives a list room for this many items in all.
pub(crate) fn room<T>(list: &mut Vec<T>, count: usize) {
    list.reserve_exact(count.saturating_sub(list.len()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_shared_and_does_not_grow_by_sharing() {
        let mut lists = [Vec::with_capacity(100), vec![1_u32; 3], Vec::new()];
        for _ in 0..10 {
            share_room(|each| lists.iter_mut().for_each(each));
        }
        assert_eq!(lists.each_ref().map(Vec::capacity), [100, 100, 0]);
        assert_eq!(lists[1], [1, 1, 1]);
    }
}
