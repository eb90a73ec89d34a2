//! The held controls of a player as data: the only input for keys, buttons and fingers.

/// A control of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Control {
    /// Turn or go left.
    Left,
    /// Turn or go right.
    Right,
    /// Ahead, or jump.
    Up,
    /// Astern, or duck.
    Down,
    /// The first weapon.
    Fire,
    /// The second weapon, or another function of the game.
    Special,
}

impl Control {
    /// All controls.
    pub const ALL: [Self; 6] = [Self::Left, Self::Right, Self::Up, Self::Down, Self::Fire, Self::Special];

    /// Returns the name of the control.
    pub fn name(self) -> &'static str {
        match self {
            Self::Left => "Left",
            Self::Right => "Right",
            Self::Up => "Up",
            Self::Down => "Down",
            Self::Fire => "Fire",
            Self::Special => "Special",
        }
    }
}

/// Controls held during a step, by meaning and not by key.
///
/// The owner of the keyboard fills this before each step and passes it to
/// [`Runner::set_controls`](crate::Runner::set_controls).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Controls {
    /// Turn or go left.
    pub left: bool,
    /// Turn or go right.
    pub right: bool,
    /// Ahead, or jump.
    pub up: bool,
    /// Astern, or duck.
    pub down: bool,
    /// The first weapon.
    pub fire: bool,
    /// The second weapon, or another function of the game.
    pub special: bool,
}

impl Controls {
    /// No control is held.
    pub const NONE: Self =
        Self { left: false, right: false, up: false, down: false, fire: false, special: false };

    /// Returns the controls for which a predicate is true.
    pub fn of(held: impl Fn(Control) -> bool) -> Self {
        let [left, right, up, down, fire, special] = Control::ALL.map(held);
        Self { left, right, up, down, fire, special }
    }

    /// Returns the controls of the letters `l`, `r`, `u`, `d`, `f` and `s`, for scripts and tests; other
    /// letters are ignored.
    pub fn held(letters: &str) -> Self {
        let has = |letter| letters.contains(letter);
        let (left, right, up, down) = (has('l'), has('r'), has('u'), has('d'));
        Self { left, right, up, down, fire: has('f'), special: has('s') }
    }

    /// Returns -1 for left, 1 for right, 0 for neither or both.
    pub fn sideways(self) -> f32 {
        f32::from(i8::from(self.right) - i8::from(self.left))
    }

    /// Returns 1 for up, -1 for down, 0 for neither or both.
    pub fn ahead(self) -> f32 {
        f32::from(i8::from(self.up) - i8::from(self.down))
    }
}

#[cfg(test)]
mod tests {
    use super::Controls;

    #[test]
    fn letters_map_to_controls() {
        assert_eq!(Controls::held(""), Controls::NONE);
        let held = Controls::held("luf");
        assert!(held.left && held.up && held.fire && !held.right && !held.down && !held.special);
        assert_eq!((held.sideways(), held.ahead()), (-1.0, 1.0));
        assert_eq!(Controls::held("lrud").sideways(), 0.0);
    }
}
