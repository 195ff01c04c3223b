# Runs the example of docs/library.md (EXAMPLE) in the source root: as the page shows, on an
# incomplete sample, and with arguments that it must refuse.
cmake_minimum_required(VERSION 3.16)
if(NOT EXAMPLE)
    message(FATAL_ERROR "missing tool: a C++ compiler")
endif()

# expect(STATUS OUT ERR ARGUMENT...): checks exit status, standard output and standard error.
function(expect status out err)
    execute_process(COMMAND ${EXAMPLE} ${ARGN} RESULT_VARIABLE is_status OUTPUT_VARIABLE is_out
                    ERROR_VARIABLE is_err)
    foreach(what IN ITEMS status out err)
        if(NOT "${is_${what}}" STREQUAL "${${what}}")
            message(FATAL_ERROR "largest ${ARGN}: ${what} is\n${is_${what}}not\n${${what}}")
        endif()
    endforeach()
endfunction()

file(READ docs/library.md page)
string(REGEX MATCH "\\$ largest samples/azmcp-1.log\n([^`]+)```" shown "${page}")
set(shown "${CMAKE_MATCH_1}")
file(READ ${CMAKE_CURRENT_LIST_DIR}/two-snapshots.txt snapshots)
expect(0 "${shown}" "" samples/azmcp-1.log)
expect(0 "${snapshots}" "largest: samples/two-snapshots.nettrace: incomplete: 2 types without names, 1 of them without a record\n"
       samples/two-snapshots.nettrace)
expect(1 "" "usage: largest FILE\n")
expect(1 "" "largest: samples/none: cannot open: No such file or directory\n" samples/none)
expect(1 "" "largest: samples/limits.rules:1: not a heap dump gcview knows: no line is a record (here: unknown record '#')\n"
       samples/limits.rules)
