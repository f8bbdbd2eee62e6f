//! What stands beside the board while a fleet is placed, and while ships act.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use super::app::App;
use super::names;
use super::panel::{with_hull, wrapped};
use super::ship_input::EnterAction;
use crate::game::ShipName;
use crate::play::{PlacementDraft, PlayerView, Seat, ShipRanges};
use crate::script::Command;

/// The commands of a turn that are shown at most: no screen is higher.
const COMMANDS_MAX: usize = 200;

impl App {
    pub(super) fn draw_placing(&self, area: Rect, buffer: &mut Buffer) {
        let Some(draft) = &self.draft else { return };
        let (theme, messages) = (self.theme, &self.messages);
        let view = draft.view();
        let mut lines = vec![Line::styled(messages.text("panel-placing"), theme.title())];
        if let Some(session) = &self.session
            && let Seat::Person = session.seat_of(draft.player())
            && session.people() == 2
        {
            let args = [("player", self.label(draft.player()).into())];
            lines[0] = Line::styled(messages.format("panel-placing-of", &args), theme.title());
        }
        for class in view.rules().classes {
            let count = view.observation().count(draft.player(), class);
            if count == 0 {
                continue;
            }
            let left = draft.left(class);
            let is_chosen = self.class == Some(class);
            let name = names::capitalised(&names::class(messages, view.rules(), class));
            let mark = match (is_chosen, left) {
                (true, 1..) => "> ",
                _ => "  ",
            };
            let name = format!("{mark}{left}/{count} {name}");
            let footprint = names::hull(view.rules(), class, theme.is_ascii);
            let text = with_hull(name, footprint, class.length, area.width.into());
            let style = match (is_chosen, left) {
                (_, 0) => theme.faint(),
                (true, _) => theme.key(),
                (false, _) => Style::new(),
            };
            lines.push(Line::styled(text, style));
        }
        let placed = draft.placements().len();
        let ships = placed as u64 + draft.missing();
        let percent = (100 * placed as u64).checked_div(ships).unwrap_or(100);
        let progress = messages.format("placing-progress", &[("percent", percent.into())]);
        lines.push(Line::styled(progress, theme.faint()));
        lines.extend(self.site_lines(draft, &view));
        if let Some(text) = self.notice_text() {
            let notice = Line::styled(text, theme.bad());
            // What the preview says need not be said again.
            if !lines.contains(&notice) {
                lines.push(notice);
            }
        }
        Paragraph::new(wrapped(lines, area.width)).render(area, buffer);
    }

    /// Where the ship in hand would lie, and why it cannot.
    fn site_lines(&self, draft: &PlacementDraft, view: &PlayerView<'_>) -> Vec<Line<'static>> {
        let (theme, messages) = (self.theme, &self.messages);
        let class = match self.class {
            Some(class) if !draft.is_complete() => class,
            _ => return vec![Line::styled(messages.text("placing-done"), theme.good())],
        };
        let footprint = PlacementDraft::footprint(class, self.cursor, self.direction);
        let lies_ahead = view
            .rules()
            .screen_style()
            .is_some_and(|screen| screen.lies_ahead);
        let (id, direction) = if lies_ahead {
            ("placing-ahead", self.direction.opposite())
        } else {
            ("placing-here", self.direction)
        };
        let direction = direction.letter().to_ascii_lowercase();
        let args = [
            ("ship", names::class(messages, view.rules(), class).into()),
            (
                "field",
                names::field(view.observation(), self.cursor).into(),
            ),
            (
                "direction",
                messages.text(&format!("direction-{direction}")).into(),
            ),
        ];
        let mut lines = vec![Line::from(messages.format(id, &args))];
        lines.push(match draft.rejection(class, footprint) {
            None => Line::styled(messages.text("placing-free"), theme.good()),
            Some(rejection) => Line::styled(self.rejection_text(&rejection), theme.bad()),
        });
        lines
    }

    /// Where ships move: the chosen ship, what it can do, and the commands so far.
    pub(super) fn draw_orders(&self, area: Rect, view: &PlayerView<'_>, buffer: &mut Buffer) {
        let (theme, messages) = (self.theme, &self.messages);
        let mut lines = self.ship_lines(view);
        if let Some(text) = self.notice_text() {
            lines.push(Line::styled(text, theme.bad()));
        } else if self.is_computer_turn() {
            lines.push(Line::styled(messages.text("thinking"), theme.key()));
        }
        lines.push(Line::styled(messages.text("panel-commands"), theme.title()));
        let mut lines = wrapped(lines, area.width);
        let all = wrapped(self.command_lines(), area.width);
        let used = rows(&lines);
        // The commands of the turn, as many of the last as leave room for the news.
        let room = area.height.saturating_sub(used);
        let for_commands = usize::from((room / 2).max(2));
        let skipped = all.len().saturating_sub(for_commands);
        lines.extend(all.into_iter().skip(skipped));
        let used = rows(&lines);
        Paragraph::new(lines).render(area, buffer);
        let rest = Rect {
            y: area.y + used.min(area.height),
            height: area.height.saturating_sub(used),
            ..area
        };
        if rest.height > 1 {
            self.draw_entries(rest, view, buffer);
        }
    }

    fn command_lines(&self) -> Vec<Line<'static>> {
        let Some(session) = &self.session else {
            return Vec::new();
        };
        let theme = self.theme;
        let commands: Vec<_> = session.turn_commands().rev().take(COMMANDS_MAX).collect();
        let commands = commands.into_iter().rev();
        let line = |(command, is_done): (&Command, bool)| {
            let style = if is_done { theme.faint() } else { theme.key() };
            Line::styled(format!("  {command}"), style)
        };
        let mut lines: Vec<_> = commands.map(line).collect();
        if let Some(rejection) = session.target_rejection() {
            lines.push(Line::styled(self.rejection_text(&rejection), theme.bad()));
        }
        if lines.is_empty() {
            lines.push(Line::styled(
                format!("  {}", self.messages.text("commands-none")),
                theme.faint(),
            ));
        }
        lines
    }

