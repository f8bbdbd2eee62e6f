//! Properties of every game in which shots are announced, for all rule sets and players.

use std::collections::BTreeSet;

use crate::support::games::{rebuilt, saved};
use crate::support::{execute, thinned};
use admiralty_core::game::For;
use admiralty_core::game::{Footprint, Game, Ship};
use admiralty_core::geometry::{Pos, Rect};
use admiralty_core::interpreter::Session;
use admiralty_core::player::{ByPlayer, Player};
use admiralty_core::rng::Rng;
use admiralty_core::rules::RuleSet;
use admiralty_core::script::{Command, PrintMode, Segments};
use admiralty_core::view::{self, Knowledge, KnownField, Viewer};
use admiralty_players::Placing;
use admiralty_players::runner::{play_turn, run_with};
use admiralty_players::{Effort, Players, ShotPolicy};

const GAMES: u64 = 1;

/// All players with little effort, because the properties do not depend on it.
fn players() -> Players {
    Players {
        effort: Effort::new(1).expect("an effort"),
        ..Players::default()
    }
}

/// The rule sets that announce shots, two of them with their options.
fn classics() -> impl Iterator<Item = RuleSet> {
    let with_options = |rules: &RuleSet| match rules.name {
        "italian" => rules.with_lengths(&[4, 1, 2]).expect("lengths"),
        "hasbro" => rules.with_named_hits(true).expect("an option"),
        _ => *rules,
    };
    RuleSet::classic().map(with_options)
}

/// The players that take every shot. Games of the others take many turns.
fn marksmen() -> impl Iterator<Item = ShotPolicy> {
    let shot_policies = ShotPolicy::ALL.into_iter();
    shot_policies.filter(|&shot_policy| shot_policy != ShotPolicy::Forgetful)
}

/// Every rule set and every player: some of the combinations, or all if the tests are
/// scaled up.
fn pairings() -> impl Iterator<Item = (RuleSet, ShotPolicy)> {
    let all = classics().flat_map(|rules| marksmen().map(move |shot_policy| (rules, shot_policy)));
    thinned(all, 2)
}

/// A new game between two players of the same name.
fn begin(rules: &RuleSet, name: &str, seed: u64) -> Game {
    let sides = rules.board_sides;
    let span = u64::from(sides.max - sides.min) + 1;
    let side = sides.min + u8::try_from(seed % span).expect("small");
    let mut game = Game::with_side(rules, side);
    for player in Player::BOTH {
        game.set([Command::SetAiPlayer(player)])
            .expect("it is allowed");
        game.set([Command::Information {
            player,
            text: format!("STRATEGY {name}").into(),
        }])
        .expect("it is allowed");
    }
    game.set_seed(seed);
    game
}

/// Plays games of every rule set by every player, and calls `look` for every `step`-th turn
/// with the game before it, the turn, and the game after it.
fn turns(games: u64, step: usize, mut look: impl FnMut(&Game, &[Command], &Game)) {
    for (rules, shot_policy) in pairings() {
        for seed in 0..games {
            let mut game = begin(&rules, shot_policy.name(), seed);
            for number in 0.. {
                let before = game.clone();
                let turn = play_turn(&mut game, &players()).expect("there is room");
                assert_eq!(game.check_invariants(), Ok(()));
                if number % step == 0 || turn.winner.is_some() {
                    look(&before, &turn.block, &game);
                }
                if turn.winner.is_some() {
                    break;
                }
            }
        }
    }
}

fn printed(game: &Game, player: Player) -> Vec<u8> {
    let mut bytes = Vec::new();
    view::print(
        game,
        Viewer::Player(player),
        PrintMode::Extended,
        &mut bytes,
    )
    .expect("a vector takes everything");
    bytes
}

/// The state before a turn, with the seed of that turn.
fn given(game: &Game) -> String {
    String::from_utf8(game.script(For::Turn)).expect("all text is ASCII")
}

fn lines(block: &[Command]) -> Vec<String> {
    block.iter().map(ToString::to_string).collect()
}

