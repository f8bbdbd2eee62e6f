//! Random scripts by seed, for testing programs.
//!
//! No part of the generator implements the rules: it draws commands near their limits (`draw`),
//! executes them, and keeps those that succeed, or the one that fails for the reason of the
//! script's goal (`goals`).

use super::draw::{CommandDraw, DrawBias, missing_ships, placed_ships};
use super::goals::{Goal, GoalNeed, weighted};
use super::scope::{ClassicSetup, ScriptContents};
use super::script_draft::ScriptDraft;
use super::script_run::ScriptRun;
use admiralty_core::game::Game;
use admiralty_core::player::Player;
use admiralty_core::rng::Rng;
use admiralty_core::rules::{RuleSet, RulesChoice};
use admiralty_core::script::{Command, Keyword, NamedShip, Reason, Tag};

/// The most turns for placing ships before the game continues without the rest.
const PLACING_TURNS_MAX: u32 = 6;
/// The most commands that are drawn to find one that can be executed.
const LEGAL_DRAWS: u32 = 30;
/// How many goals are tried before a turn is opened by the wrong player instead.
const GOALS_MAX: u32 = 24;
/// How many commands are drawn for a goal.
const GOAL_DRAWS: u32 = 60;
/// How many commands are drawn to use up a ship's moves or shots, and how many are executed.
const SPENDING_DRAWS: u32 = 20;
const SPENT_MAX: u32 = 5;

/// Whether a script breaks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptKind {
    /// It breaks none. It may end with a victory, and have more lines after it.
    Legal,
    /// It breaks one, and then has lines that must not be executed.
    Broken,
}

/// A random script. If no kind is chosen, the seed decides. The same arguments give the same
/// bytes on every machine.
///
/// ```
/// use admiralty_judge::stress::{ScriptContents, ScriptKind, answer, random_script};
/// use admiralty_core::script::Keyword;
/// let without = Keyword::ALL.map(|word| [Keyword::Spy, Keyword::AutoShooting].contains(&word));
/// let contents = ScriptContents { without, ..ScriptContents::default() };
/// let script = random_script(11, Some(ScriptKind::Broken), contents);
/// assert!(!String::from_utf8_lossy(&script).contains("SPY"));
/// let answer = answer(&script).expect("no script ends in a turn of the program");
/// let last = answer.trim_ascii_end().rsplit(|&byte| byte == b'\n').next();
/// assert!(last.unwrap().starts_with(b"INVALID OPERATION"));
/// ```
pub fn random_script(seed: u64, kind: Option<ScriptKind>, contents: ScriptContents) -> Vec<u8> {
    let mut rng = Rng::seeded(seed);
    let drawn = if rng.one_in(4) {
        ScriptKind::Legal
    } else {
        ScriptKind::Broken
    };
    let (draft, goal) = match kind.unwrap_or(drawn) {
        ScriptKind::Legal => (ScriptDraft::new(), None),
        // After a victory, the broken command would not be executed.
        ScriptKind::Broken => (
            ScriptDraft::endless(),
            Some(Goal::draw(&mut rng, &contents)),
        ),
    };
    let bias = DrawBias {
        is_fierce: rng.one_in(3),
        is_wide: contents.are_wide(),
        ..DrawBias::default()
    };
    let draft = draft.of(&contents);
    let mut writer = ScriptWriter {
        rng,
        draft,
        contents,
        bias,
    };
    writer.write(goal.as_ref());
    writer.typed()
}

/// The output of a correct program for a script; `None` if the script ends in a turn of the
/// program, which has no fixed answer.
///
/// ```
/// use admiralty_judge::stress::answer;
/// assert_eq!(answer(b"[state]\nBOARD_SIZE 1 3\nREEF 0 1\nPRINT 0\n").unwrap(), b" # \nPARTS REMAINING:: A : 0 B : 0\n");
/// assert_eq!(answer(b"[state]\nSET_AI_PLAYER A\n[state]"), None);
/// ```
pub fn answer(script: &[u8]) -> Option<Vec<u8>> {
    let run = ScriptRun::of(script);
    run.has_fixed_answer().then_some(run.output)
}

