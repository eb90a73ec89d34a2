//! One name per stage of the step: the `Stage` enum, the calls in `World::step` and the diagram in
//! `ARCHITECTURE.md` must list the same stages in the same order.
//!
//! The enum and the method are found by name anywhere in cairn2d-dynamics. In the method a stage is a call
//! that hands on the step (`self.update_pairs(&mut step)`, `update_pairs(self, &mut step)`) or a function
//! passed to a wrapper (`Self::update_pairs`, or `update_pairs` as the last argument). A name called twice is
//! a wrapper, and a call named `..._step` that is no variant frames the step. The diagram is the fenced block
//! that names the most stages: the first word of each line at the depth of its first stage.

use super::functions::{Function, functions};
use super::{Finding, Source, Tree, scan};

const DYNAMICS: &str = "crates/cairn2d-dynamics/src/";
const DOCUMENT: &str = "ARCHITECTURE.md";

pub(crate) fn check(tree: &Tree, sources: &[Source], findings: &mut Vec<Finding>) {
    let engine = || sources.iter().filter(|source| source.path.starts_with(DYNAMICS));
    let Some((path, line, stages)) = engine().find_map(stage_enum) else {
        findings.push(Finding::failure(
            &format!("{DYNAMICS}stage.rs"),
            1,
            "there is no `enum Stage` with variants",
        ));
        return;
    };
    let steps = engine().flat_map(|source| step_methods(source).map(move |step| (source, step)));
    match steps.max_by_key(|(_, step)| shared(&stage_calls(step.body), &stages)) {
        Some((source, step)) => {
            let place = |name: &str| Finding::failure(&source.path, step.line, name);
            compare(&stages, &stage_calls(step.body), place("`World::step`"), findings);
            // A wrapper need not wrap the frame, so only the stages between begin and finish are compared.
            let named = without_frame(&stage_variants_named(step.body));
            if !named.is_empty() {
                compare(&without_frame(&stages), &named, place("`Stage::` in `step`"), findings);
            }
        }
        None => findings.push(Finding::failure(&path, line, "there is no `fn step` to compare with")),
    }
    match diagram(tree.text(DOCUMENT).unwrap_or(""), &stages) {
        Some((line, drawn)) => {
            compare(&stages, &drawn, Finding::failure(DOCUMENT, line, "the step diagram"), findings);
        }
        None => findings.push(Finding::failure(DOCUMENT, 1, "there is no fenced block with the stages")),
    }
}

/// Pushes `place` with what is missing, unknown or out of order.
fn compare(stages: &[String], found: &[String], place: Finding, findings: &mut Vec<Finding>) {
    // `begin_step` and `finish_step` may frame the stages without being any.
    let is_stage = |name: &&String| stages.contains(name) || !name.ends_with("_step");
    let found: &[String] = &found.iter().filter(is_stage).cloned().collect::<Vec<_>>();
    let lacks = |from: &[String], these: &[String]| -> Vec<String> {
        these.iter().filter(|name| !from.contains(name)).map(|name| format!("`{name}`")).collect()
    };
    let (missing, unknown) = (lacks(found, stages), lacks(stages, found));
    let mut reasons = Vec::new();
    if !missing.is_empty() {
        reasons.push(format!("lacks {}", missing.join(", ")));
    }
    if !unknown.is_empty() {
        reasons.push(format!("has {}, not a `Stage`", unknown.join(", ")));
    }
    if reasons.is_empty() && stages != found {
        reasons.push("has the stages in another order than `Stage`".to_owned());
    }
    if !reasons.is_empty() {
        let reason = format!("{} {}", place.reason, reasons.join(" and "));
        findings.push(Finding { reason, ..place });
    }
}

fn without_frame(names: &[String]) -> Vec<String> {
    names.iter().filter(|name| !name.ends_with("_step")).cloned().collect()
}

fn shared(found: &[String], stages: &[String]) -> usize {
    stages.iter().filter(|stage| found.contains(stage)).count()
}

/// Path, line and variants, in snake case, of `enum Stage`.
fn stage_enum(source: &Source) -> Option<(String, usize, Vec<String>)> {
    let words: Vec<(usize, &str)> = scan::words(&source.code).collect();
    let place = words.windows(2).find(|pair| pair[0].1 == "enum" && pair[1].1 == "Stage")?;
    let start = place[0].0;
    let open = start + source.code[start..].find('{')?;
    let close = scan::matching(&source.code, open);
    let variants = top_level_names(source.code.get(open + 1..close)?);
    let variants: Vec<String> = variants.iter().map(|name| snake_case(name)).collect();
    (!variants.is_empty()).then(|| (source.path.clone(), scan::line_of(&source.code, start), variants))
}

