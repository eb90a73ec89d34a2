//! The tiles of a layer: base64, zlib and gzip within the budget, and which tile a number means.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::io::Read as _;

use super::model::Cells;
use crate::error::{ImportError, ImportErrorKind};

/// How a cell shows its tile. The diagonal flip comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flips {
    pub(super) horizontal: bool,
    pub(super) vertical: bool,
    pub(super) diagonal: bool,
}

impl Flips {
    /// The number of the tile, and its flips; the last flag only turns hexagons.
    pub(super) fn of(gid: u32) -> (u32, Flips) {
        let has = |bit: u32| gid & (1 << bit) != 0;
        (gid & 0x0fff_ffff, Flips { horizontal: has(31), vertical: has(30), diagonal: has(29) })
    }

    /// Whether outlines change their direction.
    pub(super) fn mirrors(self) -> bool {
        self.horizontal ^ self.vertical ^ self.diagonal
    }

    /// The size of the flipped tile.
    pub(super) fn size(self, size: [f64; 2]) -> [f64; 2] {
        if self.diagonal { [size[1], size[0]] } else { size }
    }

    /// A point of a tile of a size, in the flipped tile.
    pub(super) fn point(self, point: [f64; 2], size: [f64; 2]) -> [f64; 2] {
        let [mut x, mut y] = if self.diagonal { [point[1], point[0]] } else { point };
        let [width, height] = self.size(size);
        if self.horizontal {
            x = width - x;
        }
        if self.vertical {
            y = height - y;
        }
        [x, y]
    }
}

/// The numbers of a grid of tiles; at most `most` are made.
pub(super) fn decode(
    cells: Cells,
    size: [u32; 2],
    encoding: &str,
    compression: &str,
    most: usize,
) -> Result<Vec<u32>, ImportError> {
    let count = size[0] as usize * size[1] as usize;
    if count > most {
        return Err(ImportError::too_many("tiles", most));
    }
    let list = match cells {
        Cells::None => return Ok(Vec::new()),
        Cells::List(list) => list,
        Cells::Text(text) => {
            if encoding != "base64" {
                return Err(ImportError::unsupported(format!("the encoding {encoding:?} is not read")));
            }
            unpack(&text, compression, count)?
        }
    };
    if list.len() != count {
        let [width, height] = size;
        let reason = format!("{} tiles are given for {width} x {height} cells", list.len());
        return Err(ImportError::range(reason));
    }
    Ok(list)
}

/// Decompresses `count` numbers of 32 bits, and never more.
fn unpack(text: &str, compression: &str, count: usize) -> Result<Vec<u32>, ImportError> {
    let syntax = |reason: String| ImportError::new(ImportErrorKind::Syntax, reason);
    let compact: String = text.split_whitespace().collect();
    let packed = STANDARD.decode(compact).map_err(|error| syntax(format!("is not base64: {error}")))?;
    let most = 4 * count as u64 + 1;
    let mut bytes = Vec::new();
    let read = match compression {
        "" => {
            bytes = packed;
            Ok(0)
        }
        "zlib" => flate2::read::ZlibDecoder::new(&packed[..]).take(most).read_to_end(&mut bytes),
        "gzip" => flate2::read::GzDecoder::new(&packed[..]).take(most).read_to_end(&mut bytes),
        other => {
            return Err(ImportError::unsupported(format!(
                "the compression {other:?} is not read; zlib, gzip and none are"
            )));
        }
    };
    read.map_err(|error| syntax(format!("cannot be decompressed: {error}")))?;
    if bytes.len() != 4 * count {
        let reason = format!("the data has {} bytes or more for {count} tiles of 4 bytes", bytes.len());
        return Err(ImportError::range(reason));
    }
    Ok(bytes.as_chunks().0.iter().map(|&four| u32::from_le_bytes(four)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The corner of a tile of 16 x 32 after the rotations that Tiled writes.
    #[test]
    fn flips_are_rotations_and_mirrors() {
        let size = [16.0, 32.0];
        let at = |flags: u32| {
            let (id, flips) = Flips::of(flags << 29 | 7);
            assert_eq!(id, 7);
            (flips.point([0.0, 0.0], size), flips.point([16.0, 0.0], size))
        };
        assert_eq!(at(0), ([0.0, 0.0], [16.0, 0.0]));
        // Bits: 4 horizontal, 2 vertical, 1 diagonal. A quarter turn clockwise is 5.
        assert_eq!(at(5), ([32.0, 0.0], [32.0, 16.0]));
        assert_eq!(at(6), ([16.0, 32.0], [0.0, 32.0]));
        assert_eq!(at(3), ([0.0, 16.0], [0.0, 0.0]));
        assert_eq!(at(4), ([16.0, 0.0], [0.0, 0.0]));
    }
}
