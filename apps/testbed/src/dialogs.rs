//! Dialogs that open and save files: those of the system, or of the browser.

use egui::Context;

use crate::files::Inbox;

/// A file to save.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedFile {
    /// The suggested name.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
    /// The parts that the file does not contain, in a line.
    pub left_out: Option<String>,
}

impl SavedFile {
    /// The message after it was saved as this place.
    fn saved(&self, place: &str) -> String {
        match &self.left_out {
            None => format!("Saved {place}, {} bytes", self.bytes.len()),
            Some(what) => format!("Saved {place}, without {what}"),
        }
    }
}

/// Lets the user choose files. A chosen file and messages arrive in the inbox, in a later frame.
pub trait Dialogs {
    /// Lets the user choose a file to open.
    fn open(&self, inbox: &Inbox, context: &Context);

    /// Lets the user choose a place for a file.
    fn save(&self, file: SavedFile, inbox: &Inbox, context: &Context);
}

/// The dialogs of this machine.
pub fn of_machine() -> Box<dyn Dialogs> {
    Box::new(machine::MachineDialogs::default())
}

#[cfg(not(target_arch = "wasm32"))]
mod machine {
    use std::path::Path;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::{Duration, Instant};

    use super::{Context, Dialogs, Inbox, SavedFile};
    use crate::files;
    use crate::session::FileKind;

    /// An answer without a file that comes earlier than a user can cancel: the system has no dialogs.
    const TOO_FAST: Duration = Duration::from_millis(200);

    /// The dialogs of the system, one at a time.
    #[derive(Debug, Default)]
    pub(super) struct MachineDialogs {
        is_open: Arc<AtomicBool>,
    }

    impl MachineDialogs {
        /// Runs a dialog on another thread, unless one is open. `answer` gets the chosen path, or whether
        /// there was no dialog.
        fn run(
            &self,
            chosen: impl Future<Output = Option<rfd::FileHandle>> + Send + 'static,
            answer: impl FnOnce(Result<&Path, bool>) + Send + 'static,
            context: &Context,
        ) {
            if self.is_open.swap(true, Ordering::Relaxed) {
                return;
            }
            let (is_open, context, begin) = (Arc::clone(&self.is_open), context.clone(), Instant::now());
            std::thread::spawn(move || {
                let chosen = pollster::block_on(chosen);
                answer(match &chosen {
                    Some(file) => Ok(file.path()),
                    None => Err(begin.elapsed() < TOO_FAST),
                });
                is_open.store(false, Ordering::Relaxed);
                context.request_repaint();
            });
        }
    }

    impl Dialogs for MachineDialogs {
        fn open(&self, inbox: &Inbox, context: &Context) {
            let extensions = FileKind::ALL.map(FileKind::extension);
            let dialog = rfd::AsyncFileDialog::new().set_title("Open a scene, a recording or a snapshot");
            let dialog = dialog.add_filter("Scenes, recordings, snapshots", &extensions);
            let inbox = inbox.clone();
            let answer = move |chosen: Result<&Path, bool>| match chosen {
                Ok(path) => files::read_into(&inbox, path),
                Err(true) => inbox.say("This system has no file dialog; drop the file on the window instead"),
                Err(false) => {}
            };
            self.run(dialog.pick_file(), answer, context);
        }

        fn save(&self, file: SavedFile, inbox: &Inbox, context: &Context) {
            let dialog = rfd::AsyncFileDialog::new().set_title("Save").set_file_name(&file.name);
            let dialog = match FileKind::of_name(&file.name) {
                Some(kind) => dialog.add_filter(file.name.as_str(), &[kind.extension()]),
                None => dialog,
            };
            let inbox = inbox.clone();
            let answer = move |chosen: Result<&Path, bool>| {
                let saved = match chosen {
                    Ok(path) => files::write(path, &file.bytes),
                    // Without dialogs, it becomes a new file in the working directory.
                    Err(true) => files::write_new(&file.name, &file.bytes),
                    Err(false) => return,
                };
                inbox.say(match saved {
                    Ok(place) => file.saved(&place),
                    Err(why) => why,
                });
            };
            self.run(dialog.save_file(), answer, context);
        }
    }
}

#[cfg(target_arch = "wasm32")]
mod machine {
    use js_sys::{Array, Uint8Array};
    use wasm_bindgen::prelude::*;
    use wasm_bindgen::{JsCast, JsValue};

    use super::{Context, Dialogs, Inbox, SavedFile};
    use crate::session::FileKind;

    /// The file input and the downloads of the browser.
    #[derive(Debug, Default)]
    pub(super) struct MachineDialogs;

    impl Dialogs for MachineDialogs {
        fn open(&self, inbox: &Inbox, context: &Context) {
            if choose(inbox.clone(), context.clone()).is_err() {
                inbox.say("The browser cannot open files");
            }
        }

        fn save(&self, file: SavedFile, inbox: &Inbox, context: &Context) {
            inbox.say(match download(&file.name, &file.bytes) {
                Ok(()) => file.saved(&file.name),
                Err(_) => format!("The browser cannot save {}", file.name),
            });
            context.request_repaint();
        }
    }

    fn document() -> Result<web_sys::Document, JsValue> {
        let window = web_sys::window().ok_or("no window")?;
        window.document().ok_or_else(|| "no document".into())
    }

    /// Shows the file input of the browser.
    fn choose(inbox: Inbox, context: Context) -> Result<(), JsValue> {
        let input: web_sys::HtmlInputElement = document()?.create_element("input")?.unchecked_into();
        input.set_type("file");
        input.set_accept(&FileKind::ALL.map(|kind| format!(".{}", kind.extension())).join(","));
        let source = input.clone();
        let chosen = Closure::once_into_js(move || {
            if let Some(file) = source.files().and_then(|files| files.get(0)) {
                wasm_bindgen_futures::spawn_local(async move {
                    let name = file.name();
                    let bytes = read(&name, &file).await;
                    inbox.put(&name, bytes);
                    context.request_repaint();
                });
            }
        });
        input.set_onchange(Some(chosen.unchecked_ref()));
        input.click();
        Ok(())
    }

    async fn read(name: &str, file: &web_sys::File) -> Result<Vec<u8>, String> {
        // A file that is too large is rejected before it fills the memory of the page.
        let most = FileKind::of_name(name).map_or(0, FileKind::most_bytes);
        if file.size() > most as f64 {
            return Err(format!("has {} bytes; files of this kind have up to {most}", file.size()));
        }
        let bytes = wasm_bindgen_futures::JsFuture::from(file.array_buffer()).await;
        let bytes = bytes.map_err(|_| "the browser cannot read the file".to_owned())?;
        Ok(Uint8Array::new(&bytes).to_vec())
    }

    fn download(name: &str, bytes: &[u8]) -> Result<(), JsValue> {
        let blob = web_sys::Blob::new_with_u8_array_sequence(&Array::of1(&Uint8Array::from(bytes)))?;
        let url = web_sys::Url::create_object_url_with_blob(&blob)?;
        let link: web_sys::HtmlAnchorElement = document()?.create_element("a")?.unchecked_into();
        link.set_href(&url);
        link.set_download(name);
        link.click();
        web_sys::Url::revoke_object_url(&url)
    }
}
