//! Pages and pictures: HTML and SVG as text, without I/O.
//!
//! A page is one file that is opened from disk and loads nothing. Its templates, styles and
//! scripts are in `assets/`.

pub mod replay;
mod shell;
