//! Measures convex decomposition, booleans and marching squares beside other crates.
//!
//! `cargo run --release --manifest-path bench/Cargo.toml -p cairn2d-bench-polygons`. Outlines are generated;
//! where `../shared/data` (or `CAIRN2D_DATA`) has outlines, they are measured too. Times are the least of
//! several runs.

use cairn2d_math::Vec2;
use cairn2d_polygon::march::{Field, Lines, hard, soft};
use cairn2d_polygon::{Boolean, Certificate, Decompose, FillRule, Mode, MultiPolygon, Parts, decompose};
use i_overlay::core::{fill_rule::FillRule as OverlayFill, overlay_rule::OverlayRule};
use i_overlay::float::single::SingleFloatOverlay;
use i_triangle::float::triangulatable::Triangulatable;
use std::time::{Duration, Instant};

/// An outline: rings of corners.
type Outline = Vec<Vec<Vec2>>;

/// Result and least time of runs for about 20 ms.
fn timed<R>(mut run: impl FnMut() -> R) -> (R, f64) {
    let begin = Instant::now();
    let mut least = f64::INFINITY;
    loop {
        let start = Instant::now();
        let result = run();
        least = least.min(start.elapsed().as_secs_f64());
        if begin.elapsed() > Duration::from_millis(20) {
            return (result, least);
        }
    }
}

fn star(count: usize, center: Vec2, rough: impl Fn(usize, f32) -> f32) -> Vec<Vec2> {
    (0..count)
        .map(|k| {
            let angle = k as f32 / count as f32 * core::f32::consts::TAU;
            center + Vec2::new(angle.cos(), angle.sin()) * rough(k, angle)
        })
        .collect()
}

/// Shapes with known answers, coasts and perforated discs.
fn generated() -> Vec<(&'static str, Vec<Outline>)> {
    let coast = |seed: usize| {
        star(1000, Vec2::ZERO, move |k, angle| {
            let wave = |n: f32| (n * angle + seed as f32 * n * 1.7).sin() / n;
            3.0 + 2.0 * (wave(3.0) + wave(7.0) + wave(17.0) + wave(41.0) + wave(97.0))
                + 0.001 * (k % 7) as f32
        })
    };
    let holes = |seed: usize| {
        let mut rings = vec![star(60, Vec2::ZERO, |_, _| 5.0)];
        for k in 0..6 {
            let angle = k as f32 + seed as f32 * 0.1;
            let mut hole = star(5 + k + seed % 5, Vec2::new(angle.cos(), angle.sin()) * 3.0, |_, _| 1.0);
            hole.reverse();
            rings.push(hole);
        }
        rings
    };
    let gear = |teeth: usize| star(4 * teeth, Vec2::ZERO, |k, _| if k % 4 < 2 { 1.0 } else { 1.3 });
    vec![
        ("coasts", (0..10).map(|seed| vec![coast(seed)]).collect()),
        ("perforated discs", (0..20).map(holes).collect()),
        ("gears", (5..25).map(|teeth| vec![gear(teeth)]).collect()),
    ]
}

fn read(path: &str) -> Option<Vec<Outline>> {
    let text = std::fs::read_to_string(path).ok()?;
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let mut outlines = Vec::new();
    while let Some(line) = lines.next() {
        let count: usize = line.rsplit(' ').next()?.parse().ok()?;
        let ring = |line: &str| -> Vec<Vec2> {
            let numbers: Vec<f32> =
                line.split_whitespace().skip(1).filter_map(|word| word.parse().ok()).collect();
            numbers.chunks_exact(2).map(|p| Vec2::new(p[0] / 64.0, p[1] / 64.0)).collect()
        };
        outlines.push(lines.by_ref().take(count).map(ring).collect());
    }
    Some(outlines)
}

/// Sums over the outlines of a set.
#[derive(Default)]
struct Row {
    parts: usize,
    seconds: f64,
    extra: f64,
    lost: f64,
    over: usize,
}

impl Row {
    fn add(&mut self, area: &MultiPolygon, tolerance: f32, parts: &Parts, seconds: f64) {
        self.parts += parts.len();
        self.seconds += seconds;
        let Ok(proof) = Certificate::measure(area, parts) else {
            self.over += 1;
            return;
        };
        let size = area.bounds().map_or(0.0, |b| (b.max - b.min).length());
        self.extra = self.extra.max(f64::from(proof.outside / size));
        self.lost = self.lost.max(f64::from(proof.uncovered / size));
        let most = tolerance + 1.0e-6 * size;
        self.over += usize::from(proof.outside > 1.01 * most || proof.uncovered > 1.01 * most);
    }

    fn print(&self, name: &str, corners: usize) {
        println!(
            "| {name} | {} | {:.2} | {:.3} | {:.3} | {} |",
            self.parts,
            corners as f64 / self.seconds / 1.0e6,
            100.0 * self.extra,
            100.0 * self.lost,
            self.over
        );
    }
}

