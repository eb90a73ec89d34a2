//! `cairn2d view`: a running world in the terminal, or one picture of it as text.
//!
//! The only file that uses a terminal. It restores the terminal when the program ends, fails, or panics.

use crate::clock;
use crate::failure::Failure;
use crate::options::{ViewArguments, When};
use crate::output::print_raw;
use crate::terminal::viewer::Viewer;
use crate::terminal::{keys, screen, text};
use anyhow::Context as _;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::terminal::Terminal;
use ratatui_crossterm::CrosstermBackend;
use ratatui_crossterm::crossterm::event::{DisableMouseCapture, EnableMouseCapture, poll, read};
use ratatui_crossterm::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use ratatui_crossterm::crossterm::{cursor, execute};
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::time::{Duration, Instant};

pub(super) fn view(arguments: &ViewArguments) -> Result<(), Failure> {
    match arguments.snapshot {
        Some(size) => snapshot(arguments, size),
        None if !io::stdout().is_terminal() || !io::stdin().is_terminal() => Err(Failure::Input(
            "standard input and output are not a terminal; `--snapshot 100x30` prints a picture instead"
                .to_owned(),
        )),
        None => live(arguments),
    }
}

fn snapshot(arguments: &ViewArguments, [columns, rows]: [u16; 2]) -> Result<(), Failure> {
    let mut viewer = open(arguments, [columns, rows])?;
    let mut buffer = Buffer::empty(Rect::new(0, 0, columns, rows));
    screen::draw(&mut viewer, &mut buffer);
    let colors = match arguments.color {
        When::Always => true,
        When::Never => false,
        // See no-color.org.
        When::Auto => io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()),
    };
    print_raw(&text::text(&buffer, colors))
}

/// A viewer after the requested steps.
fn open(arguments: &ViewArguments, [columns, rows]: [u16; 2]) -> Result<Viewer, Failure> {
    let settings = &arguments.parameters.settings;
    let overrides = arguments.processing.overrides();
    let mut viewer = Viewer::open(&arguments.scene, settings, overrides, [columns, rows])?;
    for _ in 0..arguments.steps.unwrap_or(0) {
        if !viewer.step() {
            let reason = viewer.message().unwrap_or("a step failed").to_owned();
            return Err(Failure::Other(anyhow::Error::msg(reason)));
        }
    }
    viewer.fit();
    Ok(viewer)
}

fn live(arguments: &ViewArguments) -> Result<(), Failure> {
    let (columns, rows) = size().context("cannot read the size of the terminal")?;
    let mut viewer = open(arguments, [columns, rows])?;
    let borrowed = Borrowed::new().context("cannot take over the terminal")?;
    let result = run(&mut viewer, Duration::from_secs(1) / arguments.fps);
    drop(borrowed);
    Ok(result.context("the terminal is gone")?)
}

fn run(viewer: &mut Viewer, frame: Duration) -> io::Result<()> {
    let mut terminal = Terminal::new(CrosstermBackend::new(BufWriter::new(io::stdout())))?;
    let mut last = Instant::now();
    loop {
        terminal.draw(|canvas| screen::draw(viewer, canvas.buffer_mut()))?;
        // A paused world changes nothing, so it is not redrawn.
        let pause = if viewer.is_paused() { Duration::from_secs(3600) } else { frame };
        let mut changed = poll(pause.saturating_sub(last.elapsed()))?;
        while changed {
            let event = read()?;
            if let Some(action) = keys::action(&event, screen::TOP)
                && !viewer.act(action)
            {
                return Ok(());
            }
            changed = poll(Duration::ZERO)?;
        }
        let passed = last.elapsed();
        if passed < frame {
            std::thread::sleep(frame - passed);
        }
        let passed = std::mem::replace(&mut last, Instant::now()).elapsed();
        viewer.advance(passed.as_secs_f32(), clock::nanoseconds() + frame.as_nanos() as u64);
    }
}

/// Restores the terminal when it is dropped.
struct Borrowed;

impl Borrowed {
    fn new() -> io::Result<Self> {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            // Before the message, which would vanish with the alternate screen.
            give_back();
            usual(panic);
        }));
        enable_raw_mode()?;
        let borrowed = Self;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, cursor::Hide)?;
        Ok(borrowed)
    }
}

impl Drop for Borrowed {
    fn drop(&mut self) {
        give_back();
    }
}

/// Restores the terminal; errors are ignored, because the terminal may be gone.
fn give_back() {
    let mut out = io::stdout();
    let _ = execute!(out, DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
    let _ = out.flush();
    let _ = disable_raw_mode();
}
