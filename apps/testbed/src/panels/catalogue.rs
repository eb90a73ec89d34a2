//! The catalogue: all scenes of the library by category, as cards with a thumbnail, with search.
//!
//! Arrow keys move the focus from card to card, and from the search into the grid and back; Enter opens.

use cairn2d_scenes::BuiltIn;
use cairn2d_scenes::library::Category;
use egui::{EventFilter, Id, Key, Rect, Vec2, vec2};

use crate::render::thumbnail::SIZE;
use crate::session::Source;
use crate::thumbnails::Thumbnails;

use super::field::{self, Card, Field, field};

/// Least width of a card in points of the screen.
const NARROWEST: f32 = 128.0;
/// Space between cards in points of the screen.
const GAP: f32 = 6.0;
/// Border of a card, and height of its texts, in points of the screen.
const BORDER: f32 = 4.0;
const TEXTS: f32 = 50.0;

const SEARCH: Field<'static> = field(
    "Search scenes",
    "",
    "Words of names, descriptions or categories; Enter opens the first, the down arrow goes to the cards",
);

/// The text of the search, and the cards that were shown.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    search: String,
    /// The scene whose card was scrolled into view, and the size of that view.
    shown: Option<(Source, Vec2)>,
}

/// Where a card is.
#[derive(Clone, Copy, Debug)]
struct Place {
    id: Id,
    rect: Rect,
    /// Row among all rows of all categories, and column.
    cell: [usize; 2],
}

impl Catalogue {
    /// Shows the scenes. Returns the name of the one that was clicked.
    pub fn show(
        &mut self,
        ui: &mut egui::Ui,
        current: &Source,
        thumbnails: &mut Thumbnails,
    ) -> Option<&'static str> {
        let all = cairn2d_scenes::all();
        ui.add_space(4.0);
        let search = field::text(ui, &SEARCH, &mut self.search, format!("Search {} scenes", all.len()));
        ui.add_space(4.0);
        let found: Vec<(usize, &BuiltIn)> =
            all.iter().enumerate().filter(|(_, scene)| self.finds(scene)).collect();
        let first = found.first().map(|(_, scene)| scene.name);
        let entered = search.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let mut clicked = first.filter(|_| entered && !self.search.is_empty());
        let mut places: Vec<Place> = Vec::new();
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            if found.is_empty() {
                ui.weak("No scene matches the search.");
            }
            for category in Category::ALL {
                let of = found.iter().copied().filter(|(_, scene)| scene.category == category);
                let of: Vec<(usize, &BuiltIn)> = of.collect();
                if of.is_empty() {
                    continue;
                }
                let open = if self.search.is_empty() { None } else { Some(true) };
                let header =
                    egui::CollapsingHeader::new(title(category.name())).default_open(true).open(open);
                header.show_unindented(ui, |ui| {
                    if let Some(name) = self.cards(ui, (&of, current), thumbnails, &mut places) {
                        clicked = Some(name);
                    }
                });
            }
            move_focus(ui, search.id, &places);
        });
        clicked
    }

    /// Shows the cards of a category. Returns the name of the one that was clicked.
    fn cards(
        &mut self,
        ui: &mut egui::Ui,
        (scenes, current): (&[(usize, &'static BuiltIn)], &Source),
        thumbnails: &mut Thumbnails,
        places: &mut Vec<Place>,
    ) -> Option<&'static str> {
        let columns = (((ui.available_width() + GAP) / (NARROWEST + GAP)) as usize).max(1);
        let width = ((ui.available_width() + GAP) / columns as f32 - GAP).floor().max(1.0);
        let picture = ((width - 2.0 * BORDER) * SIZE[1] as f32 / SIZE[0] as f32).round();
        let size = vec2(width, picture + TEXTS + 2.0 * BORDER);
        let first = places.last().map_or(0, |place| place.cell[0] + 1);
        let mut clicked = None;
        ui.spacing_mut().item_spacing = vec2(GAP, GAP);
        for (row, scenes) in scenes.chunks(columns).enumerate() {
            ui.horizontal(|ui| {
                for (column, &(index, scene)) in scenes.iter().enumerate() {
                    let selected = *current == Source::BuiltIn(scene.name);
                    let is_visible = ui.is_rect_visible(Rect::from_min_size(ui.cursor().min, size));
                    let image = if is_visible { thumbnails.of(index) } else { None };
                    let name = spaced(scene.name);
                    let card = Card { size, picture, image, selected };
                    let response = field::card(ui, &field(&name, "", scene.description), &card);
                    if response.clicked() {
                        clicked = Some(scene.name);
                    }
                    let view = ui.clip_rect();
                    if selected && self.shown.as_ref() != Some(&(current.clone(), view.size())) {
                        self.shown = Some((current.clone(), view.size()));
                        if !view.contains_rect(response.rect) {
                            ui.scroll_to_rect(response.rect, Some(egui::Align::Center));
                        }
                    }
                    let cell = [first + row, column];
                    places.push(Place { id: response.id, rect: response.rect, cell });
                }
            });
        }
        clicked
    }

    /// Whether every word of the search is in the name, the description or the category.
    fn finds(&self, scene: &BuiltIn) -> bool {
        if self.search.is_empty() {
            return true;
        }
        let text = format!("{} {} {}", scene.name, scene.description, scene.category).to_lowercase();
        self.search.to_lowercase().split_whitespace().all(|word| text.contains(word))
    }
}

/// Moves the focus by arrow keys between the search and the cards, and scrolls to it.
fn move_focus(ui: &egui::Ui, search: Id, places: &[Place]) {
    let pressed = |key| ui.input(|input| input.key_pressed(key));
    let Some(focused) = ui.memory(|memory| memory.focused()) else { return };
    let target = if focused == search {
        places.first().filter(|_| pressed(Key::ArrowDown)).map(|place| (place.id, Some(place.rect)))
    } else {
        let Some(at) = places.iter().position(|place| place.id == focused) else { return };
        let arrows = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(focused, arrows));
        let found = neighbor_of(places, at, &pressed);
        let found = found.map(|place| (place.id, Some(place.rect)));
        found.or_else(|| (places[at].cell[0] == 0 && pressed(Key::ArrowUp)).then_some((search, None)))
    };
    let Some((id, rect)) = target else { return };
    ui.memory_mut(|memory| memory.request_focus(id));
    if let Some(rect) = rect {
        ui.scroll_to_rect(rect.expand(GAP), None);
    }
}

