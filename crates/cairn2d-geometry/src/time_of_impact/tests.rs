//! Tests of time_of_impact.
