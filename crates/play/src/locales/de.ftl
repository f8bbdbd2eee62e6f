# The start.
language = Deutsch
form-last = Weiterspielen: { $rules }, Runde { $turn }
form-language = Sprache
greeting = Willkommen an Bord! Was spielen wir?
form-rules = Regeln
form-player = Spieler { $player }
form-name = Name
form-side = Spielfeld
form-length = Länge
form-hits = Ein Treffer verrät
hits-named = den Schiffstyp
hits-plain = nur, dass es ein Schiff ist
form-rows = Zeilen
form-columns = Spalten
form-reefs = Riffe
form-shooting = Schießen
form-placing = Aufstellung
form-begins = Erster Zug
form-begin = Los!
rules-ships = Schiffe fahren und schicken Flugzeuge
rules-italian = battaglia navale, je ein Schuss
rules-german = wer trifft, schießt weiter
rules-msx = batalha naval, Schiffe liegen waagerecht
rules-russian = auf Karopapier, die übliche Flotte
rules-hasbro = Brettspiel, Schiffe dürfen sich berühren
controller-person = ein Mensch
controller-computer = { $name } (Stufe { $level } von { $of })
level-1 = leicht
level-2 = mittel
level-3 = schwer
level-4 = sehr schwer
level-5 = Meister
shooting-basic = ein Schuss je Zug
shooting-extended = jedes Schiff schießt
shooting-auto = Ziele angeben, es schießt, wer sie erreicht
placing-hand = von Hand
placing-random = zufällig
begins-toss = Münzwurf, gewählt: { $coin }
coin-heads = Kopf
coin-tails = Zahl

# The bar at the top.
you = du
opponent = Gegner
header-placing = Stelle deine Flotte auf
header-places = { $player } stellt die Flotte auf
header-turn = Runde { $turn } · { $whose }
header-over = Das Spiel ist aus
your-move = du bist dran
their-move = der Gegner ist dran
move-of = { $player } ist dran

# Boards.
chart-own = Dein Spielfeld
chart-known = Sicht des Gegners
chart-enemy = Spielfeld des Gegners
chart-of = Spielfeld von { $player }

# Panels.
panel-news = Ereignisse
panel-news-back = Ereignisse ({ $count } neuere: Bild↓)
panel-fleets = Verbleibende Schiffe
panel-placing = Deine Schiffe
panel-placing-of = Die Schiffe von { $player }
panel-commands = Befehle dieses Zuges
panel-figures = Das Spiel
panel-by-class = Treffer nach Schiffstyp
fleet-yours = deine
fleet-theirs = Gegner
fleet-parts = intakte Teile
commands-none = noch keine
thinking = Der Gegner denkt nach …
shoot-again = Treffer: Schieße noch einmal, oder beende den Zug mit „e“.
heat-shown = Chance auf ein Schiff in %: { $fields }
heat-unknown = Kein Hinweis: Keine Flotte passt zu dem, was bekannt ist.
heat-none = Kein Hinweis: Außer Sicht ist nirgends ein Schiff zu erwarten.
shoot-first = Schieße zuerst: Enter.
hand-over = Drücke Enter und gib die Tastatur weiter.
watch-paused = Pause. Enter: ein Zug, „p“: weiter.
over-hint = „n“: neues Spiel.

# Placing.
placing-here = { $ship } auf { $field }, Bug nach { $direction }
placing-ahead = { $ship } ab { $field } nach { $direction }
placing-progress = Aufgestellt: { $percent } %
placing-free = Der Platz ist frei.
placing-done = Alle Schiffe sind aufgestellt. Enter: in den Kampf!
direction-n = oben
direction-e = rechts
direction-s = unten
direction-w = links

# Ships that move.
ship-none = Kein Schiff ausgewählt
ship-ranges = Radar { $radar }, Kanone { $cannon }
ship-left = übrig: Bewegungen { $moves }, Schüsse { $shots }
range-none = zerstört
range-everywhere = unbegrenzt
aim-shot = Enter: auf { $field } schießen.
aim-target = Enter: { $field } als Ziel markieren.
aim-let-go = Enter: Auswahl aufheben ({ $ship }).
aim-choose = Enter: { $ship } auswählen.
aim-far = { $field } ist außer Reichweite.
aim-plane = Enter: Flugzeug nach { $field } schicken.
aim-move = Enter: Schiff dorthin bewegen.
aim-move-uncertain = Enter: Schiff in Gewässer bewegen, die du nicht siehst.
aim-move-risky = Enter: Schiff in Gewässer bewegen, die du nicht siehst. Ist dort ein Schiff im Weg, verlierst du das Spiel.
choose-a-ship = Wähle zuerst ein Schiff aus: Tab, oder Enter darauf.
no-carrier = Kein Flugzeugträger kann Flugzeuge starten.
nothing-to-undo = Es gibt nichts zurückzunehmen.
unseen = Etwas, das du nicht siehst, ist zu nah.