/// The first word of each part between commas, attributes left out.
fn top_level_names(list: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let (mut at, mut expects_name) = (0, true);
    while at < list.len() {
        let rest = &list[at..];
        let c = rest.chars().next().unwrap_or(' ');
        if matches!(c, '[' | '(' | '{') {
            at = scan::matching(list, at);
        } else if c == ',' {
            expects_name = true;
        } else if scan::is_word(c) {
            let length = rest.find(|c| !scan::is_word(c)).unwrap_or(rest.len());
            if expects_name {
                names.push(&rest[..length]);
            }
            expects_name = false;
            at += length;
            continue;
        }
        at += c.len_utf8();
    }
    names
}

fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}

fn step_methods(source: &Source) -> impl Iterator<Item = Function<'_>> {
    let is_step = |function: &Function<'_>| function.name == "step" && !source.is_test(function.line);
    functions(&source.code).into_iter().filter(is_step)
}

/// The names of the stages that a body calls or hands on, in order.
fn stage_calls(body: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut calls: Vec<&str> = Vec::new();
    for (start, word) in scan::words(body) {
        let (before, after) = (&body[..start], &body[start + word.len()..]);
        let arguments = after.starts_with('(').then(|| {
            let open = start + word.len();
            body[open + 1..scan::matching(body, open)].trim()
        });
        let is_snake = word.chars().next().is_some_and(|c| c.is_lowercase());
        let is_call = match arguments {
            Some(arguments) => {
                let is_method = before.trim_end().ends_with("self.") && !arguments.is_empty();
                is_method || arguments.split(',').next().is_some_and(|first| first.trim() == "self")
            }
            None => {
                let is_last = before.trim_end().ends_with(',') && after.trim_start().starts_with(')');
                before.ends_with("Self::") || before.ends_with("World::") || (is_last && word.contains('_'))
            }
        };
        if is_call && is_snake {
            calls.push(word);
        }
    }
    for call in &calls {
        if calls.iter().filter(|other| other == &call).count() == 1 {
            names.push((*call).to_owned());
        }
    }
    names
}

/// The variants that a body names as `Stage::Name`, in snake case and order.
fn stage_variants_named(body: &str) -> Vec<String> {
    let is_variant = |&(start, _): &(usize, &str)| body[..start].ends_with("Stage::");
    scan::words(body).filter(is_variant).map(|(_, word)| snake_case(word)).collect()
}

/// Line and stages of the fenced block that names the most stages, at least two.
fn diagram(text: &str, stages: &[String]) -> Option<(usize, Vec<String>)> {
    let mut best: Option<(usize, usize, Vec<String>)> = None;
    for (line, block) in fenced_blocks(text) {
        let drawn = drawn_stages(&block, stages);
        let score = shared(&drawn, stages);
        if score >= 2 && best.as_ref().is_none_or(|(most, ..)| score > *most) {
            best = Some((score, line, drawn));
        }
    }
    best.map(|(_, line, drawn)| (line, drawn))
}

fn fenced_blocks(text: &str) -> Vec<(usize, Vec<&str>)> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, Vec<&str>)> = None;
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            match open.take() {
                Some(block) => blocks.push(block),
                None => open = Some((index + 1, Vec::new())),
            }
        } else if let Some((_, lines)) = &mut open {
            lines.push(line);
        }
    }
    blocks
}

/// The first words of the lines as deep as the first stage; deeper lines explain a stage.
fn drawn_stages(block: &[&str], stages: &[String]) -> Vec<String> {
    let heads: Vec<(usize, &str)> = block.iter().filter_map(|line| first_word(line)).collect();
    let Some(&(depth, _)) = heads.iter().find(|(_, word)| stages.iter().any(|stage| stage == word)) else {
        return Vec::new();
    };
    let drawn = heads.iter().filter(|(column, word)| *column == depth && word.contains('_'));
    drawn.map(|(_, word)| (*word).to_owned()).collect()
}

