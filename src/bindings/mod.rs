//! Bindings as ARM-8 describes them, and the notations that they are written in.

pub mod text;
