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
hits-named = die Art des Schiffs
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
level-1 = Leicht
level-2 = Mittel
level-3 = Schwer
level-4 = Sehr schwer
level-5 = Meister
shooting-basic = ein Schuss je Zug
shooting-extended = jedes Schiff schießt
shooting-auto = Ziele, und es schießt, wer kann
placing-hand = von Hand
placing-random = zufällig
begins-toss = Münzwurf: { $coin }
coin-heads = Kopf
coin-tails = Zahl

# The bar at the top.
you = du
header-placing = Stelle deine Flotte auf
header-places = { $player } stellt die Flotte auf
header-turn = Runde { $turn } · { $whose }
header-over = Das Spiel ist aus
your-move = du bist dran
their-move = der Gegner ist dran
move-of = { $player } ist dran

# Boards.
chart-own = Dein Feld
chart-known = Sicht des Gegners
chart-enemy = Gegnerisches Feld
chart-of = Feld von { $player }

# Panels.
panel-news = Was geschah
panel-news-back = Was geschah ({ $count } neuere: Bild↓)
panel-fleets = Verbleibende Schiffe
panel-placing = Deine Schiffe
panel-placing-of = Die Schiffe von { $player }
panel-commands = Befehle dieses Zuges
panel-figures = Das Spiel
panel-by-class = Treffer nach Art
fleet-yours = du
fleet-theirs = Gegner
fleet-parts = heile Teile
commands-none = noch keine
thinking = Der Gegner denkt nach …
shoot-again = Treffer: schieße noch einmal, oder beende den Zug mit e.
shoot-first = Schieße zuerst: Enter.
hand-over = Drücke Enter und gib die Tastatur weiter.
watch-paused = Pause. Enter spielt einen Zug, p setzt fort.
over-hint = n beginnt ein neues Spiel.

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
ship-none = Kein Schiff gewählt
ship-ranges = Radar { $radar }, Kanone { $cannon }
ship-left = übrig: Fahrten { $moves }, Schüsse { $shots }
range-none = zerstört
range-everywhere = überallhin
aim-shot = Enter schießt auf { $field }.
aim-target = Enter nennt { $field } als Ziel.
aim-let-go = Enter lässt los: { $ship }.
aim-choose = Enter wählt: { $ship }.
aim-far = { $field } ist außer Reichweite.
aim-plane = Enter schickt ein Flugzeug nach { $field }.
aim-move = Enter bewegt das Schiff dorthin.
aim-move-uncertain = Enter bewegt das Schiff in Gewässer, die du nicht siehst.
choose-a-ship = Wähle zuerst ein Schiff: Tab, oder Enter darauf.
no-carrier = Kein Flugzeugträger kann Flugzeuge starten.
nothing-to-undo = Es gibt nichts zurückzunehmen.
unseen = Etwas, das du nicht siehst, ist zu nah.

# What happened.
shot-miss = { $who }: { $field }, Wasser
shot-hit = { $who }: { $field }, Treffer!
shot-hit-ship = { $who }: { $field }, Treffer: { $ship }!
shot-sunk = { $who }: { $field }, { $ship } versenkt!
forced = (erzwungener Angriff)
news-tossed = Die Münze zeigt { $coin }. Es beginnt: { $who }
news-tossed-you = Die Münze zeigt { $coin }. Du beginnst.
news-placed = { $who }: die Flotte steht
news-passed = { $who }: kein Schuss
news-wasted = { $who }: ein Feld zum zweiten Mal, kein Schuss
news-damaged = Getroffen: dein Schiff { $ship } ({ $parts })
news-lost = Versenkt: dein Schiff { $ship }
news-damaged-of = { $who }: { $ship } getroffen ({ $parts })
news-lost-of = { $who }: { $ship } versenkt
news-missed = Deine Schüsse haben nichts zerstört: { $shots }
news-unharmed = Der Gegner hat gespielt und kein Schiff getroffen.
news-destroyed = Der Gegner hat Teile verloren: { $parts }
you-won = Du hast gewonnen!
you-lost = Du hast verloren.
has-won = { $who } hat gewonnen!

# Figures.
figure-turns = Züge
figure-shots = Schüsse
figure-hits = Treffer
figure-precision = Genauigkeit
figure-sunk = versenkt
figure-moves = Fahrten
figure-planes = Flugzeuge

# The screen between two people.
curtain-title = { $player } ist dran
curtain-text = Jetzt sieht nur { $player } auf den Bildschirm.
curtain-key = Drücke die Leertaste.

# Questions and files.
quit-title = Spiel beenden?
quit-kept = Es bleibt erhalten: die erste Seite bietet es an.
quit-keys = Enter beendet, Esc spielt weiter
quit-keys-save = Enter beendet, s speichert und beendet, Esc spielt weiter
end-keys = Enter oder e beendet den Zug, Esc spielt weiter
end-title = Schüsse, die in diesem Zug übrig sind: { $count }
save-title = Spiel als Skript speichern
save-keys = Enter speichert, Esc geht zurück
saved = Gespeichert in { $what }.
save-failed = Nicht gespeichert: { $what }
file-exists = die Datei gibt es schon; wähle einen anderen Namen.
file-not-found = das Verzeichnis gibt es nicht.
file-denied = dafür fehlt die Berechtigung.
file-directory = das ist ein Verzeichnis.
file-full = der Datenträger ist voll.
file-busy = ein anderes Programm benutzt sie.
log-failed = Das Protokoll lässt sich nicht schreiben: { $what }
last-failed = Das letzte Spiel geht nicht weiter: { $what }
too-small = Admiralty braucht { $columns } Spalten und { $rows } Zeilen; vorhanden sind { $width } und { $height }.
unknown-key = { $key } hat hier keine Wirkung; ? zeigt die Tasten.

