//! The report of a tournament.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::iter;
use std::sync::LazyLock;

use askama::Template;

use admiralty_arena::report::{
    TURN_TIMES, TournamentReport, figure_names, figures, nothing, pairing_texts, percent, rating,
    signed, turn_times,
};
use admiralty_arena::stats::{Encounter, Pentanomial, milliseconds, ratings};
use admiralty_arena::{
    FinishedPair, FoulKind, GameResult, PairMember, PlayerKind, ScheduledPair, TournamentFormat,
    half_points,
};
use admiralty_core::player::Player;
use admiralty_solo::Histogram;

use crate::chart::{Bar, BarChart, DataSeries, XyChart, histogram};
use crate::document::{DataTable, Document, ReportSection, TABLES, TableCell, link, shown};
use crate::panes::{Pane, TextGroup};
use crate::shell::bundle;
use crate::svg::{Caption, Figure};

/// Sorts the tables, and filters the games.
static SCRIPT: LazyLock<String> =
    LazyLock::new(|| bundle(&[TABLES, include_str!("assets/games.js")]));

/// The most games that a page lists, with links to their replays.
pub const GAMES_LISTED_MAX: u64 = 200;

/// The most points of the lines of ratings, and of a test.
const RATINGS_MAX: u64 = 60;
const RATIOS_MAX: u64 = 400;
/// The most players whose ratings are drawn.
const PLAYERS_MAX: usize = 12;

/// The page of a tournament.
#[derive(Clone, Debug)]
pub struct TournamentPage<'t> {
    /// The standings and the settings.
    pub report: &'t TournamentReport<'t>,
    /// The course of the tournament.
    pub history: &'t TournamentHistory,
    /// The paths of the replays of games, relative to the page, by the numbers of the games.
    pub replays: BTreeMap<u64, String>,
}

