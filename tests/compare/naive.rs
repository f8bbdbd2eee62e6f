//! A comparison of whole texts in memory, written from the definitions.

use admiralty_compare::{Comparison, ComparisonMode, LINES_MAX, Snippet, SnippetLine};

/// The facts on which both comparisons have to agree.
#[derive(Debug, PartialEq)]
pub struct Summary {
    accepted: bool,
    strictest: Option<ComparisonMode>,
    difference: Option<Place>,
}

#[derive(Debug, PartialEq)]
struct Place {
    expected: Spot,
    found: Spot,
    more_lines: u64,
    is_final_newline: bool,
}

#[derive(Debug, PartialEq)]
struct Spot {
    line: u64,
    column: u64,
    byte: u64,
    /// The lines before it, the line itself, and those after it.
    lines: [Vec<Vec<u8>>; 3],
}

impl Summary {
    pub fn of(findings: &Comparison) -> Self {
        let spot = |snippet: &Snippet| Spot {
            line: snippet.line,
            column: snippet.column,
            byte: snippet.byte,
            lines: [
                texts(&snippet.before),
                texts(&snippet.text),
                texts(&snippet.after),
            ],
        };
        Self {
            accepted: findings.accepted,
            strictest: findings.strictest,
            difference: findings.difference.as_ref().map(|it| Place {
                expected: spot(&it.expected),
                found: spot(&it.found),
                more_lines: it.more_lines,
                is_final_newline: it.is_final_newline,
            }),
        }
    }
}

fn texts<'l>(lines: impl IntoIterator<Item = &'l SnippetLine>) -> Vec<Vec<u8>> {
    let lines = lines.into_iter();
    lines.map(|line| line.text.to_vec()).collect()
}

pub fn compare(mode: ComparisonMode, answer: &[u8], output: &[u8]) -> Summary {
    let accepted = accepts(mode, answer, output);
    let difference = match mode {
        _ if accepted => None,
        ComparisonMode::Tokens | ComparisonMode::Caseless | ComparisonMode::Float(_) => {
            Some(by_tokens(mode, answer, output))
        }
        _ => Some(by_lines(mode, answer, output)),
    };
    let stricter = [
        ComparisonMode::Exact,
        ComparisonMode::FinalNewline,
        ComparisonMode::Trailing,
        ComparisonMode::Tokens,
        ComparisonMode::Caseless,
        mode,
    ];
    let strictest = stricter
        .into_iter()
        .find(|mode| accepts(*mode, answer, output));
    Summary {
        accepted,
        strictest,
        difference,
    }
}

fn accepts(mode: ComparisonMode, one: &[u8], other: &[u8]) -> bool {
    match mode {
        ComparisonMode::Exact => one == other,
        ComparisonMode::FinalNewline => {
            one == other
                || one.strip_suffix(b"\n") == Some(other)
                || other.strip_suffix(b"\n") == Some(one)
        }
        ComparisonMode::Trailing => {
            let kept = |text| {
                let mut kept: Vec<_> = lines(text).iter().map(|line| trimmed(line)).collect();
                while kept.last().is_some_and(Vec::is_empty) {
                    kept.pop();
                }
                kept
            };
            kept(one) == kept(other)
        }
        ComparisonMode::Tokens | ComparisonMode::Caseless | ComparisonMode::Float(_) => {
            same_tokens(mode, one, other)
        }
    }
}

fn same_tokens(mode: ComparisonMode, one: &[u8], other: &[u8]) -> bool {
    let (one, other) = (tokens(one), tokens(other));
    one.len() == other.len()
        && one
            .iter()
            .zip(&other)
            .all(|(one, other)| same_token(mode, one.1, other.1))
}

fn same_token(mode: ComparisonMode, one: &[u8], other: &[u8]) -> bool {
    let number = |token: &[u8]| -> Option<f64> {
        let text = std::str::from_utf8(token).ok()?;
        let is_decimal = text
            .bytes()
            .all(|b| b.is_ascii_digit() || b".eE+-".contains(&b));
        let number = text.parse().ok().filter(|_| is_decimal);
        number.filter(|number: &f64| number.is_finite())
    };
    if let (ComparisonMode::Float(tolerance), Some(one), Some(other)) =
        (mode, number(one), number(other))
    {
        let apart = f64::abs(one - other);
        return apart <= tolerance.get().max(tolerance.get() * one.abs());
    }
    if mode == ComparisonMode::Tokens {
        return one == other;
    }
    one.eq_ignore_ascii_case(other)
}

/// The lines of a text; none after a final line feed.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    let mut lines: Vec<_> = text.split(|&byte| byte == b'\n').collect();
    if lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    lines
}

