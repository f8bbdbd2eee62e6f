"""A slow, plain interpreter of `ships`, written from docs/LANGUAGE.md and docs/DECISIONS.md.

    python3 interpreter.py < SCRIPT             prints the output of a script
    python3 interpreter.py --many < SCRIPTS     the outputs of many, each after a line with its length

Of many scripts, those with the same beginning follow each other: a line has the length of the beginning, and
those of the ends of each.

The classic rule sets and the turns of the program are left out. Text is Latin-1, so that each byte is one
character.
"""

import copy
import pickle
import re
import sys

LINE_LENGTH_MAX = 1_048_576
INT_MAX = 2**31 - 1

# The moves of each class in a turn, and the glyphs of its healthy segments.
CLASSES = {"CAR": (2, "@!++%"), "BAT": (3, "@!+%"), "CRU": (3, "@!%"), "DES": (3, "@%")}

PLAYERS = {"[state]": None, "[playerA]": "A", "[playerB]": "B"}

# The commands of `[state]` groups with the kinds of their arguments.
STATE_COMMANDS = """
    PRINT mode
    SET_FLEET player index index index index
    NEXT_PLAYER player
    BOARD_SIZE side side
    INIT_POSITION player number number number number
    REEF number number
    SHIP player number number direction index class segments
    EXTENDED_SHIPS
    AUTO_SHOOTING
    SET_AI_PLAYER player
    SRAND seed
    SAVE
    INFORMATION player text
    RULES rules
    SHOT player number number
"""
PLAYER_COMMANDS = """
    PRINT mode
    PLACE_SHIP number number direction index class
    SHOOT number number
    SHOOT index class number number
    MOVE index class movement
    SPY number number
    SPY index number number
"""

# The least and the greatest value of a number.
RANGES = {
    "number": (-INT_MAX - 1, INT_MAX),
    "index": (0, INT_MAX),
    "side": (1, INT_MAX),
    "mode": (0, 1),
    "seed": (0, 2**64 - 1),
}
WORDS = {
    "player": ["A", "B"],
    "direction": ["N", "E", "S", "W"],
    "movement": ["F", "L", "R"],
    "class": list(CLASSES),
    "rules": ["ships"],
}

# The rows and columns that a step in a direction adds, clockwise.
STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


class Refused(Exception):
    """A command is not executed, for a reason."""


class End(Exception):
    """Execution ends with a last line."""


def refuse_if(is_broken, reason):
    if is_broken:
        raise Refused(reason)


def refusal(echo, reason):
    return End(f'INVALID OPERATION "{echo}": {reason}\n')


class Ship:
    """A ship, healthy at first; `name` is its owner, class and index."""

    def __init__(self, name, head, direction):
        self.name = name
        self.owner, self.class_, self.index = name
        self.head, self.direction = head, direction
        self.moves_max, self.glyphs = CLASSES[self.class_]
        self.length = len(self.glyphs)
        self.is_healthy = [True] * self.length
        self.begin_turn()

    def begin_turn(self):
        self.moves = 0
        # The shots and planes that were given by name.
        self.used = 0
        # Where the cannon was and is.
        self.cannons = [self.fields()[1]]

    def fields(self):
        """The fields from the head to the last segment."""
        (y, x), (down, right) = self.head, STEPS[self.direction]
        return [(y - down * place, x - right * place) for place in range(self.length)]

    def has_cannon(self):
        return self.is_healthy[1]

    def reaches(self, cannon, target):
        return self.class_ == "CAR" or is_within(cannon, target, self.length)

    def sees(self, field):
        return is_within(self.head, field, self.length if self.is_healthy[0] else 1)

    def can_take(self, target):
        """Whether the ship can take a target of automatic shooting."""
        word, field = target
        if word == "SPY":
            return self.class_ == "CAR"
        return any(self.reaches(cannon, field) for cannon in self.cannons)

    def advance(self, steps):
        (y, x), (down, right) = self.head, STEPS[self.direction]
        self.head = (y + down * steps, x + right * steps)

    def turn(self, movement):
        """Turns the ship, which has advanced by a field, around its last segment."""
        compass = list(STEPS)
        quarters = 1 if movement == "R" else 3
        self.direction = compass[(compass.index(self.direction) + quarters) % 4]
        self.advance(self.length - 1)


def is_within(start, end, distance):
    (y1, x1), (y2, x2) = start, end
    return (y2 - y1) ** 2 + (x2 - x1) ** 2 <= distance**2


