//! Arguments of `view`, `open`, `bench`, `import` and `completions` with the examples in their help, and
//! arguments that several commands share.

use crate::args::parse_lanes;
use crate::failure::Failure;
use crate::files::Format;
use crate::output::{Outputs, print};
use crate::picture::camera::{Camera, Canvas};
use crate::picture::style::{Style, Theme};
use crate::picture::{Picture, paint, raster, svg};
use crate::report::hash_text;
use cairn2d::LaneLevel;
use cairn2d_scenes::{Overrides, Setting, read_setting};
use clap::{Args, ValueEnum, ValueHint};
use std::path::{Path, PathBuf};

pub(crate) const VIEW_EXAMPLES: &str = "\
Examples:
  cairn2d view tumbler                              space pauses, ? shows all keys, the mouse drags
  cairn2d view bridge.json                          a scene of your own
  cairn2d view rain --fps 10                        over a slow line
  cairn2d view domino --set dominoes=40             with another value of a parameter
  cairn2d view card_house --snapshot 100x30 --steps 60
                                                    one picture as text, for pipes and tests";

pub(crate) const OPEN_EXAMPLES: &str = "\
Examples:
  cairn2d open                                      the window, with the catalogue of scenes
  cairn2d open card_house                           with this scene
  cairn2d open bridge.json                          with a scene of your own

The window is a program of its own, cairn2d-testbed. It is looked for beside this program and on PATH;
in a checkout of the sources it is built, which takes some minutes the first time.";

pub(crate) const BENCH_EXAMPLES: &str = "\
Examples:
  cairn2d bench                                     the scenes engines are compared by
  cairn2d bench tumbler rain --threads 2            some scenes, on two threads
  cairn2d bench large_pyramid --lanes sse2          with other vector instructions
  cairn2d bench my.json --steps 1000 --json         a scene of your own, for other programs";

pub(crate) const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  cairn2d completions bash                          to standard output; for good:
    cairn2d completions bash > ~/.local/share/bash-completion/completions/cairn2d
    cairn2d completions zsh > ~/.zfunc/_cairn2d
    cairn2d completions fish > ~/.config/fish/completions/cairn2d.fish";

pub(crate) const IMPORT_EXAMPLES: &str = "\
Examples:
  cairn2d import level.tmx                          to standard output
  cairn2d import level.ldtk --out level.json        then: cairn2d run level.json --png level.png
  cairn2d import logo.svg --pixels-per-metre 50     a tenth of a metre is 5 units
  cairn2d import hopper.xml --from mjcf             if neither name nor content says the format";

/// Arguments of `import`.
#[derive(Clone, Debug, Args)]
pub struct ImportArguments {
    /// A map of Tiled (.tmj, .tmx), a project of LDtk (.ldtk), a picture (.svg), a world of R.U.B.E. (.rube,
    /// .json) or a planar model of MuJoCo (.mjcf, .xml).
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Format of the file: tmj, tmx, ldtk, svg, rube or mjcf [default: that of its name or content].
    #[arg(long, value_name = "FORMAT")]
    pub from: Option<cairn2d_import::Format>,
    /// Units of the file in a metre [default: a tile is a metre; 100 in SVG; 1 in R.U.B.E. and MuJoCo].
    #[arg(long, value_name = "N")]
    pub pixels_per_metre: Option<f32>,
    /// Largest distance of shapes from curves, in metres.
    #[arg(long, value_name = "M", default_value_t = 0.005)]
    pub tolerance: f32,
    /// The y-axis of the file points up.
    #[arg(long)]
    pub y_up: bool,
    /// Fill ground with convex polygons instead of tracing its outline.
    #[arg(long)]
    pub solid: bool,
}

/// Threads and lanes of a world; results do not depend on them.
#[derive(Clone, Copy, Debug, Args)]
pub struct Processing {
    /// Threads to simulate with; results do not depend on it.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    pub threads: u8,
    /// Vector instructions: auto, scalar, sse2, avx2, avx512 or neon; results do not depend on it.
    #[arg(long, value_name = "LANES", default_value = "auto", value_parser = parse_lanes)]
    pub lanes: LaneLevel,
}

impl Processing {
    /// The same as overrides of a scene.
    #[must_use]
    pub fn overrides(&self) -> Overrides {
        Overrides { threads: Some(usize::from(self.threads)), lanes: Some(self.lanes) }
    }
}

/// Values of parameters of scenes.
#[derive(Clone, Debug, Default, Args)]
pub struct Settings {
    /// Set a parameter of the scene; `cairn2d scenes NAME` lists them. May be repeated.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = parse_setting)]
    pub settings: Vec<Setting>,
}

/// Reads a setting such as `rows=20`.
fn parse_setting(text: &str) -> Result<Setting, String> {
    read_setting(text).ok_or_else(|| "expected a name and a number, such as rows=20".to_owned())
}

/// Pictures of the end state.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Pictures")]
pub struct Pictures {
    /// Save a picture of the end state.
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,
    /// Save a picture of the end state as vectors.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Width of pictures in pixels.
    #[arg(long, value_name = "PX", default_value_t = 1280, value_parser = clap::value_parser!(u32).range(64..=8192))]
    pub width: u32,
    /// Height of pictures in pixels [default: 9/16 of the width].
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(64..=8192))]
    pub height: Option<u32>,
    /// Draw contact points and normals.
    #[arg(long)]
    pub contacts: bool,
    /// Colors of pictures.
    #[arg(long, value_enum, default_value_t)]
    pub theme: Theme,
}

