# fish completion of gcview (fish 3 or later). The program knows the words: `gcview help --complete`.

function __gcview_offers
    set -l before (commandline -opc)
    set -l word (commandline -ct)
    set -l program (string replace -r '^~(?=/)' $HOME -- $before[1])
    set -e before[1]
    set -l answer ($program help --complete $before "$word" 2>/dev/null)
    or return
    set -l endings $answer[1]
    set -e answer[1]
    if test -n "$endings"
        set -l files (complete -C "'' "(string replace -r '^--[^=]*=' '' -- "$word"))
        if test "$endings" != '*'
            set -l dumps (string match -r ".*(?:/|\.(?:$endings))\$" -- $files)
            and set files $dumps
        end
        set -a answer $files
    end
    set -l head (string match -r -- '^--[^=]*=' "$word") # the words of the answer stand behind it
    for offer in "$head"$answer
        # fish itself also takes options that merely have these letters.
        string match -q -- '-*' "$word"
        and not string match -q -- "$word*" $offer
        or printf '%s\n' $offer
    end
end

complete -c gcview -f -k -a '(__gcview_offers)'
