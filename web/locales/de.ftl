# The interface of the playground in German.
language-name = Deutsch
language = Sprache

# The header.
ways-in =
    .aria-label = Einstiege
learn = Lernen
check-program = Mein Programm prüfen
check = Prüfen
play = Spielen
file = Datei
open-file = Datei öffnen …
example = Beispiel
choose-one = auswählen
save-script = Skript speichern
save-page = Replay-Seite speichern
save-picture = Bild des Spielfelds speichern
copy-link = Link kopieren
start-afresh = Neu anfangen
help = Hilfe
theme =
    .title = Hell oder dunkel
    .aria-label = Hell oder dunkel

# The script.
script = Skript
script-editor =
    .aria-label = Skript
go-to-group =
    .title = Der Cursor steht in dieser Gruppe: zu ihrem Anfang
group = Gruppe { $tag } ab Zeile { $line }
format = Formatieren
script-too-long = Ein Skript hat höchstens { $millions } Millionen Zeichen.
replace-with = Durch { $text } ersetzen
script-width =
    .aria-label = Breite des Skripts
results-width =
    .aria-label = Breite der Ergebnisse

# The first visit.
welcome = Ships ist Schiffeversenken als Text: Ein Skript stellt zwei Flotten auf und spielt ihre Züge. Diese Seite führt es aus, während du schreibst, und sendet nichts. Der letzte Schuss in diesem Beispiel ist absichtlich falsch: „Probleme“ erklärt ihn.
welcome-learn = In zehn Lektionen lernen
welcome-check = Mein Programm prüfen
welcome-play = Spielen
welcome-write = Einfach schreiben

# Lessons.
lesson-list =
    .aria-label = Lektion
lesson-afresh =
    .title = Diese Lektion neu anfangen
    .aria-label = Diese Lektion neu anfangen
end-lesson =
    .aria-label = Lektion schließen
show-solution = Lösung zeigen
previous = Zurück
next = Weiter
lesson-heading = Lektion { $number } von { $count }: { $title }
lesson-script = Das Skript von Lektion { $number }.
lesson-solution = Das ist die Lösung.
lesson-as-at-first = Die Lektion ist wieder wie am Anfang.
lesson-right = Richtig.
lesson-start = Du bist dran: Ändere das Skript hier unten.
lesson-error = Zeile { $line } hat einen Fehler.
lesson-wrong = Noch nicht: Die Ausgabe weicht ab.
lesson-other = Schon gelöst; jetzt weicht die Ausgabe ab.
lesson-warned = Fast: Zu Zeile { $line } gibt es eine Warnung.
lesson-why = Warum?
lesson-difference = Was die Lektion verlangt, und was dein Skript ausgibt:
lessons-done = Das waren alle Lektionen: Prüfe jetzt dein eigenes Programm, oder spiele.

lesson-groups = Gruppen
lesson-groups-text = Ein Skript besteht aus Gruppen. Eine Markierung öffnet eine Gruppe, und dieselbe schließt sie: [state] für die Einstellungen, [playerA] und [playerB] für Züge. REEF 3 4 legt ein Riff auf Zeile 3, Spalte 4; PRINT 0 gibt das Spielfeld aus (PRINT 1: mit den Teilen der Schiffe).
lesson-groups-task = Füge am Ende eine Gruppe [state] mit PRINT 0 hinzu.
lesson-placing = Schiffe aufstellen
lesson-placing-text = Die Zahlen von SET_FLEET zählen Flugzeugträger (CAR), Schlachtschiffe (BAT), Kreuzer (CRU) und Zerstörer (DES).
lesson-placing-key = y x: Zeile und Spalte des Bugs; D: wohin er zeigt (N, E, S, W); i: Nummer in der Klasse, ab 0; C: Klasse
lesson-placing-task = Stelle den Zerstörer von B in der leeren Gruppe von B auf: den Bug auf 12 3, nach Norden gerichtet.
lesson-shooting = Schießen
lesson-shooting-text = Ein Spieler hat einen Schuss je Zug, solange EXTENDED_SHIPS nicht gesetzt ist (Lektion 7). Zeilen und Spalten zählen ab 0, von links oben.
lesson-shooting-task = Lass A in seiner letzten Gruppe auf das Feld hinter dem Bug des Zerstörers von B schießen.
lesson-moving = Bewegen
lesson-moving-text = Ein Zerstörer darf sich je Zug dreimal bewegen.
lesson-moving-key = i C: Nummer und Klasse; m: F (ein Feld voraus), L oder R (nach links oder rechts drehen)
lesson-moving-task = Lass den Zerstörer von B nach rechts drehen und dann zwei Felder vorausfahren.
lesson-radar = Radar
lesson-radar-text = In der Gruppe eines Spielers zeigt PRINT nur, was dieser Spieler sieht: seine Schiffe, und was nahe bei ihrem Bug ist, wo das Radar sitzt.
lesson-radar-task = Gib das Spielfeld so aus, wie B es sieht, mit den Teilen der Schiffe: PRINT 1, in einem Zug von B nach dem von A.
lesson-planes = Aufklärer
lesson-planes-text = Ein Flugzeugträger schickt Flugzeuge. Der Spieler sieht die Felder um y x herum bis zu seinem nächsten Zug.
lesson-planes-key = i: Nummer des Flugzeugträgers; y x: Zeile und Spalte des Felds
lesson-planes-task = Schicke ein Flugzeug von 0 CAR zum Feld 12 4, und gib aus, was A danach sieht (PRINT 0, im selben Zug).
lesson-automatic = Automatisch schießen
lesson-automatic-text = Mit EXTENDED_SHIPS und AUTO_SHOOTING nennt ein Zug nur Ziele, SHOOT y x. An seinem Ende werden sie auf die Schiffe verteilt, deren Kanonen sie erreichen.
lesson-automatic-task = Der Kreuzer von A muss näher heran: Bewege ihn ein Feld voraus, vor den Schüssen auf 12 3 und 11 4.
lesson-saving = Speichern
lesson-saving-text = SAVE gibt das Spiel als Skript aus, das mit demselben Stand beginnt.
lesson-saving-task = Speichere dieses Spiel nach seinem letzten Zug, in einer Gruppe [state].
lesson-program = Ein Zug des Programms
lesson-program-text = Ist als Nächstes ein Computerspieler am Zug, spielt er am Ende des Skripts einen Zug und gibt ihn als Skript aus.
lesson-program-task = Füge SET_AI_PLAYER B zur ersten Gruppe hinzu. Probiere dann „Nächster Zug“ unter „Ausgabe“.
lesson-mistakes = Zehn Fehler
lesson-mistakes-text = Der Kreuzer von A liegt auf 1 1, nach Westen gerichtet, sein Zerstörer auf 4 4, nach Norden. Der Zerstörer von B liegt auf 12 3, nach Norden. A schießt auf 13 4, B bewegt den Zerstörer voraus, A schießt auf 12 3. Am Ende wird das Spielfeld mit PRINT 0 ausgegeben.
lesson-mistakes-task = Zehn Zeilen sind falsch. Unter „Probleme“ wird jede erklärt: Berichtige sie.