/// The card that an arrow key leads to from another one.
fn neighbor_of(places: &[Place], at: usize, pressed: &dyn Fn(Key) -> bool) -> Option<Place> {
    let [row, column] = places[at].cell;
    let in_row = |row: usize| {
        let cards = places.iter().filter(move |place| place.cell[0] == row);
        cards.take(column + 1).last().copied()
    };
    if pressed(Key::ArrowRight) {
        places.get(at + 1).copied()
    } else if pressed(Key::ArrowLeft) {
        at.checked_sub(1).map(|before| places[before])
    } else if pressed(Key::ArrowDown) {
        in_row(row + 1)
    } else if pressed(Key::ArrowUp) {
        row.checked_sub(1).and_then(in_row)
    } else {
        None
    }
}

/// The scene of the library after, or before, another one.
pub fn neighbor(current: &Source, by: isize) -> &'static str {
    let of = |category| cairn2d_scenes::all().iter().filter(move |scene| scene.category == category);
    let ordered: Vec<&'static str> = Category::ALL.into_iter().flat_map(of).map(|scene| scene.name).collect();
    let at = ordered.iter().position(|&name| *current == Source::BuiltIn(name));
    let at = at.map_or(0, |at| (at as isize + by).rem_euclid(ordered.len() as isize) as usize);
    ordered[at]
}

fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

fn title(category: &str) -> String {
    let mut letters = category.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_finds_every_scene_and_every_scene_has_neighbors() {
        for scene in cairn2d_scenes::all() {
            let words = scene.name.replace('_', " ").to_uppercase();
            assert!(Catalogue { search: words, shown: None }.finds(scene), "{}", scene.name);
            assert!(!Catalogue { search: "no such thing".to_owned(), shown: None }.finds(scene));
        }
        let mut seen = std::collections::BTreeSet::new();
        let mut name = cairn2d_scenes::all()[0].name;
        for _ in 0..cairn2d_scenes::all().len() {
            seen.insert(name);
            assert_eq!(neighbor(&Source::BuiltIn(neighbor(&Source::BuiltIn(name), 1)), -1), name);
            name = neighbor(&Source::BuiltIn(name), 1);
        }
        assert_eq!(seen.len(), cairn2d_scenes::all().len());
    }
}
