//! Continues where a run ends, to find more than the first error.

use crate::game::Refusal;
use crate::interpreter::{Ending, FailureKind, Session};
use crate::script::Tag;

impl Session {
    /// Continues after the line that ended the execution. A refused command is skipped; a
    /// tag, or `tag` if the line was meant to be one, takes effect nevertheless; and after a
    /// victory it is the other player's turn. Returns what else would have ended the
    /// execution.
    pub(super) fn resume(&mut self, ending: &Ending, tag: Option<Tag>, text: &[u8]) -> Vec<Ending> {
        let mut endings = Vec::new();
        match ending {
            Ending::Won(_) => self.pass(),
            Ending::Failed(failure) => {
                self.give_way(&failure.kind, text, &mut endings);
                if let Some(tag) = tag {
                    self.obey(tag, text, &mut endings);
                }
            }
        }
        endings
    }

    /// Ends a turn that was won as if it had not been.
    fn pass(&mut self) {
        self.group = None;
        self.game
            .set_next_player(self.game.next_player().opponent());
    }

    /// Opens or closes a group, and removes whatever prevents it.
    fn obey(&mut self, tag: Tag, text: &[u8], endings: &mut Vec<Ending>) {
        loop {
            let failure = match self.tag(tag, text) {
                Ok(event) => {
                    if let Some(winner) = event.winner() {
                        self.pass();
                        endings.push(Ending::Won(winner));
                    }
                    return;
                }
                Err(failure) => failure,
            };
            endings.push(Ending::Failed(failure.clone()));
            if !self.give_way(&failure.kind, text, endings) {
                return;
            }
        }
    }

    /// Removes the cause for which a tag was refused; returns whether it could.
    fn give_way(&mut self, kind: &FailureKind, text: &[u8], endings: &mut Vec<Ending>) -> bool {
        match kind {
            FailureKind::GroupNotClosed(open, _) => self.obey(*open, text, endings),
            FailureKind::Refusal(refusal) => match **refusal {
                Refusal::OtherPlayersTurn { expected } => {
                    self.game.set_next_player(expected.opponent());
                }
                Refusal::Infeasible { .. } => self.drop_targets(),
                _ => return false,
            },
            _ => return false,
        }
        true
    }
}
