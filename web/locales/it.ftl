# The interface of the playground in Italian.
language-name = Italiano
language = Lingua

# The header.
ways-in =
    .aria-label = Da dove iniziare
learn = Impara
check-program = Verifica il programma
check = Verifica
play = Gioca
file = File
open-file = Apri un file…
example = Esempio
choose-one = scegli
save-script = Salva lo script
save-page = Salva la pagina di replay
save-picture = Salva l'immagine della griglia
copy-link = Copia un link
start-afresh = Ricomincia
help = Aiuto
theme =
    .title = Chiaro o scuro
    .aria-label = Chiaro o scuro

# The script.
script = Script
script-editor =
    .aria-label = Script
go-to-group =
    .title = Il cursore è in questo gruppo: vai al suo inizio
group = Gruppo { $tag } dalla riga { $line }
format = Formatta
script-too-long = Uno script ha al massimo { $millions } milioni di caratteri.
replace-with = Sostituisci con { $text }
script-width =
    .aria-label = Larghezza dello script
results-width =
    .aria-label = Larghezza dei risultati

# The first visit.
welcome = Ships è battaglia navale come testo: uno script schiera due flotte e ne gioca i turni. Questa pagina lo esegue mentre scrivi e non invia nulla. L'ultimo colpo di questo esempio è sbagliato apposta: lo spiega la scheda Problemi.
welcome-learn = Imparala in dieci lezioni
welcome-check = Verifica il mio programma
welcome-play = Gioca una partita
welcome-write = Scrivi e basta

# Lessons.
lesson-list =
    .aria-label = Lezione
lesson-afresh =
    .title = Ricomincia questa lezione
    .aria-label = Ricomincia questa lezione
end-lesson =
    .aria-label = Chiudi la lezione
show-solution = Mostra la soluzione
previous = Precedente
next = Successiva
lesson-heading = Lezione { $number } di { $count }: { $title }
lesson-script = Lo script della lezione { $number }.
lesson-solution = Questa è la soluzione.
lesson-as-at-first = La lezione è di nuovo come all’inizio.
lesson-right = Giusto.
lesson-start = Tocca a te: modifica lo script qui sotto.
lesson-error = La riga { $line } contiene un errore.
lesson-wrong = Non ancora: l’output è diverso.
lesson-other = Già svolta; ora l’output è diverso.
lesson-warned = Quasi: c’è un avviso sulla riga { $line }.
lesson-why = Perché?
lesson-difference = Che cosa chiede la lezione e che cosa stampa il tuo script:
lessons-done = Hai finito tutte le lezioni: ora verifica il tuo programma, o gioca una partita.

