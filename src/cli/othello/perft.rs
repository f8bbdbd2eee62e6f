//! `admiralty othello perft`.

use std::io::{self, Write};
use std::time::Instant;

use admiralty::othello::Position;
use admiralty::othello::perft::{DEPTH_MAX, Passes, divide, perft as count};
use clap::Args;

use crate::cli::CliError;

#[derive(Debug, Args)]
pub struct Perft {
    /// The number of plies
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(DEPTH_MAX)))]
    depth: u32,
    /// Do not count a pass as a ply
    #[arg(long)]
    free_passes: bool,
    /// Count only this depth, by first move
    #[arg(long)]
    divide: bool,
}

/// Prints the counts as they come, with the rates.
pub fn perft(args: &Perft) -> Result<(), CliError> {
    let start = Position::start();
    let mut out = io::stdout();
    let (passes, convention) = if args.free_passes {
        (Passes::AreFree, "a pass costs no ply")
    } else {
        (Passes::Count, "a pass costs a ply")
    };
    writeln!(out, "{convention}, a finished game counts as 1")?;
    if args.divide {
        let parts = divide(&start, args.depth, passes);
        for (played, count) in &parts {
            writeln!(out, "{played} {count}")?;
        }
        let sum: u64 = parts.iter().map(|(_, count)| count).sum();
        writeln!(out, "{sum}")?;
        return Ok(());
    }
    for depth in 1..=args.depth {
        let begun = Instant::now();
        let found = count(&start, depth, passes);
        let seconds = begun.elapsed().as_secs_f64();
        let rate = found as f64 / seconds.max(1e-9) / 1e6;
        writeln!(
            out,
            "{depth:2} {found} in {seconds:.3} s, {rate:.0} million/s"
        )?;
    }
    Ok(())
}
