//! The entry of the web page, and its interface for scripts.

use std::cell::RefCell;
use std::rc::Rc;

use eframe::wasm_bindgen::JsCast;
use eframe::wasm_bindgen::prelude::*;
use eframe::{WebOptions, WebRunner, web_sys};

use crate::App;
use crate::session::Session;

/// The page element of the picture.
const CANVAS: &str = "testbed";

/// The part of the address by which another page embeds a scene.
const EMBEDDED: &str = "?embed";

thread_local! {
    static RUNNER: RefCell<Option<(WebRunner, egui::Context)>> = const { RefCell::new(None) };
}

/// Calls a function with the application; `None` before the start.
fn with_app<R>(work: impl FnOnce(&mut App) -> R) -> Option<R> {
    RUNNER.with_borrow(|runner| Some(work(&mut *runner.as_ref()?.0.app_mut::<App>()?)))
}

/// Changes the application, and draws a frame, also if it is paused. Returns whether it has started.
fn change(work: impl FnOnce(&mut App)) -> bool {
    let is_done = with_app(work).is_some();
    RUNNER.with_borrow(|runner| runner.iter().for_each(|(_, context)| context.request_repaint()));
    is_done
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
    let location = web_sys::window().ok_or("there is no window")?.location();
    let (link, embedded) = (location.hash()?, location.search()? == EMBEDDED);
    let runner = WebRunner::new();
    let kept: Rc<RefCell<Option<egui::Context>>> = Rc::default();
    let to_keep = Rc::clone(&kept);
    let make: eframe::AppCreator<'static> = Box::new(move |context| {
        *to_keep.borrow_mut() = Some(context.egui_ctx.clone());
        let mut app = App::new(context);
        app.session.set_clock(Some(clock));
        app.embedded = embedded;
        if !embedded {
            app.keep_settings(&context.egui_ctx);
        }
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
    let context = kept.take().ok_or("the application has not been made")?;
    RUNNER.with_borrow_mut(|place| *place = Some((runner, context)));
    Ok(())
}

/// Opens the scene of the address whenever a user changes it: by a link in the page, by hand, or by the back
/// button of the browser.
fn follow_address() -> Result<(), JsValue> {
    let window = web_sys::window().ok_or("there is no window")?;
    let changed = Closure::<dyn FnMut()>::new(|| {
        let hash = web_sys::window().and_then(|window| window.location().hash().ok()).unwrap_or_default();
        change(|app| app.go_to_address(hash.trim_start_matches('#')));
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
    with_app(|app| app.status()).unwrap_or_else(|| "{}".to_owned())
}

/// The scene and its edits as the part of a link after `#`; the error if that is impossible.
#[wasm_bindgen]
pub fn link() -> String {
    with_app(|app| app.session.link().unwrap_or_else(|why| why)).unwrap_or_default()
}

/// The scenes of the library as JSON: name, category and description of each.
#[wasm_bindgen]
pub fn scenes() -> String {
    let of = |scene: &cairn2d_scenes::BuiltIn| {
        serde_json::json!({
            "name": scene.name,
            "category": scene.category.name(),
            "description": scene.description,
        })
    };
    serde_json::Value::from_iter(cairn2d_scenes::all().iter().map(of)).to_string()
}

/// Performs an action: `"pause"`, which also plays, `"step"`, `"back"` or `"restart"`. Returns whether
/// it did.
#[wasm_bindgen]
pub fn act(name: &str) -> bool {
    let perform = match name {
        "pause" => Session::play_or_pause,
        "step" => Session::step_once,
        "back" => Session::step_back,
        "restart" => Session::restart,
        _ => return false,
    };
    change(|app| perform(&mut app.session))
}

/// Opens a scene of the library by its name.
#[wasm_bindgen]
pub fn open(name: &str) {
    change(|app| app.open(name));
}

/// The state hash of a built-in scene after a number of steps, as 16 hexadecimal digits; the error if there
/// is one.
#[wasm_bindgen]
pub fn state_hash(name: &str, steps: u32) -> String {
    crate::session::state_hash(name, steps).unwrap_or_else(|why| why)
}
