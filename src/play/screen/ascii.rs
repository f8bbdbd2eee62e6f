//! Screens that are ASCII.

use ratatui::buffer::Buffer;

/// Makes everything ASCII: what has a look of its own is drawn so, and what is left
/// are letters with accents.
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

/// The ASCII letter that comes nearest.
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
