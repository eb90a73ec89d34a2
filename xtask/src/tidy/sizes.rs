//! File sizes: beyond a few screens a file holds more than one idea.
//!
//! Test code does not count. The target is 150 to 500 lines.

use super::{Finding, Lists, Source};

/// A file above this many lines is a warning.
pub(crate) const WARN_LINES: usize = 800;
/// A file above this many lines fails unless it is listed with a reason.
pub(crate) const FAIL_LINES: usize = 1200;

pub(crate) fn check(sources: &[Source], lists: &Lists, findings: &mut Vec<Finding>) {
    for source in sources.iter().filter(|source| !lists.is_generated(&source.path)) {
        let count = source.engine_line_count();
        let listed = lists.long_files.iter().any(|entry| entry.path == source.path);
        if listed && count <= FAIL_LINES {
            let reason = format!("is listed as a long file but has {count} lines: remove it from the list");
            findings.push(Finding::failure(&source.path, 1, reason));
        } else if !listed && count > FAIL_LINES {
            findings.push(Finding::failure(&source.path, 1, format!("{count} lines, at most {FAIL_LINES}")));
        } else if !listed && count > WARN_LINES {
            findings.push(Finding::warning(
                &source.path,
                1,
                format!("{count} lines, aim below {WARN_LINES}"),
            ));
        }
    }
    for entry in lists.long_files {
        if !sources.iter().any(|source| source.path == entry.path) {
            findings.push(Finding::failure(
                super::lists::PATH,
                1,
                format!("long file `{}` does not exist", entry.path),
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::lists::Listed;

    fn file(lines: usize, test_lines: usize) -> Source {
        let tests = "    let a = 1;\n".repeat(test_lines);
        Source::new(
            "src/a.rs",
            &format!("{}#[cfg(test)]\nmod tests {{\n{tests}}}\n", "let a = 1;\n".repeat(lines)),
        )
    }

    fn run(source: Source, long_files: &'static [Listed]) -> Vec<bool> {
        let mut findings = Vec::new();
        check(&[source], &Lists { long_files, ..Lists::EMPTY }, &mut findings);
        findings.iter().map(Finding::is_failure).collect()
    }

    #[test]
    fn long_files_warn_and_then_fail_and_tests_do_not_count() {
        assert_eq!(run(file(800, 5000), &[]), []);
        assert_eq!(run(file(801, 0), &[]), [false]);
        assert_eq!(run(file(1200, 0), &[]), [false]);
        assert_eq!(run(file(1201, 0), &[]), [true]);
    }

    #[test]
    fn a_listed_file_may_be_long_but_must_need_it() {
        const LISTED: &[Listed] = &[Listed { path: "src/a.rs", reason: "a table" }];
        assert_eq!(run(file(1201, 0), LISTED), []);
        assert_eq!(run(file(1200, 0), LISTED), [true]);
        const STALE: &[Listed] = &[Listed { path: "src/b.rs", reason: "a table" }];
        assert_eq!(run(file(10, 0), STALE), [true]);
    }
}
