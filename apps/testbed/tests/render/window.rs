//! The whole window, drawn without a display: for pictures of panels, and for thumbnails.

use std::cell::RefCell;
use std::rc::Rc;

use cairn2d_testbed::App;
use eframe::egui_glow::Painter;
use egui::TexturesDelta;
use egui_kittest::{Harness, TestRenderer};

use crate::offscreen::{Flavor, Offscreen, save};

/// Textures of the window on the card. Those that are no longer used are freed after the next picture.
struct Textures {
    painter: Rc<RefCell<Painter>>,
    unused: Rc<RefCell<Vec<egui::TextureId>>>,
}

impl TestRenderer for Textures {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        let mut painter = self.painter.borrow_mut();
        for (id, parts) in &delta.set {
            parts.iter().for_each(|part| painter.set_texture(*id, part));
        }
        self.unused.borrow_mut().extend(delta.free.iter().copied());
        delta.clear();
    }
}

/// A window that is drawn into memory.
pub(crate) struct Window {
    pub(crate) harness: Harness<'static, App>,
    painter: Rc<RefCell<Painter>>,
    unused: Rc<RefCell<Vec<egui::TextureId>>>,
    size: [i32; 2],
    // Last, because the other fields must be dropped before it.
    offscreen: Offscreen,
}

impl Window {
    /// A window with a scene; `None` without EGL, as [`Offscreen::new`].
    pub(crate) fn new(scene: &str, size: [i32; 2]) -> Option<Window> {
        let offscreen = Offscreen::new(Flavor::Desktop, size)?;
        let painter = Painter::new(offscreen.gl(), "", None, false).expect("the card is new enough");
        let painter = Rc::new(RefCell::new(painter));
        let unused = Rc::default();
        let textures = Textures { painter: Rc::clone(&painter), unused: Rc::clone(&unused) };
        let builder = Harness::builder().with_size(size.map(|side| side as f32)).with_step_dt(1.0 / 60.0);
        let scene = scene.to_owned();
        let harness = builder.renderer(textures).build_eframe(move |context| {
            let mut app = App::new(context);
            app.open(&scene);
            app
        });
        let mut window = Window { harness, painter, unused, size, offscreen };
        window.run(3);
        Some(window)
    }

    /// Runs and draws this many frames.
    pub(crate) fn run(&mut self, frames: usize) {
        for _ in 0..frames {
            self.harness.run_steps(1);
            self.paint();
        }
    }

    fn paint(&mut self) {
        let output = self.harness.output();
        let primitives = self.harness.ctx.tessellate(output.shapes.clone(), output.pixels_per_point);
        let mut painter = self.painter.borrow_mut();
        let size = self.size.map(|side| side as u32);
        painter.clear(size, [0.0, 0.0, 0.0, 1.0]);
        painter.paint_primitives(size, output.pixels_per_point, &primitives);
        for id in self.unused.borrow_mut().drain(..) {
            painter.free_texture(id);
        }
    }

    /// The picture of the last frame, row by row from the top.
    pub(crate) fn picture(&self) -> Vec<[u8; 4]> {
        self.offscreen.read()
    }

    /// Saves the picture of the last frame.
    pub(crate) fn save(&self, name: &str) {
        println!("{}", save(name, self.size, &self.picture()).display());
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        self.harness.state().picture.destroy(Some(&self.offscreen.gl()));
        self.painter.borrow_mut().destroy();
    }
}
