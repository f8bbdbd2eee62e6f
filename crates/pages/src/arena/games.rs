//! The games of a tournament: by side, by length, fouls, and a list.

use super::TournamentHistory;
use crate::chart::{Bar, BarChart, Caption, Figure, Series, XyChart, histogram};
use crate::document::{DataTable, Section, TableCell, link};
use admiralty_arena::PairMember;
use admiralty_arena::report::{TournamentReport, nothing, percent};
use admiralty_arena::stats::Pentanomial;
use admiralty_core::player::Player;

const BINS_MAX: u32 = 40;

pub(super) fn sections(
    report: &TournamentReport<'_>,
    history: &TournamentHistory,
    replay: impl Fn(u64) -> Option<String>,
) -> impl Iterator<Item = Section> {
    let by_side = Section {
        heading: "Sides and lengths".to_owned(),
        figures: vec![sides(report, history), lengths(history)],
        tables: vec![side_table(report, history)],
        ..Section::default()
    };
    let rest = [
        fouls(report, history, &replay),
        games(report, history, &replay),
    ];
    [by_side].into_iter().chain(rest.into_iter().flatten())
}

fn sides(report: &TournamentReport<'_>, history: &TournamentHistory) -> Figure {
    let players = report.settings.players.iter().zip(&history.sides);
    let bars = players.flat_map(|(player, sides)| {
        Player::BOTH.map(|side| {
            let results = &sides[side];
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

fn side_table(report: &TournamentReport<'_>, history: &TournamentHistory) -> DataTable {
    let head = [
        "player",
        "as A: won",
        "drawn",
        "lost",
        "as B: won",
        "drawn",
        "lost",
    ];
    let counts = |results: &Pentanomial| [4, 2, 0].map(|half_points| results.0[half_points]);
    let players = report.settings.players.iter().zip(&history.sides);
    let rows = players.map(|(player, sides)| {
        let name = TableCell::from(player.name.as_str()).with_class("name");
        let counts = [counts(&sides.a), counts(&sides.b)].concat();
        let counts = counts.iter().map(|count| count.to_string().into());
        [name].into_iter().chain(counts).collect()
    });
    DataTable::new("Results by side", 1, head, rows)
}

fn lengths(history: &TournamentHistory) -> Figure {
    let turns = &history.turns;
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
        series: vec![Series {
            points: histogram(turns, turns.bins(BINS_MAX).0),
            is_filled: true,
            ..Series::default()
        }],
        ..XyChart::default()
    };
    chart.figure()
}

fn fouls(
    report: &TournamentReport<'_>,
    history: &TournamentHistory,
    replay: &impl Fn(u64) -> Option<String>,
) -> Option<Section> {
    let first = history.fouls.iter();
    let rows = first.map(|((player, kind), (game, detail))| {
        let count = report.players[*player].tally.fouls.get(kind).copied();
        vec![
            TableCell::from(report.players[*player].name).with_class("name"),
            TableCell::from(kind.to_string()).with_class("bad"),
            game_cell(format!("game {game}"), *game, replay),
            TableCell::from(detail.as_str()).with_class("wide"),
            count.unwrap_or_default().to_string().into(),
        ]
    });
    let head = ["player", "foul", "first in", "detail", "games"];
    let table = DataTable::new("Fouls", 4, head, rows);
    (!history.fouls.is_empty()).then(|| Section::of_table("Fouls", table))
}

fn game_cell(text: String, game: u64, replay: &impl Fn(u64) -> Option<String>) -> TableCell {
    TableCell::from(text).with_link(replay(game).map(|path| link(&path)))
}

fn games(
    report: &TournamentReport<'_>,
    history: &TournamentHistory,
    replay: &impl Fn(u64) -> Option<String>,
) -> Option<Section> {
    let games = history.listed.iter().flat_map(|(pair, games)| {
        let games = games.iter().enumerate();
        games.map(move |(index, game)| (pair, index, game))
    });
    let rows = games.map(|(pair, index, game)| {
        let name = |member: PairMember| report.players[pair.contestants[member as usize]].name;
        let [a, b] = Player::BOTH.map(|player| name(PairMember::playing(player, index)));
        let winner = game.winner.map(name);
        let class = if game.foul.is_some() { "bad" } else { "" };
        vec![
            game_cell(pair.game(index).to_string(), pair.game(index), replay),
            a.into(),
            b.into(),
            winner.map_or_else(nothing, str::to_owned).into(),
            TableCell::from(game.end()).with_class(class),
            game.turns.to_string().into(),
        ]
    });
    let head = ["game", "A", "B", "winner", "end", "turns"];
    let table = DataTable::new("Games", 5, head, rows);
    let shown = 2 * history.listed.len() as u64;
    let is_cut = shown < report.games;
    let note = is_cut.then(|| format!("The first {shown} of {} games.", report.games));
    (shown > 0).then(|| Section {
        notes: note.into_iter().collect(),
        ..Section::of_table("Games", table)
    })
}
