//! Conversions from and to the vector types of other crates, one optional feature each.
//!
//! Only vectors convert: a rotation of another library may be an angle, a complex number or a matrix, and the
//! call should name which.

use crate::vec2::{Vec2, vec2};

#[cfg(feature = "mint-05")]
impl From<mint_05::Vector2<f32>> for Vec2 {
    #[inline]
    fn from(v: mint_05::Vector2<f32>) -> Self {
        vec2(v.x, v.y)
    }
}

#[cfg(feature = "mint-05")]
impl From<Vec2> for mint_05::Vector2<f32> {
    #[inline]
    fn from(v: Vec2) -> Self {
        Self { x: v.x, y: v.y }
    }
}

#[cfg(feature = "mint-05")]
impl From<mint_05::Point2<f32>> for Vec2 {
    #[inline]
    fn from(p: mint_05::Point2<f32>) -> Self {
        vec2(p.x, p.y)
    }
}

#[cfg(feature = "mint-05")]
impl From<Vec2> for mint_05::Point2<f32> {
    #[inline]
    fn from(v: Vec2) -> Self {
        Self { x: v.x, y: v.y }
    }
}

#[cfg(feature = "mint-05")]
impl mint_05::IntoMint for Vec2 {
    type MintType = mint_05::Vector2<f32>;
}

#[cfg(feature = "glam-034")]
impl From<glam_034::Vec2> for Vec2 {
    #[inline]
    fn from(v: glam_034::Vec2) -> Self {
        vec2(v.x, v.y)
    }
}

#[cfg(feature = "glam-034")]
impl From<Vec2> for glam_034::Vec2 {
    #[inline]
    fn from(v: Vec2) -> Self {
        Self::new(v.x, v.y)
    }
}

#[cfg(test)]
mod tests {
    use crate::vec2;

    #[cfg(feature = "mint-05")]
    #[test]
    fn mint_vectors_and_points_convert_both_ways() {
        let vector: mint_05::Vector2<f32> = vec2(1.0, -2.0).into();
        assert_eq!((vector.x, vector.y), (1.0, -2.0));
        assert_eq!(crate::Vec2::from(vector), vec2(1.0, -2.0));
        let point: mint_05::Point2<f32> = vec2(3.0, 4.0).into();
        assert_eq!((point.x, point.y), (3.0, 4.0));
        assert_eq!(crate::Vec2::from(point), vec2(3.0, 4.0));
    }

    #[cfg(feature = "glam-034")]
    #[test]
    fn glam_vectors_convert_both_ways() {
        let vector: glam_034::Vec2 = vec2(1.0, -2.0).into();
        assert_eq!((vector.x, vector.y), (1.0, -2.0));
        assert_eq!(crate::Vec2::from(vector), vec2(1.0, -2.0));
    }
}
