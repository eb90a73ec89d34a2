//! Thumbnails of the scenes of the library: made when they are first seen, a few per frame.
//!
//! Nothing is stored in files. A thumbnail is the draw list of the first state of its scene. The renderer of
//! the canvas draws it, and a texture of the window keeps the picture. `first_state` makes the list on
//! another thread. A page has no threads, so it makes the list in pieces between its frames.

mod first_state;

use cairn2d::NanosecondClock;
use egui::{ColorImage, Context, Rect, TextureHandle, TextureId, TextureOptions, pos2};

use crate::render::thumbnail::{Budget, SIZE};
use crate::render::{Frame, Style, Theme, WorldView};

use first_state::FirstState;

/// Thumbnails in a row and in a column of a texture, which fits the smallest texture limit of WebGL 2.
const PAGE: [usize; 2] = [4, 8];

/// Time of a frame for draw lists, and for them and their drawing `[ns]`.
const LIMITS: [u64; 2] = [2_500_000, 5_000_000];

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

/// A draw list that is being made.
enum Making {
    /// Between frames.
    Pieces(FirstState),
    /// On another thread, which sends it.
    #[cfg(not(target_arch = "wasm32"))]
    Thread(std::sync::mpsc::Receiver<Result<Box<Frame>, String>>),
}

impl Making {
    fn new(scene: usize, style: Style, in_pieces: bool) -> Self {
        #[cfg(not(target_arch = "wasm32"))]
        if !in_pieces {
            let (send, receive) = std::sync::mpsc::channel();
            std::thread::spawn(move || {
                // An error means that the window has closed.
                let _ = send.send(first_state::draw_list(scene, &style).map(Box::new));
            });
            return Self::Thread(receive);
        }
        let _ = (style, in_pieces);
        Self::Pieces(FirstState::new(scene))
    }

    /// Does a piece of the work, or looks whether the thread has ended. Returns the draw list if it is
    /// finished, and the rest of the work.
    fn advance(self, style: &Style) -> Result<(Option<Frame>, Option<Making>), String> {
        match self {
            Self::Pieces(first) => {
                let (frame, rest) = first.advance(style)?;
                Ok((frame, rest.map(Self::Pieces)))
            }
            #[cfg(not(target_arch = "wasm32"))]
            Self::Thread(receive) => match receive.try_recv() {
                Ok(result) => result.map(|frame| (Some(*frame), None)),
                Err(std::sync::mpsc::TryRecvError::Empty) => Ok((None, Some(Self::Thread(receive)))),
                Err(error) => Err(error.to_string()),
            },
        }
    }

    /// Whether another thread does the work.
    fn is_elsewhere(&self) -> bool {
        !matches!(self, Self::Pieces(_))
    }
}

/// The thumbnails of all scenes.
#[derive(Default)]
pub struct Thumbnails {
    theme: Option<Theme>,
    states: Vec<State>,
    pages: Vec<TextureHandle>,
    /// The scenes that were seen without a thumbnail since the last frame.
    wanted: Vec<usize>,
    making: Option<(usize, Making)>,
    /// Whether draw lists are made in pieces between frames, as in a page.
    in_pieces: bool,
    /// Time of the costliest recent piece `[ns]`.
    cost: u64,
}

impl Thumbnails {
    /// As the default, but makes draw lists in pieces between frames, as a page does.
    pub fn in_pieces() -> Self {
        Self { in_pieces: true, ..Self::default() }
    }

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
            let (pages, in_pieces) = (core::mem::take(&mut self.pages), self.in_pieces);
            *self = Self { theme: Some(theme), pages, in_pieces, ..Self::default() };
            self.states.resize(cairn2d_scenes::all().len(), State::Missing);
            context.request_repaint();
        }
        let mut budget = Budget::new(clock, LIMITS[0]);
        for (scene, image) in view.take_thumbnails() {
            self.show(context, scene as usize, image);
        }
        let style = Style::of(theme).small();
        let wanted = core::mem::take(&mut self.wanted);
        let mut wanted = wanted.into_iter();
        while view.waiting_thumbnails() < MOST_WAITING {
            if self.making.is_none() {
                let Some(scene) = wanted.find(|&scene| self.states[scene] == State::Missing) else { break };
                self.states[scene] = State::Ordered;
                self.making = Some((scene, Making::new(scene, style, self.in_pieces)));
            }
            if !budget.allows(self.cost) {
                break;
            }
            let is_elsewhere = self.making.as_ref().is_some_and(|(_, making)| making.is_elsewhere());
            let begin = budget.spent();
            self.piece(view, &style);
            let cost = budget.spent() - begin;
            self.cost = cost.max(self.cost - self.cost / 8);
            if is_elsewhere && self.making.is_some() {
                break;
            }
        }
        // After a long piece, drawing waits for the next frame.
        let spent = budget.spent();
        view.limit_thumbnails(if spent > LIMITS[0] { 0 } else { LIMITS[1] - spent }, clock);
        if self.making.is_some() || view.waiting_thumbnails() > 0 {
            context.request_repaint();
        }
    }

    /// Does a piece of the work on a draw list.
    fn piece(&mut self, view: &WorldView, style: &Style) {
        let Some((scene, making)) = self.making.take() else { return };
        match making.advance(style) {
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
