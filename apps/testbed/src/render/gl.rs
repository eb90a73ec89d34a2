//! The renderer: copies the instances of a frame to the card and draws each list with one call.
//!
//! Runs on desktop GL 3.3, GLES 3 and WebGL 2. Every list of every layer has its own buffer, which is filled
//! in each frame; the corners of polygons are texels. State of the context that egui sets itself before
//! painting is not restored.
//!
//! Every call of the context is unsafe because the context must be current and own the objects. Both hold
//! here: the caller of each function makes the context current, and objects are made in `new` from the same
//! context and never shared.

use core::ops::Range;

use eframe::glow::{self, HasContext, PixelUnpackData};

use super::frame::Frame;
use super::instances::{Attribute, Disc, Instance, Layer, Line, Patch, Pill, RoundBox, Sign, Tile};
use super::shaders::{self, ShaderSource};

/// Width of the texture of corners.
const TEXTURE_WIDTH: usize = 1024;

/// Largest number of texture rows: 4 million corners.
const MOST_ROWS: usize = 4096;

/// The target of drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Width and height in pixels.
    pub pixels: [i32; 2],
    /// Pixels per point of the screen.
    pub pixels_per_point: f32,
}

/// Programs and buffers on the card.
#[derive(Debug)]
pub struct Renderer {
    tiles: Primitive,
    boxes: Primitive,
    discs: Primitive,
    pills: Primitive,
    patches: Primitive,
    lines: Primitive,
    signs: Primitive,
    corners: glow::Texture,
    rows: usize,
    calls: usize,
}

/// A primitive: its program, and a list on the card for each layer.
#[derive(Debug)]
struct Primitive {
    program: glow::Program,
    camera: Option<glow::UniformLocation>,
    scale: Option<glow::UniformLocation>,
    lists: [(glow::VertexArray, glow::Buffer); 3],
}

/// Uniforms of the camera.
#[derive(Clone, Copy)]
struct Uniforms {
    camera: [f32; 4],
    scale: [f32; 4],
}

/// Walks through all instances of a frame, and selects a part of them.
struct Cursor {
    /// Number of the instances before the next list.
    at: usize,
    part: Range<usize>,
}

impl Cursor {
    /// The selected instances of the next list.
    fn pass<'a, T>(&mut self, list: &'a [T]) -> &'a [T] {
        let begin = self.at;
        self.at += list.len();
        let [from, to] = [self.part.start, self.part.end].map(|end| end.clamp(begin, self.at) - begin);
        &list[from..to]
    }
}

impl Renderer {
    /// Compiles the shaders. The context must be current.
    ///
    /// # Errors
    /// The error of the driver, or a context that is too old.
    pub fn new(gl: &glow::Context) -> Result<Self, String> {
        let version = gl.version();
        let enough = if version.is_embedded { (3, 0) } else { (3, 3) };
        if (version.major, version.minor) < enough {
            let kind = if version.is_embedded { "GLES" } else { "OpenGL" };
            return Err(format!(
                "{kind} {}.{} is there, {}.{} is needed",
                version.major, version.minor, enough.0, enough.1
            ));
        }
        let head = if version.is_embedded { shaders::EMBEDDED } else { shaders::DESKTOP };
        // SAFETY: the context is current.
        let corners = unsafe { gl.create_texture()? };
        Ok(Self {
            tiles: Primitive::new::<Tile>(gl, head, &shaders::TILE)?,
            boxes: Primitive::new::<RoundBox>(gl, head, &shaders::BOX)?,
            discs: Primitive::new::<Disc>(gl, head, &shaders::DISC)?,
            pills: Primitive::new::<Pill>(gl, head, &shaders::PILL)?,
            patches: Primitive::new::<Patch>(gl, head, &shaders::PATCH)?,
            lines: Primitive::new::<Line>(gl, head, &shaders::LINE)?,
            signs: Primitive::new::<Sign>(gl, head, &shaders::SIGN)?,
            corners,
            rows: 0,
            calls: 0,
        })
    }

    /// Draws a frame over the existing content. The context must be current, and its viewport that of the
    /// target.
    pub fn draw(&mut self, gl: &glow::Context, frame: &Frame, target: &Target) {
        self.draw_part(gl, frame, target, 0..usize::MAX);
    }

