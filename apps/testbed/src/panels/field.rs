//! Fields of the panels: each has a name, a unit where there is one, and a hover text.
//!
//! Panels make numbers, switches, choices and buttons by these functions only, so that none lacks a text; a
//! test reads the sources of the panels.

use core::cell::RefCell;
use core::ops::RangeInclusive;

use egui::emath::Numeric;
use egui::{Response, Role, Ui, WidgetInfo};

/// The texts of a field.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// Its name, for assistive technology and tests too.
    pub name: &'a str,
    /// Its unit; empty for a ratio or a count.
    pub unit: &'a str,
    /// What it does, in a sentence.
    pub hint: &'a str,
}

/// The texts of a field.
pub const fn field<'a>(name: &'a str, unit: &'a str, hint: &'a str) -> Field<'a> {
    Field { name, unit, hint }
}

impl Field<'_> {
    /// The hover text, which begins with the name.
    fn hover(&self) -> String {
        let unit = if self.unit.is_empty() { String::new() } else { format!(" [{}]", self.unit) };
        format!("{}{unit}\n{}", self.name, self.hint)
    }

    fn info<Value: Numeric>(&self, response: &Response, role: Role, value: Value) {
        response.widget_info(|| {
            let mut info = WidgetInfo::labeled(role, response.enabled(), self.name);
            info.value = Some(value.to_f64());
            info
        });
    }
}

/// Most decimals that are shown.
fn decimals<Value: Numeric>() -> usize {
    if Value::INTEGRAL { 0 } else { 3 }
}

/// Time for which the reason of a refused entry is shown \[s\].
const REFUSAL_TIME: f64 = 4.0;

/// Reads what a user typed into a field. What is no number of the range gives the former value back.
struct TypedNumber<'a> {
    field: &'a Field<'a>,
    range: [f64; 2],
    former: f64,
    /// Rounds a typed number as the field does.
    rounded: fn(f64) -> f64,
    refused: RefCell<Option<String>>,
}

impl<'a> TypedNumber<'a> {
    fn new<Value: Numeric>(field: &'a Field<'a>, range: &RangeInclusive<Value>, former: f64) -> Self {
        let range = [range.start(), range.end()].map(|end| end.to_f64());
        // An end such as 0.1 is typed with more digits than a field of 32 bits has.
        let rounded = |value: f64| if Value::INTEGRAL { value } else { f64::from(value as f32) };
        Self { field, range, former, rounded, refused: RefCell::default() }
    }

    fn parse(&self, text: &str) -> Option<f64> {
        let Field { name, unit, .. } = self.field;
        let bare = text.trim();
        let bare = bare.strip_suffix(unit).unwrap_or(bare).trim().replace('\u{2212}', "-");
        // What may become a number is no mistake yet.
        if matches!(&bare[..], "" | "-" | "." | "-.") || bare.ends_with('e') {
            return None;
        }
        let [low, high] = self.range;
        let value = bare.parse::<f64>().ok().filter(|&value| (low..=high).contains(&(self.rounded)(value)));
        value.or_else(|| {
            let space = if unit.is_empty() { "" } else { " " };
            let [low, high] = [low as f32, high as f32];
            let reason = format!("{name}: {bare:?} is not a number from {low} to {high}{space}{unit}");
            *self.refused.borrow_mut() = Some(reason);
            Some(self.former)
        })
    }

    /// Shows why the last entry into this field was refused, for some seconds.
    fn show_refusal(self, ui: &Ui, response: &Response) {
        let (id, now) = (response.id.with("refusal"), ui.input(|input| input.time));
        if let Some(reason) = self.refused.into_inner() {
            ui.data_mut(|data| data.insert_temp(id, (reason, now)));
        }
        let known: Option<(String, f64)> = ui.data(|data| data.get_temp(id));
        let Some((reason, since)) = known else { return };
        if now - since < REFUSAL_TIME {
            response.show_tooltip_text(reason);
            ui.ctx().request_repaint_after_secs((REFUSAL_TIME - (now - since)) as f32);
        } else {
            ui.data_mut(|data| data.remove::<(String, f64)>(id));
        }
    }
}

