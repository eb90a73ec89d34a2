//! The program's arguments.

use std::path::PathBuf;

use crate::engine::Engine;
use crate::scene;

/// The text of `help`.
pub(crate) const HELP: &str = "\
Measures cairn2d side by side with Box2D and Rapier.

usage: cairn2d-bench compare [options]

  --scene LIST     scenes, sets (benchmark, founding, small, queries, game, all) or files, with commas;
                   default all, the fifteen of benchmark and founding
  --suite LIST     the same
  --engines LIST   cairn2d, cairn2d-<lanes>, box2d-avx2, box2d-sse2, rapier, rapier-parallel;
                   default cairn2d,box2d-avx2
  --threads LIST   threads of every engine, with commas; default 1
  --rounds N       runs of each engine for each scene, interleaved; default 5, or 2 if quick
  --quick          two fifths of the steps
  --counts FACTOR  factor on the counts of bodies, shapes and queries of the games, 0.01 to 100; default 1
  --size FACTOR    factor on the lengths of the games, 0.01 to 100; default 1
  --seed N         seed of everything random in the games; default 1
  --lanes LANES    holds the engine called cairn2d to scalar, sse2, avx2 or avx512
  --json FILE      writes everything measured
  --plot FILE      draws the ratios as SVG

usage: cairn2d-bench micro [options]

  --only LIST      pairs, manifolds, solver, rays, snapshot; default all
  --lanes LIST     the lanes to measure; default all of this machine
  --quick          fewer runs, and nothing with a million boxes
  --json FILE      writes the figures

usage: cairn2d-bench accuracy [FILE]

  asks cairn2d, Box2D and Rapier the rows of crates/cairn2d-truth and writes docs/accuracy.md, or FILE

Prints a table in Markdown to standard output and progress to standard error. The exit code is 1 if an engine built
another world than the others, 2 if something failed.";

/// The requested command.
#[derive(Debug)]
pub(crate) enum Request {
    /// The text above.
    Help,
    /// A comparison.
    Compare(CompareOptions),
    /// The table of accuracy, and where to write it.
    Accuracy(Option<PathBuf>),
    /// Parts alone, with the arguments of their own program.
    Micro(Vec<String>),
}

/// Options of a comparison.
#[derive(Clone, Debug)]
pub(crate) struct CompareOptions {
    /// The scenes, by name or file.
    pub(crate) scenes: Vec<String>,
    /// The engines, in the order they run.
    pub(crate) engines: Vec<Engine>,
    /// The numbers of threads.
    pub(crate) threads: Vec<usize>,
    /// The runs of each engine for each scene.
    pub(crate) rounds: usize,
    /// Whether to take only two fifths of the steps.
    pub(crate) quick: bool,
    /// The arguments of the engines' programs for the parameters of the games.
    pub(crate) parameters: Vec<String>,
    /// File for all measurements.
    pub(crate) json: Option<PathBuf>,
    /// File for the plot of the ratios.
    pub(crate) plot: Option<PathBuf>,
}

/// Returns the command of the arguments.
///
/// # Errors
/// An option that does not exist, or a value it cannot have.
pub(crate) fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Request, String> {
    match arguments.next().as_deref() {
        Some("compare") => parse_compare(arguments),
        Some("accuracy") => Ok(Request::Accuracy(arguments.next().map(PathBuf::from))),
        Some("micro") => Ok(Request::Micro(arguments.collect())),
        None | Some("help" | "--help" | "-h") => Ok(Request::Help),
        Some(other) => Err(format!("there is no command {other:?}; try help")),
    }
}

fn parse_compare(mut arguments: impl Iterator<Item = String>) -> Result<Request, String> {
    let mut scenes = scene::expand("all");
    let mut engines = vec!["cairn2d".to_owned(), "box2d-avx2".to_owned()];
    let (mut threads, mut rounds, mut quick) = (vec![1], None, false);
    let (mut lanes, mut json, mut plot) = (None, None, None);
    let mut parameters = Vec::new();
    while let Some(name) = arguments.next() {
        match name.as_str() {
            "--quick" => quick = true,
            "--help" | "-h" => return Ok(Request::Help),
            _ => {
                let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
                match name.as_str() {
                    "--scene" | "--scenes" | "--suite" => scenes = scene::expand(&value),
                    "--engines" => engines = value.split(',').map(str::to_owned).collect(),
                    "--threads" => threads = numbers(&name, &value)?,
                    "--rounds" => rounds = numbers(&name, &value)?.first().copied(),
                    "--counts" | "--size" | "--seed" => parameters.extend([name, value]),
                    "--lanes" => lanes = Some(value),
                    "--json" => json = Some(PathBuf::from(value)),
                    "--plot" => plot = Some(PathBuf::from(value)),
                    _ => return Err(format!("there is no option {name}; try help")),
                }
            }
        }
    }
    let hold = |name: &String| match &lanes {
        Some(lanes) if name == "cairn2d" => Engine::parse(&format!("cairn2d-{lanes}")),
        _ => Engine::parse(name),
    };
    Ok(Request::Compare(CompareOptions {
        scenes,
        engines: engines.iter().map(hold).collect::<Result<_, _>>()?,
        threads,
        rounds: rounds.unwrap_or(if quick { 2 } else { 5 }),
        quick,
        parameters,
        json,
        plot,
    }))
}

fn numbers(name: &str, value: &str) -> Result<Vec<usize>, String> {
    let number = |part: &str| part.parse().ok().filter(|number| (1..=64).contains(number));
    value
        .split(',')
        .map(|part| number(part).ok_or_else(|| format!("{name} cannot be {value:?}: numbers from 1 to 64")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Request, parse};

    fn compare(arguments: &str) -> Result<super::CompareOptions, String> {
        match parse(arguments.split(' ').map(str::to_owned))? {
            Request::Compare(options) => Ok(options),
            other => Err(format!("{other:?}")),
        }
    }

    #[test]
    fn options_parse() {
        let options = compare("compare --suite game --counts 2 --seed 7").unwrap();
        assert_eq!(
            (options.scenes.len(), options.parameters.join(" ")),
            (29, "--counts 2 --seed 7".to_owned())
        );
        let options = compare("compare --scene small --threads 1,2 --quick --lanes avx2").unwrap();
        assert_eq!(options.scenes.len(), 2);
        assert_eq!(options.threads, [1, 2]);
        assert_eq!((options.rounds, options.quick), (2, true));
        assert_eq!(options.engines[0].to_string(), "cairn2d-avx2");
        assert_eq!(options.engines[1].to_string(), "box2d-avx2");
    }

    #[test]
    fn wrong_options_are_rejected() {
        for wrong in
            ["measure", "compare --fast", "compare --rounds 0", "compare --rounds", "compare --engines x"]
        {
            assert!(compare(wrong).is_err(), "{wrong}");
        }
    }
}
