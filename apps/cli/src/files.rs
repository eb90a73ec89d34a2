//! Files that are named on the command line: the only module that opens, writes or replaces one.
//!
//! The windowed program includes this file too, so it uses the standard library only. Invariants: a device,
//! pipe, socket or folder is never replaced; a link stays a link and its target gets the content. A regular
//! file has its old content or all of the new one, unless it has several hard links and is therefore written
//! in place. A read stops at its limit.

use super::plain;
use std::fmt;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// The largest file that is read as a scene `[bytes]`, and the most that is read of anything that is not a
/// regular file.
pub const MOST_TEXT: u64 = 64 << 20;
/// The largest recording that is read `[bytes]`.
pub const MOST_RECORDING: u64 = 1 << 30;
/// Links that are followed to the place of a file that does not exist yet.
const MOST_LINKS: u32 = 40;

/// An error about a file, with its path.
#[derive(Debug)]
pub struct FileError {
    path: PathBuf,
    problem: Problem,
}

/// The kind of a file error.
#[derive(Debug)]
#[non_exhaustive]
pub enum Problem {
    /// The path names a folder.
    Folder,
    /// The path names a socket.
    Socket,
    /// The path names a disk.
    Disk,
    /// The folder that the file would be in does not exist.
    NoFolder(PathBuf),
    /// Another result has the same file, under this name.
    SameAs(PathBuf),
    /// The command reads this file.
    IsInput,
    /// The name has the extension of another format; it should have this one.
    Extension(&'static str),
    /// The file is larger than the limit.
    TooLarge(u64),
    /// Reading failed.
    Read(io::Error),
    /// Writing failed.
    Write(io::Error),
}

impl FileError {
    fn new(path: &Path, problem: Problem) -> Self {
        Self { path: path.to_owned(), problem }
    }

    /// Returns the kind of the error.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = plain::path(&self.path);
        match &self.problem {
            Problem::Folder => write!(f, "{path}: is a folder, not a file"),
            Problem::Socket => write!(f, "{path}: is a socket, not a file"),
            Problem::Disk => write!(f, "{path}: is a disk, not a file"),
            Problem::NoFolder(folder) => write!(f, "{path}: there is no folder {}", plain::path(folder)),
            Problem::SameAs(other) => {
                write!(f, "{path}: two results have the same file; the other one is {}", plain::path(other))
            }
            Problem::IsInput => write!(f, "{path}: is read by this command and would be overwritten"),
            Problem::Extension(expected) => write!(f, "{path}: its name should end in .{expected}"),
            Problem::TooLarge(most) => write!(f, "{path}: is larger than {} MiB", most >> 20),
            Problem::Read(error) => write!(f, "{path}: {}", plain::line(&reason(error))),
            Problem::Write(error) => write!(f, "cannot write {path}: {}", plain::line(&reason(error))),
        }
    }
}

impl std::error::Error for FileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.problem {
            Problem::Read(error) | Problem::Write(error) => Some(error),
            _ => None,
        }
    }
}

/// Returns the message of the system, in simpler words for common errors.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::IsADirectory => "is a folder, not a file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

/// Returns all bytes of a file of at most `most` bytes. Pipes and devices are read up to [`MOST_TEXT`].
///
/// # Errors
/// A file that is larger or cannot be read.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
    let refuse = |problem| FileError::new(path, problem);
    let metadata = fs::metadata(path).map_err(|error| refuse(Problem::Read(error)))?;
    match sort_of(&metadata) {
        Sort::Folder => return Err(refuse(Problem::Folder)),
        Sort::Socket => return Err(refuse(Problem::Socket)),
        Sort::Regular if metadata.len() > most => return Err(refuse(Problem::TooLarge(most))),
        _ => {}
    }
    let most = if metadata.is_file() { most } else { most.min(MOST_TEXT) };
    let file = File::open(path).map_err(|error| refuse(Problem::Read(error)))?;
    let mut bytes = Vec::new();
    // The length in the metadata is not that of a pipe, a device, or a growing file.
    file.take(most + 1).read_to_end(&mut bytes).map_err(|error| refuse(Problem::Read(error)))?;
    if bytes.len() as u64 > most {
        return Err(refuse(Problem::TooLarge(most)));
    }
    Ok(bytes)
}

