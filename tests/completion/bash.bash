# Completes command lines in bash, as the shell does when Tab is pressed.
#
#   bash bash.bash PROGRAM CASES
program=$1
eval "$("$program" help --completion bash)" || exit 1
compopt() { :; } # works only while the shell completes

status=0
while IFS='|' read -r line wanted; do
    read -ra COMP_WORDS <<<"${line//=/ = }x" # readline takes = for a word of its own
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMP_WORDS[COMP_CWORD]=${COMP_WORDS[COMP_CWORD]%x}
    COMP_WORDS[0]=$program
    _gcview
    found=$(printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort | paste -s -d ' ')
    if [ "$found" != "$wanted" ]; then
        printf '%s\n    wanted %s\n    found  %s\n' "$line" "$wanted" "$found"
        status=1
    fi
done < <(grep -v '^#' "$2")
exit $status
