//! Properties of all scripts.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::oracles::{self, PiecewiseInput};
use crate::support::commands::{player_command, setup, state_command};
use crate::support::{case_count, execute, execute_by_line, run, scaled};
use admiralty_core::game::{Game, ShipName};
use admiralty_core::geometry::{Direction, Movement, Pos, Rect, Size};
use admiralty_core::interpreter;
use admiralty_core::interpreter::check::check as lint;
use admiralty_core::interpreter::{Diagnostic, Failure, Session, Severity};
use admiralty_core::player::Player;
use admiralty_core::rng::Rng;
use admiralty_core::rules::{BoardSides, RuleSet, RulesChoice, ShipClass};
use admiralty_core::script::{Command, PrintMode, Reason, Replacement, Segments, Tag};
use admiralty_judge::stress::ScriptDraft;
use admiralty_players::runner;
use proptest::prelude::*;

fn player() -> impl Strategy<Value = Player> {
    prop::sample::select(&Player::BOTH[..])
}

fn pos() -> impl Strategy<Value = Pos> {
    (any::<i32>(), any::<i32>()).prop_map(|(y, x)| Pos::new(y, x))
}

fn direction(rules: &RuleSet) -> impl Strategy<Value = Direction> {
    prop::sample::select(rules.directions)
}

fn rules() -> impl Strategy<Value = &'static RuleSet> {
    prop::sample::select(RuleSet::ALL)
}

/// Any rule set, with any side of waters that it has, or none.
fn named_rules() -> impl Strategy<Value = Command> {
    let lengths = prop::collection::vec(1..=ShipClass::LENGTH_MAX, 3);
    let options = (any::<bool>(), any::<bool>(), lengths);
    (rules(), any::<u8>(), any::<bool>(), options).prop_map(|(rules, side, is_said, options)| {
        let BoardSides { min, max, .. } = rules.board_sides;
        let side = min + side % (max - min + 1);
        let (names_hits, has_lengths, lengths) = options;
        Command::Rules(RulesChoice {
            base: rules,
            side: (is_said && !rules.board_sides.is_fixed()).then_some(side),
            lengths: (has_lengths && rules.has_free_lengths).then(|| lengths.into()),
            names_hits: names_hits && rules.announces_shots(),
        })
    })
}

fn index() -> impl Strategy<Value = u32> {
    0..=i32::MAX.unsigned_abs()
}

fn ship(rules: &RuleSet) -> impl Strategy<Value = ShipName> + use<> {
    let class = prop::sample::select(rules.classes.to_vec());
    (player(), class, index())
        .prop_map(|(player, class, index)| ShipName::new(player, &class, index))
}

/// A rule set, and a command that its scripts may have.
fn ruled_command() -> impl Strategy<Value = (&'static RuleSet, Command)> {
    rules().prop_flat_map(|rules| (Just(rules), command(rules)))
}

fn command(rules: &'static RuleSet) -> impl Strategy<Value = Command> {
    let mode = prop::sample::select(vec![PrintMode::Basic, PrintMode::Extended]);
    let counts = prop::collection::vec(index(), rules.classes.len());
    let ship = || ship(rules);
    let direction = || direction(rules);
    let words = prop::collection::vec("[!-~]{1,12}", 1..6);
    let side = || 1..=i32::MAX;
    prop_oneof![
        mode.prop_map(Command::Print),
        (player(), counts).prop_map(|(player, counts)| Command::SetFleet {
            player,
            counts: counts.into()
        }),
        player().prop_map(Command::NextPlayer),
        (side(), side()).prop_map(|(rows, columns)| Command::BoardSize(Size { rows, columns })),
        (player(), pos(), pos()).prop_map(|(player, one, other)| Command::InitPosition {
            player,
            start: Rect::new(one.y, one.x, other.y, other.x)
        }),
        pos().prop_map(Command::Reef),
        (ship(), pos(), direction(), any::<u8>()).prop_map(|(ship, head, direction, bits)| {
            let segments = Segments::new(&ship.class, bits);
            Command::Ship {
                player: ship.player,
                ship: ship.into(),
                head,
                direction,
                segments,
            }
        }),
        Just(Command::ExtendedShips),
        Just(Command::AutoShooting),
        player().prop_map(Command::SetAiPlayer),
        any::<u64>().prop_map(Command::Srand),
        Just(Command::Save),
        (player(), words).prop_map(|(player, words)| Command::Information {
            player,
            text: words.join(" ").into()
        }),
        named_rules(),
        (player(), pos()).prop_map(|(player, target)| Command::Shot { player, target }),
        (ship(), pos(), direction()).prop_map(|(ship, head, direction)| Command::PlaceShip {
            ship: ship.into(),
            head,
            direction
        }),
        pos().prop_map(Command::Shoot),
        (ship(), pos()).prop_map(|(ship, target)| Command::ShootFrom {
            ship: ship.into(),
            target
        }),
        (ship(), prop::sample::select(&Movement::ALL[..])).prop_map(|(ship, movement)| {
            Command::Move {
                ship: ship.into(),
                movement,
            }
        }),
        pos().prop_map(Command::Spy),
        (index(), pos()).prop_map(|(index, centre)| Command::SpyFrom { index, centre }),
    ]
}