impl TournamentPage<'_> {
    /// The page.
    pub fn page(&self) -> String {
        let report = self.report;
        let mut sections = vec![self.standings()];
        sections.extend(turn_time_section(report));
        sections.extend(self.games());
        if report.is_rated() {
            sections.push(cross_table(report));
        }
        sections.push(pairings(report));
        sections.push(ReportSection {
            heading: "Sides and lengths".to_owned(),
            figures: vec![self.sides(), self.lengths()],
            tables: vec![self.side_table()],
            ..ReportSection::default()
        });
        sections.extend(self.fouls());
        sections.push(settings(report).folded());
        let players = report.settings.players.len();
        Document {
            command: "arena",
            title: match &report.settings.players[..] {
                [one, other] => format!("{} against {}", one.name, other.name),
                _ => format!("Tournament of {players} players"),
            },
            facts: facts(report),
            lead: lead(report),
            sections,
            script: &SCRIPT,
            ..Document::default()
        }
        .page()
    }

    fn standings(&self) -> ReportSection {
        let report = self.report;
        let (ranked, is_rated) = (report.ranked(), report.is_rated());
        let head: Vec<_> = iter::once("player").chain(figure_names(is_rated)).collect();
        let rows = ranked.iter().map(|player| {
            let name = TableCell::from(player.name).with_class("name");
            let figures = figures(player, is_rated).into_iter().map(TableCell::from);
            [name].into_iter().chain(figures).collect()
        });
        let bars = ranked
            .iter()
            .filter(|player| player.rating_error.is_finite())
            .map(|player| Bar {
                name: player.name.to_owned(),
                value: player.rating,
                interval: Some([-1.0, 1.0].map(|sign| player.rating + sign * player.rating_error)),
                label: rating(player),
                color: 0,
            });
        let note = "Elo with 95 % intervals; the mean of all players is 0.";
        let chart = BarChart {
            caption: Caption::new("Ratings", note),
            bars: bars.collect(),
            ..BarChart::default()
        };
        let figures = is_rated.then(|| chart.figure()).into_iter();
        let means =
            "Turns, shots and hits are means of a game, with their standard deviations (SD).";
        let interval = is_rated.then_some("± is the 95 % interval.");
        let notes = interval.into_iter().chain([means]).map(str::to_owned);
        ReportSection {
            figures: figures.chain(self.history.figures(report)).collect(),
            notes: notes.chain(report.notes()).collect(),
            ..ReportSection::of_table("Standings", DataTable::new("Standings", 1, head, rows))
        }
    }

    fn sides(&self) -> Figure {
        let bars = self.report.players.iter().flat_map(|player| {
            Player::BOTH.map(|side| {
                let results = &player.tally.sides[side];
                Bar {
                    name: format!("{side} {}", player.name),
                    value: 100.0 * results.score(),
                    interval: Some(results.score_interval().map(|score| 100.0 * score)),
                    label: percent(results.score()),
                    color: side as usize,
                }
            })
        });
        let note = "Score as A, who moves first, and as B, with 95 % intervals.";
        let chart = BarChart {
            caption: Caption::new("Scores by side", note),
            origin: 50.0,
            contains: vec![0.0, 100.0],
            bars: bars.collect(),
        };
        chart.figure()
    }

    fn side_table(&self) -> DataTable {
        let head = [
            "player",
            "as A: won",
            "drawn",
            "lost",
            "as B: won",
            "drawn",
            "lost",
        ];
        let rows = self.report.players.iter().map(|player| {
            let name = TableCell::from(player.name).with_class("name");
            let sides = &player.tally.sides;
            let counts = [sides.a.single_games(), sides.b.single_games()].concat();
            let cells = counts.iter().map(|count| count.to_string().into());
            [name].into_iter().chain(cells).collect()
        });
        DataTable::new("Results by side", 1, head, rows)
    }

    fn lengths(&self) -> Figure {
        let turns = &self.history.turns;
        let note = match (turns.mean(), turns.percentile(50), turns.worst()) {
            (Some(mean), Some(median), Some(most)) => {
                format!("Turns of both players: mean {mean:.1}, median {median}, at most {most}.")
            }
            _ => String::new(),
        };
        let chart = XyChart {
            caption: Caption::new("Lengths of games", note),
            labels: ["turns", "% of games"],
            contains: vec![0.0],
            series: vec![DataSeries {
                points: histogram(turns, turns.bins(BINS_MAX).0),
                is_filled: true,
                ..DataSeries::default()
            }],
            ..XyChart::default()
        };
        chart.figure()
    }

    fn fouls(&self) -> Option<ReportSection> {
        let (report, history) = (self.report, self.history);
        let first = history.fouls.iter();
        let rows = first.map(|((player, kind), (game, detail))| {
            let count = report.players[*player].tally.fouls.get(kind).copied();
            vec![
                TableCell::from(report.players[*player].name).with_class("name"),
                TableCell::from(kind.to_string()).with_class("bad"),
                self.game_cell(format!("game {game}"), *game),
                TableCell::from(detail.as_str()).with_class("wide"),
                count.unwrap_or_default().to_string().into(),
            ]
        });
        let head = ["player", "foul", "first in", "detail", "games"];
        let table = DataTable::new("Fouls", 4, head, rows);
        (!history.fouls.is_empty()).then(|| ReportSection::of_table("Fouls", table))
    }

    /// A cell that links to the replay of a game, if there is one.
    fn game_cell(&self, text: String, game: u64) -> TableCell {
        TableCell::from(text).with_link(self.replays.get(&game).map(|path| link(path)))
    }

    /// The games, those first that were lost by a player who is not of this program.
    fn games(&self) -> Option<ReportSection> {
        let (report, history) = (self.report, self.history);
        let players = &report.settings.players;
        let is_own = |at: usize| !matches!(players[at].kind, PlayerKind::Native(_));
        let listed = history.listed.iter().flat_map(|(pair, games)| {
            let numbered = games.iter().enumerate();
            numbered.map(move |(index, game)| (pair, index, game))
        });
        let mut games: Vec<_> = listed
            .map(|(pair, index, game)| {
                let sides = Player::BOTH.map(|player| PairMember::playing(player, index));
                let contestants = sides.map(|member| pair.contestants[member as usize]);
                let winner = sides.iter().position(|side| Some(*side) == game.winner);
                let is_lost = winner.is_some_and(|winner| is_own(contestants[1 - winner]));
                let number = pair.game(index);
                let listed = ListedGame {
                    number,
                    link: self.replays.get(&number).map(|path| link(path)),
                    players: contestants.map(|at| report.players[at].name),
                    winner: winner.map_or("", |winner| ["a", "b"][winner]),
                    end: game.end(),
                    is_foul: game.foul.is_some(),
                    turns: match game.turns {
                        1 => "1 turn".to_owned(),
                        turns => format!("{turns} turns"),
                    },
                };
                (!is_lost, listed)
            })
            .collect();
        games.sort_by_key(|(is_last, game)| (*is_last, game.number));
        let first = games.iter().any(|(is_last, _)| !is_last).then(|| {
            "The games lost by players that are not of this program come first.".to_owned()
        });
        let shown = games.len() as u64;
        let is_cut = shown < report.games;
        let cut = is_cut.then(|| format!("The first {shown} of {} games.", report.games));
        let games = games.into_iter().map(|(_, game)| game).collect();
        (shown > 0).then(|| ReportSection {
            heading: "Games".to_owned(),
            grid: GameList { games }.to_string(),
            notes: first.into_iter().chain(cut).collect(),
            ..ReportSection::default()
        })
    }
}

