//! The world as instances, and the renderer that draws them.
