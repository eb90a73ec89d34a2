//! The keys and their actions: one table for the help and for the app.

use egui::{Key, KeyboardShortcut, Modifiers};

/// An action of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is described in the table of keys")]
pub enum Action {
    Pause,
    Step,
    StepBack,
    Restart,
    Slower,
    Faster,
    RealTime,
    Undo,
    Redo,
    Delete,
    Copy,
    SelectNothing,
    Fit,
    ZoomIn,
    ZoomOut,
    Previous,
    Next,
    Catalogue,
    Settings,
    Theme,
    Open,
    Save,
    Snapshot,
    Share,
    Record,
    Help,
}

/// A key without modifiers.
const fn key(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

const fn command(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

/// All keys with their action and description. Of several keys of an action, buttons show the first. Those
/// with more modifiers come first, as egui's matching requires.
pub const KEYS: &[(KeyboardShortcut, Action, &str)] = &[
    (
        KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z),
        Action::Redo,
        "Redo, and return to the step of the undo",
    ),
    (command(Key::Z), Action::Undo, "Undo: return to the step before the last edit"),
    (command(Key::Y), Action::Redo, "Redo"),
    (
        KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::S),
        Action::Snapshot,
        "Save the current world as a snapshot, with the same bits",
    ),
    (command(Key::O), Action::Open, "Open a scene file, a recording or a snapshot"),
    (command(Key::S), Action::Save, "Save the current world as a scene file"),
    (command(Key::D), Action::Copy, "Copy the selection by the displacement of the inspector"),
    (command(Key::L), Action::Share, "Copy a link to the scene and its edits"),
    (command(Key::R), Action::Record, "Start or stop recording"),
    (key(Key::P), Action::Pause, "Pause or continue; in games Space fires"),
    (key(Key::Space), Action::Pause, "Pause or continue"),
    (key(Key::Period), Action::Step, "One step"),
    (key(Key::Comma), Action::StepBack, "One step back"),
    (key(Key::R), Action::Restart, "Restart; the camera stays"),
    (key(Key::OpenBracket), Action::Slower, "Half the speed"),
    (key(Key::CloseBracket), Action::Faster, "Twice the speed"),
    (key(Key::Backslash), Action::RealTime, "Real time"),
    (key(Key::Delete), Action::Delete, "Remove the selection"),
    (key(Key::Backspace), Action::Delete, "Remove the selection"),
    (key(Key::Escape), Action::SelectNothing, "Clear the selection"),
    (key(Key::Home), Action::Fit, "Fit all bodies into the view"),
    (key(Key::Plus), Action::ZoomIn, "Zoom in"),
    (key(Key::Equals), Action::ZoomIn, "Zoom in"),
    (key(Key::Minus), Action::ZoomOut, "Zoom out"),
    (key(Key::PageUp), Action::Previous, "Previous scene"),
    (key(Key::PageDown), Action::Next, "Next scene"),
    (key(Key::F2), Action::Catalogue, "Show or hide the catalogue"),
    (key(Key::F3), Action::Settings, "Show or hide settings and inspector"),
    (key(Key::F4), Action::Theme, "Switch between dark and light theme"),
    (key(Key::F1), Action::Help, "Show or hide this help"),
];

/// Further help.
const MORE: &[(&str, &str)] = &[
    ("1 to 9, 0", "Tools: hand, select, spawn, draw, bomb, erase, pin, dig, pour, cut"),
    ("Arrows, Space, Enter", "In scenes to play: what the scene says below its name"),
    ("Left drag", "Use the tool; hand: grab, throw, move the view"),
    ("Right or middle drag", "Move the view"),
    ("Wheel, pinch", "Zoom to the cursor"),
    ("Shift", "Add to the selection"),
    ("Several fingers", "Grab several bodies at once"),
    ("Drop a file", "Open a scene file, a recording or a snapshot"),
];

/// The action whose key was pressed in this frame, if any; removes it from the input.
pub fn pressed(context: &egui::Context, game: bool) -> Option<Action> {
    if context.egui_wants_keyboard_input() {
        return None;
    }
    let of_game = |shortcut: &KeyboardShortcut| game && shortcut.logical_key == Key::Space;
    context.input_mut(|input| {
        KEYS.iter()
            .filter(|(shortcut, ..)| !of_game(shortcut))
            .find_map(|(shortcut, action, _)| input.consume_shortcut(shortcut).then_some(*action))
    })
}

/// Shows all keys in a window.
pub fn show(context: &egui::Context, open: &mut bool) {
    let screen = context.content_rect();
    let narrow = screen.width() < super::phone::WIDEST;
    let width = (screen.width() - 40.0).min(560.0);
    let window = egui::Window::new("Help").open(open).collapsible(false).resizable(false);
    let window = window.anchor(egui::Align2::CENTER_CENTER, [0.0, 0.0]).min_width(width).max_width(width);
    window.max_height(screen.height() - 40.0).show(context, |ui| {
        let scroll = egui::ScrollArea::vertical().max_height(screen.height() - 110.0);
        scroll.show(ui, |ui| {
            for (keys, text) in rows(context) {
                row(ui, (&keys, text), narrow);
            }
        });
    });
}

/// The keys of each action with its description, then the further help.
fn rows(context: &egui::Context) -> Vec<(String, &'static str)> {
    let mut rows = Vec::new();
    for (index, (_, action, text)) in KEYS.iter().enumerate() {
        let same = |entry: &&(KeyboardShortcut, Action, &str)| entry.1 == *action;
        if !KEYS[..index].iter().any(|entry| same(&entry)) {
            let keys: Vec<String> = KEYS.iter().filter(same).map(|entry| name(context, &entry.0)).collect();
            rows.push((keys.join("  "), *text));
        }
    }
    rows.extend(MORE.iter().map(|(what, text)| ((*what).to_owned(), *text)));
    rows
}

/// A row of the help; in a narrow window the text is below its keys.
fn row(ui: &mut egui::Ui, (keys, text): (&str, &str), narrow: bool) {
    if narrow {
        ui.strong(keys);
        ui.label(text);
        ui.add_space(4.0);
        return;
    }
    ui.horizontal(|ui| {
        let size = egui::vec2(170.0, ui.text_style_height(&egui::TextStyle::Body));
        let layout = egui::Layout::left_to_right(egui::Align::TOP);
        ui.allocate_ui_with_layout(size, layout, |ui| {
            ui.set_min_width(size.x);
            ui.strong(keys);
        });
        ui.add(egui::Label::new(text).wrap());
    });
}

/// The description of an action, and its key.
pub fn hint(context: &egui::Context, action: Action) -> String {
    let found = KEYS.iter().find(|(_, other, _)| *other == action);
    found.map_or(String::new(), |(shortcut, _, text)| format!("{text} ({})", name(context, shortcut)))
}

/// The label of a key.
fn name(context: &egui::Context, shortcut: &KeyboardShortcut) -> String {
    if shortcut.modifiers.is_none() {
        shortcut.logical_key.symbol_or_name().to_owned()
    } else {
        context.format_shortcut(shortcut)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_has_one_action() {
        for (index, (shortcut, ..)) in KEYS.iter().enumerate() {
            assert!(KEYS[..index].iter().all(|(other, ..)| other != shortcut), "{shortcut:?}");
        }
    }
}
