//! A lexer just deep enough to blank out what is not code.
//!
//! Comments and the contents of string and character literals become spaces; every line keeps its number and
//! every character its column. Follows the lexical structure chapter of the Rust reference (comments,
//! literals, raw strings, lifetimes); what it leaves out (shebangs, doc attributes) does not occur here.

/// The code of `text` alone, with the same lines and columns.
pub(crate) fn mask(text: &str) -> String {
    Scanner::run(text).code
}

/// The comments of `text` alone, with their markers and with the same lines and columns.
pub(crate) fn comments(text: &str) -> String {
    Scanner::run(text).comments
}

/// Whether a character can be part of an identifier or number.
pub(crate) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The identifiers, keywords and numbers of a masked text with their byte offsets.
pub(crate) fn words(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + code[at..].find(is_word)?;
        let length = code[start..].find(|c| !is_word(c)).unwrap_or(code.len() - start);
        at = start + length;
        Some((start, &code[start..at]))
    })
}

/// The byte offset of the bracket that closes the one at `open`, or the end of the text if none does.
pub(crate) fn matching(code: &str, open: usize) -> usize {
    let mut depth = 0usize;
    for (offset, c) in code[open..].char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => continue,
        }
        if depth == 0 {
            return open + offset;
        }
    }
    code.len()
}

/// The 1-based line of a byte offset.
pub(crate) fn line_of(code: &str, offset: usize) -> usize {
    1 + code[..offset.min(code.len())].matches('\n').count()
}

struct Scanner {
    chars: Vec<char>,
    code: String,
    comments: String,
    at: usize,
}

impl Scanner {
    fn run(text: &str) -> Scanner {
        let mut scanner = Scanner {
            chars: text.chars().collect(),
            code: String::with_capacity(text.len()),
            comments: String::with_capacity(text.len()),
            at: 0,
        };
        while scanner.at < scanner.chars.len() {
            scanner.token();
        }
        scanner
    }

    fn peek(&self, ahead: usize) -> char {
        self.chars.get(self.at + ahead).copied().unwrap_or('\0')
    }

    fn keep(&mut self, count: usize) {
        let end = (self.at + count).min(self.chars.len());
        self.code.extend(&self.chars[self.at..end]);
        self.comments.extend(self.chars[self.at..end].iter().map(|&c| blank(c)));
        self.at = end;
    }

    /// Takes characters of a literal, which belong to neither output.
    fn literal(&mut self, count: usize) {
        let end = (self.at + count).min(self.chars.len());
        for &c in &self.chars[self.at..end] {
            self.code.push(blank(c));
            self.comments.push(blank(c));
        }
        self.at = end;
    }

    fn comment(&mut self, count: usize) {
        let end = (self.at + count).min(self.chars.len());
        self.code.extend(self.chars[self.at..end].iter().map(|&c| blank(c)));
        self.comments.extend(&self.chars[self.at..end]);
        self.at = end;
    }

    fn token(&mut self) {
        match (self.peek(0), self.peek(1)) {
            ('/', '/') => self.line_comment(),
            ('/', '*') => self.block_comment(),
            ('"', _) => self.string(),
            ('\'', _) => self.quote(),
            (c, _) if is_word(c) => self.word(),
            _ => self.keep(1),
        }
    }

    fn line_comment(&mut self) {
        while self.at < self.chars.len() && self.peek(0) != '\n' {
            self.comment(1);
        }
    }

    fn block_comment(&mut self) {
        let mut depth = 0usize;
        while self.at < self.chars.len() {
            match (self.peek(0), self.peek(1)) {
                ('/', '*') => depth += 1,
                ('*', '/') => depth -= 1,
                _ => {
                    self.comment(1);
                    continue;
                }
            }
            self.comment(2);
            if depth == 0 {
                return;
            }
        }
    }

    fn string(&mut self) {
        self.keep(1);
        while self.at < self.chars.len() {
            match self.peek(0) {
                '\\' => self.literal(2),
                '"' => return self.keep(1),
                _ => self.literal(1),
            }
        }
    }

    /// A character literal or, when no second quote follows where one must, a lifetime or label.
    fn quote(&mut self) {
        if self.peek(1) != '\\' && self.peek(2) != '\'' {
            return self.keep(1);
        }
        self.keep(1);
        while self.at < self.chars.len() {
            match self.peek(0) {
                '\\' => self.literal(2),
                '\'' => return self.keep(1),
                _ => self.literal(1),
            }
        }
    }

    /// An identifier, keyword or number, and the literal that it may be the prefix of.
    fn word(&mut self) {
        let length = (0..).take_while(|&ahead| is_word(self.peek(ahead))).count();
        let prefix: String = self.chars[self.at..self.at + length].iter().collect();
        self.keep(length);
        match prefix.as_str() {
            "r" | "br" | "cr" => self.raw_string(),
            "b" if self.peek(0) == '\'' => self.quote(),
            _ => {}
        }
    }

    /// A raw string after its prefix; anything else (a raw identifier, a variable named `r`) is left alone.
    fn raw_string(&mut self) {
        let hashes = (0..).take_while(|&ahead| self.peek(ahead) == '#').count();
        if self.peek(hashes) != '"' {
            return;
        }
        self.keep(hashes + 1);
        while self.at < self.chars.len() {
            if self.peek(0) == '"' && (1..=hashes).all(|ahead| self.peek(ahead) == '#') {
                return self.keep(hashes + 1);
            }
            self.literal(1);
        }
    }
}

/// A space in place of a character; line breaks stay.
fn blank(c: char) -> char {
    if c == '\n' { '\n' } else { ' ' }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_become_spaces_of_the_same_length() {
        assert_eq!(mask("a // b\nc"), "a     \nc");
        assert_eq!(mask("a /* b /* c */ d */ e"), "a                   e");
        assert_eq!(mask(r#"f("a\"b", x)"#), r#"f("    ", x)"#);
        assert_eq!(mask("r#\"a\"b\"# c"), "r#\"   \"# c");
        assert_eq!(mask("br\"\\\" c"), "br\" \" c");
        assert_eq!(mask("\"a\nb\""), "\" \n \"");
    }

    #[test]
    fn comments_keep_their_places_and_literals_are_not_comments() {
        assert_eq!(comments("a // b\nc"), "  // b\n ");
        assert_eq!(comments("a /* b\nc */ d"), "  /* b\nc */  ");
        assert_eq!(comments("f(\"// a\", '/') // b"), "               // b");
    }

    #[test]
    fn lifetimes_are_not_character_literals() {
        assert_eq!(mask("fn f<'a>(x: &'a str) {}"), "fn f<'a>(x: &'a str) {}");
        assert_eq!(mask("['{', '\\'', b'}', '\\u{7f}']"), "[' ', '  ', b' ', '      ']");
    }

    #[test]
    fn raw_identifiers_and_unclosed_literals_do_not_swallow_the_rest() {
        assert_eq!(mask("r#fn + r"), "r#fn + r");
        assert_eq!(mask("\"abc"), "\"   ");
        assert_eq!(mask("/* abc"), "      ");
    }

    #[test]
    fn words_carry_their_offsets() {
        let found: Vec<_> = words("a_1 + b(c)").collect();
        assert_eq!(found, [(0, "a_1"), (6, "b"), (8, "c")]);
    }

    #[test]
    fn brackets_match_across_kinds() {
        assert_eq!(matching("x(a[b{c}])d", 1), 9);
        assert_eq!(matching("(a", 0), 2);
        assert_eq!(line_of("a\nb\nc", 4), 3);
    }
}
