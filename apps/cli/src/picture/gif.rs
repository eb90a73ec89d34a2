//! Writes a series of drawings as an animated GIF.
//!
//! A GIF has 256 colors. Pictures have few colors and their blends along edges, so the most frequent colors
//! (in steps of 1/32) of some frames cover almost all pixels. Other colors take the nearest of those. After
//! the first frame only the rectangle that changed is stored, with unchanged pixels transparent, which
//! compresses well.
//!
//! Invariant: at most two frames of pixels are in memory, however long the animation is.

use super::paint::Drawing;
use super::raster;
use ::gif::{DisposalMethod, Encoder, Frame, Repeat};
use anyhow::{Context as _, Result, ensure};

/// Colors besides the transparent one.
const COLOR_COUNT: usize = 255;
/// The palette index that means "as before".
const KEEP: u8 = 255;
/// Colors in steps of 1/32.
const COARSE: usize = 1 << 15;
/// Frames whose colors are counted.
const SAMPLE_COUNT: usize = 12;
/// Additional time of the last frame `[1/100 s]`, which shows the end state.
const LAST_DELAY: u16 = 120;

/// The bytes of an animation of `count` drawings of one size. Drawings are made on demand, some of them
/// twice, and each is shown for `delay` hundredths of a second.
pub fn gif(count: usize, drawing: impl Fn(usize) -> Drawing, delay: u16) -> Result<Vec<u8>> {
    ensure!(count > 0, "an animation needs at least one frame");
    let palette = Palette::of(count, &drawing)?;
    let (width, height) = drawing(0).size;
    let size = (u16::try_from(width)?, u16::try_from(height)?);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, size.0, size.1, &palette.bytes)?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut before: Option<Vec<u16>> = None;
    for i in 0..count {
        let drawing = drawing(i);
        ensure!(drawing.size == (width, height), "the frames of an animation must have one size");
        let pixels = coarse_pixels(&drawing)?;
        let delay = if i + 1 == count { delay.saturating_add(LAST_DELAY) } else { delay };
        encoder.write_frame(&palette.frame(&pixels, before.as_deref(), size.0, delay))?;
        before = Some(pixels);
    }
    drop(encoder);
    Ok(bytes)
}

fn coarse_pixels(drawing: &Drawing) -> Result<Vec<u16>> {
    let pixmap = raster::render(drawing).context("a frame cannot be drawn")?;
    Ok(pixmap.data().chunks_exact(4).map(|p| coarse(p[0], p[1], p[2])).collect())
}

/// The pixels of one coarse color: how many, and the sums of their channels.
#[derive(Clone, Copy, Debug, Default)]
struct Bucket {
    count: u64,
    sums: [u64; 3],
}

impl Bucket {
    /// The mean color, which is exact if the bucket has one color, as for the background.
    fn mean(self) -> [u8; 3] {
        self.sums.map(|sum| ((sum + self.count / 2) / self.count.max(1)) as u8)
    }
}

struct Palette {
    bytes: Vec<u8>,
    /// The palette index of each coarse color.
    nearest: Vec<u8>,
}

impl Palette {
    /// The colors of some frames, evenly spread and with the last one.
    fn of(count: usize, drawing: &impl Fn(usize) -> Drawing) -> Result<Self> {
        let mut buckets = vec![Bucket::default(); COARSE];
        let sample_count = count.min(SAMPLE_COUNT);
        for sample in 1..=sample_count {
            let pixmap = raster::render(&drawing(sample * count / sample_count - 1))?;
            for pixel in pixmap.data().chunks_exact(4) {
                let bucket = &mut buckets[usize::from(coarse(pixel[0], pixel[1], pixel[2]))];
                bucket.count += 1;
                for (sum, channel) in bucket.sums.iter_mut().zip(pixel) {
                    *sum += u64::from(*channel);
                }
            }
        }
        let mut chosen: Vec<u16> =
            (0..COARSE as u16).filter(|&k| buckets[usize::from(k)].count > 0).collect();
        // Ties are broken by the color itself, so that equal runs give equal files.
        chosen.sort_by_key(|&k| (std::cmp::Reverse(buckets[usize::from(k)].count), k));
        chosen.truncate(COLOR_COUNT);
        let index_of = |key| (0..chosen.len()).min_by_key(|&i| distance(chosen[i], key)).unwrap_or(0) as u8;
        let nearest = (0..COARSE as u16).map(index_of).collect();
        let mut bytes: Vec<u8> = chosen.iter().flat_map(|&k| buckets[usize::from(k)].mean()).collect();
        bytes.resize(256 * 3, 0);
        Ok(Self { bytes, nearest })
    }

    fn frame(&self, pixels: &[u16], before: Option<&[u16]>, width: u16, delay: u16) -> Frame<'static> {
        let row = usize::from(width);
        let changed = |i: usize| before.is_none_or(|b| b[i] != pixels[i]);
        let rows: Vec<&[u16]> = pixels.chunks_exact(row).collect();
        let in_row = |y: usize| (0..row).any(|x| changed(y * row + x));
        let in_column = |x: usize| (0..rows.len()).any(|y| changed(y * row + x));
        // An unchanged frame still needs one pixel to carry its delay.
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
    // Rounded; truncation would darken every picture.
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
        let bytes = gif(drawings.len(), |i| drawings[i].clone(), 5).unwrap();
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
                assert!(error <= 8, "{got:?} {want:?}");
            }
        }
        assert!(decoder.read_next_frame().unwrap().is_none());
    }

    #[test]
    fn an_empty_animation_is_refused() {
        assert!(gif(0, |_| falling(1.0), 5).is_err());
    }
}
