//! The model in cells: a line about the scene, the world, and a line about its state.

use super::ink::Ink;
use super::keys::HELP;
use super::viewer::Viewer;
use crate::plain::line;
use crate::summary::counted;
use ratatui_core::buffer::Buffer;
use ratatui_core::style::{Modifier, Style};

/// Rows above the world.
pub const TOP: u16 = 1;
/// Rows above and below the world.
const FRAME: u16 = 2;

/// Draws the viewer onto the whole buffer, which is empty.
pub fn draw(viewer: &mut Viewer, buffer: &mut Buffer) {
    let area = buffer.area;
    let (width, height) = (area.width, area.height);
    viewer.resize([width, height.saturating_sub(FRAME)]);
    if height > FRAME {
        world(viewer, buffer);
        words(viewer, buffer);
    }
    let [faint, bold] = [Modifier::DIM, Modifier::BOLD].map(|m| Style::new().add_modifier(m));
    let scene = viewer.runner().scene();
    let state = state(viewer);
    let room = usize::from(width).saturating_sub(state.chars().count() + 1);
    let (end, _) = buffer.set_stringn(0, 0, line(&scene.name), room, bold);
    let left = room.saturating_sub(usize::from(end) + 2);
    if left > 10 {
        let headline = viewer.runner().overlay().headline();
        let subtitle = if headline.is_empty() { &scene.description } else { headline };
        buffer.set_stringn(end + 2, 0, line(subtitle), left, faint);
    }
    right(buffer, 0, &state, bold);
    if height > 1 {
        let bottom = height - 1;
        match viewer.message() {
            Some(message) => {
                let style = Style::new().fg(Ink::Contact.color());
                buffer.set_stringn(0, bottom, line(message), usize::from(width), style);
            }
            None => {
                let (end, _) = buffer.set_stringn(0, bottom, counts(viewer), usize::from(width), faint);
                let hint = format!("{}  ? keys", scale_bar(viewer));
                if usize::from(width - end) > hint.chars().count() + 1 {
                    right(buffer, bottom, &hint, faint);
                }
            }
        }
    }
    if viewer.shows_help() {
        help(buffer);
    }
}

fn world(viewer: &mut Viewer, buffer: &mut Buffer) {
    let (width, height) = (buffer.area.width, buffer.area.height);
    let canvas = &viewer.paint().canvas;
    for row in 0..height - FRAME {
        for column in 0..width {
            let (character, ink) = canvas.cell(usize::from(column), usize::from(row));
            if ink != Ink::None
                && let Some(cell) = buffer.cell_mut((column, row + TOP))
            {
                cell.set_char(character).set_fg(ink.color());
            }
        }
    }
}

/// The texts of a play's overlay, centred at their positions.
fn words(viewer: &Viewer, buffer: &mut Buffer) {
    let (width, bottom) = (f32::from(buffer.area.width), f32::from(buffer.area.height - 1));
    for words in viewer.runner().overlay().texts() {
        let text = line(&words.text);
        let [x, y] = viewer.camera().project([words.at.x, words.at.y]);
        let column = (x / 2.0 - 0.5 * text.chars().count() as f32).round();
        let row = (y / 4.0).floor() + f32::from(TOP);
        if column >= 0.0 && column < width && row >= f32::from(TOP) && row < bottom {
            let style = Style::new().fg(Ink::of_tone(words.tone).color());
            buffer.set_stringn(column as u16, row as u16, text, (width - column) as usize, style);
        }
    }
}

fn state(viewer: &Viewer) -> String {
    let speed = viewer.speed();
    let speed = if speed < 1.0 { format!("1/{}×", 1.0 / speed) } else { format!("{speed}×") };
    match viewer.is_paused() {
        true => format!("paused  {speed}"),
        false => speed,
    }
}

fn counts(viewer: &Viewer) -> String {
    let runner = viewer.runner();
    let counts = runner.world.counts();
    let step = runner.step_index();
    let seconds = f64::from(step) / f64::from(runner.scene().hertz);
    let bodies = counted(counts.bodies as usize, "body", "bodies");
    let mut text = format!("step {step} · {seconds:.2} s · {bodies}");
    if counts.joints > 0 {
        text.push_str(&format!(" · {}", counted(counts.joints as usize, "joint", "joints")));
    }
    text.push_str(&format!(" · {}", counted(counts.touching_contacts as usize, "contact", "contacts")));
    if counts.sleeping_bodies > 0 {
        text.push_str(&format!(" · {} asleep", counts.sleeping_bodies));
    }
    if let Some(time) = viewer.step_milliseconds() {
        text.push_str(&format!(" · {time:.2} ms/step"));
    }
    text
}

