//! Defaults of a model: attributes of elements by class, which inherit from the class around them.

use std::collections::BTreeMap;

use roxmltree::Node;

use crate::error::{ImportError, ImportErrorKind};
use crate::text::place_of;

/// The classes of a model.
#[derive(Debug, Default)]
pub(super) struct Defaults {
    classes: BTreeMap<String, Class>,
}

#[derive(Debug, Default)]
struct Class {
    parent: Option<String>,
    /// Values by tag and attribute.
    values: BTreeMap<(String, String), String>,
}

/// The class of elements without one.
const MAIN: &str = "main";

impl Defaults {
    pub(super) fn of(root: Node<'_, '_>, depth: usize) -> Result<Defaults, ImportError> {
        let mut defaults = Defaults::default();
        for node in root.children().filter(|node| node.has_tag_name("default")) {
            defaults.read(node, None, depth)?;
        }
        Ok(defaults)
    }

    fn read(&mut self, node: Node<'_, '_>, parent: Option<&str>, depth: usize) -> Result<(), ImportError> {
        let depth = depth.checked_sub(1).ok_or_else(|| {
            ImportError::new(ImportErrorKind::Size, "defaults are nested too deeply").at(Some(place_of(node)))
        })?;
        let name = match (node.attribute("class"), parent) {
            (Some(name), _) => name,
            (None, None) => MAIN,
            (None, Some(_)) => {
                return Err(ImportError::structure("an inner default has a class").at(Some(place_of(node))));
            }
        };
        let class = self.classes.entry(name.to_owned()).or_default();
        class.parent = class.parent.take().or(parent.filter(|&parent| parent != name).map(str::to_owned));
        for child in node.children().filter(|child| child.is_element() && !child.has_tag_name("default")) {
            for attribute in child.attributes() {
                let key = (child.tag_name().name().to_owned(), attribute.name().to_owned());
                class.values.insert(key, attribute.value().to_owned());
            }
        }
        for child in node.children().filter(|child| child.has_tag_name("default")) {
            self.read(child, Some(name), depth)?;
        }
        Ok(())
    }

    /// The attribute of an element, or that of its class.
    pub(super) fn get<'a>(
        &'a self,
        node: Node<'a, '_>,
        tag: &str,
        outer: Option<&str>,
        name: &str,
    ) -> Option<&'a str> {
        if let Some(value) = node.attribute(name) {
            return Some(value);
        }
        let key = (tag.to_owned(), name.to_owned());
        let mut class = Some(node.attribute("class").or(outer).unwrap_or(MAIN));
        // Classes of equal names could make a circle.
        for _ in 0..self.classes.len() {
            let found = self.classes.get(class?)?;
            if let Some(value) = found.values.get(&key) {
                return Some(value);
            }
            class = found.parent.as_deref();
        }
        None
    }
}
