//! Random scripts, and what is left of them when they are minimised.

mod generator;
mod shrink;