# The results.
results =
    .aria-label = Ergebnisse
tab-problems = Probleme
tab-output = Ausgabe
tab-compare = Vergleich
tab-tests = Tests
tab-analysis = Analyse
no-problems = Keine Probleme.
example-error = Der Fehler ist Absicht: Das Beispiel zeigt, wie Fehler erklärt werden.
errors = { $count } Fehler
warnings = { $count ->
        [one] 1 Warnung
       *[other] { $count } Warnungen
    }
line = Zeile { $line }
next-turn = Nächster Zug
to-the-end = Bis zum Ende
line-refused = Zeile { $line } abgelehnt
output-of-script =
    .aria-label = Ausgabe des Skripts
more-characters = … und { $count } weitere Zeichen
no-board = Es gibt kein Spielfeld: { $why }.

paste-output = Füge ein, was dein Programm für dieses Skript ausgibt, oder lege eine Datei hier ab; alles bleibt auf dieser Seite.
output-right = Die Ausgabe ist richtig.
output-space = Nur Leerraum ist anders.
output-wrong = Die Ausgabe ist falsch.
expected = Erwartet
found = Gefunden
fields-differ = { $count ->
        [one] Beide Spielfelder in einem: 1 Feld ist anders
       *[other] Beide Spielfelder in einem: { $count } Felder sind anders
    }
go-to-print = Zu Zeile { $line }, die es ausgibt
output-too-long = Eine Ausgabe hat höchstens { $size } MiB.
not-compared = In der Datei, aber hier nicht verglichen: { $what }.
cannot-be-read = { $file } ist nicht lesbar.
utf-16 = UTF-16
windows-ends = Zeilenenden von Windows
byte-order-mark = Bytereihenfolge-Markierung

tests-run = Diese Seite führt dein Programm nicht aus: Starte es selbst mit jedem Skript, und speichere, was es ausgibt.
tests-command = ./programm < T1.in > T1.txt
choose-tests = Wähle dann den Ordner mit beidem, oder lege ihn hier ab. Die Skripte sind die Tests deiner Aufgabe; auch „Datei“ hat Beispiele und speichert sie. Verglichen wird mit T1.out oder, wenn es fehlt, mit der Ausgabe von Admiralty. Nichts verlässt diese Seite.
choose-folder = Ordner wählen …
choose-files = Dateien wählen …
test = Test
verdict = Urteil
first-difference = Erster Unterschied
no-tests = Hier ist kein Skript (T1.in), nur { $files }. Wähle die Skripte zusammen mit dem, was dein Programm dazu ausgibt (T1.txt).
test-of = Test { $number } von { $count } …
accepted-of = { $accepted } von { $count } bestanden.
peculiarities = Ausgaben: { $count }. { $what }.
peculiarity = { $what } in { $count }
compare-without = Ohne dies vergleichen
compare-with = Mit diesem vergleichen
cannot-read-dropped = Der Browser kann das Abgelegte nicht lesen: Wähle stattdessen den Ordner.
too-many-files = Das sind mehr als { $count } Dateien: Wähle nur den Ordner mit den Tests.
several-outputs = Es gibt mehrere Ausgaben: { $names }.
no-output = Die Ausgabe fehlt: Speichere, was dein Programm ausgibt, als { $name }.txt.
file-too-long = { $file } ist größer als { $size } MiB.
choose-again = { $file } ist nicht lesbar; wenn sie sich geändert hat, wähle den Ordner noch einmal.
verdict-ac = bestanden
verdict-pe = nur Leerraum ist anders
verdict-wa = falsche Antwort

