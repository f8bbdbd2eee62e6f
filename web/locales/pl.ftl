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
    .title = Przejdź na początek grupy
group = { $tag } od wiersza { $line }
format = Formatuj
script-too-long = Skrypt może mieć najwyżej { $millions } mln znaków.
replace-with = Zamień na { $text }
script-width =
    .aria-label = Szerokość skryptu
results-width =
    .aria-label = Szerokość wyników

# The first visit.
welcome = Ships to gra w statki zapisana jako tekst: skrypt ustawia dwie floty i rozgrywa ich tury, a ta strona wykonuje go, gdy piszesz. Nic nie jest nigdzie wysyłane.
welcome-learn = Poznaj ją w dziesięciu lekcjach
welcome-check = Sprawdź swój program
welcome-play = Zagraj
welcome-write = Po prostu pisz

# Lessons.
lesson-list =
    .aria-label = Lekcja
end-lesson =
    .aria-label = Zamknij lekcję
show-solution = Pokaż rozwiązanie
previous = Poprzednia
next = Następna
lesson-heading = Lekcja { $number } z { $count }: { $title }
lesson-script = To skrypt lekcji { $number }.
lesson-solution = To jest rozwiązanie.
lesson-right = Dobrze.
lesson-wrong = Jeszcze nie: wynik jest inny.
lessons-done = To już wszystkie lekcje: teraz sprawdź swój program albo zagraj.

lesson-groups = Grupy
lesson-groups-text = Skrypt składa się z grup. Grupę otwiera znacznik i zamyka ten sam znacznik: [state] służy do ustawień, [playerA] i [playerB] do tur graczy. Dodaj na końcu grupę [state] z poleceniem PRINT 0, które wypisuje planszę z rafą.
lesson-placing = Ustawianie statków
lesson-placing-text = PLACE_SHIP y x D i C ustawia statek numer i klasy C: jego dziób leży w wierszu y i kolumnie x i wskazuje kierunek D (N, E, S lub W), a reszta statku leży za dziobem. Ustaw niszczyciel gracza B, 0 DES, z dziobem na polu 12 3, skierowanym na północ.
lesson-shooting = Strzelanie
lesson-shooting-text = W podstawowej grze gracz ma jeden strzał na turę: SHOOT y x. Niech A strzeli w pole za dziobem niszczyciela gracza B.
lesson-moving = Ruch
lesson-moving-text = MOVE i C m porusza statkiem: m to F (jedno pole do przodu), L lub R (skręt w lewo lub w prawo). Niszczyciel może wykonać w turze trzy ruchy. Niech niszczyciel gracza B skręci w prawo, a potem popłynie dwa pola do przodu.
lesson-radar = Radar
lesson-radar-text = W grupie gracza PRINT pokazuje tylko to, co ten gracz widzi: jego statki oraz to, co jest blisko ich dziobów, gdzie znajduje się radar. Wypisz planszę tak, jak widzi ją B, z częściami statków: PRINT 1, w turze gracza B po turze gracza A.
lesson-planes = Samoloty zwiadowcze
lesson-planes-text = Lotniskowiec wysyła samoloty: SPY i y x, z jego numerem i polem. Gracz widzi pola wokół tego pola do swojej następnej tury. Wyślij samolot z 0 CAR na pole 12 4 i wypisz, co potem widzi A (PRINT 0, w tej samej turze).
lesson-automatic = Automatyczne strzelanie
lesson-automatic-text = Przy EXTENDED_SHIPS i AUTO_SHOOTING tura podaje same cele, SHOOT y x. Na jej końcu są one dzielone między statki, których działa do nich sięgają. Krążownik gracza A musi podpłynąć bliżej: przesuń go o jedno pole do przodu przed strzałami w 12 3 i 11 4.
lesson-saving = Zapisywanie
lesson-saving-text = SAVE wypisuje grę jako skrypt, który zaczyna się od tego samego stanu. Zapisz tę grę po jej ostatniej turze, w grupie [state].
lesson-program = Tura programu
lesson-program-text = Jeśli następny ruch ma gracz komputerowy, rozgrywa on swoją turę, gdy skrypt się skończy, i wypisuje ją jako skrypt. Dodaj SET_AI_PLAYER B do pierwszej grupy. Potem wypróbuj „Następna tura” na karcie Wynik.
lesson-mistakes = Dziesięć błędów
lesson-mistakes-text = Dziesięć wierszy jest błędnych. Karta Problemy objaśnia każdy z nich: popraw je. Krążownik gracza A stoi na 1 1 i wskazuje zachód, jego niszczyciel na 4 4 i wskazuje północ. Niszczyciel gracza B stoi na 12 3 i wskazuje północ. A strzela w 13 4, B przesuwa niszczyciel do przodu, A strzela w 12 3. Na końcu PRINT 0 wypisuje planszę.

# The results.
results =
    .aria-label = Wyniki
tab-problems = Problemy
tab-output = Wynik
tab-compare = Porównaj
tab-tests = Testy
tab-analysis = Analiza
no-problems = Brak problemów.
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

choose-tests = Wybierz lub upuść katalog ze skryptami (T1.in), wynikami Twojego programu (T1.txt lub w osobnym katalogu) oraz, jeśli je masz, oczekiwanymi (T1.out); wszystko zostaje na tej stronie.
a-folder = Katalog
or-files = Lub pliki
test = Test
verdict = Werdykt
first-difference = Pierwsza różnica
no-tests = Nie ma tu testów, czyli plików NAME.in z wynikami NAME.out lub innymi.
test-of = Test { $number } z { $count }…
accepted-of = Zaliczone: { $accepted } z { $count }.
peculiarities = Wyniki: { $count }. { $what }.
peculiarity = { $what } w { $count }
compare-without = Porównaj bez tego
compare-with = Porównaj z tym
cannot-read-dropped = Przeglądarka nie może odczytać upuszczonego elementu: wybierz katalog.
too-many-files = Plików jest więcej niż { $count }: wybierz sam katalog z testami.
several-outputs = Jest kilka wyników: { $names }.
no-output = Nie ma wyniku tego testu.
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
ship-has = { $ship }: pozostało ruchów { $moves }, strzałów { $shots }. Wybierz pole, w które strzela.
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
replay-parts = Części
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