# Keys.
key-pages = Bild↑
key-far = Umschalt+↑
key-space = Leertaste
key-enter = Enter
hint-line = Zeile
hint-change = ändern
hint-begin = beginnen
hint-cursor = Zeiger
hint-field = Feld
hint-direction = Richtung
hint-place = setzen
hint-rotate = drehen
hint-class = Schiff
hint-undo = zurück
hint-random = Zufall
hint-fill = ergänzen
hint-clear = leeren
hint-ship = Schiff
hint-shoot = schießen
hint-move = fahren
hint-plane = Flugzeug
hint-end = Zug beenden
hint-cancel = abbrechen
hint-board = Feld
hint-go-on = weiter
hint-pause = Pause
hint-single = ein Zug
hint-speed = Tempo
hint-new = neues Spiel
hint-save = speichern
hint-help = Hilfe
hint-quit = Ende
hint-target = Ziel nennen
hint-let-go = loslassen
hint-choose = Schiff wählen
hint-news = Früheres
hint-accept = in den Kampf
hint-leap = fünf Felder

# Help.
help-keys = Tasten
help-glyphs = Felder
mouse-watch = Maus: das Rad ändert das Tempo.
mouse-news = Maus: das Rad blättert in den Ereignissen.
mouse-sea = Maus: ein Klick bewegt den Zeiger, ein zweiter tut, was Enter tut; das Rad blättert in den Ereignissen.
mouse-battle = Maus: ein Klick schießt, das Rad blättert in den Ereignissen.
mouse-placing = Maus: links setzt, rechts nimmt zurück oder dreht, das Rad dreht.
mouse-start = Maus: ein Klick wählt eine Zeile und ändert sie.
legend-ship = ein Schiff: Bug, Deck, Heck
legend-letters = deine Schiffe, je nach Art
legend-unknown = unbekannt
legend-miss = Fehlschuss
legend-hit = ein Treffer
legend-sunk = ein versenktes Schiff
legend-beside = Wasser neben einem versenkten Schiff
legend-named = ein Treffer, mit Art des Schiffs
legend-seen = gesehen und leer
legend-reef = ein Riff
legend-sections = Gegner: Radar, Kanone, Maschine, anderes
legend-destroyed = zerstört
legend-plane = was das Flugzeug sähe
legend-target = ein Ziel, das du genannt hast
legend-range = so weit reicht seine Kanone
legend-radar = das sieht das Radar deines Schiffs
legend-cannon = eine eigene Kanone
legend-blocked = dort nicht
legend-free = dort kann das Schiff liegen
legend-last = die letzten Schüsse
legend-cursor = der Zeiger
legend-whole = ein Schiff von einem Feld

# Reasons.
reason-not-in-starting-position = Das Schiff muss in deinem Gebiet liegen.
reason-ship-already-present = Dieses Schiff steht schon.
reason-all-ships-of-the-class-already-set = Von dieser Art gibt es keine Schiffe mehr.
reason-field-does-not-exist = Dieses Feld gibt es nicht.
reason-not-all-ships-placed = Noch stehen nicht alle Schiffe.
reason-the-other-player-expected = Der andere Spieler ist dran.
reason-placing-ship-on-reef = Dort ist ein Riff.
reason-placing-ship-too-close-to-other-ship = Zu nah an einem anderen Schiff.
reason-reef-is-not-placed-on-board = Ein Riff muss auf dem Feld liegen.
reason-ship-cannot-shoot = Die Kanone ist zerstört.
reason-too-many-shoots = In diesem Zug ist kein Schuss mehr übrig.
reason-shooting-too-far = Außer Reichweite.
reason-ship-cannot-move = Die Maschine ist zerstört.
reason-ship-moved-already = In diesem Zug ist keine Fahrt mehr übrig.
reason-ship-went-from-board = Das Schiff würde das Feld verlassen.
reason-cannot-send-plane = Die Kanone ist zerstört, kein Flugzeug startet.
reason-all-planes-sent = Alle Schüsse und Flugzeuge des Zuges sind verbraucht.
reason-shoots-are-unfeasible = Deine Schiffe erreichen nicht alle diese Ziele.
reason-unknown-command = Diesen Befehl gibt es nicht.
reason-invalid-arguments = Die Flotte passt nicht ins Spielfeld.
reason-command-not-available = So geht es nicht.
reason-ship-not-present = Dieses Schiff ist nicht auf dem Feld.
reason-group-not-closed = Eine andere Gruppe ist noch offen.
reason-line-too-long = Die Zeile ist zu lang.
reason-fleet-cannot-be-placed = Für die Flotte ist kein Platz.
reason-field-already-shot = Auf dieses Feld hast du schon geschossen.

# The facts behind a reason.
facts-far = { $distance } Felder, und die Kanone schießt { $range } weit
facts-ships = Schiffe: { $count }; es dürfen { $least } bis { $most } sein
facts-fields = Felder: { $count }; es dürfen { $most } sein

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
class-russian-s = Boot
class-hasbro-car = Flugzeugträger
class-hasbro-bat = Schlachtschiff
class-hasbro-cru = Kreuzer
class-hasbro-sub = U-Boot
class-hasbro-des = Zerstörer