analyse-shots = Schüsse analysieren
analysing = Analyse …
no-analysis = Es gibt keine Analyse: { $why }.
analysed = Das Spielfeld zeigt die Chancen vor jedem Schuss.

# The views of a phone.
views =
    .aria-label = Ansichten
view-script = Skript
view-board = Spielfeld
view-results = Ausgabe

# Notices.
undo-change = Rückgängig
last-script = Das ist dein letztes Skript.
first-example = Das ist das erste Beispiel.
this-example = Das ist das Beispiel { $name }.
this-file = Das ist { $name }.
this-link = Das ist das Skript aus dem Link.
this-test = Das ist das Skript des Tests.
this-game = Das ist das Skript des Spiels.
no-room = Der Browser hat keinen Platz für dieses Skript: Speichere es, bevor du die Seite schließt.
not-remembered = Der Browser speichert nichts für diese Seite, deshalb lässt sich ihre Sprache nicht ändern.
played-turn = Das Programm hat einen Zug gespielt.
played-to-end = Das Programm hat bis zum Ende gespielt.
no-turn = Das Programm ist hier nicht am Zug: SET_AI_PLAYER überlässt ihm einen Spieler.
link-copied = Die Adresse dieses Skripts ist kopiert.
link-in-address = Die Adresse dieser Seite ist jetzt die des Skripts.
link-damaged = Der Link ist beschädigt oder unvollständig: Sein Skript ist nicht lesbar.
link-too-long = Das Skript aus dem Link ist zu lang.
no-start = Die Seite konnte ihren Interpreter nicht starten: Öffne sie noch einmal.
stopped = Nach { $seconds } Sekunden angehalten.
out-of-memory = Angehalten: Das Skript braucht zu viel Speicher ({ $why }).
no-pictures = Dieser Browser zeichnet keine Bilder.

# A game.
game = Spiel
analyse-game = Spiel analysieren
new-game = Neues Spiel
game-script = Als Skript öffnen
back-to-script = Zurück zum Skript
game-rules = Regeln
game-level = Stufe
game-side = Zeilen und Spalten
game-shots = Schießen
shots-extended = jedes Schiff schießt
shots-basic = ein Schuss je Zug
game-reefs = Riffe
game-first = Erster Zug
first-toss = wird ausgelost
first-you = du
first-program = das Programm
start = Los!
rotate = Drehen
next-class = Anderes Schiff
undo = Zurücknehmen
random = Zufall
ready = Fertig
hint = Hinweis
end-turn = Zug beenden
ship-list =
    .aria-label = Schiff
no-ship = kein Schiff
news = Ereignisse
news-all = Alle { $count }
news-last = Weniger
afloat = Verbleibend
you = du
enemy = Gegner
game-keys = Mit der Tastatur: Die Pfeile bewegen den Cursor auf dem Spielfeld, Enter handelt dort, „r“ dreht ein Schiff.
choose-game = Wähle ein Spiel. Du bist A, das Programm ist B; es weiß nur, was seine Schiffe sehen.
refused = Abgelehnt: { $why }
you-won = Du hast gewonnen!
program-won = Das Programm hat gewonnen.
score = Du: { $hits } Treffer mit { $shots } Schüssen. Das Programm: { $enemyHits } mit { $enemyShots }.
place-ship = Stelle ein Schiff auf ({ $ship }, Länge { $length }, übrig { $left }): Wo soll sein Bug liegen?
fleet-complete = Die Flotte ist vollständig.
your-shot = Dein Schuss: Wähle ein Feld beim Gegner.
likeliest = Am ehesten ist der Gegner auf { $field }: { $chance } %.
choose-plane-field = Wohin soll das Flugzeug fliegen?
choose-ship = Wähle ein Schiff: Es bewegt sich und schießt.
choose-ship-first = Wähle zuerst ein Schiff.
shoot-or-move = Schieße einmal, wohin du willst; wähle ein Schiff, um es zu bewegen.
ship-has = { $shots ->
    [0] { $ship }, übrig: Bewegungen { $moves }, Schüsse { $shots }.
   *[other] { $ship }, übrig: Bewegungen { $moves }, Schüsse { $shots }. Wähle ein Feld, auf das es schießt.
}
tap-again = { $field }: Tippe noch einmal, um dort zu handeln.
move-f = Voraus
move-l = Nach links
move-r = Nach rechts
plane = Flugzeug
may-be-in-the-way = etwas Ungesehenes könnte im Weg sein
unseen = Etwas Ungesehenes ist im Weg.
field-text = Zeile { $row }, Spalte { $column }: { $what }
ship-part = { $ship } { $index } von { $player }, Teil { $part }
field-radar = Radar
field-cannon = Kanone
field-engine = Motor
field-unknown = unbekannt
field-water = Wasser
field-missed = Wasser, beschossen
field-hit = getroffen
field-sunk = versenkt
field-reef = Riff
field-ship = ein Schiff

