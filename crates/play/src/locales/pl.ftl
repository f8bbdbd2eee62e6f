# The start.
language = polski
form-last = Wznów: { $rules }, runda { $turn }
form-language = Język
greeting = Witaj na pokładzie! W co gramy?
form-rules = Zasady
form-player = Gracz { $player }
form-name = Imię
form-side = Plansza
form-length = długość
form-hits = Trafienie zdradza
hits-named = klasę statku
hits-plain = tylko trafienie
form-rows = Wiersze
form-columns = Kolumny
form-reefs = Rafy
form-shooting = Strzały
form-placing = Ustawianie
form-begins = Pierwszy ruch
form-begin = Zaczynamy
rules-ships = statki, które pływają, i samoloty
rules-italian = battaglia navale, po jednym strzale
rules-german = kto trafi, strzela dalej
rules-msx = batalha naval, statki poziomo
rules-russian = na kartce w kratkę, zwykła flota
rules-hasbro = gra planszowa, statki mogą się stykać
controller-person = człowiek
controller-computer = { $name } (poziom { $level } z { $of })
level-1 = łatwy
level-2 = średni
level-3 = trudny
level-4 = bardzo trudny
level-5 = mistrz
shooting-basic = jeden strzał na turę
shooting-extended = strzela każdy statek
shooting-auto = podajesz cele, strzela, kto sięga
placing-hand = ręczne
placing-random = losowe
begins-toss = rzut monetą, obstawiasz: { $coin }
coin-heads = orzeł
coin-tails = reszka

# The bar at the top.
you = ty
opponent = wróg
header-placing = Ustaw swoją flotę
header-places = { $player } ustawia flotę
header-turn = Runda { $turn } · { $whose }
header-over = Koniec gry
your-move = twój ruch
their-move = ruch przeciwnika
move-of = ruch: { $player }

# Boards.
chart-own = Twoje wody
chart-known = Widok przeciwnika
chart-enemy = Wody przeciwnika
chart-of = Wody: { $player }

# Panels.
panel-news = Wydarzenia
panel-news-back = Wydarzenia ({ $count } nowszych: PgDn)
panel-fleets = Statki na wodzie
panel-placing = Statki do ustawienia
panel-placing-of = Statki do ustawienia: { $player }
panel-commands = Polecenia tej tury
panel-figures = Gra
panel-by-class = Trafienia według klasy
fleet-yours = twoje
fleet-theirs = wroga
fleet-parts = sprawne części
commands-none = jeszcze żadne
thinking = Przeciwnik myśli…
shoot-again = Trafienie: strzelaj dalej albo zakończ turę: „e”.
heat-shown = Szansa na statek w %: { $fields }
heat-unknown = Brak podpowiedzi: żadna flota nie pasuje do tego, co wiadomo.
heat-none = Brak podpowiedzi: poza zasięgiem wzroku nie należy spodziewać się statku.
shoot-first = Najpierw strzel: Enter.
hand-over = Naciśnij Enter i przekaż klawiaturę.
watch-paused = Pauza. Enter: jedna tura, „p”: dalej.
over-hint = „n”: nowa gra.

# Placing.
placing-here = { $ship } na { $field }, dziób na { $direction }
placing-ahead = { $ship } od { $field } na { $direction }
placing-progress = Ustawione: { $percent }%
placing-free = To miejsce jest wolne.
placing-done = Wszystkie statki ustawione. Enter: do boju!
direction-n = północ
direction-e = wschód
direction-s = południe
direction-w = zachód