# What happened.
shot-miss = { $who }: { $field }, Wasser
shot-hit = { $who }: { $field }, Treffer!
shot-hit-ship = { $who }: { $field }, Treffer: { $ship }!
shot-sunk = { $who }: { $field }, { $ship } versenkt!
forced = (erzwungener Angriff)
news-tossed = Die Münze zeigt { $coin }. Erster Zug: { $who }
news-tossed-you = Die Münze zeigt { $coin }. Du beginnst.
news-placed = { $who }: Flotte aufgestellt
news-passed = { $who }: kein Schuss
news-wasted = { $who }: Feld schon beschossen, kein Schuss
news-damaged = dein { $ship }: { $lost } Treffer, noch { $left ->
        [one] 1 Teil
       *[other] { $left } Teile
    }
news-lost = dein { $ship }: versenkt
news-damaged-of = { $who }, { $ship }: { $lost } Treffer, noch { $left ->
        [one] 1 Teil
       *[other] { $left } Teile
    }
news-lost-of = { $who }, { $ship }: versenkt
news-missed = Deine Schüsse haben nichts zerstört: { $shots }
news-unharmed = Der Gegner hat gespielt und kein Schiff getroffen.
news-destroyed = Zerstörte gegnerische Teile: { $parts }
you-won = Du hast gewonnen!
you-lost = Du hast verloren.
has-won = { $who } hat gewonnen!

# Figures.
figure-turns = Züge
figure-shots = Schüsse
figure-hits = Treffer
figure-precision = Trefferquote
figure-sunk = versenkte Schiffe
figure-moves = Bewegungen
figure-planes = Flugzeuge
figure-hints = Hinweise

# Puzzles.
puzzle-title = Aufgabe { $number } · Punkte: { $points }/{ $answers }
puzzle-search = Eine Aufgabe wird gesucht …
puzzle-ask = Wo ist ein Treffer am wahrscheinlichsten? Enter schießt.
puzzle-field = { $field }: { $chance } %
puzzle-best = Der beste Schuss: { $chance } %.
puzzle-worse = Chance: { $chance } %. Am besten: { $best }, { $most } %. Punkte: { $points }
puzzle-score = Antworten: { $answers }, Punkte: { $points }

# The screen between two people.
curtain-title = { $player } ist dran
curtain-text = Jetzt darf nur { $player } auf den Bildschirm sehen.
curtain-key = Drücke die Leertaste.

# Questions and files.
quit-title = Spiel beenden?
quit-kept = Es ist gespeichert; die Startseite bietet es an.
quit-lost = Wer das Spiel verlässt, verliert es.
quit-keys = Enter: beenden, Esc: weiterspielen
quit-keys-save = Enter: beenden, „s“: speichern und beenden, Esc: weiterspielen
end-keys = Enter oder „e“: Zug beenden, Esc: weiterspielen
end-title = Übrige Schüsse in diesem Zug: { $count }
save-title = Spiel als Skript speichern
save-keys = Enter: speichern, Esc: zurück
saved = Gespeichert in { $what }.
save-failed = Nicht gespeichert: { $what }
file-exists = die Datei gibt es schon; wähle einen anderen Namen.
file-not-found = das Verzeichnis gibt es nicht.
file-denied = dafür fehlt die Berechtigung.
file-directory = das ist ein Verzeichnis.
file-full = der Datenträger ist voll.
file-busy = ein anderes Programm benutzt sie.
log-failed = Das Protokoll lässt sich nicht schreiben: { $what }
last-failed = Das letzte Spiel lässt sich nicht fortsetzen: { $what }
remote-refused = Der Server hat einen Befehl abgelehnt, damit ist das Spiel verloren: { $what }.
remote-enemy-left = Der Gegner ist gegangen, oder seine Zeit war um: Du hast gewonnen.
remote-late = Deine Zeit war um: Du hast verloren.
remote-closed-in-turn = Die Verbindung ist in deinem Zug abgebrochen: Vielleicht war die Zeit um.
remote-closed = Die Verbindung ist ohne Sieger abgebrochen: Vielleicht ist der Gegner gegangen.
remote-silent = Der Server antwortet nicht.
remote-garbled = Der Server hat etwas Unverständliches geschickt: { $what }.
remote-again = „n“ verbindet neu.
too-small = Admiralty braucht { $columns } Spalten und { $rows } Zeilen; vorhanden sind { $width } und { $height }. Vergrößere das Fenster, oder beende mit Strg+C.
unknown-key = { $key } hat hier keine Wirkung; „?“ zeigt die Tasten.
paste-ignored = Eingefügter Text hat hier keine Wirkung.

