//! Maps keys and mouse events to actions.

use cairn2d_scenes::Control;

use super::Action;
use ratatui_crossterm::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

/// Zoom factor of a key or of a turn of the wheel `[-]`.
const ZOOM: f32 = 1.25;

/// The keys and their actions, for the help.
pub const HELP: &[(&str, &str)] = &[
    ("space", "pause, go on"),
    (".  S", "one step, ten steps"),
    ("<  >", "slower, faster"),
    ("r", "begin again"),
    ("n  p", "next, previous scene"),
    ("+  -  wheel", "zoom"),
    ("arrows", "look elsewhere"),
    ("f", "look at everything"),
    ("mouse", "drag bodies, or the view"),
    ("c", "contact points"),
    ("w a s d  e v", "play a game: move, weapons"),
    ("?  q", "this help, quit"),
];

/// The action of a terminal event, if any. `top` is the first row of the world.
#[must_use]
pub fn action(event: &Event, top: u16) -> Option<Action> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => key_action(key),
        Event::Mouse(mouse) => mouse_action(mouse, top),
        _ => None,
    }
}

fn key_action(key: &KeyEvent) -> Option<Action> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return (key.code == KeyCode::Char('c')).then_some(Action::Quit);
    }
    Some(match key.code {
        KeyCode::Char('q') | KeyCode::Esc => Action::Quit,
        KeyCode::Char(' ') => Action::Pause,
        KeyCode::Char('.') => Action::Step(1),
        KeyCode::Char('S') => Action::Step(10),
        KeyCode::Char('<' | ',') => Action::Speed(-1),
        KeyCode::Char('>') => Action::Speed(1),
        KeyCode::Char('r') => Action::Restart,
        KeyCode::Char('n' | ']') | KeyCode::PageDown => Action::Scene(1),
        KeyCode::Char('p' | '[') | KeyCode::PageUp => Action::Scene(-1),
        KeyCode::Char('+' | '=') => Action::Zoom(ZOOM, None),
        KeyCode::Char('-' | '_') => Action::Zoom(1.0 / ZOOM, None),
        KeyCode::Left => Action::Pan([-1, 0]),
        KeyCode::Right => Action::Pan([1, 0]),
        KeyCode::Up => Action::Pan([0, 1]),
        KeyCode::Down => Action::Pan([0, -1]),
        KeyCode::Char('f' | '0') | KeyCode::Home => Action::Fit,
        KeyCode::Char('c') => Action::Contacts,
        KeyCode::Char('a') => Action::Play(Control::Left),
        KeyCode::Char('d') => Action::Play(Control::Right),
        KeyCode::Char('w') => Action::Play(Control::Up),
        KeyCode::Char('s') => Action::Play(Control::Down),
        KeyCode::Char('e') => Action::Play(Control::Fire),
        KeyCode::Char('v') => Action::Play(Control::Special),
        KeyCode::Char('?' | 'h') | KeyCode::F(1) => Action::Help,
        _ => return None,
    })
}

fn mouse_action(mouse: &MouseEvent, top: u16) -> Option<Action> {
    let place = [mouse.column, mouse.row.saturating_sub(top)];
    Some(match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => Action::Press(place),
        MouseEventKind::Drag(MouseButton::Left) => Action::Drag(place),
        MouseEventKind::Up(MouseButton::Left) => Action::Release,
        MouseEventKind::ScrollUp => Action::Zoom(ZOOM, Some(place)),
        MouseEventKind::ScrollDown => Action::Zoom(1.0 / ZOOM, Some(place)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(code: KeyCode) -> Option<Action> {
        action(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)), 1)
    }

    #[test]
    fn every_key_of_the_help_does_something() {
        for (keys, _) in HELP {
            for word in keys.split_whitespace() {
                let wanted = match word {
                    "space" => key(KeyCode::Char(' ')),
                    "arrows" => key(KeyCode::Left),
                    "wheel" | "mouse" => continue,
                    letter => key(KeyCode::Char(letter.chars().next().unwrap())),
                };
                assert!(wanted.is_some(), "{word}");
            }
        }
        assert_eq!(key(KeyCode::Char('~')), None);
    }

    #[test]
    fn control_c_quits_and_c_does_not() {
        let control = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(action(&Event::Key(control), 0), Some(Action::Quit));
        assert_eq!(key(KeyCode::Char('c')), Some(Action::Contacts));
        let release = KeyEvent::new_with_kind(KeyCode::Char(' '), KeyModifiers::NONE, KeyEventKind::Release);
        assert_eq!(action(&Event::Key(release), 0), None);
    }

    #[test]
    fn the_mouse_is_told_where_the_world_begins() {
        let mouse =
            |kind| Event::Mouse(MouseEvent { kind, column: 7, row: 5, modifiers: KeyModifiers::NONE });
        assert_eq!(action(&mouse(MouseEventKind::Down(MouseButton::Left)), 2), Some(Action::Press([7, 3])));
        assert_eq!(action(&mouse(MouseEventKind::Drag(MouseButton::Left)), 9), Some(Action::Drag([7, 0])));
        assert_eq!(action(&mouse(MouseEventKind::Moved), 0), None);
        let zoom = action(&mouse(MouseEventKind::ScrollUp), 0);
        assert!(matches!(zoom, Some(Action::Zoom(factor, Some([7, 5]))) if factor > 1.0));
    }
}
