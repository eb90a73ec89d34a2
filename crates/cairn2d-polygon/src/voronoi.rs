//! Voronoi cells within an area, for patterns of fracture.
//!
//! The cell of a site starts as the bounds and is clipped by the bisectors to other sites, near ones first.
//! Sites farther than twice the farthest corner of the cell cannot clip it. A lattice of sites finds the near
//! ones.

use crate::area::MultiPolygon;
use crate::error::PolygonError;
use crate::grid::{Grid, cross, twice_area};
use crate::rings::{self, Boolean, Rings};
use crate::slice::clip;
use cairn2d_math::{StandardFloats, Vec2};

/// Largest number of sites.
pub const MAX_SITES: usize = 1 << 16;

/// The part of an area that is nearer to one site than to any other.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Index of the site.
    pub site: u32,
    /// The part; it has several pieces where the area does.
    pub area: MultiPolygon,
}

/// Divides an area among sites \[m\] by distance. Sites whose cell is empty are left out.
///
/// ```
/// use cairn2d_polygon::{MultiPolygon, scatter, voronoi};
/// use cairn2d_math::vec2;
/// let plate = MultiPolygon::from_ring(&[vec2(0.0, 0.0), vec2(2.0, 0.0), vec2(2.0, 1.0), vec2(0.0, 1.0)])?;
/// let cells = voronoi(&scatter(&plate, 20, 7), &plate)?;
/// assert_eq!(cells.len(), 20);
/// let sum: f32 = cells.iter().map(|cell| cell.area.area()).sum();
/// assert!((sum - 2.0).abs() < 2.0e-6);
/// # Ok::<(), cairn2d_polygon::PolygonError>(())
/// ```
///
/// # Errors
/// [`PolygonError::NotFinite`] and [`PolygonError::TooLarge`] for sites, [`PolygonError::TooManyPoints`] for
/// more than [`MAX_SITES`].
///
/// # Cost
/// O(sites) for spread sites and a convex area; otherwise each cell is intersected with the area.
pub fn voronoi(sites: &[Vec2], area: &MultiPolygon) -> Result<Vec<Cell>, PolygonError> {
    if sites.len() > MAX_SITES {
        return Err(PolygonError::TooManyPoints { count: sites.len() });
    }
    crate::area::check_points(sites)?;
    Ok(StandardFloats::within(|| {
        let (rings, grid) = area.to_grid();
        let Some([low, high]) = rings.bounds() else { return Vec::new() };
        let is_convex = is_convex(&rings);
        let start: Vec<[f64; 2]> = if is_convex {
            rings.nodes.iter().map(|node| [f64::from(node.x), f64::from(node.y)]).collect()
        } else {
            let (l, r) = (f64::from(low.x) - 1.0, f64::from(high.x) + 1.0);
            let (b, t) = (f64::from(low.y) - 1.0, f64::from(high.y) + 1.0);
            vec![[l, b], [r, b], [r, t], [l, t]]
        };
        let lattice = Lattice::new(sites, grid);
        let mut cells = Vec::new();
        for site in 0..sites.len() as u32 {
            let corners = lattice.cell(site, &start);
            let mut own = Rings::default();
            own.push(corners.into_iter().map(Grid::node_of));
            own.nodes.dedup();
            own.ends[0] = own.nodes.len() as u32;
            if own.nodes.len() < 3 || twice_area(&own.nodes) <= 0 {
                continue;
            }
            let part = if is_convex { own } else { rings::boolean(&own, &rings, Boolean::Intersection) };
            if !part.ends.is_empty() {
                cells.push(Cell { site, area: MultiPolygon::from_grid(&part, grid) });
            }
        }
        cells
    }))
}

/// Points \[m\] spread at random in an area, the same for the same seed on every machine.
///
/// # Cost
/// O(count * corners), for areas that fill a good part of their bounds.
pub fn scatter(area: &MultiPolygon, count: u32, seed: u64) -> Vec<Vec2> {
    let Some(bounds) = area.bounds() else { return Vec::new() };
    StandardFloats::within(|| {
        let count = (count as usize).min(MAX_SITES);
        let size = bounds.max - bounds.min;
        let mut state = seed;
        let mut points = Vec::with_capacity(count);
        // Thin areas get points near them once this many were thrown.
        let mut throws = 64 * count + 1024;
        while points.len() < count {
            let (x, y) = (unit(&mut state), unit(&mut state));
            let point = Vec2::new(bounds.min.x + size.x * x, bounds.min.y + size.y * y);
            if throws == 0 || area.contains(point) {
                points.push(point);
            }
            throws = throws.saturating_sub(1);
        }
        points
    })
}

