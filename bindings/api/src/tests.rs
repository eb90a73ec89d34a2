//! The table of the repository, and small ones.