# The search of the editor.
editor-find = Suchen
editor-replace = Ersetzen
editor-next = weiter
editor-previous = zurück
editor-all = alle
editor-match-case = Groß/klein
editor-by-word = ganze Wörter
editor-regexp = regulärer Ausdruck
editor-replace-one = ersetzen
editor-replace-all = alle ersetzen
editor-close = schließen
editor-go-to-line = Zu Zeile
editor-go = los
editor-diagnostics = Probleme
editor-no-diagnostics = Keine Probleme

# The board and the steps, as on the replay page.
replay-play = Abspielen
replay-pause = Anhalten
replay-speed = Tempo: { $speed }/s
replay-step = Schritt { $number } von { $last }
replay-turn = Schritt { $number } von { $last } · Runde { $turn }
replay-board = Spielfeld mit { $rows } Zeilen und { $columns } Spalten; verbleibende Teile: A { $a }, B { $b }
replay-board-seen = Spielfeld mit { $rows } Zeilen und { $columns } Spalten, wie { $seat } es sieht
replay-waters = Gewässer { $player }
replay-strategy = Verglichen mit der Strategie { $strategy }
replay-hits = Treffer
replay-accuracy = Trefferquote
replay-shots = Schüsse
replay-needed = Noch nötig
replay-expected = Anfangs erwartet
replay-loss = Durch die Wahl verloren
replay-luck = Durch Zufall verloren
replay-negative-loss = Durch die Wahl ist weniger als 0 verloren, wo die Schüsse besser waren als die von { $strategy }, oder ebenso gut bei anderen Stichproben.
replay-negative-luck = Durch Zufall hat weniger als 0 verloren, wer Glück hatte.
replay-worst = { $player }, Schritt { $step }: { $loss }
replay-as-good = So gut wie der beste Schuss; damit waren noch { $needed } zu erwarten.
replay-lost = { $loss } ± { $margin } Schüsse (95-%-Intervall) gegenüber dem besten verloren; damit waren noch { $needed } zu erwarten.
replay-analysis = Analyse
replay-scores = Anfangs erwartet, durch die Wahl und durch Zufall verloren: zusammen die Schüsse und die noch nötigen.
replay-worst-shots = Die schlechtesten Schüsse, und was sie kosteten
replay-symbols = Symbole und Tasten
replay-keys = ← → ein Schritt, mit Umschalt eine Runde; Pos1, Ende; Leertaste spielt ab. Auf einem Touchscreen: über das Spielfeld wischen. Ein Klick auf eine Zeile des Skripts oder das Diagramm führt dorthin.
replay-text = Spielfeld als Text
replay-text-board =
    .aria-label = Spielfeld als Text
replay-seat =
    .aria-label = Sicht
replay-all = Alles
replay-seat-of = Sicht von
replay-close-up = Nah
replay-steps =
    .aria-label = Schritte
replay-parts = Schiffsteile übrig
replay-chart =
    .aria-label = Verbleibende Teile im Lauf des Spiels
replay-slider =
    .aria-label = Schritt
replay-first =
    .aria-label = Erster Schritt
replay-before =
    .aria-label = Vorige Runde
replay-back =
    .aria-label = Voriger Schritt
replay-on =
    .aria-label = Nächster Schritt
replay-next =
    .aria-label = Nächste Runde
replay-last =
    .aria-label = Letzter Schritt
replay-chance = Trefferchance: 0
symbol-radar = Radar, am Bug
symbol-cannon = Kanone
symbol-engine = Motor
symbol-segment = Teil
symbol-destroyed = zerstört
symbol-reef = Riff
symbol-ship-a = Schiff von A: glatt
symbol-ship-b = Schiff von B: schraffiert
symbol-unseen = nie gesehen
symbol-seen = früher gesehen
symbol-water = Schuss: Wasser
symbol-hit = Schuss: Treffer
symbol-sunk = Schuss: versenkt
symbol-splash = fällt ins Wasser
symbol-burst = zerstört ein Teil
symbol-burst-sunk = versenkt ein Schiff
symbol-again = war schon zerstört
symbol-unknown = Wirkung unbekannt
symbol-plane = Flugzeug
symbol-best = bester Schuss
symbol-likely = wahrscheinliches Teil

# What the library says of scripts. In English, these texts are in its sources.
both = { $one }; { $other }
two-lines =
    { $one }
    { $other }
ship-of = { $class } { $index } von { $player }

