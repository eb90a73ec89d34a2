//! Tests of cast.
