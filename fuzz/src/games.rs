//! Whole games of any rule set, with every command.

use std::io;

use admiralty_core::game::Game;
use admiralty_core::interpreter::{Session, execute};
use admiralty_core::player::Player;
use admiralty_core::rng::Rng;
use admiralty_core::rules::{RuleSet, RulesChoice};
use admiralty_core::script::{Command, Keyword, Tag};
use admiralty_judge::stress::random_command;
use arbitrary::{Result, Unstructured};
use bstr::ByteSlice;

use super::scripts::check_saving;

/// The most lines of a game.
const LINES_MAX: usize = 400;

/// Games of any commands, most of them legal: the state is valid after each; a refused command changes
/// nothing; a state saved between groups can be loaded; and the script of all executed commands prints
/// the same.
pub fn game(input: &[u8]) {
    let mut game = ScriptedGame {
        session: Session::new(),
        script: Vec::new(),
        printed: Vec::new(),
        is_over: false,
    };
    // Where the input ends, so does the game.
    let _ = game.play(&mut Unstructured::new(input));
    game.end();
}

/// A game, and the script for its state.
struct ScriptedGame {
    session: Session,
    script: Vec<u8>,
    printed: Vec<u8>,
    is_over: bool,
}

impl ScriptedGame {
    fn play(&mut self, input: &mut Unstructured<'_>) -> Result<()> {
        let rules = *input.choose(RuleSet::ALL)?;
        self.line(Tag::State.text().as_bytes());
        if let Some(choice) = RulesChoice::saved(rules, rules.board_sides.min) {
            self.command(&Command::Rules(choice));
        }
        for _ in 0..LINES_MAX {
            if self.is_over || input.is_empty() {
                break;
            }
            // One line in four is a tag.
            if input.ratio(1, 4)? {
                self.tag(input)?;
            } else {
                let command = self.any_command(input)?;
                self.command(&command);
            }
        }
        Ok(())
    }

    /// Closes the open group, or opens one; rarely the wrong one.
    fn tag(&mut self, input: &mut Unstructured<'_>) -> Result<()> {
        let mover = Tag::Player(self.session.game().next_player());
        let tag = match (self.session.open_group(), input.arbitrary::<u8>()?) {
            (_, 0) | (None, 3..100) => Tag::State,
            (_, 1) => Tag::Player(Player::A),
            (_, 2) => Tag::Player(Player::B),
            (Some((open, _)), _) => open,
            (None, _) => mover,
        };
        self.line(tag.text().as_bytes());
        Ok(())
    }

    /// A command near the limits of the rules, rarely of another rule set.
    fn any_command(&self, input: &mut Unstructured<'_>) -> Result<Command> {
        let word = *input.choose(&Keyword::ALL)?;
        let mut rng = Rng::seeded(input.arbitrary::<u16>()?.into());
        let other = if input.ratio(1, 32)? {
            Some(Game::new(input.choose(RuleSet::ALL)?))
        } else {
            None
        };
        let game = other.as_ref().unwrap_or(self.session.game());
        Ok(random_command(&mut rng, game, word))
    }

    fn command(&mut self, command: &Command) {
        let text = command.to_bytes();
        let is_rules = matches!(command, Command::Rules(_));
        // The waters of `RULES` may have a side that no rule set has.
        assert!(Command::parse(&text).is_ok_and(|parsed| parsed == *command) || is_rules);
        self.line(&text);
    }

    /// Executes a line, which counts only if it is not refused.
    fn line(&mut self, text: &[u8]) {
        let before = self.session.clone();
        let applied = self.session.line(text);
        if applied.is_err() {
            let states = [before.game(), self.session.game()].map(|game| format!("{game:?}"));
            assert_eq!(states[0], states[1], "after {}", text.as_bstr());
            self.session = before;
            return;
        }
        let game = self.session.game();
        if let Err(violated) = game.check_invariants() {
            panic!("{violated} after {}", text.as_bstr());
        }
        self.script.extend(text);
        self.script.push(b'\n');
        let flow = self.session.print(applied, &mut self.printed);
        self.is_over = flow.expect("a vector").is_break();
        if self.session.open_group().is_none() {
            check_saving(self.session.game());
        }
    }

    /// Ends the script, and runs it as a whole.
    fn end(mut self) {
        if !self.is_over
            && let Some((open, _)) = self.session.open_group()
        {
            self.line(open.text().as_bytes());
            if self.session.open_group().is_some() && !self.is_over {
                // The targets of the turn are infeasible.
                return;
            }
        }
        let mut printed = Vec::new();
        let (ending, session) = execute(&*self.script, &mut printed).expect("a slice is read");
        assert_eq!(ending.is_some(), self.is_over);
        assert_eq!(printed.as_bstr(), self.printed.as_bstr());
        let states = [session.game(), self.session.game()].map(|game| format!("{game:?}"));
        assert_eq!(states[0], states[1]);
        let _ = admiralty_players::runner::run(&*self.script, &mut io::sink());
    }
}
