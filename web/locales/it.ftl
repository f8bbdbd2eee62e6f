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
    .title = Vai all'inizio del gruppo
group = { $tag } dalla riga { $line }
format = Formatta
script-too-long = Uno script ha al massimo { $millions } milioni di caratteri.
replace-with = Sostituisci con { $text }
script-width =
    .aria-label = Larghezza dello script
results-width =
    .aria-label = Larghezza dei risultati

# The first visit.
welcome = Ships è battaglia navale come testo: uno script schiera due flotte e ne gioca i turni, e questa pagina lo esegue mentre scrivi. Nulla viene inviato altrove.
welcome-learn = Imparala in dieci lezioni
welcome-check = Verifica il mio programma
welcome-play = Gioca una partita
welcome-write = Scrivi e basta

# Lessons.
lesson-list =
    .aria-label = Lezione
end-lesson =
    .aria-label = Chiudi la lezione
show-solution = Mostra la soluzione
previous = Precedente
next = Successiva
lesson-heading = Lezione { $number } di { $count }: { $title }
lesson-script = Lo script della lezione { $number }.
lesson-solution = Questa è la soluzione.
lesson-right = Giusto.
lesson-wrong = Non ancora: l'output è diverso.
lessons-done = Hai finito tutte le lezioni: ora verifica il tuo programma, o gioca una partita.

lesson-groups = Gruppi
lesson-groups-text = Uno script è fatto di gruppi. Un gruppo si apre con un tag e si chiude con lo stesso tag: [state] per le impostazioni, [playerA] e [playerB] per i turni. Aggiungi alla fine un gruppo [state] con il comando PRINT 0, che stampa la griglia con il suo scoglio.
lesson-placing = Schierare le navi
lesson-placing-text = PLACE_SHIP y x D i C schiera la nave numero i della classe C: la prua è sulla riga y e sulla colonna x e punta verso D (N, E, S o W), il resto della nave sta dietro la prua. Schiera il cacciatorpediniere di B, 0 DES, con la prua in 12 3, verso nord.
lesson-shooting = Sparare
lesson-shooting-text = Nel gioco di base un giocatore ha un colpo per turno: SHOOT y x. Fai sparare A alla casella dietro la prua del cacciatorpediniere di B.
lesson-moving = Muovere
lesson-moving-text = MOVE i C m muove una nave: m è F (una casella avanti), L o R (gira a sinistra o a destra). Un cacciatorpediniere può muoversi tre volte in un turno. Fai girare a destra il cacciatorpediniere di B, poi mandalo avanti di due caselle.
lesson-radar = Radar
lesson-radar-text = Nel gruppo di un giocatore, PRINT mostra solo ciò che quel giocatore vede: le sue navi, e ciò che è vicino alla loro prua, dove sta il radar. Stampa la griglia come la vede B, con le parti delle navi: PRINT 1, in un turno di B dopo quello di A.
lesson-planes = Aerei spia
lesson-planes-text = Una portaerei manda aerei: SPY i y x, con il suo numero e una casella. Il giocatore vede le caselle attorno a quella fino al suo prossimo turno. Manda un aereo di 0 CAR sulla casella 12 4, e stampa ciò che A vede dopo (PRINT 0, nello stesso turno).
lesson-automatic = Tiro automatico
lesson-automatic-text = Con EXTENDED_SHIPS e AUTO_SHOOTING un turno elenca i bersagli, SHOOT y x. Alla fine sono divisi tra le navi i cui cannoni li raggiungono. L'incrociatore di A deve avvicinarsi: muovilo avanti di una casella prima dei colpi su 12 3 e 11 4.
lesson-saving = Salvare
lesson-saving-text = SAVE stampa la partita come uno script che inizia dallo stesso stato. Salva questa partita dopo il suo ultimo turno, in un gruppo [state].
lesson-program = Un turno del programma
lesson-program-text = Se tocca a un giocatore del programma, questo gioca un turno quando lo script finisce, e lo stampa come script. Aggiungi SET_AI_PLAYER B al primo gruppo. Poi prova “Turno successivo” nella scheda Output.
lesson-mistakes = Dieci errori
lesson-mistakes-text = Dieci righe sono sbagliate. La scheda Problemi spiega ciascuna: correggile. L'incrociatore di A è in 1 1, verso ovest; il suo cacciatorpediniere in 4 4, verso nord. Il cacciatorpediniere di B è in 12 3, verso nord. A spara in 13 4, B muove avanti il cacciatorpediniere, A spara in 12 3. Alla fine PRINT 0 stampa la griglia.

# The results.
results =
    .aria-label = Risultati
tab-problems = Problemi
tab-output = Output
tab-compare = Confronto
tab-tests = Test
tab-analysis = Analisi
no-problems = Nessun problema.
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

choose-tests = Scegli o trascina qui una cartella con gli script (T1.in), gli output del tuo programma (T1.txt, o in una cartella a parte) e, se ci sono, quelli attesi (T1.out); tutto resta in questa pagina.
a-folder = Una cartella
or-files = O dei file
test = Test
verdict = Verdetto
first-difference = Prima differenza
no-tests = Non ci sono test, cioè file NAME.in con gli output NAME.out, o altri.
test-of = Test { $number } di { $count }…
accepted-of = { $accepted } di { $count } superati.
peculiarities = Output: { $count }. { $what }.
peculiarity = { $what } in { $count }
compare-without = Confronta senza
compare-with = Confronta con questi
cannot-read-dropped = Il browser non può leggere ciò che hai trascinato: scegli la cartella.
too-many-files = Ci sono più di { $count } file: scegli solo la cartella dei test.
several-outputs = Ci sono più output: { $names }.
no-output = Non c'è un output per questo test.
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
ship-has = { $ship }: mosse rimaste { $moves }, colpi rimasti { $shots }. Scegli una casella a cui sparare.
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
replay-parts = Parti
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
