# The interface of the playground in Portuguese.
language-name = Português
language = Idioma

# The header.
ways-in =
    .aria-label = Por onde começar
learn = Aprender
check-program = Verificar programa
check = Verificar
play = Jogar
file = Arquivo
open-file = Abrir um arquivo…
example = Exemplo
choose-one = escolha
save-script = Salvar o script
save-page = Salvar a página de replay
save-picture = Salvar a imagem do tabuleiro
copy-link = Copiar um link
start-afresh = Começar de novo
help = Ajuda
theme =
    .title = Claro ou escuro
    .aria-label = Claro ou escuro

# The script.
script = Script
script-editor =
    .aria-label = Script
go-to-group =
    .title = O cursor está neste grupo: ir para o início dele
group = Grupo { $tag } desde a linha { $line }
format = Formatar
script-too-long = Um script tem no máximo { $millions } milhões de caracteres.
replace-with = Substituir por { $text }
script-width =
    .aria-label = Largura do script
results-width =
    .aria-label = Largura dos resultados

# The first visit.
welcome = Ships é batalha naval em texto: um script posiciona duas frotas e joga as suas jogadas. Esta página o executa enquanto você escreve e não envia nada. O último tiro deste exemplo está errado de propósito: a aba Problemas o explica.
welcome-learn = Aprender em dez lições
welcome-check = Verificar meu programa
welcome-play = Jogar
welcome-write = Só escrever

# Lessons.
lesson-list =
    .aria-label = Lição
lesson-afresh =
    .title = Recomeçar esta lição
    .aria-label = Recomeçar esta lição
end-lesson =
    .aria-label = Fechar a lição
show-solution = Mostrar a solução
previous = Anterior
next = Próxima
lesson-heading = Lição { $number } de { $count }: { $title }
lesson-script = O script da lição { $number }.
lesson-solution = Esta é a solução.
lesson-as-at-first = A lição está de novo como no início.
lesson-right = Certo.
lesson-start = Sua vez: altere o script abaixo.
lesson-error = A linha { $line } tem um erro.
lesson-wrong = Ainda não: a saída é outra.
lesson-other = Lição já feita; agora a saída é outra.
lesson-warned = Quase: há um aviso na linha { $line }.
lesson-why = Por quê?
lesson-difference = O que a lição pede e o que seu script imprime:
lessons-done = Você terminou todas as lições: agora verifique seu programa, ou jogue.

lesson-groups = Grupos
lesson-groups-text = Um script é feito de grupos. Uma marca abre um grupo, e a mesma marca o fecha: [state] para a configuração, [playerA] e [playerB] para as jogadas. REEF 3 4 põe um recife na linha 3, coluna 4; PRINT 0 imprime o tabuleiro (PRINT 1: com as partes dos navios).
lesson-groups-task = Acrescente no fim um grupo [state] com PRINT 0.
lesson-placing = Posicionar navios
lesson-placing-text = Os números de SET_FLEET contam porta-aviões (CAR), encouraçados (BAT), cruzadores (CRU) e contratorpedeiros (DES).
lesson-placing-key = y x: linha e coluna da proa; D: para onde aponta (N, E, S, W); i: número na classe, a partir de 0; C: classe
lesson-placing-task = Posicione o contratorpedeiro de B no grupo vazio de B: com a proa em 12 3, apontando para o norte.
lesson-shooting = Atirar
lesson-shooting-text = Um jogador tem um tiro por jogada, a não ser com EXTENDED_SHIPS (lição 7). Linhas e colunas são contadas a partir de 0, do canto superior esquerdo.
lesson-shooting-task = No último grupo de A, faça A atirar na casa atrás da proa do contratorpedeiro de B.
lesson-moving = Mover
lesson-moving-text = Um contratorpedeiro pode se mover três vezes em uma jogada.
lesson-moving-key = i C: número e classe; m: F (uma casa à frente), L ou R (vira à esquerda ou à direita)
lesson-moving-task = Faça o contratorpedeiro de B virar à direita e depois avançar duas casas.
lesson-radar = Radar
lesson-radar-text = No grupo de um jogador, PRINT mostra só o que esse jogador vê: os seus navios e o que está perto da proa deles, onde fica o radar.
lesson-radar-task = Imprima o tabuleiro como B o vê, com as partes dos navios: PRINT 1, em uma jogada de B depois da de A.
lesson-planes = Aviões espiões
lesson-planes-text = Um porta-aviões envia aviões. O jogador vê as casas em volta de y x até a sua próxima jogada.
lesson-planes-key = i: número do porta-aviões; y x: linha e coluna da casa
lesson-planes-task = Envie um avião de 0 CAR à casa 12 4 e imprima o que A vê depois (PRINT 0, na mesma jogada).
lesson-automatic = Tiro automático
lesson-automatic-text = Com EXTENDED_SHIPS e AUTO_SHOOTING, uma jogada lista alvos, SHOOT y x. No fim, eles são divididos entre os navios cujos canhões os alcançam.
lesson-automatic-task = O cruzador de A precisa chegar mais perto: mova-o uma casa à frente antes dos tiros em 12 3 e 11 4.
lesson-saving = Salvar
lesson-saving-text = SAVE imprime o jogo como um script que começa no mesmo estado.
lesson-saving-task = Salve este jogo depois da última jogada, em um grupo [state].
lesson-program = Uma jogada do programa
lesson-program-text = Se a vez é de um jogador do programa, ele faz uma jogada quando o script acaba e a imprime como script.
lesson-program-task = Acrescente SET_AI_PLAYER B ao primeiro grupo. Depois experimente “Próxima jogada” em Saída.
lesson-mistakes = Dez erros
lesson-mistakes-text = O cruzador de A está em 1 1, apontando para o oeste; o contratorpedeiro dele em 4 4, para o norte. O contratorpedeiro de B está em 12 3, para o norte. A atira em 13 4, B move o contratorpedeiro à frente, A atira em 12 3. No fim, PRINT 0 imprime o tabuleiro.
lesson-mistakes-task = Dez linhas estão erradas. A aba Problemas explica cada uma: corrija-as.

