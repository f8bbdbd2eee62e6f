# The start.
language = English
form-last = Resume: { $rules }, turn { $turn }
form-language = Language
greeting = Welcome aboard! What shall we play?
form-rules = Rules
form-player = Player { $player }
form-name = Name
form-side = Waters
form-length = length
form-hits = A hit reveals
hits-named = the class of the ship
hits-plain = only that it is a hit
form-rows = Rows
form-columns = Columns
form-reefs = Reefs
form-shooting = Shooting
form-placing = Placing
form-begins = First shot
form-begin = Begin
rules-ships = ships that move, see and send planes
rules-italian = battaglia navale, one shot each
rules-german = Schiffe versenken, hits shoot again
rules-msx = batalha naval, all ships horizontal
rules-russian = pencil and paper, the usual fleet
rules-hasbro = the board game, ships may touch
controller-person = a person
controller-computer = { $name } (level { $level } of { $of })
level-1 = easy
level-2 = medium
level-3 = hard
level-4 = very hard
level-5 = master
shooting-basic = one shot a turn
shooting-extended = each ship shoots
shooting-auto = targets; any ship in range fires
placing-hand = by hand
placing-random = at random
begins-toss = coin toss, called: { $coin }
coin-heads = heads
coin-tails = tails

# The bar at the top.
you = you
opponent = enemy
header-placing = Place your fleet
header-places = { $player } places its fleet
header-turn = Turn { $turn } · { $whose }
header-over = The game is over
your-move = your move
their-move = the enemy's move
move-of = { $player } to move

# Boards.
chart-own = Your waters
chart-known = As the enemy sees you
chart-enemy = Enemy waters
chart-of = Waters of { $player }

# Panels.
panel-news = What happened
panel-news-back = What happened ({ $count } newer: PgDn)
panel-fleets = Ships afloat
panel-placing = Your ships to place
panel-placing-of = Ships of { $player } to place
panel-commands = Commands of this turn
panel-figures = The game
panel-by-class = Hits by class
fleet-yours = yours
fleet-theirs = theirs
fleet-parts = healthy parts
commands-none = none yet
thinking = The enemy is thinking…
shoot-again = A hit: shoot again, or end the turn with "e".
heat-shown = Chance of a ship in %: { $fields }
heat-unknown = No hint: no fleet fits what is known.
heat-none = No hint: an unseen ship is nowhere likely.
shoot-first = Shoot first: Enter.
hand-over = Press Enter, and hand over the keyboard.
watch-paused = Paused. Enter plays one turn, "p" continues.
over-hint = "n" starts another game.

# Placing.
placing-here = { $ship } on { $field }, pointing { $direction }
placing-ahead = { $ship } from { $field } to the { $direction }
placing-progress = Placed: { $percent }%
placing-free = The ship fits here.
placing-done = All ships are placed. Enter: to battle!
direction-n = north
direction-e = east
direction-s = south
direction-w = west

# Ships that move.
ship-none = No ship is selected
ship-ranges = radar { $radar }, cannon { $cannon }
ship-left = left: moves { $moves }, shots { $shots }
range-none = destroyed
range-everywhere = everywhere
aim-shot = Enter shoots at { $field }.
aim-target = Enter adds { $field } as a target.
aim-let-go = Enter deselects: { $ship }.
aim-choose = Enter selects: { $ship }.
aim-far = { $field } is out of range.
aim-plane = Enter sends a plane to { $field }.
aim-move = Enter moves the ship there.
aim-move-uncertain = Enter moves the ship into waters you do not see.
aim-move-risky = Enter moves the ship into waters you do not see. If a ship is in the way, you lose the game.
choose-a-ship = Select a ship first: Tab, or Enter on it.
no-carrier = You have no carrier that can send planes.
nothing-to-undo = There is nothing to undo.
unseen = Something you cannot see is too close.

# What happened.
shot-miss = { $who }: { $field }, water
shot-hit = { $who }: { $field }, a hit!
shot-hit-ship = { $who }: { $field }, a hit: { $ship }!
shot-sunk = { $who }: { $field }, { $ship } sunk!
forced = (forced attack)
news-tossed = The coin shows { $coin }. First move: { $who }
news-tossed-you = The coin shows { $coin }, so you move first.
news-placed = { $who }: the fleet is placed
news-passed = { $who }: no shot
news-wasted = { $who }: field already shot at, no shot
news-damaged = Your { $ship }: { $lost ->
        [one] 1 hit
       *[other] { $lost } hits
    }, { $left } left