/// The games of a tournament, in columns.
#[derive(Template)]
#[template(path = "games.html", config = "src/askama.toml")]
struct GameList<'t> {
    games: Vec<ListedGame<'t>>,
}

struct ListedGame<'t> {
    number: u64,
    /// The path of its replay.
    link: Option<String>,
    players: [&'t str; 2],
    /// `a` or `b`; empty if it is drawn.
    winner: &'static str,
    end: String,
    is_foul: bool,
    turns: String,
}

/// How long the turns of bots take.
fn turn_time_section(report: &TournamentReport<'_>) -> Option<ReportSection> {
    let rows = turn_times(report).into_iter().map(|[name, figures @ ..]| {
        let name = TableCell::from(name).with_class("name");
        let figures = figures.into_iter().map(TableCell::from);
        [name].into_iter().chain(figures).collect()
    });
    let [caption, figures @ ..] = TURN_TIMES;
    let head = ["player"].into_iter().chain(figures);
    let table = DataTable::new(caption, 1, head, rows);
    (!table.rows.is_empty()).then(|| ReportSection {
        notes: vec![format!(
            "The limit is {} for a turn, unless a bot has its own.",
            milliseconds(report.settings.limits.turn.cpu.as_secs_f64())
        )],
        ..ReportSection::of_table(caption, table)
    })
}

/// The course of a tournament, pair by pair.
#[derive(Clone, Debug, Default)]
pub struct TournamentHistory {
    /// The pairing of each pair, and the half points of its first contestant.
    pairs: Vec<(u32, u8)>,
    turns: Histogram,
    /// The first foul of each kind of each contestant: the number of the game, and the detail.
    fouls: BTreeMap<(usize, FoulKind), (u64, String)>,
    /// The pairs whose games are listed.
    listed: Vec<(ScheduledPair, [GameResult; 2])>,
}

impl TournamentHistory {
    /// Adds the next pair.
    pub fn add(&mut self, FinishedPair { pair, games, .. }: &FinishedPair) {
        let pairing = u32::try_from(pair.pairing).unwrap_or(u32::MAX);
        self.pairs.push((pairing, half_points(games)));
        for (index, game) in games.iter().enumerate() {
            self.turns.add(game.turns);
            let contestant = |member: PairMember| pair.contestants[member as usize];
            if let (Some(foul), Some(winner)) = (&game.foul, game.winner) {
                let key = (contestant(winner.other()), foul.kind);
                let first = || (pair.game(index), foul.detail.clone());
                self.fouls.entry(key).or_insert_with(first);
            }
        }
        if pair.game(1) <= GAMES_LISTED_MAX {
            self.listed.push((*pair, games.clone()));
        }
    }

    /// The charts of the course: the ratings or the score, and the test.
    fn figures(&self, report: &TournamentReport<'_>) -> Vec<Figure> {
        let mut ratings = if report.is_rated() {
            self.running_ratings(report)
        } else {
            self.running_score(report)
        };
        ratings.caption.title = String::from("In the course of the tournament");
        let test = self.running_test(report);
        [ratings].into_iter().chain(test).collect()
    }

    /// Samples of the results: after rounds of `every` pairs, as many of them as fit
    /// `samples_max`, and at the end.
    fn samples(
        &self,
        pairings: usize,
        every: usize,
        samples_max: u64,
    ) -> impl Iterator<Item = PairingsSample> {
        let total = self.pairs.len();
        let rounds = (total / every.max(1)) as u64;
        let step = every * usize::try_from(rounds.div_ceil(samples_max).max(1)).unwrap_or(1);
        let mut results = vec![Pentanomial::default(); pairings];
        (1..)
            .zip(&self.pairs)
            .filter_map(move |(number, &(pairing, half_points))| {
                results[pairing as usize].add(half_points);
                let is_sampled = number % step.max(1) == 0 || number == total;
                is_sampled.then(|| PairingsSample {
                    games: 2.0 * number as f64,
                    results: results.clone(),
                })
            })
    }