lesson-groups = Gruppi
lesson-groups-text = Uno script è fatto di gruppi. Un tag apre un gruppo e lo stesso tag lo chiude: [state] per le impostazioni, [playerA] e [playerB] per i turni. REEF 3 4 mette uno scoglio sulla riga 3, colonna 4; PRINT 0 stampa la griglia (PRINT 1: con le parti delle navi).
lesson-groups-task = Aggiungi alla fine un gruppo [state] con PRINT 0.
lesson-placing = Schierare le navi
lesson-placing-text = I numeri di SET_FLEET contano portaerei (CAR), corazzate (BAT), incrociatori (CRU) e cacciatorpediniere (DES).
lesson-placing-key = y x: riga e colonna della prua; D: dove punta (N, E, S, W); i: numero nella classe, da 0; C: classe
lesson-placing-task = Schiera il cacciatorpediniere di B nel gruppo vuoto di B: con la prua in 12 3, verso nord.
lesson-shooting = Sparare
lesson-shooting-text = Un giocatore ha un colpo per turno, se non c'è EXTENDED_SHIPS (lezione 7). Righe e colonne si contano da 0, dall’alto a sinistra.
lesson-shooting-task = Nell’ultimo gruppo di A, fai sparare A alla casella dietro la prua del cacciatorpediniere di B.
lesson-moving = Muovere
lesson-moving-text = Un cacciatorpediniere può muoversi tre volte in un turno.
lesson-moving-key = i C: numero e classe; m: F (una casella avanti), L o R (gira a sinistra o a destra)
lesson-moving-task = Fai girare a destra il cacciatorpediniere di B, poi mandalo avanti di due caselle.
lesson-radar = Radar
lesson-radar-text = Nel gruppo di un giocatore, PRINT mostra solo ciò che quel giocatore vede: le sue navi, e ciò che è vicino alla loro prua, dove sta il radar.
lesson-radar-task = Stampa la griglia come la vede B, con le parti delle navi: PRINT 1, in un turno di B dopo quello di A.
lesson-planes = Aerei spia
lesson-planes-text = Una portaerei manda aerei. Il giocatore vede le caselle attorno a y x fino al suo prossimo turno.
lesson-planes-key = i: numero della portaerei; y x: riga e colonna della casella
lesson-planes-task = Manda un aereo di 0 CAR sulla casella 12 4, e stampa ciò che A vede dopo (PRINT 0, nello stesso turno).
lesson-automatic = Tiro automatico
lesson-automatic-text = Con EXTENDED_SHIPS e AUTO_SHOOTING un turno elenca i bersagli, SHOOT y x. Alla fine sono divisi tra le navi i cui cannoni li raggiungono.
lesson-automatic-task = L'incrociatore di A deve avvicinarsi: muovilo avanti di una casella prima dei colpi su 12 3 e 11 4.
lesson-saving = Salvare
lesson-saving-text = SAVE stampa la partita come uno script che inizia dallo stesso stato.
lesson-saving-task = Salva questa partita dopo il suo ultimo turno, in un gruppo [state].
lesson-program = Un turno del programma
lesson-program-text = Se tocca a un giocatore del programma, questo gioca un turno quando lo script finisce, e lo stampa come script.
lesson-program-task = Aggiungi SET_AI_PLAYER B al primo gruppo. Poi prova “Turno successivo” nella scheda Output.
lesson-mistakes = Dieci errori
lesson-mistakes-text = L'incrociatore di A è in 1 1, verso ovest; il suo cacciatorpediniere in 4 4, verso nord. Il cacciatorpediniere di B è in 12 3, verso nord. A spara in 13 4, B muove avanti il cacciatorpediniere, A spara in 12 3. Alla fine PRINT 0 stampa la griglia.
lesson-mistakes-task = Dieci righe sono sbagliate. La scheda Problemi spiega ciascuna: correggile.

# The results.
results =
    .aria-label = Risultati
tab-problems = Problemi
tab-output = Output
tab-compare = Confronto
tab-tests = Test
tab-analysis = Analisi
no-problems = Nessun problema.
example-error = L'errore è voluto: l'esempio mostra come vengono spiegati gli errori.
errors = { $count ->
        [one] 1 errore
       *[other] { $count } errori
    }
warnings = { $count ->
        [one] 1 avviso
       *[other] { $count } avvisi
    }
line = Riga { $line }
next-turn = Turno successivo
to-the-end = Fino alla fine
line-refused = Riga { $line } rifiutata
output-of-script =
    .aria-label = Output dello script
more-characters = … altri { $count } caratteri
no-board = Non c'è una griglia: { $why }.

paste-output = Incolla l'output del tuo programma per questo script, o trascina qui un file; resta in questa pagina.
output-right = L'output è giusto.
output-space = Solo gli spazi sono diversi.
output-wrong = L'output è sbagliato.
expected = Atteso
found = Trovato
fields-differ = { $count ->
        [one] Le due griglie in una: 1 casella è diversa
       *[other] Le due griglie in una: { $count } caselle sono diverse
    }
go-to-print = Vai alla riga { $line }, che lo stampa
output-too-long = Un output ha al massimo { $size } MiB.
not-compared = Nel file, ma qui non confrontato: { $what }.
cannot-be-read = Non è possibile leggere { $file }.
utf-16 = UTF-16
windows-ends = fini di riga di Windows
byte-order-mark = BOM

tests-run = Questa pagina non esegue il tuo programma: eseguilo tu su ogni script e salva ciò che stampa.
tests-command = ./programma < T1.in > T1.txt
choose-tests = Poi scegli la cartella che contiene entrambi, o trascinala qui. Gli script sono i test del tuo compito; anche il menu File ha degli esempi, che puoi salvare. Ogni output è confrontato con T1.out o, se manca, con ciò che stampa Admiralty. Nulla lascia questa pagina.
choose-folder = Scegli la cartella…
choose-files = Scegli i file…
test = Test
verdict = Verdetto
first-difference = Prima differenza
no-tests = Qui non c'è nessuno script (T1.in), solo { $files }. Scegli gli script insieme a ciò che il tuo programma stampa per ciascuno (T1.txt).
test-of = Test { $number } di { $count }…
accepted-of = { $accepted } di { $count } superati.
peculiarities = Output: { $count }. { $what }.
peculiarity = { $what } in { $count }
compare-without = Confronta senza
compare-with = Confronta con questi
cannot-read-dropped = Il browser non può leggere ciò che hai trascinato: scegli la cartella.
too-many-files = Ci sono più di { $count } file: scegli solo la cartella dei test.
several-outputs = Ci sono più output: { $names }.
no-output = Manca l'output: salva ciò che stampa il tuo programma come { $name }.txt.
file-too-long = { $file } supera i { $size } MiB.
choose-again = Non è possibile leggere { $file }; se è cambiato, scegli di nuovo la cartella.
verdict-ac = superato
verdict-pe = solo gli spazi sono diversi
verdict-wa = risposta sbagliata

