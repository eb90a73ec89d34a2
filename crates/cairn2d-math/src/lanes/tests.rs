//! Every operation of all available lanes compared with a plain loop over scalars, bit for bit.

#[cfg(target_arch = "x86_64")]
use super::QuadLanes;
use super::{
    LaneLevel, Lanes, MAX_LANES, SKIP_BIT, Scalar, renormalize, rotate, small_rotation, small_rotation_w,
};
use crate::with_lanes;

/// Marsaglia's xorshift, enough for test data.
struct Random(u32);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }

    /// A float in \[-8, 8\], or one time in three a special value.
    fn float(&mut self) -> f32 {
        const SPECIAL: [f32; 14] = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::NAN,
            f32::MIN_POSITIVE,
            -f32::MIN_POSITIVE,
            1.0e-45,
            -1.0e-40,
            f32::MAX,
            f32::MIN,
            f32::EPSILON,
        ];
        if self.next().is_multiple_of(3) {
            SPECIAL[self.next() as usize % SPECIAL.len()]
        } else {
            (self.next() >> 8) as f32 / 16_777_216.0 * 16.0 - 8.0
        }
    }

    fn floats(&mut self) -> [f32; MAX_LANES] {
        core::array::from_fn(|_| self.float())
    }

    fn words(&mut self) -> [u32; MAX_LANES] {
        core::array::from_fn(|_| self.next() >> (self.next() % 32))
    }
}

/// Bits for comparison; which NaN results is not defined. `None` and not the bits of some NaN, because the
/// optimiser may reduce "NaN if it is a NaN" to "unchanged".
fn canonical(value: f32) -> Option<u32> {
    if value.is_nan() { None } else { Some(value.to_bits()) }
}

#[inline(always)]
fn out<L: Lanes>(l: L, value: L::F) -> [f32; MAX_LANES] {
    let mut to = [0.0; MAX_LANES];
    l.store(value, &mut to);
    to
}

#[inline(always)]
fn out_u<L: Lanes>(l: L, value: L::U) -> [u32; MAX_LANES] {
    let mut to = [0; MAX_LANES];
    l.store_u(value, &mut to);
    to
}

/// Compares the used lanes with the result of `expected` for each.
#[track_caller]
fn same<L: Lanes>(_: L, got: [f32; MAX_LANES], expected: impl Fn(usize) -> f32) {
    for (i, &value) in got.iter().enumerate().take(L::COUNT) {
        let expected = expected(i);
        assert_eq!(canonical(value), canonical(expected), "lane {i}: got {value}, expected {expected}");
    }
}

#[track_caller]
fn same_u<L: Lanes>(_: L, got: [u32; MAX_LANES], expected: impl Fn(usize) -> u32) {
    for (i, &value) in got.iter().enumerate().take(L::COUNT) {
        assert_eq!(value, expected(i), "lane {i}");
    }
}

#[track_caller]
fn same_m<L: Lanes>(l: L, got: L::M, expected: impl Fn(usize) -> bool) {
    let bits = (0..L::COUNT).fold(0, |bits, i| bits | u32::from(expected(i)) << i);
    assert_eq!(l.bits(got), bits, "mask bits");
    assert_eq!(l.any(got), bits != 0);
    assert_eq!(l.all(got), bits.count_ones() as usize == L::COUNT);
}

/// Number of random rounds: a hundredth under Miri, which is a thousand times slower.
const fn rounds(count: usize) -> usize {
    if cfg!(miri) { count / 100 } else { count }
}

