# Checks that every file in git is in one of the project's folders, or is one of the few files at
# the top level. Variables: SOURCE (source root).
cmake_minimum_required(VERSION 3.16)

include(${CMAKE_CURRENT_LIST_DIR}/../support/tools.cmake)
need_tool(GIT git)

set(top CMakeLists.txt src include tests samples docs README.md LICENSE)

execute_process(COMMAND ${GIT} -c core.quotePath=off ls-files WORKING_DIRECTORY ${SOURCE}
                RESULT_VARIABLE status OUTPUT_VARIABLE files ERROR_VARIABLE said)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "missing tool: git with a working tree: ${said}")
endif()
if(NOT files MATCHES "tests/lint/tree.cmake")
    message(FATAL_ERROR "git does not list this file")
endif()
string(REGEX REPLACE "[];[]" "_" files "${files}") # special in lists
string(REPLACE "\n" ";" files "${files}")
set(ok TRUE)
foreach(file IN LISTS files)
    string(REGEX REPLACE "/.*" "" first "${file}")
    if(file STREQUAL "" OR first IN_LIST top OR first MATCHES "^\\.")
        continue()
    endif()
    message("${file}: only these stand at the top level: ${top}, dot-files")
    set(ok FALSE)
endforeach()
if(NOT ok)
    message(FATAL_ERROR "see above")
endif()
