# bash completion of gcview (bash 4.4 or later). The program knows the words: `gcview help --complete`.

_gcview() {
    local cur=${COMP_WORDS[COMP_CWORD]#=} word endings
    local -a before=() words=() files=() dumps=()
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        [[ $word == '=' ]] || before+=("$word") # --name=value is three words
    done
    {
        read -r endings
        while IFS=$'\t' read -r word _; do
            words+=("$word")
        done
    } < <("${COMP_WORDS[0]/#\~/$HOME}" help --complete "${before[@]}" "$cur" 2>/dev/null)
    mapfile -t COMPREPLY < <(compgen -W "${words[*]}" -- "$cur")
    [[ -z $endings ]] && return
    compopt -o filenames 2>/dev/null
    mapfile -t files < <(compgen -f -- "$cur")
    for word in "${files[@]}"; do
        [[ -d ${word/#\~/$HOME} || $word == *.@($endings) ]] && dumps+=("$word")
    done
    [[ ${#dumps[@]} == 0 || $endings == '*' ]] && dumps=("${files[@]}")
    COMPREPLY+=("${dumps[@]}")
}

complete -F _gcview gcview