/// A number that is dragged or typed; returns whether it changed. A drag ends at the ends of the range. A
/// typed number beyond the range is refused with a message, and the former value stays. The field does not
/// follow the value while it has the focus, so that a value of a running world can be edited.
pub fn number<Value: Numeric>(
    ui: &mut Ui,
    field: &Field<'_>,
    value: &mut Value,
    range: RangeInclusive<Value>,
) -> bool {
    let speed = if Value::INTEGRAL { 0.1 } else { (value.to_f64().abs() * 0.01).max(0.01) };
    let kept_id = ui.next_auto_id().with("kept");
    // The value while the field has the focus, and that before it had it.
    let now = value.to_f64();
    let [kept, former] = ui.data(|data| data.get_temp::<[f64; 2]>(kept_id)).unwrap_or([now; 2]);
    let entry = TypedNumber::new(field, &range, former);
    let mut shown = if kept == now { *value } else { Value::from_f64(kept) };
    let drag = egui::DragValue::new(&mut shown).speed(speed).range(range).max_decimals(decimals::<Value>());
    let drag = drag.custom_parser(|text| entry.parse(text));
    let drag = if field.unit.is_empty() { drag } else { drag.suffix(format!(" {}", field.unit)) };
    let response = ui.add(drag).on_hover_text(field.hover());
    if response.changed() {
        *value = shown;
    }
    let has_focus = response.has_focus();
    ui.data_mut(|data| {
        if has_focus {
            data.insert_temp(kept_id, [shown.to_f64(), former]);
        } else {
            data.remove::<[f64; 2]>(kept_id);
        }
    });
    field.info(&response, Role::SpinButton, *value);
    entry.show_refusal(ui, &response);
    response.changed()
}

/// A number on a slider; returns whether it changed. A typed number beyond the range is refused with a
/// message.
pub fn slider<Value: Numeric>(
    ui: &mut Ui,
    field: &Field<'_>,
    value: &mut Value,
    range: RangeInclusive<Value>,
) -> bool {
    let entry = TypedNumber::new(field, &range, value.to_f64());
    let slider = egui::Slider::new(value, range).max_decimals(decimals::<Value>());
    let slider = slider.custom_parser(|text| entry.parse(text)).update_while_editing(false);
    let slider = if field.unit.is_empty() { slider } else { slider.suffix(format!(" {}", field.unit)) };
    let response = ui.add(slider).on_hover_text(field.hover());
    field.info(&response, Role::Slider, *value);
    entry.show_refusal(ui, &response);
    response.changed()
}

/// A name before a field, with the same hover text.
pub fn label(ui: &mut Ui, field: &Field<'_>) {
    ui.label(field.name).on_hover_text(field.hover());
}

/// As [`label`], but with a shorter text: the name alone tells fields of the same kind apart.
pub fn short_label(ui: &mut Ui, field: &Field<'_>, text: &str) {
    ui.label(text).on_hover_text(field.hover());
}

/// A switch; returns whether it changed.
pub fn switch(ui: &mut Ui, field: &Field<'_>, on: &mut bool) -> bool {
    ui.checkbox(on, field.name).on_hover_text(field.hint).changed()
}

/// One of several choices; returns whether it was chosen just now.
pub fn choice<Value: PartialEq>(ui: &mut Ui, field: &Field<'_>, now: &mut Value, value: Value) -> bool {
    ui.selectable_value(now, value, field.name).on_hover_text(field.hint).changed()
}

/// A list to choose from; returns whether the choice changed. Each entry has a value, a name and a hint.
pub fn list<Value: PartialEq + Copy>(
    ui: &mut Ui,
    field: &Field<'_>,
    now: &mut Value,
    entries: &[(Value, &str, &str)],
) -> bool {
    let name = entries.iter().find(|entry| entry.0 == *now).map_or("", |entry| entry.1);
    let mut changed = false;
    let combo = egui::ComboBox::from_id_salt(field.name).selected_text(name).width(88.0);
    let shown = combo.show_ui(ui, |ui| {
        for (value, name, hint) in entries {
            changed |= ui.selectable_value(now, *value, *name).on_hover_text(*hint).changed();
        }
    });
    let response = shown.response.on_hover_text(field.hover());
    response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, field.name));
    changed
}

/// A button; returns whether it was clicked.
pub fn button(ui: &mut Ui, field: &Field<'_>) -> bool {
    ui.button(field.name).on_hover_text(field.hint).clicked()
}

/// A button of at least this width that may be disabled, so that its neighbours do not move when its text
/// changes.
pub fn wide_button(ui: &mut Ui, field: &Field<'_>, (width, enabled): (f32, bool)) -> bool {
    let button = egui::Button::new(field.name).min_size(egui::vec2(width, 0.0));
    let response = ui.add_enabled(enabled, button).on_hover_text(field.hint);
    response.on_disabled_hover_text(field.hint).clicked()
}

/// A factor on a logarithmic slider, shown with a times sign; returns whether it changed.
pub fn factor(ui: &mut Ui, field: &Field<'_>, value: &mut f32, range: RangeInclusive<f32>) -> bool {
    let former = f64::from(*value);
    let entry = TypedNumber::new(field, &range, former);
    let slider = egui::Slider::new(value, range).logarithmic(true).update_while_editing(false);
    let slider = slider.custom_parser(|text| entry.parse(text.trim().trim_end_matches('x')));
    let response = ui.add(slider.custom_formatter(|value, _| format!("{value:.2}x")));
    let response = response.on_hover_text(field.hover());
    field.info(&response, Role::Slider, *value);
    entry.show_refusal(ui, &response);
    response.changed()
}

