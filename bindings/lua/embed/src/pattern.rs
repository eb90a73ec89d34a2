//! Patterns of Lua strings, matched within a budget.
//!
//! The matcher of `lstrlib.c` takes exponential time for some patterns and counts no instructions. This one
//! follows the same rules (section 6.4.1 of the manual of Lua 5.4), and pays for every step.

/// Captures of one pattern at most, as in Lua.
const MOST_CAPTURES: usize = 32;
/// Nested calls of the matcher at most, as in Lua.
const DEEPEST: u32 = 200;

/// Why there is no answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The pattern is not one.
    Malformed(&'static str),
    /// The budget is used up.
    TooLong,
}

/// A capture: a part of the text, or a place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Capture {
    Part(usize, usize),
    Place(usize),
}

#[derive(Clone, Copy)]
enum Length {
    Open,
    Place,
    Known(usize),
}

/// A text, a pattern and the steps that are left.
pub(crate) struct Matcher<'a> {
    text: &'a [u8],
    pattern: &'a [u8],
    captures: Vec<(usize, Length)>,
    depth: u32,
    pub(crate) steps: u64,
    most: u64,
}

type Found<T> = Result<T, Failure>;

/// Whether a byte is of a class such as `%a`.
fn in_class(byte: u8, class: u8) -> bool {
    let found = match class.to_ascii_lowercase() {
        b'a' => byte.is_ascii_alphabetic(),
        b'c' => byte.is_ascii_control(),
        b'd' => byte.is_ascii_digit(),
        b'g' => byte.is_ascii_graphic(),
        b'l' => byte.is_ascii_lowercase(),
        b'p' => byte.is_ascii_punctuation(),
        b's' => byte.is_ascii_whitespace() || byte == 0x0b,
        b'u' => byte.is_ascii_uppercase(),
        b'w' => byte.is_ascii_alphanumeric(),
        b'x' => byte.is_ascii_hexdigit(),
        _ => return class == byte,
    };
    found != class.is_ascii_uppercase()
}

