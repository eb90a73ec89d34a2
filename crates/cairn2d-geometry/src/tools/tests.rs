//! Tests of tools.