# The results.
results =
    .aria-label = Resultados
tab-problems = Problemas
tab-output = Saída
tab-compare = Comparar
tab-tests = Testes
tab-analysis = Análise
no-problems = Nenhum problema.
example-error = O erro é de propósito: o exemplo mostra como os erros são explicados.
errors = { $count ->
        [one] { $count } erro
       *[other] { $count } erros
    }
warnings = { $count ->
        [one] { $count } aviso
       *[other] { $count } avisos
    }
line = Linha { $line }
next-turn = Próxima jogada
to-the-end = Até o fim
line-refused = Linha { $line } recusada
output-of-script =
    .aria-label = Saída do script
more-characters = … mais { $count } caracteres
no-board = Não há tabuleiro: { $why }.

paste-output = Cole a saída do seu programa para este script, ou solte um arquivo; ela fica nesta página.
output-right = A saída está certa.
output-space = Só os espaços diferem.
output-wrong = A saída está errada.
expected = Esperado
found = Encontrado
fields-differ = { $count ->
        [one] Os dois tabuleiros em um: { $count } casa difere
       *[other] Os dois tabuleiros em um: { $count } casas diferem
    }
go-to-print = Ir para a linha { $line }, que a imprime
output-too-long = Uma saída tem no máximo { $size } MiB.
not-compared = No arquivo, mas não comparado aqui: { $what }.
cannot-be-read = Não é possível ler { $file }.
utf-16 = UTF-16
windows-ends = fins de linha do Windows
byte-order-mark = marca de ordem de bytes

tests-run = Esta página não executa o seu programa: execute-o você mesmo com cada script e salve o que ele imprime.
tests-command = ./programa < T1.in > T1.txt
choose-tests = Depois escolha a pasta que tem os dois, ou solte-a aqui. Os scripts são os testes do seu trabalho; o menu Arquivo também tem exemplos, que você pode salvar. Cada saída é comparada com T1.out ou, se ele faltar, com o que o Admiralty imprime. Nada sai desta página.
choose-folder = Escolher a pasta…
choose-files = Escolher arquivos…
test = Teste
verdict = Veredito
first-difference = Primeira diferença
no-tests = Não há nenhum script (T1.in) aqui, só { $files }. Escolha os scripts junto com o que o seu programa imprime para eles (T1.txt).
test-of = Teste { $number } de { $count }…
accepted-of = { $accepted } de { $count } aceitos.
peculiarities = Saídas: { $count }. { $what }.
peculiarity = { $what } em { $count }
compare-without = Comparar sem isso
compare-with = Comparar com isso
cannot-read-dropped = O navegador não consegue ler o que foi solto: escolha a pasta.
too-many-files = Há mais de { $count } arquivos: escolha só a pasta dos testes.
several-outputs = Há várias saídas: { $names }.
no-output = Falta a saída: salve o que o seu programa imprime como { $name }.txt.
file-too-long = { $file } tem mais de { $size } MiB.
choose-again = Não é possível ler { $file }; se ele mudou, escolha a pasta de novo.
verdict-ac = aceito
verdict-pe = só os espaços diferem
verdict-wa = resposta errada

