//! Photographs: runs every scene in the window for some frames and saves the window; at the end also a sheet
//! of all.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use egui::{Color32, ColorImage};

use crate::named_files::Output;
use crate::plain;

/// Width of a picture on the sheet, in pixels.
const TILE: usize = 360;
/// Pictures in a row of the sheet.
const COLUMNS: usize = 6;

/// Whether a picture could not be saved.
static FAILED: AtomicBool = AtomicBool::new(false);

/// Whether an error occurred.
pub fn failed() -> bool {
    FAILED.load(Ordering::Relaxed)
}

/// The task of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Open this scene.
    Open(&'static str),
    /// Take this many steps.
    Step(u32),
    /// Save the picture.
    Shoot(&'static str),
    /// Wait for the picture.
    Wait,
    /// All scenes are done.
    End,
}

/// The progress through the scenes.
pub struct Photographer {
    folder: PathBuf,
    scenes: Vec<&'static str>,
    frames: u32,
    /// Steps in each frame of the window.
    stride: u32,
    /// Index of the scene, and number of its frames so far.
    at: (usize, u32),
    opened: bool,
    waiting: bool,
    pictures: Arc<Mutex<Vec<ColorImage>>>,
}

impl Photographer {
    /// Takes pictures of the scenes whose name contains `only` after `frames` frames with `stride` steps
    /// each.
    ///
    /// # Errors
    /// A folder that cannot be made, or no matching scene.
    pub fn new(folder: &Path, only: &str, frames: u32, stride: u32) -> Result<Photographer, String> {
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let names = cairn2d_scenes::all().iter().map(|scene| scene.name);
        let scenes: Vec<&'static str> = names.filter(|name| name.contains(only)).collect();
        if scenes.is_empty() {
            return Err(format!("no scene has {only:?} in its name"));
        }
        let folder = folder.to_owned();
        Ok(Photographer {
            folder,
            scenes,
            frames,
            stride: stride.max(1),
            at: (0, 0),
            opened: false,
            waiting: false,
            pictures: Arc::default(),
        })
    }

    /// The task of this frame.
    pub fn order(&mut self) -> Order {
        let (index, frame) = self.at;
        if self.waiting {
            let taken = self.pictures.lock().unwrap_or_else(PoisonError::into_inner).len();
            if taken <= index {
                return Order::Wait;
            }
            self.waiting = false;
            self.opened = false;
            self.at = (index + 1, 0);
            return self.order();
        }
        let Some(&name) = self.scenes.get(index) else { return Order::End };
        if !self.opened {
            self.opened = true;
            return Order::Open(name);
        }
        if frame < self.frames {
            self.at.1 += 1;
            return Order::Step(self.stride);
        }
        self.waiting = true;
        Order::Shoot(name)
    }

    /// Requests the picture of this frame, which is saved when it arrives.
    pub fn shoot(&self, context: &egui::Context, name: &'static str) {
        let (pictures, path) = (Arc::clone(&self.pictures), self.folder.join(format!("{name}.png")));
        let repaint = context.clone();
        context.request_screenshot(move |image| {
            save(&path, &image);
            pictures.lock().unwrap_or_else(PoisonError::into_inner).push(smaller(&image));
            repaint.request_repaint();
        });
    }

    /// Saves the sheet.
    pub fn finish(&self) {
        let pictures = self.pictures.lock().unwrap_or_else(PoisonError::into_inner);
        save(&self.folder.join("sheet.png"), &sheet(&pictures));
        println!("{} photographs in {}", pictures.len(), plain::path(&self.folder));
    }
}

fn save(path: &Path, image: &ColorImage) {
    if let Err(error) = write(path, image) {
        eprintln!("cairn2d-testbed: {}: {error}", plain::path(path));
        FAILED.store(true, Ordering::Relaxed);
    }
}

fn write(path: &Path, image: &ColorImage) -> Result<(), Box<dyn std::error::Error>> {
    let [width, height] = image.size.map(|side| side as u32);
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let bytes: Vec<u8> = image.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).collect();
    encoder.write_header()?.write_image_data(&bytes)?;
    let mut output = Output::create(path)?;
    output.write(&file)?;
    Ok(output.finish()?)
}