analyse-shots = Analizza i colpi
analysing = Analisi…
no-analysis = Non c'è un'analisi: { $why }.
analysed = La griglia mostra le probabilità prima di ogni colpo.

# The views of a phone.
views =
    .aria-label = Viste
view-script = Script
view-board = Griglia
view-results = Output

# Notices.
undo-change = Annulla
last-script = Questo è il tuo ultimo script.
first-example = Questo è il primo esempio.
this-example = Questo è l'esempio { $name }.
this-file = Questo è { $name }.
this-link = Questo è lo script del link.
this-test = Questo è lo script del test.
this-game = Questo è lo script della partita.
no-room = Il browser non ha spazio per questo script: salvalo prima di chiudere la pagina.
not-remembered = Il browser non conserva nulla per questa pagina, quindi la lingua non può cambiare.
played-turn = Il programma ha giocato un turno.
played-to-end = Il programma ha giocato fino alla fine.
no-turn = Qui non tocca al programma: SET_AI_PLAYER gli affida un giocatore.
link-copied = L'indirizzo di questo script è stato copiato.
link-in-address = L'indirizzo di questa pagina ora è quello di questo script.
link-damaged = Il link è danneggiato o incompleto: il suo script non è leggibile.
link-too-long = Lo script del link è troppo lungo.
no-start = La pagina non è riuscita ad avviare l'interprete: aprila di nuovo.
stopped = Interrotto dopo { $seconds } secondi.
out-of-memory = Interrotto: lo script richiede troppa memoria ({ $why }).
no-pictures = Questo browser non disegna immagini.

# A game.
game = Partita
analyse-game = Analizza la partita
new-game = Nuova partita
game-script = Apri come script
back-to-script = Torna allo script
game-rules = Regole
game-level = Livello
game-side = Righe e colonne
game-shots = Tiro
shots-extended = ogni nave spara
shots-basic = un colpo per turno
game-reefs = Scogli
game-first = Prima mossa
first-toss = a sorte
first-you = tu
first-program = il programma
start = Inizia
rotate = Gira
next-class = Altra nave
undo = Annulla
random = Casuale
ready = Pronto
hint = Suggerimento
end-turn = Fine turno
ship-list =
    .aria-label = Nave
no-ship = nessuna nave
news = Eventi
news-all = Tutti ({ $count })
news-last = Meno
afloat = A galla
you = tu
enemy = nemico
game-keys = Con la tastiera: le frecce muovono il cursore sulla griglia, Invio agisce lì, "r" gira una nave.
choose-game = Scegli una partita. Tu sei A, il programma è B; sa solo ciò che vedono le sue navi.
refused = Rifiutato: { $why }
you-won = Hai vinto!
program-won = Ha vinto il programma.
score = Tu: { $hits } a segno su { $shots } colpi. Il programma: { $enemyHits } su { $enemyShots }.
place-ship = Schiera una nave ({ $ship }) di lunghezza { $length }, { $left } rimaste: scegli dove sta la prua.
fleet-complete = La flotta è completa.
your-shot = Tocca a te sparare: scegli una casella del campo nemico.
likeliest = Il nemico è più probabile in { $field }: { $chance }%.
choose-plane-field = Scegli la casella su cui mandare l'aereo.
choose-ship = Scegli una nave: si muove e spara.
choose-ship-first = Prima scegli una nave.
shoot-or-move = Spara una volta, ovunque; scegli una nave per muoverla.
ship-has = { $shots ->
    [0] { $ship }: mosse rimaste { $moves }, colpi rimasti { $shots }.
   *[other] { $ship }: mosse rimaste { $moves }, colpi rimasti { $shots }. Scegli una casella a cui sparare.
}
tap-again = { $field }: tocca di nuovo per agire lì.
move-f = Avanti
move-l = A sinistra
move-r = A destra
plane = Aereo
may-be-in-the-way = qualcosa che non vedi può essere di mezzo
unseen = C'è di mezzo qualcosa che non vedi.
field-text = riga { $row }, colonna { $column }: { $what }
ship-part = { $ship } { $index } di { $player }, parte { $part }
field-radar = radar
field-cannon = cannone
field-engine = motore
field-unknown = sconosciuto
field-water = acqua
field-missed = acqua, colpo a vuoto
field-hit = colpita
field-sunk = affondata
field-reef = scoglio
field-ship = una nave

