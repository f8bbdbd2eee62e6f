# The start.
language = português
form-last = Continuar: { $rules }, rodada { $turn }
form-language = Idioma
greeting = Bem-vindo a bordo! O que vamos jogar?
form-rules = Regras
form-player = Jogador { $player }
form-name = Nome
form-side = Tabuleiro
form-length = casas
form-hits = Um acerto revela
hits-named = o tipo de navio
hits-plain = só que é um navio
form-rows = Linhas
form-columns = Colunas
form-reefs = Recifes
form-shooting = Tiro
form-placing = Posicionamento
form-begins = Primeira jogada
form-begin = Começar
rules-ships = navios que se movem e enviam aviões
rules-italian = battaglia navale, um tiro cada
rules-german = quem acerta atira de novo
rules-msx = batalha naval, navios na horizontal
rules-russian = papel quadriculado, a frota usual
rules-hasbro = tabuleiro, os navios podem se tocar
controller-person = uma pessoa
controller-computer = { $name } (nível { $level } de { $of })
level-1 = fácil
level-2 = médio
level-3 = difícil
level-4 = muito difícil
level-5 = mestre
shooting-basic = um tiro por jogada
shooting-extended = cada navio atira
shooting-auto = você indica os alvos, atira quem alcança
placing-hand = manual
placing-random = aleatório
begins-toss = cara ou coroa, escolha: { $coin }
coin-heads = cara
coin-tails = coroa

# The bar at the top.
you = você
opponent = adversário
header-placing = Posicione a sua frota
header-places = { $player } posiciona a frota
header-turn = Rodada { $turn } · { $whose }
header-over = O jogo acabou
your-move = sua vez
their-move = vez do adversário
move-of = vez de { $player }

# Boards.
chart-own = Seu tabuleiro
chart-known = O que o adversário vê
chart-enemy = Tabuleiro adversário
chart-of = Tabuleiro de { $player }

# Panels.
panel-news = Mensagens
panel-news-back = Mensagens ({ $count } mais recentes: PgDn)
panel-fleets = Navios restantes
panel-placing = Navios a posicionar
panel-placing-of = Navios de { $player } a posicionar
panel-commands = Comandos desta jogada
panel-figures = O jogo
panel-by-class = Acertos por tipo
fleet-yours = seus
fleet-theirs = adversário
fleet-parts = partes intactas
commands-none = ainda nenhum
thinking = O adversário está pensando…
shoot-again = Acertou: atire de novo, ou termine a jogada com "e".
heat-shown = Probabilidade de um navio em %: { $fields }
heat-unknown = Sem dica: nenhuma frota é compatível com o que se sabe.
heat-none = Sem dica: não se espera nenhum navio fora da visão.
shoot-first = Atire primeiro: Enter.
hand-over = Pressione Enter e passe o teclado.
watch-paused = Pausa. Enter faz uma jogada, "p" continua.
over-hint = "n" começa outro jogo.

# Placing.
placing-here = { $ship } em { $field }, proa para { $direction }
placing-ahead = { $ship } a partir de { $field }, para { $direction }
placing-progress = Posicionados: { $percent }%
placing-free = O lugar está livre.
placing-done = Todos os navios estão posicionados. Enter: à batalha!
direction-n = cima
direction-e = a direita
direction-s = baixo
direction-w = a esquerda

# Ships that move.
ship-none = Nenhum navio selecionado
ship-ranges = radar { $radar }, canhão { $cannon }
ship-left = restam: movimentos { $moves }, tiros { $shots }
range-none = destruído
range-everywhere = ilimitado
aim-shot = Enter atira em { $field }.
aim-target = Enter marca { $field } como alvo.
aim-let-go = Enter desfaz a seleção: { $ship }.
aim-choose = Enter seleciona: { $ship }.
aim-far = { $field } está fora do alcance.
aim-plane = Enter envia um avião a { $field }.
aim-move = Enter move o navio para lá.
aim-move-uncertain = Enter move o navio para águas que você não vê.
aim-move-risky = Enter move o navio para águas que você não vê. Se houver um navio no caminho, você perde o jogo.
choose-a-ship = Primeiro selecione um navio: Tab, ou Enter sobre ele.
no-carrier = Nenhum porta-aviões pode enviar aviões.
nothing-to-undo = Não há nada a desfazer.
unseen = Algo que você não vê está perto demais.

# What happened.
shot-miss = { $who }: { $field }, água
shot-hit = { $who }: { $field }, acertou!
shot-hit-ship = { $who }: { $field }, acertou: { $ship }!
shot-sunk = { $who }: { $field }, afundou: { $ship }!
forced = (ataque forçado)
news-tossed = Deu { $coin }. Primeira jogada: { $who }
news-tossed-you = Deu { $coin }: você começa
news-placed = { $who }: frota posicionada
news-passed = { $who }: nenhum tiro
news-wasted = { $who }: casa já atacada, nenhum tiro
news-damaged = { $ship } atingido: { $lost ->
        [one] 1 parte perdida
       *[other] { $lost } partes perdidas
    }, { $left ->
        [one] resta 1
       *[other] restam { $left }
    }
