# The interface of the playground in Polish.
language-name = Polski
language = Język

# The header.
ways-in =
    .aria-label = Od czego zacząć
learn = Nauka
check-program = Sprawdź program
check = Sprawdź
play = Graj
file = Plik
open-file = Otwórz plik…
example = Przykład
choose-one = wybierz
save-script = Zapisz skrypt
save-page = Zapisz stronę z powtórką
save-picture = Zapisz obraz planszy
copy-link = Skopiuj link
start-afresh = Zacznij od nowa
help = Pomoc
theme =
    .title = Jasny lub ciemny motyw
    .aria-label = Jasny lub ciemny motyw

# The script.
script = Skrypt
script-editor =
    .aria-label = Skrypt
go-to-group =
    .title = Kursor jest w tej grupie: przejdź na jej początek
group = Grupa { $tag } od wiersza { $line }
format = Formatuj
script-too-long = Skrypt może mieć najwyżej { $millions } mln znaków.
replace-with = Zamień na { $text }
script-width =
    .aria-label = Szerokość skryptu
results-width =
    .aria-label = Szerokość wyników

# The first visit.
welcome = Ships to gra w statki zapisana jako tekst: skrypt ustawia dwie floty i rozgrywa ich tury. Ta strona wykonuje go, gdy piszesz, i niczego nie wysyła. Ostatni strzał w tym przykładzie jest celowo błędny: wyjaśnia to karta Problemy.
welcome-learn = Poznaj ją w dziesięciu lekcjach
welcome-check = Sprawdź swój program
welcome-play = Zagraj
welcome-write = Po prostu pisz

# Lessons.
lesson-list =
    .aria-label = Lekcja
lesson-afresh =
    .title = Zacznij tę lekcję od nowa
    .aria-label = Zacznij tę lekcję od nowa
end-lesson =
    .aria-label = Zamknij lekcję
show-solution = Pokaż rozwiązanie
previous = Poprzednia
next = Następna
lesson-heading = Lekcja { $number } z { $count }: { $title }
lesson-script = To skrypt lekcji { $number }.
lesson-solution = To jest rozwiązanie.
lesson-as-at-first = Lekcja wygląda znów tak jak na początku.
lesson-right = Dobrze.
lesson-start = Twoja kolej: zmień skrypt poniżej.
lesson-error = W wierszu { $line } jest błąd.
lesson-wrong = Jeszcze nie: wynik jest inny.
lesson-other = Lekcja już zaliczona; teraz wynik jest inny.
lesson-warned = Prawie: do wiersza { $line } jest ostrzeżenie.
lesson-why = Dlaczego?
lesson-difference = Czego wymaga lekcja i co wypisuje Twój skrypt:
lessons-done = To już wszystkie lekcje: teraz sprawdź swój program albo zagraj.

lesson-groups = Grupy
lesson-groups-text = Skrypt składa się z grup. Znacznik otwiera grupę, a ten sam znacznik ją zamyka: [state] służy do ustawień, [playerA] i [playerB] do tur graczy. REEF 3 4 stawia rafę w wierszu 3, kolumnie 4, a PRINT 0 wypisuje planszę (PRINT 1: z częściami statków).
lesson-groups-task = Dodaj na końcu grupę [state] z poleceniem PRINT 0.
lesson-placing = Ustawianie statków
lesson-placing-text = Liczby w SET_FLEET mówią, ile jest lotniskowców (CAR), pancerników (BAT), krążowników (CRU) i niszczycieli (DES).
lesson-placing-key = y x: wiersz i kolumna dziobu; D: dokąd wskazuje (N, E, S, W); i: numer w klasie, od 0; C: klasa
lesson-placing-task = Ustaw niszczyciel gracza B w jego pustej grupie: dziobem na polu 12 3, na północ.
lesson-shooting = Strzelanie
lesson-shooting-text = Gracz ma jeden strzał na turę, chyba że włączono EXTENDED_SHIPS (lekcja 7). Wiersze i kolumny liczy się od 0, od lewego górnego rogu.
lesson-shooting-task = W ostatniej grupie gracza A niech A strzeli w pole za dziobem niszczyciela gracza B.
lesson-moving = Ruch
lesson-moving-text = Niszczyciel może wykonać w turze trzy ruchy.
lesson-moving-key = i C: numer i klasa; m: F (jedno pole do przodu), L lub R (skręt w lewo lub w prawo)
lesson-moving-task = Niech niszczyciel gracza B skręci w prawo, a potem popłynie dwa pola do przodu.
lesson-radar = Radar
lesson-radar-text = W grupie gracza PRINT pokazuje tylko to, co ten gracz widzi: jego statki oraz to, co jest blisko ich dziobów, gdzie znajduje się radar.
lesson-radar-task = Wypisz planszę tak, jak widzi ją B, z częściami statków: PRINT 1, w turze gracza B po turze gracza A.
lesson-planes = Samoloty zwiadowcze
lesson-planes-text = Lotniskowiec wysyła samoloty. Gracz widzi pola wokół y x do swojej następnej tury.
lesson-planes-key = i: numer lotniskowca; y x: wiersz i kolumna pola
lesson-planes-task = Wyślij samolot z 0 CAR na pole 12 4 i wypisz, co potem widzi A (PRINT 0, w tej samej turze).
lesson-automatic = Automatyczne strzelanie
lesson-automatic-text = Przy EXTENDED_SHIPS i AUTO_SHOOTING tura podaje same cele, SHOOT y x. Na jej końcu są one dzielone między statki, których działa do nich sięgają.
lesson-automatic-task = Krążownik gracza A musi podpłynąć bliżej: przesuń go o jedno pole do przodu przed strzałami w 12 3 i 11 4.
lesson-saving = Zapisywanie
lesson-saving-text = SAVE wypisuje grę jako skrypt, który zaczyna się od tego samego stanu.
lesson-saving-task = Zapisz tę grę po jej ostatniej turze, w grupie [state].
lesson-program = Tura programu
lesson-program-text = Jeśli następny ruch ma gracz komputerowy, rozgrywa on swoją turę, gdy skrypt się skończy, i wypisuje ją jako skrypt.
lesson-program-task = Dodaj SET_AI_PLAYER B do pierwszej grupy. Potem wypróbuj „Następna tura” na karcie Wynik.
lesson-mistakes = Dziesięć błędów
lesson-mistakes-text = Krążownik gracza A stoi na 1 1 i wskazuje zachód, jego niszczyciel na 4 4 i wskazuje północ. Niszczyciel gracza B stoi na 12 3 i wskazuje północ. A strzela w 13 4, B przesuwa niszczyciel do przodu, A strzela w 12 3. Na końcu PRINT 0 wypisuje planszę.
lesson-mistakes-task = Dziesięć wierszy jest błędnych. Karta Problemy objaśnia każdy z nich: popraw je.

