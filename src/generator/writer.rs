//! A script from its first line to its last.

use super::goals::Goal;
use super::turns::named;
use super::typing::type_lines;
use super::{ClassicSetup, Contents, Scope, ScriptDraft, ScriptKind};
use crate::geometry::Pos;
use crate::rng::Rng;
use crate::script::{ShipRef, Tag};

/// Who writes one script.
pub(super) struct Writer {
    pub rng: Rng,
    pub draft: ScriptDraft,
    pub contents: Contents,
    pub kind: ScriptKind,
    /// The game, if it is one in which shots are announced.
    pub classic: Option<ClassicSetup>,
    /// The rule that is to be broken, for which the game is set up.
    pub goal: Option<Goal>,
    /// The fields that the mover's cannons have held in this turn.
    pub wakes: Vec<(ShipRef, Pos)>,
    /// The ship that most broken commands are about.
    pub focus: Option<ShipRef>,
    /// Whether the script ends here: what is broken is its end.
    pub is_cut_off: bool,
    /// Whether the broken command was written.
    pub is_broken: bool,
    /// How eagerly turns are made to end the game.
    pub is_fierce: bool,
}

impl Writer {
    pub fn new(mut rng: Rng, kind: ScriptKind, contents: Contents) -> Self {
        let draft = match kind {
            ScriptKind::Legal => ScriptDraft::new(),
            // A victory would keep the broken command from being executed.
            ScriptKind::Broken => ScriptDraft::endless(),
        };
        Self {
            goal: (kind == ScriptKind::Broken).then(|| Goal::draw(&mut rng, &contents)),
            rng,
            draft: draft.of(contents),
            contents,
            kind,
            classic: contents.classic,
            wakes: Vec::new(),
            focus: None,
            is_cut_off: false,
            is_broken: false,
            is_fierce: false,
        }
    }

    /// Writes the script.
    pub fn write(mut self) -> Vec<u8> {
        let rounds = self.rounds();
        self.is_fierce = self.rng.one_in(3);
        // The round in which a rule is broken; the first two are the table and
        // the placing of the ships.
        let fatal = match self.kind {
            ScriptKind::Legal => u32::MAX,
            ScriptKind::Broken if self.rng.one_in(16) => 0,
            ScriptKind::Broken if self.goal.is_some_and(Goal::comes_early) => 1,
            ScriptKind::Broken => 2 + self.rng.below_u32(rounds + 1),
        };
        self.lay_table();
        if fatal == 0 {
            self.break_rule();
        } else {
            self.place_fleets(fatal == 1);
            for round in 0..=rounds {
                if self.is_over() {
                    break;
                }
                if fatal == 2 + round {
                    self.break_rule();
                } else {
                    self.round();
                }
            }
        }
        if self.kind == ScriptKind::Broken && !self.is_broken {
            self.break_rule();
        }
        self.finish();
        type_lines(
            self.draft.lines(),
            self.draft.game().rules(),
            self.contents.scope,
            &mut self.rng,
        )
    }

    /// Whether nothing more is executed.
    pub fn is_over(&self) -> bool {
        self.is_broken || self.draft.winner().is_some()
    }

    /// Whether scripts go beyond what the assignment describes.
    pub fn is_wide(&self) -> bool {
        self.contents.scope == Scope::Language
    }

    /// Opens the group of a tag, closing the one that is open. Says whether that
    /// could be done.
    pub fn enter(&mut self, tag: Tag) -> bool {
        self.leave() && self.draft.feed(tag)
    }

    /// Closes the group that is open. Says whether none is open now, and the
    /// game goes on.
    pub fn leave(&mut self) -> bool {
        if let Some(tag) = self.draft.group() {
            return self.draft.feed(tag) && self.draft.winner().is_none();
        }
        self.draft.winner().is_none()
    }

    /// Closes the group that is open if another is needed for state commands or
    /// for the next player's; opens that.
    pub fn enter_kind(&mut self, is_state: bool) -> bool {
        let tag = if is_state {
            Tag::State
        } else {
            Tag::Player(self.draft.game().next_player())
        };
        match self.draft.group() {
            Some(open) if open.kind() == tag.kind() => true,
            Some(_) => {
                // Closing a turn makes the other player the next one.
                self.leave() && self.enter_kind(is_state)
            }
            None => {
                let is_open = self.draft.feed(tag);
                if let (true, Tag::Player(player)) = (is_open, tag) {
                    let ships = self.ships(player);
                    self.wakes = ships
                        .iter()
                        .map(|ship| (named(ship), ship.cannon()))
                        .collect();
                }
                is_open
            }
        }
    }

    /// How many rounds of play a script has: mostly few.
    fn rounds(&mut self) -> u32 {
        match self.rng.below_u32(20) {
            0..13 => self.rng.below_u32(2),
            13..17 => 2 + self.rng.below_u32(6),
            17..19 => 8 + self.rng.below_u32(12),
            _ => 20 + self.rng.below_u32(60),
        }
    }

    /// Ends the script: shows what has become of the game, and takes care that
    /// no turn of the program follows.
    fn finish(&mut self) {
        if self.is_over() {
            if !self.is_cut_off {
                self.idle();
            }
            return;
        }
        if !self.rng.one_in(8) {
            self.show();
        }
        let is_open = self.is_wide() && self.rng.one_in(4);
        if is_open && self.rng.one_in(3) && self.leave() {
            self.begin_turn();
        }
        let is_ai = |writer: &Self, tag: Option<Tag>| {
            let game = writer.draft.game();
            let next = game.next_player();
            game.is_ai(match tag {
                Some(Tag::Player(_)) => next.opponent(),
                _ => next,
            })
        };
        if is_ai(self, self.draft.group()) && self.leave() {
            let next = self.draft.game().next_player();
            if is_ai(self, None) {
                self.draft.feed(Tag::Player(next));
                self.leave();
            }
        }
        // The end of the input closes a group as well.
        if self.draft.winner().is_none() && !is_open {
            self.leave();
        }
    }

    /// Lines that are not executed, because the game is over.
    fn idle(&mut self) {
        for _ in 0..self.rng.below_u32(4) {
            match self.rng.below_u32(3) {
                0 => {
                    let player = self.rng.player();
                    let tag = Tag::Player(player);
                    let command = self.rng.player_command(self.draft.game());
                    for line in [tag.to_string(), command.to_string(), tag.to_string()] {
                        self.draft.append(line);
                    }
                }
                1 => {
                    let command = self.rng.state_command(self.draft.game());
                    self.draft.append(command);
                }
                _ => {
                    for line in ["[state]", "PRINT 0", "[state]"] {
                        self.draft.append(line);
                    }
                }
            }
        }
    }
}
