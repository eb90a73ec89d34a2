//! A scene and its edits as text that fits into a link.
//!
//! The text is deflated JSON in base64 for URLs, after the version number and a dot. A built-in scene is
//! stored by name; any other one completely. The edits have their steps, so an opened link gives the same
//! bits. Links are untrusted: the content is checked, and its size and the work of opening it are bounded
//! (see `guard`).
//!
//! The address of a built-in scene without edits is shorter and can be typed: its name, and a setting after
//! each `&`, as in `domino&dominoes=40`.

use serde::{Deserialize, Serialize};

use cairn2d::NanosecondClock;
use cairn2d_scenes::{Limits, Scene, Setting, read_setting};

use super::edit::Edit;
use super::guard::Guard;
use super::history::Entry;
use super::{Session, Source};
use crate::plain;

/// Prefix of a text.
const VERSION: &str = "1.";
/// Largest number of letters of a link; browsers and messengers cut longer ones.
const MOST_LETTERS: usize = 64_000;
/// Largest decompressed size of a link.
const MOST_BYTES: usize = 8 << 20;
/// Largest number of edits; more are left out.
const MOST_EDITS: usize = 50_000;
/// Largest last step of a link.
const MOST_END: u32 = 1_000_000;
/// The largest number of a gesture in a link.
const MOST_GESTURE: u32 = u32::MAX / 2;
/// Most steps that are simulated when a link is opened; later ones run normally.
const MOST_STEPS: u32 = 1800;

#[derive(Serialize, Deserialize)]
struct SharedScene {
    scene: Named,
    /// Values of the parameters of a built-in scene.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    parameters: Vec<Setting>,
    /// The step at which it was shared.
    #[serde(default)]
    step: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    edits: Vec<(u32, u32, Edit)>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Named {
    BuiltIn(String),
    Whole(Box<Scene>),
}

impl Session {
    /// The scene and its edits as text.
    ///
    /// # Errors
    /// Content that exceeds a link.
    pub fn link(&self) -> Result<String, String> {
        let scene = match &self.source {
            Source::BuiltIn(name) => Named::BuiltIn((*name).to_owned()),
            Source::Other(_) => Named::Whole(Box::new(self.history.first().runner.scene().clone())),
        };
        if self.is_playback() {
            return Err("a recording is a file to be sent, not a link".to_owned());
        }
        let edits = self.log().iter().map(|entry| (entry.step, entry.gesture, entry.edit.clone())).collect();
        let parameters = match self.source {
            Source::BuiltIn(_) => self.settings(),
            Source::Other(_) => Vec::new(),
        };
        let shared = SharedScene { scene, parameters, step: self.step_index(), edits };
        let json = serde_json::to_vec(&shared).map_err(|error| error.to_string())?;
        let text = format!("{VERSION}{}", to_letters(&miniz_oxide::deflate::compress_to_vec(&json, 9)));
        if text.len() > MOST_LETTERS {
            return Err("too much for a link; save it as a file".to_owned());
        }
        Ok(text)
    }

    /// The address of a built-in scene and the values of its parameters, without edits; `None` for other
    /// scenes.
    pub fn address(&self) -> Option<String> {
        let Source::BuiltIn(name) = self.source else { return None };
        let settings = self.settings();
        Some(
            settings
                .iter()
                .fold(name.to_owned(), |address, (name, value)| format!("{address}&{name}={value}")),
        )
    }

    /// Opens an address of [`Session::address`].
    fn open_address(text: &str) -> Result<Session, String> {
        let mut parts = text.split('&');
        let name = parts.next().unwrap_or_default();
        let settings: Option<Vec<Setting>> = parts.map(read_setting).collect();
        let settings = settings.ok_or_else(|| "invalid link: settings have the form rows=20".to_owned())?;
        Session::open_with(name, &settings).map_err(say)
    }

    /// Opens a link: the text itself, an address of a built-in scene, or any address that ends with `#` and
    /// one of them. Content that takes too long is left out, and the message of the session says so.
    ///
    /// # Errors
    /// An invalid or too long text, a scene that is unknown or too large, and errors of the engine.
    pub fn open_link(text: &str) -> Result<Session, String> {
        Self::open_link_within(text, None)
    }

