#compdef admiralty
# Completion of admiralty in zsh. The program itself says what may follow.

_admiralty() {
    local -a words_before values
    local word=$IPREFIX$PREFIX
    words_before=("${(@Q)words[1,CURRENT-1]}")
    values=("${(@f)$(${~words[1]} completions zsh -- "${words_before[@]}" "${(Q)word}" 2>/dev/null)}")
    if [[ $values[1] == files:* ]]; then
        compset -P "${(b)${values[1]#files:}}"
        _files
    elif [[ -n $values[1] ]]; then
        _describe -V values values
    fi
}

# Whether this file was loaded for a completion, or by a command.
if [[ $funcstack[1] == _admiralty ]]; then
    _admiralty "$@"
else
    compdef _admiralty admiralty
fi
