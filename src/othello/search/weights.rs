//! The weights of the features.
//!
//! They were fitted by ridge regression to 15,000 games of this search against itself, at a
//! depth of 3 plies with weights set by hand. Each game began with 4 to 17 random plies
//! and had a few more later. The target of a position with up to 14 empty squares is its
//! exact value; that of an earlier position is the value of the first such position of its
//! game, unless a random ply comes between. Each stage also counts the positions of its
//! neighbours, with weight 0.15; the ridge penalty is 30 on the sum of squares, in discs.
//! The root mean square error is 12.8 discs with 12 to 15 empty squares, where that of the
//! values themselves is 30.7, and 18.3 discs with 20 to 23.

use super::evaluate::FEATURES;

/// The number of empty squares that a stage covers; stages count from the end of the game.
pub const STAGE_SQUARES: u32 = 4;

/// The number of stages. The last one extends to the start of the game, where there were too
/// few different positions to fit more.
pub const STAGES: usize = 12;

/// The weight of each feature in hundredths of discs, by stage from the end of the game.
#[rustfmt::skip]
pub static WEIGHTS: [[i16; FEATURES]; STAGES] = [
    [1, 119, 440, -342, -226, 164, 284, -10, 111, -4, -65, 46, -39, -32, -27, 11, -22, -4, -20, 3, 10],
    [-118, 143, 349, -314, -156, 149, 439, -161, 117, -31, -60, 110, -60, -43, -35, 30, -34, -3, -25, 9, 6],
    [-226, 146, 283, -299, -96, 127, 588, -274, 131, -88, -50, 177, -92, -58, -42, 60, -52, -11, -41, 8, -9],
    [-232, 8, 259, -278, -73, 100, 651, -334, 141, -222, -65, 248, -106, -66, -44, 107, -59, -32, -56, 1, -28],
    [-321, -120, 216, -207, -38, 52, 636, -411, 148, -397, -70, 357, -96, -56, -40, 127, -74, -51, -57, -12, -44],
    [-412, -135, 159, -147, 6, 9, 615, -446, 151, -613, -80, 538, -75, -29, -32, 152, -91, -69, -61, -22, -63],
    [-425, -103, 118, -113, 34, -17, 639, -475, 154, -787, -140, 752, -13, -15, -29, 130, -100, -81, -62, -30, -76],
    [-360, -89, 92, -89, 45, -35, 696, -538, 172, -915, -139, 998, -8, -9, -27, 97, -115, -94, -38, -47, -88],
    [-397, -77, 80, -73, 50, -41, 698, -532, 191, -1074, -179, 1294, 3, -1, -20, 20, -133, -97, -19, -67, -80],
    [-416, -46, 71, -68, 49, -37, 614, -483, 210, -1227, -223, 1598, -18, -9, -4, -92, -137, -104, -23, -71, -100],
    [-471, 8, 61, -54, 43, -34, 631, -473, 245, -1316, -195, 1838, -131, -3, 12, -227, -165, -115, -38, -76, -122],
    [-413, 39, 67, -62, 32, -26, 545, -386, 324, -1505, -206, 1869, -227, 83, 16, -328, -233, -143, -35, -95, -123],
];
