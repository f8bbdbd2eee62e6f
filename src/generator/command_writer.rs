//! Commands that are drawn until one can be executed, and the groups that they stand in.

use super::draw::{Bias, CommandDraw, placed_ships};
use super::{Contents, ScriptDraft};
use crate::rng::Rng;
use crate::script::{Command, Keyword, ShipRef, Tag};

/// How many commands are drawn until one is executed.
const DRAWS: u32 = 30;

/// Draws commands and adds those to a draft that can be executed.
pub(super) struct CommandWriter {
    pub rng: Rng,
    pub draft: ScriptDraft,
    pub contents: Contents,
    pub bias: Bias,
}

impl CommandWriter {
    pub fn new(mut rng: Rng, draft: ScriptDraft, contents: Contents) -> Self {
        let bias = Bias {
            is_fierce: rng.one_in(3),
            is_wide: contents.are_wide(),
            ..Bias::default()
        };
        Self {
            rng,
            draft: draft.of(contents),
            contents,
            bias,
        }
    }

    /// Draws a command of a word.
    pub fn draw(&mut self, word: Keyword) -> Command {
        let mut draw = CommandDraw {
            rng: &mut self.rng,
            game: self.draft.game(),
            bias: self.bias,
        };
        draw.command(word)
    }

    /// Executes a command of a word, if one is drawn that can be.
    pub fn feed_any(&mut self, word: Keyword) -> bool {
        !self.contents.lack(word)
            && (0..DRAWS).any(|_| {
                let command = self.draw(word);
                self.draft.feed(command)
            })
    }

    /// Chooses one of the next player's ships for the commands that follow.
    pub fn choose_ship(&mut self) {
        self.bias.ship = self.rng.pick(&self.placed_ships()).copied();
    }

    /// The next player's ships on the board.
    pub fn placed_ships(&self) -> Vec<ShipRef> {
        let game = self.draft.game();
        placed_ships(game, game.next_player())
    }

    /// Opens the group of a tag, closing the one that is open. Returns whether that
    /// could be done.
    pub fn enter(&mut self, tag: Tag) -> bool {
        self.leave() && self.draft.feed(tag)
    }

    /// Closes the group that is open. Returns whether none is open now, and the game
    /// goes on.
    pub fn leave(&mut self) -> bool {
        let is_closed = self.draft.group().is_none_or(|tag| self.draft.feed(tag));
        is_closed && self.draft.winner().is_none()
    }

    /// Has a group open for state commands, or for the next player's.
    pub fn enter_kind(&mut self, is_state: bool) -> bool {
        match self.draft.group() {
            Some(open) if (open == Tag::State) == is_state => true,
            // Closing a turn makes the other player the next one.
            Some(_) => self.leave() && self.enter_kind(is_state),
            None if is_state => self.draft.feed(Tag::State),
            None => {
                let next = self.draft.game().next_player();
                self.draft.feed(Tag::Player(next))
            }
        }
    }
}