analyse-shots = Analisar os tiros
analysing = Analisando…
no-analysis = Não há análise: { $why }.
analysed = O tabuleiro mostra as chances antes de cada tiro.

# The views of a phone.
views =
    .aria-label = Vistas
view-script = Script
view-board = Tabuleiro
view-results = Saída

# Notices.
undo-change = Desfazer
last-script = Este é seu último script.
first-example = Este é o primeiro exemplo.
this-example = Este é o exemplo { $name }.
this-file = Este é { $name }.
this-link = Este é o script do link.
this-test = Este é o script do teste.
this-game = Este é o script do jogo.
no-room = O navegador não tem espaço para este script: salve-o antes de fechar a página.
not-remembered = O navegador não guarda nada para esta página, por isso o idioma não pode mudar.
played-turn = O programa fez uma jogada.
played-to-end = O programa jogou até o fim.
no-turn = Aqui não é a vez do programa: SET_AI_PLAYER entrega um jogador a ele.
link-copied = O endereço deste script foi copiado.
link-in-address = O endereço desta página agora é o deste script.
link-damaged = O link está danificado ou incompleto: não é possível ler seu script.
link-too-long = O script do link é longo demais.
no-start = A página não conseguiu iniciar o interpretador: abra-a de novo.
stopped = Interrompido após { $seconds } segundos.
out-of-memory = Interrompido: o script precisa de memória demais ({ $why }).
no-pictures = Este navegador não desenha imagens.

# A game.
game = Jogo
analyse-game = Analisar o jogo
new-game = Novo jogo
game-script = Abrir como script
back-to-script = Voltar ao script
game-rules = Regras
game-level = Nível
game-side = Linhas e colunas
game-shots = Tiro
shots-extended = cada navio atira
shots-basic = um por jogada
game-reefs = Recifes
game-first = Começa
first-toss = sorteio
first-you = você
first-program = o programa
start = Começar
rotate = Girar
next-class = Outro navio
undo = Desfazer
random = Sortear
ready = Pronto
hint = Dica
end-turn = Fim da jogada
ship-list =
    .aria-label = Navio
no-ship = nenhum navio
news = Mensagens
news-all = Tudo ({ $count })
news-last = Menos
afloat = Restantes
you = você
enemy = adversário
game-keys = Com o teclado: as setas movem o cursor pelo tabuleiro, Enter age ali, "r" gira um navio.
choose-game = Escolha um jogo. Você é A, o programa é B; ele só sabe o que seus navios veem.
refused = Recusado: { $why }
you-won = Você venceu!
program-won = O programa venceu.
score = Você: { $hits } acertos em { $shots } tiros. O programa: { $enemyHits } em { $enemyShots }.
place-ship = Posicione um navio ({ $ship }) de comprimento { $length }, faltam { $left }: escolha onde fica a proa.
fleet-complete = A frota está completa.
your-shot = Seu tiro: escolha uma casa do tabuleiro adversário.
likeliest = O mais provável é que o adversário esteja em { $field }: { $chance }%.
choose-plane-field = Escolha a casa para onde o avião voa.
choose-ship = Escolha um navio: ele se move e atira.
choose-ship-first = Primeiro escolha um navio.
shoot-or-move = Atire uma vez, onde quiser; escolha um navio para movê-lo.
ship-has = { $shots ->
    [0] { $ship }: restam movimentos { $moves }, tiros { $shots }.
   *[other] { $ship }: restam movimentos { $moves }, tiros { $shots }. Escolha uma casa em que atirar.
}
tap-again = { $field }: toque de novo para agir ali.
move-f = À frente
move-l = À esquerda
move-r = À direita
plane = Avião
may-be-in-the-way = algo que você não vê pode estar no caminho
unseen = Há algo no caminho que você não vê.
field-text = linha { $row }, coluna { $column }: { $what }
ship-part = { $ship } { $index } de { $player }, parte { $part }
field-radar = radar
field-cannon = canhão
field-engine = motor
field-unknown = desconhecido
field-water = água
field-missed = água, já atacada
field-hit = acerto
field-sunk = afundado
field-reef = recife
field-ship = um navio