def is_next_to(one, other):
    """Whether a field is the same as another one, beside it, or diagonal to it."""
    return abs(one[0] - other[0]) <= 1 and abs(one[1] - other[1]) <= 1


class Game:
    def __init__(self):
        self.rows, self.columns = 21, 10
        self.next_player = "A"
        self.fleets = {player: dict(zip(CLASSES, (1, 2, 3, 4))) for player in "AB"}
        self.starts = {"A": (0, 0, 9, 9), "B": (11, 0, 20, 9)}
        self.ships, self.reefs, self.planes = [], [], []
        self.has_rules = self.is_extended = self.is_auto = False
        self.programs = set()
        self.information = {"A": [], "B": []}
        self.seed = None
        self.begin_turn()

    def begin_turn(self):
        # Whether the one shot of the basic game was fired.
        self.has_shot = False
        # `SHOOT` or `SPY`, and the field.
        self.targets = []
        for ship in self.ships:
            ship.begin_turn()

    def is_on_board(self, field):
        return 0 <= field[0] < self.rows and 0 <= field[1] < self.columns

    def find(self, name):
        found = [ship for ship in self.ships if ship.name == name]
        refuse_if(not found, "SHIP NOT PRESENT")
        return found[0]

    def ships_of(self, owner):
        return [ship for ship in self.ships if ship.owner == owner]

    def parts(self, owner):
        return sum(sum(ship.is_healthy) for ship in self.ships_of(owner))

    def is_complete(self, owner):
        classes = [ship.class_ for ship in self.ships_of(owner)]
        return all(classes.count(name) == count for name, count in self.fleets[owner].items())

    def check_fleets(self):
        refuse_if(not (self.is_complete("A") and self.is_complete("B")), "NOT ALL SHIPS PLACED")

    def set_fleet(self, owner, counts):
        fleet = dict(zip(CLASSES, counts))
        has_more = any(ship.index >= fleet[ship.class_] for ship in self.ships_of(owner))
        refuse_if(has_more, "ALL SHIPS OF THE CLASS ALREADY SET")
        self.fleets[owner] = fleet

    def place_reef(self, field):
        refuse_if(not self.is_on_board(field), "REEF IS NOT PLACED ON BOARD")
        refuse_if(any(field in ship.fields() for ship in self.ships), "PLACING SHIP ON REEF")
        if field not in self.reefs:
            self.reefs.append(field)

    def place(self, ship, is_in_start):
        top, left, bottom, right = self.starts[ship.owner]
        for y, x in ship.fields():
            is_outside = is_in_start and not (top <= y <= bottom and left <= x <= right)
            refuse_if(is_outside or not self.is_on_board((y, x)), "NOT IN STARTING POSITION")
        is_present = any(ship.name == other.name for other in self.ships)
        refuse_if(is_present, "SHIP ALREADY PRESENT")
        is_extra = ship.index >= self.fleets[ship.owner][ship.class_]
        refuse_if(is_extra, "ALL SHIPS OF THE CLASS ALREADY SET")
        self.check_place(ship)
        self.ships.append(ship)

    def check_place(self, ship):
        """Checks reefs and other ships."""
        fields = ship.fields()
        refuse_if(any(field in self.reefs for field in fields), "PLACING SHIP ON REEF")
        for other in self.ships:
            pairs = [(one, two) for one in fields for two in other.fields()]
            is_too_close = any(is_next_to(one, two) for one, two in pairs)
            refuse_if(other.name != ship.name and is_too_close, "PLACING SHIP TOO CLOSE TO OTHER SHIP")

    def move(self, name, movement):
        ship = copy.deepcopy(self.find(name))
        refuse_if(not ship.is_healthy[-1], "SHIP CANNOT MOVE")
        refuse_if(ship.moves == ship.moves_max, "SHIP MOVED ALREADY")
        ship.moves += 1
        ship.advance(1)
        if movement != "F":
            ship.turn(movement)
        is_off = not all(self.is_on_board(field) for field in ship.fields())
        refuse_if(is_off, "SHIP WENT FROM BOARD")
        self.check_place(ship)
        ship.cannons.append(ship.fields()[1])
        self.ships[self.ships.index(self.find(name))] = ship

    def shoot(self, target):
        refuse_if(self.is_extended and not self.is_auto, "COMMAND NOT AVAILABLE")
        self.check_fleets()
        refuse_if(not self.is_on_board(target), "FIELD DOES NOT EXIST")
        if self.is_extended:
            self.targets.append(("SHOOT", target))
        else:
            refuse_if(self.has_shot, "TOO MANY SHOOTS")
            self.has_shot = True
            self.destroy(target)

    def shoot_from(self, name, target):
        refuse_if(not self.is_extended, "COMMAND NOT AVAILABLE")
        self.check_fleets()
        ship = self.find(name)
        refuse_if(not ship.has_cannon(), "SHIP CANNOT SHOOT")
        refuse_if(ship.used == ship.length, "TOO MANY SHOOTS")
        refuse_if(not ship.reaches(ship.fields()[1], target), "SHOOTING TOO FAR")
        refuse_if(not self.is_on_board(target), "FIELD DOES NOT EXIST")
        ship.used += 1
        self.destroy(target)

    def spy(self, field):
        refuse_if(not (self.is_extended and self.is_auto), "COMMAND NOT AVAILABLE")
        self.targets.append(("SPY", field))

    def spy_from(self, name, field):
        ship = self.find(name)
        refuse_if(not ship.has_cannon(), "CANNOT SEND PLANE")
        refuse_if(ship.used == ship.length, "ALL PLANES SENT")
        ship.used += 1
        self.planes.append((ship.owner, field))

    def destroy(self, target):
        for ship in self.ships:
            if target in ship.fields():
                ship.is_healthy[ship.fields().index(target)] = False

    def end_turn(self, player):
        # A slot for each target that a ship can still take.
        gunners = [ship for ship in self.ships_of(player) if ship.has_cannon()]
        slots = [ship for ship in gunners for _ in range(ship.length - ship.used)]
        taken = {}
        for word, field in self.targets:
            if not find_slot((word, field), slots, taken, set()):
                raise refusal(f"{word} {field[0]} {field[1]}", "SHOOTS ARE UNFEASIBLE")
        for word, field in self.targets:
            if word == "SHOOT":
                self.destroy(field)
            else:
                self.planes.append((player, field))
        opponent = "B" if player == "A" else "A"
        if self.is_complete("A") and self.is_complete("B"):
            for winner, loser in [(player, opponent), (opponent, player)]:
                if self.parts(loser) == 0:
                    raise End(f"{winner} won\n")
        self.next_player = opponent

    def printed(self, viewer, is_extended):
        """The board as a player sees it, or all of it."""
        row_digits, column_digits = len(str(self.rows - 1)), len(str(self.columns - 1))
        lines = []
        if is_extended:
            numbers = [str(x).zfill(column_digits) for x in range(self.columns)]
            for digit in range(column_digits):
                lines.append(" " * row_digits + "".join(number[digit] for number in numbers))
        for y in range(self.rows):
            head = str(y).zfill(row_digits) if is_extended else ""
            glyphs = [self.glyph((y, x), viewer, is_extended) for x in range(self.columns)]
            lines.append(head + "".join(glyphs))
        return "".join(line + "\n" for line in lines)

    def glyph(self, field, viewer, is_extended):
        if field in self.reefs:
            return "#"
        found = [ship for ship in self.ships if field in ship.fields()]
        is_own = any(ship.owner == viewer for ship in found)
        if viewer is not None and not is_own and not self.sees(viewer, field):
            return "?"
        if not found:
            return " "
        place = found[0].fields().index(field)
        if not found[0].is_healthy[place]:
            return "x"
        return found[0].glyphs[place] if is_extended else "+"

    def sees(self, player, field):
        is_spied = any(owner == player and is_next_to(at, field) for owner, at in self.planes)
        return is_spied or any(ship.sees(field) for ship in self.ships_of(player))

    def saved(self):
        lines = ["RULES ships"] * self.has_rules
        lines += [f"BOARD_SIZE {self.rows} {self.columns}", f"NEXT_PLAYER {self.next_player}"]
        for owner in "AB":
            lines.append(" ".join(["INIT_POSITION", owner, *map(str, self.starts[owner])]))
            lines.append(" ".join(["SET_FLEET", owner, *map(str, self.fleets[owner].values())]))
            order = list(CLASSES)
            ships = sorted(self.ships_of(owner), key=lambda ship: (order.index(ship.class_), ship.index))
            for ship in ships:
                y, x = ship.head
                bits = "".join("1" if is_healthy else "0" for is_healthy in ship.is_healthy)
                lines.append(f"SHIP {owner} {y} {x} {ship.direction} {ship.index} {ship.class_} {bits}")
        lines += [f"REEF {y} {x}" for y, x in self.reefs]
        lines += ["EXTENDED_SHIPS"] * self.is_extended + ["AUTO_SHOOTING"] * self.is_auto
        lines += [f"SET_AI_PLAYER {player}" for player in sorted(self.programs)]
        for player, texts in self.information.items():
            lines += [f"INFORMATION {player} {text}" for text in texts]
        if self.seed is not None:
            lines.append(f"SRAND {(self.seed + 1) % 2**64}")
        return "".join(line + "\n" for line in ["[state]", *lines, "[state]"])