/// Each game ends while there are fields left to shoot at, and all ships of one side are sunk.
#[apply(trial)]
fn games_end_with_a_fleet_that_is_sunk() {
    for (rules, shot_policy) in pairings() {
        for seed in 0..GAMES {
            let mut game = begin(&rules, shot_policy.name(), seed);
            let fields = u32::from(game.side()).pow(2);
            let winner = (0..2 * (fields + 1)).find_map(|_| {
                let before = game.clone();
                let turn = play_turn(&mut game, &players()).expect("there is room");
                let kept = |game: &Game| game.information(turn.player).to_vec();
                // After a victory, players remember nothing.
                assert_eq!(turn.winner.is_some(), kept(&before) == kept(&game));
                turn.winner
            });
            let winner = winner.expect("the game ends");
            assert_eq!(game.fleet(winner.opponent()).healthy_parts(), 0);
            assert!(game.fleet(winner).healthy_parts() > 0);
        }
    }
}

/// Running the output of a turn gives the same game, and so does loading a game in progress.
#[apply(trial)]
fn a_game_can_be_saved_at_any_time() {
    turns(1, 7, |before, _, after| {
        assert_eq!(saved(&rebuilt(before, Some)), counted_on(&saved(before)));
        if after.is_complete()
            && Player::BOTH
                .iter()
                .any(|&p| after.fleet(p).healthy_parts() == 0)
        {
            return;
        }
        let mut output = Vec::new();
        let result = run_with(given(before).as_bytes(), &mut output, &players());
        result.expect("a vector takes everything");
        let output = String::from_utf8(output).expect("all text is ASCII");
        let again = execute(format!("{output}[state]\nSAVE\n[state]\n"));
        let again = String::from_utf8(again).expect("all text is ASCII");
        assert!(
            again.ends_with(&saved(after)),
            "{again}\nand\n{}",
            saved(after)
        );
    });
}

/// A saved state as it is saved again, with the next seed.
fn counted_on(saved: &str) -> String {
    let count = |line: &str| match line.strip_prefix("SRAND ") {
        Some(seed) => format!("SRAND {}\n", seed.parse::<u64>().expect("a seed") + 1),
        None => format!("{line}\n"),
    };
    saved.lines().map(count).collect()
}

/// A turn places all missing ships, or has the shots that the rules allow: one, or, where
/// a hit allows another, all hits and the first miss.
#[apply(trial)]
fn a_turn_has_the_shots_that_the_rules_grant() {
    let mut longest = 0;
    turns(GAMES, 1, |before, block, after| {
        let is_shot = |command: &&Command| matches!(command, Command::Shoot(_));
        let shots: Vec<_> = block.iter().filter(is_shot).collect();
        let mover = before.next_player();
        let missing = before.fleet(mover).missing();
        assert_eq!((block.len() - shots.len()) as u64, missing);
        let enemy = mover.opponent();
        let hits = before.fleet(enemy).healthy_parts() - after.fleet(enemy).healthy_parts();
        let is_won = after.fleet(enemy).healthy_parts() == 0;
        let granted = match (before.fleet(enemy).missing(), before.rules().shoots_again()) {
            (1.., _) => 0,
            (0, false) => 1,
            (0, true) => hits + u64::from(!is_won),
        };
        assert_eq!(shots.len() as u64, granted);
        longest = longest.max(shots.len());
    });
    assert!(longest > 2, "a hit grants another shot in one rule set");
}

/// `forgetful`, the easiest level of the German program, chooses any field of the waters,
/// and has no shot if it has shot there before.
#[apply(trial)]
fn a_forgetful_player_loses_turns() {
    for rules in [RuleSet::MSX, RuleSet::GERMAN] {
        let mut game = begin(rules, "forgetful", 0);
        let fields = usize::from(game.side()).pow(2);
        let (mut shots, mut passes) = (0, 0);
        for _ in 0..2 + 2 * fields {
            let before = game.clone();
            let turn = play_turn(&mut game, &players()).expect("there is room");
            let fired = turn.block.iter().filter_map(target).count();
            let mover = before.next_player();
            assert_eq!(game.shots().count() - before.shots().count(), fired);
            assert_eq!(lines(&turn.block), {
                let mut twin = before.clone();
                lines(&play_turn(&mut twin, &players()).expect("room").block)
            });
            if before.is_complete() {
                shots += fired;
                passes += usize::from(fired == 0);
            } else {
                assert_eq!(game.fleet(mover).missing(), 0);
            }
            assert_eq!(turn.winner, None, "nobody is that lucky");
        }
        // Of n draws among n fields, about n/e of the fields are left out.
        let expected = 2 * fields * 368 / 1000;
        let is_near = passes.abs_diff(expected) < 20;
        assert!(is_near, "{}: {passes} for {expected}", rules.name);
        assert!(shots > fields);
    }
}

