//! Function sizes: length and number of parameters.
//!
//! Lines are counted from the one with `fn` to the closing brace; the target is 40. Numeric kernels, where
//! splitting would only spread one formula over two places, may be listed. A receiver counts as a parameter.
//! The parameters of a trait's function are counted in the trait, not where it is implemented.

use super::{Finding, Lists, Source, lists, scan};
use core::ops::Range;

/// The longest function that is not a listed kernel.
pub(crate) const MAX_LINES: usize = 100;
/// The longest listed kernel.
pub(crate) const MAX_KERNEL_LINES: usize = 180;
/// The most parameters of any function.
pub(crate) const MAX_PARAMETERS: usize = 6;

/// A function with a name, found in masked code.
pub(crate) struct Function<'a> {
    pub(crate) name: &'a str,
    /// The 1-based line of the keyword.
    pub(crate) line: usize,
    pub(crate) line_count: usize,
    pub(crate) parameter_count: usize,
    /// The function implements one of a trait, which may come from another crate.
    pub(crate) is_of_trait: bool,
    /// The code between the braces; empty for a declaration.
    pub(crate) body: &'a str,
}

pub(crate) fn check(sources: &[Source], lists: &Lists, findings: &mut Vec<Finding>) {
    let mut used = vec![false; lists.kernels.len()];
    for source in sources.iter().filter(|source| !lists.is_generated(&source.path)) {
        for function in functions(&source.code) {
            let is_listed =
                |kernel: &lists::Kernel| kernel.path == source.path && kernel.function == function.name;
            let kernel = lists.kernels.iter().position(is_listed);
            if let Some(index) = kernel {
                used[index] |= function.line_count > MAX_LINES;
            }
            let limit = if kernel.is_some() { MAX_KERNEL_LINES } else { MAX_LINES };
            let Function { name, line, line_count, parameter_count, is_of_trait, .. } = function;
            if line_count > limit {
                let reason = format!("`{name}` has {line_count} lines, at most {limit}");
                findings.push(Finding::failure(&source.path, line, reason));
            }
            if parameter_count > MAX_PARAMETERS && !is_of_trait {
                let reason = format!("`{name}` has {parameter_count} parameters, at most {MAX_PARAMETERS}");
                findings.push(Finding::failure(&source.path, line, reason));
            }
        }
    }
    for (kernel, used) in lists.kernels.iter().zip(used) {
        if !used {
            let reason =
                format!("kernel `{}` of `{}` needs no exception: remove it", kernel.function, kernel.path);
            findings.push(Finding::failure(lists::PATH, 1, reason));
        }
    }
}

/// Every function of a masked text, nested ones too; function pointer types and closures are not functions.
pub(crate) fn functions(code: &str) -> Vec<Function<'_>> {
    let traits = trait_implementations(code);
    let keywords = scan::words(code).filter(|&(_, word)| word == "fn");
    keywords.filter_map(|(start, _)| function_at(code, start, &traits)).collect()
}

/// The blocks of all `impl Trait for Type`.
fn trait_implementations(code: &str) -> Vec<Range<usize>> {
    let keywords = scan::words(code).filter(|&(_, word)| word == "impl");
    let blocks = keywords.filter_map(|(start, _)| {
        let open = body_start(code, start)?;
        code[start..open].contains(" for ").then(|| open..scan::matching(code, open))
    });
    blocks.collect()
}

fn function_at<'a>(code: &'a str, start: usize, traits: &[Range<usize>]) -> Option<Function<'a>> {
    let name_start = skip_space(code, start + "fn".len());
    // A macro names its functions with a variable, as in `fn $name(...)`.
    let is_name = |c: char| scan::is_word(c) || c == '$';
    let name_length = code[name_start..].find(|c| !is_name(c))?;
    let name = &code[name_start..name_start + name_length];
    if name.is_empty() {
        return None;
    }
    let mut open = skip_space(code, name_start + name_length);
    if code[open..].starts_with('<') {
        open = skip_space(code, generics_end(code, open));
    }
    if !code[open..].starts_with('(') {
        return None;
    }
    let close = scan::matching(code, open);
    let parameters = code.get(open + 1..close)?;
    let line = scan::line_of(code, start);
    let (body, end) = match body_start(code, close + 1) {
        Some(brace) => {
            let end = scan::matching(code, brace);
            (&code[brace + 1..end], end)
        }
        None => ("", close),
    };
    let line_count = scan::line_of(code, end) - line + 1;
    let parameter_count = count_parameters(parameters);
    let is_of_trait = traits.iter().any(|block| block.contains(&start));
    Some(Function { name, line, line_count, parameter_count, is_of_trait, body })
}

fn skip_space(code: &str, at: usize) -> usize {
    code.len() - code[at..].trim_start().len()
}

/// The offset after the `>` that closes the `<` at `open`.
fn generics_end(code: &str, open: usize) -> usize {
    let mut depth = 0usize;
    let mut previous = ' ';
    for (offset, c) in code[open..].char_indices() {
        match c {
            '<' => depth += 1,
            // The arrow of `Fn(A) -> B` closes nothing.
            '>' if previous != '-' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return open + offset + 1;
        }
        previous = c;
    }
    code.len()
}

