//! Maps of the MovingAI benchmark (`type octile`), the format in which grid maps are exchanged.

use crate::{Cell, Grid, PathError};

/// Longest text that is read \[bytes\].
const MAX_TEXT: usize = 1 << 29;

impl Grid {
    /// Reads a map of the MovingAI format: `type octile`, `height` and `width`, `map`, then one line a row.
    /// Cells `.`, `G` and `S` are open; all others are blocked. [`from_map_with`](Self::from_map_with)
    /// decides otherwise.
    ///
    /// # Errors
    /// [`PathError::Map`] with the line and the reason, or [`PathError::Size`].
    ///
    /// # Examples
    /// ```
    /// use cairn2d_path::{Cell, Grid};
    ///
    /// let grid = Grid::from_map("type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n")?;
    /// assert!(!grid.is_open(Cell::new(1, 0)));
    /// assert!(grid.is_open(Cell::new(1, 1)));
    /// # Ok::<(), cairn2d_path::PathError>(())
    /// ```
    pub fn from_map(text: &str) -> Result<Self, PathError> {
        Self::from_map_with(text, |letter| matches!(letter, b'.' | b'G' | b'S'))
    }

    /// Reads a map of the MovingAI format whose open cells are those with a letter for which `is_open`
    /// returns `true`. A map with several terrains gives one grid for each kind of unit: ground for
    /// walkers, `W` for ships.
    ///
    /// # Errors
    /// As [`from_map`](Self::from_map).
    ///
    /// # Examples
    /// ```
    /// use cairn2d_path::{Cell, Grid};
    ///
    /// let sea = Grid::from_map_with("type octile\nheight 1\nwidth 3\nmap\n.WW\n", |letter| letter == b'W')?;
    /// assert!(!sea.is_open(Cell::new(0, 0)) && sea.is_open(Cell::new(1, 0)));
    /// # Ok::<(), cairn2d_path::PathError>(())
    /// ```
    pub fn from_map_with(text: &str, is_open: impl Fn(u8) -> bool) -> Result<Self, PathError> {
        let wrong = |line: usize, reason| Err(PathError::Map { line, reason });
        if text.len() > MAX_TEXT {
            return wrong(1, "the text is longer than 512 MiB");
        }
        let (mut width, mut height) = (None, None);
        let mut lines = text.lines().enumerate();
        loop {
            let Some((index, line)) = lines.next() else {
                return wrong(text.lines().count() + 1, "the map ends before its rows");
            };
            let mut words = line.split_ascii_whitespace();
            match (words.next(), words.next()) {
                (None, _) => {}
                (Some("map"), None) => break,
                (Some("type"), Some("octile")) => {}
                (Some("type"), _) => return wrong(index + 1, "the type is not octile"),
                (Some(key @ ("width" | "height")), Some(value)) => {
                    let Ok(value) = value.parse::<u32>() else {
                        return wrong(index + 1, "the size is not a number");
                    };
                    *(if key == "width" { &mut width } else { &mut height }) = Some(value);
                }
                _ => return wrong(index + 1, "expected type, height, width or map"),
            }
        }
        let (Some(width), Some(height)) = (width, height) else {
            return wrong(text.lines().count(), "the width or the height is missing");
        };
        // A header alone must not cost the memory of the largest grid.
        if u64::from(width) * u64::from(height) > text.len() as u64 {
            return wrong(text.lines().count(), "the map has fewer cells than its size");
        }
        let mut rows = Vec::new();
        for _ in 0..height {
            let Some((index, line)) = lines.next() else {
                return wrong(text.lines().count() + 1, "a row is missing");
            };
            if line.len() != width as usize {
                return wrong(index + 1, "the row has another length than the width");
            }
            rows.push(line.as_bytes());
        }
        Self::from_fn(width, height, |Cell { x, y }| is_open(rows[y as usize][x as usize]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_maps_name_the_line() {
        for (text, line) in [
            ("", 1),
            ("type quad\n", 1),
            ("type octile\nheight x\n", 2),
            ("type octile\nheight 1\nmap\n.\n", 4),
            ("type octile\nheight 2\nwidth 2\nmap\n..\n", 6),
            ("type octile\nheight 2\nwidth 2\nmap\n..\n...\n", 6),
            ("type octile\nheight 30000\nwidth 8000\nmap\n", 4),
            // A product that is zero in 32 bits.
            ("type octile\nheight 65536\nwidth 65536\nmap\n", 4),
            ("speed 3\n", 1),
        ] {
            match Grid::from_map(text) {
                Err(PathError::Map { line: found, .. }) => assert_eq!(found, line, "{text:?}"),
                other => panic!("{text:?} gives {other:?}"),
            }
        }
        assert!(matches!(Grid::from_map("height 0\nwidth 2\nmap\n"), Err(PathError::Size { .. })));
    }
}
