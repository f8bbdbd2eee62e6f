//! What keys and the mouse do on each page of a game.

use super::super::dialog::Dialog;
use super::super::notice::Notice;
use super::super::{Intent, ScreenPage};
use super::ship_orders::{self, AimMode, ShipOrders};
use super::{GameScreen, view_of};
use crate::play::{BoardView, cycle};

impl GameScreen {
    /// Handles an intent; returns a question if it has to be asked first.
    pub fn handle(&mut self, intent: Intent) -> Result<Option<Dialog>, Notice> {
        match self.page {
            ScreenPage::Placing => self.handle_placing(intent)?,
            ScreenPage::Battle if self.is_computer_turn() => {}
            ScreenPage::Battle if self.ships_move() => return self.handle_ships(intent),
            ScreenPage::Battle => self.handle_battle(intent)?,
            ScreenPage::HandOver if intent == Intent::Act => self.page = ScreenPage::Hidden,
            ScreenPage::Hidden if intent == Intent::Act => self.reveal()?,
            ScreenPage::HandOver | ScreenPage::Over => self.browse(intent)?,
            ScreenPage::Watch => self.handle_watching(intent)?,
            ScreenPage::Start | ScreenPage::Hidden => {}
        }
        Ok(None)
    }

    pub fn end_turn(&mut self) -> Result<(), Notice> {
        self.session.end_turn()?;
        self.orders = ShipOrders::new();
        self.show_next_page()
    }

