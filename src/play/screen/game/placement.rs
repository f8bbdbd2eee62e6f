//! The ships in hand while a fleet is placed.

use crate::game::Footprint;
use crate::geometry::{Direction, Pos};
use crate::play::{PlacementDraft, Rejection, next_in_cycle};
use crate::players::Rng;
use crate::rules::{RuleSet, ShipClass};

/// A fleet while it is placed, and the ship in hand.
#[derive(Debug)]
pub(in super::super) struct FleetPlacement {
    pub draft: PlacementDraft,
    /// The class that is placed next.
    pub class: Option<&'static ShipClass>,
    pub direction: Direction,
    rules: &'static RuleSet,
}

impl FleetPlacement {
    pub fn new(draft: PlacementDraft) -> Self {
        let rules = draft.view().rules();
        let direction = rules.directions[0];
        let mut placement = Self {
            class: None,
            direction,
            rules,
            draft,
        };
        if placement.lies_ahead() {
            placement.direction = direction.opposite();
        }
        placement.choose_class();
        placement
    }

    /// Whether ships are described by the direction from their first field.
    pub fn lies_ahead(&self) -> bool {
        let style = self.rules.screen_style();
        style.is_some_and(|style| style.lies_ahead)
    }

    /// Where the ship in hand would lie with its bow on a field, and why it cannot.
    pub fn preview(&self, head: Pos) -> Option<(Footprint, Option<Rejection>)> {
        let class = self.class.filter(|_| !self.draft.is_complete())?;
        let footprint = PlacementDraft::footprint(class, head, self.direction);
        Some((footprint, self.draft.rejection(class, footprint)))
    }

    /// Places the ship in hand.
    pub fn place(&mut self, head: Pos) -> Result<(), Rejection> {
        let Some(class) = self.class else {
            return Ok(());
        };
        let footprint = PlacementDraft::footprint(class, head, self.direction);
        self.draft.place(class, footprint)
    }

    /// Places the remaining ships at random, or all anew. If there is no room, the ships
    /// stay where they are.
    pub fn fill(&mut self, is_anew: bool, rng: &mut Rng) -> Result<(), Rejection> {
        let mut filled = self.draft.clone();
        if is_anew {
            filled.clear();
        }
        filled.fill(rng)?;
        self.draft = filled;
        Ok(())
    }

    /// Takes the last ship back in hand; returns where its bow was.
    pub fn undo(&mut self) -> Option<Pos> {
        let last = self.draft.undo()?;
        self.class = Some(last.ship.class);
        self.direction = last.footprint.direction;
        Some(last.footprint.head)
    }

    /// Takes the ship on a field back in hand; returns whether there is one.
    pub fn take(&mut self, field: Pos) -> bool {
        let taken = self.draft.take(field);
        self.class = taken.as_ref().map(|taken| taken.ship.class).or(self.class);
        taken.is_some()
    }

    /// Takes another class in hand if no ship of this one is left.
    pub fn choose_class(&mut self) {
        let is_left = self.class.is_some_and(|class| self.draft.left(class) > 0);
        if !is_left {
            self.class = self.draft.classes_left().first().copied();
        }
    }

    /// Takes the next or previous class in hand.
    pub fn next_class(&mut self, is_forward: bool) {
        if let Some(class) = self.class {
            self.class = next_in_cycle(&self.draft.classes_left(), &class, is_forward);
        }
    }

    /// Turns the ship in hand to the next direction that the rules allow.
    pub fn rotate(&mut self, is_clockwise: bool) {
        let next = next_in_cycle(self.rules.directions, &self.direction, is_clockwise);
        self.direction = next.unwrap_or(self.direction);
    }

    /// Sets the direction from the first field by a digit: 1 up, 2 right, 3 down, 4 left.
    pub fn set_direction(&mut self, digit: char) {
        use Direction::{East, North, South, West};
        let at = digit.to_digit(10).and_then(|digit| digit.checked_sub(1));
        let ahead = at.and_then(|at| [North, East, South, West].get(at as usize).copied());
        if let Some(ahead) = ahead.filter(|_| self.lies_ahead()) {
            self.direction = ahead.opposite();
        }
    }
}
