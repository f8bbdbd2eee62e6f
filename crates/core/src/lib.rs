#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[macro_use]
mod text_enum;

pub mod game;
pub mod geometry;
pub mod interpreter;
pub mod player;
pub mod rng;
pub mod rules;
pub mod script;
mod strangers;
pub mod view;

admiralty_message::words!(
    game::Footprint,
    geometry::Direction,
    geometry::Pos,
    geometry::Rect,
    player::Player,
    rules::ClassName,
    script::Keyword,
    script::Tag,
);