/// A slider from 0 to a last number, without the number beside it.
pub fn line(ui: &mut Ui, field: &Field<'_>, value: &mut u32, last: u32) -> Response {
    let slider = egui::Slider::new(value, 0..=last).show_value(false);
    let response = ui.add(slider).on_hover_text(field.hover());
    field.info(&response, Role::Slider, *value);
    response
}

/// A button that opens a menu.
pub fn menu(ui: &mut Ui, field: &Field<'_>, enabled: bool, content: impl FnOnce(&mut Ui)) {
    ui.add_enabled_ui(enabled, |ui| {
        let shown = ui.menu_button(field.name, content);
        shown.response.on_hover_text(field.hint).on_disabled_hover_text(field.hint);
    });
}

/// A button of a size for fingers, by whether it is enabled and selected; returns whether it was clicked.
pub fn large_button(
    ui: &mut Ui,
    field: &Field<'_>,
    size: egui::Vec2,
    [enabled, selected]: [bool; 2],
) -> bool {
    let button = egui::Button::new(egui::RichText::new(field.name).size(13.0)).selected(selected);
    ui.spacing_mut().button_padding.x = 2.0;
    let response = ui.add_enabled(enabled, button.min_size(size)).on_hover_text(field.hint);
    response.on_disabled_hover_text(field.hint).clicked()
}

/// What a card shows beside its texts.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// Width and height in points of the screen.
    pub size: egui::Vec2,
    /// Height of its picture in points of the screen.
    pub picture: f32,
    /// The texture of its picture, and the part to show; a plain area if it is not made yet.
    pub image: Option<(egui::TextureId, egui::Rect)>,
    /// Whether it is the current one.
    pub selected: bool,
}

/// A picture above a name and the hint, which has two lines at most; all of it is in the hover text.
pub fn card(ui: &mut Ui, field: &Field<'_>, card: &Card) -> Response {
    let (rect, response) = ui.allocate_exact_size(card.size, egui::Sense::click());
    let selected = card.selected;
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, selected, field.name));
    if ui.is_rect_visible(rect) {
        let (visuals, widget) = (ui.visuals(), ui.style().interact(&response));
        let fill = if selected { visuals.selection.bg_fill } else { widget.weak_bg_fill };
        let marked = response.has_focus() || response.hovered();
        let edge = if marked { egui::Stroke::new(1.5, crate::theme::ACCENT) } else { widget.bg_stroke };
        ui.painter().rect(rect, 4.0, fill, edge, egui::StrokeKind::Inside);
        let inner = rect.shrink(4.0);
        let picture = egui::Rect::from_min_size(inner.min, egui::vec2(inner.width(), card.picture));
        match card.image {
            Some((texture, part)) => {
                ui.painter().image(texture, picture, part, egui::Color32::WHITE);
            }
            None => {
                ui.painter().rect_filled(picture, 0.0, visuals.extreme_bg_color);
            }
        }
        let strong = visuals.strong_text_color();
        let weak = if selected { strong.gamma_multiply(0.8) } else { visuals.weak_text_color() };
        let mut at = picture.left_bottom() + egui::vec2(2.0, 3.0);
        for (text, size, color, rows) in [(field.name, 13.0, strong, 1), (field.hint, 11.0, weak, 2)] {
            let font = egui::FontId::proportional(size);
            let mut job = egui::text::LayoutJob::simple(text.to_owned(), font, color, inner.width() - 4.0);
            job.wrap.max_rows = rows;
            let galley = ui.painter().layout_job(job);
            let height = galley.size().y;
            ui.painter().galley(at, galley, color);
            at.y += height + 1.0;
        }
    }
    response.on_hover_ui(|ui| {
        ui.label(field.hover());
    })
}

/// A field for text with a hint inside; its name is for assistive technology and tests.
pub fn text(ui: &mut Ui, field: &Field<'_>, value: &mut String, inside: String) -> Response {
    let edit = egui::TextEdit::singleline(value).hint_text(inside).desired_width(f32::INFINITY);
    let response = ui.add(edit).on_hover_text(field.hint);
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, field.name));
    response
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    /// Widgets that have no hover text by themselves.
    const BARE: [&str; 13] = [
        "DragValue",
        "Slider::new",
        ".checkbox(",
        ".button(",
        ".small_button(",
        "selectable_value(",
        "selectable_label(",
        "ComboBox",
        ".radio",
        "TextEdit",
        "Sense::click",
        ".interact(",
        "Button::new(",
    ];

    #[test]
    fn every_field_of_the_panels_has_a_hover_text() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/panels");
        let mut bare = Vec::new();
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if name == "field.rs" {
                continue;
            }
            for (number, line) in std::fs::read_to_string(&path).unwrap().lines().enumerate() {
                if BARE.iter().any(|widget| line.contains(widget)) {
                    bare.push(format!("{name}:{}: {}", number + 1, line.trim()));
                }
            }
        }
        assert!(bare.is_empty(), "{} fields without a hover text:\n{}", bare.len(), bare.join("\n"));
    }
}
