//! The rules of portals: numbers in the ranges of the engine, existing bodies, and each opening once.

use std::collections::BTreeMap;

use super::{Checked, Problem, body_index, number, point, within};
use crate::format::{BodyNames, OpeningDesc, OpeningKey, PortalDesc};

/// Smallest and largest width of an opening \[m\].
const WIDTHS: (f32, f32) = (0.02, 1.0e4);
/// The largest coordinate of a direction.
const LONGEST: f32 = 1.0e9;

/// Checks all pairs of a scene.
pub(super) fn check(portals: &[PortalDesc], names: &BodyNames, body_count: usize) -> Checked {
    let mut openings: BTreeMap<OpeningKey, (usize, &str)> = BTreeMap::new();
    for (index, pair) in portals.iter().enumerate() {
        let indexed = |problem: Problem| problem.index(index).field("portals");
        within("width", pair.width, WIDTHS.0, WIDTHS.1).map_err(indexed)?;
        for (side, opening) in [("a", &pair.a), ("b", &pair.b)] {
            let key = key(opening, names, body_count).map_err(|problem| indexed(problem.field(side)))?;
            if let Some((first, other)) = openings.insert(key, (index, side)) {
                let reason = format!("is the same opening as portals[{first}].{other}");
                return Err(indexed(Problem::range(reason).field(side)));
            }
        }
    }
    Ok(())
}

/// Checks an opening and returns its key.
fn key(opening: &OpeningDesc, names: &BodyNames, body_count: usize) -> Result<OpeningKey, Problem> {
    let body = match &opening.body {
        Some(body) => Some(body_index("body", body, names, body_count)?),
        None => None,
    };
    point("at", opening.at)?;
    for (axis, value) in opening.out.into_iter().enumerate() {
        number(value, -LONGEST, LONGEST).map_err(|problem| problem.index(axis).field("out"))?;
    }
    let [x, y] = opening.out;
    if (x * x + y * y).sqrt() < 1.0e-6 {
        return Err(Problem::range("must have a direction".to_owned()).field("out"));
    }
    Ok(opening.key(body))
}
