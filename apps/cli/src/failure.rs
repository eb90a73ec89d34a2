//! Errors of a command, and the exit code of the program.
//!
//! Exit code 2: wrong input of the user (an argument, a scene name, the content of a file). Exit code 1:
//! every other error, such as a full disk.

use crate::files::{FileError, Problem};
use crate::plain;
use cairn2d_lua::ScriptError;
use cairn2d_scenes::SceneError;
use std::fmt;
use std::path::Path;

/// A failed command.
#[derive(Debug)]
pub enum Failure {
    /// Wrong input of the user; the text has the error and its position.
    Input(String),
    /// Any other error.
    Other(anyhow::Error),
}

impl Failure {
    /// The exit code of the program.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Input(_) => 2,
            Self::Other(_) => 1,
        }
    }

    /// An error in the content of a file: its path, the place, the reason and the line itself.
    #[must_use]
    pub fn in_file(path: &Path, text: &str, error: &SceneError) -> Self {
        let mut message = format!("{}: {}", plain::path(path), plain::message(error.reason()));
        let place = error.place().map(|p| format!("line {}, column {}", p.line, p.column));
        let at: Vec<String> = [Some(plain::message(error.path())), place]
            .into_iter()
            .flatten()
            .filter(|s| !s.is_empty())
            .collect();
        if !at.is_empty() {
            message.push_str(&format!("\n  at {}", at.join(", ")));
        }
        if let Some(place) = error.place() {
            message.push_str(&excerpt(text, place.line, place.column));
        }
        Self::Input(message)
    }

    /// An error of a script: its path, the reason, the line and its text.
    #[must_use]
    pub fn in_script(path: &Path, text: &str, error: &ScriptError) -> Self {
        let mut message = format!("{}: {}", plain::path(path), plain::message(&error.message));
        if let Some(line) = error.line {
            message.push_str(&format!("\n  at line {line}"));
            let content = text.lines().nth(line as usize - 1).unwrap_or_default();
            let indent = content.len() - content.trim_start().len();
            message.push_str(&excerpt(text, line as usize, indent + 1));
        }
        Self::Input(message)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(message) => f.write_str(message),
            // The alternate form is the whole chain of causes in one line.
            Self::Other(error) => write!(f, "{error:#}"),
        }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Other(error)
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        match error.problem() {
            Problem::Write(_) => Self::Other(anyhow::anyhow!("{error}")),
            _ => Self::Input(error.to_string()),
        }
    }
}

/// The line of a file with a mark under the column (both from 1, the column in bytes), cut to what fits a
/// terminal.
fn excerpt(text: &str, line: usize, column: usize) -> String {
    const BEFORE: usize = 40;
    const AFTER: usize = 36;
    let Some(content) = line.checked_sub(1).and_then(|i| text.lines().nth(i)) else { return String::new() };
    let at = column.saturating_sub(1);
    let before: Vec<char> = content.char_indices().take_while(|&(i, _)| i < at).map(|(_, c)| c).collect();
    let skipped = before.len().saturating_sub(BEFORE);
    let shown: String = content.chars().skip(skipped).take(BEFORE + AFTER).map(blanked).collect();
    let number = line.to_string();
    let margin = " ".repeat(number.len());
    let mark = " ".repeat(before.len() - skipped);
    format!("\n {number} | {shown}\n {margin} | {mark}^")
}

/// Replaces control characters, which a terminal would obey, and keeps each character one column wide.
fn blanked(c: char) -> char {
    if plain::line(c.encode_utf8(&mut [0; 4])).len() == c.len_utf8() { c } else { ' ' }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpt_points_at_the_column() {
        let text = "{\n  \"version\": 7\n}";
        assert_eq!(excerpt(text, 2, 14), "\n 2 |   \"version\": 7\n   |              ^");
    }

    #[test]
    fn excerpt_of_a_long_line_is_cut_around_the_column() {
        let line = format!("{}X{}", "a".repeat(500), "b".repeat(500));
        let shown = excerpt(&line, 1, 501);
        let rows: Vec<&str> = shown.lines().collect();
        assert!(rows.iter().all(|r| r.len() < 90), "{shown}");
        assert_eq!(rows[1].find('X'), rows[2].find('^'), "{shown}");
    }

    #[test]
    fn positions_outside_the_text_do_not_panic() {
        assert_eq!(excerpt("a", 9, 1), "");
        assert_eq!(excerpt("a", 0, 0), "");
        assert!(excerpt("\u{e4}\u{1b}b", 1, 99).ends_with('^'));
    }
}