fn measure_set(name: &str, outlines: &[Outline]) {
    let corners: usize = outlines.iter().flatten().map(Vec::len).sum();
    println!("\n{name}: {} outlines, {corners} corners\n", outlines.len());
    println!("| method | parts | M corners/s | worst outside % | worst uncovered % | over |");
    println!("|---|---|---|---|---|---|");
    let exact = Decompose { max_corners: usize::MAX, ..Decompose::default() };
    let settings = [
        ("cairn2d exact", 0.0, exact),
        ("cairn2d exact, 8 corners", 0.0, Decompose::default()),
        ("cairn2d 1 %", 0.01, exact),
        ("cairn2d 1 %, 8 corners", 0.01, Decompose::default()),
        ("cairn2d cover", 0.0, Decompose { mode: Mode::Cover, ..Decompose::default() }),
    ];
    let mut rows: Vec<Row> = settings.iter().map(|_| Row::default()).collect();
    let (mut merged, mut ears) = (Row::default(), Row::default());
    for outline in outlines {
        let rings = outline.iter().map(|ring| &ring[..]);
        let Ok(area) = MultiPolygon::from_rings(rings, FillRule::NonZero) else { continue };
        let Some(bounds) = area.bounds() else { continue };
        let size = (bounds.max - bounds.min).length();
        for (row, &(_, share, how)) in rows.iter_mut().zip(&settings) {
            let how = Decompose { tolerance: share * size, ..how };
            if how.mode == Mode::Cover && area.points().len() > 600 {
                continue;
            }
            let (result, seconds) = timed(|| decompose(&area, &how));
            if let Ok(result) = result {
                row.add(&area, how.tolerance, &result.parts, seconds);
            }
        }
        let shape: Vec<Vec<[f32; 2]>> =
            area.rings().map(|ring| ring.iter().map(|p| [p.x, p.y]).collect()).collect();
        let (parts, seconds) = timed(|| shape.triangulate().into_delaunay().to_convex_polygons());
        let parts: Vec<Vec<Vec2>> =
            parts.iter().map(|part| part.iter().map(|p| Vec2::new(p[0], p[1])).collect()).collect();
        merged.add(&area, 0.0, &Parts::from_corners(parts.iter().map(|part| &part[..])), seconds);
        // Parry takes triangles; these are i_triangle's.
        let mesh = shape.triangulate().to_triangulation::<u32>();
        let points: Vec<_> = mesh.points.iter().map(|p| parry2d::math::Vector::new(p[0], p[1])).collect();
        let triangles: Vec<[u32; 3]> = mesh.indices.chunks_exact(3).map(|t| [t[0], t[1], t[2]]).collect();
        let (parts, seconds) = timed(|| parry2d::transformation::hertel_mehlhorn(&points, &triangles));
        let parts: Vec<Vec<Vec2>> =
            parts.iter().map(|part| part.iter().map(|p| Vec2::new(p.x, p.y)).collect()).collect();
        ears.add(&area, 0.0, &Parts::from_corners(parts.iter().map(|part| &part[..])), seconds);
    }
    for (row, (name, ..)) in rows.iter().zip(&settings) {
        row.print(name, corners);
    }
    merged.print("i_triangle", corners);
    ears.print("parry Hertel-Mehlhorn, merge only", corners);
}

fn measure_booleans() {
    println!("\n| union of two stars | cairn2d ms | i_overlay ms | ratio |");
    println!("|---|---|---|---|");
    for count in [1000, 3000, 10_000] {
        let make = |x: f32| {
            star(count, Vec2::new(x, 0.0), |k, a| {
                1.0 + 0.1 * (13.0 * a).sin() + 5.0e-6 * (k * 7919 % 101) as f32
            })
        };
        let (a, b) = (make(0.0), make(0.3));
        let (Ok(first), Ok(second)) = (MultiPolygon::from_ring(&a), MultiPolygon::from_ring(&b)) else {
            continue;
        };
        let wide = |ring: &[Vec2]| -> Vec<[f64; 2]> {
            ring.iter().map(|p| [f64::from(p.x), f64::from(p.y)]).collect()
        };
        let (a, b) = (wide(&a), wide(&b));
        let (_, own) = timed(|| first.boolean(&second, Boolean::Union));
        let (_, peer) = timed(|| a.overlay(&b, OverlayRule::Union, OverlayFill::NonZero));
        println!("| {count} | {:.3} | {:.3} | {:.2} |", 1.0e3 * own, 1.0e3 * peer, own / peer);
    }
}

fn measure_marching() -> Result<(), cairn2d_polygon::PolygonError> {
    println!("\n| samples | soft ns/sample | hard ns/sample | points |");
    println!("|---|---|---|---|");
    for side in [33, 257, 1025] {
        let wave = |k: usize| {
            let (x, y) = ((k % side) as f32, (k / side) as f32);
            (127.0 + 60.0 * (0.21 * x + 0.03 * y).sin() + 60.0 * (0.17 * y - 0.05 * x).cos()) as u8
        };
        let samples: Vec<u8> = (0..side * side).map(wave).collect();
        let field = Field::new(&samples, side, side)?;
        let mut lines = Lines::default();
        let (_, rough) = timed(|| hard(&field, 128, &mut lines));
        let (_, fine) = timed(|| soft(&field, 128, &mut lines));
        let points: usize = lines.iter().map(|(line, _)| line.len()).sum();
        let scale = 1.0e9 / (side * side) as f64;
        println!("| {side} x {side} | {:.2} | {:.2} | {points} |", fine * scale, rough * scale);
    }
    Ok(())
}

fn main() -> Result<(), cairn2d_polygon::PolygonError> {
    for (name, outlines) in generated() {
        measure_set(name, &outlines);
    }
    let folder = std::env::var("CAIRN2D_DATA").unwrap_or_else(|_| "../shared/data".into());
    for set in ["synthetic", "glyphs_dejavu_serif", "cgshop2023", "countries50m", "earcut"] {
        let path = format!("{folder}/outlines/{set}.txt");
        match read(&path) {
            Some(outlines) => measure_set(set, &outlines),
            None => eprintln!("{path} is not there, so it is not measured"),
        }
    }
    measure_booleans();
    measure_marching()
}
