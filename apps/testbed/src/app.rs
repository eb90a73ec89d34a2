//! The application: connects session, camera, renderer, tools and panels by eframe.

use cairn2d_scenes::Controls;
use egui::{CentralPanel, Key, Panel};

use crate::camera::Camera;
use crate::compare::{Arrangement, Comparison};
use crate::dialogs::{Dialogs, SavedFile};
use crate::framing::Framing;
use crate::meter::Meter;
use crate::pads::Pads;
use crate::panels::catalogue::Catalogue;
use crate::panels::help::{self, Action};
use crate::panels::phone::{self, Sheet};
use crate::panels::{
    bar, catalogue, compare, drawing, inspector, parameters, profile, several, timeline, tools, world,
};
#[cfg(not(target_arch = "wasm32"))]
use crate::photograph::{Order, Photographer};
use crate::picture::Picture;
use crate::session::{FileKind, Session};
use crate::settings::Settings;
use crate::thumbnails::Thumbnails;
use crate::tools::{Tool, Toolbox};
use crate::view::Pointer;
use crate::{dialogs, files, plain, theme};

/// The first scene.
const FIRST: &str = "wrecking_ball";
/// Widths below which the catalogue and the settings are closed at the start `[points]`.
const NARROW: f32 = 760.0;
const WIDE: f32 = 1100.0;
/// Width above which the catalogue begins with three columns `[points]`.
const ROOMY: f32 = 1400.0;
/// Time for which a message is shown `[s]`.
const MESSAGE: f64 = 6.0;

/// The application.
pub struct App {
    /// The running scene.
    pub session: Session,
    /// The visible part of its world.
    pub camera: Camera,
    /// The tools of the pointer.
    pub toolbox: Toolbox,
    /// The drawn picture.
    pub picture: Picture,
    /// Takes photographs of the scenes, if requested.
    #[cfg(not(target_arch = "wasm32"))]
    pub photographer: Option<Photographer>,
    catalogue: Catalogue,
    /// The numbers of the actions on several bodies.
    pub several: several::Options,
    /// The second run of the scene, if there is one, and its picture.
    pub comparison: Option<Comparison>,
    second_picture: Picture,
    /// The thumbnails of the catalogue.
    pub thumbnails: Thumbnails,
    counters: profile::Counters,
    pointer: Pointer,
    pads: Pads,
    meter: Meter,
    /// The scene that the title of the window names.
    titled: String,
    /// Whether the window has been touched by a finger.
    touched: bool,
    shown: Shown,
    sheet: Option<Sheet>,
    message: Option<(String, f64)>,
    inbox: files::Inbox,
    /// The dialogs that open and save files.
    pub dialogs: Box<dyn Dialogs>,
    /// Moves the camera until the user does.
    pub framing: Framing,
    last_frame: Option<f64>,
    /// The upper left corner of the picture in points of the window.
    origin: [f32; 2],
    /// The settings as they were last kept; `None` if they are not kept.
    kept: Option<Settings>,
    /// Whether the window is part of another page: the picture, and a bar with few buttons.
    pub embedded: bool,
    /// The address that the page shows.
    #[cfg(target_arch = "wasm32")]
    addressed: Option<String>,
}

/// Visibility of the panels.
#[derive(Clone, Copy, Debug)]
struct Shown {
    catalogue: bool,
    settings: bool,
    help: bool,
    decided: bool,
}

impl App {
    /// Makes the application with its first scene.
    pub fn new(context: &eframe::CreationContext<'_>) -> Self {
        theme::install(&context.egui_ctx);
        let session = first_session();
        let shown = Shown { catalogue: true, settings: true, help: false, decided: false };
        Self {
            session,
            camera: Camera::new(),
            toolbox: Toolbox::default(),
            picture: Picture::default(),
            #[cfg(not(target_arch = "wasm32"))]
            photographer: None,
            catalogue: Catalogue::default(),
            several: several::Options::default(),
            comparison: None,
            second_picture: Picture::default(),
            thumbnails: Thumbnails::default(),
            counters: profile::Counters::default(),
            pointer: Pointer::default(),
            pads: Pads::default(),
            meter: Meter::default(),
            titled: String::new(),
            touched: false,
            shown,
            sheet: None,
            message: None,
            inbox: files::Inbox::default(),
            dialogs: dialogs::of_machine(),
            framing: Framing::default(),
            last_frame: None,
            origin: [0.0; 2],
            kept: None,
            embedded: false,
            #[cfg(target_arch = "wasm32")]
            addressed: None,
        }
    }

