//! Serialization of the structure of a tree, and exact reconstruction.
//!
//! The order of a tree's results depends on its history. Restoring a tree elsewhere therefore needs the same
//! nodes at the same indices, not only the same boxes. Boxes are not stored: the caller provides those of
//! leaves, and inner ones are unions.
//!
//! Invariant: a tree built from links is valid, whatever the links are ([`DynamicTree::validate`],
//! [`PackedTree::validate`]).

use cairn2d_math::Aabb;

use super::dynamic::{FREE, NULL, Node};
use super::packed::PackedTree;
use super::{DynamicTree, TreeError};

/// First of the two words of a free node.
const FREE_LINK: u32 = u32::MAX - 1;

/// Header of the links of a [`DynamicTree`], see [`DynamicTree::links`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeEnds {
    /// Number of nodes in use and free.
    pub node_count: u32,
    /// The root.
    pub root: u32,
    /// The next free node.
    pub free: u32,
}

impl DynamicTree {
    /// The header of the links.
    #[must_use]
    pub fn ends(&self) -> TreeEnds {
        TreeEnds { node_count: self.nodes.len() as u32, root: self.root, free: self.free }
    }

    /// Two words for every node, by ascending index: the children of an inner node, a mark and the caller's
    /// value of a box, or a mark and the next node of the free list.
    pub fn links(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        self.nodes.iter().map(|node| match node.height {
            FREE => [FREE_LINK, node.parent],
            _ => [node.child_a, node.child_b],
        })
    }

    /// Rebuilds the tree with these links, with the box of each value and all category bits. Ids, the order
    /// of results and the effect of later changes are as in the original tree. Reuses the memory.
    ///
    /// # Errors
    /// [`TreeError::BrokenLinks`] if they do not form a tree, or if a value has no box; the tree is empty
    /// then.
    pub fn relink(
        &mut self,
        ends: TreeEnds,
        links: &mut dyn Iterator<Item = [u32; 2]>,
        box_of: &dyn Fn(u32) -> Option<Aabb>,
    ) -> Result<(), TreeError> {
        self.clear();
        let built = self.build_links(ends, links, box_of);
        if let Err(node) = built {
            self.clear();
            return Err(TreeError::BrokenLinks(node));
        }
        Ok(())
    }

    /// As [`relink`](Self::relink), but leaves a broken tree and returns the wrong node.
    fn build_links(
        &mut self,
        ends: TreeEnds,
        links: &mut dyn Iterator<Item = [u32; 2]>,
        box_of: &dyn Fn(u32) -> Option<Aabb>,
    ) -> Result<(), u32> {
        let mut free_count = 0;
        // Bounded by the number of links, whatever the header says.
        self.nodes.reserve_exact(links.size_hint().0.min(ends.node_count as usize));
        for index in 0..ends.node_count {
            let [first, second] = links.next().ok_or(index)?;
            let mut node = Node::leaf(Aabb::EMPTY, u64::MAX, second);
            match first {
                FREE_LINK => {
                    (node.parent, node.height, node.child_b) = (second, FREE, NULL);
                    free_count += 1;
                }
                NULL => {
                    node.aabb = box_of(second).filter(|aabb| aabb.is_valid()).ok_or(index)?;
                    self.leaf_count += 1;
                }
                _ => node.child_a = first,
            }
            self.nodes.push(node);
        }
        (self.root, self.free) = (ends.root, ends.free);
        let used = self.hang_children()?;
        if used + free_count != self.nodes.len() {
            return Err(ends.node_count);
        }
        self.check_free_list(free_count)
    }

    /// Sets the parent of every node and, from the leaves up, the data of inner nodes. Returns the number of
    /// nodes below the root.
    fn hang_children(&mut self) -> Result<usize, u32> {
        if self.root == NULL {
            return Ok(0);
        }
        let mut order = self.build.take_order();
        order.clear();
        let root = self.nodes.get(self.root as usize).ok_or(self.root)?;
        if root.height == FREE {
            return Err(self.root);
        }
        // The list is its own queue. No node occurs twice, because a node with a parent is rejected.
        order.push(self.root);
        let mut next = 0;
        while let Some(&index) = order.get(next) {
            next += 1;
            let Node { child_a, child_b, .. } = self.nodes[index as usize];
            if child_a == NULL {
                continue;
            }
            for child in [child_a, child_b] {
                let node = self.nodes.get_mut(child as usize).ok_or(index)?;
                if child == self.root || node.parent != NULL || node.height == FREE {
                    return Err(index);
                }
                node.parent = index;
                order.push(child);
            }
        }
        for &index in order.iter().rev() {
            if !self.nodes[index as usize].is_leaf() {
                self.adopt_children(index);
            }
        }
        let used = order.len();
        self.build.give_order(order);
        Ok(used)
    }

    fn check_free_list(&self, count: usize) -> Result<(), u32> {
        let mut index = self.free;
        for _ in 0..count {
            let node = self.nodes.get(index as usize).filter(|node| node.height == FREE);
            index = node.ok_or(index)?.parent;
        }
        // A cyclic list does not end after as many nodes as there are.
        if index == NULL { Ok(()) } else { Err(index) }
    }
}

impl PackedTree {
    /// The items in the order of the tree.
    #[must_use]
    pub fn order(&self) -> &[u32] {
        &self.items.as_flattened()[..self.len()]
    }

    /// The sixteen items of a leaf group; the last group is padded with `u32::MAX`.
    ///
    /// # Panics
    /// If there is no such group.
    #[must_use]
    pub fn group_items(&self, group: usize) -> &[u32; 16] {
        &self.items[group]
    }

