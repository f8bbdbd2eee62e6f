//! Draws commands until one can be executed, and opens and closes groups for them.

use super::draw::{Bias, CommandDraw, placed_ships};
use super::{Contents, ScriptDraft};
use admiralty_core::rng::Rng;
use admiralty_core::script::{Command, Keyword, ShipRef, Tag};

/// The most commands that are drawn to find one that can be executed.
const DRAWS: u32 = 30;

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

    pub fn draw(&mut self, word: Keyword) -> Command {
        let mut draw = CommandDraw {
            rng: &mut self.rng,
            game: self.draft.game(),
            bias: self.bias,
        };
        draw.command(word)
    }

    /// Draws and executes a command with a keyword; returns whether one could be executed.
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

    pub fn placed_ships(&self) -> Vec<ShipRef> {
        let game = self.draft.game();
        placed_ships(game, game.next_player())
    }

    /// Opens the group of a tag after closing the open one; returns whether this was
    /// possible.
    pub fn enter(&mut self, tag: Tag) -> bool {
        self.leave() && self.draft.feed(tag)
    }

    /// Closes the open group; returns whether no group is open and the game continues.
    pub fn leave(&mut self) -> bool {
        let is_closed = self.draft.group().is_none_or(|tag| self.draft.feed(tag));
        is_closed && self.draft.winner().is_none()
    }

    /// Ensures that a group is open, either for state commands or for the next player's.
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
