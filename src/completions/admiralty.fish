# Completion of admiralty in fish. The program itself says what may follow.

function __admiralty_candidates
    set -l words (commandline --current-process --tokenize --cut-at-cursor)
    set -l word (commandline --current-token --cut-at-cursor)
    $words[1] completions fish -- $words "$word" 2>/dev/null
end

complete --command admiralty --no-files --keep-order \
    --arguments '(__admiralty_candidates | string match --invert "files:*")'
complete --command admiralty --force-files \
    --condition '__admiralty_candidates | string match --quiet "files:*"'
