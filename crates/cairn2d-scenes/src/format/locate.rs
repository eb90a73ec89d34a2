//! Finds the place of a field in JSON text, for errors that are found after reading, and the path of a place,
//! for errors of reading.
//!
//! Text up to a place has been read as JSON before, so it is not checked again. A path may name a field that
//! was omitted; the place is then that of the innermost object that exists.

use super::error::{Place, Step};

/// Returns the place of the value at `path` in well-formed JSON `text`.
pub(super) fn locate(text: &str, path: &[Step]) -> Place {
    let mut cursor = Cursor { bytes: text.as_bytes(), at: 0 };
    cursor.skip_space();
    for step in path {
        let found = match step {
            Step::Key(key) => cursor.enter_key(key),
            Step::Index(index) => cursor.enter_index(*index),
        };
        match found {
            Some(position) => cursor.at = position,
            None => break,
        }
    }
    place_of(text, cursor.at)
}

/// Returns the path of the value that a reader of JSON `text` was at when it had read the byte at `place`.
pub(super) fn path_at(text: &str, place: Place) -> Vec<Step> {
    let lines_before = text.split_inclusive('\n').take(place.line.saturating_sub(1));
    let end = lines_before.map(str::len).sum::<usize>().saturating_add(place.column);
    let mut cursor = Cursor { bytes: &text.as_bytes()[..end.min(text.len())], at: 0 };
    let mut open: Vec<Container> = Vec::new();
    loop {
        cursor.skip_space();
        let Some(byte) = cursor.peek() else { break };
        let start = cursor.at;
        match byte {
            b'"' => cursor.skip_string(),
            _ => cursor.at += 1,
        }
        let token = &cursor.bytes[start..cursor.at.min(cursor.bytes.len())];
        match (byte, open.last_mut()) {
            (b'}' | b']', _) => drop(open.pop()),
            (b',', Some(Container::Array { element })) => *element += 1,
            (b',', Some(Container::Object { key })) => *key = None,
            (b'{', _) => open.push(Container::Object { key: None }),
            (b'[', _) => open.push(Container::Array { element: 0 }),
            (b'"', Some(Container::Object { key: key @ None })) => {
                *key = serde_json::from_slice(token).ok();
            }
            _ => {}
        }
    }
    let child = |container| match container {
        Container::Object { key } => key.map(Step::Key),
        Container::Array { element } => Some(Step::Index(element)),
    };
    open.into_iter().filter_map(child).collect()
}

/// An object or array around a place, with the child at the place or before it.
enum Container {
    Object { key: Option<String> },
    Array { element: usize },
}

/// Returns the line and column of a byte position.
fn place_of(text: &str, position: usize) -> Place {
    let before = &text.as_bytes()[..position.min(text.len())];
    let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
    let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    Place { line, column: 1 + before.len() - line_start }
}