impl<'a> Matcher<'a> {
    pub(crate) fn new(text: &'a [u8], pattern: &'a [u8], most: u64) -> Matcher<'a> {
        Matcher { text, pattern, captures: Vec::new(), depth: 0, steps: 0, most }
    }

    /// Pays for steps.
    pub(crate) fn pay(&mut self, steps: u64) -> Found<()> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > self.most { Err(Failure::TooLong) } else { Ok(()) }
    }

    /// The first match from `from` on that does not end where the last one ended: its beginning and end.
    pub(crate) fn search(
        &mut self,
        from: usize,
        last: Option<usize>,
        anchored: bool,
    ) -> Found<Option<(usize, usize)>> {
        let start = usize::from(anchored);
        let mut at = from;
        while at <= self.text.len() {
            self.captures.clear();
            if let Some(end) = self.matches(at, start)?
                && Some(end) != last
            {
                return Ok(Some((at, end)));
            }
            if anchored {
                break;
            }
            at += 1;
        }
        Ok(None)
    }

    /// The captures of the match; the whole match if there are none and `whole`.
    pub(crate) fn captures(&self, first: usize, end: usize, whole: bool) -> Found<Vec<Capture>> {
        if self.captures.is_empty() && whole {
            return Ok(vec![Capture::Part(first, end)]);
        }
        let all = self.captures.iter().map(|&(start, length)| match length {
            Length::Open => Err(Failure::Malformed("unfinished capture")),
            Length::Place => Ok(Capture::Place(start + 1)),
            Length::Known(length) => Ok(Capture::Part(start, start + length)),
        });
        all.collect()
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.pattern.get(at).copied()
    }

    /// Where the single item of the pattern at `p` ends.
    fn item_end(&self, p: usize) -> Found<usize> {
        match self.pattern[p] {
            b'%' if p + 1 >= self.pattern.len() => {
                Err(Failure::Malformed("malformed pattern (ends with '%')"))
            }
            b'%' => Ok(p + 2),
            b'[' => {
                let mut at = p + 1;
                if self.byte(at) == Some(b'^') {
                    at += 1;
                }
                loop {
                    let Some(byte) = self.byte(at) else {
                        return Err(Failure::Malformed("malformed pattern (missing ']')"));
                    };
                    at += if byte == b'%' { 2 } else { 1 };
                    if self.byte(at) == Some(b']') {
                        return Ok(at + 1);
                    }
                }
            }
            _ => Ok(p + 1),
        }
    }

    /// Whether a byte is in the set from `p`, which is `[`, to `last`, which is `]`.
    fn in_set(&self, byte: u8, p: usize, last: usize) -> bool {
        let mut at = p + 1;
        let negated = self.byte(at) == Some(b'^');
        if negated {
            at += 1;
        }
        while at < last {
            let here = self.pattern[at];
            if here == b'%' {
                at += 1;
                if at < last && in_class(byte, self.pattern[at]) {
                    return !negated;
                }
            } else if self.byte(at + 1) == Some(b'-') && at + 2 < last {
                if (here..=self.pattern[at + 2]).contains(&byte) {
                    return !negated;
                }
                at += 2;
            } else if here == byte {
                return !negated;
            }
            at += 1;
        }
        negated
    }

    /// Whether the byte of the text at `s` is one of the item from `p` to `end`.
    fn single(&mut self, s: usize, p: usize, end: usize) -> Found<bool> {
        self.pay(1 + (end - p) as u64 / 8)?;
        let Some(&byte) = self.text.get(s) else { return Ok(false) };
        Ok(match self.pattern[p] {
            b'.' => true,
            b'%' => in_class(byte, self.pattern[p + 1]),
            b'[' => self.in_set(byte, p, end - 1),
            literal => literal == byte,
        })
    }

    /// Matches the pattern from `p` at `s`; returns the end.
    fn matches(&mut self, s: usize, p: usize) -> Found<Option<usize>> {
        if self.depth >= DEEPEST {
            return Err(Failure::Malformed("pattern too complex"));
        }
        self.depth += 1;
        let found = self.tail(s, p);
        self.depth -= 1;
        found
    }

    fn tail(&mut self, mut s: usize, mut p: usize) -> Found<Option<usize>> {
        loop {
            self.pay(1)?;
            let Some(item) = self.byte(p) else { return Ok(Some(s)) };
            match item {
                b'(' if self.byte(p + 1) == Some(b')') => return self.opened(s, p + 2, Length::Place),
                b'(' => return self.opened(s, p + 1, Length::Open),
                b')' => return self.closed(s, p + 1),
                b'$' if p + 1 == self.pattern.len() => return Ok((s == self.text.len()).then_some(s)),
                b'%' => match self.byte(p + 1) {
                    Some(b'b') => {
                        let Some(next) = self.balanced(s, p + 2)? else { return Ok(None) };
                        (s, p) = (next, p + 4);
                        continue;
                    }
                    Some(b'f') => {
                        if !self.frontier(s, p + 2)? {
                            return Ok(None);
                        }
                        p = self.item_end(p + 2)?;
                        continue;
                    }
                    Some(digit) if digit.is_ascii_digit() => {
                        let Some(next) = self.repeated(s, digit)? else { return Ok(None) };
                        (s, p) = (next, p + 2);
                        continue;
                    }
                    _ => {}
                },
                _ => {}
            }
            let end = self.item_end(p)?;
            match self.byte(end) {
                Some(b'?') => {
                    if self.single(s, p, end)?
                        && let Some(found) = self.matches(s + 1, end + 1)?
                    {
                        return Ok(Some(found));
                    }
                    p = end + 1;
                }
                Some(b'+') => {
                    return if self.single(s, p, end)? { self.longest(s + 1, p, end) } else { Ok(None) };
                }
                Some(b'*') => return self.longest(s, p, end),
                Some(b'-') => return self.shortest(s, p, end),
                _ => {
                    if !self.single(s, p, end)? {
                        return Ok(None);
                    }
                    (s, p) = (s + 1, end);
                }
            }
        }
    }

    fn longest(&mut self, s: usize, p: usize, end: usize) -> Found<Option<usize>> {
        let mut count = 0;
        while self.single(s + count, p, end)? {
            count += 1;
        }
        loop {
            if let Some(found) = self.matches(s + count, end + 1)? {
                return Ok(Some(found));
            }
            if count == 0 {
                return Ok(None);
            }
            count -= 1;
        }
    }

    fn shortest(&mut self, mut s: usize, p: usize, end: usize) -> Found<Option<usize>> {
        loop {
            if let Some(found) = self.matches(s, end + 1)? {
                return Ok(Some(found));
            }
            if !self.single(s, p, end)? {
                return Ok(None);
            }
            s += 1;
        }
    }

    fn opened(&mut self, s: usize, p: usize, length: Length) -> Found<Option<usize>> {
        if self.captures.len() >= MOST_CAPTURES {
            return Err(Failure::Malformed("too many captures"));
        }
        self.captures.push((s, length));
        let found = self.matches(s, p)?;
        if found.is_none() {
            self.captures.pop();
        }
        Ok(found)
    }

    fn closed(&mut self, s: usize, p: usize) -> Found<Option<usize>> {
        let open = self.captures.iter().rposition(|(_, length)| matches!(length, Length::Open));
        let Some(index) = open else { return Err(Failure::Malformed("invalid pattern capture")) };
        self.captures[index].1 = Length::Known(s - self.captures[index].0);
        let found = self.matches(s, p)?;
        if found.is_none() {
            self.captures[index].1 = Length::Open;
        }
        Ok(found)
    }

    /// `%bxy`: the balanced part that begins at `s`.
    fn balanced(&mut self, s: usize, p: usize) -> Found<Option<usize>> {
        let (Some(open), Some(close)) = (self.byte(p), self.byte(p + 1)) else {
            return Err(Failure::Malformed("malformed pattern (missing arguments to '%b')"));
        };
        if self.text.get(s) != Some(&open) {
            return Ok(None);
        }
        let mut level = 1;
        for at in s + 1..self.text.len() {
            self.pay(1)?;
            let byte = self.text[at];
            if byte == close {
                level -= 1;
                if level == 0 {
                    return Ok(Some(at + 1));
                }
            } else if byte == open {
                level += 1;
            }
        }
        Ok(None)
    }

    /// `%f[set]`: whether the set begins at `s`.
    fn frontier(&mut self, s: usize, p: usize) -> Found<bool> {
        if self.byte(p) != Some(b'[') {
            return Err(Failure::Malformed("missing '[' after '%f' in pattern"));
        }
        let last = self.item_end(p)? - 1;
        self.pay(2 + (last - p) as u64 / 8)?;
        let before = if s == 0 { 0 } else { self.text[s - 1] };
        let here = self.text.get(s).copied().unwrap_or(0);
        Ok(!self.in_set(before, p, last) && self.in_set(here, p, last))
    }

    /// `%1`: the text of a capture again.
    fn repeated(&mut self, s: usize, digit: u8) -> Found<Option<usize>> {
        let index = usize::from(digit.wrapping_sub(b'1'));
        let Some(&(start, Length::Known(length))) = self.captures.get(index) else {
            return Err(Failure::Malformed("invalid capture index in pattern"));
        };
        self.pay(1 + length as u64 / 8)?;
        let (text, end) = (self.text, s + length);
        Ok((end <= text.len() && text[start..start + length] == text[s..end]).then_some(end))
    }

    /// The first place of the pattern as plain text.
    pub(crate) fn plain(&mut self, from: usize) -> Found<Option<(usize, usize)>> {
        let (text, wanted) = (self.text, self.pattern);
        let Some(first) = wanted.first() else { return Ok(Some((from, from))) };
        let mut at = from;
        while at + wanted.len() <= text.len() {
            self.pay(1)?;
            if text[at] == *first {
                let same = text[at..].iter().zip(wanted).take_while(|(a, b)| a == b).count();
                self.pay(same as u64 / 8)?;
                if same == wanted.len() {
                    return Ok(Some((at, at + same)));
                }
            }
            at += 1;
        }
        Ok(None)
    }
}