# The search of the editor.
editor-find = Trova
editor-replace = Sostituisci
editor-next = successivo
editor-previous = precedente
editor-all = tutti
editor-match-case = maiuscole/minuscole
editor-by-word = parole intere
editor-regexp = espressione regolare
editor-replace-one = sostituisci
editor-replace-all = sostituisci tutto
editor-close = chiudi
editor-go-to-line = Vai alla riga
editor-go = vai
editor-diagnostics = Problemi
editor-no-diagnostics = Nessun problema

# The board and the steps, as on the replay page.
replay-play = Riproduci
replay-pause = Pausa
replay-speed = Velocità: { $speed }/s
replay-step = Passo { $number } di { $last }
replay-turn = Passo { $number } di { $last } · turno { $turn }
replay-board = Griglia di { $rows } righe e { $columns } colonne; parti rimaste: A { $a }, B { $b }
replay-board-seen = Griglia di { $rows } righe e { $columns } colonne, come la vede { $seat }
replay-waters = Campo di { $player }
replay-strategy = Confronto con la strategia { $strategy }
replay-hits = A segno
replay-accuracy = Precisione
replay-shots = Colpi sparati
replay-needed = Ancora necessari
replay-expected = Attesi all'inizio
replay-loss = Persi per scelta
replay-luck = Persi per il caso
replay-negative-loss = I colpi persi per scelta sono meno di 0 dove erano migliori di quelli di { $strategy }, o altrettanto buoni con altri campioni.
replay-negative-luck = I colpi persi per il caso sono meno di 0 per chi ha avuto fortuna.
replay-worst = { $player }, passo { $step }: { $loss }
replay-as-good = Buono come il colpo migliore; dopo ne erano attesi ancora { $needed }.
replay-lost = Persi { $loss } ± { $margin } colpi (intervallo al 95%) rispetto al migliore; dopo ne erano attesi ancora { $needed }.
replay-analysis = Analisi
replay-scores = Attesi all'inizio, più persi per scelta e per il caso: in tutto i colpi sparati e quelli ancora necessari.
replay-worst-shots = I colpi peggiori, e quanto sono costati
replay-symbols = Simboli e tasti
replay-keys = ← → un passo, con Maiusc un turno; Inizio, Fine; Spazio riproduce. Su uno schermo tattile scorri sulla griglia. Un clic su una riga dello script o sul grafico porta lì.
replay-text = Griglia come testo
replay-text-board =
    .aria-label = Griglia come testo
replay-seat =
    .aria-label = Visuale
replay-all = Tutto
replay-seat-of = Visuale di
replay-close-up = Da vicino
replay-steps =
    .aria-label = Passi
replay-parts = Parti di navi rimaste
replay-chart =
    .aria-label = Parti rimaste nel tempo
replay-slider =
    .aria-label = Passo
replay-first =
    .aria-label = Primo passo
replay-before =
    .aria-label = Turno precedente
replay-back =
    .aria-label = Passo precedente
replay-on =
    .aria-label = Passo successivo
replay-next =
    .aria-label = Turno successivo
replay-last =
    .aria-label = Ultimo passo
replay-chance = probabilità di colpire: 0
symbol-radar = radar, a prua
symbol-cannon = cannone
symbol-engine = motore
symbol-segment = parte
symbol-destroyed = distrutta
symbol-reef = scoglio
symbol-ship-a = nave di A: liscia
symbol-ship-b = nave di B: tratteggiata
symbol-unseen = mai visto
symbol-seen = visto prima
symbol-water = colpo: acqua
symbol-hit = colpo: a segno
symbol-sunk = colpo: affondata
symbol-splash = cade in acqua
symbol-burst = distrugge una parte
symbol-burst-sunk = affonda una nave
symbol-again = era già distrutta
symbol-unknown = esito sconosciuto
symbol-plane = aereo
symbol-best = colpo migliore
symbol-likely = parte probabile

# What the library says of scripts. In English, these texts are in its sources.
both = { $one }; { $other }
two-lines =
    { $one }
    { $other }
ship-of = { $class } { $index } di { $player }