    fn running_score(&self, report: &TournamentReport<'_>) -> Figure {
        let mut series = DataSeries::default();
        for PairingsSample { games, results } in self.samples(1, 1, RATINGS_MAX) {
            series.points.push([games, 100.0 * results[0].score()]);
            let interval = results[0].score_interval();
            series.band.push(interval.map(|score| 100.0 * score));
        }
        let first = report.pairings.first().map_or("", |pairing| pairing.first);
        let note = format!("Points of {first} in per cent, with the 95 % interval.");
        let chart = XyChart {
            caption: Caption::new("Score in the course of the tournament", note),
            labels: ["games", "% of points"],
            limits: vec![(50.0, String::new())],
            series: vec![series],
            ..XyChart::default()
        };
        chart.figure()
    }

    fn running_ratings(&self, report: &TournamentReport<'_>) -> Figure {
        let number = |name: &str| {
            let mut players = report.players.iter();
            players.position(|player| player.name == name).unwrap_or(0)
        };
        let best = report.ranked().into_iter().take(PLAYERS_MAX);
        let mut series: Vec<_> = best
            .map(|player| DataSeries {
                name: player.name.to_owned(),
                ..DataSeries::default()
            })
            .collect();
        // The pairings of the report are in the order of the schedule.
        let contestants: Vec<_> = report
            .pairings
            .iter()
            .map(|pairing| [pairing.first, pairing.second].map(number))
            .collect();
        let every = contestants.len();
        for PairingsSample { games, results } in self.samples(every, every, RATINGS_MAX) {
            let encounters: Vec<_> = contestants
                .iter()
                .zip(&results)
                .map(|(pairing, results)| Encounter::new(*pairing, results))
                .collect();
            let found = ratings(report.players.len(), &encounters);
            for series in &mut series {
                let number = number(&series.name);
                let (elo, error) = (found.elo[number], found.error[number]);
                series.points.push([games, elo]);
                series.band.push([elo - error, elo + error]);
            }
        }
        let cut = if report.players.len() > PLAYERS_MAX {
            format!(" The best {PLAYERS_MAX} players.")
        } else {
            String::new()
        };
        let note = format!("Elo after each round, with 95 % intervals.{cut}");
        let chart = XyChart {
            caption: Caption::new("Ratings in the course of the tournament", note),
            labels: ["games", "Elo"],
            series,
            ..XyChart::default()
        };
        chart.figure()
    }

    /// The log-likelihood ratio of the test, and its bounds.
    fn running_test(&self, report: &TournamentReport<'_>) -> Option<Figure> {
        let (sprt, status) = (report.settings.sprt?, report.sprt?);
        let mut points = vec![[0.0, 0.0]];
        for PairingsSample { games, results } in self.samples(1, 1, RATIOS_MAX) {
            points.push([games, sprt.status(&results[0]).ratio]);
        }
        let ([elo0, elo1], [lower, upper]) = (status.elo, status.bounds);
        let chart = XyChart {
            caption: Caption::new("Sequential test", format!("{status}.")),
            labels: ["games", "log-likelihood ratio"],
            limits: vec![
                (lower, format!("H0: {elo0} Elo")),
                (upper, format!("H1: {elo1} Elo")),
            ],
            series: vec![DataSeries {
                points,
                ..DataSeries::default()
            }],
            ..XyChart::default()
        };
        Some(chart.figure())
    }
}

fn facts(report: &TournamentReport<'_>) -> Vec<String> {
    let settings = report.settings;
    let base = &settings.opening.base;
    let waters = base.waters(Player::A);
    let (rows, columns) = (waters.height(), waters.width());
    let format = match settings.format {
        TournamentFormat::RoundRobin if !report.is_rated() => None,
        TournamentFormat::RoundRobin => Some("everyone against everyone".to_owned()),
        TournamentFormat::Gauntlet => Some("the first against all others".to_owned()),
    };
    let board = format!("{}, {rows} × {columns}", base.rules().name);
    let counts = [board, format!("{} games", report.games)];
    let seed = format!("seed {}", settings.seed);
    counts.into_iter().chain(format).chain([seed]).collect()
}

