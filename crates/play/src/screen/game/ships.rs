//! A battle in which ships move.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use super::super::board_widget::BoardMarks;
use super::super::dialog::Dialog;
use super::super::keys::{ARROWS, END, ENTER, FAR, HEAT, Keys, PAGES, UNDO, key, letters};
use super::super::layout::rest;
use super::super::ui::wrapped;
use super::super::{Intent, ScreenPage, names};
use super::context::DrawContext;
use super::{Next, Notice, Page, SharedGame, panels};
use crate::{BoardView, GameSession, MovePreview, PlayerView, ShipRanges};
use admiralty_core::game::{Ship, ShipName};
use admiralty_core::geometry::{self, Movement, Pos};
use admiralty_core::script::{Command, NamedShip};

/// The most commands of a turn that are shown; no screen has more rows.
const COMMANDS_MAX: usize = 200;

#[derive(Default)]
pub(super) struct ShipsPage {
    selected: Option<ShipName>,
    aim: AimMode,
}

/// The pending order of the selected ship.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum AimMode {
    #[default]
    Shot,
    Plane,
    Move(Movement),
}

#[derive(Clone, Debug)]
enum EnterAction {
    Select(ShipName),
    Deselect(ShipName),
    /// A move, a plane or a shot.
    Execute(Command),
    /// Adds a target without a ship.
    AddTarget,
    /// Nothing: a ship has to be selected first.
    NeedsShip,
}

impl ShipsPage {
    /// The selected ship, unless it is gone.
    fn ship<'g>(&self, view: &PlayerView<'g>) -> Option<&'g Ship> {
        let name = self.selected?;
        let own = view.observation().own().iter();
        own.copied().find(|ship| ship.name() == name)
    }

    /// Where the selected ship would go.
    fn preview(&self, session: &GameSession, view: &PlayerView<'_>) -> Option<MovePreview> {
        let AimMode::Move(movement) = self.aim else {
            return None;
        };
        Some(session.preview_move(view, self.ship(view)?, movement))
    }

    /// What Enter does: it completes the pending order, or acts on the field at the cursor.
    fn enter_action(&self, view: &PlayerView<'_>, cursor: Pos) -> EnterAction {
        let observation = view.observation();
        let selected = self.selected.map(|name| NamedShip {
            index: name.index,
            class: name.class.name,
        });
        let command = match (self.aim, selected, ship_at(view, cursor)) {
            (AimMode::Move(movement), Some(ship), _) => Command::Move { ship, movement },
            (AimMode::Plane, Some(NamedShip { index, .. }), _) => Command::SpyFrom {
                index,
                centre: cursor,
            },
            (_, _, Some(name)) if self.selected == Some(name) => {
                return EnterAction::Deselect(name);
            }
            (_, _, Some(name)) => return EnterAction::Select(name),
            (_, Some(ship), None) if observation.is_extended() => Command::ShootFrom {
                ship,
                target: cursor,
            },
            (_, None, None) if observation.is_auto() => return EnterAction::AddTarget,
            (_, None, None) if observation.is_extended() => return EnterAction::NeedsShip,
            _ => Command::Shoot(cursor),
        };
        EnterAction::Execute(command)
    }

    fn enter(&mut self, game: &mut SharedGame, cursor: Pos) -> Result<(), Notice> {
        let session = &mut game.session;
        match self.enter_action(&session.view(session.next()), cursor) {
            EnterAction::Select(name) => self.selected = Some(name),
            EnterAction::Deselect(_) => self.selected = None,
            EnterAction::Execute(command) => {
                if let AimMode::Move(_) = self.aim {
                    self.aim = AimMode::Shot;
                }
                session.execute(&command)?;
                game.hint = None;
            }
            EnterAction::AddTarget => session.add_target(Command::Shoot(cursor))?,
            EnterAction::NeedsShip => return Err(Notice::Message("choose-a-ship")),
        }
        Ok(())
    }

    /// The selected carrier, or the first that can send a plane.
    fn carrier(&self, view: &PlayerView<'_>) -> Option<ShipName> {
        let selected = self.ship(view).filter(|ship| ship.class().planes);
        let mut own = view.observation().own().iter().copied();
        let first = own.find(|ship| ship.class().planes && ship.has_cannon());
        selected.or(first).map(Ship::name)
    }

    /// Selects the next own ship afloat. The cursor stays where it aims.
    fn select_next(&mut self, view: &PlayerView<'_>, is_forward: bool) {
        let own = view.observation().own().iter();
        let mut afloat: Vec<_> = own.filter(|ship| ship.healthy_parts() > 0).collect();
        if !is_forward {
            afloat.reverse();
        }
        let mut names = afloat.iter().map(|ship| ship.name());
        let at = names.position(|name| Some(name) == self.selected);
        let next = at.map_or(0, |at| (at + 1) % afloat.len().max(1));
        if let Some(ship) = afloat.get(next) {
            self.selected = Some(ship.name());
            self.aim = AimMode::Shot;
        }
    }
}