# The search of the editor.
editor-find = Localizar
editor-replace = Substituir
editor-next = próximo
editor-previous = anterior
editor-all = todos
editor-match-case = maiúsculas/minúsculas
editor-by-word = palavras inteiras
editor-regexp = expressão regular
editor-replace-one = substituir
editor-replace-all = substituir tudo
editor-close = fechar
editor-go-to-line = Ir para a linha
editor-go = ir
editor-diagnostics = Problemas
editor-no-diagnostics = Nenhum problema

# The board and the steps, as on the replay page.
replay-play = Reproduzir
replay-pause = Pausar
replay-speed = Ritmo: { $speed }/s
replay-step = Passo { $number } de { $last }
replay-turn = Passo { $number } de { $last } · rodada { $turn }
replay-board = Tabuleiro de { $rows } linhas e { $columns } colunas; partes restantes: A { $a }, B { $b }
replay-board-seen = Tabuleiro de { $rows } linhas e { $columns } colunas, como { $seat } o vê
replay-waters = Águas de { $player }
replay-strategy = Comparação com a estratégia { $strategy }
replay-hits = Acertos
replay-accuracy = Precisão
replay-shots = Tiros dados
replay-needed = Ainda necessários
replay-expected = Esperados no início
replay-loss = Perdidos por escolha
replay-luck = Perdidos por acaso
replay-negative-loss = Os tiros perdidos por escolha são menos de 0 onde foram melhores que os de { $strategy }, ou igualmente bons com outras amostras.
replay-negative-luck = Os tiros perdidos por acaso são menos de 0 para quem teve sorte.
replay-worst = { $player }, passo { $step }: { $loss }
replay-as-good = Tão bom quanto o melhor tiro; depois dele ainda se esperavam { $needed }.
replay-lost = Perdidos { $loss } ± { $margin } tiros (intervalo de 95%) em relação ao melhor; depois ainda se esperavam { $needed }.
replay-analysis = Análise
replay-scores = Esperados no início, perdidos por escolha e por acaso: juntos, os tiros dados e os ainda necessários.
replay-worst-shots = Os piores tiros, e quanto custaram
replay-symbols = Símbolos e teclas
replay-keys = ← → um passo, com Shift uma rodada; Home, End; Espaço reproduz. Na tela sensível ao toque, deslize sobre o tabuleiro. Um clique em uma linha do script ou no gráfico leva até lá.
replay-text = Tabuleiro como texto
replay-text-board =
    .aria-label = Tabuleiro como texto
replay-seat =
    .aria-label = Visão
replay-all = Tudo
replay-seat-of = Visão de
replay-close-up = De perto
replay-steps =
    .aria-label = Passos
replay-parts = Partes de navios restantes
replay-chart =
    .aria-label = Partes restantes ao longo do jogo
replay-slider =
    .aria-label = Passo
replay-first =
    .aria-label = Primeiro passo
replay-before =
    .aria-label = Rodada anterior
replay-back =
    .aria-label = Passo anterior
replay-on =
    .aria-label = Próximo passo
replay-next =
    .aria-label = Próxima rodada
replay-last =
    .aria-label = Último passo
replay-chance = chance de acerto: 0
symbol-radar = radar, na proa
symbol-cannon = canhão
symbol-engine = motor
symbol-segment = parte
symbol-destroyed = destruída
symbol-reef = recife
symbol-ship-a = navio de A: liso
symbol-ship-b = navio de B: hachurado
symbol-unseen = nunca visto
symbol-seen = visto antes
symbol-water = tiro: água
symbol-hit = tiro: acerto
symbol-sunk = tiro: afundado
symbol-splash = cai na água
symbol-burst = destrói uma parte
symbol-burst-sunk = afunda um navio
symbol-again = já estava destruída
symbol-unknown = resultado desconhecido
symbol-plane = avião
symbol-best = melhor tiro
symbol-likely = parte provável

# What the library says of scripts. In English, these texts are in its sources.
both = { $one }; { $other }
two-lines =
    { $one }
    { $other }
ship-of = { $class } { $index } de { $player }

