//! Reports of a tournament: as data, as tables, and for each game.

use std::io::{self, Write};

use admiralty_core::player::Player;
use admiralty_core::script::{Command, Tag};
use admiralty_escape::escape;
use admiralty_players::CONTESTANT_NAME;
use admiralty_results::CsvTable;
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use crate::standings::is_zero;
use crate::stats::{Encounter, Spread, SprtStatus, TurnTimesSummary, milliseconds, ratings};
use crate::{
    FinishedPair, GameResult, PairMember, PairingTally, PlayerTally, ScheduledPair, Standings,
    TournamentSettings,
};

/// The results of a tournament so far.
///
/// Except for the CPU times of bots, the same tournament gives the same report. Numbers that are infinite or
/// do not exist are `null` in JSON.
#[derive(Debug, Serialize)]
pub struct TournamentReport<'s> {
    /// The settings that the results depend on.
    pub settings: &'s TournamentSettings,
    /// How many games were played.
    pub games: u64,
    /// How many pairs of games are missing, because not all shards were merged.
    #[serde(skip_serializing_if = "is_zero")]
    pub missing_pairs: u64,
    /// The players, in the order of the settings.
    pub players: Vec<PlayerReport<'s>>,
    /// Whether each pairing was counted with one additional draw, because some ratings would be
    /// infinite.
    pub ratings_are_bounded: bool,
    /// The pairs of players that played each other.
    pub pairings: Vec<PairingReport<'s>>,
    /// The test, if the settings have one.
    pub sprt: Option<SprtStatus>,
}

/// The results of a player.
#[derive(Debug, Serialize)]
pub struct PlayerReport<'s> {
    /// The name in this tournament.
    pub name: &'s str,
    /// In Elo; the mean of all ratings is 0.
    pub rating: f64,
    /// Half the length of the 95 % interval.
    pub rating_error: f64,
    /// Its games, fouls and turns.
    #[serde(flatten)]
    pub tally: &'s PlayerTally,
    /// The CPU times of its turns, if it is a bot on this machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn_cpu_seconds: Option<TurnTimesSummary>,
}

/// The results of two players against each other.
#[derive(Debug, Serialize)]
pub struct PairingReport<'s> {
    /// The name of the first player.
    pub first: &'s str,
    /// The name of the second player.
    pub second: &'s str,
    /// Their games.
    #[serde(flatten)]
    pub tally: &'s PairingTally,
    /// The points of the first per game, from 0 to 1.
    pub score: f64,
    /// The difference of strength, in Elo.
    pub elo: f64,
    /// The 95 % interval.
    pub elo_interval: [f64; 2],
    /// The same in normalised Elo, which weighs the difference against what chance does.
    pub nelo: f64,
    /// The 95 % interval.
    pub nelo_interval: [f64; 2],
    /// The probability that the first is the stronger one.
    pub superiority: f64,
}

impl<'s> TournamentReport<'s> {
    /// The report for the current standings.
    pub fn new(settings: &'s TournamentSettings, standings: &'s Standings) -> Self {
        let encounters = standings
            .pairings()
            .map(|(pairing, tally)| Encounter::new(pairing, &tally.pentanomial));
        let encounters: Vec<_> = encounters.collect();
        let ratings = ratings(standings.players().len(), &encounters);
        let players = standings.players().iter().enumerate();
        let pairings = standings.pairings();
        Self {
            settings,
            games: 2 * standings.pairs(),
            missing_pairs: 0,
            players: players
                .map(|(i, tally)| PlayerReport {
                    name: settings.name(i),
                    rating: ratings.elo[i],
                    rating_error: if tally.games > 0 {
                        ratings.error[i]
                    } else {
                        f64::INFINITY
                    },
                    tally,
                    turn_cpu_seconds: TurnTimesSummary::of(&tally.cpu),
                })
                .collect(),
            ratings_are_bounded: ratings.is_bounded,
            pairings: pairings
                .map(|([first, second], tally)| PairingReport {
                    first: settings.name(first),
                    second: settings.name(second),
                    tally,
                    score: tally.pentanomial.score(),
                    elo: tally.pentanomial.elo(),
                    elo_interval: tally.pentanomial.elo_interval(),
                    nelo: tally.pentanomial.nelo(),
                    nelo_interval: tally.pentanomial.nelo_interval(),
                    superiority: tally.pentanomial.superiority(),
                })
                .collect(),
            sprt: standings.sprt(),
        }
    }

