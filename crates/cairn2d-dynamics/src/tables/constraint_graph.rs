//! The constraint graph: touching contacts and joints in colors, so that no dynamic body appears twice in one color and the constraints
//! of a color can be solved in any order, by any number of lanes and threads, with the same result.
//!
//! Colors are kept from step to step: a constraint is colored greedily when it appears and keeps its color until it goes. Bodies that
//! are not dynamic are read only and do not count. A constraint that finds no color goes to the overflow color, which is solved one
//! constraint at a time.

use crate::store::room::{clone_into_room, room, share_room};
use crate::tables::joint::JointForm;

/// Colors, the overflow color included.
pub(crate) const COLOR_COUNT: usize = 24;

/// The serial color.
pub(crate) const OVERFLOW: usize = COLOR_COUNT - 1;

/// Constraints between two dynamic bodies stay below this color: contacts with the ground then never run out of colors,
/// however crowded the bodies are.
const DYNAMIC_COLOR_COUNT: usize = COLOR_COUNT - 4;

/// Contacts for which a color has room before it needs any.
const RARE_CONTACTS: usize = 8;

const _: () = assert!(COLOR_COUNT <= 32, "the colors of a body are bits of a word");

/// One color: constraints that share no dynamic body.
#[derive(Debug, Default)]
pub(crate) struct Color {
    pub(crate) contacts: Vec<u32>,
    /// Joints by form, each in the order of [`JointForm`].
    pub(crate) joints: [Vec<u32>; JointForm::COUNT],
}

clone_into_room!(Color: contacts, joints);

impl Color {
    fn longest(&self) -> usize {
        self.joints.iter().map(Vec::len).fold(self.contacts.len(), usize::max)
    }
}

/// All colors.
#[derive(Debug)]
pub(crate) struct ConstraintGraph {
    pub(crate) colors: [Color; COLOR_COUNT],
    /// One bit per color and body slot: whether a constraint of the color has the body. A constraint finds its color in two words.
    taken: Vec<u32>,
    /// Joints in all colors.
    pub(crate) joint_count: usize,
}

clone_into_room!(ConstraintGraph: colors, taken, joint_count);

impl ConstraintGraph {
    pub(crate) fn new() -> ConstraintGraph {
        ConstraintGraph { colors: Default::default(), taken: Vec::new(), joint_count: 0 }
    }

    /// Makes room for this many bodies.
    pub(crate) fn cover(&mut self, body_count: usize) {
        if body_count > self.taken.len() {
            self.taken.resize(body_count, 0);
        }
    }

    /// Empties all colors, for this many bodies. Keeps the memory.
    pub(crate) fn clear(&mut self, body_count: usize) {
        for color in &mut self.colors {
            color.contacts.clear();
            color.joints.iter_mut().for_each(Vec::clear);
        }
        self.joint_count = 0;
        self.taken.clear();
        self.taken.resize(body_count, 0);
    }

    /// Marks a body in a color. Returns whether it was not.
    pub(crate) fn take(&mut self, color: usize, body: u32) -> bool {
        let taken = &mut self.taken[body as usize];
        let free = *taken >> color & 1 == 0;
        *taken |= 1 << color;
        free
    }

    /// Finds a color for a constraint between these bodies (`None` for one that is not dynamic) and marks them in it.
    pub(crate) fn assign(&mut self, body_a: Option<u32>, body_b: Option<u32>) -> usize {
        let (first, end) = match (body_a, body_b) {
            (Some(_), Some(_)) => (0, DYNAMIC_COLOR_COUNT),
            // Contacts with the ground come after those between bodies: what is solved last holds best.
            _ => (1, OVERFLOW),
        };
        let taken =
            [body_a, body_b].into_iter().flatten().fold(0, |mask, body| mask | self.taken[body as usize]);
        let free = !taken & ((1 << end) - (1 << first));
        if free == 0 {
            return OVERFLOW;
        }
        let color = free.trailing_zeros() as usize;
        for body in [body_a, body_b].into_iter().flatten() {
            self.taken[body as usize] |= 1 << color;
        }
        color
    }

    /// Unmarks the bodies of a constraint that leaves a color.
    pub(crate) fn release(&mut self, color: usize, body_a: Option<u32>, body_b: Option<u32>) {
        if color != OVERFLOW {
            for body in [body_a, body_b].into_iter().flatten() {
                self.taken[body as usize] &= !(1 << color);
            }
        }
    }

    /// Gives the lists of contacts of all busy colors the same room, and a little to every other color: a busy world may need a color for
    /// the first time long after its warm-up.
    pub(crate) fn share_room(&mut self) {
        if self.colors.iter().all(|color| color.contacts.capacity() == 0) {
            return;
        }
        let lists = self.colors.iter_mut().map(|color| &mut color.contacts);
        lists.for_each(|list| room(list, RARE_CONTACTS));
        share_room(|each| {
            let lists = self.colors.iter_mut().map(|color| &mut color.contacts);
            lists.filter(|list| list.capacity() > RARE_CONTACTS).for_each(each);
        });
    }

    /// Colors that hold a constraint.
    pub(crate) fn color_count(&self) -> u32 {
        self.colors.iter().filter(|color| self.longest(color) > 0).count() as u32
    }

    /// Length of the longest list of a color. Most worlds have few joints or none, and whoever asks asks for all colors.
    pub(crate) fn longest(&self, color: &Color) -> usize {
        if self.joint_count == 0 { color.contacts.len() } else { color.longest() }
    }

    /// Constraints in the overflow color.
    pub(crate) fn overflow_count(&self) -> u32 {
        let color = &self.colors[OVERFLOW];
        (color.contacts.len() + color.joints.iter().map(Vec::len).sum::<usize>()) as u32
    }

    pub(crate) fn contact_count(&self) -> usize {
        self.colors.iter().map(|color| color.contacts.len()).sum()
    }
}