/// The first shots of a player of the program, for many seeds. It plays A, after these shots of A.
fn first_shots(strategy: &str, setup: &str, shots: &[(i32, i32)]) -> Vec<Pos> {
    const SEEDS: u64 = 200;
    let shots: Vec<_> = shots
        .iter()
        .map(|(y, x)| format!("SHOT A {y} {x}\n"))
        .collect();
    let shots = shots.concat();
    let first_shot = |seed: u64| {
        let script = format!(
            "[state]\n{setup}NEXT_PLAYER A\nSRAND {seed}\nSET_AI_PLAYER A\n\
             INFORMATION A STRATEGY {strategy}\n{shots}[state]"
        );
        let mut session = Session::new();
        for line in script.lines() {
            session.line(line.as_bytes()).expect("a valid line");
        }
        let turn = play_turn(&mut session.game().clone(), &players()).expect("there is room");
        let mut shots = turn.block.iter().filter_map(target);
        shots.next().expect("it shoots")
    };
    (0..SEEDS).map(first_shot).collect()
}

/// `forced`, the computer of the Italian program, chooses any field that it has not shot at until it
/// hits, then any neighbour of the hit, and of a line of hits the end that comes first.
#[apply(trial)]
fn a_forced_shot_follows_the_first_hit() {
    const SETUP: &str = "RULES italian\nSET_FLEET A 0 0 1\nSHIP A 0 0 N 0 LAN 1\n\
        SET_FLEET B 1 0 1\nSHIP B 13 5 N 0 SOT 111\nSHIP B 11 0 N 0 LAN 1\n";
    let shots_after = |shots: &[(i32, i32)]| -> BTreeSet<Pos> {
        first_shots("forced", SETUP, shots).into_iter().collect()
    };
    // Also next to a ship that is sunk, where no other can be.
    let searched = shots_after(&[(11, 0), (20, 9)]);
    assert!(searched.len() > 70, "{}", searched.len());
    assert!(searched.iter().any(|shot| shot.y <= 12 && shot.x <= 1));
    for (shots, expected) in [
        (&[(14, 5)][..], &[(13, 5), (14, 4), (14, 6), (15, 5)][..]),
        (&[(14, 5), (14, 4)], &[(13, 5), (14, 6), (15, 5)]),
        (&[(14, 5), (15, 5)], &[(13, 5)]),
        (&[(13, 5), (14, 5)], &[(12, 5)]),
        (&[(13, 5), (14, 5), (12, 5)], &[(15, 5)]),
    ] {
        let expected = expected.iter().map(|&(y, x)| Pos::new(y, x)).collect();
        assert_eq!(shots_after(shots), expected, "{shots:?}");
    }
}

