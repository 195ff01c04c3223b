# Checks that every C file has the format of .clang-format; with WRITE=ON, formats the files.
# Variables: SOURCE (source root).
cmake_minimum_required(VERSION 3.16)

include(${CMAKE_CURRENT_LIST_DIR}/../support/tools.cmake)
need_tool(CLANG_FORMAT clang-format-14 clang-format)
execute_process(COMMAND ${CLANG_FORMAT} --version OUTPUT_VARIABLE version)
if(NOT version MATCHES "version 14\\.") # others give different results for the same settings
    message(FATAL_ERROR "missing tool: clang-format 14")
endif()

file(GLOB_RECURSE files RELATIVE ${SOURCE} ${SOURCE}/src/*.[ch] ${SOURCE}/include/*.h
     ${SOURCE}/tests/*.[ch] ${SOURCE}/docs/*.[ch])
set(how --dry-run --Werror)
if(WRITE)
    set(how -i)
endif()
execute_process(COMMAND ${CLANG_FORMAT} --style=file ${how} ${files}
                WORKING_DIRECTORY ${SOURCE} RESULT_VARIABLE status ERROR_VARIABLE said)
if(NOT status EQUAL 0)
    string(REGEX MATCHALL "[^\n]+:[0-9]+:[0-9]+: error:" places "${said}")
    list(TRANSFORM places REPLACE ":[0-9]+: error:" "")
    set(last "")
    foreach(place IN LISTS places) # shows the first place in each file
        string(REGEX REPLACE ":[0-9]+$" "" file "${place}")
        if(NOT file STREQUAL last)
            message("${place}: not laid out as .clang-format says")
        endif()
        set(last "${file}")
    endforeach()
    message(FATAL_ERROR "to lay them out: cmake --build BUILD-FOLDER --target format")
endif()