def find_slot(target, slots, taken, tried):
    """Finds a slot for a target, and moves other targets to other slots for it (augmenting paths)."""
    for slot, ship in enumerate(slots):
        if slot in tried or not ship.can_take(target):
            continue
        tried.add(slot)
        if slot not in taken or find_slot(taken[slot], slots, taken, tried):
            taken[slot] = target
            return True
    return False


class Interpreter:
    def __init__(self):
        self.game = Game()
        self.group = None
        self.output = []

    def run(self, script):
        """Executes a script to its end; returns the output."""
        try:
            self.lines(script)
            self.close_group()
        except End as end:
            self.output.append(str(end))
        return "".join(self.output)

    def lines(self, script):
        for line in script.split("\n"):
            self.line(line.removesuffix("\r"))

    def line(self, line):
        words = [word for word in re.split("[ \t]", line) if word]
        if not words or (self.group is None and is_board_row(line)):
            return
        if len(line) > LINE_LENGTH_MAX:
            raise refusal(line[:64] + "...", "LINE TOO LONG")
        if len(words) == 1 and words[0] in PLAYERS:
            self.tag(words[0])
        elif self.group is not None or not is_printed_line(words):
            self.command(words)

    def tag(self, tag):
        if self.group == tag:
            self.close_group()
            return
        if self.group is not None:
            raise refusal(tag, "GROUP NOT CLOSED")
        if PLAYERS[tag]:
            if PLAYERS[tag] != self.game.next_player:
                raise refusal(tag + " ", "THE OTHER PLAYER EXPECTED")
            self.game.begin_turn()
        self.group = tag

    def close_group(self):
        """Closes the group that is open, if there is one."""
        if self.group is not None and PLAYERS[self.group]:
            self.game.end_turn(PLAYERS[self.group])
        self.group = None

    def command(self, words):
        word, *given = words
        in_state, in_turn = forms_of(word, STATE_COMMANDS), forms_of(word, PLAYER_COMMANDS)
        if not in_state and not in_turn:
            raise refusal(" ".join(words), "UNKNOWN COMMAND")
        fitting = [fitted(form, given) for form in in_state + in_turn]
        arguments = next((one for one in fitting if one is not None), None)
        echo = " ".join(map(str, words if arguments is None else [word, *arguments]))
        if self.group is None:
            is_available = False
        elif self.group == "[state]":
            is_available = bool(in_state) and word != "SHOT"
        else:
            is_available = bool(in_turn)
        try:
            refuse_if(not is_available, "COMMAND NOT AVAILABLE")
            refuse_if(arguments is None, "INVALID ARGUMENTS")
            if PLAYERS[self.group]:
                self.player_command(PLAYERS[self.group], word, *arguments)
            else:
                self.state_command(word, *arguments)
        except Refused as reason:
            raise refusal(echo, reason) from None

    def state_command(self, word, *arguments):
        game = self.game
        match word, *arguments:
            case "PRINT", mode:
                self.output.append(game.printed(None, mode == 1))
                self.output.append(f"PARTS REMAINING:: A : {game.parts('A')} B : {game.parts('B')}\n")
            case "SET_FLEET", player, *counts:
                game.set_fleet(player, counts)
            case "NEXT_PLAYER", player:
                game.next_player = player
            case "BOARD_SIZE", rows, columns:
                game.rows, game.columns = rows, columns
                game.ships, game.reefs, game.planes = [], [], []
            case "INIT_POSITION", player, *rectangle:
                game.starts[player] = rectangle
            case "REEF", y, x:
                game.place_reef((y, x))
            case "SHIP", player, y, x, direction, index, class_, segments:
                ship = Ship((player, class_, index), (y, x), direction)
                ship.is_healthy = [bit == "1" for bit in segments]
                game.place(ship, False)
            case ("EXTENDED_SHIPS",):
                game.is_extended = True
            case ("AUTO_SHOOTING",):
                game.is_auto = True
            case "SET_AI_PLAYER", player:
                game.programs.add(player)
            case "SRAND", seed:
                game.seed = seed
            case ("SAVE",):
                self.output.append(game.saved())
            case "INFORMATION", player, "FORGET":
                game.information[player] = []
            case "INFORMATION", player, *text:
                game.information[player].append(" ".join(text))
            case "RULES", _:
                self.game = Game()
                self.game.has_rules = True

    def player_command(self, player, word, *arguments):
        game = self.game
        match word, *arguments:
            case "PRINT", mode:
                self.output.append(game.printed(player, mode == 1))
            case "PLACE_SHIP", y, x, direction, index, class_:
                game.place(Ship((player, class_, index), (y, x), direction), True)
            case "SHOOT", y, x:
                game.shoot((y, x))
            case "SHOOT", index, class_, y, x:
                game.shoot_from((player, class_, index), (y, x))
            case "MOVE", index, class_, movement:
                game.move((player, class_, index), movement)
            case "SPY", y, x:
                game.spy((y, x))
            case "SPY", index, y, x:
                game.spy_from((player, "CAR", index), (y, x))