/// A random command with a keyword, drawn with knowledge of the game but without regard to
/// legality; about half of them are legal.
///
/// ```
/// use admiralty_core::game::Game;
/// use admiralty_core::rng::Rng;
/// use admiralty_core::rules::RuleSet;
/// use admiralty_core::script::Keyword;
/// use admiralty_judge::stress::random_command;
/// let reef = random_command(&mut Rng::seeded(7), &Game::new(RuleSet::SHIPS), Keyword::Reef);
/// assert!(reef.to_string().starts_with("REEF "));
/// ```
pub fn random_command(rng: &mut Rng, game: &Game, word: Keyword) -> Command {
    let bias = DrawBias::default();
    CommandDraw { rng, game, bias }.command(word)
}

/// The commands between turns, and how often they are drawn.
const STATE_COMMANDS: &[(Keyword, usize)] = &[
    (Keyword::Shot, 3),
    (Keyword::NextPlayer, 2),
    (Keyword::Reef, 2),
    (Keyword::Ship, 2),
    (Keyword::Information, 2),
    (Keyword::Print, 2),
    (Keyword::Srand, 1),
    (Keyword::SetAiPlayer, 1),
    (Keyword::ExtendedShips, 1),
    (Keyword::AutoShooting, 1),
    (Keyword::SetFleet, 1),
    (Keyword::InitPosition, 1),
    (Keyword::BoardSize, 1),
    (Keyword::Rules, 1),
    (Keyword::Save, 1),
];

/// The commands in turns after ships are placed.
const TURN_COMMANDS: &[(Keyword, usize)] = &[
    (Keyword::Shoot, 3),
    (Keyword::Move, 2),
    (Keyword::Print, 2),
    (Keyword::Spy, 1),
];

/// Lines that a program prints.
const OUTPUT: [&str; 6] = [
    "PARTS REMAINING:: A : 3 B : 12",
    "A won",
    " 0123456789",
    "0 @!+%  #?",
    "??? xx ++ #",
    "SUNK 3 4 DES 0",
];

/// Writes a script from its first line to its last.
struct ScriptWriter {
    rng: Rng,
    draft: ScriptDraft,
    contents: ScriptContents,
    bias: DrawBias,
}

impl ScriptWriter {
    fn write(&mut self, goal: Option<&Goal>) {
        let mut rounds = match self.rng.below_u32(20) {
            0..13 => 1,
            13..17 => 2 + self.rng.below_u32(6),
            17..19 => 8 + self.rng.below_u32(12),
            _ => 20 + self.rng.below_u32(60),
        };
        self.set_up(goal);
        if goal.is_some() {
            rounds = self.rng.below_u32(rounds + 1);
        }
        let is_early = goal.is_some_and(|goal| goal.word == Some(Keyword::PlaceShip));
        let turns_max = match self.rng.below_u32(16) {
            0 => 0,
            turns if is_early => 1 + turns % 2,
            _ => PLACING_TURNS_MAX,
        };
        if self.rng.one_in(2) {
            let is_partly = is_early || self.rng.one_in(3);
            self.preset_fleets(is_partly);
        }
        for _ in 0..turns_max {
            if self.draft.game().is_complete() || !self.turn() {
                break;
            }
        }
        for _ in 0..if is_early { 0 } else { rounds } {
            self.round();
        }
        let is_broken = goal.is_some_and(|goal| self.break_rule(*goal));
        let is_over = is_broken || self.draft.winner().is_some();
        if !is_over {
            self.finish();
        } else if !(self.contents.are_wide() && self.rng.one_in(3) && self.draft.drop_closing()) {
            self.write_ignored_lines();
        }
    }

    // ---- Single commands and groups

    fn draw(&mut self, word: Keyword) -> Command {
        let mut draw = CommandDraw {
            rng: &mut self.rng,
            game: self.draft.game(),
            bias: self.bias,
        };
        draw.command(word)
    }

    /// Draws and executes a command with a keyword; returns whether one could be executed.
    fn feed_any(&mut self, word: Keyword) -> bool {
        !self.contents.lack(word)
            && (0..LEGAL_DRAWS).any(|_| {
                let command = self.draw(word);
                self.draft.feed(command)
            })
    }

    /// Executes commands in a state group, and leaves it open.
    fn feed_state(&mut self, words: impl IntoIterator<Item = (Keyword, Option<Player>)>) {
        if self.enter_kind(true) {
            for (word, player) in words {
                self.bias.player = player;
                self.feed_any(word);
            }
            self.bias.player = None;
        }
    }

