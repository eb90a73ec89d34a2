//! Filters: two geoms collide if the type of one shares a bit with the affinity of the other.
//!
//! The engine requires that both agree, so each pair of type and affinity becomes a category of its
//! own, and its mask lists the categories that it collides with. The result is exact.

use cairn2d_scenes::format::FilterDesc;
use roxmltree::Node;

use crate::error::{ImportError, ImportErrorKind};
use crate::text::place_of;

#[derive(Debug, Default)]
pub(super) struct Filters {
    classes: Vec<[u32; 2]>,
}

impl Filters {
    /// The class of a geom with a type and an affinity.
    pub(super) fn class(
        &mut self,
        node: Node<'_, '_>,
        contype: Option<&str>,
        conaffinity: Option<&str>,
    ) -> Result<usize, ImportError> {
        let bits = |name: &str, text: Option<&str>| {
            let Some(text) = text else { return Ok(1) };
            text.trim().parse::<u32>().map_err(|_| {
                let reason = "must be a whole number of 32 bits";
                ImportError::range(reason).field(name).at(Some(place_of(node)))
            })
        };
        let class = [bits("contype", contype)?, bits("conaffinity", conaffinity)?];
        if let Some(known) = self.classes.iter().position(|&known| known == class) {
            return Ok(known);
        }
        if self.classes.len() == 64 {
            return Err(ImportError::new(ImportErrorKind::Size, "more than 64 kinds of contact filters"));
        }
        self.classes.push(class);
        Ok(self.classes.len() - 1)
    }

    /// The filter of a class.
    pub(super) fn filter(&self, class: usize) -> FilterDesc {
        let [kind, affinity] = self.classes[class];
        let collides = |other: &[u32; 2]| kind & other[1] != 0 || other[0] & affinity != 0;
        let others = self.classes.iter().enumerate().filter(|(_, other)| collides(other));
        let mask = others.fold(0, |mask, (index, _)| mask | 1 << index);
        FilterDesc { category: 1 << class, mask, group: 0 }
    }
}