# Spiele über ein Netz.
host-title = Warten auf den Mitspieler …
host-command = Dein Mitspieler tippt diese Zeile:
host-token = Und danach dieses Kennwort:
host-anywhere = Wer diesen Rechner erreicht und das Kennwort kennt, kann mitspielen. Nichts ist verschlüsselt.
host-here = Nur an diesem Rechner kann jemand mitspielen.
host-keys = „q“ oder Strg+C beendet.
connect-token = Kennwort:
connect-waiting = Verbunden mit { $what }, warte auf das Spiel. Strg+C bricht ab.
join-closed = Der Server hat die Verbindung vor Spielbeginn geschlossen.
join-refused = Der Server lehnt das Kennwort ab: { $what }.
token-the-first-line-is-not-a-token = die erste Zeile ist kein Kennwort
token-no-token-came-in-time = es kam nicht rechtzeitig
token-there-is-no-such-token = dieses Kennwort gibt es nicht
token-the-seat-is-taken = der Platz ist besetzt
join-no-game = Der Server hat etwas geschickt, womit kein Spiel beginnt: { $what }
join-no-side = Im Spiel auf dem Server ist für dich keine Seite frei.
join-too-large = Das Spielfeld auf dem Server hat mehr als { $most } Felder.
network-in-use = diese Adresse benutzt schon ein anderes Programm.
network-not-here = dieser Rechner hat diese Adresse nicht.
network-nobody = dort bietet niemand ein Spiel an.
network-unreachable = der Rechner ist nicht erreichbar.

# Keys.
key-pages = Bild↑
key-far = Umschalt+↑
key-space = Leertaste
key-enter = Enter
hint-line = Zeile
hint-change = ändern
hint-begin = beginnen
hint-cursor = Cursor
hint-field = Feld
hint-direction = Richtung
hint-place = setzen
hint-rotate = drehen
hint-class = Schiff
hint-undo = zurücknehmen
hint-random = Zufall
hint-fill = ergänzen
hint-clear = leeren
hint-ship = Schiff
hint-shoot = schießen
hint-move = bewegen
hint-plane = Flugzeug
hint-end = Zug beenden
hint-cancel = abbrechen
hint-board = Spielfeld
hint-go-on = weiter
hint-pause = Pause
hint-single = ein Zug
hint-speed = Tempo
hint-new = neues Spiel
hint-save = speichern
hint-help = Hilfe
hint-quit = Ende
hint-target = markieren
hint-let-go = Auswahl aufheben
hint-choose = Schiff auswählen
hint-news = Früheres
hint-accept = in den Kampf
hint-leap = fünf Felder
hint-space = wie Enter
hint-heat = Hinweis
hint-replay = Replay-Seite

