//! Cells of a grid, and exact costs of paths.

use core::cmp::Ordering;

/// A cell of a grid: column `x` to the right, row `y` in the direction that the grid's owner chooses.
///
/// # Examples
/// ```
/// use cairn2d_path::Cell;
///
/// assert_eq!(Cell::new(3, 4), Cell::from([3, 4]));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Column \[cells\].
    pub x: u32,
    /// Row \[cells\].
    pub y: u32,
}

impl Cell {
    /// The cell in column `x` and row `y`.
    #[must_use]
    pub const fn new(x: u32, y: u32) -> Self {
        Self { x, y }
    }

    /// Distance along one axis and the diagonal to `other` if no cell is blocked.
    ///
    /// # Examples
    /// ```
    /// use cairn2d_path::{Cell, Cost};
    ///
    /// let cost = Cell::new(0, 0).octile_distance(Cell::new(5, 2));
    /// assert_eq!(cost, Cost { straight: 3, diagonal: 2 });
    /// ```
    #[must_use]
    pub fn octile_distance(self, other: Self) -> Cost {
        let (dx, dy) = (self.x.abs_diff(other.x), self.y.abs_diff(other.y));
        Cost { straight: dx.abs_diff(dy).into(), diagonal: dx.min(dy).into() }
    }
}

impl From<[u32; 2]> for Cell {
    fn from([x, y]: [u32; 2]) -> Self {
        Self { x, y }
    }
}

impl From<(u32, u32)> for Cell {
    fn from((x, y): (u32, u32)) -> Self {
        Self { x, y }
    }
}

impl core::fmt::Display for Cell {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// Cost of a path: the number of straight steps and the number of diagonal steps. On a grid with weights,
/// each step counts as often as the weight of the cell that it enters.
///
/// Two costs compare exactly as `straight + diagonal * sqrt(2)`, without rounding.
///
/// # Examples
/// ```
/// use cairn2d_path::Cost;
///
/// let around = Cost { straight: 3, diagonal: 0 };
/// let across = Cost { straight: 0, diagonal: 2 };
/// assert!(across < around);
/// assert!((across.length() - 2.8284).abs() < 1e-4);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cost {
    /// Steps to one of the four orthogonal neighbors.
    pub straight: u64,
    /// Steps to one of the four diagonal neighbors.
    pub diagonal: u64,
}

impl Cost {
    /// The length \[cells\], rounded once.
    #[must_use]
    pub fn length(self) -> f64 {
        self.straight as f64 + self.diagonal as f64 * core::f64::consts::SQRT_2
    }
}

impl core::ops::Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { straight: self.straight + other.straight, diagonal: self.diagonal + other.diagonal }
    }
}

impl Ord for Cost {
    fn cmp(&self, other: &Self) -> Ordering {
        // The sign of s + d sqrt(2): of one sign, or decided by the squares.
        let s = i128::from(self.straight) - i128::from(other.straight);
        let d = i128::from(self.diagonal) - i128::from(other.diagonal);
        match (s.cmp(&0), d.cmp(&0)) {
            (sign, Ordering::Equal) => sign,
            (Ordering::Equal, sign) => sign,
            (a, b) if a == b => a,
            (a, b) => {
                // Saturated squares are beyond the cost of any path.
                if s.saturating_mul(s) > d.saturating_mul(d).saturating_mul(2) { a } else { b }
            }
        }
    }
}

impl PartialOrd for Cost {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_compare_as_their_lengths() {
        for straight in 0..12 {
            for diagonal in 0..12 {
                for other_straight in 0..12 {
                    for other_diagonal in 0..12 {
                        let a = Cost { straight, diagonal };
                        let b = Cost { straight: other_straight, diagonal: other_diagonal };
                        let by_length = a.length().partial_cmp(&b.length()).expect("finite");
                        assert_eq!(a.cmp(&b), if a == b { Ordering::Equal } else { by_length });
                    }
                }
            }
        }
    }

    #[test]
    fn close_costs_differ() {
        // 665857 / 470832 is a convergent of sqrt(2): the lengths agree to 1e-6.
        let a = Cost { straight: 665_857, diagonal: 0 };
        let b = Cost { straight: 0, diagonal: 470_832 };
        assert!(a > b);
        assert!(b < a);
    }
}
