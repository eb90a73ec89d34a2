//! Cost of a frame of the terminal view: processor time and bytes, for the largest built-in scenes.
//! `cargo run --release -p cairn2d-cli --example view_time` on Linux, whose kernel gives the processor time
//! of a thread. Its resolution is a few milliseconds, so every frame is drawn many times.

use cairn2d_cli::terminal::{screen, viewer::Viewer};
use cairn2d_scenes::Overrides;
use ratatui_core::backend::Backend as _;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_crossterm::CrosstermBackend;

/// Processor time of this thread so far `[ns]`.
fn processor_time() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    const FRAMES: u32 = 20;
    const REPEATS: u32 = 50;
    println!("{:<16} {:>7} {:>9} {:>12} {:>12}", "scene", "bodies", "size", "ms/frame", "bytes/frame");
    for name in ["moving20k", "joint_grid", "rain", "large_pyramid", "card_house"] {
        for size in [[80, 24], [200, 60]] {
            let mut viewer =
                Viewer::open(name, &[], Overrides::default(), size).map_err(|failure| failure.to_string())?;
            let mut shown = Buffer::empty(Rect::new(0, 0, size[0], size[1]));
            let (mut time, mut bytes) = (0, 0);
            for _ in 0..FRAMES {
                // Two steps per frame, as a terminal at 30 frames per second has them.
                viewer.step();
                viewer.step();
                let start = processor_time();
                let (mut next, mut sent) = (Buffer::empty(shown.area), Vec::new());
                for _ in 0..REPEATS {
                    next.reset();
                    sent.clear();
                    screen::draw(&mut viewer, &mut next);
                    CrosstermBackend::new(&mut sent).draw(shown.diff(&next).into_iter())?;
                }
                time += processor_time() - start;
                bytes += sent.len();
                shown = next;
            }
            let bodies = viewer.runner().world.counts().bodies;
            let milliseconds = time as f64 / 1e6 / f64::from(FRAMES * REPEATS);
            let size = format!("{}x{}", size[0], size[1]);
            println!("{name:<16} {bodies:>7} {size:>9} {milliseconds:>12.3} {:>12}", bytes / FRAMES as usize);
        }
    }
    Ok(())
}