impl Pictures {
    /// Size of the pictures.
    pub(crate) fn canvas(&self) -> Canvas {
        Canvas { width: self.width, height: self.height.unwrap_or((self.width * 9 / 16).max(64)) }
    }

    /// The requested files.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&Path, Format)> {
        let wanted = [(&self.png, Format::Png), (&self.svg, Format::Svg)];
        wanted.into_iter().filter_map(|(path, format)| Some((path.as_deref()?, format)))
    }

    /// Draws one picture, and adds the requested files.
    pub(crate) fn add(
        &self,
        picture: &Picture,
        camera: &Camera,
        outputs: &mut Outputs,
    ) -> Result<(), Failure> {
        let drawing = paint::draw(picture, camera, &Style::of(self.theme));
        if let Some(path) = &self.png {
            outputs.add(path, raster::png(&drawing)?);
        }
        if let Some(path) = &self.svg {
            outputs.add(path, svg::svg(&drawing).into_bytes());
        }
        Ok(())
    }
}

/// Printed output.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Figures")]
pub struct Printing {
    /// Print only the hash of the end state.
    #[arg(long)]
    pub hash: bool,
    /// Print no summary and no progress.
    #[arg(long, short)]
    pub quiet: bool,
}

impl Printing {
    /// Prints the hash, the summary or nothing.
    pub(crate) fn print(self, hash: u64, summary: impl FnOnce() -> String) -> Result<(), Failure> {
        match self {
            Self { hash: true, .. } => print(&format!("{}\n", hash_text(hash))),
            Self { quiet: true, .. } => Ok(()),
            Self { .. } => print(&summary()),
        }
    }
}

/// Arguments of `view`.
#[derive(Clone, Debug, Args)]
pub struct ViewArguments {
    /// Name of a built-in scene (see `cairn2d scenes`) or path of a scene file, JSON or Lua.
    #[arg(value_name = "SCENE|FILE", default_value = "card_house", value_hint = ValueHint::AnyPath)]
    pub scene: String,
    /// Highest number of frames per second; only changes are sent to the terminal.
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=120))]
    pub fps: u32,
    /// Take this many steps first [default: 0].
    #[arg(long, short = 'n', value_name = "N")]
    pub steps: Option<u32>,
    /// Print one picture of this size as text and exit.
    #[arg(long, value_name = "COLSxROWS", value_parser = parse_size)]
    pub snapshot: Option<[u16; 2]>,
    /// Whether a snapshot has colors.
    #[arg(long, value_enum, default_value_t, requires = "snapshot")]
    pub color: When,
    /// Parameters of the scene.
    #[command(flatten)]
    pub parameters: Settings,
    /// Threads and lanes.
    #[command(flatten)]
    pub processing: Processing,
}

/// A choice with an automatic default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// When standard output is a terminal.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Arguments of `open`.
#[derive(Clone, Debug, Default, Args)]
pub struct OpenArguments {
    /// Name of a built-in scene, path of a scene file or of a recording [default: the catalogue].
    #[arg(value_name = "SCENE|FILE", value_hint = ValueHint::AnyPath)]
    pub scene: Option<String>,
    /// Parameters of the scene.
    #[command(flatten)]
    pub parameters: Settings,
}

/// Arguments of `bench`.
#[derive(Clone, Debug, Args)]
pub struct BenchArguments {
    /// Names of built-in scenes or paths of scene files [default: all scenes of the category benchmark].
    #[arg(value_name = "SCENE|FILE", value_hint = ValueHint::AnyPath)]
    pub scenes: Vec<String>,
    /// Steps of each scene [default: as many as the scene suggests].
    #[arg(long, short = 'n', value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    pub steps: Option<u32>,
    /// Print JSON for other programs.
    #[arg(long)]
    pub json: bool,
    /// Parameters of the scenes.
    #[command(flatten)]
    pub parameters: Settings,
    /// Threads and lanes.
    #[command(flatten)]
    pub processing: Processing,
}

/// Reads a size such as `80x24`.
fn parse_size(text: &str) -> Result<[u16; 2], String> {
    const SIZES: std::ops::RangeInclusive<u16> = 4..=1000;
    let numbers = text.split_once('x').and_then(|(a, b)| Some([a.parse().ok()?, b.parse().ok()?]));
    match numbers {
        Some(size) if size.iter().all(|n| SIZES.contains(n)) => Ok(size),
        _ => Err("expected columns and rows from 4 to 1000, such as 80x24".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_parse() {
        assert_eq!(parse_setting("rows=20"), Ok(("rows".to_owned(), 20.0)));
        assert!(parse_setting("rows=many").unwrap_err().contains("rows=20"));
    }

    #[test]
    fn sizes_parse() {
        assert_eq!(parse_size("80x24"), Ok([80, 24]));
        for bad in ["", "80", "x", "80x", "3x3", "-1x5", "80x70000", "80x24x2"] {
            assert!(parse_size(bad).unwrap_err().contains("80x24"), "{bad}");
        }
    }
}
