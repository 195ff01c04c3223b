# Completes command lines in fish.
#
#   fish fish.fish PROGRAM <LINES
set -l program $argv[1]
$program help --completion fish | source
or exit 1
fish_add_path --path (dirname $program)

while read -l line
    set -l found (complete -C "$line" | string replace -r '\t.*' '' | string replace -r '^--[a-z-]*=' '' |
        sort | string join ' ')
    printf '%s|%s\n' "$line" "$found"
end
