//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, ValueEnum};

use super::arena::ArenaArgs;
use super::players::PlayerArgs;
use super::shot_stats::StatsFormat;

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "admiralty",
    version,
    about = "Interpret and check battleship-like games written as text",
    long_about = "Admiralty reads a script of the Ships command language, plays it, and prints what the \
        judge of the assignment expects. Without a subcommand it reads the script from standard input.",
    after_help = EXAMPLE,
    max_term_width = 100
)]
pub struct Cli {
    #[command(subcommand)]
    pub subcommand: Option<Subcommand>,
    #[command(flatten)]
    pub run: RunArgs,
}

/// When to do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// When it makes sense
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, clap::Subcommand)]
pub enum Subcommand {
    /// Run a script and print what it prints
    Run(RunArgs),
    /// List all that is wrong or suspicious in scripts, without stopping at the first error
    ///
    /// The script is executed without printing. A command that is refused is left
    /// out, and the check goes on; an error that may follow from an earlier one
    /// says so. The exit status is 1 if there are errors, 0 if there are only
    /// warnings or nothing.
    Check(CheckArgs),
    /// Let players, of this program or other programs, play games against each other
    ///
    /// Games are played in pairs: the same fleets and the same seed, with the
    /// sides changed. The result does not depend on --concurrency.
    Arena(Box<ArenaArgs>),
    /// Judge a program on a directory of cases, within limits of time and memory
    ///
    /// The program is run on each input, and what it prints is compared with the answer.
    #[cfg(unix)]
    Judge(Box<super::judge::JudgeArgs>),
    /// Check transcripts of Othello: play a game, and print the final board and who has won
    ///
    /// If a move is illegal, it is printed with the player instead, and the exit
    /// status is 1; why, and what would be legal, is said on standard error. What
    /// came of many games is summed up. docs/OTHELLO.md tells of the formats.
    Othello(super::othello::Othello),
    /// Measure how many shots a player needs to sink a fleet that lies somewhere at random
    ///
    /// The classic rule sets, their players, and two ways to place fleets. The
    /// result does not depend on --concurrency.
    Solo(super::solo::SoloArgs),
    /// Play in the terminal: against a player of this program, two people at one keyboard, or watching
    ///
    /// Every rule set can be played, with keys or the mouse. What is played becomes a
    /// script, which --log writes line by line and --resume goes on from. Without
    /// --rules or --resume, a page asks what to play. docs/PLAY.md says it all.
    Play(Box<super::play::PlayArgs>),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print a manual page
    Man {
        /// The page of a subcommand instead of the program's
        subcommand: Option<String>,
    },
}

#[derive(Debug, Args)]
pub struct RunArgs {
    /// The script; `-` or nothing is standard input
    pub file: Option<PathBuf>,
    /// Explain the error that ended the script, on standard error: its line,
    /// the part to blame, and the facts [default: when standard error is a
    /// terminal]
    #[arg(
        long,
        value_name = "WHEN",
        default_missing_value = "always",
        num_args = 0..=1,
        require_equals = true
    )]
    pub explain: Option<When>,
    /// Print statistics of the shots of both players on standard error, where
    /// shots are announced: turns, shots, hits, precision, hits by class
    #[arg(
        long,
        value_enum,
        value_name = "FORMAT",
        default_missing_value = "text",
        num_args = 0..=1,
        require_equals = true
    )]
    pub stats: Option<StatsFormat>,
    /// Play on for the players that the script leaves to the program until somebody
    /// has won, and print the game as one script
    #[arg(long)]
    pub to_end: bool,
    /// Write that script to a new file, and print what it prints
    #[arg(long, value_name = "FILE", requires = "to_end")]
    pub log: Option<PathBuf>,
    /// Let the exit status say how the script ended: 0 at its end, 1 with INVALID
    /// OPERATION, 10 if A has won, 11 if B has
    #[arg(long)]
    pub exit_code: bool,
    #[command(flatten)]
    pub players: PlayerArgs,
}

impl RunArgs {
    /// These options, overridden by later ones.
    pub fn overridden_by(self, later: Self) -> Self {
        Self {
            file: later.file.or(self.file),
            explain: later.explain.or(self.explain),
            stats: later.stats.or(self.stats),
            to_end: self.to_end || later.to_end,
            log: later.log.or(self.log),
            exit_code: self.exit_code || later.exit_code,
            players: self.players.overridden_by(&later.players),
        }
    }
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The scripts; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// How to print what is found
    #[arg(long, value_enum, default_value = "human")]
    pub format: OutputFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// For people
    Human,
    /// For editors: an array of objects, lines and columns counted from 1
    Json,
}

const EXAMPLE: &str = "\
Example:
  A script is lines of commands in groups. This one places a cruiser and prints the board:

    [playerA]
    PLACE_SHIP 2 0 N 0 CRU
    [playerA]
    [state]
    PRINT 0
    [state]

  admiralty < script            run it
  admiralty FILE                the same from a file; `admiralty run FILE` if it is named like a subcommand
  admiralty --explain < script  and say what is wrong if it breaks a rule
  admiralty check FILE          list all that is wrong at once
  admiralty < game | admiralty  play a turn, and another, for the players of SET_AI_PLAYER
  admiralty run --to-end FILE   play all their turns until somebody has won

Exit status: 0 for every script that was judged, whether or not it breaks a rule (--exit-code tells
them apart); 1 for `check` when it finds errors; 2 for wrong arguments and files that cannot be read
or written.";
