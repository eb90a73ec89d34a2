//! A stroke font drawn for this program, so that pictures need neither a font file nor a font library.
//!
//! Each glyph is a width and a path in a small notation on a grid where capitals are 14 high and small
//! letters 10: `M x,y` begins a line, `L x,y` continues it, `C x,y x,y x,y` is a cubic curve, `O x,y rx,ry`
//! an ellipse. The letters are stroked with round caps, as with a felt pen. Characters without a glyph appear
//! as a small box.

use super::Point;
use super::path::{Path, Verb};

/// Height of capitals on the grid.
const CAPITAL: f32 = 14.0;
/// Space between two glyphs on the grid.
const GAP: f32 = 3.4;

/// The width `[px]` of the pen for text whose capitals are `size` `[px]` high.
#[must_use]
pub fn pen_width(size: f32) -> f32 {
    size * 1.55 / CAPITAL
}

/// The length of a line of text `[px]` whose capitals are `size` `[px]` high.
#[must_use]
pub fn width(text: &str, size: f32) -> f32 {
    let units: f32 = text.chars().map(|c| glyph(c).0 + GAP).sum();
    (units - GAP).max(0.0) * size / CAPITAL
}

/// The lines of a text that starts at `origin` `[px]` on the base line, to be stroked.
#[must_use]
pub fn lines(text: &str, origin: Point, size: f32) -> Path {
    let unit = size / CAPITAL;
    let mut path = Path::default();
    let mut x = origin[0];
    for c in text.chars() {
        let (advance, strokes) = glyph(c);
        append(&mut path, strokes, |p| [x + p[0] * unit, origin[1] - p[1] * unit], unit);
        x += (advance + GAP) * unit;
    }
    path
}

fn append(path: &mut Path, strokes: &str, place: impl Fn(Point) -> Point, unit: f32) {
    let mut words = strokes.split_ascii_whitespace();
    let mut next = || words.next().map(point);
    // Each command is joined to its first point, so a word that starts with a letter begins a piece.
    while let Some((command, p)) = next() {
        let mut more = || next().map_or([0.0; 2], |(_, p)| p);
        match command {
            'M' => path.verbs.push(Verb::Move(place(p))),
            'C' => {
                let (second, end) = (more(), more());
                path.verbs.push(Verb::Cubic(place(p), place(second), place(end)));
            }
            'O' => {
                let half = more();
                path.ellipse(place(p), [half[0] * unit, half[1] * unit]);
            }
            _ => path.verbs.push(Verb::Line(place(p))),
        }
    }
}

/// Reads `M1,2` or `1,2`; the table below is the only input, and a test reads all of it.
fn point(word: &str) -> (char, Point) {
    let command = word.chars().next().filter(char::is_ascii_alphabetic);
    let numbers = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let (x, y) = numbers.split_once(',').unwrap_or((numbers, "0"));
    (command.unwrap_or(' '), [x.parse().unwrap_or(0.0), y.parse().unwrap_or(0.0)])
}

