//! The command line: commands, options and the help text, which teaches by examples.

use crate::options::{
    BENCH_EXAMPLES, BenchArguments, COMPLETIONS_EXAMPLES, IMPORT_EXAMPLES, ImportArguments, OPEN_EXAMPLES,
    OpenArguments, Pictures, Printing, Processing, Settings, VIEW_EXAMPLES, ViewArguments,
};
use cairn2d::LaneLevel;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Runs, pictures and checks scenes of the cairn2d physics engine.
#[derive(Clone, Debug, Parser)]
#[command(name = "cairn2d", version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Arguments {
    /// The command [default: open the window, or list what works without one].
    #[command(subcommand)]
    pub command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  cairn2d                                           open the window, if there is a display
  cairn2d view card_house                           watch a world in this terminal
  cairn2d scenes                                    list the built-in scenes
  cairn2d run card_house --png house.png            simulate one and look at the end
  cairn2d run domino --gif domino.gif --width 640   the same as an animation
  cairn2d run large_pyramid --threads 4             how long does a step take?
  cairn2d export bridge -o bridge.json              start a scene of your own from a built-in one
  cairn2d check bridge.json                         is it well-formed? where is it not?
  cairn2d run bridge.json --svg bridge.svg          run your own
  cairn2d import level.tmx --out level.json         take a level from Tiled
  cairn2d run tumbler --record tumbler.crec         keep every call that is made
  cairn2d replay tumbler.crec --verify              is it the same here, to the bit?

Exit codes: 0 done, 1 failed, 2 unknown or wrong input (argument, scene or file).";

