//! A script from its first line to its last.

use super::draw::{Bias, CommandDraw, missing_ships, placed_ships};
use super::goals::Goal;
use super::typing::type_lines;
use super::{Contents, ScriptDraft, ScriptKind};
use crate::player::Player;
use crate::rng::Rng;
use crate::script::{Command, Keyword, ShipRef, Tag};

/// How many commands are drawn until one is executed.
const DRAWS: u32 = 30;
/// In how many turns ships are placed, at most, before the game goes on without the rest.
const PLACING_TURNS_MAX: u32 = 6;

/// Writes one script.
pub(super) struct Writer {
    pub rng: Rng,
    pub draft: ScriptDraft,
    pub contents: Contents,
    pub bias: Bias,
    /// The rule that is to be broken, for which the game is set up.
    pub goal: Option<Goal>,
    /// Whether a rule was broken.
    pub is_broken: bool,
    /// Whether the script ends there: what is broken is its end.
    pub is_cut_off: bool,
    kind: ScriptKind,
}

impl Writer {
    pub fn new(mut rng: Rng, kind: ScriptKind, contents: Contents) -> Self {
        let (draft, goal) = match kind {
            ScriptKind::Legal => (ScriptDraft::new(), None),
            // A victory would keep the broken command from being executed.
            ScriptKind::Broken => (
                ScriptDraft::endless(),
                Some(Goal::draw(&mut rng, &contents)),
            ),
        };
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
            goal,
            is_broken: false,
            is_cut_off: false,
            kind,
        }
    }

    /// Writes the script.
    pub fn write(mut self) -> Vec<u8> {
        let mut rounds = self.rounds();
        self.set_up();
        if self.kind == ScriptKind::Broken {
            rounds = self.rng.below_u32(rounds + 1);
        }
        let is_early = self
            .goal
            .is_some_and(|goal| goal.word == Keyword::PlaceShip);
        if is_early {
            rounds = 0;
        }
        let turns_max = match self.rng.below_u32(16) {
            0 => 0,
            turns if is_early => 1 + turns % 2,
            _ => PLACING_TURNS_MAX,
        };
        self.place_fleets(turns_max, is_early);
        for _ in 0..rounds {
            self.round();
        }
        if self.kind == ScriptKind::Broken {
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

    /// How many rounds of play a script has: mostly few.
    fn rounds(&mut self) -> u32 {
        match self.rng.below_u32(20) {
            0..13 => 1,
            13..17 => 2 + self.rng.below_u32(6),
            17..19 => 8 + self.rng.below_u32(12),
            _ => 20 + self.rng.below_u32(60),
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

    /// Sets up the game, or leaves it as a fresh one is.
    fn set_up(&mut self) {
        let (is_extended, is_auto) = match self.goal {
            Some(goal) if goal.needs_cannons() => (true, goal.is_unfeasible()),
            _ => (self.rng.below_u32(8) > 2, false),
        };
        // Alone it changes nothing.
        let is_auto = is_auto || self.rng.one_in(if is_extended { 3 } else { 20 });
        let is_default = self.contents.classic.is_none() && self.rng.one_in(4);
        if is_default && self.goal.is_none_or(|goal| !goal.needs_cannons()) && self.rng.one_in(2) {
            return;
        }
        self.draft.feed(Tag::State);
        if let Some(classic) = self.contents.classic {
            let rules = classic.rules;
            let sides = rules.board_sides;
            // Small waters are easier to read.
            let drawn = match self.rng.between(sides.min.into(), sides.max.into()) {
                _ if self.rng.one_in(2) => None,
                side => u8::try_from(side).ok(),
            };
            let side = classic.side.or(drawn).filter(|_| !sides.is_fixed());
            self.draft.feed(Command::Rules { rules, side });
        } else if !is_default {
            // Now and then it clears away what was there.
            if self.rng.one_in(4) {
                self.feed_any(Keyword::Reef);
                self.feed_any(Keyword::Ship);
            }
            self.feed_any(Keyword::BoardSize);
        }
        let mut words = Vec::new();
        for player in Player::BOTH.map(Some) {
            if !is_default || !self.rng.one_in(4) {
                words.push((Keyword::SetFleet, player));
            }
            if !is_default && !self.rng.one_in(3) {
                words.push((Keyword::InitPosition, player));
            }
        }
        let reefs = self.rng.choose(&[0, 0, 0, 1, 4]);
        words.extend((0..reefs).map(|_| (Keyword::Reef, None)));
        for (word, is_there) in [
            (Keyword::ExtendedShips, is_extended),
            (Keyword::AutoShooting, is_auto),
            (Keyword::NextPlayer, self.rng.one_in(3)),
            (Keyword::Srand, self.rng.one_in(8)),
            (Keyword::Information, self.rng.one_in(6)),
            (Keyword::SetAiPlayer, self.rng.one_in(12)),
            (Keyword::Print, self.rng.one_in(4)),
        ] {
            words.extend(is_there.then_some((word, None)));
        }
        self.rng.shuffle(&mut words);
        for (word, player) in words {
            self.bias.player = player;
            self.feed_any(word);
        }
        self.bias.player = None;
        self.draft.feed(Tag::State);
    }

    /// Has the fleets placed, in states or turns; or only a part of them.
    fn place_fleets(&mut self, turns_max: u32, is_partly: bool) {
        if self.rng.one_in(2) {
            let is_partly = is_partly || self.rng.one_in(3);
            self.preset_fleets(is_partly);
        }
        for _ in 0..turns_max {
            if self.draft.game().is_complete() || !self.turn() {
                break;
            }
        }
    }

    /// Puts both fleets on the board in a state, or most of them.
    pub fn preset_fleets(&mut self, is_partly: bool) {
        if !self.enter(Tag::State) {
            return;
        }
        self.bias.is_whole = self.rng.one_in(2);
        for player in Player::BOTH {
            self.bias.player = Some(player);
            for ship in missing_ships(self.draft.game(), player) {
                if !(is_partly && self.rng.one_in(3)) {
                    self.bias.ship = Some(ship);
                    self.feed_any(Keyword::Ship);
                }
            }
        }
        self.bias = Bias {
            player: None,
            ship: None,
            is_whole: false,
            ..self.bias
        };
        self.leave();
    }

    /// A few turns, and now and then something between turns.
    fn round(&mut self) {
        if self.rng.one_in(5) {
            self.interlude();
        }
        // Where every shot is a turn, more happens in several.
        let turns = match self.contents.classic {
            Some(_) if self.bias.is_fierce => 1 + self.rng.below_u32(12),
            Some(_) => 1 + self.rng.below_u32(4),
            None => 1,
        };
        for _ in 0..turns {
            self.turn();
        }
        if self.rng.one_in(4) {
            self.show();
        }
    }

    /// A turn of the player who is next; returns whether the game goes on.
    fn turn(&mut self) -> bool {
        self.begin_turn();
        self.leave()
    }

    /// A turn of the player who is next, which is left open.
    fn begin_turn(&mut self) {
        if !self.enter_kind(false) {
            return;
        }
        let game = self.draft.game();
        let mut missing = missing_ships(game, game.next_player());
        if self.rng.one_in(3) {
            self.rng.shuffle(&mut missing);
        }
        let is_patient = self.rng.one_in(4);
        for ship in missing {
            if is_patient && self.rng.one_in(2) {
                break;
            }
            self.bias.ship = Some(ship);
            self.feed_any(Keyword::PlaceShip);
        }
        for _ in 0..self.rng.below_u32(3) + u32::from(self.bias.is_fierce) {
            self.act();
        }
    }

    /// Some commands of one word, mostly of one ship.
    pub fn act(&mut self) {
        let word = match self.rng.below_u32(8) {
            0 | 1 => Keyword::Print,
            2..4 => Keyword::Move,
            4 => Keyword::Spy,
            _ => Keyword::Shoot,
        };
        self.choose_ship();
        for _ in 0..self.rng.choose(&[1, 1, 2, 5]) {
            if !self.feed_any(word) || word == Keyword::Print {
                break;
            }
        }
    }

    /// Prints or saves the state in a group of its own, which may stay open.
    fn show(&mut self) {
        if self.enter(Tag::State) {
            let words: &[_] = match self.rng.below_u32(6) {
                0..4 => &[Keyword::Print],
                4 => &[Keyword::Print, Keyword::Save],
                _ => &[Keyword::Save],
            };
            for &word in words {
                self.feed_any(word);
            }
            if self.rng.one_in(2) {
                self.leave();
            }
        }
    }

    /// Changes the state between two turns.
    fn interlude(&mut self) {
        use Keyword::{
            AutoShooting, BoardSize, ExtendedShips, Information, InitPosition, NextPlayer, Print,
            Reef, Rules, Save, SetAiPlayer, SetFleet, Ship, Shot, Srand,
        };
        const CHANGES: [&[Keyword]; 3] = [
            &[
                NextPlayer, NextPlayer, Reef, Reef, Shot, Shot, Shot, Ship, Ship,
            ],
            &[
                Srand,
                Information,
                Information,
                SetAiPlayer,
                ExtendedShips,
                AutoShooting,
            ],
            &[SetFleet, InitPosition, BoardSize, Rules, Save, Print, Print],
        ];
        if self.contents.are_wide() && self.rng.one_in(3) {
            self.echo();
        }
        if !self.enter(Tag::State) {
            return;
        }
        let changes = CHANGES.concat();
        for _ in 0..self.rng.below_u32(3) {
            let word = self.rng.choose(&changes);
            // The waters of some scripts have a side of their own.
            let is_fixed =
                word == Rules && (!self.contents.are_wide() || self.contents.classic.is_some());
            if !is_fixed {
                self.feed_any(word);
            }
        }
        self.leave();
    }

    /// What a program prints, between groups, where it is passed over.
    fn echo(&mut self) {
        const LINES: [&str; 8] = [
            "PARTS REMAINING:: A : 3 B : 12",
            "A won",
            "B won",
            " 0123456789",
            "0 @!+%  #?",
            "??? xx ++ #",
            "MISS 3 4",
            "SUNK 3 4 DES 0",
        ];
        if self.leave() {
            for _ in 0..=self.rng.below_u32(2) {
                self.draft.feed(self.rng.choose(&LINES));
            }
        }
    }

    /// Ends the script: shows what has become of the game, and takes care that no turn
    /// of the program follows.
    fn finish(&mut self) {
        if self.is_broken || self.draft.winner().is_some() {
            if !self.is_cut_off {
                self.idle();
            }
            return;
        }
        if !self.rng.one_in(8) {
            self.show();
        }
        // The end of the input closes a group as well.
        let is_open = self.contents.are_wide() && self.rng.one_in(4);
        if is_open && self.rng.one_in(3) && self.leave() {
            self.begin_turn();
        }
        let game = self.draft.game();
        let follows = match self.draft.group() {
            Some(Tag::Player(player)) => player.opponent(),
            _ => game.next_player(),
        };
        if game.is_ai(follows) {
            let tag = Tag::Player(follows);
            let _ = self.enter(tag) && self.leave();
        } else if !is_open {
            self.leave();
        }
    }

    /// Lines that are not executed, because the game is over.
    fn idle(&mut self) {
        for _ in 0..self.rng.below_u32(4) {
            let tag = self.rng.choose(&[Tag::State, Tag::PLAYER_A, Tag::PLAYER_B]);
            let word = self.rng.choose(&Keyword::ALL);
            let command = self.draw(word).to_string();
            for line in [tag.text(), &command, tag.text()] {
                self.draft.append(line);
            }
        }
    }
}
