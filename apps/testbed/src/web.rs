//! The entry of the web page, and its interface for scripts.

use std::cell::RefCell;

use eframe::wasm_bindgen::JsCast;
use eframe::wasm_bindgen::prelude::*;
use eframe::{WebOptions, WebRunner, web_sys};

use crate::App;

/// The page element of the picture.
const CANVAS: &str = "testbed";

thread_local! {
    static RUNNER: RefCell<Option<WebRunner>> = const { RefCell::new(None) };
}

/// Starts the application in the canvas of the page; the part of the address after `#` is a link to open.
pub fn start() {
    wasm_bindgen_futures::spawn_local(async {
        if let Err(error) = run().await {
            web_sys::console::error_1(&error);
            if let Some(place) = element("message") {
                place.set_text_content(Some(
                    "The testbed cannot start: this browser has no WebGL 2, or is too old.",
                ));
            }
        }
    });
}

fn element(id: &str) -> Option<web_sys::Element> {
    web_sys::window()?.document()?.get_element_by_id(id)
}

async fn run() -> Result<(), JsValue> {
    let canvas = element(CANVAS).ok_or("the page has no canvas")?;
    let canvas: web_sys::HtmlCanvasElement = canvas.dyn_into().map_err(|_| "the canvas is none")?;
    let link = web_sys::window().and_then(|window| window.location().hash().ok()).unwrap_or_default();
    let runner = WebRunner::new();
    let make: eframe::AppCreator<'static> = Box::new(move |context| {
        let mut app = App::new(context);
        app.session.set_clock(Some(clock));
        app.keep_settings(&context.egui_ctx);
        if link.len() > 1 {
            app.open_link(&link);
        }
        app.keep_address();
        Ok(Box::new(app))
    });
    runner.start(canvas, WebOptions::default(), make).await?;
    follow_address()?;
    if let Some(place) = element("message") {
        place.remove();
    }
    RUNNER.with_borrow_mut(|place| *place = Some(runner));
    Ok(())
}

/// Opens the scene of the address whenever a user changes it: by a link in the page, by hand, or by the back
/// button of the browser.
fn follow_address() -> Result<(), JsValue> {
    let window = web_sys::window().ok_or("there is no window")?;
    let changed = Closure::<dyn FnMut()>::new(|| {
        let hash = web_sys::window().and_then(|window| window.location().hash().ok()).unwrap_or_default();
        RUNNER.with_borrow(|runner| {
            if let Some(mut app) = runner.as_ref().and_then(|runner| runner.app_mut::<App>()) {
                app.go_to_address(hash.trim_start_matches('#'));
            }
        });
    });
    window.add_event_listener_with_callback("hashchange", changed.as_ref().unchecked_ref())?;
    // The listener lives as long as the page.
    changed.forget();
    Ok(())
}

/// Shows an address behind `#`. It becomes an entry of the browser's history, or replaces the current entry.
pub(crate) fn show_address(address: &str, replaces: bool) {
    let Some(window) = web_sys::window() else { return };
    let hash = format!("#{address}");
    // A page in a frame may not change its history; it works without.
    if replaces {
        let _ = window
            .history()
            .and_then(|history| history.replace_state_with_url(&JsValue::NULL, "", Some(&hash)));
    } else {
        let _ = window.location().set_hash(&hash);
    }
}

/// The clock of the page `[ns]`, for the times of stages.
fn clock() -> u64 {
    let performance = web_sys::window().and_then(|window| window.performance());
    performance.map_or(0, |performance| (performance.now() * 1.0e6) as u64)
}

/// State of the application as JSON: scene, step, state hash, and the positions of the first dynamic bodies
/// in points of the page.
#[wasm_bindgen]
pub fn status() -> String {
    let tell = |runner: &WebRunner| runner.app_mut::<App>().map(|app| app.status());
    RUNNER.with_borrow(|runner| runner.as_ref().and_then(tell)).unwrap_or_else(|| "{}".to_owned())
}

/// The scene and its edits as the part of a link after `#`; the error if that is impossible.
#[wasm_bindgen]
pub fn link() -> String {
    let tell =
        |runner: &WebRunner| runner.app_mut::<App>().map(|app| app.session.link().unwrap_or_else(|why| why));
    RUNNER.with_borrow(|runner| runner.as_ref().and_then(tell)).unwrap_or_default()
}

/// Opens a scene of the library by its name.
#[wasm_bindgen]
pub fn open(name: &str) {
    RUNNER.with_borrow(|runner| {
        if let Some(mut app) = runner.as_ref().and_then(|runner| runner.app_mut::<App>()) {
            app.open(name);
        }
    });
}

/// The state hash of a built-in scene after a number of steps, as 16 hexadecimal digits; the error if there
/// is one.
#[wasm_bindgen]
pub fn state_hash(name: &str, steps: u32) -> String {
    crate::session::state_hash(name, steps).unwrap_or_else(|why| why)
}
