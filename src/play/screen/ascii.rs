//! Screens in ASCII only.

use ratatui::buffer::Buffer;

/// Replaces what is left of other characters: letters with accents. Glyphs are drawn in
/// ASCII from the start.
pub(super) fn to_ascii(buffer: &mut Buffer) {
    let area = buffer.area;
    for y in area.top()..area.bottom() {
        for x in area.left()..area.right() {
            let Some(cell) = buffer.cell_mut((x, y)) else {
                continue;
            };
            if cell.symbol().is_ascii() {
                continue;
            }
            let letter = cell.symbol().chars().next().unwrap_or('?');
            cell.set_char(plain(letter));
        }
    }
}

/// The closest ASCII character.
fn plain(letter: char) -> char {
    match letter {
        'à' | 'á' | 'â' | 'ã' | 'ä' => 'a',
        'À' | 'Á' | 'Â' | 'Ã' | 'Ä' => 'A',
        'è' | 'é' | 'ê' => 'e',
        'È' | 'É' | 'Ê' => 'E',
        'ì' | 'í' => 'i',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' => 'o',
        'Ò' | 'Ó' | 'Ö' | 'Õ' => 'O',
        'ù' | 'ú' | 'ü' => 'u',
        'Ù' | 'Ú' | 'Ü' => 'U',
        'ç' => 'c',
        'ß' => 's',
        '×' => 'x',
        '·' | '–' | '─' => '-',
        '│' => '|',
        '┌' | '┐' | '└' | '┘' => '+',
        '…' => '.',
        '■' => '=',
        '↑' => '^',
        '↓' => 'v',
        '←' => '<',
        '→' => '>',
        '’' => '\'',
        _ => '?',
    }
}
