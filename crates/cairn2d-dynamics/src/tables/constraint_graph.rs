//! The constraint graph: touching contacts and joints, sorted by color. No dynamic body appears twice in one
//! color. So the constraints of a color can be solved in any order, by any number of lanes and threads, with
//! the same result.
//!
//! Colors persist from step to step: a constraint gets a color greedily when it appears and keeps it until it
//! ends. Bodies that are not dynamic are read only and do not count. A constraint without a free color goes
//! to the overflow color, which is solved one constraint at a time.

use crate::store::capacity::{clone_with_capacity, equalize_capacity, reserve_total};
use crate::tables::joint::JointForm;

/// Number of colors, including the overflow color.
pub(crate) const COLOR_COUNT: usize = 24;

/// The overflow color.
pub(crate) const OVERFLOW: usize = COLOR_COUNT - 1;

/// Constraints between two dynamic bodies use only colors below this one. So contacts with the ground keep
/// some colors of their own, however crowded the bodies are.
const DYNAMIC_COLOR_COUNT: usize = COLOR_COUNT - 4;

/// Contacts for which an unused color reserves memory.
const RARE_CONTACTS: usize = 8;

const _: () = assert!(COLOR_COUNT <= 32, "the colors of a body are bits of a word");

/// One color: constraints that share no dynamic body.
#[derive(Debug, Default)]
pub(crate) struct Color {
    pub(crate) contacts: Vec<u32>,
    pub(crate) joints: JointLists,
}

clone_with_capacity!(Color: contacts, joints);

impl Color {
    fn longest(&self) -> usize {
        self.joints.lists().iter().map(Vec::len).fold(self.contacts.len(), usize::max)
    }
}

/// Joints of a color by form, in the order of [`JointForm`]. Few colors have joints, so the lists of a color
/// exist from its first joint on.
#[derive(Debug, Default)]
pub(crate) struct JointLists(Option<Box<[Vec<u32>; JointForm::COUNT]>>);

impl Clone for JointLists {
    fn clone(&self) -> JointLists {
        JointLists(self.0.clone())
    }

    /// Keeps the lists and their memory.
    fn clone_from(&mut self, source: &JointLists) {
        match (&mut self.0, &source.0) {
            (Some(lists), Some(sources)) => lists.clone_from(sources),
            (Some(_), None) => self.clear(),
            (lists, source) => lists.clone_from(source),
        }
    }
}

impl JointLists {
    /// Returns the list of every form, or none before the first joint.
    pub(crate) fn lists(&self) -> &[Vec<u32>] {
        self.0.as_deref().map_or(&[], |lists| lists)
    }

    /// Returns the joints of all forms.
    pub(crate) fn all(&self) -> impl Iterator<Item = &u32> {
        self.lists().iter().flatten()
    }

    /// Returns the joints of a form.
    pub(crate) fn of(&self, form: JointForm) -> &[u32] {
        self.lists().get(form as usize).map_or(&[], Vec::as_slice)
    }

    /// Returns the list of a form, to change it.
    pub(crate) fn of_mut(&mut self, form: JointForm) -> &mut Vec<u32> {
        &mut self.0.get_or_insert_default()[form as usize]
    }

    /// Takes the list of a form, with its memory.
    pub(crate) fn take(&mut self, form: JointForm) -> Vec<u32> {
        self.0.as_mut().map_or_else(Vec::new, |lists| core::mem::take(&mut lists[form as usize]))
    }

    /// Sets the list of a form.
    pub(crate) fn put(&mut self, form: JointForm, list: Vec<u32>) {
        if list.capacity() > 0 {
            *self.of_mut(form) = list;
        }
    }

    /// Removes all joints. Keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.0.iter_mut().flat_map(|lists| lists.iter_mut()).for_each(Vec::clear);
    }

    /// Reserves memory for this many joints of each form.
    pub(crate) fn reserve(&mut self, count: usize) {
        if count > 0 {
            self.0.get_or_insert_default().iter_mut().for_each(|list| reserve_total(list, count));
        }
    }
}

/// All colors.
#[derive(Debug)]
pub(crate) struct ConstraintGraph {
    pub(crate) colors: [Color; COLOR_COUNT],
    /// One bit per color and body slot: whether a constraint of the color has the body. Two words determine
    /// the color of a constraint.
    taken: Vec<u32>,
    /// Number of joints in all colors.
    pub(crate) joint_count: usize,
    /// Whether joints entered, left or changed since the last solve.
    pub(crate) joints_changed: Changed,
}