# Lines that are no commands.
syntax-not-a-command = { $word } não é um comando
syntax-binary-line = isto são dados binários, não um script
syntax-binary-file = isto é um arquivo binário, não um script
syntax-byte-order-mark = há uma marca BOM (U+FEFF) antes de { $word }
syntax-missing = falta { $argument }: o comando é { $usage }
syntax-too-many = { $word } é um argumento a mais: o comando é { $usage }
syntax-not-a-number = { $word } não é um número; aqui vai { $argument }
syntax-out-of-range = { $word } está fora dos limites; { $argument }: de { $min } a { $max }
syntax-not-a-player = { $word } não é um jogador; um jogador é A ou B
syntax-not-a-direction = { $word } não é uma direção; uma direção é { $others } ou { $last }
syntax-not-a-movement = { $word } não é um movimento; um navio se move F (à frente), L (à esquerda) ou R (à direita)
syntax-not-a-class = { $word } não é uma classe de navios; as classes são { $names }
syntax-no-class = { $word } não é uma classe de navios
syntax-not-a-print-mode = { $word } não é um modo de impressão; PRINT 0 é o básico, PRINT 1 o estendido
syntax-not-segments-of = { $word } não é o estado de um navio da classe { $class }: ele tem { $length ->
        [one] 1 parte
       *[other] { $length } partes
    }, e cada uma é 1 (intacta) ou 0 (destruída)
syntax-not-segments = { $word } não é o estado de um navio: cada parte é 1 (intacta) ou 0 (destruída)
syntax-not-a-rule-set = { $word } não é um conjunto de regras; os conjuntos são { $names }
syntax-not-an-option = { $word } não é uma opção das regras { $rules }
syntax-only-one-side = { $word } é um argumento a mais: as águas de { $rules } têm sempre { $max } linhas e o mesmo número de colunas
syntax-no-such-side = { $word } está fora dos limites: as águas de { $rules } têm de { $min } a { $max } linhas e o mesmo número de colunas
line-over-limit = a linha tem mais de { $max } bytes
usage-or = { $usage } ou { $other }
usage-counts = { $usage }, um número para cada classe
usage-counts-of = { $usage }, as quantidades de { $names }
usage-options = { $usage }, se as regras as tiverem
argument-row-or-ship = uma linha ou o número de um navio
argument-column-or-class = uma coluna ou a classe do navio
argument-row-or-carrier = uma linha ou o número de um porta-aviões
argument-column-or-row = uma coluna ou uma linha
argument-side = o lado das águas
argument-length = um comprimento
argument-player = o jogador
argument-direction = a direção
argument-movement = o movimento
argument-print-mode = o modo de impressão
argument-row = a linha
argument-column = a coluna
argument-rows = o número de linhas
argument-columns = o número de colunas
argument-ship-index = o número do navio
argument-index = o número
argument-class = a classe do navio
argument-segments = o estado das partes
argument-count = uma quantidade
argument-seed = a semente
argument-word = uma palavra
argument-rule-set = o nome de um conjunto de regras
advice-usage = o comando é { $usage }
advice-meant = você quis dizer { $text }?
advice-meant-because = você quis dizer { $text }? { $why }
advice-utf-16 = isto é texto em UTF-16; um script fica em UTF-8
advice-no-comments = um script não tem comentários
advice-error-line = esta é a linha de erro de uma execução; só a saída antes dela pode ser lida de novo
advice-index-first = o número de um navio vem antes da classe
advice-class-of = { $class } é uma classe das regras { $rules }
advice-no-commas = os argumentos são separados por espaços, não por vírgulas
advice-blanks-alone = os argumentos são separados só por espaços
advice-group-names-player = o grupo já indica o jogador
advice-names-no-player = { $keyword } não indica um jogador
advice-segments = as partes são uma só palavra, sem espaços
advice-one-command = uma linha tem um só comando: { $word } começa outro
advice-tag-alone = { $tag } fica sozinha na linha
stranger = { $shown } é { $name } (U+{ $code }); { $advice }
stranger-no-mark = salve o script em UTF-8 sem ela, não em “UTF-8 with BOM”
stranger-line-ends = uma linha termina com LF ou CR LF
stranger-blanks = as palavras são separadas por espaços e tabulações
stranger-write = escreva { $meant }
stranger-no-quotation = as palavras não têm aspas
stranger-in-token = faz parte da palavra em que está
character-nul = o caractere NUL
character-carriage-return = um retorno de carro (CR)
character-character-of-ctrl-z = o caractere de Ctrl-Z
character-escape-character = um caractere Escape
character-delete-character = um caractere Delete
character-no-break-space = um espaço não separável
character-soft-hyphen = um hífen opcional
character-zero-width-space = um espaço de largura zero
character-zero-width-non-joiner = um separador de largura zero
character-zero-width-joiner = um conector de largura zero
character-hyphen = um hífen tipográfico
character-non-breaking-hyphen = um hífen não separável
character-figure-dash = um traço de algarismos
character-en-dash = um meio-traço
character-em-dash = um travessão
character-horizontal-bar = uma barra horizontal
character-ellipsis = o sinal de reticências
character-narrow-no-break-space = um espaço estreito não separável
character-word-joiner = um conector de palavras
character-minus-sign = um sinal de menos tipográfico
character-ideographic-space = um espaço ideográfico
character-byte-order-mark = uma marca BOM
character-full-width-digit = um algarismo de largura inteira
character-full-width-letter = uma letra de largura inteira
character-full-width-sign = um sinal de largura inteira
character-bidirectional-control-character = um caractere de controle da direção do texto
character-typographic-quotation-mark = uma aspa tipográfica
character-control-character = um caractere de controle
character-kind-of-space = um espaço incomum
character-invisible-character = um caractere invisível
character-letter-of-another-alphabet = uma letra de outro alfabeto

