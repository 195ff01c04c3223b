# Completes command lines in zsh, in a shell with a pseudo-terminal, whose compadd records the
# offered completions.
#
#   zsh -f zsh.zsh PROGRAM CASES
zmodload zsh/zpty || exit 1
program=$1 cases=$2
mkdir -p functions
$program help --completion zsh > functions/_gcview || exit 1

cat > setup.zsh <<'SETUP'
PS1= PS2= RPS1=
fpath=($PWD/functions $fpath)
autoload -Uz compinit
compinit -u -d $PWD/compdump
compadd() {
    local -a hits
    # With -O, -A or -D, it offers nothing, but fills arrays for completion functions.
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
        builtin compadd "$@"
        return
    fi
    builtin compadd -O hits "$@"
    print -rl -- $hits >> offers
    builtin compadd "$@"
}
done-now() { print -r -- end >> offers }
zle -N done-now
bindkey '^I' complete-word
bindkey '^X' done-now
unsetopt beep
SETUP

zpty shell zsh -f -i
zpty -w shell "path=(${program:h} \$path); source ./setup.zsh; print ready > offers"

# Waits until the offers include the line $1.
await() {
    local -i i
    for (( i = 0; i < 600; i++ )); do
        grep -qx $1 offers 2> /dev/null && return 0
        sleep 0.05
    done
    print "zsh does not answer"
    exit 1
}
await ready

failed=0
grep -v '^#' $cases | while IFS='|' read -r line wanted; do
    : > offers
    zpty -wn shell "$line"$'\t\x18'
    await end
    found=${(j: :)${(f)"$(grep -vx end offers | LC_ALL=C sort -u)"}}
    zpty -wn shell $'\x15' # an empty line again
    if [[ $found != $wanted ]]; then
        print -r -- "$line"$'\n    wanted '"$wanted"$'\n    found  '"$found"
        failed=1
    fi
done
zpty -d shell
exit $failed
