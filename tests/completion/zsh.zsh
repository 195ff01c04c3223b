# Completes command lines in zsh, in a shell with a pseudo-terminal, whose compadd writes the
# offered completions to a pipe.
#
#   zsh -f zsh.zsh PROGRAM <LINES
zmodload zsh/zpty || exit 1
program=$1
mkdir functions
$program help --completion zsh > functions/_gcview || exit 1
mkfifo offers

cat > setup.zsh <<'SETUP'
PS1= PS2= RPS1=
fpath=($PWD/functions $fpath)
autoload -Uz compinit
compinit -u -d $PWD/compdump
exec {offers}> offers
compadd() {
    local -a hits
    # With -O, -A or -D, it offers nothing, but fills arrays for completion functions.
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
        builtin compadd "$@"
        return
    fi
    builtin compadd -O hits "$@"
    print -u $offers -rl -- $hits
    builtin compadd "$@"
}
done-now() { print -u $offers -r -- end }
zle -N done-now
bindkey -e
bindkey '^I' complete-word
bindkey '^T' done-now # zsh would wait for a second key after one that begins others, like ^X
unsetopt beep
SETUP

zpty shell zsh -f -i
zpty -w shell "path=(${program:h} \$path); source ./setup.zsh"
exec {offers}< offers

while IFS= read -r line; do
    zpty -wn shell "$line"$'\t\x14'
    found=()
    while IFS= read -r -u $offers hit || { print "zsh has ended"; exit 1 } && [[ $hit != end ]]; do
        found+=($hit)
    done
    zpty -wn shell $'\x15' # an empty line again
    found=(${(ou)found})
    print -r -- "$line|$found"
done
zpty -d shell