/// The commands.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Open the window: the testbed, with all scenes.
    #[command(after_help = OPEN_EXAMPLES)]
    Open(OpenArguments),
    /// Watch a scene run in the terminal, also over ssh.
    #[command(after_help = VIEW_EXAMPLES)]
    View(ViewArguments),
    /// Simulate a scene; print a summary, save pictures or a report.
    #[command(after_help = RUN_EXAMPLES)]
    Run(RunArguments),
    /// Time the steps of scenes.
    #[command(after_help = BENCH_EXAMPLES)]
    Bench(BenchArguments),
    /// Play a recording; verify it, or look at a step of it.
    #[command(after_help = REPLAY_EXAMPLES)]
    Replay(ReplayArguments),
    /// List the built-in scenes, or some of them; with the name of one, its parameters.
    #[command(after_help = SCENES_EXAMPLES)]
    Scenes {
        /// Only scenes whose name, category or description contains these letters.
        filter: Option<String>,
        /// Print JSON for other programs.
        #[arg(long)]
        json: bool,
    },
    /// Check scene files and print the place of each error.
    #[command(after_help = CHECK_EXAMPLES)]
    Check {
        /// Scene files (JSON).
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Write a built-in scene as JSON.
    #[command(after_help = EXPORT_EXAMPLES)]
    Export {
        /// Name of a built-in scene.
        scene: String,
        /// Parameters of the scene.
        #[command(flatten)]
        parameters: Settings,
        /// Write to this file instead of standard output.
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Make a scene from a file of Tiled, LDtk, Inkscape (SVG), R.U.B.E. or MuJoCo.
    #[command(after_help = IMPORT_EXAMPLES)]
    Import(ImportArguments),
    /// Print the JSON Schema of scene files, for editors and other programs.
    Schema,
    /// Print a script that makes a shell complete commands and options.
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

const RUN_EXAMPLES: &str = "\
Examples:
  cairn2d run rain --steps 300                      the first five seconds
  cairn2d run arch --png arch.png --contacts        with contact points and normals
  cairn2d run smash --gif smash.gif --every 2       every second step is a frame
  cairn2d run tumbler --report tumbler.json         all figures as JSON
  cairn2d run smash --set speed=90 --set density=20  other values of parameters
  cairn2d run wall1000 --hash                       only the hash of the end state
  cairn2d run wall1000 --hash --lanes scalar --threads 4
                                                    the same hash: neither lanes nor threads matter";

const REPLAY_EXAMPLES: &str = "\
Examples:
  cairn2d replay smash.crec                         to its end
  cairn2d replay smash.crec --verify --lanes sse2   compare every state with what was recorded
  cairn2d replay smash.crec --to 300 --png at.png   what did it look like after 300 steps?";

const SCENES_EXAMPLES: &str = "\
Examples:
  cairn2d scenes                                    all of them
  cairn2d scenes joints                             a category
  cairn2d scenes bridge                             with its parameters
  cairn2d scenes pyramid --json                     for other programs";

const CHECK_EXAMPLES: &str = "\
Example:
  cairn2d check level1.json level2.json             exit code 2 if one of them is wrong";

const EXPORT_EXAMPLES: &str = "\
Examples:
  cairn2d export newtons_cradle                     to standard output
  cairn2d export bridge --set planks=50             with another value of a parameter
  cairn2d export rain -o rain.json                  the file names its script, so it runs like the original";

/// Arguments of `run`.
#[derive(Clone, Debug, Args)]
pub struct RunArguments {
    /// Name of a built-in scene (see `cairn2d scenes`) or path of a scene file, JSON or Lua.
    #[arg(value_name = "SCENE|FILE")]
    pub scene: String,
    /// Steps to simulate [default: as many as the scene suggests].
    #[arg(long, short = 'n', value_name = "N")]
    pub steps: Option<u32>,
    /// Parameters of the scene.
    #[command(flatten)]
    pub parameters: Settings,
    /// Threads and lanes.
    #[command(flatten)]
    pub processing: Processing,
    /// Pictures of the end state.
    #[command(flatten)]
    pub pictures: Pictures,
    /// Save an animation of the whole run.
    #[arg(long, value_name = "FILE", help_heading = "Pictures")]
    pub gif: Option<PathBuf>,
    /// Steps from one frame of the animation to the next [default: 20 frames per simulated second].
    #[arg(long, value_name = "STEPS", help_heading = "Pictures",
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub every: Option<u32>,
    /// Save all figures as JSON.
    #[arg(long, value_name = "FILE", help_heading = "Figures")]
    pub report: Option<PathBuf>,
    /// Save a recording of the run: initial state and every call, for replay and verification.
    #[arg(long, value_name = "FILE", help_heading = "Figures")]
    pub record: Option<PathBuf>,
    /// Steps between records of all awake bodies in a recording; with 1 a verification finds the exact step
    /// of a difference.
    #[arg(long, value_name = "STEPS", default_value_t = 60, requires = "record", help_heading = "Figures")]
    pub record_bodies: u32,
    /// Printed output.
    #[command(flatten)]
    pub printing: Printing,
}

/// Arguments of `replay`.
#[derive(Clone, Debug, Args)]
pub struct ReplayArguments {
    /// A recording (.crec).
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Compare every recorded state; exit code 1 if one differs, with the step and the bodies.
    #[arg(long)]
    pub verify: bool,
    /// Stop after this many steps [default: at the end].
    #[arg(long, value_name = "STEP")]
    pub to: Option<u64>,
    /// Threads and lanes.
    #[command(flatten)]
    pub processing: Processing,
    /// Pictures of the world at the end, or after `to` steps.
    #[command(flatten)]
    pub pictures: Pictures,
    /// Printed output.
    #[command(flatten)]
    pub printing: Printing,
}

impl RunArguments {
    /// Steps from one frame to the next of a scene with this many steps per second `[Hz]`.
    #[must_use]
    pub fn frame_steps(&self, hertz: f32) -> u32 {
        self.every.unwrap_or(((hertz / 20.0).round() as u32).max(1))
    }
}

pub(crate) fn parse_lanes(text: &str) -> Result<LaneLevel, String> {
    let level = match text {
        "auto" => LaneLevel::best(),
        name => name.parse().map_err(|_| "expected auto, scalar, sse2, avx2, avx512 or neon".to_owned())?,
    };
    if level.is_available() {
        return Ok(level);
    }
    let names: Vec<&str> = LaneLevel::available().map(LaneLevel::name).collect();
    Err(format!("this machine has only {}", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn argument_definition_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn help_examples_parse() {
        let mut count = 0;
        let new = [
            SCENES_EXAMPLES,
            REPLAY_EXAMPLES,
            OPEN_EXAMPLES,
            VIEW_EXAMPLES,
            BENCH_EXAMPLES,
            COMPLETIONS_EXAMPLES,
            IMPORT_EXAMPLES,
        ];
        for text in [EXAMPLES, RUN_EXAMPLES, CHECK_EXAMPLES, EXPORT_EXAMPLES].into_iter().chain(new) {
            for line in text.lines().filter_map(|l| l.strip_prefix("  cairn2d ")) {
                // Two spaces separate the command from its description.
                let command = line.split("  ").next().unwrap_or_default();
                let words = ["cairn2d"].into_iter().chain(command.split_whitespace());
                assert!(Arguments::try_parse_from(words).is_ok(), "{command}");
                count += 1;
            }
        }
        assert_eq!(count, 47);
    }

    #[test]
    fn lanes_parse_by_name() {
        assert_eq!(parse_lanes("auto"), Ok(LaneLevel::best()));
        assert_eq!(parse_lanes("scalar"), Ok(LaneLevel::Scalar));
        assert!(parse_lanes("mmx").unwrap_err().contains("expected"));
        for level in LaneLevel::ALL.into_iter().filter(|l| !l.is_available()) {
            assert!(parse_lanes(level.name()).unwrap_err().contains("only"));
        }
    }
}