# Ships that move.
ship-none = Nie wybrano statku
ship-ranges = radar { $radar }, działo { $cannon }
ship-left = pozostało: ruchów { $moves }, strzałów { $shots }
range-none = zniszczone
range-everywhere = wszędzie
aim-shot = Enter: strzał w { $field }.
aim-target = Enter: dodaj cel { $field }.
aim-let-go = Enter: odznacz ({ $ship }).
aim-choose = Enter: wybierz ({ $ship }).
aim-far = { $field } jest poza zasięgiem.
aim-plane = Enter: wyślij samolot na { $field }.
aim-move = Enter: popłyń statkiem tutaj.
aim-move-uncertain = Enter: popłyń na wody, których nie widzisz.
aim-move-risky = Enter: popłyń na wody, których nie widzisz. Jeśli na drodze jest statek, przegrasz grę.
choose-a-ship = Najpierw wybierz statek: Tab albo Enter na nim.
no-carrier = Żaden twój lotniskowiec nie może wysłać samolotu.
nothing-to-undo = Nie ma czego cofnąć.
unseen = Coś, czego nie widzisz, jest za blisko.

# What happened.
shot-miss = { $who }: { $field }, pudło
shot-hit = { $who }: { $field }, trafiony!
shot-hit-ship = { $who }: { $field }, trafiony: { $ship }!
shot-sunk = { $who }: { $field }, zatopiony: { $ship }!
forced = (wymuszony atak)
news-tossed = Wypadło: { $coin }. Zaczyna { $who }
news-tossed-you = Wypadło: { $coin }, więc zaczynasz.
news-placed = { $who }: flota ustawiona
news-passed = { $who }: bez strzału
news-wasted = { $who }: pole już ostrzelane, bez strzału
news-damaged = Twój { $ship }: { $lost ->
        [one] 1 trafienie
        [few] { $lost } trafienia
       *[other] { $lost } trafień
    }, zostało { $left }
news-lost = Twój { $ship } zatonął
news-damaged-of = { $who }, { $ship }: { $lost ->
        [one] 1 trafienie
        [few] { $lost } trafienia
       *[other] { $lost } trafień
    }, zostało { $left }
news-lost-of = { $who }, { $ship }: zatopiony
news-missed = Twoje strzały niczego nie zniszczyły: { $shots }
news-unharmed = Przeciwnik nie trafił żadnego twojego statku.
news-destroyed = Zniszczone części przeciwnika: { $parts }
you-won = Wygrana!
you-lost = Przegrana.
has-won = Wygrywa { $who }!

# Figures.
figure-turns = tury
figure-shots = strzały
figure-hits = trafienia
figure-precision = celność
figure-sunk = zatopione statki
figure-moves = ruchy
figure-planes = samoloty
figure-hints = podpowiedzi

# Puzzles.
puzzle-title = Zadanie { $number } · punkty: { $points }/{ $answers }
puzzle-search = Szukanie zadania…
puzzle-ask = Gdzie trafienie jest najbardziej prawdopodobne? Enter strzela.
puzzle-field = { $field }: { $chance }%
puzzle-best = Najlepszy strzał: { $chance }%.
puzzle-worse = Szansa: { $chance }%. Najlepiej: { $best }, { $most }%. Punkty: { $points }
puzzle-score = Odpowiedzi: { $answers }, punkty: { $points }

# The screen between two people.
curtain-title = Teraz { $player }
curtain-text = Na ekran patrzy teraz tylko { $player }.
curtain-key = Naciśnij spację.

