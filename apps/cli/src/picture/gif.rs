//! Writes a series of drawings as an animated GIF.
//!
//! A GIF has 256 colors. The pictures use few colors and their mixtures along edges, so the most frequent colors of all frames
//! (in steps of 1/32) are nearly all there are; every other one takes the nearest of those. After the first frame
//! only the rectangle that changed is stored, and in it what stayed is transparent, which compresses well.

use super::paint::Drawing;
use super::raster;
use anyhow::{Context as _, Result, ensure};
use ::gif::{DisposalMethod, Encoder, Frame, Repeat};

/// Colors besides the transparent one.
const COLOR_COUNT: usize = 255;
/// The palette index that means "as before".
const KEEP: u8 = 255;
/// Colors in steps of 1/32.
const COARSE: usize = 1 << 15;

/// Collects frames and writes them at the end, when all colors are known.
#[derive(Debug, Default)]
pub struct Animation {
    size: Option<(u16, u16)>,
    frames: Vec<Vec<u16>>,
    histogram: Vec<u32>,
}

impl Animation {
    /// Adds a frame; all frames must have the size of the first.
    pub fn add(&mut self, drawing: &Drawing) -> Result<()> {
        let pixmap = raster::render(drawing)?;
        let size = (u16::try_from(pixmap.width())?, u16::try_from(pixmap.height())?);
        ensure!(*self.size.get_or_insert(size) == size, "the frames of an animation have one size");
        self.histogram.resize(COARSE, 0);
        let frame: Vec<u16> = pixmap.data().chunks_exact(4).map(|p| coarse(p[0], p[1], p[2])).collect();
        for &key in &frame {
            self.histogram[key as usize] = self.histogram[key as usize].saturating_add(1);
        }
        self.frames.push(frame);
        Ok(())
    }

    /// The bytes of the GIF file; each frame is shown for `delay` hundredths of a second.
    pub fn encode(&self, delay: u16) -> Result<Vec<u8>> {
        let (width, height) = self.size.context("an animation needs at least one frame")?;
        let palette = Palette::of(&self.histogram);
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, width, height, &palette.bytes)?;
        encoder.set_repeat(Repeat::Infinite)?;
        let mut before: Option<&[u16]> = None;
        for (i, frame) in self.frames.iter().enumerate() {
            // The last frame stays longer: the end state is what one wants to see.
            let delay = if i + 1 == self.frames.len() { delay.saturating_add(120) } else { delay };
            encoder.write_frame(&palette.frame(frame, before, width, delay))?;
            before = Some(frame);
        }
        drop(encoder);
        Ok(bytes)
    }
}

struct Palette {
    bytes: Vec<u8>,
    /// The palette index of each coarse color.
    nearest: Vec<u8>,
}

impl Palette {
    fn of(histogram: &[u32]) -> Self {
        let mut keys: Vec<u16> = (0..COARSE as u16).filter(|&k| histogram[k as usize] > 0).collect();
        // Ties are broken by the color itself, so that equal runs give equal files.
        keys.sort_by_key(|&k| (std::cmp::Reverse(histogram[k as usize]), k));
        let chosen = &keys[..keys.len().min(COLOR_COUNT)];
        let mut nearest = vec![0; COARSE];
        for &key in &keys {
            let index = (0..chosen.len()).min_by_key(|&i| distance(chosen[i], key));
            nearest[key as usize] = index.unwrap_or(0) as u8;
        }
        let mut bytes: Vec<u8> =
            chosen.iter().flat_map(|&k| channels(k).map(|c| (c * 255 / 31) as u8)).collect();
        bytes.resize(256 * 3, 0);
        Self { bytes, nearest }
    }