#[inline(always)]
fn check_floats<L: Lanes>(l: L) {
    let mut random = Random(0x1234_5678);
    for _ in 0..rounds(4000) {
        let (x, y) = (random.floats(), random.floats());
        let (a, b) = (l.load(&x), l.load(&y));
        same(l, out(l, a + b), |i| x[i] + y[i]);
        same(l, out(l, a - b), |i| x[i] - y[i]);
        same(l, out(l, a * b), |i| x[i] * y[i]);
        same(l, out(l, a / b), |i| x[i] / y[i]);
        same(l, out(l, -a), |i| -x[i]);
        same(l, out(l, l.abs(a)), |i| x[i].abs());
        same(l, out(l, l.sqrt(a)), |i| x[i].sqrt());
        same(l, out(l, l.min(a, b)), |i| if x[i] < y[i] { x[i] } else { y[i] });
        same(l, out(l, l.max(a, b)), |i| if x[i] > y[i] { x[i] } else { y[i] });
        same(l, out(l, l.splat(x[3])), |_| x[3]);
        same(l, out(l, l.zero()), |_| 0.0);
        same_m(l, l.lt(a, b), |i| x[i] < y[i]);
        same_m(l, l.le(a, b), |i| x[i] <= y[i]);
        same_m(l, l.gt(a, b), |i| x[i] > y[i]);
        same_m(l, l.ge(a, b), |i| x[i] >= y[i]);
        same_m(l, l.eq(a, b), |i| x[i] == y[i]);
        let less = l.lt(a, b);
        same(l, out(l, l.select(less, a, b)), |i| if x[i] < y[i] { x[i] } else { y[i] });
        // Negation and the absolute value change the sign bit only, of a NaN too.
        same_u(l, out_u(l, l.f_to_bits(-a)), |i| x[i].to_bits() ^ 1 << 31);
        same_u(l, out_u(l, l.f_to_bits(l.abs(a))), |i| x[i].to_bits() & !(1 << 31));
    }
}

#[inline(always)]
fn check_words<L: Lanes>(l: L) {
    let mut random = Random(0x0BAD_CAFE);
    for _ in 0..rounds(2000) {
        let (x, y) = (random.words(), random.words());
        let (a, b) = (l.load_u(&x), l.load_u(&y));
        same_u(l, out_u(l, l.and_u(a, b)), |i| x[i] & y[i]);
        same_u(l, out_u(l, l.or_u(a, b)), |i| x[i] | y[i]);
        same_u(l, out_u(l, l.xor_u(a, b)), |i| x[i] ^ y[i]);
        same_u(l, out_u(l, l.add_u(a, b)), |i| x[i].wrapping_add(y[i]));
        same_u(l, out_u(l, l.sub_u(a, b)), |i| x[i].wrapping_sub(y[i]));
        same_u(l, out_u(l, l.shl_u::<0>(a)), |i| x[i]);
        same_u(l, out_u(l, l.shl_u::<7>(a)), |i| x[i] << 7);
        same_u(l, out_u(l, l.shl_u::<31>(a)), |i| x[i] << 31);
        same_u(l, out_u(l, l.shr_u::<0>(a)), |i| x[i]);
        same_u(l, out_u(l, l.shr_u::<16>(a)), |i| x[i] >> 16);
        same_u(l, out_u(l, l.shr_u::<31>(a)), |i| x[i] >> 31);
        same_u(l, out_u(l, l.splat_u(x[5])), |_| x[5]);
        same_m(l, l.eq_u(l.and_u(a, l.splat_u(3)), l.and_u(b, l.splat_u(3))), |i| x[i] & 3 == y[i] & 3);
        let mask = l.mask_from_bits(x[0]);
        same_u(l, out_u(l, l.select_u(mask, a, b)), |i| if x[0] >> i & 1 == 1 { x[i] } else { y[i] });
        same_u(l, out_u(l, l.f_to_bits(l.f_from_bits(a))), |i| x[i]);
    }
}

#[inline(always)]
fn check_masks<L: Lanes>(l: L) {
    for x in 0..300u32 {
        for y in [0, 1, 2, 7, 0x55, 0xAA, 0xFFFF, 0xF0F0, u32::MAX, x.wrapping_mul(0x9E37)] {
            let x = x.wrapping_mul(0x0101_0107);
            let bit = |word: u32, i: usize| word >> i & 1 == 1;
            let (a, b) = (l.mask_from_bits(x), l.mask_from_bits(y));
            same_m(l, a, |i| bit(x, i));
            same_m(l, l.and(a, b), |i| bit(x & y, i));
            same_m(l, l.or(a, b), |i| bit(x | y, i));
            same_m(l, l.xor(a, b), |i| bit(x ^ y, i));
            same_m(l, l.not(a), |i| bit(!x, i));
            same_m(l, l.and_not(a, b), |i| bit(x & !y, i));
        }
    }
}

/// Rows in which every float encodes its position.
fn numbered<const N: usize>(count: usize) -> Vec<[f32; N]> {
    (0..count).map(|row| core::array::from_fn(|k| (row * N + k) as f32)).collect()
}

