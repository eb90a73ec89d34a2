//! Settings of an import.

use core::str::FromStr;
use std::path::Path;

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// A map of Tiled as JSON (`.tmj`, `.json`).
    TiledJson,
    /// A map of Tiled as XML (`.tmx`).
    TiledXml,
    /// A project of LDtk (`.ldtk`).
    Ldtk,
    /// An SVG picture (`.svg`).
    Svg,
    /// A world of R.U.B.E. as JSON (`.rube`, `.json`).
    Rube,
    /// A planar model of MuJoCo (`.mjcf`, `.xml`).
    Mjcf,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 6] =
        [Format::TiledJson, Format::TiledXml, Format::Ldtk, Format::Svg, Format::Rube, Format::Mjcf];

    /// Returns the name: `tmj`, `tmx`, `ldtk`, `svg`, `rube` or `mjcf`.
    pub fn name(self) -> &'static str {
        match self {
            Format::TiledJson => "tmj",
            Format::TiledXml => "tmx",
            Format::Ldtk => "ldtk",
            Format::Svg => "svg",
            Format::Rube => "rube",
            Format::Mjcf => "mjcf",
        }
    }

    /// Returns the format of a file from the ending of its name, or else from its content; `None` if neither
    /// is known.
    pub fn detect(name: &str, content: &[u8]) -> Option<Format> {
        let ending = Path::new(name).extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        let by_name =
            ending.as_deref().and_then(|ending| Format::ALL.into_iter().find(|one| one.name() == ending));
        by_name.or_else(|| Format::of_content(content))
    }

    /// The root element of XML, or fields that only one JSON format has.
    fn of_content(content: &[u8]) -> Option<Format> {
        let head = &content[..content.len().min(HEAD)];
        let has = |words: &str| head.windows(words.len()).any(|window| window == words.as_bytes());
        let first = content.iter().find(|byte| !b" \t\r\n\xef\xbb\xbf".contains(byte))?;
        match first {
            b'<' if has("<mujoco") => Some(Format::Mjcf),
            b'<' if has("<map") => Some(Format::TiledXml),
            b'<' if has("<svg") => Some(Format::Svg),
            b'{' if has("\"tiledversion\"") || has("\"tilewidth\"") || has("\"layers\"") => {
                Some(Format::TiledJson)
            }
            b'{' if has("\"__header__\"") => Some(Format::Ldtk),
            b'{' if has("\"body\"") || has("\"stepsPerSecond\"") => Some(Format::Rube),
            _ => None,
        }
    }
}

/// Bytes of a file in which [`Format::detect`] searches.
const HEAD: usize = 1 << 16;

/// Rejects a name with the list of the names.
impl FromStr for Format {
    type Err = String;

    fn from_str(name: &str) -> Result<Format, String> {
        let found = Format::ALL.into_iter().find(|format| format.name() == name);
        found.ok_or_else(|| "expected tmj, tmx, ldtk, svg, rube or mjcf".to_owned())
    }
}

/// What ground is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ground {
    /// Closed chains along the outlines: few shapes, solid on the outside only.
    #[default]
    Outlines,
    /// Convex polygons that fill it.
    Solid,
}

/// The largest sizes of an import, external files included. They bound its time and memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Budget {
    /// Bytes of all files.
    pub bytes: usize,
    /// External files.
    pub files: usize,
    /// Objects of JSON and nodes of XML, in all files.
    pub objects: usize,
    /// Depth of nested layers, groups and bodies.
    pub depth: usize,
    /// Tiles and cells, empty ones included, after decompression.
    pub tiles: usize,
    /// Vertices of shapes before merging, those of placed tiles included.
    pub vertices: usize,
    /// Bodies.
    pub bodies: usize,
    /// Shapes, counting each segment of a chain.
    pub shapes: usize,
    /// Joints.
    pub joints: usize,
}

impl Default for Budget {
    /// 32 MiB in 64 external files, 4 million tiles, a million vertices.
    fn default() -> Budget {
        Budget {
            bytes: 32 << 20,
            files: 64,
            objects: 1_000_000,
            depth: 64,
            tiles: 4_000_000,
            vertices: 1 << 20,
            bodies: 50_000,
            shapes: 500_000,
            joints: 50_000,
        }
    }
}

/// Settings of an import.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ImportOptions {
    /// Units of the file in a metre, above 0 `[1/m]`. `None`: a tile of a Tiled map or a cell of LDtk is a
    /// metre, an SVG picture has 100 units in a metre, and the other formats are in metres.
    pub pixels_per_metre: Option<f32>,
    /// Whether the y-axis of the file points down. `None`: as the format says.
    pub y_down: Option<bool>,
    /// Largest distance of curves and simplified outlines from the exact ones, above 0 `[m]`.
    pub tolerance: f32,
    /// What static and kinematic ground is made of.
    pub ground: Ground,
    /// The largest sizes.
    pub budget: Budget,
}

impl Default for ImportOptions {
    /// The units of the format, curves within 5 mm, ground of outlines.
    fn default() -> ImportOptions {
        ImportOptions {
            pixels_per_metre: None,
            y_down: None,
            tolerance: 0.005,
            ground: Ground::Outlines,
            budget: Budget::default(),
        }
    }
}