    /// Chooses one of the next player's ships for the commands that follow.
    fn choose_ship(&mut self) {
        let game = self.draft.game();
        let ships = placed_ships(game, game.next_player());
        self.bias.ship = self.rng.pick(&ships).copied();
    }

    /// Closes the open group; returns whether no group is open and the game continues.
    fn leave(&mut self) -> bool {
        let is_closed = self.draft.group().is_none_or(|tag| self.draft.feed(tag));
        is_closed && self.draft.winner().is_none()
    }

    /// Ensures that a group is open, either for state commands or for the next player's.
    fn enter_kind(&mut self, is_state: bool) -> bool {
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

    // ---- The first group: the rules, the board, the fleets, the modes

    /// Sets up the game so that the goal can be reached, or keeps the default game.
    fn set_up(&mut self, goal: Option<&Goal>) {
        let needs = |need| goal.is_some_and(|goal| goal.needs(need));
        let is_extended = needs(GoalNeed::Cannons) || self.rng.below_u32(8) > 2;
        // Alone, automatic shooting has no effect.
        let auto_in = if is_extended { 3 } else { 20 };
        let is_auto = needs(GoalNeed::Targets) || self.rng.one_in(auto_in);
        let classic = self.contents.classic;
        let is_default = classic.is_none() && self.rng.one_in(4);
        if is_default && !needs(GoalNeed::Cannons) && self.rng.one_in(2) {
            return;
        }
        self.enter_kind(true);
        if let Some(classic) = classic {
            self.choose_rules(&classic);
        } else if !is_default {
            // Occasionally, there is something on the board for `BOARD_SIZE` to clear.
            if self.rng.one_in(4) {
                self.feed_any(Keyword::Reef);
                self.feed_any(Keyword::Ship);
            }
            self.feed_any(Keyword::BoardSize);
        }
        let rng = &mut self.rng;
        let reefs = rng.choose(&[0, 0, 0, 1, 4]);
        let mut settings = vec![(Keyword::Reef, None); reefs];
        for player in Player::BOTH {
            if !is_default || !rng.one_in(4) {
                settings.push((Keyword::SetFleet, Some(player)));
            }
            if !is_default && !rng.one_in(3) {
                settings.push((Keyword::InitPosition, Some(player)));
            }
        }
        for (word, is_there) in [
            (Keyword::ExtendedShips, is_extended),
            (Keyword::AutoShooting, is_auto),
            (Keyword::NextPlayer, rng.one_in(3)),
            (Keyword::Srand, rng.one_in(8)),
            (Keyword::Information, rng.one_in(6)),
            (Keyword::SetAiPlayer, rng.one_in(12)),
            (Keyword::Print, rng.one_in(4)),
        ] {
            settings.extend(is_there.then_some((word, None)));
        }
        rng.shuffle(&mut settings);
        self.feed_state(settings);
        self.leave();
    }

    /// Chooses the rule set of a game with announced shots, and the side of its waters.
    fn choose_rules(&mut self, classic: &ClassicSetup) {
        let rules = classic.rules;
        let sides = rules.board_sides;
        // Small waters make scripts that are easier to read.
        let drawn = match self.rng.between(sides.min.into(), sides.max.into()) {
            _ if self.rng.one_in(2) => None,
            side => u8::try_from(side).ok(),
        };
        let side = classic.side.or(drawn).filter(|_| !sides.is_fixed());
        if let Some(choice) = RulesChoice::saved(&rules, sides.min) {
            self.draft
                .feed(Command::Rules(RulesChoice { side, ..choice }));
        }
    }

    // ---- Rounds of play

    /// Puts both fleets, or most of their ships, on the board in a state group.
    fn preset_fleets(&mut self, is_partly: bool) {
        if !self.enter_kind(true) {
            return;
        }
        let bias = self.bias;
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
        self.bias = DrawBias { ship: None, ..bias };
        self.leave();
    }

    /// A few turns, and occasionally something between turns.
    fn round(&mut self) {
        if self.rng.one_in(5) {
            self.interlude();
        }
        // If a turn has only one shot, several turns are more interesting.
        let turns = match self.contents.classic {
            Some(_) if self.bias.is_fierce => 1 + self.rng.below_u32(12),
            Some(_) => 1 + self.rng.below_u32(4),
            None => 1,
        };
        for _ in 0..turns {
            self.turn();
        }
        if self.rng.one_in(2) {
            self.show();
        }
    }

    /// Changes between turns.
    fn interlude(&mut self) {
        let is_wide = self.contents.are_wide();
        if is_wide && self.rng.one_in(3) && self.leave() {
            // Program output between groups is ignored.
            self.draft.feed(self.rng.choose(&OUTPUT));
        }
        // The side of the waters may be part of the settings.
        let may_have_rules = is_wide && self.contents.classic.is_none();
        let count = self.rng.below_u32(3);
        let words = (0..count).map(|_| weighted(&mut self.rng, STATE_COMMANDS.iter().copied()));
        let words = words.filter(|word| *word != Keyword::Rules || may_have_rules);
        let words: Vec<_> = words.map(|word| (word, None)).collect();
        self.feed_state(words);
        self.leave();
    }

    /// Prints or saves the state in a group of its own, which may stay open.
    fn show(&mut self) {
        let words: &[_] = match self.rng.below_u32(6) {
            0..4 => &[Keyword::Print],
            4 => &[Keyword::Print, Keyword::Save],
            _ => &[Keyword::Save],
        };
        self.feed_state(words.iter().map(|word| (*word, None)));
        if self.rng.one_in(2) {
            self.leave();
        }
    }

    /// A turn of the next player; returns whether the game continues.
    fn turn(&mut self) -> bool {
        self.begin_turn();
        self.leave()
    }

    /// A turn of the next player, which stays open: it places ships, then shoots, moves and spies.
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

    /// Some commands with one keyword, mostly for one ship.
    fn act(&mut self) {
        let word = weighted(&mut self.rng, TURN_COMMANDS.iter().copied());
        self.choose_ship();
        for _ in 0..self.rng.choose(&[1, 1, 2, 5]) {
            if !self.feed_any(word) || word == Keyword::Print {
                break;
            }
        }
    }

    // ---- The command that breaks a rule

    /// Breaks a rule in the open group or in another one: that of the goal if possible.
    fn break_rule(&mut self, mut goal: Goal) -> bool {
        for _ in 0..GOALS_MAX {
            if self.pursue(&goal) {
                return true;
            }
            goal = Goal::draw(&mut self.rng, &self.contents);
        }
        self.open_out_of_turn()
    }

    fn pursue(&mut self, goal: &Goal) -> bool {
        self.set_scene(goal);
        let Some(word) = goal.word else {
            return self.break_form(goal.reason);
        };
        let is_of_state = word.is_in_group(Tag::State);
        let is_state = match goal.reason {
            Reason::TheOtherPlayerExpected => return self.open_out_of_turn(),
            // The group may be all that is wrong with it.
            Reason::CommandNotAvailable => self.rng.one_in(2),
            _ => is_of_state,
        };
        if !self.enter_kind(is_state) {
            return false;
        }
        if goal.needs(GoalNeed::Targets) {
            return self.ask_too_much();
        }
        self.choose_ship();
        if !is_of_state && (goal.needs(GoalNeed::Spent) || !self.rng.one_in(3)) {
            self.spend(word);
        }
        if goal.needs(GoalNeed::Damage) && !self.rng.one_in(4) {
            self.wear_out(word);
        }
        (0..GOAL_DRAWS).any(|_| {
            let command = self.draw(word).to_string();
            self.draft.append_broken(vec![command], goal.reason)
        })
    }

    /// Changes the state to make a goal more likely.
    fn set_scene(&mut self, goal: &Goal) {
        let is_of_other = goal.reason == Reason::NotAllShipsPlaced && self.rng.one_in(2);
        if (goal.needs(GoalNeed::Fleets) || is_of_other) && !self.draft.game().is_complete() {
            self.preset_fleets(false);
        }
        let fleets = u32::from(goal.needs(GoalNeed::Missing) && !self.rng.one_in(3));
        let reefs = if goal.needs(GoalNeed::Reefs) {
            self.rng.below_u32(4)
        } else {
            0
        };
        if fleets + reefs > 0 && self.enter_kind(true) {
            let next = self.draft.game().next_player();
            let player = if is_of_other { next.opponent() } else { next };
            let fleets = (0..fleets).map(|_| Keyword::SetFleet);
            let words = fleets.chain((0..reefs).map(|_| Keyword::Reef));
            self.feed_state(words.map(|word| (word, Some(player))));
            self.leave();
        }
    }

    /// Uses up the moves or shots of the chosen ship in this turn.
    fn spend(&mut self, word: Keyword) {
        let mut spent = 0;
        for _ in 0..SPENDING_DRAWS {
            let command = self.draw(word);
            spent += u32::from(spent < SPENT_MAX && self.draft.feed(command));
        }
    }

    /// Destroys the engine or the cannon of the chosen ship with any shot that reaches it.
    fn wear_out(&mut self, word: Keyword) {
        let game = self.draft.game();
        let fleet = game.fleet(game.next_player());
        let chosen = self.bias.ship;
        let id = chosen.and_then(|ship| fleet.ship(&ship.class, ship.index));
        let Some(ship) = id.map(|id| game.board().ship(id)) else {
            return;
        };
        let target = match word {
            Keyword::Move => ship.engine(),
            _ => ship.cannon(),
        };
        let ships = placed_ships(game, game.next_player());
        if game.is_auto() || !self.draft.feed(Command::Shoot(target)) {
            let mut shots = ships
                .into_iter()
                .map(NamedShip::from)
                .map(|ship| Command::ShootFrom { ship, target });
            shots.any(|shot| self.draft.feed(shot));
        }
    }

    /// Names targets that the fleet cannot serve, if targets may be named without ships.
    fn ask_too_much(&mut self) -> bool {
        let game = self.draft.game();
        if !(game.is_extended() && game.is_auto() && game.is_complete()) {
            return false;
        }
        let closing = Tag::Player(game.next_player()).to_string();
        for _ in 0..self.rng.below_u32(3) {
            self.act();
        }
        self.bias.is_unnamed = true;
        // First as many targets as can be served, or few; then some too many, or out of range.
        let draws = self.rng.choose(&[0, 1, 3, 40, 40, 40]);
        let planes_in = self.rng.choose(&[1, 2, 8, 8]);
        let target = |writer: &mut Self| {
            let is_plane = writer.rng.one_in(planes_in) && !writer.contents.lack(Keyword::Spy);
            writer.draw(if is_plane {
                Keyword::Spy
            } else {
                Keyword::Shoot
            })
        };
        for _ in 0..draws {
            self.choose_ship();
            let target = target(self);
            self.draft.feed(target);
        }
        let is_broken = (0..GOAL_DRAWS / 4).any(|_| {
            let count = 1 + self.rng.below_u32(4);
            let targets = (0..count).map(|_| target(self).to_string());
            let lines = targets.chain([closing.clone()]).collect();
            self.draft.append_broken(lines, Reason::ShootsAreUnfeasible)
        });
        self.bias.is_unnamed = false;
        is_broken
    }

    fn open_out_of_turn(&mut self) -> bool {
        let is_closed = self.leave();
        let player = self.draft.game().next_player().opponent();
        let opening = vec![Tag::Player(player).to_string()];
        is_closed
            && self
                .draft
                .append_broken(opening, Reason::TheOtherPlayerExpected)
    }

    /// Writes a line that is malformed or misplaced; returns whether one was found.
    fn break_form(&mut self, reason: Reason) -> bool {
        if self.draft.group().is_none() && !self.rng.one_in(4) {
            let is_state = self.rng.one_in(2);
            self.enter_kind(is_state);
        }
        (0..GOAL_DRAWS).any(|_| {
            if reason == Reason::CommandNotAvailable && self.rng.one_in(30) {
                self.leave();
            }
            let word = self.rng.choose(&Keyword::ALL);
            let command = self.draw(word).to_string();
            let line = match reason {
                Reason::UnknownCommand => unknown_command(&mut self.rng, word.text()),
                Reason::GroupNotClosed => self.rng.choose(&Tag::ALL).to_string(),
                Reason::CommandNotAvailable if self.rng.one_in(2) => command,
                _ => misspelt(&mut self.rng, &command),
            };
            self.draft.append_broken(vec![line], reason)
        })
    }

    // ---- The end

    /// Ends the script: shows the state of the game, and ensures that the program has no turn to
    /// play.
    fn finish(&mut self) {
        if !self.rng.one_in(8) {
            self.show();
        }
        // The end of the input also closes a group.
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
            let _ = self.leave() && self.draft.feed(Tag::Player(follows)) && self.leave();
        } else if !is_open {
            self.leave();
        }
    }

