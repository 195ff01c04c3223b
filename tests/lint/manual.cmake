# Writes the manual pages, and checks them by mandoc.
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
include(${CMAKE_CURRENT_LIST_DIR}/../support/tools.cmake)
need_tool(MANDOC mandoc)
execute_process(COMMAND ${MANDOC} -T lint ${pages} OUTPUT_VARIABLE said ERROR_VARIABLE said)
# mandoc searches for referenced pages among the installed ones, where ours are missing.
string(REGEX REPLACE "[^\n]*referenced manual not found: Xr gcview[^\n]*\n" "" said "${said}")
if(NOT said STREQUAL "")
    message(FATAL_ERROR "${said}")
endif()