# Commands in the wrong place.
misplaced-in-group = { $keyword } não cabe em um grupo { $tag }
misplaced-outside = { $keyword } está fora de qualquer grupo
not-in-rules = { $keyword } não é um comando das regras { $rules }
group-still-open = o grupo { $open } da linha { $line } ainda está aberto: feche-o antes com { $open }
note-print-belongs = PRINT fica em um grupo, [state] ou o de um jogador
note-shot-or-shoot = um jogador atira com SHOOT; SHOT, em um grupo [state], é um tiro de um jogo salvo
note-shot-belongs = ele fica em um grupo [state], em regras que anunciam os tiros
note-belongs-in-turn = ele fica na jogada de um jogador, um grupo [playerA] ou [playerB]
note-belongs-in-state = ele fica em um grupo [state]
note-not-announced = nessas regras os tiros não são anunciados
note-nothing-moves = nessas regras nada se move, e o tabuleiro não pode ser mudado
note-both-stop = a execução termina aqui, e a verificação também
note-run-stops = a execução termina aqui; as linhas seguintes são apenas verificadas

# Commands that the rules refuse.
refusal-misfit = as regras não têm esse comando
refusal-not-in-start = { $ship } teria uma parte em { $field }, fora do retângulo inicial de { $player } ({ $start }) no tabuleiro
refusal-already-present = { $ship } já está no tabuleiro, com a proa em { $head }
refusal-all-set = a frota de { $player } não tem { $class } { $index }: { $count ->
        [0] ela não tem navios { $class }
        [one] ela só tem { $class } 0
       *[other] os números dos navios { $class } vão de 0 a { $last }
    }
