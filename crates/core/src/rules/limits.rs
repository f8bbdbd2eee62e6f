//! The limits of the size of waters and fleets.

/// The allowed sides of a player's square waters, in fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSides {
    /// The smallest side, which is the default.
    pub min: u8,
    /// The largest side.
    pub max: u8,
    /// Whether `SAVE` writes the default side, too.
    pub is_always_saved: bool,
}

impl BoardSides {
    /// Waters that always have the same size.
    pub const fn fixed(side: u8) -> Self {
        Self::between(side, side)
    }

    /// Waters of several sizes.
    pub const fn between(min: u8, max: u8) -> Self {
        Self {
            min,
            max,
            is_always_saved: false,
        }
    }

    /// Whether only one side is allowed.
    pub const fn is_fixed(&self) -> bool {
        self.min == self.max
    }

    /// The argument that `SAVE` writes for waters of that side, if any.
    pub fn saved(&self, side: u8) -> Option<u8> {
        (self.is_always_saved || side != self.min).then_some(side)
    }

    /// The side of `fields` fields, if it is allowed.
    pub fn side(&self, fields: i32) -> Option<u8> {
        let side = u8::try_from(fields).ok()?;
        (self.min..=self.max).contains(&side).then_some(side)
    }
}

/// The limits of the size of a fleet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FleetLimits {
    /// The fewest ships.
    pub ships_min: u64,
    /// The most ships.
    pub ships_max: u64,
    /// How many tenths of a player's waters the ships may cover.
    pub tenths: u64,
}

impl FleetLimits {
    /// How many fields the ships may cover in waters of that side.
    pub const fn fields_max(&self, side: u8) -> u64 {
        self.tenths * side as u64 * side as u64 / 10
    }
}