#[derive(Clone, Copy)]
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Returns the start of the value of a key, if an object with that key is here.
    fn enter_key(mut self, wanted: &str) -> Option<usize> {
        if self.peek() != Some(b'{') {
            return None;
        }
        self.at += 1;
        loop {
            self.skip_space();
            let key_start = self.at;
            if self.peek()? != b'"' {
                return None;
            }
            self.skip_string();
            let key = &self.bytes[key_start..self.at];
            self.skip_space();
            self.at += 1; // the colon
            self.skip_space();
            // Keys may have escapes, so they are decoded as JSON.
            if serde_json::from_slice::<String>(key).is_ok_and(|key| key == wanted) {
                return Some(self.at);
            }
            self.skip_value();
            self.skip_space();
            if self.peek()? != b',' {
                return None;
            }
            self.at += 1;
        }
    }

    /// Returns the start of an array's element, if an array with that element is here.
    fn enter_index(mut self, wanted: usize) -> Option<usize> {
        if self.peek() != Some(b'[') {
            return None;
        }
        self.at += 1;
        for _ in 0..wanted {
            self.skip_space();
            self.skip_value();
            self.skip_space();
            if self.peek()? != b',' {
                return None;
            }
            self.at += 1;
        }
        self.skip_space();
        (self.peek()? != b']').then_some(self.at)
    }

    fn skip_value(&mut self) {
        let mut depth = 0usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => {
                    self.skip_string();
                    if depth == 0 {
                        return;
                    }
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' => {
                    if depth == 0 {
                        return;
                    }
                    depth -= 1;
                    if depth == 0 {
                        self.at += 1;
                        return;
                    }
                }
                b',' | b' ' | b'\t' | b'\n' | b'\r' if depth == 0 => return,
                _ => {}
            }
            self.at += 1;
        }
    }

    fn skip_string(&mut self) {
        self.at += 1;
        while let Some(byte) = self.peek() {
            self.at += if byte == b'\\' { 2 } else { 1 };
            if byte == b'"' {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::error::{Place, Step};
    use super::{locate, path_at};

    const TEXT: &str = "{ \"skip\": [\"a]\\\"\", {\"b\": [1, 2]}],\n  \"list\": [ 1,\n    {\"k\\u0065y\": -2.5, \"z\": []} ] }";

    fn key(name: &str) -> Step {
        Step::Key(name.to_owned())
    }

    #[test]
    fn locates_values_after_strings_and_nested_containers() {
        assert_eq!(locate(TEXT, &[]), Place { line: 1, column: 1 });
        assert_eq!(locate(TEXT, &[key("list")]), Place { line: 2, column: 11 });
        assert_eq!(locate(TEXT, &[key("list"), Step::Index(0)]), Place { line: 2, column: 13 });
        assert_eq!(locate(TEXT, &[key("list"), Step::Index(1), key("key")]), Place { line: 3, column: 18 });
        assert_eq!(locate(TEXT, &[key("list"), Step::Index(1), key("z")]), Place { line: 3, column: 29 });
    }

    #[test]
    fn the_path_of_a_place_is_that_of_its_value() {
        let at = |line, column| path_at(TEXT, Place { line, column });
        let inner = |name| vec![key("list"), Step::Index(1), key(name)];
        // The bytes of `-2.5`, the escaped key before it, and the braces around it.
        for column in [15, 18, 21] {
            assert_eq!(at(3, column), inner("key"), "{column}");
        }
        assert_eq!(at(3, 5), vec![key("list"), Step::Index(1)]);
        assert_eq!(at(3, 30), inner("z"));
        assert_eq!(at(3, 31), vec![key("list"), Step::Index(1)]);
        assert_eq!(at(3, 33), vec![key("list")]);
        assert_eq!(at(3, 35), vec![]);
        assert_eq!(at(1, 30), vec![key("skip"), Step::Index(1), key("b"), Step::Index(1)]);
        assert_eq!(at(1, 10), vec![key("skip")]);
        // Places beyond the text, and before it.
        assert_eq!(at(9, 9), vec![]);
        assert_eq!(at(0, 0), vec![]);
    }

    /// Adds the path of every number, text, truth value and null below a value.
    fn add_leaves(value: &serde_json::Value, path: &mut Vec<Step>, leaves: &mut Vec<Vec<Step>>) {
        let children: Vec<(Step, &serde_json::Value)> = match value {
            serde_json::Value::Object(fields) => {
                fields.iter().map(|(name, child)| (key(name), child)).collect()
            }
            serde_json::Value::Array(items) => {
                items.iter().enumerate().map(|(index, child)| (Step::Index(index), child)).collect()
            }
            _ => return leaves.push(path.clone()),
        };
        for (step, child) in children {
            path.push(step);
            add_leaves(child, path, leaves);
            path.pop();
        }
    }

    #[test]
    fn every_leaf_of_a_scene_is_found_from_its_place() {
        let scene = crate::all().iter().find(|scene| scene.name == "joint_gallery").expect("a scene");
        let text = scene.scene().to_json().expect("a scene");
        let mut leaves = Vec::new();
        add_leaves(&serde_json::from_str(&text).expect("JSON"), &mut Vec::new(), &mut leaves);
        assert!(leaves.len() > 100, "{}", leaves.len());
        for leaf in leaves {
            assert_eq!(path_at(&text, locate(&text, &leaf)), leaf);
        }
    }

    #[test]
    fn locates_the_innermost_existing_value() {
        assert_eq!(locate(TEXT, &[key("list"), Step::Index(1), key("none")]), Place { line: 3, column: 5 });
        assert_eq!(locate(TEXT, &[key("list"), Step::Index(7)]), Place { line: 2, column: 11 });
        assert_eq!(locate(TEXT, &[key("absent")]), Place { line: 1, column: 1 });
    }
}