    /// As [`Session::open_link`]; with a clock a long replay also ends after two seconds.
    ///
    /// # Errors
    /// As [`Session::open_link`].
    pub fn open_link_within(text: &str, clock: Option<NanosecondClock>) -> Result<Session, String> {
        Self::open_guarded(text, clock, Guard::default())
    }

    /// As [`Session::open_link_within`], within a budget.
    pub(super) fn open_guarded(
        text: &str,
        clock: Option<NanosecondClock>,
        guard: Guard,
    ) -> Result<Session, String> {
        let text = text.trim();
        let text = text.rsplit_once('#').map_or(text, |(_, text)| text);
        let broken = || "invalid link".to_owned();
        if text.len() > MOST_LETTERS {
            return Err(format!("the link has {} letters; links have up to {MOST_LETTERS}", text.len()));
        }
        let Some(letters) = text.strip_prefix(VERSION) else {
            let mut session = Self::open_address(text)?;
            session.guard = Some(guard);
            return Ok(session);
        };
        let bytes = from_letters(letters).ok_or_else(broken)?;
        let json =
            miniz_oxide::inflate::decompress_to_vec_with_limit(&bytes, MOST_BYTES).map_err(|_| broken())?;
        let text = core::str::from_utf8(&json).map_err(|_| broken())?;
        Limits::LINK.check_text(text).map_err(say)?;
        let shared: SharedScene = serde_json::from_str(text)
            .map_err(|error| format!("a broken link: {}", plain::line(&error.to_string())))?;
        let mut session = match shared.scene {
            Named::BuiltIn(name) => Session::open_with(&name, &shared.parameters)?,
            Named::Whole(scene) => {
                Limits::LINK.check(&scene).map_err(say)?;
                Session::open_scene(*scene)?
            }
        };
        session.guard = Some(guard);
        session.clock = clock;
        let mut left_out = Vec::new();
        let entry = |(step, gesture, edit): (u32, u32, Edit)| {
            // New gestures have larger numbers.
            Entry { step, gesture: gesture.min(MOST_GESTURE), edit }
        };
        let mut log: Vec<Entry> = shared.edits.into_iter().map(entry).collect();
        log.sort_by_key(|entry| entry.step);
        if log.len() > MOST_EDITS {
            left_out
                .push(format!("Left out {} edits: links have up to {MOST_EDITS}", log.len() - MOST_EDITS));
            log.truncate(MOST_EDITS);
        }
        session.gesture = log.iter().map(|entry| entry.gesture).max().unwrap_or(0);
        let end = log.last().map_or(0, |entry| entry.step).max(shared.step);
        session.history.foretell(log, end.min(MOST_END));
        session.seek_now(shared.step.min(MOST_STEPS));
        session.pace.paused |= shared.step > 0;
        if shared.step > MOST_STEPS {
            left_out.push(format!("Opened at step {}, not {}", session.step_index(), shared.step));
        }
        left_out.extend(session.take_message());
        session.message = (!left_out.is_empty()).then(|| left_out.join(". "));
        session.clock = None;
        Ok(session)
    }
}

fn say(error: impl core::fmt::Display) -> String {
    plain::line(&error.to_string())
}

/// The link of a JSON text.
#[cfg(test)]
pub(super) fn test_link(json: &str) -> String {
    format!("{VERSION}{}", to_letters(&miniz_oxide::deflate::compress_to_vec(json.as_bytes(), 9)))
}

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Bytes as letters of base64 for links, without padding (RFC 4648, section 5).
fn to_letters(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 4 / 3 + 4);
    for group in bytes.chunks(3) {
        let bits = group
            .iter()
            .enumerate()
            .fold(0u32, |bits, (place, &byte)| bits | u32::from(byte) << (16 - 8 * place));
        for place in 0..=group.len() {
            text.push(LETTERS[(bits >> (18 - 6 * place)) as usize & 63] as char);
        }
    }
    text
}