/// Column and text of the first identifier of a line, `self.` and line drawing left out.
fn first_word(line: &str) -> Option<(usize, &str)> {
    let (start, word) = scan::words(line).find(|&(_, word)| word != "self")?;
    let column = line[..start].chars().count();
    word.chars().next().is_some_and(char::is_lowercase).then_some((column, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENUM: &str = "//! x\n/// Stages.\npub enum Stage {\n    /// First, of all.\n    #[default]\n    UpdatePairs,\n    SolveConstraints = 2,\n    SleepIslands,\n}\n";
    const STEP: &str = "impl World {\n    pub fn step(&mut self, dt: f32) -> StepReport {\n        let mut step = self.begin_step(dt);\n        self.update_pairs(&mut step); // pairs\n        self.solve_constraints(&mut step);\n        self.sleep_islands(&mut step);\n        self.finish_step(step)\n    }\n}\n";
    const DIAGRAM: &str = "# A\n```\nlet unrelated_word = 1;\n```\n```text\nstep\n  begin_step\n  update_pairs       -> contacts\n  solve_constraints\n    prepare_joints\n  sleep_islands\n  finish_step\n```\n";

    fn run(stage: &str, step: &str, document: &str) -> Vec<String> {
        let tree = Tree::of(&[
            ("ARCHITECTURE.md", document),
            ("crates/cairn2d-dynamics/src/tables/stage.rs", stage),
            ("crates/cairn2d-dynamics/src/world.rs", step),
            ("crates/cairn2d-dynamics/src/api/clock.rs", "fn step(&mut self) { self.count(1); }\n"),
        ]);
        let mut findings = Vec::new();
        check(&tree, &tree.sources(), &mut findings);
        findings.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_same_stages_in_three_places_pass() {
        assert_eq!(run(ENUM, STEP, DIAGRAM), Vec::<String>::new());
    }

    #[test]
    fn wrapped_and_free_stage_functions_are_recognised() {
        let wrapped = "fn step(&mut self) {\n    self.run(Stage::UpdatePairs, Self::update_pairs);\n    self.run(Stage::SolveConstraints, Self::solve_constraints);\n    self.run(Stage::SleepIslands, Self::sleep_islands);\n}\n";
        assert_eq!(run(ENUM, wrapped, DIAGRAM), Vec::<String>::new());
        let free = "fn step(&mut self) {\n    pairs::update_pairs(self, &mut step);\n    solver::solve_constraints(self, &mut step);\n    sleep_islands(self, &mut step);\n}\n";
        assert_eq!(run(ENUM, free, DIAGRAM), Vec::<String>::new());
        let crossed = wrapped.replace("Stage::SleepIslands", "Stage::Other");
        assert_eq!(run(ENUM, &crossed, DIAGRAM).len(), 1);
    }

    #[test]
    fn frame_is_compared_if_the_enum_has_it() {
        let framed = ENUM.replace("    UpdatePairs,", "    BeginStep,\n    UpdatePairs,");
        assert_eq!(run(&framed, STEP, DIAGRAM), Vec::<String>::new());
        let unframed = DIAGRAM.replace("  begin_step\n", "");
        assert_eq!(run(&framed, STEP, &unframed), ["ARCHITECTURE.md:5: the step diagram lacks `begin_step`"]);
    }

    #[test]
    fn drawn_lines_may_be_code_or_line_drawing() {
        let code = "```\nself.update_pairs(&mut step);\nself.solve_constraints(&mut step);\nself.sleep_islands(&mut step);\n```\n";
        assert_eq!(run(ENUM, STEP, code), Vec::<String>::new());
        let drawing = "```\n├─ update_pairs\n├─ solve_constraints\n└─ sleep_islands\n```\n";
        assert_eq!(run(ENUM, STEP, drawing), Vec::<String>::new());
    }

    #[test]
    fn each_place_is_reported_separately() {
        let step = "crates/cairn2d-dynamics/src/world.rs:2: `World::step`";
        let renamed = STEP.replace("sleep_islands", "rest_islands");
        let reason = "lacks `sleep_islands` and has `rest_islands`, not a `Stage`";
        assert_eq!(run(ENUM, &renamed, DIAGRAM), [format!("{step} {reason}")]);
        let drawn = DIAGRAM.replace("  sleep_islands\n", "");
        assert_eq!(run(ENUM, STEP, &drawn), ["ARCHITECTURE.md:5: the step diagram lacks `sleep_islands`"]);
        let moved = ENUM
            .replace("    SleepIslands,\n", "")
            .replace("    /// First", "    SleepIslands,\n    /// First");
        assert_eq!(run(&moved, STEP, DIAGRAM).len(), 2, "both places have another order");
    }

    #[test]
    fn a_missing_place_is_found() {
        assert_eq!(run("//! x\n", STEP, DIAGRAM).len(), 1);
        assert_eq!(run(ENUM, "//! x\n", DIAGRAM).len(), 1, "the clock's step is not the world's");
        assert_eq!(run(ENUM, STEP, "# A\n"), ["ARCHITECTURE.md:1: there is no fenced block with the stages"]);
    }
}
