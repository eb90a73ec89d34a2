//! One Rust file: its lines as written, its code alone, and which of its lines are test code.
//!
//! Test code is a `#[cfg(test)]` item, a module declared by one, a file named `tests.rs`, and everything in a
//! folder named `tests` or `benches`. Invariant: `lines`, `code` and `test` have the same length.

use super::scan;

/// A scanned Rust file.
pub(crate) struct Source {
    /// Repository-relative, with `/` separators.
    pub(crate) path: String,
    pub(crate) text: String,
    /// The text with comments and literals blanked, same lines and columns.
    pub(crate) code: String,
    /// The comments alone, same lines and columns.
    pub(crate) comments: String,
    /// For each line, whether it is test code.
    test: Vec<bool>,
    /// Modules that this file declares under `#[cfg(test)]`.
    test_modules: Vec<String>,
}

impl Source {
    pub(crate) fn new(path: &str, text: &str) -> Source {
        let code = scan::mask(text);
        let mut source = Source {
            path: path.to_owned(),
            text: text.to_owned(),
            test: vec![is_test_path(path); text.lines().count()],
            test_modules: Vec::new(),
            comments: scan::comments(text),
            code,
        };
        for attribute in ["#[cfg(test)]", "#[cfg(all(test"] {
            source.mark_items(attribute);
        }
        if source.code.contains("#![cfg(test)]") {
            source.test.fill(true);
        }
        source
    }

    /// Number, text as written and code alone of every line.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &str, &str)> {
        self.text
            .lines()
            .zip(self.code.lines())
            .enumerate()
            .map(|(index, (text, code))| (index + 1, text, code))
    }

    /// Whether a 1-based line is test code.
    pub(crate) fn is_test(&self, line: usize) -> bool {
        self.test.get(line.wrapping_sub(1)).copied().unwrap_or(false)
    }

    /// Number of lines that are not test code.
    pub(crate) fn engine_line_count(&self) -> usize {
        self.test.iter().filter(|&&test| !test).count()
    }

    fn mark_items(&mut self, attribute: &str) {
        let starts: Vec<usize> = self.code.match_indices(attribute).map(|(start, _)| start).collect();
        for start in starts {
            let body = skip_attributes(&self.code, start);
            let end = item_end(&self.code, body);
            if let Some(name) = declared_module(&self.code[body..end]) {
                self.test_modules.push(name.to_owned());
            }
            let (first, last) = (scan::line_of(&self.code, start), scan::line_of(&self.code, end));
            let last = last.min(self.test.len());
            self.test[first - 1..last].fill(true);
        }
    }

    /// The folder that holds this file's child modules.
    fn module_folder(&self) -> String {
        let (folder, name) = self.path.rsplit_once('/').unwrap_or(("", &self.path));
        match name {
            "lib.rs" | "main.rs" | "mod.rs" => folder.to_owned(),
            _ => format!("{folder}/{}", name.trim_end_matches(".rs")),
        }
    }
}

/// Marks the files of modules that were declared under `#[cfg(test)]` in another file.
pub(crate) fn mark_test_files(sources: &mut [Source]) {
    let declared: Vec<String> = sources
        .iter()
        .flat_map(|source| {
            let folder = source.module_folder();
            source.test_modules.iter().map(move |name| format!("{folder}/{name}"))
        })
        .collect();
    for source in sources {
        let below = |module: &String| source.path.strip_prefix(module.as_str());
        if declared.iter().filter_map(below).any(|rest| rest == ".rs" || rest.starts_with('/')) {
            source.test.fill(true);
        }
    }
}

fn is_test_path(path: &str) -> bool {
    path.ends_with("/tests.rs") || path.split('/').any(|part| part == "tests" || part == "benches")
}

/// The offset of the first character after the attributes that start at `start`.
fn skip_attributes(code: &str, start: usize) -> usize {
    let mut at = start;
    while code[at..].starts_with("#[") {
        at = (scan::matching(code, at + 1) + 1).min(code.len());
        at += code[at..].len() - code[at..].trim_start().len();
    }
    at
}

/// The offset of the `;` or closing brace that ends the item starting at `start`.
fn item_end(code: &str, start: usize) -> usize {
    let mut at = start;
    while at < code.len() {
        match code.as_bytes()[at] {
            b';' => return at,
            b'{' => return scan::matching(code, at),
            b'(' | b'[' => at = scan::matching(code, at),
            _ => {}
        }
        at += 1;
    }
    code.len()
}

/// The name in `mod name` when the item has no body.
fn declared_module(item: &str) -> Option<&str> {
    let (head, name) = item.trim().rsplit_once(char::is_whitespace)?;
    let is_module = head.split_whitespace().next_back() == Some("mod");
    (is_module && name.chars().all(scan::is_word)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test_lines(path: &str, text: &str) -> Vec<usize> {
        let source = Source::new(path, text);
        (1..=text.lines().count()).filter(|&line| source.is_test(line)).collect()
    }

    #[test]
    fn a_test_module_is_test_code_and_what_follows_is_not() {
        let text = "fn a() {}\n#[cfg(test)]\nmod tests {\n    fn b() {}\n}\nfn c() {}\n";
        assert_eq!(test_lines("src/a.rs", text), [2, 3, 4, 5]);
        assert_eq!(Source::new("src/a.rs", text).engine_line_count(), 2);
    }

    #[test]
    fn further_attributes_and_array_types_belong_to_the_item() {
        let text = "#[cfg(test)]\n#[allow(dead_code)]\nfn b(x: [u8; 2]) -> [u8; 2] {\n    x\n}\nfn c() {}\n";
        assert_eq!(test_lines("src/a.rs", text), [1, 2, 3, 4, 5]);
    }

    #[test]
    fn a_feature_named_test_and_its_negation_are_not_test_code() {
        assert_eq!(test_lines("src/a.rs", "#[cfg(not(test))]\nfn a() {}\n"), []);
        assert_eq!(test_lines("src/a.rs", "// #[cfg(test)]\nfn a() {}\n"), []);
        assert_eq!(test_lines("src/a.rs", "#[cfg(feature = \"test\")]\nfn a() {}\n"), []);
    }

    #[test]
    fn test_files_are_known_by_name_folder_or_declaration() {
        assert_eq!(test_lines("src/a/tests.rs", "fn a() {}\n"), [1]);
        assert_eq!(test_lines("crates/x/tests/it/main.rs", "fn a() {}\n"), [1]);
        let mut sources = vec![
            Source::new("x/src/a.rs", "#[cfg(test)]\nmod oracle;\nmod fast;\n"),
            Source::new("x/src/a/oracle.rs", "fn a() {}\n"),
            Source::new("x/src/a/fast.rs", "fn a() {}\n"),
        ];
        mark_test_files(&mut sources);
        assert!(sources[1].is_test(1));
        assert!(!sources[2].is_test(1));
    }
}
