//! Thumbnails: draw lists that the renderer of the canvas draws into a small texture, and reads back.
//!
//! The work of a frame of the window has a time limit. A long draw list is drawn in parts, one or more per
//! frame; the texture keeps what was drawn.

use std::collections::VecDeque;

use cairn2d::NanosecondClock;
use eframe::glow::{self, HasContext, PixelPackData};
use egui::{Color32, ColorImage};

use super::frame::Frame;
use super::gl::{Renderer, Target};

/// Width and height of a thumbnail in pixels.
pub const SIZE: [usize; 2] = [240, 150];

/// Instances of a draw list that are drawn at once; a software renderer takes about a millisecond for them.
const PART: usize = 700;

/// The time limit of some work within a frame.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    clock: Option<NanosecondClock>,
    begin: u64,
    limit: u64,
    is_unused: bool,
}

impl Budget {
    /// Starts a budget of this many nanoseconds. Without a clock it allows one piece of work.
    pub fn new(clock: Option<NanosecondClock>, limit: u64) -> Self {
        Self { clock, begin: clock.map_or(0, |clock| clock()), limit, is_unused: true }
    }

    /// Time since the start `[ns]`; 0 without a clock.
    pub fn spent(&self) -> u64 {
        self.clock.map_or(0, |clock| clock().saturating_sub(self.begin))
    }

    /// Whether a piece of work that takes about `cost` `[ns]` may begin. The first one always may, so that
    /// all work ends.
    pub fn allows(&mut self, cost: u64) -> bool {
        let is_first = core::mem::take(&mut self.is_unused);
        is_first || self.clock.is_some() && self.spent().saturating_add(cost) <= self.limit
    }
}

/// A draw list that becomes a thumbnail.
#[derive(Debug)]
struct PendingThumbnail {
    key: u32,
    frame: Frame,
    /// Number of instances that are drawn.
    drawn: usize,
}

/// Thumbnails to draw, and drawn ones.
#[derive(Debug, Default)]
pub struct ThumbnailQueue {
    surface: Option<Surface>,
    orders: VecDeque<PendingThumbnail>,
    done: Vec<(u32, ColorImage)>,
    /// Time of the costliest recent part `[ns]`.
    cost: u64,
}

impl ThumbnailQueue {
    /// Adds a draw list, whose camera has the size of a thumbnail.
    pub fn order(&mut self, key: u32, frame: Frame) {
        self.orders.push_back(PendingThumbnail { key, frame, drawn: 0 });
    }

    /// Removes all draw lists.
    pub fn cancel(&mut self) {
        self.orders.clear();
        self.done.clear();
    }

    /// Number of draw lists that are not drawn completely.
    pub fn waiting(&self) -> usize {
        self.orders.len()
    }

    /// Takes the drawn thumbnails with their keys.
    pub fn take(&mut self) -> Vec<(u32, ColorImage)> {
        core::mem::take(&mut self.done)
    }

    /// Draws as much as the budget allows, and nothing if its limit is 0. The context must be current; its
    /// framebuffer stays bound.
    ///
    /// # Errors
    /// A driver that cannot draw into a texture. All draw lists are removed then.
    pub fn draw(
        &mut self,
        gl: &glow::Context,
        renderer: &mut Renderer,
        mut budget: Budget,
    ) -> Result<(), String> {
        if self.orders.is_empty() || budget.limit == 0 {
            return Ok(());
        }
        let window = window_framebuffer(gl);
        let result = self.draw_parts(gl, renderer, &mut budget);
        // SAFETY: as above.
        unsafe { gl.bind_framebuffer(glow::FRAMEBUFFER, window) };
        if result.is_err() {
            self.cancel();
        }
        result
    }

    fn draw_parts(
        &mut self,
        gl: &glow::Context,
        renderer: &mut Renderer,
        budget: &mut Budget,
    ) -> Result<(), String> {
        if self.surface.is_none() {
            self.surface = Some(Surface::new(gl)?);
        }
        let Some(surface) = &self.surface else { return Ok(()) };
        let target = Target { pixels: SIZE.map(|side| side as i32), pixels_per_point: 1.0 };
        while let Some(order) = self.orders.front_mut() {
            if !budget.allows(self.cost) {
                break;
            }
            let begin = budget.spent();
            surface.bind(gl);
            if order.drawn == 0 {
                surface.clear(gl, order.frame.style().background);
            }
            let part = order.drawn..order.drawn + PART;
            renderer.draw_part(gl, &order.frame, &target, part.clone());
            order.drawn = part.end;
            // SAFETY: the context is current. Without this call the next part would pay for this one.
            unsafe { gl.finish() };
            if order.drawn >= order.frame.len() {
                self.done.push((order.key, surface.read(gl)));
                self.orders.pop_front();
            }
            let cost = budget.spent() - begin;
            self.cost = cost.max(self.cost - self.cost / 8);
        }
        Ok(())
    }