    /// Adds lines that are not executed, because the game is over.
    fn write_ignored_lines(&mut self) {
        for _ in 0..self.rng.below_u32(4) {
            let tag = self.rng.choose(&Tag::ALL);
            let word = self.rng.choose(&Keyword::ALL);
            let command = self.draw(word);
            if self.contents.allow_command(&command) {
                self.draft.append(tag);
                self.draft.append(command);
                self.draft.append(tag);
            }
        }
    }

    /// The script as people would type it: with variations that make no difference, as blanks, empty
    /// lines, line endings, leading zeros and signs. Most scripts are typed plainly.
    fn typed(mut self) -> Vec<u8> {
        let rng = &mut self.rng;
        let is_wide = self.contents.are_wide();
        let has_returns = rng.one_in(12) && is_wide;
        let end = if has_returns { "\r\n" } else { "\n" };
        let is_airy = rng.one_in(6);
        let spaces_freely = rng.one_in(8);
        let spells_freely = rng.one_in(8) && is_wide;
        let mut script = String::new();
        for line in self.draft.lines() {
            if is_airy && rng.one_in(6) {
                script.push_str(rng.choose(&["", "", "  ", "\t"]));
                script.push_str(end);
            }
            let is_spelt = spells_freely && is_command(line, self.draft.game().rules());
            let is_spaced = spaces_freely && rng.one_in(3);
            script.push_str(&typed_line(line, is_spelt, is_spaced, rng));
            script.push_str(end);
        }
        if rng.one_in(3) {
            script.truncate(script.len().saturating_sub(end.len()));
        }
        script.into_bytes()
    }
}

