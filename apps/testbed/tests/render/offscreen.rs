//! A GL context without a window, for pictures in tests: EGL on any device, or else Mesa's software renderer.

use std::path::PathBuf;
use std::sync::Arc;

use cairn2d_testbed::render::gl::Target;
use cairn2d_testbed::render::{Frame, Renderer, WorldView};
use eframe::glow::{self, HasContext};
use glutin::api::egl::context::PossiblyCurrentContext;
use glutin::api::egl::device::Device;
use glutin::api::egl::display::Display;
use glutin::config::{Api, ConfigSurfaceTypes, ConfigTemplateBuilder};
use glutin::context::{ContextApi, ContextAttributesBuilder, GlProfile, Version};
use glutin::prelude::*;

/// Kind of GL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flavor {
    Desktop,
    Embedded,
}

/// A context and a renderer that draws into memory.
pub(crate) struct Offscreen {
    gl: Arc<glow::Context>,
    renderer: Option<Renderer>,
    /// Width and height of the picture in pixels.
    size: [i32; 2],
    // Last, because the other fields must be dropped before it.
    _context: PossiblyCurrentContext,
}

impl Offscreen {
    /// `None` without EGL, unless `CAIRN2D_REQUIRE_GL` is set: then the test must not pass without drawing.
    pub(crate) fn new(flavor: Flavor, size: [i32; 2]) -> Option<Offscreen> {
        match open(flavor, size) {
            Ok(offscreen) => Some(offscreen),
            Err(why) => {
                assert!(std::env::var_os("CAIRN2D_REQUIRE_GL").is_none(), "no GL: {why}");
                eprintln!("no GL, so no picture is drawn: {why}");
                None
            }
        }
    }

    /// The functions of the context.
    pub(crate) fn gl(&self) -> Arc<glow::Context> {
        Arc::clone(&self.gl)
    }

    /// Draws the picture of a window.
    pub(crate) fn draw_view(&mut self, view: &WorldView) {
        view.draw(&self.gl, &Target { pixels: self.size, pixels_per_point: 1.0 });
    }

    /// Waits until the GPU is done.
    pub(crate) fn finish(&self) {
        // SAFETY: the context is current.
        unsafe { self.gl.finish() };
    }

    pub(crate) fn draw_calls(&self) -> usize {
        self.renderer.as_ref().expect("lives until the end").draw_calls()
    }

    /// Draws without reading anything back.
    pub(crate) fn submit(&mut self, frame: &Frame) {
        let target = Target { pixels: self.size, pixels_per_point: 1.0 };
        self.renderer.as_mut().expect("lives until the end").draw(&self.gl, frame, &target);
    }

    /// Draws on a background, and returns the picture row by row from the top: red, green, blue, opacity.
    pub(crate) fn picture(&mut self, frame: &Frame, background: [u8; 4]) -> Vec<[u8; 4]> {
        let [red, green, blue, opacity] = background.map(|channel| f32::from(channel) / 255.0);
        // SAFETY: the context is current.
        unsafe {
            self.gl.clear_color(red, green, blue, opacity);
            self.gl.clear(glow::COLOR_BUFFER_BIT);
        }
        self.submit(frame);
        self.read()
    }

    /// The picture in memory, row by row from the top.
    pub(crate) fn read(&self) -> Vec<[u8; 4]> {
        let [width, height] = self.size;
        let mut bytes = vec![0; (width * height * 4) as usize];
        // SAFETY: the context is current, and there is room for the picture.
        let error = unsafe {
            let pixels = glow::PixelPackData::Slice(Some(&mut bytes));
            self.gl.read_pixels(0, 0, width, height, glow::RGBA, glow::UNSIGNED_BYTE, pixels);
            self.gl.get_error()
        };
        assert_eq!(error, glow::NO_ERROR);
        let pixels: Vec<[u8; 4]> = bytes.chunks_exact(4).map(|p| [p[0], p[1], p[2], p[3]]).collect();
        pixels.chunks_exact(width as usize).rev().flatten().copied().collect()
    }
}