impl Page for ShipsPage {
    fn keys(&self) -> Keys {
        Keys {
            page: ScreenPage::Battle,
            hints: vec![
                key(ENTER, "hint-shoot"),
                END,
                key("Tab", "hint-ship"),
                letters(
                    "f l r",
                    "hint-move",
                    &[
                        Intent::Move(Movement::Forward),
                        Intent::Move(Movement::Left),
                        Intent::Move(Movement::Right),
                    ],
                ),
                letters("p", "hint-plane", &[Intent::Plane]),
                UNDO,
                HEAT,
                key("Esc", "hint-cancel"),
                ARROWS,
                PAGES,
                FAR,
            ],
            mouse: Some("mouse-sea"),
        }
    }

    fn handle(&mut self, game: &mut SharedGame, intent: Intent) -> Result<Next, Notice> {
        let view = game.session.view(game.viewer);
        let pos = game.cursor.pos;
        match intent {
            Intent::Move(movement) if self.aim != AimMode::Move(movement) => {
                let ship = self.selected.or_else(|| ship_at(&view, pos));
                self.selected = Some(ship.ok_or(Notice::Message("choose-a-ship"))?);
                self.aim = AimMode::Move(movement);
            }
            Intent::Act | Intent::Move(_) => self.enter(game, pos)?,
            Intent::Hint => game.take_hint()?,
            Intent::Type(letter) => {
                game.cursor.type_letter(&view, letter);
            }
            Intent::Next(is_forward) => self.select_next(&view, is_forward),
            Intent::Plane => {
                let carrier = self.carrier(&view).ok_or(Notice::Message("no-carrier"))?;
                self.selected = Some(carrier);
                self.aim = AimMode::Plane;
            }
            Intent::Cancel if self.aim == AimMode::Shot => self.selected = None,
            Intent::Cancel | Intent::PointOther(..) => self.aim = AimMode::Shot,
            Intent::Undo => {
                let taken = game.session.take_back_target();
                taken.ok_or(Notice::Message("nothing-to-undo"))?;
            }
            Intent::EndTurn => match shots_left(&game.session, &view) {
                0 => return Ok(Next::EndTurn),
                left => return Ok(Next::Ask(Dialog::EndTurn(left))),
            },
            Intent::Point(x, y) => {
                if let Some((_, field)) = game.cursor.field_at(x, y) {
                    game.cursor.pos = field;
                    let is_ship = ship_at(&view, field).is_some();
                    if pos == field || is_ship && self.aim == AimMode::Shot {
                        self.enter(game, field)?;
                    }
                }
            }
            // The first click on a field only moves the cursor there.
            Intent::Hover(..) => {}
            intent => return Ok(game.browse(intent)),
        }
        Ok(Next::Stay)
    }

