//! Maps over short arrays, unrolled.
//!
//! `map` of the standard library compiles to five functions for each use, and its closure is not always
//! inlined. A loop over an array of lanes keeps the array in memory when the optimiser favours small code
//! (WebAssembly), and is then both slower and larger than unrolled code.

/// Element-wise maps of an array.
pub(crate) trait Each<T>: Copy {
    /// An array of the same length with another type of elements.
    type Of<U>;
    /// Applies `f` to every element.
    fn each<U>(self, f: impl FnMut(T) -> U) -> Self::Of<U>;
    /// Applies `f` to every element and its partner in `with`.
    fn each_with<U, V>(self, with: Self::Of<U>, f: impl FnMut(T, U) -> V) -> Self::Of<V>;
}

macro_rules! each {
    ($count:literal: $($a:ident $b:ident)*) => {
        impl<T: Copy> Each<T> for [T; $count] {
            type Of<U> = [U; $count];

            #[inline(always)]
            fn each<U>(self, mut f: impl FnMut(T) -> U) -> [U; $count] {
                let [$($a),*] = self;
                [$(f($a)),*]
            }

            #[inline(always)]
            fn each_with<U, V>(self, with: [U; $count], mut f: impl FnMut(T, U) -> V) -> [V; $count] {
                let ([$($a),*], [$($b),*]) = (self, with);
                [$(f($a, $b)),*]
            }
        }
    };
}

each!(2: a0 b0 a1 b1);
each!(3: a0 b0 a1 b1 a2 b2);
each!(4: a0 b0 a1 b1 a2 b2 a3 b3);
each!(6: a0 b0 a1 b1 a2 b2 a3 b3 a4 b4 a5 b5);
each!(8: a0 b0 a1 b1 a2 b2 a3 b3 a4 b4 a5 b5 a6 b6 a7 b7);
each!(16: a0 b0 a1 b1 a2 b2 a3 b3 a4 b4 a5 b5 a6 b6 a7 b7 a8 b8 a9 b9 a10 b10 a11 b11 a12 b12 a13 b13 a14 b14 a15 b15);