news-lost = { $ship } afundado
news-damaged-of = { $who }, { $ship } atingido: { $lost ->
        [one] 1 parte perdida
       *[other] { $lost } partes perdidas
    }, { $left ->
        [one] resta 1
       *[other] restam { $left }
    }
news-lost-of = { $who }, { $ship } afundado
news-missed = Seus tiros não destruíram nada: { $shots }
news-unharmed = O adversário jogou e não atingiu nenhum navio.
news-destroyed = Partes do adversário destruídas: { $parts }
you-won = Você venceu o jogo!
you-lost = Você perdeu o jogo.
has-won = { $who } venceu o jogo!

# Figures.
figure-turns = jogadas
figure-shots = tiros
figure-hits = acertos
figure-precision = precisão
figure-sunk = navios afundados
figure-moves = movimentos
figure-planes = aviões
figure-hints = dicas

# Puzzles.
puzzle-title = Problema { $number } · pontos: { $points }/{ $answers }
puzzle-search = Procurando um problema…
puzzle-ask = Onde um acerto é mais provável? Enter atira.
puzzle-field = { $field }: { $chance }%
puzzle-best = O melhor tiro: { $chance }%.
puzzle-worse = Chance: { $chance }%. Melhor: { $best }, { $most }%. Pontos: { $points }
puzzle-score = Respostas: { $answers }, pontos: { $points }

# The screen between two people.
curtain-title = Vez de { $player }
curtain-text = Agora só { $player } deve olhar para a tela.
curtain-key = Pressione a barra de espaço.

# Questions and files.
quit-title = Sair do jogo?
quit-kept = O jogo está salvo; a página inicial permite continuá-lo.
quit-lost = Quem sai perde o jogo.
quit-keys = Enter sai, Esc continua
quit-keys-save = Enter sai, "s" salva o jogo e sai, Esc continua
end-keys = Enter ou "e" termina a jogada, Esc continua
end-title = Tiros restantes nesta jogada: { $count }
save-title = Salvar o jogo como script
save-keys = Enter salva, Esc volta
saved = Salvo em { $what }.
save-failed = Não foi salvo: { $what }
file-exists = o arquivo já existe; escolha outro nome.
file-not-found = a pasta não existe.
file-denied = falta permissão.
file-directory = é uma pasta.
file-full = o disco está cheio.
file-busy = outro programa o está usando.
log-failed = Não é possível escrever o registro: { $what }
last-failed = Não é possível continuar o último jogo: { $what }
remote-refused = O servidor recusou um comando, e você perdeu o jogo: { $what }.
remote-enemy-left = O adversário saiu, ou o tempo dele acabou: você venceu.
remote-late = Seu tempo acabou: você perdeu.
remote-closed-in-turn = A conexão terminou na sua vez: talvez o tempo tenha acabado.
remote-closed = A conexão terminou sem vencedor: talvez o adversário tenha saído.
remote-silent = O servidor não responde.
remote-garbled = O servidor enviou algo incompreensível: { $what }.
remote-again = "n" conecta de novo.
too-small = Admiralty precisa de { $columns } colunas e { $rows } linhas; há { $width } e { $height }. Aumente a janela, ou saia com Ctrl+C.
unknown-key = { $key } não faz nada aqui; "?" mostra as teclas.
paste-ignored = O texto colado não faz nada aqui.

# Jogos em rede.
host-title = Esperando seu amigo…
host-command = Seu amigo digita esta linha:
host-token = E depois este código:
host-anywhere = Pode entrar quem alcança este computador e conhece o código. Nada é cifrado.
host-here = Só pode entrar quem está neste computador.
host-keys = "q" ou Ctrl+C encerra.
connect-token = Código:
connect-waiting = Conectado a { $what }, esperando o jogo. Ctrl+C sai.
join-closed = O servidor fechou a conexão antes de um jogo começar.
join-refused = O servidor recusa o código: { $what }.
token-the-first-line-is-not-a-token = a primeira linha não é um código
token-no-token-came-in-time = nenhum código chegou a tempo
token-there-is-no-such-token = esse código não existe
token-the-seat-is-taken = o lugar está ocupado
join-no-game = O servidor enviou algo que não começa um jogo: { $what }
join-no-side = No jogo do servidor não há lugar para você.
join-too-large = O tabuleiro do servidor tem mais de { $most } casas.
network-in-use = outro programa usa este endereço.
network-not-here = este computador não tem este endereço.
network-nobody = ninguém oferece um jogo ali.
network-unreachable = não é possível alcançar o computador.

