//! Ties session, camera, renderer, tools and panels together as an application of eframe.

use crate::camera::Camera;

/// The application.
pub struct App {
    camera: Camera,
}

impl App {
    /// Makes the application.
    pub fn new(_context: &eframe::CreationContext<'_>) -> Self {
        Self { camera: Camera::new() }
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        egui::CentralPanel::default().show(ui, |ui| {
            self.camera.size = ui.available_size().into();
            ui.label("cairn2d");
        });
    }
}
