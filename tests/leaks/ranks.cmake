# Compares the table in docs/leaks.md, the rank at which each command names the culprit of each
# leak, with the output of tests/leaks/ranks. With GCVIEW_BLESS=1 in the environment, the table is
# rewritten.
#
# Also checks the goals in culprits.tsv, which are never rewritten: for a leak, the last rank that
# `suspects --baseline` may give the culprit; for a program without a leak, the maximum number of
# rows of `suspects --mine --baseline`.
#
# Variables: GCVIEW (the program), WORK (scratch folder), SOURCE (source root).
cmake_minimum_required(VERSION 3.16)

include(${CMAKE_CURRENT_LIST_DIR}/../support/samples.cmake)
unpack_samples(leaks node-leaks)
file(GLOB dumps ${WORK}/*-after.*)
list(LENGTH dumps n_missing)
table_of(tests/leaks/ranks)

set(ok TRUE)
set(document ${SOURCE}/docs/leaks.md)
file(READ ${document} text)
file(READ ${SOURCE}/tests/leaks/culprits.tsv culprits)
set(shown "${text}")
string(REPLACE "\n" ";" rows "${table}")
list(POP_FRONT rows) # names of the columns
foreach(row IN LISTS rows)
    if(row STREQUAL "")
        continue()
    endif()
    string(REPLACE "\t" ";" cells "${row}")
    list(GET cells 0 leak)
    list(GET cells 3 rank)
    if(leak MATCHES "steady")
        list(GET cells 4 rank)
    endif()
    math(EXPR n_missing "${n_missing} - 1")
    string(REGEX MATCH "\n${leak}\t([0-9]+)" goal "${culprits}")
    set(goal "${CMAKE_MATCH_1}")
    if(goal STREQUAL "" OR NOT rank MATCHES "^([0-9]+)" OR CMAKE_MATCH_1 GREATER goal)
        message("${leak}: ${rank} is worse than ${goal}")
        set(ok FALSE)
    endif()
    list(REMOVE_AT cells 0)
    list(JOIN cells " | " cells)
    set(found "(\n\\| \\[${leak}\\]\\([^)]*\\)) [^\n]*\n")
    if(NOT text MATCHES "${found}")
        message("docs/leaks.md: no row for ${leak}")
        set(ok FALSE)
    endif()
    string(REGEX REPLACE "${found}" "\\1 | ${cells} |\n" text "${text}")
endforeach()
if(NOT n_missing EQUAL 0 OR NOT dumps)
    message("culprits.tsv has no row, or a row too many, for ${n_missing} dumps of:\n${dumps}")
    set(ok FALSE)
endif()
if(NOT text STREQUAL shown AND NOT "$ENV{GCVIEW_BLESS}" STREQUAL "")
    message("blessed docs/leaks.md")
    file(WRITE ${document} "${text}")
elseif(NOT text STREQUAL shown)
    message("docs/leaks.md shows other ranks than are measured:\n${table}")
    set(ok FALSE)
endif()
if(NOT ok)
    message(FATAL_ERROR "see above")
endif()
