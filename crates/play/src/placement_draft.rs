//! A fleet while it is being placed.

use super::screen_style::ScreenStyle;
use super::trial::Trial;
use super::{PlayerView, Rejection, cycle};
use admiralty_core::game::{Fleet, Footprint, For, Game, ShipId, ShipName};
use admiralty_core::geometry::{Direction, Pos};
use admiralty_core::interpreter::Session;
use admiralty_core::player::Player;
use admiralty_core::rules::{RuleSet, ShipClass};
use admiralty_core::script::{Reason, Tag};
use admiralty_core::view::Observation;
use admiralty_players::{Placing, Rng, ShipPlacement, place_missing};

/// The most ships placed at random at once.
const FILLED_SHIPS_MAX: u64 = 10_000;

/// A fleet while it is being placed, and the ship in hand; nothing is written until the fleet
/// is accepted.
///
/// The interpreter checks each ship on a board that has only what the player knows. On the true
/// board, a player could find the enemy's ships by trying out its own. The true game checks the
/// fleet when it is accepted.
#[derive(Clone, Debug)]
pub struct PlacementDraft {
    player: Player,
    /// How ships are placed at random.
    placing: Placing,
    /// An open turn without the ships of the draft.
    base: Trial,
    /// The same turn with the ships of the draft.
    trial: Trial,
    placements: Vec<ShipPlacement>,
    /// The class of the ship in hand; none if the fleet is complete.
    pub class: Option<ShipClass>,
    /// The direction of the ship in hand.
    pub direction: Direction,
}

/// The fleet.
impl PlacementDraft {
    pub(super) fn new(game: &Game, player: Player, placing: Placing) -> Result<Self, Rejection> {
        let base = Trial::new(known_session(game, player)?, player)?;
        let mut draft = Self {
            player,
            placing,
            trial: base.clone(),
            base,
            placements: Vec::new(),
            class: None,
            direction: game.rules().directions[0],
        };
        if draft.lies_ahead() {
            draft.direction = draft.direction.opposite();
        }
        draft.choose_class();
        Ok(draft)
    }

    /// The player whose fleet it is.
    pub const fn player(&self) -> Player {
        self.player
    }

    /// The placements in order.
    pub fn placements(&self) -> &[ShipPlacement] {
        &self.placements
    }

    /// What the player sees: its ships and the reefs. Ships see nothing yet, because they
    /// can still be moved.
    pub fn view(&self) -> PlayerView<'_> {
        PlayerView::of_draft(self.trial.game(), self.player)
    }

    /// Whether no ship is left to place.
    pub fn is_complete(&self) -> bool {
        self.missing() == 0
    }

    pub(super) fn missing(&self) -> u64 {
        self.fleet().missing()
    }

    /// The number of ships of a class left to place.
    pub fn left(&self, class: &ShipClass) -> u32 {
        let board = self.trial.game().board();
        let is_present = |id: &ShipId| board.ship(*id).class() == class;
        let present = self.fleet().ships().filter(is_present).count();
        let present = u32::try_from(present).unwrap_or(u32::MAX);
        self.fleet().count(class).saturating_sub(present)
    }

    fn fleet(&self) -> &Fleet {
        self.trial.game().fleet(self.player)
    }

    fn rules(&self) -> &RuleSet {
        self.trial.game().rules()
    }

    /// The classes with ships left to place.
    pub fn classes_left(&self) -> Vec<ShipClass> {
        let classes = self.rules().classes.iter();
        classes
            .filter(|class| self.left(class) > 0)
            .copied()
            .collect()
    }

    /// Takes all ships back.
    pub fn clear(&mut self) {
        self.placements.clear();
        self.rebuild();
    }

    /// Places the remaining ships at random: one by one, or, with [`Placing::Uni`] and an
    /// empty draft, all fleets equally likely where the rules allow counting them.
    ///
    /// # Errors
    ///
    /// If there is no room, or too many ships are left; then the ships stay where they are.
    pub fn fill(&mut self, rng: &mut Rng) -> Result<(), Rejection> {
        if self.missing() > FILLED_SHIPS_MAX {
            return Err(Rejection::plain(Reason::FleetCannotBePlaced));
        }
        let mut filled = self.clone();
        while !filled.is_complete() {
            let observation = Observation::new(filled.trial.game(), self.player);
            let placements = place_missing(&observation, self.placing, rng)
                .map_err(|refusal| Rejection::to_player(self.player, &refusal))?;
            for placement in placements {
                filled.trial.command(&placement.command())?;
                filled.placements.push(placement);
            }
        }
        filled.choose_class();
        *self = filled;
        Ok(())
    }

    /// Places all ships anew at random, or leaves them where they are.
    ///
    /// # Errors
    ///
    /// As [`PlacementDraft::fill`].
    pub fn fill_anew(&mut self, rng: &mut Rng) -> Result<(), Rejection> {
        let mut anew = self.clone();
        anew.clear();
        anew.fill(rng)?;
        *self = anew;
        Ok(())
    }

    fn remove(&mut self, at: usize) -> ShipPlacement {
        let removed = self.placements.remove(at);
        self.rebuild();
        self.class = Some(removed.ship.class);
        removed
    }

    fn rebuild(&mut self) {
        self.trial = self.base.clone();
        for placement in &self.placements {
            // The placement was legal with more ships on the board.
            let _ = self.trial.command(&placement.command());
        }
        self.choose_class();
    }
}