    fn active_hint(&self, cx: &DrawContext<'_>, id: &'static str) -> Option<&'static str> {
        let cursor = cx.game.cursor.pos;
        let is_active = match id {
            "hint-shoot" => {
                return Some(match self.enter_action(&cx.view, cursor) {
                    EnterAction::Select(_) => "hint-choose",
                    EnterAction::Deselect(_) => "hint-let-go",
                    EnterAction::Execute(Command::Move { .. }) => "hint-move",
                    EnterAction::Execute(Command::SpyFrom { .. }) => "hint-plane",
                    EnterAction::Execute(_) => "hint-shoot",
                    EnterAction::AddTarget => "hint-target",
                    EnterAction::NeedsShip => return None,
                });
            }
            "hint-move" => self.selected.is_some() || ship_at(&cx.view, cursor).is_some(),
            "hint-plane" => self.aim != AimMode::Plane && self.carrier(&cx.view).is_some(),
            "hint-undo" => !cx.session().targets().is_empty(),
            "hint-heat" => cx.game.hint.is_none() && !cx.session().is_remote(),
            "hint-cancel" => self.selected.is_some(),
            _ => true,
        };
        is_active.then_some(id)
    }

    fn mark(&self, cx: &DrawContext<'_>, board: BoardView, marks: &mut BoardMarks) {
        if board != BoardView::Shared {
            return;
        }
        let (session, view) = (cx.session(), &cx.view);
        marks.hint.clone_from(&cx.game.hint);
        marks.ranges = self.ship(view).map(|ship| session.ranges(ship));
        marks.chosen = self.ship(view).map(|ship| *ship.footprint());
        marks.square = (self.aim == AimMode::Plane).then_some(cx.game.cursor.pos);
        let preview = self.preview(session, view);
        marks.preview = preview.map(|one| (one.footprint, one.rejection.is_none()));
        let targets = session.targets().iter();
        let targets = targets.filter_map(|command| match command {
            Command::Shoot(target) => Some(*target),
            _ => None,
        });
        marks.targets = targets.collect();
    }

    /// The selected ship, or its position after a move, which matters more than the cursor.
    fn focus(&self, cx: &DrawContext<'_>) -> Option<(geometry::Rect, bool)> {
        let preview = self.preview(cx.session(), &cx.view);
        let footprint = preview.map(|preview| preview.footprint);
        let ship = || Some(*self.ship(&cx.view)?.footprint());
        let footprint = footprint.or_else(ship)?;
        let is_move = matches!(self.aim, AimMode::Move(_));
        Some((footprint.rect(), is_move))
    }

    fn narrow_rows(&self) -> u16 {
        5
    }

    /// Draws the selected ship, what it can do, the commands so far, and the events.
    fn draw_panel(&self, cx: &DrawContext<'_>, area: Rect, buffer: &mut Buffer) {
        let mut lines = ship_lines(cx, self);
        let is_thinking = cx.game.is_computer_next();
        let thinking = is_thinking.then(|| cx.ui.title("thinking"));
        let answer = cx.notice_line().or(thinking).or(cx.hint_line());
        if panels::is_low(area) {
            lines.splice(0..0, answer);
            let lines = wrapped(lines, area.width);
            let height = u16::try_from(lines.len()).unwrap_or(u16::MAX);
            Paragraph::new(lines).render(area, buffer);
            panels::draw_entries(cx, rest(area, 0, area.height.min(height)), buffer);
            return;
        }
        lines.extend(answer);
        lines.push(cx.ui.title("panel-commands"));
        let mut lines = wrapped(lines, area.width);
        let commands = wrapped(command_lines(cx), area.width);
        // The last commands, as many as leave room for the events.
        let room = usize::from(area.height).saturating_sub(lines.len());
        let skipped = commands.len().saturating_sub((room / 2).max(2));
        lines.extend(commands.into_iter().skip(skipped));
        let height = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        let rest = rest(area, 0, area.height.min(height));
        Paragraph::new(lines).render(area, buffer);
        if rest.height > 1 {
            panels::draw_entries(cx, rest, buffer);
        }
    }
}