/// SplitMix64 (Steele, Lea and Flood 2014), as a number from 0 to below 1.
fn unit(state: &mut u64) -> f32 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut bits = *state;
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^= bits >> 31;
    (bits >> 40) as f32 / (1_u32 << 24) as f32
}

fn is_convex(rings: &Rings) -> bool {
    let nodes = &rings.nodes;
    let count = nodes.len();
    rings.ends.len() == 1
        && (0..count).all(|k| cross(nodes[k], nodes[(k + 1) % count], nodes[(k + 2) % count]) >= 0)
}

/// Sites by square cells.
struct Lattice {
    /// In grid steps.
    sites: Vec<[f64; 2]>,
    low: [f64; 2],
    size: f64,
    columns: usize,
    rows: usize,
    starts: Vec<u32>,
    order: Vec<u32>,
}

impl Lattice {
    fn new(sites: &[Vec2], grid: Grid) -> Lattice {
        let scale = 1.0 / grid.step;
        let sites: Vec<[f64; 2]> =
            sites.iter().map(|site| [f64::from(site.x) * scale, f64::from(site.y) * scale]).collect();
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for site in &sites {
            for axis in 0..2 {
                low[axis] = if site[axis] < low[axis] { site[axis] } else { low[axis] };
                high[axis] = if site[axis] > high[axis] { site[axis] } else { high[axis] };
            }
        }
        let (width, height) = (high[0] - low[0], high[1] - low[1]);
        // About two sites a cell, and at least a grid step wide.
        let size = (2.0 * width * height / sites.len() as f64).sqrt();
        let longest = (if width > height { width } else { height }) / (0.5 * sites.len() as f64 + 1.0);
        let size = if size > longest { size } else { longest };
        let size = if size > 1.0 { size } else { 1.0 };
        let (columns, rows) = ((width / size) as usize + 1, (height / size) as usize + 1);
        let mut lattice = Lattice {
            sites,
            low,
            size,
            columns,
            rows,
            starts: vec![0; columns * rows + 1],
            order: Vec::new(),
        };
        lattice.order = vec![0; lattice.sites.len()];
        let places: Vec<usize> = lattice
            .sites
            .iter()
            .map(|&site| {
                let [x, y] = lattice.place(site);
                y * columns + x
            })
            .collect();
        for &place in &places {
            lattice.starts[place + 1] += 1;
        }
        for place in 0..columns * rows {
            lattice.starts[place + 1] += lattice.starts[place];
        }
        let mut filled = lattice.starts.clone();
        for (site, &place) in places.iter().enumerate() {
            lattice.order[filled[place] as usize] = site as u32;
            filled[place] += 1;
        }
        lattice
    }

    fn place(&self, site: [f64; 2]) -> [usize; 2] {
        let along = |axis: usize, count: usize| {
            let index = ((site[axis] - self.low[axis]) / self.size) as usize;
            index.min(count - 1)
        };
        [along(0, self.columns), along(1, self.rows)]
    }

    /// The cell of a site within a convex polygon [grid steps].
    fn cell(&self, site: u32, start: &[[f64; 2]]) -> Vec<[f64; 2]> {
        let own = self.sites[site as usize];
        let [column, row] = self.place(own);
        let mut cell = start.to_vec();
        let mut near: Vec<(f64, u32)> = Vec::new();
        for reach in 0..self.columns.max(self.rows) {
            // Sites of this square of cells are at least so far away.
            let distance = (reach as f64 - 1.0) * self.size;
            let farthest = cell.iter().map(|&p| square(p, own)).fold(0.0, |m, v| if v > m { v } else { m });
            if distance > 0.0 && distance * distance > 4.0 * farthest {
                break;
            }
            near.clear();
            self.visit(column, row, reach, |other| {
                near.push((square(self.sites[other as usize], own), other))
            });
            near.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            for &(distance, other) in &near {
                if other == site {
                    continue;
                }
                if distance == 0.0 {
                    // Of sites in one place, the first gets the cell.
                    if other < site {
                        return Vec::new();
                    }
                    continue;
                }
                let there = self.sites[other as usize];
                let normal = [there[0] - own[0], there[1] - own[1]];
                let middle = [0.5 * (there[0] + own[0]), 0.5 * (there[1] + own[1])];
                let offset = normal[0] * middle[0] + normal[1] * middle[1];
                cell = clip(&cell, normal, offset);
                if cell.len() < 3 {
                    return Vec::new();
                }
            }
        }
        cell
    }

