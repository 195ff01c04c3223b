#compdef gcview
# zsh completion of gcview. The program knows the words: `gcview help --complete`.

_gcview() {
    local endings
    local -a line=("${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}")
    local -a answer=("${(@f)$(${~words[1]} help --complete "$line[@]" 2>/dev/null)}")
    endings=$answer[1]
    answer[1]=()
    answer=("${(@)answer/$'\t'/:}") # word:summary
    compset -P '--*='
    _describe -t words gcview answer
    if [[ $endings == '*' ]]; then
        _files
    elif [[ -n $endings ]]; then
        _files -g "*.($endings)(-.)" || _files
    fi
}

_gcview "$@"