    fn frame(&self, pixels: &[u16], before: Option<&[u16]>, width: u16, delay: u16) -> Frame<'static> {
        let row = usize::from(width);
        let changed = |i: usize| before.is_none_or(|b| b[i] != pixels[i]);
        let rows: Vec<&[u16]> = pixels.chunks_exact(row).collect();
        let in_row = |y: usize| (0..row).any(|x| changed(y * row + x));
        let in_column = |x: usize| (0..rows.len()).any(|y| changed(y * row + x));
        // A frame in which nothing changed still needs one pixel to carry its time.
        let top = (0..rows.len()).find(|&y| in_row(y)).unwrap_or(0);
        let bottom = (0..rows.len()).rfind(|&y| in_row(y)).unwrap_or(0);
        let left = (0..row).find(|&x| in_column(x)).unwrap_or(0);
        let right = (0..row).rfind(|&x| in_column(x)).unwrap_or(0);
        let mut buffer = Vec::with_capacity((bottom - top + 1) * (right - left + 1));
        for y in top..=bottom {
            for x in left..=right {
                let i = y * row + x;
                buffer.push(if changed(i) { self.nearest[usize::from(pixels[i])] } else { KEEP });
            }
        }
        Frame {
            delay,
            dispose: DisposalMethod::Keep,
            transparent: before.map(|_| KEEP),
            top: top as u16,
            left: left as u16,
            width: (right - left + 1) as u16,
            height: (bottom - top + 1) as u16,
            buffer: buffer.into(),
            ..Frame::default()
        }
    }
}

fn coarse(red: u8, green: u8, blue: u8) -> u16 {
    // Rounded, not cut, or every picture would get a little darker.
    let step = |v: u8| (u16::from(v) * 31 + 127) / 255;
    step(red) << 10 | step(green) << 5 | step(blue)
}

fn channels(key: u16) -> [u32; 3] {
    [u32::from(key >> 10 & 31), u32::from(key >> 5 & 31), u32::from(key & 31)]
}

fn distance(a: u16, b: u16) -> u32 {
    let (a, b) = (channels(a), channels(b));
    (0..3).map(|i| a[i].abs_diff(b[i]).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::super::camera::{Bounds, Camera, Canvas};
    use super::super::paint::draw;
    use super::super::style::{Style, Theme};
    use super::super::{Picture, Placement, Role};
    use super::*;

    fn falling(y: f32) -> Drawing {
        let mut picture = Picture { title: "falling".into(), ..Picture::default() };
        let at = Placement { position: [0.0, y], ..Placement::IDENTITY };
        picture.add_circle(&at, [0.0, 0.0], 0.5, Role::Awake, 0);
        let view = Bounds { lower: [-2.0, 0.0], upper: [2.0, 3.0] };
        let camera = Camera::showing(view, Canvas { width: 120, height: 90 });
        draw(&picture, &camera, &Style::of(Theme::Light))
    }

    #[test]
    fn decoding_gives_back_every_frame() {
        let drawings = [falling(2.0), falling(1.5), falling(1.5), falling(0.5)];
        let mut animation = Animation::default();
        for drawing in &drawings {
            animation.add(drawing).unwrap();
        }
        let bytes = animation.encode(5).unwrap();
        let mut options = ::gif::DecodeOptions::new();
        options.set_color_output(::gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(&bytes[..]).unwrap();
        let mut screen = vec![0u8; 120 * 90 * 3];
        for drawing in &drawings {
            let frame = decoder.read_next_frame().unwrap().unwrap();
            for (i, pixel) in frame.buffer.chunks_exact(4).enumerate() {
                let (x, y) = (i % frame.width as usize, i / frame.width as usize);
                let at = ((y + frame.top as usize) * 120 + x + frame.left as usize) * 3;
                if pixel[3] != 0 {
                    screen[at..at + 3].copy_from_slice(&pixel[..3]);
                }
            }
            let want = raster::render(drawing).unwrap();
            for (got, want) in screen.chunks_exact(3).zip(want.data().chunks_exact(4)) {
                let error = (0..3).map(|k| got[k].abs_diff(want[k])).max().unwrap();
                assert!(error <= 20, "{got:?} {want:?}");
            }
        }
        assert!(decoder.read_next_frame().unwrap().is_none());
    }

    #[test]
    fn an_empty_animation_is_refused() {
        assert!(Animation::default().encode(5).is_err());
    }
}
