//! Where `unsafe` may stand: a short list of files, each with the reason why it cannot do without.
//!
//! The compiler forbids it in crates that need none; this list covers the crates that need some.

use super::{Finding, Lists, Source, lists, scan};

pub(crate) fn check(sources: &[Source], lists: &Lists, findings: &mut Vec<Finding>) {
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
    }
    for (entry, used) in lists.unsafe_files.iter().zip(used) {
        if !used {
            let reason = format!("`{}` is listed for `unsafe` but has none: remove it", entry.path);
            findings.push(Finding::failure(lists::PATH, 1, reason));
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
        check(&[Source::new(path, text)], &Lists { unsafe_files, ..Lists::EMPTY }, &mut findings);
        findings.len()
    }

    const LISTED: &[Listed] = &[Listed { path: "x/src/lanes/", reason: "intrinsics" }];

    #[test]
    fn unsafe_is_found_outside_the_listed_folders() {
        let text = "fn a() {\n    unsafe { b() }\n}\n";
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
}
