//! Results for people.

use std::io::{self, Write};

use comfy_table::{CellAlignment, Table, presets};

use super::{PairingReport, PlayerReport, SpreadReport, TournamentReport};
use crate::arena::SprtVerdict;

/// Writes the tables of a report: the players, best first, and what each
/// pairing says.
///
/// # Errors
///
/// What `out` returns.
pub fn write_tables(report: &TournamentReport<'_>, out: &mut impl Write) -> io::Result<()> {
    let mut order: Vec<_> = (0..report.players.len()).collect();
    order.sort_by(|&i, &j| {
        let rating = |i: usize| report.players[i].rating;
        rating(j).total_cmp(&rating(i))
    });
    let is_rated = report.players.len() > 2;
    write_table(players(report, &order, is_rated), out)?;
    if is_rated {
        writeln!(out)?;
        write_table(cross_table(report, &order), out)?;
    }
    writeln!(out)?;
    write_table(pairings(report), out)?;
    if let Some(sprt) = report.sprt {
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
    // Each has two players.
    let dead = report.players.iter().map(|player| player.dead).sum::<u64>() / 2;
    if dead > 0 {
        writeln!(
            out,
            "games drawn because neither player could damage the other any more: {dead}"
        )?;
    }
    for player in report
        .players
        .iter()
        .filter(|player| !player.fouls.is_empty())
    {
        let fouls = player.fouls.iter();
        let fouls: Vec<_> = fouls
            .map(|(kind, count)| format!("{kind} {count}"))
            .collect();
        writeln!(out, "fouls of {}: {}", player.name, fouls.join(", "))?;
    }
    if is_rated && report.ratings_are_bounded {
        writeln!(
            out,
            "Ratings count one drawn game more in each pairing, or some would be infinite."
        )?;
    }
    Ok(())
}

fn players(report: &TournamentReport<'_>, order: &[usize], is_rated: bool) -> Table {
    let mut header = vec!["#", "player"];
    if is_rated {
        header.push("Elo");
    }
    header.extend([
        "games", "won", "drawn", "lost", "score", "turns", "shots", "hits",
    ]);
    let mut table = table(header);
    for (rank, &i) in order.iter().enumerate() {
        let player: &PlayerReport<'_> = &report.players[i];
        let mut row = vec![(rank + 1).to_string(), player.name.to_owned()];
        if is_rated {
            row.push(rating(player));
        }
        row.extend([player.games, player.wins, player.draws, player.losses].map(|n| n.to_string()));
        row.push(player.score.map_or_else(nothing, percent));
        row.extend([player.turns, player.shots, player.hits].map(spread));
        table.add_row(row);
    }
    table
}

/// Everybody's score against everybody, in per cent.
fn cross_table(report: &TournamentReport<'_>, order: &[usize]) -> Table {
    let ranks = (1..=order.len()).map(|rank| rank.to_string());
    let mut table = table(["#", "against"].map(str::to_owned).into_iter().chain(ranks));
    let score = |one: &str, other: &str| {
        report.pairings.iter().find_map(|pairing| {
            let is_first = (pairing.first, pairing.second) == (one, other);
            let is_second = (pairing.second, pairing.first) == (one, other);
            match pairing.pentanomial.pairs() {
                0 => None,
                _ if is_first => Some(percent(pairing.score)),
                _ => is_second.then(|| percent(1.0 - pairing.score)),
            }
        })
    };
    for (rank, &i) in order.iter().enumerate() {
        let name = report.players[i].name;
        let scores = order
            .iter()
            .map(|&j| score(name, report.players[j].name).unwrap_or_else(nothing));
        let row = [(rank + 1).to_string(), name.to_owned()];
        table.add_row(row.into_iter().chain(scores));
    }
    table
}

fn pairings(report: &TournamentReport<'_>) -> Table {
    let header = [
        "first",
        "second",
        "won",
        "drawn",
        "lost",
        "Elo",
        "95 %",
        "superior",
        "pairs 0..2",
    ];
    let mut table = table(header);
    for pairing in &report.pairings {
        let PairingReport {
            first,
            second,
            wins,
            draws,
            losses,
            ..
        } = pairing;
        let [low, high] = pairing.elo_interval;
        let counts = pairing.pentanomial.0.map(|count| count.to_string());
        table.add_row([
            (*first).to_owned(),
            (*second).to_owned(),
            wins.to_string(),
            draws.to_string(),
            losses.to_string(),
            signed(pairing.elo),
            format!("{} .. {}", signed(low), signed(high)),
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

/// Writes a table: two columns of text to the left, numbers to the right, and
/// no blanks at the ends of lines.
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

/// A rating with its error, if something was played.
fn rating(player: &PlayerReport<'_>) -> String {
    if player.rating_error.is_finite() {
        format!("{} ± {:.1}", signed(player.rating), player.rating_error)
    } else {
        nothing()
    }
}

fn spread(spread: SpreadReport) -> String {
    match (spread.mean, spread.deviation) {
        (Some(mean), Some(deviation)) => format!("{mean:.1} ± {deviation:.1}"),
        (Some(mean), None) => format!("{mean:.1}"),
        _ => nothing(),
    }
}
