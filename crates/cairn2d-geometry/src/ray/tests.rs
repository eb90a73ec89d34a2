//! Tests of ray.