# Lines that are no commands.
syntax-not-a-command = { $word } non è un comando
syntax-binary-line = questi sono dati binari, non uno script
syntax-binary-file = questo è un file binario, non uno script
syntax-byte-order-mark = prima di { $word } c’è un BOM (U+FEFF)
syntax-missing = manca { $argument }: il comando è { $usage }
syntax-too-many = { $word } è un argomento di troppo: il comando è { $usage }
syntax-not-a-number = { $word } non è un numero; qui va { $argument }
syntax-out-of-range = { $word } è fuori dai limiti; { $argument }: da { $min } a { $max }
syntax-not-a-player = { $word } non è un giocatore; un giocatore è A o B
syntax-not-a-direction = { $word } non è una direzione; una direzione è { $others } o { $last }
syntax-not-a-movement = { $word } non è un movimento; una nave si muove F (avanti), L (a sinistra) o R (a destra)
syntax-not-a-class = { $word } non è una classe di navi; le classi sono { $names }
syntax-no-class = { $word } non è una classe di navi
syntax-not-a-print-mode = { $word } non è un modo di stampa; PRINT 0 è quello semplice, PRINT 1 quello esteso
syntax-not-segments-of = { $word } non è lo stato di una nave della classe { $class }: ha { $length ->
        [one] 1 parte
       *[other] { $length } parti
    }, e ognuna è 1 (intatta) o 0 (distrutta)
syntax-not-segments = { $word } non è lo stato di una nave: ogni parte è 1 (intatta) o 0 (distrutta)
syntax-not-a-rule-set = { $word } non è un insieme di regole; quelli che ci sono: { $names }
syntax-not-an-option = { $word } non è un’opzione delle regole { $rules }
syntax-only-one-side = { $word } è un argomento di troppo: i campi di { $rules } hanno sempre { $max } righe e altrettante colonne
syntax-no-such-side = { $word } è fuori dai limiti: i campi di { $rules } hanno da { $min } a { $max } righe e altrettante colonne
line-over-limit = la riga supera i { $max } byte
usage-or = { $usage } oppure { $other }
usage-counts = { $usage }, un numero per ogni classe
usage-counts-of = { $usage }, il numero di navi di { $names }
usage-options = { $usage }, se le regole li prevedono
argument-row-or-ship = una riga o il numero di una nave
argument-column-or-class = una colonna o la classe della nave
argument-row-or-carrier = una riga o il numero di una portaerei
argument-column-or-row = una colonna o una riga
argument-side = il lato dei campi
argument-length = una lunghezza
argument-player = il giocatore
argument-direction = la direzione
argument-movement = il movimento
argument-print-mode = il modo di stampa
argument-row = la riga
argument-column = la colonna
argument-rows = il numero di righe
argument-columns = il numero di colonne
argument-ship-index = il numero della nave
argument-index = il numero
argument-class = la classe della nave
argument-segments = lo stato delle parti
argument-count = un numero di navi
argument-seed = il seme
argument-word = una parola
argument-rule-set = il nome di un insieme di regole
advice-usage = il comando è { $usage }
advice-meant = volevi scrivere { $text }?
advice-meant-because = volevi scrivere { $text }? { $why }
advice-utf-16 = questo è testo in UTF-16; uno script è in UTF-8
advice-no-comments = uno script non ha commenti
advice-error-line = questa è la riga di errore di un’esecuzione; si può rileggere solo ciò che è stampato prima
advice-index-first = il numero di una nave viene prima della sua classe
advice-class-of = { $class } è una classe delle regole { $rules }
advice-no-commas = gli argomenti si separano con spazi, non con virgole
advice-blanks-alone = gli argomenti si separano solo con spazi
advice-group-names-player = il giocatore è già indicato dal gruppo
advice-names-no-player = { $keyword } non indica un giocatore
advice-segments = le parti sono una parola sola, senza spazi
advice-one-command = una riga contiene un solo comando: con { $word } ne inizia un altro
advice-tag-alone = { $tag } va da solo su una riga
stranger = { $shown } è { $name } (U+{ $code }); { $advice }
stranger-no-mark = salva lo script come UTF-8 senza BOM, non come «UTF-8 with BOM»
stranger-line-ends = una riga finisce con LF o CR LF
stranger-blanks = le parole si separano con spazi e tabulazioni
stranger-write = scrivi { $meant }
stranger-no-quotation = le parole non hanno virgolette
stranger-in-token = fa parte della parola in cui si trova
character-nul = il carattere NUL
character-carriage-return = un ritorno a capo (CR)
character-character-of-ctrl-z = il carattere di Ctrl-Z
character-escape-character = un carattere Escape
character-delete-character = un carattere Delete
character-no-break-space = uno spazio unificatore
character-soft-hyphen = un trattino facoltativo
character-zero-width-space = uno spazio di larghezza zero
character-zero-width-non-joiner = un separatore di larghezza zero
character-zero-width-joiner = un congiuntore di larghezza zero
character-hyphen = un trattino tipografico
character-non-breaking-hyphen = un trattino unificatore
character-figure-dash = una lineetta per cifre
character-en-dash = una lineetta media
character-em-dash = una lineetta lunga
character-horizontal-bar = una barra orizzontale
character-ellipsis = il segno dei puntini di sospensione
character-narrow-no-break-space = uno spazio unificatore stretto
character-word-joiner = un congiuntore di parole
character-minus-sign = un segno meno tipografico
character-ideographic-space = uno spazio ideografico
character-byte-order-mark = un BOM
character-full-width-digit = una cifra a larghezza piena
character-full-width-letter = una lettera a larghezza piena
character-full-width-sign = un segno a larghezza piena
character-bidirectional-control-character = un carattere di controllo della direzione
character-typographic-quotation-mark = una virgoletta tipografica
character-control-character = un carattere di controllo
character-kind-of-space = uno spazio insolito
character-invisible-character = un carattere invisibile
character-letter-of-another-alphabet = una lettera di un altro alfabeto