# Help.
help-keys = Tasten
help-glyphs = Spielfelder
mouse-watch = Maus: Das Rad ändert das Tempo.
mouse-news = Maus: Das Rad blättert in den Ereignissen.
mouse-sea = Maus: Ein Klick bewegt den Cursor, ein zweiter Klick entspricht Enter; das Rad blättert in den Ereignissen.
mouse-battle = Maus: Ein Klick schießt, das Rad blättert in den Ereignissen.
mouse-placing = Maus: Links setzt, rechts nimmt zurück oder dreht, das Rad dreht.
mouse-start = Maus: Ein Klick wählt eine Zeile aus, ein zweiter Klick ändert sie.
legend-ship = ein Schiff: Bug, Mitte, Heck
legend-letters = deine Schiffe, je nach Typ
legend-unknown = unbekannt
legend-miss = Wasser
legend-hit = ein Treffer
legend-own-hit = ein Treffer auf deinem Schiff
legend-sunk = ein versenktes Schiff
legend-beside = Wasser neben einem versenkten Schiff
legend-named = ein Treffer, mit Schiffstyp
legend-seen = gesehen und leer
legend-reef = ein Riff
legend-sections = Gegner: Radar, Kanone, Motor, Rest
legend-destroyed = zerstört
legend-plane = was das Flugzeug sähe
legend-target = ein Ziel, das du markiert hast
legend-range = in Reichweite seiner Kanone
legend-radar = in Reichweite seines Radars
legend-cannon = eine eigene Kanone
legend-blocked = dort kann es nicht liegen
legend-free = dort kann das Schiff liegen
legend-last = die letzten Schüsse
legend-cursor = der Cursor
legend-whole = ein Schiff von einem Feld
legend-part = Teil deines Schiffs

# Reasons.
reason-not-in-starting-position = Das Schiff muss in deinem Gebiet liegen.
reason-ship-already-present = Dieses Schiff ist schon aufgestellt.
reason-all-ships-of-the-class-already-set = Von diesem Typ gibt es keine Schiffe mehr.
reason-field-does-not-exist = Dieses Feld gibt es nicht.
reason-not-all-ships-placed = Noch sind nicht alle Schiffe aufgestellt.
reason-the-other-player-expected = Der andere Spieler ist dran.
reason-placing-ship-on-reef = Dort ist ein Riff.
reason-placing-ship-too-close-to-other-ship = Zu nah an einem anderen Schiff.
reason-reef-is-not-placed-on-board = Ein Riff muss auf dem Spielfeld liegen.
reason-ship-cannot-shoot = Die Kanone ist zerstört.
reason-too-many-shoots = In diesem Zug ist kein Schuss mehr übrig.
reason-shooting-too-far = Außer Reichweite.
reason-ship-cannot-move = Der Motor ist zerstört.
reason-ship-moved-already = In diesem Zug ist keine Bewegung mehr übrig.
reason-ship-went-from-board = Das Schiff würde das Spielfeld verlassen.
reason-cannot-send-plane = Die Kanone ist zerstört, kein Flugzeug startet.
reason-all-planes-sent = Alle Schüsse und Flugzeuge des Zuges sind verbraucht.
reason-shoots-are-unfeasible = Deine Schiffe erreichen nicht alle diese Ziele.
reason-unknown-command = Diesen Befehl gibt es nicht.
reason-invalid-arguments = Die Flotte passt nicht ins Spielfeld.
reason-command-not-available = Das geht in diesem Spiel nicht.
reason-ship-not-present = Dieses Schiff ist nicht auf dem Spielfeld.
reason-group-not-closed = Eine andere Gruppe ist noch offen.
reason-line-too-long = Die Zeile ist zu lang.
reason-fleet-cannot-be-placed = Für die Flotte ist kein Platz.
reason-field-already-shot = Auf dieses Feld hast du schon geschossen.

# The facts behind a reason.
facts-far = { $distance } Felder; Reichweite der Kanone: { $range }
facts-ships = Schiffe: { $count }; es dürfen { $least } bis { $most } sein
facts-fields = Felder: { $count }; es dürfen höchstens { $most } sein

# Ships.
class-ships-car = Flugzeugträger
class-ships-bat = Schlachtschiff
class-ships-cru = Kreuzer
class-ships-des = Zerstörer
class-italian-sot = U-Boot
class-italian-tor = Torpedoboot
class-italian-lan = Barkasse
class-german-l7 = Siebener
class-german-l6 = Sechser
class-german-l5 = Fünfer
class-german-l4 = Vierer
class-german-l3 = Dreier
class-german-l2 = Zweier
class-msx-p = Flugzeugträger
class-msx-c = Kreuzer
class-msx-h = Wasserflugzeug
class-msx-s = U-Boot
class-russian-p = Schlachtschiff
class-russian-c = Kreuzer
class-russian-h = Zerstörer
class-russian-s = Patrouillenboot
class-hasbro-car = Flugzeugträger
class-hasbro-bat = Schlachtschiff
class-hasbro-cru = Kreuzer
class-hasbro-sub = U-Boot
class-hasbro-des = Zerstörer