def forms_of(word, commands):
    """The kinds of arguments of each form that a word has in a list of commands."""
    lines = [line.split() for line in commands.splitlines()]
    return [line[1:] for line in lines if line and line[0] == word]


def fitted(form, words):
    """The values of arguments if they fit a form, otherwise None."""
    if form[-1:] == ["text"]:
        text = " ".join(words[1:]).rstrip("\r ").split(" ")
        player = fitted(form[:-1], words[:1])
        return None if player is None or text == [""] else player + text
    if len(form) != len(words):
        return None
    values = []
    for kind, word in zip(form, words):
        value = number(word, *RANGES[kind]) if kind in RANGES else word
        if kind == "segments":
            is_valid = re.fullmatch("[01]*", word) and len(word) == len(CLASSES[values[-1]][1])
        else:
            is_valid = value is not None and value in WORDS.get(kind, [value])
        if not is_valid:
            return None
        values.append(value)
    return values


def number(word, least, most):
    """The value of a sign and digits in a range, otherwise None."""
    # Python reads no numbers of more than 4,300 digits; most of these would be zeros.
    found = re.fullmatch("([+-]?)0*([0-9]{1,20})", word)
    value = int(found[1] + found[2]) if found else None
    return value if value is not None and least <= value <= most else None


def is_board_row(line):
    """Whether a line between groups looks like a row of a printed board."""
    return all(one in " \t0123456789+x?#@!%oX" for one in line)


