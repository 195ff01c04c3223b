# Prints mutants of C sources in the format of clang-format: see tests/mutate.
#
#   awk -v wanted=N -v seed=SEED -f tests/mutants.awk FILE...
#
# Every line of a function counts the same, and at most three of a file are taken. Left out is what
# no test can notice (memory that is not released or reserved) and what every test notices (inverse
# checks for errors, steps that are missing, loops that count down).

BEGIN {
    n_swaps = split("< <= >=;<= < >;> >= <=;>= > <;== !=;!= ==;&& ||;|| &&;+ -;- +;* /;/ *;% /;" \
                    "<< >>;>> <<;& |;| &;+= -=;-= +=;|= &=;&= |=", swaps, ";")
    skipped = "assert|(free|release|reserve|shrink|prefetch)[(]|^GCV_|^(static )?const .*[{,]$"
    declared = "^[a-z][a-z0-9_ ]* [*a-z][^=(]*;$"
    harmless = "return (0|NULL|false|true|GCV_OK|status);"
    call = "^([(]void[)])?[a-z][a-z0-9_]*[(].*[)];$"
    assignment = "^[*(]*[a-z][^ ]*( ([-+*/%|&^]|<<|>>)?= .*|[+][+]|--);$"
    seed = seed % 2147483646 + 1
}

function random(n) {
    seed = seed * 16807 % 2147483647
    return int(seed / 2147483647 * n)
}

# The line without its comments, and with underscores for the characters of literals.
function code_of(text,   part) {
    if (in_comment) {
        in_comment = text !~ /[*]\/$/
        return ""
    }
    while (match(text, /"([^"\\]|\\.)*"|\047([^\047\\]|\\.)*\047|[ ]*\/[*].*/)) {
        part = substr(text, RSTART, RLENGTH)
        in_comment = part ~ /^ *\/[*]/ && part !~ /[*]\/$/
        gsub(/./, part ~ /^ *\/[*]/ ? " " : "_", part)
        text = substr(text, 1, RSTART - 1) part substr(text, RSTART + RLENGTH)
    }
    sub(/ +$/, "", text)
    return text
}

# One of all places and operators is kept.
function offer(at, size, text) {
    if (random(++n_offers) == 0)
        kept = substr(line, 1, at - 1) text substr(line, at + size)
}

# Whether it makes no difference if both are equal: in `a < b ? a : b`.
function is_extreme(operator) {
    return first != "" && (index(code, first " " operator " " second " ? ") ||
                           index(code, second " " operator " " first " ? "))
}

function swap_operators(   i, n, swap, at, from) {
    for (i = 1; i <= n_swaps; i++) {
        n = split(swaps[i], swap, " ")
        for (from = 1; (at = index(substr(code " ", from), " " swap[1] " ")) > 0;) {
            from += at
            if (substr(code, from) !~ /^[!=]= (GCV_OK|NULL)/ && !is_extreme(swap[1]))
                offer(from, length(swap[1]), swap[2 + random(n - 1)])
        }
    }
}

function change_words(   from, size, word) {
    for (from = 1; match(substr(code, from), /[A-Za-z0-9_.]+/); from += size) {
        from += RSTART - 1
        size = RLENGTH
        word = substr(code, from, size)
        if (word == "true" || word == "false")
            offer(from, size, word == "true" ? "false" : "true")
        if (word ~ /^[0-9]+[uUlL]*$/)
            offer(from, size, word + (word + 0 == 0 || random(2) ? 1 : -1))
    }
}

function change_parts(   at, size, part) {
    first = second = ""
    if (code !~ /^for / && (at = match(code, /[+][+]|--/)))
        offer(at, 2, substr(code, at, 2) == "++" ? "--" : "++")
    if (match(code, /[?] [^?:,;()]+ : [^?:,;()]+[;,)]/)) {
        split(substr(line, RSTART + 2, RLENGTH - 3), part, " : ")
        first = part[1]
        second = part[2]
        offer(RSTART + 2, RLENGTH - 3, second " : " first)
    }
    if (code ~ /^(} else )?(if|while) [(].*[)] [{]$/ && code !~ / (&&|[|][|]|[=!<>]=|[<>]) /) {
        at = index(code, "(")
        size = length(code) - at - 1
        offer(at, size, "(!" substr(line, at, size) ")")
    }
    if (code !~ harmless && match(code, /return [^;]+;/))
        offer(RSTART, RLENGTH, "return 0;")
}

# Whole statements, not their last lines.
function remove_statement(   copy) {
    copy = code
    if (before !~ /[^;{}):]/ && gsub(/[(]/, "", copy) == gsub(/[)]/, "", copy) &&
        code !~ /^status = / && (code ~ assignment || code ~ call || code ~ /^(break|continue);$/))
        offer(1, length(line), ";")
}

FNR == 1 {
    in_comment = directive = inside = 0
}
{
    code = code_of($0)
    if (code ~ /^#/ || directive) {
        directive = code ~ /\\$/
        next
    }
    inside = code == "{" || (inside && code !~ /^}/)
    is_small = code ~ /^[a-z].*[)] [{] .* }$/
    match(code, /^ */)
    code = substr(code, RLENGTH + 1)
    line = substr($0, RLENGTH + 1, length(code))
    n_offers = 0
    if ((inside || is_small) && code !~ skipped && (code !~ declared || code ~ /^return/)) {
        change_parts()
        swap_operators()
        change_words()
        remove_statement()
    }
    if (n_offers > 0) {
        file_of[++n] = FILENAME
        mutant[n] = FNR "\t" line "\t" kept
    }
    if (code != "")
        before = substr(code, length(code))
}
END {
    for (; n > 0 && wanted > 0; n--) {
        i = 1 + random(n)
        if (++taken[file_of[i]] <= 3) {
            print file_of[i] "\t" mutant[i]
            wanted--
        }
        file_of[i] = file_of[n]
        mutant[i] = mutant[n]
    }
}
