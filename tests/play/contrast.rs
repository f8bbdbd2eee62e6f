//! Whether a screen can be read, whatever colours a terminal makes of the sixteen.

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

/// The colours of a terminal.
struct Palette {
    name: &'static str,
    text: u32,
    background: u32,
    colors: [u32; 16],
}

const XTERM: [u32; 16] = [
    0x00_0000, 0xcd_0000, 0x00_cd00, 0xcd_cd00, 0x00_00ee, 0xcd_00cd, 0x00_cdcd, 0xe5_e5e5,
    0x7f_7f7f, 0xff_0000, 0x00_ff00, 0xff_ff00, 0x5c_5cff, 0xff_00ff, 0x00_ffff, 0xff_ffff,
];
const SOLARIZED: [u32; 16] = [
    0x07_3642, 0xdc_322f, 0x85_9900, 0xb5_8900, 0x26_8bd2, 0xd3_3682, 0x2a_a198, 0xee_e8d5,
    0x00_2b36, 0xcb_4b16, 0x58_6e75, 0x65_7b83, 0x83_9496, 0x6c_71c4, 0x93_a1a1, 0xfd_f6e3,
];
const TANGO: [u32; 16] = [
    0x2e_3436, 0xcc_0000, 0x4e_9a06, 0xc4_a000, 0x34_65a4, 0x75_507b, 0x06_989a, 0xd3_d7cf,
    0x55_5753, 0xef_2929, 0x8a_e234, 0xfc_e94f, 0x72_9fcf, 0xad_7fa8, 0x34_e2e2, 0xee_eeec,
];

const PALETTES: [Palette; 6] = [
    palette("xterm, dark", 0xe5_e5e5, 0x00_0000, XTERM),
    palette("xterm, light", 0x00_0000, 0xff_ffff, XTERM),
    palette("Solarized, dark", 0x83_9496, 0x00_2b36, SOLARIZED),
    palette("Solarized, light", 0x65_7b83, 0xfd_f6e3, SOLARIZED),
    palette("Tango, dark", 0xd3_d7cf, 0x2e_3436, TANGO),
    palette("Tango, light", 0x2e_3436, 0xff_ffff, TANGO),
];

/// The contrast that WCAG 2.2 demands of large letters and of signs.
const CONTRAST_MIN: f64 = 3.0;

const fn palette(name: &'static str, text: u32, background: u32, colors: [u32; 16]) -> Palette {
    Palette {
        name,
        text,
        background,
        colors,
    }
}

/// The number of one of the sixteen colours, or of the 216 of xterm's cube.
fn number(color: Color) -> Option<usize> {
    const COLORS: [Color; 16] = [
        Color::Black,
        Color::Red,
        Color::Green,
        Color::Yellow,
        Color::Blue,
        Color::Magenta,
        Color::Cyan,
        Color::Gray,
        Color::DarkGray,
        Color::LightRed,
        Color::LightGreen,
        Color::LightYellow,
        Color::LightBlue,
        Color::LightMagenta,
        Color::LightCyan,
        Color::White,
    ];
    if let Color::Indexed(number @ 16..=231) = color {
        return Some(number.into());
    }
    COLORS.iter().position(|one| *one == color)
}

impl Palette {
    /// A colour by its number. Those after the sixteen are the same in every terminal.
    fn rgb(&self, color: usize) -> u32 {
        const STEPS: [u32; 6] = [0, 0x5f, 0x87, 0xaf, 0xd7, 0xff];
        if let Some(&color) = self.colors.get(color) {
            return color;
        }
        let cube = color - 16;
        let [red, green, blue] = [cube / 36, cube / 6 % 6, cube % 6].map(|step| STEPS[step]);
        red << 16 | green << 8 | blue
    }

    /// The contrast of a cell. Many terminals make bold letters of the first eight
    /// colours bright.
    fn contrast(&self, cell: &Cell, is_bright: bool) -> f64 {
        let bold = usize::from(is_bright && cell.modifier.contains(Modifier::BOLD)) * 8;
        let text = number(cell.fg).map(|color| if color < 8 { color + bold } else { color });
        let text = text.map_or(self.text, |color| self.rgb(color));
        let background = number(cell.bg).map_or(self.background, |color| self.rgb(color));
        let (one, other) = (luminance(text), luminance(background));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }
}

/// Relative luminance, as WCAG 2.2 defines it.
fn luminance(color: u32) -> f64 {
    let channel = |shift: u32| {
        let value = f64::from((color >> shift) & 0xff) / 255.0;
        if value <= 0.04045 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0)
}

/// Every glyph of a screen can be read in every palette.
#[track_caller]
pub fn check(buffer: &Buffer) {
    let mut seen = Vec::new();
    for cell in buffer.content.iter().filter(|cell| cell.symbol() != " ") {
        let look = (cell.fg, cell.bg, cell.modifier);
        if seen.contains(&look) {
            continue;
        }
        seen.push(look);
        for palette in &PALETTES {
            for is_bright in [false, true] {
                let contrast = palette.contrast(cell, is_bright);
                assert!(
                    contrast >= CONTRAST_MIN,
                    "{}: {:?} has a contrast of {contrast:.1}",
                    palette.name,
                    (cell.symbol(), look)
                );
            }
        }
    }
}