    /// Applies the settings of the last start, and keeps them from now on.
    pub fn keep_settings(&mut self, context: &egui::Context) {
        let settings = files::remembered().map_or_else(Settings::default, |text| Settings::read(&text));
        settings.apply(&mut self.picture, context);
        self.kept = Some(Settings::of(&mut self.picture, context));
    }

    /// Keeps the settings if they have changed.
    fn update_settings(&mut self, context: &egui::Context) {
        let Some(kept) = &mut self.kept else { return };
        let now = Settings::of(&mut self.picture, context);
        if *kept != now {
            files::remember(&now.text());
            *kept = now;
        }
    }

    /// Opens a scene of the library.
    pub fn open(&mut self, name: &str) {
        match Session::open(name) {
            Ok(session) => self.take(session),
            Err(why) => self.session.say(why),
        }
    }

    /// Opens a scene file, a recording or a snapshot.
    pub fn open_file(&mut self, name: &str, bytes: &[u8]) {
        match Session::open_file(name, bytes) {
            Ok(session) => {
                self.take(session);
                self.session.say(format!("Opened {name}"));
            }
            Err(why) => self.session.say(format!("{name}: {}", plain::line(&why.to_string()))),
        }
    }

    fn take(&mut self, session: Session) {
        self.toolbox.cancel(&mut self.session);
        self.session.replace(session);
        self.framing.restart();
    }

    /// Performs the action of a key or a button.
    pub fn act(&mut self, action: Action, context: &egui::Context) {
        let middle = [0.5 * self.camera.size[0], 0.5 * self.camera.size[1]];
        match action {
            Action::Pause => self.session.play_or_pause(),
            Action::Step => self.session.step_once(),
            Action::StepBack => self.session.step_back(),
            Action::Restart => self.session.restart(),
            Action::Slower => self.session.pace.scale_speed(0.5),
            Action::Faster => self.session.pace.scale_speed(2.0),
            Action::RealTime => self.session.pace.speed = 1.0,
            Action::Undo => self.session.undo(),
            Action::Redo => self.session.redo(),
            Action::Delete => self.session.delete_selected(),
            Action::Copy => self.session.copy_selected(self.several.offset.into()),
            Action::SelectNothing => self.session.selection.clear(),
            Action::Fit => self.framing.restart(),
            Action::ZoomIn => self.camera.zoom_at(middle, 1.25),
            Action::ZoomOut => self.camera.zoom_at(middle, 0.8),
            Action::Previous => self.open(catalogue::neighbor(self.session.source(), -1)),
            Action::Next => self.open(catalogue::neighbor(self.session.source(), 1)),
            Action::Catalogue => self.shown.catalogue = !self.shown.catalogue,
            Action::Settings => self.shown.settings = !self.shown.settings,
            Action::Help => self.shown.help = !self.shown.help,
            Action::Theme => {
                let dark = context.theme() == egui::Theme::Dark;
                context.set_theme(if dark { egui::Theme::Light } else { egui::Theme::Dark });
            }
            Action::Open => self.dialogs.open(&self.inbox, context),
            Action::Save => self.save_scene(context),
            Action::Snapshot => {
                let (bytes, left_out) = self.session.snapshot();
                self.save(FileKind::Snapshot, bytes, left_out, context);
            }
            Action::Share => self.share(context),
            Action::Record => self.record(),
        }
    }

    /// Saves the current world as a scene file.
    fn save_scene(&mut self, context: &egui::Context) {
        match self.session.save() {
            Ok(text) => self.save(FileKind::Scene, text.into_bytes(), self.session.not_saved(), context),
            Err(why) => self.session.say(why),
        }
    }

    fn save(&mut self, kind: FileKind, bytes: Vec<u8>, left_out: Option<String>, context: &egui::Context) {
        let name = self.session.file_name(kind);
        self.dialogs.save(SavedFile { name, bytes, left_out }, &self.inbox, context);
    }

    fn record(&mut self) {
        if self.session.is_recording() {
            self.session.end_recording();
        } else if let Err(why) = self.session.record() {
            self.session.say(why);
        }
    }

    /// Saves a recording that has ended.
    fn save_recording(&mut self, context: &egui::Context) {
        if let Some(bytes) = self.session.take_recorded() {
            self.save(FileKind::Recording, bytes, None, context);
        }
    }

