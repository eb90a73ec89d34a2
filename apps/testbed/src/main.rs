//! The program `cairn2d-testbed`: opens the window, or photographs scenes in it.

/// Opens the window; the page has an entry of its own.
#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    cairn2d_testbed::desktop::main()
}

/// Starts the page.
#[cfg(target_arch = "wasm32")]
fn main() {
    cairn2d_testbed::web::start();
}
