//! People who play at seats: their sessions know what the arena knows.

use std::net::SocketAddr;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use admiralty_arena::{FoulKind, Opening, TokenRefusal};
use admiralty_core::game::{For, Game};
use admiralty_core::geometry::Movement;
use admiralty_core::interpreter;
use admiralty_core::player::Player;
use admiralty_core::rng::Rng;
use admiralty_core::rules::RuleSet;
use admiralty_core::script::{Command, NamedShip};
use admiralty_play::{
    BoardView, Controller, FieldView, GameSession, JoinError, Link, RemoteEnd, Stage,
};
use admiralty_players::Placing;
use admiralty_results::ByteText;

use super::seats::{PATIENCE, contestants, lobby};
use super::table::Small;

/// The state that a game has come to at an end of the connection.
struct Played {
    player: Player,
    winner: Option<Player>,
    end: Option<RemoteEnd>,
    state: String,
}

/// A person who plays two games at random.
fn person(address: SocketAddr, token: &'static str) -> JoinHandle<[Played; 2]> {
    thread::spawn(move || {
        let mut rng = Rng::seeded(token.len() as u64);
        [0, 1].map(|_| {
            let link = Link::open(address, token).expect("somebody listens");
            let session = GameSession::join(link).expect("a game begins");
            play(session, &mut rng)
        })
    })
}

fn play(mut session: GameSession, rng: &mut Rng) -> Played {
    let is_own = |player: &Player| session.controller_of(*player) == Controller::Person;
    let player = Player::BOTH.into_iter().find(is_own).expect("a side");
    let begun = Instant::now();
    while !session.is_over() && session.remote_end().is_none() {
        assert!(begun.elapsed() < 6 * PATIENCE, "nobody goes on");
        if session.is_remote_next() {
            session.poll_remote(Duration::from_millis(100));
            continue;
        }
        if session.stage() == Stage::Placing {
            let mut draft = session.draft().expect("a turn");
            draft.fill(rng).expect("there is room");
            session.place(&draft).expect("the fleet is placed");
        } else if session.rules().announces_shots() {
            shoot(&mut session, player, rng);
        } else {
            order_ships(&mut session, player, rng);
        }
    }
    if session.is_over() {
        assert!(session.view(player).is_open(), "the fleets are not shown");
    }
    let has_won = |player: &Player| session.stage() == Stage::Over(*player);
    Played {
        player,
        winner: Player::BOTH.into_iter().find(has_won),
        end: session.remote_end().cloned(),
        state: String::from_utf8(session.state()).expect("ASCII"),
    }
}

/// Shoots at an unknown field.
fn shoot(session: &mut GameSession, player: Player, rng: &mut Rng) {
    let view = session.view(player);
    let fields = view.extent(BoardView::Enemy).fields();
    let unknown = fields.filter(|&field| view.field(BoardView::Enemy, field) == FieldView::Unknown);
    let unknown: Vec<_> = unknown.collect();
    let target = unknown[rng.index(unknown.len())];
    session.shoot_announced(target).expect("it may be shot at");
    let shown = session.view(player).field(BoardView::Enemy, target);
    assert_ne!(shown, FieldView::Unknown);
}

/// Gives orders at random, unless they may go wrong for what is not seen, and ends the turn.
fn order_ships(session: &mut GameSession, player: Player, rng: &mut Rng) {
    for _ in 0..12 {
        let view = session.view(player);
        let observation = view.observation();
        let own = observation.own()[rng.index(observation.own().len())];
        let ship = NamedShip {
            index: own.name().index,
            class: own.class().name,
        };
        let enemies = observation.enemy();
        let fields = observation.size().rect();
        let target = match enemies.len() {
            0 => fields.field(rng.index(fields.field_count())),
            count => enemies[rng.index(count)].pos,
        };
        let movement = [Movement::Forward, Movement::Left, Movement::Right][rng.index(3)];
        let around = own.footprint().moved(movement).rect().grown(1);
        let command = match rng.below(4) {
            0 => {
                let around = around.intersection(&fields);
                let is_clear = |rect| observation.clear_fields().contains_all(rect);
                if !around.is_some_and(is_clear) {
                    continue;
                }
                Command::Move { ship, movement }
            }
            1 => Command::SpyFrom {
                index: ship.index,
                centre: target,
            },
            _ if observation.is_extended() => Command::ShootFrom { ship, target },
            _ => Command::Shoot(target),
        };
        // The session refuses impossible commands, and the arena never sees them.
        let _ = session.execute(&command);
        assert_eq!(session.remote_end(), None, "{command}");
    }
    session.end_turn().expect("the turn ends");
}

/// The commands of a state that a player knows for certain: its ships, and the shots at them.
fn known(state: &str, player: Player) -> Vec<&str> {
    let [ship, shot] = [
        format!("SHIP {player} "),
        format!("SHOT {} ", player.opponent()),
    ];
    let lines = state.lines();
    let mut known: Vec<_> = lines
        .filter(|line| line.starts_with(&ship) || line.starts_with(&shot))
        .collect();
    known.sort_unstable();
    known
}

