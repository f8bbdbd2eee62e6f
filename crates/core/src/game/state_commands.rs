//! The commands that change the state between turns.

use bstr::BString;

use super::{Board, FieldList, Footprint, Game, Refusal, Refused, ShipName};
use crate::geometry::{Pos, Rect, Size};
use crate::player::Player;
use crate::rules::RuleSet;

impl Game {
    /// Starts a new game of a rule set, which is included when the game is saved.
    ///
    /// # Panics
    ///
    /// See [`Game::with_side`].
    pub fn choose_rules(&mut self, rules: &'static RuleSet, side: u8) {
        *self = Self {
            are_rules_chosen: true,
            ..Self::with_side(rules, side)
        };
    }

    /// Replaces the board with an empty one; reefs, ships and planes are removed.
    pub fn resize(&mut self, size: Size) {
        self.board = Board::new(size, self.rules.gap);
        self.shots = FieldList::new(size);
        for player in Player::BOTH {
            self.fleets[player].clear();
            self.planes[player].clear();
        }
    }

    /// Sets who moves next.
    pub fn set_next_player(&mut self, player: Player) {
        self.next = player;
    }

    /// Sets a starting rectangle.
    pub fn set_start(&mut self, player: Player, start: Rect) {
        self.start[player] = start;
    }

    /// Sets how many ships of each class a fleet has when complete.
    ///
    /// # Errors
    ///
    /// In this order: [`Refusal::FleetSize`], where fleets are limited;
    /// [`Refusal::CountBelowPresent`] if a ship on the board would exceed its count.
    ///
    /// # Panics
    ///
    /// If there are not as many counts as the rule set has classes.
    pub fn set_fleet(&mut self, player: Player, counts: &[u32]) -> Refused {
        let classes = self.rules.classes;
        assert_eq!(counts.len(), classes.len(), "one count for each class");
        if let Some(limits) = self.rules.fleet {
            let fleet = classes.iter().zip(counts.iter().copied());
            let checked = limits.check(fleet, self.side);
            checked.map_err(|fault| Refusal::FleetSize { fault, limits })?;
        }
        for (class, &count) in classes.iter().zip(counts) {
            let highest = self.fleets[player].highest(class);
            if let Some(index) = highest.filter(|&index| index >= count) {
                let ship = ShipName::new(player, class, index);
                return Err(Refusal::CountBelowPresent { ship, count }.into());
            }
        }
        self.fleets[player].set_counts(counts);
        Ok(())
    }

    /// Adds a reef. A repeated field has no effect.
    ///
    /// # Errors
    ///
    /// [`Refusal::ReefOffBoard`], [`Refusal::ReefUnderShip`].
    pub fn add_reef(&mut self, reef: Pos) -> Refused {
        let size = self.board.size();
        if !size.contains(reef) {
            return Err(Refusal::ReefOffBoard { reef, size }.into());
        }
        if let Some(id) = self.board.ship_at(reef) {
            let ship = self.board.ship(id).name();
            return Err(Refusal::ReefUnderShip { reef, ship }.into());
        }
        self.board.add_reef(reef);
        Ok(())
    }

    /// Adds a ship whose segment `s` is healthy where bit `s` is set.
    ///
    /// # Errors
    ///
    /// In this order: [`Refusal::SetOffBoard`], [`Refusal::NotInStart`] (where shots are
    /// announced), [`Refusal::AlreadyPresent`],
    /// [`Refusal::AllSet`], [`Refusal::OnReef`], [`Refusal::TooClose`].
    pub fn preset_ship(&mut self, name: ShipName, footprint: Footprint, healthy: u8) -> Refused {
        self.board.check_on_board(name, &footprint)?;
        if self.rules.announces_shots() {
            self.check_in_start(name, &footprint)?;
        }
        self.enter_ship(name, footprint, healthy)?;
        Ok(())
    }

    /// Turns extended shooting on.
    pub fn set_extended(&mut self) {
        self.extended = true;
    }

    /// Turns automatic shooting on, which requires extended shooting.
    pub fn set_auto(&mut self) {
        self.auto = true;
    }

    /// Makes a built-in player play for a player.
    pub fn set_ai(&mut self, player: Player) {
        self.ai[player] = true;
    }

    /// Treats the fleet of a player as complete and afloat although its ships are not on this
    /// board, because only another program knows them.
    pub fn set_remote(&mut self, player: Player) {
        self.fleets[player].set_remote();
    }

    /// Has the effect of saving and loading: removes the planes and increments the seed.
    pub fn pass_through_save(&mut self) {
        for player in Player::BOTH {
            self.planes[player].clear();
        }
        self.seed = self.seed.map(|seed| seed.wrapping_add(1));
    }

    /// Sets the seed.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = Some(seed);
    }

    /// Adds a line to what a player's AI remembers.
    pub fn add_information(&mut self, player: Player, text: BString) {
        self.information[player].push(text);
    }

    /// Sets the lines that a player's AI remembers.
    pub fn set_information(&mut self, player: Player, lines: Vec<BString>) {
        self.information[player] = lines;
    }

    /// Removes all lines that a player's AI remembers.
    pub fn forget_information(&mut self, player: Player) {
        self.information[player].clear();
    }
}
