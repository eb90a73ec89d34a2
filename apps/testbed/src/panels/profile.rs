//! Times of a step: a plot of the last steps by stage, and counters.

use cairn2d::{Counts, Stage};
use egui::{Color32, Pos2, Sense, Shape, Stroke, pos2, vec2};

use crate::session::Session;
use crate::session::profile::ProfileLog;

/// Counts and the hash, updated at intervals because they are slow for a large world.
#[derive(Clone, Debug, Default)]
pub struct Counters {
    scene: String,
    known: Option<((u32, usize, usize), Counts, u64)>,
}

/// Steps between two updates while the world runs.
const EVERY: u32 = 10;

impl Counters {
    /// Shows the plot and the counters.
    pub fn show(&mut self, ui: &mut egui::Ui, session: &Session) {
        let world = session.world();
        let now = (session.step_index(), session.log().len(), world.bodies().count());
        let stale = |known: (u32, usize, usize)| {
            let due = session.pace.paused || now.0.abs_diff(known.0) >= EVERY;
            (due && now != known) || now.1 != known.1 || now.2 != known.2
        };
        if self.scene != session.scene().name || self.known.is_none_or(|(known, ..)| stale(known)) {
            self.scene.clone_from(&session.scene().name);
            self.known = Some((now, world.counts(), session.hash()));
        }
        let Some((_, counts, hash)) = self.known else { return };
        show(ui, session, &counts, hash);
    }
}

fn show(ui: &mut egui::Ui, session: &Session, counts: &Counts, hash: u64) {
    let log = session.profile();
    ui.horizontal(|ui| {
        ui.strong(format!("{:.2} ms", log.mean_total()));
        ui.weak(format!("mean step, at most {:.2} ms", log.max_total()));
    });
    plot(ui, log);
    legend(ui, log);
    ui.add_space(6.0);
    counters(ui, session, counts, hash);
}

/// Colors of the stages in stacking order, the same as in the legend.
fn color(index: usize) -> Color32 {
    const COLORS: [[u8; 3]; 13] = [
        [0x8a, 0x95, 0xa1],
        [0x5b, 0x8f, 0xc7],
        [0x4f, 0xb0, 0xae],
        [0xd9, 0x8b, 0x4f],
        [0x6f, 0xb3, 0x6b],
        [0xc9, 0x6a, 0x6a],
        [0xb8, 0xa2, 0x4e],
        [0x96, 0x7b, 0xc0],
        [0x6d, 0xa0, 0xd8],
        [0xc7, 0x7d, 0xb0],
        [0x9c, 0x8a, 0x74],
        [0x77, 0x9e, 0x8a],
        [0xa7, 0xa7, 0xa7],
    ];
    let [r, g, b] = COLORS[index % COLORS.len()];
    Color32::from_rgb(r, g, b)
}

fn plot(ui: &mut egui::Ui, log: &ProfileLog) {
    let (response, painter) = ui.allocate_painter(vec2(ui.available_width(), 90.0), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "times of stages"));
    let rect = response.rect;
    painter.rect_filled(rect, 4.0, ui.visuals().extreme_bg_color);
    let top = nice_above(1.15 * log.usual_max());
    let count = log.steps().len();
    if count < 2 {
        return;
    }
    let x = |index: usize| {
        let from_end = (count - 1 - index) as f32 / (ProfileLog::LENGTH - 1) as f32;
        rect.right() - from_end * rect.width()
    };
    let y = |time: f32| rect.bottom() - (time / top).clamp(0.0, 1.0) * rect.height();
    let mut below = vec![0.0f32; count];
    for (place, stage) in Stage::ALL.into_iter().enumerate() {
        let mut mesh = egui::Mesh::default();
        for (index, profile) in log.steps().enumerate() {
            let above = below[index] + profile.stage(stage) as f32 * 1.0e-6;
            let corner = mesh.vertices.len() as u32;
            mesh.colored_vertex(pos2(x(index), y(below[index])), color(place));
            mesh.colored_vertex(pos2(x(index), y(above)), color(place));
            if index > 0 {
                mesh.add_triangle(corner - 2, corner - 1, corner);
                mesh.add_triangle(corner - 1, corner, corner + 1);
            }
            below[index] = above;
        }
        painter.add(Shape::mesh(mesh));
    }
    let line = Stroke::new(1.0, ui.visuals().weak_text_color().gamma_multiply(0.4));
    painter.hline(rect.x_range(), rect.center().y, line);
    let text = |at: Pos2, align, time: f32| {
        painter.text(
            at,
            align,
            format!("{time} ms"),
            egui::FontId::proportional(10.5),
            ui.visuals().weak_text_color(),
        );
    };
    text(rect.left_top() + vec2(4.0, 2.0), egui::Align2::LEFT_TOP, top);
    text(rect.left_center() + vec2(4.0, -2.0), egui::Align2::LEFT_BOTTOM, 0.5 * top);
}