news-lost = Your { $ship } is sunk
news-damaged-of = { $who }, { $ship }: { $lost ->
        [one] 1 hit
       *[other] { $lost } hits
    }, { $left } left
news-lost-of = { $who }, { $ship }: sunk
news-missed = Your shots destroyed nothing: { $shots }
news-unharmed = The enemy has hit none of your ships.
news-destroyed = Enemy parts destroyed: { $parts }
you-won = You have won!
you-lost = You have lost.
has-won = { $who } has won!

# Figures.
figure-turns = turns
figure-shots = shots
figure-hits = hits
figure-precision = hit rate
figure-sunk = ships sunk
figure-moves = moves
figure-planes = planes
figure-hints = hints

# Puzzles.
puzzle-title = Puzzle { $number } · points: { $points }/{ $answers }
puzzle-search = Looking for a puzzle…
puzzle-ask = Where is a hit most likely? Enter shoots.
puzzle-field = { $field }: { $chance }%
puzzle-best = The best shot: { $chance }%.
puzzle-worse = Chance: { $chance }%. Best: { $best }, { $most }%. Points: { $points }
puzzle-score = Answers: { $answers }, points: { $points }

# The screen between two people.
curtain-title = { $player } is next
curtain-text = Only { $player } should look at the screen now.
curtain-key = Press the space bar.

# Questions and files.
quit-title = Quit the game?
quit-kept = It is saved; the start page will offer it.
quit-lost = Whoever leaves loses the game.
quit-keys = Enter quits, Esc continues
quit-keys-save = Enter quits, "s" saves the game and quits, Esc continues
end-keys = Enter or "e" ends the turn, Esc continues
end-title = Shots left in this turn: { $count }
save-title = Save the game as a script
save-keys = Enter saves, Esc goes back
saved = Saved to { $what }.
save-failed = Not saved: { $what }
file-exists = the file already exists; choose another name.
file-not-found = there is no such directory.
file-denied = permission denied.
file-directory = that is a directory.
file-full = the disk is full.
file-busy = another program is using it.
log-failed = The log cannot be written: { $what }
last-failed = The last game cannot be resumed: { $what }
remote-refused = The server refused a command, which loses the game: { $what }.
remote-enemy-left = The enemy has left, or its time was over, so you have won.
remote-late = Your time was over, so you have lost.
remote-closed-in-turn = The connection ended in your turn: perhaps your time was over.
remote-closed = The connection ended without a winner: perhaps the opponent has left.
remote-silent = The server does not answer.
remote-garbled = The server has sent something that makes no sense: { $what }.
remote-again = "n" connects again.
too-small = Admiralty needs { $columns } columns and { $rows } rows; this terminal has { $width } and { $height }. Enlarge it, or quit with Ctrl+C.
unknown-key = { $key } has no effect here; "?" shows the keys.
paste-ignored = Pasted text has no effect here.

# Games over a network.
host-title = Waiting for your friend…
host-command = Your friend types this line:
host-token = And then this token:
host-anywhere = Anybody who can reach this computer and knows the token can join. Nothing is encrypted.
host-here = Only somebody at this computer can join.
host-keys = "q" or Ctrl+C ends.
connect-token = Token:
connect-waiting = Connected to { $what }, waiting for the game. Ctrl+C leaves.
join-closed = The server closed the connection before a game began.
join-refused = The server refuses the token: { $what }.
token-the-first-line-is-not-a-token = the first line is not a token
token-no-token-came-in-time = no token came in time
token-there-is-no-such-token = there is no such token
token-the-seat-is-taken = the seat is taken
join-no-game = The server has sent something that begins no game: { $what }
join-no-side = The game on the server has no side for you.
join-too-large = The board on the server has more than { $most } fields.
network-in-use = another program uses this address.
network-not-here = this machine does not have this address.
network-nobody = nobody serves a game there.
network-unreachable = the machine cannot be reached.

