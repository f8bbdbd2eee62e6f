//! Writes groups of commands.

use std::borrow::Borrow;
use std::io::{self, Write};

use super::{Command, Tag};

/// How much of a group is written at once.
const CHUNK_BYTES: usize = 1 << 12;

impl Tag {
    /// Writes a group of commands.
    ///
    /// # Errors
    ///
    /// An error of `out`.
    pub fn write_group<C: Borrow<Command>>(
        self,
        commands: impl IntoIterator<Item = C>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        // Many small writes would take longer than the rest.
        let mut lines = format!("{self}\n").into_bytes();
        for command in commands {
            command.borrow().write_to(&mut lines)?;
            lines.push(b'\n');
            if lines.len() >= CHUNK_BYTES {
                out.write_all(&lines)?;
                lines.clear();
            }
        }
        writeln!(lines, "{self}")?;
        out.write_all(&lines)
    }

    /// A group of commands.
    #[expect(
        clippy::missing_panics_doc,
        reason = "a vector takes all that is written to it"
    )]
    pub fn group<C: Borrow<Command>>(self, commands: impl IntoIterator<Item = C>) -> Vec<u8> {
        let mut group = Vec::new();
        self.write_group(commands, &mut group)
            .expect("a vector takes all that is written to it");
        group
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Pos;

    /// Whether it is written at once or in chunks.
    #[test]
    fn a_group_has_its_commands_between_two_tags() {
        for count in [0, 1, 1000] {
            let commands: Vec<_> = (0..count).map(|x| Command::Reef(Pos::new(7, x))).collect();
            let lines: Vec<_> = commands.iter().map(|line| format!("{line}\n")).collect();
            let group = Tag::State.group(&commands);
            assert_eq!(
                group,
                format!("[state]\n{}[state]\n", lines.concat()).into_bytes()
            );
        }
    }
}