/// A line that begins with something similar to a word of the language.
fn unknown_command(rng: &mut Rng, word: &str) -> String {
    let tags = ["[State]", "[playerC]", "[state", "state", "[player A]"];
    let tag = rng.choose(&tags);
    let lines = [
        word.to_lowercase(),
        word.replace('_', ""),
        word[1..].to_owned(),
        format!("{word}S 1 2"),
        tag.to_owned(),
        format!("[state] {word}"),
        format!("  {}\t 03   +4 ", word.to_lowercase()),
    ];
    lines[rng.index_u32(lines.len())].clone()
}

/// A command with an error in its arguments.
fn misspelt(rng: &mut Rng, command: &str) -> String {
    const TOKENS: &str = "x -1 2 1.5 2147483648 -2147483649 0x1 + 1a a C n SUB car 11211 111111";
    let wrong: Vec<_> = TOKENS.split(' ').collect();
    let mut tokens: Vec<_> = command.split(' ').collect();
    let at = 1 + rng.index_u32(tokens.len());
    match rng.below_u32(6) {
        0 if at < tokens.len() => {
            tokens.remove(at);
        }
        1 => tokens.insert(at, rng.choose(&["0", "A", "07", "1"])),
        2 if at + 1 < tokens.len() => tokens.swap(at, at + 1),
        _ if at < tokens.len() => tokens[at] = rng.choose(&wrong),
        _ => tokens.push("0"),
    }
    tokens.join(" ")
}