# Questions and files.
quit-title = Zakończyć grę?
quit-kept = Jest zapisana; strona startowa pozwoli ją wznowić.
quit-lost = Kto wychodzi, przegrywa grę.
quit-keys = Enter: zakończ, Esc: graj dalej
quit-keys-save = Enter: zakończ, „s”: zapisz i zakończ, Esc: graj dalej
end-keys = Enter lub „e”: zakończ turę, Esc: graj dalej
end-title = Pozostałe strzały w tej turze: { $count }
save-title = Zapisz grę jako skrypt
save-keys = Enter: zapisz, Esc: wróć
saved = Zapisano w { $what }.
save-failed = Nie zapisano: { $what }
file-exists = plik już istnieje; wybierz inną nazwę.
file-not-found = nie ma takiego katalogu.
file-denied = brak uprawnień.
file-directory = to jest katalog.
file-full = dysk jest pełny.
file-busy = używa go inny program.
log-failed = Nie można zapisać dziennika: { $what }
last-failed = Nie można wznowić ostatniej gry: { $what }
remote-refused = Serwer odrzucił polecenie, więc przegrywasz grę: { $what }.
remote-enemy-left = Przeciwnik wyszedł albo minął jego czas, więc wygrywasz.
remote-late = Minął twój czas, więc przegrywasz.
remote-closed-in-turn = Połączenie przerwano w twojej turze: być może minął czas.
remote-closed = Połączenie przerwano bez zwycięzcy: być może przeciwnik wyszedł.
remote-silent = Serwer nie odpowiada.
remote-garbled = Serwer przysłał coś niezrozumiałego: { $what }.
remote-again = „n” łączy ponownie.
too-small = Admiralty potrzebuje { $columns } kolumn i { $rows } wierszy; ten terminal ma { $width } i { $height }. Powiększ go albo wyjdź przez Ctrl+C.
unknown-key = { $key } nic tu nie robi; „?” pokazuje klawisze.
paste-ignored = Wklejony tekst nic tu nie robi.

# Gry przez sieć.
host-title = Czekanie na znajomego…
host-command = Znajomy wpisuje ten wiersz:
host-token = A potem ten kod:
host-anywhere = Dołączyć może każdy, kto ma dostęp do tego komputera i zna kod. Nic nie jest szyfrowane.
host-here = Dołączyć można tylko przy tym komputerze.
host-keys = „q” albo Ctrl+C kończy.
connect-token = Kod:
connect-waiting = Połączono z { $what }, czekanie na grę. Ctrl+C przerywa.
join-closed = Serwer zamknął połączenie, zanim zaczęła się gra.
join-refused = Serwer odrzuca kod: { $what }.
token-the-first-line-is-not-a-token = pierwszy wiersz nie jest kodem
token-no-token-came-in-time = kod nie nadszedł na czas
token-there-is-no-such-token = nie ma takiego kodu
token-the-seat-is-taken = miejsce jest zajęte
join-no-game = Serwer przysłał coś, co nie rozpoczyna gry: { $what }
join-no-side = W grze na serwerze nie ma dla ciebie strony.
join-too-large = Plansza na serwerze ma więcej niż { $most } pól.
network-in-use = tego adresu używa inny program.
network-not-here = ten komputer nie ma tego adresu.
network-nobody = nikt tam nie udostępnia gry.
network-unreachable = nie można połączyć się z tym komputerem.

# Keys.
key-pages = PgUp
key-far = Shift+↑
key-space = Spacja
key-enter = Enter
hint-line = wiersz
hint-change = zmień
hint-begin = zacznij
hint-cursor = kursor
hint-field = pole
hint-direction = kierunek
hint-place = ustaw
hint-rotate = obróć
hint-class = statek
hint-undo = cofnij
hint-random = losuj
hint-fill = uzupełnij
hint-clear = usuń
hint-ship = statek
hint-shoot = strzel
hint-move = płyń
hint-plane = samolot
hint-end = koniec tury
hint-cancel = anuluj
hint-board = plansza
hint-go-on = dalej
hint-pause = pauza
hint-single = jedna tura
hint-speed = tempo
hint-new = nowa gra
hint-save = zapisz
hint-help = pomoc
hint-quit = wyjdź
hint-target = dodaj cel
hint-let-go = odznacz
hint-choose = wybierz statek
hint-news = starsze
hint-accept = do boju
hint-leap = pięć pól
hint-space = jak Enter
hint-heat = podpowiedź
hint-replay = strona z powtórką

