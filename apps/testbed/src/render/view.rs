//! The renderer in a window of egui: a callback that draws the current frame into the area of the picture.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cairn2d::NanosecondClock;
use eframe::{egui_glow, glow};
use egui::ColorImage;

use super::frame::Frame;
use super::gl::{Renderer, Target};
use super::overlay;
use super::thumbnail::{Budget, ThumbnailQueue};

/// State shared by the window and the callback.
#[derive(Debug, Default)]
struct Shared {
    frame: Frame,
    renderer: Option<Renderer>,
    /// The reason for a missing renderer.
    failure: Option<String>,
    thumbnails: ThumbnailQueue,
    /// The time limit of thumbnails in a frame `[ns]`, and the clock for it.
    thumbnail_limit: (u64, Option<NanosecondClock>),
}

/// A picture of a world in a window.
///
/// In each frame of the window: change the frame by [`WorldView::frame`], then [`WorldView::paint`] it.
#[derive(Debug, Default)]
pub struct WorldView {
    shared: Arc<Mutex<Shared>>,
}

impl WorldView {
    /// An empty picture. The renderer is made when it is first painted.
    pub fn new() -> Self {
        Self::default()
    }

    /// Builds the frame that is painted next.
    pub fn frame<R>(&self, build: impl FnOnce(&mut Frame) -> R) -> R {
        build(&mut lock(&self.shared).frame)
    }

    /// Paints the frame: background, world, texts and scale bar. Its camera must have the size of `rect`.
    pub fn paint(&self, painter: &egui::Painter, rect: egui::Rect) {
        let painter = painter.with_clip_rect(rect);
        let background = lock(&self.shared).frame.style().background;
        painter.rect_filled(rect, 0.0, overlay::color32(background));
        let shared = Arc::clone(&self.shared);
        let draw = move |info: egui::PaintCallbackInfo, window: &egui_glow::Painter| {
            let size = info.viewport_in_pixels();
            let target =
                Target { pixels: [size.width_px, size.height_px], pixels_per_point: info.pixels_per_point };
            lock(&shared).draw(window.gl(), &target);
        };
        let callback = Arc::new(egui_glow::CallbackFn::new(draw));
        painter.add(egui::PaintCallback { rect, callback });
        let shared = lock(&self.shared);
        overlay::labels(&painter, rect, &shared.frame);
        overlay::scale_bar(&painter, rect, &shared.frame);
    }

    /// Draws the frame into the framebuffer that is bound, then some thumbnails. The context must be current.
    pub fn draw(&self, gl: &glow::Context, target: &Target) {
        lock(&self.shared).draw(gl, target);
    }

    /// Adds a draw list that becomes a thumbnail when the picture is painted. See [`ThumbnailQueue::order`].
    pub fn order_thumbnail(&self, key: u32, frame: Frame) {
        lock(&self.shared).thumbnails.order(key, frame);
    }

    /// Number of thumbnails that are not drawn yet.
    pub fn waiting_thumbnails(&self) -> usize {
        lock(&self.shared).thumbnails.waiting()
    }

    /// Takes the drawn thumbnails.
    pub fn take_thumbnails(&self) -> Vec<(u32, ColorImage)> {
        lock(&self.shared).thumbnails.take()
    }

    /// Sets the time `[ns]` that the next frame spends on thumbnails at most, and the clock for it.
    pub fn limit_thumbnails(&self, limit: u64, clock: Option<NanosecondClock>) {
        lock(&self.shared).thumbnail_limit = (limit, clock);
    }

    /// Removes all thumbnails that are not taken yet.
    pub fn cancel_thumbnails(&self) {
        lock(&self.shared).thumbnails.cancel();
    }

    /// The reason why drawing is impossible, if any: the error of the driver.
    pub fn failure(&self) -> Option<String> {
        lock(&self.shared).failure.clone()
    }

    /// Draw calls of the last frame.
    pub fn draw_calls(&self) -> usize {
        lock(&self.shared).renderer.as_ref().map_or(0, Renderer::draw_calls)
    }

    /// Frees the resources on the card, when the window closes. The context must be current.
    pub fn destroy(&self, gl: &glow::Context) {
        let mut shared = lock(&self.shared);
        shared.thumbnails.destroy(gl);
        if let Some(renderer) = shared.renderer.take() {
            renderer.destroy(gl);
        }
    }
}

impl Shared {
    fn draw(&mut self, gl: &glow::Context, target: &Target) {
        if self.renderer.is_none() && self.failure.is_none() {
            match Renderer::new(gl) {
                Ok(renderer) => self.renderer = Some(renderer),
                Err(failure) => self.failure = Some(failure),
            }
        }
        if let Some(renderer) = &mut self.renderer {
            renderer.draw(gl, &self.frame, target);
            let (limit, clock) = self.thumbnail_limit;
            // A scene without a thumbnail is still shown by its name.
            let _ = self.thumbnails.draw(gl, renderer, Budget::new(clock, limit));
        }
    }
}

/// After a panic with the lock held, only a frame is unfinished.
fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
