# Completes command lines in bash, as the shell does when Tab is pressed.
#
#   bash bash.bash PROGRAM <LINES
program=$1
eval "$("$program" help --completion bash)" || exit 1
compopt() { :; } # works only while the shell completes

while IFS= read -r line; do
    read -ra COMP_WORDS <<<"${line//=/ = }x" # readline takes = for a word of its own
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMP_WORDS[COMP_CWORD]=${COMP_WORDS[COMP_CWORD]%x}
    COMP_WORDS[0]=$program
    _gcview
    printf '%s|%s\n' "$line" "$(printf '%s\n' "${COMPREPLY[@]}" | sort | paste -s -d ' ')"
done
