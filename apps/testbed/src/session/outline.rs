//! Converts a line drawn by hand to a body: simplifies it, closes it, and cuts it into convex pieces if
//! necessary.
//!
//! Source: simplification by Douglas and Peucker (1973). Ears are clipped as by Meisters (1975), and
//! triangles are joined over unnecessary diagonals as by Hertel and Mehlhorn (1983), which gives at most four
//! times the fewest pieces.

use cairn2d::Vec2;
use cairn2d::geometry::convex_hull;
use cairn2d::geometry::tools::{Winding, is_simple, polygon_area, winding};
use cairn2d_scenes::format::{BodyDesc, ShapeDesc};

/// Largest number of corners of a piece; larger ones are cut.
const MOST_CORNERS: usize = 24;

/// A dynamic body with the shape of a closed line `[m]`; details smaller than `detail` `[m]` are dropped.
///
/// A line that crosses itself gives its convex hull.
///
/// # Errors
/// A line that encloses almost no area.
pub fn body(line: &[Vec2], detail: f32) -> Result<BodyDesc, String> {
    let nothing = || "the line encloses nothing".to_owned();
    let mut points = simplify(line, detail);
    if points.len() < 3 {
        return Err(nothing());
    }
    if !is_simple(&points) {
        points = convex_hull(&points).map_err(|_| nothing())?;
    }
    if winding(&points) == Winding::Clockwise {
        points.reverse();
    }
    let area = polygon_area(&points).abs();
    if !(area > detail * detail && area > 1.0e-4) {
        return Err(nothing());
    }
    let center = center(&points);
    let mut body = BodyDesc::dynamic(center.into());
    for piece in convex_pieces(&points) {
        let corners: Vec<[f32; 2]> = piece.iter().map(|&corner| (corner - center).into()).collect();
        // Slivers from rounding have no area and are dropped.
        if cairn2d::Polygon::new(&corners).is_ok() {
            body = body.with(ShapeDesc::polygon(corners, 0.0));
        }
    }
    if body.shapes.is_empty() { Err(nothing()) } else { Ok(body) }
}

/// The line without points that are within `detail` of the simplified line, and without its end if that
/// equals its start.
pub fn simplify(line: &[Vec2], detail: f32) -> Vec<Vec2> {
    let mut line: Vec<Vec2> = line.iter().copied().filter(|p| p.x.is_finite() && p.y.is_finite()).collect();
    while line.len() > 1 && line[0].distance(line[line.len() - 1]) < detail {
        line.pop();
    }
    if line.len() < 3 {
        return line;
    }
    let mut keep = vec![false; line.len()];
    let far =
        (0..line.len()).max_by(|&a, &b| line[a].distance(line[0]).total_cmp(&line[b].distance(line[0])));
    let far = far.unwrap_or(0);
    let last = line.len() - 1;
    (keep[0], keep[far], keep[last]) = (true, true, true);
    let mut parts = vec![(0, far), (far, last)];
    while let Some((from, to)) = parts.pop() {
        let distance = |index: usize| {
            cairn2d::geometry::tools::point_segment_distance(line[index], line[from], line[to])
        };
        let Some(worst) = (from + 1..to).max_by(|&a, &b| distance(a).total_cmp(&distance(b))) else {
            continue;
        };
        if distance(worst) > detail {
            keep[worst] = true;
            parts.extend([(from, worst), (worst, to)]);
        }
    }
    line.into_iter().zip(keep).filter_map(|(point, keep)| keep.then_some(point)).collect()
}

/// The centroid of a polygon `[m]`.
fn center(points: &[Vec2]) -> Vec2 {
    let (mut sum, mut area) = (Vec2::ZERO, 0.0);
    let origin = points[0];
    for (index, &a) in points.iter().enumerate() {
        let (a, b) = (a - origin, points[(index + 1) % points.len()] - origin);
        let cross = a.cross(b);
        area += cross;
        sum += (a + b) * (cross / 3.0);
    }
    if area != 0.0 { origin + sum * (1.0 / area) } else { origin }
}

/// Cuts a simple counter-clockwise polygon into convex pieces.
fn convex_pieces(points: &[Vec2]) -> Vec<Vec<Vec2>> {
    let mut pieces = triangles(points);
    let mut index = 0;
    while index < pieces.len() {
        let joined = (index + 1..pieces.len())
            .find_map(|other| Some((other, join(points, &pieces[index], &pieces[other])?)));
        match joined {
            Some((other, piece)) => {
                pieces[index] = piece;
                pieces.swap_remove(other);
            }
            None => index += 1,
        }
    }
    pieces.into_iter().map(|piece| piece.into_iter().map(|corner| points[corner]).collect()).collect()
}

/// Triangles of a simple counter-clockwise polygon, by the numbers of its corners.
fn triangles(points: &[Vec2]) -> Vec<Vec<usize>> {
    let mut left: Vec<usize> = (0..points.len()).collect();
    let mut triangles = Vec::new();
    while left.len() > 3 {
        let count = left.len();
        let around = |at: usize| [left[(at + count - 1) % count], left[at], left[(at + 1) % count]];
        let ear = (0..count).find(|&at| is_ear(points, &left, around(at)));
        // Rounding may hide all ears; then any convex corner is used.
        let ear = ear.or_else(|| (0..count).find(|&at| turn(points, around(at)) > 0.0)).unwrap_or(0);
        triangles.push(around(ear).to_vec());
        left.remove(ear);
    }
    triangles.push(left);
    triangles
}