    fn share(&mut self, context: &egui::Context) {
        match self.session.link() {
            Ok(link) => {
                context.copy_text(files::address(&link));
                self.session.say("Link copied");
            }
            Err(why) => self.session.say(why),
        }
    }

    /// Opens a link.
    pub fn open_link(&mut self, text: &str) {
        match Session::open_link_within(text, self.session.clock()) {
            Ok(session) => {
                let paused = session.pace.paused;
                self.take(session);
                self.session.pace.paused = paused;
            }
            Err(why) => self.session.say(why),
        }
    }

    fn keys(&mut self, context: &egui::Context) {
        let game = !self.session.keys().is_empty();
        if let Some(action) = help::pressed(context, game) {
            self.act(action, context);
        }
        if context.egui_wants_keyboard_input() {
            return;
        }
        const DIGITS: [Key; 10] = [
            Key::Num1,
            Key::Num2,
            Key::Num3,
            Key::Num4,
            Key::Num5,
            Key::Num6,
            Key::Num7,
            Key::Num8,
            Key::Num9,
            Key::Num0,
        ];
        for (key, tool) in DIGITS.into_iter().zip(Tool::ALL) {
            if context.input(|input| input.key_pressed(key)) {
                self.toolbox.tool = tool;
            }
        }
        let events = context.input(|input| input.events.clone());
        self.touched |= events.iter().any(|event| matches!(event, egui::Event::Touch { .. }));
        let narrow = context.content_rect().width() < phone::WIDEST;
        let has_pads = game && self.sheet.is_none() && !self.shown.help && (narrow || self.touched);
        let thumbs = self.pads.read(&events, has_pads.then(|| self.view()));
        if game {
            let held = context.input(|input| Controls {
                left: thumbs.left || input.key_down(Key::ArrowLeft) || input.key_down(Key::A),
                right: thumbs.right || input.key_down(Key::ArrowRight) || input.key_down(Key::D),
                up: thumbs.up || input.key_down(Key::ArrowUp) || input.key_down(Key::W),
                down: thumbs.down || input.key_down(Key::ArrowDown) || input.key_down(Key::S),
                fire: thumbs.fire || input.key_down(Key::Space),
                special: thumbs.special || input.key_down(Key::Enter),
            });
            // Before any player input the game plays itself.
            if held != Controls::NONE || self.session.is_played() {
                self.session.set_controls(Some(held));
            }
        }
    }

    /// Opens a link from the clipboard.
    fn paste(&mut self, context: &egui::Context) {
        if context.egui_wants_keyboard_input() {
            return;
        }
        let pasted = context.input(|input| {
            input.events.iter().find_map(|event| match event {
                egui::Event::Paste(text) => Some(text.clone()),
                _ => None,
            })
        });
        if let Some(text) = pasted {
            self.open_link(&text);
        }
    }

    fn panels(&mut self, ui: &mut egui::Ui) {
        if !self.shown.decided {
            let width = ui.available_width();
            let (catalogue, settings) = (width > NARROW, width > WIDE);
            self.shown = Shown { catalogue, settings, decided: true, ..self.shown };
        }
        let context = ui.ctx().clone();
        if self.embedded {
            let bar = Panel::bottom("embedded").exact_size(bar::HEIGHT);
            let (asked, opens_alone) = bar.show(ui, |ui| bar::embedded(ui, &self.session)).inner;
            if let Some(action) = asked {
                self.act(action, &context);
            }
            if opens_alone {
                match self.session.link() {
                    Ok(link) => context.open_url(egui::OpenUrl::new_tab(files::address(&link))),
                    Err(why) => self.session.say(why),
                }
            }
        } else if width_of(ui) < phone::WIDEST {
            self.narrow_panels(ui, &context);
        } else {
            self.wide_panels(ui, &context);
        }
    }

