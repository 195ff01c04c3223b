# Runs clang-tidy on the program's sources. Variables: SOURCE (source root), CLANG_TIDY (the
# program).
cmake_minimum_required(VERSION 3.16)

file(GLOB_RECURSE files RELATIVE ${SOURCE} ${SOURCE}/src/*.c)
execute_process(COMMAND ${CLANG_TIDY} --quiet --config-file=tests/lint/clang-tidy.yaml ${files}
                        -- -std=c99 -Isrc -Iinclude
                WORKING_DIRECTORY ${SOURCE} RESULT_VARIABLE status)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "see above")
endif()
