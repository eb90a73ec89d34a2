//! The progress of a long run on standard error; silent if that is not a terminal.

use crate::plain;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// A progress bar; it is removed when dropped, so that an error message stands alone.
#[derive(Debug)]
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar for `count` steps, or none if `quiet`.
    #[must_use]
    pub fn new(count: u64, quiet: bool) -> Self {
        // Ten updates a second are enough and cost a fast simulation nothing.
        let target =
            if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(10) };
        let bar = ProgressBar::with_draw_target(Some(count), target);
        let template = "{prefix} {bar:40.cyan/black.bright} {pos}/{len} {rate} {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            // The built-in rate has four digits after the point, which only flicker.
            let style = style.with_key("rate", |state: &ProgressState, out: &mut dyn std::fmt::Write| {
                let _ = write!(out, "{:.0} steps/s", state.per_sec());
            });
            bar.set_style(style.progress_chars("━╸─"));
        }
        Self(bar)
    }

    /// Sets the text of the bar.
    pub fn say(&self, text: &str) {
        self.0.set_prefix(plain::line(text));
    }

    /// Counts one step.
    pub fn advance(&self) {
        self.0.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