    /// As [`Renderer::draw`], but only the instances with these numbers. Parts that are drawn one after the
    /// other give the same picture as the whole frame.
    pub fn draw_part(&mut self, gl: &glow::Context, frame: &Frame, target: &Target, part: Range<usize>) {
        let uniforms = uniforms(frame, target);
        self.calls = 0;
        // SAFETY: the context is current.
        unsafe {
            gl.disable(glow::DEPTH_TEST);
            gl.disable(glow::CULL_FACE);
            gl.enable(glow::BLEND);
            gl.blend_equation_separate(glow::FUNC_ADD, glow::FUNC_ADD);
            gl.blend_func_separate(
                glow::ONE,
                glow::ONE_MINUS_SRC_ALPHA,
                glow::ONE_MINUS_DST_ALPHA,
                glow::ONE,
            );
            gl.active_texture(glow::TEXTURE0);
            gl.bind_texture(glow::TEXTURE_2D, Some(self.corners));
        }
        self.upload_corners(gl, frame.corners());
        let mut cursor = Cursor { at: 0, part };
        for (index, layer) in frame.layers().iter().enumerate() {
            self.draw_layer(gl, (index, layer), &uniforms, &mut cursor);
        }
        // SAFETY: the context is current.
        unsafe {
            gl.bind_texture(glow::TEXTURE_2D, None);
            gl.bind_vertex_array(None);
            gl.bind_buffer(glow::ARRAY_BUFFER, None);
            gl.use_program(None);
        }
    }

    /// Draw calls of the last frame.
    pub fn draw_calls(&self) -> usize {
        self.calls
    }

    /// Frees everything on the card. The context must be current.
    pub fn destroy(self, gl: &glow::Context) {
        let Self { tiles, boxes, discs, pills, patches, lines, signs, .. } = self;
        for kind in [tiles, boxes, discs, pills, patches, lines, signs] {
            // SAFETY: the context is current, and `self` owns the objects and is consumed.
            unsafe {
                gl.delete_program(kind.program);
                for (array, buffer) in kind.lists {
                    gl.delete_vertex_array(array);
                    gl.delete_buffer(buffer);
                }
            }
        }
        // SAFETY: as above.
        unsafe { gl.delete_texture(self.corners) };
    }

    fn draw_layer(
        &mut self,
        gl: &glow::Context,
        (index, layer): (usize, &Layer),
        uniforms: &Uniforms,
        cursor: &mut Cursor,
    ) {
        let calls = [
            self.tiles.draw(gl, index, cursor.pass(&layer.tiles), uniforms),
            self.boxes.draw(gl, index, cursor.pass(&layer.boxes), uniforms),
            self.discs.draw(gl, index, cursor.pass(&layer.discs), uniforms),
            self.pills.draw(gl, index, cursor.pass(&layer.pills), uniforms),
            self.patches.draw(gl, index, cursor.pass(&layer.patches), uniforms),
            self.lines.draw(gl, index, cursor.pass(&layer.lines), uniforms),
            self.signs.draw(gl, index, cursor.pass(&layer.signs), uniforms),
        ];
        self.calls += calls.into_iter().filter(|&drawn| drawn).count();
    }

    /// Writes the corners into the bound texture, row by row.
    fn upload_corners(&mut self, gl: &glow::Context, corners: &[[f32; 2]]) {
        let corners = &corners[..corners.len().min(MOST_ROWS * TEXTURE_WIDTH)];
        let rows = corners.len().div_ceil(TEXTURE_WIDTH).max(1);
        if rows > self.rows {
            self.rows = rows.next_power_of_two();
            // SAFETY: the context is current and the texture bound; no data is given, so none is read.
            unsafe {
                let (format, width) = (glow::RG32F as i32, TEXTURE_WIDTH as i32);
                let nothing = PixelUnpackData::Slice(None);
                let height = self.rows as i32;
                gl.tex_image_2d(
                    glow::TEXTURE_2D,
                    0,
                    format,
                    width,
                    height,
                    0,
                    glow::RG,
                    glow::FLOAT,
                    nothing,
                );
                for filter in [glow::TEXTURE_MIN_FILTER, glow::TEXTURE_MAG_FILTER] {
                    gl.tex_parameter_i32(glow::TEXTURE_2D, filter, glow::NEAREST as i32);
                }
                gl.pixel_store_i32(glow::UNPACK_ALIGNMENT, 4);
            }
        }
        let full = corners.len() / TEXTURE_WIDTH;
        let (rows, rest) = corners.split_at(full * TEXTURE_WIDTH);
        upload_rows(gl, 0, [TEXTURE_WIDTH, full], rows);
        upload_rows(gl, full, [rest.len(), 1], rest);
    }
}

/// Writes a block of corners into the bound texture.
fn upload_rows(gl: &glow::Context, first: usize, [width, height]: [usize; 2], corners: &[[f32; 2]]) {
    if corners.is_empty() {
        return;
    }
    let data = PixelUnpackData::Slice(Some(bytes(corners)));
    // SAFETY: the context is current, the texture has these rows, and the data is as long as the block.
    unsafe {
        gl.tex_sub_image_2d(
            glow::TEXTURE_2D,
            0,
            0,
            first as i32,
            width as i32,
            height as i32,
            glow::RG,
            glow::FLOAT,
            data,
        );
    }
}

