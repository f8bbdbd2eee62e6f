//! Which keys of a game have an effect now.

use super::page::GamePage;
use super::ship_orders::{AimMode, EnterAction, ship_at};
use crate::play::{BoardView, screen::ScreenPage};
use crate::script::Command;

/// The message for what the key with the hint `id` does now, if it does anything.
pub(super) fn active(page: &GamePage<'_>, id: &'static str) -> Option<&'static str> {
    let game = page.game;
    let is_active = match (game.page, id) {
        (_, "hint-save" | "hint-help" | "hint-quit") => true,
        // Only the help has it.
        (_, "hint-leap") => false,
        (_, "hint-news") => page.session().all_events(game.viewer).len() > 1,
        (_, "hint-board") => page.view.boards().len() > 1,
        (ScreenPage::Placing, id) => return while_placing(page, id),
        (ScreenPage::Battle, _) if game.is_computer_turn() => false,
        (ScreenPage::Battle, id) if game.ships_move() => return for_ships(page, id),
        (ScreenPage::Battle, "hint-shoot") => game.cursor.board == BoardView::Enemy,
        (ScreenPage::Battle, "hint-end") => game.has_shot(),
        (ScreenPage::Watch, "hint-pause") if game.pace.is_paused => return Some("hint-go-on"),
        _ => true,
    };
    is_active.then_some(id)
}

fn while_placing(page: &GamePage<'_>, id: &'static str) -> Option<&'static str> {
    let draft = page.game.placement.as_ref()?;
    let is_done = draft.is_complete();
    let is_active = match id {
        "hint-place" if is_done => return Some("hint-accept"),
        "hint-rotate" | "hint-direction" | "hint-cursor" | "hint-field" | "hint-fill" => !is_done,
        "hint-class" => draft.classes_left().len() > 1,
        "hint-undo" | "hint-clear" => !draft.placements().is_empty(),
        _ => true,
    };
    is_active.then_some(id)
}

fn for_ships(page: &GamePage<'_>, id: &'static str) -> Option<&'static str> {
    let (orders, cursor) = (&page.game.orders, page.game.cursor.pos);
    let is_active = match id {
        "hint-shoot" => {
            return Some(match orders.enter_action(&page.view, cursor) {
                EnterAction::Select(_) => "hint-choose",
                EnterAction::Deselect(_) => "hint-let-go",
                EnterAction::Execute(Command::Move { .. }) => "hint-move",
                EnterAction::Execute(Command::SpyFrom { .. }) => "hint-plane",
                EnterAction::Execute(_) => "hint-shoot",
                EnterAction::AddTarget => "hint-target",
                EnterAction::NeedsShip => return None,
            });
        }
        "hint-move" => orders.has_ship() || ship_at(&page.view, cursor).is_some(),
        "hint-plane" => orders.aim != AimMode::Plane && orders.carrier(&page.view).is_some(),
        "hint-undo" => !page.session().targets.is_empty(),
        "hint-cancel" => orders.has_ship(),
        _ => true,
    };
    is_active.then_some(id)
}
