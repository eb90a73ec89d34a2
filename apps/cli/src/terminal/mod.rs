//! The terminal view: a running world in braille cells, eight dots each.
//!
//! [`viewer`] is the model, without a terminal: a running scene, its view, and the [`Action`]s that change
//! both. [`keys`] turns terminal events into actions. [`screen`] turns the model into cells by way of
//! [`canvas`] (dots) and [`draw`] (the world in dots); [`text`] prints cells. Only `commands/view.rs` uses a
//! terminal.

pub mod camera;
pub mod canvas;
pub mod draw;
pub mod ink;
pub mod keys;
pub mod screen;
pub mod text;
pub mod viewer;

use cairn2d_scenes::Control;

/// A position on the screen: column and row, from 0.
pub type Place = [u16; 2];

/// An action of the user.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// Exit, or close the help if it is shown.
    Quit,
    /// Pause or resume.
    Pause,
    /// Pause after this many steps.
    Step(u32),
    /// Restart the scene; the camera stays.
    Restart,
    /// Open another scene of the catalogue, by offset.
    Scene(i32),
    /// Double (1) or halve (-1) the speed.
    Speed(i32),
    /// Zoom by a factor `[-]`, about a position or the middle.
    Zoom(f32, Option<Place>),
    /// Move the view: by quarters of the screen, right and up.
    Pan([i32; 2]),
    /// Show all moving bodies.
    Fit,
    /// Show or hide contact points.
    Contacts,
    /// Show or hide the keys.
    Help,
    /// Grab the body at a position, or else the view.
    Press(Place),
    /// Move the grabbed body or view.
    Drag(Place),
    /// Let go.
    Release,
    /// Hold a control of a game for a moment; a terminal reports when a key is pressed but not when it is
    /// released.
    Play(Control),
}
