//! Goes on where a run ends, to find more than the first error.

use crate::game::Refusal;
use crate::interpreter::{Ending, Event, FailureKind, Session};
use crate::script::Tag;

impl Session {
    /// Goes on after the line that ended the execution. A refused command is left out;
    /// a tag, or `tag` if the line was meant to be one, is obeyed all the same; and
    /// after a victory the other player is next. Returns what else would have ended
    /// the execution.
    pub(super) fn go_on(&mut self, ending: &Ending, tag: Option<Tag>, text: &[u8]) -> Vec<Ending> {
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

    /// Ends a turn in which somebody has won as if nobody had.
    fn pass(&mut self) {
        self.group = None;
        self.game
            .set_next_player(self.game.next_player().opponent());
    }

    /// Opens or closes a group, whatever is in the way.
    fn obey(&mut self, tag: Tag, text: &[u8], endings: &mut Vec<Ending>) {
        loop {
            let failure = match self.tag(tag, text) {
                Ok(Event::Won(winner)) => {
                    self.pass();
                    endings.push(Ending::Won(winner));
                    return;
                }
                Ok(_) => return,
                Err(failure) => failure,
            };
            endings.push(Ending::Failed(failure.clone()));
            if !self.give_way(&failure.kind, text, endings) {
                return;
            }
        }
    }

    /// Takes away what a tag was refused for; says whether there was something.
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