/// Distinct row numbers in random order. Every other list has the skip bit at a third of them.
fn random_index(random: &mut Random, count: usize) -> Vec<u32> {
    let mut index: Vec<u32> = (0..count as u32).collect();
    for i in (1..count).rev() {
        index.swap(i, random.next() as usize % (i + 1));
    }
    let skips = random.next().is_multiple_of(2);
    for index in &mut index {
        *index |= if skips && random.next().is_multiple_of(3) { SKIP_BIT } else { 0 };
    }
    index
}

/// The expected result of a scatter: `old` except for the used lanes, whose first `WRITTEN` floats are 1000
/// k + lane.
fn scattered<const N: usize>(old: &[[f32; N]], index: &[u32], written: usize) -> Vec<[f32; N]> {
    let mut rows = old.to_vec();
    for (lane, &row) in index.iter().enumerate().filter(|&(_, &row)| row & SKIP_BIT == 0) {
        for (k, value) in rows[row as usize].iter_mut().enumerate().take(written) {
            *value = (1000 * k + lane) as f32;
        }
    }
    rows
}

/// One register per column, as `scattered` expects.
#[inline(always)]
fn columns<L: Lanes, const N: usize>(l: L) -> [L::F; N] {
    core::array::from_fn(|k| {
        let lanes: [f32; MAX_LANES] = core::array::from_fn(|lane| (1000 * k + lane) as f32);
        l.load(&lanes)
    })
}

macro_rules! check_rows {
    ($l:ident, $random:ident, $n:literal, $gather:ident, $scatter:ident, $used:literal) => {{
        let rows = numbered::<$n>(40);
        let index = random_index(&mut $random, 40);
        // SAFETY: there are 40 rows and 40 distinct indices below 40.
        let got = unsafe { $l.$gather(rows.as_ptr(), &index) };
        for (k, &column) in got.iter().enumerate() {
            same($l, out($l, column), |lane| rows[(index[lane] & !SKIP_BIT) as usize][k]);
        }
        let mut written = rows.clone();
        // SAFETY: as above.
        unsafe { $l.$scatter(written.as_mut_ptr(), &index, columns::<L, $used>($l)) };
        assert_eq!(written, scattered(&rows, &index[..L::COUNT], $used), stringify!($scatter));
    }};
}

#[inline(always)]
fn check_gathers<L: Lanes>(l: L) {
    let mut random = Random(77);
    for _ in 0..rounds(200) {
        check_rows!(l, random, 4, gather4, scatter4, 4);
        check_rows!(l, random, 8, gather8, scatter8, 8);
        check_rows!(l, random, 8, gather8_low, scatter8_low, 4);
        check_rows!(l, random, 16, gather16, scatter16, 16);
    }
    for _ in 0..rounds(200) {
        let index: Vec<u32> = random_index(&mut random, 40).iter().map(|index| index & !SKIP_BIT).collect();
        let offsets: Vec<u32> = index.iter().map(|index| 4 * index).collect();
        let rows = numbered::<8>(40);
        // SAFETY: there are 40 rows and 40 distinct indices below 40.
        let got = unsafe { l.gather8_at(rows.as_ptr(), &offsets) };
        for (k, &column) in got.iter().enumerate() {
            same(l, out(l, column), |lane| rows[index[lane] as usize][k]);
        }
        // SAFETY: there are 40 rows and 40 indices below 40.
        let high = unsafe { l.gather8_high(rows.as_ptr(), &index) };
        for (k, &column) in high.iter().enumerate() {
            same(l, out(l, column), |lane| rows[index[lane] as usize][4 + k]);
        }
        let mut written = rows.clone();
        // SAFETY: as above.
        unsafe { l.scatter8_low_at(written.as_mut_ptr(), &offsets, columns::<L, 4>(l)) };
        assert_eq!(written, scattered(&rows, &index[..L::COUNT], 4));
    }
    // A skipped lane may have any row number in a scatter, even one that does not exist.
    let index = [u32::MAX; MAX_LANES];
    let mut rows = numbered::<8>(1);
    // SAFETY: every lane is skipped.
    unsafe { l.scatter8(rows.as_mut_ptr(), &index, columns::<L, 8>(l)) };
    assert_eq!(rows, numbered::<8>(1));
}

