//! The report of a tournament.

mod games;
mod history;
mod running;

use std::cmp::Ordering;
use std::iter;

pub use history::{GAMES_LISTED_MAX, TournamentHistory};

use super::chart::{Bar, BarChart, Caption};
use super::document::{DataTable, Document, Pane, Section, TableCell, TextGroup};
use admiralty_arena::TournamentFormat;
use admiralty_arena::report::{
    TournamentReport, figure_names, nothing, pairing_texts, percent, rating, signed, spread,
};

/// The page of a tournament. `replay` returns the path of the replay of a game by its number,
/// relative to the page, if there is one.
pub fn tournament_page(
    report: &TournamentReport<'_>,
    history: &TournamentHistory,
    replay: impl Fn(u64) -> Option<String>,
) -> String {
    let mut sections = vec![standings(report, history)];
    if report.is_rated() {
        sections.push(cross_table(report));
    }
    sections.push(pairings(report));
    sections.extend(games::sections(report, history, replay));
    sections.push(settings(report));
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
        ..Document::default()
    }
    .page()
}

fn facts(report: &TournamentReport<'_>) -> Vec<String> {
    let settings = report.settings;
    let base = &settings.opening.base;
    let [rows, columns] = if base.rules().announces_shots() {
        [base.side().into(); 2]
    } else {
        let size = base.board().size();
        [size.rows, size.columns]
    };
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

fn standings(report: &TournamentReport<'_>, history: &TournamentHistory) -> Section {
    let (ranked, is_rated) = (report.ranked(), report.is_rated());
    let head: Vec<_> = iter::once("player").chain(figure_names(is_rated)).collect();
    let rows = ranked.iter().map(|player| {
        let mut row = vec![TableCell::from(player.name).with_class("name")];
        row.extend(is_rated.then(|| rating(player).into()));
        let tally = player.tally;
        let counts = [tally.games, tally.wins, tally.draws, tally.losses];
        row.extend(counts.map(|count| count.to_string().into()));
        row.push(tally.score.map_or_else(nothing, percent).into());
        row.extend([tally.turns, tally.shots, tally.hits].map(|it| spread(it).into()));
        row
    });
    let bars = ranked
        .iter()
        .filter(|player| player.rating_error.is_finite());
    let bars = bars.map(|player| Bar {
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
    let means = "Turns, shots and hits are means of a game, with their standard deviations (SD).";
    let interval = is_rated.then_some("± is the 95 % interval.");
    let notes = interval.into_iter().chain([means]).map(str::to_owned);
    Section {
        figures: figures.chain(running::figures(report, history)).collect(),
        notes: notes.chain(report.notes()).collect(),
        ..Section::of_table("Standings", DataTable::new("Standings", 1, head, rows))
    }
}

/// The scores of everyone against everyone.
fn cross_table(report: &TournamentReport<'_>) -> Section {
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
    Section {
        notes: vec!["Scores of the player of the row, in per cent of all points.".to_owned()],
        ..Section::of_table("Everyone against everyone", table)
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

fn pairings(report: &TournamentReport<'_>) -> Section {
    let head = [
        "first",
        "second",
        "won",
        "drawn",
        "lost",
        "Elo",
        "95 %",
        "stronger",
        "pairs 0, ½, 1, 1½, 2",
    ];
    let texts = report.pairings.iter().map(pairing_texts);
    let rows = texts.map(|texts| texts.map(TableCell::from).to_vec());
    Section {
        notes: vec![
            "Won, lost, Elo and the probability of being stronger are those of the first player. \
             Games are played in pairs with the same fleets and sides swapped; the last column \
             counts the pairs by the points of the first player."
                .to_owned(),
        ],
        ..Section::of_table("Pairings", DataTable::new("Pairings", 2, head, rows))
    }
}

/// Everything that the result depends on.
fn settings(report: &TournamentReport<'_>) -> Section {
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
    let values = values.as_object().into_iter().flatten();
    let values = values.filter(|(name, value)| *name != "players" && !value.is_null());
    let values = values.map(|(name, value)| {
        let text = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        let value = TableCell::from(text).with_class("wide");
        vec![name.replace('_', " ").into(), value]
    });
    Section {
        heading: "Settings".to_owned(),
        tables: vec![
            DataTable::new("Players", 2, ["player", "who plays"], players),
            DataTable::new("Settings", 2, ["setting", "value"], values),
        ],
        panes: vec![start],
        ..Section::default()
    }
}