/// Plays a pair of games of two people; returns how many were won.
fn check(small: &Small, opening: Opening) -> usize {
    let players = contestants(&["seat:left", "seat:right"]);
    let lobby = lobby(&players, PATIENCE);
    let people = ["leftleft", "rightright"].map(|token| person(lobby.address(), token));
    let pairs = small.play_opening(opening, players);
    let people = people.map(|person| person.join().expect("the person plays"));
    let records = pairs[0].records.as_ref().expect("records");
    let mut won = 0;
    for (game, record) in pairs[0].games.iter().zip(records).enumerate() {
        let (result, ByteText(record)) = record;
        assert_eq!(result.foul.as_ref().map(|foul| &foul.detail), None);
        let (_, session) =
            interpreter::execute(&record[..], &mut std::io::sink()).expect("a slice is read");
        let state = String::from_utf8(session.game().script(For::Save)).expect("ASCII");
        let played = people.each_ref().map(|person| &person[game]);
        assert_ne!(played[0].player, played[1].player);
        assert_eq!(played[0].winner, played[1].winner);
        assert_eq!(played[0].winner.is_some(), result.winner.is_some());
        for one in played {
            if one.winner.is_some() {
                won += 1;
                assert_eq!(one.end, None);
                let (here, there) = (known(&one.state, one.player), known(&state, one.player));
                assert_eq!(here, there, "{}", String::from_utf8_lossy(record));
            } else {
                assert_eq!(one.end, Some(RemoteEnd::Closed));
            }
        }
    }
    won
}

#[apply(trial)]
fn people_play_classic_games_over_a_socket() {
    for (rules, fleet) in [
        (RuleSet::ITALIAN, &[1, 0, 1][..]),
        (RuleSet::GERMAN, &[0, 0, 0, 0, 1, 2]),
        (RuleSet::MSX, &[1, 0, 0, 2]),
        (RuleSet::HASBRO, &[1, 1, 0, 1, 1]),
    ] {
        for placing in [Some(Placing::Seq), None] {
            let small = Small {
                turns: 1000,
                ..Small::default()
            };
            let rules: &RuleSet = rules;
            let mut opening = Opening::of_game(Game::new(rules), placing);
            opening.set_fleet(fleet).expect("a fleet");
            assert_eq!(check(&small, opening), 4, "{}", rules.name);
        }
    }
}

#[apply(trial)]
fn people_move_ships_over_a_socket() {
    let mut won = 0;
    for (extended, placing) in [
        (false, Some(Placing::Seq)),
        (true, Some(Placing::Seq)),
        (true, None),
    ] {
        let small = Small {
            turns: 300,
            extended,
            placing,
            ..Small::default()
        };
        won += check(&small, small.opening());
    }
    assert!(won > 0, "nobody has ever won");
}

/// Whoever leaves loses at once, in either turn, and the other one sees both fleets.
#[apply(trial)]
fn who_leaves_loses() {
    for leaver in Player::BOTH {
        let players = contestants(&["seat:left", "seat:right"]);
        let lobby = lobby(&players, PATIENCE);
        let small = Small::default();
        let tournament = small.tournament(small.opening(), players);
        let game = thread::spawn(move || {
            let pair = tournament.pair(0).expect("a pair");
            let played = tournament.play_game(pair, 0, None, None, &|| false);
            played.expect("it is played").expect("a result")
        });
        let links = ["leftleft", "rightright"].map(|token| Link::open(lobby.address(), token));
        let sessions = links.map(|link| {
            let joined = GameSession::join(link.expect("somebody listens"));
            joined.expect("a game begins")
        });
        let (stays, leaves) = match (leaver, sessions) {
            (Player::A, [a, b]) => (b, a),
            (Player::B, [a, b]) => (a, b),
        };
        let mut session = stays;
        drop(leaves);
        let begun = Instant::now();
        while !session.is_over() {
            assert!(begun.elapsed() < PATIENCE, "the game goes on");
            session.poll_remote(Duration::from_millis(100));
        }
        let result = game.join().expect("it ends");
        assert_eq!(result.foul.expect("a foul").kind, FoulKind::Silent);
        assert_eq!(session.stage(), Stage::Over(leaver.opponent()));
        assert_eq!(session.remote_end(), Some(&RemoteEnd::EnemyLeft));
        let view = session.view(leaver.opponent());
        assert!(view.is_open());
        assert_eq!(view.parts(leaver), Some(5));
    }
}

#[apply(trial)]
fn who_is_refused_is_told_so() {
    let players = contestants(&["seat:left", "random"]);
    let lobby = lobby(&players, PATIENCE);
    let join = |token: &str| {
        let link = Link::open(lobby.address(), token).expect("somebody listens");
        GameSession::join(link).expect_err("no game")
    };
    let refused = |why: TokenRefusal| JoinError::Refused(why.text().to_owned());
    assert_eq!(join("nonsense"), refused(TokenRefusal::Unknown));
    let waiting = Link::open(lobby.address(), "leftleft").expect("somebody listens");
    thread::sleep(Duration::from_millis(200));
    assert_eq!(join("leftleft"), refused(TokenRefusal::Taken));
    drop(waiting);
}
