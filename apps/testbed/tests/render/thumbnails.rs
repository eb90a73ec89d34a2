//! Thumbnails of the catalogue: every scene has one, and none delays a frame.

use std::collections::BTreeMap;

use cairn2d_testbed::render::WorldView;
use cairn2d_testbed::thumbnails::Thumbnails;
use egui::{Color32, ColorImage, ImageData, TextureId};

use crate::offscreen::{Flavor, Offscreen, save};
use crate::window::Window;

/// Time of a frame for thumbnails `[ns]`.
const MOST: u64 = 8_000_000;

/// Processor time of this thread `[ns]`: other programs on the machine do not count.
fn thread_clock() -> u64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// The textures of a window as pictures.
#[derive(Default)]
struct Textures(BTreeMap<TextureId, ColorImage>);

impl Textures {
    fn apply(&mut self, delta: &mut egui::TexturesDelta) {
        for (id, part) in delta.set.iter().flat_map(|(id, parts)| parts.iter().map(move |part| (id, part))) {
            let ImageData::Color(image) = &part.image;
            match part.pos {
                None => drop(self.0.insert(*id, (**image).clone())),
                Some([left, top]) => {
                    let whole = self.0.get_mut(id).expect("a part of a texture comes after it");
                    for (row, pixels) in image.pixels.chunks(image.size[0]).enumerate() {
                        let start = (top + row) * whole.size[0] + left;
                        whole.pixels[start..start + pixels.len()].copy_from_slice(pixels);
                    }
                }
            }
        }
        delta.clear();
    }

    /// The pixels of a part of a texture.
    fn part(&self, (id, part): (TextureId, egui::Rect)) -> Vec<Color32> {
        let whole = &self.0[&id];
        let [width, height] = whole.size.map(|side| side as f32);
        let columns = (part.left() * width) as usize..(part.right() * width) as usize;
        let rows = (part.top() * height) as usize..(part.bottom() * height) as usize;
        rows.flat_map(|row| columns.clone().map(move |column| whole.pixels[row * whole.size[0] + column]))
            .collect()
    }
}

/// Makes the thumbnails of these scenes. Returns the time that each frame spent on them `[ns]`.
fn make(
    (offscreen, view, context): (&mut Offscreen, &WorldView, &egui::Context),
    thumbnails: &mut Thumbnails,
    scenes: core::ops::Range<usize>,
    textures: &mut Textures,
) -> Vec<u64> {
    let (mut times, mut made) = (Vec::new(), 0);
    while made < scenes.len() {
        assert!(times.len() < 20_000, "{made} of {scenes:?} are made");
        let mut spent = 0;
        let mut output = context.run_ui(egui::RawInput::default(), |ui| {
            made = scenes.clone().filter(|&scene| thumbnails.of(scene).is_some()).count();
            let begin = thread_clock();
            thumbnails.frame(ui.ctx(), view, Some(thread_clock));
            spent += thread_clock() - begin;
        });
        textures.apply(&mut output.textures_delta);
        let begin = thread_clock();
        offscreen.draw_view(view);
        times.push(spent + thread_clock() - begin);
        // A frame of a window is longer than this.
        std::thread::sleep(core::time::Duration::from_millis(1));
    }
    times
}