impl Drop for Offscreen {
    fn drop(&mut self) {
        if let Some(renderer) = self.renderer.take() {
            renderer.destroy(&self.gl);
        }
    }
}

fn open(flavor: Flavor, size: [i32; 2]) -> Result<Offscreen, String> {
    let mut why = "there is no device".to_owned();
    for device in Device::query_devices().map_err(|error| error.to_string())? {
        match open_on(&device, flavor, size) {
            Ok(offscreen) => return Ok(offscreen),
            Err(error) => why = error,
        }
    }
    Err(why)
}

fn open_on(device: &Device, flavor: Flavor, size: [i32; 2]) -> Result<Offscreen, String> {
    let text = |error: glutin::error::Error| error.to_string();
    let (api, version) = match flavor {
        Flavor::Desktop => (Api::OPENGL, ContextApi::OpenGl(Some(Version::new(3, 3)))),
        Flavor::Embedded => (Api::GLES3, ContextApi::Gles(Some(Version::new(3, 0)))),
    };
    let template =
        ConfigTemplateBuilder::new().with_surface_type(ConfigSurfaceTypes::empty()).with_api(api).build();
    let attributes =
        ContextAttributesBuilder::new().with_context_api(version).with_profile(GlProfile::Core).build(None);
    // SAFETY: EGL returned this device, no window needs to outlive the context, and the context is made
    // current on this thread before the first GL call.
    let (display, context) = unsafe {
        let display = Display::with_device(device, None).map_err(text)?;
        let config = display.find_configs(template).map_err(text)?.next().ok_or("no configuration")?;
        let context = display.create_context(&config, &attributes).map_err(text)?;
        (display, context.make_current_surfaceless().map_err(text)?)
    };
    // SAFETY: the context is current, and so are the functions of its display.
    let gl = unsafe { glow::Context::from_loader_function_cstr(|name| display.get_proc_address(name)) };
    make_target(&gl, size)?;
    let renderer = Some(Renderer::new(&gl)?);
    let gl = Arc::new(gl);
    Ok(Offscreen { gl, renderer, size, _context: context })
}

/// A picture in memory that is drawn into.
fn make_target(gl: &glow::Context, [width, height]: [i32; 2]) -> Result<(), String> {
    // SAFETY: the context is current; the objects live as long as it does.
    unsafe {
        let texture = gl.create_texture()?;
        gl.bind_texture(glow::TEXTURE_2D, Some(texture));
        let nothing = glow::PixelUnpackData::Slice(None);
        let format = glow::RGBA8 as i32;
        gl.tex_image_2d(
            glow::TEXTURE_2D,
            0,
            format,
            width,
            height,
            0,
            glow::RGBA,
            glow::UNSIGNED_BYTE,
            nothing,
        );
        let buffer = gl.create_framebuffer()?;
        gl.bind_framebuffer(glow::FRAMEBUFFER, Some(buffer));
        let (target, place) = (glow::FRAMEBUFFER, glow::COLOR_ATTACHMENT0);
        gl.framebuffer_texture_2d(target, place, glow::TEXTURE_2D, Some(texture), 0);
        if gl.check_framebuffer_status(glow::FRAMEBUFFER) != glow::FRAMEBUFFER_COMPLETE {
            return Err("the target is not complete".to_owned());
        }
        gl.viewport(0, 0, width, height);
    }
    Ok(())
}

/// Writes a picture under `target/pictures`, for inspection by eye.
pub(crate) fn save(name: &str, [width, height]: [i32; 2], pixels: &[[u8; 4]]) -> PathBuf {
    let folder = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("target"), PathBuf::from);
    let folder = folder.join("pictures");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let path = folder.join(format!("{name}.png"));
    let file = std::fs::File::create(&path).expect("the picture can be written");
    let mut encoder = png::Encoder::new(std::io::BufWriter::new(file), width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().expect("the picture can be written");
    let bytes: Vec<u8> = pixels.iter().flat_map(|&[red, green, blue, _]| [red, green, blue]).collect();
    writer.write_image_data(&bytes).expect("the picture can be written");
    path
}