/// A scale line of 4 to 10 cells and its length in the world: 1, 2 or 5 times a power of ten.
fn scale_bar(viewer: &Viewer) -> String {
    let cell = 2.0 / viewer.camera().scale;
    let power = 10f32.powf((4.0 * cell).log10().floor());
    let length = [1.0, 2.0, 5.0, 10.0].map(|n| n * power).into_iter().find(|l| *l >= 4.0 * cell);
    let length = length.unwrap_or(10.0 * power);
    let cells = (length / cell).round().clamp(1.0, 16.0) as usize;
    let (number, unit) = if length >= 1000.0 { (length / 1000.0, "km") } else { (length, "m") };
    // A number of one digit, without the rounding error of powers of ten.
    let digits = if number < 0.99 { (-number.log10()).ceil() as usize } else { 0 };
    format!("├{}┤ {number:.digits$} {unit}", "─".repeat(cells.saturating_sub(2)))
}

fn help(buffer: &mut Buffer) {
    let keys = HELP.iter().map(|(keys, _)| keys.len()).max().unwrap_or(0);
    let lines: Vec<String> = HELP.iter().map(|(key, does)| format!(" {key:<keys$}  {does} ")).collect();
    let inner = lines.iter().map(String::len).max().unwrap_or(0);
    let (width, height) = (buffer.area.width, buffer.area.height);
    let left = width.saturating_sub(inner as u16 + 2) / 2;
    let top = height.saturating_sub(lines.len() as u16 + 2) / 2;
    let framed = std::iter::once(format!("╭{}╮", "─".repeat(inner)))
        .chain(lines.iter().map(|line| format!("│{line:<inner$}│")))
        .chain(std::iter::once(format!("╰{}╯", "─".repeat(inner))));
    for (row, line) in framed.enumerate() {
        let y = top + row as u16;
        if y < height {
            buffer.set_stringn(left, y, line, usize::from(width - left), Style::reset());
        }
    }
}

fn right(buffer: &mut Buffer, row: u16, text: &str, style: Style) {
    let width = usize::from(buffer.area.width);
    let length = text.chars().count().min(width);
    buffer.set_stringn((width - length) as u16, row, text, length, style);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::{Action, text};
    use cairn2d_scenes::Overrides;
    use ratatui_core::layout::Rect;

    fn screen(viewer: &mut Viewer, width: u16, height: u16) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        draw(viewer, &mut buffer);
        text::text(&buffer, false)
    }

    #[test]
    fn the_screen_tells_scene_state_and_counts() {
        let mut viewer = Viewer::open("card_house", &[], Overrides::default(), [80, 22]).unwrap();
        viewer.act(Action::Speed(-2));
        viewer.act(Action::Step(3));
        let screen = screen(&mut viewer, 80, 24);
        let lines: Vec<&str> = screen.lines().collect();
        assert_eq!(lines.len(), 24);
        assert!(lines[0].starts_with("card_house  ") && lines[0].ends_with("paused  1/4×"), "{}", lines[0]);
        assert!(
            lines[23].starts_with("step 3 · 0.05 s · ") && lines[23].ends_with(" m  ? keys"),
            "{}",
            lines[23]
        );
        assert!(screen.chars().filter(|c| ('\u{2801}'..='\u{28ff}').contains(c)).count() > 100);
    }

    #[test]
    fn any_size_will_do() {
        let mut viewer = Viewer::open("card_house", &[], Overrides::default(), [80, 22]).unwrap();
        viewer.act(Action::Help);
        for (width, height) in [(0, 0), (1, 1), (3, 2), (10, 3), (500, 4), (2, 200), (80, 24)] {
            let lines = screen(&mut viewer, width, height);
            assert!(lines.lines().all(|line| line.chars().count() <= usize::from(width)), "{width} {height}");
        }
        assert!(screen(&mut viewer, 80, 24).contains("│ space"));
    }

    #[test]
    fn only_what_has_changed_is_sent() {
        let mut viewer = Viewer::open("tumbler", &[], Overrides::default(), [100, 28]).unwrap();
        let mut shown = Buffer::empty(Rect::new(0, 0, 100, 30));
        draw(&mut viewer, &mut shown);
        let mut cells_after = |steps: u32| {
            viewer.act(Action::Step(steps));
            let mut next = Buffer::empty(shown.area);
            draw(&mut viewer, &mut next);
            let changed = shown.diff(&next).len();
            shown = next;
            changed
        };
        cells_after(1);
        assert_eq!(cells_after(0), 0, "a world that stands still costs nothing");
        let moving = cells_after(2);
        assert!((1..3000 / 4).contains(&moving), "{moving} of 3000 cells");
    }

    #[test]
    fn the_scale_bar_is_as_long_as_it_says() {
        let mut viewer = Viewer::open("card_house", &[], Overrides::default(), [80, 22]).unwrap();
        for _ in 0..40 {
            let bar = scale_bar(&viewer);
            let mut words = bar.split(' ');
            let cells = words.next().unwrap().chars().count();
            let number: f32 = words.next().unwrap().parse().unwrap();
            let length = if words.next() == Some("km") { number * 1000.0 } else { number };
            let expected = length * viewer.camera().scale / 2.0;
            assert!((cells as f32 - expected).abs() <= 0.6, "{bar}: {expected}");
            assert!((4..=11).contains(&cells), "{bar}");
            viewer.act(Action::Zoom(0.7, None));
        }
    }
}
