//! Capacity of lists that take turns at being the longest.
//!
//! The items of a busy world move between lists: colors, kinds of contacts, parts of a search. So each list
//! would now and then reach a new maximum length and allocate, even after a long run. Lists of equal
//! capacity allocate only when the longest of them does.

pub(crate) use cairn2d_geometry::clone_with_capacity;

/// Gives every list that was ever used the capacity of the largest one. The lists come from a function
/// because they are visited twice.
pub(crate) fn equalize_capacity<T>(mut for_each: impl FnMut(&mut dyn FnMut(&mut Vec<T>))) {
    let mut capacity = 0;
    for_each(&mut |list| capacity = capacity.max(list.capacity()));
    for_each(&mut |list| {
        if list.capacity() > 0 {
            // `reserve_exact`, because spare capacity would be passed on at each call and grow without end.
            list.reserve_exact(capacity - list.len());
        }
    });
}

/// Reserves capacity for this many items in all.
pub(crate) fn reserve_total<T>(list: &mut Vec<T>, count: usize) {
    list.reserve_exact(count.saturating_sub(list.len()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_shared_and_does_not_grow_by_sharing() {
        let mut lists = [Vec::with_capacity(100), vec![1_u32; 3], Vec::new()];
        for _ in 0..10 {
            equalize_capacity(|each| lists.iter_mut().for_each(each));
        }
        assert_eq!(lists.each_ref().map(Vec::capacity), [100, 100, 0]);
        assert_eq!(lists[1], [1, 1, 1]);
    }
}
