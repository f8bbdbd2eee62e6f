//! Tables for human readers.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;

use super::{PairingReport, PlayerReport, TournamentReport};
use crate::stats::Spread;

impl TournamentReport<'_> {
    /// Writes the tables: the players, the best first, and the pairings.
    ///
    /// # Errors
    ///
    /// If `out` returns an error.
    pub fn write_tables(&self, out: &mut impl Write) -> io::Result<()> {
        let (ranked, is_rated) = (self.ranked(), self.is_rated());
        write_table(&players(&ranked, is_rated), out)?;
        if is_rated {
            writeln!(out)?;
            write_table(&cross_table(self, &ranked), out)?;
        }
        writeln!(out)?;
        write_table(&pairings(self), out)?;
        if let Some(sprt) = self.sprt {
            writeln!(out, "\n{sprt}")?;
        }
        for note in self.notes() {
            writeln!(out, "{note}")?;
        }
        writeln!(out, "seed {}", self.settings.seed)
    }
}

/// The rows of a table, of which the first is the header.
type Table = Vec<Vec<String>>;

fn players(ranked: &[&PlayerReport<'_>], is_rated: bool) -> Table {
    let header = ["#", "player"].into_iter().chain(figure_names(is_rated));
    let mut table = vec![header.map(str::to_owned).collect()];
    for (rank, player) in (1..).zip(ranked) {
        let tally = player.tally;
        let mut row = vec![rank.to_string(), player.name.to_owned()];
        row.extend(is_rated.then(|| rating(player)));
        row.extend([tally.games, tally.wins, tally.draws, tally.losses].map(|n| n.to_string()));
        row.push(tally.score.map_or_else(nothing, percent));
        row.extend([tally.turns, tally.shots, tally.hits].map(spread));
        table.push(row);
    }
    table
}

/// The names of the figures of a player. Only the interval of a rating is written with ±.
pub fn figure_names(is_rated: bool) -> impl Iterator<Item = &'static str> {
    let elo = is_rated.then_some("Elo ± 95 %");
    let counts = ["games", "won", "drawn", "lost", "score"];
    let means = ["turns (SD)", "shots (SD)", "hits (SD)"];
    elo.into_iter().chain(counts).chain(means)
}

/// The scores of everyone against everyone, in per cent.
fn cross_table(report: &TournamentReport<'_>, ranked: &[&PlayerReport<'_>]) -> Table {
    let ranks = (1..=ranked.len()).map(|rank| rank.to_string());
    let header = ["#", "against"].map(str::to_owned).into_iter();
    let mut table = vec![header.chain(ranks).collect()];
    for (rank, player) in (1..).zip(ranked) {
        let row = [rank.to_string(), player.name.to_owned()];
        let scores = ranked.iter();
        let scores = scores.map(|other| {
            let score = report.score(player.name, other.name);
            score.map_or_else(nothing, percent)
        });
        table.push(row.into_iter().chain(scores).collect());
    }
    table
}

fn pairings(report: &TournamentReport<'_>) -> Table {
    let figures = ["won", "drawn", "lost", "Elo", "95 %", "superior"];
    let header = ["first", "second"].into_iter().chain(figures);
    let header = header.chain(["pairs 0..2"]).map(str::to_owned).collect();
    let rows = report.pairings.iter();
    let rows = rows.map(|pairing| pairing_texts(pairing).into());
    [header].into_iter().chain(rows).collect()
}

/// The cells of a pairing: players, wins, draws, losses, Elo, its interval, superiority, and pairs
/// by points.
pub fn pairing_texts(pairing: &PairingReport<'_>) -> [String; 9] {
    let tally = pairing.tally;
    let [low, high] = pairing.elo_interval.map(signed);
    let counts = tally.pentanomial.0.map(|count| count.to_string());
    [
        pairing.first.to_owned(),
        pairing.second.to_owned(),
        tally.wins.to_string(),
        tally.draws.to_string(),
        tally.losses.to_string(),
        signed(pairing.elo),
        format!("{low} .. {high}"),
        percent(pairing.superiority),
        counts.join(" "),
    ]
}

/// Writes a table: two columns of text aligned left, numbers aligned right, without trailing
/// blanks.
fn write_table(table: &Table, out: &mut impl Write) -> io::Result<()> {
    let columns = 0..table[0].len();
    let widths = columns.map(|column| table.iter().map(|row| row[column].width()).max());
    let widths: Vec<usize> = widths.flatten().collect();
    for row in table {
        let mut line = String::new();
        for (column, (text, width)) in row.iter().zip(&widths).enumerate() {
            let blanks = " ".repeat(width - text.width());
            match column {
                0 | 1 => line.extend([text, &*blanks]),
                _ => line.extend([&*blanks, text]),
            }
            line.push_str("  ");
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// The text for a figure that does not exist.
pub fn nothing() -> String {
    "-".to_owned()
}

/// A share as a percentage.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A difference with its sign.
pub fn signed(elo: f64) -> String {
    match elo {
        f64::INFINITY => "inf".to_owned(),
        f64::NEG_INFINITY => "-inf".to_owned(),
        elo => format!("{elo:+.1}"),
    }
}

/// A rating with its error, if any games were played.
pub fn rating(player: &PlayerReport<'_>) -> String {
    if player.rating_error.is_finite() {
        format!("{} ± {:.1}", signed(player.rating), player.rating_error)
    } else {
        nothing()
    }
}

/// The mean of the games, and its standard deviation.
pub fn spread(spread: Spread) -> String {
    match (spread.mean(), spread.deviation()) {
        (Some(mean), Some(deviation)) => format!("{mean:.1} ({deviation:.1})"),
        (Some(mean), None) => format!("{mean:.1}"),
        _ => nothing(),
    }
}
