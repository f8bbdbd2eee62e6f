//! What the program prints for games, right and wrong: a golden file for each test.

use std::path::Path;

use admiralty_othello::Square;

use super::{FIXTURES, fixture};
use crate::support::{Call, golden};

/// Calls of `admiralty othello` and what they print, without the times in it.
pub struct Printed<'d> {
    directory: &'d Path,
    text: String,
}

impl<'d> Printed<'d> {
    pub fn within(directory: &'d Path) -> Self {
        let text = String::new();
        Self { directory, text }
    }

    /// Adds a call; what is on standard input is shown unless it is a database.
    pub fn call(mut self, args: &str, stdin: impl AsRef<[u8]>) -> Self {
        let stdin = stdin.as_ref();
        let call = Call::new(&format!("othello {args}")).within(self.directory);
        let (stdout, stderr, status) = untimed(&call.stdin(stdin));
        let bytes = format!("{} bytes", stdin.len());
        let text = std::str::from_utf8(stdin).ok();
        let text = text.filter(|text| !text.contains('\0')).unwrap_or(&bytes);
        let input: Vec<_> = text.lines().take(3).collect();
        self.push("$ ", format!("admiralty othello {args}").trim_end());
        self.push("< ", &input.join("\n"));
        self.push("", &stdout);
        self.push("! ", &stderr);
        self.push("= ", &status.expect("a status").to_string());
        self.text.push('\n');
        self
    }

    /// Adds lines with a mark, and with their control characters escaped.
    fn push(&mut self, mark: &str, text: &str) {
        for line in text.lines() {
            self.text.push_str(mark);
            for c in line.chars() {
                if c.is_control() {
                    self.text.extend(c.escape_default());
                } else {
                    self.text.push(c);
                }
            }
            self.text.push('\n');
        }
    }

    /// Adds calls with the same arguments.
    fn calls(self, args: &str, texts: &[&str]) -> Self {
        let texts = texts.iter();
        texts.fold(self, |printed, text| printed.call(args, text))
    }

    #[track_caller]
    pub fn look(self, name: &str) {
        golden::check(&format!("tests/othello/printed/{name}.txt"), self.text);
    }
}

fn printed() -> Printed<'static> {
    Printed::within(Path::new(FIXTURES))
}

/// The streams and the status, without the time that a summary reports.
pub fn untimed(call: &Call) -> (String, String, Option<i32>) {
    let output = call.output();
    let text = String::from_utf8(output.stdout).expect("text");
    let lines = text.split_inclusive('\n').map(|line| {
        let timed = line
            .strip_suffix(" ms\n")
            .and_then(|line| line.rsplit_once(" in "));
        match timed {
            Some((head, time)) if time.parse::<f64>().is_ok() => format!("{head} in # ms\n"),
            _ => line.to_owned(),
        }
    });
    let error = String::from_utf8(output.stderr).expect("text");
    (lines.collect(), error, output.status.code())
}

/// A database with a number of copies of a game.
pub fn database(moves: &str, black: u8, games: u32) -> Vec<u8> {
    let mut bytes = vec![20, 25, 1, 1];
    bytes.extend(games.to_le_bytes());
    bytes.extend([0, 0, 0xe9, 7, 8, 0, 0, 0]);
    for _ in 0..games {
        bytes.extend([0, 0, 0, 0, 0, 0, black, black]);
        let squares = moves
            .split_whitespace()
            .filter_map(|word| word.parse::<Square>().ok());
        let mut record: Vec<_> = squares
            .map(|square| 10 * (square.row() + 1) + square.column() + 1)
            .collect();
        record.resize(60, 0);
        bytes.extend(record);
    }
    bytes
}

/// A game without moves that begins with a position.
fn pgn(position: &str) -> String {
    format!("[FEN \"{position}\"]\n*\n")
}

#[apply(trial)]
fn a_game_that_was_broken_off_is_printed() {
    printed()
        .calls("", &["d3", "d3 d3", ""])
        .calls("--lang en", &["d3", "d3 c3", "d3 d3"])
        .look("boards");
}

