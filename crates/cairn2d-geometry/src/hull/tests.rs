//! Tests of hulls.
