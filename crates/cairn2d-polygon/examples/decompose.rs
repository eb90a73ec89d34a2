//! Prints a picture of decompositions as SVG: `cargo run --example decompose > decompositions.svg`.

use cairn2d_math::{Vec2, cos, sin, vec2};
use cairn2d_polygon::{Decompose, FillRule, Mode, MultiPolygon, PolygonError, decompose, scatter, voronoi};
use std::fmt::Write;

/// Side of a panel [px].
const PANEL: f32 = 150.0;

fn ring(points: &[[f32; 2]]) -> Vec<Vec2> {
    points.iter().map(|&[x, y]| vec2(x, y)).collect()
}

fn circle(center: Vec2, count: usize, radius: impl Fn(f32) -> f32) -> Vec<Vec2> {
    let angles = (0..count).map(|k| k as f32 / count as f32 * core::f32::consts::TAU);
    angles.map(|angle| center + vec2(cos(angle), sin(angle)) * radius(angle)).collect()
}

/// A coast: waves of many lengths around a circle.
fn coast(angle: f32) -> f32 {
    let wave = |count: f32, phase: f32| sin(count * angle + phase) / count;
    3.0 + 1.2 * wave(2.0, 1.0)
        + 2.0 * wave(5.0, 2.0)
        + 1.5 * wave(11.0, 0.5)
        + wave(23.0, 4.0)
        + wave(47.0, 3.0)
}

fn draw(page: &mut String, panel: usize, name: &str, area: &MultiPolygon, parts: &[Vec<Vec2>]) {
    let Some(bounds) = area.bounds() else { return };
    let size = bounds.max - bounds.min;
    let scale = (PANEL - 30.0) / size.x.max(size.y);
    let corner = vec2((panel % 4) as f32 * PANEL + 15.0, (panel / 4) as f32 * (PANEL + 15.0) + 20.0);
    let path = |points: &[Vec2]| {
        let place = |p: &Vec2| corner + vec2(p.x - bounds.min.x, bounds.max.y - p.y) * scale;
        points.iter().map(place).map(|p| format!("{:.1},{:.1}", p.x, p.y)).collect::<Vec<_>>().join(" ")
    };
    for (index, part) in parts.iter().enumerate() {
        let hue = index * 137 % 360;
        let style = format!("fill='hsl({hue},60%,75%)' fill-opacity='.8' stroke='#555' stroke-width='.5'");
        writeln!(page, "<polygon points='{}' {style}/>", path(part)).unwrap_or_default();
    }
    for ring in area.rings() {
        writeln!(page, "<polygon points='{}' fill='none' stroke='#000'/>", path(ring)).unwrap_or_default();
    }
    let (x, y) = (corner.x, corner.y - 6.0);
    writeln!(
        page,
        "<text x='{x}' y='{y}' font-size='11' font-family='sans-serif'>{name}: {}</text>",
        parts.len()
    )
    .unwrap_or_default();
}

fn main() -> Result<(), PolygonError> {
    let letter =
        [[0, 0], [1, 0], [1, 2], [2, 2], [2, 0], [3, 0], [3, 4], [2, 4], [2, 3], [1, 3], [1, 4], [0, 4]];
    let letter = ring(&letter.map(|[x, y]| [x as f32, y as f32]));
    let star = circle(Vec2::ZERO, 24, |angle| if cos(12.0 * angle) > 0.0 { 2.0 } else { 1.0 });
    let plate = [circle(Vec2::ZERO, 40, |_| 2.0), circle(vec2(0.5, 0.4), 12, |_| 0.6)];
    let tie = circle(Vec2::ZERO, 5, |_| 1.0);
    let tie: Vec<Vec2> = (0..5).map(|k| tie[k * 2 % 5]).collect();
    let island = circle(Vec2::ZERO, 400, coast);
    let area =
        |rings: &[Vec<Vec2>]| MultiPolygon::from_rings(rings.iter().map(|r| &r[..]), FillRule::EvenOdd);
    let exact = Decompose::default();
    let rough = Decompose { tolerance: 0.08, ..exact };
    let panels = [
        ("exact", area(&[letter])?, exact),
        ("hole", area(&plate)?, exact),
        ("hole, tolerance", area(&plate)?, Decompose { tolerance: 0.05, ..exact }),
        ("crosses itself", area(&[tie])?, exact),
        ("star", area(&[star.clone()])?, exact),
        ("cover", area(&[star])?, Decompose { mode: Mode::Cover, ..exact }),
        ("coast, 1 %", area(&[island.clone()])?, rough),
    ];
    let mut page = String::from("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 600 330'>\n");
    for (index, (name, area, how)) in panels.iter().enumerate() {
        let parts: Vec<Vec<Vec2>> = decompose(area, how)?.parts.iter().map(<[Vec2]>::to_vec).collect();
        draw(&mut page, index, name, area, &parts);
    }
    let island = area(&[island])?.simplify(0.08, |_| false)?.area;
    let cells = voronoi(&scatter(&island, 40, 5), &island)?;
    let cells: Vec<Vec<Vec2>> =
        cells.iter().flat_map(|cell| cell.area.rings()).map(<[Vec2]>::to_vec).collect();
    draw(&mut page, 7, "Voronoi", &island, &cells);
    page.push_str("</svg>\n");
    print!("{page}");
    Ok(())
}
