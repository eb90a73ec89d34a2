//! Outlines and lengths of the font of the window.

use super::instance::{LocationRef, Size};
use super::outline::{DrawSettings, HintingInstance, OutlinePen, Target};
use super::*;

fn font() -> FontRef<'static> {
    FontRef::new(include_bytes!("../../../fonts/ubuntu-light-latin.ttf")).unwrap()
}

/// The box of an outline, and its area by the polygon of its points.
#[derive(Default)]
struct Measure {
    low: [f32; 2],
    high: [f32; 2],
    at: [f32; 2],
    start: [f32; 2],
    area: f32,
    contours: usize,
}

impl Measure {
    fn of(letter: char, size: Size) -> Self {
        let font = font();
        let mut pen = Self { low: [f32::MAX; 2], high: [f32::MIN; 2], ..Self::default() };
        let glyph = font.charmap().map(letter).unwrap();
        let settings = DrawSettings::unhinted(size, LocationRef::default());
        font.outline_glyphs().get(glyph).unwrap().draw(settings, &mut pen).unwrap();
        pen
    }

    fn go(&mut self, x: f32, y: f32) {
        self.area += 0.5 * (self.at[0] * y - self.at[1] * x);
        self.at = [x, y];
        for (axis, value) in self.at.into_iter().enumerate() {
            self.low[axis] = self.low[axis].min(value);
            self.high[axis] = self.high[axis].max(value);
        }
    }
}

impl OutlinePen for Measure {
    fn move_to(&mut self, x: f32, y: f32) {
        self.at = [x, y];
        self.start = self.at;
        self.go(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.go(x, y);
    }

    fn quad_to(&mut self, _cx0: f32, _cy0: f32, x: f32, y: f32) {
        self.go(x, y);
    }

    fn curve_to(&mut self, _cx0: f32, _cy0: f32, _cx1: f32, _cy1: f32, x: f32, y: f32) {
        self.go(x, y);
    }

    fn close(&mut self) {
        let [x, y] = self.start;
        self.go(x, y);
        self.contours += 1;
    }
}

#[test]
fn outlines_have_the_shape_of_their_letters_and_scale_with_the_size() {
    let bar = Measure::of('|', Size::unscaled());
    let ring = Measure::of('o', Size::unscaled());
    assert!(bar.contours == 1 && ring.contours == 2, "a ring has an inner line");
    assert!(bar.high[1] - bar.low[1] > 6.0 * (bar.high[0] - bar.low[0]), "a bar is narrow");
    assert!((ring.high[0] - ring.low[0]) / (ring.high[1] - ring.low[1]) > 0.8, "an o is round");
    assert!(ring.area.abs() < 0.5 * (ring.high[0] - ring.low[0]) * (ring.high[1] - ring.low[1]));
    let units = f32::from(font().metrics(Size::unscaled(), LocationRef::default()).units_per_em);
    let small = Measure::of('o', Size::new(20.0));
    assert!((small.high[0] - ring.high[0] * 20.0 / units).abs() < 1e-4);
    assert!(Measure::of(' ', Size::unscaled()).contours == 0);
}

#[test]
fn lengths_of_letters_and_lines_have_their_order() {
    let font = font();
    let map = font.charmap();
    let glyphs = font.glyph_metrics(Size::unscaled(), LocationRef::default());
    let width = |letter| glyphs.advance_width(map.map(letter).unwrap()).unwrap();
    assert!(width('i') < width('n') && width('n') < width('m'));
    let lines = font.metrics(Size::unscaled(), LocationRef::default());
    assert!(lines.descent < 0.0 && lines.ascent > 0.5 * f32::from(lines.units_per_em));
    assert_eq!(map.map('漢'), None);
    assert!(map.mappings().any(|(letter, glyph)| letter == 'ü' as u32 && Some(glyph) == map.map('ü')));
    assert!(map.mappings().all(|(_, glyph)| glyph != GlyphId::NOTDEF));
}

#[test]
fn there_is_no_hinting_and_broken_files_are_errors() {
    let glyphs = font().outline_glyphs();
    assert!(
        HintingInstance::new(&glyphs, Size::unscaled(), LocationRef::default(), Target::default()).is_err()
    );
    assert!(FontRef::new(b"not a font").is_err());
    assert!(glyphs.get(GlyphId::new(70_000)).is_none());
}