refusal-count-below-present = { $ship } está no tabuleiro, então a quantidade de { $class } não pode ser { $count }
refusal-no-such-field = { $target } não está no tabuleiro, que tem as linhas 0 a { $row } e as colunas 0 a { $column }
refusal-fleets-incomplete = ninguém atira antes que as duas frotas estejam completas; navios ainda por posicionar: A { $a }, B { $b }
refusal-other-players-turn = é a vez de { $expected }
refusal-on-reef = { $ship } ficaria sobre o recife em { $reef }
refusal-reef-under-ship = um recife em { $reef } ficaria sob { $ship }
refusal-overlap = { $ship } e { $other } ficariam ambos em { $field }
refusal-too-close = { $ship } em { $field } tocaria { $other } em { $other_field }; deve haver pelo menos uma casa entre eles
refusal-reef-off-board = um recife em { $reef } não fica no tabuleiro, que tem as linhas 0 a { $row } e as colunas 0 a { $column }
refusal-no-cannon = o canhão de { $ship }, em { $cannon }, está destruído
refusal-no-planes = o canhão de { $ship }, em { $cannon }, está destruído, por isso ele não envia aviões
refusal-second-shot = no jogo básico um jogador tem um tiro por jogada
refusal-none-left = { $ship } já usou todos os tiros e aviões desta jogada ({ $limit })
refusal-too-far = { $target } fica a { $distance } casas do canhão de { $ship } em { $cannon }, cujo alcance é { $range }
refusal-no-engine = o motor de { $ship }, em { $engine }, está destruído
refusal-moved-already = { $ship } já fez todos os movimentos desta jogada ({ $limit })
refusal-off-board = { $ship } teria uma parte em { $field }, fora do tabuleiro, que tem as linhas 0 a { $row } e as colunas 0 a { $column }
refusal-not-present = { $ship } não está no tabuleiro
refusal-no-room = não há mais lugar para { $ship } no retângulo inicial de { $player } ({ $start })
refusal-no-room-found = não se achou lugar para { $ship } no retângulo inicial de { $player } ({ $start })
refusal-not-in-waters = { $target } não fica nas águas do adversário, que têm as linhas { $top } a { $bottom } e as colunas { $left } a { $right }
refusal-already-shot = já se atirou em { $target }
refusal-last-shot-missed = não restam tiros nesta jogada: o último errou
refusal-one-shot = não restam tiros nesta jogada: um jogador tem um
refusal-no-cannons = nessas regras um tiro indica só uma casa
refusal-extended-off = aqui um tiro não indica um navio: EXTENDED_SHIPS está desligado
refusal-auto-off = aqui um tiro precisa indicar um navio: EXTENDED_SHIPS está ligado, AUTO_SHOOTING não
refusal-auto-planes-off = aqui um avião precisa de um porta-aviões: só EXTENDED_SHIPS com AUTO_SHOOTING o dispensa
refusal-fleet-ships = uma frota tem de { $least } a { $most } navios, não { $count }
refusal-fleet-fields = os navios ocupariam { $count ->
        [one] { $count } casa
       *[other] { $count } casas
    }, e o máximo é { $most }, { $tenths } décimos das águas
refusal-no-shooter = nenhum navio que ainda pode atirar tem, ou teve nesta jogada, { $pos } ao alcance do seu canhão
refusal-no-carrier = nenhum porta-aviões pode mais enviar um avião
refusal-competing = { $competing } alvos até { $pos } só estão ao alcance de navios que têm, ao todo, esta quantidade de tiros: { $capacity }
note-row-first = você quis dizer { $field }? a linha vem antes da coluna
note-move-leads = o movimento leva de { $from } a { $to }, ou seja, às casas de { $first } a { $last }
note-other-players-turn = um grupo { $tag } vazio passa a vez de { $expected }; NEXT_PLAYER { $other } em um grupo [state] dá a vez a { $other }
note-distance = a distância é contada a partir do canhão, a casa atrás da proa
note-too-close = contam os navios dos dois jogadores, afundados ou não, e também as diagonais
note-none-left = um navio tem por jogada tantos tiros quantas partes; aviões contam como tiros
note-basic-shot = no jogo básico o comando é SHOOT y x
note-announced-shot = o comando é SHOOT y x
note-hit-again = quem acerta atira de novo, um erro encerra a jogada
note-extended-shot = com EXTENDED_SHIPS o comando é SHOOT i C y x
note-plane = senão o comando é SPY i y x
note-infeasible = os alvos da jogada são distribuídos no fim dela; nenhum foi executado
note-indices-from-0 = os números são contados a partir de 0
note-body = { $footprint } ocupa as casas de { $first } a { $last }: um navio fica atrás da sua proa
note-body-instead = { $direction } ocuparia as casas de { $first } a { $last }
note-lacks = a { $player } faltam: { $names }
note-lacks-some = a { $player } { $count ->
        [one] falta 1 navio
       *[other] faltam { $count } navios
    }
note-lacks-more = a { $player } faltam: { $names } e mais { $count }
note-removed = { $keyword } na linha { $line } retirou { $ship }

# Warnings.
warning-large-count = uma frota com { $count } navios da classe { $class }; no trabalho são no máximo { $max }
warning-empty-rectangle = o retângulo inicial de { $player } é vazio, então nenhum navio pode ser posicionado: primeiro vem a casa de cima à esquerda
warning-group-never-closed = este grupo { $tag } nunca é fechado; o fim do script o fecha
warning-idle-auto-shooting = AUTO_SHOOTING não faz nada sem EXTENDED_SHIPS
warning-after-the-end = { $winner } ganhou na linha { $line }, então este comando e os seguintes nunca são executados
warning-board-emptied = { $keyword } retira { $lost }
removed-ships = { $count ->
        [one] { $count } navio
       *[other] { $count } navios
    }
