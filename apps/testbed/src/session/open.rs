//! Files that open as a session: scenes, recordings, snapshots of a world.

use core::fmt;

use cairn2d::{SnapshotError, World};
use cairn2d_record::RecordError;
use cairn2d_scenes::{Overrides, Scene, SceneError};

use super::history::History;
use super::{Session, Source, tape};

/// File extension of a snapshot.
const SNAPSHOT: &str = "csnap";

/// What a file contains, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A scene as JSON.
    Scene,
    /// A recording.
    Recording,
    /// The bytes of [`World::snapshot`].
    Snapshot,
}

impl FileKind {
    /// All kinds.
    pub const ALL: [FileKind; 3] = [FileKind::Scene, FileKind::Recording, FileKind::Snapshot];

    /// The kind of a file of this name; `None` for another extension.
    pub fn of_name(name: &str) -> Option<FileKind> {
        let (_, extension) = name.rsplit_once('.')?;
        Self::ALL.into_iter().find(|kind| kind.extension().eq_ignore_ascii_case(extension))
    }

    /// The file extension.
    pub fn extension(self) -> &'static str {
        match self {
            FileKind::Scene => "json",
            FileKind::Recording => tape::ENDING,
            FileKind::Snapshot => SNAPSHOT,
        }
    }

    /// The largest file that is opened `[bytes]`.
    pub fn most_bytes(self) -> u64 {
        match self {
            FileKind::Scene => 64 << 20,
            FileKind::Recording | FileKind::Snapshot => 1 << 30,
        }
    }
}

/// The reason why a file does not open.
#[derive(Debug)]
#[non_exhaustive]
pub enum OpenError {
    /// The extension is that of no kind of file.
    UnknownKind,
    /// The file is larger than the limit of its kind `[bytes]`.
    TooLarge {
        /// Its size.
        size: u64,
        /// The limit.
        most: u64,
    },
    /// The text is not UTF-8.
    Text(core::str::Utf8Error),
    /// The scene breaks a rule of the format, or the engine rejects it.
    Scene(SceneError),
    /// The recording is invalid.
    Recording(RecordError),
    /// The snapshot is invalid.
    Snapshot(SnapshotError),
    /// The session rejects the content.
    Session(String),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::UnknownKind => {
                let [scene, recording, snapshot] = FileKind::ALL.map(FileKind::extension);
                write!(f, "unknown kind of file; known are .{scene}, .{recording} and .{snapshot}")
            }
            OpenError::TooLarge { size, most } => {
                write!(f, "has {size} bytes; files of this kind have up to {most}")
            }
            OpenError::Text(error) => write!(f, "not a text: {error}"),
            OpenError::Scene(error) => error.fmt(f),
            OpenError::Recording(error) => error.fmt(f),
            OpenError::Snapshot(error) => error.fmt(f),
            OpenError::Session(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for OpenError {}

impl Session {
    /// Opens a file by its extension.
    ///
    /// # Errors
    /// An unknown extension, a file that is too large, and invalid content.
    pub fn open_file(name: &str, bytes: &[u8]) -> Result<Session, OpenError> {
        let kind = FileKind::of_name(name).ok_or(OpenError::UnknownKind)?;
        let (size, most) = (bytes.len() as u64, kind.most_bytes());
        if size > most {
            return Err(OpenError::TooLarge { size, most });
        }
        match kind {
            FileKind::Scene => {
                let text = core::str::from_utf8(bytes).map_err(OpenError::Text)?;
                let scene = Scene::from_json(text).map_err(OpenError::Scene)?;
                Session::open_scene(scene).map_err(OpenError::Session)
            }
            FileKind::Recording => Session::open_recording(name, bytes),
            FileKind::Snapshot => Session::open_snapshot(name, bytes),
        }
    }

    /// Opens a snapshot of a world as a scene of the name of the file.
    fn open_snapshot(name: &str, bytes: &[u8]) -> Result<Session, OpenError> {
        let world = World::from_snapshot(bytes).map_err(OpenError::Snapshot)?;
        let title = name.rsplit_once('.').map_or(name, |(title, _)| title);
        let scene = Scene::new(title, "A snapshot of a world");
        let mut session = Session::of(Source::Other(title.to_owned()), scene, Overrides::default())
            .map_err(OpenError::Session)?;
        session.live.runner.world = world;
        session.history = History::new(&session.live);
        Ok(session)
    }

    /// The current world as a snapshot, and the parts of the scene that it does not contain, in a line.
    pub fn snapshot(&self) -> (Vec<u8>, Option<String>) {
        let runner = &self.live.runner;
        let mut left_out: Vec<String> = Vec::new();
        if !self.is_playback() {
            left_out.extend(runner.systems.iter().map(|system| format!("the system {:?}", system.name())));
            left_out.extend(runner.scene().script.as_ref().map(|script| format!("the script {script:?}")));
        }
        (self.world().snapshot(), (!left_out.is_empty()).then(|| left_out.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::tests::run;

    #[test]
    fn a_snapshot_opens_as_the_same_world_and_goes_on_with_the_same_bits() {
        let mut session = Session::open("wrecking_ball").unwrap();
        run(&mut session, 40);
        let (bytes, left_out) = session.snapshot();
        assert_eq!(left_out, None);
        let mut opened = Session::open_file("wall.csnap", &bytes).unwrap();
        assert_eq!(*opened.source(), Source::Other("wall".to_owned()));
        assert_eq!(opened.world().hash(), session.world().hash());
        run(&mut session, 30);
        run(&mut opened, 30);
        assert_eq!(opened.world().hash(), session.world().hash());
        // It can be rewound to its beginning.
        opened.seek(0);
        assert_eq!(opened.world().snapshot(), bytes);
        let (_, left_out) = Session::open("dam_break").unwrap().snapshot();
        assert!(left_out.is_some_and(|what| what.contains("system")));
    }

    #[test]
    fn errors_have_types_and_name_the_fault() {
        let open = |name: &str, bytes: &[u8]| Session::open_file(name, bytes).err().unwrap();
        assert!(matches!(open("picture.png", b"x"), OpenError::UnknownKind));
        assert!(open("picture.png", b"x").to_string().contains(".json, .crec and .csnap"));
        assert!(matches!(open("scene.json", b"\xff"), OpenError::Text(_)));
        assert!(matches!(open("scene.JSON", b"{"), OpenError::Scene(_)));
        assert!(matches!(open("take.crec", b"cairn"), OpenError::Recording(_)));
        let (mut bytes, _) = Session::open("domino").unwrap().snapshot();
        assert!(matches!(open("world.csnap", &bytes[..40]), OpenError::Snapshot(_)));
        let middle = bytes.len() / 2;
        bytes[middle] ^= 4;
        assert!(matches!(open("world.csnap", &bytes), OpenError::Snapshot(_)));
        let large = vec![b' '; FileKind::Scene.most_bytes() as usize + 1];
        assert!(matches!(open("scene.json", &large), OpenError::TooLarge { .. }));
    }
}
