# The start.
language = italiano
form-last = Continua: { $rules }, turno { $turn }
form-language = Lingua
greeting = Benvenuto a bordo! A che cosa giochiamo?
form-rules = Regole
form-player = Giocatore { $player }
form-name = Nome
form-side = Campo
form-length = caselle
form-hits = Un colpo a segno rivela
hits-named = il tipo di nave
hits-plain = solo che è a segno
form-rows = Righe
form-columns = Colonne
form-reefs = Scogli
form-shooting = Tiro
form-placing = Schieramento
form-begins = Prima mossa
form-begin = Inizia
rules-ships = navi che si muovono e mandano aerei
rules-italian = battaglia navale, un colpo a testa
rules-german = chi colpisce tira ancora
rules-msx = batalha naval, navi orizzontali
rules-russian = su carta, la flotta consueta
rules-hasbro = da tavolo, le navi possono toccarsi
controller-person = una persona
controller-computer = { $name } (livello { $level } di { $of })
level-1 = facile
level-2 = medio
level-3 = difficile
level-4 = molto difficile
level-5 = maestro
shooting-basic = un colpo per turno
shooting-extended = ogni nave spara
shooting-auto = indichi i bersagli, spara chi ci arriva
placing-hand = manuale
placing-random = casuale
begins-toss = testa o croce, scelta: { $coin }
coin-heads = testa
coin-tails = croce

# The bar at the top.
you = tu
opponent = nemico
header-placing = Schiera la tua flotta
header-places = { $player } schiera la flotta
header-turn = Turno { $turn } · { $whose }
header-over = La partita è finita
your-move = tocca a te
their-move = tocca al nemico
move-of = turno di { $player }

# Boards.
chart-own = Il tuo campo
chart-known = Visuale nemica
chart-enemy = Campo nemico
chart-of = Campo di { $player }

# Panels.
panel-news = Eventi
panel-news-back = Eventi ({ $count } più recenti: Pag↓)
panel-fleets = Navi a galla
panel-placing = Le navi da schierare
panel-placing-of = Le navi di { $player } da schierare
panel-commands = Comandi di questo turno
panel-figures = La partita
panel-by-class = Colpi a segno per tipo
fleet-yours = tue
fleet-theirs = nemiche
fleet-parts = parti intatte
commands-none = ancora nessuno
thinking = Il nemico sta pensando…
shoot-again = Colpita: tira ancora, o finisci il turno con "e".
heat-shown = Probabilità di una nave in %: { $fields }
heat-unknown = Nessun suggerimento: nessuna flotta è compatibile con quanto si sa.
heat-none = Nessun suggerimento: fuori vista non è probabile alcuna nave.
shoot-first = Prima devi sparare: Invio.
hand-over = Premi Invio e passa la tastiera.
watch-paused = In pausa. Invio: un turno, "p": continua.
over-hint = "n": nuova partita.

# Placing.
placing-here = { $ship } in { $field }, verso { $direction }
placing-ahead = { $ship } da { $field }, verso { $direction }
placing-progress = Schierate: { $percent }%
placing-free = Il posto è libero.
placing-done = Tutte le navi sono schierate. Invio: alla battaglia!
direction-n = l'alto
direction-e = destra
direction-s = il basso
direction-w = sinistra

# Ships that move.
ship-none = Nessuna nave selezionata
ship-ranges = radar { $radar }, cannone { $cannon }
ship-left = restano: mosse { $moves }, colpi { $shots }
range-none = distrutto
range-everywhere = ovunque
aim-shot = Invio: fuoco su { $field }.
aim-target = Invio: segna { $field } come bersaglio.
aim-let-go = Invio: deseleziona { $ship }.
aim-choose = Invio: seleziona { $ship }.
aim-far = { $field } è fuori portata.
aim-plane = Invio: manda un aereo su { $field }.
aim-move = Invio: muovi la nave lì.
aim-move-uncertain = Invio: muovi la nave in acque che non vedi.
aim-move-risky = Invio: muovi la nave in acque che non vedi. Se c'è di mezzo una nave, perdi la partita.
choose-a-ship = Prima seleziona una nave: Tab, o Invio su di essa.
no-carrier = Non hai portaerei che possano mandare aerei.
nothing-to-undo = Non c'è nulla da annullare.
unseen = Qualcosa che non vedi è troppo vicino.

