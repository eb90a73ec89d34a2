//! Escapes text from outside (scene names, file names, messages of other programs) for a terminal.
//!
//! The windowed program includes this file too, so it uses the standard library only. Invariant: the output
//! has no control character but the newlines of [`lines`], and no character that reorders or hides text.

use std::fmt::Write as _;
use std::path::Path;

/// Printed characters of a name; longer names are cut.
const LONGEST_NAME: usize = 200;

/// Printed characters of a message.
const LONGEST_MESSAGE: usize = 3000;

/// Returns a name as one line: control characters are escaped as `\u{1b}`, and a long name is cut.
#[must_use]
pub fn line(text: &str) -> String {
    cut(text, LONGEST_NAME)
}

/// Returns a message as [`line()`] does; it may be longer than a name.
#[must_use]
pub fn message(text: &str) -> String {
    cut(text, LONGEST_MESSAGE)
}

fn cut(text: &str, longest: usize) -> String {
    let mut out = String::new();
    for (count, c) in text.chars().enumerate() {
        if count == longest {
            out.push('…');
            break;
        }
        push(&mut out, c);
    }
    out
}

/// Returns a path as [`line()`] does.
#[must_use]
pub fn path(path: &Path) -> String {
    line(&path.to_string_lossy())
}

/// Returns text of several lines: newlines stay, other control characters are escaped as by [`line()`], and
/// the text is not cut.
#[must_use]
pub fn lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '\n' { out.push(c) } else { push(&mut out, c) }
    }
    out
}

/// Returns JSON with the same characters escaped as in JSON strings; the value stays the same.
#[must_use]
pub fn json(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '\n' || !obeyed(c) {
            out.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\u{unit:04x}");
        }
    }
    out
}

fn push(out: &mut String, c: char) {
    match c {
        '\n' | '\r' | '\t' => out.extend(c.escape_default()),
        c if obeyed(c) => out.extend(c.escape_unicode()),
        c => out.push(c),
    }
}

/// Whether a terminal obeys the character instead of printing it, or may print nothing.
fn obeyed(c: char) -> bool {
    // Besides C0 and C1: direction marks, joiners and other invisible characters, line separators, and tags.
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
        || matches!(c, '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(line("a\u{1b}[31mb\u{9b}2J\u{7f}"), "a\\u{1b}[31mb\\u{9b}2J\\u{7f}");
        assert_eq!(line("two\nlines\r\u{202e}x"), "two\\nlines\\r\\u{202e}x");
        assert_eq!(lines("two\nlines\u{7}"), "two\nlines\\u{7}");
        assert_eq!(line("ball <&> \u{e4} ·"), "ball <&> \u{e4} ·");
    }

    #[test]
    fn long_names_are_truncated() {
        assert_eq!(line(&"a".repeat(1_000_000)).chars().count(), LONGEST_NAME + 1);
    }

    #[test]
    fn escaped_json_parses_to_the_same_value() {
        let value = serde_json::json!({ "name": "\u{9b}2J\u{1b}[0m\u{7f}\u{202e}\u{e0041} \u{1f600}" });
        let text = json(&format!("{value:#}"));
        assert!(!text.chars().any(|c| c != '\n' && obeyed(c)), "{text:?}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }
}