    fn ship_lines(&self, view: &PlayerView<'_>) -> Vec<Line<'static>> {
        let (theme, messages) = (self.theme, &self.messages);
        let (Some(ship), Some(ranges)) = (self.selected_ship(view), self.selected_ranges(view))
        else {
            let title = Line::styled(messages.text("ship-none"), theme.title());
            return vec![title, self.enter_action_line(view, None)];
        };
        let name = names::ship(messages, view, ship.class(), ship.name().index);
        let head = names::field(view.observation(), ship.footprint().head);
        let title = format!("{} ({head})", names::capitalised(&name));
        let mut lines = vec![Line::styled(title, theme.title())];
        let cannon = match (ranges.cannon, ranges.cannon_range) {
            (None, _) => messages.text("range-none"),
            (Some(_), None) => messages.text("range-everywhere"),
            (Some(_), Some(range)) => range.to_string(),
        };
        let args = [
            ("radar", ranges.radar_range.into()),
            ("cannon", cannon.into()),
        ];
        lines.push(Line::from(messages.format("ship-ranges", &args)));
        let args = [
            ("moves", ranges.moves_left.into()),
            ("shots", ranges.shots_left.into()),
        ];
        lines.push(Line::from(messages.format("ship-left", &args)));
        lines.push(self.enter_action_line(view, Some(&ranges)));
        lines
    }

    /// What Enter would do, or why it does nothing.
    fn enter_action_line(
        &self,
        view: &PlayerView<'_>,
        ranges: Option<&ShipRanges>,
    ) -> Line<'static> {
        let (theme, messages) = (self.theme, &self.messages);
        if self.is_computer_turn() {
            return Line::default();
        }
        let field = names::field(view.observation(), self.cursor);
        let at = [("field", field.into())];
        let ship = |name: ShipName| {
            let ship = names::ship(messages, view, name.class, name.index);
            [("ship", ship.into())]
        };
        match self.enter_action(view) {
            EnterAction::Choose(name) => Line::from(messages.format("aim-choose", &ship(name))),
            EnterAction::LetGo(name) => Line::from(messages.format("aim-let-go", &ship(name))),
            EnterAction::NeedsShip => Line::from(messages.text("choose-a-ship")),
            EnterAction::Target => Line::styled(messages.format("aim-target", &at), theme.key()),
            EnterAction::Call => Line::styled(messages.format("aim-shot", &at), theme.good()),
            EnterAction::Plane(_) => Line::styled(messages.format("aim-plane", &at), theme.key()),
            EnterAction::Move(..) => match self.move_preview(view) {
                Some(preview) => match &preview.rejection {
                    Some(rejection) => Line::styled(self.rejection_text(rejection), theme.bad()),
                    None if preview.is_uncertain => {
                        Line::styled(messages.text("aim-move-uncertain"), theme.key())
                    }
                    None => Line::styled(messages.text("aim-move"), theme.good()),
                },
                None => Line::default(),
            },
            EnterAction::Shoot(_) => match ranges {
                Some(ranges) if ranges.cannon.is_none() => {
                    Line::from(messages.text("reason-ship-cannot-shoot"))
                }
                Some(ranges) if ranges.shots_left == 0 => {
                    Line::from(messages.text("reason-too-many-shoots"))
                }
                Some(ranges) if ranges.reaches(self.cursor) => {
                    Line::styled(messages.format("aim-shot", &at), theme.good())
                }
                _ => Line::from(messages.format("aim-far", &at)),
            },
        }
    }
}

/// How many rows lines take.
fn rows(lines: &[Line<'_>]) -> u16 {
    u16::try_from(lines.len()).unwrap_or(u16::MAX)
}
