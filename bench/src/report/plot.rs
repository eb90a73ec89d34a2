//! The ratios as a bar chart in SVG.
//!
//! One group of bars for each scene and one bar for each other engine, its length the time of the first
//! engine divided by that engine's; a line marks 1, where both are equally fast.

use core::fmt::Write;

use crate::summary::{SceneSummary, geometric_mean};

const LEFT: f64 = 190.0;
const WIDTH: f64 = 620.0;
const TOP: f64 = 92.0;
const BAR: f64 = 14.0;
const GAP: f64 = 12.0;
const COLORS: [&str; 5] = ["#3b6ea5", "#d98032", "#5b9a68", "#9067a7", "#b5504e"];

/// Returns the chart.
pub(crate) fn svg(ours: &str, machine: &str, summaries: &[SceneSummary]) -> String {
    let others = summaries.first().map_or(0, |summary| summary.ratios.len());
    let mut groups: Vec<(String, Vec<f64>)> = Vec::new();
    for summary in summaries {
        let threads =
            if summary.threads == 1 { String::new() } else { format!(", {} threads", summary.threads) };
        let values = summary.ratios.iter().map(|ratio| ratio.median).collect();
        groups.push((format!("{}{threads}", summary.scene), values));
    }
    let mean = |index: usize| geometric_mean(&groups.iter().map(|group| group.1[index]).collect::<Vec<_>>());
    let means = (0..others).map(mean).collect();
    groups.push(("geometric mean".to_owned(), means));

    let largest = groups.iter().flat_map(|group| &group.1).copied().fold(1.0, f64::max);
    // Round up to a whole quarter, so that the last grid line is the edge.
    let limit = (largest * 4.0).ceil() / 4.0;
    let group_height = others as f64 * BAR + GAP;
    let height = TOP + groups.len() as f64 * group_height + 40.0;
    let mut out = String::new();
    let _ = writeln!(
        out,
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {height}" font-family="system-ui, sans-serif" font-size="12" fill="#222">"##,
        LEFT + WIDTH + 60.0
    );
    let _ = writeln!(out, r##"<rect width="100%" height="100%" fill="#fff"/>"##);
    let _ = writeln!(
        out,
        r##"<text x="16" y="26" font-size="16" font-weight="600">Time of {} relative to other engines</text>"##,
        escape(ours)
    );
    let _ = writeln!(
        out,
        r##"<text x="16" y="46" fill="#666">{}; shorter is faster, 1 is equally fast</text>"##,
        escape(machine)
    );
    legend(&mut out, summaries);
    grid(&mut out, limit, height);
    for (index, (name, values)) in groups.iter().enumerate() {
        let y = TOP + index as f64 * group_height;
        let _ = writeln!(
            out,
            r##"<text x="{}" y="{}" text-anchor="end">{}</text>"##,
            LEFT - 10.0,
            y + 0.5 * group_height,
            escape(name)
        );
        for (bar, value) in values.iter().enumerate() {
            let y = y + GAP * 0.5 + bar as f64 * BAR;
            let width = value / limit * WIDTH;
            let color = COLORS[bar % COLORS.len()];
            let _ = writeln!(
                out,
                r##"<rect x="{LEFT}" y="{y}" width="{width:.1}" height="{}" fill="{color}"/>"##,
                BAR - 2.0
            );
            let _ = writeln!(
                out,
                r##"<text x="{:.1}" y="{}" font-size="11">{value:.2}</text>"##,
                LEFT + width + 4.0,
                y + BAR - 4.0
            );
        }
    }
    out.push_str("</svg>\n");
    out
}

fn legend(out: &mut String, summaries: &[SceneSummary]) {
    let Some(first) = summaries.first() else { return };
    let mut x = 16.0;
    for (index, ratio) in first.ratios.iter().enumerate() {
        let color = COLORS[index % COLORS.len()];
        let name = format!("to {}", ratio.to);
        let _ = writeln!(out, r#"<rect x="{x}" y="58" width="12" height="12" fill="{color}"/>"#);
        let _ = writeln!(out, r##"<text x="{}" y="68">{}</text>"##, x + 18.0, escape(&name));
        x += 44.0 + 7.0 * name.chars().count() as f64;
    }
}

fn grid(out: &mut String, limit: f64, height: f64) {
    let bottom = height - 34.0;
    let mut value = 0.0;
    while value <= limit + 1e-9 {
        let x = LEFT + value / limit * WIDTH;
        let color = if value == 1.0 { "#333" } else { "#ddd" };
        let _ = writeln!(
            out,
            r##"<line x1="{x:.1}" y1="{}" x2="{x:.1}" y2="{bottom}" stroke="{color}"/>"##,
            TOP - 4.0
        );
        let _ = writeln!(
            out,
            r##"<text x="{x:.1}" y="{}" text-anchor="middle" fill="#666">{value}</text>"##,
            bottom + 16.0
        );
        value += if limit > 3.0 { 0.5 } else { 0.25 };
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::svg;
    use crate::engine::Engine;
    use crate::rounds::SceneRuns;
    use crate::summary::{summarize, tests::run};

    #[test]
    fn bars_are_as_long_as_the_ratios() {
        let engine = |name| Engine::parse(name).unwrap();
        let engines =
            vec![(engine("cairn2d"), vec![run(1.0, 0, 0.0)]), (engine("rapier"), vec![run(2.0, 0, 0.0)])];
        let runs = SceneRuns { scene: "a<b.json".to_owned(), threads: 1, complete: true, engines };
        let text = svg("cairn2d", "machine", &[summarize(&runs)]);
        // The scale ends at 1, so half of the width is a ratio of one half: for the scene and for the mean.
        assert_eq!(text.matches(r#"width="310.0""#).count(), 2);
        assert!(text.contains("a&lt;b.json") && !text.contains("a<b"));
    }
}
