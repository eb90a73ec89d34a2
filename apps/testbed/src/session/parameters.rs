//! Parameters of the scene. Another value restarts the scene without its edits.

use cairn2d_scenes::{Parameter, Setting};

use super::{Session, Source};

impl Session {
    /// The parameters of the scene with their values; a recording has none.
    pub fn parameters(&self) -> &[Parameter] {
        if self.is_playback() { &[] } else { &self.parameters }
    }

    /// The values of the parameters that differ from the defaults.
    pub fn settings(&self) -> Vec<Setting> {
        let changed = self.parameters.iter().filter(|parameter| parameter.value != parameter.default);
        changed.map(|parameter| (parameter.name.to_owned(), parameter.value)).collect()
    }

    /// Restarts the scene with another value of a parameter.
    ///
    /// # Errors
    /// As for [`Session::set_parameters`].
    pub fn set_parameter(&mut self, name: &str, value: f32) -> Result<(), String> {
        let mut settings = self.settings();
        settings.push((name.to_owned(), value));
        self.set_parameters(&settings)
    }

    /// Restarts the scene with these settings, and the default values of its other parameters. A message says
    /// how many edits are left out.
    ///
    /// # Errors
    /// A setting that the scene rejects, and a recording; the session is unchanged then.
    pub fn set_parameters(&mut self, settings: &[Setting]) -> Result<(), String> {
        let other = match (&self.source, &self.original) {
            (Source::BuiltIn(name), _) => Session::open_with(name, settings)?,
            (Source::Other(_), Some(scene)) => Session::open_scene_with((**scene).clone(), settings)?,
            (Source::Other(_), None) => return Err("a recording has no parameters".to_owned()),
        };
        let edits = self.log().len();
        self.replace(other);
        if edits > 0 {
            self.say(format!("Restarted; edits left out: {edits}"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Edit, WorldChange};
    use cairn2d_scenes::Scene;

    fn rows(session: &Session) -> f32 {
        session.parameters().iter().find(|parameter| parameter.name == "rows").unwrap().value
    }

    #[test]
    fn a_parameter_restarts_the_scene() {
        let mut session = Session::open("pyramid990").unwrap();
        session.pace.paused = true;
        (0..5).for_each(|_| session.step_once());
        session.edit(Edit::World(WorldChange::Gravity([0.0, -5.0])));
        session.set_parameter("rows", 4.0).unwrap();
        assert_eq!((session.step_index(), session.log().len(), session.pace.paused), (0, 0, true));
        assert_eq!((session.world().bodies().count(), rows(&session)), (11, 4.0));
        assert_eq!(session.take_message().as_deref(), Some("Restarted; edits left out: 1"));
        // The scene restarts with this value, too, and a second parameter leaves it.
        session.set_parameter("friction", 0.5).unwrap();
        session.restart();
        assert_eq!((session.world().bodies().count(), rows(&session)), (11, 4.0));
        session.set_parameters(&[]).unwrap();
        assert_eq!((session.world().bodies().count(), rows(&session)), (991, 44.0));
    }

    #[test]
    fn a_rejected_value_changes_nothing() {
        let mut session = Session::open("pyramid990").unwrap();
        let hash = session.hash();
        for (name, value) in [("rows", 1e9), ("rows", f32::NAN), ("row", 3.0)] {
            assert!(session.set_parameter(name, value).is_err());
        }
        assert_eq!((session.hash(), session.settings()), (hash, Vec::new()));
    }

    #[test]
    fn scenes_of_files_have_the_general_parameters() {
        let text = r#"{"version": 1, "name": "own", "bodies": [{"shapes": [{"geometry": {"circle": {"radius": 1}}}]}]}"#;
        let mut session = Session::open_scene(Scene::from_json(text).unwrap()).unwrap();
        let before = session.hash();
        session.set_parameter("gravity", 0.0).unwrap();
        assert_eq!(session.world().config().gravity, cairn2d::Vec2::ZERO);
        session.set_parameter("gravity", 1.0).unwrap();
        assert_eq!((session.hash(), session.settings()), (before, Vec::new()));
    }

    #[test]
    fn addresses_name_the_scene_and_its_values() {
        let mut session = Session::open("smash").unwrap();
        assert_eq!(session.address().as_deref(), Some("smash"));
        session.set_parameter("friction", 0.1).unwrap();
        session.set_parameter("speed", 90.0).unwrap();
        let address = session.address().unwrap();
        assert_eq!(address, "smash&speed=90&friction=0.1");
        let opened = Session::open_link(&format!("https://example.org/page/#{address}")).unwrap();
        assert_eq!((opened.hash(), opened.settings()), (session.hash(), session.settings()));
        let error = |text: &str| Session::open_link(text).err().unwrap();
        assert!(error("domio").contains("did you mean domino"));
        assert!(error("smash&speed").contains("invalid link"));
        assert!(error("smash&speed=fast").contains("invalid link"));
        assert!(error("smash&speed=1e9").contains("within 0 and 200"));
        assert!(error("smash&sped=9").contains("no parameter"));
        let many = "&speed=9".repeat(20_000);
        assert!(error(&format!("smash{many}")).contains("letters"));
    }

    #[test]
    fn links_keep_the_values_of_built_in_scenes() {
        let mut session = Session::open("pyramid990").unwrap();
        session.set_parameter("rows", 5.0).unwrap();
        (0..3).for_each(|_| session.step_once());
        let opened = Session::open_link(&session.link().unwrap()).unwrap();
        assert_eq!((opened.hash(), rows(&opened)), (session.hash(), 5.0));
    }
}
