//! The functions of the interface, called as C calls them.