#[apply(trial)]
fn an_illegal_move_is_reported() {
    let over = fixture("assignment.txt");
    let [over, over_again] = ["a1", "-- a1"].map(|more| over.clone() + more);
    let texts = ["d3\n c3 a1", "--", "d3 hello", "d3c3i9", &over, &over_again];
    printed().calls("", &texts).look("illegal-moves");
}

/// A word that is nearly a transcript is named, and no piece of it counts as a move.
#[apply(trial)]
fn what_is_not_read_is_named() {
    let ggf = "(;GM[Othello]PC[GGS/os]PB[a]PW[b]TY[8]B[d3//1]W[c3];)\n";
    let numbered_ggf = format!("1 {ggf}");
    let board = "---------------------------OX------XO---------------------------";
    let obf = format!("{board} X; D3:+0;\n");
    printed()
        .calls(
            "",
            &[
                "c4,e3,f2",
                "c4, e3",
                "c4 , e3",
                "c4-e3",
                "c4 e3.",
                "[\"c4\", \"e3\"]",
                "c4，e3",
                "c4\u{2192}e3",
                "c4\u{1b}[7m",
            ],
        )
        .calls("", &["3d 3c", "3d3c4c5e", "d3 4C"])
        .calls("", &["1 d3 c3", "1) d3", "d3 c3 33-31", "d3 *", "d3 +2"])
        .calls("", &["ｃ４ e3", "с4 e3", "d3 —", "d3 passo", "d3c3hello"])
        .calls("", &[ggf, &numbered_ggf, "(;GM[2];B[dc];W[cc])", &obf])
        .calls(
            "--format pgn",
            &["1. d3, c3 2. c4", "1. 3d c3", "1. d3 c3 33:31"],
        )
        .call("--format lines", "d3c3\nd3,c3\nd3c3c4 33-31\n")
        .call("--json", "d3,c3")
        .call("--to pgn", ggf)
        .look("not-read");
}

#[apply(trial)]
fn many_games_are_summed_up() {
    let game = fixture("assignment.txt");
    let mut gap = database("d3 c3 c4 e3", 33, 2);
    gap[16 + 8 + 2] = 0;
    printed()
        .call("several.pgn", "")
        .call("a-game-a-line.txt", "")
        .call("--format lines", "d3 d4\n".repeat(25))
        .call("", database(&game, 64, 3))
        .call("--wthor", database(&game, 64, 2))
        .call("", database("d3 d4", 0, 2))
        .call("", gap)
        .look("summaries");
}

#[apply(trial)]
fn numbers_make_a_transcript_of_text() {
    let game = fixture("numbered.pgn");
    let marked = format!("\u{feff}{game}");
    let texts = [
        "1.d3c3 2.c4e3",
        "1 d3 c3 2 C4!! E3?! $12",
        "1. d3 ... c3 (x) c4\n% e3\ne3 *",
    ];
    printed()
        .calls("", &[&game, &marked])
        .calls("--format pgn", &texts)
        .look("numbered");
}

#[apply(trial)]
fn a_result_that_does_not_agree_is_noted() {
    let game = fixture("assignment.txt");
    let results = ["33-0", "0-33", "64-0", "1-0", "*", "33-31", "1/2-1/2"];
    let texts = results.map(|told| format!("[Result \"{told}\"]\n{game}"));
    let mut all = printed();
    for text in &texts {
        all = all.call("", text);
    }
    // It is not finished, so there is nothing to compare.
    all.call("", "1. d3 33-31").look("reported-results");
}

#[apply(trial)]
fn passes_are_put_in_where_they_are_usually_left_out() {
    // White has to pass before the last move.
    let apart = "f5 f4 e3 f6 e6 d3 f3 c5 c4 e2 c3 d2 f2 g4 g3 f1 d6 g5 d1 h4 e1 c1 c2 c7 b5 e7 \
        f7 d7 e8 d8 c8 b6 c6 f8 a6 b8 g6 h5 h3 h2 h7 a4 a5 a7 h6 h8 g8 g7 g2 g1 b7 b1 a8 h1 b4 b2 \
        a3 a2";
    let [together, numbered] = [apart.replace(' ', ""), format!("1. {apart}")];
    printed()
        .calls("--lang en", &[apart, &together, &numbered])
        .calls("--lang en --format lines", &[apart])
        .look("passes");
}

