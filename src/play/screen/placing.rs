//! What stands beside the board while a fleet is placed, and while ships act.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use super::app::App;
use super::panel::{with_hull, wrapped};
use super::sea::Deed;
use super::spell;
use crate::game::ShipName;
use crate::play::{Draft, Ranges, Seat, Sight};
use crate::script::Command;

/// The commands of a turn that are shown at most: no screen is higher.
const COMMANDS_MAX: usize = 200;

impl App {
    pub(super) fn draw_placing(&self, area: Rect, buffer: &mut Buffer) {
        let Some(draft) = &self.draft else { return };
        let (theme, words) = (self.theme, &self.words);
        let sight = draft.sight();
        let mut lines = vec![Line::styled(words.say("panel-placing"), theme.title())];
        if let Some(table) = &self.table
            && let Seat::Person = table.seat_of(draft.player())
            && table.people() == 2
        {
            let facts = [("player", self.label(draft.player()).into())];
            lines[0] = Line::styled(words.tell("panel-placing-of", &facts), theme.title());
        }
        for class in sight.rules().classes {
            let count = sight.observation().count(draft.player(), class);
            if count == 0 {
                continue;
            }
            let left = draft.left(class);
            let is_chosen = self.class == Some(class);
            let name = spell::capitalised(&spell::class(words, sight.rules(), class));
            let mark = match (is_chosen, left) {
                (true, 1..) => "> ",
                _ => "  ",
            };
            let name = format!("{mark}{left}/{count} {name}");
            let footprint = spell::hull(sight.rules(), class, theme.is_ascii);
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
        let progress = words.tell("placing-progress", &[("percent", percent.into())]);
        lines.push(Line::styled(progress, theme.faint()));
        lines.extend(self.site_lines(draft, &sight));
        if let Some(text) = self.notice_in_words() {
            let notice = Line::styled(text, theme.bad());
            // What the preview says need not be said again.
            if !lines.contains(&notice) {
                lines.push(notice);
            }
        }
        Paragraph::new(wrapped(lines, area.width)).render(area, buffer);
    }

    /// Where the ship in hand would lie, and why it cannot.
    fn site_lines(&self, draft: &Draft, sight: &Sight<'_>) -> Vec<Line<'static>> {
        let (theme, words) = (self.theme, &self.words);
        let class = match self.class {
            Some(class) if !draft.is_complete() => class,
            _ => return vec![Line::styled(words.say("placing-done"), theme.good())],
        };
        let footprint = Draft::footprint(class, self.cursor, self.direction);
        let lies_ahead = sight
            .rules()
            .screen_style()
            .is_some_and(|screen| screen.lies_ahead);
        let (id, direction) = if lies_ahead {
            ("placing-ahead", self.direction.opposite())
        } else {
            ("placing-here", self.direction)
        };
        let direction = direction.letter().to_ascii_lowercase();
        let facts = [
            ("ship", spell::class(words, sight.rules(), class).into()),
            (
                "field",
                spell::field(sight.observation(), self.cursor).into(),
            ),
            (
                "direction",
                words.say(&format!("direction-{direction}")).into(),
            ),
        ];
        let mut lines = vec![Line::from(words.tell(id, &facts))];
        lines.push(match draft.objection(class, footprint) {
            None => Line::styled(words.say("placing-free"), theme.good()),
            Some(objection) => Line::styled(self.objection_in_words(&objection), theme.bad()),
        });
        lines
    }

    /// Where ships move: the chosen ship, what it can do, and the commands so far.
    pub(super) fn draw_orders(&self, area: Rect, sight: &Sight<'_>, buffer: &mut Buffer) {
        let (theme, words) = (self.theme, &self.words);
        let mut lines = self.ship_lines(sight);
        if let Some(text) = self.notice_in_words() {
            lines.push(Line::styled(text, theme.bad()));
        } else if self.waits_for_machine() {
            lines.push(Line::styled(words.say("thinking"), theme.key()));
        }
        lines.push(Line::styled(words.say("panel-commands"), theme.title()));
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
            self.draw_items(rest, sight, buffer);
        }
    }

    fn command_lines(&self) -> Vec<Line<'static>> {
        let Some(table) = &self.table else {
            return Vec::new();
        };
        let theme = self.theme;
        let commands: Vec<_> = table.turn_commands().rev().take(COMMANDS_MAX).collect();
        let commands = commands.into_iter().rev();
        let line = |(command, is_done): (&Command, bool)| {
            let style = if is_done { theme.faint() } else { theme.key() };
            Line::styled(format!("  {command}"), style)
        };
        let mut lines: Vec<_> = commands.map(line).collect();
        if let Some(objection) = table.target_objection() {
            lines.push(Line::styled(
                self.objection_in_words(&objection),
                theme.bad(),
            ));
        }
        if lines.is_empty() {
            lines.push(Line::styled(
                format!("  {}", self.words.say("commands-none")),
                theme.faint(),
            ));
        }
        lines
    }

