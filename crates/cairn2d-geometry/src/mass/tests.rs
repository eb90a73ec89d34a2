//! Tests of masses.
