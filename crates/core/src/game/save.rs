//! The state of a game as the commands that recreate it.

use super::Game;
use crate::player::Player;
use crate::rules::{RuleSet, RulesChoice};
use crate::script::{Command, Tag};

/// Whom the commands that recreate a state are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum For {
    /// The next run, as by `SAVE`, which increments the seed because it saves for the next turn.
    Save,
    /// The turn that is about to be played: with the current seed.
    Turn,
    /// A player, with this seed: all that is public, and its own ships and information.
    Player(Player, u64),
}

impl For {
    /// Whether the reader may know the ships of a player, and what the player remembers.
    fn knows(self, player: Player) -> bool {
        match self {
            Self::Save | Self::Turn => true,
            Self::Player(reader, _) => reader == player,
        }
    }
}

impl Game {
    /// The state as a script: a `[state]` group that recreates it, except for the planes and what was
    /// used up in the current turn.
    pub fn script(&self, reader: For) -> Vec<u8> {
        Tag::State.group(self.commands(reader))
    }

    /// The commands that recreate the state in a fresh game.
    ///
    /// ```
    /// use admiralty_core::game::{For, Game};
    /// use admiralty_core::rules::RuleSet;
    /// let first = Game::new(RuleSet::SHIPS).commands(For::Save).next().unwrap();
    /// assert_eq!(first.to_string(), "BOARD_SIZE 21 10");
    /// ```
    pub fn commands(&self, reader: For) -> impl Iterator<Item = Command> + '_ {
        let seed = match reader {
            For::Save => self.seed().map(|seed| seed.wrapping_add(1)),
            For::Turn => self.seed(),
            For::Player(_, seed) => Some(seed),
        };
        let (rules, board) = (self.rules(), self.board());
        // Scripts start with the rules `ships`, but saved commands may be loaded where other
        // rules were chosen.
        let is_named = rules != RuleSet::SHIPS || self.are_rules_chosen();
        let chosen = RulesChoice::saved(rules, self.side()).filter(|_| is_named);
        let named = chosen.map(Command::Rules);
        let fixed = [
            Command::BoardSize(board.size()),
            Command::NextPlayer(self.next_player()),
        ];
        let fleets = Player::BOTH
            .into_iter()
            .flat_map(move |player| fleet(self, player, reader.knows(player)));
        let shots = self
            .shots()
            .map(|(player, target)| Command::Shot { player, target });
        let modes = [
            self.is_extended().then_some(Command::ExtendedShips),
            self.is_auto().then_some(Command::AutoShooting),
        ];
        let known = Player::BOTH
            .into_iter()
            .filter(move |&player| reader.knows(player));
        let players = known.clone().filter(|&player| self.is_ai(player));
        let information = known.flat_map(|player| {
            let lines = self.information(player).iter().cloned();
            lines.map(move |text| Command::Information { player, text })
        });
        let lines = named
            .into_iter()
            .chain(fixed)
            .chain(fleets)
            .chain(shots)
            .chain(board.reefs().iter().copied().map(Command::Reef))
            .chain(modes.into_iter().flatten())
            .chain(players.map(Command::SetAiPlayer))
            .chain(information)
            .chain(seed.map(Command::Srand));
        // Omit what the rule set fixes.
        lines.filter(move |line| line.keyword().is_in(rules))
    }
}

/// The fleet of a player, with or without the ships that are on the board.
fn fleet(game: &Game, player: Player, has_ships: bool) -> impl Iterator<Item = Command> + '_ {
    let (fleet, start) = (game.fleet(player), game.start(player));
    let fixed = [
        Command::InitPosition { player, start },
        Command::SetFleet {
            player,
            counts: fleet.counts().collect(),
        },
    ];
    let ships = fleet.ships().filter(move |_| has_ships);
    let ships = ships.map(move |id| {
        let ship = game.board().ship(id);
        ship.name()
            .command(ship.footprint(), ship.healthy_segments())
    });
    fixed.into_iter().chain(ships)
}