/// The bytes of base64 text; `None` for invalid letters.
fn from_letters(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    for group in text.as_bytes().chunks(4) {
        if group.len() == 1 {
            return None;
        }
        let mut bits = 0u32;
        for (place, letter) in group.iter().enumerate() {
            let value = LETTERS.iter().position(|other| other == letter)? as u32;
            bits |= value << (18 - 6 * place);
        }
        bytes.extend((0..group.len() - 1).map(|place| (bits >> (16 - 8 * place)) as u8));
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::make::Piece;
    use cairn2d::vec2;

    fn run(session: &mut Session, steps: u32) {
        for _ in 0..steps {
            session.step_once();
            session.frame(0.02);
        }
    }

    #[test]
    fn letters_stand_for_bytes_and_back() {
        for length in 0..70usize {
            let bytes: Vec<u8> = (0..length).map(|i| (i * 97 + length) as u8).collect();
            assert_eq!(from_letters(&to_letters(&bytes)), Some(bytes));
        }
        assert_eq!(to_letters(&[0xfb, 0xff]), "-_8");
        assert!(from_letters("AAAA*").is_none() && from_letters("A").is_none());
    }

    #[test]
    fn a_link_brings_the_same_bits() {
        let mut session = Session::open("wrecking_ball").unwrap();
        session.edit(Edit::Spawn(Box::new(Piece::Pentagon.body(vec2(2.0, 9.0), 1.5))));
        run(&mut session, 30);
        let ball = session.world().bodies().last().unwrap();
        let at = session.world().body(ball).unwrap().position();
        assert!(session.grab(1, at, 0.5));
        for step in 0..40 {
            session.drag(1, at + vec2(0.1 * step as f32, 0.05 * step as f32));
            run(&mut session, 1);
        }
        session.release(1);
        run(&mut session, 10);
        let link = session.link().unwrap();
        assert!(link.len() < 4000, "{} letters", link.len());
        let opened = Session::open_link(&format!("https://example.org/play?x#{link}\n")).unwrap();
        assert_eq!(
            (opened.step_index(), opened.world().hash()),
            (session.step_index(), session.world().hash())
        );
        assert!(opened.pace.paused);
        assert_eq!(opened.link().unwrap(), link);
    }

    #[test]
    fn scenes_of_files_are_in_the_link_whole() {
        let mut scene = Scene::new("mine", "");
        scene.add(Piece::Circle.body(vec2(0.0, 5.0), 1.0));
        let mut session = Session::open_scene(scene).unwrap();
        run(&mut session, 25);
        let opened = Session::open_link(&session.link().unwrap()).unwrap();
        assert_eq!(opened.world().hash(), session.world().hash());
        assert_eq!(*opened.source(), Source::Other("mine".to_owned()));
    }

    #[test]
    fn large_and_broken_links_are_refused() {
        let scene = cairn2d_scenes::find("large_pyramid").unwrap().scene();
        let mut random = scene.clone();
        for (index, body) in random.bodies.iter_mut().enumerate() {
            body.position[0] += (index as f32 * 12.9898).sin() * 0.01;
            body.angle = (index as f32 * 78.233).sin();
        }
        assert!(Session::open_scene(random).unwrap().link().is_err());
        let good = Session::open("domino").unwrap().link().unwrap();
        for end in 0..good.len() {
            assert!(Session::open_link(&good[..end]).is_err(), "{end}");
        }
        for text in ["", "#", "1.", "2.AAAA", "https://example.org", "1.\u{e9}\u{e9}", &"1.A".repeat(99)] {
            assert!(Session::open_link(text).is_err(), "{text}");
        }
        for json in [
            r#"{"scene":{"built_in":"no such scene"}}"#,
            r#"{"scene":{"whole":{"version":1,"name":"x","hertz":-1}}}"#,
            r#"{"scene":{"built_in":"domino"},"edits":[[0,0,{"explode":{}}]]}"#,
        ] {
            assert!(Session::open_link(&test_link(json)).is_err(), "{json}");
        }
        // An edit that the engine rejects is skipped.
        let odd = test_link(r#"{"scene":{"built_in":"domino"},"edits":[[0,0,{"delete":[99999]}]]}"#);
        assert!(Session::open_link(&odd).is_ok());
        // A bomb of zeros is not decompressed beyond the limit.
        let zeros = vec![b' '; 64 << 20];
        let bomb = format!("1.{}", to_letters(&miniz_oxide::deflate::compress_to_vec(&zeros, 9)));
        assert!(Session::open_link(&bomb).is_err());
    }
}
