//! Widths of convex parts.

use crate::grid::{Node, cross};

/// Smallest distance of two parallel lines around a convex polygon, counter-clockwise \[grid steps\].
///
/// One of the lines contains a side, so the sides are tried, each with the corner farthest from it.
pub(crate) fn width(corners: &[Node]) -> f64 {
    let count = corners.len();
    if count < 3 {
        return 0.0;
    }
    let mut smallest = f64::INFINITY;
    let mut far = 1;
    for index in 0..count {
        let (a, b) = (corners[index], corners[(index + 1) % count]);
        // The farthest corner moves on with the side.
        for _ in 0..count {
            let next = (far + 1) % count;
            if cross(a, b, corners[next]) <= cross(a, b, corners[far]) {
                break;
            }
            far = next;
        }
        let length = (a.distance_squared(b) as f64).sqrt();
        let distance = cross(a, b, corners[far]) as f64 / length;
        if length > 0.0 && distance < smallest {
            smallest = distance;
        }
    }
    smallest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_of_known_polygons() {
        let node = Node::new;
        let rect = [node(0, 0), node(1000, 0), node(1000, 30), node(0, 30)];
        assert_eq!(width(&rect), 30.0);
        let right = [node(0, 0), node(300, 0), node(0, 400)];
        assert_eq!(width(&right), 240.0);
        assert_eq!(width(&[node(0, 0), node(5, 5)]), 0.0);
    }

    #[test]
    fn width_is_the_smallest_over_all_pairs_of_side_and_corner() {
        // A naive search over all sides and corners of polygons on a circle.
        for count in 3..40_i32 {
            let corners: Vec<Node> = (0..count)
                .map(|k| {
                    let angle = f64::from(k * k % 7 + 7 * k) / f64::from(7 * count + 7) * 6.2;
                    Node::new((angle.cos() * 1.0e6) as i32, (angle.sin() * 7.0e5) as i32)
                })
                .collect();
            let naive = (0..corners.len())
                .map(|i| {
                    let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
                    let far = corners.iter().map(|&c| cross(a, b, c)).max().unwrap() as f64;
                    far / (a.distance_squared(b) as f64).sqrt()
                })
                .fold(f64::INFINITY, f64::min);
            assert!((width(&corners) - naive).abs() < 1.0e-6 * naive, "{count}");
        }
    }
}
