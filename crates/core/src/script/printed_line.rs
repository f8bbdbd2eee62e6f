//! Recognises output of this program, which is allowed between groups.

use super::Tokens;
use super::number::{Number, parse_number};

/// Whether the bytes can be part of a printed row of a board, or of the column numbers above
/// it: only blanks, digits and glyphs.
pub fn is_board_text(bytes: &[u8]) -> bool {
    const GLYPHS: &[u8] = b" \t0123456789+x?#@!%oX";
    bytes.iter().all(|byte| GLYPHS.contains(byte))
}

/// Whether a line is program output: a row of a board, the count of parts, the winner, or the
/// announcement of a shot.
pub fn is_program_output(line: &[u8]) -> bool {
    if is_board_text(line.strip_suffix(b"\r").unwrap_or(line)) {
        return true;
    }
    let is_number = |token: &[u8]| matches!(parse_number::<i32>(token), Number::Value(_));
    let tokens: Vec<_> = Tokens::new(line).take(6).map(|token| token.text).collect();
    match tokens[..] {
        [b"PARTS", b"REMAINING::", ..] | [b"A" | b"B", b"won"] => true,
        [b"MISS" | b"HIT", y, x] => is_number(y) && is_number(x),
        [b"HIT", y, x, class] => is_number(y) && is_number(x) && !is_number(class),
        [b"SUNK", y, x, _, i] => is_number(y) && is_number(x) && is_number(i),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn program_output_is_recognised() {
        let printed = "\n  \n+ x\n??#@!%oX\n  0123456789\nPARTS REMAINING:: A : 4 B : 5\r\nA won\n\
            B won\nMISS 1 2\nHIT 03 4\nHIT 3 4 CAR\nSUNK 1 2 SOT 0";
        let others = "C won\nA won again\nMISS 1\nMISS a b\nSUNK 1 2 0\nHIT 1 2 3\nHIT 1 2 CAR 0\n\
            MISS 1 2 CAR\nPARTS\nREEF 1 2\n[stat]\na\nA won\r\r\n\
            INVALID OPERATION \"SAVE\": COMMAND NOT AVAILABLE";
        for (lines, is_printed) in [(printed, true), (others, false)] {
            for line in lines.split('\n') {
                assert_eq!(is_program_output(line.as_bytes()), is_printed, "{line}");
            }
        }
    }
}
