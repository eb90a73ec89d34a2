//! The program `cairn2d-testbed`: opens the window.

/// Opens the window; the page has an entry of its own.
#[cfg(not(target_arch = "wasm32"))]
fn main() -> eframe::Result {
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default().with_title("cairn2d").with_inner_size([1440.0, 900.0]),
        ..Default::default()
    };
    eframe::run_native(
        "cairn2d",
        options,
        Box::new(|context| Ok(Box::new(cairn2d_testbed::App::new(context)))),
    )
}

/// The page starts through the library.
#[cfg(target_arch = "wasm32")]
fn main() {}