    fn wide_panels(&mut self, ui: &mut egui::Ui, context: &egui::Context) {
        self.sheet = None;
        let bar = Panel::top("bar").exact_size(bar::HEIGHT);
        if let Some(action) = bar.show(ui, |ui| bar::show(ui, &self.session)).inner {
            self.act(action, context);
        }
        let strip = Panel::top("tools").exact_size(tools::HEIGHT);
        strip.show(ui, |ui| tools::show(ui, &mut self.toolbox));
        Panel::bottom("time").show(ui, |ui| timeline::show(ui, &mut self.session));
        if self.shown.catalogue {
            let width = if ui.available_width() > ROOMY { 420.0 } else { 290.0 };
            let panel = Panel::left("catalogue").default_size(width).size_range(160.0..=1000.0);
            let (catalogue, source) = (&mut self.catalogue, self.session.source());
            let clicked = panel.show(ui, |ui| catalogue.show(ui, source, &mut self.thumbnails)).inner;
            if let Some(name) = clicked {
                self.open(name);
            }
        }
        if self.shown.settings {
            let panel = Panel::right("settings").default_size(322.0).size_range(322.0..=440.0);
            panel.show(ui, |ui| {
                egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| self.settings(ui));
            });
        }
    }

    fn narrow_panels(&mut self, ui: &mut egui::Ui, context: &egui::Context) {
        let bar = Panel::bottom("phone").exact_size(phone::HEIGHT);
        let asked = bar.show(ui, |ui| phone::bar(ui, &self.session, &mut self.sheet)).inner;
        let time = Panel::bottom("phone_time").exact_size(phone::TARGET);
        let time = time.show(ui, |ui| {
            ui.horizontal_centered(|ui| timeline::line(ui, &mut self.session));
        });
        let bottom = time.response.rect.top();
        let more = self
            .sheet
            .and_then(|sheet| phone::show_sheet(context, (sheet, bottom), |ui| self.sheet(ui, sheet)));
        if let Some(action) = asked.or(more) {
            self.act(action, context);
        }
    }

    /// Shows the content of a sheet. Returns the requested action.
    fn sheet(&mut self, ui: &mut egui::Ui, sheet: Sheet) -> Option<Action> {
        match sheet {
            Sheet::Scenes => {
                if let Some(name) = self.catalogue.show(ui, self.session.source(), &mut self.thumbnails) {
                    self.open(name);
                    self.sheet = None;
                }
                None
            }
            Sheet::Tools => {
                ui.horizontal_wrapped(|ui| tools::choose(ui, &mut self.toolbox));
                ui.horizontal_wrapped(|ui| tools::options(ui, &mut self.toolbox));
                None
            }
            Sheet::Settings => {
                self.settings(ui);
                None
            }
            Sheet::More => {
                let asked = phone::more(ui, &self.session);
                self.sheet = self.sheet.filter(|_| asked.is_none());
                asked
            }
        }
    }

    fn settings(&mut self, ui: &mut egui::Ui) {
        section(ui, "Selection", true, |ui| {
            inspector::show(ui, &mut self.session, &mut self.several);
        });
        section(ui, "Parameters of the scene", true, |ui| parameters::show(ui, &mut self.session));
        section(ui, "Comparison", self.comparison.is_some(), |ui| {
            compare::show(ui, &mut self.session, &mut self.comparison);
        });
        section(ui, "Drawing", false, |ui| drawing::show(ui, &mut self.picture));
        section(ui, "World", true, |ui| world::show(ui, &mut self.session));
        section(ui, "Profile", true, |ui| self.counters.show(ui, &self.session));
    }

    /// Position of a world point `[m]` in points of the window.
    pub fn place_of(&self, point: cairn2d::Vec2) -> [f32; 2] {
        let [x, y] = self.camera.to_screen(point);
        [self.origin[0] + x, self.origin[1] + y]
    }

    /// The picture of the world, in points of the window.
    pub fn view(&self) -> egui::Rect {
        egui::Rect::from_min_size(self.origin.into(), self.camera.size.into())
    }

    /// State of the application as JSON, for test scripts.
    pub fn status(&self) -> String {
        let world = self.session.world();
        let places: Vec<serde_json::Value> = world
            .bodies()
            .filter_map(|id| world.body(id))
            .filter(|body| body.kind() == cairn2d::BodyKind::Dynamic)
            .take(32)
            .map(|body| serde_json::json!(self.place_of(body.pose_from(self.session.scene().origin()).p)))
            .collect();
        let status = serde_json::json!({
            "scene": self.session.scene().name,
            "step": self.session.step_index(),
            "paused": self.session.pace.paused,
            "hash": format!("{:016x}", self.session.hash()),
            "edits": self.session.log().len(),
            "bodies": places,
            "frame_rate": self.meter.frame_rate(),
            "failure": self.picture.failure(),
            "thumbnails": self.thumbnails.count(),
        });
        status.to_string()
    }

    /// Shows the second run of a comparison in the right half, with the same camera.
    fn second_view(&mut self, ui: &mut egui::Ui) {
        let two = self.comparison.as_ref().filter(|two| two.arrangement == Arrangement::SideBySide);
        let Some(two) = two else { return };
        let width = 0.5 * ui.available_width();
        let panel = Panel::right("second").exact_size(width).resizable(false).frame(egui::Frame::NONE);
        panel.show(ui, |ui| {
            let rect = ui.available_rect_before_wrap();
            let camera = Camera { size: rect.size().into(), ..self.camera };
            let (picture, tools) = (&mut self.second_picture, Toolbox::default());
            (picture.options, picture.colors) = (self.picture.options, self.picture.colors);
            (picture.grid, picture.interpolate) = (self.picture.grid, self.picture.interpolate);
            picture.show(ui, rect, two.other(), (&camera, &tools), None);
            let (font, color) = (egui::FontId::proportional(15.0), ui.visuals().strong_text_color());
            let at = rect.left_top() + egui::vec2(12.0, 34.0);
            ui.painter_at(rect).text(at, egui::Align2::LEFT_TOP, "run 2", font, color);
        });
    }

    fn picture(&mut self, ui: &mut egui::Ui) {
        let (pads, target) = (&self.pads, (&mut self.session, &mut self.toolbox, &mut self.camera));
        let rect = self.pointer.show(ui, target, |at| pads.cover(at));
        self.toolbox.frame(&mut self.session, &self.camera);
        let seconds = ui.input(|input| input.stable_dt);
        self.framing.frame(&mut self.camera, &self.session, seconds);
        self.origin = rect.min.into();
        let ghosts = self.comparison.as_ref().filter(|two| two.arrangement == Arrangement::Ghosts);
        self.picture.show(ui, rect, &self.session, (&self.camera, &self.toolbox), ghosts);
        self.pads.show(ui);
        self.legend(ui, rect);
        let painter = ui.painter_at(rect);
        if let Some(message) = self.session.take_message() {
            self.message = Some((message, ui.input(|input| input.time)));
        }
        let now = ui.input(|input| input.time);
        self.message.take_if(|(_, since)| now - *since > MESSAGE);
        let headline =
            self.message.as_ref().map_or_else(|| self.session.overlay().headline(), |(text, _)| text);
        painter.text(
            rect.center_top() + egui::vec2(0.0, 14.0),
            egui::Align2::CENTER_TOP,
            headline,
            egui::FontId::proportional(16.0),
            ui.visuals().strong_text_color(),
        );
    }
}

