//! The window on a desktop: its arguments, its clock, and photographs.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::OnceLock;
use std::time::Instant;

use cairn2d_scenes::{Setting, read_setting};

use crate::App;
use crate::photograph::Photographer;
use crate::{files, named_files, plain};

const HELP: &str = "\
Opens the testbed of cairn2d: look at scenes, touch them, change them.

Usage: cairn2d-testbed [OPTIONS] [WHAT]

Arguments:
  [WHAT]  A scene of the library, a scene file, a recording, or a link (#...)

Options:
      --set NAME=VALUE  Set a parameter of the scene; may be repeated
      --photograph DIR  Run each scene of the library in the window, save a picture of each and a sheet of all, and end
      --only NAME       With --photograph: only scenes whose name contains this
      --frames N        With --photograph: how many frames each runs [default: 300]
      --stride N        With --photograph: take N steps in each frame [default: 1]
      --size WxH        The size of the window in points [default: 1440x900]
      --light           Begin in light colors
  -h, --help            Print help

Examples:
  cairn2d-testbed
  cairn2d-testbed tumbler
  cairn2d-testbed domino --set dominoes=40
  cairn2d-testbed my_scene.json
  xvfb-run -s '-screen 0 1440x900x24' cairn2d-testbed --photograph target/photographs
";

/// The parsed arguments.
#[derive(Debug, Default, PartialEq)]
struct Arguments {
    what: Option<String>,
    settings: Vec<Setting>,
    photograph: Option<PathBuf>,
    only: String,
    frames: Option<u32>,
    stride: Option<u32>,
    size: Option<[f32; 2]>,
    light: bool,
    help: bool,
}

impl Arguments {
    fn read(given: impl IntoIterator<Item = String>) -> Result<Arguments, String> {
        let mut read = Arguments::default();
        let mut given = given.into_iter();
        while let Some(argument) = given.next() {
            let mut value = || given.next().ok_or_else(|| format!("{argument} needs a value"));
            match argument.as_str() {
                "-h" | "--help" => read.help = true,
                "--light" => read.light = true,
                "--photograph" => read.photograph = Some(value()?.into()),
                "--only" => read.only = value()?,
                "--set" => {
                    let text = value()?;
                    let missing = || format!("--set {text}: not a name and a number, such as rows=20");
                    read.settings.push(read_setting(&text).ok_or_else(missing)?);
                }
                "--frames" | "--stride" => {
                    let text = value()?;
                    let number = text.parse().map_err(|_| format!("{argument} {text}: not a number"))?;
                    let place = if argument == "--frames" { &mut read.frames } else { &mut read.stride };
                    *place = Some(number);
                }
                "--size" => {
                    let text = value()?;
                    let side = |side: &str| {
                        side.parse::<f32>().ok().filter(|side| (100.0..=10_000.0).contains(side))
                    };
                    let sides = text.split_once('x').and_then(|(w, h)| Some([side(w)?, side(h)?]));
                    read.size =
                        Some(sides.ok_or_else(|| format!("--size {text}: not a size such as 1440x900"))?);
                }
                other if other.starts_with('-') => return Err(format!("there is no option {other}")),
                _ if read.what.is_some() => {
                    return Err(format!("only one scene or file can be opened, not also {argument}"));
                }
                _ => read.what = Some(argument),
            }
        }
        Ok(read)
    }
}

/// A monotonic clock `[ns]`, for the times of stages.
fn clock() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64
}

/// Runs the program.
pub fn main() -> ExitCode {
    let arguments = match Arguments::read(std::env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(why) => {
            eprintln!("cairn2d-testbed: {}; see --help", plain::line(&why));
            return ExitCode::from(2);
        }
    };
    if arguments.help {
        print!("{HELP}");
        return ExitCode::SUCCESS;
    }
    let size = arguments.size.unwrap_or([1440.0, 900.0]);
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("cairn2d")
            .with_app_id("cairn2d")
            .with_inner_size(size),
        ..Default::default()
    };
    let photographing = arguments.photograph.is_some();
    let make: eframe::AppCreator<'_> = Box::new(move |context| Ok(Box::new(start(context, &arguments)?)));
    match eframe::run_native("cairn2d", options, make) {
        Ok(()) if photographing && crate::photograph::failed() => ExitCode::FAILURE,
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cairn2d-testbed: {}", plain::lines(&error.to_string()));
            eprintln!(
                "Without a display, look at scenes with `cairn2d view SCENE` or `cairn2d run SCENE --png FILE`."
            );
            ExitCode::FAILURE
        }
    }
}

fn start(context: &eframe::CreationContext<'_>, arguments: &Arguments) -> Result<App, String> {
    let mut app = App::new(context);
    app.session.set_clock(Some(clock));
    if arguments.photograph.is_none() {
        app.keep_settings(&context.egui_ctx);
    }
    let preference = context.egui_ctx.options(|options| options.theme_preference);
    if arguments.light || preference == egui::ThemePreference::System {
        context.egui_ctx.set_theme(if arguments.light { egui::Theme::Light } else { egui::Theme::Dark });
    }
    match arguments.what.as_deref() {
        None => {}
        Some(link) if link.contains('#') => app.open_link(link),
        Some(name) if cairn2d_scenes::find(name).is_ok() => app.open(name),
        Some(path) => {
            let bytes = named_files::read(Path::new(path), files::most_bytes(path)).map_err(|error| {
                let unknown = cairn2d_scenes::find(path).err();
                unknown.map_or(String::new(), |unknown| format!("{unknown}, and {error}"))
            })?;
            app.open_file(path, &bytes);
        }
    }
    if !arguments.settings.is_empty() {
        app.session.set_parameters(&arguments.settings)?;
    }
    if let Some(folder) = &arguments.photograph {
        let frames = arguments.frames.unwrap_or(300);
        app.photographer =
            Some(Photographer::new(folder, &arguments.only, frames, arguments.stride.unwrap_or(1))?);
    }
    Ok(app)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Arguments, String> {
        Arguments::read(text.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn arguments_are_parsed_or_rejected() {
        assert_eq!(read(""), Ok(Arguments::default()));
        let all = read("--photograph out --frames 20 --only pyr --size 800x600 --light tumbler").unwrap();
        assert_eq!((all.frames, all.size, all.light), (Some(20), Some([800.0, 600.0]), true));
        assert_eq!((all.what.as_deref(), all.only.as_str()), (Some("tumbler"), "pyr"));
        let settings = read("smash --set speed=90 --set friction=0").unwrap().settings;
        assert_eq!(settings, [("speed".to_owned(), 90.0), ("friction".to_owned(), 0.0)]);
        for bad in [
            "--set",
            "--set rows",
            "--set rows=x",
            "--frames",
            "--frames x",
            "--size 3",
            "--size 0x0",
            "--no",
            "a b",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