# What happened.
shot-miss = { $who }: { $field } acqua
shot-hit = { $who }: { $field } nave colpita!
shot-hit-ship = { $who }: { $field }, colpita: { $ship }!
shot-sunk = { $who }: { $field }, affondata la nave: { $ship }!
forced = (attacco forzato)
news-tossed = È uscita { $coin }. Prima mossa: { $who }
news-tossed-you = È uscita { $coin }: cominci tu
news-placed = { $who }: la flotta è schierata
news-passed = { $who }: nessun colpo
news-wasted = { $who }: casella già attaccata, nessun colpo
news-damaged = { $ship }: { $lost ->
        [one] colpita 1 parte
       *[other] colpite { $lost } parti
    }, { $left ->
        [one] ne resta 1
       *[other] ne restano { $left }
    }
news-lost = Affondata una tua nave: { $ship }
news-damaged-of = { $who }, { $ship }: { $lost ->
        [one] colpita 1 parte
       *[other] colpite { $lost } parti
    }, { $left ->
        [one] ne resta 1
       *[other] ne restano { $left }
    }
news-lost-of = { $who }: affondata la nave { $ship }
news-missed = I tuoi colpi non hanno distrutto nulla: { $shots }
news-unharmed = Il nemico ha giocato e non ha colpito le tue navi.
news-destroyed = Parti nemiche distrutte: { $parts }
you-won = Hai vinto!
you-lost = Hai perso!
has-won = { $who } ha vinto!

# Figures.
figure-turns = turni
figure-shots = colpi
figure-hits = a segno
figure-precision = precisione
figure-sunk = navi affondate
figure-moves = mosse
figure-planes = aerei
figure-hints = suggerimenti

# Puzzles.
puzzle-title = Problema { $number } · punti: { $points }/{ $answers }
puzzle-search = Ricerca di un problema…
puzzle-ask = Dove è più probabile un colpo a segno? Invio spara.
puzzle-field = { $field }: { $chance }%
puzzle-best = Il colpo migliore: { $chance }%.
puzzle-worse = Probabilità: { $chance }%. Il migliore: { $best }, { $most }%. Punti: { $points }
puzzle-score = Risposte: { $answers }, punti: { $points }

# The screen between two people.
curtain-title = Turno di { $player }
curtain-text = Ora solo { $player } deve guardare lo schermo.
curtain-key = Premi la barra spaziatrice.

# Questions and files.
quit-title = Abbandonare la partita?
quit-kept = È salvata; la pagina iniziale proporrà di continuarla.
quit-lost = Chi se ne va perde la partita.
quit-keys = Invio: esci, Esc: continua
quit-keys-save = Invio: esci, "s": salva la partita ed esci, Esc: continua
end-keys = Invio o "e": fine turno, Esc: continua
end-title = Colpi rimasti in questo turno: { $count }
save-title = Salva la partita come script
save-keys = Invio: salva, Esc: indietro
saved = Salvata in { $what }.
save-failed = Non salvata: { $what }
file-exists = il file esiste già; scegli un altro nome.
file-not-found = la cartella non esiste.
file-denied = manca il permesso.
file-directory = è una cartella.
file-full = il disco è pieno.
file-busy = lo sta usando un altro programma.
log-failed = Impossibile scrivere il registro: { $what }
last-failed = Impossibile continuare l'ultima partita: { $what }
remote-refused = Il server ha rifiutato un comando, e hai perso la partita: { $what }.
remote-enemy-left = Il nemico se n'è andato, o il suo tempo è scaduto: hai vinto.
remote-late = Il tuo tempo è scaduto: hai perso.
remote-closed-in-turn = La connessione è finita nel tuo turno: forse il tempo era scaduto.
remote-closed = La connessione è finita senza un vincitore: forse il nemico se n'è andato.
remote-silent = Il server non risponde.
remote-garbled = Il server ha mandato qualcosa di incomprensibile: { $what }.
remote-again = "n" si collega di nuovo.
too-small = Admiralty ha bisogno di { $columns } colonne e { $rows } righe; ce ne sono { $width } e { $height }. Ingrandisci la finestra, o esci con Ctrl+C.
unknown-key = { $key } qui non fa nulla; "?" mostra i tasti.
paste-ignored = Il testo incollato qui non fa nulla.

