//! A difference, for people.

use std::io::{self, Write};

use admiralty::judge::compare::Difference;

/// Draws a difference.
pub fn draw(difference: &Difference, _width: usize, out: &mut dyn Write) -> io::Result<()> {
    let place = &difference.found;
    writeln!(out, "    line {}, column {}", place.line, place.column)
}