/// The offset of the brace that opens the body, or none for a declaration.
fn body_start(code: &str, signature_end: usize) -> Option<usize> {
    let mut at = signature_end;
    while at < code.len() {
        match code.as_bytes()[at] {
            b'{' => return Some(at),
            b';' | b'}' => return None,
            b'(' | b'[' => at = scan::matching(code, at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// The number of parts of a parameter list; a comma inside brackets or generics separates nothing.
fn count_parameters(list: &str) -> usize {
    let (mut brackets, mut angles) = (0usize, 0usize);
    let (mut count, mut part_is_empty) = (0, true);
    let mut previous = ' ';
    for c in list.chars() {
        match c {
            '(' | '[' | '{' => brackets += 1,
            ')' | ']' | '}' => brackets = brackets.saturating_sub(1),
            '<' if brackets == 0 => angles += 1,
            '>' if brackets == 0 && previous != '-' => angles = angles.saturating_sub(1),
            _ => {}
        }
        if c == ',' && brackets == 0 && angles == 0 {
            count += usize::from(!part_is_empty);
            part_is_empty = true;
        } else if !c.is_whitespace() {
            part_is_empty = false;
        }
        previous = c;
    }
    count + usize::from(!part_is_empty)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::lists::Kernel;

    fn found(text: &str) -> Vec<(String, usize, usize, usize)> {
        let code = scan::mask(text);
        let row = |f: &Function<'_>| (f.name.to_owned(), f.line, f.line_count, f.parameter_count);
        functions(&code).iter().map(row).collect()
    }

    fn long_function(lines: usize) -> Source {
        Source::new("src/a.rs", &format!("fn long() {{\n{}}}\n", "    a();\n".repeat(lines - 2)))
    }

    fn run(source: Source, kernels: &'static [Kernel]) -> Vec<String> {
        let mut findings = Vec::new();
        check(&[source], &Lists { kernels, ..Lists::EMPTY }, &mut findings);
        findings.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn signatures_of_every_shape_are_counted() {
        let text = "fn a() {}\nfn b<F: Fn(u8, u8) -> u8>(\n    f: F,\n    x: Map<A, B>,\n) -> [u8; 2]\nwhere\n    F: X,\n{\n}\n";
        assert_eq!(found(text), [("a".into(), 1, 1, 0), ("b".into(), 2, 8, 2)]);
        let text = "fn c(&mut self, (x, y): (f32, f32), f: impl Fn(f32) -> f32, g: fn(u8, u8)) -> X<Y>;\n";
        assert_eq!(found(text), [("c".into(), 1, 1, 4)]);
        assert_eq!(found("fn $name(self, rhs: $t,) { }"), [("$name".into(), 1, 1, 2)]);
    }

    #[test]
    fn signatures_of_traits_may_be_long_where_they_are_implemented() {
        let long = "fn f(&self, a: u8, b: u8, c: u8, d: u8, e: u8, f: u8) {}";
        let rows = [(format!("impl T for U {{ {long} }}"), 0), (format!("impl U {{ {long} }}"), 1)];
        for (text, count) in rows {
            assert_eq!(run(Source::new("src/a.rs", &text), &[]).len(), count, "{text}");
        }
    }

    #[test]
    fn pointers_closures_and_macro_patterns_are_not_functions() {
        assert_eq!(found("let f: fn(u8, u8) = |a, b| {};\nmacro_rules! m { (fn $n:ident) => {} }\n"), []);
        assert_eq!(found("// fn a() {}\nlet s = \"fn b() {\";\n"), []);
    }

    #[test]
    fn nested_functions_and_braces_in_literals_do_not_confuse_the_length() {
        let text = "fn a() {\n    let c = '}';\n    fn b() {\n        \"}\";\n    }\n}\nfn d() {}\n";
        assert_eq!(found(text), [("a".into(), 1, 6, 0), ("b".into(), 3, 3, 0), ("d".into(), 7, 1, 0)]);
    }

    #[test]
    fn functions_beyond_a_hundred_lines_fail() {
        assert_eq!(run(long_function(100), &[]), Vec::<String>::new());
        assert_eq!(run(long_function(101), &[]), ["src/a.rs:1: `long` has 101 lines, at most 100"]);
    }

    #[test]
    fn a_listed_kernel_may_be_longer_but_must_need_it() {
        const LISTED: &[Kernel] = &[Kernel { path: "src/a.rs", function: "long", reason: "one formula" }];
        assert_eq!(run(long_function(180), LISTED), Vec::<String>::new());
        assert_eq!(run(long_function(181), LISTED), ["src/a.rs:1: `long` has 181 lines, at most 180"]);
        assert_eq!(run(long_function(100), LISTED).len(), 1, "the entry is stale");
    }

    #[test]
    fn seven_parameters_fail_and_six_do_not() {
        let six = "fn a(&self, b: u8, c: u8, d: u8, e: u8, f: u8) {}\n";
        let seven = "fn a(&self, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8) {}\n";
        assert_eq!(run(Source::new("src/a.rs", six), &[]), Vec::<String>::new());
        assert_eq!(run(Source::new("src/a.rs", seven), &[]), ["src/a.rs:1: `a` has 7 parameters, at most 6"]);
    }
}
