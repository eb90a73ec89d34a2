//! The entry of the page, and what a script on the page may ask.

use std::cell::RefCell;

use eframe::wasm_bindgen::JsCast;
use eframe::wasm_bindgen::prelude::*;
use eframe::{WebOptions, WebRunner, web_sys};

use crate::App;

/// The element of the page that the picture is drawn into.
const CANVAS: &str = "testbed";

thread_local! {
    static RUNNER: RefCell<Option<WebRunner>> = const { RefCell::new(None) };
}

/// Starts the application in the canvas of the page; the part of the address after `#` is a link to be
/// opened.
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
        if link.len() > 1 {
            app.open_link(&link);
        }
        Ok(Box::new(app))
    });
    runner.start(canvas, WebOptions::default(), make).await?;
    if let Some(place) = element("message") {
        place.remove();
    }
    RUNNER.with_borrow_mut(|place| *place = Some(runner));
    Ok(())
}

/// The clock of the page `[ns]`, for the times of stages.
fn clock() -> u64 {
    let performance = web_sys::window().and_then(|window| window.performance());
    performance.map_or(0, |performance| (performance.now() * 1.0e6) as u64)
}

/// What the application is doing, as JSON: scene, step, state hash, and where the first dynamic bodies are
/// seen in points of the page.
#[wasm_bindgen]
pub fn status() -> String {
    let tell = |runner: &WebRunner| runner.app_mut::<App>().map(|app| app.status());
    RUNNER.with_borrow(|runner| runner.as_ref().and_then(tell)).unwrap_or_else(|| "{}".to_owned())
}

/// The scene and its edits as the part of a link after `#`; what is in the way of that, if something is.
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

/// The state hash of a scene of the library after so many steps, as 16 hexadecimal digits; what went wrong,
/// if something did.
#[wasm_bindgen]
pub fn state_hash(name: &str, steps: u32) -> String {
    crate::session::state_hash(name, steps).unwrap_or_else(|why| why)
}