/// The legend of the picture.
impl App {
    /// Names the scene in the title of the window.
    fn title(&mut self, context: &egui::Context) {
        let name = &self.session.scene().name;
        if self.titled != *name {
            self.titled.clone_from(name);
            let title = format!("{} - cairn2d", name.replace('_', " "));
            context.send_viewport_cmd(egui::ViewportCommand::Title(title));
        }
    }

    /// Draws the name of the scene, what it shows, and the keys of a game; frame rate and true speed on the
    /// right.
    fn legend(&self, ui: &egui::Ui, picture: egui::Rect) {
        let scene = self.session.scene();
        let (strong, weak) = (ui.visuals().strong_text_color(), ui.visuals().weak_text_color());
        let painter = ui.painter_at(picture);
        let mut at = picture.left_top() + egui::vec2(12.0, 34.0);
        let mut line = |text: &str, size: f32, color: egui::Color32| {
            let width = (0.45 * picture.width()).max(220.0);
            let font = egui::FontId::proportional(size);
            let galley = painter.layout(text.to_owned(), font, color, width);
            let height = galley.size().y;
            painter.galley(at, galley, color);
            at.y += height + 2.0;
        };
        line(&scene.name.replace('_', " "), 15.0, strong);
        line(&scene.description, 12.0, weak);
        if !self.session.keys().is_empty() {
            line(self.session.keys(), 12.0, weak);
        }
        let (rate, speed) = (self.meter.frame_rate(), self.meter.speed());
        let text = format!("{rate:.0} fps, {speed:.2}x");
        let font = egui::FontId::proportional(12.0);
        let corner = picture.right_top() + egui::vec2(-12.0, 34.0);
        painter.text(corner, egui::Align2::RIGHT_TOP, text, font, weak);
    }
}

