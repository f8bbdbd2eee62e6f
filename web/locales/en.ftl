# The interface of the playground. What it shares with the replay page is in English in
# crates/pages/src/assets/replay; ships and reasons are those of crates/play/src/locales.
language-name = English
language = Language

# The header.
ways-in =
    .aria-label = Ways in
learn = Learn
check-program = Check my program
check = Check
play = Play
file = File
open-file = Open a file …
example = Example
choose-one = choose one
save-script = Save the script
save-page = Save the replay page
save-picture = Save the picture of the board
copy-link = Copy a link
start-afresh = Start afresh
help = Help

# The script.
script = Script
script-editor =
    .aria-label = Script
go-to-group =
    .title = The cursor is in this group: go to its start
group = Group { $tag } from line { $line }
format = Format
script-too-long = A script has at most { $millions } million characters.
replace-with = Replace with { $text }
script-width =
    .aria-label = Width of the script
results-width =
    .aria-label = Width of the results

# The first visit.
welcome = Ships is naval battle as text: a script sets up two fleets and plays their turns. This page runs it as you type, and sends nothing anywhere. The last shot of this example is wrong on purpose: Problems explains it.
welcome-learn = Learn it in ten lessons
welcome-check = Check my program
welcome-play = Play a game
welcome-write = Just write

# Lessons.
lesson-list =
    .aria-label = Lesson
lesson-afresh =
    .title = Start this lesson afresh
    .aria-label = Start this lesson afresh
end-lesson =
    .aria-label = Close the lesson
show-solution = Show the solution
previous = Previous
next = Next
lesson-heading = Lesson { $number } of { $count }: { $title }
lesson-script = The script of lesson { $number }.
lesson-solution = This is the solution.
lesson-as-at-first = The lesson is as it was at first.
lesson-right = Right.
lesson-start = Your turn: change the script below.
lesson-error = Line { $line } has an error.
lesson-wrong = Not yet: the output differs.
lesson-other = Done before; now the output differs.
lesson-warned = Almost: line { $line } has a warning.
lesson-why = Why?
lesson-difference = What the lesson asks for, and what your script prints:
lessons-done = All lessons are done: now check your own program, or play a game.

lesson-groups = Groups
lesson-groups-text = A script consists of groups. A tag opens a group, and the same tag closes it: [state] for the setup, [playerA] and [playerB] for turns. REEF 3 4 puts a reef on row 3, column 4; PRINT 0 prints the board (PRINT 1: with the parts of ships).
lesson-groups-task = Add a [state] group with PRINT 0 at the end.
lesson-placing = Placing ships
lesson-placing-text = The numbers of SET_FLEET count carriers (CAR), battleships (BAT), cruisers (CRU) and destroyers (DES).
lesson-placing-key = y x: row and column of the head; D: where it points (N, E, S, W); i: number in its class, from 0; C: class
lesson-placing-task = Place B’s destroyer in B’s empty group: its head on 12 3, pointing north.
lesson-shooting = Shooting
lesson-shooting-text = A player has one shot in a turn, unless EXTENDED_SHIPS is set (lesson 7). Rows and columns count from 0, at the top left.
lesson-shooting-task = In A’s last group, let A shoot at the field behind the head of B’s destroyer.
lesson-moving = Moving
lesson-moving-text = A destroyer may move three times in a turn.
lesson-moving-key = i C: number and class; m: F (one field ahead), L or R (turn to the left or to the right)
lesson-moving-task = Let B’s destroyer turn to the right and then go two fields ahead.
lesson-radar = Radar
lesson-radar-text = In the group of a player, PRINT shows only what that player sees: its own ships, and what is near their heads, where the radar is.
lesson-radar-task = Print the board as B sees it, with the parts of the ships: PRINT 1, in a turn of B after the one of A.
lesson-planes = Spy planes
lesson-planes-text = A carrier sends planes. The player sees the fields around y x until its next turn.
lesson-planes-key = i: number of the carrier; y x: row and column of the field
lesson-planes-task = Send a plane of 0 CAR to the field 12 4, and print what A sees after it (PRINT 0, in the same turn).
lesson-automatic = Automatic shooting
lesson-automatic-text = With EXTENDED_SHIPS and AUTO_SHOOTING, a turn lists targets, SHOOT y x. When it ends, they are divided among the ships whose cannons reach them.
lesson-automatic-task = A’s cruiser has to come nearer: move it one field ahead before the shots at 12 3 and 11 4.
lesson-saving = Saving
lesson-saving-text = SAVE prints the game as a script that begins with the same state.
lesson-saving-task = Save this game after its last turn, in a [state] group.
lesson-program = A turn of the program
lesson-program-text = If a built-in player moves next, it plays a turn when the script ends, and prints it as a script.
lesson-program-task = Add SET_AI_PLAYER B to the first group. Then try “Next turn” under Output.
lesson-mistakes = Ten mistakes
lesson-mistakes-text = A’s cruiser is at 1 1, pointing west; its destroyer at 4 4, pointing north. B’s destroyer is at 12 3, pointing north. A shoots at 13 4, B moves its destroyer ahead, A shoots at 12 3. At the end, the board is printed with PRINT 0.
lesson-mistakes-task = Ten lines are wrong. Problems explains each: correct them.

