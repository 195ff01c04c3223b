# Makes the manual pages and has mandoc check them, if it is there.
#
#   cmake -DGCVIEW=gcview -DWORK=scratch -P tests/lint/manual.cmake
cmake_minimum_required(VERSION 3.16)
file(REMOVE_RECURSE ${WORK})
set(OUT ${WORK})
include(${CMAKE_CURRENT_LIST_DIR}/../../src/package/pages.cmake)
file(GLOB pages ${WORK}/man/man*/*)
list(LENGTH pages n)
if(n LESS 20)
    message(FATAL_ERROR "only ${n} pages")
endif()
find_program(mandoc mandoc)
if(NOT mandoc)
    message("skipped: mandoc is not there")
    return()
endif()
execute_process(COMMAND ${mandoc} -T lint ${pages} OUTPUT_VARIABLE said ERROR_VARIABLE said)
# It looks for referenced pages where pages are installed.
string(REGEX REPLACE "[^\n]*referenced manual not found: Xr gcview[^\n]*\n" "" said "${said}")
if(NOT said STREQUAL "")
    message(FATAL_ERROR "${said}")
endif()
