//! Files: dropped ones and saved ones. The only module that differs between desktop and web page.

use std::sync::{Arc, Mutex};

#[cfg(not(target_arch = "wasm32"))]
use crate::named_files;

/// Files by name, or the error of reading.
type Files = Vec<(String, Result<Vec<u8>, String>)>;

/// Files that were dropped and read; a web page reads them asynchronously.
#[derive(Clone, Debug, Default)]
pub struct Inbox {
    read: Arc<Mutex<Files>>,
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

/// The size limit of a file with this name.
#[cfg(not(target_arch = "wasm32"))]
pub fn most_bytes(name: &str) -> u64 {
    let recording = name.ends_with(crate::session::RECORDING);
    if recording { named_files::MOST_RECORDING } else { named_files::MOST_TEXT }
}

/// The address of a link: that of the page, or only the link if there is no page.
pub fn address(link: &str) -> String {
    #[cfg(target_arch = "wasm32")]
    if let Some(page) = web_sys::window().and_then(|window| window.location().href().ok()) {
        let page = page.split('#').next().unwrap_or_default();
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

/// Writes a file into the working directory without replacing another one. Returns its path.
///
/// # Errors
/// Errors of the system.
#[cfg(not(target_arch = "wasm32"))]
pub fn save(name: &str, bytes: &[u8]) -> Result<String, String> {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, "json"));
    for number in 1..1000 {
        let path = if number == 1 { format!("{stem}.{ending}") } else { format!("{stem}-{number}.{ending}") };
        let made = named_files::write_new(std::path::Path::new(&path), bytes);
        if made.map_err(|error| error.to_string())? {
            return Ok(path);
        }
    }
    Err(format!("too many files are named {name}"))
}

/// Offers a file for saving in the browser.
///
/// # Errors
/// Errors of the browser.
#[cfg(target_arch = "wasm32")]
pub fn save(name: &str, bytes: &[u8]) -> Result<String, String> {
    use wasm_bindgen::JsCast;
    let refused = |_| "the browser cannot save the file".to_owned();
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    let blob = web_sys::Blob::new_with_u8_array_sequence(&parts).map_err(refused)?;
    let url = web_sys::Url::create_object_url_with_blob(&blob).map_err(refused)?;
    let document = web_sys::window().and_then(|window| window.document()).ok_or("there is no document")?;
    let link = document.create_element("a").map_err(refused)?;
    let link: web_sys::HtmlAnchorElement = link.dyn_into().map_err(|_| "there are no links".to_owned())?;
    link.set_href(&url);
    link.set_download(name);
    link.click();
    let _ = web_sys::Url::revoke_object_url(&url);
    Ok(name.to_owned())
}
