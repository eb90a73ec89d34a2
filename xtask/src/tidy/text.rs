//! Rules about plain text: headers, white space, and words that must not be committed.

use super::{Finding, Source, scan};

/// Every line ends without blanks, and every file ends with one line break.
pub(crate) fn check_white_space(path: &str, text: &str, findings: &mut Vec<Finding>) {
    for (index, line) in text.split('\n').enumerate() {
        if line.ends_with([' ', '\t', '\r']) {
            findings.push(Finding::failure(path, index + 1, "trailing white space"));
        }
    }
    if !text.is_empty() && !text.ends_with('\n') {
        findings.push(Finding::failure(path, text.lines().count(), "the last line has no line break"));
    }
}

/// Every Rust file starts with a `//!` comment.
pub(crate) fn check_header(source: &Source, findings: &mut Vec<Finding>) {
    let first = source.text.lines().next().unwrap_or("");
    if first.strip_prefix("//!").is_none_or(|header| header.trim().is_empty()) {
        findings.push(Finding::failure(&source.path, 1, "the file does not open with a `//!` header"));
    }
}

/// Leftovers of unfinished work: they compile, and then fail or hide a failure at run time.
pub(crate) fn check_words(source: &Source, findings: &mut Vec<Finding>) {
    for (line, _, code) in source.lines() {
        for (start, word) in scan::words(code) {
            let after = code[start + word.len()..].trim_start();
            let is_macro = after.starts_with('!') && !after.starts_with("!=");
            if is_macro && matches!(word, "todo" | "unimplemented" | "dbg") {
                findings.push(Finding::failure(&source.path, line, format!("`{word}!` is left in the code")));
            }
        }
    }
    // Attributes may span lines, so they are sought in the whole file.
    for (start, _) in source.code.match_indices("#[") {
        let attribute = &source.code[start..scan::matching(&source.code, start + 1)];
        let first = scan::words(attribute).next().map_or("", |(_, word)| word);
        let ignores = first == "ignore"
            || first == "cfg_attr" && scan::words(attribute).skip(1).any(|(_, word)| word == "ignore");
        if ignores {
            let line = scan::line_of(&source.code, start);
            findings.push(Finding::failure(
                &source.path,
                line,
                "`#[ignore]` hides a test: fix it or delete it",
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<usize> {
        let mut findings = Vec::new();
        check_words(&Source::new("src/a.rs", text), &mut findings);
        findings.iter().map(|finding| finding.line).collect()
    }

    fn header(text: &str) -> usize {
        let mut findings = Vec::new();
        check_header(&Source::new("src/a.rs", text), &mut findings);
        findings.len()
    }

    #[test]
    fn white_space_at_line_ends_is_found() {
        let mut findings = Vec::new();
        check_white_space("a.md", "a\nb \n\tc\r\nd", &mut findings);
        let lines: Vec<usize> = findings.iter().map(|finding| finding.line).collect();
        assert_eq!(lines, [2, 3, 4]);
        findings.clear();
        check_white_space("a.md", "a\n\n  b\n", &mut findings);
        check_white_space("empty.md", "", &mut findings);
        assert_eq!(findings, []);
    }

    #[test]
    fn empty_file_header_fails() {
        assert_eq!(header("//! Owns a.\nfn a() {}\n"), 0);
        assert_eq!(header("//!\nfn a() {}\n"), 1);
        assert_eq!(header("\n//! Owns a.\n"), 1);
        assert_eq!(header("#![allow(x)]\n//! Owns a.\n"), 1);
        assert_eq!(header(""), 1);
    }

    #[test]
    fn unfinished_code_is_found() {
        assert_eq!(words("fn a() { todo!() }\nfn b() { dbg!(1); unimplemented!(\"x\") }\n"), [1, 2, 2]);
        assert_eq!(words("#[test]\n#[ignore]\nfn a() {}\n#[ignore = \"slow\"]\nfn b() {}\n"), [2, 4]);
        assert_eq!(words("#[cfg_attr(\n    miri,\n    ignore\n)]\nfn a() {}\n"), [1]);
    }

    #[test]
    fn mentions_and_look_alikes_are_not_found() {
        assert_eq!(words("// todo!() later\nlet a = \"dbg!\";\nlet todo = 1;\nif todo != 2 {}\n"), []);
        assert_eq!(
            words("#[derive(Debug)]\n#[expect(clippy::todo, reason = \"ignore\")]\nfn ignore() {}\n"),
            []
        );
    }
}