/// The ship in hand.
impl PlacementDraft {
    /// Whether ships are described by the direction from their first field.
    pub(super) fn lies_ahead(&self) -> bool {
        ScreenStyle::of(self.rules()).lies_ahead
    }

    /// Where the ship in hand would lie with its bow on a field: the lowest free index of its
    /// class.
    fn placement(&self, head: Pos) -> Option<ShipPlacement> {
        let (class, fleet) = (self.class?, self.fleet());
        let index = (0..fleet.count(&class)).find(|&index| fleet.ship(&class, index).is_none())?;
        Some(ShipPlacement {
            ship: ShipName::new(self.player, &class, index),
            footprint: Footprint {
                head,
                direction: self.direction,
                length: class.length,
            },
        })
    }

    /// Where the ship in hand would lie with its bow on a field, and why it cannot.
    pub fn preview(&self, head: Pos) -> Option<(Footprint, Option<Rejection>)> {
        let placement = self.placement(head)?;
        let game = self.trial.game();
        let checked = game.check_place(placement.ship, &placement.footprint);
        let rejection = checked.map_err(|refusal| Rejection::to_player(self.player, &refusal));
        Some((placement.footprint, rejection.err()))
    }

    /// Places the ship in hand with its bow on a field.
    ///
    /// # Errors
    ///
    /// The reason why it cannot lie there.
    pub fn place(&mut self, head: Pos) -> Result<(), Rejection> {
        if let Some(placement) = self.placement(head) {
            self.trial.command(&placement.command())?;
            self.placements.push(placement);
            self.choose_class();
        }
        Ok(())
    }

    /// Takes the last ship back in hand; returns where its bow was.
    pub fn undo(&mut self) -> Option<Pos> {
        let last = self.remove(self.placements.len().checked_sub(1)?);
        self.direction = last.footprint.direction;
        Some(last.footprint.head)
    }

    /// Takes the ship on a field back in hand; returns whether there is one.
    pub fn take(&mut self, field: Pos) -> bool {
        let is_there = |placement: &ShipPlacement| placement.footprint.rect().contains(field);
        let at = self.placements.iter().position(is_there);
        at.map(|at| self.remove(at)).is_some()
    }

    /// Takes another class in hand if no ship of this one is left.
    fn choose_class(&mut self) {
        if self.class.is_none_or(|class| self.left(&class) == 0) {
            self.class = self.classes_left().first().copied();
        }
    }

    /// Takes the next or previous class in hand.
    pub fn next_class(&mut self, is_forward: bool) {
        let left = self.classes_left();
        if let Some(class) = &mut self.class {
            cycle(class, &left, is_forward);
        }
    }

    /// Turns the ship in hand to the next direction that the rules allow.
    pub fn rotate(&mut self, is_clockwise: bool) {
        let directions = self.rules().directions;
        cycle(&mut self.direction, directions, is_clockwise);
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

/// A game with only what a player knows of another one.
fn known_session(truth: &Game, player: Player) -> Result<Session, Rejection> {
    let mut session = Session::new();
    let seed = truth.seed().unwrap_or_default();
    let tag = Tag::State.text().as_bytes();
    let refused = |failure: Box<_>| Rejection::to_line(player, &failure);
    session.line(tag).map_err(refused)?;
    for command in truth.commands(For::Player(player, seed)) {
        session.execute(&command).map_err(refused)?;
    }
    session.line(tag).map_err(refused)?;
    Ok(session)
}