/// A flag that is set in every copy: the working memory of another world does not belong to the copy.
pub(crate) struct Changed(pub(crate) bool);

/// Without the flag, which is no part of the state.
impl core::fmt::Debug for Changed {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Changed")
    }
}

impl Clone for Changed {
    fn clone(&self) -> Changed {
        Changed(true)
    }
}

clone_with_capacity!(ConstraintGraph: colors, taken, joint_count, joints_changed);

impl ConstraintGraph {
    pub(crate) fn new() -> ConstraintGraph {
        ConstraintGraph {
            colors: Default::default(),
            taken: Vec::new(),
            joint_count: 0,
            joints_changed: Changed(true),
        }
    }

    /// Extends the table to this many bodies.
    pub(crate) fn ensure_len(&mut self, body_count: usize) {
        if body_count > self.taken.len() {
            self.taken.resize(body_count, 0);
        }
    }

    /// Clears all colors, for this many bodies. Keeps the memory.
    pub(crate) fn clear(&mut self, body_count: usize) {
        for color in &mut self.colors {
            color.contacts.clear();
            color.joints.clear();
        }
        self.joint_count = 0;
        self.joints_changed.0 = true;
        self.taken.clear();
        self.taken.resize(body_count, 0);
    }

    /// Marks a body in a color. Returns whether it was unmarked.
    pub(crate) fn take(&mut self, color: usize, body: u32) -> bool {
        let taken = &mut self.taken[body as usize];
        let free = *taken >> color & 1 == 0;
        *taken |= 1 << color;
        free
    }

    /// Assigns a color to a constraint between these bodies (`None` for one that is not dynamic) and marks
    /// them in it.
    pub(crate) fn assign(&mut self, body_a: Option<u32>, body_b: Option<u32>) -> usize {
        let (first, end) = match (body_a, body_b) {
            (Some(_), Some(_)) => (0, DYNAMIC_COLOR_COUNT),
            // Contacts with the ground have later colors than those between bodies: constraints solved last
            // hold best.
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

    /// Equalizes the capacity of the contact lists of all busy colors, and reserves a little for every other
    /// color that `most` constraints could need. A busy world may need a color for the first time long after
    /// its warm-up.
    pub(crate) fn equalize_capacity(&mut self, most: usize) {
        // A constraint takes the first free color, so each constraint can make one more necessary. Color 0 is
        // not for contacts with the ground, and the overflow color follows all others.
        let needed = if most + 1 < OVERFLOW { most + 1 } else { COLOR_COUNT };
        let colors = &mut self.colors[..needed];
        let capacities = || colors.iter().map(|color| color.contacts.capacity());
        let most = capacities().fold(0, |most, capacity| if capacity > most { capacity } else { most });
        // In most steps nothing has changed.
        if capacities().all(|capacity| capacity == most || capacity == RARE_CONTACTS) {
            return;
        }
        let lists = colors.iter_mut().map(|color| &mut color.contacts);
        lists.for_each(|list| reserve_total(list, RARE_CONTACTS));
        equalize_capacity(|each| {
            let lists = colors.iter_mut().map(|color| &mut color.contacts);
            lists.filter(|list| list.capacity() > RARE_CONTACTS).for_each(each);
        });
    }

    /// Returns the number of colors with a constraint.
    pub(crate) fn color_count(&self) -> u32 {
        self.colors.iter().filter(|color| self.longest(color) > 0).count() as u32
    }

    /// Returns the length of the longest list of a color. Called for every color in each step; most worlds
    /// have few or no joints.
    pub(crate) fn longest(&self, color: &Color) -> usize {
        if self.joint_count == 0 { color.contacts.len() } else { color.longest() }
    }

    /// Returns the number of constraints in the overflow color.
    pub(crate) fn overflow_count(&self) -> u32 {
        let color = &self.colors[OVERFLOW];
        (color.contacts.len() + color.joints.all().count()) as u32
    }

    pub(crate) fn contact_count(&self) -> usize {
        self.colors.iter().map(|color| color.contacts.len()).sum()
    }
}