# Commands in the wrong place.
misplaced-in-group = { $keyword } non va in un gruppo { $tag }
misplaced-outside = { $keyword } è fuori da ogni gruppo
not-in-rules = { $keyword } non è un comando delle regole { $rules }
group-still-open = il gruppo { $open } della riga { $line } è ancora aperto: prima chiudilo con { $open }
note-print-belongs = PRINT va in un gruppo, [state] o quello di un giocatore
note-shot-or-shoot = un giocatore spara con SHOOT; SHOT, in un gruppo [state], è un colpo di una partita salvata
note-shot-belongs = va in un gruppo [state], con regole in cui i colpi si annunciano
note-belongs-in-turn = va nel turno di un giocatore, un gruppo [playerA] o [playerB]
note-belongs-in-state = va in un gruppo [state]
note-not-announced = con queste regole i colpi non si annunciano
note-nothing-moves = con queste regole nulla si muove, e la griglia non si può cambiare
note-both-stop = l’esecuzione finisce qui, e anche il controllo
note-run-stops = l’esecuzione finisce qui; le righe successive sono solo controllate

# Commands that the rules refuse.
refusal-misfit = le regole non hanno un comando così
refusal-not-in-start = { $ship } avrebbe una parte in { $field }, fuori dal rettangolo di partenza di { $player } ({ $start }) sulla griglia
refusal-already-present = { $ship } è già sulla griglia, con la prua in { $head }
refusal-all-set = la flotta di { $player } non ha { $class } { $index }: { $count ->
        [0] non ha navi { $class }
        [one] ha solo { $class } 0
       *[other] i numeri delle navi { $class } vanno da 0 a { $last }
    }