fn turn(points: &[Vec2], [a, b, c]: [usize; 3]) -> f32 {
    (points[b] - points[a]).cross(points[c] - points[b])
}

fn is_ear(points: &[Vec2], left: &[usize], ear: [usize; 3]) -> bool {
    let [a, b, c] = ear.map(|corner| points[corner]);
    turn(points, ear) > 0.0
        && left.iter().filter(|corner| !ear.contains(corner)).all(|&corner| {
            let p = points[corner];
            let sides = [(b - a).cross(p - a), (c - b).cross(p - b), (a - c).cross(p - c)];
            sides.iter().any(|&side| side < 0.0)
        })
}

/// Two pieces as one, if they share a side and together are convex.
fn join(points: &[Vec2], a: &[usize], b: &[usize]) -> Option<Vec<usize>> {
    if a.len() + b.len() - 2 > MOST_CORNERS {
        return None;
    }
    for at in 0..a.len() {
        let (from, to) = (a[at], a[(at + 1) % a.len()]);
        let Some(other) = (0..b.len()).find(|&i| b[i] == to && b[(i + 1) % b.len()] == from) else {
            continue;
        };
        // All corners of one from the far end of the side to its near end, then those of the other between
        // these.
        let mut piece: Vec<usize> = (0..a.len()).map(|i| a[(at + 1 + i) % a.len()]).collect();
        piece.extend((2..b.len()).map(|i| b[(other + i) % b.len()]));
        let count = piece.len();
        let convex = (0..count)
            .all(|i| turn(points, [piece[i], piece[(i + 1) % count], piece[(i + 2) % count]]) >= 0.0);
        return convex.then_some(piece);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn2d::geometry::tools::is_convex;
    use cairn2d::vec2;
    use cairn2d_scenes::format::Geometry;

    fn ring(count: usize, radius: impl Fn(usize) -> f32) -> Vec<Vec2> {
        (0..count)
            .map(|i| {
                let angle = core::f32::consts::TAU * i as f32 / count as f32;
                vec2(angle.cos(), angle.sin()) * radius(i)
            })
            .collect()
    }

    fn area_of(body: &BodyDesc) -> f32 {
        let area = |shape: &ShapeDesc| match &shape.geometry {
            Geometry::Polygon(polygon) => {
                let points: Vec<Vec2> = polygon.points.iter().map(|&p| p.into()).collect();
                assert!(is_convex(&points), "{points:?}");
                polygon_area(&points).abs()
            }
            other => panic!("{other:?}"),
        };
        body.shapes.iter().map(area).sum()
    }

    #[test]
    fn a_drawn_circle_is_one_piece_of_its_area() {
        let body = body(&ring(200, |_| 2.0), 0.02).unwrap();
        let area = area_of(&body);
        assert!((area - 4.0 * core::f32::consts::PI).abs() < 0.2, "{area}");
        assert!(body.shapes.len() <= 3, "{}", body.shapes.len());
    }

    #[test]
    fn stars_keep_their_area_in_convex_pieces() {
        for tips in [3, 5, 9, 14] {
            for inner in [0.3, 0.6, 0.9] {
                let star = ring(2 * tips, |i| if i % 2 == 0 { 3.0 } else { 3.0 * inner });
                for line in [star.clone(), star.iter().rev().copied().collect()] {
                    let body = body(&line, 1e-3).unwrap();
                    let (area, expected) = (area_of(&body), polygon_area(&star).abs());
                    assert!((area - expected).abs() < 1e-3 * expected, "{tips} {inner}: {area} {expected}");
                    assert!(body.shapes.len() <= 2 * tips, "{}", body.shapes.len());
                }
            }
        }
    }

    #[test]
    fn the_body_stands_where_it_was_drawn() {
        let square = [vec2(10.0, 5.0), vec2(12.0, 5.0), vec2(12.0, 7.0), vec2(10.0, 7.0)];
        let body = body(&square, 0.01).unwrap();
        assert!((body.position[0] - 11.0).abs() < 1e-5 && (body.position[1] - 6.0).abs() < 1e-5);
        assert!((area_of(&body) - 4.0).abs() < 1e-4);
    }

    #[test]
    fn a_line_that_crosses_itself_gives_its_hull_and_a_dot_gives_nothing() {
        let eight = [vec2(0.0, 0.0), vec2(2.0, 2.0), vec2(2.0, 0.0), vec2(0.0, 2.0)];
        assert!((area_of(&body(&eight, 0.01).unwrap()) - 4.0).abs() < 1e-4);
        for nothing in [&[][..], &[vec2(1.0, 1.0)][..], &[vec2(0.0, 0.0), vec2(3.0, 0.0)][..]] {
            assert!(body(nothing, 0.01).is_err());
        }
        assert!(body(&[vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(2.0, 1e-6)], 1e-3).is_err());
        assert!(body(&[vec2(f32::NAN, 0.0), vec2(1.0, 0.0), vec2(2.0, 1.0)], 1e-3).is_err());
    }
}