    /// The players, the best first.
    pub fn ranked(&self) -> Vec<&PlayerReport<'s>> {
        let mut ranked: Vec<_> = self.players.iter().collect();
        ranked.sort_by(|one, other| other.rating.total_cmp(&one.rating));
        ranked
    }

    /// Whether there are ratings. Two players need none besides their pairing.
    pub fn is_rated(&self) -> bool {
        self.players.len() > 2
    }

    /// The score of one player against another, from 0 to 1, if they have played.
    pub fn score(&self, one: &str, other: &str) -> Option<f64> {
        let mut played = self
            .pairings
            .iter()
            .filter(|pairing| pairing.tally.pentanomial.pairs() > 0);
        played.find_map(|pairing| match (pairing.first, pairing.second) {
            names if names == (one, other) => Some(pairing.score),
            names if names == (other, one) => Some(1.0 - pairing.score),
            _ => None,
        })
    }

    /// Remarks on the results: what is missing, dead draws, fouls, and players that see everything.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.missing_pairs > 0 {
            notes.push(format!(
                "This is a partial report: {} pairs of games are missing.",
                self.missing_pairs
            ));
        }
        let games = |of: fn(&PlayerTally) -> u64| {
            let counts = self.players.iter().map(|player| of(player.tally));
            // Each game has two players.
            counts.sum::<u64>() / 2
        };
        for (count, what) in [
            (
                games(|tally| tally.dead),
                "drawn because neither player could damage the other any more",
            ),
            (
                games(|tally| tally.adjudicated),
                "adjudicated because nothing was destroyed any more",
            ),
        ] {
            if count > 0 {
                notes.push(format!("games {what}: {count}"));
            }
        }
        for player in &self.players {
            let foul = |(kind, count)| format!("{kind} {count}");
            let fouls: Vec<_> = player.tally.fouls.iter().map(foul).collect();
            if !fouls.is_empty() {
                notes.push(format!("fouls of {}: {}", player.name, fouls.join(", ")));
            }
        }
        let players = self.settings.players.iter();
        notes.extend(players.filter(|player| player.sees_everything).map(|player| {
            format!(
                "{} sees the whole state, including the enemy's ships; a live: bot does not.",
                player.name
            )
        }));
        if self.is_rated() && self.ratings_are_bounded {
            let note = "Ratings count an additional draw in each pairing; otherwise, some would be infinite.";
            notes.push(note.to_owned());
        }
        notes
    }

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
        let times = turn_times(self);
        if !times.is_empty() {
            let rows = times.iter().map(|row| row.to_vec());
            let head = TURN_TIMES.map(str::to_owned).to_vec();
            write_table(&[head].into_iter().chain(rows).collect(), out)?;
            writeln!(out)?;
        }
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

/// The rows of a table; the first is the header.
type TextTable = Vec<Vec<String>>;

fn players(ranked: &[&PlayerReport<'_>], is_rated: bool) -> TextTable {
    let header = ["#", "player"].into_iter().chain(figure_names(is_rated));
    let mut table = vec![header.map(str::to_owned).collect()];
    for (rank, player) in (1..).zip(ranked) {
        let row = [rank.to_string(), player.name.to_owned()];
        table.push(row.into_iter().chain(figures(player, is_rated)).collect());
    }
    table
}

/// The names of the figures of a player. Only the interval of a rating is written with ±.
pub fn figure_names(is_rated: bool) -> impl Iterator<Item = &'static str> {
    let elo = is_rated.then_some("Elo ± 95 %");
    let counts = ["games", "won", "drawn", "lost", "score", "as A", "as B"];
    let means = ["turns (SD)", "shots (SD)", "hits (SD)"];
    elo.into_iter().chain(counts).chain(means)
}

/// The figures of a player.
pub fn figures(player: &PlayerReport<'_>, is_rated: bool) -> Vec<String> {
    let tally = player.tally;
    let mut row: Vec<_> = is_rated.then(|| rating(player)).into_iter().collect();
    row.extend([tally.games, tally.wins, tally.draws, tally.losses].map(|n| n.to_string()));
    let sides = Player::BOTH.map(|side| &tally.sides[side]);
    let sides = sides.map(|games| (games.pairs() > 0).then(|| games.score()));
    let scores = [tally.score].into_iter().chain(sides);
    row.extend(scores.map(|score| score.map_or_else(nothing, percent)));
    row.extend([tally.turns, tally.shots, tally.hits].map(spread));
    row
}

/// The CPU times of bots: the columns of [`TURN_TIMES`].
pub fn turn_times(report: &TournamentReport<'_>) -> Vec<[String; 5]> {
    let players = report.ranked().into_iter();
    let rows = players.filter_map(|player| {
        let [median, percentile_99, worst] = player.turn_cpu_seconds?.seconds().map(milliseconds);
        let turns = player.tally.cpu.turns().to_string();
        Some([player.name.to_owned(), turns, median, percentile_99, worst])
    });
    rows.collect()
}

/// The player, the number of turns, and how long they take.
pub const TURN_TIMES: [&str; 5] = ["CPU time per turn", "turns", "median", "99 %", "worst"];

