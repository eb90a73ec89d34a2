//! Shared by the tests of the program: a private folder, and a run of the program in it.

#![allow(dead_code, reason = "each binary of tests uses a part")]
#![allow(unreachable_pub, reason = "a module of a binary")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A private folder of a test, removed at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("cairn2d-cli-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), content).unwrap();
    }

    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Runs the program in this folder.
    pub fn cairn2d(&self, arguments: &[&str]) -> Run {
        let output = Command::new(env!("CARGO_BIN_EXE_cairn2d"))
            .args(arguments)
            .current_dir(&self.0)
            .output()
            .unwrap();
        Run(output)
    }

    /// Runs a line of the shell in this folder, in which `$CAIRN2D` is the program.
    #[cfg(unix)]
    pub fn shell(&self, line: &str) -> Run {
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).env("CAIRN2D", env!("CARGO_BIN_EXE_cairn2d")).current_dir(&self.0);
        Run(shell.output().unwrap())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub struct Run(pub Output);

impl Run {
    pub fn out(&self) -> &str {
        std::str::from_utf8(&self.0.stdout).unwrap()
    }

    pub fn err(&self) -> &str {
        std::str::from_utf8(&self.0.stderr).unwrap()
    }

    #[track_caller]
    pub fn done(self) -> Self {
        assert_eq!(self.0.status.code(), Some(0), "{}", self.err());
        assert_eq!(self.err(), "", "nothing is written to standard error when all is well");
        self
    }

    /// Bad input: exit code 2, nothing on standard output, and these pieces in the message.
    #[track_caller]
    pub fn refused(self, pieces: &[&str]) {
        assert_eq!(self.0.status.code(), Some(2), "{}{}", self.out(), self.err());
        assert_eq!(self.out(), "");
        for piece in pieces {
            assert!(self.err().contains(piece), "{piece:?} is not in {:?}", self.err());
        }
    }
}

/// A ball that falls on a floor.
pub const BALL: &str = r#"{
  "version": 1,
  "name": "ball <&>",
  "steps": 30,
  "bodies": [
    {
      "kind": "static",
      "shapes": [{"geometry": {"segment": {"a": [-800, 0], "b": [800, 0]}}}]
    },
    {
      "kind": "dynamic",
      "position": [0, 2],
      "shapes": [{"geometry": {"circle": {"radius": 0.5}}}]
    }
  ]
}
"#;

pub fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap()
}
