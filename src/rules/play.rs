//! What rule sets differ in besides their fleets.

use super::ShipClass;

/// How a rule set is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// On a board that a script may lay out anew: ships move, shoot and spy,
    /// and nobody is told what a shot has hit.
    Manoeuvre,
    /// In two waters in which nothing moves: players call out fields of the
    /// other's waters, each once, and are told what they have hit.
    Calls(Calls),
}

/// What calling out a field comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Calls {
    /// Whether a hit lets the same player shoot again in the same group.
    pub again_after_hit: bool,
    /// Whether the class of the ship is announced with a hit.
    pub names_hits: bool,
    /// What the fields are printed as.
    pub glyphs: Glyphs,
    /// How a screen shows the game.
    pub screen: Screen,
}

/// How a screen shows the game, as the game's description has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// Where the names of the columns are.
    pub columns: Edge,
    /// How fields are named.
    pub fields: FieldNames,
    /// Whether hits are named unless somebody chooses otherwise.
    pub names_hits: bool,
    /// Whether ships are drawn as the letters of their classes.
    pub has_letters: bool,
    /// Whether a ship that is placed lies ahead of its first field, and not behind it.
    pub lies_ahead: bool,
    /// The player of this program that is its easiest level, if it is not the usual
    /// one.
    pub easiest: Option<&'static str>,
}

/// How fields are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldNames {
    /// By the letter of the column and the number of the row: `B7`.
    LetterAndNumber,
    /// By the numbers of the column and the row: `2/7`.
    Numbers,
}

/// An edge of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// The upper one.
    Above,
    /// The lower one.
    Below,
}

/// What the fields of two waters are printed as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyphs {
    /// A segment that was not shot at.
    pub ship: u8,
    /// A segment that was hit, of a ship that is afloat.
    pub hit: u8,
    /// A segment of a ship that is sunk.
    pub sunk: u8,
    /// Water that was shot at.
    pub miss: u8,
    /// Water that was not shot at.
    pub water: u8,
    /// A field of the enemy's that the player has not shot at.
    pub unknown: u8,
}

/// How many rows, and as many columns, the waters of a player may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides {
    /// At least.
    pub least: u8,
    /// At most.
    pub most: u8,
    /// If `RULES` does not say.
    pub usual: u8,
    /// Whether `SAVE` says the usual side, too.
    pub is_always_saved: bool,
}

impl Sides {
    /// Waters that always have the same size.
    pub const fn fixed(side: u8) -> Self {
        Self {
            least: side,
            most: side,
            usual: side,
            is_always_saved: false,
        }
    }

    /// Whether `RULES` has nothing to choose.
    pub const fn is_fixed(&self) -> bool {
        self.least == self.most
    }

    /// What `SAVE` says of waters of that side.
    pub fn saved(&self, side: u8) -> Option<u8> {
        (self.is_always_saved || side != self.usual).then_some(side)
    }

    /// The side of that many fields, if the waters may have it.
    pub fn side(&self, fields: i32) -> Option<u8> {
        let side = u8::try_from(fields).ok()?;
        (self.least..=self.most).contains(&side).then_some(side)
    }
}

/// How large a fleet may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FleetLimits {
    /// How many ships at least.
    pub ships_min: u64,
    /// How many ships at most.
    pub ships_max: u64,
    /// How many tenths of a player's waters the ships may take.
    pub tenths: u64,
}

/// What is wrong with the size of a fleet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FleetFault {
    /// So many ships.
    Ships(u64),
    /// So many fields, and so many at most.
    Fields(u64, u64),
}

impl FleetLimits {
    /// Checks a fleet, given as classes with their counts, for waters of that
    /// side.
    ///
    /// # Errors
    ///
    /// What is too much or too little.
    pub fn check<'c>(
        &self,
        fleet: impl Iterator<Item = (&'c ShipClass, u32)> + Clone,
        side: u8,
    ) -> Result<(), FleetFault> {
        let ships = fleet.clone().map(|(_, count)| u64::from(count)).sum();
        if !(self.ships_min..=self.ships_max).contains(&ships) {
            return Err(FleetFault::Ships(ships));
        }
        let fields = fleet.map(|(class, count)| u64::from(class.length) * u64::from(count));
        let fields = fields.sum();
        let most = self.tenths * u64::from(side) * u64::from(side) / 10;
        if fields > most {
            return Err(FleetFault::Fields(fields, most));
        }
        Ok(())
    }
}
