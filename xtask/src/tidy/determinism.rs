//! What the engine's own code may not call.
//!
//! Two reasons share one list. Results must be the same bits on every machine, which rules out fused
//! multiply-add, estimates, the platform's libm, sums across lanes and anything that follows hash order. And
//! the engine belongs to its caller, which rules out clocks, files, printing and global state. Test code may
//! use all of it, to compare with.
//!
//! A line may say `// tidy: allow(reason)`; an allowance that allows nothing is a finding.

use super::{Finding, Source, scan};

const CORE: [&str; 8] = [
    "crates/cairn2d-math/src/",
    "crates/cairn2d-tasks/src/",
    "crates/cairn2d-geometry/src/",
    "crates/cairn2d-polygon/src/",
    "crates/cairn2d-space/src/",
    "crates/cairn2d-path/src/",
    "crates/cairn2d-dynamics/src/",
    "crates/cairn2d/src/",
];

const ALLOW: &str = "// tidy: allow(";

/// Parts of identifiers, wherever they occur, and why they are denied.
const PARTS: [(&str, &str); 17] = [
    ("mul_add", FUSED),
    ("mul_sub", FUSED),
    ("fmadd", FUSED),
    ("fmsub", FUSED),
    ("vfma", FUSED),
    ("approximate_recip", ESTIMATE),
    ("_rcp", ESTIMATE),
    ("rsqrt", ESTIMATE),
    ("vrecp", ESTIMATE),
    ("reduce_sum", ACROSS),
    ("reduce_add", ACROSS),
    ("reduce_product", ACROSS),
    ("reduce_mul", ACROSS),
    ("hadd", ACROSS),
    ("vaddv", ACROSS),
    ("relaxed_", "relaxed SIMD differs between machines"),
    ("f32x4_relaxed", "relaxed SIMD differs between machines"),
];

/// Whole identifiers and why they are denied.
const NAMES: [(&str, &str); 11] = [
    ("HashMap", HASHED),
    ("HashSet", HASHED),
    ("RandomState", HASHED),
    ("DefaultHasher", HASHED),
    ("Instant", CLOCK),
    ("SystemTime", CLOCK),
    ("thread_local", "the engine owns no global state"),
    ("fs", "the engine does no input or output"),
    ("env", "the engine does not read its environment"),
    ("net", "the engine does no input or output"),
    ("process", "the engine ends no process and starts none"),
];

const MACROS: [&str; 4] = ["print", "println", "eprint", "eprintln"];

/// Methods that end in the platform's libm, as calls and as paths such as `f32::sin`.
const LIBM: [&str; 25] = [
    "sin", "cos", "tan", "sin_cos", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh",
    "acosh", "atanh", "exp", "exp2", "exp_m1", "ln", "ln_1p", "log2", "log10", "powf", "powi", "cbrt",
    "hypot",
];

const FUSED: &str = "a fused multiply-add rounds differently from a product and a sum";
const ESTIMATE: &str = "estimates differ between machines: divide";
const ACROSS: &str = "a reduction across lanes depends on the lane width";
const HASHED: &str = "hash order is not part of the state";
const CLOCK: &str = "the engine reads no clock";

pub(crate) fn check(source: &Source, findings: &mut Vec<Finding>) {
    if !CORE.iter().any(|core| source.path.starts_with(core)) {
        return;
    }
    for (line, text, code) in source.lines() {
        if source.is_test(line) {
            continue;
        }
        let denied = denied(code);
        match (allowance(text), denied.is_empty()) {
            (Some(reason), _) if reason.trim().is_empty() => {
                findings.push(Finding::failure(&source.path, line, "`tidy: allow` gives no reason"));
            }
            (Some(_), true) => {
                findings.push(Finding::failure(
                    &source.path,
                    line,
                    "`tidy: allow` allows nothing on this line",
                ));
            }
            (Some(_), false) => {}
            (None, _) => {
                findings.extend(denied.into_iter().map(|why| Finding::failure(&source.path, line, why)));
            }
        }
    }
}

/// The reason in the allowance of a line, if it has one.
fn allowance(text: &str) -> Option<&str> {
    let rest = &text[text.find(ALLOW)? + ALLOW.len()..];
    Some(rest.rfind(')').map_or("", |end| &rest[..end]))
}