#[inline(always)]
fn check_consecutive_rows<L: Lanes>(l: L) {
    let all: Vec<u32> = (0..L::COUNT as u32).collect();
    let (four, eight) = (numbered::<4>(L::COUNT), numbered::<8>(L::COUNT));
    // SAFETY: there are COUNT rows.
    let (got4, got8) = unsafe { (l.load_rows4(four.as_ptr()), l.load_rows8(eight.as_ptr())) };
    for (k, &column) in got4.iter().enumerate() {
        same(l, out(l, column), |lane| four[lane][k]);
    }
    for (k, &column) in got8.iter().enumerate() {
        same(l, out(l, column), |lane| eight[lane][k]);
    }
    let (mut written4, mut written8) = (four.clone(), eight.clone());
    // SAFETY: there are COUNT rows.
    unsafe {
        l.store_rows4(written4.as_mut_ptr(), columns::<L, 4>(l));
        l.store_rows8(written8.as_mut_ptr(), columns::<L, 8>(l));
    }
    assert_eq!(written4, scattered(&four, &all, 4));
    assert_eq!(written8, scattered(&eight, &all, 8));
}

#[inline(always)]
fn check_rotation<L: Lanes>(l: L) {
    let mut random = Random(5);
    for _ in 0..rounds(2000) {
        let x = random.floats();
        let (c, s) = small_rotation_w(l, l.load(&x));
        same(l, out(l, c), |i| small_rotation(x[i]).c);
        same(l, out(l, s), |i| small_rotation(x[i]).s);
        let (c, s) = renormalize(l, (c, s));
        let length_squared = out(l, c * c + s * s);
        assert!(length_squared[..L::COUNT].iter().all(|&q| (q - 1.0).abs() < 4.0e-7), "{length_squared:?}");
    }
}

/// Evaluates an expression with the lanes of every level, and on x86-64 with the four lanes of other targets
/// too.
macro_rules! each_lanes {
    ($lanes:ident => $body:expr) => {
        for level in LaneLevel::available() {
            with_lanes!(level, $lanes => $body);
        }
        #[cfg(target_arch = "x86_64")]
        {
            let $lanes = QuadLanes::for_test();
            $lanes.vectorize(|| $body);
        }
    };
}

#[test]
fn float_operations_equal_scalars() {
    each_lanes!(l => check_floats(l));
}

#[test]
fn integer_operations_equal_scalars() {
    each_lanes!(l => check_words(l));
}

#[test]
fn mask_operations_equal_scalars() {
    each_lanes!(l => check_masks(l));
}

#[test]
fn gathers_and_scatters_equal_naive_loops() {
    each_lanes!(l => check_gathers(l));
}

#[test]
fn consecutive_rows_transpose() {
    each_lanes!(l => check_consecutive_rows(l));
}

#[test]
fn small_rotation_is_the_same_on_all_lanes() {
    each_lanes!(l => check_rotation(l));
}

#[test]
fn small_rotation_meets_its_error_bounds() {
    let mut worst = [0.0f64; 2];
    let count = rounds(200_000) as i32;
    for i in -count..=count {
        let angle = i as f32 * (core::f32::consts::FRAC_PI_2 / count as f32);
        let got = small_rotation(angle);
        let (s, c) = f64::from(angle).sin_cos();
        let error = (f64::from(got.s) - s).abs().max((f64::from(got.c) - c).abs());
        let wide = usize::from(angle.abs() > core::f32::consts::FRAC_PI_4);
        worst[wide] = worst[wide].max(error);
    }
    assert!(worst[0] < 2.0e-7 && worst[1] < 5.0e-6, "errors {worst:?}");
    // Beyond the range, a quarter turn; the result is always a rotation.
    assert!(small_rotation(1.0e30).c.abs() < 5.0e-6 && small_rotation(-1.0e30).s < -0.999);
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        assert!(small_rotation(bad).is_normalized(), "{bad}");
    }
}

#[test]
fn repeated_small_rotations_keep_length_and_angle() {
    let (mut c, mut s) = (1.0f32, 0.0f32);
    let (step, count) = (0.0131f32, rounds(200_000) as u32);
    for _ in 0..count {
        let turned = rotate(small_rotation_w(Scalar, step), (c, s));
        (c, s) = renormalize(Scalar, turned);
    }
    let expected = f64::from(step) * f64::from(count);
    let (expected_s, expected_c) = expected.sin_cos();
    let error = (f64::from(c) - expected_c).hypot(f64::from(s) - expected_s);
    // The step itself is rounded to 6e-8 of its size, and so is the sum.
    assert!(error < 1.2e-7 * expected, "off by {error} rad after {expected} rad");
    assert!((c * c + s * s - 1.0).abs() < 3.0e-7);
}

