# Prints the count and the bytes of each type of a log.
function number(text,  i, n) {
    for (i = 1; i <= length(text); i++) n = n * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
    return n
}
$1 == "o" {
    if (!($4 in value)) value[$4] = number($4)
    count[$3]++
    bytes[$3] += value[$4]
}
$1 == "t" { id = $2; sub(/^t [^ ]* /, ""); name[id] = $0 }
END {
    for (id in count) { counts[name[id]] += count[id]; sums[name[id]] += bytes[id] }
    for (type in counts) printf "%.0f\t%.0f\t%s\n", counts[type], sums[type], type
}