/// The scores of everyone against everyone, in per cent.
fn cross_table(report: &TournamentReport<'_>, ranked: &[&PlayerReport<'_>]) -> TextTable {
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

fn pairings(report: &TournamentReport<'_>) -> TextTable {
    let players = ["first", "second", "won", "drawn", "lost"];
    let figures = ["Elo", "95 %", "nElo", "95 %", "superior", "pairs 0..2"];
    let header = players.into_iter().chain(figures);
    let header = header.map(str::to_owned).collect();
    let rows = report.pairings.iter();
    let rows = rows.map(|pairing| pairing_texts(pairing).into());
    [header].into_iter().chain(rows).collect()
}

/// The cells of a pairing: players, wins, draws, losses, Elo and normalised Elo with their intervals,
/// superiority, and pairs by points.
pub fn pairing_texts(pairing: &PairingReport<'_>) -> [String; 11] {
    let tally = pairing.tally;
    let interval = |ends: [f64; 2]| ends.map(signed).join(" .. ");
    let counts = tally.pentanomial.0.map(|count| count.to_string());
    [
        pairing.first.to_owned(),
        pairing.second.to_owned(),
        tally.wins.to_string(),
        tally.draws.to_string(),
        tally.losses.to_string(),
        signed(pairing.elo),
        interval(pairing.elo_interval),
        signed(pairing.nelo),
        interval(pairing.nelo_interval),
        percent(pairing.superiority),
        counts.join(" "),
    ]
}

/// Writes a table: columns of text, if they are the first two, aligned left, numbers aligned right, without
/// trailing blanks.
fn write_table(table: &TextTable, out: &mut impl Write) -> io::Result<()> {
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

/// Writes a table of games as CSV.
#[derive(Debug)]
pub struct GamesTable<W: Write>(CsvTable<W>);

const COLUMNS: [&str; 18] = [
    "game",
    "a",
    "b",
    "winner",
    "end",
    "detail",
    "turns",
    "shots_a",
    "shots_b",
    "hits_a",
    "hits_b",
    "round",
    "cpu_median_a",
    "cpu_99_a",
    "cpu_worst_a",
    "cpu_median_b",
    "cpu_99_b",
    "cpu_worst_b",
];

impl<W: Write> GamesTable<W> {
    /// Writes the names of the columns.
    ///
    /// # Errors
    ///
    /// If `out` returns an error.
    pub fn new(out: W) -> io::Result<Self> {
        CsvTable::new(out, &COLUMNS).map(Self)
    }

    /// Writes both games of a pair.
    ///
    /// # Errors
    ///
    /// If the output returns an error.
    pub fn add(
        &mut self,
        settings: &TournamentSettings,
        finished: &FinishedPair,
    ) -> io::Result<()> {
        let pair = &finished.pair;
        for (number, game) in finished.games.iter().enumerate() {
            let name = |member: PairMember| {
                let name = settings.name(pair.contestants[member as usize]);
                name.to_owned()
            };
            let [a, b] = Player::BOTH.map(|player| PairMember::playing(player, number));
            let foul = game.foul.as_ref();
            let [shots_a, shots_b] = [a, b].map(|member| game.shots[member as usize].to_string());
            let [hits_a, hits_b] = [a, b].map(|member| game.hits[member as usize].to_string());
            let [times_a, times_b] = [a, b].map(|member| {
                let times = TurnTimesSummary::of(&game.cpu[member as usize]);
                times.map_or_else(Default::default, |it| it.seconds().map(|it| it.to_string()))
            });
            let mut row = vec![
                pair.game(number).to_string(),
                name(a),
                name(b),
                game.winner.map(name).unwrap_or_default(),
                game.end(),
                foul.map_or_else(String::new, |foul| escape(&foul.detail).into_owned()),
                game.turns.to_string(),
                shots_a,
                shots_b,
                hits_a,
                hits_b,
                (pair.round + 1).to_string(),
            ];
            row.extend(times_a.into_iter().chain(times_b));
            self.0.add(&row)?;
        }
        Ok(())
    }

    /// Ends the table, and returns its output.
    ///
    /// # Errors
    ///
    /// If the output returns an error.
    pub fn finish(self) -> io::Result<W> {
        self.0.finish()
    }
}

/// Writes who played a game of a pair, 0 or 1, and how it ended: a `[state]` group that adds
/// `INFORMATION` and drops it again.
///
/// # Errors
///
/// If `out` returns an error.
pub fn write_head(
    settings: &TournamentSettings,
    pair: &ScheduledPair,
    game: usize,
    result: &GameResult,
    out: &mut impl Write,
) -> io::Result<()> {
    let lines = Player::BOTH.into_iter().flat_map(|player| {
        let member = PairMember::playing(player, game);
        let name = settings.name(pair.contestants[member as usize]);
        let end = result.end();
        let result = match (result.winner, &result.foul) {
            (None, _) => format!("drawn {end}"),
            (Some(winner), _) if winner == member => format!("won {end}"),
            (Some(_), None) => format!("lost {end}"),
            (Some(_), Some(foul)) => format!("lost {end} {}", foul.detail),
        };
        let line = |text: String| Command::Information {
            player,
            text: escape(text.trim_end()).into_owned().into(),
        };
        [
            line(format!("{CONTESTANT_NAME} {name}")),
            line(format!("result {result}")),
            Command::forget(player),
        ]
    });
    Tag::State.write_group(lines, out)
}