# The results.
results =
    .aria-label = Wyniki
tab-problems = Problemy
tab-output = Wynik
tab-compare = Porównaj
tab-tests = Testy
tab-analysis = Analiza
no-problems = Brak problemów.
example-error = Ten błąd jest celowy: przykład pokazuje, jak strona wyjaśnia błędy.
errors = { $count ->
        [one] 1 błąd
        [few] { $count } błędy
       *[other] { $count } błędów
    }
warnings = { $count ->
        [one] 1 ostrzeżenie
        [few] { $count } ostrzeżenia
       *[other] { $count } ostrzeżeń
    }
line = Wiersz { $line }
next-turn = Następna tura
to-the-end = Do końca
line-refused = Wiersz { $line } odrzucony
output-of-script =
    .aria-label = Wynik skryptu
more-characters = … oraz { $count ->
        [one] 1 znak
        [few] { $count } znaki
       *[other] { $count } znaków
    } więcej
no-board = Nie ma planszy: { $why }.

paste-output = Wklej tu to, co Twój program wypisuje dla tego skryptu, albo upuść plik; wszystko zostaje na tej stronie.
output-right = Wynik jest poprawny.
output-space = Różnią się tylko białe znaki.
output-wrong = Wynik jest błędny.
expected = Oczekiwane
found = Otrzymane
fields-differ = { $count ->
        [one] Obie plansze w jednej: różni się 1 pole
        [few] Obie plansze w jednej: różnią się { $count } pola
       *[other] Obie plansze w jednej: różni się { $count } pól
    }
go-to-print = Przejdź do wiersza { $line }, który to wypisuje
output-too-long = Wynik może mieć najwyżej { $size } MiB.
not-compared = Plik zawiera też: { $what }. Tutaj nie jest to porównywane.
cannot-be-read = Nie można odczytać pliku { $file }.
utf-16 = UTF-16
windows-ends = końce wierszy z Windows
byte-order-mark = znacznik BOM

