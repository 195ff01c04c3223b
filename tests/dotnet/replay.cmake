# Compares gcview's results with what the captured programs reported about themselves, and the table
# in docs/taking-a-dump.md with the output of tests/dotnet/check. With GCVIEW_BLESS=1 in the environment,
# the table is rewritten.
#
# Variables: GCVIEW (the program), WORK (scratch folder), SOURCE (source root), EVERY (see check).
cmake_minimum_required(VERSION 3.16)

include(${CMAKE_CURRENT_LIST_DIR}/../support/samples.cmake)
unpack_samples(dotnet)
set(ENV{EVERY} ${EVERY})
file(GLOB captures RELATIVE ${WORK} ${WORK}/*)
table_of(tests/dotnet/check ${captures})
string(REGEX MATCHALL "\n" rows "${table}")
list(LENGTH captures n_captures)
list(LENGTH rows n_rows)
if(NOT n_rows EQUAL n_captures OR n_rows EQUAL 0)
    message(FATAL_ERROR "${n_captures} captures, but ${n_rows} rows:\n${table}")
endif()

set(document ${SOURCE}/docs/taking-a-dump.md)
file(READ ${document} text)
string(FIND "${text}" "${table}\n" at)
if(NOT at EQUAL -1)
    return()
endif()
if("$ENV{GCVIEW_BLESS}" STREQUAL "")
    message(FATAL_ERROR "docs/taking-a-dump.md shows another table than this:\n${table}")
endif()
string(REGEX REPLACE "(\n\\| mode [^\n]*\n\\|[-|]*\\|\n)(\\|[^\n]*\n)*" "\\1${table}" text "${text}")
file(WRITE ${document} "${text}")
message("blessed docs/taking-a-dump.md")