impl Primitive {
    fn new<T: Instance>(gl: &glow::Context, head: &str, source: &ShaderSource) -> Result<Self, String> {
        let program = link(gl, head, source)?;
        // SAFETY: the context is current and owns the program.
        unsafe {
            gl.use_program(Some(program));
            if let Some(corners) = gl.get_uniform_location(program, "u_corners") {
                gl.uniform_1_i32(Some(&corners), 0);
            }
            let camera = gl.get_uniform_location(program, "u_camera");
            let scale = gl.get_uniform_location(program, "u_scale");
            let lists = [list::<T>(gl)?, list::<T>(gl)?, list::<T>(gl)?];
            Ok(Self { program, camera, scale, lists })
        }
    }

    /// Draws a list of a layer. Returns whether it had instances.
    fn draw<T: Instance>(&self, gl: &glow::Context, layer: usize, list: &[T], uniforms: &Uniforms) -> bool {
        if list.is_empty() {
            return false;
        }
        let (array, buffer) = self.lists[layer];
        // SAFETY: the context is current; the buffer holds as many instances as are drawn, in the layout of
        // the array.
        unsafe {
            gl.use_program(Some(self.program));
            gl.uniform_4_f32_slice(self.camera.as_ref(), &uniforms.camera);
            gl.uniform_4_f32_slice(self.scale.as_ref(), &uniforms.scale);
            gl.bind_vertex_array(Some(array));
            gl.bind_buffer(glow::ARRAY_BUFFER, Some(buffer));
            gl.buffer_data_u8_slice(glow::ARRAY_BUFFER, bytes(list), glow::STREAM_DRAW);
            gl.draw_arrays_instanced(glow::TRIANGLE_STRIP, 0, 4, list.len() as i32);
        }
        true
    }
}

/// A buffer of instances, and their layout.
fn list<T: Instance>(gl: &glow::Context) -> Result<(glow::VertexArray, glow::Buffer), String> {
    let stride: i32 = T::LAYOUT.iter().map(|attribute| attribute.size()).sum();
    // SAFETY: the context is current; offsets and stride are those of the records, which the card reads only
    // within the buffer.
    unsafe {
        let (array, buffer) = (gl.create_vertex_array()?, gl.create_buffer()?);
        gl.bind_vertex_array(Some(array));
        gl.bind_buffer(glow::ARRAY_BUFFER, Some(buffer));
        let mut offset = 0;
        for (index, attribute) in T::LAYOUT.iter().enumerate() {
            let index = index as u32;
            let (count, kind, normalized) = match attribute {
                Attribute::Floats(count) => (*count, glow::FLOAT, false),
                Attribute::Color => (4, glow::UNSIGNED_BYTE, true),
            };
            gl.enable_vertex_attrib_array(index);
            gl.vertex_attrib_pointer_f32(index, count, kind, normalized, stride, offset);
            gl.vertex_attrib_divisor(index, 1);
            offset += attribute.size();
        }
        gl.bind_vertex_array(None);
        Ok((array, buffer))
    }
}

fn link(gl: &glow::Context, head: &str, source: &ShaderSource) -> Result<glow::Program, String> {
    // SAFETY: the context is current; shaders and program are made here.
    unsafe {
        let program = gl.create_program()?;
        for (kind, common, text) in [
            (glow::VERTEX_SHADER, shaders::VERTEX, source.vertex),
            (glow::FRAGMENT_SHADER, shaders::FRAGMENT, source.fragment),
        ] {
            let shader = gl.create_shader(kind)?;
            gl.shader_source(shader, &format!("{head}{common}{text}"));
            gl.compile_shader(shader);
            if !gl.get_shader_compile_status(shader) {
                return Err(format!("{}: {}", source.name, gl.get_shader_info_log(shader)));
            }
            gl.attach_shader(program, shader);
            // The program keeps it alive.
            gl.delete_shader(shader);
        }
        gl.link_program(program);
        if !gl.get_program_link_status(program) {
            return Err(format!("{}: {}", source.name, gl.get_program_info_log(program)));
        }
        Ok(program)
    }
}

fn uniforms(frame: &Frame, target: &Target) -> Uniforms {
    let (camera, style) = (frame.camera(), frame.style());
    let scale = camera.scale * target.pixels_per_point;
    let [width, height] = target.pixels.map(|size| size.max(1) as f32);
    let point = target.pixels_per_point;
    Uniforms {
        camera: [camera.center.x, camera.center.y, 2.0 * scale / width, 2.0 * scale / height],
        scale: [scale, point, style.outline * point, style.line * point],
    }
}

/// The bytes of records.
fn bytes<T: Copy>(list: &[T]) -> &[u8] {
    // SAFETY: the types of all calls hold 32-bit words without padding (tested with the layouts), so each
    // byte is initialised; the length is that of the list.
    unsafe { core::slice::from_raw_parts(list.as_ptr().cast(), size_of_val(list)) }
}