/// A script of executed commands in closed groups, and the places where it can be cut,
/// after closed groups.
fn legal_script(seed: u64, with_planes: bool) -> (String, Vec<usize>) {
    let mut rng = Rng::seeded(seed);
    let mut draft = ScriptDraft::new();
    let mut cuts = Vec::new();
    draft.feed("[state]");
    // Half of the scripts are of the game with the most possibilities.
    let rules = if rng.one_in(2) {
        RuleSet::SHIPS
    } else {
        rng.choose(RuleSet::ALL)
    };
    for command in setup(&mut rng, rules) {
        draft.feed(command);
    }
    for _ in 0..12 {
        let command = state_command(&mut rng, draft.game());
        draft.feed(command);
    }
    draft.feed("[state]");
    cuts.push(draft.text().len());
    for turn in 0..10 {
        let is_state = turn % 3 == 2;
        let tag = if is_state {
            Tag::State
        } else {
            Tag::Player(draft.game().next_player())
        };
        draft.feed(tag);
        for _ in 0..rng.below_u32(15) {
            let command = if is_state {
                state_command(&mut rng, draft.game())
            } else {
                player_command(&mut rng, draft.game())
            };
            let is_plane = matches!(command, Command::Spy(_) | Command::SpyFrom { .. });
            if with_planes || !is_plane {
                draft.feed(command);
            }
        }
        draft.feed(tag);
        if draft.winner().is_some() {
            break;
        }
        cuts.push(draft.text().len());
    }
    (draft.text(), cuts)
}

/// The output of `SAVE` after a script that ends outside all groups.
fn saved_after(script: &str) -> String {
    let output = execute(format!("{script}\n[state]\nSAVE\n[state]\n"));
    let output = String::from_utf8(output).expect("all text is ASCII");
    // The last two tags enclose the state.
    let end = output.rfind("[state]\n").expect("a closing tag");
    let start = output[..end].rfind("[state]\n").expect("an opening tag");
    output[start..].to_owned()
}

