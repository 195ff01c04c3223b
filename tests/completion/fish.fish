# Completes command lines in fish.
#
#   fish fish.fish PROGRAM CASES
set -l program $argv[1]
$program help --completion fish | source
or exit 1
fish_add_path --path (dirname $program)

set -l failed 0
for case in (grep -v '^#' $argv[2])
    set -l parts (string split '|' -- $case)
    set -l found (complete -C $parts[1] | string replace -r '\t.*' '' | string replace -r '^--[a-z-]*=' '' |
        LC_ALL=C sort | string join ' ')
    if test "$found" != "$parts[2]"
        printf '%s\n    wanted %s\n    found  %s\n' $parts[1] $parts[2] "$found"
        set failed 1
    end
end
exit $failed