/// Everything on one masked line that is denied, in words.
fn denied(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (start, word) in scan::words(code) {
        let (before, after) = (&code[..start], &code[start + word.len()..]);
        if let Some((_, why)) = PARTS.iter().find(|(part, _)| word.contains(part)) {
            found.push(format!("`{word}`: {why}"));
        } else if let Some((_, why)) = NAMES.iter().find(|(name, _)| is_name(name, word, before)) {
            found.push(format!("`{word}`: {why}"));
        } else if MACROS.contains(&word) && after.starts_with('!') {
            found.push(format!("`{word}!`: the engine does no input or output"));
        } else if LIBM.contains(&word)
            && (before.ends_with('.') && after.starts_with('(') || is_float_path(before))
        {
            found.push(format!("`{word}`: the platform's libm differs between machines: use cairn2d-math"));
        } else if matches!(word, "min" | "max") && is_float_path(before) {
            found.push(format!("`{word}` of floats leaves the order of zeros open: compare and select"));
        } else if word == "log" && is_float_path(before) {
            // A method `log` may belong to any type; as a path of a float it is libm.
            found.push("`log`: the platform's libm differs between machines: use cairn2d-math".to_owned());
        } else if word == "static" && !before.ends_with('\'') && is_mutable(after) {
            found.push("a `static` that can change: the engine owns no global state".to_owned());
        }
    }
    found
}

/// Short names of modules count only in a path, where they cannot be a variable.
fn is_name(name: &str, word: &str, before: &str) -> bool {
    word == name && (!matches!(name, "fs" | "env" | "net" | "process") || before.ends_with("std::"))
}

/// Whether what follows `static` declares something that can change, by `mut` or by the type.
fn is_mutable(declaration: &str) -> bool {
    const TYPES: [&str; 6] = ["Atomic", "Mutex", "RwLock", "OnceLock", "OnceCell", "LazyLock"];
    let declared = declaration.split('=').next().unwrap_or(declaration);
    scan::words(declared).any(|(_, word)| word == "mut" || TYPES.iter().any(|name| word.starts_with(name)))
}

fn is_float_path(before: &str) -> bool {
    before.ends_with("f32::") || before.ends_with("f64::")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<usize> {
        let mut findings = Vec::new();
        check(&Source::new("crates/cairn2d-math/src/a.rs", text), &mut findings);
        findings.iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn every_part_name_macro_and_method_is_denied() {
        for (part, _) in PARTS {
            assert_eq!(lines(&format!("let a = simd.{part}(b);\n")), [1], "{part}");
        }
        for name in ["HashMap", "HashSet", "RandomState", "DefaultHasher", "Instant", "SystemTime"] {
            assert_eq!(lines(&format!("use std::x::{name};\n")), [1], "{name}");
        }
        for name in MACROS {
            assert_eq!(lines(&format!("{name}!(\"x\");\n")), [1], "{name}");
        }
        for method in LIBM {
            assert_eq!(lines(&format!("let a = b.{method}(c);\n")), [1], "{method}");
            assert_eq!(lines(&format!("a.map(f32::{method});\n")), [1], "{method}");
        }
        assert_eq!(lines("use std::fs::File;\nstatic mut A: u8 = 0;\nstd::env::var(\"A\");\n"), [1, 2, 3]);
        assert_eq!(lines("a.fold(0.0, f32::max)\nf32::log(a, b)\n"), [1, 2]);
        assert_eq!(lines("static A: AtomicU8 = B;\npub static C: std::sync::Mutex<u8> = D;\n"), [1, 2]);
    }

    #[test]
    fn intrinsics_are_known_by_their_parts() {
        assert_eq!(
            lines("_mm256_fmadd_ps(a, b, c)\n_mm_rcp_ps(a)\n_mm_rsqrt_ps(a)\n_mm_hadd_ps(a, b)\n"),
            [1, 2, 3, 4]
        );
    }

    #[test]
    fn our_own_functions_and_look_alikes_pass() {
        let text = "let a = rot.sin;\nlet b = trig::sin(c);\nfn sin(x: f32) -> f32 {}\nlet d = e.sqrt();\n\
                    let g = lanes.min(a, b);\nlet fs = env.ln_count();\nlet h = shadow.recip();\nstatic A: u8 = 0;\n\
                    fn f(a: &'static Mutex<u8>) {}\nlet i = j.log(k);\nlet m: Mutex<u8> = n;\nuse net::process;\n";
        assert_eq!(lines(text), []);
        assert_eq!(lines("// never mul_add here\nlet a = \"HashMap\";\n"), []);
    }

    #[test]
    fn test_code_and_other_crates_may_compare_with_the_platform() {
        assert_eq!(
            lines("#[cfg(test)]\nmod tests {\n    fn a() { b.sin(); }\n}\nfn c() { d.sin(); }\n"),
            [5]
        );
        let mut findings = Vec::new();
        let text = "fn a() { b.sin(); }\n";
        check(&Source::new("crates/cairn2d-scenes/src/a.rs", text), &mut findings);
        check(&Source::new("crates/cairn2d-math/src/trig/tests.rs", text), &mut findings);
        check(&Source::new("crates/cairn2d/tests/it/main.rs", text), &mut findings);
        assert_eq!(findings, []);
    }

    #[test]
    fn allow_comment_needs_a_reason_and_a_use() {
        assert_eq!(lines("a.exp(b); // tidy: allow(our own method)\n"), []);
        assert_eq!(lines("a.exp(b); // tidy: allow()\n"), [1]);
        assert_eq!(lines("a.abs(b); // tidy: allow(our own method)\n"), [1]);
    }
}