/// `chase`, the computer of the Brazilian program, follows a hit to the right, then to the left, and
/// otherwise takes the next field from a drawn one on.
#[apply(trial)]
fn a_chase_begins_on_the_right() {
    const SETUP: &str = "RULES msx\nSET_FLEET A 0 0 0 1\nSHIP A 0 0 E 0 S 1\n\
        SET_FLEET B 0 2 0 1\nSHIP B 13 6 E 0 C 111\nSHIP B 17 9 E 1 C 111\nSHIP B 11 0 E 0 S 1\n";
    for (shots, expected) in [
        (&[(13, 5)][..], (13, 6)),
        (&[(13, 5), (13, 6)], (13, 7)),
        (&[(13, 5), (13, 6), (13, 7)], (13, 4)),
        (&[(13, 4), (13, 3)], (13, 5)),
        (&[(17, 9)], (17, 8)),
        (&[(17, 9), (17, 8)], (17, 7)),
    ] {
        let (y, x) = expected;
        let found: BTreeSet<_> = first_shots("chase", SETUP, shots).into_iter().collect();
        assert_eq!(found, BTreeSet::from([Pos::new(y, x)]), "{shots:?}");
    }
    let row: Vec<_> = (0..10).map(|x| (15, x)).chain([(11, 0)]).collect();
    let found = first_shots("chase", SETUP, &row);
    // No ship can be beside the sunk one, and the field behind a row of misses is taken most often.
    assert!(
        found.iter().all(|shot| shot.y > 12 || shot.x > 1),
        "{found:?}"
    );
    let behind = found.iter().filter(|&&shot| shot == Pos::new(16, 0));
    assert!(behind.count() > 8, "{found:?}");
    assert!(found.iter().collect::<BTreeSet<_>>().len() > 50);
}

/// Shots are announced when they are fired, and the announcements may be part of a script.
#[apply(trial)]
fn what_is_announced_tells_the_outcome() {
    turns(1, 7, |before, block, after| {
        let tag = format!("[player{}]\n", before.next_player());
        let block: String = lines(block).iter().flat_map(|line| [line, "\n"]).collect();
        let output = execute(format!("{}{tag}{block}{tag}", given(before)));
        let output = String::from_utf8(output).expect("all text is ASCII");
        let shots: Vec<_> = after.shots().skip(before.shots().count()).collect();
        let told: Vec<_> = output
            .lines()
            .filter(|line| !line.ends_with("won"))
            .collect();
        assert_eq!(told.len(), shots.len(), "{output}");
        for ((_, pos), told) in shots.into_iter().zip(told) {
            let words: Vec<_> = told.split(' ').collect();
            assert_eq!(words[1..3], [pos.y.to_string(), pos.x.to_string()]);
            let ship = after.board().ship_at(pos).map(|id| after.board().ship(id));
            match words[0] {
                "MISS" => assert!(ship.is_none()),
                "HIT" => {
                    let ship = ship.expect("a ship was hit");
                    let named = after
                        .rules()
                        .names_hits()
                        .then_some(ship.class().name.as_str());
                    assert_eq!(words.get(3).copied(), named);
                }
                "SUNK" => {
                    let ship = ship.expect("a ship was sunk");
                    assert_eq!(ship.healthy_parts(), 0);
                    assert_eq!(words[3], ship.class().name.as_str());
                    assert_eq!(words[4], ship.name().index.to_string());
                }
                _ => panic!("{told}"),
            }
        }
        assert_eq!(execute(format!("{output}[state]\n[state]\n")), b"");
    });
}

/// If ships that were not hit lie elsewhere without changing the results of the turn, a
/// player sees and does the same. The first shot of a turn does not even depend on its own
/// result.
#[apply(trial)]
fn unseen_ships_make_no_difference() {
    let (mut compared, mut rng) = ([0, 0], Rng::seeded(1));
    turns(GAMES, 5, |before, block, _| {
        let player = before.next_player();
        let answered: BTreeSet<_> = block.iter().filter_map(target).collect();
        for (is_first, answered) in [answered, BTreeSet::new()].iter().enumerate() {
            let Some(other) = elsewhere(before, answered, &mut rng) else {
                continue;
            };
            assert_eq!(printed(before, player), printed(&other, player));
            assert_eq!(Knowledge::of(before, player), Knowledge::of(&other, player));
            let turn = play_turn(&mut other.clone(), &players()).expect("there is room");
            let shots = |block: &[Command]| match is_first {
                0 => lines(block),
                _ => block
                    .iter()
                    .find_map(target)
                    .iter()
                    .map(Pos::to_string)
                    .collect(),
            };
            assert_eq!(shots(&turn.block), shots(block), "in\n{}", saved(&other));
            compared[is_first] += 1;
        }
    });
    assert!(compared.iter().all(|&turns| turns > 80), "{compared:?}");
}