    fn ship_lines(&self, sight: &Sight<'_>) -> Vec<Line<'static>> {
        let (theme, words) = (self.theme, &self.words);
        let (Some(ship), Some(ranges)) = (self.chosen_ship(sight), self.chosen_ranges(sight))
        else {
            let title = Line::styled(words.say("ship-none"), theme.title());
            return vec![title, self.deed_line(sight, None)];
        };
        let name = spell::ship(words, sight, ship.class(), ship.name().index);
        let head = spell::field(sight.observation(), ship.footprint().head);
        let title = format!("{} ({head})", spell::capitalised(&name));
        let mut lines = vec![Line::styled(title, theme.title())];
        let cannon = match (ranges.cannon, ranges.cannon_range) {
            (None, _) => words.say("range-none"),
            (Some(_), None) => words.say("range-everywhere"),
            (Some(_), Some(range)) => range.to_string(),
        };
        let facts = [
            ("radar", ranges.radar_range.into()),
            ("cannon", cannon.into()),
        ];
        lines.push(Line::from(words.tell("ship-ranges", &facts)));
        let facts = [
            ("moves", ranges.moves_left.into()),
            ("shots", ranges.shots_left.into()),
        ];
        lines.push(Line::from(words.tell("ship-left", &facts)));
        lines.push(self.deed_line(sight, Some(&ranges)));
        lines
    }

    /// What Enter would do, or why it does nothing.
    fn deed_line(&self, sight: &Sight<'_>, ranges: Option<&Ranges>) -> Line<'static> {
        let (theme, words) = (self.theme, &self.words);
        if self.waits_for_machine() {
            return Line::default();
        }
        let field = spell::field(sight.observation(), self.cursor);
        let at = [("field", field.into())];
        let ship = |name: ShipName| {
            let ship = spell::ship(words, sight, name.class, name.index);
            [("ship", ship.into())]
        };
        match self.deed(sight) {
            Deed::Choose(name) => Line::from(words.tell("aim-choose", &ship(name))),
            Deed::LetGo(name) => Line::from(words.tell("aim-let-go", &ship(name))),
            Deed::NeedsShip => Line::from(words.say("choose-a-ship")),
            Deed::Target => Line::styled(words.tell("aim-target", &at), theme.key()),
            Deed::Call => Line::styled(words.tell("aim-shot", &at), theme.good()),
            Deed::Plane(_) => Line::styled(words.tell("aim-plane", &at), theme.key()),
            Deed::Move(..) => match self.chosen_ghost(sight) {
                Some(ghost) => match &ghost.objection {
                    Some(objection) => {
                        Line::styled(self.objection_in_words(objection), theme.bad())
                    }
                    None if ghost.is_uncertain => {
                        Line::styled(words.say("aim-move-uncertain"), theme.key())
                    }
                    None => Line::styled(words.say("aim-move"), theme.good()),
                },
                None => Line::default(),
            },
            Deed::Shoot(_) => match ranges {
                Some(ranges) if ranges.cannon.is_none() => {
                    Line::from(words.say("reason-ship-cannot-shoot"))
                }
                Some(ranges) if ranges.shots_left == 0 => {
                    Line::from(words.say("reason-too-many-shoots"))
                }
                Some(ranges) if ranges.reaches(self.cursor) => {
                    Line::styled(words.tell("aim-shot", &at), theme.good())
                }
                _ => Line::from(words.tell("aim-far", &at)),
            },
        }
    }
}

/// How many rows lines take.
fn rows(lines: &[Line<'_>]) -> u16 {
    u16::try_from(lines.len()).unwrap_or(u16::MAX)
}