/// A round number above a time `[ms]`.
fn nice_above(time: f32) -> f32 {
    let steps = [0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0];
    steps.into_iter().find(|&step| step >= time).unwrap_or(1.0e4)
}

/// The times of the stages, in the order of the step, so that rows stay where they are.
fn legend(ui: &mut egui::Ui, log: &ProfileLog) {
    egui::Grid::new("stages").num_columns(3).spacing([8.0, 1.0]).show(ui, |ui| {
        for (place, stage) in Stage::ALL.into_iter().enumerate() {
            let time = log.mean(stage);
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(9.0, 9.0), Sense::hover());
                ui.painter().rect_filled(rect, 2.0, color(place));
                ui.small(stage.name().replace('_', " "));
            });
            ui.small(format!("{time:.3} ms")).on_hover_text("Mean time of the last 240 steps");
            let most = log.max(stage);
            ui.weak(egui::RichText::new(format!("at most {most:.3} ms")).small())
                .on_hover_text("Longest time of the last 240 steps");
            ui.end_row();
        }
    });
}

fn counters(ui: &mut egui::Ui, session: &Session, counts: &Counts, hash: u64) {
    let report = session.report();
    egui::Grid::new("counters").num_columns(4).spacing([10.0, 1.0]).show(ui, |ui| {
        let mut row = |left: (&str, u32, &str), right: (&str, u32, &str)| {
            for (name, value, hint) in [left, right] {
                ui.small(name).on_hover_text(hint);
                ui.small(value.to_string()).on_hover_text(hint);
            }
            ui.end_row();
        };
        row(
            ("bodies", counts.bodies, "All bodies"),
            ("awake", counts.awake_bodies, "Bodies that are simulated"),
        );
        row(
            ("shapes", counts.shapes, "All shapes, sensors included"),
            ("asleep", counts.sleeping_bodies, "Bodies at rest that are not simulated"),
        );
        row(
            ("contacts", counts.contacts, "Pairs of shapes whose AABBs overlap"),
            ("touching", counts.touching_contacts, "Contacts whose shapes touch"),
        );
        row(
            ("joints", counts.joints, "All joints"),
            ("islands", counts.awake_islands, "Groups of awake bodies that touch or are joined"),
        );
        row(
            ("sensors", counts.sensors, "Sensor shapes"),
            ("sensor overlaps", report.sensor_overlaps, "Pairs of a sensor and a shape inside of it"),
        );
        row(
            ("graph colors", report.colors, "Colors of the constraint graph: groups that are solved at once"),
            ("overflow", report.overflow_constraints, "Constraints beyond the last color, solved one by one"),
        );
        row(
            ("new contacts", report.new_contacts, "Contacts that began in the last step"),
            ("exact impacts", report.impacts, "Impacts that were solved at their time within the step"),
        );
        row(
            ("CCD bodies", report.continuous_bodies, "Fast bodies that were swept in the last step"),
            ("out of range", report.capped_bodies, "Bodies that were stopped at the limit of the world"),
        );
    });
    ui.small(format!("state hash {hash:016x}"))
        .on_hover_text("Equal on every machine, for any lane width and thread count");
}
