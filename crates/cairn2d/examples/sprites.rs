//! Sorts sprites into batches and times it: `sprites [COUNT]`, 1,000,000 by default.

use std::time::Instant;

use cairn2d::sprites::{Sprite, SpriteError, SpriteOrder};

/// Least time of five runs \[ms\].
fn least_time(mut run: impl FnMut()) -> f64 {
    let time = |_| {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64() * 1e3
    };
    (0..5).map(time).fold(f64::INFINITY, f64::min)
}

fn main() -> Result<(), SpriteError> {
    let count: u32 = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(1_000_000);
    // 64 layers by height, 32 textures, two blend modes, in random order.
    let mut state = 1u32;
    let mut random = |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % below
    };
    let sprites: Vec<Sprite> = (0..count)
        .map(|_| Sprite { layer: random(64) as f32 * 0.25, texture: random(32), blend: random(2) as u8 })
        .collect();
    let mut other = sprites.clone();
    if let Some(last) = other.last_mut() {
        last.blend ^= 1;
    }

    let mut order = SpriteOrder::new();
    order.update(&sprites)?;
    // Two lists in turn, so that every update sorts.
    let mut turn = false;
    let sort = least_time(|| {
        turn = !turn;
        order.update(if turn { &other } else { &sprites }).expect("good sprites");
    });
    order.update(&sprites)?;
    let unchanged = least_time(|| {
        order.update(&sprites).expect("good sprites");
    });
    let sorted: Vec<Sprite> = order.order().iter().map(|&index| sprites[index as usize]).collect();
    let mut of_sorted = SpriteOrder::new();
    let mut shifted = sorted.clone();
    if let Some(last) = shifted.last_mut() {
        last.layer = 99.0;
    }
    let in_order = least_time(|| {
        turn = !turn;
        of_sorted.update(if turn { &shifted } else { &sorted }).expect("good sprites");
    });
    println!("{count} sprites in {} batches", order.batches().len());
    println!("sort {sort:.2} ms, unchanged {unchanged:.2} ms, changed but in order {in_order:.2} ms");
    Ok(())
}