# Partite in rete.
host-title = In attesa del tuo amico…
host-command = Il tuo amico scrive questa riga:
host-token = E poi questo codice:
host-anywhere = Può entrare chi raggiunge questo computer e conosce il codice. Nulla è cifrato.
host-here = Può entrare solo chi è a questo computer.
host-keys = "q" o Ctrl+C termina.
connect-token = Codice:
connect-waiting = Collegato a { $what }, in attesa della partita. Ctrl+C esce.
join-closed = Il server ha chiuso la connessione prima che iniziasse una partita.
join-refused = Il server rifiuta il codice: { $what }.
token-the-first-line-is-not-a-token = la prima riga non è un codice
token-no-token-came-in-time = nessun codice è arrivato in tempo
token-there-is-no-such-token = questo codice non esiste
token-the-seat-is-taken = il posto è occupato
join-no-game = Il server ha mandato qualcosa che non inizia una partita: { $what }
join-no-side = Nella partita del server non c'è posto per te.
join-too-large = Il campo del server ha più di { $most } caselle.
network-in-use = un altro programma usa questo indirizzo.
network-not-here = questo computer non ha questo indirizzo.
network-nobody = lì nessuno ospita una partita.
network-unreachable = il computer non è raggiungibile.

# Keys.
key-pages = Pag↑
key-far = Maiusc+↑
key-space = Spazio
key-enter = Invio
hint-line = riga
hint-change = cambia
hint-begin = inizia
hint-cursor = cursore
hint-field = casella
hint-direction = direzione
hint-place = schiera
hint-rotate = gira
hint-class = nave
hint-undo = annulla
hint-random = casuale
hint-fill = completa
hint-clear = svuota
hint-ship = nave
hint-shoot = spara
hint-move = muovi
hint-plane = aereo
hint-end = fine turno
hint-cancel = indietro
hint-board = campo
hint-go-on = avanti
hint-pause = pausa
hint-single = un turno
hint-speed = velocità
hint-new = nuova partita
hint-save = salva
hint-help = aiuto
hint-quit = esci
hint-target = bersaglio
hint-let-go = deseleziona
hint-choose = seleziona nave
hint-news = precedenti
hint-accept = alla battaglia
hint-leap = cinque caselle
hint-space = come Invio
hint-heat = suggerimento
hint-replay = pagina di replay