/// A player's knowledge of each field agrees with the printed board.
#[apply(trial)]
fn knowledge_is_what_is_printed() {
    turns(1, 7, |game, _, _| {
        for player in Player::BOTH {
            let enemy = player.opponent();
            let mut print = Vec::new();
            view::print(game, Viewer::Player(player), PrintMode::Basic, &mut print)
                .expect("a vector takes everything");
            let rows: Vec<_> = print.split(|&byte| byte == b'\n').collect();
            let knowledge = Knowledge::of(game, player).expect("shots are announced");
            let mut hidden = 0;
            for (field, known) in knowledge.fields() {
                let Pos { y, x } = game.announced_field(player, field);
                let glyph = rows[usize::try_from(y).expect("on the board")]
                    [usize::try_from(x).expect("on the board")];
                let expected = match known {
                    KnownField::Unknown => b'?',
                    KnownField::Miss => b'o',
                    KnownField::Hit(_) => b'x',
                    KnownField::Sunk { .. } => b'X',
                };
                assert_eq!(glyph, expected);
                assert_eq!(knowledge.at(field), known);
                if let KnownField::Sunk { class, index } = known {
                    let there = game.board().ship_at(game.announced_field(player, field));
                    assert_eq!(there, game.fleet(enemy).ship(&class, index));
                }
                hidden += u32::from(known == KnownField::Unknown);
            }
            assert!(u64::from(hidden) >= knowledge.healthy());
            assert_eq!(knowledge.healthy(), game.fleet(enemy).healthy_parts());
            let ships = game.fleet(enemy).ships().map(|id| game.board().ship(id));
            let sunk = ships.filter(|ship| ship.healthy_parts() == 0).count();
            let all: u32 = game.fleet(enemy).counts().sum();
            assert_eq!(knowledge.lengths().count() + sunk, all as usize);
        }
    });
}

fn target(command: &Command) -> Option<Pos> {
    match *command {
        Command::Shoot(target) => Some(target),
        _ => None,
    }
}

/// The game with the enemy's ships afloat elsewhere, but not on those fields. Hits stay hits: a
/// ship that was hit still lies on these fields, perhaps another way round or further along. `None`
/// if no ship can move.
fn elsewhere(game: &Game, answered: &BTreeSet<Pos>, rng: &mut Rng) -> Option<Game> {
    let enemy = game.next_player().opponent();
    let waters = game.start(enemy);
    let gap = i32::from(game.rules().gap);
    let is_fixed = |ship: &Ship| {
        ship.healthy_parts() == 0
            || ship
                .footprint()
                .fields()
                .any(|field| answered.contains(&field))
    };
    let ships = game.board().ships().iter();
    let (fixed, mut free): (Vec<_>, Vec<_>) = ships
        .filter(|ship| ship.owner() == enemy)
        .partition(|ship| is_fixed(ship));
    // Those that were hit have the fewest places.
    let is_whole = |ship: &Ship| ship.healthy_parts() == u32::from(ship.class().length);
    free.sort_by_key(|ship| is_whole(ship));
    let shot_on = |footprint: &Footprint| -> BTreeSet<Pos> {
        let fields = footprint.fields();
        fields.filter(|&field| game.was_shot_at(field)).collect()
    };
    let mut taken: Vec<Rect> = fixed.iter().map(|ship| ship.footprint().rect()).collect();
    let mut moved = Vec::new();
    for ship in free {
        let hits = shot_on(ship.footprint());
        let reach = i32::from(ship.class().length) - 1;
        let near = hits
            .first()
            .map(|&hit| Rect::spanning(hit, hit).grown(reach));
        let near = near.and_then(|near| near.intersection(&waters));
        let heads = near.unwrap_or(waters);
        let footprint = (0..200).find_map(|_| {
            let head = Pos::new(
                rng.between(heads.top, heads.bottom),
                rng.between(heads.left, heads.right),
            );
            let footprint = Footprint {
                head,
                direction: rng.choose(game.rules().directions),
                ..*ship.footprint()
            };
            let near = footprint.rect().grown(gap);
            let is_free = waters.contains(footprint.stern())
                && !footprint.fields().any(|field| answered.contains(&field))
                && shot_on(&footprint) == hits
                && !taken.iter().any(|other| other.intersects(&near));
            is_free.then_some(footprint)
        })?;
        taken.push(footprint.rect());
        moved.push((ship.name(), footprint));
    }
    if moved.is_empty() {
        return None;
    }
    let mut other = rebuilt(game, |command| match command {
        Command::Ship {
            player,
            ship,
            head,
            direction,
            segments,
        } if player == enemy => {
            let place = moved
                .iter()
                .find(|(name, _)| name.class.name == ship.class && name.index == ship.index);
            let (head, direction) = place.map_or((head, direction), |(_, footprint)| {
                (footprint.head, footprint.direction)
            });
            // The shots, which come after the ships, destroy what was hit.
            let segments = place.map_or(segments, |(name, _)| Segments::new(&name.class, u8::MAX));
            Some(Command::Ship {
                player,
                ship,
                head,
                direction,
                segments,
            })
        }
        _ => Some(command),
    });
    other.set_seed(game.seed().expect("games have seeds"));
    Some(other)
}

