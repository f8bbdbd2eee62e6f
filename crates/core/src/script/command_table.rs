//! The table of commands, from which their types, parsers and writers are generated.

/// Passes the rows of the table to a macro.
///
/// Each row has the syntax, the groups and games in which the command is allowed, and its arguments
/// in order. Where a command has two forms, a method of the reader decides which one a line has.
macro_rules! command_table {
    ($generate:ident) => {
        $generate! {
            "PRINT m" Any All: Print(mode: PrintMode);
            "SET_FLEET P n n ..., a count for each class" State All:
                SetFleet { player: Player, counts: Box<[u32]> };
            "NEXT_PLAYER P" State All: NextPlayer(player: Player);
            "BOARD_SIZE y x" State Unannounced: BoardSize(size: Size);
            "INIT_POSITION P y1 x1 y2 x2" State Unannounced: InitPosition { player: Player, start: Rect };
            "REEF y x" State Unannounced: Reef(field: Pos);
            "SHIP P y x D i C segments" State All:
                Ship { player: Player, head: Pos, direction: Direction, ship: NamedShip, segments: Segments };
            "EXTENDED_SHIPS" State Unannounced: ExtendedShips;
            "AUTO_SHOOTING" State Unannounced: AutoShooting;
            "SET_AI_PLAYER P" State All: SetAiPlayer(player: Player);
            "SRAND seed" State All: Srand(seed: u64);
            "SAVE" State All: Save;
            "INFORMATION P words..." State All: Information { player: Player, text: BString };
            "RULES name [n] [LENGTHS n n ...] [NAMED_HITS], as far as the rule set has them" State All:
                Rules(choice: RulesChoice);
            "SHOT P y x" State Announced: Shot { player: Player, target: Pos };
            "PLACE_SHIP y x D i C" Turn All: PlaceShip { head: Pos, direction: Direction, ship: NamedShip };
            "SHOOT y x, or SHOOT i C y x" Turn All: Shoot(target: Pos)
                or ShootFrom { ship: NamedShip, target: Pos } if is_shot_of_ship;
            "MOVE i C m" Turn Unannounced: Move { ship: NamedShip, movement: Movement };
            "SPY i y x, or SPY y x" Turn Unannounced: Spy(centre: Pos)
                or SpyFrom { index: u32, centre: Pos } if is_plane_of_ship;
        }
    };
}
pub(super) use command_table;