    /// Sites of the cells at exactly this distance in cells.
    fn visit(&self, column: usize, row: usize, reach: usize, mut each: impl FnMut(u32)) {
        let (top, right) = ((row + reach).min(self.rows - 1), (column + reach).min(self.columns - 1));
        for y in row.saturating_sub(reach)..=top {
            let is_edge = y.abs_diff(row) == reach;
            for x in column.saturating_sub(reach)..=right {
                if is_edge || x.abs_diff(column) == reach {
                    let place = y * self.columns + x;
                    let range = self.starts[place] as usize..self.starts[place + 1] as usize;
                    self.order[range].iter().for_each(|&site| each(site));
                }
            }
        }
    }
}

fn square(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rings::FillRule;
    use cairn2d_math::vec2;

    #[test]
    fn cells_hold_the_points_that_are_nearest_to_their_site() {
        let outer = [vec2(0.0, 0.0), vec2(5.0, 0.0), vec2(5.0, 4.0), vec2(2.0, 1.0), vec2(0.0, 4.0)];
        let hole = [vec2(1.0, 0.5), vec2(1.5, 0.5), vec2(1.5, 1.0)];
        let concave = MultiPolygon::from_rings([&outer[..], &hole[..]], FillRule::EvenOdd).unwrap();
        let convex = MultiPolygon::from_ring(&outer[..3]).unwrap();
        for (seed, area) in [(1, &concave), (2, &convex), (3, &concave), (4, &convex)] {
            let mut sites = scatter(area, 40, seed);
            // A doubled site, and one outside.
            sites.push(sites[3]);
            sites.push(vec2(9.0, 9.0));
            let cells = voronoi(&sites, area).unwrap();
            let sum: f32 = cells.iter().map(|cell| cell.area.area()).sum();
            assert!((sum - area.area()).abs() < 1.0e-5, "{sum} of {}", area.area());
            for point in scatter(area, 2000, seed + 100) {
                let mut order: Vec<usize> = (0..sites.len()).collect();
                order.sort_by(|&a, &b| point.distance(sites[a]).total_cmp(&point.distance(sites[b])));
                if point.distance(sites[order[1]]) - point.distance(sites[order[0]]) < 1.0e-5 && order[0] != 3
                {
                    continue;
                }
                let nearest = if order[0] == 40 { 3 } else { order[0] };
                for cell in &cells {
                    let border = cell.area.contains(point) && cell.site as usize != nearest;
                    assert!(!border, "{point:?} of {nearest} in {}", cell.site);
                }
                assert!(cells.iter().any(|cell| cell.site as usize == nearest && cell.area.contains(point)));
            }
        }
    }

    #[test]
    fn sites_are_those_of_the_seed() {
        let square = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0)];
        let square = MultiPolygon::from_ring(&square).unwrap();
        assert_eq!(scatter(&square, 5, 1), scatter(&square, 5, 1));
        assert_ne!(scatter(&square, 5, 1), scatter(&square, 5, 2));
        // The published first output for seed 0 is 0xE220A8397B1DCDAF.
        assert_eq!(unit(&mut 0), (0x00E2_20A8 as f32) / 16_777_216.0);
    }

    #[test]
    fn bad_sites_are_errors_and_degenerate_ones_are_not() {
        let square = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0)];
        let square = MultiPolygon::from_ring(&square).unwrap();
        assert!(voronoi(&[vec2(f32::NAN, 0.0)], &square).is_err());
        assert!(voronoi(&vec![vec2(0.0, 0.0); MAX_SITES + 1], &square).is_err());
        assert_eq!(voronoi(&[], &square).unwrap(), []);
        let line: Vec<Vec2> = (0..100).map(|k| vec2(k as f32 * 0.01, 0.5)).collect();
        assert_eq!(voronoi(&line, &square).unwrap().len(), 100);
        assert_eq!(voronoi(&vec![vec2(0.3, 0.3); 50], &square).unwrap().len(), 1);
    }
}
