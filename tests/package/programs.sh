# shellcheck shell=sh
# Read by the tests of packages for several platforms.

# programs PROGRAM FOLDER: PROGRAM may be a folder for src/package/npm/pack already. Otherwise FOLDER becomes
# one: with the program for this machine, whose platform is in $here, and for the others with one that fails.
programs() {
    case $(uname -sm) in
    "Linux x86_64") here=linux-x64 ;;
    "Linux aarch64") here=linux-arm64 ;;
    "Darwin x86_64") here=darwin-x64 ;;
    "Darwin arm64") here=darwin-arm64 ;;
    *)
        echo "missing tool: a platform that has packages"
        exit 1
        ;;
    esac
    if [ -d "$1" ]; then
        programs=$(realpath "$1")
        return
    fi
    programs=$2
    for platform in linux-x64 linux-arm64 darwin-x64 darwin-arm64 win32-x64 win32-arm64; do
        mkdir -p "$programs/$platform"
        name=gcview
        [ "${platform%-*}" != win32 ] || name=gcview.exe
        printf '#!/bin/sh\nexit 99\n' >"$programs/$platform/$name"
    done
    install -m 755 "$1" "$programs/$here/gcview"
}

# quietly LOG COMMAND...: shows the output of the command only if it fails.
quietly() {
    log=$1
    shift
    "$@" >"$log" 2>&1 </dev/null || {
        cat "$log" >&2
        exit 1
    }
}

# twice PACK WORK: packs the programs twice, and both times must give the same files, in WORK/packed.
twice() {
    quietly "$2/log" sh "$1" "$programs" "$2/packed"
    sleep 2 # the least difference of times in a zip file
    (umask 077 && TZ=Asia/Tokyo quietly "$2/log" sh "$1" "$programs" "$2/again")
    diff -r "$2/packed" "$2/again"
}