    fn handle_placing(&mut self, intent: Intent) -> Result<(), Notice> {
        let Some(placement) = &mut self.placement else {
            return Ok(());
        };
        let cursor = &mut self.cursor;
        if cursor.step(&placement.view(), intent) {
            return Ok(());
        }
        match intent {
            Intent::Type(letter) if cursor.type_letter(&placement.view(), letter) => {}
            Intent::Type(letter) => placement.set_direction(letter),
            Intent::Act => return self.place_or_accept(),
            Intent::Next(is_forward) => placement.next_class(is_forward),
            Intent::Rotate => placement.rotate(true),
            Intent::Wheel(is_away) => placement.rotate(is_away),
            Intent::Random => placement.fill_anew(&mut self.rng)?,
            Intent::Fill => placement.fill(&mut self.rng)?,
            Intent::Clear => placement.clear(),
            Intent::Undo | Intent::Cancel => cursor.pos = placement.undo().unwrap_or(cursor.pos),
            Intent::Hover(x, y) | Intent::Point(x, y) => {
                let Some((_, field)) = cursor.field_at(x, y) else {
                    return Ok(());
                };
                cursor.pos = field;
                let is_click = matches!(intent, Intent::Point(..));
                if is_click && !placement.is_complete() {
                    return self.place_or_accept();
                }
            }
            Intent::PointOther(x, y) => {
                let field = cursor.field_at(x, y);
                if !field.is_some_and(|(_, field)| placement.take(field)) {
                    placement.rotate(true);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Places the ship in hand, or accepts the fleet if no ship is left.
    fn place_or_accept(&mut self) -> Result<(), Notice> {
        let Some(placement) = &mut self.placement else {
            return Ok(());
        };
        if !placement.is_complete() {
            return Ok(placement.place(self.cursor.pos)?);
        }
        self.session.place(placement)?;
        self.placement = None;
        self.show_next_page()
    }

    /// A battle in which shots are announced.
    fn handle_battle(&mut self, intent: Intent) -> Result<(), Notice> {
        let view = self.session.view(self.viewer);
        let cursor = &mut self.cursor;
        match intent {
            Intent::Act if cursor.board == BoardView::Enemy => self.shoot()?,
            Intent::Act => cursor.show(&view, BoardView::Enemy),
            Intent::Type(letter) => {
                cursor.show(&view, BoardView::Enemy);
                cursor.type_letter(&view, letter);
            }
            Intent::Point(x, y) => {
                if let Some((board, field)) = cursor.field_at(x, y) {
                    cursor.show(&view, board);
                    cursor.pos = field;
                    if board == BoardView::Enemy {
                        self.shoot()?;
                    }
                }
            }
            // So that a wrong key gives no shot away.
            Intent::EndTurn if !self.has_shot() => return Err(Notice::Message("shoot-first")),
            Intent::EndTurn => self.end_turn()?,
            intent => self.browse(intent)?,
        }
        Ok(())
    }

    fn shoot(&mut self) -> Result<(), Notice> {
        self.session.shoot_announced(self.cursor.pos)?;
        self.show_next_page()
    }

    /// Whether anything was done in this turn.
    pub(super) fn has_shot(&self) -> bool {
        self.session.turn_commands().next().is_some()
    }

    /// A battle in which ships move.
    fn handle_ships(&mut self, intent: Intent) -> Result<Option<Dialog>, Notice> {
        let view = self.session.view(self.viewer);
        let pos = self.cursor.pos;
        match intent {
            Intent::Move(movement) if self.orders.aim != AimMode::Move(movement) => {
                self.orders.handle(&view, pos, intent)?;
            }
            Intent::Act | Intent::Move(_) => self.orders.enter(&mut self.session, pos)?,
            Intent::Next(_) | Intent::Plane | Intent::Cancel | Intent::PointOther(..) => {
                self.orders.handle(&view, pos, intent)?;
            }
            Intent::Undo => {
                let taken = self.session.targets.pop();
                taken.ok_or(Notice::Message("nothing-to-undo"))?;
            }
            Intent::EndTurn => match ship_orders::shots_left(&self.session, &view) {
                0 => self.end_turn()?,
                left => return Ok(Some(Dialog::EndTurn(left))),
            },
            Intent::Point(x, y) => {
                if let Some((_, field)) = self.cursor.field_at(x, y) {
                    self.cursor.pos = field;
                    let is_ship = ship_orders::ship_at(&view, field).is_some();
                    if pos == field || is_ship && self.orders.aim == AimMode::Shot {
                        self.orders.enter(&mut self.session, field)?;
                    }
                }
            }
            // The first click on a field only looks, wherever the mouse came from.
            Intent::Hover(..) => {}
            intent => self.browse(intent)?,
        }
        Ok(None)
    }

    fn handle_watching(&mut self, intent: Intent) -> Result<(), Notice> {
        match intent {
            Intent::Pause => self.pace.is_paused = !self.pace.is_paused,
            Intent::Speed(is_up) | Intent::Wheel(is_up) => self.pace.change(is_up),
            Intent::Single => {
                self.pace.is_paused = true;
                if !self.session.is_over() {
                    return self.play_computer_turn();
                }
            }
            intent => return self.browse(intent),
        }
        Ok(())
    }

    /// Moves around without deciding anything.
    fn browse(&mut self, intent: Intent) -> Result<(), Notice> {
        let view = view_of(self.placement.as_ref(), &self.session, self.viewer);
        let cursor = &mut self.cursor;
        if cursor.step(&view, intent) {
            return Ok(());
        }
        match intent {
            Intent::Scroll(is_back) => {
                const STEP: usize = 4;
                let most = self.session.all_events(self.viewer).len().saturating_sub(1);
                self.events_skipped = if is_back {
                    (self.events_skipped + STEP).min(most)
                } else {
                    self.events_skipped.saturating_sub(STEP)
                };
            }
            Intent::Next(is_forward) => {
                let mut board = cursor.board;
                cycle(&mut board, view.boards(), is_forward);
                cursor.show(&view, board);
            }
            Intent::Hover(x, y) => {
                if let Some((board, field)) = cursor.field_at(x, y)
                    && board == cursor.board
                {
                    cursor.pos = field;
                }
            }
            Intent::Act if self.page == ScreenPage::Over => {
                return Err(Notice::Message("over-hint"));
            }
            _ => {}
        }
        Ok(())
    }
}