#[test]
fn levels_have_names_and_an_order() {
    for level in LaneLevel::ALL {
        assert_eq!(level.name().parse(), Ok(level));
        assert_eq!(format!("[{level:>8}]"), format!("[{:>8}]", level.name()));
    }
    let error = "AVX2".parse::<LaneLevel>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "unknown lane level \"AVX2\", expected one of scalar sse2 neon wasm128 avx2 avx512"
    );
    let available: Vec<_> = LaneLevel::available().collect();
    assert_eq!(available.first(), Some(&LaneLevel::Scalar));
    assert_eq!(available.last(), Some(&LaneLevel::best()));
    let fastest = if cfg!(cairn2d_unoptimized) { available[0] } else { LaneLevel::best() };
    assert_eq!(LaneLevel::fastest(), fastest);
    assert!(available.windows(2).all(|pair| pair[0].lane_count() <= pair[1].lane_count()));
}

#[test]
fn macro_uses_the_requested_lanes() {
    #[inline(always)]
    fn count<L: Lanes>(_: L) -> usize {
        L::COUNT
    }
    for level in LaneLevel::ALL {
        let expected = if level.is_available() { level } else { LaneLevel::best() };
        assert_eq!(with_lanes!(level, l => count(l)), expected.lane_count(), "{level}");
    }
}

#[test]
#[should_panic(expected = "lanes need")]
fn loading_from_too_short_a_slice_panics() {
    with_lanes!(LaneLevel::best(), l => {
        let _ = l.load(&[]);
    });
}

/// The memory side of one contact pass: two gathers of rows, a little arithmetic, two scatters.
#[inline(always)]
fn pass<L: Lanes>(l: L, rows: &mut [[f32; 8]], index_a: &[u32], index_b: &[u32]) {
    let rows = rows.as_mut_ptr();
    for (a, b) in index_a.chunks_exact(L::COUNT).zip(index_b.chunks_exact(L::COUNT)) {
        // SAFETY: the index tables hold distinct numbers below the count of rows.
        unsafe {
            let [ax, ay, aw, ad, a4, a5, a6, a7] = l.gather8(rows, a);
            let [bx, by, bw, bd, b4, b5, b6, b7] = l.gather8(rows, b);
            let (x, y) = ((bx - ax) * (a4 + b4), (by - ay) * (a5 + b5));
            let (w, d) = ((bw - aw) * (a6 + b6), (bd - ad) * (a7 + b7));
            l.scatter8_low(rows, a, [ax + x, ay + y, aw + w, ad + d]);
            l.scatter8_low(rows, b, [bx - x, by - y, bw - w, bd - d]);
        }
    }
}

#[inline(never)]
fn run_passes(level: LaneLevel, rows: &mut [[f32; 8]], index: (&[u32], &[u32]), count: usize) {
    for _ in 0..count {
        with_lanes!(level, l => pass(l, core::hint::black_box(&mut *rows), index.0, index.1));
    }
}

/// Prints the time with `cargo test --release -p cairn2d-math pass -- --nocapture`.
#[test]
fn many_passes_end_in_the_same_bits_on_all_lanes() {
    const PAIRS: usize = if cfg!(miri) { 32 } else { 1024 };
    let mut random = Random(99);
    let mut rows = vec![[0.0f32; 8]; 2 * PAIRS];
    rows.iter_mut().flatten().for_each(|x| *x = (random.next() % 1000) as f32 * 1.0e-4);
    let index = random_index(&mut random, 2 * PAIRS);
    let index = index.split_at(PAIRS);
    let mut reference: Option<Vec<[f32; 8]>> = None;
    for level in LaneLevel::available() {
        let (mut result, mut best) = (rows.clone(), f64::INFINITY);
        for _ in 0..10 {
            let start = std::time::Instant::now();
            run_passes(level, &mut result, index, 20);
            best = best.min(start.elapsed().as_secs_f64() * 1.0e9 / (20 * PAIRS / 16) as f64);
        }
        println!("{level:7} {best:6.1} ns per 16 pairs");
        assert!(*reference.get_or_insert_with(|| result.clone()) == result, "{level} differs from one lane");
        assert!(result.iter().flatten().all(|x| x.is_finite()) && result != rows);
    }
}