#[test]
fn every_scene_gets_a_thumbnail_that_is_not_blank_within_the_time_of_a_frame() {
    let Some(mut offscreen) = Offscreen::new(Flavor::Desktop, [64, 64]) else { return };
    let (context, view, count) = (egui::Context::default(), WorldView::new(), cairn2d_scenes::all().len());
    let mut textures = Textures::default();
    let window = (&mut offscreen, &view, &context);
    // The driver compiles each shader when it is first used, here as in the canvas.
    let pieces = make((window.0, window.1, window.2), &mut Thumbnails::in_pieces(), 0..count, &mut textures);
    let long = pieces.iter().filter(|&&time| time > MOST).count();
    println!("as in a page: {} frames, {long} of them above {} ms", pieces.len(), MOST / 1_000_000);
    let mut thumbnails = Thumbnails::default();
    let mut times = make((window.0, window.1, window.2), &mut thumbnails, 0..count, &mut textures);
    let mut blank = Vec::new();
    for (index, scene) in cairn2d_scenes::all().iter().enumerate() {
        let pixels = textures.part(thumbnails.of(index).expect("it is made"));
        let background = pixels[0];
        let drawn = pixels.iter().filter(|&&pixel| pixel != background).count();
        // Less than a two-hundredth of the picture would not be recognised.
        if 200 * drawn < pixels.len() {
            blank.push(format!("{}: {drawn} of {} pixels", scene.name, pixels.len()));
        }
    }
    window.0.finish();
    for (index, page) in textures.0.values().filter(|page| page.size[1] > 1000).enumerate() {
        let pixels: Vec<[u8; 4]> = page.pixels.iter().map(|pixel| pixel.to_array()).collect();
        let size = page.size.map(|side| side as i32);
        println!("{}", save(&format!("thumbnails_{index}"), size, &pixels).display());
    }
    times.sort_unstable();
    let (longest, frames) = (times[times.len() - 1], times.len());
    println!("{count} thumbnails in {frames} frames, the longest {:.2} ms", longest as f64 / 1.0e6);
    assert!(blank.is_empty(), "blank:\n{}", blank.join("\n"));
    // An unoptimised build is slower.
    let most = if cfg!(debug_assertions) { 2 * MOST } else { MOST };
    assert!(longest < most, "{longest} ns");
}

/// A comparison in both arrangements.
#[test]
fn write_pictures_of_a_comparison() {
    use cairn2d_testbed::compare::{Arrangement, Changes, Comparison};
    use cairn2d_testbed::session::WorldChange;
    use egui_kittest::kittest::Queryable;
    for (size, arrangement) in [
        ([1280, 800], Arrangement::Ghosts),
        ([1280, 800], Arrangement::SideBySide),
        ([390, 844], Arrangement::Ghosts),
    ] {
        let Some(mut window) = Window::new("wrecking_ball", size) else { return };
        let app = window.harness.state_mut();
        let mut two = Comparison::new(&app.session).expect("it runs again");
        let mut changes = Changes::default();
        changes.set_world(WorldChange::Gravity([0.0, -6.0]));
        two.set_changes(&app.session, changes).expect("it is a number");
        two.arrangement = arrangement;
        app.comparison = Some(two);
        window.run(90);
        let plain = window.picture();
        if size[0] < 600 {
            window.harness.get_by_label("Settings").click();
            window.run(3);
        }
        window.harness.get_by_label("Comparison").scroll_to_me();
        window.harness.get_by_label("Comparison").click();
        window.run(20);
        window.save(&format!("comparison_{arrangement:?}_{}", size[0]).to_lowercase());
        window.harness.state_mut().comparison = None;
        window.harness.state_mut().session.pace.paused = true;
        window.run(1);
        let differ = plain.iter().zip(window.picture()).filter(|(a, b)| **a != *b).count();
        assert!(differ > 1000, "{arrangement:?}: {differ} pixels");
    }
}

/// The inspector of several bodies, in a window and on a phone.
#[test]
fn write_pictures_of_several_selected_bodies() {
    use cairn2d::{Aabb, vec2};
    use egui_kittest::kittest::Queryable;
    for size in [[1280, 800], [390, 844]] {
        let Some(mut window) = Window::new("card_house", size) else { return };
        let (all, before) = (Aabb::new(vec2(-1.0e3, -1.0e3), vec2(1.0e3, 1.0e3)), window.picture());
        let app = window.harness.state_mut();
        app.session.select_box(all, false);
        app.session.pace.paused = true;
        app.session.copy_selected(vec2(2.0, 4.0));
        if size[0] < 600 {
            window.harness.get_by_label("Settings").click();
        }
        window.run(12);
        window.save(&format!("several_{}", size[0]));
        let differ = before.iter().zip(window.picture()).filter(|(a, b)| **a != *b).count();
        assert!(differ > 1000, "{differ} pixels");
    }
}

/// The catalogue in windows of a laptop, a small window and a phone.
#[test]
fn write_pictures_of_the_catalogue() {
    for size in [[1280, 800], [900, 600], [390, 844]] {
        let Some(mut window) = Window::new("wrecking_ball", size) else { return };
        if size[0] < 600 {
            use egui_kittest::kittest::Queryable;
            window.harness.get_by_label("Scenes").click();
        }
        window.run(120);
        assert!(window.harness.state().thumbnails.count() >= 4, "{size:?}");
        window.save(&format!("catalogue_{}", size[0]));
    }
}