tests-run = Ta strona nie uruchamia Twojego programu: uruchom go samodzielnie dla każdego skryptu i zapisz to, co wypisze.
tests-command = ./program < T1.in > T1.txt
choose-tests = Potem wybierz katalog z jednym i drugim albo upuść go tutaj. Skrypty to testy z Twojego zadania; przykłady są też w menu Plik, skąd możesz je zapisać. Każdy wynik jest porównywany z T1.out, a jeśli go nie ma – z tym, co wypisuje Admiralty. Nic nie opuszcza tej strony.
choose-folder = Wybierz katalog…
choose-files = Wybierz pliki…
test = Test
verdict = Werdykt
first-difference = Pierwsza różnica
no-tests = Nie ma tu żadnego skryptu (T1.in), tylko { $files }. Wybierz skrypty razem z tym, co wypisuje dla nich Twój program (T1.txt).
test-of = Test { $number } z { $count }…
accepted-of = Zaliczone: { $accepted } z { $count }.
peculiarities = Wyniki: { $count }. { $what }.
peculiarity = { $what } w { $count }
compare-without = Porównaj bez tego
compare-with = Porównaj z tym
cannot-read-dropped = Przeglądarka nie może odczytać upuszczonego elementu: wybierz katalog.
too-many-files = Plików jest więcej niż { $count }: wybierz sam katalog z testami.
several-outputs = Jest kilka wyników: { $names }.
no-output = Brakuje wyniku: zapisz to, co wypisze Twój program, jako { $name }.txt.
file-too-long = Plik { $file } jest większy niż { $size } MiB.
choose-again = Nie można odczytać pliku { $file }; jeśli się zmienił, wybierz katalog ponownie.
verdict-ac = zaliczony
verdict-pe = różnią się tylko białe znaki
verdict-wa = błędna odpowiedź

analyse-shots = Analizuj strzały
analysing = Analiza…
no-analysis = Nie ma analizy: { $why }.
analysed = Plansza pokazuje szanse przed każdym strzałem.

# The views of a phone.
views =
    .aria-label = Widoki
view-script = Skrypt
view-board = Plansza
view-results = Wynik

# Notices.
undo-change = Cofnij
last-script = To Twój ostatni skrypt.
first-example = To pierwszy przykład.
this-example = To przykład { $name }.
this-file = To plik { $name }.
this-link = To skrypt z linku.
this-test = To skrypt testu.
this-game = To skrypt gry.
no-room = W przeglądarce nie ma miejsca na ten skrypt: zapisz go, zanim zamkniesz stronę.
not-remembered = Przeglądarka niczego nie przechowuje dla tej strony, więc nie można zmienić języka.
played-turn = Program rozegrał turę.
played-to-end = Program rozegrał grę do końca.
no-turn = Program nie ma tu ruchu: gracza oddaje mu polecenie SET_AI_PLAYER.
link-copied = Adres tego skryptu został skopiowany.
link-in-address = Adres tej strony jest teraz adresem tego skryptu.
link-damaged = Link jest uszkodzony lub niepełny: nie można odczytać jego skryptu.
link-too-long = Skrypt z linku jest za długi.
no-start = Strona nie mogła uruchomić interpretera: otwórz ją ponownie.
stopped = Zatrzymano po { $seconds ->
        [one] 1 sekundzie
       *[other] { $seconds } sekundach
    }.
out-of-memory = Zatrzymano: skrypt potrzebuje za dużo pamięci ({ $why }).
no-pictures = Ta przeglądarka nie rysuje obrazów.

# A game.
game = Gra
analyse-game = Analizuj grę
new-game = Nowa gra
game-script = Otwórz jako skrypt
back-to-script = Wróć do skryptu
game-rules = Zasady
game-level = Poziom
game-side = Wiersze i kolumny
game-shots = Strzały
shots-extended = strzela każdy statek
shots-basic = jeden na turę
game-reefs = Rafy
game-first = Zaczyna
first-toss = losowo
first-you = Ty
first-program = program
start = Start
rotate = Obróć
next-class = Inna klasa
undo = Cofnij
random = Losowo
ready = Gotowe
hint = Podpowiedź
end-turn = Zakończ turę
ship-list =
    .aria-label = Statek
no-ship = bez statku
news = Co się wydarzyło
news-all = Wszystkie ({ $count })
news-last = Mniej
afloat = Na wodzie
you = Ty
enemy = Przeciwnik
game-keys = Klawiatura: strzałki przesuwają kursor po planszy, Enter działa na jego polu, „r” obraca statek.
choose-game = Wybierz grę. Jesteś graczem A, program jest graczem B; wie tylko to, co widzą jego statki.
refused = Odrzucone: { $why }
you-won = Wygrywasz!
program-won = Wygrał program.
score = Ty: { $hits } trafień na { $shots } strzałów. Program: { $enemyHits } na { $enemyShots }.
place-ship = Ustaw statek ({ $ship }) długości { $length }, pozostało { $left }: wybierz pole dziobu.
fleet-complete = Flota jest kompletna.
your-shot = Twój strzał: wybierz pole na wodach przeciwnika.
likeliest = Przeciwnik jest najpewniej na polu { $field }: { $chance }%.
choose-plane-field = Wybierz pole, na które poleci samolot.
choose-ship = Wybierz statek: porusza się i strzela.
choose-ship-first = Najpierw wybierz statek.
shoot-or-move = Strzel raz, dokądkolwiek; wybierz statek, aby nim popłynąć.
ship-has = { $shots ->
    [0] { $ship }: pozostało ruchów { $moves }, strzałów { $shots }.
   *[other] { $ship }: pozostało ruchów { $moves }, strzałów { $shots }. Wybierz pole, w które strzela.
}
tap-again = { $field }: dotknij ponownie, aby tam zadziałać.
move-f = Naprzód
move-l = W lewo
move-r = W prawo
plane = Samolot
may-be-in-the-way = na drodze może być coś niewidocznego
unseen = Na drodze jest coś niewidocznego.
field-text = wiersz { $row }, kolumna { $column }: { $what }
ship-part = { $ship } { $index } gracza { $player }, część { $part }
field-radar = radar
field-cannon = działo
field-engine = silnik
field-unknown = nieznane
field-water = woda
field-missed = woda, po strzale
field-hit = trafiony
field-sunk = zatopiony
field-reef = rafa
field-ship = statek