# The results.
results =
    .aria-label = Results
tab-problems = Problems
tab-output = Output
tab-compare = Compare
tab-tests = Tests
tab-analysis = Analysis
no-problems = No problems.
example-error = The example has it on purpose, to show how an error is explained.
errors = { $count ->
        [one] 1 error
       *[other] { $count } errors
    }
warnings = { $count ->
        [one] 1 warning
       *[other] { $count } warnings
    }
line = Line { $line }
next-turn = Next turn
to-the-end = To the end
line-refused = Line { $line } was refused
output-of-script =
    .aria-label = Output of the script
more-characters = … { $count } more characters
no-board = There is no board: { $why }.

paste-output = Paste the output of your program for this script, or drop a file; it stays in this page.
output-right = The output is right.
output-space = Only white space differs.
output-wrong = The output is wrong.
expected = Expected
found = Found
fields-differ = { $count ->
        [one] Both boards in one: 1 field differs
       *[other] Both boards in one: { $count } fields differ
    }
go-to-print = Go to line { $line }, which prints it
output-too-long = An output has at most { $size } MiB.
not-compared = Not compared here, although the file has it: { $what }.
cannot-be-read = { $file } cannot be read.
utf-16 = UTF-16
windows-ends = Windows line ends
byte-order-mark = a byte order mark

tests-run = This page does not run your program: run it yourself on each script, and save what it prints.
tests-command = ./program < T1.in > T1.txt
choose-tests = Then choose the folder that has both, or drop it here. The scripts are the tests of your assignment; File has examples, too, and saves them. Each output is compared with T1.out or, if that is missing, with what Admiralty prints. Nothing leaves this page.
choose-folder = Choose the folder …
choose-files = Choose files …
test = Test
verdict = Verdict
first-difference = First difference
no-tests = There is no script (T1.in) here, only { $files }. Choose the scripts together with what your program prints for them (T1.txt).
test-of = Test { $number } of { $count } …
accepted-of = { $accepted } of { $count } accepted.
peculiarities = Outputs: { $count }. { $what }.
peculiarity = { $what } in { $count }
compare-without = Compare without
compare-with = Compare them, too
cannot-read-dropped = The browser cannot read what was dropped: choose the folder instead.
too-many-files = There are more than { $count } files: choose the folder of the tests alone.
several-outputs = There are several outputs: { $names }.
no-output = Its output is missing: save what your program prints as { $name }.txt.
file-too-long = { $file } is longer than { $size } MiB.
choose-again = { $file } cannot be read; if it has changed, choose the folder again.
verdict-ac = accepted
verdict-pe = only white space differs
verdict-wa = wrong answer

analyse-shots = Analyse the shots
analysing = Analysing …
no-analysis = There is no analysis: { $why }.
analysed = The board shows the chances before each shot.