# Help.
help-keys = Klawisze
help-glyphs = Plansze
mouse-watch = Mysz: kółko zmienia tempo.
mouse-news = Mysz: kółko przewija wydarzenia.
mouse-sea = Mysz: kliknięcie przesuwa kursor, drugie działa jak Enter; kółko przewija wydarzenia.
mouse-battle = Mysz: kliknięcie strzela, kółko przewija wydarzenia.
mouse-placing = Mysz: lewy ustawia, prawy zabiera lub obraca, kółko obraca.
mouse-start = Mysz: kliknięcie wybiera wiersz, drugie go zmienia.
legend-ship = statek: dziób, środek, rufa
legend-letters = twoje statki, według klasy
legend-unknown = nieznane
legend-miss = pudło
legend-hit = trafienie
legend-own-hit = twój trafiony statek
legend-sunk = zatopiony statek
legend-beside = woda obok zatopionego statku
legend-named = trafienie, z klasą statku
legend-seen = widziane i puste
legend-reef = rafa
legend-sections = przeciwnik: radar, działo, silnik, reszta
legend-destroyed = zniszczona część
legend-plane = co pokazałby samolot
legend-target = dodany cel
legend-range = w zasięgu działa
legend-radar = w zasięgu radaru
legend-cannon = działo twojego statku
legend-blocked = statek nie może tu leżeć
legend-free = statek może tu leżeć
legend-last = ostatnie strzały
legend-cursor = kursor
legend-whole = statek na jednym polu
legend-part = część twojego statku

# Reasons.
reason-not-in-starting-position = Statek musi leżeć na twoich wodach.
reason-ship-already-present = Ten statek już jest ustawiony.
reason-all-ships-of-the-class-already-set = Nie ma już statków tej klasy.
reason-field-does-not-exist = Nie ma takiego pola.
reason-not-all-ships-placed = Nie wszystkie statki są ustawione.
reason-the-other-player-expected = Teraz tura drugiego gracza.
reason-placing-ship-on-reef = Na drodze jest rafa.
reason-placing-ship-too-close-to-other-ship = Za blisko innego statku.
reason-reef-is-not-placed-on-board = Rafa musi leżeć na planszy.
reason-ship-cannot-shoot = Działo jest zniszczone.
reason-too-many-shoots = W tej turze nie ma już strzałów.
reason-shooting-too-far = Poza zasięgiem.
reason-ship-cannot-move = Silnik jest zniszczony.
reason-ship-moved-already = W tej turze nie ma już ruchów.
reason-ship-went-from-board = Statek wypłynąłby poza planszę.
reason-cannot-send-plane = Działo jest zniszczone, więc żaden samolot nie wystartuje.
reason-all-planes-sent = Strzały i samoloty tej tury są już użyte.
reason-shoots-are-unfeasible = Twoje statki nie sięgają wszystkich tych celów.
reason-unknown-command = Nie ma takiego polecenia.
reason-invalid-arguments = Flota nie mieści się na wodach.
reason-command-not-available = W tej grze to niemożliwe.
reason-ship-not-present = Tego statku nie ma na planszy.
reason-group-not-closed = Inna grupa jest wciąż otwarta.
reason-line-too-long = Wiersz jest za długi.
reason-fleet-cannot-be-placed = Nie ma miejsca na flotę.
reason-field-already-shot = To pole już ostrzelano.

# The facts behind a reason.
facts-far = odległość { $distance }; zasięg działa { $range }
facts-ships = statki: { $count }; dozwolone od { $least } do { $most }
facts-fields = pola: { $count }; dozwolone najwyżej { $most }

# Ships.
class-ships-car = lotniskowiec
class-ships-bat = pancernik
class-ships-cru = krążownik
class-ships-des = niszczyciel
class-italian-sot = okręt podwodny
class-italian-tor = torpedowiec
class-italian-lan = barkas
class-german-l7 = siódemka
class-german-l6 = szóstka
class-german-l5 = piątka
class-german-l4 = czwórka
class-german-l3 = trójka
class-german-l2 = dwójka
class-msx-p = lotniskowiec
class-msx-c = krążownik
class-msx-h = hydroplan
class-msx-s = okręt podwodny
class-russian-p = pancernik
class-russian-c = krążownik
class-russian-h = niszczyciel
class-russian-s = kuter patrolowy
class-hasbro-car = lotniskowiec
class-hasbro-bat = pancernik
class-hasbro-cru = krążownik
class-hasbro-sub = okręt podwodny
class-hasbro-des = niszczyciel