# The search of the editor.
editor-find = Znajdź
editor-replace = Zamień
editor-next = następny
editor-previous = poprzedni
editor-all = wszystkie
editor-match-case = wielkość liter
editor-by-word = całe słowa
editor-regexp = wyrażenie regularne
editor-replace-one = zamień
editor-replace-all = zamień wszystkie
editor-close = zamknij
editor-go-to-line = Przejdź do wiersza
editor-go = przejdź
editor-diagnostics = Problemy
editor-no-diagnostics = Brak problemów

# The board and the steps, as on the replay page.
replay-play = Odtwarzaj
replay-pause = Wstrzymaj
replay-speed = Szybkość: { $speed }/s
replay-step = Krok { $number } z { $last }
replay-turn = Krok { $number } z { $last } · tura { $turn }
replay-board = Plansza: wiersze { $rows }, kolumny { $columns }; pozostałe części: A { $a }, B { $b }
replay-board-seen = Plansza: wiersze { $rows }, kolumny { $columns }; tak widzi ją { $seat }
replay-waters = Wody { $player }
replay-strategy = W porównaniu ze strategią { $strategy }
replay-hits = Trafienia
replay-accuracy = Celność
replay-shots = Oddane strzały
replay-needed = Jeszcze potrzebne
replay-expected = Oczekiwane na początku
replay-loss = Stracone przez wybór
replay-luck = Stracone przez los
replay-negative-loss = Strata przez wybór jest mniejsza niż 0, gdy strzały były lepsze niż strzały { $strategy } albo równie dobre, a próbki się różnią.
replay-negative-luck = Strata przez los jest mniejsza niż 0 u gracza, który miał szczęście.
replay-worst = { $player }, krok { $step }: { $loss }
replay-as-good = Tak dobry jak najlepszy strzał; po nim oczekiwano jeszcze { $needed }.
replay-lost = Strata { $loss } ± { $margin } strzału (przedział 95%) wobec najlepszego; po nim oczekiwano jeszcze { $needed }.
replay-analysis = Analiza
replay-scores = Oczekiwane na początku plus stracone przez wybór i przez los: razem oddane strzały i te, które są jeszcze potrzebne.
replay-worst-shots = Najgorsze strzały i ich strata
replay-symbols = Symbole i klawisze
replay-keys = ← → jeden krok, z Shift jedna tura; Home, End; spacja odtwarza. Na ekranie dotykowym przesuń palcem po planszy. Kliknięcie wiersza skryptu lub wykresu przenosi do tego miejsca.
replay-text = Plansza jako tekst
replay-text-board =
    .aria-label = Plansza jako tekst
replay-seat =
    .aria-label = Miejsce
replay-all = Całość
replay-seat-of = Miejsce
replay-close-up = Zbliżenie
replay-steps =
    .aria-label = Kroki
replay-parts = Pozostałe części statków
replay-chart =
    .aria-label = Pozostałe części w czasie
replay-slider =
    .aria-label = Krok
replay-first =
    .aria-label = Pierwszy krok
replay-before =
    .aria-label = Poprzednia tura
replay-back =
    .aria-label = Poprzedni krok
replay-on =
    .aria-label = Następny krok
replay-next =
    .aria-label = Następna tura
replay-last =
    .aria-label = Ostatni krok
replay-chance = szansa trafienia: 0
symbol-radar = radar, na dziobie
symbol-cannon = działo
symbol-engine = silnik
symbol-segment = część
symbol-destroyed = zniszczona
symbol-reef = rafa
symbol-ship-a = statek A: gładki
symbol-ship-b = statek B: kreskowany
symbol-unseen = nigdy nie widziane
symbol-seen = widziane wcześniej
symbol-water = strzał: woda
symbol-hit = strzał: trafiony
symbol-sunk = strzał: zatopiony
symbol-splash = wpada do wody
symbol-burst = niszczy część
symbol-burst-sunk = zatapia statek
symbol-again = część zniszczona wcześniej
symbol-unknown = wynik nieznany
symbol-plane = samolot
symbol-best = najlepszy strzał
symbol-likely = prawdopodobna część

# What the library says of scripts. In English, these texts are in its sources.
both = { $one }; { $other }
two-lines =
    { $one }
    { $other }