fn command_lines(cx: &DrawContext<'_>) -> Vec<Line<'static>> {
    let (session, theme) = (cx.session(), cx.ui.theme);
    let commands = session.turn_commands().rev().take(COMMANDS_MAX);
    let lines = commands.map(|(command, is_done)| {
        let style = if is_done {
            theme.faint()
        } else {
            theme.title()
        };
        Line::styled(format!("  {command}"), style)
    });
    let mut lines: Vec<_> = lines.collect();
    lines.reverse();
    if let Some(rejection) = session.targets_rejection() {
        lines.push(Line::styled(cx.rejection_text(rejection), theme.bad()));
    }
    if lines.is_empty() {
        let none = format!("  {}", cx.ui.messages.text("commands-none"));
        lines.push(Line::styled(none, theme.faint()));
    }
    lines
}

fn ship_lines(cx: &DrawContext<'_>, orders: &ShipsPage) -> Vec<Line<'static>> {
    let (theme, messages, view) = (cx.ui.theme, &cx.ui.messages, &cx.view);
    let Some(ship) = orders.ship(view) else {
        return vec![cx.ui.title("ship-none"), enter_line(cx, orders, None)];
    };
    let ranges = cx.session().ranges(ship);
    let name = names::ship(messages, view, ship.name());
    let head = names::field(view.observation(), ship.footprint().head);
    let title = format!("{} ({head})", names::capitalised(&name));
    let cannon = match (ranges.cannon, ranges.cannon_range) {
        (None, _) => messages.text("range-none"),
        (Some(_), None) => messages.text("range-everywhere"),
        (Some(_), Some(range)) => range.to_string(),
    };
    let reach = [
        ("radar", ranges.radar_range.into()),
        ("cannon", cannon.into()),
    ];
    let left = [
        ("moves", ranges.moves_left.into()),
        ("shots", ranges.shots_left.into()),
    ];
    vec![
        Line::styled(title, theme.title()),
        Line::from(messages.format("ship-ranges", &reach)),
        Line::from(messages.format("ship-left", &left)),
        enter_line(cx, orders, Some(&ranges)),
    ]
}

/// What Enter does, or why it does nothing.
fn enter_line(
    cx: &DrawContext<'_>,
    orders: &ShipsPage,
    ranges: Option<&ShipRanges>,
) -> Line<'static> {
    let (theme, messages, view) = (cx.ui.theme, &cx.ui.messages, &cx.view);
    let cursor = cx.game.cursor.pos;
    if cx.game.is_computer_next() {
        return Line::default();
    }
    let of_ship = |id: &str, name: ShipName| {
        let ship = names::ship(messages, view, name);
        messages.format(id, &[("ship", ship.into())])
    };
    let at_cursor = |id: &str| {
        let field = names::field(view.observation(), cursor);
        messages.format(id, &[("field", field.into())])
    };
    let (text, style) = match orders.enter_action(view, cursor) {
        EnterAction::Select(name) => (of_ship("aim-choose", name), Style::new()),
        EnterAction::Deselect(name) => (of_ship("aim-let-go", name), Style::new()),
        EnterAction::NeedsShip => (messages.text("choose-a-ship"), Style::new()),
        EnterAction::AddTarget => (at_cursor("aim-target"), theme.title()),
        EnterAction::Execute(Command::SpyFrom { .. }) => (at_cursor("aim-plane"), theme.title()),
        EnterAction::Execute(Command::Move { .. }) => {
            let preview = orders.preview(cx.session(), view);
            match preview.map(|preview| (preview.rejection, preview.is_uncertain)) {
                Some((Some(rejection), _)) => (cx.rejection_text(&rejection), theme.bad()),
                // There, a move that is refused is a foul.
                Some((None, true)) if cx.session().is_remote() => {
                    (messages.text("aim-move-risky"), theme.bad())
                }
                Some((None, true)) => (messages.text("aim-move-uncertain"), theme.title()),
                Some((None, false)) => (messages.text("aim-move"), theme.good()),
                None => return Line::default(),
            }
        }
        EnterAction::Execute(Command::ShootFrom { .. }) => match ranges {
            Some(ranges) if ranges.cannon.is_none() => {
                (messages.text("reason-ship-cannot-shoot"), Style::new())
            }
            Some(ranges) if ranges.shots_left == 0 => {
                (messages.text("reason-too-many-shoots"), Style::new())
            }
            Some(ranges) if ranges.reaches(cursor) => (at_cursor("aim-shot"), theme.good()),
            _ => (at_cursor("aim-far"), Style::new()),
        },
        EnterAction::Execute(_) => (at_cursor("aim-shot"), theme.good()),
    };
    Line::styled(text, style)
}

fn ship_at(view: &PlayerView<'_>, pos: Pos) -> Option<ShipName> {
    let mut ships = view.observation().own().iter();
    let ship = ships.find(|ship| ship.footprint().rect().contains(pos))?;
    Some(ship.name())
}

/// The shots left in the turn, which are lost when it ends.
fn shots_left(session: &GameSession, view: &PlayerView<'_>) -> u64 {
    if !session.game().is_complete() {
        return 0;
    }
    let observation = view.observation();
    let own = observation.own().iter();
    let left = own.map(|ship| u64::from(session.ranges(ship).shots_left));
    let left = if observation.is_extended() {
        left.sum()
    } else {
        left.max().unwrap_or(0)
    };
    left.saturating_sub(session.targets().len() as u64)
}
