//! A program against a folder of cases: what it prints, compared with what it
//! should print.

pub mod compare;
