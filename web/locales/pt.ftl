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
    .title = Ir para o início do grupo
group = { $tag } desde a linha { $line }
format = Formatar
script-too-long = Um script tem no máximo { $millions } milhões de caracteres.
replace-with = Substituir por { $text }
script-width =
    .aria-label = Largura do script
results-width =
    .aria-label = Largura dos resultados

# The first visit.
welcome = Ships é batalha naval em texto: um script posiciona duas frotas e joga as suas jogadas, e esta página o executa enquanto você escreve. Nada é enviado a lugar nenhum.
welcome-learn = Aprender em dez lições
welcome-check = Verificar meu programa
welcome-play = Jogar
welcome-write = Só escrever

# Lessons.
lesson-list =
    .aria-label = Lição
end-lesson =
    .aria-label = Fechar a lição
show-solution = Mostrar a solução
previous = Anterior
next = Próxima
lesson-heading = Lição { $number } de { $count }: { $title }
lesson-script = O script da lição { $number }.
lesson-solution = Esta é a solução.
lesson-right = Certo.
lesson-wrong = Ainda não: a saída é diferente.
lessons-done = Você terminou todas as lições: agora verifique seu programa, ou jogue.

lesson-groups = Grupos
lesson-groups-text = Um script é feito de grupos. Um grupo começa com uma marca e termina com a mesma marca: [state] para a configuração, [playerA] e [playerB] para as jogadas. Acrescente no fim um grupo [state] com o comando PRINT 0, que imprime o tabuleiro com seu recife.
lesson-placing = Posicionar navios
lesson-placing-text = PLACE_SHIP y x D i C posiciona o navio número i da classe C: a proa fica na linha y e na coluna x e aponta para D (N, E, S ou W), e o resto fica atrás da proa. Posicione o contratorpedeiro de B, 0 DES, com a proa em 12 3, apontando para o norte.
lesson-shooting = Atirar
lesson-shooting-text = No jogo básico, um jogador tem um tiro por jogada: SHOOT y x. Faça A atirar na casa atrás da proa do contratorpedeiro de B.
lesson-moving = Mover
lesson-moving-text = MOVE i C m move um navio: m é F (uma casa à frente), L ou R (vira à esquerda ou à direita). Um contratorpedeiro pode se mover três vezes em uma jogada. Faça o contratorpedeiro de B virar à direita e depois avançar duas casas.
lesson-radar = Radar
lesson-radar-text = No grupo de um jogador, PRINT mostra só o que esse jogador vê: os seus navios e o que está perto da proa deles, onde fica o radar. Imprima o tabuleiro como B o vê, com as partes dos navios: PRINT 1, em uma jogada de B depois da de A.
lesson-planes = Aviões espiões
lesson-planes-text = Um porta-aviões envia aviões: SPY i y x, com seu número e uma casa. O jogador vê as casas em volta dessa até a sua próxima jogada. Envie um avião de 0 CAR à casa 12 4 e imprima o que A vê depois (PRINT 0, na mesma jogada).
lesson-automatic = Tiro automático
lesson-automatic-text = Com EXTENDED_SHIPS e AUTO_SHOOTING, uma jogada lista alvos, SHOOT y x. No fim, eles são divididos entre os navios cujos canhões os alcançam. O cruzador de A precisa chegar mais perto: mova-o uma casa à frente antes dos tiros em 12 3 e 11 4.
lesson-saving = Salvar
lesson-saving-text = SAVE imprime o jogo como um script que começa no mesmo estado. Salve este jogo depois da última jogada, em um grupo [state].
lesson-program = Uma jogada do programa
lesson-program-text = Se a vez é de um jogador do programa, ele faz uma jogada quando o script acaba e a imprime como script. Acrescente SET_AI_PLAYER B ao primeiro grupo. Depois experimente “Próxima jogada” em Saída.
lesson-mistakes = Dez erros
lesson-mistakes-text = Dez linhas estão erradas. A aba Problemas explica cada uma: corrija-as. O cruzador de A está em 1 1, apontando para o oeste; o contratorpedeiro dele em 4 4, para o norte. O contratorpedeiro de B está em 12 3, para o norte. A atira em 13 4, B move o contratorpedeiro à frente, A atira em 12 3. No fim, PRINT 0 imprime o tabuleiro.

# The results.
results =
    .aria-label = Resultados
tab-problems = Problemas
tab-output = Saída
tab-compare = Comparar
tab-tests = Testes
tab-analysis = Análise
no-problems = Nenhum problema.
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

choose-tests = Escolha ou solte uma pasta com scripts (T1.in), as saídas do seu programa (T1.txt, ou em uma pasta própria) e, se houver, as esperadas (T1.out); tudo fica nesta página.
a-folder = Uma pasta
or-files = Ou arquivos
test = Teste
verdict = Veredito
first-difference = Primeira diferença
no-tests = Não há testes, que são arquivos NAME.in com as saídas NAME.out, ou outras.
test-of = Teste { $number } de { $count }…
accepted-of = { $accepted } de { $count } aceitos.
peculiarities = Saídas: { $count }. { $what }.
peculiarity = { $what } em { $count }
compare-without = Comparar sem isso
compare-with = Comparar com isso
cannot-read-dropped = O navegador não consegue ler o que foi solto: escolha a pasta.
too-many-files = Há mais de { $count } arquivos: escolha só a pasta dos testes.
several-outputs = Há várias saídas: { $names }.
no-output = Não há saída para este teste.
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
ship-has = { $ship }: restam movimentos { $moves }, tiros { $shots }. Escolha uma casa em que atirar.
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
replay-parts = Partes
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