refusal-count-below-present = { $ship } è sulla griglia, quindi le navi { $class } non possono essere { $count }
refusal-no-such-field = { $target } non è sulla griglia, che ha le righe da 0 a { $row } e le colonne da 0 a { $column }
refusal-fleets-incomplete = non si spara finché le due flotte non sono complete; navi ancora da schierare: A { $a }, B { $b }
refusal-other-players-turn = è il turno di { $expected }
refusal-on-reef = { $ship } sarebbe sullo scoglio in { $reef }
refusal-reef-under-ship = uno scoglio in { $reef } sarebbe sotto { $ship }
refusal-overlap = { $ship } e { $other } sarebbero entrambe in { $field }
refusal-too-close = { $ship } in { $field } toccherebbe { $other } in { $other_field }; fra loro deve esserci almeno una casella
refusal-reef-off-board = uno scoglio in { $reef } non è sulla griglia, che ha le righe da 0 a { $row } e le colonne da 0 a { $column }
refusal-no-cannon = il cannone di { $ship }, in { $cannon }, è distrutto
refusal-no-planes = il cannone di { $ship }, in { $cannon }, è distrutto, quindi non manda aerei
refusal-second-shot = nel gioco di base un giocatore ha un colpo per turno
refusal-none-left = { $ship } ha usato tutti i colpi e gli aerei di questo turno ({ $limit })
refusal-too-far = { $target } è a { $distance } caselle dal cannone di { $ship } in { $cannon }, che ne raggiunge { $range }
refusal-no-engine = il motore di { $ship }, in { $engine }, è distrutto
refusal-moved-already = { $ship } ha fatto tutti i movimenti di questo turno ({ $limit })
refusal-off-board = { $ship } avrebbe una parte in { $field }, fuori dalla griglia, che ha le righe da 0 a { $row } e le colonne da 0 a { $column }
refusal-not-present = { $ship } non è sulla griglia
refusal-no-room = nel rettangolo di partenza di { $player } ({ $start }) non c’è più posto per { $ship }
refusal-no-room-found = nel rettangolo di partenza di { $player } ({ $start }) non si è trovato posto per { $ship }
refusal-not-in-waters = { $target } non è nel campo dell’avversario, che ha le righe da { $top } a { $bottom } e le colonne da { $left } a { $right }
refusal-already-shot = in { $target } si è già sparato
refusal-last-shot-missed = in questo turno non restano colpi: l’ultimo è andato a vuoto
refusal-one-shot = in questo turno non restano colpi: un giocatore ne ha uno
refusal-no-cannons = con queste regole un colpo indica solo una casella
refusal-extended-off = qui un colpo non indica una nave: EXTENDED_SHIPS è disattivato
refusal-auto-off = qui un colpo deve indicare una nave: EXTENDED_SHIPS è attivo, AUTO_SHOOTING no
refusal-auto-planes-off = qui un aereo ha bisogno di una portaerei: solo EXTENDED_SHIPS con AUTO_SHOOTING ne fa a meno
refusal-fleet-ships = una flotta ha da { $least } a { $most } navi, non { $count }
refusal-fleet-fields = le navi occuperebbero { $count ->
        [one] { $count } casella
       *[other] { $count } caselle
    }, e al massimo possono essere { $most }, { $tenths } decimi del campo
refusal-no-shooter = nessuna nave che può ancora sparare ha, o aveva in questo turno, { $pos } a tiro del suo cannone
refusal-no-carrier = nessuna portaerei può ancora mandare un aereo
refusal-competing = { $competing } bersagli fino a { $pos } sono a tiro solo di navi a cui restano in tutto tanti colpi: { $capacity }
note-row-first = volevi scrivere { $field }? la riga viene prima della colonna
note-move-leads = il movimento porta da { $from } a { $to }, cioè sulle caselle da { $first } a { $last }
note-other-players-turn = un gruppo { $tag } vuoto passa il turno di { $expected }; NEXT_PLAYER { $other } in un gruppo [state] dà il turno a { $other }
note-distance = la distanza si conta dal cannone, la casella dietro la prua
note-too-close = contano le navi di entrambi i giocatori, anche affondate, e anche le diagonali
note-none-left = una nave ha per turno tanti colpi quante parti; gli aerei contano come colpi
note-basic-shot = nel gioco di base il comando è SHOOT y x
note-announced-shot = il comando è SHOOT y x
note-hit-again = chi colpisce spara di nuovo, un colpo a vuoto chiude il turno
note-extended-shot = con EXTENDED_SHIPS il comando è SHOOT i C y x
note-plane = altrimenti il comando è SPY i y x
note-infeasible = i bersagli del turno si assegnano alla sua fine; nessuno è stato eseguito
note-indices-from-0 = i numeri si contano da 0
note-body = { $footprint } occupa le caselle da { $first } a { $last }: una nave sta dietro la sua prua
note-body-instead = { $direction } occuperebbe le caselle da { $first } a { $last }
note-lacks = a { $player } mancano: { $names }
note-lacks-some = a { $player } { $count ->
        [one] manca 1 nave
       *[other] mancano { $count } navi
    }
note-lacks-more = a { $player } mancano: { $names } e { $count ->
        [one] un’altra
       *[other] altre { $count }
    }
note-removed = { $keyword } alla riga { $line } ha tolto { $ship }

# Warnings.
warning-large-count = una flotta con { $count } navi { $class }; nel compito sono al massimo { $max }
warning-empty-rectangle = il rettangolo di partenza di { $player } è vuoto, quindi non si può schierare nessuna nave: prima va la casella in alto a sinistra
warning-group-never-closed = questo gruppo { $tag } non viene mai chiuso; lo chiude la fine dello script
warning-idle-auto-shooting = AUTO_SHOOTING non ha effetto senza EXTENDED_SHIPS
warning-after-the-end = { $winner } ha vinto alla riga { $line }, quindi questo comando e i successivi non sono mai eseguiti
warning-board-emptied = { $keyword } toglie { $lost }
removed-ships = { $count ->
        [one] 1 nave
       *[other] { $count } navi
    }
