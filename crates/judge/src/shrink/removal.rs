//! Removes lines.

use std::ops::Range;

use super::attempts::Attempts;
use super::lines::{ScriptLine, tag, without};
use admiralty_core::script::Tag;

/// Truncates the script as early as possible: lines after a failure have no effect.
pub(super) fn cut_end<E>(attempts: &mut Attempts<'_, E>) -> Result<(), E> {
    let mut keep = 0;
    let mut all = attempts.best().len();
    // Bisection; failing need not be monotonic, so the result is only a good starting point.
    while all > keep + 1 {
        let middle = keep.midpoint(all);
        let shorter = attempts.best()[..middle].to_vec();
        if attempts.attempt(shorter)? {
            all = middle;
        } else {
            keep = middle;
        }
    }
    Ok(())
}

/// Removes whole groups and lines between groups, as many as possible.
pub(super) fn remove_groups<E>(attempts: &mut Attempts<'_, E>) -> Result<(), E> {
    remove_chunks(attempts, |lines| {
        groups(lines).into_iter().map(Range::collect).collect()
    })
}

/// Removes lines; the two tags of a group are removed together, and so are a closing tag and
/// the same tag opening a later group.
pub(super) fn remove_lines<E>(attempts: &mut Attempts<'_, E>) -> Result<(), E> {
    loop {
        let before = attempts.best().len();
        remove_chunks(attempts, |lines| {
            (0..lines.len()).map(|at| vec![at]).collect()
        })?;
        attempts.attempt_each(pairs(attempts.best()).len(), |lines, at| {
            Some(without(lines, pairs(lines).get(at)?))
        })?;
        if attempts.best().len() == before {
            return Ok(());
        }
    }
}

/// Removes runs of units, long ones first, then shorter ones, down to single units, until
/// none of these can be removed.
fn remove_chunks<E>(
    attempts: &mut Attempts<'_, E>,
    units: impl Fn(&[ScriptLine]) -> Vec<Vec<usize>>,
) -> Result<(), E> {
    let mut size = units(attempts.best()).len();
    while size > 0 {
        let mut has_removed = false;
        // From the end, because later lines depend on earlier ones.
        let mut end = units(attempts.best()).len();
        while end > 0 {
            let all = units(attempts.best());
            end = end.min(all.len());
            let start = end.saturating_sub(size);
            let chunk: Vec<usize> = all[start..end].concat();
            if attempts.attempt(without(attempts.best(), &chunk))? {
                has_removed = true;
                end = start;
            } else {
                // Short runs are tried at every position.
                end -= if size <= 4 { 1 } else { size.min(end) };
            }
        }
        if !(has_removed && size == 1) {
            size /= 2;
        }
    }
    Ok(())
}

/// The groups with their tags, and the lines between them.
pub(super) fn groups(lines: &[ScriptLine]) -> Vec<Range<usize>> {
    let mut groups = Vec::new();
    let mut start = 0;
    while start < lines.len() {
        let tag = tag(&lines[start]);
        let closing = tag.and_then(|_| {
            let after = start + 1..lines.len();
            after.into_iter().find(|&at| self::tag(&lines[at]) == tag)
        });
        let end = match (tag, closing) {
            (None, _) => start + 1,
            (Some(_), Some(closing)) => closing + 1,
            (Some(_), None) => lines.len(),
        };
        groups.push(start..end);
        start = end;
    }
    groups
}

/// Lines that can be removed only together: the two tags of a group; the end of a group and
/// the next start of a group with the same tag; two consecutive turns.
fn pairs(lines: &[ScriptLine]) -> Vec<Vec<usize>> {
    let groups = groups(lines);
    let ends = |group: &Range<usize>| {
        let tag = tag(&lines[group.start])?;
        (group.len() > 1).then_some((tag, group.start, group.end - 1))
    };
    let tagged: Vec<_> = groups.iter().filter_map(ends).collect();
    let tags = tagged.iter().map(|&(_, first, last)| vec![first, last]);
    let mut pairs: Vec<_> = tags.collect();
    for (at, &(tag, _, end)) in tagged.iter().enumerate() {
        if let Some(&(_, start, _)) = tagged[at + 1..].iter().find(|&&(other, ..)| other == tag) {
            pairs.push(vec![end, start]);
        }
    }
    // Removing two turns does not change whose turn it is.
    let turns: Vec<_> = groups
        .iter()
        .filter(|group| matches!(tag(&lines[group.start]), Some(Tag::Player(_))))
        .collect();
    for turns in turns.windows(2) {
        pairs.push(turns[0].clone().chain(turns[1].clone()).collect());
    }
    pairs
}
