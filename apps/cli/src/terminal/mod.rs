//! The terminal view: a running world in braille cells, eight dots each.
//!
//! [`viewer`] is the model, without a terminal: a scene that runs, what part of it is seen, and the
//! [`Action`]s that change both. [`keys`] turns events of the terminal into actions, [`screen`] the model
//! into cells, by way of [`canvas`] (dots) and [`draw`] (the world in dots); [`text`] prints cells. Only
//! `commands/view.rs` talks to a terminal.

pub mod camera;
pub mod canvas;
pub mod draw;
pub mod ink;
pub mod keys;
pub mod screen;
pub mod text;
pub mod viewer;

/// A place on the screen: column and row, from 0.
pub type Place = [u16; 2];

/// What the user wants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// End the program, or only the help if it is shown.
    Quit,
    /// Stop the world, or let it go on.
    Pause,
    /// Stop the world after this many steps.
    Step(u32),
    /// Begin the scene again; the camera stays.
    Restart,
    /// Another scene of the catalogue, this many further on.
    Scene(i32),
    /// Twice as fast (1) or half as fast (-1).
    Speed(i32),
    /// Enlarge by a factor `[-]`, about a place or about the middle.
    Zoom(f32, Option<Place>),
    /// Look elsewhere: by quarters of the screen, right and up.
    Pan([i32; 2]),
    /// Look at everything that moves.
    Fit,
    /// Show contact points, or no longer.
    Contacts,
    /// Show the keys, or no longer.
    Help,
    /// Take hold of what is there, or of the view.
    Press(Place),
    /// Move what is held.
    Drag(Place),
    /// Let go.
    Release,
    /// Hold a control of a game for a moment; a terminal tells when a key is pressed, and not when it is let
    /// go.
    Play(Control),
}

/// A control of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// Left.
    Left,
    /// Right.
    Right,
    /// Ahead, or jump.
    Up,
    /// Astern, or duck.
    Down,
    /// The first weapon.
    Fire,
    /// The second weapon.
    Special,
}
