//! Minimises a failing script.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use admiralty_core::game::ShipName;
use admiralty_core::geometry::Pos;
use admiralty_core::player::Player;
use admiralty_core::rules::{RuleSet, ShipClass};
use admiralty_core::script::{Command, Keyword, Line, Segments, Tag};
use bstr::ByteSlice;

/// The default limit on the number of scripts tried.
pub const ATTEMPTS_MAX: u32 = 5000;
/// Runs of lines up to this length are removed at every position.
const SHORT_RUN: usize = 4;

/// A minimised script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shrunk {
    /// The script.
    pub script: Vec<u8>,
    /// How many scripts were tried.
    pub attempts: u32,
    /// Whether neither a line nor both tags of a group can be removed, except the last closing tag;
    /// false if the limit was reached before that was known.
    pub is_minimal: bool,
}

/// Minimises a failing script: removes groups, lines and ships, then lowers the numbers, until
/// nothing helps any more or `attempts_max` scripts were tried. The last group is closed in the end,
/// unless the script then no longer fails.
///
/// `still_fails` tests each tried script, and must be deterministic. The result is one that failed,
/// or the given script, which is not tested. No script is tested twice.
///
/// The method is delta debugging (A. Zeller and R. Hildebrandt, "Simplifying and isolating
/// failure-inducing input", IEEE Trans. Softw. Eng. 28 (2002), 183-200), and a few edits of several
/// lines at once.
///
/// ```
/// use admiralty_judge::stress::{ATTEMPTS_MAX, shrink};
/// let script = b"[state]\nREEF 3 14\n[state]\n[playerA]\nPRINT 0\nPRINT 1\n[playerA]\n";
/// let mut has_reef = |script: &[u8]| {
///     Ok::<_, std::convert::Infallible>(script.windows(4).any(|word| word == b"REEF"))
/// };
/// let shrunk = shrink(script, ATTEMPTS_MAX, &mut has_reef)?;
/// assert_eq!(shrunk.script, b"REEF 0 0\n");
/// assert!(shrunk.is_minimal);
/// # Ok::<(), std::convert::Infallible>(())
/// ```
///
/// # Errors
///
/// The first error of `still_fails`.
pub fn shrink<E>(
    script: &[u8],
    attempts_max: u32,
    still_fails: &mut dyn FnMut(&[u8]) -> Result<bool, E>,
) -> Result<Shrunk, E> {
    let mut search = ShrinkSearch {
        still_fails,
        best: script.lines_with_terminator().map(<[u8]>::to_vec).collect(),
        tried: HashMap::from([(hash(script), true)]),
        attempts: 0,
        attempts_max,
        is_cut_short: false,
    };
    loop {
        let before = search.best.clone();
        search.remove(groups)?;
        search.remove(|lines| (0..lines.len()).map(|at| at..at + 1).collect())?;
        for edit in [
            without_tags,
            without_two_turns,
            without_ship,
            with_preset_ships,
            with_exchanged_players,
        ] {
            search.edit(edit)?;
        }
        // Lower numbers might prevent the removal of lines, so removal is finished first.
        if search.best.len() < before.len() && !search.is_used_up() {
            continue;
        }
        search.lower_numbers()?;
        search.edit(typed_plainly)?;
        search.edit(with_healed_ship)?;
        let is_settled = search.best == before;
        if is_settled || search.is_used_up() {
            search.close_last_group()?;
            return Ok(Shrunk {
                script: search.best.concat(),
                attempts: search.attempts,
                is_minimal: is_settled && !search.is_cut_short,
            });
        }
    }
}

/// A line with its line ending.
type ScriptLine = Vec<u8>;

/// Changes at a line, or at all lines if given their number: scripts of which one may still fail.
type ScriptEdit = fn(&[ScriptLine], usize) -> Vec<Vec<ScriptLine>>;

