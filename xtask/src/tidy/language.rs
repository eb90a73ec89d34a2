//! Language rules: banned words, long comment lines, long sentences, and types that share a name.
//!
//! Source: `docs/STYLE.md`, section Sentences. Prose is the comments of Rust files, the `#` comments of
//! scripts and manifests, and the pages without tables and fenced blocks. Code spans in backticks are not
//! prose.

use std::collections::BTreeMap;

use super::{Finding, Source, Tree, scan};

/// Subjects that hide the noun of the code.
const BANNED_WORDS: [&str; 4] = ["whoever", "nobody", "somebody", "anybody"];
const MAX_COLUMNS: usize = 110;
const MAX_SENTENCE_WORDS: usize = 40;

pub(crate) fn check(tree: &Tree, sources: &[Source], findings: &mut Vec<Finding>) {
    for source in sources {
        check_prose(&source.path, &rust_prose(source), findings);
    }
    for (path, text) in tree.texts().filter(|(path, _)| !path.ends_with(".rs")) {
        let prose = if path.ends_with(".md") { page_prose(text) } else { script_prose(text) };
        check_prose(path, &prose, findings);
    }
    check_types(tree, sources, findings);
}

/// One line of prose without its comment marker.
struct Line<'a> {
    number: usize,
    text: &'a str,
    /// Characters of the whole line, or 0 where the column rule does not hold.
    columns: usize,
    /// Whether the line starts a paragraph of its own.
    starts: bool,
}