ship-of = { $class } { $index } gracza { $player }

# Lines that are no commands.
syntax-not-a-command = { $word } nie jest poleceniem
syntax-binary-line = to są dane binarne, a nie skrypt
syntax-binary-file = to jest plik binarny, a nie skrypt
syntax-byte-order-mark = przed { $word } stoi znacznik BOM (U+FEFF)
syntax-missing = brakuje argumentu ({ $argument }); polecenie to { $usage }
syntax-too-many = { $word } to o jeden argument za dużo; polecenie to { $usage }
syntax-not-a-number = { $word } nie jest liczbą; w tym miejscu podaje się: { $argument }
syntax-out-of-range = { $word } jest poza zakresem; { $argument }: od { $min } do { $max }
syntax-not-a-player = { $word } nie jest graczem; gracz to A lub B
syntax-not-a-direction = { $word } nie jest kierunkiem; kierunek to { $others } lub { $last }
syntax-not-a-movement = { $word } nie jest ruchem; statek porusza się F (naprzód), L (w lewo) lub R (w prawo)
syntax-not-a-class = { $word } nie jest klasą statków; klasy to { $names }
syntax-no-class = { $word } nie jest klasą statków
syntax-not-a-print-mode = { $word } nie jest trybem wypisywania; PRINT 0 jest podstawowy, PRINT 1 rozszerzony
syntax-not-segments-of = { $word } nie jest stanem statku klasy { $class }: ma on { $length ->
        [one] 1 część
       *[other] { $length } części
    }, a każda to 1 (cała) lub 0 (zniszczona)
syntax-not-segments = { $word } nie jest stanem statku: każda część to 1 (cała) lub 0 (zniszczona)
syntax-not-a-rule-set = { $word } nie jest zestawem zasad; zestawy zasad to { $names }
syntax-not-an-option = { $word } nie jest opcją zestawu zasad { $rules }
syntax-only-one-side = { $word } to o jeden argument za dużo: wody w { $rules } mają zawsze { $max } wierszy i tyle samo kolumn
syntax-no-such-side = { $word } jest poza zakresem: wody w { $rules } mają od { $min } do { $max } wierszy i tyle samo kolumn
line-over-limit = wiersz jest dłuższy niż { $max } bajtów
usage-or = { $usage } lub { $other }
usage-counts = { $usage }, po jednej liczbie dla każdej klasy
usage-counts-of = { $usage }, liczby statków { $names }
usage-options = { $usage }, o ile zestaw zasad je ma
argument-row-or-ship = wiersz lub numer statku
argument-column-or-class = kolumna lub klasa statku
argument-row-or-carrier = wiersz lub numer lotniskowca
argument-column-or-row = kolumna lub wiersz
argument-side = długość boku wód
argument-length = długość
argument-player = gracz
argument-direction = kierunek
argument-movement = ruch
argument-print-mode = tryb wypisywania
argument-row = wiersz
argument-column = kolumna
argument-rows = liczba wierszy
argument-columns = liczba kolumn
argument-ship-index = numer statku
argument-index = numer
argument-class = klasa statku
argument-segments = stan części
argument-count = liczba statków
argument-seed = ziarno
argument-word = słowo
argument-rule-set = nazwa zestawu zasad
advice-usage = polecenie to { $usage }
advice-meant = czy chodzi o { $text }?
advice-meant-because = czy chodzi o { $text }? { $why }
advice-utf-16 = to jest tekst w UTF-16; skrypt zapisuje się w UTF-8
advice-no-comments = w skrypcie nie ma komentarzy
advice-error-line = to jest wiersz błędu wypisany przez program; ponownie można wczytać tylko to, co wypisano przed nim
advice-index-first = numer statku stoi przed jego klasą
advice-class-of = { $class } to klasa zestawu zasad { $rules }
advice-no-commas = argumenty oddziela się odstępami, nie przecinkami
advice-blanks-alone = argumenty oddziela się samymi odstępami
advice-group-names-player = gracza podaje już grupa
advice-names-no-player = { $keyword } nie podaje gracza
advice-segments = części zapisuje się jednym słowem, bez odstępów
advice-one-command = w wierszu jest jedno polecenie, a { $word } zaczyna drugie
advice-tag-alone = { $tag } stoi w osobnym wierszu
stranger = { $shown } to { $name } (U+{ $code }); { $advice }
stranger-no-mark = zapisz skrypt jako UTF-8 bez niego, a nie jako „UTF-8 with BOM”
stranger-line-ends = wiersz kończy się znakiem LF lub CR LF
stranger-blanks = słowa rozdzielają odstępy i tabulatory
stranger-write = napisz { $meant }
stranger-no-quotation = słów nie bierze się w cudzysłów
stranger-in-token = należy on do słowa, przy którym stoi
character-nul = znak NUL
character-carriage-return = znak powrotu karetki
character-character-of-ctrl-z = znak Ctrl-Z
character-escape-character = znak Escape
character-delete-character = znak Delete
character-no-break-space = odstęp niełamliwy
character-soft-hyphen = łącznik opcjonalny
character-zero-width-space = odstęp o zerowej szerokości
character-zero-width-non-joiner = rozłącznik o zerowej szerokości
character-zero-width-joiner = łącznik o zerowej szerokości
character-hyphen = łącznik
character-non-breaking-hyphen = łącznik niełamliwy
character-figure-dash = kreska cyfrowa
character-en-dash = półpauza
character-em-dash = pauza
character-horizontal-bar = pozioma kreska
character-ellipsis = wielokropek
character-narrow-no-break-space = wąski odstęp niełamliwy
character-word-joiner = łącznik słów
character-minus-sign = znak minus
character-ideographic-space = odstęp ideograficzny
character-byte-order-mark = znacznik BOM
character-full-width-digit = cyfra pełnej szerokości
character-full-width-letter = litera pełnej szerokości
character-full-width-sign = znak pełnej szerokości
character-bidirectional-control-character = znak sterujący kierunkiem pisma
character-typographic-quotation-mark = cudzysłów drukarski
character-control-character = znak sterujący
character-kind-of-space = nietypowy odstęp
character-invisible-character = niewidoczny znak
character-letter-of-another-alphabet = litera innego alfabetu

