//! The catalogue: all scenes of the library by category, with search.

use cairn2d_scenes::BuiltIn;

use crate::session::Source;

use super::field::{self, field};

/// The text of the search.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    search: String,
}

impl Catalogue {
    /// Shows the scenes. Returns the name of the one that was clicked.
    pub fn show(&mut self, ui: &mut egui::Ui, current: &Source) -> Option<&'static str> {
        let all = cairn2d_scenes::all();
        ui.add_space(4.0);
        let hint = format!("Search {} scenes", all.len());
        let search =
            egui::TextEdit::singleline(&mut self.search).hint_text(hint).desired_width(f32::INFINITY);
        let search =
            ui.add(search).on_hover_text("Words of names, descriptions or categories; Enter opens the first");
        search.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Search scenes"));
        ui.add_space(4.0);
        let found: Vec<&BuiltIn> = all.iter().filter(|scene| self.finds(scene)).collect();
        let first = found.first().map(|scene| scene.name);
        let entered = search.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let mut clicked = first.filter(|_| entered && !self.search.is_empty());
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            if found.is_empty() {
                ui.weak("No scene matches the search.");
            }
            for category in categories() {
                let of: Vec<&BuiltIn> =
                    found.iter().copied().filter(|scene| scene.category.to_string() == category).collect();
                if of.is_empty() {
                    continue;
                }
                let open = if self.search.is_empty() { None } else { Some(true) };
                egui::CollapsingHeader::new(title(&category)).default_open(true).open(open).show(ui, |ui| {
                    for scene in of {
                        let selected = *current == Source::BuiltIn(scene.name);
                        let name = spaced(scene.name);
                        if field::entry(ui, &field(&name, "", scene.description), selected) {
                            clicked = Some(scene.name);
                        }
                    }
                });
            }
        });
        clicked
    }

    /// Whether every word of the search is in the name, the description or the category.
    fn finds(&self, scene: &BuiltIn) -> bool {
        let text = format!("{} {} {}", scene.name, scene.description, scene.category).to_lowercase();
        self.search.to_lowercase().split_whitespace().all(|word| text.contains(word))
    }
}

/// The categories of the library, in its order.
fn categories() -> Vec<String> {
    let mut categories: Vec<String> = Vec::new();
    for scene in cairn2d_scenes::all() {
        let name = scene.category.to_string();
        if !categories.contains(&name) {
            categories.push(name);
        }
    }
    categories
}

/// The scene of the library after, or before, another one.
pub fn neighbor(current: &Source, by: isize) -> &'static str {
    let ordered: Vec<&'static str> = categories()
        .iter()
        .flat_map(|category| {
            cairn2d_scenes::all().iter().filter(move |scene| scene.category.to_string() == *category)
        })
        .map(|scene| scene.name)
        .collect();
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
            assert!(Catalogue { search: words }.finds(scene), "{}", scene.name);
            assert!(!Catalogue { search: "no such thing".to_owned() }.finds(scene));
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