# Lines that are no commands.
syntax-not-a-command = { $word } ist kein Befehl
syntax-binary-line = das sind Binärdaten und kein Skript
syntax-binary-file = das ist eine Binärdatei und kein Skript
syntax-byte-order-mark = vor { $word } steht eine Byte-Reihenfolge-Markierung (U+FEFF)
syntax-missing = es fehlt { $argument }: Der Befehl lautet { $usage }
syntax-too-many = { $word } ist ein Argument zu viel: Der Befehl lautet { $usage }
syntax-not-a-number = { $word } ist keine Zahl; hier steht { $argument }
syntax-out-of-range = { $word } ist zu groß oder zu klein; { $argument }: { $min } bis { $max }
syntax-not-a-player = { $word } ist kein Spieler; ein Spieler ist A oder B
syntax-not-a-direction = { $word } ist keine Richtung; eine Richtung ist { $others } oder { $last }
syntax-not-a-movement = { $word } ist keine Bewegung; ein Schiff bewegt sich F (voraus), L (nach links) oder R (nach rechts)
syntax-not-a-class = { $word } ist keine Schiffsklasse; die Klassen sind { $names }
syntax-no-class = { $word } ist keine Schiffsklasse
syntax-not-a-print-mode = { $word } ist keine Ausgabeart; PRINT 0 ist einfach, PRINT 1 erweitert
syntax-not-segments-of = { $word } ist nicht der Zustand eines Schiffs der Klasse { $class }: Es hat { $length ->
        [one] 1 Teil
       *[other] { $length } Teile
    }, und jedes ist 1 (heil) oder 0 (zerstört)
syntax-not-segments = { $word } ist nicht der Zustand eines Schiffs: Jedes Teil ist 1 (heil) oder 0 (zerstört)
syntax-not-a-rule-set = { $word } ist kein Regelwerk; die Regelwerke sind { $names }
syntax-not-an-option = { $word } ist keine Option des Regelwerks { $rules }
syntax-only-one-side = { $word } ist ein Argument zu viel: Gewässer von { $rules } haben immer { $max } Zeilen und ebenso viele Spalten
syntax-no-such-side = { $word } ist zu groß oder zu klein: Gewässer von { $rules } haben { $min } bis { $max } Zeilen und ebenso viele Spalten
line-over-limit = die Zeile ist länger als { $max } Bytes
usage-or = { $usage } oder { $other }
usage-counts = { $usage }, eine Anzahl für jede Klasse
usage-counts-of = { $usage }, die Anzahlen von { $names }
usage-options = { $usage }, soweit das Regelwerk sie hat
argument-row-or-ship = eine Zeile oder die Nummer eines Schiffs
argument-column-or-class = eine Spalte oder die Klasse des Schiffs
argument-row-or-carrier = eine Zeile oder die Nummer eines Flugzeugträgers
argument-column-or-row = eine Spalte oder eine Zeile
argument-side = die Seitenlänge der Gewässer
argument-length = eine Länge
argument-player = der Spieler
argument-direction = die Richtung
argument-movement = die Bewegung
argument-print-mode = die Ausgabeart
argument-row = die Zeile
argument-column = die Spalte
argument-rows = die Anzahl der Zeilen
argument-columns = die Anzahl der Spalten
argument-ship-index = die Nummer des Schiffs
argument-index = die Nummer
argument-class = die Klasse des Schiffs
argument-segments = der Zustand der Teile
argument-count = eine Anzahl
argument-seed = der Startwert
argument-word = ein Wort
argument-rule-set = der Name eines Regelwerks
advice-usage = der Befehl lautet { $usage }
advice-meant = ist { $text } gemeint?
advice-meant-because = ist { $text } gemeint? { $why }
advice-utf-16 = das ist Text in UTF-16; ein Skript ist in UTF-8
advice-no-comments = ein Skript hat keine Kommentare
advice-error-line = das ist die Fehlerzeile eines Laufs; nur die Ausgabe davor kann wieder eingelesen werden
advice-index-first = die Nummer eines Schiffs steht vor seiner Klasse
advice-class-of = { $class } ist eine Klasse des Regelwerks { $rules }
advice-no-commas = Argumente werden durch Leerzeichen getrennt, nicht durch Kommas
advice-blanks-alone = Argumente werden nur durch Leerzeichen getrennt
advice-group-names-player = den Spieler nennt schon die Gruppe
advice-names-no-player = { $keyword } nennt keinen Spieler
advice-segments = die Teile sind ein Wort, ohne Leerzeichen
advice-one-command = eine Zeile hat einen Befehl: Mit { $word } beginnt ein zweiter
advice-tag-alone = { $tag } steht allein in einer Zeile
stranger = { $shown } ist { $name } (U+{ $code }); { $advice }
stranger-no-mark = speichere das Skript ohne sie, als UTF-8 und nicht als „UTF-8 with BOM“
stranger-line-ends = eine Zeile endet mit LF oder CR LF
stranger-blanks = Wörter werden durch Leerzeichen und Tabulatoren getrennt
stranger-write = schreibe { $meant }
stranger-no-quotation = Wörter haben keine Anführungszeichen
stranger-in-token = es gehört zu dem Wort, bei dem es steht
character-nul = das Zeichen NUL
character-carriage-return = ein Wagenrücklauf
character-character-of-ctrl-z = das Zeichen von Strg-Z
character-escape-character = ein Escape-Zeichen
character-delete-character = ein Delete-Zeichen
character-no-break-space = ein geschütztes Leerzeichen
character-soft-hyphen = ein weiches Trennzeichen
character-zero-width-space = ein Leerzeichen ohne Breite
character-zero-width-non-joiner = ein Nichtverbinder ohne Breite
character-zero-width-joiner = ein Verbinder ohne Breite
character-hyphen = ein Bindestrich
character-non-breaking-hyphen = ein geschützter Bindestrich
character-figure-dash = ein Ziffernstrich
character-en-dash = ein Halbgeviertstrich
character-em-dash = ein Geviertstrich
character-horizontal-bar = ein waagerechter Strich
character-ellipsis = ein Auslassungszeichen
character-narrow-no-break-space = ein schmales geschütztes Leerzeichen
character-word-joiner = ein Wortverbinder
character-minus-sign = ein Minuszeichen
character-ideographic-space = ein ideografisches Leerzeichen
character-byte-order-mark = eine Byte-Reihenfolge-Markierung
character-full-width-digit = eine Ziffer voller Breite
character-full-width-letter = ein Buchstabe voller Breite
character-full-width-sign = ein Zeichen voller Breite
character-bidirectional-control-character = ein Steuerzeichen für die Schreibrichtung
character-typographic-quotation-mark = ein typografisches Anführungszeichen
character-control-character = ein Steuerzeichen
character-kind-of-space = ein ungewöhnliches Leerzeichen
character-invisible-character = ein unsichtbares Zeichen
character-letter-of-another-alphabet = ein Buchstabe eines anderen Alphabets