fn check_prose(path: &str, prose: &[Line<'_>], findings: &mut Vec<Finding>) {
    check_words(path, prose, findings);
    check_columns(path, prose, findings);
    check_sentences(path, prose, findings);
}

fn check_words(path: &str, prose: &[Line<'_>], findings: &mut Vec<Finding>) {
    for line in prose {
        for part in line.text.split('`').step_by(2) {
            let is_banned = |word: &str| BANNED_WORDS.iter().any(|banned| word.eq_ignore_ascii_case(banned));
            for (_, word) in scan::words(part).filter(|(_, word)| is_banned(word)) {
                let reason = format!("`{word}` hides the subject: name the caller, body, contact or step");
                findings.push(Finding::failure(path, line.number, reason));
            }
        }
    }
}

fn check_columns(path: &str, prose: &[Line<'_>], findings: &mut Vec<Finding>) {
    for line in prose.iter().filter(|line| line.columns > MAX_COLUMNS) {
        let reason = format!("a line of prose has {} columns, at most {MAX_COLUMNS}", line.columns);
        findings.push(Finding::failure(path, line.number, reason));
    }
}

/// A sentence ends with a point, a question or exclamation mark before a space, or with its paragraph or
/// table cell.
fn check_sentences(path: &str, prose: &[Line<'_>], findings: &mut Vec<Finding>) {
    let mut sentence = Sentence::default();
    for line in prose {
        let follows = line.number == sentence.last_line + 1;
        if line.starts || !follows || line.text.trim().is_empty() {
            sentence.finish(path, findings);
        }
        sentence.last_line = line.number;
        for word in line.text.split_whitespace() {
            sentence.add(word, line.number);
            let is_cell_end = !sentence.in_code && word == "|";
            let bare = word.trim_end_matches([')', '"', '*', '_', '`', ']']);
            if is_cell_end || !sentence.in_code && bare.ends_with(['.', '!', '?']) {
                sentence.finish(path, findings);
            }
        }
    }
    sentence.finish(path, findings);
}

/// Words of a sentence that is being read; a code span counts as one word.
#[derive(Default)]
struct Sentence {
    first_line: usize,
    last_line: usize,
    words: usize,
    in_code: bool,
}

impl Sentence {
    fn add(&mut self, word: &str, line: usize) {
        if self.words == 0 {
            self.first_line = line;
        }
        if !self.in_code && word.contains(|c: char| c.is_alphanumeric()) {
            self.words += 1;
        }
        self.in_code ^= word.matches('`').count() % 2 == 1;
    }

    fn finish(&mut self, path: &str, findings: &mut Vec<Finding>) {
        if self.words > MAX_SENTENCE_WORDS {
            let reason = format!("a sentence has {} words, at most {MAX_SENTENCE_WORDS}", self.words);
            findings.push(Finding::failure(path, self.first_line, reason));
        }
        *self = Sentence { last_line: self.last_line, ..Sentence::default() };
    }
}

/// Comment lines of a Rust file; code blocks in doc comments count for the column rule alone.
fn rust_prose(source: &Source) -> Vec<Line<'_>> {
    let mut marker = "";
    let mut is_fenced = false;
    let mut prose = Vec::new();
    let lines = source.text.lines().zip(source.comments.lines()).enumerate();
    for (index, (whole, comment)) in lines {
        let comment = comment.trim();
        let marker_length = comment.find(|c| !matches!(c, '/' | '!' | '*')).unwrap_or(comment.len());
        let (now, text) = comment.split_at(marker_length);
        let is_other_comment = now != marker;
        marker = now;
        is_fenced &= !is_other_comment;
        if comment.is_empty() {
            continue;
        }
        let is_alone = whole.trim_start().starts_with(comment);
        let columns = if is_alone { whole.chars().count() } else { 0 };
        let is_code = is_fenced || text.trim_start().starts_with("```");
        is_fenced ^= text.trim_start().starts_with("```");
        let text = if is_code { "" } else { text };
        let starts = is_other_comment || starts_paragraph(text);
        prose.push(Line { number: index + 1, text, columns, starts });
    }
    prose
}

/// Lines of a page outside of fenced blocks and tables.
fn page_prose(text: &str) -> Vec<Line<'_>> {
    let mut is_fenced = false;
    let mut prose = Vec::new();
    for (index, text) in text.lines().enumerate() {
        let is_fence = text.trim_start().starts_with("```");
        let is_table = text.trim_start().starts_with('|');
        is_fenced ^= is_fence;
        if is_fenced || is_fence {
            continue;
        }
        let columns = if is_table || text.contains("](") { 0 } else { text.chars().count() };
        prose.push(Line { number: index + 1, text, columns, starts: is_table || starts_paragraph(text) });
    }
    prose
}

/// Lines of a script or manifest that are comments as a whole.
fn script_prose(text: &str) -> Vec<Line<'_>> {
    let mut prose = Vec::new();
    for (index, whole) in text.lines().enumerate() {
        let Some(text) = whole.trim_start().strip_prefix('#') else { continue };
        prose.push(Line { number: index + 1, text, columns: whole.chars().count(), starts: false });
    }
    prose
}

/// Whether a line opens a list item, a heading, a table row or a quotation.
fn starts_paragraph(text: &str) -> bool {
    let text = text.trim_start();
    let is_numbered = || {
        let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
        rest.len() < text.len() && rest.starts_with(". ")
    };
    text.starts_with(['#', '|', '>']) || text.starts_with("- ") || text.starts_with("* ") || is_numbered()
}

/// No crate gives one name to two types. Test code does not count.
fn check_types(tree: &Tree, sources: &[Source], findings: &mut Vec<Finding>) {
    let mut first: BTreeMap<(&str, &str), (&str, usize)> = BTreeMap::new();
    for source in sources {
        let Some(package) = package_of(tree, &source.path) else { continue };
        for (line, name) in types(source) {
            let place = (source.path.as_str(), line);
            let known = *first.entry((package, name)).or_insert(place);
            if known.0 != place.0 {
                let reason = format!("type `{name}` is also defined at {}:{}", known.0, known.1);
                findings.push(Finding::failure(&source.path, line, reason));
            }
        }
    }
}

/// The folder of the crate whose `src/` holds a file; examples and tests are crates of their own.
fn package_of<'a>(tree: &Tree, path: &'a str) -> Option<&'a str> {
    let (package, _) = path.split_once("/src/")?;
    tree.text(&format!("{package}/Cargo.toml")).map(|_| package)
}