/// A picture as wide as a tile; each pixel is the mean of those it covers.
fn smaller(image: &ColorImage) -> ColorImage {
    let [width, height] = image.size;
    let size = [TILE, (height * TILE / width.max(1)).max(1)];
    let mut small = ColorImage::filled(size, Color32::BLACK);
    for y in 0..size[1] {
        let rows = y * height / size[1]..((y + 1) * height / size[1]).max(y * height / size[1] + 1);
        for x in 0..size[0] {
            let columns = x * width / size[0]..((x + 1) * width / size[0]).max(x * width / size[0] + 1);
            let (mut sum, mut count) = ([0u32; 3], 0);
            for row in rows.clone() {
                for column in columns.clone() {
                    let pixel = image.pixels[row.min(height - 1) * width + column.min(width - 1)];
                    for (sum, channel) in sum.iter_mut().zip([pixel.r(), pixel.g(), pixel.b()]) {
                        *sum += u32::from(channel);
                    }
                    count += 1;
                }
            }
            let [r, g, b] = sum.map(|sum| (sum / count) as u8);
            small.pixels[y * size[0] + x] = Color32::from_rgb(r, g, b);
        }
    }
    small
}

/// All pictures side by side.
fn sheet(pictures: &[ColorImage]) -> ColorImage {
    let height = pictures.iter().map(|picture| picture.size[1]).max().unwrap_or(1);
    let rows = pictures.len().div_ceil(COLUMNS).max(1);
    let gap = 4;
    let size = [COLUMNS * (TILE + gap), rows * (height + gap)];
    let mut sheet = ColorImage::filled(size, Color32::from_gray(90));
    for (index, picture) in pictures.iter().enumerate() {
        let corner = [index % COLUMNS * (TILE + gap), index / COLUMNS * (height + gap)];
        for (row, pixels) in picture.pixels.chunks(picture.size[0].max(1)).enumerate() {
            let start = (corner[1] + row) * size[0] + corner[0];
            sheet.pixels[start..start + pixels.len()].copy_from_slice(pixels);
        }
    }
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thumbnail_averages_pixels_and_sheet_contains_all() {
        let mut image = ColorImage::filled([2 * TILE, 20], Color32::from_rgb(10, 20, 30));
        image.pixels[0] = Color32::from_rgb(50, 60, 70);
        let small = smaller(&image);
        assert_eq!(small.size, [TILE, 10]);
        assert_eq!(small.pixels[0], Color32::from_rgb(20, 30, 40));
        assert_eq!(small.pixels[1], Color32::from_rgb(10, 20, 30));
        let all = sheet(&vec![small; COLUMNS + 1]);
        assert_eq!(all.size[1], 2 * 14);
        assert_eq!(all.pixels[14 * all.size[0]], Color32::from_rgb(20, 30, 40));
    }

    #[test]
    fn every_scene_is_opened_stepped_and_photographed_once() {
        let folder = std::env::temp_dir().join(format!("cairn2d-photographs-{}", std::process::id()));
        let mut photographer = Photographer::new(&folder, "pyramid", 3, 2).unwrap();
        let (mut opened, mut steps, mut shots) = (0, 0, 0);
        loop {
            match photographer.order() {
                Order::Open(_) => opened += 1,
                Order::Step(count) => steps += count,
                Order::Shoot(_) => {
                    shots += 1;
                    assert_eq!(photographer.order(), Order::Wait);
                    let image = ColorImage::filled([4, 4], Color32::RED);
                    photographer.pictures.lock().unwrap().push(smaller(&image));
                }
                Order::Wait => unreachable!("it has its picture"),
                Order::End => break,
            }
        }
        assert!(opened >= 3);
        assert_eq!((steps, shots), (3 * 2 * opened, opened));
        assert!(Photographer::new(&folder, "no such scene", 3, 1).is_err());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