# Commands in the wrong place.
misplaced-in-group = { $keyword } gehört nicht in eine Gruppe { $tag }
misplaced-outside = { $keyword } steht außerhalb aller Gruppen
not-in-rules = { $keyword } ist kein Befehl des Regelwerks { $rules }
group-still-open = die Gruppe { $open } aus Zeile { $line } ist noch offen: Schließe sie zuerst mit { $open }
note-print-belongs = PRINT gehört in eine Gruppe, [state] oder die eines Spielers
note-shot-or-shoot = ein Spieler schießt mit SHOOT; SHOT, in einer Gruppe [state], ist ein Schuss eines gespeicherten Spiels
note-shot-belongs = er gehört in eine Gruppe [state], in einem Regelwerk, in dem Schüsse angesagt werden
note-belongs-in-turn = er gehört in den Zug eines Spielers, eine Gruppe [playerA] oder [playerB]
note-belongs-in-state = er gehört in eine Gruppe [state]
note-not-announced = Schüsse werden in ihm nicht angesagt
note-nothing-moves = in ihm bewegt sich nichts, und das Spielfeld lässt sich nicht ändern
note-both-stop = die Ausführung endet hier, die Prüfung auch
note-run-stops = die Ausführung endet hier; die Zeilen danach werden nur geprüft

# Commands that the rules refuse.
refusal-misfit = das Regelwerk hat keinen solchen Befehl
refusal-not-in-start = ein Teil von { $ship } läge auf { $field }, außerhalb des Startrechtecks von { $player } ({ $start }) auf dem Spielfeld
refusal-already-present = { $ship } ist schon auf dem Spielfeld, mit dem Bug auf { $head }
refusal-all-set = die Flotte von { $player } hat kein Schiff { $class } { $index }: { $count ->
        [0] Schiffe der Klasse { $class } hat sie nicht
        [one] sie hat nur { $class } 0
       *[other] die Nummern der Klasse { $class } gehen von 0 bis { $last }
    }