#[rustfmt::skip]
fn glyph(c: char) -> (f32, &'static str) {
    match c {
        ' ' => (4.0, ""),
        'a' => (8.0, "O4,5 4,5 M8,10 L8,0"),
        'b' => (8.0, "M0,14 L0,0 O4,5 4,5"),
        'c' => (7.6, "M7.6,8.3 C6.8,9.4 5.6,10 4.2,10 C1.6,10 0,7.8 0,5 C0,2.2 1.6,0 4.2,0 C5.6,0 6.8,.6 7.6,1.7"),
        'd' => (8.0, "O4,5 4,5 M8,14 L8,0"),
        'e' => (8.0, "M.1,5.2 L8,5.2 C8,8 6.4,10 4.1,10 C1.6,10 0,7.8 0,5 C0,2.2 1.7,0 4.2,0 C5.7,0 6.9,.6 7.7,1.7"),
        'f' => (5.0, "M5.4,13.8 C3.2,14.4 2,13.4 2,11 L2,0 M0,9.6 L4.8,9.6"),
        'g' => (8.0, "O4,5 4,5 M8,10 L8,0 C8,-3 6.4,-4.4 4,-4.4 C2.6,-4.4 1.4,-4 .6,-3.2"),
        'h' => (7.6, "M0,14 L0,0 M0,5.5 C0,8.3 1.7,10 4.2,10 C6.6,10 7.6,8.6 7.6,6 L7.6,0"),
        'i' => (0.6, "M.3,10 L.3,0 M.3,13.5 L.3,13.7"),
        'j' => (1.6, "M1.5,10 L1.5,-2.2 C1.5,-3.8 .7,-4.4 -.8,-4.3 M1.5,13.5 L1.5,13.7"),
        'k' => (7.0, "M0,14 L0,0 M6.6,10 L0,4 M2.6,6.3 L7,0"),
        'l' => (0.6, "M.3,14 L.3,0"),
        'm' => (12.0, "M0,10 L0,0 M0,6 C0,8.6 1.4,10 3.3,10 C5.2,10 6,8.8 6,6.5 L6,0 M6,6 C6,8.6 7.4,10 9.3,10 C11.2,10 12,8.8 12,6.5 L12,0"),
        'n' => (7.6, "M0,10 L0,0 M0,5.5 C0,8.3 1.7,10 4.2,10 C6.6,10 7.6,8.6 7.6,6 L7.6,0"),
        'o' => (8.4, "O4.2,5 4.2,5"),
        'p' => (8.0, "M0,10 L0,-4.4 O4,5 4,5"),
        'q' => (8.0, "O4,5 4,5 M8,10 L8,-4.4"),
        'r' => (4.2, "M0,10 L0,0 M0,5.5 C0,8.5 1.8,10.2 4.4,9.9"),
        's' => (7.0, "M6.6,8.4 C5.8,9.5 4.7,10 3.4,10 C1.6,10 .4,9 .4,7.5 C.4,4 6.9,6 6.9,2.6 C6.9,1 5.5,0 3.5,0 C2,0 .8,.6 0,1.8"),
        't' => (5.2, "M2.4,13 L2.4,2.6 C2.4,.8 3.2,0 5.2,.2 M0,9.6 L5,9.6"),
        'u' => (7.6, "M0,10 L0,4 C0,1.4 1.2,0 3.5,0 C6,0 7.6,1.8 7.6,4.6 M7.6,10 L7.6,0"),
        'v' => (8.0, "M0,10 L4,0 L8,10"),
        'w' => (12.0, "M0,10 L3,0 L6,9.6 L9,0 L12,10"),
        'x' => (7.4, "M0,10 L7.4,0 M7.4,10 L0,0"),
        'y' => (8.0, "M0,10 L4,.3 M8,10 L3.4,-2 C2.8,-3.8 2,-4.5 .2,-4.3"),
        'z' => (7.0, "M0,10 L7,10 L0,0 L7,0"),
        'A' => (10.0, "M0,0 L5,14 L10,0 M1.8,4.8 L8.2,4.8"),
        'B' => (8.8, "M0,0 L0,14 L4.6,14 C7,14 8.2,12.7 8.2,10.8 C8.2,8.8 7,7.5 4.6,7.5 L0,7.5 M4.6,7.5 C7.4,7.5 8.8,6 8.8,3.8 C8.8,1.5 7.4,0 4.6,0 L0,0"),
        'C' => (10.0, "M10,11.5 C9,13.1 7.5,14 5.7,14 C2.3,14 0,11 0,7 C0,3 2.3,0 5.7,0 C7.5,0 9,.9 10,2.5"),
        'D' => (9.8, "M0,0 L0,14 L3.6,14 C7.6,14 9.8,11.2 9.8,7 C9.8,2.8 7.6,0 3.6,0 L0,0"),
        'E' => (8.0, "M8,14 L0,14 L0,0 L8,0 M0,7.4 L7,7.4"),
        'F' => (8.0, "M8,14 L0,14 L0,0 M0,7.2 L7,7.2"),
        'G' => (10.4, "M10,11.5 C9,13.1 7.6,14 5.8,14 C2.3,14 0,11 0,7 C0,3 2.3,0 5.8,0 C8.5,0 10.4,1.8 10.4,5 L10.4,6.4 L6,6.4"),
        'H' => (9.0, "M0,14 L0,0 M9,14 L9,0 M0,7.3 L9,7.3"),
        'I' => (0.6, "M.3,14 L.3,0"),
        'J' => (6.0, "M6,14 L6,4 C6,1.4 5,0 3,0 C1.6,0 .6,.7 0,2"),
        'K' => (9.0, "M0,14 L0,0 M8.4,14 L0,5.4 M3.2,8.6 L9,0"),
        'L' => (7.4, "M0,14 L0,0 L7.4,0"),
        'M' => (12.0, "M0,0 L0,14 L6,4 L12,14 L12,0"),
        'N' => (9.4, "M0,0 L0,14 L9.4,0 L9.4,14"),
        'O' => (11.2, "O5.6,7 5.6,7"),
        'P' => (8.8, "M0,0 L0,14 L4.8,14 C7.4,14 8.8,12.4 8.8,10.2 C8.8,8 7.4,6.4 4.8,6.4 L0,6.4"),
        'Q' => (11.2, "O5.6,7 5.6,7 M6.6,3.6 L10.6,-1"),
        'R' => (9.0, "M0,0 L0,14 L4.8,14 C7.4,14 8.8,12.4 8.8,10.2 C8.8,8 7.4,6.4 4.8,6.4 L0,6.4 M4.6,6.4 L9,0"),
        'S' => (8.6, "M8.2,11.6 C7.4,13.2 6,14 4.3,14 C2,14 .6,12.6 .6,10.6 C.6,5.8 8.6,8.6 8.6,3.7 C8.6,1.4 6.9,0 4.4,0 C2.4,0 .9,.9 0,2.6"),
        'T' => (9.0, "M0,14 L9,14 M4.5,14 L4.5,0"),
        'U' => (9.2, "M0,14 L0,5 C0,1.8 1.8,0 4.6,0 C7.4,0 9.2,1.8 9.2,5 L9.2,14"),
        'V' => (9.6, "M0,14 L4.8,0 L9.6,14"),
        'W' => (14.4, "M0,14 L3.6,0 L7.2,13 L10.8,0 L14.4,14"),
        'X' => (8.8, "M0,14 L8.8,0 M8.8,14 L0,0"),
        'Y' => (9.2, "M0,14 L4.6,6.8 L9.2,14 M4.6,6.8 L4.6,0"),
        'Z' => (8.4, "M0,14 L8.4,14 L0,0 L8.4,0"),
        '0' => (8.0, "O4,7 4,7"),
        '1' => (8.0, "M1,11.2 L4.4,14 L4.4,0"),
        '2' => (8.0, "M.3,10.6 C.5,12.8 2,14 4.1,14 C6.3,14 7.7,12.6 7.7,10.5 C7.7,8.6 6.6,7.2 4.6,5 L.2,0 L8,0"),
        '3' => (8.0, "M.8,14 L7.4,14 L3.6,8.6 C6.4,8.6 8,6.8 8,4.3 C8,1.7 6.3,0 3.8,0 C2,0 .7,.8 0,2.2"),
        '4' => (8.0, "M6,0 L6,14 L0,4 L8.2,4"),
        '5' => (8.0, "M7.2,14 L1.6,14 L1,7.8 C1.9,8.6 2.9,9 4.1,9 C6.5,9 8,7.2 8,4.6 C8,1.8 6.3,0 3.8,0 C2.2,0 .8,.7 0,2"),
        '6' => (8.0, "O4,4.6 4,4.6 M0,4.8 C.2,9 2.4,12.4 5.8,14"),
        '7' => (8.0, "M0,14 L8,14 L3,0"),
        '8' => (8.0, "O4,10.6 3.3,3.4 O4,3.7 4,3.7"),
        '9' => (8.0, "O4,9.4 4,4.6 M8,9.2 C7.8,5 5.6,1.6 2.2,0"),
        '.' => (0.6, "M.3,.2 L.3,0"),
        ',' => (1.2, "M.9,.3 L.2,-2.4"),
        ':' => (0.6, "M.3,.2 L.3,0 M.3,8.2 L.3,8"),
        '-' => (5.0, "M0,6 L5,6"),
        '_' => (7.0, "M0,-1 L7,-1"),
        '/' => (6.0, "M0,-1.5 L6,15"),
        '(' => (3.4, "M3.4,15.4 C-1,11 -1,2.4 3.4,-2"),
        ')' => (3.4, "M0,15.4 C4.4,11 4.4,2.4 0,-2"),
        '%' => (12.0, "O2.6,11 2.6,3 O9.4,3 2.6,3 M10,14 L2,0"),
        '+' => (8.0, "M4,11 L4,3 M0,7 L8,7"),
        '=' => (8.0, "M0,9 L8,9 M0,5 L8,5"),
        '\'' => (0.6, "M.3,14 L.3,11"),
        '\u{b7}' => (3.0, "M1.5,6 L1.5,6.2"),
        '\u{d7}' => (7.0, "M0,10 L7,3 M7,10 L0,3"),
        _ => (7.0, "M0,0 L0,10 L7,10 L7,0 L0,0"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_glyph_stays_in_its_box() {
        for c in (' '..='~').chain(['\u{b7}', '\u{d7}', '\u{fffd}']) {
            let (advance, _) = glyph(c);
            for verb in lines(&c.to_string(), [0.0, 0.0], CAPITAL).verbs {
                let end = match verb {
                    Verb::Move(p) | Verb::Line(p) | Verb::Cubic(_, _, p) => p,
                    Verb::Close => continue,
                };
                assert!((-1.0..=advance + 0.5).contains(&end[0]), "{c}: {end:?} of {advance}");
                assert!((-15.5..=4.6).contains(&end[1]), "{c}: {end:?}");
            }
        }
    }

    #[test]
    fn all_words_of_the_table_are_points() {
        for c in ' '..='~' {
            for word in glyph(c).1.split_ascii_whitespace() {
                let numbers = word.trim_start_matches(['M', 'L', 'C', 'O']);
                let (x, y) = numbers.split_once(',').unwrap_or_else(|| panic!("{c}: {word}"));
                assert!(x.parse::<f32>().is_ok() && y.parse::<f32>().is_ok(), "{c}: {word}");
            }
        }
    }

    #[test]
    fn width_grows_with_text_and_size() {
        assert_eq!(width("", 10.0), 0.0);
        assert!(width("wall", 10.0) < width("wall1000", 10.0));
        assert!((width("rain", 28.0) / width("rain", 14.0) - 2.0).abs() < 1e-5);
    }
}
