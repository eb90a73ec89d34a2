//! Tests of distance.