# Commands in the wrong place.
misplaced-in-group = { $keyword } nie należy do grupy { $tag }
misplaced-outside = { $keyword } stoi poza grupami
not-in-rules = zestaw zasad { $rules } nie ma polecenia { $keyword }
group-still-open = grupa { $open } otwarta w wierszu { $line } jest wciąż otwarta: najpierw zamknij ją znacznikiem { $open }
note-print-belongs = PRINT należy do grupy: [state] albo gracza
note-shot-or-shoot = gracz strzela poleceniem SHOOT; SHOT, w grupie [state], to strzał z zapisanej gry
note-shot-belongs = jego miejsce jest w grupie [state], w zestawie zasad, w którym strzały się ogłasza
note-belongs-in-turn = jego miejsce jest w turze gracza, w grupie [playerA] lub [playerB]
note-belongs-in-state = jego miejsce jest w grupie [state]
note-not-announced = nie ogłasza się w nim strzałów
note-nothing-moves = nic się w nim nie porusza, a planszy nie można zmienić
note-both-stop = wykonywanie kończy się tutaj, sprawdzanie też
note-run-stops = wykonywanie kończy się tutaj; dalsze wiersze są tylko sprawdzane

# Commands that the rules refuse.
refusal-misfit = zestaw zasad nie ma takiego polecenia
refusal-not-in-start = część statku { $ship } leżałaby na polu { $field }, poza prostokątem startowym gracza { $player } ({ $start }) na planszy
refusal-already-present = statek { $ship } jest już na planszy, z dziobem na polu { $head }
refusal-all-set = we flocie gracza { $player } nie ma { $class } { $index }: { $count ->
        [0] klasy { $class } nie ma w niej wcale
        [one] jest tylko { $class } 0
       *[other] numery klasy { $class } są od 0 do { $last }
    }