/// The kind of file that a path names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Regular,
    Folder,
    Socket,
    Disk,
    /// A pipe, a terminal or another device that takes bytes one after the other.
    Stream,
}

fn sort_of(metadata: &Metadata) -> Sort {
    let kind = metadata.file_type();
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        if kind.is_socket() {
            return Sort::Socket;
        }
        if kind.is_block_device() {
            return Sort::Disk;
        }
    }
    match () {
        () if kind.is_file() => Sort::Regular,
        () if kind.is_dir() => Sort::Folder,
        () => Sort::Stream,
    }
}

/// The format of a result, by which its name is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A picture of pixels.
    Png,
    /// A picture of vectors.
    Svg,
    /// An animation.
    Gif,
    /// A report or a scene.
    Json,
    /// A recording.
    Recording,
}

impl Format {
    const ALL: [Self; 5] = [Self::Png, Self::Svg, Self::Gif, Self::Json, Self::Recording];

    /// Returns the usual end of the name.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Svg => "svg",
            Self::Gif => "gif",
            Self::Json => "json",
            Self::Recording => "crec",
        }
    }

    /// Whether an extension is rejected: for pictures any other one, for the rest only that of another
    /// format.
    fn refuses(self, extension: &str) -> bool {
        let is = |format: Self| extension.eq_ignore_ascii_case(format.extension());
        let picture = matches!(self, Self::Png | Self::Svg | Self::Gif);
        !is(self) && (picture || Self::ALL.into_iter().any(is))
    }
}

/// The file that a path leads to.
#[derive(Debug)]
struct Place {
    /// The file itself, all links followed.
    target: PathBuf,
    existing: Option<Metadata>,
    identity: Identity,
}

/// Identity of a file, independent of its name.
#[derive(Debug, PartialEq, Eq)]
enum Identity {
    #[cfg(unix)]
    Inode(u64, u64),
    Path(PathBuf),
}

impl Identity {
    #[cfg(unix)]
    fn of(_path: &Path, metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        Self::Inode(metadata.dev(), metadata.ino())
    }

    #[cfg(not(unix))]
    fn of(path: &Path, _metadata: &Metadata) -> Self {
        Self::Path(fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()))
    }

    /// The identity of a file that does not exist yet.
    fn future(folder: &Path, name: &std::ffi::OsStr) -> Self {
        let ignores_case = cfg!(any(windows, target_vendor = "apple"));
        let name = if ignores_case { name.to_ascii_lowercase() } else { name.to_owned() };
        Self::Path(fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned()).join(name))
    }
}

impl Place {
    /// Resolves an output path.
    fn find(path: &Path) -> Result<Self, FileError> {
        let refuse = |problem| FileError::new(path, problem);
        let ends_as_folder = path
            .as_os_str()
            .as_encoded_bytes()
            .last()
            .is_none_or(|&byte| std::path::is_separator(byte.into()));
        match fs::metadata(path) {
            Ok(existing) => {
                match sort_of(&existing) {
                    Sort::Folder => return Err(refuse(Problem::Folder)),
                    Sort::Socket => return Err(refuse(Problem::Socket)),
                    Sort::Disk => return Err(refuse(Problem::Disk)),
                    Sort::Regular | Sort::Stream => {}
                }
                let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
                let identity = Identity::of(path, &existing);
                Ok(Self { target, existing: Some(existing), identity })
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let target = follow(path).map_err(|error| refuse(Problem::Write(error)))?;
                let name = target.file_name().filter(|_| !ends_as_folder);
                let name = name.ok_or_else(|| refuse(Problem::Folder))?;
                let folder = folder(&target);
                if !folder.is_dir() {
                    return Err(refuse(Problem::NoFolder(folder.to_owned())));
                }
                let identity = Identity::future(folder, name);
                Ok(Self { existing: None, identity, target })
            }
            Err(error) => Err(refuse(Problem::Write(error))),
        }
    }

