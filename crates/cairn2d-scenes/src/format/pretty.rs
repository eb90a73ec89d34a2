//! Formats JSON: values that fit on a line stay on one line.
//!
//! serde_json's own pretty form puts every number of a point on its own line. This takes compact JSON, keeps
//! every token (so no number changes), and only inserts line breaks and spaces.

use core::ops::Range;

const LINE_WIDTH: usize = 120;
const INDENT: usize = 2;

/// Returns well-formed compact JSON with line breaks, spaces and a newline at the end.
pub(super) fn pretty(compact: &str) -> String {
    let layout = Layout { text: compact, ends: container_ends(compact.as_bytes()) };
    let mut out = String::with_capacity(compact.len() * 2);
    layout.write_value(0..compact.len(), 0, &mut out);
    out.push('\n');
    out
}

struct Layout<'a> {
    text: &'a str,
    /// For the position of each opening bracket, the position after its closing one; 0 elsewhere.
    ends: Vec<usize>,
}

fn container_ends(bytes: &[u8]) -> Vec<usize> {
    let mut ends = vec![0; bytes.len()];
    let mut open = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                at = string_end(bytes, at);
                continue;
            }
            b'{' | b'[' => open.push(at),
            b'}' | b']' => {
                if let Some(start) = open.pop() {
                    ends[start] = at + 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    ends
}

fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

impl Layout<'_> {
    /// Writes the value at a range of positions, starting on a line that is indented already.
    fn write_value(&self, range: Range<usize>, indent: usize, out: &mut String) {
        let text = &self.text[range.clone()];
        if self.ends[range.start] == 0 || indent * INDENT + text.len() <= LINE_WIDTH {
            write_inline(text, out);
            return;
        }
        out.push_str(&text[..1]);
        let last = range.end - 1;
        let mut at = range.start + 1;
        while at < last {
            let end = self.item_end(at);
            new_line(indent + 1, out);
            if text.starts_with('{') {
                let value = string_end(self.text.as_bytes(), at) + 1;
                out.push_str(&self.text[at..value]);
                out.push(' ');
                at = value;
            }
            self.write_value(at..end, indent + 1, out);
            if end < last {
                out.push(',');
            }
            at = end + 1;
        }
        new_line(indent, out);
        out.push_str(&text[text.len() - 1..]);
    }

    /// Returns the position of the comma or bracket that ends the item that starts at `at`.
    fn item_end(&self, mut at: usize) -> usize {
        let bytes = self.text.as_bytes();
        loop {
            match bytes[at] {
                b'"' => at = string_end(bytes, at),
                b'{' | b'[' => at = self.ends[at],
                b',' | b'}' | b']' => return at,
                _ => at += 1,
            }
        }
    }
}

fn new_line(indent: usize, out: &mut String) {
    out.push('\n');
    for _ in 0..indent * INDENT {
        out.push(' ');
    }
}

/// Writes compact JSON on one line, with spaces after commas and colons and inside braces.
fn write_inline(text: &str, out: &mut String) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let end = if bytes[at] == b'"' { string_end(bytes, at) } else { at + 1 };
        match bytes[at] {
            b'{' if bytes[end] != b'}' => out.push_str("{ "),
            b'}' if bytes[at - 1] != b'{' => out.push_str(" }"),
            b',' => out.push_str(", "),
            b':' => out.push_str(": "),
            _ => out.push_str(&text[at..end]),
        }
        at = end;
    }
}

#[cfg(test)]
mod tests {
    use super::pretty;

    #[test]
    fn keeps_short_values_on_a_line_and_breaks_long_ones() {
        assert_eq!(
            pretty(r#"{"a":[1,-2.50],"b":{},"c":"x,{\"y"}"#),
            "{ \"a\": [1, -2.50], \"b\": {}, \"c\": \"x,{\\\"y\" }\n"
        );
        let long = "x".repeat(100);
        let text = format!(r#"{{"name":"{long}","points":[[1,2],[3,4]],"empty":[]}}"#);
        let wanted =
            format!("{{\n  \"name\": \"{long}\",\n  \"points\": [[1, 2], [3, 4]],\n  \"empty\": []\n}}\n");
        assert_eq!(pretty(&text), wanted);
    }

    #[test]
    fn changes_nothing_but_white_space() {
        let items: Vec<String> = (0..60).map(|n| format!(r#"{{"k\\{n}":[{n}.5,"é, [",null]}}"#)).collect();
        let compact = format!("[{}]", items.join(","));
        let laid_out = pretty(&compact);
        let before: serde_json::Value = serde_json::from_str(&compact).unwrap();
        let after: serde_json::Value = serde_json::from_str(&laid_out).unwrap();
        assert_eq!(before, after);
        assert!(laid_out.lines().count() > 60);
    }
}