    /// Frees the texture. The context must be current.
    pub fn destroy(&mut self, gl: &glow::Context) {
        if let Some(surface) = self.surface.take() {
            surface.destroy(gl);
        }
    }
}

/// Returns the framebuffer of the window, which must be bound.
#[cfg(not(target_arch = "wasm32"))]
fn window_framebuffer(gl: &glow::Context) -> Option<glow::Framebuffer> {
    // SAFETY: the context is current.
    unsafe { gl.get_parameter_framebuffer(glow::DRAW_FRAMEBUFFER_BINDING) }
}

/// The canvas of a page has the default framebuffer, for which glow panics when asked.
#[cfg(target_arch = "wasm32")]
fn window_framebuffer(_gl: &glow::Context) -> Option<glow::Framebuffer> {
    None
}

/// A texture that is drawn into.
#[derive(Debug)]
struct Surface {
    texture: glow::Texture,
    framebuffer: glow::Framebuffer,
}

impl Surface {
    fn new(gl: &glow::Context) -> Result<Self, String> {
        let [width, height] = SIZE.map(|side| side as i32);
        // SAFETY: the context is current; no data is given, so none is read.
        unsafe {
            let texture = gl.create_texture()?;
            gl.bind_texture(glow::TEXTURE_2D, Some(texture));
            gl.tex_image_2d(
                glow::TEXTURE_2D,
                0,
                glow::RGBA8 as i32,
                width,
                height,
                0,
                glow::RGBA,
                glow::UNSIGNED_BYTE,
                glow::PixelUnpackData::Slice(None),
            );
            gl.bind_texture(glow::TEXTURE_2D, None);
            let framebuffer = gl.create_framebuffer()?;
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
            let place = glow::COLOR_ATTACHMENT0;
            gl.framebuffer_texture_2d(glow::FRAMEBUFFER, place, glow::TEXTURE_2D, Some(texture), 0);
            let surface = Self { texture, framebuffer };
            if gl.check_framebuffer_status(glow::FRAMEBUFFER) != glow::FRAMEBUFFER_COMPLETE {
                surface.destroy(gl);
                return Err("the driver cannot draw into a texture".to_owned());
            }
            Ok(surface)
        }
    }

    /// Draws into the texture from now on.
    fn bind(&self, gl: &glow::Context) {
        // SAFETY: the context is current and owns the framebuffer.
        unsafe {
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(self.framebuffer));
            gl.viewport(0, 0, SIZE[0] as i32, SIZE[1] as i32);
            gl.disable(glow::SCISSOR_TEST);
        }
    }

    fn clear(&self, gl: &glow::Context, color: super::style::Color) {
        let [red, green, blue, opacity] = color.map(|channel| f32::from(channel) / 255.0);
        // SAFETY: the context is current, and the framebuffer bound.
        unsafe {
            gl.clear_color(red, green, blue, opacity);
            gl.clear(glow::COLOR_BUFFER_BIT);
        }
    }

    /// The picture, from its top row down, opaque.
    fn read(&self, gl: &glow::Context) -> ColorImage {
        let [width, height] = SIZE;
        let mut bytes = vec![0; width * height * 4];
        // SAFETY: the context is current, the framebuffer bound, and the list holds the picture.
        unsafe {
            let pixels = PixelPackData::Slice(Some(&mut bytes));
            gl.read_pixels(0, 0, width as i32, height as i32, glow::RGBA, glow::UNSIGNED_BYTE, pixels);
        }
        let rows = bytes.chunks_exact(4 * width).rev();
        let pixels = rows.flat_map(|row| row.chunks_exact(4)).map(|p| Color32::from_rgb(p[0], p[1], p[2]));
        ColorImage::new(SIZE, pixels.collect())
    }

    fn destroy(self, gl: &glow::Context) {
        // SAFETY: the context is current and owns both.
        unsafe {
            gl.delete_framebuffer(self.framebuffer);
            gl.delete_texture(self.texture);
        }
    }
}