/// Who is ahead, and by how much.
fn lead(report: &TournamentReport<'_>) -> Vec<String> {
    let mut lead = Vec::new();
    if let ([pairing], false) = (&report.pairings[..], report.is_rated()) {
        let [low, high] = pairing.elo_interval.map(signed);
        let (first, second) = (pairing.first, pairing.second);
        let scored = |ahead, score, behind| {
            format!("{ahead} has scored {} against {behind}.", percent(score))
        };
        lead.push(match pairing.score.total_cmp(&0.5) {
            Ordering::Equal => format!("{first} and {second} are even."),
            Ordering::Greater => scored(first, pairing.score, second),
            Ordering::Less => scored(second, 1.0 - pairing.score, first),
        });
        lead.push(format!(
            "That is {} Elo for {first} (95 %: {low} to {high}); with a probability of {}, {first} is the stronger player.",
            signed(pairing.elo),
            percent(pairing.superiority)
        ));
    } else if let [best, next, ..] = &report.ranked()[..]
        && best.rating > next.rating
    {
        let name = best.name;
        lead.push(format!("{name} is first, with {} Elo.", rating(best)));
        let gap = best.rating - next.rating;
        lead.push(format!("{} follows, {gap:.1} Elo behind.", next.name));
    }
    lead.extend(report.sprt.map(|sprt| format!("{sprt}.")));
    lead
}

/// The scores of everyone against everyone.
fn cross_table(report: &TournamentReport<'_>) -> ReportSection {
    let ranked = report.ranked();
    let numbers = (1..=ranked.len()).map(|rank| rank.to_string());
    let rows = (1..).zip(&ranked).map(|(rank, player)| {
        let name = TableCell::from(format!("{rank}  {}", player.name)).with_class("name");
        let scores = ranked
            .iter()
            .map(|other| match report.score(player.name, other.name) {
                Some(score) => TableCell::from(percent(score)).with_class(tint(score)),
                None => TableCell::from(nothing()).with_class("none"),
            });
        [name].into_iter().chain(scores).collect()
    });
    let caption = "Scores of the player of the row against that of the column";
    let head = ["against".to_owned()].into_iter().chain(numbers);
    let table = DataTable::new(caption, 1, head, rows);
    ReportSection {
        notes: vec!["Scores of the player of the row, in per cent of all points.".to_owned()],
        ..ReportSection::of_table("Everyone against everyone", table)
    }
}

/// The class of a score.
fn tint(score: f64) -> &'static str {
    match score {
        0.8.. => "w3",
        0.65.. => "w2",
        0.52.. => "w1",
        0.48.. => "",
        0.35.. => "l1",
        0.2.. => "l2",
        _ => "l3",
    }
}

fn pairings(report: &TournamentReport<'_>) -> ReportSection {
    let head = [
        "first",
        "second",
        "won",
        "drawn",
        "lost",
        "Elo",
        "95 %",
        "nElo",
        "95 %",
        "stronger",
        "pairs 0, ½, 1, 1½, 2",
    ];
    let texts = report.pairings.iter().map(pairing_texts);
    let rows = texts.map(|texts| texts.map(TableCell::from).to_vec());
    ReportSection {
        notes: vec![
            "Won, lost, Elo, normalised Elo and the probability of being stronger are those of the first player. \
             Games are played in pairs with sides swapped; the last column \
             counts the pairs by the points of the first player."
                .to_owned(),
        ],
        ..ReportSection::of_table("Pairings", DataTable::new("Pairings", 2, head, rows))
    }
}

/// The settings that the result depends on.
fn settings(report: &TournamentReport<'_>) -> ReportSection {
    let players = report.settings.players.iter().map(|player| {
        vec![
            TableCell::from(player.name.as_str()).with_class("name"),
            TableCell::from(player.spec.as_str()).with_class("wide"),
        ]
    });
    let mut values = serde_json::to_value(report.settings).unwrap_or_default();
    let start = values["start"].take();
    let start = TextGroup {
        panes: vec![Pane::script(
            "the state that all games start from",
            start.as_str().unwrap_or_default().as_bytes(),
        )],
        ..TextGroup::default()
    };
    let others = values
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(name, value)| *name != "players" && !value.is_null());
    let rows = others.map(|(name, value)| {
        let text = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        let value = TableCell::from(text).with_class("wide");
        vec![name.replace('_', " ").into(), value]
    });
    ReportSection {
        heading: "Settings".to_owned(),
        tables: vec![
            DataTable::new("Players", 2, ["player", "who plays"], players),
            DataTable::new("Settings", 2, ["setting", "value"], rows),
        ],
        panes: vec![start],
        ..ReportSection::default()
    }
}

const BINS_MAX: u32 = 40;

/// The results of all pairings after some games.
struct PairingsSample {
    games: f64,
    results: Vec<Pentanomial>,
}