refusal-count-below-present = statek { $ship } jest na planszy, więc liczba statków klasy { $class } nie może wynosić { $count }
refusal-no-such-field = pola { $target } nie ma na planszy, która ma wiersze od 0 do { $row } i kolumny od 0 do { $column }
refusal-fleets-incomplete = nie wolno strzelać, dopóki obie floty nie są kompletne; statki jeszcze do ustawienia: A { $a }, B { $b }
refusal-other-players-turn = teraz tura gracza { $expected }
refusal-on-reef = statek { $ship } leżałby na rafie na polu { $reef }
refusal-reef-under-ship = rafa na polu { $reef } leżałaby pod statkiem { $ship }
refusal-overlap = statki { $ship } oraz { $other } leżałyby na tym samym polu { $field }
refusal-too-close = statek { $ship } na polu { $field } stykałby się ze statkiem { $other } na polu { $other_field }; między nimi musi być co najmniej jedno pole
refusal-reef-off-board = rafa na polu { $reef } leżałaby poza planszą, która ma wiersze od 0 do { $row } i kolumny od 0 do { $column }
refusal-no-cannon = działo statku { $ship }, na polu { $cannon }, jest zniszczone
refusal-no-planes = działo statku { $ship }, na polu { $cannon }, jest zniszczone, więc nie wysyła on samolotów
refusal-second-shot = w podstawowej grze gracz ma jeden strzał na turę
refusal-none-left = statek { $ship } zużył już wszystkie strzały i samoloty tej tury ({ $limit })
refusal-too-far = pole { $target } jest oddalone o { $distance } pola od działa statku { $ship } na polu { $cannon }, a jego zasięg to { $range }
refusal-no-engine = silnik statku { $ship }, na polu { $engine }, jest zniszczony
refusal-moved-already = statek { $ship } wykonał już wszystkie ruchy tej tury ({ $limit })
refusal-off-board = część statku { $ship } leżałaby na polu { $field }, poza planszą, która ma wiersze od 0 do { $row } i kolumny od 0 do { $column }
refusal-not-present = statku { $ship } nie ma na planszy
refusal-no-room = w prostokącie startowym gracza { $player } ({ $start }) nie ma już miejsca na statek { $ship }
refusal-no-room-found = w prostokącie startowym gracza { $player } ({ $start }) nie znaleziono miejsca na statek { $ship }
refusal-not-in-waters = pole { $target } nie leży na wodach przeciwnika, które mają wiersze od { $top } do { $bottom } i kolumny od { $left } do { $right }
refusal-already-shot = pole { $target } było już ostrzelane
refusal-last-shot-missed = w tej turze nie ma już strzałów: ostatni był chybiony
refusal-one-shot = w tej turze nie ma już strzałów: gracz ma jeden
refusal-no-cannons = w tym zestawie zasad strzał podaje tylko pole
refusal-extended-off = strzał nie podaje tu statku: EXTENDED_SHIPS jest wyłączone
refusal-auto-off = strzał musi tu podać statek: EXTENDED_SHIPS jest włączone, a AUTO_SHOOTING nie
refusal-auto-planes-off = samolot musi mieć tu lotniskowiec: bez niego wysyła samoloty tylko EXTENDED_SHIPS z AUTO_SHOOTING
refusal-fleet-ships = flota ma od { $least } do { $most } statków, a nie { $count }
refusal-fleet-fields = statki zajęłyby { $count ->
        [one] { $count } pole
        [few] { $count } pola
       *[other] { $count } pól
    }, a dozwolonych jest najwyżej { $most } ({ $tenths }/10 wód)
refusal-no-shooter = żaden statek, który może jeszcze strzelać, nie ma i nie miał w tej turze pola { $pos } w zasięgu działa
refusal-no-carrier = żaden lotniskowiec nie może już wysłać samolotu
refusal-competing = cele aż do { $pos } (jest ich { $competing }) są w zasięgu tylko tych statków, którym razem pozostało strzałów: { $capacity }
note-row-first = czy chodzi o { $field }? wiersz stoi przed kolumną
note-move-leads = ruch prowadzi z { $from } na { $to }, czyli na pola od { $first } do { $last }
note-other-players-turn = pusta grupa { $tag } oddaje turę gracza { $expected }; NEXT_PLAYER { $other } w grupie [state] daje turę graczowi { $other }
note-distance = odległość liczy się od działa, czyli od pola za dziobem
note-too-close = liczą się statki obu graczy, także zatopione, i pola po przekątnej
note-none-left = statek ma w turze tyle strzałów, ile części; samoloty liczą się jak strzały
note-basic-shot = w podstawowej grze polecenie to SHOOT y x
note-announced-shot = polecenie to SHOOT y x
note-hit-again = po trafieniu gracz strzela ponownie, pudło kończy turę
note-extended-shot = przy EXTENDED_SHIPS polecenie to SHOOT i C y x
note-plane = w przeciwnym razie polecenie to SPY i y x
note-infeasible = cele tury są przydzielane na jej końcu; żaden nie został wykonany
note-indices-from-0 = numery liczy się od 0
note-body = { $footprint } zajmuje pola od { $first } do { $last }: statek leży za swoim dziobem
note-body-instead = { $direction } zajęłoby pola od { $first } do { $last }
note-lacks = graczowi { $player } brakuje { $names }
note-lacks-some = graczowi { $player } brakuje { $count ->
        [one] 1 statku
       *[other] { $count } statków
    }
note-lacks-more = graczowi { $player } brakuje { $names } i jeszcze { $count ->
        [one] 1 statku
       *[other] { $count } statków
    }
note-removed = { $keyword } w wierszu { $line } usuwa z planszy statek { $ship }

# Warnings.
warning-large-count = flota ma { $count } statków klasy { $class }; w zadaniu jest ich najwyżej { $max }
warning-empty-rectangle = prostokąt startowy gracza { $player } jest pusty, więc nie da się ustawić żadnego statku: najpierw podaje się lewe górne pole
warning-group-never-closed = ta grupa { $tag } nie jest nigdzie zamknięta; zamyka ją koniec skryptu
warning-idle-auto-shooting = AUTO_SHOOTING nic nie robi bez EXTENDED_SHIPS
warning-after-the-end = { $winner } wygrywa w wierszu { $line }, więc to polecenie i następne nigdy nie są wykonywane
warning-board-emptied = { $keyword } usuwa z planszy { $lost }
removed-ships = { $count ->
        [one] 1 statek
        [few] { $count } statki
       *[other] { $count } statków
    }