# The views of a phone.
views =
    .aria-label = Views
view-script = Script
view-board = Board
view-results = Output

# Notices.
undo-change = Undo
last-script = This is your last script.
first-example = This is the first example.
this-example = This is the example { $name }.
this-file = This is { $name }.
this-link = This is the script of the link.
this-test = This is the script of the test.
this-game = This is the script of the game.
no-room = The browser has no room for this script: save it before you close the page.
not-remembered = The browser stores nothing for this page, so its language cannot be changed.
played-turn = The program has played a turn.
played-to-end = The program has played to the end.
no-turn = The program has no turn here: SET_AI_PLAYER leaves a player to it.
link-copied = The address of this script is copied.
link-in-address = The address of this page is that of this script now.
link-damaged = The link is damaged or incomplete: its script cannot be read.
link-too-long = The script of the link is too long.
no-start = The page could not start its interpreter: open the page again.
stopped = Stopped after { $seconds } seconds.
out-of-memory = Stopped: the script needs too much memory ({ $why }).
no-pictures = This browser draws no pictures.

# A game.
game = Game
analyse-game = Analyse the game
new-game = New game
game-script = Open as a script
back-to-script = Back to the script
game-rules = Rules
game-level = Level
game-side = Rows and columns
game-shots = Shots
shots-extended = each ship shoots
shots-basic = one per turn
game-reefs = Reefs
game-first = First
first-toss = a toss
first-you = you
first-program = the program
start = Start
rotate = Rotate
next-class = Next class
undo = Undo
random = Random
ready = Ready
hint = Hint
end-turn = End turn
ship-list =
    .aria-label = Ship
no-ship = no ship
news = What has happened
news-all = All { $count }
news-last = Fewer
afloat = Afloat
you = You
enemy = Enemy
game-keys = With the keyboard: the arrows move the cursor on the board, Enter acts there, “r” turns a ship.
choose-game = Choose a game. You are A, the program is B; it knows only what its ships see.
refused = Refused: { $why }
you-won = You have won.
program-won = The program has won.
score = You: { $hits } hits in { $shots } shots. The program: { $enemyHits } in { $enemyShots }.
place-ship = Place a ship ({ $ship }) of length { $length }, { $left } left: choose where its head lies.
fleet-complete = The fleet is complete.
your-shot = Your shot: choose a field of the enemy’s waters.
likeliest = The enemy is likeliest on { $field }: { $chance } %.
choose-plane-field = Choose the field that the plane flies to.
choose-ship = Choose a ship: it moves and shoots.
choose-ship-first = Choose a ship first.
shoot-or-move = Shoot once, anywhere; choose a ship to move it.
ship-has = { $shots ->
    [0] { $ship }: moves left { $moves }, shots left { $shots }.
   *[other] { $ship }: moves left { $moves }, shots left { $shots }. Choose a field to shoot at.
}
tap-again = { $field }: tap again to act there.
move-f = Ahead
move-l = Turn left
move-r = Turn right
plane = Plane
may-be-in-the-way = something unseen may be in the way
unseen = Something unseen is in the way.

field-text = row { $row }, column { $column }: { $what }
ship-part = { $ship } { $index } of { $player }, part { $part }
field-radar = radar
field-cannon = cannon
field-engine = engine
field-unknown = unknown
field-water = water
field-missed = water, shot at
field-hit = hit
field-sunk = sunk
field-reef = reef
field-ship = a ship

# The search of the editor.
editor-find = Find
editor-replace = Replace
editor-next = next
editor-previous = previous
editor-all = all
editor-match-case = match case
editor-by-word = by word
editor-regexp = regexp
editor-replace-one = replace
editor-replace-all = replace all
editor-close = close
editor-go-to-line = Go to line
editor-go = go
editor-diagnostics = Problems
editor-no-diagnostics = No problems

# Where one of two texts has ended.
answer-ends = (the answer ends here)
output-ends = (the output ends here)
