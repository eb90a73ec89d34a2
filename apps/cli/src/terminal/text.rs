//! Cells as text, for pipes and tests.

use ratatui_core::buffer::Buffer;
use ratatui_core::style::{Color, Modifier, Style};

/// The rows of a buffer without trailing blanks, each ended by a newline; optionally with terminal color
/// codes.
#[must_use]
pub fn text(buffer: &Buffer, with_colors: bool) -> String {
    let width = usize::from(buffer.area.width).max(1);
    let mut out = String::new();
    for row in buffer.content.chunks(width) {
        let end = row.iter().rposition(|cell| cell.symbol() != " ").map_or(0, |last| last + 1);
        let mut style = Style::reset();
        for cell in &row[..end] {
            if with_colors && cell.symbol() != " " && !same(style, cell.style()) {
                style = cell.style();
                out.push_str(&escape(style));
            }
            out.push_str(cell.symbol());
        }
        if !same(style, Style::reset()) {
            out.push_str("\x1b[0m");
        }
        out.push('\n');
    }
    out
}

fn same(a: Style, b: Style) -> bool {
    a.fg == b.fg && a.add_modifier == b.add_modifier
}

/// The code that sets a style, whatever the one before (ECMA-48, select graphic rendition).
fn escape(style: Style) -> String {
    let mut codes = String::from("0");
    if style.add_modifier.contains(Modifier::BOLD) {
        codes.push_str(";1");
    }
    if style.add_modifier.contains(Modifier::DIM) {
        codes.push_str(";2");
    }
    if let Some(Color::Indexed(index)) = style.fg {
        codes.push_str(&format!(";38;5;{index}"));
    }
    format!("\x1b[{codes}m")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui_core::layout::Rect;

    #[test]
    fn rows_lose_their_blank_ends_and_colors_are_switched_off_again() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 6, 2));
        buffer.set_string(1, 0, "ab", Style::new().fg(Color::Indexed(37)));
        buffer.set_string(4, 0, "c", Style::new().add_modifier(Modifier::BOLD));
        assert_eq!(text(&buffer, false), " ab c\n\n");
        assert_eq!(text(&buffer, true), " \x1b[0;38;5;37mab \x1b[0;1mc\x1b[0m\n\n");
    }
}