def is_printed_line(words):
    """Whether a line between groups looks like one of the other lines that are printed."""
    is_number = [number(word, *RANGES["number"]) is not None for word in words]
    match words:
        case ["PARTS", "REMAINING::", *_] | ["A" | "B", "won"]:
            return True
        case ["MISS" | "HIT", _, _]:
            return is_number[1] and is_number[2]
        case ["HIT", _, _, _]:
            return is_number[1] and is_number[2] and not is_number[3]
        case ["SUNK", _, _, _, _]:
            return is_number[1] and is_number[2] and is_number[4]
    return False


def outputs_of(begin, ends):
    """The outputs of scripts with the same beginning, whole lines without a mistake, which is executed once."""
    beginning = Interpreter()
    beginning.lines(begin)
    state = pickle.dumps(beginning)
    return [pickle.loads(state).run(end) for end in ends]


def main():
    scripts, outputs = sys.stdin.buffer, sys.stdout.buffer
    if sys.argv[1:] != ["--many"]:
        outputs.write(Interpreter().run(scripts.read().decode("latin-1")).encode("latin-1"))
        return
    while lengths := scripts.readline():
        begin, *ends = (scripts.read(int(length)).decode("latin-1") for length in lengths.split())
        for output in outputs_of(begin, ends) if ends else [Interpreter().run(begin)]:
            output = output.encode("latin-1")
            outputs.write(b"%d\n%s" % (len(output), output))
        outputs.flush()


if __name__ == "__main__":
    main()