refusal-count-below-present = { $ship } ist auf dem Spielfeld, also kann die Anzahl der Klasse { $class } nicht { $count } sein
refusal-no-such-field = { $target } ist nicht auf dem Spielfeld, das die Zeilen 0 bis { $row } und die Spalten 0 bis { $column } hat
refusal-fleets-incomplete = erst müssen beide Flotten vollständig sein; noch aufzustellen: A { $a }, B { $b }
refusal-other-players-turn = { $expected } ist am Zug
refusal-on-reef = { $ship } läge auf dem Riff auf { $reef }
refusal-reef-under-ship = ein Riff auf { $reef } läge unter { $ship }
refusal-overlap = { $ship } und { $other } lägen beide auf { $field }
refusal-too-close = { $ship } auf { $field } würde { $other } auf { $other_field } berühren; mindestens ein Feld muss zwischen ihnen liegen
refusal-reef-off-board = ein Riff auf { $reef } ist nicht auf dem Spielfeld, das die Zeilen 0 bis { $row } und die Spalten 0 bis { $column } hat
refusal-no-cannon = die Kanone von { $ship }, auf { $cannon }, ist zerstört
refusal-no-planes = die Kanone von { $ship }, auf { $cannon }, ist zerstört, und so schickt es keine Flugzeuge
refusal-second-shot = im einfachen Spiel hat ein Spieler einen Schuss je Zug
refusal-none-left = { $ship } hat alle Schüsse und Flugzeuge dieses Zugs verbraucht ({ $limit })
refusal-too-far = { $target } ist { $distance } Felder von der Kanone von { $ship } auf { $cannon } entfernt, die { $range } weit schießt
refusal-no-engine = der Motor von { $ship }, auf { $engine }, ist zerstört
refusal-moved-already = { $ship } hat alle Bewegungen dieses Zugs gemacht ({ $limit })
refusal-off-board = ein Teil von { $ship } läge auf { $field }, außerhalb des Spielfelds, das die Zeilen 0 bis { $row } und die Spalten 0 bis { $column } hat
refusal-not-present = { $ship } ist nicht auf dem Spielfeld
refusal-no-room = im Startrechteck von { $player } ({ $start }) ist kein Platz mehr für { $ship }
refusal-no-room-found = im Startrechteck von { $player } ({ $start }) wurde kein Platz für { $ship } gefunden
refusal-not-in-waters = { $target } ist nicht in den Gewässern des Gegners, die die Zeilen { $top } bis { $bottom } und die Spalten { $left } bis { $right } haben
refusal-already-shot = auf { $target } wurde schon geschossen
refusal-last-shot-missed = in diesem Zug bleibt kein Schuss: Der letzte ging daneben
refusal-one-shot = in diesem Zug bleibt kein Schuss: Ein Spieler hat einen
refusal-no-cannons = ein Schuss nennt in diesem Regelwerk nur ein Feld
refusal-extended-off = ein Schuss nennt hier kein Schiff: EXTENDED_SHIPS ist aus
refusal-auto-off = ein Schuss braucht hier ein Schiff: EXTENDED_SHIPS ist an, AUTO_SHOOTING nicht
refusal-auto-planes-off = ein Flugzeug braucht hier einen Flugzeugträger: Ohne ihn geht es nur mit EXTENDED_SHIPS und AUTO_SHOOTING
refusal-fleet-ships = eine Flotte hat { $least } bis { $most } Schiffe, nicht { $count }
refusal-fleet-fields = die Schiffe würden { $count ->
        [one] { $count } Feld
       *[other] { $count } Felder
    } belegen, erlaubt sind höchstens { $most }, { $tenths } Zehntel der Gewässer
refusal-no-shooter = kein Schiff, das noch schießen kann, hat { $pos } in Reichweite seiner Kanone oder hatte es in diesem Zug
refusal-no-carrier = kein Flugzeugträger kann noch ein Flugzeug schicken
refusal-competing = { $competing } Ziele bis { $pos } sind nur für Schiffe in Reichweite, denen zusammen noch so viele Schüsse bleiben: { $capacity }
note-row-first = ist { $field } gemeint? Die Zeile steht vor der Spalte
note-move-leads = die Bewegung führt von { $from } nach { $to }, auf die Felder { $first } bis { $last }
note-other-players-turn = eine leere Gruppe { $tag } setzt den Zug von { $expected } aus; NEXT_PLAYER { $other } in einer Gruppe [state] gibt den Zug an { $other }
note-distance = die Entfernung zählt von der Kanone, dem Feld hinter dem Bug
note-too-close = Schiffe beider Spieler zählen, auch versenkte, und auch die Felder schräg daneben
note-none-left = ein Schiff hat je Zug so viele Schüsse wie Teile; Flugzeuge zählen als Schüsse
note-basic-shot = im einfachen Spiel lautet der Befehl SHOOT y x
note-announced-shot = der Befehl lautet SHOOT y x
note-hit-again = wer trifft, schießt noch einmal; ein Fehlschuss beendet den Zug
note-extended-shot = mit EXTENDED_SHIPS lautet der Befehl SHOOT i C y x
note-plane = sonst lautet der Befehl SPY i y x
note-infeasible = die Ziele des Zugs werden an seinem Ende verteilt; keines wurde ausgeführt
note-indices-from-0 = Nummern werden ab 0 gezählt
note-body = { $footprint } belegt { $first } bis { $last }: Ein Schiff liegt hinter seinem Bug
note-body-instead = { $direction } würde { $first } bis { $last } belegen
note-lacks = { $player } fehlen noch: { $names }
note-lacks-some = { $player } { $count ->
        [one] fehlt noch 1 Schiff
       *[other] fehlen noch { $count } Schiffe
    }
note-lacks-more = { $player } fehlen noch: { $names } und { $count } weitere
note-removed = { $keyword } in Zeile { $line } hat { $ship } entfernt

# Warnings.
warning-large-count = eine Flotte mit { $count } Schiffen der Klasse { $class }; in der Aufgabe sind es höchstens { $max }
warning-empty-rectangle = das Startrechteck von { $player } ist leer, also lässt sich kein Schiff aufstellen: Zuerst kommt das Feld oben links
warning-group-never-closed = diese Gruppe { $tag } wird nie geschlossen; das Ende des Skripts schließt sie
warning-idle-auto-shooting = AUTO_SHOOTING bewirkt ohne EXTENDED_SHIPS nichts
warning-after-the-end = { $winner } hat in Zeile { $line } gewonnen, also werden dieser Befehl und alle danach nie ausgeführt
warning-board-emptied = { $keyword } entfernt { $lost }
removed-ships = { $count ->
        [one] 1 Schiff
       *[other] { $count } Schiffe
    }
