//! The layout of a narrow window: a bar of large buttons below the picture, and sheets that open over it.

use egui::{Align2, Area, Frame, ScrollArea, Ui, vec2};

use crate::session::Session;

use super::field::{self, field};
use super::help::{Action, hint};

/// Width below which a window has this layout, in points of the screen.
pub const WIDEST: f32 = 600.0;
/// Least height of a button that a finger hits, in points of the screen.
pub const TARGET: f32 = 46.0;
/// Height of the bar in points of the screen.
pub const HEIGHT: f32 = TARGET + 10.0;
/// Part of the height of the window that a sheet may cover, and that of the scenes covers.
const SHEET: f32 = 0.5;
const SCENES: f32 = 0.75;

/// What a sheet shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheet {
    /// The catalogue.
    Scenes,
    /// The tools and their options.
    Tools,
    /// Settings and inspector.
    Settings,
    /// All other actions.
    More,
}

impl Sheet {
    const ALL: [(Sheet, &'static str, &'static str); 4] = [
        (Sheet::Scenes, "Scenes", "Choose a scene"),
        (Sheet::Tools, "Tools", "Choose a tool and its options"),
        (Sheet::Settings, "Settings", "Selection, drawing, world, profile"),
        (Sheet::More, "More", "Step, restart, files, theme, help"),
    ];
}

/// Makes what follows large enough for fingers.
pub fn enlarge(ui: &mut Ui) {
    let spacing = ui.spacing_mut();
    spacing.interact_size.y = TARGET;
    spacing.button_padding = vec2(10.0, 12.0);
    spacing.item_spacing = vec2(6.0, 6.0);
}

/// Shows the bar. Returns the requested action.
pub fn bar(ui: &mut Ui, session: &Session, open: &mut Option<Sheet>) -> Option<Action> {
    let mut asked = None;
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let width = (ui.available_width() - 5.0 * 4.0) / 6.0;
        let size = vec2(width, TARGET);
        let mut act = |ui: &mut Ui, name: &str, action: Action, enabled: bool| {
            let hint = hint(ui.ctx(), action);
            if field::large_button(ui, &field(name, "", &hint), size, [enabled, false]) {
                asked = Some(action);
            }
        };
        act(ui, if session.pace.paused { "Play" } else { "Pause" }, Action::Pause, true);
        act(ui, "Undo", Action::Undo, session.can_undo());
        for (sheet, name, hint) in Sheet::ALL {
            let is_open = *open == Some(sheet);
            if field::large_button(ui, &field(name, "", hint), size, [true, is_open]) {
                *open = (!is_open).then_some(sheet);
            }
        }
    });
    asked
}

/// Shows the further actions of the bar of a wide window. Returns the requested one.
pub fn more(ui: &mut Ui, session: &Session) -> Option<Action> {
    let mut asked = None;
    let live = !session.is_playback();
    let record = if session.is_recording() { "Stop recording" } else { "Record" };
    let actions = [
        ("Step", Action::Step, true),
        ("Restart", Action::Restart, true),
        ("Redo", Action::Redo, session.can_redo()),
        ("Fit", Action::Fit, true),
        ("Open", Action::Open, true),
        ("Save scene", Action::Save, true),
        ("Save snapshot", Action::Snapshot, true),
        ("Copy link", Action::Share, live),
        (record, Action::Record, live),
        ("Theme", Action::Theme, true),
        ("Help", Action::Help, true),
    ];
    ui.horizontal_wrapped(|ui| {
        for (name, action, enabled) in actions {
            let hint = hint(ui.ctx(), action);
            if field::large_button(ui, &field(name, "", &hint), vec2(104.0, TARGET), [enabled, false]) {
                asked = Some(action);
            }
        }
    });
    asked
}

/// Shows a sheet over the picture, whose lower end is at this height of the window.
pub fn show_sheet<R>(
    context: &egui::Context,
    (sheet, bottom): (Sheet, f32),
    content: impl FnOnce(&mut Ui) -> R,
) -> R {
    let window = context.content_rect();
    let area = Area::new(egui::Id::unique("sheet"))
        .fixed_pos(egui::pos2(window.left(), bottom))
        .pivot(Align2::LEFT_BOTTOM);
    let shown = area.constrain(true).show(context, |ui| {
        let frame = Frame::window(ui.style());
        frame.show(ui, |ui| {
            ui.set_width(window.width() - 26.0);
            enlarge(ui);
            if sheet == Sheet::Scenes {
                // The cards scroll below the search.
                let size = vec2(ui.available_width(), SCENES * window.height());
                return ui.allocate_ui(size, content).inner;
            }
            ScrollArea::vertical().max_height(SHEET * window.height()).show(ui, content).inner
        })
    });
    shown.inner.inner
}
