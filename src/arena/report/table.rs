//! Tables for human readers.

use std::io::{self, Write};

use comfy_table::{CellAlignment, Table, presets};

use super::{PairingReport, PlayerReport, TournamentReport};
use crate::arena::stats::{Spread, SprtVerdict};

impl TournamentReport<'_> {
    /// Writes the tables: the players, the best first, and the pairings.
    ///
    /// # Errors
    ///
    /// What `out` returns.
    pub fn write_tables(&self, out: &mut impl Write) -> io::Result<()> {
        let mut ranked: Vec<_> = self.players.iter().collect();
        ranked.sort_by(|one, other| other.rating.total_cmp(&one.rating));
        let is_rated = ranked.len() > 2;
        write_table(players(&ranked, is_rated), out)?;
        if is_rated {
            writeln!(out)?;
            write_table(cross_table(self, &ranked), out)?;
        }
        writeln!(out)?;
        write_table(pairings(self), out)?;
        if let Some(sprt) = self.sprt {
            let verdict = match sprt.verdict {
                SprtVerdict::H0 => "H0 is accepted",
                SprtVerdict::H1 => "H1 is accepted",
                SprtVerdict::Open => "undecided",
            };
            let ([elo0, elo1], [lower, upper]) = (sprt.elo, sprt.bounds);
            writeln!(
                out,
                "\nSPRT of Elo {elo0} against {elo1}: {verdict}, log-likelihood ratio {:.2} ({lower:.2}, {upper:.2})",
                sprt.ratio
            )?;
        }
        // Each game has two players.
        let dead = ranked.iter().map(|player| player.dead).sum::<u64>() / 2;
        if dead > 0 {
            writeln!(
                out,
                "games drawn because neither player could damage the other any more: {dead}"
            )?;
        }
        for player in &self.players {
            let foul = |(kind, count)| format!("{kind} {count}");
            let fouls: Vec<_> = player.fouls.iter().map(foul).collect();
            if !fouls.is_empty() {
                writeln!(out, "fouls of {}: {}", player.name, fouls.join(", "))?;
            }
        }
        for player in &self.settings.players {
            if player.sees_everything {
                writeln!(
                    out,
                    "{} is given the whole state, the ships of its enemy included; a live: bot is not.",
                    player.name
                )?;
            }
        }
        if is_rated && self.ratings_are_bounded {
            writeln!(
                out,
                "Ratings count an additional draw in each pairing; otherwise, some would be infinite."
            )?;
        }
        Ok(())
    }
}

fn players(ranked: &[&PlayerReport<'_>], is_rated: bool) -> Table {
    let elo = is_rated.then_some("Elo");
    let figures = [
        "games", "won", "drawn", "lost", "score", "turns", "shots", "hits",
    ];
    let mut table = table(["#", "player"].into_iter().chain(elo).chain(figures));
    for (rank, player) in (1..).zip(ranked) {
        let mut row = vec![rank.to_string(), player.name.to_owned()];
        row.extend(is_rated.then(|| rating(player)));
        row.extend([player.games, player.wins, player.draws, player.losses].map(|n| n.to_string()));
        row.push(player.score.map_or_else(nothing, percent));
        row.extend([player.turns, player.shots, player.hits].map(spread));
        table.add_row(row);
    }
    table
}

/// The scores of everyone against everyone, in per cent.
fn cross_table(report: &TournamentReport<'_>, ranked: &[&PlayerReport<'_>]) -> Table {
    let ranks = (1..=ranked.len()).map(|rank| rank.to_string());
    let mut table = table(["#", "against"].map(str::to_owned).into_iter().chain(ranks));
    let score = |one: &str, other: &str| {
        let is_played = |pairing: &&PairingReport<'_>| pairing.tally.pentanomial.pairs() > 0;
        report
            .pairings
            .iter()
            .filter(is_played)
            .find_map(|pairing| match (pairing.first, pairing.second) {
                names if names == (one, other) => Some(percent(pairing.score)),
                names if names == (other, one) => Some(percent(1.0 - pairing.score)),
                _ => None,
            })
    };
    for (rank, player) in (1..).zip(ranked) {
        let row = [rank.to_string(), player.name.to_owned()];
        let scores = ranked.iter();
        let scores = scores.map(|other| score(player.name, other.name).unwrap_or_else(nothing));
        table.add_row(row.into_iter().chain(scores));
    }
    table
}

fn pairings(report: &TournamentReport<'_>) -> Table {
    let figures = ["won", "drawn", "lost", "Elo", "95 %", "superior"];
    let header = ["first", "second"].into_iter().chain(figures);
    let mut table = table(header.chain(["pairs 0..2"]));
    for pairing in &report.pairings {
        let tally = pairing.tally;
        let [low, high] = pairing.elo_interval.map(signed);
        let counts = tally.pentanomial.0.map(|count| count.to_string());
        table.add_row([
            pairing.first.to_owned(),
            pairing.second.to_owned(),
            tally.wins.to_string(),
            tally.draws.to_string(),
            tally.losses.to_string(),
            signed(pairing.elo),
            format!("{low} .. {high}"),
            percent(pairing.superiority),
            counts.join(" "),
        ]);
    }
    table
}

fn table<T: Into<comfy_table::Row>>(header: T) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header);
    table
}

/// Writes a table: two columns of text aligned left, numbers aligned right, without trailing
/// blanks.
fn write_table(mut table: Table, out: &mut impl Write) -> io::Result<()> {
    for (i, column) in table.column_iter_mut().enumerate() {
        column.set_padding((u16::from(i > 0), 1));
        column.set_cell_alignment(match i {
            0 | 1 => CellAlignment::Left,
            _ => CellAlignment::Right,
        });
    }
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn nothing() -> String {
    "-".to_owned()
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn signed(elo: f64) -> String {
    match elo {
        f64::INFINITY => "inf".to_owned(),
        f64::NEG_INFINITY => "-inf".to_owned(),
        elo => format!("{elo:+.1}"),
    }
}

/// A rating with its error, if any games were played.
fn rating(player: &PlayerReport<'_>) -> String {
    if player.rating_error.is_finite() {
        format!("{} ± {:.1}", signed(player.rating), player.rating_error)
    } else {
        nothing()
    }
}

fn spread(spread: Spread) -> String {
    match (spread.mean(), spread.deviation()) {
        (Some(mean), Some(deviation)) => format!("{mean:.1} ± {deviation:.1}"),
        (Some(mean), None) => format!("{mean:.1}"),
        _ => nothing(),
    }
}