/// Line and name of the types that a file defines outside of its tests.
fn types(source: &Source) -> impl Iterator<Item = (usize, &str)> {
    source.lines().filter(|&(line, _, _)| !source.is_test(line)).filter_map(|(line, _, code)| {
        // A `$` stands for a name in a macro, which may expand to many.
        let mut words = scan::words(code).take_while(|_| !code.contains('$')).map(|(_, word)| word);
        let keyword = words.find(|word| !matches!(*word, "pub" | "crate" | "super" | "in" | "unsafe"))?;
        let is_type = matches!(keyword, "struct" | "enum" | "trait" | "union");
        words.next().filter(|_| is_type).map(|name| (line, name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(files: &[(&str, &str)]) -> Vec<String> {
        let tree = Tree::of(files);
        let mut findings = Vec::new();
        check(&tree, &tree.sources(), &mut findings);
        findings.iter().map(ToString::to_string).collect()
    }

    fn lines(path: &str, text: &str) -> Vec<usize> {
        let tree = Tree::of(&[(path, text)]);
        let mut findings = Vec::new();
        check(&tree, &tree.sources(), &mut findings);
        findings.iter().map(|finding| finding.line).collect()
    }

    fn words(count: usize) -> String {
        vec!["w"; count].join(" ")
    }

    #[test]
    fn banned_words_are_found_in_comments_pages_and_scripts() {
        assert_eq!(lines("src/a.rs", "//! Whoever calls.\nfn a() {} // nobody\n/* anybody */\n"), [1, 2, 3]);
        assert_eq!(lines("docs/a.md", "Fine.\n| a | somebody |\n"), [2]);
        assert_eq!(lines(".ci/run", "#!/bin/sh\n# Nobody waits.\necho nobody\n"), [2]);
    }

    #[test]
    fn code_literals_and_code_spans_may_have_banned_words() {
        assert_eq!(lines("src/a.rs", "//! `nobody` is a user.\nlet nobody = \"nobody\";\n"), []);
        assert_eq!(lines("docs/a.md", "Not *`whoever`*.\n```\nnobody\n```\n"), []);
    }

    #[test]
    fn long_comment_lines_are_found_and_long_code_is_not() {
        let long = "x".repeat(107);
        assert_eq!(lines("src/a.rs", &format!("// {long}\n// {long}y\n")), [2]);
        assert_eq!(lines("src/a.rs", &format!("let a = \"{long}\"; // b\n    /// {long}\n")), [2]);
        assert_eq!(lines("src/a.rs", &format!("//! ```\n//! {long}\n//! ```\n")), [2]);
        assert_eq!(lines("Cargo.toml", &format!("a = \"{long}{long}\"\n# {long}zz\n# {long}z\n")), [2]);
    }

    #[test]
    fn long_page_lines_are_found_except_in_tables_links_and_fences() {
        let long = "x".repeat(111);
        assert_eq!(
            lines("docs/a.md", &format!("{long}\n\n| {long} |\n[a]({long})\n```\n{long}\n```\n")),
            [1]
        );
    }

    #[test]
    fn long_sentences_are_found_across_lines() {
        let (half, whole) = (words(20), words(40));
        assert_eq!(lines("src/a.rs", &format!("//! {half}\n//! {half}.\n")), []);
        assert_eq!(lines("src/a.rs", &format!("//! Short one.\n//! {half} more\n//! {half}.\n")), [2]);
        assert_eq!(lines("docs/a.md", &format!("{half} more\n{half}.\n{whole}?\n{whole}\n")), [1]);
    }

    #[test]
    fn paragraphs_items_and_other_comments_end_a_sentence() {
        let part = words(30);
        for text in [
            format!("//! {part}\n//!\n//! {part}\n"),
            format!("//! - {part}\n//! - {part}\n//! 1. {part}\n//! # {part}\n"),
            format!("/// {part}\nfn a() {{}}\n/// {part}\n// {part}\n"),
            format!("//! {part}\n//! ```text\n//! {part}\n//! {part}\n//! ```\n//! {part}\n"),
        ] {
            assert_eq!(lines("src/a.rs", &text), [], "{text}");
        }
        assert_eq!(lines("docs/a.md", &format!("| {part} | {part} |\n| {part} |\n")), []);
    }

    #[test]
    fn a_code_span_is_one_word() {
        let code = format!("`{}`", words(50));
        assert_eq!(lines("docs/a.md", &format!("{}\n{code}\n{}.\n", words(20), words(19))), []);
        assert_eq!(lines("docs/a.md", &format!("{}\n{code}\n{}.\n", words(20), words(20))), [1]);
    }

    #[test]
    fn types_that_share_a_name_in_a_crate_are_found() {
        let found = run(&[
            ("a/Cargo.toml", ""),
            ("a/src/x.rs", "pub(crate) struct Hit {\n}\n"),
            ("a/src/y.rs", "fn f() {}\n    enum Hit { A }\n"),
        ]);
        assert_eq!(found, ["a/src/y.rs:2: type `Hit` is also defined at a/src/x.rs:1"]);
    }

    #[test]
    fn types_of_other_crates_tests_and_examples_are_not_compared() {
        let found = run(&[
            ("a/Cargo.toml", ""),
            ("a/b/Cargo.toml", ""),
            ("a/src/x.rs", "struct Hit;\n"),
            ("a/src/y.rs", "// struct Hit;\n#[cfg(test)]\nmod tests {\n    struct Hit;\n}\n"),
            ("a/b/src/x.rs", "struct Hit;\n"),
            ("a/examples/x.rs", "struct Hit;\n"),
        ]);
        assert_eq!(found, Vec::<String>::new());
    }
}