removed-reefs = { $count ->
        [one] { $count } recife
       *[other] { $count } recifes
    }
removed-planes = { $count ->
        [one] { $count } avião
       *[other] { $count } aviões
    }
note-rules-first = RULES começa um novo jogo: ponha-o no início
note-board-size-first = BOARD_SIZE cria um tabuleiro vazio: ponha-o antes dos navios e recifes

# The steps.
step-first = O estado antes da primeira linha
step-state = O estado do jogo é definido
step-game = Um jogo { $rules } com { $rows } linhas e { $columns } colunas
step-turn = Jogada de { $player }
step-passes = { $player } passa a vez
step-places = { $mover } posiciona { $ship } em { $head } { $direction }
step-forward = { $mover } move { $ship } à frente
step-left = { $mover } vira { $ship } à esquerda
step-right = { $mover } vira { $ship } à direita
step-plane = { $ship } de { $mover } envia um avião a { $centre }
step-chooses-plane = { $mover } escolhe { $pos } para um avião no fim da jogada
step-chooses-shot = { $mover } escolhe { $pos } para um tiro no fim da jogada
step-shoots = { $mover } atira em { $target }
step-ship-shoots = { $ship } de { $mover } atira em { $target }
step-shot = { $shot }: { $result }
step-miss = errou
step-hit = acertou
step-water = água
step-hit-before = a parte já estava destruída
step-loses = { $enemy } perde uma parte
step-ship-hit = { $ship } é atingido
step-sunk = { $ship } é afundado
step-fires = { $mover } dá { $count ->
        [one] { $count } tiro
       *[other] { $count } tiros
    }
step-sends = { $mover } envia { $count ->
        [one] { $count } avião
       *[other] { $count } aviões
    }
step-breaks = { $player } viola uma regra
step-script-breaks = O script viola uma regra
ending-error = Erro na linha { $line }
ending-won = { $winner } ganhou
ending-open = Ninguém ganhou, é a vez de { $next }
too-many-fields = o tabuleiro da linha { $line } tem mais de { $max } casas
too-many-ships = até a linha { $line } há mais de { $max } navios
too-many-steps = até a linha { $line } há mais de { $max } passos

# Differences.
answer-ends = (a saída esperada termina aqui)
output-ends = (a saída termina aqui)
difference = linha { $line }, coluna { $column }
difference-in-output = linha { $line }, coluna { $column }, no tabuleiro das linhas { $first } a { $last } da saída
difference-in-answer = linha { $line }, coluna { $column }, no tabuleiro das linhas { $first } a { $last } da saída esperada
difference-more = { $count ->
        [one] e mais 1 linha difere
       *[other] e mais { $count } linhas diferem
    }
difference-both-ways = o tabuleiro continua acima e abaixo
difference-above = o tabuleiro continua acima
difference-below = o tabuleiro continua abaixo
difference-no-line-feed = a saída não termina com uma quebra de linha, a esperada sim
difference-line-feed = a saída termina com uma quebra de linha, a esperada não
difference-lacks-line-feed = falta uma quebra de linha no fim da saída
difference-extra-line-feed = há uma quebra de linha a mais no fim da saída
difference-order = as duas linhas estão na ordem errada
difference-missing-line = a linha { $line } da saída é a linha { $answer } da esperada; parece faltar uma linha
difference-extra-line = a linha { $line } da saída é a linha { $answer } da esperada; parece haver uma linha a mais
difference-length = a linha tem comprimento { $found }, não { $expected }
difference-more-return = com 1 retorno de carro (CR) a mais, a linha estaria certa
difference-fewer-return = com 1 retorno de carro (CR) a menos, a linha estaria certa
difference-more-blanks = com { $count ->
        [one] 1 espaço
       *[other] { $count } espaços
    } a mais, a linha estaria certa
difference-fewer-blanks = com { $count ->
        [one] 1 espaço
       *[other] { $count } espaços
    } a menos, a linha estaria certa
difference-more-characters = com { $count ->
        [one] 1 caractere
       *[other] { $count } caracteres
    } a mais, a linha estaria certa
difference-fewer-characters = com { $count ->
        [one] 1 caractere
       *[other] { $count } caracteres
    } a menos, a linha estaria certa