/// The first scene; another one if it was renamed.
fn first_session() -> Session {
    let names = core::iter::once(FIRST).chain(cairn2d_scenes::all().iter().map(|scene| scene.name));
    for name in names {
        if let Ok(session) = Session::open(name) {
            return session;
        }
    }
    unreachable!("every scene of the library opens: a test opens them all")
}

fn width_of(ui: &egui::Ui) -> f32 {
    ui.ctx().content_rect().width()
}

fn section(ui: &mut egui::Ui, title: &str, open: bool, content: impl FnOnce(&mut egui::Ui)) {
    egui::CollapsingHeader::new(egui::RichText::new(title).strong())
        .default_open(open)
        .show_unindented(ui, content);
    ui.add_space(4.0);
}

/// The address of the page.
#[cfg(target_arch = "wasm32")]
impl App {
    /// Regards the current address as that of the scene.
    pub fn keep_address(&mut self) {
        self.addressed = self.session.address();
    }

    /// Opens the scene of an address, unless it is the current one.
    pub fn go_to_address(&mut self, address: &str) {
        if self.addressed.as_deref() == Some(address) {
            return;
        }
        if address.is_empty() {
            self.take(first_session())
        } else {
            self.open_link(address)
        }
        self.keep_address();
    }

    /// Shows the address of the scene if it has changed.
    fn update_address(&mut self) {
        let address = self.session.address();
        if address == self.addressed {
            return;
        }
        let name = |address: &Option<String>| {
            address.as_ref().and_then(|text| text.split('&').next()).map(str::to_owned)
        };
        if let Some(text) = &address {
            crate::web::show_address(text, name(&address) == name(&self.addressed));
        }
        self.addressed = address;
    }
}

#[cfg(target_arch = "wasm32")]
impl App {
    fn photograph(&mut self, _context: &egui::Context) -> bool {
        false
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl App {
    /// Performs the order of the photographer; returns whether there is one.
    fn photograph(&mut self, context: &egui::Context) -> bool {
        let Some(mut photographer) = self.photographer.take() else { return false };
        context.request_repaint();
        match photographer.order() {
            Order::Open(name) => self.open(name),
            Order::Step(count) => {
                for _ in 0..count {
                    self.session.step_once();
                    self.session.frame(0.0);
                }
            }
            Order::Shoot(name) => photographer.shoot(context, name),
            Order::Wait => {}
            Order::End => {
                photographer.finish();
                context.send_viewport_cmd(egui::ViewportCommand::Close);
                return true;
            }
        }
        self.photographer = Some(photographer);
        true
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        let context = ui.ctx().clone();
        for message in self.inbox.messages() {
            self.session.say(message);
        }
        for (name, read) in self.inbox.take(&context) {
            match read {
                Ok(bytes) => self.open_file(&name, &bytes),
                Err(why) => self.session.say(format!("{name}: {why}")),
            }
        }
        self.keys(&context);
        self.paste(&context);
        self.save_recording(&context);
        let now = ui.input(|input| input.time);
        let seconds = self.last_frame.map_or(0.0, |last| now - last) as f32;
        self.last_frame = Some(now);
        self.panels(ui);
        if !self.photograph(&context) {
            let steps = self.session.frame(seconds);
            self.meter.push(seconds, steps as f32 * self.session.runner().time_step());
        }
        self.title(&context);
        #[cfg(target_arch = "wasm32")]
        self.update_address();
        self.comparison.take_if(|two| !two.follow(&self.session));
        self.second_view(ui);
        CentralPanel::no_frame().show(ui, |ui| self.picture(ui));
        self.thumbnails.frame(&context, &self.picture.view, self.session.clock());
        help::show(&context, &mut self.shown.help);
        self.update_settings(&context);
        let is_behind = self.comparison.as_ref().is_some_and(|two| !two.is_level(&self.session));
        if !self.session.pace.paused || self.session.seeking().is_some() || is_behind {
            context.request_repaint();
        }
    }

    fn on_exit(&mut self, gl: Option<&eframe::glow::Context>) {
        self.picture.destroy(gl);
        self.second_picture.destroy(gl);
    }

    #[cfg(target_arch = "wasm32")]
    fn as_any_mut(&mut self) -> Option<&mut dyn core::any::Any> {
        Some(self)
    }
}