/// The shortest failing script so far, and the scripts that were tried.
struct ShrinkSearch<'f, E> {
    still_fails: &'f mut dyn FnMut(&[u8]) -> Result<bool, E>,
    best: Vec<ScriptLine>,
    /// The hashes of all scripts that were tested, and whether they failed.
    tried: HashMap<u64, bool>,
    attempts: u32,
    attempts_max: u32,
    /// Whether an attempt was skipped because the limit was reached.
    is_cut_short: bool,
}

impl<E> ShrinkSearch<'_, E> {
    const fn is_used_up(&self) -> bool {
        self.attempts >= self.attempts_max
    }

    /// Tests a script, and keeps it as the best one if it still fails; returns whether it does.
    fn attempt(&mut self, lines: Vec<ScriptLine>) -> Result<bool, E> {
        let script = lines.concat();
        // A script tested before did not fail, or was the best one and has been improved since.
        if self.tried.contains_key(&hash(&script)) {
            return Ok(false);
        }
        if self.is_used_up() {
            self.is_cut_short = true;
            return Ok(false);
        }
        self.attempts += 1;
        let fails = (self.still_fails)(&script)?;
        self.tried.insert(hash(&script), fails);
        if fails {
            self.best = lines;
        }
        Ok(fails)
    }

    /// Removes runs of units, long ones first, then shorter ones, down to single units, until none
    /// of these can be removed.
    fn remove(&mut self, units: fn(&[ScriptLine]) -> Vec<Range<usize>>) -> Result<(), E> {
        let mut size = units(&self.best).len();
        while size > 0 {
            let mut has_removed = false;
            // From the end, because later lines depend on earlier ones.
            let mut end = units(&self.best).len();
            while end > 0 {
                let all = units(&self.best);
                end = end.min(all.len());
                let start = end.saturating_sub(size);
                let mut lines = self.best.clone();
                lines.drain(all[start].start..all[end - 1].end);
                if self.attempt(lines)? {
                    has_removed = true;
                    end = start;
                } else {
                    end -= if size <= SHORT_RUN { 1 } else { size.min(end) };
                }
            }
            if !(has_removed && size == 1) {
                size /= 2;
            }
        }
        Ok(())
    }

    /// Appends the closing tag of the last group if it is missing.
    fn close_last_group(&mut self) -> Result<(), E> {
        let Some(last) = groups(&self.best).pop() else {
            return Ok(());
        };
        let opening = &self.best[last.start];
        let mut inner = self.best[last.start + 1..].iter();
        if tag(opening).is_none() || inner.any(|line| tag(line).is_some()) {
            return Ok(());
        }
        let mut lines = self.best.clone();
        if let Some(line) = lines.last_mut().filter(|line| !line.ends_with(b"\n")) {
            line.push(b'\n');
        }
        lines.push(opening.clone());
        // Most often it was the best script before, when it had the tag.
        if self.tried.get(&hash(&lines.concat())) == Some(&true) {
            self.best = lines;
        } else {
            self.attempt(lines)?;
        }
        Ok(())
    }

    /// Edits all lines at once, and then each line, from last to first.
    fn edit(&mut self, edit: ScriptEdit) -> Result<(), E> {
        for at in (0..=self.best.len()).rev() {
            for lines in edit(&self.best, at) {
                if self.attempt(lines)? {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Lowers numbers: first those that can be lowered only together, then one by one.
    fn lower_numbers(&mut self) -> Result<(), E> {
        for at in 0..self.best.len() {
            let command = &commands(&self.best)[at];
            if let Some(ship) = command.as_ref().and_then(placed) {
                let renamed = |lines: &[ScriptLine], from, to| {
                    changed(lines, |command, mover| {
                        let index = index_of(command, mover, &ship);
                        let index = index.filter(|index| i128::from(**index) == from)?;
                        *index = u32::try_from(to).ok()?;
                        Some(())
                    })
                };
                self.lower(ship.index.into(), 0, renamed)?;
            }
        }
        self.close_gaps(|pos| &mut pos.y)?;
        self.close_gaps(|pos| &mut pos.x)?;
        for at in 0..self.best.len() {
            for token in 1..Line::words(&self.best[at]).count() {
                if let Some(value) = number(&self.best[at], token) {
                    self.lower(value, 0, |lines, _, to| {
                        with_token(lines, at, token, &to.to_string())
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Removes rows or columns that are not needed by moving everything beyond them.
    fn close_gaps(&mut self, axis: fn(&mut Pos) -> &mut i32) -> Result<(), E> {
        let moved = |lines: &[ScriptLine], from: i128, to: i128| {
            changed(lines, |command, _| {
                let place = axis(pos_of(command)?);
                let beyond = i128::from(*place) >= from;
                *place -= i32::try_from(from - to).ok().filter(|_| beyond)?;
                Some(())
            })
        };
        let mut before = 0;
        loop {
            let mut commands = commands(&self.best);
            let commands = commands.iter_mut().flatten();
            let places = commands.filter_map(|it| Some(*axis(pos_of(&mut it.command)?)));
            let places = places.map(i128::from).filter(|place| *place > before);
            let Some(next) = places.min() else {
                return Ok(());
            };
            before = self.lower(next, before, moved)?;
        }
    }

    /// Lowers a value to `low`, or else as close to it as bisection finds; returns the new value.
    fn lower(
        &mut self,
        mut value: i128,
        mut low: i128,
        with: impl Fn(&[ScriptLine], i128, i128) -> Vec<ScriptLine>,
    ) -> Result<i128, E> {
        if value == low || self.attempt(with(&self.best, value, low))? {
            return Ok(low);
        }
        while value.abs_diff(low) > 1 {
            let middle = low + (value - low) / 2;
            if self.attempt(with(&self.best, value, middle))? {
                value = middle;
            } else {
                low = middle;
            }
        }
        Ok(value)
    }
}

/// A hash that is the same on every machine.
fn hash(script: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    script.hash(&mut hasher);
    hasher.finish()
}

/// The groups with their tags, and the lines between them.
fn groups(lines: &[ScriptLine]) -> Vec<Range<usize>> {
    let mut groups = Vec::new();
    let mut start = 0;
    while start < lines.len() {
        let end = match tag(&lines[start]) {
            None => start + 1,
            opening => {
                let closing = lines[start + 1..].iter().position(|it| tag(it) == opening);
                closing.map_or(lines.len(), |length| start + length + 2)
            }
        };
        groups.push(start..end);
        start = end;
    }
    groups
}

/// Removes the two tags of a group, or the end of a group and the next start of a group with the
/// same tag.
fn without_tags(lines: &[ScriptLine], at: usize) -> Vec<Vec<ScriptLine>> {
    let Some(first) = lines.get(at).and_then(|line| tag(line)) else {
        return Vec::new();
    };
    let next = (at + 1..lines.len()).find(|&next| tag(&lines[next]) == Some(first));
    let removed = next.map(|next| {
        let mut lines = lines.to_vec();
        lines.remove(next);
        lines.remove(at);
        lines
    });
    removed.into_iter().collect()
}

/// Removes two consecutive turns, which does not change whose turn it is.
fn without_two_turns(lines: &[ScriptLine], at: usize) -> Vec<Vec<ScriptLine>> {
    let is_turn = |group: &Range<usize>| matches!(tag(&lines[group.start]), Some(Tag::Player(_)));
    let mut turns = groups(lines).into_iter().filter(is_turn);
    let turns = turns.find(|turn| turn.start == at).zip(turns.next());
    let removed = turns.map(|(one, other)| {
        let mut lines = lines.to_vec();
        lines.drain(other);
        lines.drain(one);
        lines
    });
    removed.into_iter().collect()
}

/// Removes the ship that is put on the board on a line, with its place in the fleet, which has to
/// be complete: ships of higher index move down by one, and the fleet's count is decremented.
fn without_ship(lines: &[ScriptLine], at: usize) -> Vec<Vec<ScriptLine>> {
    let command = commands(lines).into_iter().nth(at).flatten();
    let Some(gone) = command.as_ref().and_then(placed) else {
        return Vec::new();
    };
    let mut has_fleet = false;
    let mut fewer = changed(lines, |command, mover| {
        if let Command::SetFleet { player, counts } = command
            && *player == gone.player
        {
            has_fleet = true;
            let count = &mut counts[usize::from(gone.class.index)];
            *count -= u32::from(*count > gone.index);
            return Some(());
        }
        let index = index_of(command, mover, &gone)?;
        *index -= u32::from(*index > gone.index);
        Some(())
    });
    fewer.remove(at);
    if !has_fleet {
        // The default fleet without the ship, after the choice of the rule set.
        let has_class = |rules: &&RuleSet| rules.classes.contains(&gone.class);
        let rules = RuleSet::ALL
            .iter()
            .copied()
            .find(has_class)
            .unwrap_or(RuleSet::SHIPS);
        let count = |class: &ShipClass| class.count.saturating_sub(u32::from(*class == gone.class));
        let counts = rules.classes.iter().map(count).collect();
        let player = gone.player;
        let fleet = command_line(&Command::SetFleet { player, counts });
        let is_rules = |command: &Option<MoverCommand>| {
            let command = command.as_ref().map(|it| &it.command);
            matches!(command, Some(Command::Rules(_)))
        };
        let rules = commands(&fewer).iter().rposition(is_rules);
        let before = rules.or(first_state_group(&fewer).map(|group| group.start));
        insert_settings(&mut fewer, before.map(|before| before + 1), vec![fleet]);
    }
    vec![fewer]
}

/// Puts ships on the board in the first group instead of placing them in turns, which then may not
/// be needed.
fn with_preset_ships(lines: &[ScriptLine], at: usize) -> Vec<Vec<ScriptLine>> {
    let (mut ships, mut rest) = (Vec::new(), Vec::new());
    for (number, (line, command)) in lines.iter().zip(commands(lines)).enumerate() {
        let is_chosen = at == lines.len() || at == number;
        match command {
            Some(MoverCommand {
                command:
                    Command::PlaceShip {
                        ship,
                        head,
                        direction,
                    },
                mover: Some(player),
                rules,
            }) if is_chosen && let Some(class) = rules.class_named(ship.class) => {
                ships.push(command_line(&Command::Ship {
                    player,
                    ship,
                    head,
                    direction,
                    segments: Segments::new(class, u8::MAX),
                }));
            }
            _ => rest.push(line.clone()),
        }
    }
    if ships.is_empty() {
        return Vec::new();
    }
    let end = first_state_group(&rest).map(|group| group.end - 1);
    insert_settings(&mut rest, end, ships);
    let mut without_empty_turns = rest.clone();
    for group in groups(&rest).into_iter().rev() {
        if group.len() == 2 && tag(&rest[group.start]) != Some(Tag::State) {
            without_empty_turns.drain(group);
        }
    }
    let mut scripts = vec![without_empty_turns, rest];
    scripts.retain(|script| script.len() <= lines.len());
    scripts
}

/// Exchanges the players, which makes a `NEXT_PLAYER` or a turn superfluous.
fn with_exchanged_players(lines: &[ScriptLine], at: usize) -> Vec<Vec<ScriptLine>> {
    let command = commands(lines).into_iter().nth(at).flatten();
    let is_next = command.is_some_and(|it| matches!(it.command, Command::NextPlayer(_)));
    let is_turn =
        |group: &Range<usize>| group.start == at && matches!(tag(&lines[at]), Some(Tag::Player(_)));
    let turn = groups(lines).into_iter().find(is_turn);
    let Some(superfluous) = turn.or(is_next.then_some(at..at + 1)) else {
        return Vec::new();
    };
    let exchanged = changed(lines, |command, _| {
        let (Command::SetFleet { player, .. }
        | Command::NextPlayer(player)
        | Command::InitPosition { player, .. }
        | Command::Ship { player, .. }
        | Command::SetAiPlayer(player)
        | Command::Information { player, .. }) = command
        else {
            return None;
        };
        *player = player.opponent();
        Some(())
    });
    let exchanged = exchanged.into_iter().map(|line| match tag(&line) {
        Some(Tag::Player(player)) => tag_line(Tag::Player(player.opponent())),
        _ => line,
    });
    let mut exchanged: Vec<_> = exchanged.collect();
    exchanged.drain(superfluous);
    vec![exchanged]
}

/// Writes lines in canonical form, or at least with single blanks.
fn typed_plainly(lines: &[ScriptLine], at: usize) -> Vec<Vec<ScriptLine>> {
    let typed = lines.iter().zip(commands(lines)).enumerate();
    let typed = typed.map(|(number, (line, command))| match command {
        _ if at < lines.len() && at != number => line.clone(),
        Some(MoverCommand { command, .. }) => command_line(&command),
        None => [&bstr::join(" ", Line::words(text(line)))[..], b"\n"].concat(),
    });
    vec![typed.collect()]
}

/// Heals all segments of the ship that is put on the board on a line, or one of them.
fn with_healed_ship(lines: &[ScriptLine], at: usize) -> Vec<Vec<ScriptLine>> {
    let Some(digits) = lines.get(at).and_then(|line| segments(line)) else {
        return Vec::new();
    };
    let one_healed = digits.match_indices('0').map(|(segment, _)| {
        let mut healed = digits.clone();
        healed.replace_range(segment..=segment, "1");
        healed
    });
    let healed = [digits.replace('0', "1")].into_iter().chain(one_healed);
    healed
        .map(|healed| with_token(lines, at, SEGMENTS, &healed))
        .collect()
}

/// The first group, if it is one of state commands.
fn first_state_group(lines: &[ScriptLine]) -> Option<Range<usize>> {
    let mut groups = groups(lines).into_iter();
    let first = groups.find(|group| tag(&lines[group.start]).is_some());
    first.filter(|group| tag(&lines[group.start]) == Some(Tag::State))
}

/// Inserts commands in a state group, or in one of their own at the beginning.
fn insert_settings(lines: &mut Vec<ScriptLine>, at: Option<usize>, mut settings: Vec<ScriptLine>) {
    if at.is_none() {
        settings.insert(0, tag_line(Tag::State));
        settings.push(tag_line(Tag::State));
    }
    let at = at.unwrap_or(0);
    lines.splice(at..at, settings);
}

/// A line without its line feed.
fn text(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\n").unwrap_or(line)
}

fn tag(line: &[u8]) -> Option<Tag> {
    let mut tokens = Line::words(text(line));
    let tag = Tag::from_token(tokens.next()?)?;
    tokens.next().is_none().then_some(tag)
}

fn tag_line(tag: Tag) -> ScriptLine {
    [tag.text().as_bytes(), b"\n"].concat()
}

fn command_line(command: &Command) -> ScriptLine {
    [&command.to_bytes()[..], b"\n"].concat()
}

/// A command, the player whose turn it is in, if any, and the rule set that it is for.
struct MoverCommand {
    command: Command,
    mover: Option<Player>,
    rules: RuleSet,
}

/// The command of each line that has one.
fn commands(lines: &[ScriptLine]) -> Vec<Option<MoverCommand>> {
    let mut group = None;
    let mut rules = *RuleSet::SHIPS;
    let read = lines.iter().map(|line| {
        if let Some(tag) = tag(line) {
            group = group.is_none().then_some(tag);
            return None;
        }
        let mover = match group {
            Some(Tag::Player(player)) => Some(player),
            _ => None,
        };
        let command = Command::parse(text(line)).ok()?;
        if let Command::Rules(choice) = &command {
            rules = choice.rules();
        }
        let fits = command.fits(&rules);
        fits.then_some(MoverCommand {
            command,
            mover,
            rules,
        })
    });
    read.collect()
}

/// The lines, with those commands rewritten that `change` changes.
fn changed(
    lines: &[ScriptLine],
    mut change: impl FnMut(&mut Command, Option<Player>) -> Option<()>,
) -> Vec<ScriptLine> {
    let changed = lines.iter().zip(commands(lines)).map(|(line, command)| {
        let changed = command.and_then(
            |MoverCommand {
                 mut command, mover, ..
             }| { change(&mut command, mover).map(|()| command_line(&command)) },
        );
        changed.unwrap_or_else(|| line.clone())
    });
    changed.collect()
}

/// The ship that a command puts on the board.
fn placed(it: &MoverCommand) -> Option<ShipName> {
    let (ship, owner) = match it.command {
        Command::PlaceShip { ship, .. } => (ship, it.mover?),
        Command::Ship { player, ship, .. } => (ship, player),
        _ => return None,
    };
    ShipName::of(owner, ship, &it.rules)
}

/// The index with which a command names a ship of the class and owner of another.
fn index_of<'c>(
    command: &'c mut Command,
    mover: Option<Player>,
    like: &ShipName,
) -> Option<&'c mut u32> {
    let (player, ship) = match command {
        Command::Ship { player, ship, .. } => (Some(*player), ship),
        Command::PlaceShip { ship, .. }
        | Command::ShootFrom { ship, .. }
        | Command::Move { ship, .. } => (mover, ship),
        Command::SpyFrom { index, .. } => {
            return (mover == Some(like.player) && like.class.planes).then_some(index);
        }
        _ => return None,
    };
    (player == Some(like.player) && ship.class == like.class.name).then_some(&mut ship.index)
}

/// The field that a command names.
const fn pos_of(command: &mut Command) -> Option<&mut Pos> {
    match command {
        Command::Reef(pos)
        | Command::Ship { head: pos, .. }
        | Command::Shot { target: pos, .. }
        | Command::PlaceShip { head: pos, .. }
        | Command::Shoot(pos)
        | Command::ShootFrom { target: pos, .. }
        | Command::Spy(pos)
        | Command::SpyFrom { centre: pos, .. } => Some(pos),
        _ => None,
    }
}

/// The index of the token of `SHIP` with the segments.
const SEGMENTS: usize = 7;

/// The digits of the segments, if the line is a `SHIP`.
fn segments(line: &[u8]) -> Option<String> {
    let mut tokens = Line::words(text(line));
    let is_ship = tokens.next() == Some(Keyword::Ship.text().as_bytes());
    let digits = tokens.nth(SEGMENTS - 1).filter(|_| is_ship)?;
    let is_binary = digits.iter().all(|digit| matches!(digit, b'0' | b'1'));
    is_binary.then(|| digits.to_str_lossy().into_owned())
}

/// The number that a token of a line is, other than the segments of a ship.
fn number(line: &[u8], token: usize) -> Option<i128> {
    if token == SEGMENTS && segments(line).is_some() {
        return None;
    }
    let token = Line::words(text(line)).nth(token)?;
    token.to_str().ok()?.parse().ok()
}

/// The lines with a token of a line replaced.
fn with_token(lines: &[ScriptLine], at: usize, token: usize, instead: &str) -> Vec<ScriptLine> {
    let mut lines = lines.to_vec();
    let line = &mut lines[at];
    let found = Line::word_indices(text(line)).nth(token);
    let range = found.map(|(start, word)| start..start + word.len());
    if let Some(range) = range {
        line.splice(range, instead.bytes());
    }
    lines
}
