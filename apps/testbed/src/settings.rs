//! Settings of the window that are kept until the next start.

use serde::{Deserialize, Serialize};

use crate::picture::{Colors, Picture};

/// The kept settings. Missing and unknown ones are skipped, so that other versions of the program read them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Whether the window is dark; that of the system if `None`.
    dark: Option<bool>,
    /// What the color of a body says.
    colors: Colors,
    /// Switches of the picture that differ from their default, by name.
    switched: Vec<String>,
}

impl Settings {
    /// Reads settings; unreadable ones are the defaults.
    pub fn read(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// The settings as text.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The settings of a picture and of a window.
    pub fn of(picture: &mut Picture, context: &egui::Context) -> Self {
        let mut usual = Picture::default();
        let pairs = picture.switches().into_iter().zip(usual.switches());
        let switched = pairs.filter(|((_, now), (_, usual))| **now != **usual);
        let switched = switched.map(|((field, _), _)| field.name.to_owned()).collect();
        let dark = match context.options(|options| options.theme_preference) {
            egui::ThemePreference::Dark => Some(true),
            egui::ThemePreference::Light => Some(false),
            egui::ThemePreference::System => None,
        };
        Self { dark, colors: picture.colors, switched }
    }

    /// Applies the settings.
    pub fn apply(&self, picture: &mut Picture, context: &egui::Context) {
        picture.colors = self.colors;
        let mut usual = Picture::default();
        for ((field, now), (_, usual)) in picture.switches().into_iter().zip(usual.switches()) {
            *now = *usual != self.switched.iter().any(|name| name == field.name);
        }
        if let Some(dark) = self.dark {
            context.set_theme(if dark { egui::Theme::Dark } else { egui::Theme::Light });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_settings_are_those_of_the_next_start() {
        let (mut picture, context) = (Picture::default(), egui::Context::default());
        assert_eq!(Settings::of(&mut picture, &context), Settings::default());
        picture.colors = Colors::Island;
        (picture.options.contacts, picture.grid) = (true, false);
        context.set_theme(egui::Theme::Light);
        let text = Settings::of(&mut picture, &context).text();
        let (mut next, context) = (Picture::default(), egui::Context::default());
        Settings::read(&text).apply(&mut next, &context);
        assert_eq!((next.colors, next.options.contacts, next.grid), (Colors::Island, true, false));
        assert_eq!(context.options(|options| options.theme_preference), egui::ThemePreference::Light);
        assert_eq!(Settings::of(&mut next, &context).text(), text);
    }

    #[test]
    fn foreign_settings_do_no_harm() {
        for text in ["", "[]", "{\"dark\":7}", "{\"colors\":\"of_the_moon\"}"] {
            assert_eq!(Settings::read(text), Settings::default(), "{text}");
        }
        let read = Settings::read("{\"colors\":\"kind\",\"unknown\":[1]}");
        assert_eq!(read.colors, Colors::Kind);
    }
}
