# Completion of admiralty in bash. The program itself says what may follow.

_admiralty() {
    local line=${COMP_LINE:0:COMP_POINT} words
    # Unlike COMP_WORDS, these are not split at `=` and `:`.
    IFS=$' \t\n' read -a words <<<"$line"
    if [[ $line == *[[:blank:]] ]]; then
        words+=("")
    fi
    local last=${words[${#words[@]} - 1]} IFS=$'\n'
    COMPREPLY=($("${1/#\~/$HOME}" completions bash -- "${words[@]}" 2>/dev/null))
    if [[ ${COMPREPLY[0]} == files:* ]]; then
        # Without words, readline completes files.
        COMPREPLY=()
    else
        compopt +o default 2>/dev/null
        # Readline replaces only what follows the last `=` or `:`, which is $2.
        COMPREPLY=("${COMPREPLY[@]#"${last%"$2"}"}")
    fi
}

complete -o default -F _admiralty admiralty
