//! Shows the difference between an output and the answer.

mod board_diagram;
mod line_diagram;
mod styled_text;

use std::io::{self, Write};

use admiralty_judge::compare::{Difference, DrawnBoard, heading, notes};

use styled_text::{HEADING, QUIET};

const LABELS: [&str; 2] = ["expected", "found"];
/// Shown where a text has no line.
const ENDED: [&str; 2] = ["(the answer ends here)", "(the output ends here)"];

/// Draws a difference in `width` columns.
///
/// The output is coloured; a stream that is not a terminal has to strip the colours.
pub fn draw(difference: &Difference, width: usize, to: &mut impl Write) -> io::Result<()> {
    let board = DrawnBoard::around(difference);
    let place = heading(difference, board.as_ref());
    writeln!(to, "{HEADING}{place}{HEADING:#}")?;
    match &board {
        Some(board) => board_diagram::draw(difference, board, width, to)?,
        None => line_diagram::draw(difference, width, to)?,
    }
    for note in notes(difference, board.as_ref()) {
        writeln!(to, "{QUIET}{note}{QUIET:#}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use admiralty_judge::compare::{Mode, compare};

    use super::*;

    /// The width of the drawings in the files.
    const WIDTH: usize = 80;

    fn drawing(mode: Mode, answer: &[u8], output: &[u8], width: usize) -> String {
        let difference = compare(mode, answer, output).difference.unwrap();
        let mut drawn = Vec::new();
        draw(&difference, width, &mut drawn).unwrap();
        String::from_utf8(drawn).unwrap()
    }

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    /// The files of drawings: `MODE--NAME` with an answer and an output.
    fn answers() -> Vec<PathBuf> {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/compare/drawn");
        let entries = fs::read_dir(directory).unwrap();
        let mut answers: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        answers.retain(|path| path.extension().is_some_and(|ending| ending == "ans"));
        answers.sort();
        assert!(!answers.is_empty());
        answers
    }

    fn case(answer: &Path) -> (Mode, Vec<u8>, Vec<u8>) {
        let name = answer.file_stem().unwrap().to_str().unwrap();
        let (mode, _) = name.split_once("--").unwrap();
        let output = fs::read(answer.with_extension("out")).unwrap();
        (mode.parse().unwrap(), fs::read(answer).unwrap(), output)
    }

    /// `UPDATE=1 cargo test drawings` rewrites them.
    #[test]
    fn drawings_are_as_they_were() {
        let mut others = String::new();
        for answer in answers() {
            let (mode, expected, found) = case(&answer);
            let drawn = plain(&drawing(mode, &expected, &found, WIDTH));
            let path = answer.with_extension("txt");
            if std::env::var_os("UPDATE").is_some() {
                fs::write(&path, &drawn).unwrap();
            }
            let kept = fs::read_to_string(&path).unwrap_or_default();
            if kept != drawn {
                let diff = similar::TextDiff::from_lines(&kept, &drawn);
                let name = path.display().to_string();
                others += &diff.unified_diff().header(&name, "drawn").to_string();
            }
        }
        assert!(others.is_empty(), "{others}");
    }

    #[test]
    fn what_differs_is_in_colour() {
        let drawn = drawing(Mode::Exact, b"+ \n", b"+x\n", WIDTH);
        let [green, red] = [("32", "·"), ("31", "x")]
            .map(|(colour, text)| format!("\u{1b}[1m\u{1b}[7m\u{1b}[{colour}m{text}\u{1b}[0m"));
        assert!(drawn.contains(&green), "{drawn:?}");
        assert!(drawn.contains(&red), "{drawn:?}");
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        for answer in answers() {
            let (mode, expected, found) = case(&answer);
            for width in [0, 1, 10, 20, 40, 60, 80, 200] {
                let drawn = plain(&drawing(mode, &expected, &found, width));
                // Sentences are not wrapped.
                let is_line = |line: &&str| line.contains(" | ") || line.contains(" ≠ ");
                for line in drawn.lines().filter(is_line) {
                    let columns = unicode_width::UnicodeWidthStr::width(line);
                    let is_narrow = columns <= width.max(40);
                    assert!(is_narrow, "{}: {width}\n{drawn}", answer.display());
                }
            }
        }
    }
}