fn without_seed(saved: &str) -> String {
    let lines = saved.lines().filter(|line| !line.starts_with("SRAND"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Long lines arrive in pieces, and the cuts must not matter.
#[apply(trial)]
fn long_lines_mean_the_same_however_they_come() {
    let row = "+ ".repeat(800_000);
    let after = "[state]\nPRINT 0\n[state]\n";
    let echo = format!("INVALID OPERATION \"{}...\": LINE TOO LONG\n", &row[..64]);
    let board = run(after);
    for (line, is_passed_over) in [
        (format!("{row}\n"), true),
        (format!("{row}\r\n"), true),
        (format!("{row}\r\r\n"), false),
        (format!("{row}\r+\n"), false),
        (format!("{row}SAVE\n"), false),
    ] {
        for step in [
            row.len() - 1,
            row.len(),
            row.len() + 1,
            row.len() + 2,
            65_536,
            1 << 30,
        ] {
            let mut output = Vec::new();
            let script = format!("{line}{after}");
            runner::run(PiecewiseInput(script.as_bytes(), step), &mut output)
                .expect("a vector takes everything");
            let expected = if is_passed_over {
                board.as_slice()
            } else {
                echo.as_bytes()
            };
            assert_eq!(
                String::from_utf8_lossy(&output),
                String::from_utf8_lossy(expected),
                "step {step}"
            );
        }
    }
}

/// Lines of words that scripts have, in any order.
fn token_soup() -> impl Strategy<Value = Vec<u8>> {
    let words = "[state] [playerA] [playerB] PRINT SET_FLEET NEXT_PLAYER BOARD_SIZE INIT_POSITION \
        REEF SHIP EXTENDED_SHIPS AUTO_SHOOTING SET_AI_PLAYER SRAND SAVE INFORMATION RULES \
        SHOT PLACE_SHIP SHOOT MOVE SPY A B N E S W F L R CAR BAT CRU DES 0 1 2 3 7 -1 10 \
        2147483647 -2147483648 11111 1111 101 11 ships italian german hasbro SOT L5 x +";
    let words = words.split_whitespace().chain(["A won"]);
    let word = prop::sample::select(words.collect::<Vec<_>>());
    let blank = prop::sample::select(vec![" ", " ", " ", "\n", "\n", "\t", "\r\n"]);
    let token = (word, blank);
    prop::collection::vec(token, 0..120).prop_map(|tokens| {
        tokens
            .into_iter()
            .flat_map(|(word, blank)| [word, blank])
            .collect::<String>()
            .into()
    })
}

/// Wherever a script saves, the output is a script for the same state.
#[apply(trial)]
fn what_is_saved_can_be_loaded_where_it_is_printed() {
    for rules in [
        "",
        "RULES msx\nSAVE\n",
        "RULES ships\n",
        "RULES ships\nRULES hasbro\n",
    ] {
        let script =
            format!("[state]\nREEF 3 4\nSAVE\n{rules}RULES ships\nEXTENDED_SHIPS\nSAVE\n[state]\n");
        let printed = String::from_utf8(run(&script)).expect("all text is ASCII");
        let (_, last) = printed.rsplit_once("RULES ships\n").expect("it is named");
        let loaded = saved_after(&printed);
        assert_eq!(loaded, format!("[state]\nRULES ships\n{last}"), "{printed}");
    }
}

/// Accepts some calls of `write`, fails in one, and accepts all later calls.
struct FailsOnce {
    taken: Vec<u8>,
    calls_left: usize,
    has_failed: bool,
}

impl Write for FailsOnce {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.calls_left == 0 && !self.has_failed {
            self.has_failed = true;
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.calls_left = self.calls_left.saturating_sub(1);
        self.taken.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whichever write fails, the run ends there, and writes nothing more.
#[apply(trial)]
fn a_failed_write_ends_the_run_on_the_spot() {
    const OUTPUT_BYTES_MAX: usize = 120;
    let fixtures = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut failed = 0;
    for folder in ["", "rules"] {
        for entry in std::fs::read_dir(fixtures.join(folder)).expect("a directory") {
            let path = entry.expect("an entry").path();
            if path.extension().is_none_or(|extension| extension != "in") {
                continue;
            }
            let script = std::fs::read_to_string(&path).expect("a script");
            if script.contains("SET_AI_PLAYER") {
                // Playing turns takes longer than everything else.
                continue;
            }
            let whole = run(&script);
            if whole.len() > OUTPUT_BYTES_MAX {
                continue;
            }
            for calls_left in 0.. {
                let mut output = FailsOnce {
                    taken: Vec::new(),
                    calls_left,
                    has_failed: false,
                };
                let ending = runner::run(script.as_bytes(), &mut output);
                let place = format!("{}, write {calls_left}", path.display());
                if !output.has_failed {
                    assert!(ending.is_ok(), "{place}");
                    break;
                }
                assert!(
                    matches!(ending, Err(interpreter::StreamError::Write(_))),
                    "{place}"
                );
                assert!(whole.starts_with(&output.taken), "{place}");
                assert!(output.taken.len() < whole.len(), "{place}");
                failed += 1;
            }
        }
    }
    assert!(failed > 100, "only {failed} writes failed");
}

/// Writes a line with one fault of typing.
fn mistyped(rng: &mut Rng, line: &str) -> String {
    const STRANGE: [(&str, &str); 8] = [
        ("1", "１"),
        ("A", "Ａ"),
        ("-", "−"),
        (" ", "\u{a0}"),
        (" ", ","),
        (" ", ", "),
        ("R", "r"),
        ("S", "\u{200b}S"),
    ];
    let mut words: Vec<_> = line.split(' ').map(str::to_owned).collect();
    let [one, other] = [(); 2].map(|()| rng.index_u32(words.len()));
    match rng.below_u32(9) {
        0 => words.swap(one, other),
        1 => words.insert(one, words[other].clone()),
        2 => words[one].insert(0, '“'),
        3 => words[one] = format!("{}", rng.between(-3, 30)),
        4 => words[one] = words[one].to_lowercase() + "s",
        5 => words.insert(
            one + 1,
            rng.choose(&["A", "B", "LENGTH", "north"]).to_owned(),
        ),
        6 => {
            let last = words.pop().unwrap_or_default();
            words.extend(last.chars().map(String::from));
        }
        7 if words.len() > 2 => words.swap(1, 2),
        _ => {
            let (usual, strange) = rng.choose(&STRANGE);
            return line.replace(usual, strange);
        }
    }
    words.join(" ")
}

/// The findings in a script.
fn findings(script: &str) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let checked = lint(script.as_bytes(), |finding| {
        found.push(finding.clone());
        Ok(())
    });
    checked.expect("a slice is read");
    found
}

/// After a replacement, the line is right, or its first error is another one: in its text, behind what
/// was replaced; by the rules, what is checked later.
#[apply(long_trial)]
fn a_replacement_removes_its_finding() {
    const LATER: [Reason; 3] = [
        Reason::ShipAlreadyPresent,
        Reason::AllShipsOfTheClassAlreadySet,
        Reason::TooManyShoots,
    ];
    const SYNTAX: [Reason; 2] = [Reason::UnknownCommand, Reason::InvalidArguments];
    let mut counts = BTreeMap::new();
    for seed in 0..scaled(150) {
        let mut rng = Rng::seeded(seed);
        let (script, _) = legal_script(seed, true);
        let spoilt = |line: &str| {
            if rng.one_in(3) {
                mistyped(&mut rng, line)
            } else {
                line.to_owned()
            }
        };
        let lines: Vec<_> = script.lines().map(spoilt).collect();
        for found in findings(&lines.join("\n")) {
            let Some(Replacement { span, text }) = &found.replacement else {
                continue;
            };
            *counts.entry(found.code).or_insert(0) += 1;
            let at = usize::try_from(found.line).expect("a short script") - 1;
            let mut lines = lines.clone();
            lines[at].replace_range(span.clone(), text);
            let line = &lines[at];
            let left = findings(&lines.join("\n")).into_iter();
            for left in left.filter(|left| left.line == found.line) {
                let is =
                    |reasons: &[Reason]| reasons.iter().any(|reason| reason.text() == left.code);
                let is_other = if SYNTAX.iter().any(|reason| reason.text() == found.code) {
                    !is(&SYNTAX) || left.span.start >= span.start + text.len()
                } else {
                    is(&LATER)
                };
                let is_warning = left.severity == Severity::Warning;
                assert!(
                    is_warning || is_other,
                    "{seed}: {line}: {found:?}\n{left:?}"
                );
            }
        }
    }
    for reason in [
        Reason::UnknownCommand,
        Reason::InvalidArguments,
        Reason::NotInStartingPosition,
        Reason::FieldDoesNotExist,
        Reason::ReefIsNotPlacedOnBoard,
    ] {
        let count = counts.get(reason.text());
        assert!(
            count.is_some_and(|&count| count > 0),
            "{reason}: {counts:?}"
        );
    }
}

fn never_fails(script: &[u8]) {
    oracles::check(script);
    oracles::run(script);
}

proptest! {
    #![proptest_config(case_count(70))]

    #[apply(trial)]
    fn a_command_printed_and_parsed_is_the_same((rules, command) in ruled_command()) {
        prop_assert!(command.fits(rules));
        prop_assert_eq!(Command::parse(&command.to_bytes()), Ok(command));
    }

    #[apply(trial)]
    fn a_command_that_does_not_fit_the_rule_set_has_invalid_arguments((_, command) in ruled_command(), rules in rules()) {
        for tag in [Tag::State, Tag::PLAYER_A] {
            let mut session = Session::with_game(Game::new(rules));
            session.line(tag.text().as_bytes()).expect("A is next");
            if command.keyword().belongs_in(tag, rules) {
                let is_misfit = |failure: &Failure| failure.refusal().is_none();
                let executed = session.execute(&command);
                prop_assert_eq!(!command.fits(rules), executed.is_err_and(|failure| is_misfit(&failure)));
            }
        }
    }

    #[apply(trial)]
    fn blanks_signs_and_zeros_do_not_matter((_, command) in ruled_command(), before in "[ \t]{0,3}", between in "[ \t]{1,3}", zeros in "\\+?0{0,12}") {
        let text = command.to_string();
        let keeps_its_words = matches!(command, Command::Information { .. });
        let tokens: Vec<_> = text.split(' ').enumerate().map(|(i, token)| {
            let is_segments = matches!(command, Command::Ship { .. }) && i == 7;
            let is_number = token.bytes().all(|byte| byte.is_ascii_digit());
            if is_number && !is_segments && !keeps_its_words { format!("{zeros}{token}") } else { token.to_owned() }
        }).collect();
        let line = format!("{before}{}{before}\r", tokens.join(&between));
        let parsed = Command::parse(line.as_bytes());
        prop_assert_eq!(parsed.map(|command| command.to_string()), Ok(text));
    }

    #[apply(trial)]
    fn any_information_is_saved_and_loaded(words in prop::collection::vec("[ -~\t\r\0\u{e4}]{0,4}", 0..6)) {
        let script = format!("[state]\nINFORMATION A {}\nINFORMATION B x\nSAVE\n[state]\n", words.join(" "));
        let saved = String::from_utf8_lossy(&run(&script)).into_owned();
        if !saved.contains("INVALID ARGUMENTS") {
            prop_assert_eq!(saved_after(&saved), saved);
        }
    }

    #[apply(trial)]
    fn saved_loaded_and_saved_again_is_the_same(seed: u64) {
        let (script, cuts) = legal_script(seed, true);
        for cut in cuts {
            let saved = saved_after(&script[..cut]);
            prop_assert_eq!(without_seed(&saved_after(&saved)), without_seed(&saved));
        }
    }

    #[apply(trial)]
    fn a_script_can_be_cut_and_saved_anywhere(seed: u64) {
        let (script, cuts) = legal_script(seed, false);
        let whole = String::from_utf8_lossy(&execute(&script)).into_owned();
        for cut in cuts {
            let (first, second) = script.split_at(cut);
            let first_output = execute(first);
            let saved = saved_after(first);
            let second_output = execute(format!("{saved}{second}"));
            let parts = String::from_utf8_lossy(&[first_output, second_output].concat()).into_owned();
            prop_assert_eq!(without_seed(&parts), without_seed(&whole));
        }
    }

    #[apply(trial)]
    fn the_output_between_groups_changes_nothing(seed: u64) {
        let (script, cuts) = legal_script(seed, true);
        let cut = cuts[cuts.len() / 2];
        let (first, second) = script.split_at(cut);
        let printed = "  0123456789\n0??  +x#@!%\nPARTS REMAINING:: A : 3 B : 4\nA won\nMISS 1 2\nSUNK 3 4 CRU 0\n\n";
        prop_assert_eq!(run(format!("{first}{printed}{second}")), run(&script));
    }

    #[apply(trial)]
    fn the_output_is_the_same_however_the_input_comes(seed: u64, step in 1_usize..40) {
        let (script, _) = legal_script(seed, true);
        let mut output = Vec::new();
        runner::run(PiecewiseInput(script.as_bytes(), step), &mut output).expect("a vector takes everything");
        prop_assert_eq!(output, run(&script));
    }

    #[apply(trial)]
    fn lines_executed_one_by_one_end_alike(seed: u64, refused in "SHOOT 99 9999|REEF 9999 0|MOVE 99 DES F|SHOOT 99 DES 0 0") {
        let (mut script, cuts) = legal_script(seed, true);
        script.insert_str(cuts[cuts.len() / 2], &format!("[state]\n{refused}\n[state]\n"));
        let mut output = Vec::new();
        let (ending, _) = interpreter::execute(script.as_bytes(), &mut output).expect("a slice is read");
        let by_line = execute_by_line(&script);
        prop_assert!(ending.is_some());
        prop_assert_eq!(ending, by_line.0);
        prop_assert_eq!(output, by_line.1);
    }

    #[apply(trial)]
    fn no_bytes_panic_or_hang(script in prop::collection::vec(any::<u8>(), 0..300)) {
        never_fails(&script);
    }

    #[apply(trial)]
    fn no_words_panic_or_hang(script in token_soup()) {
        never_fails(&script);
    }
}