removed-reefs = { $count ->
        [one] 1 rafę
        [few] { $count } rafy
       *[other] { $count } raf
    }
removed-planes = { $count ->
        [one] 1 samolot
        [few] { $count } samoloty
       *[other] { $count } samolotów
    }
note-rules-first = RULES zaczyna nową grę: umieść je na początku
note-board-size-first = BOARD_SIZE tworzy pustą planszę: umieść je przed statkami i rafami

# The steps.
step-first = Stan przed pierwszym wierszem
step-state = Stan gry jest ustawiany
step-game = Gra { $rules }, wiersze: { $rows }, kolumny: { $columns }
step-turn = Tura gracza { $player }
step-passes = { $player } pasuje
step-places = { $mover } ustawia { $ship } na { $head } { $direction }
step-forward = { $mover } przesuwa { $ship } naprzód
step-left = { $mover } skręca { $ship } w lewo
step-right = { $mover } skręca { $ship } w prawo
step-plane = { $ship } gracza { $mover } wysyła samolot na { $centre }
step-chooses-plane = { $mover } wybiera { $pos } dla samolotu na koniec tury
step-chooses-shot = { $mover } wybiera { $pos } dla strzału na koniec tury
step-shoots = { $mover } strzela w { $target }
step-ship-shoots = { $ship } gracza { $mover } strzela w { $target }
step-shot = { $shot }: { $result }
step-miss = pudło
step-hit = trafienie
step-water = woda
step-hit-before = część była już zniszczona
step-loses = { $enemy } traci część
step-ship-hit = { $ship } trafiony
step-sunk = { $ship } zatopiony
step-fires = { $mover }: strzały { $count }
step-sends = { $mover }: samoloty { $count }
step-breaks = { $player } łamie zasadę
step-script-breaks = Skrypt łamie zasadę
ending-error = Błąd w wierszu { $line }
ending-won = { $winner } wygrywa
ending-open = Nikt nie wygrał, ruch ma { $next }
too-many-fields = plansza z wiersza { $line } ma ponad { $max } pól
too-many-ships = do wiersza { $line } jest więcej niż { $max } statków
too-many-steps = do wiersza { $line } jest więcej niż { $max } kroków

# Differences.
answer-ends = (oczekiwany wynik tu się kończy)
output-ends = (wynik tu się kończy)
difference = wiersz { $line }, kolumna { $column }
difference-in-output = wiersz { $line }, kolumna { $column }, na planszy w wierszach od { $first } do { $last } wyniku
difference-in-answer = wiersz { $line }, kolumna { $column }, na planszy w wierszach od { $first } do { $last } oczekiwanego wyniku
difference-more = { $count ->
        [one] i jeszcze 1 wiersz się różni
        [few] i jeszcze { $count } wiersze się różnią
       *[other] i jeszcze { $count } wierszy się różni
    }
difference-both-ways = plansza ciągnie się dalej w górę i w dół
difference-above = plansza ciągnie się dalej w górę
difference-below = plansza ciągnie się dalej w dół
difference-no-line-feed = wynik nie kończy się znakiem końca wiersza, a oczekiwany tak
difference-line-feed = wynik kończy się znakiem końca wiersza, a oczekiwany nie
difference-lacks-line-feed = na końcu wyniku brakuje znaku końca wiersza
difference-extra-line-feed = na końcu wyniku jest o jeden znak końca wiersza za dużo
difference-order = te dwa wiersze są w złej kolejności
difference-missing-line = wiersz { $line } wyniku to wiersz { $answer } oczekiwanego; chyba brakuje jednego wiersza
difference-extra-line = wiersz { $line } wyniku to wiersz { $answer } oczekiwanego; chyba jeden wiersz jest zbędny
difference-length = wiersz ma długość { $found }, a nie { $expected }
difference-more-return = wiersz byłby dobry z jeszcze jednym znakiem powrotu karetki
difference-fewer-return = wiersz byłby dobry bez jednego znaku powrotu karetki
difference-more-blanks = wiersz byłby dobry, gdyby miał o { $count ->
        [one] 1 odstęp
        [few] { $count } odstępy
       *[other] { $count } odstępów
    } więcej
difference-fewer-blanks = wiersz byłby dobry, gdyby miał o { $count ->
        [one] 1 odstęp
        [few] { $count } odstępy
       *[other] { $count } odstępów
    } mniej
difference-more-characters = wiersz byłby dobry, gdyby miał o { $count ->
        [one] 1 znak
        [few] { $count } znaki
       *[other] { $count } znaków
    } więcej
difference-fewer-characters = wiersz byłby dobry, gdyby miał o { $count ->
        [one] 1 znak
        [few] { $count } znaki
       *[other] { $count } znaków
    } mniej