removed-reefs = { $count ->
        [one] 1 scoglio
       *[other] { $count } scogli
    }
removed-planes = { $count ->
        [one] 1 aereo
       *[other] { $count } aerei
    }
note-rules-first = RULES inizia una nuova partita: mettilo all’inizio
note-board-size-first = BOARD_SIZE crea una griglia vuota: mettilo prima di navi e scogli

# The steps.
step-first = Lo stato prima della prima riga
step-state = Si imposta lo stato della partita
step-game = Una partita { $rules } con { $rows } righe e { $columns } colonne
step-turn = Turno di { $player }
step-passes = { $player } passa
step-places = { $mover } schiera { $ship } in { $head } { $direction }
step-forward = { $mover } muove { $ship } avanti
step-left = { $mover } gira { $ship } a sinistra
step-right = { $mover } gira { $ship } a destra
step-plane = { $ship } di { $mover } manda un aereo in { $centre }
step-chooses-plane = { $mover } sceglie { $pos } per un aereo alla fine del turno
step-chooses-shot = { $mover } sceglie { $pos } per un colpo alla fine del turno
step-shoots = { $mover } spara in { $target }
step-ship-shoots = { $ship } di { $mover } spara in { $target }
step-shot = { $shot }: { $result }
step-miss = a vuoto
step-hit = a segno
step-water = acqua
step-hit-before = la parte era già distrutta
step-loses = { $enemy } perde una parte
step-ship-hit = { $ship } è colpita
step-sunk = { $ship } è affondata
step-fires = { $mover } spara { $count ->
        [one] 1 colpo
       *[other] { $count } colpi
    }
step-sends = { $mover } manda { $count ->
        [one] 1 aereo
       *[other] { $count } aerei
    }
step-breaks = { $player } infrange una regola
step-script-breaks = Lo script infrange una regola
ending-error = Errore alla riga { $line }
ending-won = { $winner } ha vinto
ending-open = Nessuno ha vinto, tocca a { $next }
too-many-fields = la griglia della riga { $line } ha più di { $max } caselle
too-many-ships = fino alla riga { $line } ci sono più di { $max } navi
too-many-steps = fino alla riga { $line } ci sono più di { $max } passi

# Differences.
answer-ends = (l’output atteso finisce qui)
output-ends = (l’output finisce qui)
difference = riga { $line }, colonna { $column }
difference-in-output = riga { $line }, colonna { $column }, nella griglia delle righe da { $first } a { $last } dell’output
difference-in-answer = riga { $line }, colonna { $column }, nella griglia delle righe da { $first } a { $last } dell’output atteso
difference-more = { $count ->
        [one] e un’altra riga è diversa
       *[other] e altre { $count } righe sono diverse
    }
difference-both-ways = la griglia continua sopra e sotto
difference-above = la griglia continua sopra
difference-below = la griglia continua sotto
difference-no-line-feed = l’output non finisce con un a capo, quello atteso sì
difference-line-feed = l’output finisce con un a capo, quello atteso no
difference-lacks-line-feed = alla fine dell’output manca un a capo
difference-extra-line-feed = alla fine dell’output c’è un a capo di troppo
difference-order = le due righe sono nell’ordine sbagliato
difference-missing-line = la riga { $line } dell’output è la riga { $answer } di quello atteso; sembra mancare una riga
difference-extra-line = la riga { $line } dell’output è la riga { $answer } di quello atteso; sembra esserci una riga di troppo
difference-length = la riga è lunga { $found }, non { $expected }
difference-more-return = con 1 ritorno a capo (CR) in più la riga sarebbe giusta
difference-fewer-return = con 1 ritorno a capo (CR) in meno la riga sarebbe giusta
difference-more-blanks = con { $count ->
        [one] 1 spazio
       *[other] { $count } spazi
    } in più la riga sarebbe giusta
difference-fewer-blanks = con { $count ->
        [one] 1 spazio
       *[other] { $count } spazi
    } in meno la riga sarebbe giusta
difference-more-characters = con { $count ->
        [one] 1 carattere
       *[other] { $count } caratteri
    } in più la riga sarebbe giusta
difference-fewer-characters = con { $count ->
        [one] 1 carattere
       *[other] { $count } caratteri
    } in meno la riga sarebbe giusta