/// The same input gives the same bytes, and another seed another game.
#[apply(trial)]
fn chance_comes_from_the_seed() {
    for (rules, shot_policy) in pairings() {
        let game = |seed| {
            let mut game = begin(&rules, shot_policy.name(), seed);
            let turns = (0..6).map(|_| {
                let turn = play_turn(&mut game, &players());
                lines(&turn.expect("there is room").block)
            });
            turns.collect::<Vec<_>>()
        };
        assert_eq!(game(22), game(22));
        assert_ne!(
            game(22),
            game(22 + u64::from(RuleSet::GERMAN.board_sides.max))
        );
    }
}

/// A strategy chosen on the command line overrides the script, and lasts.
#[apply(trial)]
fn the_choice_of_the_lineup_goes_before_the_script() {
    let played = |name: &str, players: &Players| {
        let mut game = begin(RuleSet::ITALIAN, name, 4);
        let turns = (0..8).map(|_| lines(&play_turn(&mut game, players).expect("room").block));
        (turns.collect::<Vec<_>>(), game)
    };
    let chosen = Players {
        shot_policies: ByPlayer::from_fn(|_| Some(ShotPolicy::Density)),
        ..players()
    };
    let (turns, game) = played("random", &chosen);
    assert_eq!(turns, played("density", &players()).0);
    assert_ne!(turns, played("random", &players()).0);
    for player in Player::BOTH {
        let words = game.information(player);
        assert!(words.contains(&"STRATEGY density".into()), "{words:?}");
        assert!(!words.contains(&"STRATEGY random".into()), "{words:?}");
    }
}

/// Whole fleets that are equally likely lie along the edges more often than ships placed
/// one by one.
#[apply(trial)]
fn fleets_are_placed_as_is_asked_for() {
    const GAMES: u64 = 60;
    let along_edges = |rules: &RuleSet, placing: Placing| {
        let mut fields = 0;
        let mut directions = BTreeSet::new();
        for seed in 0..GAMES {
            let mut game = Game::new(rules);
            let player = game.next_player();
            let word = format!("PLACING {placing}");
            game.set([Command::Information {
                player,
                text: word.as_str().into(),
            }])
            .expect("it is allowed");
            game.set_seed(seed);
            play_turn(&mut game, &players()).expect("there is room");
            assert_eq!(game.fleet(player).missing(), 0);
            assert_eq!(game.check_invariants(), Ok(()));
            assert!(game.information(player).contains(&word.into()));
            let inside = rules.start(game.side())[player].grown(-1);
            let footprints = game.board().ships().iter().map(Ship::footprint);
            directions.extend(footprints.clone().map(|footprint| footprint.direction));
            fields += footprints
                .flat_map(Footprint::fields)
                .filter(|pos| !inside.contains(*pos))
                .count();
        }
        assert_eq!(directions.len(), rules.directions.len(), "{directions:?}");
        fields
    };
    for rules in [RuleSet::ITALIAN, RuleSet::MSX, RuleSet::RUSSIAN] {
        let [seq, uni] = Placing::ALL.map(|placing| along_edges(rules, placing));
        assert!(seq * 21 < uni * 20, "{}: {seq} and {uni}", rules.name);
    }
}