# Keys.
key-pages = PgUp
key-far = Shift+↑
key-space = Space
key-enter = Enter
hint-line = line
hint-change = change
hint-begin = begin
hint-cursor = cursor
hint-field = field
hint-direction = direction
hint-place = place
hint-rotate = rotate
hint-class = ship
hint-undo = undo
hint-random = random
hint-fill = fill
hint-clear = clear
hint-ship = ship
hint-shoot = shoot
hint-move = move
hint-plane = plane
hint-end = end turn
hint-cancel = cancel
hint-board = board
hint-go-on = continue
hint-pause = pause
hint-single = one turn
hint-speed = speed
hint-new = new game
hint-save = save
hint-help = help
hint-quit = quit
hint-target = add target
hint-let-go = deselect
hint-choose = select ship
hint-news = older news
hint-accept = to battle
hint-leap = five fields
hint-space = like Enter
hint-heat = hint
hint-replay = replay page

# Help.
help-keys = Keys
help-glyphs = Boards
mouse-watch = Mouse: the wheel changes the speed.
mouse-news = Mouse: the wheel scrolls the news.
mouse-sea = Mouse: a click moves the cursor, a second click is like Enter; the wheel scrolls the news.
mouse-battle = Mouse: a click shoots, the wheel scrolls the news.
mouse-placing = Mouse: left places, right takes back or rotates, the wheel rotates.
mouse-start = Mouse: a click selects a line, a second click changes it.
legend-ship = a ship: bow, middle, stern
legend-letters = your ships, by class
legend-unknown = not known
legend-miss = a miss
legend-hit = a hit
legend-own-hit = your ship, hit
legend-sunk = a sunk ship
legend-beside = water next to a sunk ship
legend-named = a hit, with the class of the ship
legend-seen = in view, and empty
legend-reef = a reef
legend-sections = enemy: radar, cannon, engine, other
legend-destroyed = destroyed
legend-plane = what the plane would show
legend-target = a target you have added
legend-range = in range of its cannon
legend-radar = in range of your ship's radar
legend-cannon = a cannon of your own ship
legend-blocked = the ship cannot lie there
legend-free = the ship can lie there
legend-last = the last shots
legend-cursor = the cursor
legend-whole = a ship of one field
legend-part = part of your ship

# Reasons.
reason-not-in-starting-position = The ship must lie in your own waters.
reason-ship-already-present = This ship is placed already.
reason-all-ships-of-the-class-already-set = There are no more ships of this class.
reason-field-does-not-exist = There is no such field to shoot at.
reason-not-all-ships-placed = Not all ships are placed yet.
reason-the-other-player-expected = It is the other player's turn.
reason-placing-ship-on-reef = There is a reef in the way.
reason-placing-ship-too-close-to-other-ship = Too close to another ship.
reason-reef-is-not-placed-on-board = A reef must lie on the board.
reason-ship-cannot-shoot = The cannon is destroyed.
reason-too-many-shoots = No shots are left in this turn.
reason-shooting-too-far = Out of range.
reason-ship-cannot-move = The engine is destroyed.
reason-ship-moved-already = No moves are left in this turn.
reason-ship-went-from-board = The ship would leave the board.
reason-cannot-send-plane = The cannon is destroyed, so no plane can take off.
reason-all-planes-sent = All shots and planes of this turn are used.
reason-shoots-are-unfeasible = Your ships cannot reach all of these targets.
reason-unknown-command = There is no such command.
reason-invalid-arguments = The fleet does not fit the waters.
reason-command-not-available = That is not possible in this game.
reason-ship-not-present = This ship is not on the board.
reason-group-not-closed = Another group is still open.
reason-line-too-long = The line is too long.
reason-fleet-cannot-be-placed = There is no room for the fleet.
reason-field-already-shot = You have shot at this field before.

# The facts behind a reason.
facts-far = { $distance } fields; cannon range { $range }
facts-ships = { $count } ships; { $least } to { $most } are allowed
facts-fields = { $count } fields; at most { $most } are allowed

# Ships.
class-ships-car = carrier
class-ships-bat = battleship
class-ships-cru = cruiser
class-ships-des = destroyer
class-italian-sot = submarine
class-italian-tor = torpedo boat
class-italian-lan = launch
class-german-l7 = ship of seven
class-german-l6 = ship of six
class-german-l5 = ship of five
class-german-l4 = ship of four
class-german-l3 = ship of three
class-german-l2 = ship of two
class-msx-p = aircraft carrier
class-msx-c = cruiser
class-msx-h = seaplane
class-msx-s = submarine
class-russian-p = battleship
class-russian-c = cruiser
class-russian-h = destroyer
class-russian-s = patrol boat
class-hasbro-car = carrier
class-hasbro-bat = battleship
class-hasbro-cru = cruiser
class-hasbro-sub = submarine
class-hasbro-des = destroyer
