//! Thumbnails of the scenes of the library: made when they are first seen, a few per frame.
//!
//! Nothing is stored in files. A thumbnail is the draw list of the first state of its scene; `first_state`
//! makes it in pieces, the renderer of the canvas draws it, and a texture of the window keeps it.

mod first_state;

use cairn2d::NanosecondClock;
use egui::{ColorImage, Context, Rect, TextureHandle, TextureId, TextureOptions, pos2};

use crate::render::thumbnail::{Budget, SIZE};
use crate::render::{Style, Theme, WorldView};

use first_state::FirstState;

/// Thumbnails in a row and in a column of a texture, which fits the smallest texture limit of WebGL 2.
const PAGE: [usize; 2] = [4, 8];

/// Time of a frame for draw lists, and for drawing them `[ns]`.
const LIMITS: [u64; 2] = [3_000_000, 3_000_000];

/// Most draw lists that wait for the renderer.
const MOST_WAITING: usize = 8;

/// State of the thumbnail of a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// It was not seen yet.
    #[default]
    Missing,
    /// It is being made.
    Ordered,
    /// It is in the texture.
    Shown,
    /// The engine rejected its scene.
    Failed,
}

/// The thumbnails of all scenes.
#[derive(Default)]
pub struct Thumbnails {
    theme: Option<Theme>,
    states: Vec<State>,
    pages: Vec<TextureHandle>,
    /// The scenes that were seen without a thumbnail since the last frame.
    wanted: Vec<usize>,
    making: Option<(usize, FirstState)>,
    /// Time of the costliest recent piece `[ns]`.
    cost: u64,
}

impl Thumbnails {
    /// The texture of the thumbnail of a scene, and the part of it that shows the scene. Without one, it is
    /// made in the next frames.
    pub fn of(&mut self, scene: usize) -> Option<(TextureId, Rect)> {
        let (page, at) = place(scene);
        match self.states.get(scene).copied().unwrap_or_default() {
            State::Shown => Some((self.pages.get(page)?.id(), uv(at))),
            State::Missing => {
                self.wanted.push(scene);
                None
            }
            State::Ordered | State::Failed => None,
        }
    }

    /// Number of thumbnails that can be shown.
    pub fn count(&self) -> usize {
        self.states.iter().filter(|&&state| state == State::Shown).count()
    }

    /// Works on the wanted thumbnails for a few milliseconds. Call it once per frame, after the catalogue.
    pub fn frame(&mut self, context: &Context, view: &WorldView, clock: Option<NanosecondClock>) {
        let theme = if context.theme() == egui::Theme::Dark { Theme::Dark } else { Theme::Light };
        if self.theme != Some(theme) {
            view.cancel_thumbnails();
            *self = Self { theme: Some(theme), pages: core::mem::take(&mut self.pages), ..Self::default() };
            self.states.resize(cairn2d_scenes::all().len(), State::Missing);
            context.request_repaint();
        }
        let mut budget = Budget::new(clock, LIMITS[0]);
        for (scene, image) in view.take_thumbnails(LIMITS[1], clock) {
            self.show(context, scene as usize, image);
        }
        let style = Style::of(theme).small();
        let wanted = core::mem::take(&mut self.wanted);
        let mut wanted = wanted.into_iter();
        while view.waiting_thumbnails() < MOST_WAITING {
            if self.making.is_none() {
                let Some(scene) = wanted.find(|&scene| self.states[scene] == State::Missing) else { break };
                self.states[scene] = State::Ordered;
                self.making = Some((scene, FirstState::new(scene)));
            }
            if !budget.allows(self.cost) {
                break;
            }
            let begin = budget.spent();
            self.piece(view, &style);
            let cost = budget.spent() - begin;
            self.cost = cost.max(self.cost - self.cost / 8);
        }
        if self.making.is_some() || view.waiting_thumbnails() > 0 {
            context.request_repaint();
        }
    }

    /// Does a piece of the work on a draw list.
    fn piece(&mut self, view: &WorldView, style: &Style) {
        let Some((scene, first)) = self.making.take() else { return };
        match first.advance(style) {
            Ok((frame, rest)) => {
                if let Some(frame) = frame {
                    view.order_thumbnail(scene as u32, frame);
                }
                self.making = rest.map(|rest| (scene, rest));
            }
            Err(_) => self.states[scene] = State::Failed,
        }
    }

    /// Writes a picture into its texture.
    fn show(&mut self, context: &Context, scene: usize, image: ColorImage) {
        let (page, at) = place(scene);
        while self.pages.len() <= page {
            let empty =
                ColorImage::filled([PAGE[0] * SIZE[0], PAGE[1] * SIZE[1]], egui::Color32::TRANSPARENT);
            self.pages.push(context.load_texture("thumbnails", empty, TextureOptions::LINEAR));
        }
        self.pages[page].set_partial([at[0] * SIZE[0], at[1] * SIZE[1]], image, TextureOptions::LINEAR);
        self.states[scene] = State::Shown;
        context.request_repaint();
    }
}

/// The texture of a scene, and its column and row there.
fn place(scene: usize) -> (usize, [usize; 2]) {
    let [columns, rows] = PAGE;
    let at = scene % (columns * rows);
    (scene / (columns * rows), [at % columns, at / columns])
}

/// The part of a texture in a column and a row, without half a pixel at its edges, where neighbors shine
/// through.
fn uv([column, row]: [usize; 2]) -> Rect {
    let [width, height] = [PAGE[0] * SIZE[0], PAGE[1] * SIZE[1]].map(|side| side as f32);
    let [left, top] = [(column * SIZE[0]) as f32, (row * SIZE[1]) as f32];
    let [right, bottom] = [left + SIZE[0] as f32, top + SIZE[1] as f32];
    Rect::from_min_max(
        pos2((left + 0.5) / width, (top + 0.5) / height),
        pos2((right - 0.5) / width, (bottom - 0.5) / height),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thumbnails_do_not_overlap_in_their_textures() {
        let count = cairn2d_scenes::all().len();
        for scene in 0..count {
            let (page, at) = place(scene);
            assert!(at[0] < PAGE[0] && at[1] < PAGE[1]);
            for other in 0..scene {
                let (other_page, there) = place(other);
                assert!(page != other_page || !uv(at).intersects(uv(there)), "{scene} and {other}");
            }
        }
        assert!(SIZE[0] * PAGE[0] <= 2048 && SIZE[1] * PAGE[1] <= 2048, "the least limit of WebGL 2");
    }
}
