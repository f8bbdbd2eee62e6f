"""A live bot for the rule set ships:

    admiralty arena random "scout=live:python3 examples/bots/scout.py"

It looks with the planes of its carriers, and shoots at what it sees; otherwise at the field that is
most interesting. It never moves: a ship that it does not see may be in the way.
"""

import random
import sys

LENGTHS = {"CAR": 5, "BAT": 4, "CRU": 3, "DES": 2}
STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
# Healthy segments, the most valuable first: cannon, engine, radar, others.
HEALTHY = "!%@+"
SEEN_WORTH, SUSPECT_WORTH, START_WORTH = 1_000_000, 100, 20
TRIES = 1000


def ship_fields(y, x, direction, ship_class):
    """The fields of a ship. Its body lies behind its head."""
    dy, dx = STEPS[direction]
    return [(y - i * dy, x - i * dx) for i in range(LENGTHS[ship_class])]


def rectangle(top, left, bottom, right):
    return {(y, x) for y in range(top, bottom + 1) for x in range(left, right + 1)}


def square(y, x):
    return rectangle(y - 1, x - 1, y + 1, x + 1)


def around(fields):
    return {near for field in fields for near in square(*field)}


def read_group():
    """The lines up to the closing tag, in words."""
    return [line.split() for line in iter(sys.stdin.readline, "[state]\n")]


def draw_fleet(names, free):
    """Random places for ships that do not touch; None if one finds no room."""
    fleet = {}
    for name in names:
        places = [(*head, direction) for head in free for direction in STEPS]
        places = [it for it in places if free.issuperset(ship_fields(*it, name[1]))]
        if not places:
            return None
        fleet[name] = random.choice(places)
        free = free - around(ship_fields(*fleet[name], name[1]))
    return fleet


class Scout:
    def __init__(self, setup):
        starts, counts, self.reefs, self.ships = {}, {}, set(), {}
        self.is_extended = ["EXTENDED_SHIPS"] in setup
        for word, *rest in setup:
            if word == "RULES" and rest != ["ships"]:
                sys.exit("this bot plays only the rule set ships")
            elif word == "BOARD_SIZE":
                self.rows, self.columns = map(int, rest)
            elif word == "INIT_POSITION":
                starts[rest[0]] = rectangle(*map(int, rest[1:]))
            elif word == "SET_FLEET":
                counts[rest[0]] = map(int, rest[1:])
            elif word == "REEF":
                self.reefs.add((int(rest[0]), int(rest[1])))
            elif word == "SHIP":
                _, y, x, direction, index, ship_class, _ = rest
                self.ships[index, ship_class] = ship_fields(int(y), int(x), direction, ship_class)
            elif word == "SET_AI_PLAYER":
                me = rest[0]
            elif word == "SRAND":
                random.seed(int(rest[0]))
        self.fields = rectangle(0, 0, self.rows - 1, self.columns - 1)
        self.start = starts.pop(me) & self.fields
        (enemy_start,) = starts.values()
        fleet = zip(LENGTHS, counts[me])
        fleet = [(str(i), ship_class) for ship_class, count in fleet for i in range(count)]
        self.missing = [name for name in fleet if name not in self.ships]
        self.turn = 0
        # In which turn each field was seen last.
        self.seen = {field: -START_WORTH * (field in enemy_start) for field in self.fields}
        # The fields that had a healthy enemy segment when they were seen last.
        self.suspects = set()

    def play(self, facts):
        self.turn += 1
        if self.missing:
            self.place({(int(fact[1]), int(fact[2])) for fact in facts if fact[0] == "BARRED"})
        elif not any(fact[0] == "INCOMPLETE" for fact in facts):
            self.attack()

    def place(self, barred):
        own = [field for ship in self.ships.values() for field in ship]
        free = self.start - self.reefs - barred - around(own)
        fleets = (draw_fleet(self.missing, free) for _ in range(TRIES))
        for name, place in next(filter(None, fleets), {}).items():
            self.ships[name] = ship_fields(*place, name[1])
            print("PLACE_SHIP", *place, *name)
        self.missing = []

    def attack(self):
        self.look()
        for (index, ship_class), ship in self.ships.items():
            cannon, reach = ship[1], self.fields
            if self.board[cannon] == "x":
                continue
            if ship_class != "CAR":
                y, x = cannon
                reach = {f for f in reach if (f[0] - y) ** 2 + (f[1] - x) ** 2 <= len(ship) ** 2}
            for _ in ship:
                if ship_class == "CAR" and not (self.is_extended and self.targets):
                    self.spy(index)
                elif self.is_extended:
                    self.shoot(reach, index, ship_class)
        if not self.is_extended:
            self.shoot(self.fields)

    def look(self):
        """Reads the board, of which PRINT 1 also shows the numbers of columns and rows."""
        print("PRINT 1", flush=True)
        for _ in str(self.columns - 1):
            sys.stdin.readline()
        own = {field for ship in self.ships.values() for field in ship}
        self.board = {}
        for y in range(self.rows):
            row = sys.stdin.readline()[len(str(self.rows - 1)):]
            self.board.update({(y, x): row[x] for x in range(self.columns)})
        visible = {field for field, glyph in self.board.items() if glyph != "?"}
        self.seen.update(dict.fromkeys(visible, self.turn))
        self.targets = {field for field in visible - own if self.board[field] in HEALTHY}
        self.suspects = self.suspects - visible | self.targets

    def curiosity(self, field):
        """How interesting a field is that is not seen."""
        if self.board.get(field) != "?":
            return 0
        return self.turn - self.seen[field] + SUSPECT_WORTH * (field in self.suspects)

    def worth(self, field):
        if field in self.targets:
            return SEEN_WORTH - HEALTHY.index(self.board[field])
        return self.curiosity(field)

    def spy(self, index):
        centre = max(self.fields, key=lambda field: sum(map(self.curiosity, square(*field))))
        print("SPY", index, *centre)
        self.look()

    def shoot(self, reach, *name):
        target = max(reach, key=self.worth)
        if self.worth(target) > 0:
            print("SHOOT", *name, *target)
            self.targets.discard(target)
            self.suspects.discard(target)
            self.seen[target] = self.turn


sys.stdin.readline()
scout = Scout(read_group())
# The facts of a turn; at the end of the game, there is something else, or nothing.
while sys.stdin.readline() == "[state]\n":
    facts = [words[2:] for words in read_group()]
    tag = sys.stdin.readline()
    scout.play(facts)
    print(tag, end="", flush=True)