/// Whether a line is a command whose numbers may be written with leading zeros or signs.
fn is_command(line: &str, rules: &RuleSet) -> bool {
    let command = Command::parse(line.as_bytes());
    command.is_ok_and(|command| command.fits(rules) && command.keyword() != Keyword::Information)
}

/// Writes a line with leading zeros or signs, or with more blanks and tabs than it needs.
fn typed_line(line: &str, is_spelt: bool, is_spaced: bool, rng: &mut Rng) -> String {
    const BLANKS: [&str; 5] = [" ", "  ", "\t", " \t", "   "];
    let mut typed = String::new();
    for (at, token) in line.split(' ').enumerate() {
        if is_spaced && (at > 0 || rng.one_in(3)) {
            typed.push_str(rng.choose(&BLANKS));
        } else if at > 0 {
            typed.push(' ');
        }
        // The last token of `SHIP` has a digit for each segment.
        let is_number = at < 7 && token.bytes().all(|byte| byte.is_ascii_digit());
        if is_spelt && is_number && rng.one_in(3) {
            typed.push_str(rng.choose(&["0", "+", "00", "+0"]));
        }
        typed.push_str(token);
    }
    if is_spaced && rng.one_in(2) {
        typed.push_str(rng.choose(&BLANKS));
    }
    typed
}
