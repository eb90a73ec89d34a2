//! Opening and saving files by the menu and its keys, with dialogs that answer at once.

use std::cell::RefCell;
use std::rc::Rc;

use cairn2d_testbed::App;
use cairn2d_testbed::dialogs::{Dialogs, SavedFile};
use cairn2d_testbed::files::Inbox;
use cairn2d_testbed::session::{Session, Source};
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use crate::{step_index, window, window_of};

/// Files that are saved; the last of them is the one that is opened.
#[derive(Clone, Default)]
struct Shelf(Rc<RefCell<Vec<SavedFile>>>);

impl Dialogs for Shelf {
    fn open(&self, inbox: &Inbox, _: &egui::Context) {
        if let Some(file) = self.0.borrow().last() {
            inbox.put(&file.name, Ok(file.bytes.clone()));
        }
    }

    fn save(&self, file: SavedFile, inbox: &Inbox, _: &egui::Context) {
        inbox.say(format!("kept {}", file.name));
        self.0.borrow_mut().push(file);
    }
}

fn choose(harness: &mut Harness<'static, App>, entry: &str) {
    harness.get_by_label("File").click();
    harness.run_steps(3);
    harness.get_by_label(entry).click();
    harness.run_steps(3);
}

#[test]
fn a_saved_snapshot_opens_with_the_same_bits() {
    let mut harness = window("wrecking_ball");
    let shelf = Shelf::default();
    harness.state_mut().dialogs = Box::new(shelf.clone());
    harness.run_steps(30);
    harness.key_press(Key::P);
    harness.run_steps(2);
    let (step, hash) = (step_index(&harness), harness.state().session.world().hash());
    assert!(step > 20);
    choose(&mut harness, "Save snapshot");
    assert_eq!(shelf.0.borrow()[0].name, "wrecking_ball.csnap");
    harness.state_mut().open("domino");
    harness.run_steps(2);
    choose(&mut harness, "Open");
    let session = &harness.state().session;
    assert_eq!(*session.source(), Source::Other("wrecking_ball".to_owned()));
    assert_eq!((session.step_index(), session.world().hash()), (0, hash));
}

#[test]
fn keys_save_and_open_a_scene() {
    let mut harness = window("seesaw");
    let shelf = Shelf::default();
    harness.state_mut().dialogs = Box::new(shelf.clone());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    harness.run_steps(3);
    let name = shelf.0.borrow()[0].name.clone();
    assert_eq!(name, "seesaw.json");
    let bytes = shelf.0.borrow()[0].bytes.clone();
    let text = String::from_utf8(bytes).expect("a scene is text");
    let saved = cairn2d_scenes::Scene::from_json(&text).expect("it is valid");
    assert_eq!(saved.bodies.len(), harness.state().session.world().bodies().count());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::O);
    harness.run_steps(3);
    assert_eq!(*harness.state().session.source(), Source::Other("seesaw".to_owned()));
    harness.key_press_modifiers(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::S);
    harness.run_steps(3);
    assert_eq!(shelf.0.borrow().len(), 2, "one snapshot and no second scene");
    assert_eq!(shelf.0.borrow()[1].name, "seesaw.csnap");
}

#[test]
fn a_recording_is_saved_when_it_ends_and_opens() {
    let mut harness = window_of("domino", [390.0, 844.0]);
    let shelf = Shelf::default();
    harness.state_mut().dialogs = Box::new(shelf.clone());
    for entry in ["Record", "Stop recording"] {
        harness.get_by_label("More").click();
        harness.run_steps(3);
        harness.get_by_label(entry).click();
        harness.run_steps(12);
    }
    assert_eq!(shelf.0.borrow()[0].name, "domino.crec");
    harness.get_by_label("More").click();
    harness.run_steps(3);
    harness.get_by_label("Open").click();
    harness.run_steps(3);
    let session = &harness.state().session;
    assert!(session.is_playback() && session.last_step() >= 10, "{}", session.last_step());
}

/// A message of the window, if it begins so. Errors are drawn over the picture and not in a widget.
#[test]
fn files_of_other_kinds_are_refused_with_the_reason() {
    let mut harness = window("domino");
    let hash = |harness: &Harness<'_, App>| harness.state().session.source().clone();
    let before = hash(&harness);
    for (name, bytes, reason) in [
        ("notes.txt", &b"x"[..], "unknown kind of file"),
        ("cut.csnap", &b"cairn"[..], "cut.csnap: "),
        ("cut.crec", &b"cairnrec"[..], "cut.crec: "),
        ("scene.json", &b"{\"version\": 1, \"name\": 7}"[..], "scene.json: "),
    ] {
        harness.state_mut().open_file(name, bytes);
        let message = harness.state_mut().session.take_message().unwrap_or_default();
        assert!(message.starts_with(name) && message.contains(reason), "{message}");
        harness.run_steps(1);
        assert_eq!(hash(&harness), before);
    }
    assert!(Session::open_file("x.json", b"[]").is_err());
}