    /// Whether bytes are written directly, without a temporary file.
    fn is_stream(&self) -> bool {
        self.existing.as_ref().is_some_and(|existing| sort_of(existing) == Sort::Stream)
            || self.console().is_some()
    }

    /// Standard output or standard error, if the path leads there. Opening it again would overwrite a
    /// redirected file from its beginning.
    #[cfg(unix)]
    fn console(&self) -> Option<File> {
        use std::os::fd::AsFd as _;
        let (out, err) = (io::stdout(), io::stderr());
        [out.as_fd(), err.as_fd()].into_iter().find_map(|console| {
            let file = File::from(console.try_clone_to_owned().ok()?);
            let metadata = file.metadata().ok()?;
            (self.existing.is_some() && Identity::of(&self.target, &metadata) == self.identity)
                .then_some(file)
        })
    }

    #[cfg(not(unix))]
    fn console(&self) -> Option<File> {
        None
    }
}

/// Follows links that lead to no file yet.
fn follow(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = folder(&path).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links"))
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Checks, before any work is done, that results can be written at these paths.
///
/// # Errors
/// The first path that cannot be written, has the extension of another format, or leads to the file of
/// another result or to one of `inputs`.
pub fn check(outputs: &[(&Path, Format)], inputs: &[&Path]) -> Result<(), FileError> {
    let input_identity = |path: &&Path| fs::metadata(path).ok().map(|metadata| Identity::of(path, &metadata));
    let inputs: Vec<Identity> = inputs.iter().filter_map(input_identity).collect();
    let mut before: Vec<(&Path, Place)> = Vec::new();
    for &(path, format) in outputs {
        let refuse = |problem| FileError::new(path, problem);
        let place = Place::find(path)?;
        // Pipes and devices have names of their own.
        let extension =
            path.extension().filter(|_| !place.is_stream()).map(|ending| ending.to_string_lossy());
        if extension.is_some_and(|extension| format.refuses(&extension)) {
            return Err(refuse(Problem::Extension(format.extension())));
        }
        if let Some((other, _)) = before.iter().find(|(_, other)| other.identity == place.identity) {
            return Err(refuse(Problem::SameAs((*other).to_owned())));
        }
        if inputs.contains(&place.identity) {
            return Err(refuse(Problem::IsInput));
        }
        if place.existing.is_some() && !place.is_stream() {
            // Replacing a read-only file needs no write permission on it, but its owner wants to keep it.
            let writable = OpenOptions::new().write(true).open(&place.target);
            writable.map_err(|error| refuse(Problem::Write(error)))?;
        }
        before.push((path, place));
    }
    Ok(())
}

/// A file that is being written. Until [`finish`](Output::finish) a regular file keeps its content, or does
/// not exist.
#[derive(Debug)]
pub struct Output {
    /// The path as it was given.
    path: PathBuf,
    file: File,
    temporary: Option<Temporary>,
    is_console: bool,
}

/// The file with the content before it is renamed or copied.
#[derive(Debug)]
struct Temporary {
    path: PathBuf,
    target: PathBuf,
    /// Whether the content is copied into the existing file instead of replacing it.
    copied: bool,
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // After a rename the file no longer exists, and this fails.
        let _ = fs::remove_file(&self.path);
    }
}