removed-reefs = { $count ->
        [one] 1 Riff
       *[other] { $count } Riffe
    }
removed-planes = { $count ->
        [one] 1 Flugzeug
       *[other] { $count } Flugzeuge
    }
note-rules-first = RULES beginnt ein neues Spiel: Setze es an den Anfang
note-board-size-first = BOARD_SIZE macht ein leeres Spielfeld: Setze es vor Schiffe und Riffe

# The steps.
step-first = Der Stand vor der ersten Zeile
step-state = Der Stand des Spiels wird gesetzt
step-game = Ein Spiel { $rules } mit { $rows } Zeilen und { $columns } Spalten
step-turn = { $player } ist am Zug
step-passes = { $player } setzt aus
step-places = { $mover } stellt { $ship } auf { $head } { $direction } auf
step-forward = { $mover } bewegt { $ship } voraus
step-left = { $mover } dreht { $ship } nach links
step-right = { $mover } dreht { $ship } nach rechts
step-plane = { $ship } von { $mover } schickt ein Flugzeug nach { $centre }
step-chooses-plane = { $mover } wählt { $pos } für ein Flugzeug am Ende des Zugs
step-chooses-shot = { $mover } wählt { $pos } für einen Schuss am Ende des Zugs
step-shoots = { $mover } schießt auf { $target }
step-ship-shoots = { $ship } von { $mover } schießt auf { $target }
step-shot = { $shot }: { $result }
step-miss = daneben
step-hit = getroffen
step-water = Wasser
step-hit-before = das Teil war schon zerstört
step-loses = { $enemy } verliert ein Teil
step-ship-hit = { $ship } ist getroffen
step-sunk = { $ship } ist versenkt
step-fires = { $mover } gibt { $count ->
        [one] 1 Schuss
       *[other] { $count } Schüsse
    } ab
step-sends = { $mover } schickt { $count ->
        [one] 1 Flugzeug
       *[other] { $count } Flugzeuge
    }
step-breaks = { $player } verstößt gegen eine Regel
step-script-breaks = Das Skript verstößt gegen eine Regel
ending-error = Fehler in Zeile { $line }
ending-won = { $winner } hat gewonnen
ending-open = Niemand hat gewonnen, { $next } ist am Zug
too-many-fields = das Spielfeld aus Zeile { $line } hat mehr als { $max } Felder
too-many-ships = bis Zeile { $line } sind es mehr als { $max } Schiffe
too-many-steps = bis Zeile { $line } sind es mehr als { $max } Schritte

# Differences.
answer-ends = (die erwartete Ausgabe endet hier)
output-ends = (die Ausgabe endet hier)
difference = Zeile { $line }, Spalte { $column }
difference-in-output = Zeile { $line }, Spalte { $column }, im Spielfeld in den Zeilen { $first } bis { $last } der Ausgabe
difference-in-answer = Zeile { $line }, Spalte { $column }, im Spielfeld in den Zeilen { $first } bis { $last } der erwarteten Ausgabe
difference-more = { $count ->
        [one] und 1 weitere Zeile ist anders
       *[other] und { $count } weitere Zeilen sind anders
    }
difference-both-ways = das Spielfeld geht oben und unten weiter
difference-above = das Spielfeld geht oben weiter
difference-below = das Spielfeld geht unten weiter
difference-no-line-feed = die Ausgabe endet nicht mit einem Zeilenvorschub, die erwartete schon
difference-line-feed = die Ausgabe endet mit einem Zeilenvorschub, die erwartete nicht
difference-lacks-line-feed = am Ende der Ausgabe fehlt ein Zeilenvorschub
difference-extra-line-feed = am Ende der Ausgabe ist ein Zeilenvorschub zu viel
difference-order = die beiden Zeilen stehen in der falschen Reihenfolge
difference-missing-line = Zeile { $line } der Ausgabe ist Zeile { $answer } der erwarteten; wahrscheinlich fehlt eine Zeile
difference-extra-line = Zeile { $line } der Ausgabe ist Zeile { $answer } der erwarteten; wahrscheinlich gibt es eine Zeile zu viel
difference-length = die Zeile ist { $found } lang, nicht { $expected }
difference-more-return = mit 1 Wagenrücklauf mehr wäre die Zeile richtig
difference-fewer-return = mit 1 Wagenrücklauf weniger wäre die Zeile richtig
difference-more-blanks = mit { $count } Leerzeichen mehr wäre die Zeile richtig
difference-fewer-blanks = mit { $count } Leerzeichen weniger wäre die Zeile richtig
difference-more-characters = mit { $count } Zeichen mehr wäre die Zeile richtig
difference-fewer-characters = mit { $count } Zeichen weniger wäre die Zeile richtig