#[apply(trial)]
fn objects_have_all_of_a_game() {
    let over = fixture("assignment.txt");
    let position = pgn("---------------------------OO------OO--------------------------- O");
    printed()
        .call("--json", fixture("several.pgn"))
        .call("--json", position)
        .calls("--json --best greedy", &["d3", "d3 d4", &over])
        .call("--json --wthor three.wtb", "")
        .look("objects");
}

#[apply(trial)]
fn tournament_scores_give_the_empty_squares_to_the_winner() {
    let game = fixture("assignment.txt");
    printed()
        .calls("--wthor", &[&game, "d3"])
        .look("tournament-scores");
}

#[apply(trial)]
fn a_database_of_one_game_is_a_board() {
    let game = fixture("assignment.txt");
    let mut gap = database("d3 c3 c4 e3", 33, 1);
    gap[16 + 8 + 2] = 0;
    printed()
        .call("", database(&game, 64, 1))
        .call("", database(&game, 40, 1))
        .call("", database("d3 d4", 40, 1))
        .call("", gap)
        .look("database-of-one-game");
}

/// A score that cannot be is noted, whether the game is finished or not.
#[apply(trial)]
fn impossible_scores_are_noted() {
    let game = fixture("assignment.txt");
    let mut all = printed();
    for (moves, at, score) in [(game.as_str(), 6, 65), (&game, 7, 255), ("d3", 6, 70)] {
        let mut bytes = database(moves, 33, 2);
        bytes[16 + at] = score;
        all = all.call("", bytes);
    }
    all.look("impossible-scores");
}

#[apply(trial)]
fn a_broken_database_is_reported() {
    let whole = database("d3", 33, 2);
    let short = &whole[..100];
    let mut other_size = whole.clone();
    other_size[12] = 10;
    printed()
        .call("", short)
        .call("--format wthor", short)
        .call("--json", short)
        .call("--to pgn", short)
        .call("", &whole[..10])
        .call("", other_size)
        .call("--format wthor", "d3")
        .look("broken-databases");
}

#[apply(trial)]
fn texts_of_other_encodings_are_refused() {
    printed()
        .call("", b"\xff\xfef\x005\x00")
        .call("", b"\xfe\xff\x00f\x005")
        .look("other-encodings");
}

#[apply(trial)]
fn games_are_converted() {
    let other_start = pgn("---------------------------OX------XO--------------------------- O");
    let game = fixture("assignment.txt");
    printed()
        .call("--to lines several.pgn", "")
        .call("--to plain several.pgn", "")
        .call("--to lines", "")
        .call("--to wthor", other_start)
        .call("--to pgn", game)
        .call("--to plain", "1. d3 c3 33-31")
        .look("converted");
}

#[apply(trial)]
fn the_greedy_player_likes_discs_and_then_good_squares() {
    let free = |rows: usize| "--------".repeat(rows);
    let positions = [
        // d5 and h8 turn one disc each.
        format!("{}---OX---{}-----XO- X", free(4), free(2)),
        // Now the move in the row above turns two.
        format!("{}--OOX---{}-----XO- X", free(4), free(2)),
        // a1, h1 and c3 turn one disc each, and the first corner is taken.
        format!("-OX--XO-{}-----OX-{} X", free(1), free(5)),
        // f3 and c7 turn two; c7 is beside the border.
        format!("{}--XOO-----X-------O-------O-----{} X", free(2), free(2)),
        // f5 is nearer to the centre than b3 and b7.
        format!("{0}--OX----{1}---XO---{1}--OX----{1} X", free(2), free(1)),
        // Of two squares of one kind, the first wins.
        format!("{0}--OX----{0}--OX----{0} X", free(2)),
        // e4 is in the centre, c2 is beside the border.
        format!("{}XO------{}--XO----{} X", free(1), free(1), free(4)),
        // The player must pass.
        format!("{}OX------ X", free(7)),
    ];
    let texts = positions.map(|position| pgn(&position));
    let texts = texts.each_ref().map(String::as_str);
    printed()
        .calls("--best greedy", &texts)
        .calls("--best greedy", &[&fixture("assignment.txt")])
        .call("--best greedy several.pgn", "")
        .look("greedy");
}