impl Output {
    /// Begins to write at a path.
    ///
    /// # Errors
    /// A path that cannot be written.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        let refuse = |error| FileError::new(path, Problem::Write(error));
        let place = Place::find(path)?;
        let output =
            |file, temporary, is_console| Self { path: path.to_owned(), file, temporary, is_console };
        if let Some(console) = place.console() {
            return Ok(output(console, None, true));
        }
        if place.is_stream() {
            let file = OpenOptions::new().write(true).open(path).map_err(refuse)?;
            return Ok(output(file, None, false));
        }
        let (file, temporary) = temporary(&place).map_err(refuse)?;
        Ok(output(file, Some(temporary), false))
    }

    /// Whether bytes go to a pipe, a device or the terminal, so that they cannot be undone.
    #[must_use]
    pub fn is_stream(&self) -> bool {
        self.temporary.is_none()
    }

    /// Writes bytes after those that were written before.
    ///
    /// # Errors
    /// An error of the system.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        match self.file.write_all(bytes) {
            // A reader that closes the pipe early, such as `head`, is not an error.
            Err(error) if self.is_console && error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            done => done.map_err(|error| FileError::new(&self.path, Problem::Write(error))),
        }
    }

    /// Moves the file to its path.
    ///
    /// # Errors
    /// An error of the system; the old content stays then.
    pub fn finish(self) -> Result<(), FileError> {
        let Self { path, file, temporary, .. } = self;
        // Windows cannot rename an open file.
        drop(file);
        let Some(temporary) = temporary else { return Ok(()) };
        let done = match temporary.copied {
            true => copy_into(&temporary.path, &temporary.target),
            false => fs::rename(&temporary.path, &temporary.target),
        };
        done.map_err(|error| FileError::new(&path, Problem::Write(error)))
    }
}

/// Makes a temporary file for a place, beside it if possible. An existing file keeps its permissions, owner
/// and links.
fn temporary(place: &Place) -> io::Result<(File, Temporary)> {
    let Some(existing) = &place.existing else {
        let (file, path) = fresh_file(folder(&place.target))?;
        return Ok((file, Temporary { path, target: place.target.clone(), copied: false }));
    };
    let beside = if has_more_names(existing) { None } else { fresh_file(folder(&place.target)).ok() };
    let copied = beside.is_none();
    let (file, path) = beside.map_or_else(|| fresh_file(&std::env::temp_dir()), Ok)?;
    let mut temporary = Temporary { path, target: place.target.clone(), copied };
    if !copied && !takes_after(&file, existing) {
        temporary.copied = true;
    }
    Ok((file, temporary))
}

/// Gives a file the permissions and the owner of another one; returns whether that succeeded.
fn takes_after(file: &File, existing: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, fchown};
        let owner = |of: &Metadata| (of.uid(), of.gid());
        let same = file.metadata().is_ok_and(|made| owner(&made) == owner(existing));
        if !same && fchown(file, Some(existing.uid()), Some(existing.gid())).is_err() {
            return false;
        }
    }
    file.set_permissions(existing.permissions()).is_ok()
}

#[cfg(unix)]
fn has_more_names(existing: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    existing.nlink() > 1
}

#[cfg(not(unix))]
fn has_more_names(_existing: &Metadata) -> bool {
    false
}

/// Makes a file with an unused name.
fn fresh_file(folder: &Path) -> io::Result<(File, PathBuf)> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
    for _ in 0..100 {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(format!(".cairn2d-{}-{number}.tmp", std::process::id()));
        // A symlink at this path is not followed.
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((file, path)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

fn copy_into(from: &Path, to: &Path) -> io::Result<()> {
    let (mut from, mut to) = (File::open(from)?, OpenOptions::new().write(true).truncate(true).open(to)?);
    io::copy(&mut from, &mut to).map(|_| ())
}

/// Writes a new file; returns false if a file or link of that name exists.
///
/// # Errors
/// An error of the system.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<bool, FileError> {
    let refuse = |error| FileError::new(path, Problem::Write(error));
    match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(mut file) => file.write_all(bytes).map(|()| true).map_err(refuse),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(refuse(error)),
    }
}
