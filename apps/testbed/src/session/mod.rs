//! The model of the testbed, without a window.