    /// The leaf groups' summed perimeter \[m\] after the last sort.
    #[must_use]
    pub const fn sorted_perimeter(&self) -> f64 {
        self.sorted_perimeter
    }

    /// Gives the tree this many items in the order of another tree. A [`refit`](PackedTree::refit) must
    /// follow before any other call; then both trees behave the same. Reuses the memory.
    ///
    /// # Errors
    /// [`TreeError::BrokenLinks`] if the order does not have every item once; the tree is empty then.
    pub fn reorder(
        &mut self,
        item_count: usize,
        order: &mut dyn Iterator<Item = u32>,
        sorted_perimeter: f64,
    ) -> Result<(), TreeError> {
        self.lay_out(item_count);
        let mut broken = None;
        let mut known = self.take_marks(item_count);
        for (position, place) in self.items.as_flattened_mut()[..item_count].iter_mut().enumerate() {
            let item = order.next().filter(|&item| known.get(item as usize) == Some(&0));
            match item {
                Some(item) => {
                    known[item as usize] = 1;
                    *place = item;
                }
                None => broken = broken.or(Some(position)),
            }
        }
        self.give_marks(known);
        if let Some(position) = broken {
            self.lay_out(0);
            return Err(TreeError::BrokenLinks(position as u32));
        }
        self.sorted_perimeter = sorted_perimeter;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use cairn2d_math::{LaneLevel, Vec2, vec2};

    use super::*;

    /// Deterministic scattered boxes.
    fn boxes(count: u32) -> Vec<Aabb> {
        let place = |seed: u32| (seed.wrapping_mul(2_654_435_761) >> 12) as f32 * 1.0e-4;
        let at = |i: u32| vec2(place(i), place(i ^ 0x5555));
        (0..count).map(|i| Aabb::from_center_half(at(i), Vec2::splat(0.5 + (i % 7) as f32))).collect()
    }

    fn tree_with_history() -> (DynamicTree, Vec<Aabb>) {
        let boxes = boxes(200);
        let mut tree = DynamicTree::new();
        let ids: Vec<_> =
            (0..200).map(|i| tree.insert(boxes[i as usize], u64::MAX, i).expect("valid")).collect();
        ids.iter().step_by(3).for_each(|&id| tree.remove(id).expect("alive"));
        (tree, boxes)
    }

    fn answers(tree: &DynamicTree) -> Vec<u32> {
        let mut found = Vec::new();
        let all = Aabb::new(vec2(-1.0e6, -1.0e6), vec2(1.0e6, 1.0e6));
        let _ = tree.query(all, u64::MAX, |user| {
            found.push(user);
            core::ops::ControlFlow::Continue(())
        });
        found
    }

    #[test]
    fn tree_read_from_links_behaves_like_the_original() {
        let (mut tree, boxes) = tree_with_history();
        let links: Vec<_> = tree.links().collect();
        let mut copy = DynamicTree::new();
        let box_of = |user: u32| boxes.get(user as usize).copied();
        copy.relink(tree.ends(), &mut links.iter().copied(), &box_of).expect("these are links");
        copy.validate().expect("the copy is sound");
        for i in 0..60 {
            assert_eq!(answers(&tree), answers(&copy));
            let (a, b) = (tree.insert(boxes[3 * i], 1, 1000), copy.insert(boxes[3 * i], 1, 1000));
            assert_eq!(a, b);
            if i % 2 == 0 {
                let id = a.expect("valid");
                assert_eq!((tree.remove(id), copy.remove(id)), (Ok(()), Ok(())));
            }
        }
        assert!(copy.links().eq(tree.links()));
    }

    #[test]
    fn corrupted_links_never_make_an_invalid_tree() {
        let (tree, boxes) = tree_with_history();
        let links: Vec<_> = tree.links().collect();
        let box_of = |user: u32| boxes.get(user as usize).copied();
        let mut refused = 0;
        for index in 0..links.len() {
            for word in 0..2 {
                for value in [0, 1, index as u32, 5, u32::MAX, u32::MAX - 1, 300] {
                    let mut broken = links.clone();
                    broken[index][word] = value;
                    let mut copy = DynamicTree::new();
                    let result = copy.relink(tree.ends(), &mut broken.iter().copied(), &box_of);
                    copy.validate().expect("whatever it is, it is a tree");
                    refused += u32::from(result.is_err());
                }
            }
        }
        assert!(refused > 1000, "{refused}");
    }

    #[test]
    fn packed_tree_in_a_given_order_has_the_same_results() {
        let boxes = boxes(777);
        let (mut tree, mut copy) = (PackedTree::new(), PackedTree::new());
        let level = LaneLevel::best();
        tree.update(level, &boxes);
        let moved: Vec<Aabb> = boxes.iter().map(|aabb| aabb.translate(vec2(aabb.min.y, 0.0))).collect();
        tree.refit(level, &moved);
        let order = tree.order().to_vec();
        copy.reorder(777, &mut order.iter().copied(), tree.sorted_perimeter()).expect("an order");
        copy.refit(level, &moved);
        copy.validate(&moved).expect("the copy is sound");
        let pairs = |tree: &mut PackedTree| {
            tree.mark_all_moved();
            let mut pairs = Vec::new();
            tree.find_pairs(level, 0..tree.group_count(), &mut pairs);
            pairs
        };
        assert_eq!(pairs(&mut tree), pairs(&mut copy));
        assert_eq!(tree.update(level, &moved), copy.update(level, &moved));
        assert_eq!(tree.order(), copy.order());
        let mut twice = order.clone();
        twice[3] = twice[4];
        for wrong in [&order[..776], &twice[..]] {
            let result = copy.reorder(777, &mut wrong.iter().copied(), 0.0);
            assert!(result.is_err() && copy.is_empty());
        }
    }
}