# Help.
help-keys = Tasti
help-glyphs = Campi
mouse-watch = Mouse: la rotella cambia la velocità.
mouse-news = Mouse: la rotella fa scorrere gli eventi.
mouse-sea = Mouse: un clic sposta il cursore, un secondo clic equivale a Invio; la rotella fa scorrere gli eventi.
mouse-battle = Mouse: un clic spara, la rotella fa scorrere gli eventi.
mouse-placing = Mouse: il tasto sinistro schiera, il destro toglie o gira, la rotella gira.
mouse-start = Mouse: un clic seleziona una riga, un secondo clic la cambia.
legend-ship = una nave: prua, centro, poppa
legend-letters = le tue navi, secondo il tipo
legend-unknown = sconosciuto
legend-miss = acqua (colpo a vuoto)
legend-hit = nave colpita
legend-own-hit = tua nave colpita
legend-sunk = nave affondata
legend-beside = acqua attorno a una nave affondata
legend-named = colpita, con il tipo di nave
legend-seen = visto, e vuoto
legend-reef = uno scoglio
legend-sections = nemico: radar, cannone, motore, altro
legend-destroyed = distrutto
legend-plane = che cosa vedrebbe l'aereo
legend-target = un bersaglio che hai segnato
legend-range = a tiro del suo cannone
legend-radar = nel raggio del suo radar
legend-cannon = un tuo cannone
legend-blocked = la nave non può stare lì
legend-free = la nave può stare lì
legend-last = gli ultimi colpi
legend-cursor = il cursore
legend-whole = una nave di una casella
legend-part = parte di una tua nave

# Reasons.
reason-not-in-starting-position = La nave deve stare nel tuo campo.
reason-ship-already-present = Questa nave è già schierata.
reason-all-ships-of-the-class-already-set = Non ci sono altre navi di questo tipo.
reason-field-does-not-exist = Questa casella non esiste.
reason-not-all-ships-placed = Non tutte le navi sono schierate.
reason-the-other-player-expected = Tocca all'altro giocatore.
reason-placing-ship-on-reef = C'è uno scoglio.
reason-placing-ship-too-close-to-other-ship = Troppo vicino a un'altra nave.
reason-reef-is-not-placed-on-board = Uno scoglio deve stare nel campo.
reason-ship-cannot-shoot = Il cannone è distrutto.
reason-too-many-shoots = In questo turno non ci sono più colpi.
reason-shooting-too-far = Fuori portata.
reason-ship-cannot-move = Il motore è distrutto.
reason-ship-moved-already = In questo turno non ci sono più mosse.
reason-ship-went-from-board = La nave uscirebbe dal campo.
reason-cannot-send-plane = Il cannone è distrutto, nessun aereo decolla.
reason-all-planes-sent = Tutti i colpi e gli aerei del turno sono usati.
reason-shoots-are-unfeasible = Le tue navi non arrivano a tutti questi bersagli.
reason-unknown-command = Questo comando non esiste.
reason-invalid-arguments = La flotta non sta nel campo.
reason-command-not-available = In questa partita non si può.
reason-ship-not-present = Questa nave non è nel campo.
reason-group-not-closed = Un altro gruppo è ancora aperto.
reason-line-too-long = La riga è troppo lunga.
reason-fleet-cannot-be-placed = Non c'è posto per la flotta.
reason-field-already-shot = Cilecca! Casella già attaccata.

# The facts behind a reason.
facts-far = { $distance } caselle; portata del cannone: { $range }
facts-ships = navi: { $count }; possono essere da { $least } a { $most }
facts-fields = caselle: { $count }; possono essere al massimo { $most }

# Ships.
class-ships-car = portaerei
class-ships-bat = corazzata
class-ships-cru = incrociatore
class-ships-des = cacciatorpediniere
class-italian-sot = sottomarino
class-italian-tor = torpediniera
class-italian-lan = lancia
class-german-l7 = nave da sette
class-german-l6 = nave da sei
class-german-l5 = nave da cinque
class-german-l4 = nave da quattro
class-german-l3 = nave da tre
class-german-l2 = nave da due
class-msx-p = portaerei
class-msx-c = incrociatore
class-msx-h = idrovolante
class-msx-s = sottomarino
class-russian-p = corazzata
class-russian-c = incrociatore
class-russian-h = cacciatorpediniere
class-russian-s = motovedetta
class-hasbro-car = portaerei
class-hasbro-bat = corazzata
class-hasbro-cru = incrociatore
class-hasbro-sub = sottomarino
class-hasbro-des = cacciatorpediniere