fn trimmed(line: &[u8]) -> Vec<u8> {
    let mut line = line.to_vec();
    while matches!(line.last(), Some(b' ' | b'\t' | b'\r')) {
        line.pop();
    }
    line
}

/// The tokens and where they begin.
fn tokens(text: &[u8]) -> Vec<(usize, &[u8])> {
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c);
    let mut at = 0;
    let mut tokens = Vec::new();
    for token in text.split(is_space) {
        if !token.is_empty() {
            tokens.push((at, token));
        }
        at += token.len() + 1;
    }
    tokens
}

/// Whether two lines, or what is missing, differ.
fn lines_differ(mode: ComparisonMode, one: Option<&&[u8]>, other: Option<&&[u8]>) -> bool {
    match mode {
        ComparisonMode::Exact | ComparisonMode::FinalNewline => one != other,
        ComparisonMode::Trailing => {
            let text = |line: Option<&&[u8]>| trimmed(line.copied().unwrap_or_default());
            text(one) != text(other)
        }
        ComparisonMode::Tokens | ComparisonMode::Caseless | ComparisonMode::Float(_) => {
            let text = |line: Option<&'_ &[u8]>| line.map(|line| line.to_vec()).unwrap_or_default();
            !same_tokens(mode, &text(one), &text(other))
        }
    }
}

fn by_lines(mode: ComparisonMode, answer: &[u8], output: &[u8]) -> Place {
    let (expected, found) = (lines(answer), lines(output));
    let count = expected.len().max(found.len());
    let differ = |at: usize| lines_differ(mode, expected.get(at), found.get(at));
    let is_final_newline = accepts(ComparisonMode::FinalNewline, answer, output);
    // If no lines differ, the line feed at the end of the last one does.
    let first = (0..count)
        .find(|&at| differ(at))
        .unwrap_or(count.max(1) - 1);
    let line = |lines: &[&[u8]]| lines.get(first).map_or(Vec::new(), |line| line.to_vec());
    let (a, b) = (line(&expected), line(&found));
    let byte = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    Place {
        expected: spot(first.min(expected.len()), byte, &expected),
        found: spot(first.min(found.len()), byte, &found),
        more_lines: (first + 1..count).filter(|&at| differ(at)).count() as u64,
        is_final_newline,
    }
}

fn by_tokens(mode: ComparisonMode, answer: &[u8], output: &[u8]) -> Place {
    let (one, other) = (tokens(answer), tokens(output));
    let same = one.iter().zip(&other);
    let at = same
        .take_while(|(one, other)| same_token(mode, one.1, other.1))
        .count();
    let token = |tokens: &[(usize, &[u8])]| tokens.get(at).map_or(Vec::new(), |t| t.1.to_vec());
    let (a, b) = (token(&one), token(&other));
    let common = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let place = |tokens: &[(usize, &[u8])], text: &[u8]| {
        let offset = tokens.get(at).map_or(text.len(), |token| token.0 + common);
        let line = text[..offset].split(|&byte| byte == b'\n').count() - 1;
        let start = text[..offset].iter().rposition(|&byte| byte == b'\n');
        let byte = offset - start.map_or(0, |start| start + 1);
        (line, byte)
    };
    let ((one, one_byte), (other, other_byte)) = (place(&one, answer), place(&other, output));
    let (expected, found) = (lines(answer), lines(output));
    let rest = (1..=expected.len().max(found.len()))
        .filter(|after| lines_differ(mode, expected.get(one + after), found.get(other + after)))
        .count();
    Place {
        expected: spot(one, one_byte, &expected),
        found: spot(other, other_byte, &found),
        more_lines: rest as u64,
        is_final_newline: false,
    }
}

/// The place in a line, by its number from 0, and the lines around it. A character that is
/// not complete at the place is not passed.
fn spot(at: usize, byte: usize, lines: &[&[u8]]) -> Spot {
    let before = lines.get(at).map_or(&b""[..], |line| &line[..byte]);
    let passed: usize = before
        .utf8_chunks()
        .map(|chunk| chunk.valid().chars().count() + chunk.invalid().len())
        .sum();
    let begun = (0..before.len().min(3))
        .map(|length| &before[before.len() - length - 1..])
        .find(|end| std::str::from_utf8(end).is_err_and(|error| error.error_len().is_none()));
    let passed = passed - begun.map_or(0, <[u8]>::len);
    let texts = |from: usize, to: usize| -> Vec<Vec<u8>> {
        let lines = lines.iter().take(to).skip(from);
        lines.map(|line| line.to_vec()).collect()
    };
    Spot {
        line: at as u64 + 1,
        column: passed as u64 + 1,
        byte: byte as u64 + 1,
        lines: [
            texts(at.saturating_sub(LINES_MAX), at),
            texts(at, at + 1),
            texts(at + 1, at + 1 + LINES_MAX),
        ],
    }
}
