//! Files: dropped, chosen and saved ones, and settings.

use std::sync::{Arc, Mutex};

#[cfg(not(target_arch = "wasm32"))]
use std::path::Path;

#[cfg(not(target_arch = "wasm32"))]
use crate::{named_files, session::FileKind};

/// Files by name, or the error of reading.
type Files = Vec<(String, Result<Vec<u8>, String>)>;

/// Files that were dropped or chosen, and messages about saved ones; they arrive asynchronously.
#[derive(Clone, Debug, Default)]
pub struct Inbox {
    read: Arc<Mutex<Files>>,
    said: Arc<Mutex<Vec<String>>>,
}

impl Inbox {
    /// Takes the files that were dropped since the last call, by name.
    pub fn take(&mut self, context: &egui::Context) -> Files {
        let dropped = context.input(|input| input.raw.dropped_files.clone());
        for file in dropped {
            self.fetch(file, context);
        }
        // After a panic with the lock held, only a file is missing.
        let mut read = self.read.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        core::mem::take(&mut *read)
    }

    /// Adds a file as if it had been dropped.
    pub fn put(&self, name: &str, bytes: Result<Vec<u8>, String>) {
        let mut read = self.read.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        read.push((name.to_owned(), bytes));
    }

    /// Adds a message.
    pub fn say(&self, message: impl Into<String>) {
        self.said.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(message.into());
    }

    /// Takes the messages since the last call.
    pub fn messages(&self) -> Vec<String> {
        core::mem::take(&mut *self.said.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn fetch(&self, file: egui::DroppedFileHandle, _context: &egui::Context) {
        let name = name_of(&*file);
        // The program that dropped a file without a path passes its bytes.
        let path = file.path();
        let bytes = match path.exists() {
            true => named_files::read(path, most_bytes(&name)).map_err(|error| error.to_string()),
            false => file.bytes(),
        };
        self.put(&name, bytes);
    }

    #[cfg(target_arch = "wasm32")]
    fn fetch(&self, file: egui::DroppedFileHandle, context: &egui::Context) {
        let (inbox, context) = (self.clone(), context.clone());
        wasm_bindgen_futures::spawn_local(async move {
            let name = name_of(&*file);
            inbox.put(&name, file.bytes_async().await);
            context.request_repaint();
        });
    }
}

fn name_of(file: &dyn egui::DroppedFile) -> String {
    file.path().file_name().map_or("file".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// The size limit of a file with this name; an unknown kind is read as a scene is.
#[cfg(not(target_arch = "wasm32"))]
pub fn most_bytes(name: &str) -> u64 {
    FileKind::of_name(name).unwrap_or(FileKind::Scene).most_bytes()
}

/// Reads a file into an inbox.
#[cfg(not(target_arch = "wasm32"))]
pub fn read_into(inbox: &Inbox, path: &Path) {
    let name = path.file_name().map_or("file".into(), |name| name.to_string_lossy());
    inbox.put(&name, named_files::read(path, most_bytes(&name)).map_err(|error| error.to_string()));
}

/// The address of a link: that of the page, not embedded, or only the link if there is no page.
pub fn address(link: &str) -> String {
    #[cfg(target_arch = "wasm32")]
    if let Some(page) = web_sys::window().and_then(|window| window.location().href().ok()) {
        let page = page.split(['#', '?']).next().unwrap_or_default();
        return format!("{page}#{link}");
    }
    format!("#{link}")
}

/// The file of the kept settings: in the user's folder of configurations.
#[cfg(not(target_arch = "wasm32"))]
fn settings_file() -> Option<std::path::PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let folder = variable("XDG_CONFIG_HOME").or_else(|| variable("APPDATA")).map(std::path::PathBuf::from);
    let folder = folder.or_else(|| Some(std::path::PathBuf::from(variable("HOME")?).join(".config")))?;
    Some(folder.join("cairn2d").join("testbed.json"))
}

/// The settings that were kept last, if any.
#[cfg(not(target_arch = "wasm32"))]
pub fn remembered() -> Option<String> {
    let bytes = named_files::read(&settings_file()?, named_files::MOST_TEXT).ok()?;
    String::from_utf8(bytes).ok()
}

/// Keeps settings until the next start. Without a place for them they are lost, which is no error.
#[cfg(not(target_arch = "wasm32"))]
pub fn remember(text: &str) {
    let Some(file) = settings_file() else { return };
    if let Some(folder) = file.parent() {
        let _ = std::fs::create_dir_all(folder);
    }
    let _ = std::fs::write(file, text);
}

/// The key of the settings in the storage of the page.
#[cfg(target_arch = "wasm32")]
const SETTINGS: &str = "cairn2d-testbed";

#[cfg(target_arch = "wasm32")]
fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok()?
}

/// The settings that were kept last, if any.
#[cfg(target_arch = "wasm32")]
pub fn remembered() -> Option<String> {
    storage()?.get_item(SETTINGS).ok()?
}

/// Keeps settings until the next start. Without a place for them they are lost, which is no error.
#[cfg(target_arch = "wasm32")]
pub fn remember(text: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(SETTINGS, text);
    }
}

/// Writes a file, or replaces it. Returns its path.
///
/// # Errors
/// Errors of the system.
#[cfg(not(target_arch = "wasm32"))]
pub fn write(path: &Path, bytes: &[u8]) -> Result<String, String> {
    let write = || {
        let mut output = named_files::Output::create(path)?;
        output.write(bytes)?;
        output.finish()
    };
    write().map(|()| crate::plain::path(path).to_string()).map_err(|error| error.to_string())
}

/// Writes a file into the working directory without replacing another one. Returns its path.
///
/// # Errors
/// Errors of the system.
#[cfg(not(target_arch = "wasm32"))]
pub fn write_new(name: &str, bytes: &[u8]) -> Result<String, String> {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, "json"));
    for number in 1..1000 {
        let path = if number == 1 { format!("{stem}.{ending}") } else { format!("{stem}-{number}.{ending}") };
        let made = named_files::write_new(Path::new(&path), bytes);
        if made.map_err(|error| error.to_string())? {
            return Ok(path);
        }
    }
    Err(format!("too many files are named {name}"))
}