# Keys.
key-pages = PgUp
key-far = Shift+↑
key-space = Espaço
key-enter = Enter
hint-line = linha
hint-change = mudar
hint-begin = começar
hint-cursor = cursor
hint-field = casa
hint-direction = direção
hint-place = posicionar
hint-rotate = girar
hint-class = navio
hint-undo = desfazer
hint-random = sortear
hint-fill = completar
hint-clear = esvaziar
hint-ship = navio
hint-shoot = atirar
hint-move = mover
hint-plane = avião
hint-end = fim da jogada
hint-cancel = cancelar
hint-board = tabuleiro
hint-go-on = continuar
hint-pause = pausa
hint-single = uma jogada
hint-speed = ritmo
hint-new = novo jogo
hint-save = salvar
hint-help = ajuda
hint-quit = sair
hint-target = marcar alvo
hint-let-go = desfazer seleção
hint-choose = selecionar navio
hint-news = anteriores
hint-accept = à batalha
hint-leap = cinco casas
hint-space = como Enter
hint-heat = dica
hint-replay = página de replay

# Help.
help-keys = Teclas
help-glyphs = Tabuleiros
mouse-watch = Mouse: a roda muda o ritmo.
mouse-news = Mouse: a roda rola as mensagens.
mouse-sea = Mouse: um clique move o cursor, um segundo clique equivale a Enter; a roda rola as mensagens.
mouse-battle = Mouse: um clique atira, a roda rola as mensagens.
mouse-placing = Mouse: o botão esquerdo posiciona, o direito retira ou gira, a roda gira.
mouse-start = Mouse: um clique seleciona uma linha, um segundo clique a muda.
legend-ship = um navio: proa, meio, popa
legend-letters = seus navios, conforme o tipo
legend-unknown = desconhecido
legend-miss = água
legend-hit = um acerto
legend-own-hit = seu navio atingido
legend-sunk = um navio afundado
legend-beside = água em volta de um navio afundado
legend-named = um acerto, com o tipo de navio
legend-seen = visto, e vazio
legend-reef = um recife
legend-sections = adversário: radar, canhão, motor, resto
legend-destroyed = destruído
legend-plane = o que o avião veria
legend-target = um alvo que você marcou
legend-range = ao alcance do canhão
legend-radar = no alcance do radar
legend-cannon = um canhão seu
legend-blocked = o navio não pode ficar ali
legend-free = o navio pode ficar ali
legend-last = os últimos tiros
legend-cursor = o cursor
legend-whole = um navio de uma casa
legend-part = parte do seu navio

# Reasons.
reason-not-in-starting-position = O navio deve ficar nas suas águas.
reason-ship-already-present = Este navio já está posicionado.
reason-all-ships-of-the-class-already-set = Não há mais navios deste tipo.
reason-field-does-not-exist = Essa casa não existe.
reason-not-all-ships-placed = Ainda há navios a posicionar.
reason-the-other-player-expected = É a vez do outro jogador.
reason-placing-ship-on-reef = Ali há um recife.
reason-placing-ship-too-close-to-other-ship = Perto demais de outro navio.
reason-reef-is-not-placed-on-board = Um recife deve ficar no tabuleiro.
reason-ship-cannot-shoot = O canhão está destruído.
reason-too-many-shoots = Não restam tiros nesta jogada.
reason-shooting-too-far = Fora do alcance.
reason-ship-cannot-move = O motor está destruído.
reason-ship-moved-already = Não restam movimentos nesta jogada.
reason-ship-went-from-board = O navio sairia do tabuleiro.
reason-cannot-send-plane = O canhão está destruído, nenhum avião decola.
reason-all-planes-sent = Todos os tiros e aviões da jogada foram usados.
reason-shoots-are-unfeasible = Seus navios não alcançam todos esses alvos.
reason-unknown-command = Esse comando não existe.
reason-invalid-arguments = A frota não cabe no tabuleiro.
reason-command-not-available = Isso não é possível neste jogo.
reason-ship-not-present = Este navio não está no tabuleiro.
reason-group-not-closed = Outro grupo ainda está aberto.
reason-line-too-long = A linha é longa demais.
reason-fleet-cannot-be-placed = Não há lugar para a frota.
reason-field-already-shot = Você já atirou nesta casa.

# The facts behind a reason.
facts-far = { $distance } casas; alcance do canhão: { $range }
facts-ships = navios: { $count }; podem ser de { $least } a { $most }
facts-fields = casas: { $count }; podem ser no máximo { $most }

# Ships.
class-ships-car = porta-aviões
class-ships-bat = encouraçado
class-ships-cru = cruzador
class-ships-des = contratorpedeiro
class-italian-sot = submarino
class-italian-tor = torpedeiro
class-italian-lan = lancha
class-german-l7 = navio de sete
class-german-l6 = navio de seis
class-german-l5 = navio de cinco
class-german-l4 = navio de quatro
class-german-l3 = navio de três
class-german-l2 = navio de dois
class-msx-p = porta-aviões
class-msx-c = cruzador
class-msx-h = hidroavião
class-msx-s = submarino
class-russian-p = encouraçado
class-russian-c = cruzador
class-russian-h = contratorpedeiro
class-russian-s = barco-patrulha
class-hasbro-car = porta-aviões
class-hasbro-bat = encouraçado
class-hasbro-cru = cruzador
class-hasbro-sub = submarino
class-hasbro-des = contratorpedeiro
