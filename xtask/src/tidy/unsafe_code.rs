//! Files that may contain `unsafe`, each with the reason.
//!
//! The compiler forbids it in crates that need none; this list covers the crates that need some.
//! `docs/unsafe.md` names each listed file, and a `SAFETY` comment states the facts that each block relies
//! on. Clippy requires the comment too, but only in the workspaces that it checks.

use super::{Finding, Lists, Source, lists, scan};

/// The page that explains the list.
pub(crate) const DOCUMENT: &str = "docs/unsafe.md";

/// Lines above a block in which its comment may begin \[-\]; a statement before the block may be long.
const REACH: usize = 12;

pub(crate) fn check(sources: &[Source], lists: &Lists, document: &str, findings: &mut Vec<Finding>) {
    let mut used = vec![false; lists.unsafe_files.len()];
    for source in sources {
        let entry = lists.unsafe_files.iter().position(|entry| covers(entry.path, &source.path));
        let place = scan::words(&source.code).find(|&(_, word)| word == "unsafe");
        match (place, entry) {
            (Some(_), Some(entry)) => used[entry] = true,
            (Some((offset, _)), None) => {
                let reason = "`unsafe` in a file that is not listed for it in xtask/src/tidy/lists.rs";
                findings.push(Finding::failure(&source.path, scan::line_of(&source.code, offset), reason));
            }
            (None, _) => {}
        }
        check_comments(source, findings);
    }
    for (entry, used) in lists.unsafe_files.iter().zip(used) {
        if !used {
            let reason = format!("`{}` is listed for `unsafe` but has none: remove it", entry.path);
            findings.push(Finding::failure(lists::PATH, 1, reason));
        }
        if !document.contains(&format!("`{}`", entry.path)) {
            let reason = format!("`{}` has unsafe code and is not named in {DOCUMENT}", entry.path);
            findings.push(Finding::failure(DOCUMENT, 1, reason));
        }
    }
}

/// Every unsafe block and implementation has a `SAFETY` comment a little above it, or on its line.
fn check_comments(source: &Source, findings: &mut Vec<Finding>) {
    let lines: Vec<&str> = source.text.lines().collect();
    for (offset, word) in scan::words(&source.code) {
        let next = source.code[offset..].strip_prefix("unsafe").unwrap_or_default().trim_start();
        if word != "unsafe" || !(next.starts_with('{') || next.starts_with("impl")) {
            continue;
        }
        let line = scan::line_of(&source.code, offset);
        let near = &lines[line.saturating_sub(1 + REACH)..line];
        if !near.iter().any(|text| text.contains("SAFETY:")) {
            let reason = "unsafe code without a `SAFETY:` comment above it";
            findings.push(Finding::failure(&source.path, line, reason));
        }
    }
}

/// A listed path that ends with `/` covers the folder.
fn covers(listed: &str, path: &str) -> bool {
    if listed.ends_with('/') { path.starts_with(listed) } else { path == listed }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::lists::Listed;

    fn run(path: &str, text: &str, unsafe_files: &'static [Listed]) -> usize {
        let mut findings = Vec::new();
        let document = "`x/src/lanes/` is listed";
        check(&[Source::new(path, text)], &Lists { unsafe_files, ..Lists::EMPTY }, document, &mut findings);
        findings.len()
    }

    const LISTED: &[Listed] = &[Listed { path: "x/src/lanes/", reason: "intrinsics" }];

    #[test]
    fn unsafe_is_found_outside_the_listed_folders() {
        let text = "fn a() {\n    // SAFETY: none needed.\n    unsafe { b() }\n}\n";
        assert_eq!(run("x/src/a.rs", text, &[]), 1);
        assert_eq!(run("x/src/lanes/sse2.rs", text, LISTED), 0);
        assert_eq!(run("x/src/lanes.rs", text, LISTED), 2, "the file is not covered and the entry is stale");
    }

    #[test]
    fn lint_names_and_comments_are_not_unsafe_code() {
        let text = "#![forbid(unsafe_code)]\n// no unsafe here\nfn a() -> &str { \"unsafe\" }\n";
        assert_eq!(run("x/src/a.rs", text, &[]), 0);
        assert_eq!(run("x/src/lanes/a.rs", text, LISTED), 1, "a stale entry");
    }

    #[test]
    fn unsafe_code_is_explained_and_its_file_documented() {
        let bare = "fn a() {\n    unsafe { b() }\n}\nunsafe impl Sync for A {}\nunsafe fn c() {}\n";
        assert_eq!(run("x/src/lanes/a.rs", bare, LISTED), 2, "a block and an implementation");
        let explained = "// SAFETY: b asks for nothing.\nlet a =\n    unsafe { b() };\n";
        assert_eq!(run("x/src/lanes/a.rs", explained, LISTED), 0);
        const OTHER: &[Listed] = &[Listed { path: "y/src/", reason: "not in the document" }];
        assert_eq!(run("y/src/a.rs", explained, OTHER), 1);
    }
}
